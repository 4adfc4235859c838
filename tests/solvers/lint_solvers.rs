//! Holds lint's claims about solvers: runs every solver that is there on every file in
//! fixtures/cnf/bad and compares with crates/lint/src/solvers.txt. BLESS=1 writes the table, which
//! needs all of them. So does REQUIRE_SOLVERS=1; otherwise those that are not there are skipped.

use crate::common::program;
use crate::common::required;

use itertools::Itertools;
use knightsat::cnf::dimacs::read::CnfReader;
use knightsat_lint::names::{FindingKind, MEASURED, Reaction};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use varisat::ExtendFormula;

/// Name in the table, the command (with FILE and OUT replaced), and the command for its version.
const SOLVERS: [(&str, &str, &str); 9] = [
    ("knightsat", "", ""),
    ("varisat", "", ""),
    ("minisat", "minisat -verb=0 FILE OUT", ""),
    ("cadical", "cadical FILE", "--version"),
    ("kissat", "kissat FILE", "--version"),
    ("picosat", "picosat FILE", "--version"),
    (
        "cryptominisat5",
        "cryptominisat5 --verb 0 FILE",
        "--version",
    ),
    ("z3", "z3 -dimacs FILE", "--version"),
    ("clasp", "clasp --verbose=0 --outf=1 FILE", "--version"),
];

const PATIENCE: Duration = Duration::from_secs(5);

/// The first line that the solver prints of its version; `None` if it is not there.
fn version(solver: &str, option: &str) -> Option<String> {
    let mut command = Command::new(solver);
    match option {
        // MiniSat tells none; only whether it can be run.
        "" => command.arg("--help"),
        option => command.arg(option),
    };
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    let line = text.lines().next().unwrap_or_default();
    let line = if option.is_empty() { "" } else { line };
    Some(line.trim_start_matches("c ").trim().to_string())
}

/// Returns the line of the table with a solver's version.
fn known(solver: &str, version: Option<&str>) -> String {
    format!("# {solver} {}", version.unwrap_or_default())
        .trim_end()
        .to_string()
        + "\n"
}

fn bad(kind: FindingKind) -> PathBuf {
    program::root()
        .join("fixtures/cnf/bad")
        .join(kind.key() + ".cnf")
}

/// The clauses that the file means: what a fix makes of it, or what all of these files are made of
/// where nothing can.
fn meant(file: &Path) -> Vec<Vec<i32>> {
    let output = program::knightsat("lint --deep --fix -o -")
        .arg(file)
        .output();
    let output = output.unwrap();
    let mut text = output.stdout;
    if output.status.code() != Some(0) {
        text = b"p cnf 3 3\n1 0\n-1 2 0\n-2 -3 0\n".to_vec();
    }
    let mut reader = CnfReader::new(&text[..], "fixed", "").unwrap();
    let (mut clauses, mut clause) = (Vec::new(), Vec::new());
    while reader.next_clause(&mut clause).unwrap() {
        clauses.push(clause.iter().map(|lit| lit.to_dimacs()).collect());
    }
    clauses
}

fn is_satisfiable(clauses: &[Vec<i32>]) -> bool {
    let holds = |model: u32, lit: &i32| (model >> (lit.abs() - 1) & 1 == 1) == (*lit > 0);
    let satisfies = |model, clause: &Vec<i32>| clause.iter().any(|lit| holds(model, lit));
    (0..512).any(|model| clauses.iter().all(|clause| satisfies(model, clause)))
}

/// An answer without trust in its form: the verdict, and all numbers in lines of values.
fn answer(text: &str) -> Option<(bool, Vec<i32>)> {
    let starts = |word: &str| {
        text.lines()
            .any(|line| line.trim_start_matches("s ").starts_with(word))
    };
    let values = text.lines().filter(|line| {
        let line = line.strip_prefix("v").unwrap_or(line).trim_start();
        line.starts_with(|c: char| c == '-' || c.is_ascii_digit())
    });
    let numbers = values.flat_map(|line| line.split_ascii_whitespace());
    match (starts("SAT"), starts("UNSAT")) {
        (true, false) => Some((true, numbers.filter_map(|word| word.parse().ok()).collect())),
        (false, true) => Some((false, Vec::new())),
        _ => None,
    }
}

/// Returns the output of a solver with its result file; `None` after too long a time.
fn output_of(command: &str, file: &Path, out: &Path) -> Option<String> {
    let words = command.split(' ').map(|word| match word {
        "FILE" => file.as_os_str(),
        "OUT" => out.as_os_str(),
        word => word.as_ref(),
    });
    let words: Vec<_> = words.collect();
    let mut child = Command::new(words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    let mut text = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut text).unwrap();
    text.extend(fs::read(out).unwrap_or_default());
    Some(String::from_utf8_lossy(&text).to_string())
}

/// Returns varisat's answer in process, with its own reader or ours.
fn in_process(reader: &str, file: &Path) -> Option<String> {
    let text = fs::read(file).unwrap();
    let mut solver = varisat::Solver::new();
    if reader == "varisat" {
        solver.add_dimacs_cnf(&text[..]).ok()?;
    } else {
        let mut reader = CnfReader::new(&text[..], "f", "").ok()?;
        let mut clause = Vec::new();
        while reader.next_clause(&mut clause).ok()? {
            let lits = clause.iter().map(|lit| lit.to_dimacs() as isize);
            solver.add_clause(&lits.map(varisat::Lit::from_dimacs).collect::<Vec<_>>());
        }
    }
    if !solver.solve().unwrap() {
        return Some("s UNSATISFIABLE\n".into());
    }
    let model = solver.model().unwrap();
    let lits = model.iter().map(|lit| lit.to_dimacs()).join(" ");
    Some(format!("s SATISFIABLE\nv {lits} 0\n"))
}

fn react(solver: &str, command: &str, file: &Path) -> Reaction {
    let dir = tempfile::TempDir::new().unwrap();
    let text = match command {
        "" => in_process(solver, file),
        command => output_of(command, file, &dir.path().join("out")),
    };
    let Some((satisfiable, lits)) = text.as_deref().and_then(answer) else {
        return Reaction::Refuses;
    };
    let clauses = meant(file);
    let is_true = |clause: &Vec<i32>| clause.iter().any(|lit| lits.contains(lit));
    let model = clauses.iter().all(is_true);
    if satisfiable == is_satisfiable(&clauses) && (!satisfiable || model) {
        Reaction::Reads
    } else {
        Reaction::Misreads
    }
}

#[test]
fn the_table_says_what_solvers_do() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut columns = Vec::new();
    let mut comments = String::new();
    for (solver, command, option) in SOLVERS {
        let version = match command {
            "" => Some(String::new()),
            _ => version(solver, option),
        };
        let known = known(solver, version.as_deref());
        let measured = MEASURED.contains(&known);
        if version.is_none() || (!bless && !measured) {
            assert!(!bless, "{solver} is not there");
            let what = format!("{solver} as measured, not {version:?}; BLESS=1 measures anew");
            required::is_usable(false, &what);
            continue;
        }
        comments += &known;
        let reactions = FindingKind::all().map(|kind| react(solver, command, &bad(kind)));
        columns.push((solver, reactions.collect::<Vec<_>>()));
    }
    if bless {
        fs::write(table_path(), table(&comments, &columns)).unwrap();
        return;
    }
    for (solver, reactions) in columns {
        for (kind, reaction) in FindingKind::all().zip(reactions) {
            let mut claimed = [Reaction::Reads, Reaction::Refuses, Reaction::Misreads]
                .into_iter()
                .filter(|&claim| kind.solvers(claim).any(|one| one == solver));
            assert_eq!(claimed.next(), Some(reaction), "{solver} {}", kind.key());
        }
    }
}

/// Small files that differ from the fixtures, most with several faults.
const OTHERS: [&str; 33] = [
    "p cnf 3 3\n{}",
    "p cnf 3 3 \n{}",
    "p cnf   3 3\n{}",
    "p   cnf 3 3\n{}",
    "p\tcnf\t3\t3\n{}",
    "p \tcnf 3 3\n{}",
    "p cnf \t 3 3\n{}",
    "p cnf 3 \t3\n{}",
    "p cnf 3 3 \t\n{}",
    "\tp cnf 3 3\n{}",
    "   p cnf 3 3\n{}",
    " p  cnf 3 3\n{}",
    "p cnf 3 3 c\n{}",
    "p cnf 3 3 0\n{}",
    "p  cnf 3 3 words more\n{}",
    "p Cnf 3 3\n{}",
    "p cnf -3 3\n{}",
    "p cnf +3 +3\n{}",
    "p cnf 3 +3\n{}",
    "p cnf 3.0 3\n{}",
    "p wcnf 3 3\n{}",
    "\tc indented\np cnf 3 3\n{}",
    "   c indented\np cnf 3 3\n{}",
    "c\ttab\np cnf 3 3\n{}",
    "p cnf 3 3\n1 0\n\tc indented\n-1 2 0\n-2 -3 0\n",
    "p cnf 3 3\n  1 0\n -1 2 0\n-2 -3 0 \n",
    "p cnf 3 3\n1 0\t\n-1 2 0\n-2 -3 0\n",
    "p cnf 3 3\n\t1 0\n-1 2 0\n-2 -3 0\n",
    "p cnf 3 3\n\t1\t0\n-1 2 0\n-2 -3 0\n",
    "p cnf 3 3\n1  0\n-1  2 0\n-2 -3   0\n",
    "p cnf 3 3\n1 0\n\n  \n-1 2 0\n-2 -3 0\n\n",
    "p cnf 3 3\n1 0\n-1 \x0c 2 0\n-2 -3 0\n",
    "p cnf 3 3\n1 0\n-1 2 0\n-2 -3 0\nthe end\n",
];

#[test]
fn lint_names_the_solvers_that_a_file_with_other_forms_affects() {
    let dir = tempfile::TempDir::new().unwrap();
    let solvers = SOLVERS.iter().filter(|(solver, command, option)| {
        let version = version(solver, option);
        let is_measured = MEASURED.contains(&known(solver, version.as_deref()));
        !command.is_empty() && version.is_some() && is_measured
    });
    let solvers: Vec<_> = solvers.collect();
    required::is_usable(solvers.len() == SOLVERS.len() - 2, "all solvers");
    let mut faults = Vec::new();
    for text in OTHERS {
        let file = dir.path().join("other.cnf");
        fs::write(&file, text.replace("{}", "1 0\n-1 2 0\n-2 -3 0\n")).unwrap();
        let output = program::knightsat("lint --format json").arg(&file).output();
        let found: serde_json::Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
        for (solver, command, _) in &solvers {
            let claimed = match (&found["refused_by"][*solver], &found["misread_by"][*solver]) {
                (serde_json::Value::Null, serde_json::Value::Null) => Reaction::Reads,
                (serde_json::Value::Null, _) => Reaction::Misreads,
                _ => Reaction::Refuses,
            };
            let reaction = react(solver, command, &file);
            if claimed != reaction {
                faults.push(format!(
                    "{solver} {text:?}: {claimed:?}, in fact {reaction:?}"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn table_path() -> PathBuf {
    program::root().join("crates/lint/src/solvers.txt")
}

fn table(comments: &str, columns: &[(&str, Vec<Reaction>)]) -> String {
    let mut text = format!(
        "# What solvers did with the files in fixtures/cnf/bad, by tests/solvers/lint_solvers.rs:\n\
         # BLESS=1 cargo test --test solvers lint_solvers writes this table.\n{comments}{:36}",
        "finding"
    );
    for (solver, _) in columns {
        text += &format!("{solver:15}");
    }
    text = text.trim_end().to_string() + "\n";
    for (row, kind) in FindingKind::all().enumerate() {
        let mut line = format!("{:36}", kind.key());
        for (_, reactions) in columns {
            line += &format!("{:15}", reactions[row].as_str());
        }
        text += line.trim_end();
        text += "\n";
    }
    text
}

//! Holds lint's claims about solvers: runs every solver that is there on every file in
//! fixtures/cnf/bad and compares with crates/lint/src/solvers.txt. BLESS=1 writes the table, which
//! needs all of them. So does REQUIRE_SOLVERS=1; otherwise those that are not there are skipped.

use crate::common::program;
use crate::common::required;
use itertools::Itertools;
use knightsat::cnf::dimacs::read::CnfReader;
use knightsat_lint::names::{FindingName, MEASURED, Reaction};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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

/// In seconds.
const PATIENCE: &str = "5";

/// The formula that these files are made of.
const MEANT: &str = "p cnf 3 3\n1 0\n-1 2 0\n-2 -3 0\n";

/// Returns the line of the table with a solver's version, which is the first line that it prints;
/// `None` if it is not there. MiniSat tells none.
fn known(solver: &str, command: &str, option: &str) -> Option<String> {
    let mut version = String::new();
    if !command.is_empty() {
        let asked = ["--help", option][usize::from(!option.is_empty())];
        let output = Command::new(solver).arg(asked).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).to_string();
        let line = text.lines().next().filter(|_| !option.is_empty());
        version = line
            .unwrap_or_default()
            .trim_start_matches("c ")
            .to_string();
    }
    let line = format!("# {solver} {}", version.trim());
    Some(line.trim_end().to_string() + "\n")
}

fn bad(name: FindingName) -> PathBuf {
    let folder = program::root().join("fixtures/cnf/bad");
    folder.join(format!("{}.cnf", name.as_str()))
}

/// The clauses that the file means: what a fix makes of it, or what all of these files are made of
/// where nothing can.
fn meant(file: &Path) -> Vec<Vec<i32>> {
    let mut command = program::knightsat("lint --fix -o -");
    let output = command.arg(file).output().unwrap();
    let text = match output.status.code() {
        Some(0) => output.stdout,
        _ => MEANT.as_bytes().to_vec(),
    };
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
    let has = |line: &str, word: &str| line.trim_start_matches("s ").starts_with(word);
    let starts = |word: &str| text.lines().any(|line| has(line, word));
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
    let mut command = Command::new("timeout");
    command.arg(PATIENCE).args(words).stdin(Stdio::null());
    let output = command.output().unwrap();
    if output.status.code() == Some(124) {
        return None;
    }
    let text = [output.stdout, fs::read(out).unwrap_or_default()].concat();
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
    let (mut columns, mut comments) = (Vec::new(), String::new());
    for (solver, command, option) in SOLVERS {
        let known = known(solver, command, option);
        assert!(known.is_some() || !bless, "{solver} is not there");
        if !bless && !known.as_ref().is_some_and(|line| MEASURED.contains(line)) {
            let what = format!("{solver} as measured, not {known:?}; BLESS=1 measures anew");
            required::is_usable(false, &what);
            continue;
        }
        comments += &known.unwrap();
        let reactions = FindingName::ALL
            .iter()
            .map(|&name| react(solver, command, &bad(name)));
        columns.push((solver, reactions.collect::<Vec<_>>()));
    }
    if bless {
        fs::write(table_path(), table(&comments, &columns)).unwrap();
        return;
    }
    for (solver, reactions) in columns {
        for (name, reaction) in FindingName::ALL.iter().zip(reactions) {
            let claims = [Reaction::Reads, Reaction::Refuses, Reaction::Misreads].into_iter();
            let mut claimed = claims.filter(|&claim| name.solvers(claim).any(|one| one == solver));
            assert_eq!(claimed.next(), Some(reaction), "{solver} {}", name.as_str());
        }
    }
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
    for (row, name) in FindingName::ALL.iter().enumerate() {
        let mut line = format!("{:36}", name.as_str());
        for (_, reactions) in columns {
            line += &format!("{:15}", reactions[row].as_str());
        }
        text += &format!("{}\n", line.trim_end());
    }
    text
}

//! Every installed solver of the table gives every kind of answer: models, refutations, counts,
//! proofs, nothing in time. The program calls it, or reads its result. With REQUIRE_SOLVERS=1 all
//! that scripts/install-solvers puts in place must be there, otherwise they are skipped.

use crate::common::compression::{ENDINGS, compress};
use crate::common::program::{output, output_with, root, run, write};
use crate::common::required;
use crate::common::solvers::{ask, pigeons, read, solvers};
use crate::common::transcript::transcript;
use itertools::{Itertools, iproduct};
use knightsat::cnf::Answer;
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::encoding::Name;
use knightsat::solver::Limits;
use knightsat::solver::Program;
use knightsat::solver::external::{External, find};
use knightsat::stop::Stop;
use knightsat_solver::installed::installed;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// The sound formulas among the fixtures.
fn formulas() -> Vec<PathBuf> {
    let folders = ["fixtures/cnf/good", "fixtures/golden"].map(|folder| root().join(folder));
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_formula = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cnf");
    let paths = paths.filter(is_formula).collect_vec();
    assert!(paths.len() >= 14);
    paths
}

/// Returns the exit code of `sat` for a solver's answer to a formula.
fn code(formula: &Cnf, solver: &str) -> i32 {
    match ask(formula, solver, &Limits::default()) {
        Answer::Satisfiable(_) => 10,
        Answer::Unsatisfiable => 20,
        Answer::Unknown => panic!("no limit was set"),
    }
}

#[test]
fn sat_agrees_with_every_solver() {
    let mut codes = Vec::new();
    for path in formulas() {
        let (formula, path) = (read(&path), path.display());
        if formula.variables() == 0 {
            continue;
        }
        let (expected, ..) = run(&format!("sat {path}"));
        codes.push(expected);
        for solver in solvers() {
            assert_eq!(code(&formula, solver), expected, "{solver} on {path}");
        }
    }
    assert!(codes.contains(&10) && codes.contains(&20));
}

#[test]
fn a_compressed_formula_is_the_same_formula() {
    let dir = TempDir::new().unwrap();
    for (path, ending) in iproduct!(formulas(), ENDINGS) {
        let text = fs::read(&path).unwrap();
        let packed = dir.path().join(format!("t.cnf.{ending}"));
        compress(&packed, &text);
        assert_ne!(fs::read(&packed).unwrap(), text);
        let sat = |path: &Path| run(&format!("sat {}", path.display()));
        let [found, expected] = [&packed, &path].map(|path| sat(path));
        assert_eq!(found, expected, "{} as {ending}", path.display());
    }
}

#[test]
fn all_solvers_take_formulas_at_the_edge_and_stop_at_the_deadline() {
    let [empty, mut free, mut contradiction, mut gap] = [(); 4].map(|()| Cnf::default());
    free.new_vars(3);
    contradiction.clause(&[]);
    let vars = gap.new_vars(4);
    gap.clause(&[vars.get(1).neg()]);
    let endless = pigeons(14);
    for solver in solvers() {
        let codes = [&empty, &free, &gap, &contradiction].map(|formula| code(formula, solver));
        assert_eq!(codes, [10, 10, 10, 20], "{solver}");
        let limits = Limits {
            stop: Stop::after(Duration::from_millis(500)),
            ..Limits::default()
        };
        assert_eq!(ask(&endless, solver, &limits), Answer::Unknown, "{solver}");
    }
}

#[test]
fn proofs_are_written_where_they_are_asked_for() {
    let dir = TempDir::new().unwrap();
    let text = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
    let cnf = write(dir.path(), "t.cnf", text);
    let solvers = solvers().into_iter();
    let external = solvers.map(|name| External::new(name, None).unwrap());
    for solver in external.filter(|solver| solver.proof().is_some()) {
        let (proof, name) = (dir.path().join("proof"), solver.name());
        let answer = solver.ask(Path::new(&cnf), Some(&proof), 2, &Limits::default());
        assert_eq!(answer.unwrap(), Answer::Unsatisfiable, "{name}");
        let text = fs::read_to_string(&proof).unwrap();
        let is_step = |word: &str| word.len() == 1 || word.parse::<i32>().is_ok();
        let is_proof = text.contains('0') && text.split_whitespace().all(is_step);
        assert!(is_proof, "{name}: {text}");
        fs::remove_file(proof).unwrap();
    }
}

/// A count that is cut short claims no end.
#[test]
fn every_solver_finds_tours_refutes_and_counts_by_name() {
    for solver in ["varisat"].into_iter().chain(solvers()) {
        let rows = "
            0 solve {5x5|6x6 --closed --three-cnf|5x6 --start c3|1x1} --encoding position \
                --solver SOLVER
            0 solve 6x6 --closed --encoding {lazy|crt --modulus 3} --solver SOLVER
            1 solve 4x4 --no-shortcuts --solver SOLVER => …unsatisfiable (SOLVER…";
        transcript(&rows.replace("SOLVER", solver));
    }
    for solver in solvers() {
        let rows = r#"
            0 count 3x4 --solver SOLVER => …16 open tours…there is no other: SOLVER says so, unchecked…
            0 count 3x4 --start a1 --solver SOLVER => …2 open tours…
            0 count 4x4 --solver SOLVER => …0 open tours…
            0 count 1x1 --solver SOLVER => …1 open tour…
            0 count 3x4 --solver SOLVER --format json => …"no_other":"SOLVER says so, unchecked"…"#;
        transcript(&rows.replace("SOLVER", solver));
        let cut = output(&format!("count 5x5 --solver {solver} --limit 3"));
        let is_open = cut.starts_with("at least 3 open tours") && !cut.contains("no other");
        assert!(is_open, "{cut}");
        let count = format!("count 3x4 --portfolio varisat,{solver} --enumerate");
        let (code, lists, _) = run(&count);
        assert_eq!((code, lists.lines().count()), (0, 16), "{lists}");
    }
    // The models of a relaxation that are no tours are cut.
    let names = ["varisat"].into_iter().chain(solvers()).join(",");
    transcript(&format!(
        "0 count 5x5 --encoding lazy --portfolio varisat,varisat => …1728 open tours, directed…
         0 solve 8x8 --closed --portfolio {names}
         1 solve 4x4 --no-shortcuts --portfolio {names}"
    ));
}

/// Encodes a problem, runs a solver with its own options, and decodes its result.
fn by_hand(solver: &str, options: &str, args: &str) -> (i32, String) {
    let dir = TempDir::new().unwrap();
    let [cnf, result] = ["t.cnf", "result"].map(|name| dir.path().join(name).display().to_string());
    assert_eq!(run(&format!("encode {args} -o {cnf}")).0, 0);
    let mut command = Command::new(solver);
    command.args(options.split_whitespace()).arg(&cnf);
    if solver == "minisat" {
        command.arg(&result).output().unwrap();
    } else {
        let output = command.output().unwrap();
        // 10 and 20 are answers, 0 is the time limit; a parse error is 1.
        let code = output.status.code().unwrap();
        assert!([0, 10, 20].contains(&code), "{solver} {args}: {code}");
        fs::write(&result, output.stdout).unwrap();
    }
    let (code, out, _) = run(&format!("decode {cnf} {result} --format moves"));
    (code, out)
}

#[test]
fn results_of_solvers_in_their_own_words_are_decoded() {
    let is_there = |solver: &&str| required::is_usable(find(solver).is_some(), solver);
    let all = ["minisat", "cadical", "kissat"].into_iter();
    let exact = Name::ALL.into_iter().filter(|&name| name != Name::Lazy);
    let exact = exact.map(|name| ("5x5 --start a1", format!(" --encoding {name}")));
    let plain = [
        ("6x6", " --textbook"),
        ("8x8", ""),
        ("8x8 --closed", " --three-cnf"),
        ("1x1", ""),
    ];
    let plain = plain.map(|(tour, options)| (tour, options.to_string()));
    let cases = exact.chain(plain).collect_vec();
    for solver in all.filter(is_there) {
        for (tour, options) in &cases {
            let (code, moves) = by_hand(solver, "", &format!("{tour}{options}"));
            assert_eq!(code, 0, "{solver} {tour}{options}");
            output_with(&format!("verify {tour} -"), &moves);
        }
        // Refuted by search, by the empty clause of a pruned contradiction, and of two squares.
        for args in ["4x4", "3x5 --textbook", "5x5 --closed", "1x2 --closed"] {
            assert_eq!(by_hand(solver, "", args).0, 1, "{solver} {args}");
        }
        let limit = match solver {
            "cadical" => "-t 1",
            "kissat" => "--time=1",
            _ => continue,
        };
        assert_eq!(by_hand(solver, limit, "10x10 --textbook").0, 3, "{solver}");
        let strict = "1x1 --closed|4x5 --start b2 --end a1|3x30 --three-cnf";
        for args in strict.split('|').filter(|_| solver == "cadical") {
            by_hand(solver, "--strict -q -n -t 2", args);
        }
    }
}

#[test]
fn the_list_names_every_solver_and_needs_no_board() {
    let (code, out, err) = run("solve --solver list");
    assert_eq!((code, err.as_str()), (0, ""));
    let own = ["varisat", "cadical-lib"].map(|name| (name, None));
    let known = installed().into_iter();
    let known = known.map(|solver| (solver.name, Some(solver.path)));
    for (line, (name, path)) in out.lines().zip_eq(own.into_iter().chain(known)) {
        assert_eq!(line.split_whitespace().next(), Some(name));
        let shown = |path: PathBuf| path.display().to_string();
        let end = path.map(|path| path.map_or("not found".into(), shown));
        assert!(end.is_none_or(|end| line.ends_with(&end)), "{line}");
        let is_left_out = name == "cadical-lib" && cfg!(not(feature = "cadical"));
        assert!(!is_left_out || line.contains("not built in"), "{line}");
    }
}

//! Every installed solver of the table gives every kind of answer: models, refutations, counts,
//! proofs, nothing in time. The program calls it, or reads its result. With REQUIRE_SOLVERS=1 all
//! that scripts/install-solvers puts in place must be there, otherwise they are skipped.

use crate::common::compression::{compress, endings};
use crate::common::program::{error, knightsat, root, run, run_with, write};
use crate::common::required;
use crate::common::solvers::{ask, read, solvers};
use itertools::{Itertools, iproduct};
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::cnf::{Answer, Lit, Vars};
use knightsat::encoding::Name;
use knightsat::solver::Program;
use knightsat::solver::external::{External, find};
use knightsat::solver::incremental::Limits;
use knightsat::solver::installed::installed;
use knightsat::stop::Stop;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// The sound formulas among the fixtures.
fn formulas() -> Vec<PathBuf> {
    let folders = ["cnf/good", "golden"].map(|folder| root().join("fixtures").join(folder));
    let entries = folders
        .into_iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == "cnf"));
    let paths = paths.collect_vec();
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
fn sat_agrees_with_every_solver_and_assumptions_are_unit_clauses() {
    let mut codes = Vec::new();
    for path in formulas() {
        let plain = read(&path);
        // Somewhere among the variables, of either sign.
        let variables = plain.variables().max(1) as i32;
        let [a, b, c] = [3, 7, 11].map(|factor: i32| factor * 5741 % variables + 1);
        let mut assumed = plain.clone();
        for number in [a, -b, c] {
            assumed.clause(&[Lit::from_dimacs(number).unwrap()]);
        }
        let assume = format!("--assume {a},-{b},{c}");
        let cases = [(plain, String::new()), (assumed, assume)];
        let cases = cases
            .into_iter()
            .filter(|(formula, _)| formula.variables() > 0);
        for (formula, options) in cases {
            let path = path.display();
            let (expected, ..) = run(&format!("sat {path} {options}"));
            codes.push(expected);
            for solver in solvers() {
                let found = code(&formula, solver);
                assert_eq!(found, expected, "{solver} on {path} {options}");
            }
        }
    }
    assert!(codes.contains(&10) && codes.contains(&20));
}

#[test]
fn a_compressed_formula_is_the_same_formula() {
    let dir = TempDir::new().unwrap();
    for (path, ending) in iproduct!(formulas(), endings()) {
        let text = fs::read(&path).unwrap();
        let packed = dir.path().join(format!("t.cnf.{ending}"));
        compress(&packed, &text);
        assert_ne!(fs::read(&packed).unwrap(), text);
        let [found, expected] =
            [&packed, &path].map(|path| run(&format!("sat {}", path.display())));
        assert_eq!(found, expected, "{} as {ending}", path.display());
    }
}

/// One pigeon more than holes.
fn pigeons(holes: u32) -> Cnf {
    let mut formula = Cnf::default();
    let mut at = vec![Vec::new(); holes as usize];
    for _ in 0..=holes {
        let lits = formula
            .new_vars(holes)
            .iter()
            .map(|var| var.pos())
            .collect_vec();
        formula.clause(&lits);
        at.iter_mut().zip(lits).for_each(|(at, lit)| at.push(lit));
    }
    at.iter().for_each(|pigeons| formula.pairwise(pigeons));
    formula
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
    for solver in solvers() {
        let external = External::new(solver, None).unwrap();
        if external.proof().is_none() {
            continue;
        }
        let proof = dir.path().join(solver);
        let answer = external.ask(Path::new(&cnf), Some(&proof), 2, &Limits::default());
        assert_eq!(answer.unwrap(), Answer::Unsatisfiable, "{solver}");
        let text = fs::read_to_string(&proof).unwrap();
        let is_step = |word: &str| word.len() == 1 || word.parse::<i32>().is_ok();
        let is_proof = text.contains('0') && text.split_whitespace().all(is_step);
        assert!(is_proof, "{solver}: {text}");
    }
}

#[test]
fn every_solver_finds_tours_refutes_and_counts_by_name() {
    for solver in ["varisat"].into_iter().chain(solvers()) {
        for args in [
            "5x5 --encoding position",
            "6x6 --closed --three-cnf --encoding position",
            "5x6 --start c3 --encoding position",
            "1x1 --encoding position",
            "6x6 --closed --encoding lazy",
            "6x6 --closed --encoding crt --modulus 3",
        ] {
            let (code, out, err) = run(&format!("solve {args} --solver {solver}"));
            assert_eq!((code, err.as_str()), (0, ""), "{solver} on {args}: {out}");
        }
        let (code, out, _) = run(&format!("solve 4x4 --solver {solver}"));
        assert_eq!(code, 1, "{solver}");
        assert!(out.contains(&format!("unsatisfiable ({solver}")), "{out}");
    }
    for solver in solvers() {
        for (args, count) in [
            ("3x4", "16 open tours"),
            ("3x4 --start a1", "2 open tours"),
            ("4x4", "0 open tours"),
            ("1x1", "1 open tour"),
        ] {
            let (code, out, err) = run(&format!("count {args} --solver {solver}"));
            assert_eq!((code, err.as_str()), (0, ""), "{solver} on {args}: {out}");
            let lines = out.lines().collect_vec();
            assert!(lines[0].starts_with(count), "{solver}: {out}");
            let word = format!("there is no other: {solver} says so, unchecked");
            assert_eq!(lines[1], word);
        }
        // A count that is cut short claims no end.
        let (code, out, _) = run(&format!("count 5x5 --solver {solver} --limit 3"));
        let is_open = out.starts_with("at least 3 open tours") && !out.contains("no other");
        assert!(code == 0 && is_open, "{out}");
        let lists = run(&format!(
            "count 3x4 --portfolio varisat,{solver} --enumerate"
        ));
        assert_eq!((lists.0, lists.1.lines().count()), (0, 16), "{lists:?}");
        let json = run(&format!("count 3x4 --solver {solver} --format json")).1;
        let word = format!("\"no_other\":\"{solver} says so, unchecked\"");
        assert!(json.contains(&word), "{json}");
    }
    // The models of a relaxation that are no tours are cut.
    let (code, out, _) = run("count 5x5 --encoding lazy --portfolio varisat,varisat");
    assert!(
        code == 0 && out.starts_with("1728 open tours, directed"),
        "{out}"
    );
    let names = ["varisat"].into_iter().chain(solvers()).join(",");
    let (code, _, err) = run(&format!("solve 8x8 --closed --portfolio {names}"));
    assert_eq!((code, err.as_str()), (0, ""), "{names}");
    let (code, out, _) = run(&format!("solve 4x4 --portfolio {names}"));
    assert_eq!(code, 1, "{out}");
}

#[test]
fn a_model_of_any_solver_and_encoding_is_decoded() {
    let dir = TempDir::new().unwrap();
    let cnf = dir.path().join("t.cnf");
    let path = cnf.display().to_string();
    let tours = ["6x6 --closed", "5x5 --start a1", "3x4 --start a1 --end d3"];
    for (name, tour) in iproduct!(Name::ALL, tours) {
        let is_of_steps = [Name::Position, Name::Textbook, Name::Binary].contains(&name);
        if name == Name::Lazy || tour.ends_with("closed") && is_of_steps {
            continue;
        }
        let (code, _, err) = run(&format!("encode {tour} --encoding {name} -o {path}"));
        assert_eq!(code, 0, "{name} {tour}: {err}");
        let formula = read(&cnf);
        for solver in ["varisat"].into_iter().chain(solvers()) {
            let Answer::Satisfiable(model) = ask(&formula, solver, &Limits::default()) else {
                panic!("{solver} finds no {tour} by {name}");
            };
            let vars = Vars::new(1, formula.variables());
            let values = vars.iter().map(|var| match model.value(var) {
                Some(true) => var.pos().to_dimacs(),
                _ => var.neg().to_dimacs(),
            });
            let result = write(
                dir.path(),
                "result",
                &format!("SAT\n{} 0\n", values.format(" ")),
            );
            let (code, out, err) = run(&format!("decode {path} {result} --format moves"));
            assert_eq!((code, err.as_str()), (0, ""), "{name} {solver} {tour}");
            let (code, _, err) = run_with(&format!("verify {tour} -"), &out);
            assert_eq!(
                (code, err.as_str()),
                (0, ""),
                "{name} {solver} {tour}: {out}"
            );
        }
    }
}

/// Encodes a problem, runs a solver with its own options, and decodes its result.
fn by_hand(solver: &str, options: &str, args: &str) -> (i32, String) {
    let dir = TempDir::new().unwrap();
    let [cnf, result] = ["t.cnf", "result"].map(|name| dir.path().join(name));
    assert_eq!(run(&format!("encode {args} -o {}", cnf.display())).0, 0);
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
    let decode = format!(
        "decode {} {} --format moves",
        cnf.display(),
        result.display()
    );
    let (code, out, _) = run(&decode);
    (code, out)
}

#[test]
fn results_of_solvers_in_their_own_words_are_decoded() {
    let is_there = |solver: &&str| required::is_usable(find(solver).is_some(), solver);
    for solver in ["minisat", "cadical", "kissat"]
        .into_iter()
        .filter(is_there)
    {
        for (args, options) in [
            ("6x6", "--textbook"),
            ("8x8", ""),
            ("8x8 --closed", ""),
            ("8x8 --closed", "--three-cnf"),
            ("1x1", ""),
            ("5x6 --start c3", ""),
        ] {
            let (code, moves) = by_hand(solver, "", &format!("{args} {options}"));
            assert_eq!(code, 0, "{solver} {args}");
            assert_eq!(
                run_with(&format!("verify {args} -"), &moves).0,
                0,
                "{solver} {args}"
            );
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
        for args in [
            "1x1",
            "1x1 --closed",
            "4x5 --start b2 --end a1",
            "3x30 --three-cnf",
            "7x7 --closed",
        ] {
            if solver == "cadical" {
                by_hand(solver, "--strict -q -n -t 2", args);
            }
        }
    }
}

#[test]
fn the_list_names_every_solver_and_needs_no_board() {
    let (code, out, err) = run("solve --solver list");
    assert_eq!((code, err.as_str()), (0, ""));
    let own = ["varisat", "cadical-lib"].map(|name| (name, None));
    let known = installed()
        .into_iter()
        .map(|solver| (solver.name, Some(solver.path)));
    for (line, (name, path)) in out.lines().zip_eq(own.into_iter().chain(known)) {
        assert_eq!(line.split_whitespace().next(), Some(name));
        let end =
            path.map(|path| path.map_or("not found".into(), |path| path.display().to_string()));
        assert!(end.is_none_or(|end| line.ends_with(&end)), "{line}");
        let is_left_out = name == "cadical-lib" && cfg!(not(feature = "cadical"));
        assert!(!is_left_out || line.contains("not built in"), "{line}");
    }
}

#[cfg(not(feature = "cadical"))]
#[test]
fn without_cadical_the_program_says_how_to_have_it() {
    for encoding in ["auto", "lazy", "position"] {
        assert_eq!(
            error(&format!(
                "solve 8x8 --solver cadical-lib --encoding {encoding}"
            )),
            "cadical-lib: this knightsat was built without CaDiCaL: cargo build --features cadical"
        );
    }
}

#[test]
fn choices_that_cannot_be_are_refused() {
    let all = "
        solve 5x5 --solver varisat --solver-path /bin/sh => varisat runs in process: it has no path
        solve 5x5 --solver minisat --solver-path /nowhere => /nowhere: no such program
        solve 5x5 --seed 1 --portfolio varisat,kissat => --seed is for --encoding lazy in process: with a formula nothing is chosen at random
        solve 5x5 --solver kisat => 'kisat' is not a solver: name varisat, minisat, kissat,
        count 5x5 --solver kisat => 'kisat' is not a solver
        count 5x5 --solver varisat --method frontier => --solver and --portfolio are for --method enumerate
        solve 5x5 --solver minisat --portfolio kissat => the argument '--solver <NAME>' cannot be used with
        solve 5x5 --solver-path /bin/sh => missing: --solver <NAME>";
    for line in all.trim().lines() {
        let (args, message) = line.trim().split_once(" => ").unwrap();
        let found = error(args);
        assert!(found.starts_with(message), "{args}: {found}");
    }
}

#[test]
fn a_wrong_option_is_told_before_a_missing_program() {
    let all = "
        5x5 --seed 1 --portfolio varisat,kissat => --seed is for
        5x5 --seed 1 --solver kissat => --seed is for
        6x6 --closed --symmetric rot90 --at 5=c3 --encoding crt --solver kissat => the encoding crt does not support a symmetry
        5x5 --solver kissat => kissat";
    for line in all.trim().lines() {
        let (args, message) = line.trim().split_once(" => ").unwrap();
        let mut command = knightsat(&format!("solve {args}"));
        let output = command.env("PATH", "/nowhere").output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}: {told}");
        let message = format!("knightsat: {message}");
        assert!(told.starts_with(&message), "{args}: {told}");
    }
}

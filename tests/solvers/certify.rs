//! Certificates whose refutation is another solver's: its DRAT proof becomes LRAT, or is refused.
#![cfg(target_os = "linux")]

use crate::common::fakes::Fakes;
use crate::common::program::{error, run, write};
use crate::common::solvers::solvers;
use itertools::Itertools;
use knightsat::cnf::Answer;
use knightsat::cnf::Lit;
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::solver::Program;
use knightsat::solver::external::External;
use knightsat::solver::incremental::Limits;
use knightsat_base::random::Rng;
use knightsat_solver::certify::{can_certify, refute_by};
use std::collections::HashMap;
use std::fs;
use tempfile::TempDir;

/// The solvers that are there and write DRAT.
fn able() -> Vec<External> {
    let able = solvers()
        .into_iter()
        .filter(|name| can_certify(name).is_ok());
    able.map(|name| External::new(name, None).unwrap())
        .collect()
}

/// Random clauses of three literals, too many to be satisfied, on `variables` variables.
fn random(variables: u32, seed: u64) -> Cnf {
    let mut rng = Rng::new(seed, 7);
    let mut formula = Cnf::default();
    let vars = formula.new_vars(variables);
    for _ in 0..6 * variables + 60 {
        let mut clause: Vec<Lit> = Vec::new();
        while clause.len() < 3 {
            let lit = vars.get(rng.below(variables as usize) as u32).pos();
            if clause.iter().all(|other| other.var() != lit.var()) {
                clause.push(if rng.below(2) == 0 { lit } else { !lit });
            }
        }
        formula.clause(&clause);
    }
    formula
}

/// Checks an LRAT proof hint by hint, and that the DRAT proof has the same steps.
fn check(formula: &Cnf, lrat: &str, drat: &str) {
    let clauses = formula
        .clauses()
        .map(|c| c.iter().map(|lit| lit.to_dimacs()).collect());
    let mut known: HashMap<i32, Vec<i32>> = (1..).zip(clauses).collect();
    let mut steps = Vec::new();
    let sorted = |mut clause: Vec<i32>| {
        clause.sort_unstable();
        clause
    };
    for line in lrat.lines() {
        let (number, rest) = line.split_once(' ').unwrap();
        if let Some(gone) = rest.strip_prefix("d ") {
            let gone = gone.strip_suffix(" 0").unwrap().parse().unwrap();
            steps.push((true, sorted(known.remove(&gone).unwrap())));
            continue;
        }
        let numbers: Vec<i32> = rest.split(' ').map(|word| word.parse().unwrap()).collect();
        let parts: Vec<&[i32]> = numbers.split(|&number| number == 0).collect();
        let mut is_false = parts[0].to_vec();
        for (at, hint) in parts[1].iter().enumerate() {
            let open = known[hint].iter().filter(|lit| !is_false.contains(lit));
            match open.collect::<Vec<_>>()[..] {
                [] => assert_eq!(at + 1, parts[1].len(), "{line}"),
                [&unit] => is_false.push(-unit),
                _ => panic!("hint {hint} does not propagate: {line}"),
            }
            assert!(
                at + 1 < parts[1].len() || known[hint].iter().all(|lit| is_false.contains(lit))
            );
        }
        steps.push((false, sorted(parts[0].to_vec())));
        known.insert(number.parse().unwrap(), parts[0].to_vec());
    }
    assert_eq!(steps.last(), Some(&(false, Vec::new())));
    let theirs = drat.lines().map(|line| {
        let (deletes, words) = match line.strip_prefix("d ") {
            Some(words) => (true, words),
            None => (false, line),
        };
        let numbers = words.split(' ').map(|word| word.parse().unwrap());
        (
            deletes,
            sorted(numbers.filter(|&number: &i32| number != 0).collect()),
        )
    });
    assert_eq!(theirs.collect::<Vec<_>>(), steps);
}

#[test]
fn proofs_of_other_solvers_become_proofs_that_check() {
    let dir = TempDir::new().unwrap();
    for solver in able() {
        for (variables, seed) in [(5, 1), (20, 2), (60, 3), (100, 4), (150, 5)] {
            let formula = random(variables, seed);
            let clauses = formula.clauses().map(|clause| {
                let lits = clause.iter().map(|lit| lit.to_dimacs()).join(" ");
                format!("{lits} 0\n")
            });
            let text = format!(
                "p cnf {variables} {}\n{}",
                formula.len(),
                clauses.format("")
            );
            let cnf = write(dir.path(), "t.cnf", &text);
            let theirs = dir.path().join("theirs");
            let (mut lrat, mut drat) = (Vec::new(), Vec::new());
            let limits = Limits::default();
            let refuted = refute_by(
                &solver,
                cnf.as_ref(),
                &formula,
                &theirs,
                &limits,
                &mut lrat,
                &mut drat,
            );
            assert_eq!(
                refuted.unwrap(),
                Answer::Unsatisfiable,
                "{} on {variables}",
                solver.name()
            );
            let [lrat, drat] = [lrat, drat].map(|bytes| String::from_utf8(bytes).unwrap());
            check(&formula, &lrat, &drat);
            assert!(!theirs.exists());
        }
    }
}

#[test]
fn certificates_of_other_solvers_are_verified() {
    for solver in able() {
        for args in [
            "4x4",
            "4x9 --closed",
            "3x6 --closed",
            "3x5 --start b1",
            "4x4 --closed --leaper 1,1",
            // An empty clause, and two unit clauses that contradict each other.
            "3x3",
            "1x2",
        ] {
            let dir = TempDir::new().unwrap();
            let folder = dir.path().join("c").display().to_string();
            let name = solver.name();
            let (code, out, err) = run(&format!(
                "prove {args} --no-shortcuts --solver {name} -o {folder}"
            ));
            assert_eq!((code, err.as_str()), (0, ""), "{name} on {args}: {out}");
            assert_eq!(
                fs::read_dir(&folder).unwrap().count(),
                4,
                "{name} on {args}"
            );
            let (code, out, err) = run(&format!("verify --certificate {folder} {args}"));
            assert_eq!((code, err.as_str()), (0, ""), "{name} on {args}: {out}");
        }
    }
}

#[test]
fn a_proof_that_proves_nothing_is_blamed_on_the_solver() {
    let fakes = Fakes::new();
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("c").display().to_string();
    let prove = |solver: &str, script: &str| {
        let path = fakes.program(script);
        let timeout = if script == "sleep 1000" { 1 } else { 600 };
        let solver = format!("--solver {solver} --solver-path {path} --timeout {timeout}");
        let outcome = fakes.run(&format!("prove 4x4 --no-shortcuts {solver} -o {target}"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{script}");
        (outcome.code, outcome.err.replacen("knightsat: ", "", 1))
    };
    for line in [
        " => ends before the empty clause (line 1)",
        "0\\n => has a lemma that does not follow by unit propagation (line 1)",
        "1 0\\n => has a lemma that does not follow by unit propagation (line 1)",
        "d 1 2 3 0\\n9999 0\\n => uses a variable that the formula has not (line 2)",
        "1 2 => has a line that does not end in its 0 (line 1)",
        "1 0 2 0\\n => has a line that does not end in its 0 (line 1)",
        "a\\001 => is not DRAT as text (line 1)",
    ] {
        let (proof, what) = line.split_once(" => ").unwrap();
        let script = "eval last=\\${$#}; echo s UNSATISFIABLE; printf 'PROOF' > $last; exit 20";
        let found = prove("kissat", &script.replace("PROOF", proof));
        assert_eq!(
            found,
            (Some(2), format!("kissat writes a proof that {what}\n")),
            "{proof}"
        );
    }
    let found = prove("cadical", "echo s UNSATISFIABLE; exit 20");
    assert_eq!(found, (Some(2), "cadical wrote no proof\n".into()));
    let (_, err) = prove("cadical", "echo s SATISFIABLE; echo v 1 0; exit 10");
    assert!(
        err.starts_with("cadical gives a model that violates clause"),
        "{err}"
    );
    assert_eq!(prove("cadical", "sleep 1000").0, Some(3));
    fakes.assert_nothing_left();
}

#[test]
fn who_writes_no_proof_is_not_asked_for_one() {
    let dir = TempDir::new().unwrap();
    let target = dir.path().join("c").display().to_string();
    let all = "
        --solver minisat --solver-path /bin/sh => minisat writes no proof: ask varisat, kissat, cadical, glucose
        --solver cryptominisat --solver-path /bin/sh => cryptominisat writes no proof in DRAT, but in FRAT: ask varisat, kissat, cadical, glucose
        --portfolio kissat,cadical => unexpected argument '--portfolio'";
    for line in all.trim().lines() {
        let (options, expected) = line.trim().split_once(" => ").unwrap();
        let message = error(&format!("prove 4x4 {options} -o {target}"));
        assert!(message.starts_with(expected), "{message}");
    }
    let own = format!("prove 4x4 --no-shortcuts --solver varisat -o {target}");
    assert_eq!(run(&own).0, 0);
}

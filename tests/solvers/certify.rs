//! Certificates whose refutation is another solver's: its DRAT proof becomes LRAT, or is refused.
#![cfg(target_os = "linux")]

use crate::common::certificates::{WHOLE, files, prove, verify};
use crate::common::fakes::Fakes;
use crate::common::program::write;
use crate::common::solvers::{read, solvers};
use itertools::{Itertools, iproduct};
use knightsat::cnf::Answer;
use knightsat::solver::Limits;
use knightsat::solver::Program;
use knightsat::solver::external::External;
use knightsat::stop::Stop;
use knightsat_base::random::Rng;
use knightsat_certificate::{DRAT, LRAT, verify_formula};
use knightsat_solver::certify::{can_certify, refute_by};
use std::fs::{self, File};
use tempfile::TempDir;

/// The solvers that are there and write DRAT.
fn able() -> Vec<External> {
    let able = solvers().into_iter();
    let able = able.filter(|name| can_certify(name).is_ok());
    able.map(|name| External::new(name, None).unwrap())
        .collect()
}

/// Random clauses of three literals, too many to be satisfied, on `variables` variables.
fn random(variables: u32, seed: u64) -> Vec<Vec<i32>> {
    let mut rng = Rng::new(seed, 7);
    let mut clause = || {
        let mut clause: Vec<i32> = Vec::new();
        while clause.len() < 3 {
            let var = rng.below(variables as usize) as i32 + 1;
            if !clause.contains(&var) && !clause.contains(&-var) {
                clause.push(if rng.below(2) == 0 { var } else { -var });
            }
        }
        clause
    };
    (0..6 * variables + 60).map(|_| clause()).collect()
}

/// The LRAT proof is checked hint by hint, and the DRAT proof has the same steps.
#[test]
fn proofs_of_other_solvers_become_proofs_that_check() {
    let sizes = [(5, 1), (20, 2), (60, 3), (100, 4), (150, 5)];
    for (solver, (variables, seed)) in iproduct!(able(), sizes) {
        let dir = TempDir::new().unwrap();
        let clauses = random(variables, seed);
        let lines = clauses.iter().map(|lits| lits.iter().join(" ") + " 0\n");
        let text = format!("p cnf {variables} {}\n{}", clauses.len(), lines.format(""));
        let cnf = write(dir.path(), "formula.cnf", &text);
        let [theirs, lrat, drat] = ["theirs", LRAT, DRAT].map(|name| dir.path().join(name));
        let files = [lrat, drat].map(|path| File::create(path).unwrap());
        let (cnf, limits, [lrat, drat]) = (cnf.as_ref(), Limits::default(), files);
        let refuted = refute_by(&solver, cnf, &read(cnf), &theirs, &limits, lrat, drat);
        let what = format!("{} on {variables}", solver.name());
        assert_eq!(refuted.unwrap(), Answer::Unsatisfiable, "{what}");
        assert!(!theirs.exists());
        let verified = verify_formula(dir.path(), clauses, &Stop::default());
        assert!(verified.is_ok(), "{what}: {verified:?}");
    }
}

/// The last two have an empty clause, and two unit clauses that contradict each other.
#[test]
fn certificates_of_other_solvers_are_verified() {
    let all = "4x4|4x9 --closed|3x6 --closed|3x5 --start b1|4x4 --closed --leaper 1,1|3x3|1x2";
    for (solver, args) in iproduct!(able(), all.split('|')) {
        let dir = TempDir::new().unwrap();
        let options = format!("{args} --no-shortcuts --solver {}", solver.name());
        let (folder, _) = prove(&dir, &options);
        assert_eq!(files(&folder), WHOLE, "{options}");
        let (code, out, err) = verify(&folder, args);
        assert_eq!((code, err.as_str()), (0, ""), "{options}: {out}");
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
        let expected = format!("kissat writes a proof that {what}\n");
        assert_eq!(found, (Some(2), expected), "{proof}");
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

//! `knightsat sat`: its values and its proofs.

use crate::common::compression::plain;
use crate::common::program::{run, run_with, write};
use std::collections::BTreeSet;
use std::fs;
use tempfile::TempDir;

/// One pigeon more than holes.
fn pigeons(holes: i32) -> String {
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        let lits = (0..holes).map(|hole| var(pigeon, hole).to_string());
        clauses.push(lits.collect::<Vec<_>>().join(" ") + " 0");
        for other in 0..pigeon {
            let both = |hole| format!("-{} -{} 0", var(pigeon, hole), var(other, hole));
            clauses.extend((0..holes).map(both));
        }
    }
    let (variables, len) = ((holes + 1) * holes, clauses.len());
    format!("p cnf {variables} {len}\n{}\n", clauses.join("\n"))
}

fn clauses(cnf: &str) -> Vec<Vec<i32>> {
    let lines = cnf.lines().filter(|line| !line.starts_with(['c', 'p']));
    let numbers = lines.flat_map(str::split_ascii_whitespace);
    let numbers: Vec<i32> = numbers.map(|word| word.parse().unwrap()).collect();
    let mut clauses: Vec<Vec<i32>> = numbers.split(|&n| n == 0).map(<[i32]>::to_vec).collect();
    clauses.pop();
    clauses
}

/// Returns true if the formula and the negation of the clause contradict each other by unit
/// propagation.
fn follows(clauses: &[Vec<i32>], clause: &[i32]) -> bool {
    let mut is_true: BTreeSet<i32> = clause.iter().map(|&lit| -lit).collect();
    loop {
        let before = is_true.len();
        for clause in clauses {
            if clause.iter().any(|lit| is_true.contains(lit)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&lit| !is_true.contains(&-lit));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&unit), None) => {
                    is_true.insert(unit);
                }
                _ => {}
            }
        }
        if is_true.len() == before {
            return false;
        }
    }
}

/// Checks a DRAT proof all of whose lemmas follow by unit propagation: steps are whether it is a
/// deletion, and the literals.
fn assert_refutes(cnf: &str, steps: &[(bool, Vec<i32>)]) {
    let sorted = |clause: &[i32]| {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause
    };
    let mut known: Vec<Vec<i32>> = clauses(cnf).iter().map(|clause| sorted(clause)).collect();
    for (is_deletion, clause) in steps {
        let clause = sorted(clause);
        if *is_deletion {
            let place = known.iter().position(|other| *other == clause);
            known.swap_remove(place.expect("only what is there is deleted"));
        } else {
            assert!(follows(&known, &clause), "{clause:?} does not follow");
            known.push(clause);
        }
    }
    assert_eq!(steps.last(), Some(&(false, vec![])), "the last clause");
}

fn text_steps(proof: &str) -> Vec<(bool, Vec<i32>)> {
    let step = |line: &str| {
        let rest = line.strip_prefix("d ");
        let words = rest.unwrap_or(line).split_ascii_whitespace();
        let mut lits: Vec<i32> = words.map(|word| word.parse().unwrap()).collect();
        assert_eq!(lits.pop(), Some(0));
        (rest.is_some(), lits)
    };
    proof.lines().map(step).collect()
}

fn refutations() -> [String; 5] {
    [
        pigeons(5),
        "p cnf 1 2\n1 0\n-1 0\n".into(),
        "p cnf 0 1\n0\n".into(),
        "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n".into(),
        "p cnf 3 2\n1 2 3 0\n0\n".into(),
    ]
}

#[test]
fn values_are_wrapped_under_80_columns_and_all_there() {
    let lits = (1..=3000).map(|n| if n % 3 == 0 { n } else { -n });
    let units: String = lits.clone().map(|lit| format!("{lit} 0\n")).collect();
    let (code, out, _) = run_with("sat -", &format!("p cnf 3000 3000\n{units}"));
    assert_eq!(code, 10);
    let values = out.strip_prefix("s SATISFIABLE\n").unwrap();
    let mut lines = values.lines();
    assert!(lines.all(|line| line.len() < 80 && line.starts_with("v ")));
    let words = values.split_whitespace().filter(|&word| word != "v");
    let values = words.map(|word| word.parse::<i32>().unwrap());
    assert!(values.eq(lits.chain([0])));
}

#[test]
fn drat_proofs_refute_step_by_step() {
    let dir = TempDir::new().unwrap();
    for cnf in refutations() {
        let file = write(dir.path(), "t.cnf", &cnf);
        for name in ["proof", "proof.gz"] {
            let proof = dir.path().join(name);
            let args = format!("sat {file} --proof {}", proof.display());
            let (code, out, _) = run(&args);
            assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"), "{cnf}");
            let text = String::from_utf8(plain(&proof)).unwrap();
            assert_refutes(&cnf, &text_steps(&text));
        }
    }
}

#[test]
fn lrat_proofs_propagate_along_their_hints() {
    let dir = TempDir::new().unwrap();
    for cnf in refutations() {
        let file = write(dir.path(), "t.cnf", &cnf);
        let proof = dir.path().join("proof");
        let args = format!("sat {file} --proof-format lrat --proof {}", proof.display());
        assert_eq!(run(&args).0, 20, "{cnf}");
        let mut known: Vec<Option<Vec<i32>>> = vec![None];
        known.extend(clauses(&cnf).into_iter().map(Some));
        let mut last = Vec::new();
        for line in fs::read_to_string(&proof).unwrap().lines() {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            if words[1] == "d" {
                for number in &words[2..words.len() - 1] {
                    let number: usize = number.parse().unwrap();
                    assert!(known[number].take().is_some(), "{line}");
                }
                continue;
            }
            let numbers: Vec<i32> = words.iter().map(|word| word.parse().unwrap()).collect();
            let parts: Vec<&[i32]> = numbers[1..].split(|&number| number == 0).collect();
            let hints = parts[1].iter();
            let hints = hints.map(|&hint| known[hint as usize].clone().unwrap());
            assert!(follows(&hints.collect::<Vec<_>>(), parts[0]), "{line}");
            assert!(numbers[0] as usize >= known.len(), "{line}");
            known.resize(numbers[0] as usize, None);
            last = parts[0].to_vec();
            known.push(Some(last.clone()));
        }
        assert!(last.is_empty(), "{cnf}");
    }
}

//! A checker of joined proofs that shares no code with their writers.

use crate::folder::Parts;
use itertools::Itertools;
use std::collections::HashMap;

type Clauses = HashMap<i64, Vec<i64>>;

fn numbers(line: &str) -> Vec<i64> {
    let words = line.split_ascii_whitespace();
    words.map(|word| word.parse().unwrap()).collect()
}

/// Reads a clause with its closing 0.
fn clause(line: &str) -> Vec<i64> {
    let mut clause = numbers(line);
    assert_eq!(clause.pop(), Some(0));
    clause
}

/// Follows the hints of an LRAT proof from numbered clauses; the clause of its last lemma.
fn derive(clauses: &mut Clauses, proof: &str) -> Vec<i64> {
    let mut last = Vec::new();
    for line in proof.lines() {
        if let Some((_, gone)) = line.split_once(" d ") {
            for id in numbers(gone) {
                clauses.remove(&id);
            }
            continue;
        }
        let line = numbers(line);
        let end = line.iter().position(|&number| number == 0).unwrap();
        let mut is_false = line[1..end].to_vec();
        let mut is_refuted = false;
        for hint in &line[end + 1..line.len() - 1] {
            let open = clauses[hint].iter().filter(|lit| !is_false.contains(lit));
            match open.collect_vec()[..] {
                [] => is_refuted = true,
                [unit] => is_false.push(-unit),
                _ => panic!("{line:?}: {hint} does not propagate"),
            }
        }
        assert!(is_refuted, "{line:?}");
        last = line[1..end].to_vec();
        clauses.insert(line[0], last.clone());
    }
    last
}

/// Checks the one proof, and each line of the summary.
pub fn check_joined(parts: &Parts) {
    let joined = |file: &str| parts.read(&format!("joined/{file}"));
    let formula = joined("formula.cnf");
    let lines = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
    let mut before: Clauses = (1..).zip(lines.map(clause)).collect();
    assert!(derive(&mut before.clone(), &joined("proof.lrat")).is_empty());
    let mut wanted = vec![0];
    for (number, line) in (1..).zip(joined("summary.txt").lines()) {
        wanted = clause(line);
        let proof = joined(&format!("lines/{number}.lrat"));
        let found = derive(&mut before.clone(), &proof);
        let [found, wanted_set] = [&found, &wanted].map(|lits| lits.iter().sorted().collect_vec());
        assert_eq!(found, wanted_set);
        before.insert(before.len() as i64 + 1, wanted.clone());
    }
    assert!(wanted.is_empty());
}

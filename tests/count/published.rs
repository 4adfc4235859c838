//! The files of a published program that is wrong in instructive ways: what must never happen here.
//! See fixtures/README.md.

use knightsat::cnf::Lit;
use knightsat::cnf::dimacs::read::CnfReader;
use std::collections::HashSet;
use std::fs;

fn published(side: u32) -> String {
    let path = format!(
        "{}/fixtures/published/assignment-program-{side}x{side}.dimacs",
        env!("CARGO_MANIFEST_DIR")
    );
    fs::read_to_string(path).unwrap()
}

fn clauses(text: &str) -> Vec<Vec<i32>> {
    let body = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    let numbers = body.map(|line| {
        line.split_ascii_whitespace()
            .map(|word| word.parse().unwrap())
    });
    numbers
        .map(|line| line.take_while(|&number| number != 0).collect())
        .collect()
}

#[test]
fn the_published_header_is_refused() {
    for side in [4, 5] {
        let text = published(side);
        let mut reader = CnfReader::new(text.as_bytes(), "f", "").unwrap();
        let error = reader
            .next_clause(&mut Vec::<Lit>::new())
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "f:2:1: literal -111 is beyond the header's 1 variable"
        );
    }
}

/// Returns true if the assignment with exactly these variables true satisfies every clause.
fn satisfied_by(true_variables: &[i32], clauses: &[Vec<i32>]) -> bool {
    let holds = |&lit: &i32| (lit > 0) == true_variables.contains(&lit.abs());
    clauses.iter().all(|clause| clause.iter().any(holds))
}

#[test]
fn the_published_formulas_are_satisfied_without_any_square_and_ours_is_not() {
    // Just the last literal of an at-least-one clause that is split and never linked.
    for (side, fresh) in [(4, 1755), (5, 2666)] {
        assert!(satisfied_by(&[fresh], &clauses(&published(side))), "{side}");
    }
    let ours = clauses(&encode("4x4"));
    let fresh: Vec<i32> = (16 * 16 + 1..=ours.iter().flatten().copied().max().unwrap()).collect();
    assert!(!satisfied_by(&[], &ours) && !satisfied_by(&fresh, &ours));
}

fn encode(board: &str) -> String {
    let mut command = assert_cmd::Command::cargo_bin("knightsat").unwrap();
    let output = command
        .args(["encode", board, "--textbook"])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn split_chains_are_linked_and_fresh_variables_are_fresh() {
    let text = encode("4x4");
    let header = text.lines().find(|line| line.starts_with('p')).unwrap();
    let variables: i32 = header.split(' ').nth(2).unwrap().parse().unwrap();
    let squares = 16 * 16;
    let all = clauses(&text);
    let used: HashSet<i32> = all.iter().flatten().map(|lit| lit.abs()).collect();
    assert_eq!(used.len() as i32, variables, "numbers are contiguous");
    assert!(all.iter().all(|clause| clause.len() <= 3));
    for fresh in squares + 1..=variables {
        let count = |lit: i32| all.iter().filter(|clause| clause.contains(&lit)).count();
        assert_eq!(
            (count(fresh), count(-fresh)),
            (1, 1),
            "z{fresh} links two clauses"
        );
    }
}

//! Counts by the frontier method, with every combination of primes, scratch, threads and parts.

use crate::common::graphs::words;

use itertools::iproduct;
use knightsat::count::search::{Directions, Search};
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::{Kind, Problem};
use knightsat_count::frontier::{self, BigUint, Limits, Scratch};

const BOARDS: [(&str, Kind); 5] = [
    ("3x4", Kind::Open),
    ("3x7", Kind::Open),
    ("4x5", Kind::Open),
    ("3x8", Kind::Open),
    ("3x10", Kind::Closed),
];
/// No primes count exactly; two cover every number here, and one does not.
const PRIMES: [&[u64]; 3] = [&[], &[(1 << 61) - 1, 4_294_967_291], &[101]];

/// Returns the parts of a problem: its tours that take some of these edges and not the others.
fn parts(problem: &Problem, edges: &[[u32; 2]]) -> Vec<Problem> {
    let part = |taken: usize| {
        let clue = |(bit, &edge): (usize, &[u32; 2])| match taken >> bit & 1 {
            0 => Clue::NoMove(edge),
            _ => Clue::Move(edge),
        };
        let clues: Vec<Clue> = edges.iter().enumerate().map(clue).collect();
        problem.clone().with_given(Given::new(clues)).unwrap()
    };
    (0..1 << edges.len()).map(part).collect()
}

#[test]
fn every_combination_counts_what_the_search_counts() {
    let mut words = words(33);
    let mut total = 0;
    let combinations = iproduct!(PRIMES, [false, true], [1, 3], 0..3);
    for (primes, on_disk, threads, cuts) in combinations {
        let mut draw = |below: usize| (words.next().unwrap() >> 20) as usize % below;
        let (board, kind) = BOARDS[draw(BOARDS.len())];
        let start = [None, Some(0)][draw(2)];
        let graph = board.parse::<Board>().unwrap().graph();
        let edges: Vec<[u32; 2]> = graph.edges().collect();
        let first = draw(edges.len());
        let cut: Vec<[u32; 2]> = (0..cuts)
            .map(|cut| edges[(first + 5 * cut) % edges.len()])
            .collect();
        let problem = Problem::new(graph, kind, start, None).unwrap();
        let found = Search::new(&problem, Directions::One).count() as u64;
        total += found;
        let mut sum = BigUint::ZERO;
        let mut residues = vec![0; primes.len()];
        for part in parts(&problem, &cut) {
            let folder = tempfile::tempdir().unwrap();
            let scratch = Scratch {
                folder: folder.path().to_path_buf(),
                limit: 1 << 20,
            };
            let limits = Limits {
                threads,
                primes: primes.to_vec(),
                scratch: on_disk.then_some(scratch),
                ..Limits::default()
            };
            // The sides and primes can be swept on their own, in any order.
            let sweeps = frontier::parts(&part, &limits).unwrap();
            for sweep in (0..sweeps).rev().filter(|_| on_disk && threads == 3) {
                frontier::sweep_part(&part, &limits, sweep, &mut |_| {}).unwrap();
            }
            let count = frontier::count_with(&part, &limits, &mut |_| {}).unwrap();
            // A part without a tour may be decided before any residue.
            sum += count.tours.unwrap_or_default();
            for (residue, (prime, more)) in residues.iter_mut().zip(count.residues) {
                *residue = (*residue + more) % prime;
            }
        }
        let what = format!("{board} {kind} {start:?} {primes:?} {on_disk} {threads} {cut:?}");
        if primes.len() != 1 {
            assert_eq!(sum, found.into(), "{what}");
        }
        let expected: Vec<u64> = primes.iter().map(|prime| found % prime).collect();
        assert_eq!(residues, expected, "{what}");
    }
    assert!(total > 1000, "{total}");
}

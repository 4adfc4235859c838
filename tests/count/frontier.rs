//! Counts by the frontier method, in memory and on disk, exact and modulo primes, compared with
//! depth-first search.

use crate::common::graphs::{below, graph, problems, words};
use crate::common::prelude::*;
use knightsat_count::frontier::{self, BigUint, Options};

/// No primes count exactly; two cover every number here, and one does not.
const PRIMES: [&[u64]; 3] = [&[], &[(1 << 61) - 1, 4_294_967_291], &[101]];

/// A ring with a few chords.
fn sparse(len: u32, chords: u64) -> Graph {
    let is_edge = |[v, w]: &[u32; 2]| {
        let apart = v.abs_diff(*w);
        apart == 1 || apart == len - 1 || chords >> ((v + w) * apart % 61) & 1 == 1
    };
    let edges = (0..len).array_combinations().filter(is_edge).collect_vec();
    Graph::from_edges(len, &edges)
}

/// All problems on small graphs, and a few on larger ones; one of five with a required and a
/// forbidden move.
#[test]
fn the_frontier_agrees_with_the_search_on_graphs() {
    let (mut random, mut words) = (below(71), words(71));
    let mut word = || words.next().unwrap();
    let small = (0..depth(48, 14) as u32).map(|round| 1 + round % 7);
    let large = (0..40).map(|round| 10 + round % 5);
    let [mut some, mut none, mut total] = [0; 3];
    for len in small.chain(large) {
        let graph = match len < 10 {
            true => graph(len, word() | word()),
            false => sparse(len, word() & word()),
        };
        let edges = graph.edges().collect_vec();
        let step = if len < 10 { 1 } else { 61 };
        for (nth, mut problem) in problems(&graph).into_iter().step_by(step).enumerate() {
            if nth % 5 == 4 && edges.len() > 1 {
                let [one, other] = [0; 2].map(|_| edges[random(edges.len() as u64) as usize]);
                let clues = [Clue::Move(one), Clue::NoMove(other)];
                problem = problem.with(Given::new(clues)).unwrap();
            }
            let what = format!("{problem:?}");
            let found = Search::new(&problem, Directions::One).count();
            total += found;
            *if found > 0 { &mut some } else { &mut none } += 1;
            let count = frontier::count(&problem, Options::default());
            assert_eq!(count, Ok(found.into()), "{what}");
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path().to_path_buf();
            let primes = PRIMES[nth % 3];
            let options = default_with(|options: &mut Options| {
                (options.threads, options.primes) = ([1, 3][nth / 3 % 2], primes.to_vec());
                options.scratch = (found % 16 == 1).then_some(folder);
            });
            // The sides and primes can be swept on their own, in any order.
            if options.scratch.is_some() && nth % 2 == 0 {
                for part in (0..frontier::parts(&problem, &options).unwrap()).rev() {
                    frontier::sweep_part(&problem, &options, part, &mut |_| {}).unwrap();
                }
            }
            let count = frontier::count_with(&problem, &options, &mut |_| {}).unwrap();
            let is_covered = primes.len() != 1 || count.tours.is_some();
            assert!(!is_covered || count.tours == Some(found.into()), "{what}");
            // Without a tour, or a move, there may be no sweep, and no residue.
            let is_residue = |&(prime, residue): &(u64, u64)| found as u64 % prime == residue;
            let is_all = count.residues.len() == primes.len() || found == 0 || len == 1;
            assert!(is_all && count.residues.iter().all(is_residue), "{what}");
        }
    }
    assert!(some > 80 && none > 80, "{some} {none}");
    assert!(total > 10_000, "{total}");
}

/// Cliques of five in a row, the last vertex of each joined to the first of the next: six ways
/// through each from its first to its last.
fn cliques(count: u32) -> Problem {
    let is_joined = |[v, w]: &[u32; 2]| v / 5 == w / 5 || v % 5 == 4 && w - v == 1;
    let edges = (0..5 * count).array_combinations().filter(is_joined);
    let graph = Graph::from_edges(5 * count, &edges.collect_vec());
    Problem::new(graph, Kind::Open, Some(0), Some(5 * count - 1)).unwrap()
}

#[test]
fn numbers_of_any_size_are_exact() {
    for count in [1, 24, 25, 49, 50, 200] {
        let counted = frontier::count(&cliques(count), Options::default());
        assert_eq!(counted, Ok(BigUint::from(6_u8).pow(count)));
    }
}

#[test]
fn a_count_in_residues_is_the_number_if_they_cover_it() {
    let (_, problem) = asked("6x8 --closed");
    let tours = 55_488_142;
    let modulo = |primes: &[u64]| {
        let change =
            |options: &mut Options| (options.primes, options.threads) = (primes.to_vec(), 5);
        let options = default_with(change);
        frontier::count_with(&problem, &options, &mut |_| {}).unwrap()
    };
    let [whole, few, enough] = [&[][..], &[101, 1_000_003], PRIMES[1]].map(modulo);
    assert_eq!(whole.tours, Some((tours as u32).into()));
    assert_eq!(enough.tours, whole.tours);
    let residues = [101, 1_000_003].map(|prime| (prime, tours % prime));
    assert_eq!((few.tours, &few.residues[..]), (None, &residues[..]));
}

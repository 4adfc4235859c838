//! Attempts against tree decompositions, and the reports of pieces.

use super::*;
use crate::tour::Kind;
use crate::tour::graph::Graph;
use knightsat_family as family;
use knightsat_hamilton::Pieces;
use knightsat_hamilton::{Decided, decide};

fn edges(graph: &Graph) -> Vec<Known> {
    graph.edges().map(|ends| (ends, false)).collect()
}

/// Returns true if attempts alone, all with matchings or all without, find a cycle.
fn attempts_find(problem: &Problem, with_matchings: bool) -> bool {
    let lowered = lower(problem, Backend::Engine, &Stop::default()).unwrap();
    let report = &mut |_| ();
    let (search, mut run) = Search::new(lowered.leaves()[0], Options::default(), report);
    let attempt = AttemptPlan {
        is_warm: false,
        with_matchings,
        rounds: 16,
        work: 1 << 20,
    };
    let found = (0..).find_map(|seed| {
        let edges = EdgeVars::all(&search.circuit, seed);
        match search.attempt(edges, &attempt, Some(&[]), &mut run) {
            Ok(Refined::Accepted(_)) => Some(true),
            Ok(Refined::Contradiction) => Some(false),
            Ok(_) => None,
            Err(error) => panic!("{error}"),
        }
    });
    found.expect("seeds do not end")
}

#[test]
fn attempts_agree_with_decompositions() {
    let (mut tours, stop) = (0, Stop::default());
    for seed in 0..120 {
        let n = 6 + seed as u32 % 9;
        let graph = family::random_sparse(n, (3 * n / 2 + 1) as usize, seed);
        for kind in [Kind::Open, Kind::Closed] {
            let problem = Problem::new(graph.clone(), kind, None, None).unwrap();
            let lowered = lower(&problem, Backend::Engine, &stop).unwrap();
            let circuit = lowered.circuit();
            let edges: Vec<Known> = circuit.edges().iter().map(|&e| (e, false)).collect();
            let decided = decide(circuit.len(), &edges, u64::MAX, &stop);
            let is_tour = matches!(decided, Decided::Cycle(_));
            tours += u32::from(is_tour);
            for with_matchings in [false, true] {
                let found = attempts_find(&problem, with_matchings);
                assert_eq!(found, is_tour, "{kind} {seed} {with_matchings}");
            }
        }
    }
    assert!((40..200).contains(&tours), "{tours} of 240 have tours");
}

/// Two wide graphs are joined by two edges, each in place of one of theirs.
#[test]
fn reports_name_the_piece() {
    let [half, other] = [1, 2].map(|seed| family::random_cubic(300, seed));
    let moved = |ends: [u32; 2]| ends.map(|vertex| vertex + half.len());
    let mut pairs: Vec<[u32; 2]> = half.edges().skip(1).collect();
    pairs.extend(other.edges().skip(1).map(moved));
    let [a, b] = half.edges().next().unwrap();
    let [c, d] = moved(other.edges().next().unwrap());
    pairs.extend([[a, c], [b, d]]);
    let problem = Problem::cycle(Graph::from_edges(600, &pairs));
    let pieces = Pieces::new(&edges(problem.graph()), &Stop::default());
    let lowered = lower(&problem, Backend::Engine, &Stop::default()).unwrap();
    let mut named = Vec::new();
    let report = &mut |progress: Progress| named.push(progress.piece);
    let (search, mut run) = Search::new(lowered.leaves()[0], Options::default(), report);
    let found = search.pieces(&pieces, &mut run);
    assert!(matches!(found, Ok(Refined::Accepted(_))));
    assert_eq!(run.progress.piece, None);
    named.dedup();
    assert_eq!(named, [Some(301)]);
}

//! Compares the decisions of decompositions with exhaustive search.

use super::*;

use crate::base::random::Rng;
use knightsat_family as family;
use knightsat_tour::board::Board;
use knightsat_tour::graph::Graph;
use std::collections::HashSet;

/// Returns the edges of a cycle, each from its smaller end.
fn edges_of(cycle: &[u32]) -> HashSet<[u32; 2]> {
    let next = cycle.iter().cycle().skip(1);
    let ends = cycle.iter().zip(next).map(|(&a, &b)| [a.min(b), a.max(b)]);
    ends.collect()
}

/// Returns true if a path from 0 through the vertices of `path` extends to a cycle through all
/// marked edges.
fn extends(len: u32, edges: &[Known], path: &mut Vec<u32>) -> bool {
    let at = path[path.len() - 1];
    let has = |a: u32, b: u32| edges.iter().any(|(ends, _)| *ends == [a.min(b), a.max(b)]);
    if path.len() == len as usize {
        let taken = edges_of(path);
        let mut marked = edges.iter().filter(|(_, is_marked)| *is_marked);
        return has(at, 0) && marked.all(|(ends, _)| taken.contains(ends));
    }
    (1..len).any(|vertex| {
        if path.contains(&vertex) || !has(at, vertex) {
            return false;
        }
        path.push(vertex);
        let does_extend = extends(len, edges, path);
        path.pop();
        does_extend
    })
}

fn assert_cycle(cycle: &[u32], len: u32, edges: &[Known]) {
    let taken = edges_of(cycle);
    let all: HashSet<[u32; 2]> = edges.iter().map(|&(ends, _)| ends).collect();
    assert!(taken.is_subset(&all));
    let mut marked = edges.iter().filter(|(_, is_marked)| *is_marked);
    assert!(marked.all(|(ends, _)| taken.contains(ends)));
    let mut vertices = cycle.to_vec();
    vertices.sort_unstable();
    assert!(vertices.into_iter().eq(0..len));
}

#[test]
fn small_graphs_are_decided_as_by_trying() {
    let mut cycles = 0;
    for seed in 0..600 {
        let mut rng = Rng::new(seed, 0);
        let len = 3 + rng.below(6) as u32;
        let density = 1 + rng.below(3);
        let pairs = (1..len).flat_map(|b| (0..b).map(move |a| [a, b]));
        let mut is_edge = |_: &[u32; 2]| (rng.below(4) <= density).then(|| rng.below(12) == 0);
        let known = pairs.filter_map(|ends| Some((ends, is_edge(&ends)?)));
        let edges: Vec<Known> = known.collect();
        let expected = extends(len, &edges, &mut vec![0]);
        cycles += u32::from(expected);
        match decide(len, &edges, u64::MAX, &Stop::default()) {
            Decided::Cycle(cycle) => {
                assert!(expected, "seed {seed}");
                assert_cycle(&cycle, len, &edges);
            }
            decided => assert_eq!((decided, expected), (Decided::None, false), "seed {seed}"),
        }
    }
    assert!((150..450).contains(&cycles), "{cycles}");
}

/// Returns rings of ladders with chords. Each has a hub joined to all of its vertices; one more hub
/// is joined to all.
fn nested(count: u32, len: u32) -> (u32, Vec<Known>) {
    let (total, outer) = (count * (len + 1) + 1, count * (len + 1));
    let mut edges = Vec::new();
    for part in 0..count {
        let first = part * (len + 1);
        let hub = first + len;
        let next = (part + 1) % count * (len + 1);
        edges.extend((first..hub - 1).map(|vertex| [vertex, vertex + 1]));
        let chords = (first..hub - 7).step_by(3);
        edges.extend(chords.map(|vertex| [vertex, vertex + 7]));
        edges.extend((first..hub).map(|vertex| [vertex, hub]));
        edges.extend((first..=hub).map(|vertex| [vertex, outer]));
        edges.push([hub - 2, next]);
    }
    edges.iter_mut().for_each(|ends| ends.sort_unstable());
    edges.sort_unstable();
    edges.dedup();
    (total, edges.into_iter().map(|ends| (ends, false)).collect())
}

#[test]
fn hubs_do_not_make_a_graph_wide() {
    let (len, edges) = nested(20, 60);
    let Decided::Cycle(cycle) = decide(len, &edges, 1 << 24, &Stop::default()) else {
        panic!("the parts have paths, and the hubs join them");
    };
    assert_cycle(&cycle, len, &edges);
}

/// Returns the edges of a graph, none of them marked.
fn unmarked(graph: &Graph) -> Vec<Known> {
    graph.edges().map(|edge| (edge, false)).collect()
}

#[test]
fn wide_graphs_are_left() {
    let edges = unmarked(&family::random_cubic(400, 1));
    let decided = decide(400, &edges, u64::MAX, &Stop::default());
    assert_eq!(decided, Decided::TooWide);
    let (len, edges) = nested(20, 60);
    assert_eq!(decide(len, &edges, 100, &Stop::default()), Decided::TooWide);
}

#[test]
fn a_long_strip_takes_no_more_rows_than_a_short_one() {
    // Forty million pairs of rows if each of the joins were made anew.
    let edges = unmarked(&Board::new(3, 100_000).unwrap().graph());
    let Decided::Cycle(cycle) = decide(300_000, &edges, 100_000, &Stop::default()) else {
        panic!("3x100000 has closed tours, and is narrow");
    };
    assert_cycle(&cycle, 300_000, &edges);
}

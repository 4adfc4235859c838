//! Small graphs, and all the problems on them.

use itertools::Itertools;
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem};

/// Returns the graph on `len` vertices that has edge number k, in the order of pairs, if bit k is
/// set.
pub fn graph(len: u32, bits: u64) -> Graph {
    let pairs: Vec<[u32; 2]> = (0..len).array_combinations().collect();
    let has = |a: u32, b: u32| {
        let pair = [a.min(b), a.max(b)];
        let place = pairs.iter().position(|&other| other == pair);
        bits >> place.unwrap() & 1 == 1
    };
    Graph::from_lists(len, &Default::default(), |v, out| {
        out.extend((0..len).filter(|&w| w != v && has(v, w)));
    })
    .unwrap()
}

/// Pseudo-random words, by xorshift.
pub fn words(mut state: u64) -> impl Iterator<Item = u64> {
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}

/// Every problem on a graph: open and closed, all starts and ends, none and both.
pub fn problems(graph: &Graph) -> Vec<Problem> {
    let ends = || std::iter::once(None).chain((0..graph.len()).map(Some));
    let all = [Kind::Open, Kind::Closed].into_iter();
    let all = all.cartesian_product(ends().cartesian_product(ends()));
    let problem = |(kind, (start, end))| Problem::new(graph.clone(), kind, start, end).ok();
    all.filter_map(problem).collect()
}

/// A directed graph by its matrix.
pub struct Digraph(Vec<Vec<bool>>);

impl Digraph {
    /// Has an arc if `percent` is above what `hundred` returns.
    pub fn random(len: u32, percent: u64, mut hundred: impl FnMut() -> u64) -> Digraph {
        let mut has = |[from, to]: [u32; 2]| to != from && hundred() < percent;
        let mut row = |from| (0..len).map(|to| has([from, to])).collect();
        Digraph((0..len).map(&mut row).collect())
    }

    /// The graph.
    pub fn graph(&self) -> Graph {
        let len = self.0.len() as u32;
        let arcs = (0..len).cartesian_product(0..len);
        let arcs = arcs.filter(|&(from, to)| self.0[from as usize][to as usize]);
        let arcs: Vec<[u32; 2]> = arcs.map(<[u32; 2]>::from).collect();
        Graph::try_from_arcs(len, &arcs).unwrap()
    }
}

/// Pseudo-random numbers below a bound.
pub fn below(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut words = words(seed);
    move |bound| (words.next().unwrap() >> 20) % bound
}

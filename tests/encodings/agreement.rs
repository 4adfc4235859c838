//! The lazy engine against the position encoding on random masks and random graphs, dense ones too:
//! both must say the same, and what fails is shrunk.

use crate::common;

use common::{finds_tour, has_tour, is_satisfiable};
use knightsat::encoding::Style;
use knightsat::search::lazy::Options;
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::outline::Square;
use knightsat::tour::{Kind, Problem};
use proptest::prelude::*;

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Open), Just(Kind::Closed)]
}

/// Boards of up to 20 squares or so, a few of them holes.
fn mask() -> impl Strategy<Value = Board> {
    let size = (3..=4_u32, 3..=6_u32);
    let leaper = prop_oneof![3 => Just((1, 2)), 1 => Just((0, 1)), 1 => Just((1, 3))];
    (
        size,
        leaper,
        proptest::collection::btree_set((1..=4_u32, 1..=6_u32), 0..5),
    )
        .prop_filter_map("no square is left", |((ranks, files), (a, b), holes)| {
            let holes = holes.into_iter().map(|(rank, file)| Square { rank, file });
            let holes = holes.filter(|hole| hole.rank <= ranks && hole.file <= files);
            let holes: Vec<Square> = holes.collect();
            let board = Board::new(ranks, files).ok()?;
            board.with_leaper(a, b).ok()?.with_holes(&holes).ok()
        })
}

/// Graphs of up to 9 vertices with any number of edges.
fn graph() -> impl Strategy<Value = Graph> {
    (2..=9_u32).prop_flat_map(|n| {
        let pairs = (0..n).flat_map(move |a| (a + 1..n).map(move |b| [a, b]));
        let pairs: Vec<[u32; 2]> = pairs.collect();
        let most = pairs.len();
        proptest::sample::subsequence(pairs, 0..=most)
            .prop_map(move |edges| Graph::from_edges(n, &edges))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn masks(board in mask(), kind in kind(), start in prop::option::of(0..24_u32), seed in 0..3_u64) {
        let start = start.filter(|&start| start < board.squares());
        let problem = Problem::new(board.graph(), kind, start, None).unwrap();
        let options = Options { seed, shortcuts: seed == 1, ..Options::default() };
        prop_assert_eq!(finds_tour(&problem, options), is_satisfiable(&problem, Style::DEFAULT));
    }

    #[test]
    fn graphs(graph in graph(), kind in kind(), ends in [prop::option::of(0..9_u32), prop::option::of(0..9_u32)]) {
        let [start, end] = ends.map(|end| end.filter(|&end| end < graph.len()));
        let end = end.filter(|_| end != start);
        let problem = Problem::new(graph, kind, start, end).unwrap();
        prop_assert_eq!(has_tour(&problem, 0), is_satisfiable(&problem, Style::DEFAULT));
    }
}

//! Sparse graphs: against the position encoding where they are small, against theorems and planted
//! cycles where they are not.

use crate::common;
use knightsat_family as family;

use common::{has_tour, is_satisfiable};
use family::Link;
use knightsat::certificate::{Names, Verified, verify};
use knightsat::encoding::Style;
use knightsat::search::lazy::Options;
use knightsat::search::prove::{Task, prove};
use knightsat::stop::Stop;
use knightsat::tour::graph::Graph;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_tour::reduce::Fate;
use proptest::prelude::*;
use tempfile::TempDir;

fn has_cycle(graph: Graph) -> bool {
    has_tour(&Problem::new(graph, Kind::Closed, None, None).unwrap(), 0)
}

/// The cycles and paths of a small graph, as the problem wants them, by trying all.
fn tours(problem: &Problem) -> Vec<Vec<u32>> {
    fn extend(problem: &Problem, steps: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        let graph = problem.graph();
        let last = steps[steps.len() - 1];
        if steps.len() == graph.len() as usize {
            let closes = graph.has_edge(last, steps[0]) && steps.len() > 2;
            if problem.end().is_none_or(|end| end == last)
                && (problem.kind() == Kind::Open || closes)
            {
                found.push(steps.clone());
            }
            return;
        }
        for &next in graph.neighbours(last) {
            if !steps.contains(&next) {
                steps.push(next);
                extend(problem, steps, found);
                steps.pop();
            }
        }
    }
    let mut found = Vec::new();
    for first in 0..problem.graph().len() {
        if problem.start().is_none_or(|start| start == first) {
            extend(problem, &mut vec![first], &mut found);
        }
    }
    found
}

/// A problem on a graph that is a path in part, so that many have tours: some vertices follow each
/// other, and further edges are drawn.
fn sparse_problem(most: u32) -> impl Strategy<Value = Problem> {
    let graph = (3..=most).prop_flat_map(|n| {
        let extra = proptest::collection::btree_set((0..n, 0..n), 0..=n as usize);
        let along = proptest::collection::vec(prop::bool::weighted(0.9), n as usize);
        let ends = (
            prop::option::weighted(0.3, 0..n),
            prop::option::weighted(0.3, 0..n),
        );
        (Just(n), extra, along, any::<bool>(), ends)
    });
    graph.prop_filter_map(
        "start and end are the same",
        |(n, extra, along, closed, ends)| {
            let ring = (0..n).map(|v| (v, (v + 1) % n)).zip(along);
            let ring = ring.filter(|(_, there)| *there).map(|(edge, _)| edge);
            let edges = ring.chain(extra).filter(|(a, b)| a != b);
            let edges = edges.map(|(a, b)| [a.min(b), a.max(b)]);
            let edges: std::collections::BTreeSet<[u32; 2]> = edges.collect();
            let edges: Vec<[u32; 2]> = edges.into_iter().collect();
            let kind = if closed { Kind::Closed } else { Kind::Open };
            Problem::new(Graph::from_edges(n, &edges), kind, ends.0, ends.1).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sparse_graphs_agree_with_the_position_encoding(problem in sparse_problem(13), seed in 0..3_u64) {
        prop_assert_eq!(has_tour(&problem, seed), is_satisfiable(&problem, Style::DEFAULT));
    }

    #[test]
    fn what_is_known_of_edges_holds_for_every_tour(problem in sparse_problem(9), rounds in 0..3_u32) {
        let mut reduction = problem.reduce(&Default::default());
        reduction.probe(rounds, &Stop::default());
        let tours = tours(&problem);
        prop_assert!(!reduction.is_contradictory || tours.is_empty());
        if reduction.is_contradictory {
            return Ok(());
        }
        for tour in tours {
            let len = tour.len();
            for (nth, [a, b]) in problem.graph().edges().enumerate() {
                let place = |v| tour.iter().position(|&w| w == v).unwrap();
                let apart = place(a).abs_diff(place(b));
                let is_closing = apart == len - 1 && problem.kind() == Kind::Closed;
                let wrong = if apart == 1 || is_closing { Fate::Forbidden } else { Fate::Forced };
                prop_assert_ne!(reduction.fates()[nth], wrong, "{}-{} in {:?}", a, b, tour);
            }
        }
    }

    #[test]
    fn boards_with_holes_agree_with_the_position_encoding(
        (ranks, files) in (2..=4_u32, 3..=4_u32), holes in 0..4_u32, seed in any::<u64>(), closed: bool,
    ) {
        let graph = family::holed_grid(ranks, files, holes, seed);
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let problem = Problem::new(graph, kind, None, None).unwrap();
        prop_assert_eq!(has_tour(&problem, 0), is_satisfiable(&problem, Style::DEFAULT));
    }
}

#[test]
fn generalised_petersen_graphs_are_as_the_theorem_says() {
    for n in 3..=17_u32 {
        for k in 1..n.div_ceil(2) {
            let expected = family::petersen_has_cycle(n, k);
            assert_eq!(has_cycle(family::petersen(n, k)), expected, "GP({n}, {k})");
            if n <= 6 {
                let problem = Problem::new(family::petersen(n, k), Kind::Closed, None, None);
                assert_eq!(
                    !tours(&problem.unwrap()).is_empty(),
                    expected,
                    "GP({n}, {k})"
                );
            }
        }
    }
    // With exactly three cycles each, the traps of search.
    for n in [33, 63, 153, 303, 501] {
        assert!(
            has_cycle(family::relabelled(&family::petersen(n, 2), 1)),
            "GP({n}, 2)"
        );
    }
    assert!(!has_cycle(family::petersen(23, 2)));
}

#[test]
fn flower_snarks_have_no_cycle_and_miss_one_by_a_vertex() {
    for n in [5, 7, 9, 15] {
        assert!(!has_cycle(family::flower_snark(n)), "J{n}");
    }
    for n in [6, 20] {
        assert!(has_cycle(family::flower_snark(n)), "J{n}");
    }
    let snark = family::flower_snark(7);
    for gone in 0..snark.len() {
        let name = |v: u32| v - u32::from(v > gone);
        let edges = snark.edges().filter(|edge| !edge.contains(&gone));
        let edges: Vec<[u32; 2]> = edges.map(|edge| edge.map(name)).collect();
        assert!(
            has_cycle(Graph::from_edges(snark.len() - 1, &edges)),
            "J7 - {gone}"
        );
    }
}

#[test]
fn fragments_do_what_they_say() {
    let tutte = family::tutte();
    assert_eq!((tutte.len(), tutte.edges().count()), (46, 69));
    assert!((0..46).all(|vertex| tutte.degree(vertex) == 3));
    assert!(!has_cycle(tutte));
    let closed = |graph| Problem::new(graph, Kind::Closed, None, None).unwrap();
    let cycles = tours(&closed(family::tutte_fragment()));
    assert!(!cycles.is_empty());
    let takes_door = |cycle: &Vec<u32>| {
        let place = |v| cycle.iter().position(|&w| w == v).unwrap();
        [1, 15].contains(&place(0).abs_diff(place(1)))
    };
    assert!(cycles.iter().all(takes_door));
    // An edge of a tetrahedron forced, and then its opposite one excluded.
    let forced = closed(family::force(
        &family::tetrahedron(),
        &[[0, 1]],
        Link::Subdivision,
    ));
    assert_eq!(tours(&forced).len(), 2 * 2 * 5);
    let thin = family::exclusive(
        &family::tetrahedron(),
        &[[[0, 1], [0, 2]]],
        Link::Subdivision,
    );
    assert_eq!(tours(&closed(thin)).len(), 2 * 2 * 16);
}

#[test]
fn chains_of_graphs_have_no_cycle() {
    let part = |seed| family::random_cubic(100, seed);
    for glued in [false, true] {
        assert!(!has_cycle(family::chained(&[part(1), part(2)], glued)));
    }
}

#[test]
fn planted_cycles_are_found_behind_gadgets() {
    for link in [Link::Subdivision, Link::Diamond] {
        for seed in 0..3 {
            let n = 300;
            let graph = family::planted_cubic(n, seed);
            let forced: Vec<[u32; 2]> = (0..n / 3).map(|nth| [3 * nth, 3 * nth + 1]).collect();
            let graph = family::force(&graph, &forced, link);
            assert!(
                has_cycle(family::relabelled(&graph, seed)),
                "{link:?} {seed}"
            );
        }
    }
    let some: Vec<u32> = (0..100).step_by(2).collect();
    let graph = family::inflated(
        &family::planted_cubic(100, 5),
        &some,
        &family::petersen(9, 2),
    );
    assert!(has_cycle(graph));
    assert!(has_cycle(family::random_cubic(1000, 3)));
}

/// Gadgets in two rings have a two-factor, and few of them a tour.
#[test]
fn near_tours_are_refuted_with_certificates() {
    let name = |vertex: u32| (vertex + 1).to_string();
    let vertex = |name: &str| name.parse::<u32>().ok()?.checked_sub(1);
    let names = Names {
        of: &name,
        vertex: &vertex,
    };
    let mut refuted = 0;
    for seed in 0..8 {
        let graph = family::gadget_rings(&[3, 4], seed);
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let folder = TempDir::new().unwrap();
        let task = Task {
            folder: folder.path(),
            problem: &problem,
            claim: "no tour",
            names,
            shortcuts: false,
            solver: None,
            options: Options::default(),
        };
        if let Verdict::None(verified) = prove(&task, &mut |_| ()).unwrap() {
            assert!(matches!(verified, Verified::Refutation { .. }));
            let again = verify(
                folder.path(),
                &problem,
                "no tour",
                names,
                &Default::default(),
            )
            .unwrap();
            assert_eq!(again, verified);
            refuted += 1;
        }
    }
    assert!(refuted > 3, "{refuted}");
}

//! Walks over ways through gadgets, held against planted tours and refutations.

use super::*;
use crate::Verdict;
use crate::lazy::{Found, Options};
use crate::tour::graph::Graph;
use crate::tour::{AugmentedGraph, Kind, Problem};
use knightsat_family as family;

/// Runs a test with the regions of a graph, unless edges are the better choice.
fn with_regions<T>(
    graph: &Graph,
    test: impl FnOnce(&mut Regions, &Search, &mut SearchRun) -> T,
) -> Option<T> {
    let problem = Problem::new(graph.clone(), Kind::Closed, None, None).unwrap();
    let augmented = AugmentedGraph::coloured(&problem, &Default::default()).unwrap();
    let report = &mut |_| ();
    let (search, mut run) = Search::new((&problem).into(), augmented, Options::default(), report);
    let mut regions = Regions::new(&search)?;
    Some(test(&mut regions, &search, &mut run))
}

/// The tour that at most so many walks find, and the models learnt from.
fn walked(graph: &Graph, walks: u64) -> Option<(Option<Vec<u32>>, u32)> {
    with_regions(graph, |regions, search, run| {
        let found = (1..=walks).find_map(|nth| match regions.walk(search, nth, run).unwrap() {
            Found::Cycle(cycle) => Some(Some(cycle)),
            Found::Contradiction => Some(None),
            _ => None,
        });
        (found.flatten(), run.findings.progress.round)
    })
}

fn is_tour(graph: &Graph, tour: &[u32]) {
    let mut next = tour.iter().skip(1).chain(&tour[..1]);
    let mut vertices = tour.iter();
    assert!(vertices.all(|&v| graph.neighbours(v).contains(next.next().unwrap())));
    assert_eq!(tour.iter().unique().count(), graph.len() as usize);
}

#[test]
fn no_cut_excludes_a_tour() {
    let (mut tours, mut none, mut models) = (0, 0, 0);
    for seed in 0..12 {
        let sizes: &[u32] = if seed % 3 == 0 { &[10] } else { &[5, 5] };
        let graph = family::gadget_rings(sizes, seed);
        let Some((found, rounds)) = walked(&graph, 200) else {
            continue;
        };
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let verdict = crate::lazy::solve(&problem, Options::default()).unwrap();
        let has_tour = matches!(verdict, Verdict::Tour(_));
        assert_eq!(has_tour, !matches!(verdict, Verdict::None(_)));
        assert_eq!(found.is_some(), has_tour, "seed {seed}");
        models += rounds;
        tours += u32::from(has_tour);
        none += u32::from(!has_tour);
    }
    // Those without a tour have models, or no cut would have been made.
    assert!(
        tours > 0 && none > 0 && models > tours,
        "{tours} {none} {models}"
    );
}

#[test]
fn local_search_finds_planted_tours() {
    for seed in 0..6 {
        let graph = family::gadget_rings(&[36], seed);
        let found = with_regions(&graph, |regions, search, run| regions.near(search, 60, run));
        let Some(Found::Cycle(tour)) = found else {
            panic!("seed {seed}: no tour");
        };
        is_tour(&graph, &tour);
    }
}

#[test]
fn the_sequence_is_that_of_luby() {
    let first: Vec<u64> = (1..=15).map(luby).collect();
    assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}

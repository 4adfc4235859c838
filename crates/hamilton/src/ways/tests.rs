//! Walks over ways through gadgets, held against planted tours and refutations.

use super::*;
use knightsat_family as family;
use knightsat_solver::{InProcess, Limits, Refined, SolverError, refine};
use knightsat_tour::graph::{Graph, Incidence};
use std::ops::ControlFlow::{Break, Continue};

/// Runs a test with the ways of a graph, unless edges are the better choice. Returns the number of
/// models, too.
fn with_ways<T>(graph: &Graph, test: impl FnOnce(&mut Ways, &mut Means) -> T) -> Option<(T, u32)> {
    let edges: Vec<Known> = graph.edges().map(|ends| (ends, false)).collect();
    let stop = Stop::default();
    let mut ways = Ways::new(graph.len(), &edges, &stop)?;
    let mut models = 0;
    let mut means = Means {
        solver: &InProcess::varisat(),
        stop: &stop,
        rng: &mut Rng::new(0, 0),
        report: &mut |_, _| models += 1,
    };
    let found = test(&mut ways, &mut means);
    Some((found, models))
}

/// The tour that walks before so many attempts find, and the number of models.
fn walked(graph: &Graph, walks: u64) -> Option<(Option<Vec<u32>>, u32)> {
    with_ways(graph, |ways, means| {
        let mut all = (0..walks).map(|attempt| ways.walks(attempt, means).unwrap());
        match all.find(|found| *found != Refined::Unknown) {
            Some(Refined::Accepted(cycle)) => Some(cycle),
            _ => None,
        }
    })
}

/// Returns true if two-factors and cuts lead to a tour.
fn has_tour(graph: &Graph) -> bool {
    let edges = Incidence::new(graph.len(), graph.edges().collect());
    let mut solver = InProcess::varisat().start(Limits::default());
    let vars = solver.new_vars(edges.edges().len() as u32);
    let lits: Vec<Lit> = vars.iter().map(|var| var.pos()).collect();
    for vertex in 0..graph.len() {
        let at = edges
            .at(vertex)
            .map(|(edge, _)| lits[edge as usize])
            .collect_vec();
        for &lit in &at {
            let others = at.iter().copied().filter(|&other| other != lit);
            solver.clause(&others.collect_vec());
        }
        for [a, b, c] in at.iter().copied().array_combinations() {
            solver.clause(&[!a, !b, !c]);
        }
    }
    let end = refine(&mut solver, u64::MAX, |model, solver| {
        let all = edges.edges().iter().zip(&lits);
        let taken = all.clone().filter(|(_, lit)| model.satisfies(**lit));
        let factor = TwoFactor::of(graph.len(), taken.map(|(&ends, _)| ends));
        if factor.count() == 1 {
            return Ok::<_, SolverError>(Break(()));
        }
        for cycle in 0..factor.count() as u32 {
            let leaves = |ends: &[u32; 2]| {
                let inside = ends.map(|end| factor.cycle_of(end) == cycle);
                inside[0] != inside[1]
            };
            let cut = all.clone().filter(|(ends, _)| leaves(ends));
            solver.clause(&cut.map(|(_, &lit)| lit).collect_vec());
        }
        Ok(Continue(()))
    });
    end.unwrap() == Refined::Accepted(())
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
        let sizes: &[u32] = if seed % 3 == 0 { &[6] } else { &[3, 3] };
        let graph = family::gadget_rings(sizes, seed);
        let Some((found, rounds)) = walked(&graph, 20) else {
            continue;
        };
        let has_tour = has_tour(&graph);
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
        let found = with_ways(&graph, |ways, means| ways.near(60, means));
        let Some((Refined::Accepted(tour), _)) = found else {
            panic!("seed {seed}: no tour");
        };
        is_tour(&graph, &tour);
    }
}

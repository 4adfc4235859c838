//! Problems with clues, and the numberings that fit, found by trying them one by one.

use super::crosses::numberings;
use super::graphs::{graph, words};
use super::points::Points;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::{Kind, Problem};
use knightsat_check as check;
use std::collections::BTreeSet;

/// Returns the numberings that a search should find, in both directions. Closed tours without steps
/// begin at the start of the search.
pub fn expected(graph: &Graph, kind: Kind, clues: &[Clue]) -> BTreeSet<Vec<u32>> {
    let mut all = numberings(graph, kind);
    let place = Place::Graph(graph.clone());
    all.retain(|steps| {
        let points = Points::new(&place, steps, kind);
        clues.iter().all(|&clue| points.fits(clue))
    });
    let is_of_step = |clue: &Clue| matches!(clue, Clue::At { .. } | Clue::NotAt { .. });
    if kind == Kind::Closed && !clues.iter().any(is_of_step) {
        all.retain(|steps| steps[0] == 0);
    }
    all.into_iter().collect()
}

/// Some clues: true ones of a tour, if there is one, and now and then any.
fn clues(graph: &Graph, tours: &[Vec<u32>], mut word: u64) -> Vec<Clue> {
    let mut draw = move |most: usize| {
        let product = word.wrapping_mul(6_364_136_223_846_793_005);
        word = product.wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) as usize % most
    };
    let edges: Vec<[u32; 2]> = graph.edges().collect();
    let len = graph.len() as usize;
    let mut clues = Vec::new();
    let tour = (!tours.is_empty()).then(|| &tours[draw(tours.len().max(1))]);
    for _ in 0..=draw(4) {
        let step = draw(len);
        let place = |steps: &Vec<u32>| (steps[step], steps[(step + 1) % len]);
        let tour = tour.filter(|_| step < len);
        let (here, next) = tour.map_or((draw(len) as u32, 0), place);
        let is_wild = draw(5) == 0;
        let step = if is_wild { draw(len) } else { step } as u32 + 1;
        let clue = match draw(4) {
            0 if graph.has_edge(here, next) && !is_wild => Clue::Move([here, next]),
            1 if !edges.is_empty() => Clue::NoMove(edges[draw(edges.len())]),
            2 if !clues.is_empty() => {
                let [step, vertex] = [1, 0].map(|least| draw(len) as u32 + least);
                Clue::NotAt { step, vertex }
            }
            _ => Clue::At { step, vertex: here },
        };
        clues.push(clue);
    }
    clues
}

/// Problems with clues, and the numberings that fit.
pub fn samples() -> Vec<(Place, Kind, Problem, BTreeSet<Vec<u32>>)> {
    let small = [4, 5, 6].into_iter().flat_map(|len| {
        let words = words(u64::from(len) + 77).take(9);
        words.map(move |bits| Place::Graph(graph(len, bits | bits >> 13)))
    });
    let boards = ["3x3", "3x4", "####./...../.....", ".../.../.../..."];
    let boards = boards.map(check::place);
    let mut samples = Vec::new();
    for (place, word) in small.chain(boards).zip(words(2026)) {
        let graph = place.graph();
        for kind in [Kind::Open, Kind::Closed] {
            let tours: Vec<Vec<u32>> = expected(&graph, kind, &[]).into_iter().collect();
            for word in words(word).take(6) {
                let clues = clues(&graph, &tours, word);
                let base = Problem::new(graph.clone(), kind, None, None).unwrap();
                let Ok(problem) = base.with(Given::new(clues.iter().copied())) else {
                    continue;
                };
                let all = expected(&graph, kind, &clues);
                samples.push((place.clone(), kind, problem, all));
            }
        }
    }
    samples
}

//! Contradictory clues, compared with exhaustive counts. The law of backends says the same of
//! uniqueness.

use crate::common::graphs::{below, graph, words};
use crate::common::prelude::*;
use knightsat::search::{Uniqueness, unique};
use knightsat_search::unsat_core::{UnsatCore, unsat_core};

fn has_tour(problem: &Problem) -> bool {
    let mut tours = Tours::by_search(problem, &Stop::default());
    tours.next().is_some()
}

/// Some clues, most of them true of one of the tours.
fn clues(problem: &Problem, below: &mut impl FnMut(u64) -> u64) -> Vec<Clue> {
    let graph = problem.graph();
    let edges: Vec<[u32; 2]> = graph.edges().collect();
    let len = graph.len() as usize;
    let tours = Tours::by_search(problem, &Stop::default()).take(40);
    let tours: Vec<Tour> = tours.map(Result::unwrap).collect();
    let mut draw = |most: usize| below(most.max(1) as u64) as usize;
    let tour = tours.get(draw(tours.len())).map(Tour::steps);
    let number = 1 + draw(5);
    let mut clue = |nth: usize| {
        let (place, any) = (draw(len), draw(len) as u32);
        let own = tour.filter(|_| draw(4) > 0);
        let [vertex, next] = [place, place + 1].map(|at| own.map_or(any, |own| own[at % len]));
        let step = place as u32 + 1;
        match draw(4) {
            0 if graph.has_edge(vertex, next) => Clue::Move([vertex, next]),
            1 if !edges.is_empty() => Clue::NoMove(edges[draw(edges.len())]),
            2 if nth > 0 => Clue::NotAt { step, vertex },
            _ => Clue::At { step, vertex },
        }
    };
    (0..number).map(&mut clue).collect()
}

#[test]
fn clues_at_fault_have_no_tour_and_each_is_needed() {
    let small = [4, 5, 6].into_iter().flat_map(|len| {
        let words = words(u64::from(len) + 33).take(8);
        words.map(move |bits| Place::Graph(graph(len, bits | bits >> 11)))
    });
    let boards = ["3x3", "3x4", "####./...../.....", ".../.../.../...", "4x5"];
    let mut below = below(77);
    let [mut faults, mut places, mut larger] = [0; 3];
    for place in small.chain(boards.map(check::place)) {
        for kind in [Kind::Open, Kind::Closed].repeat(10) {
            let base = Problem::new(place.graph(), kind, None, None).unwrap();
            let clues = clues(&base, &mut below);
            let with = |clues: &[Clue]| base.clone().with(Given::new(clues.iter().copied()));
            let Ok(problem) = with(&clues) else { continue };
            match unsat_core(&problem, &Stop::default()).unwrap() {
                None => assert!(has_tour(&problem), "{clues:?}"),
                Some(core) if core.clues.is_empty() => {
                    assert!(!has_tour(&base));
                    places += 1;
                }
                Some(UnsatCore {
                    clues,
                    is_irreducible,
                }) => {
                    let is_refuted = !has_tour(&with(&clues).unwrap());
                    assert!(is_irreducible && is_refuted, "{clues:?}");
                    for place in 0..clues.len() {
                        let mut fewer = clues.clone();
                        fewer.remove(place);
                        // A closed tour without steps is on every vertex at every step.
                        let is_needed = with(&fewer).map_or(true, |fewer| has_tour(&fewer));
                        assert!(is_needed, "{clues:?} without {:?}", clues[place]);
                    }
                    faults += 1;
                    larger += usize::from(clues.len() > 2);
                }
            }
        }
    }
    let counts = [faults > 50, places > 5, larger > 5];
    assert!(counts == [true; 3], "{faults} {places} {larger}");
}

#[test]
fn a_deadline_that_has_passed_leaves_it_open() {
    let (_, problem) = asked("6x6 --at 1=a1,36=c2,12=c4");
    let over = Stop::after(Duration::ZERO);
    assert_eq!(unique(&problem, &over).unwrap(), Uniqueness::Unknown(None));
    assert_eq!(unsat_core(&problem, &over).unwrap(), None);
}

//! Contradictory clues, compared with exhaustive counts. The law of backends says the same of
//! uniqueness.

use crate::common::graphs::{below, graph, words};

use knightsat::check;
use knightsat::search::tours::Tours;
use knightsat::search::unique::{Uniqueness, unique};
use knightsat::stop::Stop;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::place::Place;
use knightsat::tour::{Kind, Problem};
use knightsat_search::unsat_core::{Fault, fault};
use std::time::Duration;

fn has_tour(problem: &Problem) -> bool {
    let mut tours = Tours::by_search(problem, &Stop::default());
    tours.next().is_some()
}

/// Some clues, most of them true of one of the tours.
fn clues(problem: &Problem, below: &mut impl FnMut(u64) -> u64) -> Vec<Clue> {
    let edges: Vec<[u32; 2]> = problem.graph().edges().collect();
    let len = problem.graph().len() as usize;
    let tours = Tours::by_search(problem, &Stop::default()).take(40);
    let tours: Vec<Vec<u32>> = tours.map(|tour| tour.unwrap().steps().to_vec()).collect();
    let mut draw = |most: usize| below(most.max(1) as u64) as usize;
    let tour = tours.get(draw(tours.len()));
    let mut clues = Vec::new();
    for _ in 0..1 + draw(5) {
        let step = draw(len);
        let own = tour.filter(|_| draw(4) > 0);
        let vertex = own.map_or(draw(len) as u32, |tour| tour[step]);
        let own = own.map(|tour| [tour[step], tour[(step + 1) % len]]);
        let edge = own.or(edges.get(draw(edges.len())).copied());
        let edge = edge.filter(|&[a, b]| problem.graph().has_edge(a, b));
        let step = step as u32 + 1;
        clues.push(match (draw(4), edge) {
            (0, Some(edge)) => Clue::Move(edge),
            (1, _) if !edges.is_empty() => Clue::NoMove(edges[draw(edges.len())]),
            (2, _) if !clues.is_empty() => Clue::NotAt { step, vertex },
            _ => Clue::At { step, vertex },
        });
    }
    clues
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
            let with = |clues: &[Clue]| base.clone().with_given(Given::new(clues.iter().copied()));
            let Ok(problem) = with(&clues) else {
                continue;
            };
            let fault = fault(&problem, &Stop::default()).unwrap();
            if has_tour(&problem) {
                assert_eq!(fault, None, "{clues:?}");
                continue;
            }
            match fault.expect("there is a fault, and time to find it") {
                Fault::Place => {
                    assert!(!has_tour(&base));
                    places += 1;
                }
                Fault::Clues {
                    clues,
                    is_irreducible,
                } => {
                    assert!(
                        is_irreducible && !has_tour(&with(&clues).unwrap()),
                        "{clues:?}"
                    );
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
    let board = check::place("6x6");
    let at = |step, vertex| Clue::At { step, vertex };
    let given = Given::new([at(1, 0), at(36, 8), at(12, 20)]);
    let problem = board.problem(Kind::Open, None, None).unwrap();
    let problem = problem.with_given(given).unwrap();
    let over = Stop::after(Duration::ZERO);
    assert_eq!(unique(&problem, &over).unwrap(), Uniqueness::Unknown(None));
    assert_eq!(fault(&problem, &over).unwrap(), None);
}

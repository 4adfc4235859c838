//! Uniqueness of tours, and contradictory clues, compared with exhaustive counts.

use crate::common::graphs;

use graphs::{graph, words};
use knightsat::check;
use knightsat::search::tours::Tours;
use knightsat::search::unique::{Uniqueness, parting, unique};
use knightsat::stop::Stop;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::place::Place;
use knightsat::tour::{Kind, Problem};
use knightsat_search::unsat_core::Fault;

/// The number of tours, by the search.
fn count(problem: &Problem) -> usize {
    Tours::by_search(problem, &Stop::default())
        .map(Result::unwrap)
        .count()
}

/// Some clues, most of them true of one of the tours.
fn clues(problem: &Problem, mut word: u64) -> Vec<Clue> {
    let mut draw = move |most: usize| {
        word = word
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) as usize % most
    };
    let edges: Vec<[u32; 2]> = problem.graph().edges().collect();
    let len = problem.graph().len() as usize;
    let tours = Tours::by_search(problem, &Stop::default()).take(40);
    let tours: Vec<Vec<u32>> = tours.map(|tour| tour.unwrap().steps().to_vec()).collect();
    let tour = tours.get(draw(40).min(tours.len().saturating_sub(1)));
    let any = |step: usize| tour.map_or(0, |tour| tour[step]);
    let mut clues = Vec::new();
    for _ in 0..1 + draw(5) {
        let step = draw(len);
        let is_wild = draw(4) == 0;
        let vertex = if is_wild { draw(len) as u32 } else { any(step) };
        let edge = if is_wild || tour.is_none() || edges.is_empty() {
            edges.get(draw(edges.len().max(1))).copied()
        } else {
            Some([any(step), any((step + 1) % len)])
        };
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

/// Problems with clues, each with the problem without them.
fn samples() -> Vec<(Problem, Problem)> {
    let small = [4, 5, 6].into_iter().flat_map(|len| {
        let words = words(u64::from(len) + 33).take(8);
        words.map(move |bits| Place::Graph(graph(len, bits | bits >> 11)))
    });
    let boards = ["3x3", "3x4", "####./...../.....", ".../.../.../...", "4x5"];
    let boards = boards.map(check::place);
    let mut samples = Vec::new();
    for (place, word) in small.chain(boards).zip(words(77)) {
        for kind in [Kind::Open, Kind::Closed] {
            let base = Problem::new(place.graph(), kind, None, None).unwrap();
            for word in words(word).take(10) {
                let given = Given::new(clues(&base, word));
                if let Ok(problem) = base.clone().with_given(given) {
                    samples.push((base.clone(), problem));
                }
            }
        }
    }
    samples
}

#[test]
fn one_tour_is_told_from_none_and_from_several() {
    let mut seen = [0; 3];
    for (_, problem) in samples() {
        let expected = count(&problem);
        let found = unique(&problem, &Stop::default()).unwrap();
        let tours = match &found {
            Uniqueness::None(_) => 0,
            Uniqueness::One(_) => 1,
            Uniqueness::Several(both) => {
                assert_ne!(both[0], both[1]);
                assert!(parting(both).is_some());
                2
            }
            Uniqueness::Unknown(_) => panic!("unknown without a deadline"),
        };
        assert_eq!(
            tours,
            expected.min(2),
            "{:?} {:?}",
            problem.kind(),
            problem.given()
        );
        seen[tours] += 1;
    }
    assert!(seen.iter().all(|&times| times > 20), "{seen:?}");
}

#[test]
fn ends_alone_are_honoured() {
    let place = check::place("3x4");
    let mut seen = [0; 3];
    for start in 0..12 {
        for end in (0..12).filter(|&end| end != start) {
            let problem = place.problem(Kind::Open, Some(start), Some(end)).unwrap();
            let found = match unique(&problem, &Stop::default()).unwrap() {
                Uniqueness::None(_) => 0,
                Uniqueness::One(_) => 1,
                _ => 2,
            };
            assert_eq!(found, count(&problem).min(2), "{start} {end}");
            seen[found] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
}

#[test]
fn clues_at_fault_have_no_tour_and_each_is_needed() {
    let (mut faults, mut places, mut larger) = (0, 0, 0);
    for (base, problem) in samples() {
        let fault = knightsat_search::unsat_core::fault(&problem, &Stop::default()).unwrap();
        if count(&problem) > 0 {
            assert_eq!(fault, None, "{:?}", problem.given());
            continue;
        }
        match fault.expect("there is a fault, and time to find it") {
            Fault::Place => {
                assert_eq!(count(&base), 0);
                places += 1;
            }
            Fault::Clues {
                clues,
                is_irreducible,
            } => {
                assert!(is_irreducible);
                let count_with = |clues: Vec<Clue>| {
                    // A square that is kept from a step says nothing of a tour without steps.
                    let given = Given::new(clues.iter().copied());
                    base.clone()
                        .with_given(given)
                        .map_or(1, |problem| count(&problem))
                };
                assert_eq!(count_with(clues.clone()), 0, "{clues:?}");
                for place in 0..clues.len() {
                    let mut fewer = clues.clone();
                    fewer.remove(place);
                    assert!(
                        count_with(fewer) > 0,
                        "{clues:?} without {:?}",
                        clues[place]
                    );
                }
                faults += 1;
                larger += usize::from(clues.len() > 2);
            }
        }
    }
    assert!(
        faults > 50 && places > 5 && larger > 5,
        "{faults} {places} {larger}"
    );
}

#[test]
fn a_deadline_that_has_passed_leaves_it_open() {
    let board = check::place("6x6");
    let at = |step, vertex| Clue::At { step, vertex };
    let given = Given::new([at(1, 0), at(36, 8), at(12, 20)]);
    let problem = board
        .problem(Kind::Open, None, None)
        .unwrap()
        .with_given(given)
        .unwrap();
    let over = Stop::after(std::time::Duration::ZERO);
    assert!(matches!(
        unique(&problem, &over).unwrap(),
        Uniqueness::Unknown(None)
    ));
    assert_eq!(
        knightsat_search::unsat_core::fault(&problem, &over).unwrap(),
        None
    );
}

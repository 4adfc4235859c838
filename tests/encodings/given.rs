//! Given moves and squares at steps: every encoding, the search and the verifier against tours that
//! are tried one by one.

use crate::common::brute;
use crate::common::clues;
use crate::common::styles;

use brute::Brute;
use clues::samples;
use knightsat::check::{self, inspect};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, Name};
use knightsat::tour::given::{Clue, Given, Why};
use knightsat::tour::graph::Graph;
use knightsat::tour::tour::{Tour, TourError};
use knightsat::tour::{Kind, Obstruction, Problem, ProblemError};
use std::collections::BTreeSet;
use styles::collect;

#[test]
fn the_search_finds_what_fits() {
    let samples = samples();
    assert!(samples.len() > 300, "{}", samples.len());
    let with_tours = samples.iter().filter(|(.., all)| !all.is_empty()).count();
    assert!(with_tours > 80, "{with_tours}");
    for (place, _, problem, all) in samples {
        let found: BTreeSet<Vec<u32>> = Search::new(&problem, Directions::Both).collect();
        assert_eq!(found, all, "{place} {:?}", problem.given());
        for steps in all {
            Tour::verify(&problem, steps).unwrap();
        }
    }
}

#[test]
fn all_encodings_have_the_tours_that_fit() {
    let styles = styles::all();
    for (number, (place, _, problem, all)) in samples().into_iter().enumerate() {
        for style in styles.iter().cycle().skip(5 * number).take(6) {
            if style.name() == Name::Textbook && problem.graph().len() > 8 {
                continue;
            }
            let formula = Formula::new(&problem, *style).unwrap();
            let report = inspect(&place, &problem, &formula, &check::Options::default()).unwrap();
            let what = format!("{place} {style:?} {:?} {}", problem.given(), all.len());
            assert!(report.is_good(), "{what}\n{report}");
        }
    }
}

/// No solver, no search of ours: all assignments.
#[test]
fn trying_all_assignments_finds_what_fits() {
    let mut tried = 0;
    for (place, kind, problem, all) in samples() {
        if problem.graph().len() > 5 || kind == Kind::Closed && !problem.has_given_steps() {
            continue;
        }
        for style in styles::all() {
            let formula = Formula::new(&problem, style).unwrap();
            let is_slow = [Name::Textbook, Name::Binary].contains(&style.name());
            if is_slow && problem.graph().len() > 4 || !formula.is_exact() {
                continue;
            }
            let [models, tours] = formula.models_of_tours().map(|number| number as usize);
            let mut found = 0;
            let cnf = collect(&problem, style);
            Brute::new(&cnf, &formula.projection()).each_model(&mut |_| {
                found += 1;
                true
            });
            let what = format!("{place} {style:?} {:?}", problem.given());
            assert_eq!(found * tours, all.len() * models, "{what}");
            tried += 1;
        }
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn sizes_are_those_that_are_counted() {
    for (place, _, problem, _) in samples() {
        for style in styles::all() {
            let formula = Formula::new(&problem, style).unwrap();
            let what = format!("{place} {style:?} {:?}", problem.given());
            assert_eq!(
                formula.total(),
                crate::common::collect(&formula).size(),
                "{what}"
            );
        }
    }
}

fn ring(len: u32) -> Problem {
    let edges: Vec<[u32; 2]> = (0..len)
        .map(|v| [v.min((v + 1) % len), v.max((v + 1) % len)])
        .collect();
    Problem::new(Graph::from_edges(len, &edges), Kind::Closed, None, None).unwrap()
}

#[test]
fn what_clashes_is_told_with_the_two_that_do() {
    let at = |step, vertex| Clue::At { step, vertex };
    let told = |clues: &[Clue]| {
        let problem = ring(8)
            .with_given(Given::new(clues.iter().copied()))
            .unwrap();
        match problem.obstruction(&Default::default()) {
            Some(Obstruction::Clash(clash)) => (clash.clues, clash.why),
            other => panic!("{clues:?}: {other:?}"),
        }
    };
    let cases = [
        ([at(2, 1), at(2, 3)], Why::Twice),
        ([at(2, 1), at(4, 1)], Why::Twice),
        ([at(2, 1), at(3, 4)], Why::TooFar { moves: 3, steps: 1 }),
        ([at(1, 1), at(8, 4)], Why::TooFar { moves: 3, steps: 1 }),
        ([at(2, 1), at(5, 3)], Why::Colours { steps: 3 }),
        ([Clue::Move([0, 1]), Clue::NoMove([0, 1])], Why::Contrary),
        (
            [at(3, 3), Clue::NotAt { step: 3, vertex: 3 }],
            Why::Contrary,
        ),
    ];
    for (clues, why) in cases {
        assert_eq!(told(&clues), (clues, why));
        let reversed = [clues[1], clues[0]];
        assert_eq!(told(&reversed), (clues, why));
        let more = [clues[0], at(7, 7), clues[1]];
        if why == Why::Contrary {
            assert_eq!(told(&more), (clues, why));
        }
    }
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let told = |clue| ring(6).with_given(Given::new([clue])).unwrap_err();
    assert_eq!(told(Clue::Move([0, 3])), ProblemError::NoMove(0, 3));
    assert_eq!(told(Clue::NoMove([3, 0])), ProblemError::NoMove(0, 3));
    let beyond = Clue::At { step: 7, vertex: 0 };
    assert_eq!(told(beyond), ProblemError::NoStep { step: 7, steps: 6 });
    let kept = Clue::NotAt { step: 2, vertex: 0 };
    assert_eq!(told(kept), ProblemError::NoFirstStep);
}

#[test]
fn the_verifier_says_what_does_not_fit() {
    let tour: Vec<u32> = (0..6).collect();
    let told = |clues: &[Clue]| {
        let edges: Vec<[u32; 2]> = (0..6)
            .flat_map(|a| (a + 1..6).map(move |b| [a, b]))
            .collect();
        let graph = Graph::from_edges(6, &edges);
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let problem = problem
            .with_given(Given::new(clues.iter().copied()))
            .unwrap();
        Tour::verify(&problem, tour.clone())
    };
    let at = |step, vertex| Clue::At { step, vertex };
    assert!(told(&[Clue::Move([0, 5]), Clue::NoMove([0, 2]), at(3, 2)]).is_ok());
    let missing = |error| matches!(error, TourError::Missing { .. });
    assert!(missing(told(&[Clue::Move([0, 2])]).unwrap_err()));
    let forbidden = told(&[Clue::NoMove([0, 5])]).unwrap_err();
    assert!(matches!(
        forbidden,
        TourError::Forbidden {
            step: 6,
            next: 1,
            ..
        }
    ));
    let wrong = told(&[at(3, 4)]).unwrap_err();
    assert!(matches!(wrong, TourError::WrongEnd { step: 3, .. }));
    let here = told(&[at(1, 0), Clue::NotAt { step: 2, vertex: 1 }]).unwrap_err();
    assert!(matches!(here, TourError::NotHere { step: 2, .. }));
}

//! Clues besides the models of formulas: which clash, what the verifier says, and the steps that
//! they leave to each square.

use crate::common::graphs::graph;
use crate::common::prelude::*;
use knightsat::tour::given::Why;
use knightsat::tour::{Obstruction, ProblemError};
use knightsat_tour::lower::Lowered;
use knightsat_tour::prepare::Directions;

fn at(step: u32, vertex: u32) -> Clue {
    Clue::At { step, vertex }
}

fn not_at(step: u32, vertex: u32) -> Clue {
    Clue::NotAt { step, vertex }
}

fn closed(graph: Graph, clues: &[Clue]) -> Result<Problem, ProblemError> {
    let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
    problem.with(Given::new(clues.iter().copied()))
}

fn ring(len: u32) -> Graph {
    let edges = (0..len).map(|v| [v, (v + 1) % len]).collect_vec();
    Graph::from_edges(len, &edges)
}

#[test]
fn two_clues_that_clash_are_named_with_the_reason() {
    let reason = |clues: &[Clue]| {
        let problem = closed(ring(8), clues).unwrap();
        match problem.obstruction(&Default::default()) {
            Some(Obstruction::Clash(clash)) => (clash.clues, clash.why),
            other => panic!("{clues:?}: {other:?}"),
        }
    };
    for (clues, why) in [
        ([at(2, 1), at(2, 3)], Why::Twice),
        ([at(2, 1), at(4, 1)], Why::Twice),
        ([at(2, 1), at(3, 4)], Why::TooFar { moves: 3, steps: 1 }),
        ([at(1, 1), at(8, 4)], Why::TooFar { moves: 3, steps: 1 }),
        ([at(2, 1), at(5, 3)], Why::Colours { steps: 3 }),
        ([Clue::Move([0, 1]), Clue::NoMove([0, 1])], Why::Contrary),
        ([at(3, 3), not_at(3, 3)], Why::Contrary),
    ] {
        assert_eq!(reason(&clues), (clues, why));
        assert_eq!(reason(&[clues[1], clues[0]]), (clues, why));
        if why == Why::Contrary {
            assert_eq!(reason(&[clues[0], at(7, 7), clues[1]]), (clues, why));
        }
    }
}

#[test]
fn clues_that_make_no_sense_are_errors() {
    let beyond = ProblemError::NoStep { step: 7, steps: 6 };
    for (clue, expected) in [
        (Clue::Move([0, 3]), ProblemError::NoMove(0, 3)),
        (Clue::NoMove([3, 0]), ProblemError::NoMove(0, 3)),
        (at(7, 0), beyond),
        (not_at(2, 0), ProblemError::NoFirstStep),
    ] {
        assert_eq!(closed(ring(6), &[clue]).unwrap_err(), expected);
    }
}

#[test]
fn the_verifier_names_the_clue_that_a_tour_violates() {
    let verify = |clues: &[Clue]| {
        let problem = closed(graph(6, u64::MAX), clues).unwrap();
        Tour::verify(&problem, (0..6).collect())
    };
    let right = [Clue::Move([0, 5]), Clue::NoMove([0, 2]), at(3, 2)];
    assert!(verify(&right).is_ok());
    let cases: [(&[Clue], &str); 4] = [
        (
            &[Clue::Move([0, 2])],
            "the move vertex 0-vertex 2 is required, and the tour does not take it",
        ),
        (
            &[at(3, 4)],
            "step 3 is on vertex 2 and should be on vertex 4",
        ),
        (
            &[Clue::NoMove([0, 5])],
            "from step 6 to 1, the move vertex 5-vertex 0 is forbidden",
        ),
        (
            &[at(1, 0), not_at(2, 1)],
            "step 2 is on vertex 1 and should not be",
        ),
    ];
    for (clues, expected) in cases {
        assert_eq!(verify(clues).unwrap_err().to_string(), expected);
    }
}

/// Given squares reach the ends of every window, and no other square loses a step that it may have.
#[test]
fn windows_are_the_steps_that_given_squares_leave() {
    let stop = Default::default();
    for kind in ["", " --closed"] {
        let (place, problem) = asked(&format!("8x8{kind} --at 9=a1,24=d5,30=h7,55=b8"));
        let prepared = Lowered::as_it_is(&problem).prepared_line(Directions::Both, &stop);
        let distances = |vertex| problem.graph().distances(vertex, &stop).unwrap();
        let given = problem.at().into_iter();
        let given = given.map(|(step, vertex)| (step, vertex, distances(vertex)));
        let given = given.collect_vec();
        let reaches = |vertex: u32, step: u32| {
            given.iter().all(|(at, _, distances)| {
                let apart = at.abs_diff(step);
                let around = if kind.is_empty() { apart } else { 64 - apart };
                let (apart, moves) = (apart.min(around), distances[vertex as usize]);
                moves <= apart && moves % 2 == apart % 2
            })
        };
        let mut narrowed = 0;
        for (vertex, window) in (0..).zip(prepared.windows.as_deref().unwrap()) {
            let square = place.name(vertex);
            let mut ends = [window.from, window.to].into_iter();
            let has_ends = ends.all(|step| reaches(vertex, step));
            assert!(!window.is_empty() && has_ends, "{kind} {square}");
            let first = (1..=64).find(|&step| reaches(vertex, step)).unwrap();
            let is_given = given.iter().any(|&(_, other, _)| other == vertex);
            assert!(is_given || window.from <= first, "{kind} {square}");
            narrowed += u32::from(window.from > 2 || window.to < 63);
        }
        assert!(narrowed > 3, "{kind} {narrowed}");
    }
}

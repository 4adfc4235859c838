//! Clues besides the models of formulas: which clash, what the verifier says, the steps that they
//! leave to each square, and counts on boards with given moves.

use crate::common::clues::samples;
use crate::common::graphs::{graph, words};
use itertools::{Itertools, iproduct};
use knightsat::count::frontier::{self, Limits};
use knightsat::count::search::{Directions, Search};
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given, Why};
use knightsat::tour::graph::Graph;
use knightsat::tour::tour::{Tour, TourError};
use knightsat::tour::{Kind, Obstruction, Problem, ProblemError};
use knightsat_tour::prepare::{Options, Prepared};

fn at(step: u32, vertex: u32) -> Clue {
    Clue::At { step, vertex }
}

fn closed(graph: Graph, clues: &[Clue]) -> Result<Problem, ProblemError> {
    let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
    problem.with_given(Given::new(clues.iter().copied()))
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
    let not_at = Clue::NotAt { step: 3, vertex: 3 };
    for (clues, why) in [
        ([at(2, 1), at(2, 3)], Why::Twice),
        ([at(2, 1), at(4, 1)], Why::Twice),
        ([at(2, 1), at(3, 4)], Why::TooFar { moves: 3, steps: 1 }),
        ([at(1, 1), at(8, 4)], Why::TooFar { moves: 3, steps: 1 }),
        ([at(2, 1), at(5, 3)], Why::Colours { steps: 3 }),
        ([Clue::Move([0, 1]), Clue::NoMove([0, 1])], Why::Contrary),
        ([at(3, 3), not_at], Why::Contrary),
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
        (
            Clue::NotAt { step: 2, vertex: 0 },
            ProblemError::NoFirstStep,
        ),
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
    let error = |clues: &[Clue]| verify(clues).unwrap_err();
    let [missing, wrong] = [Clue::Move([0, 2]), at(3, 4)].map(|clue| error(&[clue]));
    assert!(matches!(missing, TourError::Missing { .. }));
    assert!(matches!(wrong, TourError::WrongEnd { step: 3, .. }));
    let forbidden = error(&[Clue::NoMove([0, 5])]);
    assert!(matches!(
        forbidden,
        TourError::Forbidden {
            step: 6,
            next: 1,
            ..
        }
    ));
    let here = error(&[at(1, 0), Clue::NotAt { step: 2, vertex: 1 }]);
    assert!(matches!(here, TourError::NotHere { step: 2, .. }));
}

/// Asserts that no tour is lost, and that given squares reach the ends of every window.
#[test]
fn windows_are_the_steps_that_given_squares_leave() {
    let stop = Default::default();
    let mut held = 0;
    for (place, kind, problem, all) in samples() {
        // Where a closed tour without given steps begins is for preparation to say.
        if kind == Kind::Closed && !problem.has_given_steps() {
            continue;
        }
        let prepared = Prepared::new(&problem, Options::default(), &stop);
        for steps in &all {
            let mut steps = (1..).zip(steps);
            let is_held = steps.all(|(step, &v)| prepared.windows[v as usize].contains(step));
            assert!(is_held, "{place} {:?}", problem.given());
            held += 1;
        }
        assert!(all.is_empty() || !prepared.is_contradictory);
    }
    assert!(held > 300, "{held}");
    for kind in [Kind::Open, Kind::Closed] {
        let board: Board = "8x8".parse().unwrap();
        let given = [(9, "a1"), (24, "d5"), (30, "h7"), (55, "b8")];
        let given = given.map(|(step, name)| (step, board.vertex(name.parse().unwrap()).unwrap()));
        let problem = Problem::new(board.graph(), kind, None, None).unwrap();
        let clues = given.map(|(step, vertex)| at(step, vertex));
        let problem = problem.with_given(Given::new(clues)).unwrap();
        let prepared = Prepared::new(&problem, Options::default(), &stop);
        let distances = given.map(|(_, vertex)| problem.graph().distances(vertex, &stop).unwrap());
        let last = board.squares();
        let reaches = |vertex: u32, step: u32| {
            given.iter().zip(&distances).all(|(&(at, _), distances)| {
                let apart = at.abs_diff(step);
                let around = if kind == Kind::Open {
                    apart
                } else {
                    last - apart
                };
                let (apart, moves) = (apart.min(around), distances[vertex as usize]);
                moves <= apart && moves % 2 == apart % 2
            })
        };
        let mut narrowed = 0;
        for (vertex, window) in (0..).zip(&prepared.windows) {
            let has_ends = [window.from, window.to]
                .iter()
                .all(|&step| reaches(vertex, step));
            assert!(
                !window.is_empty() && has_ends,
                "{kind} {}",
                board.square(vertex)
            );
            // No other square loses a step that it may have.
            if given.iter().all(|&(_, square)| square != vertex) {
                let first = (1..=last).find(|&step| reaches(vertex, step));
                assert!(
                    window.from <= first.unwrap(),
                    "{kind} {}",
                    board.square(vertex)
                );
            }
            narrowed += u32::from(window.from > 2 || window.to < last - 1);
        }
        assert!(narrowed > 3, "{kind} {narrowed}");
    }
}

#[test]
fn the_frontier_agrees_with_the_search_on_boards_with_given_moves() {
    let (mut words, mut total) = (words(31), 0);
    let boards = [
        ("3x10", Kind::Closed),
        ("5x5", Kind::Open),
        ("6x6", Kind::Closed),
        ("3x8", Kind::Open),
    ];
    for ((board, kind), round) in iproduct!(boards, 0..6) {
        let graph = board.parse::<Board>().unwrap().graph();
        let edges = graph.edges().collect_vec();
        let mut draw = || edges[words.next().unwrap() as usize % edges.len()];
        let moves = [draw(), draw(), draw()].map(Clue::Move);
        let clues = moves
            .into_iter()
            .skip(round % 2)
            .chain([Clue::NoMove(draw())]);
        let start = (round % 3 == 0).then_some(0);
        let problem = Problem::new(graph.clone(), kind, start, None).unwrap();
        let problem = problem.with_given(Given::new(clues)).unwrap();
        let found = Search::new(&problem, Directions::One).count();
        let count = frontier::count(&problem, &Limits::default());
        assert_eq!(count, Ok(found.into()), "{board} {:?}", problem.given());
        total += found;
    }
    assert!(total > 1000, "{total}");
}

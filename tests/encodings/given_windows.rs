//! The effect of given squares on all others: windows of steps, and unit propagation.

use crate::common::clues;
use crate::common::styles;

use clues::samples;
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, Name};
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::{Kind, Problem};
use knightsat_tour::prepare::{Options, Prepared};
use std::collections::HashSet;

#[test]
fn no_tour_is_lost_by_the_windows() {
    let mut held = 0;
    for (place, kind, problem, all) in samples() {
        // Where a closed tour without given steps begins is for preparation to say.
        if kind == Kind::Closed && !problem.has_given_steps() {
            continue;
        }
        let prepared = Prepared::new(&problem, Options::default(), &Default::default());
        for steps in &all {
            for (step, &vertex) in (1..).zip(steps) {
                let window = prepared.windows[vertex as usize];
                let what = || format!("{place} {:?} {steps:?} {step}", problem.given());
                assert!(window.contains(step), "{}", what());
            }
            held += 1;
        }
        assert!(all.is_empty() || !prepared.is_contradictory);
    }
    assert!(held > 300, "{held}");
}

fn board(board: &str, kind: Kind, at: &[(u32, &str)]) -> (Board, Problem) {
    let board: Board = board.parse().unwrap();
    let clue = |&(step, square): &(u32, &str)| Clue::At {
        step,
        vertex: board.vertex(square.parse().unwrap()).unwrap(),
    };
    let given = Given::new(at.iter().map(clue));
    let problem = Problem::new(board.graph(), kind, None, None).unwrap();
    let problem = problem.with_given(given).unwrap();
    (board, problem)
}

/// The first and the last step of every window are reachable from the neighbouring given squares.
#[test]
fn windows_end_where_the_given_squares_are_too_far() {
    for kind in [Kind::Open, Kind::Closed] {
        let at = [(9, "a1"), (24, "d5"), (30, "h7"), (55, "b8")];
        let (board, problem) = board("8x8", kind, &at);
        let prepared = Prepared::new(&problem, Options::default(), &Default::default());
        assert!(!prepared.is_contradictory);
        let given = problem.at();
        let distances = given.iter().map(|&(_, vertex)| {
            problem
                .graph()
                .distances(vertex, &Default::default())
                .unwrap()
        });
        let distances: Vec<Vec<u32>> = distances.collect();
        let last = problem.graph().len();
        let reaches = |vertex: u32, step: u32| {
            given.iter().zip(&distances).all(|(&(at, _), distances)| {
                let apart = at.abs_diff(step);
                let apart = match kind {
                    Kind::Open => apart,
                    Kind::Closed => apart.min(last - apart),
                };
                let moves = distances[vertex as usize];
                moves <= apart && moves % 2 == apart % 2
            })
        };
        let mut narrowed = 0;
        for (vertex, window) in (0..).zip(&prepared.windows) {
            let name = board.square(vertex);
            assert!(!window.is_empty(), "{name}");
            for step in [window.from, window.to] {
                assert!(reaches(vertex, step), "{kind} {name} at {step}");
            }
            // No other square loses a step that it may have.
            if given.iter().all(|&(_, square)| square != vertex) {
                let first = (1..=last).find(|&step| reaches(vertex, step));
                assert!(window.from <= first.unwrap(), "{kind} {name}");
            }
            narrowed += u32::from(window.from > 2 || window.to < last - 1);
        }
        assert!(narrowed > 3, "{kind} {narrowed}");
    }
}

/// Returns true if unit propagation contradicts these literals.
fn conflicts(clauses: &[Vec<i32>], literals: &[i32]) -> bool {
    let mut is_true: HashSet<i32> = literals.iter().copied().collect();
    loop {
        let before = is_true.len();
        for clause in clauses {
            if clause.iter().any(|lit| is_true.contains(lit)) {
                continue;
            }
            let mut open = clause.iter().filter(|lit| !is_true.contains(&-**lit));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&unit), None) => drop(is_true.insert(unit)),
                _ => {}
            }
        }
        if is_true.len() == before {
            return false;
        }
    }
}

/// Once all arcs of a tour are chosen, unit propagation sees whether it is in time.
#[test]
fn a_tour_that_is_late_conflicts_by_unit_propagation() {
    let [mut right, mut late] = [0; 2];
    for (kind, at) in [
        (Kind::Open, [(1, "a1"), (8, "b3")]),
        (Kind::Open, [(4, "a1"), (9, "b3")]),
        (Kind::Closed, [(1, "a1"), (8, "b3")]),
    ] {
        let (board, problem) = board("5x6", kind, &at);
        let free = Problem::new(board.graph(), kind, problem.start(), None).unwrap();
        let apart = if kind == Kind::Open { 37 } else { 1 };
        let tours = Search::new(&free, Directions::Both).step_by(apart).take(40);
        let tours: Vec<Vec<u32>> = tours.collect();
        let fits = |steps: &[u32]| {
            problem
                .at()
                .iter()
                .all(|&(step, vertex)| steps[step as usize - 1] == vertex)
        };
        for name in [Name::Lazy, Name::Order, Name::Adder, Name::Crt] {
            let style = match name {
                Name::Lazy | Name::Order => styles::on_arcs(name),
                _ => styles::in_both_directions(name.style()),
            };
            let style = styles::in_both_directions(style);
            let formula = Formula::new(&problem, style).unwrap();
            let meaning = formula.meaning();
            let clauses = styles::collect(&problem, style);
            let clauses = clauses
                .clauses()
                .map(|clause| clause.iter().map(|l| l.to_dimacs()).collect());
            let clauses: Vec<Vec<i32>> = clauses.collect();
            for steps in &tours {
                // An arc that is known not to be taken has no literal.
                let Ok(literals) = meaning.literals_of(&problem, steps) else {
                    assert!(!fits(steps), "{kind} {name}");
                    continue;
                };
                let literals: Vec<i32> = literals.iter().map(|lit| lit.to_dimacs()).collect();
                let what = format!("{kind} {name} {at:?} {steps:?}");
                assert_eq!(conflicts(&clauses, &literals), !fits(steps), "{what}");
                *if fits(steps) { &mut right } else { &mut late } += 1;
            }
        }
    }
    assert!(right > 0 && late > 20, "{right} {late}");
}

//! Clues: counts by every method, compared with exhaustive search.

use crate::common::clues;
use crate::common::graphs;

use clues::samples;
use graphs::words;
use knightsat::count::frontier::{self, FrontierError, Limits};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, Name, Style};
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::{Kind, Problem};

/// Returns the number of tours as a count defines it, from the number in both directions.
fn tours(problem: &Problem, found: usize) -> usize {
    let has_ends = problem.start().is_some() && problem.end().is_some();
    let both = problem.kind() == Kind::Closed && !has_ends && !problem.has_given_steps();
    found / if both { 2 } else { 1 }
}

#[test]
fn every_route_counts_what_fits() {
    let (mut counted, mut numbered) = (0, 0);
    for (place, _, problem, all) in samples() {
        let expected = tours(&problem, all.len());
        let what = format!("{place} {:?}", problem.given());
        let by_search = Tours::by_search(&problem, &Stop::default());
        assert_eq!(by_search.map(Result::unwrap).count(), expected, "{what}");
        let formula = Formula::new(&problem, Style::DEFAULT).unwrap();
        let by_models = Tours::by_models(&problem, &formula, &Stop::default());
        assert_eq!(by_models.map(Result::unwrap).count(), expected, "{what}");
        let by_frontier = frontier::count(&problem, &Limits::default());
        if problem.has_given_steps() {
            assert!(
                matches!(by_frontier, Err(FrontierError::Refused(_))),
                "{what}"
            );
            numbered += 1;
            continue;
        }
        assert_eq!(by_frontier, Ok(expected.into()), "{what}");
        let lazy = Formula::new(&problem, Name::Lazy.style()).unwrap();
        let by_cuts = Tours::by_models(&problem, &lazy, &Stop::default());
        assert_eq!(by_cuts.map(Result::unwrap).count(), expected, "{what}");
        counted += usize::from(expected > 0);
    }
    assert!(counted > 30 && numbered > 100, "{counted} {numbered}");
}

/// Boards with a few moves that must be taken and a few that must not.
#[test]
fn the_frontier_agrees_with_the_search_on_boards_with_given_moves() {
    let (mut words, mut total) = (words(31), 0);
    for (board, kind, rounds) in [
        ("3x10", Kind::Closed, 8),
        ("5x5", Kind::Open, 8),
        ("6x6", Kind::Closed, 4),
        ("3x8", Kind::Open, 8),
    ] {
        let board: Board = board.parse().unwrap();
        let graph = board.graph();
        let edges: Vec<[u32; 2]> = graph.edges().collect();
        for round in 0..rounds {
            let mut draw = || edges[words.next().unwrap() as usize % edges.len()];
            let mut clues = vec![Clue::Move(draw()), Clue::Move(draw()), Clue::NoMove(draw())];
            if round % 2 == 0 {
                clues.push(Clue::Move(draw()));
            }
            let start = (round % 3 == 0).then_some(0);
            let problem = Problem::new(graph.clone(), kind, start, None).unwrap();
            let problem = problem.with_given(Given::new(clues)).unwrap();
            let found = Search::new(&problem, Directions::One).count();
            let count = frontier::count(&problem, &Limits::default());
            assert_eq!(
                count,
                Ok(found.into()),
                "{} {:?}",
                board.describe(),
                problem.given()
            );
            total += found;
        }
    }
    assert!(total > 1000, "{total}");
}

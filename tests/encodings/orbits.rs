//! Symmetric tours in every encoding: published counts, and rules about moves and directions.

use crate::common::styles;
use knightsat::encoding::Formula;
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::Kind;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::place::Place;
use knightsat::tour::rule;
use knightsat::tour::symmetry::Turn;
use knightsat_count::search::{Directions, Search};

/// Rules name moves of the board, which are choices between moves of the quotient graph. If no
/// symmetric tour exists, a formula may have no moves.
#[test]
fn every_encoding_has_as_many_symmetric_tours_as_are_known() {
    let all = styles::all().into_iter().filter(styles::is_pruned);
    let all: Vec<_> = all.collect();
    for (number, (board, turn, start, rules, plain, count)) in [
        ("6x6", Turn::Rot180, None, "", 78, 78),
        ("6x6", Turn::Rot90, None, "", 10, 10),
        ("3x10", Turn::Rot180, None, "", 0, 0),
        (
            "6x6",
            Turn::Rot180,
            None,
            "not c3-e4\na2-c1 or d1-f2\nturns <= 34",
            78,
            33,
        ),
        ("6x6", Turn::Rot90, None, "c3-e4 or c3-d5 or c3-b5", 10, 4),
        ("6x6", Turn::Rot180, Some(0), "a1->c2\nnot d4->f5", 78, 63),
        ("4x4", Turn::Rot180, None, "a1-b3\n", 0, 0),
    ]
    .into_iter()
    .enumerate()
    {
        let place: Place = board.parse().unwrap();
        let symmetry = place.board().unwrap().symmetry(turn).unwrap();
        let at = start.map(|vertex| Clue::At { step: 1, vertex });
        let problem = place.problem(Kind::Closed, None, None).unwrap();
        let problem = problem.with_symmetry(symmetry).unwrap();
        let problem = problem.with_given(Given::new(at)).unwrap();
        assert_eq!(
            Search::new(&problem, Directions::One).count(),
            plain,
            "{board} {turn}"
        );
        let rules = rule::read(rules, &place).unwrap();
        let vertex = |name: &String| place.vertex(name).unwrap();
        let rules = rules.iter().map(|rule| rule.map(vertex)).collect();
        let problem = problem.with_rules(rules).unwrap();
        assert_eq!(
            Search::new(&problem, Directions::One).count(),
            count,
            "{board} {turn}"
        );
        let mut exact = 0;
        for &style in all.iter().skip(number % 9).step_by(9) {
            let formula = Formula::new(&problem, style).unwrap();
            if formula.is_exact() {
                let found = Tours::by_models(&problem, &formula, &Stop::default());
                assert_eq!(
                    found.map(Result::unwrap).count(),
                    count,
                    "{board} {turn} {style:?}"
                );
                exact += 1;
            }
        }
        assert!(exact >= 5, "{exact}");
    }
}

//! The law of the encodings: a formula has the promised number of models of each tour, and no
//! others. It holds for any value of any option, and for every problem that the table of backends
//! grants.
//! Its sizes are those counted before, and no clause is written twice.
//!
//! The tours come from enumerations and searches without formulas, the number of models from the
//! regression kit, and from all assignments where the problem is small.

use crate::common::brute::Brute;
use crate::common::graphs::words;
use crate::common::prelude::*;
use crate::common::styles::{collect, with};
use crate::common::{crosses, saturated, styles};
use knightsat_check::{self as check, BOARDS, Collected, inspect};
use knightsat_cnf::sink::SizeTally;
use knightsat_tour::{known, table};

/// Returns true if a solver needs long to refute the formula of more than ten vertices.
fn is_hard(style: &Style) -> bool {
    !styles::is_pruned(style)
}

/// Asserts the sizes. No clause occurs twice, in any order of its literals; but rules may repeat a
/// group.
fn assert_sizes(problem: &Problem, formula: &Formula, what: &str) {
    let mut collected = Collected::default();
    formula.encode(&mut collected);
    let mut tally = SizeTally::default();
    formula.encode(&mut tally);
    assert_eq!(tally.groups(), formula.size(), "{what}");
    assert_eq!(collected.cnf.size(), formula.total(), "{what}");
    let sorted = |clause: &[Lit]| clause.iter().copied().collect::<BTreeSet<_>>();
    let twice = collected.cnf.clauses().map(sorted).duplicates().next();
    let is_once = twice.is_none() || !problem.rules().is_empty();
    assert!(is_once, "{what}: written twice: {twice:?}");
}

/// Asserts the law of a formula, and returns false if the table refuses it.
fn assert_law(place: &Place, problem: &Problem, style: Style) -> bool {
    let what = format!("{place} {style:?} {problem:?}");
    let granted = table::reductions(problem, style.name.backend());
    let formula = match Formula::new(problem, style) {
        Err(FormulaError::Refused(refusal)) => {
            assert_eq!(granted, Err(refusal), "{what}");
            return false;
        }
        formula => formula.unwrap_or_else(|error| panic!("{what}: {error}")),
    };
    assert!(granted.is_ok(), "{what}");
    assert_sizes(problem, &formula, &what);
    let report = inspect(place, problem, &formula, &check::Options::default()).unwrap();
    let is_right = report.is_good() && !report.is_open;
    assert!(is_right || !formula.is_exact(), "{what}\n{report}");
    if !style.shortcuts && report.expected != Some(0) {
        let usual = collect(problem, with("shortcuts", true, style));
        assert_eq!(collect(problem, style), usual, "{what}: another formula");
    }
    let is_wide = [Name::Textbook, Name::Binary].contains(&style.name);
    if problem.graph().len() <= if is_wide { 4 } else { 5 } && formula.is_exact() {
        let [models, tours] = formula.models_of_tours().map(u64::from);
        let expected = Tours::by_search(problem, &Stop::default()).count() as u64;
        let found = Brute::new(&collect(problem, style), &formula.projection()).count();
        assert_eq!(found * tours, expected * models, "{what}");
    }
    true
}

/// Asserts the law for so many styles after each other, and returns how many the table grants.
fn assert_laws(place: &Place, problem: &Problem, from: usize, number: usize) -> usize {
    let all = styles::all().into_iter().cycle().skip(from).take(number);
    let some = all.filter(|style| problem.graph().len() < 10 || !is_hard(style));
    let is_granted = |style: &Style| assert_law(place, problem, *style);
    some.filter(is_granted).count()
}

#[test]
fn every_constraint_and_pair_holds_in_every_encoding() {
    let samples = crosses::samples();
    let mut granted = 0;
    for (number, sample) in samples.iter().enumerate() {
        granted += assert_laws(&sample.place, &sample.problem, 7 * number, depth(8, 4));
    }
    assert!(granted > 2 * samples.len(), "{granted}");
}

/// Each numbering verifies.
#[test]
fn random_constraints_hold_in_every_encoding() {
    let samples = crosses::random(600);
    let (mut with_tours, mut granted) = (0, 0);
    for (number, sample) in samples.iter().enumerate() {
        for steps in &sample.numberings {
            Tour::verify(&sample.problem, steps.clone()).unwrap();
        }
        with_tours += usize::from(!sample.numberings.is_empty());
        granted += assert_laws(&sample.place, &sample.problem, 5 * number, depth(30, 3));
    }
    assert!(with_tours > 200 && granted > 1000, "{with_tours} {granted}");
}

/// Boards of the kit, with and without ranks and files, of other leapers and with random holes.
#[test]
fn tours_of_boards_are_the_models_of_every_encoding() {
    let place = |&(kind, board): &(Kind, &str)| (kind, check::place(board));
    let places = BOARDS.iter().map(place);
    let leapers = "3x3 --leaper 0,1|1x4 --leaper 0,1|2x3 --leaper 0,1|2x6 --leaper 1,1".split('|');
    let leapers = iproduct!(leapers, [Kind::Open, Kind::Closed]);
    let leapers = leapers.map(|(board, kind)| (kind, asked(board).0));
    let holed = words(5).take(depth(10, 4)).zip((3..=4).cycle());
    let holed = holed.flat_map(|(word, ranks)| {
        let square = |cell: u32| ['.', '#'][usize::from(word >> (2 * cell) & 7 == 7)];
        let rank = |rank: u32| String::from_iter((0..5).map(|file| square(5 * rank + file)));
        let place = check::place(&(0..ranks).map(rank).join("/"));
        [Kind::Open, Kind::Closed].map(|kind| (kind, place.clone()))
    });
    for (number, (kind, place)) in places.chain(leapers).chain(holed).enumerate() {
        let coordinates = place.directions().unwrap();
        let plain = Problem::new(place.graph(), kind, None, None).unwrap();
        for problem in [plain.clone().with_coordinates(coordinates), plain] {
            assert_laws(&place, &problem, 20 * number, depth(120, 20));
        }
    }
}

/// Enumerates the models without the kit, up to more tours for pruned formulas.
#[test]
fn every_encoding_has_as_many_models_as_there_are_known_tours() {
    let mut met = 0;
    for (number, record) in known::records().into_iter().enumerate() {
        let board = record.board().unwrap();
        let start = record.start.map(|start| board.vertex(start).unwrap());
        let problem = Problem::new(board.graph(), record.kind, start, None).unwrap();
        let problem = problem.with_coordinates(board.directions().unwrap());
        let (step, known) = (depth(1, 4), saturated(&record));
        for style in styles::all().into_iter().skip(number % step).step_by(step) {
            let (squares, tours) = match style.name {
                _ if is_hard(&style) => (9, 16),
                Name::Binary => (16, 24),
                _ => (20, 40),
            };
            if board.squares() <= squares && known <= tours {
                let formula = Formula::new(&problem, style).unwrap();
                let found = Tours::by_models(&problem, &formula, &Stop::default());
                let found = found.map(Result::unwrap).count() as u64;
                assert_eq!(found, known, "{record:?} {style:?}");
                met += 1;
            }
        }
    }
    assert!(met > 200, "{met}");
}

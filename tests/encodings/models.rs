//! The law of the encodings: a formula has the promised number of models of each tour, and no
//! others. It holds for any value of any option, and for every problem that the table of backends
//! grants.
//! Its sizes are those counted before, and no clause is written twice.
//!
//! The tours come from enumerations and searches without formulas, the number of models from the
//! regression kit, and from all assignments where the problem is small.

use crate::common::brute::Brute;
use crate::common::depth::depth;
use crate::common::graphs::{graph, problems, words};
use crate::common::styles::{collect, with};
use crate::common::{clues, crosses, finds_tour, rules, styles};
use itertools::{Itertools, iproduct};
use knightsat::check::{self, BOARDS, Collected, inspect};
use knightsat::cnf::Lit;
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, FormulaError, Name, Style};
use knightsat::search::lazy;
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Coordinates;
use knightsat::tour::place::Place;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_tour::{known, table};
use std::collections::BTreeSet;

/// Returns true if a solver needs long to refute the formula of more than ten vertices.
fn is_hard(style: &Style) -> bool {
    let is_selector = style.encoding.options().get("different") == Some(&"selector".into());
    is_selector || !styles::is_pruned(style)
}

/// Asserts the sizes. No clause occurs twice, in any order of its literals; but rules may repeat a
/// group.
fn assert_sizes(problem: &Problem, formula: &Formula, what: &str) {
    let mut collected = Collected::default();
    formula.encode(&mut collected);
    assert_eq!(collected.groups(), formula.size(), "{what}");
    assert_eq!(collected.cnf.size(), formula.total(), "{what}");
    let sorted = |clause: &[Lit]| clause.iter().copied().collect::<BTreeSet<_>>();
    let twice = collected.cnf.clauses().map(sorted).duplicates().next();
    let is_once = twice.is_none() || !problem.rules().is_empty();
    assert!(is_once, "{what}: written twice: {twice:?}");
}

/// Asserts the law of a formula, and returns false if the table refuses it.
fn assert_law(place: &Place, problem: &Problem, style: Style) -> bool {
    let what = format!("{place} {style:?} {problem:?}");
    let granted = table::reductions(problem, style.name().backend());
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
    assert!(report.is_good() && !report.is_open, "{what}\n{report}");
    if !style.shortcuts && report.expected != Some(0) {
        let usual = collect(problem, with("shortcuts", true, style));
        assert_eq!(collect(problem, style), usual, "{what}: another formula");
    }
    let is_wide = [Name::Textbook, Name::Binary].contains(&style.name());
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
    some.filter(|style| assert_law(place, problem, *style))
        .count()
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

/// Asserts that the search finds these numberings, and each of them verifies.
fn assert_search(problem: &Problem, tours: &BTreeSet<Vec<u32>>) {
    let found = Search::new(problem, Directions::Both).collect_vec();
    assert_eq!(found.len(), tours.len(), "a tour twice: {problem:?}");
    assert_eq!(
        &found.into_iter().collect::<BTreeSet<_>>(),
        tours,
        "{problem:?}"
    );
    let unpruned = Search::new(problem, Directions::Both).unpruned();
    assert_eq!(unpruned.count(), tours.len(), "{problem:?}");
    for steps in tours {
        Tour::verify(problem, steps.clone()).unwrap();
    }
}

/// Returns true if the numbers on all ranks add up to the same, and on all files.
fn adds_up(places: &Coordinates, steps: &[u32]) -> bool {
    (0..2).all(|axis| {
        let mut sums = vec![0; places.sides()[axis] as usize];
        for (step, &vertex) in (1..).zip(steps) {
            sums[places.of(vertex)[axis] as usize] += step;
        }
        sums.iter().all_equal()
    })
}

/// Problems of magic tours on graphs of eight vertices, and a few of four, anywhere on a grid.
fn magic() -> Vec<(Place, Problem, BTreeSet<Vec<u32>>)> {
    let mut samples = Vec::new();
    for (number, word) in words(41).take(40).enumerate() {
        let sides = [[2, 4], [4, 2], [2, 2], [2, 4]][number % 4];
        let len = sides[0] * sides[1];
        let graph = graph(len, word | word >> 23);
        let mut of = (0..len).map(|v| [v / sides[1], v % sides[1]]).collect_vec();
        of.sort_by_key(|place| (word >> (8 * place[0] + 4 * place[1])).wrapping_mul(word | 1));
        let places = Coordinates::new(sides, of);
        let clue = match number % 3 {
            0 => None,
            1 => Some(Clue::At { step: 3, vertex: 2 }),
            _ => Some(Clue::NotAt { step: 1, vertex: 3 }),
        };
        let ends = [
            (number % 5 == 0).then_some(0),
            (number % 7 == 0).then_some(1),
        ];
        let at = |steps: &[u32], end: usize| {
            ends[end].is_none_or(|vertex| steps[end * (len as usize - 1)] == vertex)
        };
        for kind in [Kind::Open, Kind::Closed] {
            let problem = Problem::new(graph.clone(), kind, ends[0], ends[1]).unwrap();
            let problem = problem
                .with_coordinates(places.clone())
                .with_magic()
                .unwrap();
            let problem = problem.with_given(Given::new(clue)).unwrap();
            // A clue that every closed tour satisfies makes the numbers count.
            let any = Clue::NotAt {
                step: 1,
                vertex: len,
            };
            let mut tours =
                clues::expected(&graph, kind, &clue.into_iter().chain([any]).collect_vec());
            tours.retain(|steps| at(steps, 0) && at(steps, 1) && adds_up(&places, steps));
            samples.push((Place::Graph(graph.clone()), problem, tours));
        }
    }
    samples
}

#[test]
fn random_clues_rules_and_sums_hold_in_every_encoding() {
    let clues = clues::samples()
        .into_iter()
        .map(|(place, _, problem, tours)| (place, problem, tours));
    let rules = rules::samples().into_iter();
    let rules = rules.map(|sample| (sample.place, sample.problem, sample.tours));
    let samples = clues.chain(rules).chain(magic()).collect_vec();
    let (mut with_tours, mut granted) = (0, 0);
    for (number, (place, problem, tours)) in samples.iter().enumerate() {
        assert_search(problem, tours);
        with_tours += usize::from(!tours.is_empty());
        granted += assert_laws(place, problem, 5 * number, depth(30, 3));
    }
    assert!(with_tours > 200 && granted > 1000, "{with_tours} {granted}");
}

#[test]
fn all_ends_hold_in_every_encoding_on_random_graphs() {
    let mut turn = 0;
    for len in 1..=7 {
        for bits in words(u64::from(len) + 1).take(depth(8, 3)) {
            let graph = graph(len, bits | bits >> 17);
            for problem in problems(&graph) {
                assert!(assert_laws(&Place::Graph(graph.clone()), &problem, turn, 5) > 0);
                turn += 5;
            }
        }
    }
}

/// Boards of the kit, with and without ranks and files, of other leapers and with random holes.
#[test]
fn tours_of_boards_are_the_models_of_every_encoding() {
    let places = BOARDS
        .iter()
        .map(|&(kind, board)| (kind, check::place(board)));
    let leapers = [("3x3", 0, 1), ("1x4", 0, 1), ("2x3", 0, 1), ("2x6", 1, 1)];
    let leapers = leapers
        .into_iter()
        .cartesian_product([Kind::Open, Kind::Closed]);
    let leapers = leapers.map(|((size, a, b), kind)| {
        let board: Board = size.parse().unwrap();
        (kind, board.with_leaper(a, b).unwrap().into())
    });
    let holed = words(5).take(depth(10, 4)).zip((3..=4).cycle());
    let holed = holed.flat_map(|(word, ranks)| {
        let square = |cell: u32| {
            if word >> (2 * cell) & 7 == 7 {
                '#'
            } else {
                '.'
            }
        };
        let rank = |rank: u32| {
            (0..5)
                .map(|file| square(5 * rank + file))
                .collect::<String>()
        };
        let place = check::place(&(0..ranks).map(rank).join("/"));
        [Kind::Open, Kind::Closed].map(|kind| (kind, place.clone()))
    });
    for (number, (kind, place)) in places.chain(leapers).chain(holed).enumerate() {
        let coordinates = place.board().unwrap().coordinates();
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
        let problem = problem.with_coordinates(board.coordinates());
        let all = styles::all()
            .into_iter()
            .skip(number % depth(1, 4))
            .step_by(depth(1, 4));
        for style in all {
            let (squares, tours) = match style.name() {
                _ if is_hard(&style) => (9, 16),
                Name::Binary => (16, 24),
                _ => (20, 40),
            };
            let known = record.saturated();
            if board.squares() > squares || known > tours {
                continue;
            }
            let formula = Formula::new(&problem, style).unwrap();
            let found = Tours::by_models(&problem, &formula, &Stop::default());
            assert_eq!(
                found.map(Result::unwrap).count() as u64,
                known,
                "{record} {style:?}"
            );
            met += 1;
        }
    }
    assert!(met > 200, "{met}");
}

/// Sizes alone, of more boards and ends, and of refuted problems.
#[test]
fn sizes_are_those_of_the_clauses_on_every_small_board() {
    let side = depth(6, 5) as u32;
    let boards = (1..=side)
        .cartesian_product(1..=side)
        .map(|(ranks, files)| Board::new(ranks, files).unwrap());
    let odd: Board = "4x4".parse().unwrap();
    // The (1, 1) leaper never leaves its colour.
    for (number, board) in boards.chain([odd.with_leaper(1, 1).unwrap()]).enumerate() {
        let ends = || {
            [
                None,
                Some(0),
                Some(board.squares() - 1),
                Some(board.squares() / 2),
            ]
        };
        for (kind, start, end) in iproduct!([Kind::Open, Kind::Closed], ends(), ends()) {
            let Ok(problem) = Problem::new(board.graph(), kind, start, end) else {
                continue;
            };
            let problem = problem.with_coordinates(board.coordinates());
            let all = styles::all()
                .into_iter()
                .skip(number % depth(1, 5))
                .step_by(depth(1, 5));
            for style in all {
                let what = format!("{board} {kind} {start:?} {end:?} {style:?}");
                assert_sizes(&problem, &Formula::new(&problem, style).unwrap(), &what);
            }
        }
    }
}

/// The lazy engine has no formula, and short cuts of its own.
#[test]
fn the_lazy_engine_agrees_with_the_search_on_random_graphs_and_masks() {
    let mut words = words(2027);
    let [mut some, mut none] = [0; 2];
    for round in 0..1000_u64 {
        let [word, holes] = [0; 2].map(|_| words.next().unwrap());
        let graph = match round % 2 {
            0 => graph(
                2 + (word % 8) as u32,
                word.rotate_left(9) & (holes | word >> 31),
            ),
            _ => {
                let [ranks, files] = [3 + (word >> 20) % 2, 3 + (word >> 30) % 4];
                let square = |cell: u64| {
                    if holes >> (2 * cell) & 7 == 7 {
                        '#'
                    } else {
                        '.'
                    }
                };
                let rank = |rank: u64| {
                    (0..files)
                        .map(|file| square(6 * rank + file))
                        .collect::<String>()
                };
                let board = check::place(&(0..ranks).map(rank).join("/"))
                    .board()
                    .unwrap()
                    .clone();
                let (a, b) = [(1, 2), (1, 2), (0, 1), (1, 3)][(word >> 40) as usize % 4];
                board.with_leaper(a, b).unwrap().graph()
            }
        };
        let kind = [Kind::Open, Kind::Closed][(word >> 50) as usize % 2];
        let [start, end] =
            [8, 16].map(|by| Some((holes >> by) as u32 % 24).filter(|&end| end < graph.len()));
        let end = end.filter(|_| end != start && round % 4 == 0);
        let problem = Problem::new(graph, kind, start, end).unwrap();
        let options = lazy::Options {
            seed: round % 3,
            shortcuts: round % 3 == 1,
            ..Default::default()
        };
        let expected = Search::new(&problem, Directions::Both).next().is_some();
        assert_eq!(finds_tour(&problem, options), expected, "{problem:?}");
        *if expected { &mut some } else { &mut none } += 1;
    }
    assert!(some > 200 && none > 200, "{some} {none}");
}

//! Every encoding, in every variant, compared with known counts and with a search without formulas.
//! It has as many models as tours, each is a tour, and only documented variables are undetermined.

use crate::common::graphs;
use crate::common::styles;

use graphs::graph;
use itertools::Itertools;
use knightsat::check::{self, BOARDS, Collected, inspect};
use knightsat::cnf::sink::Cnf;
use knightsat::cnf::{Lit, Vars};
use knightsat::encoding::{Formula, Name, Style};
use knightsat::solver::incremental::Limits;
use knightsat::solver::varisat::Varisat;
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::{Kind, Problem};
use knightsat_search::enumerate::{Models, Projection};
use knightsat_tour::known;
use serde_json::{Map, json};
use std::collections::{BTreeSet, HashSet};

/// The number of models of a formula on a projection, at most `most`. All are decoded and verified;
/// those of relaxations that are no tour are cut.
fn count(formula: &Formula, projection: Projection, most: u64) -> u64 {
    let mut solver = Varisat::unchecked(Limits::default());
    formula.encode(&mut solver);
    let mut models = Models::new(solver, projection);
    let mut found = 0;
    while found < most
        && let Some(model) = models.next_model().unwrap()
    {
        let cuts = formula.cuts(&model).unwrap();
        if cuts.is_empty() {
            formula.tour(&model).unwrap();
            found += 1;
            continue;
        }
        assert!(!formula.is_exact(), "{:?}: {cuts:?}", formula.style());
        let is_cut = cuts
            .iter()
            .any(|cut| !cut.iter().any(|&lit| model.satisfies(lit)));
        assert!(is_cut, "{:?}: {cuts:?}", formula.style());
        cuts.iter().for_each(|cut| models.clause(cut));
    }
    found
}

/// Returns true if a record is small enough for this encoding. Without pruning, boards with unequal
/// colours take long, see docs/hard.md.
fn is_small(board_squares: u32, tours: u64, style: Style) -> bool {
    let most = match style.name() {
        Name::Textbook => (9, 16),
        Name::Binary => (16, 24),
        _ => (20, 40),
    };
    board_squares <= most.0 && tours <= most.1
}

#[test]
fn every_encoding_has_as_many_models_as_there_are_known_tours() {
    let mut met = 0;
    for record in known::records() {
        let board = record.board().unwrap();
        let start = record.start;
        let start = start.map(|start| board.vertex(start).unwrap());
        let problem = Problem::new(board.graph(), record.kind, start, None).unwrap();
        let problem = problem.with_coordinates(board.coordinates());
        for style in styles::all() {
            if !is_small(board.squares(), record.saturated(), style) {
                continue;
            }
            let formula = Formula::new(&problem, style).unwrap();
            let [models, tours] = formula.models_of_tours().map(u64::from);
            let found = count(&formula, Projection::of(&formula), u64::MAX);
            assert_eq!(
                found * tours,
                record.saturated() * models,
                "{record} {style:?}"
            );
            met += 1;
        }
    }
    assert!(met > 1000, "{met}");
}

#[test]
fn every_tour_is_a_model_and_every_model_a_tour() {
    for &(kind, board) in BOARDS {
        let place = check::place(board);
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let with_places = problem.clone();
        let with_places = with_places.with_coordinates(place.board().unwrap().coordinates());
        for style in styles::all() {
            for problem in [&problem, &with_places] {
                let formula = Formula::new(problem, style).unwrap();
                let report = inspect(&place, problem, &formula, &check::Options::default());
                let report = report.unwrap();
                assert!(report.is_good(), "{kind} {board} {style:?}\n{report}");
            }
        }
    }
}

/// Plain model counters may count a parsimonious formula without a projection.
#[test]
fn a_tour_determines_every_variable_where_that_is_said() {
    let boards = [
        "3x4",
        ".../.#./...",
        "#..##/.#.../...##/#...#",
        "....#/#..../#....",
    ];
    let boards = boards.map(|board| check::place(board).graph());
    // All edges of four and five vertices, a ladder, and a path.
    let dense = [(3, 7), (4, u64::MAX), (5, u64::MAX), (5, 0b10_1101_1101)];
    let dense = dense.map(|(len, bits)| graph(len, bits));
    let mut open: HashSet<Name> = HashSet::new();
    for graph in boards.iter().chain(&dense) {
        for kind in [Kind::Open, Kind::Closed] {
            for (start, end) in [
                (None, None),
                (Some(0), None),
                (None, Some(1)),
                (Some(0), Some(1)),
            ] {
                let problem = Problem::new(graph.clone(), kind, start, end).unwrap();
                for style in styles::all() {
                    let formula = Formula::new(&problem, style).unwrap();
                    if !formula.is_exact() || style.name() == Name::Textbook {
                        assert!(!formula.is_parsimonious() || formula.is_exact());
                        continue;
                    }
                    let tours = count(&formula, Projection::of(&formula), u64::MAX);
                    let all = Vars::new(1, formula.header().variables);
                    let all = all.iter().map(|var| var.pos()).collect();
                    let found = count(&formula, Projection::Values(all), tours + 1);
                    let what = format!("{kind} {start:?} {end:?} {graph:?} {style:?}");
                    assert!(found >= tours, "{what}");
                    assert!(found == tours || !formula.is_parsimonious(), "{what}");
                    if found > tours {
                        open.insert(style.name());
                    }
                }
            }
        }
    }
    let expected = [Name::Order, Name::Elimination];
    for name in expected {
        assert!(open.contains(&name), "{open:?}");
    }
}

/// Returns true if unit propagation contradicts the clause's negation.
fn follows_by_propagation(clauses: &[Vec<i32>], lemma: &[i32]) -> bool {
    let mut is_false: std::collections::HashSet<i32> = lemma.iter().copied().collect();
    loop {
        let before = is_false.len();
        for clause in clauses {
            if clause.iter().any(|lit| is_false.contains(&-lit)) {
                continue;
            }
            let mut open = clause.iter().filter(|lit| !is_false.contains(lit));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(unit), None) => drop(is_false.insert(-unit)),
                _ => {}
            }
        }
        if is_false.len() == before {
            return false;
        }
    }
}

/// lab/docs/hard.md: closed textbook formulas of odd boards are refuted by so many short lemmas.
#[test]
fn closed_odd_boards_are_refuted_by_a_lemma_for_every_square_and_step() {
    let board: Board = "3x5".parse().unwrap();
    let squares = board.squares() as i32;
    let problem = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
    let mut cnf = Cnf::default();
    Formula::new(&problem, Name::Textbook.style())
        .unwrap()
        .encode(&mut cnf);
    let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
    let mut clauses: Vec<Vec<i32>> = cnf.clauses().map(numbers).collect();
    assert!(!follows_by_propagation(&clauses, &[]));
    let x = |step: i32, square: i32| (step - 1) * squares + square + 1;
    // With an odd number of files neighbours by number have different colours.
    let mut lemmas = 0;
    for start in 0_i32..squares {
        for step in 2..=squares {
            let due = (0..squares)
                .filter(|square: &i32| (square - start).rem_euclid(2) == (step - 1) % 2);
            let lemma: Vec<i32> = due
                .map(|square| x(step, square))
                .chain([-x(1, start)])
                .collect();
            assert!(
                follows_by_propagation(&clauses, &lemma),
                "square {start}, step {step}"
            );
            clauses.push(lemma);
            lemmas += 1;
        }
        assert!(follows_by_propagation(&clauses, &[-x(1, start)]));
        clauses.push(vec![-x(1, start)]);
        lemmas += 1;
    }
    assert!(follows_by_propagation(&clauses, &[]));
    assert_eq!(lemmas, squares * squares);
}

/// Options of a problem, besides the board.
const ASKED: [&str; 25] = [
    "",
    "start=a1",
    "start=e1",
    "end=c3",
    "start=a1 end=d3",
    "start=b1 end=a1",
    "require=a1-b3",
    "require=a1-b3 require=a1-c2",
    "forbid=a1-b3",
    "at=3=c3",
    "at=1=a1 at=2=b3",
    "at=3=a3 at=4=b1",
    "not-at=1=a1 not-at=2=b3",
    "require=a1-b3 at=1=a1",
    "require=a1-b3 at=3=c3 start=a1",
    "magic=yes",
    "tour=closed",
    "tour=closed start=c3",
    "tour=closed start=a1 end=c2",
    "tour=closed require=a1-b3 require=a1-c2",
    "tour=closed at=2=b3 at=3=a1",
    "tour=closed not-at=1=a1 not-at=3=c3",
    "tour=closed symmetric=rot180",
    "tour=closed symmetric=rot90",
    "tour=closed symmetric=rot180-reversed",
];

fn tour(text: &str) -> TourSpec {
    let mut fields = Map::new();
    for entry in text.split_whitespace() {
        let (key, value) = entry.split_once('=').unwrap();
        if key == "magic" {
            fields.insert(key.into(), true.into());
        } else if ["require", "forbid", "at", "not-at"].contains(&key) {
            let list = fields.entry(key).or_insert_with(|| json!([]));
            list.as_array_mut().unwrap().push(value.into());
        } else {
            fields.insert(key.into(), value.into());
        }
    }
    serde_json::from_value(fields.into()).unwrap()
}

/// Checks that the sizes are as written, and that no clause occurs twice, in any order of its
/// literals.
fn assert_each_clause_once(formula: &Formula, what: &str) {
    let mut collected = Collected::default();
    formula.encode(&mut collected);
    assert_eq!(collected.groups(), formula.size(), "{what}");
    let mut seen = HashSet::new();
    for (number, clause) in (1..).zip(collected.cnf.clauses()) {
        let sorted: BTreeSet<Lit> = clause.iter().copied().collect();
        assert!(seen.insert(sorted), "{what}: clause {number} {clause:?}");
    }
}

#[test]
fn no_clause_is_written_twice_and_sizes_follow() {
    let mut styles = styles::all();
    styles.push(styles::with("arcs", false, Style::DEFAULT));
    styles.push(styles::with("amo", "pairwise", Style::DEFAULT));
    let mut split = styles.clone();
    split.iter_mut().for_each(|style| style.three_cnf ^= true);
    let mut plain = [&styles[..], &split].concat();
    plain.iter_mut().for_each(|style| style.shortcuts = false);
    let boards = [
        "1x1",
        "1x2",
        "2x2",
        "3x3",
        "3x4",
        "4x4",
        "5x5",
        "6x6",
        ".../.#./...",
    ];
    let mut met = 0;
    for (board, asked) in boards.into_iter().cartesian_product(ASKED) {
        let is_large = ["4x4", "5x5", "6x6"].contains(&board);
        if board == "6x6" && !asked.contains("symmetric") {
            continue;
        }
        let settled = tour(asked).settled(check::place(board));
        let problem = settled.ok().and_then(|(place, tour)| {
            let problem = tour.problem(&place, &Stop::default());
            problem.ok()
        });
        let Some(problem) = problem else {
            continue;
        };
        let others = split.iter().chain(&plain).filter(|_| !is_large);
        for &style in styles.iter().chain(others) {
            if let Ok(formula) = Formula::new(&problem, style) {
                assert_each_clause_once(&formula, &format!("{board} {asked} {style:?}"));
                met += 1;
            }
        }
    }
    assert!(met > 8000, "{met}");
}

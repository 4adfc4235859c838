//! The binary encoding against a search that knows no formula, and against liars.

use crate::common::depth::depth;
use crate::common::graphs;

use graphs::{graph, problems, words};
use knightsat::check::{self, BOARDS, inspect};
use knightsat::cnf::{Lit, Model, Vars};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::FormulaError;
use knightsat::solver::incremental::Limits;
use knightsat::solver::varisat::Varisat;
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_encoding::binary::{Binary, Different, Options};
use knightsat_encoding::{Encoder, Encoding, Formula, Style, Task};
use knightsat_search::enumerate::{Models, Projection};
use knightsat_tour::known::{self, Record};

/// All four combinations.
fn all_options() -> impl Iterator<Item = Options> {
    let with = |different| [true, false].map(|prune| Options { different, prune });
    Different::ALL.into_iter().flat_map(with)
}

/// The encoding under test.
fn formula(problem: &Problem, options: Options) -> Formula<'_> {
    Formula::new(problem, Style::of(Encoding::Binary(options))).unwrap()
}

fn binary(problem: &Problem, options: Options) -> Binary {
    let task = Task {
        problem,
        atoms: &[],
        shortcuts: true,
        stop: Default::default(),
    };
    Binary::new(task, options).unwrap()
}

/// The problem on a board, with ranks and files.
fn on_board(place: &Place, kind: Kind) -> Problem {
    let problem = Problem::new(place.graph(), kind, None, None).unwrap();
    match place.board() {
        Some(board) => problem.with_coordinates(board.coordinates()),
        None => problem,
    }
}

fn assert_right(place: &Place, problem: &Problem) {
    for options in all_options() {
        let subject = formula(problem, options);
        let report = inspect(place, problem, &subject, &check::Options::default()).unwrap();
        assert!(
            report.is_good(),
            "{place} {options:?} {problem:?}\n{report}"
        );
    }
}

#[test]
fn every_tour_is_a_model_and_every_model_a_tour() {
    for &(kind, board) in BOARDS.iter().step_by(depth(1, 3)) {
        let place = check::place(board);
        assert_right(&place, &on_board(&place, kind));
        // The same without ranks and files.
        let plain = Problem::new(place.graph(), kind, None, None).unwrap();
        assert_right(&place, &plain);
    }
}

#[test]
fn ends_and_other_leapers_make_no_difference() {
    let boards = [
        ("3x4", (1, 2)),
        ("3x3", (0, 1)),
        ("1x4", (0, 1)),
        ("2x3", (0, 1)),
        ("2x6", (1, 1)),
    ];
    for (size, (a, b)) in boards {
        let place = check::place(size);
        let board = place.board().unwrap().clone().with_leaper(a, b).unwrap();
        let place: Place = board.clone().into();
        for (place_of_problem, problem) in problems(&board.graph()).into_iter().enumerate() {
            // Those of a board of twelve squares are many.
            let step = depth(1, 4) + 3 * (board.squares() / 9) as usize;
            if place_of_problem % step == 0 {
                assert_right(&place, &problem.with_coordinates(board.coordinates()));
            }
        }
    }
}

#[test]
fn on_graphs_the_vertices_have_numbers() {
    for len in 1..=5 {
        for bits in words(u64::from(len)).take(6) {
            let graph = graph(len, bits | bits >> 13);
            let place = Place::Graph(graph.clone());
            for problem in problems(&graph) {
                assert_right(&place, &problem);
            }
        }
    }
}

#[test]
fn holes_may_be_anywhere() {
    // One board of four ranks: each takes as long as all of three ranks together.
    for (word, side) in words(11).take(7).zip([3, 3, 3, 3, 4, 3, 3]) {
        let draw = |cell: u32| {
            if word >> (2 * cell) & 3 == 3 {
                '#'
            } else {
                '.'
            }
        };
        let rank = |rank: u32| (0..5).map(|file| draw(5 * rank + file)).collect::<String>();
        let mask: Vec<String> = (0..side).map(rank).collect();
        let place = check::place(&mask.join("/"));
        for kind in [Kind::Open, Kind::Closed] {
            assert_right(&place, &on_board(&place, kind));
        }
    }
}

/// Plain model counters may count formulas with selectors, without a projection.
#[test]
fn a_tour_determines_every_variable_where_that_is_said() {
    let problem = on_board(&check::place("3x4"), Kind::Open);
    for options in all_options() {
        let formula = formula(&problem, options);
        let mut solver = Varisat::checked(Limits::default());
        formula.encode(&mut solver);
        let all = Vars::new(1, formula.header().variables);
        let all = all.iter().map(|var| var.pos()).collect();
        let mut models = Models::new(solver, Projection::Values(all));
        let mut count = 0;
        while count <= 16 && models.next_model().unwrap().is_some() {
            count += 1;
        }
        assert_eq!(count == 16, formula.is_parsimonious(), "{options:?}");
    }
}

#[test]
fn symmetric_tours_are_found() {
    let turned = [
        (".../.#./...", Turn::Rot180),
        (".../.#./...", Turn::Rot90),
        ("#..#/..../..../#..#", Turn::Rot180),
        ("#..#/..../..../#..#", Turn::Rot90),
    ];
    for (board, turn) in turned {
        let place = check::place(board);
        let board = place.board().unwrap();
        let problem = on_board(&place, Kind::Closed);
        let problem = problem.with_symmetry(board.symmetry(turn).unwrap());
        assert_right(&place, &problem.unwrap());
    }
}

/// The closed tour around a hole, as it is and with a step elsewhere.
#[test]
fn liars_are_caught() {
    let problem = on_board(&check::place(".../.#./..."), Kind::Closed);
    let options = Options {
        prune: false,
        ..Options::DEFAULT
    };
    let binary = binary(&problem, options);
    let ring = Search::new(&problem, Directions::Both).next().unwrap();
    let tour = Vars::new(1, binary.variables());
    let honest = binary.meaning(tour).literals_of(&problem, &ring).unwrap();
    let decode = |lits: &[Lit]| binary.decode(tour, &Model::from_lits(lits).unwrap());
    assert_eq!(decode(&honest), Ok(ring.clone()));
    assert_eq!(honest.len() as u32, binary.variables());
    let lie = |step: usize, rank: u32, file: u32| {
        // Two bits of the rank, then two of the file, lowest first.
        let said = (0..4).map(|bit| (rank | file << 2) >> bit & 1 == 1);
        let mut lits = honest.clone();
        for (lit, is_one) in lits[4 * (step - 1)..].iter_mut().zip(said) {
            let var = lit.var();
            *lit = if is_one { var.pos() } else { var.neg() };
        }
        decode(&lits)
    };
    assert_eq!(lie(3, 3, 0), Err(FormulaError::NoVertex(3)));
    assert_eq!(lie(2, 0, 3), Err(FormulaError::NoVertex(2)));
    assert_eq!(lie(8, 1, 1), Err(FormulaError::NoVertex(8)));
    // All squares are on the tour already.
    let jumps = [lie(1, 0, 0).unwrap(), lie(1, 2, 2).unwrap()];
    for jump in jumps.into_iter().filter(|steps| *steps != ring) {
        assert!(Tour::verify(&problem, jump).is_err());
    }
}

#[test]
fn as_many_tours_are_found_as_are_known() {
    let mut met = 0;
    let is_small = |record: &Record| {
        let board = record.board().unwrap();
        let is_small = (9..=16).contains(&board.squares()) && board.ranks().min(board.files()) > 2;
        is_small && record.saturated() <= 100
    };
    let records = known::records().into_iter().filter(is_small);
    for record in records.step_by(depth(1, 5)) {
        let board = record.board().unwrap();
        let start = record.start;
        let start = start.map(|start| board.vertex(start).unwrap());
        let problem = Problem::new(board.graph(), record.kind, start, None).unwrap();
        let problem = problem.with_coordinates(board.coordinates());
        let options = Options {
            different: Different::ALL[met % 2],
            prune: true,
        };
        let subject = formula(&problem, options);
        let limits = check::Options::default();
        let report = inspect(&board.into(), &problem, &subject, &limits).unwrap();
        let directions = if record.kind == Kind::Open { 1 } else { 2 };
        assert_eq!(
            report.models,
            directions * record.saturated(),
            "{record}\n{report}"
        );
        met += 1;
    }
    assert!(met > depth(30, 5), "{met}");
}

#[test]
fn a_single_vertex_needs_no_variable() {
    let problem = Problem::new(Graph::from_edges(1, &[]), Kind::Open, None, None).unwrap();
    let binary = binary(&problem, Options::DEFAULT);
    assert_eq!(binary.variables(), 0);
    assert_eq!(
        binary.decode(Vars::new(1, binary.variables()), &Model::default()),
        Ok(vec![0])
    );
}

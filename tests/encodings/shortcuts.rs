//! Without short cuts a formula encodes the problem itself. If no tour exists, the solver refutes
//! it instead of preprocessing; otherwise it is the usual formula.

use crate::common::depth::is_full;
use crate::common::graphs;
use crate::common::styles;

use knightsat::cnf::Answer;
use knightsat::cnf::sink::Cnf;
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, Name, Style};
use knightsat::solver::incremental::Incremental;
use knightsat::solver::varisat::Varisat;
use knightsat::tour::{Kind, Problem};

fn plain(style: Style) -> Style {
    Style {
        shortcuts: false,
        ..style
    }
}

fn collect(problem: &Problem, style: Style) -> Cnf {
    let mut cnf = Cnf::default();
    Formula::new(problem, style).unwrap().encode(&mut cnf);
    cnf
}

/// Returns true if a formula has a model that is a tour; models of several cycles are cut.
fn finds_tour(problem: &Problem, style: Style) -> bool {
    let formula = Formula::new(problem, style).unwrap();
    let mut solver = Varisat::new(None);
    formula.encode(&mut solver);
    loop {
        let Answer::Satisfiable(model) = solver.solve().unwrap() else {
            return false;
        };
        let cuts = formula.cuts(&model).unwrap();
        if cuts.is_empty() {
            formula.tour(&model).unwrap();
            return true;
        }
        for cut in cuts {
            knightsat::cnf::sink::ClauseSink::clause(&mut solver, &cut);
        }
    }
}

fn is_hard(style: &Style, len: u32) -> bool {
    // Nothing is pruned there, and refutations of unpruned formulas are long.
    [Name::Textbook, Name::Binary].contains(&style.name()) && len > 6
}

#[test]
fn a_formula_without_short_cuts_has_the_same_tours() {
    let mut words = graphs::words(11);
    let [mut refuted, mut kept] = [0; 2];
    for round in 0..40 {
        let len = 1 + round % 8;
        let graph = graphs::graph(len, words.next().unwrap() & words.next().unwrap());
        for (nth, problem) in graphs::problems(&graph).into_iter().enumerate() {
            let has_tour = Search::new(&problem, Directions::Both).next().is_some();
            let all = styles::all().into_iter().enumerate();
            let turn = all.filter(|(place, _)| (place + nth) % 9 == round as usize % 9);
            for (_, style) in turn.filter(|(_, style)| !is_hard(style, len)) {
                let found = finds_tour(&problem, plain(style));
                assert_eq!(found, has_tour, "{problem:?} {style:?}");
                if has_tour {
                    kept += 1;
                    let same = collect(&problem, style) == collect(&problem, plain(style));
                    assert!(same, "{problem:?} {style:?}");
                } else {
                    refuted += 1;
                }
            }
        }
    }
    assert!(refuted > 200 && kept > 200, "{refuted} {kept}");
}

#[test]
fn nothing_but_too_few_squares_is_a_contradiction_at_once() {
    let board: knightsat::tour::board::Board = "4x6".parse().unwrap();
    let problem = Problem::new(board.graph(), Kind::Closed, None, None).unwrap();
    let problem = problem.with_coordinates(board.coordinates());
    // A refutation of the binary encoding takes as long as all others together.
    let is_tried = |name: &Name| *name != Name::Binary || is_full();
    for name in Name::ALL.into_iter().filter(is_tried) {
        let style = name.style();
        let [short, long] = [style, plain(style)].map(|style| collect(&problem, style).len());
        assert!(long > 100, "{name}: {long}");
        assert!(name == Name::Textbook || short == 1, "{name}: {short}");
        assert!(
            !finds_tour(&problem, plain(style)) || name == Name::Lazy,
            "{name}"
        );
    }
}

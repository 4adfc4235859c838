//! Helpers shared by the tests.
#![allow(dead_code, reason = "every test program uses its own part")]

pub mod brute;
pub mod certificates;
pub mod clues;
pub mod compression;
pub mod crosses;
pub mod depth;
pub mod fakes;
pub mod graphs;
pub mod mutants;
pub mod points;
pub mod program;
pub mod pseudo;
pub mod required;
pub mod rules;
pub mod solvers;
pub mod styles;
pub mod transcript;
#[cfg(target_os = "linux")]
pub mod waiting;

use knightsat::cnf::sink::Cnf;
use knightsat::cnf::{Lit, Model};
use knightsat::encoding::{Formula, Style};
use knightsat::search::conclude;
use knightsat::search::lazy;
use knightsat::solver::incremental::Incremental;
use knightsat::solver::varisat::Varisat;
use knightsat::tour::board::Board;
use knightsat::tour::{Kind, Problem, Verdict};
use varisat::ExtendFormula;

/// The problem of a full board by squares' names.
pub fn problem(board: &Board, kind: Kind, start: Option<&str>, end: Option<&str>) -> Problem {
    let vertex = |name: &str| board.vertex(name.parse().unwrap()).unwrap();
    Problem::new(board.graph(), kind, start.map(vertex), end.map(vertex)).unwrap()
}

/// Returns true if the lazy engine, without short cuts, finds a tour, which it has verified.
pub fn has_tour(problem: &Problem, seed: u64) -> bool {
    let options = lazy::Options {
        seed,
        ..lazy::Options::default()
    };
    finds_tour(problem, options)
}

/// Searches like [`has_tour`], with these options.
pub fn finds_tour(problem: &Problem, options: lazy::Options) -> bool {
    match lazy::solve(problem, options).unwrap() {
        Verdict::Tour(_) => true,
        Verdict::None(_) => false,
        Verdict::Unknown(_) => panic!("unknown without a deadline"),
    }
}

/// Returns true if the formula has a model, without short cuts; the model is checked, decoded and
/// verified.
pub fn is_satisfiable(problem: &Problem, style: Style) -> bool {
    let formula = Formula::new(problem, style).unwrap();
    let mut solver = Varisat::new(None);
    formula.encode(&mut solver);
    let answer = solver.solve().unwrap();
    match conclude(&formula, answer, "varisat").unwrap() {
        Verdict::Tour(_) => true,
        Verdict::None(_) => false,
        other => panic!("{other:?}"),
    }
}

/// The formula in memory.
pub fn collect(formula: &Formula) -> Cnf {
    let mut cnf = Cnf::default();
    formula.encode(&mut cnf);
    cnf
}

/// The number of models projected on the tour's variables, each decoded and verified, by blocking
/// one after the other.
pub fn count_tours(problem: &Problem, style: Style) -> u64 {
    let formula = Formula::new(problem, style).unwrap();
    let cnf = collect(&formula);
    let mut solver = varisat::Solver::new();
    let to_varisat = |lit: Lit| varisat::Lit::from_dimacs(lit.to_dimacs() as isize);
    for clause in cnf.clauses() {
        let clause: Vec<_> = clause.iter().map(|&lit| to_varisat(lit)).collect();
        solver.add_clause(&clause);
    }
    let mut count = 0;
    while solver.solve().unwrap() {
        let lits = solver.model().unwrap();
        let lits = lits
            .iter()
            .map(|lit| Lit::from_dimacs(lit.to_dimacs() as i32).unwrap());
        let lits: Vec<Lit> = lits.collect();
        formula.tour(&Model::from_lits(&lits).unwrap()).unwrap();
        count += 1;
        let x = |lit: &&Lit| lit.is_positive() && lit.var().number() <= formula.tour_variables();
        let blocking: Vec<_> = lits.iter().filter(x).map(|&lit| to_varisat(!lit)).collect();
        solver.add_clause(&blocking);
    }
    count
}

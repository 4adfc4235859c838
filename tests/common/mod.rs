//! Helpers shared by the tests.
#![allow(dead_code, unused_imports, reason = "each program uses a part")]

pub mod brute;
pub mod cases;
pub mod certificates;
pub mod clues;
pub mod compression;
pub mod crosses;
pub mod depth;
pub mod fakes;
pub mod graphs;
pub mod halves;
pub mod homework;
pub mod mutants;
pub mod points;
pub mod program;
pub mod required;
pub mod rules;
pub mod solvers;
pub mod styles;
pub mod transcript;
#[cfg(target_os = "linux")]
pub mod waiting;

use clap::{Arg, Args, FromArgMatches};
use knightsat::cnf::sink::Cnf;
use knightsat::encoding::{Formula, Style};
use knightsat::search::conclude;
use knightsat::search::lazy;
use knightsat::solver::Incremental;
use knightsat::solver::Varisat;
use knightsat::stop::Stop;
use knightsat::tour::Board;
use knightsat::tour::TourSpec;
use knightsat::tour::place::Place;
use knightsat::tour::{Kind, Problem, Verdict, rule};
use knightsat_check as check;

/// The names that most tests use.
pub mod prelude {
    pub use super::{asked, default_with, depth::depth};
    pub use itertools::{Itertools, iproduct};
    pub use knightsat::{encoding::FormulaError, encoding::Name, prelude::*};
    pub use knightsat::{tour::given::Clue, tour::given::Given, tour::symmetry::Symmetry};
    pub use knightsat_check as check;
    pub use knightsat_count::search::{Directions, Search};
    pub use std::{collections::BTreeMap, collections::BTreeSet, fs, fs::File, time::Duration};
    pub use tempfile::{TempDir, tempdir};
}

/// Returns the default value after this change.
pub fn default_with<T: Default>(change: impl FnOnce(&mut T)) -> T {
    let mut value = T::default();
    change(&mut value);
    value
}

/// Returns the count of a record, or 2⁶⁴ − 1 if it is larger.
pub fn saturated(record: &knightsat_tour::known::Record) -> u64 {
    u64::try_from(&record.count).unwrap_or(u64::MAX)
}

/// The problem of a full board by squares' names.
pub fn problem(board: &Board, kind: Kind, start: Option<&str>, end: Option<&str>) -> Problem {
    let vertex = |name: &str| board.vertex(name.parse().unwrap()).unwrap();
    Problem::new(board.graph(), kind, start.map(vertex), end.map(vertex)).unwrap()
}

/// Returns the place and the problem of a line such as `6x6 --closed --at 5=c3 --with a1-c2; not
/// b1-d2`: a board, and options as on the command line. Rules come last.
pub fn asked(text: &str) -> (Place, Problem) {
    let (options, rules) = text.split_once(" --with ").unwrap_or((text, ""));
    let command = clap::Command::new("asked").no_binary_name(true);
    let command = command.args([Arg::new("board"), Arg::new("graph").long("graph")]);
    let given = TourSpec::augment_args(command).try_get_matches_from(options.split(' '));
    let given = given.unwrap_or_else(|error| panic!("{text}: {error}"));
    let place = check::place(given.get_one::<String>("board").unwrap());
    let spec = TourSpec::from_arg_matches(&given).unwrap();
    let (place, mut spec) = spec.settled(place).unwrap();
    spec.with = rule::read(&rules.replace(';', "\n"), &place).unwrap();
    let problem = spec.problem(&place, &Stop::default());
    let problem = problem.unwrap_or_else(|error| panic!("{text}: {error}"));
    (place, problem)
}

/// Returns true if the lazy engine, without short cuts, finds a tour, which it has verified.
pub fn has_tour(problem: &Problem, seed: u64) -> bool {
    let options = default_with(|options: &mut lazy::Options| options.seed = seed);
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

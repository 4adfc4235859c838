//! Formulas of every encoding as SMT-LIB, answered by z3.

use crate::common::depth::depth;
use crate::common::{asked, crosses, required};
use itertools::Itertools;
use knightsat::cnf::Answer;
use knightsat::encoding::{Formula, Name};
use knightsat::prelude::Stop;
use knightsat::tour::Problem;
use knightsat_cnf::dimacs::smt;
use knightsat_count::search::{Directions, Search};
use std::process::Command;
use tempfile::NamedTempFile;

/// Returns the output of z3 for a formula with these symbols; `None` if z3 is not installed.
fn z3(formula: &Formula, symbols: &[String]) -> Option<String> {
    let file = NamedTempFile::new().unwrap();
    let clauses = formula.clauses(&Stop::default()).unwrap();
    smt::write(&clauses, symbols, &["a tour".into()], file.as_file()).unwrap();
    match Command::new("z3").arg(file.path()).output() {
        Ok(output) => Some(String::from_utf8(output.stdout).unwrap()),
        Err(_) => {
            required::is_usable(false, "z3");
            None
        }
    }
}

/// Every constraint and pair, random ones, and boards without any, in each encoding in turn.
#[test]
fn z3_finds_a_tour_exactly_where_one_is() {
    let boards = [
        "3x4",
        "1x1",
        "1x2 --closed",
        "3x3",
        ".../.#./... --closed --start a2",
        "3x4 --start a1 --end d1",
    ];
    let boards = boards.into_iter().flat_map(|board| {
        let (place, problem) = asked(board);
        let has_tour = Search::new(&problem, Directions::Both).next().is_some();
        vec![(place, problem, has_tour); Name::ALL.len()]
    });
    let crosses = crosses::samples().into_iter().step_by(depth(3, 4));
    let samples = crosses
        .chain(crosses::random(200))
        .map(|sample| (sample.place, sample.problem, !sample.numberings.is_empty()));
    let mut with_tours = 0;
    for ((place, problem, has_tour), name) in boards.chain(samples).zip(Name::ALL.iter().cycle()) {
        let what = format!("{name} {problem:?}");
        let Some(formula) = exact_formula(&problem, *name) else {
            continue;
        };
        let symbols = formula
            .meaning()
            .symbols(&place, formula.header().variables);
        assert!(symbols.iter().all_unique(), "{what}");
        let Some(answer) = z3(&formula, &symbols) else {
            return;
        };
        match smt::read(&answer, "answer", &symbols) {
            Ok(Answer::Satisfiable(model)) => drop(formula.tour(&model).expect(&what)),
            Ok(Answer::Unsatisfiable) => assert!(!has_tour, "{what}"),
            other => panic!("{what}: {other:?}"),
        }
        with_tours += u32::from(has_tour);
    }
    assert!(with_tours > 80, "{with_tours}");
}

/// Returns the formula; `None` if the table refuses it, or its models need not be tours.
fn exact_formula(problem: &Problem, name: Name) -> Option<Formula<'_>> {
    let formula = Formula::new(problem, name.style()).ok()?;
    formula.is_exact().then_some(formula)
}

//! The installed solvers of the table, and how to run them.

use super::required;
use knightsat::cnf::dimacs::read::CnfReader;
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::cnf::{Answer, Lit, Var};
use knightsat::solver::Limits;
use knightsat::solver::{Solver, SolverError};
use knightsat_solver::installed::installed;
use knightsat_solver::portfolio::decide;
use std::fs::File;
use std::path::Path;

/// In no distribution: called only where somebody has put it.
pub const NOT_INSTALLED: &str = "glucose";

/// Names of the solvers that are there.
pub fn solvers() -> Vec<&'static str> {
    let solvers = installed().into_iter().filter(|solver| {
        let is_there = solver.path.is_some();
        match solver.name {
            NOT_INSTALLED => is_there,
            name => required::is_usable(is_there, name),
        }
    });
    solvers.map(|solver| solver.name).collect()
}

/// Asks one solver, which must not be at fault.
pub fn ask(formula: &Cnf, solver: &str, limits: &Limits) -> Answer {
    let solvers = [Solver::new(solver, None).unwrap()];
    let mut none = |error: SolverError| panic!("{error}");
    decide(formula, &solvers, limits, &mut none).unwrap().answer
}

/// Reads a formula.
pub fn read(path: &Path) -> Cnf {
    let name = path.display().to_string();
    let mut reader = CnfReader::new(File::open(path).unwrap(), &name, "\n").unwrap();
    let mut formula = Cnf::default();
    formula.new_vars(reader.header().variables);
    let mut clause = Vec::new();
    while reader.next_clause(&mut clause).unwrap() {
        formula.clause(&clause);
    }
    formula
}

/// One pigeon more than holes: a formula with long proofs only.
pub fn pigeons(holes: u32) -> Cnf {
    let mut formula = Cnf::default();
    let mut at = vec![Vec::new(); holes as usize];
    for _ in 0..=holes {
        let lits: Vec<Lit> = formula.new_vars(holes).iter().map(Var::pos).collect();
        formula.clause(&lits);
        at.iter_mut().zip(lits).for_each(|(at, lit)| at.push(lit));
    }
    at.iter().for_each(|pigeons| formula.pairwise(pigeons));
    formula
}

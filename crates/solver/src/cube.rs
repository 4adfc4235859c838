//! Refutations of a formula under a cube. A cube is a set of literals that are assumed to be true.
//! The derived clause states that one of them is false, and it follows from the formula alone.
//!
//! ```
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_cnf::{Answer, Lit};
//! use knightsat_solver::cube::refute_under;
//! use knightsat_solver::Limits;
//!
//! let lit = |number| Lit::from_dimacs(number).unwrap();
//! let mut formula = Cnf::default();
//! formula.new_vars(2);
//! formula.clause(&[lit(-1), lit(2)]);
//! formula.clause(&[lit(-1), lit(-2)]);
//! let mut proof = Vec::new();
//! let scratch = std::env::temp_dir();
//! let answer = refute_under(&formula, &[lit(1)], None, &scratch, &Limits::default(), &mut proof)?;
//! assert_eq!(answer, Answer::Unsatisfiable);
//! assert!(String::from_utf8(proof)?.lines().last().unwrap().contains(" -1 0 "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::certify::elaborated;
use super::elaborate::Elaborator;
use super::refute::{RefuteError, fault, solve_with_steps};
use super::{Limits, Program};
use crate::base::stop::Stop;
use knightsat_cnf::dimacs::write::write_formula;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Answer, Clauses, Extended, Lit};
use std::fs::{self, File};
use std::io::{self, Sink, Write};
use std::path::Path;

/// Refutes `formula` under the literals of `cube` with `solver`, or with varisat if it is `None`.
///
/// Writes an LRAT proof as text. It derives the clause of the negations of the cube, or of some of
/// them. Clause k of the formula, from 1, is k in the proof, and the proof deletes no clause of the
/// formula. Formula and proof of a solver go through files in the folder `scratch`, which are
/// removed. The output is a proof only if the answer is [`Answer::Unsatisfiable`].
pub fn refute_under(
    formula: &Cnf,
    cube: &[Lit],
    solver: Option<&dyn Program>,
    scratch: &Path,
    limits: &Limits,
    lrat: impl Write,
) -> Result<Answer, RefuteError> {
    let mut elaborator = Elaborator::new(formula, lrat, io::sink())?;
    elaborator.assume(cube)?;
    if elaborator.is_refuted() {
        elaborator.flush()?;
        return Ok(Answer::Unsatisfiable);
    }
    let mut under = Extended::new(formula);
    cube.iter().for_each(|&lit| under.add(&[lit]));
    match solver {
        None => by_varisat(&under, elaborator, &limits.stop),
        Some(solver) => by(solver, &under, elaborator, scratch, limits),
    }
}

fn by(
    solver: &dyn Program,
    under: &Extended<&Cnf>,
    elaborator: Elaborator<impl Write, Sink>,
    scratch: &Path,
    limits: &Limits,
) -> Result<Answer, RefuteError> {
    solver.can_prove()?;
    // The files need names: kissat compares the name of the formula with that of the proof.
    let (cnf, theirs) = (&scratch.join("cube.cnf"), &scratch.join("proof.solver"));
    write_formula(File::create(cnf)?, under, &[])?;
    let answer = elaborated(solver, under, [cnf, theirs], limits, || Ok(elaborator))?;
    let _ = fs::remove_file(cnf);
    Ok(answer)
}

fn by_varisat(
    under: &Extended<&Cnf>,
    mut elaborator: Elaborator<impl Write, Sink>,
    stop: &Stop,
) -> Result<Answer, RefuteError> {
    let mut clauses = Cnf::default();
    under.write(&mut clauses);
    let mut is_lost = false;
    // Derives every step of varisat again.
    let answer = solve_with_steps(clauses.clauses(), stop, |step| {
        match step.hints {
            Some(_) => is_lost |= !elaborator.lemma(step.lits)?,
            None => elaborator.delete(step.lits)?,
        }
        Ok(())
    })?;
    if is_lost {
        return Err(fault(
            "has a lemma that does not follow by unit propagation",
        ));
    }
    if answer == Answer::Unsatisfiable {
        if !elaborator.is_refuted() {
            return Err(fault("the proof has no end"));
        }
        elaborator.flush()?;
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_cnf::sink::ClauseSink;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        let lit = |&number| Lit::from_dimacs(number).unwrap();
        numbers.iter().map(lit).collect()
    }

    /// Five pigeons in four holes. A literal for each hole permits its use.
    fn pigeons() -> Cnf {
        let mut formula = Cnf::default();
        formula.new_vars(25);
        let at = |pigeon: i32, hole: i32| 5 * pigeon + hole + 1;
        for pigeon in 0..5 {
            let holes: Vec<i32> = (0..5).map(|hole| at(pigeon, hole)).collect();
            formula.clause(&lits(&holes));
            for other in 0..pigeon {
                (0..5).for_each(|hole| {
                    formula.clause(&lits(&[-at(pigeon, hole), -at(other, hole)]));
                });
            }
        }
        formula
    }

    #[test]
    fn the_last_lemma_is_that_the_cube_is_false() {
        let formula = pigeons();
        // The last hole stays empty.
        let cube = [-5, -10, -15, -20, -25];
        let mut proof = Vec::new();
        let scratch = Path::new("unused");
        let refuted = refute_under(
            &formula,
            &lits(&cube),
            None,
            scratch,
            &Limits::default(),
            &mut proof,
        );
        assert_eq!(refuted.unwrap(), Answer::Unsatisfiable);
        let proof = String::from_utf8(proof).unwrap();
        let last = proof.lines().last().unwrap();
        let (_, lemma) = last.split_once(' ').unwrap();
        assert!(lemma.starts_with("5 10 15 20 25 0 "), "{last}");
        let is_of_formula = |line: &&str| {
            let mut words = line.split(' ').skip(1);
            words.next() == Some("d") && words.all(|id| id.parse::<u64>().unwrap() <= formula.len())
        };
        assert_eq!(proof.lines().filter(is_of_formula).count(), 0);
        // Four pigeons have room.
        let free = refute_under(
            &formula,
            &lits(&cube[..4]),
            None,
            scratch,
            &Limits::default(),
            io::sink(),
        );
        assert!(matches!(free.unwrap(), Answer::Satisfiable(_)));
    }
}

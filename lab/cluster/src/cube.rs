//! Refutations of a formula under a cube. A cube is a set of literals that are assumed to be true.
//! The derived clause states that one of them is false, and it follows from the formula alone.

use crate::base::stop::Stop;
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::sink::Cnf;
use crate::cnf::{Answer, Clauses, Extended, Lit};
use crate::solver::certify::elaborated;
use crate::solver::elaborate::Elaborator;
use crate::solver::refute::{RefuteError, fault, solve_with_steps};
use crate::solver::{Limits, Program};
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
    use crate::cnf::sink::ClauseSink;

    /// Five pigeons in five holes, where the last hole stays empty.
    #[test]
    fn the_last_lemma_is_that_the_cube_is_false() {
        let mut formula = Cnf::default();
        let vars = formula.new_vars(25);
        let five = [0, 1, 2, 3, 4];
        let at = |pigeon: u32, hole: u32| vars.get(5 * pigeon + hole).pos();
        for one in five {
            formula.clause(&five.map(|hole| at(one, hole)));
            formula.pairwise(&five.map(|pigeon| at(pigeon, one)));
        }
        let cube = five.map(|pigeon| !at(pigeon, 4));
        let (mut proof, limits) = (Vec::new(), Limits::default());
        let refute = |cube: &[Lit], out: &mut Vec<u8>| {
            refute_under(&formula, cube, None, Path::new("unused"), &limits, out).unwrap()
        };
        assert_eq!(refute(&cube, &mut proof), Answer::Unsatisfiable);
        let proof = String::from_utf8(proof).unwrap();
        let last = proof.lines().last().unwrap();
        let (_, lemma) = last.split_once(' ').unwrap();
        assert!(lemma.starts_with("5 10 15 20 25 0 "), "{last}");
        let is_of_formula = |line: &&str| {
            let mut words = line.split(' ').skip(1);
            words.next() == Some("d") && words.all(|id| id.parse::<u64>().unwrap() <= formula.len())
        };
        assert_eq!(proof.lines().filter(is_of_formula).count(), 0);
        // The last pigeon has room.
        let free = refute(&cube[..4], &mut Vec::new());
        assert!(matches!(free, Answer::Satisfiable(_)));
    }
}

//! Enumeration of the models of a formula, projected on some of its variables. The solver finds
//! each model, and a clause then blocks it, until no model remains.
//!
//! ```
//! use knightsat_search::enumerate::Models;
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_search::tour::{Kind, Problem};
//! use knightsat_search::tour::place::Place;
//! use knightsat_search::base::stop::Stop;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let formula = Formula::new(&problem, Name::Textbook.style())?;
//! assert_eq!(Models::of(&formula, &Stop::default()).count(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::SolveError;
use crate::base::stop::Stop;
use crate::cnf::{Lit, Model};
use knightsat_encoding::{Formula, FormulaError};
use knightsat_solver::{InProcess, Incremental, Refined, refine};
use std::ops::ControlFlow::{Break, Continue};

/// A projection: the literals by which a model is blocked.
#[derive(Clone, Debug)]
pub enum Projection {
    /// Another model differs in the value of one of these literals.
    Values(Vec<Lit>),
    /// All models make the same number of these literals true, so another model makes one false
    /// that this one makes true: a much shorter clause.
    Trues(Vec<Lit>),
}

impl Projection {
    /// Returns the projection on the variables of a formula that determine the tour.
    pub fn of(formula: &Formula) -> Projection {
        let lits = formula.projection();
        if formula.are_bits() {
            Projection::Values(lits)
        } else {
            // A model that is no tour ends the enumeration; a tour has one vertex a step and takes
            // one move from each.
            Projection::Trues(lits)
        }
    }

    /// Returns the clause that excludes this model and all models with the same projection.
    pub fn blocking(&self, model: &Model) -> Vec<Lit> {
        match self {
            Projection::Trues(lits) => {
                let trues = lits.iter().filter(|&&lit| model.satisfies(lit));
                trues.map(|&lit| !lit).collect()
            }
            Projection::Values(lits) => {
                let other = |&lit: &Lit| if model.satisfies(lit) { !lit } else { lit };
                lits.iter().map(other).collect()
            }
        }
    }
}

/// An iterator over the models of some clauses, distinct on the projection.
pub struct Models<S> {
    solver: S,
    projection: Projection,
    is_late: bool,
}

impl Models<Box<dyn Incremental>> {
    /// Returns the models of a formula on the variables that determine the tour, found by varisat
    /// in process, until `stop` is over.
    pub fn of(formula: &Formula, stop: &Stop) -> Self {
        let mut solver = InProcess::varisat().start(stop.clone().into());
        formula.encode(&mut solver);
        Models::new(solver, Projection::of(formula))
    }
}

impl<S: Incremental> Models<S> {
    /// Returns the models of the clauses that `solver` has received.
    pub fn new(solver: S, projection: Projection) -> Models<S> {
        Models {
            solver,
            projection,
            is_late: false,
        }
    }

    /// Returns true if the solver's deadline has ended the enumeration.
    pub fn is_late(&self) -> bool {
        self.is_late
    }

    /// Returns the source of the claim that there is no other model, as in
    /// `minisat says so, unchecked`. It is `None` before the end, and if varisat has checked the
    /// claim.
    pub fn word(&self) -> Option<&str> {
        self.solver.unverified()
    }

    /// Returns the next model without cuts: clauses, returned for a model, that exclude it.
    pub fn next_uncut(
        &mut self,
        cuts: impl Fn(&Model) -> Result<Vec<Vec<Lit>>, FormulaError>,
    ) -> Result<Option<Model>, SolveError> {
        let end = refine(&mut self.solver, u64::MAX, |model, solver| {
            let cuts = cuts(&model)?;
            if !cuts.is_empty() {
                cuts.iter().for_each(|cut| solver.clause(cut));
                return Ok(Continue(()));
            }
            solver.clause(&self.projection.blocking(&model));
            Ok::<_, SolveError>(Break(model))
        })?;
        self.is_late |= end == Refined::Unknown;
        Ok(match end {
            Refined::Accepted(model) => Some(model),
            Refined::Contradiction | Refined::Unknown => None,
        })
    }
}

impl<S: Incremental> Iterator for Models<S> {
    type Item = Result<Model, SolveError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_uncut(|_| Ok(Vec::new())).transpose()
    }
}

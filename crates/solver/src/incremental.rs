//! Solvers in process: the trait that they implement.
//!
//! To plug in a solver, implement [`ClauseSink`] and [`Incremental`] and name it with
//! [`InProcess::new`](crate::InProcess::new). `find`, the lazy engine, portfolios, `check` and
//! `prove` then accept it. varisat and CaDiCaL are implementations like any other.
//! [`assert_solver_right`](crate::kit::assert_solver_right) tests one.
//!
//! ```
//! use knightsat_cnf::Answer;
//! use knightsat_solver::InProcess;
//! use knightsat_solver::incremental::{Assuming, Incremental, Limits};
//!
//! let mut solver = InProcess::varisat().start(Limits::default());
//! let var = solver.new_vars(1).get(0);
//! solver.clause(&[var.pos()]);
//! assert_eq!(solver.solve_assuming(&[var.neg()])?, Assuming::Failed(vec![var.neg()]));
//! assert!(matches!(solver.solve()?, Answer::Satisfiable(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::SolverError;
use crate::base::stop::Stop;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Answer, Lit, Model};
use std::ops::{ControlFlow, DerefMut};

/// The limits of a search. By default there are none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The deadline and the stop flag.
    pub stop: Stop,
    /// The most work in one call of [`Incremental::solve_assuming`], in bytes of varisat's proof.
    /// This measure does not depend on the machine, and searches limited by it are reproducible.
    pub work: Option<u64>,
    /// True if a model is more likely than a refutation. A solver may then choose other heuristics.
    pub expects_model: bool,
}

impl Limits {
    /// Returns true if the deadline has passed or the stop flag is set.
    pub fn is_over(&self) -> bool {
        self.stop.is_over()
    }
}

impl From<Stop> for Limits {
    fn from(stop: Stop) -> Limits {
        Limits {
            stop,
            ..Limits::default()
        }
    }
}

/// The answer of a solver to clauses together with assumptions.
///
/// ```
/// use knightsat_cnf::Model;
/// use knightsat_solver::incremental::Assuming;
///
/// let answer = Assuming::Satisfiable(Model::default());
/// assert_ne!(answer, Assuming::Unknown);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assuming {
    /// A model of the clauses that makes the assumptions true. Variables in no clause may lack a
    /// value.
    Satisfiable(Model),
    /// Assumptions that the clauses contradict; none if the clauses alone have no model. Some may
    /// be superfluous.
    Failed(Vec<Lit>),
    /// Undecided: a limit ended the search.
    Unknown,
}

/// A solver that receives clauses, also after it has solved.
///
/// ```
/// use knightsat_cnf::sink::ClauseSink;
/// use knightsat_solver::incremental::{Assuming, Incremental};
/// use knightsat_solver::varisat::Varisat;
///
/// fn has_model(solver: &mut impl Incremental) -> bool {
///     matches!(solver.solve_assuming(&[]), Ok(Assuming::Satisfiable(_)))
/// }
///
/// let mut solver = Varisat::new(None);
/// assert!(has_model(&mut solver));
/// solver.clause(&[]);
/// assert!(!has_model(&mut solver));
/// ```
pub trait Incremental: ClauseSink {
    /// Decides the clauses received so far under these assumptions, which hold for this call only.
    /// Returns [`Assuming::Unknown`] soon after a limit of [`Limits`] is reached, and in every
    /// later call.
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError>;

    /// Decides the clauses received so far.
    fn solve(&mut self) -> Result<Answer, SolverError> {
        Ok(match self.solve_assuming(&[])? {
            Assuming::Satisfiable(model) => Answer::Satisfiable(model),
            Assuming::Failed(_) => Answer::Unsatisfiable,
            Assuming::Unknown => Answer::Unknown,
        })
    }
}

/// The end of [`refine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refined<T> {
    /// A model was accepted.
    Accepted(T),
    /// The clauses have no model, under the assumptions.
    Contradiction,
    /// A limit of the solver was reached, or the rounds were used up.
    Unknown,
}

/// Solves and cuts in turn, at most `rounds` times. `judge` accepts a model, or adds clauses to the
/// solver that exclude it.
///
/// ```
/// use knightsat_solver::incremental::{Limits, Refined, refine};
/// use knightsat_solver::{InProcess, SolverError};
/// use std::ops::ControlFlow;
///
/// let mut solver = InProcess::varisat().start(Limits::default());
/// let vars = solver.new_vars(3);
/// // Counts the models by excluding each.
/// let mut models = 0;
/// let end = refine(&mut solver, u64::MAX, |model, solver| {
///     models += 1;
///     let lits = (0..3).map(|nth| vars.get(nth).pos());
///     let other: Vec<_> = lits.map(|lit| if model.satisfies(lit) { !lit } else { lit }).collect();
///     solver.clause(&other);
///     Ok::<_, SolverError>(ControlFlow::<()>::Continue(()))
/// })?;
/// assert_eq!((models, end), (8, Refined::Contradiction));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refine<S: Incremental, T, E: From<SolverError>>(
    solver: &mut S,
    rounds: u64,
    judge: impl FnMut(Model, &mut S) -> Result<ControlFlow<T>, E>,
) -> Result<Refined<T>, E> {
    refine_assuming(solver, &[], rounds, judge)
}

/// Solves and cuts in turn under assumptions, as [`refine`].
pub fn refine_assuming<S: Incremental, T, E: From<SolverError>>(
    solver: &mut S,
    assumptions: &[Lit],
    rounds: u64,
    mut judge: impl FnMut(Model, &mut S) -> Result<ControlFlow<T>, E>,
) -> Result<Refined<T>, E> {
    for _ in 0..rounds {
        match solver.solve_assuming(assumptions)? {
            Assuming::Satisfiable(model) => {
                if let ControlFlow::Break(found) = judge(model, solver)? {
                    return Ok(Refined::Accepted(found));
                }
            }
            Assuming::Failed(_) => return Ok(Refined::Contradiction),
            Assuming::Unknown => break,
        }
    }
    Ok(Refined::Unknown)
}

impl<P: DerefMut<Target: Incremental>> Incremental for P {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        (**self).solve_assuming(assumptions)
    }

    fn solve(&mut self) -> Result<Answer, SolverError> {
        (**self).solve()
    }
}

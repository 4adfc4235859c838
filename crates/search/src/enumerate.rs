//! The models of a formula, projected on some of its variables: each found by the solver, then
//! blocked by a clause of its own, until nothing is left.
//!
//! ```
//! use knightsat_search::enumerate::ModelTours;
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_search::tour::Kind;
//! use knightsat_search::tour::place::Place;
//! use knightsat_search::base::stop::Stop;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let formula = Formula::new(&problem, Name::Textbook.style())?;
//! assert_eq!(ModelTours::new(&formula, &Stop::default()).count(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::base::stop::Stop;
use crate::cnf::Extended;
use crate::cnf::limits;
use crate::cnf::sink::ClauseSink;
use crate::cnf::{Answer, Lit, Model};
use crate::tour::tour::Tour;
use knightsat_encoding::{Formula, FormulaError};
use knightsat_solver::InProcess;
use knightsat_solver::Solver;
use knightsat_solver::SolverError;
use knightsat_solver::incremental::{Incremental, Limits};
use knightsat_solver::portfolio;
use thiserror::Error;

/// Enumeration went wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EnumerateError {
    /// A model does not mean a tour.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// A solver cannot be asked, has failed or has lied.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model came again although it was blocked: never the user's fault.
    #[error("the solver returned a model that a clause already rules out")]
    Again,
}

/// How a model is kept from coming again.
#[derive(Clone, Debug)]
pub enum Projection {
    /// Another model differs in the value of one of these literals.
    Values(Vec<Lit>),
    /// All models make the same number of these literals true, so another model makes one false
    /// that this one makes true: a much shorter clause.
    Trues(Vec<Lit>),
}

impl Projection {
    /// On the variables of a formula that say where the tour is.
    pub fn of(formula: &Formula) -> Projection {
        let lits = formula.projection();
        if formula.are_bits() {
            return Projection::Values(lits);
        }
        // A model that is no tour ends the enumeration; a tour has one vertex a step and takes one
        // move from each.
        Projection::Trues(lits)
    }

    /// The clause that is false in this model and in those that agree with it here.
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

/// The models of some clauses, no two of them alike on the projection.
pub struct Models {
    solver: Box<dyn Incremental>,
    projection: Projection,
    /// The clause that rules the last model out.
    blocking: Vec<Lit>,
    is_late: bool,
}

impl Models {
    /// The models of what `solver` has received.
    pub fn new(solver: impl Incremental + 'static, projection: Projection) -> Models {
        Models {
            solver: Box::new(solver),
            projection,
            blocking: Vec::new(),
            is_late: false,
        }
    }

    /// Whether the solver's deadline has ended the enumeration.
    pub fn is_late(&self) -> bool {
        self.is_late
    }

    /// Rules out more: what is found from here on satisfies this clause too.
    pub fn clause(&mut self, lits: &[Lit]) {
        self.solver.clause(lits);
    }

    /// The next model, `None` when there is no other or when the deadline has come.
    pub fn next_model(&mut self) -> Result<Option<Model>, EnumerateError> {
        match self.solver.solve()? {
            Answer::Unsatisfiable => Ok(None),
            Answer::Unknown => {
                self.is_late = true;
                Ok(None)
            }
            Answer::Satisfiable(model) => {
                let is_blocked = |&lit: &Lit| !model.satisfies(lit);
                if !self.blocking.is_empty() && self.blocking.iter().all(is_blocked) {
                    return Err(EnumerateError::Again);
                }
                self.blocking = self.projection.blocking(&model);
                self.solver.clause(&self.blocking);
                Ok(Some(model))
            }
        }
    }
}

/// Who finds the models.
enum Finder<'f, 'p> {
    /// The formula is too large, which is said once.
    Nobody(Option<SolverError>),
    InProcess(Models),
    /// Solvers that are asked anew after every model, about the whole formula.
    Asked {
        clauses: Extended<'f, Formula<'p>>,
        solvers: &'f [Solver],
        limits: Limits,
        report: fn(SolverError),
    },
}

/// The models of a formula as tours, projected on the variables that say where the tour is. Every
/// model is held against every clause, decoded, and the tour verified.
pub struct ModelTours<'f, 'p> {
    formula: &'f Formula<'p>,
    finder: Finder<'f, 'p>,
    is_late: bool,
    word: Option<String>,
}

impl<'f, 'p> ModelTours<'f, 'p> {
    /// All models of `formula`, found by varisat in process, until it is time to stop.
    pub fn new(formula: &'f Formula<'p>, stop: &Stop) -> Self {
        let finder = match limits::accepts("varisat", formula.total()) {
            Err(refusal) => Finder::Nobody(Some(refusal.into())),
            Ok(()) => {
                let mut solver = InProcess::varisat().start(stop.clone().into());
                formula.encode(&mut solver);
                Finder::InProcess(Models::new(solver, Projection::of(formula)))
            }
        };
        ModelTours::found_by(finder, formula)
    }

    /// All models of `formula`, found by `solvers`, see [`portfolio::decide`]; `report` is told which
    /// of several have failed or lied. `limits` are those of the whole enumeration.
    pub fn by_solvers(
        formula: &'f Formula<'p>,
        solvers: &'f [Solver],
        limits: Limits,
        report: fn(SolverError),
    ) -> Self {
        let finder = Finder::Asked {
            clauses: Extended::new(formula),
            solvers,
            limits,
            report,
        };
        ModelTours::found_by(finder, formula)
    }

    fn found_by(finder: Finder<'f, 'p>, formula: &'f Formula<'p>) -> Self {
        ModelTours {
            formula,
            finder,
            is_late: false,
            word: None,
        }
    }

    /// Whether a limit has ended the enumeration.
    pub fn is_late(&self) -> bool {
        self.is_late
    }

    /// By whose word there is no other model, as in `minisat says so, unchecked`; `None` before the
    /// end, and where varisat has checked it in process.
    pub fn word(&self) -> Option<&str> {
        self.word.as_deref()
    }

    /// The next model, held against every clause, those that rule out others included.
    fn next_model(&mut self) -> Result<Option<Model>, EnumerateError> {
        match &mut self.finder {
            Finder::Nobody(refusal) => match refusal.take() {
                Some(refusal) => Err(refusal.into()),
                None => Ok(None),
            },
            Finder::InProcess(models) => {
                let model = models.next_model();
                self.is_late = models.is_late();
                model
            }
            Finder::Asked {
                clauses,
                solvers,
                limits,
                report,
            } => {
                let decision = portfolio::decide(clauses, solvers, limits, report)?;
                match decision.answer {
                    Answer::Satisfiable(model) => {
                        clauses.add(&Projection::of(self.formula).blocking(&model));
                        return Ok(Some(model));
                    }
                    Answer::Unsatisfiable => self.word = Some(decision.word),
                    Answer::Unknown => self.is_late = true,
                }
                Ok(None)
            }
        }
    }
}

impl Iterator for ModelTours<'_, '_> {
    type Item = Result<Tour, EnumerateError>;

    fn next(&mut self) -> Option<Self::Item> {
        let model = self.next_model().transpose()?;
        Some(model.and_then(|model| Ok(self.formula.tour(&model)?)))
    }
}

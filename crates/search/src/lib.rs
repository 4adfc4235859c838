//! From a spec to a verified tour, or to the reason why there is none.
//!
//! ```
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_search::{Unknown, Verdict};
//! use knightsat_search::base::stop::{Stop, Stopped};
//! use std::time::Duration;
//!
//! let stop = Stop::after(Duration::from_secs(60));
//! assert!(matches!(knightsat_search::find(&"6x6".parse()?, &stop)?, Verdict::Tour(_)));
//! assert!(matches!(knightsat_search::find(&"4x4".parse()?, &stop)?, Verdict::None(_)));
//!
//! // What is given of steps is honoured too.
//! let mut spec: FormulaSpec = "5x5".parse()?;
//! spec.tour.at = vec!["13=c3".parse()?];
//! let verdict = knightsat_search::find(&spec, &stop)?;
//! assert_eq!(verdict.tour().unwrap().steps()[12], spec.place.vertex("c3")?);
//!
//! let over = Stop::after(Duration::ZERO);
//! let verdict = knightsat_search::find(&"500x500".parse()?, &over)?;
//! assert_eq!(verdict, Verdict::Unknown(Unknown::Stopped(Stopped::Late)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use knightsat_encoding as encoding;
pub use knightsat_encoding::{base, cnf, tour};
pub use knightsat_solver as solver;

pub mod ask;
pub mod enumerate;
pub mod explain;
pub mod heuristic;
pub mod lazy;
pub mod optimum;
#[doc(hidden)]
pub mod prove;
pub mod puzzle;
pub mod tours;
pub mod unique;
pub mod unsat_core;
mod verdict;

pub use verdict::{Evidence, Unknown, Verdict};

use crate::base::stop::{Stop, Stopped};
use crate::base::text::OptionName;
use crate::cnf::Answer;
use crate::cnf::sink::ClauseSink;
use crate::tour::blocks::Blocks;
use crate::tour::spec::{Request, SpecError};
use crate::tour::statistic::StatisticError;
use crate::tour::table::{Backend, Refusal};
use crate::tour::tour::TourError;
use crate::tour::{Problem, ProblemError};
use knightsat_certificate::steps::MOST;
use knightsat_certificate::{ProofError, Verified};
use knightsat_count::frontier::FrontierError;
use knightsat_encoding::{Formula, FormulaError, Name, Style};
use knightsat_solver::anew::Anew;
use knightsat_solver::refute::RefuteError;
use knightsat_solver::{Limits, Refined, Solver, SolverError, refine};
use std::io;
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

const FORMAT: OptionName = OptionName("format");
const SOLVER: OptionName = OptionName("solver");

/// Errors of searches, and of proofs.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The spec describes no problem.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The search does not support the problem.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The search for a best tour does not support the problem.
    #[error("{0}: leave that out, or write a formula with {FORMAT} wcnf")]
    NotOptimized(Refusal),
    /// The statistic does not exist in this place.
    #[error(transparent)]
    Statistic(#[from] StatisticError),
    /// The formula cannot be written, or a model does not fit it.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// A solver cannot run, has failed or has given a wrong answer.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A refutation was not confirmed: never the user's fault.
    #[error("the formula was refuted, and then varisat found a model of it")]
    Unconfirmed,
    /// A result of the search is not a tour: never the user's fault.
    #[error("the search returned something that is not a tour: {0}")]
    NoTour(#[from] TourError),
    /// A tour occurs twice: never the user's fault.
    #[error("the same tour was found twice: {0:?}")]
    Twice(Vec<u32>),
    /// A tour is better than a bound that a solver claims.
    #[error("a tour refutes a bound ({0}): use another {SOLVER}")]
    WrongBound(String),
    /// The count is impossible, or went wrong.
    #[error(transparent)]
    Count(#[from] FrontierError),
    /// The problem needs the formula of steps, which would be too large.
    #[error("a proof by steps is for up to {MOST} squares or vertices, and there are {0}")]
    TooLarge(u32),
    /// The search has no optimum, or several objectives.
    #[error("a proof of optimality is for the optimum of one objective")]
    NoOptimum,
    /// A tour is better than the optimum: never the user's fault.
    #[error("a tour is better than the optimum: please report this")]
    Better,
    /// The refutation failed.
    #[error(transparent)]
    Refute(#[from] RefuteError),
    /// The folder contains files, which would be taken for parts of the certificate.
    #[error("the folder of a certificate must be empty")]
    NotEmpty,
    /// A file of a proof could not be written.
    #[error("{0}")]
    Io(&'static str, #[source] io::Error),
    /// The checker rejects the new proof: never the user's fault.
    #[error("the checker rejects the proof that was just written: please report this")]
    Rejected(#[source] ProofError),
    /// A certificate is not accepted.
    #[error(transparent)]
    Proof(#[from] ProofError),
}

impl SolveError {
    /// Returns true if there was only too little time to make a formula, or to check a proof.
    pub fn is_stopped(&self) -> bool {
        matches!(
            self,
            SolveError::Formula(FormulaError::Stopped(_))
                | SolveError::Statistic(StatisticError::Stopped(_))
                | SolveError::Rejected(ProofError::Stopped(_))
        )
    }
}

/// Looks for the tour of a request by the lazy engine, or if that does not
/// [support](crate::tour::table) it by the default formula. The options are a [`Stop`], a
/// [solver](knightsat_solver::InProcess), or [all of them](lazy::Options). At the deadline the
/// verdict is [`Unknown::Stopped`]. With shortcuts, a [short reason](explain::shortened) is
/// preferred to a refutation.
pub fn find(request: &Request, options: impl Into<lazy::Options>) -> Result<Verdict, SolveError> {
    let options = options.into();
    match in_time(request, &options.stop)? {
        Ok(problem) if options.shortcuts => {
            let stop = options.stop.clone();
            let verdict = find_in(&problem, options)?;
            Ok(explain::shortened(&problem, verdict, &stop))
        }
        Ok(problem) => find_in(&problem, options),
        Err(unknown) => Ok(unknown),
    }
}

/// Returns the problem of a request, or the verdict at the deadline.
fn in_time(request: &Request, stop: &Stop) -> Result<Result<Problem, Verdict>, SolveError> {
    match request.problem(stop) {
        Err(SpecError::Problem(ProblemError::Stopped(stopped))) => {
            Ok(Err(Verdict::Unknown(stopped.into())))
        }
        problem => Ok(Ok(problem?)),
    }
}

/// Looks for a tour of a problem in the same way. The seed shuffles the formula.
fn find_in(problem: &Problem, options: lazy::Options) -> Result<Verdict, SolveError> {
    if Backend::Engine.supports(problem.demands()) {
        return lazy::solve(problem, options);
    }
    let style = Style {
        shuffle: options.seed,
        shortcuts: options.shortcuts,
        ..default_style(problem)
    };
    find_by_style(problem, style, &[options.solver.into()], &options.stop)
}

/// Returns the style of the formula of a problem that no special search supports.
fn default_style(problem: &Problem) -> Style {
    let name = match problem.get::<Arc<Blocks>>() {
        Some(_) => Name::Elimination,
        None => Name::Position,
    };
    name.style()
}

/// Looks for a tour by the formula of this style; at the deadline the verdict is unknown.
fn find_by_style(
    problem: &Problem,
    style: Style,
    solvers: &[Solver],
    stop: &Stop,
) -> Result<Verdict, SolveError> {
    let formula = match Formula::within(problem, style, stop) {
        Err(FormulaError::Stopped(stopped)) => return Ok(Verdict::Unknown(stopped.into())),
        formula => formula?,
    };
    let limits = stop.clone().into();
    find_by_formula(problem, &formula, solvers, &limits, &mut |_| ())
}

/// Looks for the tour of a request, and if there is none writes a certificate to `folder`, which
/// must exist and be empty. The certificate is read again: the evidence is the verified one.
pub fn prove(
    request: &Request,
    folder: &Path,
    options: impl Into<lazy::Options>,
) -> Result<crate::tour::Verdict<Verified>, SolveError> {
    prove_with(request, folder, options, &mut |_| ())
}

/// Does the same; `report` receives the progress of the search.
pub fn prove_with(
    request: &Request,
    folder: &Path,
    options: impl Into<lazy::Options>,
    report: &mut dyn FnMut(lazy::Progress),
) -> Result<crate::tour::Verdict<Verified>, SolveError> {
    let options = options.into();
    let Ok(problem) = in_time(request, &options.stop)? else {
        return Ok(crate::tour::Verdict::Unknown(options.stop.stopped()));
    };
    let task = prove::Task {
        problem: &problem,
        request,
        folder,
        solver: None,
        options,
    };
    prove::prove(&task, report)
}

/// Verifies the certificate in `folder` that the tour of the request does not exist.
pub fn verify(request: &Request, folder: &Path, stop: &Stop) -> Result<Verified, SolveError> {
    let problem = request.problem(stop)?;
    let (place, claim) = (&request.place, request.claim());
    Ok(knightsat_certificate::verify(
        folder, &problem, place, &claim, stop,
    )?)
}

/// Looks for a tour by this formula, whereas [`find`] chooses the method itself. Looks for a cheap
/// obstruction if the formula's style permits it, then runs solvers on the formula, see
/// [`portfolio::decide`](knightsat_solver::portfolio::decide). `report` receives the errors of
/// solvers that have failed or given a wrong answer. If a model is several cycles, as that of a
/// relaxation may be, they run again with clauses that rule it out.
pub fn find_by_formula(
    problem: &Problem,
    formula: &Formula,
    solvers: &[Solver],
    limits: &Limits,
    report: &mut dyn FnMut(SolverError),
) -> Result<Verdict, SolveError> {
    let shortcuts = formula.style().shortcuts;
    if let Some(obstruction) = problem.obstruction(&limits.stop).filter(|_| shortcuts) {
        return Ok(Verdict::None(Evidence::Obstruction(obstruction)));
    }
    let mut solver = Anew::new(formula, solvers, limits.clone(), report);
    let end = refine(&mut solver, u64::MAX, |model, solver| {
        // The model's clauses have been checked already.
        let cuts = formula.cuts(&model)?;
        if cuts.is_empty() {
            return Ok(Break(formula.decode(&model)?));
        }
        cuts.iter().for_each(|clause| solver.clause(clause));
        Ok::<_, SolveError>(Continue(()))
    })?;
    Ok(match end {
        Refined::Accepted(tour) => Verdict::Tour(tour),
        Refined::Contradiction => Verdict::None(Evidence::Refutation(solver.word().into())),
        Refined::Unknown => Verdict::Unknown(limits.stop.stopped().into()),
    })
}

/// Turns a solver's answer into a verdict. A model is checked in every respect; a refutation rests
/// on `solver` alone.
pub fn conclude(formula: &Formula, answer: Answer, solver: &str) -> Result<Verdict, SolveError> {
    Ok(match answer {
        Answer::Satisfiable(model) => Verdict::Tour(formula.tour(&model)?),
        Answer::Unsatisfiable => Verdict::None(Evidence::Refutation(solver.to_string())),
        Answer::Unknown => Verdict::Unknown(Stopped::Unanswered.into()),
    })
}

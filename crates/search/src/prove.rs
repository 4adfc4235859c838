//! From a problem to a certificate that it has no tour. The crate [`knightsat_certificate`]
//! describes the contents of a certificate.
//!
//! ```
//! use knightsat_search::tour::spec::{Request, Requesting};
//! use knightsat_search::tour::Verdict;
//! use knightsat_search::prove::{Task, prove, with_names};
//!
//! let request = "5x5".parse::<Request>()?.closed();
//! let problem = request.problem(&Default::default())?;
//! let folder = std::env::temp_dir().join(format!("knightsat-prove-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let verdict = with_names(&request.place, |names| {
//!     let task = Task {
//!         problem: &problem,
//!         folder: &folder,
//!         claim: "no closed knight's tour of 5x5",
//!         names,
//!         shortcuts: true,
//!         solver: None,
//!         options: Default::default(),
//!     };
//!     prove(&task, &mut |_| ())
//! })?;
//! assert!(matches!(verdict, Verdict::None(_)));
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod wording;

use crate::Evidence;
use crate::base::stop::{Stop, Stopped, Writing};
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Answer, Lit, Model};
use crate::lazy::{self, LazyError, Refutation};
use crate::tour::constraint::Property;
use crate::tour::lower::Lowered;
use crate::tour::rule::Rule;
use crate::tour::table::{Backend, Refusal};
use crate::tour::tour::{Tour, TourError};
use crate::tour::{Obstruction, Problem, Verdict};
use knightsat_certificate::certificate::{self, Body};
use knightsat_certificate::over_edges;
use knightsat_certificate::steps::{MOST, Timetable};
use knightsat_certificate::{CERTIFICATE, DRAT, FORMULA, LRAT};
use knightsat_certificate::{Names, ProofError, Verified, verify};
use knightsat_solver::Program;
use knightsat_solver::certify::refute_by;
use knightsat_solver::refute::{RefuteError, refute};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::iter;
use std::path::Path;
use thiserror::Error;
use wording::{about, comments};

pub use wording::with_names;

/// Temporary name of another solver's own proof.
const THEIRS: &str = "proof.solver";

/// The task of a proof, its place and its method.
#[derive(Clone)]
pub struct Task<'t> {
    /// The problem.
    pub problem: &'t Problem,
    /// The existing folder for the proof.
    pub folder: &'t Path,
    /// The claim that it has no tour, in words on one line: `no closed knight's tour of 3x6`.
    pub claim: &'t str,
    /// Names of the vertices.
    pub names: Names<'t>,
    /// True if cheap reasons suffice.
    pub shortcuts: bool,
    /// The solver that refutes the formula; varisat in process if it is `None`. Varisat always
    /// searches.
    pub solver: Option<&'t dyn Program>,
    /// Options of the search.
    pub options: lazy::Options,
}

/// Errors that prevent a certificate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The search failed.
    #[error(transparent)]
    Lazy(#[from] LazyError),
    /// The refutation failed.
    #[error(transparent)]
    Refute(#[from] RefuteError),
    /// The problem needs the formula of steps, which would be too large.
    #[error("a proof by steps is for up to {MOST} squares or vertices, and there are {0}")]
    TooLarge(u32),
    /// A proof of this kind does not support the problem.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The model of the formula of steps is no tour: never the user's fault.
    #[error("the formula of steps has a model that is not a tour: {0}")]
    NoTour(#[from] TourError),
    /// The folder contains files, which would be taken for parts of the certificate.
    #[error("the folder of a certificate must be empty")]
    NotEmpty,
    /// A file could not be written.
    #[error("{0}")]
    Io(&'static str, #[source] io::Error),
    /// The checker rejects the new certificate: never the user's fault.
    #[error("the checker rejects the certificate that was just written: please report this")]
    Rejected(#[from] ProofError),
}

/// The reason why there is no tour, as far as it is known before a proof is written.
#[derive(Clone, Debug)]
pub enum Ground {
    /// A cheap reason.
    Reason(Obstruction),
    /// Cuts that a search has found. Rules about moves belong to the contradiction.
    Cuts(Refutation),
    /// The formula of steps: a solver must decide, and there may still be a tour.
    Steps,
}

/// The result of a search for a proof of this form.
pub type Proved<T> = Result<Verdict<T>, ProveError>;

impl Task<'_> {
    /// Creates a file of the proof, to be written until the deadline.
    pub fn create(&self, name: &'static str) -> Result<Writing<'_, File>, ProveError> {
        let file =
            File::create(self.folder.join(name)).map_err(|error| ProveError::Io(name, error))?;
        Ok(Writing::new(file, &self.options.stop))
    }

    /// Refutes `formula`, which another solver reads from the file `cnf`, and writes an LRAT and a
    /// DRAT proof.
    pub fn refute(
        &self,
        formula: &Cnf,
        cnf: &Path,
        lrat: impl Write,
        drat: impl Write,
    ) -> Result<Answer<Model>, RefuteError> {
        let stop = &self.options.stop;
        match self.solver {
            None => refute(formula, stop, lrat, drat),
            Some(solver) => {
                let (theirs, limits) = (cnf.with_file_name(THEIRS), stop.clone().into());
                refute_by(solver, cnf, formula, &theirs, &limits, lrat, drat)
            }
        }
    }

    /// Returns the tour of a model of the formula of steps.
    pub fn tour<E>(&self, timetable: &Timetable, model: &Model) -> Proved<E> {
        let holds = |variable| Lit::from_dimacs(variable).is_some_and(|lit| model.satisfies(lit));
        let steps = timetable.steps(holds);
        // A closed tour may begin elsewhere in the formula.
        let steps = Lowered::reasoned(self.problem).oriented(steps);
        Ok(Verdict::Tour(Tour::verify(self.problem, steps)?))
    }

    /// Makes the verdict unknown if the deadline has ended the proof.
    pub fn unless_late<E>(&self, proved: Proved<E>) -> Proved<E> {
        let stop = &self.options.stop;
        match proved {
            Err(ProveError::Rejected(ProofError::Stopped(stopped))) => {
                Ok(Verdict::Unknown(stopped))
            }
            // A write past the deadline is abandoned.
            Err(ProveError::Io(..)) if stop.is_over() => Ok(Verdict::Unknown(stop.stopped())),
            proved => proved,
        }
    }
}

/// Looks for a tour, and writes a certificate only if there is none. It is then read again; the
/// evidence is its verified form. `report` receives the progress of the search.
pub fn prove(task: &Task, report: &mut dyn FnMut(lazy::Progress)) -> Proved<Verified> {
    let mut files = fs::read_dir(task.folder)
        .map_err(|error| ProveError::Io("the folder of the certificate", error))?;
    if files.next().is_some() {
        return Err(ProveError::NotEmpty);
    }
    look(task, report)?.and_then(|ground| certify(task, &ground))
}

/// Looks for a tour, or for the reason why there is none. That of a directed graph is one in its
/// [split graph](crate::tour::split), except for [`Ground::Steps`].
///
/// Under rules, a reason why there is no tour even without some of them is sufficient.
pub fn look(task: &Task, report: &mut dyn FnMut(lazy::Progress)) -> Proved<Ground> {
    let problem = task.problem;
    let rules = problem.rules();
    let is_taken = |rule: &&Rule| Backend::CutProof.supports(rule.demands_in(problem));
    let taken = rules.iter().filter(is_taken).cloned();
    let fewer = [taken.collect(), Vec::new()].into_iter();
    let relaxed = fewer.filter(|_| !rules.is_empty()).map(|rules| {
        let plain = problem.clone().with(Vec::<Property>::new());
        let relaxed = plain.and_then(|plain| plain.with(rules));
        relaxed.expect("fewer rules than before")
    });
    let mut all = iter::once(problem.clone()).chain(relaxed);
    if let Some(relaxed) = all.find(|one| Backend::CutProof.supports(one.demands())) {
        let relaxed = Task {
            problem: &relaxed,
            ..task.clone()
        };
        return Ok(match search(&relaxed, report)? {
            Verdict::Tour(tour) => match Tour::verify(problem, tour.steps().to_vec()) {
                Ok(tour) => Verdict::Tour(tour),
                Err(_) => Verdict::None(Ground::Steps),
            },
            verdict => verdict,
        });
    }
    let lowered = Lowered::reasoned(problem);
    let reasoned = lowered.reasoned_problem();
    let looked = task
        .shortcuts
        .then(|| reasoned.obstruction(&task.options.stop));
    let reason = looked.flatten();
    Ok(Verdict::None(reason.map_or(Ground::Steps, Ground::Reason)))
}

/// Runs the lazy engine where certificates are.
fn search(task: &Task, report: &mut dyn FnMut(lazy::Progress)) -> Proved<Ground> {
    let lowered = Lowered::reasoned(task.problem);
    let options = lazy::Options {
        shortcuts: task.shortcuts,
        ..task.options.clone()
    };
    Ok(
        match lazy::solve_with(lowered.reasoned_problem(), options, report)? {
            crate::Verdict::Tour(tour) => {
                let steps = lowered.lift(vec![tour.steps().to_vec()]);
                Verdict::Tour(Tour::verify(task.problem, steps)?)
            }
            crate::Verdict::None(Evidence::Obstruction(reason)) => {
                Verdict::None(Ground::Reason(reason))
            }
            crate::Verdict::None(Evidence::Cuts(refutation)) => {
                Verdict::None(Ground::Cuts(refutation))
            }
            _ => Verdict::Unknown(task.options.stop.stopped()),
        },
    )
}

/// Writes a certificate for this reason, and reads it again.
pub fn certify(task: &Task, ground: &Ground) -> Proved<Verified> {
    let lowered = Lowered::reasoned(task.problem);
    let Some(by) = lowered.by().filter(|_| !matches!(ground, Ground::Steps)) else {
        return task.unless_late(write_certificate(task, ground));
    };
    let of = |vertex| by.name(vertex, task.names.of);
    let vertex = |name: &str| by.vertex(name, task.names.vertex);
    let names = Names {
        of: &of,
        vertex: &vertex,
    };
    let task = Task {
        problem: lowered.reasoned_problem(),
        names,
        ..task.clone()
    };
    task.unless_late(write_certificate(&task, ground))
}

fn write_certificate(task: &Task, ground: &Ground) -> Proved<Verified> {
    let stop = &task.options.stop;
    let body = match ground {
        Ground::Reason(reason) => Verdict::None(Body::Reason(reason.clone())),
        Ground::Steps => by_steps(task)?,
        Ground::Cuts(refutation) => by_cuts(task, refutation.clone())?,
    };
    body.and_then(|body| {
        let (claim, names) = (task.claim, task.names);
        write(task, CERTIFICATE, |out| {
            certificate::write(out, claim, &body, names)
        })?;
        let verified = verify(task.folder, task.problem, claim, names, stop)?;
        Ok(Verdict::None(verified))
    })
}

/// Writes the formula of steps and the proofs, unless it has a model.
fn by_steps(task: &Task) -> Proved<Body> {
    let too_large = || ProveError::TooLarge(task.problem.graph().len());
    let timetable = Timetable::new(task.problem).ok_or_else(too_large)?;
    let Ok(formula) = written_out(&timetable, &task.options.stop) else {
        return Ok(Verdict::Unknown(task.options.stop.stopped()));
    };
    let lines = [
        "It has no model, and every tour would be one:".to_string(),
        format!(
            "variable (i-1)n + v says that the tour is on vertex v at step i, n = {};",
            task.problem.graph().len()
        ),
        if task.problem.rules().is_empty() {
            "the others belong to counters.".into()
        } else {
            "the others belong to counters and to rules.".into()
        },
    ];
    let comments = comments(task.claim, lines.into());
    match write_proof(task, &formula, &comments)? {
        Answer::Unknown => Ok(Verdict::Unknown(task.options.stop.stopped())),
        Answer::Unsatisfiable => Ok(Verdict::None(Body::Steps(formula.len()))),
        Answer::Satisfiable(model) => task.tour(&timetable, &model),
    }
}

/// Returns the formula of steps in memory.
fn written_out(timetable: &Timetable, stop: &Stop) -> Result<Cnf, Stopped> {
    let mut formula = Cnf::default();
    let variables = timetable.clauses(&mut appending(&mut formula, stop))?;
    formula.new_vars(u32::try_from(variables).unwrap_or(u32::MAX));
    Ok(formula)
}

/// Returns a function that appends clauses to a formula until `stop` fires.
fn appending(formula: &mut Cnf, stop: &Stop) -> impl FnMut(&[i32]) -> Result<(), Stopped> {
    let mut watch = stop.watch(1 << 12);
    let mut lits: Vec<Lit> = Vec::new();
    move |clause| {
        lits.clear();
        lits.extend(clause.iter().filter_map(|&lit| Lit::from_dimacs(lit)));
        formula.clause(&lits);
        watch.check()
    }
}

/// Writes the formula of a lazy search and the proofs, unless the deadline passes.
fn by_cuts(task: &Task, refutation: Refutation) -> Proved<Body> {
    let stop = &task.options.stop;
    let Ok(mut refuted) = refutation.formula(task.problem, stop) else {
        return Ok(Verdict::Unknown(stop.stopped()));
    };
    let Ok(rules) = append_rules(task.problem, &mut refuted.formula, stop) else {
        return Ok(Verdict::Unknown(stop.stopped()));
    };
    let comments = comments(task.claim, about(&refuted, rules));
    match write_proof(task, &refuted.formula, &comments)? {
        Answer::Unknown => Ok(Verdict::Unknown(stop.stopped())),
        Answer::Satisfiable(_) => Err(LazyError::Unconfirmed.into()),
        Answer::Unsatisfiable => Ok(Verdict::None(Body::Formula {
            degrees: refuted.degrees,
            matchings: refuted.matchings,
            cuts: refuted.cuts,
            rules,
        })),
    }
}

/// Appends the rules without a direction, and returns their first and last clause if there are any.
fn append_rules(
    problem: &Problem,
    formula: &mut Cnf,
    stop: &Stop,
) -> Result<Option<[u64; 2]>, Stopped> {
    let (first, before) = (formula.len() + 1, formula.variables());
    let variables = over_edges(problem, before.into(), &mut appending(formula, stop))?;
    formula.new_vars(u32::try_from(variables).unwrap_or(u32::MAX) - before);
    let last = formula.len();
    Ok((first <= last).then_some([first, last]))
}

/// Writes a formula, and the proofs of its refutation.
fn write_proof(
    task: &Task,
    formula: &Cnf,
    comments: &[String],
) -> Result<Answer<Model>, ProveError> {
    write(task, FORMULA, |out| write_formula(out, formula, comments))?;
    // The refuter itself observes the deadline.
    let files = [task.create(LRAT)?, task.create(DRAT)?];
    let [lrat, drat] = files.map(|file| BufWriter::new(file.into_inner()));
    Ok(task.refute(formula, &task.folder.join(FORMULA), lrat, drat)?)
}

/// Writes a file of the certificate.
fn write(
    task: &Task,
    name: &'static str,
    fill: impl FnOnce(&mut BufWriter<Writing<File>>) -> io::Result<()>,
) -> Result<(), ProveError> {
    let mut file = BufWriter::new(task.create(name)?);
    let written = fill(&mut file).and_then(|()| file.flush());
    written.map_err(|error| ProveError::Io(name, error))
}

//! From a problem to a certificate that it has no tour. The crate [`knightsat_certificate`]
//! describes the contents of a certificate.
//!
//! ```
//! use knightsat_search::tour::spec::{Request, Requesting};
//! use knightsat_search::tour::Verdict;
//! use knightsat_search::prove::{Task, prove};
//!
//! let request = "5x5".parse::<Request>()?.closed();
//! let problem = request.problem(&Default::default())?;
//! let folder = std::env::temp_dir().join(format!("knightsat-prove-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let task = Task {
//!     problem: &problem,
//!     request: &request,
//!     folder: &folder,
//!     solver: None,
//!     options: Default::default(),
//! };
//! let verdict = prove(&task, &mut |_| ())?;
//! assert!(matches!(verdict, Verdict::None(_)));
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::base::stop::{Stop, Stopped, Writing};
use crate::cnf::dimacs::write::write_formula;
use crate::cnf::sink::{ClauseSink, Cnf};
use crate::cnf::{Answer, Lit, Model};
use crate::tour::constraint::Property;
use crate::tour::lower::Lowered;
use crate::tour::spec::Request;
use crate::tour::table::Backend;
use crate::tour::tour::Tour;
use crate::tour::{Problem, Verdict};
use crate::{Evidence, SolveError, lazy};
use knightsat_certificate::certificate::document;
use knightsat_certificate::steps::Timetable;
use knightsat_certificate::{CERTIFICATE, DRAT, DerivedFormula, FORMULA, LRAT, Verified, verify};
use knightsat_solver::Program;
use knightsat_solver::certify::refute_by;
use knightsat_solver::refute::{RefuteError, refute};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

pub use knightsat_certificate::certificate::{Ground, Refutation};

/// Temporary name of another solver's own proof.
const THEIRS: &str = "proof.solver";

/// The task of a proof, its place and its method.
#[derive(Clone)]
pub struct Task<'t> {
    /// The problem.
    pub problem: &'t Problem,
    /// The request that makes it, for the names of vertices and the claim that it has no tour.
    pub request: &'t Request,
    /// The existing folder for the proof.
    pub folder: &'t Path,
    /// The solver that refutes the formula; varisat in process if it is `None`. Varisat always
    /// searches.
    pub solver: Option<&'t dyn Program>,
    /// Options of the search.
    pub options: lazy::Options,
}

/// The result of a search for a proof of this form.
pub type Proved<T> = Result<Verdict<T>, SolveError>;

impl Task<'_> {
    /// Creates a file of the proof, to be written until the deadline.
    pub fn create(&self, name: &'static str) -> Result<Writing<'_, File>, SolveError> {
        create(self.folder, name, &self.options.stop)
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
        let steps = Lowered::reasoned(self.problem).circuit().tour(steps);
        Ok(Verdict::Tour(Tour::verify(self.problem, steps)?))
    }
}

/// Creates a file of a proof in `folder`, to be written until the deadline.
pub fn create<'s>(
    folder: &Path,
    name: &'static str,
    stop: &'s Stop,
) -> Result<Writing<'s, File>, SolveError> {
    let file = File::create(folder.join(name)).map_err(|error| SolveError::Io(name, error))?;
    Ok(Writing::new(file, stop))
}

/// Creates the files of the LRAT and the DRAT proof in `folder`. Their writer, a refuter, itself
/// observes the deadline.
pub fn proof_files(folder: &Path) -> Result<[BufWriter<File>; 2], SolveError> {
    let stop = Stop::default();
    let files = [create(folder, LRAT, &stop)?, create(folder, DRAT, &stop)?];
    Ok(files.map(|file| BufWriter::new(file.into_inner())))
}

/// Makes the verdict unknown if the deadline has ended the proof.
pub fn unless_late<E>(proved: Proved<E>, stop: &Stop) -> Proved<E> {
    match proved {
        Err(error) if error.is_stopped() => Ok(Verdict::Unknown(stop.stopped())),
        // A write past the deadline is abandoned.
        Err(SolveError::Io(..)) if stop.is_over() => Ok(Verdict::Unknown(stop.stopped())),
        proved => proved,
    }
}

/// Looks for a tour, and writes a certificate only if there is none. It is then read again; the
/// evidence is its verified form. `report` receives the progress of the search.
pub fn prove(task: &Task, report: &mut dyn FnMut(lazy::Progress)) -> Proved<Verified> {
    let mut files = fs::read_dir(task.folder)
        .map_err(|error| SolveError::Io("the folder of the certificate", error))?;
    if files.next().is_some() {
        return Err(SolveError::NotEmpty);
    }
    look(task, report)?.and_then(|ground| certify(task, &ground))
}

/// Looks for a tour, or for the reason why there is none. That of a directed graph is one in its
/// [split graph](crate::tour::split), except for [`Ground::Steps`].
///
/// Under rules, a reason why there is no tour even without some of them is sufficient.
pub fn look(task: &Task, report: &mut dyn FnMut(lazy::Progress)) -> Proved<Ground> {
    let problem = task.problem;
    let mut relaxed = problem.clone();
    let mut rules = problem.rules();
    let supports = |problem: &Problem| Backend::CutProof.supports(problem.demands());
    if !supports(problem) && !rules.is_empty() {
        rules.retain(|rule| Backend::CutProof.supports(rule.demands_in(problem)));
        let plain = relaxed.with(Vec::<Property>::new());
        let fewer = plain.and_then(|plain| plain.with(rules));
        relaxed = fewer.expect("fewer rules than before");
    }
    if !supports(&relaxed) {
        let lowered = Lowered::reasoned(problem);
        let look = || lowered.reasoned_problem().obstruction(&task.options.stop);
        let reason = task.options.shortcuts.then(look).flatten();
        return Ok(Verdict::None(reason.map_or(Ground::Steps, Ground::Reason)));
    }
    let lowered = Lowered::reasoned(&relaxed);
    let options = task.options.clone();
    Ok(
        match lazy::solve_with(lowered.reasoned_problem(), options, report)? {
            crate::Verdict::Tour(tour) => {
                let steps = lowered.lift(vec![tour.steps().to_vec()]);
                let tour = Tour::verify(problem, steps);
                // Another rule may exclude it.
                tour.map_or(Verdict::None(Ground::Steps), Verdict::Tour)
            }
            crate::Verdict::None(Evidence::Obstruction(reason)) => {
                Verdict::None(Ground::Reason(reason))
            }
            crate::Verdict::None(Evidence::Cuts(cuts)) => Verdict::None(Ground::Cuts(cuts)),
            _ => Verdict::Unknown(task.options.stop.stopped()),
        },
    )
}

/// Writes a certificate for this ground, and reads it again.
pub fn certify(task: &Task, ground: &Ground) -> Proved<Verified> {
    unless_late(write_certificate(task, ground), &task.options.stop)
}

fn write_certificate(task: &Task, ground: &Ground) -> Proved<Verified> {
    let (problem, place, claim) = (task.problem, &task.request.place, task.request.claim());
    let stop = &task.options.stop;
    if !matches!(ground, Ground::Reason(_)) {
        let Ok(formula) = formula(problem, ground, stop) else {
            return Ok(Verdict::Unknown(stop.stopped()));
        };
        let formula = formula.ok_or_else(|| SolveError::TooLarge(problem.graph().len()))?;
        let variables = match ground {
            Ground::Steps => "Variable (i-1)n + v: the tour is on vertex v of n at step i.",
            _ => "Variables: the edges of the graph, those of the apex, then others.",
        };
        let lines = ["It has no model, and every tour would be one.", variables];
        let answer = write_proof(task, &formula, &comments(&claim, lines))?;
        match (answer, Timetable::new(problem), ground) {
            (Answer::Unsatisfiable, ..) => {}
            (Answer::Unknown, ..) => return Ok(Verdict::Unknown(stop.stopped())),
            (Answer::Satisfiable(model), Some(timetable), Ground::Steps) => {
                return task.tour(&timetable, &model);
            }
            (Answer::Satisfiable(_), ..) => return Err(SolveError::Unconfirmed),
        }
    }
    let document = document(problem, place, &claim, ground);
    let written = task.create(CERTIFICATE)?.write_all(document.as_bytes());
    written.map_err(|error| SolveError::Io(CERTIFICATE, error))?;
    let verified = verify(task.folder, problem, place, &claim, stop);
    Ok(Verdict::None(verified.map_err(SolveError::Rejected)?))
}

/// Returns the comments of a formula: a title, unless it is too long for one, and lines.
pub fn comments(title: &str, lines: [&str; 2]) -> Vec<String> {
    let is_short = title.len() < 77 && !title.contains("cnf");
    let is_plain = title.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    let title = (is_short && is_plain).then_some(title);
    let all = title.into_iter().chain(lines);
    all.map(str::to_string).collect()
}

/// Returns the formula of a ground in memory; `None` for a reason, or if it would be too large.
pub fn formula(problem: &Problem, ground: &Ground, stop: &Stop) -> Result<Option<Cnf>, Stopped> {
    let Some(derived) = DerivedFormula::new(problem, ground) else {
        return Ok(None);
    };
    let (mut formula, mut watch) = (Cnf::default(), stop.watch(1 << 12));
    let mut lits: Vec<Lit> = Vec::new();
    let size = derived.clauses(&mut |clause| {
        lits.clear();
        lits.extend(clause.iter().filter_map(|&lit| Lit::from_dimacs(lit)));
        formula.clause(&lits);
        watch.check()
    })?;
    let variables = u32::try_from(size.variables).unwrap_or(u32::MAX);
    formula.new_vars(variables - formula.variables());
    Ok(Some(formula))
}

/// Writes a formula, and the proofs of its refutation.
fn write_proof(
    task: &Task,
    formula: &Cnf,
    comments: &[String],
) -> Result<Answer<Model>, SolveError> {
    let written = write_formula(task.create(FORMULA)?, formula, comments);
    written.map_err(|error| SolveError::Io(FORMULA, error))?;
    let [lrat, drat] = proof_files(task.folder)?;
    Ok(task.refute(formula, &task.folder.join(FORMULA), lrat, drat)?)
}

//! The command `prove`: certificates that there is no tour, or no better one.

use crate::cli::shared::problem::{ObjectiveArgs, PlaceArgs, TourArgs};
use crate::cli::shared::process::{self, printing_backstop};
use crate::cli::shared::report::{Exit, Format, Line, Printed, json_line, print, unused};
use crate::cli::shared::solvers::{self, SolverArgs};
use crate::cli::shared::{objective, output};
use anyhow::{Context, Result, ensure};
use clap::Arg;
use itertools::Itertools;
use knightsat::prelude::{Solver, Stop};
use knightsat::search::prove::{Task, prove};
use knightsat::search::{FoundBest, SolveError, lazy};
use knightsat::solver::external::External;
use knightsat::tour::{Request, Verdict};
use knightsat_base::text::harmless;
use knightsat_render::{self as render, Document};
use knightsat_search::optimum::{self, Objective, Standing};
use knightsat_solver::certify::{can_certify, certifiers};
use knightsat_solver::refute::RefuteError;
use knightsat_tour::table::{self, Backend};
use std::path::{Path, PathBuf};
use std::{fs, slice};

/// Prove that there is no tour, so that others can check it
///
/// Writes a folder for verify --certificate and other checkers. It contains certificate.json with a
/// short reason, or with the vertex sets of the cuts in formula.cnf (DIMACS), whose refutation is
/// in proof.lrat and proof.drat. varisat searches for the cuts; --solver refutes the formula, and
/// its DRAT proof is derived again, step by step. Squares at steps, symmetries, blocks, equal sums
/// and rules about steps need a formula of steps, without cuts. It is for up to 1024 squares.
///
/// With --minimize or --maximize the folder contains the best tour in tour.txt, and formula.cnf is
/// the formula of better tours, refuted by varisat.
///
/// Proofs for VeriPB and of the textbook formula are part of the lab: lab/docs/proofs.md.
///
/// $ knightsat prove 4x4 -o no-tour && knightsat verify 4x4 --certificate no-tour
/// # prove it, then check the proof
///
/// $ knightsat prove 6x6 --closed --minimize turns -o best # no tour has fewer turns
///
/// 0: proved: there is no tour, or no better one, and the folder is written
///
/// 1: there is a tour, so nothing is written
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time
#[derive(Debug, clap::Args)]
#[command(mut_arg("solver", certifying))]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    objectives: ObjectiveArgs,
    /// The folder to write; it must be empty or not exist yet
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    output: PathBuf,
    /// Run the solver even if preprocessing shows that there is no tour
    ///
    /// This may take forever on boards with unequal colours.
    #[arg(long, help_heading = "Solver")]
    no_shortcuts: bool,
    /// Seed of the search's random choices [default: 0]
    #[arg(long, value_name = "N", help_heading = "Solver")]
    seed: Option<u64>,
    /// Format of the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    solvers: SolverArgs,
}

/// Names the solvers whose refutations come with proofs.
fn certifying(solver: Arg) -> Arg {
    let help = "Solver that refutes the formula; list shows all [default: varisat]";
    let names = certifiers().format(", ");
    solver
        .help(help)
        .long_help(format!("{help}\n\nOne that writes proofs: {names}."))
}

/// Name of the best tour in the folder.
pub const TOUR: &str = "tour.txt";

/// The proofs that go into a folder: certificates here, and those of the lab. Evidence is in words.
pub trait Proofs {
    /// Returns the request in the form that the proof describes.
    fn described(&self, request: Request) -> Result<Request> {
        Ok(request)
    }
    /// Returns true if other programs check the proofs.
    fn runs_programs(&self) -> bool {
        false
    }
    /// Writes the proofs that there is no tour, unless there is one.
    fn prove(&self, task: &Task, line: &Line) -> Result<Verdict<String>>;
    /// Writes the proofs that no tour is better.
    fn prove_best(&self, best: &FoundBest, folder: &Path, stop: &Stop) -> Result<Verdict<String>> {
        Ok(best.prove(folder, stop)?)
    }
}

/// A certificate with LRAT and DRAT proofs.
struct Certificate;

impl Proofs for Certificate {
    fn prove(&self, task: &Task, line: &Line) -> Result<Verdict<String>> {
        let proved = prove(task, &mut |progress| line.show(progress))?;
        Ok(proved.map(|verified| verified.to_string()))
    }
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        self.run_for(&Certificate)
    }

    /// Runs the command for these proofs.
    pub fn run_for(self, proofs: &dyn Proofs) -> Result<Exit> {
        let stop = self.solvers.time.stop()?;
        let place = self.place.read(&stop)?;
        let request = proofs.described(self.tour.request(place, &stop)?)?;
        let objective = self.objective(&request)?;
        // Under rules the search begins without them.
        let mut without_rules = request.tour.clone();
        without_rules.with.clear();
        let by_cuts = without_rules.reductions(&request.place, Backend::CutProof);
        let is_exact = objective.is_none() && by_cuts.is_err();
        let lazy = "the lazy search: with steps, symmetry or sums nothing is chosen at random";
        unused(&[(is_exact && self.seed.is_some(), "--seed", lazy)])?;
        self.solvers.keep_memory()?;
        let unknown = |stopped| self.report(&request, &Verdict::Unknown(stopped));
        let backstop = printing_backstop(&stop, false, unknown)?;
        let words = match objective {
            Some(_) => "looking for the best tour",
            None => "laying out the moves",
        };
        let printed = process::bounded(&stop, backstop, words, unknown, |line| {
            let printed = match &objective {
                Some(objective) => self.prove_best(&request, objective, proofs, &stop, line),
                None => self.report(&request, &self.prove(&request, proofs, &stop, line)?),
            };
            printed.map(Ok)
        })?;
        let (text, exit) = printed?;
        print(&text)?;
        Ok(exit)
    }

    /// Returns the objective whose best tour is to be proved, if any.
    fn objective(&self, request: &Request) -> Result<Option<Objective>> {
        if self.objectives.is_empty() {
            return Ok(None);
        }
        ensure!(
            self.solvers.solver.is_none(),
            "a proof of optimality is by varisat: leave --solver out"
        );
        let mut objectives = self.objectives.objectives(&request.place)?;
        ensure!(
            objectives.len() == 1,
            "a proof of optimality is for one objective: name one"
        );
        Ok(objectives.pop())
    }

    /// Proves that no tour is better than the best one. Without any tour, proves that.
    fn prove_best(
        &self,
        request: &Request,
        objective: &Objective,
        proofs: &dyn Proofs,
        stop: &Stop,
        line: &Line,
    ) -> Result<Printed> {
        let folder = output::folder(&self.output)?;
        let problem = solvers::lazy_problem(request, stop)?;
        table::reductions(problem, Backend::OptimalityProof).map_err(SolveError::NotOptimized)?;
        let options = self.options(stop);
        let report = &mut |standing: &Standing| line.note_progress(standing.to_string());
        let objectives = slice::from_ref(objective);
        let best = FoundBest {
            request: request.clone(),
            optimum: optimum::optimize(problem, objectives, &options, report)?,
        };
        let late = || self.report(request, &Verdict::Unknown(stop.stopped()));
        let tour = match &best.verdict {
            knightsat::search::Verdict::Tour(tour) if best.is_optimal() => tour,
            knightsat::search::Verdict::None(_) => {
                drop(folder);
                return self.report(request, &self.prove(request, proofs, stop, line)?);
            }
            _ => return late(),
        };
        line.set("refuting better tours");
        let Verdict::None(why) = proofs.prove_best(&best, folder.path(), stop)? else {
            return late();
        };
        let name = || self.output.display().to_string();
        let moves = request.place.path(tour.steps()) + "\n";
        fs::write(folder.path().join(TOUR), moves).with_context(name)?;
        folder.finish().with_context(name)?;
        let (standing, subject) = (&best.standings[0], request.describe());
        let text = format!("{standing} ({subject}): {why}; see {}\n", harmless(&name()));
        let mut document = render::document(request, &best.verdict);
        document.reason = Some(why);
        document.objectives = vec![objective::document(standing)];
        document.certificate = Some(name());
        self.printed(text, &document, Exit::Good)
    }

    /// The folder appears if no tour exists.
    fn prove(
        &self,
        request: &Request,
        proofs: &dyn Proofs,
        stop: &Stop,
        line: &Line,
    ) -> Result<Verdict<String>> {
        let solver = self.refuter()?;
        let problem = solvers::lazy_problem(request, stop)?;
        line.set("looking for a reason why there is none");
        // A signal must leave time to stop a program.
        let is_program = solver.is_some() || proofs.runs_programs();
        let _hold = is_program.then(process::hold).transpose()?;
        let folder = output::folder(&self.output)?;
        let task = Task {
            problem,
            request,
            folder: folder.path(),
            solver: solver.as_ref().map(|solver| solver as _),
            options: self.options(stop),
        };
        let name = || self.output.display().to_string();
        let outcome = proofs.prove(&task, line);
        let proved = outcome.map_err(|error| match error.downcast_ref() {
            Some(SolveError::Io(..) | SolveError::Refute(RefuteError::Io(_))) => {
                error.context(name())
            }
            _ => error,
        })?;
        if matches!(proved, Verdict::None(_)) {
            folder.finish().with_context(name)?;
        }
        Ok(proved)
    }

    fn options(&self, stop: &Stop) -> lazy::Options {
        lazy::Options {
            seed: self.seed.unwrap_or_default(),
            shortcuts: !self.no_shortcuts,
            ..stop.into()
        }
    }

    /// Returns the external refuter, if any.
    fn refuter(&self) -> Result<Option<External>> {
        if let Some(name) = &self.solvers.solver {
            can_certify(name)?;
        }
        Ok(match self.solvers.choose()? {
            Solver::External(external) => Some(external),
            _ => None,
        })
    }

    /// Returns the result in the selected format: the document of a tour, as in solve, with the
    /// path of the certificate.
    fn report(&self, request: &Request, proved: &Verdict<String>) -> Result<Printed> {
        let (subject, folder) = (request.describe(), self.output.display().to_string());
        let mut document = render::document(request, proved);
        let (exit, text) = match proved {
            Verdict::Tour(_) => {
                let text = format!("nothing to prove: there is a tour ({subject})\n");
                (Exit::No, text)
            }
            Verdict::Unknown(why) => {
                document.reason = Some(why.to_string());
                let text =
                    format!("unknown: neither a tour nor a proof found: {why} ({subject})\n");
                (Exit::Unknown, text)
            }
            Verdict::None(why) => {
                document.reason = Some(why.clone());
                document.certificate = Some(folder.clone());
                let text = format!("no {subject}: {why}; see {}\n", harmless(&folder));
                (Exit::Good, text)
            }
        };
        self.printed(text, &document, exit)
    }

    fn printed(&self, text: String, document: &Document, exit: Exit) -> Result<Printed> {
        match self.format {
            Format::Text => Ok((text, exit)),
            Format::Json => Ok((json_line("tour", document)?, exit)),
        }
    }
}

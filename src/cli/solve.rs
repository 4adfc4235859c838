//! The command `solve`: a tour, the only tour, or the best one.

mod best;
mod fault;
mod unique;

use crate::cli::shared::formula_args::FormulaArgs;
use crate::cli::shared::pictures::{Pictures, TourOutputArgs};
use crate::cli::shared::problem::{self, ObjectiveArgs, PlaceArgs, TourArgs};
use crate::cli::shared::process::{self, Backstop, printing_backstop};
use crate::cli::shared::report::{Exit, Line, note, unused};
use crate::cli::shared::solvers::{self, PortfolioArgs};
use anyhow::Result;
use clap::ValueEnum;
use itertools::Itertools;
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, InProcess, Solver, Stop, Stopped, Unknown};
use knightsat_base::text::counted;
use knightsat_search as search;
use knightsat_search::heuristic::{backtrack, warnsdorff};
use knightsat_search::{Verdict, explain, lazy};
use knightsat_tour::table::Backend;

/// Find a tour, and print or draw it
///
/// Uses varisat, which is built in, unless another solver is named. Every tour is verified before
/// it is shown; if there is none, the reason is given.
///
/// $ knightsat solve 8x8 --closed --svg tour.svg # print it and draw it
///
/// $ knightsat solve 5x5 --start a1 --format moves # its squares in order
///
/// $ knightsat solve --solver list # which solvers are there
///
/// $ knightsat solve 3x4 --at 1=a1,5=d2 --unique # is there exactly one?
///
/// $ knightsat solve 6x6 --closed --minimize turns # the straightest tour
///
/// 0: tour found; with --unique, exactly one; with an objective, the best one
///
/// 1: there is no tour
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time, or --method warnsdorff is stuck
///
/// 4: with --unique: there is more than one tour
#[derive(Debug, clap::Args)]
#[command(after_help = "More with --help: --wrap, --symmetric, --magic, --visit, --style, --amo …")]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    objectives: ObjectiveArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Search with a solver, or with a baseline
    #[arg(
        long,
        value_enum,
        default_value_t,
        hide_short_help = true,
        help_heading = "Method"
    )]
    method: Method,
    /// Another seed, another tour [default: 0]
    ///
    /// Seeds the random choices of --method sat.
    #[arg(long, value_name = "N", help_heading = "Solver")]
    seed: Option<u64>,
    /// Check that this is the only tour (exit code 4 if not)
    ///
    /// Prints two tours if there are more, and the step at which they part. Open tours are
    /// directed; closed ones are not, unless steps are given. varisat answers. If BOARD is a folder
    /// of puzzles, each file has a line, and --timeout is for each.
    #[arg(long, help_heading = "Output")]
    unique: bool,
    #[command(flatten)]
    output: TourOutputArgs,
    #[command(flatten)]
    solvers: PortfolioArgs,
}

/// The remedy for a search that is too long.
const MAGIC: &str = "--magic alone is a long search on this board: give squares at steps too, as in \
    knightsat solve 8x8 --magic --at 4=d6,8=f6,12=f2,16=a3,20=d4,24=f4,28=f8,32=c5,36=d2,40=e3,\
    44=e7,48=a7,52=d8,56=e5,60=e1,64=c1";

impl Args {
    pub fn run(self) -> Result<Exit> {
        self.check()?;
        if let Some(folder) = self.place.folder().filter(|_| self.unique) {
            return self.unique_each(folder);
        }
        let style = self.formula.style(Name::for_tour(&self.tour))?;
        let stop = self.solvers.one.time.stop()?;
        let spec = self.tour.spec(self.place.read(&stop)?, style, &stop)?;
        let objectives = self.objectives.objectives(&spec.place)?;
        let is_best = !objectives.is_empty();
        let is_plain = !is_best && !self.unique && self.method == Method::Sat;
        let suffice = Backend::Engine.supports(spec.tour.demands(&spec.place));
        let may_be_lazy = self.solvers.is_in_process() && suffice;
        let is_lazy = is_plain && solvers::is_lazy(&spec, &self.formula, may_be_lazy, self.seed)?;
        // Wrong options are reported before programs are looked for.
        let chosen = (is_plain || is_best).then(|| self.solvers.choose());
        let solvers = chosen.transpose()?.unwrap_or_default();
        self.solvers.one.keep_memory()?;
        let pictures = self.output.open(&spec.place, &stop)?;
        let search = Search {
            args: &self,
            spec: &spec,
            stop: &stop,
            file: None,
        };
        let (format, mut out, request) = (
            pictures.format,
            pictures.text_output(),
            &search.spec.request,
        );
        let answer = match () {
            () if is_best => search.best(&objectives, &solvers, pictures),
            () if self.unique => search.unique(pictures),
            () => search.run(&solvers, is_lazy, pictures),
        };
        let answer = answer.or_else(|error| {
            let verdict = Verdict::None(problem::excluded(error)?);
            format.verdict(request, &verdict, &mut out)
        });
        if let Ok(Exit::No) = answer {
            problem::note_reversed(request, &stop);
        }
        answer
    }

    /// Refuses options of another search.
    fn check(&self) -> Result<()> {
        let is_sat = self.method == Method::Sat;
        let (is_best, unique) = (!self.objectives.is_empty(), self.unique);
        let has_best = |is_given: bool| is_best && is_given;
        let solver = self.solvers.first(&self.formula).unwrap_or_default();
        let formula = self.formula.first().unwrap_or_default();
        let best = "searches without --minimize and --maximize";
        let only = "searches without --unique, which varisat answers";
        let random = "--method sat: nothing else is chosen at random";
        unused(&[
            (has_best(unique), "--unique", best),
            (has_best(!is_sat), "--method", best),
            (has_best(self.formula.is_named()), "--encoding", best),
            (has_best(!formula.is_empty()), &formula, best),
            (has_best(!self.solvers.is_in_process()), &solver, best),
            (unique && !is_sat, "--method", only),
            (unique && self.seed.is_some(), "--seed", only),
            (unique && !solver.is_empty(), &solver, only),
            (!is_sat && !solver.is_empty(), &solver, "--method sat"),
            (!is_sat && self.seed.is_some(), "--seed", random),
        ])
    }
}

/// A search for the tour of a spec within a deadline.
struct Search<'a> {
    args: &'a Args,
    spec: &'a FormulaSpec,
    stop: &'a Stop,
    /// The file of the puzzle, if there are several.
    file: Option<String>,
}

impl Search<'_> {
    /// Searches with these solvers, or by the method without one.
    fn run(&self, solvers: &[Solver], is_lazy: bool, pictures: Pictures) -> Result<Exit> {
        let unknown = |stopped: Stopped| Verdict::Unknown(stopped.into());
        let backstop = self.backstop(&pictures)?;
        let words = "laying out the moves";
        let is_short = !solvers.is_empty() && !self.args.formula.no_shortcuts;
        let inner = solvers.first().and_then(Solver::in_process);
        let lazy = inner.filter(|_| is_lazy);
        let verdict = process::bounded(self.stop, backstop, words, unknown, |line| match lazy {
            Some(solver) => self.run_lazy_engine(solver.clone(), line),
            None if solvers.is_empty() => self.walk(line),
            None => self.find(solvers, line),
        })?;
        let Verdict::None(evidence) = &verdict else {
            return pictures.verdict(&self.spec.request, &verdict);
        };
        let is_long = is_short && !evidence.is_short();
        // Without time left, the answer of the search remains.
        let problem = is_long.then(|| problem::problem(self.spec, self.stop));
        let verdict = match problem {
            Some(Ok(problem)) => explain::shortened(&problem, verdict, self.stop),
            _ => verdict,
        };
        if let Some(fault) = self.fault()? {
            return self.report_fault(&verdict, &fault, pictures);
        }
        let (mut out, format) = (pictures.text_output(), pictures.format);
        let exit = pictures.verdict(&self.spec.request, &verdict)?;
        format.reason(&self.spec.request, &verdict, &mut out)?;
        if is_long && !matches!(&verdict, Verdict::None(evidence) if evidence.is_short()) {
            note!("no short reason is found: prove writes a proof, with the same options");
        }
        Ok(exit)
    }

    /// Enforces the end of the search, with the verdict that nothing is known.
    fn backstop(&self, pictures: &Pictures) -> Result<Backstop> {
        printing_backstop(self.stop, pictures.take_stdout(), |stopped| {
            let (mut text, verdict) = (Vec::new(), Verdict::Unknown(stopped.into()));
            let exit = pictures.format.verdict(self.spec, &verdict, &mut text)?;
            Ok((String::from_utf8(text)?, exit))
        })
    }

    /// Searches with solvers for a model of the formula, and shows the progress.
    fn find(&self, solvers: &[Solver], line: &Line) -> Result<Verdict> {
        let problem = problem::problem(self.spec, self.stop)?;
        if self.spec.tour.magic && self.spec.tour.at.is_empty() && self.spec.place.len() >= 64 {
            note!("{MAGIC}");
        }
        line.set("preparing the formula");
        let formula = problem::formula(self.spec, &problem, self.stop)?;
        let names = solvers.iter().map(Solver::name).join(", ");
        let size = formula.total();
        let variables = counted(size.variables, "variable");
        let clauses = counted(size.clauses, "clause");
        line.set(format!("{names} is solving {variables}, {clauses}"));
        let _hold = process::hold()?;
        let (limits, report) = (self.stop.clone().into(), &mut |error| note!("{error}"));
        let verdict = search::find_by_formula(&problem, &formula, solvers, &limits, report);
        Ok(verdict?)
    }

    /// Searches with the lazy engine if it can solve the problem, and shows the progress.
    fn run_lazy_engine(&self, solver: InProcess, line: &Line) -> Result<Verdict> {
        let problem = solvers::lazy_problem(&self.spec.request, self.stop)?;
        if !Backend::Engine.supports(problem.demands()) {
            return self.find(&[solver.into()], line);
        }
        line.set("looking for a reason why there is none");
        let options = lazy::Options {
            seed: self.args.seed.unwrap_or_default(),
            solver,
            stop: self.stop.clone(),
            shortcuts: !self.args.formula.no_shortcuts,
            ..lazy::Options::default()
        };
        let verdict = lazy::solve_with(problem, options, &mut |progress| line.show(progress))?;
        if matches!(verdict, Verdict::Unknown(Unknown::Stopped(_))) {
            note!("{}", line.text());
        }
        Ok(verdict)
    }

    /// Searches without a solver, and reports the effort on standard error.
    fn walk(&self, line: &Line) -> Result<Verdict> {
        let (request, method) = (&self.spec.request, self.args.method);
        if method == Method::Warnsdorff {
            (request.tour).reductions(&request.place, Backend::Warnsdorff)?;
        }
        let problem = solvers::lazy_problem(request, self.stop)?;
        line.set("searching");
        if method == Method::Backtrack {
            let (verdict, effort) = backtrack::search(problem, self.stop)?;
            let (nodes, backtracks) = (effort.nodes, effort.backtracks);
            note!("{nodes} nodes, {backtracks} backtracks");
            return Ok(verdict);
        }
        let (verdict, steps) = warnsdorff::walk(problem, self.stop)?;
        if matches!(verdict, Verdict::Unknown(Unknown::Stopped(_))) {
            note!("step {steps} of {}", problem.graph().len());
        }
        Ok(verdict)
    }
}

/// The method of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Method {
    /// A solver
    #[default]
    Sat,
    /// Warnsdorff's rule: always move to the square with the fewest onward moves. Fast, but
    /// inconclusive if it gets stuck
    Warnsdorff,
    /// Depth-first search in the order of that rule
    Backtrack,
}

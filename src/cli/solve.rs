//! The command `solve`: a tour, the only tour, or the best one.

mod best;
mod fault;
mod unique;

use crate::cli::shared::formula_args::FormulaArgs;
use crate::cli::shared::number::within;
use crate::cli::shared::pictures::{Pictures, TourOutputArgs};
use crate::cli::shared::problem::{self, ObjectiveArgs, PlaceArgs, TourArgs};
use crate::cli::shared::process::{self, Backstop, memory, printing_backstop};
use crate::cli::shared::report::{Exit, Line, note, value_name};
use crate::cli::shared::solvers::{self, PortfolioArgs};
use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use itertools::Itertools;
use knightsat::cnf::sink::Size;
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, InProcess, Problem, Solver, Stop, Stopped, Unknown};
use knightsat::search::{Verdict, explain};
use knightsat_base::text::counted;
use knightsat_search as search;
use knightsat_search::heuristic::leaps::Leaps;
use knightsat_search::heuristic::{backtrack, warnsdorff};
use knightsat_search::{Engine, lazy};
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
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    objectives: ObjectiveArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    #[command(flatten)]
    method: MethodArgs,
    /// Another seed, another tour [default: 0]
    ///
    /// Seeds the random choices of --encoding lazy and --tie random.
    #[arg(long, value_name = "N", help_heading = "Solver")]
    seed: Option<u64>,
    /// Searches of --encoding lazy at once, each with its own seed [default: 1]
    ///
    /// The first answer wins, so equal commands may find different tours.
    #[arg(long, value_name = "N", help_heading = "Solver", hide_short_help = true, value_parser = |text: &str| within(text, 1_u16..=1024))]
    threads: Option<u16>,
    /// Check that this is the only tour (exit code 4 if not)
    ///
    /// Prints two tours if there are more, and the step at which they part. Open tours are
    /// directed; closed ones are not, unless steps are given. varisat answers.
    #[arg(long, help_heading = "Output")]
    unique: bool,
    #[command(flatten)]
    output: TourOutputArgs,
    #[command(flatten)]
    solvers: PortfolioArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        self.method.check(self.for_solvers(), self.seed)?;
        if !self.objectives.is_empty() {
            self.check_objectives()?;
        } else if self.unique {
            self.check_unique()?;
        }
        let style = self.formula.style(Name::for_tour(&self.tour))?;
        let stop = self.solvers.one.time.stop()?;
        let spec = self.tour.spec(self.place.read(&stop)?, style, &stop)?;
        let objectives = self.objectives.objectives(&spec.request.place)?;
        let is_best = !objectives.is_empty();
        let is_solved = !is_best && !self.unique && !self.method.is_given();
        let suffice = Backend::Engine.supports(spec.request.tour.demands(&spec.request.place));
        let engine = is_solved.then(|| {
            self.solvers
                .engine(&spec, &self.formula, self.seed, suffice)
        });
        let engine = engine.transpose()?;
        let is_lazy = matches!(engine, Some((_, Engine::Lazy(_))));
        ensure!(
            is_lazy || self.threads.is_none(),
            "--threads is for --encoding lazy in process: use --portfolio for several solvers"
        );
        let solvers = is_best.then(|| self.solvers.choose()).transpose()?;
        self.solvers.keep_memory()?;
        let pictures = self.output.open(&spec.request.place, &stop)?;
        let search = Search {
            args: &self,
            spec: Box::leak(Box::new(spec)),
            stop: &stop,
        };
        let (view, mut out, request) =
            (pictures.view, pictures.text_output(), &search.spec.request);
        let answer = match (solvers, self.unique) {
            (Some(solvers), _) => search.best(&objectives, solvers, pictures),
            (None, true) => search.unique(pictures),
            (None, false) => search.run(engine, pictures),
        };
        let answer = answer.or_else(|error| {
            let verdict = Verdict::None(problem::excluded(error)?);
            view.verdict(request, &verdict, &mut out)
        });
        if let Ok(Exit::No) = answer {
            problem::note_reversed(request, &stop);
        }
        answer
    }

    /// Returns the first option that only solvers support, if any.
    fn for_solvers(&self) -> Option<String> {
        let demands = [
            (self.tour.symmetric.is_some(), "--symmetric"),
            (self.tour.blocks.is_some(), "--blocks"),
        ];
        let given = demands.into_iter().find(|&(is_given, _)| is_given);
        let given = given.map(|(_, name)| name.to_string());
        given.or_else(|| self.of_solvers())
    }

    /// Returns the first option of solvers and formulas, if any.
    fn of_solvers(&self) -> Option<String> {
        let options = [
            (self.formula.is_named(), "--encoding"),
            (self.formula.no_shortcuts(), "--no-shortcuts"),
            (self.solvers.one.solver.is_some(), "--solver"),
            (!self.solvers.portfolio.is_empty(), "--portfolio"),
        ];
        let given = options.into_iter().find(|&(is_given, _)| is_given);
        let given = given.map(|(_, name)| name.to_string());
        given.or(self.formula.first())
    }
}

/// A search for the tour of a spec within a deadline.
struct Search<'a> {
    args: &'a Args,
    /// It is never freed: the backstop may need it until the end of the program.
    spec: &'static FormulaSpec,
    stop: &'a Stop,
}

impl Search<'_> {
    /// Searches with these solvers, or by the method without one.
    fn run(&self, engine: Option<(Vec<Solver>, Engine)>, pictures: Pictures) -> Result<Exit> {
        let unknown = |stopped: Stopped| Verdict::Unknown(stopped.into());
        let backstop = self.backstop(&pictures)?;
        let words = "laying out the moves";
        let is_short = engine.is_some() && !self.args.formula.no_shortcuts();
        let verdict = process::bounded(self.stop, backstop, words, unknown, |line| match engine {
            None => self.walk(line),
            Some((_, Engine::Lazy(solver))) => self.run_lazy_engine(solver, line),
            Some((solvers, _)) => self.find(&solvers, line),
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
        let (mut out, view) = (pictures.text_output(), pictures.view);
        let exit = pictures.verdict(&self.spec.request, &verdict)?;
        view.reason(&self.spec.request, &verdict, &mut out)?;
        if is_long && !matches!(&verdict, Verdict::None(evidence) if evidence.is_short()) {
            note!("no short reason is found: prove writes a proof, with the same options");
        }
        Ok(exit)
    }

    /// Enforces the end of the search, with the verdict that nothing is known.
    fn backstop(&self, pictures: &Pictures) -> Result<Backstop> {
        let (spec, view) = (self.spec, pictures.view);
        printing_backstop(self.stop, pictures.take_stdout(), move |stopped| {
            let (mut text, verdict) = (Vec::new(), Verdict::Unknown(stopped.into()));
            let exit = view.verdict(&spec.request, &verdict, &mut text)?;
            Ok((String::from_utf8(text)?, exit))
        })
    }

    /// Searches with solvers for a model of the formula, and shows the progress.
    fn find(&self, solvers: &[Solver], line: &Line) -> Result<Verdict> {
        let problem = problem::problem(self.spec, self.stop)?;
        line.set("preparing the formula");
        let formula = problem::formula(self.spec, &problem, self.stop)?;
        let names = solvers.iter().map(Solver::name).join(", ");
        let Size {
            variables, clauses, ..
        } = formula.total();
        let size = [counted(variables, "variable"), counted(clauses, "clause")];
        line.set(format!("{names} is solving {}", size.join(", ")));
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
            threads: self.args.threads.unwrap_or(1).into(),
            solver,
            stop: self.stop.clone(),
            shortcuts: !self.args.formula.no_shortcuts(),
            count: (!self.args.formula.no_shortcuts())
                .then(|| memory::left().unwrap_or(4 << 30) / 8),
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
        let (tour, args) = (&self.spec.request.tour, &self.args.method);
        let is_free = tour.require.is_empty() && !tour.knows_steps(self.spec.request.place.len());
        let is_backtrack = args.method == Method::Backtrack;
        ensure!(
            is_free || is_backtrack,
            "Warnsdorff's rule does not support required moves, squares at steps or sums: use --method backtrack"
        );
        if !tour.with.is_empty() && !is_backtrack {
            bail!("Warnsdorff's rule keeps no other rules: use --method backtrack");
        }
        let problem = self.ordered_problem()?;
        line.set("searching");
        if is_backtrack {
            let options = backtrack::Options {
                dead_ends: args.dead_ends,
                stop: self.stop.clone(),
            };
            let (verdict, effort) = backtrack::search(&problem, &options)?;
            let (nodes, backtracks) = (effort.nodes, effort.backtracks);
            note!("{nodes} nodes, {backtracks} backtracks");
            return Ok(verdict);
        }
        let tie = match args.tie {
            None | Some(Tie::First) => warnsdorff::Tie::First,
            Some(Tie::LookAhead) => warnsdorff::Tie::LookAhead,
            Some(Tie::Random) => warnsdorff::Tie::Random(self.args.seed.unwrap_or_default()),
        };
        let (verdict, steps) = warnsdorff::walk(&problem, tie, self.stop)?;
        if matches!(verdict, Verdict::Unknown(Unknown::Stopped(_))) {
            note!("step {steps} of {}", problem.graph().len());
        }
        Ok(verdict)
    }

    /// Returns the problem with its moves in the selected order.
    fn ordered_problem(&self) -> Result<Problem> {
        const LARGEST: u32 = 1 << 26;
        let place = &self.spec.request.place;
        ensure!(
            place.len() <= LARGEST,
            "{place} is too large: the limit is {LARGEST} squares (8192x8192) or vertices, which \
             take up to 6 GB of memory"
        );
        let problem = self.spec.request.problem(self.stop)?;
        let (Some(leaps), Some(board)) = (self.args.method.leaps, place.board()) else {
            return Ok(problem);
        };
        Ok(problem.with_graph(leaps.graph(board)))
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

/// The choice between squares with the fewest onward moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tie {
    /// The first in the order of --leaps
    First,
    /// The one that leads on to a square with the fewest onward moves
    LookAhead,
    /// A random one, see --seed
    Random,
}

/// The baselines and their options.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Method")]
struct MethodArgs {
    /// Search with a solver, or with a baseline
    #[arg(long, value_enum, default_value_t, hide_short_help = true)]
    method: Method,
    /// Tie-breaking of --method warnsdorff [default: first]
    #[arg(long, value_enum, hide_short_help = true)]
    tie: Option<Tie>,
    /// Order of the leaps, which breaks ties: the digits 1 to 8, first choice first. They number
    /// the leaps clockwise, starting with two up and one right [default: 54637281, rank by rank
    /// from below]
    #[arg(
        long,
        value_name = "ORDER",
        hide_short_help = true,
        conflicts_with = "graph"
    )]
    leaps: Option<Leaps>,
    /// Make --method backtrack turn back as soon as some square has too few moves left
    #[arg(long, hide_short_help = true)]
    dead_ends: bool,
}

impl MethodArgs {
    /// Returns true for a method without a solver.
    fn is_given(&self) -> bool {
        self.method != Method::Sat
    }

    /// Refuses options of another method; `for_solvers` is an option of the method `sat`.
    fn check(&self, for_solvers: Option<String>, seed: Option<u64>) -> Result<()> {
        use Method::{Backtrack, Sat, Warnsdorff};
        let options: [(Option<&str>, &[Method]); 4] = [
            (for_solvers.as_deref(), &[Sat]),
            (self.tie.map(|_| "--tie"), &[Warnsdorff]),
            (self.dead_ends.then_some("--dead-ends"), &[Backtrack]),
            (self.leaps.map(|_| "--leaps"), &[Warnsdorff, Backtrack]),
        ];
        for (option, methods) in options {
            if let Some(option) = option.filter(|_| !methods.contains(&self.method)) {
                let wanted = methods.iter().map(|&method| value_name(method));
                let (wanted, method) = (wanted.format(" and "), value_name(self.method));
                bail!("{option} is for --method {wanted}, not for {method}");
            }
        }
        let is_random = self.method == Sat || self.tie == Some(Tie::Random);
        if seed.is_some() && !is_random {
            bail!("--seed is for --method sat and --tie random: nothing else is chosen at random");
        }
        Ok(())
    }
}

mod fault;
mod unique;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::{
    Backstop, ColorArgs, Exit, FormulaArgs, Line, PictureArgs, Pictures, PlaceArgs, PortfolioArgs,
    TourArgs, TourFormat, interrupt, note, problem, report, time,
};
use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use itertools::Itertools;
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, Problem, Solver, Stop, Stopped};
use knightsat::search::heuristic::leaps::Leaps;
use knightsat::search::heuristic::{backtrack, warnsdorff};
use knightsat::search::{self, Engine, Unknown, Verdict, lazy};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        "knightsat solve 8x8 --closed --svg tour.svg # print it and draw it",
        "knightsat solve 5x5 --start a1 --format moves # its squares in order",
        "knightsat solve --solver list # which solvers are there",
        "knightsat solve 3x4 --at 1=a1,5=d2 --unique # is there exactly one?",
    ],
    exits: &[
        (0, "tour found; with --unique, exactly one"),
        (1, "there is no tour"),
        ERROR,
        (3, "unknown: out of time, or --method warnsdorff is stuck"),
        (4, "with --unique: there is more than one tour"),
    ],
};

/// Find a tour, and print or draw it
///
/// Uses varisat, which is built in, unless another solver is named. Every tour is verified before
/// it is shown; if there is none, the reason is given.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    #[command(flatten)]
    method: MethodArgs,
    /// Another seed, another tour [default: 0]
    ///
    /// Seeds the random choices of --encoding lazy and --tie random.
    #[arg(long, value_name = "N", help_heading = "Solver")]
    seed: Option<u64>,
    /// Check that this is the only tour (exit code 4 if not)
    ///
    /// Prints two tours if there are more, and the step at which they part. Open tours are
    /// directed; closed ones are not, unless steps are given. varisat answers.
    #[arg(long, help_heading = "Output")]
    unique: bool,
    /// Format of the tour
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: TourFormat,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    color: ColorArgs,
    #[command(flatten)]
    solvers: PortfolioArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        self.method.check(self.for_solvers(), self.seed)?;
        if self.unique {
            self.check_unique()?;
        }
        let style = self.formula.style(Name::Position)?;
        let stop = time::stop(self.solvers.one.timeout)?;
        let place = self.place.read(&stop)?;
        let tour = self.tour.read(&place, &stop)?;
        let spec = FormulaSpec::new(place, tour, style)?;
        let asked = if self.unique || self.method.is_given() {
            None
        } else {
            Some(self.solvers.engine(&spec, &self.formula, self.seed)?)
        };
        self.solvers.keep_memory()?;
        let terminal = self.color.of_tour(&spec.place, self.format)?;
        let pictures = self.pictures.open(&spec.place, terminal)?;
        if self.unique {
            return self.unique(&spec, pictures, &stop);
        }
        let backstop = self.backstop(&spec, &pictures, &stop)?;
        let line = Line::new("laying out the moves");
        let verdict = match asked {
            None => self.method.run(&spec, self.seed, &stop, &line),
            Some(asked) => self.find(&spec, asked, &stop, &line),
        };
        drop(backstop);
        let unknown = |stopped: Stopped| Verdict::Unknown(stopped.into());
        let verdict = time::found(verdict, unknown, line, &stop)?;
        if let Some(fault) = self.fault(&spec, &verdict, &stop)? {
            return self.tell_fault(&spec, &verdict, &fault, pictures);
        }
        pictures.until(&stop).verdict(&spec, &verdict, self.format)
    }

    /// Prints an unknown result in the selected format, if no loop polls the deadline.
    fn backstop(&self, spec: &FormulaSpec, pictures: &Pictures, stop: &Stop) -> Result<Backstop> {
        let (mut text, late) = (Vec::new(), Verdict::Unknown(Stopped::Late.into()));
        report::verdict(spec, &late, self.format, pictures.terminal, &mut text)?;
        let text = String::from_utf8(text)?;
        Backstop::telling(stop, text, pictures.take_stdout(), Exit::Unknown)
    }

    /// Searches for the tour with solvers, and shows the progress.
    fn find(
        &self,
        spec: &FormulaSpec,
        (solvers, engine): (Vec<Solver>, Engine),
        stop: &Stop,
        line: &Line,
    ) -> Result<Verdict> {
        let Engine::Lazy(solver) = engine else {
            let problem = problem::problem(spec, stop)?;
            line.say("preparing the formula");
            let formula = problem::formula(spec, &problem, stop)?;
            let names = solvers.iter().map(Solver::name).join(", ");
            line.say(format!("asking {names}"));
            let _hold = interrupt::hold()?;
            let (limits, report) = (stop.clone().into(), &mut |error| note!("{error}"));
            return Ok(search::find_by_formula(
                &problem, &formula, &solvers, &limits, report,
            )?);
        };
        let problem = problem::lazy_problem(spec, stop)?;
        line.say("looking for a reason why there is none");
        let options = lazy::Options {
            seed: self.seed.unwrap_or_default(),
            solver,
            stop: stop.clone(),
            shortcuts: !self.formula.no_shortcuts(),
            ..lazy::Options::default()
        };
        let report = &mut |progress| line.tell(progress);
        let verdict = lazy::solve_with(problem, options, report)?;
        if matches!(verdict, Verdict::Unknown(Unknown::Stopped(_))) {
            note!("{}", line.words());
        }
        Ok(verdict)
    }

    /// Returns the first option that only solvers have, if any.
    fn for_solvers(&self) -> Option<String> {
        let options = [
            (self.tour.symmetric.is_some(), "--symmetric"),
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
        let method = self.method.to_possible_value();
        let method = method.as_ref().map_or("", |value| value.get_name());
        let is = |method| self.method == method;
        if let Some(option) = for_solvers.filter(|_| self.is_given()) {
            bail!("{option} is for --method sat, not for {method}");
        }
        let options = [
            (
                "--tie",
                self.tie.is_some(),
                is(Method::Warnsdorff),
                "warnsdorff",
            ),
            (
                "--dead-ends",
                self.dead_ends,
                is(Method::Backtrack),
                "backtrack",
            ),
            (
                "--leaps",
                self.leaps.is_some(),
                self.is_given(),
                "warnsdorff and backtrack",
            ),
        ];
        for (option, is_there, has_effect, other) in options {
            ensure!(
                has_effect || !is_there,
                "{option} is for --method {other}, not for {method}"
            );
        }
        let is_random = is(Method::Sat) || self.tie == Some(Tie::Random);
        ensure!(
            seed.is_none() || is_random,
            "--seed is for --method sat and --tie random: nothing else is chosen at random"
        );
        Ok(())
    }

    /// Searches for the tour of a spec without a solver, and reports the effort on standard error.
    fn run(
        &self,
        spec: &FormulaSpec,
        seed: Option<u64>,
        stop: &Stop,
        line: &Line,
    ) -> Result<Verdict> {
        let tour = &spec.tour;
        let is_free = tour.require.is_empty() && !tour.knows_steps(spec.place.len());
        ensure!(
            is_free || self.method == Method::Backtrack,
            "Warnsdorff's rule does not support required moves, squares at steps or sums: use --method backtrack"
        );
        ensure!(
            tour.with.is_empty() || self.method == Method::Backtrack,
            "Warnsdorff's rule keeps no other rules: use --method backtrack"
        );
        let problem = self.problem(spec, stop)?;
        line.say("searching");
        if self.method == Method::Backtrack {
            let options = backtrack::Options {
                dead_ends: self.dead_ends,
                stop: stop.clone(),
            };
            let (verdict, effort) = backtrack::search(&problem, &options)?;
            let (nodes, backtracks) = (effort.nodes, effort.backtracks);
            note!("{nodes} nodes, {backtracks} backtracks");
            return Ok(verdict);
        }
        let tie = match self.tie {
            None | Some(Tie::First) => warnsdorff::Tie::First,
            Some(Tie::LookAhead) => warnsdorff::Tie::LookAhead,
            Some(Tie::Random) => warnsdorff::Tie::Random(seed.unwrap_or_default()),
        };
        let (verdict, steps) = warnsdorff::walk(&problem, tie, stop)?;
        if matches!(verdict, Verdict::Unknown(Unknown::Stopped(_))) {
            note!("step {steps} of {}", problem.graph().len());
        }
        Ok(verdict)
    }

    /// Returns the problem of a spec, with its moves in the selected order.
    fn problem(&self, spec: &FormulaSpec, stop: &Stop) -> Result<Problem> {
        const LARGEST: u32 = 1 << 26;
        ensure!(
            spec.place.len() <= LARGEST,
            "{} is too large: the limit is {LARGEST} squares (8192x8192) or vertices, which \
             take up to 6 GB of memory",
            spec.place
        );
        let problem = problem::laid_out(spec, stop)?;
        let (Some(leaps), Some(board)) = (self.leaps, spec.place.board()) else {
            return Ok(problem);
        };
        let graph = leaps.graph(board);
        let turned = Problem::new(graph, problem.kind(), problem.start(), problem.end())?;
        let mut turned = turned.with_coordinates(board.coordinates());
        if problem.is_magic() {
            turned = turned.with_magic()?;
        }
        let turned = turned.with_given(problem.given().clone())?;
        Ok(turned.with_rules(problem.rules().to_vec())?)
    }
}

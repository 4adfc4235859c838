use super::args::{self, TourArgs};
use super::exit::Exit;
use super::formula::FormulaArgs;
use super::interrupt;
use super::method::MethodArgs;
use super::pictures::{PictureArgs, Pictures};
use super::place::PlaceArgs;
use super::progress;
use super::report::Format;
use super::say::say;
use super::solvers::{self, SolverArgs};
use anyhow::{Result, ensure};
use knightsat::encoding::lazy;
use knightsat::recipe::Recipe;
use knightsat::solve::{self, Engine, Verdict};
use knightsat::solver::incremental::InProcess;
use knightsat::stop::Stop;

/// Find a tour, and print or draw it
///
/// Uses varisat, which is built in, unless another solver is named. Every tour is verified before it is
/// shown; if there is none, the reason is given.
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
    /// Ask the solver even if a look at the board shows that there is no tour
    ///
    /// With --encoding lazy. This may take forever on boards whose colours do not fit.
    #[arg(long, help_heading = "Solver", hide_short_help = true)]
    no_shortcuts: bool,
    /// How to print the tour
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    solvers: SolverArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        self.method.check(self.for_solvers(), self.seed)?;
        let style = self.formula.style(&self.tour)?;
        let recipe = args::recipe(self.place.read()?, &self.tour, style)?;
        let stop = args::stop(self.solvers.timeout)?;
        if self.method.is_given() {
            let pictures = self.pictures.open(&recipe.place)?;
            let verdict = self.method.run(&recipe, self.seed, &stop)?;
            return finish(pictures, &recipe, &verdict, self.format, &stop);
        }
        let is_in_process = self.solvers.is_in_process();
        args::is_lazy(&self.tour, &self.formula, is_in_process, self.seed)?;
        let solvers = self.solvers.choose()?;
        let engine = args::engine(&self.tour, &self.formula, &solvers, self.seed)?;
        ensure!(
            matches!(engine, Engine::Lazy(_)) || !self.no_shortcuts,
            "--no-shortcuts is for --encoding lazy in process: formulas take them themselves"
        );
        let pictures = self.pictures.open(&recipe.place)?;
        let verdict = match engine {
            Engine::Lazy(solver) => self.lazily(&recipe, solver, &stop)?,
            Engine::Formula => {
                let problem = args::problem(&recipe)?;
                let formula = args::formula(&recipe, &problem)?;
                let limits = stop.clone().into();
                let _hold = interrupt::hold()?;
                solve::solve(&problem, &formula, &solvers, &limits, &mut solvers::report)?
            }
        };
        finish(pictures, &recipe, &verdict, self.format, &stop)
    }

    /// The first option given that is for solvers only, if any is.
    fn for_solvers(&self) -> Option<&'static str> {
        let options = [
            (self.tour.symmetric.is_some(), "--symmetric"),
            (!self.formula.encoding.is_empty(), "--encoding"),
            (self.no_shortcuts, "--no-shortcuts"),
            (self.solvers.solver.is_some(), "--solver"),
            (!self.solvers.portfolio.is_empty(), "--portfolio"),
        ];
        let given = options.into_iter().find(|&(is_given, _)| is_given);
        given.map(|(_, name)| name).or(self.formula.first())
    }

    /// Shows how far the search is, and says so where it is stopped.
    fn lazily(&self, recipe: &Recipe, solver: InProcess, stop: &Stop) -> Result<Verdict> {
        let problem = args::lazy_problem(recipe)?;
        let options = lazy::Options {
            seed: self.seed.unwrap_or_default(),
            solver,
            stop: stop.clone(),
            ..lazy::Options::default()
        };
        let line = progress::Line::new();
        let verdict =
            solve::solve_lazily(&problem, options, !self.no_shortcuts, &mut |progress| {
                line.tell(progress)
            })?;
        if verdict == Verdict::Unknown {
            say(line.words());
        }
        Ok(verdict)
    }
}

fn finish(
    pictures: Pictures,
    recipe: &Recipe,
    verdict: &Verdict,
    format: Format,
    stop: &Stop,
) -> Result<Exit> {
    if stop.is_flagged() {
        say("stopped by a signal");
    }
    pictures.verdict(recipe, verdict, format)
}

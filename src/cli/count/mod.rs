mod each;
mod frontier;
mod known;
mod tally;

use crate::cli::help::{ERROR, Help, LATE};
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::formula::FormulaArgs;
use crate::cli::shared::interrupt::Backstop;
use crate::cli::shared::output::Output;
use crate::cli::shared::solvers::SolverArgs;
use crate::cli::shared::{choices, engine, place, problem, say, time};
use anyhow::{Context, Result, bail, ensure};
use frontier::by_frontier;
use knightsat::count::tours::Tours;
use knightsat::encoding::Name;
use knightsat::encoding::recipe::Recipe;
use knightsat::solve::Engine;
use knightsat::solver::portfolio::Solver;
use knightsat::spec::board::Board;
use knightsat::spec::place::Place;
use knightsat::spec::tour::TourSpec;
use knightsat::stop::{Stop, Stopped};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use tally::{Method, Tally};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        ("knightsat count 6x6 --closed", "all of them"),
        (
            "knightsat count 3x4 --start a1 --enumerate",
            "list them, one a line",
        ),
    ],
    exits: &[
        (0, "counted, or up to --limit"),
        (1, "differs from the published number"),
        ERROR,
        LATE,
    ],
};

/// Count tours exactly, and compare with the published number
///
/// Open tours are directed: a tour and its reverse count as two. Closed tours are undirected: neither
/// direction nor start matters, unless squares are given at steps: then its numberings are counted.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_parser = choices::board_parser(), help = choices::BOARD, long_help = choices::BOARD_IN_FULL, required_unless_present_any = ["known", "graph"])]
    board: Option<Board>,
    #[arg(long, value_name = "FILE", conflicts_with = "board", help = choices::GRAPH, long_help = choices::GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    formula: FormulaArgs,
    /// How to count
    ///
    /// The default is frontier; search if tours are listed, limited or symmetric, or have squares at given
    /// steps; enumerate if an encoding or a solver is named.
    #[arg(long, value_enum, help_heading = "Count")]
    method: Option<Method>,
    /// Stop after this many tours, and print a lower bound
    #[arg(long, value_name = "K", help_heading = "Count", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// List the tours, one a line
    ///
    /// The count goes to standard error.
    #[arg(long, conflicts_with = "format", help_heading = "Count")]
    enumerate: bool,
    /// How to print the count
    #[arg(long, value_enum, default_value_t, help_heading = "Count")]
    format: Format,
    /// Print published counts instead
    ///
    /// Those of BOARD, or all of them, with their sources.
    #[arg(long, help_heading = "Count", conflicts_with_all = ["graph", "encoding", "method", "limit", "enumerate", "timeout", "solver", "portfolio"])]
    known: bool,
    #[command(flatten)]
    solvers: SolverArgs,
}

impl Args {
    pub fn run(mut self) -> Result<Exit> {
        let board = self.board.take();
        if self.known {
            return self.print_known(board.as_ref());
        }
        let place = place::either(board, self.graph.as_deref())?.context("which board?")?;
        let method = self.method(&place)?;
        let mut style = self.formula.style(Name::Position)?;
        if self.formula.value("directions").is_none() && style.encoding.has("directions") {
            // Half the models, twice the tours.
            style.encoding.set("directions", "one")?;
        }
        let recipe = Recipe::new(place, self.tour.clone(), style)?;
        let stop = time::stop(self.solvers.timeout)?;
        self.solvers.keep_memory()?;
        let backstop = self.backstop(&recipe, method, &stop)?;
        let mut output = BufWriter::new(Output::open(None)?);
        let tally = match self.tally(&recipe, method, &stop, &mut output) {
            Err(error) if error.is::<Stopped>() => Tally::NOTHING,
            tally => tally?,
        };
        drop(backstop);
        let (text, exit) = tally::report(&recipe, method, &tally, self.format)?;
        if self.enumerate {
            output.flush().context("standard output")?;
            say::raw(text);
        } else {
            output.write_all(text.as_bytes())?;
        }
        output.flush().context("standard output")?;
        Ok(exit)
    }

    /// Says that nothing has been counted, in the form asked for, if the deadline is not heard.
    fn backstop(&self, recipe: &Recipe, method: Method, stop: &Stop) -> Result<Backstop> {
        let (text, exit) = tally::report(recipe, method, &Tally::NOTHING, self.format)?;
        let lists = self.enumerate;
        Backstop::new(stop, move || {
            let _ = match lists {
                true => io::stderr().write_all(text.as_bytes()),
                false => io::stdout().write_all(text.as_bytes()),
            };
            exit
        })
    }

    fn tally(
        &self,
        recipe: &Recipe,
        method: Method,
        stop: &Stop,
        output: &mut impl Write,
    ) -> Result<Tally> {
        let problem = problem::problem_within(recipe, stop)?;
        Ok(match method {
            Method::Frontier => by_frontier(&problem, stop)?,
            Method::Search => self.take(Tours::by_search(&problem, stop), recipe, output)?,
            Method::Enumerate => {
                let solvers = self.solvers.choose()?;
                let is_varisat = matches!(solvers[..], [Solver::Varisat]);
                let engine = match self.formula.is_named() {
                    false => Engine::Formula,
                    true => engine::engine(recipe, &self.formula, &solvers, None)?,
                };
                if let Engine::Lazy(_) = engine {
                    ensure!(is_varisat, "--encoding lazy counts with varisat only");
                    return self.take(Tours::by_cuts(&problem, stop)?, recipe, output);
                }
                let formula = problem::formula_within(recipe, &problem, stop)?.ok_or(Stopped)?;
                ensure!(
                    formula.is_exact(),
                    "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
                );
                self.by_models(&formula, &solvers, stop, recipe, output)?
            }
        })
    }

    /// The method asked for, or the one that suits the rest.
    fn method(&self, place: &Place) -> Result<Method> {
        let wants_solver = self.solvers.solver.is_some() || !self.solvers.portfolio.is_empty();
        let wants_formula = self.formula.any();
        let lists = self.enumerate || self.limit.is_some();
        let is_beyond_frontier =
            self.tour.symmetric.is_some() || self.tour.knows_steps(place.len());
        Ok(match self.method {
            Some(Method::Frontier) if lists => {
                bail!(
                    "--method frontier cannot list tours or stop at a limit: use search or enumerate"
                )
            }
            Some(Method::Frontier | Method::Search) if wants_formula => {
                bail!("options of the formula are for --method enumerate")
            }
            Some(Method::Frontier | Method::Search) if wants_solver => {
                bail!("--solver and --portfolio are for --method enumerate")
            }
            Some(method) => method,
            None if wants_formula || wants_solver => Method::Enumerate,
            None if lists || is_beyond_frontier => Method::Search,
            None => Method::Frontier,
        })
    }
}

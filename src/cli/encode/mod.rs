mod smt;
mod write;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::destination::distinct;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::formula::FormulaArgs;
use crate::cli::shared::interrupt::Backstop;
use crate::cli::shared::place::PlaceArgs;
use crate::cli::shared::report::{self, Format};
use crate::cli::shared::say::say;
use crate::cli::shared::{path, problem, time};
use anyhow::{Result, bail, ensure};
use knightsat::check::{self, words};
use knightsat::cnf::sink::Tee;
use knightsat::encoding::recipe::Recipe;
use knightsat::encoding::{Formula, Name};
use knightsat::render::Terminal;
use knightsat::solve::{self, Evidence, Verdict};
use knightsat::solver::limits;
use knightsat::solver::portfolio::Solver;
use knightsat::solver::varisat::{Limits, Varisat};
use knightsat::spec::tour::TourSpec;
use knightsat::stop::{Stop, Stopped};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use write::{write, write_text};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        ("knightsat encode 8x8 -o t.cnf.gz", "compressed by its name"),
        (
            "knightsat encode 3x4 --format words",
            "what the clauses say",
        ),
    ],
    exits: &[
        (0, "written; with --solve: tour found"),
        (1, "with --solve: there is no tour"),
        ERROR,
        (
            3,
            "stopped by a signal; with --solve also unknown: out of time",
        ),
    ],
};

/// Write the formula of a tour in DIMACS
///
/// Comments in the file say what it encodes, so that decode needs nothing else.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Write to this file instead of standard output
    ///
    /// The file appears whole or not at all, compressed if its name ends in .gz, .zst or .xz.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Tell model counters which variables to project on
    ///
    /// Writes "c p show" lines, which ganak, d4 and approxmc read.
    #[arg(long, help_heading = "Output")]
    count_projected: bool,
    /// Solve the formula too, with varisat, and print the tour
    ///
    /// The tour goes to standard error if the formula goes to standard output.
    #[arg(long, help_heading = "Output")]
    solve: bool,
    /// Write what each variable means to this file
    ///
    /// One line per variable, as check --map reads it.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    map: Option<PathBuf>,
    /// How to print the formula or, with --solve, the tour
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    format: Option<EncodeFormat>,
    /// Give up solving after this many seconds (exit code 3)
    #[arg(
        long,
        value_name = "SECONDS",
        allow_negative_numbers = true,
        requires = "solve",
        help_heading = "Output"
    )]
    timeout: Option<f64>,
}

/// How a formula is written, or a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum EncodeFormat {
    /// The formula in DIMACS
    Dimacs,
    /// The same problem for SMT solvers: SMT-LIB 2, logic QF_BV, with --encoding binary
    Smt2,
    /// The formula in words: each group of clauses with what it says, its size and its first clauses
    Words,
    /// The tour as a board with the number of the step on every square; of a graph, as moves
    Board,
    /// The squares or vertices of the tour in order
    Moves,
    /// The tour as a JSON document: docs/json.md
    Json,
}

impl Args {
    /// How to print the tour.
    fn tour_format(&self) -> Result<Format> {
        match self.format {
            None | Some(EncodeFormat::Dimacs) => Ok(Format::Board),
            Some(EncodeFormat::Smt2) if self.solve => {
                bail!("--format smt2 is for SMT solvers: leave --solve out")
            }
            Some(EncodeFormat::Smt2) => Ok(Format::Board),
            Some(EncodeFormat::Words) if self.solve => {
                bail!("--format words describes the formula: leave --solve out")
            }
            Some(EncodeFormat::Words) => Ok(Format::Board),
            Some(_) if !self.solve => {
                bail!("--format board, moves and json are for the tour: add --solve, or use solve")
            }
            Some(EncodeFormat::Board) => Ok(Format::Board),
            Some(EncodeFormat::Moves) => Ok(Format::Moves),
            Some(EncodeFormat::Json) => Ok(Format::Json),
        }
    }

    pub fn run(self) -> Result<Exit> {
        let tour_format = self.tour_format()?;
        let stop = time::stop(self.timeout)?;
        let _backstop = Backstop::new(&stop, || Exit::Unknown)?;
        let result = match self.format {
            Some(EncodeFormat::Smt2) => self.smt(&stop),
            _ => self.encode(tour_format, &stop),
        };
        match result {
            Err(error) if error.is::<Stopped>() => {
                let why = match stop.is_flagged() {
                    true => "stopped by a signal",
                    false => "time is up",
                };
                say(format_args!("{why}: the formula is not whole"));
                Ok(Exit::Unknown)
            }
            result => result,
        }
    }

    /// Writes the formula, and solves it if that is asked for.
    fn encode(&self, tour_format: Format, stop: &Stop) -> Result<Exit> {
        let style = self.formula.style(Name::Position)?;
        let recipe = Recipe::new(self.place.read()?, self.tour.clone(), style)?;
        let problem = problem::problem_within(&recipe, stop)?;
        if let (Some(turn), Some(why)) = (recipe.tour.symmetric, problem.obstruction()) {
            let why = why.explain(|v| recipe.place.name(v));
            bail!("no tour of {} has the symmetry {turn}: {why}", recipe.place);
        }
        let formula = problem::formula_within(&recipe, &problem, stop)?.ok_or(Stopped)?;
        if self.solve {
            limits::accepts("varisat", formula.total())?;
        }
        self.write_map(&recipe, &formula)?;
        let path = self.output.as_deref();
        if self.format == Some(EncodeFormat::Words) {
            let text = words::describe(&formula, &recipe.place, &title(&recipe));
            write_text(path, &text)?;
            return Ok(Exit::Good);
        }
        let comments = self.comments(&recipe, &formula)?;
        if self.solve {
            let verdict = self.solve(&recipe, &formula, &comments, stop)?;
            return self.tell(&recipe, &verdict, tour_format);
        }
        write(&comments, &formula, path, stop, |writer| {
            formula.encode(writer);
        })?;
        Ok(Exit::Good)
    }

    fn write_map(&self, recipe: &Recipe, formula: &Formula) -> Result<()> {
        let Some(map) = self.map.as_deref() else {
            return Ok(());
        };
        distinct(&[("-o", self.output.as_deref()), ("--map", Some(map))])?;
        let text = check::map::write(&formula.meaning(), &recipe.place);
        write_text(Some(map), &text)
    }

    fn comments(&self, recipe: &Recipe, formula: &Formula) -> Result<Vec<String>> {
        let mut comments = recipe.formula_comments(formula);
        ensure!(
            formula.is_exact() || !self.count_projected,
            "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
        );
        if self.count_projected {
            comments.extend(recipe.projection_comments(formula));
        }
        Ok(comments)
    }

    /// Writes the formula to its file and to the solver at once.
    fn solve(
        &self,
        recipe: &Recipe,
        formula: &Formula,
        comments: &[String],
        stop: &Stop,
    ) -> Result<Verdict> {
        let mut solver = Varisat::new(stop.clone());
        write(comments, formula, self.output.as_deref(), stop, |writer| {
            formula.encode(&mut Tee::new(writer, &mut solver));
        })?;
        let problem = formula.problem();
        let obstruction = problem.obstruction().filter(|_| recipe.style.shortcuts);
        if let Some(obstruction) = obstruction {
            return Ok(Verdict::None(Evidence::Obstruction(obstruction)));
        }
        if formula.is_exact() {
            return Ok(solve::conclude(formula, solver.solve()?, Varisat::WORD)?);
        }
        // A model may have to be cut.
        let limits = Limits::from(stop.clone());
        let solvers = [Solver::Varisat];
        Ok(solve::solve(
            problem,
            formula,
            &solvers,
            &limits,
            &mut |_| {},
        )?)
    }

    /// Prints the tour, beside the formula.
    fn tell(&self, recipe: &Recipe, verdict: &Verdict, format: Format) -> Result<Exit> {
        let is_file = |path: &Path| !path::is_stream(path);
        let mut beside: Box<dyn Write> = if self.output.as_deref().is_some_and(is_file) {
            Box::new(io::stdout())
        } else {
            Box::new(io::stderr())
        };
        report::verdict(recipe, verdict, format, Terminal::default(), &mut beside)
    }
}

/// What the formula in words is about.
fn title(recipe: &Recipe) -> String {
    let tour = recipe.place.tour(recipe.tour.kind);
    let amo = match recipe.style.amo() {
        amo if amo.is_empty() => amo,
        amo => format!(" --amo {amo}"),
    };
    let name = recipe.style.name();
    format!("The {tour} as a formula, --encoding {name}{amo}")
}

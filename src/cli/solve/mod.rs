mod baseline;
mod by_solver;
mod fault;
mod method;
mod unique;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::formula::FormulaArgs;
use crate::cli::shared::interrupt::Backstop;
use crate::cli::shared::pictures::{ColorArgs, PictureArgs, Pictures};
use crate::cli::shared::place::PlaceArgs;
use crate::cli::shared::progress::Line;
use crate::cli::shared::report::{self, Format};
use crate::cli::shared::solvers::PortfolioArgs;
use crate::cli::shared::{engine, time};
use anyhow::Result;
use by_solver::by_formula;
use knightsat::encoding::Name;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::search::{Engine, Verdict};
use knightsat::solver::portfolio::Solver;
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use method::MethodArgs;
use std::io::{self, Write};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        (
            "knightsat solve 8x8 --closed --svg tour.svg",
            "print it and draw it",
        ),
        (
            "knightsat solve 5x5 --start a1 --format moves",
            "its squares in order",
        ),
        ("knightsat solve --solver list", "which solvers are there"),
        (
            "knightsat solve 3x4 --at 1=a1,5=d2 --unique",
            "is there exactly one?",
        ),
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
/// Uses varisat, which is built in, unless another solver is named. Every tour is verified before it is
/// shown; if there is none, the reason is given.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    formula: FormulaArgs,
    #[command(flatten)]
    method: MethodArgs,
    /// Another seed, another tour [default: 0]
    ///
    /// Seeds the random choices of --encoding lazy and --tie random.
    #[arg(long, value_name = "N", help_heading = "Solver")]
    seed: Option<u64>,
    /// Say whether this is the only tour (exit code 4 if not)
    ///
    /// If there are more, two are printed, and where they part. Open tours are directed; closed ones are not,
    /// unless steps are given. varisat answers.
    #[arg(long, help_heading = "Output")]
    unique: bool,
    /// How to print the tour
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
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
            return self.run_unique();
        }
        let style = self.formula.style(Name::Position)?;
        let stop = time::stop(self.solvers.one.timeout)?;
        let spec = FormulaSpec::new(self.place.read(&stop)?, self.tour.clone(), style)?;
        let asked = if self.method.is_given() {
            None
        } else {
            Some(self.asked(&spec)?)
        };
        self.solvers.keep_memory()?;
        let pictures = self.open_pictures(&spec.place)?;
        let backstop = self.backstop(&spec, &pictures, &stop)?;
        let line = Line::new("laying out the moves");
        let verdict = match asked {
            None => self.method.run(&spec, self.seed, &stop, &line),
            Some((_, Engine::Lazy(solver))) => self.lazily(&spec, solver, &stop, &line),
            Some((solvers, Engine::Formula)) => by_formula(&spec, &solvers, &stop, &line),
        };
        drop(backstop);
        let unknown = |stopped: Stopped| Verdict::Unknown(stopped.into());
        let verdict = time::found(verdict, unknown, line, &stop)?;
        if let Some(fault) = self.fault(&spec, &verdict, &stop)? {
            return self.tell_fault(&spec, &verdict, &fault, pictures);
        }
        pictures.until(&stop).verdict(&spec, &verdict, self.format)
    }

    fn run_unique(self) -> Result<Exit> {
        self.check_unique()?;
        let style = self.formula.style(Name::Position)?;
        let stop = time::stop(self.solvers.one.timeout)?;
        let spec = FormulaSpec::new(self.place.read(&stop)?, self.tour.clone(), style)?;
        self.solvers.keep_memory()?;
        let pictures = self.open_pictures(&spec.place)?;
        self.unique(&spec, pictures, &stop)
    }

    fn open_pictures(&self, place: &Place) -> Result<Pictures> {
        let prints_board = self.format == Format::Board && place.board().is_some();
        self.pictures
            .open(place, self.color.terminal(prints_board)?)
    }

    /// The solvers, and how they are asked. Wrong options are told before programs are looked for.
    fn asked(&self, spec: &FormulaSpec) -> Result<(Vec<Solver>, Engine)> {
        let is_in_process = self.solvers.is_in_process();
        engine::is_lazy(spec, &self.formula, is_in_process, self.seed)?;
        let solvers = self.solvers.choose()?;
        let engine = engine::engine(spec, &self.formula, &solvers, self.seed)?;
        Ok((solvers, engine))
    }

    /// Says that nothing is known, in the form asked for, if the deadline is not heard.
    fn backstop(&self, spec: &FormulaSpec, pictures: &Pictures, stop: &Stop) -> Result<Backstop> {
        let mut text = Vec::new();
        let terminal = pictures.terminal;
        report::verdict(
            spec,
            &Verdict::Unknown(Stopped::Late.into()),
            self.format,
            terminal,
            &mut text,
        )?;
        let takes_stdout = pictures.take_stdout();
        Backstop::new(stop, move || {
            let _ = if takes_stdout {
                io::stderr().write_all(&text)
            } else {
                io::stdout().write_all(&text)
            };
            Exit::Unknown
        })
    }

    /// The first option given that is for solvers only, if any is.
    fn for_solvers(&self) -> Option<String> {
        let options = [
            (self.tour.symmetric.is_some(), "--symmetric"),
            (self.formula.is_named(), "--encoding"),
            (self.formula.no_shortcuts(), "--no-shortcuts"),
            (self.solvers.one.solver.is_some(), "--solver"),
            (!self.solvers.portfolio.is_empty(), "--portfolio"),
        ];
        let given = options.into_iter().find(|&(is_given, _)| is_given);
        given
            .map(|(_, name)| name.to_string())
            .or(self.formula.first())
    }
}

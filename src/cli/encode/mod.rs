mod beside;
mod format;
mod opb;
mod smt;
mod solve;
mod write;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::formula::{FormulaArgs, ShuffleArgs};
use crate::cli::shared::interrupt::Backstop;
use crate::cli::shared::note::note;
use crate::cli::shared::place::PlaceArgs;
use crate::cli::shared::report::Format;
use crate::cli::shared::{problem, time};
use anyhow::{Result, bail, ensure};
use format::EncodeFormat;
use knightsat::check::words;
use knightsat::cnf::limits;
use knightsat::encoding::Name;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::stop::Stop;
use knightsat::tour::Kind;
use knightsat::tour::spec::TourSpec;
use std::path::PathBuf;
use write::{encode, write, write_text};

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
    #[command(flatten)]
    shuffle: ShuffleArgs,
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
    /// How to print the formula or, with --solve, the tour [default: dimacs; with --solve also board]
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

impl Args {
    pub fn run(self) -> Result<Exit> {
        let tour_format = self.tour_format()?;
        let stop = time::stop(self.timeout)?;
        let _backstop = Backstop::new(&stop, || Exit::Unknown)?;
        let result = match self.format {
            Some(EncodeFormat::Smt2) => self.smt(&stop),
            Some(EncodeFormat::Opb) => self.opb(&stop),
            _ => self.encode(tour_format, &stop),
        };
        result.or_else(|error| {
            let stopped = time::stopped(&error).ok_or(error)?;
            note(format_args!("{stopped}: the formula is not whole"));
            Ok(Exit::Unknown)
        })
    }

    /// Writes the formula, and solves it if that is asked for.
    fn encode(&self, tour_format: Format, stop: &Stop) -> Result<Exit> {
        let style = self.shuffle.of(self.formula.style(Name::Position)?);
        let spec = FormulaSpec::new(self.place.read(stop)?, self.tour.clone(), style)?;
        let problem = problem::problem_within(&spec, stop)?;
        if let (Some(turn), Some(why)) = (spec.tour.symmetric, problem.obstruction()) {
            let why = why.explain(|v| spec.place.name(v));
            bail!("no tour of {} has the symmetry {turn}: {why}", spec.place);
        }
        let formula = problem::formula_within(&spec, &problem, stop)?;
        if self.solve {
            limits::accepts("varisat", formula.total())?;
        }
        self.write_map(&spec, &formula)?;
        let path = self.output.as_deref();
        if self.format == Some(EncodeFormat::Words) {
            ensure!(
                !self.shuffle.any(),
                "--format words describes the groups of clauses, which --shuffle mixes: leave one of them out"
            );
            ensure!(
                !self.count_projected,
                "--count-projected is for DIMACS, not for --format words"
            );
            let text = words::describe(&formula, &spec.place, &spec.title());
            write_text(path, &text)?;
            return Ok(Exit::Good);
        }
        let comments = self.comments(&spec, &formula)?;
        if self.solve {
            warn(&spec);
            let verdict = self.solve(&spec, &formula, &comments, stop)?;
            return self.tell(&spec, &verdict, tour_format);
        }
        write(&comments, &formula, path, stop, |writer| {
            encode(&formula, writer, stop)
        })?;
        warn(&spec);
        Ok(Exit::Good)
    }
}

/// Squares from which on MiniSat and kissat both take more than 20 s for the textbook formula, or do not end.
const HARD: u32 = 56;

/// Names an alternative to a formula that is known to be hard.
fn warn(spec: &FormulaSpec) {
    if is_hard(spec) {
        note(format_args!(
            "{}, --encoding textbook: solvers take minutes or more from {HARD} squares on (docs/hard.md): \
             for a faster formula, use --encoding position",
            spec.place
        ));
    }
}

/// Returns true if the formula is of a size at which it was measured to be hard: docs/hard.md. Closed tours of an
/// odd number of squares are refuted at once, and symmetric ones have fewer variables.
fn is_hard(spec: &FormulaSpec) -> bool {
    let is_odd_cycle = spec.tour.kind == Kind::Closed && spec.place.len() % 2 == 1;
    let is_textbook = spec.style.name() == Name::Textbook && spec.place.board().is_some();
    is_textbook && spec.place.len() >= HARD && !is_odd_cycle && spec.tour.symmetric.is_none()
}

use super::args::{self, TourArgs};
use super::destination::distinct;
use super::exit::Exit;
use super::formula::FormulaArgs;
use super::interrupt::Backstop;
use super::output::{self, Output};
use super::place::PlaceArgs;
use super::report::{self, Format};
use super::say::say;
use anyhow::{Context, Result, bail, ensure};
use knightsat::check::{self, words};
use knightsat::cnf::sink::Tee;
use knightsat::dimacs::compress::Compressor;
use knightsat::dimacs::write::Writer;
use knightsat::encoding::binary::smt;
use knightsat::encoding::recipe::Recipe;
use knightsat::encoding::{Encoding, Formula, Name};
use knightsat::render::Terminal;
use knightsat::solve::{self, Evidence};
use knightsat::solver::limits;
use knightsat::solver::portfolio::Solver;
use knightsat::solver::varisat::{Limits, Varisat};
use knightsat::stop::{Stop, Stopped, Writing};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Write the formula of a tour in DIMACS
///
/// Comments in the file say what it encodes, so that decode needs nothing else.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourArgs,
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
        let stop = args::stop(self.timeout)?;
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
        let recipe = args::recipe(self.place.read()?, &self.tour, style)?;
        let problem = args::problem_within(&recipe, stop)?;
        if let (Some(turn), Some(why)) = (recipe.symmetric, problem.obstruction()) {
            let why = why.explain(|v| recipe.place.name(v));
            bail!("no tour of {} has the symmetry {turn}: {why}", recipe.place);
        }
        let formula = args::formula_within(&recipe, &problem, stop)?.ok_or(Stopped)?;
        if self.solve {
            limits::accepts("varisat", formula.total())?;
        }
        let path = self.output.as_deref();
        if let Some(map) = &self.map {
            distinct(&[("-o", path), ("--map", Some(map))])?;
            let text = check::map::write(&formula.meaning(), &recipe.place);
            write_text(Some(map), &text)?;
        }
        if self.format == Some(EncodeFormat::Words) {
            let title = title(&recipe);
            write_text(path, &words::describe(&formula, &recipe.place, &title))?;
            return Ok(Exit::Good);
        }
        let mut comments = recipe.formula_comments(&formula);
        ensure!(
            formula.is_exact() || !self.count_projected,
            "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
        );
        if self.count_projected {
            comments.extend(recipe.projection_comments(&formula));
        }
        if !self.solve {
            write(&comments, &formula, path, stop, |writer| {
                formula.encode(writer);
            })?;
            return Ok(Exit::Good);
        }
        let mut solver = Varisat::new(stop.clone());
        write(&comments, &formula, path, stop, |writer| {
            formula.encode(&mut Tee::new(writer, &mut solver));
        })?;
        let obstruction = problem.obstruction().filter(|_| recipe.style.shortcuts);
        let verdict = match obstruction {
            Some(obstruction) => solve::Verdict::None(Evidence::Obstruction(obstruction)),
            None if formula.is_exact() => {
                solve::conclude(&formula, solver.solve()?, Varisat::WORD)?
            }
            // A model may have to be cut.
            None => {
                let limits = Limits::from(stop.clone());
                let solvers = [Solver::Varisat];
                solve::solve(&problem, &formula, &solvers, &limits, &mut |_| {})?
            }
        };
        let terminal = Terminal::default();
        match path {
            Some(path) if path != Path::new("-") => {
                report::verdict(&recipe, &verdict, tour_format, terminal, &mut io::stdout())
            }
            _ => report::verdict(&recipe, &verdict, tour_format, terminal, &mut io::stderr()),
        }
    }
}

impl Args {
    /// Writes the problem for SMT solvers.
    fn smt(&self, stop: &Stop) -> Result<Exit> {
        let style = self.formula.style(Name::Binary)?;
        let Encoding::Binary(options) = style.encoding else {
            bail!(
                "--format smt2 is for --encoding binary, not for {}",
                style.name()
            );
        };
        ensure!(
            !style.three_cnf,
            "--three-cnf is for DIMACS, not for --format smt2"
        );
        let unused = [
            (self.map.is_some(), "--map"),
            (self.count_projected, "--count-projected"),
        ];
        if let Some((_, option)) = unused.into_iter().find(|&(is_given, _)| is_given) {
            bail!("{option} is for DIMACS, not for --format smt2");
        }
        let recipe = args::recipe(self.place.read()?, &self.tour, style)?;
        let problem = args::problem_within(&recipe, stop)?;
        let path = self.output.as_deref();
        let name = path.unwrap_or(Path::new("-"));
        let output = Output::open(path)?;
        let write = || -> io::Result<()> {
            let output = Compressor::for_name(name, output)?;
            let mut output = BufWriter::with_capacity(1 << 16, Writing::new(output, stop));
            smt::write(&problem, options, &recipe.comments(), &mut output)?;
            output.into_inner()?.into_inner().finish()?.finish()
        };
        told(write(), &output::name(name))?;
        Ok(Exit::Good)
    }
}

/// What the formula in words is about.
fn title(recipe: &Recipe) -> String {
    let tour = recipe.place.tour(recipe.kind);
    let amo = match recipe.style.amo() {
        amo if amo.is_empty() => amo,
        amo => format!(" --amo {amo}"),
    };
    let name = recipe.style.name();
    format!("The {tour} as a formula, --encoding {name}{amo}")
}

/// Writes a text to a file, or to standard output.
fn write_text(path: Option<&Path>, text: &str) -> Result<()> {
    let mut output = Output::open(path)?;
    let written = output
        .write_all(text.as_bytes())
        .and_then(|()| output.finish());
    written.with_context(|| output::name(path.unwrap_or(Path::new("-"))))
}

/// Writes the file: comments and header here, clauses by `body`.
fn write(
    comments: &[String],
    formula: &Formula,
    path: Option<&Path>,
    stop: &Stop,
    body: impl FnOnce(&mut Writer<Writing<Compressor<Output>>>),
) -> Result<()> {
    let header = formula.header();
    let output = Output::open(path)?;
    let write = || -> io::Result<()> {
        let output = Compressor::for_name(path.unwrap_or(Path::new("-")), output)?;
        let mut writer = Writer::new(Writing::new(output, stop), header, comments);
        body(&mut writer);
        writer.finish()?.0.into_inner().finish()?.finish()
    };
    let name = path.map_or("standard output".into(), |path| path.display().to_string());
    told(write(), &name)
}

/// What has gone wrong, and where; [`Stopped`] as an error of its own.
fn told(written: io::Result<()>, name: &str) -> Result<()> {
    match written {
        Err(error) if Stopped::is_why(&error) => Err(Stopped.into()),
        written => written.with_context(|| name.to_string()),
    }
}

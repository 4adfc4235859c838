//! The command `check`: formulas of our encodings and of others, compared with all tours.

mod class;
mod rows;

use crate::cli::check::rows::Checked;
use crate::cli::shared::foreign;
use crate::cli::shared::formula_args::FormulaArgs;
use crate::cli::shared::number::within;
use crate::cli::shared::output::{Output, name};
use crate::cli::shared::problem::{self, BoardChoice, GraphArgs, TooLarge, TourArgs};
use crate::cli::shared::process::memory::MemoryArgs;
use crate::cli::shared::process::{self, TimeArgs, backstop};
use crate::cli::shared::report::{Exit, Format, lock, note, print};
use anyhow::{Context, Result, bail, ensure};
use clap::ArgGroup;
use itertools::Itertools;
use knightsat::cnf::sink::Size;
use knightsat::encoding::{Name, Style};
use knightsat::prelude::{FormulaSpec, Kind, Place, Stop, TourSpec};
use knightsat_check as check;
use knightsat_check::further::FurtherProofs;
use knightsat_check::table::Row;
use knightsat_check::{Options, Report, picture};
use knightsat_cnf::limits;
use knightsat_encoding::Directions;
use knightsat_render::svg::{Look, svg};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Instant;

/// Check encodings, ours or yours: is every model a tour, is every tour a model, once?
///
/// Compares the models of the formula with the tours that an independent depth-first search finds.
/// Where tours are too many, it proves that the formula and the definition of a tour entail each
/// other. Without a BOARD it uses small boards, open and closed. Of one formula it draws the
/// counterexample.
///
/// With --cnf FILE it checks your own formula, clauses or pseudo-Boolean constraints (OPB); --map
/// gives the meaning of its variables. Constraints are translated into clauses; the table shows the
/// size of the clauses.
///
/// With several files, or a folder of them, each is a row, checked by a process of its own. Of
/// several boards, the path of a file names its own, as in ada-3x4.cnf. There --map is for files
/// without a map of their own.
/// The limits hold for each file: --timeout (60 s without it) and --memory (1024 MB without it).
///
/// $ knightsat check 3x4 # all encodings on one board
///
/// $ mkdir c; printf 'p cnf 1 1\n1 0' >c/a.cnf; knightsat check 1x1 --cnf c --map i
/// # every formula in a folder, a row each
///
/// $ printf 'p cnf 1 1\n1 0\n' | knightsat check 1x1 --cnf - --map i
/// # anyone's formula, with what its variables mean
///
/// 0: right
///
/// 1: wrong
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time, too large, or neither compared nor proved
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("own").args(["cnf", "submission"]).multiple(true))]
pub struct Args {
    #[arg(conflicts_with_all = ["graph", "graph_format"], value_parser = problem::board_parser(), help = problem::BOARD, long_help = problem::BOARD_IN_FULL)]
    boards: Vec<BoardChoice>,
    #[command(flatten)]
    graph: GraphArgs,
    /// Check this formula in DIMACS or OPB, whoever wrote it; it may be compressed
    ///
    /// For a folder, all files in it and below that end in .cnf, .dimacs or .opb, in any case,
    /// compressed or not
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with = "encoding",
        help_heading = "Your formula"
    )]
    cnf: Vec<PathBuf>,
    /// Run this command for each board, and check its output: './gen {m} {n}'
    ///
    /// {m} and {n} are the ranks and files. The command runs without a shell, within the limits of
    /// --timeout and 256 MB of output.
    #[arg(
        long,
        value_name = "COMMAND",
        conflicts_with_all = ["cnf", "encoding"],
        hide_short_help = true,
        help_heading = "Your formula"
    )]
    submission: Option<String>,
    /// Meaning of the variables of --cnf: a file or an expression
    ///
    /// A file has one line per variable, 17 or x17: "VARIABLE STEP SQUARE" (17 3 b2), "VARIABLE
    /// FROM TO" (17 b2 c4) or "VARIABLE EDGE" (17 b2-c4). An expression, given here or in the file,
    /// computes the variable of step i, rank j and file k, all counted from 1. Examples are
    /// 100*i+10*j+k and (i-1)*N+v, where v is the square's number; m, n and N are ranks, files and
    /// squares. The value comments[:NAME] reads comments in DIMACS such as c x[3][2][2] = 17 or
    /// c 17 x(3,b2). The default is the file yours.map beside yours.cnf, and comments if there is
    /// no such file; without comments, the usual order of i, j and k that fits
    #[arg(
        long,
        value_name = "MAP",
        requires = "own",
        conflicts_with = "encoding",
        allow_hyphen_values = true,
        help_heading = "Your formula"
    )]
    map: Option<OsString>,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Compare all tours and models if there are at most N tours; otherwise prove
    #[arg(long, value_name = "N", default_value_t = Options::default().most, help_heading = "Check")]
    most: usize,
    /// Limit the solver to N conflicts for each formula
    ///
    /// Unlike --timeout, this limit has the same result on every machine.
    #[arg(long, value_name = "N", help_heading = "Check", hide_short_help = true, value_parser = |text: &str| within(text, 1_u64..=1 << 50))]
    work: Option<u64>,
    #[command(flatten, next_help_heading = "Check")]
    time: TimeArgs,
    #[command(flatten)]
    memory: MemoryArgs,
    /// Format of the findings: a line per formula, and of one formula all; or JSON documents
    #[arg(long, value_enum, default_value_t, help_heading = "Check")]
    format: Format,
    /// Draw the counterexample of your formula as SVG
    #[arg(long, value_name = "FILE", requires = "cnf", help_heading = "Check")]
    svg: Option<PathBuf>,
    /// Further proofs.
    #[arg(skip)]
    further: Option<FurtherProofs>,
    /// Check this one of the files, and print its row (starts the processes for several files)
    #[arg(long, value_name = "FILE", hide = true)]
    checked_file: Option<PathBuf>,
}

impl Args {
    /// Returns the arguments with further proofs.
    pub fn with(self, further: FurtherProofs) -> Args {
        let further = Some(further);
        Args { further, ..self }
    }

    pub fn run(mut self) -> Result<Exit> {
        if self.boards.is_empty() {
            self.take_boards();
        }
        if let Some(file) = &self.checked_file {
            return self.check_one(file);
        }
        if let Some(command) = &self.submission {
            let folder = tempfile::tempdir()?;
            return self.check_each(&self.generated(command, folder.path())?);
        }
        if let Some(submissions) = self.submissions()? {
            return self.check_each(&submissions);
        }
        let stop = self.time.stop()?;
        self.memory.keep()?;
        let checked = Arc::new(Mutex::new(Checked {
            format: self.format,
            ..Checked::default()
        }));
        let so_far = checked.clone();
        let backstop = backstop(&stop, move |stopped| {
            let checked = lock(&so_far);
            let _ = checked.text().and_then(|text| print(&text));
            checked.note_rest(stopped);
            checked.exit()
        })?;
        let options = self.options(&stop);
        let found = match &self.cnf[..] {
            [file, ..] => {
                lock(&checked).all = Some(1);
                let place = self.place(file, &stop);
                let row = place.and_then(|place| self.foreign(file, place, &options));
                row.map(|row| _ = lock(&checked).rows.insert(0, row))
            }
            [] => self.ours(&checked, &options),
        };
        drop(backstop);
        found.or_else(|error| process::stopped(&error).map(drop).ok_or(error))?;
        lock(&checked).finish(&stop)
    }

    fn options(&self, stop: &Stop) -> Options {
        Options {
            most: self.most,
            limits: stop.clone().into(),
            work: self.work,
            further: self.further,
            ..Options::default()
        }
    }

    /// Counts the words after the file of --cnf as boards, if no board precedes them. A word that
    /// names a formula stays.
    fn take_boards(&mut self) {
        while self.graph.path().is_none()
            && self.cnf.len() > 1
            && let Some(last) = self.cnf.pop_if(|path| !class::is_formula(path))
        {
            match problem::board_choice(last.as_os_str()) {
                Ok(board) => self.boards.insert(0, board),
                Err(_) => return self.cnf.push(last),
            }
        }
    }

    /// Returns the board or graph of a foreign formula, if the command line names it. The name of
    /// the file selects one of several boards.
    fn place(&self, file: &Path, stop: &Stop) -> Result<Option<Place>> {
        self.has_no_style()?;
        if self.boards.len() < 2 {
            let mut places = problem::all(&self.boards, &self.graph, stop)?;
            ensure!(
                places.len() < 2,
                "{}: a formula is about one graph: name just one",
                name(file)
            );
            return Ok(places.pop());
        }
        let boards: Vec<String> = self.boards.iter().map(class::label).collect();
        let Some(index) = class::named(file, &boards) else {
            bail!(
                "{}: a formula is about one board, and its path names none of {}",
                name(file),
                boards.join(", ")
            );
        };
        Ok(Some(self.boards[index].read(stop)?))
    }

    /// Fails if an option concerns formulas that are written here.
    fn has_no_style(&self) -> Result<()> {
        let mut formula = self.formula.clone();
        formula.options.directions = None;
        if let Some(option) = formula.first_given() {
            bail!("{option} is for formulas that are written here, not for --cnf");
        }
        Ok(())
    }

    /// Checks a foreign formula.
    fn foreign(&self, file: &Path, place: Option<Place>, options: &Options) -> Result<Row> {
        let (name, stop) = (name(file), &options.limits.stop);
        let is_one = self.formula.options.directions == Some(Directions::One);
        // Of several files, --map is for those without a map of their own.
        let beside = self.checked_file.as_deref().and_then(foreign::map_beside);
        let own = beside.as_ref().map(|map| map.as_os_str());
        let map = own.or(self.map.as_deref());
        let (request, subject, _) = foreign::foreign(file, map, place, &self.tour, is_one, stop)?;
        let order = subject.order.clone();
        self.held(&name, subject.size())?;
        let begin = Instant::now();
        let problem = request.problem(&Default::default())?;
        let report = check::suspect::inspect(&request.place, &problem, &subject, options)?;
        if let Some(path) = &self.svg {
            self.draw(path, &request.place, &report, stop)?;
        }
        let (place, kind) = (Some(&request.place), request.tour.kind);
        let row = rows::row(place, kind, [&name, ""], begin, report);
        Ok(Row { map: order, ..row })
    }

    /// Draws the counterexample of a report.
    fn draw(&self, path: &Path, place: &Place, report: &Report, stop: &Stop) -> Result<()> {
        let found = report.counterexample.as_ref();
        let Some(scene) = found.and_then(|found| picture::of_counterexample(place, found)) else {
            note!("--svg: there is no counterexample to draw");
            return Ok(());
        };
        let text = svg(&scene, &Look::default());
        Output::open(path, stop)?.finish_with(text.as_bytes(), path)
    }

    /// Refuses a formula whose checks need more memory than available; returns the share of that
    /// memory that they need.
    pub fn held(&self, what: &str, size: Size) -> Result<f64> {
        const GB: u64 = 1_000_000_000;
        const MOST: u64 = 4 * GB;
        limits::accepts("varisat", size).with_context(|| TooLarge(what.to_string()))?;
        let (bytes, clauses) = (check::bytes(size), size.clauses);
        let (most, advice) = match self.memory.bytes() {
            Some(most) => (most, "that --memory allows"),
            None => (MOST, "that it uses at most without --memory"),
        };
        if bytes <= most {
            return Ok(bytes as f64 / most as f64);
        }
        let (needed, most) = (bytes as f64 / GB as f64, most as f64 / GB as f64);
        bail!(TooLarge(format!(
            "{what}: the formula has {clauses} clauses, and its check would take about {needed:.1} GB \
             of memory, more than the {most:.1} GB {advice}: choose a smaller board"
        )))
    }

    /// Adds a row for every selected formula, in order. Among several formulas, one that is too
    /// large has a row with that result.
    fn ours(&self, checked: &Mutex<Checked>, options: &Options) -> Result<()> {
        let stop = &options.limits.stop;
        let specs = self.specs(stop)?;
        let title = |spec: &FormulaSpec| spec.place.tour(spec.tour.kind);
        let (room, threads) = (RwLock::new(()), rows::threads(specs.len()));
        let titles: Vec<String> = specs.iter().map(title).collect();
        rows::make(checked, &titles, stop, |number| {
            let (spec, begin) = (&specs[number], Instant::now());
            let report = self.checked(spec, &room, threads, options);
            let report = rows::unless_given_up(report, specs.len() > 1)?;
            let names = [spec.style.name.as_str(), &spec.style.amo()];
            let (place, kind) = (Some(&spec.place), spec.tour.kind);
            Ok(rows::row(place, kind, names, begin, report))
        })
    }

    /// Checks a formula. Formulas that fit into memory together share `room`; a large formula takes
    /// it exclusively.
    fn checked(
        &self,
        spec: &FormulaSpec,
        room: &RwLock<()>,
        threads: usize,
        options: &Options,
    ) -> Result<Report> {
        let stop = &options.limits.stop;
        let problem = problem::problem(spec, stop)?;
        let formula = problem::formula(spec, &problem, stop)?;
        let what = format!("{}, --encoding {}", spec.place, spec.style.name);
        ensure!(
            formula.is_exact(),
            "{what}: a relaxation, some of whose models are several cycles: check an exact encoding"
        );
        let share = self.held(&what, formula.total())?;
        let is_large = share * threads as f64 > 1.0;
        let _alone = is_large.then(|| room.write());
        let _beside_others = (!is_large).then(|| room.read());
        Ok(check::inspect(&spec.place, &problem, &formula, options)?)
    }

    /// Returns every selected combination.
    fn specs(&self, stop: &Stop) -> Result<Vec<FormulaSpec>> {
        let mut places = Vec::new();
        for place in problem::all(&self.boards, &self.graph, stop)? {
            let tour = self.tour.read(&place, stop)?;
            places.push((place, tour));
        }
        if places.is_empty() {
            let plain = |kind| TourSpec {
                kind,
                ..TourSpec::default()
            };
            let is_open = self.tour.kind == Kind::Open;
            ensure!(
                *self.tour == plain(self.tour.kind) && !self.tour.has_rules(),
                "the default boards are for tours without options besides --closed: name the BOARD"
            );
            let all = check::BOARDS.iter().chain(check::LARGER_BOARDS);
            let meant = all.filter(|&&(kind, _)| is_open || kind == Kind::Closed);
            places.extend(meant.map(|&(kind, board)| (check::place(board), plain(kind))));
        }
        let mut specs = Vec::new();
        for (place, tour) in &places {
            let encodings = self.encodings(place, tour);
            let styles = self.formula.styles(&encodings, true)?;
            let is_several = styles.len() > 1;
            // A relaxation has models that are no tours.
            let is_left_out = |style: &Style| is_several && style.name == Name::Lazy;
            for style in styles.into_iter().filter(|style| !is_left_out(style)) {
                specs.push(FormulaSpec::new(place.clone(), tour.clone(), style)?);
            }
        }
        Ok(specs)
    }

    /// Returns the default encodings. If an option belongs to a single encoding, only that one.
    /// Only encodings that support the tour.
    fn encodings(&self, place: &Place, tour: &TourSpec) -> Vec<Name> {
        if self.formula.first().is_some() {
            return vec![Name::Position];
        }
        if self.formula.is_named() {
            return Name::ALL.to_vec();
        }
        let demands = tour.demands(place);
        let takes = |name: &Name| name.backend().supports(demands);
        let (names, left_out): (Vec<Name>, Vec<Name>) = Name::ALL.into_iter().partition(takes);
        if !left_out.is_empty() && !tour.with.is_empty() {
            let left_out = left_out.iter().join(", ");
            note!("left out, because they do not support the tour: {left_out}");
        }
        names
    }
}

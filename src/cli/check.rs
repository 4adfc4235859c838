use super::args::{self, TourArgs};
use super::choices;
use super::document::{self, Rows};
use super::exit::Exit;
use super::formula::FormulaArgs;
use super::memory::MemoryArgs;
use super::output::{self, name};
use super::{foreign, place};
use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use knightsat::board::Board;
use knightsat::check::table::{self, Row};
use knightsat::check::{self, Options, Report};
use knightsat::encoding::Name;
use knightsat::place::Place;
use knightsat::problem::Kind;
use knightsat::recipe::Recipe;
use knightsat::sink::Size;
use knightsat::solver::limits;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Check encodings, ours or yours: is every model a tour, is every tour a model, once?
///
/// Decodes and verifies every model of the formula, and asks for a model of every tour that an independent
/// depth-first search finds. Without a BOARD it uses small ones, open and closed, where it can look at all
/// tours. Draws the first counterexample.
///
/// With --cnf FILE it checks your own formula; --map says what its variables mean.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_parser = choices::board_parser(), help = choices::BOARD, long_help = choices::BOARD_IN_FULL)]
    boards: Vec<Board>,
    #[arg(long, value_name = "FILE", conflicts_with = "boards", help = choices::GRAPH, long_help = choices::GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
    /// Check this formula in DIMACS, whoever wrote it; it may be compressed
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "encoding",
        help_heading = "Your formula"
    )]
    cnf: Option<PathBuf>,
    /// What the variables of --cnf mean: a file, or a formula
    ///
    /// A file has one line per variable: "VARIABLE STEP SQUARE" (17 3 b2), "VARIABLE FROM TO" (17 b2 c4) or
    /// "VARIABLE EDGE" (17 b2-c4). A formula, given here or in the file, gives the variable of step i, rank j
    /// and file k, all counted from 1, such as 100*i+10*j+k or (i-1)*N+v (v is the square's number; m, n and N
    /// are ranks, files and squares). comments[:NAME] stands for comments in DIMACS such as
    /// c x[3][2][2] = 17 or c varname 17 x[3][2][2], which is also the default
    #[arg(
        long,
        value_name = "MAP",
        requires = "cnf",
        allow_hyphen_values = true,
        help_heading = "Your formula"
    )]
    map: Option<OsString>,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    formula: FormulaArgs,
    /// Check all tours and models if there are at most N tours, otherwise 100 of each
    #[arg(long, value_name = "N", default_value_t = Options::default().most, help_heading = "Check")]
    most: usize,
    /// Give up after this many seconds (exit code 3)
    #[arg(
        long,
        value_name = "SECONDS",
        allow_negative_numbers = true,
        help_heading = "Check"
    )]
    timeout: Option<f64>,
    #[command(flatten)]
    memory: MemoryArgs,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t, help_heading = "Check")]
    format: CheckFormat,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// One line per formula, aligned, and in full what is wrong
    #[default]
    Table,
    /// A JSON document: docs/json.md
    Json,
    /// JUnit's XML
    Junit,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = args::stop(self.timeout)?;
        self.memory.keep(1)?;
        let options = Options {
            most: self.most,
            sample: Options::default().sample.min(self.most),
            patience: Options::default().patience,
            limits: stop.clone().into(),
        };
        let rows = match &self.cnf {
            Some(file) => vec![self.foreign(file, &options)?],
            None => self.ours(&options)?,
        };
        let text = match self.format {
            CheckFormat::Json => document::lines("check", Rows { rows: &rows })?,
            CheckFormat::Junit => table::junit(&rows),
            CheckFormat::Table => in_full(&rows),
        };
        output::print(&text)?;
        if stop.is_flagged() {
            eprintln!("knightsat: stopped by a signal");
        }
        Ok(if rows.iter().any(|row| !row.good) {
            Exit::No
        } else if rows.iter().any(|row| row.report.is_late) {
            Exit::Unknown
        } else {
            Exit::Good
        })
    }

    fn foreign(&self, file: &Path, options: &Options) -> Result<Row> {
        let place = match (
            &self.boards[..],
            place::either(None, self.graph.as_deref())?,
        ) {
            ([], graph) => graph,
            ([board], _) => Some(Place::Board(board.clone())),
            _ => bail!(
                "{}: a formula is about one board: name just one",
                name(file)
            ),
        };
        let formula = self.formula.clone().without("directions");
        if let Some(option) = formula.first() {
            bail!("{option} is for formulas that are written here, not for --cnf");
        }
        let is_one = self.formula.value("directions") == Some("one");
        let map = self.map.as_deref();
        let squares = place.as_ref().map(Place::len);
        let map = map.map(|map| foreign::map(map, squares)).transpose()?;
        let (recipe, subject) = foreign::read(file, map.as_ref(), place, &self.tour, is_one)?;
        held(&name(file), subject.size())?;
        let begin = Instant::now();
        let report = check::inspect(&recipe.place, &recipe.problem()?, &subject, options)?;
        Ok(row(&recipe, [&name(file), ""], begin, report))
    }

    fn ours(&self, options: &Options) -> Result<Vec<Row>> {
        let recipes = self.recipes()?;
        let bar = ProgressBar::new(recipes.len() as u64);
        let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let mut rows = Vec::new();
        for recipe in &recipes {
            bar.set_message(recipe.place.tour(recipe.kind));
            rows.push(checked(recipe, options)?);
            bar.inc(1);
            if options.limits.is_over() {
                break;
            }
        }
        bar.finish_and_clear();
        Ok(rows)
    }

    /// Every combination asked for.
    fn recipes(&self) -> Result<Vec<Recipe>> {
        let graph = place::either(None, self.graph.as_deref())?;
        let boards = self.boards.iter().cloned().map(Place::Board);
        let mut places: Vec<(Place, TourArgs)> = boards
            .chain(graph)
            .map(|place| (place, self.tour.clone()))
            .collect();
        if places.is_empty() {
            for &(kind, board) in check::BOARDS.iter().chain(check::LARGER_BOARDS) {
                let is_closed = kind == Kind::Closed;
                let tour = TourArgs {
                    closed: is_closed,
                    ..self.tour.clone()
                };
                if is_closed || !self.tour.closed {
                    places.push((check::place(board), tour));
                }
            }
        }
        let mut recipes = Vec::new();
        for (place, tour) in &places {
            let encodings = self.encodings(tour);
            for style in self.formula.styles(&encodings, true)? {
                recipes.push(args::recipe(place.clone(), tour, style)?);
            }
        }
        Ok(recipes)
    }

    /// Those checked where none is named: with options of one of them only that.
    fn encodings(&self, tour: &TourArgs) -> Vec<Name> {
        let is_plain = self.formula.first().is_none();
        match tour.symmetric {
            _ if !is_plain => vec![Name::Position],
            Some(_) => vec![Name::Position, Name::Textbook],
            None => Name::ALL.to_vec(),
        }
    }
}

fn checked(recipe: &Recipe, options: &Options) -> Result<Row> {
    let begin = Instant::now();
    let problem = args::problem(recipe)?;
    let (encoding, amo) = (recipe.style.name().to_string(), recipe.style.amo());
    let names = [&encoding[..], &amo];
    let formula = args::formula_within(recipe, &problem, &options.limits.stop)?;
    let report = match formula {
        None => Report::late(Size::default()),
        Some(formula) => {
            let what = format!("{}, --encoding {encoding}", recipe.place);
            held(&what, formula.total())?;
            check::inspect(&recipe.place, &problem, &formula, options)?
        }
    };
    Ok(row(recipe, names, begin, report))
}

/// Refuses a formula that is too large to be looked at from all sides.
fn held(what: &str, size: Size) -> Result<()> {
    const MOST: u64 = 4_000_000_000;
    limits::accepts("varisat", size)?;
    let (bytes, clauses) = (check::bytes(size), size.clauses);
    ensure!(
        bytes <= MOST,
        "{what}: the formula has {clauses} clauses, and its check would take about {} GB of memory, \
         at most {} are tried: check a smaller board",
        bytes.div_ceil(1_000_000_000),
        MOST / 1_000_000_000
    );
    Ok(())
}

fn row(recipe: &Recipe, [encoding, amo]: [&str; 2], begin: Instant, report: Report) -> Row {
    let board = match &recipe.place {
        Place::Board(board) => board.describe(),
        graph => graph.to_string(),
    };
    Row {
        board,
        tour: recipe.kind,
        encoding: encoding.to_string(),
        amo: amo.to_string(),
        seconds: begin.elapsed().as_secs_f64(),
        good: report.is_good(),
        report,
    }
}

/// The table, and the whole report of the first formula that is wrong, or of the only one.
fn in_full(rows: &[Row]) -> String {
    let mut text = table::table(rows) + "\n";
    let wrong = rows.iter().filter(|row| !row.good).count();
    if rows.len() > 1 {
        text += &match wrong {
            0 => format!("{} formulas, none of them wrong\n", rows.len()),
            _ => format!(
                "{wrong} of {} formulas wrong, first this one:\n",
                rows.len()
            ),
        };
    }
    let first = rows.iter().find(|row| !row.good);
    let shown = first.or_else(|| rows.first().filter(|_| rows.len() == 1));
    if let Some(row) = shown {
        let title = format!("{} {} {} {}", row.board, row.tour, row.encoding, row.amo);
        text += &format!("{}\n{}", title.trim_end(), row.report);
    }
    text
}

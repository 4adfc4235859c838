//! The problem, a tour of a board or graph: its options, and its formula if that is not too large.

mod graph_args;

pub use graph_args::GraphArgs;

use crate::cli::shared::output::{self, is_stream, name};
use crate::cli::shared::report::note;
use anyhow::{Context, Result, anyhow, ensure};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{ArgMatches, FromArgMatches};
use itertools::Itertools;
use knightsat::encoding::FormulaError;
use knightsat::prelude::{
    Board, Formula, FormulaSpec, Kind, Place, Problem, Stop, Style, Tour, TourSpec,
};
use knightsat::search::Evidence;
use knightsat::tour::mask::{self, MaskError};
use knightsat::tour::rule::{self, Rule};
use knightsat::tour::symmetry::SymmetryName;
use knightsat::tour::{BoardError, Request, SpecError};
use knightsat_render as render;
use knightsat_search::optimum::{Objective, Sense};
use knightsat_tour::statistic::Statistic;
use std::ffi::OsStr;
use std::ops::{ControlFlow, Deref};
use std::path::{Path, PathBuf};

/// A board or a graph, one of them required.
#[derive(Debug, clap::Args)]
pub struct PlaceArgs {
    #[arg(value_parser = board_parser(), help = BOARD, long_help = BOARD_IN_FULL, required_unless_present = "graph", conflicts_with_all = ["graph", "graph_format"])]
    board: Option<BoardChoice>,
    #[command(flatten)]
    graph: GraphArgs,
}

impl PlaceArgs {
    /// Returns the folder that is named as the board.
    pub fn folder(&self) -> Option<&Path> {
        match &self.board {
            Some(BoardChoice::File(path)) if path.is_dir() => Some(path),
            _ => None,
        }
    }

    /// Returns the place; reads the file of the board or graph, until `stop` is over.
    pub fn read(&self, stop: &Stop) -> Result<Place> {
        match &self.board {
            Some(board) => board.read(stop),
            None => Ok(self.graph.one(stop)?.expect("clap requires one")),
        }
    }
}

/// Returns the boards and the graphs.
pub fn all(boards: &[BoardChoice], graphs: &GraphArgs, stop: &Stop) -> Result<Vec<Place>> {
    let boards = boards.iter().map(|board| board.read(stop));
    let mut all: Vec<Place> = boards.collect::<Result<_>>()?;
    graphs.for_each(stop, |graph| {
        all.push(graph);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

/// The help of BOARD in every command.
pub const BOARD: &str = "RANKSxFILES such as 8x8, or a file that draws it; - is stdin";
/// The long help of BOARD.
pub const BOARD_IN_FULL: &str = "RANKSxFILES such as 8x8, a file that draws the board, or - for standard input. A file has one line per rank, the top rank first: . is a square, # a hole, a number the step of its square";

/// Parses the argument BOARD, which may be a path of any bytes.
pub fn board_parser() -> impl TypedValueParser<Value = BoardChoice> {
    OsStringValueParser::new().try_map(|text| board_choice(&text))
}

/// A board as an argument.
#[derive(Clone, Debug)]
pub enum BoardChoice {
    /// RANKSxFILES, or a box RANKSxFILESxLAYERS.
    Size(Box<Place>),
    /// A file that draws the board; - for standard input.
    File(PathBuf),
}

impl BoardChoice {
    /// Returns the text of the argument.
    pub fn name(&self) -> String {
        match self {
            BoardChoice::Size(place) => place.to_string(),
            BoardChoice::File(path) => path.display().to_string(),
        }
    }

    /// Returns the board; reads its file, until `stop` is over.
    pub fn read(&self, stop: &Stop) -> Result<Place> {
        // A board of 8192x8192, twice as wide as any with a tour.
        const LARGEST: u64 = 1 << 26;
        let path = match self {
            BoardChoice::Size(place) => return Ok(Place::clone(place)),
            BoardChoice::File(path) => path,
        };
        let text = output::text(path, LARGEST, "any board that is drawn in a file", stop)?;
        let name = output::name(path);
        ensure!(
            !text.trim().is_empty(),
            "{name}: no board here: the file is empty"
        );
        let board = mask::parse(&text, stop).map_err(|error| match error {
            MaskError::Stopped(stopped) => anyhow::Error::new(stopped).context(name),
            error => anyhow!("{name}:{error}"),
        });
        Ok(board?.into())
    }
}

/// Parses RANKSxFILES, or the name of an existing file.
pub fn board_choice(text: &OsStr) -> Result<BoardChoice, String> {
    let path = Path::new(text);
    let words = text.to_string_lossy();
    match words.parse::<Board>() {
        Ok(board) => Ok(BoardChoice::Size(Box::new(board.into()))),
        Err(_) if is_stream(path) || path.exists() => Ok(BoardChoice::File(path.to_path_buf())),
        Err(error @ BoardError::Syntax(_)) => {
            Err(format!("{error}, or name a file that draws the board"))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Reads a file with a tour of any form, and verifies the tour, or returns its fault. A text that
/// claims a closed tour makes the specification closed. `asks` whether an open one is meant so.
pub fn read_tour(file: &Path, request: &mut Request, asks: bool) -> Result<Result<Tour, String>> {
    let (longest, stop) = (render::longest(&request.place), Stop::default());
    let text = output::text(file, longest, "a tour of so many steps", &stop)?;
    let claim = render::read(&request.place, &text);
    let claim = claim.map_err(|error| anyhow!("{}:{error}", name(file)))?;
    if claim.kind == Some(Kind::Closed) {
        request.tour.kind = Kind::Closed;
    }
    if let Some(note) = &claim.note {
        note!("{}: {note}", name(file));
    }
    let verified = claim.verify(&request.place, &request.problem(&stop)?);
    if let (Ok(tour), None, true) = (&verified, claim.kind, asks) {
        note_ends(file, &request.place, request.tour.kind, tour.steps());
    }
    Ok(verified)
}

/// Asks whether an open tour is meant to be closed, if its ends are a move apart.
pub fn note_ends(file: &Path, place: &Place, kind: Kind, steps: &[u32]) {
    let (Kind::Open, [first, _, .., last]) = (kind, steps) else {
        return;
    };
    let is_move = match place {
        Place::Graph(graph) => graph.has_arc(*last, *first),
        Place::Board(board) => board.vector(*last, *first).is_some(),
    };
    if is_move {
        note!("{}: its ends are a move apart: --closed?", name(file));
    }
}

/// The rules of a tour, in a file.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Problem")]
pub struct WithArgs {
    /// Only tours that keep the rules in this file
    ///
    /// A rule is a line with facts, joined by or; not negates a fact. The fact a1-c2 is a move, in
    /// either direction. The fact a1->c2 is the same move from a1. The fact d4@17 is a square at a
    /// step. The fact after(b3, e5) puts b3 later on the tour than e5. Facts of boards are
    /// turn(e5) and cross(a1-c2, b1-a3). Sums are compared, as in turns <= 40. See docs/usage.md.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    with: Option<PathBuf>,
}

impl WithArgs {
    /// Returns the rules; reads their file, until `stop` is over.
    pub fn read(&self, place: &Place, stop: &Stop) -> Result<Vec<Rule<String>>> {
        /// Bytes of a file of rules.
        const LARGEST: u64 = 1 << 22;
        let Some(path) = &self.with else {
            return Ok(Vec::new());
        };
        ensure!(!is_stream(path), "--with -: name a file");
        let text = output::text(path, LARGEST, "any list of rules", stop)?;
        rule::read(&text, place).map_err(|error| anyhow!("{}:{error}", name(path)))
    }
}

/// The options of the tour, with its rules.
#[derive(Clone, Debug, clap::Args)]
pub struct TourArgs {
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    with: WithArgs,
}

impl From<TourSpec> for TourArgs {
    /// The tour without rules.
    fn from(tour: TourSpec) -> TourArgs {
        let with = WithArgs::default();
        TourArgs { tour, with }
    }
}

impl Deref for TourArgs {
    type Target = TourSpec;

    fn deref(&self) -> &TourSpec {
        &self.tour
    }
}

impl TourArgs {
    /// Returns true unless the options describe any open tour.
    pub fn is_given(&self) -> bool {
        self.tour.is_given() || self.has_rules()
    }

    /// Returns true for `--with`.
    pub fn has_rules(&self) -> bool {
        self.rule_file().is_some()
    }

    /// Returns the file of `--with`.
    pub fn rule_file(&self) -> Option<&Path> {
        self.with.with.as_deref()
    }

    /// Returns the request of the tour in this place.
    pub fn request(&self, place: Place, stop: &Stop) -> Result<Request> {
        let tour = self.read(&place, stop)?;
        Ok(Request::new(place, tour)?)
    }

    /// Returns the spec of a formula of the tour in this place, in this style.
    pub fn spec(&self, place: Place, style: Style, stop: &Stop) -> Result<FormulaSpec> {
        let request = self.request(place, stop)?;
        Ok(FormulaSpec { request, style })
    }

    /// Returns the tour in this place; reads the file of its rules, until `stop` is over.
    pub fn read(&self, place: &Place, stop: &Stop) -> Result<TourSpec> {
        let mut tour = self.tour.clone();
        if self.has_rules() {
            // Moves are those of the piece.
            let (settled, _) = tour.clone().settled(place.clone())?;
            tour.with = self.with.read(&settled, stop)?;
        }
        Ok(tour)
    }
}

/// The objectives, in order.
#[derive(Clone, Debug, Default)]
pub struct ObjectiveArgs(Vec<(Sense, String)>);

#[derive(clap::Args)]
struct Objectives {
    /// Find the tour with the least turns, crossings, …
    ///
    /// The statistic is turns, straight, acute, right, obtuse, bent, crossings, slope+2, or
    /// weights(FILE). Each line of the file has two vertices and a whole number.
    ///
    /// Repeat --minimize and --maximize to choose among the best tours by further statistics.
    /// Bounds appear on standard error when they improve. At --timeout the best tour so far is
    /// printed, with exit code 3. See docs/best.md.
    #[arg(long, value_name = "STAT", help_heading = "Problem")]
    minimize: Vec<String>,
    /// Find the tour with the most
    ///
    /// Finds the tour with the largest value of this statistic, as --minimize finds the smallest.
    #[arg(long, value_name = "STAT", help_heading = "Problem")]
    maximize: Vec<String>,
}

impl clap::Args for ObjectiveArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        Objectives::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Objectives::augment_args(command)
    }
}

impl FromArgMatches for ObjectiveArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = [Sense::Minimize, Sense::Maximize]
            .into_iter()
            .flat_map(|sense| {
                let name = objective_name(sense);
                let values = matches.get_many::<String>(name).into_iter().flatten();
                let places = matches.indices_of(name).into_iter().flatten();
                places
                    .zip(values)
                    .map(move |(place, value)| (place, sense, value.clone()))
            });
        let given = given.sorted_by_key(|&(place, ..)| place);
        Ok(ObjectiveArgs(
            given.map(|(_, sense, value)| (sense, value)).collect(),
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ObjectiveArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ObjectiveArgs {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how often an objective is given.
    pub fn number(&self) -> usize {
        self.0.len()
    }

    /// Returns the objectives in this place.
    pub fn objectives(&self, place: &Place) -> Result<Vec<Objective>> {
        let objectives = self.0.iter().map(|&(sense, ref text)| {
            let statistic = Statistic::parse(text, place);
            let statistic = statistic.with_context(|| format!("--{}", objective_name(sense)))?;
            Ok(Objective { sense, statistic })
        });
        objectives.collect()
    }
}

/// Returns the name of the option of an objective.
pub fn objective_name(sense: Sense) -> &'static str {
    match sense {
        Sense::Minimize => "minimize",
        Sense::Maximize => "maximize",
    }
}

/// Returns the problem of a request. If its formula would have too many variables, the huge graph
/// is not even built. Returns `Stopped` if the deadline passes first.
pub fn problem(request: &Request, stop: &Stop) -> Result<Problem> {
    const LARGEST: u32 = 1 << 22;
    let squares = request.place.len();
    if squares > LARGEST {
        let why = anyhow!("its formula would have more than {squares}²/4 variables");
        return Err(too_large(request, why));
    }
    Ok(request.problem(stop)?)
}

/// Returns the evidence that no tour has the symmetry of a problem, if that is why it is an error.
pub fn excluded(error: anyhow::Error) -> Result<Evidence> {
    match error.downcast_ref() {
        Some(SpecError::Board(BoardError::Fixed { reason, .. })) => {
            Ok(Evidence::Symmetry(reason.clone()))
        }
        _ => Err(error),
    }
}

/// Notes the other way in which a map may keep tours, where none keeps its direction.
pub fn note_reversed(request: &Request, stop: &Stop) {
    let Some(SymmetryName::Keeping(turn)) = request.tour.symmetric else {
        return;
    };
    let reversed = SymmetryName::Reversing(turn);
    let mut other = request.clone();
    other.tour.symmetric = Some(reversed);
    let problem = other.problem(stop);
    if problem.is_ok_and(|problem| problem.obstruction(stop).is_none()) {
        note!(
            "{turn} must keep the direction: {reversed} is for tours that it maps to their reverse"
        );
    }
}

/// Returns the formula of a spec. Returns `Stopped` if the deadline passes first.
pub fn formula<'p>(spec: &FormulaSpec, problem: &'p Problem, stop: &Stop) -> Result<Formula<'p>> {
    match Formula::within(problem, spec.style, stop) {
        Err(FormulaError::Stopped(stopped)) => Err(stopped.into()),
        Err(error @ FormulaError::TooManyVariables(_)) => Err(too_large(spec, error.into())),
        Err(error @ FormulaError::TooManyClauses(_)) => {
            Err(anyhow!(error).context(TooLarge(spec.place.to_string())))
        }
        formula => Ok(formula?),
    }
}

/// The error for a formula that is too large; other formulas may be smaller.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct TooLarge(pub String);

/// Returns the error of a board or graph whose formula is too large.
fn too_large(request: &Request, why: anyhow::Error) -> anyhow::Error {
    let place = &request.place;
    why.context(TooLarge(format!("{place} is too large for this formula")))
}

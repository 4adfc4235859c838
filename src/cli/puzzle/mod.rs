mod show;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::choices::{self, BoardChoice};
use crate::cli::shared::destination::distinct;
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::output::Output;
use crate::cli::shared::progress::Line;
use crate::cli::shared::time;
use anyhow::{Context, Result, bail, ensure};
use knightsat::base::plural::counted;
use knightsat::encoding::Style;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::search::explain;
use knightsat::search::puzzle::{Made, Options, puzzle};
use knightsat::stop::Stop;
use knightsat::tour::Kind;
use knightsat::tour::board::Board;
use knightsat::tour::place::Place;
use knightsat::tour::spec::{Leap, TourSpec};
use knightsat::tour::square::Square;
use show::{Files, is_certain};
use std::path::PathBuf;

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[
        (
            "knightsat puzzle 6x6 --closed --html puzzle.html",
            "print it, and write a page to solve it in",
        ),
        (
            "knightsat puzzle 5x5 --seed 7 > p.txt; knightsat solve p.txt --unique",
            "the puzzle is a board file; its only solution",
        ),
    ],
    exits: &[
        (0, "made: exactly one tour has these numbers"),
        (1, "there is no tour"),
        ERROR,
        (
            3,
            "unknown: out of time; what is printed may have numbers too many",
        ),
    ],
};

/// The largest puzzle: the formula grows with the square of it.
const LARGEST: u32 = 400;

/// Make a puzzle: numbers on a board that exactly one tour has
///
/// Prints a board file: numbers, . for an empty square, # for a hole. Every number is needed: without it
/// there is a second tour. The steps of a closed tour begin anywhere, and go in one direction.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_parser = choices::board_parser(), help = choices::BOARD, long_help = choices::BOARD_IN_FULL)]
    board: BoardChoice,
    /// A closed tour: one that returns to its first square
    #[arg(long, help_heading = "Problem")]
    closed: bool,
    /// A piece that leaps A squares one way and B the other
    #[arg(long, value_name = "A,B", help_heading = "Problem")]
    leaper: Option<Leap>,
    /// Give N numbers, even if fewer would do
    #[arg(long, value_name = "N", help_heading = "Puzzle")]
    givens: Option<u32>,
    /// Give no number that is not needed: the default
    #[arg(long, conflicts_with = "givens", help_heading = "Puzzle")]
    minimal: bool,
    /// Let the half turn map given squares to given squares
    ///
    /// No pair of them can be removed then.
    #[arg(long, help_heading = "Puzzle")]
    symmetric_givens: bool,
    /// Another seed, another puzzle
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Puzzle")]
    seed: u64,
    /// Give up after this many seconds (exit code 3)
    #[arg(
        long,
        value_name = "SECONDS",
        allow_negative_numbers = true,
        help_heading = "Puzzle"
    )]
    timeout: Option<f64>,
    /// How to print the puzzle
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    /// Draw the puzzle as SVG in this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,
    /// Write a page in which it can be solved
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = time::stop(self.timeout)?;
        let spec = self.spec(&stop)?;
        let board = spec.place.board().context("puzzles are on boards")?;
        let symmetry = self
            .symmetric_givens
            .then(|| half_turn(board))
            .transpose()?;
        let files = self.open()?;
        let problem = spec
            .problem_within(&Stop::default())?
            .with_stop(stop.clone());
        let options = Options {
            seed: self.seed,
            givens: self.givens,
            symmetry,
            stop: stop.clone(),
        };
        let line = Line::new("looking for a tour, and removing its numbers");
        let made = puzzle(&problem, &options)?;
        drop(line);
        time::tell_of_signal(&stop);
        match made {
            Made::Puzzle(puzzle) if is_certain(&problem, &puzzle, &stop)? => {
                self.show(&spec, board, &puzzle, files, &stop)
            }
            other => self.tell(&spec, &other, &stop),
        }
    }

    /// Says why there is no puzzle.
    fn tell(&self, spec: &FormulaSpec, made: &Made, stop: &Stop) -> Result<Exit> {
        let givens = self.givens.unwrap_or_default();
        match made {
            Made::NoTour(evidence) => {
                let subject = spec.tour.tour(&spec.place);
                let reason = explain::reason(spec, evidence);
                note(format_args!("no {subject}: {reason}"));
                self.show_none(spec, "none", Some(reason))?;
                Ok(Exit::No)
            }
            Made::TooFew(fewest) => bail!(
                "--givens {givens}: no such puzzle was found, the fewest numbers were {fewest}: try another --seed"
            ),
            Made::Uneven => bail!(
                "--givens {givens}: on this board symmetric givens come in pairs, so ask for an even number"
            ),
            Made::Puzzle(_) | Made::Unknown => {
                let stopped = stop.stopped();
                note(format_args!(
                    "unknown: no puzzle was made and checked: {stopped}"
                ));
                self.show_none(spec, "unknown", None)?;
                Ok(Exit::Unknown)
            }
        }
    }

    fn spec(&self, stop: &Stop) -> Result<FormulaSpec> {
        let kind = if self.closed {
            Kind::Closed
        } else {
            Kind::Open
        };
        let (board, numbers) = self.board.read(stop)?.split_numbers();
        ensure!(
            numbers.is_empty(),
            "the board has numbers already, and a puzzle gets its own: leave them out"
        );
        let place = Place::Board(board);
        ensure!(
            place.len() <= LARGEST,
            "{place} is too large for a puzzle: the limit is {LARGEST} squares"
        );
        let squares = place.len();
        let givens = self.givens.unwrap_or(squares);
        ensure!(
            givens <= squares,
            "--givens {givens}: {place} has {}",
            counted(squares, "square")
        );
        let tour = TourSpec {
            leaper: self.leaper,
            ..kind.into()
        };
        Ok(FormulaSpec::new(place, tour, Style::DEFAULT)?)
    }

    /// The files of pictures, opened before the work.
    fn open(&self) -> Result<Files> {
        let (svg, html) = (self.svg.as_deref(), self.html.as_deref());
        let named = [("--svg", svg), ("--html", html)];
        let named: Vec<_> = named
            .into_iter()
            .filter(|(_, path)| path.is_some())
            .collect();
        distinct(&named)?;
        let open = |path| Output::open(Some(path));
        Ok(Files {
            svg: svg.map(open).transpose()?,
            html: html.map(open).transpose()?,
        })
    }
}

/// Where the half turn takes every square.
fn half_turn(board: &Board) -> Result<Vec<u32>> {
    let image = |vertex| {
        let Square { rank, file } = board.square(vertex);
        let turned = Square {
            rank: board.ranks() + 1 - rank,
            file: board.files() + 1 - file,
        };
        board.vertex(turned)
    };
    let images: Result<Vec<u32>, _> = (0..board.squares()).map(image).collect();
    images.map_err(|_| {
        anyhow::anyhow!(
            "--symmetric-givens: the holes of this board are not symmetric under the half turn"
        )
    })
}

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::destination::distinct;
use crate::cli::shared::document::{self, About, Format};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::output::Output;
use crate::cli::shared::progress::Line;
use crate::cli::shared::say::say;
use crate::cli::shared::{choices, output, report, time};
use anyhow::{Context, Result, bail, ensure};
use knightsat::encoding::Style;
use knightsat::encoding::recipe::Recipe;
use knightsat::problem::given::{Clue, Given};
use knightsat::problem::{Kind, Problem};
use knightsat::render::puzzle::{drawn, page};
use knightsat::render::scene::{Mark, Scene};
use knightsat::render::svg::{self, Look};
use knightsat::solve::puzzle::{Made, Options, Puzzle, puzzle};
use knightsat::solve::unique::{Uniqueness, unique};
use knightsat::spec::board::Board;
use knightsat::spec::place::Place;
use knightsat::spec::square::Square;
use knightsat::spec::tour::{Leap, TourSpec};
use knightsat::stop::Stop;
use serde::Serialize;
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
            "unknown: out of time; a puzzle that is printed may have more numbers than it needs",
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
    board: Board,
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
    /// Stop after this many seconds (exit code 3)
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

/// The body of the JSON document.
#[derive(Serialize)]
struct Body {
    #[serde(flatten)]
    about: About,
    tour: Kind,
    seed: u64,
    givens: Vec<String>,
    irreducible: bool,
    moves: Vec<String>,
    witnesses: Vec<Other>,
}

/// Another tour that fits all but some of the numbers.
#[derive(Serialize)]
struct Other {
    without: Vec<String>,
    moves: Vec<String>,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let recipe = self.recipe()?;
        let board = recipe.place.board().context("puzzles are on boards")?;
        let symmetry = self
            .symmetric_givens
            .then(|| half_turn(board))
            .transpose()?;
        let stop = time::stop(self.timeout)?;
        let files = self.open()?;
        let problem = recipe
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
            Made::Puzzle(puzzle) => self.show(&recipe, board, &problem, &puzzle, files),
            Made::NoTour(evidence) => {
                let subject = recipe.tour.tour(&recipe.place);
                say(format_args!(
                    "no {subject}: {}",
                    report::reason(&recipe, &evidence)
                ));
                Ok(Exit::No)
            }
            Made::TooFew(fewest) => bail!(
                "--givens {}: no such puzzle was found, the fewest numbers were {fewest}: try another --seed",
                self.givens.unwrap_or_default()
            ),
            Made::Uneven => bail!(
                "--givens {}: on this board symmetric givens come in pairs, so ask for an even number",
                self.givens.unwrap_or_default()
            ),
            Made::Unknown => {
                say("unknown: there was no time for a puzzle");
                Ok(Exit::Unknown)
            }
        }
    }

    fn recipe(&self) -> Result<Recipe> {
        let kind = if self.closed {
            Kind::Closed
        } else {
            Kind::Open
        };
        let (board, numbers) = self.board.clone().split_numbers();
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
            "--givens {givens}: {place} has {squares} squares"
        );
        let tour = TourSpec {
            leaper: self.leaper,
            ..kind.into()
        };
        Ok(Recipe::new(place, tour, Style::DEFAULT)?)
    }

    /// The files of pictures, opened before the work.
    fn open(&self) -> Result<[Option<Output>; 2]> {
        let (svg, html) = (self.svg.as_deref(), self.html.as_deref());
        distinct(&[("--svg", svg), ("--html", html)])?;
        let open = |path| Output::open(Some(path));
        Ok([svg.map(open).transpose()?, html.map(open).transpose()?])
    }

    /// Prints the puzzle and draws it; that it has one solution is checked once more, by a solver that
    /// checks its refutation.
    fn show(
        &self,
        recipe: &Recipe,
        board: &Board,
        problem: &Problem,
        puzzle: &Puzzle,
        [svg, html]: [Option<Output>; 2],
    ) -> Result<Exit> {
        let clues = puzzle
            .givens
            .iter()
            .map(|&(step, vertex)| Clue::At { step, vertex });
        let given = problem.clone().with_stop(Stop::default());
        let given = given.with_given(Given::new(clues))?;
        let is_one = match unique(&given, &time::stop(None)?)? {
            Uniqueness::One(tour) => tour == puzzle.solution,
            Uniqueness::Unknown(_) => return Ok(Exit::Unknown),
            _ => given.at().is_empty(),
        };
        ensure!(
            is_one,
            "the puzzle has more than one solution: please report this"
        );
        let text = match self.format {
            Format::Text => drawn(board, &puzzle.givens),
            Format::Json => document::line("puzzle", self.body(recipe, puzzle))?,
        };
        if let Some(output) = svg {
            write(output, &svg::svg(&scene(recipe, puzzle), &Look::default()))?;
        }
        if let Some(output) = html {
            let page = page(
                board,
                recipe.tour.kind,
                &puzzle.givens,
                puzzle.solution.steps(),
            );
            write(output, &page)?;
        }
        let takes_stdout = [&self.svg, &self.html];
        let is_stream =
            |path: &&Option<PathBuf>| path.as_ref().is_some_and(|path| path.as_os_str() == "-");
        if !takes_stdout.iter().any(is_stream) {
            output::print(&text)?;
        }
        let count = puzzle.givens.len();
        if !puzzle.is_finished {
            say(format_args!(
                "time is up: {count} numbers, some of which may not be needed"
            ));
            return Ok(Exit::Unknown);
        }
        Ok(Exit::Good)
    }

    fn body(&self, recipe: &Recipe, puzzle: &Puzzle) -> Body {
        let place = &recipe.place;
        let names = |steps: &[u32]| steps.iter().map(|&v| place.name(v)).collect();
        let solution = puzzle.solution.steps();
        let at = |step: u32| format!("{step}={}", place.name(solution[step as usize - 1]));
        let witnesses = puzzle.witnesses.iter().map(|witness| Other {
            without: witness.steps.iter().map(|&step| at(step)).collect(),
            moves: names(witness.other.steps()),
        });
        Body {
            about: About::new(place),
            tour: recipe.tour.kind,
            seed: self.seed,
            givens: puzzle.givens.iter().map(|&(step, _)| at(step)).collect(),
            irreducible: puzzle.is_irreducible(),
            moves: names(solution),
            witnesses: witnesses.collect(),
        }
    }
}

fn write(mut output: Output, text: &str) -> Result<()> {
    use std::io::Write;
    output.write_all(text.as_bytes())?;
    Ok(output.finish()?)
}

fn scene(recipe: &Recipe, puzzle: &Puzzle) -> Scene {
    let title = format!("a puzzle: {}", recipe.tour.tour(&recipe.place));
    let marks = puzzle.givens.iter().map(|&(step, vertex)| Mark {
        vertex,
        text: step.to_string(),
        is_loud: false,
    });
    Scene::of_marks(title, &recipe.place, marks.collect())
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

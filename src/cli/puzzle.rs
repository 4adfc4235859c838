//! The command `puzzle`: boards with numbers that fit exactly one tour.

use crate::cli::shared::number::within;
use crate::cli::shared::output::{Output, Outputs, open_all, takes_stdout};
use crate::cli::shared::problem::{self, BoardChoice, WithArgs};
use crate::cli::shared::process::{self, TimeArgs};
use crate::cli::shared::report::{Exit, Format, Line, json_line, note, print};
use anyhow::{Context, Result, bail, ensure};
use itertools::Itertools;
use knightsat::prelude::{Kind, Problem, Stop, TourSpec};
use knightsat::search::lazy;
use knightsat::search::puzzle::{Made, Puzzle, puzzle};
use knightsat::tour::Request;
use knightsat::tour::rule::Rule;
use knightsat_base::text::counted;
use knightsat_render::About;
use knightsat_render::puzzle::{drawn, page, scenes, sheet};
use knightsat_render::scene::Scene;
use knightsat_render::svg::{Look, side_by_side};
use knightsat_search::explain;
use knightsat_tour::geometry::{Piece, Wrap};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The body of the JSON document.
#[derive(Serialize)]
struct PuzzleBody {
    #[serde(flatten)]
    about: About,
    tour: Kind,
    seed: u64,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    with: Vec<Rule<String>>,
    givens: Vec<String>,
    irreducible: bool,
    moves: Vec<String>,
    /// Other tours that satisfy all but some of the numbers.
    witnesses: Vec<Value>,
}

/// Make a puzzle: numbers on a board that determine exactly one tour
///
/// Prints a board file: numbers, . for an empty square, # for a hole. Every number is needed:
/// without it there is a second tour. The steps of a closed tour begin on any square, and have one
/// direction. The file of a closed puzzle ends with the line "closed", which other commands read.
/// A box is printed layer by layer, and its last line contains the options of solve for the puzzle.
///
/// $ knightsat puzzle 6x6 --closed --html puzzle.html # print it, and write a page to solve it in
///
/// $ knightsat puzzle 6x6 --count 6 --html sheet.html # six puzzles to print, and their answers
///
/// $ knightsat puzzle 5x5 --seed 7 > p.txt; knightsat solve p.txt --unique
/// # the puzzle is a board file; its only solution
///
/// 0: made: exactly one tour has these numbers
///
/// 1: there is no tour
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time; the printed puzzle may have unnecessary numbers
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_parser = problem::board_parser(), help = problem::BOARD, long_help = problem::BOARD_IN_FULL)]
    board: BoardChoice,
    /// A closed tour: one that returns to its first square
    #[arg(long, help_heading = "Problem")]
    closed: bool,
    /// A piece that leaps A squares one way and B the other
    #[arg(long, value_name = "A,B", help_heading = "Problem")]
    leaper: Option<Piece>,
    /// Join opposite sides of the board: files, ranks or both
    #[arg(long, value_name = "SIDES", hide_short_help = true)]
    wrap: Option<Wrap>,
    #[command(flatten)]
    with: WithArgs,
    /// Make N puzzles, each with its own seed
    ///
    /// They are all different. --svg and --html then are sheets to print, --html with the answers
    /// on a page of their own.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| within(text, 1_usize..=100), help_heading = "Puzzle")]
    count: usize,
    /// Another seed, another puzzle
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Puzzle")]
    seed: u64,
    #[command(flatten, next_help_heading = "Puzzle")]
    time: TimeArgs,
    /// Format of the puzzle
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    /// Draw the puzzle as SVG in this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,
    /// Draw the answer as SVG in this file: the tour, with frames around the given squares
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    answer: Option<PathBuf>,
    /// Write a page for solving it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let stop = self.time.stop()?;
        let request = self.request(&stop)?;
        ensure!(
            request.place.board().is_some() || self.html.is_none(),
            "--html is for boards with one leap, without layers or joined sides: leave it out"
        );
        // Opened before the work.
        let files = [
            ("--svg", &self.svg, "--svg"),
            ("--answer", &self.answer, "--answer"),
            ("--html", &self.html, "--html"),
        ];
        let files = open_all(&files, &stop)?;
        // The board is small, and the answer at the deadline is about the problem.
        let problem = request.problem(&Stop::default())?;
        let line = Line::new("looking for a tour, and removing its numbers");
        let mut puzzles: Vec<(u64, Puzzle)> = Vec::new();
        // A small board has few puzzles.
        for turn in 0..10 * self.count as u64 {
            let seed = self.seed.wrapping_add(turn);
            let options = lazy::Options {
                seed,
                ..(&stop).into()
            };
            match puzzle(&problem, &options)? {
                Made::Puzzle(puzzle) if is_certain(&problem, &puzzle, &stop)? => {
                    let is_new = |(_, known): &(u64, Puzzle)| known.givens != puzzle.givens;
                    if puzzles.iter().all(is_new) {
                        puzzles.push((seed, *puzzle));
                    }
                }
                made if puzzles.is_empty() => {
                    drop(line);
                    process::note_signal(&stop);
                    return self.report(&request, &made, &stop);
                }
                _ => break,
            }
            if puzzles.len() == self.count {
                break;
            }
        }
        drop(line);
        process::note_signal(&stop);
        self.show(&request, &puzzles, files, &stop)
    }

    fn request(&self, stop: &Stop) -> Result<Request> {
        let kind = [Kind::Open, Kind::Closed][usize::from(self.closed)];
        let place = self.board.read(stop)?;
        let squares = place.len();
        ensure!(
            place
                .board()
                .is_none_or(|board| board.demands().numbers.is_empty()),
            "the board has numbers already, and a puzzle gets its own: leave them out"
        );
        ensure!(
            squares <= Puzzle::LARGEST,
            "{place} is too large for a puzzle: the limit is {} squares",
            Puzzle::LARGEST
        );
        let mut tour = TourSpec::from(kind);
        (tour.leaper, tour.wrap) = (self.leaper.clone(), self.wrap);
        let mut request = Request::new(place, tour)?;
        // Its moves are those of the piece.
        request.tour.with = self.with.read(&request.place, stop)?;
        Ok(request)
    }

    /// Reports why there is no puzzle.
    fn report(&self, request: &Request, made: &Made, stop: &Stop) -> Result<Exit> {
        let (exit, result, reason) = match made {
            Made::NoTour(evidence) => {
                let reason = explain::reason(request, evidence);
                note!("no {}: {reason}", request.tour.tour(&request.place));
                (Exit::No, "none", Some(reason))
            }
            Made::Puzzle(_) | Made::Unknown => {
                let stopped = stop.stopped();
                note!("unknown: no puzzle was made and checked: {stopped}");
                (Exit::Unknown, "unknown", None)
            }
        };
        if self.format == Format::Json {
            print(&self.document(request, result, reason, (self.seed, None))?)?;
        }
        Ok(exit)
    }

    /// Prints and draws the puzzles, after a check that their solutions are unique.
    fn show(
        &self,
        request: &Request,
        puzzles: &[(u64, Puzzle)],
        files: Vec<(&str, PathBuf, Output)>,
        stop: &Stop,
    ) -> Result<Exit> {
        let is_taken = files.iter().any(|(_, path, _)| takes_stdout(path));
        let mut outputs = Outputs::default();
        let subject = request.describe();
        let scenes = (1_usize..).zip(puzzles).map(|(number, (_, puzzle))| {
            let title = format!("a puzzle: {subject}");
            let both = scenes(&request.place, &title, &puzzle.givens, &puzzle.solution);
            both.map(|scene| {
                let number = Some(number.to_string()).filter(|_| self.count > 1);
                let words = [
                    number,
                    Some(scene.caption.clone()).filter(|words| !words.is_empty()),
                ];
                scene.with_caption(words.into_iter().flatten().join(", "))
            })
        });
        let (asked, answers): (Vec<Scene>, Vec<Scene>) =
            scenes.map(|[one, other]| (one, other)).unzip();
        for (option, path, output) in files {
            let text = match (option, puzzles) {
                ("--svg", _) => side_by_side(&asked, &Look::default()),
                ("--answer", _) => side_by_side(&answers, &Look::default()),
                (_, [(_, puzzle)]) => page(
                    request.place.board().context("--html is for boards")?,
                    &request.tour,
                    &puzzle.givens,
                    puzzle.solution.steps(),
                ),
                _ => sheet(&subject, [&asked, &answers]),
            };
            outputs.write(output, text.as_bytes(), &path)?;
        }
        outputs.finish()?;
        if !is_taken {
            let texts = puzzles.iter().map(|(seed, puzzle)| match self.format {
                Format::Text => {
                    let text = drawn(&request.place, request.tour.kind, &puzzle.givens);
                    Ok(text + &box_options(request, puzzle))
                }
                Format::Json => self.document(request, "puzzle", None, (*seed, Some(puzzle))),
            });
            let texts = texts.collect::<Result<Vec<_>>>()?;
            print(&texts.join(if self.format == Format::Text {
                "\n"
            } else {
                ""
            }))?;
        }
        let stopped = stop.stopped();
        if puzzles.len() < self.count {
            let count = counted(puzzles.len(), "puzzle");
            let why = if stop.is_over() {
                stopped.to_string()
            } else {
                "no more were found".into()
            };
            note!("{count} instead of {}: {why}", self.count);
            return Ok(Exit::Unknown);
        }
        let Some((_, puzzle)) = puzzles.iter().find(|(_, puzzle)| !puzzle.is_finished) else {
            return Ok(Exit::Good);
        };
        let count = counted(puzzle.givens.len(), "number");
        note!("{stopped}: {count}; some may be unnecessary");
        Ok(Exit::Unknown)
    }

    fn document(
        &self,
        request: &Request,
        result: &'static str,
        reason: Option<String>,
        (seed, puzzle): (u64, Option<&Puzzle>),
    ) -> Result<String> {
        let place = &request.place;
        let names = |steps: &[u32]| steps.iter().map(|&v| place.name(v)).collect_vec();
        let solution = puzzle.map_or(&[][..], |puzzle| puzzle.solution.steps());
        let at = |step: u32| format!("{step}={}", place.name(solution[step as usize - 1]));
        let givens = puzzle.iter().flat_map(|puzzle| &puzzle.givens);
        let witnesses = puzzle.iter().flat_map(|puzzle| &puzzle.witnesses);
        let witnesses = witnesses.map(|witness| {
            json!({ "without": [at(witness.step)], "moves": names(witness.other.steps()) })
        });
        let body = PuzzleBody {
            about: About::new(place),
            tour: request.tour.kind,
            seed,
            result,
            reason,
            with: request.tour.with.clone(),
            givens: givens.map(|&(step, _)| at(step)).collect(),
            irreducible: puzzle.is_some_and(Puzzle::is_irreducible),
            moves: names(solution),
            witnesses: witnesses.collect(),
        };
        json_line("puzzle", body)
    }
}

/// Returns the options of `solve` for a puzzle on a box, which has no board file.
fn box_options(request: &Request, puzzle: &Puzzle) -> String {
    let place = &request.place;
    let closed = match request.tour.kind {
        _ if place.outline().is_some() => return String::new(),
        Kind::Closed => "--closed ",
        Kind::Open => "",
    };
    let givens = puzzle.givens.iter();
    let at = givens.map(|&(step, vertex)| format!("{step}={}", place.name(vertex)));
    format!("{closed}--at {}\n", at.format(","))
}

/// Time after the deadline for the check of a puzzle.
const GRACE: Duration = Duration::from_millis(800);

/// Returns true if the solution is unique, by a solver with a checked refutation, independent of
/// the search for removable numbers. Returns false if the time ran out.
fn is_certain(problem: &Problem, puzzle: &Puzzle, stop: &Stop) -> Result<bool> {
    let late = stop.deadline.map(|end| end.max(Instant::now() + GRACE));
    let late = Stop::from(late);
    let is_unique = puzzle.is_unique(problem, &late)?;
    if is_unique == Some(false) {
        bail!("the puzzle has more than one solution: please report this");
    }
    Ok(is_unique.is_some())
}

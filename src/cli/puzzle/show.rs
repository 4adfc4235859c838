//! A puzzle printed and drawn.

use super::Args;
use crate::cli::shared::document::{self, Format};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::output::{self, Output};
use crate::cli::shared::path::{is_stream, output_name};
use anyhow::{Context, Result, ensure};
use knightsat::base::plural::counted;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::About;
use knightsat::render::puzzle::{drawn, page};
use knightsat::render::scene::{Mark, Scene};
use knightsat::render::svg::{self, Look};
use knightsat::search::puzzle::Puzzle;
use knightsat::search::unique::{Uniqueness, unique};
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::{Kind, Problem};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Files for pictures, those that were asked for.
pub(super) struct Files {
    pub svg: Option<Output>,
    pub html: Option<Output>,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct Body {
    #[serde(flatten)]
    about: About,
    tour: Kind,
    seed: u64,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
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
    /// Prints the puzzle and draws it, once that it has one solution is checked.
    pub(super) fn show(
        &self,
        spec: &FormulaSpec,
        board: &Board,
        puzzle: &Puzzle,
        files: Files,
        stop: &Stop,
    ) -> Result<Exit> {
        let text = match self.format {
            Format::Text => drawn(board, &puzzle.givens),
            Format::Json => document::line("puzzle", self.body(spec, puzzle))?,
        };
        if let Some((output, path)) = files.svg.zip(self.svg.as_deref()) {
            let svg = svg::svg(&scene(spec, puzzle), &Look::default());
            write(output, path, &svg)?;
        }
        if let Some((output, path)) = files.html.zip(self.html.as_deref()) {
            let solution = puzzle.solution.steps();
            let page = page(board, spec.tour.kind, &puzzle.givens, solution);
            write(output, path, &page)?;
        }
        let mut paths = [&self.svg, &self.html].into_iter().flatten();
        if !paths.any(|path| is_stream(path)) {
            output::print(&text)?;
        }
        if puzzle.is_finished {
            return Ok(Exit::Good);
        }
        let (count, stopped) = (puzzle.givens.len(), stop.stopped());
        note(format_args!(
            "{stopped}: {}, some of which may not be needed",
            counted(count, "number")
        ));
        Ok(Exit::Unknown)
    }

    /// Prints the document of a search without a puzzle, if documents are asked for.
    pub(super) fn show_none(
        &self,
        spec: &FormulaSpec,
        result: &'static str,
        reason: Option<String>,
    ) -> Result<()> {
        if self.format == Format::Text {
            return Ok(());
        }
        let body = Body {
            about: About::new(&spec.place),
            tour: spec.tour.kind,
            seed: self.seed,
            result,
            reason,
            givens: Vec::new(),
            irreducible: false,
            moves: Vec::new(),
            witnesses: Vec::new(),
        };
        output::print(&document::line("puzzle", body)?)
    }

    fn body(&self, spec: &FormulaSpec, puzzle: &Puzzle) -> Body {
        let place = &spec.place;
        let names = |steps: &[u32]| steps.iter().map(|&v| place.name(v)).collect();
        let solution = puzzle.solution.steps();
        let at = |step: u32| format!("{step}={}", place.name(solution[step as usize - 1]));
        let witnesses = puzzle.witnesses.iter().map(|witness| Other {
            without: witness.steps.iter().map(|&step| at(step)).collect(),
            moves: names(witness.other.steps()),
        });
        Body {
            about: About::new(place),
            tour: spec.tour.kind,
            seed: self.seed,
            result: "puzzle",
            reason: None,
            givens: puzzle.givens.iter().map(|&(step, _)| at(step)).collect(),
            irreducible: puzzle.is_irreducible(),
            moves: names(solution),
            witnesses: witnesses.collect(),
        }
    }
}

/// How long after the deadline a puzzle may still be checked.
const GRACE: Duration = Duration::from_millis(800);

/// Whether the solution is the only one, by a solver whose refutation is checked: whatever removed the
/// numbers need not be trusted. False if there was no time.
pub(super) fn is_certain(problem: &Problem, puzzle: &Puzzle, stop: &Stop) -> Result<bool> {
    let clues = puzzle.givens.iter();
    let clues = clues.map(|&(step, vertex)| Clue::At { step, vertex });
    let given = problem.clone().with_stop(Stop::default());
    let given = given.with_given(Given::new(clues))?;
    let late = Stop {
        deadline: stop.deadline.map(|deadline| deadline + GRACE),
        flag: stop.flag.clone(),
    };
    match unique(&given, &late)? {
        Uniqueness::Unknown(_) => Ok(false),
        found => {
            let is_right = matches!(found, Uniqueness::One(tour) if tour == puzzle.solution);
            ensure!(
                is_right,
                "the puzzle has more than one solution: please report this"
            );
            Ok(true)
        }
    }
}

fn write(mut output: Output, path: &Path, text: &str) -> Result<()> {
    let written = output.write_all(text.as_bytes());
    let written = written.and_then(|()| output.finish());
    written.with_context(|| output_name(path))
}

fn scene(spec: &FormulaSpec, puzzle: &Puzzle) -> Scene {
    let title = format!("a puzzle: {}", spec.tour.tour(&spec.place));
    let marks = puzzle.givens.iter().map(|&(step, vertex)| Mark {
        vertex,
        text: step.to_string(),
        is_loud: false,
    });
    Scene::of_marks(title, &spec.place, marks.collect())
}

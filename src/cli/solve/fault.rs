//! Which of the things given leave no tour: in words, drawn, and in the JSON document.

use super::Args;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::path::STDOUT;
use crate::cli::shared::pictures::Pictures;
use crate::cli::shared::problem;
use crate::cli::shared::report::{self, Format};
use anyhow::{Context, Result};
use itertools::Itertools;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::scene::{Mark, Scene};
use knightsat::render::{self, DocumentCore};
use knightsat::search::Verdict;
use knightsat::search::unsat_core::Fault;
use knightsat::stop::Stop;
use knightsat::tour::given::Clue;
use knightsat::tour::place::Place;
use std::io::Write;
use std::time::Duration;

/// How long clues at fault are looked for where more time is left.
const PATIENCE: Duration = Duration::from_secs(10);

/// All clues, and those of them that are at fault.
pub(super) struct Found {
    clues: Vec<Clue>,
    fault: Fault,
}

impl Found {
    /// Those at fault, for a JSON document.
    pub(super) fn document(&self, place: &Place) -> DocumentCore {
        match &self.fault {
            Fault::Place => DocumentCore::new(place, &[], true),
            Fault::Clues {
                clues,
                is_irreducible,
            } => DocumentCore::new(place, clues, *is_irreducible),
        }
    }
}

impl Args {
    /// What of the clues is at fault, if there are any and it is found in time.
    pub(super) fn fault(
        &self,
        spec: &FormulaSpec,
        verdict: &Verdict,
        stop: &Stop,
    ) -> Result<Option<Found>> {
        let tour = &spec.tour;
        let given = [
            tour.require.len(),
            tour.forbid.len(),
            tour.at.len(),
            tour.not_at.len(),
        ];
        let is_small = spec.place.len() <= knightsat::search::unsat_core::LARGEST;
        if !matches!(verdict, Verdict::None(_)) || given == [0; 4] || !is_small {
            return Ok(None);
        }
        let problem = problem::problem_within(spec, &Stop::default())?;
        let fault = knightsat::search::unsat_core::fault(&problem, &stop.within(PATIENCE))?;
        let clues = problem.clues().clues().to_vec();
        Ok(fault.map(|fault| Found { clues, fault }))
    }

    /// Tells the verdict and the fault, and draws it.
    pub(super) fn tell_fault(
        &self,
        spec: &FormulaSpec,
        verdict: &Verdict,
        found: &Found,
        pictures: Pictures,
    ) -> Result<Exit> {
        let mut out = pictures.beside();
        let place = &spec.place;
        let marks = marks(place, &found.clues, &found.fault);
        if self.format == Format::Json {
            let (mut document, exit) = report::document(spec, verdict);
            document.core = Some(found.document(place));
            writeln!(out, "{}", serde_json::to_string(&document)?).context(STDOUT)?;
            draw(spec, marks, pictures)?;
            return Ok(exit);
        }
        let exit = report::verdict(spec, verdict, self.format, pictures.terminal, &mut out)?;
        writeln!(out, "{}", words(place, &found.fault)).context(STDOUT)?;
        if let (Place::Board(board), Format::Board, false) = (place, self.format, marks.is_empty())
        {
            let mut cells = vec![String::new(); board.squares() as usize];
            for mark in &marks {
                let sign = if mark.is_loud { "!" } else { "" };
                cells[mark.vertex as usize] = format!("{}{sign}", mark.text);
            }
            write!(out, "{}", render::grid(board, &cells)).context(STDOUT)?;
        }
        draw(spec, marks, pictures)?;
        Ok(exit)
    }
}

fn draw(spec: &FormulaSpec, marks: Vec<Mark>, pictures: Pictures) -> Result<()> {
    if pictures.is_empty() {
        return Ok(());
    }
    let title = format!("no {}: what is given", spec.tour.tour(&spec.place));
    pictures.draw(&[Scene::of_marks(title, &spec.place, marks)])
}

fn words(place: &Place, fault: &Fault) -> String {
    let Fault::Clues {
        clues,
        is_irreducible,
    } = fault
    else {
        return "there is none even if nothing is given".into();
    };
    let names = clues
        .iter()
        .map(|clue| clue.explain(|v| place.name(v)))
        .join(", ");
    match (clues.len(), is_irreducible) {
        (1, true) => format!("this alone leaves no tour: {names}"),
        (count, true) => format!(
            "these {count} cannot stand together, though without any one of them there is a tour: {names}"
        ),
        (count, false) => format!(
            "these {count} cannot stand together, though not all of them may be needed: {names}"
        ),
    }
}

/// The clues on the board: steps as numbers, those kept off as `≠`, moves by a letter at both ends.
fn marks(place: &Place, clues: &[Clue], fault: &Fault) -> Vec<Mark> {
    let is_at_fault = |clue: &Clue| match fault {
        Fault::Place => false,
        Fault::Clues { clues, .. } => clues.contains(clue),
    };
    let mut marks: Vec<Mark> = Vec::new();
    let mut add = |vertex: u32, text: String, is_loud: bool| match marks
        .iter_mut()
        .find(|mark| mark.vertex == vertex)
    {
        Some(mark) => {
            mark.text += &format!(",{text}");
            mark.is_loud |= is_loud;
        }
        None => marks.push(Mark {
            vertex,
            text,
            is_loud,
        }),
    };
    for clue in clues {
        let is_loud = is_at_fault(clue);
        match *clue {
            Clue::At { step, vertex } => add(vertex, step.to_string(), is_loud),
            Clue::NotAt { step, vertex } if is_loud => add(vertex, format!("≠{step}"), true),
            Clue::Move([a, b]) if is_loud => {
                add(a, format!("-{}", place.name(b)), true);
                add(b, format!("-{}", place.name(a)), true);
            }
            Clue::NoMove([a, b]) if is_loud => {
                add(a, format!("x{}", place.name(b)), true);
                add(b, format!("x{}", place.name(a)), true);
            }
            _ => {}
        }
    }
    marks
}

//! The clues that leave no tour: in words, drawn, and in the JSON document.

use crate::cli::shared::pictures::Pictures;
use crate::cli::shared::problem;
use crate::cli::shared::report::{Exit, TourFormat, delivered};
use crate::cli::solve::Search;
use anyhow::Result;
use knightsat::prelude::{Place, Stop};
use knightsat::search::Verdict;
use knightsat::tour::given::{Clue, Given};
use knightsat_render::scene::{Mark, Scene};
use knightsat_render::{self as render, Document, DocumentCore};
use knightsat_search::unsat_core::{LARGEST, UnsatCore, unsat_core};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

/// All clues, and the contradictory ones; the latter are empty if the place itself has no tour.
pub(super) struct ClueFault {
    clues: Vec<Clue>,
    core: UnsatCore,
}

impl ClueFault {
    pub(super) fn core(&self, place: &Place) -> DocumentCore {
        DocumentCore::new(place, &self.core.clues, self.core.is_irreducible)
    }

    /// Explains the contradiction; above a drawing, each clue has a line.
    fn explain(&self, place: &Place, is_drawn: bool) -> String {
        let clues = self.list(place);
        let listed = if is_drawn {
            clues.iter().map(|clue| format!("\n  {clue}")).collect()
        } else {
            format!(" {}", clues.join(", "))
        };
        match (clues.len(), self.core.is_irreducible) {
            (0, _) => "there is no tour even without clues".into(),
            (1, true) => format!("this clue alone excludes every tour: {}", clues[0]),
            (count, true) => format!(
                "these {count} clues contradict each other; without any one of them there is a tour:{listed}"
            ),
            (count, false) => format!(
                "these {count} clues contradict each other; perhaps not all of them are needed:{listed}"
            ),
        }
    }

    /// Lists the contradictory clues.
    fn list(&self, place: &Place) -> Vec<String> {
        let clues = self.core.clues.iter();
        clues.map(|clue| clue.explain(|v| place.name(v))).collect()
    }

    /// Marks the clues on the board: steps as numbers, excluded steps as `≠`. The ends of
    /// contradictory moves are loud.
    fn marks(&self) -> Vec<Mark> {
        let mut marks: BTreeMap<u32, (Vec<String>, bool)> = BTreeMap::new();
        for clue in &self.clues {
            let is_loud = self.core.clues.contains(clue);
            let (vertices, text) = match *clue {
                Clue::At { step, vertex } => (vec![vertex], Some(step.to_string())),
                Clue::NotAt { step, vertex } if is_loud => (vec![vertex], Some(format!("≠{step}"))),
                Clue::Move(ends) | Clue::NoMove(ends) if is_loud => (ends.to_vec(), None),
                _ => continue,
            };
            for vertex in vertices {
                let mark = marks.entry(vertex).or_default();
                mark.0.extend(text.clone());
                mark.1 |= is_loud;
            }
        }
        let marks = marks.into_iter().map(|(vertex, (texts, is_loud))| Mark {
            vertex,
            text: texts.join(","),
            is_loud,
        });
        marks.collect()
    }
}

impl Search<'_> {
    /// Finds contradictory clues, if there are clues and time, since there is no tour.
    pub(super) fn fault(&self) -> Result<Option<ClueFault>> {
        let tour = &self.spec.tour;
        let clues = tour.require.len() + tour.forbid.len() + tour.at.len() + tour.not_at.len();
        if clues == 0 || self.spec.place.len() > LARGEST {
            return Ok(None);
        }
        let problem = problem::problem(self.spec, &Stop::default())?;
        let core = unsat_core(&problem, &self.stop.within(Duration::from_secs(10)))?;
        Ok(core.map(|core| ClueFault {
            clues: Given::of(&problem).clues().to_vec(),
            core,
        }))
    }

    /// Prints and draws the verdict and the contradictory clues.
    pub(super) fn report_fault(
        &self,
        verdict: &Verdict,
        fault: &ClueFault,
        pictures: Pictures,
    ) -> Result<Exit> {
        let (mut out, format) = (pictures.text_output(), pictures.format);
        let (spec, place) = (self.spec, &self.spec.place);
        let add = |document: &mut Document| document.core = Some(fault.core(place));
        let exit = format.verdict_with(spec, verdict, add, &mut out)?;
        let marks = fault.marks();
        let board = place.board().filter(|_| !marks.is_empty());
        let board = board.filter(|_| format == TourFormat::Board);
        if format != TourFormat::Json {
            delivered(writeln!(out, "{}", fault.explain(place, board.is_some())))?;
        }
        if let Some(board) = board {
            let mut cells = vec![String::new(); board.squares() as usize];
            for mark in &marks {
                let sign = if mark.is_loud { "!" } else { "" };
                cells[mark.vertex as usize] = format!("{}{sign}", mark.text);
            }
            delivered(write!(out, "{}", render::grid(board, &cells)))?;
            if !fault.core.clues.is_empty() {
                delivered(writeln!(out, "! contradictory"))?;
            }
        }
        if !pictures.is_empty() {
            let clues = fault.list(place).join(", ");
            let title = format!("no {}: {clues}", spec.tour.tour(place));
            pictures.draw(&[Scene::of_marks(title, place, marks)])?;
        }
        Ok(exit)
    }
}

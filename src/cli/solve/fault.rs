//! The clues that leave no tour: in words, drawn, and in the JSON document.

use crate::cli::shared::*;
use crate::cli::solve::Search;
use knightsat::render::scene::{Mark, Scene};
use knightsat::render::{self, DocumentCore};
use knightsat::search::unsat_core::{self, Fault};
use knightsat::tour::given::Clue;

/// All clues, and the contradictory ones; the latter are empty if the place itself has no tour.
pub(super) struct ClueFault {
    clues: Vec<Clue>,
    at_fault: Vec<Clue>,
    is_irreducible: bool,
}

impl ClueFault {
    pub(super) fn core(&self, place: &Place) -> DocumentCore {
        DocumentCore::new(place, &self.at_fault, self.is_irreducible)
    }

    fn explain(&self, place: &Place) -> String {
        let names = self.at_fault.iter();
        let names = names.map(|clue| clue.explain(|v| place.name(v))).join(", ");
        match (self.at_fault.len(), self.is_irreducible) {
            (0, _) => "there is no tour even without clues".into(),
            (1, true) => format!("this clue alone excludes every tour: {names}"),
            (count, true) => format!(
                "these {count} clues contradict each other; without any one of them there is a tour: {names}"
            ),
            (count, false) => format!(
                "these {count} clues contradict each other; perhaps not all of them are needed: {names}"
            ),
        }
    }

    /// Marks the clues on the board: steps as numbers, excluded steps as `≠`, moves by a letter at
    /// both ends.
    fn marks(&self, place: &Place) -> Vec<Mark> {
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
        for clue in &self.clues {
            let is_loud = self.at_fault.contains(clue);
            match *clue {
                Clue::At { step, vertex } => add(vertex, step.to_string(), is_loud),
                Clue::NotAt { step, vertex } if is_loud => add(vertex, format!("≠{step}"), true),
                Clue::Move([a, b]) | Clue::NoMove([a, b]) if is_loud => {
                    let sign = ['x', '-'][usize::from(matches!(clue, Clue::Move(_)))];
                    add(a, format!("{sign}{}", place.name(b)), true);
                    add(b, format!("{sign}{}", place.name(a)), true);
                }
                _ => {}
            }
        }
        marks
    }
}

impl Search<'_> {
    /// Finds contradictory clues, if there are clues and time.
    pub(super) fn fault(&self, verdict: &Verdict) -> Result<Option<ClueFault>> {
        let tour = &self.spec.tour;
        let clues = tour.require.len() + tour.forbid.len() + tour.at.len() + tour.not_at.len();
        let is_small = self.spec.place.len() <= unsat_core::LARGEST;
        if !matches!(verdict, Verdict::None(_)) || clues == 0 || !is_small {
            return Ok(None);
        }
        let problem = problem::problem(self.spec, &Stop::default())?;
        let fault = unsat_core::fault(&problem, &self.stop.within(Duration::from_secs(10)))?;
        let at_fault = fault.map(|fault| match fault {
            Fault::Place => (Vec::new(), true),
            Fault::Clues {
                clues,
                is_irreducible,
            } => (clues, is_irreducible),
        });
        Ok(at_fault.map(|(at_fault, is_irreducible)| ClueFault {
            clues: problem.clues().clues().to_vec(),
            at_fault,
            is_irreducible,
        }))
    }

    /// Prints and draws the verdict and the contradictory clues.
    pub(super) fn report_fault(
        &self,
        verdict: &Verdict,
        fault: &ClueFault,
        pictures: Pictures,
    ) -> Result<Exit> {
        let (mut out, view) = (pictures.text_output(), pictures.view);
        let (spec, place) = (self.spec, &self.spec.place);
        if view.format == TourFormat::Json {
            let mut document = report::document(spec, verdict);
            document.core = Some(fault.core(place));
            writeln!(out, "{}", serde_json::to_string(&document)?).context(STDOUT)?;
        } else {
            view.verdict(spec, verdict, &mut out)?;
            writeln!(out, "{}", fault.explain(place)).context(STDOUT)?;
        }
        let marks = fault.marks(place);
        if let (Place::Board(board), TourFormat::Board, false) =
            (place, view.format, marks.is_empty())
        {
            let mut cells = vec![String::new(); board.squares() as usize];
            for mark in &marks {
                let sign = if mark.is_loud { "!" } else { "" };
                cells[mark.vertex as usize] = format!("{}{sign}", mark.text);
            }
            write!(out, "{}", render::grid(board, &cells)).context(STDOUT)?;
        }
        if !pictures.is_empty() {
            let title = format!("no {}: what is given", spec.tour.tour(place));
            pictures.draw(&[Scene::of_marks(title, place, marks)])?;
        }
        Ok(verdict.into())
    }
}

//! Checks that a tour is the only one.

use crate::cli::shared::pictures::Pictures;
use crate::cli::shared::problem;
use crate::cli::shared::process::{self, printing_backstop};
use crate::cli::shared::report::{Exit, Printed, TourFormat, View, json_line, print_or_eprint};
use crate::cli::solve::Search;
use anyhow::Result;
use itertools::Itertools;
use knightsat::prelude::{Kind, Place, Stopped, Tour};
use knightsat::search::unique::{self, Uniqueness};
use knightsat::search::{Verdict, explain};
use knightsat_render as render;
use knightsat_render::scene::Scene;
use knightsat_render::{About, DocumentCore};
use knightsat_tour::statistic::Site;
use serde::Serialize;

/// The body of the JSON document.
#[derive(Serialize)]
struct UniqueBody {
    #[serde(flatten)]
    about: About,
    tour: Kind,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    core: Option<DocumentCore>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parting: Option<u32>,
}

impl Search<'_> {
    /// Searches for a tour, and for another one.
    pub(super) fn unique(&self, pictures: Pictures) -> Result<Exit> {
        let (view, is_taken) = (pictures.view, pictures.take_stdout());
        let unknown = |stopped| self.report(&Uniqueness::Unknown(None), None, view, stopped);
        let backstop = printing_backstop(self.stop, is_taken, unknown)?;
        let words = "looking for a tour, and for another one";
        let unknown = |_| Uniqueness::Unknown(None);
        let found = process::bounded(self.stop, backstop, words, unknown, |_| {
            let problem = problem::problem(self.spec, self.stop)?;
            Ok(unique::unique(&problem, self.stop)?)
        })?;
        let mut core = None;
        if let Uniqueness::None(evidence) = &found {
            let verdict = Verdict::None(evidence.clone());
            let fault = self.fault()?;
            if let Some(fault) = fault.as_ref().filter(|_| view.format != TourFormat::Json) {
                return self.report_fault(&verdict, fault, pictures);
            }
            core = fault.map(|fault| fault.core(&self.spec.place));
        }
        let (text, exit) = self.report(&found, core, view, self.stop.stopped())?;
        let step = parting(&found);
        let scenes = tours(&found).into_iter().map(|tour| {
            let mut scene = Scene::of_tour(&self.spec.place, tour);
            let parting = step.map(|step| tour.steps()[step as usize - 1]);
            scene.sites.extend(parting.map(Site::Vertex));
            scene
        });
        let scenes: Vec<Scene> = scenes.collect();
        let is_drawn =
            pictures.is_empty() || scenes.is_empty() || pictures.draw_in_time(&scenes)?;
        print_or_eprint(&text, is_taken)?;
        Ok(if is_drawn { exit } else { Exit::Unknown })
    }

    /// Returns the result in words or as JSON, and its exit code.
    fn report(
        &self,
        found: &Uniqueness,
        core: Option<DocumentCore>,
        view: View,
        stopped: Stopped,
    ) -> Result<Printed> {
        let (spec, place) = (self.spec, &self.spec.place);
        let subject = spec.tour.tour(place);
        let reason = match found {
            Uniqueness::None(evidence) => explain::reason(spec, evidence),
            _ => stopped.to_string(),
        };
        let tours = tours(found);
        let (exit, result, head) = match found {
            Uniqueness::None(_) => (Exit::No, "none", format!("no {subject}: {reason}")),
            Uniqueness::One(_) => (Exit::Good, "one", format!("exactly one {subject}")),
            Uniqueness::Several(both) => {
                let step = unique::parting(both).unwrap_or(1);
                let vertices = both.iter().map(|tour| tour.steps()[step as usize - 1]);
                let names = vertices.map(|vertex| place.name(vertex)).join(" or ");
                let head =
                    format!("more than one {subject}: these two differ at step {step}, {names}");
                (Exit::Several, "several", head)
            }
            Uniqueness::Unknown(None) => {
                let head = format!("unknown: no {subject} found: {reason}");
                (Exit::Unknown, "unknown", head)
            }
            Uniqueness::Unknown(Some(_)) => {
                let head = format!("unknown: whether this is the only {subject}: {reason}");
                (Exit::Unknown, "unknown", head)
            }
        };
        if view.format != TourFormat::Json {
            let mut text = Vec::new();
            match (found, &tours[..]) {
                (Uniqueness::Several(both), _) => text.extend(two(place, both, view).into_bytes()),
                (_, [tour, ..]) => view.tour(spec, tour, &mut text)?,
                (_, []) => {}
            }
            return Ok((format!("{head}\n{}", String::from_utf8(text)?), exit));
        }
        let names = |tour: &&Tour| tour.steps().iter().map(|&v| place.name(v)).collect();
        let body = UniqueBody {
            about: About::new(place),
            tour: spec.tour.kind,
            result,
            reason: Some(reason).filter(|_| matches!(exit, Exit::No | Exit::Unknown)),
            core,
            moves: tours.first().map(names).unwrap_or_default(),
            other: tours.get(1).map(names).unwrap_or_default(),
            parting: parting(found),
        };
        Ok((json_line("unique", body)?, exit))
    }
}

/// Returns the tours, at most two.
fn tours(found: &Uniqueness) -> Vec<&Tour> {
    match found {
        Uniqueness::One(tour) => vec![tour],
        Uniqueness::Several(both) => both.iter().collect(),
        Uniqueness::None(_) => Vec::new(),
        Uniqueness::Unknown(tour) => tour.iter().collect(),
    }
}

/// Draws two tours, side by side if there is room, with the step marked at which they part.
fn two(place: &Place, both: &[Tour; 2], view: View) -> String {
    let (Some(board), TourFormat::Board) = (place.board(), view.format) else {
        let lines = both.iter().map(|tour| render::moves(place, tour) + "\n");
        return lines.collect();
    };
    let step = unique::parting(both);
    let texts = both.each_ref().map(|tour| {
        let mut cells = vec![String::new(); board.squares() as usize];
        for (number, &vertex) in (1..).zip(tour.steps()) {
            let sign = if Some(number) == step { "*" } else { "" };
            cells[vertex as usize] = format!("{sign}{number}");
        }
        render::grid(board, &cells)
    });
    let text = render::side_by_side([&texts[0], &texts[1]]);
    let width = text.lines().map(|line| line.chars().count()).max();
    match view.terminal.columns {
        Some(columns) if width > Some(columns) => texts.concat(),
        _ => text,
    }
}

/// Returns the step at which two tours part.
fn parting(found: &Uniqueness) -> Option<u32> {
    match found {
        Uniqueness::Several(both) => unique::parting(both),
        _ => None,
    }
}

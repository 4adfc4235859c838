//! Checks that a tour is the only one.

use crate::cli::shared::pictures::Pictures;
use crate::cli::shared::problem;
use crate::cli::shared::process::{self, made_now, printing_backstop};
use crate::cli::shared::report::{Exit, Printed, TourFormat, View, json_line, print_or_eprint};
use crate::cli::solve::{Args, Search};
use anyhow::{Result, bail};
use knightsat::prelude::{Kind, Place, Stopped, Tour};
use knightsat::search::unique::{self, Uniqueness};
use knightsat::search::{Verdict, explain};
use knightsat::tour::spec::Request;
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

impl Args {
    /// Refuses options of other ways to search for a tour.
    pub(super) fn check_unique(&self) -> Result<()> {
        let given = match (self.method.is_given(), self.seed) {
            (true, _) => Some("--method".to_string()),
            (false, Some(_)) => Some("--seed".to_string()),
            _ => self.of_solvers(),
        };
        if let Some(option) = given {
            bail!("{option} has no effect on --unique: varisat answers it, leave {option} out");
        }
        Ok(())
    }
}

impl Search<'_> {
    /// Searches for a tour, and for another one.
    pub(super) fn unique(&self, pictures: Pictures) -> Result<Exit> {
        let (view, is_taken) = (pictures.view, pictures.take_stdout());
        let unknown = Uniqueness::Unknown(None);
        let report = |stopped| self.report(&unknown, None, view, stopped);
        let backstop = printing_backstop(self.stop, is_taken, made_now(report)?)?;
        let words = "looking for a tour, and for another one";
        let found = process::bounded(
            self.stop,
            backstop,
            words,
            |_| unknown,
            |_| {
                let problem = problem::problem(self.spec, self.stop)?;
                Ok(unique::unique(&problem, self.stop)?)
            },
        )?;
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
        let scenes = scenes(self.spec, &found);
        let is_drawn =
            pictures.is_empty() || scenes.is_empty() || pictures.draw_in_time(&scenes)?;
        print_or_eprint(&text, is_taken)?;
        Ok(if is_drawn { exit } else { Exit::Unknown })
    }

    /// Returns the result in words, and its exit code.
    fn report(
        &self,
        found: &Uniqueness,
        core: Option<DocumentCore>,
        view: View,
        stopped: Stopped,
    ) -> Result<Printed> {
        let spec = self.spec;
        let (exit, result, reason) = match found {
            Uniqueness::None(evidence) => (Exit::No, "none", Some(explain::reason(spec, evidence))),
            Uniqueness::One(_) => (Exit::Good, "one", None),
            Uniqueness::Several(_) => (Exit::Several, "several", None),
            Uniqueness::Unknown(_) => (Exit::Unknown, "unknown", Some(stopped.to_string())),
        };
        if view.format != TourFormat::Json {
            return Ok((plain(spec, found, view, stopped), exit));
        }
        let names = |tour: &&Tour| tour.steps().iter().map(|&v| spec.place.name(v)).collect();
        let tours = tours(found);
        let body = UniqueBody {
            about: About::new(&spec.place),
            tour: spec.tour.kind,
            result,
            reason,
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

fn plain(request: &Request, found: &Uniqueness, view: View, stopped: Stopped) -> String {
    let (place, subject) = (&request.place, request.tour.tour(&request.place));
    let shown = |tour: &Tour| {
        let mut text = Vec::new();
        // Memory accepts every write.
        let _ = view.tour(request, tour, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    match found {
        Uniqueness::None(evidence) => {
            format!("no {subject}: {}\n", explain::reason(request, evidence))
        }
        Uniqueness::One(tour) => format!("exactly one {subject}\n{}", shown(tour)),
        Uniqueness::Unknown(None) => format!("unknown: no {subject} found: {stopped}\n"),
        Uniqueness::Unknown(Some(tour)) => {
            let tour = shown(tour);
            format!("unknown: whether this is the only {subject}: {stopped}\n{tour}")
        }
        Uniqueness::Several(both) => {
            let step = unique::parting(both).unwrap_or(1);
            let [first, second] = both
                .each_ref()
                .map(|tour| place.name(tour.steps()[step as usize - 1]));
            let both = two(place, both, view, step);
            format!(
                "more than one {subject}: these two differ at step {step}, {first} or {second}\n{both}"
            )
        }
    }
}

/// Draws two tours, side by side if there is room, with the step marked at which they part.
fn two(place: &Place, both: &[Tour; 2], view: View, step: u32) -> String {
    let (Place::Board(board), TourFormat::Board) = (place, view.format) else {
        let lines = both.iter().map(|tour| render::moves(place, tour) + "\n");
        return lines.collect();
    };
    let texts = both.each_ref().map(|tour| {
        let mut cells = vec![String::new(); board.squares() as usize];
        for (number, &vertex) in (1..).zip(tour.steps()) {
            let sign = if number == step { "*" } else { "" };
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

fn scenes(request: &Request, found: &Uniqueness) -> Vec<Scene> {
    let step = parting(found);
    let scene = |tour: &Tour| {
        let mut scene = Scene::of_tour(&request.place, tour);
        let parting = step.map(|step| tour.steps()[step as usize - 1]);
        scene.sites.extend(parting.map(Site::Vertex));
        scene
    };
    tours(found).into_iter().map(scene).collect()
}

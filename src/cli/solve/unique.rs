//! Checks that a tour is the only one.

use crate::cli::shared::output::name;
use crate::cli::shared::pictures::Pictures;
use crate::cli::shared::problem::{self, BoardChoice};
use crate::cli::shared::process::{self, printing_backstop};
use crate::cli::shared::report::{
    Exit, Printed, TourFormat, json_line, note, print, print_or_eprint, reason,
};
use crate::cli::solve::{Args, Search};
use anyhow::{Result, ensure};
use itertools::Itertools;
use knightsat::encoding::Name;
use knightsat::prelude::{Kind, Place, Stopped, Tour};
use knightsat_render as render;
use knightsat_render::scene::Scene;
use knightsat_render::{About, DocumentCore};
use knightsat_search::unique::{self, Uniqueness};
use knightsat_search::{Verdict, explain};
use knightsat_tour::statistic::Site;
use serde::Serialize;
use std::path::Path;
use walkdir::{DirEntry, WalkDir};

/// The body of the JSON document.
#[derive(Serialize)]
struct UniqueBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
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
    /// Checks each puzzle in a folder, a line each. The exit code is that of the worst.
    pub(super) fn unique_each(&self, folder: &Path) -> Result<Exit> {
        let walk = WalkDir::new(folder).max_depth(1).sort_by_file_name();
        let mut entries = walk.into_iter().collect::<Result<Vec<_>, _>>()?;
        let is_hidden = |file: &DirEntry| file.file_name().as_encoded_bytes().starts_with(b".");
        entries.retain(|file| file.file_type().is_file() && !is_hidden(file));
        let files = entries.into_iter().map(DirEntry::into_path).collect_vec();
        ensure!(
            !files.is_empty(),
            "{}: the folder has no puzzles",
            name(folder)
        );
        let format = self.output.of_several()?;
        let (mut worst, stop) = (0, process::stop(None)?);
        let order = [
            Exit::Good,
            Exit::Unknown,
            Exit::No,
            Exit::Several,
            Exit::Error,
        ];
        for file in files {
            stop.check()?;
            let (line, exit) = self.unique_in(&file, format).unwrap_or_else(|error| {
                note!("{}", reason(&error));
                (String::new(), Exit::Error)
            });
            print(&line)?;
            let rank = order.iter().position(|&known| known == exit);
            worst = worst.max(rank.expect("one of these"));
        }
        Ok(order[worst])
    }

    /// Checks a puzzle; its line has a second solution if there is one.
    fn unique_in(&self, file: &Path, format: TourFormat) -> Result<Printed> {
        let stop = &self.solvers.one.time.stop()?;
        let style = self.formula.style(Name::for_tour(&self.tour))?;
        let place = BoardChoice::File(file.to_path_buf()).read(stop)?;
        let spec = &self.tour.spec(place, style, stop)?;
        let search = Search {
            args: self,
            spec,
            stop,
            file: Some(name(file)),
        };
        let found =
            problem::problem(spec, stop).and_then(|problem| Ok(unique::unique(&problem, stop)?));
        let found = found.or_else(|error| match process::stopped(&error) {
            Some(_) => Ok(Uniqueness::Unknown(None)),
            None => problem::excluded(error).map(Uniqueness::None),
        })?;
        let (text, exit) = search.report(&found, None, format, stop.stopped())?;
        if format == TourFormat::Json {
            return Ok((text, exit));
        }
        let head = text.lines().next().unwrap_or_default();
        let second = tours(&found).into_iter().nth(1);
        let second = second.map(|tour| format!(": {}", spec.place.path(tour.steps())));
        Ok((
            format!("{}: {head}{}\n", name(file), second.unwrap_or_default()),
            exit,
        ))
    }
}

impl Search<'_> {
    /// Searches for a tour, and for another one.
    pub(super) fn unique(&self, pictures: Pictures) -> Result<Exit> {
        let (format, is_taken) = (pictures.format, pictures.take_stdout());
        let unknown = |stopped| self.report(&Uniqueness::Unknown(None), None, format, stopped);
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
            if let Some(fault) = fault.as_ref().filter(|_| format != TourFormat::Json) {
                return self.report_fault(&verdict, fault, pictures);
            }
            core = fault.map(|fault| fault.core(&self.spec.place));
        }
        let (text, exit) = self.report(&found, core, format, self.stop.stopped())?;
        let step = parting(&found);
        let scenes = tours(&found).into_iter().map(|tour| {
            let mut scene = Scene::of_tour(&self.spec.place, tour);
            let parting = step.map(|step| tour.steps()[step as usize - 1]);
            scene.sites.extend(parting.map(Site::Vertex));
            scene
        });
        let scenes: Vec<Scene> = scenes.collect();
        if !scenes.is_empty() {
            pictures.draw(&scenes)?;
        }
        print_or_eprint(&text, is_taken)?;
        Ok(exit)
    }

    /// Returns the result in words or as JSON, and its exit code.
    fn report(
        &self,
        found: &Uniqueness,
        core: Option<DocumentCore>,
        format: TourFormat,
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
        if format != TourFormat::Json {
            let mut text = Vec::new();
            match (found, &tours[..]) {
                (Uniqueness::Several(both), _) => {
                    text.extend(two(place, both, format).into_bytes())
                }
                (_, [tour, ..]) => format.tour(spec, tour, &mut text)?,
                (_, []) => {}
            }
            return Ok((format!("{head}\n{}", String::from_utf8(text)?), exit));
        }
        let names = |tour: &&Tour| tour.steps().iter().map(|&v| place.name(v)).collect();
        let body = UniqueBody {
            file: self.file.clone(),
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

/// Draws two tours, with the step marked at which they part.
fn two(place: &Place, both: &[Tour; 2], format: TourFormat) -> String {
    let (Some(board), TourFormat::Board) = (place.board(), format) else {
        let lines = both.iter().map(|tour| place.path(tour.steps()) + "\n");
        return lines.collect();
    };
    let step = unique::parting(both);
    let boards = both.iter().map(|tour| {
        let mut cells = vec![String::new(); board.squares() as usize];
        for (number, &vertex) in (1..).zip(tour.steps()) {
            let sign = if Some(number) == step { "*" } else { "" };
            cells[vertex as usize] = format!("{sign}{number}");
        }
        render::grid(board, &cells)
    });
    boards.collect()
}

/// Returns the step at which two tours part.
fn parting(found: &Uniqueness) -> Option<u32> {
    match found {
        Uniqueness::Several(both) => unique::parting(both),
        _ => None,
    }
}

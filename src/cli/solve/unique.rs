//! Whether the tour is the only one.

use super::Args;
use crate::cli::shared::document;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::interrupt::Backstop;
use crate::cli::shared::pictures::Pictures;
use crate::cli::shared::progress::Line;
use crate::cli::shared::report::Format;
use crate::cli::shared::{note, output, problem, time};
use anyhow::{Result, bail};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::About;
use knightsat::render::scene::{Mark, Scene};
use knightsat::render::{self, DocumentCore, Terminal};
use knightsat::search::unique::{self, Uniqueness};
use knightsat::search::{Verdict, explain};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::Kind;
use knightsat::tour::place::Place;
use knightsat::tour::tour::Tour;
use serde::Serialize;
use std::io::{self, Write};

/// The body of the JSON document.
#[derive(Serialize)]
struct Body {
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
    /// Refuses options of other ways to look for a tour.
    pub(super) fn check_unique(&self) -> Result<()> {
        let given = match (self.method.is_given(), self.seed) {
            (true, _) => Some("--method".to_string()),
            (false, Some(_)) => Some("--seed".to_string()),
            _ => self.for_solvers().filter(|option| option != "--symmetric"),
        };
        match given {
            Some(option) => {
                bail!("{option} has no effect on --unique: varisat answers it, leave {option} out")
            }
            None => Ok(()),
        }
    }

    /// Asks for a tour, and for another one.
    pub(super) fn unique(
        &self,
        spec: &FormulaSpec,
        pictures: Pictures,
        stop: &Stop,
    ) -> Result<Exit> {
        let unknown = Uniqueness::Unknown(None);
        let (text, _) = self.told(spec, &unknown, None, pictures.terminal, Stopped::Late)?;
        let takes_stdout = pictures.take_stdout();
        let backstop = Backstop::new(stop, move || {
            let _ = match takes_stdout {
                true => io::stderr().write_all(text.as_bytes()),
                false => io::stdout().write_all(text.as_bytes()),
            };
            Exit::Unknown
        })?;
        let line = Line::new("looking for a tour, and for another one");
        let found = problem::problem_within(spec, stop)
            .and_then(|problem| Ok(unique::unique(&problem, stop)?));
        drop(backstop);
        let found = time::found(found, |_| Uniqueness::Unknown(None), line, stop)?;
        let mut core = None;
        if let Uniqueness::None(evidence) = &found {
            let verdict = Verdict::None(evidence.clone());
            let fault = self.fault(spec, &verdict, stop)?;
            if let Some(fault) = fault.as_ref().filter(|_| self.format != Format::Json) {
                return self.tell_fault(spec, &verdict, fault, pictures);
            }
            core = fault.map(|fault| fault.document(&spec.place));
        }
        let (text, exit) = self.told(spec, &found, core, pictures.terminal, stop.stopped())?;
        let mut is_drawn = true;
        if !pictures.is_empty() {
            let scenes = scenes(spec, &found);
            if !scenes.is_empty() {
                is_drawn = pictures.until(stop).draw_in_time(&scenes)?;
            }
        }
        match takes_stdout {
            true => note::raw(text),
            false => output::print(&text)?,
        }
        Ok(if is_drawn { exit } else { Exit::Unknown })
    }

    /// The text of what was found, and its exit code.
    fn told(
        &self,
        spec: &FormulaSpec,
        found: &Uniqueness,
        core: Option<DocumentCore>,
        terminal: Terminal,
        stopped: Stopped,
    ) -> Result<(String, Exit)> {
        let (exit, result) = match found {
            Uniqueness::None(_) => (Exit::No, "none"),
            Uniqueness::One(_) => (Exit::Good, "one"),
            Uniqueness::Several(_) => (Exit::Several, "several"),
            Uniqueness::Unknown(_) => (Exit::Unknown, "unknown"),
        };
        let text = match self.format {
            Format::Json => {
                let body = body(spec, found, result, stopped);
                document::line("unique", Body { core, ..body })?
            }
            format => plain(spec, found, format, terminal, stopped),
        };
        Ok((text, exit))
    }
}

fn body(spec: &FormulaSpec, found: &Uniqueness, result: &'static str, stopped: Stopped) -> Body {
    let names = |tour: &Tour| tour.steps().iter().map(|&v| spec.place.name(v)).collect();
    let mut body = Body {
        about: About::new(&spec.place),
        tour: spec.tour.kind,
        result,
        reason: None,
        core: None,
        moves: Vec::new(),
        other: Vec::new(),
        parting: None,
    };
    match found {
        Uniqueness::None(evidence) => body.reason = Some(explain::reason(spec, evidence)),
        Uniqueness::One(tour) => body.moves = names(tour),
        Uniqueness::Several(both) => {
            body.moves = names(&both[0]);
            body.other = names(&both[1]);
            body.parting = unique::parting(both);
        }
        Uniqueness::Unknown(tour) => {
            body.reason = Some(stopped.to_string());
            body.moves = tour.as_ref().map(names).unwrap_or_default();
        }
    }
    body
}

fn plain(
    spec: &FormulaSpec,
    found: &Uniqueness,
    format: Format,
    terminal: Terminal,
    stopped: Stopped,
) -> String {
    let (place, subject) = (&spec.place, spec.tour.tour(&spec.place));
    let shown = |tour: &Tour, terminal: Terminal| match (place, format) {
        (Place::Board(board), Format::Board) => {
            let closed = tour.kind() == Kind::Closed;
            let given = spec.tour.given(place).unwrap_or_default();
            render::terminal(board, tour.steps(), closed, &given, terminal)
        }
        _ => render::moves(place, tour) + "\n",
    };
    match found {
        Uniqueness::None(evidence) => {
            format!("no {subject}: {}\n", explain::reason(spec, evidence))
        }
        Uniqueness::One(tour) => format!("exactly one {subject}\n{}", shown(tour, terminal)),
        Uniqueness::Unknown(None) => format!("unknown: no {subject} found: {stopped}\n"),
        Uniqueness::Unknown(Some(tour)) => {
            let tour = shown(tour, terminal);
            format!("unknown: whether this is the only {subject}: {stopped}\n{tour}")
        }
        Uniqueness::Several(both) => {
            let step = unique::parting(both).unwrap_or(1);
            let at = |tour: &Tour| place.name(tour.steps()[step as usize - 1]);
            let first = format!(
                "more than one {subject}: these two part at step {step}, {} or {}\n",
                at(&both[0]),
                at(&both[1])
            );
            first + &two(place, both, format, step, terminal)
        }
    }
}

/// Two tours, as boards beside each other where there is room, the step where they part marked.
fn two(place: &Place, both: &[Tour; 2], format: Format, step: u32, terminal: Terminal) -> String {
    let (Place::Board(board), Format::Board) = (place, format) else {
        return both
            .iter()
            .map(|tour| render::moves(place, tour) + "\n")
            .collect();
    };
    let texts = both.each_ref().map(|tour| {
        let mut cells = vec![String::new(); board.squares() as usize];
        for (number, &vertex) in (1..).zip(tour.steps()) {
            let sign = if number == step { "*" } else { "" };
            cells[vertex as usize] = format!("{sign}{number}");
        }
        render::grid(board, &cells)
    });
    let text = render::beside([&texts[0], &texts[1]]);
    let width = text.lines().map(|line| line.chars().count()).max();
    match terminal
        .columns
        .is_some_and(|columns| width > Some(columns))
    {
        true => texts.concat(),
        false => text,
    }
}

fn scenes(spec: &FormulaSpec, found: &Uniqueness) -> Vec<Scene> {
    match found {
        Uniqueness::None(_) | Uniqueness::Unknown(None) => Vec::new(),
        Uniqueness::One(tour) | Uniqueness::Unknown(Some(tour)) => {
            vec![Scene::of_tour(&spec.place, tour)]
        }
        Uniqueness::Several(both) => {
            let step = unique::parting(both).unwrap_or(1) as usize;
            let scene = |tour: &Tour| Scene {
                marks: vec![Mark {
                    vertex: tour.steps()[step - 1],
                    text: String::new(),
                    is_loud: true,
                }],
                ..Scene::of_tour(&spec.place, tour)
            };
            both.iter().map(scene).collect()
        }
    }
}

//! Checks that a tour is the only one.

use crate::cli::shared::{
    Backstop, Exit, Line, Pictures, TourFormat, document, print_beside, problem, time,
};
use crate::cli::solve::Args;
use anyhow::{Result, bail};
use knightsat::prelude::{FormulaSpec, Kind, Place, Stop, Stopped, Tour, Verdict};
use knightsat::render::scene::{Mark, Scene};
use knightsat::render::{self, About, DocumentCore, Terminal};
use knightsat::search::explain;
use knightsat::search::unique::{self, Uniqueness};
use serde::Serialize;

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
    /// Refuses options of other ways to search for a tour.
    pub(super) fn check_unique(&self) -> Result<()> {
        let given = match (self.method.is_given(), self.seed) {
            (true, _) => Some("--method".to_string()),
            (false, Some(_)) => Some("--seed".to_string()),
            _ => self.for_solvers().filter(|option| option != "--symmetric"),
        };
        if let Some(option) = given {
            bail!("{option} has no effect on --unique: varisat answers it, leave {option} out");
        }
        Ok(())
    }

    /// Searches for a tour, and for another one.
    pub(super) fn unique(
        &self,
        spec: &FormulaSpec,
        pictures: Pictures,
        stop: &Stop,
    ) -> Result<Exit> {
        let (terminal, is_taken) = (pictures.terminal, pictures.take_stdout());
        let unknown = Uniqueness::Unknown(None);
        let (text, exit) = self.told(spec, &unknown, None, terminal, Stopped::Late)?;
        let backstop = Backstop::telling(stop, text, is_taken, exit)?;
        let line = Line::new("looking for a tour, and for another one");
        let found =
            problem::problem(spec, stop).and_then(|problem| Ok(unique::unique(&problem, stop)?));
        drop(backstop);
        let found = time::found(found, |_| Uniqueness::Unknown(None), line, stop)?;
        let mut core = None;
        if let Uniqueness::None(evidence) = &found {
            let verdict = Verdict::None(evidence.clone());
            let fault = self.fault(spec, &verdict, stop)?;
            if let Some(fault) = fault.as_ref().filter(|_| self.format != TourFormat::Json) {
                return self.tell_fault(spec, &verdict, fault, pictures);
            }
            core = fault.map(|fault| fault.core(&spec.place));
        }
        let (text, exit) = self.told(spec, &found, core, terminal, stop.stopped())?;
        let scenes = scenes(spec, &found);
        let is_drawn = pictures.is_empty()
            || scenes.is_empty()
            || pictures.until(stop).draw_in_time(&scenes)?;
        print_beside(&text, is_taken)?;
        Ok(if is_drawn { exit } else { Exit::Unknown })
    }

    /// Returns the result in words, and its exit code.
    fn told(
        &self,
        spec: &FormulaSpec,
        found: &Uniqueness,
        core: Option<DocumentCore>,
        terminal: Terminal,
        stopped: Stopped,
    ) -> Result<(String, Exit)> {
        let (exit, result, reason) = match found {
            Uniqueness::None(evidence) => (Exit::No, "none", Some(explain::reason(spec, evidence))),
            Uniqueness::One(_) => (Exit::Good, "one", None),
            Uniqueness::Several(_) => (Exit::Several, "several", None),
            Uniqueness::Unknown(_) => (Exit::Unknown, "unknown", Some(stopped.to_string())),
        };
        if self.format != TourFormat::Json {
            return Ok((plain(spec, found, self.format, terminal, stopped), exit));
        }
        let names = |tour: &&Tour| tour.steps().iter().map(|&v| spec.place.name(v)).collect();
        let tours = tours(found);
        let body = Body {
            about: About::new(&spec.place),
            tour: spec.tour.kind,
            result,
            reason,
            core,
            moves: tours.first().map(names).unwrap_or_default(),
            other: tours.get(1).map(names).unwrap_or_default(),
            parting: parting(found),
        };
        Ok((document::line("unique", body)?, exit))
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

fn plain(
    spec: &FormulaSpec,
    found: &Uniqueness,
    format: TourFormat,
    terminal: Terminal,
    stopped: Stopped,
) -> String {
    let (place, subject) = (&spec.place, spec.tour.tour(&spec.place));
    let shown = |tour: &Tour| match (place, format) {
        (Place::Board(board), TourFormat::Board) => {
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
            let both = two(place, both, format, step, terminal);
            format!(
                "more than one {subject}: these two part at step {step}, {first} or {second}\n{both}"
            )
        }
    }
}

/// Draws two tours, side by side if there is room, with the step marked at which they part.
fn two(
    place: &Place,
    both: &[Tour; 2],
    format: TourFormat,
    step: u32,
    terminal: Terminal,
) -> String {
    let (Place::Board(board), TourFormat::Board) = (place, format) else {
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
    let text = render::side_by_side([&texts[0], &texts[1]]);
    let width = text.lines().map(|line| line.chars().count()).max();
    match terminal.columns {
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

fn scenes(spec: &FormulaSpec, found: &Uniqueness) -> Vec<Scene> {
    let step = parting(found);
    let scene = |tour: &Tour| {
        let mut scene = Scene::of_tour(&spec.place, tour);
        scene.marks.extend(step.map(|step| Mark {
            vertex: tour.steps()[step as usize - 1],
            text: String::new(),
            is_loud: true,
        }));
        scene
    };
    tours(found).into_iter().map(scene).collect()
}

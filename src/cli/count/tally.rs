//! Counts tours, and reports their number.

use crate::cli::count::{Args, Method};
use crate::cli::shared::{Exit, Format, Line, STDOUT, document, interrupt, note, problem, time};
use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use knightsat::count::frontier::{self, Forecast, FrontierError, Limits, Progress, Stage};
use knightsat::prelude::{FormulaSpec, Kind, Place, Problem, Stop, Stopped};
use knightsat::render::{self, About};
use knightsat::search::Engine;
use knightsat::search::tours::Tours;
use knightsat::tour::known::{self, Record};
use serde::Serialize;
use std::io::Write;

/// Tours between two updates of the display.
const TOURS_A_LOOK: u64 = 1 << 8;
/// A warning needs a forecast this many times beyond the limit, since forecasts are rough.
const SURELY: f64 = 4.0;

impl Args {
    /// Counts by this method, with varisat in process, or other solvers.
    pub(super) fn tally(
        &self,
        spec: &FormulaSpec,
        method: Method,
        stop: &Stop,
        output: &mut impl Write,
    ) -> Result<Tally> {
        let problem = problem::problem(spec, stop)?;
        match method {
            Method::Frontier => return by_frontier(&problem, stop),
            Method::Search => {
                return self.take(Tours::by_search(&problem, stop), stop, spec, output);
            }
            Method::Enumerate => {}
        }
        let (solvers, engine) = if self.formula.is_named() {
            self.solvers.engine(spec, &self.formula, None)?
        } else {
            (self.solvers.choose()?, Engine::Formula)
        };
        let is_varisat = matches!(&solvers[..], [one] if one.checks_refutations());
        if let Engine::Lazy(_) = engine {
            ensure!(is_varisat, "--encoding lazy counts with varisat only");
            return self.take(Tours::by_cuts(&problem, stop)?, stop, spec, output);
        }
        let formula = problem::formula(spec, &problem, stop)?;
        ensure!(
            formula.is_exact(),
            "this formula is a relaxation, so not all of its models are tours: use an exact encoding"
        );
        if is_varisat {
            let tours = Tours::by_models(&problem, &formula, stop);
            return self.take(tours, stop, spec, output);
        }
        let _hold = interrupt::hold()?;
        let limits = stop.clone().into();
        let tours = Tours::by_solvers(&problem, &formula, &solvers, limits, |error| {
            note!("{error}")
        });
        let tally = self.take(tours, stop, spec, output);
        time::tell_of_signal(stop);
        tally
    }

    /// Counts the tours, up to the limit, and optionally lists them.
    fn take(
        &self,
        mut tours: Tours<'_, '_>,
        stop: &Stop,
        spec: &FormulaSpec,
        output: &mut impl Write,
    ) -> Result<Tally> {
        let mut count = 0_u64;
        let mut is_complete = false;
        // A list on the terminal already shows the progress.
        let line = (!self.enumerate).then(|| Line::new(""));
        loop {
            let Some(tour) = tours.next().transpose()? else {
                is_complete = !tours.is_late();
                break;
            };
            if self.limit == Some(count) {
                break;
            }
            count += 1;
            if let Some(line) = &line
                && count.is_multiple_of(TOURS_A_LOOK)
            {
                line.say(format!("{count} so far"));
            }
            if self.enumerate {
                writeln!(output, "{}", render::moves(&spec.place, &tour)).context(STDOUT)?;
            }
        }
        Ok(Tally {
            count: count.into(),
            is_complete,
            unfinished: tours.is_late().then(|| stop.stopped().to_string()),
            word: tours.word().map(str::to_string),
        })
    }
}

/// Counts by the frontier method; warns if memory will probably not suffice.
fn by_frontier(problem: &Problem, stop: &Stop) -> Result<Tally> {
    let limits = Limits {
        stop: stop.clone(),
        ..Limits::default()
    };
    let line = Line::new("looking for a narrow order of the squares");
    let mut is_warned = false;
    let counted = frontier::count_with(problem, &limits, &mut |progress| {
        line.say(words(&progress));
        let forecast = progress.forecast.map_or(0.0, |forecast| forecast.states);
        let most = limits.states;
        if !is_warned && forecast > SURELY * most as f64 {
            is_warned = true;
            line.note(format!(
                "this will probably not fit: by the growth so far the frontier will have about {forecast:.0e} \
                 states, and {most} are held at most; --method search --timeout SECONDS gives a lower bound"
            ));
        }
    });
    match counted {
        Ok(count) => Ok(Tally {
            count,
            is_complete: true,
            unfinished: None,
            word: None,
        }),
        Err(FrontierError::Late) => Ok(Tally::nothing(stop.stopped())),
        Err(error) => Err(error.into()),
    }
}

fn words(progress: &Progress) -> String {
    let so_far = match progress.stage {
        Stage::Sweep {
            step,
            steps,
            states,
        } => format!("step {step} of {steps}, {states} states"),
        Stage::Pairing { done, pairs } => format!("pairing: {done} of {pairs} groups"),
    };
    match progress.forecast {
        None => so_far,
        Some(Forecast { states, left }) => {
            let left = indicatif::HumanDuration(left);
            format!("{so_far}; by the growth so far up to {states:.0e}, about {left} left")
        }
    }
}

/// The result of a count.
pub struct Tally {
    /// The number of tours, at least.
    pub count: u128,
    /// True if it is complete.
    pub is_complete: bool,
    /// The reason why it is incomplete.
    pub unfinished: Option<String>,
    /// The unverified source of completeness.
    pub word: Option<String>,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    about: About,
    what: &'a str,
    count: u128,
    complete: bool,
    method: Method,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_other: Option<&'a str>,
    known: Option<u64>,
    source: Option<String>,
    agrees: Option<bool>,
}

impl Tally {
    /// Returns the result of an interrupted count.
    pub fn nothing(stopped: Stopped) -> Tally {
        Tally {
            count: 0,
            is_complete: false,
            unfinished: Some(stopped.to_string()),
            word: None,
        }
    }

    /// Prints the number in the selected format, with the published one; returns the exit code.
    pub fn report(
        &self,
        spec: &FormulaSpec,
        method: Method,
        format: Format,
    ) -> Result<(String, Exit)> {
        let known = published(spec);
        let agrees = known.as_ref().and_then(|record| {
            let known = u128::from(record.count);
            let may_agree = !self.is_complete && self.count <= known;
            (!may_agree).then_some(self.count == known)
        });
        let exit = match agrees {
            Some(false) => Exit::No,
            _ if self.unfinished.is_some() => Exit::Unknown,
            _ => Exit::Good,
        };
        if format == Format::Text {
            return Ok((self.text(spec, method, known, agrees), exit));
        }
        let document = Document {
            about: About::new(&spec.place),
            what: &what(spec),
            count: self.count,
            complete: self.is_complete,
            method,
            no_other: self.word.as_deref(),
            known: known.as_ref().map(|record| record.count),
            source: known.map(|record| record.source),
            agrees,
        };
        Ok((document::line("count", document)?, exit))
    }

    /// Returns the number in words.
    fn text(
        &self,
        spec: &FormulaSpec,
        method: Method,
        known: Option<Record>,
        agrees: Option<bool>,
    ) -> String {
        let (what, count) = (what(spec), self.count);
        let at_least = if self.is_complete { "" } else { "at least " };
        let place = match &spec.place {
            Place::Board(board) => format!("{}, {}", board.piece(), board.describe()),
            graph => graph.to_string(),
        };
        let by = method.to_possible_value();
        let by = by.as_ref().map_or("", |value| value.get_name());
        if let (Some(why), Method::Frontier, 0) = (&self.unfinished, method, count) {
            return format!("unknown: {what} not counted: {why} ({place})\n");
        }
        let what = match count {
            1 => what.replacen("tours", "tour", 1),
            _ => what,
        };
        let mut text = format!("{at_least}{count} {what} ({place}, by {by})\n");
        if let Some(word) = &self.word {
            text += &format!("there is no other: {word}\n");
        }
        if let Some(record) = known {
            let verdict = match agrees {
                Some(true) => "agrees",
                Some(false) => "DISAGREES",
                None => "not yet contradicted",
            };
            text += &format!("known: {}, {}: {verdict}\n", record.count, record.source);
        }
        text
    }
}

/// Describes the counted tours.
pub fn what(spec: &FormulaSpec) -> String {
    let tour = &spec.tour;
    let mut what = format!("{} tours", tour.kind);
    for (word, name) in [("from", &tour.start), ("to", &tour.end)] {
        if let Some(name) = name {
            what += &format!(" {word} {name}");
        }
    }
    what += &tour.with_the_symmetry();
    if let Some(clues) = tour.clues() {
        what += &format!(" {clues}");
    }
    what + match tour.kind {
        Kind::Open => ", directed",
        Kind::Closed if tour.knows_steps(spec.place.len()) => ", numbered",
        Kind::Closed => ", undirected",
    }
}

/// Returns the published number of exactly these tours.
fn published(spec: &FormulaSpec) -> Option<Record> {
    let board = spec.place.board().filter(|board| known::has_any(board))?;
    known::published(board, &spec.problem().ok()?)
}

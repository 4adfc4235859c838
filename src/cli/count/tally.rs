//! What is told of a number of tours.

use super::method::Method;
use super::published::{published, what};
use crate::cli::shared::document::{self, Format};
use crate::cli::shared::exit::Exit;
use anyhow::Result;
use clap::ValueEnum;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::About;
use knightsat::stop::Stopped;
use knightsat::tour::known;
use knightsat::tour::place::Place;
use serde::Serialize;

/// What has been counted.
pub struct Tally {
    /// How many tours there are, at least.
    pub count: u128,
    /// Whether these are all.
    pub is_complete: bool,
    /// Why it is not finished, if it is not.
    pub unfinished: Option<String>,
    /// By whose word alone there is no other.
    pub word: Option<String>,
}

impl Tally {
    /// Nothing counted.
    pub fn nothing(stopped: Stopped) -> Tally {
        Tally {
            count: 0,
            is_complete: false,
            unfinished: Some(stopped.to_string()),
            word: None,
        }
    }
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

/// The number in the form asked for, with the published one, and the exit code that goes with it.
pub fn report(
    spec: &FormulaSpec,
    method: Method,
    tally: &Tally,
    format: Format,
) -> Result<(String, Exit)> {
    let what = what(spec);
    let known = published(spec);
    let agrees = known.as_ref().and_then(|record| {
        let known = u128::from(record.count);
        let may_agree = !tally.is_complete && tally.count <= known;
        (!may_agree).then_some(tally.count == known)
    });
    let exit = match agrees {
        Some(false) => Exit::No,
        _ if tally.unfinished.is_some() => Exit::Unknown,
        _ => Exit::Good,
    };
    if format == Format::Json {
        let document = Document {
            about: About::new(&spec.place),
            what: &what,
            count: tally.count,
            complete: tally.is_complete,
            method,
            no_other: tally.word.as_deref(),
            known: known.as_ref().map(|record| record.count),
            source: known.map(|record| record.source),
            agrees,
        };
        return Ok((document::line("count", document)?, exit));
    }
    Ok((text(spec, method, tally, known, agrees), exit))
}

/// The same for people.
fn text(
    spec: &FormulaSpec,
    method: Method,
    tally: &Tally,
    known: Option<known::Record>,
    agrees: Option<bool>,
) -> String {
    let what = what(spec);
    let at_least = if tally.is_complete { "" } else { "at least " };
    let place = match &spec.place {
        Place::Board(board) => format!("{}, {}", board.piece(), board.describe()),
        graph => graph.to_string(),
    };
    let by = method.to_possible_value();
    let by = by.as_ref().map_or("", |value| value.get_name());
    let count = tally.count;
    if let Some(why) = &tally.unfinished
        && method == Method::Frontier
        && count == 0
    {
        return format!("unknown: {what} not counted: {why} ({place})\n");
    }
    let what = match count {
        1 => what.replacen("tours", "tour", 1),
        _ => what,
    };
    let mut text = format!("{at_least}{count} {what} ({place}, by {by})\n");
    if let Some(word) = &tally.word {
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

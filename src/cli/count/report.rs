//! Reports of a number of tours, with the published numbers and its evidence.

use crate::cli::count::Method;
use crate::cli::shared::report::{Exit, Format, Printed, json_line, value_name};
use anyhow::Result;
use itertools::Itertools;
use knightsat::prelude::Stopped;
use knightsat::tour::Request;
use knightsat_base::text::{align, counted};
use knightsat_count::frontier::{BigUint, Classes, Count};
use knightsat_render::About;
use knightsat_tour::convention::Convention;
use knightsat_tour::known;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A number of tours.
#[derive(Default)]
pub struct Tally {
    /// The number of tours found so far.
    pub count: BigUint,
    /// True if the count is complete.
    pub is_complete: bool,
    /// The reason for an incomplete count.
    pub unfinished: Option<String>,
    /// The solver whose unverified answer rules out further tours, if any.
    pub word: Option<String>,
    /// The cheap reason that excludes every tour, if nothing was counted.
    pub reason: Option<String>,
    /// Primes, and the number modulo each, of a count by the frontier method.
    pub residues: Vec<(u64, u64)>,
    /// The classes that are counted instead of tours.
    pub classes: Option<Classes>,
    /// A statistic, and the number of tours for each of its values.
    pub by: Option<(String, BTreeMap<i64, u64>)>,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct CountDocument {
    #[serde(flatten)]
    about: About,
    what: String,
    count: String,
    complete: bool,
    method: String,
    known: Option<String>,
    source: Option<String>,
    agrees: Option<bool>,
    others: Vec<Published>,
    /// The fields that only some counts have.
    #[serde(flatten)]
    more: BTreeMap<&'static str, Value>,
}

/// A published number of the same tours.
#[derive(Clone, Serialize)]
struct Published {
    count: String,
    source: String,
    agrees: Option<bool>,
}

impl From<Count> for Tally {
    fn from(count: Count) -> Tally {
        Tally {
            is_complete: count.tours.is_some(),
            count: count.tours.unwrap_or_default(),
            residues: count.residues,
            ..Tally::default()
        }
    }
}

impl From<Classes> for Tally {
    fn from(classes: Classes) -> Tally {
        Tally {
            count: classes.classes.clone(),
            is_complete: true,
            classes: Some(classes),
            ..Tally::default()
        }
    }
}

impl Tally {
    /// Returns the tally of a problem without a tour, for this reason.
    pub fn none(reason: String) -> Tally {
        Tally {
            is_complete: true,
            reason: Some(reason),
            ..Tally::default()
        }
    }

    /// Returns true if no tour exists.
    pub fn is_none(&self) -> bool {
        self.is_complete && self.count == BigUint::default()
    }

    /// Returns an empty tally.
    pub fn nothing(stopped: Stopped) -> Tally {
        Tally {
            unfinished: Some(stopped.to_string()),
            ..Tally::default()
        }
    }

    /// Returns the number in the chosen format, with the published one, and the exit code.
    pub fn report(&self, request: &Request, method: Method, format: Format) -> Result<Printed> {
        let published = self.published(request);
        let known = published.first();
        let exit = match known.and_then(|known| known.agrees) {
            Some(false) => Exit::No,
            _ if self.unfinished.is_some() => Exit::Unknown,
            _ => Exit::Good,
        };
        if format == Format::Text {
            return Ok((self.text(request, method, &published), exit));
        }
        let by = self.by.as_ref().map(|(statistic, tours)| {
            let row = |(value, tours): (&i64, &u64)| json!({ "value": value, "tours": tours.to_string() });
            json!({ "statistic": statistic, "values": tours.iter().map(row).collect_vec() })
        });
        let has_residues = !self.residues.is_empty();
        let more = [
            ("no_other", self.word.as_ref().map(|word| json!(word))),
            ("reason", self.reason.as_ref().map(|reason| json!(reason))),
            ("residues", has_residues.then(|| residues(&self.residues))),
            ("by", by),
            ("classes", self.classes.as_ref().map(classes)),
        ];
        let given = |(key, value): (_, Option<_>)| Some((key, value?));
        let more = more.into_iter().filter_map(given);
        let document = CountDocument {
            about: About::new(&request.place),
            what: self.describe(request),
            count: self.count.to_string(),
            complete: self.is_complete,
            method: match self.reason {
                Some(_) => "reason".into(),
                None => value_name(method),
            },
            known: known.map(|known| known.count.clone()),
            source: known.map(|known| known.source.clone()),
            agrees: known.and_then(|known| known.agrees),
            others: published.iter().skip(1).cloned().collect(),
            more: more.collect(),
        };
        Ok((json_line("count", document)?, exit))
    }

    /// Returns the published numbers of just these tours, the most reliable one first.
    fn published(&self, request: &Request) -> Vec<Published> {
        let record = || {
            let board = request.place.board()?;
            let problem = known::has_any(board).then(|| request.problem(&Default::default()));
            known::published(board, &problem?.ok()?)
        };
        let row = |count: &BigUint, source: &str| Published {
            count: count.to_string(),
            source: source.to_string(),
            agrees: self.agrees(count),
        };
        let Some(known) = record() else {
            return Vec::new();
        };
        let mut rows = vec![row(&known.count, &known.source)];
        for other in &known.others {
            rows.push(row(&other.count, &other.source));
        }
        rows
    }

    /// Returns true if a published number agrees with this one; `None` if the count cannot decide
    /// it.
    fn agrees(&self, known: &BigUint) -> Option<bool> {
        if let Some(residues) = self.residues() {
            let is_residue = |&(prime, residue): &(u64, u64)| known % prime == residue.into();
            return Some(residues.iter().all(is_residue));
        }
        let tours = self.classes.as_ref().map_or(&self.count, |of| &of.tours);
        let may_agree = !self.is_complete && *tours <= *known;
        (!may_agree).then_some(*tours == *known)
    }

    /// Returns the residues if the number itself is unknown.
    fn residues(&self) -> Option<&[(u64, u64)]> {
        let is_known = self.is_complete || self.residues.is_empty();
        (!is_known).then_some(&self.residues[..])
    }

    /// Returns the description of the counted tours or classes, in words.
    fn describe(&self, request: &Request) -> String {
        let what = describe(request);
        match &self.classes {
            Some(classes) => format!("classes of {what}, {}", up_to(classes.symmetries)),
            None => what,
        }
    }

    /// Returns the report as text.
    fn text(&self, request: &Request, method: Method, published: &[Published]) -> String {
        let place = match request.place.board() {
            Some(board) => format!("{}, {}", board.piece(), board.describe()),
            None => request.place.to_string(),
        };
        let mut what = self.describe(request);
        if let (Some(why), Method::Frontier, true) =
            (&self.unfinished, method, self.count == BigUint::ZERO)
        {
            return format!("unknown: no number of {what}: {why} ({place})\n");
        }
        if self.count == 1_u8.into() {
            what = match self.classes {
                Some(_) => what.replacen("classes", "class", 1),
                None => what.replacen("tours", "tour", 1),
            };
        }
        let of = |(prime, residue): &(u64, u64)| format!("{residue} modulo {prime}");
        let number = match self.residues() {
            Some(residues) => residues.iter().map(of).join(" and "),
            None if self.is_complete => self.count.to_string(),
            None => format!("at least {}", self.count),
        };
        let mut text = match &self.reason {
            Some(reason) => format!("{number} {what} ({place}): {reason}\n"),
            None => format!("{number} {what} ({place}, by {})\n", value_name(method)),
        };
        if let Some((statistic, tours)) = &self.by {
            let mut rows = vec![[statistic.clone(), "tours".into()]];
            let number = |(value, tours): (&i64, &u64)| [value.to_string(), tours.to_string()];
            rows.extend(tours.iter().map(number));
            text += &align(&rows, 0..2);
        }
        if let Some(classes) = &self.classes {
            let mut keeps = "keeps tours";
            if let Some((symmetries, number)) = &classes.undirected {
                text += &format!("{number} undirected, {}\n", up_to(*symmetries));
                keeps = "keeps undirected tours";
            }
            let mut rows = vec![["symmetry".to_string(), keeps.into()]];
            let fixed = classes.fixed.iter();
            rows.extend(fixed.map(|(map, tours)| [map.to_string(), tours.to_string()]));
            text += &align(&rows, 1..2);
        }
        if let Some(word) = &self.word {
            text += &format!("there is no other: {word}\n");
        }
        for (number, known) in published.iter().enumerate() {
            let what = ["known", "also published"][number.min(1)];
            let agrees = match known.agrees {
                Some(true) => "agrees",
                Some(false) => "DISAGREES",
                None => "not yet contradicted",
            };
            text += &format!("{what}: {}, {}: {agrees}\n", known.count, known.source);
        }
        text
    }
}

/// Returns the number of symmetries, in words.
fn up_to(symmetries: usize) -> String {
    format!("up to {}", counted(symmetries, "symmetry"))
}

/// Returns the part of a document about classes.
fn classes(classes: &Classes) -> Value {
    let map = |(map, tours): &(&str, BigUint)| json!({ "map": map, "keeps": tours.to_string() });
    let undirected = classes.undirected.as_ref();
    json!({
        "tours": classes.tours.to_string(),
        "symmetries": classes.symmetries,
        "undirected": undirected.map(|(symmetries, number)| {
            json!({ "symmetries": symmetries, "count": number.to_string() })
        }),
        "maps": classes.fixed.iter().map(map).collect_vec(),
    })
}

/// Returns the part of a document about residues.
fn residues(residues: &[(u64, u64)]) -> Value {
    let residue = |(prime, residue): &(u64, u64)| json!({ "prime": prime.to_string(), "residue": residue.to_string() });
    residues.iter().map(residue).collect()
}

/// Returns the description of the counted tours, in words.
pub fn describe(request: &Request) -> String {
    let tour = &request.tour;
    let mut what = format!("{} tours", tour.kind);
    for (word, name) in [("from", &tour.start), ("to", &tour.end)] {
        if let Some(name) = name {
            what += &format!(" {word} {name}");
        }
    }
    what += &tour.of_its_kind();
    if let Some(clues) = tour.clues() {
        what += &format!(" {clues}");
    }
    let convention = Convention::requested(tour, &request.place);
    what + ", " + convention.word()
}

//! Reports of a number of tours, with the published numbers and its evidence.

use crate::cli::count::Method;
use crate::cli::shared::report::{Exit, Format, Printed, json_line, value_name};
use anyhow::Result;
use itertools::Itertools;
use knightsat::prelude::{Place, Stopped};
use knightsat::render::About;
use knightsat::tour::spec::Request;
use knightsat_base::text::{align, counted};
use knightsat_count::frontier::{BigUint, Classes, Count, StepEvidence};
use knightsat_tour::convention::Convention;
use knightsat_tour::known::{self, Record, decimal};
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
    /// The residues and steps of a count by the frontier method.
    pub evidence: Option<Count>,
    /// The classes that are counted instead of tours.
    pub classes: Option<Classes>,
    /// A statistic, and the number of tours for each of its values.
    pub by: Option<(String, BTreeMap<i64, BigUint>)>,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct CountDocument<'a> {
    #[serde(flatten)]
    about: About,
    what: &'a str,
    #[serde(with = "decimal")]
    count: BigUint,
    complete: bool,
    method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_other: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    known: Option<String>,
    source: Option<String>,
    agrees: Option<bool>,
    others: Vec<Claim<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Evidence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<By<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<Value>,
}

/// The number of tours for each value of a statistic.
#[derive(Serialize)]
struct By<'a> {
    statistic: &'a str,
    values: Vec<Value>,
}

impl From<Count> for Tally {
    fn from(count: Count) -> Tally {
        Tally {
            count: count.tours.clone().unwrap_or_default(),
            is_complete: count.tours.is_some(),
            evidence: Some(count),
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
        let known = published(request);
        let agrees = known.as_ref().and_then(|record| self.agrees(&record.count));
        let exit = match agrees {
            Some(false) => Exit::No,
            _ if self.unfinished.is_some() => Exit::Unknown,
            _ => Exit::Good,
        };
        if format == Format::Text {
            return Ok((self.text(request, method, known), exit));
        }
        let claims = |record| self.claims(record);
        let evidence = self.evidence.as_ref();
        let document = CountDocument {
            about: About::new(&request.place),
            what: &self.describe(request),
            count: self.count.clone(),
            complete: self.is_complete,
            method: match self.reason {
                Some(_) => "reason".into(),
                None => value_name(method),
            },
            no_other: self.word.as_deref(),
            reason: self.reason.as_deref(),
            known: known.as_ref().map(|record| record.count.to_string()),
            source: known.as_ref().map(|record| record.source.clone()),
            agrees,
            others: known.iter().flat_map(claims).collect(),
            evidence: evidence.map(|count| Evidence::new(count, &request.place)),
            by: self.by.as_ref().map(|(statistic, tours)| By {
                statistic,
                values: tours
                    .iter()
                    .map(|(value, tours)| json!({ "value": value, "tours": tours.to_string() }))
                    .collect(),
            }),
            classes: self.classes.as_ref().map(document),
        };
        Ok((json_line("count", document)?, exit))
    }

    /// Returns true if a published number agrees with this one; `None` if the count cannot decide
    /// it.
    fn agrees(&self, known: &BigUint) -> Option<bool> {
        if let Some(Count {
            tours: None,
            residues,
            ..
        }) = &self.evidence
        {
            let is_residue = |&(prime, residue): &(u64, u64)| known % prime == residue.into();
            return Some(residues.iter().all(is_residue));
        }
        let tours = self.classes.as_ref().map_or(&self.count, |of| &of.tours);
        let may_agree = !self.is_complete && *tours <= *known;
        (!may_agree).then_some(*tours == *known)
    }

    /// Returns other published numbers of the same tours.
    fn claims<'r>(&self, record: &'r Record) -> Vec<Claim<'r>> {
        let claim = |other: &'r known::Claim| Claim {
            count: other.count.to_string(),
            source: &other.source,
            agrees: self.agrees(&other.count),
        };
        record.others.iter().map(claim).collect()
    }

    /// Returns the description of the counted tours or classes, in words.
    fn describe(&self, request: &Request) -> String {
        let what = describe(request);
        match &self.classes {
            Some(classes) => format!("classes of {what}, {}", up_to(classes.symmetries)),
            None => what,
        }
    }

    /// Returns the number, or its residues.
    fn number(&self) -> String {
        let of = |(prime, residue): &(u64, u64)| format!("{residue} modulo {prime}");
        match &self.evidence {
            Some(count) if count.tours.is_none() => count.residues.iter().map(of).join(" and "),
            _ if self.is_complete => self.count.to_string(),
            _ => format!("at least {}", self.count),
        }
    }

    /// Returns the report as text.
    fn text(&self, request: &Request, method: Method, known: Option<Record>) -> String {
        let what = self.describe(request);
        let place = match &request.place {
            Place::Board(board) => format!("{}, {}", board.piece(), board.describe()),
            graph => graph.to_string(),
        };
        let by = value_name(method);
        if let (Some(why), Method::Frontier, true) =
            (&self.unfinished, method, self.count == BigUint::ZERO)
        {
            return format!("unknown: no number of {what}: {why} ({place})\n");
        }
        let what = if self.count == 1_u8.into() {
            let one = if self.classes.is_some() {
                ["classes", "class"]
            } else {
                ["tours", "tour"]
            };
            what.replacen(one[0], one[1], 1)
        } else {
            what
        };
        let mut text = match &self.reason {
            Some(reason) => format!("0 {what} ({place}): {reason}\n"),
            None => format!("{} {what} ({place}, by {by})\n", self.number()),
        };
        if let Some((statistic, tours)) = &self.by {
            let row = |(value, tours): (&i64, &BigUint)| [value.to_string(), tours.to_string()];
            let head = [statistic.clone(), "tours".into()];
            let rows = std::iter::once(head)
                .chain(tours.iter().map(row))
                .collect_vec();
            text += &align(&rows, 0..2);
        }
        if let Some(classes) = &self.classes {
            if let Some((symmetries, number)) = &classes.undirected {
                text += &format!("{number} undirected, {}\n", up_to(*symmetries));
            }
            let row = |(map, tours): &(&str, BigUint)| [map.to_string(), tours.to_string()];
            let keeps = match classes.undirected {
                Some(_) => "keeps undirected tours",
                None => "keeps tours",
            };
            let head = ["symmetry".into(), keeps.into()];
            let rows = std::iter::once(head).chain(classes.fixed.iter().map(row));
            text += &align(&rows.collect_vec(), 1..2);
        }
        if let Some(word) = &self.word {
            text += &format!("there is no other: {word}\n");
        }
        if let Some(record) = known {
            let (count, source) = (&record.count, &record.source);
            let agrees = verdict(self.agrees(count));
            text += &format!("known: {count}, {source}: {agrees}\n");
            for claim in self.claims(&record) {
                let (count, source, verdict) = (claim.count, claim.source, verdict(claim.agrees));
                text += &format!("also published: {count}, {source}: {verdict}\n");
            }
        }
        text
    }
}

/// Returns the number of symmetries, in words.
fn up_to(symmetries: usize) -> String {
    format!("up to {}", counted(symmetries, "symmetry"))
}

/// Returns the part of a document about classes.
fn document(classes: &Classes) -> Value {
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

/// Returns a comparison with a published number, in words.
fn verdict(agrees: Option<bool>) -> &'static str {
    match agrees {
        Some(true) => "agrees",
        Some(false) => "DISAGREES",
        None => "not yet contradicted",
    }
}

/// Another published number of the same tours.
#[derive(Serialize)]
struct Claim<'r> {
    count: String,
    source: &'r str,
    agrees: Option<bool>,
}

/// The evidence by which another run can confirm a count by the frontier method.
#[derive(Serialize)]
struct Evidence {
    residues: Vec<Value>,
    orders: Vec<String>,
    runs: Vec<Run>,
}

/// All steps in one ring.
#[derive(Serialize)]
struct Run {
    steps: Vec<StepRow>,
}

/// The result of a step.
#[derive(Serialize)]
struct StepRow {
    states: u64,
    classes: u64,
    bytes: u64,
    checksum: String,
}

impl Evidence {
    fn new(count: &Count, place: &Place) -> Evidence {
        let residue = |(prime, residue): &(u64, u64)| json!({ "prime": prime.to_string(), "residue": residue.to_string() });
        let order = |order: &Vec<u32>| order.iter().map(|&vertex| place.name(vertex)).join(" ");
        let row = |step: &StepEvidence| StepRow {
            states: step.states,
            classes: step.classes,
            bytes: step.bytes,
            checksum: format!("{:016x}", step.checksum),
        };
        let run = |steps: &Vec<StepEvidence>| Run {
            steps: steps.iter().map(row).collect(),
        };
        Evidence {
            residues: count.residues.iter().map(residue).collect(),
            orders: count.orders.iter().map(order).collect(),
            runs: count.steps.iter().map(run).collect(),
        }
    }
}

/// Returns the published number of just these tours.
fn published(request: &Request) -> Option<Record> {
    let board = request
        .place
        .board()
        .filter(|board| known::has_any(board))?;
    known::published(board, &request.problem(&Default::default()).ok()?)
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

//! Reports of a number of tours, with the published numbers and its evidence.

use crate::cli::count::Method;
use crate::cli::shared::{Exit, Format, document};
use anyhow::Result;
use clap::ValueEnum;
use itertools::Itertools;
use knightsat::count::frontier::{BigUint, Count, StepEvidence};
use knightsat::prelude::{FormulaSpec, Kind, Place, Stopped};
use knightsat::render::About;
use knightsat::tour::known::{self, Record, decimal};
use serde::Serialize;

/// A number of tours.
pub struct Tally {
    /// The number of tours found so far.
    pub count: BigUint,
    /// True if the count is complete.
    pub is_complete: bool,
    /// The reason for an incomplete count.
    pub unfinished: Option<String>,
    /// The solver whose unverified answer rules out further tours, if any.
    pub word: Option<String>,
    /// The residues and steps of a count by the frontier method.
    pub evidence: Option<Count>,
}

/// The body of the JSON document.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    about: About,
    what: &'a str,
    #[serde(with = "decimal")]
    count: BigUint,
    complete: bool,
    method: Method,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_other: Option<&'a str>,
    known: Option<String>,
    source: Option<String>,
    agrees: Option<bool>,
    others: Vec<Claim<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Evidence>,
}

impl Tally {
    /// Returns an empty tally.
    pub fn nothing(stopped: Stopped) -> Tally {
        Tally {
            count: BigUint::ZERO,
            is_complete: false,
            unfinished: Some(stopped.to_string()),
            word: None,
            evidence: None,
        }
    }

    /// Returns the number in the chosen format, with the published one, and the exit code.
    pub fn report(
        &self,
        spec: &FormulaSpec,
        method: Method,
        format: Format,
    ) -> Result<(String, Exit)> {
        let known = published(spec);
        let agrees = known.as_ref().and_then(|record| self.agrees(&record.count));
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
            count: self.count.clone(),
            complete: self.is_complete,
            method,
            no_other: self.word.as_deref(),
            known: known.as_ref().map(|record| record.count.to_string()),
            source: known.as_ref().map(|record| record.source.clone()),
            agrees,
            others: known
                .iter()
                .flat_map(|record| self.claims(record))
                .collect(),
            evidence: self
                .evidence
                .as_ref()
                .map(|count| Evidence::new(count, &spec.place)),
        };
        Ok((document::line("count", document)?, exit))
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
        let may_agree = !self.is_complete && self.count <= *known;
        (!may_agree).then_some(self.count == *known)
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
    fn text(
        &self,
        spec: &FormulaSpec,
        method: Method,
        known: Option<Record>,
        agrees: Option<bool>,
    ) -> String {
        let what = what(spec);
        let place = match &spec.place {
            Place::Board(board) => format!("{}, {}", board.piece(), board.describe()),
            graph => graph.to_string(),
        };
        let by = method.to_possible_value();
        let by = by.as_ref().map_or("", |value| value.get_name());
        if let (Some(why), Method::Frontier, true) =
            (&self.unfinished, method, self.count == BigUint::ZERO)
        {
            return format!("unknown: {what} not counted: {why} ({place})\n");
        }
        let what = match self.count == 1_u8.into() {
            true => what.replacen("tours", "tour", 1),
            false => what,
        };
        let mut text = format!("{} {what} ({place}, by {by})\n", self.number());
        if let Some(word) = &self.word {
            text += &format!("there is no other: {word}\n");
        }
        if let Some(record) = known {
            text += &format!(
                "known: {}, {}: {}\n",
                record.count,
                record.source,
                verdict(agrees)
            );
            for Claim {
                count,
                source,
                agrees,
            } in self.claims(&record)
            {
                text += &format!("also published: {count}, {source}: {}\n", verdict(agrees));
            }
        }
        text
    }
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
    residues: Vec<Residue>,
    orders: Vec<String>,
    runs: Vec<Run>,
}

/// The number of tours modulo a prime.
#[derive(Serialize)]
struct Residue {
    prime: String,
    residue: String,
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
        let residue = |&(prime, residue): &(u64, u64)| Residue {
            prime: prime.to_string(),
            residue: residue.to_string(),
        };
        let name = |&vertex: &u32| place.name(vertex);
        let row = |step: &StepEvidence| StepRow {
            states: step.states,
            classes: step.classes,
            bytes: step.bytes,
            checksum: format!("{:016x}", step.checksum),
        };
        let orders = count.orders.iter();
        Evidence {
            residues: count.residues.iter().map(residue).collect(),
            orders: orders
                .map(|order| order.iter().map(name).join(" "))
                .collect(),
            runs: count
                .steps
                .iter()
                .map(|run| Run {
                    steps: run.iter().map(row).collect(),
                })
                .collect(),
        }
    }
}

/// Returns the published number of just these tours.
fn published(spec: &FormulaSpec) -> Option<Record> {
    let board = spec.place.board().filter(|board| known::has_any(board))?;
    known::published(board, &spec.problem().ok()?)
}

/// Returns the description of the counted tours, in words.
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
        Kind::Closed if spec.place.is_directed() => ", directed",
        Kind::Closed => ", undirected",
    }
}

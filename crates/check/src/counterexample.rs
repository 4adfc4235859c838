//! Counterexamples: evidence that a formula is wrong.

use crate::prelude::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

/// The kind of a counterexample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrong {
    /// A model that is no tour.
    NoTour,
    /// A tour that is no model.
    NoModel,
    /// A tour with two models, although the formula promises one.
    Twice,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Wrong::NoTour => "a model that is not a tour",
            Wrong::NoModel => "a tour that is not a model",
            Wrong::Twice => "a tour counted twice",
        })
    }
}

/// A model or a tour that proves a formula wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// Its kind.
    pub wrong: Wrong,
    /// The reason, in words.
    pub why: String,
    /// The squares of a tour, in order.
    pub moves: Option<String>,
    /// The facts that hold, by name: `b2@3`, `b2->c4` or `b2-c4`.
    #[serde(default)]
    pub facts: Vec<String>,
    /// The board, or for a graph a list, in lines.
    pub drawing: String,
    /// Clauses that together exclude the tour.
    pub clauses: Vec<Violated>,
}

/// A clause that a tour violates, alone or with others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violated {
    /// Its number, from 1.
    pub number: usize,
    /// True for a pseudo-Boolean constraint.
    pub is_constraint: bool,
    /// Its group, if any.
    pub group: Option<Cow<'static, str>>,
    /// The clause in symbols.
    pub text: String,
}

impl Violated {
    pub(super) fn kind(&self) -> &'static str {
        if self.is_constraint {
            "constraint"
        } else {
            "clause"
        }
    }
}

impl fmt::Display for Violated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.number)?;
        if let Some(group) = &self.group {
            write!(f, " ({group})")?;
        }
        write!(f, ": {}", self.text)
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        writeln!(f, "{}: {}", self.wrong, self.why)?;
        for violated in self.clauses.iter().take(SHOWN) {
            writeln!(f, "  {violated}")?;
        }
        if let Some(next) = self.clauses.get(SHOWN) {
            let more = self.clauses.len() - SHOWN;
            writeln!(f, "  and {more} more {}s", next.kind())?;
        }
        f.write_str(&self.drawing)
    }
}

/// Returns facts by name, as [maps](crate::map) write them.
pub(super) fn names(place: &Place, held: &[Fact]) -> Vec<String> {
    let name = |fact: &Fact| {
        let Ok(fact) = fact.try_map(|&vertex| Ok::<_, Infallible>(place.name(vertex)));
        fact.to_string()
    };
    held.iter().map(name).collect()
}

/// Draws the facts of a model: the steps on each square, or the moves.
pub(super) fn draw(place: &Place, held: &[Fact]) -> String {
    let mut cells: Vec<Vec<String>> = vec![Vec::new(); place.len() as usize];
    let mut write = |vertex: u32, text| cells[vertex as usize].push(text);
    for fact in held {
        match *fact {
            Fact::At { step, vertex } => write(vertex, step.to_string()),
            Fact::Arc { from, to } => write(from, format!("→{}", place.name(to))),
            Fact::Edge(ends) => {
                let [a, b] = *ends;
                write(a, place.name(b));
                write(b, place.name(a));
            }
        }
    }
    let text = |cell: &Vec<String>| match cell.len() {
        0 => "·".to_string(),
        1..=3 => cell.join(","),
        more => format!("{},…({more})", cell[..2].join(",")),
    };
    let texts = cells.iter().map(text).collect_vec();
    match place {
        Place::Board(board) => knightsat_render::grid(board, &texts),
        Place::Graph(_) => {
            let line = |(v, cell): (u32, String)| format!("{}: {cell}\n", place.name(v));
            let legend = match held.first() {
                Some(Fact::At { .. }) => "vertex: step\n",
                Some(Fact::Arc { .. }) => "vertex: →next vertex\n",
                _ => "vertex: neighbours on the tour\n",
            };
            let lines = (0..).zip(texts).map(line);
            [legend.to_string()].into_iter().chain(lines).collect()
        }
    }
}

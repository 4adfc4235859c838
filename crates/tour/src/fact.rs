//! Facts of tours, and their notation: `d4@17`, `a1->c2`, `a1-c2`.
//!
//! ```
//! use knightsat_tour::fact::Fact;
//!
//! let fact: Fact<String> = "d4@17".parse()?;
//! assert_eq!(fact, Fact::At { step: 17, vertex: "d4".to_string() });
//! assert_eq!(Fact::Arc { from: 1, to: 2 }.to_string(), "1->2");
//! # Ok::<(), knightsat_tour::fact::NotAFact>(())
//! ```

use crate::place::Place;
use knightsat_base::text::quote;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A statement about a tour, true or false. Vertices are numbers from 0, or names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact<V = u32> {
    /// At this step, from 1, the tour is on this vertex.
    At {
        /// The step, from 1.
        step: u32,
        /// The vertex, from 0.
        vertex: V,
    },
    /// The tour goes from one vertex straight to the other.
    Arc {
        /// The vertex before the move.
        from: V,
        /// The vertex after it.
        to: V,
    },
    /// The tour goes between the two vertices, one way or the other. The smaller vertex comes
    /// first.
    Edge(V, V),
}

/// The kind of facts that the variables of a formula represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactStyle {
    /// [`Fact::At`].
    Positions,
    /// [`Fact::Arc`].
    Arcs,
    /// [`Fact::Edge`].
    Edges,
}

/// Error: the text is not the name of a fact.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{}' is not a fact of a tour: write, for example, a1-c2, a1->c2 or d4@17", quote(.0))]
pub struct NotAFact(String);

impl NotAFact {
    /// Returns the error for this text.
    pub(crate) fn new(text: &str) -> NotAFact {
        NotAFact(text.to_string())
    }
}

impl<V> Fact<V> {
    /// Returns the style of formulas whose variables represent such facts.
    pub fn style(&self) -> FactStyle {
        match self {
            Fact::At { .. } => FactStyle::Positions,
            Fact::Arc { .. } => FactStyle::Arcs,
            Fact::Edge(..) => FactStyle::Edges,
        }
    }

    /// Returns the fact with each vertex replaced by `of`, or the first error of `of`.
    pub fn try_map<W, E>(&self, mut of: impl FnMut(&V) -> Result<W, E>) -> Result<Fact<W>, E> {
        Ok(match self {
            Fact::At { step, vertex } => {
                let (step, vertex) = (*step, of(vertex)?);
                Fact::At { step, vertex }
            }
            Fact::Arc { from, to } => {
                let (from, to) = (of(from)?, of(to)?);
                Fact::Arc { from, to }
            }
            Fact::Edge(a, b) => Fact::Edge(of(a)?, of(b)?),
        })
    }
}

impl Fact {
    /// Returns the edge between two vertices.
    pub fn edge(a: u32, b: u32) -> Fact {
        Fact::Edge(a.min(b), a.max(b))
    }

    /// Returns its variable as textbooks write it: `x[3][b2]`, `a[b2,c4]`, `e[b2,c4]`, an apex `◦`.
    pub fn symbol(self, place: &Place) -> String {
        let name = |vertex| {
            if vertex < place.len() {
                place.name(vertex)
            } else {
                "◦".into()
            }
        };
        match self {
            Fact::At { step, vertex } => format!("x[{step}][{}]", name(vertex)),
            Fact::Arc { from, to } => format!("a[{},{}]", name(from), name(to)),
            Fact::Edge(a, b) => format!("e[{},{}]", name(a), name(b)),
        }
    }
}

impl<V: fmt::Display> fmt::Display for Fact<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::At { step, vertex } => write!(f, "{vertex}@{step}"),
            Fact::Arc { from, to } => write!(f, "{from}->{to}"),
            Fact::Edge(a, b) => write!(f, "{a}-{b}"),
        }
    }
}

impl FromStr for Fact<String> {
    type Err = NotAFact;

    fn from_str(text: &str) -> Result<Fact<String>, NotAFact> {
        let pair = |between| {
            let (a, b) = text.split_once(between)?;
            let is_name = |name: &str| !name.is_empty() && !name.contains(['-', '>', '@', '=']);
            (is_name(a) && is_name(b)).then(|| [a.to_string(), b.to_string()])
        };
        let fact = if let Some([from, to]) = pair("->") {
            Some(Fact::Arc { from, to })
        } else if let Some([vertex, step]) = pair("@") {
            let step = step.parse().ok();
            step.map(|step| Fact::At { step, vertex })
        } else {
            pair("-").map(|[a, b]| Fact::Edge(a, b))
        };
        fact.ok_or_else(|| NotAFact(text.to_string()))
    }
}

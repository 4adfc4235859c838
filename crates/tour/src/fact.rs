//! Facts of tours, and their notation: `d4@17`, `a1->c2`, `a1-c2`.
//!
//! ```
//! # mod knightsat { pub use knightsat_tour as tour; }
//! use knightsat::tour::fact::Fact;
//!
//! let fact: Fact<String> = "d4@17".parse()?;
//! assert_eq!(fact, Fact::At { step: 17, vertex: "d4".to_string() });
//! assert_eq!(Fact::Arc { from: 1, to: 2 }.to_string(), "1->2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::place::Place;
use crate::{Problem, Symmetry};
use knightsat_base::text::ParseError;
use std::fmt;
use std::str::FromStr;

/// A vertex in a fact: a number from 0, or a name.
pub trait Vertex: Sized {
    /// Returns the ends of an edge in the order of facts. Numbers are sorted. Names keep their
    /// order, since only a graph numbers its vertices.
    fn ordered(ends: [Self; 2]) -> [Self; 2];
}

impl Vertex for u32 {
    fn ordered([a, b]: [u32; 2]) -> [u32; 2] {
        [a.min(b), a.max(b)]
    }
}

impl Vertex for String {
    fn ordered(ends: [String; 2]) -> [String; 2] {
        ends
    }
}

/// The two ends of an edge. An edge has one form: `Ends::new(2, 1) == Ends::new(1, 2)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ends<V = u32>([V; 2]);

impl<V: Vertex> Ends<V> {
    /// Returns the ends of the edge between two vertices.
    pub fn new(a: V, b: V) -> Ends<V> {
        Ends(V::ordered([a, b]))
    }
}

impl<V> Ends<V> {
    /// Returns the edge with both vertices replaced by `of`, or the first error of `of`.
    pub fn try_map<W: Vertex, E>(
        &self,
        mut of: impl FnMut(&V) -> Result<W, E>,
    ) -> Result<Ends<W>, E> {
        let [a, b] = &self.0;
        Ok(Ends::new(of(a)?, of(b)?))
    }
}

impl<V: fmt::Display> fmt::Display for Ends<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.0;
        write!(f, "{a}-{b}")
    }
}

impl<V> std::ops::Deref for Ends<V> {
    type Target = [V; 2];

    fn deref(&self) -> &[V; 2] {
        &self.0
    }
}

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
    /// The tour goes between the two vertices, one way or the other.
    Edge(Ends<V>),
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

/// Returns the error for a text that is no fact.
pub(crate) fn not_a_fact(text: &str) -> ParseError {
    let rest = "is not a fact of a tour: write, for example, a1-c2, a1->c2 or d4@17";
    ParseError::of(text, rest)
}

impl Fact {
    /// Returns the images of the fact under the symmetry of a problem: its tours have all of them
    /// or none. A step is one of the first period.
    pub fn images(self, problem: &Problem) -> Vec<Fact> {
        let turn = problem.get().unwrap_or(&Symmetry::TRIVIAL);
        let pairs = |a, b| turn.orbit(a).zip(turn.orbit(b));
        match self {
            Fact::At { step, vertex } => {
                let symmetry = problem.symmetry();
                let (step, vertex) = symmetry.in_period(problem.period(), step, vertex);
                vec![Fact::At { step, vertex }]
            }
            Fact::Arc { from, to } => pairs(from, to)
                .map(|(from, to)| Fact::Arc { from, to })
                .collect(),
            Fact::Edge(ends) => pairs(ends[0], ends[1])
                .map(|(a, b)| Fact::edge(a, b))
                .collect(),
        }
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

    /// Returns the ends of an arc, in its direction, or of an edge.
    pub fn ends(&self) -> Option<[&V; 2]> {
        match self {
            Fact::At { .. } => None,
            Fact::Arc { from, to } => Some([from, to]),
            Fact::Edge(ends) => Some(ends.each_ref()),
        }
    }

    /// Returns the fact with each vertex replaced by `of`, or the first error of `of`.
    pub fn try_map<W: Vertex, E>(
        &self,
        mut of: impl FnMut(&V) -> Result<W, E>,
    ) -> Result<Fact<W>, E> {
        Ok(match self {
            Fact::At { step, vertex } => {
                let (step, vertex) = (*step, of(vertex)?);
                Fact::At { step, vertex }
            }
            Fact::Arc { from, to } => {
                let (from, to) = (of(from)?, of(to)?);
                Fact::Arc { from, to }
            }
            Fact::Edge(ends) => Fact::Edge(ends.try_map(of)?),
        })
    }
}

impl Fact {
    /// Returns the edge between two vertices.
    pub fn edge(a: u32, b: u32) -> Fact {
        Fact::Edge(Ends::new(a, b))
    }

    /// Returns the edge of a move if the facts are edges, else its arc.
    pub fn of_move(style: FactStyle, [from, to]: [u32; 2]) -> Fact {
        match style {
            FactStyle::Edges => Fact::edge(from, to),
            FactStyle::Arcs | FactStyle::Positions => Fact::Arc { from, to },
        }
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
            Fact::Edge(ends) => format!("e[{},{}]", name(ends[0]), name(ends[1])),
        }
    }
}

impl<V: fmt::Display> fmt::Display for Fact<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::At { step, vertex } => write!(f, "{vertex}@{step}"),
            Fact::Arc { from, to } => write!(f, "{from}->{to}"),
            Fact::Edge(ends) => ends.fmt(f),
        }
    }
}

impl FromStr for Fact<String> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Fact<String>, ParseError> {
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
            pair("-").map(|[a, b]| Fact::Edge(Ends::new(a, b)))
        };
        fact.ok_or_else(|| not_a_fact(text))
    }
}

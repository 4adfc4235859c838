//! Extra rules of a tour: clauses over facts, such as `a1-c2 or not d4@17`.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::rule;
//! use knightsat_tour::spec::TourSpec;
//!
//! let place: Place = "3x4".parse()?;
//! let with = rule::read("a1-c2 or not d1@12 # a comment\nafter(b3, a1)\n", &place)?;
//! assert_eq!(with[0].to_string(), "a1-c2 or not d1@12");
//! let tour = TourSpec { with, ..Kind::Open.into() };
//! let problem = tour.problem(&place, &Default::default())?;
//! assert_eq!(problem.rules().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Names of facts do not depend on an encoding. The verifier and the searches evaluate rules on a
//! tour, and encodings translate them into literals.

mod read;

use crate::fact::{Fact, NotAFact};
use crate::sets::places;
use crate::{Kind, Problem, ProblemError};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

pub use read::{RuleError, read};

/// A statement in a rule. Vertices are numbers from 0, or names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom<V = u32> {
    /// A fact that formulas have variables for.
    Fact(Fact<V>),
    /// The tour visits the first of these vertices later than the second.
    After(V, V),
}

/// An atom or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal<V = u32> {
    /// The atom.
    pub atom: Atom<V>,
    /// False after `not`.
    pub is_positive: bool,
}

/// A clause: at least one of its literals is true of the tour.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[serde(bound(
    serialize = "Literal<V>: Serialize",
    deserialize = "Literal<V>: Deserialize<'de>"
))]
pub struct Rule<V = u32>(pub Vec<Literal<V>>);

knightsat_base::by_text!(Literal<String>);

impl<V> Atom<V> {
    /// Returns true if it may hold of only one of a tour, its reverse and its rotations.
    pub fn is_directed(&self) -> bool {
        !matches!(self, Atom::Fact(Fact::Edge(..)))
    }

    /// Returns the atom with each vertex replaced by `of`, or the first error of `of`.
    pub fn try_map<W, E>(&self, mut of: impl FnMut(&V) -> Result<W, E>) -> Result<Atom<W>, E> {
        Ok(match self {
            Atom::Fact(fact) => Atom::Fact(fact.try_map(of)?),
            Atom::After(a, b) => Atom::After(of(a)?, of(b)?),
        })
    }

    /// Returns the ends of the move that it names, if it names one.
    pub fn ends(&self) -> Option<[&V; 2]> {
        match self {
            Atom::Fact(Fact::Arc { from: a, to: b } | Fact::Edge(a, b)) => Some([a, b]),
            Atom::Fact(Fact::At { .. }) | Atom::After(..) => None,
        }
    }
}

impl<V> Rule<V> {
    /// Returns true if one of its atoms is [directed](Atom::is_directed).
    pub fn is_directed(&self) -> bool {
        self.atoms().any(Atom::is_directed)
    }

    /// Returns the atoms in order.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom<V>> {
        self.0.iter().map(|literal| &literal.atom)
    }

    /// Returns the rule with each vertex replaced by `of`, or the first error of `of`.
    pub fn try_map<W, E>(&self, mut of: impl FnMut(&V) -> Result<W, E>) -> Result<Rule<W>, E> {
        let literals = self.0.iter().map(|literal| {
            Ok(Literal {
                atom: literal.atom.try_map(&mut of)?,
                is_positive: literal.is_positive,
            })
        });
        Ok(Rule(literals.collect::<Result<_, E>>()?))
    }

    /// Returns the rule with each vertex replaced by `of`.
    pub fn map<W>(&self, mut of: impl FnMut(&V) -> W) -> Rule<W> {
        let Ok(rule) = self.try_map(|vertex| Ok::<_, Infallible>(of(vertex)));
        rule
    }
}

impl<V: fmt::Display> fmt::Display for Atom<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Fact(fact) => fact.fmt(f),
            Atom::After(a, b) => write!(f, "after({a}, {b})"),
        }
    }
}

impl<V: fmt::Display> fmt::Display for Literal<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.is_positive { "" } else { "not " };
        write!(f, "{not}{}", self.atom)
    }
}

impl<V: fmt::Display> fmt::Display for Rule<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().join(" or "))
    }
}

impl FromStr for Atom<String> {
    type Err = NotAFact;

    /// Reads a fact, `after(b3, e5)`, or its equivalent `before(e5, b3)`.
    fn from_str(text: &str) -> Result<Atom<String>, NotAFact> {
        let arguments = |word| {
            let inner = text.strip_prefix(word)?.trim_start().strip_prefix('(')?;
            let (a, b) = inner.strip_suffix(')')?.split_once(',')?;
            let names = [a, b].map(|name| name.trim().to_string());
            let is_name = |name: &String| !name.is_empty() && !name.contains(['(', ')', ',']);
            names.iter().all(is_name).then_some(names)
        };
        let reversed = || arguments("before").map(|[a, b]| [b, a]);
        match arguments("after").or_else(reversed) {
            Some([a, b]) => Ok(Atom::After(a, b)),
            None => text.parse().map(Atom::Fact),
        }
    }
}

impl FromStr for Literal<String> {
    type Err = NotAFact;

    fn from_str(text: &str) -> Result<Literal<String>, NotAFact> {
        let negated = text.strip_prefix("not ");
        Ok(Literal {
            atom: negated.unwrap_or(text).trim().parse()?,
            is_positive: negated.is_none(),
        })
    }
}

impl Problem {
    /// Returns the problem of tours that keep these rules. No tour takes a move that the graph
    /// lacks. Call this after [`Problem::with_given`].
    ///
    /// Fails if a rule names a step beyond the last one, or if it is [directed](Rule::is_directed)
    /// and a closed tour has no first step.
    ///
    /// # Panics
    /// If a vertex is not one of the graph.
    pub fn with_rules(mut self, rules: Vec<Rule>) -> Result<Problem, ProblemError> {
        let len = self.graph.len();
        for atom in rules.iter().flat_map(Rule::atoms) {
            let checked = atom.try_map(|&vertex| if vertex < len { Ok(()) } else { Err(vertex) });
            assert_eq!(checked.err(), None, "no such vertex");
            if let Atom::Fact(Fact::At { step, .. }) = *atom
                && !(1..=len).contains(&step)
            {
                return Err(ProblemError::NoStep { step, steps: len });
            }
        }
        self.rules = rules;
        self.in_its_directions().with_first_step()
    }

    /// Returns the rules that every tour keeps.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns true if a rule is [directed](Rule::is_directed).
    pub fn has_directed_rules(&self) -> bool {
        self.rules.iter().any(Rule::is_directed)
    }

    /// Returns the index of the first rule that a tour, given by its vertices, violates.
    pub fn violated_rule(&self, steps: &[u32]) -> Option<usize> {
        if self.rules.is_empty() {
            return None;
        }
        let places = places(steps);
        let step = |vertex: u32| places[vertex as usize] + 1;
        let follows = |from: u32, to: u32| {
            let next = step(from) % steps.len() as u32 + 1;
            step(to) == next && (next > 1 || self.kind == Kind::Closed)
        };
        let holds = |literal: &Literal| {
            let is_true = match literal.atom {
                Atom::Fact(Fact::At { step: at, vertex }) => step(vertex) == at,
                Atom::Fact(Fact::Arc { from, to }) => follows(from, to),
                Atom::Fact(Fact::Edge(a, b)) => follows(a, b) || follows(b, a),
                Atom::After(later, earlier) => step(later) > step(earlier),
            };
            is_true == literal.is_positive
        };
        let is_violated = |rule: &Rule| !rule.0.iter().any(holds);
        self.rules.iter().position(is_violated)
    }
}

#[cfg(test)]
mod tests;

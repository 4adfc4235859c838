//! Extra rules of a tour: clauses over facts, such as `a1-c2 or not d4@17`.
//!
//! ```
//! # mod knightsat { pub mod tour { pub use knightsat_tour::{*, spec::*}; } }
//! use knightsat::tour::{Kind, rule};
//! use knightsat::tour::place::Place;
//! use knightsat::tour::TourSpec;
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
//! A comparison such as `turns <= 40` or `a1-c2 + b3-d4 = 1` is an atom too. It adds up facts and
//! [statistics](crate::statistic).
//!
//! Names of facts do not depend on an encoding. The verifier and the searches evaluate rules on a
//! tour, and encodings translate them into literals.

mod count;
mod read;

use crate::base::text::ParseError;
use crate::fact::{Ends, Fact, Vertex, not_a_fact};
use crate::geometry::NoDirection;
use crate::graph::Coordinates;
use crate::sets::places;
use crate::statistic::{Alternative, Angle, Setting, Statistic, Sum, cross};
use crate::succession::Succession;
use crate::{
    Asked, Constrain, Demand, Demands, PhrasePart, Place, Problem, ProblemError, RequestWords,
    Requested, SpecError, TourError, TourSpec, VertexMark,
};
use itertools::Itertools;
use knightsat_base::text::counted;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

pub use count::{Count, Counted, Relation, Summand};
pub use read::{RuleError, read};

/// A statement in a rule. Vertices are numbers from 0, or names.
///
/// A *plain* atom is a fact or an order. The others are defined by plain atoms, in the same way for
/// all encodings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom<V = u32> {
    /// A fact that formulas have variables for.
    Fact(Fact<V>),
    /// The tour visits the first of these vertices later than the second.
    After(V, V),
    /// The angle at this vertex has this property. The ends of an open tour have no angle.
    Angle(Angle, V),
    /// The tour takes two moves, and they cross.
    Cross(Ends<V>, Ends<V>),
    /// A sum compares with a number.
    Count(Count<V>),
}

/// An atom or its negation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal<V = u32> {
    /// The atom.
    pub atom: Atom<V>,
    /// False after `not`.
    pub is_positive: bool,
}

impl Literal {
    /// Returns the literal of a fact.
    pub fn is(fact: Fact) -> Literal {
        let (atom, is_positive) = (Atom::Fact(fact), true);
        Literal { atom, is_positive }
    }

    /// Returns the literal of the negation of a fact.
    pub fn not(fact: Fact) -> Literal {
        let (atom, is_positive) = (Atom::Fact(fact), false);
        Literal { atom, is_positive }
    }
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
        match self {
            Atom::Fact(Fact::Edge(..)) | Atom::Angle(..) | Atom::Cross(..) => false,
            Atom::Fact(_) | Atom::After(..) => true,
            Atom::Count(_) => self.summands().any(Atom::is_directed),
        }
    }

    /// Returns the atoms that a comparison adds up; none of another atom.
    fn summands(&self) -> impl Iterator<Item = &Atom<V>> {
        let summands = match self {
            Atom::Count(count) => &count.summands[..],
            _ => &[],
        };
        summands.iter().filter_map(|summand| match &summand.of {
            Counted::Atom(atom) => Some(atom),
            Counted::Statistic(_) => None,
        })
    }

    /// Returns the atom with each vertex replaced by `of`, or the first error of `of`.
    pub fn try_map<W: Vertex, E>(
        &self,
        mut of: impl FnMut(&V) -> Result<W, E>,
    ) -> Result<Atom<W>, E> {
        self.mapped(&mut of)
    }

    fn mapped<W: Vertex, E>(&self, of: &mut dyn FnMut(&V) -> Result<W, E>) -> Result<Atom<W>, E> {
        Ok(match self {
            Atom::Fact(fact) => Atom::Fact(fact.try_map(of)?),
            Atom::After(a, b) => Atom::After(of(a)?, of(b)?),
            Atom::Angle(angle, vertex) => Atom::Angle(*angle, of(vertex)?),
            Atom::Cross(one, other) => Atom::Cross(one.try_map(&mut *of)?, other.try_map(of)?),
            Atom::Count(count) => {
                let mut summands = Vec::new();
                for Summand { is_added, of: part } in &count.summands {
                    let of = match part {
                        Counted::Statistic(statistic) => Counted::Statistic(statistic.clone()),
                        Counted::Atom(atom) => Counted::Atom(atom.mapped(of)?),
                    };
                    let is_added = *is_added;
                    summands.push(Summand { is_added, of });
                }
                let (relation, bound) = (count.relation, count.bound);
                Atom::Count(Count {
                    summands,
                    relation,
                    bound,
                })
            }
        })
    }

    /// Returns the ends of the moves that it names itself.
    pub fn moves(&self) -> Vec<[&V; 2]> {
        match self {
            Atom::Fact(fact) => fact.ends().into_iter().collect(),
            Atom::Cross(one, other) => vec![one.each_ref(), other.each_ref()],
            _ => Vec::new(),
        }
    }

    /// Returns the statistics that define it.
    fn statistics(&self) -> Vec<Statistic> {
        match self {
            Atom::Fact(_) | Atom::After(..) => Vec::new(),
            Atom::Angle(angle, _) => vec![Statistic::Angles(*angle)],
            Atom::Cross(..) => vec![Statistic::Crossings],
            Atom::Count(count) => {
                let summands = count.summands.iter();
                let statistics = summands.filter_map(|summand| match &summand.of {
                    Counted::Statistic(statistic) => Some(statistic.clone()),
                    Counted::Atom(_) => None,
                });
                statistics.collect()
            }
        }
    }

    /// Returns an error if it is about a statistic that tours with these directions have not.
    fn check_statistics(
        &self,
        directions: &Result<&Coordinates, NoDirection>,
    ) -> Result<(), ProblemError> {
        let lacking = self.statistics().into_iter().find_map(|statistic| {
            let reason = statistic.places(directions.clone()).err()?;
            let statistic = statistic.to_string();
            Some(ProblemError::NoStatistic { statistic, reason })
        });
        lacking.map_or(Ok(()), Err)
    }
}

impl<V> Rule<V> {
    /// Returns true if one of its atoms is [directed](Atom::is_directed).
    pub fn is_directed(&self) -> bool {
        self.atoms().any(Atom::is_directed)
    }

    /// Returns the atoms in order, each before those that it adds up.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom<V>> {
        let atoms = self.0.iter().map(|literal| &literal.atom);
        atoms.flat_map(|atom| std::iter::once(atom).chain(atom.summands()))
    }

    /// Returns the rule with each vertex replaced by `of`, or the first error of `of`.
    pub fn try_map<W: Vertex, E>(
        &self,
        mut of: impl FnMut(&V) -> Result<W, E>,
    ) -> Result<Rule<W>, E> {
        let literals = self.0.iter().map(|literal| {
            let (atom, is_positive) = (literal.atom.try_map(&mut of)?, literal.is_positive);
            Ok(Literal { atom, is_positive })
        });
        Ok(Rule(literals.collect::<Result<_, E>>()?))
    }

    /// Returns the rule with each vertex replaced by `of`.
    pub fn map<W: Vertex>(&self, mut of: impl FnMut(&V) -> W) -> Rule<W> {
        let Ok(rule) = self.try_map(|vertex| Ok::<_, Infallible>(of(vertex)));
        rule
    }
}

impl<V: fmt::Display> fmt::Display for Atom<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Fact(fact) => fact.fmt(f),
            Atom::After(a, b) => write!(f, "after({a}, {b})"),
            Atom::Angle(angle, vertex) => write!(f, "{}({vertex})", angle.name()),
            Atom::Cross(one, other) => write!(f, "cross({one}, {other})"),
            Atom::Count(count) => count.fmt(f),
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
    type Err = ParseError;

    /// Reads a fact, `after(b3, e5)`, its equivalent `before(e5, b3)`, `turn(e5)`,
    /// `cross(a1-c2, b1-b3)`, or a comparison such as `turns <= 40`.
    fn from_str(text: &str) -> Result<Atom<String>, ParseError> {
        let is_name = |name: &str| !name.is_empty() && !name.contains(['(', ')', ',']);
        let angle = Angle::ALL.into_iter().find_map(|angle| {
            let inner = text.strip_prefix(angle.name())?.trim_start();
            let name = inner.strip_prefix('(')?.strip_suffix(')')?.trim();
            is_name(name).then(|| Atom::Angle(angle, name.to_string()))
        });
        if let Some(atom) = angle {
            return Ok(atom);
        }
        let arguments = |word| {
            let inner = text.strip_prefix(word)?.trim_start().strip_prefix('(')?;
            let (a, b) = inner.strip_suffix(')')?.split_once(',')?;
            let names = [a, b].map(|name| name.trim().to_string());
            names.iter().all(|name| is_name(name)).then_some(names)
        };
        if let Some([one, other]) = arguments("cross") {
            let ends = |text: String| match text.parse() {
                Ok(Fact::Edge(ends)) => Ok(ends),
                _ => Err(not_a_fact(&text)),
            };
            return Ok(Atom::Cross(ends(one)?, ends(other)?));
        }
        if [" <= ", " >= ", " = "]
            .iter()
            .any(|relation| text.contains(relation))
        {
            return text.parse().map(Atom::Count);
        }
        let reversed = || arguments("before").map(|[a, b]| [b, a]);
        match arguments("after").or_else(reversed) {
            Some([a, b]) => Ok(Atom::After(a, b)),
            None => text.parse().map(Atom::Fact),
        }
    }
}

impl FromStr for Literal<String> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Literal<String>, ParseError> {
        let negated = text.strip_prefix("not ");
        Ok(Literal {
            atom: negated.unwrap_or(text).trim().parse()?,
            is_positive: negated.is_none(),
        })
    }
}

/// Returns the edges of an alternative.
fn atoms(alternative: &Alternative) -> impl Iterator<Item = Atom> {
    let edges = alternative.edges().iter();
    edges.map(|&[a, b]| Atom::Fact(Fact::edge(a, b)))
}

impl Sum {
    /// Returns the edges of its terms, each once.
    pub fn atoms(&self) -> Vec<Atom> {
        let alternatives = self.terms.iter().flat_map(|term| &term.any);
        alternatives.flat_map(atoms).unique().collect()
    }
}

impl Atom {
    /// Returns the edges, or pairs of edges, by which an angle or a crossing is defined: it holds
    /// if a tour takes one of them. Other atoms have none.
    #[doc(hidden)]
    pub fn alternatives<'t>(&self, of: impl Into<Setting<'t>>) -> Vec<Alternative> {
        let setting: Setting = of.into();
        let Ok(places) = setting.directions else {
            return Vec::new();
        };
        match *self {
            Atom::Angle(angle, vertex) => {
                let pairs = angle.pairs(places, setting.graph, vertex);
                pairs.map(Alternative::Pair).collect()
            }
            Atom::Cross(one, other) if cross(places, *one, *other) => {
                vec![Alternative::Pair([*one, *other])]
            }
            _ => Vec::new(),
        }
    }
}

impl Rule {
    /// Returns what the rule asks of a backend, as one of a problem.
    #[doc(hidden)]
    pub fn demands_in(&self, problem: &Problem) -> Demands {
        self.demands(Counting::of(problem))
    }

    /// Returns the plain atoms that define those of the rule.
    pub fn plain_atoms(&self, problem: &Problem) -> Vec<Atom> {
        let mut plain = Vec::new();
        for atom in self.atoms() {
            plain.extend(atom.alternatives(problem).iter().flat_map(atoms));
            if matches!(atom, Atom::Count(_)) {
                let sums = atom.statistics().into_iter();
                plain.extend(sums.flat_map(|statistic| statistic.sum_in(problem).atoms()));
            }
        }
        let facts = self
            .atoms()
            .filter(|atom| matches!(atom, Atom::Fact(_) | Atom::After(..)));
        plain.extend(facts.cloned());
        plain
    }
}

/// Returns an error for rules that name a step beyond the last one, or for rules about angles of a
/// problem without places.
///
/// # Panics
/// If a vertex is not one of the graph.
pub(crate) fn check(rules: &[Rule], problem: &Problem) -> Result<(), ProblemError> {
    let steps = problem.graph().len();
    let directions = problem.directions();
    for atom in rules.iter().flat_map(Rule::atoms) {
        let checked = atom.try_map(|&vertex| (vertex < steps).then_some(vertex).ok_or(vertex));
        assert_eq!(checked.err(), None, "no such vertex");
        atom.check_statistics(&directions)?;
        if let Atom::Fact(Fact::At { step, .. }) = *atom
            && !(1..=steps).contains(&step)
        {
            return Err(ProblemError::NoStep { step, steps });
        }
    }
    Ok(())
}

/// Returns the index of the first rule that a tour, given by its vertices, violates.
pub(crate) fn violated(rules: &[Rule], setting: &Setting, steps: &[u32]) -> Option<usize> {
    if rules.is_empty() {
        return None;
    }
    let succession = setting.succession;
    let places = places(steps);
    let step = |vertex: u32| places[vertex as usize] + 1;
    let follows = |from: u32, to: u32| succession.after(step(from)) == Some(step(to));
    let takes = |a: u32, b: u32| follows(a, b) || follows(b, a);
    let is_plainly_true = |atom: &Atom| match *atom {
        Atom::Fact(Fact::At { step: at, vertex }) => step(vertex) == at,
        Atom::Fact(Fact::Arc { from, to }) => follows(from, to),
        Atom::Fact(Fact::Edge(ends)) => takes(ends[0], ends[1]),
        Atom::After(later, earlier) => step(later) > step(earlier),
        Atom::Angle(angle, vertex) => {
            let len = steps.len();
            let place = places[vertex as usize] as usize;
            let is_inner = succession.is_inner(step(vertex));
            let others = [steps[(place + len - 1) % len], steps[(place + 1) % len]];
            let directions = setting.directions.as_ref();
            is_inner && directions.is_ok_and(|places| angle.is_at(places, vertex, others))
        }
        Atom::Cross(one, other) => {
            let directions = setting.directions.as_ref();
            takes(one[0], one[1])
                && takes(other[0], other[1])
                && directions.is_ok_and(|places| cross(places, *one, *other))
        }
        Atom::Count(_) => unreachable!("a comparison adds up no comparison"),
    };
    let value = |summand: &Summand| {
        let value = match &summand.of {
            Counted::Atom(atom) => is_plainly_true(atom).into(),
            Counted::Statistic(statistic) => {
                let value = statistic.value(setting.clone(), steps);
                value.expect("rules about angles have coordinates")
            }
        };
        if summand.is_added { value } else { -value }
    };
    let holds = |literal: &Literal| {
        let is_true = match &literal.atom {
            Atom::Count(count) => {
                let value = count.summands.iter().map(value).sum();
                count.relation.holds(value, count.bound)
            }
            atom => is_plainly_true(atom),
        };
        is_true == literal.is_positive
    };
    let is_violated = |rule: &Rule| !rule.0.iter().any(holds);
    rules.iter().position(is_violated)
}

/// The numbering of the steps of a tour, for the demands of rules.
#[derive(Clone, Copy)]
pub(crate) struct Counting {
    pub succession: Succession,
    /// True if no vertex is given at step 1 of a closed tour.
    pub is_rotated: bool,
}

impl Counting {
    /// Returns the numbering of the tours of a problem.
    pub fn of(problem: &Problem) -> Counting {
        let is_first = problem.at().first().is_some_and(|&(step, _)| step == 1);
        Counting {
            succession: Succession::of(problem),
            is_rotated: Succession::of(problem).is_cyclic() && !is_first,
        }
    }

    /// Returns the numbering of the requested tours in a graph of `len` vertices.
    pub fn of_spec(tour: &TourSpec, len: u32) -> Counting {
        let is_first = tour.start.is_some() || tour.at.iter().any(|at| at.0 == 1);
        let succession = Succession::new(tour.kind, len);
        Counting {
            succession,
            is_rotated: succession.is_cyclic() && !is_first,
        }
    }
}

impl<V> Rule<V> {
    /// Returns what the rule asks of a backend.
    pub(crate) fn demands(&self, counting: Counting) -> Demands {
        let demands = self.atoms().filter_map(|atom| atom.demand(counting));
        // A reduction must not lose a rule that no tour keeps.
        let empty = self.0.is_empty().then_some(Demand::OnMoves);
        demands.chain(empty).collect()
    }
}

impl<V> Atom<V> {
    /// Returns what the atom asks of a backend, without those that it adds up.
    fn demand(&self, counting: Counting) -> Option<Demand> {
        Some(match self {
            Atom::Fact(Fact::Edge(_)) | Atom::Angle(..) | Atom::Cross(..) => Demand::OnMoves,
            Atom::Fact(Fact::Arc { .. }) => Demand::OnArcs,
            Atom::Fact(Fact::At { step, .. }) if counting.succession.is_inner(*step) => {
                Demand::OnSteps
            }
            Atom::Fact(Fact::At { .. }) => Demand::OnEnds,
            Atom::After(..) if counting.is_rotated => Demand::OnRotatedOrder,
            Atom::After(..) => Demand::OnOrder,
            Atom::Count(_) => return (!self.statistics().is_empty()).then_some(Demand::OnMoves),
        })
    }
}

/// Returns what rules ask of a backend.
fn demands<V>(rules: &[Rule<V>], counting: Counting) -> Demands {
    let demands = rules.iter().flat_map(|rule| rule.demands(counting).iter());
    demands.collect()
}

impl Constrain for Vec<Rule> {
    fn is_void(&self) -> bool {
        self.is_empty()
    }

    fn check(&self, problem: &Problem) -> Result<(), ProblemError> {
        check(self, problem)
    }

    fn verify(&self, problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        violated(self, &problem.into(), steps).map_or(Ok(()), |index| {
            let rule = self[index].map(|&vertex| VertexMark(vertex));
            let number = index + 1;
            Err(TourError::new(format!("rule {number} is violated: {rule}")))
        })
    }

    fn demands(&self, problem: &Problem) -> Demands {
        demands(self, Counting::of(problem))
    }

    fn is_numbering(&self, _problem: &Problem) -> bool {
        self.iter().any(Rule::is_directed)
    }

    fn rules(&self, _problem: &Problem) -> Vec<Rule> {
        self.clone()
    }
}

impl Requested for Vec<Rule> {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        let words = format!("under {}", counted(tour.with.len() as u64, "rule"));
        vec![PhrasePart::Clue.words(words.clone(), words)]
    }

    fn may_demand(tour: &TourSpec, place: &Place) -> Demands {
        demands(&tour.with, Counting::of_spec(tour, place.len()))
    }

    fn constraint(asked: &Asked) -> Result<Option<Vec<Rule>>, SpecError> {
        let vertex = |name: &String| TourSpec::vertex(asked.place, "with", name);
        let rules = asked.tour.with.iter().map(|rule| rule.try_map(vertex));
        rules.collect::<Result<Vec<Rule>, _>>().map(Some)
    }
}

#[cfg(test)]
mod tests;

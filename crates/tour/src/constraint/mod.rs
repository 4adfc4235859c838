//! Constraints: what a tour keeps besides being a Hamiltonian path or cycle of its graph.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::magic::EqualSums;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::table::Demand;
//!
//! let place: Place = "12x12".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, Some(0), None)?;
//! let problem = problem.clone().with(EqualSums::new(&problem)?)?;
//! let [ends, sums] = problem.constraints().collect::<Vec<_>>()[..] else { panic!() };
//! assert_eq!(ends.demands(&problem).iter().count(), 0);
//! assert!(sums.demands(&problem).contains(Demand::Sums));
//! assert!(sums.is_numbering(&problem));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A constraint is a value in the list of its [problem](Problem). One file contains its meaning for
//! a tour, its demands, its rules and its words. The file also turns the fields of a
//! [specification](TourSpec) into the value.

mod property;

use crate::blocks::Blocks;
use crate::definition::{Definition, Each};
use crate::given::Given;
use crate::given::is_at;
use crate::magic::EqualSums;
use crate::place::Place;
use crate::reversal::Reversal;
use crate::rule::Rule;
use crate::spec::{SpecError, TourSpec};
use crate::symmetry::{Symmetry, SymmetryName};
use crate::table::Demands;
use crate::tour::TourError;
use crate::{Obstruction, Problem, ProblemError};
use knightsat_base::stop::{Stop, Stopped};
pub use property::Property;
pub(crate) use property::corners;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;

/// A constraint of a tour.
pub trait Constrain: Debug {
    /// Returns true if every tour keeps the constraint.
    fn is_void(&self) -> bool {
        false
    }

    /// Returns an error if the constraint does not fit the problem.
    ///
    /// # Panics
    /// If a vertex is not one of the graph.
    fn check(&self, _problem: &Problem) -> Result<(), ProblemError> {
        Ok(())
    }

    /// Accepts the steps of a Hamiltonian path or cycle of the problem, or returns the fault. This
    /// is the meaning of the constraint, so it uses nothing that is derived from it.
    fn verify(&self, problem: &Problem, steps: &[u32]) -> Result<(), TourError>;

    /// Returns what the constraint asks of a backend, in this problem.
    fn demands(&self, _problem: &Problem) -> Demands {
        Demands::default()
    }

    /// Returns a cheap reason why no tour of the problem keeps the constraint, if one is found.
    fn obstruction(
        &self,
        _problem: &Problem,
        _stop: &Stop,
    ) -> Result<Option<Obstruction>, Stopped> {
        Ok(None)
    }

    /// Returns true if the constraint distinguishes a tour of the problem from its reverse, and a
    /// closed one from its rotations.
    fn is_numbering(&self, _problem: &Problem) -> bool {
        false
    }

    /// Returns true if a path, given backwards from its head, may go on to `next`. A
    /// constraint that does not look at paths permits all.
    fn may_follow(&self, _path: &mut dyn Iterator<Item = u32>, _next: u32) -> bool {
        true
    }

    /// Calls `each` with the clauses of the constraint over the facts of a definition, without its
    /// [rules](Constrain::rules).
    fn define(&self, _definition: &Definition, _each: Each) {}

    /// Returns true if the facts of a definition then determine the direction of a tour. Only one
    /// of a tour and its reverse, both of them tours of the problem, has such facts.
    fn directs(&self, _definition: &Definition) -> bool {
        false
    }

    /// Returns true if a tour of the problem has that direction.
    fn is_forward(&self, _problem: &Problem, _steps: &[u32]) -> bool {
        true
    }

    /// Returns a closed tour from the vertex on which the facts let it begin; `None` if the
    /// constraint does not say where.
    fn begun(&self, _steps: &[u32]) -> Option<Vec<u32>> {
        None
    }

    /// Returns rules that are equivalent to the constraint, for backends: none if it is no rule.
    fn rules(&self, _problem: &Problem) -> Vec<Rule> {
        Vec::new()
    }
}

/// Words about a constraint, as a specification requests it.
pub(crate) struct RequestWords {
    /// The kind of phrase.
    pub part: PhrasePart,
    /// The words in a table, as in `with a1-c2,c2-e1` or `rot180`.
    pub short: String,
    /// The words in a sentence, as in `require a1-c2 c2-e1` or `with the symmetry rot180`.
    pub long: String,
}

/// The place of words in a description.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PhrasePart {
    /// An end of the tour.
    End,
    /// The kind of the whole tour.
    Kind,
    /// Anything else.
    Clue,
}

impl PhrasePart {
    /// Returns these words, in a table and in a sentence.
    pub fn words(self, short: impl Into<String>, long: impl Into<String>) -> RequestWords {
        let (part, short, long) = (self, short.into(), long.into());
        RequestWords { part, short, long }
    }
}

/// A type of constraints that a specification can request.
pub(crate) trait Requested {
    /// Returns the words about the request.
    fn words(_tour: &TourSpec) -> Vec<RequestWords> {
        Vec::new()
    }

    /// Returns what a requested constraint may ask of a backend, before the graph is laid out.
    fn may_demand(_tour: &TourSpec, _place: &Place) -> Demands {
        Demands::default()
    }

    /// Returns the requested constraint; `None` if the problem needs none, or has it from the
    /// beginning.
    fn constraint(_asked: &Asked) -> Result<Option<Self>, SpecError>
    where
        Self: Sized,
    {
        Ok(None)
    }
}

/// A request for constraints of a problem.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub tour: &'a TourSpec,
    pub place: &'a Place,
    /// The problem of the place, with the constraints before.
    pub problem: &'a Problem,
    pub stop: &'a Stop,
}

/// The functions of a type of [requested](Requested) constraints.
pub(crate) struct RequestRow {
    /// Returns true if a specification requests a constraint of this type.
    pub is_requested: fn(&TourSpec) -> bool,
    pub words: fn(&TourSpec) -> Vec<RequestWords>,
    pub may_demand: fn(&TourSpec, &Place) -> Demands,
    pub constraint: fn(&Asked) -> Result<Option<TourConstraint>, SpecError>,
}

/// Returns the rows of the constraints that a specification requests, in the order of verification.
pub(crate) fn requested(tour: &TourSpec) -> impl Iterator<Item = &'static RequestRow> {
    REQUESTS.iter().filter(|row| (row.is_requested)(tour))
}

/// The type of a constraint in the list.
pub trait ListMember: Constrain + Into<TourConstraint> {
    /// Returns the constraint, if it is of this type.
    fn of(constraint: &TourConstraint) -> Option<&Self>;
}

/// Makes [`TourConstraint`] from its table, which is in the order of verification. Each row has the
/// condition under which a specification requests such a constraint.
macro_rules! constraints {
    ($($(#[$doc:meta])* $variant:ident($type:ty) if $is_requested:expr,)*) => {
        /// A constraint of any type.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum TourConstraint { $($(#[$doc])* $variant($type),)* }

        /// The types of constraints, in the same order.
        const REQUESTS: &[RequestRow] = &[$(RequestRow {
            is_requested: $is_requested,
            words: <$type as Requested>::words,
            may_demand: <$type as Requested>::may_demand,
            constraint: |asked| {
                let constraint = <$type as Requested>::constraint(asked)?;
                Ok(constraint.map(TourConstraint::$variant))
            },
        },)*];

        impl Deref for TourConstraint {
            type Target = dyn Constrain;

            fn deref(&self) -> &(dyn Constrain + 'static) {
                match self { $(TourConstraint::$variant(constraint) => constraint,)* }
            }
        }

        impl TourConstraint {
            /// Returns its row in the table.
            fn row(&self) -> usize {
                let mut row = 0;
                $(
                    if let TourConstraint::$variant(_) = self { return row; }
                    row += 1;
                )*
                row
            }
        }

        $(
            impl From<$type> for TourConstraint {
                fn from(constraint: $type) -> TourConstraint {
                    TourConstraint::$variant(constraint)
                }
            }

            impl ListMember for $type {
                fn of(constraint: &TourConstraint) -> Option<&$type> {
                    match constraint {
                        TourConstraint::$variant(constraint) => Some(constraint),
                        _ => None,
                    }
                }
            }
        )*
    };
}

constraints! {
    /// The ends.
    Ends(FixedEnds) if |tour| tour.start.is_some() || tour.end.is_some(),
    /// Moves, and squares at steps.
    Clues(Given) if TourSpec::has_clues,
    /// Equal sums of steps.
    Sums(EqualSums) if |tour| tour.magic,
    /// Clauses over facts.
    Rules(Vec<Rule>) if |tour| !tour.with.is_empty(),
    /// Properties.
    Properties(Vec<Property>) if |tour| !tour.only.is_empty(),
    /// A symmetry.
    Symmetric(Symmetry) if |tour| matches!(tour.symmetric, Some(SymmetryName::Keeping(_))),
    /// A symmetry that reverses the tour.
    Reversed(Reversal) if |tour| matches!(tour.symmetric, Some(SymmetryName::Reversing(_))),
    /// Blocks that the tour visits one after the other.
    Blocks(Arc<Blocks>) if |tour| tour.blocks.is_some(),
    /// The direction of a tour.
    OneWay(OneWay) if |_| false,
}

/// The constraints of a problem, in the order of the table, at most one of each type. Void ones are
/// not in the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constraints(Vec<TourConstraint>);

impl Constraints {
    /// Returns the constraint of this type.
    pub fn get<C: ListMember>(&self) -> Option<&C> {
        self.0.iter().find_map(C::of)
    }

    /// Puts a constraint in the list, in place of another one of its type.
    pub fn set(&mut self, constraint: TourConstraint) {
        let row = constraint.row();
        self.0.retain(|other| other.row() != row);
        if !constraint.is_void() {
            let place = self.0.partition_point(|other| other.row() < row);
            self.0.insert(place, constraint);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &TourConstraint> {
        self.0.iter()
    }
}

/// The vertices of the first and of the last step, as far as they are fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixedEnds {
    /// The vertex of the first step.
    pub start: Option<u32>,
    /// The vertex of the last step.
    pub end: Option<u32>,
}

impl Constrain for FixedEnds {
    fn is_void(&self) -> bool {
        self.start.or(self.end).is_none()
    }

    fn check(&self, problem: &Problem) -> Result<(), ProblemError> {
        let steps = problem.graph().len();
        let ends = [self.start, self.end];
        assert!(ends.into_iter().flatten().all(|vertex| vertex < steps));
        if self.start.is_some() && self.start == self.end && steps > 1 {
            return Err(ProblemError::StartIsEnd(steps));
        }
        Ok(())
    }

    fn verify(&self, _problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        for (step, end) in [(1, self.start), (steps.len() as u32, self.end)] {
            end.map_or(Ok(()), |end| is_at(steps, step, end))?;
        }
        Ok(())
    }
}

/// The problem of a specification has the ends from the beginning, and every backend takes them.
impl Requested for FixedEnds {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        let ends = [("from", "start", &tour.start), ("to", "end", &tour.end)];
        let words = ends.into_iter().filter_map(|(short, long, end)| {
            let vertex = end.as_ref()?;
            Some(PhrasePart::End.words(format!("{short} {vertex}"), format!("{long} {vertex}")))
        });
        words.collect()
    }
}

/// The reverse of a tour is another tour, as if a [directed rule](Rule::is_directed) made it so.
#[derive(Clone, Copy, Debug)]
pub struct OneWay;

impl Constrain for OneWay {
    fn verify(&self, _problem: &Problem, _steps: &[u32]) -> Result<(), TourError> {
        Ok(())
    }

    fn is_numbering(&self, _problem: &Problem) -> bool {
        true
    }
}

/// Reductions add it, and no specification requests it.
impl Requested for OneWay {}

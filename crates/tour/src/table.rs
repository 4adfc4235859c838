//! The table of backends: what each of them takes of a problem, and by which reduction.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::spec::TourSpec;
//! use knightsat_tour::table::{Backend, Step, reductions};
//!
//! let place: Place = "6x6".parse()?;
//! let tour = TourSpec { symmetric: Some("rot90".parse()?), ..Kind::Closed.into() };
//! let problem = tour.problem(&place, &Default::default())?;
//! assert_eq!(reductions(&problem, Backend::Engine), Ok(vec![Step::Quotient]));
//! let refusal = reductions(&problem, Backend::Frontier).unwrap_err();
//! assert_eq!(
//!     refusal.to_string(),
//!     "the frontier method does not support a symmetry: use `method` search or enumerate"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Demand`] is what a problem asks of a backend besides a Hamiltonian path or cycle with fixed
//! ends. A backend takes a demand as it is, or by a reduction, which carries some of the other
//! demands. Whatever is left is refused, always by the same [sentence](Refusal).

mod markdown;
mod refusal;
mod step;

use crate::place::Place;
use crate::rule::{Counting, Rule};
use crate::spec::TourSpec;
use crate::{Problem, Property, requested};
use itertools::Itertools;

pub use markdown::markdown;
pub use refusal::Refusal;
pub use step::Step;

all! {
    /// A part of a problem that not every backend supports.
    Demand.words {
        /// A directed graph.
        OneWay "directed graphs",
        /// A required move of a directed graph with arcs both ways.
        BothWays "a required move with arcs both ways",
        /// Required moves.
        Required "required moves",
        /// Vertices without places on a flat board.
        Unplaced "vertices without squares of a flat board",
        /// Another piece, or joined sides.
        Leaps "another piece or joined sides",
        /// Vertices at steps other than the ends.
        Steps "squares at steps",
        /// Lines with equal sums of steps.
        Sums "equal sums of steps",
        /// A symmetry with a [quotient](crate::quotient).
        Symmetry "a symmetry",
        /// A symmetry without one.
        NoQuotient "a symmetry without a quotient graph",
        /// A symmetry that [reverses](crate::reversal) the tour.
        Reversal "a symmetry that reverses the tour",
        /// Blocks that the tour visits one after the other, with a given joint from each to the
        /// next.
        Blocks "blocks",
        /// A move from the last vertex back to the first.
        Reentrance "a move from the last square to the first",
        /// Corners as both ends.
        Corners "ends on corners",
        /// Rules about moves in either direction.
        OnMoves "rules about moves",
        /// Rules about the ends of an open tour.
        OnEnds "rules about the ends",
        /// Rules about moves in one direction.
        OnArcs "rules about directions",
        /// Rules about steps.
        OnSteps "rules about steps",
        /// Rules about the order of vertices.
        OnOrder "rules about the order of squares",
        /// Rules about that order in a closed tour whose step 1 has no given vertex.
        OnRotatedOrder "rules about the order of squares in a closed tour without a given first step",
    }
}

/// A set of demands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demands(u32);

impl Demands {
    /// Returns true if the demand is one of them.
    pub fn contains(self, demand: Demand) -> bool {
        self.0 >> demand as u32 & 1 == 1
    }

    /// Adds a demand if the condition holds.
    pub(crate) fn add_if(&mut self, is_there: bool, demand: Demand) {
        self.0 |= u32::from(is_there) << demand as u32;
    }

    /// Returns these alone, and those that a Hamiltonian cycle with taken edges expresses.
    fn only<const N: usize>(these: [Demand; N]) -> Demands {
        let plain = [Demand::Required, Demand::Unplaced];
        these.into_iter().chain(plain).collect()
    }

    /// Returns all but these.
    fn all<const N: usize>(except: [Demand; N]) -> Demands {
        let all: Demands = Demand::ALL.into_iter().collect();
        all.without(except.into_iter().collect())
    }

    /// Returns those that are not among others.
    fn without(self, others: Demands) -> Demands {
        Demands(self.0 & !others.0)
    }

    /// Returns them in the order of [`Demand::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Demand> {
        let all = Demand::ALL.into_iter();
        all.filter(move |&demand| self.contains(demand))
    }
}

impl FromIterator<Demand> for Demands {
    fn from_iter<I: IntoIterator<Item = Demand>>(all: I) -> Demands {
        let mut demands = Demands::default();
        all.into_iter()
            .for_each(|demand| demands.add_if(true, demand));
        demands
    }
}

/// Makes [`Backend`] from its table. A line has a variant, its name in a sentence, and the option
/// that selects it. The only demands that it takes follow, or those that it does not take of all.
/// Its reductions come last.
macro_rules! backends {
    ($($(#[$doc:meta])* $variant:ident $words:literal $key:literal $value:literal
        $how:ident [$($demand:ident)*] [$($by:ident)*];)*) => {
        all! {
            /// A way to answer a question about the tours of a problem.
            Backend.words { $($(#[$doc])* $variant $words,)* }
        }

        impl Backend {
            /// Returns the option that selects it, after the name of a command if it is not the
            /// same in all, and its value; an empty name if none does. A place has no option.
            fn option(self) -> (&'static str, &'static str) {
                match self { $(Backend::$variant => ($key, $value),)* }
            }

            /// Returns the demands that it takes as they are.
            fn takes(self) -> Demands {
                match self {
                    $(Backend::$variant => Demands::$how([$(Demand::$demand),*]),)*
                }
            }

            /// Returns its reductions.
            fn by(self) -> &'static [Step] {
                match self { $(Backend::$variant => &[$(Step::$by),*],)* }
            }
        }
    };
}

backends! {
    /// The position encoding.
    Position "the encoding position" "encoding" "position"
        all [Blocks] [];
    /// Its textbook form.
    Textbook "the encoding textbook" "encoding" "textbook"
        all [Blocks] [];
    /// Steps in binary.
    Binary "the encoding binary" "encoding" "binary"
        all [Blocks] [];
    /// An order of the vertices.
    Order "the encoding order" "encoding" "order"
        all [Sums Symmetry NoQuotient Blocks] [Orbits Chain];
    /// Positions of the vertices, a variable each.
    Distance "the encoding distance" "encoding" "distance"
        all [Sums Symmetry NoQuotient Blocks] [Orbits Chain];
    /// Positions in binary.
    Adder "the encoding adder" "encoding" "adder"
        all [Sums Symmetry NoQuotient Blocks] [Orbits Chain];
    /// Positions as states of a shift register.
    Lfsr "the encoding lfsr" "encoding" "lfsr"
        all [Sums Symmetry NoQuotient Blocks] [Orbits Chain];
    /// Positions modulo several numbers.
    Crt "the encoding crt" "encoding" "crt"
        all [Sums Symmetry NoQuotient Blocks] [Orbits Chain];
    /// Elimination of the vertices.
    Elimination "the encoding elimination" "encoding" "elimination"
        all [Sums Symmetry NoQuotient Blocks] [Orbits Chain];
    /// Degrees alone, with cuts afterwards.
    Degrees "the encoding lazy" "encoding" "lazy"
        all [Sums Symmetry NoQuotient Blocks] [Orbits Chain];
    /// The search of the lazy engine.
    Engine "the lazy engine" "encoding" "lazy"
        only [OnMoves] [Close Corner Blocks Split Quotient Fold];
    /// A proof by cuts.
    CutProof "a proof by cuts" "" ""
        only [OnMoves] [Split];
    /// A proof by steps.
    StepProof "a proof by steps" "proof_format" "lrat"
        all [] [];
    /// A proof in pseudo-Boolean constraints.
    PbProof "a proof for VeriPB" "proof_format" "pbp"
        only [Steps Sums Symmetry NoQuotient] [];
    /// The search for the best tour.
    Optimum "the search for best tours" "" ""
        all [] [];
    /// A search for the best tour by edges, whose bound has a proof.
    OptimalityProof "a proof of optimality" "" ""
        only [OnMoves] [];
    /// The frontier dynamic programme.
    Frontier "the frontier method" "method" "frontier"
        only [] [Close Corner Blocks Split];
    /// The count of tours that symmetries of the board do not lead to each other.
    Classes "the count of classes" "" ""
        all [OneWay BothWays Unplaced Steps Sums Symmetry NoQuotient Reversal Blocks Reentrance Corners OnMoves
            OnEnds OnArcs OnSteps OnOrder OnRotatedOrder] [];
    /// The count of cycles that a map takes to themselves, for those classes.
    Fixed "the count of fixed tours" "" ""
        only [] [Quotient Fold];
    /// The frontier dynamic programme in parts.
    FrontierParts "the frontier method in parts" "method" "frontier"
        only [] [Split];
    /// Depth-first search.
    Search "depth-first search" "method" "search"
        all [] [];
    /// The models of a formula.
    Models "enumeration" "method" "enumerate"
        all [] [];
    /// Clauses.
    Dimacs "DIMACS" "format" "dimacs"
        all [] [];
    /// Depth-first search for one tour, in the order of Warnsdorff's rule.
    Backtrack "backtracking" "solve method" "backtrack"
        all [] [];
    /// A solver, with the encoding that suits it.
    Solver "a solver" "solve method" "sat"
        all [] [];
    /// Warnsdorff's rule.
    Warnsdorff "Warnsdorff's rule" "solve method" "warnsdorff"
        all [Required Steps Sums Symmetry NoQuotient Reversal Blocks Reentrance Corners OnMoves OnEnds OnArcs
            OnSteps OnOrder OnRotatedOrder] [];
    /// Reasons against tours of a directed graph, which are in its split graph.
    Reasons "a short reason" "" ""
        all [OneWay] [Split];
    /// The search for clues that contradict each other.
    ClueFault "the search for contradictory clues" "" ""
        all [OneWay Sums Reversal] [];
    /// The layout of blocks.
    Layout "a tour through blocks" "" ""
        all [Sums Symmetry NoQuotient Reversal] [];
    /// A proof in pseudo-Boolean constraints by the clauses of edges alone.
    PbEdges "a proof for VeriPB by edges" "" ""
        all [Steps Sums Symmetry NoQuotient] [];
    /// A search in parts, which fix edges.
    SearchParts "a search in parts" "" ""
        all [OneWay BothWays] [];
    /// A refutation in pseudo-Boolean constraints.
    PbRefutation "a proof for VeriPB without a short reason" "proof_format" "pbp"
        only [Steps Symmetry NoQuotient] [];
    /// The [definition](crate::definition) over positions.
    OverPositions "the definition over positions" "" ""
        all [Sums Blocks] [];
    /// The definition over arcs.
    OverArcs "the definition over arcs" "" ""
        all [Steps Sums Reentrance Corners OnEnds OnSteps OnOrder OnRotatedOrder] [];
    /// The definition over edges.
    OverEdges "the definition over edges" "" ""
        all [OneWay Steps Sums Reentrance Corners OnArcs OnEnds OnSteps OnOrder OnRotatedOrder] [];
    /// A flat board, with a piece of one leap.
    Board "a flat board" "place " "a flat board with a piece of one leap, such as the knight"
        all [] [];
    /// Another board.
    Space "a board with several layers, joined sides or several leaps" "place " ""
        all [Sums Symmetry NoQuotient Reversal Blocks Corners] [];
    /// A graph without leaps.
    Graph "a graph" "place " ""
        all [Leaps Sums Symmetry NoQuotient Reversal Blocks Corners] [];
}

impl Backend {
    /// Returns the row of a place.
    pub(crate) fn of_place(place: &Place) -> Backend {
        match place {
            Place::Board(board) if board.is_plain() => Backend::Board,
            Place::Board(_) => Backend::Space,
            Place::Graph(_) => Backend::Graph,
        }
    }

    /// Returns the row of the value of an option, such as an encoding: the first of this name.
    pub fn named(option: &str, value: &str) -> Option<Backend> {
        let named = |row: &Backend| {
            let (key, name) = row.option();
            key == option && name == value
        };
        Backend::ALL.into_iter().find(named)
    }

    /// Returns true if it cannot count, so that its circuits must omit the ends that colours
    /// exclude.
    pub(crate) fn wants_colours(self) -> bool {
        matches!(
            self,
            Backend::Engine
                | Backend::CutProof
                | Backend::Fixed
                | Backend::Optimum
                | Backend::OptimalityProof
                | Backend::Frontier
                | Backend::FrontierParts
        )
    }

    /// Returns the reductions by which it takes demands, or the one or two that it does not take.
    fn plan(self, mut left: Demands) -> Result<Vec<Step>, Vec<Demand>> {
        let mut steps = Vec::new();
        loop {
            let refused = left.without(self.takes());
            let Some(first) = refused.iter().next() else {
                return Ok(steps);
            };
            // A reduction may carry a demand that is refused now.
            let mut by = self.by().iter().copied();
            let Some(step) = by.find(|step| refused.contains(step.removes())) else {
                return Err(vec![first]);
            };
            let removed = [step.removes()].into_iter().collect();
            let rest = left.without(removed);
            let is_lost = |&demand: &Demand| step.carries(demand).is_none();
            if let Some(lost) = rest.iter().find(is_lost) {
                let alone = self.plan([lost].into_iter().collect());
                let both = vec![step.removes(), lost];
                return Err(alone.map_or_else(|refused| refused, |_| both));
            }
            steps.push(step);
            left = rest
                .iter()
                .filter_map(|demand| step.carries(demand))
                .collect();
        }
    }

    /// Returns the reductions by which the backend takes these demands.
    ///
    /// Fails with the demands that it does not take, and with the backends that take all.
    pub fn reductions(self, demands: Demands) -> Result<Vec<Step>, Refusal> {
        self.plan(demands).map_err(|refused| {
            // Whatever the command makes of a value, it supports the demands.
            let all_can = |other: &Backend| {
                let (key, value) = other.option();
                let mut rows = Backend::ALL.into_iter();
                let has_name = !value.is_empty() && key == self.option().0;
                has_name && rows.all(|row| row.option() != (key, value) || row.supports(demands))
            };
            let others = Backend::ALL.into_iter().filter(all_can);
            Refusal {
                backend: self,
                demands: refused,
                rule: None,
                property: None,
                others: others.map(|other| other.option().1).unique().collect(),
            }
        })
    }

    /// Returns true if the backend takes these demands, perhaps by reductions.
    pub fn supports(self, demands: Demands) -> bool {
        self.plan(demands).is_ok()
    }
}

/// Returns the rules of a problem as they are stated.
fn stated_rules(problem: &Problem) -> &[Rule] {
    problem.get::<Vec<Rule>>().map_or(&[], Vec::as_slice)
}

/// Returns the reductions by which a backend takes a problem; none if it takes it as it is.
pub fn reductions(problem: &Problem, backend: Backend) -> Result<Vec<Step>, Refusal> {
    let result = backend.reductions(problem.demands());
    result.map_err(|refusal| {
        let listed = problem.get::<Vec<Property>>();
        let properties = (listed.map_or(&[][..], Vec::as_slice), problem.kind());
        refusal.with_cause(Counting::of(problem), stated_rules(problem), properties)
    })
}

impl TourSpec {
    /// Returns the reductions by which a backend takes a tour in this place, as far as its
    /// [demands](TourSpec::demands) are known.
    #[doc(hidden)]
    pub fn reductions(&self, place: &Place, backend: Backend) -> Result<Vec<Step>, Refusal> {
        let result = backend.reductions(self.demands(place));
        result.map_err(|refusal| {
            let counting = Counting::of_spec(self, place.len());
            refusal.with_cause(counting, &self.with, (&self.only, self.kind))
        })
    }

    /// Returns what a tour in this place asks of a backend, before its graph is laid out. The
    /// [problem](Problem::demands) may have fewer moves both ways, or no quotient.
    #[doc(hidden)]
    pub fn demands(&self, place: &Place) -> Demands {
        let is_directed = place.is_directed();
        let mut demands = Demands::default();
        demands.add_if(is_directed, Demand::OneWay);
        demands.add_if(is_directed && !self.require.is_empty(), Demand::BothWays);
        demands.add_if(place.coordinates().is_none(), Demand::Unplaced);
        let requested = requested(self).flat_map(|row| (row.may_demand)(self, place).iter());
        demands.iter().chain(requested).collect()
    }
}

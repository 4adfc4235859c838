//! The regression kit: checks that a formula is right.
//!
//! ```
//! use knightsat_check::{Options, inspect};
//! use knightsat_check::encoding::{Formula, Name};
//! use knightsat_check::tour::{Kind, Problem};
//! use knightsat_check::tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let formula = Formula::new(&problem, Name::Position.style())?;
//! let report = inspect(&place, &problem, &formula, &Options::default())?;
//! assert!(report.is_good());
//! // Of a tour and its reverse this formula has one.
//! assert_eq!((report.models, report.expected), (8, Some(8)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A formula under test writes its clauses to a [`ClauseSink`] and returns the meaning of its
//! variables. A variable can mean that the tour is on a square at a step, or that it takes a move.
//! The kit checks everything else, on small boards, without trusting the formula:
//!
//! - *header*: numbers are contiguous from 1, and those of a file are right;
//! - *verdict*: satisfiable if and only if tours exist;
//! - *sound*: every model decodes to a tour that verifies;
//! - *complete*: every tour that an independent depth-first search finds extends to a model;
//! - *count*: as many models as tours, projected on the meaningful variables.
//!
//! If there are too many tours to compare, the kit uses proofs. The formula must entail every
//! clause of the [definition](tour::definition) of a tour, and the definition every clause of the
//! formula.
//!
//! The first counterexample proves a fault: a model that is no tour, a tour that is no model, with
//! clauses that exclude it, or a tour counted twice.
//!
//! # Your own encoding
//!
//! One line in a test checks an encoding on all of [`BOARDS`], open and closed. Here is a complete
//! one: the variables x\[i\]\[v\] mean that at step i the tour is on vertex v.
//!
//! ```
//! use knightsat_check::{Meaning, assert_right};
//! use knightsat_check::tour::{Kind, Problem};
//! use knightsat_check::cnf::sink::ClauseSink;
//!
//! fn encode(problem: &Problem, sink: &mut dyn ClauseSink) -> Meaning {
//!     let graph = problem.graph();
//!     let n = graph.len();
//!     let vars = sink.new_vars(n * n);
//!     let x = |step: u32, vertex: u32| vars.get((step - 1) * n + vertex).pos();
//!     let mut meaning = Meaning::new();
//!     for step in 1..=n {
//!         let squares: Vec<_> = (0..n).map(|vertex| x(step, vertex)).collect();
//!         sink.clause(&squares); // at least one square at every step
//!         sink.pairwise(&squares); // and at most one
//!         (0..n).for_each(|vertex| meaning.at(step, vertex, x(step, vertex)));
//!     }
//!     for vertex in 0..n {
//!         let steps: Vec<_> = (1..=n).map(|step| x(step, vertex)).collect();
//!         sink.pairwise(&steps); // every square at most once
//!     }
//!     let is_closed = problem.kind() == Kind::Closed;
//!     for step in 1..=if is_closed { n } else { n - 1 } {
//!         for vertex in 0..n {
//!             let mut moves = vec![!x(step, vertex)];
//!             moves.extend(graph.neighbours(vertex).iter().map(|&w| x(step % n + 1, w)));
//!             sink.clause(&moves);
//!         }
//!     }
//!     if is_closed && n == 2 {
//!         sink.clause(&[]); // to and fro is no cycle
//!     }
//!     meaning
//! }
//!
//! assert_right(encode);
//! ```
//!
//! For fixed ends, other boards and graphs, and the report itself, see [`inspect()`]. For facts of
//! several literals, such as the bits of a number, see [`Meaning::add`]. For formulas that exclude
//! one of a tour and its reverse, or fix the start of a closed tour, see
//! [`Meaning::in_one_direction`] and [`Meaning::from_vertex`].

pub use knightsat_search::{base, cnf, encoding, solver, tour};

mod case;
#[cfg(test)]
#[path = "../../../tests/common/cases.rs"]
mod cases;
mod collect;
mod comments;
mod complete;
mod counterexample;
mod decode;
#[cfg(test)]
#[path = "../../../tests/common/depth.rs"]
mod depth;
pub mod description;
mod evidence;
mod explain;
mod expression;
mod fault;
mod figures;
pub mod foreign;
pub mod further;
mod guide;
mod inspect;
mod least;
pub mod map;
mod names;
mod order;
pub mod picture;
mod prove;
mod sound;
pub mod suspect;
mod sweep;
pub mod table;
mod theory;
mod tours;
mod words;

pub use collect::Collected;
pub use comments::from_comments;
pub use counterexample::{Counterexample, Violated, Wrong};
pub use description::Symbols;
pub use expression::Expression;
pub use fault::{Fault, FaultKind};
pub use foreign::File;
pub use inspect::inspect;
pub use meaning::{Fact, FactStyle, Meaning};
pub use table::{CheckResult, Report, Status};

use crate::cnf::dimacs::read::Header;
use crate::encoding::{Formula, meaning};
use crate::further::FurtherProofs;
use crate::prelude::*;
use crate::solver::{InProcess, Limits};

/// The types of formulas and tours that most files of this crate use.
mod prelude {
    pub use crate::base::stop::{Stop, Stopped};
    pub use crate::base::text::counted;
    pub use crate::cnf::sink::{ClauseGroup, ClauseSink, Cnf, ModelCheck, Size, Until};
    pub use crate::cnf::{Clauses, Lit, Model, Var, Vars};
    pub use crate::encoding::meaning::{Fact, FactStyle, Meaning};
    pub use crate::tour::outline::Square;
    pub use crate::tour::place::Place;
    pub use crate::tour::tour::Tour;
    pub use crate::tour::{Kind, Problem};
    pub use itertools::Itertools;
}

/// The limits of a check.
#[derive(Clone, Debug)]
pub struct Options {
    /// Up to this number of tours, every tour is compared with the models. With more tours, proofs
    /// decide.
    pub most: usize,
    /// The deadline and the stop flag of the solver.
    pub limits: Limits,
    /// The most conflicts of the solver for a formula, in place of a deadline. Conflicts are the
    /// same on every machine. Without this limit, the search for each tour of a sample ends after
    /// 5 s.
    pub work: Option<u64>,
    /// The solver for the formula.
    pub solver: InProcess,
    /// If true, the report of a wrong formula has its [faults](Report::faults) in words.
    pub words: bool,
    /// Further proofs about formulas over arcs and edges.
    #[doc(hidden)]
    pub further: Option<FurtherProofs>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            most: 20_000,
            limits: Limits::default(),
            work: None,
            solver: InProcess::default(),
            words: false,
            further: None,
        }
    }
}

/// A formula under test.
pub trait Subject {
    /// Writes the formula, deterministically, and returns the meaning of its variables.
    fn encode(&self, sink: &mut dyn ClauseSink) -> Meaning;

    /// Returns the counts of the file's header, for formulas from a file.
    fn header(&self) -> Option<Header> {
        None
    }

    /// Returns the constraint that a clause, by its index from 0, encodes: its number, from 1, and
    /// its text. `None` for formulas of clauses.
    fn constraint(&self, _clause: usize) -> Option<(usize, String)> {
        None
    }
}

impl<F: Fn(&mut dyn ClauseSink) -> Meaning> Subject for F {
    fn encode(&self, sink: &mut dyn ClauseSink) -> Meaning {
        self(sink)
    }
}

impl Subject for Formula<'_> {
    fn encode(&self, mut sink: &mut dyn ClauseSink) -> Meaning {
        Formula::encode(self, &mut sink);
        self.meaning()
    }
}

/// Returns the approximate memory of a check of a formula of this size, in bytes. The formula is
/// stored in memory and as text, and in a solver that checks its own proof. Measured: 480 MB after
/// 15 s for 1.7 million clauses with 5 million literals.
pub fn bytes(size: Size) -> u64 {
    200 * size.clauses + 45 * size.literals + 300 * size.variables
}

/// Boards small enough for checks of every tour, with and without tours, as text for [`place`]:
/// sizes, or ranks from the top with holes `#`. They have 1, 0, 0, 16, 16 and 32 open tours, and 0,
/// 0, 0, 1 and 4 closed ones.
pub const BOARDS: &[(Kind, &str)] = &[
    (Kind::Open, "1x1"),
    (Kind::Open, "1x2"),
    (Kind::Open, "3x3"),
    (Kind::Open, "3x4"),
    (Kind::Open, ".../.#./..."),
    (Kind::Open, "....#/#..../#...."),
    (Kind::Closed, "1x1"),
    (Kind::Closed, "1x2"),
    (Kind::Closed, "3x4"),
    (Kind::Closed, ".../.#./..."),
    (Kind::Closed, "#..##/.#.../...##/#...#"),
];

/// Boards that exercise the at-most-one encodings more, with 164 open tours and a closed one.
/// Formulas without redundant clauses may take minutes.
pub const LARGER_BOARDS: &[(Kind, &str)] = &[
    (Kind::Open, "4x5"),
    (Kind::Closed, "..../..../..../...#/...#"),
];

/// Returns the board of a text, see [`Place`].
///
/// # Panics
/// If the text is not a board.
pub fn place(text: &str) -> Place {
    text.parse().expect("a board")
}

/// Checks an encoding on all of [`BOARDS`].
///
/// # Panics
/// If it is wrong on one of them; the message is the report.
pub fn assert_right(encode: impl Fn(&Problem, &mut dyn ClauseSink) -> Meaning) {
    for &(kind, board) in BOARDS {
        let place = place(board);
        let problem = Problem::new(place.graph(), kind, None, None).expect("no ends, no fault");
        let subject = |sink: &mut dyn ClauseSink| encode(&problem, sink);
        let inspected = inspect(&place, &problem, &subject, &Options::default());
        let report = inspected.expect("the solver does not fail");
        let tour = place.tour(kind);
        assert!(
            report.is_good(),
            "wrong for the {tour} ({board}):\n{report}"
        );
    }
}

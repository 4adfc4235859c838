//! What the successor encodings let one choose.

use crate::gadget::amo::Amo;
use std::fmt;

/// What makes the arcs, or edges, a single cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connectivity {
    /// Nothing: models may be several cycles, to be cut as they come.
    None,
    /// Which of two vertices is before the other.
    Order,
    /// The position of every vertex, a variable for each that is possible.
    Distance,
    /// The position in binary, one more along every arc.
    Adder,
    /// The position as the state of a shift register.
    Lfsr,
    /// The position modulo several numbers.
    Crt,
    /// No cycle, by eliminating the vertices.
    Elimination,
}

impl Connectivity {
    /// Whether it can be had with edge variables.
    pub fn takes_edges(self) -> bool {
        matches!(self, Connectivity::None | Connectivity::Order)
    }
}

/// Its name as an encoding.
impl fmt::Display for Connectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Connectivity::None => "lazy",
            Connectivity::Order => "order",
            Connectivity::Distance => "distance",
            Connectivity::Adder => "adder",
            Connectivity::Lfsr => "lfsr",
            Connectivity::Crt => "crt",
            Connectivity::Elimination => "elimination",
        })
    }
}

/// What says where the tour goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Variables {
    /// A variable for each direction of an edge
    Arcs,
    /// A variable for an edge: a tour and its reverse are one model
    Edges,
}

/// Which clauses to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What makes it a single cycle.
    pub connectivity: Connectivity,
    /// Arcs or edges.
    pub variables: Variables,
    /// At most one arc out of a vertex, into it, and at most one position, in this encoding; `None`
    /// is all pairs up to eight, and product beyond.
    pub amo: Option<Amo>,
    /// Of a tour and its reverse only one is a model; takes effect on arcs, where the ends leave
    /// both directions possible.
    pub one_direction: bool,
    /// The product of the moduli, with [`Connectivity::Crt`]; `None` is enough to be exact.
    pub cycle: Option<u64>,
}

impl Options {
    /// What is used where nothing else is asked for.
    pub fn of(connectivity: Connectivity) -> Options {
        Options {
            connectivity,
            variables: match connectivity.takes_edges() {
                true => Variables::Edges,
                false => Variables::Arcs,
            },
            amo: None,
            one_direction: false,
            cycle: None,
        }
    }
}

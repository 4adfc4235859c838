//! Groups of clauses that several encodings have.

use crate::cnf::sink::Group;

pub const CONTRADICTION: Group =
    Group::new("contradiction", "a cheap reason rules every tour out", "⊥");
pub const TOO_SMALL: Group = Group::new(
    "a cycle has three squares",
    "to and fro over one move is no closed tour",
    "⊥",
);
pub const NO_WAY_BACK: Group = Group::new(
    "no way back",
    "no move is taken both ways",
    "¬a[v,w] ∨ ¬a[w,v] for all moves v–w",
);

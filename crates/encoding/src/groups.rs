//! Groups of clauses that several encodings have.

use knightsat_cnf::sink::Group;

pub const CONTRADICTION: Group =
    Group::new("contradiction", "a cheap reason rules every tour out", "⊥");
pub const TOO_SMALL: Group = Group::new(
    "a cycle has three squares",
    "to and fro over one move is no closed tour",
    "⊥",
);
pub const GIVEN_STEPS: Group = Group::new(
    "given steps",
    "the squares that are given at steps are there, and those kept from a step are not",
    "x[i][v], ¬x[i][v]; on arcs p[i][v] ∧ a[v,w] → p[i+1][w] from each given square to the next",
);
pub const GIVEN_MOVES: Group = Group::new(
    "given moves",
    "the required moves are taken, one way or the other",
    "a[v,w] ∨ a[w,v], or x[i][v] → x[i+1][w] ∨ x[i-1][w]",
);
pub const NO_WAY_BACK: Group = Group::new(
    "no way back",
    "no move is taken both ways",
    "¬a[v,w] ∨ ¬a[w,v] for all moves v–w",
);

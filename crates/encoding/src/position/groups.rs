//! The groups of clauses.

use knightsat_cnf::sink::Group;

pub const ONE_SQUARE: Group = Group::new(
    "one square per step",
    "at every step i the tour is on at most one square",
    "Σ_v x[i][v] ≤ 1 for every i",
);
pub const MOVES: Group = Group::new(
    "moves",
    "from the square of every step a move leads to that of the next",
    "x[i][v] → ⋁ {x[i+1][w] : w a move from v} for every i and v; closed, step 1 follows the last",
);
pub const SQUARE_ONCE: Group = Group::new(
    "each square once",
    "every square is visited at most once",
    "Σ_i x[i][v] ≤ 1 for every v",
);
pub const SOME_SQUARE: Group = Group::new(
    "at least one square per step",
    "at every step the tour is somewhere",
    "⋁_v x[i][v] for every i",
);
pub const PREDECESSORS: Group = Group::new(
    "predecessors",
    "to the square of every step a move leads from that of the step before",
    "x[i+1][v] → ⋁ {x[i][w] : w a move from v} for every i and v",
);
pub const SOME_STEP: Group = Group::new(
    "at least one step per square",
    "every square is visited",
    "⋁_i x[i][v] for every v",
);
pub const ARC_OUT: Group = Group::new(
    "one arc out",
    "exactly one move leaves every square, but the last of an open tour",
    "Σ_w a[v,w] = 1 for every v; open, with x[N][v] in the sum",
);
pub const ARC_IN: Group = Group::new(
    "one arc in",
    "exactly one move comes to every square, but the first of an open tour",
    "Σ_w a[w,v] = 1 for every v; open, with x[1][v] in the sum",
);
pub const ARCS_AND_STEPS: Group = Group::new(
    "arcs and steps",
    "the moves taken are those between the squares of successive steps",
    "x[i][v] ∧ x[i+1][w] → a[v,w]; x[i][v] ∧ a[v,w] → x[i+1][w]; x[i+1][w] ∧ a[v,w] → x[i][v]",
);
pub const ONE_DIRECTION: Group = Group::new(
    "one direction",
    "of a tour and its reverse one is a model",
    "x[1][v] → ⋁ {x[N][w] : w > v}; closed, x[2] instead of x[1], for the moves from the start",
);
pub const START: Group = Group::new("start", "the tour starts here", "x[1][v]");
pub const END: Group = Group::new("end", "the tour ends here", "x[N][v]");

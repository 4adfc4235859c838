//! What the position encoding lets one choose.

use crate::gadget::amo::Amo;

/// Which clauses to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Make no variable x\[i\]\[v\] whose step i is too far from a fixed end for the distance of
    /// v, or has the wrong parity for the colour of v on a bipartite graph, and leave out moves
    /// that no tour takes. A closed tour without a fixed end is made to start on the first vertex
    /// of least degree. Models are the same tours, except for that fixed start.
    pub prune: bool,
    /// At most one square per step, in this encoding.
    pub step_amo: Amo,
    /// At most one step per square, in this encoding.
    pub square_amo: Amo,
    /// Redundant clauses: every square but the first is reached from somewhere.
    pub predecessors: bool,
    /// Redundant clauses: every square is visited at some step.
    pub square_at_least_one: bool,
    /// Variables for the arcs of the tour, linked to the positions.
    pub arcs: bool,
    /// Of a tour and its reverse only one is a model, which halves the number of models; takes
    /// effect with `prune`, without a symmetry, and where the ends leave both directions possible.
    pub one_direction: bool,
    /// Let a variable be false where the tour is on the square: a solver that tries false first
    /// then tries squares first. The tours are the same.
    pub negate: bool,
}

impl Options {
    /// The textbook formula: nothing pruned, nothing redundant.
    pub const TEXTBOOK: Options = Options {
        prune: false,
        step_amo: Amo::Pairwise,
        square_amo: Amo::Pairwise,
        predecessors: false,
        square_at_least_one: false,
        arcs: false,
        one_direction: false,
        negate: false,
    };

    /// What is used where nothing is asked for.
    pub const DEFAULT: Options = Options {
        prune: true,
        step_amo: Amo::Product,
        square_amo: Amo::Product,
        predecessors: true,
        square_at_least_one: true,
        arcs: true,
        one_direction: false,
        negate: false,
    };
}

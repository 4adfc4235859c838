//! The reductions of the table, and what becomes of the demands that they do not remove.

use super::Demand;

all! {
    /// A [reduction](crate::reduction): it removes one demand from a problem.
    Step.words {
        /// The [split graph](crate::split) of a directed graph.
        Split "split graph",
        /// The [quotient graph](crate::quotient) of a symmetry.
        Quotient "quotient graph",
        /// The quotient graph, with a variable for each of several moves between two orbits.
        Orbits "quotient graph",
        /// The [folded graph](crate::folding) of a symmetry that reverses the tour.
        Fold "folded graph",
        /// The [closed tours](crate::closing) that reentrant tours are.
        Close "closed tours",
        /// The cycles through one more vertex that cornered tours are.
        Corner "cycles",
        /// The paths through [blocks](crate::blocks).
        Blocks "paths",
        /// Paths through blocks that keep all constraints about them.
        Chain "paths",
    }
}

impl Step {
    /// Returns the demand that it removes.
    pub fn removes(self) -> Demand {
        match self {
            Step::Split => Demand::OneWay,
            Step::Quotient | Step::Orbits => Demand::Symmetry,
            Step::Fold => Demand::Reversal,
            Step::Close => Demand::Reentrance,
            Step::Corner => Demand::Corners,
            Step::Blocks | Step::Chain => Demand::Blocks,
        }
    }

    /// Returns what a demand becomes in the reduced problem, if that keeps it. The split graph
    /// omits rules and blocks, which remain demands, about the moves of a directed graph.
    pub(super) fn carries(self, demand: Demand) -> Option<Demand> {
        match (self, demand) {
            (Step::Close | Step::Corner, Demand::OneWay) => Some(demand),
            // The move back is none of the open tour.
            (Step::Close, Demand::Required) => None,
            (_, Demand::Required | Demand::Unplaced) => Some(demand),
            (Step::Split, Demand::OnMoves) => Some(Demand::OnArcs),
            (
                Step::Split,
                Demand::OnArcs
                | Demand::OnEnds
                | Demand::OnSteps
                | Demand::OnOrder
                | Demand::OnRotatedOrder
                | Demand::Blocks,
            ) => Some(demand),
            (Step::Orbits, Demand::Reversal | Demand::OnMoves | Demand::OnArcs)
            | (Step::Blocks, Demand::OneWay)
            | (Step::Chain, _) => Some(demand),
            _ => None,
        }
    }
}

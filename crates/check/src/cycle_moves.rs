//! The moves of the cycle that a tour is, as literals over the facts of the definition.

use super::theory::Theory;
use crate::prelude::*;
use crate::tour::AugmentedGraph;
use crate::tour::rule::Atom;
use std::collections::HashMap;

/// The literals of the moves of a cycle.
pub struct CycleMoves {
    /// By arc. An arc over edges is a new variable.
    pub arcs: HashMap<[u32; 2], Lit>,
    /// The ends by fact: an arc or an edge.
    pub ends: HashMap<Lit, [u32; 2]>,
    /// Both directions of edges.
    pub ways: HashMap<Lit, [Lit; 2]>,
}

impl CycleMoves {
    /// Returns the moves of a cycle. Those at an apex, and arcs over edges, are new variables.
    pub fn new(
        cycle: &AugmentedGraph,
        style: FactStyle,
        facts: &Theory,
        theory: &mut Theory,
    ) -> CycleMoves {
        let (mut arcs, mut ends, mut ways) = (HashMap::new(), HashMap::new(), HashMap::new());
        let is_on_edges = style == FactStyle::Edges;
        for arc in cycle.arcs() {
            let is_at_apex = cycle.apex().is_some_and(|apex| arc.contains(&apex));
            let known = Some(Fact::of_move(style, arc)).filter(|_| !is_at_apex);
            let known = known.and_then(|fact| facts.term(Atom::Fact(fact)).lit());
            if known.is_none() && !is_at_apex {
                continue;
            }
            let own = known.filter(|_| !is_on_edges);
            arcs.insert(arc, own.unwrap_or_else(|| theory.new_var().pos()));
            ends.extend(known.map(|lit| (lit, arc)));
        }
        for (&edge, &[a, b]) in ends.iter().sorted_unstable().filter(|_| is_on_edges) {
            let [way, back] = [[a, b], [b, a]].map(|arc| arcs[&arc]);
            theory.clause(&[!edge, way, back]);
            theory.clause(&[!way, edge]);
            theory.clause(&[!back, edge]);
            theory.clause(&[!way, !back]);
            ways.insert(edge, [way, back]);
        }
        for (side, vertex) in [0, 1].into_iter().cartesian_product(0..cycle.len()) {
            let here = arcs
                .iter()
                .filter(|(arc, _)| is_on_edges && arc[side] == vertex);
            for [one, other] in here
                .map(|(_, &lit)| lit)
                .sorted_unstable()
                .array_combinations()
            {
                theory.clause(&[!one, !other]);
            }
        }
        CycleMoves { arcs, ends, ways }
    }

    /// Returns the ends of the move that a literal, or its negation, means.
    pub fn beside(&self, lit: Lit) -> Option<&[u32; 2]> {
        self.ends.get(&lit).or(self.ends.get(&!lit))
    }
}

//! The moves of the cycle that a tour is, as literals over the facts of the definition.

use crate::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// A vertex, and one of its sides: 0 for the arcs out of it, 1 for those into it.
pub type Side = (u32, usize);

/// The literals of the moves of a cycle.
pub struct CycleMoves {
    /// By arc. An arc over edges is a new variable.
    pub arcs: BTreeMap<[u32; 2], Lit>,
    /// The arcs on each side of each vertex. A tour takes one of them.
    pub sides: BTreeMap<Side, Vec<[u32; 2]>>,
    /// The ends by fact: an arc or an edge.
    pub ends: HashMap<Lit, [u32; 2]>,
    /// Both directions of edges.
    pub ways: HashMap<Lit, [Lit; 2]>,
}

impl CycleMoves {
    /// Returns the moves of a cycle. Those over long edges, and arcs over edges, are new variables.
    pub fn new(
        cycle: &Circuit,
        style: FactStyle,
        facts: &Theory,
        theory: &mut Theory,
    ) -> CycleMoves {
        let mut arcs = BTreeMap::new();
        let sides = (0..cycle.len()).cartesian_product([0, 1]);
        let mut sides: BTreeMap<Side, Vec<[u32; 2]>> =
            sides.map(|side| (side, Vec::new())).collect();
        let (mut ends, mut ways) = (HashMap::new(), HashMap::new());
        let is_on_edges = style == FactStyle::Edges;
        for arc in cycle.possible_arcs() {
            let is_long = cycle.is_long(arc);
            let term = || facts.term(Fact::of_move(style, arc));
            let known = if is_long { None } else { term().lit() };
            if known.is_none() && !is_long {
                continue;
            }
            let own = known.filter(|_| !is_on_edges);
            arcs.insert(arc, own.unwrap_or_else(|| theory.new_var().pos()));
            ends.extend(known.map(|lit| (lit, arc)));
            for (side, vertex) in arc.into_iter().enumerate() {
                sides.entry((vertex, side)).or_default().push(arc);
            }
        }
        for (&edge, &[a, b]) in ends.iter().sorted_unstable().filter(|_| is_on_edges) {
            let [way, back] = [[a, b], [b, a]].map(|arc| arcs[&arc]);
            theory.clause(&[!edge, way, back]);
            theory.clause(&[!way, edge]);
            theory.clause(&[!back, edge]);
            theory.clause(&[!way, !back]);
            ways.insert(edge, [way, back]);
        }
        for here in sides.values().filter(|_| is_on_edges) {
            for [one, other] in here.iter().map(|arc| arcs[arc]).array_combinations() {
                theory.clause(&[!one, !other]);
            }
        }
        CycleMoves {
            arcs,
            sides,
            ends,
            ways,
        }
    }

    /// Returns true if the reverse of each arc, besides those at this vertex, is an arc.
    pub fn are_reversible(&self, besides: Option<u32>) -> bool {
        let is_other = |arc: &&[u32; 2]| besides.is_none_or(|vertex| !arc.contains(&vertex));
        let mut arcs = self.arcs.keys().filter(is_other);
        arcs.all(|&[from, to]| self.arcs.contains_key(&[to, from]))
    }

    /// Returns true if a cycle may leave `root` to the first of these vertices, and return to it
    /// from the last one.
    pub fn may_begin(&self, root: u32, [first, last]: [u32; 2]) -> bool {
        let arcs = [[root, first], [last, root]];
        arcs.iter().all(|arc| self.arcs.contains_key(arc))
    }

    /// Returns the literals of the arcs of a cycle, unless it has others.
    pub fn lits_of(&self, cycle: &[u32]) -> Option<Vec<Lit>> {
        let arcs = cycle.iter().circular_tuple_windows();
        arcs.map(|(&from, &to)| self.arcs.get(&[from, to]).copied())
            .collect()
    }

    /// Returns the literals of the arcs on a side.
    pub fn lits(&self, side: Side) -> Vec<Lit> {
        self.sides[&side].iter().map(|arc| self.arcs[arc]).collect()
    }

    /// Returns the choices of an arc on each of these sides of a vertex, without an edge both ways.
    pub fn choices(&self, sides: &[Side]) -> impl Iterator<Item = Vec<[u32; 2]>> {
        let arcs = sides.iter().map(|side| self.sides[side].iter().copied());
        let is_edge = |choice: &[[u32; 2]]| matches!(choice, [[from, _], [_, to]] if from == to);
        arcs.multi_cartesian_product()
            .filter(move |choice| !is_edge(choice))
    }

    /// Returns the ends of the move that a literal, or its negation, means.
    pub fn ends_of(&self, lit: Lit) -> Option<&[u32; 2]> {
        self.ends.get(&lit).or(self.ends.get(&!lit))
    }
}

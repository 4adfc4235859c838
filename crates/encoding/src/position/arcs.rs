//! Arc variables in addition to the positions: a\[vw\], the tour goes from v to w.
//!
//! They are redundant, and make the encoding fast: a solver learns about moves, not about moves at
//! one step. The positions determine the variables. Groups:
//! - *one arc out*: exactly one of a\[v·\] for every v, of an open tour exactly one of those and
//!   x\[N\]\[v\];
//! - *one arc in*: exactly one of a\[·v\], likewise with x\[1\]\[v\];
//! - *no way back*: ¬a\[vw\] ∨ ¬a\[wv\];
//! - *arcs and steps*: ¬x\[i\]\[v\] ∨ ¬x\[i+1\]\[w\] ∨ a\[vw\], ¬a\[vw\] ∨ ¬x\[i\]\[v\] ∨
//!   x\[i+1\]\[w\] and ¬a\[vw\] ∨ ¬x\[i+1\]\[w\] ∨ x\[i\]\[v\]. Pruned literals are omitted, and so
//!   are clauses that they satisfy.
//!
//! At most one is by all pairs: vertices of boards have at most eight neighbours. With a symmetry
//! the images of an arc share its variable. Size: d variables, about 3·d·N/2 clauses on a pruned
//! bipartite graph of d arcs. Arc variables with exactly-one constraints are those of the successor
//! encodings (Hertel, Hertel and Urquhart, Formalizing dangerous SAT encodings, SAT 2007).

use super::moves::Reading;
use super::{ARC_IN, ARC_OUT, ARCS_AND_STEPS, Literals, Position};
use crate::shared_groups::{GIVEN_MOVES, NO_WAY_BACK};
use knightsat_cnf::gadget::amo;
use knightsat_cnf::sink::{ClauseSink, Once, each};
use knightsat_cnf::{Lit, Vars};

/// The variables of the arcs: those that leave the first vertex of each orbit, in order.
pub(super) struct Arcs {
    vars: Vars,
    /// The index of the first arc of every vertex that is the first of its orbit.
    first: Vec<u32>,
}

impl Position {
    /// Returns the arcs in the order of their variables, the first ones of the group *one arc out*.
    pub fn arcs_in_order(&self) -> impl Iterator<Item = (u32, u32)> {
        let graph = self.graph();
        self.firsts()
            .flat_map(move |v| graph.successors(v).iter().map(move |&w| (v, w)))
    }

    /// Returns the first vertex of every orbit.
    pub(super) fn firsts(&self) -> impl Iterator<Item = u32> {
        (0..self.line.len()).filter(|&vertex| self.line.is_first(vertex))
    }

    fn new_arcs(&self, sink: &mut dyn ClauseSink) -> Arcs {
        let graph = self.graph();
        let mut first = vec![u32::MAX; graph.len() as usize];
        let mut next = 0;
        for vertex in self.firsts() {
            first[vertex as usize] = next;
            next += graph.successors(vertex).len() as u32;
        }
        Arcs {
            vars: sink.new_vars(next),
            first,
        }
    }

    /// Returns the variable of an arc: that of its image that leaves the first vertex of an orbit.
    pub(super) fn arc(&self, arcs: &Arcs, from: u32, to: u32) -> Lit {
        let images = self.line.orbit(from).zip(self.line.orbit(to));
        let mut firsts = images.filter(|&(from, _)| arcs.first[from as usize] != u32::MAX);
        let first = firsts.next();
        let (from, to) = first.expect("every orbit has a first vertex");
        let mut successors = self.graph().successors(from).iter();
        let found = successors.position(|&w| w == to);
        let place = found.expect("images of arcs are arcs") as u32;
        arcs.vars.get(arcs.first[from as usize] + place).pos()
    }

    pub(super) fn arcs(&self, x: &Literals, sink: &mut dyn ClauseSink) -> Arcs {
        let arcs = self.one_arc_each_way(x, sink);
        let required = &self.line.required;
        if !required.is_empty() {
            sink.group(&GIVEN_MOVES);
        }
        for &[v, w] in required {
            // Preprocessing may have dropped one.
            let ways = [(v, w), (w, v)].into_iter();
            let left = ways.filter(|&(v, w)| self.graph().has_arc(v, w));
            let lits: Vec<Lit> = left.map(|(v, w)| self.arc(&arcs, v, w)).collect();
            sink.clause(&lits);
        }
        sink.group(&ARCS_AND_STEPS);
        each(self.arcs_in_order(), sink, |(v, w), sink| {
            self.channel(x, self.arc(&arcs, v, w), (v, w), sink);
        });
        arcs
    }

    /// Writes one arc out of every vertex and one into it, and no way back. Two images of an arc
    /// may leave one vertex and enter another; both groups then have the pair.
    fn one_arc_each_way(&self, x: &Literals, mut sink: &mut dyn ClauseSink) -> Arcs {
        let longest = if self.line.is_periodic() { 2 } else { 0 };
        let sink = &mut Once::new(&mut sink, longest);
        sink.group(&ARC_OUT);
        let arcs = self.new_arcs(sink);
        let (out, into) = (Reading::Forwards, Reading::Backwards);
        self.one_arc(x, sink, out, |v, w| self.arc(&arcs, v, w));
        sink.group(&ARC_IN);
        self.one_arc(x, sink, into, |v, w| self.arc(&arcs, w, v));
        sink.group(&NO_WAY_BACK);
        let goes_back = |&(v, w): &(u32, u32)| self.graph().has_arc(w, v);
        for (v, w) in self.edges().filter(goes_back) {
            let (there, back) = (self.arc(&arcs, v, w), self.arc(&arcs, w, v));
            if self.is_own_reverse((v, w)) {
                sink.clause(&[!there]);
            } else {
                sink.clause(&[!there, !back]);
            }
        }
        arcs
    }

    /// Writes exactly one arc at the first vertex of every orbit, or a step without one.
    fn one_arc(
        &self,
        x: &Literals,
        sink: &mut dyn ClauseSink,
        reading: Reading,
        arc: impl Fn(u32, u32) -> Lit,
    ) {
        let graph = self.graph();
        let [_, loose] = reading.steps(&self.line);
        for vertex in self.firsts() {
            let beside = reading.after(graph, vertex).iter();
            let mut lits: Vec<Lit> = beside.map(|&w| arc(vertex, w)).collect();
            lits.extend(loose.clone().filter_map(|step| x.get(step, vertex)));
            amo::pairwise(&lits, sink);
            sink.clause(&lits);
        }
    }

    /// Returns the edges v–w, one of each orbit of edges, v the first of its orbit.
    fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        self.arcs_in_order().filter(|&(v, w)| {
            // The other end of the edge may be the first of its orbit too, turned or not.
            let turned = self.line.orbit(w).zip(self.line.orbit(v));
            let mut from_first = turned.filter(|&(w, _)| self.line.is_first(w));
            from_first.next().is_none_or(|reverse| (v, w) <= reverse)
        })
    }

    /// Returns true if the symmetry maps the edge to itself, reversed.
    fn is_own_reverse(&self, (v, w): (u32, u32)) -> bool {
        let mut images = self.line.orbit(v).zip(self.line.orbit(w));
        images.any(|image| image == (w, v))
    }

    /// Links the arc of `vertex`–`w`, and of its images, to the steps.
    fn channel(&self, x: &Literals, arc: Lit, edge: (u32, u32), sink: &mut dyn ClauseSink) {
        for (vertex, w) in self.line.orbit(edge.0).zip(self.line.orbit(edge.1)) {
            for step in 1..=self.domain.steps {
                let Some(next) = self.line.after(step, w) else {
                    continue;
                };
                match (x.get(step, vertex), x.get(next.0, next.1)) {
                    (Some(here), Some(there)) => {
                        sink.clause(&[!here, !there, arc]);
                        sink.clause(&[!arc, !here, there]);
                        sink.clause(&[!arc, !there, here]);
                    }
                    (Some(lit), None) | (None, Some(lit)) => sink.clause(&[!arc, !lit]),
                    (None, None) => {}
                }
            }
        }
    }
}

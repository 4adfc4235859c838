//! A cycle of even length is two perfect matchings, its edges taken in turn.
//!
//! So a two-factor with a cycle of odd length is no part of a tour's way, though its cuts may be as
//! many as there are two-factors: flower snarks have exponentially many, each of them two odd cycles,
//! and no cut excludes more than one. With the matchings as variables the solver refutes them by
//! what resolution does well, and where there are tours it is offered far fewer two-factors.
//!
//! Variables, beyond those of the edges: `a[e]` and `b[e]`, edge e is in the first matching, in the
//! second. Clauses: `x[e] ↔ a[e] ∨ b[e]`, `¬a[e] ∨ ¬b[e]`, and at every vertex exactly one `a` and
//! exactly one `b`. If the number of vertices is odd, the last one has two `a` and no `b`: the cycle
//! is taken in turn from there. Every tour extends to a model, so nothing is lost.

use super::formula::Edges;
use knightsat_cnf::gadget::exactly::exactly;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Vars};

/// Takes the variables of two matchings and writes that they are the chosen edges.
pub(super) fn encode<S: ClauseSink>(edges: &Edges, sink: &mut S) {
    let [first, second] = [(); 2].map(|()| sink.new_vars(edges.len()));
    for edge in 0..edges.len() {
        let x = edges.literal(edge);
        let (a, b) = (first.get(edge).pos(), second.get(edge).pos());
        sink.clause(&[!a, !b]);
        sink.clause(&[!a, x]);
        sink.clause(&[!b, x]);
        sink.clause(&[!x, a, b]);
    }
    let last = edges.vertices() - 1;
    for vertex in 0..=last {
        let extra = usize::from(vertex == last && last.is_multiple_of(2));
        for (matching, count) in [(first, 1 + extra), (second, 1 - extra)] {
            let at = edges.at(vertex).map(|(edge, _)| matching.get(edge).pos());
            exactly(count, &at.collect::<Vec<Lit>>(), sink);
        }
    }
    break_swap(edges, first, second, sink);
}

/// The two matchings can be swapped, so at vertex 0 the chosen edge listed first is in the first
/// one; said of the first two edges only.
fn break_swap<S: ClauseSink>(edges: &Edges, first: Vars, second: Vars, sink: &mut S) {
    let mut at = edges.at(0).map(|(edge, _)| edge);
    if edges.vertices().is_multiple_of(2)
        && let (Some(one), Some(two)) = (at.next(), at.next())
    {
        sink.clause(&[second.get(one).neg()]);
        sink.clause(&[first.get(one).pos(), second.get(two).neg()]);
    }
}

//! Two matchings whose edges a tour takes in turn, from the lowest bits of the flow.
//!
//! At every vertex but the root the flow of two edges differs by one: exactly one of them is odd. So let
//! an edge be in the first matching if the lowest bit p\[e\] of F\[e\] is set, and in the second, q\[e\], if it is
//! taken and not in the first. (At the root of an odd number of vertices both are in the same.)
//!
//! What flows into a vertex less what flows out is Σ ±(F\[e\] − M·x\[e\]) ≥ 1; and the balances of all the
//! others add up to the same with ≤. With p\[e\] added for every edge, all factors are even, and the bounds
//! are odd: halved and rounded up, the two lines add up to Σ p\[e\] ≥ 1. In terms of q, p\[e\] = x\[e\] −
//! q\[e\], the same gives Σ q\[e\] ≥ 1, where the degrees make the factors of x even. As two edges are taken
//! in all, it is one of each.

use super::{Prover, Sum};
use crate::cnf::Lit;
use crate::cnf::dimacs::opb::Constraint;
use std::io;

/// Up to so many edges at a vertex clauses say that no two are in the same matching, which follows.
const FEW: usize = 8;

/// An edge in the second matching, and what ties it to the first.
struct Second {
    name: Lit,
    /// p + q ≥ x, and x ≥ p + q.
    ids: [u64; 2],
}

/// Adds the variables of the matchings and their clauses. The first variables are those of the edges.
pub(super) fn derive(prover: &mut Prover) -> io::Result<()> {
    let flow = prover.flow;
    let mut lits = Vec::new();
    let mut seconds = Vec::new();
    for edge in 0..flow.tour_variables() {
        let [x, p] = [flow.taken(edge), flow.bit(edge, 0)];
        let q = prover.fresh()?;
        let capacity = flow.capacity_id(edge);
        let p_takes = prover.proof.rup(&Constraint::clause([!p, x]), &[capacity]);
        let covered = prover.proof.define(&Constraint::clause([q, !x, p]), q);
        let q_takes = prover.proof.define(&Constraint::clause([!q, x]), !q);
        let apart = prover.proof.define(&Constraint::clause([!q, !p]), !q);
        let mut both = Sum::of([p_takes, q_takes, apart]);
        both.divide(2);
        let at_most = prover.proof.pol(&both);
        let [first, second] = [p, q].map(|name| prover.variable(name));
        prover.clause(&[!first, !second], apart);
        prover.clause(&[!first, x], p_takes);
        prover.clause(&[!second, x], q_takes);
        prover.clause(&[!x, first, second], covered);
        lits.push([first, second]);
        let ids = [covered, at_most];
        seconds.push(Second { name: q, ids });
    }
    let upper = all_but_one(prover);
    for (vertex, upper) in (0..).zip(upper) {
        let bounds = [flow.balance_id(vertex), upper];
        let ids = [
            first_at(prover, vertex, bounds),
            second_at(prover, &seconds, vertex, bounds),
        ];
        for (which, id) in ids.into_iter().enumerate() {
            let at = flow.at(vertex).map(|(edge, _)| lits[edge as usize][which]);
            let at: Vec<Lit> = at.collect();
            prover.clause(&at, id);
            if at.len() <= FEW {
                let id = at_most_one(prover, &seconds, vertex, ids[1 - which]);
                prover.at_most(1, &at, id);
            }
        }
    }
    Ok(())
}

/// For every vertex but the root, the sum of the balances of all the others.
fn all_but_one(prover: &mut Prover) -> Vec<u64> {
    let flow = prover.flow;
    let root = flow.vertices().saturating_sub(1);
    // behind[v] is the sum of those from v on.
    let mut behind: Vec<u64> = (0..=root).map(|v| flow.balance_id(v)).collect();
    for vertex in (0..root).rev() {
        let sum = Sum::of([flow.balance_id(vertex), behind[vertex as usize + 1]]);
        behind[vertex as usize] = prover.proof.pol(&sum);
    }
    let mut before: Option<u64> = None;
    let mut others = Vec::new();
    for vertex in 0..root {
        let sum = Sum::of(before.into_iter().chain([behind[vertex as usize + 1]]));
        others.push(prover.proof.pol(&sum));
        let sum = Sum::of(before.into_iter().chain([flow.balance_id(vertex)]));
        before = Some(prover.proof.pol(&sum));
    }
    others
}

/// An edge of the first matching.
fn first_at(prover: &mut Prover, vertex: u32, bounds: [u64; 2]) -> u64 {
    let flow = prover.flow;
    let both = bounds.map(|id| {
        let mut sum = Sum::of([id]);
        for (edge, _) in flow.at(vertex) {
            sum.add_literal(flow.bit(edge, 0), 1);
        }
        sum
    });
    prover.proof.pol(&Sum::of_halves(both))
}

/// An edge of the second one.
fn second_at(prover: &mut Prover, seconds: &[Second], vertex: u32, bounds: [u64; 2]) -> u64 {
    let flow = prover.flow;
    let both = [0, 1].map(|upper| {
        let mut sum = Sum::of([bounds[upper]]);
        for (edge, other) in flow.at(vertex) {
            let flows_in = other < vertex;
            let second = &seconds[edge as usize];
            // What p is at most where it counts for the sum, and at least where against it.
            let is_added = flows_in != (upper == 1);
            sum.add(second.ids[usize::from(is_added)], 1);
            sum.add_literal(second.name, 1);
        }
        sum.add(flow.degree_ids(vertex)[upper], 1);
        sum
    });
    prover.proof.pol(&Sum::of_halves(both))
}

/// Two are taken at most, and one is in the other matching.
fn at_most_one(prover: &mut Prover, seconds: &[Second], vertex: u32, other: u64) -> u64 {
    let flow = prover.flow;
    let mut sum = Sum::of([flow.degree_ids(vertex)[1], other]);
    let edges = flow.at(vertex);
    sum.add_all(edges.map(|(edge, _)| seconds[edge as usize].ids[1]));
    prover.proof.pol(&sum)
}

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

use super::clauses::Clauses;
use super::lines::Sum;
use super::prover::Prover;
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::opb::Constraint;
use std::io::{self, Write};

/// Up to so many edges at a vertex clauses say that no two are in the same matching, which follows.
const FEW: usize = 8;

/// An edge in the second matching, and what ties it to the first.
struct Second {
    name: Lit,
    /// p + q ≥ x, and x ≥ p + q.
    ids: [u64; 2],
}

/// Adds the variables of the matchings and their clauses. The first variables are those of the edges.
pub(super) fn derive<W: Write>(prover: &mut Prover<W>, clauses: &mut Clauses) -> io::Result<()> {
    let flow = prover.flow;
    let edges = flow.edges().len() as u32;
    let mut lits = Vec::new();
    let mut seconds = Vec::new();
    for edge in 0..edges {
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
        let [first, second] = [p, q].map(|name| clauses.variable(name));
        let taken = Lit::from_dimacs(edge as i32 + 1).expect("edges are counted from 1");
        clauses.clause(&[!first, !second], apart);
        clauses.clause(&[!first, taken], p_takes);
        clauses.clause(&[!second, taken], q_takes);
        clauses.clause(&[!taken, first, second], covered);
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
            clauses.clause(&at, id);
            if at.len() <= FEW {
                let id = at_most_one(prover, &seconds, vertex, ids[1 - which]);
                clauses.at_most(1, &at, id);
            }
        }
    }
    Ok(())
}

/// For every vertex but the root, the sum of the balances of all the others.
fn all_but_one<W: Write>(prover: &mut Prover<W>) -> Vec<u64> {
    let vertices = prover.flow.vertices();
    let balances: Vec<u64> = (0..vertices).map(|v| prover.flow.balance_id(v)).collect();
    // behind[v] is the sum of those from v on.
    let mut behind = balances.clone();
    for vertex in (0..vertices.saturating_sub(1) as usize).rev() {
        let sum = Sum::of([balances[vertex], behind[vertex + 1]]);
        behind[vertex] = prover.proof.pol(&sum);
    }
    let mut before: Option<u64> = None;
    let mut others = Vec::new();
    for vertex in 0..vertices.saturating_sub(1) as usize {
        let sum = Sum::of(before.into_iter().chain([behind[vertex + 1]]));
        others.push(prover.proof.pol(&sum));
        let sum = Sum::of(before.into_iter().chain([balances[vertex]]));
        before = Some(prover.proof.pol(&sum));
    }
    others
}

/// An edge of the first matching.
fn first_at<W: Write>(prover: &mut Prover<W>, vertex: u32, bounds: [u64; 2]) -> u64 {
    let flow = prover.flow;
    let mut both = Sum::default();
    for id in bounds {
        let mut sum = Sum::of([id]);
        flow.at(vertex)
            .for_each(|(edge, _)| sum.add_literal(flow.bit(edge, 0), 1));
        sum.divide(2);
        both.append(&sum);
    }
    prover.proof.pol(&both)
}

/// An edge of the second one.
fn second_at<W: Write>(
    prover: &mut Prover<W>,
    seconds: &[Second],
    vertex: u32,
    bounds: [u64; 2],
) -> u64 {
    let flow = prover.flow;
    let mut both = Sum::default();
    for (upper, id) in bounds.into_iter().enumerate() {
        let mut sum = Sum::of([id]);
        for (edge, other) in flow.at(vertex) {
            let flows_in = other < vertex;
            let second = &seconds[edge as usize];
            // What p is at most where it counts for the sum, and at least where against it.
            let is_added = flows_in != (upper == 1);
            sum.add(second.ids[usize::from(is_added)], 1);
            sum.add_literal(second.name, 1);
        }
        sum.add(flow.degree_ids(vertex)[upper], 1);
        sum.divide(2);
        both.append(&sum);
    }
    prover.proof.pol(&both)
}

/// Two are taken at most, and one is in the other matching.
fn at_most_one<W: Write>(
    prover: &mut Prover<W>,
    seconds: &[Second],
    vertex: u32,
    other: u64,
) -> u64 {
    let flow = prover.flow;
    let mut sum = Sum::of([flow.degree_ids(vertex)[1], other]);
    flow.at(vertex)
        .for_each(|(edge, _)| sum.add(seconds[edge as usize].ids[1], 1));
    prover.proof.pol(&sum)
}

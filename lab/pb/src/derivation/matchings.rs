//! Two matchings between which the edges of a tour alternate, from the lowest bits of the flow.
//!
//! At every vertex but the root the flow of two edges differs by one: exactly one of them is odd.
//! So let an edge be in the first matching if the lowest bit p\[e\] of F\[e\] is set. Let it be in
//! the second, q\[e\], if it is taken and not in the first. (At the root of an odd number of
//! vertices both are in the same.)
//!
//! The inflow of a vertex less its outflow is Σ ±(F\[e\] − M·x\[e\]) ≥ 1. The balances of all other
//! vertices add up to this sum with ≤. With p\[e\] added for every edge, all factors are even, and
//! the bounds are odd. Halved and rounded up, the two lines add up to Σ p\[e\] ≥ 1. In terms of q,
//! with p\[e\] = x\[e\] − q\[e\], this gives Σ q\[e\] ≥ 1, since the degrees make the factors of x
//! even. A tour takes two edges, so it takes one of each matching.

use super::*;

/// The most edges of a vertex for which clauses exclude two in one matching, as an implied
/// constraint.
const FEW: usize = 8;

/// An edge in the second matching, and its relation to the first.
struct Second {
    name: Lit,
    /// The constraints p + q ≥ x and x ≥ p + q.
    ids: [u64; 2],
}

/// Adds the variables of the matchings and their clauses. The variables of the edges come first.
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

/// Returns, for every vertex but the root, the sum of the balances of all other vertices.
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

/// Derives that one edge of the first matching is at the vertex.
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

/// Derives that one edge of the second matching is at the vertex.
fn second_at(prover: &mut Prover, seconds: &[Second], vertex: u32, bounds: [u64; 2]) -> u64 {
    let flow = prover.flow;
    let both = [0, 1].map(|upper| {
        let mut sum = Sum::of([bounds[upper]]);
        for (edge, other) in flow.at(vertex) {
            let flows_in = other < vertex;
            let second = &seconds[edge as usize];
            // The upper bound of p if it has a positive factor, and the lower bound otherwise.
            let is_added = flows_in != (upper == 1);
            sum.add(second.ids[usize::from(is_added)], 1);
            sum.add_literal(second.name, 1);
        }
        sum.add(flow.degree_ids(vertex)[upper], 1);
        sum
    });
    prover.proof.pol(&Sum::of_halves(both))
}

/// Derives that at most one edge is in a matching: two are taken at most, and one is in the other
/// matching.
fn at_most_one(prover: &mut Prover, seconds: &[Second], vertex: u32, other: u64) -> u64 {
    let flow = prover.flow;
    let mut sum = Sum::of([flow.degree_ids(vertex)[1], other]);
    let edges = flow.at(vertex);
    sum.add_all(edges.map(|(edge, _)| seconds[edge as usize].ids[1]));
    prover.proof.pol(&sum)
}

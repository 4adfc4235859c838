//! The limit of a cost: a totalizer whose outputs are defined by the sum of the terms below them.
//!
//! A node of a balanced tree has terms: literals c with weights w, whose sum is W. Its output
//! o\[v\] has two definitions, both by redundancy, as it is fresh:
//!
//! - o\[v\] implies that the terms cost v: Σ wc + v·¬o\[v\] ≥ v;
//! - if they cost v, o\[v\] is true: Σ w·¬c + (W − v + 1)·o\[v\] ≥ W − v + 1.
//!
//! Add the first of the outputs x and y of the children, and the second of an output v ≤ x + y. All
//! terms cancel, and the rest propagates as ¬a\[x\] ∨ ¬b\[y\] ∨ o\[v\]. The first of the root's
//! last output and the bound of a better tour give the limit in the same way. A leaf is its own
//! output.
//!
//! The clauses are those of `knightsat_cnf::gadget::totalizer`, upwards.

use super::*;
use crate::cnf::gadget::totalizer::Totalizer;
use itertools::iproduct;

/// The most clauses of a totalizer.
const MOST: u64 = 1_000_000;

/// A node of the totalizer.
struct Node {
    /// The sum of all weights.
    all: u64,
    /// The constraint that the terms cost 0 or more.
    none: Sum,
    outputs: Vec<Output>,
}

impl Node {
    /// Returns no output, then each.
    fn choices(&self) -> Vec<Option<Output>> {
        let outputs = self.outputs.iter().copied().map(Some);
        [None].into_iter().chain(outputs).collect()
    }
}

/// The literal that the terms of a node cost a value or more.
#[derive(Clone, Copy)]
struct Output {
    value: u64,
    lit: Lit,
    /// The constraints that it implies the value, and is implied by it. A leaf needs none.
    ids: Option<[u64; 2]>,
}

/// Derives that these terms cost less than `top`, as the constraint `better` states. The literals
/// are those of the solver.
pub(super) fn derive(
    prover: &mut Prover,
    terms: &[(u64, Lit)],
    top: u64,
    better: u64,
) -> io::Result<()> {
    let weights: Vec<u64> = terms.iter().map(|&(weight, _)| weight).collect();
    let clauses = Totalizer::clauses(&weights, top.saturating_sub(1), MOST);
    clauses.ok_or_else(|| io::Error::other("the sum of the costs is too large for VeriPB"))?;
    let root = match terms {
        [] => None,
        terms => node(prover, terms, top)?.outputs.pop(),
    };
    match root.filter(|output| output.value == top && top > 0) {
        // No term costs anything.
        None => prover.clause(&[], better),
        Some(last) => {
            let mut sum = Sum::of([better]);
            sum.add_all(last.ids.map(|ids| ids[0]));
            let id = prover.proof.pol(&sum);
            prover.clause(&[!last.lit], id);
        }
    }
    Ok(())
}

fn node(prover: &mut Prover, terms: &[(u64, Lit)], top: u64) -> io::Result<Node> {
    prover.check()?;
    if let &[(weight, lit)] = terms {
        let mut none = Sum::default();
        none.add_literal(prover.name(lit), weight);
        let leaf = Output {
            value: weight.min(top),
            lit,
            ids: None,
        };
        return Ok(Node {
            all: weight,
            none,
            outputs: vec![leaf],
        });
    }
    let (left, right) = terms.split_at(terms.len() / 2);
    let [a, b] = [node(prover, left, top)?, node(prover, right, top)?];
    let all = a.all + b.all;
    let pairs = iproduct!(a.choices(), b.choices()).collect_vec();
    let value = |(one, other): (Option<Output>, Option<Output>)| {
        let [x, y] = [one, other].map(|output| output.map_or(0, |output| output.value));
        x.saturating_add(y).min(top)
    };
    let values = pairs.iter().map(|&pair| value(pair)).filter(|&v| v > 0);
    let values = values.sorted_unstable().dedup();
    let outputs = values.map(|value| define(prover, terms, all, value));
    let outputs: Vec<Output> = outputs.collect::<io::Result<_>>()?;
    for (&low, &high) in outputs.iter().tuple_windows() {
        if let (Some([_, implied]), Some([implies, _])) = (low.ids, high.ids) {
            let id = prover.proof.pol(&Sum::of([implies, implied]));
            prover.clause(&[!high.lit, low.lit], id);
        }
    }
    for pair in pairs {
        let place = outputs.binary_search_by_key(&value(pair), |output| output.value);
        let Some(output) = place.ok().map(|place| outputs[place]) else {
            continue;
        };
        let mut sum = Sum::default();
        sum.add_all(output.ids.map(|ids| ids[1]));
        let mut clause = vec![output.lit];
        for (child, node) in [(pair.0, &a), (pair.1, &b)] {
            match child {
                Some(child) => {
                    sum.add_all(child.ids.map(|ids| ids[0]));
                    clause.push(!child.lit);
                }
                None => sum.append(&node.none),
            }
        }
        let id = prover.proof.pol(&sum);
        prover.clause(&clause, id);
    }
    let mut none = a.none;
    none.append(&b.none);
    let none = Sum::of([prover.proof.pol(&none)]);
    Ok(Node { all, none, outputs })
}

/// Defines the output of a node with these terms.
fn define(prover: &mut Prover, terms: &[(u64, Lit)], all: u64, value: u64) -> io::Result<Output> {
    let name = prover.fresh()?;
    let lit = prover.variable(name);
    let number = |weight: u64| i64::try_from(weight).map_err(io::Error::other);
    let terms = terms
        .iter()
        .map(|&(weight, lit)| Ok((number(weight)?, prover.name(lit))));
    let terms: Vec<(i64, Lit)> = terms.collect::<io::Result<_>>()?;
    let [value_, rest] = [number(value)?, number(all - value + 1)?];
    let constraint = |terms: Vec<(i64, Lit)>, bound| Constraint {
        terms,
        bound,
        ..Constraint::default()
    };
    let negated = terms.iter().map(|&(weight, lit)| (weight, !lit));
    let few = negated.chain([(rest, name)]).collect();
    let enough = terms.iter().copied().chain([(value_, !name)]).collect();
    let implies = prover.proof.define(&constraint(enough, value_), !name);
    let implied = prover.proof.define(&constraint(few, rest), name);
    Ok(Output {
        value,
        lit,
        ids: Some([implies, implied]),
    })
}

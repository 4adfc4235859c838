//! The directed graph whose Hamiltonian cycles are the circuits.
//!
//! A node that cannot be skipped is split: arcs into it end at c₀, arcs out of it start at c_k. A
//! chain c₀ → c₁ → … → c_k joins the two and visits the skipped nodes. Let o be the loop of the
//! i-th node v that can be skipped. Then c_{i-1} → v and v → c_i have the literal o, and c_{i-1} →
//! c_i has ¬o. If all nodes can be skipped, all are split, and the chain is inserted at the first
//! node that is not skipped.

use super::ArcLit;
use crate::shared_groups::clause_of;
use itertools::Itertools;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Term};
use std::collections::BTreeMap;

/// Vertices and arcs whose Hamiltonian cycles are the circuits.
pub struct Network {
    pub vertices: u32,
    /// The literal of each arc, by tail and head.
    pub arcs: BTreeMap<[u32; 2], Term>,
}

impl Network {
    /// Returns the network of the given arcs; allocates fresh variables in `sink`.
    pub fn new<S: ClauseSink>(given: &[ArcLit], sink: &mut S) -> Network {
        let mut lits: BTreeMap<[u32; 2], Vec<Lit>> = BTreeMap::new();
        for arc in given {
            lits.entry([arc.tail, arc.head]).or_default().push(arc.lit);
        }
        let nodes: Vec<u32> = lits.keys().flatten().copied().sorted().dedup().collect();
        let number = |node| nodes.partition_point(|&other| other < node) as u32;
        let taken = lits.into_iter().map(|([tail, head], lits)| {
            let arc = [number(tail), number(head)];
            (arc, one_of(&lits, sink))
        });
        let (skipping, arcs): (BTreeMap<_, _>, BTreeMap<_, _>) =
            taken.partition(|([tail, head], _)| tail == head);
        let loops: Vec<(u32, Term)> = skipping.into_iter().map(|([v, _], t)| (v, t)).collect();
        let network = Network {
            vertices: nodes.len() as u32,
            arcs,
        };
        let skipped_first = (0..).zip(&loops).take_while(|(v, (node, _))| v == node);
        let visited = skipped_first.count() as u32;
        if visited == network.vertices {
            network.split_anywhere(&loops, sink)
        } else if loops.is_empty() && network.vertices > 2 {
            // No node to skip, and no cycle to and fro.
            network
        } else {
            network.split_at(visited, &loops)
        }
    }

    /// Splits a node that cannot be skipped, and inserts the chain there.
    fn split_at(mut self, node: u32, loops: &[(u32, Term)]) -> Network {
        let into = self.vertices;
        let turned = |to| if to == node { into } else { to };
        let arcs = self.arcs.into_iter();
        let arcs = arcs.map(|([from, to], term)| ([from, turned(to)], term));
        self.arcs = arcs.collect();
        self.vertices += 1;
        self.chain(into, node, loops, |v| [v, v]);
        self
    }

    /// Splits all nodes, and inserts the chain at the first that is not skipped, if there is one.
    fn split_anywhere<S: ClauseSink>(self, loops: &[(u32, Term)], sink: &mut S) -> Network {
        let nodes = self.vertices;
        // Node v has its arcs in, and its arcs out are those of v + nodes.
        let given = self.arcs.into_iter();
        let arcs = given.map(|([from, to], term)| ([from + nodes, to], term));
        let mut network = Network {
            vertices: 2 * nodes + 2,
            arcs: arcs.collect(),
        };
        let [begin, end] = [2 * nodes, 2 * nodes + 1];
        network.chain(begin, end, loops, |v| [v, v + nodes]);
        let firsts = sink.new_vars(nodes);
        for (v, first) in (0..).zip(firsts.iter()) {
            let gap = Term::Open(first.pos());
            network.arcs.insert([v, begin], gap);
            network.arcs.insert([end, v + nodes], gap);
            network.arcs.insert([v, v + nodes], !gap);
            for &(_, skipped) in &loops[..v as usize] {
                clause_of(&[!gap, skipped], sink);
            }
        }
        let none = Term::Open(sink.new_var().pos());
        network.arcs.insert([end, begin], none);
        network
    }

    /// Adds the chain from one vertex to another; `ends` returns its entry and exit at a node.
    fn chain(&mut self, from: u32, to: u32, loops: &[(u32, Term)], ends: impl Fn(u32) -> [u32; 2]) {
        let mut here = from;
        for (place, &(node, skipped)) in loops.iter().enumerate() {
            let next = if place + 1 == loops.len() {
                to
            } else {
                self.vertices += 1;
                self.vertices - 1
            };
            let [enter, leave] = ends(node);
            self.arcs.insert([here, enter], skipped);
            self.arcs.insert([leave, next], skipped);
            self.arcs.insert([here, next], !skipped);
            here = next;
        }
        if loops.is_empty() {
            self.arcs.insert([from, to], Term::TRUE);
        }
    }
}

/// Returns a term that is true if and only if one of the literals is; at most one may be.
fn one_of<S: ClauseSink>(lits: &[Lit], sink: &mut S) -> Term {
    if let &[lit] = lits {
        return lit.into();
    }
    let any = sink.new_var().pos();
    let terms = [!any].into_iter().chain(lits.iter().copied());
    clause_of(&terms.map(Term::Open).collect_vec(), sink);
    for (place, &lit) in lits.iter().enumerate() {
        clause_of(&[any.into(), (!lit).into()], sink);
        let others = lits[place + 1..].iter();
        others.for_each(|&other| clause_of(&[(!lit).into(), (!other).into()], sink));
    }
    any.into()
}

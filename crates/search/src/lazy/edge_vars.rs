//! The formula of the lazy engine: a variable for each edge, the required number of chosen edges at
//! every vertex, cuts, and optionally two matchings.

use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::cnf::gadget::exactly::exactly;
use crate::cnf::sink::ClauseSink;
use crate::cnf::{Lit, Term, Var};
use crate::tour::Circuit;
use crate::tour::graph::Incidence;
use crate::tour::reduction::Reduction;
use knightsat_encoding::successor::TourEdges;
use knightsat_encoding::write_voltages;
use std::ops::Deref;

/// Edges of some graph on the vertices `0..len`, each a variable: edge e is variable e + 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct EdgeVars {
    incidence: Incidence,
    /// The edges whose literal is a negated variable, since the solver tries false first.
    likely: Vec<bool>,
}

impl Deref for EdgeVars {
    type Target = Incidence;

    fn deref(&self) -> &Incidence {
        &self.incidence
    }
}

impl EdgeVars {
    /// Returns these edges on `len` vertices.
    pub fn new(len: u32, edges: Vec<[u32; 2]>) -> EdgeVars {
        EdgeVars {
            incidence: Incidence::new(len, edges),
            likely: Vec::new(),
        }
    }

    /// Returns all edges of a graph. Seed 0 numbers them as the graph does, other seeds along a
    /// search from a random vertex.
    pub fn all(circuit: &Circuit, seed: u64) -> EdgeVars {
        if seed == 0 {
            return EdgeVars::new(circuit.len(), circuit.edges());
        }
        let local = circuit.local();
        let mut rng = Rng::new(seed, 1);
        let source = rng.below(local.len() as usize) as u32;
        let distance = local
            .distances(source, &Stop::default())
            .expect("the default `Stop` never fires");
        let mut order: Vec<u32> = (0..local.len()).collect();
        rng.shuffle(&mut order);
        order.sort_by_key(|&vertex| distance[vertex as usize]);
        let mut rank = vec![0; order.len()];
        (0..)
            .zip(&order)
            .for_each(|(nth, &vertex)| rank[vertex as usize] = nth);
        let mut edges = Vec::new();
        for &vertex in &order {
            let is_later = |next: &&u32| rank[vertex as usize] < rank[**next as usize];
            let later = local.neighbours(vertex).iter().filter(is_later);
            edges.extend(later.map(|&next| [vertex, next]));
        }
        edges.extend(circuit.long());
        EdgeVars::new(circuit.len(), edges)
    }

    /// Returns the number of edges.
    pub fn len(&self) -> u32 {
        self.edges().len() as u32
    }

    /// Returns the literal that chooses an edge.
    pub fn literal(&self, edge: u32) -> Lit {
        let variable = Var::new(edge + 1).expect("fewer edges than variables");
        match self.likely.get(edge as usize) {
            Some(true) => variable.neg(),
            _ => variable.pos(),
        }
    }

    /// Returns the edges with `vertex` split in two. Edges from `vertex` to a vertex of `is_other`
    /// join a new vertex, the last, instead.
    pub fn split(&self, vertex: u32, is_other: impl Fn(u32) -> bool) -> Incidence {
        let last = self.vertices();
        let rename = |&[a, b]: &[u32; 2]| match (a == vertex, b == vertex) {
            (true, _) if is_other(b) => [last, b],
            (_, true) if is_other(a) => [a, last],
            _ => [a, b],
        };
        Incidence::new(last + 1, self.edges().iter().map(rename).collect())
    }

    /// Sets the edges that the solver tries true first.
    pub fn expect(&mut self, likely: Vec<bool>) {
        self.likely = likely;
    }

    /// Writes that the forced edges of a larger graph are chosen, in which the vertices have these
    /// numbers.
    pub fn force<S: ClauseSink>(&self, graph: &Circuit, names: &[u32], sink: &mut S) {
        for (edge, &ends) in (0..).zip(self.edges()) {
            let [a, b] = ends.map(|end| names[end as usize]);
            if graph.is_forced(a, b) {
                sink.clause(&[self.literal(edge)]);
            }
        }
    }
}

impl TourEdges for EdgeVars {
    fn incidence(&self) -> &Incidence {
        &self.incidence
    }

    fn term(&self, edge: u32) -> Term {
        self.literal(edge).into()
    }
}

/// Writes a variable for each edge, degrees, the forced edges, and a cut for each of these sets.
pub(crate) fn encode<S: ClauseSink>(
    circuit: &Circuit,
    sets: &[Vec<u32>],
    edges: &EdgeVars,
    sink: &mut S,
) {
    sink.new_vars(edges.len());
    match circuit.balanced() {
        Some((between, colour)) => {
            edges.write_degrees(|vertex| (vertex != between).then_some(2), sink);
            for wanted in [false, true] {
                let ends: Vec<Lit> = edges
                    .at(between)
                    .filter(|&(_, end)| colour[end as usize] == wanted)
                    .map(|(edge, _)| edges.literal(edge))
                    .collect();
                exactly(1, &ends, sink);
            }
        }
        _ => edges.write_degrees(|_| Some(2), sink),
    }
    for &[a, b] in circuit.forced() {
        let edge: Option<Lit> = edges.between(a, b).map(|edge| edges.literal(edge));
        sink.clause(edge.as_slice());
    }
    cuts(sets.iter().map(Vec::as_slice), edges, sink);
}

/// Writes that the sum of the voltages is odd, if the moves of a reduction [have
/// any](Reduction::choices).
pub(crate) fn voltages<S: ClauseSink>(by: &dyn Reduction, edges: &EdgeVars, sink: &mut S) {
    let mut moves = Vec::new();
    for (edge, &ends) in (0..).zip(edges.edges()) {
        let taken = edges.term(edge);
        let choices = by.choices(ends);
        if choices.is_empty() {
            return;
        }
        let is_only = choices.len() == 1;
        let choices = choices.into_iter().map(|(voltage, _)| {
            let own = (!is_only).then(|| sink.new_var().pos().into());
            (voltage, own.unwrap_or(taken))
        });
        moves.push((taken, choices.collect()));
    }
    write_voltages(moves, sink);
}

/// Writes a cut for each of these sets.
pub(crate) fn cuts<'s, S: ClauseSink>(
    sets: impl IntoIterator<Item = &'s [u32]>,
    edges: &EdgeVars,
    sink: &mut S,
) {
    let mut is_inside = vec![false; edges.vertices() as usize];
    for set in sets {
        set.iter().for_each(|&v| is_inside[v as usize] = true);
        edges.write_cut(set, |v| is_inside[v as usize], sink);
        set.iter().for_each(|&v| is_inside[v as usize] = false);
    }
}

/// Cuts every class of vertices but the largest, and returns their sets. The other cuts imply the
/// cut of the largest, or it equals the only other.
pub(crate) fn cut<S: ClauseSink>(
    edges: &EdgeVars,
    class_of: &[u32],
    sink: &mut S,
) -> Vec<Vec<u32>> {
    let classes = class_of.iter().max().map_or(0, |&last| last as usize + 1);
    let mut members = vec![Vec::new(); classes];
    for (vertex, &class) in (0..).zip(class_of) {
        members[class as usize].push(vertex);
    }
    let largest = (0..classes).max_by_key(|&class| members[class].len());
    if let Some(largest) = largest {
        members[largest].clear();
    }
    members.retain(|members| !members.is_empty());
    cuts(members.iter().map(Vec::as_slice), edges, sink);
    members
}

/// Writes the variables of two matchings, whose edges are the chosen ones.
///
/// A cycle of even length is two perfect matchings, its edges taken in turn.
///
/// So a two-factor with a cycle of odd length is no part of a model. Without the matchings, the
/// cuts against such two-factors may be as many as the two-factors themselves. Flower snarks have
/// exponentially many; each consists of two odd cycles, and no cut excludes more than one. With the
/// matchings as variables, the solver refutes them by resolution. In graphs with tours, it finds
/// far fewer two-factors with several cycles.
///
/// Variables, beyond those of the edges: `a[e]` and `b[e]`, edge e is in the first matching, in the
/// second. Clauses: `x[e] ↔ a[e] ∨ b[e]`, `¬a[e] ∨ ¬b[e]`, and at every vertex exactly one `a` and
/// exactly one `b`. If the number of vertices is odd, the last one has two `a` and no `b`: the
/// cycle alternates from there. Every tour extends to a model, so no tour is lost.
pub(crate) fn matchings<S: ClauseSink>(edges: &EdgeVars, sink: &mut S) {
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
    // The two matchings can be swapped, so at vertex 0 the chosen edge listed first is in the first
    // one. The clauses cover the first two edges only.
    let mut at = edges.at(0).map(|(edge, _)| edge);
    if edges.vertices().is_multiple_of(2)
        && let (Some(one), Some(two)) = (at.next(), at.next())
    {
        sink.clause(&[second.get(one).neg()]);
        sink.clause(&[first.get(one).pos(), second.get(two).neg()]);
    }
}

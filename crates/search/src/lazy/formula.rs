//! The formula: a variable for each edge, and at every vertex as many chosen edges as it needs.

use knightsat_cnf::gadget::exactly::at_least_two;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Var};
use knightsat_encoding::successor::degree::degrees;
use knightsat_tour::graph::Incidence;
use std::ops::Deref;

/// Edges of some graph on the vertices `0..len`, each a variable: edge e is variable e + 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    incidence: Incidence,
    /// The edges whose literal is a negated variable, as the solver tries false first.
    likely: Vec<bool>,
}

impl Deref for Edges {
    type Target = Incidence;

    fn deref(&self) -> &Incidence {
        &self.incidence
    }
}

impl Edges {
    /// These edges on `len` vertices.
    pub fn new(len: u32, edges: Vec<[u32; 2]>) -> Edges {
        Edges {
            incidence: Incidence::new(len, edges),
            likely: Vec::new(),
        }
    }

    /// Number of edges.
    pub fn len(&self) -> u32 {
        self.edges().len() as u32
    }

    /// The literal that chooses an edge.
    pub fn literal(&self, edge: u32) -> Lit {
        let is_likely = self.likely.get(edge as usize) == Some(&true);
        if is_likely {
            variable(edge).neg()
        } else {
            variable(edge).pos()
        }
    }

    /// The same edges, except that those which join `vertex` to where `is_other` says so join a new
    /// vertex, the last, instead.
    pub fn split(&self, vertex: u32, is_other: impl Fn(u32) -> bool) -> Edges {
        let last = self.vertices();
        let rename = |&[a, b]: &[u32; 2]| match (a == vertex, b == vertex) {
            (true, _) if is_other(b) => [last, b],
            (_, true) if is_other(a) => [a, last],
            _ => [a, b],
        };
        Edges::new(last + 1, self.edges().iter().map(rename).collect())
    }

    /// Whether the vertices have two colours so that every edge joins both.
    pub fn are_of_two_colours(&self) -> bool {
        let mut colour: Vec<Option<bool>> = vec![None; self.vertices() as usize];
        let mut reached = Vec::new();
        for start in 0..self.vertices() {
            if colour[start as usize].is_some() {
                continue;
            }
            colour[start as usize] = Some(false);
            reached.push(start);
            while let Some(vertex) = reached.pop() {
                let other = colour[vertex as usize].map(|colour| !colour);
                for (_, end) in self.at(vertex) {
                    match colour[end as usize] {
                        None => {
                            colour[end as usize] = other;
                            reached.push(end);
                        }
                        known if known != other => return false,
                        _ => {}
                    }
                }
            }
        }
        true
    }

    /// Says which edges the solver shall try true first.
    pub fn expect(&mut self, likely: Vec<bool>) {
        self.likely = likely;
    }

    /// Takes a variable for each edge and writes that every vertex has `need` chosen ones, if that
    /// says how many.
    pub fn encode<S: ClauseSink>(&self, need: impl Fn(u32) -> Option<usize>, sink: &mut S) {
        sink.new_vars(self.len());
        let at = |vertex, lits: &mut Vec<Lit>| {
            lits.extend(self.at(vertex).map(|(edge, _)| self.literal(edge)));
            need(vertex)
        };
        degrees(self.vertices(), at, sink);
    }

    /// Writes that some edge between `inside` and the other vertices is chosen, and if there are few,
    /// that two are; `is_inside` says which are inside.
    pub fn cut<S: ClauseSink>(
        &self,
        inside: &[u32],
        is_inside: impl Fn(u32) -> bool,
        sink: &mut S,
    ) {
        let mut lits = Vec::new();
        for &vertex in inside {
            let leaving = self.at(vertex).filter(|&(_, end)| !is_inside(end));
            lits.extend(leaving.map(|(edge, _)| self.literal(edge)));
        }
        lits.sort_unstable();
        sink.clause(&lits);
        if lits.len() <= NARROW {
            at_least_two(&lits, sink);
        }
    }

    /// The edges that a model chooses.
    pub fn chosen(&self, model: &Model) -> impl Iterator<Item = [u32; 2]> {
        let is_chosen = |edge: &u32| model.satisfies(self.literal(*edge));
        (0..self.len())
            .filter(is_chosen)
            .map(|edge| self.ends(edge))
    }
}

fn variable(edge: u32) -> Var {
    Var::new(edge + 1).expect("fewer edges than variables")
}

/// Cuts of up to so many edges say that two are chosen. The degrees see to that for any cut, but by
/// counting all edges inside, and resolution cannot count.
const NARROW: usize = 4;

//! One tile: its edges are chosen, and those that cross its border are fixed.

use crate::cnf::Model;
use crate::cnf::sink::ClauseSink;
use crate::lazy::edge_vars::EdgeVars;
use crate::tour::AugmentedGraph;
use knightsat_encoding::successor::TourEdges;

/// No vertex.
const NONE: u32 = u32::MAX;

/// The number in a tile of every vertex of the graph that is in it.
pub(crate) struct Locals(Vec<u32>);

impl Locals {
    /// Returns a map of `len` vertices, none of them in a tile.
    pub(crate) fn new(len: u32) -> Locals {
        Locals(vec![NONE; len as usize])
    }

    fn number(&mut self, vertices: &[u32]) {
        for (local, &vertex) in (0..).zip(vertices) {
            self.0[vertex as usize] = local;
        }
    }

    fn forget(&mut self, vertices: &[u32]) {
        for &vertex in vertices {
            self.0[vertex as usize] = NONE;
        }
    }

    /// Calls `add` with every edge between the vertices of a tile: their numbers there, and the
    /// second vertex.
    fn each_edge(
        &self,
        augmented: &AugmentedGraph,
        vertices: &[u32],
        mut add: impl FnMut(u32, u32, u32),
    ) {
        for (here, &vertex) in (0..).zip(vertices) {
            if Some(vertex) == augmented.apex() {
                let others = (0..).zip(vertices).filter(|&(_, &end)| end != vertex);
                let ends = others.filter(|&(_, &end)| augmented.touches_apex(end));
                ends.for_each(|(there, &end)| add(here, there, end));
                continue;
            }
            for &end in augmented.graph().neighbours(vertex) {
                if let Some(there) = self.of(end).filter(|&there| there > here) {
                    add(here, there, end);
                }
            }
        }
    }

    fn of(&self, vertex: u32) -> Option<u32> {
        Some(self.0[vertex as usize]).filter(|&local| local != NONE)
    }
}

/// A formula of some vertices, which are numbered from 0 in it.
pub(crate) struct Tile<'v> {
    vertices: &'v [u32],
    /// The neighbours of every vertex outside, which it keeps.
    kept: Vec<[u32; 2]>,
    pub(crate) edges: EdgeVars,
}

impl<'v> Tile<'v> {
    /// Returns the tile of these vertices, with up to `width` edges at each, unless `links` has
    /// more. Those of `links` are tried true first.
    pub(crate) fn new(
        augmented: &AugmentedGraph,
        vertices: &'v [u32],
        locals: &mut Locals,
        links: &[[u32; 2]],
        width: u8,
    ) -> Tile<'v> {
        locals.number(vertices);
        let keep = |&vertex: &u32| {
            let is_outside = |link: u32| locals.of(link).is_none();
            links[vertex as usize].map(|link| if is_outside(link) { link } else { NONE })
        };
        let kept: Vec<[u32; 2]> = vertices.iter().map(keep).collect();
        let needs: Vec<u8> = kept.iter().map(need).collect();
        let mut degree = needs.clone();
        let (mut edges, mut likely) = (Vec::new(), Vec::new());
        locals.each_edge(augmented, vertices, |here, there, end| {
            let is_linked = links[vertices[here as usize] as usize].contains(&end);
            let both = [here as usize, there as usize];
            if !is_linked {
                if both.iter().any(|&v| needs[v] == 0 || degree[v] >= width) {
                    return;
                }
                both.iter().for_each(|&v| degree[v] += 1);
            }
            edges.push([here.min(there), here.max(there)]);
            likely.push(is_linked);
        });
        locals.forget(vertices);
        let mut edges = EdgeVars::new(vertices.len() as u32, edges);
        edges.expect(likely);
        Tile {
            vertices,
            kept,
            edges,
        }
    }

    /// Returns the tile without a guess which edges are taken. Neighbours outside come first.
    pub(crate) fn unguided(mut self) -> Tile<'v> {
        self.edges.expect(Vec::new());
        let inside_first = self.kept.iter_mut().filter(|kept| kept[0] == NONE);
        inside_first.for_each(|kept| kept.swap(0, 1));
        self
    }

    /// Returns true if a vertex has edges that cross the border.
    pub(crate) fn is_crossed(&self, local: u32) -> bool {
        need(&self.kept[local as usize]) < 2
    }

    /// Writes that every vertex has as many edges as it needs, the forced ones among them.
    pub(crate) fn encode<S: ClauseSink>(&self, augmented: &AugmentedGraph, sink: &mut S) {
        let need = |local: u32| usize::from(need(&self.kept[local as usize]));
        sink.new_vars(self.edges.len());
        self.edges.write_degrees(|local| Some(need(local)), sink);
        self.edges.force(augmented, self.vertices, sink);
    }

    /// Replaces the current edges by those of a model.
    pub(crate) fn apply(&self, model: &Model, links: &mut [[u32; 2]]) {
        for (&vertex, &kept) in self.vertices.iter().zip(&self.kept) {
            links[vertex as usize] = kept;
        }
        for ends in self.edges.chosen(model) {
            let [a, b] = ends.map(|end| self.vertices[end as usize]);
            for (from, to) in [(a, b), (b, a)] {
                let slot = links[from as usize].iter_mut().find(|link| **link == NONE);
                *slot.expect("as many edges as are needed") = to;
            }
        }
    }
}

/// Returns the number of missing neighbours.
fn need(links: &[u32; 2]) -> u8 {
    links.iter().filter(|&&link| link == NONE).count() as u8
}

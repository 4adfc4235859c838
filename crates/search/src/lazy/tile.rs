//! One tile: its edges are chosen, and those that cross its border are fixed.

use crate::cnf::Model;
use crate::cnf::sink::ClauseSink;
use crate::lazy::Search;
use crate::lazy::edge_vars::{EdgeVars, cuts};
use crate::tour::Circuit;
use knightsat_encoding::successor::TourEdges;
use knightsat_solver::{Refined, SolverError, refine};
use std::ops::ControlFlow::{Break, Continue};

/// No vertex.
const NONE: u32 = u32::MAX;

/// The number of times that a tile is cut.
const ROUNDS: u64 = 60;

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
        circuit: &Circuit,
        vertices: &'v [u32],
        links: &[[u32; 2]],
        width: u8,
    ) -> Tile<'v> {
        // Vertices near each other mostly have near numbers, and a list is faster than a hash map.
        let ends = (NONE, 0);
        let (first, last) = (vertices.iter()).fold(ends, |(a, b), &v| (a.min(v), b.max(v)));
        let mut numbers = vec![0; (last - first.min(last)) as usize + 1];
        for (number, &vertex) in (1..).zip(vertices) {
            numbers[(vertex - first) as usize] = number;
        }
        let local = |vertex: u32| -> Option<u32> {
            let number = numbers.get(vertex.wrapping_sub(first) as usize)?;
            u32::checked_sub(*number, 1)
        };
        let outside = |link| local(link).map_or(link, |_| NONE);
        let outer = vertices.iter().map(|&v| links[v as usize].map(outside));
        let kept: Vec<[u32; 2]> = outer.collect();
        let needs: Vec<u8> = kept.iter().map(need).collect();
        let mut degree = needs.clone();
        let (mut edges, mut likely) = (Vec::new(), Vec::new());
        let mut add = |here: u32, there: u32| {
            let end = vertices[there as usize];
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
        };
        for (here, &vertex) in (0..).zip(vertices) {
            let beside = circuit.near(vertex).iter();
            let near = beside.filter_map(|&end| local(end));
            near.filter(|&there| there > here)
                .for_each(|there| add(here, there));
        }
        if let Some(last) = local(circuit.len() - 1) {
            let long = (0..)
                .zip(vertices)
                .filter(|&(_, &v)| circuit.long_at(v).is_some());
            long.for_each(|(here, _)| add(here, last));
        }
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

    /// Looks for a choice without sets to be cut, which `closed` returns for the chosen edges, and
    /// replaces the current edges by it. Returns true if there is one, within limits: bytes of
    /// proof, and time.
    pub(crate) fn settle(
        &self,
        search: &Search,
        work: u64,
        links: &mut [[u32; 2]],
        mut closed: impl FnMut(Vec<[u32; 2]>) -> Vec<Vec<u32>>,
    ) -> Result<bool, SolverError> {
        let mut solver = search.solver(work);
        // Every vertex has as many edges as it needs, the forced ones among them.
        let need = |local: u32| usize::from(need(&self.kept[local as usize]));
        solver.new_vars(self.edges.len());
        self.edges
            .write_degrees(|local| Some(need(local)), &mut solver);
        self.edges
            .force(&search.circuit, self.vertices, &mut solver);
        let end = refine(&mut solver, ROUNDS, |model, solver| {
            let sets = closed(self.edges.chosen(&model).collect());
            if sets.is_empty() {
                self.apply(&model, links);
                return Ok::<_, SolverError>(Break(()));
            }
            cuts(sets.iter().map(Vec::as_slice), &self.edges, solver);
            Ok(Continue(()))
        })?;
        Ok(end == Refined::Accepted(()))
    }

    /// Replaces the current edges by those of a model.
    fn apply(&self, model: &Model, links: &mut [[u32; 2]]) {
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

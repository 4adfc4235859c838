//! Narrow graphs, decided by a tree decomposition.
//!
//! Vertices are eliminated one by one. The edges of a vertex and the regions that meet there are
//! joined to one region: a set of edges, and the boundary vertices that other edges meet, too. All
//! that matters of a region is which paths it can contribute: for each boundary vertex its edges
//! taken, none, one or two, and which two vertices each path joins (Arnborg and Proskurowski, Linear
//! time algorithms for NP-hard problems restricted to partial k-trees, Discrete Applied Mathematics
//! 23, 1989; Cook and Seymour, Tour merging via branch-decomposition, INFORMS Journal on Computing
//! 15, 2003). Where boundaries stay small there are few such rows.
//!
//! Equal joins are looked up: the many copies of a gadget, or the rows of a long strip, cost one.
//!
//! This finds a tour if there is one. That there is none is no verdict but a hint: there is no proof
//! that others could check.

use crate::Known;
use crate::base::stop::Stop;
use crate::elimination::order;
use crate::tables::{EMPTY, FORCED, FREE, Meeting, Tables, WIDTH};
use knightsat_tour::sets;

/// The result of a decomposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// A Hamiltonian cycle, its vertices in order.
    Cycle(Vec<u32>),
    /// There is no Hamiltonian cycle.
    None,
    /// The graph is too wide for this much work, or it is late.
    TooWide,
}

/// A set of edges. Vertices go by their place in the order of elimination.
struct Region {
    table: u32,
    boundary: Vec<u32>,
    /// Edges of the region at each boundary vertex.
    edges: Vec<u32>,
    /// Vertices that only edges of the region meet.
    inner: usize,
    origin: Origin,
}

#[derive(Clone, Copy)]
enum Origin {
    Edge([u32; 2]),
    Join { parts: [usize; 2], join: u32 },
}

/// Decides whether the graph on `0..len` with these edges has a Hamiltonian cycle through those
/// marked, by trying at most `work` pairs of rows.
pub fn decide(len: u32, edges: &[Known], work: u64, stop: &Stop) -> Decided {
    let ends: Vec<[u32; 2]> = edges.iter().map(|(ends, _)| *ends).collect();
    // A boundary and the vertex that is eliminated.
    let Some(order) = order(len, &ends, WIDTH - 1, stop) else {
        return Decided::TooWide;
    };
    let mut place = vec![0; len as usize];
    for (nth, &vertex) in (0..).zip(&order) {
        place[vertex as usize] = nth;
    }
    let mut elimination = Elimination::new(len as usize, work, stop);
    for &(ends, is_marked) in edges {
        let mut ends = ends.map(|end| place[end as usize]);
        ends.sort_unstable();
        elimination.edge(ends, is_marked);
    }
    for vertex in 0..len {
        match elimination.eliminate(vertex) {
            None => return Decided::TooWide,
            Some(false) => return Decided::None,
            Some(true) => {}
        }
    }
    let cycle = elimination.cycle().into_iter();
    Decided::Cycle(cycle.map(|vertex| order[vertex as usize]).collect())
}

struct Elimination<'s> {
    len: usize,
    degree: Vec<u32>,
    tables: Tables,
    regions: Vec<Region>,
    /// The regions whose first boundary vertex is this one, and which are not part of another.
    waiting: Vec<Vec<usize>>,
    stop: &'s Stop,
}

impl Elimination<'_> {
    fn new(len: usize, work: u64, stop: &Stop) -> Elimination<'_> {
        Elimination {
            len,
            degree: vec![0; len],
            tables: Tables::new(work),
            regions: Vec::new(),
            waiting: vec![Vec::new(); len],
            stop,
        }
    }

    fn edge(&mut self, ends: [u32; 2], is_marked: bool) {
        for end in ends {
            self.degree[end as usize] += 1;
        }
        self.push(Region {
            table: if is_marked { FORCED } else { FREE },
            boundary: ends.to_vec(),
            edges: vec![1, 1],
            inner: 0,
            origin: Origin::Edge(ends),
        });
    }

    fn push(&mut self, region: Region) -> usize {
        if let Some(&first) = region.boundary.first() {
            self.waiting[first as usize].push(self.regions.len());
        }
        self.regions.push(region);
        self.regions.len() - 1
    }

    /// Joins all regions at a vertex. Returns whether there is a row left, `None` if there is too much
    /// work.
    fn eliminate(&mut self, vertex: u32) -> Option<bool> {
        let mut parts = std::mem::take(&mut self.waiting[vertex as usize]);
        if parts.len() < 2 {
            parts.push(self.regions.len());
            self.regions.push(Region {
                table: EMPTY,
                boundary: Vec::new(),
                edges: Vec::new(),
                inner: 0,
                origin: Origin::Edge([vertex; 2]),
            });
        }
        parts.sort_by_key(|&part| {
            let region = &self.regions[part];
            (region.boundary.len(), self.tables.len(region.table))
        });
        let last = parts.len() - 1;
        let mut joined = parts[0];
        for (nth, &part) in parts.iter().enumerate().skip(1) {
            let region = self.join(joined, part, nth == last)?;
            let is_empty = self.tables.len(region.table) == 0;
            if is_empty {
                return Some(false);
            }
            joined = match nth == last {
                true => self.push(region),
                false => {
                    self.regions.push(region);
                    self.regions.len() - 1
                }
            };
        }
        // Without an edge it would have met nothing but the empty region.
        Some(self.degree[vertex as usize] > 1)
    }

    fn join(&mut self, a: usize, b: usize, is_last: bool) -> Option<Region> {
        let rows = |part: usize| self.tables.len(self.regions[part].table);
        let parts = if rows(a) < rows(b) { [b, a] } else { [a, b] };
        let [left, right] = parts.map(|part| &self.regions[part]);
        let mut union = [&left.boundary[..], &right.boundary].concat();
        union.sort_unstable();
        union.dedup();
        if union.len() > WIDTH {
            return None;
        }
        let mut edges = vec![0; union.len()];
        let places = [left, right].map(|region| {
            let place = |(vertex, count): (&u32, &u32)| {
                let place = union.binary_search(vertex).unwrap_or_default();
                edges[place] += count;
                place as u8
            };
            region
                .boundary
                .iter()
                .zip(&region.edges)
                .map(place)
                .collect()
        });
        let skipped = usize::from(is_last);
        let outside = |place: &usize| self.degree[union[*place] as usize] - edges[*place];
        let needy = (skipped..union.len()).filter(|place| outside(place) == 1);
        let meeting = Meeting {
            places,
            union: union.len(),
            is_last,
            needy: needy.map(|place| 1 << place).sum(),
            is_whole: left.inner + right.inner + union.len() == self.len,
        };
        let inner = left.inner + right.inner + skipped;
        let pair = [left.table, right.table];
        let join = self.tables.join(pair, meeting, self.stop)?;
        Some(Region {
            table: self.tables.table(join),
            boundary: union.split_off(skipped),
            edges: edges.split_off(skipped),
            inner,
            origin: Origin::Join { parts, join },
        })
    }

    /// The cycle, once all vertices are eliminated.
    fn cycle(&self) -> Vec<u32> {
        let mut links = vec![[0; 2]; self.len];
        let mut degree = vec![0; self.len];
        let mut rows = vec![(self.regions.len() - 1, 0)];
        while let Some((region, row)) = rows.pop() {
            match self.regions[region].origin {
                Origin::Join { parts, join } => {
                    rows.extend(parts.into_iter().zip(self.tables.made(join, row)));
                }
                Origin::Edge([a, b]) if self.tables.is_taken(self.regions[region].table, row) => {
                    for (from, to) in [(a, b), (b, a)] {
                        links[from as usize][degree[from as usize]] = to;
                        degree[from as usize] += 1;
                    }
                }
                Origin::Edge(_) => {}
            }
        }
        sets::walk(&links, 0)
    }
}

#[cfg(test)]
mod tests;

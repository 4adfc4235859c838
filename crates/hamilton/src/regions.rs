//! Regions: sets of edges, each with a table of the paths that it can contribute at its boundary.
//!
//! A boundary vertex is one that other edges meet, too. [`decomposition`](crate::decomposition)
//! joins regions at one vertex after the other until one remains, [`division`](crate::division) as
//! long as tables stay small.

use crate::base::stop::Stop;
use crate::tables::{EMPTY, FORCED, FREE, Meeting, Tables, WIDTH};

/// A set of edges.
pub(crate) struct Region {
    pub table: u32,
    /// The boundary vertices, in increasing order.
    pub boundary: Vec<u32>,
    /// Number of edges of the region at each boundary vertex.
    pub edges: Vec<u32>,
    /// Number of vertices that only edges of the region meet.
    inner: usize,
    origin: Origin,
}

#[derive(Clone, Copy)]
enum Origin {
    Nothing,
    Edge([u32; 2]),
    Join { parts: [usize; 2], join: u32 },
}

/// All regions of a graph that have been made.
pub(crate) struct Regions {
    len: usize,
    degree: Vec<u32>,
    tables: Tables,
    all: Vec<Region>,
}

impl Regions {
    /// Returns an empty collection of regions for the graph on `0..len`; joins try at most `work`
    /// pairs of rows.
    pub(crate) fn new(len: u32, edges: impl IntoIterator<Item = [u32; 2]>, work: u64) -> Regions {
        let mut degree = vec![0; len as usize];
        for end in edges.into_iter().flatten() {
            degree[end as usize] += 1;
        }
        Regions {
            len: len as usize,
            degree,
            tables: Tables::new(work),
            all: Vec::new(),
        }
    }

    pub(crate) fn get(&self, region: usize) -> &Region {
        &self.all[region]
    }

    pub(crate) fn degree(&self, vertex: u32) -> u32 {
        self.degree[vertex as usize]
    }

    /// Returns the number of rows of a region.
    pub(crate) fn rows(&self, region: usize) -> usize {
        self.tables.len(self.all[region].table)
    }

    /// Returns the number of regions made so far.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Removes all regions but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.all.truncate(len);
    }

    fn push(&mut self, region: Region) -> usize {
        self.all.push(region);
        self.all.len() - 1
    }

    /// Adds the region of an edge, its smaller end first.
    pub(crate) fn edge(&mut self, ends: [u32; 2], is_marked: bool) -> usize {
        self.push(Region {
            table: if is_marked { FORCED } else { FREE },
            boundary: ends.to_vec(),
            edges: vec![1, 1],
            inner: 0,
            origin: Origin::Edge(ends),
        })
    }

    /// Adds a region without edges that has this vertex, or no vertex.
    pub(crate) fn bare(&mut self, vertex: Option<u32>) -> usize {
        self.push(Region {
            table: EMPTY,
            boundary: vertex.into_iter().collect(),
            edges: vec![0; vertex.iter().len()],
            inner: 0,
            origin: Origin::Nothing,
        })
    }

    /// Adds the union of two regions. The union has all edges at `done`, if given. Returns `None`
    /// if it takes too much work.
    pub(crate) fn join(
        &mut self,
        a: usize,
        b: usize,
        done: Option<u32>,
        stop: &Stop,
    ) -> Option<usize> {
        let parts = if self.rows(a) < self.rows(b) {
            [b, a]
        } else {
            [a, b]
        };
        let [left, right] = parts.map(|part| &self.all[part]);
        let mut union = [&left.boundary[..], &right.boundary].concat();
        union.sort_unstable();
        union.dedup();
        if union.len() > WIDTH {
            return None;
        }
        let (places, mut edges) = placed(&union, [left, right]);
        let done = done.and_then(|vertex| union.binary_search(&vertex).ok());
        let outside = |place: &usize| self.degree[union[*place] as usize] - edges[*place];
        let needy = (0..union.len()).filter(|place| Some(*place) != done && outside(place) == 1);
        let inner = left.inner + right.inner;
        let meeting = Meeting {
            places,
            union: union.len(),
            done: done.map(|place| place as u8),
            needy: needy.map(|place| 1 << place).sum(),
            is_whole: inner + union.len() == self.len,
        };
        let join = self.tables.join([left.table, right.table], meeting, stop)?;
        if let Some(done) = done {
            union.remove(done);
            edges.remove(done);
        }
        Some(self.push(Region {
            table: self.tables.table(join),
            boundary: union,
            edges,
            inner: inner + usize::from(done.is_some()),
            origin: Origin::Join { parts, join },
        }))
    }

    /// Returns the paths of a row, from end to end. A boundary vertex without an edge is a path of
    /// its own.
    pub(crate) fn paths(&self, region: usize, row: u32) -> Vec<[u32; 2]> {
        let Region {
            table, boundary, ..
        } = &self.all[region];
        let mates = self.tables.mates(*table, row, boundary.len());
        let ends = (0..boundary.len()).zip(mates);
        let paths =
            ends.filter_map(|(place, mate)| Some((place, mate.filter(|&mate| place <= mate)?)));
        paths
            .map(|(place, mate)| [boundary[place], boundary[mate]])
            .collect()
    }

    /// Returns the edges that a row takes.
    pub(crate) fn taken(&self, region: usize, row: u32) -> Vec<[u32; 2]> {
        let mut taken = Vec::new();
        let mut rows = vec![(region, row)];
        while let Some((region, row)) = rows.pop() {
            let Region { table, origin, .. } = &self.all[region];
            match *origin {
                Origin::Join { parts, join } => {
                    rows.extend(parts.into_iter().zip(self.tables.made(join, row)));
                }
                Origin::Edge(ends) if self.tables.is_taken(*table, row) => taken.push(ends),
                _ => {}
            }
        }
        taken
    }
}

/// Returns the places of the boundary vertices of two regions in their union, and the edges of both
/// at each place.
fn placed(union: &[u32], regions: [&Region; 2]) -> ([Vec<u8>; 2], Vec<u32>) {
    let mut edges = vec![0; union.len()];
    let places = regions.map(|region| {
        let place = |(vertex, count): (&u32, &u32)| {
            let place = union.binary_search(vertex).unwrap_or_default();
            edges[place] += count;
            place as u8
        };
        let ends = region.boundary.iter().zip(&region.edges);
        ends.map(place).collect()
    });
    (places, edges)
}

//! Regions: sets of edges, each with a table of the paths that it can contribute at its boundary.
//!
//! A boundary vertex is one that other edges meet, too. [`decomposition`](crate::decomposition)
//! joins regions at one vertex after the other until one remains, [`division`](crate::division) as
//! long as tables stay small.

use crate::base::stop::Stop;
use crate::tables::{EMPTY, FORCED, FREE, Meeting, Places, Tables, WIDTH};
use smallvec::SmallVec;

/// A set of edges.
struct Region {
    table: u32,
    /// The place of its boundary among those of all regions. It ends where the next one begins.
    first: u32,
    /// Number of vertices that only edges of the region meet.
    inner: u32,
    origin: Origin,
}

/// A vertex of a boundary.
#[derive(Clone, Copy)]
pub(crate) struct End {
    pub vertex: u32,
    /// Number of edges of the region there.
    pub edges: u32,
}

/// A boundary; those of strips are short.
type Ends = SmallVec<[End; 8]>;

#[derive(Clone, Copy)]
enum Origin {
    Nothing,
    Edge([u32; 2]),
    Join { parts: [u32; 2], join: u32 },
}

/// All regions of a graph that have been made.
pub(crate) struct Regions {
    len: u32,
    degree: Vec<u32>,
    tables: Tables,
    all: Vec<Region>,
    /// The boundaries of all regions, each in increasing order.
    ends: Vec<End>,
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
            len,
            degree,
            tables: Tables::new(work),
            all: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Returns the boundary of a region, in increasing order.
    pub(crate) fn boundary(&self, region: usize) -> &[End] {
        let next = self.all.get(region + 1);
        let last = next.map_or(self.ends.len(), |next| next.first as usize);
        &self.ends[self.all[region].first as usize..last]
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
        if let Some(region) = self.all.get(len) {
            self.ends.truncate(region.first as usize);
            self.all.truncate(len);
        }
    }

    fn push(&mut self, table: u32, inner: u32, origin: Origin, ends: &[End]) -> usize {
        self.all.push(Region {
            table,
            first: self.ends.len() as u32,
            inner,
            origin,
        });
        self.ends.extend_from_slice(ends);
        self.all.len() - 1
    }

    /// Adds the region of an edge, its smaller end first.
    pub(crate) fn edge(&mut self, ends: [u32; 2], is_marked: bool) -> usize {
        let table = if is_marked { FORCED } else { FREE };
        let boundary = ends.map(|vertex| End { vertex, edges: 1 });
        self.push(table, 0, Origin::Edge(ends), &boundary)
    }

    /// Adds a region without edges that has this vertex, or no vertex.
    pub(crate) fn bare(&mut self, vertex: Option<u32>) -> usize {
        let end = vertex.map(|vertex| End { vertex, edges: 0 });
        self.push(EMPTY, 0, Origin::Nothing, end.as_slice())
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
        let (mut union, places) = united(parts.map(|part| self.boundary(part)))?;
        let done = done.and_then(|done| union.iter().position(|end| end.vertex == done));
        let needy = |(place, end): (usize, &End)| {
            let is_needy = Some(place) != done && self.degree(end.vertex) - end.edges == 1;
            u32::from(is_needy) << place
        };
        let inner = parts.map(|part| self.all[part].inner).iter().sum::<u32>();
        let meeting = Meeting {
            places,
            union: union.len(),
            done: done.map(|place| place as u8),
            needy: union.iter().enumerate().map(needy).sum(),
            is_whole: inner + union.len() as u32 == self.len,
        };
        let tables = parts.map(|part| self.all[part].table);
        let join = self.tables.join(tables, meeting, stop)?;
        if let Some(done) = done {
            union.remove(done);
        }
        let inner = inner + u32::from(done.is_some());
        let parts = parts.map(|part| part as u32);
        let table = self.tables.table(join);
        Some(self.push(table, inner, Origin::Join { parts, join }, &union))
    }

    /// Returns the paths of a row, from end to end. A boundary vertex without an edge is a path of
    /// its own.
    pub(crate) fn paths(&self, region: usize, row: u32) -> Vec<[u32; 2]> {
        let boundary = self.boundary(region);
        let mates = self
            .tables
            .mates(self.all[region].table, row, boundary.len());
        let ends = (0..boundary.len()).zip(mates);
        let paths =
            ends.filter_map(|(place, mate)| Some((place, mate.filter(|&mate| place <= mate)?)));
        paths
            .map(|(place, mate)| [place, mate].map(|place| boundary[place].vertex))
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
                    let parts = parts.map(|part| part as usize);
                    rows.extend(parts.into_iter().zip(self.tables.made(join, row)));
                }
                Origin::Edge(ends) if self.tables.is_taken(*table, row) => taken.push(ends),
                _ => {}
            }
        }
        taken
    }
}

/// Merges two boundaries, and returns the places of the vertices of each in their union. Returns
/// `None` if the union is too wide.
fn united([left, right]: [&[End]; 2]) -> Option<(Ends, [Places; 2])> {
    let (mut union, mut places) = (Ends::new(), [Places::new(), Places::new()]);
    let mut rest = [left, right].map(|ends| ends.iter().copied().peekable());
    loop {
        let next = rest
            .each_mut()
            .map(|ends| ends.peek().map(|end| end.vertex));
        let Some(vertex) = next.iter().flatten().min().copied() else {
            return Some((union, places));
        };
        if union.len() == WIDTH {
            return None;
        }
        let mut end = End { vertex, edges: 0 };
        for (ends, places) in rest.iter_mut().zip(&mut places) {
            if let Some(taken) = ends.next_if(|end| end.vertex == vertex) {
                end.edges += taken.edges;
                places.push(union.len() as u8);
            }
        }
        union.push(end);
    }
}

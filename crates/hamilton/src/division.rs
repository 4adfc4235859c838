//! Division of a graph into regions with few ways through.
//!
//! A region is a set of vertices with all edges between them, and a table of the paths by which a
//! tour can pass it. First the ends of edges that every tour takes become regions: the items. Then
//! items are merged with their neighbours, as long as tables stay small. The next one is the item
//! whose union with its neighbours has the fewest rows. So a gadget becomes one choice, however
//! many edges it has inside.

use crate::base::stop::Stop;
use crate::regions::{End, Regions};
use knightsat_tour::sets::Sets;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of rows of a region.
const ROWS: usize = 64;
/// Maximum number of rows of an intermediate table, and of pairs of rows tried at once.
const MIDDLE: usize = 1024;
/// Maximum number of pairs of rows tried in all.
const WORK: u64 = 20_000_000;
/// Maximum number of neighbours of a vertex that are merged with it.
const NEIGHBOURS: usize = 12;

/// One way through a region: the ends of the paths that the region contributes. Each end lacks one
/// edge; a vertex twice lacks two. All other vertices of the region are inside these paths.
pub(crate) type Way = Vec<[u32; 2]>;

/// A partition of the vertices into regions.
pub(crate) struct Division {
    /// The ways through each region: a tour takes one.
    pub ways: Vec<Vec<Way>>,
    /// Edges between regions.
    pub between: Vec<[u32; 2]>,
    regions: Regions,
    live: Vec<usize>,
}

impl Division {
    /// Divides the graph on `0..len` with these edges. Returns `None` if both edges at a vertex of
    /// degree two would be between regions, or if time is up.
    pub(crate) fn new(len: u32, edges: &[[u32; 2]], stop: &Stop) -> Option<Division> {
        let mut merging = Merging::new(len, edges, stop);
        merging.contract(edges)?;
        merging.merge()?;
        let of: Vec<usize> = (0..len).map(|vertex| merging.of(vertex)).collect();
        let regions = merging.regions;
        let mut live = of.clone();
        live.sort_unstable();
        live.dedup();
        let ways = |&region: &usize| {
            let rows = 0..regions.rows(region) as u32;
            rows.map(|row| regions.paths(region, row)).collect()
        };
        let ways = live.iter().map(ways).collect();
        let is_between = |[a, b]: &[u32; 2]| of[*a as usize] != of[*b as usize];
        let between = edges.iter().copied().filter(is_between).collect();
        Some(Division {
            ways,
            between,
            regions,
            live,
        })
    }

    /// Returns the edges inside a region that a way takes.
    pub(crate) fn inside(&self, region: usize, way: usize) -> Vec<[u32; 2]> {
        self.regions.taken(self.live[region], way as u32)
    }
}

struct Merging<'s> {
    regions: Regions,
    /// The vertices of each region.
    sets: Sets,
    /// The region of each set.
    at: Vec<usize>,
    /// Paths of forced edges after contraction, and the item of each vertex.
    items: Vec<Vec<u32>>,
    item: Vec<usize>,
    /// Neighbours of each vertex.
    near: Vec<Vec<u32>>,
    stop: &'s Stop,
}

impl Merging<'_> {
    fn new<'s>(len: u32, edges: &[[u32; 2]], stop: &'s Stop) -> Merging<'s> {
        let mut regions = Regions::new(len, edges.iter().copied(), WORK);
        let mut near = vec![Vec::new(); len as usize];
        for &[a, b] in edges {
            near[a as usize].push(b);
            near[b as usize].push(a);
        }
        let at = (0..len).map(|vertex| regions.bare(Some(vertex))).collect();
        let sets = Sets::new(vec![1; len as usize]);
        Merging {
            regions,
            sets,
            at,
            items: Vec::new(),
            item: Vec::new(),
            near,
            stop,
        }
    }

    /// Merges the ends of both edges at a vertex of degree two into one region.
    fn contract(&mut self, edges: &[[u32; 2]]) -> Option<()> {
        for ends in edges {
            let parts = ends.map(|end| self.of(end));
            let is_taken = ends.iter().any(|&end| self.regions.degree(end) == 2);
            if is_taken && parts[0] != parts[1] {
                let whole = self.union(&parts)?;
                self.put(whole, &parts);
            }
        }
        let len = self.near.len() as u32;
        let mut items: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for vertex in 0..len {
            items.entry(self.of(vertex)).or_default().push(vertex);
        }
        self.item = vec![0; len as usize];
        self.items = items.into_values().collect();
        for (nth, item) in self.items.iter().enumerate() {
            item.iter()
                .for_each(|&vertex| self.item[vertex as usize] = nth);
        }
        Some(())
    }

    /// Returns the regions of an item and its neighbours, its own first.
    fn parts(&mut self, item: usize) -> Vec<usize> {
        let own = &self.items[item];
        let near = |&vertex: &u32| self.near[vertex as usize].iter().take(NEIGHBOURS);
        let ends: Vec<u32> = own[..1]
            .iter()
            .chain(own.iter().flat_map(near))
            .copied()
            .collect();
        let mut parts = Vec::new();
        for end in ends {
            let part = self.of(end);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts
    }

    fn of(&mut self, vertex: u32) -> usize {
        self.at[self.sets.find(vertex) as usize]
    }

    /// Replaces regions by their union.
    fn put(&mut self, whole: usize, parts: &[usize]) {
        let first = |&part: &usize| Some(self.regions.boundary(part).first()?.vertex);
        let firsts: Vec<u32> = parts.iter().filter_map(first).collect();
        for &vertex in &firsts {
            let set = self.sets.unite(firsts[0], vertex);
            self.at[set as usize] = whole;
        }
    }

    /// Returns the union of regions and the edges between them; `None` if it exceeds the limits.
    fn union(&mut self, parts: &[usize]) -> Option<usize> {
        let rows = parts.iter().map(|&part| self.regions.rows(part));
        let most = rows.fold(1, usize::saturating_mul);
        if most > MIDDLE {
            return None;
        }
        let mut whole = parts[0];
        for (nth, &part) in parts.iter().enumerate().skip(1) {
            for ends in self.crossing(part, &parts[..nth]) {
                let edge = self.regions.edge(ends, false);
                whole = self.regions.join(whole, edge, None, self.stop)?;
            }
            whole = self.regions.join(whole, part, None, self.stop)?;
            whole = self.closed(whole)?;
            if self.regions.rows(whole) > MIDDLE {
                return None;
            }
        }
        Some(whole)
    }

    /// Returns the edges between a region and others.
    fn crossing(&mut self, part: usize, others: &[usize]) -> Vec<[u32; 2]> {
        let mut crossing = Vec::new();
        for &End { vertex, .. } in self.regions.boundary(part) {
            let near = self.near[vertex as usize].iter();
            crossing.extend(near.map(|&end| [vertex, end]));
        }
        crossing.retain(|&[_, end]| others.contains(&self.of(end)));
        crossing.iter_mut().for_each(|ends| ends.sort_unstable());
        crossing
    }

    /// Removes vertices that have all their edges from the boundary.
    fn closed(&mut self, mut whole: usize) -> Option<usize> {
        loop {
            let is_done = |end: &&End| end.edges == self.regions.degree(end.vertex);
            let Some(done) = self.regions.boundary(whole).iter().find(is_done) else {
                return Some(whole);
            };
            let vertex = done.vertex;
            let nothing = self.regions.bare(None);
            whole = self.regions.join(whole, nothing, Some(vertex), self.stop)?;
        }
    }

    /// Returns the rows and boundary of the region that an item and its neighbours would make.
    fn score(&mut self, item: usize) -> Option<[usize; 2]> {
        let parts = self.parts(item);
        let before = self.regions.len();
        let whole = self.union(&parts).filter(|_| parts.len() > 1);
        let score = whole.map(|whole| {
            let width = self.regions.boundary(whole).len();
            [self.regions.rows(whole), width]
        });
        self.regions.truncate(before);
        score.filter(|&[rows, _]| rows <= ROWS)
    }

    fn merge(&mut self) -> Option<()> {
        let mut queue = BTreeSet::new();
        let mut scores = vec![None; self.items.len()];
        let mut changed: Vec<usize> = (0..self.items.len()).collect();
        loop {
            for item in changed {
                let score = self.score(item);
                let before = std::mem::replace(&mut scores[item], score);
                before.map(|score| queue.remove(&(score, item)));
                score.map(|score| queue.insert((score, item)));
            }
            if self.stop.is_over() {
                return None;
            }
            let Some((_, item)) = queue.pop_first() else {
                return Some(());
            };
            let parts = self.parts(item);
            let whole = self.union(&parts)?;
            let boundaries = parts.iter().flat_map(|&part| self.regions.boundary(part));
            let touched: Vec<u32> = boundaries.map(|end| end.vertex).collect();
            self.put(whole, &parts);
            let near = touched
                .iter()
                .flat_map(|&vertex| &self.near[vertex as usize]);
            let ends = near.copied().chain(touched.iter().copied());
            let around: BTreeSet<usize> = ends.map(|end| self.item[end as usize]).collect();
            changed = around.into_iter().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_family as family;

    fn sorted(mut edges: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
        edges.iter_mut().for_each(|ends| ends.sort_unstable());
        edges.sort_unstable();
        edges
    }

    /// Returns true if each region has a way whose ends lack exactly the edges of the tour between
    /// regions.
    fn is_divided(division: &Division, tour: &[[u32; 2]]) -> bool {
        let between = sorted(division.between.clone());
        let crosses = |ends: &&[u32; 2]| between.binary_search(ends).is_ok();
        let crossing: Vec<u32> = tour.iter().filter(crosses).flatten().copied().collect();
        let count = |ends: &[u32], end: u32| ends.iter().filter(|&&other| other == end).count();
        division.ways.iter().all(|ways| {
            let lacking = || ways.iter().map(|way| way.as_flattened());
            let all = lacking().collect::<Vec<_>>().concat();
            let is_alike = |ends: &[u32], end| count(ends, end) == count(&crossing, end);
            lacking().any(|ends| all.iter().all(|&end| is_alike(ends, end)))
        })
    }

    #[test]
    fn tours_pass_each_region_in_one_of_its_ways() {
        let mut divided = 0;
        for seed in 0..40 {
            let len = 60 + 2 * seed as u32;
            let graph = family::planted_cubic(len, seed);
            let edges: Vec<[u32; 2]> = graph.edges().collect();
            let tour = (0..len).map(|vertex| [vertex, (vertex + 1) % len]);
            let tour = sorted(tour.collect());
            if let Some(division) = Division::new(len, &edges, &Stop::default())
                && division.ways.len() > 1
            {
                divided += 1;
                assert!(is_divided(&division, &tour), "seed {seed}");
            }
        }
        assert!(divided > 5, "{divided}");
    }
}

//! Cuts of one edge and of two, all at once.
//!
//! Two edges are a cut if and only if the same cycles go through them, so cuts of two come in
//! classes. Take a depth-first tree: every other edge goes from a vertex up to an ancestor, and
//! *covers* the tree edges between. A tree edge without a covering edge is a cut alone. Two tree
//! edges with the same covering edges are in one class. If they have a single covering edge, it
//! belongs to the class.
//!
//! Candidates are found by words. Every edge outside the tree gets a word. The word of a tree edge
//! is the sum of those that cover it. Edges with equal words are candidates (Pritchard and
//! Thurimella, Fast computation of small cuts via cycle space sampling, ACM Transactions on
//! Algorithms 7, 2011). Words could be equal by chance, so candidates are checked: see
//! `Tree::is_same`.

use super::{Contradiction, Fate, Reduction, Step};
use crate::graph::{Graph, Incidence, NONE, Rows};
use crate::sets::root;
use knightsat_base::random;
use knightsat_base::stop::{Stop, Stopped};

/// Maximum number of vertices in the sides of cuts (256 MB); further cuts are omitted.
const SIDES: usize = 1 << 26;

impl Reduction {
    /// Returns the sets of vertices that the rule of cuts was applied to: the sides of every cut.
    /// Each cut takes a search over the graph, and memory for all its vertices. The result contains
    /// those found in time, with at most 2²⁶ vertices in all.
    pub fn sides(&self, stop: &Stop) -> Vec<Vec<u32>> {
        let len = self.left.len() as u32;
        let mut room = SIDES;
        let mut found = Vec::new();
        for (left, cuts) in &self.used {
            for cut in cuts {
                if stop.is_over() || room < len as usize {
                    return found;
                }
                room -= len as usize;
                found.extend(sides(len, left, cut));
            }
        }
        found
    }

    /// Applies the rule of cuts, and the others to the edges that it forces, until they find
    /// nothing new.
    pub(super) fn cuts(&mut self, stop: &Stop) -> Step {
        while !stop.is_over() {
            let before = self.trail.len();
            let is_left = |&edge: &u32| self.fate[edge as usize] != Fate::Forbidden;
            let left: Vec<u32> = (0..self.fate.len() as u32).filter(is_left).collect();
            let ends: Vec<[u32; 2]> = left.iter().map(|&e| self.edges.ends(e)).collect();
            let is_open = |nth: u32| self.fate[left[nth as usize] as usize] == Fate::Open;
            let Ok(cuts) = small_cuts(self.left.len() as u32, &ends, is_open, stop) else {
                break;
            };
            let cuts = cuts.ok_or(Contradiction)?;
            if cuts.is_empty() {
                break;
            }
            let mut used = Vec::new();
            let step = cuts.into_iter().try_for_each(|cut| {
                let mut edges = cut.iter().map(|&nth| left[nth as usize]);
                let step = match cut.len() {
                    1 => Err(Contradiction),
                    _ => edges.try_for_each(|edge| self.decide(edge, Fate::Forced)),
                };
                used.push(cut);
                step
            });
            self.used.push((ends, used));
            step?;
            self.propagate(stop)?;
            if self.trail.len() == before {
                break;
            }
        }
        Ok(())
    }
}

/// Returns single edges that disconnect the graph, and classes of edges in which any two do. The
/// edges of each are in order. Only classes with an edge that `is_news` are returned. The result is
/// `None` if the graph is not connected, and [`Stopped`] if time is up before the end.
fn small_cuts(
    len: u32,
    edges: &[[u32; 2]],
    is_news: impl Fn(u32) -> bool,
    stop: &Stop,
) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
    let Some(tree) = Tree::new(len, edges, stop)? else {
        return Ok(None);
    };
    stop.check()?;
    let covers = tree.covers(edges);
    stop.check()?;
    let edge_to = |place: u32| tree.reached_by[place as usize];
    let below_root = 1..len;
    let bridges = below_root
        .clone()
        .filter(|&place| covers[place as usize].count == 0);
    let mut cuts: Vec<Vec<u32>> = bridges.map(|place| vec![edge_to(place)]).collect();
    let mut by_word: Vec<(u64, u32)> = below_root
        .map(|place| (covers[place as usize].word, place))
        .filter(|&(_, place)| covers[place as usize].count > 0)
        .collect();
    by_word.sort_unstable();
    stop.check()?;
    for class in by_word.chunk_by(|a, b| a.0 == b.0) {
        let first = &covers[class[0].1 as usize];
        let alone = (first.count == 1).then_some(first.numbers);
        let mut edges: Vec<u32> = class.iter().map(|&(_, place)| edge_to(place)).collect();
        edges.extend(alone);
        if edges.len() < 2 || !edges.iter().any(|&edge| is_news(edge)) {
            continue;
        }
        // Downwards along one path, as places increase.
        let mut steps = class.windows(2);
        if steps.all(|pair| tree.is_same(&covers, pair[0].1, pair[1].1)) {
            edges.sort_unstable();
            cuts.push(edges);
        }
    }
    cuts.sort_unstable();
    Ok(Some(cuts))
}

/// A depth-first tree. Vertices are named by their places in the order of the search. So the
/// vertices below one have the places from its own up to an end.
struct Tree {
    place: Vec<u32>,
    parent: Vec<u32>,
    /// The edge to the parent.
    reached_by: Vec<u32>,
    end: Vec<u32>,
}

/// The edges outside the tree that cover the tree edge above a vertex.
#[derive(Clone, Copy, Default)]
struct Cover {
    count: u32,
    /// The sum of the words of these edges.
    word: u64,
    /// The sum, bit by bit without carry, of their numbers. For a single edge it is its number.
    numbers: u32,
    /// The lowest of their upper ends.
    lowest: u32,
}

impl Tree {
    /// Returns the tree, or `None` if the graph is not connected.
    fn new(len: u32, edges: &[[u32; 2]], stop: &Stop) -> Result<Option<Tree>, Stopped> {
        let mut watch = stop.watch(1 << 14);
        let incidence = Incidence::new(len, edges.to_vec());
        let mut next = vec![0_usize; len as usize];
        let mut tree = Tree {
            place: vec![NONE; len as usize],
            parent: vec![NONE],
            reached_by: vec![NONE],
            end: vec![0; len as usize],
        };
        tree.place[0] = 0;
        let mut path = vec![0_u32];
        while let Some(&vertex) = path.last() {
            watch.check()?;
            let v = vertex as usize;
            let Some(&edge) = incidence.numbers(vertex).get(next[v]) else {
                path.pop();
                tree.end[tree.place[v] as usize] = tree.parent.len() as u32;
                continue;
            };
            next[v] += 1;
            let other = incidence.other_end(edge, vertex);
            if tree.place[other as usize] == NONE {
                tree.place[other as usize] = tree.parent.len() as u32;
                tree.parent.push(tree.place[v]);
                tree.reached_by.push(edge);
                path.push(other);
            }
        }
        Ok((tree.parent.len() == len as usize).then_some(tree))
    }

    /// Returns the cover of the tree edge above each place.
    fn covers(&self, edges: &[[u32; 2]]) -> Vec<Cover> {
        let mut covers = vec![Cover::default(); self.parent.len()];
        // The edges outside the tree, as their upper end, their lower end and their number.
        let outside = (0_u32..).zip(edges).filter_map(|(edge, &ends)| {
            let mut places = ends.map(|end| self.place[end as usize]);
            places.sort_unstable();
            let [upper, lower] = places;
            (self.reached_by[lower as usize] != edge).then_some(([upper, lower], edge))
        });
        for (ends, edge) in outside.clone() {
            for place in ends {
                let here = &mut covers[place as usize];
                here.word ^= random::mix((u64::from(edge) + 1).wrapping_mul(random::STEP));
                here.numbers ^= edge;
            }
            // At the upper end the count excludes what comes from below.
            let [upper, lower] = ends.map(|place| place as usize);
            covers[lower].count = covers[lower].count.wrapping_add(1);
            covers[upper].count = covers[upper].count.wrapping_sub(1);
        }
        for place in (1..covers.len()).rev() {
            let below = covers[place];
            let here = &mut covers[self.parent[place] as usize];
            here.count = here.count.wrapping_add(below.count);
            here.word ^= below.word;
            here.numbers ^= below.numbers;
        }
        let ends = outside.map(|([upper, lower], _)| (upper, lower));
        self.find_lowest(&Rows::new(self.parent.len() as u32, ends), &mut covers);
        covers
    }

    /// Sets the lowest upper ends. Edges with the lowest upper ends first mark the tree edges that
    /// they cover. Marked edges are skipped afterwards, by a forest of shortcuts upwards with path
    /// halving.
    fn find_lowest(&self, lower_ends: &Rows, covers: &mut [Cover]) {
        let mut up: Vec<u32> = (0..self.parent.len() as u32).collect();
        for upper in (0..self.parent.len() as u32).rev() {
            for &lower in lower_ends.row(upper) {
                let mut place = root(&mut up, lower);
                while place > upper {
                    covers[place as usize].lowest = upper;
                    up[place as usize] = self.parent[place as usize];
                    place = root(&mut up, place);
                }
            }
        }
    }

    /// Returns true if the same edges cover the tree edges above two places, the higher one first.
    ///
    /// This holds under three conditions. Both have equally many covering edges. One place is below
    /// the other. All edges that cover the lower one continue past the higher one; it suffices to
    /// check the edge with the lowest upper end.
    fn is_same(&self, covers: &[Cover], higher: u32, lower: u32) -> bool {
        let [above, below] = [higher, lower].map(|place| &covers[place as usize]);
        let is_below = (higher..self.end[higher as usize]).contains(&lower);
        is_below && above.count == below.count && below.lowest < higher
    }
}

/// Returns the components without these edges, which are in order.
fn sides(len: u32, edges: &[[u32; 2]], without: &[u32]) -> Vec<Vec<u32>> {
    let left: Vec<[u32; 2]> = (0_u32..)
        .zip(edges)
        .filter(|(edge, _)| without.binary_search(edge).is_err())
        .map(|(_, &ends)| ends)
        .collect();
    Graph::from_pairs(len, &left).components()
}

#[cfg(test)]
mod tests;

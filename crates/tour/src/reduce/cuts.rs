//! Cuts of one edge and of two, all at once.
//!
//! Two edges are a cut if and only if the same cycles go through them, so cuts of two come in
//! classes. Take a depth-first tree: every other edge goes from a vertex up to an ancestor, and
//! *covers* the tree edges between. A tree edge that none covers is a cut alone. Two that the same
//! edges cover are a class, together with the covering edge where there is only one.
//!
//! Candidates are found by words: every edge outside the tree gets one, a tree edge the sum of
//! those that cover it, and equal words are looked for (Pritchard and Thurimella, Fast computation
//! of small cuts via cycle space sampling, ACM Transactions on Algorithms 7, 2011). Words could be
//! equal by chance, so they are not trusted: see [`Tree::is_same`].

use crate::graph::{Graph, Incidence, Rows};
use crate::sets::root;
use knightsat_base::random;
use knightsat_base::stop::{Stop, Stopped};

/// Single edges that disconnect the graph, and classes of edges any two of which do; the edges of
/// each in order. Only classes with an edge that `is_news` are given. `None` if the graph is not
/// connected; [`Stopped`] if it is over before the end.
pub(super) fn small_cuts(
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

/// A depth-first tree. Vertices are named by their places in the order in which it is entered, so
/// that those below a vertex are the ones from its place on up to an end.
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
    /// The sum of their words.
    word: u64,
    /// The sum, bit by bit without carry, of their numbers: of a single edge its number.
    numbers: u32,
    /// The lowest upper end of one.
    lowest: u32,
}

const NONE: u32 = u32::MAX;

impl Tree {
    /// `None` if the graph is not connected.
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

    /// What covers the tree edge above each place.
    fn covers(&self, edges: &[[u32; 2]]) -> Vec<Cover> {
        let mut covers = vec![Cover::default(); self.parent.len()];
        // The edges outside the tree, as their upper end, their lower end and their number.
        let outside = (0_u32..).zip(edges).filter_map(|(edge, &ends)| {
            let mut places = ends.map(|end| self.place[end as usize]);
            places.sort_unstable();
            let [upper, lower] = places;
            (self.reached_by[lower as usize] != edge)
                .then_some([upper, lower])
                .map(|ends| (ends, edge))
        });
        for (ends, edge) in outside.clone() {
            for place in ends {
                let here = &mut covers[place as usize];
                here.word ^= random::mix((u64::from(edge) + 1).wrapping_mul(random::STEP));
                here.numbers ^= edge;
            }
            // At the upper end it is taken away from what comes from below.
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
        let ends: Vec<[u32; 2]> = outside.map(|(ends, _)| ends).collect();
        self.find_lowest(&ends, &mut covers);
        covers
    }

    /// Those with the lowest upper ends first mark what they cover; what is marked is skipped
    /// afterwards, by a forest of shortcuts upwards with path halving.
    fn find_lowest(&self, outside: &[[u32; 2]], covers: &mut [Cover]) {
        let ends = outside.iter().map(|&[upper, lower]| (upper, lower));
        let lower_ends = Rows::new(self.parent.len() as u32, ends);
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

    /// Whether the same edges cover the tree edges above two places, the higher one first.
    ///
    /// That is so if they are as many, the one is below the other, and all edges that cover the
    /// lower one go on up past the higher one: also the one with the lowest upper end.
    fn is_same(&self, covers: &[Cover], higher: u32, lower: u32) -> bool {
        let [above, below] = [higher, lower].map(|place| &covers[place as usize]);
        let is_below = (higher..self.end[higher as usize]).contains(&lower);
        is_below && above.count == below.count && below.lowest < higher
    }
}

/// The components without these edges, which are in order.
pub(super) fn sides(len: u32, edges: &[[u32; 2]], without: &[u32]) -> Vec<Vec<u32>> {
    let left = (0_u32..).zip(edges);
    let left = left.filter(|(edge, _)| without.binary_search(edge).is_err());
    let left: Vec<[u32; 2]> = left.map(|(_, &ends)| ends).collect();
    Graph::from_pairs(len, &left).components()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Classes by trying every edge and every pair; an edge that is a cut alone is in none.
    fn by_trying(len: u32, edges: &[[u32; 2]]) -> Vec<Vec<u32>> {
        let count = |without: &[u32]| sides(len, edges, without).len();
        let numbers = 0..edges.len() as u32;
        let is_bridge = |&edge: &u32| count(&[edge]) == 2;
        let (bridges, others): (Vec<u32>, Vec<u32>) = numbers.partition(is_bridge);
        let mut cuts: Vec<Vec<u32>> = bridges.into_iter().map(|edge| vec![edge]).collect();
        for (nth, &first) in others.iter().enumerate() {
            let partners = others.iter().filter(|&&other| other != first);
            let is_cut = |&&other: &&u32| count(&[first.min(other), first.max(other)]) == 2;
            let partners: Vec<u32> = partners.filter(is_cut).copied().collect();
            // Each class once, from its first edge.
            if !partners.is_empty() && !others[..nth].iter().any(|edge| partners.contains(edge)) {
                cuts.push([vec![first], partners].concat());
            }
        }
        cuts.sort_unstable();
        cuts
    }

    #[test]
    fn classes_are_those_that_trying_all_pairs_finds() {
        let mut sizes = [0; 3];
        for seed in 0..400 {
            let n = 3 + seed as u32 % 10;
            let edges = (n + seed as u32 % 5) as usize;
            let graph = knightsat_family::random_sparse(n, edges, seed);
            let edges: Vec<[u32; 2]> = graph.edges().collect();
            match small_cuts(n, &edges, |_| true, &Stop::default()).unwrap() {
                None => assert!(sides(n, &edges, &[]).len() > 1, "{edges:?}"),
                Some(cuts) => {
                    assert_eq!(cuts, by_trying(n, &edges), "{edges:?}");
                    cuts.iter().for_each(|cut| sizes[cut.len().min(3) - 1] += 1);
                }
            }
        }
        assert!(sizes.iter().all(|&count| count > 50), "{sizes:?}");
    }

    #[test]
    fn equal_words_of_edges_that_are_no_class_are_seen_through() {
        // Two triangles that share a vertex: three words each, and no edge of the one is in a
        // class with one of the other.
        let edges = [[0, 1], [1, 2], [0, 2], [2, 3], [3, 4], [2, 4]];
        let tree = Tree::new(5, &edges, &Stop::default()).unwrap().unwrap();
        let covers = tree.covers(&edges);
        let is_same = |a: u32, b: u32| tree.is_same(&covers, a, b);
        assert!(is_same(1, 2) && is_same(3, 4));
        for higher in [1, 2] {
            for lower in [3, 4] {
                assert!(!is_same(higher, lower));
            }
        }
    }

    #[test]
    fn the_cuts_of_a_long_ladder_are_found_at_once() {
        // Every pair of rails is a class, but for the first and the last, which share one with a
        // rung.
        let rungs = 20_000;
        let rung = |at: u32| [2 * at, 2 * at + 1];
        let rails = |at: u32| [[2 * at, 2 * at + 2], [2 * at + 1, 2 * at + 3]];
        let mut edges: Vec<[u32; 2]> = (0..rungs).map(rung).collect();
        edges.extend((0..rungs - 1).flat_map(rails));
        let cuts = small_cuts(2 * rungs, &edges, |_| true, &Stop::default());
        let cuts = cuts.unwrap().unwrap();
        assert_eq!(cuts.len() as u32, rungs - 1);
        let threes = cuts.iter().filter(|cut| cut.len() == 3).count();
        assert_eq!(threes, 2);
    }
}

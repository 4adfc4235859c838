//! Edges on every tour, and edges on none, found by degrees, cuts and short cycles.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::lower::Lowered;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let reduction = Lowered::as_it_is(&problem).circuit().reduce(&Default::default());
//! assert_eq!(reduction.fates().len(), problem.graph().edges().count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules apply to a [circuit](crate::circuit).
//!
//! - *Given*: an edge that the circuit takes is forced; without it there is no tour.
//! - *Degree*: a vertex with two remaining edges takes both. With fewer there is no tour.
//! - *Full*: a vertex with two forced edges takes no other. With three there is no tour.
//! - *Short cycle*: forced edges form paths. An edge between the ends of one would close a cycle.
//!   It is forced if the path has all vertices, and forbidden otherwise.
//! - *Cut*: a cycle crosses between a set of vertices and the rest an even number of times, and at
//!   least twice. So two edges whose removal disconnects the graph are both forced. An edge whose
//!   removal alone does is a contradiction.
//! - *Probe*: an edge taken, or left out, may contradict the rules above. Then it has the opposite
//!   fate (failed literals: Freeman, Improvements to propositional satisfiability search
//!   algorithms, 1995). If both choices do, there is no tour.
//!
//! Every rule holds for all tours at once, so no tour is lost, whatever the order of the rules.
//!
//! # Cuts of one edge and of two, all at once
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

use super::Circuit;
use crate::graph::{Graph, Incidence, NONE, Rows};
use crate::sets::root;
use knightsat_base::random;
use knightsat_base::stop::{Stop, Stopped};

/// A graph is dense if it has more edges than this at every vertex, on average.
const DENSE: usize = 8;

/// The fate of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// Undecided.
    #[default]
    Open,
    /// Every tour takes it.
    Forced,
    /// No tour takes it.
    Forbidden,
}

/// Edges that every tour of a graph takes, and edges that no tour takes.
#[derive(Clone, Debug)]
pub struct Reduction {
    edges: Incidence,
    fate: Vec<Fate>,
    /// Edges not forbidden, and edges forced, at every vertex.
    left: Vec<u32>,
    forced: Vec<u32>,
    /// The other end of the path of forced edges that ends at a vertex, or the vertex itself, and
    /// the number of vertices on the path. Undefined for inner vertices.
    other_end: Vec<u32>,
    on_path: Vec<u32>,
    /// The changes so far, oldest first, so that a probe can be undone.
    trail: Vec<Change>,
    pending: Vec<u32>,
    /// The edges left at each use of the rule of cuts, and the cuts, by the places of their edges.
    used: Vec<(EdgeList, Vec<Vec<u32>>)>,
    /// True if the rules contradict each other: there is no tour. The fates are then void.
    pub is_contradictory: bool,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Fate(u32),
    /// The ends of the path that an edge has made, and their former entries.
    Path([u32; 2], [(u32, u32); 2]),
}

/// A contradiction between the rules.
struct Contradiction;

type Step = Result<(), Contradiction>;
type EdgeList = Vec<[u32; 2]>;

impl Circuit {
    /// Returns the fates of the [edges](Circuit::edges), in their order. If time is up, the result
    /// contains the facts found by then.
    pub fn reduce(&self, stop: &Stop) -> Reduction {
        let edges = self.edges();
        let is_forced = |(_, ends): &(u32, &[u32; 2])| self.is_forced(ends[0], ends[1]);
        let forced: Vec<u32> = (0..)
            .zip(&edges)
            .filter(is_forced)
            .map(|(edge, _)| edge)
            .collect();
        let mut reduction = Reduction::new(self.len(), &edges, &forced, stop);
        // A forced edge is missing.
        reduction.is_contradictory |= forced.len() < self.forced().len();
        reduction
    }

    /// Returns the circuit without the edges that no cycle takes, if the rules exclude half of
    /// them. Only dense graphs with a vertex of degree two are tried: otherwise no rule begins. If
    /// time is up, returns none.
    pub fn thinned(&self, stop: &Stop) -> Option<Circuit> {
        let local = self.local();
        let degrees = || (0..local.len()).map(|vertex| local.degree(vertex));
        let is_dense = degrees().sum::<usize>() > DENSE * self.len() as usize;
        if !is_dense || degrees().all(|degree| degree > 2) {
            return None;
        }
        let reduction = self.reduce(stop);
        let forbidden = reduction.edges_below(self.len(), Fate::Forbidden);
        if reduction.is_contradictory || 2 * forbidden.len() < local.edges().count() {
            return None;
        }
        self.without_edges(&forbidden).coloured(stop).ok()
    }
}

impl Reduction {
    /// Applies all rules but probing to the simple graph of `len` vertices with these edges. Every
    /// tour must take the edges with the numbers `forced`. If time is up, the result contains the
    /// facts found by then; each is valid on its own.
    ///
    /// # Panics
    /// If an edge ends outside the graph, or there is no edge of a number in `forced`.
    pub fn new(len: u32, edges: &[[u32; 2]], forced: &[u32], stop: &Stop) -> Reduction {
        let incidence = Incidence::new(len, edges.to_vec());
        let mut reduction = Reduction {
            left: incidence.degrees(),
            edges: incidence,
            fate: vec![Fate::Open; edges.len()],
            forced: vec![0; len as usize],
            other_end: (0..len).collect(),
            on_path: vec![1; len as usize],
            trail: Vec::new(),
            pending: (0..len).collect(),
            used: Vec::new(),
            is_contradictory: false,
        };
        let mut rules = || {
            let mut forced = forced.iter();
            forced.try_for_each(|&edge| reduction.decide(edge, Fate::Forced))?;
            reduction.propagate(stop)?;
            reduction.cuts(stop)
        };
        reduction.is_contradictory = rules().is_err();
        reduction.trail.clear();
        reduction
    }

    /// Returns the fate of every edge, by its number.
    pub fn fates(&self) -> &[Fate] {
        &self.fate
    }

    /// Returns the edges with a fate whose ends are both below `len`.
    pub(crate) fn edges_below(&self, len: u32, fate: Fate) -> Vec<[u32; 2]> {
        let edges = self
            .edges
            .edges()
            .iter()
            .zip(&self.fate)
            .filter(|&(&[a, b], &found)| found == fate && a.max(b) < len);
        edges.map(|(&ends, _)| ends).collect()
    }

    /// Gives an edge a fate, forced or forbidden; fails if it has the other one.
    fn decide(&mut self, edge: u32, fate: Fate) -> Step {
        match self.fate[edge as usize] {
            known if known == fate => Ok(()),
            Fate::Open if fate == Fate::Forced => self.force(edge),
            Fate::Open => self.forbid(edge),
            _ => Err(Contradiction),
        }
    }

    fn forbid(&mut self, edge: u32) -> Step {
        self.fate[edge as usize] = Fate::Forbidden;
        self.trail.push(Change::Fate(edge));
        for end in self.edges.ends(edge) {
            self.left[end as usize] -= 1;
            self.pending.push(end);
        }
        Ok(())
    }

    fn force(&mut self, edge: u32) -> Step {
        let [a, b] = self.edges.ends(edge);
        if self.forced[a as usize] >= 2 || self.forced[b as usize] >= 2 {
            return Err(Contradiction);
        }
        let outer = [a, b].map(|end| self.other_end[end as usize]);
        let closes = outer[0] == b;
        if closes && self.on_path[a as usize] < self.left.len() as u32 {
            return Err(Contradiction);
        }
        self.fate[edge as usize] = Fate::Forced;
        self.trail.push(Change::Fate(edge));
        for end in [a, b] {
            self.forced[end as usize] += 1;
            self.pending.push(end);
        }
        if !closes {
            let count = self.on_path[a as usize] + self.on_path[b as usize];
            let known = outer.map(|end| (self.other_end[end as usize], self.on_path[end as usize]));
            self.trail.push(Change::Path(outer, known));
            for (nth, end) in outer.into_iter().enumerate() {
                self.other_end[end as usize] = outer[1 - nth];
                self.on_path[end as usize] = count;
                self.pending.push(end);
            }
        }
        Ok(())
    }

    /// Applies degree, full and short cycle until they find nothing new.
    fn propagate(&mut self, stop: &Stop) -> Step {
        let mut watch = stop.watch(1 << 14);
        while let Some(vertex) = self.pending.pop() {
            if watch.is_over() {
                self.pending.clear();
                break;
            }
            let v = vertex as usize;
            if self.left[v] < 2 || self.forced[v] > 2 {
                return Err(Contradiction);
            }
            // A vertex that is next to all others is pending again and again.
            if self.left[v] == self.forced[v] {
                continue;
            }
            if self.left[v] == 2 || self.forced[v] == 2 {
                self.decide_all_at(vertex)?;
            } else if self.forced[v] == 1 {
                self.see_short_cycle(vertex)?;
            }
        }
        Ok(())
    }

    /// Forces the open edges at a vertex if two edges remain, and forbids them otherwise.
    fn decide_all_at(&mut self, vertex: u32) -> Step {
        let fate = [Fate::Forbidden, Fate::Forced][usize::from(self.left[vertex as usize] == 2)];
        for nth in 0..self.edges.numbers(vertex).len() {
            let edge = self.edges.numbers(vertex)[nth];
            if self.fate[edge as usize] == Fate::Open {
                self.decide(edge, fate)?;
            }
        }
        Ok(())
    }

    /// Decides the edge between the ends of a path of forced edges, sought at the end with fewer
    /// edges.
    fn see_short_cycle(&mut self, vertex: u32) -> Step {
        let v = vertex as usize;
        let ends = [vertex, self.other_end[v]];
        let joins = |edge: u32| {
            let [a, b] = self.edges.ends(edge);
            self.fate[edge as usize] == Fate::Open && (ends == [a, b] || ends == [b, a])
        };
        let at = ends.map(|end| self.edges.numbers(end));
        let fewer = at[usize::from(at[1].len() < at[0].len())];
        match fewer.iter().copied().find(|&edge| joins(edge)) {
            Some(edge) if self.on_path[v] == self.left.len() as u32 => self.force(edge),
            Some(edge) => self.forbid(edge),
            None => Ok(()),
        }
    }

    /// Probes every open edge, in at most `rounds` rounds, as long as a round finds anything. After
    /// every round come the cuts of the remaining edges. Stops early if time is up.
    pub fn probe(&mut self, rounds: u32, stop: &Stop) {
        let rounds = if self.is_contradictory { 0 } else { rounds };
        for _ in 0..rounds {
            let found = self.probe_once(stop);
            self.trail.clear();
            self.is_contradictory = found.is_err();
            if !found.unwrap_or(false) {
                return;
            }
        }
    }

    /// Probes every open edge. Returns true if that has found anything.
    fn probe_once(&mut self, stop: &Stop) -> Result<bool, Contradiction> {
        let mut found = false;
        for edge in 0..self.fate.len() as u32 {
            if self.fate[edge as usize] != Fate::Open {
                continue;
            }
            if stop.is_over() {
                return Ok(false);
            }
            if self.fails(edge, Fate::Forced) {
                self.forbid(edge)?;
            } else if self.fails(edge, Fate::Forbidden) {
                self.force(edge)?;
            } else {
                continue;
            }
            found = true;
            self.propagate(stop)?;
        }
        if found {
            self.cuts(stop)?;
        }
        Ok(found)
    }

    /// Returns true if the rules contradict each other once the edge has this fate. Undoes all
    /// changes.
    fn fails(&mut self, edge: u32, fate: Fate) -> bool {
        let start = self.trail.len();
        let step = self
            .decide(edge, fate)
            .and_then(|()| self.propagate(&Stop::default()));
        self.pending.clear();
        for change in self.trail.drain(start..).rev() {
            match change {
                Change::Fate(edge) => {
                    let fate = std::mem::take(&mut self.fate[edge as usize]);
                    for end in self.edges.ends(edge) {
                        match fate {
                            Fate::Forced => self.forced[end as usize] -= 1,
                            _ => self.left[end as usize] += 1,
                        }
                    }
                }
                Change::Path(ends, known) => {
                    for (end, (other, count)) in ends.into_iter().zip(known) {
                        self.other_end[end as usize] = other;
                        self.on_path[end as usize] = count;
                    }
                }
            }
        }
        step.is_err()
    }
}

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
    fn cuts(&mut self, stop: &Stop) -> Step {
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

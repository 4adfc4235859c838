//! A warm start at a two-factor: which edges the solver shall try true first.
//!
//! varisat tries false first, in one order of the vertices, and what is left of the last ones does
//! not come out even on boards of an odd side or with holes: their colours are out of balance from
//! place to place, and a solver that learns clauses finds it hard to carry a surplus far. So a warm start
//! is made where every vertex takes what its neighbours still give, and vertices that are left with
//! less than they need are then joined along alternating paths (Petersen, Die Theorie der regulären
//! graphs, Acta Mathematica 15, 1891): one edge more, one less, and so on. Where the edges join no two
//! colours such paths may miss what there is, and `gadget` finds it. Nothing rests on it: what
//! is wrong with it is the solver's to mend. As with the local search by which CaDiCaL chooses
//! phases, it only decides where the search begins.

use super::formula::Edges;
use super::gadget;
use knightsat_base::random::Rng;
use knightsat_base::stop::{Stop, Stopped, Watch};
use std::collections::VecDeque;

/// No edge.
const NONE: u32 = u32::MAX;

/// Chooses as many edges at every vertex as it needs, the forced edges among them, as far as that
/// comes out even, and says whether it does: it does if that can be done at all. Once it is over, what has
/// been chosen by then is the warm start.
pub(super) fn warm_start(
    edges: &Edges,
    need: impl Fn(u32) -> i8 + Copy,
    forced: &[u32],
    rng: &mut Rng,
    stop: &Stop,
) -> (Vec<bool>, bool) {
    let vertices = edges.vertices() as usize;
    let mut warm_start = WarmStart {
        edges,
        is_forced: vec![false; edges.len() as usize],
        chosen: vec![false; edges.len() as usize],
        need: (0..edges.vertices()).map(need).collect(),
        gain: vec![NONE; vertices],
        loss: vec![NONE; vertices],
        seen: Vec::new(),
    };
    for &edge in forced {
        warm_start.is_forced[edge as usize] = true;
        warm_start.toggle(edge);
    }
    // What is not done by then is left out.
    let _ = warm_start
        .take_what_is_there(rng, stop)
        .and_then(|()| warm_start.join_what_is_left(stop));
    let mut is_even = warm_start.need.iter().all(|&need| need == 0);
    let WarmStart {
        mut chosen,
        is_forced,
        ..
    } = warm_start;
    if !is_even && !edges.are_of_two_colours() {
        // What is not done by then is left as it is.
        is_even = gadget::enlarge(edges, &mut chosen, need, &is_forced, stop).unwrap_or(false);
    }
    (chosen, is_even)
}

struct WarmStart<'e> {
    edges: &'e Edges,
    is_forced: Vec<bool>,
    chosen: Vec<bool>,
    /// How many edges every vertex still needs.
    need: Vec<i8>,
    /// The edge by which a search has come to a vertex that would take it.
    gain: Vec<u32>,
    /// The edge by which a search has come to a vertex that would lose it; the first one loses
    /// nothing, and has its own gain here.
    loss: Vec<u32>,
    /// Where a search has been.
    seen: Vec<u32>,
}

impl WarmStart<'_> {
    fn toggle(&mut self, edge: u32) {
        let is_chosen = &mut self.chosen[edge as usize];
        *is_chosen = !*is_chosen;
        let change = if *is_chosen { -1 } else { 1 };
        for end in self.edges.ends(edge) {
            self.need[end as usize] += change;
        }
    }

    fn take_what_is_there(&mut self, rng: &mut Rng, stop: &Stop) -> Result<(), Stopped> {
        let mut around: Vec<(u32, u32)> = Vec::new();
        let mut watch = stop.watch(1 << 12);
        for vertex in 0..self.edges.vertices() {
            watch.check()?;
            around.clear();
            around.extend(self.edges.at(vertex));
            rng.shuffle(&mut around);
            for &(edge, end) in &around {
                if self.need[vertex as usize] > 0
                    && self.need[end as usize] > 0
                    && !self.chosen[edge as usize]
                {
                    self.toggle(edge);
                }
            }
        }
        Ok(())
    }

    /// Takes alternating paths from every vertex in need to the nearest other. Where a search in
    /// vain has been no other goes, as nothing is to be found there.
    fn join_what_is_left(&mut self, stop: &Stop) -> Result<(), Stopped> {
        let mut watch = stop.watch(1 << 12);
        for start in 0..self.edges.vertices() {
            watch.check()?;
            for _ in 0..self.need[start as usize].max(0) {
                self.seen.clear();
                let Some(end) = self.search(start, &mut watch)? else {
                    break;
                };
                self.swap(start, end);
                for vertex in std::mem::take(&mut self.seen) {
                    self.gain[vertex as usize] = NONE;
                    self.loss[vertex as usize] = NONE;
                }
            }
        }
        Ok(())
    }

    /// The nearest vertex in need at the end of an alternating path.
    fn search(&mut self, start: u32, watch: &mut Watch) -> Result<Option<u32>, Stopped> {
        let edges = self.edges;
        let mut queue = VecDeque::from([start]);
        self.seen.push(start);
        while let Some(vertex) = queue.pop_front() {
            watch.check()?;
            for (edge, end) in edges.at(vertex) {
                let is_new = self.gain[end as usize] == NONE && end != start;
                if !is_new || self.chosen[edge as usize] {
                    continue;
                }
                self.gain[end as usize] = edge;
                self.seen.push(end);
                if self.need[end as usize] > 0 {
                    return Ok(Some(end));
                }
                for (given, next) in edges.at(end) {
                    let can_give = self.chosen[given as usize] && !self.is_forced[given as usize];
                    if can_give && next != start && self.loss[next as usize] == NONE {
                        self.loss[next as usize] = given;
                        self.seen.push(next);
                        queue.push_back(next);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Swaps the edges of the path that the search has found.
    fn swap(&mut self, start: u32, end: u32) {
        let mut vertex = end;
        loop {
            let gained = self.gain[vertex as usize];
            let giver = self.edges.other_end(gained, vertex);
            self.toggle(gained);
            if giver == start {
                return;
            }
            let given = self.loss[giver as usize];
            vertex = self.edges.other_end(given, giver);
            self.toggle(given);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of `ranks` by `files`, its edges in order.
    fn grid(ranks: u32, files: u32) -> Edges {
        let mut edges = Vec::new();
        for vertex in 0..ranks * files {
            if vertex % files + 1 < files {
                edges.push([vertex, vertex + 1]);
            }
            if vertex / files + 1 < ranks {
                edges.push([vertex, vertex + files]);
            }
        }
        Edges::new(ranks * files, edges)
    }

    fn degrees(edges: &Edges, chosen: &[bool]) -> Vec<i8> {
        let degree = |vertex| {
            edges
                .at(vertex)
                .map(|(edge, _)| i8::from(chosen[edge as usize]))
                .sum()
        };
        (0..edges.vertices()).map(degree).collect()
    }

    #[test]
    fn where_two_colours_allow_it_the_guess_is_right() {
        for seed in 0..50 {
            let mut rng = Rng::new(seed, 0);
            for (ranks, files) in [(2, 2), (2, 9), (5, 6), (10, 10)] {
                let edges = grid(ranks, files);
                let forced = [edges.len() / 2];
                let (chosen, is_even) =
                    warm_start(&edges, |_| 2, &forced, &mut rng, &Stop::default());
                // A rank of edges across the middle is in some two-factor of each of these.
                assert!(is_even, "{ranks}x{files}, seed {seed}");
                assert!(degrees(&edges, &chosen).iter().all(|&degree| degree == 2));
                assert!(chosen[edges.len() as usize / 2]);
            }
        }
    }

    #[test]
    fn where_no_two_factor_is_the_guess_says_so_and_is_nearly_one() {
        let edges = grid(5, 5);
        let mut rng = Rng::new(0, 0);
        let (chosen, is_even) = warm_start(&edges, |_| 2, &[], &mut rng, &Stop::default());
        let degrees = degrees(&edges, &chosen);
        assert!(!is_even);
        assert!(degrees.iter().all(|&degree| degree <= 2));
        // The larger colour has one vertex more, and so two edges too few.
        assert_eq!(degrees.iter().sum::<i8>(), 2 * 24);
    }
}

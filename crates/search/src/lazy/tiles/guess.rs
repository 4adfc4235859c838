//! A two-factor of a two-coloured graph: the two neighbours of every vertex, nothing else.
//!
//! As in `warm_start`, every vertex takes what its neighbours still give, and vertices that lack a
//! neighbour are then joined along shortest alternating paths, which in a two-coloured graph fails
//! only if there is no two-factor. But edges have no numbers here, and none are left out.

use super::ends::ends;
use knightsat_base::random::Rng;
use knightsat_base::stop::{Stop, Stopped, Watch};
use knightsat_tour::AugmentedGraph;
use std::collections::VecDeque;

/// No vertex.
const NONE: u32 = u32::MAX;

/// A two-factor with the forced edges, in which the apex is joined to two vertices chosen beforehand; nothing if
/// there is none.
pub(super) fn guess(
    augmented: &AugmentedGraph,
    colour: &[bool],
    rng: &mut Rng,
    stop: &Stop,
) -> Result<Option<Vec<[u32; 2]>>, Stopped> {
    let len = augmented.len() as usize;
    let mut guess = Guess {
        augmented,
        links: vec![[NONE; 2]; len],
        gain: Vec::new(),
        loss: Vec::new(),
        seen: Vec::new(),
    };
    if let Some(apex) = augmented.apex() {
        let Some(ends) = ends(augmented, colour, rng, stop)? else {
            return Ok(None);
        };
        for end in ends {
            guess.link(end, apex);
        }
    }
    for &[a, b] in augmented.forced() {
        if !guess.links[a as usize].contains(&b) && !guess.link(a, b) {
            return Ok(None);
        }
    }
    guess.take_what_is_there(rng, stop)?;
    guess.gain = vec![NONE; len];
    guess.loss = vec![NONE; len];
    let is_even = guess.join_what_is_left(stop)?;
    Ok(is_even.then_some(guess.links))
}

struct Guess<'g> {
    augmented: &'g AugmentedGraph<'g>,
    links: Vec<[u32; 2]>,
    /// From where a search has come to a vertex that would gain an edge.
    gain: Vec<u32>,
    /// From where a search has come to a vertex that would lose an edge.
    loss: Vec<u32>,
    /// Where a search has been.
    seen: Vec<u32>,
}

impl Guess<'_> {
    /// How many edges a vertex lacks.
    fn need(&self, vertex: u32) -> usize {
        let links = self.links[vertex as usize];
        links.iter().filter(|&&link| link == NONE).count()
    }

    /// Replaces a neighbour of a vertex, or none, by another; whether that was there.
    fn relink(&mut self, vertex: u32, old: u32, new: u32) -> bool {
        let links = &mut self.links[vertex as usize];
        let slot = links.iter_mut().find(|link| **link == old);
        slot.map(|slot| *slot = new).is_some()
    }

    /// Joins two vertices; whether both lacked an edge.
    fn link(&mut self, a: u32, b: u32) -> bool {
        self.relink(a, NONE, b) && self.relink(b, NONE, a)
    }

    fn take_what_is_there(&mut self, rng: &mut Rng, stop: &Stop) -> Result<(), Stopped> {
        let graph = self.augmented.graph();
        let mut around: Vec<u32> = Vec::new();
        let mut watch = stop.watch(1 << 12);
        for vertex in 0..graph.len() {
            watch.check()?;
            if self.need(vertex) == 0 {
                continue;
            }
            let own = self.links[vertex as usize];
            let is_free = |&end: &u32| self.need(end) > 0 && !own.contains(&end);
            around.clear();
            around.extend(graph.neighbours(vertex).iter().copied().filter(is_free));
            rng.shuffle(&mut around);
            for &end in around.iter().take(self.need(vertex)) {
                self.link(vertex, end);
            }
        }
        Ok(())
    }

    /// Takes alternating paths from every vertex in need to the nearest other; whether there have
    /// been some for all.
    fn join_what_is_left(&mut self, stop: &Stop) -> Result<bool, Stopped> {
        let mut watch = stop.watch(1 << 12);
        let mut queue = VecDeque::new();
        for start in 0..self.augmented.graph().len() {
            watch.check()?;
            while self.need(start) > 0 {
                let Some(end) = self.search(start, &mut queue, &mut watch)? else {
                    return Ok(false);
                };
                self.swap(start, end);
                for vertex in self.seen.drain(..) {
                    self.gain[vertex as usize] = NONE;
                    self.loss[vertex as usize] = NONE;
                }
            }
        }
        Ok(true)
    }

    /// The nearest vertex in need at the end of an alternating path.
    fn search(
        &mut self,
        start: u32,
        queue: &mut VecDeque<u32>,
        watch: &mut Watch,
    ) -> Result<Option<u32>, Stopped> {
        let graph = self.augmented.graph();
        queue.clear();
        queue.push_back(start);
        while let Some(vertex) = queue.pop_front() {
            watch.check()?;
            let own = self.links[vertex as usize];
            for &end in graph.neighbours(vertex) {
                if self.gain[end as usize] != NONE || own.contains(&end) {
                    continue;
                }
                self.gain[end as usize] = vertex;
                self.seen.push(end);
                if self.need(end) > 0 {
                    return Ok(Some(end));
                }
                for next in self.links[end as usize] {
                    let can_give =
                        Some(next) != self.augmented.apex() && !self.augmented.is_forced(end, next);
                    if can_give && next != start && self.loss[next as usize] == NONE {
                        self.loss[next as usize] = end;
                        self.seen.push(next);
                        queue.push_back(next);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Swaps the edges of the path that the search has found, from its end on.
    fn swap(&mut self, start: u32, end: u32) {
        let (mut vertex, mut lost) = (end, NONE);
        loop {
            let giver = self.gain[vertex as usize];
            self.relink(vertex, lost, giver);
            let next = match giver == start {
                true => NONE,
                false => self.loss[giver as usize],
            };
            self.relink(giver, next, vertex);
            if giver == start {
                return;
            }
            (vertex, lost) = (next, giver);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_tour::Kind;
    use knightsat_tour::place::Place;

    /// Whether a two-factor is found, which is looked at closely.
    fn is_guessed(place: &Place, kind: Kind, ends: [Option<&str>; 2], seed: u64) -> bool {
        let [start, end] = ends.map(|name| name.map(|name| place.vertex(name).unwrap()));
        let problem = place.problem(kind, start, end).unwrap();
        let augmented = AugmentedGraph::coloured(&problem);
        let colour = augmented.graph().two_colouring().expect("two colours");
        let mut rng = Rng::new(seed, 0);
        let Ok(Some(links)) = guess(&augmented, &colour, &mut rng, &Stop::default()) else {
            return false;
        };
        assert_eq!(links.len(), augmented.len() as usize);
        for (vertex, &[a, b]) in (0..).zip(&links) {
            assert_ne!(a, b);
            for end in [a, b] {
                assert!(augmented.has_edge(vertex, end), "{vertex} {end}");
                assert!(links[end as usize].contains(&vertex), "{vertex} {end}");
            }
        }
        for &[a, b] in augmented.forced() {
            assert!(links[a as usize].contains(&b));
        }
        true
    }

    #[test]
    fn where_there_is_a_two_factor_it_is_found() {
        let place = |text: &str| -> Place { text.parse().unwrap() };
        for seed in 0..20 {
            for even in ["6x6", "5x6", "10x10", "20x31"] {
                let place = place(even);
                for ends in [[None, None], [Some("a1"), Some("b3")]] {
                    let is_guessed = is_guessed(&place, Kind::Closed, ends, seed);
                    assert!(is_guessed, "{even} {ends:?} {seed}");
                }
            }
            for (odd, end) in [("7x7", "c1"), ("15x21", "u15")] {
                let ends = [Some("a1"), Some(end)];
                let is_guessed = is_guessed(&place(odd), Kind::Open, ends, seed);
                assert!(is_guessed, "{odd} {seed}");
            }
        }
    }

    #[test]
    fn most_ends_that_are_chosen_allow_one() {
        for board in ["10x10", "15x21", "7x30"] {
            let place: Place = board.parse().unwrap();
            for start in [None, Some("a1")] {
                let seeds = 0..40;
                let guessed =
                    seeds.filter(|&seed| is_guessed(&place, Kind::Open, [start, None], seed));
                let guessed = guessed.count();
                assert!(guessed >= 30, "{board} {start:?}: {guessed} of 40");
            }
        }
    }

    #[test]
    fn where_there_is_none_that_is_said() {
        let holed = "......\n......\n......\n.#....\n......\n......";
        for board in ["7x7", holed] {
            let place: Place = board.parse().unwrap();
            assert!(
                !is_guessed(&place, Kind::Closed, [None, None], 0),
                "{board}"
            );
        }
    }
}

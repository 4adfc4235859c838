//! Large two-coloured graphs, tile by tile. A formula of all vertices would take a kilobyte of
//! memory for each vertex, and the solver's accesses would have no locality.
//!
//! - A two-factor is guessed in the graph itself ([`links`]). If moves change colour, the guess
//!   succeeds if a two-factor exists.
//! - Tile after tile, the edges within are chosen by a formula of their own ([`Tile`]), and those
//!   that cross the border stay. Few edges at every vertex are variables. Those of the guess are
//!   among them and tried true first, so every formula has a model, and finding it takes no search.
//! - Cycles are joined by exchanges in the whole graph, and then around each one (`joining`).
//!
//! If several cycles remain then, the search of the whole graph takes over.

use super::joining::nearest;
use super::tile::Tile;
use super::{AttemptResult, Search, SearchRun};
use crate::base::random::Rng;
use crate::base::stop::{Stop, Stopped};
use crate::tour::Circuit;
use crate::tour::factor::{TwoFactor, links};
use crate::tour::graph::Rows;
use knightsat_solver::{Refined, SolverError};

/// Edges that are variables at a vertex, unless the current two-factor has more.
const WIDTH: u8 = 3;
/// Guesses, one after the other.
const ATTEMPTS: u32 = 4;
/// Bytes of proof for a tile, at most.
const WORK: u64 = 1 << 22;
/// Candidate vertices for free ends.
const NEAR: usize = 64;
/// Ranks or files of a tile, and its vertices.
const SIDE: u32 = 64;
const AREA: u32 = SIDE * SIDE;

impl Search<'_> {
    /// Looks for a tour of a two-coloured graph from guesses. Finds nothing if no guess leads to
    /// one.
    pub(super) fn tiled(&self, run: &mut SearchRun) -> AttemptResult {
        let Some(colour) = self.circuit.colours() else {
            return Ok(Refined::Unknown);
        };
        for _ in 0..ATTEMPTS {
            run.progress.attempt += 1;
            run.report();
            let (rng, stop) = (&mut run.rng, &self.options.stop);
            let guess = guess(&self.circuit, colour, rng, stop);
            match guess {
                Ok(Some(links)) => {
                    if let Some(cycle) = self.tour_from(links, run)? {
                        return Ok(Refined::Accepted(cycle));
                    }
                }
                Ok(None) if self.is_obstructed(run) => return Ok(Refined::Contradiction),
                _ => {}
            }
            if self.is_late() {
                break;
            }
        }
        Ok(Refined::Unknown)
    }

    /// Returns the cycle that a guess leads to, if any.
    fn tour_from(
        &self,
        mut links: Vec<[u32; 2]>,
        run: &mut SearchRun,
    ) -> Result<Option<Vec<u32>>, SolverError> {
        let tiles = tiles(&self.circuit);
        for tile in 0..tiles.len() {
            let tile = Tile::new(&self.circuit, tiles.row(tile), &links, WIDTH);
            run.report();
            if self.is_late() || !tile.settle(self, WORK, &mut links, |_| Vec::new())? {
                return Ok(None);
            }
        }
        drop(tiles);
        let Ok(mut factor) = TwoFactor::within(links, &self.options.stop) else {
            return Ok(None);
        };
        run.progress.round += 1;
        run.progress.cycles = factor.count() as u32;
        self.join_cycles(&mut factor, run)?;
        Ok(self.cycle(&factor))
    }
}

/// Returns a two-factor with the forced edges, whose long edges are chosen beforehand, or `None` if
/// there is no such two-factor.
pub(super) fn guess(
    circuit: &Circuit,
    colour: &[bool],
    rng: &mut Rng,
    stop: &Stop,
) -> Result<Option<Vec<[u32; 2]>>, Stopped> {
    match long_edges(circuit, colour, rng) {
        Some(chosen) => links(circuit, &chosen, rng, stop),
        None => Ok(None),
    }
}

/// Returns two long edges, if there are any: the required ones, and others near each other.
/// Returns `None` if no two are possible.
fn long_edges(circuit: &Circuit, colour: &[bool], rng: &mut Rng) -> Option<Vec<[u32; 2]>> {
    let [mut chosen, mut near] = near_long(circuit);
    rng.shuffle(&mut near);
    for edge in near {
        let fits = |other: &[u32; 2]| {
            let differ = colour[other[0] as usize] != colour[edge[0] as usize];
            *other != edge && (differ || circuit.balanced().is_none())
        };
        if chosen.len() < 2 && chosen.iter().all(fits) {
            chosen.push(edge);
        }
    }
    (chosen.len() == circuit.long().len().min(2)).then_some(chosen)
}

/// Returns the long edges that a cycle must take, and some near the first of these, or near the
/// last one.
pub(super) fn near_long(circuit: &Circuit) -> [Vec<[u32; 2]>; 2] {
    let (local, long) = (circuit.local(), circuit.long());
    let is_needed = |&&[end, far]: &&[u32; 2]| {
        long.len() == 2 || local.degree(end) < 2 || circuit.is_forced(end, far)
    };
    let must: Vec<[u32; 2]> = long.iter().filter(is_needed).copied().collect();
    let from = must.first().or(long.last()).map(|&[end, _]| end);
    let all = nearest(circuit, Vec::from_iter(from), 4 * NEAR).into_iter();
    let near = all.filter_map(|vertex| circuit.long_at(vertex)).take(NEAR);
    [must, near.collect()]
}

/// Returns the vertices of every tile. They are near each other if their places are known, so that
/// few edges cross borders; without places they are numbered one after another.
fn tiles(circuit: &Circuit) -> Rows {
    let vertices = (0..circuit.len()).filter(|&vertex| circuit.is_local(vertex));
    let Some(places) = circuit.places() else {
        let tiles = circuit.len().div_ceil(AREA);
        return Rows::new(tiles, vertices.map(|vertex| (vertex / AREA, vertex)));
    };
    let [ranks, files] = places.sides();
    // If there are few ranks, a tile has more files, and vice versa.
    let (high, wide) = if ranks < files {
        (ranks.min(SIDE), AREA / ranks.min(SIDE))
    } else {
        (AREA / files.min(SIDE), files.min(SIDE))
    };
    let across = files.div_ceil(wide);
    let tile = |vertex: u32| {
        let [rank, file] = places.of(vertex);
        rank / high * across + file / wide
    };
    let pairs = vertices.map(|vertex| (tile(vertex), vertex));
    Rows::new(ranks.div_ceil(high) * across, pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tour::lower::{Lowered, lower};
    use crate::tour::place::Place;
    use crate::tour::table::Backend;
    use crate::tour::{Kind, Problem};

    /// Returns true if a two-factor is found, which is checked closely.
    fn is_guessed(board: &str, kind: Kind, ends: [Option<&str>; 2], seed: u64) -> bool {
        let place: Place = board.parse().unwrap();
        let [start, end] = ends.map(|name| name.map(|name| place.vertex(name).unwrap()));
        let problem = Problem::of(&place, kind, start, end).unwrap();
        let stop = Stop::default();
        let lowered = lower(&problem, Backend::Engine, &stop).unwrap();
        let circuit = lowered.circuit();
        let colour = circuit.colours().expect("two colours");
        let Ok(Some(links)) = guess(circuit, colour, &mut Rng::new(seed, 0), &stop) else {
            return false;
        };
        assert_eq!(links.len(), circuit.len() as usize);
        for (vertex, &[a, b]) in (0..).zip(&links) {
            assert_ne!(a, b);
            for end in [a, b] {
                assert!(circuit.has_edge(vertex, end), "{vertex} {end}");
                assert!(links[end as usize].contains(&vertex), "{vertex} {end}");
            }
        }
        let mut forced = circuit.forced().iter();
        assert!(forced.all(|&[a, b]| links[a as usize].contains(&b)));
        true
    }

    /// Boards, kinds, of how many of 20 seeds a two-factor is found at least, and perhaps the ends.
    /// Most of the ends that are chosen allow one.
    const BOARDS: &str = "
        6x6 closed 20
        5x6 closed 20 a1 b3
        10x10 closed 20
        20x31 closed 20 a1 b3
        7x7 open 20 a1 c1
        15x21 open 20 a1 u15
        10x10 open 15
        15x21 open 15 a1
        7x30 open 15
        7x7 closed 0
        ....../....../....../.#..../....../...... closed 0";

    #[test]
    fn two_factors_are_found_where_there_are_some() {
        for line in BOARDS.trim().lines() {
            let mut words = line.split_whitespace();
            let [board, kind, least] = [(); 3].map(|()| words.next().unwrap());
            let kind = match kind {
                "open" => Kind::Open,
                _ => Kind::Closed,
            };
            let ends = [(); 2].map(|()| words.next());
            let least: usize = least.parse().unwrap();
            let found = (0..20).filter(|&seed| is_guessed(board, kind, ends, seed));
            let found = found.count();
            let is_right = found >= least && (least > 0 || found == 0);
            assert!(is_right, "{line}: {found}");
        }
    }

    #[test]
    fn every_vertex_is_in_one_tile_and_none_is_too_large() {
        let long = [("100x130", 4), ("3x5000", 3), ("5000x7", 8)];
        let small = ["40x40", "#..../...../...##/....."].map(|board| (board, 1));
        for (board, least) in long.into_iter().chain(small) {
            let place: Place = board.parse().unwrap();
            let problem = Problem::of(&place, Kind::Open, None, None).unwrap();
            let graph = problem.graph().clone();
            let without_places = Problem::new(graph, Kind::Open, None, None).unwrap();
            for problem in [problem, without_places] {
                let tiles = tiles(Lowered::as_it_is(&problem).circuit());
                assert!(tiles.len() >= least, "{board} {}", tiles.len());
                let rows = (0..tiles.len()).map(|tile| tiles.row(tile));
                assert!(rows.clone().all(|row| row.len() <= AREA as usize));
                let mut all: Vec<u32> = rows.flatten().copied().collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..place.len()), "{board}");
            }
        }
    }
}

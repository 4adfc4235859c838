//! Large two-coloured graphs, tile by tile: a formula of all vertices would take a kilobyte of memory for
//! each, and what the solver looks at next would never be where it looked last.
//!
//! - A two-factor is guessed in the graph itself (`guess`); where moves change colour that
//!   succeeds if there is one.
//! - Tile after tile, the edges within are chosen by a formula of their own (`tile`), and those that cross
//!   the border stay. Few edges at every vertex are variables, those of the guess among them and tried
//!   true first, so every formula has a model, and finding it takes no search.
//! - Cycles are joined by exchanges in the whole graph (`patching`). Around those that are left, all
//!   edges are asked for, and a cut: the solver looks for a two-factor in which they are left
//!   (`stuck`). Then exchanges again, as the large cycles may have fallen apart.
//!
//! What still has several cycles then is up to those who know the whole graph.

mod ends;
mod guess;
mod split;
mod stuck;
mod tile;

use super::two_factor::TwoFactor;
use super::{Found, Search, patching};
use knightsat_cnf::Answer;
use knightsat_solver::varisat::{Limits, VarisatError};
use tile::{Locals, Tile};

/// Edges that are variables at a vertex, unless the two-factor that is there has more.
const WIDTH: u8 = 3;
/// Guesses, one after the other.
const ATTEMPTS: u32 = 4;
/// Times that a solver is asked for a way out of cycles that are left, and from how many vertices on.
const PASSES: u32 = 8;
const LARGE: u32 = 1 << 17;
/// Bytes of proof that a tile is worth.
const WORK: u64 = 1 << 22;

impl Search<'_> {
    /// Looks for a tour of a two-coloured graph from guesses; nothing if none leads to one.
    pub(super) fn tiled(&mut self) -> Result<Found, VarisatError> {
        let graph = self.augmented.graph();
        let Ok(Some(colour)) = graph.two_colouring_within(&self.limits.stop) else {
            return Ok(Found::Nothing);
        };
        for _ in 0..ATTEMPTS {
            self.progress.attempt += 1;
            self.progress.edges = 0;
            self.report();
            let guess = guess::guess(&self.augmented, &colour, &mut self.rng, &self.limits.stop);
            let found = match guess {
                Ok(Some(links)) => self.tour_from(links)?,
                Ok(None) => self.obstruction().map(Found::Obstruction),
                Err(_) => None,
            };
            if let Some(found) = found {
                return Ok(found);
            }
            if self.is_late() {
                break;
            }
        }
        Ok(Found::Nothing)
    }

    /// What a guess leads to, if to anything.
    fn tour_from(&mut self, mut links: Vec<[u32; 2]>) -> Result<Option<Found>, VarisatError> {
        let mut locals = Locals::new(self.augmented.len());
        let tiles = split::tiles(self.problem);
        for tile in 0..tiles.len() {
            if self.is_late() || !self.choose(tiles.row(tile), &mut locals, &mut links)? {
                return Ok(None);
            }
        }
        drop(tiles);
        let Ok(mut factor) = TwoFactor::within(links, &self.limits.stop) else {
            return Ok(None);
        };
        self.progress.round += 1;
        self.progress.cycles = factor.count() as u32;
        patching::patch(&self.augmented, &mut factor, &self.limits.stop);
        for _ in 0..PASSES {
            let is_due = factor.count() > 1 && factor.len() >= LARGE;
            if !is_due || !self.leave_cycles(&mut factor, &mut locals)? {
                break;
            }
            patching::patch(&self.augmented, &mut factor, &self.limits.stop);
        }
        self.join_windows(&mut factor)?;
        Ok((factor.count() == 1).then(|| Found::Cycle(factor.walk(0))))
    }

    /// Chooses the edges within a tile anew; whether that has been done.
    fn choose(
        &mut self,
        vertices: &[u32],
        locals: &mut Locals,
        links: &mut [[u32; 2]],
    ) -> Result<bool, VarisatError> {
        let tile = Tile::new(&self.augmented, vertices, locals, links, WIDTH);
        self.progress.edges += tile.edges.len();
        self.report();
        let mut solver = self.solver.unchecked(Limits {
            work: Some(WORK),
            ..self.limits.clone()
        });
        tile.encode(&self.augmented, &mut solver);
        let Answer::Satisfiable(model) = solver.solve()? else {
            return Ok(false);
        };
        tile.apply(&model, links);
        Ok(true)
    }
}

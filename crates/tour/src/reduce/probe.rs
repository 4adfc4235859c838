//! Failed literals: what follows from an edge taken, or left out, that contradicts itself.

use super::{Change, Contradiction, Fate, Reduction};
use knightsat_base::stop::Stop;

impl Reduction {
    /// Probes every open edge, at most `rounds` times over, as long as that finds anything; after
    /// every round come the cuts of what is left. Stops early once it is over.
    pub fn probe(&mut self, rounds: u32, stop: &Stop) {
        for _ in 0..rounds {
            if self.is_contradictory {
                return;
            }
            let found = self.probe_once(stop);
            self.trail.clear();
            match found {
                Ok(true) => {}
                Ok(false) => return,
                Err(Contradiction) => self.is_contradictory = true,
            }
        }
    }

    /// Probes every open edge, and says whether that has found anything.
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

    /// Whether the rules contradict each other once the edge has this fate; leaves no trace.
    fn fails(&mut self, edge: u32, fate: Fate) -> bool {
        let start = self.trail.len();
        let step = match fate {
            Fate::Forced => self.force(edge),
            _ => self.forbid(edge),
        };
        let is_failure = step
            .and_then(|()| self.propagate(&Stop::default()))
            .is_err();
        self.pending.clear();
        while self.trail.len() > start {
            self.undo();
        }
        is_failure
    }

    fn undo(&mut self) {
        match self.trail.pop() {
            Some(Change::Fate(edge)) => {
                let fate = std::mem::take(&mut self.fate[edge as usize]);
                for end in self.edges.ends(edge) {
                    match fate {
                        Fate::Forced => self.forced[end as usize] -= 1,
                        _ => self.left[end as usize] += 1,
                    }
                }
            }
            Some(Change::Path(ends, known)) => {
                for (end, (other, count)) in ends.into_iter().zip(known) {
                    self.other_end[end as usize] = other;
                    self.on_path[end as usize] = count;
                }
            }
            None => {}
        }
    }
}

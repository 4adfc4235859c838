//! Probes: an edge is taken, or left out, until the rules contradict each other.

use super::{Change, Contradiction, Fate, Reduction};
use knightsat_base::stop::Stop;

impl Reduction {
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

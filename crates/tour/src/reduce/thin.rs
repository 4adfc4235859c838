//! Circuits without the edges that no cycle takes.

use super::Fate;
use crate::Circuit;
use knightsat_base::stop::Stop;

/// A graph is dense if it has more edges than this at every vertex, on average.
const DENSE: usize = 8;

impl Circuit {
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

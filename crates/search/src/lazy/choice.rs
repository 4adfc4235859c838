//! The choice of edges that are variables: few at every vertex. Loading all edges would take most
//! of the time on large graphs.

use super::edge_vars::EdgeVars;
use super::tiles::near_long;
use crate::base::random::Rng;
use crate::base::stop::{Stop, Stopped};
use crate::tour::Circuit;

/// Returns the forced edges, and at least `width` edges at every vertex of sufficient degree, all
/// at the others. The seed chooses them, first those between vertices that both need more. Returns
/// an error if `stop` is over before the end.
pub(super) fn few(
    circuit: &Circuit,
    width: u8,
    seed: u64,
    stop: &Stop,
) -> Result<EdgeVars, Stopped> {
    let local = circuit.local();
    let mut rng = Rng::new(seed, u64::from(width));
    let mut left: Vec<[u32; 2]> = local.edges().collect();
    stop.check()?;
    rng.shuffle(&mut left);
    let mut degree = vec![0_u8; local.len() as usize];
    let mut edges = Vec::new();
    for both_need in [true, false] {
        stop.check()?;
        left.retain(|&[a, b]| {
            let [needs_a, needs_b] = [a, b].map(|end| degree[end as usize] < width);
            let are_needy = needs_a && needs_b || !both_need && (needs_a || needs_b);
            let is_taken = are_needy || circuit.is_forced(a, b);
            if is_taken {
                edges.push([a, b]);
                for end in [a, b] {
                    let degree = &mut degree[end as usize];
                    *degree = degree.saturating_add(1);
                }
            }
            !is_taken
        });
    }
    // Ends near each other: the colours of all vertices between others would have to be uneven by
    // one, and the solver cannot count.
    edges.extend(near_long(circuit).concat());
    stop.check()?;
    edges.sort_unstable();
    edges.dedup();
    stop.check()?;
    Ok(EdgeVars::new(circuit.len(), edges))
}

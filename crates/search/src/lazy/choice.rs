//! The choice of edges that are variables: few at every vertex. Loading all edges would take most
//! of the time on large graphs.

use super::edge_vars::EdgeVars;
use crate::base::random::Rng;
use crate::base::stop::{Stop, Stopped};
use crate::tour::AugmentedGraph;
use crate::tour::graph::Graph;

/// Neighbours of the apex in a choice of few edges.
const ENDS: usize = 64;

/// Returns the forced edges, and at least `width` edges at every vertex of sufficient degree, all
/// at the others. The seed chooses them, and the degrees are as even as a single pass makes them.
/// Returns an error if `stop` is over before the end.
pub(super) fn few(
    augmented: &AugmentedGraph,
    width: u8,
    seed: u64,
    stop: &Stop,
) -> Result<EdgeVars, Stopped> {
    let graph = augmented.graph();
    let mut rng = Rng::new(seed, u64::from(width));
    let mut chosen = Chosen::new(graph);
    for &[a, b] in augmented.forced() {
        if Some(b) != augmented.apex() {
            chosen.take(a, b);
        }
    }
    let mut candidates: Vec<(u8, u64, u32)> = Vec::new();
    let mut watch = stop.watch(1 << 12);
    for vertex in 0..graph.len() {
        watch.check()?;
        candidates.clear();
        for (nth, &next) in graph.neighbours(vertex).iter().take(KEPT).enumerate() {
            if chosen.taken[vertex as usize] >> nth & 1 == 0 {
                candidates.push((chosen.degree[next as usize], rng.word(), next));
            }
        }
        candidates.sort_unstable();
        let missing = usize::from(width.saturating_sub(chosen.degree[vertex as usize]));
        for &(_, _, next) in candidates.iter().take(missing) {
            if chosen.place(next, vertex).is_some() {
                chosen.take(vertex, next);
            }
        }
    }
    let mut edges = chosen.edges;
    edges.extend(few_ends(augmented, &mut rng, stop)?);
    stop.check()?;
    edges.sort_unstable();
    stop.check()?;
    Ok(EdgeVars::new(augmented.len(), edges))
}

/// Candidate neighbours of a vertex.
const KEPT: usize = 64;

/// The edges chosen so far.
struct Chosen<'g> {
    graph: &'g Graph,
    edges: Vec<[u32; 2]>,
    degree: Vec<u8>,
    /// The edges at every vertex: a bit for each neighbour.
    taken: Vec<u64>,
}

impl<'g> Chosen<'g> {
    fn new(graph: &'g Graph) -> Chosen<'g> {
        Chosen {
            graph,
            edges: Vec::new(),
            degree: vec![0; graph.len() as usize],
            taken: vec![0; graph.len() as usize],
        }
    }

    fn place(&self, of: u32, neighbour: u32) -> Option<usize> {
        let mut neighbours = self.graph.neighbours(of).iter().take(KEPT);
        neighbours.position(|&v| v == neighbour)
    }

    fn take(&mut self, a: u32, b: u32) {
        self.edges.push([a, b]);
        for (here, there) in [(a, b), (b, a)] {
            let bit = self.place(here, there).map_or(0, |place| 1 << place);
            self.taken[here as usize] |= bit;
            self.degree[here as usize] = self.degree[here as usize].saturating_add(1);
        }
    }
}

/// Returns edges from the apex to some of its neighbours, near each other. If the ends were far
/// apart, the solver would have to make the colours of all vertices between uneven by one, and it
/// cannot count. Without a fixed end they lie near the last vertex.
fn few_ends(
    augmented: &AugmentedGraph,
    rng: &mut Rng,
    stop: &Stop,
) -> Result<Vec<[u32; 2]>, Stopped> {
    let Some(apex) = augmented.apex() else {
        return Ok(Vec::new());
    };
    let graph = augmented.graph();
    let mut ends = augmented.ends();
    let is_forced = |end: u32| augmented.is_forced(end, apex);
    let must = |end: u32| graph.degree(end) < 2 || is_forced(end);
    let fixed = ends.iter().copied().find(|&end| is_forced(end));
    let distance = graph.distances(fixed.unwrap_or(graph.len() - 1), stop)?;
    rng.shuffle(&mut ends);
    ends.sort_by_key(|&end| (!must(end), distance[end as usize]));
    ends.truncate(ENDS);
    Ok(ends.into_iter().map(|end| [end, apex]).collect())
}

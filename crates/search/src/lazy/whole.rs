//! The formula of all edges, for those who want to look at it: what the search solves in the end.

use super::clauses;
use super::formula::Edges;
use super::{LazyError, choice, expressible};
use knightsat_cnf::Lit;
use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_tour::AugmentedGraph;
use knightsat_tour::sets::Sets;
use knightsat_tour::{Kind, Problem};

/// Two edges at every vertex, and the cuts that a two-factor calls for.
pub struct Whole<'p> {
    augmented: AugmentedGraph<'p>,
    edges: Edges,
    /// A single vertex is an open tour as it is, without any edge.
    is_trivial: bool,
}

impl<'p> Whole<'p> {
    /// The formula of a problem.
    pub fn new(problem: &'p Problem) -> Result<Whole<'p>, LazyError> {
        expressible(problem)?;
        let augmented = AugmentedGraph::coloured(problem);
        let is_trivial = augmented.graph().len() == 1 && problem.kind() == Kind::Open;
        let edges = if is_trivial {
            Edges::default()
        } else {
            choice::all(&augmented, 0)
        };
        Ok(Whole {
            augmented,
            edges,
            is_trivial,
        })
    }

    /// Writes the clauses that come before all cuts.
    pub fn encode<S: ClauseSink>(&self, sink: &mut S) {
        if !self.is_trivial {
            clauses::degrees(&self.augmented, &self.edges, sink);
        }
    }

    /// The edges of the graph with their literals. Those of the apex are not among them.
    pub fn edges(&self) -> impl Iterator<Item = ([u32; 2], Lit)> {
        let is_real = |&(_, [a, b]): &(u32, [u32; 2])| Some(a.max(b)) != self.augmented.apex();
        let edges = (0..)
            .zip(self.edges.edges().iter().copied())
            .filter(is_real);
        edges.map(|(edge, ends)| (ends, self.edges.literal(edge)))
    }

    /// The cuts for a model, given by its edges of the graph: none if it is one cycle.
    ///
    /// The edges of the apex follow: at every vertex they make two of what is there.
    pub fn cuts(&self, held: &[[u32; 2]]) -> Vec<Vec<Lit>> {
        let len = self.augmented.len();
        let mut sets = Sets::new(vec![1; len as usize]);
        let mut degree = vec![0; len as usize];
        for &[a, b] in held {
            sets.unite(a, b);
            degree[a as usize] += 1;
            degree[b as usize] += 1;
        }
        if let Some(apex) = self.augmented.apex() {
            let ends = (0..apex).filter(|&v| degree[v as usize] < 2);
            ends.for_each(|end| _ = sets.unite(end, apex));
        }
        let class: Vec<u32> = (0..len).map(|vertex| sets.find(vertex)).collect();
        let mut sink = Cnf::default();
        clauses::cut(&self.edges, &class, &mut sink);
        sink.clauses().map(<[Lit]>::to_vec).collect()
    }
}

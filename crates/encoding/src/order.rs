//! Connectivity by order. Of any two vertices other than the first, one is before the other, and no
//! vertex is between joined ones.
//!
//! ```
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let formula = Formula::new(&problem, Name::Order.style())?;
//! assert!(formula.is_exact() && formula.total().clauses > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: b\[vw\] for v < w, vertex v is before w; b\[wv\] is its negation. No clauses require
//! transitivity. Every model is transitive, as the clauses make the order that of the cycle.
//!
//! Group *order*, over vertices u, v, w other than the first. On arcs:
//! - ¬a\[vw\] ∨ b\[vw\];
//! - ¬a\[vw\] ∨ ¬b\[uv\] ∨ b\[uw\]: every vertex before v is before w.
//!
//! On a cycle c₁, …, c_k that misses the first vertex, c₁ is therefore before c₂, then before c₃,
//! …, c_k. But the arc back requires c_k before c₁.
//!
//! On edges, for both directions of the tour: ¬e\[vw\] ∨ (b\[uv\] ↔ b\[uw\]), u is before both or
//! before neither. On a cycle of three or more vertices each vertex is before all others or before
//! none. Of any two vertices one is before the other, and therefore no two are of one kind. But
//! there are only two kinds.
//!
//! Without the first vertex the tour is a path. If its start or its end is known, that vertex is
//! before, or after, all others.
//!
//! Size with n vertices besides the first, nothing known: n(n−1)/2 variables; A·(n−1) clauses for A
//! arcs among them, or 2·E·(n−2) for E edges.
//!
//! (Relative) total orders for Hamiltonian paths: Prestwich, SAT problems with chains of dependent
//! variables, Discrete Applied Mathematics 130, 2003; Velev and Gao, Efficient SAT techniques for
//! relative encoding of permutations with constraints, AI 2009.

use super::successor::{ArcTerms, Connectivity, EdgeTerms, Edges, Prepared, TourEdges, on_either};
use super::{Encoder, FormulaError, Known, Options, Task};
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, clause, each};
use knightsat_cnf::{Term, Var, Vars};
use knightsat_tour::rule::Atom;

const ORDER: ClauseGroup = ClauseGroup::new(
    "order",
    "a vertex before one of two neighbours on the tour is before the other",
    "a[v,w] → b[v,w]; a[v,w] ∧ b[u,v] → b[u,w]; on edges e[v,w] → (b[u,v] ↔ b[u,w])",
);

/// Lays the encoding out.
pub fn lay_out(options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    on_either(task, options, Box::new(ByOrder))
}

#[derive(Debug)]
struct ByOrder;

impl Connectivity for ByOrder {
    fn has_terms(&self, _circuit: &Prepared, atom: &Atom) -> bool {
        matches!(atom, Atom::After(..))
    }

    fn on_arcs(
        &self,
        circuit: &Prepared,
        arcs: ArcTerms,
        sink: &mut dyn ClauseSink,
    ) -> Known<'static> {
        sink.group(&ORDER);
        let order = Order::new(circuit, ends_of_arcs(circuit), sink);
        each(arcs.inner(circuit), sink, |([v, w], taken), sink| {
            clause([!taken, order.before(v, w)], sink);
            for u in circuit.others([v, w]) {
                clause([!taken, !order.before(u, v), order.before(u, w)], sink);
            }
        });
        let first = circuit.root;
        Known::new(move |atom| match *atom {
            Atom::After(vertex, _) if vertex == first => Some(vec![Term::FALSE]),
            Atom::After(_, vertex) if vertex == first => Some(vec![Term::TRUE]),
            Atom::After(later, earlier) => Some(vec![order.before(earlier, later)]),
            _ => None,
        })
    }

    fn on_edges(&self, circuit: &Prepared, edges: EdgeTerms, sink: &mut dyn ClauseSink) {
        sink.group(&ORDER);
        let order = Order::new(circuit, ends_of_edges(circuit, edges.edges), sink);
        each(edges.all(), sink, |([v, w], taken), sink| {
            if [v, w].contains(&circuit.root) {
                return;
            }
            for u in circuit.others([v, w]) {
                let [a, b] = [v, w].map(|vertex| order.before(u, vertex));
                clause([!taken, !a, b], sink);
                clause([!taken, a, !b], sink);
            }
        });
    }

    /// On edges, without a known start, the order may have either direction.
    fn is_parsimonious(&self, circuit: &Prepared, edges: Option<&Edges>) -> bool {
        edges.is_none_or(|edges| ends_of_edges(circuit, edges)[0].is_some())
    }
}

/// The order of the vertices other than the first.
struct Order {
    /// The place of each vertex among those whose order is unknown.
    rank: Vec<Option<u32>>,
    ends: Ends,
    vars: Vars,
}

/// The known ends of the order: the vertex before all others, and the one after.
type Ends = [Option<u32>; 2];

impl Order {
    fn new(circuit: &Prepared, ends: Ends, sink: &mut dyn ClauseSink) -> Order {
        let is_open = |v: u32| v != circuit.root && !ends.contains(&Some(v));
        let mut next = 0..;
        let rank: Vec<Option<u32>> = (0..circuit.len())
            .map(|v| is_open(v).then(|| next.next()).flatten())
            .collect();
        let open = next.start;
        // Too many variables: the counter detects this, and nothing is written.
        let vars = sink.new_vars(pairs(open).min(u64::from(Var::MAX)) as u32);
        Order { rank, ends, vars }
    }

    /// Returns the term that v is before w, both other than the first.
    fn before(&self, v: u32, w: u32) -> Term {
        let [start, end] = self.ends;
        if start == Some(v) || end == Some(w) {
            return Term::TRUE;
        }
        let [Some(a), Some(b)] = [v, w].map(|vertex| self.rank[vertex as usize]) else {
            return Term::FALSE;
        };
        // The pairs by the larger rank, then by the smaller.
        let of = |low: u32, high: u32| {
            let index = pairs(high) + u64::from(low);
            Term::Open(self.vars.get(index as u32).pos())
        };
        if a < b { of(a, b) } else { !of(b, a) }
    }
}

/// Returns the number of pairs of this many vertices.
fn pairs(vertices: u32) -> u64 {
    u64::from(vertices) * u64::from(vertices).saturating_sub(1) / 2
}

/// Returns the vertices after and before the first one, if only one is possible.
fn ends_of_arcs(circuit: &Prepared) -> Ends {
    let only = |arcs: &[u32], side: usize| match *arcs {
        [one] => Some(circuit.arcs()[one as usize][side]),
        _ => None,
    };
    let first = circuit.root;
    [only(circuit.out(first), 1), only(circuit.into(first), 0)]
}

/// Returns the forced neighbours of the first vertex on edges, in any order.
fn ends_of_edges(circuit: &Prepared, edges: &Edges) -> Ends {
    let ends = edges.at(circuit.root);
    let taken = ends.filter(|&(_, is_forced)| is_forced);
    let mut forced = taken.map(|(end, _)| end);
    [forced.next(), forced.next()]
}

//! The refutation of a search that found no tour: the necessary cuts, and the formula that they
//! make with the degrees.

use super::edge_vars::{self, EdgeVars};
use crate::base::stop::{Stop, Stopped};
use crate::cnf::sink::{Cnf, Until};
use crate::tour::lower::Lowered;
use crate::tour::{Circuit, Problem};

/// The cuts with which the degrees contradict each other, perhaps under rules about moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refutation {
    cuts: Vec<Vec<u32>>,
    with_matchings: bool,
}

/// A formula without a model, and the purpose of its clauses.
#[derive(Clone, Debug, Default)]
pub struct RefutedFormula {
    /// The formula.
    pub formula: Cnf,
    /// The number of clauses of the degrees, which come first.
    pub degrees: u64,
    /// The number of clauses of the matchings, which come next.
    pub matchings: u64,
    /// The cuts, each with the number of its first clause, from 1, and its set of vertices of the
    /// problem's graph, increasing, that a tour must leave.
    pub cuts: Vec<(u64, Vec<u32>)>,
}

impl Refutation {
    /// Returns the refutation of the cuts of these sets of vertices; it may need matchings too.
    pub(super) fn new(circuit: &Circuit, sets: &[Vec<u32>], with_matchings: bool) -> Refutation {
        let local = sets.iter().map(|set| circuit.local_side(set));
        Refutation::joined(local, with_matchings)
    }

    /// Returns the refutation of cuts that several refutations needed, see [`Refutation::cuts`].
    /// `with_matchings` is true if one of them needed matchings.
    pub fn joined(sets: impl IntoIterator<Item = Vec<u32>>, with_matchings: bool) -> Refutation {
        let mut cuts: Vec<Vec<u32>> = sets.into_iter().collect();
        cuts.sort_unstable();
        cuts.dedup();
        Refutation {
            cuts,
            with_matchings,
        }
    }

    /// Returns the sets of vertices of the problem's graph that a tour must leave.
    pub fn cuts(&self) -> &[Vec<u32>] {
        &self.cuts
    }

    /// Returns true if the contradiction needs two matchings, too, whose edges alternate on a tour.
    pub fn with_matchings(&self) -> bool {
        self.with_matchings
    }

    /// Returns the formula of `problem`, which has no model under the rules: degrees, the forced
    /// edge, the matchings if they are needed, and the cuts. Edges are ordered by their smaller,
    /// then by their larger vertex, and numbered in this order; long edges come last.
    #[doc(hidden)]
    pub fn formula(self, problem: &Problem, stop: &Stop) -> Result<RefutedFormula, Stopped> {
        let lowered = Lowered::reasoned(problem);
        let circuit = lowered.circuit().clone().coloured(stop)?;
        let edges = circuit.sorted_edges();
        stop.check()?;
        let edges = EdgeVars::new(circuit.len(), edges);
        let mut refuted = RefutedFormula::default();
        let clauses = &mut refuted.formula;
        let mut until = Until::new(clauses, stop);
        edge_vars::degree_clauses(&circuit, &edges, &mut until);
        until.finish()?;
        refuted.degrees = clauses.len();
        if self.with_matchings {
            edge_vars::matchings(&edges, clauses);
        }
        refuted.matchings = clauses.len() - refuted.degrees;
        for cut in self.cuts {
            let first = clauses.len() + 1;
            edge_vars::cuts([&cut[..]], &edges, clauses);
            refuted.cuts.push((first, cut));
        }
        Ok(refuted)
    }
}

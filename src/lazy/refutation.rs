//! What is left of a search that found no tour: the cuts that it needed, and the formula that they
//! make with the degrees.

use super::formula::Edges;
use super::host::Host;
use super::{clauses, matching};
use crate::cnf::sink::Cnf;
use crate::problem::Problem;

/// The cuts with which the degrees contradict each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refutation {
    cuts: Vec<Vec<u32>>,
    with_matchings: bool,
}

/// A formula without a model, and what its clauses are for.
#[derive(Clone, Debug, Default)]
pub struct Refuted {
    /// The formula.
    pub formula: Cnf,
    /// How many clauses come first, of the degrees.
    pub degrees: u64,
    /// How many come then, of the matchings.
    pub matchings: u64,
    /// The cuts, each with the number of its first clause, from 1, and its set of vertices of the
    /// problem's graph, increasing, that a tour must leave.
    pub cuts: Vec<(u64, Vec<u32>)>,
}

impl Refutation {
    /// The cuts of these sets of the host's vertices, and whether matchings are needed too. A set
    /// and the rest have the same cut, so sets with the apex give way to the others.
    pub(super) fn new(host: &Host, sets: &[Vec<u32>], with_matchings: bool) -> Refutation {
        let has_apex = |set: &[u32]| host.apex().is_some_and(|apex| set.contains(&apex));
        let without_apex = |set: &Vec<u32>| {
            let mut set = set.clone();
            set.sort_unstable();
            match has_apex(&set) {
                true => (0..host.len())
                    .filter(|v| set.binary_search(v).is_err())
                    .collect(),
                false => set,
            }
        };
        let mut cuts: Vec<Vec<u32>> = sets.iter().map(without_apex).collect();
        cuts.sort_unstable();
        cuts.dedup();
        Refutation {
            cuts,
            with_matchings,
        }
    }

    /// The sets of vertices of the problem's graph that a tour must leave.
    pub fn cuts(&self) -> &[Vec<u32>] {
        &self.cuts
    }

    /// Whether the contradiction rests on two matchings, too, whose edges a tour takes in turn.
    pub fn with_matchings(&self) -> bool {
        self.with_matchings
    }

    /// The formula of `problem`, which has no model: degrees, the forced edge, the matchings if they
    /// are needed, and the cuts. Edges are numbered as they are ordered by their smaller, then by
    /// their larger vertex; those of the apex come last.
    pub fn formula(self, problem: &Problem) -> Refuted {
        let host = Host::new(problem);
        let mut edges: Vec<[u32; 2]> = host.graph().edges().collect();
        edges.sort_unstable();
        if let Some(apex) = host.apex() {
            edges.extend(host.ends().into_iter().map(|end| [end, apex]));
        }
        let edges = Edges::new(host.len(), edges);
        let mut refuted = Refuted::default();
        let formula = &mut refuted.formula;
        clauses::degrees(&host, &edges, formula);
        refuted.degrees = formula.len();
        if self.with_matchings {
            matching::encode(&edges, formula);
        }
        refuted.matchings = formula.len() - refuted.degrees;
        for cut in self.cuts {
            let first = formula.len() + 1;
            clauses::cuts([&cut[..]], &edges, formula);
            refuted.cuts.push((first, cut));
        }
        refuted
    }
}

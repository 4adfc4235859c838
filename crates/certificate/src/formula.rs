//! The formula of a ground: one derivation writes it, and later checks it.

use super::certificate::{Ground, Refutation};
use super::degrees::{Augmented, Take};
use super::rules::{Basis, RuleClauses};
use super::steps::{MOST, Timetable};
use knightsat_tour::lower::Lowered;
use knightsat_tour::magic::EqualSums;
use knightsat_tour::{Kind, Problem};

/// The most edges of a cut whose clauses require two of them.
const NARROW: usize = 4;

/// A formula whose models include every tour, by the documentation of [the crate](super).
pub struct DerivedFormula<'g> {
    /// The problem that it concerns: a directed graph itself for steps, otherwise its split graph.
    problem: Problem,
    /// Edges and cuts; `None` for the formula of steps.
    edges: Option<(Augmented, &'g Refutation)>,
}

/// The numbers of a formula.
pub struct FormulaSize {
    /// The number of variables.
    pub variables: i64,
    /// The number of clauses that are cuts.
    pub cuts: u64,
}

impl<'g> DerivedFormula<'g> {
    /// Returns `None` if there is no formula: the ground is a reason, there are too many vertices
    /// or edges, or a cut is no proper set of vertices.
    pub fn new(problem: &Problem, ground: &'g Ground) -> Option<DerivedFormula<'g>> {
        let refutation = match ground {
            Ground::Reason(_) => return None,
            Ground::Steps => {
                let (problem, edges) = (problem.clone(), None);
                return (problem.graph().len() <= MOST)
                    .then_some(DerivedFormula { problem, edges });
            }
            Ground::Cuts(refutation) => refutation,
        };
        let problem = Lowered::reasoned(problem).reasoned_problem().clone();
        // A single vertex is an open tour, although no cycle goes through it and the apex.
        let is_cycle = problem.kind() == Kind::Closed || problem.graph().len() > 1;
        let augmented = Augmented::new(&problem).filter(|_| is_cycle)?;
        let is_proper = |set: &Vec<u32>| {
            let is_increasing = set.is_sorted_by(|v, w| v < w);
            is_increasing && (1..augmented.len()).contains(&set.len())
        };
        let are_proper = refutation.sets.iter().all(is_proper);
        let edges = Some((augmented, refutation));
        are_proper.then_some(DerivedFormula { problem, edges })
    }

    /// Passes all clauses in order to `clause`.
    pub fn clauses<E>(&self, clause: Take<E>) -> Result<FormulaSize, E> {
        let (problem, mut cuts) = (&self.problem, 0);
        let mut variables;
        let basis = match &self.edges {
            None => {
                let timetable = Timetable::new(problem).expect("it is small enough");
                variables = timetable.clauses(clause)?;
                Basis::Steps(timetable)
            }
            Some((augmented, refutation)) => {
                variables = augmented.clauses(clause)?;
                for set in &refutation.sets {
                    cuts += cut(&augmented.leaving(set), clause)?;
                }
                Basis::Edges(augmented)
            }
        };
        let is_by_steps = self.edges.is_none();
        let mut clauses = RuleClauses::new(basis, problem, &mut variables, clause);
        let sums = problem.get::<EqualSums>().filter(|_| is_by_steps);
        for line in sums.into_iter().flat_map(EqualSums::lines) {
            clauses.line(line)?;
        }
        for rule in &problem.rules() {
            if is_by_steps || !rule.is_directed() {
                clauses.rule(rule)?;
            }
        }
        let matched = self.edges.as_ref().filter(|edges| edges.1.matchings);
        if let Some((augmented, _)) = matched {
            variables = augmented.matchings(variables, clause)?;
        }
        Ok(FormulaSize { variables, cuts })
    }
}

/// Passes the clauses of a cut, and returns their number: one of these edges is taken, and two in a
/// narrow cut.
fn cut<E>(leaving: &[i32], clause: Take<E>) -> Result<u64, E> {
    clause(leaving)?;
    let is_narrow = leaving.len() <= NARROW;
    let narrow = if is_narrow { leaving } else { &[] };
    for left_out in narrow {
        let others: Vec<i32> = narrow.iter().copied().filter(|e| e != left_out).collect();
        clause(&others)?;
    }
    Ok(1 + narrow.len() as u64)
}

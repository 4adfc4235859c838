//! Rules as constraints: each clause of [`rules`] is a sum of at least 1.

use super::{Flow, FlowError};
use crate::base::stop::Stop;
use crate::meaning::{Fact, FactStyle};
use crate::{Known, rules};
use knightsat_cnf::dimacs::opb::Constraint;
use knightsat_cnf::sink::{ClauseSink, SizeTally, Until};
use knightsat_cnf::{Lit, Term, Var, Vars};
use knightsat_tour::Problem;
use knightsat_tour::definition::Definition;
use knightsat_tour::rule::{Atom, Rule};

/// Returns the rules of a problem, with those of other constraints over edges if these suffice. If
/// not, they are over arcs, which steps define; the second value is true then.
pub(super) fn all(problem: &Problem) -> (Vec<Rule>, bool) {
    let [edges, arcs] =
        [FactStyle::Edges, FactStyle::Arcs].map(|style| Definition::new(problem, style, None));
    let has_ends = problem.start().is_some() && problem.end().is_some();
    let has_direction = has_ends || problem.has_one_way() || edges.lacks().is_some();
    let definition = if has_direction { arcs } else { edges };
    let (rules, further) = definition.all_rules();
    (rules, has_direction && further > 0)
}

/// The fresh variables and the constraints of rules.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RulesSize {
    pub variables: u32,
    pub constraints: u64,
}

impl Flow<'_> {
    /// Returns the size of the rules, by a pass over their clauses.
    pub(super) fn count_rules(&self, stop: &Stop) -> Result<RulesSize, FlowError> {
        let mut tally = SizeTally::default();
        let mut until = Until::counting(&mut tally, stop);
        // Fresh variables follow those of edges, bits and steps.
        until.new_vars(self.variables_before_rules());
        self.write_rules(&mut until);
        until.finish()?;
        let total = tally.total();
        if total.variables > u64::from(Var::MAX) {
            return Err(FlowError::TooManyVariables(total.variables));
        }
        Ok(RulesSize {
            variables: total.variables as u32 - self.variables_before_rules(),
            constraints: total.clauses,
        })
    }

    /// Passes the constraints of rules in order; returns true to continue.
    pub(super) fn rule_constraints(&self, take: &mut dyn FnMut(&Constraint) -> bool) -> bool {
        let mut sink = ConstraintSink {
            taken: self.variables_before_rules(),
            take,
            is_done: false,
        };
        self.write_rules(&mut sink);
        !sink.is_done
    }

    /// Writes the rules over edges, and over steps if there are variables for them. These define
    /// arcs and the order of vertices.
    fn write_rules(&self, sink: &mut dyn ClauseSink) {
        let known = Known::new(|atom| match *atom {
            Atom::Fact(Fact::Edge(ends)) => {
                let edge = self.host.between(ends[0], ends[1]);
                let taken = edge.map(|edge| self.taken(edge));
                Some(vec![taken.map_or(Term::FALSE, Term::Open)])
            }
            Atom::Fact(Fact::At { step, vertex }) => Some(vec![Term::Open(self.on(step, vertex))]),
            _ => None,
        });
        let written = rules::write_these(&self.rules, self.problem, &known, sink);
        written.expect("edges and steps define all atoms");
    }
}

/// A sink that passes clauses on as constraints.
struct ConstraintSink<'t> {
    /// The number of the last variable.
    taken: u32,
    take: &'t mut dyn FnMut(&Constraint) -> bool,
    is_done: bool,
}

impl ClauseSink for ConstraintSink<'_> {
    fn new_vars(&mut self, count: u32) -> Vars {
        Vars::take(&mut self.taken, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if !self.is_done {
            self.is_done = !(self.take)(&Constraint::clause(lits.iter().copied()));
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}

//! Events as lines.

use crate::{Event, Stepper};
use knightsat_cnf::Lit;
use serde::Serialize;

/// An event as a line of text or of JSON. Literals are in DIMACS.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EventLine {
    /// The name of the event.
    pub event: &'static str,
    /// The literal that becomes true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literal: Option<i32>,
    /// The number of the clause at work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<usize>,
    /// The literals of this clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literals: Option<Vec<i32>>,
    /// The clauses that resolve to the learnt one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Vec<usize>>,
    /// The number of decisions after the event.
    pub decision_level: usize,
}

impl EventLine {
    /// Describes the last event of a solver.
    pub fn new(event: &Event, stepper: &Stepper) -> EventLine {
        let (event, lit, clause, resolved) = match event {
            Event::Decide(lit) => ("decide", Some(lit), None, None),
            Event::Flip(lit) => ("flip", Some(lit), None, None),
            Event::Propagate { lit, clause } => ("propagate", Some(lit), Some(*clause), None),
            Event::Conflict { clause } => ("conflict", None, Some(*clause), None),
            Event::Learn { clause, resolved } => ("learn", None, Some(*clause), Some(resolved)),
            Event::Backjump { .. } => ("backjump", None, None, None),
            Event::Restart => ("restart", None, None, None),
            Event::Satisfiable => ("satisfiable", None, None, None),
            Event::Unsatisfiable => ("unsatisfiable", None, None, None),
            Event::Stuck => ("stuck", None, None, None),
        };
        let numbers = |lits: &[Lit]| lits.iter().map(|lit| lit.to_dimacs()).collect();
        EventLine {
            event,
            literal: lit.map(|lit| lit.to_dimacs()),
            clause,
            literals: clause.map(|clause| numbers(stepper.clause(clause))),
            resolved: resolved.cloned(),
            decision_level: stepper.level(),
        }
    }

    /// Returns the line of text, indented by the decision level, with these names of literals.
    pub fn text(&self, name: &dyn Fn(i32) -> String) -> String {
        let mut text = format!("{:>3} {}", self.decision_level, self.event);
        if let Some(literal) = self.literal {
            text += &format!(" {}", name(literal));
        }
        if let (Some(clause), Some(literals)) = (self.clause, &self.literals) {
            text += &format!(", clause {clause}:");
            for &literal in literals {
                text += &format!(" {}", name(literal));
            }
            text += " 0";
        }
        if let Some(resolved) = &self.resolved {
            text += ", from clauses";
            for clause in resolved {
                text += &format!(" {clause}");
            }
        }
        text
    }
}

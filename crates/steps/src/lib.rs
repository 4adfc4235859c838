//! A small SAT solver for readers: it yields each of its steps. The page shows them on the board,
//! and `sat --trace` writes them. No tour is searched with it.
//!
//! ```
//! use knightsat_base::stop::Stop;
//! use knightsat_cnf::Lit;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//! use knightsat_steps::{Event, Stepper, Strategy};
//!
//! let lit = |number| Lit::from_dimacs(number).unwrap();
//! let mut formula = Cnf::default();
//! formula.new_vars(2);
//! formula.clause(&[lit(-1), lit(2)]);
//! formula.clause(&[lit(-1), lit(-2)]);
//! let stepper = Stepper::new(&formula, Strategy::Cdcl, &Stop::default())?;
//! let events: Vec<Event> = stepper.collect();
//! assert_eq!(events[0], Event::Decide(lit(1)));
//! assert_eq!(events[1], Event::Propagate { lit: lit(2), clause: 1 });
//! assert_eq!(events[2], Event::Conflict { clause: 2 });
//! assert_eq!(events[3], Event::Learn { clause: 3, resolved: vec![2, 1] });
//! assert_eq!(events.last(), Some(&Event::Satisfiable));
//! # Ok::<(), knightsat_base::stop::Stopped>(())
//! ```

mod line;
mod stepper;
#[cfg(test)]
mod tests;

pub use line::EventLine;
pub use stepper::Stepper;

use knightsat_cnf::Lit;

/// The parts of the solver that are in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Unit propagation alone: without a decision, most formulas stay open.
    Propagation,
    /// Unit propagation, decisions, and after a conflict the other value of the last decision
    /// (Davis, Logemann and Loveland, A machine program for theorem-proving, CACM 1962).
    Dpll,
    /// Conflict-driven clause learning: after a conflict, a learnt clause prevents it forever
    /// (Marques-Silva and Sakallah, GRASP, IEEE Transactions on Computers 1999).
    #[default]
    Cdcl,
}

impl Strategy {
    /// All strategies, each an extension of the one before it.
    pub const ALL: [Strategy; 3] = [Strategy::Propagation, Strategy::Dpll, Strategy::Cdcl];

    /// Returns the name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Propagation => "propagation",
            Strategy::Dpll => "dpll",
            Strategy::Cdcl => "cdcl",
        }
    }
}

/// A step of the solver. Clauses are numbered from 1: the clauses of the formula in their order,
/// then the learnt ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The solver assumes this literal, and so begins a decision level.
    Decide(Lit),
    /// All other literals of the clause are false, so this one is true.
    Propagate {
        /// The literal that becomes true.
        lit: Lit,
        /// The clause that forces it.
        clause: usize,
    },
    /// All literals of the clause are false.
    Conflict {
        /// The false clause.
        clause: usize,
    },
    /// A new clause follows from the formula, and is false now.
    Learn {
        /// The new clause, without literals that are false without any decision.
        clause: usize,
        /// The false clause, and the reasons with which it was resolved, in this order.
        resolved: Vec<usize>,
    },
    /// The decisions above this level, and their consequences, are undone.
    Backjump {
        /// The remaining number of decisions.
        level: usize,
    },
    /// Both values of the last decision were tried: its negation holds at the level below it.
    Flip(Lit),
    /// All decisions are undone; learnt clauses stay.
    Restart,
    /// All variables have a value, and no clause is false.
    Satisfiable,
    /// A clause is false without any decision.
    Unsatisfiable,
    /// Propagation alone gives no value to the other variables.
    Stuck,
}

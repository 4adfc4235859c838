//! Test kit for solvers in process. One line in a test checks an implementation of [`Incremental`]:
//! its answers are compared with all assignments of small random formulas.
//!
//! ```
//! # mod knightsat { pub mod solver { pub use knightsat_solver::{*, kit::*, varisat::*}; } }
//! use knightsat::solver::InProcess;
//! use knightsat::solver::assert_solver_right;
//! use knightsat::solver::Varisat;
//!
//! assert_solver_right(&InProcess::new("mine", Varisat::unchecked));
//! ```

use crate::base::random::Rng;
use crate::base::stop::Stop;
use crate::portfolio::audit;
use crate::{Assuming, InProcess, Incremental, Limits, SolverError};
use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_cnf::{Answer, Lit, Var};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// The number of random formulas.
const FORMULAS: u64 = 200;
/// The most variables of each formula: all assignments are tried.
const VARIABLES: usize = 9;
/// The time after which the stop flag of an endless search is set.
const PATIENCE: Duration = Duration::from_millis(100);
/// The time that a solver may then take to end.
const GRACE: Duration = Duration::from_secs(5);

/// Tests a solver: models, refutations, failed assumptions, clauses and variables added between
/// calls, corner cases, and limits. Takes less than a second, and some five for a solver that
/// ignores its limits. That solver occupies a thread until the process ends.
///
/// # Panics
/// With the first fault.
pub fn assert_solver_right(solver: &InProcess) {
    if let Err(error) = formulas(solver).and_then(|()| limits(solver)) {
        panic!("{error}");
    }
}

/// A solver and the expected state.
struct Trial<'s> {
    kind: &'s InProcess,
    solver: Box<dyn Incremental>,
    clauses: Cnf,
}

impl<'s> Trial<'s> {
    fn start(kind: &'s InProcess, limits: Limits) -> Trial<'s> {
        Trial {
            kind,
            solver: kind.start(limits),
            clauses: Cnf::default(),
        }
    }

    fn new_vars(&mut self, count: u32) {
        self.clauses.new_vars(count);
        self.solver.new_vars(count);
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses.clause(lits);
        self.solver.clause(lits);
    }

    fn fault(&self, what: String) -> SolverError {
        let clauses: Vec<&[Lit]> = self.clauses.clauses().collect();
        SolverError::fault(self.kind.name(), format!("{what}, of {clauses:?}"))
    }

    /// Returns true if the clauses have a model that makes these literals true.
    fn has_model(&self, lits: &[Lit]) -> bool {
        (0_u32..1 << self.clauses.variables()).any(|values| {
            let holds =
                |lit: &Lit| (values >> (lit.var().number() - 1) & 1 == 1) == lit.is_positive();
            lits.iter().all(holds)
                && self
                    .clauses
                    .clauses()
                    .all(|clause| clause.iter().any(holds))
        })
    }

    /// Solves under these assumptions and compares the answer with all assignments.
    fn ask(&mut self, assumptions: &[Lit]) -> Result<(), SolverError> {
        let expected = self.has_model(assumptions);
        let answer = self.solver.solve_assuming(assumptions)?;
        let what = audit(&self.clauses, assumptions, &answer).or_else(|| match &answer {
            Assuming::Satisfiable(_) => None,
            Assuming::Failed(_) if expected => Some("refutes clauses that have a model".into()),
            Assuming::Failed(failed) => self
                .has_model(failed)
                .then(|| format!("names {failed:?} as failed, which they did not")),
            Assuming::Unknown => Some("gives up without a limit".into()),
        });
        match what {
            Some(what) => Err(self.fault(format!("{what} under {assumptions:?}"))),
            None => Ok(()),
        }
    }
}

/// Tests random formulas around the threshold of satisfiability, a third of their clauses at a
/// time.
fn formulas(kind: &InProcess) -> Result<(), SolverError> {
    corners(kind)?;
    for seed in 0..FORMULAS {
        let mut rng = Rng::new(seed, 0);
        let mut trial = Trial::start(kind, Limits::default());
        for _ in 0..3 {
            trial.new_vars(1 + rng.below(VARIABLES / 3) as u32);
            let variables = trial.clauses.variables() as usize;
            let lit = |rng: &mut Rng| {
                let number = 1 + rng.below(variables) as i32;
                Lit::from_dimacs(if rng.below(2) == 0 { number } else { -number }).expect("not 0")
            };
            // Repeated literals and tautologies occur.
            for _ in 0..rng.below(2 * variables + 1) {
                let clause: Vec<Lit> = (0..=rng.below(3)).map(|_| lit(&mut rng)).collect();
                trial.clause(&clause);
            }
            for _ in 0..3 {
                let assumed: Vec<Lit> = (0..rng.below(4)).map(|_| lit(&mut rng)).collect();
                trial.ask(&assumed)?;
            }
            trial.ask(&[])?;
        }
    }
    Ok(())
}

/// Tests no variables, no clauses, the empty clause, and contradictory assumptions.
fn corners(kind: &InProcess) -> Result<(), SolverError> {
    let mut trial = Trial::start(kind, Limits::default());
    trial.ask(&[])?;
    trial.new_vars(2);
    let [a, b] = [1, 2].map(|number| Lit::from_dimacs(number).expect("not 0"));
    trial.ask(&[a, b, !a])?;
    trial.ask(&[a, a])?;
    trial.clause(&[a]);
    trial.ask(&[b, !a])?;
    trial.clause(&[]);
    trial.ask(&[b])?;
    trial.ask(&[])
}

/// Tests a limit reached before the call and one reached during it. The solver has a thread of its
/// own, so that this function ends although the solver ignores its limits.
fn limits(kind: &InProcess) -> Result<(), SolverError> {
    for patience in [Duration::ZERO, PATIENCE] {
        let stop = Stop::after(patience);
        let (sender, answers) = mpsc::channel();
        let started = kind.clone();
        thread::spawn(move || pigeons(&started, stop, &sender));
        for _ in 0..2 {
            let answer = answers.recv_timeout(patience + GRACE).map_err(|error| {
                let why = match error {
                    RecvTimeoutError::Timeout => format!(
                        "ignores its limits: {} s after its deadline it still searches; poll the \
                         limits during the search, not only between calls",
                        GRACE.as_secs()
                    ),
                    RecvTimeoutError::Disconnected => "panics at its limit".to_string(),
                };
                SolverError::fault(kind.name(), why)
            })?;
            if matches!(answer?, Answer::Satisfiable(_)) {
                let why = "puts twelve pigeons into eleven holes".to_string();
                return Err(SolverError::fault(kind.name(), why));
            }
        }
    }
    Ok(())
}

/// Asks twice for a place in eleven holes for each of twelve pigeons, which no solver decides soon
/// by resolution.
fn pigeons(kind: &InProcess, stop: Stop, answers: &Sender<Result<Answer, SolverError>>) {
    let mut solver = kind.start(stop.into());
    let mut holes = vec![Vec::new(); 11];
    for _ in 0..12 {
        let vars = solver.new_vars(11);
        let lits: Vec<Lit> = vars.iter().map(Var::pos).collect();
        solver.clause(&lits);
        let pigeons = holes.iter_mut().zip(lits);
        pigeons.for_each(|(hole, lit)| hole.push(lit));
    }
    holes.iter().for_each(|pigeons| solver.pairwise(pigeons));
    for _ in 0..2 {
        // Nobody listens once a fault is found.
        let _ = answers.send(solver.solve());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::varisat::Varisat;
    use knightsat_cnf::{Model, Vars};

    /// A wrong solver around a correct one.
    struct Wrong {
        solver: Varisat,
        how: Fault,
        clauses: usize,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Fault {
        FlipsModels,
        RefutesAll,
        KeepsAssumptions,
        BlamesOne,
        LosesClauses,
        GivesUp,
        IgnoresLimits,
    }

    impl ClauseSink for Wrong {
        fn new_vars(&mut self, count: u32) -> Vars {
            self.solver.new_vars(count)
        }

        fn clause(&mut self, lits: &[Lit]) {
            self.clauses += 1;
            if self.how != Fault::LosesClauses || !self.clauses.is_multiple_of(7) {
                self.solver.clause(lits);
            }
        }
    }

    impl Incremental for Wrong {
        fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
            if self.how == Fault::KeepsAssumptions {
                assumptions
                    .iter()
                    .for_each(|&lit| self.solver.clause(&[lit]));
            }
            Ok(match (self.how, self.solver.solve_assuming(assumptions)?) {
                (Fault::FlipsModels, Assuming::Satisfiable(_)) => {
                    let lits = (1..=9).filter_map(Lit::from_dimacs);
                    let model = Model::from_lits(&lits.collect::<Vec<Lit>>());
                    Assuming::Satisfiable(model.expect("no contradiction"))
                }
                (Fault::RefutesAll, _) => Assuming::Failed(Vec::new()),
                (Fault::BlamesOne, Assuming::Failed(mut failed)) => {
                    failed.truncate(1);
                    Assuming::Failed(failed)
                }
                (Fault::GivesUp, _) => Assuming::Unknown,
                (_, answer) => answer,
            })
        }
    }

    fn verdict(how: Fault) -> Result<(), SolverError> {
        let kind = InProcess::new("liar", move |limits| Wrong {
            solver: Varisat::unchecked(match how {
                Fault::IgnoresLimits => Stop::after(GRACE + Duration::from_secs(1)).into(),
                _ => limits,
            }),
            how,
            clauses: 0,
        });
        formulas(&kind).and_then(|()| limits(&kind))
    }

    #[test]
    fn every_liar_is_caught() {
        for (how, complaint) in [
            (Fault::FlipsModels, "gives a model"),
            (Fault::RefutesAll, "refutes clauses that have a model"),
            (Fault::KeepsAssumptions, "as failed, which they did not"),
            (Fault::BlamesOne, "as failed, which they did not"),
            (Fault::LosesClauses, "liar gives a model that violates"),
            (Fault::GivesUp, "gives up without a limit"),
            (Fault::IgnoresLimits, "ignores its limits: 5 s after"),
        ] {
            let error = verdict(how).unwrap_err().to_string();
            assert!(error.starts_with("liar "), "{how:?}: {error}");
            assert!(error.contains(complaint), "{how:?}: {error}");
        }
    }

    #[test]
    fn the_solvers_of_this_build_are_right() {
        InProcess::all().iter().for_each(assert_solver_right);
    }
}

//! Several solvers at once: who wins, and who has lied.

use super::choice::Solver;
use super::varisat::Limits;
use super::{Decision, SolverError};
use knightsat_cnf::Answer;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Pause between two looks at whether the race is called off.
const PAUSE: Duration = Duration::from_millis(20);

/// What one solver has to say in a race.
pub(super) type Finished<'s> = (&'s Solver, Result<Decision, SolverError>);

/// Listens until the race is decided, or everybody is back.
pub(super) fn referee(
    finished: &Receiver<Finished>,
    limits: &Limits,
    called_off: &AtomicBool,
    report: &mut dyn FnMut(SolverError),
) -> Result<Decision, SolverError> {
    let mut race = Race {
        refuters: Vec::new(),
        gave_up: false,
        report,
    };
    loop {
        match finished.recv_timeout(PAUSE) {
            Ok((solver, result)) => {
                if let Some(decision) = race.hear(solver, result) {
                    return Ok(decision);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return race.undecided(),
            Err(RecvTimeoutError::Timeout) => {
                if limits.is_over() {
                    called_off.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

/// What has been said so far.
struct Race<'s, 'r> {
    /// Who says that there is no model, unchecked.
    refuters: Vec<&'s Solver>,
    gave_up: bool,
    report: &'r mut dyn FnMut(SolverError),
}

impl<'s> Race<'s, '_> {
    /// Hears one solver, which may decide the race.
    fn hear(
        &mut self,
        solver: &'s Solver,
        result: Result<Decision, SolverError>,
    ) -> Option<Decision> {
        let decision = match result {
            Ok(decision) => decision,
            Err(error) => {
                (self.report)(error);
                return None;
            }
        };
        match (&decision.answer, solver) {
            (Answer::Unknown, _) => {
                self.gave_up = true;
                None
            }
            (Answer::Satisfiable(_), winner) => {
                for liar in &self.refuters {
                    let what = format!("says UNSATISFIABLE, and {} has a model", winner.name());
                    (self.report)(liar.fault(what));
                }
                Some(decision)
            }
            (Answer::Unsatisfiable, Solver::Varisat) => Some(decision),
            (Answer::Unsatisfiable, second) => {
                let mut others = self.refuters.iter().map(|first| first.name());
                let first = others.find(|&first| first != second.name());
                let Some(first) = first else {
                    self.refuters.push(second);
                    return None;
                };
                let word = format!("{first} and {} say so, unchecked", second.name());
                Some(Decision { word, ..decision })
            }
        }
    }

    /// What is left to say once all have been heard.
    fn undecided(&self) -> Result<Decision, SolverError> {
        match self.refuters.first() {
            Some(solver) => Ok(Decision::refuted(solver)),
            None if self.gave_up => Ok(Decision::UNKNOWN),
            None => Err(SolverError::NoneLeft),
        }
    }
}

//! Several searches at once, on as many threads, that differ in their seeds. The first answer wins.

use super::{Findings, Found, Options, Progress, Search, SearchRun};
use crate::base::random::{Rng, mix};
use knightsat_solver::SolverError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The time after which the stop of the whole search is polled again.
const POLL: Duration = Duration::from_millis(20);

/// A message of a thread.
enum Message {
    Progress(Progress),
    /// The end of one search.
    End(Result<Outcome, SolverError>),
}

/// The answer of a search, and its findings.
type Outcome = (Found, Findings);

impl Search<'_> {
    /// Runs a search on each thread of the options. The first has the seed of this one, and reports
    /// its progress. Its answer stands if no other is earlier.
    pub(super) fn race(
        &self,
        run: &mut SearchRun,
        method: impl Fn(&Search, &mut SearchRun) -> Result<Found, SolverError> + Sync,
    ) -> Result<Found, SolverError> {
        let threads = self.options.threads;
        if threads < 2 {
            return method(self, run);
        }
        let is_decided = Arc::new(AtomicBool::new(false));
        let stop = self.options.stop.clone().with_flag(is_decided.clone());
        let outcome = thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for nth in 0..threads as u64 {
                let (sender, method) = (sender.clone(), &method);
                let seed = self.options.seed ^ mix(nth);
                let search = Search {
                    options: Options {
                        seed,
                        stop: stop.clone(),
                        threads: 1,
                        ..self.options.clone()
                    },
                    ..self.clone()
                };
                let findings = Findings {
                    rng: Rng::new(seed, 0),
                    ..run.findings.clone()
                };
                scope.spawn(move || {
                    let report = &mut |progress| {
                        if nth == 0 {
                            // The receiver is gone once the race is won.
                            let _ = sender.send(Message::Progress(progress));
                        }
                    };
                    let mut run = SearchRun { findings, report };
                    let found = method(&search, &mut run);
                    let outcome = found.map(|found| (found, run.findings));
                    let _ = sender.send(Message::End(outcome));
                });
            }
            drop(sender);
            let outcome = self.first(&receiver, &is_decided, run);
            is_decided.store(true, Ordering::Relaxed);
            outcome
        })?;
        let Some((found, findings)) = outcome else {
            return Ok(Found::Nothing);
        };
        run.findings = findings;
        Ok(found)
    }

    /// Returns the first answer, if any search has one before this one must stop. Relays reports.
    fn first(
        &self,
        receiver: &Receiver<Message>,
        is_decided: &AtomicBool,
        run: &mut SearchRun,
    ) -> Result<Option<Outcome>, SolverError> {
        loop {
            match receiver.recv_timeout(POLL) {
                Ok(Message::Progress(progress)) => {
                    run.findings.progress = progress;
                    run.report();
                }
                Ok(Message::End(outcome)) => match outcome? {
                    (Found::Nothing, _) => {}
                    outcome => return Ok(Some(outcome)),
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
            if self.is_late() {
                is_decided.store(true, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::stop::{Stop, Stopped};
    use crate::lazy::{Options, solve};
    use crate::tour::graph::Graph;
    use crate::tour::{Kind, Problem};
    use crate::{Evidence, Unknown, Verdict};
    use knightsat_family as family;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn raced(graph: &Graph, threads: usize, stop: Stop) -> Verdict {
        let problem = Problem::new(graph.clone(), Kind::Closed, None, None).unwrap();
        let options = Options {
            threads,
            stop,
            ..Options::default()
        };
        solve(&problem, options).unwrap()
    }

    #[test]
    fn a_race_has_the_answer_of_a_single_search() {
        let (mut tours, mut none) = (0, 0);
        for seed in 0..30 {
            let graph = match seed % 3 {
                0 => family::gadget_rings(if seed % 2 == 0 { &[8] } else { &[4, 4] }, seed),
                1 => family::random_cubic(60, seed),
                _ => family::random_sparse(14, 22, seed),
            };
            let [alone, raced] = [1, 3].map(|threads| raced(&graph, threads, Stop::default()));
            match raced {
                Verdict::Tour(_) => assert!(matches!(alone, Verdict::Tour(_)), "{seed}"),
                Verdict::None(Evidence::Cuts(_)) => {
                    assert!(matches!(alone, Verdict::None(_)), "{seed}");
                    none += 1;
                }
                Verdict::None(_) => assert!(matches!(alone, Verdict::None(_)), "{seed}"),
                Verdict::Unknown(_) => panic!("{seed} is undecided"),
            }
            tours += u32::from(matches!(alone, Verdict::Tour(_)));
        }
        assert!(tours > 5 && none > 2, "{tours} {none}");
    }

    #[test]
    fn a_flag_ends_all_searches() {
        let flag = Stop::default().with_flag(Arc::new(AtomicBool::new(true)));
        let graph = family::random_cubic(600, 1);
        let verdict = raced(&graph, 2, flag);
        assert!(matches!(
            verdict,
            Verdict::Unknown(Unknown::Stopped(Stopped::Interrupted))
        ));
    }
}

//! Several searches at once, on as many threads, that differ in their seeds, and a count beside
//! them. The first answer wins.
//!
//! The count is the dynamic programme of [`frontier`]. Degrees and cuts may have refutations of
//! exponential length only. If the graph has a narrow frontier, the count is zero within seconds.

use super::{Findings, Found, LazyError, Options, Progress, Search, SearchRun};
use crate::base::random::{Rng, mix};
use crate::base::stop::Stop;
use crate::tour::Problem;
use crate::tour::table::Backend;
use crate::{Evidence, Unknown, Verdict};
use knightsat_count::frontier;
use knightsat_solver::SolverError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The time between two looks at the searches, at the count, and at the stop of all.
const POLL: Duration = Duration::from_millis(20);
/// The time that the search has alone: most answers are quick.
const HEAD_START: Duration = Duration::from_secs(1);
/// Graphs with more vertices are not counted: their states would exceed any memory.
const LARGEST: u32 = 1 << 14;

/// Returns the answer of a search, or that of a count if it is zero before the search ends.
pub(super) fn against_count(
    problem: &Problem,
    options: Options,
    search: impl FnOnce(Options) -> Result<Verdict, LazyError>,
) -> Result<Verdict, LazyError> {
    let is_countable =
        Backend::Frontier.supports(problem.demands()) && problem.graph().len() <= LARGEST;
    let Some(memory) = options.count.filter(|_| is_countable) else {
        return search(options);
    };
    let stop = options.stop.clone();
    // A flag of each, which follows that of the caller.
    let [searching, counting] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    let is_over = AtomicBool::new(false);
    let flagged = |flag: &Arc<AtomicBool>| stop.clone().with_flag(flag.clone());
    let options = Options {
        stop: flagged(&searching),
        count: None,
        ..options
    };
    let counted = flagged(&counting);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) && !stop.is_over() {
                thread::park_timeout(POLL);
            }
            counting.store(true, Ordering::Relaxed);
            if stop.is_over() {
                searching.store(true, Ordering::Relaxed);
            }
        });
        let counter = scope.spawn(|| {
            let begin = Stop::after(HEAD_START);
            while !begin.is_over() {
                if counted.is_over() {
                    return false;
                }
                thread::park_timeout(POLL);
            }
            let options = frontier::Options {
                stop: counted,
                memory,
                threads: 1,
                // The forecast is often far too large, and a count that fails costs the search
                // little.
                force: true,
                ..frontier::Options::default()
            };
            let count = frontier::count(problem, &options);
            let is_zero = count.is_ok_and(|count| count.bits() == 0);
            if is_zero {
                searching.store(true, Ordering::Relaxed);
            }
            is_zero
        });
        // Both threads end after a panic too.
        let end = Raise([&is_over, &counting]);
        let verdict = search(options);
        drop(end);
        // A quick answer waits for neither.
        watcher.thread().unpark();
        counter.thread().unpark();
        match (verdict, counter.join()) {
            (Ok(Verdict::Unknown(_)), Ok(true)) => Ok(Verdict::None(Evidence::Count)),
            // The search was stopped by its own flag.
            (Ok(Verdict::Unknown(Unknown::Stopped(_))), _) if stop.is_over() => {
                Ok(Verdict::Unknown(stop.stopped().into()))
            }
            (verdict, _) => verdict,
        }
    })
}

/// Sets flags when it is dropped.
struct Raise<'f>([&'f AtomicBool; 2]);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        for flag in self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

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
    use super::*;
    use crate::base::stop::Stopped;
    use crate::lazy::solve;
    use crate::tour::Kind;
    use crate::tour::graph::Graph;
    use crate::tour::place::Place;
    use knightsat_family as family;

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

    const MEMORY: u64 = 1 << 26;

    /// Returns the answer of a count against a search that ends only when it must.
    fn counted(board: &str, kind: Kind, stop: Stop) -> Verdict {
        let place: Place = board.parse().unwrap();
        let problem = place.problem(kind, None, None).unwrap();
        let options = Options {
            stop,
            count: Some(MEMORY),
            ..Options::default()
        };
        let idle = |options: Options| {
            while !options.stop.is_over() {
                thread::sleep(POLL);
            }
            Ok(Verdict::Unknown(options.stop.stopped().into()))
        };
        against_count(&problem, options, idle).unwrap()
    }

    #[test]
    fn a_count_of_zero_ends_a_search_that_does_not() {
        let verdict = counted("4x6", Kind::Closed, Stop::default());
        assert_eq!(verdict, Verdict::None(Evidence::Count));
    }

    #[test]
    fn a_search_goes_on_if_there_are_tours_and_hears_the_flag_of_the_caller() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::default().with_flag(flag.clone());
        let stopped = thread::scope(|scope| {
            let race = scope.spawn(|| counted("6x6", Kind::Closed, stop));
            thread::sleep(2 * HEAD_START);
            assert!(!race.is_finished());
            flag.store(true, Ordering::Relaxed);
            race.join().unwrap()
        });
        assert_eq!(stopped, Verdict::Unknown(Stopped::Interrupted.into()));
    }

    #[test]
    fn a_deadline_is_no_interruption() {
        let stop = Stop::default().within(2 * HEAD_START);
        let verdict = counted("6x6", Kind::Closed, stop);
        assert_eq!(verdict, Verdict::Unknown(Stopped::Late.into()));
    }
}

//! Several searches at once, on as many threads, that differ in their seeds, and a count beside
//! them. The first answer wins.
//!
//! The count is the dynamic programme of [`frontier`]. Degrees and cuts may have refutations of
//! exponential length only. If the graph has a narrow frontier, the count is zero within seconds.

use super::{Findings, Found, LazyError, Options, Progress, Search, SearchRun};
use crate::base::random::{Rng, mix};
use crate::tour::Problem;
use crate::tour::table::Backend;
use crate::{Evidence, Verdict};
use knightsat_count::frontier;
use knightsat_solver::Refined;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

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
    // The end of the search ends the count, and a count of zero the search.
    let [is_over, is_zero] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    let counted = stop.clone().with_flag(is_over.clone());
    let options = Options {
        stop: stop.with_flag(is_zero.clone()),
        count: None,
        ..options
    };
    thread::scope(|scope| {
        let counter = scope.spawn(|| {
            thread::park_timeout(HEAD_START);
            if counted.is_over() {
                return;
            }
            let options = frontier::Options {
                stop: counted,
                memory,
                threads: 1,
                ..frontier::Options::default()
            };
            let count = frontier::count(problem, &options);
            let is_none = count.is_ok_and(|count| count.bits() == 0);
            is_zero.store(is_none, Ordering::Relaxed);
        });
        // The counter ends after a panic too.
        let end = Raise(&is_over);
        let verdict = search(options);
        drop(end);
        // A quick answer does not wait.
        counter.thread().unpark();
        let _ = counter.join();
        match verdict {
            Ok(Verdict::Unknown(_)) if is_zero.load(Ordering::Relaxed) => {
                Ok(Verdict::None(Evidence::Count))
            }
            verdict => verdict,
        }
    })
}

/// Sets a flag when it is dropped.
struct Raise<'f>(&'f AtomicBool);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Search<'_> {
    /// Runs a search on each thread of the options. The first has the seed of this one, and reports
    /// its progress. The earliest answer stands.
    pub(super) fn race(
        &self,
        run: &mut SearchRun,
        method: impl Fn(&Search, &mut SearchRun) -> Found + Sync,
    ) -> Found {
        let is_decided = Arc::new(AtomicBool::new(false));
        let stop = self.options.stop.clone().with_flag(is_decided.clone());
        let first = Mutex::new(None);
        let before = run.findings.clone();
        let search = |nth: u64, report: &mut dyn FnMut(Progress)| {
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
                ..before.clone()
            };
            let mut run = SearchRun { findings, report };
            let found = method(&search, &mut run);
            if !matches!(found, Ok(Refined::Unknown)) {
                is_decided.store(true, Ordering::Relaxed);
                let mut first = first.lock().expect("no search panics with the lock");
                first.get_or_insert((found, run.findings));
            }
        };
        thread::scope(|scope| {
            let search = &search;
            for nth in 1..self.options.threads as u64 {
                scope.spawn(move || search(nth, &mut |_| ()));
            }
            search(0, &mut *run.report);
        });
        let first = first.into_inner().expect("no search panics with the lock");
        let Some((found, findings)) = first else {
            return Ok(Refined::Unknown);
        };
        run.findings = findings;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unknown;
    use crate::base::stop::{Stop, Stopped};
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
        let problem = Problem::of(&place, kind, None, None).unwrap();
        let options = Options {
            stop,
            count: Some(MEMORY),
            ..Options::default()
        };
        let idle = |options: Options| {
            while !options.stop.is_over() {
                thread::sleep(Duration::from_millis(20));
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

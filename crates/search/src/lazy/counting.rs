//! A count beside the search, by the dynamic programme of [`frontier`].
//!
//! Degrees and cuts may have refutations of exponential length only. If the graph has a narrow
//! frontier, the count is zero within seconds.

use super::{LazyError, Options};
use crate::base::stop::Stop;
use crate::tour::Problem;
use crate::tour::table::Backend;
use crate::{Evidence, Unknown, Verdict};
use knightsat_count::frontier::{self, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The time that the search has alone: most answers are quick.
const HEAD_START: Duration = Duration::from_secs(1);
/// The time between two looks at the search and at the count.
const POLL: Duration = Duration::from_millis(20);
/// Graphs with more vertices are not counted: their states would exceed any memory.
const LARGEST: u32 = 1 << 14;

/// Returns the answer of a search, or that of a count if it is zero before the search ends.
pub(super) fn race(
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
    let limits = Limits {
        stop: flagged(&counting),
        memory,
        threads: 1,
        // The forecast is often far too large, and a count that fails costs the search little.
        force: true,
        ..Limits::default()
    };
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
                if limits.stop.is_over() {
                    return false;
                }
                thread::park_timeout(POLL);
            }
            let count = frontier::count(problem, &limits);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::stop::Stopped;
    use crate::tour::Kind;
    use crate::tour::place::Place;

    const MEMORY: u64 = 1 << 26;

    /// Races a search that ends only when it must against a count.
    fn raced(board: &str, kind: Kind, stop: Stop) -> Verdict {
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
        race(&problem, options, idle).unwrap()
    }

    #[test]
    fn a_count_of_zero_ends_a_search_that_does_not() {
        let verdict = raced("4x6", Kind::Closed, Stop::default());
        assert_eq!(verdict, Verdict::None(Evidence::Count));
    }

    #[test]
    fn a_search_goes_on_if_there_are_tours_and_hears_the_flag_of_the_caller() {
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::default().with_flag(flag.clone());
        let stopped = thread::scope(|scope| {
            let race = scope.spawn(|| raced("6x6", Kind::Closed, stop));
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
        let verdict = raced("6x6", Kind::Closed, stop);
        assert_eq!(verdict, Verdict::Unknown(Stopped::Late.into()));
    }
}

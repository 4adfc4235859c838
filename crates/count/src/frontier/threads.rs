//! Work that several threads share.

use super::forecast::Watch;
use super::halt::Halt;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a worker calls now and then: an error says that it is to end.
pub(super) type Look<'l> = &'l mut dyn FnMut() -> Result<(), Halt>;

/// Calls `work` on so many threads, this one among them, and gives what they return. The first that halts
/// halts the others at their next look; `state` counts what this thread then tells of.
pub(super) fn share<T: Send>(
    threads: usize,
    watch: &mut Watch,
    state: impl Fn() -> usize + Sync,
    work: impl Fn(Look) -> Result<T, Halt> + Sync,
) -> Result<Vec<T>, Halt> {
    let halted = AtomicBool::new(false);
    let limits = watch.limits;
    let check = || match halted.load(Ordering::Relaxed) {
        true => Err(Halt::Late),
        false => limits.check(state()),
    };
    let checked = |look: Look| {
        let done = work(look);
        halted.fetch_or(done.is_err(), Ordering::Relaxed);
        done
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|_| scope.spawn(|| checked(&mut || check())))
            .collect();
        let mine = checked(&mut || {
            check()?;
            watch.tell(state());
            Ok(())
        });
        let mut all = vec![mine];
        all.extend(
            others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        first_cause(all)
    })
}

/// All results, or why the first of them halted by itself.
fn first_cause<T>(results: Vec<Result<T, Halt>>) -> Result<Vec<T>, Halt> {
    let halts: Vec<Halt> = results
        .iter()
        .filter_map(|result| result.as_ref().err().copied())
        .collect();
    let cause = halts.iter().find(|&&halt| halt != Halt::Late);
    match cause.or(halts.first()) {
        Some(&halt) => Err(halt),
        None => results.into_iter().collect(),
    }
}

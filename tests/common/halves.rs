//! Work in two halves at once, for a test that runs alone for minutes.

use std::thread;

/// Returns what `work` returns for both halves, each in a thread of its own. It takes every second
/// item, from the first (0) or the second (1) on.
pub fn halves<T: Send>(work: impl Fn(usize) -> T + Sync) -> [T; 2] {
    thread::scope(|scope| {
        let threads = [0, 1].map(|half| {
            let work = &work;
            scope.spawn(move || work(half))
        });
        threads.map(|thread| thread.join().unwrap())
    })
}

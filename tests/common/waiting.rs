//! Waiting for processes. Clocks only bound from above, and generously, so that no test depends on
//! the speed of a machine.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Far more than any step of a test takes on a loaded machine, and far less than the hours that a
/// command would take without its deadline.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until this is so.
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(
            begun.elapsed() < PATIENCE,
            "{what}: not within {PATIENCE:?}"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Returns the result of the function, which must not take long.
pub fn soon<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = run();
    let elapsed = begun.elapsed();
    assert!(elapsed < PATIENCE, "{what}: {elapsed:?}");
    result
}

/// Returns true if the process handles this signal, or has ended.
fn handles(process: u32, signal: Signal) -> bool {
    let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else {
        return true;
    };
    let has_ended = status.contains("\nState:\tZ");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    has_ended || caught.is_some_and(|mask| mask >> (signal.as_raw() - 1) & 1 == 1)
}

/// Sends a signal to a program as soon as it handles it and has worked for a moment.
pub fn interrupt(child: &Child, signal: Signal) {
    wait_until("a handler of the signal", || handles(child.id(), signal));
    // Whatever it has done by then: the result must not depend on it.
    thread::sleep(Duration::from_millis(500));
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Starts a program with these arguments and pipes for its outputs, and interrupts it.
pub fn interrupted(mut command: Command, args: &str, signal: Signal) -> Output {
    command.args(args.split_ascii_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    interrupt(&child, signal);
    soon(args, || child.wait_with_output().unwrap())
}

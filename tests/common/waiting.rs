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
        let is_soon = begun.elapsed() < PATIENCE;
        assert!(is_soon, "{what}: not within {PATIENCE:?}");
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

/// Returns true if the process has worked for half a second of its own, or waits, or has ended.
fn has_worked(process: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{process}/stat")) else {
        return true;
    };
    // The name of the program may contain anything, even a parenthesis.
    let (_, fields) = stat.rsplit_once(") ").expect("a name");
    let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
    let [user, system] = [11, 12].map(|field| fields[field].parse::<u64>().expect("a number"));
    // Hundredths of a second.
    user + system >= 50 || fields[0] == "S" || fields[0] == "Z"
}

/// Sends a signal to a program as soon as it handles it and has worked for a moment. Its own
/// processor time counts, because on a loaded machine it may have waited for a core.
pub fn interrupt(child: &Child, signal: Signal) {
    wait_until("a handler of the signal", || handles(child.id(), signal));
    thread::sleep(Duration::from_millis(500));
    wait_until("half a second of work", || has_worked(child.id()));
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Starts a program with these arguments and pipes for its outputs, and interrupts it.
pub fn interrupted(mut command: Command, args: &str, signal: Signal) -> Output {
    command.args(args.split_ascii_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Open to the end.
    let _input = child.stdin.take();
    interrupt(&child, signal);
    soon(args, || child.wait_with_output().unwrap())
}

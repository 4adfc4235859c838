//! Signals take effect in every command, whatever it is doing.
#![cfg(target_os = "linux")]

use crate::common::cases::{cases, is_like};
use crate::common::program::signalled;
use crate::common::waiting::interrupted;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

#[test]
fn every_command_ends_at_the_first_signal_which_is_no_deadline() {
    let dir = TempDir::new().unwrap();
    let table = cases(include_str!("tables/interrupted.txt"));
    for (number, (args, expected)) in table.into_iter().enumerate() {
        let signal = [Signal::TERM, Signal::INT, Signal::HUP][number % 3];
        let mut command = signalled();
        command.stdin(Stdio::piped());
        command.current_dir(dir.path());
        let output = interrupted(command, &args, signal);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(3), "{args}: {text}");
        assert!(is_like(text.trim_end(), &expected), "{args}: {text}");
        assert!(!text.contains("time limit reached"), "{args}: {text}");
        let is_whole = args.starts_with("sizes") && text.contains("100x100 ");
        assert!(!is_whole, "{text}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{args}");
    }
}

#[test]
fn a_command_whose_output_nobody_takes_ends_at_the_first_signal() {
    let mut command = signalled();
    command.args(["solve", "300x300", "--format", "json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The pipe fills up: the document has more than a megabyte.
    let stat = format!("/proc/{}/wchan", child.id());
    let begun = Instant::now();
    while !fs::read_to_string(&stat).is_ok_and(|what| what.contains("pipe")) {
        // Without this file, some time has to do.
        if begun.elapsed() > Duration::from_secs(10) {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let status = child.wait().unwrap();
    let words = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    assert_eq!(status.code(), Some(3), "{words}");
    assert!(words.contains("stopped by a signal"), "{words}");
}

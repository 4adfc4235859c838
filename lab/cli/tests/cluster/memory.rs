//! No process exceeds the memory limit, and what does not fit is one line.
#![cfg(target_os = "linux")]

use crate::common::fakes::Fakes;
use crate::common::program;
use std::process::{Command, Output};
use tempfile::TempDir;

fn limited(kb: u64, args: &str) -> Output {
    let script = format!("ulimit -v {kb}; exec \"$0\" {args}");
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", &script]).arg(program::path());
    shell.output().unwrap()
}

/// The only line of a command that has run out of memory.
fn out_of_memory(kb: u64, args: &str) -> String {
    let output = limited(kb, args);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    let message = message.strip_prefix("knightsat: out of memory: ");
    message.expect("the only line").to_string()
}

#[test]
fn no_memory_is_one_line_with_what_would_fit() {
    let message = out_of_memory(300_000, "solve 2000x2000");
    assert!(message.contains("2000x2000 takes about "), "{message}");
    let fits = message.split("about ").nth(2).unwrap();
    let fits = fits.split(' ').next().unwrap();
    let output = limited(300_000, &format!("solve {fits} --format moves"));
    assert_eq!(output.status.code(), Some(0), "{fits}: {output:?}");
    let message = out_of_memory(150_000, "solve 40x40 --encoding position");
    assert!(message.contains("40x40 asks for "), "{message}");
}

#[test]
fn out_of_memory_names_what_asks_for_it() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t").display().to_string();
    let picture = format!("solve 8x8 --png {file}.png --size 16384 --memory 500");
    let message = out_of_memory(4_000_000, &picture);
    assert!(message.starts_with("the picture asks for "), "{message}");
    assert!(!message.contains("would fit"), "{message}");
    let small = "solve 3000x3000 --memory 100 --format moves";
    let message = out_of_memory(4_000_000, small);
    assert!(message.ends_with(": allow more memory\n"), "{message}");
    assert!(!message.contains("would fit"), "{message}");
    out_of_memory(150_000, &format!("solve 900x900 --svg {file}.svg"));
    // Nothing half written is left.
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn the_limit_of_memory_is_kept() {
    let fakes = Fakes::new();
    for args in [
        "solve 1500x1500 --memory 100",
        "count 12x12 --memory 100 --force",
    ] {
        let outcome = fakes.run(args);
        assert_eq!(outcome.code, Some(2), "{args}: {outcome:?}");
        assert!(outcome.err.contains("out of memory"), "{args}: {outcome:?}");
        let used = outcome.memory >> 20;
        assert!((10..=100).contains(&used), "{args}: {outcome:?}");
        fakes.assert_nothing_left();
    }
    let outcome = fakes.run("solve 8x8 --memory 100 --format moves");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    // A solver gets the remaining memory.
    let script = "test $(ulimit -v) -le 200000 && cat $MODEL; exit 10";
    assert_eq!(fakes.solve(script, "--memory 200").code, Some(0));
    assert_eq!(fakes.solve(script, "").code, Some(2));
}

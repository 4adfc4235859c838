//! No process exceeds the memory limit, and the error for too little memory is one line.
#![cfg(target_os = "linux")]

use crate::common::cases::is_like;
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

/// The kilobytes of memory, and the messages.
const ERRORS: &str = "\
300000 solve 2000x2000 => 2000x2000 takes about …about … would fit
150000 solve 40x40 --encoding position => 40x40 asks for …
4000000 solve 8x8 --png FILE.png --size 16384 --memory 500 => the picture asks for … or allow more with --memory
4000000 solve 3000x3000 --memory 100 --format moves => …: allow more with --memory
150000 solve 900x900 --svg FILE.svg => …allow more memory (ulimit -v)";

#[test]
fn no_memory_is_one_line_that_names_what_asks_for_it() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t").display().to_string();
    for line in ERRORS.lines() {
        let (command, expected) = line.split_once(" => ").unwrap();
        let (kb, args) = command.split_once(' ').unwrap();
        let output = limited(kb.parse().unwrap(), &args.replace("FILE", &file));
        let message = program::fault(&output, line);
        let expected = format!("out of memory: {expected}");
        assert!(is_like(&message, &expected), "{line}: {message}");
        // A board that would fit is named.
        if let Some(fits) = message.split("about ").nth(2) {
            let fits = fits.split(' ').next().unwrap();
            let output = limited(300_000, &format!("solve {fits} --format moves"));
            assert_eq!(output.status.code(), Some(0), "{fits}: {output:?}");
        }
    }
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

//! Promises of time. Deadlines and signals take effect on boards of any size. Strips of any length
//! have a tour or a reason, in time proportional to their length.
//!
//! The bounds are generous: they hold for a debug build on a busy machine.

use crate::common::{program, waiting};

use program::{has, run, signalled};
use rustix::process::Signal;
use std::process::Stdio;
use waiting::{interrupted, soon};

#[test]
fn strips_of_three_ranks_have_tours_at_any_length() {
    for (args, from) in [
        ("3x100000", ""),
        ("3x100000 --closed", ""),
        ("3x100000 --start a1", "a1 "),
        ("100000x3 --start a1 --end b1", "a1 "),
    ] {
        let (code, out, err) = run(&format!("solve {args} --timeout 40 --format moves"));
        assert_eq!(code, 0, "{args}: {err}");
        assert!(out.starts_with(from), "{args}");
        assert_eq!(out.split_whitespace().count(), 300_000, "{args}");
    }
}

#[test]
fn strips_without_tours_have_their_reason_at_any_length() {
    for (args, reason) in [
        ("4x100000 --closed", "the rest falls into"),
        ("100000x4 --closed --start a2", "the rest falls into"),
        ("5x100001 --closed", "every move changes colour"),
        ("1x100000", "has no moves, and a tour needs at least one"),
        ("2x100000", "have one move each"),
    ] {
        let (code, out, err) = run(&format!("solve {args} --timeout 20"));
        assert_eq!(code, 1, "{args}: {err}");
        assert!(out.contains(reason), "{args}: {out}");
    }
}

#[test]
fn the_reason_of_a_long_strip_makes_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("no-tour");
    let folder = folder.display();
    let (code, out, err) = run(&format!("prove 4x20000 --closed --timeout 20 -o {folder}"));
    assert!(
        code < 2 && out.contains("falls into 20001 pieces"),
        "{out}{err}"
    );
    let (code, out, err) = run(&format!("verify --certificate {folder} 4x20000 --closed"));
    assert_eq!(code, 0, "{out}{err}");
    // It says nothing of a board that has tours.
    let (code, ..) = run(&format!("verify --certificate {folder} 6x20000 --closed"));
    assert_eq!(code, 1);
}

#[test]
fn deadlines_are_kept_on_large_boards() {
    for args in [
        "solve 4000x4000",
        "solve 4000x4000 --closed --format json",
        "solve 2000x2000 --closed",
        "solve 4096x4096 --no-shortcuts",
        "solve 4000x4000 --method warnsdorff",
        "solve 2000x2000 --encoding position",
        "split 700x700 --parts 20 -o no-such-folder",
        "prove 4000x4000 --closed -o no-such-folder",
    ] {
        if !has(args) {
            continue;
        }
        let (code, out, err) = soon(args, || run(&format!("{args} --timeout 1")));
        // What is refused before the clock is asked is refused in time, too.
        assert!(
            code == 3 || args.contains("position"),
            "{args}: {code} {out}{err}"
        );
        assert!(out.contains("unknown") || code == 2, "{args}: {out}");
    }
}

#[test]
fn what_was_being_done_at_the_deadline_is_told() {
    let (code, out, err) = run("solve 4000x4000 --timeout 0.1");
    assert_eq!(code, 3, "{out}{err}");
    assert!(err.contains("laying out the moves"), "{err}");
}

#[test]
fn the_first_signal_ends_what_takes_long() {
    for args in [
        "solve 4000x4000",
        "solve 2000x2000 --closed",
        "solve 3x3000000 --no-shortcuts",
        "prove 3000x3000 --closed -o no-such-folder",
    ] {
        let mut command = signalled();
        command.stdin(Stdio::null());
        let output = interrupted(command, args, Signal::TERM);
        assert_eq!(output.status.code(), Some(3), "{args}: {output:?}");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(words.contains("stopped by a signal"), "{args}: {words}");
    }
}

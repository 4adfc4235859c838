//! Deadlines and signals take effect while formulas are written, sized and read: no partial file is
//! left, and partial results are reported. Bounds are generous: they hold on a loaded machine, and
//! minutes would pass without the deadline.

use crate::common::compression::packed;
use crate::common::{program, waiting};

use program::{error, has, run, signalled, write};
use rustix::process::Signal;
use std::fs;
use std::process::{Output, Stdio};
use waiting::{interrupt, soon};

/// Returns the result of a command with silent standard input, after TERM or by itself.
fn ended(args: &str, is_told: bool) -> Output {
    let mut command = signalled();
    command.args(args.split_ascii_whitespace());
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let silent = child.stdin.take();
    if is_told {
        interrupt(&child, Signal::TERM);
    }
    let output = soon(args, || child.wait_with_output().unwrap());
    drop(silent);
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_formula_that_a_signal_ends_is_not_there() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("formula.gz");
    let file = file.display();
    for args in [
        format!("encode 60x60 --textbook -o {file}"),
        format!("encode 100x100 --encoding distance -o {file}"),
    ] {
        let output = ended(&args, true);
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{args}: {err}");
        assert!(
            err.contains("interrupted: the formula is incomplete"),
            "{err}"
        );
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{args}");
    }
}

#[test]
fn a_formula_that_is_solved_too_is_written_in_time_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("formula");
    let file = file.display();
    for encoding in ["elimination", "distance"] {
        let args = format!("encode 60x60 --encoding {encoding} --solve --timeout 1 -o {file}");
        let (code, _, err) = soon(&args, || run(&args));
        assert_eq!(code, 3, "{args}: {err}");
        assert!(err.contains("time is up"), "{args}: {err}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "{args}");
    }
}

#[test]
fn sizes_that_are_known_when_a_signal_comes_are_printed() {
    let output = ended("sizes 5x5 100x100 --encoding elimination", true);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{out}{err}");
    assert!(out.contains("5x5 ") && !out.contains("100x100"), "{out}");
    assert!(err.contains("1 of 2 formulas is sized"), "{err}");
}

#[test]
fn a_formula_that_does_not_come_is_given_up_at_the_deadline() {
    let output = ended("sat - --timeout 1", false);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(text(&output.stdout), "s UNKNOWN\n");
    let output = ended("sat - --timeout 1 --format json", false);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["result"], "unknown");
    assert!(document["variables"].is_null());
}

/// Says that a command knows nothing as time is up.
fn is_given_up(args: &str) {
    let output = ended(args, false);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{args}: {said}");
    assert!(said.contains("time is up"), "{args}: {said}");
}

#[test]
fn a_file_that_does_not_come_is_given_up_at_the_deadline() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("folder");
    let folder = folder.display();
    let cnf = write(dir.path(), "t.cnf", "p cnf 144 1\n1 0\n");
    let pipe = dir.path().join("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, 0o600.into()).unwrap();
    // A writer that writes nothing.
    let both = fs::File::options().read(true).write(true).open(&pipe);
    let pipe = pipe.display();
    for args in [
        "solve -".to_string(),
        "solve - --unique".into(),
        "solve --graph -".into(),
        "count -".into(),
        "check -".into(),
        "check 3x4 --cnf -".into(),
        format!("check 3x4 --cnf {cnf} --map -"),
        format!("prove - -o {folder}"),
        "puzzle -".into(),
        format!("split - --parts 2 -o {folder}"),
        "encode - --solve".into(),
        format!("solve {pipe}"),
        format!("check 3x4 --cnf {pipe}"),
    ] {
        if has(&args) {
            is_given_up(&format!("{args} --timeout 0.3"));
        }
    }
    drop(both);
}

#[test]
fn a_formula_of_blanks_is_given_up_at_the_deadline() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("blanks.cnf.gz");
    // Four gigabytes of one member after another.
    let blanks = packed(&vec![b' '; 1 << 20]).repeat(1 << 12);
    fs::write(&path, blanks).unwrap();
    is_given_up(&format!("check 3x4 --cnf {} --timeout 0.5", path.display()));
}

#[test]
fn of_several_formulas_one_that_is_too_large_is_a_row() {
    let (code, out, err) = run("check 3x4 300x300 --encoding textbook");
    assert_eq!(code, 3, "{out}{err}");
    let row = |board: &str| {
        let mut lines = out.lines();
        let line = lines.find(|line| line.starts_with(board));
        line.unwrap_or_else(|| panic!("{board}: {out}")).to_string()
    };
    assert!(row("3x4").contains("good"), "{out}");
    assert!(row("300x300").contains("too large"), "{out}");
    assert!(
        out.ends_with("2 formulas, none of them wrong, 1 too large\n"),
        "{out}"
    );
    assert!(err.contains("is too large for this formula"), "{err}");
    let (_, out, _) = run("check 3x4 300x300 --encoding textbook --format json");
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["rows"][0]["is_too_large"], false);
    assert_eq!(document["rows"][1]["is_too_large"], true);
}

#[test]
fn what_a_check_may_take_follows_the_limit_of_memory() {
    let message = error("check 14x14 --encoding position --amo product --memory 100");
    assert!(message.contains("0.1 GB that --memory allows"), "{message}");
    let large = "check 30x30 --encoding position --amo product";
    let message = error(large);
    assert!(message.contains("without --memory"), "{message}");
    let (code, out, err) = run(&format!("{large} --timeout 1 --memory 1000000"));
    assert_eq!(code, 3, "{out}{err}");
    assert!(format!("{out}{err}").contains("time is up"), "{out}{err}");
}

#[test]
fn a_board_that_is_too_large_is_refused_soon() {
    for args in [
        "encode 2049x2048",
        "encode 2050x2050 --closed --encoding order",
        "encode 3000x3000 --textbook",
    ] {
        let message = soon(args, || error(args));
        assert!(
            message.contains("is too large for this formula"),
            "{message}"
        );
    }
}

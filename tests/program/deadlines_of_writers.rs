//! Deadlines and signals take effect while formulas are written, sized and read: no partial file is
//! left, and partial results are reported. Bounds are generous: they hold on a loaded machine, and
//! minutes would pass without the deadline.

use crate::common::program;

use knightsat::cnf::dimacs::compress::Compressor;
use program::{error, has, run, signalled, write};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The limit for an operation of little more than a second, on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(6);

/// Returns the result of a command with silent standard input, after TERM in a second or by itself.
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
    let mut begun = Instant::now();
    if is_told {
        thread::sleep(Duration::from_secs(1));
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        begun = Instant::now();
    }
    let output = child.wait_with_output().unwrap();
    drop(silent);
    let elapsed = begun.elapsed();
    assert!(elapsed < PATIENCE, "{args}: {elapsed:?}");
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
        let begun = Instant::now();
        let (code, _, err) = run(&args);
        assert!(begun.elapsed() < PATIENCE, "{args}: {:?}", begun.elapsed());
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
    let path = dir.path().join("blanks.cnf.zst");
    let mut file = Compressor::for_name(&path, fs::File::create(&path).unwrap()).unwrap();
    let blanks = vec![b' '; 1 << 20];
    (0..1 << 12).for_each(|_| file.write_all(&blanks).unwrap());
    file.finish().unwrap();
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
    let large = "check 30x30 --encoding position --amo product --timeout 1";
    let message = error(large);
    assert!(message.contains("without --memory"), "{message}");
    let (code, out, err) = run(&format!("{large} --memory 1000000"));
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
        let begun = Instant::now();
        let message = error(args);
        assert!(begun.elapsed() < PATIENCE, "{args}: {:?}", begun.elapsed());
        assert!(
            message.contains("is too large for this formula"),
            "{message}"
        );
    }
}

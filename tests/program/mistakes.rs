//! Mistakes on the command line and in the environment: one line of words, which names the object
//! and the remedy.

use crate::common::program;

use assert_cmd::cargo::cargo_bin;
use flate2::Compression;
use flate2::write::GzEncoder;
use program::{error, run, run_with, signalled, write};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

#[test]
fn a_value_with_a_hyphen_is_told_apart_from_an_option() {
    let join = "join a value that begins with a hyphen by '=', as in";
    for (args, expected) in [
        (
            "solve 8x8 --leaper -1,2",
            format!("--leaper -1,2: {join} --leaper=-1,2"),
        ),
        (
            "encode 5x5 -o -y.cnf",
            format!("-o -y.cnf: {join} -o=-y.cnf"),
        ),
        (
            "solve 5x5 --svg -a.svg",
            format!("--svg -a.svg: {join} --svg=-a.svg"),
        ),
        (
            "solve 5x5 --start -a1",
            format!("--start -a1: {join} --start=-a1"),
        ),
        (
            "solve 8x8 --seed -1",
            "--seed -1: write a whole number (see --help)".into(),
        ),
        (
            "count 5x5 --limit -3",
            "--limit -3: write a whole number (see --help)".into(),
        ),
        (
            "sat -x.cnf",
            "unexpected argument '-x.cnf' (see --help); for a file of this name, write ./-x.cnf"
                .into(),
        ),
    ] {
        assert_eq!(error(args), expected, "{args}");
    }
    let dir = TempDir::new().unwrap();
    let status = Command::new(cargo_bin!("knightsat"))
        .args(["encode", "3x4", "-o=-y.cnf"])
        .current_dir(dir.path())
        .status();
    assert!(status.unwrap().success() && dir.path().join("-y.cnf").exists());
}

#[test]
fn every_time_limit_is_a_number_of_seconds_that_ends() {
    for value in ["1e18", "1e10", "-1", "nan", "inf", "1e400"] {
        for command in ["solve 5x5", "sat t.cnf", "count 5x5"] {
            let message = error(&format!("{command} --timeout {value}"));
            let expected = ": write a number of seconds from 0 to 1e9";
            assert!(
                message.starts_with("--timeout ") && message.ends_with(expected),
                "{message}"
            );
        }
    }
    assert_eq!(run("solve 5x5 --timeout 1e9").0, 0);
}

#[test]
fn a_wrong_name_comes_with_the_known_ones() {
    let message = error("--completions klingon");
    let expected = if cfg!(feature = "manual") {
        "no such shell: write one of bash, "
    } else {
        "--completions is part of the lab"
    };
    assert!(message.contains(expected), "{message}");
    for command in ["solve 5x5", "prove 4x4 -o c"] {
        let dir = TempDir::new().unwrap();
        let plain = write(dir.path(), "plain", "");
        for (program, fault) in [
            ("/no/such".to_string(), ": no such program"),
            (
                dir.path().display().to_string(),
                ": a folder, not a program",
            ),
            (plain, ": not executable: run chmod +x on it"),
        ] {
            let output = Command::new(cargo_bin!("knightsat"))
                .args(command.split(' '))
                .arg("--solver")
                .arg(format!("{program} {{cnf}}"))
                .output();
            let (code, message) = ended(output.unwrap());
            if !command.starts_with("prove") {
                assert_eq!(message, format!("{program}{fault}"));
            }
            assert_eq!(code, Some(2), "{message}");
        }
    }
}

/// The exit code, and the one line of a command.
fn ended(output: Output) -> (Option<i32>, String) {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(message.lines().count(), 1, "{message}");
    let message = message.trim_end().trim_start_matches("knightsat: ");
    (output.status.code(), message.to_string())
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let dir = TempDir::new().unwrap();
    let name = b"red\x1b[31m\x07\xc2\x9b\xe2\x80\xae.cnf".to_vec();
    let file = dir.path().join(std::ffi::OsString::from_vec(name));
    fs::write(&file, "p cnf 1 2\n1 0\n").unwrap();
    let missing = file.with_extension("no");
    let path = |path: &Path| path.to_path_buf().into_os_string();
    for (args, file) in [
        (vec!["lint"], path(&file)),
        (vec!["sat"], path(&file)),
        (vec!["sat"], path(&missing)),
        (vec!["solve"], path(&missing)),
        (vec!["solve"], path(&file)),
        (vec!["solve", "5x5", "--solver"], path(&missing)),
        (vec!["solve", "5x5", "--start"], "a\u{1b}[1m".into()),
        (vec!["verify", "5x5"], path(&file)),
        (vec!["check", "3x4", "--cnf"], path(&file)),
        (
            vec!["encode", "3x4", "--encoding"],
            "\u{1b}[1mposition".into(),
        ),
        (
            vec!["prove", "4x4", "-o"],
            path(&dir.path().join("\u{1b}c")),
        ),
        (vec![], "so\u{1b}[31mlve".into()),
        (vec!["solve", "5x5", "--\u{1b}[31mclosed"], "".into()),
    ] {
        let output = Command::new(cargo_bin!("knightsat"))
            .args(&args)
            .arg(file)
            .output();
        let output = output.unwrap();
        let text =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        let harmful = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(
            !text.is_empty() && !text.contains(harmful),
            "{args:?}: {text:?}"
        );
    }
    // A document contains the name itself.
    let mut lint = Command::new(cargo_bin!("knightsat"));
    let output = lint
        .args(["lint", "--format", "json"])
        .arg(&file)
        .output()
        .unwrap();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["file"].as_str(), file.to_str());
}

#[test]
fn files_for_people_may_be_compressed() {
    let dir = TempDir::new().unwrap();
    let packed = |name: &str, text: &str| {
        let path = dir.path().join(name);
        let mut file = GzEncoder::new(File::create(&path).unwrap(), Compression::fast());
        file.write_all(text.as_bytes()).unwrap();
        file.finish().unwrap();
        path.display().to_string()
    };
    let board = packed("board.gz", "...\n...\n...\n...\n");
    assert_eq!(run(&format!("solve {board}")), run("solve 4x3"));
    let graph = packed("graph.gz", "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n");
    assert_eq!(run(&format!("solve --graph {graph} --closed")).0, 0);
    let tour = packed("tour.gz", &run("solve 5x5 --format moves").1);
    assert_eq!(run(&format!("verify 5x5 {tour}")).0, 0);
    let bytes = fs::read(&board).unwrap();
    fs::write(&board, &bytes[..bytes.len() / 2]).unwrap();
    let fault = "the gzip data ends early, or is damaged: get the file again, or pack it again";
    assert_eq!(
        error(&format!("solve {board}")),
        format!("{board}: {fault}")
    );
}

#[test]
fn a_device_without_an_end_is_refused_on_standard_input_too() {
    for args in ["lint -", "sat -", "solve -", "verify 5x5 -"] {
        let zero = File::open("/dev/zero").unwrap();
        let output = Command::new(cargo_bin!("knightsat"))
            .args(args.split(' '))
            .stdin(zero)
            .output();
        let (code, message) = ended(output.unwrap());
        let fault = "standard input: a device, which has no end: name a file";
        assert_eq!((code, &message[..]), (Some(2), fault), "{args}");
    }
    assert_eq!(run_with("lint -", "p cnf 0 0\n").0, 0);
}

#[test]
fn a_pipe_without_a_reader_does_not_hold_up_the_deadline() {
    let dir = TempDir::new().unwrap();
    let pipe = dir.path().join("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, 0o600.into()).unwrap();
    let pipe = pipe.display();
    for args in [
        "solve 5x5 --svg",
        "puzzle 5x5 --html",
        "solve 5x5 --unique --svg",
    ] {
        let begun = Instant::now();
        let (code, out, err) = run(&format!("{args} {pipe} --timeout 0.3"));
        assert_eq!((code, out.as_str()), (3, ""), "{args}: {err}");
        assert!(err.contains("time is up"), "{args}: {err}");
        // A pipe without a deadline has five seconds.
        assert!(begun.elapsed() < Duration::from_secs(5), "{args}");
    }
    let message = error(&format!("encode 3x4 -o {pipe}"));
    assert_eq!(message, format!("{pipe}: a named pipe without a reader"));
}

#[test]
fn too_little_address_space_is_one_line_and_no_panic() {
    let run = |kib: u64, args: &str| {
        let script = format!("ulimit -v {kib}; exec \"$0\" {args}");
        let mut shell = Command::new("sh");
        let shell = shell.arg("-c").arg(script).arg(cargo_bin!("knightsat"));
        shell.output().unwrap()
    };
    // With less, the system cannot load the program; with hardly more, it cannot extend the stack.
    let loaded = |kib: &u64| matches!(run(*kib, "--version").status.code(), Some(0 | 2));
    let least = (8_000..80_000).step_by(500).find(loaded).unwrap() + 1_000;
    for kib in (least..least + 21_000).step_by(1500) {
        for args in [
            "solve 8x8",
            "count 6x6",
            "encode 8x8 -o /dev/null",
            "check 3x4 --encoding order",
        ] {
            let output = run(kib, args);
            let words = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => {}
                Some(2) => assert_eq!(words.lines().count(), 1, "{kib} {args}: {words}"),
                code => panic!("{kib} {args}: {code:?} {words}"),
            }
        }
    }
}

#[test]
fn a_command_whose_output_nobody_takes_ends_after_the_first_signal() {
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
    let mut words = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut words).unwrap();
    assert_eq!(status.code(), Some(3), "{words}");
    assert!(words.contains("stopped by a signal"), "{words}");
}

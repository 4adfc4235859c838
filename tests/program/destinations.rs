//! Every argument that names an output × every destination: a good one receives the same bytes, and
//! a bad one is named in one line. Nothing else is left, and no output appears partly.
#![cfg(target_os = "linux")]

use crate::common::{certificates, compression, program, transcript, waiting};

use certificates::files;
use compression::{endings, plain};
use program::{error, fault, is_lab, run, signalled, write};
use rustix::process::{Signal, geteuid};
use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use transcript::is_like;
use waiting::{interrupt, soon};

/// Arguments that name an output, `@`, with the exit code. `IN` contains a tour, a formula, its
/// answer, one without a model, and one with faults.
const WRITERS: &str = "\
0 encode 3x4 -o @
0 encode 3x4 --format opb -o @
0 encode 3x4 --format smt2 -o @
0 encode 3x4 --minimize turns --format wcnf -o @
0 encode 3x4 --format words -o @
0 lint --fix IN/bad.cnf -o @
20 sat IN/none.cnf --proof @
20 sat IN/none.cnf --proof-format binary-drat --proof @
20 sat IN/none.cnf --proof-format lrat --proof @
0 encode 3x4 -o /dev/null --map @
0 solve 3x4 --svg @
0 solve 3x4 --html @
4 solve 3x4 --unique --svg @
0 render 3x4 IN/tour --svg @
0 decode IN/t.cnf IN/answer --svg @
0 puzzle 3x4 --seed 1 --html @";

/// Returns a folder with the inputs.
fn inputs() -> TempDir {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "tour", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3");
    write(
        dir.path(),
        "none.cnf",
        "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
    );
    write(dir.path(), "bad.cnf", "1 2 0\n");
    let formula = write(dir.path(), "t.cnf", &run("encode 3x4").1);
    write(dir.path(), "answer", &program::solved(&formula));
    dir
}

/// The writers with their exit codes. The last field is true for those that compress by the name.
fn writers(inputs: &Path) -> Vec<(i32, String, bool)> {
    let inputs = inputs.display().to_string();
    let rows = WRITERS.lines().map(|row| row.split_once(' ').unwrap());
    let writer = |(code, args): (&str, &str)| {
        let packs = args.contains("-o @") && !args.contains("words") || args.starts_with("sat");
        (code.parse().unwrap(), args.replace("IN", &inputs), packs)
    };
    rows.map(writer).collect()
}

/// Runs a command in a shell after another, in this folder.
fn shell(folder: &Path, before: &str, args: &str) -> Output {
    let mut shell = Command::new("bash");
    shell.arg("-c").arg(format!("{before}; exec \"$0\" {args}"));
    shell
        .arg(program::path())
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn every_good_destination_receives_the_same() {
    let inputs = inputs();
    for (code, args, packs) in writers(inputs.path()) {
        let dir = TempDir::new().unwrap();
        let at = |name: &str| dir.path().join(name);
        let written = |name: &str| {
            let args = args.replace('@', &at(name).display().to_string());
            let (found, out, err) = run(&args);
            assert_eq!((found, err.as_str()), (code, ""), "{args}");
            assert!(
                args.starts_with("encode") <= out.is_empty(),
                "{args}: {out}"
            );
        };
        written("new");
        let bytes = fs::read(at("new")).unwrap();
        assert!(!bytes.is_empty(), "{args}");
        let is_same = |name: &str| assert!(fs::read(at(name)).unwrap() == bytes, "{args} {name}");
        for kept in [0o600, 0o640, 0o666, 0o755] {
            fs::write(at("old"), "old").unwrap();
            fs::set_permissions(at("old"), Permissions::from_mode(kept)).unwrap();
            if geteuid().is_root() {
                chown(at("old"), Some(1234), Some(4321)).unwrap();
            }
            written("old");
            is_same("old");
            let data = fs::metadata(at("old")).unwrap();
            assert_eq!(data.mode() & 0o777, kept);
            assert!(!geteuid().is_root() || (data.uid(), data.gid()) == (1234, 4321));
            fs::write(at("old"), "old").unwrap();
        }
        fs::create_dir(at("folder")).unwrap();
        for (link, target) in [
            ("link", "old"),
            ("first", "second"),
            ("second", "folder/new"),
        ] {
            symlink(target, at(link)).unwrap();
        }
        for (link, file) in [("link", "old"), ("first", "folder/new")] {
            written(link);
            is_same(file);
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
        }
        let all = ["first", "folder", "link", "new", "old", "second"];
        assert_eq!(files(dir.path()), all, "{args}");
        assert_eq!(files(&at("folder")), ["new"]);
        for ending in endings().into_iter().filter(|_| packs) {
            let name = format!("packed.{ending}");
            written(&name);
            assert!(plain(&at(&name)) == bytes, "{args} {ending}");
            assert!(fs::read(at(&name)).unwrap() != bytes, "{args} {ending}");
        }
        if !args.contains("-o @") {
            continue;
        }
        for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            // The findings are on the same stream.
            if args.starts_with("lint") && name != "-" {
                continue;
            }
            let args = args.replace('@', name);
            let (found, out, _) = run(&args);
            assert_eq!((found, out.as_bytes()), (code, &bytes[..]), "{args}");
            // Not replaced where it is a file: the line before stays.
            let output = shell(dir.path(), "echo before > log; exec >> log", &args);
            assert!(output.status.success(), "{args}");
            let text = [b"before\n", &bytes[..]].concat();
            assert!(fs::read(at("log")).unwrap() == text, "{args}");
        }
    }
}

/// Bad destinations with their faults, in a folder without more space where `<` says so.
const BAD: &str = "\
/nowhere/a/t => /nowhere: no such folder
folder => folder: a folder, not a file
new/ => new/: a folder, not a file
new/. => new/.: a folder, not a file
old/x => old/x: a part of its path is a file, not a folder
round => round: Too many levels of symbolic links (os error 40)
closed => closed: the file is read-only: name another one, or allow writing to it
/dev/full => /dev/full: …the disk is full
full => full: …the disk is full
full.gz => full.gz: …the disk is full
old < ulimit -f 0 => old: …the largest size of a file is reached (see ulimit -f)
new < ulimit -f 0 => new: …the largest size of a file is reached (see ulimit -f)
old.gz < ulimit -f 0 => old.gz: …the largest size of a file is reached (see ulimit -f)";

#[test]
fn every_bad_destination_is_named_in_one_line() {
    let inputs = inputs();
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    fs::create_dir(path.join("folder")).unwrap();
    for (name, mode) in [("closed", 0o444), ("old", 0o644), ("old.gz", 0o644)] {
        write(path, name, "old");
        fs::set_permissions(path.join(name), Permissions::from_mode(mode)).unwrap();
    }
    for (link, target) in [
        ("round", "round"),
        ("full", "/dev/full"),
        ("full.gz", "/dev/full"),
    ] {
        symlink(target, path.join(link)).unwrap();
    }
    let before = files(path);
    for (_, args, _) in writers(inputs.path()) {
        for row in BAD.lines() {
            let (name, expected) = row.split_once(" => ").unwrap();
            let (name, limit) = name.split_once(" < ").unwrap_or((name, ":"));
            let args = args.replace('@', name);
            let message = fault(&shell(path, limit, &args), &args);
            assert!(is_like(&message, expected), "{args}: {message}");
            assert_eq!(files(path), before, "{args}");
        }
        for old in ["closed", "old", "old.gz"] {
            assert_eq!(fs::read_to_string(path.join(old)).unwrap(), "old", "{args}");
        }
    }
    for (name, expected) in [
        ("/nowhere/a/t", "/nowhere: no such folder"),
        ("old", "old: a file, not a folder"),
        ("old/x", "old/x: a part of its path is a file, not a folder"),
        (".", ".: the folder is not empty: name a new one"),
        (
            "-",
            "-: a folder is written, and standard output is none: name a folder, or write ./-",
        ),
    ] {
        let args = format!("prove 4x4 -o {name}");
        assert_eq!(fault(&shell(path, ":", &args), &args), expected);
    }
    assert_eq!(files(path), before);
}

#[test]
fn two_outputs_in_one_place_are_refused_before_anything_is_written() {
    let dir = TempDir::new().unwrap();
    symlink("x", dir.path().join("link")).unwrap();
    fs::create_dir(dir.path().join("folder")).unwrap();
    let refused = |args: &str, options: &str| {
        let message = fault(&shell(dir.path(), ":", args), args);
        let expected = format!("{options} would both write to ");
        assert!(message.starts_with(&expected), "{args}: {message}");
    };
    for (args, options) in [
        ("encode 3x4 -o x --map x", "-o and --map"),
        ("encode 3x4 -o x --map folder/../x", "-o and --map"),
        ("encode 3x4 -o link --map ./x", "-o and --map"),
        ("encode 3x4 --map -", "-o and --map"),
        ("encode 3x4 -o - --map /dev/stdout", "-o and --map"),
        ("solve 3x4 --svg x --png x", "--svg and --png"),
        ("solve 3x4 --svg x --html ./x", "--svg and --html"),
        ("solve 3x4 --svg /dev/stdout --html -", "--svg and --html"),
    ] {
        refused(args, options);
        assert_eq!(files(dir.path()), ["folder", "link"], "{args}");
    }
    fs::write(dir.path().join("x"), "").unwrap();
    fs::hard_link(dir.path().join("x"), dir.path().join("hard")).unwrap();
    refused("encode 3x4 -o x --map hard", "-o and --map");
    // What swallows everything mixes nothing up.
    assert_eq!(run("encode 3x4 -o /dev/null --map /dev/null").0, 0);
    let none = write(dir.path(), "none.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!(
        error(&format!("sat {none} --proof {none}")),
        format!("{none}: the proof would overwrite the formula: name another file")
    );
    assert!(error(&format!("sat {none} --proof -")).contains("name a file for the proof"));
}

#[test]
fn outputs_of_a_command_appear_together_or_not_at_all() {
    let dir = TempDir::new().unwrap();
    // The map is smaller than the formula, and the picture than the page.
    for (kib, args) in [
        (1024, "encode 12x12 --textbook -o a.cnf --map b.map"),
        (16, "solve 6x6 --closed --svg a.svg --html b.html"),
        (16, "puzzle 4x5 --svg a.svg --html b.html"),
        (10, "--man ."),
    ] {
        if args.starts_with("--man") && !is_lab() {
            continue;
        }
        let message = fault(&shell(dir.path(), &format!("ulimit -f {kib}"), args), args);
        let reason = "the largest size of a file is reached (see ulimit -f)";
        assert!(message.ends_with(reason), "{args}: {message}");
        assert_eq!(files(dir.path()), [""; 0], "{args}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly_by_its_signal() {
    let dir = TempDir::new().unwrap();
    for ending in endings().into_iter().chain(["cnf"]) {
        let pipe = dir.path().join(format!("pipe.{ending}"));
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, 0o600.into()).unwrap();
        let mut command = signalled();
        command
            .args(["encode", "40x40", "--textbook", "-o"])
            .arg(&pipe);
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut reader = File::open(&pipe).unwrap();
        reader.read_exact(&mut [0; 9]).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(Signal::PIPE.as_raw()));
        // Only what is said of any such formula.
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(
            errors.lines().all(|line| line.contains("docs/hard.md")),
            "{errors}"
        );
    }
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
        let (code, out, err) = run(&format!("{args} {pipe} --timeout 0.3"));
        assert_eq!((code, out.as_str()), (3, ""), "{args}: {err}");
        assert!(err.contains("time is up"), "{args}: {err}");
    }
    let message = error(&format!("encode 3x4 -o {pipe}"));
    assert_eq!(message, format!("{pipe}: a named pipe without a reader"));
}

#[test]
fn a_signal_leaves_what_was_there() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf.gz");
    fs::write(&file, "old").unwrap();
    for (args, signal) in [
        ("encode 60x60 --textbook -o", Signal::INT),
        ("encode 60x60 --textbook -o", Signal::TERM),
        ("encode 100x100 --encoding distance -o", Signal::TERM),
    ] {
        let mut command = signalled();
        command
            .args(args.split(' '))
            .arg(&file)
            .stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        interrupt(&child, signal);
        let output = soon(args, || child.wait_with_output().unwrap());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{args}: {errors}");
        assert!(
            errors.contains("interrupted: the formula is incomplete"),
            "{errors}"
        );
        assert_eq!(files(dir.path()), ["t.cnf.gz"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }
}

//! Every argument that names an output × every destination: a good one receives the same bytes, and
//! a bad one is named in one line. Nothing else is left, and no output appears partly.
#![cfg(target_os = "linux")]

use crate::common::cases::{cases, is_like};
use crate::common::certificates::files;
use crate::common::compression::{ENDINGS, plain};
use crate::common::program::{self, fault, run, signalled};
use crate::common::transcript::transcript;
use crate::common::waiting::{interrupt, soon};
use rustix::process::{Signal, geteuid};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Arguments that name an output, `@`, with the exit code. `IN` contains a tour, a formula, its
/// answer, one without a model, and one with faults.
const WRITERS: &str = include_str!("tables/writers.txt");

/// Returns a folder with the inputs.
fn inputs() -> TempDir {
    let table = r"tour = a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3
        none.cnf = p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n
        bad.cnf = 1 2 0\n
        0 encode 3x4 -o t.cnf
        10 sat t.cnf > answer";
    transcript(table)
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
    shell.arg(program::path()).current_dir(folder);
    shell.output().unwrap()
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
            let is_quiet = args.starts_with("encode") <= out.is_empty();
            assert!(is_quiet, "{args}: {out}");
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
        symlink("old", at("link")).unwrap();
        symlink("second", at("first")).unwrap();
        symlink("folder/new", at("second")).unwrap();
        for (link, file) in [("link", "old"), ("first", "folder/new")] {
            written(link);
            is_same(file);
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
        }
        let all = ["first", "folder", "link", "new", "old", "second"];
        assert_eq!(files(dir.path()), all, "{args}");
        assert_eq!(files(&at("folder")), ["new"]);
        for ending in ENDINGS.into_iter().filter(|_| packs) {
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

#[test]
fn every_bad_destination_is_named_in_one_line() {
    let inputs = inputs();
    let table = "closed = old
        old = old
        old.gz = old
        0 $ chmod 444 closed; mkdir folder; ln -s round round
        0 $ ln -s /dev/full full; ln -s /dev/full full.gz";
    let dir = transcript(table);
    let path = dir.path();
    let before = files(path);
    for (_, args, _) in writers(inputs.path()) {
        for (name, expected) in cases(include_str!("tables/destinations.txt")) {
            let (name, limit) = name.split_once(" < ").unwrap_or((&name, ":"));
            let args = args.replace('@', name);
            let message = fault(&shell(path, limit, &args), &args);
            assert!(is_like(&message, &expected), "{args}: {message}");
            assert_eq!(files(path), before, "{args}");
        }
        for old in ["closed", "old", "old.gz"] {
            assert_eq!(fs::read_to_string(path.join(old)).unwrap(), "old", "{args}");
        }
    }
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
        command.args(args.split(' ')).arg(&file);
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        interrupt(&child, signal);
        let output = soon(args, || child.wait_with_output().unwrap());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{args}: {errors}");
        let expected = "interrupted: the formula is incomplete";
        assert!(errors.contains(expected), "{errors}");
        assert_eq!(files(dir.path()), ["t.cnf.gz"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }
}

//! Every argument that names an output × every destination: a good one receives the same bytes, and
//! a bad one is named in one line. Nothing else is left, and no output appears partly.
#![cfg(target_os = "linux")]

use crate::common::cases::{cases, is_like};
use crate::common::certificates::files;
use crate::common::compression::{ENDINGS, plain};
use crate::common::program::{self, fault, is_lab, run, signalled};
use crate::common::transcript::{transcript, transcript_in};
use crate::common::waiting::{interrupt, soon};
use rustix::process::{Signal, geteuid};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Arguments that name an output, `@`, with the exit code. `IN` contains a tour, a formula, its
/// answer, one without a model, and one with faults.
const WRITERS: &str = "\
0 encode 3x4 -o @
0 encode 3x4 --format smt2 -o @
0 encode 3x4 --minimize turns --format wcnf -o @
0 encode 3x4 --format words -o @
0 lint --fix IN/bad.cnf -o @
20 sat IN/none.cnf --proof @
20 sat IN/none.cnf --proof-format lrat --proof @
20 sat IN/none.cnf --trace @
0 encode 3x4 -o /dev/null --map @
0 solve 3x4 --svg @
0 solve 3x4 --html @
4 solve 3x4 --unique --svg @
0 render 3x4 IN/tour --svg @
0 decode IN/t.cnf IN/answer --svg @
0 puzzle 3x4 --seed 1 --html @";

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

const LIMIT: &str = "the largest size of a file is reached (see ulimit -f)";

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
    let table = "closed = old
        old = old
        old.gz = old
        0 $ chmod 444 closed; mkdir folder; ln -s round round
        0 $ ln -s /dev/full full; ln -s /dev/full full.gz";
    let dir = transcript(table);
    let path = dir.path();
    let before = files(path);
    for (_, args, _) in writers(inputs.path()) {
        for (name, expected) in cases(BAD) {
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
    let table = "prove 4x4 -o /nowhere/a/t => /nowhere: no such folder
        prove 4x4 -o old => old: a file, not a folder
        prove 4x4 -o old/x => old/x: a part of its path is a file, not a folder
        prove 4x4 -o . => .: the folder is not empty: name a new one
        prove 4x4 -o - => -: a folder is written, and standard output is none: name a folder, or \
            write ./-";
    transcript_in(path, table);
    assert_eq!(files(path), before);
}

#[test]
fn outputs_of_a_command_are_in_two_places_and_appear_together_or_not_at_all() {
    // What swallows everything mixes nothing up.
    let dir = transcript(
        &r"0 $ ln -s x link; mkdir folder
        encode 3x4 -o x --map {x|folder/../x} => -o and --map would both write to …
        encode 3x4 -o link --map ./x => -o and --map would both write to …
        encode 3x4 {--map -|-o - --map /dev/stdout} => -o and --map would both write to …
        solve 3x4 --svg x --tikz x => --svg and --tikz would both write to …
        solve 3x4 --svg x --html ./x => --svg and --html would both write to …
        solve 3x4 --svg /dev/stdout --html - => --svg and --html would both write to …
        0 $ ls => folder | link
        0 encode 3x4 -o /dev/null --map /dev/null
        none = p cnf 1 2\n1 0\n-1 0\n
        sat none --proof none => none: the proof would overwrite the formula: name another file
        sat none --trace none => none: the trace would overwrite the formula: name another file
        sat none --proof - => …name a file for the proof…
        0 $ rm -r *
        $ ulimit -f 1024; $0 encode 12x12 --textbook -o a.cnf --map b.map => …LIMIT
        $ ulimit -f 16; $0 {solve 6x6 --closed|puzzle 4x5} --svg a.svg --html b.html => …LIMIT
        0 $ ls =>"
            .replace("LIMIT", LIMIT),
    );
    // The map is smaller than the formula, and the picture than the page.
    if is_lab() {
        let pages = format!(
            "$ ulimit -f 10; $0 --man {{.|new}} => …{LIMIT}
            $ ulimit -f 0; $0 split 6x6 --proof --parts 2 -o new => new/…{LIMIT}
            0 $ ls =>"
        );
        transcript_in(dir.path(), &pages);
    }
}

/// A closed pipe ends quietly by its signal: with a formula, only with what is said of any such.
#[test]
fn pipes_end_a_command_and_do_not_hold_up_its_deadline() {
    for ending in ENDINGS.into_iter().chain(["cnf"]) {
        transcript(&format!(
            "0 $ mkfifo t.{ending}
            141 $ head -c 9 t.{ending} >head & $0 encode 40x40 --textbook -o t.{ending} 2>errors; \
                code=$?; grep -v lab/docs/hard.md errors; exit $code =>"
        ));
    }
    let table = "0 $ mkfifo pipe
        3 {solve 5x5 --svg|puzzle 5x5 --html|solve 5x5 --unique --svg} pipe --timeout 0.3 \
            => ! …time limit reached…
        encode 3x4 -o pipe => pipe: a named pipe without a reader";
    transcript(table);
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

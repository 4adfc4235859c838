//! Destinations of outputs: read-only files are not replaced, permissions stay, links are followed,
//! and two outputs never share a file.
#![cfg(target_os = "linux")]

use crate::common::program;

use program::{error, run};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A folder with a file in it.
fn with_file(mode: u32) -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf");
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
    (dir, file)
}

fn mode(file: &Path) -> u32 {
    fs::metadata(file).unwrap().mode() & 0o777
}

fn encode(file: &Path) -> (i32, String, String) {
    run(&format!("encode 3x4 -o {}", file.display()))
}

#[test]
fn a_read_only_file_stays() {
    let (dir, file) = with_file(0o444);
    let message = error(&format!("encode 3x4 -o {}", file.display()));
    assert!(
        message.contains("t.cnf: the file is read-only"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(names(dir.path()), ["t.cnf"]);
}

#[test]
fn permissions_and_owner_of_a_file_stay() {
    for kept in [0o600, 0o640, 0o666, 0o755] {
        let (dir, file) = with_file(kept);
        let is_root = rustix::process::geteuid().is_root();
        if is_root {
            std::os::unix::fs::chown(&file, Some(1234), Some(4321)).unwrap();
        }
        assert_eq!(encode(&file).0, 0);
        assert!(fs::read_to_string(&file).unwrap().contains("p cnf"));
        assert_eq!(mode(&file), kept);
        let data = fs::metadata(&file).unwrap();
        assert!(!is_root || (data.uid(), data.gid()) == (1234, 4321));
        assert_eq!(names(dir.path()), ["t.cnf"]);
    }
}

#[test]
fn links_are_followed_and_loops_are_refused() {
    let (dir, file) = with_file(0o600);
    let link = dir.path().join("link");
    symlink("t.cnf", &link).unwrap();
    assert_eq!(encode(&link).0, 0);
    assert!(fs::read_to_string(&file).unwrap().contains("p cnf"));
    assert_eq!(mode(&file), 0o600);

    let far = dir.path().join("folder");
    fs::create_dir(&far).unwrap();
    let dangling = dir.path().join("dangling");
    symlink("second", &dangling).unwrap();
    symlink("folder/new", dir.path().join("second")).unwrap();
    assert_eq!(encode(&dangling).0, 0);
    assert!(
        fs::read_to_string(far.join("new"))
            .unwrap()
            .contains("p cnf")
    );

    let round = dir.path().join("round");
    symlink("round", &round).unwrap();
    let message = error(&format!("encode 3x4 -o {}", round.display()));
    assert!(message.contains("symbolic links"), "{message}");
    for link in [&link, &dangling, &round] {
        assert!(fs::symlink_metadata(link).unwrap().is_symlink());
    }
}

#[test]
fn two_outputs_in_one_place_are_refused_before_anything_is_written() {
    let dir = TempDir::new().unwrap();
    symlink("x", dir.path().join("link")).unwrap();
    fs::create_dir(dir.path().join("folder")).unwrap();
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
        let mut command = Command::new(crate::common::program::path());
        command.args(args.split(' ')).current_dir(dir.path());
        let output = command.output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}: {message}");
        assert!(output.stdout.is_empty(), "{args}");
        assert_eq!(message.lines().count(), 1, "{args}: {message}");
        let expected = format!("knightsat: {options} would both write to ");
        assert!(message.starts_with(&expected), "{args}: {message}");
        assert_eq!(names(dir.path()), ["folder", "link"], "{args}");
    }
    let hard = dir.path().join("hard");
    fs::write(dir.path().join("x"), "").unwrap();
    fs::hard_link(dir.path().join("x"), &hard).unwrap();
    let folder = dir.path().display();
    error(&format!("encode 3x4 -o {folder}/x --map {folder}/hard"));
    // What swallows everything mixes nothing up.
    assert_eq!(run("encode 3x4 -o /dev/null --map /dev/null").0, 0);
}

#[test]
fn a_file_that_may_not_grow_leaves_nothing() {
    let (dir, file) = with_file(0o644);
    let script = "ulimit -f 8; exec \"$0\" encode 12x12 --textbook -o \"$1\"";
    let mut shell = Command::new("sh");
    shell
        .args(["-c", script])
        .arg(crate::common::program::path());
    let output = shell.arg(&file).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.ends_with("the largest size of a file is reached (see ulimit -f)\n"),
        "{message}"
    );
    assert_eq!(names(dir.path()), ["t.cnf"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
}

#[test]
fn standard_output_has_many_names() {
    let dir = TempDir::new().unwrap();
    let (_, expected, _) = run("encode 3x4");
    let log = dir.path().join("log");
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        assert_eq!(run(&format!("encode 3x4 -o {name}")).1, expected, "{name}");
        // Not replaced where it is a file: the line before stays.
        let script = format!("echo before > $1; exec $0 encode 3x4 -o {name} >> $1");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script])
            .arg(crate::common::program::path());
        assert!(shell.arg(&log).status().unwrap().success());
        let text = fs::read_to_string(&log).unwrap();
        assert_eq!(text, format!("before\n{expected}"), "{name}");
    }
}

#[test]
fn outputs_of_a_command_appear_together_or_not_at_all() {
    let dir = TempDir::new().unwrap();
    let fails = |kib: u32, args: &str| {
        let script = format!("ulimit -f {kib}; exec \"$0\" {args}");
        let mut shell = Command::new("bash");
        let shell = shell.args(["-c", &script]).current_dir(dir.path());
        let output = shell.arg(program::path()).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args}: {message}");
        assert!(
            message.ends_with("the largest size of a file is reached (see ulimit -f)\n"),
            "{args}: {message}"
        );
        assert_eq!(names(dir.path()), [""; 0], "{args}");
    };
    // The map is smaller than the formula, and the picture than the page.
    fails(1024, "encode 12x12 --textbook -o a.cnf --map b.map");
    fails(16, "solve 6x6 --closed --svg a.svg --html b.html");
    fails(16, "puzzle 4x5 --svg a.svg --html b.html");
    if program::is_lab() {
        fails(10, "--man .");
    }
}

#[test]
fn a_name_with_a_slash_at_its_end_is_a_folder() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().display();
    for end in ["/", "/."] {
        let message = error(&format!("encode 3x4 -o {folder}/x.cnf{end}"));
        assert_eq!(
            message,
            format!("{folder}/x.cnf{end}: a folder, not a file")
        );
        assert_eq!(names(dir.path()), [""; 0]);
    }
}

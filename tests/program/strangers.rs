//! Foreign files: without an end, without a writer, too long, or too deep for any stack. Every
//! command runs under a limit of memory, so that an endless reader fails harmlessly.
#![cfg(target_os = "linux")]

use crate::common::program;

use program::write;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The only line that a command says that ends with exit code 2. `input` is a command of the shell.
fn fault(input: &str, args: &str) -> String {
    let script = format!("ulimit -v 1000000; {input} | \"$0\" {args}");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script])
        .arg(crate::common::program::path());
    let output = shell.stdin(Stdio::null()).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args}: {message}");
    assert_eq!(message.lines().count(), 1, "{args}: {message}");
    assert!(!message.contains("out of memory"), "{args}: {message}");
    // The name of a file, our words, and a quotation.
    assert!(message.chars().count() < 500, "{args}: {message}");
    message
}

/// A certificate with cuts, whose files are then replaced.
fn certificate(dir: &Path) -> String {
    let folder = dir.join("certificate").display().to_string();
    let (code, _, message) =
        program::run(&format!("prove 3x6 --closed --no-shortcuts -o {folder}"));
    assert!(
        code < 2 && Path::new(&folder).join("proof.lrat").exists(),
        "{message}"
    );
    folder
}

#[test]
fn what_never_ends_is_not_read() {
    let dir = TempDir::new().unwrap();
    let map = write(dir.path(), "t.cnf", "p cnf 144 1\n1 0\n");
    let pipe = dir.path().join("pipe").display().to_string();
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let begun = Instant::now();
    for (file, what) in [
        ("/dev/full", "a device, which has no end"),
        ("/dev/zero", "a device, which has no end"),
        ("/dev/urandom", "a device, which has no end"),
        (dir.path().to_str().unwrap(), "a folder, not a file"),
        (&pipe, "a named pipe without a writer"),
    ] {
        for args in [
            format!("verify 3x4 {file}"),
            format!("render 3x4 {file}"),
            format!("solve {file}"),
            format!("solve --graph {file}"),
            format!("sat {file}"),
            format!("lint {file}"),
            format!("decode {file} -"),
            format!("decode {map} {file} --board 3x4"),
            format!("check 3x4 --cnf {file} --map v"),
            format!("check 3x4 --cnf {map} --map {file}"),
        ] {
            // Only one command waits for a writer; formulas may be in a folder.
            let is_folder_of_formulas = what.starts_with("a folder") && args.ends_with("--map v");
            if file == pipe && !args.starts_with("verify") || is_folder_of_formulas {
                continue;
            }
            let message = fault(":", &args);
            assert!(message.contains(what), "{args}: {message}");
            assert!(message.contains(file), "{args}: {message}");
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(120));
}

#[test]
fn no_reader_keeps_more_than_makes_sense() {
    let dir = TempDir::new().unwrap();
    let cnf = write(dir.path(), "t.cnf", "p cnf 144 1\n1 0\n");
    let words = "yes a1 | tr '\\n' ' '";
    let zeros = "cat /dev/zero";
    for (input, args, what) in [
        (words, "verify 3x4 -".to_string(), "longer than a tour"),
        (zeros, "verify 3x4 -".to_string(), "longer than a tour"),
        (words, "render 3x4 -".to_string(), "longer than a tour"),
        (
            words,
            format!("decode {cnf} - --board 3x4"),
            "more than a model of 144",
        ),
        (
            "yes 'v 1'",
            format!("decode {cnf} - --board 3x4"),
            "more than a model of 144 variables",
        ),
        (
            "yes 1 | tr '\\n' ' '",
            format!("decode {cnf} - --board 3x4"),
            "more than a model of 144",
        ),
        (
            zeros,
            format!("decode {cnf} - --board 3x4"),
            "more than a model of 144 variables",
        ),
        (
            words,
            format!("check 3x4 --cnf {cnf} --map -"),
            "longer than a map",
        ),
        (
            "yes 'c'",
            "solve --graph -".to_string(),
            "longer than any graph",
        ),
        (
            "(echo p cnf 1 1; yes 1 | tr '\\n' ' ')",
            "sat -".to_string(),
            "a clause of more literals than there are",
        ),
        (
            "yes 'c knightsat [1, 2],'",
            "decode - /dev/null".to_string(),
            "more comments than describe",
        ),
    ] {
        let message = fault(input, &args);
        assert!(message.contains(what), "{input} | {args}: {message}");
    }
}

#[test]
fn a_certificate_is_read_as_far_as_it_makes_sense() {
    for name in ["certificate.txt", "formula.cnf", "proof.lrat", "proof.drat"] {
        let dir = TempDir::new().unwrap();
        let folder = certificate(dir.path());
        let file = Path::new(&folder).join(name);
        let args = format!("verify --certificate {folder} 3x6 --closed");
        fs::remove_file(&file).unwrap();
        symlink("/dev/zero", &file).unwrap();
        let message = fault(":", &args);
        assert!(message.contains("a device, which has no end"), "{message}");
        assert!(message.contains(name), "{message}");
        // Printable, and a line without end.
        fs::remove_file(&file).unwrap();
        let text = fs::File::create(&file).unwrap();
        let ones = "yes 1 | tr '\\n' ' ' | head -c 100000000";
        let made = Command::new("sh").args(["-c", ones]).stdout(text).status();
        assert!(made.unwrap().success());
        let script = format!("ulimit -v 90000; exec \"$0\" {args}");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script])
            .arg(crate::common::program::path());
        let output = shell.output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {message}");
        assert!(message.contains(&format!("{name}:")), "{message}");
        assert!(message.chars().count() < 500, "{message}");
    }
}

#[test]
fn depth_is_no_way_to_overflow_the_stack() {
    let dir = TempDir::new().unwrap();
    let cnf = write(dir.path(), "t.cnf", "p cnf 144 1\n1 0\n");
    let deep = format!("{}i{}", "(".repeat(20_000), ")".repeat(20_000));
    let long = write(dir.path(), "map", &("i+".repeat(2_000_000) + "1"));
    for map in [&format!("'{deep}'"), &long] {
        let message = fault(":", &format!("check 3x4 --cnf {cnf} --map {map}"));
        assert!(
            message.contains("more than 4096 characters") || message.contains("longer than a map"),
            "{message}"
        );
    }
    let smt = write(
        dir.path(),
        "t.smt2",
        &program::run("encode 3x4 --encoding binary --format smt2").1,
    );
    let message = fault("yes '(' | head -100000", &format!("decode {smt} -"));
    assert!(message.contains("nest too deeply"), "{message}");
    let message = fault("yes '{\"a\":' | head -100000", "verify 3x4 -");
    assert!(message.contains("not a tour in JSON"), "{message}");
}

#[test]
fn quotations_are_short_and_harmless() {
    let dir = TempDir::new().unwrap();
    let long = "\u{1b}[2J".repeat(20_000);
    for (text, args) in [
        (long.clone(), "verify 3x4 F"),
        (format!("{{\"{long}\": 1}}"), "verify 3x4 F"),
        (format!("p edge 3 1\n{long}\n"), "solve --graph F"),
        (format!("TYPE : {long}\n"), "solve --graph F"),
        (format!("p {long}\n"), "sat F"),
        (long.clone(), "solve F"),
        ("x".repeat(70_000), "verify 3x4 F"),
    ] {
        let file = write(dir.path(), "file", &text);
        let message = fault(":", &args.replace('F', &file));
        assert!(!message.contains('\u{1b}'), "{args}: {message}");
    }
}

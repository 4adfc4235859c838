//! Formulas as files: compressed by name, and atomic in all events.

use crate::common::compression::{compress, endings, plain};
use rustix::process::Signal;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn knightsat(args: &str, file: &Path) -> Command {
    let mut command = Command::new("env");
    // Whoever runs the tests may have them ignored, as a shell does in the background.
    command.arg("--default-signal=INT,HUP,TERM");
    command.arg(crate::common::program::path());
    command.args(args.split_ascii_whitespace()).arg(file);
    command
}

/// The one line that a failing command says.
fn error(output: Output) -> String {
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    message.trim_end().replacen("knightsat: ", "", 1)
}

/// Names of all files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_compressed_by_name_is_the_same_formula_and_decodes() {
    let dir = TempDir::new().unwrap();
    let formula = dir.path().join("t.cnf");
    let encode = "encode 5x6 --three-cnf -o";
    assert!(knightsat(encode, &formula).status().unwrap().success());
    let text = fs::read(&formula).unwrap();
    let mut solver = varisat::Solver::new();
    solver.add_dimacs_cnf(&text[..]).unwrap();
    assert!(solver.solve().unwrap());
    let model = solver.model().unwrap();
    let values = model.iter().map(|lit| lit.to_dimacs().to_string());
    let values: Vec<String> = values.collect();
    let result = format!("s SATISFIABLE\nv {} 0\n", values.join(" "));

    for ending in endings() {
        let formula = dir.path().join(format!("t.cnf.{ending}"));
        let answer = dir.path().join(format!("t.out.{ending}"));
        assert!(knightsat(encode, &formula).status().unwrap().success());
        assert!(fs::read(&formula).unwrap().len() < text.len() / 2);
        assert_eq!(plain(&formula), text, "{ending}");
        compress(&answer, result.as_bytes());
        let decode = format!("decode {}", formula.display());
        let output = knightsat(&decode, &answer).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", error(output));
    }
}

#[test]
fn a_compressed_file_cut_off_is_named() {
    let dir = TempDir::new().unwrap();
    for ending in endings() {
        let formula = dir.path().join(format!("t.cnf.{ending}"));
        let answer = dir.path().join(format!("t.out.{ending}"));
        let encode = knightsat("encode 6x6 --textbook -o", &formula).status();
        assert!(encode.unwrap().success());
        // Everything false satisfies all but the end of the formula.
        let text = String::from_utf8(plain(&formula)).unwrap();
        let header = text.lines().find_map(|line| line.strip_prefix("p cnf "));
        let variables: u32 = header.unwrap().split(' ').next().unwrap().parse().unwrap();
        let negative: String = (1..=variables).map(|n| format!("-{n} ")).collect();
        compress(&answer, format!("SAT\n{negative}0\n").as_bytes());
        for file in [&formula, &answer] {
            let bytes = fs::read(file).unwrap();
            fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
            let decode = format!("decode {}", formula.display());
            let message = error(knightsat(&decode, &answer).output().unwrap());
            let (name, what) = message.split_once(": ").unwrap();
            assert_eq!(Path::new(name), file, "{message}");
            assert!(
                ["eof", "ends early", "incomplete"]
                    .iter()
                    .any(|end| what.contains(end)),
                "{message}"
            );
            fs::write(file, bytes).unwrap();
        }
    }
}

#[test]
fn a_full_disk_is_an_error_behind_a_compressor_too() {
    let dir = TempDir::new().unwrap();
    for ending in endings() {
        let link = dir.path().join(format!("full.cnf.{ending}"));
        std::os::unix::fs::symlink("/dev/full", &link).unwrap();
        let message = error(knightsat("encode 8x8 -o", &link).output().unwrap());
        let expected = format!("{}: the disk is full", link.display());
        assert_eq!(message, expected);
        fs::remove_file(link).unwrap();
    }
    assert_eq!(names(dir.path()), [""; 0]);
}

#[test]
fn a_file_survives_when_its_successor_does_not_fit() {
    let packed = endings().into_iter().map(|ending| format!(".{ending}"));
    for ending in packed.chain([String::new()]) {
        let dir = TempDir::new().unwrap();
        let name = format!("t.cnf{ending}");
        let file = dir.path().join(&name);
        fs::write(&file, "old").unwrap();
        // Eight blocks at most, and no signal about it.
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" encode 12x12 --textbook -o \"$1\"";
        let mut shell = Command::new("sh");
        shell
            .args(["-c", script])
            .arg(crate::common::program::path());
        let message = error(shell.arg(&file).output().unwrap());
        assert!(
            message.ends_with("the largest size of a file is reached (see ulimit -f)"),
            "{message}"
        );
        assert_eq!(names(dir.path()), [name]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }
}

#[test]
fn a_closed_pipe_ends_quietly_behind_a_compressor_too() {
    let dir = TempDir::new().unwrap();
    for ending in endings() {
        let pipe = dir.path().join(format!("pipe.{ending}"));
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let mut command = knightsat("encode 40x40 --textbook -o", &pipe);
        let child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut reader = File::open(&pipe).unwrap();
        reader.read_exact(&mut [0; 9]).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.stderr, b"");
        assert_eq!(output.status.signal(), Some(Signal::PIPE.as_raw()));
    }
}

#[test]
fn a_signal_leaves_what_was_there() {
    for signal in ["INT", "TERM"] {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join("t.cnf.gz");
        fs::write(&file, "old").unwrap();
        let mut child = knightsat("encode 40x40 --textbook -o", &file)
            .spawn()
            .unwrap();
        wait_for_second_file(dir.path());
        let kill = format!("kill -{signal} {}", child.id());
        assert!(
            Command::new("sh")
                .args(["-c", &kill])
                .status()
                .unwrap()
                .success()
        );
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(3), "{signal}: {status}");
        assert_eq!(names(dir.path()), ["t.cnf.gz"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }
}

/// Waits until the folder has a second file with something in it.
fn wait_for_second_file(folder: &Path) {
    let start = Instant::now();
    let written = || {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        let sizes = entries.map(|entry| entry.metadata().unwrap().len());
        sizes.filter(|&size| size > 0).count() == 2
    };
    while !written() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "nothing is written"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

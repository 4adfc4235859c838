//! Runs the program as a person would.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

pub fn knightsat(args: &str) -> Command {
    let mut command = Command::cargo_bin("knightsat").unwrap();
    command.args(args.split_ascii_whitespace());
    command
}

/// Exit code, standard output, standard error.
pub fn run(args: &str) -> (i32, String, String) {
    run_with(args, "")
}

pub fn run_with(args: &str, input: &str) -> (i32, String, String) {
    let output = knightsat(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    // Whether a line of progress appears depends on the machine.
    let errors = text(output.stderr);
    let lines = errors.split_inclusive('\n');
    let lines = lines.filter(|line| !line.ends_with(", continuing\n"));
    (
        output.status.code().unwrap(),
        text(output.stdout),
        lines.collect(),
    )
}

/// The message of a command that fails with exit code 2: one line on standard error, nothing on
/// standard output.
pub fn error(args: &str) -> String {
    let (code, out, err) = run(args);
    assert_eq!((code, out.as_str()), (2, ""), "{args}: {err}");
    assert_eq!(err.lines().count(), 1, "{args}: {err}");
    err.trim_end()
        .strip_prefix("knightsat: ")
        .unwrap()
        .to_string()
}

/// Returns the program with default signals: the parent of the tests may ignore them, as a shell
/// does in the background.
pub fn signalled() -> std::process::Command {
    let mut command = std::process::Command::new("env");
    command.arg("--default-signal=INT,HUP,TERM");
    command.arg(assert_cmd::cargo::cargo_bin!("knightsat"));
    command
}

pub fn write(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Returns MiniSat's result file for a satisfiable formula.
pub fn solved(cnf: &str) -> String {
    let mut solver = varisat::Solver::new();
    let file = fs::File::open(cnf).unwrap();
    solver.add_dimacs_cnf(file).unwrap();
    assert!(solver.solve().unwrap());
    let model = solver.model().unwrap();
    let values = model.iter().map(|lit| lit.to_dimacs().to_string());
    let values: Vec<String> = values.collect();
    format!("SAT\n{} 0\n", values.join(" "))
}

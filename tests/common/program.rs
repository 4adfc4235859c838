//! Runs the program as a person would.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Returns the program under test, of the core or of the lab.
pub fn path() -> PathBuf {
    cargo_bin(env!("CARGO_PKG_NAME"))
}

/// Returns a folder for `PATH` with the program under the name `knightsat`.
pub fn folder() -> PathBuf {
    let program = path();
    if !is_lab() {
        return program.parent().unwrap().to_path_buf();
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("named");
    fs::create_dir_all(&folder).unwrap();
    // Another test may have made it.
    let _ = std::os::unix::fs::symlink(program, folder.join("knightsat"));
    assert!(folder.join("knightsat").exists());
    folder
}

/// Returns true for the lab's program.
pub fn is_lab() -> bool {
    env!("CARGO_PKG_NAME") == "knightsat-lab"
}

/// Returns true if the program has the command of these arguments.
pub fn has(args: &str) -> bool {
    let is_of_lab = ["compare", "split", "work", "join"].contains(&args.split(' ').next().unwrap());
    let has_parts = args.starts_with("count ")
        && [" --split ", " -o "]
            .iter()
            .any(|&part| args.contains(part));
    let has_proofs = args.starts_with("prove ")
        && ["--proof-format", "--textbook"]
            .iter()
            .any(|&option| args.contains(option));
    is_lab() || !is_of_lab && !has_parts && !has_proofs
}

/// Returns the folder of the workspace.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = package.ancestors();
    folders
        .find(|folder| folder.join("fixtures").exists())
        .unwrap()
}

pub fn knightsat(args: &str) -> Command {
    let mut command = Command::new(path());
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
    let errors = without_progress(&text(output.stderr));
    (output.status.code().unwrap(), text(output.stdout), errors)
}

/// Whether a line of progress appears depends on the machine.
fn without_progress(errors: &str) -> String {
    let lines = errors.split_inclusive('\n');
    let lines = lines.filter(|line| !line.ends_with(", continuing\n"));
    lines.collect()
}

/// The message of a command that fails with exit code 2: one line on standard error, nothing on
/// standard output.
pub fn error(args: &str) -> String {
    fault(&knightsat(args).output().unwrap(), args)
}

/// Returns the message of a run that has failed with exit code 2: one line on standard error,
/// nothing on standard output.
pub fn fault(output: &Output, args: &str) -> String {
    let message = without_progress(&String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{args}: {message}");
    assert_eq!(message.lines().count(), 1, "{args}: {message}");
    assert!(output.stdout.is_empty(), "{args}: {output:?}");
    message.trim_end().replacen("knightsat: ", "", 1)
}

/// Returns the program with default signals: the parent of the tests may ignore them, as a shell
/// does in the background.
pub fn signalled() -> std::process::Command {
    let mut command = std::process::Command::new("env");
    command.arg("--default-signal=INT,HUP,TERM");
    command.arg(path());
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

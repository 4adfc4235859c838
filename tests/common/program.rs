//! Runs the program as a person would.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Output;
use varisat::ExtendFormula;

/// Returns the program under test, of the core or of the lab.
pub fn path() -> PathBuf {
    cargo_bin(env!("CARGO_PKG_NAME"))
}

/// Runs a line in a shell in this folder, which finds the program under the name `knightsat`.
pub fn shell(folder: &Path, line: &str) -> Output {
    let program = path();
    let mut home = program.parent().unwrap().to_path_buf();
    if is_lab() {
        home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("named");
        fs::create_dir_all(&home).unwrap();
        // Another test may have made it.
        let _ = std::os::unix::fs::symlink(program, home.join("knightsat"));
    }
    let others = std::env::var("PATH").unwrap();
    let mut shell = Command::new("bash");
    shell.args(["-c", line]).current_dir(folder);
    shell.env("PATH", format!("{}:{others}", home.display()));
    shell.output().unwrap()
}

/// Returns true for the lab's program.
pub fn is_lab() -> bool {
    env!("CARGO_PKG_NAME") == "knightsat-lab"
}

/// Returns true if the program has the command of these arguments.
pub fn has(args: &str) -> bool {
    let is_of_lab =
        ["compare", "mark", "split", "work", "join"].contains(&args.split(' ').next().unwrap());
    let has_any = |command: &str, options: [&str; 2]| {
        args.starts_with(command) && options.iter().any(|&option| args.contains(option))
    };
    let has_parts = has_any("count ", [" --split ", " -o "]);
    is_lab() || !is_of_lab && !has_parts && !has_any("prove ", ["--proof-format", "--textbook"])
}

/// Returns the folder of the workspace.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_root = |folder: &&Path| folder.join("fixtures").exists();
    package.ancestors().find(is_root).unwrap()
}

/// Text in double quotes is one argument.
pub fn knightsat(args: &str) -> Command {
    let mut command = Command::new(path());
    for (nth, text) in args.split('"').enumerate() {
        match nth % 2 {
            0 => command.args(text.split_ascii_whitespace()),
            _ => command.arg(text),
        };
    }
    command
}

/// Exit code, standard output, standard error.
pub fn run(args: &str) -> (i32, String, String) {
    run_with(args, "")
}

pub fn run_with(args: &str, input: &str) -> (i32, String, String) {
    ended(&mut knightsat(args), input)
}

/// Runs a command with this input. A signal counts as in a shell.
pub fn ended(command: &mut Command, input: &str) -> (i32, String, String) {
    let output = command.write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let errors = text(output.stderr);
    let code = output.status.code();
    let code = code.unwrap_or_else(|| 128 + output.status.signal().unwrap());
    (code, text(output.stdout), errors)
}

/// The message of a command that fails with exit code 2: one line on standard error, nothing on
/// standard output.
pub fn error(args: &str) -> String {
    fault(&knightsat(args).output().unwrap(), args)
}

/// Returns the message of a run that has failed with exit code 2: one line on standard error,
/// nothing on standard output.
pub fn fault(output: &Output, args: &str) -> String {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args}: {message}");
    assert_eq!(message.lines().count(), 1, "{args}: {message}");
    assert!(output.stdout.is_empty(), "{args}: {output:?}");
    message.trim_end().replacen("knightsat: ", "", 1)
}

/// The output of a command that succeeds without a message.
pub fn output(args: &str) -> String {
    output_with(args, "")
}

pub fn output_with(args: &str, input: &str) -> String {
    let (code, out, err) = run_with(args, input);
    assert_eq!((code, err.as_str()), (0, ""), "{args}: {out}");
    out
}

#[track_caller]
pub fn assert_contains(text: &str, words: &str) {
    assert!(text.contains(words), "{words}\n{text}");
}

/// The document that a command with this exit code prints.
pub fn document(code: i32, args: &str) -> Value {
    let (found, out, err) = run(args);
    assert_eq!(found, code, "{args}: {out}{err}");
    serde_json::from_str(&out).unwrap()
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

/// Returns a formula without its comments.
pub fn bare(formula: &str) -> String {
    let lines = formula.split_inclusive('\n');
    lines.filter(|line| !line.starts_with('c')).collect()
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

/// Returns the number of models of a formula as a model counter would: projected on the variables
/// in its lines `c p show`.
pub fn projected_models(cnf: &str) -> usize {
    let lines = cnf.lines();
    let shown = lines.filter_map(|line| line.strip_prefix("c p show "));
    let shown: BTreeSet<&str> = shown.flat_map(str::split_whitespace).collect();
    let mut solver = varisat::Solver::new();
    solver.add_dimacs_cnf(cnf.as_bytes()).unwrap();
    let mut count = 0;
    while solver.solve().unwrap() {
        let model = solver.model().unwrap().into_iter();
        let is_shown = |lit: &varisat::Lit| shown.contains(&lit.var().to_dimacs().to_string()[..]);
        let blocking: Vec<_> = model.filter(is_shown).map(|lit| !lit).collect();
        solver.add_clause(&blocking);
        count += 1;
    }
    count
}

//! A solver's processes end with it, and a solver ends with this program, however it ends. No
//! process exceeds the memory limit.
#![cfg(target_os = "linux")]

use crate::common::fakes;

use fakes::{Fakes, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;
use tempfile::TempDir;

/// Leaves the group, loses its parent, and holds the pipes.
const ESCAPES: &str = "setsid sleep 100 & (setsid sh -c 'sleep 100 & sleep 100' &) & ";

#[test]
fn nobody_escapes_from_a_timeout() {
    let fakes = Fakes::new();
    let outcome = fakes.solve(&format!("{ESCAPES} sleep 100"), "--timeout 1");
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    assert!(outcome.time < Duration::from_secs(5), "{outcome:?}");
    fakes.assert_nothing_left();
}

#[test]
fn nobody_is_left_behind_by_a_solver_that_answers() {
    let fakes = Fakes::new();
    let outcome = fakes.solve(&format!("{ESCAPES} cat $MODEL; exit 10"), "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(outcome.time < Duration::from_secs(8), "{outcome:?}");
    fakes.assert_nothing_left();
}

#[test]
fn a_solver_ends_with_a_program_that_is_killed() {
    let fakes = Fakes::new();
    let solver = fakes.liar(&format!(
        "{ESCAPES} : > $READY; trap '' TERM; sleep 100; sleep 100"
    ));
    for command in ["solve 5x5", "count 5x5", "compare 5x5"] {
        for signal in [Signal::KILL, Signal::TERM] {
            let mut args: Vec<&str> = command.split(' ').collect();
            args.extend(["--solver", &solver]);
            let dir = TempDir::new().unwrap();
            let output = dir.path().join("rows").display().to_string();
            if command.starts_with("compare") {
                args.extend(["-o", &output]);
            }
            let outcome = fakes.signalled(&args, |child| {
                wait_until(|| Path::new(&fakes.ready()).exists());
                kill_process(Pid::from_child(child), signal).unwrap();
            });
            let is_killed = outcome.code.is_none();
            assert_eq!(is_killed, signal == Signal::KILL, "{command}: {outcome:?}");
            assert!(outcome.time < Duration::from_secs(15), "{outcome:?}");
            fakes.assert_nothing_runs();
        }
    }
}

/// The formula may be gigabytes; it has no name that could stay behind.
#[test]
fn no_formula_is_left_where_the_program_is_killed() {
    let fakes = Fakes::new();
    let program = fakes.program("cat \"$2\" > /dev/null || exit 1; : > $READY; sleep 100");
    let liar = fakes.liar("cat \"$1\" > /dev/null || exit 1; : > $READY; sleep 100");
    let solve = |solver: &[&str]| {
        let args = [&["solve", "8x8", "--encoding", "position"], solver].concat();
        let outcome = fakes.signalled(&args, |child| {
            wait_until(|| Path::new(&fakes.ready()).exists());
            assert!(
                Path::new(&fakes.ready()).exists(),
                "the formula cannot be read"
            );
            kill_process(Pid::from_child(child), Signal::KILL).unwrap();
        });
        assert_eq!(outcome.code, None, "{outcome:?}");
    };
    solve(&["--solver", "kissat", "--solver-path", &program]);
    fakes.assert_nothing_left();
    // A custom command may use the name of the file: a dangling link stays.
    solve(&["--solver", &liar]);
    fakes.assert_nothing_runs();
    assert_eq!(fakes.temporary_bytes(), 0);
}

#[test]
fn what_cannot_be_started_is_said_as_ever() {
    let fakes = Fakes::new();
    let program = fakes.program("");
    std::fs::write(&program, "#!/nowhere/shell\n").unwrap();
    let interpreter = "cannot be started: the interpreter in its '#!' line is missing";
    for (program, fault) in [
        (
            "/nowhere/solver",
            "/nowhere/solver: no such program".to_string(),
        ),
        (
            "/dev/null",
            "/dev/null: not executable: run chmod +x on it".to_string(),
        ),
        (&program, format!("'{program} {{cnf}}' {interpreter}")),
    ] {
        let solver = format!("{program} {{cnf}}");
        let mut command = Command::new(crate::common::program::path());
        let output = command
            .args(["solve", "5x5", "--solver", &solver])
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message, format!("knightsat: {fault}\n"));
        assert_eq!(output.status.code(), Some(2));
    }
}

fn limited(kb: u64, args: &str) -> Output {
    let script = format!("ulimit -v {kb}; exec \"$0\" {args}");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script])
        .arg(crate::common::program::path());
    shell.output().unwrap()
}

/// The only line of a command that has run out of memory.
fn out_of_memory(output: &Output) -> String {
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(
        message.starts_with("knightsat: out of memory: "),
        "{message}"
    );
    message
}

#[test]
fn no_memory_is_one_line_with_what_would_fit() {
    let message = out_of_memory(&limited(300_000, "solve 2000x2000"));
    assert!(message.contains("2000x2000 takes about "), "{message}");
    let fits = message
        .split("about ")
        .nth(2)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    let output = limited(300_000, &format!("solve {fits} --format moves"));
    assert_eq!(output.status.code(), Some(0), "{fits}: {output:?}");
    let message = out_of_memory(&limited(150_000, "solve 40x40 --encoding position"));
    assert!(message.contains("40x40 asks for "), "{message}");
}

#[test]
fn out_of_memory_names_what_asks_for_it() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.png").display().to_string();
    let picture = format!("solve 8x8 --png {file} --size 16384 --memory 500");
    let message = out_of_memory(&limited(4_000_000, &picture));
    assert!(message.contains(": the picture asks for "), "{message}");
    assert!(!message.contains("would fit"), "{message}");
    let small = "solve 3000x3000 --memory 100 --format moves";
    let message = out_of_memory(&limited(4_000_000, small));
    assert!(message.ends_with(": allow more memory\n"), "{message}");
    assert!(!message.contains("would fit"), "{message}");
}

#[test]
fn nothing_half_written_is_left_where_memory_ends() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.svg").display().to_string();
    out_of_memory(&limited(150_000, &format!("solve 900x900 --svg {file}")));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn the_limit_of_memory_is_kept() {
    let fakes = Fakes::new();
    for args in [
        "solve 1500x1500 --memory 100",
        "count 12x12 --memory 100 --force",
    ] {
        let outcome = fakes.run(args);
        assert_eq!(outcome.code, Some(2), "{args}: {outcome:?}");
        assert!(outcome.err.contains("out of memory"), "{args}: {outcome:?}");
        assert!(outcome.memory > 10 << 20, "{args}: {outcome:?}");
        assert!(outcome.memory <= 100 << 20, "{args}: {outcome:?}");
        fakes.assert_nothing_left();
    }
    let outcome = fakes.run("solve 8x8 --memory 100 --format moves");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
}

#[test]
fn a_solver_gets_what_is_left_of_the_memory() {
    let fakes = Fakes::new();
    let script = "test $(ulimit -v) -le 200000 && cat $MODEL; exit 10";
    let outcome = fakes.solve(script, "--memory 200");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let outcome = fakes.solve(script, "");
    assert_eq!(outcome.code, Some(2), "{outcome:?}");
}

//! Solvers that lie, crash, hang, chat, stop short and exhaust memory. Each is detected and named,
//! and leaves nothing behind: its processes end with it, and it ends with this program, however it
//! ends. The fakes are small shell scripts.
#![cfg(target_os = "linux")]

use crate::common::cases::is_like;
use crate::common::fakes;
use crate::common::waiting::PATIENCE;

use crate::common::waiting::wait_until;
use fakes::{Fakes, Outcome};
use itertools::iproduct;
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::process::Child;
use std::time::Duration;
use tempfile::TempDir;

/// Leaves the group, loses its parent, and holds the pipes.
const ESCAPE: &str = "setsid sleep 1000 & (setsid sh -c 'sleep 1000 & sleep 1000' &) &";

const MODEL: &str = "cat $MODEL; exit 10";
const NONE: &str = "echo s UNSATISFIABLE; exit 20";

/// Returns the message of a command that fails because of its solver.
fn blame(outcome: &Outcome) -> &str {
    let found = (outcome.code, outcome.out.as_str());
    assert_eq!(found, (Some(2), ""), "{outcome:?}");
    assert_eq!(outcome.err.lines().count(), 1, "{outcome:?}");
    outcome.err.trim_end().strip_prefix("knightsat: ").unwrap()
}

/// Runs a command with the last argument of an option.
fn run(fakes: &Fakes, command: &str, last: &str) -> Outcome {
    let args: Vec<&str> = command.split(' ').chain([last]).collect();
    fakes.run_with(&args, |_| {})
}

/// Sends a signal to a command with these last arguments, as soon as its solver is ready.
fn signalled(fakes: &Fakes, command: &str, last: &[&str], signal: Signal) -> Outcome {
    let args: Vec<&str> = command.split(' ').chain(last.iter().copied()).collect();
    let outcome = fakes.signalled(&args, |child: &Child| {
        wait_until("a process", || Path::new(&fakes.ready()).exists());
        assert!(Path::new(&fakes.ready()).exists(), "{command}");
        kill_process(Pid::from_child(child), signal).unwrap();
    });
    let code = (signal != Signal::KILL).then_some(3);
    assert_eq!(outcome.code, code, "{command}: {outcome:?}");
    assert!(outcome.time < PATIENCE, "{outcome:?}");
    fakes.assert_nothing_runs();
    outcome
}

#[test]
fn the_solver_that_denies_a_known_tour_is_named() {
    let fakes = Fakes::new();
    let liar = fakes.liar(NONE);
    for (problem, evidence) in [
        ("5x5", "1728 such tours are known (OEIS "),
        ("5x5 --start a1", "304 such tours are known ("),
        ("5x5 --end a1", "304 such tours are known ("),
        ("12x12 --closed --encoding crt", "there is a"),
        ("11x11 --encoding crt", "there is a"),
    ] {
        let outcome = run(&fakes, &format!("solve {problem} --solver"), &liar);
        let message = blame(&outcome);
        let word = format!(" ('{liar}' says so, unchecked): this is wrong, {evidence}");
        assert!(message.contains(&word), "{message}");
    }
    // No count of symmetric tours is known.
    let symmetric = "solve 6x6 --closed --symmetric rot90 --solver";
    assert_eq!(run(&fakes, symmetric, &liar).code, Some(1));
}

/// Scripts, their options, the exit code, and the answer or the message about them. A script with
/// `$2` has a result file.
const ANSWERS: &str = include_str!("tables/answers.txt");

/// Each lie is blamed on the liar, and an honest solver is believed. An answer is heard out, but
/// not kept; output without end is stopped long before the time limit. No process is left.
#[test]
fn every_answer_has_its_code_and_every_liar_is_named() {
    let fakes = Fakes::new();
    for row in ANSWERS.lines() {
        let (script, expected) = row.split_once(" => ").unwrap();
        let (code, words) = expected.split_once(' ').unwrap();
        let split = script.split_once(" -- ");
        let (script, options) = split.unwrap_or((script, "--timeout 1000"));
        let result = ["{cnf}", "{cnf} {result}"][usize::from(script.contains("$2"))];
        let script = script.replace("ESCAPE", ESCAPE);
        let outcome = fakes.solve_with(&script, result, options);
        assert_eq!(outcome.code, code.parse().ok(), "{row}: {outcome:?}");
        let is_right = if code == "2" {
            let words = words.replace("EXIT", "gives no usable answer and exits with");
            let message = format!("'{}' {words}", fakes.command(result));
            is_like(blame(&outcome), &message)
        } else {
            is_like(outcome.out.trim_end(), words)
        };
        let is_limited = outcome.time < PATIENCE && outcome.memory < 60 << 20;
        assert!(is_right && is_limited, "{row}: {outcome:?}");
        fakes.assert_nothing_left();
    }
    // A known solver at a path is held to its own convention.
    for (script, solver, code) in [
        ("echo UNSAT > $3; exit 10", "minisat", 20),
        ("echo s UNSATISFIABLE; exit 10", "z3", 0),
    ] {
        let path = fakes.program(script);
        let outcome = fakes.run(&format!("solve 5x5 --solver {solver} --solver-path {path}"));
        let what = format!("{solver} prints UNSATISFIABLE but exits with 10 instead of {code}");
        assert_eq!(blame(&outcome), what);
    }
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let fakes = Fakes::new();
    let path = fakes.program("");
    std::fs::write(&path, "#!/nowhere/shell\n").unwrap();
    let solver = format!("{path} {{cnf}}");
    let outcome = run(&fakes, "solve 5x5 --solver", &solver);
    let why = "the interpreter in its '#!' line is missing";
    assert_eq!(
        blame(&outcome),
        format!("'{solver}' cannot be started: {why}")
    );
    fakes.assert_nothing_left();
}

#[test]
fn a_solver_ends_with_a_program_that_a_signal_ends() {
    let fakes = Fakes::new();
    let trap = "trap '' TERM INT HUP; sleep 1000; sleep 1000";
    let escaping = format!("{ESCAPE} : > $READY; {trap}");
    // The system kills the program alone, and not the processes that it has started.
    let alone = ": > $READY; trap '' TERM INT HUP; exec sleep 1000";
    let dir = TempDir::new().unwrap();
    let compare = format!("compare 5x5 -o {}", dir.path().join("rows").display());
    let commands = ["solve 5x5", "count 5x5", &compare];
    for (command, signal) in iproduct!(commands, [Signal::KILL, Signal::TERM, Signal::INT]) {
        let is_killed = signal == Signal::KILL;
        let solver = fakes.liar(if is_killed { alone } else { &escaping });
        signalled(&fakes, command, &["--solver", &solver], signal);
    }
    let solver = fakes.liar(&escaping);
    signalled(&fakes, "solve 5x5", &["--solver", &solver], Signal::HUP);
    fakes.clear();
    // A second signal may end an impatient program, and nohup makes it ignore one.
    for (script, ignored, signals, code) in [
        (trap, "", &["INT", "INT"][..], Some(3)),
        (&format!("sleep 1; {MODEL}"), "HUP", &["HUP"], Some(0)),
    ] {
        let script = format!(": > $READY; {script}");
        let outcome = fakes.interrupted(&script, ignored, signals);
        let is_ended = outcome.code == code || signals.len() > 1 && outcome.code.is_none();
        assert!(is_ended && outcome.time < PATIENCE, "{outcome:?}");
        fakes.assert_nothing_left();
    }
}

/// The formula may be gigabytes; it has no name that could stay behind.
#[test]
fn no_formula_is_left_where_the_program_is_killed() {
    let fakes = Fakes::new();
    let reads = |argument: &str| {
        format!("cat \"${argument}\" > /dev/null || exit 1; : > $READY; exec sleep 1000")
    };
    let (program, liar) = (fakes.program(&reads("2")), fakes.liar(&reads("1")));
    for solver in [&["kissat", "--solver-path", &program][..], &[&liar]] {
        let solve = "solve 8x8 --encoding position --solver";
        signalled(&fakes, solve, solver, Signal::KILL);
        assert_eq!(fakes.temporary_bytes(), 0);
        if solver.len() > 1 {
            // A custom command may use the name of the file: a dangling link stays.
            fakes.assert_nothing_left();
        }
    }
}

#[test]
fn in_a_portfolio_liars_lose_and_are_reported() {
    let fakes = Fakes::new();
    let slow = format!("while [ ! -e $READY ]; do sleep 0.05; done; sleep 0.5; {MODEL}");
    let honest = format!("{} {{cnf}}", fakes.program(&slow));
    for line in [
        "echo s UNSATISFIABLE; exit 20 => says UNSATISFIABLE, and 'HONEST' has a model",
        "sed 's/-//g' $MODEL; exit 10 => gives a model that violates clause",
        "exit 1 => gives no usable answer and exits with 1",
    ] {
        let (script, what) = line.split_once(" => ").unwrap();
        let liar = fakes.liar(&format!("touch $READY; {script}"));
        let outcome = run(&fakes, "solve 5x5 --portfolio", &format!("{honest},{liar}"));
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let message = format!("knightsat: '{liar}' {}", what.replace("HONEST", &honest));
        assert!(outcome.err.starts_with(&message), "{outcome:?}");
        assert_eq!(outcome.err.lines().count(), 1, "{outcome:?}");
        fakes.assert_nothing_left();
    }
    // The losers are stopped.
    let liar = fakes.liar("trap '' TERM; sleep 1000 & sleep 1000");
    let solvers = format!("{liar},varisat,{liar}");
    let outcome = run(&fakes, "solve 5x5 --portfolio", &solvers);
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), ""));
    assert!(outcome.time < PATIENCE, "{outcome:?}");
    fakes.assert_nothing_left();
    let liar = fakes.liar("echo s SATISFIABLE; echo v 0; exit 10");
    let outcome = run(&fakes, "solve 5x5 --portfolio", &format!("{liar},{liar}"));
    assert_eq!((outcome.code, outcome.out.as_str()), (Some(2), ""));
    let lines: Vec<&str> = outcome.err.lines().collect();
    assert!(lines.len() == 3 && lines[0] == lines[1], "{outcome:?}");
    let advice = "every solver was at fault, so there is no answer: use another --solver";
    assert_eq!(lines[2], format!("knightsat: {advice}"));
}

#[test]
fn refuted_means_two_words_or_nobody_against_it() {
    let fakes = Fakes::new();
    let refuter = fakes.program(NONE);
    let hanging = fakes.liar("sleep 1000");
    // No published count has both ends fixed like this, so no known number contradicts a solver.
    // Two that agree need not wait for the third; one alone waits until the others have given up.
    let two = format!("{refuter} {{cnf}},{refuter} -x {{cnf}},{hanging}");
    let one = format!("{refuter} {{cnf}},{hanging}");
    for (options, solvers, least) in [("", two, 0), ("--timeout 1 ", one, 1)] {
        let command = format!("solve 5x5 --start a1 --end e5 {options}--portfolio");
        let outcome = run(&fakes, &command, &solvers);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.out.contains(", unchecked"), "{outcome:?}");
        let is_right = (Duration::from_secs(least)..PATIENCE).contains(&outcome.time);
        assert!(is_right, "{outcome:?}");
    }
    fakes.assert_nothing_left();
}

//! Solvers that lie, crash, hang, chat, stop short and exhaust memory. Each is detected and named,
//! and leaves nothing behind: its processes end with it, and it ends with this program, however it
//! ends. The fakes are small shell scripts.
#![cfg(target_os = "linux")]

use crate::common::fakes;
use crate::common::waiting::PATIENCE;

use fakes::{Fakes, Outcome, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Leaves the group, loses its parent, and holds the pipes.
const ESCAPES: &str = "setsid sleep 1000 & (setsid sh -c 'sleep 1000 & sleep 1000' &) & ";

const MODEL: &str = "cat $MODEL; exit 10";
const NONE: &str = "echo s UNSATISFIABLE; exit 20";

/// No published count of 5x5 has both ends fixed like this, so no known number contradicts a
/// solver.
const NOT_COUNTED: &str = "--start a1 --end e5";

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

#[test]
fn who_denies_a_tour_that_is_known_is_named() {
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
    let outcome = run(&fakes, symmetric, &liar);
    assert_eq!(outcome.code, Some(1));
}

#[test]
fn an_honest_solver_is_believed() {
    let fakes = Fakes::new();
    let outcome = fakes.solve(MODEL, "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert_eq!(outcome.out.split_whitespace().count(), 25, "{outcome:?}");
    for (script, options, code, told) in [
        (NONE, NOT_COUNTED, 1, "liar.sh {cnf}' says so, unchecked"),
        ("echo 's UNKNOWN'", "", 3, ": the solver answered unknown\n"),
    ] {
        let outcome = fakes.solve(script, options);
        assert_eq!(outcome.code, Some(code), "{outcome:?}");
        assert!(outcome.out.contains(told), "{outcome:?}");
    }
}

/// Scripts, and what is said of them, `…` in the place of more.
const LIES: &str = r#"
cat $MODEL; exit 20                               => prints SATISFIABLE but exits with 20 instead of 10
cat $MODEL                                        => prints SATISFIABLE but exits with 0 instead of 10
echo s UNSATISFIABLE; exit 10                     => prints UNSATISFIABLE but exits with 10 instead of 20
echo s UNKNOWN; exit 20                           => prints UNKNOWN but exits with 20 instead of 0
echo s UNSATISFIABLE; kill -SEGV $$               => was killed by signal 11, SIGSEGV
kill -KILL $$                                     => was killed by signal 9, SIGKILL: has the memory run out?
echo s SATISFIABLE; exit 10                       => EXIT 10: line 2: satisfiable, but the values are missing
sed 's/ 0$//' $MODEL; exit 10                     => EXIT 10: line 3: the values end without their closing 0: the output is cut off
echo s SATISFIABLE; echo v 1 -1 0; exit 10        => EXIT 10: line 3: variable 1 is both true and false
echo s SATISFIABLE; echo s UNSATISFIABLE; exit 20 => EXIT 20: line 2: contradicts an earlier verdict
exit 20                                           => EXIT 20: line 1: no verdict and no values: is this a solver's output?
echo >&2; echo ' no such file ' >&2; exit 3       => EXIT 3: line 1: no verdict and no values: is this a solver's output?; it complains: no such file
echo s SATISFIABLE; echo v 99999999 0; exit 10    => literal 99999999 is beyond the formula's …
sed 's/-//g' $MODEL; exit 10                      => gives a model that violates clause …
echo s SATISFIABLE; echo v 0; exit 10             => gives a model that violates clause 1: …
ulimit -v 100000; tail /dev/zero                  => EXIT 1: line 1: no verdict and no values: is this a solver's output?; it complains: tail: …
exec >&- 2>&-; sleep 1000                         => gives no usable answer: line 1 …
"#;

/// Scripts that write a result file.
const RESULTS: &str = r#"
cat $MODEL; exit 10                    => EXIT 10: it wrote no result
rm -f $2; mkdir $2; exit 10            => its result file cannot be read: a folder, not a file …
echo SAT > $2; echo 1 >> $2; exit 10   => line 3: the values end without their closing 0 …
"#;

#[test]
fn each_lie_is_blamed_on_the_liar() {
    let fakes = Fakes::new();
    for (lies, arguments) in [(LIES, "{cnf}"), (RESULTS, "{cnf} {result}")] {
        for line in lies.lines().filter(|line| !line.is_empty()) {
            let (script, what) = line.split_once(" => ").unwrap();
            let outcome = fakes.solve_with(script, arguments, "--timeout 100");
            let what = what.replace("EXIT", "gives no usable answer and exits with");
            let message = blame(&outcome);
            match what.split_once(" …") {
                Some((what, _)) => assert!(message.contains(what), "{script}: {message}"),
                None => assert_eq!(message, format!("'{}' {what}", fakes.command(arguments))),
            }
            fakes.assert_nothing_left();
        }
    }
    let right = "grep ^v $MODEL | cut -c3- | (echo SAT; cat) > $2; exit 10";
    let outcome = fakes.solve_with(right, "{cnf} {result}", "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    // A known solver at a path is held to its own convention.
    for (script, solver, instead) in [
        ("echo UNSAT > $3; exit 10", "minisat", 20),
        ("echo s UNSATISFIABLE; exit 10", "z3", 0),
    ] {
        let path = fakes.program(script);
        let outcome = fakes.run(&format!("solve 5x5 --solver {solver} --solver-path {path}"));
        let what = format!("{solver} prints UNSATISFIABLE but exits with 10 instead of {instead}");
        assert_eq!(blame(&outcome), what);
    }
}

#[test]
fn what_cannot_be_started_is_named() {
    let fakes = Fakes::new();
    for (path, why) in [
        ("/nowhere/solver", "no such program"),
        ("/dev/null", "not executable: run chmod +x on it"),
    ] {
        let outcome = run(&fakes, "solve 5x5 --solver", &format!("{path} {{cnf}}"));
        assert_eq!(blame(&outcome), format!("{path}: {why}"));
    }
    let interpreter = "the interpreter in its '#!' line is missing";
    let format = "not a program for this machine, nor a script with '#!'";
    for (text, why) in [("#!/nowhere/shell\n", interpreter), ("no script", format)] {
        let solver = format!("{} {{cnf}}", fakes.program(""));
        std::fs::write(solver.split(' ').next().unwrap(), text).unwrap();
        let outcome = run(&fakes, "solve 5x5 --solver", &solver);
        let what = format!("'{solver}' cannot be started: {why}");
        assert_eq!(blame(&outcome), what);
    }
    fakes.assert_nothing_left();
}

#[test]
fn a_chatty_solver_is_heard_out_but_not_kept() {
    let fakes = Fakes::new();
    let chat = "yes 'c this is taking long' | head -c 200000000; yes | head -c 9000000 >&2;";
    let outcome = fakes.solve(&format!("{chat} {MODEL}"), "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(outcome.memory < 60 << 20, "{} bytes", outcome.memory);
    // One line, and one line after the other, without end: it is stopped long before the timeout.
    let endless = [
        "echo s SATISFIABLE; yes 'v 1'",
        "yes | tr -d '\\n'",
        "yes ''",
    ];
    for endless in endless {
        let outcome = fakes.solve(endless, "--timeout 1000");
        let message = blame(&outcome);
        assert!(message.contains("gives no usable answer"), "{message}");
        assert!(outcome.memory < 60 << 20, "{} bytes", outcome.memory);
    }
    fakes.assert_nothing_left();
}

#[test]
fn all_that_a_solver_has_started_ends_with_it() {
    let fakes = Fakes::new();
    let late = "--timeout 0.5";
    for (script, options, code) in [
        ("trap '' TERM INT; while :; do sleep 1000; done", late, 3),
        ("trap '' TERM; sleep 1000 & sleep 1000", late, 3),
        (&format!("{ESCAPES} sleep 1000"), late, 3),
        (&format!("{ESCAPES} {MODEL}"), "", 0),
    ] {
        let outcome = fakes.solve(script, options);
        assert_eq!(outcome.code, Some(code), "{script}: {outcome:?}");
        assert!(outcome.time < PATIENCE, "{script}: {outcome:?}");
        fakes.assert_nothing_left();
    }
}

#[test]
fn a_signal_ends_the_solver_too() {
    let fakes = Fakes::new();
    for signals in [&["TERM"][..], &["INT"], &["HUP"], &["INT", "INT"]] {
        let script = "trap '' TERM INT; sleep 1000 & touch $READY; while :; do sleep 1000; done";
        let outcome = fakes.interrupted(script, "", signals);
        // Stopped, and says so; or ended by an impatient second signal.
        let is_ended = matches!(outcome.code, Some(3) | None) && outcome.time < PATIENCE;
        assert!(is_ended, "{signals:?}: {outcome:?}");
        fakes.assert_nothing_left();
    }
    let script = format!("touch $READY; sleep 1; {MODEL}");
    let outcome = fakes.interrupted(&script, "HUP", &["HUP"]);
    assert_eq!(outcome.code, Some(0), "ignored: {outcome:?}");
    fakes.assert_nothing_left();
}

#[test]
fn a_solver_ends_with_a_program_that_is_killed() {
    let fakes = Fakes::new();
    let trap = "trap '' TERM; sleep 1000; sleep 1000";
    let solver = fakes.liar(&format!("{ESCAPES} : > $READY; {trap}"));
    let dir = TempDir::new().unwrap();
    let compare = format!("compare 5x5 -o {}", dir.path().join("rows").display());
    for command in ["solve 5x5", "count 5x5", &compare] {
        for signal in [Signal::KILL, Signal::TERM] {
            let args = command.split(' ').chain(["--solver", &solver]);
            let outcome = fakes.signalled(&args.collect::<Vec<_>>(), |child| {
                wait_until(|| Path::new(&fakes.ready()).exists());
                kill_process(Pid::from_child(child), signal).unwrap();
            });
            let is_killed = outcome.code.is_none();
            assert_eq!(is_killed, signal == Signal::KILL, "{command}: {outcome:?}");
            assert!(outcome.time < PATIENCE, "{outcome:?}");
            fakes.assert_nothing_runs();
        }
    }
}

/// The formula may be gigabytes; it has no name that could stay behind.
#[test]
fn no_formula_is_left_where_the_program_is_killed() {
    let fakes = Fakes::new();
    let reads = |argument: &str| {
        format!("cat \"${argument}\" > /dev/null || exit 1; : > $READY; sleep 1000")
    };
    let (program, liar) = (fakes.program(&reads("2")), fakes.liar(&reads("1")));
    for solver in [&["kissat", "--solver-path", &program][..], &[&liar]] {
        let args = "solve 8x8 --encoding position --solver".split(' ');
        let args: Vec<&str> = args.chain(solver.iter().copied()).collect();
        let outcome = fakes.signalled(&args, |child| {
            wait_until(|| Path::new(&fakes.ready()).exists());
            let is_read = Path::new(&fakes.ready()).exists();
            assert!(is_read, "the formula cannot be read");
            kill_process(Pid::from_child(child), Signal::KILL).unwrap();
        });
        assert_eq!(outcome.code, None, "{outcome:?}");
        fakes.assert_nothing_runs();
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
    let has_model = format!("says UNSATISFIABLE, and '{honest}' has a model");
    let (wrong, violates) = (
        "sed 's/-//g' $MODEL; exit 10",
        "gives a model that violates clause",
    );
    for (script, what) in [
        (NONE, has_model.as_str()),
        (wrong, violates),
        ("exit 1", "gives no usable answer and exits with 1"),
    ] {
        let liar = fakes.liar(&format!("touch $READY; {script}"));
        let outcome = run(&fakes, "solve 5x5 --portfolio", &format!("{honest},{liar}"));
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let message = format!("knightsat: '{liar}' {what}");
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
    let advice = "every solver was at fault, so there is no answer: use another solver";
    assert_eq!(lines[2], format!("knightsat: {advice}"));
}

#[test]
fn refuted_means_two_words_or_nobody_against_it() {
    let fakes = Fakes::new();
    let refuter = fakes.program(NONE);
    let hanging = fakes.liar("sleep 1000");
    let solve = |options: &str, solvers: &str| {
        let command = format!("solve 5x5 {NOT_COUNTED} {options}--portfolio");
        let outcome = run(&fakes, &command, solvers);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.out.contains(", unchecked"), "{outcome:?}");
        outcome.time
    };
    // Two that agree need not wait for the third.
    let two = format!("{refuter} {{cnf}},{refuter} -x {{cnf}},{hanging}");
    assert!(solve("", &two) < PATIENCE);
    // One alone waits until the others have given up.
    let one = format!("{refuter} {{cnf}},{hanging}");
    assert!(solve("--timeout 1 ", &one) >= Duration::from_secs(1));
    fakes.assert_nothing_left();
}

//! Solvers that lie, crash, hang, chat, stop short and exhaust memory. Each is detected and named,
//! and leaves nothing behind. The fakes are small shell scripts.
#![cfg(target_os = "linux")]

use crate::common::fakes;

use fakes::{Fakes, Outcome};
use std::time::Duration;

/// Returns the message of a command that fails because of its solver.
fn blame(outcome: &Outcome) -> &str {
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (Some(2), ""),
        "{outcome:?}"
    );
    assert_eq!(outcome.err.lines().count(), 1, "{outcome:?}");
    outcome.err.trim_end().strip_prefix("knightsat: ").unwrap()
}

/// No published count of 5x5 has both ends fixed like this, so no known number contradicts a
/// solver.
const NOT_COUNTED: &str = "--start a1 --end e5";

#[test]
fn who_denies_a_tour_that_is_known_is_named() {
    let fakes = Fakes::new();
    for (options, evidence) in [
        ("", "1728 such tours are known (OEIS "),
        ("--start a1", "304 such tours are known ("),
        ("--end a1", "304 such tours are known ("),
    ] {
        let outcome = fakes.solve("echo 's UNSATISFIABLE'; exit 20", options);
        let message = blame(&outcome);
        let word = format!(
            "no open knight's tour of 5x5 ('{}' says so, unchecked): this is wrong, {evidence}",
            fakes.command("{cnf}")
        );
        assert!(message.starts_with(&word), "{message}");
    }
    let liar = fakes.liar("echo 's UNSATISFIABLE'; exit 20");
    for args in ["12x12 --closed", "11x11"] {
        let mut args: Vec<&str> = ["solve"].into_iter().chain(args.split(' ')).collect();
        args.extend(["--encoding", "crt", "--solver", &liar]);
        let outcome = fakes.run_with(&args, |_| {});
        assert!(
            blame(&outcome).contains("this is wrong, there is a"),
            "{outcome:?}"
        );
    }
    // No count of symmetric tours is known.
    let args = "solve 6x6 --closed --symmetric rot90 --solver".split(' ');
    let args: Vec<&str> = args.chain([liar.as_str()]).collect();
    assert_eq!(fakes.run_with(&args, |_| {}).code, Some(1));
}

#[test]
fn an_honest_solver_is_believed() {
    let fakes = Fakes::new();
    let outcome = fakes.solve("cat $MODEL; exit 10", "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert_eq!(outcome.out.split_whitespace().count(), 25, "{outcome:?}");
    let outcome = fakes.solve("echo 's UNSATISFIABLE'; exit 20", NOT_COUNTED);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(
        outcome.out.contains("liar.sh {cnf}' says so, unchecked"),
        "{outcome:?}"
    );
    let outcome = fakes.solve("echo 's UNKNOWN'", "");
    assert_eq!(outcome.code, Some(3), "{outcome:?}");
    assert!(
        outcome.out.ends_with(": the solver answered unknown\n"),
        "{outcome:?}"
    );
}

#[test]
fn each_lie_is_blamed_on_the_liar() {
    let fakes = Fakes::new();
    for (script, what) in [
        (
            "cat $MODEL; exit 20",
            "prints SATISFIABLE but exits with 20 instead of 10",
        ),
        (
            "cat $MODEL",
            "prints SATISFIABLE but exits with 0 instead of 10",
        ),
        (
            "echo s UNSATISFIABLE; exit 10",
            "prints UNSATISFIABLE but exits with 10 instead of 20",
        ),
        (
            "echo s UNKNOWN; exit 20",
            "prints UNKNOWN but exits with 20 instead of 0",
        ),
        (
            "echo s UNSATISFIABLE; kill -SEGV $$",
            "was killed by signal 11, SIGSEGV",
        ),
        (
            "kill -KILL $$",
            "was killed by signal 9, SIGKILL: has the memory run out?",
        ),
        (
            "echo s SATISFIABLE; exit 10",
            "gives no usable answer and exits with 10: line 2: satisfiable, but the values are missing",
        ),
        (
            "sed 's/ 0$//' $MODEL; exit 10",
            "gives no usable answer and exits with 10: line 3: the values end without their closing 0: \
             the output is cut off",
        ),
        (
            "echo s SATISFIABLE; echo v 1 -1 0; exit 10",
            "gives no usable answer and exits with 10: line 3: variable 1 is both true and false",
        ),
        (
            "echo s SATISFIABLE; echo s UNSATISFIABLE; exit 20",
            "gives no usable answer and exits with 20: line 2: contradicts an earlier verdict",
        ),
        (
            "exit 20",
            "gives no usable answer and exits with 20: line 1: no verdict and no values: is this a \
             solver's output?",
        ),
        (
            "echo >&2; echo ' no such file ' >&2; exit 3",
            "gives no usable answer and exits with 3: line 1: no verdict and no values: is this a \
             solver's output?; it complains: no such file",
        ),
    ] {
        let outcome = fakes.solve(script, "");
        let message = blame(&outcome);
        assert_eq!(
            message,
            format!("'{}' {what}", fakes.command("{cnf}")),
            "{script}"
        );
    }
    let beyond = fakes.solve("echo s SATISFIABLE; echo v 99999999 0; exit 10", "");
    assert!(
        blame(&beyond).contains("literal 99999999 is beyond the formula's"),
        "{beyond:?}"
    );
    let wrong = fakes.solve("sed 's/-//g' $MODEL; exit 10", "");
    assert!(
        blame(&wrong).contains("gives a model that violates clause"),
        "{wrong:?}"
    );
    let few = fakes.solve("echo s SATISFIABLE; echo v 0; exit 10", "");
    assert!(
        blame(&few).contains("gives a model that violates clause 1: "),
        "{few:?}"
    );
    fakes.assert_nothing_left();
}

#[test]
fn a_result_file_is_trusted_no_more_than_output() {
    let fakes = Fakes::new();
    let good = fakes.solve_with(
        "grep ^v $MODEL | cut -c3- | (echo SAT; cat) > $2; exit 10",
        "{cnf} {result}",
        "",
    );
    assert_eq!(good.code, Some(0), "{good:?}");
    let none = fakes.solve_with("cat $MODEL; exit 10", "{cnf} {result}", "");
    assert!(
        blame(&none).ends_with("gives no usable answer and exits with 10: it wrote no result"),
        "{none:?}"
    );
    let folder = fakes.solve_with("rm -f $2; mkdir $2; exit 10", "{cnf} {result}", "");
    assert!(
        blame(&folder).ends_with("its result file cannot be read: a folder, not a file"),
        "{folder:?}"
    );
    let short = fakes.solve_with("echo SAT > $2; echo 1 >> $2; exit 10", "{cnf} {result}", "");
    assert!(
        blame(&short).contains("line 3: the values end without their closing 0"),
        "{short:?}"
    );
    fakes.assert_nothing_left();
}

#[test]
fn a_known_solver_at_a_path_is_held_to_its_own_convention() {
    let fakes = Fakes::new();
    let path = fakes.program("echo UNSAT > $3; exit 10");
    let outcome = fakes.run(&format!("solve 5x5 --solver minisat --solver-path {path}"));
    assert_eq!(
        blame(&outcome),
        "minisat prints UNSATISFIABLE but exits with 10 instead of 20"
    );
    let path = fakes.program("echo s UNSATISFIABLE; exit 10");
    let outcome = fakes.run(&format!("solve 5x5 --solver z3 --solver-path {path}"));
    assert_eq!(
        blame(&outcome),
        "z3 prints UNSATISFIABLE but exits with 10 instead of 0"
    );
}

#[test]
fn what_cannot_be_started_is_named() {
    let fakes = Fakes::new();
    let solver = "/nowhere/solver {cnf}";
    let outcome = fakes.run_with(&["solve", "5x5", "--solver", solver], |_| {});
    assert_eq!(blame(&outcome), "/nowhere/solver: no such program");
    for (text, why) in [
        (
            "#!/nowhere/shell\n",
            "the interpreter in its '#!' line is missing",
        ),
        (
            "no script",
            "not a program for this machine, nor a script with '#!'",
        ),
    ] {
        let program = fakes.program("");
        std::fs::write(&program, text).unwrap();
        let solver = format!("{program} {{cnf}}");
        let outcome = fakes.run_with(&["solve", "5x5", "--solver", &solver], |_| {});
        let expected = format!("'{solver}' cannot be started: {why}");
        assert_eq!(blame(&outcome), expected);
    }
    fakes.assert_nothing_left();
}

#[test]
fn a_chatty_solver_is_heard_out_but_not_kept() {
    let fakes = Fakes::new();
    let chat = "yes 'c this is taking long' | head -c 200000000; yes | head -c 9000000 >&2; cat $MODEL; exit 10";
    let outcome = fakes.solve(chat, "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(outcome.memory < 60 << 20, "{} bytes", outcome.memory);
    // One line, and one line after the other, without end: it is stopped long before the timeout.
    for endless in [
        "echo s SATISFIABLE; yes 'v 1'",
        "yes | tr -d '\\n'",
        "yes ''",
    ] {
        let outcome = fakes.solve(endless, "--timeout 100");
        let message = blame(&outcome);
        assert!(message.contains("gives no usable answer"), "{message}");
        assert!(outcome.memory < 60 << 20, "{} bytes", outcome.memory);
    }
    fakes.assert_nothing_left();
}

#[test]
fn a_solver_that_eats_all_its_memory_is_blamed_with_what_it_says() {
    let fakes = Fakes::new();
    let outcome = fakes.solve("ulimit -v 100000; tail /dev/zero", "");
    let message = blame(&outcome);
    assert!(
        message.contains("exits with 1") && message.contains("; it complains: tail: "),
        "{message}"
    );
}

#[test]
fn a_hanging_solver_that_ignores_being_terminated_is_killed_at_the_timeout() {
    let fakes = Fakes::new();
    for hanging in [
        "trap '' TERM INT; while :; do sleep 1000; done",
        "trap '' TERM; sleep 1000 & sleep 1000",
    ] {
        let outcome = fakes.solve(hanging, "--timeout 0.5");
        assert_eq!(outcome.code, Some(3), "{hanging}: {outcome:?}");
        assert!(
            outcome.time < Duration::from_secs(30),
            "{hanging}: {outcome:?}"
        );
        fakes.assert_nothing_left();
    }
    // A solver with closed outputs cannot answer, so the program does not wait.
    let outcome = fakes.solve("exec >&- 2>&-; sleep 1000", "--timeout 100");
    assert!(
        blame(&outcome).contains("gives no usable answer: line 1"),
        "{outcome:?}"
    );
    fakes.assert_nothing_left();
}

#[test]
fn what_a_solver_leaves_running_is_ended_with_it() {
    let fakes = Fakes::new();
    let outcome = fakes.solve("sleep 1000 & (sleep 1000 &); cat $MODEL; exit 10", "");
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    fakes.assert_nothing_left();
}

#[test]
fn a_signal_ends_the_solver_too() {
    let fakes = Fakes::new();
    for signals in [&["TERM"][..], &["INT"], &["HUP"], &["INT", "INT"]] {
        let script = "trap '' TERM INT; sleep 1000 & touch $READY; while :; do sleep 1000; done";
        let outcome = fakes.interrupted(script, "", signals);
        // Stopped, and says so; or ended by an impatient second signal.
        assert!(
            matches!(outcome.code, Some(3) | None),
            "{signals:?}: {outcome:?}"
        );
        assert!(
            outcome.time < Duration::from_secs(30),
            "{signals:?}: {outcome:?}"
        );
        fakes.assert_nothing_left();
    }
}

#[test]
fn a_signal_that_was_to_be_ignored_is() {
    let fakes = Fakes::new();
    let script = "touch $READY; sleep 1; cat $MODEL; exit 10";
    let outcome = fakes.interrupted(script, "HUP", &["HUP"]);
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    fakes.assert_nothing_left();
}

#[test]
fn in_a_portfolio_liars_lose_and_are_reported() {
    let fakes = Fakes::new();
    let slow = "while [ ! -e $READY ]; do sleep 0.05; done; sleep 0.5; cat $MODEL; exit 10";
    let honest = format!("{} {{cnf}}", fakes.program(slow));
    let has_model = format!("says UNSATISFIABLE, and '{honest}' has a model");
    for (script, what) in [
        ("echo s UNSATISFIABLE; exit 20", has_model.as_str()),
        (
            "sed 's/-//g' $MODEL; exit 10",
            "gives a model that violates clause",
        ),
        ("exit 1", "gives no usable answer and exits with 1"),
    ] {
        let liar = fakes.liar(&format!("touch $READY; {script}"));
        let solvers = format!("{honest},{liar}");
        let args = ["solve", "5x5", "--format", "moves", "--portfolio", &solvers];
        let outcome = fakes.run_with(&args, |_| {});
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        assert_eq!(outcome.out.split_whitespace().count(), 25, "{outcome:?}");
        assert!(
            outcome
                .err
                .starts_with(&format!("knightsat: '{liar}' {what}")),
            "{outcome:?}"
        );
        assert_eq!(outcome.err.lines().count(), 1, "{outcome:?}");
        fakes.assert_nothing_left();
    }
}

#[test]
fn the_losers_of_a_portfolio_are_stopped() {
    let fakes = Fakes::new();
    let command = fakes.liar("trap '' TERM; sleep 1000 & sleep 1000");
    let solvers = format!("{command},varisat,{command}");
    let outcome = fakes.run_with(&["solve", "5x5", "--portfolio", &solvers], |_| {});
    assert_eq!(
        (outcome.code, outcome.err.as_str()),
        (Some(0), ""),
        "{outcome:?}"
    );
    assert!(outcome.time < Duration::from_secs(30), "{outcome:?}");
    fakes.assert_nothing_left();
}

#[test]
fn a_portfolio_of_liars_has_no_answer() {
    let fakes = Fakes::new();
    let command = fakes.liar("echo s SATISFIABLE; echo v 0; exit 10");
    let solvers = format!("{command},{command}");
    let outcome = fakes.run_with(&["solve", "5x5", "--portfolio", &solvers], |_| {});
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (Some(2), ""),
        "{outcome:?}"
    );
    let lines: Vec<&str> = outcome.err.lines().collect();
    assert!(lines.len() == 3 && lines[0] == lines[1], "{outcome:?}");
    assert_eq!(
        lines[2],
        "knightsat: every solver was at fault, so there is no answer: use another solver"
    );
}

#[test]
fn refuted_means_two_words_or_nobody_against_it() {
    let fakes = Fakes::new();
    let refuter = fakes.program("echo s UNSATISFIABLE; exit 20");
    let hanging = fakes.liar("sleep 1000");
    // Two that agree need not wait for the third.
    let solvers = format!("{refuter} {{cnf}},{refuter} -x {{cnf}},{hanging}");
    let solve: Vec<&str> = "solve 5x5"
        .split(' ')
        .chain(NOT_COUNTED.split(' '))
        .collect();
    let args = [&solve[..], &["--portfolio", &solvers]].concat();
    let outcome = fakes.run_with(&args, |_| {});
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.out.contains(", unchecked"), "{outcome:?}");
    assert!(outcome.time < Duration::from_secs(30), "{outcome:?}");
    // One alone waits until the others have given up.
    let solvers = format!("{refuter} {{cnf}},{hanging}");
    let args = [&solve[..], &["--timeout", "1", "--portfolio", &solvers]].concat();
    let outcome = fakes.run_with(&args, |_| {});
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.out.contains("says so, unchecked"), "{outcome:?}");
    assert!(outcome.time >= Duration::from_secs(1), "{outcome:?}");
    fakes.assert_nothing_left();
}

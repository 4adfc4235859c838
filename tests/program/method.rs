//! `solve --method`: what the baselines say.

use crate::common::program;
use crate::common::waiting::interrupted;

use program::{error, run, signalled};
use rustix::process::Signal;

/// Exit code and output of `solve`, standard error empty.
fn solve(args: &str) -> (i32, String) {
    let (code, out, err) = run(&format!("solve {args}"));
    assert_eq!(err, "", "{args}");
    (code, out)
}

#[test]
fn the_rule_finds_a_tour_or_says_where_it_is_stuck() {
    let (code, out) = solve("8x8 --method warnsdorff --format moves --start f8");
    assert_eq!((code, out.split(' ').count()), (0, 64));
    assert!(out.starts_with("f8 "));
    let args = "8x8 --method warnsdorff --start f8 --leaps 12785634";
    let (code, out) = solve(args);
    assert_eq!(code, 3);
    assert_eq!(
        out,
        "unknown: Warnsdorff's rule from f8 is stuck at step 62 on b1, 2 of 64 squares left\n"
    );
    let (code, json) = solve(&format!("{args} --format json"));
    assert_eq!(code, 3);
    let reason = out.trim_end().strip_prefix("unknown: ").unwrap();
    assert!(
        json.contains("\"result\":\"unknown\"") && json.contains(reason),
        "{json}"
    );
    let (code, out) = solve(&format!("{args} --tie look-ahead --format moves"));
    assert_eq!((code, out.split(' ').count()), (0, 64));
}

#[test]
fn a_path_that_does_not_close_is_no_closed_tour() {
    assert_eq!(
        solve("8x8 --method warnsdorff --closed"),
        (
            3,
            "unknown: Warnsdorff's rule from a1 visits all 64 squares, but ends on e8, from where \
             the path cannot be closed\n"
                .into()
        )
    );
    let (code, out) =
        solve("6x6 --method warnsdorff --closed --leaps 21876543 --start b1 --format moves");
    assert_eq!((code, out.split(' ').count()), (0, 36), "{out}");
    assert_eq!(solve("1x1 --method warnsdorff --closed").0, 3);
    assert_eq!(solve("1x1 --method warnsdorff"), (0, solve("1x1").1));
}

#[test]
fn the_end_is_kept_for_the_last_step() {
    for args in ["warnsdorff --start a1", "backtrack", "backtrack --start a1"] {
        let args = format!("solve 6x6 --format moves --end b1 --method {args}");
        let (code, out, _) = run(&args);
        assert_eq!(code, 0, "{args}: {out}");
        assert!(out.trim_end().ends_with(" b1"), "{args}: {out}");
        assert_eq!(out.matches("b1").count(), 1);
    }
}

#[test]
fn an_exhausted_search_says_so() {
    let (code, out, err) = run("solve 4x4 --method backtrack");
    assert_eq!(code, 1);
    let nodes = err.trim_end().strip_prefix("knightsat: ").unwrap();
    let nodes = nodes.split(' ').next().unwrap();
    assert_eq!(
        err,
        format!("knightsat: {nodes} nodes, {nodes} backtracks\n")
    );
    let expected =
        format!("no open knight's tour of 4x4: the search has tried everything, {nodes} nodes\n");
    assert_eq!(out, expected);
}

#[test]
fn graphs_and_other_pieces_go_too() {
    let (code, out, _) = run("solve 10x10 --leaper 1,4 --method backtrack --closed --timeout 1");
    assert!(
        code == 3 && out.starts_with("unknown: no closed (1,4)-leaper's tour"),
        "{out}"
    );
    let dir = tempfile::TempDir::new().unwrap();
    let file = program::write(
        dir.path(),
        "ring.col",
        "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n",
    );
    let args = format!("--graph {file} --method");
    assert_eq!(
        solve(&format!("{args} warnsdorff --closed")),
        (0, "1 2 3 4\n".into())
    );
    let (code, out, _) = run(&format!("solve {args} backtrack --start 1 --end 3"));
    assert_eq!(code, 1, "{out}");
    let message = error(&format!("solve {args} warnsdorff --leaps 12345678"));
    assert!(message.contains("--leaps"), "{message}");
}

#[test]
fn a_limit_leaves_the_question_open() {
    // b1 has the colour of the minority: no tour starts there, and there are too many paths to try.
    let board = "7x7 --start b1 --method backtrack";
    let (code, out, err) = run(&format!("solve {board} --timeout 0.3"));
    assert_eq!(
        (code, out.as_str()),
        (
            3,
            "unknown: no open knight's tour of 7x7 found: time is up\n"
        )
    );
    assert!(
        err.contains(" nodes, ") && err.contains(" backtracks"),
        "{err}"
    );

    let output = interrupted(signalled(), &format!("solve {board}"), Signal::INT);
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(
        err.contains(" nodes, ") && err.ends_with("stopped by a signal\n"),
        "{err}"
    );
}

#[test]
fn a_million_squares_are_walked_or_searched() {
    let (code, out) = solve("1000x1000 --method warnsdorff");
    assert_eq!(
        (code, out.as_str()),
        (
            3,
            "unknown: Warnsdorff's rule from a1 is stuck at step 956024 on tv997, 43976 of \
             1000000 squares left\n"
        )
    );
    assert_eq!(run("solve 1000x1000 --method backtrack --timeout 1").0, 3);
}

#[test]
fn options_of_another_method_are_refused() {
    for (args, expected) in [
        (
            "warnsdorff --amo ladder",
            "--amo is for --method sat, not for warnsdorff",
        ),
        (
            "backtrack --three-cnf",
            "--three-cnf is for --method sat, not for backtrack",
        ),
        (
            "backtrack --encoding lazy",
            "--encoding is for --method sat, not for backtrack",
        ),
        (
            "warnsdorff --solver minisat",
            "--solver is for --method sat, not for warnsdorff",
        ),
        (
            "warnsdorff --portfolio varisat,minisat",
            "--portfolio is for --method sat, not for warnsdorff",
        ),
        (
            "backtrack --no-shortcuts",
            "--no-shortcuts is for --method sat, not for backtrack",
        ),
        (
            "warnsdorff --closed --symmetric rot180",
            "--symmetric is for --method sat, not for warnsdorff",
        ),
        (
            "backtrack --seed 1",
            "--seed is for --method sat and --tie random: nothing else is chosen at random",
        ),
        (
            "backtrack --tie first",
            "--tie is for --method warnsdorff, not for backtrack",
        ),
        (
            "warnsdorff --dead-ends",
            "--dead-ends is for --method backtrack, not for warnsdorff",
        ),
        (
            "sat --leaps 12345678",
            "--leaps is for --method warnsdorff and backtrack, not for sat",
        ),
    ] {
        assert_eq!(error(&format!("solve 8x8 --method {args}")), expected);
    }
    let message = error("solve 8x8 --method warnsdorff --leaps 12345677");
    assert!(
        message.contains("write the digits 1 to 8 in some order"),
        "{message}"
    );
}

#[test]
fn what_is_in_the_lab_is_answered_with_the_way_to_it() {
    for (args, subject, command) in [
        ("compare 5x5", "compare", "compare"),
        ("split", "split", "split"),
        ("work parts 1", "work", "work"),
        ("join --wait parts", "join", "join"),
        ("--man=x", "--man", "--man"),
        ("--completions bash", "--completions", "--completions"),
        ("count 3x4 --split 2 -o x", "count --split", "count"),
        ("count 3x4 --split=2 -o x", "count --split", "count"),
        (
            "prove 4x4 --proof-format=lrat,pbp -o x",
            "prove --proof-format",
            "prove",
        ),
        ("prove 4x4 --textbook -o x", "prove --textbook", "prove"),
    ] {
        let way = format!("cargo run --release -p knightsat-lab -- {command} …");
        let expected = format!("{subject} is part of the lab: in a clone, run {way}");
        assert_eq!(error(args), expected, "{args}");
    }
    assert!(error("compares").contains("compares"));
}

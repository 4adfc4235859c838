//! Clues on the command line: every command respects them and mentions them.

use crate::common::program;

use program::{error, run, run_with, solved, write};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const CLUES: &str = "--require a1-b3 --forbid c3-d5 --at 7=e5";

#[test]
fn tours_are_found_checked_and_drawn() {
    let dir = TempDir::new().unwrap();
    let svg = dir.path().join("t.svg").display().to_string();
    for (kind, how) in [
        ("", ""),
        ("--closed", ""),
        ("--closed", "--encoding adder"),
        ("", "--encoding lazy"),
        ("--closed", "--encoding lazy"),
        ("", "--method backtrack"),
        ("", "--method backtrack --leaps 12345678"),
    ] {
        let args = format!("6x6 {kind} {CLUES}");
        let (code, board, err) = run(&format!("solve {args} {how}"));
        assert_eq!(code, 0, "{args} {how}: {err}");
        assert_eq!(board.matches("[ 7]").count(), 1, "{board}");
        let (code, out, err) = run_with(&format!("verify {args} - --svg {svg}"), &board);
        assert_eq!(code, 0, "{out}{err}\n{board}");
        let drawn = fs::read_to_string(&svg).unwrap();
        for class in ["required", "forbidden", "given"] {
            let used = format!("<path class=\"{class}\"");
            assert!(
                drawn.contains(&used) && drawn.contains(&format!(".{class}{{")),
                "{class}"
            );
        }
        assert!(
            drawn.contains("Given: the move a1-b3, no move c3-d5, e5 at step 7."),
            "{drawn}"
        );
        // Another claim about the same tour.
        let other = format!("verify 6x6 {kind} --at 8=e5 -");
        let (code, _, err) = run_with(&other, &board);
        assert!(code == 1 && err.contains("step 8"), "{err}");
    }
    let said = error(&format!("solve 6x6 {CLUES} --method warnsdorff"));
    assert!(
        said.starts_with("Warnsdorff's rule does not support required moves"),
        "{said}"
    );
}

#[test]
fn pictures_without_clues_are_as_they_were() {
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
    let plain = run_with("render 3x4 - --svg -", tour).1;
    assert!(
        !plain.contains("required") && !plain.contains("Given"),
        "{plain}"
    );
    let (code, drawn, err) = run_with("render 3x4 - --require a1-c2 --at 3=a3 --svg -", tour);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(drawn.contains("class=\"required\"") && drawn.contains("class=\"given\""));
    // What is drawn is called a tour only if it fits.
    let (code, text, err) = run_with("render 3x4 - --at 4=a3", tour);
    assert_eq!(code, 0);
    assert!(err.contains("not an open knight's tour of 3x4"), "{err}");
    assert!(text.contains("[ 3]"), "{text}");
}

#[test]
fn counts_say_what_they_are_of() {
    let cases = [
        (
            "5x5 --require a1-b3",
            "open tours with a1-b3, directed",
            "frontier",
        ),
        (
            "6x6 --closed --forbid b1-c3 --require c1-d3",
            "closed tours with c1-d3 without b1-c3, undirected",
            "frontier",
        ),
        ("5x5 --at 13=c3", "open tours at 13=c3, directed", "search"),
        (
            "5x5 --at 1=a1,25=e5",
            "open tours at 1=a1,25=e5, directed",
            "frontier",
        ),
        (
            "3x10 --closed --at 2=a1 --not-at 4=c2",
            "closed tours at 2=a1 not at 4=c2, numbered",
            "search",
        ),
    ];
    for (args, what, method) in cases {
        let (code, out, err) = run(&format!("count {args}"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let (number, said) = out.split_once(' ').unwrap();
        assert!(
            said.starts_with(what) && said.ends_with(&format!("by {method})\n")),
            "{out}"
        );
        for other in ["search", "enumerate"] {
            let (code, out, _) = run(&format!("count {args} --method {other}"));
            assert_eq!(
                (code, out.split(' ').next().unwrap()),
                (0, number),
                "{args} {other}"
            );
        }
        // No published number is about these.
        assert!(!out.contains("known"), "{out}");
    }
    let said = error("count 5x5 --at 13=c3 --method frontier");
    assert!(
        said.starts_with("the frontier method does not support squares at steps"),
        "{said}"
    );
}

#[test]
fn checks_hold_all_encodings_against_what_is_given() {
    for (args, shown) in [
        ("3x4 --require a1-c2 --at 3=a3", "given"),
        ("4x5 --closed --forbid a1-b3", ""),
        ("3x4 --forbid a1-b3 --not-at 5=c1", "given"),
    ] {
        let (code, out, err) = run(&format!("check {args} --encoding all"));
        assert_eq!(code, 0, "{args}: {out}{err}");
        assert!(out.contains("position"), "{out}");
        let sizes = run(&format!("sizes {args} --format csv")).1;
        assert!(shown.is_empty() || sizes.contains("given "), "{sizes}");
    }
    // Boards with published numbers; clues reduce the number of tours.
    let (code, out, err) =
        run("check 5x5 --start a1 --require a1-b3 --at 3=a5 --encoding position");
    assert_eq!(code, 0, "{out}{err}");
}

/// A foreign formula: ours without its comments, with a map. It contains the clues or lacks them.
#[test]
fn foreign_formulas_are_checked_and_decoded() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (cnf, map) = (path("t.cnf"), path("t.map"));
    let given = "3x4 --require a1-c2 --at 3=a3";
    for encoding in [
        "position --directions both",
        "adder --directions both",
        "order --variables edges",
    ] {
        for (made, code) in [(given, 0), ("3x4", 1)] {
            let args = format!("encode {made} --encoding {encoding} -o {cnf} --map {map}");
            assert_eq!(run(&args).0, 0, "{args}");
            let text = fs::read_to_string(&cnf).unwrap();
            let bare: String = text
                .lines()
                .filter(|line| !line.starts_with('c'))
                .fold(String::new(), |bare, line| bare + line + "\n");
            let bare = write(dir.path(), "bare.cnf", &bare);
            let checked = run(&format!("check {given} --cnf {bare} --map {map}"));
            assert_eq!(checked.0, code, "{encoding}: {}{}", checked.1, checked.2);
        }
    }
}

/// Closed tours with a numbering, which formulas of arcs and of edges do not have.
#[test]
fn foreign_formulas_of_closed_tours_are_numbered() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (cnf, map) = (path("t.cnf"), path("t.map"));
    let given = "5x6 --closed --at 4=c3 --not-at 5=e4";
    for encoding in ["adder --directions both", "order --variables edges"] {
        let args = format!("encode {given} --encoding {encoding} -o {cnf} --map {map}");
        assert_eq!(run(&args).0, 0, "{args}");
        let (code, out, err) = run(&format!("check {given} --cnf {cnf} --map {map}"));
        assert_eq!(code, 0, "{encoding}: {out}{err}");
    }
}

#[test]
fn files_remember_what_is_given() {
    let dir = TempDir::new().unwrap();
    let cnf = dir.path().join("t.cnf").display().to_string();
    let graph = write(
        dir.path(),
        "graph",
        "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 4 1\ne 1 3\n",
    );
    for (place, clues) in [
        ("5x5".to_string(), "--require a1-b3 --at 5=c5 --not-at 7=e4"),
        (
            format!("--graph {graph}"),
            "--require 1-3 --at 2=3 --forbid 1-2",
        ),
    ] {
        let args = format!("{place} {clues}");
        assert_eq!(run(&format!("encode {args} -o {cnf}")).0, 0, "{args}");
        let decoded = run_with(&format!("decode {cnf} - --format moves"), &solved(&cnf));
        assert_eq!(decoded.0, 0, "{args}: {}", decoded.2);
        assert_eq!(
            run_with(&format!("verify {args} -"), &decoded.1).0,
            0,
            "{}",
            decoded.1
        );
        assert_eq!(run(&format!("lint {cnf}")).0, 0);
        let board = run_with(&format!("decode {cnf} -"), &solved(&cnf)).1;
        assert_eq!(board.contains("[ 5]"), place == "5x5", "{board}");
    }
    // A solver denies tours of a problem without a known count.
    assert_eq!(
        run(&format!(
            "encode 6x6 --closed --forbid a1-b3 --no-shortcuts -o {cnf}"
        ))
        .0,
        0
    );
    let (code, out, err) = run_with(&format!("decode {cnf} -"), "UNSAT\n");
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
}

#[test]
fn documents_have_what_is_given() {
    let (code, out, _) = run(&format!("solve 6x6 {CLUES} --not-at 9=c3 --format json"));
    assert_eq!(code, 0);
    let document: Value = serde_json::from_str(&out).unwrap();
    for (key, value) in [
        ("require", "a1-b3"),
        ("forbid", "c3-d5"),
        ("at", "7=e5"),
        ("not_at", "9=c3"),
    ] {
        assert_eq!(document[key], serde_json::json!([value]), "{out}");
    }
    assert_eq!(run_with(&format!("verify 6x6 {CLUES} -"), &out).0, 0);
}

//! Clues on the command line: every command respects them and mentions them.

use crate::common::program;

use program::{bare, document, output, output_with, run, run_with, transcript, write};
use serde_json::json;
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
        output_with(&format!("verify {args} - --svg {svg}"), &board);
        let drawn = fs::read_to_string(&svg).unwrap();
        for class in ["required", "forbidden", "given"] {
            let (used, styled) = (format!("<path class=\"{class}\""), format!(".{class}{{"));
            assert!(drawn.contains(&used) && drawn.contains(&styled), "{class}");
        }
        let words = "Given: the move a1-b3, no move c3-d5, e5 at step 7.";
        assert!(drawn.contains(words), "{drawn}");
        // Another claim about the same tour.
        let (code, _, err) = run_with(&format!("verify 6x6 {kind} --at 8=e5 -"), &board);
        assert!(code == 1 && err.contains("step 8"), "{err}");
    }
    transcript(&format!(
        "2 solve 6x6 {CLUES} --method warnsdorff
           => knightsat: Warnsdorff's rule does not support required moves"
    ));
}

#[test]
fn pictures_have_the_clues_alone_and_are_of_a_tour_only_if_it_fits() {
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
    let plain = output_with("render 3x4 - --svg -", tour);
    assert!(
        !plain.contains("required") && !plain.contains("Given"),
        "{plain}"
    );
    transcript(&format!(
        "0 render 3x4 - --require a1-c2 --at 3=a3 --svg - <<< {tour}
           => class=\"required\"
           => class=\"given\"
         0* render 3x4 - --at 4=a3 <<< {tour} => not an open knight's tour of 3x4
           => [ 3]"
    ));
}

/// No published number is about such tours.
#[test]
fn counts_say_what_they_are_of() {
    for (args, what, method) in [
        ("5x5 --require a1-b3", "with a1-b3, directed", "frontier"),
        (
            "6x6 --closed --forbid b1-c3 --require c1-d3",
            "with c1-d3 without b1-c3, undirected",
            "frontier",
        ),
        ("5x5 --at 13=c3", "at 13=c3, directed", "search"),
        ("5x5 --at 1=a1,25=e5", "at 1=a1,25=e5, directed", "frontier"),
        (
            "3x10 --closed --at 2=a1 --not-at 4=c2",
            "at 2=a1 not at 4=c2, numbered",
            "search",
        ),
    ] {
        let out = output(&format!("count {args}"));
        assert!(out.contains(&format!(" tours {what}")), "{out}");
        assert!(
            out.ends_with(&format!("by {method})\n")) && !out.contains("known"),
            "{out}"
        );
        let search = output(&format!("count {args} --method search"));
        assert_eq!(out.split(' ').next(), search.split(' ').next(), "{args}");
    }
    transcript(
        "2 count 5x5 --at 13=c3 --method frontier
           => knightsat: the frontier method does not support squares at steps",
    );
}

#[test]
fn checks_hold_all_encodings_against_what_is_given() {
    for (args, shown) in [
        ("3x4 --require a1-c2 --at 3=a3", "given "),
        ("4x5 --closed --forbid a1-b3", ""),
        ("3x4 --forbid a1-b3 --not-at 5=c1", "given "),
    ] {
        let (code, out, err) = run(&format!("check {args} --encoding all"));
        assert_eq!(code, 0, "{args}: {out}{err}");
        assert!(out.contains("position"), "{out}");
        let sizes = output(&format!("sizes {args} --format csv"));
        assert!(sizes.contains(shown), "{sizes}");
    }
    // This board has a published number; clues reduce the number of tours.
    output("check 5x5 --start a1 --require a1-b3 --at 3=a5 --encoding position");
}

/// A foreign formula: ours without its comments, with a map. It contains the clues or lacks them.
/// Formulas of arcs and of edges do not have the numbering of a closed tour.
#[test]
fn foreign_formulas_are_checked() {
    let dir = TempDir::new().unwrap();
    let map = dir.path().join("t.map").display().to_string();
    let given = "3x4 --require a1-c2 --at 3=a3";
    let closed = "5x6 --closed --at 4=c3 --not-at 5=e4";
    for (problem, made, encoding, code) in [
        (given, given, "position --directions both", 0),
        (given, "3x4", "position --directions both", 1),
        (given, given, "adder --directions both", 0),
        (given, "3x4", "adder --directions both", 1),
        (given, given, "order --variables edges", 0),
        (given, "3x4", "order --variables edges", 1),
        (closed, closed, "adder --directions both", 0),
        (closed, closed, "order --variables edges", 0),
    ] {
        let formula = output(&format!("encode {made} --encoding {encoding} --map {map}"));
        let file = write(dir.path(), "bare.cnf", &bare(&formula));
        let (found, out, err) = run(&format!("check {problem} --cnf {file} --map {map}"));
        assert_eq!(found, code, "{encoding}: {out}{err}");
    }
}

/// A solver may deny tours of a problem without a known count.
#[test]
fn files_remember_what_is_given() {
    transcript(
        "0 encode 5x5 --require a1-b3 --at 5=c5 --not-at 7=e4 -o t.cnf
         0 lint t.cnf
         10 sat t.cnf > answer
         0 decode t.cnf answer --format moves > tour
         0 verify 5x5 --require a1-b3 --at 5=c5 --not-at 7=e4 tour
         0 decode t.cnf answer => [ 5]
         write graph <<< p edge 4 5\\ne 1 2\\ne 2 3\\ne 3 4\\ne 4 1\\ne 1 3\\n
         0 encode --graph graph --require 1-3 --at 2=3 --forbid 1-2 -o t.cnf
         0 lint t.cnf
         10 sat t.cnf > answer
         0 decode t.cnf answer --format moves > tour
         0 verify --graph graph --require 1-3 --at 2=3 --forbid 1-2 tour
         0 encode 6x6 --closed --forbid a1-b3 --no-shortcuts -o t.cnf
         1 decode t.cnf - <<< UNSAT\\n",
    );
}

#[test]
fn documents_have_what_is_given() {
    let args = format!("6x6 {CLUES} --not-at 9=c3");
    let found = document(0, &format!("solve {args} --format json"));
    for (key, value) in [
        ("require", "a1-b3"),
        ("forbid", "c3-d5"),
        ("at", "7=e5"),
        ("not_at", "9=c3"),
    ] {
        assert_eq!(found[key], json!([value]), "{found}");
    }
    output_with(&format!("verify {args} -"), &found.to_string());
}

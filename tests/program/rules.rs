//! Tours under rules, on the command line. tests/encodings/rules.rs compares them with an
//! exhaustive enumeration.

use crate::common::program;

use itertools::Itertools;
use knightsat::tour::rule::Atom;
use program::{bare, document, output, output_with, run, run_with, solved, transcript, write};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

fn rules(dir: &TempDir, text: &str) -> String {
    write(dir.path(), "rules.txt", text)
}

#[test]
fn tours_that_keep_rules_are_found_counted_and_verified() {
    let dir = TempDir::new().unwrap();
    let with = rules(&dir, "after(a1, d3) # d3 first\nnot a1-c2 or d3@1\n");
    // The rule of steps has no variables in an order.
    let order = write(dir.path(), "order", "after(a1, d3)\nnot b1-d2\n");
    for (with, how) in [
        (&with, ""),
        (&order, "--encoding order"),
        (&with, "--encoding textbook"),
        (&with, "--method backtrack"),
    ] {
        let (code, board, err) = run(&format!("solve 3x4 --with {with} {how}"));
        assert_eq!(code, 0, "{how}: {err}");
        let valid = output_with(&format!("verify 3x4 --with {with} -"), &board);
        assert_eq!(valid, "valid: open knight's tour of 3x4, 12 steps\n");
    }
    transcript(&format!(
        "1 verify 3x4 --with {with} - <<< {TOUR}
           => knightsat: standard input: not an open knight's tour of 3x4: rule 1 is violated: \
              after(a1, d3)\\n
         1 verify 3x4 --with {with} --format json - <<< {TOUR}
           => \"reason\":\"rule 1 is violated: after(a1, d3)\"
         2 count 3x4 --with {with} --method frontier
           => knightsat: the frontier method does not support rules about
         2 solve 3x4 --with {with} --method warnsdorff => knightsat: Warnsdorff's rule"
    ));
}

#[test]
fn every_method_counts_under_rules() {
    let dir = TempDir::new().unwrap();
    let steps = write(dir.path(), "steps", "a1-c2 or d3@1\nnot b1->d2\n");
    let moves = write(
        dir.path(),
        "moves",
        "cross(a1-c2, b1-a3)\nnot acute(b1) or a1-b3\n",
    );
    for (with, methods) in [
        (
            steps,
            "search/enumerate/enumerate --encoding binary/enumerate --encoding textbook",
        ),
        (moves, "frontier/search/enumerate"),
    ] {
        let counts = methods.split('/').map(|method| {
            let out = output(&format!("count 3x4 --with {with} --method {method}"));
            assert!(out.contains(" under 2 rules, directed"), "{out}");
            out.split_once(' ').unwrap().0.to_string()
        });
        let counts = counts.collect_vec();
        assert!(counts.iter().all_equal(), "{methods}: {counts:?}");
        assert!(
            !["0", "16"].contains(&&counts[0][..]),
            "{methods}: {counts:?}"
        );
    }
}

/// Files in every format contain their rules, and `decode` needs nothing else.
#[test]
fn a_file_contains_its_rules() {
    let dir = TempDir::new().unwrap();
    let rule = "c2-a1 or not d3@12 or b3->c1 or after(b3, a1) or d1@4 or d1@6 or d1@8 or d1@2";
    let with = rules(&dir, &format!("{rule}\nnot a1-b3\n"));
    let file = dir.path().join("t").display().to_string();
    for encoding in ["position", "textbook", "binary", "distance"] {
        output(&format!(
            "encode 3x4 --with {with} --encoding {encoding} -o {file}"
        ));
        let text = fs::read_to_string(&file).unwrap();
        let mut comments = text.lines().filter(|line| line.starts_with("c "));
        assert!(comments.all(|line| line.len() < 80));
        assert!(text.contains("\nc knightsat with = [[\"a1-c2\", \"not d3@12\","));
        assert_eq!(output(&format!("lint {file}")), "");
        let (code, moves, err) =
            run_with(&format!("decode {file} - --format moves"), &solved(&file));
        assert_eq!(code, 0, "{encoding}: {err}");
        output_with(&format!("verify 3x4 --with {with} -"), &moves);
        output(&format!("check --cnf {file}"));
    }
    let with = rules(&dir, &format!("{rule}\nturns <= 9\n"));
    for format in ["opb", "smt2"] {
        let encode = format!("encode 3x4 --with {with} --format {format} -o {file}");
        output(&format!("{encode} --at-least \"turns 5\""));
        let text = fs::read_to_string(&file).unwrap();
        for rule in ["[\"a1-c2\", \"not d3@12\"", "turns <= 9", "turns >= 5"] {
            assert!(text.contains(rule), "{format}: {rule}");
        }
        if format == "opb" {
            transcript(&format!("0 lint {file}\n0 check --cnf {file}"));
        }
    }
}

/// The formula of all tours, which calls itself one of tours under rules.
#[test]
fn a_decoded_tour_is_held_against_the_rules_in_the_file() {
    let dir = TempDir::new().unwrap();
    let text = output("encode 3x4 --encoding textbook");
    let cnf = write(dir.path(), "t.cnf", &text);
    let answer = write(dir.path(), "answer", &solved(&cnf));
    let tour = output(&format!("decode {cnf} {answer} --format moves"));
    let taken = tour.split_whitespace().take(2).join("-");
    for (rule, message) in [
        (&format!("not {taken}")[..], "rule 1 is violated: not "),
        ("a1-b1", "a1-b1 is not a move of the knight on 3x4"),
        (
            "a1+b1",
            "liar.cnf:8:1: with: 'a1+b1' is not a fact of a tour",
        ),
    ] {
        let claim = format!("c knightsat with = [[\"{rule}\"]]\np cnf");
        let file = write(dir.path(), "liar.cnf", &text.replacen("p cnf", &claim, 1));
        transcript(&format!("2 decode {file} {answer} => {message}"));
    }
    let denied = rules(&dir, "not b1-d2\n");
    let script = dir.path().join("t.smt2").display().to_string();
    output(&format!(
        "encode 3x4 --with {denied} --format smt2 -o {script}"
    ));
    let place = |(step, square): (usize, &str)| {
        let [file, rank] = [square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1'];
        format!("(r{step} (_ bv{rank} 3)) (f{step} (_ bv{file} 3))")
    };
    let values = (1..).zip(TOUR.split(' ')).map(place).join(" ");
    let answer = write(dir.path(), "answer", &format!("sat\n({values})\n"));
    transcript(&format!(
        "2 decode {script} {answer} => rule 1 is violated: not b1-d2"
    ));
}

#[test]
fn check_compares_encodings_with_tours_that_keep_the_rules() {
    let dir = TempDir::new().unwrap();
    let with = rules(&dir, "not b1-d2 or a1@3\n");
    let (code, out, err) = run(&format!("check 3x4 --with {with}"));
    assert_eq!(code, 0, "{out}{err}");
    assert!(!err.contains("left out"), "{err}");
    for encoding in ["position", "textbook", "binary", "distance", "order", "crt"] {
        assert!(out.contains(encoding), "{out}");
    }
    // Somebody's formula of all tours has models that violate the rules.
    let text = bare(&output("encode 3x4 --encoding textbook --three-cnf no"));
    let bare = write(dir.path(), "bare.cnf", &text);
    transcript(&format!(
        "0 check 3x4 --cnf {bare} --map (i-1)*N+v
         1 check 3x4 --cnf {bare} --map (i-1)*N+v --with {with}
           => rule 1 is violated: not b1-d2 or a1@3"
    ));
}

#[test]
fn a_rule_may_name_the_later_square_of_a_move_first() {
    let dir = TempDir::new().unwrap();
    let cnf = dir.path().join("t.cnf").display().to_string();
    let map = dir.path().join("t.map").display().to_string();
    output(&format!("encode 3x4 --encoding order -o {cnf} --map {map}"));
    // The formula lacks the first three of these rules.
    for (text, checked, code) in [
        ("not b3-d2", format!("--cnf {cnf}"), 1),
        ("not d2-b3", format!("--cnf {cnf}"), 1),
        ("not b3-d2 or a1-b3", format!("--cnf {cnf} --most 3"), 1),
        ("b3-d2", "--encoding order".into(), 0),
        ("not b3-d2", "--encoding order".into(), 0),
        ("a1->b3 or d2-b3", "--encoding order".into(), 0),
    ] {
        let with = rules(&dir, text);
        let (found, out, err) = run(&format!("check 3x4 {checked} --with {with}"));
        assert_eq!(found, code, "{text}: {out}{err}");
    }
    let crosses = ["cross(a1-c2, b1-b3)", "cross(c2-a1, b3-b1)"].map(|text| {
        let text: Atom<String> = text.parse().unwrap();
        let numbers = ["a1", "b1", "c2", "b3"];
        let number = |name: &String| numbers.iter().position(|&other| other == name);
        text.try_map(|name| number(name).map(|number| number as u32).ok_or(()))
    });
    assert!(crosses.iter().all_equal());
}

#[test]
fn faults_of_rules_are_told_with_file_line_and_column() {
    let dir = TempDir::new().unwrap();
    let file = |name: &str, text: &str| write(dir.path(), name, text);
    let far = file("far", "a1-c2\n  not a9@3\n");
    // Moves are those of the piece.
    let leap = file("leap", "a1-d2\n");
    let step = file("step", "d1@3\n");
    let long = file("long", &"#".repeat((1 << 22) + 1));
    transcript(&format!(
        "2 solve 3x4 --with {far} => {far}:2:7: a9 is not on the 3x4 board (did you mean a3?)\\n
         2 encode 5x5 --with {leap}
           => {leap}:1:1: a1-d2 is not a move of the knight on 5x5 (did you mean a1-c2?)\\n
         0 encode 5x5 --leaper 1,3 --with {leap}
         2 solve 3x4 --with no-such-file => knightsat: no-such-file: no such file
         2 solve 3x4 --with - => knightsat: --with -: name a file
         2 count 3x4 --method frontier --with {step}
           => the frontier method does not support rules about steps, as in rule 1: use --method search
         2 solve 5x6 --closed --with {step} => knightsat: a closed tour has no first step
         2 puzzle 5x6 --closed --with {step} => knightsat: a closed tour has no first step
         0 solve 5x6 --closed --start a1 --with {} --format moves
         2 check --with {step} => knightsat: --with: name the BOARD too
         2 solve 3x4 --with {long} => any list of rules
         1 puzzle 4x5 --with {} => under 2 rules",
        file("other", "e1@3\n"),
        file("both", "a1@1\nnot a1@1\n"),
    ));
}

#[test]
fn a_puzzle_has_one_solution_that_keeps_its_rules() {
    let dir = TempDir::new().unwrap();
    let texts = |value: &Value, between: &str| {
        let names = value.as_array().unwrap().iter();
        names.map(|name| name.as_str().unwrap()).join(between)
    };
    for (board, text) in [
        ("4x5", "after(a1, e4) or a1@3\nnot b2-d3\n"),
        ("5x6 --closed", "a1-b3\nnot c3-e4 or d1-f2\n"),
    ] {
        let board = format!("{board} --with {}", rules(&dir, text));
        let json = document(0, &format!("puzzle {board} --format json"));
        assert_eq!(json["with"].as_array().unwrap().len(), 2, "{json}");
        let at = texts(&json["givens"], ",");
        transcript(&format!(
            "0 count {board} --at {at} => 1 \n0 solve {board} --at {at} --unique"
        ));
        let witnesses = json["witnesses"].as_array().unwrap().iter();
        for tour in witnesses.chain([&json]) {
            output_with(&format!("verify {board} -"), &texts(&tour["moves"], " "));
        }
        let page = output(&format!("puzzle {board} --html -"));
        for line in text.lines() {
            assert!(
                page.contains(&format!("<li><code>{line}</code></li>")),
                "{line}"
            );
        }
    }
}

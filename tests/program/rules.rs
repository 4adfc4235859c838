//! Tours under rules, on the command line.

use crate::common::program;

use itertools::Itertools;
use knightsat::tour::rule::Atom;
use program::{error, run, run_with, solved, write};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

fn rules(dir: &TempDir, text: &str) -> String {
    write(dir.path(), "rules.txt", text)
}

#[test]
fn tours_that_keep_rules_are_found_counted_and_verified() {
    let dir = TempDir::new().unwrap();
    let with = rules(&dir, "after(a1, d3) # d3 first\nnot a1-c2 or d3@1\n");
    for how in [
        "",
        "--encoding order",
        "--encoding textbook",
        "--method backtrack",
    ] {
        // The rule of steps has no variables in an order.
        let with = match how {
            "--encoding order" => write(dir.path(), "order.txt", "after(a1, d3)\nnot b1-d2\n"),
            _ => with.clone(),
        };
        let (code, board, err) = run(&format!("solve 3x4 --with {with} {how}"));
        assert_eq!(code, 0, "{how}: {err}");
        let (code, out, err) = run_with(&format!("verify 3x4 --with {with} -"), &board);
        assert_eq!(
            (code, out.as_str()),
            (0, "valid: open knight's tour of 3x4, 12 steps\n"),
            "{err}"
        );
    }
    let (code, _, err) = run_with(&format!("verify 3x4 --with {with} -"), TOUR);
    let violated =
        "standard input: not an open knight's tour of 3x4: rule 1 is violated: after(a1, d3)";
    assert_eq!(
        (code, err.trim_end()),
        (1, format!("knightsat: {violated}").as_str())
    );
    let json = run_with(&format!("verify 3x4 --with {with} --format json -"), TOUR).1;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["reason"], "rule 1 is violated: after(a1, d3)");
    let mut counts = Vec::new();
    for how in [
        "",
        "--method enumerate",
        "--encoding binary",
        "--encoding textbook",
        "--encoding distance",
    ] {
        let with = write(dir.path(), "some.txt", "a1-c2 or d3@1\nnot b1->d2\n");
        let (code, count, err) = run(&format!("count 3x4 --with {with} {how}"));
        assert_eq!((code, err.as_str()), (0, ""), "{how}");
        assert!(
            count.contains(" open tours under 2 rules, directed"),
            "{count}"
        );
        counts.push(count.split(' ').next().unwrap().to_string());
    }
    assert!(
        counts
            .iter()
            .all(|count| *count == counts[0] && *count != "16"),
        "{counts:?}"
    );
    let message = error(&format!("count 3x4 --with {with} --method frontier"));
    assert!(
        message.starts_with("the frontier method does not support rules about"),
        "{message}"
    );
    let moves = write(
        dir.path(),
        "moves.txt",
        "cross(a1-c2, b1-a3)\nnot acute(b1) or a1-b3\n",
    );
    let counts = ["frontier", "search", "enumerate"].map(|method| {
        let (code, count, err) = run(&format!("count 3x4 --with {moves} --method {method}"));
        assert_eq!((code, err.as_str()), (0, ""), "{method}");
        count.split(" (").next().unwrap().to_string()
    });
    assert!(
        counts.iter().all_equal() && !counts[0].starts_with("0 "),
        "{counts:?}"
    );
    let message = error(&format!("solve 3x4 --with {with} --method warnsdorff"));
    assert!(message.starts_with("Warnsdorff's rule"), "{message}");
}

#[test]
fn a_file_contains_its_rules_and_decode_needs_nothing_else() {
    let dir = TempDir::new().unwrap();
    let with = rules(
        &dir,
        "c2-a1 or not d3@12 or b3->c1 or after(b3, a1) or d1@4 or d1@6 or d1@8 or d1@2\nnot a1-b3\n",
    );
    let cnf = dir.path().join("t.cnf").display().to_string();
    for encoding in ["position", "textbook", "binary", "distance"] {
        let (code, _, err) = run(&format!(
            "encode 3x4 --with {with} --encoding {encoding} -o {cnf}"
        ));
        assert_eq!((code, err.as_str()), (0, ""), "{encoding}");
        let text = fs::read_to_string(&cnf).unwrap();
        let comments = text.lines().filter(|line| line.starts_with("c "));
        assert!(comments.clone().all(|line| line.len() < 80));
        let comments: Vec<&str> = comments.collect();
        assert!(
            comments
                .iter()
                .any(|line| line.contains("c knightsat with = [[\"a1-c2\", \"not d3@12\","))
        );
        assert_eq!(
            run(&format!("lint {cnf}")),
            (0, String::new(), String::new()),
            "{encoding}"
        );
        let answer = write(dir.path(), "answer", &solved(&cnf));
        let (code, moves, err) = run(&format!("decode {cnf} {answer} --format moves"));
        assert_eq!(code, 0, "{encoding}: {err}");
        assert_eq!(
            run_with(&format!("verify 3x4 --with {with} -"), &moves).0,
            0
        );
        let (code, report, err) = run(&format!("check --cnf {cnf}"));
        assert_eq!(code, 0, "{encoding}: {report}{err}");
    }
    // The formula of all tours, which calls itself one of tours under rules.
    run(&format!("encode 3x4 --encoding textbook -o {cnf}"));
    let text = fs::read_to_string(&cnf).unwrap();
    let answer = write(dir.path(), "answer", &solved(&cnf));
    let tour = run(&format!("decode {cnf} {answer} --format moves")).1;
    let squares: Vec<&str> = tour.split_whitespace().collect();
    let denied = format!(
        "c knightsat with = [[\"not {}-{}\"]]\np cnf",
        squares[0], squares[1]
    );
    let liar = write(dir.path(), "liar.cnf", &text.replacen("p cnf", &denied, 1));
    let message = error(&format!("decode {liar} {answer}"));
    assert!(message.contains("rule 1 is violated: not "), "{message}");
    let bad = write(
        dir.path(),
        "bad.cnf",
        &text.replacen("p cnf", "c knightsat with = [[\"a1-b1\"]]\np cnf", 1),
    );
    let message = error(&format!("decode {bad} {answer}"));
    assert!(
        message.contains("a1-b1 is not a move of the knight on 3x4"),
        "{message}"
    );
    let bad = write(
        dir.path(),
        "bad.cnf",
        &text.replacen("p cnf", "c knightsat with = [[\"a1+b1\"]]\np cnf", 1),
    );
    let message = error(&format!("decode {bad} {answer}"));
    assert!(
        message.starts_with(&format!("{bad}:")) && message.contains("a1+b1"),
        "{message}"
    );
}

/// Files in other formats contain their rules too, and `decode` verifies a tour by them.
#[test]
fn files_in_opb_and_smt_lib_contain_their_rules() {
    let dir = TempDir::new().unwrap();
    let with = rules(
        &dir,
        "c2-a1 or not d3@12 or b3->c1 or after(b3, a1) or d1@4\nturns <= 9\n",
    );
    for format in ["opb", "smt2"] {
        let file = dir.path().join("t").display().to_string();
        let mut encode = program::knightsat(&format!(
            "encode 3x4 --with {with} --format {format} -o {file} --at-least"
        ));
        encode.arg("turns 5").assert().success().stderr("");
        let text = fs::read_to_string(&file).unwrap();
        for rule in ["[\"a1-c2\", \"not d3@12\"", "turns <= 9", "turns >= 5"] {
            assert!(text.contains(rule), "{format}: {rule}");
        }
        if format == "opb" {
            assert_eq!(run(&format!("lint {file}")).0, 0);
            let (code, report, err) = run(&format!("check --cnf {file}"));
            assert_eq!(code, 0, "{report}{err}");
        }
    }
    // The answer is the tour a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3.
    let denied = rules(&dir, "not b1-d2\n");
    let script = dir.path().join("t.smt2").display().to_string();
    run(&format!(
        "encode 3x4 --with {denied} --format smt2 -o {script}"
    ));
    let place = |(step, square): (usize, &str)| {
        let square = square.as_bytes();
        let [file, rank] = [square[0] - b'a', square[1] - b'1'];
        format!("(r{step} (_ bv{rank} 3)) (f{step} (_ bv{file} 3))")
    };
    let values = (1..).zip(TOUR.split(' ')).map(place).join(" ");
    let answer = write(dir.path(), "answer", &format!("sat\n({values})\n"));
    let message = error(&format!("decode {script} {answer}"));
    assert!(
        message.contains("rule 1 is violated: not b1-d2"),
        "{message}"
    );
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
    let cnf = dir.path().join("t.cnf").display().to_string();
    run(&format!(
        "encode 3x4 --encoding textbook --three-cnf no -o {cnf}"
    ));
    let text = fs::read_to_string(&cnf).unwrap();
    let bare: String = text
        .lines()
        .filter(|line| !line.starts_with('c'))
        .map(|line| format!("{line}\n"))
        .collect();
    let bare = write(dir.path(), "bare.cnf", &bare);
    let (code, out, _) = run(&format!("check 3x4 --cnf {bare} --map (i-1)*N+v"));
    assert_eq!(code, 0, "{out}");
    let (code, out, _) = run(&format!(
        "check 3x4 --cnf {bare} --map (i-1)*N+v --with {with}"
    ));
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("rule 1 is violated: not b1-d2 or a1@3"),
        "{out}"
    );
}

#[test]
fn a_rule_may_name_the_later_square_of_a_move_first() {
    let dir = TempDir::new().unwrap();
    let [cnf, map] = ["t.cnf", "t.map"].map(|name| dir.path().join(name).display().to_string());
    run(&format!("encode 3x4 --encoding order -o {cnf} --map {map}"));
    // The formula lacks these rules.
    for (text, option) in [
        ("not b3-d2\n", ""),
        ("not d2-b3\n", ""),
        ("not b3-d2 or a1-b3\n", "--most 3"),
    ] {
        let with = rules(&dir, text);
        let (code, out, err) = run(&format!("check 3x4 --cnf {cnf} --with {with} {option}"));
        assert_eq!(code, 1, "{text}{out}{err}");
    }
    for text in ["b3-d2\n", "not b3-d2\n", "a1->b3 or d2-b3\n"] {
        let with = rules(&dir, text);
        let (code, out, err) = run(&format!("check 3x4 --encoding order --with {with}"));
        assert_eq!(code, 0, "{text}{out}{err}");
    }
    let cross = ["cross(a1-c2, b1-b3)", "cross(c2-a1, b3-b1)"].map(|text| {
        let text: Atom<String> = text.parse().unwrap();
        let numbers = ["a1", "b1", "c2", "b3"];
        let number = |name: &String| numbers.iter().position(|&other| other == name);
        text.try_map(|name| number(name).map(|number| number as u32).ok_or(()))
    });
    assert_eq!(cross[0], cross[1]);
}

#[test]
fn faults_of_rules_are_told_with_file_line_and_column() {
    let dir = TempDir::new().unwrap();
    let with = rules(&dir, "a1-c2\n  not a9@3\n");
    assert_eq!(
        error(&format!("solve 3x4 --with {with}")),
        format!("{with}:2:7: a9 is not on the 3x4 board (did you mean a3?)")
    );
    // Moves are those of the piece.
    let with = rules(&dir, "a1-d2\n");
    assert_eq!(
        error(&format!("encode 5x5 --with {with}")),
        format!("{with}:1:1: a1-d2 is not a move of the knight on 5x5 (did you mean a1-c2?)")
    );
    assert_eq!(run(&format!("encode 5x5 --leaper 1,3 --with {with}")).0, 0);
    let with = rules(&dir, "d1@3\n");
    for (args, expected) in [
        (
            "solve 3x4 --with no-such-file",
            "no-such-file: no such file",
        ),
        ("solve 3x4 --with -", "--with -: name a file"),
        (
            &format!("count 3x4 --method frontier --with {with}"),
            "the frontier method does not support rules about steps, as in rule 1: use --method search",
        ),
        (
            &format!("solve 5x6 --closed --with {with}"),
            "a closed tour has no first step",
        ),
        (
            &format!("check --with {with}"),
            "--with: name the BOARD too",
        ),
    ] {
        let message = error(args);
        assert!(message.starts_with(expected), "{args}: {message}");
    }
    let with = rules(&dir, "e1@3\n");
    assert_eq!(
        run(&format!("solve 5x6 --closed --start a1 --with {with}")).0,
        0
    );
    let long = Path::new(&with).with_file_name("long.txt");
    fs::write(&long, vec![b'#'; (1 << 22) + 1]).unwrap();
    let message = error(&format!("solve 3x4 --with {}", long.display()));
    assert!(message.contains("any list of rules"), "{message}");
}

#[test]
fn a_puzzle_has_one_solution_that_keeps_its_rules() {
    let dir = TempDir::new().unwrap();
    let html = dir.path().join("p.html").display().to_string();
    for (board, closed, text) in [
        ("4x5", "", "after(a1, e4) or a1@3\nnot b2-d3\n"),
        ("5x6", " --closed", "a1-b3\nnot c3-e4 or d1-f2\n"),
    ] {
        let with = rules(&dir, text);
        let (code, out, err) = run(&format!(
            "puzzle {board}{closed} --with {with} --format json"
        ));
        assert_eq!((code, err.as_str()), (0, ""), "{board}");
        let json: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(json["with"].as_array().unwrap().len(), 2, "{json}");
        let texts = |value: &Value| {
            let names = value.as_array().unwrap().iter();
            names
                .map(|name| name.as_str().unwrap().to_string())
                .collect::<Vec<_>>()
        };
        let solution = texts(&json["moves"]).join(" ");
        let verified = run_with(
            &format!("verify {board}{closed} --with {with} -"),
            &solution,
        );
        assert_eq!(verified.0, 0, "{}", verified.2);
        let at = texts(&json["givens"]).join(",");
        let args = format!("{board}{closed} --at {at} --with {with}");
        let count = run(&format!("count {args}")).1;
        assert!(count.starts_with("1 "), "{count}");
        assert_eq!(run(&format!("solve {args} --unique")).0, 0);
        for witness in json["witnesses"].as_array().unwrap() {
            let other = texts(&witness["moves"]).join(" ");
            assert_eq!(
                run_with(&format!("verify {board}{closed} --with {with} -"), &other).0,
                0
            );
        }
        let (code, _, err) = run(&format!(
            "puzzle {board}{closed} --with {with} --html {html}"
        ));
        assert_eq!(code, 0, "{err}");
        let page = fs::read_to_string(&html).unwrap();
        for line in text.lines() {
            assert!(
                page.contains(&format!("<li><code>{line}</code></li>")),
                "{line}"
            );
        }
    }
    let with = rules(&dir, "d1->f2\n");
    let message = error(&format!("puzzle 5x6 --closed --with {with}"));
    assert!(
        message.starts_with("a closed tour has no first step"),
        "{message}"
    );
    let with = rules(&dir, "a1@1\nnot a1@1\n");
    let (code, _, err) = run(&format!("puzzle 4x5 --with {with}"));
    assert!(code == 1 && err.contains("under 2 rules"), "{err}");
}

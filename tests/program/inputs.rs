//! Inputs of commands: missing files, standard input, names of any bytes, tours and models of other
//! programs.

use crate::common::program;

use program::{error, has, run, run_with, solved, write};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use tempfile::TempDir;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

#[test]
fn what_is_not_there_is_named() {
    let dir = TempDir::new().unwrap();
    let tour = write(dir.path(), "tour", TOUR);
    for (args, message) in [
        ("verify 3x4 /nowhere", "/nowhere: no such file"),
        ("verify 3x4 /nowhere/a/tour", "/nowhere: no such folder"),
        (
            "verify --certificate /nowhere 3x4",
            "/nowhere: no such folder",
        ),
        ("solve --graph /nowhere", "/nowhere: no such file"),
        ("encode 3x4 -o /nowhere/t.cnf", "/nowhere: no such folder"),
        (
            "encode 3x4 -o /dev/null --map /nowhere/m",
            "/nowhere: no such folder",
        ),
        ("prove 3x3 -o /nowhere/proof", "/nowhere: no such folder"),
        ("lint /nowhere.cnf", "/nowhere.cnf: no such file"),
        ("check 3x4 --cnf /nowhere.cnf", "/nowhere.cnf: no such file"),
        (
            "compare 3x4 --cnf /nowhere.cnf --map v",
            "/nowhere.cnf: no such file",
        ),
        ("solve 3x4 --svg /nowhere/t.svg", "/nowhere: no such folder"),
    ] {
        if has(args) {
            assert_eq!(error(args), message, "{args}");
        }
    }
    let under_a_file = error(&format!("encode 3x4 -o {tour}/t.cnf"));
    assert!(
        under_a_file.starts_with(&format!("{tour}/t.cnf: a part of its path is a file")),
        "{under_a_file}"
    );
}

#[test]
fn a_board_is_read_from_standard_input_in_every_command() {
    let ring = "...\n.#.\n...\n";
    let dir = TempDir::new().unwrap();
    let tour = write(dir.path(), "tour", "a1 c2 a3 b1 c3 a2 c1 b3");
    let proof = dir.path().join("proof").display().to_string();
    for (args, code, part) in [
        ("solve - --closed --format moves".to_string(), 0, "a1 "),
        ("encode -".into(), 0, "c knightsat holes = [\"b2\"]"),
        ("sizes -".into(), 0, "3x3"),
        ("count - --closed".into(), 0, "1 closed"),
        (
            "check - --encoding position --amo pairwise".into(),
            0,
            "3x3 with a hole",
        ),
        ("compare - --closed --encoding order".into(), 0, "1/1"),
        (
            format!("verify - {tour} --closed"),
            0,
            "valid: closed knight's tour of 3x3 with a hole",
        ),
        (format!("render - {tour}"), 0, "\u{2502}"),
        (
            format!("prove - --leaper 1,3 -o {proof}"),
            0,
            "no open (1,3)-leaper's tour",
        ),
    ] {
        if !has(&args) {
            continue;
        }
        let (found, out, err) = run_with(&args, ring);
        assert!(
            found == code && out.contains(part),
            "{args}: {found} {out}{err}"
        );
    }
    let (code, _, err) = run_with("verify - -", ring);
    assert_eq!(code, 2);
    assert!(err.contains("- stands for standard input twice"), "{err}");
    let (code, _, err) = run_with("solve -", "..x\n");
    assert_eq!(code, 2);
    assert!(err.contains("standard input:1:3"), "{err}");
}

/// Runs a command on a file whose name is no UTF-8, which stands for `@` in the arguments.
fn run_on(file: &Path, args: &str) -> (Option<i32>, String) {
    let mut command = program::knightsat("");
    for arg in args.split_whitespace() {
        match arg {
            "@" => command.arg(file),
            arg => command.arg(arg),
        };
    }
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn a_byte_order_mark_is_no_part_of_any_input() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let marked = |name: &str, text: &str| write(dir, name, &format!("\u{feff}{text}"));
    let text = run("encode 3x4").1;
    let plain = write(dir, "plain.cnf", &text);
    let answer = solved(&plain);
    let (cnf, result) = (marked("t.cnf", &text), marked("t.out", &answer));
    let graph = marked("t.col", "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n");
    let tour = marked("tour", TOUR);
    let board = marked("board", "....\n....\n....\n");
    let map = marked("t.map", "v\n");
    let one = write(dir, "one.cnf", "p cnf 1 1\n1 0\n");
    let opb = marked("t.opb", &run("encode 3x4 --format opb").1);
    let none = marked("t.none", "s UNSATISFIABLE\n");
    let smt = marked("t.smt2", &run("encode 3x4 --format smt2").1);
    let unsat = marked("t.unsat", "unsat\n");
    for (args, expected) in [
        (format!("solve --graph {graph} --closed"), 0),
        (format!("sat {cnf}"), 10),
        (format!("decode {cnf} {result}"), 0),
        (format!("verify 3x4 {tour}"), 0),
        (format!("verify {board} {tour}"), 0),
        (format!("check 1x1 --cnf {one} --map {map}"), 0),
        (format!("lint {opb}"), 0),
        // The exit code of an unverified "no tour"; known numbers contradict it.
        (format!("decode {opb} {none}"), 2),
        (format!("decode {smt} {unsat}"), 2),
    ] {
        let (code, out, err) = run(&args);
        assert_eq!(code, expected, "{args}: {out}{err}");
        let is_contradicted = err.contains("this is wrong, 16 such tours are known");
        assert!(expected != 2 || is_contradicted, "{args}: {err}");
    }
}

#[test]
fn names_of_files_may_be_any_bytes() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join(OsStr::from_bytes(b"caf\xe9"));
    let shown = "caf\u{fffd}";
    let check = |args: &str, code: i32, part: &str| {
        if !has(args) {
            return;
        }
        let (found, text) = run_on(&path, args);
        assert!(
            found == Some(code) && text.contains(part),
            "{args}: {found:?} {text}"
        );
    };
    fs::write(&path, "....\n....\n....\n").unwrap();
    check("solve @", 0, "12");
    check("sizes @", 0, "3x4");
    check("check @ --encoding order", 0, "good");
    check("count @", 0, "16");
    check("compare @ --encoding order", 0, shown);
    check("verify @ /nowhere", 2, "/nowhere: no such file");
    fs::write(&path, TOUR).unwrap();
    check("verify 3x4 @", 0, "valid");
    check("render 3x4 @", 0, "12");
    check("verify 3x5 @", 1, shown);
    fs::write(&path, "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n").unwrap();
    check("solve --graph @", 0, "1");
    check("compare --graph @ --closed", 0, shown);
    fs::write(&path, "v + (i-1)*N\n").unwrap();
    let cnf = write(dir.path(), "t.cnf", &run("encode 3x4 --textbook").1);
    check(&format!("check 3x4 --cnf {cnf} --map @"), 0, "good");
    fs::remove_file(&path).unwrap();
    check("encode 3x4 -o @", 0, "");
    check("check --cnf @", 0, shown);
    check("compare --cnf @", 0, shown);
    fs::remove_file(&path).unwrap();
    check("sat @", 2, shown);
    check("lint @", 2, shown);
}

#[test]
fn tours_in_json_of_others_are_read() {
    let names: Vec<String> = TOUR.split(' ').map(|name| format!("\"{name}\"")).collect();
    let moves = format!("\"moves\": [{}]", names.join(", "));
    let board = "\"board\": \"3x4\"";
    for text in [
        format!("{{{moves}}}"),
        format!("{{{board}, {moves}, \"author\": {{\"name\": \"Euler\"}}, \"year\": 1759}}"),
        format!(
            "{{\"version\": 1, {board}, \"tour\": \"open\", \"result\": \"tour\", {moves}, \"steps\": 12}}"
        ),
    ] {
        let (code, out, err) = run_with("verify 3x4 -", &text);
        assert_eq!(code, 0, "{text}: {err}");
        assert!(out.starts_with("valid: open"));
        assert_eq!(run_with("render 3x4 -", &text).0, 0);
    }
    for (text, fault) in [
        (
            format!("{{\"board\": \"4x4\", {moves}}}"),
            "this document is about the knight on 4x4",
        ),
        (
            format!("{{\"tour\": \"closed\", {moves}}}"),
            "is not a move",
        ),
        (
            "{\"author\": \"Euler\"}".into(),
            "this document contains no moves",
        ),
        (
            format!("{{\"kind\": \"sat\", {moves}}}"),
            "not a tour in JSON: 'sat' is not one of 'tour'",
        ),
        (
            format!("{{\"version\": 2, {moves}}}"),
            "version 2 of the JSON form is unknown here",
        ),
        (
            format!("{{\"result\": \"none\", {moves}}}"),
            "is that no tour exists",
        ),
    ] {
        let (code, _, err) = run_with("verify 3x4 -", &text);
        assert!(code > 0 && err.contains(fault), "{text}: {err}");
        assert_eq!(err.lines().count(), 1);
    }
}

#[test]
fn who_counts_from_0_is_told() {
    for (args, text, fault) in [
        (
            "verify 3x4 -",
            "0,0 1,2",
            "4 numbers are neither a board of 3 ranks and 4 files nor a list of its 12 squares",
        ),
        (
            "verify 3x4 -",
            "{\"moves\": [\"0,0\"]}",
            "'0,0': ranks and files are counted from 1, not from 0",
        ),
    ] {
        let (code, _, err) = run_with(args, text);
        assert!(code == 2 && err.contains(fault), "{text}: {err}");
    }
    let dir = TempDir::new().unwrap();
    let graph = write(dir.path(), "g", "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n");
    for tour in ["0 1 2", "1 2 3 1"] {
        let valid = run_with(&format!("verify --graph {graph} --closed -"), tour);
        assert_eq!(valid.0, 0, "{valid:?}");
    }
    let board = run_with("verify 3x4 -", "2 5 8 11\n7 10 1 4\n0 3 6 9");
    assert_eq!(board.0, 0, "{board:?}");
    let cnf = write(dir.path(), "t.cnf", &run("encode 3x4").1);
    for model in ["[0, 1, -2]", "v 0 1 -2", "0 1 -2 3"] {
        let (code, _, err) = run_with(&format!("decode {cnf} -"), model);
        assert!(
            code == 2 && err.contains("variables are counted from 1"),
            "{model}: {err}"
        );
    }
}

#[test]
fn a_leap_beyond_the_board_has_an_answer() {
    let dir = TempDir::new().unwrap();
    let proof = dir.path().join("proof").display().to_string();
    let none =
        "no open (5,6)-leaper's tour of 3x3: a1 has no moves, and a tour needs at least one there";
    for (args, code, part) in [
        ("solve 3x3 --leaper 5,6".to_string(), 1, none),
        ("solve 3x3 --leaper 5,6 --encoding adder".into(), 1, none),
        (
            "solve 3x3 --leaper 5,6 --method backtrack".into(),
            1,
            "no open (5,6)-leaper's tour",
        ),
        ("solve 8x8 --leaper 3,8".into(), 1, "a1 has no moves"),
        (
            "solve 3x3 --leaper 4294967295,7".into(),
            1,
            "a1 has no moves",
        ),
        ("solve 1x1 --leaper 5,6 --format moves".into(), 0, "a1\n"),
        (
            "solve 1x1 --leaper 5,6 --closed".into(),
            1,
            "at least three steps",
        ),
        ("count 3x3 --leaper 5,6".into(), 0, "0 open"),
        ("count 1x1 --leaper 5,6".into(), 0, "1 open"),
        (
            "count 3x3 --leaper 5,6 --closed --method search".into(),
            0,
            "0 closed",
        ),
        ("encode 3x3 --leaper 5,6".into(), 0, "p cnf 0 1\n0\n"),
        (
            "encode 3x3 --leaper 5,6 --encoding order".into(),
            0,
            "p cnf 0 1\n0\n",
        ),
        ("sizes 3x3 --leaper 5,6".into(), 0, "3x3"),
        ("check 3x3 --leaper 5,6 --encoding order".into(), 0, "good"),
        ("compare 3x3 --leaper 5,6 --encoding order".into(), 0, "1/1"),
        (format!("prove 3x3 --leaper 5,6 -o {proof}"), 0, none),
        (
            format!("verify --certificate {proof} 3x3 --leaper 5,6"),
            0,
            "valid: no open",
        ),
    ] {
        if !has(&args) {
            continue;
        }
        let (found, out, err) = run(&args);
        assert!(
            found == code && out.contains(part),
            "{args}: {found} {out}{err}"
        );
    }
    let (code, out, err) = run_with("render 3x3 --leaper 5,6 -", "a1 b1");
    assert!(
        code == 0 && out.contains("2") && err.contains("2 steps"),
        "{err}"
    );
}

/// Writes a text as a Windows shell does.
fn write_utf_16(dir: &Path, name: &str, text: &str) -> String {
    let file = dir.join(name);
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    let bytes: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    fs::write(&file, bytes).unwrap();
    file.to_str().unwrap().to_string()
}

#[test]
fn texts_in_utf_16_are_read() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let utf_16 = |name: &str, text: &str| write_utf_16(dir, name, text);
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3\r\n";
    let graph = utf_16("g", "1 2\r\n2 3\r\n3 1\r\n");
    let board = utf_16("b", ". . . .\r\n. . . .\r\n1 . . .\r\n");
    let cnf = utf_16("t.cnf", &run("encode 3x4").1);
    let rules = utf_16("r", "a1-c2\r\n");
    let (_, answer, _) = run(&format!("sat {cnf}"));
    let answer = utf_16("answer", &answer);
    let tour = utf_16("tour", tour);
    for (args, code) in [
        (format!("solve --graph {graph} --closed"), 0),
        (format!("solve {board}"), 0),
        (format!("solve 3x4 --with {rules}"), 0),
        (format!("verify 3x4 {tour}"), 0),
        (format!("sat {cnf}"), 10),
        (format!("decode {cnf} {answer}"), 0),
        (format!("lint {cnf}"), 1),
    ] {
        let (found, out, err) = run(&args);
        assert_eq!(found, code, "{args}\n{out}{err}");
    }
    let (_, out, _) = run(&format!("lint {cnf}"));
    assert!(
        out.contains("1:1: error: byte-order-mark: a byte order mark of UTF-8 or UTF-16"),
        "{out}"
    );
}

#[test]
fn long_names_and_rules_are_written_and_read_back() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let rule = "a1-b3 + a1-c2 + b1-a3 + b1-c3 + b1-d2 + c1-a2 + c1-b3 <= 5\n";
    let rules = write(dir, "rules", rule);
    let town =
        "\u{415}\u{43a}\u{430}\u{442}\u{435}\u{440}\u{438}\u{43d}\u{431}\u{443}\u{440}\u{433}";
    let graph = write(dir, "towns", &format!("{town} B\nB C\nC {town}\n"));
    let cnf = dir.join("o.cnf").to_str().unwrap().to_string();
    for problem in [
        format!("3x4 --with {rules}"),
        format!("--graph {graph} --closed"),
    ] {
        for encoding in ["position", "order", "textbook"] {
            let (code, _, err) = run(&format!("encode {problem} --encoding {encoding} -o {cnf}"));
            assert_eq!(code, 0, "{err}");
            let answer = write(dir, "answer", &run(&format!("sat {cnf}")).1);
            let (code, out, err) = run(&format!("decode {cnf} {answer}"));
            assert_eq!(code, 0, "{problem}: {out}{err}");
        }
    }
}

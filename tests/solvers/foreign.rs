//! `check --cnf`: formulas that others have written, right and wrong. Those of tests/foreign need
//! python3.

use crate::common::program;
use crate::common::required;

use knightsat_check::{BOARDS, LARGER_BOARDS};
use program::{error, run, write};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Returns the output of a script in tests/foreign; `None` without python3.
fn python(script: &str, args: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/foreign")
        .join(script);
    let mut command = Command::new("python3");
    match command
        .arg(path)
        .args(args.split_ascii_whitespace())
        .output()
    {
        Ok(output) => {
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{script} {args}: {err}");
            Some(String::from_utf8(output.stdout).unwrap())
        }
        Err(error) => {
            required::is_usable(false, &format!("python3: {error}"));
            None
        }
    }
}

/// Exit code and standard output of a check of a formula.
fn check(cnf: &str, args: &str) -> (i32, String) {
    let dir = TempDir::new().unwrap();
    let file = write(dir.path(), "t.cnf", cnf);
    let (code, out, err) = run(&format!("check --cnf {file} {args}"));
    assert_eq!(err, "", "{args}");
    (code, out)
}

/// Right if `expected` is a number of models, else wrong with this counterexample.
fn assert_checked(cnf: &str, args: &str, expected: Result<u32, &str>) {
    let (code, out) = check(cnf, args);
    assert_eq!(code, i32::from(expected.is_err()), "{args}\n{out}");
    let expected = match expected {
        Ok(models) => format!("count     good   {models}, as many as tours"),
        Err(fault) => format!("\n{fault}"),
    };
    assert!(out.contains(&expected), "{args}: {expected}\n{out}");
    assert_eq!(out.contains('┌'), code == 1, "{out}");
}

#[test]
fn a_foreign_position_encoding_is_checked_by_its_comments() {
    let dir = TempDir::new().unwrap();
    let ring = write(dir.path(), "ring", "...\n.#.\n...\n");
    let ring = ring.as_str();
    for (args, board, expected) in [
        ("3 4", "3x4", Ok(16)),
        (
            "3 4 --wrong moves",
            "3x4",
            Err("a model that is not a tour: from step 1 to 2"),
        ),
        (
            "3 4 --wrong step",
            "3x4",
            Err("a model that is not a tour: "),
        ),
        (
            "3 4 --wrong square",
            "3x4",
            Err("a model that is not a tour: steps "),
        ),
        (
            "3 4 --wrong corner",
            "3x4",
            Err("a tour that is not a model: it violates a clause"),
        ),
        ("3 4 --closed", "3x4 --closed", Ok(0)),
        ("3 3 --closed", "3x3 --closed", Ok(0)),
        ("3 3 --hole 2,2", ring, Ok(16)),
        ("3 3 --hole 2,2 --closed", ring, Ok(16)),
    ] {
        let Some(cnf) = python("position.py", args) else {
            return;
        };
        let closed = if args.contains("--closed") {
            "--closed"
        } else {
            ""
        };
        let board = board.replace(" --closed", "");
        assert_checked(&cnf, &format!("{board} {closed}"), expected);
        if args.ends_with("2,2") {
            // Every open tour of the ring closes, so this is a formula of both.
            let half = Err("a tour counted twice: its reverse is a model too");
            assert_checked(&cnf, &format!("{board} --directions one"), half);
        }
    }
}

#[test]
fn a_foreign_successor_encoding_is_checked_by_its_map() {
    let dir = TempDir::new().unwrap();
    let map = dir.path().join("map");
    let ring = write(dir.path(), "ring", "...\n.#.\n...\n");
    let ring = ring.as_str();
    for (size, options, board, expected) in [
        ("3 4", "", "3x4", Ok(16)),
        ("3 4", "--loose", "3x4", Ok(16)),
        (
            "3 4",
            "--wrong order",
            "3x4",
            Err("a model that is not a tour: a subtour"),
        ),
        (
            "3 4",
            "--wrong out",
            "3x4",
            Err("a model that is not a tour: 2 moves from"),
        ),
        (
            "3 4",
            "--wrong moves",
            "3x4",
            Err("a tour that is not a model: it violates a clause"),
        ),
        ("3 4", "--closed", "3x4", Ok(0)),
        ("3 3", "--hole 2,2", ring, Ok(16)),
        ("3 3", "--hole 2,2 --closed", ring, Ok(2)),
        (
            "3 3",
            "--hole 2,2 --closed --wrong moves",
            ring,
            Err("a tour that is not a model: "),
        ),
    ] {
        let args = format!("{size} {} {options}", map.display());
        let Some(cnf) = python("successor.py", &args) else {
            return;
        };
        let closed = if options.contains("--closed") {
            "--closed"
        } else {
            ""
        };
        assert_checked(
            &cnf,
            &format!("{board} --map {} {closed}", map.display()),
            expected,
        );
    }
}

#[test]
fn the_published_files_are_told_what_is_wrong() {
    for side in [4, 5] {
        let file = format!(
            "{}/fixtures/published/assignment-program-{side}x{side}.dimacs",
            env!("CARGO_MANIFEST_DIR")
        );
        let args = format!("check {side}x{side} --cnf {file} --map 100*i+10*j+k");
        let (code, out, err) = run(&args);
        assert_eq!((code, err.as_str()), (1, ""), "{out}");
        assert!(out.contains("header    WRONG  p cnf 1 2"), "{out}");
        let empty = "a model that is not a tour: no square at step 1, nor at any other\n";
        assert!(
            out.contains(empty) && out.contains(" is satisfied by z"),
            "{out}"
        );
        let verdict = "verdict   WRONG  satisfiable, although there is no tour";
        assert_eq!(out.contains(verdict), side == 4, "{out}");
    }
}

#[test]
fn what_encode_writes_is_right_by_its_map_and_by_its_comments() {
    let dir = TempDir::new().unwrap();
    let [cnf, map] = ["t.cnf", "map"].map(|name| dir.path().join(name).display().to_string());
    for args in [
        "3x4",
        "3x4 --textbook",
        "3x4 --start a1 --negate",
        "3x4 --directions both",
    ] {
        assert_eq!(run(&format!("encode {args} -o {cnf} --map {map}")).0, 0);
        let (code, out, _) = run(&format!("check --cnf {cnf}"));
        assert_eq!(code, 0, "{args}\n{out}");
        let place = args
            .split(" --")
            .filter(|option| !option.starts_with(['t', 'n', 'd']));
        let place: Vec<&str> = place.collect();
        let (code, out, _) = run(&format!(
            "check {} --cnf {cnf} --map {map}",
            place.join(" --")
        ));
        assert_eq!(code, 0, "{args}\n{out}");
    }
    assert_eq!(run(&format!("encode 3x4 --textbook -o {cnf}")).0, 0);
    let textbook = format!("check 3x4 --cnf {cnf} --map (i-1)*N+v");
    assert_eq!(run(&textbook).0, 0);
    for text in [
        "# rank by rank\n(i - 1) * N + v",
        "((i-1)*m + (j-1))*n + k\n",
    ] {
        let formula = write(dir.path(), "formula", text);
        assert_eq!(
            run(&format!("check 3x4 --cnf {cnf} --map {formula}")).0,
            0,
            "{text}"
        );
    }
    // The formula has both directions of every tour.
    let (code, out, _) = run(&format!("{textbook} --directions one"));
    assert_eq!(code, 1);
    assert!(
        out.contains("a tour counted twice: its reverse is a model too"),
        "{out}"
    );
    // The wrong map, and the wrong board.
    let (code, out, _) = run(&format!("check 3x4 --cnf {cnf} --map (i-1)*N+N+1-v"));
    assert_eq!(code, 0, "the board turned by a half: {out}");
    let (code, out, _) = run(&format!("check 3x4 --cnf {cnf} --map (v-1)*N+i"));
    assert_eq!(code, 1, "{out}");
}

#[test]
fn faults_of_a_map_are_told_with_their_place() {
    let dir = TempDir::new().unwrap();
    let cnf = write(
        dir.path(),
        "t.cnf",
        "c y[1][1] 1\nc z[1][1] 2\np cnf 4 1\n1 2 3 -4 0\n",
    );
    let map = dir.path().join("map").display().to_string();
    for (text, expected) in [
        ("1 1 a1\n2 1 z9", ":2:5: z9 is not on the 1x2 board"),
        (
            "1 1 a1\n\n 2 3 a1 # no such step",
            ":3:4: '3' is not a step: there are 2",
        ),
        (
            "1 1 a1\nx 1 a1",
            ":2:1: 'x' is not a variable: write its number",
        ),
        ("1 1", ":1:3: found '1': write VARIABLE STEP SQUARE"),
        ("10*i+", ":1:6: found the end"),
        ("1 1 a1\n1 2 b1", "the map of "),
        ("1 1 a1\n9 2 b1", "the map of "),
        ("1 0 a1\n2 2 b1", "the map of "),
    ] {
        write(dir.path(), "map", text);
        let found = error(&format!("check 1x2 --cnf {cnf} --map {map}"));
        let expected = if expected.starts_with(':') {
            format!("{map}{expected}")
        } else {
            expected.to_string()
        };
        assert!(found.starts_with(&expected), "{text}\n{found}");
    }
    for (args, expected) in [
        (
            "1x2 --map nowhere",
            "--map nowhere: no such file, and no valid expression: column 2",
        ),
        ("", &format!("{cnf}: name the BOARD")),
        (
            "1x2 1x3 --map i",
            &format!("{cnf}: a formula is about one board"),
        ),
        (
            "1x2 --amo ladder",
            "--amo is for formulas that are written here",
        ),
        (
            "1x2",
            &format!("{cnf}:1:1: the comments name variables y, z: select those"),
        ),
    ] {
        let found = error(&format!("check --cnf {cnf} {args}"));
        assert!(found.starts_with(expected), "{args}\n{found}");
    }
}

#[test]
fn comments_are_read_in_many_forms() {
    // The one open tour of two squares a knight's move apart, as seen by a wazir, begins on either.
    let clauses = "1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n-1 -3 0\n-2 -4 0\n";
    for names in [
        "c x[1][1][1] = 1\nc x[1][1][2] = 2\nc x[2][1][1] = 3\nc x[2][1][2] = 4\n",
        "c varname 1 x[0][0][0]\nc varname 2 x[0][0][1]\nc varname 3 x[1][0][0]\nc varname 4 x[1][0][1]\n",
        "c 1: x(1,a1)\nc 2: x(1,b1)\nc 3: x(2,a1)\nc 4: x(2,b1)\n",
        "c 1 x_{1,1}\nc 2 $x_{1, 2}$\nc x_{2}^{1} = 3\nc varname 4 \\x_{2}_{2}\n",
        "c 1 x_1_1\nc 2 x_1_2\nc 3 x_2_1\nc 4 x_2_2\nc 17 of 4 lines are prose x[9]\n",
    ] {
        for cnf in [
            format!("{names}p cnf 4 6\n{clauses}"),
            format!("p cnf 4 6\n{clauses}{names}"),
        ] {
            let (code, out) = check(&cnf, "1x2 --leaper 0,1");
            assert_eq!(code, 0, "{names}\n{out}");
        }
    }
}

/// Position and the five encodings with arcs for each of seven at-most-one encodings, and textbook,
/// binary, order and lazy.
const FORMULAS: usize = 6 * 7 + 4;

#[test]
fn reports_come_as_json_and_junit() {
    let (code, out, err) = run("check 3x4 --format json");
    assert_eq!((code, err.as_str()), (0, ""));
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    let rows = document["rows"].as_array().unwrap();
    assert_eq!(rows.len(), FORMULAS, "{out}");
    assert!(
        rows.iter()
            .all(|row| row["good"] == true && row["expected"].is_u64())
    );
    let (code, out, _) = run("check 3x4 --encoding textbook --format junit");
    assert_eq!(code, 0);
    assert!(
        out.contains("<testcase classname=\"textbook\" name=\"3x4 open\""),
        "{out}"
    );
    let (code, out) = check("p cnf 1 1\n1 0\n", "1x1 --closed --map i --format junit");
    assert_eq!(code, 1);
    assert!(
        out.contains("failures=\"1\"") && out.contains("<failure message=\"satisfiable"),
        "{out}"
    );
}

#[test]
fn all_our_encodings_are_right_on_the_default_boards() {
    let refused = error("check --encoding lazy --amo ladder");
    assert!(
        refused.starts_with("--amo is for --encoding position"),
        "{refused}"
    );
    let (code, out, err) = run("check");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let formulas = FORMULAS * (BOARDS.len() + LARGER_BOARDS.len());
    assert!(
        out.ends_with(&format!("\n{formulas} formulas, none of them wrong\n")),
        "{out}"
    );
    assert!(!out.contains("WRONG"), "{out}");
}

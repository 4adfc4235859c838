//! `check --cnf`: formulas that others have written, right and wrong. Those of tests/foreign need
//! python3.

use crate::common::program::{error, root, run, write};
use crate::common::required;
use itertools::Itertools;
use knightsat_check::{BOARDS, LARGER_BOARDS};
use std::process::Command;
use tempfile::TempDir;

/// Returns the output of a script in tests/foreign; `None` without python3.
fn python(script: &str, args: &str) -> Option<String> {
    let mut command = Command::new("python3");
    command.arg(root().join("tests/foreign").join(script));
    match command.args(args.split_ascii_whitespace()).output() {
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

/// Rows of the arguments of a script, of `check`, and the fault or the number of models.
#[test]
fn foreign_encodings_are_checked_by_their_comments_or_map() {
    let dir = TempDir::new().unwrap();
    let ring = write(dir.path(), "ring", "...\n.#.\n...\n");
    let map = dir.path().join("map").display().to_string();
    let all = "
        position.py 3 4 | 3x4 | 16
        position.py 3 4 --wrong moves | 3x4 | a model that is not a tour: from step 1 to 2
        position.py 3 4 --wrong step | 3x4 | a model that is not a tour: 
        position.py 3 4 --wrong square | 3x4 | a model that is not a tour: steps 
        position.py 3 4 --wrong corner | 3x4 | a tour that is not a model: it violates a clause
        position.py 3 4 --closed | 3x4 --closed | 0
        position.py 3 3 --closed | 3x3 --closed | 0
        position.py 3 3 --hole 2,2 | RING | 16
        position.py 3 3 --hole 2,2 | RING --directions one | a tour counted twice: its reverse is a model too
        position.py 3 3 --hole 2,2 --closed | RING --closed | 16
        successor.py 3 4 MAP | 3x4 --map MAP | 16
        successor.py 3 4 MAP --loose | 3x4 --map MAP | 16
        successor.py 3 4 MAP --wrong order | 3x4 --map MAP | a model that is not a tour: a subtour
        successor.py 3 4 MAP --wrong out | 3x4 --map MAP | a model that is not a tour: 2 moves from
        successor.py 3 4 MAP --wrong moves | 3x4 --map MAP | a tour that is not a model: it violates a clause
        successor.py 3 4 MAP --closed | 3x4 --map MAP --closed | 0
        successor.py 3 3 MAP --hole 2,2 | RING --map MAP | 16
        successor.py 3 3 MAP --hole 2,2 --closed | RING --map MAP --closed | 2
        successor.py 3 3 MAP --hole 2,2 --closed --wrong moves | RING --map MAP --closed | a tour that is not a model: ";
    let all = all.replace("RING", &ring).replace("MAP", &map);
    for line in all.lines().skip(1) {
        let [script, args, expected] = line.trim_start().split(" | ").collect_array().unwrap();
        let (script, options) = script.split_once(' ').unwrap();
        let Some(cnf) = python(script, options) else {
            return;
        };
        let (code, out) = check(&cnf, args);
        let is_right = expected.parse::<u32>().is_ok();
        assert_eq!(code, i32::from(!is_right), "{line}\n{out}");
        let expected = match is_right {
            true => format!("count     good   {expected}, as many as tours"),
            false => format!("\n{expected}"),
        };
        assert!(out.contains(&expected), "{line}\n{out}");
        assert_eq!(out.contains('┌'), !is_right, "{out}");
    }
}

#[test]
fn the_published_files_are_told_what_is_wrong() {
    for side in [4, 5] {
        let file = format!("fixtures/published/assignment-program-{side}x{side}.dimacs");
        let file = root().join(file).display().to_string();
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
    let check = |args: &str| run(&format!("check --cnf {cnf} {args}"));
    for (place, options) in [
        ("3x4", ""),
        ("3x4", "--textbook"),
        ("3x4 --start a1", "--negate"),
        ("3x4", "--directions both"),
    ] {
        assert_eq!(
            run(&format!("encode {place} {options} -o {cnf} --map {map}")).0,
            0
        );
        for asked in [String::new(), format!("{place} --map {map}")] {
            let (code, out, _) = check(&asked);
            assert_eq!(code, 0, "{place} {options} {asked}\n{out}");
        }
    }
    assert_eq!(run(&format!("encode 3x4 --textbook -o {cnf}")).0, 0);
    let text = |name, text| write(dir.path(), name, text);
    let by_rank = text("rank", "# rank by rank\n(i - 1) * N + v");
    let by_file = text("file", "((i-1)*m + (j-1))*n + k\n");
    // The second but last is the board turned by a half.
    for (map, expected) in [
        ("(i-1)*N+v", 0),
        (&by_rank, 0),
        (&by_file, 0),
        ("(i-1)*N+N+1-v", 0),
        ("(v-1)*N+i", 1),
    ] {
        let (code, out, _) = check(&format!("3x4 --map {map}"));
        assert_eq!(code, expected, "{map}: {out}");
    }
    // The formula has both directions of every tour.
    let (code, out, _) = check("3x4 --map (i-1)*N+v --directions one");
    let expected = "a tour counted twice: its reverse is a model too";
    assert!(code == 1 && out.contains(expected), "{out}");
}

#[test]
fn faults_of_a_map_are_told_with_their_place() {
    let dir = TempDir::new().unwrap();
    let text = "c y[1][1] 1\nc z[1][1] 2\np cnf 4 1\n1 2 3 -4 0\n";
    let cnf = write(dir.path(), "t.cnf", text);
    let map = dir.path().join("map").display().to_string();
    let maps = r"
        1 1 a1\n2 1 z9 => MAP:2:5: z9 is not on the 1x2 board
        1 1 a1\n\n 2 3 a1 # no such step => MAP:3:4: '3' is not a step: there are 2
        1 1 a1\nx 1 a1 => MAP:2:1: 'x' is not a variable: write its number
        1 1 => MAP:1:3: found '1': write VARIABLE STEP SQUARE
        10*i+ => MAP:1:6: found the end
        1 1 a1\n1 2 b1 => the map of 
        1 1 a1\n9 2 b1 => the map of 
        1 0 a1\n2 2 b1 => the map of ";
    for line in maps.lines().skip(1) {
        let (text, expected) = line.trim_start().split_once(" => ").unwrap();
        write(dir.path(), "map", &text.replace(r"\n", "\n"));
        let found = error(&format!("check 1x2 --cnf {cnf} --map {map}"));
        assert!(
            found.starts_with(&expected.replace("MAP", &map)),
            "{text}\n{found}"
        );
    }
    let options = "
        1x2 --map nowhere => --map nowhere: no such file, and no valid expression: column 2
         => CNF: name the BOARD
        1x2 1x3 --map i => CNF: a formula is about one board
        1x2 --amo ladder => --amo is for formulas that are written here
        1x2 => CNF:1:1: the comments name variables y, z: select those";
    for line in options.lines().skip(1) {
        let (args, expected) = line.split_once(" => ").unwrap();
        let found = error(&format!("check --cnf {cnf} {args}"));
        assert!(
            found.starts_with(&expected.replace("CNF", &cnf)),
            "{args}\n{found}"
        );
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
fn reports_come_as_junit() {
    let (code, out, _) = run("check 3x4 --encoding textbook --format junit");
    let case = "<testcase classname=\"textbook\" name=\"3x4 open\"";
    assert!(code == 0 && out.contains(case), "{out}");
    let (code, out) = check("p cnf 1 1\n1 0\n", "1x1 --closed --map i --format junit");
    let is_failure =
        out.contains("failures=\"1\"") && out.contains("<failure message=\"satisfiable");
    assert!(code == 1 && is_failure, "{out}");
}

#[test]
fn all_our_encodings_are_right_on_the_default_boards() {
    let (code, out, err) = run("check");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let formulas = FORMULAS * (BOARDS.len() + LARGER_BOARDS.len());
    let end = format!("\n{formulas} formulas, none of them wrong\n");
    assert!(out.ends_with(&end) && !out.contains("WRONG"), "{out}");
}

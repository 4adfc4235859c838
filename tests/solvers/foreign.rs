//! `check --cnf`: formulas that others have written, right and wrong. Those of tests/foreign need
//! python3.

use crate::common::program::{output, root, run, write};
use crate::common::required;
use crate::common::transcript::{transcript, transcript_in};
use itertools::Itertools;
use knightsat_check::{BOARDS, LARGER_BOARDS};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Returns the output of a script in tests/foreign; `None` without python3.
fn python(folder: &Path, script: &str, args: &str) -> Option<String> {
    let mut command = Command::new("python3");
    command.arg(root().join("tests/foreign").join(script));
    command.current_dir(folder);
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

/// Rows of the arguments of a script, of `check`, and the fault or the number of models.
#[test]
fn foreign_encodings_are_checked_by_their_comments_or_map() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "ring", "...\n.#.\n...\n");
    let all = "
        position.py 3 4 | 3x4 | 16
        position.py 3 4 --wrong moves | 3x4 | a model that is not a tour: from step 1 to 2
        position.py 3 4 --wrong step | 3x4 | a model that is not a tour: 
        position.py 3 4 --wrong square | 3x4 | a model that is not a tour: steps 
        position.py 3 4 --wrong corner | 3x4 | a tour that is not a model: it violates a clause
        position.py 3 4 --closed | 3x4 --closed | 0
        position.py 3 3 --closed | 3x3 --closed | 0
        position.py 3 3 --hole 2,2 | ring | 16
        position.py 3 3 --hole 2,2 | ring --directions one | a tour counted twice: its reverse is a model too
        position.py 3 3 --hole 2,2 --closed | ring --closed | 16
        successor.py 3 4 map | 3x4 --map map | 16
        successor.py 3 4 map --loose | 3x4 --map map | 16
        successor.py 3 4 map --wrong order | 3x4 --map map | a model that is not a tour: a subtour
        successor.py 3 4 map --wrong out | 3x4 --map map | a model that is not a tour: 2 moves from
        successor.py 3 4 map --wrong moves | 3x4 --map map | a tour that is not a model: it violates a clause
        successor.py 3 4 map --closed | 3x4 --map map --closed | 0
        successor.py 3 3 map --hole 2,2 | ring --map map | 16
        successor.py 3 3 map --hole 2,2 --closed | ring --map map --closed | 2
        successor.py 3 3 map --hole 2,2 --closed --wrong moves | ring --map map --closed | a tour that is not a model: ";
    for line in all.lines().skip(1) {
        let [script, args, expected] = line.trim_start().split(" | ").collect_array().unwrap();
        let (script, options) = script.split_once(' ').unwrap();
        let Some(cnf) = python(dir.path(), script, options) else {
            return;
        };
        write(dir.path(), "t.cnf", &cnf);
        let (code, expected) = match expected.parse::<u32>() {
            Ok(models) => (0, format!("count     good   {models}, as many as tours")),
            Err(_) => (1, format!("{expected}…┌")),
        };
        transcript_in(
            dir.path(),
            &format!("{code} check --cnf t.cnf {args} => … | {expected}…"),
        );
    }
}

#[test]
fn the_published_files_are_told_what_is_wrong() {
    for side in [4, 5] {
        let file = format!("fixtures/published/assignment-program-{side}x{side}.dimacs");
        let args = format!("--cnf {} --map 100*i+10*j+k", root().join(file).display());
        let out = run(&format!("check {side}x{side} {args}")).1;
        transcript(&format!(
            "1 check {side}x{side} {args} => …header    WRONG  p cnf 1 2…a model that is not a \
                tour: no square at step 1, nor at any other…"
        ));
        let verdict = "verdict   WRONG  satisfiable, although there is no tour";
        assert_eq!(out.contains(verdict), side == 4, "{out}");
    }
}

/// The second but last map is of the board turned by a half. The formula has both directions of
/// every tour.
#[test]
fn what_encode_writes_is_right_by_its_map_and_by_its_comments() {
    for (place, options) in [
        ("3x4", ""),
        ("3x4", "--textbook"),
        ("3x4 --start a1", "--negate"),
        ("3x4", "--directions both"),
    ] {
        transcript(&format!(
            "0 encode {place} {options} -o t.cnf --map map
             0 check --cnf t.cnf
             0 check --cnf t.cnf {place} --map map"
        ));
    }
    transcript(
        "0 encode 3x4 --textbook -o t.cnf
         rank = # rank by rank\\n(i - 1) * N + v
         file = ((i-1)*m + (j-1))*n + k\\n
         0 check --cnf t.cnf 3x4 --map (i-1)*N+v
         0 check --cnf t.cnf 3x4 --map rank
         0 check --cnf t.cnf 3x4 --map file
         0 check --cnf t.cnf 3x4 --map (i-1)*N+N+1-v
         1 check --cnf t.cnf 3x4 --map (v-1)*N+i
         1 check --cnf t.cnf 3x4 --map (i-1)*N+v --directions one => …a tour counted twice: its \
             reverse is a model too…",
    );
}

#[test]
fn faults_of_a_map_are_told_with_their_place() {
    let rows = r"
        1 1 a1\n2 1 z9 => map:2:5: z9 is not on the 1x2 board
        1 1 a1\n\n 2 3 a1 # no such step => map:3:4: '3' is not a step: there are 2
        1 1 a1\nx 1 a1 => map:2:1: 'x' is not a variable: write its number
        1 1 => map:1:3: found '1': write VARIABLE STEP SQUARE
        10*i+ => map:1:6: found the end
        1 1 a1\n1 2 b1 => the map of
        1 1 a1\n9 2 b1 => the map of
        1 0 a1\n2 2 b1 => the map of";
    let rows = rows.trim().lines().map(|row| {
        let (map, message) = row.trim().split_once(" => ").unwrap();
        format!("map = {map}\ncheck 1x2 --cnf t.cnf --map map => …{message}…\n")
    });
    transcript(&format!(
        r"t.cnf = c y[1][1] = 1\nc z[1][1] = 2\np cnf 4 1\n1 2 3 -4 0\n
        {}
        check --cnf t.cnf 1x2 --map nowhere => --map nowhere: no such \
            file, and no valid expression: column 2…
        check --cnf t.cnf => t.cnf: name the BOARD…
        check --cnf t.cnf 1x2 1x3 --map i => t.cnf: a formula is about one board…
        check --cnf t.cnf 1x2 --amo ladder => --amo is for formulas that are written here…
        check --cnf t.cnf 1x2 => t.cnf:1:1: the comments name variables y, z: select those…",
        rows.format("\n")
    ));
}

/// Position and the five encodings with arcs for each of seven at-most-one encodings, and textbook,
/// binary, order and lazy.
#[test]
fn all_our_encodings_are_right_on_the_default_boards() {
    let out = output("check");
    let formulas = (6 * 7 + 4) * (BOARDS.len() + LARGER_BOARDS.len());
    let end = format!("\n{formulas} formulas: {formulas} right\n");
    assert!(out.ends_with(&end), "{out}");
}

//! `check --cnf`: formulas that others have written, right and wrong. Those of tests/foreign need
//! python3.

use crate::common::cases::lines;
use crate::common::program::{output, root, write};
use crate::common::required;
use crate::common::transcript::transcript_in;
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

#[test]
fn foreign_encodings_are_checked_by_their_comments_or_map() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "ring", "...\n.#.\n...\n");
    for line in lines(include_str!("foreign.txt")) {
        let [script, args, expected] = line.split(" | ").collect_array().unwrap();
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

/// Position and the five encodings with arcs for each of seven at-most-one encodings, and textbook,
/// binary and order.
#[test]
fn all_our_encodings_are_right_on_the_default_boards() {
    let out = output("check");
    let formulas = (6 * 7 + 3) * (BOARDS.len() + LARGER_BOARDS.len());
    let end = format!("\n{formulas} formulas: {formulas} right\n");
    assert!(out.ends_with(&end), "{out}");
}

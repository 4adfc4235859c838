//! Comparisons keep clues, and run the formulas that `encode` writes.

use crate::common::program::{error, run};
use std::fs;
use tempfile::TempDir;

const NONE: &str = "4x6 --closed";

fn header(formula: &str) -> &str {
    formula.lines().find(|line| line.starts_with('p')).unwrap()
}

#[test]
fn comparisons_have_what_is_given_in_their_rows() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("rows").display().to_string();
    let clues = "--require a1-b3,c1-d3 --forbid b1-c3 --at 9=c3";
    let args =
        format!("compare 5x5 {clues} --encoding position,adder,lazy --timeout 30 -o {folder}");
    let (code, out, err) = run(&args);
    assert_eq!(code, 0, "{out}{err}");
    assert!(
        err.contains("left out: lazy (no support for squares at steps)"),
        "{err}"
    );
    let csv = fs::read_to_string(format!("{folder}/rows.csv")).unwrap();
    let mut lines = csv.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .ends_with(",require,forbid,at,not-at,magic,blocks,joints,only"),
        "{csv}"
    );
    assert!(
        lines.all(|line| line.ends_with(",a1-b3 c1-d3,b1-c3,9=c3,,,,,")),
        "{csv}"
    );
    // What is there is not run again.
    let (code, _, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    assert_eq!(
        fs::read_to_string(format!("{folder}/rows.csv")).unwrap(),
        csv
    );
}

#[test]
fn comparisons_run_the_formula_that_encode_writes_without_short_cuts() {
    let dir = TempDir::new().unwrap();
    let kept = dir.path().join("formulas").display().to_string();
    let (code, table, err) = run(&format!(
        "compare {NONE} --encoding crt,order,position --keep-formulas {kept}"
    ));
    assert_eq!(code, 0, "{err}");
    assert_eq!(table.matches("1/1").count(), 3, "{table}");
    let files = ["crt-auto", "order", "position-product"];
    for file in files {
        let (encoding, _) = file.split_once('-').unwrap_or((file, ""));
        let path = format!("{kept}/4x6-closed-{file}-shuffle0.cnf");
        let found = fs::read_to_string(&path).unwrap();
        let expected = run(&format!(
            "encode {NONE} --encoding {encoding} --no-shortcuts"
        ))
        .1;
        assert!(found == expected, "{path}: {}", header(&found));
        let clauses = header(&found).split(' ').next_back().unwrap();
        assert!(
            include_str!("../../../docs/compare.md").contains(clauses),
            "{encoding}: {clauses}"
        );
    }
    assert_eq!(fs::read_dir(&kept).unwrap().count(), files.len());
}

#[test]
fn tours_of_a_shuffled_formula_are_verified() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("t.cnf").display().to_string();
    let (code, _, err) = run(&format!("encode 5x6 --closed --shuffle 5 -o {file}"));
    assert_eq!(code, 0, "{err}");
    let compare = format!("compare --cnf {file} --solver varisat --format csv");
    let (code, out, err) = run(&compare);
    assert!(code == 0 && out.contains(",tour,"), "{out}{err}");
}

#[test]
fn encodings_without_steps_compare_no_magic_tours() {
    let message = error("compare 8x8 --magic --encoding adder");
    let steps = "does not support equal sums of steps: use --encoding position, textbook or binary";
    assert!(message.contains(steps), "{message}");
}

/// `auto` chooses blocks for each board, and the rows contain them.
#[test]
fn comparisons_run_the_formulas_of_tours_through_blocks() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("rows").display().to_string();
    let (code, table, err) = run(&format!(
        "compare 6x6 12x12 --closed --blocks auto --joints free --encoding elimination,crt,lazy \
         --solver varisat -o {folder}"
    ));
    assert_eq!(code, 0, "{err}");
    assert_eq!(table.matches("1/1").count(), 4, "{table}");
    let left_out = "left out: lazy (no support for blocks with free joints or ends)";
    assert!(err.contains(left_out), "{err}");
    let csv = fs::read_to_string(format!("{folder}/rows.csv")).unwrap();
    for (board, blocks) in [("6x6", ",,,"), ("12x12", ",5x5,free,")] {
        for encoding in ["elimination", "crt"] {
            let row = csv.lines().find(|row| {
                let mut fields = row.split(',');
                fields.any(|field| field == board) && fields.any(|field| field == encoding)
            });
            let row = row.expect("a row of each board and encoding");
            assert!(row.contains(",tour,") && row.ends_with(blocks), "{row}");
        }
    }
    let message = error("compare 12x12 --closed --blocks 6x6 --joints free --encoding lazy");
    let blocks =
        "the lazy engine does not support blocks with free joints or ends: use --encoding position";
    assert!(message.contains(blocks), "{message}");
    let message = error("compare 12x12 --closed --blocks 2x2 --encoding crt");
    assert!(message.contains("choose larger ones"), "{message}");
}

//! Tours through blocks: errors, the words of a "no", files and certificates.

use crate::common::program;

use program::{error, run, run_with};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// A board without such a tour, although it has one without blocks.
const NONE: &str = "6x8 --blocks 6x4 --at 10=a4,20=a6";

#[test]
fn mistakes_are_one_line() {
    for (args, line) in [
        ("12x12 --blocks 20x20", "20x20 is a single block here"),
        ("12x12 --blocks 6", "'6' is not a size of blocks"),
        (
            "12x12 --blocks 6x6 --joints no",
            "'no' is not a choice of joints",
        ),
        ("12x12 --joints 5", "missing: --blocks"),
        ("12x12 --blocks 6x6 --magic", "cannot be used with"),
        (
            "12x12 --closed --blocks 6x6 --symmetric rot180",
            "cannot be used with",
        ),
        (
            "12x12 --blocks 2x2",
            "no choice of moves between blocks of 2x2",
        ),
        ("100x100 --closed --blocks 3x3", "such as 6x6"),
        (
            "12x12 --blocks 6x6 --start a1 --end c2",
            "both in the block a1-f6",
        ),
        (
            "12x12 --blocks 6x6 --require f6-g8",
            "which are not consecutive",
        ),
    ] {
        let message = error(&format!("solve {args}"));
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(message.matches(line).count(), 1, "{message}");
    }
}

#[test]
fn an_answer_no_is_about_these_blocks() {
    let (code, text, _) = run(&format!("solve {NONE} --joints 1"));
    assert_eq!(code, 1);
    assert!(text.starts_with("no open knight's tour of 6x8 through blocks of 6x4, joints 1: "));
    let (code, json, _) = run(&format!("solve {NONE} --joints 1 --format json"));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(code, 1);
    assert_eq!(
        [&json["result"], &json["blocks"], &json["joints"]],
        ["none", "6x4", "1"]
    );
    let file = run(&format!("encode {NONE}")).1;
    for line in [
        "c knightsat blocks = \"6x4\"",
        "c knightsat joints = \"0\"",
        "c Without a model, no tour visits these blocks; others may exist.",
    ] {
        assert!(file.lines().any(|own| own == line), "{line}");
    }
    // `auto` chooses no blocks for small boards.
    assert!(
        !run("encode 8x8 --closed --blocks auto")
            .1
            .contains("blocks")
    );
}

#[test]
fn a_certificate_is_about_these_blocks() {
    let home = TempDir::new().unwrap();
    let proof = home.path().join("proof");
    let folder = proof.display();
    let (code, text, _) = run(&format!("prove {NONE} --joints 1 -o {folder}"));
    assert_eq!(code, 0, "{text}");
    let verify = |tour: &str| run(&format!("verify {tour} --certificate {folder}")).0;
    assert_eq!(verify(&format!("{NONE} --joints 1")), 0);
    assert_ne!(verify(&format!("{NONE} --joints 2")), 0);
    // The checker derives the clauses from the blocks, whatever the text claims.
    let file = proof.join("certificate.txt");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("joints 1", "joints 2")).unwrap();
    assert_eq!(verify(&format!("{NONE} --joints 2")), 1);
    fs::write(&file, text.replace(" through blocks of 6x4, joints 1", "")).unwrap();
    assert_eq!(verify(&NONE.replace(" --blocks 6x4", "")), 1);
    let (code, text, _) = run(&format!("prove 6x8 --blocks 6x4 -o {folder}2"));
    assert_eq!(code, 1, "{text}");
}

/// The steps of the proof count from the first block, those of the tour from its start.
#[test]
fn closed_tours_with_a_start_are_proved_too() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("proof");
    let folder = folder.display();
    let args = "6x8 --closed --blocks 6x4 --start c3";
    let (code, text, _) = run(&format!("solve {args} --joints 1 --format moves"));
    assert_eq!((code, text.get(..2)), (0, Some("c3")));
    let (code, text, _) = run(&format!("prove {args} --joints 1 -o {folder}"));
    assert!(
        text.starts_with("nothing to prove: there is a tour"),
        "{code} {text}"
    );
}

/// Exact formulas from this size on defeat stock solvers. Other formulas get no such note.
#[test]
fn a_note_names_blocks_where_an_exact_formula_takes_minutes() {
    let note = |args: &str| run(&format!("encode {args} -o /dev/null")).2;
    for exact in ["21x21", "20x24 --closed", "20x24 --closed --encoding crt"] {
        assert!(note(exact).contains("--blocks auto"), "{exact}");
    }
    for other in [
        "20x20",
        "21x21 --closed",
        "21x21 --blocks auto",
        "22x22 --closed --symmetric rot180",
        "4x111 --closed",
        "21x21 --encoding lazy",
    ] {
        assert_eq!(note(other), "", "{other}");
    }
}

#[test]
fn tours_through_blocks_are_counted_and_more_than_one() {
    let args = "10x10 --closed --blocks 5x5";
    let (code, text, err) = run(&format!("solve {args} --unique"));
    assert_eq!(code, 4, "{text} {err}");
    let count = |method: &str| run(&format!("count 5x10 --closed --blocks 5x5 {method}")).1;
    assert!(count("").contains(" by frontier)"), "{}", count(""));
    let number = |method: &str| count(method).split(' ').next().unwrap().to_string();
    assert_eq!(number(""), number("--method search"));
    // The lazy engine needs no formula.
    let (code, tour, _) = run(&format!("solve {args} --format moves --encoding lazy"));
    assert_eq!(code, 0);
    assert_eq!(run_with(&format!("verify {args} -"), &tour).0, 0);
}

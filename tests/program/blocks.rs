//! Tours through blocks: errors, the words of a "no", files and certificates.

use crate::common::program;

use program::{document, output, run, transcript};
use std::fs;
use tempfile::TempDir;

/// A board without such a tour, although it has one without blocks.
const NONE: &str = "6x8 --blocks 6x4 --at 10=a4,20=a6";

#[test]
fn mistakes_are_one_line() {
    transcript(
        "2 solve 12x12 --blocks 20x20 => 20x20 is a single block here
         2 solve 12x12 --blocks 6 => '6' is not a size of blocks
         2 solve 12x12 --blocks 6x6 --joints no => 'no' is not a choice of joints
         2 solve 12x12 --joints 5 => missing: --blocks
         2 solve 12x12 --blocks 6x6 --magic => cannot be used with
         2 solve 12x12 --closed --blocks 6x6 --symmetric rot180 => cannot be used with
         2 solve 12x12 --blocks 2x2 => no choice of moves between blocks of 2x2
         2 solve 100x100 --closed --blocks 3x3 => such as 6x6
         2 solve 12x12 --blocks 6x6 --start a1 --end c2 => both in the block a1-f6
         2 solve 12x12 --blocks 6x6 --require f6-g8 => which are not consecutive",
    );
}

#[test]
fn an_answer_no_is_about_these_blocks() {
    transcript(&format!(
        "1 solve {NONE} --joints 1
           => no open knight's tour of 6x8 through blocks of 6x4, joints 1:
         0 encode {NONE}
           => c knightsat blocks = \"6x4\"\\n
           => c knightsat joints = \"0\"\\n
           => c Without a model, no tour visits these blocks; others may exist.\\n"
    ));
    let json = document(1, &format!("solve {NONE} --joints 1 --format json"));
    assert_eq!(
        [&json["result"], &json["blocks"], &json["joints"]],
        ["none", "6x4", "1"]
    );
    // `auto` chooses no blocks for small boards.
    assert!(!output("encode 8x8 --closed --blocks auto").contains("blocks"));
}

#[test]
fn a_certificate_is_about_these_blocks() {
    let home = TempDir::new().unwrap();
    let proof = home.path().join("proof");
    let folder = proof.display();
    output(&format!("prove {NONE} --joints 1 -o {folder}"));
    let verify = |tour: &str| run(&format!("verify {tour} --certificate {folder}")).0;
    assert_eq!(verify(&format!("{NONE} --joints 1")), 0);
    let other = format!("{NONE} --joints 2");
    assert_ne!(verify(&other), 0);
    // The checker derives the clauses from the blocks, whatever the text claims.
    let file = proof.join("certificate.txt");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("joints 1", "joints 2")).unwrap();
    assert_eq!(verify(&other), 1);
    fs::write(&file, text.replace(" through blocks of 6x4, joints 1", "")).unwrap();
    assert_eq!(verify(&NONE.replace(" --blocks 6x4", "")), 1);
}

/// The steps of the proof count from the first block, those of the tour from its start.
#[test]
fn where_there_is_a_tour_nothing_is_proved() {
    let args = "6x8 --closed --blocks 6x4 --start c3 --joints 1";
    assert!(output(&format!("solve {args} --format moves")).starts_with("c3"));
    transcript(&format!(
        "1 prove {args} -o proof => nothing to prove: there is a tour
         1 prove 6x8 --blocks 6x4 -o proof => nothing to prove: there is a tour"
    ));
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
    assert_eq!(run(&format!("solve {args} --unique")).0, 4);
    let count = |method: &str| output(&format!("count 5x10 --closed --blocks 5x5 {method}"));
    let (frontier, search) = (count(""), count("--method search"));
    assert!(frontier.contains(" by frontier)"), "{frontier}");
    assert_eq!(frontier.split(' ').next(), search.split(' ').next());
    // The lazy engine needs no formula.
    transcript(&format!(
        "0 solve {args} --format moves --encoding lazy > tour
         0 verify {args} tour"
    ));
}

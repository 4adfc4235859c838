//! Tours through blocks: errors, the words of a "no", files and certificates.

use crate::common::program::{output, run};
use crate::common::transcript::{transcript, transcript_in};
use std::fs;

/// A board without such a tour, although it has one without blocks.
const NONE: &str = "6x8 --blocks 6x4 --at 10=a4,20=a6";

#[test]
fn mistakes_are_one_line() {
    let table = "solve 12x12 --blocks 20x20 => …20x20 is a single block here…
        solve 12x12 --blocks 6 => …'6' is not a size of blocks…
        solve 12x12 --blocks 6x6 --joints free => …'free' is not a seed of joints…
        solve 12x12 --joints 5 => missing: --blocks…
        solve 12x12 --blocks 6x6 --magic => …cannot be used with…
        solve 12x12 --closed --blocks 6x6 --symmetric rot180 => …cannot be used with…
        solve 12x12 --blocks 2x2 => …no choice of moves between blocks of 2x2…
        solve 100x100 --closed --blocks 3x3 => …such as 6x6…
        solve 12x12 --blocks 6x6 --start a1 --end c2 => …no snake leads from start to end…
        solve 12x12 --blocks 6x6 --require f6-g8 => …which are not consecutive…";
    transcript(table);
}

/// `auto` chooses no blocks for small boards. The steps of a proof count from the first block,
/// those of a tour from its start. Exact formulas from a size on defeat stock solvers; others get
/// no such note. The lazy engine needs no formula.
#[test]
fn answers_files_and_counts_are_about_these_blocks() {
    transcript(
        &r#"1 solve NONE --joints 1 => no open knight's tour of 6x8 through blocks of 6x4, joints 1:…
        1 solve NONE --joints 1 --format json => …"blocks":"6x4","joints":"1","result":"none"…
        0 encode NONE => …| c knightsat blocks = "6x4" | c knightsat joints = "0" |…\
            | c Without a model, no tour visits these blocks; others may exist. |…
        0 solve 6x8 --closed --blocks 6x4 --start c3 --joints 1 --format moves => c3 …
        1 prove 6x8 --closed --blocks 6x4 --start c3 --joints 1 -o proof => nothing to prove: \
            there is a tour…
        1 prove 6x8 --blocks 6x4 -o proof => nothing to prove: there is a tour…
        0 encode {21x21|20x24 --closed|20x24 --closed --encoding crt} -o t => ! …--blocks auto…
        0 encode {20x20|21x21 --closed|21x21 --blocks auto|4x111 --closed} -o t =>
        0 encode {22x22 --closed --symmetric rot180|21x21 --encoding lazy} -o t =>
        4 solve 10x10 --closed --blocks 5x5 --unique
        0 count 5x10 --closed --blocks 5x5 => 196 closed tours through blocks … by frontier)…
        0 count 5x10 --closed --blocks 5x5 --method search => 196 closed tours …
        0 solve 10x10 --closed --blocks 5x5 --format moves --encoding lazy > tour
        0 verify 10x10 --closed --blocks 5x5 tour"#
            .replace("NONE", NONE),
    );
    assert!(!output("encode 8x8 --closed --blocks auto").contains("blocks"));
}

/// Earlier versions wrote files whose models choose the joints.
#[test]
fn a_file_with_free_joints_is_refused() {
    let home = transcript("0 encode 6x8 --blocks 6x4 -o t.cnf");
    let file = home.path().join("t.cnf");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(r#"joints = "0""#));
    fs::write(&file, text.replace(r#"joints = "0""#, r#"joints = "free""#)).unwrap();
    transcript_in(
        home.path(),
        "2 decode t.cnf t.cnf => …'free' is not a seed of joints: write a number, such as 1…",
    );
}

#[test]
fn a_certificate_is_about_these_blocks() {
    let home = transcript(&format!("0 prove {NONE} --joints 1 -o proof"));
    let proof = home.path().join("proof");
    let verify = |tour: &str| run(&format!("verify {tour} --certificate {}", proof.display())).0;
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

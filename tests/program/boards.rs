//! Options of the tour and of the formula, boards with holes and other leapers, end to end.

use crate::common::program;

use program::{output, output_with, transcript};
use std::collections::HashMap;

fn header(formula: &str) -> &str {
    formula
        .lines()
        .find(|line| line.starts_with("p cnf"))
        .unwrap()
}

/// Every option changes the formula, and each formula still gives tours.
#[test]
fn every_option_has_its_effect() {
    let encode = |options: &str| header(&output(&format!("encode 6x6 {options}"))).to_string();
    let mut seen = HashMap::new();
    for (tour, options) in [
        ("", "/--textbook/--three-cnf/--directions both"),
        ("--start a1", ""),
        ("--end b1", ""),
        ("--closed --symmetric rot180", ""),
        ("--closed --symmetric rot90", ""),
        (
            "--closed",
            "/--textbook/--directions one/--arcs no/--amo pairwise/--amo ladder/--amo sequential\
             /--amo product,pairwise/--amo pairwise,product/--amo commander/--amo bimander\
             /--amo bitwise",
        ),
    ] {
        for option in options.split('/') {
            let args = format!("{tour} {option}");
            if let Some(other) = seen.insert(encode(&args), args.clone()) {
                panic!("'{args}' and '{other}' have formulas of the same size");
            }
            if option != "--textbook" {
                let found = output(&format!("solve 6x6 {args} --format moves"));
                output_with(&format!("verify 6x6 - {tour}"), &found);
            }
        }
    }
    assert_eq!(encode("--amo auto --closed"), encode("--closed"));
    // An asymmetric tour is no symmetric one.
    transcript(
        "0 solve 8x8 --closed --format moves > tour
         1 verify 8x8 tour --closed --symmetric rot180 => the tour is not symmetric: step 33 is on",
    );
}

/// The eight squares around the hole are a ring: one closed tour. A formula describes its holes, so
/// that decode needs nothing but two files.
#[test]
fn boards_with_holes_are_read_from_a_file_and_carried_through() {
    for format in ["board", "moves", "json"] {
        transcript(&format!(
            "write ring <<< ...\\n.#.\\n...\\n
             0 solve ring --closed --format {format} > tour
             0 verify ring tour --closed => tour of 3x3 with a hole, 8 steps\\n
             0 solve ring --start b1 --format {format} > tour
             0 verify ring tour --start b1 => tour of 3x3 with a hole, 8 steps\\n
             0 solve ring --closed --amo pairwise --arcs no --format {format} > tour
             0 verify ring tour --closed => tour of 3x3 with a hole, 8 steps\\n"
        ));
    }
    transcript(
        "write ring <<< ...\\n.#.\\n...\\n
         0 solve ring --format json > tour
         2 verify 3x3 tour => a board with other holes
         0 encode ring --closed -o t.cnf
         10 sat t.cnf > answer
         0 decode t.cnf answer
         2 solve ring --start b2 => knightsat: --start: b2 is a hole\\n
         write ragged <<< ...\\n..\\n
         2 solve ragged => ragged:2:3: this rank has 2 files, and the first one has 3
         2 solve board.txt => or name a file that draws the board",
    );
}

#[test]
fn other_leapers_have_tours_of_their_own() {
    transcript(
        "0 solve 10x10 --leaper 1,4 --closed --format json > tour
         0 verify 10x10 tour --leaper 1,4 --closed
         2 verify 10x10 tour
         0 solve 3x3 --leaper 0,1 --format json > tour
         0 verify 3x3 tour --leaper 0,1
         2 verify 3x3 tour
         0 solve 4x4 --leaper 1,0 --closed --format json > tour
         0 verify 4x4 tour --leaper 1,0 --closed
         2 verify 4x4 tour
         0 solve 5x7 --leaper 0,1 --start c3 --format json > tour
         0 verify 5x7 tour --leaper 0,1 --start c3
         2 verify 5x7 tour
         1 solve 4x4 --leaper 1,1 => no open (1,1)-leaper's tour of 4x4:
         2 solve 8x8 --leaper 0,0 => the 0,0 leaper stands still: it has no moves\\n
         2 solve 8x8 --leaper 3 => write the two distances of the leap, such as 1,2",
    );
}

/// A negated formula has its clauses with opposite signs of the tour's variables, and an equal set
/// of tours.
#[test]
fn negated_formulas_have_the_same_tours() {
    let formula = |option: &str| output(&format!("encode 3x4 --start a1 --amo pairwise {option}"));
    let (plain, negated) = (formula(""), formula("--negate"));
    assert_eq!(header(&plain), header(&negated));
    // The first group is all pairs of squares of a step.
    let first = |text: &str| {
        let mut clauses = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        clauses.next().unwrap().to_string()
    };
    assert_eq!(first(&plain).replace('-', ""), first(&negated));
    transcript(
        "0 solve 6x6 --closed --negate --format moves > tour
         0 verify 6x6 tour --closed
         1 solve 4x4 --negate",
    );
}

//! Options of the lab, in the program of the core.

use crate::common::cases::cases;
use crate::common::program::{error, is_lab};

#[test]
fn a_missing_part_of_the_lab_comes_with_the_way_to_it() {
    if is_lab() {
        return;
    }
    let subjects = "compare 5x5 => compare
        split => split
        work parts 1 => work
        join parts => join
        opb 3x4 => opb
        --man=x => --man
        --completions bash => --completions
        count 3x4 --split=2 -o x => --split
        prove 4x4 --proof-format=lrat,pbp -o x => --proof-format
        prove 4x4 --textbook -o x => --textbook";
    for (args, subject) in cases(subjects) {
        let way = "in a clone, run cargo run --release -p knightsat-lab -- with the same arguments";
        let expected = format!("{subject} is part of the lab: {way}");
        assert_eq!(error(&args), expected, "{args}");
    }
    assert!(error("compares").contains("compares"));
}

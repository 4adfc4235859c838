//! The encodings as a person uses them: decoded, sized and checked; and what is refused.

use crate::common::program::{document, output, run, solved, write};
use crate::common::transcript::transcript;
use itertools::Itertools;
use knightsat::encoding::Name;
use tempfile::TempDir;

#[test]
fn a_model_of_a_relaxation_may_be_several_cycles() {
    let dir = TempDir::new().unwrap();
    let cnf = dir.path().join("t.cnf").display().to_string();
    let is_several = ["6x6", "8x8", "10x10", "12x12"].map(|board| {
        let encode = format!("encode {board} --closed --encoding lazy -o {cnf}");
        assert_eq!(run(&encode).0, 0);
        let result = write(dir.path(), "result", &solved(&cnf));
        let (code, out, err) = run(&format!("decode {cnf} {result}"));
        let is_named = out.is_empty() && err.lines().count() == 1 && err.contains("cycles, of");
        assert!(code == 0 || is_named, "{out}{err}");
        code != 0
    });
    assert!(is_several.contains(&true));
}

#[test]
fn all_encodings_are_sized_and_checked_at_once() {
    let sizes = output("sizes 6x6 --closed --encoding all");
    let words = sizes.split_whitespace().collect_vec();
    let mut names = Name::ALL.iter();
    assert!(names.all(|name| words.contains(&name.as_str())), "{sizes}");
    transcript(
        "0 check 3x4 --encoding lazy,order --variables arcs
         0 check 3x4 --encoding crt --modulus 3
         0 check 4x5 --start a1 --encoding {lazy|order,adder,crt --directions one}
         0 check --start a1 --encoding order => … ! 2 of the 13 default boards do not fit the \
             options (--start: a1 is a hole): name a BOARD for others…
         check --start z9 --encoding order => …no default board fits the options, so name a BOARD",
    );
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    transcript(
        "encode 6x6 --closed --encoding crt --modulus 11 => …--modulus 11…
         encode 6x6 --closed --encoding crt --modulus 0 => …--modulus 0…
         encode 6x6 --closed --encoding crt --modulus 1 => …--modulus 1…
         encode 6x6 --closed --encoding crt --modulus 9 => …--modulus 9…
         encode 6x6 --encoding crt --modulus 4096 => …--modulus 4096…
         encode 6x6 --encoding adder --modulus 3 => …crt…
         encode 6x6 --variables edges --encoding lfsr => …lfsr…
         encode 6x6 --variables arcs --encoding position => …order, lazy…
         check 6x6 --closed --symmetric rot90 --at 5=c3 --encoding lazy => …does not support a \
             symmetry…
         encode 6x6 --arcs no --encoding lfsr => …position…
         encode 6x6 --encoding {lfsr,adder|all} => …name just one…
         encode 6x6 --encoding adler => …'adler' is not an encoding…
         encode 6x6 --encoding order --amo product => …--amo…
         encode 6x6 --encoding lfsr --amo ladder,product => …names two at-most-one encodings…
         encode 300x300 --encoding {order|distance --closed|position} => …too large for this \
             formula…
         encode 6x6 --encoding lazy --count-projected => …is a relaxation…
         check --encoding lazy --amo ladder => …--amo is for --encoding position…",
    );
}

/// Formulas are checked at the same time.
#[test]
fn rows_of_a_check_come_in_the_order_of_the_command() {
    let document = document(0, "check 3x4 3x3 1x1 --encoding all --format json");
    let rows = document["rows"].as_array().unwrap();
    let words = rows.iter().map(|row| {
        assert!(row["good"] == true && row["expected"].is_u64(), "{row}");
        ["board", "encoding"].map(|key| row[key].as_str().unwrap())
    });
    let names = Name::ALL.iter().map(|name| name.as_str());
    let expected = ["3x4", "3x3", "1x1"].into_iter().cartesian_product(names);
    // At-most-one encodings have a row each.
    let found = words.dedup().collect_vec();
    assert_eq!(found, expected.map(<[&str; 2]>::from).collect_vec());
}

//! The encodings as a person uses them: cut as they come; sized, checked, counted; and what is
//! refused.

use crate::common::program::{error, run, solved, write};
use itertools::{Itertools, iproduct};
use knightsat::encoding::Name;
use tempfile::TempDir;

#[test]
fn relaxations_are_cut_until_they_have_a_tour() {
    for options in [
        "--encoding lazy --variables arcs",
        "--encoding lazy --variables edges",
        "--encoding crt --modulus 3",
        "--encoding crt --modulus 2 --directions one",
    ] {
        for tour in ["6x6 --closed", "5x6", "5x5 --start a1 --end e5"] {
            let (code, out, err) = run(&format!("solve {tour} {options}"));
            assert_eq!((code, err.as_str()), (0, ""), "{tour} {options}: {out}");
        }
        let none = format!("solve 5x5 --start a1 --end b3 --format moves {options}");
        assert_eq!(run(&none).0, 1, "{options}");
    }
    // One is written as it is, and the decoder says what its models may be.
    let dir = TempDir::new().unwrap();
    let cnf = dir.path().join("t.cnf").display().to_string();
    let mut several = 0;
    for board in ["6x6", "8x8", "10x10", "12x12"] {
        assert_eq!(
            run(&format!("encode {board} --closed --encoding lazy -o {cnf}")).0,
            0
        );
        let result = write(dir.path(), "result", &solved(&cnf));
        let (code, out, err) = run(&format!("decode {cnf} {result}"));
        if code != 0 {
            assert_eq!((err.lines().count(), out.as_str()), (1, ""), "{err}");
            assert!(err.contains("cycles, of"), "{err}");
            several += 1;
        }
    }
    assert!(several > 0);
}

#[test]
fn every_encoding_counts_alike() {
    let exact = Name::ALL.map(|name| format!("--encoding {name}"));
    let relaxed = [
        "--encoding crt --modulus 3",
        "--encoding lazy --variables arcs",
    ];
    let options = exact.into_iter().chain(relaxed.map(String::from));
    let counts = [
        ("3x4", "16 open"),
        ("1x1", "1 open"),
        ("3x4 --start a1", "2 open"),
    ];
    for (options, (board, count)) in iproduct!(options, counts) {
        let (code, out, err) = run(&format!("count {board} {options}"));
        assert_eq!((code, err.as_str()), (0, ""), "{options}: {out}");
        assert!(out.starts_with(count), "{options} {board}: {out}");
    }
}

#[test]
fn all_encodings_are_sized_and_checked_at_once() {
    let (code, out, err) = run("sizes 6x6 --closed --encoding all");
    assert_eq!((code, err.as_str()), (0, ""));
    let words = out.split_whitespace().collect_vec();
    assert!(
        Name::ALL.iter().all(|name| words.contains(&name.as_str())),
        "{out}"
    );
    for check in [
        "check 3x4 --encoding lazy,order --variables arcs",
        "check 3x4 --encoding crt --modulus 3",
        "check 4x5 --start a1 --encoding lazy",
        "check 4x5 --start a1 --encoding order,adder,crt --directions one",
    ] {
        let (code, out, err) = run(check);
        assert_eq!((code, err.as_str()), (0, ""), "{check}: {out}");
    }
    let (code, out, err) = run("check --start a1 --encoding order");
    assert_eq!(code, 0, "{out}{err}");
    let note = "2 of the 13 default boards do not fit the options (--start: a1 is a hole): name a BOARD for others";
    assert_eq!(err, format!("knightsat: {note}\n"));
    let none = error("check --start z9 --encoding order");
    assert!(
        none.ends_with(": no default board fits the options, so name a BOARD"),
        "{none}"
    );
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    let all = "
        encode 6x6 --closed --encoding crt --modulus 11 => --modulus 11
        encode 6x6 --closed --encoding crt --modulus 0 => --modulus 0
        encode 6x6 --closed --encoding crt --modulus 1 => --modulus 1
        encode 6x6 --closed --encoding crt --modulus 9 => --modulus 9
        encode 6x6 --encoding crt --modulus 4096 => --modulus 4096
        encode 6x6 --encoding adder --modulus 3 => crt
        encode 6x6 --variables edges --encoding lfsr => lfsr
        encode 6x6 --variables arcs --encoding position => order and lazy
        encode 6x6 --closed --symmetric rot90 --at 5=c3 --encoding adder => does not support a symmetry
        encode 6x6 --closed --symmetric rot90 --at 5=c3 --encoding lazy => does not support a symmetry
        check 6x6 --closed --symmetric rot90 --at 5=c3 --encoding lazy => does not support a symmetry
        encode 6x6 --arcs no --encoding lfsr => position
        encode 6x6 --encoding lfsr,adder => name just one
        encode 6x6 --encoding all => name just one
        encode 6x6 --encoding adler => 'adler' is not an encoding
        encode 6x6 --encoding order --amo product => --amo
        encode 6x6 --encoding lfsr --amo ladder,product => names two at-most-one encodings
        encode 6x6 --encoding order --different selector => binary
        encode 300x300 --encoding order => too large for this formula
        encode 6x6 --encoding lazy --count-projected => is a relaxation
        check --encoding lazy --amo ladder => --amo is for --encoding position";
    for line in all.trim().lines() {
        let (args, what) = line.trim().split_once(" => ").unwrap();
        let message = error(args);
        assert!(message.contains(what), "{args}: {message}");
    }
}

/// Formulas are checked at the same time, and their rows come in the order of the command.
#[test]
fn rows_of_a_check_come_in_the_order_of_the_command() {
    let (code, out, err) = run("check 3x4 3x3 1x1 --encoding all --format json");
    assert_eq!((code, err.as_str()), (0, ""));
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    let rows = document["rows"].as_array().unwrap();
    let words = |key| {
        rows.iter()
            .map(|row| row[key].as_str().unwrap())
            .dedup()
            .collect_vec()
    };
    assert_eq!(words("board"), ["3x4", "3x3", "1x1"]);
    let all = Name::ALL.iter().cycle().take(3 * Name::ALL.len());
    assert_eq!(
        words("encoding"),
        all.map(|name| name.as_str()).collect_vec(),
        "{out}"
    );
    let good = rows
        .iter()
        .filter(|row| row["good"] == true && row["expected"].is_u64());
    assert_eq!(good.count(), rows.len());
}

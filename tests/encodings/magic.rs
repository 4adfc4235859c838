//! Magic tours, with equal sums of steps on all ranks, and on all files: published tours.

use crate::common::program::{run, run_with, write};
use itertools::Itertools;
use tempfile::TempDir;

/// William Beverley, Philosophical Magazine 33, 1848: open.
const BEVERLEY: &str = "a8 c7 b5 d6 e8 g7 h5 f6 e4 g3 h1 f2 d1 b2 c4 a3 c2 a1 b3 d4 e2 g1 h3 f4 e6 g5 \
    h7 f8 d7 b8 a6 c5 a4 c3 b1 d2 f1 h2 g4 e3 f5 h6 g8 e7 d5 b6 c8 a7 c6 a5 b7 d8 f7 h8 g6 e5 f3 h4 g2 \
    e1 d3 b4 a2 c1";

/// H. E. Dudeney, Amusements in Mathematics, 1917, solution of 412: closed.
const DUDENEY: &str = "c1 a2 b4 d3 e5 f7 h8 g6 f8 h7 g5 e6 d4 c2 a1 b3 a5 b7 d8 c6 e7 g8 h6 f5 h4 g2 \
    e1 f3 d2 b1 a3 c4 e3 g4 h2 f1 g3 h1 f2 e4 d6 b5 a7 c8 b6 a8 c7 d5 c3 d1 b2 a4 c5 a6 b8 d7 f6 e8 g7 \
    h5 f4 h3 g1 e2";

/// Returns the first squares of a tour as clues.
fn given(tour: &str, count: usize) -> String {
    let steps = (1..).zip(tour.split(' ')).take(count);
    steps
        .map(|(step, square)| format!("{step}={square}"))
        .join(",")
}

#[test]
fn published_tours_are_magic_and_others_are_not() {
    for (tour, kind) in [(BEVERLEY, ""), (DUDENEY, ""), (DUDENEY, "--closed")] {
        let (code, out, err) = run_with(&format!("verify 8x8 {kind} --magic -"), tour);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
    }
    // Begun a step later, every step is one less, and one is 63 more.
    let mut squares = DUDENEY.split(' ').collect_vec();
    squares.rotate_left(1);
    let (code, _, out) = run_with("verify 8x8 --closed --magic -", &squares.join(" "));
    let wrong = "the steps on the rank of a1 add up to 316, and should to 260";
    assert!(code == 1 && out.contains(wrong), "{code} {out}");
}

#[test]
fn the_rest_of_a_tour_follows_from_a_part() {
    for (tour, kind) in [(BEVERLEY, ""), (DUDENEY, "--closed")] {
        for (encoding, count) in [("position", 44), ("textbook", 52), ("binary", 52)] {
            let asked = format!("8x8 {kind} --magic --at {}", given(tour, count));
            let options = format!("--encoding {encoding} --format moves --timeout 120");
            let (code, out, err) = run(&format!("solve {asked} {options}"));
            assert_eq!(code, 0, "{encoding} {out} {err}");
            let (code, out, _) = run_with(&format!("verify {asked} -"), &out);
            assert_eq!(code, 0, "{encoding} {out}");
        }
    }
}

#[test]
fn a_file_is_decoded_as_a_magic_tour() {
    let dir = TempDir::new().unwrap();
    let formula = dir.path().join("f.cnf").display().to_string();
    let asked = format!("8x8 --closed --magic --at {}", given(DUDENEY, 48));
    assert_eq!(run(&format!("encode {asked} -o {formula}")).0, 0);
    let (code, result, _) = run(&format!("sat {formula}"));
    assert_eq!(code, 10);
    let result = write(dir.path(), "result", &result);
    let (code, moves, err) = run(&format!("decode {formula} {result} --format moves"));
    assert_eq!((code, moves.trim()), (0, DUDENEY), "{err}");
}

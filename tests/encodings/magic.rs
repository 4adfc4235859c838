//! Magic tours, with equal sums of steps on all ranks, and on all files: published tours.

use crate::common::prelude::*;
use crate::common::transcript::transcript;

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
    let clue = |(step, square)| format!("{step}={square}");
    (1..).zip(tour.split(' ')).take(count).map(clue).join(",")
}

#[test]
fn published_tours_are_magic_and_others_are_not() {
    // Begun a step later, every step is one less, and one is 63 more.
    let (first, later) = DUDENEY.split_once(' ').unwrap();
    transcript(&format!(
        "0 verify 8x8 --magic - < {BEVERLEY}
         0 verify 8x8 --magic - < {DUDENEY}
         0 verify 8x8 --closed --magic - < {DUDENEY}
         1 verify 8x8 --closed --magic - < {later} {first} => …the steps on the rank of a1 add up \
            to 316, and should to 260…"
    ));
}

/// It is also decoded from a file.
#[test]
fn the_rest_of_a_tour_follows_from_a_part() {
    for (tour, kind) in [(BEVERLEY, ""), (DUDENEY, "--closed")] {
        for (encoding, count) in [("position", 44), ("textbook", 52), ("binary", 52)] {
            let asked = format!("8x8 {kind} --magic --at {}", given(tour, count));
            transcript(&format!(
                "0 $ $0 encode {asked} --encoding {encoding} -o f.cnf 2>notes
                 10 sat f.cnf > result
                 0 decode f.cnf result --format moves => {tour}
                 0 $ $0 solve {asked} --encoding {encoding} --format moves 2>notes"
            ));
        }
    }
}

//! Defects that trials of random problems found, each with its kin.

use crate::common::depth::{self, depth};
use crate::common::program;

use program::{output, run, run_with, transcript};

#[test]
fn steps_that_repeat_an_end_do_not_number_a_closed_tour() {
    for (clues, count) in [
        ("", "8 undirected"),
        ("--start a1", "8 undirected"),
        ("--at 1=a1", "8 undirected"),
        ("--start a1 --at 1=a1", "8 undirected"),
        ("--start a1 --at 1=a1,1=a1", "8 undirected"),
        ("--at 30=b3", "8 undirected"),
        ("--end b3 --at 30=b3", "8 undirected"),
        ("--start a1 --end b3", "8 undirected"),
        ("--start a1 --end b3 --at 1=a1,30=b3", "8 undirected"),
        // Even a redundant step besides the ends makes a numbering.
        ("--start a1 --not-at 2=a1", "16 numbered"),
        ("--start a1 --at 2=b3", "8 numbered"),
        ("--at 2=b3,30=c2", "8 numbered"),
        ("--start a1 --at 1=b3", "0 numbered"),
    ] {
        let (number, word) = count.split_once(' ').unwrap();
        // The binary encoding takes longest.
        let methods = [
            "",
            "--method search",
            "--encoding position",
            "--encoding binary",
        ];
        for method in &methods[..depth(4, 3)] {
            let out = output(&format!("count 5x6 --closed {clues} {method}"));
            let is_it = out.starts_with(&format!("{number} ")) && out.contains(word);
            assert!(is_it, "{clues} {method}: {out}");
        }
    }
}

/// A half turn has a fixed square on an odd board. A named method counts in any case.
#[test]
fn a_count_without_tours_gives_the_reason_at_once() {
    transcript(
        "0 count 41x41 --closed => 0 closed
           => 841 of one colour and 840 of the other
         0 count 9x9 --closed => 41 of one colour and 40 of the other
         2 count 9x9 --closed --symmetric rot180 --start b1 => rot180
         0 count 3x200 --start a1 --at 3=a2 => cannot both hold
         0 count 5x5 --closed --limit 3 => colour
         0 count 5x5 --closed --method search => by search)\\n
         0 count 5x5 --closed --encoding position => by enumerate)\\n",
    );
}

/// Clues are no reason to say that no tour of the board has the symmetry.
#[test]
fn a_symmetry_that_no_tour_has_is_written_without_short_cuts() {
    transcript(
        "2 encode 8x8 --closed --symmetric rot90 => has the symmetry
         0 encode 6x6 --closed --symmetric rot90 --at 1=a1,2=b1",
    );
    for problem in [
        "3x4 --closed --symmetric rot180",
        "4x4 --closed --symmetric rot90",
    ] {
        for encoding in ["position", "textbook", "binary"] {
            transcript(&format!(
                "0 encode {problem} --encoding {encoding} --no-shortcuts -o t.cnf
                 20 sat t.cnf"
            ));
        }
    }
}

#[test]
fn formulas_of_unsorted_graphs_are_those_of_their_graphs() {
    let args = "--graph graph --closed --start 2";
    transcript(&format!(
        "write graph <<< p edge 5 8\\ne 5 3\\ne 2 1\\ne 4 3\\ne 3 1\\ne 2 3\\ne 5 4\\ne 5 1\\ne 4 2\\n
         0 encode {args} --encoding order -o t.cnf
         0 check {args} --cnf t.cnf
         0 encode {args} -o t.cnf
         0 check {args} --cnf t.cnf
         0 encode {args} --format opb -o t.opb
         0 check {args} --cnf t.opb"
    ));
}

/// Without the contradiction the certificate is refused.
#[test]
fn contradictory_clues_of_a_single_square_are_certified() {
    transcript(
        "0 prove 1x1 --at 1=a1 --not-at 1=a1 -o proof
         0 verify 1x1 --at 1=a1 --not-at 1=a1 --certificate proof => valid
         1 verify 1x1 --certificate proof",
    );
}

#[test]
fn a_tour_that_a_half_turn_reverses_is_named() {
    let (_, tours, _) = run("count 3x10 --closed --enumerate");
    let verify = |name: &str, tour: &str| {
        let args = format!("verify 3x10 - --closed --symmetric {name}");
        let (code, _, err) = run_with(&args, tour);
        let is_told =
            err.contains("is not symmetric") || err.contains("maps the tour to its reverse");
        assert!(code == 0 || is_told, "{err}");
        (code == 0, err.contains("to its reverse"))
    };
    let count = |name, expected| {
        let found = tours.lines().filter(|tour| verify(name, tour) == expected);
        found.count()
    };
    assert_eq!(
        [
            count("rot180", (true, false)),
            count("rot180", (false, true))
        ],
        [0, 4]
    );
    // The same four, by the symmetry that demands the reverse.
    for name in ["rot180-reversed", "bergholtian"] {
        assert_eq!(count(name, (true, false)), 4);
    }
}

#[test]
fn large_boards_have_reversed_tours_and_others_none() {
    transcript(
        "0 solve 41x50 --closed --symmetric rot180-reversed --format moves > tour
         0 verify 41x50 tour --closed --symmetric bergholtian
         0 stats 41x50 tour --closed => rot180 (reverses the tour)
         1 solve 6x6 --closed --symmetric rot180-reversed
         0 solve 6x6 --closed --symmetric eulerian --format moves > tour
         1 verify 6x6 tour --closed --symmetric rot180-reversed
           => the symmetry keeps the direction of the tour: this --symmetric demands its reverse",
    );
}

#[test]
fn our_formulas_of_quarter_turns_are_right_whatever_fixes_the_direction() {
    for clues in [
        "",
        "--start a1",
        "--end b3",
        "--start a1 --end b3",
        "--at 1=a1,2=b3",
    ] {
        let args = format!("6x6 --closed --symmetric rot90 {clues}");
        output(&format!("solve {args}"));
        output(&format!("check {args} --encoding position"));
        // This takes longest.
        if depth::is_full() || !clues.contains("--at") {
            output(&format!("check {args} --encoding binary"));
        }
    }
}

//! Defects that trials of random problems found, each with its kin.

use crate::common::depth::depth;
use crate::common::program;

use program::{error, run, run_with, write};
use tempfile::TempDir;

/// The number of tours, and the words for what was counted.
fn count(args: &str) -> (String, String) {
    let (code, out, err) = run(&format!("count {args}"));
    assert_eq!((code, err.as_str()), (0, ""), "{args}");
    let (number, what) = out.lines().next().unwrap().split_once(' ').unwrap();
    (number.into(), what.into())
}

#[test]
fn steps_that_repeat_an_end_do_not_number_a_closed_tour() {
    for (clues, number, is_numbered) in [
        ("", "8", false),
        ("--start a1", "8", false),
        ("--at 1=a1", "8", false),
        ("--start a1 --at 1=a1", "8", false),
        ("--start a1 --at 1=a1,1=a1", "8", false),
        ("--at 30=b3", "8", false),
        ("--end b3 --at 30=b3", "8", false),
        ("--start a1 --end b3", "8", false),
        ("--start a1 --end b3 --at 1=a1,30=b3", "8", false),
        // Even a redundant step besides the ends makes a numbering.
        ("--start a1 --not-at 2=a1", "16", true),
        ("--start a1 --at 2=b3", "8", true),
        ("--at 2=b3,30=c2", "8", true),
        ("--start a1 --at 1=b3", "0", true),
    ] {
        // The binary encoding takes longest.
        let methods = [
            "",
            "--method search",
            "--encoding position",
            "--encoding binary",
        ];
        for method in &methods[..depth(4, 3)] {
            let args = format!("5x6 --closed {clues} {method}");
            let (found, what) = count(&args);
            let word = if is_numbered {
                "numbered"
            } else {
                "undirected"
            };
            assert!(
                found == number && what.contains(word),
                "{args}: {found} {what}"
            );
        }
    }
}

#[test]
fn a_count_without_tours_gives_the_reason_at_once() {
    for (args, reason) in [
        ("41x41 --closed", "841 of one colour and 840 of the other"),
        ("9x9 --closed", "41 of one colour and 40 of the other"),
        ("9x9 --closed --symmetric rot180 --start b1", ""),
        ("3x200 --start a1 --at 3=a2", "cannot both hold"),
        ("5x5 --closed --limit 3", "colour"),
    ] {
        let (code, out, err) = run(&format!("count {args}"));
        if code == 2 {
            // A half turn has a fixed square on an odd board.
            assert!(err.contains("rot180"), "{err}");
            continue;
        }
        assert!(
            out.starts_with("0 ") && out.contains(reason),
            "{args}: {out}"
        );
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
    }
    // A named method counts in any case.
    let (_, what) = count("5x5 --closed --method search");
    assert!(what.ends_with("by search)"), "{what}");
    let (_, what) = count("5x5 --closed --encoding position");
    assert!(what.ends_with("by enumerate)"), "{what}");
}

#[test]
fn a_symmetry_that_no_tour_has_is_written_without_short_cuts() {
    let dir = TempDir::new().unwrap();
    let cnf = dir.path().join("f.cnf").display().to_string();
    let impossible = "encode 8x8 --closed --symmetric rot90";
    assert!(error(&format!("{impossible} -o {cnf}")).contains("has the symmetry"));
    // Clues are no reason to say that no tour of the board has the symmetry.
    let clues = "encode 6x6 --closed --symmetric rot90 --at 1=a1,2=b1";
    assert_eq!(
        run(&format!("{clues} -o {cnf}")),
        (0, String::new(), String::new())
    );
    for problem in [
        "3x4 --closed --symmetric rot180",
        "4x4 --closed --symmetric rot90",
    ] {
        for encoding in ["position", "textbook", "binary"] {
            let args = format!("encode {problem} --encoding {encoding} --no-shortcuts -o {cnf}");
            assert_eq!(run(&args), (0, String::new(), String::new()), "{args}");
            let (code, out, _) = run(&format!("sat {cnf}"));
            assert!(code == 20, "{args}: {out}");
        }
    }
}

#[test]
fn formulas_of_unsorted_graphs_are_those_of_their_graphs() {
    let dir = TempDir::new().unwrap();
    let text = "p edge 5 8\ne 5 3\ne 2 1\ne 4 3\ne 3 1\ne 2 3\ne 5 4\ne 5 1\ne 4 2\n";
    let graph = write(dir.path(), "graph", text);
    for (format, more) in [
        ("cnf", "--encoding order"),
        ("cnf", ""),
        ("opb", "--format opb"),
    ] {
        let file = dir.path().join(format!("f.{format}")).display().to_string();
        let args = format!("--graph {graph} --closed --start 2");
        assert_eq!(run(&format!("encode {args} {more} -o {file}")).0, 0);
        let (code, out, err) = run(&format!("check {args} --cnf {file}"));
        assert_eq!((code, err.as_str()), (0, ""), "{more}: {out}");
    }
}

#[test]
fn contradictory_clues_of_a_single_square_are_certified() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("certificate").display().to_string();
    let args = "1x1 --at 1=a1 --not-at 1=a1";
    let (code, _, err) = run(&format!("prove {args} -o {folder}"));
    assert_eq!((code, err.as_str()), (0, ""));
    let (code, out, _) = run(&format!("verify {args} --certificate {folder}"));
    assert!(code == 0 && out.starts_with("valid"), "{out}");
    // Without the contradiction the certificate is refused.
    assert_eq!(run(&format!("verify 1x1 --certificate {folder}")).0, 1);
}

#[test]
fn a_tour_that_a_half_turn_reverses_is_named() {
    let dir = TempDir::new().unwrap();
    let (_, tours, _) = run("count 3x10 --closed --enumerate");
    let verdicts = tours.lines().map(|tour| {
        let file = write(dir.path(), "tour", tour);
        run(&format!("verify 3x10 --closed --symmetric rot180 {file}"))
    });
    let mut reversed = 0;
    for (code, _, err) in verdicts {
        assert_eq!(code, 1, "{err}");
        let is_reversed = err.contains("maps the tour to its reverse");
        assert!(is_reversed || err.contains("is not symmetric"), "{err}");
        reversed += usize::from(is_reversed);
    }
    assert_eq!(reversed, 4);
    // The same four, by the symmetry that demands the reverse.
    for name in ["rot180-reversed", "bergholtian"] {
        let accepted = tours.lines().filter(|tour| {
            let file = write(dir.path(), "tour", tour);
            let (code, _, err) = run(&format!("verify 3x10 --closed --symmetric {name} {file}"));
            assert!(
                code == 0 || err.contains("is not symmetric: step "),
                "{err}"
            );
            code == 0
        });
        assert_eq!(accepted.count(), 4);
    }
}

#[test]
fn a_tour_that_keeps_its_direction_is_not_reversed() {
    let (_, tour, _) = run("solve 6x6 --closed --symmetric eulerian --format moves");
    let (code, _, err) = run_with("verify 6x6 - --closed --symmetric rot180-reversed", &tour);
    assert_eq!(code, 1);
    let why = "the symmetry keeps the direction of the tour: this --symmetric demands its reverse";
    assert!(err.contains(why), "{err}");
}

#[test]
fn large_boards_have_reversed_tours_and_others_none() {
    let (code, tour, err) = run("solve 41x50 --closed --symmetric rot180-reversed --format moves");
    assert_eq!((code, err.as_str()), (0, ""));
    let args = "41x50 - --closed --symmetric bergholtian";
    assert_eq!(run_with(&format!("verify {args}"), &tour).0, 0);
    let (_, symmetries, _) = run_with("stats 41x50 - --closed", &tour);
    assert!(
        symmetries.contains("rot180 (reverses the tour)"),
        "{symmetries}"
    );
    assert_eq!(run("solve 6x6 --closed --symmetric rot180-reversed").0, 1);
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
        for encoding in ["position", "binary"] {
            let args = format!("6x6 --closed --symmetric rot90 {clues} --encoding {encoding}");
            let (code, out, err) = run(&format!("check {args}"));
            assert_eq!((code, err.as_str()), (0, ""), "{args}: {out}");
        }
        let (code, out, _) = run(&format!("solve 6x6 --closed --symmetric rot90 {clues}"));
        assert_eq!(code, 0, "{clues}: {out}");
    }
}

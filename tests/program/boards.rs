//! Options of the tour and of the formula, boards with holes and other leapers, end to end.

use crate::common::program;

use program::{error, run, run_with, solved, write};
use tempfile::TempDir;

/// Every option changes the formula, and each formula still gives tours.
#[test]
fn every_option_has_its_effect() {
    let header = |args: &str| {
        let text = run(&format!("encode 6x6 {args}")).1;
        text.lines()
            .find(|line| line.starts_with("p cnf"))
            .unwrap_or_else(|| panic!("{args}"))
            .to_string()
    };
    let mut seen = std::collections::HashMap::new();
    for args in [
        "",
        "--closed",
        "--textbook",
        "--textbook --closed",
        "--three-cnf",
        "--start a1",
        "--end b1",
        "--directions both",
        "--closed --directions one",
        "--closed --arcs no",
        "--closed --symmetric rot180",
        "--closed --symmetric rot90",
        "--closed --amo pairwise",
        "--closed --amo ladder",
        "--closed --amo sequential",
        "--closed --amo product,pairwise",
        "--closed --amo pairwise,product",
        "--closed --amo commander",
        "--closed --amo bimander",
        "--closed --amo bitwise",
    ] {
        if let Some(other) = seen.insert(header(args), args) {
            panic!("'{args}' and '{other}' have formulas of the same size");
        }
        if args.contains("textbook") {
            continue;
        }
        let (code, tour, err) = run(&format!("solve 6x6 {args} --format moves"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let tour_options = [
            "--closed",
            "--start a1",
            "--end b1",
            "--symmetric rot180",
            "--symmetric rot90",
        ];
        let asked: Vec<&str> = tour_options
            .into_iter()
            .filter(|option| args.contains(option))
            .collect();
        let (code, _, err) = run_with(&format!("verify 6x6 - {}", asked.join(" ")), &tour);
        assert_eq!((code, err.as_str()), (0, ""), "{args}: {tour}");
    }
    assert_eq!(header("--amo auto --closed"), header("--closed"));
    // An asymmetric tour is no symmetric one.
    let tour = run("solve 8x8 --closed --format moves").1;
    let (code, _, err) = run_with("verify 8x8 - --closed --symmetric rot180", &tour);
    assert_eq!(code, 1);
    assert!(
        err.contains("the tour is not symmetric: step 33 is on"),
        "{err}"
    );
}

#[test]
fn boards_with_holes_are_read_from_a_file_and_carried_through() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let mask = write(dir, "ring.txt", "...\n.#.\n...\n");
    // The eight squares around the hole are a ring: one closed tour.
    for args in [
        "--closed",
        "--start b1",
        "--closed --amo pairwise --arcs no",
    ] {
        for format in ["board", "moves", "json"] {
            let (code, tour, err) = run(&format!("solve {mask} {args} --format {format}"));
            assert_eq!((code, err.as_str()), (0, ""), "{args}");
            let options = args.replace(" --amo pairwise --arcs no", "");
            let (code, out, err) = run_with(&format!("verify {mask} - {options}"), &tour);
            assert_eq!((code, err.as_str()), (0, ""), "{tour}");
            assert!(out.ends_with("tour of 3x3 with a hole, 8 steps\n"), "{out}");
        }
    }
    let json = run(&format!("solve {mask} --format json")).1;
    assert!(
        run_with("verify 3x3 -", &json)
            .2
            .contains("a board with other holes")
    );
    assert_eq!(
        error(&format!("solve {mask} --start b2")),
        "--start: b2 is a hole"
    );

    // The file describes its holes, so decode needs nothing but the two files.
    let cnf = write(dir, "ring.cnf", &run(&format!("encode {mask} --closed")).1);
    let result = write(dir, "result", &solved(&cnf));
    assert_eq!(run(&format!("decode {cnf} {result}")).0, 0);

    let ragged = write(dir, "ragged", "...\n..\n");
    let message = error(&format!("solve {ragged}"));
    assert!(
        message.contains("ragged:2:3: this rank has 2 files, and the first one has 3"),
        "{message}"
    );
    assert!(error("solve board.txt").contains("or name a file that draws the board"));
}

#[test]
fn other_leapers_have_tours_of_their_own() {
    for args in [
        "10x10 --leaper 1,4 --closed",
        "3x3 --leaper 0,1",
        "4x4 --closed --leaper 1,0",
        "5x7 --leaper 0,1 --start c3",
    ] {
        let (code, tour, err) = run(&format!("solve {args} --format json"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let (board, options) = args.split_once(' ').unwrap();
        assert_eq!(
            run_with(&format!("verify {board} - {options}"), &tour).0,
            0,
            "{args}"
        );
        assert_eq!(run_with(&format!("verify {board} -"), &tour).0, 2, "{args}");
    }
    let (code, out, _) = run("solve 4x4 --leaper 1,1");
    assert_eq!(code, 1);
    assert!(
        out.starts_with("no open (1,1)-leaper's tour of 4x4: "),
        "{out}"
    );
    assert_eq!(
        error("solve 8x8 --leaper 0,0"),
        "the 0,0 leaper stands still: it has no moves"
    );
    assert!(
        error("solve 8x8 --leaper 3").contains("write the two distances of the leap, such as 1,2")
    );
}

/// A negated formula has its clauses with opposite signs of the tour's variables, and an equal set
/// of tours.
#[test]
fn negated_formulas_have_the_same_tours() {
    let formula = |args: &str| run(&format!("encode 3x4 --start a1 {args}")).1;
    let (plain, negated) = (
        formula("--amo pairwise"),
        formula("--amo pairwise --negate"),
    );
    let header = |text: &str| {
        text.lines()
            .find(|line| line.starts_with('p'))
            .map(str::to_string)
    };
    assert_eq!(header(&plain), header(&negated));
    // The first group is all pairs of squares of a step.
    let first = |text: &str| {
        text.lines()
            .find(|line| !line.starts_with(['c', 'p']))
            .map(str::to_string)
    };
    assert_eq!(
        first(&plain).map(|line| line.replace('-', "")),
        first(&negated)
    );
    let (code, tour, err) = run("solve 6x6 --closed --negate --format moves");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(run_with("verify 6x6 - --closed", &tour).0, 0);
    assert_eq!(run("solve 4x4 --negate").0, 1);
}

#[test]
fn numbers_on_a_board_are_counted_like_clues() {
    let dir = tempfile::tempdir().unwrap();
    let board = write(dir.path(), "board", ". . . .\n. . 2 .\n1 . . .\n");
    for args in ["", "--closed", "--method enumerate", "--by turns"] {
        let count = |board: &str| {
            let (code, out, err) = run(&format!("count {board} {args}"));
            assert_eq!(code, 0, "{args}: {err}");
            // The clues are named in another order.
            out.split(' ').next().unwrap().to_string()
        };
        assert_eq!(count(&board), count("3x4 --at 1=a1,2=c2"), "{args}");
    }
}

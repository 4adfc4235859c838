//! Puzzles and questions for the only tour, as a person asks them.

use crate::common::program;

use program::{error, run, run_with, write};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// The squares of a board file, by line and column, and its numbers.
fn cells(drawn: &str) -> Vec<Vec<String>> {
    let lines = drawn.lines();
    lines
        .map(|line| line.split_whitespace().map(str::to_string).collect())
        .collect()
}

#[test]
fn a_puzzle_is_a_board_file_with_one_solution() {
    let dir = TempDir::new().unwrap();
    for (args, closed) in [
        ("5x5 --seed 7", ""),
        ("5x6 --closed", " --closed"),
        ("4x5 --symmetric-givens", ""),
    ] {
        let (code, drawn, err) = run(&format!("puzzle {args}"));
        assert_eq!((code, err.as_str()), (0, ""), "{args}");
        let file = write(dir.path(), "puzzle", &drawn);
        let (code, solved, _) = run(&format!("solve {file} --unique{closed}"));
        assert_eq!(code, 0, "{solved}");
        assert!(solved.starts_with("exactly one "), "{solved}");
        let (_, count, _) = run(&format!("count {file}{closed} --method search"));
        assert!(
            count.starts_with("1\n") || count.starts_with("1 "),
            "{count}"
        );
        // One number fewer, and there are two.
        let given: Vec<String> = cells(&drawn)
            .concat()
            .into_iter()
            .filter(|cell| cell != ".")
            .collect();
        assert!(given.len() > 1, "{drawn}");
        if args.contains("symmetric") {
            continue;
        }
        for number in given {
            let fewer = cells(&drawn).into_iter().map(|line| {
                let line = line.into_iter().map(|cell| {
                    if cell == number {
                        ".".to_string()
                    } else {
                        cell
                    }
                });
                line.collect::<Vec<_>>().join(" ") + "\n"
            });
            let file = write(dir.path(), "fewer", &fewer.collect::<String>());
            let (code, two, _) = run(&format!("solve {file} --unique{closed}"));
            assert_eq!(code, 4, "{drawn} without {number}");
            assert!(two.starts_with("more than one "), "{two}");
            assert_eq!(
                (two.matches('┌').count(), two.matches('*').count()),
                (2, 2),
                "{two}"
            );
        }
    }
}

#[test]
fn every_command_reads_the_numbers_of_a_board() {
    let dir = TempDir::new().unwrap();
    let file = write(dir.path(), "board", " 1 . . .\n . . . 12\n . 2 . .\n");
    let (_, asked, _) = run("count 3x4 --at 1=a3,12=d2,2=b1 --method search");
    assert_eq!(run(&format!("count {file} --method search")).1, asked);
    let cnf = dir.path().join("t.cnf").display().to_string();
    assert_eq!(run(&format!("encode {file} -o {cnf}")).0, 0);
    let text = fs::read_to_string(&cnf).unwrap();
    let clues = "c knightsat at = [\"1=a3\", \"12=d2\", \"2=b1\"]\n";
    assert!(text.contains(clues), "{text}");
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
    let (code, _, err) = run_with(&format!("verify {file} -"), tour);
    assert_eq!(code, 1);
    assert!(err.contains("step 1 is on a1 and should be on a3"), "{err}");
    let (code, moves, _) = run(&format!("solve {file} --format moves"));
    let (expected, ..) = run("solve 3x4 --at 1=a3,12=d2,2=b1 --format moves");
    assert_eq!(code, expected);
    assert!(code == 1 || moves.starts_with("a3 b1 "), "{moves}");
    let wrong = write(dir.path(), "wrong", ". . .\n. 99 .\n. . .\n");
    let message = error(&format!("solve {wrong}"));
    assert!(
        message.contains("wrong:2:3: there is no step 99: the tour has the steps 1 to 9"),
        "{message}"
    );
}

#[test]
fn clues_that_cannot_stand_together_are_named_and_drawn() {
    let (code, out, err) = run("solve 5x5 --at 1=a1,3=b1,9=e5 --forbid c3-d5");
    assert_eq!((code, err.as_str()), (1, ""));
    let mut lines = out.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("no open knight's tour of 5x5: "),
        "{out}"
    );
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("this clue alone excludes every tour: b1 at step 3"),
        "{out}"
    );
    assert!(out.contains("3!") && !out.contains("9!"), "{out}");
    let (_, picture, _) = run("solve 5x5 --at 1=a1,3=b1,9=e5 --svg -");
    let picture = roxmltree::Document::parse(&picture).unwrap();
    let loud = picture
        .descendants()
        .filter(|node| node.attribute("class") == Some("end"));
    assert_eq!(loud.count(), 1);
    let (_, out, _) = run("solve 6x6 --closed --at 1=a1,3=f6");
    assert!(out.contains("these 2 clues contradict each other"), "{out}");
    let (_, out, _) = run("solve 4x4 --at 1=a1");
    assert!(out.contains("there is no tour even without clues"), "{out}");
    // Other tours are known to exist: that none fits is no contradiction.
    let (code, out, _) = run("solve 8x8 --at 10=b3,20=c2");
    assert_eq!(code, 1);
    assert!(out.contains("the formula is unsatisfiable"), "{out}");
}

#[test]
fn two_tours_are_drawn_side_by_side() {
    let (code, picture, err) = run("solve 5x5 --start a1 --unique --svg -");
    assert_eq!(code, 4);
    assert!(
        err.starts_with("more than one open knight's tour of 5x5: these two differ at step "),
        "{err}"
    );
    let picture = roxmltree::Document::parse(&picture).unwrap();
    let boards = picture
        .root_element()
        .children()
        .filter(|node| node.has_tag_name("svg"));
    let rings = boards.map(|board| {
        board
            .children()
            .filter(|node| node.attribute("class") == Some("p1"))
            .count()
    });
    assert_eq!(rings.collect::<Vec<_>>(), [1, 1]);
    let (_, moves, _) = run("solve 5x5 --start a1 --unique --format moves");
    let lines: Vec<&str> = moves.lines().skip(1).collect();
    assert_eq!(lines.len(), 2);
    for tour in lines {
        assert_eq!(run_with("verify 5x5 - --start a1", tour).0, 0);
    }
}

#[test]
fn what_cannot_be_made_is_told_in_a_line() {
    let dir = TempDir::new().unwrap();
    let few = error("puzzle 4x5 --givens 0");
    assert!(
        few.contains("--givens 0: no such puzzle was found, the fewest numbers were "),
        "{few}"
    );
    let many = error("puzzle 4x5 --givens 21");
    assert!(many.contains("--givens 21: 4x5 has 20 squares"), "{many}");
    let odd = error("puzzle 4x5 --givens 9 --symmetric-givens");
    assert!(odd.contains("come in pairs"), "{odd}");
    let large = error("puzzle 30x30");
    assert!(large.contains("the limit is 400 squares"), "{large}");
    let numbers = write(dir.path(), "numbers", "1 . .\n. . .\n");
    assert!(error(&format!("puzzle {numbers}")).contains("has numbers already"));
    let holes = write(dir.path(), "holes", "#....\n.....\n.....\n.....\n.....\n");
    assert!(error(&format!("puzzle {holes} --symmetric-givens")).contains("are not symmetric"));
    let (code, out, err) = run("puzzle 4x4");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("no open knight's tour of 4x4"), "{err}");
    for late in ["8x8 --timeout 0", "12x12 --givens 20 --timeout 3"] {
        let (code, _, err) = run(&format!("puzzle {late}"));
        assert_eq!(code, 3, "{late}: {err}");
        assert!(err.contains("time is up"), "{late}: {err}");
    }
    for option in [
        "--seed 1",
        "--encoding order",
        "--solver kissat",
        "--method backtrack",
        "--no-shortcuts",
    ] {
        let message = error(&format!("solve 5x5 --unique {option}"));
        let name = option.split(' ').next().unwrap();
        assert!(
            message.starts_with(&format!("{name} has no effect on --unique")),
            "{message}"
        );
    }
}

#[test]
fn the_page_of_a_puzzle_holds_it_and_nothing_of_elsewhere() {
    let (code, page, _) = run("puzzle 5x6 --closed --seed 2 --html -");
    assert_eq!(code, 0);
    let (_, json, _) = run("puzzle 5x6 --closed --seed 2 --format json");
    let document: Value = serde_json::from_str(&json).unwrap();
    let (_, data) = page.split_once("type=\"application/json\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data["solution"], document["moves"]);
    let givens = data["givens"].as_array().unwrap().iter();
    let givens: Vec<String> = givens
        .map(|given| format!("{}={}", given[0], given[1].as_str().unwrap()))
        .collect();
    assert_eq!(serde_json::json!(givens), document["givens"]);
    assert_eq!(data["closed"], true);
    assert_eq!(page.matches("://").count(), 0);
    assert!(page.contains("default-src 'none'") && !page.contains("unsafe"));
    assert_eq!(page.matches("<script").count(), 2);
}

#[test]
fn the_picture_of_a_puzzle_has_its_numbers() {
    let (_, picture, _) = run("puzzle 5x5 --seed 7 --svg -");
    let picture = roxmltree::Document::parse(&picture).unwrap();
    let group = picture
        .descendants()
        .find(|node| node.attribute("class") == Some("number"));
    let texts = group
        .unwrap()
        .children()
        .filter_map(|node| node.text())
        .map(str::trim);
    let mut texts: Vec<String> = texts
        .filter(|text| !text.is_empty())
        .map(str::to_string)
        .collect();
    let (_, drawn, _) = run("puzzle 5x5 --seed 7");
    let mut numbers: Vec<String> = cells(&drawn)
        .concat()
        .into_iter()
        .filter(|cell| cell != ".")
        .collect();
    texts.sort();
    numbers.sort();
    assert_eq!(texts, numbers);
}

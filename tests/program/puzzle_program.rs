//! Puzzles and questions for the only tour, as a person asks them.

use crate::common::program;

use itertools::Itertools;
use program::{assert_contains, document, output, output_with, run, transcript, write};
use roxmltree::{Document, Node};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The numbers of a board file.
fn numbers(drawn: &str) -> Vec<&str> {
    let cells = drawn.split_whitespace();
    cells.filter(|&cell| cell != ".").collect()
}

#[test]
fn a_puzzle_is_a_board_file_with_one_solution() {
    let dir = TempDir::new().unwrap();
    for (board, closed, options) in [
        ("5x5", "", "--seed 7"),
        ("5x6", "--closed", ""),
        ("4x5", "", "--symmetric-givens"),
    ] {
        let drawn = output(&format!("puzzle {board} {closed} {options}"));
        let file = write(dir.path(), "puzzle", &drawn);
        transcript(&format!(
            "0 solve {file} --unique {closed} => exactly one
             0 count {file} {closed} --method search => 1 "
        ));
        let given = numbers(&drawn);
        assert!(given.len() > 1, "{drawn}");
        if options == "--symmetric-givens" {
            continue;
        }
        // One number fewer, and there are two.
        for number in given {
            let cells = drawn.lines().map(|line| line.split_whitespace());
            let fewer =
                cells.map(|cells| cells.map(|cell| if cell == number { "." } else { cell }));
            let fewer = fewer.map(|mut line| line.join(" ")).join("\n");
            let file = write(dir.path(), "fewer", &fewer);
            let (code, two, _) = run(&format!("solve {file} --unique {closed}"));
            assert_eq!(code, 4, "{drawn} without {number}");
            assert!(two.starts_with("more than one "), "{two}");
            assert_eq!(
                ['┌', '*'].map(|mark| two.matches(mark).count()),
                [2, 2],
                "{two}"
            );
        }
    }
}

#[test]
fn every_command_reads_the_numbers_of_a_board() {
    let dir = TempDir::new().unwrap();
    let file = write(dir.path(), "board", " . . . .\n . . 2 .\n 1 . . 12\n");
    let clues = "3x4 --at 2=c2,1=a1,12=d1";
    let board = write(dir.path(), "two", ". . . .\n. . 2 .\n1 . . .\n");
    for args in ["", "--closed", "--method enumerate", "--by turns"] {
        let count = |board: &str| {
            let out = output(&format!("count {board} {args}"));
            // The clues are named in another order.
            out.split(' ').next().unwrap().to_string()
        };
        assert_eq!(count(&board), count("3x4 --at 1=a1,2=c2"), "{args}");
    }
    let [drawn, named] =
        [&file[..], clues].map(|board| run(&format!("solve {board} --format moves")));
    assert_eq!(drawn, named);
    let wrong = write(dir.path(), "wrong", ". . .\n. 99 .\n. . .\n");
    transcript(&format!(
        "0 encode {file} => c knightsat at = [\"2=c2\", \"1=a1\", \"12=d1\"]\\n
         1 verify {file} - <<< a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1
           => step 1 is on a3 and should be on a1
         2 solve {wrong} => wrong:2:3: there is no step 99: the tour has the steps 1 to 9"
    ));
}

#[test]
fn clues_that_cannot_stand_together_are_named_and_drawn() {
    let clues = "5x5 --at 1=a1,3=b1,9=e5";
    // Other tours of 8x8 are known to exist: that none fits is no contradiction.
    transcript(&format!(
        "1 solve {clues} --forbid c3-d5
           => no open knight's tour of 5x5:
           => \\nthis clue alone excludes every tour: b1 at step 3
           => 3!
         1 solve 6x6 --closed --at 1=a1,3=f6 => these 2 clues contradict each other
         1 solve 4x4 --at 1=a1 => there is no tour even without clues
         1 solve 8x8 --at 10=b3,20=c2 => the formula is unsatisfiable"
    ));
    assert!(
        !run(&format!("solve {clues} --forbid c3-d5"))
            .1
            .contains("9!")
    );
    let (_, picture, _) = run(&format!("solve {clues} --svg -"));
    let picture = Document::parse(&picture).unwrap();
    let loud = picture
        .descendants()
        .filter(|node| node.attribute("class") == Some("end"));
    assert_eq!(loud.count(), 1);
}

#[test]
fn two_tours_are_drawn_side_by_side() {
    let (code, picture, err) = run("solve 5x5 --start a1 --unique --svg -");
    assert_eq!(code, 4);
    let difference = "more than one open knight's tour of 5x5: these two differ at step ";
    assert!(err.starts_with(difference), "{err}");
    let picture = Document::parse(&picture).unwrap();
    let boards = picture
        .root_element()
        .children()
        .filter(|node| node.has_tag_name("svg"));
    let is_ring = |node: &Node| node.attribute("class") == Some("p1");
    let rings = boards.map(|board| board.children().filter(is_ring).count());
    assert!(rings.eq([1, 1]));
    let (_, moves, _) = run("solve 5x5 --start a1 --unique --format moves");
    let tours = moves.lines().skip(1).collect_vec();
    assert_eq!(tours.len(), 2);
    for tour in tours {
        output_with("verify 5x5 - --start a1", tour);
    }
}

#[test]
fn what_cannot_be_made_is_told_in_a_line() {
    let dir = TempDir::new().unwrap();
    let numbers = write(dir.path(), "numbers", "1 . .\n. . .\n");
    let holes = write(dir.path(), "holes", "#....\n.....\n.....\n.....\n.....\n");
    transcript(&format!(
        "2 puzzle 4x5 --givens 0 => --givens 0: no such puzzle was found, the fewest numbers were
         2 puzzle 4x5 --givens 21 => --givens 21: 4x5 has 20 squares
         2 puzzle 4x5 --givens 9 --symmetric-givens => come in pairs
         2 puzzle 30x30 => the limit is 400 squares
         2 puzzle {numbers} => has numbers already
         2 puzzle {holes} --symmetric-givens => are not symmetric
         1 puzzle 4x4 => no open knight's tour of 4x4
         3 puzzle 8x8 --timeout 0 => time is up
         3 puzzle 12x12 --givens 20 --timeout 1 => time is up"
    ));
    for option in [
        "--seed 1",
        "--encoding order",
        "--solver kissat",
        "--method backtrack",
        "--no-shortcuts",
    ] {
        let (name, _) = option.split_once(' ').unwrap_or((option, ""));
        transcript(&format!(
            "2 solve 5x5 --unique {option} => {name} has no effect on --unique"
        ));
    }
}

#[test]
fn the_page_of_a_puzzle_holds_it_and_nothing_of_elsewhere() {
    let page = output("puzzle 5x6 --closed --seed 2 --html -");
    let puzzle = document(0, "puzzle 5x6 --closed --seed 2 --format json");
    let (_, data) = page.split_once("type=\"application/json\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data["solution"], puzzle["moves"]);
    let givens = data["givens"].as_array().unwrap().iter();
    let given = |given: &Value| format!("{}={}", given[0], given[1].as_str().unwrap());
    assert_eq!(json!(givens.map(given).collect_vec()), puzzle["givens"]);
    assert_eq!(data["closed"], true);
    assert_eq!(page.matches("://").count(), 0);
    assert_contains(&page, "default-src 'none'");
    assert!(!page.contains("unsafe"));
    assert_eq!(page.matches("<script").count(), 2);
}

#[test]
fn the_picture_of_a_puzzle_has_its_numbers() {
    let picture = output("puzzle 5x5 --seed 7 --svg -");
    let picture = Document::parse(&picture).unwrap();
    let mut nodes = picture.descendants();
    let group = nodes
        .find(|node| node.attribute("class") == Some("number"))
        .unwrap();
    let texts = group.children().filter_map(|node| node.text());
    let texts = texts.map(str::trim).filter(|text| !text.is_empty());
    let drawn = output("puzzle 5x5 --seed 7");
    assert!(texts.sorted().eq(numbers(&drawn).into_iter().sorted()));
}

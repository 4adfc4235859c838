//! Puzzles and questions for the only tour, as a person asks them.

use crate::common::program::{assert_contains, document, output, run, write};
use crate::common::transcript::{transcript, transcript_in};
use itertools::Itertools;
use roxmltree::{Document, Node};
use serde_json::{Value, json};
use std::fs;

/// The numbers of a board file.
fn numbers(drawn: &str) -> Vec<&str> {
    let cells = drawn.split_whitespace();
    cells
        .filter(|&cell| cell != "." && cell != "closed")
        .collect()
}

#[test]
fn a_puzzle_is_a_board_file_with_one_solution() {
    for (board, closed, options) in [
        ("5x5", "", "--seed 7"),
        ("5x6", "--closed", ""),
        ("4x5", "", "--symmetric-givens"),
    ] {
        let dir = transcript(&format!(
            "0 puzzle {board} {closed} {options} > puzzle
            0 solve ./puzzle --unique => …exactly one…
            0 count ./puzzle --method search => 1 …"
        ));
        let drawn = fs::read_to_string(dir.path().join("puzzle")).unwrap();
        let given = numbers(&drawn);
        assert!(given.len() > 1, "{drawn}");
        // One number fewer, and there are two.
        for number in given.iter().filter(|_| options != "--symmetric-givens") {
            let open = |cell| if cell == *number { "." } else { cell };
            let fewer = drawn.lines();
            let fewer = fewer.map(|line| line.split_whitespace().map(open).join(" "));
            write(dir.path(), "fewer", &fewer.collect_vec().join("\n"));
            let solve = "4 solve ./fewer --unique => more than one …┌…┌…";
            transcript_in(dir.path(), solve);
        }
    }
}

#[test]
fn a_closed_puzzle_is_closed_in_its_file_and_pictures() {
    let dir = transcript(
        "0 puzzle 5x6 --closed --svg p.svg --answer a.svg > closed
        0 puzzle 5x6 --svg open.svg > open
        0 encode ./closed => …c knightsat tour = \"closed\"…
        0 solve ./closed --format moves > tour
        0 verify 5x6 --closed tour
        wrong = . 2\\n1 .\\nclosed\\n. .\\n
        solve ./wrong => …wrong:3:1:…",
    );
    let read = |name| fs::read_to_string(dir.path().join(name)).unwrap();
    assert!(read("closed").ends_with("\nclosed\n") && !read("open").contains("closed"));
    let given = numbers(&read("closed")).len();
    let [puzzle, answer] = ["p.svg", "a.svg"].map(read);
    for picture in [&puzzle, &answer] {
        assert_contains(picture, ">closed: from 30 on to 1<");
    }
    assert!(!read("open.svg").contains(">closed"));
    assert!(!puzzle.contains("class=\"path"));
    let answer = Document::parse(&answer).unwrap();
    let with = |class: &str| {
        let mut all = answer.descendants();
        all.find(|node| node.attribute("class") == Some(class))
            .unwrap()
    };
    assert!(with("path p0").attribute("d").unwrap().ends_with('Z'));
    assert_eq!(
        with("given").attribute("d").unwrap().matches('z').count(),
        given
    );
}

/// Other tours of 8x8 are known to exist: that none fits is no contradiction.
#[test]
fn every_command_reads_the_numbers_of_a_board_and_names_those_that_cannot_stand_together() {
    let table = r#"board = \u{20}. . . .\n . . 2 .\n 1 . . 12\n
        two = . . . .\n. . 2 .\n1 . . .\n
        0 count ./two {|--method enumerate} => 2 open tours at 2=c2,1=a1, directed…
        0 count 3x4 --at 1=a1,2=c2 {|--method enumerate} => 2 open …
        0 count {./two|3x4 --at 1=a1,2=c2} --closed => 0 closed…
        0 count {./two|3x4 --at 1=a1,2=c2} --by turns => 2 open…
        1 solve 3x4 --at 2=c2,1=a1,12=d1 --format moves > named
        1 solve ./board --format moves => @named
        0 encode ./board => …| c knightsat at = ["2=c2","1=a1","12=d1"] |…
        1 verify ./board - < a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1 => ! …step 1 is on a3 and should \
            be on a1…
        wrong = . . .\n. 99 .\n. . .\n
        solve ./wrong => …wrong:2:3: there is no step 99: the tour has the steps 1 to 9…
        1 solve 5x5 --at 1=a1,3=b1,9=e5 --forbid c3-d5 => no open knight's tour of 5x5:…| this clue \
            alone excludes every tour: b1 at step 3 …3!…
        1 solve 6x6 --closed --at 1=a1,3=f6 => …these 2 clues contradict each other…
        1 solve 4x4 --at 1=a1 => …there is no tour even without clues…
        1 solve 8x8 --at 10=b3,20=c2 => …the formula is unsatisfiable…"#;
    transcript(table);
    let clues = "5x5 --at 1=a1,3=b1,9=e5";
    let drawn = run(&format!("solve {clues} --forbid c3-d5")).1;
    assert!(!drawn.contains("9!"));
    let picture = run(&format!("solve {clues} --svg -")).1;
    let picture = Document::parse(&picture).unwrap();
    let is_loud = |node: &Node| node.attribute("class") == Some("end");
    assert_eq!(picture.descendants().filter(is_loud).count(), 1);
}

#[test]
fn two_tours_are_drawn_side_by_side() {
    let (code, picture, err) = run("solve 5x5 --start a1 --unique --svg -");
    assert_eq!(code, 4);
    let difference = "more than one open knight's tour of 5x5: these two differ at step ";
    assert!(err.starts_with(difference), "{err}");
    let picture = Document::parse(&picture).unwrap();
    let boards = picture.root_element().children();
    let boards = boards.filter(|node| node.has_tag_name("svg"));
    let is_ring = |node: &Node| node.attribute("class") == Some("p1");
    let rings = boards.map(|board| board.children().filter(is_ring).count());
    assert!(rings.eq([1, 1]));
    let moves = run("solve 5x5 --start a1 --unique --format moves").1;
    let (_, tours) = moves.split_once('\n').unwrap();
    let verify = |tour| format!("0 verify 5x5 - --start a1 < {tour}");
    let tours = tours.lines().map(verify).collect_vec();
    assert_eq!(tours.len(), 2);
    transcript(&tours.join("\n"));
}

#[test]
fn what_cannot_be_made_is_told_in_a_line() {
    transcript(
        r"puzzle 4x5 --givens 0 => --givens 0: no such puzzle was found, the fewest numbers were…
        puzzle 4x5 --givens 21 => --givens 21: 4x5 has 20 squares…
        puzzle 4x5 --givens 9 --symmetric-givens => …come in pairs…
        puzzle 30x30 => …the limit is 400 squares…
        numbers = 1 . .\n. . .\n
        puzzle ./numbers => …has numbers already…
        holes = #....\n.....\n.....\n.....\n.....\n
        puzzle ./holes --symmetric-givens => …are not symmetric…
        1 puzzle 4x4 => …no open knight's tour of 4x4…
        3 puzzle {8x8 --timeout 0|12x12 --givens 20 --timeout 1} => …time limit reached…
        solve 5x5 --unique {--seed 1|--encoding order|--solver kissat|--method backtrack|\
            --no-shortcuts} => --… is for searches without --unique…",
    );
}

/// The page has nothing of elsewhere. The picture of a puzzle has its numbers.
#[test]
fn the_page_of_a_puzzle_holds_it_and_the_picture_its_numbers() {
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

    let puzzle = |args| output(&format!("puzzle 5x5 --seed 7 {args}"));
    let [drawn, picture] = ["", "--svg -"].map(puzzle);
    let picture = Document::parse(&picture).unwrap();
    let is_group = |node: &Node| node.attribute("class") == Some("number");
    let group = picture.descendants().find(is_group).unwrap();
    let texts = group.children().filter_map(|node| node.text());
    let texts = texts.map(str::trim).filter(|text| !text.is_empty());
    assert!(texts.sorted().eq(numbers(&drawn).into_iter().sorted()));
}

#[test]
fn a_puzzle_of_a_torus_is_a_board_file() {
    transcript(
        "0 puzzle 5x5 --wrap both --closed > torus
        0 solve ./torus --wrap both --unique => exactly one closed knight's tour of the 5x5 torus…",
    );
}

/// The last line has the options of the puzzle: with them, and with all but one number, the solver
/// finds one tour and several.
#[test]
fn a_puzzle_of_a_box_is_its_layers_and_the_options_of_its_only_solution() {
    for (board, closed, steps) in [("3x4x2", "", 24), ("2x3x4", "--closed", 24)] {
        let dir = transcript(&format!(
            "0 puzzle {board} {closed} --svg p.svg --answer a.svg > puzzle
            0 puzzle {board} {closed} --format json > json
            puzzle {board} --html p.html => --html is for boards with one leap, without layers…
            puzzle {board} --symmetric-givens => --symmetric-givens: boxes have no half turn…"
        ));
        let read = |name| fs::read_to_string(dir.path().join(name)).unwrap();
        let drawn = read("puzzle");
        let (layers, options) = drawn.trim_end().rsplit_once('\n').unwrap();
        let letters = layers
            .lines()
            .filter(|line| line.starts_with(char::is_uppercase));
        let expected = if closed.is_empty() { "A B" } else { "A B C D" };
        assert_eq!(letters.clone().join(" "), expected);
        let cells = layers
            .split_whitespace()
            .filter(|cell| *cell != "closed")
            .count();
        assert_eq!(cells, steps + letters.count());
        let clues = options.rsplit_once(' ').unwrap().1.split(',').collect_vec();
        let printed: Value = serde_json::from_str(&read("json")).unwrap();
        assert_eq!(printed["givens"], json!(clues));
        let numbers = layers
            .split_whitespace()
            .filter(|cell| cell.parse::<u32>().is_ok());
        let given = clues.iter().map(|clue| clue.split_once('=').unwrap().0);
        assert_eq!(numbers.sorted().collect_vec(), given.sorted().collect_vec());
        transcript_in(
            dir.path(),
            &format!("0 solve {board} {options} --unique => exactly one…"),
        );
        let closes = options.starts_with("--closed ");
        assert_eq!(closes, !closed.is_empty());
        for clue in &clues {
            let fewer = clues.iter().filter(|other| *other != clue).join(",");
            let solve =
                format!("4 solve {board} {closed} --at {fewer} --unique => more than one …");
            transcript_in(dir.path(), &solve);
        }
        let [puzzle, answer] = ["p.svg", "a.svg"].map(read);
        assert!(!puzzle.contains("class=\"path") && answer.contains("class=\"path"));
        let puzzle = Document::parse(&puzzle).unwrap();
        let texts = puzzle
            .descendants()
            .filter(|node| node.has_tag_name("text"));
        let texts = texts.filter_map(|node| node.text()).collect_vec();
        for clue in &clues {
            assert!(
                texts.contains(&clue.split_once('=').unwrap().0),
                "{texts:?}"
            );
        }
    }
}

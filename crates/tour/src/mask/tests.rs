use super::*;
use std::time::Duration;

/// Returns the board read, and its numbers in the order of the file, as in `5=b2`.
fn read(text: &str) -> (Board, String) {
    let (board, numbers) = parse(text, &Stop::default()).unwrap().split_numbers();
    let numbers = numbers
        .iter()
        .map(|(step, square)| format!("{step}={square}"));
    (board, numbers.collect::<Vec<_>>().join(" "))
}

#[test]
fn the_top_rank_comes_first() {
    let board = parse("#..\n...\n...\r\n..#\n\n", &Stop::default()).unwrap();
    assert_eq!((board.ranks(), board.files(), board.squares()), (4, 3, 10));
    let holes: Vec<String> = board.holes().map(|hole| hole.to_string()).collect();
    assert_eq!(holes, ["c1", "a4"]);
    assert_eq!(
        parse("...\n...", &Stop::default()).unwrap(),
        Board::new(2, 3).unwrap()
    );
    assert_eq!(
        parse(".", &Stop::default()).unwrap(),
        Board::new(1, 1).unwrap()
    );
}

#[test]
fn each_fault_is_named_with_its_place() {
    let fault = |text: &str| parse(text, &Stop::default()).unwrap_err().to_string();
    let neither = "is neither '.' (square) nor '#' (hole) nor the number of a step";
    assert_eq!(fault("..\n.x"), format!("2:2: 'x' {neither}"));
    assert_eq!(fault("1,2\n3,b4"), format!("2:3: 'b4' {neither}"));
    assert_eq!(fault("|1| 2 |\n|3| *4|"), format!("2:5: '*4' {neither}"));
    let ragged = |at: &str, found: u32, expected: u32| {
        format!("{at}: this rank has {found} files, and the first one has {expected}")
    };
    assert_eq!(fault("...\n..\n..."), ragged("2:3", 2, 3));
    assert_eq!(fault("..\n....\n"), ragged("2:3", 4, 2));
    assert_eq!(fault("..\n\n.."), ragged("2:1", 0, 2));
    assert_eq!(fault("12 .\n . . 3"), ragged("2:6", 3, 2));
    assert_eq!(fault(""), "1:1: a 0x0 board has no squares");
    assert_eq!(fault("##\n##"), "1:1: a 2x2 board has no squares");
    let no_step = "2:3: there is no step 5: the tour has the steps 1 to 4";
    assert_eq!(fault(". .\n. 5"), no_step);
    let long = "9".repeat(200);
    let message = fault(&format!(". .\n. {long}"));
    assert!(
        message.starts_with("2:3: there is no step 999") && message.len() < 160,
        "{message}"
    );
    assert_eq!(fault(". 2\n2 ."), "2:1: step 2 is on b2 already");
}

#[test]
fn numbers_are_steps_however_they_are_set_apart() {
    let expected = (Board::new(2, 3).unwrap(), "1=a2 6=c1".to_string());
    for text in [
        "1..\n..6",
        "1 . .\n. . 6",
        " 1  .  .\n .  .  6\n",
        "01 .. ..\n.. .. 06",
        "1\t_\t_\n_\t_\t6",
        "1 0 0\n0 0 6",
        "1,,\n,,6",
        "1, -, -\n-, -, 6",
        "1 ? ?\n? ? 6",
        "|1| | |\n| | |6|",
        "+---+---+---+\n| 1 |   |   |\n+---+---+---+\n|   |   | 6 |\n+---+---+---+",
        "1 | . | .\n. | . | 6",
        "  ┌───┬───┬───┐\n2 │ 1 │   │   │\n  ├───┼───┼───┤\n1 │   │   │ 6 │\n  └───┴───┴───┘\n    a   b   c",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn the_size_may_stand_above_a_board() {
    let expected = (Board::new(2, 3).unwrap(), "1=a2 6=c1".to_string());
    for size in ["2 3", "2x3", "3 2", "\n2, 3 "] {
        for board in ["1 0 0\n0 0 6", "1..\n..6", "1,,\n,,6", "|1| | |\n| | |6|"] {
            assert_eq!(
                read(&format!("{size}\n{board}")),
                expected,
                "{size}\n{board}"
            );
        }
    }
    assert_eq!(read("3\n1\t0\t0\n0\t0\t0\n0\t0\t9\n").1, "1=a3 9=c1");
    // A fault is on its line of the file.
    let fault = |text: &str| parse(text, &Stop::default()).unwrap_err().to_string();
    assert_eq!(
        fault("2\n. .\n. 5"),
        "3:3: there is no step 5: the tour has the steps 1 to 4"
    );
    // A zero alone is no size of a board without ranks.
    assert_eq!(read("0000").0, Board::new(1, 4).unwrap());
    // A size of another board is a rank.
    assert!(fault("3\n1 0\n0 0").starts_with("2:3: this rank has 2 files"));
    assert!(
        fault("3 2\n1 0\n0 0\n0 0").starts_with("1:1: '3 2' is the size of the ranks below or")
    );
    assert_eq!(
        read("|3|2|\n|1|0|\n|0|0|\n|0|0|").0,
        Board::new(4, 2).unwrap()
    );
    assert_eq!(read("3\n2\n1").0, Board::new(3, 1).unwrap());
}

#[test]
fn zeros_together_are_squares() {
    assert_eq!(
        read("0000\n0020\n1000"),
        (Board::new(3, 4).unwrap(), "2=c2 1=a1".into())
    );
    assert_eq!(read("00#0\n0020\n1...").1, "2=c2 1=a1");
    assert_eq!(read("3412\n0000").1, "3=a2 4=b2 1=c2 2=d2");
    assert_eq!(
        read("9\n10\n8\n7\n6\n5\n4\n3\n2\n1").0,
        Board::new(10, 1).unwrap()
    );
    let fault = parse("00\n01", &Stop::default()).unwrap_err().to_string();
    assert!(
        fault.starts_with("1:1: '00' is one square or 2: put"),
        "{fault}"
    );
}

#[test]
fn holes_and_numbers_of_two_digits_go_together() {
    let (board, numbers) = read(" # 10  .  .  .\n .  .  .  7  .\n .  # ##  1  .\n");
    assert_eq!((board.ranks(), board.files(), board.squares()), (3, 5, 12));
    assert_eq!(numbers, "10=b3 7=d2 1=d1");
    assert_eq!(read("#10...\n...7.\n.##1.").1, numbers);
}

#[test]
fn a_drawn_board_without_numbers_has_none() {
    assert_eq!(read("..\n..").1, "");
    assert_eq!(read("- -\n- -").0, Board::new(2, 2).unwrap());
}

#[test]
fn a_drawn_board_is_given_up_at_the_deadline() {
    let late = Stop::after(Duration::ZERO);
    for text in ["..\n#.", "1,.\n.,.", "1 .\n. ."] {
        let found = parse(text, &late);
        assert_eq!(found, Err(MaskError::Stopped(Stopped::Late)), "{text}");
    }
}

//! Drawn boards: the forms of squares, holes and numbers, and faults with their places.

use super::*;
use crate::cases::{assert_message, cases, groups};
use itertools::Itertools;
use std::time::Duration;

/// Returns the sides of the board read, its holes, and its numbers in the order of the file.
fn read(text: &str) -> Result<String, MaskError> {
    let board = parse(text, &Stop::default())?;
    let kind = board.is_closed().then(|| CLOSED.to_string());
    let (board, numbers) = board.split_numbers();
    let holes = board.holes().map(|hole| format!("#{hole}"));
    let numbers = numbers
        .iter()
        .map(|(step, square)| format!("{step}={square}"));
    let sides = format!("{}x{}", board.ranks(), board.files());
    let parts = std::iter::once(sides).chain(holes).chain(numbers);
    Ok(parts.chain(kind).join(" "))
}

#[test]
fn boards_are_read_however_they_are_drawn() {
    for (text, expected) in groups(
        r"
        4x3 #c1 #a4
        - #..\n...\n...\r\n..#\n\n ¦ \n#..\n...\n...\n..#
        2x3
        - ...\n...
        1x1
        - .
        2x2
        - ..\n..
        2x3 1=a2 6=c1
        - 1..\n..6 ¦ 1 . .\n. . 6 ¦ \u{20}1  .  .\n .  .  6\n
        - 1 _ _\n_ _ 6 ¦ 1 0 0\n0 0 6 ¦ 1,,\n,,6 ¦ 1, ., .\n., ., 6
        - |1| | |\n| | |6|
        - +---+---+---+\n| 1 |   |   |\n+---+---+---+\n|   |   | 6 |\n+---+---+---+
        - 1 | . | .\n. | . | 6
        -   ┌───┬───┬───┐\n2 │ 1 │   │   │\n  ├───┼───┼───┤\n1 │   │   │ 6 │\n  └───┴───┴───┘\n    a   b   c
        2x3 1=a2 6=c1 closed
        - 1..\n..6\nclosed ¦ |1| | |\n| | |6|\n closed\n\n ¦ 1,,\n,,6\r\nclosed\r\n
        2x2 1=a2 2=b2 4=a1 3=b1
        - |1|2|\n|4|3|
        4x2 3=a4 2=b4 1=a3
        - 4|3|2|\n3|1|0|\n2|0|0|\n1|0|0|
        3x1 3=a3 2=a2 1=a1
        - 3\n2\n1
        2x3 1=a2 2=b2 3=c2 4=a1 5=b1 6=c1
        - 1 2 3\n4 5 6 ¦ | 1 | 2 | 3 |\n| 4 | 5 | 6 |
        2x3 1=a2 2=b2 3=c2
        - 2 | 1 | 2 | 3 |\n1 | . | . | . |\n    a   b   c
        10x1 9=a10 10=a9 8=a8 7=a7 6=a6 5=a5 4=a4 3=a3 2=a2 1=a1
        - |9|\n|10|\n|8|\n|7|\n|6|\n|5|\n|4|\n|3|\n|2|\n|1|
        3x5 #b1 #c1 #a3 10=b3 7=d2 1=d1
        - \u{20}# 10  .  .  .\n .  .  .  7  .\n .  #  #  1  .\n
        ",
    ) {
        assert_eq!(read(&text).as_deref(), Ok(&expected[..]), "{text}");
    }
}

#[test]
fn each_fault_is_named_with_its_place() {
    for (text, expected) in cases(
        r#"
        ..\n.x => 2:2: 'x' is no square: write . for an empty square, # for a hole, or the number of its step
        1,.\n3,b4 => 2:3: 'b4' is no square: …
        |1| . |\n|3| *4| => 2:5: '*4' is no square: …
        1 -1 -1\n-1 -1 9 => 1:3: '-1' is no square: write . for an empty square…
        1 - -\n- - 6 ¦ 1 ? ?\n? ? 6 => 1:3: '…' is no square: write . for an empty square…
        01 .\n. . ¦ [[1, 0],\n [0, 4]] ¦ {"board": [[1, 0]]} ¦ 2x3\n1..\n..6 => …' is no square: …
        #3 #6\n#8 1 => 1:1: '#3' is no square: …
        ...\n..\n... => 2:3: this rank has 2 files, and the first one has 3: …
        ..\n....\n => 2:3: this rank has 4 files, and the first one has 2: …
        ..\n\n.. => 2:1: this rank has 0 files, and the first one has 2: …
        . .\n. .\n\n. .\n. . => 3:1: this rank has 0 files, and…
        12 .\n . . 3 => 2:6: this rank has 3 files, and the first one has 2: …
        => 1:1: a 0x0 board has no squares
        ##\n## => 1:1: a 2x2 board has no squares
        . .\n. 5 => 2:3: there is no step 5: the tour has the steps 1 to 4
        . 2\n2 . => 2:1: step 2 is on b2 already
        1 _ .\n6 . _\n_ _ . => 1:5: '.' here and '_' elsewhere may both stand for an empty square: …
        |1| |.|\n|.| | | => 1:6: '.' here and nothing elsewhere may both stand for an empty square: …
        3 . 0\n. . . => 1:5: '0' here and '.' elsewhere…
        |1|#|\n| | | ¦ 0 1 #\n0 0 0 ¦ 1 # _\n_ _ _ => 1:…: '#' here and … elsewhere may both…
        .. ..\n.. .. => 1:1: '..' is no square: …
        3\n1 0 0\n0 0 0\n0 0 9 => 1:1: numbers of squares, or a size, or the names of ranks or files: …
        2 3\n1 0 0\n0 0 6 => 1:1: numbers of squares, or a size, or the names of ranks or files: …
        \n2, 3\n|1| | |\n| | |6| => 2:1: '2, 3' is no square: …
        3 2\n1 0\n0 0\n0 0 ¦ 2 3 6\n1 0 0\n0 0 5 ¦ |3|2|\n|1|0|\n|0|0|\n|0|0| => 1:…: numbers of squares, or a size, or the names of ranks or files: …
        2 . .\n1 . . ¦ 1,.,.\n2,.,.\n3,.,4 ¦ 1 2 3\n. . .\n. . . ¦ 0 1 2\n0 0 0 ¦ 0 0\n1 0\n2 2 ¦ 2..\n1.. ¦ . .\n1 2 ¦ 0 0 0\n1 0 0 ¦ | 1 | 2 | 3 |\n| 0 | 0 | 2 | => …: numbers of squares, or a size, or the names of ranks or files: …
        2\n00\n00 ¦ 2\n3\n000\n001 => …: the digits of '…' are one square or several: put blanks or bars…
        1 04 2\n3 05 6 => 1:3: '04' is no square: …
        3 2 5\n4 1 0 ¦ |3|0|\n|2|1| ¦ 7 6 5\n0 0 4\n1 2 3 => …: 0 may be a hole or the first step: write # for a hole…
        1\t\t\n\t\t6\n\t7\t ¦ 2\t \t \n1\t \t  ¦ \u{20}| | \n |1| \n | | ¦ 3   2\n  6 4 ¦ 1    \n    2\n    3 => 1:1: blanks may be empty squares: write . for an empty square, # for a hole, and no tabs
        \u{20} |   |\n  | # |\n1 |   | => 1:1: '' before the bar is not the name 3 of this rank: …
        + +\n. . => 1:1: '+' is no square: …
        .1\n--\n.. => 2:1: '-' is no square: …
        |1|3|\n|-|-|\n|6|4| => 2:2: '-' is no square: …
        1 3\n--\n6 4 => 2:1: '--' is no square: …
        00#0\n0020\n1000 => 1:1: the digits of …
        1,.,\n.,.,\n ¦ 1,,\n,,\n => 1:1: blanks may be empty squares…
        00\n01 => 1:1: the digits of '00' are one square or several: put blanks or bars…
        3412\n0000 => 1:1: the digits of '3412' are one square or several: …
        0000 ¦ 12.\n34. => 1:1: the digits of …
        3 | 1 | . |\n2 | . | . | => 1:1: '3' before the bar is not the name 2 of this rank: remove it…
        | 1 | . |\n| . | . |\n 1 2 => 3:2: '1 2' is no square: …
        | 1 | . |\n| . | . |\nb a => 3:1: 'b a' is no square: …
        "#,
    ) {
        assert_message(&read(&text).unwrap_err().to_string(), &expected, &text);
    }
    let long = read(&format!(". .\n. {}", "9".repeat(200)))
        .unwrap_err()
        .to_string();
    assert_message(&long, "2:3: there is no step 999…", "a long number");
    assert!(long.len() < 160, "{long}");
}

#[test]
fn a_drawn_board_is_given_up_at_the_deadline() {
    for text in ["..\n#.", "1,.\n.,.", "1 .\n. ."] {
        let found = parse(text, &Stop::after(Duration::ZERO));
        assert_eq!(found, Err(MaskError::Stopped(Stopped::Late)), "{text}");
    }
}

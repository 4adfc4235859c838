use super::*;

const WIDE: Terminal = Terminal {
    colour: false,
    columns: None,
};

#[test]
fn a_board_that_is_too_wide_is_told() {
    let board = Board::new(30, 30).unwrap();
    let draw = |columns| {
        let narrow = Terminal { columns, ..WIDE };
        terminal(&board, &[0, 32, 61], false, &Given::default(), narrow)
    };
    assert_eq!(draw(None).lines().count(), 62);
    let text = draw(Some(79));
    let remedy = "too wide for this terminal: use `format` moves, or `svg` FILE\n";
    assert!(
        text.ends_with(remedy) && text.lines().count() == 1,
        "{text}"
    );
}

#[test]
fn ends_and_holes_have_their_colours() {
    let hole = "b2".parse().unwrap();
    let board = Board::new(3, 3).unwrap().with_holes(&[hole]).unwrap();
    let colour = Terminal {
        colour: true,
        ..WIDE
    };
    let draw = |is_closed, look| terminal(&board, &[0, 4, 5], is_closed, &Given::default(), look);
    let open = draw(false, colour);
    assert_eq!(
        [START, END, "░░░"].map(|mark| open.matches(mark).count()),
        [1; 3]
    );
    assert!(!draw(true, colour).contains(END) && !draw(false, WIDE).contains('\x1b'));
}

#[test]
fn given_numbers_are_in_brackets() {
    let board = Board::new(3, 4).unwrap();
    let steps = [0, 6, 8, 1, 10, 3, 5, 11, 2, 4, 9, 7];
    let at = |step, vertex| Clue::At { step, vertex };
    let given = Given::new([at(2, 6), at(12, 7), Clue::NotAt { step: 3, vertex: 0 }]);
    for colour in [false, true] {
        let text = terminal(&board, &steps, false, &given, Terminal { colour, ..WIDE });
        assert_eq!(
            ["[ 2]", "[12]"].map(|mark| text.matches(mark).count()),
            [1; 2]
        );
        assert_eq!(text.matches('[').count() - text.matches("\x1b[").count(), 2);
    }
    let text = terminal(&board, &steps, false, &given, WIDE);
    let read = crate::read(&board.into(), &text).unwrap();
    assert_eq!(read.steps(), Ok(&steps[..]));
}

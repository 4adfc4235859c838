use super::*;

const WIDE: Terminal = Terminal {
    colour: false,
    columns: None,
};

#[test]
fn a_line_of_braille_has_its_dots() {
    let mut page = Braille::new(2, 1);
    page.line((0, 0), (3, 3));
    assert_eq!(page.text(), "⠑⢄\n");
}

#[test]
fn what_is_too_wide_is_drawn_in_dots_or_told() {
    let board = Board::new(30, 30).unwrap();
    let steps = [0, 32, 61];
    let lines = |columns| {
        let narrow = Terminal {
            columns: Some(columns),
            ..WIDE
        };
        let text = terminal(&board, &steps, false, &Given::default(), narrow);
        assert!(
            text.lines()
                .rev()
                .skip(1)
                .all(|line| line.chars().count() <= columns)
        );
        let last = text.lines().last().unwrap_or_default();
        let remedy = "too wide for this terminal: use `format` moves, or `svg` FILE";
        assert!(last.ends_with(remedy), "{last}");
        text.lines().count()
    };
    assert_eq!(
        terminal(&board, &steps, false, &Given::default(), WIDE)
            .lines()
            .count(),
        62
    );
    assert_eq!(lines(79), 31);
    assert_eq!(lines(30), 16);
    assert_eq!(lines(29), 1);
}

#[test]
fn ends_and_holes_have_their_colours() {
    let hole = "b2".parse().unwrap();
    let board = Board::new(3, 3).unwrap().with_holes(&[hole]).unwrap();
    let colour = Terminal {
        colour: true,
        ..WIDE
    };
    let none = Given::default();
    let open = terminal(&board, &[0, 4, 5], false, &none, colour);
    assert_eq!(open.matches(START).count(), 1);
    assert_eq!(open.matches(END).count(), 1);
    assert_eq!(open.matches("░░░").count(), 1);
    let closed = terminal(&board, &[0, 4, 5], true, &none, colour);
    assert!(!closed.contains(END));
    assert!(!terminal(&board, &[0], false, &none, WIDE).contains('\x1b'));
}

#[test]
fn given_numbers_are_in_brackets() {
    let board = Board::new(3, 4).unwrap();
    let steps = [0, 6, 8, 1, 10, 3, 5, 11, 2, 4, 9, 7];
    let given = [(2, 6), (12, 7)].map(|(step, vertex)| Clue::At { step, vertex });
    let given = Given::new(
        given
            .into_iter()
            .chain([Clue::NotAt { step: 3, vertex: 0 }]),
    );
    for colour in [false, true] {
        let text = terminal(&board, &steps, false, &given, Terminal { colour, ..WIDE });
        assert_eq!(
            (text.matches("[ 2]").count(), text.matches("[12]").count()),
            (1, 1)
        );
        assert_eq!(text.matches('[').count() - text.matches("\x1b[").count(), 2);
    }
    let text = terminal(&board, &steps, false, &given, WIDE);
    let read = crate::read(&board.into(), &text).unwrap();
    assert_eq!(read.steps(), Ok(&steps[..]));
}

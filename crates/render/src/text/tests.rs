use super::*;

fn drawn(board: &Board, steps: &[u32], given: &Given, columns: Option<usize>) -> String {
    let closed = false;
    text(|out| write_board(board, Stroke { steps, closed }, given.clues(), columns, out))
}

#[test]
fn a_board_that_is_too_wide_is_told() {
    let board = Board::new(30, 30).unwrap();
    let draw = |columns| drawn(&board, &[0, 32, 61], &Given::default(), columns);
    assert_eq!(draw(None).lines().count(), 62);
    let text = draw(Some(79));
    let remedy = "too wide for this terminal: use `format` moves, or `svg` FILE\n";
    assert!(
        text.ends_with(remedy) && text.lines().count() == 1,
        "{text}"
    );
}

#[test]
fn given_numbers_are_in_brackets() {
    let board = Board::new(3, 4).unwrap();
    let steps = [0, 6, 8, 1, 10, 3, 5, 11, 2, 4, 9, 7];
    let at = |step, vertex| Clue::At { step, vertex };
    let given = Given::new([at(2, 6), at(12, 7), Clue::NotAt { step: 3, vertex: 0 }]);
    let text = drawn(&board, &steps, &given, None);
    assert_eq!(
        ["[ 2]", "[12]", "["].map(|mark| text.matches(mark).count()),
        [1, 1, 2]
    );
    let read = crate::read(&board.into(), &text).unwrap();
    assert_eq!(read.steps(), Ok(&steps[..]));
}

use super::*;

#[test]
fn what_is_no_board_is_refused() {
    for text in ["", "8", "x", "8x", "x8", "-1x8", "8x8x8", "8 x 8", "+8x8"] {
        assert!(
            matches!(text.parse::<Board>(), Err(BoardError::Syntax(_))),
            "{text}"
        );
    }
    assert!(matches!("0x8".parse::<Board>(), Err(BoardError::Empty(_))));
    for text in ["99999999999x1", "65536x65536", "4294967295x4294967295"] {
        assert!(
            matches!(text.parse::<Board>(), Err(BoardError::TooLarge(_))),
            "{text}"
        );
    }
}

#[test]
fn the_knight_has_as_many_moves_as_on_paper() {
    // 4(m-1)(n-2) + 4(m-2)(n-1) directed moves on m x n.
    for (ranks, files) in [(3, 3), (3, 7), (8, 8), (12, 5)] {
        let board = Board::new(ranks, files).unwrap();
        let graph = board.graph();
        let moves: usize = (0..graph.len()).map(|v| graph.degree(v)).sum();
        let (m, n) = (ranks as usize, files as usize);
        assert_eq!(moves, 4 * (m - 1) * (n - 2) + 4 * (m - 2) * (n - 1));
        let [a1, b3] = ["a1", "b3"].map(|s| board.vertex(s.parse().unwrap()).unwrap());
        assert!(graph.has_edge(a1, b3) && graph.has_edge(b3, a1));
    }
}

#[test]
fn holes_leave_the_other_squares_their_names() {
    let hole: Square = "b2".parse().unwrap();
    let board = Board::new(3, 3).unwrap().with_holes(&[hole]).unwrap();
    assert_eq!(board.squares(), 8);
    let names: Vec<String> = (0..8).map(|v| board.square(v).to_string()).collect();
    assert_eq!(names.join(" "), "a1 b1 c1 a2 c2 a3 b3 c3");
    assert!((0..8).all(|v| board.vertex(board.square(v)) == Ok(v)));
    assert!(matches!(board.vertex(hole), Err(BoardError::Invalid(_))));
    assert!((0..8).all(|v| board.graph().degree(v) == 2));
}

#[test]
fn degenerate_leapers_do_not_repeat_moves() {
    let wazir = Board::new(3, 3).unwrap().with_leaper(1, 0).unwrap();
    assert_eq!(wazir.graph().degree(4), 4);
    let ferz = Board::new(3, 3).unwrap().with_leaper(1, 1).unwrap();
    assert_eq!(ferz.graph().degree(4), 4);
    assert!(Board::new(3, 3).unwrap().with_leaper(0, 0).is_err());
}

use super::*;

#[test]
fn what_is_no_board_is_refused() {
    let error = |text: &str| text.parse::<Board>().unwrap_err();
    for text in ",8,x,8x,x8,-1x8,8x8x8,8 x 8,+8x8".split(',') {
        assert!(matches!(error(text), BoardError::Syntax(_)), "{text}");
    }
    assert!(matches!(error("0x8"), BoardError::Empty(_)));
    for text in ["99999999999x1", "65536x65536", "4294967295x4294967295"] {
        assert!(matches!(error(text), BoardError::TooLarge(_)), "{text}");
    }
}

#[test]
fn leapers_have_as_many_moves_as_on_paper() {
    // 4(m-1)(n-2) + 4(m-2)(n-1) directed moves of the knight on m x n.
    for (m, n) in [(3, 3), (3, 7), (8, 8), (12, 5)] {
        let graph = Board::new(m, n).unwrap().graph();
        let moves: usize = (0..graph.len()).map(|v| graph.degree(v)).sum();
        assert_eq!(moves as u32, 4 * (m - 1) * (n - 2) + 4 * (m - 2) * (n - 1));
    }
    let leaper = |a, b| Board::new(3, 3).unwrap().with_leaper(a, b);
    // Those with a distance of zero, or two equal ones, have no move twice.
    for board in [leaper(1, 0), leaper(1, 1)] {
        assert_eq!(board.unwrap().graph().degree(4), 4);
    }
    assert!(leaper(0, 0).is_err());
}

use super::*;
use crate::cases::cases;
use crate::place::Place;

#[test]
fn what_is_no_board_is_refused() {
    let error = |text: &str| text.parse::<Board>().unwrap_err();
    for text in ",8,x,8x,x8,-1x8,8x8x8x8,8x8x,8 x 8,+8x8".split(',') {
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

fn place(board: &str, wrap: Option<Wrap>, leaper: &str) -> Place {
    let place = board.parse::<Place>().unwrap();
    place.with_moves(wrap, leaper.parse().ok()).unwrap()
}

#[test]
fn every_vertex_of_a_torus_has_the_same_moves() {
    for (sides, leaper, degree) in [
        ("5x5", "1,2", 8),
        ("4x4", "1,2", 4),
        ("3x3", "1,2", 4),
        ("2x7", "king", 5),
        ("8x8", "1,4", 4),
        ("6x9", "0,1/1,2", 12),
    ] {
        let graph = place(sides, Some(Wrap::Both), leaper).graph();
        assert!(
            (0..graph.len()).all(|vertex| graph.degree(vertex) == degree),
            "{sides} {leaper}: {}",
            graph.degree(0)
        );
    }
}

#[test]
fn leaps_in_a_box_change_two_of_three_places() {
    let cube = "5x4x3".parse::<Place>().unwrap();
    let graph = cube.graph();
    let places = |vertex: u32| {
        let name = cube.name(vertex).into_bytes();
        let [layer, file, rank] = name[..] else {
            panic!("three characters")
        };
        [layer - b'A', file - b'a', rank - b'1']
    };
    for a in 0..graph.len() {
        for b in 0..graph.len() {
            let [from, to] = [a, b].map(places);
            let mut leap = [0, 1, 2].map(|axis| from[axis].abs_diff(to[axis]));
            leap.sort_unstable();
            assert_eq!(graph.has_edge(a, b), leap == [0, 1, 2]);
        }
    }
}

#[test]
fn faults_are_named() {
    for (text, fault) in cases(
        "
        cammel => no piece 'cammel': write its leaps, such as 1,3 or 0,1/1,1, or one of knight, \
            king, wazir, ferz, dabbaba, alfil, camel, zebra, giraffe, antelope, squirrel
        1 => write the two distances of the leap, such as 1,2
        1,2/0,0 => the 0,0 leaper stands still: it has no moves
        ",
    ) {
        assert_eq!(text.parse::<Piece>().unwrap_err().to_string(), fault);
    }
    let fault = |text: &str| text.parse::<Place>().unwrap_err().to_string();
    assert_eq!(fault("4x0x4"), "a 4x0 board has no squares");
    assert_eq!(fault("4x4x0"), "a 4x4x0 board has no squares");
    assert!(fault("1000x1000x1000").starts_with("1000x1000x1000 is too large: "));
    assert!(fault("4x4x4x4").starts_with("'4x4x4x4' is not a board"));
    let wrap = "both sides".parse::<Wrap>().unwrap_err();
    assert!(wrap.to_string().starts_with("'both sides' is no side: "));
}

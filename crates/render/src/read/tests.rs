use super::*;
use crate::DocumentResult;
use knightsat_tour::Problem;
use knightsat_tour::tour::Tour;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

fn board() -> Board {
    Board::new(3, 4).unwrap()
}

fn place() -> Place {
    board().into()
}

fn tour() -> Tour {
    let problem = Problem::new(board().graph(), Kind::Open, None, None).unwrap();
    Tour::verify(&problem, read(&place(), TOUR).unwrap().steps).unwrap()
}

#[test]
fn what_is_written_reads_back() {
    let (place, tour) = (place(), tour());
    let drawn = crate::board(&board(), &tour);
    let document = crate::document(
        &place,
        &Kind::Open.into(),
        DocumentResult::Tour,
        Some(&tour),
    );
    let json = serde_json::to_string(&document).unwrap();
    let plain: String = drawn
        .lines()
        .filter(|line| line.contains('│'))
        .map(|line| {
            let cells: Vec<_> = cells(line, true)
                .into_iter()
                .map(|(_, cell)| cell)
                .collect();
            cells.join(" ") + "\n"
        })
        .collect();
    for text in [&drawn, &crate::moves(&place, &tour), &json, &plain] {
        assert_eq!(read(&place, text).unwrap().steps, tour.steps(), "{text}");
    }
    assert_eq!(read(&place, &json).unwrap().kind, Some(Kind::Open));
}

#[test]
fn the_board_is_drawn_with_labels() {
    let expected = "  ┌────┬────┬────┬────┐\n\
                    3 │  3 │  6 │  9 │ 12 │\n  \
                      ├────┼────┼────┼────┤\n\
                    2 │  8 │ 11 │  2 │  5 │\n  \
                      ├────┼────┼────┼────┤\n\
                    1 │  1 │  4 │  7 │ 10 │\n  \
                      └────┴────┴────┴────┘\n     \
                         a    b    c    d\n";
    assert_eq!(crate::board(&board(), &tour()), expected);
}

#[test]
fn each_fault_is_named_with_its_place() {
    let fault = |text: &str| read(&place(), text).unwrap_err().to_string();
    assert_eq!(fault(" \n"), "1:1: no tour here: the text is empty");
    assert_eq!(fault("a1 c2\nb9"), "2:1: b9 is not on the 3x4 board");
    assert_eq!(
        fault("a1  x"),
        "1:5: 'x' is not a square: write a file and a rank such as a1, or rank,file such as 1,1"
    );
    assert_eq!(fault("1 2 3 4"), "1:1: 2 of the 3 ranks are missing");
    assert_eq!(fault("1 2 3"), "1:1: this is not a rank of a 3x4 board");
    assert_eq!(
        fault("1 2 3 4\n5 6 7 8\n9 10 11 11"),
        "1:1: step 12 is missing, or another number occurs twice"
    );
    assert!(fault("{").starts_with("1:1: not a tour in JSON"));
    assert_eq!(
        fault("0 1 2 3\n4 5 6 7\n8 9 10 11"),
        "1:1: steps are counted from 1, this begins with 0"
    );
    assert_eq!(
        fault("0,0 2,1"),
        "1:1: '0,0': ranks and files are counted from 1, not from 0"
    );
    assert_eq!(fault("{}"), "1:1: this document contains no moves");
}

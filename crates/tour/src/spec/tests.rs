use super::*;
use crate::symmetry::Turn;

fn spec(start: &str, end: &str) -> TourSpec {
    TourSpec {
        start: Some(start.into()),
        end: Some(end.into()),
        ..TourSpec::default()
    }
}

#[test]
fn vertices_get_the_names_of_the_place() {
    let board: Board = "3x4".parse().unwrap();
    let tour = TourSpec {
        leaper: Some(Leap(3, 1)),
        ..spec("1,1", "c2")
    };
    let (place, tour) = tour.settled(board.into()).unwrap();
    assert_eq!(place.board().unwrap().leaper(), (1, 3));
    assert_eq!(tour, spec("a1", "c2"));
    assert_eq!(tour.ends().unwrap(), "start a1, end c2");
    let words = "open (1,3)-leaper's tour of 3x4, start a1, end c2";
    assert_eq!(tour.describe(&place), words);
    let alone = tour.with_piece_of(&place);
    assert_eq!(alone.to_string(), "open 1,3-leaper from a1 to c2");
}

#[test]
fn what_the_place_does_not_have_is_told() {
    let board: Place = "3x4".parse::<Board>().unwrap().into();
    let graph = Place::Graph(Graph::from_edges(2, &[[0, 1]]));
    let told = |tour: TourSpec, place: &Place| {
        let settled = tour.settled(place.clone());
        let laid_out = settled.and_then(|(place, tour)| tour.problem(&place, &Stop::default()));
        laid_out.unwrap_err().to_string()
    };
    let off = "`end`: e1 is not on the 3x4 board";
    assert_eq!(told(spec("a1", "e1"), &board), off);
    let off = "`start`: '3' is not a vertex: the graph has the vertices 1 to 2";
    assert_eq!(told(spec("3", "1"), &graph), off);
    let leap = TourSpec {
        leaper: Some(Leap(1, 2)),
        ..TourSpec::default()
    };
    assert_eq!(told(leap, &graph), SpecError::NoLeap.to_string());
    let turn = TourSpec {
        symmetric: Some(Turn::Rot90.into()),
        ..Kind::Closed.into()
    };
    assert_eq!(told(turn, &graph), SpecError::NoTurn.to_string());
}

use super::*;
use crate::cases::cases;

fn spec(json: &str) -> TourSpec {
    serde_json::from_str(json).unwrap()
}

#[test]
fn vertices_get_the_names_of_the_place() {
    let tour = spec(r#"{"leaper": "3,1", "start": "1,1", "end": "c2"}"#);
    let (place, tour) = tour.settled("3x4".parse().unwrap()).unwrap();
    assert_eq!(place.board().unwrap().leaper(), (1, 3));
    assert_eq!(tour, spec(r#"{"start": "a1", "end": "c2"}"#));
    assert_eq!(tour.ends().unwrap(), "start a1, end c2");
    let words = "open (1,3)-leaper's tour of 3x4, start a1, end c2";
    assert_eq!(tour.describe(&place), words);
    let alone = tour.with_piece_of(&place);
    assert_eq!(alone.to_string(), "open 1,3-leaper from a1 to c2");
}

#[test]
fn what_the_place_does_not_have_is_named() {
    for (request, expected) in cases(
        r#"
        3x4 {"start": "a1", "end": "e1"} => `end`: e1 is not on the 3x4 board
        graph {"start": "3", "end": "1"} => `start`: '3' is not a vertex: the graph has the vertices 1 to 2
        graph {"leaper": "1,2"} => a graph does not support another piece or joined sides: use a flat board with a piece of one leap, such as the knight
        graph {"tour": "closed", "symmetric": "rot90"} => a graph does not support a symmetry: use a flat board with a piece of one leap, such as the knight
        "#,
    ) {
        let (place, tour) = request.split_once(' ').unwrap();
        let place = match place {
            "graph" => Place::Graph(Graph::from_edges(2, &[[0, 1]])),
            board => board.parse().unwrap(),
        };
        let settled = spec(tour).settled(place);
        let laid_out = settled.and_then(|(place, tour)| tour.problem(&place, &Stop::default()));
        assert_eq!(laid_out.unwrap_err().to_string(), expected);
    }
}

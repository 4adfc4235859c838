use super::*;
use serde_json::json;

#[test]
fn a_description_is_of_the_whole_place() {
    let board: Board = "12x30".parse().unwrap();
    let holes = ["a1", "c3", "d4", "ab9", "z1", "y1", "x1", "aa10", "ac12"];
    let holes = holes.map(|hole| hole.parse().unwrap());
    let board = board.with_leaper(4, 1).unwrap().with_holes(&holes).unwrap();
    let edges = [[0, 1], [0, 4], [1, 2], [2, 3], [3, 4]];
    for place in [
        board.into(),
        Place::Graph(Graph::from_edges(1, &[])),
        Place::Graph(Graph::from_edges(5, &edges)),
    ] {
        let text = serde_json::to_string(&place).unwrap();
        assert_eq!(serde_json::from_str::<Place>(&text).unwrap(), place);
    }
}

#[test]
fn each_fault_of_a_description_is_named() {
    for (description, fault) in [
        (json!({"tour": "open"}), "name a board or a graph"),
        (
            json!({"graph": 3, "edges": [[1, 4]]}),
            "'4' is not a vertex: the graph has the vertices 1 to 3",
        ),
        (
            json!({"graph": 3, "edges": [[0, 1]]}),
            "'0' is not a vertex: the graph has the vertices 1 to 3",
        ),
        (json!({"graph": 3, "edges": [[1, 1]]}), "a loop at vertex 1"),
        (json!({"graph": 0}), "a graph has at least one vertex"),
        (
            json!({"board": "3x3", "holes": ["d1"]}),
            "d1 is not on the 3x3 board",
        ),
    ] {
        let error = serde_json::from_value::<Place>(description).unwrap_err();
        assert_eq!(error.to_string(), fault);
    }
}

use super::*;
use crate::cases::cases;
use crate::place::Place;
use crate::spec::TourSpec;
use knightsat_base::stop::Stop;

#[test]
fn every_record_makes_sense_and_is_found_from_every_image_of_its_board() {
    let records = records();
    assert_eq!(records.len(), 294);
    for (nth, record) in records.iter().enumerate() {
        let (board, start) = (record.board().unwrap(), record.start);
        start.inspect(|&start| assert!(board.vertex(start).is_ok()));
        if record.holes.is_empty() && start.is_none() {
            let exists = rectangle_has_tour(record.kind, board.ranks(), board.files());
            assert_eq!(exists, record.count > BigUint::ZERO, "{record:?}");
        }
        for map in RectangleMap::ALL.into_iter().filter(|_| nth % 7 == 0) {
            let (board, start) = image_of(&board, start, map).unwrap();
            let found = find(&board, record.kind, start).unwrap();
            assert_eq!(found.count, record.count, "{record:?} {map:?}");
        }
    }
    assert_eq!(find(&"9x9".parse().unwrap(), Kind::Open, None), None);
}

#[test]
fn published_numbers_are_those_of_no_other_problem() {
    for (tour, count) in cases(
        r#"
        {} => 16
        {"start": "a1"} ¦ {"end": "a1"} => 2
        {"start": "a1", "end": "d3"} ¦ {"require": ["a1-b3"]} ¦ {"forbid": ["a1-b3"]} => none
        {"at": ["1=a1"]} ¦ {"not-at": ["1=a1"]} ¦ {"magic": true} ¦ {"leaper": "1,3"} => none
        {"tour": "closed"} ¦ {"tour": "closed", "start": "a1"} => 0
        {"tour": "closed", "symmetric": "rot180"} => none
        "#,
    ) {
        let tour: TourSpec = serde_json::from_str(&tour).unwrap();
        let (place, tour) = tour.settled("3x4".parse().unwrap()).unwrap();
        let problem = tour.problem(&place, &Stop::default()).unwrap();
        let found = published(place.board().unwrap(), &problem);
        let found = found.map_or("none".into(), |record| record.count.to_string());
        assert_eq!(found, count, "{tour}");
    }
    // A graph from another source, and a hole.
    let board: Board = "3x4".parse().unwrap();
    let fewer = board.graph().without_edges(&[[0, 6]]);
    let problem = Problem::new(fewer, Kind::Open, None, None).unwrap();
    assert_eq!(published(&board, &problem), None);
    let hole = board.with_holes(&["b2".parse().unwrap()]).unwrap();
    let problem = Problem::new(hole.graph(), Kind::Open, None, None).unwrap();
    assert_eq!(published(&hole, &problem), None);
}

#[test]
fn evidence_comes_from_counts_and_theorems_and_never_from_zeros() {
    let evidence = |board: &str, kind, start: Option<&str>, end: Option<&str>| {
        let place: Place = board.parse().unwrap();
        let [start, end] = [start, end].map(|name| name.map(|name| place.vertex(name).unwrap()));
        let problem = Problem::of(&place, kind, start, end);
        evidence(place.board().unwrap(), &problem.unwrap())
    };
    let closed = evidence("6x6", Kind::Closed, Some("a1"), None).unwrap();
    assert!(
        closed.starts_with("9862 such tours are known ("),
        "{closed}"
    );
    let schwenk = Some("there is a closed tour (Schwenk 1991)".to_string());
    assert_eq!(evidence("30x30", Kind::Closed, None, None), schwenk);
    assert_eq!(evidence("30x30", Kind::Open, None, Some("c4")), schwenk);
    let open = evidence("31x31", Kind::Open, None, None).unwrap();
    assert!(open.contains("Conrad"), "{open}");
    // The colour of a square is not checked.
    assert_eq!(evidence("31x31", Kind::Open, Some("a1"), None), None);
    assert_eq!(evidence("31x31", Kind::Closed, None, None), None);
    assert_eq!(evidence("4x4", Kind::Open, None, None), None);
    assert_eq!(evidence("5x5", Kind::Open, Some("a2"), None), None);
    assert_eq!(evidence("6x6", Kind::Open, Some("a1"), Some("b1")), None);
    let camel = Board::new(6, 6).unwrap().with_leaper(1, 3).unwrap();
    let problem = Problem::of(&Place::Board(camel.clone()), Kind::Closed, None, None);
    assert_eq!(super::evidence(&camel, &problem.unwrap()), None);
    assert_eq!(find(&camel, Kind::Closed, None), None);
}

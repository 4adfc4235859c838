//! Blocks: their sizes, routes and joints on boards of all sides, and blocks that do not fit.

use super::*;
use crate::cases::{assert_message, cases};
use crate::place::Place;
use crate::spec::{SpecError, TourSpec};

/// Returns the spec of a JSON object on a board, such as `12x12 {"blocks": "6x6"}`.
fn settled(request: &str) -> Result<(Place, TourSpec), SpecError> {
    let (board, tour) = request.split_once(' ').unwrap();
    let tour: TourSpec = serde_json::from_str(tour).unwrap();
    tour.settled(board.parse::<Place>().unwrap())
}

fn problem(request: &str) -> Result<Problem, SpecError> {
    let (place, tour) = settled(request)?;
    tour.problem(&place, &Stop::default())
}

#[test]
fn sides_are_cut_into_parts_with_few_odd_ones() {
    for (side, length) in itertools::iproduct!(1..60, 1..12) {
        let parts = parts(side, length);
        assert_eq!(parts.iter().sum::<u32>(), side, "{side} {length}");
        assert!(side < length || parts.iter().all(|&part| part >= length));
        let odd = parts.iter().filter(|&part| part % 2 == 1).count();
        assert!(length % 2 == 1 || odd <= 1, "{side} {length}: {parts:?}");
    }
}

/// The sizes of `auto` have paths for some choice of joints: every joint leads from a block to the
/// next, on colours that leave a path in every block.
#[test]
fn automatic_blocks_never_fail() {
    let kinds = [Kind::Open, Kind::Closed];
    for (ranks, files, kind) in itertools::iproduct!(3..=26, 3..=26, kinds) {
        let board = Board::new(ranks, files).unwrap();
        let sizes = [false, true].map(|clues| BlockSize::Auto.settled(&board, kind, clues));
        for size in sizes.into_iter().flatten().unique() {
            let request = format!(r#"{board} {{"tour": "{kind}", "blocks": "{size}"}}"#);
            let problem = problem(&request).unwrap_or_else(|error| panic!("{request}: {error}"));
            let blocks = problem.get::<Arc<Blocks>>().expect("a size");
            let pairs = blocks.len() - usize::from(kind == Kind::Open);
            assert_eq!(blocks.joints().len(), pairs, "{request}");
            for (block, &[from, to]) in blocks.joints().iter().enumerate() {
                let next = (block + 1) % blocks.len();
                assert_eq!([blocks.of(from), blocks.of(to)], [block, next], "{request}");
                assert!(problem.graph().has_edge(from, to), "{request}");
            }
            // The cases above are many, and those on narrow boards have few squares.
            if (ranks + files) % 7 == 0 {
                for (part, problem) in blocks.parts().iter().zip(&blocks.problems) {
                    let reason = problem.obstruction(&Stop::default());
                    assert_eq!(reason, None, "{request} {:?}", part.vertices);
                }
            }
        }
    }
}

#[test]
fn auto_leaves_small_boards_whole_and_names_the_size_of_others() {
    for (request, expected) in cases(include_str!("../../tests/blocks-auto.txt")) {
        let (_, tour) = settled(&request).unwrap();
        let size = tour.blocks.map_or("none".into(), |size| size.to_string());
        assert_eq!(size, expected, "{request}");
    }
}

#[test]
fn blocks_that_do_not_fit_are_errors_that_name_them() {
    for (request, expected) in cases(include_str!("../../tests/blocks-faults.txt")) {
        // Two squares of one colour too many in one block, and of the other in another.
        let full = ["............"; 10].join("/");
        let holed = format!("#.#........./{full}/#.#.........");
        let error = problem(&request.replace("HOLED", &holed)).unwrap_err();
        assert_message(&error.to_string(), &expected, &request);
    }
}

#[test]
fn clues_choose_the_route_and_the_joints() {
    for request in [
        r#"20x20 {"blocks": "6x6", "start": "a1"}"#,
        r#"20x20 {"blocks": "6x6", "start": "h20"}"#,
        r#"20x20 {"blocks": "6x6", "start": "a1", "end": "s20"}"#,
    ] {
        let problem = problem(request).unwrap();
        let blocks = problem.get::<Arc<Blocks>>().unwrap();
        assert_eq!(blocks.of(problem.start().unwrap()), 0, "{request}");
        let end = problem.end().map(|end| blocks.of(end));
        assert!(end.is_none_or(|end| end == blocks.len() - 1), "{request}");
    }
    let required = r#"12x18 {"blocks": "6x6", "tour": "closed", "require": ["f3-g5"]}"#;
    let problem = problem(required).unwrap();
    let [a, b] = problem.required()[0];
    let mut joints = problem.get::<Arc<Blocks>>().unwrap().joints().iter();
    assert!(joints.any(|joint| [[a, b], [b, a]].contains(joint)));
}

/// Only the blocks and the joints count here, in both directions of a closed sequence.
#[test]
fn tours_that_leave_a_block_by_another_move_are_refused() {
    let problem = problem(r#"3x14 {"blocks": "3x7", "tour": "closed"}"#).unwrap();
    let blocks = problem.get::<Arc<Blocks>>().unwrap();
    let parts = blocks.parts().iter().zip(&blocks.problems);
    let paths = parts.map(|(part, problem)| {
        let [first, last] = [1, 21].map(|step| {
            let at = problem.at().into_iter();
            part.vertices[at.filter(|at| at.0 == step).exactly_one().unwrap().1 as usize]
        });
        let inner = part.vertices.iter().filter(|&&v| v != first && v != last);
        [&[first][..], &inner.copied().collect_vec(), &[last]].concat()
    });
    let mut whole = paths.collect_vec().concat();
    for _ in 0..2 {
        assert_eq!(blocks.fault(&whole), None);
        whole.reverse();
    }
    whole.swap(0, 20);
    assert!(blocks.fault(&whole).is_some());
}

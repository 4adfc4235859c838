use super::*;
use crate::place::Place;
use crate::spec::SpecError;
use crate::spec::TourSpec;

fn spec(kind: Kind, blocks: &str) -> TourSpec {
    TourSpec {
        blocks: Some(blocks.parse().unwrap()),
        ..kind.into()
    }
}

fn problem(board: &str, tour: TourSpec) -> Result<Problem, SpecError> {
    let (place, tour) = tour.settled(board.parse::<Place>().unwrap())?;
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

/// Every joint leads from a block to the next, on colours that leave a path in every block.
#[test]
fn automatic_blocks_fit_boards_of_all_sides() {
    let sides = [
        (12, 12),
        (13, 14),
        (13, 13),
        (15, 21),
        (16, 17),
        (20, 31),
        (33, 12),
        (10, 24),
    ];
    for ((ranks, files), kind) in itertools::iproduct!(sides, [Kind::Open, Kind::Closed]) {
        let board = format!("{ranks}x{files}");
        let is_odd_cycle = kind == Kind::Closed && ranks * files % 2 == 1;
        let problem = problem(&board, spec(kind, "auto")).unwrap();
        let Some(blocks) = problem.blocks() else {
            assert!(is_odd_cycle, "{board}");
            continue;
        };
        let pairs = blocks.len() - usize::from(kind == Kind::Open);
        assert_eq!(blocks.joints().len(), pairs, "{board}");
        for (block, joints) in blocks.joints().iter().enumerate() {
            let [[from, to]] = joints[..] else {
                panic!("one joint is chosen")
            };
            assert!(problem.graph().has_edge(from, to));
            let next = (block + 1) % blocks.len();
            assert_eq!([blocks.of(from), blocks.of(to)], [block, next], "{board}");
        }
        for part in blocks.parts() {
            let reason = part.problem.obstruction(&Stop::default());
            assert_eq!(reason, None, "{board} {:?}", part.vertices);
        }
    }
}

/// The sizes of `auto` have paths for some choice of joints.
#[test]
fn automatic_blocks_never_fail() {
    let kinds = [Kind::Open, Kind::Closed];
    for (ranks, files, kind) in itertools::iproduct!(3..=26, 3..=26, kinds) {
        let board = Board::new(ranks, files).unwrap();
        let sizes = [false, true].map(|clues| BlockSize::Auto.settled(&board, kind, clues));
        for size in sizes.into_iter().unique() {
            let tour = TourSpec {
                blocks: size,
                ..kind.into()
            };
            let problem = problem(&board.to_string(), tour).unwrap();
            assert_eq!(problem.blocks().is_some(), size.is_some(), "{board}");
        }
    }
}

#[test]
fn auto_leaves_small_boards_whole_and_names_the_size_of_others() {
    let settled = |board: &str, kind| {
        let (_, tour) = spec(kind, "auto").settled(board.parse().unwrap()).unwrap();
        tour.blocks.map(|size| size.to_string())
    };
    assert_eq!(settled("8x8", Kind::Open), None);
    assert_eq!(settled("200x200", Kind::Closed), Some("5x5".into()));
    let clue = TourSpec {
        start: Some("a2".into()),
        ..spec(Kind::Open, "auto")
    };
    let (_, clue) = clue.settled("20x20".parse().unwrap()).unwrap();
    assert_eq!(clue.blocks.unwrap().to_string(), "6x6");
    let leaper = TourSpec {
        leaper: Some("2,3".parse().unwrap()),
        ..spec(Kind::Closed, "auto")
    };
    let (_, leaper) = leaper.settled("20x30".parse().unwrap()).unwrap();
    assert_eq!(leaper.blocks.unwrap().to_string(), "10x10");
    assert_eq!(settled("13x13", Kind::Closed), None);
    assert_eq!(settled("4x100", Kind::Open), None);
    assert_eq!(settled("3x100", Kind::Open), Some("3x12".into()));
    assert_eq!(settled("100x8", Kind::Closed), Some("8x3".into()));
}

#[test]
fn blocks_that_do_not_fit_are_errors_that_name_them() {
    let error = |board: &str, tour| problem(board, tour).unwrap_err().to_string();
    let open = |blocks| spec(Kind::Open, blocks);
    assert_eq!(
        error("8x8", open("8x8")),
        "`blocks`: 8x8 is a single block here: choose smaller ones, or omit `blocks`"
    );
    let ends = TourSpec {
        start: Some("a1".into()),
        end: Some("c2".into()),
        ..open("6x6")
    };
    assert_eq!(
        error("12x12", ends),
        "`blocks`: start and end are both in the block a1-f6, which a tour visits only once"
    );
    assert_eq!(
        error("12x12", spec(Kind::Closed, "3x4")),
        "`blocks`: no choice of moves between blocks of 3x4 leaves a path through the block i4-l6 \
         and those before it: choose larger ones, such as 6x6"
    );
    assert!(error("18x8", spec(Kind::Closed, "6x8")).contains("do not lie on a cycle"));
    let far = TourSpec {
        at: vec!["31=l12".parse().unwrap()],
        start: Some("a1".into()),
        ..open("6x6")
    };
    assert!(error("12x12", far).contains("step 31 is in the block a1-f6"));
    // Two squares of one colour too many in one block, and of the other in another.
    let [top, full, bottom] = ["#.#.........", "............", "#.#........."];
    let rows = std::iter::once(top).chain([full; 10]).chain([bottom]);
    let holes = &rows.collect_vec().join("/");
    assert!(error(holes, open("6x6")).contains("too many squares of one colour"));
}

#[test]
fn clues_choose_the_route_and_the_joints() {
    for (start, end) in [
        ("a1", None),
        ("h20", None),
        ("a1", Some("l1")),
        ("t20", Some("h3")),
    ] {
        let tour = TourSpec {
            start: Some(start.into()),
            end: end.map(String::from),
            ..spec(Kind::Open, "6x6")
        };
        let problem = problem("20x20", tour).unwrap();
        let blocks = problem.blocks().unwrap();
        assert_eq!(blocks.of(problem.start().unwrap()), 0, "{start}");
        if let Some(end) = problem.end() {
            assert_eq!(blocks.of(end), blocks.len() - 1, "{start} {end}");
        }
    }
    let required = TourSpec {
        require: vec!["f3-g5".parse().unwrap()],
        joints: Some(Joints::Free),
        ..spec(Kind::Closed, "6x6")
    };
    let problem = problem("12x18", required).unwrap();
    let [a, b] = [problem.required()[0][0], problem.required()[0][1]];
    let mut joints = problem.blocks().unwrap().joints().iter();
    assert!(joints.any(|joints| joints[..] == [[a, b]] || joints[..] == [[b, a]]));
}

/// Only the blocks and the joint count here: in both directions of a sequence.
#[test]
fn tours_that_leave_a_block_early_are_refused() {
    let tour = TourSpec {
        joints: Some(Joints::Free),
        ..spec(Kind::Open, "3x4")
    };
    let problem = problem("3x8", tour).unwrap();
    let blocks = problem.blocks().unwrap();
    let [first, second] = [0, 1].map(|part| blocks.parts()[part].vertices.clone());
    let steps = blocks.lift(&problem, vec![first, second]);
    let [from, to] = blocks.joints()[0][0];
    let mut whole = steps;
    let place = |steps: &[u32], vertex| steps.iter().position(|&v| v == vertex).unwrap();
    let at = place(&whole, from);
    whole.swap(at, 11);
    let at = place(&whole, to);
    whole.swap(at, 12);
    assert_eq!(blocks.fault(&whole), None);
    whole.reverse();
    assert_eq!(blocks.fault(&whole), None);
    whole.swap(0, 20);
    assert!(blocks.fault(&whole).is_some());
}

//! Mutation: clauses of every encoding are dropped and changed, and the check must notice whenever
//! that changes the models. Whether it does is decided here by trying all assignments, with no code
//! of the check and no solver.

use crate::common::depth::depth;
use crate::common::mutants::{EACH, Score, attack_ours};
use crate::common::styles::{self, with};
use itertools::{Itertools, iproduct};
use knightsat::check;
use knightsat::cnf::gadget::amo::{Amo, Amos};
use knightsat::encoding::{Formula, Name, Style};
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::{Kind, Problem};
use knightsat_encoding::{Encoding, position};

#[test]
fn every_mutant_that_changes_the_models_is_caught() {
    let ring = check::place(".../.#./...");
    let mut styles = vec![
        Style::TEXTBOOK,
        Style::DEFAULT,
        with("three-cnf", true, Style::DEFAULT),
    ];
    // No redundant clauses, so that each clause matters more. No pruning, since with fewer literals
    // all at-most-one encodings are pairwise.
    styles.extend(Amo::ALL.map(|amo| {
        Style::position(position::Options {
            amo: Amos::both(amo),
            ..position::Options::TEXTBOOK
        })
    }));
    let mut score = Score::default();
    for (mut style, kind) in iproduct!(styles, [Kind::Open, Kind::Closed]) {
        if let (Encoding::Position(options), Kind::Open) = (&mut style.encoding, kind) {
            options.directions = position::Directions::One;
        }
        let problem = Problem::new(ring.graph(), kind, None, None).unwrap();
        let formula = Formula::new(&problem, style).unwrap();
        attack_ours(&ring, &formula, depth(EACH, 2), |_| true, &mut score);
    }
    for (board, kind) in [
        ("3x4", Kind::Open),
        ("#..##/.#.../...##/#...#", Kind::Closed),
    ] {
        let place = check::place(board);
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let formula = Formula::new(&problem, Name::Lazy.style()).unwrap();
        attack_ours(&place, &formula, EACH, |_| true, &mut score);
    }
    score.assert_varied(6, depth(300, 150));
}

/// Returns so many of the pruned styles.
fn some_styles(step: usize) -> Vec<Style> {
    let pruned = styles::all().into_iter().filter(styles::is_pruned);
    pruned.step_by(step).collect()
}

#[test]
fn every_mutant_of_the_clauses_of_clues_is_caught() {
    let at = |step, vertex| Clue::At { step, vertex };
    let not_at = |step, vertex| Clue::NotAt { step, vertex };
    let clues: [&[Clue]; 4] = [
        &[Clue::Move([0, 2])],
        &[at(3, 1)],
        &[at(2, 3), not_at(4, 0)],
        &[Clue::Move([1, 2]), at(2, 2), Clue::NoMove([0, 3])],
    ];
    let mut score = Score::default();
    for style in some_styles(depth(4, 12)) {
        let is_slow = style.name() == Name::Binary;
        let pairs = (0..if is_slow { 4_u32 } else { 5 }).array_combinations::<2>();
        let edges = pairs.filter(|pair| *pair != [0, 1]).collect_vec();
        let graph = Graph::from_edges(if is_slow { 4 } else { 5 }, &edges);
        for (kind, clues) in iproduct!([Kind::Open, Kind::Closed], clues) {
            let problem = Problem::new(graph.clone(), kind, None, None).unwrap();
            let given = Given::new(clues.iter().copied());
            let problem = problem.with_given(given).unwrap();
            let formula = Formula::new(&problem, style).unwrap();
            let place = Place::Graph(graph.clone());
            let is_given = |group: &str| group.starts_with("given");
            attack_ours(&place, &formula, 2, is_given, &mut score);
        }
    }
    score.assert_varied(5, depth(300, 80));
}

/// The clauses of the paths are those of the encoding, with other numbers.
#[test]
fn every_mutant_of_the_clauses_of_blocks_is_caught() {
    let boards = [
        ("2x4", Kind::Open, "2x2"),
        ("4x4", Kind::Closed, "2x2"),
        ("3x6", Kind::Open, "3x3"),
    ];
    let of_paths = [Name::Elimination, Name::Position, Name::Crt].map(Name::style);
    let of_paths = of_paths.map(|style| (style, boards[0], false));
    let of_joints = iproduct!(some_styles(depth(4, 24)), boards);
    let of_joints = of_joints.map(|(style, board)| (style, board, true));
    let [mut paths, mut joints] = [Score::default(), Score::default()];
    for (style, (board, kind, blocks), is_joint) in of_joints.chain(of_paths) {
        let spec = TourSpec {
            leaper: Some("0,1".parse().unwrap()),
            blocks: Some(blocks.parse().unwrap()),
            joints: Some("free".parse().unwrap()),
            ..kind.into()
        };
        let (place, spec) = spec.settled(board.parse().unwrap()).unwrap();
        let problem = spec.problem(&place, &Default::default()).unwrap();
        let formula = Formula::new(&problem, style).unwrap();
        let score = if is_joint { &mut joints } else { &mut paths };
        let is_meant = |group: &str| !is_joint || group == "joints";
        attack_ours(&place, &formula, 3, is_meant, score);
    }
    joints.assert_varied(5, 60);
    paths.assert_varied(3, 50);
}

//! Mutation: clauses of every encoding are dropped and changed, and the check must notice whenever
//! that changes the models. Whether it does is decided here by trying all assignments, with no code
//! of the check and no solver.

use crate::common::mutants::{EACH, Score, attack_ours};
use crate::common::prelude::*;
use crate::common::styles::{self, with};
use knightsat::cnf::gadget::amo::{Amo, Amos};
use knightsat_encoding::{Directions, Options};

#[test]
fn every_mutant_that_changes_the_models_is_caught() {
    let ring = check::place(".../.#./...");
    let split = with("three-cnf", true, Style::default());
    let mut styles = vec![Name::Textbook.style(), Style::default(), split];
    // No redundant clauses, so that each clause matters more. No pruning, since with fewer literals
    // all at-most-one encodings are pairwise.
    styles.extend(Amo::ALL.map(|amo| {
        let options = Options {
            amo: Some(Amos::both(Some(amo))),
            ..Options::default()
        };
        Style {
            options,
            ..Style::default()
        }
    }));
    let mut score = Score::default();
    for (mut style, kind) in iproduct!(styles, [Kind::Open, Kind::Closed]) {
        if style.name == Name::Position && kind == Kind::Open {
            style.options.directions = Some(Directions::One);
        }
        let problem = Problem::new(ring.graph(), kind, None, None).unwrap();
        let formula = Formula::new(&problem, style).unwrap();
        attack_ours(&ring, &formula, depth(EACH, 2), |_| true, &mut score);
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
        let is_slow = style.name == Name::Binary;
        let pairs = (0..if is_slow { 4_u32 } else { 5 }).array_combinations::<2>();
        let edges = pairs.filter(|pair| *pair != [0, 1]).collect_vec();
        let graph = Graph::from_edges(if is_slow { 4 } else { 5 }, &edges);
        for (kind, clues) in iproduct!([Kind::Open, Kind::Closed], clues) {
            let problem = Problem::new(graph.clone(), kind, None, None).unwrap();
            let given = Given::new(clues.iter().copied());
            let problem = problem.with(given).unwrap();
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
    let mut score = Score::default();
    for style in [Name::Elimination, Name::Order, Name::Crt].map(Name::style) {
        for board in ["4x4 --closed --blocks 2x2", "3x6 --blocks 3x3"] {
            let (place, problem) = asked(&format!("{board} --leaper 0,1"));
            let formula = Formula::new(&problem, style).unwrap();
            attack_ours(&place, &formula, 3, |_| true, &mut score);
        }
    }
    score.assert_varied(3, 50);
}

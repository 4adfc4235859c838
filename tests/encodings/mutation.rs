//! Mutation: clauses of every encoding are dropped and changed, and the check must notice whenever
//! that changes the models. Whether it does is decided here by trying all assignments, with no code
//! of the check and no solver.

use crate::common::mutants;

use knightsat::check;
use knightsat::cnf::gadget::amo::{Amo, Amos};
use knightsat::tour::{Kind, Problem};
use knightsat_encoding::{Encoding, Formula, Name, Style, position};
use mutants::{Score, attack, tell};

#[test]
fn every_mutant_that_changes_the_models_is_caught() {
    let ring = check::place(".../.#./...");
    let mut styles = vec![
        ("textbook".to_string(), Style::TEXTBOOK),
        (
            "position three-cnf".to_string(),
            Style {
                three_cnf: true,
                ..Style::DEFAULT
            },
        ),
    ];
    styles.push(("position".to_string(), Style::DEFAULT));
    for amo in Amo::ALL {
        // No redundant clauses, so that each clause matters more. No pruning, since with fewer
        // literals all at-most-one encodings are pairwise.
        let options = position::Options {
            amo: Amos::both(amo),
            ..position::Options::TEXTBOOK
        };
        styles.push((format!("position {amo}"), Style::position(options)));
    }
    let mut total = Score::default();
    for (name, style) in &styles {
        let mut score = Score::default();
        for kind in [Kind::Open, Kind::Closed] {
            let problem = Problem::new(ring.graph(), kind, None, None).unwrap();
            let mut style = *style;
            if let (Encoding::Position(options), Kind::Open) = (&mut style.encoding, kind) {
                options.directions = position::Directions::One;
            }
            let formula = Formula::new(&problem, style).unwrap();
            attack(&ring, &problem, name, &formula, &mut score);
        }
        tell(name, score, &mut total);
    }
    let mut score = Score::default();
    for (board, kind) in [
        ("3x4", Kind::Open),
        ("#..##/.#.../...##/#...#", Kind::Closed),
    ] {
        let place = check::place(board);
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let lazy = Formula::new(&problem, Name::Lazy.style()).unwrap();
        attack(&place, &problem, "lazy", &lazy, &mut score);
    }
    tell("lazy", score, &mut total);
    println!(
        "all: {} of {} mutants change the models, {} caught",
        total.changed, total.mutants, total.caught
    );
    assert_eq!(
        total.sorts.len(),
        6,
        "a sort of mutation never mattered: {:?}",
        total.sorts
    );
    assert!(total.changed > 300 && total.changed < total.mutants);
}

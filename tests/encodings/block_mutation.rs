//! Mutants of the clauses that blocks add, in every encoding, and of all clauses in some.

use crate::common::depth::depth;
use crate::common::mutants;
use crate::common::styles;

use knightsat::encoding::Name;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Formula, Style};
use knightsat::tour::Kind;
use knightsat::tour::spec::TourSpec;
use mutants::{Score, attack_groups, tell};

/// A request: the board of a leaper that moves by one square, the kind and the blocks.
type Case = (&'static str, Kind, &'static str);

const CASES: [Case; 3] = [
    ("2x4", Kind::Open, "2x2"),
    ("4x4", Kind::Closed, "2x2"),
    ("3x6", Kind::Open, "3x3"),
];

fn attack((board, kind, blocks): Case, style: Style, of: impl Fn(&str) -> bool, score: &mut Score) {
    let tour = TourSpec {
        leaper: Some("0,1".parse().unwrap()),
        blocks: Some(blocks.parse().unwrap()),
        joints: Some("free".parse().unwrap()),
        ..kind.into()
    };
    let spec = FormulaSpec::new(board.parse().unwrap(), tour, style).unwrap();
    let problem = spec.problem(&Default::default()).unwrap();
    let formula = Formula::new(&problem, style).unwrap();
    let name = format!("{style:?} {blocks}");
    attack_groups(&spec.place, &problem, &name, &formula, (3, &of), score);
}

#[test]
fn every_mutant_of_the_joints_is_caught() {
    let mut total = Score::default();
    for style in styles::all().into_iter().step_by(depth(1, 3)) {
        let mut score = Score::default();
        for case in CASES {
            attack(case, style, |group| group == "joints", &mut score);
        }
        tell(&format!("{style:?}"), score, &mut total);
    }
    assert!(
        total.sorts.len() >= 5,
        "a sort of mutation never mattered: {:?}",
        total.sorts
    );
    assert!(total.changed > depth(300, 100) && total.changed < total.mutants);
}

/// The clauses of the paths are those of the encoding, with other numbers.
#[test]
fn every_mutant_of_the_paths_is_caught() {
    let mut total = Score::default();
    for name in [Name::Elimination, Name::Position, Name::Crt] {
        let mut score = Score::default();
        attack(CASES[0], name.style(), |_| true, &mut score);
        tell(&name.to_string(), score, &mut total);
    }
    assert!(total.changed > 50 && total.changed < total.mutants);
}

//! Mutants of the clauses of clues, in every encoding.

use crate::common::depth::depth;
use crate::common::mutants;
use crate::common::styles;

use knightsat::encoding::{Formula, Name};
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::{Kind, Problem};
use mutants::{Score, attack_groups, tell};

/// All edges but those.
fn without(len: u32, left_out: &[[u32; 2]]) -> Graph {
    let pairs = (0..len).flat_map(|a| (a + 1..len).map(move |b| [a, b]));
    let edges: Vec<[u32; 2]> = pairs.filter(|pair| !left_out.contains(pair)).collect();
    Graph::from_edges(len, &edges)
}

fn problems(len: u32) -> Vec<Problem> {
    let at = |step, vertex| Clue::At { step, vertex };
    let not_at = |step, vertex| Clue::NotAt { step, vertex };
    let all: [&[Clue]; 4] = [
        &[Clue::Move([0, 2])],
        &[at(3, 1)],
        &[at(2, 3), not_at(4, 0)],
        &[Clue::Move([1, 2]), at(2, 2), Clue::NoMove([0, 3])],
    ];
    let kinds = [Kind::Open, Kind::Closed];
    let pairs = kinds
        .into_iter()
        .flat_map(|kind| all.map(|clues| (kind, clues)));
    let problem = |(kind, clues): (Kind, &[Clue])| {
        let graph = without(len, &[[0, 1]]);
        let problem = Problem::new(graph, kind, None, None).unwrap();
        problem
            .with_given(Given::new(clues.iter().copied()))
            .unwrap()
    };
    pairs.map(problem).collect()
}

#[test]
fn every_mutant_of_what_is_given_is_caught() {
    let mut total = Score::default();
    for style in styles::all().into_iter().step_by(depth(1, 3)) {
        let is_slow = [Name::Textbook, Name::Binary].contains(&style.name());
        let mut score = Score::default();
        for problem in problems(if is_slow { 4 } else { 5 }) {
            let place = Place::Graph(problem.graph().clone());
            let formula = Formula::new(&problem, style).unwrap();
            let is_given = |group: &str| group.starts_with("given");
            let name = format!("{style:?} {:?}", problem.given());
            attack_groups(
                &place,
                &problem,
                &name,
                &formula,
                (2, &is_given),
                &mut score,
            );
        }
        tell(&format!("{style:?}"), score, &mut total);
    }
    let sorts = total.sorts.len();
    assert!(
        sorts >= 5,
        "a sort of mutation never mattered: {:?}",
        total.sorts
    );
    assert!(total.changed > depth(300, 100) && total.changed < total.mutants);
}

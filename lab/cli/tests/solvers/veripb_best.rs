//! Proofs that no tour is better than the best one, accepted and refused by VeriPB.

use crate::common;

use crate::checker::is_usable;
use common::graphs::{graph, problems, words};
use knightsat::search::optimum::{Objective, Options, Sense, optimize};
use knightsat::solver::incremental::Limits;
use knightsat::stop::Stop;
use knightsat::tour::place::Place;
use knightsat::tour::statistic::{Statistic, Weights};
use knightsat::tour::{Kind, Problem};
use knightsat_search::optimum::BetterTours;
use knightsat_solver::veripb::{Checked, Claim, check};
use knightsat_veripb::optimum::derive;
use knightsat_veripb::{PROBLEM, PROOF};
use std::fs;
use std::path::Path;

/// Proves the optimum of an objective, and returns its cost. `None` if there is no tour.
fn prove(problem: &Problem, objective: &Objective, folder: &Path) -> Option<u64> {
    let objectives = [objective.clone()];
    let optimum = optimize(problem, &objectives, &Options::default(), &mut |_| ()).unwrap();
    let stop = Stop::default();
    let tour = optimum.verdict.tour()?;
    let mut better = BetterTours::new(problem, &optimum, &stop).unwrap().unwrap();
    let cost = better.optimum();
    let derived = derive(&mut better, tour, folder, &["a cost".into()], &stop);
    assert!(derived.unwrap().is_some());
    Some(cost)
}

fn says(folder: &Path, cost: u64) -> Checked {
    let [opb, pbp] = [PROBLEM, PROOF].map(|name| folder.join(name));
    check(&opb, &pbp, Claim::Optimum(cost), &Limits::default()).unwrap()
}

fn accepted(problem: &Problem, objective: &Objective, what: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let Some(cost) = prove(problem, objective, folder.path()) else {
        return false;
    };
    assert_eq!(says(folder.path(), cost), Checked::Accepted, "{what}");
    true
}

#[test]
fn optima_of_boards_are_proved() {
    if !is_usable() {
        return;
    }
    for (board, kind) in [
        ("5x6", Kind::Closed),
        ("3x10", Kind::Closed),
        ("3x4", Kind::Open),
    ] {
        let place: Place = board.parse().unwrap();
        let problem = place.problem(kind, None, None).unwrap();
        // A knight has no move along a file, so that statistic has no terms.
        for name in [
            "turns",
            "acute",
            "bent",
            "crossings",
            "slope+2",
            "slope+1/0",
        ] {
            for sense in [Sense::Minimize, Sense::Maximize] {
                let statistic = Statistic::parse(name, &place).unwrap();
                let objective = Objective { sense, statistic };
                let what = format!("{board} {kind} {sense:?} {name}");
                assert!(accepted(&problem, &objective, &what), "{what}");
            }
        }
    }
}

/// Random graphs with random weights, with all ends, small sums and large ones.
#[test]
fn optima_of_random_weights_are_proved() {
    if !is_usable() {
        return;
    }
    let mut random = words(52);
    let mut proofs = 0;
    for round in 0..12 {
        let graph = graph(5, random.next().unwrap() | random.next().unwrap());
        let most = if round % 3 == 0 { 1 << 31 } else { 9 };
        let edges = graph.edges().collect::<Vec<[u32; 2]>>();
        let weights = edges.iter().map(|&edge| {
            let weight = random.next().unwrap() % (2 * most + 1);
            (edge, weight as i64 - most as i64)
        });
        let weights = Weights::new("w", weights.collect());
        let problems = problems(&graph);
        let problem = &problems[random.next().unwrap() as usize % problems.len()];
        for sense in [Sense::Minimize, Sense::Maximize] {
            let statistic = Statistic::Weights(weights.clone());
            let objective = Objective { sense, statistic };
            let what = format!("{objective:?} of {problem:?}");
            proofs += u32::from(accepted(problem, &objective, &what));
        }
    }
    assert!(proofs > 10, "{proofs}");
}

/// Changes in a proof and in the problem that VeriPB must see.
#[test]
fn a_changed_optimum_is_refused() {
    if !is_usable() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let place: Place = "3x10".parse().unwrap();
    let problem = place.problem(Kind::Closed, None, None).unwrap();
    let statistic = Statistic::parse("turns", &place).unwrap();
    let sense = Sense::Minimize;
    let cost = prove(&problem, &Objective { sense, statistic }, folder.path()).unwrap();
    assert_eq!(says(folder.path(), cost), Checked::Accepted);
    assert!(matches!(
        says(folder.path(), cost + 1),
        Checked::Rejected(_)
    ));
    for (name, old, new) in [
        (
            PROOF,
            format!("BOUNDS {cost} "),
            format!("BOUNDS {} ", cost + 1),
        ),
        (PROOF, "soli x1".into(), "soli ~x1".into()),
        (PROBLEM, "min: 1 ".into(), "min: 2 ".into()),
        (PROBLEM, "= 2 ;".into(), "= 1 ;".into()),
    ] {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(&old), "{old}");
        fs::write(&path, text.replacen(&old, &new, 1)).unwrap();
        assert!(
            matches!(says(folder.path(), cost), Checked::Rejected(_)),
            "{new}"
        );
        fs::write(&path, text).unwrap();
    }
}

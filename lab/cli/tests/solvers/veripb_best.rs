//! Proofs that no tour is better than the best one, accepted and refused by VeriPB.

use crate::checker::is_usable;
use crate::common::graphs::{graph, problems, words};
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

/// Proves the optimum of a statistic, and returns its cost. `None` if there is no tour.
fn prove(problem: &Problem, sense: Sense, statistic: Statistic, folder: &Path) -> Option<u64> {
    let objectives = [Objective { sense, statistic }];
    let optimum = optimize(problem, &objectives, &Options::default(), &mut |_| ()).unwrap();
    let stop = Stop::default();
    let tour = optimum.verdict.tour()?;
    let mut better = BetterTours::new(problem, &optimum, &stop).unwrap().unwrap();
    let cost = better.optimum();
    let derived = derive(&mut better, tour, folder, &["a cost".into()], &stop);
    assert!(derived.unwrap().is_some());
    Some(cost)
}

fn accepts(folder: &Path, cost: u64) -> bool {
    let [opb, pbp] = [PROBLEM, PROOF].map(|name| folder.join(name));
    match check(&opb, &pbp, Claim::Optimum(cost), &Limits::default()).unwrap() {
        Checked::Accepted => true,
        Checked::Rejected(_) => false,
        other => panic!("{other:?}"),
    }
}

/// Returns the number of accepted proofs of both senses.
fn proofs(problem: &Problem, statistic: &Statistic) -> u32 {
    let mut proofs = 0;
    for sense in [Sense::Minimize, Sense::Maximize] {
        let folder = tempfile::tempdir().unwrap();
        if let Some(cost) = prove(problem, sense, statistic.clone(), folder.path()) {
            let is_right = accepts(folder.path(), cost);
            assert!(is_right, "{sense:?} {statistic:?} of {problem:?}");
            proofs += 1;
        }
    }
    proofs
}

#[test]
fn optima_are_proved() {
    if !is_usable() {
        return;
    }
    let kinds = [
        ("5x6", Kind::Closed),
        ("3x10", Kind::Closed),
        ("3x4", Kind::Open),
    ];
    for (board, kind) in kinds {
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
            let statistic = Statistic::parse(name, &place).unwrap();
            assert_eq!(proofs(&problem, &statistic), 2, "{board} {kind} {name}");
        }
    }
    // Random graphs with random weights, with all ends, small sums and large ones.
    let (mut random, mut count) = (words(52), 0);
    let mut random = move || random.next().unwrap();
    for round in 0..12 {
        let graph = graph(5, random() | random());
        let most = if round % 3 == 0 { 1 << 31 } else { 9 };
        let weights = graph.edges().map(|edge| {
            let weight = random() % (2 * most + 1);
            (edge, weight as i64 - most as i64)
        });
        let statistic = Statistic::Weights(Weights::new("w", weights.collect()));
        let problems = problems(&graph);
        count += proofs(&problems[random() as usize % problems.len()], &statistic);
    }
    assert!(count > 10, "{count}");
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
    let cost = prove(&problem, Sense::Minimize, statistic, folder.path()).unwrap();
    assert!(accepts(folder.path(), cost) && !accepts(folder.path(), cost + 1));
    let bounds = [cost, cost + 1].map(|cost| format!("BOUNDS {cost} "));
    for (name, old, new) in [
        (PROOF, bounds[0].as_str(), bounds[1].as_str()),
        (PROOF, "soli x1", "soli ~x1"),
        (PROBLEM, "min: 1 ", "min: 2 "),
        (PROBLEM, "= 2 ;", "= 1 ;"),
    ] {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{old}");
        fs::write(&path, text.replacen(old, new, 1)).unwrap();
        assert!(!accepts(folder.path(), cost), "{new}");
        fs::write(&path, text).unwrap();
    }
}

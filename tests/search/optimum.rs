//! The best tours, compared with all tours of an exhaustive search and with published optima.

use crate::common::points::Points;
use crate::common::prelude::*;
use knightsat::encoding::Style;
use knightsat::search::Verdict;
use knightsat::search::optimum::{Objective, Sense, Standing, optimize};
use knightsat_base::random::Rng;
use knightsat_count::frontier::BigUint;
use knightsat_tour::statistic::{Alternative, Angle, Statistic, Weights};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const SENSES: [Sense; 2] = [Sense::Minimize, Sense::Maximize];

fn tours(problem: &Problem) -> Vec<Vec<u32>> {
    Search::new(problem, Directions::Both).collect()
}

fn objective(sense: Sense, statistic: &Statistic) -> Objective {
    let statistic = statistic.clone();
    Objective { sense, statistic }
}

fn named(sense: Sense, name: &str) -> Objective {
    objective(sense, &Statistic::named(name).unwrap())
}

/// The values of the best tour, in lexicographic order.
fn best(problem: &Problem, tours: &[Vec<u32>], objectives: &[Objective]) -> Vec<i64> {
    let sign = |objective: &Objective| match objective.sense {
        Sense::Minimize => 1,
        Sense::Maximize => -1,
    };
    let rank = |tour: &Vec<u32>| {
        let value = |of: &Objective| sign(of) * of.statistic.value(problem, tour).unwrap();
        objectives.iter().map(value).collect::<Vec<i64>>()
    };
    let best = tours.iter().map(rank).min().unwrap();
    let values = best.iter().zip(objectives);
    values.map(|(value, of)| value * sign(of)).collect()
}

/// Checks the optimum of these objectives, with its bounds and its tour. Returns its reports.
fn check(problem: &Problem, all: &[Vec<u32>], objectives: &[Objective]) -> Vec<Standing> {
    let mut reports = Vec::new();
    let mut report = |standing: &Standing| reports.push(standing.clone());
    let optimum = optimize(problem, objectives, &Stop::default().into(), &mut report).unwrap();
    if all.is_empty() {
        assert!(matches!(optimum.verdict, Verdict::None(_)), "{optimum:?}");
        return reports;
    }
    let expected = best(problem, all, objectives);
    let found: Vec<i64> = optimum.standings.iter().filter_map(|s| s.best).collect();
    assert_eq!(found, expected, "{objectives:?}");
    assert!(optimum.is_optimal(), "{optimum:?}");
    let steps = optimum.verdict.tour().unwrap().steps();
    for (objective, value) in objectives.iter().zip(expected) {
        assert_eq!(objective.statistic.value(problem, steps).unwrap(), value);
    }
    reports
}

/// Problems on small boards: with ends, with moves, with rules, and with steps, which the search by
/// edges does not support. Full depth takes all, and usual depth the small ones.
fn problems() -> impl Iterator<Item = Problem> {
    let all = [
        "3x4",
        "4x4",
        "3x10 --closed --start a1",
        "3x4 --at 2=d3",
        "4x5 --at 5=b2 --with a1-b3; not d3-e1 or b1-c3",
        "4x5",
        "5x6 --closed",
        "5x5 --start a1 --end c3",
        "5x6 --closed --start a1 --end c2",
        "5x6 --closed --at 1=a1,4=c3",
        "4x5 --with not a1-b3 or d3-e1",
        "4x5 --start a1 --with after(b2, d4)",
        "5x6 --closed --start a1 --with a1->c2",
        "4x5 --require c2-e3 --forbid b3-d2",
    ];
    all.into_iter().take(depth(14, 5)).map(|args| asked(args).1)
}

#[test]
fn all_statistics_of_small_boards_have_the_optima_of_an_exhaustive_search() {
    for problem in problems() {
        let all = tours(&problem);
        for (statistic, sense) in iproduct!(Statistic::all(&problem), SENSES) {
            check(&problem, &all, &[objective(sense, &statistic)]);
        }
    }
}

#[test]
fn several_objectives_are_optimized_in_order() {
    for problem in problems() {
        let all = tours(&problem);
        let pairs = ["turns crossings", "crossings slope+2", "acute right"];
        for (pair, [one, other]) in iproduct!(pairs, [[0, 0], [0, 1], [1, 0]]) {
            let (first, second) = pair.split_once(' ').unwrap();
            let objectives = [named(SENSES[one], first), named(SENSES[other], second)];
            check(&problem, &all, &objectives);
        }
    }
}

/// Random graphs with random weights, small ones and others that are too many for a sum in unary.
#[test]
fn weights_of_random_graphs_have_the_optima_of_an_exhaustive_search() {
    let mut rng = Rng::new(7, 0);
    for round in 0..24_u32 {
        let vertices = 4 + rng.below(4) as u32;
        let pairs = (0..vertices).flat_map(|b| (0..b).map(move |a| [a, b]));
        let edges = pairs.filter(|_| rng.below(10) < 7).collect_vec();
        let most = if round % 3 == 0 { 2_000_000_000 } else { 9 };
        let mut weight = || rng.below(2 * most + 1) as i64 - most as i64;
        let weights: BTreeMap<[u32; 2], i64> = edges.iter().map(|&edge| (edge, weight())).collect();
        let kind = [Kind::Open, Kind::Closed][rng.below(2)];
        let graph = Graph::from_edges(vertices, &edges);
        let problem = Problem::new(graph, kind, None, None).unwrap();
        let statistic = Statistic::Weights(Weights::new("w", weights));
        for sense in SENSES {
            let objectives = [objective(sense, &statistic)];
            check(&problem, &tours(&problem), &objectives);
        }
    }
}

/// Asserts that this is the optimum.
fn assert_best(problem: &Problem, objective: Objective, value: i64) {
    let what = format!("{objective:?}");
    let optimum = optimize(problem, &[objective], &Stop::default().into(), &mut |_| ()).unwrap();
    assert!(optimum.is_optimal());
    assert_eq!(optimum.standings[0].best, Some(value), "{what}");
}

#[test]
fn published_optima_of_six_by_six_are_found() {
    let problem = asked("6x6 --closed").1;
    for (name, values) in [("turns", [32, 36]), ("obtuse", [9, 24])] {
        for (sense, value) in SENSES.into_iter().zip(values) {
            assert_best(&problem, named(sense, name), value);
        }
    }
    assert_best(&problem, named(Sense::Minimize, "crossings"), 52);
}

#[test]
fn slopes_of_boards_have_the_optimum_of_weights_of_graphs() {
    let boards = ["7x8 --closed", "8x8 --closed"].into_iter();
    for ((board, sense), value) in boards.zip(SENSES).zip([2, 34]) {
        let problem = asked(board).1;
        let slope = Statistic::named("slope+2").unwrap();
        let terms = slope.sum(&problem, &Stop::default()).unwrap().terms;
        let weights = terms.into_iter().map(|term| match term.any[..] {
            [Alternative::Edge(edge)] => (edge, term.weight),
            _ => unreachable!("slopes are of edges"),
        });
        let weights = Statistic::Weights(Weights::new("slopes", weights.collect()));
        let graph = Problem::new(problem.graph().clone(), Kind::Closed, None, None).unwrap();
        assert_best(&problem, objective(sense, &slope), value);
        assert_best(&graph, objective(sense, &weights), value);
    }
}

#[test]
fn whoever_says_stop_gets_the_best_tour_and_bounds() {
    let problem = asked("12x12 --closed").1;
    let objectives = ["crossings", "turns"].map(|name| named(Sense::Minimize, name));
    let flag = Arc::new(AtomicBool::new(false));
    let options = Stop::default().with_flag(flag.clone()).into();
    let mut reports: Vec<Standing> = Vec::new();
    let optimum = optimize(&problem, &objectives, &options, &mut |standing| {
        reports.push(standing.clone());
        flag.store(reports.len() >= 3, Ordering::Relaxed);
    });
    let optimum = optimum.unwrap();
    let tour = optimum.verdict.tour().unwrap();
    for standing in &optimum.standings {
        let value = standing.objective.statistic.value(&problem, tour.steps());
        assert_eq!(standing.best, Some(value.unwrap()));
    }
    assert!(!optimum.is_optimal() && optimum.stopped.is_some());
    assert!(optimum.standings[0].gap() > Some(0));
    assert_eq!(optimum.standings[1].bound, None);
    // Neither side ever gets worse.
    for pair in reports.windows(2) {
        assert!(pair[1].best <= pair[0].best && pair[1].bound >= pair[0].bound);
    }
    let over = Stop::after(Duration::ZERO).into();
    let late = optimize(&problem, &objectives, &over, &mut |_| ()).unwrap();
    assert!(matches!(late.verdict, Verdict::Unknown(_)));
}

/// Compares every statistic across joined sides with the leaps of all tours: its values and optima.
/// Rules about it are counted by the search and a formula.
#[test]
fn statistics_across_joined_sides_are_those_of_all_tours() {
    let places = "5x3 --closed --wrap ranks|3x3 --wrap files|4x3 --closed --wrap files";
    let mut straight = 0;
    for args in places.split('|').take(depth(3, 2)) {
        let (place, problem) = asked(args);
        let all: Vec<Vec<u32>> = Search::new(&problem, Directions::One).collect();
        let statistics = Statistic::all(&problem);
        assert!(
            statistics.len() > 8 && !statistics.contains(&Statistic::Crossings),
            "{args}"
        );
        for statistic in statistics {
            let about = format!("{args} {statistic}");
            let mut expected: BTreeMap<i64, BigUint> = BTreeMap::new();
            for steps in &all {
                let value = Points::new(&place, steps, problem.kind()).value(&statistic);
                assert_eq!(statistic.value(&problem, steps).unwrap(), value, "{about}");
                *expected.entry(value).or_default() += 1_u8;
            }
            for sense in SENSES {
                check(&problem, &all, &[objective(sense, &statistic)]);
            }
            straight += usize::from(expected.len() > 1 && about.ends_with("straight"));
            let (least, number) = expected.first_key_value().unwrap();
            let (_, ruled) = asked(&format!("{args} --with {statistic} = {least}"));
            let searched = Search::new(&ruled, Directions::One).count();
            assert_eq!(BigUint::from(searched), *number, "{about}");
        }
        // The property, and a rule about an angle, by the formula.
        let straight = Statistic::named("straight").unwrap();
        let named = place.name(4);
        for rule in ["straight <= 0".to_string(), format!("straight({named})")] {
            let (_, ruled) = asked(&format!("{args} --with {rule}"));
            let keeps = |steps: &&Vec<u32>| {
                let points = Points::new(&place, steps, problem.kind());
                match &rule[..] {
                    "straight <= 0" => points.value(&straight) == 0,
                    _ => points.has(Angle::Straight, 4),
                }
            };
            let formula = Formula::new(&ruled, Style::default()).unwrap();
            let found = Tours::by_models(&ruled, &formula, &Stop::default()).count();
            assert_eq!(found, all.iter().filter(keeps).count(), "{args} {rule}");
        }
    }
    assert!(straight > 0);
}

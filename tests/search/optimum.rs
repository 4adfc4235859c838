//! The best tours, compared with all tours of an exhaustive search.

use knightsat::cnf::sink::ClauseSink;
use knightsat::cnf::{Lit, Vars};
use knightsat::count::search::{Directions, Search};
use knightsat::search::Verdict;
use knightsat::search::optimum::{Objective, OptimumError, Options, Sense, Standing, optimize};
use knightsat::solver::incremental::{Assuming, Incremental, Limits};
use knightsat::solver::varisat::Varisat;
use knightsat::solver::{InProcess, Solver, SolverError};
use knightsat::stop::Stop;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem, rule};
use knightsat_base::random::Rng;
use knightsat_search::optimum::{BetterTours, OptimalityError};
use knightsat_tour::statistic::{Alternative, Statistic, Weights};
use knightsat_tour::table::Backend;
use std::collections::BTreeMap;
use std::slice;
use std::time::Duration;

const SENSES: [Sense; 2] = [Sense::Minimize, Sense::Maximize];

/// All tours of a problem, by their vertices; closed ones begin at vertex 0.
fn tours(problem: &Problem) -> Vec<Vec<u32>> {
    fn extend(problem: &Problem, steps: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
        let graph = problem.graph();
        if steps.len() == graph.len() as usize {
            if Tour::verify(problem, steps.clone()).is_ok() {
                all.push(steps.clone());
            }
            return;
        }
        for &next in graph.neighbours(steps[steps.len() - 1]) {
            if !steps.contains(&next) {
                steps.push(next);
                extend(problem, steps, all);
                steps.pop();
            }
        }
    }
    let mut all = Vec::new();
    let starts = match (problem.start(), problem.kind()) {
        (Some(start), _) => start..start + 1,
        (None, Kind::Closed) => 0..1,
        (None, Kind::Open) => 0..problem.graph().len(),
    };
    for start in starts {
        extend(problem, &mut vec![start], &mut all);
    }
    all
}

fn objective(sense: Sense, statistic: &Statistic) -> Objective {
    let statistic = statistic.clone();
    Objective { sense, statistic }
}

/// The values of the best tour, in lexicographic order.
fn best(problem: &Problem, tours: &[Vec<u32>], objectives: &[Objective]) -> Vec<i64> {
    let rank = |tour: &Vec<u32>| {
        let ranks = objectives.iter().map(|objective| {
            let value = objective.statistic.value(problem, tour).unwrap();
            match objective.sense {
                Sense::Minimize => value,
                Sense::Maximize => -value,
            }
        });
        ranks.collect::<Vec<i64>>()
    };
    let best = tours.iter().map(rank).min().unwrap();
    let signs = objectives.iter().map(|objective| match objective.sense {
        Sense::Minimize => 1,
        Sense::Maximize => -1,
    });
    best.into_iter().zip(signs).map(|(a, b)| a * b).collect()
}

/// Checks the optimum of these objectives, with its bounds and its tour.
fn check(problem: &Problem, all: &[Vec<u32>], objectives: &[Objective], options: &Options) {
    let optimum = optimize(problem, objectives, options, &mut |_| ()).unwrap();
    if all.is_empty() {
        assert!(matches!(optimum.verdict, Verdict::None(_)), "{optimum:?}");
        return;
    }
    let expected = best(problem, all, objectives);
    let found: Vec<i64> = optimum.standings.iter().filter_map(|s| s.best).collect();
    assert_eq!(found, expected, "{objectives:?}");
    assert!(optimum.is_optimal(), "{optimum:?}");
    let steps = optimum.verdict.tour().unwrap().steps();
    for (objective, value) in objectives.iter().zip(expected) {
        assert_eq!(objective.statistic.value(problem, steps).unwrap(), value);
    }
}

fn problems() -> Vec<Problem> {
    let place = |text: &str| text.parse::<Place>().unwrap();
    let of = |text, kind| place(text).problem(kind, None, None).unwrap();
    let ends = |text, kind, start, end| {
        let place = place(text);
        let vertex = |name: &str| place.vertex(name).unwrap();
        place
            .problem(kind, Some(vertex(start)), Some(vertex(end)))
            .unwrap()
    };
    let mut problems = vec![
        of("3x4", Kind::Open),
        of("4x5", Kind::Open),
        of("5x6", Kind::Closed),
        of("3x10", Kind::Closed),
        of("4x4", Kind::Open),
        ends("5x5", Kind::Open, "a1", "c3"),
        ends("5x6", Kind::Closed, "a1", "c2"),
    ];
    // A required and a forbidden move, and rules about moves.
    let all = tours(&problems[1]);
    let move_at = |tour: &[u32], step: usize| [tour[step], tour[step + 1]];
    let given = Given::new([
        Clue::Move(move_at(&all[3], 4)),
        Clue::NoMove(move_at(&all[0], 4)),
    ]);
    problems.push(of("4x5", Kind::Open).with_given(given).unwrap());
    let rules = rule::read("not a1-b3 or d3-e1\n", &place("4x5")).unwrap();
    let rules = rules
        .iter()
        .map(|rule| rule.try_map(|name| place("4x5").vertex(name)).unwrap());
    problems.push(of("4x5", Kind::Open).with_rules(rules.collect()).unwrap());
    problems
}

#[test]
fn all_statistics_of_small_boards_have_the_optima_of_an_exhaustive_search() {
    for problem in problems().into_iter().step_by(2) {
        let all = tours(&problem);
        for statistic in Statistic::all(&problem) {
            for sense in SENSES {
                check(
                    &problem,
                    &all,
                    &[objective(sense, &statistic)],
                    &Options::default(),
                );
            }
        }
    }
}

#[test]
fn several_objectives_are_optimized_in_order() {
    for problem in problems().into_iter().step_by(3) {
        let all = tours(&problem);
        let named = |name| Statistic::named(name).unwrap();
        for names in [
            ["turns", "crossings"],
            ["crossings", "slope+2"],
            ["acute", "right"],
        ] {
            for senses in [[0, 0], [0, 1], [1, 0]] {
                let pairs = names.iter().zip(senses);
                let objectives = pairs.map(|(name, sense)| objective(SENSES[sense], &named(name)));
                let objectives: Vec<Objective> = objectives.collect();
                check(&problem, &all, &objectives, &Options::default());
            }
        }
    }
}

#[test]
fn a_statistic_is_optimized_once() {
    let place: Place = "4x5".parse().unwrap();
    let problem = place.problem(Kind::Open, None, None).unwrap();
    let all = tours(&problem);
    let mut rng = Rng::new(11, 0);
    let weights = problem.graph().edges();
    let weights: BTreeMap<[u32; 2], i64> = weights
        .map(|edge| (edge, rng.below(1_000_000) as i64))
        .collect();
    let thrice = weights.iter().map(|(&edge, weight)| (edge, 3 * weight));
    let [once, thrice] = [weights.clone(), thrice.collect()]
        .map(|weights| Statistic::Weights(Weights::new("weights", weights)));
    let [turns, straight] = ["turns", "straight"].map(|name| Statistic::named(name).unwrap());
    for (first, second) in [(&once, &once), (&once, &thrice), (&turns, &straight)] {
        for sense in SENSES {
            let objectives = [objective(Sense::Minimize, first), objective(sense, second)];
            let report = &mut |standing: &Standing| {
                assert_eq!(standing.objective, objectives[0], "optimized again");
            };
            let optimum = optimize(&problem, &objectives, &Options::default(), report).unwrap();
            let found: Vec<i64> = optimum.standings.iter().filter_map(|s| s.best).collect();
            assert_eq!(found, best(&problem, &all, &objectives));
            assert!(optimum.is_optimal(), "{optimum:?}");
        }
        // A statistic between them is optimized.
        let crossings = Statistic::named("crossings").unwrap();
        let objectives = [first, &crossings, second].map(|it| objective(Sense::Minimize, it));
        check(&problem, &all, &objectives, &Options::default());
    }
}

/// Random graphs with random weights, small ones and others that are too many for a sum in unary.
#[test]
fn weights_of_random_graphs_have_the_optima_of_an_exhaustive_search() {
    let mut rng = Rng::new(7, 0);
    for round in 0..24_u32 {
        let vertices = 4 + rng.below(4) as u32;
        let mut edges = Vec::new();
        for b in 0..vertices {
            edges.extend((0..b).filter(|_| rng.below(10) < 7).map(|a| [a, b]));
        }
        let most = if round % 3 == 0 { 2_000_000_000 } else { 9 };
        let weight = |rng: &mut Rng| rng.below(2 * most + 1) as i64 - most as i64;
        let weights: BTreeMap<[u32; 2], i64> =
            edges.iter().map(|&edge| (edge, weight(&mut rng))).collect();
        let kind = [Kind::Open, Kind::Closed][rng.below(2)];
        let graph = Graph::from_edges(vertices, &edges);
        let problem = Problem::new(graph, kind, None, None).unwrap();
        let statistic = Statistic::Weights(Weights::new("w", weights));
        let all = tours(&problem);
        for sense in SENSES {
            check(
                &problem,
                &all,
                &[objective(sense, &statistic)],
                &Options::default(),
            );
        }
    }
}

#[test]
fn published_optima_of_six_by_six_are_found() {
    let place: Place = "6x6".parse().unwrap();
    let problem = place.problem(Kind::Closed, None, None).unwrap();
    for (name, sense, value) in [
        ("turns", Sense::Minimize, 32),
        ("turns", Sense::Maximize, 36),
        ("obtuse", Sense::Minimize, 9),
        ("obtuse", Sense::Maximize, 24),
        ("crossings", Sense::Minimize, 52),
    ] {
        let objective = objective(sense, &Statistic::named(name).unwrap());
        let optimum = optimize(&problem, &[objective], &Options::default(), &mut |_| ()).unwrap();
        assert!(optimum.is_optimal());
        assert_eq!(optimum.standings[0].best, Some(value), "{name}");
    }
}

#[test]
fn windows_of_boards_and_of_graphs_lead_to_the_same_optimum() {
    for (board, sense, value) in [("7x8", Sense::Minimize, 2), ("8x8", Sense::Maximize, 34)] {
        let place: Place = board.parse().unwrap();
        let problem = place.problem(Kind::Closed, None, None).unwrap();
        let slope = Statistic::named("slope+2").unwrap();
        let terms = slope.sum(&problem, &Stop::default()).unwrap().terms;
        let weights = terms.into_iter().map(|term| match term.any[..] {
            [Alternative::Edge(edge)] => (edge, term.weight),
            _ => unreachable!("slopes are of edges"),
        });
        let weights = Statistic::Weights(Weights::new("slopes", weights.collect()));
        let graph = Problem::new(problem.graph().clone(), Kind::Closed, None, None).unwrap();
        for (problem, statistic) in [(problem, slope), (graph, weights)] {
            let objective = objective(sense, &statistic);
            let optimum = optimize(&problem, &[objective], &Options::default(), &mut |_| ());
            let optimum = optimum.unwrap();
            assert!(optimum.is_optimal());
            assert_eq!(
                optimum.standings[0].best,
                Some(value),
                "{board} {statistic}"
            );
        }
    }
}

/// Refutes every limit of an objective, but no formula without assumptions.
struct Denier(Varisat);

impl ClauseSink for Denier {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.0.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.0.clause(lits);
    }
}

impl Incremental for Denier {
    fn solve_assuming(&mut self, assumptions: &[Lit]) -> Result<Assuming, SolverError> {
        match assumptions {
            [] => self.0.solve_assuming(assumptions),
            _ => Ok(Assuming::Failed(assumptions.to_vec())),
        }
    }
}

#[test]
fn the_bound_of_a_lying_solver_is_unverified() {
    let denier = InProcess::new("denier", |limits: Limits| {
        Denier(Varisat::unchecked(limits))
    });
    let place: Place = "6x6".parse().unwrap();
    let problem = place.problem(Kind::Closed, None, None).unwrap();
    let objective = objective(Sense::Minimize, &Statistic::named("crossings").unwrap());
    let options = Options {
        solvers: vec![Solver::from(denier)],
        ..Options::default()
    };
    let optimum = optimize(&problem, &[objective], &options, &mut |_| ()).unwrap();
    let word = optimum.standings[0].word.as_deref();
    assert_eq!(word, Some("denier says so, unchecked"));
    let shown = optimum.standings[0].to_string();
    assert!(shown.ends_with("(denier says so, unchecked)"), "{shown}");
}

#[test]
fn a_deadline_ends_the_search_with_the_best_tour_and_bounds() {
    let place: Place = "12x12".parse().unwrap();
    let problem = place.problem(Kind::Closed, None, None).unwrap();
    let named = |name| Statistic::named(name).unwrap();
    let objectives = [
        objective(Sense::Minimize, &named("crossings")),
        objective(Sense::Minimize, &named("turns")),
    ];
    let options = Options::from(Stop::after(Duration::from_secs(3)));
    let mut reports = Vec::new();
    let optimum = optimize(&problem, &objectives, &options, &mut |standing| {
        reports.push(standing.clone());
    });
    let optimum = optimum.unwrap();
    let tour = optimum.verdict.tour().unwrap();
    for standing in &optimum.standings {
        let value = standing
            .objective
            .statistic
            .value(&problem, tour.steps())
            .unwrap();
        assert_eq!(standing.best, Some(value));
    }
    assert!(!optimum.is_optimal() && optimum.stopped.is_some());
    assert!(optimum.standings[0].gap() > Some(0));
    assert_eq!(optimum.standings[1].bound, None);
    // Neither side ever gets worse.
    for pair in reports.windows(2) {
        assert!(pair[1].best <= pair[0].best && pair[1].bound >= pair[0].bound);
    }
    let late = optimize(
        &problem,
        &objectives,
        &Stop::after(Duration::ZERO).into(),
        &mut |_| (),
    );
    assert!(matches!(late.unwrap().verdict, Verdict::Unknown(_)));
}

#[test]
fn no_proof_of_optimality_contains_steps() {
    let place: Place = "3x4".parse().unwrap();
    let problem = place.problem(Kind::Open, None, None).unwrap();
    let at = Clue::At { step: 2, vertex: 9 };
    let problem = problem.with_given(Given::new([at])).unwrap();
    let objective = objective(Sense::Minimize, &Statistic::named("turns").unwrap());
    let optimum = optimize(&problem, &[objective], &Options::default(), &mut |_| ()).unwrap();
    let better = BetterTours::new(&problem, &optimum, &Stop::default());
    assert!(matches!(
        better,
        Err(OptimalityError::Optimum(OptimumError::Refused(_)))
    ));
}

/// Problems that the search by edges does not support.
fn problems_with_steps() -> Vec<Problem> {
    let place = |text: &str| text.parse::<Place>().unwrap();
    let given = |text: &str, kind, clues: &[Clue]| {
        let problem = place(text).problem(kind, None, None).unwrap();
        problem.with_given(Given::new(clues.to_vec())).unwrap()
    };
    let turned = |text: &str| {
        let place = place(text);
        let symmetry = place.board().unwrap().symmetry(Turn::Rot180).unwrap();
        let problem = place.problem(Kind::Closed, None, None).unwrap();
        problem.with_symmetry(symmetry).unwrap()
    };
    let under = |text: &str, kind, rule: &str| {
        let place = place(text);
        let rules = rule::read(rule, &place).unwrap();
        let rules = rules.iter();
        let rules = rules.map(|rule| rule.try_map(|name| place.vertex(name)).unwrap());
        let problem = place.problem(kind, Some(0), None).unwrap();
        problem.with_rules(rules.collect()).unwrap()
    };
    let at = |step, vertex| Clue::At { step, vertex };
    vec![
        given("4x5", Kind::Open, &[at(5, 6)]),
        given("5x6", Kind::Closed, &[at(1, 0), at(4, 12)]),
        given("3x4", Kind::Open, &[at(2, 11)]),
        turned("6x6"),
        under("4x5", Kind::Open, "after(b2, d4)"),
        under("5x6", Kind::Closed, "a1->c2"),
    ]
}

#[test]
fn tours_with_steps_have_the_optima_of_an_exhaustive_search() {
    let all = ["turns", "acute", "crossings", "slope+2"];
    let mut with_tours = 0;
    for problem in problems_with_steps() {
        assert!(!Backend::OptimalityProof.supports(problem.demands()));
        let tours: Vec<Vec<u32>> = Search::new(&problem, Directions::Both).collect();
        with_tours += usize::from(!tours.is_empty());
        for (nth, name) in all.into_iter().enumerate() {
            let statistic = Statistic::parse(name, &place("4x5")).unwrap();
            let first = objective(SENSES[nth % 2], &statistic);
            check(
                &problem,
                &tours,
                slice::from_ref(&first),
                &Options::default(),
            );
            if nth == 0 {
                let second = Statistic::parse("crossings", &place("4x5")).unwrap();
                let second = objective(Sense::Maximize, &second);
                check(&problem, &tours, &[first, second], &Options::default());
            }
        }
    }
    assert!(with_tours >= 3, "{with_tours}");
}

fn place(text: &str) -> Place {
    text.parse().unwrap()
}

//! Rules about angles, crossings and sums: every method finds the tours that keep them, by a
//! geometry of its own.

use crate::common::depth::depth;
use crate::common::points::Points;
use itertools::Itertools;
use knightsat::check::{self, inspect};
use knightsat::count::search::{Directions, Search};
use knightsat::search::lazy::{self, Options};
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::place::Place;
use knightsat::tour::rule::{self, Atom, Counted};
use knightsat::tour::spec::TourSpec;
use knightsat::tour::{Kind, Problem};
use knightsat_base::random::Rng;
use knightsat_cnf::sink::ClauseSink;
use knightsat_encoding::{Formula, Name};
use knightsat_solver::{InProcess, Limits, SolverError, refine};
use knightsat_tour::statistic::{Angle, Statistic, Weights};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Boards with few tours.
const BOARDS: [(&str, Kind, (u32, u32)); 9] = [
    ("3x4", Kind::Open, (1, 2)),
    ("#..../...../....#", Kind::Open, (1, 2)),
    (".../.#./...", Kind::Closed, (1, 2)),
    ("4x4", Kind::Closed, (0, 1)),
    ("3x4", Kind::Closed, (0, 1)),
    ("2x4", Kind::Open, (0, 1)),
    ("..##/..../..../##..", Kind::Closed, (0, 1)),
    ("3x10", Kind::Closed, (1, 2)),
    ("5x6", Kind::Closed, (1, 2)),
];

/// Returns rules as text. Most of them are such that some tour keeps them.
fn random(place: &Place, tours: &[Points], rng: &mut Rng) -> String {
    let graph = place.graph();
    let edges: Vec<[u32; 2]> = graph.edges().collect();
    let name = |edge: [u32; 2]| format!("{}-{}", place.name(edge[0]), place.name(edge[1]));
    let tour = &tours[rng.below(tours.len())];
    let fact = |rng: &mut Rng| {
        let edge = edges[rng.below(edges.len())];
        let crossed = edges
            .iter()
            .filter(|&&other| tour.cross(edge, other))
            .collect_vec();
        match rng.below(4) {
            0 => name(edge),
            1 if !crossed.is_empty() => {
                let other = *crossed[rng.below(crossed.len())];
                format!("cross({}, {})", name(edge), name(other))
            }
            _ => {
                let angle = Angle::ALL[rng.below(Angle::ALL.len())].name();
                let vertex = rng.below(place.len() as usize) as u32;
                format!("{angle}({})", place.name(vertex))
            }
        }
    };
    let read = |text: &str| {
        let rules = rule::read(text, place).unwrap();
        rules[0].map(|name| place.vertex(name).unwrap())
    };
    let names = [
        "turns",
        "straight",
        "acute",
        "right",
        "obtuse",
        "bent",
        "crossings",
    ];
    let slopes = ["slope+2", "slope-1/2", "slope+0", "slope+1/0"];
    let literal = |rng: &mut Rng| {
        let not = ["", "not "][rng.below(2)];
        if rng.below(3) == 0 {
            return format!("{not}{}", fact(rng));
        }
        let mut sum = String::new();
        for nth in 0..1 + rng.below(3) {
            let sign = ["", " + ", " - "][if nth == 0 { 0 } else { 1 + rng.below(2) }];
            let summand = match rng.below(3) {
                0 => names[rng.below(names.len())].to_string(),
                1 => slopes[rng.below(slopes.len())].to_string(),
                _ => fact(rng),
            };
            sum += &format!("{sign}{summand}");
        }
        let Atom::Count(count) = read(&format!("{sum} = 0")).0.remove(0).atom else {
            unreachable!()
        };
        let values = count.summands.iter().map(|summand| {
            let value = match &summand.of {
                Counted::Atom(atom) => tour.number(atom),
                Counted::Statistic(statistic) => tour.value(statistic),
            };
            if summand.is_added { value } else { -value }
        });
        let bound = values.sum::<i64>() + rng.below(3) as i64 - 1;
        let relation = ["<=", ">=", "=", "≤"][rng.below(4)];
        format!("{not}{sum} {relation} {bound}")
    };
    let rules = (0..1 + rng.below(2)).map(|_| {
        let literals: Vec<String> = (0..1 + rng.below(2)).map(|_| literal(rng)).collect();
        literals.join(" or ") + "\n"
    });
    rules.collect()
}

/// Returns the place and the plain problem of every board.
fn plain() -> Vec<(Place, Problem)> {
    let plain = BOARDS.iter().map(|&(board, kind, (a, b))| {
        let board = check::place(board).board().unwrap().clone();
        let place: Place = board.with_leaper(a, b).unwrap().into();
        let problem = place.problem(kind, None, None).unwrap();
        (place, problem)
    });
    plain.collect()
}

#[test]
fn every_method_finds_the_tours_that_keep_rules_about_angles_and_sums() {
    let mut rng = Rng::new(52, 2);
    let (mut some, mut none, mut checked) = (0, 0, 0);
    let samples = plain().into_iter().map(|(place, problem)| {
        let tours = Search::new(&problem, Directions::Both).collect_vec();
        (place, problem.kind(), tours)
    });
    let samples = samples.collect_vec();
    for sample in 0..depth(1000, 400) {
        let (place, kind, tours) = &samples[sample % samples.len()];
        let points = tours
            .iter()
            .map(|steps| Points::new(place, steps, *kind))
            .collect_vec();
        let text = random(place, &points, &mut rng);
        let with = rule::read(&text, place).unwrap();
        // Rules survive their own text.
        for literal in with.iter().flat_map(|rule| &rule.0) {
            let read: rule::Literal<String> = literal.to_string().parse().unwrap();
            assert_eq!(&read, literal);
        }
        let spec = TourSpec {
            with,
            ..TourSpec::from(*kind)
        };
        let problem = spec.problem(place, &Stop::default()).unwrap();
        let kept = points.iter().filter(|points| points.keeps(problem.rules()));
        let expected: BTreeSet<Vec<u32>> = kept.map(|points| points.steps.clone()).collect();
        let what = format!("{place:?} {kind}\n{text}");
        let found = Search::new(&problem, Directions::Both);
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{what}");
        *if expected.is_empty() {
            &mut none
        } else {
            &mut some
        } += 1;

        let options = Options {
            seed: sample as u64,
            ..Options::default()
        };
        let verdict = lazy::solve(&problem, options).unwrap();
        assert_eq!(verdict.tour().is_some(), !expected.is_empty(), "{what}");
        let by_search = Tours::by_search(&problem, &Stop::default()).count();
        let by_models = |formula: &Formula| {
            let found = Tours::by_models(&problem, formula, &Stop::default());
            assert_eq!(found.map(Result::unwrap).count(), by_search, "{what}");
        };
        by_models(&Formula::new(&problem, Name::Lazy.style()).unwrap());
        // Large boards are checked by the lazy engine alone.
        if place.len() > 16 {
            continue;
        }
        let name = Name::ALL[(sample / samples.len()) % Name::ALL.len()];
        let formula = Formula::new(&problem, name.style()).unwrap();
        let report = inspect(place, &problem, &formula, &check::Options::default()).unwrap();
        assert!(report.is_good(), "{name} {what}\n{report}");
        if formula.is_exact() {
            by_models(&formula);
            checked += 1;
        }
    }
    let is_varied = some > depth(500, 200) && none > 20 && checked > depth(500, 200);
    assert!(is_varied, "{some} {none} {checked}");
}

#[test]
fn a_statistic_over_the_variables_of_an_encoding_is_that_of_every_tour() {
    let mut models = 0;
    let small = plain().into_iter().filter(|(place, _)| place.len() <= 16);
    for (number, (place, problem)) in small.enumerate() {
        let weights = [3, -1, 0, 2, -5].into_iter().cycle();
        let edges = problem.graph().edges().zip(weights);
        let weights = Statistic::Weights(Weights::new("w", edges.collect()));
        let statistics = Statistic::all(&problem).into_iter().chain([weights]);
        let statistics = statistics.collect_vec();
        for (turn, name) in Name::ALL.into_iter().enumerate() {
            let formula = Formula::new(&problem, name.style()).unwrap();
            if !formula.is_exact() {
                continue;
            }
            // A third of the statistics, others for each encoding.
            for statistic in statistics.iter().skip((number + turn) % 3).step_by(3) {
                let (cnf, sum) = formula.weighed(statistic, &Stop::default()).unwrap();
                let mut solver = InProcess::varisat().start(Limits::default());
                solver.new_vars(cnf.variables());
                cnf.replay(&mut solver);
                refine(&mut solver, u64::MAX, |model, solver| {
                    let taken = sum
                        .literals
                        .iter()
                        .filter(|&&(_, lit)| model.satisfies(lit));
                    let value = sum.constant + taken.map(|(weight, _)| *weight as i64).sum::<i64>();
                    let tour = formula.decode(&model).unwrap();
                    let expected = statistic.value(&problem, tour.steps()).unwrap();
                    assert_eq!(value, expected, "{name} {statistic} {place}");
                    models += 1;
                    let other = formula.tour_vars().into_iter().map(|var| {
                        if model.satisfies(var.pos()) {
                            var.neg()
                        } else {
                            var.pos()
                        }
                    });
                    solver.clause(&other.collect_vec());
                    Ok::<_, SolverError>(ControlFlow::<()>::Continue(()))
                })
                .unwrap();
            }
        }
    }
    assert!(models > 1000, "{models}");
}

#[test]
fn faults_of_such_rules_are_named() {
    let board = check::place("5x5");
    let fault = |text: &str, place| rule::read(text, place).unwrap_err().to_string();
    let faults = "turns => 1:1: 'turns' is not a fact of a tour: write, for example, a1-c2, a1->c2 or d4@17 (did you mean turns <= 40?)
        turns <= x => 1:10: 'x' is not a whole number
        turns <= => 1:7: a number is missing after <=
        a1-c2 + <= 3 => 1:9: a fact is missing before <=
        turns <= 3 4 => 1:12: write one number after <=, then or
        cross(a1-c2, d1-e3) => 1:1: cross(a1-c2, d1-e3) is never true: these moves do not cross
        weights(w) <= 4 => 1:1: rules have no weights of files";
    for line in faults.lines() {
        let (text, expected) = line.trim().split_once(" => ").unwrap();
        assert_eq!(fault(text, &board), expected);
    }
    let move_fault = fault("cross(a1-c3, b1-a3)", &board);
    assert!(
        move_fault.starts_with("1:1: a1-c3 is not a move of the knight"),
        "{move_fault}"
    );
    assert!(fault("turn(z9)", &board).contains("z9 is not on the 5x5 board"));
    let graph = Place::Graph(board.graph());
    let expected = "1:1: a graph has no angles, crossings or slopes: 'turns' is for boards";
    assert_eq!(fault("turns <= 4", &graph), expected);
    let rules = rule::read("obtuse=4 or turns<=3\n a1-c2+b1-d2 <= 1", &board);
    assert!(rules.is_err(), "a plus sign needs blanks");
}

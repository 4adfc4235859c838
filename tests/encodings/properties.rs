//! A law over the list of properties: the meaning of a property, its rules and all backends that
//! take it agree on the tours.

use crate::common::has_tour;
use knightsat::check;
use knightsat::count::frontier::{self, Limits};
use knightsat::count::search::{Directions, Search};
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::{Kind, Problem};
use knightsat_encoding::{Formula, FormulaError, Name};
use knightsat_tour::ProblemError;
use knightsat_tour::constraint::Property;
use knightsat_tour::table::Backend;
use knightsat_tour::tour::Tour;
use std::collections::BTreeSet;

/// Maximum number of vertices of problems whose formulas are enumerated.
const MOST: u32 = 16;

/// Problems without constraints, boards before graphs.
fn plain() -> Vec<Problem> {
    let board: Board = "4x4".parse().unwrap();
    let wazir: Place = board.with_leaper(0, 1).unwrap().into();
    let boards = [
        (check::place("3x4"), Kind::Open, None),
        (check::place("4x5"), Kind::Open, Some(0)),
        (check::place("5x6"), Kind::Closed, Some(0)),
        (wazir.clone(), Kind::Open, Some(5)),
        (wazir, Kind::Closed, None),
    ];
    let ring = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]];
    let arcs = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [3, 1], [1, 0]];
    let directed = Graph::try_from_arcs(4, &arcs).unwrap();
    let graphs = [
        (Place::Graph(Graph::from_edges(4, &ring)), Kind::Open, None),
        (Place::Graph(directed.clone()), Kind::Open, None),
        (Place::Graph(directed), Kind::Closed, Some(0)),
    ];
    let all = boards.into_iter().chain(graphs);
    all.map(|(place, kind, start)| place.problem(kind, start, None).unwrap())
        .collect()
}

/// Compares all backends with a property, and returns the numbers of tours with and without it.
fn compare(plain: &Problem, problem: &Problem, property: Property) -> [usize; 2] {
    let what = format!("{property} {problem:?}");
    let all: BTreeSet<Vec<u32>> = Search::new(plain, Directions::Both).collect();
    let has = |steps: &Vec<u32>| property.holds(plain, steps);
    let (with, without): (BTreeSet<_>, BTreeSet<_>) = all.into_iter().partition(has);
    let demands = problem.demands();
    let stated = property.demands(plain.kind());
    let stated = plain.demands().iter().chain(stated.iter()).collect();
    assert_eq!(demands, stated, "{what}");
    for steps in with.iter().chain(&without) {
        let is_accepted = Tour::verify(problem, steps.clone()).is_ok();
        assert_eq!(is_accepted, with.contains(steps), "{what} {steps:?}");
    }
    let found = Search::new(problem, Directions::Both).collect::<BTreeSet<_>>();
    assert_eq!(found, with, "{what}");
    let number = Search::new(problem, Directions::One).count();
    if Backend::Frontier.supports(demands) {
        let count = frontier::count(problem, &Limits::default());
        assert_eq!(count, Ok(number.into()), "{what}");
    }
    if Backend::Engine.supports(demands) {
        assert_eq!(has_tour(problem, 1), number > 0, "{what}");
    }
    for name in Name::ALL {
        let formula = match Formula::new(problem, name.style()) {
            Ok(formula) => formula,
            Err(FormulaError::Refused(_)) if !name.backend().supports(demands) => continue,
            Err(error) => panic!("{name} {what}: {error}"),
        };
        if formula.is_exact() && problem.graph().len() <= MOST {
            // Each of them is verified.
            let tours = Tours::by_models(problem, &formula, &Stop::default());
            assert_eq!(tours.map(Result::unwrap).count(), number, "{name} {what}");
        }
    }
    [with.len(), without.len()]
}

#[test]
fn every_backend_finds_the_tours_with_a_property() {
    for property in Property::all() {
        let [mut with, mut without] = [0; 2];
        for plain in plain() {
            let problem = match plain.clone().with_properties(vec![property]) {
                Ok(problem) => problem,
                Err(ProblemError::NoAngles(_)) if plain.coordinates().is_none() => continue,
                Err(error) => panic!("{property}: {error}"),
            };
            let [some, others] = compare(&plain, &problem, property);
            (with, without) = (with + some, without + others);
        }
        assert!(with > 4 && without > 4, "{property} {with} {without}");
    }
}

#[test]
fn a_name_stands_for_its_property() {
    for property in Property::all() {
        assert_eq!(property.to_string().parse(), Ok(property));
        assert!(!property.help().is_empty());
    }
    let error = "round".parse::<Property>().unwrap_err().to_string();
    assert!(error.starts_with("'round' is not a property of tours: write "));
}

//! Directed graphs: every way to a tour, to a count and to a certificate, against all permutations.

use crate::common;

use common::graphs::{Digraph, words};
use knightsat::certificate::{Names, Verified, verify};
use knightsat::count::frontier::{self, FrontierError, Limits};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, Name, Style};
use knightsat::search::find_by_formula;
use knightsat::search::prove::{Task, prove};
use knightsat::search::tours::Tours;
use knightsat::search::unique::{Uniqueness, unique};
use knightsat::solver::Solver;
use knightsat::stop::Stop;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem, Verdict};
use knightsat_search::heuristic::warnsdorff::{Tie, walk};
use knightsat_search::lazy::{self, Options};
use knightsat_tour::table::{Backend, Demand};
use tempfile::TempDir;

/// A problem on a random directed graph, with all its tours.
struct Case {
    problem: Problem,
    tours: Vec<Vec<u32>>,
}

/// Random directed graphs of up to `most` vertices, open and closed, now and then with ends and
/// clues.
fn cases(seed: u64, most: u32, number: usize) -> impl Iterator<Item = Case> {
    let mut words = words(seed);
    let case = move || {
        let mut below = |bound: u64| (words.next().unwrap() >> 20) % bound;
        let len = 1 + below(most.into()) as u32;
        let percent = 20 + below(70);
        let graph = Digraph::random(len, percent, || below(100));
        let kind = [Kind::Open, Kind::Closed][below(2) as usize];
        let mut end = || Some(below(u64::from(len)) as u32).filter(|_| below(3) == 0);
        let ends = [end(), end()];
        let problem = Problem::new(graph.graph(), kind, ends[0], ends[1]).ok()?;
        let (a, b) = (below(u64::from(len)) as u32, below(u64::from(len)) as u32);
        let step = 1 + below(u64::from(len)) as u32;
        let clue = match below(8) {
            0 if problem.graph().has_edge(a, b) => Some(Clue::Move([a, b])),
            1 if problem.graph().has_edge(a, b) => Some(Clue::NoMove([a, b])),
            2 => Some(Clue::At { step, vertex: a }),
            _ => None,
        };
        let problem = problem.with_given(Given::new(clue)).ok()?;
        // So many permutations take too long.
        let tours = if len > 8 {
            Vec::new()
        } else {
            graph.tours(kind, ends, clue)
        };
        Some(Case { problem, tours })
    };
    std::iter::repeat_with(case).flatten().take(number)
}

/// The case in words, for failures.
fn shown(problem: &Problem) -> String {
    let arcs: Vec<_> = problem.graph().arcs().collect();
    let (kind, clues) = (problem.kind(), problem.clues());
    format!("{kind} {} {arcs:?} {clues:?}", problem.graph().len())
}

#[test]
fn two_thousand_random_graphs_have_the_tours_of_all_permutations() {
    let stop = Stop::default();
    let (mut some, mut both_ways) = (0, 0);
    for (nth, Case { problem, tours }) in cases(2_024, 6, 2_000).enumerate() {
        let shown = shown(&problem);
        let expected = tours.len();
        some += usize::from(expected > 0);
        let found: Vec<Vec<u32>> = Search::new(&problem, Directions::One).collect();
        assert_eq!(found.len(), expected, "search: {shown}");
        for steps in found.into_iter().chain(tours) {
            assert!(Tour::verify(&problem, steps).is_ok(), "{shown}");
        }
        if problem.obstruction(&Default::default()).is_some() {
            assert_eq!(expected, 0, "{shown}");
        }
        match frontier::count(&problem, &Limits::default()) {
            Err(FrontierError::Refused(refusal)) => match refusal.demands[..] {
                [Demand::BothWays] => both_ways += 1,
                _ => assert!(problem.has_given_steps(), "{shown}"),
            },
            counted => assert_eq!(counted, Ok(expected.into()), "frontier: {shown}"),
        }
        if Backend::CutProof.supports(problem.demands()) {
            for shortcuts in [false, true] {
                let options = Options {
                    shortcuts,
                    ..Options::default()
                };
                match lazy::solve(&problem, options).unwrap() {
                    Verdict::Tour(_) => assert!(expected > 0, "lazy: {shown}"),
                    Verdict::None(_) => assert_eq!(expected, 0, "lazy: {shown}"),
                    Verdict::Unknown(why) => panic!("{why:?}: {shown}"),
                }
            }
        }
        // It knows no clues.
        if let Ok((Verdict::Tour(_), _)) = walk(&problem, Tie::First, &stop) {
            assert!(expected > 0, "walk: {shown}");
        }
        // All encodings on the smallest, on the others one of them in turn.
        let names = Name::ALL.into_iter().enumerate();
        for (at, name) in names.filter(|(at, _)| problem.graph().len() < 4 || nth % 10 == *at) {
            for style in styles(name, nth + at) {
                let found = count_models(&problem, style);
                let is_right = found == expected || name == Name::Lazy && found == expected.min(1);
                assert!(is_right, "{found} of {expected}: {style:?}: {shown}");
            }
        }
        if nth % 5 == 0 {
            match unique(&problem, &stop).unwrap() {
                Uniqueness::None(_) => assert_eq!(expected, 0, "unique: {shown}"),
                Uniqueness::One(_) => assert_eq!(expected, 1, "unique: {shown}"),
                Uniqueness::Several(_) => assert!(expected > 1, "unique: {shown}"),
                Uniqueness::Unknown(_) => panic!("unique: {shown}"),
            }
        }
    }
    assert!(some > 400 && both_ways > 5, "{some} {both_ways}");
}

/// An encoding as it is by default, now and then with an option that concerns directions or forgoes
/// preparation.
fn styles(name: Name, nth: usize) -> Vec<Style> {
    let mut style = name.style();
    style.shortcuts = !nth.is_multiple_of(3);
    for (key, value) in [("directions", "one"), ("arcs", "false"), ("prune", "false")] {
        if nth.is_multiple_of(4) && style.encoding.has(key) {
            let _ = style.set(key, value);
        }
    }
    vec![style]
}

/// Number of tours that the models of a formula are, every one verified; of a relaxation at most
/// one.
fn count_models(problem: &Problem, style: Style) -> usize {
    let formula = Formula::new(problem, style).unwrap();
    if formula.is_exact() {
        let tours = Tours::by_models(problem, &formula, &Stop::default());
        return tours.inspect(|tour| assert!(tour.is_ok())).count();
    }
    let limits = Stop::default().into();
    let found = find_by_formula(
        problem,
        &formula,
        &[Solver::default()],
        &limits,
        &mut |_| (),
    );
    usize::from(found.unwrap().tour().is_some())
}

#[test]
fn certificates_of_random_graphs_are_written_and_checked() {
    let name = |vertex: u32| (vertex + 1).to_string();
    let vertex = |name: &str| name.parse::<u32>().ok()?.checked_sub(1);
    let names = Names {
        of: &name,
        vertex: &vertex,
    };
    let (mut reasons, mut refutations) = (0, 0);
    for (nth, Case { problem, tours }) in cases(17, 7, 300).enumerate() {
        let shown = shown(&problem);
        let folder = TempDir::new().unwrap();
        let task = Task {
            folder: folder.path(),
            problem: &problem,
            claim: "no tour",
            names,
            shortcuts: nth % 2 == 0,
            solver: None,
            options: Options::default(),
        };
        match prove(&task, &mut |_| ()).unwrap() {
            Verdict::Tour(_) => assert!(!tours.is_empty(), "{shown}"),
            Verdict::None(verified) => {
                assert!(tours.is_empty(), "{shown}");
                reasons += u32::from(matches!(verified, Verified::Reason(_)));
                refutations += u32::from(matches!(verified, Verified::Refutation { .. }));
                let again = verify(
                    folder.path(),
                    &problem,
                    "no tour",
                    names,
                    &Default::default(),
                )
                .unwrap();
                assert_eq!(again, verified);
            }
            Verdict::Unknown(_) => panic!("{shown}"),
        }
    }
    assert!(reasons > 20 && refutations > 20, "{reasons} {refutations}");
}

#[test]
fn a_certificate_of_one_graph_is_none_of_its_reverse() {
    let name = |vertex: u32| (vertex + 1).to_string();
    let vertex = |name: &str| name.parse::<u32>().ok()?.checked_sub(1);
    let names = Names {
        of: &name,
        vertex: &vertex,
    };
    // No arc leaves the last vertex.
    let arcs = [
        [0, 1],
        [1, 0],
        [0, 2],
        [2, 0],
        [1, 2],
        [2, 1],
        [0, 3],
        [1, 3],
    ];
    let problem = |arcs: &[[u32; 2]]| {
        let graph = knightsat::tour::graph::Graph::try_from_arcs(4, arcs).unwrap();
        Problem::new(graph, Kind::Closed, None, None).unwrap()
    };
    let problems = [arcs.to_vec(), arcs.map(|[a, b]| [b, a]).to_vec()].map(|arcs| problem(&arcs));
    for shortcuts in [false, true] {
        let folder = TempDir::new().unwrap();
        let task = Task {
            folder: folder.path(),
            problem: &problems[0],
            claim: "no tour",
            names,
            shortcuts,
            solver: None,
            options: Options::default(),
        };
        let proved = prove(&task, &mut |_| ()).unwrap();
        assert!(matches!(proved, Verdict::None(_)), "{proved:?}");
        assert!(
            verify(
                folder.path(),
                &problems[1],
                "no tour",
                names,
                &Default::default()
            )
            .is_err()
        );
    }
}

#[test]
fn sizes_by_formula_are_those_that_are_counted() {
    for Case { problem, .. } in cases(9, 12, 200).filter(|case| case.problem.graph().len() > 8) {
        for (nth, name) in Name::ALL.into_iter().enumerate() {
            for style in styles(name, nth) {
                let formula = Formula::new(&problem, style).unwrap();
                assert_eq!(
                    common::collect(&formula).size(),
                    formula.total(),
                    "{style:?} {}",
                    shown(&problem)
                );
            }
        }
    }
}

#[test]
fn encodings_on_edges_take_arcs_in_directed_graphs() {
    let arcs = [[0, 1], [1, 2], [2, 0]];
    let graph = knightsat::tour::graph::Graph::try_from_arcs(3, &arcs).unwrap();
    let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
    let edges = Name::Order.style();
    assert_eq!(count_models(&problem, edges), 1, "order has arcs then");
}

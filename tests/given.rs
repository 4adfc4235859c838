//! Given moves and squares at steps: every encoding, the search and the verifier against tours that
//! are tried one by one.

#[path = "common/brute.rs"]
mod brute;
#[path = "common/graphs.rs"]
mod graphs;
#[path = "common/styles.rs"]
mod styles;

use brute::Brute;
use graphs::{graph, words};
use knightsat::check::{self, inspect};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, Name};
use knightsat::problem::given::{Clue, Given, Why};
use knightsat::problem::graph::Graph;
use knightsat::problem::tour::{Tour, TourError};
use knightsat::problem::{Kind, Obstruction, Problem, ProblemError};
use knightsat::spec::place::Place;
use std::collections::BTreeSet;
use styles::collect;

/// Every path through all vertices, by trying.
fn paths(graph: &Graph, path: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    if path.len() == graph.len() as usize {
        found.push(path.clone());
    }
    for next in 0..graph.len() {
        let follows = path.last().is_none_or(|&last| graph.has_edge(last, next));
        if follows && !path.contains(&next) {
            path.push(next);
            paths(graph, path, found);
            path.pop();
        }
    }
}

/// Whether a sequence of vertices is as the clue says.
fn fits(steps: &[u32], kind: Kind, clue: Clue) -> bool {
    let takes = |[a, b]: [u32; 2]| {
        let mut moves: Vec<[u32; 2]> = steps.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        if kind == Kind::Closed {
            moves.push([steps[steps.len() - 1], steps[0]]);
        }
        moves.contains(&[a, b]) || moves.contains(&[b, a])
    };
    match clue {
        Clue::Move(edge) => takes(edge),
        Clue::NoMove(edge) => !takes(edge),
        Clue::At { step, vertex } => steps[step as usize - 1] == vertex,
        Clue::NotAt { step, vertex } => steps[step as usize - 1] != vertex,
    }
}

/// The numberings that a search should find, both directions: closed tours without steps begin where
/// the search begins them.
fn expected(graph: &Graph, kind: Kind, clues: &[Clue]) -> BTreeSet<Vec<u32>> {
    let mut all = Vec::new();
    paths(graph, &mut Vec::new(), &mut all);
    let closes = |steps: &Vec<u32>| graph.has_edge(steps[0], steps[steps.len() - 1]);
    all.retain(|steps| kind == Kind::Open || graph.len() > 2 && closes(steps));
    all.retain(|steps| clues.iter().all(|&clue| fits(steps, kind, clue)));
    let has_steps = clues
        .iter()
        .any(|clue| matches!(clue, Clue::At { .. } | Clue::NotAt { .. }));
    if kind == Kind::Closed && !has_steps {
        all.retain(|steps| steps[0] == 0);
    }
    all.into_iter().collect()
}

/// Some clues: true ones of a tour, if there is one, and now and then any.
fn clues(graph: &Graph, tours: &[Vec<u32>], mut word: u64) -> Vec<Clue> {
    let mut draw = move |most: usize| {
        word = word
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) as usize % most
    };
    let edges: Vec<[u32; 2]> = graph.edges().collect();
    let len = graph.len() as usize;
    let mut clues = Vec::new();
    let tour = (!tours.is_empty()).then(|| &tours[draw(tours.len().max(1))]);
    for _ in 0..=draw(4) {
        let step = draw(len);
        let place = |steps: &Vec<u32>| (steps[step], steps[(step + 1) % len]);
        let (here, next) = tour
            .filter(|_| step < len)
            .map_or((draw(len) as u32, 0), place);
        let is_wild = draw(5) == 0;
        let step = if is_wild { draw(len) } else { step } as u32 + 1;
        let clue = match draw(4) {
            0 if graph.has_edge(here, next) && !is_wild => Clue::Move([here, next]),
            1 if !edges.is_empty() => Clue::NoMove(edges[draw(edges.len())]),
            2 if !clues.is_empty() => Clue::NotAt {
                step: draw(len) as u32 + 1,
                vertex: draw(len) as u32,
            },
            _ => Clue::At { step, vertex: here },
        };
        clues.push(clue);
    }
    clues
}

/// Problems with clues, and the numberings that fit.
fn samples() -> Vec<(Place, Kind, Problem, BTreeSet<Vec<u32>>)> {
    let small = [4, 5, 6].into_iter().flat_map(|len| {
        let words = words(u64::from(len) + 77).take(9);
        words.map(move |bits| Place::Graph(graph(len, bits | bits >> 13)))
    });
    let boards = ["3x3", "3x4", "####./...../.....", ".../.../.../..."];
    let boards = boards.map(check::place);
    let mut samples = Vec::new();
    for (place, word) in small.chain(boards).zip(words(2026)) {
        let graph = place.graph();
        for kind in [Kind::Open, Kind::Closed] {
            let tours: Vec<Vec<u32>> = expected(&graph, kind, &[]).into_iter().collect();
            for word in words(word).take(6) {
                let clues = clues(&graph, &tours, word);
                let base = Problem::new(graph.clone(), kind, None, None).unwrap();
                let Ok(problem) = base.with_given(Given::new(clues.iter().copied())) else {
                    continue;
                };
                let all = expected(&graph, kind, &clues);
                samples.push((place.clone(), kind, problem, all));
            }
        }
    }
    samples
}

#[test]
fn the_search_finds_what_fits() {
    let samples = samples();
    assert!(samples.len() > 300, "{}", samples.len());
    let with_tours = samples.iter().filter(|(.., all)| !all.is_empty()).count();
    assert!(with_tours > 80, "{with_tours}");
    for (place, _, problem, all) in samples {
        let found: BTreeSet<Vec<u32>> = Search::new(&problem, Directions::Both).collect();
        assert_eq!(found, all, "{place} {:?}", problem.given());
        for steps in all {
            Tour::verify(&problem, steps).unwrap();
        }
    }
}

#[test]
fn all_encodings_have_the_tours_that_fit() {
    let styles = styles::all();
    for (number, (place, _, problem, all)) in samples().into_iter().enumerate() {
        for style in styles.iter().cycle().skip(5 * number).take(6) {
            if style.name() == Name::Textbook && problem.graph().len() > 8 {
                continue;
            }
            let formula = Formula::new(&problem, *style).unwrap();
            let report = inspect(&place, &problem, &formula, &check::Options::default()).unwrap();
            let what = format!("{place} {style:?} {:?} {}", problem.given(), all.len());
            assert!(report.is_good(), "{what}\n{report}");
        }
    }
}

/// No solver, no search of ours: all assignments.
#[test]
fn trying_all_assignments_finds_what_fits() {
    let mut tried = 0;
    for (place, kind, problem, all) in samples() {
        if problem.graph().len() > 5 || kind == Kind::Closed && !problem.has_given_steps() {
            continue;
        }
        for style in styles::all() {
            let formula = Formula::new(&problem, style).unwrap();
            let is_slow = [Name::Textbook, Name::Binary].contains(&style.name());
            if is_slow && problem.graph().len() > 4 || !formula.is_exact() {
                continue;
            }
            let [models, tours] = formula.models_of_tours().map(|number| number as usize);
            let mut found = 0;
            let cnf = collect(&problem, style);
            Brute::new(&cnf, &formula.tour_literals()).each_model(&mut |_| {
                found += 1;
                true
            });
            let what = format!("{place} {style:?} {:?}", problem.given());
            assert_eq!(found * tours, all.len() * models, "{what}");
            tried += 1;
        }
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn sizes_are_those_that_are_counted() {
    for (place, _, problem, _) in samples() {
        for style in styles::all() {
            let formula = Formula::new(&problem, style).unwrap();
            let counted = formula.count();
            let what = format!("{place} {style:?} {:?}", problem.given());
            assert_eq!(formula.total(), counted.total(), "{what}");
            assert_eq!(formula.size(), counted.groups(), "{what}");
        }
    }
}

fn ring(len: u32) -> Problem {
    let edges: Vec<[u32; 2]> = (0..len)
        .map(|v| [v.min((v + 1) % len), v.max((v + 1) % len)])
        .collect();
    Problem::new(Graph::from_edges(len, &edges), Kind::Closed, None, None).unwrap()
}

#[test]
fn what_clashes_is_told_with_the_two_that_do() {
    let at = |step, vertex| Clue::At { step, vertex };
    let told = |clues: &[Clue]| {
        let problem = ring(8)
            .with_given(Given::new(clues.iter().copied()))
            .unwrap();
        match problem.obstruction() {
            Some(Obstruction::Clash(clash)) => (clash.clues, clash.why),
            other => panic!("{clues:?}: {other:?}"),
        }
    };
    let cases = [
        ([at(2, 1), at(2, 3)], Why::Twice),
        ([at(2, 1), at(4, 1)], Why::Twice),
        ([at(2, 1), at(3, 4)], Why::TooFar { moves: 3, steps: 1 }),
        ([at(1, 1), at(8, 4)], Why::TooFar { moves: 3, steps: 1 }),
        ([at(2, 1), at(5, 3)], Why::Colours { steps: 3 }),
        ([Clue::Move([0, 1]), Clue::NoMove([0, 1])], Why::Contrary),
        (
            [at(3, 3), Clue::NotAt { step: 3, vertex: 3 }],
            Why::Contrary,
        ),
    ];
    for (clues, why) in cases {
        assert_eq!(told(&clues), (clues, why));
        let reversed = [clues[1], clues[0]];
        assert_eq!(told(&reversed), (clues, why));
        let more = [clues[0], at(7, 7), clues[1]];
        if why == Why::Contrary {
            assert_eq!(told(&more), (clues, why));
        }
    }
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let told = |clue| ring(6).with_given(Given::new([clue])).unwrap_err();
    assert_eq!(told(Clue::Move([0, 3])), ProblemError::NoMove(0, 3));
    assert_eq!(told(Clue::NoMove([3, 0])), ProblemError::NoMove(0, 3));
    let beyond = Clue::At { step: 7, vertex: 0 };
    assert_eq!(told(beyond), ProblemError::NoStep { step: 7, steps: 6 });
    let kept = Clue::NotAt { step: 2, vertex: 0 };
    assert_eq!(told(kept), ProblemError::NoFirstStep);
}

#[test]
fn the_verifier_says_what_does_not_fit() {
    let tour: Vec<u32> = (0..6).collect();
    let told = |clues: &[Clue]| {
        let edges: Vec<[u32; 2]> = (0..6)
            .flat_map(|a| (a + 1..6).map(move |b| [a, b]))
            .collect();
        let graph = Graph::from_edges(6, &edges);
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let problem = problem
            .with_given(Given::new(clues.iter().copied()))
            .unwrap();
        Tour::verify(&problem, tour.clone())
    };
    let at = |step, vertex| Clue::At { step, vertex };
    assert!(told(&[Clue::Move([0, 5]), Clue::NoMove([0, 2]), at(3, 2)]).is_ok());
    let missing = |error| matches!(error, TourError::Missing { .. });
    assert!(missing(told(&[Clue::Move([0, 2])]).unwrap_err()));
    let forbidden = told(&[Clue::NoMove([0, 5])]).unwrap_err();
    assert!(matches!(
        forbidden,
        TourError::Forbidden {
            step: 6,
            next: 1,
            ..
        }
    ));
    let wrong = told(&[at(3, 4)]).unwrap_err();
    assert!(matches!(wrong, TourError::WrongEnd { step: 3, .. }));
    let here = told(&[at(1, 0), Clue::NotAt { step: 2, vertex: 1 }]).unwrap_err();
    assert!(matches!(here, TourError::NotHere { step: 2, .. }));
}

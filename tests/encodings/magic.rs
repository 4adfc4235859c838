//! Magic tours, with equal sums of steps on all ranks, and on all files. They are compared with
//! exhaustive search and with published tours.

use crate::common;
use crate::common::brute;
use crate::common::graphs;
use crate::common::styles;

use brute::Brute;
use common::program::{run, run_with, write};
use graphs::{graph, words};
use knightsat::check::{self, inspect};
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, Name, Style};
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Coordinates;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use std::collections::BTreeSet;
use styles::collect;
use tempfile::TempDir;

/// William Beverley, Philosophical Magazine 33, 1848: open.
const BEVERLEY: &str = "a8 c7 b5 d6 e8 g7 h5 f6 e4 g3 h1 f2 d1 b2 c4 a3 c2 a1 b3 d4 e2 g1 h3 f4 e6 g5 \
    h7 f8 d7 b8 a6 c5 a4 c3 b1 d2 f1 h2 g4 e3 f5 h6 g8 e7 d5 b6 c8 a7 c6 a5 b7 d8 f7 h8 g6 e5 f3 h4 g2 \
    e1 d3 b4 a2 c1";

/// H. E. Dudeney, Amusements in Mathematics, 1917, solution of 412: closed.
const DUDENEY: &str = "c1 a2 b4 d3 e5 f7 h8 g6 f8 h7 g5 e6 d4 c2 a1 b3 a5 b7 d8 c6 e7 g8 h6 f5 h4 g2 \
    e1 f3 d2 b1 a3 c4 e3 g4 h2 f1 g3 h1 f2 e4 d6 b5 a7 c8 b6 a8 c7 d5 c3 d1 b2 a4 c5 a6 b8 d7 f6 e8 g7 \
    h5 f4 h3 g1 e2";

#[test]
fn published_tours_are_magic() {
    for (tour, kind) in [(BEVERLEY, ""), (DUDENEY, ""), (DUDENEY, "--closed")] {
        let (code, out, err) = run_with(&format!("verify 8x8 {kind} --magic -"), tour);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
    }
}

#[test]
fn others_are_told_the_first_line_that_is_wrong() {
    // Begun a step later, every step is one less, and one is 63 more.
    let mut squares: Vec<&str> = DUDENEY.split(' ').collect();
    squares.rotate_left(1);
    let (code, _, out) = run_with("verify 8x8 --closed --magic -", &squares.join(" "));
    let wrong = "the steps on the rank of a1 add up to 316, and should to 260";
    assert!(code == 1 && out.contains(wrong), "{code} {out}");
    // Two squares of one file, so that only ranks are wrong.
    let swapped = BEVERLEY
        .replace("a8 ", "x ")
        .replace("a6 ", "a8 ")
        .replace("x ", "a6 ");
    let (code, _, out) = run_with("verify 8x8 --magic -", &swapped);
    assert!(code == 1 && out.contains("is not a move"), "{code} {out}");
}

#[test]
fn the_rest_of_a_tour_follows_from_a_part() {
    let given = |tour: &str, count: usize| {
        let steps = (1..).zip(tour.split(' ')).take(count);
        let steps: Vec<String> = steps
            .map(|(step, square)| format!("{step}={square}"))
            .collect();
        steps.join(",")
    };
    for (tour, kind) in [(BEVERLEY, ""), (DUDENEY, "--closed")] {
        for encoding in ["position", "textbook", "binary"] {
            let at = given(tour, if encoding == "position" { 44 } else { 52 });
            let asked = format!("8x8 {kind} --magic --at {at}");
            let (code, out, err) = run(&format!(
                "solve {asked} --encoding {encoding} --format moves --timeout 120"
            ));
            assert_eq!(code, 0, "{encoding} {out} {err}");
            let (code, out, _) = run_with(&format!("verify {asked} -"), &out);
            assert_eq!(code, 0, "{encoding} {out}");
        }
    }
}

/// Every path through all vertices, by trying.
fn paths(problem: &Problem, path: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    if path.len() == problem.graph().len() as usize {
        found.push(path.clone());
    }
    for next in 0..problem.graph().len() {
        let follows = path
            .last()
            .is_none_or(|&last| problem.graph().has_edge(last, next));
        if follows && !path.contains(&next) {
            path.push(next);
            paths(problem, path, found);
            path.pop();
        }
    }
}

fn adds_up(places: &Coordinates, steps: &[u32]) -> bool {
    let sums = |axis: usize| {
        let mut sums = vec![0; places.sides()[axis] as usize];
        for (step, &vertex) in (1..).zip(steps) {
            sums[places.of(vertex)[axis] as usize] += step;
        }
        sums
    };
    [0, 1]
        .into_iter()
        .all(|axis| sums(axis).windows(2).all(|pair| pair[0] == pair[1]))
}

/// A problem of magic tours, and all of them.
type Sample = (Problem, BTreeSet<Vec<u32>>);

/// Graphs of eight vertices and a few of four, anywhere on a grid, with ends or clues or without.
fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for (number, word) in words(41).take(260).enumerate() {
        let sides = [[2, 4], [4, 2], [2, 2], [2, 4]][number % 4];
        let len = sides[0] * sides[1];
        let graph = graph(len, word | word >> 23);
        let mut of: Vec<[u32; 2]> = (0..len).map(|v| [v / sides[1], v % sides[1]]).collect();
        of.sort_by_key(|place| (word >> (8 * place[0] + 4 * place[1])).wrapping_mul(word | 1));
        let places = Coordinates::new(sides, of);
        for kind in [Kind::Open, Kind::Closed] {
            let start = (number % 5 == 0).then_some(0);
            let end = (number % 7 == 0).then_some(1);
            let problem = Problem::new(graph.clone(), kind, start, end).unwrap();
            let problem = problem
                .with_coordinates(places.clone())
                .with_magic()
                .unwrap();
            let clue = match number % 3 {
                0 => None,
                1 => Some(Clue::At { step: 3, vertex: 2 }),
                _ => Some(Clue::NotAt { step: 1, vertex: 3 }),
            };
            let problem = problem.with_given(Given::new(clue)).unwrap();
            let mut all = Vec::new();
            paths(&problem, &mut Vec::new(), &mut all);
            all.retain(|steps| {
                let closes = graph.has_edge(steps[0], steps[steps.len() - 1]) && len > 2;
                let fits = match clue {
                    Some(Clue::At { step, vertex }) => steps[step as usize - 1] == vertex,
                    Some(Clue::NotAt { step, vertex }) => steps[step as usize - 1] != vertex,
                    _ => true,
                };
                (kind == Kind::Open || closes)
                    && start.is_none_or(|start| steps[0] == start)
                    && end.is_none_or(|end| steps[steps.len() - 1] == end)
                    && fits
                    && adds_up(&places, steps)
            });
            samples.push((problem, all.into_iter().collect()));
        }
    }
    samples
}

fn styles_of_steps() -> Vec<Style> {
    let knows =
        |style: &Style| [Name::Position, Name::Textbook, Name::Binary].contains(&style.name());
    styles::all().into_iter().filter(knows).collect()
}

#[test]
fn the_search_finds_all_magic_tours() {
    let samples = samples();
    let of = |kind| {
        let of_kind = samples.iter().filter(|(problem, _)| problem.kind() == kind);
        of_kind.filter(|(_, all)| !all.is_empty()).count()
    };
    assert!(
        of(Kind::Open) > 40 && of(Kind::Closed) > 20,
        "{} {}",
        of(Kind::Open),
        of(Kind::Closed)
    );
    for (problem, all) in samples {
        let found: Vec<Vec<u32>> = Search::new(&problem, Directions::Both).collect();
        assert_eq!(found.len(), all.len(), "a tour twice");
        assert_eq!(
            found.into_iter().collect::<BTreeSet<_>>(),
            all,
            "{problem:?}"
        );
        for steps in all {
            Tour::verify(&problem, steps).unwrap();
        }
    }
}

#[test]
fn the_encodings_that_know_steps_have_all_magic_tours() {
    let styles = styles_of_steps();
    for (number, (problem, all)) in samples().into_iter().enumerate() {
        let place = Place::Graph(problem.graph().clone());
        for style in styles.iter().cycle().skip(number).take(3) {
            let formula = Formula::new(&problem, *style).unwrap();
            let report = inspect(&place, &problem, &formula, &check::Options::default()).unwrap();
            assert!(report.is_good(), "{style:?} {problem:?} {all:?}\n{report}");
        }
    }
}

/// No solver, no search of ours: all assignments.
#[test]
fn trying_all_assignments_finds_the_magic_tours() {
    let mut tried = 0;
    for (problem, all) in samples()
        .into_iter()
        .filter(|(problem, _)| problem.graph().len() == 4)
    {
        for style in styles_of_steps() {
            let formula = Formula::new(&problem, style).unwrap();
            let [models, tours] = formula.models_of_tours().map(|number| number as usize);
            let mut found = 0;
            let cnf = collect(&problem, style);
            Brute::new(&cnf, &formula.projection()).each_model(&mut |_| {
                found += 1;
                true
            });
            assert_eq!(found * tours, all.len() * models, "{style:?} {problem:?}");
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn sizes_are_those_that_are_counted() {
    let with_symmetry = check::place("4x4");
    let board = with_symmetry
        .board()
        .unwrap()
        .clone()
        .with_leaper(0, 1)
        .unwrap();
    let turned = |turn: &str| {
        let spec = TourSpec {
            magic: true,
            symmetric: Some(turn.parse().unwrap()),
            ..TourSpec::from(Kind::Closed)
        };
        spec.problem(&board.clone().into(), &Default::default())
            .unwrap()
    };
    let symmetric = ["rot180", "rot90"].map(|turn| (turned(turn), BTreeSet::new()));
    for (problem, _) in samples().into_iter().chain(symmetric) {
        for mut style in styles_of_steps() {
            for three_cnf in [false, true] {
                style.three_cnf = three_cnf;
                let formula = Formula::new(&problem, style).unwrap();
                assert_eq!(
                    formula.total(),
                    crate::common::collect(&formula).size(),
                    "{style:?}"
                );
            }
        }
    }
}

#[test]
fn a_formula_says_that_it_is_of_magic_tours() {
    let dir = TempDir::new().unwrap();
    let at: Vec<String> = (1..)
        .zip(DUDENEY.split(' '))
        .map(|(i, square)| format!("{i}={square}"))
        .collect();
    let formula = dir.path().join("f.cnf").display().to_string();
    let asked = format!("8x8 --closed --magic --at {}", at[..48].join(","));
    let (code, _, err) = run(&format!("encode {asked} -o {formula}"));
    assert_eq!(code, 0, "{err}");
    let (code, result, _) = run(&format!("sat {formula}"));
    assert_eq!(code, 10);
    let result = write(dir.path(), "result", &result);
    let (code, moves, err) = run(&format!("decode {formula} {result} --format moves"));
    assert_eq!((code, moves.trim()), (0, DUDENEY), "{err}");
    // The file of another tour with the same claim.
    let (code, _, err) = run_with(
        "verify 8x8 --closed --magic -",
        &moves.replace("c1 a2", "a2 c1"),
    );
    assert!(code == 1 && err.contains("is not a move"), "{err}");
}

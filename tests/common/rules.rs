//! Problems under rules, and the tours that keep them, found by trying them one by one.

use super::clues::expected;
use super::graphs::{graph, words};
use super::points::Points;
use knightsat::check;
use knightsat::tour::fact::Fact;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::rule::{Atom, Literal, Rule, read};
use knightsat::tour::{Kind, Problem, ProblemError};
use std::collections::BTreeSet;

/// A few rules over the first so many kinds of atoms.
pub fn random(graph: &Graph, kinds: u64, words: &mut impl Iterator<Item = u64>) -> Vec<Rule> {
    let len = u64::from(graph.len());
    let mut literal = || {
        let mut draw = |most: u64| (words.next().unwrap() >> 20) % most;
        let a = draw(len) as u32;
        let beside = graph.neighbours(a);
        // A pair that is no move is never one of the tour.
        let b = match draw(8) {
            0 => draw(len) as u32,
            pick if beside.is_empty() => (a + 1 + pick as u32) % graph.len(),
            pick => beside[pick as usize % beside.len()],
        };
        let atom = match draw(kinds) {
            _ if a == b => Atom::Fact(Fact::At {
                step: draw(len) as u32 + 1,
                vertex: a,
            }),
            0 => Atom::Fact(Fact::edge(a, b)),
            1 => Atom::Fact(Fact::Arc { from: a, to: b }),
            2 => Atom::After(a, b),
            _ => Atom::Fact(Fact::At {
                step: draw(len) as u32 + 1,
                vertex: a,
            }),
        };
        Literal {
            atom,
            is_positive: draw(2) == 0,
        }
    };
    let lengths = [1, 2, 3, 2];
    let mut rule = |length: usize| Rule((0..length).map(|_| literal()).collect());
    let rules = lengths.into_iter().map(&mut rule).collect::<Vec<_>>();
    let count = 1 + (words.next().unwrap() >> 20) % 4;
    rules.into_iter().take(count as usize).collect()
}

/// A problem under rules, and the sequences that a search for both directions should find.
pub struct Sample {
    pub place: Place,
    pub problem: Problem,
    pub tours: BTreeSet<Vec<u32>>,
}

/// Open and closed tours, with a start, an end, a given step or no clue. A closed tour without a
/// first step has rules about edges alone.
pub fn samples() -> Vec<Sample> {
    let small = [3, 4, 5, 6].into_iter().flat_map(|len| {
        let words = words(u64::from(len) + 5).take(4);
        words.map(move |bits| Place::Graph(graph(len, bits | bits >> 13 | bits >> 29)))
    });
    let boards = ["3x4", ".../.../.../...", "####./...../....."].map(check::place);
    let mut words = words(34);
    let mut samples = Vec::new();
    for place in small.chain(boards) {
        let graph = place.graph();
        let last = graph.len();
        for (kind, round) in [Kind::Open, Kind::Closed]
            .into_iter()
            .flat_map(|kind| (0..6).map(move |round| (kind, round)))
        {
            let vertex = (words.next().unwrap() >> 20) as u32 % last;
            let clues = match round {
                0 | 1 => vec![],
                2 | 3 => vec![Clue::At { step: 1, vertex }],
                4 => vec![Clue::At { step: last, vertex }],
                _ => vec![Clue::At { step: 3, vertex }],
            };
            let kinds = if kind == Kind::Closed && clues.is_empty() {
                1
            } else {
                4
            };
            let rules = random(&graph, kinds, &mut words);
            let is_directed = rules.iter().any(Rule::is_directed);
            let base = Problem::new(graph.clone(), kind, None, None).unwrap();
            let base = base.with_given(Given::new(clues.iter().copied())).unwrap();
            let problem = match base.with_rules(rules.clone()) {
                Ok(problem) => problem,
                Err(error) => {
                    assert_eq!(error, ProblemError::NoFirstStep);
                    assert!(kind == Kind::Closed && clues.is_empty() && is_directed);
                    continue;
                }
            };
            let mut tours = expected(&graph, kind, &clues);
            tours.retain(|steps| Points::new(&place, steps, kind).keeps(&rules));
            samples.push(Sample {
                place: place.clone(),
                problem,
                tours,
            });
        }
    }
    samples
}

/// Rules about angles, crossings and sums on boards; the verifier evaluates them.
pub fn on_boards() -> Vec<Sample> {
    const RULES: [&str; 8] = [
        "turns <= 8",
        "not turns = 8\nobtuse >= 3",
        "turn(b3) or straight(b1)",
        "not acute(c2)\nnot a1-c2 or acute(b1)",
        "cross(a1-c2, b1-a3)",
        "crossings <= 9 or not a1-b3",
        "a1-c2 + b3-d2 - turn(b1) <= 0",
        "slope+2 - slope-2 >= 1\nnot a1-c2 + a1-b3 + b1-d2 + b1-c3 = 3",
    ];
    const DIRECTED: [&str; 4] = [
        "after(c3, a1) or turns <= 7",
        "a1->c2 + b3->d2 + a2@4 >= 1",
        "b1@5 or not turn(b1)\nafter(a1, b1)",
        "crossings + a1@1 + after(b1, b3) <= 9",
    ];
    let mut samples = Vec::new();
    for (board, kind) in [
        ("3x4", Kind::Open),
        ("####./...../.....", Kind::Open),
        ("#..##/.#.../...##/#...#", Kind::Closed),
    ] {
        let place = check::place(board);
        let start = match kind {
            Kind::Open => None,
            Kind::Closed => Some(place.vertex("b1").unwrap()),
        };
        for text in RULES.into_iter().chain(DIRECTED) {
            let Ok(rules) = read(text, &place) else {
                continue;
            };
            let vertex = |name: &String| place.vertex(name).unwrap();
            let rules = rules.iter().map(|rule| rule.map(vertex)).collect();
            let problem = place.problem(kind, start, None).unwrap();
            let problem = problem.with_rules(rules).unwrap();
            let given = start.map(|vertex| Clue::At { step: 1, vertex });
            let clues: Vec<Clue> = given.into_iter().collect();
            let mut tours = expected(problem.graph(), kind, &clues);
            tours.retain(|steps| Points::new(&place, steps, kind).keeps(problem.rules()));
            let place = place.clone();
            samples.push(Sample {
                place,
                problem,
                tours,
            });
        }
    }
    samples
}

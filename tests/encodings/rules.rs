//! Tours under rules: compares every encoding and the search with an exhaustive enumeration, which
//! evaluates rules with code of its own.

use crate::common::brute::Brute;
use crate::common::clues::expected;
use crate::common::graphs::{graph, words};
use crate::common::{collect, styles};
use knightsat::check::{self, inspect};
use knightsat::count::frontier::{self, FrontierError, Limits};
use knightsat::count::search::{Directions, Search};
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::fact::Fact;
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::rule::{Atom, Literal, Rule};
use knightsat::tour::{Kind, Problem, ProblemError};
use knightsat_encoding::{Encoding, Formula, FormulaError, Name, Style, position};
use std::collections::BTreeSet;

/// Returns true if an atom is true of a sequence of vertices.
fn holds(steps: &[u32], kind: Kind, atom: &Atom) -> bool {
    let mut moves: Vec<[u32; 2]> = steps.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    if kind == Kind::Closed {
        moves.push([steps[steps.len() - 1], steps[0]]);
    }
    let place = |vertex: u32| steps.iter().position(|&other| other == vertex).unwrap();
    match *atom {
        Atom::Fact(Fact::At { step, vertex }) => place(vertex) + 1 == step as usize,
        Atom::Fact(Fact::Arc { from, to }) => moves.contains(&[from, to]),
        Atom::Fact(Fact::Edge(ends)) => {
            let [a, b] = *ends;
            moves.contains(&[a, b]) || moves.contains(&[b, a])
        }
        Atom::After(later, earlier) => place(later) > place(earlier),
        _ => unreachable!("none of these is drawn here"),
    }
}

fn keeps(steps: &[u32], kind: Kind, rules: &[Rule]) -> bool {
    let is_true = |literal: &Literal| holds(steps, kind, &literal.atom) == literal.is_positive;
    rules.iter().all(|rule| rule.0.iter().any(is_true))
}

/// A few rules over the first so many kinds of atoms.
fn random(graph: &Graph, kinds: u64, words: &mut impl Iterator<Item = u64>) -> Vec<Rule> {
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
struct Sample {
    place: Place,
    problem: Problem,
    tours: BTreeSet<Vec<u32>>,
}

/// Open and closed tours, with a start, an end, a given step or no clue. A closed tour without a
/// first step has rules about edges alone.
fn samples() -> Vec<Sample> {
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
            tours.retain(|steps| keeps(steps, kind, &rules));
            samples.push(Sample {
                place: place.clone(),
                problem,
                tours,
            });
        }
    }
    samples
}

#[test]
fn the_searches_find_the_tours_that_keep_the_rules() {
    let (mut some, mut none) = (0, 0);
    for Sample {
        place,
        problem,
        tours,
    } in samples()
    {
        let what = format!("{place} {problem:?}");
        let found = Search::new(&problem, Directions::Both);
        assert_eq!(found.collect::<BTreeSet<_>>(), tours, "{what}");
        let found = Search::new(&problem, Directions::Both).unpruned();
        assert_eq!(found.count(), tours.len(), "{what}");
        let count = frontier::count(&problem, &Limits::default());
        let is_refused = matches!(count, Err(FrontierError::Refused(_)));
        assert!(is_refused, "{what}");
        *if tours.is_empty() {
            &mut none
        } else {
            &mut some
        } += 1;
    }
    assert!(some > 60 && none > 20, "{some} {none}");
}

#[test]
fn every_encoding_has_the_tours_that_keep_the_rules() {
    let mut checked = 0;
    for (
        number,
        Sample {
            place,
            problem,
            tours,
        },
    ) in samples().into_iter().enumerate()
    {
        let atoms = || problem.rules().iter().flat_map(Rule::atoms);
        let names_steps = atoms().any(|atom| matches!(atom, Atom::Fact(Fact::At { .. })));
        let names_order = atoms().any(|atom| matches!(atom, Atom::After(..)));
        let plain = Name::ALL.map(Name::style).into_iter();
        let split = plain.clone().map(|style| Style {
            three_cnf: true,
            ..style
        });
        let others = styles::all().into_iter().skip(number % 7).step_by(7);
        for style in plain.chain(split).chain(others) {
            let what = format!("{place} {style:?} {problem:?}");
            let formula = match Formula::new(&problem, style) {
                Ok(formula) => formula,
                Err(error) => {
                    let FormulaError::Refused(refusal) = error else {
                        panic!("{what}: {error}");
                    };
                    let backend = style.name().backend();
                    assert_eq!(refusal.backend, backend);
                    assert!(!backend.supports(problem.demands()), "{what}");
                    assert!(refusal.rule.is_some(), "{what}");
                    assert!(names_steps || names_order, "{what}");
                    assert!(refusal.others.contains(&"position"), "{what}");
                    continue;
                }
            };
            let report = inspect(&place, &problem, &formula, &check::Options::default()).unwrap();
            assert!(report.is_good(), "{what}\n{report}");
            let cnf = collect(&formula);
            assert_eq!(cnf.size(), formula.total(), "{what}");
            if formula.is_exact() && number % 5 == 0 {
                let counted = Tours::by_models(&problem, &formula, &Stop::default());
                let counted = counted.map(Result::unwrap).count();
                let found = Tours::by_search(&problem, &Stop::default()).count();
                assert_eq!(counted, found, "{what}");
            }
            checked += usize::from(!tours.is_empty());
        }
    }
    assert!(checked > 1000, "{checked}");
}

/// No solver: all assignments are tried.
#[test]
fn trying_all_assignments_finds_the_tours_that_keep_the_rules() {
    let mut checked = 0;
    for Sample {
        place,
        problem,
        tours,
    } in samples()
    {
        if problem.graph().len() > 4 {
            continue;
        }
        for style in Name::ALL.map(Name::style) {
            let formula = match Formula::new(&problem, style) {
                Ok(formula) if formula.is_exact() => formula,
                _ => continue,
            };
            let (cnf, projection) = (collect(&formula), formula.projection());
            let mut models = 0;
            Brute::new(&cnf, &projection).each_model(&mut |_| {
                models += 1;
                true
            });
            let [of_models, of_tours] = formula.models_of_tours().map(|number| number as usize);
            let counted = Tours::by_search(&problem, &Stop::default()).count();
            assert_eq!(
                models * of_tours,
                counted * of_models,
                "{place} {style:?} {problem:?} {tours:?}"
            );
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn rules_without_variables_name_the_encodings_that_have_them() {
    let place = check::place("3x4");
    let problem = |rule: &str| {
        let rules = knightsat::tour::rule::read(rule, &place).unwrap();
        let rules = rules
            .iter()
            .map(|rule| rule.map(|name| place.vertex(name).unwrap()));
        let problem = place.problem(Kind::Open, None, None).unwrap();
        problem.with_rules(rules.collect()).unwrap()
    };
    let said = |rule: &str, name: Name| {
        let problem = problem(rule);
        Formula::new(&problem, name.style())
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        said("a1-c2\nnot d1@3\n", Name::Order),
        "the encoding order does not support rules about steps, as in rule 2: use `encoding` position, textbook, \
         binary or distance"
    );
    assert_eq!(
        said("after(b3, a1)\n", Name::Adder),
        "the encoding adder does not support rules about the order of squares, as in rule 1: use `encoding` \
         position, textbook, binary, order or distance"
    );
    // Without variables of arcs they are defined by steps.
    let without_arcs = Style::of(Encoding::Position(position::Options {
        arcs: false,
        ..position::Options::DEFAULT
    }));
    let problem = problem("a1-c2 or not d1@3\nnot a1->c2\nafter(b3, a1)\n");
    for style in [
        Style::DEFAULT,
        without_arcs,
        Name::Textbook.style(),
        Name::Binary.style(),
    ] {
        let formula = Formula::new(&problem, style).unwrap();
        assert!(
            formula
                .size()
                .iter()
                .any(|(group, size)| *group == "rules" && size.clauses > 2)
        );
    }
}

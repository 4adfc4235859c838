//! Tours under rules: compares every encoding and the search with an exhaustive enumeration, which
//! evaluates rules with code of its own.

use crate::common::brute::Brute;
use crate::common::pseudo::Pseudo;
use crate::common::rules::{Sample, on_boards, samples};
use crate::common::{collect, styles};
use itertools::{Itertools, iproduct};
use knightsat::check::{self, inspect};
use knightsat::count::frontier::{self, FrontierError, Limits};
use knightsat::count::search::{Directions, Search};
use knightsat::search::tours::Tours;
use knightsat::stop::Stop;
use knightsat::tour::Kind;
use knightsat::tour::fact::Fact;
use knightsat::tour::rule::{Atom, Rule};
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::opb::{Constraint, Size};
use knightsat_encoding::flow::Flow;
use knightsat_encoding::{Encoding, Formula, FormulaError, Name, Style, position};
use knightsat_tour::table::Backend;
use std::collections::BTreeSet;

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
        if Backend::Frontier.supports(problem.demands()) {
            let found = Search::new(&problem, Directions::One).count();
            assert_eq!(count, Ok(found.into()), "{what}");
        } else {
            let is_refused = matches!(count, Err(FrontierError::Refused(_)));
            assert!(is_refused, "{what}");
        }
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

/// Returns the sets of edges of tours.
fn edge_sets(kind: Kind, tours: &BTreeSet<Vec<u32>>) -> BTreeSet<Vec<[u32; 2]>> {
    let edges = |steps: &Vec<u32>| {
        let moves = steps.iter().circular_tuple_windows();
        let moves = moves.map(|(&a, &b)| [a.min(b), a.max(b)]);
        let number = steps.len() - usize::from(kind == Kind::Open);
        moves.take(number).sorted().collect()
    };
    tours.iter().map(edges).collect()
}

/// The numbers in the header are exact, and the solutions are the tours that keep the rules.
#[test]
fn pseudo_boolean_constraints_have_the_tours_that_keep_the_rules() {
    let (mut some, mut with_steps) = (0, 0);
    for sample in samples().into_iter().chain(on_boards()) {
        let Sample {
            place,
            problem,
            tours,
        } = sample;
        let what = format!("{place} {problem:?}");
        let flow = Flow::new(&problem, &Stop::default()).unwrap();
        let mut all: Vec<Constraint> = Vec::new();
        flow.constraints(|constraint| {
            all.push(constraint.clone());
            true
        });
        let lits = all.iter().flat_map(|constraint| &constraint.terms);
        let variables = lits.map(|(_, lit)| lit.var().number()).max();
        let Size {
            variables: most,
            constraints,
        } = flow.size();
        assert_eq!(constraints, all.len() as u64, "{what}");
        assert!(variables.is_none_or(|last| last <= most), "{what}");
        let edges = (0..flow.edges().len() as u32).map(|edge| flow.taken(edge));
        let places = iproduct!(1..=flow.steps(), 0..flow.steps());
        let on = places
            .map(|(step, vertex)| flow.on(step, vertex))
            .collect_vec();
        let shown = if on.is_empty() { edges.collect() } else { on };
        let others = (1..=most)
            .rev()
            .map(|number| Lit::from_dimacs(number as i32).unwrap());
        let found = Pseudo::new(most, &all).count(&shown, &others.collect_vec());
        let expected = match flow.steps() {
            0 => edge_sets(problem.kind(), &tours).len(),
            _ => tours.len(),
        };
        assert_eq!(found, expected as u64, "{what}");
        some += usize::from(!tours.is_empty());
        with_steps += usize::from(flow.steps() > 0 && !tours.is_empty());
    }
    assert!(some > 80 && with_steps > 40, "{some} {with_steps}");
}

#[test]
fn every_encoding_has_or_defines_the_atoms_of_rules() {
    let place = check::place("3x4");
    let problem = |rule: &str| {
        let rules = knightsat::tour::rule::read(rule, &place).unwrap();
        let rules = rules
            .iter()
            .map(|rule| rule.map(|name| place.vertex(name).unwrap()));
        let problem = place.problem(Kind::Open, None, None).unwrap();
        problem.with_rules(rules.collect()).unwrap()
    };
    // What a connectivity has no variables for, the positions of distance define.
    let groups = |rule: &str, name: Name| {
        let problem = problem(rule);
        let formula = Formula::new(&problem, name.style()).unwrap();
        let groups = formula.size().into_iter();
        groups.map(|(group, _)| group).collect::<Vec<_>>()
    };
    for name in [Name::Order, Name::Elimination, Name::Lazy] {
        let defined = groups("not d1@3\n", name);
        assert!(defined.contains(&"next position"), "{name} {defined:?}");
    }
    assert!(!groups("after(b3, a1)\n", Name::Order).contains(&"next position"));
    assert!(!groups("not d1@3\n", Name::Adder).contains(&"next position"));
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

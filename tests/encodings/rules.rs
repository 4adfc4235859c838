//! Rules as pseudo-Boolean constraints, which have the tours of an exhaustive enumeration, and the
//! groups that define the facts of rules in the other encodings.

use crate::common::pseudo::Pseudo;
use crate::common::rules::{Sample, on_boards, samples};
use crate::common::styles::with;
use itertools::{Itertools, iproduct};
use knightsat::check;
use knightsat::encoding::{Formula, Name, Style};
use knightsat::stop::Stop;
use knightsat::tour::{Kind, rule};
use knightsat_cnf::Lit;
use knightsat_cnf::dimacs::opb::{Constraint, Size};
use knightsat_encoding::flow::Flow;
use std::collections::BTreeSet;

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
    let groups = |text: &str, style: Style| {
        let rules = rule::read(text, &place).unwrap();
        let vertex = |name: &String| place.vertex(name).unwrap();
        let rules = rules.iter().map(|rule| rule.map(vertex)).collect();
        let problem = place.problem(Kind::Open, None, None).unwrap();
        let problem = problem.with_rules(rules).unwrap();
        Formula::new(&problem, style).unwrap().size()
    };
    // What a connectivity has no variables for, the positions of distance define.
    let defines = |text: &str, name: Name| {
        let groups = groups(text, name.style());
        groups.iter().any(|(group, _)| *group == "next position")
    };
    for name in [Name::Order, Name::Elimination, Name::Lazy] {
        assert!(defines("not d1@3\n", name), "{name}");
    }
    assert!(!defines("after(b3, a1)\n", Name::Order) && !defines("not d1@3\n", Name::Adder));
    // Without variables of arcs they are defined by steps.
    let text = "a1-c2 or not d1@3\nnot a1->c2\nafter(b3, a1)\n";
    let others = [Name::Position, Name::Textbook, Name::Binary].map(Name::style);
    for style in others
        .into_iter()
        .chain([with("arcs", false, Style::DEFAULT)])
    {
        let groups = groups(text, style);
        let mut rules = groups.iter().filter(|(group, _)| *group == "rules");
        assert!(rules.any(|(_, size)| size.clauses > 2), "{style:?}");
    }
}

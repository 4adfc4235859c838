//! Rules, statistics and properties besides the tours that have them: what encodings define.
//! tests/search/crosses.rs has their meaning.

use crate::common::prelude::*;
use crate::common::styles::with;
use knightsat::tour::{Statistic, Weights};
use knightsat_search::enumerate::{Models, Projection};
use knightsat_tour::constraint::Property;

#[test]
fn every_encoding_has_or_defines_the_atoms_of_rules() {
    let groups = |rules: &str, style: Style| {
        let (_, problem) = asked(&format!("3x4 --with {rules}"));
        Formula::new(&problem, style).unwrap().size()
    };
    // What a connectivity has no variables for, the positions of distance define.
    let defines = |text: &str, name: Name| {
        let groups = groups(text, name.style());
        groups.iter().any(|(group, _)| *group == "next position")
    };
    for name in [Name::Order, Name::Elimination, Name::Lazy] {
        assert!(defines("not d1@3", name), "{name}");
    }
    assert!(!defines("after(b3, a1)", Name::Order) && !defines("not d1@3", Name::Adder));
    // Without variables of arcs they are defined by steps.
    let others = [Name::Position, Name::Textbook, Name::Binary].map(Name::style);
    let without_arcs = with("arcs", false, Style::default());
    for style in others.into_iter().chain([without_arcs]) {
        let groups = groups("a1-c2 or not d1@3; not a1->c2; after(b3, a1)", style);
        let mut rules = groups.iter().filter(|(group, _)| *group == "rules");
        assert!(rules.any(|(_, size)| size.clauses > 2), "{style:?}");
    }
}

/// Boards with few tours.
const BOARDS: &str = "3x4|#..../...../....#|.../.#./... --closed|4x4 --leaper 0,1 --closed|\
    3x4 --leaper 0,1 --closed|2x4 --leaper 0,1|..##/..../..../##.. --leaper 0,1 --closed";

#[test]
fn a_statistic_over_the_variables_of_an_encoding_is_that_of_every_tour() {
    let mut models = 0;
    for (number, board) in BOARDS.split('|').enumerate() {
        let (_, problem) = asked(board);
        let weights = [3, -1, 0, 2, -5].into_iter().cycle();
        let edges = problem.graph().edges().zip(weights);
        let weights = Statistic::Weights(Weights::new("w", edges.collect()));
        let statistics = Statistic::all(&problem).into_iter().chain([weights]);
        let statistics = statistics.collect_vec();
        for (turn, name) in Name::ALL.into_iter().enumerate() {
            let formula = Formula::new(&problem, name.style()).unwrap();
            // A third of the statistics, others for each encoding.
            let some = statistics.iter().skip((number + turn) % 3).step_by(3);
            for statistic in some.filter(|_| formula.is_exact()) {
                let stop = Stop::default();
                let sum = statistic.sum(&problem, &stop).unwrap();
                let (cnf, sums) = formula.weighed(&[sum], &stop).unwrap();
                let sum = &sums[0];
                let mut solver = InProcess::varisat().start(Limits::default());
                solver.new_vars(cnf.variables());
                cnf.replay(&mut solver);
                for model in Models::new(solver, Projection::of(&formula)) {
                    let model = model.unwrap();
                    let taken = sum.literals.iter();
                    let taken = taken.filter(|&&(_, lit)| model.satisfies(lit));
                    let value = sum.constant + taken.map(|(weight, _)| *weight as i64).sum::<i64>();
                    let tour = formula.decode(&model).unwrap();
                    let expected = statistic.value(&problem, tour.steps()).unwrap();
                    assert_eq!(value, expected, "{name} {statistic} {board}");
                    models += 1;
                }
            }
        }
    }
    assert!(models > 1000, "{models}");
}

#[test]
fn a_property_has_a_name_and_states_its_demands() {
    for property in Property::all() {
        assert_eq!(property.to_string().parse(), Ok(property));
        assert!(!property.help().is_empty());
        for board in "3x4|4x5 --start a1|5x6 --closed --start a1|4x4 --closed".split('|') {
            let (_, plain) = asked(board);
            let stated = property.demands(plain.kind());
            let stated = plain.demands().iter().chain(stated.iter()).collect();
            let problem = plain.with(vec![property]).unwrap();
            assert_eq!(problem.demands(), stated, "{property} {board}");
        }
    }
    let error = "round".parse::<Property>().unwrap_err().to_string();
    assert!(error.starts_with("'round' is not a property of tours: write one of "));
}

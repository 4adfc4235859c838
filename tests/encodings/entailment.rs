//! Proofs by entailment: foreign encoders, right and wrong, and ours. An exhaustive search over all
//! assignments decides which mutants are wrong.

use super::foreign::{FOREIGN, edges, foreign, order, positions, slips, without};
use crate::common::depth::is_full;
use crate::common::mutants::{EACH, Score, attack};
use crate::common::prelude::*;
use knightsat::encoding::meaning::{Fact, FactStyle};
use knightsat::tour::rule::Atom;
use knightsat_check::FaultKind;
use knightsat_check::{Options, Report, Subject, Wrong, inspect};
use knightsat_tour::definition::{Definition, Law};
use std::collections::HashMap;

/// Returns a board, and the problem without ranks and files.
fn board(text: &str) -> (Place, Problem) {
    let (place, problem) = asked(text);
    let plain = Problem::new(place.graph(), problem.kind(), None, None);
    (place, plain.unwrap())
}

/// Returns the report of proofs alone, without a comparison of tours.
fn proved(place: &Place, problem: &Problem, subject: &dyn Subject) -> Report {
    let options = default_with(|options: &mut Options| options.most = 0);
    inspect(place, problem, subject, &options).unwrap()
}

fn assert_proved(place: &Place, problem: &Problem, subject: &dyn Subject, what: &str) {
    let report = proved(place, problem, subject);
    let is_proved = report.is_good() && !report.is_open;
    assert!(is_proved, "{what} {place}\n{report}");
}

#[test]
fn foreign_encoders_and_their_mutants_are_judged_as_by_exhaustion() {
    let mut score = Score::default();
    let graphs = [(4, &[][..]), (4, &[[0, 1]]), (5, &[[0, 1], [2, 3]])];
    for (name, kind, (len, left_out)) in iproduct!(FOREIGN, [Kind::Open, Kind::Closed], graphs) {
        if len == 5 && ["ladder", "moves", "order"].contains(&name) {
            continue;
        }
        let place = Place::Graph(without(len, left_out));
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let subject = |sink: &mut dyn ClauseSink| foreign(name, &problem, sink);
        attack(&place, &problem, &subject, EACH, |_| true, &mut score);
    }
    score.assert_varied(4, 200);
    let is_varied = score.mutants > 500 && score.open * 4 < score.mutants;
    assert!(is_varied, "{}", score.open);
}

#[test]
fn right_foreign_encoders_are_proved_where_tours_are_many() {
    let boards = ["5x5", "6x6 --closed"];
    for (number, (text, name)) in iproduct!(boards, &FOREIGN[..5]).enumerate() {
        if is_full() || number % 2 == 0 {
            let (place, problem) = board(text);
            let subject = |sink: &mut dyn ClauseSink| foreign(name, &problem, sink);
            assert_proved(&place, &problem, &subject, name);
        }
    }
}

/// One tour of very many is excluded, or one model of very many is no tour.
#[test]
fn a_rare_fault_is_found_without_enumeration() {
    let (place, problem) = board("6x6");
    let edges = problem.graph().edges().chain([[0, 1]]).collect_vec();
    let jump = Problem::new(Graph::from_edges(36, &edges), Kind::Open, None, None).unwrap();
    let excluding = ["not c3@7", "not c3@7 or not e1@29", "ladders"];
    let excluding = excluding.map(|fault| (fault, Wrong::NoModel));
    for (fault, wrong) in excluding.into_iter().chain([("jump", Wrong::NoTour)]) {
        let subject = |sink: &mut dyn ClauseSink| match fault {
            "jump" => positions("steps", &jump, sink),
            "ladders" => {
                let meaning = positions("ladder", &problem, sink);
                // These squares are at one of the first steps.
                let z = |number: u32| knightsat::cnf::Var::new(36 * 36 + number).unwrap().neg();
                sink.clause(&[z(3), z(8 * 36 + 3)]);
                meaning
            }
            rule => {
                let meaning = positions("steps", &problem, sink);
                slips(&place, rule, sink);
                meaning
            }
        };
        let report = proved(&place, &problem, &subject);
        let found = report.counterexample.as_ref().map(|found| found.wrong);
        assert!(found == Some(wrong), "{fault}\n{report}");
    }
}

/// Formulas of steps are proved in both ways, and the models of others on small boards.
#[test]
fn our_encodings_are_proved() {
    let some = "3x4 position|4x5 position|5x5 binary|6x6 textbook|6x6 --closed distance";
    let others = "6x6 position|6x6 binary|5x6 elimination|6x6 --closed binary|\
                  6x6 --closed elimination|8x8 textbook";
    let others = others.split('|').filter(|_| is_full());
    for row in some.split('|').chain(others) {
        let (size, name) = row.rsplit_once(' ').unwrap();
        let ((place, problem), name) = (board(size), name.parse::<Name>().unwrap());
        let formula = Formula::new(&problem, name.style()).unwrap();
        let report = proved(&place, &problem, &formula);
        let text = report.to_string();
        let is_sound = text.contains("proved: every model is a tour");
        assert!(is_sound, "{name} {size}\n{text}");
        let is_of_steps = [Name::Position, Name::Textbook, Name::Binary].contains(&name);
        let is_proved = report.is_good() && !(report.is_open && is_of_steps);
        assert!(is_proved, "{name} {size}\n{text}");
    }
}

/// Writes the definition, with a formula of somebody else that excludes second cycles.
fn defined(problem: &Problem, style: FactStyle, sink: &mut dyn ClauseSink) -> Meaning {
    let definition = Definition::new(problem, style, None);
    let meaning = match style {
        FactStyle::Positions => {
            let (facts, mut meaning) = (definition.facts(), Meaning::of(style));
            let vars = sink.new_vars(facts.len() as u32);
            let facts = facts.into_iter().zip(vars.iter());
            facts.for_each(|(fact, var)| meaning.add(fact, &[var.pos()]));
            meaning
        }
        FactStyle::Arcs => order(problem, sink),
        FactStyle::Edges => edges(problem, sink),
    };
    let lits = meaning.facts().iter().map(|(fact, lits)| (*fact, lits[0]));
    let lits: HashMap<Fact, Lit> = lits.collect();
    for law in Law::ALL {
        definition.clauses(law, &mut |clause| {
            let lits = clause.iter().map(|literal| {
                let Atom::Fact(fact) = literal.atom else {
                    panic!("a fact")
                };
                [!lits[&fact], lits[&fact]][usize::from(literal.is_positive)]
            });
            sink.clause(&lits.collect_vec());
        });
    }
    meaning
}

/// The definition has the tours that an independent search finds, and is proved by itself.
#[test]
fn the_definition_covers_symmetries_and_blocks() {
    let turned = |len: u32, order: u32, clues: &[Clue]| {
        let graph = without(len, &[]);
        let image = (0..len).map(|v| (v + len / order) % len).collect();
        let symmetry = Symmetry::new(&graph, image, order);
        let problem = Problem::new(graph.clone(), Kind::Closed, Some(0), None).unwrap();
        let problem = problem.with(symmetry).unwrap();
        let given = Given::new(clues.to_vec());
        (Place::Graph(graph), problem.with(given).unwrap())
    };
    let quarter = [Clue::At { step: 4, vertex: 3 }];
    let all = [FactStyle::Positions, FactStyle::Arcs, FactStyle::Edges];
    for ((place, problem), styles) in [
        (turned(6, 2, &[]), &all[..]),
        (turned(8, 2, &[]), &all[..1]),
        (turned(8, 4, &[]), &all[..]),
        (turned(8, 4, &quarter), &all[..1]),
        (asked("3x8 --blocks 3x4"), &all[1..2]),
    ] {
        for &style in styles {
            let subject = |sink: &mut dyn ClauseSink| defined(&problem, style, sink);
            let compared = inspect(&place, &problem, &subject, &Options::default()).unwrap();
            let is_right = compared.is_good() && !compared.is_open;
            assert!(is_right, "{style:?} {place}\n{compared}");
            let report = proved(&place, &problem, &subject);
            let is_proved = report.is_good() && !report.is_open;
            assert!(
                is_proved || style != FactStyle::Positions,
                "{place}\n{report}"
            );
        }
    }
}

/// Rules that the square at this step has a greater number than the last one.
fn greater(place: &Place, step: u32) -> String {
    let names = (0..place.len()).map(|vertex| place.name(vertex));
    let pairs = names.collect_vec().into_iter().array_combinations();
    let rules = pairs.map(|[v, w]| format!("not {v}@{step} or not {w}@{}\n", place.len()));
    rules.collect()
}

/// A formula may demand steps and directions, and promise them.
#[test]
fn faults_in_words_propose_what_the_models_promise() {
    use FaultKind::{Clauses, Direction, Ends};
    let [open, closed] = ["3x4", "5x6 --closed"].map(board);
    let half = greater(&open.0, 1);
    let half_and_fact = format!("{half}not c2@2");
    let start_and_half = format!("a1@1\n{}", greater(&closed.0, 2));
    for ((place, problem), promises, clauses, expected) in [
        (&open, false, &half[..], &[Direction][..]),
        (&open, false, "not c2@2", &[Clauses]),
        (&open, true, &half_and_fact, &[Clauses]),
        (&closed, false, "a1@1", &[Ends]),
        (&closed, false, &start_and_half, &[Ends, Direction]),
        (&closed, true, &start_and_half, &[Ends]),
    ] {
        let subject = |sink: &mut dyn ClauseSink| {
            let mut meaning = positions("steps", problem, sink);
            meaning.is_one_direction = promises;
            slips(place, clauses, sink);
            meaning
        };
        let options = Options {
            words: true,
            ..Options::default()
        };
        let faults = inspect(place, problem, &subject, &options).unwrap().faults;
        let kinds: Vec<FaultKind> = faults.iter().map(|fault| fault.kind).collect();
        assert_eq!(kinds, expected, "{place} {promises}: {faults:?}");
    }
}

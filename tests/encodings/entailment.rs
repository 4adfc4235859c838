//! Proofs by entailment: foreign encoders, right and wrong, and ours. An exhaustive search over all
//! assignments decides which mutants are wrong.

use super::foreign::{FOREIGN, edges, foreign, order, positions, without};
use crate::common::depth::is_full;
use crate::common::mutants::{EACH, Score, attack};
use itertools::{Itertools, iproduct};
use knightsat::check::{self, Options, Report, Subject, Wrong, inspect};
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::cnf::{Lit, Vars};
use knightsat::encoding::meaning::{Fact, FactStyle, Meaning};
use knightsat::encoding::{Formula, Name};
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::rule::Atom;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::symmetry::Symmetry;
use knightsat::tour::{Kind, Problem};
use knightsat_tour::definition::{Definition, Law};
use std::collections::HashMap;

fn board(board: &str, kind: Kind) -> (Place, Problem) {
    let place = check::place(board);
    let problem = Problem::new(place.graph(), kind, None, None).unwrap();
    (place, problem)
}

/// Returns the report of proofs alone, without a comparison of tours.
fn proved(place: &Place, problem: &Problem, subject: &dyn Subject) -> Report {
    let options = Options {
        most: 0,
        ..Options::default()
    };
    inspect(place, problem, subject, &options).unwrap()
}

fn assert_proved(place: &Place, problem: &Problem, subject: &dyn Subject, what: &str) {
    let report = proved(place, problem, subject);
    assert!(
        report.is_good() && !report.is_open,
        "{what} {place}\n{report}"
    );
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
        let subject = (&subject as &dyn Subject, false);
        attack(&place, &problem, subject, EACH, |_| true, &mut score);
    }
    score.assert_varied(4, 200);
    assert!(
        score.mutants > 500 && score.open * 4 < score.mutants,
        "{}",
        score.open
    );
}

#[test]
fn right_foreign_encoders_are_proved_where_tours_are_many() {
    let boards = [("5x5", Kind::Open), ("6x6", Kind::Closed)];
    for (number, ((size, kind), name)) in boards
        .into_iter()
        .cartesian_product(&FOREIGN[..7])
        .enumerate()
    {
        if is_full() || number % 2 == 0 {
            let (place, problem) = board(size, kind);
            let subject = |sink: &mut dyn ClauseSink| foreign(name, &problem, sink);
            assert_proved(&place, &problem, &subject, name);
        }
    }
}

/// One tour of very many is excluded, or one model of very many is no tour.
#[test]
fn a_rare_fault_is_found_without_enumeration() {
    let (place, problem) = board("6x6", Kind::Open);
    for (fault, wrong) in [
        ("early", Wrong::NoModel),
        ("pair", Wrong::NoModel),
        ("ladders", Wrong::NoModel),
        ("jump", Wrong::NoTour),
    ] {
        let subject = |sink: &mut dyn ClauseSink| {
            let graph = problem.graph();
            let jump = (fault == "jump").then(|| {
                let edges = graph.edges().chain([[0, 1]]).collect_vec();
                Problem::new(Graph::from_edges(36, &edges), Kind::Open, None, None).unwrap()
            });
            let name = if fault == "ladders" {
                "ladder"
            } else {
                "steps"
            };
            let meaning = positions(name, jump.as_ref().unwrap_or(&problem), sink);
            let lit = |number| knightsat::cnf::Var::new(number).unwrap().pos();
            let x = |step: u32, v: u32| lit((step - 1) * 36 + v + 1);
            // The square is at one of the first steps.
            let z = |step: u32, v: u32| lit(36 * 36 + v * 36 + step);
            match fault {
                "early" => sink.clause(&[!x(7, 14)]),
                "pair" => sink.clause(&[!x(7, 14), !x(29, 4)]),
                "ladders" => sink.clause(&[!z(3, 0), !z(3, 8)]),
                _ => {}
            }
            meaning
        };
        let report = proved(&place, &problem, &subject);
        let found = report.counterexample.as_ref().map(|found| found.wrong);
        assert!(found == Some(wrong), "{fault}\n{report}");
        // The compared tours have few moves, and the models all.
        assert!(!report.to_string().contains("no model moves"), "{report}");
    }
}

/// At one step the formula allows jumps between squares of one colour. Then the colours of the
/// steps do not add up to those of the board.
#[test]
fn jumps_that_colours_exclude_are_proved_impossible() {
    const STEP: u32 = 15;
    let (place, problem) = board("5x6", Kind::Open);
    let subject = |sink: &mut dyn ClauseSink| {
        let mut steps = Cnf::default();
        let meaning = positions("steps", &problem, &mut steps);
        let at = |lit: &Lit| (lit.var().number() - 1) / 30 + 1;
        let vertex = |lit: &Lit| (lit.var().number() - 1) % 30;
        let colour = |lit: &Lit| (vertex(lit) / 6 + vertex(lit) % 6) % 2;
        let is_jump = |lits: &[Lit]| match lits {
            [a, b] => {
                let steps = [at(a), at(b)] == [STEP, STEP + 1];
                steps && colour(a) == colour(b) && vertex(a) != vertex(b)
            }
            _ => false,
        };
        let _: Vars = sink.new_vars(steps.variables());
        let kept = steps.clauses().filter(|lits| !is_jump(lits));
        kept.for_each(|lits| sink.clause(lits));
        meaning
    };
    assert_proved(&place, &problem, &subject, "jumps");
}

/// Formulas of steps are proved in both ways, of the others the models.
#[test]
fn our_encodings_are_proved() {
    let (open, closed) = (Kind::Open, Kind::Closed);
    let some = [
        ("3x4", open, Name::Position),
        ("4x5", open, Name::Position),
        ("5x5", open, Name::Binary),
        ("6x6", open, Name::Textbook),
        ("6x6", closed, Name::Distance),
    ];
    let others = [
        ("6x6", open, Name::Position),
        ("6x6", open, Name::Binary),
        ("6x6", open, Name::Elimination),
        ("6x6", closed, Name::Binary),
        ("6x6", closed, Name::Elimination),
        ("8x8", open, Name::Textbook),
    ];
    let others = others.into_iter().filter(|_| is_full());
    for (size, kind, name) in some.into_iter().chain(others) {
        let (place, problem) = board(size, kind);
        let formula = Formula::new(&problem, name.style()).unwrap();
        let report = proved(&place, &problem, &formula);
        let text = report.to_string();
        assert!(
            text.contains("proved: every model is a tour"),
            "{name} {size}\n{text}"
        );
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
            let facts = definition.facts();
            let vars = sink.new_vars(facts.len() as u32);
            let mut meaning = Meaning::of(style);
            for (fact, var) in facts.into_iter().zip(vars.iter()) {
                meaning.add(fact, &[var.pos()]);
            }
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
                let lit = lits[&fact];
                if literal.is_positive { lit } else { !lit }
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
        let problem = problem.with_symmetry(symmetry).unwrap();
        let given = Given::new(clues.to_vec());
        (Place::Graph(graph), problem.with_given(given).unwrap())
    };
    let blocks = |board: &str, size: &str, kind: Kind| {
        let tour = TourSpec {
            blocks: Some(size.parse().unwrap()),
            ..kind.into()
        };
        let (place, tour) = tour.settled(board.parse().unwrap()).unwrap();
        let problem = tour.problem(&place, &Default::default()).unwrap();
        (place, problem)
    };
    let quarter = [Clue::At { step: 4, vertex: 3 }];
    let all = [FactStyle::Positions, FactStyle::Arcs, FactStyle::Edges];
    for ((place, problem), styles) in [
        (turned(6, 2, &[]), &all[..]),
        (turned(8, 2, &[]), &all[..1]),
        (turned(8, 4, &[]), &all[..]),
        (turned(8, 4, &quarter), &all[..1]),
        (blocks("3x8", "3x4", Kind::Open), &all[..2]),
    ] {
        for &style in styles {
            let subject = |sink: &mut dyn ClauseSink| defined(&problem, style, sink);
            let compared = inspect(&place, &problem, &subject, &Options::default()).unwrap();
            let is_right = compared.is_good() && !compared.is_open;
            assert!(is_right, "{style:?} {place}\n{compared}");
            assert_proved(&place, &problem, &subject, &format!("{style:?}"));
        }
    }
}

/// Adds clauses to a formula of so many vertices.
type Restrict = fn(u32, &mut dyn ClauseSink);

/// Returns why a tour is missing if the formula demands these steps and directions.
fn hint(size: &str, kind: Kind, promises: bool, restrict: Restrict) -> String {
    let (place, problem) = board(size, kind);
    let subject = |sink: &mut dyn ClauseSink| {
        let mut meaning = positions("steps", &problem, sink);
        meaning.is_one_direction = promises;
        restrict(problem.graph().len(), sink);
        meaning
    };
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    report.counterexample.expect("a tour is missing").why
}

#[test]
fn hints_propose_what_the_models_promise() {
    fn at(n: u32, step: u32, vertex: u32) -> Lit {
        knightsat::cnf::Var::new((step - 1) * n + vertex + 1)
            .unwrap()
            .pos()
    }
    /// The vertex at one step has the greater number.
    fn greater(n: u32, [greater, less]: [u32; 2], sink: &mut dyn ClauseSink) {
        for v in 0..n {
            (v + 1..n).for_each(|w| sink.clause(&[!at(n, greater, v), !at(n, less, w)]));
        }
    }
    let half = |n, sink: &mut dyn ClauseSink| greater(n, [1, n], sink);
    let start = |n, sink: &mut dyn ClauseSink| sink.clause(&[at(n, 1, 0)]);
    let start_and_half = |n, sink: &mut dyn ClauseSink| {
        sink.clause(&[at(n, 1, 0)]);
        greater(n, [2, n], sink);
    };
    let fact = |n, sink: &mut dyn ClauseSink| sink.clause(&[!at(n, 2, 6)]);
    let half_and_fact = |n, sink: &mut dyn ClauseSink| {
        greater(n, [1, n], sink);
        sink.clause(&[!at(n, 2, 6)]);
    };
    let (open, closed) = (("3x4", Kind::Open), ("5x6", Kind::Closed));
    let cases: [(_, _, Restrict, _); 6] = [
        (open, false, half, "promise one direction only"),
        (open, false, fact, ""),
        (open, true, half_and_fact, ""),
        (closed, false, start, "promise this start"),
        (
            closed,
            false,
            start_and_half,
            "promise this start and one direction",
        ),
        (closed, true, start_and_half, "promise this start"),
    ];
    for ((size, kind), promises, restrict, expected) in cases {
        let why = hint(size, kind, promises, restrict);
        let is_expected = match expected {
            "" => !why.contains("promise"),
            _ => why.ends_with(expected),
        };
        assert!(is_expected, "{size} {promises} {expected:?}: {why}");
    }
}

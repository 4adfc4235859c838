//! The regression kit: right formulas pass, wrong ones are caught with the right counterexample.

use super::foreign::{bits, order, positions};
use itertools::{Itertools, iproduct};
use knightsat::cnf::dimacs::read::Comment;
use knightsat::cnf::sink::{ClauseGroup, ClauseSink, Cnf};
use knightsat::cnf::{Lit, Var};
use knightsat::encoding::meaning::{Fact, Meaning};
use knightsat::encoding::{Formula, Name, Style};
use knightsat::tour::given::{Clue, Given};
use knightsat::tour::graph::Graph;
use knightsat::tour::place::Place;
use knightsat::tour::rule;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::{Kind, Problem};
use knightsat_check::{self as check, Collected, Options, Report, Status, Wrong, inspect, map};
use knightsat_encoding::position;

fn board(board: &str, kind: Kind) -> (Place, Problem) {
    let place = check::place(board);
    let problem = Problem::new(place.graph(), kind, None, None).unwrap();
    (place, problem)
}

fn lit(number: u32) -> Lit {
    Var::new(number).unwrap().pos()
}

#[test]
fn the_open_tours_of_the_petersen_graph_are_120() {
    let edges = (0..5).flat_map(|v| [[v, (v + 1) % 5], [v, v + 5], [v + 5, (v + 2) % 5 + 5]]);
    let place = Place::Graph(Graph::from_edges(10, &edges.collect_vec()));
    for (kind, tours) in [(Kind::Open, 120), (Kind::Closed, 0)] {
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let formula = Formula::new(&problem, Style::DEFAULT).unwrap();
        let report = inspect(&place, &problem, &formula, &Options::default()).unwrap();
        assert!(report.is_good() && report.models == tours, "{report}");
    }
}

#[test]
fn of_too_many_tours_none_is_compared() {
    let (place, problem) = board("5x5", Kind::Open);
    let formula = Formula::new(&problem, Style::TEXTBOOK).unwrap();
    let options = Options {
        most: 50,
        ..Options::default()
    };
    let report = inspect(&place, &problem, &formula, &options).unwrap();
    assert!(report.is_good() && !report.is_open, "{report}");
    assert_eq!(report.expected, None);
    let text = report.to_string();
    assert!(text.contains("proved: every tour is a model"), "{text}");
}

#[test]
fn a_missing_move_is_named() {
    let (place, problem) = board("3x4", Kind::Open);
    let [d3, c1] = ["d3", "c1"].map(|name| place.vertex(name).unwrap());
    let both = [[d3, c1], [c1, d3]];
    for (left_out, expected) in [
        (&both[..1], "no model moves from d3 to c1"),
        (&both[..], "no model moves between c1 and d3"),
    ] {
        let subject = |sink: &mut dyn ClauseSink| {
            let meaning = positions("steps", &problem, sink);
            for (step, &[from, to]) in (1..12).cartesian_product(left_out) {
                sink.clause(&[!lit(12 * step - 11 + from), !lit(12 * step + 1 + to)]);
            }
            meaning
        };
        let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
        let found = report.counterexample.unwrap();
        assert!(found.why.contains(expected), "{found}");
    }
}

/// A formula of 6x6 without the moves from a1 to b3 has more tours than are compared.
#[test]
fn a_formula_that_is_wrong_is_not_open() {
    let (place, problem) = board("6x6", Kind::Open);
    let [a1, b3] = ["a1", "b3"].map(|name| place.vertex(name).unwrap());
    let subject = |sink: &mut dyn ClauseSink| {
        let meaning = positions("steps", &problem, sink);
        for step in 1..36 {
            sink.clause(&[!lit(36 * step - 35 + a1), !lit(36 * step + 1 + b3)]);
        }
        meaning
    };
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    assert_eq!(report.status("complete"), Some(Status::Wrong), "{report}");
    assert_eq!(
        (report.verdict(), report.is_open),
        ("wrong", false),
        "{report}"
    );
}

/// The formula has no variables for steps of the second half, and none for squares that a step
/// cannot have.
#[test]
fn rules_of_symmetric_tours_are_checked() {
    let place = check::place("6x6");
    for text in ["a1-c2", "a1->c2", "b2@31", "after(b2, c2)"] {
        let symmetry = place.board().unwrap().symmetry(Turn::Rot180).unwrap();
        let problem = place.problem(Kind::Closed, Some(0), None).unwrap();
        let rules = rule::read(text, &place).unwrap();
        let vertex = |name: &String| place.vertex(name).unwrap();
        let rules = rules.iter().map(|rule| rule.map(vertex)).collect();
        let problem = problem
            .with_symmetry(symmetry)
            .unwrap()
            .with_rules(rules)
            .unwrap();
        let formula = Formula::new(&problem, Name::Position.style()).unwrap();
        let report = inspect(&place, &problem, &formula, &Options::default()).unwrap();
        assert!(report.is_good() && report.models > 0, "{text}\n{report}");
    }
}

#[test]
fn contradictory_clues_contradict_every_encoding() {
    let (place, problem) = board("3x4", Kind::Open);
    let ends = ["c1", "d3"].map(|name| place.vertex(name).unwrap());
    let given = Given::new([Clue::Move(ends), Clue::NoMove(ends)]);
    let problem = problem.with_given(given).unwrap();
    for name in Name::ALL {
        let style = Style {
            shortcuts: false,
            ..name.style()
        };
        let formula = Formula::new(&problem, style).unwrap();
        let report = inspect(&place, &problem, &formula, &Options::default()).unwrap();
        assert!(report.is_good(), "{name}\n{report}");
    }
}

/// Local conditions decide whether models are tours: no search refutes everything else.
#[test]
fn formulas_of_steps_are_checked_with_little_work() {
    let (place, problem) = board("4x5", Kind::Open);
    let mut options = Options::default();
    options.limits.work = Some(1 << 16);
    for style in [Style::TEXTBOOK, Style::DEFAULT, Name::Binary.style()] {
        let formula = Formula::new(&problem, style).unwrap();
        let report = inspect(&place, &problem, &formula, &options).unwrap();
        assert!(report.is_good() && !report.is_late, "{style:?}\n{report}");
        let is_halved = style == Style::DEFAULT;
        assert_eq!(report.models, if is_halved { 82 } else { 164 }, "{style:?}");
        let checks = report
            .findings
            .iter()
            .map(|finding| &*finding.check)
            .join(" ");
        assert_eq!(checks, "sizes header verdict sound complete count");
    }
}

/// Writes a formula with something wrong.
fn faulty(problem: &Problem, sink: &mut dyn ClauseSink, fault: &str) -> Meaning {
    let n = problem.graph().len();
    let mut steps = Cnf::default();
    let mut meaning = positions("steps", problem, &mut steps);
    let _ = sink.new_vars(steps.variables());
    let vertex = |lit: &Lit| (lit.var().number() - 1) % n;
    let is_of_square = |clause: &[Lit]| clause.len() == 2 && clause.iter().map(vertex).all_equal();
    let clauses = steps.clauses();
    let kept = clauses.filter(|clause| fault != "squares" || !is_of_square(clause));
    kept.for_each(|clause| sink.clause(clause));
    let last = lit(n * n - n + 1);
    match fault {
        "squares" => {
            let of_step = |step: u32| (1..=n).map(|v| lit(step * n + v)).collect_vec();
            (0..n).for_each(|step| sink.pairwise(&of_step(step)));
        }
        "corner" => {
            sink.group(const { &ClauseGroup::named("a slip") });
            sink.clause(&[!last]);
        }
        "together" => {
            // Two clauses that rule a tour out together, neither alone.
            let helper = sink.new_var().pos();
            sink.clause(&[!last, helper]);
            sink.clause(&[!last, !helper]);
        }
        "twins" => meaning.at(1, 0, sink.new_var().pos()),
        "untaken" => sink.clause(&[lit(1), lit(n * n + 7)]),
        "reversed" => meaning = meaning.in_one_direction(),
        _ => {}
    }
    meaning
}

fn report(fault: &str) -> Report {
    let (place, problem) = board("3x4", Kind::Open);
    let subject = |sink: &mut dyn ClauseSink| faulty(&problem, sink, fault);
    inspect(&place, &problem, &subject, &Options::default()).unwrap()
}

#[test]
fn each_sort_of_fault_gives_its_counterexample() {
    let right = report("none");
    assert!(right.is_good() && right.counterexample.is_none(), "{right}");
    assert_eq!(right.models, 16);
    // Nobody has counted the groups of a formula from elsewhere.
    assert_eq!(right.status("sizes"), None);

    let found = report("squares").counterexample.unwrap();
    assert_eq!(found.wrong, Wrong::NoTour);
    assert!(found.why.contains("are both on"), "{found}");
    assert!(found.drawing.contains(','), "{found}");

    let found = report("corner").counterexample.unwrap();
    assert_eq!(found.wrong, Wrong::NoModel);
    assert!(found.moves.unwrap().ends_with(" a1"));
    let clauses = found
        .clauses
        .iter()
        .map(|clause| (clause.group.as_deref(), &clause.text[..]));
    assert_eq!(clauses.collect_vec(), [(Some("a slip"), "¬x[12][a1]")]);

    let found = report("together").counterexample.unwrap();
    let texts = found
        .clauses
        .iter()
        .map(|clause| &clause.text[..])
        .collect_vec();
    assert_eq!(texts, ["¬x[12][a1] ∨ z145", "¬x[12][a1] ∨ ¬z145"]);

    // The conditions hold at every step, and still both directions are models.
    let found = report("reversed").counterexample.unwrap();
    assert_eq!(found.wrong, Wrong::Twice);
    assert!(found.why.contains("its reverse is a model too"), "{found}");

    let untaken = report("untaken");
    assert_eq!(untaken.status("header"), Some(Status::Wrong), "{untaken}");
    let found = report("twins").counterexample.unwrap();
    assert_eq!(found.why, "two variables mean x[1][a1], and they differ");
}

/// Facts are bits, several literals each.
#[test]
fn a_tour_counted_twice_is_found_without_enumeration() {
    let (place, problem) = board("3x4", Kind::Open);
    let subject = |sink: &mut dyn ClauseSink| bits(&problem, sink).in_one_direction();
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    assert_eq!(report.models, 16, "{report}");
    assert_eq!(report.counterexample.unwrap().wrong, Wrong::Twice);
}

#[test]
fn an_encoding_by_arcs_is_right_too() {
    check::assert_right(order);
}

#[test]
fn a_prescribed_step_needs_no_variables() {
    let place = check::place("3x4");
    let problem = place.problem(Kind::Open, Some(0), None).unwrap();
    let subject = |sink: &mut dyn ClauseSink| {
        let whole = positions("steps", &problem, sink);
        let mut rest = Meaning::new();
        for (fact, lits) in whole.facts() {
            match *fact {
                Fact::At { step: 1, vertex: 0 } => sink.clause(lits),
                Fact::At { step: 1, .. } => {}
                fact => rest.add(fact, lits),
            }
        }
        rest
    };
    let report = inspect(&place, &problem, &subject, &Options::default()).unwrap();
    assert!(report.is_good() && report.models > 0, "{report}");
}

#[test]
fn maps_read_back() {
    let square = Graph::from_edges(4, &[[0, 1], [0, 3], [1, 2], [2, 3]]);
    let one = position::Options {
        directions: position::Directions::One,
        negate: true,
        ..position::Options::DEFAULT
    };
    // Bits: several literals together.
    let styles = [Style::DEFAULT, Style::position(one), Name::Binary.style()];
    let places = [check::place("5x6"), Place::Graph(square)];
    for (place, kind) in iproduct!(places, [Kind::Open, Kind::Closed]) {
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let ours = styles.map(|style| Formula::new(&problem, style).unwrap().meaning());
        for meaning in ours
            .into_iter()
            .chain([order(&problem, &mut Collected::default())])
        {
            let text = map::write(&meaning, &place);
            let back = map::parse(&text, &place, &problem).unwrap();
            assert_eq!(back.facts(), meaning.facts(), "{text}");
            assert_eq!(back.first, meaning.first);
            assert_eq!(back.is_one_direction, meaning.is_one_direction);
        }
    }
}

#[test]
fn no_text_makes_the_readers_of_maps_panic() {
    let (place, problem) = board("3x4", Kind::Open);
    let parts = "1 -2 0 99999999999 a1 d3 z9 3,4 a1-b3 i * + ( ) - x[1][2][3] x[0] x(1,b2) s[a1][b3] \
                 e[1][2][3][4] y_1_2 = : arcs first directions one \n # é \u{feff} varname";
    let parts = parts.split(' ').collect_vec();
    let mut rng = knightsat_base::random::Rng::new(7, 1);
    let mut read = 0;
    for _ in 0..20_000 {
        let words = (0..1 + rng.below(6))
            .map(|_| parts[rng.below(parts.len())])
            .collect_vec();
        let text = words.join(if rng.below(4) == 0 { "" } else { " " });
        let comments = [Comment {
            line: 1,
            text: text.clone(),
        }];
        let found = [
            map::parse(&text, &place, &problem).ok(),
            check::from_comments(&comments, None, &place).ok().flatten(),
        ];
        for meaning in found.into_iter().flatten() {
            read += usize::from(!meaning.facts().is_empty());
            let _ = meaning.fault(&problem, &place);
        }
    }
    assert!(read > 100, "{read}");
}

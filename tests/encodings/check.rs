//! The regression kit: right formulas pass, wrong ones are caught with the right counterexample.

use super::foreign::{bits, order, positions, slips};
use crate::common::prelude::*;
use crate::common::styles::with;
use knightsat::cnf::dimacs::read::Comment;
use knightsat::cnf::sink::ClauseGroup;
use knightsat::encoding::meaning::Fact;
use knightsat_check::{self as check, Collected, Options, Report, Status, Wrong, inspect, map};

fn lit(number: u32) -> Lit {
    Var::new(number).unwrap().pos()
}

/// Inspects a formula of steps with further clauses, which are rules about squares at steps.
fn slip(board: &str, clauses: &str) -> Report {
    let (place, problem) = asked(board);
    let subject = |sink: &mut dyn ClauseSink| {
        let meaning = positions("steps", &problem, sink);
        sink.group(const { &ClauseGroup::named("a slip") });
        slips(&place, clauses, sink);
        meaning
    };
    let options = Options {
        words: true,
        ..Options::default()
    };
    inspect(&place, &problem, &subject, &options).unwrap()
}

/// Returns rules without a move, in this direction.
fn without_move(from: &str, to: &str, last: u32) -> String {
    let rule = |step| format!("not {from}@{step} or not {to}@{}\n", step + 1);
    (1..last).map(rule).collect()
}

/// The formula of 6x6 has more tours than are compared.
#[test]
fn a_missing_move_is_named() {
    let [there, back] = [["d3", "c1"], ["c1", "d3"]].map(|[a, b]| without_move(a, b, 12));
    let both = there.clone() + &back;
    for (clauses, way) in [(there, "d3→c1"), (both, "c1–d3")] {
        let expected = format!("the move {way} is never possible: 11 steps lack it");
        let found = slip("3x4", &clauses).faults;
        assert_eq!(found[0].text, expected);
    }
    let report = slip("6x6", &without_move("a1", "b3", 36));
    assert_eq!(report.status("complete"), Some(Status::Wrong), "{report}");
    assert_eq!(
        (report.verdict(), report.is_open),
        ("wrong", false),
        "{report}"
    );
}

/// Inspects a formula with some clauses of one of steps, and what else is written.
fn report(
    is_kept: impl Fn(&[Lit]) -> bool,
    write: impl Fn(&mut Meaning, &mut dyn ClauseSink),
) -> Report {
    let (place, problem) = asked("3x4");
    let subject = |sink: &mut dyn ClauseSink| {
        let mut steps = Cnf::default();
        let mut meaning = positions("steps", &problem, &mut steps);
        let _ = sink.new_vars(steps.variables());
        let kept = steps.clauses().filter(|clause| is_kept(clause));
        kept.for_each(|clause| sink.clause(clause));
        write(&mut meaning, sink);
        meaning
    };
    inspect(&place, &problem, &subject, &Options::default()).unwrap()
}

#[test]
fn each_sort_of_fault_gives_its_counterexample() {
    let all = |_: &[Lit]| true;
    let right = report(all, |_, _| ());
    assert!(right.is_good() && right.counterexample.is_none(), "{right}");
    assert_eq!(right.models, 16);

    let vertex = |lit: &Lit| (lit.var().number() - 1) % 12;
    let is_of_step = |clause: &[Lit]| clause.len() != 2 || !clause.iter().map(vertex).all_equal();
    let squares = report(is_of_step, |_, sink| {
        let of_step = |step: u32| (1..=12).map(|v| lit(step * 12 + v)).collect_vec();
        (0..12).for_each(|step| sink.pairwise(&of_step(step)));
    });
    let found = squares.counterexample.unwrap();
    assert_eq!(found.wrong, Wrong::NoTour);
    assert!(found.why.contains("are both on"), "{found}");
    assert!(found.drawing.contains(','), "{found}");

    let found = slip("3x4", "not a1@12").counterexample.unwrap();
    assert_eq!(found.wrong, Wrong::NoModel);
    assert!(found.moves.unwrap().ends_with(" a1"));
    let clauses = found.clauses.iter();
    let clauses = clauses.map(|clause| (clause.group.as_deref(), &clause.text[..]));
    assert_eq!(clauses.collect_vec(), [(Some("a slip"), "¬x[12][a1]")]);

    // Two clauses exclude a tour together, neither alone.
    let together = report(all, |_, sink| {
        let helper = sink.new_var().pos();
        sink.clause(&[!lit(133), helper]);
        sink.clause(&[!lit(133), !helper]);
    });
    let found = together.counterexample.unwrap();
    let texts = found.clauses.iter().map(|clause| &clause.text[..]);
    let expected = ["¬x[12][a1] ∨ z145", "¬x[12][a1] ∨ ¬z145"];
    assert_eq!(texts.collect_vec(), expected);

    // The conditions hold at every step, and still both directions are models.
    let reversed = report(all, |meaning, _| meaning.is_one_direction = true);
    let found = reversed.counterexample.unwrap();
    assert_eq!(found.wrong, Wrong::Twice);
    assert!(found.why.contains("its reverse is a model too"), "{found}");

    let untaken = report(all, |_, sink| {
        sink.clause(&[lit(1), lit(151)]);
    });
    assert_eq!(untaken.status("header"), Some(Status::Wrong), "{untaken}");
}

/// Facts are bits, several literals each.
#[test]
fn a_tour_counted_twice_is_found_without_enumeration() {
    let (place, problem) = asked("3x4");
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
    let (place, problem) = asked("3x4 --start a1");
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
    let negated = with("negate", true, with("directions", "one", Style::default()));
    // Bits: several literals together.
    let styles = [Style::default(), negated, Name::Binary.style()];
    let places = [check::place("5x6"), Place::Graph(square)];
    for (place, kind) in iproduct!(places, [Kind::Open, Kind::Closed]) {
        let problem = Problem::new(place.graph(), kind, None, None).unwrap();
        let ours = styles.map(|style| Formula::new(&problem, style).unwrap().meaning());
        let theirs = order(&problem, &mut Collected::default());
        for meaning in ours.into_iter().chain([theirs]) {
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
    let (place, problem) = asked("3x4");
    let parts = "1 -2 0 99999999999 a1 d3 z9 3,4 a1-b3 i * + ( ) - x[1][2][3] x[0] x(1,b2) s[a1][b3] \
                 e[1][2][3][4] y_1_2 = : arcs first directions one \n # é \u{feff} varname";
    let parts = parts.split(' ').collect_vec();
    let mut rng = knightsat_base::random::Rng::new(7, 1);
    let mut read = 0;
    for _ in 0..20_000 {
        let words = Vec::from_iter((0..1 + rng.below(6)).map(|_| parts[rng.below(parts.len())]));
        let text = words.join(if rng.below(4) == 0 { "" } else { " " });
        let parsed = map::parse(&text, &place, &problem).ok();
        let found = check::from_comments(&[Comment { line: 1, text }], None, &place);
        for meaning in parsed.into_iter().chain(found.ok().flatten()) {
            read += usize::from(!meaning.facts().is_empty());
            let _ = meaning.fault(&problem, &place);
        }
    }
    assert!(read > 100, "{read}");
}

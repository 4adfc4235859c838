//! Proofs by positions and witnesses: what they prove, and the [`law`] that it is true.

#[path = "../../../tests/common/depth.rs"]
mod depth;
#[path = "../../../tests/common/law.rs"]
mod law;

use depth::depth;
use itertools::Itertools;
use knightsat_check::cnf::Vars;
use knightsat_check::cnf::sink::{ClauseSink, Cnf};
use knightsat_check::encoding::{Formula, Name};
use knightsat_check::tour::place::Place;
use knightsat_check::tour::spec::{Request, TourSpec};
use knightsat_check::tour::{Kind, Problem};
use knightsat_check::{Options, Status, Subject, inspect};
use law::check_law;

fn options() -> Options {
    Options {
        // Fewer than closed 6x6 has.
        most: 5000,
        further: Some(knightsat_complete::PROOFS),
        ..Options::default()
    }
}

#[test]
fn what_is_proved_is_true() {
    let score = check_law(0..depth(120, 12) as u64, &options());
    let [[unchanged, proved], [changed, found]] = [score.unchanged, score.changed];
    assert!(4 * proved > unchanged && 4 * found > changed, "{score:?}");
}

/// Encodings on arcs and edges, with more tours than are compared before a proof.
#[test]
fn positions_prove_that_every_tour_is_a_model() {
    let cases = [
        ("6x6", "{}", Name::Crt, "amo=ladder"),
        ("6x6", r#"{"tour": "closed"}"#, Name::Adder, "amo=commander"),
        ("6x6", "{}", Name::Crt, "directions=both"),
        ("6x6", r#"{"tour": "closed"}"#, Name::Crt, "directions=one"),
        (
            "6x6",
            r#"{"start": "b2"}"#,
            Name::Elimination,
            "amo=bimander",
        ),
        ("6x6", "{}", Name::Order, "variables=arcs"),
        ("5x8", r#"{"start": "a1"}"#, Name::Lfsr, "amo=bitwise"),
        ("3x3x4", "{}", Name::Crt, "amo=product"),
        // Only the numbers of squares of each colour exclude ends.
        ("7x7", "{}", Name::Elimination, "amo=sequential"),
        ("7x7", "{}", Name::Order, ""),
        // No edge is forced, and so no direction.
        (
            "6x6",
            r#"{"tour": "closed", "wrap": "both"}"#,
            Name::Order,
            "",
        ),
        (
            "6x6",
            r#"{"tour": "closed", "leaper": "king"}"#,
            Name::Order,
            "",
        ),
        ("8x8", "{}", Name::Crt, "amo=pairwise"),
        ("8x8", "{}", Name::Elimination, ""),
        ("8x8", "{}", Name::Order, ""),
        ("8x8", r#"{"tour": "closed"}"#, Name::Distance, ""),
    ];
    for (board, tour, name, option) in cases.into_iter().step_by(depth(1, 3)) {
        let tour: TourSpec = serde_json::from_str(tour).unwrap();
        let request = Request::new(board.parse().unwrap(), tour).unwrap();
        let problem = request.problem(&Default::default()).unwrap();
        let mut style = name.style();
        if let Some((option, value)) = option.split_once('=') {
            style.set(option, value).unwrap();
        }
        let formula = Formula::new(&problem, style).unwrap();
        let report = inspect(&request.place, &problem, &formula, &options()).unwrap();
        let proved = "proved: every tour is a model";
        assert!(
            report.to_string().contains(proved),
            "{board} {style:?}\n{report}"
        );
    }
}

/// Walks prove each connectivity, and agree with a solver about formulas without some clauses.
#[test]
fn walks_prove_that_there_is_one_cycle() {
    let others = [Name::Position, Name::Textbook, Name::Binary, Name::Lazy];
    let exact = Name::ALL.into_iter().filter(|name| !others.contains(name));
    for (name, kind) in exact.cartesian_product([Kind::Open, Kind::Closed]) {
        for (board, step) in [("6x6", usize::MAX), ("4x4", 1000), ("4x4", 389)] {
            let place: Place = board.parse().unwrap();
            let problem = Problem::of(&place, kind, None, None).unwrap();
            let formula = Formula::new(&problem, name.style()).unwrap();
            let subject = |sink: &mut dyn ClauseSink| {
                let mut cnf = Cnf::default();
                let meaning = Subject::encode(&formula, &mut cnf);
                let _: Vars = sink.new_vars(cnf.variables());
                let clauses = cnf.clauses().enumerate();
                let kept = clauses.filter(|(index, _)| index % step < step - 37);
                kept.for_each(|(_, clause)| sink.clause(clause));
                meaning
            };
            let sound = |options: Options| {
                let options = Options { most: 0, ..options };
                let report = inspect(&place, &problem, &subject, &options).unwrap();
                report.status("sound").unwrap()
            };
            let is_proved = sound(options()) == Status::Good;
            let is_right = if board == "6x6" {
                is_proved
            } else {
                !is_proved || sound(Options::default()) != Status::Wrong
            };
            assert!(is_right, "{name} {kind:?} {board}");
        }
    }
}

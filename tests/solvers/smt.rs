//! The binary encoding as SMT-LIB, answered by z3 and by liars.

use crate::common::crosses;
use crate::common::depth::depth;
use crate::common::graphs;
use crate::common::required;
use crate::common::rules::{on_boards, samples};

use graphs::{graph, words};
use knightsat::check;
use knightsat::cnf::Answer;
use knightsat::count::search::{Directions, Search};
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_encoding::binary::smt::{read, write};
use knightsat_encoding::binary::{Different, Options};
use knightsat_tour::table::{self, Backend};
use std::process::Command;
use tempfile::NamedTempFile;

fn script(problem: &Problem, options: Options) -> String {
    let mut text = Vec::new();
    let comments = ["knightsat board = '8x8'".to_string()];
    write(problem, options, &comments, &mut text, &Default::default()).unwrap();
    String::from_utf8(text).unwrap()
}

/// Returns the output of z3; `None` if it is not installed.
fn z3(script: &str) -> Option<String> {
    let file = NamedTempFile::new().unwrap();
    std::fs::write(file.path(), script).unwrap();
    match Command::new("z3").arg(file.path()).output() {
        Ok(output) => Some(String::from_utf8(output.stdout).unwrap()),
        Err(_) => {
            required::is_usable(false, "z3");
            None
        }
    }
}

fn all_options() -> impl Iterator<Item = Options> + Clone {
    let with = |different| [true, false].map(|prune| Options { different, prune });
    Different::ALL.into_iter().flat_map(with)
}

fn on_board(text: &str, kind: Kind, ends: [Option<u32>; 2]) -> Problem {
    let place = check::place(text);
    let problem = Problem::new(place.graph(), kind, ends[0], ends[1]).unwrap();
    problem.with_coordinates(place.board().unwrap().coordinates())
}

/// z3 must say of the problem what the search says.
fn assert_right(problem: &Problem, options: Options) {
    let has_tour = Search::new(problem, Directions::Both).next().is_some();
    let script = script(problem, options);
    let Some(answer) = z3(&script) else {
        return;
    };
    match read(&answer, "answer", problem).unwrap_or_else(|e| panic!("{e}\n{script}\n{answer}")) {
        Answer::Satisfiable(steps) => {
            assert!(has_tour, "{steps:?}\n{script}");
            Tour::verify(problem, steps).unwrap();
        }
        Answer::Unsatisfiable => assert!(!has_tour, "{options:?}\n{script}"),
        Answer::Unknown => panic!("{answer}"),
    }
}

#[test]
fn z3_agrees_with_the_search_on_boards() {
    let none = [None; 2];
    for options in all_options() {
        assert_right(&on_board("3x4", Kind::Open, none), options);
        assert_right(&on_board("1x1", Kind::Open, none), options);
        assert_right(&on_board("1x2", Kind::Closed, none), options);
        assert_right(&on_board("3x3", Kind::Open, none), options);
        assert_right(
            &on_board(".../.#./...", Kind::Closed, [Some(2), None]),
            options,
        );
        assert_right(
            &on_board("#..##/.#.../...##/#...#", Kind::Closed, none),
            options,
        );
        assert_right(&on_board("3x4", Kind::Open, [Some(0), Some(3)]), options);
    }
    assert_right(
        &on_board("5x5", Kind::Open, [Some(0), None]),
        Options::DEFAULT,
    );
}

#[test]
fn z3_agrees_with_the_search_on_graphs() {
    for (bits, options) in words(7).take(8).zip(all_options().cycle()) {
        for kind in [Kind::Open, Kind::Closed] {
            let graph = graph(6, bits | bits >> 17);
            let problem = Problem::new(graph, kind, None, None).unwrap();
            assert_right(&problem, options);
        }
    }
}

#[test]
fn z3_agrees_with_the_search_under_rules() {
    let mut samples = samples();
    samples.retain(|sample| sample.problem.graph().len() < 7 || sample.place.len() == 8);
    let samples = samples.into_iter().step_by(2).chain(on_boards());
    for (sample, options) in samples.zip(all_options().cycle()) {
        let has_tour = Search::new(&sample.problem, Directions::Both)
            .next()
            .is_some();
        assert_eq!(has_tour, !sample.tours.is_empty());
        assert_right(&sample.problem, options);
    }
}

#[test]
fn z3_finds_a_tour_under_every_constraint_and_pair_or_the_table_refuses() {
    let mut with_tours = 0;
    let samples = crosses::samples();
    let some = samples.iter().step_by(depth(3, 4));
    for (sample, options) in some.zip(all_options().cycle()) {
        let (problem, what) = (&sample.problem, &sample.what);
        let written = write(problem, options, &[], &mut Vec::new(), &Default::default());
        if let Err(refusal) = table::reductions(problem, Backend::Smt) {
            assert_eq!(
                written.unwrap_err().to_string(),
                refusal.to_string(),
                "{what}"
            );
            continue;
        }
        let Some(answer) = z3(&script(problem, options)) else {
            return;
        };
        match read(&answer, "answer", problem).unwrap_or_else(|error| panic!("{what}: {error}")) {
            Answer::Satisfiable(steps) => sample.assert_found(Some(&steps), "z3"),
            Answer::Unsatisfiable => sample.assert_found(None, "z3"),
            Answer::Unknown => panic!("{what}: {answer}"),
        }
        with_tours += u32::from(!sample.numberings.is_empty());
    }
    assert!(with_tours > 30, "{with_tours}");
}

#[test]
fn comments_come_first() {
    let text = script(&on_board("3x4", Kind::Open, [None; 2]), Options::DEFAULT);
    assert!(
        text.starts_with("; knightsat board = '8x8'\n(set-option"),
        "{text}"
    );
}

/// The tour around the hole: values in every notation.
const RING: &str = "sat
((r1 #b000) (f1 #b000) (r2 (_ bv2 3)) (f2 #b001)
 (r3 #b000) (f3 #b010) (r4 #b001) (f4 #b000) (r5 #b010) (f5 #b010)
 (r6 #b000) (f6 #b001) (r7 #b010) (f7 (_ bv0 3)) (r8 #b001) (f8 #b010))
";

fn ring() -> Problem {
    on_board(".../.#./...", Kind::Closed, [None; 2])
}

#[test]
fn answers_are_read_in_every_notation() {
    let problem = ring();
    let reply = |text: &str| read(text, "answer", &problem).map_err(|error| error.to_string());
    match reply(RING).unwrap() {
        Answer::Satisfiable(steps) => {
            assert_eq!(Tour::verify(&problem, steps).unwrap().steps().len(), 8)
        }
        other => panic!("{other:?}"),
    }
    let complaint = "unsat\n(error \"line 97 column 10: model is not available\")\n";
    assert_eq!(reply(complaint), Ok(Answer::Unsatisfiable));
    assert_eq!(
        reply(&complaint.replace("unsat", "unknown")),
        Ok(Answer::Unknown)
    );
    assert_eq!(reply("; z3\r\ntimeout\r\n"), Ok(Answer::Unknown));
    let path = on_board("3x7", Kind::Open, [None; 2]);
    let value = |text: &str| read(text, "answer", &path).unwrap_err().to_string();
    // Constants of four bits are written as a digit.
    assert_eq!(
        value("sat((r1 #b000) (f1 #x3))"),
        "answer:1:25: satisfiable, but r2 has no value"
    );
}

#[test]
fn a_jump_is_left_to_the_verifier() {
    let problem = ring();
    let jump = RING.replace("(r2 (_ bv2 3)) (f2 #b001)", "(r2 #b000) (f2 #b001)");
    match read(&jump, "answer", &problem).unwrap() {
        Answer::Satisfiable(steps) => assert!(Tour::verify(&problem, steps).is_err()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_fault_of_an_answer_is_named_with_its_place() {
    let problem = ring();
    let fault = |text: &str| read(text, "answer", &problem).unwrap_err().to_string();
    let with = |old: &str, new: &str| fault(&RING.replace(old, new));
    let faults = [
        (
            fault(""),
            "1:1: no verdict: is this an SMT solver's answer?",
        ),
        (
            fault("sat\n"),
            "2:1: satisfiable, but the values are missing",
        ),
        (
            fault(&RING[..60]),
            "3:2: this parenthesis is not closed: the answer is cut off",
        ),
        (fault("sat\nunsat\n"), "2:1: contradicts an earlier verdict"),
        (
            fault("s SATISFIABLE\n"),
            "1:1: expected sat, unsat, unknown or values, found 's'",
        ),
        (
            fault(&RING.replace("sat", "unsat")),
            "2:2: values, though the verdict is not sat",
        ),
        (
            with("sat\n", ""),
            "4:1: no verdict: is this an SMT solver's answer?",
        ),
        (
            with("(r3 #b000)", "(r3 #b111)"),
            "5:1: the values of r3 and f3 are those of no square",
        ),
        (
            with("(r8 #b001)", "(r8 #b001) (r8 #b010)"),
            "4:61: contradicts an earlier value",
        ),
        (
            with("(f8 #b010)", ""),
            "5:1: satisfiable, but f8 has no value",
        ),
        (
            with("r8", "r9"),
            "4:50: the formula has no 'r9': is this the answer to another one?",
        ),
        (
            with("(r8 #b001)", "(r8 1)"),
            "4:54: expected a bit-vector: #b011, #x3 or (_ bv3 4)",
        ),
        (
            with("(r8 #b001)", "(r8 (_ bv9 3))"),
            "4:54: expected a bit-vector: #b011, #x3 or (_ bv3 4)",
        ),
        (
            with("(r8 #b001)", "(r8 #b0001)"),
            "4:54: a value of 4 bits, and the formula has 3 here: is this the answer to another one?",
        ),
        (fault("sat)"), "1:4: this parenthesis closes nothing"),
        (
            fault(&"(".repeat(100_000)),
            "1:9: these parentheses nest too deeply for an answer",
        ),
        (
            fault("(error \"line 1 column 2: unknown logic\")"),
            "1:1: the solver complains: \"line 1 column 2: unknown logic\"",
        ),
    ];
    for (found, expected) in faults {
        assert_eq!(found, format!("answer:{expected}"));
    }
}

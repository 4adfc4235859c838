//! The binary encoding as SMT-LIB, answered by z3 and by liars.

use crate::common::cases::cases;
use crate::common::depth::depth;
use crate::common::{asked, crosses, required};
use knightsat::cnf::Answer;
use knightsat::count::search::{Directions, Search};
use knightsat::tour::Problem;
use knightsat::tour::tour::Tour;
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

/// Every constraint and pair, random ones, and boards without any, in each combination of options
/// in turn.
#[test]
fn z3_finds_a_tour_where_one_is_or_the_table_refuses() {
    let boards = [
        "3x4",
        "1x1",
        "1x2 --closed",
        "3x3",
        ".../.#./... --closed --start a2",
        "3x4 --start a1 --end d1",
    ];
    let boards = boards.into_iter().flat_map(|board| {
        let (_, problem) = asked(board);
        let has_tour = Search::new(&problem, Directions::Both).next().is_some();
        vec![(problem, has_tour); 4]
    });
    let crosses = crosses::samples().into_iter().step_by(depth(3, 4));
    let samples = crosses.chain(crosses::random(200));
    let samples = samples.map(|sample| (sample.problem, !sample.numberings.is_empty()));
    let mut with_tours = 0;
    for ((problem, has_tour), options) in boards.chain(samples).zip(all_options().cycle()) {
        let what = format!("{options:?} {problem:?}");
        let written = write(&problem, options, &[], &mut Vec::new(), &Default::default());
        if let Err(refusal) = table::reductions(&problem, Backend::Smt) {
            let found = written.unwrap_err().to_string();
            assert_eq!(found, refusal.to_string(), "{what}");
            continue;
        }
        let Some(answer) = z3(&script(&problem, options)) else {
            return;
        };
        match read(&answer, "answer", &problem).unwrap_or_else(|error| panic!("{what}: {error}")) {
            Answer::Satisfiable(steps) => drop(Tour::verify(&problem, steps).expect(&what)),
            Answer::Unsatisfiable => assert!(!has_tour, "{what}"),
            Answer::Unknown => panic!("{what}: {answer}"),
        }
        with_tours += u32::from(has_tour);
    }
    assert!(with_tours > 80, "{with_tours}");
}

/// The tour around the hole: values in every notation.
const RING: &str = "sat
((r1 #b000) (f1 #b000) (r2 (_ bv2 3)) (f2 #b001)
 (r3 #b000) (f3 #b010) (r4 #b001) (f4 #b000) (r5 #b010) (f5 #b010)
 (r6 #b000) (f6 #b001) (r7 #b010) (f7 (_ bv0 3)) (r8 #b001) (f8 #b010))
";

fn ring() -> Problem {
    asked(".../.#./... --closed").1
}

#[test]
fn answers_are_read_in_every_notation() {
    let text = script(&asked("3x4").1, Options::DEFAULT);
    let begin = "; knightsat board = '8x8'\n(set-option";
    assert!(text.starts_with(begin), "{text}");
    let problem = ring();
    let reply = |text: &str| read(text, "answer", &problem).unwrap();
    let verify = |text: &str| match reply(text) {
        Answer::Satisfiable(steps) => Tour::verify(&problem, steps),
        other => panic!("{other:?}"),
    };
    assert!(verify(RING).is_ok());
    // A jump is left to the verifier.
    let jump = RING.replace("(r2 (_ bv2 3)) (f2 #b001)", "(r2 #b000) (f2 #b001)");
    assert!(verify(&jump).is_err());
    let complaint = "unsat\n(error \"line 97 column 10: model is not available\")\n";
    assert_eq!(reply(complaint), Answer::Unsatisfiable);
    let unknown = complaint.replace("unsat", "unknown");
    assert_eq!(reply(&unknown), Answer::Unknown);
    assert_eq!(reply("; z3\r\ntimeout\r\n"), Answer::Unknown);
    // Constants of four bits are written as a digit.
    let digit = read("sat((r1 #b000) (f1 #x3))", "answer", &asked("3x7").1);
    let expected = "answer:1:25: satisfiable, but r2 has no value";
    assert_eq!(digit.unwrap_err().to_string(), expected);
}

/// Rows of a replacement in the answer, or of another answer, and the fault.
#[test]
fn each_fault_of_an_answer_is_named_with_its_place() {
    let problem = ring();
    let fault = |text: &str| read(text, "answer", &problem).unwrap_err().to_string();
    let replaced = "
        sat -> unsat => 2:2: values, though the verdict is not sat
        sat\\n ->  => 4:1: no verdict: is this an SMT solver's answer?
        (r3 #b000) -> (r3 #b111) => 5:1: the values of r3 and f3 are those of no square
        (r8 #b001) -> (r8 #b001) (r8 #b010) => 4:61: contradicts an earlier value
        (f8 #b010) ->  => 5:1: satisfiable, but f8 has no value
        r8 -> r9 => 4:50: the formula has no 'r9': is this the answer to another one?
        (r8 #b001) -> (r8 1) => 4:54: expected a bit-vector: #b011, #x3 or (_ bv3 4)
        (r8 #b001) -> (r8 (_ bv9 3)) => 4:54: expected a bit-vector: #b011, #x3 or (_ bv3 4)
        (r8 #b001) -> (r8 #b0001) => 4:54: a value of 4 bits, and the formula has 3 here: is this the answer to another one?";
    for row in replaced.trim().lines() {
        let (change, expected) = row.trim().split_once(" => ").unwrap();
        let (old, new) = change.split_once(" -> ").unwrap();
        let text = RING.replace(&old.replace("\\n", "\n"), new);
        assert_eq!(fault(&text), format!("answer:{expected}"), "{change}");
    }
    let others = r#"
        => 1:1: no verdict: is this an SMT solver's answer?
        sat\n => 2:1: satisfiable, but the values are missing
        sat\nunsat\n => 2:1: contradicts an earlier verdict
        s SATISFIABLE => 1:1: expected sat, unsat, unknown or values, found 's'
        sat) => 1:4: this parenthesis closes nothing
        (error "line 1 column 2: unknown logic") => 1:1: the solver complains: "line 1 column 2: unknown logic""#;
    let deep = "answer:1:9: these parentheses nest too deeply for an answer";
    assert_eq!(fault(&"(".repeat(100_000)), deep);
    let cut_off = "answer:3:2: this parenthesis is not closed: the answer is cut off";
    assert_eq!(fault(&RING[..60]), cut_off);
    for (text, expected) in cases(others) {
        assert_eq!(fault(&text), format!("answer:{expected}"), "{text}");
    }
}

//! The comments of files: each spec is written and read back, and faults have their lines.

use super::*;
use crate::cases::{assert_message, cases};
use itertools::Itertools;
use knightsat_cnf::dimacs::read::{Comment, Header};
use knightsat_cnf::dimacs::write::Writer;

/// Returns the spec in these comments, the first of them on line 1.
fn read(comments: &[String]) -> Result<Option<FormulaSpec>, String> {
    let comments = (1..).zip(comments).map(|(line, text)| Comment {
        line,
        text: text.clone(),
    });
    FormulaSpec::from_comments(&comments.collect_vec()).map_err(|error| error.to_string())
}

/// Returns the comments of a spec in JSON, which read back.
fn comments(spec: &str) -> Vec<String> {
    let is_named = spec.contains("\"encoding\"");
    let style = if is_named {
        ""
    } else {
        r#", "encoding": "crt""#
    };
    let json = format!("{{{spec}{style}}}");
    let spec: FormulaSpec = serde_json::from_str(&json).unwrap();
    let comments = spec.comments();
    let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&json).unwrap();
    for key in fields.keys().map(|key| format!("knightsat {key} = ")) {
        let is_there = comments.iter().any(|comment| comment.starts_with(&key));
        assert!(is_there, "{key}: {comments:?}");
    }
    assert_eq!(read(&comments), Ok(Some(spec)), "{comments:?}");
    let header = Header {
        variables: 0,
        clauses: 0,
    };
    // The writer panics at a comment that solvers may misread.
    Writer::new(Vec::new(), header, &comments);
    comments
}

#[test]
fn comments_carry_the_whole_recipe() {
    const HOLED: &str = r#""board": "12x30", "leaper": "4,1", "tour": "closed", "start": "ab7",
        "holes": ["a1", "c3", "d4", "ab9", "z1", "y1", "x1", "aa10", "ac12"], "end": "a12""#;
    comments(r#""board": "12x30""#);
    comments(r#""graph": 3, "edges": [[1, 2], [1, 3], [2, 3]], "start": "3""#);
    comments(r#""board": "12x14", "tour": "closed", "blocks": "6x6", "joints": "3""#);
    for name in Name::ALL {
        comments(&format!(
            r#"{HOLED}, "symmetric": "rot90", "encoding": "{name}""#
        ));
    }
    for style in [
        r#""encoding": "position", "amo": "bitwise,product", "directions": "one""#,
        r#""encoding": "position", "negate": true, "predecessors": false"#,
        r#""encoding": "crt", "amo": "ladder", "directions": "one", "modulus": 420"#,
        r#""encoding": "crt", "shortcuts": false, "shuffle": 18446744073709551615"#,
    ] {
        comments(&format!("{HOLED}, {style}"));
    }
}

#[test]
fn long_lists_go_on_in_the_next_comment() {
    let edges = (1..40).map(|vertex| [vertex, vertex + 1]).collect_vec();
    let require = edges.iter().map(|[a, b]| format!("{a}-{b}")).collect_vec();
    let spec = format!(r#""graph": 40, "edges": {edges:?}, "require": {require:?}"#);
    let comments = comments(&spec);
    let is_short = comments.iter().all(|comment| comment.len() < 78);
    assert!(is_short, "{comments:?}");
    let edges = r"knightsat edges = [[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[8,9],[9,10],\";
    assert_eq!(comments[3], edges);
}

#[test]
fn long_values_are_broken_and_read_back() {
    let rule = "a1-b3 + a1-c2 + b1-a3 + b1-c3 + b1-d2 + c1-a2 + c1-b3 <= 5";
    comments(&format!(r#""board": "3x4", "with": [["{rule}"]]"#));
    let named = |names: [&str; 3]| {
        let first = serde_json::to_string(names[0]).unwrap();
        let names = serde_json::to_string(&names).unwrap();
        let edges = "[[1, 2], [1, 3], [2, 3]]";
        let spec = format!(r#""graph": 3, "edges": {edges}, "names": {names}, "start": {first}"#);
        comments(&spec);
    };
    let cyrillic = "\u{415}\u{43a}\u{430}\u{442}\u{435}\u{440}\u{438}\u{43d}\u{431}";
    named([cyrillic, "p cnf", "x"]);
    named([&"long".repeat(80), &"\\".repeat(70), &" ".repeat(70)]);
    named(["\"'\"", "a, b", "[[,"]);
    named(["'\"\"\"'''", "a, \"b\"", "\n'\u{7f}"]);
    named(["'''\"\"", "\"", "'"]);
    // Every length around the limit.
    (40..90).for_each(|length| named([&"x".repeat(length), "y", "z"]));
}

#[test]
fn a_fault_is_at_the_line_of_its_key() {
    for (comments, expected) in cases(include_str!("../../tests/comment-faults.txt")) {
        let lines = comments.replace("BROKEN", "\\");
        let lines = lines.lines().map(|line| format!("knightsat {line}"));
        assert_message(
            &read(&lines.collect_vec()).unwrap_err(),
            &expected,
            &comments,
        );
    }
    let prose = [" board = \"8x8\"", " knightsat is a program"].map(String::from);
    assert_eq!(read(&prose), Ok(None));
}

#[test]
fn boards_are_read_as_sizes_and_drawings() {
    let spec: FormulaSpec = ".../.#./1..".parse().unwrap();
    assert_eq!(spec.place.len(), 8);
    assert_eq!(spec.tour.at, ["1=a1".parse().unwrap()]);
    let error = "8 by 8".parse::<FormulaSpec>().unwrap_err().to_string();
    assert!(error.contains("is not a board"), "{error}");
}

/// The spec alone decodes models, of shuffled formulas too.
#[test]
fn what_is_written_can_be_solved_and_decoded() {
    use knightsat_cnf::Answer;
    use knightsat_solver::Incremental;
    use knightsat_solver::varisat::Varisat;
    let stop = Stop::default();
    for (name, shuffle) in [("crt", 0), ("crt", 3), ("elimination", 7), ("order", 0)] {
        let style = format!(r#""encoding": "{name}", "shuffle": {shuffle}"#);
        let spec = format!(r#"{{"board": "5x10", "blocks": "5x5", {style}}}"#);
        let spec: FormulaSpec = serde_json::from_str(&spec).unwrap();
        let mut solver = Varisat::new(None);
        spec.encode(&mut solver, &stop).unwrap();
        let Answer::Satisfiable(model) = solver.solve().unwrap() else {
            panic!("{name}");
        };
        assert_eq!(spec.decode(&model, &stop).unwrap().steps().len(), 50);
        assert!(spec.decode(&Model::default(), &stop).is_err(), "{name}");
    }
}

//! Rules: read, written, refused with a place, and judged on a tour.

use super::*;
use crate::Kind;
use crate::cases::{assert_message, cases};
use crate::given::{Clue, Given};
use crate::graph::Graph;
use crate::place::Place;
use crate::spec::TourSpec;
use crate::tour::Tour;

fn rules(text: &str, board: &str) -> Vec<String> {
    let rules = read(text, &board.parse().unwrap()).unwrap();
    rules.iter().map(Rule::to_string).collect()
}

#[test]
fn rules_are_read_as_they_are_written() {
    let text = "\u{feff}# nothing but a comment\n\n a1-c2   or not d1@12\t# which\nnot after(b3, a1)\n\
                before( b3 ,a1 ) or a1->c2 or a1-c2 or a1-c2\r\n12 d1 or not a1 c2\n2,3-1,1\n";
    let expected = [
        "a1-c2 or not d1@12",
        "not after(b3, a1)",
        "after(a1, b3) or a1->c2 or a1-c2",
        "d1@12 or not a1->c2",
        "a1-c2",
    ];
    assert_eq!(rules(text, "3x4"), expected);
    assert_eq!(rules(&expected.join("\n"), "3x4"), expected);
    assert!(rules("", "3x4").is_empty());
    let graph = Place::Graph(Graph::from_edges(3, &[[0, 1], [1, 2]]));
    let rules = read("1-2 or not 3@1\nafter(1, 3)", &graph).unwrap();
    assert_eq!(rules[0].to_string(), "1-2 or not 3@1");
    let fault = read("not 2 3\n", &graph).unwrap_err().to_string();
    assert_eq!(fault, "1:5: write 3@2 or 2->3");
    let fault = read("turns <= 4", &graph).unwrap_err().to_string();
    let expected = "1:1: turns: a graph has no angles, crossings or slopes: use a board";
    assert_eq!(fault, expected);
    let json = serde_json::to_string(&rules).unwrap();
    assert_eq!(json, r#"[["1-2","not 3@1"],["after(1, 3)"]]"#);
    assert_eq!(
        serde_json::from_str::<Vec<Rule<String>>>(&json).unwrap(),
        rules
    );
    assert!(serde_json::from_str::<Rule<String>>(r#"["a1+c2"]"#).is_err());
}

#[test]
fn each_fault_is_named_with_its_place_and_what_may_be_meant() {
    let fault = |text: &str| read(text, &"3x4".parse().unwrap()).unwrap_err();
    for (text, expected) in cases(include_str!("../../tests/rule-faults.txt")) {
        assert_message(&fault(&text).to_string(), &expected, &text);
    }
    for text in "? after(b3 a1- - d1@ d1@99999999999 a1-c2-d3 (( \u{1b}".split(' ') {
        let found = fault(text).to_string();
        assert_message(&found, "… is not a fact of a tour: …", text);
    }
    // Deep nesting and long input need neither deep recursion nor a long message.
    for text in ["(", "a1-c2", "not "] {
        assert!(fault(&text.repeat(1 << 18)).message.len() < 400, "{text}");
    }
}

#[test]
fn a_tour_keeps_rules_or_violates_the_first_that_is_named() {
    let place: Place = "3x4".parse().unwrap();
    let steps = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split(' ');
    let steps: Vec<u32> = steps.map(|name| place.vertex(name).unwrap()).collect();
    let verdict = |text: &str| {
        let with = read(text, &place).unwrap();
        let tour = TourSpec {
            with,
            ..Kind::Open.into()
        };
        let problem = tour.problem(&place, &Default::default()).unwrap();
        let verdict = Tour::verify(&problem, steps.clone()).map(|_| ());
        verdict.map_err(|error| error.with_names(|v| place.name(v)).to_string())
    };
    let kept = "a1-c2; c2-a1; a1->c2; not c2->a1; b1@4; after(d3, a1); not after(a1, d3); \
                d1@2 or a1-c2";
    for kept in kept.split("; ") {
        assert_eq!(verdict(kept), Ok(()), "{kept}");
    }
    let violated = "not a1-c2; c2->a1; b1@5; after(a1, d3); a1-b3; d1@2 or not a1-c2";
    for violated in violated.split("; ") {
        let found = verdict(&format!("a1-c2\n{violated}\nnot a1-c2"));
        assert_eq!(found, Err(format!("rule 2 is violated: {violated}")));
    }
}

#[test]
fn directed_rules_of_closed_tours_need_a_first_step() {
    let place = Place::Graph(Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3], [3, 0]]));
    let problem = || Problem::of(&place, Kind::Closed, None, None).unwrap();
    let first = Given::new([Clue::At { step: 1, vertex: 0 }]);
    let begun = || problem().with(first.clone()).unwrap();
    let rules = |text: &str| -> Vec<Rule> {
        let rules = read(text, &place).unwrap();
        let vertex = |name: &String| place.vertex(name).unwrap();
        rules.iter().map(|rule| rule.map(vertex)).collect()
    };
    for directed in ["2@2", "after(2, 1)"].map(rules) {
        let refused = problem().with(directed.clone()).unwrap_err();
        assert_eq!(refused, ProblemError::NoFirstStep);
        assert!(begun().with(directed).unwrap().is_numbered());
    }
    let atom = Atom::Fact(Fact::At { step: 5, vertex: 1 });
    let none = ProblemError::NoStep { step: 5, steps: 4 };
    let is_positive = true;
    let late = vec![Rule(vec![Literal { atom, is_positive }])];
    assert_eq!(begun().with(late).unwrap_err(), none);
    // The closing edge of the tour counts as a move.
    let verify = |problem: &Problem| Tour::verify(problem, vec![0, 1, 2, 3]);
    let edge = problem().with(rules("1-4")).unwrap();
    assert!(!edge.is_numbered() && verify(&edge).is_ok());
    let error = verify(&begun().with(rules("1->4")).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "rule 1 is violated: vertex 0->vertex 3");
}

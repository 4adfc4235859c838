//! Tours read back in the forms that programs and people write, and faults with their places.

use super::*;
use crate::cases::{assert_message, cases, groups};
use knightsat_tour::graph::{Graph, Names, Words};
use knightsat_tour::tour::Tour;
use knightsat_tour::{Problem, Verdict};

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

/// Vertices of the tour in the constant.
const STEPS: [u32; 12] = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];

fn place() -> Place {
    "3x4".parse().unwrap()
}

/// Returns a place and the kind of its tours: `ring5` is a cycle, and so is `path5`, for paths.
fn named(name: &str) -> (Place, Kind) {
    let ring = |len: &str| {
        let len = len.parse().unwrap();
        let edges = (0..len).map(|vertex| [vertex, (vertex + 1) % len]);
        Graph::from_edges(len, &edges.collect_vec())
    };
    match name {
        "board" => (place(), Kind::Open),
        "holed" => (".../.#./...".parse().unwrap(), Kind::Open),
        "square" => {
            let wazir = "4x4".parse::<Board>().unwrap().with_leaper(0, 1);
            (wazir.unwrap().into(), Kind::Open)
        }
        "narrow" => {
            let wazir = "3x2".parse::<Board>().unwrap().with_leaper(0, 1);
            (wazir.unwrap().into(), Kind::Open)
        }
        "zero" => (
            Place::Graph(ring("5").with_names(Names::FromZero)),
            Kind::Closed,
        ),
        "towns" => {
            let names = ["New York", "A-B", "v1.2", "x,y"].map(String::from);
            let words: Words = names.into_iter().collect();
            let towns = ring("4").with_names(Names::Words(words.into()));
            (Place::Graph(towns), Kind::Closed)
        }
        name => match name.split_at_checked(4).unwrap_or((name, "")) {
            ("path", len) => (Place::Graph(ring(len)), Kind::Open),
            ("star", _) => {
                let star = [[0, 2], [2, 4], [4, 1], [1, 3], [3, 0]];
                (Place::Graph(Graph::from_edges(5, &star)), Kind::Closed)
            }
            ("ring", len) => (Place::Graph(ring(len)), Kind::Closed),
            _ => (name.parse().unwrap(), Kind::Open),
        },
    }
}

/// Returns the verdict on a text as a tour: its note or nothing, or its fault.
fn verdict(name: &str, text: &str) -> String {
    let (place, kind) = named(name);
    let read = match read(&place, text) {
        Ok(read) => read,
        Err(error) => return error.to_string(),
    };
    let problem = Problem::of(&place, read.kind.unwrap_or(kind), None, None);
    match read.verify(&place, &problem.unwrap()) {
        Ok(_) => read.note.unwrap_or_default(),
        Err(fault) => fault,
    }
}

#[test]
fn what_is_written_reads_back() {
    let place = place();
    let problem = Problem::of(&place, Kind::Open, None, None).unwrap();
    let tour = Tour::verify(&problem, STEPS.to_vec());
    let tour = tour.unwrap();
    let drawn = format!("{tour:#}\n");
    let expected = "  ┌────┬────┬────┬────┐\n\
                    3 │  3 │  6 │  9 │ 12 │\n  \
                      ├────┼────┼────┼────┤\n\
                    2 │  8 │ 11 │  2 │  5 │\n  \
                      ├────┼────┼────┼────┤\n\
                    1 │  1 │  4 │  7 │ 10 │\n  \
                      └────┴────┴────┴────┘\n     \
                         a    b    c    d\n";
    assert_eq!(drawn, expected);
    let request = "3x4".parse().unwrap();
    let verdict: Verdict<()> = Verdict::Tour(tour.clone());
    let document = crate::document(&request, &verdict);
    let json = serde_json::to_string(&document).unwrap();
    for text in [&drawn, &place.path(tour.steps()), &json] {
        let read = read(&place, text).unwrap();
        assert_eq!(read.steps(), Ok(&STEPS[..]), "{text}");
        assert_eq!(read.kind, (*text == json).then_some(Kind::Open), "{text}");
    }
}

#[test]
fn each_form_of_a_tour_is_read() {
    for (text, group) in groups(include_str!("../../tests/tours.txt")) {
        let (name, note) = group.split_once(": ").unwrap_or((&group, ""));
        let pair = |base: u32| move |&v: &u32| [v / 4 + base, v % 4 + base];
        let pairs = |base, [before, between, after]: [&str; 3], separator: &str| {
            let pairs = STEPS.iter().map(pair(base));
            let texts = pairs.map(|[r, f]| format!("{before}{r}{between}{f}{after}"));
            texts.collect_vec().join(separator)
        };
        let text = text
            .replace("PAIRS", &pairs(0, ["(", ", ", ")"], ", "))
            .replace("ROWS", &pairs(0, ["[", " ", "]"], "\n "))
            .replace("COLUMNS", &pairs(0, ["", " ", ""], "\n"))
            .replace("CSV", &pairs(0, ["", ",", ""], "\n"))
            .replace("ONES", &pairs(1, ["", ",", ""], " "))
            .replace("[[[", "[[")
            .replace("]]]", "]]");
        assert_eq!(verdict(name, &text), note, "{text}");
    }
}

/// Texts of other programs and people are refused, and the remedy names a form.
#[test]
fn other_texts_are_refused_with_a_remedy() {
    for (text, expected) in cases(include_str!("../../tests/refused.txt")) {
        let (name, text) = text.split_once(": ").unwrap();
        let text = text.replace("{TOUR}", TOUR);
        assert_message(&verdict(name, &text), &expected, &text);
    }
}

/// A text of a known form that is no tour: the fault is that of the tour.
#[test]
fn wrong_tours_have_their_fault() {
    for (text, expected) in cases(include_str!("../../tests/wrong.txt")) {
        let (name, text) = text.split_once(": ").unwrap();
        assert_message(&verdict(name, text), &expected, text);
    }
}

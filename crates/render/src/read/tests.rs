//! Tours read back in the forms that programs and people write, and faults with their places.

use super::*;
use crate::DocumentResult;
use crate::cases::{assert_message, cases, groups, unescaped};
use knightsat_tour::graph::{Graph, Names, Words};
use knightsat_tour::tour::Tour;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

/// Vertices of the tour in the constant.
const STEPS: [u32; 12] = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];

fn board() -> Board {
    Board::new(3, 4).unwrap()
}

fn place() -> Place {
    board().into()
}

fn graph(len: u32, edges: &[[u32; 2]]) -> Place {
    Place::Graph(Graph::from_edges(len, edges))
}

fn ring(len: u32) -> Place {
    let edges = (0..len).map(|vertex| [vertex, (vertex + 1) % len]);
    graph(len, &edges.collect_vec())
}

/// Returns the verdict on a text as a tour: its note or nothing, or its fault.
fn verdict(place: &Place, kind: Kind, text: &str) -> String {
    let read = match read(place, text) {
        Ok(read) => read,
        Err(error) => return error.to_string(),
    };
    let problem = place.problem(read.kind.unwrap_or(kind), None, None);
    match read.verify(place, &problem.unwrap()) {
        Ok((_, note)) => note.unwrap_or_default(),
        Err(fault) => fault,
    }
}

#[test]
fn what_is_written_reads_back() {
    let (place, steps) = (place(), STEPS.to_vec());
    let tour = Tour::verify(&place.problem(Kind::Open, None, None).unwrap(), steps).unwrap();
    let drawn = crate::board(&board(), &tour);
    let expected = "  ┌────┬────┬────┬────┐\n\
                    3 │  3 │  6 │  9 │ 12 │\n  \
                      ├────┼────┼────┼────┤\n\
                    2 │  8 │ 11 │  2 │  5 │\n  \
                      ├────┼────┼────┼────┤\n\
                    1 │  1 │  4 │  7 │ 10 │\n  \
                      └────┴────┴────┴────┘\n     \
                         a    b    c    d\n";
    assert_eq!(drawn, expected);
    let kind = Kind::Open.into();
    let document = crate::document(&place, &kind, DocumentResult::Tour, Some(&tour));
    let json = serde_json::to_string(&document).unwrap();
    for text in [&drawn, &crate::moves(&place, &tour), &json] {
        assert_eq!(
            read(&place, text).unwrap().steps(),
            Ok(&STEPS[..]),
            "{text}"
        );
    }
    assert_eq!(read(&place, &json).unwrap().kind, Some(Kind::Open));
}

#[test]
fn each_fault_is_named() {
    let star = graph(5, &[[0, 2], [2, 4], [4, 1], [1, 3], [3, 0]]);
    let square = Place::from("4x4".parse::<Board>().unwrap().with_leaper(0, 1).unwrap());
    let of = |name: &str| match name {
        "board" => (place(), Kind::Open),
        "4x3" => ("4x3".parse().unwrap(), Kind::Open),
        "square" => (square.clone(), Kind::Open),
        "star" => (star.clone(), Kind::Closed),
        name => (
            ring(name.strip_prefix("ring").unwrap().parse().unwrap()),
            Kind::Closed,
        ),
    };
    for (text, expected) in cases(
        r#"
        board: \u{20}\n => 1:1: no tour here: the text is empty
        board: a1 c2\nb9 => 2:1: b9 is not on the 3x4 board
        board: a1  x => 1:5: 'x' is not a square: write a file and a rank such as a1, or \
            rank,file such as 1,1; remove all other words
        board: 1 2 3 4 => 1:1: 4 numbers are neither a board of 3 ranks and 4 files nor a list of its 12 squares
        board: { => 1:1: not a tour in JSON…
        board: {} => 1:1: this document contains no moves
        board: a1 c2; a3 b1 d2 => 1:6: a semicolon: these are several pieces, and a tour is one
        board: 1: a1\n2: c2\n3: a3\n3: b1 => 3 stands twice and 4 is missing
        board: [[11,8,5,0],[0,3,10,7],[9,6,1,4]] => 0 stands twice and 2 is missing
        board: 3 6 9 12\n8 11 2 5\n1 4 7 7 => 7 stands twice and 10 is missing
        board: 3 6 9 13\n8 11 2 5\n1 4 7 10 => 13 is beyond 12 and 12 is missing
        board: 3 6 9 .\n8 11 2 5\n1 4 7 10 => d3 has no number
        board: (0,0) (1,2) (2,0) (0,1) (1,3) (2,1) (0,2) (1,0) (2,2) (0,3) (1,1) (0,0) => steps \
            1 and 12 are both on 0,0 (read as rank and file from 0)
        board: 0,0 1,2 2,4 => 1:1: 6 numbers are neither a board of 3 ranks and 4 files nor a list of its 12 squares
        board: (0,0) (1,2)\n(2,4) => 2:2: 2,4 is not a square of 3x4, rank and file counted from 0
        board: 4x3\n3 6 9 12\n8 11 2 5\n1 4 7 10\n => 1:1: '4x3' is not…
        board: 3 6 9 12\n8 11 2 5\n1 4 7 10\n\n3 6 9 12\n8 11 2 5\n1 4 7 10\n => 5:1: a second tour begins here…
        board: TOUR\nTOUR => 2:1: a second tour begins here…
        4x3: 3 6 9 12\n8 11 2 5\n1 4 7 10\n => its ranks are read as files: it has 3 ranks of 4, and 4x3 has 4 of 3
        square: 4\n1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n =>
        square: 4 4\n1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n =>
        square: 4x4\n1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n =>
        ring5: 0 1 2 3 3 => steps 4 and 5 are both on 3 (read as vertices numbered from 0)
        ring5: NAME : c5\nTYPE : TOUR\nDIMENSION : 5\nTOUR_SECTION\n1\n2\n3\n4\n6\n-1\nEOF\n => \
            9:1: '6' is not a vertex: the graph has the vertices 1 to 5
        ring5: TOUR_SECTION\n1\n2\n3\n4\n5\n-1\n1\n3\n5\n2\n4\n-1\nEOF\n => 8:1: a second tour \
            begins here: write each tour to a file of its own
        ring5: TOUR_SECTION\n1 2 3 4 5 -1\nEOF\nNAME : b\n => 4:1: a second tour begins here…
        ring5: 1 2 3 4 5\n1 3 5 2 4\n => 2:1: a second tour begins here…
        ring5: 1 2 3 4 5 1\n1 3 5 2 4 1\n => 2:1: a second tour begins here…
        ring5: Answer: 1\nhc(1,2)\nAnswer: 2\nhc(2,1)\n => 3:1: a second tour begins here…
        ring5: vertex(1) vertex(2) hc(4,5) hc(1,2) hc(5,1) hc(2,3) hc(3,4) => only the facts hc(…) are read
        ring6: hc(1,2). hc(2,3). hc(3,1). hc(4,5). hc(5,6). hc(6,4). => the edges form 2 cycles: 1 2 3; 4 5 6
        ring6: 1 2\n2 3\n3 1\n5 4\n4 6\n6 5\n => the edges form 2 cycles: 1 2 3; 5 4 6
        ring6: 1 2\n2 3\n3 4\n5 6\n1 4 => the edges form 1 path (5 6) and 1 cycle (1 2 3 4)
        ring6: 1 2\n2 3\n3 4\n4 5\n5 1\n1 6 => 1 is on 3 of the edges, and a tour has two there
        ring6: 1 2\n2 3\n3 4\n4 5\n => none of the edges is at 6
        ring6: 1 2\n2 3\n3 4\n4 5\n6 2\n => 2 is on 3 of the edges, and a tour has two there
        ring6: 1 2\n2 3\n3 4\n4 6\n6 5\n5 1\n => from step 4 to 5, 4 to 6 is not a move
        star: [3, 4, 5, 1, 2] => the list is read as successors: 3 follows 1
        star: 2 3 4 0 1 => the list is read as successors: 2 follows 0
        star: 1 3 5 2 4 =>
        star: 1 2 3 4 5 => from step 1 to 2, 1 to 2 is not a move
        "#,
    ) {
        let (name, text) = text.split_once(": ").unwrap();
        let (place, kind) = of(name);
        let found = verdict(
            &place,
            kind,
            &text.replace("TOUR\nTOUR", &[TOUR; 2].join("\n")),
        );
        // The note about facts has three dots of its own.
        assert_message(
            &found.replace("hc(…)", "hc()"),
            &expected.replace("hc(…)", "hc()"),
            text,
        );
    }
}

#[test]
fn a_set_of_edges_is_a_tour_in_any_order() {
    for text in [
        "hc(4,5) hc(1,2) hc(5,1) hc(2,3) hc(3,4)",
        "hc(4,5).\nhc(2,1).\nhc(5,1). hc(2,3).\nhc(3,4).\n",
        "clingo version 5.6.2\nReading from stdin\nSolving...\nAnswer: 1\nhc(4,5) hc(1,2) hc(5,1) \
         hc(2,3) hc(3,4)\nSATISFIABLE\n\nModels       : 1+\n",
        "4 5\n2 1\n1 5\n3 4\n2 3\n",
        "4-5 2-1 1-5 3-4 2-3",
        "{(4, 5), (2, 1), (1, 5), (3, 4), (2, 3)}",
        "[[3, 4], [1, 0], [0, 4], [2, 3], [1, 2]]",
        "from 4 to 5\nfrom 5 to 1\nfrom 1 to 2\nfrom 2 to 3\nfrom 3 to 4\n",
        "{1: 2, 2: 3, 3: 4, 4: 5, 5: 1}",
        "{\"1\": \"2\", \"2\": 3, \"3\": 4, \"4\": 5, \"5\": 1}",
        "{\"cycle\": [[1, 2], [3, 2], [3, 4], [5, 4], [1, 5]]}",
        "5 5\n0 1 7\n2 1 9\n2 3 4\n3 4 4\n4 0 2\n",
        "5\n1 2 3 4 5\n",
    ] {
        assert_eq!(verdict(&ring(5), Kind::Closed, text), "", "{text}");
    }
    // A path; both directions.
    for text in ["4 5\n2 1\n3 4\n2 3\n", "1 2\n4 3\n3 2\n5 4\n"] {
        assert_eq!(verdict(&ring(5), Kind::Open, text), "", "{text}");
    }
}

#[test]
fn names_with_blanks_and_marks_are_whole() {
    let names = ["New York", "A-B", "v1.2", "x,y"].map(String::from);
    let words: Words = names.into_iter().collect();
    let graph = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3], [3, 0]]);
    let towns = Place::Graph(graph.with_names(Names::Words(words.into())));
    for text in [
        "New York A-B v1.2 x,y",
        "New York\nA-B\nv1.2\nx,y\n",
        "\"New York\", \"A-B\", \"v1.2\", \"x,y\"",
        "New York -> A-B -> v1.2 -> x,y",
        "Tour: New York - A-B - v1.2 - x,y",
        "1. New York\n4. x,y\n2. A-B\n3. v1.2",
    ] {
        assert_eq!(verdict(&towns, Kind::Closed, text), "", "{text}");
    }
}

/// The forms of lists: the text around all steps, that between two of them, and that of a step.
/// In a step, `n` is the name of the square, `v` its number, `r` its rank and `f` its file. The
/// rank from above is `a`, and the number of the step `s`. Small letters count from 0, capitals
/// from 1.
const FORMS: &str = r#"
    *|, |{n}
    *| -> |{n}
    *|-|{n}
    *| → |{n}
    *|\n|{n}
    *|;|{n}
    [*]| |{n}
    ['*']|', '|{n}
    {"tour": ["*"]}|", "|{n}
    {"board": "x", "route": ["*"]}|", "|{n}
    *| |N{n}
    Tour found: *.| |{n}
    Solution\n\n*\nDone.\n| |{n}
    *|\n|{S}. N{n}
    *|\n|{S}.{n}
    *|\n|{S}: {n}
    *|\n|{S} {n}
    *|\n|{n}={S}
    *|\n|{n} {S}
    *|\n|Step {S}: {n}
    *|\n|at({S},{n})
    *|\n|{S},{r} {f}
    *|\n|{s},{r},{f}
    *|\n|cell({r},{f},{S})
    *|\n|{r} {f}
    *| |{v}
    *|, |{V}
    *|, |np.int64({v})
    NAME : t\nTYPE : TOUR\nDIMENSION : 12\nTOUR_SECTION\n*\n-1\nEOF|\n|{V}
    12\n*| |{v}
    [*]|, |({r}, {f})
    [*]|, |({R}, {F})
    [*]|, |({f}, {r})
    [*]|, |({F}, {R})
    [*]|, |({a}, {f})
    [*]|, |({F}, {A})
    *| |{r} {f}
    *| |{R} {F}
    *| |{f} {r}
    *| |{F} {R}
    *| |{a} {f}
    *| |{F} {A}
    "#;

#[test]
fn lists_of_squares_are_read_in_many_forms() {
    let problem = place().problem(Kind::Open, None, None).unwrap();
    let is_read = |text: &str| {
        let tour = read(&place(), text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let verified = tour.verify(&place(), &problem);
        let (tour, _) = verified.unwrap_or_else(|error| panic!("{error}: {text}"));
        // Coordinates may be those of a mirror image, and edges those of the reversed tour.
        let ends = [tour.steps()[0], tour.steps()[11]];
        assert!(matches!(ends, [0, 11] | [11, 0] | [8, 3]), "{text}");
    };
    for form in FORMS.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (around, rest) = form.split_once('|').unwrap();
        let (between, step) = rest.split_once('|').unwrap();
        let fill = |(at, &vertex): (usize, &u32)| {
            let (rank, file) = (vertex / 4, vertex % 4);
            let numbers = [
                ("v", vertex),
                ("r", rank),
                ("f", file),
                ("a", 2 - rank),
                ("s", at as u32),
            ];
            let text = step.replace("{n}", &place().name(vertex));
            numbers.iter().fold(text, |text, (name, number)| {
                let text = text.replace(&format!("{{{name}}}"), &number.to_string());
                text.replace(
                    &format!("{{{}}}", name.to_uppercase()),
                    &(number + 1).to_string(),
                )
            })
        };
        let mut steps = STEPS.iter().enumerate().map(fill).collect_vec();
        let text = |steps: &[String]| unescaped(&around.replace('*', &steps.join(between)));
        is_read(&text(&steps));
        // Numbered steps may have any order.
        steps.reverse();
        if step.contains("{S}") && !step.contains("{S}.") {
            is_read(&text(&steps));
        }
    }
    let names = TOUR.split(' ').collect_vec();
    let moves = || names.windows(2).map(|ends| [ends[0], ends[1]]);
    let pairs = (1..).zip(names.chunks(2));
    for text in [
        TOUR.to_uppercase(),
        pairs
            .map(|(count, pair)| format!("{count}. {}", pair.join(" ")))
            .join(" "),
        moves().map(|[from, to]| format!("N{from}-{to}")).join(" "),
        moves()
            .rev()
            .map(|[from, to]| format!("{to}-{from}"))
            .join("\n"),
        moves()
            .rev()
            .map(|ends| format!("move({})", ends.join(",")))
            .join(" "),
    ] {
        is_read(&text);
    }
}

#[test]
fn boards_of_numbers_are_read_in_many_forms() {
    for (text, board) in groups(
        r#"
        3x4
        - 3 6 9 12\n8 11 2 5\n1 4 7 10
        - 3,6,9,12\n8,11,2,5\n1,4,7,10
        - 3, 6, 9, 12\r\n8, 11, 2, 5\r\n1, 4, 7, 10
        - 3;6;9;12\n8;11;2;5\n1;4;7;10
        - 3\t6\t9\t12\n8\t11\t2\t5\n1\t4\t7\t10
        - "3","6","9","12"\n"8","11","2","5"\n"1","4","7","10"
        - | 3 | 6 | 9 | 12 |\n| 8 | 11 | 2 | 5 |\n| 1 | 4 | 7 | 10 |
        - | 3 | 6 | 9 | 12 |\n+--+--+--+--+\n| 8 | 11 | 2 | 5 |\n+--+--+--+--+\n| 1 | 4 | 7 | 10 |
        - [[3, 6, 9, 12],\n [8, 11, 2, 5],\n [1, 4, 7, 10]]
        - [[3 6 9 12]\n [8 11 2 5]\n [1 4 7 10]]
        - [3 6 9 12; 8 11 2 5; 1 4 7 10]
        - {"board": [[3, 6, 9, 12], [8, 11, 2, 5], [1, 4, 7, 10]]}
        - 2 5 8 11\n7 10 1 4\n0 3 6 9
        - 3 8 1\n6 11 4\n9 2 7\n12 5 10
        .../.#./...
        - 3 8 5\n6 # 2\n1 4 7
        - 3,8,5\n6,,2\n1,4,7
        - 3 8 5\n6 . 2\n1 4 7
        - 3 8 5\n6 0 2\n1 4 7
        - |3|8|5|\n|6| |2|\n|1|4|7|
        "#,
    ) {
        let place: Place = board.parse().unwrap();
        let tour = read(&place, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(tour.readings[0].is_path(&place), "{text}");
    }
}

#[test]
fn tours_of_graphs_may_count_otherwise_and_return_to_their_start() {
    let ring = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3], [3, 0]]);
    for (text, kind) in groups(
        r#"
        Ok([0, 1, 2, 3]) None
        - 1 2 3 4
        - 0 1 2 3
        - 1 -> 2 -> 3 -> 4
        - 4\n0 1 2 3\n
        - 0\n1\n2\n3\n
        - TYPE : TOUR\nTOUR_SECTION\n1\n2\n3\n4\n-1\nEOF
        - {"cycle": [1, 2, 3, 4]}
        - ["1", "2", "3", "4"]
        Ok([0, 1, 2, 3]) Some(Closed)
        - 1 2 3 4 1
        - [0, 1, 2, 3, 0]
        "#,
    ) {
        for names in [Names::FromOne, Names::FromZero] {
            let place = Place::Graph(ring.clone().with_names(names));
            let tour = read(&place, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(
                format!("{:?} {:?}", tour.steps(), tour.kind),
                kind,
                "{text}"
            );
        }
    }
}

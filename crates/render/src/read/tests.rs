//! Tours read back in the forms that programs and people write, and faults with their places.

use super::*;
use crate::DocumentResult;
use crate::cases::{assert_message, cases, groups, unescaped};
use knightsat_tour::graph::{Graph, Names, Words};
use knightsat_tour::tour::Tour;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

/// Vertices of the tour in the constant.
const STEPS: [u32; 12] = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];

fn place() -> Place {
    "3x4".parse().unwrap()
}

/// Returns a place and the kind of its tours: `ring5` is a cycle, and so is `path5`, for paths.
fn named(name: &str) -> (Place, Kind) {
    let graph = |len, edges: &[[u32; 2]]| Place::Graph(Graph::from_edges(len, edges));
    let ring = |len: &str| {
        let len = len.parse().unwrap();
        let edges = (0..len).map(|vertex| [vertex, (vertex + 1) % len]);
        Graph::from_edges(len, &edges.collect_vec())
    };
    match name {
        "board" => (place(), Kind::Open),
        "holed" => (".../.#./...".parse().unwrap(), Kind::Open),
        "4x3" => (name.parse().unwrap(), Kind::Open),
        "square" => {
            let wazir = "4x4".parse::<Board>().unwrap().with_leaper(0, 1);
            (wazir.unwrap().into(), Kind::Open)
        }
        "star" => {
            let star = [[0, 2], [2, 4], [4, 1], [1, 3], [3, 0]];
            (graph(5, &star), Kind::Closed)
        }
        "towns" => {
            let names = ["New York", "A-B", "v1.2", "x,y"].map(String::from);
            let words: Words = names.into_iter().collect();
            let towns = ring("4").with_names(Names::Words(words.into()));
            (Place::Graph(towns), Kind::Closed)
        }
        name => match name.split_at(4) {
            ("path", len) => (Place::Graph(ring(len)), Kind::Open),
            (_, len) => (Place::Graph(ring(len)), Kind::Closed),
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
    let problem = place.problem(read.kind.unwrap_or(kind), None, None);
    match read.verify(&place, &problem.unwrap()) {
        Ok((_, note)) => note.unwrap_or_default(),
        Err(fault) => fault,
    }
}

#[test]
fn what_is_written_reads_back() {
    let place = place();
    let problem = place.problem(Kind::Open, None, None).unwrap();
    let tour = Tour::verify(&problem, STEPS.to_vec());
    let (tour, kind) = (tour.unwrap(), Kind::Open.into());
    let drawn = crate::board(place.board().unwrap(), &tour);
    let expected = "  ┌────┬────┬────┬────┐\n\
                    3 │  3 │  6 │  9 │ 12 │\n  \
                      ├────┼────┼────┼────┤\n\
                    2 │  8 │ 11 │  2 │  5 │\n  \
                      ├────┼────┼────┼────┤\n\
                    1 │  1 │  4 │  7 │ 10 │\n  \
                      └────┴────┴────┴────┘\n     \
                         a    b    c    d\n";
    assert_eq!(drawn, expected);
    let document = crate::document(&place, &kind, DocumentResult::Tour, Some(&tour));
    let json = serde_json::to_string(&document).unwrap();
    for text in [&drawn, &crate::moves(&place, &tour), &json] {
        let read = read(&place, text).unwrap();
        assert_eq!(read.steps(), Ok(&STEPS[..]), "{text}");
        assert_eq!(read.kind, (*text == json).then_some(Kind::Open), "{text}");
    }
}

#[test]
fn each_fault_is_named() {
    for (text, expected) in cases(
        r#"
        board: \u{20}\n => 1:1: no tour here: the text is empty
        board: a1 c2\nb9 => 2:1: b9 is not on the 3x4 board
        board: a1  x => 1:5: 'x' is not a square: write a file and a rank such as a1, or rank,file such as 1,1; remove all other words
        board: 1 2 3 4 => 1:1: 4 numbers are neither a board of 3 ranks and 4 files nor a list of its 12 squares
        board: { => 1:1: not a tour in JSON…
        board: {} => 1:1: this document contains no moves
        board: a1 c2; a3 b1 d2 => 1:6: a semicolon: these are several pieces, and a tour is one
        board: 1: a1\n2: c2\n3: a3\n3: b1 => 3 stands twice and 4 is missing
        board: [[11,8,5,0],[0,3,10,7],[9,6,1,4]] => 0 stands twice and 2 is missing
        board: 3 6 9 12\n8 11 2 5\n1 4 7 7 => 7 stands twice and 10 is missing
        board: 3 6 9 13\n8 11 2 5\n1 4 7 10 => 13 is beyond 12 and 12 is missing
        board: 3 6 9 .\n8 11 2 5\n1 4 7 10 => d3 has no number
        board: (0,0) (1,2) (2,0) (0,1) (1,3) (2,1) (0,2) (1,0) (2,2) (0,3) (1,1) (0,0) => steps 1 and 12 are both on 0,0 (read as rank and file from 0)
        board: 0,0 1,2 2,4 => 1:1: 6 numbers are neither a board of 3 ranks and 4 files nor a list of its 12 squares
        board: (0,0) (1,2)\n(2,4) => 2:2: 2,4 is not a square of 3x4, rank and file counted from 0
        board: 4x3\n3 6 9 12\n8 11 2 5\n1 4 7 10\n => 1:1: '4x3' is not…
        board: 3 6 9 12\n8 11 2 5\n1 4 7 10\n\n3 6 9 12\n8 11 2 5\n1 4 7 10\n => 5:1: a second tour begins here…
        board: TOUR\nTOUR => 2:1: a second tour begins here…
        board: 3 8 1\n6 11 4\n9 2 7\n12 5 10 => its ranks are read as files: it has 4 ranks of 3, and 3x4 has 3 of 4
        4x3: 3 6 9 12\n8 11 2 5\n1 4 7 10\n => its ranks are read as files: it has 3 ranks of 4, and 4x3 has 4 of 3
        square: 4\n1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n =>
        square: 4 4\n1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n =>
        square: 4x4\n1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n =>
        ring5: 0 1 2 3 3 => steps 4 and 5 are both on 3 (read as vertices numbered from 0)
        ring5: NAME : c5\nTYPE : TOUR\nDIMENSION : 5\nTOUR_SECTION\n1\n2\n3\n4\n6\n-1\nEOF\n => 9:1: '6' is not a vertex: the graph has the vertices 1 to 5
        ring5: TOUR_SECTION\n1\n2\n3\n4\n5\n-1\n1\n3\n5\n2\n4\n-1\nEOF\n => 8:1: a second tour begins here: write each tour to a file of its own
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
        let found = verdict(name, &text.replace("TOUR\nTOUR", &[TOUR; 2].join("\n")));
        // The note about facts has three dots of its own.
        let [found, expected] = [found, expected].map(|text| text.replace("hc(…)", "hc()"));
        assert_message(&found, &expected, text);
    }
}

/// Edges of a tour have any order, and names may have blanks and marks.
#[test]
fn tours_are_read_in_many_forms() {
    for (text, name) in groups(
        r#"
        ring5
        - hc(4,5) hc(1,2) hc(5,1) hc(2,3) hc(3,4)
        - hc(4,5).\nhc(2,1).\nhc(5,1). hc(2,3).\nhc(3,4).\n
        - clingo version 5.6.2\nReading from stdin\nSolving...\nAnswer: 1\nhc(4,5) hc(1,2) \
            hc(5,1) hc(2,3) hc(3,4)\nSATISFIABLE\n\nModels       : 1+\n
        - 4 5\n2 1\n1 5\n3 4\n2 3\n ¦ 4-5 2-1 1-5 3-4 2-3 ¦ {(4, 5), (2, 1), (1, 5), (3, 4), (2, 3)}
        - [[3, 4], [1, 0], [0, 4], [2, 3], [1, 2]]
        - from 4 to 5\nfrom 5 to 1\nfrom 1 to 2\nfrom 2 to 3\nfrom 3 to 4\n
        - {1: 2, 2: 3, 3: 4, 4: 5, 5: 1} ¦ {"1": "2", "2": 3, "3": 4, "4": 5, "5": 1}
        - {"cycle": [[1, 2], [3, 2], [3, 4], [5, 4], [1, 5]]}
        - 5 5\n0 1 7\n2 1 9\n2 3 4\n3 4 4\n4 0 2\n ¦ 5\n1 2 3 4 5\n
        path5
        - 4 5\n2 1\n3 4\n2 3\n ¦ 1 2\n4 3\n3 2\n5 4\n
        towns
        - New York A-B v1.2 x,y ¦ New York\nA-B\nv1.2\nx,y\n ¦ "New York", "A-B", "v1.2", "x,y"
        - New York -> A-B -> v1.2 -> x,y ¦ Tour: New York - A-B - v1.2 - x,y
        - 1. New York\n4. x,y\n2. A-B\n3. v1.2
        board
        - A1 C2 A3 B1 D2 B3 C1 A2 C3 D1 B2 D3
        - 1. a1 c2 2. a3 b1 3. d2 b3 4. c1 a2 5. c3 d1 6. b2 d3
        - Na1-c2 Nc2-a3 Na3-b1 Nb1-d2 Nd2-b3 Nb3-c1 Nc1-a2 Na2-c3 Nc3-d1 Nd1-b2 Nb2-d3
        - d3-b2\nb2-d1\nd1-c3\nc3-a2\na2-c1\nc1-b3\nb3-d2\nd2-b1\nb1-a3\na3-c2\nc2-a1
        - move(b2,d3) move(d1,b2) move(c3,d1) move(a2,c3) move(c1,a2) move(b3,c1) move(d2,b3) \
            move(b1,d2) move(a3,b1) move(c2,a3) move(a1,c2)
        - 3 6 9 12\n8 11 2 5\n1 4 7 10 ¦ 3,6,9,12\n8,11,2,5\n1,4,7,10
        - 3, 6, 9, 12\r\n8, 11, 2, 5\r\n1, 4, 7, 10 ¦ 3;6;9;12\n8;11;2;5\n1;4;7;10
        - 3\t6\t9\t12\n8\t11\t2\t5\n1\t4\t7\t10
        - "3","6","9","12"\n"8","11","2","5"\n"1","4","7","10"
        - | 3 | 6 | 9 | 12 |\n| 8 | 11 | 2 | 5 |\n| 1 | 4 | 7 | 10 |
        - | 3 | 6 | 9 | 12 |\n+--+--+--+--+\n| 8 | 11 | 2 | 5 |\n+--+--+--+--+\n| 1 | 4 | 7 | 10 |
        - [[3, 6, 9, 12],\n [8, 11, 2, 5],\n [1, 4, 7, 10]] ¦ [[3 6 9 12]\n [8 11 2 5]\n [1 4 7 10]]
        - [3 6 9 12; 8 11 2 5; 1 4 7 10] ¦ {"board": [[3, 6, 9, 12], [8, 11, 2, 5], [1, 4, 7, 10]]}
        - 2 5 8 11\n7 10 1 4\n0 3 6 9
        holed
        - 3 8 5\n6 # 2\n1 4 7 ¦ 3,8,5\n6,,2\n1,4,7 ¦ 3 8 5\n6 . 2\n1 4 7 ¦ 3 8 5\n6 0 2\n1 4 7
        - |3|8|5|\n|6| |2|\n|1|4|7|
        "#,
    ) {
        assert_eq!(verdict(&name, &text), "", "{text}");
    }
}

/// The forms of lists, between `¦`: the text around all steps, that between two of them, and that
/// of a step. In a step, `n` is the name of the square, `v` its number, `r` its rank and `f` its
/// file. The rank from above is `a`, and the number of the step `s`. Small letters count from 0,
/// capitals from 1.
const FORMS: &str = r#"
    *|, |{n} ¦ *| -> |{n} ¦ *|-|{n} ¦ *| → |{n} ¦ *|\n|{n} ¦ *|;|{n} ¦ [*]| |{n} ¦ ['*']|', '|{n}
    {"tour": ["*"]}|", "|{n} ¦ {"board": "x", "route": ["*"]}|", "|{n} ¦ *| |N{n}
    Tour found: *.| |{n} ¦ Solution\n\n*\nDone.\n| |{n} ¦ *|\n|{S}. N{n} ¦ *|\n|{S}.{n}
    *|\n|{S}: {n} ¦ *|\n|{S} {n} ¦ *|\n|{n}={S} ¦ *|\n|{n} {S} ¦ *|\n|Step {S}: {n}
    *|\n|at({S},{n}) ¦ *|\n|{S},{r} {f} ¦ *|\n|{s},{r},{f} ¦ *|\n|cell({r},{f},{S}) ¦ *|\n|{r} {f}
    *| |{v} ¦ *|, |{V} ¦ *|, |np.int64({v})
    NAME : t\nTYPE : TOUR\nDIMENSION : 12\nTOUR_SECTION\n*\n-1\nEOF|\n|{V} ¦ 12\n*| |{v}
    [*]|, |({r}, {f}) ¦ [*]|, |({R}, {F}) ¦ [*]|, |({f}, {r}) ¦ [*]|, |({F}, {R})
    [*]|, |({a}, {f}) ¦ [*]|, |({F}, {A}) ¦ *| |{r} {f} ¦ *| |{R} {F} ¦ *| |{f} {r} ¦ *| |{F} {R}
    *| |{a} {f} ¦ *| |{F} {A}
    "#;

#[test]
fn lists_of_squares_are_read_in_many_forms() {
    let problem = place().problem(Kind::Open, None, None).unwrap();
    let forms = FORMS
        .trim()
        .lines()
        .flat_map(|line| line.trim_start().split(" ¦ "));
    for form in forms {
        let (around, rest) = form.split_once('|').unwrap();
        let (between, step) = rest.split_once('|').unwrap();
        let fill = |(at, &vertex): (u32, &u32)| {
            let (rank, file) = (vertex / 4, vertex % 4);
            let numbers = ["v", "r", "f", "a", "s"].into_iter();
            let numbers = numbers.zip([vertex, rank, file, 2 - rank, at]);
            let text = step.replace("{n}", &place().name(vertex));
            numbers.fold(text, |text, (name, number)| {
                let from_one = format!("{{{}}}", name.to_uppercase());
                let text = text.replace(&format!("{{{name}}}"), &number.to_string());
                text.replace(&from_one, &(number + 1).to_string())
            })
        };
        let mut steps = (0..).zip(&STEPS).map(fill).collect_vec();
        // Numbered steps may have any order.
        let is_numbered = step.contains("{S}") && !step.contains("{S}.");
        for _ in 0..=u32::from(is_numbered) {
            let text = unescaped(&around.replace('*', &steps.join(between)));
            let tour = read(&place(), &text).unwrap_or_else(|error| panic!("{error}: {text}"));
            let verified = tour.verify(&place(), &problem);
            let (tour, _) = verified.unwrap_or_else(|error| panic!("{error}: {text}"));
            // Coordinates may be those of a mirror image.
            let ends = [tour.steps()[0], tour.steps()[11]];
            assert!(matches!(ends, [0, 11] | [8, 3]), "{text}");
            steps.reverse();
        }
    }
}

#[test]
fn tours_of_graphs_may_count_otherwise_and_return_to_their_start() {
    let ring = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3], [3, 0]]);
    for (text, kind) in groups(
        r#"
        Ok([0, 1, 2, 3]) None
        - 1 2 3 4 ¦ 0 1 2 3 ¦ 1 -> 2 -> 3 -> 4 ¦ 4\n0 1 2 3\n ¦ 0\n1\n2\n3\n
        - TYPE : TOUR\nTOUR_SECTION\n1\n2\n3\n4\n-1\nEOF ¦ {"cycle": [1, 2, 3, 4]}
        - ["1", "2", "3", "4"]
        Ok([0, 1, 2, 3]) Some(Closed)
        - 1 2 3 4 1 ¦ [0, 1, 2, 3, 0]
        "#,
    ) {
        for names in [Names::FromOne, Names::FromZero] {
            let place = Place::Graph(ring.clone().with_names(names));
            let tour = read(&place, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
            let found = format!("{:?} {:?}", tour.steps(), tour.kind);
            assert_eq!(found, kind, "{text}");
        }
    }
}

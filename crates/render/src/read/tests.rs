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
    let request = "3x4".parse().unwrap();
    let verdict: Verdict<()> = Verdict::Tour(tour.clone());
    let document = crate::document(&request, &verdict);
    let json = serde_json::to_string(&document).unwrap();
    for text in [&drawn, &crate::moves(&place, &tour), &json] {
        let read = read(&place, text).unwrap();
        assert_eq!(read.steps(), Ok(&STEPS[..]), "{text}");
        assert_eq!(read.kind, (*text == json).then_some(Kind::Open), "{text}");
    }
}

#[test]
fn each_form_of_a_tour_is_read() {
    for (text, group) in groups(
        r#"
        board
        - a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 ¦ A1 C2 A3 B1 D2 B3 C1 A2 C3 D1 B2 D3
        - a1,c2,a3,b1,d2,b3,c1,a2,c3,d1,b2,d3 ¦ a1\nc2\na3\nb1\nd2\nb3\r\nc1\na2\nc3\nd1\nb2\nd3\n
        - ['a1', 'c2', 'a3', 'b1', 'd2', 'b3', 'c1', 'a2', 'c3', 'd1', 'b2', 'd3']
        - ["a1","c2","a3","b1","d2","b3",\n "c1","a2","c3","d1","b2","d3"]
        - a1 -> c2 -> a3->b1->d2 -> b3 ->\nc1 -> a2 -> c3 -> d1 -> b2 -> d3
        - a1 c2 a3 b1\nd2 b3 c1 a2\nc3 d1 b2 d3 ¦ |a1|c2|a3|b1|\n|d2|b3|c1|a2|\n|c3|d1|b2|d3|
        - a1, c2, a3, b1, d2,\nb3, c1, a2, c3, d1,\nb2, d3
        - \u{feff}a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 ¦ \u{1b}[34ma1\u{1b}[0m c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3
        - 3 6 9 12\n8 11 2 5\n1 4 7 10 ¦ 3,6,9,12\n8,11,2,5\n1,4,7,10 ¦ 03 06 09 12\n08 11 02 05\n01 04 07 10
        - 3, 6, 9, 12\r\n8, 11, 2, 5\r\n1, 4, 7, 10 ¦ 3\t6\t9\t12\n8\t11\t2\t5\n1\t4\t7\t10
        - 2 5 8 11\n7 10 1 4\n0 3 6 9 ¦ 3 6 9 12\n\n8 11 2 5\n\n1 4 7 10\n
        - "3","6","9","12"\n"8","11","2","5"\n"1","4","7","10"
        - | 3 | 6 | 9 | 12 |\n| 8 | 11 | 2 | 5 |\n| 1 | 4 | 7 | 10 | ¦ 3|6|9|12\n8|11|2|5\n1|4|7|10
        - | 3 | 6 | 9 | 12 |\n+--+--+--+--+\n| 8 | 11 | 2 | 5 |\n+--+--+--+--+\n| 1 | 4 | 7 | 10 |
        - 3 | 3 | 6 | 9 | 12 |\n2 | 8 | 11 | 2 | 5 |\n1 | 1 | 4 | 7 | 10 |\n    a b c d
        - [[3, 6, 9, 12],\n [8, 11, 2, 5],\n [1, 4, 7, 10]] ¦ [[3 6 9 12]\n [8 11 2 5]\n [1 4 7 10]]
        - [[3,6,9,12],[8,11,2,5],[1,4,7,10]] ¦ ((3, 6, 9, 12), (8, 11, 2, 5), (1, 4, 7, 10))
        - [3, 6, 9, 12]\n[8, 11, 2, 5]\n[1, 4, 7, 10] ¦ [[ 2  5  8 11]\n [ 7 10  1  4]\n [ 0  3  6  9]]
        - [ 3] [ 6] [ 9] [12]\n[ 8] [11] [ 2] [ 5]\n[ 1] [ 4] [ 7] [10]
        - {"moves": ["a1","c2","a3","b1","d2","b3","c1","a2","c3","d1","b2","d3"], "year": 1759}
        board: pairs are rank and file, counted from 0: (0, 0) is a1
        - PAIRS ¦ [PAIRS] ¦ ROWS ¦ COLUMNS ¦ CSV ¦ [[ROWS]]
        board: pairs are rank and file, counted from 1: (1, 1) is a1
        - ONES
        board: squares are counted from a1 along the ranks
        - NAME : t\nTYPE : TOUR\nDIMENSION : 12\nTOUR_SECTION\n1\n7\n9\n2\n8\n10\n3\n5\n11\n4\n6\n12\n-1\nEOF
        holed
        - 3 8 5\n6 # 2\n1 4 7 ¦ 3,8,5\n6,,2\n1,4,7 ¦ 3 8 5\n6 . 2\n1 4 7 ¦ 3 8 5\n6 0 2\n1 4 7
        - |3|8|5|\n|6| |2|\n|1|4|7| ¦ 2 7 4\n5 # 1\n0 3 6
        narrow
        - 1 2\n4 3\n5 6 ¦ [[1, 2], [4, 3], [5, 6]] ¦ (1, 2)\n(4, 3)\n(5, 6)
        ring5
        - 1 2 3 4 5 ¦ 1 -> 2 -> 3 -> 4 -> 5 ¦ 1\n2\n3\n4\n5 ¦ (2, 3, 4, 5, 1) ¦ 1 2 3 4 5 1 ¦ [[5, 4, 3, 2, 1]]
        - NAME : c5\nTYPE : TOUR\nCOMMENT : length 5\nDIMENSION : 5\nTOUR_SECTION\n1\n2\n3\n4\n5\n-1\nEOF
        - TOUR_SECTION\n1 2 3 4 5 -1
        path5
        - 1 2 3 4 5 ¦ ["1", "2", "3", "4", "5"]
        zero
        - 0 1 2 3 4 ¦ TOUR_SECTION\n1 2 3 4 5\n-1
        towns
        - "New York" A-B v1.2 "x,y" ¦ "New York"\nA-B\nv1.2\n"x,y"\n ¦ ['New York', "A-B", "v1.2", "x,y"]
        - "New York" -> A-B -> v1.2 -> 'x,y'
        "#,
    ) {
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
    for (text, expected) in cases(
        r#"
        board: \u{20}\n => 1:1: no tour here: the text is empty
        board: [] => 1:1: no tour here: write the squares in order, as in a1 b3, or 3 rows of 4 numbers
        board: a1 c2\nb9 => 2:1: b9 is not on the 3x4 board; write the squares in order, as in a1 b3, or 3 rows of 4 numbers, and not…
        board: a1  x => 1:5: 'x' is not a square: write a file and a rank such as a1, or rank,file such as 1,1; write the squares…
        board: Tour: a1 c2 => 1:1: 'Tour:' is not a square…
        board: Solution found in 0.2 s\n3 6 9 12\n8 11 2 5\n1 4 7 10 => 1:1: 'Solution' is not a square…
        board: 1. a1 2. c2 => 1:1: '1.' is not a square…
        board: 3: a3\n1: a1\n2: c2 => 1:1: '3:' is not a square…
        board: Na1 Nc2 Na3 => 1:1: na1 is not on the 3x4 board; write the squares in order, as in a1 b3, or 3 rows of 4 numbers, and no…
        board: a1-c2 c2-a3 => 1:1: 'a1-c2' is not a square…
        board: a1c2 c2a3 => 1:1: 'a1c2' is not a square…
        board: a1 -> c2\nc2 -> a3 => 2:1: no arrow leads here or from here, as in a list of moves: write the squares in order, as in a1 b3, or…
        board: a1 c2\nc2 a3\na3 b1 => 2:1: this line or list may be a size, a move or another tour: remove it, or write the squares in order, a…
        board: [["a1", "c2"], ["c2", "a3"]] => 1:17: this line or list may be a size, a move or another tour: remove it, or write the squares in order,…
        board: move(a1,c2) move(c2,a3) => 1:1: a bracket behind this word: write the squares in order, as in a1 b3, or 3 rows of 4 numbers
        board: x_a1_1 x_c2_2 => 1:1: 'x_a1_1' is not a square…
        board: {TOUR}\n{TOUR} => 2:1: this line or list may be a size, a move or another tour: remove it, or write the squares in order, a…
        board: {TOUR}\n\n3 6 9 12\n8 11 2 5\n1 4 7 10 => 3:1: '3' is not a square…
        board: a1 c2; a3 b1 d2 => 1:8: a second piece, behind a semicolon: write…
        board: a1 c2 a3 … => 1:10: '…' is not a square…
        board: 3 6 9 12\n8 11 2 5\n1 4 7 10\n\n3 6 9 12\n8 11 2 5\n1 4 7 10\n => 5:1: row 4 of 6 has 4 numbers, and a board has 3 rows of 4: remove sizes, titles and other tours, or writ…
        board: [[3,6,9,12],[8,11,2,5],[1,4,7,10]]\n[[3,6,9,12],[8,11,2,5],[1,4,7,10]] => 2:3: row 4 of 6 has 4 numbers, and a board has 3 rows of 4: remove sizes, titles and other tours, or writ…
        board: 1 2 3 4 => 1:1: row 1 of 1 has 4 numbers, and a board has 3 rows of 4: remove sizes, titles and other tours, or writ…
        board: 1 7 9 2 8 10 3 5 11 4 6 12 => 1:1: row 1 of 1 has 12 numbers, and a board has 3 rows of 4…
        board: 1\n7\n9\n2\n8\n10\n3\n5\n11\n4\n6\n12 => 1:1: row 1 of 12 has 1 number, and a board has 3 rows of 4…
        board: 3 8 1\n6 11 4\n9 2 7\n12 5 10 => 1:1: 4 ranks of 3 files, and 3x4 has 3 of 4: name the board 4x3…
        4x3: 3 6 9 12\n8 11 2 5\n1 4 7 10\n => 1:1: 3 ranks of 4 files, and 4x3 has 4 of 3: name the board 3x4…
        square: 4\n1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n => 1:1: row 1 of 5 has 1 number, and a board has 4 rows of 4: remove sizes, titles and other tours, or write…
        square: 4 4\n1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n => 1:1: row 1 of 5 has 2 numbers, and a board has 4 rows of 4: remove sizes, titles and other tours, or writ…
        board: 4x3\n3 6 9 12\n8 11 2 5\n1 4 7 10\n => 1:1: '4x3' is not a square…
        board: 0 1 2 3\n0 3 6 9 12\n1 8 11 2 5\n2 1 4 7 10 => 2:1: row 2 of 4 has 5 numbers…
        board: 3 3 6 9 12\n2 8 11 2 5\n1 1 4 7 10 => 1:1: row 1 of 3 has 5 numbers, and a board has 3 rows of 4…
        board: 3 | 3 | 6 | 9 | 12 |\n1 | 8 | 11 | 2 | 5 |\n1 | 1 | 4 | 7 | 10 | => 2:1: '1' before the bar…
        board: [[ 3.  6.  9. 12.]\n [ 8. 11.  2.  5.]\n [ 1.  4.  7. 10.]] => 1:4: '3.' is no step of a board: …
        board: 3 & 6 & 9 & 12 \u{5c}\u{5c}\n8 & 11 & 2 & 5 \u{5c}\u{5c}\n1 & 4 & 7 & 10 \u{5c}\u{5c} => 1:3: '&' is no step of a board…
        board: [| 3, 6, 9, 12\n | 8, 11, 2, 5\n | 1, 4, 7, 10 |] => 1:4: row 1 of 1 has 12 numbers…
        board: #3 #6 #9 #12\n#8 #11 #2 #5\n#1 #4 #7 #10 => 1:1: '#3' is no step of a board: …
        board: 3;6;9;12\n8;11;2;5\n1;4;7;10 => 1:1: '3;6;9;12' is no step of a board…
        board: [3 6 9 12; 8 11 2 5; 1 4 7 10] => 1:12: a second piece, behind a semicolon: write…
        board: {3, 6, 9, 12},\n{8, 11, 2, 5},\n{1, 4, 7, 10} => 1:2: not a tour in JSON: …
        board: array([[3, 6, 9, 12]]) => 1:1: a bracket behind this word: write the squares in order, as in a1 b3, or 3 rows of 4 numbers
        board: [np.int64(3), np.int64(6)] => 1:2: a bracket behind this word: write the squares in order, as in a1 b3, or 3 rows of 4 numbers
        board: 00 12 20 01\n13 21 02 10\n22 03 11 23 => 1:7: '20' and others are beyond the 12 steps: write the squares in order, as in a1 b3, or 3 rows of 4 numbers
        board: 3 6 -1 12\n8 11 2 5\n1 4 7 10 => 1:5: '-1' is no step of a board…
        board: 3,6,9,12,\n8,11,2,5,\n1,4,7,10, => 1:1: row 1 of 3 has 5 numbers…
        board: [{"x": 0, "y": 0}, {"x": 2, "y": 1}] => 1:2: a brace, as in JSON or C: write…
        board: [[[0, 0], [1, 2], [2, 0]]] => 1:4: this word is in other brackets than…
        board: ([a1, c2], 12) => 1:12: this word is in other brackets than…
        board: [a1, c2 => 1:1: this bracket has no partner…
        board: a1, c2] => 1:7: ']' closes no bracket…
        board: (0, 0), (2, 1), (0, 2), (1, 0), (3, 1) => 1:34: (3, 1) is not on 3x4: its ranks are 0 to 2, and its files 0 to 3; write the rank first, or names such as a1
        board: (1, 1), (2, 3) => 1:2: these pairs may count from 0 or from 1: write names…
        board: 1 1\n2 7\n3 9\n4 2\n5 8\n6 10 => 2:1: (2, 7) is not on 3x4: …
        board: { => 1:1: not a tour in JSON: the document ends early; otherwise write…
        board: {"tour": ["a1", "b3"]} => 1:10: not a tour in JSON: expected …
        board: {} ¦ board: {"squares": ["a1", "b3"]} => 1:1: this document contains no moves: write it as in…
        board: {"1": "a1", "2": "c2"} => 1:1: this document contains no moves…
        board: TYPE : TSP\nTOUR_SECTION\n1\n-1 => 1:1: 'TYPE : TSP': a tour of TSPLIB for 3x4 has…
        board: a\0b => 1:1: this is UTF-16 without a byte order mark…
        holed: 2 7 4\n5 0 1\n0 3 6 => 2:3: 0 is a step, and stands on the hole b2: write # on holes
        ring5: 0 1 2 4 3 => 1:1: '0' is not a vertex: the graph has the vertices 1 to 5; write the vertices in order, as in 1 2 3, an…
        ring5: ([1, 2, 3, 4, 5], 5) => 1:19: this word is in other brackets than…
        ring5: 1 2\n2 3\n3 4\n4 5\n5 1 => 2:1: this line or list may be a size, a move or another tour: remove it, or write the vertices in order,…
        ring5: hc(1,2). hc(2,3). => 1:1: a bracket behind this word: write the vertices in order, as in 1 2 3
        ring5: {1: 2, 2: 3} => 1:2: not a tour in JSON…
        ring5: {(4, 5), (2, 1)} => 1:2: not a tour in JSON…
        ring5: 1 2 1\n2 3 1\n3 4 1\n4 5 1\n5 1 1 => 2:1: this line or list may be a size, a move or another tour: remove it, or write the vertices in order,…
        ring5: 0 -> 1: 1\n1 -> 2: 1 => 1:9: no arrow leads here…
        ring5: 5 5\n0 1 7\n1 2 9 => 2:1: '0' is not a vertex: the graph has the vertices 1 to 5; write the vertices in order, as in 1 2 3, an…
        ring5: 5 1 2 3 4 5 ¦ ring5: 5, 4, 3, 2, 1 5 ¦ ring5: 5\n1 2 3 4 5 => 1:1: this line or list may be a size, a move or another tour: remove it, or write the vertices in order,…
        ring5: 5\n1\n2\n3\n4\n5 => 1:1: this line or list may be a size, a move or another tour: remove it, or write the vertices in order,…
        ring5: 1 2 3 4 5\n1 3 5 2 4 ¦ ring5: 1 2 3 4 5\n5 4 3 2 1\n => 2:1: this line or list may be a size, a move or another tour: remove it, or write the vertices in order,…
        ring5: 1 2 3 4 5 1\n1 3 5 2 4 1 => 2:1: this line or list may be a size, a move or another tour: remove it, or write the vertices in order,…
        ring5: 1 2 2 3 3 4 4 5 => 1:11: 8 steps, and a tour has 5: write one tour in order, and each to a file of its own
        ring5: [1, 2, 3, 4, 5]\n[5, 4, 3, 2, 1] => 2:2: this line or list may be a size, a move or another tour: remove it, or write the vertices in order,…
        ring5: NAME : c5\nTYPE : TOUR\nDIMENSION : 5\nTOUR_SECTION\n1\n2\n3\n4\n6\n-1\nEOF => 9:1: '6' is not a vertex…
        ring5: DIMENSION : 6\nTOUR_SECTION\n1 2 3 4 5 6 -1 => 1:1: 'DIMENSION : 6': a tour of TSPLIB for…
        ring5: TOUR_SECTION\n1\n2\n3\n4\n5\n-1\n1\n3\n5\n2\n4\n-1\nEOF => 8:1: '1' is not a vertex: a tour of TSPLIB has the vertices 1 to 5 and then -1; write each tour to a file…
        ring5: TOUR_SECTION\n1 2 3 4 5 -1\nEOF\nNAME : b\n => 4:1: 'NAME' is not a vertex: a tour of TSPLIB has the vertices 1 to 5 and then -1; write each tour to a f…
        ring5: TOUR_SECTION\n1 2 3\n => 2:5: the file ends in a tour of TSPLIB: put -1 at the end of its TOUR_SECTION
        ring5: NAME : c5\nCapacity : 4 => 2:1: 'Capacity : 4': a tour of TSPLIB…
        ring5: s SATISFIABLE\nv 1 2 => 1:1: 's' is not a vertex…
        ring5: <tour>1 2</tour> => 1:1: '<tour>1' is not a vertex…
        zero: 1 2 3 4 5 => 1:9: '5' is not a vertex: the graph has the vertices 0 to 4…
        towns: New York A-B v1.2 x,y => 1:1: 'New' is not a vertex…
        "#,
    ) {
        let (name, text) = text.split_once(": ").unwrap();
        let text = text.replace("{TOUR}", TOUR);
        assert_message(&verdict(name, &text), &expected, &text);
    }
}

/// A text of a known form that is no tour: the fault is that of the tour.
#[test]
fn wrong_tours_have_their_fault() {
    for (text, expected) in cases(
        r#"
        board: a1 c2 a1 => steps 1 and 3 are both on a1
        board: a1 c2 => 2 steps, and a tour has 12
        board: [[11,8,5,0],[0,3,10,7],[9,6,1,4]] => 0 stands twice and 2 is missing
        board: 3 6 9 12\n8 11 2 5\n1 4 7 7 => 7 stands twice and 10 is missing
        board: 3 6 9 13\n8 11 2 5\n1 4 7 10 => 12 is missing
        board: 3 6 9 .\n8 11 2 5\n1 4 7 10 => d3 has no number
        board: 12 11 10 9\n8 7 6 5\n4 3 2 1 => from step 1 to 2, d1 to c1 is not a move (read as a board of steps, not as squares in order)
        holed: 3 8 5\n6 9 2\n1 4 7 => 9 stands on the hole b2
        narrow: 1 2\n3 4\n5 6 => from step 2 to 3, b3 to a2 is not a move (read as a board of steps, not as squares in order)
        ring5: 1 2 3 4 4 => steps 4 and 5 are both on 4 (read as vertices in order, not as successors)
        star5: 3 4 5 1 2 => from step 1 to 2, 3 to 4 is not a move (read as vertices in order, not as successors)
        "#,
    ) {
        let (name, text) = text.split_once(": ").unwrap();
        assert_message(&verdict(name, text), &expected, text);
    }
}

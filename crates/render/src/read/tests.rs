use super::*;
use crate::DocumentResult;
use knightsat_tour::Problem;
use knightsat_tour::tour::Tour;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

fn board() -> Board {
    Board::new(3, 4).unwrap()
}

fn place() -> Place {
    board().into()
}

fn tour() -> Tour {
    let problem = Problem::new(board().graph(), Kind::Open, None, None).unwrap();
    let read = read(&place(), TOUR).unwrap();
    Tour::verify(&problem, read.steps().unwrap().to_vec()).unwrap()
}

#[test]
fn what_is_written_reads_back() {
    let (place, tour) = (place(), tour());
    let drawn = crate::board(&board(), &tour);
    let document = crate::document(
        &place,
        &Kind::Open.into(),
        DocumentResult::Tour,
        Some(&tour),
    );
    let json = serde_json::to_string(&document).unwrap();
    let plain: String = drawn
        .lines()
        .filter(|line| line.contains('│'))
        .map(|line| {
            let cells: Vec<&str> = line.split('│').collect();
            cells[1..cells.len() - 1].join(" ") + "\n"
        })
        .collect();
    for text in [&drawn, &crate::moves(&place, &tour), &json, &plain] {
        assert_eq!(
            read(&place, text).unwrap().steps(),
            Ok(tour.steps()),
            "{text}"
        );
    }
    assert_eq!(read(&place, &json).unwrap().kind, Some(Kind::Open));
}

#[test]
fn the_board_is_drawn_with_labels() {
    let expected = "  ┌────┬────┬────┬────┐\n\
                    3 │  3 │  6 │  9 │ 12 │\n  \
                      ├────┼────┼────┼────┤\n\
                    2 │  8 │ 11 │  2 │  5 │\n  \
                      ├────┼────┼────┼────┤\n\
                    1 │  1 │  4 │  7 │ 10 │\n  \
                      └────┴────┴────┴────┘\n     \
                         a    b    c    d\n";
    assert_eq!(crate::board(&board(), &tour()), expected);
}

#[test]
fn each_fault_is_named_with_its_place() {
    let fault = |text: &str| read(&place(), text).unwrap_err().to_string();
    assert_eq!(fault(" \n"), "1:1: no tour here: the text is empty");
    assert_eq!(fault("a1 c2\nb9"), "2:1: b9 is not on the 3x4 board");
    assert_eq!(
        fault("a1  x"),
        "1:5: 'x' is not a square: write a file and a rank such as a1, or rank,file such as 1,1; \
         remove all other words"
    );
    assert_eq!(
        fault("1 2 3 4"),
        "1:1: 4 numbers are neither a board of 3 ranks and 4 files nor a list of its 12 squares"
    );
    assert!(fault("{").starts_with("1:1: not a tour in JSON"));
    assert_eq!(fault("{}"), "1:1: this document contains no moves");
    assert_eq!(
        fault("a1 c2; a3 b1 d2"),
        "1:6: a semicolon: these are several pieces, and a tour is one"
    );
}

/// Returns the verdict on a text as a tour of a problem: its note, or its fault.
fn verdict(place: &Place, kind: Kind, text: &str) -> Result<Option<String>, String> {
    let read = read(place, text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let problem = place.problem(read.kind.unwrap_or(kind), None, None);
    let verdict = read.verify(place, &problem.unwrap());
    verdict.map(|(_, note)| note)
}

fn ring(length: u32) -> Place {
    use knightsat_tour::graph::Graph;
    let edges = (0..length).map(|vertex| [vertex, (vertex + 1) % length]);
    Place::Graph(Graph::from_edges(length, &edges.collect_vec()))
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
        assert_eq!(verdict(&ring(5), Kind::Closed, text), Ok(None), "{text}");
    }
    // A path; both directions.
    for text in ["4 5\n2 1\n3 4\n2 3\n", "1 2\n4 3\n3 2\n5 4\n"] {
        assert_eq!(verdict(&ring(5), Kind::Open, text), Ok(None), "{text}");
    }
    let text = "vertex(1) vertex(2) hc(4,5) hc(1,2) hc(5,1) hc(2,3) hc(3,4)";
    let note = "only the facts hc(…) are read";
    assert_eq!(verdict(&ring(5), Kind::Closed, text), Ok(Some(note.into())));
    for (text, fault) in [
        (
            "hc(1,2). hc(2,3). hc(3,1). hc(4,5). hc(5,6). hc(6,4).",
            "the edges form 2 cycles: 1 2 3; 4 5 6",
        ),
        (
            "1 2\n2 3\n3 1\n5 4\n4 6\n6 5\n",
            "the edges form 2 cycles: 1 2 3; 5 4 6",
        ),
        (
            "1 2\n2 3\n3 4\n5 6\n1 4",
            "the edges form 1 path (5 6) and 1 cycle (1 2 3 4)",
        ),
        (
            "1 2\n2 3\n3 4\n4 5\n5 1\n1 6",
            "1 is on 3 of the edges, and a tour has two there",
        ),
        ("1 2\n2 3\n3 4\n4 5\n", "none of the edges is at 6"),
        (
            "1 2\n2 3\n3 4\n4 5\n6 2\n",
            "2 is on 3 of the edges, and a tour has two there",
        ),
        (
            "1 2\n2 3\n3 4\n4 6\n6 5\n5 1\n",
            "from step 4 to 5, 4 to 6 is not a move",
        ),
    ] {
        assert_eq!(
            verdict(&ring(6), Kind::Closed, text),
            Err(fault.into()),
            "{text}"
        );
    }
    // Moves on a board, by names and by coordinates.
    let moves = STEPS.windows(2).rev().collect_vec();
    let named = moves
        .iter()
        .map(|ends| format!("{}-{}", place().name(ends[1]), place().name(ends[0])));
    assert_eq!(
        verdict(&place(), Kind::Open, &named.clone().join("\n")),
        Ok(None)
    );
    let counted = moves.iter().map(|ends| {
        let [from, to] = [ends[0], ends[1]].map(|v| format!("{},{}", v / 4 + 1, v % 4 + 1));
        format!("move({from},{to})")
    });
    assert_eq!(
        verdict(&place(), Kind::Open, &counted.clone().join(" ")),
        Ok(None)
    );
}

#[test]
fn numbered_steps_may_have_any_order() {
    let names: Vec<&str> = TOUR.split(' ').collect();
    let lines = |line: &dyn Fn(usize, &str) -> String| {
        let lines = (1..).zip(&names).map(|(step, name)| line(step, name));
        lines.collect_vec().into_iter().rev().join("\n")
    };
    let coordinates = |step: usize| format!("{} {}", STEPS[step - 1] / 4, STEPS[step - 1] % 4);
    for text in [
        lines(&|step, name| format!("{step}: {name}")),
        lines(&|step, name| format!("{step} {name}")),
        lines(&|step, name| format!("{name}={step}")),
        lines(&|step, name| format!("{name} {step}")),
        lines(&|step, name| format!("Step {step}: {name}")),
        lines(&|step, name| format!("at({step},{name})")),
        lines(&|step, _| format!("{step},{}", coordinates(step))),
        lines(&|step, _| format!("cell({},{step})", coordinates(step).replace(' ', ","))),
    ] {
        assert_eq!(verdict(&place(), Kind::Open, &text), Ok(None), "{text}");
    }
    let text = "1: a1\n2: c2\n3: a3\n3: b1";
    let fault = verdict(&place(), Kind::Open, text).unwrap_err();
    assert_eq!(fault, "3 stands twice and 4 is missing");
}

#[test]
fn lists_of_successors_are_named() {
    use knightsat_tour::graph::Graph;
    let edges = [[0, 2], [2, 4], [4, 1], [1, 3], [3, 0]];
    let star = Place::Graph(Graph::from_edges(5, &edges));
    for (text, note) in [
        (
            "[3, 4, 5, 1, 2]",
            "the list is read as successors: 3 follows 1",
        ),
        ("2 3 4 0 1", "the list is read as successors: 2 follows 0"),
    ] {
        assert_eq!(verdict(&star, Kind::Closed, text), Ok(Some(note.into())));
    }
    assert_eq!(verdict(&star, Kind::Closed, "1 3 5 2 4"), Ok(None));
    let fault = verdict(&star, Kind::Closed, "1 2 3 4 5").unwrap_err();
    assert_eq!(fault, "from step 1 to 2, 1 to 2 is not a move");
}

#[test]
fn a_reason_names_what_stands_in_the_file() {
    for (text, fault) in [
        (
            "[[11,8,5,0],[0,3,10,7],[9,6,1,4]]",
            "0 stands twice and 2 is missing",
        ),
        (
            "3 6 9 12\n8 11 2 5\n1 4 7 7",
            "7 stands twice and 10 is missing",
        ),
        (
            "3 6 9 13\n8 11 2 5\n1 4 7 10",
            "13 is beyond 12 and 12 is missing",
        ),
        ("3 6 9 .\n8 11 2 5\n1 4 7 10", "d3 has no number"),
    ] {
        assert_eq!(
            verdict(&place(), Kind::Open, text),
            Err(fault.into()),
            "{text}"
        );
    }
    let text = STEPS
        .map(|v| format!("({},{})", v / 4, v % 4))
        .join(" ")
        .replace("(2,3)", "(0,0)");
    let fault = verdict(&place(), Kind::Open, &text).unwrap_err();
    assert_eq!(
        fault,
        "steps 1 and 12 are both on 0,0 (read as rank and file from 0)"
    );
    assert_eq!(
        read(&place(), "0,0 1,2 2,4").unwrap_err().to_string(),
        "1:1: 6 numbers are neither a board of 3 ranks and 4 files nor a list of its 12 squares"
    );
    assert_eq!(
        read(&place(), "(0,0) (1,2)\n(2,4)")
            .unwrap_err()
            .to_string(),
        "2:2: 2,4 is not a square of 3x4, rank and file counted from 0"
    );
    assert!(
        read(&place(), "4x3\n3 6 9 12\n8 11 2 5\n1 4 7 10\n")
            .unwrap_err()
            .to_string()
            .starts_with("1:1: '4x3' is not")
    );
    let fault = verdict(&ring(5), Kind::Closed, "0 1 2 3 3").unwrap_err();
    assert_eq!(
        fault,
        "steps 4 and 5 are both on 3 (read as vertices numbered from 0)"
    );
    let tsplib = "NAME : c5\nTYPE : TOUR\nDIMENSION : 5\nTOUR_SECTION\n1\n2\n3\n4\n6\n-1\nEOF\n";
    assert_eq!(
        read(&ring(5), tsplib).unwrap_err().to_string(),
        "9:1: '6' is not a vertex: the graph has the vertices 1 to 5"
    );
}

#[test]
fn a_second_tour_is_an_error() {
    let fault = |place: &Place, text: &str| read(place, text).unwrap_err().to_string();
    for (text, line) in [
        (
            "TOUR_SECTION\n1\n2\n3\n4\n5\n-1\n1\n3\n5\n2\n4\n-1\nEOF\n",
            8,
        ),
        ("TOUR_SECTION\n1 2 3 4 5 -1\nEOF\nNAME : b\n", 4),
        ("1 2 3 4 5\n1 3 5 2 4\n", 2),
        ("1 2 3 4 5 1\n1 3 5 2 4 1\n", 2),
        ("Answer: 1\nhc(1,2)\nAnswer: 2\nhc(2,1)\n", 3),
    ] {
        let expected =
            format!("{line}:1: a second tour begins here: write each tour to a file of its own");
        assert_eq!(fault(&ring(5), text), expected, "{text}");
    }
    let board = "3 6 9 12\n8 11 2 5\n1 4 7 10\n";
    let two = format!("{board}\n{board}");
    assert!(fault(&place(), &two).starts_with("5:1: a second tour begins here"));
    assert!(
        fault(&place(), &format!("{TOUR}\n{TOUR}")).starts_with("2:1: a second tour begins here")
    );
}

#[test]
fn the_size_may_stand_above_a_board_and_a_turned_board_is_named() {
    let square = Place::from("4x4".parse::<Board>().unwrap().with_leaper(0, 1).unwrap());
    let text = "1 2 3 4\n8 7 6 5\n9 10 11 12\n16 15 14 13\n";
    for size in ["4", "4 4", "4x4"] {
        assert_eq!(
            verdict(&square, Kind::Open, &format!("{size}\n{text}")),
            Ok(None)
        );
    }
    let turned = "3 6 9 12\n8 11 2 5\n1 4 7 10\n";
    let note = verdict(&"4x3".parse().unwrap(), Kind::Open, turned).unwrap();
    assert_eq!(
        note.unwrap(),
        "its ranks are read as files: it has 3 ranks of 4, and 4x3 has 4 of 3"
    );
}

#[test]
fn names_with_blanks_and_marks_are_whole() {
    use knightsat_tour::graph::{Graph, Names, Words};
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
        assert_eq!(verdict(&towns, Kind::Closed, text), Ok(None), "{text}");
    }
}

/// Vertices of the tour in the constant.
const STEPS: [u32; 12] = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];

#[test]
fn lists_of_squares_are_read_in_many_forms() {
    let names: Vec<&str> = TOUR.split(' ').collect();
    let each = |line: &dyn Fn(usize, &str) -> String| {
        let lines = names.iter().enumerate();
        lines.map(|(step, name)| line(step, name)).join("\n")
    };
    let coordinates = |least: u32, is_file_first: bool, is_above: bool| {
        let mut pairs = STEPS.iter().map(|vertex| {
            let (rank, file) = (vertex / 4, vertex % 4 + least);
            let rank = if is_above { 2 - rank } else { rank } + least;
            if is_file_first {
                format!("({file}, {rank})")
            } else {
                format!("({rank}, {file})")
            }
        });
        pairs.join(", ")
    };
    let mut texts = vec![
        names.join(", "),
        names.join(" -> "),
        names.join("-"),
        names.join(" → "),
        names.join("\n"),
        names.join(";"),
        format!("[{}]", names.join(" ")),
        format!("['{}']", names.join("', '")),
        format!("{{\"tour\": [\"{}\"]}}", names.join("\", \"")),
        format!(
            "{{\"board\": \"x\", \"route\": [\"{}\"]}}",
            names.join("\", \"")
        ),
        format!("N{}", names.join(" N")),
        TOUR.to_uppercase(),
        format!("Tour found: {TOUR}."),
        format!("Solution\n\n{TOUR}\nDone.\n"),
        (1..)
            .zip(names.chunks(2))
            .map(|(count, pair)| format!("{count}. {}", pair.join(" ")))
            .join(" "),
        each(&|step, name| format!("{}. N{name}", step + 1)),
        each(&|step, name| format!("{}.{name}", step + 1)),
        each(&|step, name| format!("{}: {name}", step + 1)),
        each(&|step, name| format!("{} {name}", step + 1)),
        each(&|step, name| format!("{name}={}", step + 1)),
        names
            .windows(2)
            .map(|pair| format!("N{}-{}", pair[0], pair[1]))
            .join(" "),
        STEPS.iter().join(" "),
        STEPS.iter().map(|vertex| vertex + 1).join(", "),
        STEPS
            .iter()
            .map(|vertex| format!("np.int64({vertex})"))
            .join(", "),
        each(&|step, _| format!("{step},{},{}", STEPS[step] / 4, STEPS[step] % 4)),
        each(&|step, _| format!("{} {}", STEPS[step] / 4, STEPS[step] % 4)),
        format!(
            "NAME : t\nTYPE : TOUR\nDIMENSION : 12\nTOUR_SECTION\n{}\n-1\nEOF",
            STEPS.iter().map(|v| v + 1).join("\n")
        ),
        format!("12\n{}", STEPS.iter().join(" ")),
    ];
    for (least, is_file_first, is_above) in [
        (0, false, false),
        (1, false, false),
        (0, true, false),
        (1, true, false),
        (0, false, true),
        (1, true, true),
    ] {
        let pairs = coordinates(least, is_file_first, is_above);
        texts.push(format!("[{pairs}]"));
        texts.push(pairs.replace(['(', ')'], "").replace(", ", " "));
    }
    let problem = Problem::new(board().graph(), Kind::Open, None, None).unwrap();
    for text in texts {
        let tour = read(&place(), &text).unwrap_or_else(|error| panic!("{error}: {text}"));
        // Coordinates may be those of a mirror image.
        let (tour, _) = tour
            .verify(&place(), &problem)
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        let ends = [tour.steps()[0], tour.steps()[11]];
        assert!(matches!(ends, [0, 11] | [8, 3]), "{text}");
    }
}

#[test]
fn boards_of_numbers_are_read_in_many_forms() {
    let rows = [
        ["3", "6", "9", "12"],
        ["8", "11", "2", "5"],
        ["1", "4", "7", "10"],
    ];
    let joined = |between: &str| rows.map(|row| row.join(between));
    let from_zero = rows.map(|row| {
        row.map(|cell| (cell.parse::<u32>().unwrap() - 1).to_string())
            .join(" ")
    });
    let turned = (0..4).map(|file| rows.map(|row| row[file]).join(" "));
    for text in [
        joined(" ").join("\n"),
        joined(",").join("\n"),
        joined(", ").join("\r\n"),
        joined(";").join("\n"),
        joined("\t").join("\n"),
        joined("\",\"").map(|row| format!("\"{row}\"")).join("\n"),
        joined(" | ").map(|row| format!("| {row} |")).join("\n"),
        joined(" | ")
            .map(|row| format!("| {row} |"))
            .join("\n+--+--+--+--+\n"),
        format!("[[{}]]", joined(", ").join("],\n ["),),
        format!("[[{}]]", joined(" ").join("]\n ["),),
        format!("[{}]", joined(" ").join("; ")),
        format!("{{\"board\": [[{}]]}}", joined(", ").join("], [")),
        from_zero.join("\n"),
        turned.collect_vec().join("\n"),
    ] {
        let tour = read(&place(), &text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(tour.readings[0].is_path(&place()), "{text}");
    }
    // A ring around a hole, which is drawn in several ways.
    let ring: Place = ".../.#./...".parse().unwrap();
    let list = read(&ring, "a1 c2 a3 b1 c3 a2 c1 b3").unwrap();
    for text in [
        "3 8 5\n6 # 2\n1 4 7",
        "3,8,5\n6,,2\n1,4,7",
        "3 8 5\n6 . 2\n1 4 7",
        "3 8 5\n6 0 2\n1 4 7",
        "|3|8|5|\n|6| |2|\n|1|4|7|",
    ] {
        assert_eq!(read(&ring, text).unwrap().steps(), list.steps(), "{text}");
    }
}

#[test]
fn tours_of_graphs_may_count_otherwise_and_return_to_their_start() {
    use knightsat_tour::graph::{Graph, Names};
    let ring = Graph::from_edges(4, &[[0, 1], [1, 2], [2, 3], [3, 0]]);
    for names in [Names::FromOne, Names::FromZero] {
        let place = Place::Graph(ring.clone().with_names(names));
        for (text, kind) in [
            ("1 2 3 4", None),
            ("0 1 2 3", None),
            ("1 2 3 4 1", Some(Kind::Closed)),
            ("[0, 1, 2, 3, 0]", Some(Kind::Closed)),
            ("1 -> 2 -> 3 -> 4", None),
            ("4\n0 1 2 3\n", None),
            ("0\n1\n2\n3\n", None),
            ("TYPE : TOUR\nTOUR_SECTION\n1\n2\n3\n4\n-1\nEOF", None),
            ("{\"cycle\": [1, 2, 3, 4]}", None),
            ("[\"1\", \"2\", \"3\", \"4\"]", None),
        ] {
            let tour = read(&place, text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(
                (tour.steps(), tour.kind),
                (Ok(&[0, 1, 2, 3][..]), kind),
                "{text}"
            );
        }
    }
}

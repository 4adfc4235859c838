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
    Tour::verify(&problem, read(&place(), TOUR).unwrap().steps).unwrap()
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
            let cells: Vec<_> = cells(line, true)
                .into_iter()
                .map(|(_, cell)| cell)
                .collect();
            cells.join(" ") + "\n"
        })
        .collect();
    for text in [&drawn, &crate::moves(&place, &tour), &json, &plain] {
        assert_eq!(read(&place, text).unwrap().steps, tour.steps(), "{text}");
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
        "1:5: 'x' is not a square: write a file and a rank such as a1, or rank,file such as 1,1"
    );
    assert_eq!(fault("1 2 3 4"), "1:1: 2 of the 3 ranks are missing");
    assert_eq!(fault("1 2 3"), "1:1: this is not a rank of a 3x4 board");
    assert_eq!(
        fault("1 2 3 4\n5 6 7 8\n9 10 11 11"),
        "1:1: step 12 is missing, or another number occurs twice"
    );
    assert!(fault("{").starts_with("1:1: not a tour in JSON"));
    assert_eq!(
        fault("0,0 2,1"),
        "1:1: '0,0': ranks and files are counted from 1, not from 0"
    );
    assert_eq!(fault("{}"), "1:1: this document contains no moves");
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
        let tour = tour
            .verify(&problem)
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
        assert!(list::is_path(&place(), &tour.steps), "{text}");
    }
    // A ring around a hole, which is drawn in several ways.
    let ring: Place = ".../.#./...".parse().unwrap();
    let steps = read(&ring, "a1 c2 a3 b1 c3 a2 c1 b3").unwrap().steps;
    for text in [
        "3 8 5\n6 # 2\n1 4 7",
        "3,8,5\n6,,2\n1,4,7",
        "3 8 5\n6 . 2\n1 4 7",
        "3 8 5\n6 0 2\n1 4 7",
        "|3|8|5|\n|6| |2|\n|1|4|7|",
    ] {
        assert_eq!(read(&ring, text).unwrap().steps, steps, "{text}");
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
                (&tour.steps[..], tour.kind),
                (&[0, 1, 2, 3][..], kind),
                "{text}"
            );
        }
    }
}

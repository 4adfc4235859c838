//! The comments of files: each spec is written and read back, and faults have their lines.

use super::*;
use crate::cases::{assert_message, cases};
use crate::successor::OnArcs;
use crate::{CrtOptions, Directions, Encoding, Name, position};
use itertools::Itertools;
use knightsat_cnf::dimacs::{read::Comment, read::Header, write::Writer};
use knightsat_cnf::gadget::amo::{Amo, Amos, OneAmo};
use knightsat_tour::board::Board;
use knightsat_tour::graph::{Graph, Names, Words};
use knightsat_tour::rule;

fn plain(place: Place) -> FormulaSpec {
    FormulaSpec::new(place, TourSpec::default(), Style::TEXTBOOK).unwrap()
}

/// Returns the spec in these comments, the first of them on line 1.
fn read(comments: &[String]) -> Result<Option<FormulaSpec>, String> {
    let comments = (1..).zip(comments).map(|(line, text)| Comment {
        line,
        text: text.clone(),
    });
    FormulaSpec::from_comments(&comments.collect_vec()).map_err(|error| error.to_string())
}

fn assert_round_trip(spec: &FormulaSpec) {
    let comments = spec.comments();
    assert_eq!(read(&comments), Ok(Some(spec.clone())), "{comments:?}");
}

#[test]
fn comments_carry_the_whole_recipe() {
    let board: Board = "12x30".parse().unwrap();
    let mut spec = plain(board.clone().into());
    assert_round_trip(&spec);
    let holes = "a1 c3 d4 ab9 z1 y1 x1 aa10 ac12".split(' ');
    let holes = holes.map(|hole| hole.parse().unwrap()).collect_vec();
    let board = board.with_leaper(4, 1).unwrap().with_holes(&holes);
    spec.place = board.unwrap().into();
    let tour = r#"{"tour": "closed", "start": "ab7", "end": "a12", "symmetric": "rot90"}"#;
    spec.tour = serde_json::from_str(tour).unwrap();
    for name in Name::ALL {
        spec.style = name.style();
        assert_round_trip(&spec);
    }
    spec.style = Style::position(position::Options {
        amo: Amos {
            steps: Amo::Bitwise,
            ..Amos::default()
        },
        directions: Directions::One,
        negate: true,
        predecessors: false,
        ..position::Options::DEFAULT
    });
    assert_round_trip(&spec);
    spec.style = Style::of(Encoding::Crt(CrtOptions {
        arcs: OnArcs {
            amo: OneAmo(Some(Amo::Ladder)),
            directions: Directions::One,
        },
        modulus: Some(420),
    }));
    spec.style.shortcuts = false;
    spec.style.shuffle = u64::MAX;
    assert_round_trip(&spec);
    let triangle = Graph::from_edges(3, &[[0, 1], [0, 2], [1, 2]]);
    let mut graph = plain(Place::Graph(triangle));
    graph.tour.start = Some("3".into());
    assert_round_trip(&graph);
}

#[test]
fn long_lists_go_on_in_the_next_comment() {
    let edges: Vec<[u32; 2]> = (1..40).map(|vertex| [vertex - 1, vertex]).collect();
    let mut spec = plain(Place::Graph(Graph::from_edges(40, &edges)));
    spec.tour.require = edges
        .iter()
        .map(|[a, b]| format!("{}-{}", a + 1, b + 1).parse().unwrap())
        .collect();
    let comments = spec.comments();
    assert!(
        comments.iter().all(|comment| comment.len() < 78),
        "{comments:?}"
    );
    let edges = "knightsat edges = [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 8],";
    assert_eq!(comments[3], edges);
    assert_round_trip(&spec);
}

#[test]
fn long_values_are_broken_and_read_back() {
    let triangle = Graph::from_edges(3, &[[0, 1], [0, 2], [1, 2]]);
    let named = |names: [&str; 3]| {
        let words: Words = names.iter().map(|name| name.to_string()).collect();
        let graph = triangle.clone().with_names(Names::Words(words.into()));
        let mut spec = plain(Place::Graph(graph));
        spec.tour.start = Some(spec.place.name(0));
        spec
    };
    let mut long_rule: FormulaSpec = "3x4".parse().unwrap();
    let rule = "a1-b3 + a1-c2 + b1-a3 + b1-c3 + b1-d2 + c1-a2 + c1-b3 <= 5";
    long_rule.tour.with = rule::read(rule, &long_rule.place).unwrap();
    let cyrillic = "\u{415}\u{43a}\u{430}\u{442}\u{435}\u{440}\u{438}\u{43d}\u{431}";
    let mut specs = vec![
        long_rule,
        named([cyrillic, "p cnf", "x"]),
        named([&"long".repeat(80), &"\\".repeat(70), &" ".repeat(70)]),
        named(["\"'\"", "a, b", "[[,"]),
        named(["'\"\"\"'''", "a, \"b\"", "\n'\u{7f}"]),
        named(["'''\"\"", "\"", "'"]),
    ];
    // Every length around the limit.
    specs.extend((40..90).map(|length| named([&"x".repeat(length), "y", "z"])));
    for spec in specs {
        let header = Header {
            variables: 0,
            clauses: 0,
        };
        // The writer panics at a comment that solvers may misread.
        Writer::new(Vec::new(), header, &spec.comments());
        assert_round_trip(&spec);
    }
}

#[test]
fn a_fault_is_at_the_line_of_its_key() {
    for (comments, expected) in cases(
        r"
        board = '3x3'\nholes = ['a1',\n'd1'] => 2:1: holes: d1 is not on the 3x3 board
        board = '3'\nencoding = 'crt' => 1:1: board: '3' is not a board…
        board = '3x3'\nencoding = 'x' => 2:1: encoding: 'x' is not one of 'position'…
        board = '3x3'\namo = 5\nencoding = 'crt' => 2:1: amo: expected…
        board = '3x3'\nencoding = 'crt'\nmodulus = true => 3:1: modulus: write a product…
        board = '3x3'\nstart = 'z9' => 2:1: start: z9 is not on the 3x3 board
        graph = 3\nedges = [[1, 2], [1, 4]] => 2:1: edges: '4' is not a vertex…
        graph = 3\nedges = [[1, 2],\n[1, 3] => 3:1: …
        board = '3x3'\nboard = '4x4' => 2:1: expected a new name…
        board = '8x8'\nhue = 'blue' => 2:1: 'hue' is unknown…
        board = '3BROKEN\nx3'\nholes = ['a1',BROKEN\n 'd1'] => 3:1: holes: d1 is not on the 3x3 board
        ",
    ) {
        let lines = comments.replace("BROKEN", "\\");
        let lines = lines.lines().map(|line| format!("knightsat {line}"));
        assert_message(
            &read(&lines.collect_vec()).unwrap_err(),
            &expected,
            &comments,
        );
    }
    let prose = [" board = '8x8'", " knightsat is a program"].map(String::from);
    assert_eq!(read(&prose), Ok(None));
}

#[test]
fn what_is_written_can_be_solved_and_decoded() {
    use knightsat_cnf::Answer;
    use knightsat_cnf::dimacs::read::CnfReader;
    use knightsat_solver::Incremental;
    use knightsat_solver::varisat::Varisat;
    for name in Name::ALL {
        let mut spec: FormulaSpec = "3x4".parse().unwrap();
        spec.style = name.style();
        let file = spec.write(Vec::new()).unwrap();
        let mut reader = CnfReader::new(&file[..], "", "").unwrap();
        let (mut solver, mut clause) = (Varisat::new(None), Vec::new());
        solver.new_vars(reader.header().variables);
        while reader.next_clause(&mut clause).unwrap() {
            solver.clause(&clause);
        }
        let Answer::Satisfiable(model) = solver.solve().unwrap() else {
            panic!("{name:?}");
        };
        // The models of a relaxation may be several cycles.
        match spec.decode(&model) {
            Ok(tour) => assert_eq!(tour.steps().len(), 12),
            Err(error) => assert!(name == Name::Lazy, "{name:?}: {error}"),
        }
        assert!(spec.decode(&Model::default()).is_err(), "{name:?}");
    }
}

#[test]
fn boards_are_read_as_sizes_and_drawings() {
    let spec: FormulaSpec = ".../.#./1..".parse().unwrap();
    assert_eq!(spec.place.len(), 8);
    assert_eq!(spec.tour.at, ["1=a1".parse().unwrap()]);
    let error = "8 by 8".parse::<FormulaSpec>().unwrap_err().to_string();
    assert!(error.contains("is not a board"), "{error}");
}

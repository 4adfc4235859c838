use super::*;
use crate::successor::OnArcs;
use crate::{CrtOptions, Directions, Encoding, Name, position};
use itertools::Itertools;
use knightsat_cnf::dimacs::read::Comment;
use knightsat_cnf::gadget::amo::{Amo, Amos, OneAmo};
use knightsat_tour::Kind;
use knightsat_tour::board::Board;
use knightsat_tour::graph::Graph;
use knightsat_tour::symmetry::Turn;

fn plain(place: Place) -> FormulaSpec {
    FormulaSpec::new(place, TourSpec::default(), Style::TEXTBOOK).unwrap()
}

fn round_trip(spec: &FormulaSpec) -> Result<Option<FormulaSpec>, FormulaSpecError> {
    let comments: Vec<Comment> = (1..)
        .zip(spec.comments())
        .map(|(line, text)| Comment { line, text })
        .collect();
    FormulaSpec::from_comments(&comments)
}

#[test]
fn comments_carry_the_whole_recipe() {
    let board: Board = "12x30".parse().unwrap();
    let mut spec = plain(board.clone().into());
    assert_eq!(round_trip(&spec).unwrap(), Some(spec.clone()));
    let holes = ["a1", "c3", "d4", "ab9", "z1", "y1", "x1", "aa10", "ac12"];
    let holes = holes.map(|hole| hole.parse().unwrap());
    spec.place = board
        .with_leaper(4, 1)
        .unwrap()
        .with_holes(&holes)
        .unwrap()
        .into();
    spec.tour.kind = Kind::Closed;
    spec.tour.start = Some("ab7".into());
    spec.tour.end = Some("a12".into());
    spec.style = Style::DEFAULT;
    assert_eq!(round_trip(&spec).unwrap(), Some(spec.clone()));
    spec.tour.symmetric = Some(Turn::Rot90.into());
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
    assert_eq!(round_trip(&spec).unwrap(), Some(spec.clone()));
    for name in Name::ALL {
        spec.style = name.style();
        assert_eq!(round_trip(&spec).unwrap(), Some(spec.clone()));
    }
    spec.style = Style::of(Encoding::Crt(CrtOptions {
        arcs: OnArcs {
            amo: OneAmo(Some(Amo::Ladder)),
            directions: Directions::One,
        },
        modulus: Some(420),
    }));
    spec.style.shortcuts = false;
    spec.style.shuffle = u64::MAX;
    assert_eq!(round_trip(&spec).unwrap(), Some(spec));
    let triangle = Graph::from_edges(3, &[[0, 1], [0, 2], [1, 2]]);
    let mut spec = plain(Place::Graph(triangle));
    spec.tour.start = Some("3".into());
    assert_eq!(round_trip(&spec).unwrap(), Some(spec));
}

#[test]
fn comments_of_others_are_no_recipe() {
    let comment = |text: &str| Comment {
        line: 3,
        text: text.into(),
    };
    let prose = [
        comment(" board = '8x8'"),
        comment(" knightsat is a program"),
    ];
    assert_eq!(FormulaSpec::from_comments(&prose).unwrap(), None);
    let newer = [
        comment(" knightsat board = '8x8'"),
        comment("knightsat hue = 'blue'"),
    ];
    let error = FormulaSpec::from_comments(&newer).unwrap_err().to_string();
    assert!(error.starts_with("3:1: 'hue' is unknown"), "{error}");
}

/// Returns the spec in these comments, the first of them on line 1.
fn read(comments: &[&str]) -> Result<Option<FormulaSpec>, String> {
    let comments = (1..).zip(comments).map(|(line, text)| Comment {
        line,
        text: format!("knightsat {text}"),
    });
    FormulaSpec::from_comments(&comments.collect_vec()).map_err(|error| error.to_string())
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
    assert_eq!(
        comments[3],
        "knightsat edges = [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 8],"
    );
    assert_eq!(round_trip(&spec).unwrap(), Some(spec));
}

#[test]
fn long_values_are_broken_and_read_back() {
    use knightsat_cnf::dimacs::{read::Header, write::Writer};
    use knightsat_tour::graph::Names;
    use knightsat_tour::rule;
    let moves = |sides: &str, facts: &[&str]| {
        let place: Place = sides.parse().unwrap();
        let rule = format!("{} <= 5", facts.join(" + "));
        let mut spec = plain(place.clone());
        spec.tour.with = rule::read(&rule, &place).unwrap();
        spec
    };
    let few = [
        "a1-b3", "a1-c2", "b1-a3", "b1-c3", "b1-d2", "c1-a2", "c1-b3",
    ];
    let triangle = Graph::from_edges(3, &[[0, 1], [0, 2], [1, 2]]);
    let named = |names: [&str; 3]| {
        let words: knightsat_tour::graph::Words =
            names.iter().map(|name| name.to_string()).collect();
        let graph = triangle.clone().with_names(Names::Words(words.into()));
        plain(Place::Graph(graph))
    };
    let mut specs = vec![
        moves("3x4", &few),
        named([
            "\u{415}\u{43a}\u{430}\u{442}\u{435}\u{440}\u{438}\u{43d}\u{431}",
            "p cnf",
            "x",
        ]),
        named([&"long".repeat(80), &"\\".repeat(70), &" ".repeat(70)]),
        named(["\"'\"", "a, b", "[[,"]),
        named(["'\"\"\"'''", "a, \"b\"", "\n'\u{7f}"]),
        named(["'''\"\"", "\"", "'"]),
    ];
    // Every length around the limit.
    specs.extend((40..90).map(|length| named([&"x".repeat(length), "y", "z"])));
    for mut spec in specs {
        if spec.place.board().is_none() {
            spec.tour.start = Some(spec.place.name(0));
        }
        let header = Header {
            variables: 0,
            clauses: 0,
        };
        // The writer panics at a comment that solvers may misread.
        Writer::new(Vec::new(), header, &spec.comments());
        let read =
            round_trip(&spec).unwrap_or_else(|error| panic!("{error}: {:?}", spec.comments()));
        assert_eq!(read, Some(spec));
    }
}

#[test]
fn a_fault_is_at_the_line_of_its_key() {
    for (comments, fault) in [
        (
            &["board = '3x3'", "holes = ['a1',", "'d1']"][..],
            "2:1: holes: d1 is not on the 3x3 board",
        ),
        (
            &["board = '3'", "encoding = 'crt'"],
            "1:1: board: '3' is not a board",
        ),
        (
            &["board = '3x3'", "encoding = 'x'"],
            "2:1: encoding: 'x' is not one of 'position'",
        ),
        (
            &["board = '3x3'", "amo = 5", "encoding = 'crt'"],
            "2:1: amo: expected",
        ),
        (
            &["board = '3x3'", "encoding = 'crt'", "modulus = true"],
            "3:1: modulus: write a product",
        ),
        (
            &["board = '3x3'", "start = 'z9'"],
            "2:1: start: z9 is not on the 3x3 board",
        ),
        (
            &["graph = 3", "edges = [[1, 2], [1, 4]]"],
            "2:1: edges: '4' is not a vertex",
        ),
        (&["graph = 3", "edges = [[1, 2],", "[1, 3]"], "3:1: "),
        (
            &["board = '3x3'", "board = '4x4'"],
            "2:1: expected a new name",
        ),
        (
            &["board = '3\\", "x3'", "holes = ['a1',\\", " 'd1']"],
            "3:1: holes: d1 is not on the 3x3 board",
        ),
    ] {
        let error = read(comments).unwrap_err();
        assert!(error.starts_with(fault), "{comments:?}: {error}");
    }
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
    for (text, told) in [
        ("8 by 8", "is not a board"),
        ("../...", "this rank has 3 files"),
        ("#/#", "has no squares"),
    ] {
        let error = text.parse::<FormulaSpec>().unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

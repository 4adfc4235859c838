//! Pictures show the tour, all of it, and nothing else.

use crate::common::program;

use program::{error, run, run_with, write};
use roxmltree::{Document, Node};
use std::fs;

/// The side of a square.
const CELL: f64 = 48.0;

fn with_class<'a>(svg: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    let is_it = |node: &Node| {
        let classes = node.attribute("class").unwrap_or_default();
        classes.split(' ').any(|found| found == class)
    };
    svg.descendants().filter(is_it).collect()
}

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// The points of a path of straight lines.
fn points(path: &Node) -> Vec<[f64; 2]> {
    let commands = path.attribute("d").unwrap();
    let commands = commands.trim_start_matches('M').trim_end_matches('Z');
    let numbers: Vec<f64> = commands.split(' ').map(|n| n.parse().unwrap()).collect();
    numbers.chunks(2).map(|xy| [xy[0], xy[1]]).collect()
}

fn is_closed(path: &Node) -> bool {
    path.attribute("d").unwrap().ends_with('Z')
}

/// The squares that the points are the middles of.
fn squares(svg: &Document, points: &[[f64; 2]]) -> Vec<String> {
    let ground = with_class(svg, "light")[0];
    let [left, top] = ["x", "y"].map(|name| number(&ground, name));
    let ranks = number(&ground, "height") / CELL;
    let square = |[x, y]: &[f64; 2]| {
        let (file, rank) = ((x - left) / CELL + 0.5, ranks - (y - top) / CELL + 0.5);
        assert_eq!(
            (file.fract(), rank.fract()),
            (0.0, 0.0),
            "not in the middle"
        );
        format!("{rank},{file}")
    };
    points.iter().map(square).collect()
}

fn as_numbers(moves: &str) -> Vec<String> {
    let number = |name: &str| {
        let at = name.find(|c: char| c.is_ascii_digit()).unwrap();
        let letters = name[..at].bytes();
        let file = letters.fold(0, |file, letter| 26 * file + u32::from(letter - b'a') + 1);
        format!("{},{file}", &name[at..])
    };
    moves.split_whitespace().map(number).collect()
}

/// Returns the numbers of the steps, by square.
fn numbers(svg: &Document) -> Vec<usize> {
    let groups = ["number", "mark"].map(|class| with_class(svg, class));
    let texts = groups.iter().flatten().flat_map(|group| group.children());
    let texts = texts.filter(|node| node.is_element());
    let mut numbers: Vec<usize> = texts
        .map(|node| node.text().unwrap().parse().unwrap())
        .collect();
    numbers.sort_unstable();
    numbers
}

fn all_is_in_view(svg: &Document) {
    let view = svg.root_element().attribute("viewBox").unwrap();
    let view: Vec<f64> = view.split(' ').map(|n| n.parse().unwrap()).collect();
    for node in svg.descendants() {
        for (x, y) in [("x", "y"), ("cx", "cy")] {
            if node.has_attribute(x) {
                let (x, y) = (number(&node, x), number(&node, y));
                assert!((0.0..=view[2]).contains(&x), "{node:?}");
                assert!((0.0..=view[3]).contains(&y), "{node:?}");
            }
        }
    }
}

#[test]
fn every_step_of_every_tour_is_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let hole = write(dir.path(), "hole", ".....\n.....\n..#..\n.....\n.....\n");
    let file = dir.path().join("tour.svg");
    // Board, options, squares, holes, whether the numbers can be read.
    for (board, options, squares_there, holes, has_numbers) in [
        ("1x1", "", 1, 0, true),
        ("3x4", "", 12, 0, true),
        ("3x10", "--closed", 30, 0, true),
        (&hole, "", 24, 1, true),
        ("8x8", "--closed", 64, 0, true),
        ("10x10", "--leaper 0,1", 100, 0, true),
        ("20x20", "", 400, 0, true),
        ("50x50", "--closed", 2500, 0, false),
        ("100x100", "", 10_000, 0, false),
    ] {
        let args = format!(
            "solve {board} {options} --format moves --svg {}",
            file.display()
        );
        let (code, moves, _) = run(&args);
        assert_eq!(code, 0, "{args}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.len() < 1_000_000, "{board}: {} bytes", text.len());
        let svg = Document::parse(&text).unwrap();
        let paths = with_class(&svg, "path");
        assert_eq!(paths.len(), 1);
        let drawn = points(&paths[0]);
        assert_eq!(squares(&svg, &drawn), as_numbers(&moves), "{board}");
        assert_eq!(is_closed(&paths[0]), options == "--closed", "{board}");
        assert_eq!(with_class(&svg, "start").len(), 1);
        let is_open = options != "--closed" && squares_there > 1;
        assert_eq!(with_class(&svg, "end").len(), usize::from(is_open));
        let expected = if has_numbers { squares_there } else { 0 };
        assert_eq!(numbers(&svg), (1..=expected).collect::<Vec<_>>(), "{board}");
        let dark = with_class(&svg, "dark")[0].attribute("d").unwrap();
        assert_eq!(
            dark.matches('z').count(),
            (squares_there + holes).div_ceil(2) - holes
        );
        let hatched = with_class(&svg, "hole").len();
        assert_eq!(hatched, holes);
        assert_eq!(svg.root_element().attribute("role"), Some("img"));
        all_is_in_view(&svg);
    }
}

#[test]
fn numbers_stand_on_their_squares() {
    let (_, text, _) = run("solve 8x8 --svg -");
    let svg = Document::parse(&text).unwrap();
    let drawn = points(&with_class(&svg, "path")[0]);
    let texts = svg.descendants().filter(|node| {
        let class = node.parent().and_then(|group| group.attribute("class"));
        node.has_tag_name("text") && matches!(class, Some("number" | "mark"))
    });
    let mut found = 0;
    for node in texts {
        let step: usize = node.text().unwrap().parse().unwrap();
        let [x, y] = drawn[step - 1];
        assert_eq!(number(&node, "x"), x);
        assert!((number(&node, "y") - y).abs() < 10.0);
        found += 1;
    }
    assert_eq!(found, 64);
}

#[test]
fn labels_thin_out_where_there_are_many() {
    for (board, expected) in [("8x8", 16), ("100x100", 42)] {
        let (_, text, _) = run(&format!("solve {board} --svg -"));
        let svg = Document::parse(&text).unwrap();
        let labels = with_class(&svg, "label");
        let labels = labels.iter().flat_map(|group| group.children());
        assert_eq!(labels.filter(|node| node.is_element()).count(), expected);
    }
}

#[test]
fn cycles_that_are_no_tour_are_told_apart() {
    let pieces = "a1 b3 d2 c4 a1; b1 a3 c2 b1; d4";
    let (code, text, err) = run_with("render 4x4 - --svg -", pieces);
    assert_eq!(code, 0);
    assert!(
        err.contains("a path and 2 cycles on 4x4: 8 of 16 squares"),
        "{err}"
    );
    let svg = Document::parse(&text).unwrap();
    let title = svg.descendants().find(|node| node.has_tag_name("title"));
    assert!(!title.unwrap().text().unwrap().contains("tour"));
    let paths = with_class(&svg, "path");
    let lengths: Vec<usize> = paths.iter().map(|path| points(path).len()).collect();
    assert_eq!(lengths, [4, 3, 1]);
    assert!(is_closed(&paths[0]) && is_closed(&paths[1]) && !is_closed(&paths[2]));
    let looks = paths.iter().map(|path| path.attribute("class"));
    let dashes = paths.iter().map(|path| path.attribute("stroke-dasharray"));
    for mut looks in [looks.collect::<Vec<_>>(), dashes.collect()] {
        looks.sort_unstable();
        looks.dedup();
        assert_eq!(looks.len(), 3);
    }
    for legend in ["4 squares", "3 squares", "1 square"] {
        let is_there = svg.descendants().any(|node| node.text() == Some(legend));
        assert!(is_there, "{legend}");
    }
    let json = r#"{"version":1,"board":"4x4","leaper":[1,2],"tour":"closed","result":"cycles",
        "cycles":[["a1","b3","d2","c4"],["d4"]]}"#;
    let (code, text, _) = run_with("render 4x4 - --svg -", json);
    assert_eq!(code, 0);
    assert_eq!(
        with_class(&Document::parse(&text).unwrap(), "path").len(),
        2
    );
    // Neither is a tour to verify.
    assert_eq!(run_with("verify 4x4 -", json).0, 2);
    assert_eq!(run_with("verify 4x4 -", pieces).0, 2);
}

#[test]
fn graphs_are_drawn_on_a_circle() {
    let dir = tempfile::tempdir().unwrap();
    let ring = "p edge 5 6\ne 1 3\ne 3 5\ne 5 2\ne 2 4\ne 4 1\ne 1 5\n";
    let graph = write(dir.path(), "graph", ring);
    let (_, text, _) = run(&format!("solve --graph {graph} --closed --svg -"));
    let svg = Document::parse(&text).unwrap();
    let path = with_class(&svg, "path")[0];
    assert_eq!((points(&path).len(), is_closed(&path)), (5, true));
    let edges = with_class(&svg, "edges")[0].attribute("d").unwrap();
    assert_eq!(edges.matches('M').count(), 6);
    assert_eq!(numbers(&svg), [1, 2, 3, 4, 5]);
    all_is_in_view(&svg);
}

#[test]
fn themes_are_light_dark_or_both() {
    let sheet = |theme: &str| run(&format!("solve 3x4 --theme {theme} --svg -")).1;
    let (light, dark, auto) = (sheet("light"), sheet("dark"), sheet("auto"));
    assert!(light.contains("#0072b2") && !light.contains("#56b4e9}\n@media"));
    assert!(!light.contains("prefers-color-scheme") && !dark.contains("prefers-color-scheme"));
    assert!(dark.contains(".p0{fill:none;stroke:#56b4e9}"));
    assert!(auto.contains("@media (prefers-color-scheme:dark)"));
}

#[test]
fn pictures_appear_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("none.svg");
    let (code, _, _) = run(&format!("solve 4x4 --svg {}", file.display()));
    assert_eq!(code, 1);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    assert_eq!(
        error("solve 3x4 --svg /nowhere/tour.svg"),
        "/nowhere: no such folder"
    );
    assert!(error("solve 3x4 --svg - --html -").contains("would both write to standard output"));
    let (code, out, err) = run("solve 4x4 --svg -");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("no open knight's tour of 4x4"));
}

#[test]
fn there_is_no_picture_of_a_certificate() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("proof").display().to_string();
    assert_eq!(run(&format!("prove 4x4 -o {folder}")).0, 0);
    let verify = format!("verify 4x4 --certificate {folder}");
    for picture in ["--svg", "--html", "--png"] {
        let told = error(&format!("{verify} {picture} {folder}.picture"));
        assert!(told.contains(picture), "{told}");
        assert!(told.contains("cannot be used with"), "{told}");
    }
    assert_eq!(run(&verify).0, 0);
}

#[test]
fn all_four_commands_draw_the_same_tour() {
    let dir = tempfile::tempdir().unwrap();
    let name = |name: &str| dir.path().join(name).display().to_string();
    let (_, tour, _) = run(&format!("solve 3x4 --svg {}", name("solve")));
    let tour_file = write(dir.path(), "tour", &tour);
    let (_, told, _) = run(&format!("verify 3x4 {tour_file} --svg {}", name("verify")));
    assert_eq!(told, "valid: open knight's tour of 3x4, 12 steps\n");
    run(&format!("render 3x4 {tour_file} --svg {}", name("render")));
    let [solve, verify, render] =
        ["solve", "verify", "render"].map(|file| fs::read_to_string(name(file)).unwrap());
    assert!(solve == verify && solve == render);
    assert_eq!(run(&format!("render 3x4 {tour_file}")).1, tour);
    let cnf = name("cnf");
    run(&format!("encode 3x4 -o {cnf}"));
    let result = write(dir.path(), "result", &program::solved(&cnf));
    let (_, decoded, _) = run(&format!("decode {cnf} {result} --svg -"));
    assert_eq!(
        with_class(&Document::parse(&decoded).unwrap(), "path").len(),
        1
    );
}

#[test]
fn boards_have_colours_only_where_they_are_wanted() {
    let plain = run("solve 3x4").1;
    let coloured = run("solve 3x4 --color always").1;
    assert!(!plain.contains('\x1b') && coloured.contains("\x1b[30;46m"));
    let stripped = ["\x1b[30;46m", "\x1b[30;43m", "\x1b[0m"];
    let stripped = stripped
        .iter()
        .fold(coloured, |text, code| text.replace(code, ""));
    assert_eq!(stripped, plain);
}

/// Looked at by eye, as PNG; `BLESS=1` writes them anew.
#[test]
fn golden_pictures_stay_as_they_are() {
    let golden = crate::common::program::root().join("fixtures/golden");
    let mask = golden.join("5x5-hole.txt").display().to_string();
    let hole = "e4 c5 a4 b2 d1 e3 d5 b4 a2 c1 e2 d4 b5 a3 b1 d2 c4 a5 b3 a1 c2 e1 d3 e5";
    // The best tours of docs/knuth.md.
    let obtuse = "a1 c2 b4 a2 c1 d3 e1 g2 e3 d1 b2 a4 c3 d5 f4 e2 g1 h3 f2 h1 g3 f1 h2 g4 e5 f3 h4 f5 h6 g8 e7 g6 h8 f7 g5 h7 f8 e6 d8 b7 d6 e8 g7 h5 f6 e4 c5 d7 b8 a6 c7 a8 b6 c8 a7 b5 d4 c6 a5 c4 a3 b1 d2 b3";
    let turns = "a1 c2 e1 g2 h4 f3 d2 b1 a3 c4 b6 a8 c7 d5 e3 f1 h2 g4 f6 e8 g7 h5 f4 g6 h8 f7 e5 d3 c1 a2 b4 a6 b8 d7 f8 h7 g5 h3 g1 e2 g3 h1 f2 e4 d6 c8 a7 b5 c3 d1 b2 a4 c5 e6 d8 b7 a5 c6 e7 g8 h6 f5 d4 b3";
    let crossings = "a1 c2 e3 f1 d2 b1 a3 b5 d6 f5 d4 f3 e1 d3 b2 d1 f2 e4 f6 d5 b4 a6 c5 e6 f4 e2 c1 a2 c3 a4 b6 c4 e5 c6 a5 b3";
    for (args, file, tour) in [
        ("3x4", "3x4.svg", "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"),
        (&mask, "5x5-hole.svg", hole),
        (
            "8x8 --closed --mark obtuse",
            "../../docs/gallery/four-obtuse.svg",
            obtuse,
        ),
        (
            "8x8 --closed --mark straight",
            "../../docs/gallery/turns-45.svg",
            turns,
        ),
        (
            "6x6 --closed --mark crossings",
            "../../docs/gallery/crossings-52.svg",
            crossings,
        ),
    ] {
        let (code, found, err) = run_with(&format!("render {args} - --svg -"), tour);
        assert_eq!((code, err.as_str()), (0, ""));
        let file = golden.join(file);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, &found).unwrap();
        }
        assert_eq!(
            found,
            fs::read_to_string(&file).unwrap(),
            "{}",
            file.display()
        );
    }
}

#[cfg(not(feature = "png"))]
#[test]
fn png_says_how_to_have_it() {
    assert!(error("solve 3x4 --png tour.png").contains("--features png"));
}

#[test]
fn what_a_statistic_counts_is_marked() {
    let tour = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";
    for (statistic, count) in [
        ("turns", 10),
        ("acute", 8),
        ("crossings", 20),
        ("slope-2", 3),
    ] {
        let (code, text, err) = run_with(&format!("render 3x4 - --mark {statistic} --svg -"), tour);
        assert_eq!((code, err.as_str()), (0, ""), "{statistic}");
        let svg = Document::parse(&text).unwrap();
        let rings = with_class(&svg, "p1")[0].attribute("d").unwrap();
        assert_eq!(rings.matches('M').count(), count, "{statistic}");
        assert!(
            text.contains(&format!("{statistic}: {count}</title>")),
            "{text}"
        );
    }
    let error = error("render 3x4 - --mark turns");
    assert!(error.contains("--mark is for pictures"), "{error}");
}

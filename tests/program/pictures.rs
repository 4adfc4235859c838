//! Pictures show the tour, all of it, and nothing else.

use crate::common::cases::cases;
use crate::common::program::{assert_contains, output, output_with, root, run, run_with, write};
use crate::common::transcript::transcript;
use itertools::Itertools;
use knightsat::tour::outline::Square;
use roxmltree::{Document, Node};
use std::fs;
use tempfile::TempDir;

const TOUR: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

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

/// The points of commands after M: the first one, then differences.
fn places(commands: &str) -> Vec<[f64; 2]> {
    let (first, moves) = commands.split_once('l').unwrap_or((commands, ""));
    let numbers = first.split(' ').chain(moves.split_terminator(' '));
    let numbers: Vec<f64> = numbers.map(|number| number.parse().unwrap()).collect();
    let mut at = [0.0; 2];
    let place = |by: &[f64]| {
        at = [at[0] + by[0], at[1] + by[1]];
        at.map(|value: f64| (value * 100.0).round() / 100.0)
    };
    numbers.chunks(2).map(place).collect()
}

/// The points of a path of straight lines.
fn points(path: &Node) -> Vec<[f64; 2]> {
    let commands = path.attribute("d").unwrap();
    places(commands.trim_start_matches('M').trim_end_matches('Z'))
}

fn is_closed(path: &Node) -> bool {
    path.attribute("d").unwrap().ends_with('Z')
}

/// The left, top, width and height of a rectangle.
fn sides(path: &Node) -> [f64; 4] {
    let commands = path.attribute("d").unwrap();
    let numbers = commands.split(['m', ' ', 'h', 'v']).skip(1).take(4);
    let numbers: Vec<f64> = numbers.map(|number| number.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

/// The squares that the points are the middles of, as rank and file.
fn squares(svg: &Document, points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let [left, top, _, height] = sides(&with_class(svg, "light")[0]);
    let ranks = height / CELL;
    let square = |[x, y]: &[f64; 2]| [ranks - (y - top) / CELL + 0.5, (x - left) / CELL + 0.5];
    points.iter().map(square).collect()
}

/// The rank and file of each square of a tour.
fn as_numbers(moves: &str) -> Vec<[f64; 2]> {
    let squares = moves.split_whitespace().map(|name| name.parse().unwrap());
    let numbers = |Square { rank, file }| [rank, file].map(f64::from);
    squares.map(numbers).collect()
}

/// The elements in the groups of a class.
fn parts<'a>(svg: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    let groups = with_class(svg, class).into_iter();
    let parts = groups.flat_map(|group| group.children());
    parts.filter(Node::is_element).collect()
}

/// The parts of a path of straight lines, each with its points.
fn runs(path: &Node) -> Vec<Vec<[f64; 2]>> {
    let commands = path.attribute("d").unwrap().split('M').skip(1);
    let run = |commands: &str| {
        let is_cycle = commands.ends_with('Z');
        let mut points = places(commands.trim_end_matches('Z'));
        points.extend(points.first().copied().filter(|_| is_cycle));
        points
    };
    commands.map(run).collect()
}

/// Returns the numbers of the steps, on a board each in its square.
fn numbers(svg: &Document) -> Vec<usize> {
    let is_board = !with_class(svg, "light").is_empty();
    let drawn = points(&with_class(svg, "path")[0]);
    let texts = ["number", "mark"].map(|class| parts(svg, class)).concat();
    let step = |node: &Node| {
        let step: usize = node.text().unwrap().parse().unwrap();
        let [x, y] = drawn[step - 1];
        let place = [number(node, "x") - x, number(node, "y") - y];
        assert!(!is_board || place.iter().all(|part| part.abs() < CELL / 2.0));
        step
    };
    texts.iter().map(step).sorted().collect()
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
    let dir = TempDir::new().unwrap();
    let hole = write(dir.path(), "hole", ".....\n.....\n..#..\n.....\n.....\n");
    let file = dir.path().join("tour.svg");
    // Board, options, squares, whether the numbers can be read.
    for (board, options, squares_there, has_numbers) in [
        ("1x1", "", 1, true),
        ("3x4", "", 12, true),
        ("3x10", "--closed", 30, true),
        (&hole, "", 24, true),
        ("8x8", "--closed", 64, true),
        ("10x10", "--leaper 0,1", 100, true),
        ("20x20", "", 400, true),
        ("50x50", "--closed", 2500, false),
        ("100x100", "", 10_000, false),
    ] {
        let args = format!("{board} {options} --format moves --svg {}", file.display());
        let moves = output(&format!("solve {args}"));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.len() < 1_000_000, "{board}: {} bytes", text.len());
        let svg = Document::parse(&text).unwrap();
        let is_cycle = options == "--closed";
        let has_end = usize::from(!is_cycle && squares_there > 1);
        let holes = usize::from(board == hole);
        let count = |class| with_class(&svg, class).len();
        let counts = ["path", "start", "end", "hole"].map(count);
        assert_eq!(counts, [1, 1, has_end, holes], "{board}");
        let path = with_class(&svg, "path")[0];
        let drawn = squares(&svg, &points(&path));
        assert_eq!(drawn, as_numbers(&moves), "{board}");
        assert_eq!(is_closed(&path), is_cycle, "{board}");
        let numbered = if has_numbers { squares_there } else { 0 };
        assert_eq!(numbers(&svg), (1..=numbered).collect_vec());
        let dark = with_class(&svg, "dark")[0].attribute("d").unwrap();
        let expected = (squares_there + holes).div_ceil(2) - holes;
        assert_eq!(dark.matches('z').count(), expected);
        all_is_in_view(&svg);
    }
}

#[test]
fn labels_thin_out_where_there_are_many() {
    for (board, expected) in [("8x8", 16), ("100x100", 42)] {
        let text = output(&format!("solve {board} --svg -"));
        let svg = Document::parse(&text).unwrap();
        assert_eq!(parts(&svg, "label").len(), expected);
    }
}

#[test]
fn cycles_that_are_no_tour_are_told_apart() {
    let pieces = "a1 b3 d2 c4 a1; b1 a3 c2 b1; d4";
    let (code, text, err) = run_with("render 4x4 - --svg -", pieces);
    assert_eq!(code, 0);
    assert_contains(&err, "a path and 2 cycles on 4x4: 8 of 16 squares");
    let svg = Document::parse(&text).unwrap();
    let title = svg.descendants().find(|node| node.has_tag_name("title"));
    assert!(!title.unwrap().text().unwrap().contains("tour"));
    let paths = with_class(&svg, "path");
    let shape = |path| (points(path).len(), is_closed(path));
    let shapes = [(4, true), (3, true), (1, false)];
    assert_eq!(paths.iter().map(shape).collect_vec(), shapes);
    for attribute in ["class", "stroke-dasharray"] {
        let mut looks = paths.iter().map(|path| path.attribute(attribute));
        assert!(looks.all_unique());
    }
    for legend in ["4 squares", "3 squares", "1 square"] {
        let is_there = svg.descendants().any(|node| node.text() == Some(legend));
        assert!(is_there, "{legend}");
    }
    let json = r#"{"version":1,"board":"4x4","leaper":[1,2],"tour":"closed","result":"cycles",
        "cycles":[["a1","b3","d2","c4"],["d4"]]}"#;
    let text = run_with("render 4x4 - --svg -", json).1;
    let svg = Document::parse(&text).unwrap();
    assert_eq!(with_class(&svg, "path").len(), 2);
    // Neither is a tour to verify.
    for text in [json, pieces] {
        assert_eq!(run_with("verify 4x4 -", text).0, 2);
    }
}

#[test]
fn graphs_are_drawn_on_a_circle() {
    let dir = TempDir::new().unwrap();
    let ring = "p edge 5 6\ne 1 3\ne 3 5\ne 5 2\ne 2 4\ne 4 1\ne 1 5\n";
    let graph = write(dir.path(), "graph", ring);
    let text = output(&format!("solve --graph {graph} --closed --svg -"));
    let svg = Document::parse(&text).unwrap();
    let path = with_class(&svg, "path")[0];
    assert_eq!((points(&path).len(), is_closed(&path)), (5, true));
    let edges = with_class(&svg, "edges")[0].attribute("d").unwrap();
    assert_eq!(edges.matches('M').count(), 6);
    let names = parts(&svg, "label");
    let names = names.iter().map(|node| node.text().unwrap()).sorted();
    assert!(names.eq(["1", "2", "3", "4", "5"]));
    all_is_in_view(&svg);
}

#[test]
fn no_number_stands_on_a_line_or_covers_it() {
    for problem in ["8x8", "8x8 --closed", "20x20", "6x8 --wrap both --closed"] {
        let text = output(&format!("solve {problem} --svg -"));
        let svg = Document::parse(&text).unwrap();
        let paths = with_class(&svg, "path");
        let lines = paths.iter().flat_map(runs).collect_vec();
        // Fewer than a hundredth of the samples would be one of the lines.
        let samples = lines
            .iter()
            .flat_map(|run| run.windows(2))
            .flat_map(|line| {
                let [[x, y], [to_x, to_y]] = [line[0], line[1]];
                let at = move |part: u32| {
                    let share = f64::from(part) / 100.0;
                    [x + share * (to_x - x), y + share * (to_y - y)]
                };
                (0..=100).map(at)
            });
        let samples = samples.collect_vec();
        let group = with_class(&svg, "number")[0];
        let size = number(&group, "font-size");
        for text in parts(&svg, "number") {
            let digits = text.text().unwrap().len() as f64;
            let (x, y) = (number(&text, "x"), number(&text, "y") - 0.36 * size);
            let is_on = |[a, b]: &&[f64; 2]| {
                (a - x).abs() < 0.29 * size * digits && (b - y).abs() < 0.36 * size
            };
            assert_eq!(
                samples.iter().find(is_on),
                None,
                "{problem}: {:?}",
                text.text()
            );
        }
        // Discs are small, but for the start.
        let radius = |disc: &Node| {
            let (_, arc) = disc.attribute("d")?.split_once('a')?;
            arc.split(' ').next()?.parse::<f64>().ok()
        };
        let large = svg.descendants().filter_map(|disc| radius(&disc));
        let large = large.filter(|&radius| radius > 4.0).count();
        assert_eq!(large, with_class(&svg, "start").len(), "{problem}");
    }
}

#[test]
fn styles_have_numbers_and_colours_or_not() {
    for (style, has_numbers, has_colours) in [
        ("numbers", true, false),
        ("steps", true, true),
        ("lines", false, false),
        ("colours", false, true),
    ] {
        let text = output(&format!("solve 8x8 --style {style} --svg -"));
        let svg = Document::parse(&text).unwrap();
        let paths = with_class(&svg, "path");
        let moves: usize = paths.iter().flat_map(runs).map(|run| run.len() - 1).sum();
        assert_eq!(moves, 63, "{style}");
        let classes = paths.iter().map(|path| path.attribute("class").unwrap());
        let hue = |class: &str| class.strip_prefix("path h")?.parse::<u32>().ok();
        let hues = classes.filter_map(hue).collect_vec();
        assert!(hues.iter().tuple_windows().all(|(one, next)| one < next));
        let ends = has_colours.then_some([0, 59]);
        let found = hues.first().copied().zip(hues.last().copied());
        assert_eq!(found.map(<[u32; 2]>::from), ends);
        assert_eq!(
            parts(&svg, "number").len(),
            if has_numbers { 62 } else { 0 }
        );
        assert_eq!(text.contains(".h59{"), has_colours);
    }
    transcript("solve 3x4 --style gay --svg - => …numbers, steps, lines, colours…");
}

/// Each stub ends past the board, in the direction of the move.
#[test]
fn moves_across_joined_sides_are_two_stubs() {
    for (problem, joined) in [
        ("6x6 --wrap both", [true, true]),
        ("6x6 --wrap files", [true, false]),
    ] {
        let text = output(&format!("solve {problem} --closed --start a1 --svg -"));
        let svg = Document::parse(&text).unwrap();
        let texts = ["number", "mark"].map(|class| parts(&svg, class).len());
        assert_eq!(texts, [35, 1], "{problem}");
        let [left, top, side, _] = sides(&with_class(&svg, "light")[0]);
        let place = |at: f64, low: f64| (at - low) / side;
        let runs = with_class(&svg, "path").iter().flat_map(runs).collect_vec();
        let (mut whole, mut stubs) = (0, 0);
        for line in runs.iter().flat_map(|run| run.windows(2)) {
            let [[x, y], [to_x, to_y]] = [line[0], line[1]];
            let lengths = [(x - to_x).abs(), (y - to_y).abs()];
            let [short, long] = [lengths[0].min(lengths[1]), lengths[0].max(lengths[1])];
            assert!((long - 2.0 * short).abs() < 0.1, "{line:?}");
            let past = |[x, y]: [f64; 2]| {
                [place(x, left), place(y, top)].map(|at| !(0.0..=1.0).contains(&at))
            };
            let past = [past([x, y]), past([to_x, to_y])];
            if past == [[false; 2]; 2] {
                assert!((long - 2.0 * CELL).abs() < 0.1, "{line:?}");
                whole += 1;
            } else {
                let across = past[0].iter().zip(past[1]).map(|(a, b)| *a || b);
                assert!(across.zip(joined).all(|(is_past, may)| may || !is_past));
                stubs += 1;
            }
        }
        assert!(stubs > 0 && stubs % 2 == 0);
        assert_eq!(whole + stubs / 2, 36, "{problem}");
        all_is_in_view(&svg);
    }
}

#[test]
fn the_layers_of_a_box_are_beside_each_other() {
    let text = output("solve 4x4x4 --svg -");
    let svg = Document::parse(&text).unwrap();
    let grounds = with_class(&svg, "light");
    let lefts = grounds.iter().map(|ground| sides(ground)[0]);
    assert_eq!(
        lefts
            .tuple_windows()
            .filter(|(one, next)| next - one > 4.0 * CELL)
            .count(),
        3
    );
    let labels = parts(&svg, "label");
    for name in ["A", "B", "C", "D"] {
        assert_eq!(
            labels
                .iter()
                .filter(|node| node.text() == Some(name))
                .count(),
            1
        );
    }
    let texts = ["number", "mark"].map(|class| parts(&svg, class).len());
    assert_eq!(texts, [62, 2]);
    all_is_in_view(&svg);
}

#[test]
fn a_graph_with_points_is_drawn_at_them_with_all_names() {
    let dir = TempDir::new().unwrap();
    let graph = "TYPE: HCP\nDIMENSION: 4\nEDGE_DATA_FORMAT: EDGE_LIST\nNODE_COORD_SECTION\n\
        1 1 2\n2 9 2\n3 9 6\n4 1 6\nEDGE_DATA_SECTION\n1 2\n2 3\n3 4\n4 1\n-1\nEOF\n";
    let graph = write(dir.path(), "graph", graph);
    for style in ["numbers", "lines"] {
        let text = output(&format!(
            "solve --graph {graph} --closed --style {style} --svg -"
        ));
        let svg = Document::parse(&text).unwrap();
        let corners = points(&with_class(&svg, "path")[0]);
        let sides = [0, 1].map(|axis| {
            let values = corners.iter().map(|point| point[axis]);
            let (low, high) = values.minmax().into_option().unwrap();
            high - low
        });
        assert!((sides[0] - 2.0 * sides[1]).abs() < 0.1, "{sides:?}");
        let names = parts(&svg, "label");
        let names = names.iter().map(|node| node.text().unwrap()).sorted();
        assert!(names.eq(["1", "2", "3", "4"]), "{style}");
        all_is_in_view(&svg);
    }
}

#[test]
fn an_animated_picture_plays_without_a_script() {
    let text = output("solve 8x8 --closed --style steps --animate --svg -");
    assert!(text.len() < 40_000 && !text.contains("<script") && !text.contains("<animate"));
    let svg = Document::parse(&text).unwrap();
    let paths = with_class(&svg, "play");
    assert_eq!(paths.len(), 60);
    // Each part begins to grow where the part before it ends.
    let dash = |node: &Node| {
        let dashes = node.attribute("stroke-dasharray").unwrap();
        dashes.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    let length = |points: &[[f64; 2]]| {
        let lines = points.windows(2);
        let lengths = lines.map(|line| (line[0][0] - line[1][0]).hypot(line[0][1] - line[1][1]));
        lengths.sum::<f64>()
    };
    let mut left = dash(&paths[0]);
    for path in &paths {
        assert!((dash(path) - left).abs() < 0.1);
        left -= length(&runs(path)[0]);
    }
    assert!(left.abs() < 0.1);
    let rules = (1..64).filter(|step| text.contains(&format!("@keyframes n0-{step}{{")));
    assert_eq!(rules.count(), 63);
    let named = (1..64).filter(|step| text.contains(&format!("animation-name:n0-{step}}}")));
    assert_eq!(named.count(), 63);
    // Those who prefer no motion see all of it.
    let (before, _) = text
        .split_once("@media (prefers-reduced-motion:no-preference)")
        .unwrap();
    assert!(!before.contains("animation") && !before.contains("opacity"));
    transcript("solve 3x4 --animate => …--svg…");
}

#[test]
fn several_tours_make_a_sheet() {
    let tours = run("count 3x4 --enumerate").1;
    let count = tours.lines().count();
    assert!(count > 10);
    let text = output_with("render 3x4 - --style lines --svg -", &tours);
    let svg = Document::parse(&text).unwrap();
    let boards = svg.root_element().children();
    let boards = boards.filter(|node| node.has_tag_name("svg")).collect_vec();
    let drawn = with_class(&svg, "path");
    assert_eq!((boards.len(), drawn.len()), (count, count));
    let places = boards
        .iter()
        .map(|node| ["x", "y"].map(|name| node.attribute(name)));
    assert!(places.clone().all_unique());
    let columns = places.map(|[x, _]| x).unique().count();
    assert_eq!(columns, (count as f64).sqrt().ceil() as usize);
    for (line, path) in tours.lines().zip(&drawn) {
        assert_eq!(squares(&svg, &points(path)), as_numbers(line));
    }
    let (code, _, err) = run_with("render 3x4 - --html -", &tours);
    assert_eq!(code, 2);
    assert_contains(&err, "--html plays one tour or two");
}

#[test]
fn tikz_has_the_same_styles() {
    let picture = |style: &str| output(&format!("solve 5x5 --style {style} --tikz -"));
    for (style, has_numbers, hues) in [
        ("numbers", true, 1),
        ("steps", true, 24),
        ("lines", false, 1),
        ("colours", false, 24),
    ] {
        let text = picture(style);
        let moves =
            |line: &&str| line.contains("draw[knightsath") || line.contains("draw[knightsatp0");
        assert_eq!(text.lines().filter(moves).count(), hues, "{style}");
        assert_eq!(
            text.contains("text=knightsatnumber]"),
            has_numbers,
            "{style}"
        );
    }
    transcript("solve 5x5 --style lines => …--tikz…");
}

#[test]
fn themes_are_light_dark_or_both() {
    let sheet = |theme| output(&format!("solve 3x4 --theme {theme} --svg -"));
    let [light, dark, auto] = ["light", "dark", "auto"].map(sheet);
    assert!(light.contains("#0072b2") && !light.contains("#56b4e9}\n@media"));
    assert!(!light.contains("prefers-color-scheme") && !dark.contains("prefers-color-scheme"));
    assert!(dark.contains(".p0{fill:none;stroke:#56b4e9}"));
    assert!(auto.contains("@media (prefers-color-scheme:dark)"));
}

/// There is no picture of a certificate.
#[test]
fn pictures_appear_whole_or_not_at_all() {
    let table = "1 solve 4x4 --svg none.svg
        solve 3x4 --svg /nowhere/tour.svg => /nowhere: no such folder
        solve 3x4 --svg - --html - => …would both write to standard output…
        render 3x4 - --mark turns < TOUR => …--mark is for pictures…
        0 prove 4x4 -o proof
        verify 4x4 --certificate proof --svg x => …cannot be used with: --svg <FILE>…
        verify 4x4 --certificate proof --html x => …--html <FILE>…
        verify 4x4 --certificate proof --png x => …--png <FILE>…
        0 verify 4x4 --certificate proof
        1 solve 4x4 --svg - => ! …no open knight's tour of 4x4…";
    let dir = transcript(&table.replace("TOUR", TOUR));
    let names = fs::read_dir(dir.path()).unwrap();
    assert_eq!(names.count(), 1, "only the certificate");
    if cfg!(not(feature = "png")) {
        transcript("solve 3x4 --png tour.png => …--features png…");
    }
}

#[test]
fn all_four_commands_draw_the_same_tour() {
    let table = "0 solve 3x4 --svg solve.svg > tour
        0 verify 3x4 tour --svg verify.svg => valid: open knight's tour of 3x4, 12 steps
        0 render 3x4 tour --svg - => @solve.svg
        0 render 3x4 tour --svg - => @verify.svg
        0 render 3x4 tour => @tour
        0 encode 3x4 -o t.cnf
        10 sat t.cnf > answer
        0 decode t.cnf answer --svg decode.svg > decoded
        0 render 3x4 decoded --svg - => @decode.svg";
    transcript(table);
    let [plain, coloured] = ["", "--color always"].map(|args| output(&format!("solve 3x4 {args}")));
    assert!(!plain.contains('\x1b') && coloured.contains("\x1b[30;46m"));
    let codes = ["\x1b[30;46m", "\x1b[30;43m", "\x1b[0m"];
    let codes = codes.into_iter();
    let stripped = codes.fold(coloured, |text, code| text.replace(code, ""));
    assert_eq!(stripped, plain);
}

/// Looked at by eye, as PNG; `BLESS=1` writes them anew.
#[test]
fn golden_pictures_stay_as_they_are() {
    // The first with --mark are the best tours of docs/knuth.md.
    let table = r"3x4 > fixtures/golden/3x4 => a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3
        MASK > fixtures/golden/5x5-hole => e4 c5 a4 b2 d1 e3 d5 b4 a2 c1 e2 d4 b5 a3 b1 d2 c4 \
            a5 b3 a1 c2 e1 d3 e5
        8x8 --closed --style steps --animate > docs/gallery/animated-8x8 => a1 c2 e1 f3 d2 f1 h2 \
            g4 h6 g8 f6 d5 e7 c8 a7 b5 a3 b1 c3 d1 f2 h1 g3 e2 g1 h3 g5 h7 f8 e6 d4 c6 a5 b7 d8 f7 \
            h8 g6 h4 f5 e3 g2 f4 h5 g7 e8 d6 e4 c5 a4 b6 a8 c7 a6 b8 d7 e5 c4 b2 d3 b4 a2 c1 b3
        8x8 --closed --mark obtuse > docs/gallery/four-obtuse => a1 c2 b4 a2 c1 d3 e1 g2 e3 d1 \
            b2 a4 c3 d5 f4 e2 g1 h3 f2 h1 g3 f1 h2 g4 e5 f3 h4 f5 h6 g8 e7 g6 h8 f7 g5 h7 f8 e6 d8 \
            b7 d6 e8 g7 h5 f6 e4 c5 d7 b8 a6 c7 a8 b6 c8 a7 b5 d4 c6 a5 c4 a3 b1 d2 b3
        8x8 --closed --mark straight > docs/gallery/turns-45 => a1 c2 e1 g2 h4 f3 d2 b1 a3 c4 \
            b6 a8 c7 d5 e3 f1 h2 g4 f6 e8 g7 h5 f4 g6 h8 f7 e5 d3 c1 a2 b4 a6 b8 d7 f8 h7 g5 h3 g1 \
            e2 g3 h1 f2 e4 d6 c8 a7 b5 c3 d1 b2 a4 c5 e6 d8 b7 a5 c6 e7 g8 h6 f5 d4 b3
        6x6 --closed --mark crossings > docs/gallery/crossings-52 => a1 c2 e3 f1 d2 b1 a3 b5 \
            d6 f5 d4 f3 e1 d3 b2 d1 f2 e4 f6 d5 b4 a6 c5 e6 f4 e2 c1 a2 c3 a4 b6 c4 e5 c6 a5 b3";
    let mask = root().join("fixtures/golden/5x5-hole.txt");
    for (args, tour) in cases(table) {
        let (args, file) = args.split_once(" > ").unwrap();
        let args = args.replace("MASK", &mask.display().to_string());
        let found = output_with(&format!("render {args} - --svg -"), &tour);
        let file = root().join(file).with_extension("svg");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, &found).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap();
        assert_eq!(found, expected, "{}", file.display());
    }
}

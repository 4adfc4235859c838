//! Pictures show the tour, all of it, and nothing else.

use crate::common::cases::cases;
use crate::common::program::{assert_contains, output, output_with, root, run, run_with, write};
use itertools::Itertools;
use knightsat::tour::Square;
use roxmltree::{Document, Node};
use std::fs;
use tempfile::TempDir;

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
    let caption = Some("a path and 2 cycles");
    assert!(svg.descendants().any(|node| node.text() == caption));
    // That is no tour to verify.
    assert_eq!(run_with("verify 4x4 -", pieces).0, 2);
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

/// Looked at by eye; `BLESS=1` writes them anew.
#[test]
fn golden_pictures_stay_as_they_are() {
    // The first with --mark are the best tours of docs/knuth.md.
    let mask = root().join("fixtures/golden/5x5-hole.txt");
    for (args, tour) in cases(include_str!("tables/pictures.txt")) {
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

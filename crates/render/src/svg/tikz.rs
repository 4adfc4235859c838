//! Pictures for slides and papers in LaTeX: TikZ, without further packages.
//!
//! ```
//! use knightsat_render::base::stop::Stop;
//! use knightsat_render::{scene::Scene, svg::tikz::tikz};
//! use knightsat_tour::place::Place;
//!
//! let verdict = knightsat_search::find(&"5x5".parse()?, &Stop::default())?;
//! let place: Place = "5x5".parse()?;
//! let picture = tikz(&[Scene::of_tour(&place, verdict.tour().unwrap())]);
//! assert!(picture.contains("\\begin{tikzpicture}"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Points, stubs and the places of numbers are those of the SVG. A unit is the side of a square.
//! The document sets its length, such as by `\tikzset{x=8mm, y=8mm}`.

use super::strokes::{Numbers, line_width};
use super::*;
use std::fmt::{self, Write};

/// Returns a picture for each scene, which the document inputs.
pub fn tikz(scenes: &[Scene]) -> String {
    scenes.iter().map(picture).collect()
}

fn picture(scene: &Scene) -> String {
    let layout = ground::draw(scene, &mut Sheet::new(Letters::Font));
    let title = scene.title.replace(['\n', '\r'], " ");
    let mut text = format!("% {title}\n\\begin{{tikzpicture}}\n");
    let mut add = |style: &str, rest: String| {
        let _ = writeln!(text, "  \\{style} {rest};");
    };
    let at = |point: Point| At(&layout, point);
    let plane = match (&scene.place, scene.place.geometry()) {
        (Place::Board(board), _) => Some(board.clone()),
        (_, geometry) => geometry.map(|geometry| Board::from(geometry.outline().clone())),
    };
    for (vertex, &(x, y)) in (0..).zip(&layout.points).filter(|_| plane.is_some()) {
        let board = plane.as_ref().expect("there are squares");
        let is_dark = ground::is_dark(board.square(vertex % board.squares()));
        let fill = if is_dark { ", fill=black!12" } else { "" };
        let [from, to] = [-0.5, 0.5].map(|half| at((x + half * CELL, y + half * CELL)));
        add(
            &format!("draw[black!40{fill}]"),
            format!("{from} rectangle {to}"),
        );
    }
    for clue in scene.given.clues() {
        let (ends, style) = match *clue {
            Clue::Move(ends) => (ends, "draw[line width=3pt, black!40]"),
            Clue::NoMove(ends) => (ends, "draw[dashed, black!60]"),
            Clue::At { .. } | Clue::NotAt { .. } => continue,
        };
        for [from, to] in layout.lines(ends) {
            add(style, format!("{} -- {}", at(from), at(to)));
        }
    }
    let strokes = scene.strokes().collect_vec();
    for stroke in &strokes {
        let lines = stroke
            .moves()
            .flat_map(|edge| layout.lines(edge))
            .collect_vec();
        let style = "draw[thick, blue!70!black, line join=round]";
        for run in lines.chunk_by(|one, next| one[1] == next[0]) {
            let points = run.iter().map(|line| at(line[1])).join(" -- ");
            add(style, format!("{} -- {points}", at(run[0][0])));
        }
    }
    let mut texts = Vec::new();
    if layout.names.is_some() {
        let names = (0..).zip(&layout.points);
        texts.extend(names.map(|(vertex, &point)| (point, scene.place.name(vertex))));
    } else if let [stroke] = &strokes[..]
        && let Some(numbers) = Numbers::new(stroke, &layout, line_width(&layout))
    {
        let steps = (1_u32..).zip(numbers.middles);
        texts.extend(steps.map(|(step, point)| (point, step.to_string())));
    }
    let marks = scene.marks.iter().filter(|mark| !mark.text.is_empty());
    texts.extend(marks.map(|mark| (layout.point(mark.vertex), mark.text.clone())));
    let fill = if layout.names.is_some() {
        ", fill=white"
    } else {
        ""
    };
    for (point, words) in texts {
        let style = format!("node[font=\\scriptsize, inner sep=1pt{fill}]");
        add(&style, format!("at {} {{{}}}", at(point), plain(&words)));
    }
    text + "\\end{tikzpicture}\n"
}

/// A point of a layout in TikZ, upwards, with at most three decimals.
struct At<'l>(&'l Layout, Point);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let At(layout, (x, y)) = *self;
        let [x, y] = [x, layout.height - y].map(|value| (value / CELL * 1000.0).round() / 1000.0);
        write!(f, "({x},{y})")
    }
}

/// Returns a name without commands of TeX.
fn plain(name: &str) -> String {
    let letter = |letter: char| match letter {
        '\\' => "\\textbackslash{}".into(),
        '~' => "\\textasciitilde{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => format!("\\{letter}"),
        _ => letter.to_string(),
    };
    name.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::stop::Stop;
    use knightsat_tour::spec::{Request, Requesting};

    fn drawn(request: &Request) -> String {
        let verdict = knightsat_search::find(request, Stop::default()).unwrap();
        tikz(&[Scene::of_tour(&request.place, verdict.tour().unwrap())])
    }

    /// Returns the numbers of squares, points of paths, and texts.
    fn counts(text: &str) -> [usize; 3] {
        let paths = text.lines().filter(|line| line.contains("thick"));
        let points = paths.map(|line| line.matches("--").count() + 1).sum();
        let count = |word: &str| text.matches(word).count();
        [count("rectangle"), points, count("\\node[")]
    }

    #[test]
    fn a_board_has_squares_a_path_and_a_number_on_each_square() {
        let request: Request = "5x5".parse().unwrap();
        assert_eq!(counts(&drawn(&request)), [25, 25, 25]);
        let request = "6x6".parse::<Request>().unwrap().closed();
        // The first point comes again at the end.
        assert_eq!(counts(&drawn(&request)), [36, 37, 36]);
    }

    #[test]
    fn a_move_across_a_joined_side_is_two_lines() {
        let torus = "5x5".parse::<Request>().unwrap().wrap("both").unwrap();
        let torus = torus.closed().require("a1-d5").unwrap();
        let [squares, points, texts] = counts(&drawn(&torus));
        assert_eq!([squares, texts], [25, 25]);
        // Each such move ends a path and begins another one, and has two points more.
        assert!(points > 27, "{points}");
    }

    #[test]
    fn names_of_vertices_are_no_commands_of_tex() {
        let edges = [["a_1", "50%"], ["50%", "{x}"], ["{x}", "\\y"]];
        let place = Place::Graph(Graph::try_from_named(edges).unwrap());
        let text = tikz(&[Scene::of_marks("names".into(), &place, Vec::new())]);
        for name in ["{a\\_1}", "{50\\%}", "{\\{x\\}}", "{\\textbackslash{}y}"] {
            assert!(text.contains(name), "{text}");
        }
    }
}

//! Pictures for slides and papers in LaTeX: TikZ, without further packages.
//!
//! ```
//! use knightsat_render::base::stop::Stop;
//! use knightsat_render::{scene::Scene, tikz::tikz};
//! use knightsat_tour::place::Place;
//!
//! let verdict = knightsat_search::find(&"5x5".parse()?, &Stop::default())?;
//! let place: Place = "5x5".parse()?;
//! let picture = tikz(&[Scene::of_tour(&place, verdict.tour().unwrap())]);
//! assert!(picture.contains("\\begin{tikzpicture}"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A unit is the side of a square. The document sets its length, such as by
//! `\tikzset{x=8mm, y=8mm}`.

use crate::prelude::*;
use crate::scene::{Scene, Stroke};
use knightsat_tour::graph::Layout;
use std::f64::consts::TAU;
use std::fmt::{self, Write};

/// The longer side of a graph with points, in units.
const SPAN: f64 = 10.0;

/// Returns a picture for each scene, which the document inputs.
pub fn tikz(scenes: &[Scene]) -> String {
    scenes.iter().map(picture).collect()
}

fn picture(scene: &Scene) -> String {
    let title = scene.title.replace(['\n', '\r'], " ");
    let mut text = format!("% {title}\n\\begin{{tikzpicture}}\n");
    let points = match &scene.place {
        Place::Board(board) => squares(board, 1, &mut text),
        Place::Graph(graph) => match (graph.layout(), graph.geometry()) {
            (_, Some(geometry)) => {
                let board = Board::from(geometry.outline().clone());
                squares(&board, geometry.layers(), &mut text)
            }
            (Layout::Points(points), None) => plane(points),
            _ => circle(graph.len()),
        },
    };
    for stroke in scene.strokes() {
        line(scene, stroke, &points, &mut text);
    }
    let is_board = scene.place.vertex_word() == "square";
    let mut numbers = vec![0_u32; points.len()];
    for (step, &vertex) in scene.strokes().flat_map(|stroke| (1..).zip(stroke.steps)) {
        let number = &mut numbers[vertex as usize];
        *number = if *number == 0 { step } else { *number };
    }
    for (vertex, (point, number)) in (0..).zip(points.iter().zip(numbers)) {
        let words = match number {
            _ if !is_board => plain(&scene.place.name(vertex)),
            0 => continue,
            step => step.to_string(),
        };
        let style = if is_board {
            ""
        } else {
            ", fill=white, inner sep=1pt"
        };
        let _ = writeln!(
            text,
            "  \\node[font=\\scriptsize{style}] at {} {{{words}}};",
            At(*point)
        );
    }
    for mark in scene.marks.iter().filter(|mark| !mark.text.is_empty()) {
        let (at, words) = (At(points[mark.vertex as usize]), plain(&mark.text));
        let _ = writeln!(text, "  \\node[font=\\scriptsize] at {at} {{{words}}};");
    }
    text + "\\end{tikzpicture}\n"
}

/// A point in TikZ, with at most three decimals.
struct At([f64; 2]);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.0.map(|value| (value * 1000.0).round() / 1000.0);
        write!(f, "({x},{y})")
    }
}

/// Draws the squares of the layers, beside each other, and returns their middles.
fn squares(board: &Board, layers: u32, text: &mut String) -> Vec<[f64; 2]> {
    let mut middles = Vec::new();
    for layer in 0..layers {
        let left = f64::from(layer * (board.files() + 1));
        for square in (0..board.squares()).map(|vertex| board.square(vertex)) {
            let corner = [
                left + f64::from(square.file - 1),
                f64::from(square.rank - 1),
            ];
            let is_dark = (square.rank + square.file).is_multiple_of(2);
            let fill = if is_dark { ", fill=black!12" } else { "" };
            let [at, to] = [corner, corner.map(|value| value + 1.0)].map(At);
            let _ = writeln!(text, "  \\draw[black!40{fill}] {at} rectangle {to};");
            middles.push(corner.map(|value| value + 0.5));
        }
    }
    middles
}

/// Returns points, fitted into the span.
fn plane(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let side = |axis: usize| points.iter().map(move |point| point[axis]);
    let least = [0, 1].map(|axis| side(axis).fold(f64::INFINITY, f64::min));
    let most = [0, 1].map(|axis| side(axis).fold(f64::NEG_INFINITY, f64::max));
    let longest = (most[0] - least[0]).max(most[1] - least[1]);
    let scale = if longest > 0.0 { SPAN / longest } else { 1.0 };
    let fitted = |point: &[f64; 2]| [0, 1].map(|axis| scale * (point[axis] - least[axis]));
    points.iter().map(fitted).collect()
}

/// Returns the points of so many vertices on a circle, a unit apart, the first on top.
fn circle(vertices: u32) -> Vec<[f64; 2]> {
    let radius = (f64::from(vertices) / TAU).max(1.0);
    let angle = |vertex: u32| TAU * (0.25 - f64::from(vertex) / f64::from(vertices));
    let point = |vertex| {
        [
            radius * f64::cos(angle(vertex)),
            radius * f64::sin(angle(vertex)),
        ]
    };
    (0..vertices).map(point).collect()
}

/// Draws a path or cycle. A move across joined sides is two stubs.
fn line(scene: &Scene, Stroke { steps, closed }: Stroke, points: &[[f64; 2]], text: &mut String) {
    let point = |vertex: u32| points[vertex as usize];
    let geometry = scene
        .place
        .geometry()
        .filter(|geometry| geometry.wrap().is_some());
    let style = "\\draw[thick, blue!70!black, line join=round]";
    let Some(geometry) = geometry else {
        let mut path = steps.iter().map(|&vertex| At(point(vertex)));
        let end = if closed { " -- cycle" } else { "" };
        let _ = writeln!(text, "  {style} {}{end};", path.join(" -- "));
        return;
    };
    let pairs = steps.iter().circular_tuple_windows();
    for (&from, &to) in pairs.take(steps.len() - usize::from(!closed)) {
        let ends = [point(from), point(to)];
        let vector = geometry.vector(from, to).unwrap_or_default();
        let [_, ranks, files] = vector.map(|part| part as f64);
        let is_across = ends[0][0] + files != ends[1][0] || ends[0][1] + ranks != ends[1][1];
        if geometry.layers() > 1 || !is_across {
            let _ = writeln!(text, "  {style} {} -- {};", At(ends[0]), At(ends[1]));
            continue;
        }
        for (end, sign) in ends.into_iter().zip([0.4, -0.4]) {
            let stub = [end[0] + sign * files, end[1] + sign * ranks];
            let _ = writeln!(text, "  {style} {} -- {};", At(end), At(stub));
        }
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

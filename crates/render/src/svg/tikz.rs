//! Pictures for slides and papers in LaTeX: TikZ, without further packages.
//!
//! ```
//! use knightsat_render::base::stop::Stop;
//! use knightsat_render::scene::Scene;
//! use knightsat_render::svg::{Look, tikz::tikz};
//! use knightsat_tour::place::Place;
//!
//! let verdict = knightsat_search::find(&"5x5".parse()?, &Stop::default())?;
//! let place: Place = "5x5".parse()?;
//! let picture = tikz(&[Scene::of_tour(&place, verdict.tour().unwrap())], &Look::default());
//! assert!(picture.contains("\\begin{tikzpicture}"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A unit is the side of a square. The document sets its length, such as by
//! `\tikzset{x=8mm, y=8mm}`. Colours are the light ones of the SVG. All texts have the size of
//! `\scriptsize`.

use super::drawing::{Drawing, Lines, Shape};
use super::layout::{CELL, Point};
use super::{Look, theme};
use crate::scene::Scene;
use itertools::Itertools;
use std::collections::BTreeMap;

/// Points in a unit of a centimetre.
const POINTS: f64 = 28.45;

/// Returns a picture for each scene, which the document inputs. It has the style of the look.
pub fn tikz(scenes: &[Scene], look: &Look) -> String {
    let pictures = scenes
        .iter()
        .map(|scene| picture(&Drawing::new(scene, look.style)));
    pictures.collect()
}

fn picture(drawing: &Drawing) -> String {
    let height = drawing.layout.size.1;
    let at = |(x, y): Point| {
        let [x, y] = [x, height - y].map(|value| decimals(value / CELL));
        format!("({x},{y})")
    };
    // The names of the colours, and their values.
    let mut colours = BTreeMap::new();
    let mut colour = |class: &str| {
        let word = class.split(' ').next_back().unwrap_or(class);
        let name = format!("knightsat{word}");
        let (_, [light, _]) = theme::colours(word);
        colours.insert(name.clone(), light.trim_start_matches('#').to_uppercase());
        name
    };
    let mut body = String::new();
    for lines in &drawing.elements.lines {
        let style = style(lines, &colour(&lines.class));
        for shape in &lines.shapes {
            let path = match *shape {
                Shape::Line(ref points, is_closed) => {
                    let back = if is_closed { " -- cycle" } else { "" };
                    points.iter().map(|&point| at(point)).join(" -- ") + back
                }
                Shape::Rect((x, y), (width, height)) => {
                    format!("{} rectangle {}", at((x, y)), at((x + width, y + height)))
                }
                Shape::Ring(middle, radius) => {
                    let (at, radius) = (at(middle), decimals(radius / CELL));
                    format!("{at} ellipse [x radius={radius}, y radius={radius}]")
                }
            };
            body += &format!("  \\{style} {path};\n");
        }
    }
    for texts in &drawing.elements.texts {
        let anchor = ["west", "center", "east"][texts.anchor as usize];
        let colour = colour(texts.class);
        for (point, words) in &texts.labels {
            let (at, words) = (at(*point), plain(words));
            body += &format!(
                "  \\node[font=\\scriptsize, inner sep=0pt, anchor={anchor}, text={colour}] \
                 at {at} {{{words}}};\n"
            );
        }
    }
    let title = drawing.scene.title.replace(['\n', '\r'], " ");
    let define = |(name, value)| format!("  \\definecolor{{{name}}}{{HTML}}{{{value}}}\n");
    let colours: String = colours.iter().map(define).collect();
    format!("% {title}\n\\begin{{tikzpicture}}\n{colours}{body}\\end{{tikzpicture}}\n")
}

/// Returns the command of lines.
fn style(lines: &Lines, colour: &str) -> String {
    if lines.width == 0.0 {
        return format!("fill[{colour}]");
    }
    let points = |units: f64| decimals(units / CELL * POINTS);
    let parts = lines.dashes.iter().zip(["on", "off"].into_iter().cycle());
    let mut dashes = parts.map(|(&units, word)| format!("{word} {}pt", points(units)));
    let ends = match &dashes.join(" ")[..] {
        "" => "line cap=round".to_string(),
        dashes => format!("dash pattern={dashes}"),
    };
    let width = points(lines.width);
    format!("draw[{colour}, line width={width}pt, line join=round, {ends}]")
}

/// Returns a number with at most three decimals.
fn decimals(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
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
    use crate::svg::PictureStyle;
    use knightsat_tour::graph::Graph;
    use knightsat_tour::place::Place;
    use knightsat_tour::spec::{Request, Requesting};

    fn drawn(request: &Request) -> String {
        let verdict = knightsat_search::find(request, Stop::default()).unwrap();
        let scene = Scene::of_tour(&request.place, verdict.tour().unwrap());
        tikz(&[scene], &Look::default())
    }

    /// Returns the numbers of dark squares, points of paths, and numbers of steps.
    fn counts(text: &str) -> [usize; 3] {
        let paths = text
            .lines()
            .filter(|line| line.contains("draw[knightsatp0"));
        let points = paths.map(|line| line.matches("--").count() + 1).sum();
        let count = |word: &str| text.matches(word).count();
        let texts = ["number", "mark"].map(|class| count(&format!("text=knightsat{class}]")));
        [count("fill[knightsatdark]"), points, texts[0] + texts[1]]
    }

    #[test]
    fn a_board_has_squares_a_path_and_a_number_on_each_square() {
        let request: Request = "5x5".parse().unwrap();
        assert_eq!(counts(&drawn(&request)), [13, 25, 25]);
        let request = "6x6".parse::<Request>().unwrap().closed();
        // The first point comes again at the end.
        assert_eq!(counts(&drawn(&request)), [18, 37, 36]);
    }

    #[test]
    fn a_move_across_a_joined_side_is_two_lines() {
        let torus = "5x5".parse::<Request>().unwrap().wrap("both").unwrap();
        let torus = torus.closed().require("a1-d5").unwrap();
        let [squares, points, texts] = counts(&drawn(&torus));
        assert_eq!([squares, texts], [13, 25]);
        // Each such move ends a path and begins another one, and has two points more.
        assert!(points > 27, "{points}");
    }

    #[test]
    fn every_colour_is_defined_once() {
        let request: Request = "5x5".parse().unwrap();
        let verdict = knightsat_search::find(&request, Stop::default()).unwrap();
        let scene = Scene::of_tour(&request.place, verdict.tour().unwrap());
        let look = Look {
            style: PictureStyle::Colours,
            ..Look::default()
        };
        let text = tikz(&[scene], &look);
        assert_eq!(counts(&text), [13, 0, 0]);
        for hue in ["knightsath0", "knightsath57"] {
            let count = |word: String| text.matches(&word).count();
            assert_eq!(count(format!("{{{hue}}}")), 1, "{text}");
            assert_eq!(count(format!("draw[{hue},")), 1, "{text}");
        }
    }

    #[test]
    fn names_of_vertices_are_no_commands_of_tex() {
        let edges = [["a_1", "50%"], ["50%", "{x}"], ["{x}", "\\y"]];
        let place = Place::Graph(Graph::try_from_named(edges).unwrap());
        let scene = Scene::of_marks("names".into(), &place, Vec::new());
        let text = tikz(&[scene], &Look::default());
        for name in ["{a\\_1}", "{50\\%}", "{\\{x\\}}", "{\\textbackslash{}y}"] {
            assert!(text.contains(name), "{text}");
        }
    }
}

//! A scene as SVG: layers of squares with the tour on them, or the vertices of a graph, at their
//! points or on a circle.
//!
//! ```
//! use knightsat_render::svg::{Look, svg};
//! use knightsat_tour::place::Place;
//! use knightsat_render::scene::Scene;
//! use knightsat_render::base::stop::Stop;
//!
//! let verdict = knightsat_search::find(&"6x6".parse()?, &Stop::default())?;
//! let place: Place = "6x6".parse()?;
//! let scene = Scene::of_tour(&place, verdict.tour().unwrap());
//! assert!(svg(&scene, &Look::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Equal scenes give equal text, with numbers of two decimals. Lengths are in user units; a square
//! has 48 a side. Large boards are displayed at a smaller scale, with larger labels and marks.

mod animation;
mod drawing;
mod layout;
mod room;
mod sheet;
mod theme;
pub mod tikz;

pub use drawing::{Anchor, Label};
pub use sheet::{Number, Sheet};
pub use theme::{PictureStyle, Theme};

use super::scene::{Scene, Stroke};
use crate::prelude::*;
use drawing::Drawing;
use knightsat_tour::graph::{Graph, Names};
use std::slice;

/// The picture of a tour, without its place at hand.
///
/// ```
/// use knightsat_render::base::stop::Stop;
/// use knightsat_render::svg::Picture;
///
/// let verdict = knightsat_search::find(&"6x6".parse()?, &Stop::default())?;
/// assert!(verdict.tour().unwrap().svg().starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Picture {
    /// Returns the tour on its board as SVG, or the tour of a graph without its other edges.
    fn svg(&self) -> String;
}

impl Picture for Tour {
    fn svg(&self) -> String {
        let (steps, closed) = (self.steps(), self.kind() == Kind::Closed);
        let place = match (self.names(), steps) {
            (Names::Squares(outline), &[first, second, ..]) => {
                // The piece makes the first move.
                let [from, to] = [first, second].map(|vertex| outline.square(vertex));
                let leap = (from.rank.abs_diff(to.rank), from.file.abs_diff(to.file));
                let board = Board::from(outline.clone()).with_leaper(leap.0, leap.1);
                Place::Board(board.expect("two squares are not one"))
            }
            (Names::Squares(outline), _) => Place::Board(Board::from(outline.clone())),
            (names, _) => {
                let moves = Stroke { steps, closed }.moves().collect_vec();
                let graph = Graph::from_edges(steps.len() as u32, &moves);
                Place::Graph(graph.with_names(names.clone()))
            }
        };
        svg(&Scene::of_tour(&place, self), &Look::default())
    }
}

/// The properties of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// True for text drawn as lines, for viewers without fonts.
    pub outlines: bool,
    /// The order of the steps.
    pub style: PictureStyle,
    /// True for an SVG that plays the path of a scene again and again, by rules of CSS. Scenes of
    /// several paths stand still.
    pub animate: bool,
}

/// Returns the picture of a scene.
pub fn svg(scene: &Scene, look: &Look) -> String {
    side_by_side(slice::from_ref(scene), look)
}

/// Returns the picture of a scene for a page, which has the rules of its classes, and the distance
/// between neighbours in it.
pub(crate) fn for_page(scene: &Scene) -> (String, f64) {
    let drawing = Drawing::new(scene, PictureStyle::Numbers);
    let [view, head, body] = parts(&drawing, 0, &Look::default());
    let svg = format!("<svg class=\"tour\" role=\"img\" {view}>\n{head}{body}</svg>\n");
    (svg, drawing.cell)
}

/// Returns the view box, the title with the description, and the elements.
fn parts(drawing: &Drawing, nth: usize, look: &Look) -> [String; 3] {
    let mut sheet = Sheet::new(look.outlines);
    let is_played = look.animate && !drawing.lengths.is_empty();
    if is_played {
        animation::write(drawing, nth, &mut sheet);
    } else {
        drawing.lines.iter().for_each(|lines| sheet.lines(lines));
    }
    for texts in &drawing.texts {
        let class = match texts.class {
            "number" if is_played => format!("s{nth} number"),
            class => class.into(),
        };
        sheet.texts(&class, texts.size, texts.anchor, &texts.labels);
    }
    let (width, height) = (Number(drawing.size.0), Number(drawing.size.1));
    let [title, text] = [&drawing.title, &drawing.description].map(|text| escape(text));
    let page = format!("<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n");
    [
        format!("viewBox=\"0 0 {width} {height}\""),
        format!("<title>{title}</title>\n<desc>{text}</desc>\n"),
        page + &sheet.text,
    ]
}

/// Returns the style sheet for the classes of drawings.
fn style(drawings: &[Drawing], look: &Look) -> String {
    let lines = drawings.iter().flat_map(|drawing| &drawing.lines);
    let texts = drawings.iter().flat_map(|drawing| &drawing.texts);
    let words = lines.filter_map(|lines| lines.class.split(' ').next_back());
    let words = words.chain(texts.map(|texts| texts.class));
    let words = words.chain(look.animate.then_some("head")).chain(["page"]);
    let words = words.unique().sorted().collect_vec();
    let font = ".tour text{font-family:system-ui,\"Helvetica Neue\",Arial,sans-serif}\n";
    let font = if look.outlines { "" } else { font };
    let rules = theme::sheet(&words, look);
    format!("<style>\n{font}{rules}</style>\n")
}

/// Returns the picture of scenes: up to three side by side, and more in rows.
///
/// ```
/// use knightsat_render::scene::Scene;
/// use knightsat_render::svg::{Look, side_by_side};
/// use knightsat_tour::place::Place;
///
/// let place: Place = "3x4".parse()?;
/// let scene = Scene::of_marks("an empty board".into(), &place, Vec::new());
/// // Two rows of two.
/// let sheet = side_by_side(&vec![scene; 4], &Look::default());
/// assert!(sheet.contains("width=\"448\" height=\"360\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn side_by_side(scenes: &[Scene], look: &Look) -> String {
    let drawings = scenes.iter().map(|scene| Drawing::new(scene, look.style));
    let drawings = drawings.collect_vec();
    let columns = match drawings.len() {
        few @ 0..=3 => few.max(1),
        many => (many as f64).sqrt().ceil() as usize,
    };
    let pixels =
        |drawing: &Drawing| [drawing.size.0, drawing.size.1].map(|side| side / drawing.pixel);
    let most = |axis: usize| {
        drawings
            .iter()
            .map(|one| pixels(one)[axis])
            .fold(0.0, f64::max)
    };
    let tile = [most(0), most(1)];
    let width = Number(tile[0] * columns.min(drawings.len()) as f64);
    let height = Number(tile[1] * drawings.len().div_ceil(columns) as f64);
    let style = style(&drawings, look);
    let (view, content) = match &drawings[..] {
        [drawing] => {
            let [view, head, body] = parts(drawing, 0, look);
            (view, head + &style + &body)
        }
        _ => {
            let page = format!("<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n");
            let mut content = style + &page;
            for (nth, drawing) in drawings.iter().enumerate() {
                let [x, y] = [nth % columns, nth / columns].map(|place| place as f64);
                let [x, y] = [x * tile[0], y * tile[1]].map(Number);
                let [width, height] = pixels(drawing).map(Number);
                let [view, head, body] = parts(drawing, nth, look);
                content += &format!(
                    "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {view}>\n\
                     {head}{body}</svg>\n"
                );
            }
            (format!("viewBox=\"0 0 {width} {height}\""), content)
        }
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tour\" role=\"img\" \
         width=\"{width}\" height=\"{height}\" {view}>\n{content}</svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_tour::graph::Words;

    #[test]
    fn vertices_have_their_names() {
        let triangle = Graph::from_edges(3, &[[0, 1], [1, 2], [2, 0]]);
        let picture = |names: [&str; 3]| {
            let words: Words = names.map(String::from).into_iter().collect();
            let graph = triangle.clone().with_names(Names::Words(words.into()));
            let place = Place::Graph(graph);
            let problem = place.problem(Kind::Closed, None, None).unwrap();
            let tour = Tour::verify(&problem, vec![0, 1, 2]).unwrap();
            svg(&Scene::of_tour(&place, &tour), &Look::default())
        };
        let (short, long) = (["x", "y", "<"], ["Boston", "New York", "Ulan Bator"]);
        for (names, shown) in [
            (short, [">x<", ">y<", ">&lt;<"]),
            (long, [">Boston<", ">New York<", ">Ulan Bator<"]),
        ] {
            let text = picture(names);
            for name in shown {
                assert!(text.contains(name), "{name}: {text}");
            }
        }
        assert!(picture(["a", "b", &"long".repeat(9)]).contains(">longlonglonglonglonglong…<"));
    }
}

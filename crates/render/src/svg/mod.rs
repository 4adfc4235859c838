//! A scene as SVG: a chessboard with the tour on it, or the vertices of a graph on a circle.
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
//! has `CELL` a side. Large boards are displayed at a smaller scale, with larger labels and marks.

mod ground;
mod sheet;
mod strokes;
mod theme;

pub use sheet::{Anchor, Number, Sheet};
pub use theme::Theme;

use super::scene::{Scene, Stroke};
use crate::prelude::*;
use knightsat_tour::graph::{Graph, Names};
use knightsat_tour::outline::Outline;
use std::slice;
use std::sync::Arc;

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
        let place = match self.names() {
            Names::Squares(outline) => Place::Board(board_of(self, outline)),
            names => Place::Graph(graph_of(self).with_names(names.clone())),
        };
        svg(&Scene::of_tour(&place, self), &Look::default())
    }
}

/// Returns the board with this outline and the piece that makes the moves of a tour.
fn board_of(tour: &Tour, outline: &Arc<Outline>) -> Board {
    let board = Board::from(outline.clone());
    let &[first, second, ..] = tour.steps() else {
        return board;
    };
    let [from, to] = [first, second].map(|vertex| outline.square(vertex));
    let leap = (from.rank.abs_diff(to.rank), from.file.abs_diff(to.file));
    let board = board.with_leaper(leap.0, leap.1);
    board.expect("two squares are not one")
}

/// Returns the graph whose edges are the moves of a tour.
fn graph_of(tour: &Tour) -> Graph {
    let steps = tour.steps();
    let mut edges: Vec<[u32; 2]> = steps
        .iter()
        .tuple_windows()
        .map(|(&a, &b)| [a, b])
        .collect();
    if let (Kind::Closed, [first, .., last]) = (tour.kind(), steps) {
        edges.push([*last, *first]);
    }
    Graph::from_edges(steps.len() as u32, &edges)
}

/// The style of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// The text.
    pub letters: Letters,
}

/// The rendering of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// Text elements, in a font of the viewer.
    #[default]
    Font,
    /// Lines, for viewers without fonts.
    Lines,
}

/// The side of a square.
const CELL: f64 = 48.0;
/// The longer side of a large board in pixels, as the picture is shown.
const LARGE: f64 = 900.0;
/// The smallest size of a number that can be read, in pixels.
const READABLE: f64 = 7.0;
/// Paths that a legend names one by one.
const MOST: usize = 14;
/// Lengths of a legend in pixels: of a line, between rows, of the text.
const SAMPLE: f64 = 34.0;
const ROW: f64 = 22.0;
const TEXT: f64 = 13.0;

/// The positions in a picture, common to boards and graphs.
struct Layout {
    /// Total width.
    width: f64,
    /// Height without the legend.
    height: f64,
    /// Units in a pixel.
    pixel: f64,
    /// The distance between neighbours.
    cell: f64,
    /// The position of every vertex.
    points: Vec<(f64, f64)>,
    /// The radius of the discs under numbers.
    bead: f64,
    /// True for vertices on dark squares; `None` for a graph.
    is_dark: Option<Vec<bool>>,
    /// Labels of vertices in place of step numbers.
    names: Option<Vec<String>>,
    /// The word for a vertex.
    thing: &'static str,
}

impl Layout {
    fn point(&self, vertex: u32) -> (f64, f64) {
        self.points[vertex as usize]
    }

    /// Returns the size of numbers of this many digits on the discs, if they are readable.
    fn number_size(&self, digits: usize) -> Option<f64> {
        let size = self.bead * [1.2, 1.2, 1.13, 0.9, 0.7, 0.56][digits.min(5)];
        Some(size).filter(|&size| size >= READABLE * self.pixel)
    }

    /// Returns the class of the ground under a vertex.
    fn ground(&self, vertex: u32) -> &'static str {
        match &self.is_dark {
            None => "page",
            Some(is_dark) if is_dark[vertex as usize] => "dark",
            Some(_) => "light",
        }
    }
}

/// Returns the picture of a scene.
pub fn svg(scene: &Scene, look: &Look) -> String {
    side_by_side(slice::from_ref(scene), look)
}

/// A drawn scene.
struct Drawing {
    title: String,
    description: String,
    /// Its size in units, and in pixels.
    units: (f64, f64),
    pixels: (f64, f64),
    has_given: bool,
    elements: String,
}

impl Drawing {
    fn new(scene: &Scene, look: &Look) -> Drawing {
        let mut sheet = Sheet::new(look.letters);
        let layout = match &scene.place {
            Place::Board(board) => ground::board(board, &mut sheet),
            Place::Graph(graph) => ground::graph(scene, graph, &mut sheet),
        };
        strokes::under(&scene.given, &layout, &mut sheet);
        strokes::draw(scene, &layout, &mut sheet);
        strokes::sites(scene, &layout, &mut sheet);
        strokes::marks(scene, &layout, &mut sheet);
        let height = layout.height + legend(scene, &layout, &mut sheet);
        Drawing {
            title: escape(&scene.title),
            description: escape(&scene.description()),
            units: (layout.width, height),
            pixels: (layout.width / layout.pixel, height / layout.pixel),
            has_given: !scene.given.is_empty(),
            elements: sheet.text,
        }
    }

    /// Returns the view box, the title with the description, and the elements.
    fn parts(&self) -> [String; 3] {
        let (width, height) = (Number(self.units.0), Number(self.units.1));
        let (title, text, elements) = (&self.title, &self.description, &self.elements);
        [
            format!("viewBox=\"0 0 {width} {height}\""),
            format!("<title>{title}</title>\n<desc>{text}</desc>\n"),
            format!("<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{elements}"),
        ]
    }
}

/// Returns the picture of scenes, side by side.
pub fn side_by_side(scenes: &[Scene], look: &Look) -> String {
    let parts = scenes.iter().map(|scene| Drawing::new(scene, look));
    let parts = parts.collect_vec();
    let width = Number(parts.iter().map(|part| part.pixels.0).sum());
    let height = Number(parts.iter().map(|part| part.pixels.1).fold(0.0, f64::max));
    let has_given = parts.iter().any(|part| part.has_given);
    let style = theme::style(look.theme, look.letters, has_given);
    let style = format!("<style>\n{style}</style>\n");
    let (view, content) = match &parts[..] {
        [part] => {
            let [view, head, body] = part.parts();
            (view, head + &style + &body)
        }
        _ => {
            let (mut left, mut content) = (0.0, style);
            for part in &parts {
                let [x, width, height] = [left, part.pixels.0, part.pixels.1].map(Number);
                let [view, head, body] = part.parts();
                content += &format!(
                    "<svg x=\"{x}\" width=\"{width}\" height=\"{height}\" {view}>\n{head}{body}</svg>\n"
                );
                left += part.pixels.0;
            }
            (format!("viewBox=\"0 0 {width} {height}\""), content)
        }
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tour\" role=\"img\" \
         width=\"{width}\" height=\"{height}\" {view}>\n{content}</svg>\n"
    )
}

/// Returns a straight line, as commands of a path.
fn line([(x, y), (to_x, to_y)]: [(f64, f64); 2]) -> String {
    let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(Number);
    format!("M{x} {y}L{to_x} {to_y}")
}

/// Writes the legend below the board, if there are several paths, and returns its height.
fn legend(scene: &Scene, layout: &Layout, sheet: &mut Sheet) -> f64 {
    if scene.paths.len() < 2 {
        return 0.0;
    }
    let pixel = layout.pixel;
    let longest = scene.strokes().map(|stroke| stroke.steps.len()).max();
    let letters = counted(longest.unwrap_or(0), layout.thing).len() as f64;
    let entry_width = (SAMPLE + 0.65 * letters * TEXT + 26.0) * pixel;
    let left = 16.0 * pixel;
    let columns = ((layout.width - left) / entry_width).floor().max(1.0) as usize;
    let at = |entry: usize| {
        let x = left + (entry % columns) as f64 * entry_width;
        let y = layout.height + ((entry / columns) as f64 + 0.6) * ROW * pixel;
        (x, y)
    };
    let strokes = scene.strokes().collect_vec();
    let mut texts = Vec::new();
    for (nth, stroke) in strokes.iter().take(MOST).enumerate() {
        let (x, y) = at(nth);
        let (class, more) = strokes::pen(nth, 3.0 * pixel);
        let line = format!("M{} {}h{}", Number(x), Number(y), Number(SAMPLE * pixel));
        sheet.path(&format!("sample {class}"), &more, &line);
        let text = counted(stroke.steps.len(), layout.thing);
        texts.push(((x + (SAMPLE + 8.0) * pixel, y), text));
    }
    let mut entries = texts.len();
    if let Some(rest) = strokes.get(MOST..).filter(|rest| !rest.is_empty()) {
        entries = entries.next_multiple_of(columns) + 1;
        texts.push((at(entries - 1), others(rest, layout.thing)));
    }
    sheet.texts("label", TEXT * pixel, Anchor::Start, &texts);
    (entries.div_ceil(columns) as f64 * ROW + 8.0) * pixel
}

/// Returns the legend's line about the unnamed paths.
fn others(rest: &[Stroke], thing: &str) -> String {
    let lengths = rest.iter().map(|stroke| stroke.steps.len());
    let (least, most) = lengths.minmax().into_option().unwrap_or_default();
    format!(
        "and {} more of {least} to {}",
        rest.len(),
        counted(most, thing)
    )
}

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
//! has `CELL` a side. Large boards are displayed at a smaller scale, with larger labels and marks.

mod ground;
mod player;
mod polyline;
mod room;
mod sheet;
mod strokes;
mod style;
mod theme;
pub mod tikz;

pub use sheet::{Anchor, Label, Number, Sheet};
pub use style::PictureStyle;
pub use theme::Theme;

use super::scene::{Scene, Stroke};
use crate::prelude::*;
use knightsat_tour::geometry::Geometry;
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
    /// The order of the steps.
    pub style: PictureStyle,
    /// True for an SVG that plays the path of a scene again and again, by rules of CSS. Scenes of
    /// several paths stand still.
    pub animate: bool,
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

/// A position, to the right and downwards.
type Point = (f64, f64);

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
    /// The radius of the discs under the numbers of ends and clues.
    bead: f64,
    /// The names of the vertices of a graph, in place of step numbers.
    names: Option<Vec<String>>,
    /// Moves that leave their layer, or cross a joined side.
    stubs: Option<Stubs>,
    /// The word for a vertex.
    thing: &'static str,
}

impl Layout {
    fn point(&self, vertex: u32) -> (f64, f64) {
        self.points[vertex as usize]
    }

    /// Returns the lines of a move.
    fn lines(&self, edge: [u32; 2]) -> Vec<[Point; 2]> {
        let ends = edge.map(|vertex| self.point(vertex));
        let stubs = self.stubs.as_ref().and_then(|stubs| stubs.of(edge, ends));
        stubs.map_or_else(|| vec![ends], Vec::from)
    }

    /// Returns the size of numbers of this many digits on the discs, if they are readable.
    fn number_size(&self, digits: usize) -> Option<f64> {
        let size = self.bead * [1.2, 1.2, 1.13, 0.9, 0.7, 0.56][digits.min(5)];
        Some(size).filter(|&size| size >= READABLE * self.pixel)
    }
}

/// The drawing of moves that leave their layer, or cross a joined side: two lines. One leaves the
/// first square in the direction of the move, and the other one reaches the second square in it.
struct Stubs {
    geometry: Arc<Geometry>,
    /// The top left corner of each layer.
    corners: Vec<Point>,
}

/// The length of a stub of a move between layers, in squares.
const SHORT: f64 = 0.42;
/// The part of a square that a stub goes past the joined side.
const OVER: f64 = 0.22;

impl Stubs {
    /// Returns the two lines of a move between these points; `None` if one line shows it.
    fn of(&self, edge: [u32; 2], ends: [Point; 2]) -> Option<[[Point; 2]; 2]> {
        let geometry = &self.geometry;
        let vector = geometry.vector(edge[0], edge[1])?;
        let places = edge.map(|vertex| geometry.place(vertex).map(i64::from));
        let is_straight = (0..3).all(|axis| places[0][axis] + vector[axis] == places[1][axis]);
        if is_straight && vector[0] == 0 {
            return None;
        }
        let (along, most): (Point, f64) = match vector {
            // Straight up or down.
            [layers, 0, 0] => {
                let aside = 0.3 * CELL * layers.signum() as f64;
                ((aside, -aside), 1.0)
            }
            [layers, ranks, files] => {
                // Stubs from neighbours must not meet.
                let most = match layers {
                    0 => 1.0,
                    _ => SHORT / ranks.abs().max(files.abs()) as f64,
                };
                ((CELL * files as f64, -CELL * ranks as f64), most)
            }
        };
        let stub = |nth: usize, sign: f64| {
            let (x, y) = ends[nth];
            let share =
                most.min(self.inside(places[nth][0], (x, y), (sign * along.0, sign * along.1)));
            [
                (x, y),
                (x + sign * share * along.0, y + sign * share * along.1),
            ]
        };
        let [to, end] = stub(1, -1.0);
        Some([stub(0, 1.0), [end, to]])
    }

    /// Returns the part of a line from a point that is inside of a layer, or little past its side.
    fn inside(&self, layer: i64, (x, y): Point, along: Point) -> f64 {
        let (left, top) = self.corners[layer as usize];
        let [_, ranks, files] = self.geometry.sides().map(f64::from);
        let share = |at: f64, along: f64, low: f64, squares: f64| match along {
            _ if along > 0.0 => (low + (squares + OVER) * CELL - at) / along,
            _ if along < 0.0 => (low - OVER * CELL - at) / along,
            _ => f64::INFINITY,
        };
        share(x, along.0, left, files).min(share(y, along.1, top, ranks))
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
    fn new(nth: usize, scene: &Scene, look: &Look) -> Drawing {
        let mut sheet = Sheet::new(look.letters);
        let layout = ground::draw(scene, &mut sheet);
        strokes::under(&scene.given, &layout, &mut sheet);
        strokes::draw(scene, &layout, look, nth, &mut sheet);
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
    let parts = scenes.iter().enumerate();
    let parts = parts.map(|(nth, scene)| Drawing::new(nth, scene, look));
    let parts = parts.collect_vec();
    let columns = match parts.len() {
        few @ 0..=3 => few.max(1),
        many => (many as f64).sqrt().ceil() as usize,
    };
    let most = |side: fn(&Drawing) -> f64| parts.iter().map(side).fold(0.0, f64::max);
    let tile = (most(|part| part.pixels.0), most(|part| part.pixels.1));
    let width = Number(tile.0 * columns.min(parts.len()) as f64);
    let height = Number(tile.1 * parts.len().div_ceil(columns) as f64);
    let has_given = parts.iter().any(|part| part.has_given);
    let style = theme::style(look, has_given);
    let style = format!("<style>\n{style}</style>\n");
    let (view, content) = match &parts[..] {
        [part] => {
            let [view, head, body] = part.parts();
            (view, head + &style + &body)
        }
        _ => {
            let page = format!("<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n");
            let mut content = style + &page;
            for (nth, part) in parts.iter().enumerate() {
                let [x, y] = [
                    tile.0 * (nth % columns) as f64,
                    tile.1 * (nth / columns) as f64,
                ];
                let [x, y, width, height] = [x, y, part.pixels.0, part.pixels.1].map(Number);
                let [view, head, body] = part.parts();
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

/// Returns a straight line, as commands of a path.
fn line([(x, y), (to_x, to_y)]: [(f64, f64); 2]) -> String {
    let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(Number);
    format!("M{x} {y}L{to_x} {to_y}")
}

/// Writes the caption, or the legend if there are several paths, below the board, and returns its
/// height.
fn legend(scene: &Scene, layout: &Layout, sheet: &mut Sheet) -> f64 {
    let pixel = layout.pixel;
    if scene.paths.len() < 2 {
        if scene.caption.is_empty() {
            return 0.0;
        }
        let at = (layout.width / 2.0, layout.height + 0.4 * ROW * pixel);
        let caption = [(at, scene.caption.clone())];
        sheet.texts("label", TEXT * pixel, Anchor::Middle, &caption);
        return ROW * pixel;
    }
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

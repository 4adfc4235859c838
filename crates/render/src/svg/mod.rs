//! A scene as SVG: a chessboard with the tour on it, or the vertices of a graph on a circle.
//!
//! ```
//! use knightsat_render::svg::{Look, svg};
//! use knightsat_tour::place::Place;
//! use knightsat_render::scene::Scene;
//! use knightsat_base::stop::Stop;
//!
//! let verdict = knightsat_search::find(&"6x6".parse()?, &Stop::default())?;
//! let place: Place = "6x6".parse()?;
//! let scene = Scene::of_tour(&place, verdict.tour().unwrap());
//! assert!(svg(&scene, &Look::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The text is the same for the same scene, with numbers of two decimals. Lengths are in user
//! units, of which a square has `CELL` a side; large boards are shown at a smaller scale, and what
//! has to be read, or seen, is drawn larger there.

mod board;
mod given;
mod glyphs;
mod graph;
mod legend;
mod marks;
mod sheet;
mod strokes;
mod theme;

pub use sheet::{Anchor, Number, Sheet};
pub use theme::Theme;

use super::scene::Scene;
use knightsat_base::markup::escape;
use knightsat_tour::place::Place;

/// How a picture is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// The text.
    pub letters: Letters,
}

/// How text is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// As text, in a font of the viewer.
    #[default]
    Font,
    /// As lines, for where there may be no fonts.
    Lines,
}

/// The side of a square.
const CELL: f64 = 48.0;
/// The longer side of a large board in pixels, as the picture is shown.
const LARGE: f64 = 900.0;
/// The smallest size of a number that can be read, in pixels.
const READABLE: f64 = 7.0;

/// Where things are: what the two kinds of pictures have in common.
struct Layout {
    /// Width of all.
    width: f64,
    /// Height without the legend.
    height: f64,
    /// Units in a pixel.
    pixel: f64,
    /// The distance of neighbours.
    cell: f64,
    /// Where every vertex is.
    points: Vec<(f64, f64)>,
    /// The radius of the discs under numbers.
    bead: f64,
    /// Whether a vertex is on a dark square; `None` where there are no squares.
    is_dark: Option<Vec<bool>>,
    /// What stands on a vertex instead of the number of its step.
    names: Option<Vec<String>>,
    /// What a vertex is called.
    thing: &'static str,
}

impl Layout {
    /// The size of numbers of so many digits on the discs, unless nobody could read them.
    fn number_size(&self, digits: usize) -> Option<f64> {
        let size = self.bead * [1.2, 1.2, 1.13, 0.9, 0.7, 0.56][digits.min(5)];
        Some(size).filter(|&size| size >= READABLE * self.pixel)
    }

    /// The class of the ground under a vertex.
    fn ground(&self, vertex: u32) -> &'static str {
        match &self.is_dark {
            None => "page",
            Some(is_dark) if is_dark[vertex as usize] => "dark",
            Some(_) => "light",
        }
    }
}

/// The picture of a scene.
pub fn svg(scene: &Scene, look: &Look) -> String {
    page(&[Part::new(scene, look)], look)
}

/// The picture of two scenes, one beside the other.
pub fn beside(scenes: &[Scene; 2], look: &Look) -> String {
    page(&scenes.each_ref().map(|scene| Part::new(scene, look)), look)
}

/// A scene drawn.
struct Part {
    title: String,
    description: String,
    /// Its size in units, and in pixels.
    units: (f64, f64),
    pixels: (f64, f64),
    has_given: bool,
    elements: String,
}

impl Part {
    fn new(scene: &Scene, look: &Look) -> Part {
        let mut sheet = Sheet::new(look.letters);
        let layout = match &scene.place {
            Place::Board(board) => board::draw(board, &mut sheet),
            Place::Graph(graph) => graph::draw(scene, graph, &mut sheet),
        };
        given::under(&scene.given, &layout, &mut sheet);
        strokes::draw(scene, &layout, &mut sheet);
        marks::draw(scene, &layout, &mut sheet);
        let height = layout.height + legend::draw(scene, &layout, &mut sheet);
        Part {
            title: escape(&scene.title).to_string(),
            description: escape(&scene.description()).to_string(),
            units: (layout.width, height),
            pixels: (layout.width / layout.pixel, height / layout.pixel),
            has_given: !scene.given.is_empty(),
            elements: sheet.text,
        }
    }

    fn head(&self) -> String {
        format!(
            "<title>{}</title>\n<desc>{}</desc>\n",
            self.title, self.description
        )
    }

    fn body(&self) -> String {
        let (width, height) = (Number(self.units.0), Number(self.units.1));
        format!(
            "<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{}",
            self.elements
        )
    }

    fn view(&self) -> String {
        format!(
            "viewBox=\"0 0 {} {}\"",
            Number(self.units.0),
            Number(self.units.1)
        )
    }
}

/// One part as it is, or several in a row.
fn page(parts: &[Part], look: &Look) -> String {
    let width: f64 = parts.iter().map(|part| part.pixels.0).sum();
    let height = parts.iter().map(|part| part.pixels.1).fold(0.0, f64::max);
    let has_given = parts.iter().any(|part| part.has_given);
    let style = format!(
        "<style>\n{}</style>\n",
        theme::style(look.theme, look.letters, has_given)
    );
    let (view, content) = match parts {
        [part] => (part.view(), part.head() + &style + &part.body()),
        _ => {
            let mut left = 0.0;
            let mut content = style;
            for part in parts {
                let (x, width, height) =
                    (Number(left), Number(part.pixels.0), Number(part.pixels.1));
                let (view, head, body) = (part.view(), part.head(), part.body());
                content += &format!(
                    "<svg x=\"{x}\" width=\"{width}\" height=\"{height}\" {view}>\n{head}{body}</svg>\n"
                );
                left += part.pixels.0;
            }
            let view = format!("viewBox=\"0 0 {} {}\"", Number(width), Number(height));
            (view, content)
        }
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tour\" role=\"img\" \
         width=\"{}\" height=\"{}\" {view}>\n{content}</svg>\n",
        Number(width),
        Number(height)
    )
}

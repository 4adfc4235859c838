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
pub use theme::PictureStyle;

use super::scene::Scene;
use crate::prelude::*;
use drawing::{Drawing, Elements};
use std::collections::BTreeSet;
use std::slice;

/// The properties of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
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
    (svg, drawing.layout.cell)
}

/// Returns the view box, the title with the description, and the elements.
fn parts(drawing: &Drawing, nth: usize, look: &Look) -> [String; 3] {
    let (width, height) = drawing.layout.size;
    let text = page([width, height].map(Number));
    let mut sheet = Sheet { text };
    let is_played = look.animate && !drawing.lengths.is_empty();
    if is_played {
        animation::write(drawing, nth, &mut sheet);
    } else {
        let lines = drawing.elements.lines.iter();
        lines.for_each(|lines| sheet.lines(lines));
    }
    for texts in &drawing.elements.texts {
        let class = match texts.class {
            "number" if is_played => format!("s{nth} number"),
            class => class.into(),
        };
        sheet.texts(&class, texts.size, texts.anchor, &texts.labels);
    }
    let [title, text] =
        [&drawing.scene.title, &drawing.scene.description()].map(|text| escape(text));
    [
        format!("viewBox=\"0 0 {} {}\"", Number(width), Number(height)),
        format!("<title>{title}</title>\n<desc>{text}</desc>\n"),
        sheet.text,
    ]
}

fn page([width, height]: [Number; 2]) -> String {
    format!("<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n")
}

/// Returns the style sheet for the classes of drawings.
fn style(drawings: &[Drawing], look: &Look) -> String {
    let mut words = BTreeSet::from(["page"]);
    words.extend(look.animate.then_some("head"));
    for Elements { lines, texts } in drawings.iter().map(|drawing| &drawing.elements) {
        words.extend(
            lines
                .iter()
                .filter_map(|lines| lines.class.split(' ').next_back()),
        );
        words.extend(texts.iter().map(|texts| texts.class));
    }
    let font = ".tour text{font-family:system-ui,\"Helvetica Neue\",Arial,sans-serif}\n";
    let rules = theme::sheet(&words);
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
    let drawing = |scene| Drawing::new(scene, look.style);
    let drawings = scenes.iter().map(drawing).collect_vec();
    let columns = match drawings.len() {
        few @ 0..=3 => few.max(1),
        many => (many as f64).sqrt().ceil() as usize,
    };
    let sides = |drawing: &Drawing| {
        let (width, height) = drawing.layout.size;
        [width, height].map(|side| side / drawing.layout.pixel)
    };
    let tile = [0, 1].map(|axis| {
        let sides = drawings.iter().map(|drawing| sides(drawing)[axis]);
        sides.fold(0.0, f64::max)
    });
    let width = Number(tile[0] * columns.min(drawings.len()) as f64);
    let height = Number(tile[1] * drawings.len().div_ceil(columns) as f64);
    let style = style(&drawings, look);
    let (view, content) = match &drawings[..] {
        [drawing] => {
            let [view, head, body] = parts(drawing, 0, look);
            (view, head + &style + &body)
        }
        _ => {
            let mut content = style + &page([width, height]);
            for (nth, drawing) in drawings.iter().enumerate() {
                let [x, y] = [nth % columns, nth / columns].map(|place| place as f64);
                let [x, y] = [x * tile[0], y * tile[1]].map(Number);
                let [width, height] = sides(drawing).map(Number);
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
    use knightsat_tour::Problem;
    use knightsat_tour::graph::{Graph, Names, Words};

    #[test]
    fn vertices_have_their_names() {
        let triangle = Graph::from_edges(3, &[[0, 1], [1, 2], [2, 0]]);
        let picture = |names: [&str; 3]| {
            let words: Words = names.map(String::from).into_iter().collect();
            let graph = triangle.clone().with_names(Names::Words(words.into()));
            let place = Place::Graph(graph);
            let problem = Problem::of(&place, Kind::Closed, None, None).unwrap();
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

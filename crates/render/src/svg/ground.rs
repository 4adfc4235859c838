//! The ground under a tour: a board with its squares, holes, and names of ranks and files, or the
//! vertices of a graph on a circle.

use super::*;
use crate::prelude::*;
use knightsat_tour::graph::Graph;
use std::f64::consts::TAU;

/// The size of labels of a board, and of a graph, in pixels.
const LABEL: f64 = 13.0;
const VERTEX_LABEL: f64 = 12.0;
/// Distance of neighbours on the circle if there is room, in pixels.
const APART: f64 = 46.0;
/// The smallest and the largest radius of the circle.
const RADIUS: [f64; 2] = [80.0, 420.0];
/// Room for the labels around the circle, and its part that short names leave free.
const MARGIN: f64 = 44.0;
const FREE: f64 = 24.0;
/// The most characters of a name.
const LONGEST: usize = 24;
/// The most edges that are drawn; a larger number would be one grey disc, and megabytes.
const MOST_EDGES: usize = 20_000;

/// Draws the board, and returns the positions of its squares.
pub(super) fn board(board: &Board, sheet: &mut Sheet) -> Layout {
    let [width, height] = [board.files(), board.ranks()].map(|side| CELL * f64::from(side));
    let pixel = (width.max(height) / LARGE).max(1.0);
    let digits = board.ranks().to_string().len() as f64;
    let left = ((0.6 * digits * LABEL + 14.0) * pixel).ceil();
    let frame = Frame {
        left,
        top: (10.0 * pixel).ceil(),
        pixel,
    };
    frame.squares(board, sheet);
    frame.labels(board, sheet);
    let squares = (0..board.squares()).map(|vertex| board.square(vertex));
    let (a, b) = board.leaper();
    let closest = 1.0 / f64::from(a).hypot(f64::from(b));
    Layout {
        width: left + width + frame.top,
        height: frame.top + height + ((LABEL + 13.0) * pixel).ceil(),
        pixel,
        cell: CELL,
        points: squares.clone().map(|s| frame.centre(board, s)).collect(),
        // Moves between other squares pass by the discs. If the parts a and b of the leap are
        // coprime, a move comes no closer to the middle of a square than 1/√(a² + b²) of its side.
        bead: CELL * (closest - 0.06).clamp(0.2, 0.3),
        is_dark: Some(squares.map(is_dark).collect()),
        names: None,
        thing: "square",
    }
}

/// a1 is dark.
fn is_dark(square: Square) -> bool {
    (square.rank + square.file).is_multiple_of(2)
}

struct Frame {
    left: f64,
    top: f64,
    pixel: f64,
}

impl Frame {
    fn centre(&self, board: &Board, square: Square) -> (f64, f64) {
        let x = self.left + (f64::from(square.file) - 0.5) * CELL;
        let y = self.top + (f64::from(board.ranks() - square.rank) + 0.5) * CELL;
        (x, y)
    }

    /// The light ground, dark squares upon it, then the holes.
    fn squares(&self, board: &Board, sheet: &mut Sheet) {
        let [x, y] = [self.left, self.top].map(Number);
        let sides = [board.files(), board.ranks()].map(|side| Number(CELL * f64::from(side)));
        let ground = format!(
            "x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\"",
            sides[0], sides[1]
        );
        sheet.line(format_args!("<rect class=\"light\" {ground}/>"));
        let squares = (0..board.squares()).map(|vertex| board.square(vertex));
        let corner = |square: Square| {
            let (x, y) = self.centre(board, square);
            let [x, y] = [x - 0.5 * CELL, y - 0.5 * CELL].map(Number);
            format!("M{x} {y}")
        };
        let outline = |square| corner(square) + &format!("h{CELL}v{CELL}h-{CELL}z");
        let cross = |square| corner(square) + &format!("l{CELL} {CELL}m0-{CELL}l-{CELL} {CELL}");
        let dark: String = squares.filter(|&s| is_dark(s)).map(outline).collect();
        sheet.path("dark", "", &dark);
        let holes: String = board.holes().map(outline).collect();
        let crosses: String = board.holes().map(cross).collect();
        sheet.path("page", "", &holes);
        let thin = format!(" stroke-width=\"{}\"", Number(self.pixel));
        sheet.path("rule hole", &thin, &format!("{holes}{crosses}"));
        sheet.line(format_args!("<rect class=\"rule\"{thin} {ground}/>"));
    }

    /// Labels of files below and of ranks to the left, as many as fit.
    fn labels(&self, board: &Board, sheet: &mut Sheet) {
        let size = LABEL * self.pixel;
        let letters = Square::file_name(board.files()).len() as f64;
        let files = labelled(board.files(), (0.62 * letters + 0.5) * size);
        let below = self.top + CELL * f64::from(board.ranks()) + 12.0 * self.pixel;
        let files = files.map(|file| {
            let (x, _) = self.centre(board, Square { rank: 1, file });
            ((x, below), Square::file_name(file))
        });
        sheet.texts("label", size, Anchor::Middle, &files.collect_vec());
        let ranks = labelled(board.ranks(), 1.1 * size);
        let ranks = ranks.map(|rank| {
            let (_, y) = self.centre(board, Square { rank, file: 1 });
            ((self.left - 7.0 * self.pixel, y), rank.to_string())
        });
        sheet.texts("label", size, Anchor::End, &ranks.collect_vec());
    }
}

/// Returns numbers from 1 to `last` whose labels do not touch: all, or the first and round ones.
fn labelled(last: u32, room: f64) -> impl Iterator<Item = u32> {
    let steps = (0..).flat_map(|zeros| [1, 5].map(|digit| digit * 10_u32.pow(zeros)));
    let mut fits = steps.filter(move |&step| CELL * f64::from(step - 1).max(1.0) >= room);
    let step = fits.next().expect("there is always a longer step");
    (1..=last).filter(move |&number| number == 1 || number.is_multiple_of(step))
}

/// The head of an arrow, past the middle of an arc, so that those of opposite arcs are apart.
fn head([from, to]: [(f64, f64); 2]) -> String {
    const PLACE: f64 = 0.6;
    const BARB: f64 = 6.0;
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let scale = BARB / x.hypot(y);
    let (tip, back) = (
        (from.0 + PLACE * x, from.1 + PLACE * y),
        (x * scale, y * scale),
    );
    let barb = |side: f64| {
        let end = (
            tip.0 - back.0 + side * back.1,
            tip.1 - back.1 - side * back.0,
        );
        super::line([end, tip])
    };
    barb(0.5) + &barb(-0.5)
}

/// Draws the graph, and returns the positions of its vertices.
pub(super) fn graph(scene: &Scene, graph: &Graph, sheet: &mut Sheet) -> Layout {
    let len = graph.len() as usize;
    let radius = (len as f64 * APART / TAU).clamp(RADIUS[0], RADIUS[1]);
    let names = (0..graph.len()).map(|vertex| shortened(&scene.place.name(vertex)));
    let names = names.collect_vec();
    let digits = names.iter().map(|name| name.chars().count()).max();
    let digits = digits.unwrap_or(1);
    let centre = radius + MARGIN.max(FREE + 0.3 * VERTEX_LABEL * digits as f64);
    let order = order(scene, len);
    let at = |place: usize, radius: f64| {
        let (sin, cos) = (TAU * place as f64 / len as f64).sin_cos();
        (centre + radius * sin, centre - radius * cos)
    };
    let mut points = vec![(0.0, 0.0); len];
    for (place, &vertex) in order.iter().enumerate() {
        points[vertex as usize] = at(place, radius);
    }
    let apart = TAU * radius / len as f64;
    if graph.edges().count() <= MOST_EDGES {
        let ends = |pair: [u32; 2]| pair.map(|vertex| points[vertex as usize]);
        let mut lines: String = graph.edges().map(|edge| super::line(ends(edge))).collect();
        if graph.is_directed() {
            lines.extend(graph.arcs().map(|arc| head(ends(arc))));
        }
        sheet.path("rule edges", " stroke-width=\"1\"", &lines);
    }
    let layout = Layout {
        width: 2.0 * centre,
        height: 2.0 * centre,
        pixel: 1.0,
        cell: apart.min(APART),
        bead: 0.3 * apart.min(APART),
        points,
        is_dark: None,
        names: Some(names.clone()),
        thing: "vertex",
    };
    if scene.paths.len() == 1 && layout.number_size(digits).is_some() {
        return layout;
    }
    let room = VERTEX_LABEL * (0.7 * digits as f64).max(1.2);
    let step = (room / apart).ceil().max(1.0) as usize;
    let labels = order.iter().enumerate().step_by(step);
    let labels = labels.filter(|(place, _)| *place == 0 || len - place >= step);
    let name = |vertex: u32| names[vertex as usize].clone();
    let labels = labels.map(|(place, &vertex)| (at(place, radius + 20.0), name(vertex)));
    sheet.texts("label", VERTEX_LABEL, Anchor::Middle, &labels.collect_vec());
    layout
}

/// Returns a name that fits beside the circle.
fn shortened(name: &str) -> String {
    let start: String = name.chars().take(LONGEST).collect();
    if start.len() == name.len() {
        start
    } else {
        start + "…"
    }
}

/// Returns the vertices in the order of the paths, then the others.
fn order(scene: &Scene, len: usize) -> Vec<u32> {
    let steps = scene.strokes().flat_map(|stroke| stroke.steps).copied();
    steps.chain(0..len as u32).unique().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_tour::graph::{Names, Words};

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

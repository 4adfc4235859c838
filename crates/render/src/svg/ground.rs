//! The ground under a tour: layers of squares with holes and the names of ranks and files, or the
//! vertices of a graph, at their points or on a circle.

use super::*;
use crate::prelude::*;
use knightsat_tour::graph::{Graph, Layout as GraphLayout};
use std::f64::consts::TAU;

/// The size of labels of a board, and of a graph, in pixels.
const LABEL: f64 = 13.0;
pub(super) const VERTEX_LABEL: f64 = 12.0;
/// Distance of neighbours on the circle or in the plane if there is room, in pixels.
const APART: f64 = 46.0;
/// The smallest and the largest radius of the circle, and the longer side of points.
const RADIUS: [f64; 2] = [80.0, 420.0];
const SPAN: [f64; 2] = [200.0, 840.0];
/// Room around the names, and between the circle and the names.
const FREE: f64 = 30.0;
const LABEL_GAP: f64 = 18.0;
/// The most characters of a name.
const LONGEST: usize = 24;
/// The most edges that are drawn, and names; more would be one grey disc, and megabytes.
pub(super) const MOST_EDGES: usize = 20_000;

/// Draws the place, and returns the positions of its vertices.
pub(super) fn draw(scene: &Scene, sheet: &mut Sheet) -> Layout {
    match (&scene.place, scene.place.geometry()) {
        (Place::Board(board), _) => {
            let (a, b) = board.leaper();
            let closest = 1.0 / f64::from(a).hypot(f64::from(b));
            squares(board, None, closest, sheet)
        }
        (_, Some(geometry)) => {
            let vectors = geometry.vectors().into_iter();
            let lengths = vectors.map(|[_, ranks, files]| (ranks as f64).hypot(files as f64));
            let longest = lengths.fold(1.0, f64::max);
            let plane = Board::from(geometry.outline().clone());
            squares(&plane, Some(geometry), 1.0 / longest, sheet)
        }
        (Place::Graph(graph), None) => match graph.layout() {
            GraphLayout::Points(points) => match bounds(points) {
                Some(bounds) => plane(scene, graph, points, bounds, sheet),
                None => circle(scene, graph, sheet),
            },
            GraphLayout::Circle | GraphLayout::Leaps(_) => circle(scene, graph, sheet),
        },
    }
}

/// Draws the squares of each layer, and returns their positions. A move comes no closer than
/// `closest` to the middle of another square, if its two parts are coprime.
fn squares(
    board: &Board,
    geometry: Option<&Arc<Geometry>>,
    closest: f64,
    sheet: &mut Sheet,
) -> Layout {
    let layers = geometry.map_or(1, |geometry| geometry.layers());
    let [width, height] = [board.files(), board.ranks()].map(|side| CELL * f64::from(side));
    // As many layers in a row as make the picture wide.
    let rows = |columns: u32| layers.div_ceil(columns);
    let is_wide =
        |&columns: &u32| f64::from(columns) * width >= 1.6 * f64::from(rows(columns)) * height;
    let columns = (1..layers).find(is_wide).unwrap_or(layers);
    let [across, down] = [columns, rows(columns)].map(f64::from);
    let pixel = ((across * width).max(down * height) / LARGE).max(1.0);
    let digits = board.ranks().to_string().len() as f64;
    // Stubs of moves across joined sides need room.
    let is_joined = geometry.is_some_and(|geometry| geometry.wrap().is_some());
    let more = if is_joined { OVER * CELL } else { 0.0 };
    let left = ((0.6 * digits * LABEL + 14.0) * pixel + more).ceil();
    let margin = (10.0 * pixel + more).ceil();
    let tile = (
        left + width + margin,
        margin + height + ((LABEL + 13.0) * pixel + more).ceil(),
    );
    let frames = (0..layers).map(|layer| Frame {
        left: f64::from(layer % columns) * tile.0 + left,
        top: f64::from(layer / columns) * tile.1 + margin,
        pixel,
        gap: 7.0 * pixel + more,
    });
    let frames = frames.collect_vec();
    for (layer, frame) in (1..).zip(&frames) {
        frame.squares(board, sheet);
        frame.labels(board, sheet);
        if layers > 1 {
            let below = frame.top + height + 5.0 * pixel + frame.gap;
            let name = Square::file_name(layer).to_uppercase();
            let at = (frame.left - frame.gap, below);
            sheet.texts("label", LABEL * pixel, Anchor::End, &[(at, name)]);
        }
    }
    let squares = (0..board.squares()).map(|vertex| board.square(vertex));
    let points = |frame: &Frame| {
        squares
            .clone()
            .map(|s| frame.centre(board, s))
            .collect_vec()
    };
    Layout {
        width: across * tile.0,
        height: down * tile.1,
        pixel,
        cell: CELL,
        points: frames.iter().flat_map(points).collect(),
        bead: CELL * (closest - 0.06).clamp(0.2, 0.3),
        names: None,
        stubs: geometry.map(|geometry| Stubs {
            geometry: geometry.clone(),
            corners: frames.iter().map(|frame| (frame.left, frame.top)).collect(),
        }),
        thing: "square",
    }
}

/// a1 is dark.
pub(super) fn is_dark(square: Square) -> bool {
    (square.rank + square.file).is_multiple_of(2)
}

/// The frame of a layer.
struct Frame {
    left: f64,
    top: f64,
    pixel: f64,
    /// From the squares to the labels.
    gap: f64,
}

impl Frame {
    fn centre(&self, board: &Board, square: Square) -> (f64, f64) {
        let x = self.left + (f64::from(square.file) - 0.5) * CELL;
        let y = self.top + (f64::from(board.ranks() - square.rank) + 0.5) * CELL;
        (x, y)
    }

    /// Returns the upper left corner of a square.
    fn corner(&self, board: &Board, square: Square) -> [f64; 2] {
        let (x, y) = self.centre(board, square);
        [x, y].map(|middle| middle - 0.5 * CELL)
    }

    /// Returns the commands for the outlines of squares, each relative to the one before.
    fn outlines(&self, board: &Board, squares: impl Iterator<Item = Square>) -> String {
        let mut before = [0.0; 2];
        let outline = |square| {
            let here = self.corner(board, square);
            let [x, y] = [0, 1].map(|axis| Number(here[axis] - before[axis]));
            before = here;
            format!("m{x} {y}h{CELL}v{CELL}h-{CELL}z")
        };
        squares.map(outline).collect()
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
        let cross = |square| {
            let [x, y] = self.corner(board, square).map(Number);
            format!("M{x} {y}l{CELL} {CELL}m0-{CELL}l-{CELL} {CELL}")
        };
        let dark = self.outlines(board, squares.filter(|&square| is_dark(square)));
        sheet.path("dark", "", &dark);
        let holes = self.outlines(board, board.holes());
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
        let below = self.top + CELL * f64::from(board.ranks()) + 5.0 * self.pixel + self.gap;
        let files = files.map(|file| {
            let (x, _) = self.centre(board, Square { rank: 1, file });
            ((x, below), Square::file_name(file))
        });
        sheet.texts("label", size, Anchor::Middle, &files.collect_vec());
        let ranks = labelled(board.ranks(), 1.1 * size);
        let ranks = ranks.map(|rank| {
            let (_, y) = self.centre(board, Square { rank, file: 1 });
            ((self.left - self.gap, y), rank.to_string())
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
        line([end, tip])
    };
    barb(0.5) + &barb(-0.5)
}

/// Returns the lowest and the highest coordinate of points on both axes; `None` if they are all the
/// same, or too far apart for a computation.
fn bounds(points: &[[f64; 2]]) -> Option<[[f64; 2]; 2]> {
    let bounds = [0, 1].map(|axis| {
        let values = points.iter().map(|point| point[axis]);
        let low = values.clone().fold(f64::INFINITY, f64::min);
        [low, values.fold(f64::NEG_INFINITY, f64::max)]
    });
    let extents = bounds.map(|[low, high]| high - low);
    let extent = extents[0].max(extents[1]);
    Some(bounds).filter(|_| (1e-100..1e100).contains(&extent))
}

/// Draws a graph whose vertices have points within these bounds, and returns their positions.
fn plane(
    scene: &Scene,
    graph: &Graph,
    points: &[[f64; 2]],
    bounds: [[f64; 2]; 2],
    sheet: &mut Sheet,
) -> Layout {
    let names = names(scene);
    let length = names.iter().map(|name| name.chars().count()).max();
    let margin = FREE + 0.62 * VERTEX_LABEL * length.unwrap_or(1) as f64;
    let [width, height] = bounds.map(|[low, high]| high - low);
    let many = f64::from(graph.len()).sqrt();
    let span = (1.5 * APART * many).clamp(SPAN[0], SPAN[1]);
    let scale = span / width.max(height);
    let point = |&[x, y]: &[f64; 2]| {
        let (across, down) = (scale * (x - bounds[0][0]), scale * (bounds[1][1] - y));
        (margin + across, margin + down)
    };
    let points = points.iter().map(point).collect_vec();
    edges(graph, &points, sheet);
    let cell = (0.5 * span / many).min(APART);
    Layout {
        width: scale * width + 2.0 * margin,
        height: scale * height + 2.0 * margin,
        pixel: 1.0,
        cell,
        bead: 0.3 * cell,
        points,
        names: Some(names),
        stubs: None,
        thing: "vertex",
    }
}

/// Draws a graph on a circle, and returns the positions of its vertices.
fn circle(scene: &Scene, graph: &Graph, sheet: &mut Sheet) -> Layout {
    let len = graph.len() as usize;
    let radius = (len as f64 * APART / TAU).clamp(RADIUS[0], RADIUS[1]);
    let names = names(scene);
    let apart = TAU * radius / len as f64;
    let size = (0.9 * apart).min(VERTEX_LABEL);
    let longest = names.iter().map(|name| name.chars().count()).max();
    let centre = radius + FREE + 0.62 * size * longest.unwrap_or(1) as f64;
    let order = order(scene, len);
    let mut points = vec![(0.0, 0.0); len];
    for (place, &vertex) in order.iter().enumerate() {
        let (sin, cos) = (TAU * place as f64 / len as f64).sin_cos();
        points[vertex as usize] = (centre + radius * sin, centre - radius * cos);
    }
    edges(graph, &points, sheet);
    let layout = Layout {
        width: 2.0 * centre,
        height: 2.0 * centre,
        pixel: 1.0,
        cell: apart.min(APART),
        bead: 0.3 * apart.min(APART),
        points,
        names: Some(Vec::new()),
        stubs: None,
        thing: "vertex",
    };
    around(&layout, &order, names, size, sheet);
    layout
}

/// Returns the names of all vertices, shortened.
fn names(scene: &Scene) -> Vec<String> {
    let names = (0..scene.place.len()).map(|vertex| shortened(&scene.place.name(vertex)));
    names.collect()
}

/// Draws the edges, and the heads of arcs.
fn edges(graph: &Graph, points: &[Point], sheet: &mut Sheet) {
    if graph.edges().count() > MOST_EDGES {
        return;
    }
    let ends = |pair: [u32; 2]| pair.map(|vertex| points[vertex as usize]);
    let mut lines: String = graph.edges().map(|edge| line(ends(edge))).collect();
    if graph.is_directed() {
        lines.extend(graph.arcs().map(|arc| head(ends(arc))));
    }
    sheet.path("rule edges", " stroke-width=\"1\"", &lines);
}

/// Writes the names outside of the circle, away from its middle, where no line is.
fn around(layout: &Layout, order: &[u32], names: Vec<String>, size: f64, sheet: &mut Sheet) {
    if names.len() > MOST_EDGES {
        return;
    }
    let centre = layout.width / 2.0;
    for &vertex in order {
        let (x, y) = layout.point(vertex);
        let (across, down) = (x - centre, y - centre);
        let scale = 1.0 + LABEL_GAP / across.hypot(down);
        let (x, y) = (centre + scale * across, centre + scale * down);
        let degrees = down.atan2(across).to_degrees();
        let (degrees, anchor) = if degrees.abs() > 90.0 {
            (degrees + 180.0, Anchor::End)
        } else {
            (degrees, Anchor::Start)
        };
        let name = &names[vertex as usize];
        let is_short = 0.62 * size * name.chars().count() as f64 <= 1.5 * size;
        let turn = format!(
            "<g transform=\"rotate({} {} {})\">",
            Number(degrees),
            Number(x),
            Number(y)
        );
        if is_short {
            sheet.texts("label", size, Anchor::Middle, &[((x, y), name.clone())]);
        } else {
            sheet.line(format_args!("{turn}"));
            sheet.texts("label", size, anchor, &[((x, y), name.clone())]);
            sheet.line(format_args!("</g>"));
        }
    }
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

    #[test]
    fn points_without_an_extent_are_on_a_circle() {
        let width = |points: [[f64; 2]; 3]| {
            let graph = Graph::from_edges(3, &[[0, 1], [1, 2], [2, 0]]);
            let graph = graph.with_layout(GraphLayout::Points(points.to_vec().into()));
            let scene = Scene::of_marks(String::new(), &Place::Graph(graph), Vec::new());
            let mut sheet = Sheet::new(Letters::Font);
            let layout = draw(&scene, &mut sheet);
            assert!(
                layout
                    .points
                    .iter()
                    .flat_map(|(x, y)| [x, y])
                    .all(|part| part.is_finite())
            );
            layout.width
        };
        let circle = width([[1.0, 1.0]; 3]);
        assert_eq!(
            width([[f64::MAX, 0.0], [f64::MIN, 0.0], [0.0, 0.0]]),
            circle
        );
        assert_ne!(width([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), circle);
    }
}

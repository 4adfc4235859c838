//! The positions in a picture: layers of squares, or the vertices of a graph, at their points or on
//! a circle.

use crate::prelude::*;
use crate::scene::Scene;
use knightsat_tour::graph::{Graph, Layout};
use std::f64::consts::TAU;

/// The side of a square.
pub(super) const CELL: f64 = 48.0;
/// The size of the labels of a board, and of the names of vertices, in pixels.
pub(super) const LABEL: f64 = 13.0;
pub(super) const VERTEX_LABEL: f64 = 12.0;
/// The longer side of a large board in pixels, as the picture is shown.
const LARGE: f64 = 900.0;
/// The smallest size of a number that can be read, in pixels.
pub(super) const READABLE: f64 = 7.0;
/// Distance of neighbouring vertices of a graph if there is room, in pixels.
const APART: f64 = 46.0;
/// The least and the greatest extent of the vertices, and the room around their names.
const SPAN: [f64; 2] = [200.0, 840.0];
const FREE: f64 = 30.0;
/// The most characters of a name.
const LONGEST: usize = 24;
/// The length of a stub of a move between layers, in squares.
const SHORT: f64 = 0.42;
/// The part of a square that a stub goes past the joined side.
const OVER: f64 = 0.22;

/// A position, to the right and downwards.
pub(super) type Point = (f64, f64);

/// The positions in a picture.
pub(super) struct PictureLayout {
    /// Width and height without the legend.
    pub(super) size: Point,
    /// Units in a pixel.
    pub(super) pixel: f64,
    /// The distance between neighbours.
    pub(super) cell: f64,
    /// The position of every vertex.
    pub(super) points: Vec<Point>,
    /// The radius of the discs under the numbers of ends and clues.
    pub(super) bead: f64,
    /// The squares; `None` for a graph.
    pub(super) layers: Option<Layers>,
    /// The names of the vertices of a graph, shortened.
    pub(super) names: Vec<String>,
}

/// Layers of squares.
pub(super) struct Layers {
    /// The squares of all layers.
    pub(super) board: Board,
    /// The upper left corner of each layer.
    pub(super) corners: Vec<Point>,
    /// The distance from the squares to the labels.
    pub(super) gap: f64,
}

impl PictureLayout {
    pub(super) fn new(scene: &Scene) -> PictureLayout {
        match &scene.place {
            Place::Board(board) => PictureLayout::of_squares(board.clone()),
            Place::Graph(graph) => PictureLayout::of_graph(scene, graph),
        }
    }

    /// Lays out the squares of each layer. A move comes no closer to the middle of another square
    /// than the inverse of its length, if its parts are coprime.
    fn of_squares(board: Board) -> PictureLayout {
        let vectors = board.vectors().into_iter();
        let lengths = vectors.map(|[_, ranks, files]| (ranks as f64).hypot(files as f64));
        let longest = lengths.fold(1.0, f64::max);
        let layers = board.outline().layers();
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
        let more = if board.wrap().is_some() {
            OVER * CELL
        } else {
            0.0
        };
        let left = ((0.6 * digits * LABEL + 14.0) * pixel + more).ceil();
        let margin = (10.0 * pixel + more).ceil();
        let below = ((LABEL + 13.0) * pixel + more).ceil();
        let tile = (left + width + margin, margin + height + below);
        let corner = |layer: u32| {
            let [column, row] = [layer % columns, layer / columns].map(f64::from);
            (column * tile.0 + left, row * tile.1 + margin)
        };
        let corners = (0..layers).map(corner).collect_vec();
        let ground = Layers {
            board,
            corners,
            gap: 7.0 * pixel + more,
        };
        let middle = |vertex: u32| {
            let (x, y) = ground.corner(ground.layer(vertex), ground.board.square(vertex));
            (x + 0.5 * CELL, y + 0.5 * CELL)
        };
        PictureLayout {
            size: (across * tile.0, down * tile.1),
            pixel,
            cell: CELL,
            points: (0..ground.board.squares()).map(middle).collect(),
            bead: CELL * (1.0 / longest - 0.06).clamp(0.2, 0.3),
            layers: Some(ground),
            names: Vec::new(),
        }
    }

    fn of_graph(scene: &Scene, graph: &Graph) -> PictureLayout {
        let name = |vertex| shortened(&scene.place.name(vertex));
        let names = (0..graph.len()).map(name).collect_vec();
        let longest = names.iter().map(|name| name.chars().count()).max();
        let margin = FREE + 0.62 * VERTEX_LABEL * longest.unwrap_or(1) as f64;
        let len = f64::from(graph.len());
        let span = (1.5 * APART * len.sqrt()).clamp(SPAN[0], SPAN[1]);
        let own = match graph.layout() {
            Layout::Points(points) => bounds(points).map(|bounds| (points.to_vec(), bounds)),
            Layout::Circle => None,
        };
        let apart = match own {
            Some(_) => 0.5 * span / len.sqrt(),
            None => 0.5 * TAU * span / len,
        };
        let (points, bounds) = own.unwrap_or_else(|| (circle(scene), [[-1.0, 1.0]; 2]));
        let [width, height] = bounds.map(|[low, high]| high - low);
        let scale = span / width.max(height);
        let point = |[x, y]: [f64; 2]| {
            let [across, down] = [x - bounds[0][0], bounds[1][1] - y];
            (margin + scale * across, margin + scale * down)
        };
        let cell = apart.min(APART);
        PictureLayout {
            size: (scale * width + 2.0 * margin, scale * height + 2.0 * margin),
            pixel: 1.0,
            cell,
            points: points.into_iter().map(point).collect(),
            bead: 0.3 * cell,
            layers: None,
            names,
        }
    }

    pub(super) fn point(&self, vertex: u32) -> Point {
        self.points[vertex as usize]
    }

    pub(super) fn ends(&self, edge: [u32; 2]) -> [Point; 2] {
        edge.map(|vertex| self.point(vertex))
    }

    /// Returns the lines of a move: one, or two stubs.
    pub(super) fn lines(&self, edge: [u32; 2]) -> Vec<[Point; 2]> {
        let ends = self.ends(edge);
        let stubs = self
            .layers
            .as_ref()
            .and_then(|layers| layers.stubs(edge, ends));
        stubs.map_or_else(|| vec![ends], Vec::from)
    }

    /// Returns the width of a path.
    pub(super) fn line_width(&self) -> f64 {
        (0.065 * self.cell).max((0.13 * self.cell).min(2.2 * self.pixel))
    }

    /// Returns the size of numbers of this many digits on the discs, if they are readable.
    pub(super) fn number_size(&self, digits: usize) -> Option<f64> {
        let size = self.bead * [1.2, 1.2, 1.13, 0.9, 0.7, 0.56][digits.min(5)];
        Some(size).filter(|&size| size >= READABLE * self.pixel)
    }
}

impl Layers {
    /// Returns the upper left corner of a square of the layer with this corner.
    pub(super) fn corner(&self, (left, top): Point, square: Square) -> Point {
        let [file, rank] = [square.file - 1, self.board.ranks() - square.rank].map(f64::from);
        (left + file * CELL, top + rank * CELL)
    }

    /// Returns the upper left corner of the layer of a vertex.
    fn layer(&self, vertex: u32) -> Point {
        let [layer, _, _] = self.board.outline().place(vertex);
        self.corners[layer as usize]
    }

    /// Returns the two lines of a move that leaves its layer, or crosses a joined side. One leaves
    /// the first square in the direction of the move. The other one reaches the second square. Both
    /// end a little past the sides of their layers at the latest.
    fn stubs(&self, edge: [u32; 2], ends: [Point; 2]) -> Option<[[Point; 2]; 2]> {
        if self.board.is_plain() {
            return None;
        }
        let vector = self.board.vector(edge[0], edge[1])?;
        let [layers, ranks, files] = vector.map(|part| part as f64);
        let (right, down) = (CELL * files, -CELL * ranks);
        if layers == 0.0 && (ends[0].0 + right, ends[0].1 + down) == ends[1] {
            return None;
        }
        let longest = ranks.abs().max(files.abs());
        let ((right, down), most) = if longest == 0.0 {
            // Straight up or down.
            let aside = 0.3 * CELL * layers.signum();
            ((aside, -aside), 1.0)
        } else {
            // Stubs from neighbours must not meet.
            let most = if layers == 0.0 { 1.0 } else { SHORT / longest };
            ((right, down), most)
        };
        let end = |nth: usize, sign: f64| {
            let ((x, y), (right, down)) = (ends[nth], (sign * right, sign * down));
            let (left, top) = self.layer(edge[nth]);
            let inside = |at: f64, along: f64, low: f64, squares: u32| {
                let past = if along > 0.0 {
                    f64::from(squares) + OVER
                } else {
                    -OVER
                };
                ((low + past * CELL - at) / along).abs()
            };
            let [across, up] = [
                inside(x, right, left, self.board.files()),
                inside(y, down, top, self.board.ranks()),
            ];
            let share = most.min(across).min(up);
            (x + share * right, y + share * down)
        };
        Some([[ends[0], end(0, 1.0)], [end(1, -1.0), ends[1]]])
    }
}

/// Returns the lowest and the highest coordinate of points on both axes; `None` if they are all the
/// same, or too far apart for a computation.
fn bounds(points: &[[f64; 2]]) -> Option<[[f64; 2]; 2]> {
    let bounds = [0, 1].map(|axis| {
        let values = points.iter().map(|point| point[axis]);
        let low = values.clone().fold(f64::INFINITY, f64::min);
        [low, values.fold(f64::NEG_INFINITY, f64::max)]
    });
    let [across, up] = bounds.map(|[low, high]| high - low);
    Some(bounds).filter(|_| (1e-100..1e100).contains(&across.max(up)))
}

/// Returns points on a circle: the vertices in the order of the paths, then the others.
fn circle(scene: &Scene) -> Vec<[f64; 2]> {
    let len = scene.place.len();
    let steps = scene.strokes().flat_map(|stroke| stroke.steps).copied();
    let mut points = vec![[0.0; 2]; len as usize];
    for (nth, vertex) in steps.chain(0..len).unique().enumerate() {
        points[vertex as usize] = (TAU * nth as f64 / f64::from(len)).sin_cos().into();
    }
    points
}

/// Returns a name that fits beside its vertex.
fn shortened(name: &str) -> String {
    let start: String = name.chars().take(LONGEST).collect();
    let end = if start.len() < name.len() { "…" } else { "" };
    start + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_without_an_extent_are_on_a_circle() {
        let drawn = |points: [[f64; 2]; 3]| {
            let graph = Graph::from_edges(3, &[[0, 1], [1, 2], [2, 0]]);
            let graph = graph.with_layout(Layout::Points(points.to_vec().into()));
            let scene = Scene::of_marks(String::new(), &Place::Graph(graph), Vec::new());
            let layout = PictureLayout::new(&scene);
            let is_finite = |&(x, y): &Point| x.is_finite() && y.is_finite();
            assert!(layout.points.iter().all(is_finite));
            layout.points
        };
        let circle = drawn([[1.0, 1.0]; 3]);
        let far = drawn([[f64::MAX, 0.0], [f64::MIN, 0.0], [0.0, 0.0]]);
        assert_eq!(far, circle);
        assert_ne!(drawn([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), circle);
    }
}

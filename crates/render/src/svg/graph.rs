//! A graph under its tour: the vertices on a circle in the order of the tour, the edges faint. The
//! numbers are the names of the vertices.

use super::Layout;
use super::sheet::{Anchor, Number, Sheet};
use crate::scene::Scene;
use knightsat_tour::graph::Graph;
use std::f64::consts::TAU;
use std::fmt::Write;

/// Distance of neighbours on the circle where there is room, in pixels.
const APART: f64 = 46.0;
/// The smallest and the largest radius.
const RADIUS: [f64; 2] = [80.0, 420.0];
/// Room for the labels around the circle.
const MARGIN: f64 = 44.0;
const LABEL: f64 = 12.0;
/// More edges than these are one grey disc, and megabytes.
const MOST_EDGES: usize = 20_000;

/// Draws the graph, and says where its vertices are.
pub(super) fn draw(scene: &Scene, graph: &Graph, sheet: &mut Sheet) -> Layout {
    let len = graph.len() as usize;
    let radius = (len as f64 * APART / TAU).clamp(RADIUS[0], RADIUS[1]);
    let centre = radius + MARGIN;
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
    edges(graph, &points, sheet);
    let layout = Layout {
        width: 2.0 * centre,
        height: 2.0 * centre,
        pixel: 1.0,
        cell: apart.min(APART),
        bead: 0.3 * apart.min(APART),
        points,
        is_dark: None,
        names: Some((1..=len).map(|vertex| vertex.to_string()).collect()),
        thing: "vertex",
    };
    let digits = len.to_string().len();
    if scene.paths.len() == 1 && layout.number_size(digits).is_some() {
        return layout;
    }
    let digits = digits as f64;
    let step = ((0.7 * digits * LABEL).max(1.2 * LABEL) / apart)
        .ceil()
        .max(1.0) as usize;
    let labels = order.iter().enumerate().step_by(step);
    let labels = labels.filter(|(place, _)| *place == 0 || len - place >= step);
    let labels: Vec<_> = labels
        .map(|(place, vertex)| (at(place, radius + 20.0), (vertex + 1).to_string()))
        .collect();
    sheet.texts("label", LABEL, Anchor::Middle, &labels);
    layout
}

/// The vertices in the order of the paths, then the others.
fn order(scene: &Scene, len: usize) -> Vec<u32> {
    let mut is_placed = vec![false; len];
    let steps = scene.strokes().flat_map(|stroke| stroke.steps);
    let mut order = Vec::with_capacity(len);
    for vertex in steps.copied().chain(0..len as u32) {
        if !std::mem::replace(&mut is_placed[vertex as usize], true) {
            order.push(vertex);
        }
    }
    order
}

fn edges(graph: &Graph, points: &[(f64, f64)], sheet: &mut Sheet) {
    if graph.edges().count() > MOST_EDGES {
        return;
    }
    let mut lines = String::new();
    for [a, b] in graph.edges() {
        let [(x, y), (to_x, to_y)] = [a, b].map(|vertex| points[vertex as usize]);
        let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(Number);
        write!(lines, "M{x} {y}L{to_x} {to_y}").expect("a string takes all");
    }
    sheet.path("rule edges", " stroke-width=\"1\"", &lines);
}

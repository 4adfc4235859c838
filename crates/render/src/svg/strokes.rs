//! The layers over the ground: clues, paths with their numbers and ends, and marks. A required move
//! is a broad band, a forbidden one a broken line with a cross. A square with a given step has a
//! ring.

use super::theme::COLOURS;
use super::*;
use knightsat_tour::given::{Clue, Given};
use knightsat_tour::statistic::{Edge, Site};

/// Dashes and gaps, in widths of the line.
const DASHES: [&[f64]; 4] = [&[], &[3.5, 1.5], &[1.2, 1.2], &[5.0, 1.3, 1.2, 1.3]];

/// Draws the paths.
pub(super) fn draw(scene: &Scene, layout: &Layout, sheet: &mut Sheet) {
    let width = (0.065 * layout.cell).max((0.13 * layout.cell).min(2.2 * layout.pixel));
    // The longest path first, under the others.
    for (nth, stroke) in scene.strokes().enumerate() {
        let (class, more) = pen(nth, width);
        let points = stroke.steps.iter().map(|&vertex| layout.point(vertex));
        let points = points.map(|(x, y)| format!("{} {}", Number(x), Number(y)));
        let commands = match stroke.steps {
            [] => String::new(),
            _ => format!(
                "M{}{}",
                points.format(" "),
                if stroke.closed { "Z" } else { "" }
            ),
        };
        sheet.path(&format!("path {class}"), &more, &commands);
    }
    if scene.paths.len() == 1 {
        let strokes = scene.strokes();
        strokes.for_each(|stroke| steps(&stroke, &scene.given, layout, sheet));
        return;
    }
    // A dot on every vertex.
    for (nth, stroke) in scene.strokes().enumerate() {
        for &vertex in stroke.steps {
            let class = format!("d{}", nth % COLOURS);
            sheet.disc(&class, layout.point(vertex), 1.4 * width);
        }
    }
}

/// Returns the line attributes of the path with this number, and its class.
pub(super) fn pen(nth: usize, width: f64) -> (String, String) {
    let dashes = DASHES[nth % DASHES.len()].iter();
    let dashes = dashes.map(|part| Number(part * width)).join(" ");
    let dashes = if dashes.is_empty() {
        " stroke-linecap=\"round\"".into()
    } else {
        format!(" stroke-dasharray=\"{dashes}\"")
    };
    let more = format!(
        " stroke-width=\"{}\" stroke-linejoin=\"round\"{dashes}",
        Number(width)
    );
    (format!("p{}", nth % COLOURS), more)
}

/// Draws the numbers of the steps on discs, if they are readable, and the ends.
fn steps(stroke: &Stroke, given: &Given, layout: &Layout, sheet: &mut Sheet) {
    let (first, last) = match *stroke.steps {
        [] => return,
        [first, .., last] if !stroke.closed => (first, Some(last)),
        [first, ..] => (first, None),
    };
    let digits = match &layout.names {
        None => stroke.steps.len().to_string().len(),
        Some(names) => names
            .iter()
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(1),
    };
    let size = layout.number_size(digits);
    let radius = match size {
        Some(_) => layout.bead,
        None => (0.3 * layout.cell).max(4.5 * layout.pixel),
    };
    if size.is_some() {
        for &vertex in stroke.steps {
            let class = format!("{} bead", layout.ground(vertex));
            sheet.disc(&class, layout.point(vertex), radius);
        }
    }
    sheet.disc("start", layout.point(first), radius);
    if let Some(last) = last {
        sheet.block("end", layout.point(last), 0.9 * radius);
    }
    rings(given, layout, radius, sheet);
    let Some(size) = size else { return };
    let number = |(step, &vertex): (u32, &u32)| match &layout.names {
        None => (layout.point(vertex), step.to_string()),
        Some(names) => (layout.point(vertex), names[vertex as usize].clone()),
    };
    let mut numbers = (1..).zip(stroke.steps).map(number).collect_vec();
    let mut marks = vec![numbers.remove(0)];
    marks.extend(last.and_then(|_| numbers.pop()));
    sheet.texts("number", size, Anchor::Middle, &numbers);
    sheet.texts("mark", size, Anchor::Middle, &marks);
}

/// Draws the layers under the paths.
pub(super) fn under(given: &Given, layout: &Layout, sheet: &mut Sheet) {
    let (mut bands, mut lines, mut crosses) = (String::new(), String::new(), String::new());
    let width = 0.065 * layout.cell.max(16.0 * layout.pixel);
    for clue in given.clues() {
        match *clue {
            Clue::Move(ends) => bands += &line(ends.map(|end| layout.point(end))),
            Clue::NoMove(ends) => {
                let [(x, y), (to_x, to_y)] = ends.map(|end| layout.point(end));
                lines += &line([(x, y), (to_x, to_y)]);
                // A cross in the middle.
                let (x, y, arm) = ((x + to_x) / 2.0, (y + to_y) / 2.0, 2.5 * width);
                crosses += &line([(x - arm, y - arm), (x + arm, y + arm)]);
                crosses += &line([(x - arm, y + arm), (x + arm, y - arm)]);
            }
            Clue::At { .. } | Clue::NotAt { .. } => {}
        }
    }
    let broad = format!(
        " stroke-width=\"{}\" stroke-linecap=\"round\"",
        Number(5.0 * width)
    );
    sheet.path("required", &broad, &bands);
    let thin = format!(" stroke-width=\"{}\"", Number(0.7 * width));
    let dashes = format!("{thin} stroke-dasharray=\"{} {0}\"", Number(1.5 * width));
    sheet.path("forbidden", &dashes, &lines);
    sheet.path("forbidden", &thin, &crosses);
}

/// Draws the layers over the paths: rings of this radius.
fn rings(given: &Given, layout: &Layout, radius: f64, sheet: &mut Sheet) {
    let width = 0.14 * radius;
    let more = format!(" stroke-width=\"{}\"", Number(width));
    let mut rings = String::new();
    for clue in given.clues() {
        let Clue::At { vertex, .. } = *clue else {
            continue;
        };
        rings += &circle(layout.point(vertex), radius + width);
    }
    sheet.path("given", &more, &rings);
}

/// Returns a circle, as commands of a path: two halves.
fn circle((x, y): (f64, f64), radius: f64) -> String {
    let [left, y, r, across] = [x - radius, y, radius, 2.0 * radius].map(Number);
    format!("M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0")
}

/// Draws rings around the marked angles, and smaller ones on marked moves and crossings.
pub(super) fn sites(scene: &Scene, layout: &Layout, sheet: &mut Sheet) {
    let radius = layout.bead.max(4.5 * layout.pixel);
    let middle = |[a, b]: Edge| {
        let [(x, y), (u, v)] = [a, b].map(|vertex| layout.point(vertex));
        ((x + u) / 2.0, (y + v) / 2.0)
    };
    let mut rings = String::new();
    for site in &scene.sites {
        rings += &match *site {
            Site::Vertex(vertex) => circle(layout.point(vertex), 1.25 * radius),
            Site::Edge(edge) => circle(middle(edge), 0.5 * radius),
            Site::Crossing(pair) => {
                let lines = pair.map(|edge| edge.map(|vertex| layout.point(vertex)));
                circle(intersection(lines), 0.5 * radius)
            }
        };
    }
    if !rings.is_empty() {
        let width = format!(" stroke-width=\"{}\"", Number(0.2 * radius));
        sheet.path("p1", &width, &rings);
    }
}

/// Returns the intersection of two lines that are not parallel.
fn intersection([[a, b], [c, d]]: [[(f64, f64); 2]; 2]) -> (f64, f64) {
    let cross = |(x, y): (f64, f64), (u, v): (f64, f64)| x * v - y * u;
    let minus = |(x, y): (f64, f64), (u, v): (f64, f64)| (x - u, y - v);
    let [along, other] = [minus(b, a), minus(d, c)];
    let part = cross(minus(c, a), other) / cross(along, other);
    (a.0 + part * along.0, a.1 + part * along.1)
}

/// Draws the marks.
pub(super) fn marks(scene: &Scene, layout: &Layout, sheet: &mut Sheet) {
    if scene.marks.is_empty() {
        return;
    }
    let digits = scene.marks.iter().map(|mark| mark.text.chars().count());
    let digits = digits.max();
    let size = layout.number_size(digits.unwrap_or(0));
    let radius = layout.bead.max(4.5 * layout.pixel);
    let mut rings = String::new();
    let (mut loud, mut quiet) = (Vec::new(), Vec::new());
    for mark in &scene.marks {
        let (x, y) = layout.point(mark.vertex);
        if mark.text.is_empty() {
            rings += &circle((x, y), 1.25 * radius);
        } else if mark.is_loud {
            sheet.disc("end", (x, y), 1.15 * radius);
            loud.push(((x, y), mark.text.clone()));
        } else {
            if size.is_none() {
                sheet.disc("start", (x, y), radius);
            }
            quiet.push(((x, y), mark.text.clone()));
        }
    }
    let width = format!(" stroke-width=\"{}\"", Number(0.25 * radius));
    sheet.path("p1", &width, &rings);
    if let Some(size) = size {
        sheet.texts("number", size, Anchor::Middle, &quiet);
        sheet.texts("mark", size, Anchor::Middle, &loud);
    }
}

//! The layers over the ground: clues, paths with their ends and numbers, and marks. A required move
//! is a broad band, a forbidden one a broken line with a cross. A square with a given step has a
//! frame, and a vertex a ring. Numbers are placed off the lines.

use super::player::Player;
use super::polyline::{Polyline, polylines};
use super::room::{Field, FreeSpace};
use super::theme::COLOURS;
use super::*;
use knightsat_tour::given::{Clue, Given};
use knightsat_tour::statistic::{Edge, Site};

/// Dashes and gaps, in widths of the line.
const DASHES: [&[f64]; 4] = [&[], &[3.5, 1.5], &[1.2, 1.2], &[5.0, 1.3, 1.2, 1.3]];

/// The distance from a number to the next line, in widths of the line.
const CLEAR: f64 = 0.7;
/// One number of so many may touch a line; with more, all become smaller.
const MOST_TOUCHING: usize = 60;
/// Sizes of numbers that are tried in turn, relative to the first.
const SIZES: [f64; 5] = [1.0, 0.92, 0.84, 0.76, 0.68];

/// Returns the width of a path.
pub(super) fn line_width(layout: &Layout) -> f64 {
    (0.065 * layout.cell).max((0.13 * layout.cell).min(2.2 * layout.pixel))
}

/// Draws the paths.
pub(super) fn draw(scene: &Scene, layout: &Layout, look: &Look, nth: usize, sheet: &mut Sheet) {
    let width = line_width(layout);
    names(scene, layout, width, sheet);
    let strokes = scene.strokes().collect_vec();
    if strokes.len() < 2 && layout.names.is_some() && layout.points.len() <= ground::MOST_EDGES {
        let points = layout.points.iter();
        points.for_each(|&point| sheet.disc("d4", point, 1.1 * width));
    }
    let [stroke] = strokes[..] else {
        // The longest path first, under the others.
        for (nth, stroke) in strokes.iter().enumerate() {
            let (class, more) = pen(nth, width);
            let runs = polylines(nth, stroke, layout, false).0;
            let commands = runs.iter().map(Polyline::commands).join("");
            sheet.path(&format!("path {class}"), &more, &commands);
        }
        // A dot on every vertex.
        for (nth, stroke) in strokes.iter().enumerate() {
            let class = format!("d{}", nth % COLOURS);
            let points = stroke.steps.iter().map(|&vertex| layout.point(vertex));
            points.for_each(|point| sheet.disc(&class, point, 1.4 * width));
        }
        return;
    };
    let (runs, lengths) = polylines(0, &stroke, layout, look.style.has_colours());
    let player = look.animate.then(|| Player::new(nth, &lengths));
    if let Some(player) = &player {
        player.rules(&lengths, sheet);
    }
    let (_, more) = pen(0, width);
    for (class, runs) in &runs.iter().chunk_by(|run| &run.class) {
        let class = format!("path {class}");
        match &player {
            None => sheet.path(&class, &more, &runs.map(Polyline::commands).join("")),
            Some(player) => {
                for run in runs {
                    let more = format!("{more}{}", player.dashes(run.before));
                    sheet.path(&format!("{class} play s{nth}"), &more, &run.commands());
                }
            }
        }
    }
    if let Some(player) = &player {
        player.head(&runs, layout, sheet);
    }
    let has_numbers = look.style.has_numbers() && layout.names.is_none();
    let numbers = has_numbers.then(|| Numbers::new(&stroke, layout, width));
    let numbers = numbers.flatten();
    if numbers.is_some() && player.is_none() && !look.style.has_colours() {
        let points = stroke.steps.iter().map(|&vertex| layout.point(vertex));
        points.for_each(|point| sheet.disc("d0", point, 1.1 * width));
    }
    steps(&stroke, numbers, &scene.given, layout, player, sheet);
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

/// The numbers of the steps, at places that no line crosses.
pub(super) struct Numbers {
    size: f64,
    /// The middle of the number of each step.
    pub(super) middles: Vec<Point>,
}

impl Numbers {
    /// Returns the numbers, if they are readable: the largest ones that keep off the lines.
    pub(super) fn new(stroke: &Stroke, layout: &Layout, width: f64) -> Option<Numbers> {
        let digits = stroke.steps.len().to_string().len();
        let largest = layout.number_size(digits)?;
        let mut room = FreeSpace::new(layout.cell);
        let lines = stroke.moves().flat_map(|edge| layout.lines(edge));
        lines.for_each(|line| room.add(line));
        let reach = 0.5 * layout.cell - 0.7 * layout.pixel;
        let enough = (0.5 + CLEAR) * width;
        let sizes = SIZES.into_iter().map(|share| share * largest);
        let sizes = sizes.filter(|&size| size >= READABLE * layout.pixel);
        let placed = sizes.map(|size| {
            let mut touching = 0;
            let steps = (1..).zip(stroke.steps);
            let middles = steps.map(|(step, &vertex): (u32, &u32)| {
                let half = (0.3 * size * step.to_string().len() as f64, 0.36 * size);
                let at = layout.point(vertex);
                let (middle, clearance) = room.place(at, half, (reach, reach), enough);
                touching += usize::from(clearance < 0.7 * width);
                middle
            });
            let middles = middles.collect_vec();
            (Numbers { size, middles }, touching)
        });
        let mut best = None;
        for (numbers, touching) in placed {
            best = Some(numbers);
            if MOST_TOUCHING * touching <= stroke.steps.len() {
                break;
            }
        }
        best
    }
}

/// Writes the names of vertices beside them, and beside all paths.
fn names(scene: &Scene, layout: &Layout, width: f64, sheet: &mut Sheet) {
    let names = layout.names.iter().flatten();
    if !(1..=ground::MOST_EDGES).contains(&names.clone().count()) {
        return;
    }
    let size = ground::VERTEX_LABEL.min(1.6 * layout.cell);
    let half = |name: &str| (0.3 * size * name.chars().count() as f64, 0.36 * size);
    let gap = layout.bead + 3.0 * width;
    let widest = names.clone().map(|name| half(name).0).fold(0.0, f64::max);
    let mut room = FreeSpace::new(layout.cell.max(2.0 * widest + gap));
    for stroke in scene.strokes() {
        let lines = stroke.moves().flat_map(|edge| layout.lines(edge));
        lines.for_each(|line| room.add(line));
    }
    let radius = 0.6 * layout.bead;
    for &middle in &layout.points {
        room.fill(Field {
            middle,
            half: (radius, radius),
        });
    }
    let mut texts = Vec::new();
    for (name, &at) in names.zip(&layout.points) {
        let half = half(name);
        let reach = (2.0 * half.0 + gap, 2.0 * half.1 + gap);
        let (middle, _) = room.place(at, half, reach, 2.0 * width);
        room.fill(Field { middle, half });
        texts.push((middle, name.clone()));
    }
    sheet.texts("label", size, Anchor::Middle, &texts);
}

/// Draws the numbers of the steps and the ends.
fn steps(
    stroke: &Stroke,
    numbers: Option<Numbers>,
    given: &Given,
    layout: &Layout,
    player: Option<Player>,
    sheet: &mut Sheet,
) {
    let (first, last) = match *stroke.steps {
        [] => return,
        [first, .., last] if !stroke.closed => (first, Some(last)),
        [first, ..] => (first, None),
    };
    let radius = match numbers {
        Some(_) => layout.bead,
        None => (0.18 * layout.cell).max(4.5 * layout.pixel),
    };
    sheet.disc("start", layout.point(first), radius);
    if let Some(last) = last {
        sheet.block("end", layout.point(last), 0.9 * radius);
    }
    given_steps(given, layout, radius, sheet);
    let Some(Numbers { size, middles }) = numbers else {
        return;
    };
    let texts = (1..).zip(middles);
    let texts = texts.map(|(step, at): (u32, Point)| (at, step.to_string()));
    let mut texts = texts.collect_vec();
    // The ends have their numbers on themselves.
    let mark = |vertex: u32, (_, text): Label| (layout.point(vertex), text);
    let mut marks = vec![mark(first, texts.remove(0))];
    marks.extend(last.and_then(|last| Some(mark(last, texts.pop()?))));
    let more = |nth: usize| player.as_ref().map_or(String::new(), |p| p.number(nth + 1));
    sheet.texts_with("number", size, Anchor::Middle, &texts, &more);
    sheet.texts("mark", size, Anchor::Middle, &marks);
}

/// Draws the layers under the paths.
pub(super) fn under(given: &Given, layout: &Layout, sheet: &mut Sheet) {
    let (mut bands, mut lines, mut crosses) = (String::new(), String::new(), String::new());
    let width = 0.065 * layout.cell.max(16.0 * layout.pixel);
    for clue in given.clues() {
        match *clue {
            Clue::Move(ends) => bands.extend(layout.lines(ends).into_iter().map(line)),
            Clue::NoMove(ends) => {
                for [(x, y), (to_x, to_y)] in layout.lines(ends) {
                    lines += &line([(x, y), (to_x, to_y)]);
                    // A cross in the middle.
                    let (x, y, arm) = ((x + to_x) / 2.0, (y + to_y) / 2.0, 2.5 * width);
                    crosses += &line([(x - arm, y - arm), (x + arm, y + arm)]);
                    crosses += &line([(x - arm, y + arm), (x + arm, y - arm)]);
                }
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

/// Draws the layer over the paths: marks around vertices with a given step.
fn given_steps(given: &Given, layout: &Layout, radius: f64, sheet: &mut Sheet) {
    let width = 0.14 * radius;
    let more = format!(" stroke-width=\"{}\"", Number(width));
    let mut marks = String::new();
    for clue in given.clues() {
        if let Clue::At { vertex, .. } = *clue {
            marks += &around(vertex, layout, radius + width);
        }
    }
    sheet.path("given", &more, &marks);
}

/// Returns a mark around a vertex, as commands of a path: the inside of a square, where it leaves
/// room for the number, or a ring.
fn around(vertex: u32, layout: &Layout, radius: f64) -> String {
    let (x, y) = layout.point(vertex);
    if layout.names.is_some() {
        return ring((x, y), radius);
    }
    let half = 0.45 * layout.cell;
    let [left, top, side] = [x - half, y - half, 2.0 * half].map(Number);
    format!("M{left} {top}h{side}v{side}h-{side}z")
}

/// Returns a circle, as commands of a path: two halves.
fn ring((x, y): (f64, f64), radius: f64) -> String {
    let [left, y, r, across] = [x - radius, y, radius, 2.0 * radius].map(Number);
    format!("M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0")
}

/// Draws marks around the marked angles, and small rings on marked moves and crossings.
pub(super) fn sites(scene: &Scene, layout: &Layout, sheet: &mut Sheet) {
    let radius = layout.bead.max(4.5 * layout.pixel);
    let middle = |[a, b]: Edge| {
        let [(x, y), (u, v)] = layout.lines([a, b])[0];
        ((x + u) / 2.0, (y + v) / 2.0)
    };
    let mut rings = String::new();
    for site in &scene.sites {
        rings += &match *site {
            Site::Vertex(vertex) => around(vertex, layout, 1.25 * radius),
            Site::Edge(edge) => ring(middle(edge), 0.5 * radius),
            Site::Crossing(pair) => {
                let lines = pair.map(|edge| edge.map(|vertex| layout.point(vertex)));
                ring(intersection(lines), 0.5 * radius)
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
            rings += &around(mark.vertex, layout, 1.25 * radius);
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

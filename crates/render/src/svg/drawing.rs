//! A drawing: the lines and labels of a scene at their positions, for the writers of SVG and TikZ.
//!
//! A square with a given step has a frame, and a vertex a ring. Numbers are placed off the lines.

use super::layout::{CELL, LABEL, PictureLayout, Point, READABLE, VERTEX_LABEL};
use super::room::FreeSpace;
use super::theme::{COLOURS, HUES, PictureStyle};
use crate::prelude::*;
use crate::scene::{Scene, Stroke};
use knightsat_tour::statistic::Site;
use std::iter;

/// The most edges, and the most names, that are drawn; more would be one grey disc.
const MOST_EDGES: usize = 20_000;
const MOST_NAMES: usize = 2_000;
/// Dashes and gaps of the paths, in widths of the line.
const DASHES: [&[f64]; 4] = [&[], &[3.5, 1.5], &[1.2, 1.2], &[5.0, 1.3, 1.2, 1.3]];
/// The distance from a number to the next line, in widths of the line.
const CLEAR: f64 = 0.7;
/// One number of so many may touch a line; with more, all become smaller.
const MOST_TOUCHING: usize = 60;
/// Sizes of numbers that are tried in turn, relative to the first.
const SIZES: [f64; 5] = [1.0, 0.92, 0.84, 0.76, 0.68];
/// The height of the caption in pixels.
const ROW: f64 = 22.0;

/// A text and its place.
pub type Label = (Point, String);

/// The position of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// Its middle is at the point.
    Middle,
    /// It ends at the point.
    End,
}

/// A line or an outline.
pub(super) enum Shape {
    /// A line from point to point; true if it returns to the first one.
    Line(Vec<Point>, bool),
    /// A rectangle by its upper left corner and its size.
    Rect(Point, Point),
    /// A circle by its middle and its radius.
    Ring(Point, f64),
}

/// Shapes in the colour of a class, the last word of several.
pub(super) struct Lines {
    pub(super) class: String,
    /// The width of the lines; 0 for filled shapes.
    pub(super) width: f64,
    /// The lengths of dashes and gaps.
    pub(super) dashes: Vec<f64>,
    pub(super) shapes: Vec<Shape>,
}

/// Texts of a class and a size, each vertically centred at its point.
pub(super) struct Texts {
    pub(super) class: &'static str,
    pub(super) size: f64,
    pub(super) anchor: Anchor,
    pub(super) labels: Vec<Label>,
}

/// Lines, the lowest first, and texts over them.
#[derive(Default)]
pub(super) struct Elements {
    pub(super) lines: Vec<Lines>,
    pub(super) texts: Vec<Texts>,
}

/// A scene with its elements.
pub(super) struct Drawing<'s> {
    pub(super) scene: &'s Scene,
    pub(super) layout: PictureLayout,
    pub(super) elements: Elements,
    /// The length of a single path up to each of its steps.
    pub(super) lengths: Vec<f64>,
}

impl Elements {
    fn draw(&mut self, class: &str, width: f64, shapes: impl IntoIterator<Item = Shape>) {
        self.dashed(class, width, &[], shapes);
    }

    fn dashed(
        &mut self,
        class: &str,
        width: f64,
        dashes: &[f64],
        shapes: impl IntoIterator<Item = Shape>,
    ) {
        let shapes = shapes.into_iter().collect_vec();
        if !shapes.is_empty() {
            self.lines.push(Lines {
                class: class.into(),
                width,
                dashes: dashes.iter().map(|part| part * width).collect(),
                shapes,
            });
        }
    }

    fn text(
        &mut self,
        class: &'static str,
        size: f64,
        anchor: Anchor,
        labels: impl IntoIterator<Item = Label>,
    ) {
        let labels = labels.into_iter().collect_vec();
        if !labels.is_empty() {
            self.texts.push(Texts {
                class,
                size,
                anchor,
                labels,
            });
        }
    }
}

impl Drawing<'_> {
    pub(super) fn new(scene: &Scene, style: PictureStyle) -> Drawing<'_> {
        let mut drawing = Drawing {
            scene,
            layout: PictureLayout::new(scene),
            elements: Elements::default(),
            lengths: Vec::new(),
        };
        drawing.squares();
        drawing.edges();
        drawing.names();
        drawing.strokes(style);
        drawing.marks();
        drawing.caption();
        drawing
    }

    /// Draws the layers: the light ground, dark squares upon it, the holes, and labels of files and
    /// ranks, as many as fit.
    fn squares(&mut self) {
        let Some(layers) = &self.layout.layers else {
            return;
        };
        let (board, pixel, elements) = (&layers.board, self.layout.pixel, &mut self.elements);
        let size = LABEL * pixel;
        let [width, height] = [board.files(), board.ranks()].map(|side| CELL * f64::from(side));
        let letters = Square::file_name(board.files()).len() as f64;
        for (layer, &(left, top)) in (0..).zip(&layers.corners) {
            let ground = || [Shape::Rect((left, top), (width, height))];
            let corner = |square| layers.corner((left, top), square);
            let of = |square| Shape::Rect(corner(square), (CELL, CELL));
            let cross = |square| {
                let (x, y) = corner(square);
                let (right, below) = (x + CELL, y + CELL);
                [[(x, y), (right, below)], [(right, y), (x, below)]].map(line)
            };
            // a1 is dark.
            let is_here = |&vertex: &u32| board.outline().place(vertex)[0] == layer;
            let vertices = (0..board.squares()).filter(is_here);
            let squares = vertices.map(|vertex| board.square(vertex));
            let dark = squares.filter(|square| (square.rank + square.file).is_multiple_of(2));
            elements.draw("light", 0.0, ground());
            elements.draw("dark", 0.0, dark.map(of));
            elements.draw("page", 0.0, board.holes().map(of));
            let holes = board.holes().map(of).chain(board.holes().flat_map(cross));
            elements.draw("hole rule", pixel, holes);
            elements.draw("rule", pixel, ground());
            let beside = left - layers.gap;
            let below = top + height + 5.0 * pixel + layers.gap;
            let middle = |side: u32| (f64::from(side) - 0.5) * CELL;
            let file_label = |file| ((left + middle(file), below), Square::file_name(file));
            let files = labelled(board.files(), (0.62 * letters + 0.5) * size).map(file_label);
            elements.text("label", size, Anchor::Middle, files);
            let rank_label = |rank| ((beside, top + height - middle(rank)), rank.to_string());
            let ranks = labelled(board.ranks(), 1.1 * size).map(rank_label);
            let is_box = layers.corners.len() > 1;
            let name = is_box.then(|| ((beside, below), Outline::layer_name(layer)));
            elements.text("label", size, Anchor::End, ranks.chain(name));
        }
    }

    /// Draws the edges of a graph, and the heads of arcs.
    fn edges(&mut self) {
        if let (Place::Graph(graph), None) = (&self.scene.place, &self.layout.layers)
            && graph.edges().count() <= MOST_EDGES
        {
            let arcs = graph.arcs().filter(|_| graph.is_directed());
            let heads = arcs.map(|arc| head(self.layout.ends(arc)));
            let edges = graph.edges().map(|edge| line(self.layout.ends(edge)));
            self.elements.draw("edges rule", 1.0, edges.chain(heads));
        }
    }

    /// Writes the names of vertices beside them, and beside all paths.
    fn names(&mut self) {
        let layout = &self.layout;
        if layout.layers.is_some() || layout.names.len() > MOST_NAMES {
            return;
        }
        let (width, size) = (layout.line_width(), VERTEX_LABEL.min(1.6 * layout.cell));
        let gap = layout.bead + 3.0 * width;
        let mut room = FreeSpace::default();
        for stroke in self.scene.strokes() {
            room.add(stroke.moves().flat_map(|edge| layout.lines(edge)));
        }
        let radius = 0.6 * layout.bead;
        for &middle in &layout.points {
            room.fill(middle, (radius, radius));
        }
        let texts = layout.names.iter().zip(&layout.points).map(|(name, &at)| {
            let half = (0.3 * size * name.chars().count() as f64, 0.36 * size);
            let reach = (2.0 * half.0 + gap, 2.0 * half.1 + gap);
            let (middle, _) = room.place(at, half, reach, 2.0 * width);
            room.fill(middle, half);
            (middle, name.clone())
        });
        self.elements.text("label", size, Anchor::Middle, texts);
        if self.scene.paths.len() < 2 {
            let dots = layout
                .points
                .iter()
                .map(|&point| Shape::Ring(point, 1.1 * width));
            self.elements.draw("d4", 0.0, dots);
        }
    }

    /// Draws the paths, the longest first, with dots on their vertices. A single one has numbers,
    /// or colours that change from step to step.
    fn strokes(&mut self, style: PictureStyle) {
        let (layout, elements) = (&self.layout, &mut self.elements);
        let (width, strokes) = (layout.line_width(), self.scene.strokes().collect_vec());
        let is_single = strokes.len() == 1;
        let [has_numbers, has_colours] = style.draws().map(|draws| draws && is_single);
        for (nth, stroke) in strokes.iter().enumerate() {
            let moves = stroke.moves().count().max(1);
            let hue = |step: usize| if has_colours { step * HUES / moves } else { 0 };
            let runs = runs(stroke, layout, hue).into_iter();
            for (hue, shapes) in &runs.chunk_by(|&(hue, _)| hue) {
                let class = if has_colours {
                    format!("path h{hue}")
                } else {
                    format!("path p{}", nth % COLOURS)
                };
                let (dashes, shapes) = (DASHES[nth % DASHES.len()], shapes.map(|(_, shape)| shape));
                elements.dashed(&class, width, dashes, shapes);
            }
        }
        let stroke = strokes
            .first()
            .filter(|_| has_numbers && layout.layers.is_some());
        let numbers = stroke.and_then(|stroke| numbers(stroke, layout, width));
        if !is_single || (numbers.is_some() && !has_colours) {
            let radius = if is_single { 1.1 } else { 1.4 } * width;
            for (nth, stroke) in strokes.iter().enumerate() {
                let points = stroke.steps.iter().map(|&vertex| layout.point(vertex));
                let dots = points.map(|point| Shape::Ring(point, radius));
                elements.draw(&format!("dot d{}", nth % COLOURS), 0.0, dots);
            }
        }
        if let [stroke] = strokes[..] {
            self.ends(stroke, numbers);
        }
    }

    /// Draws the ends of a single path, the marks of given steps, and the numbers.
    fn ends(&mut self, stroke: Stroke, numbers: Option<(f64, Vec<Label>)>) {
        let (layout, elements) = (&self.layout, &mut self.elements);
        let Some((&first, others)) = stroke.steps.split_first() else {
            return;
        };
        let lengths = stroke.moves().scan(0.0, |sum, edge| {
            *sum += layout.lines(edge).into_iter().map(length).sum::<f64>();
            Some(*sum)
        });
        self.lengths = iter::once(0.0).chain(lengths).collect();
        let radius = match numbers {
            Some(_) => layout.bead,
            None => (0.18 * layout.cell).max(4.5 * layout.pixel),
        };
        let (start, half) = (layout.point(first), 0.9 * radius);
        let end = others
            .last()
            .filter(|_| !stroke.closed)
            .map(|&last| layout.point(last));
        elements.draw("start", 0.0, [Shape::Ring(start, radius)]);
        elements.draw("end", 0.0, end.map(|point| square(point, half)));
        let given = self
            .scene
            .given
            .clues()
            .iter()
            .filter_map(|clue| match *clue {
                Clue::At { vertex, .. } => Some(around(vertex, layout, 1.14 * radius)),
                _ => None,
            });
        elements.draw("given", 0.14 * radius, given);
        if let Some((size, mut numbers)) = numbers {
            // The ends have their numbers on themselves.
            let mut marks = vec![(start, numbers.remove(0).1)];
            marks.extend(end.and_then(|point| Some((point, numbers.pop()?.1))));
            elements.text("number", size, Anchor::Middle, numbers);
            elements.text("mark", size, Anchor::Middle, marks);
        }
    }

    /// Draws frames around the marked angles, small rings on marked moves and crossings, and the
    /// marks on vertices.
    fn marks(&mut self) {
        let (scene, layout, elements) = (self.scene, &self.layout, &mut self.elements);
        let radius = layout.bead.max(4.5 * layout.pixel);
        let ring = |point| Shape::Ring(point, 0.5 * radius);
        let sites = scene.sites.iter().map(|site| match *site {
            Site::Vertex(vertex) => around(vertex, layout, 1.25 * radius),
            Site::Edge(edge) => ring(middle(layout.lines(edge)[0])),
            Site::Crossing(pair) => ring(intersection(pair.map(|edge| layout.ends(edge)))),
        });
        elements.draw("p1", 0.2 * radius, sites);
        let digits = scene.marks.iter().map(|mark| mark.text.chars().count());
        let size = layout.number_size(digits.max().unwrap_or(0));
        for (is_loud, disc, class) in [(true, "end", "mark"), (false, "start", "number")] {
            let marks = scene.marks.iter().filter(|mark| mark.is_loud == is_loud);
            let labels = marks.map(|mark| (layout.point(mark.vertex), mark.text.clone()));
            if is_loud || size.is_none() {
                let discs = labels
                    .clone()
                    .map(|(point, _)| Shape::Ring(point, 1.15 * radius));
                elements.draw(disc, 0.0, discs);
            }
            if let Some(size) = size {
                elements.text(class, size, Anchor::Middle, labels);
            }
        }
    }

    /// Writes the caption below the board: several paths have their number.
    fn caption(&mut self) {
        let (scene, pixel) = (self.scene, self.layout.pixel);
        let words = match scene.paths[..] {
            [] | [_] => scene.caption.clone(),
            _ => scene.pieces(),
        };
        if !words.is_empty() {
            let (width, height) = self.layout.size;
            let caption = ((width / 2.0, height + 0.4 * ROW * pixel), words);
            let size = LABEL * pixel;
            self.elements.text("label", size, Anchor::Middle, [caption]);
            self.layout.size.1 += ROW * pixel;
        }
    }
}

/// Returns the parts of a path without a gap, each of one hue.
fn runs(
    stroke: &Stroke,
    layout: &PictureLayout,
    hue: impl Fn(usize) -> usize,
) -> Vec<(usize, Shape)> {
    let start = stroke
        .steps
        .first()
        .map(|&vertex| (0, vec![layout.point(vertex)]));
    let mut runs: Vec<(usize, Vec<Point>)> = start.into_iter().collect();
    for (step, edge) in stroke.moves().enumerate() {
        for [from, to] in layout.lines(edge) {
            match runs.last_mut() {
                Some((last, points)) if *last == hue(step) && points.last() == Some(&from) => {
                    points.push(to);
                }
                _ => runs.push((hue(step), vec![from, to])),
            }
        }
    }
    let shape = |(hue, mut points): (usize, Vec<Point>)| {
        let is_closed = points.len() > 3 && points.first() == points.last();
        points.truncate(points.len() - usize::from(is_closed));
        (hue, Shape::Line(points, is_closed))
    };
    runs.into_iter().map(shape).collect()
}

/// Returns the size and the numbers of the steps, if they are readable: the largest ones that keep
/// off the lines.
fn numbers(stroke: &Stroke, layout: &PictureLayout, width: f64) -> Option<(f64, Vec<Label>)> {
    let largest = layout.number_size(stroke.steps.len().to_string().len())?;
    let mut room = FreeSpace::default();
    room.add(stroke.moves().flat_map(|edge| layout.lines(edge)));
    let reach = 0.5 * layout.cell - 0.7 * layout.pixel;
    let sizes = SIZES.into_iter().map(|share| share * largest);
    let mut best = None;
    for size in sizes.filter(|&size| size >= READABLE * layout.pixel) {
        let mut touching = 0;
        let label = |(step, &vertex): (u32, &u32)| {
            let (text, at) = (step.to_string(), layout.point(vertex));
            let half = (0.3 * size * text.len() as f64, 0.36 * size);
            let (middle, clear) = room.place(at, half, (reach, reach), (0.5 + CLEAR) * width);
            touching += usize::from(clear < 0.7 * width);
            (middle, text)
        };
        best = Some((size, (1..).zip(stroke.steps).map(label).collect()));
        if MOST_TOUCHING * touching <= stroke.steps.len() {
            break;
        }
    }
    best
}

/// Returns numbers from 1 to `last` whose labels do not touch: all, or the first and round ones.
fn labelled(last: u32, room: f64) -> impl Iterator<Item = u32> {
    let steps = (0..).flat_map(|zeros| [1, 5].map(|digit| digit * 10_u32.pow(zeros)));
    let mut fits = steps.filter(move |&step| CELL * f64::from(step - 1).max(1.0) >= room);
    let step = fits.next().expect("there is always a longer step");
    (1..=last).filter(move |&number| number == 1 || number.is_multiple_of(step))
}

/// Returns a mark around a vertex: the inside of a square, where it leaves room for the number, or
/// a ring.
fn around(vertex: u32, layout: &PictureLayout, radius: f64) -> Shape {
    match layout.layers {
        Some(_) => square(layout.point(vertex), 0.45 * layout.cell),
        None => Shape::Ring(layout.point(vertex), radius),
    }
}

/// Returns a square by its middle and half of its side.
fn square((x, y): Point, half: f64) -> Shape {
    Shape::Rect((x - half, y - half), (2.0 * half, 2.0 * half))
}

fn line(ends: [Point; 2]) -> Shape {
    Shape::Line(ends.to_vec(), false)
}

/// Returns the head of an arrow, past the middle of an arc: those of opposite arcs are apart.
fn head([from, to]: [Point; 2]) -> Shape {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let tip = (from.0 + 0.6 * x, from.1 + 0.6 * y);
    let scale = 6.0 / x.hypot(y);
    let barb = |side: f64| {
        (
            tip.0 - scale * (x - side * y),
            tip.1 - scale * (y + side * x),
        )
    };
    Shape::Line(vec![barb(0.5), tip, barb(-0.5)], false)
}

fn middle([(x, y), (to_x, to_y)]: [Point; 2]) -> Point {
    ((x + to_x) / 2.0, (y + to_y) / 2.0)
}

pub(super) fn length([(x, y), (to_x, to_y)]: [Point; 2]) -> f64 {
    (to_x - x).hypot(to_y - y)
}

/// Returns the intersection of two lines that are not parallel.
fn intersection([[a, b], [c, d]]: [[Point; 2]; 2]) -> Point {
    let cross = |(x, y): Point, (u, v): Point| x * v - y * u;
    let minus = |(x, y): Point, (u, v): Point| (x - u, y - v);
    let [along, other] = [minus(b, a), minus(d, c)];
    let part = cross(minus(c, a), other) / cross(along, other);
    (a.0 + part * along.0, a.1 + part * along.1)
}

//! A chart of lines with markers as SVG, fit for print: the colours of Okabe and Ito (Color Universal
//! Design, 2008) with other markers and dashes for those who see no colours. White on its own; where the
//! reader prefers a dark scheme, dark.

use super::axis::Axis;
use itertools::Itertools;
use knightsat_base::markup::escape;
use knightsat_render::svg::{Anchor, Letters, Number, Sheet};

/// A chart.
#[derive(Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Drawn as a line across.
    pub limit: f64,
    /// The lines, in the order of the legend.
    pub series: Vec<Series>,
}

/// A line with markers.
#[derive(Debug)]
pub struct Series {
    /// Its name.
    pub label: String,
    /// Which colour, dash and marker it has: the same in every chart of the same rows.
    pub look: usize,
    /// From left to right.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// Whether it is further up, but nobody knows how far: its marker is open.
    pub is_beyond: bool,
}

/// The plot's place in the picture: left, top, width, height.
const PLOT: (f64, f64, f64, f64) = (64.0, 40.0, 480.0, 340.0);
/// Between two lines of the legend.
const LINE: f64 = 19.0;
/// The size of what is written.
const TEXT: f64 = 12.0;
/// Width of a letter, about.
const LETTER: f64 = 6.6;

/// Okabe and Ito's colours without yellow, which is too light for lines on white; the last is that of
/// text.
const COLOURS: [&str; 7] = [
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "currentColor",
];
/// On and off, in pixels.
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];
/// Markers around the origin.
const MARKERS: [&str; 6] = [
    "M-3.8 0A3.8 3.8 0 1 1 3.8 0A3.8 3.8 0 1 1-3.8 0Z",
    "M-3.6-3.6H3.6V3.6H-3.6Z",
    "M0-4.8 4.4 3.4H-4.4Z",
    "M0-5.2 5.2 0 0 5.2-5.2 0Z",
    "M0 4.8 4.4-3.4H-4.4Z",
    "M-1.4-4.4H1.4V-1.4H4.4V1.4H1.4V4.4H-1.4V1.4H-4.4V-1.4H-1.4Z",
];

const STYLE: &str = "\
<style>
  svg { color: #000; background: #fff }
  text { font-family: Helvetica, Arial, 'Liberation Sans', sans-serif; fill: currentColor }
  .grid { stroke: #8884; fill: none }
  .fine { stroke: #8882; fill: none }
  .frame { stroke: currentColor; fill: none }
  .open { fill: #fff }
  @media (prefers-color-scheme: dark) {
    svg { color: #eee; background: #181818 }
    .paper, .open { fill: #181818 }
  }
</style>";

impl Chart {
    /// The picture.
    pub fn svg(&self) -> String {
        let (left, top, width, height) = PLOT;
        let longest = self
            .series
            .iter()
            .map(|series| series.label.chars().count());
        let legend = 50.0 + LETTER * longest.max().unwrap_or(0) as f64;
        let full_width = (left + width + 16.0 + legend).ceil();
        let lines = self.series.len() as f64 * LINE + 16.0;
        let full_height = (top + height.max(lines) + 52.0).ceil();
        let mut sheet = Sheet::new(Letters::Font);
        sheet.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{full_width}\" \
             height=\"{full_height}\" viewBox=\"0 0 {full_width} {full_height}\" role=\"img\" \
             color=\"#000\">\n<title>{}</title>\n{STYLE}",
            escape(&self.title),
        ));
        sheet.line(format_args!(
            "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
        ));
        let title = ((left, top - 21.0), self.title.clone());
        sheet.texts("title", 14.0, Anchor::Start, &[title]);
        self.axes(&mut sheet);
        for series in &self.series {
            self.line(&mut sheet, series);
        }
        self.legend(&mut sheet);
        sheet.line(format_args!("</svg>"));
        sheet.text
    }

    /// Where a point is in the picture.
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let (left, top, width, height) = PLOT;
        (
            left + width * self.x.place(x),
            top + height * (1.0 - self.y.place(y)),
        )
    }

    fn axes(&self, sheet: &mut Sheet) {
        let (left, top, width, height) = PLOT;
        let (right, bottom) = (left + width, top + height);
        grid(&self.x, sheet, |value| {
            let (x, _) = self.at(value, self.y.from);
            [(x, top), (x, bottom)]
        });
        grid(&self.y, sheet, |value| {
            let (_, y) = self.at(self.x.from, value);
            [(left, y), (right, y)]
        });
        let along = |value| (self.at(value, self.y.from).0, bottom + 13.0);
        sheet.texts("tick", TEXT, Anchor::Middle, &labels(&self.x, along));
        let along = |value| (left - 7.0, self.at(self.x.from, value).1);
        sheet.texts("tick", TEXT, Anchor::End, &labels(&self.y, along));
        let (_, y) = self.at(self.x.from, self.limit);
        let limit = format!("M{left} {}H{right}", Number(y));
        sheet.path("frame", " stroke-dasharray=\"4 3\"", &limit);
        let limit = ((left + 6.0, y - 8.0), "time limit".to_string());
        sheet.texts("limit", TEXT, Anchor::Start, &[limit]);
        let frame = format!("M{left} {top}H{right}V{bottom}H{left}Z");
        sheet.path("frame", "", &frame);
        let below = ((left + width / 2.0, bottom + 34.0), self.x.label.clone());
        sheet.texts("axis", TEXT, Anchor::Middle, &[below]);
        let (x, y) = (left - 50.0, top + height / 2.0);
        sheet.line(format_args!(
            "<g transform=\"translate({x} {y}) rotate(-90)\">"
        ));
        let beside = ((0.0, 0.0), self.y.label.clone());
        sheet.texts("axis", TEXT, Anchor::Middle, &[beside]);
        sheet.line(format_args!("</g>"));
    }

    fn line(&self, sheet: &mut Sheet, series: &Series) {
        let places = series.points.iter().map(|point| self.at(point.x, point.y));
        if series.points.len() > 1 {
            sheet.path("series", &stroke(series.look), &path(places));
        }
        for point in &series.points {
            let place = self.at(point.x, point.y);
            marker(sheet, series.look, place, point.is_beyond);
        }
    }

    fn legend(&self, sheet: &mut Sheet) {
        let (left, top, width, _) = PLOT;
        let x = left + width + 16.0;
        let mut labels = Vec::new();
        for (index, series) in self.series.iter().enumerate() {
            let y = top + 8.0 + LINE * index as f64;
            sheet.path("series", &stroke(series.look), &format!("M{x} {y}h32"));
            marker(sheet, series.look, (x + 16.0, y), false);
            labels.push(((x + 39.0, y), series.label.clone()));
        }
        sheet.texts("label", TEXT, Anchor::Start, &labels);
    }
}

/// A line across the plot at every tick, faint where nothing is written.
fn grid(axis: &Axis, sheet: &mut Sheet, line: impl Fn(f64) -> [(f64, f64); 2]) {
    for (class, is_labelled) in [("grid", true), ("fine", false)] {
        let ticks = axis.ticks.iter();
        let ticks = ticks.filter(|(_, label)| label.is_some() == is_labelled);
        let lines = ticks.map(|(value, _)| path(line(*value)));
        sheet.path(class, "", &lines.collect::<String>());
    }
}

/// What is written at the ticks, and where.
fn labels(axis: &Axis, place: impl Fn(f64) -> (f64, f64)) -> Vec<((f64, f64), String)> {
    let ticks = axis.ticks.iter();
    let labels = ticks.filter_map(|(value, label)| Some((place(*value), label.clone()?)));
    labels.collect()
}

fn path(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let points = points.into_iter();
    let points = points.map(|(x, y)| format!("{} {}", Number(x), Number(y)));
    format!("M{}", { points }.join("L"))
}

/// Colour, dash and marker go round at different speeds, so that they agree only after 84 lines.
fn colour(look: usize) -> &'static str {
    COLOURS[look % COLOURS.len()]
}

fn stroke(look: usize) -> String {
    let dash = match DASHES[look % DASHES.len()] {
        "" => String::new(),
        dash => format!(" stroke-dasharray=\"{dash}\""),
    };
    let colour = colour(look);
    format!(" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dash}")
}

fn marker(sheet: &mut Sheet, look: usize, (x, y): (f64, f64), is_open: bool) {
    let colour = colour(look);
    let (class, fill) = if is_open {
        ("open", "#fff")
    } else {
        ("marker", colour)
    };
    let more = format!(
        " fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"1.4\" transform=\"translate({} {})\"",
        Number(x),
        Number(y)
    );
    sheet.path(class, &more, MARKERS[look % MARKERS.len()]);
}

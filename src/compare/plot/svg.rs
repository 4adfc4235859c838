//! A chart of lines with markers as SVG, fit for print: the colours of Okabe and Ito (Color Universal
//! Design, 2008) with other markers and dashes for those who see no colours. White on its own; where the
//! reader prefers a dark scheme, dark.

use super::axis::Axis;
use crate::text::markup::escape;
use itertools::Itertools;
use std::fmt::Write;

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
/// Markers around the origin; the first is drawn as a circle.
const MARKERS: [&str; 6] = [
    "",
    "M-3.6-3.6H3.6V3.6H-3.6Z",
    "M0-4.8 4.4 3.4H-4.4Z",
    "M0-5.2 5.2 0 0 5.2-5.2 0Z",
    "M0 4.8 4.4-3.4H-4.4Z",
    "M-1.4-4.4H1.4V-1.4H4.4V1.4H1.4V4.4H-1.4V1.4H-4.4V-1.4H-1.4Z",
];

const STYLE: &str = "\
  <style>
    svg { color: #000; background: #fff }
    text { font: 12px Helvetica, Arial, 'Liberation Sans', sans-serif; fill: currentColor }
    .title { font-size: 14px }
    .grid { stroke: #8884; fill: none }
    .fine { stroke: #8882; fill: none }
    .frame { stroke: currentColor; fill: none }
    .open { fill: #fff }
    @media (prefers-color-scheme: dark) {
      svg { color: #eee; background: #181818 }
      .paper, .open { fill: #181818 }
    }
  </style>
";

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
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{full_width}\" \
             height=\"{full_height}\" viewBox=\"0 0 {full_width} {full_height}\" role=\"img\" \
             color=\"#000\">\n  <title>{0}</title>\n{STYLE}  <rect class=\"paper\" \
             width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n  <text class=\"title\" \
             x=\"{left}\" y=\"{1}\">{0}</text>\n",
            escape(&self.title),
            top - 16.0,
        );
        self.axes(&mut svg);
        for series in &self.series {
            self.line(&mut svg, series);
        }
        self.legend(&mut svg);
        svg + "</svg>\n"
    }

    /// Where a point is in the picture.
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let (left, top, width, height) = PLOT;
        (
            left + width * self.x.place(x),
            top + height * (1.0 - self.y.place(y)),
        )
    }

    fn axes(&self, svg: &mut String) {
        let (left, top, width, height) = PLOT;
        let (right, bottom) = (left + width, top + height);
        for (value, label) in &self.x.ticks {
            let (x, _) = self.at(*value, self.y.from);
            line(svg, class(label), (x, top), (x, bottom));
            if let Some(label) = label {
                text(svg, "middle", (x, bottom + 17.0), label);
            }
        }
        for (value, label) in &self.y.ticks {
            let (_, y) = self.at(self.x.from, *value);
            line(svg, class(label), (left, y), (right, y));
            if let Some(label) = label {
                text(svg, "end", (left - 7.0, y + 4.0), label);
            }
        }
        let (_, y) = self.at(self.x.from, self.limit);
        let _ = writeln!(
            svg,
            "  <path class=\"frame\" stroke-dasharray=\"4 3\" d=\"M{left} {y:.1}H{right}\"/>"
        );
        text(svg, "start", (left + 6.0, y - 4.0), "time limit");
        let _ = writeln!(
            svg,
            "  <rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
        );
        let middle = left + width / 2.0;
        text(svg, "middle", (middle, bottom + 38.0), &self.x.label);
        let (x, y) = (left - 46.0, top + height / 2.0);
        let _ = writeln!(
            svg,
            "  <text text-anchor=\"middle\" transform=\"translate({x} {y}) rotate(-90)\">{}</text>",
            escape(&self.y.label)
        );
    }

    fn line(&self, svg: &mut String, series: &Series) {
        let places = series.points.iter().map(|point| self.at(point.x, point.y));
        let path = places.map(|(x, y)| format!("{x:.1} {y:.1}")).join("L");
        if series.points.len() > 1 {
            let _ = writeln!(svg, "  <path {} d=\"M{path}\"/>", stroke(series.look));
        }
        for point in &series.points {
            marker(svg, series.look, self.at(point.x, point.y), point.is_beyond);
        }
    }

    fn legend(&self, svg: &mut String) {
        let (left, top, width, _) = PLOT;
        let x = left + width + 16.0;
        for (index, series) in self.series.iter().enumerate() {
            let y = top + 8.0 + LINE * index as f64;
            let _ = writeln!(svg, "  <path {} d=\"M{x} {y}h32\"/>", stroke(series.look));
            marker(svg, series.look, (x + 16.0, y), false);
            text(svg, "start", (x + 39.0, y + 4.0), &series.label);
        }
    }
}

fn class(label: &Option<String>) -> &'static str {
    if label.is_some() { "grid" } else { "fine" }
}

fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = writeln!(
        svg,
        "  <path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>"
    );
}

fn text(svg: &mut String, anchor: &str, (x, y): (f64, f64), text: &str) {
    let text = escape(text);
    let _ = writeln!(
        svg,
        "  <text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    );
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
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dash}")
}

fn marker(svg: &mut String, look: usize, (x, y): (f64, f64), is_open: bool) {
    let colour = colour(look);
    let fill = match is_open {
        true => "class=\"open\" fill=\"#fff\"".to_string(),
        false => format!("fill=\"{colour}\""),
    };
    let paint = format!("{fill} stroke=\"{colour}\" stroke-width=\"1.4\"");
    let _ = match MARKERS[look % MARKERS.len()] {
        "" => writeln!(
            svg,
            "  <circle {paint} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.8\"/>"
        ),
        path => writeln!(
            svg,
            "  <path {paint} transform=\"translate({x:.1} {y:.1})\" d=\"{path}\"/>"
        ),
    };
}

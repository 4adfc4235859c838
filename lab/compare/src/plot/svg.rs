//! A chart of lines with markers as SVG, fit for print, as wide as its page. Three of its colours
//! are of Okabe and Ito (Color Universal Design, 2008). Markers and dashes differ too, so that
//! colour is not needed. The chart is white, or dark if the reader prefers a dark scheme.

use super::Axis;
use crate::base::text::escape;
use itertools::Itertools;
use knightsat_render::svg::{Anchor, Number, Sheet};

/// A chart.
pub struct Chart {
    /// Its title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// A limit, drawn as a horizontal line.
    pub limit: f64,
    /// The lines, in the order of the legend.
    pub series: Vec<Series>,
}

/// A line with markers.
pub struct Series {
    /// Its name.
    pub label: String,
    /// The number of its colour, for the encoding. Numbers beyond the palette wrap around, and are
    /// equal in every chart of the same rows.
    pub colour: usize,
    /// The number of its dash: the solver.
    pub dash: usize,
    /// The number of its marker: the line.
    pub marker: usize,
    /// From left to right.
    pub points: Vec<Point>,
}

/// A point of a line.
pub struct Point {
    /// The horizontal value.
    pub x: f64,
    /// The vertical value.
    pub y: f64,
    /// True if the value is a lower bound: its marker is open.
    pub is_beyond: bool,
}

/// The position of the plot in the picture.
const LEFT: f64 = 64.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 544.0;
const BOTTOM: f64 = 380.0;
/// The distance between lines of the legend.
const LINE: f64 = 19.0;
/// The size of text.
const TEXT: f64 = 12.0;
/// The approximate width of a letter.
const LETTER: f64 = 6.6;

/// Colours on white and on a dark page, distinct for the colour-blind. After the last one follows
/// the colour of the text.
const COLOURS: [(&str, &str); 9] = [
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#e69f00"),
    ("#009e73", "#009e73"),
    ("#6300c7", "#cc79a7"),
    ("#8a0000", "#d55e00"),
    ("#1d5661", "#f0e442"),
    ("#ff0055", "#f0506e"),
    ("#7a5cff", "#8f7bff"),
    ("#7d8500", "#8a8f3a"),
];
/// On and off, in pixels.
const DASHES: [&str; 6] = ["", "7 3", "2 3", "9 3 2 3", "14 4", "9 3 2 3 2 3"];
/// Markers around the origin.
const MARKERS: [&str; 6] = [
    "M-3.8 0A3.8 3.8 0 1 1 3.8 0A3.8 3.8 0 1 1-3.8 0Z",
    "M-3.6-3.6H3.6V3.6H-3.6Z",
    "M0-4.8 4.4 3.4H-4.4Z",
    "M0-5.2 5.2 0 0 5.2-5.2 0Z",
    "M0 4.8 4.4-3.4H-4.4Z",
    "M-1.4-4.4H1.4V-1.4H4.4V1.4H1.4V4.4H-1.4V1.4H-4.4V-1.4H-1.4Z",
];

/// Returns the style sheet. The attributes of elements are for white paper, and dark pages override
/// them.
fn style() -> String {
    let dark = COLOURS.iter().enumerate();
    let dark = dark.map(|(number, (_, dark))| format!("    .c{number} {{ color: {dark} }}"));
    let rules = include_str!("plot.css").replace("[dark]", &{ dark }.join("\n"));
    format!("<style>\n{rules}</style>")
}

impl Chart {
    /// Draws the chart.
    pub fn svg(&self) -> String {
        let labels = self.series.iter().map(|series| &series.label);
        let longest = labels.map(|label| label.chars().count()).max();
        let legend = 50.0 + LETTER * longest.unwrap_or(0) as f64;
        let width = (RIGHT + 16.0 + legend).ceil();
        let lines = TOP + self.series.len() as f64 * LINE + 16.0;
        let height = (BOTTOM.max(lines) + 52.0).ceil();
        let mut sheet = Sheet::default();
        sheet.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" color=\"#000\">\n<title>{}</title>\n{}\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
            escape(&self.title),
            style(),
        ));
        let title = ((LEFT, TOP - 21.0), self.title.clone());
        sheet.texts("title", 14.0, Anchor::Start, &[title]);
        self.axes(&mut sheet);
        for series in &self.series {
            let places = series.points.iter().map(|point| self.at(point.x, point.y));
            if series.points.len() > 1 {
                line(&mut sheet, series, &path(places.clone()));
            }
            for (point, place) in series.points.iter().zip(places) {
                marker(&mut sheet, series, place, point.is_beyond);
            }
        }
        self.legend(&mut sheet);
        sheet.line(format_args!("</svg>"));
        sheet.text
    }

    /// Returns the position of a point in the picture.
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (
            LEFT + (RIGHT - LEFT) * self.x.place(x),
            TOP + (BOTTOM - TOP) * (1.0 - self.y.place(y)),
        )
    }

    fn axes(&self, sheet: &mut Sheet) {
        let across = |value| self.at(value, self.y.from).0;
        let up = |value| self.at(self.x.from, value).1;
        grid(&self.x, sheet, |x| [(across(x), TOP), (across(x), BOTTOM)]);
        grid(&self.y, sheet, |y| [(LEFT, up(y)), (RIGHT, up(y))]);
        let below = labels(&self.x, |x| (across(x), BOTTOM + 13.0));
        sheet.texts("tick", TEXT, Anchor::Middle, &below);
        let beside = labels(&self.y, |y| (LEFT - 7.0, up(y)));
        sheet.texts("tick", TEXT, Anchor::End, &beside);
        let y = up(self.limit);
        let limit = format!("M{LEFT} {}H{RIGHT}", Number(y));
        sheet.path("frame", " stroke-dasharray=\"4 3\"", &limit);
        let limit = format!("time limit {} s", self.limit);
        let limit = ((LEFT + 6.0, y - 8.0), limit);
        sheet.texts("limit", TEXT, Anchor::Start, &[limit]);
        let frame = format!("M{LEFT} {TOP}H{RIGHT}V{BOTTOM}H{LEFT}Z");
        sheet.path("frame", "", &frame);
        let middle = ((LEFT + RIGHT) / 2.0, (TOP + BOTTOM) / 2.0);
        let below = ((middle.0, BOTTOM + 34.0), self.x.label.clone());
        sheet.texts("axis", TEXT, Anchor::Middle, &[below]);
        let (x, y) = (LEFT - 50.0, middle.1);
        sheet.line(format_args!(
            "<g transform=\"translate({x} {y}) rotate(-90)\">"
        ));
        let beside = ((0.0, 0.0), self.y.label.clone());
        sheet.texts("axis", TEXT, Anchor::Middle, &[beside]);
        sheet.line(format_args!("</g>"));
    }

    fn legend(&self, sheet: &mut Sheet) {
        let x = RIGHT + 16.0;
        let mut labels = Vec::new();
        for (index, series) in self.series.iter().enumerate() {
            let y = TOP + 8.0 + LINE * index as f64;
            line(sheet, series, &format!("M{x} {y}h32"));
            marker(sheet, series, (x + 16.0, y), false);
            labels.push(((x + 39.0, y), series.label.clone()));
        }
        sheet.texts("label", TEXT, Anchor::Start, &labels);
    }
}

/// Draws a line across the plot at every tick, faint without a label.
fn grid(axis: &Axis, sheet: &mut Sheet, line: impl Fn(f64) -> [(f64, f64); 2]) {
    for (class, is_labelled) in [("grid", true), ("fine", false)] {
        let ticks = axis.ticks.iter();
        let ticks = ticks.filter(|(_, label)| label.is_some() == is_labelled);
        let lines = ticks.map(|(value, _)| path(line(*value)));
        sheet.path(class, "", &lines.collect::<String>());
    }
}

/// Returns the labels of the ticks, with their positions.
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

/// Returns the class of a colour, and its attribute for white paper.
fn colour(series: &Series) -> (String, String) {
    let number = series.colour % (COLOURS.len() + 1);
    match COLOURS.get(number) {
        Some((colour, _)) => (format!(" c{number}"), format!(" color=\"{colour}\"")),
        None => (String::new(), String::new()),
    }
}

fn line(sheet: &mut Sheet, series: &Series, commands: &str) {
    let (class, colour) = colour(series);
    let dash = match DASHES[series.dash % DASHES.len()] {
        "" => String::new(),
        dash => format!(" stroke-dasharray=\"{dash}\""),
    };
    let more = format!("{colour} fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\"{dash}");
    sheet.path(&format!("series{class}"), &more, commands);
}

fn marker(sheet: &mut Sheet, series: &Series, (x, y): (f64, f64), is_open: bool) {
    let (class, colour) = colour(series);
    let (kind, fill) = if is_open {
        ("open", "#fff")
    } else {
        ("marker", "currentColor")
    };
    let (x, y) = (Number(x), Number(y));
    let more = format!(
        "{colour} fill=\"{fill}\" stroke=\"currentColor\" stroke-width=\"1.4\" transform=\"translate({x} {y})\""
    );
    let shape = MARKERS[series.marker % MARKERS.len()];
    sheet.path(&format!("{kind}{class}"), &more, shape);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Name;

    /// Returns the contrast of two colours by the Web Content Accessibility Guidelines, 1 to 21.
    fn contrast(one: &str, other: &str) -> f64 {
        let part = |colour: &str, at: usize| {
            let part = u32::from_str_radix(&colour[at..at + 2], 16).unwrap();
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        let light = |colour| {
            0.2126 * part(colour, 1) + 0.7152 * part(colour, 3) + 0.0722 * part(colour, 5) + 0.05
        };
        let (one, other) = (light(one), light(other));
        one.max(other) / one.min(other)
    }

    #[test]
    fn every_encoding_has_a_colour_that_stands_out_from_its_page() {
        assert!(
            COLOURS.len() + 1 >= Name::ALL.len(),
            "encodings share colours"
        );
        for (on_white, on_dark) in COLOURS {
            assert!(contrast(on_white, "#ffffff") >= 3.1, "{on_white}");
            assert!(contrast(on_dark, "#181818") >= 3.1, "{on_dark}");
        }
    }
}

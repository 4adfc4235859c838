//! The colours of the pictures.
//!
//! Paths have the colours of Okabe and Ito, which are distinct under all common colour blindnesses
//! (Color Universal Design, 2008, jfly.uni-koeln.de/color). Yellow is omitted, since it is hard to
//! see on white paper. Colour is never the only distinction: start and end differ in shape, and
//! further paths in their dashes.

use super::{Letters, Look};

/// Light, dark, or by the preference of the viewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For paper and light pages.
    Light,
    /// For dark pages.
    Dark,
    /// Light, or dark if the viewer prefers it.
    #[default]
    Auto,
}

/// Colours of the paths, in turn; the fifth is the colour of the ink.
pub(super) const COLOURS: usize = 7;

/// Colours of the steps of one path.
pub(super) const HUES: usize = 60;
const CHROMA: f64 = 0.15;

/// A style rule: a class, a property, and its colour in light and in dark.
type Rule = (&'static str, &'static str, [&'static str; 2]);

const INK: [&str; 2] = ["#1c1c1c", "#eceff3"];
const GROUND: [Rule; 7] = [
    ("page", "fill", ["#ffffff", "#16181c"]),
    ("light", "fill", ["#fbfaf7", "#363b43"]),
    ("dark", "fill", ["#e4e1d9", "#262a31"]),
    ("rule", STROKE, ["#a8a49a", "#6b727d"]),
    ("start", "fill", ["#00734f", "#00c795"]),
    ("end", "fill", ["#b34700", "#ff8c42"]),
    ("head", STROKE, ["#b34700", "#ff8c42"]),
];
const TEXTS: [(&str, [&str; 2]); 3] = [
    ("label", INK),
    ("number", INK),
    ("mark", ["#ffffff", "#101214"]),
];
const PATHS: [[&str; COLOURS]; 2] = [
    [
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9",
    ],
    [
        "#56b4e9", "#e69f00", "#00b386", "#cc79a7", "#f5f5f5", "#f07f2e", "#4a90d9",
    ],
];
const GIVEN: [Rule; 3] = [
    ("required", STROKE, ["#f2d35c", "#7d6a14"]),
    ("forbidden", STROKE, ["#a4004d", "#ff8fb8"]),
    ("given", STROKE, INK),
];
const STROKE: &str = "fill:none;stroke";

/// Returns the style sheet of a picture, with rules for clues if there are any.
pub(super) fn style(look: &Look, is_given: bool) -> String {
    let [light, dark] = [0, 1].map(|shade| rules(shade, look, is_given));
    let rules = match look.theme {
        Theme::Light => light,
        Theme::Dark => dark,
        Theme::Auto => format!("{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n"),
    };
    let common = match look.letters {
        Letters::Font => ".tour text{font-family:system-ui,\"Helvetica Neue\",Arial,sans-serif}\n",
        Letters::Lines => "",
    };
    format!("{common}{rules}")
}

fn rules(shade: usize, look: &Look, is_given: bool) -> String {
    let mut text = String::new();
    let mut rule = |class: &str, what: &str, colour: &str| {
        text += &format!(".tour .{class}{{{what}:{colour}}}\n");
    };
    let is_drawn = |class: &str| look.animate || class != "head";
    for (class, what, colours) in GROUND.into_iter().filter(|rule| is_drawn(rule.0)) {
        rule(class, what, colours[shade]);
    }
    for (class, colours) in TEXTS {
        let line = "fill:none;stroke-width:.8;stroke-linecap:round;stroke";
        match look.letters {
            Letters::Font => rule(class, "fill", colours[shade]),
            Letters::Lines => rule(&format!("{class}-line"), line, colours[shade]),
        }
    }
    for (nth, colour) in PATHS[shade].iter().enumerate() {
        rule(&format!("p{nth}"), STROKE, colour);
        rule(&format!("d{nth}"), "fill", colour);
    }
    for nth in 0..if look.style.has_colours() { HUES } else { 0 } {
        rule(&format!("h{nth}"), STROKE, &hue(nth, shade));
    }
    for (class, what, colours) in GIVEN.into_iter().filter(|_| is_given) {
        rule(class, what, colours[shade]);
    }
    text
}

/// Returns a colour of the steps: from blue to red, in OKLCH (bottosson.github.io/posts/oklab). The
/// lightness changes too, for viewers who see few colours.
fn hue(nth: usize, shade: usize) -> String {
    let share = nth as f64 / (HUES - 1) as f64;
    let between = |[from, to]: [f64; 2]| from + share * (to - from);
    let lightness = between([[0.45, 0.66], [0.66, 0.80]][shade]);
    let (sin, cos) = between([4.7, 0.45]).sin_cos();
    let (a, b) = (CHROMA * cos, CHROMA * sin);
    let long = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
    let middle = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
    let short = (lightness - 0.0894841775 * a - 1.2914855480 * b).powi(3);
    let rows = [
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    ];
    let byte = |linear: f64| {
        let value = match linear.clamp(0.0, 1.0) {
            dark if dark <= 0.0031308 => 12.92 * dark,
            light => 1.055 * light.powf(1.0 / 2.4) - 0.055,
        };
        format!("{:02x}", (255.0 * value).round() as u8)
    };
    format!("#{}", rows.map(byte).concat())
}

//! The colours and the styles of pictures.
//!
//! Paths have the colours of Okabe and Ito, which are distinct under all common colour blindnesses
//! (Color Universal Design, 2008, jfly.uni-koeln.de/color). Yellow is omitted, since it is hard to
//! see on white paper. Colour is never the only distinction: start and end differ in shape, and
//! further paths in their dashes.

use std::collections::BTreeSet;

/// The style of a picture: numbers and colours for the order of the steps, or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureStyle {
    /// Numbers beside a line of one colour.
    #[default]
    Numbers,
    /// Numbers, and colours that change from step to step.
    Steps,
    /// The line alone, as in a printed booklet.
    Lines,
    /// A line whose colour changes from step to step.
    Colours,
}

impl PictureStyle {
    /// The styles with their names.
    pub const ALL: [(&str, PictureStyle); 4] = [
        ("numbers", PictureStyle::Numbers),
        ("steps", PictureStyle::Steps),
        ("lines", PictureStyle::Lines),
        ("colours", PictureStyle::Colours),
    ];

    /// Returns true if the steps have numbers, and true if their colours change.
    pub(super) fn draws(self) -> [bool; 2] {
        match self {
            PictureStyle::Numbers => [true, false],
            PictureStyle::Steps => [true, true],
            PictureStyle::Lines => [false, false],
            PictureStyle::Colours => [false, true],
        }
    }
}

/// Colours of the paths, in turn; the fifth is the colour of the ink.
pub(super) const COLOURS: usize = 7;

/// Colours of the steps of one path.
pub(super) const HUES: usize = 60;

/// Classes of elements, each with `fill` or `stroke`, and its colours in light and in dark. Paths
/// are `p` with a number, and their dots `d`. The steps of a single path are `h`: from blue to red
/// in OKLCH (bottosson.github.io/posts/oklab), with chroma 0.15. Their lightness changes too, for
/// viewers who see few colours.
const TABLE: &str = include_str!("colours.txt");

/// Returns true if a class is filled, and its colours in light and in dark.
pub(super) fn colours(class: &str) -> (bool, [&'static str; 2]) {
    let mut rows = TABLE.lines().map(|line| line.split(' '));
    let row = rows.find_map(|mut row| row.next().filter(|name| *name == class).map(|_| row));
    let mut row = row.expect("every class has colours");
    let mut next = || row.next().expect("a row has four words");
    (next() == "fill", [next(), next()])
}

/// Returns the style sheet of a picture with elements of these classes: light, or dark if the
/// viewer prefers it.
pub(super) fn sheet(classes: &BTreeSet<&str>) -> String {
    let rules = |shade: usize| {
        let rule = |class: &&str| {
            let (is_filled, colours) = colours(class);
            let property = if is_filled {
                "fill"
            } else {
                "fill:none;stroke"
            };
            format!(".tour .{class}{{{property}:{}}}\n", colours[shade])
        };
        classes.iter().map(rule).collect::<String>()
    };
    let [light, dark] = [0, 1].map(rules);
    format!("{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n")
}

//! The styles of pictures: how they show the order of the steps.

use std::str::FromStr;

/// The style of a picture: numbers and colours for the order of the steps, or neither.
///
/// ```
/// use knightsat_render::svg::PictureStyle;
///
/// assert_eq!("lines".parse(), Ok(PictureStyle::Lines));
/// assert!(!PictureStyle::Lines.has_numbers() && PictureStyle::Steps.has_colours());
/// ```
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

/// A style, its name, its help, and true if it has numbers and colours.
type Row = (PictureStyle, &'static str, &'static str, [bool; 2]);

const TABLE: [Row; 4] = [
    (
        PictureStyle::Numbers,
        "numbers",
        "The number of each step beside the line",
        [true, false],
    ),
    (
        PictureStyle::Steps,
        "steps",
        "Numbers, and a line from blue to red",
        [true, true],
    ),
    (
        PictureStyle::Lines,
        "lines",
        "The line alone, as in a booklet",
        [false, false],
    ),
    (
        PictureStyle::Colours,
        "colours",
        "The line alone, from blue to red",
        [false, true],
    ),
];

impl PictureStyle {
    /// Returns the names and their help.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
        TABLE.into_iter().map(|(_, name, help, _)| (name, help))
    }

    /// Returns true if the steps have numbers.
    pub fn has_numbers(self) -> bool {
        self.draws()[0]
    }

    /// Returns true if the colour of the line changes from step to step.
    pub fn has_colours(self) -> bool {
        self.draws()[1]
    }

    fn draws(self) -> [bool; 2] {
        let row = TABLE.into_iter().find(|(style, ..)| *style == self);
        row.expect("every style has a row").3
    }
}

/// The error is the unknown name.
impl FromStr for PictureStyle {
    type Err = String;

    fn from_str(name: &str) -> Result<PictureStyle, String> {
        let row = TABLE.into_iter().find(|(_, known, ..)| *known == name);
        row.map(|(style, ..)| style).ok_or_else(|| name.into())
    }
}

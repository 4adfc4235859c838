//! The colours of the pictures.
//!
//! Paths have the colours of Okabe and Ito, which people with any common colour blindness tell
//! apart (Color Universal Design, 2008, jfly.uni-koeln.de/color; the seven without yellow, which
//! white paper swallows). So that nothing hangs on colour alone, start and end differ in shape, and
//! paths beyond the first in their dashes.

use super::Letters;
use std::fmt::Write;

/// Light, dark, or as whoever looks at the picture prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For paper and light pages.
    Light,
    /// For dark pages.
    Dark,
    /// Light, and dark where the viewer asks for it.
    #[default]
    Auto,
}

/// Colours of the paths, in turn; the fifth is the colour of the ink.
pub(super) const COLOURS: usize = 7;

struct Palette {
    page: &'static str,
    light: &'static str,
    dark: &'static str,
    rule: &'static str,
    ink: &'static str,
    paths: [&'static str; COLOURS],
    start: &'static str,
    end: &'static str,
    mark: &'static str,
    required: &'static str,
    forbidden: &'static str,
}

const LIGHT: Palette = Palette {
    page: "#ffffff",
    light: "#fbfaf7",
    dark: "#e4e1d9",
    rule: "#a8a49a",
    ink: "#1c1c1c",
    paths: [
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9",
    ],
    start: "#00734f",
    end: "#b34700",
    mark: "#ffffff",
    required: "#f2d35c",
    forbidden: "#a4004d",
};

const DARK: Palette = Palette {
    page: "#16181c",
    light: "#363b43",
    dark: "#262a31",
    rule: "#6b727d",
    ink: "#eceff3",
    paths: [
        "#56b4e9", "#e69f00", "#00b386", "#cc79a7", "#f5f5f5", "#f07f2e", "#4a90d9",
    ],
    start: "#00c795",
    end: "#ff8c42",
    mark: "#101214",
    required: "#7d6a14",
    forbidden: "#ff8fb8",
};

/// The style sheet of a picture; what is given has its rules where something is.
pub(super) fn style(theme: Theme, letters: Letters, is_given: bool) -> String {
    let rules = match theme {
        Theme::Light => LIGHT.rules(letters, is_given),
        Theme::Dark => DARK.rules(letters, is_given),
        Theme::Auto => {
            let (light, dark) = (
                LIGHT.rules(letters, is_given),
                DARK.rules(letters, is_given),
            );
            format!("{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n")
        }
    };
    let common = match letters {
        Letters::Font => ".tour text{font-family:system-ui,\"Helvetica Neue\",Arial,sans-serif}\n",
        Letters::Lines => "",
    };
    format!("{common}{rules}")
}

impl Palette {
    fn rules(&self, letters: Letters, is_given: bool) -> String {
        let mut text = String::new();
        let mut rule = |class: &str, what: &str, colour: &str| {
            writeln!(text, ".tour .{class}{{{what}:{colour}}}").expect("a string takes all");
        };
        rule("page", "fill", self.page);
        rule("light", "fill", self.light);
        rule("dark", "fill", self.dark);
        rule("rule", "fill:none;stroke", self.rule);
        rule("start", "fill", self.start);
        rule("end", "fill", self.end);
        for (class, colour) in [
            ("label", self.ink),
            ("number", self.ink),
            ("mark", self.mark),
        ] {
            match letters {
                Letters::Font => rule(class, "fill", colour),
                Letters::Lines => {
                    let line = "fill:none;stroke-width:.8;stroke-linecap:round;stroke";
                    rule(&format!("{class}-line"), line, colour);
                }
            }
        }
        for (nth, colour) in self.paths.iter().enumerate() {
            rule(&format!("p{nth}"), "fill:none;stroke", colour);
            rule(&format!("d{nth}"), "fill", colour);
        }
        let given = [
            ("required", self.required),
            ("forbidden", self.forbidden),
            ("given", self.ink),
        ];
        for (class, colour) in given.into_iter().filter(|_| is_given) {
            rule(class, "fill:none;stroke", colour);
        }
        text
    }
}

//! Pictures of what was found: the options, and the files.

mod draw;
mod terminal;

use crate::cli::shared::destination::distinct;
use crate::cli::shared::output::Output;
use anyhow::{Result, ensure};
use clap::{ArgGroup, ValueEnum};
use knightsat::render::Terminal;
use knightsat::render::svg::Theme;
use knightsat::stop::Stop;
use knightsat::tour::place::Place;
use std::path::{Path, PathBuf};

pub use draw::Pictures;
pub use terminal::ColorArgs;

/// More squares than these make no picture, but gigabytes.
const LARGEST: u32 = 1 << 20;

/// Where to draw the tour, and how.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(
    next_help_heading = "Pictures",
    group = ArgGroup::new("themed").args(["svg", "png"]).multiple(true)
)]
pub struct PictureArgs {
    /// Draw the tour as SVG in this file; - for standard output
    ///
    /// A tour that is drawn on standard output is not printed as well.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a page that plays the tour
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw the tour as a bitmap
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Length of the PNG's longer side
    ///
    /// At most 4096 for more than 65536 squares; 16384 takes two gigabytes of memory.
    #[arg(long, value_name = "PIXELS", requires = "png", hide_short_help = true, value_parser = clap::value_parser!(u32).range(16..=16384))]
    size: Option<u32>,
    /// Colours of SVG and PNG; auto lets the viewer of an SVG decide, and is light for PNG
    #[arg(
        long,
        value_enum,
        default_value_t,
        requires = "themed",
        hide_short_help = true
    )]
    theme: ThemeChoice,
}

/// The colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ThemeChoice {
    #[default]
    Auto,
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    Html,
    Png,
}

impl Form {
    fn option(self) -> &'static str {
        match self {
            Form::Svg => "--svg",
            Form::Html => "--html",
            Form::Png => "--png",
        }
    }
}

impl PictureArgs {
    /// Refuses what would take minutes or gigabytes to draw, before anything is read or made.
    pub fn check(&self, place: &Place) -> Result<()> {
        ensure!(
            self.is_empty() || place.len() <= LARGEST,
            "{place} is too large to draw: the limit is {LARGEST} squares or vertices"
        );
        #[cfg(feature = "png")]
        if self.png.is_some() {
            knightsat::render::png::fits(place.len(), self.size)?;
        }
        Ok(())
    }

    /// Whether no file is asked for.
    pub fn is_empty(&self) -> bool {
        let files = [&self.svg, &self.html, &self.png];
        files.into_iter().all(Option::is_none)
    }

    /// Opens the files, so that one that cannot be written is known of before a long search. What else is
    /// printed goes to `terminal`.
    pub fn open(&self, place: &Place, terminal: Terminal) -> Result<Pictures> {
        let asked = [
            (Form::Svg, &self.svg),
            (Form::Html, &self.html),
            (Form::Png, &self.png),
        ];
        let asked = asked
            .into_iter()
            .filter_map(|(form, path)| Some((form, path.clone()?)));
        let asked: Vec<(Form, PathBuf)> = asked.collect();
        self.check(place)?;
        let named: Vec<(&str, Option<&Path>)> = asked
            .iter()
            .map(|(form, path)| (form.option(), Some(path.as_path())))
            .collect();
        distinct(&named)?;
        ensure!(
            cfg!(feature = "png") || self.png.is_none(),
            "--png: this program was built without PNG: build it with cargo install --path . \
             --features png, or use --svg"
        );
        let open = |(form, path): (Form, PathBuf)| {
            let output = Output::open(Some(&path))?;
            Ok((form, path, output))
        };
        Ok(Pictures {
            files: asked.into_iter().map(open).collect::<Result<_>>()?,
            theme: match self.theme {
                ThemeChoice::Auto => Theme::Auto,
                ThemeChoice::Light => Theme::Light,
                ThemeChoice::Dark => Theme::Dark,
            },
            size: self.size,
            stop: Stop::default(),
            terminal,
        })
    }
}

//! Pictures of tours: the options, and the files.

use crate::cli::shared::number::named;
use crate::cli::shared::output::{Output, Outputs, open_all, takes_stdout};
use crate::cli::shared::report::{Exit, TourFormat, text_output};
use anyhow::{Result, ensure};
use clap::ArgGroup;
use knightsat::prelude::{Place, Stop};
use knightsat::search::Verdict;
use knightsat::tour::Request;
use knightsat_render::html;
use knightsat_render::scene::Scene;
use knightsat_render::svg::tikz::tikz;
use knightsat_render::svg::{self, Look, PictureStyle};
use std::io::Write;
use std::path::PathBuf;

/// The most squares of a picture; more would take gigabytes.
const LARGEST: u32 = 1 << 20;

/// Destination and style of pictures.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(
    next_help_heading = "Pictures",
    group = ArgGroup::new("styled").args(["svg", "tikz"]).multiple(true)
)]
pub struct PictureArgs {
    /// Draw the tour as SVG in this file; - for standard output
    ///
    /// The drawing then replaces the printed tour.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a page that plays the tour
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the picture in TikZ, for slides and papers in LaTeX
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    tikz: Option<PathBuf>,
    /// Style of SVG and TikZ: the order of the steps as numbers, as colours, both or neither
    #[arg(long, value_parser = named(PictureStyle::ALL), default_value = "numbers", requires = "styled", hide_short_help = true)]
    style: PictureStyle,
    /// Let the SVG draw the tour step by step, again and again, without a script
    #[arg(long, requires = "svg", hide_short_help = true)]
    animate: bool,
}

/// Draws scenes.
type Draw = fn(&[Scene], &Look) -> Result<String>;

impl PictureArgs {
    /// Returns true if no file is named.
    pub fn is_empty(&self) -> bool {
        let files = [&self.svg, &self.html, &self.tikz];
        files.into_iter().all(Option::is_none)
    }

    /// Opens the files, so that an unwritable file is detected before a long search. Refuses
    /// pictures that would take gigabytes. The text has this format.
    pub fn open(&self, place: &Place, format: TourFormat, stop: &Stop) -> Result<Pictures> {
        ensure!(
            self.is_empty() || place.len() <= LARGEST,
            "{place} is too large to draw: the limit is {LARGEST} squares or vertices"
        );
        let files: [(_, _, Draw); 3] = [
            ("--svg", &self.svg, |scenes, look| {
                Ok(svg::side_by_side(scenes, look))
            }),
            ("--html", &self.html, |scenes, _| {
                ensure!(
                    scenes.len() < 3,
                    "--html plays one tour or two: name fewer, or use --svg"
                );
                Ok(html::page(scenes))
            }),
            ("--tikz", &self.tikz, |scenes, look| Ok(tikz(scenes, look))),
        ];
        let (style, animate) = (self.style, self.animate);
        Ok(Pictures {
            files: open_all(&files, stop)?,
            look: Look { style, animate },
            format,
        })
    }
}

/// Files opened for pictures.
pub struct Pictures {
    files: Vec<(Draw, PathBuf, Output)>,
    look: Look,
    /// The format of the text.
    pub format: TourFormat,
}

impl Pictures {
    /// Returns true if no file is named.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns true if a picture takes standard output.
    pub fn take_stdout(&self) -> bool {
        self.files.iter().any(|(_, path, _)| takes_stdout(path))
    }

    /// Returns the stream for other output, separate from the bytes of a picture.
    pub fn text_output(&self) -> Box<dyn Write> {
        text_output(self.take_stdout())
    }

    /// Draws scenes in all the files: a sheet of any number, or a page that plays one or two.
    pub fn draw(self, scenes: &[Scene]) -> Result<()> {
        let mut outputs = Outputs::default();
        for (draw, path, output) in self.files {
            let text = draw(scenes, &self.look)?;
            outputs.write(output, text.as_bytes(), &path)?;
        }
        outputs.finish()
    }

    /// Draws the tour if there is one, and prints the verdict.
    pub fn verdict(self, request: &Request, verdict: &Verdict) -> Result<Exit> {
        let format = self.format;
        self.finish(request, verdict, |out| {
            format.verdict(request, verdict, out)
        })
    }

    /// Draws the tour if there is one. `print` then prints it, unless the picture takes its place.
    pub fn finish(
        self,
        request: &Request,
        verdict: &Verdict,
        print: impl FnOnce(&mut dyn Write) -> Result<Exit>,
    ) -> Result<Exit> {
        let takes_stdout = self.take_stdout();
        let mut out = self.text_output();
        if let Verdict::Tour(tour) = verdict
            && !self.is_empty()
        {
            let scene = Scene::of_tour(&request.place, tour)
                .with_given(request.tour.given(&request.place)?);
            self.draw(&[scene])?;
            if takes_stdout {
                return Ok(Exit::Good);
            }
        }
        print(&mut out)
    }
}

/// Format and pictures of a tour.
#[derive(Clone, Debug, clap::Args)]
pub struct TourOutputArgs {
    /// Format of the tour
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub format: TourFormat,
    #[command(flatten)]
    pictures: PictureArgs,
}

impl TourOutputArgs {
    /// Opens the files of the pictures.
    pub fn open(&self, place: &Place, stop: &Stop) -> Result<Pictures> {
        self.pictures.open(place, self.format, stop)
    }

    /// Returns the format of the tours of several puzzles, which have no pictures.
    pub fn of_several(&self) -> Result<TourFormat> {
        let is_plain = self.pictures.is_empty();
        ensure!(is_plain, "pictures are of one puzzle: name its file");
        Ok(match self.format {
            TourFormat::Json => TourFormat::Json,
            _ => TourFormat::Moves,
        })
    }
}

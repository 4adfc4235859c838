//! Pictures of tours: the options, and the files.

use crate::cli::shared::number::{named, within};
use crate::cli::shared::output::{Output, Outputs, open_all, takes_stdout};
use crate::cli::shared::report::{Exit, TourFormat, View, note, text_output};
use anyhow::{Result, bail, ensure};
use clap::{ArgGroup, ColorChoice};
use knightsat::prelude::{Place, Stop, Stopped};
use knightsat::search::Verdict;
use knightsat::tour::spec::Request;
use knightsat_render::scene::Scene;
use knightsat_render::svg::tikz::tikz;
use knightsat_render::svg::{self, Look, PictureStyle, Theme};
use knightsat_render::{Terminal, html};
use rustix::termios::tcgetwinsize;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{env, thread};

/// The most squares of a picture; more would take gigabytes.
const LARGEST: u32 = 1 << 20;

/// Time for a picture after the deadline of the search. A signal leaves most of a second.
const ALLOWANCE: Duration = Duration::from_millis(700);

/// Destination and style of pictures.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(
    next_help_heading = "Pictures",
    group = ArgGroup::new("themed").args(["svg", "png"]).multiple(true),
    group = ArgGroup::new("styled").args(["svg", "png", "tikz"]).multiple(true)
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
    /// Draw the tour as a bitmap
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    png: Option<PathBuf>,
    /// Write the picture in TikZ, for slides and papers in LaTeX
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    tikz: Option<PathBuf>,
    /// Length of the PNG's longer side
    ///
    /// At most 4096 for more than 65536 squares; 16384 takes two gigabytes of memory.
    #[arg(long, value_name = "PIXELS", requires = "png", hide_short_help = true, value_parser = |text: &str| within(text, 16_u32..=16384))]
    size: Option<u32>,
    /// Colours of SVG and PNG; auto lets the viewer of an SVG decide, and is light for PNG
    #[arg(long, value_parser = named(THEMES), default_value = "auto", requires = "themed", hide_short_help = true)]
    theme: Theme,
    /// Style of SVG, PNG and TikZ: the order of the steps as numbers, as colours, both or neither
    #[arg(long, value_parser = named(PictureStyle::ALL), default_value = "numbers", requires = "styled", hide_short_help = true)]
    style: PictureStyle,
    /// Let the SVG draw the tour step by step, again and again, without a script
    #[arg(long, requires = "svg", hide_short_help = true)]
    animate: bool,
}

const THEMES: [(&str, Theme); 3] = [
    ("auto", Theme::Auto),
    ("light", Theme::Light),
    ("dark", Theme::Dark),
];

/// Draws scenes in a size.
type Draw = fn(&[Scene], &Look, Option<u32>) -> Result<Vec<u8>>;

impl PictureArgs {
    /// Returns true if no file is named.
    pub fn is_empty(&self) -> bool {
        let files = [&self.svg, &self.html, &self.png, &self.tikz];
        files.into_iter().all(Option::is_none)
    }

    /// Opens the files, so that an unwritable file is detected before a long search. Refuses
    /// pictures that would take minutes or gigabytes. The text has this view.
    pub fn open(&self, place: &Place, view: View, stop: &Stop) -> Result<Pictures> {
        ensure!(
            self.is_empty() || place.len() <= LARGEST,
            "{place} is too large to draw: the limit is {LARGEST} squares or vertices"
        );
        #[cfg(feature = "png")]
        if self.png.is_some() {
            knightsat_render::png::fits(place.len(), self.size)?;
        }
        ensure!(
            cfg!(feature = "png") || self.png.is_none(),
            "--png: this program was built without PNG: build it with cargo install --path . \
             --features png, or use --svg"
        );
        let files: [(_, _, Draw); 4] = [
            ("--svg", &self.svg, |scenes, look, _| {
                Ok(svg::side_by_side(scenes, look).into())
            }),
            ("--html", &self.html, |scenes, _, _| {
                ensure!(
                    scenes.len() < 3,
                    "--html plays one tour or two: name fewer, or use --svg"
                );
                Ok(html::page(scenes).into())
            }),
            ("--png", &self.png, png),
            ("--tikz", &self.tikz, |scenes, look, _| {
                Ok(tikz(scenes, look).into())
            }),
        ];
        Ok(Pictures {
            files: open_all(&files, stop)?,
            look: Look {
                theme: self.theme,
                style: self.style,
                animate: self.animate,
                ..Look::default()
            },
            size: self.size,
            stop: stop.clone(),
            view,
        })
    }
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
    ///
    /// A search that ended at its deadline leaves `ALLOWANCE`. After it, drawing fails with
    /// [`Stopped`], and no part of the picture is left.
    pub fn draw(self, scenes: &[Scene]) -> Result<()> {
        let stop = self.stop.for_report(ALLOWANCE);
        let mut outputs = Outputs::default();
        for (draw, path, output) in self.files {
            let (own, look, size) = (scenes.to_vec(), self.look, self.size);
            let bytes = aside(&stop, move || draw(&own, &look, size))??;
            match output {
                // A pipe may be full.
                Output::Stream(_) => {
                    aside(&stop, move || output.finish_with(&bytes, &path))??;
                }
                Output::File(_) => outputs.write(output, &bytes, &path)?,
            }
        }
        outputs.finish()
    }

    /// Draws like [`Pictures::draw`]; at the deadline prints a note and returns false.
    pub fn draw_in_time(self, scenes: &[Scene]) -> Result<bool> {
        self.draw(scenes).map(|()| true).or_else(|error| {
            let stopped: Stopped = error.downcast()?;
            note!("{stopped}: the tour is found, and the picture is not drawn");
            Ok(false)
        })
    }

    /// Draws the tour if there is one, and prints the verdict.
    pub fn verdict(self, request: &Request, verdict: &Verdict) -> Result<Exit> {
        let view = self.view;
        self.finish(request, verdict, |out| view.verdict(request, verdict, out))
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
        let mut is_drawn = true;
        if let Verdict::Tour(tour) = verdict
            && !self.is_empty()
        {
            let scene = Scene::of_tour(&request.place, tour)
                .with_given(request.tour.given(&request.place)?);
            is_drawn = self.draw_in_time(&[scene])?;
            if is_drawn && takes_stdout {
                return Ok(Exit::Good);
            }
        }
        let exit = print(&mut out)?;
        Ok(if is_drawn { exit } else { Exit::Unknown })
    }
}

/// Runs `make` in a separate thread, since drawing cannot be interrupted. At the deadline, the
/// thread is abandoned, and ends with the program.
fn aside<T: Send + 'static>(stop: &Stop, make: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    const PAUSE: Duration = Duration::from_millis(20);
    let (sender, receiver) = mpsc::channel();
    // After the deadline there is no receiver.
    thread::spawn(move || sender.send(make()));
    loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(made) => return Ok(made),
            Err(RecvTimeoutError::Disconnected) => bail!("drawing failed: please report this"),
            Err(RecvTimeoutError::Timeout) => stop.check()?,
        }
    }
}

#[cfg(feature = "png")]
fn png(scenes: &[Scene], look: &Look, size: Option<u32>) -> Result<Vec<u8>> {
    Ok(knightsat_render::png::png(scenes, look, size)?)
}

#[cfg(not(feature = "png"))]
fn png(_: &[Scene], _: &Look, _: Option<u32>) -> Result<Vec<u8>> {
    bail!("--png: this program was built without PNG")
}

/// Files opened for pictures.
pub struct Pictures {
    files: Vec<(Draw, PathBuf, Output)>,
    look: Look,
    size: Option<u32>,
    stop: Stop,
    /// The view of the text.
    pub view: View,
}

/// Format and pictures of a tour.
#[derive(Clone, Debug, clap::Args)]
pub struct TourOutputArgs {
    /// Format of the tour
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub format: TourFormat,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    color: ColorArgs,
}

impl TourOutputArgs {
    /// Opens the files of the pictures.
    pub fn open(&self, place: &Place, stop: &Stop) -> Result<Pictures> {
        let format = self.format;
        let is_drawn = place.any_board().is_some();
        let prints_board = format == TourFormat::Board && is_drawn;
        let terminal = self.color.terminal(prints_board)?;
        self.pictures.open(place, View { format, terminal }, stop)
    }

    /// Returns the view of the tours of several puzzles, which have no pictures.
    pub fn of_several(&self) -> Result<View> {
        let is_plain = self.pictures.is_empty();
        ensure!(is_plain, "pictures are of one puzzle: name its file");
        let format = match self.format {
            TourFormat::Json => TourFormat::Json,
            _ => TourFormat::Moves,
        };
        let terminal = self.color.terminal(false)?;
        Ok(View { format, terminal })
    }
}

/// The colours of a printed board.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub struct ColorArgs {
    /// Print the board in colour; auto does on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value_t, hide_short_help = true)]
    color: ColorChoice,
}

impl ColorArgs {
    /// Returns the properties of standard output. Refuses colours unless a board is printed.
    pub fn terminal(&self, prints_board: bool) -> Result<Terminal> {
        if !prints_board && self.color != ColorChoice::Auto {
            bail!("--color is for a printed board, and none is printed: leave it out");
        }
        let is_terminal = io::stdout().is_terminal();
        let given = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let dumb = given("TERM").is_some_and(|term| term == "dumb");
        let wanted = is_terminal && given("NO_COLOR").is_none() && !dumb;
        let columns = given("COLUMNS").and_then(|columns| columns.parse().ok());
        let columns = columns.or_else(|| {
            let size = tcgetwinsize(io::stdout()).ok()?;
            Some(usize::from(size.ws_col))
        });
        Ok(Terminal {
            colour: match self.color {
                ColorChoice::Auto => wanted,
                ColorChoice::Always => true,
                ColorChoice::Never => false,
            },
            columns: columns.filter(|&columns| is_terminal && columns > 0),
        })
    }
}

//! Pictures of tours: the options, and the files.

use crate::cli::shared::{Exit, Output, TourFormat, distinct, is_stream, memory, note, report};
use anyhow::{Result, bail, ensure};
use clap::{ArgGroup, ColorChoice, ValueEnum};
use knightsat::prelude::{FormulaSpec, Place, Stop, Stopped};
use knightsat::render::scene::Scene;
use knightsat::render::svg::{self, Look, Theme};
use knightsat::render::{Terminal, html};
use knightsat::search::Verdict;
use rustix::termios::tcgetwinsize;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use std::{env, thread};

/// The most squares of a picture; more would take gigabytes.
const LARGEST: u32 = 1 << 20;

/// Destination and style of pictures.
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

impl PictureArgs {
    /// Refuses pictures that would take minutes or gigabytes, before any other work.
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

    /// Returns true if no file is named.
    pub fn is_empty(&self) -> bool {
        let files = [&self.svg, &self.html, &self.png];
        files.into_iter().all(Option::is_none)
    }

    /// Opens the files, so that an unwritable file is detected before a long search. The other
    /// output goes to `terminal`.
    pub fn open(&self, place: &Place, terminal: Terminal) -> Result<Pictures> {
        self.check(place)?;
        let asked = [
            (Form::Svg, "--svg", self.svg.as_deref()),
            (Form::Html, "--html", self.html.as_deref()),
            (Form::Png, "--png", self.png.as_deref()),
        ];
        let asked = asked.into_iter();
        let asked = asked.filter_map(|(form, option, path)| Some((form, option, path?)));
        distinct(asked.clone().map(|(_, option, path)| (option, path)))?;
        ensure!(
            cfg!(feature = "png") || self.png.is_none(),
            "--png: this program was built without PNG: build it with cargo install --path . \
             --features png, or use --svg"
        );
        let files = asked.map(|(form, _, path)| Ok((form, path.into(), Output::open(path)?)));
        Ok(Pictures {
            files: files.collect::<Result<_>>()?,
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

impl Pictures {
    /// Returns true if no file is named.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns true if a picture takes standard output.
    pub fn take_stdout(&self) -> bool {
        self.files.iter().any(|(_, path, _)| is_stream(path))
    }

    /// Returns the stream for other output, separate from the bytes of a picture.
    pub fn beside(&self) -> Box<dyn Write> {
        if self.take_stdout() {
            Box::new(io::stderr())
        } else {
            Box::new(io::stdout())
        }
    }

    /// Adds a deadline.
    pub fn until(self, stop: &Stop) -> Pictures {
        Pictures {
            stop: stop.clone(),
            ..self
        }
    }

    /// Draws a scene in all the files; all formats except bitmaps have room for a second one.
    ///
    /// Fails with [`Stopped`] at the deadline; no part of the picture is left then.
    pub fn draw(self, scenes: &[Scene]) -> Result<()> {
        let mut forms = self.files.iter().map(|(form, ..)| *form);
        ensure!(
            scenes.len() == 1 || forms.all(|form| form != Form::Png),
            "PNG shows one tour: name one, or use --svg or --html"
        );
        memory::about_picture();
        for (form, path, output) in self.files {
            let (own, theme, size) = (scenes.to_vec(), self.theme, self.size);
            let bytes = aside(&self.stop, move || bytes(form, &own, theme, size))??;
            output.finish_with(&bytes, &path)?;
        }
        Ok(())
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
    pub fn verdict(
        self,
        spec: &FormulaSpec,
        verdict: &Verdict,
        format: TourFormat,
    ) -> Result<Exit> {
        let takes_stdout = self.take_stdout();
        let (mut beside, terminal) = (self.beside(), self.terminal);
        let mut is_drawn = true;
        if let Verdict::Tour(tour) = verdict
            && !self.is_empty()
        {
            let scene = Scene::of_tour(&spec.place, tour).with_given(spec.tour.given(&spec.place)?);
            is_drawn = self.draw_in_time(&[scene])?;
            if is_drawn && takes_stdout {
                return Ok(Exit::Good);
            }
        }
        let exit = report::verdict(spec, verdict, format, terminal, &mut beside)?;
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

fn bytes(form: Form, scenes: &[Scene], theme: Theme, size: Option<u32>) -> Result<Vec<u8>> {
    let look = Look {
        theme,
        ..Look::default()
    };
    match form {
        Form::Svg => Ok(match scenes {
            [first, second] => svg::side_by_side(&[first.clone(), second.clone()], &look),
            _ => svg::svg(&scenes[0], &look),
        }
        .into_bytes()),
        Form::Html => Ok(html::page(scenes).into_bytes()),
        Form::Png => png(&scenes[0], theme, size),
    }
}

#[cfg(feature = "png")]
fn png(scene: &Scene, theme: Theme, size: Option<u32>) -> Result<Vec<u8>> {
    Ok(knightsat::render::png::png(scene, theme, size)?)
}

#[cfg(not(feature = "png"))]
fn png(_: &Scene, _: Theme, _: Option<u32>) -> Result<Vec<u8>> {
    unreachable!("refused before")
}

/// Files opened for pictures.
pub struct Pictures {
    files: Vec<(Form, PathBuf, Output)>,
    theme: Theme,
    size: Option<u32>,
    stop: Stop,
    /// The properties of standard output.
    pub terminal: Terminal,
}

/// The colours of a printed board.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub struct ColorArgs {
    /// Print the board in colour; auto does on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_short_help = true
    )]
    color: ColorChoice,
}

impl ColorArgs {
    /// Returns the properties of standard output, for printing a tour of the place.
    pub fn of_tour(&self, place: &Place, format: TourFormat) -> Result<Terminal> {
        self.terminal(format == TourFormat::Board && place.board().is_some())
    }

    /// Returns the properties of standard output. Refuses colours unless a board is printed.
    pub fn terminal(&self, prints_board: bool) -> Result<Terminal> {
        ensure!(
            prints_board || self.color == ColorChoice::Auto,
            "--color is for a printed board, and none is printed: leave it out"
        );
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

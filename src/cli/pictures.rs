//! Pictures of what was found: the options, and the files.

use super::destination::distinct;
use super::exit::Exit;
use super::output::{self, Output, is_stream};
use super::report::{self, Format};
use super::say::say;
use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use knightsat::encoding::recipe::Recipe;
use knightsat::render::scene::Scene;
use knightsat::render::svg::{self, Look, Theme};
use knightsat::render::{Terminal, html};
use knightsat::solve::Verdict;
use knightsat::spec::place::Place;
use knightsat::stop::{Stop, Stopped};
use rustix::termios::tcgetwinsize;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// More squares than these make no picture, but gigabytes.
const LARGEST: u32 = 1 << 20;

/// Where to draw the tour, and how.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Pictures")]
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
    #[arg(long, value_enum, default_value_t, hide_short_help = true)]
    theme: ThemeChoice,
    /// Whether to print the board in colour; auto does on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_short_help = true
    )]
    color: ColorChoice,
}

/// Whether a printed board is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
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

/// Files opened for pictures.
pub struct Pictures {
    files: Vec<(Form, PathBuf, Output)>,
    theme: Theme,
    size: Option<u32>,
    stop: Stop,
    /// What standard output is.
    pub terminal: Terminal,
}

impl PictureArgs {
    /// What standard output is.
    fn terminal(&self) -> Terminal {
        let is_terminal = io::stdout().is_terminal();
        let given = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let dumb = given("TERM").is_some_and(|term| term == "dumb");
        let wanted = is_terminal && given("NO_COLOR").is_none() && !dumb;
        let columns = given("COLUMNS").and_then(|columns| columns.parse().ok());
        let columns = columns.or_else(|| {
            let size = tcgetwinsize(io::stdout()).ok()?;
            Some(usize::from(size.ws_col))
        });
        Terminal {
            colour: match self.color {
                ColorChoice::Auto => wanted,
                ColorChoice::Always => true,
                ColorChoice::Never => false,
            },
            columns: columns.filter(|&columns| is_terminal && columns > 0),
        }
    }

    /// Refuses what would take minutes or gigabytes to draw, before anything is read or made.
    pub fn check(&self, place: &Place) -> Result<()> {
        let is_asked = [&self.svg, &self.html, &self.png]
            .into_iter()
            .any(Option::is_some);
        ensure!(
            !is_asked || place.len() <= LARGEST,
            "{place} is too large to draw: the limit is {LARGEST} squares or vertices"
        );
        #[cfg(feature = "png")]
        if self.png.is_some() {
            knightsat::render::png::fits(place.len(), self.size)?;
        }
        Ok(())
    }

    /// Opens the files, so that one that cannot be written is known of before a long search.
    pub fn open(&self, place: &Place) -> Result<Pictures> {
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
            terminal: self.terminal(),
        })
    }
}

impl Pictures {
    /// Whether no file was asked for.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether a picture takes standard output.
    pub fn take_stdout(&self) -> bool {
        self.files.iter().any(|(_, path, _)| is_stream(path))
    }

    /// Where else to print what there is to say: not among the bytes of a picture.
    pub fn beside(&self) -> Box<dyn Write> {
        match self.take_stdout() {
            true => Box::new(io::stderr()),
            false => Box::new(io::stdout()),
        }
    }

    /// The same, given up when it is time.
    pub fn until(self, stop: &Stop) -> Pictures {
        Pictures {
            stop: stop.clone(),
            ..self
        }
    }

    /// Draws a scene in all the files; a second one fits only into pages.
    ///
    /// Fails with [`Stopped`] when it is time; nothing is left of the picture then.
    pub fn draw(self, scenes: &[Scene]) -> Result<()> {
        let mut forms = self.files.iter().map(|(form, ..)| *form);
        ensure!(
            scenes.len() == 1 || forms.all(|form| form == Form::Html),
            "SVG and PNG show one tour: name one, or use --html alone"
        );
        for (form, path, mut output) in self.files {
            let name = match is_stream(&path) {
                true => "standard output".into(),
                false => output::name(&path),
            };
            let (own, theme, size) = (scenes.to_vec(), self.theme, self.size);
            let bytes = aside(&self.stop, move || bytes(form, &own, theme, size))??;
            output
                .write_all(&bytes)
                .and_then(|()| output.finish())
                .with_context(|| name)?;
        }
        Ok(())
    }

    /// Draws the tour if there is one, and tells the verdict.
    pub fn verdict(self, recipe: &Recipe, verdict: &Verdict, format: Format) -> Result<Exit> {
        let takes_stdout = self.take_stdout();
        let (mut beside, terminal) = (self.beside(), self.terminal);
        if let Verdict::Tour(tour) = verdict
            && !self.is_empty()
        {
            let drawn = self.draw(&[Scene::of_tour(&recipe.place, tour)]);
            let is_late = drawn.as_ref().is_err_and(|error| error.is::<Stopped>());
            if is_late {
                say("time is up: the tour is found, and the picture is not drawn");
                report::verdict(recipe, verdict, format, terminal, &mut beside)?;
                return Ok(Exit::Unknown);
            }
            drawn?;
            if takes_stdout {
                return Ok(Exit::Good);
            }
        }
        report::verdict(recipe, verdict, format, terminal, &mut beside)
    }
}

/// Makes something in a thread of its own, since nothing that draws can be interrupted: when it is
/// time, the thread is left to itself, and ends with the program.
fn aside<T: Send + 'static>(stop: &Stop, make: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    const PAUSE: Duration = Duration::from_millis(20);
    let (sender, receiver) = mpsc::channel();
    // Nobody listens once it is time.
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
        Form::Svg => Ok(svg::svg(&scenes[0], &look).into_bytes()),
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

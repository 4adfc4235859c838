//! Files opened for pictures, and what is drawn in them.

use super::Form;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::memory;
use crate::cli::shared::note::note;
use crate::cli::shared::output::Output;
use crate::cli::shared::path;
use crate::cli::shared::report::{self, Format};
use anyhow::{Context, Result, bail, ensure};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::scene::Scene;
use knightsat::render::svg::{self, Look, Theme};
use knightsat::render::{Terminal, html};
use knightsat::search::Verdict;
use knightsat::stop::{Stop, Stopped};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

impl Pictures {
    /// Whether no file was asked for.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether a picture takes standard output.
    pub fn take_stdout(&self) -> bool {
        self.files.iter().any(|(_, path, _)| path::is_stream(path))
    }

    /// Where else to print what there is to say: not among the bytes of a picture.
    pub fn beside(&self) -> Box<dyn Write> {
        if self.take_stdout() {
            Box::new(io::stderr())
        } else {
            Box::new(io::stdout())
        }
    }

    /// The same, given up when it is time.
    pub fn until(self, stop: &Stop) -> Pictures {
        Pictures {
            stop: stop.clone(),
            ..self
        }
    }

    /// Draws a scene in all the files; a second one fits into all but bitmaps.
    ///
    /// Fails with [`Stopped`] when it is time; nothing is left of the picture then.
    pub fn draw(self, scenes: &[Scene]) -> Result<()> {
        let mut forms = self.files.iter().map(|(form, ..)| *form);
        ensure!(
            scenes.len() == 1 || forms.all(|form| form != Form::Png),
            "PNG shows one tour: name one, or use --svg or --html"
        );
        memory::about_picture();
        for (form, path, mut output) in self.files {
            let name = path::output_name(&path);
            let (own, theme, size) = (scenes.to_vec(), self.theme, self.size);
            let bytes = aside(&self.stop, move || bytes(form, &own, theme, size))??;
            output
                .write_all(&bytes)
                .and_then(|()| output.finish())
                .with_context(|| name)?;
        }
        Ok(())
    }

    /// The same; says so and returns false when it is time.
    pub fn draw_in_time(self, scenes: &[Scene]) -> Result<bool> {
        self.draw(scenes).map(|()| true).or_else(|error| {
            let stopped: Stopped = error.downcast()?;
            note(format_args!(
                "{stopped}: the tour is found, and the picture is not drawn"
            ));
            Ok(false)
        })
    }

    /// Draws the tour if there is one, and tells the verdict.
    pub fn verdict(self, spec: &FormulaSpec, verdict: &Verdict, format: Format) -> Result<Exit> {
        let takes_stdout = self.take_stdout();
        let (mut beside, terminal) = (self.beside(), self.terminal);
        if let Verdict::Tour(tour) = verdict
            && !self.is_empty()
        {
            let scene = Scene::of_tour(&spec.place, tour).with_given(spec.tour.given(&spec.place)?);
            if !self.draw_in_time(&[scene])? {
                report::verdict(spec, verdict, format, terminal, &mut beside)?;
                return Ok(Exit::Unknown);
            }
            if takes_stdout {
                return Ok(Exit::Good);
            }
        }
        report::verdict(spec, verdict, format, terminal, &mut beside)
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
        Form::Svg => Ok(match scenes {
            [first, second] => svg::beside(&[first.clone(), second.clone()], &look),
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
    pub(super) files: Vec<(Form, PathBuf, Output)>,
    pub(super) theme: Theme,
    pub(super) size: Option<u32>,
    pub(super) stop: Stop,
    /// What standard output is.
    pub terminal: Terminal,
}

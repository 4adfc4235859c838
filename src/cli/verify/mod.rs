mod certificate;
mod document;
mod formula;

use crate::cli::help::{ERROR, Help};
use crate::cli::shared::document::Format;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::note::note;
use crate::cli::shared::path::{STDOUT, name};
use crate::cli::shared::pictures::PictureArgs;
use crate::cli::shared::{choices, output, place};
use anyhow::{Context, Result, bail};
use certificate::certificate;
use document::{Claim, document};
use knightsat::base::plural::counted;
use knightsat::encoding::Style;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::render::scene::Scene;
use knightsat::render::{self, Terminal};
use knightsat::stop::Stop;
use knightsat::tour::Kind;
use knightsat::tour::spec::TourSpec;
use knightsat::tour::tour::Tour;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Examples and exit codes.
pub const HELP: Help = Help {
    examples: &[(
        "echo a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 | knightsat verify 3x4 -",
        "a tour by hand",
    )],
    exits: &[
        (0, "the tour or certificate is valid"),
        (1, "it is not"),
        ERROR,
    ],
};

/// Check a tour, or a certificate that there is none
///
/// Shares no code with the encodings and searches. Reads a board with step numbers, a list of squares such as
/// "a1 b3 c5", or JSON; or a folder that prove has written, or that join has left of its parts. Of a formula that is
/// refuted in a folder without certificate.txt it asks its encoder again.
#[derive(Debug, clap::Args)]
#[command(override_usage = USAGE)]
pub struct Args {
    /// The board, then the file with the tour: - is standard input
    ///
    /// Leave the board out if --graph is given, and the tour if --certificate is.
    #[arg(value_name = "BOARD TOUR", num_args = 0..=2)]
    names: Vec<OsString>,
    #[arg(long, value_name = "FILE", help = choices::GRAPH, long_help = choices::GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
    /// Check that this folder proves that there is no tour, instead of reading one
    #[arg(long, value_name = "DIR", conflicts_with = "PictureArgs")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    tour: TourSpec,
    /// How to print the verdict
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    pictures: PictureArgs,
}

const USAGE: &str = "knightsat verify [OPTIONS] <BOARD|--graph FILE> <TOUR>
       knightsat verify [OPTIONS] --certificate <DIR> <BOARD|--graph FILE>";

impl Args {
    pub fn run(self) -> Result<Exit> {
        let (place, file) = place::and_file(&self.names, self.graph.as_deref())?;
        let spec = FormulaSpec::new(place, self.tour.clone(), Style::DEFAULT)?;
        match (self.certificate, file) {
            (Some(folder), None) => certificate(&folder, &spec, self.format),
            (None, Some(file)) => tour(&file, spec, &self.pictures, self.format),
            (Some(_), Some(file)) => {
                bail!("{}: name a tour or a certificate, not both", file.display())
            }
            (None, None) => bail!("name a TOUR, or a folder with --certificate"),
        }
    }
}

/// Checks a tour.
fn tour(
    file: &Path,
    mut spec: FormulaSpec,
    pictures: &PictureArgs,
    format: Format,
) -> Result<Exit> {
    let text = output::text(
        file,
        render::longest(&spec.place),
        "a tour of so many steps",
        &Stop::default(),
    )?;
    let claim = render::read(&spec.place, &text)
        .map_err(|error| anyhow::anyhow!("{}:{error}", name(file)))?;
    // A text that calls itself closed is held to it.
    if claim.kind == Some(Kind::Closed) {
        spec.tour.kind = Kind::Closed;
    }
    let described = spec.place.tour(spec.tour.kind);
    match Tour::verify(&spec.problem()?, claim.steps) {
        Ok(tour) => {
            let steps = tour.steps().len();
            let pictures = pictures.open(&spec.place, Terminal::default())?;
            let mut beside = pictures.beside();
            let scene =
                Scene::of_tour(&spec.place, &tour).with_given(spec.tour.given(&spec.place)?);
            pictures.draw(&[scene])?;
            let text = match format {
                Format::Text => format!("valid: {described}, {}\n", counted(steps, "step")),
                Format::Json => document(&spec, file, Claim::Tour, Ok(None))?,
            };
            write!(beside, "{text}").context(STDOUT)?;
            Ok(Exit::Good)
        }
        Err(error) => {
            let error = error.with_names(|v| spec.place.name(v));
            if format == Format::Json {
                let why = error.to_string();
                output::print(&document(&spec, file, Claim::Tour, Err(why))?)?;
            }
            let described = spec.place.a_tour(spec.tour.kind);
            note(format_args!("{}: not {described}: {error}", name(file)));
            Ok(Exit::No)
        }
    }
}

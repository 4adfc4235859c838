use super::args::{self, TourArgs};
use super::exit::Exit;
use super::output::{self, name};
use super::pictures::PictureArgs;
use super::place;
use super::prove::{subject, why, with_names};
use super::say::say;
use anyhow::{Context, Result, bail};
use knightsat::encoding::Style;
use knightsat::problem::Kind;
use knightsat::proof::{self, ProofError};
use knightsat::recipe::Recipe;
use knightsat::render::{self, scene::Scene};
use knightsat::tour::Tour;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Check a tour independently of all encodings, or a certificate that there is none
///
/// Reads a board with step numbers, a list of squares such as "a1 b3 c5", or JSON; or the folder
/// that prove has written.
#[derive(Debug, clap::Args)]
#[command(override_usage = USAGE)]
pub struct Args {
    /// The board, unless --graph is given, as in the other commands; then the tour, unless
    /// --certificate is given: - is standard input
    #[arg(value_name = "BOARD TOUR", num_args = 0..=2)]
    names: Vec<String>,
    /// A graph instead of a board, see solve
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// Check that this folder proves that there is no tour, instead of reading one
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    tour: TourArgs,
    #[command(flatten)]
    pictures: PictureArgs,
}

const USAGE: &str = "knightsat verify [OPTIONS] <BOARD|--graph FILE> <TOUR>
       knightsat verify [OPTIONS] --certificate <DIR> <BOARD|--graph FILE>";

impl Args {
    pub fn run(self) -> Result<Exit> {
        let (place, file) = place::and_file(&self.names, self.graph.as_deref())?;
        let recipe = args::recipe(place, &self.tour, Style::DEFAULT)?;
        match (self.certificate, file) {
            (Some(folder), None) => certificate(&folder, &recipe),
            (None, Some(file)) => tour(&file, recipe, &self.pictures),
            (Some(_), Some(file)) => bail!(
                "{}: a tour is not read where a certificate is checked",
                file.display()
            ),
            (None, None) => bail!("name a TOUR, or a folder with --certificate"),
        }
    }
}

/// Checks a tour.
fn tour(file: &Path, mut recipe: Recipe, pictures: &PictureArgs) -> Result<Exit> {
    let mut bytes = Vec::new();
    output::input(file)?
        .read_to_end(&mut bytes)
        .with_context(|| name(file))?;
    let text = String::from_utf8_lossy(&bytes);
    let claim = render::read(&recipe.place, &text)
        .map_err(|error| anyhow::anyhow!("{}:{error}", name(file)))?;
    // A text that calls itself closed is held to it.
    if claim.kind == Some(Kind::Closed) {
        recipe.kind = Kind::Closed;
    }
    let described = recipe.place.tour(recipe.kind);
    match Tour::verify(&recipe.problem()?, claim.steps) {
        Ok(tour) => {
            let steps = tour.steps().len();
            let pictures = pictures.open(&recipe.place)?;
            let mut beside = pictures.beside();
            pictures.draw(&[Scene::of_tour(&recipe.place, &tour)])?;
            writeln!(beside, "valid: {described}, {steps} steps")
                .context("the result cannot be written")?;
            Ok(Exit::Good)
        }
        Err(error) => {
            let error = error.with_names(|v| recipe.place.name(v));
            say(format_args!("{}: no {described}: {error}", name(file)));
            Ok(Exit::No)
        }
    }
}

/// Checks a certificate that there is no tour.
fn certificate(folder: &Path, recipe: &Recipe) -> Result<Exit> {
    let problem = args::lazy_problem(recipe)?;
    let subject = subject(recipe);
    let verified = with_names(&recipe.place, |names| {
        proof::verify(folder, &problem, &format!("no {subject}"), names)
    });
    match verified {
        Ok(verified) => {
            writeln!(io::stdout(), "valid: no {subject}: {}", why(&verified))
                .context("the result cannot be written")?;
            Ok(Exit::Good)
        }
        Err(error @ ProofError::Wrong { .. }) => {
            say(error);
            Ok(Exit::No)
        }
        Err(error) => Err(error.into()),
    }
}

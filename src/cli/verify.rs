use super::args::{self, TourArgs};
use super::choices;
use super::exit::Exit;
use super::output::{self, name};
use anyhow::{Context, Result};
use knightsat::board::Board;
use knightsat::encoding::Style;
use knightsat::problem::Kind;
use knightsat::render;
use knightsat::tour::Tour;
use std::path::PathBuf;

/// Check a tour independently of all encodings
///
/// Reads a board with step numbers, a list of squares such as "a1 b3 c5", or JSON.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_parser = choices::board, help = choices::BOARD)]
    board: Board,
    /// The tour, - for standard input
    #[arg(value_name = "TOUR")]
    file: PathBuf,
    #[command(flatten)]
    tour: TourArgs,
}

impl Args {
    pub fn run(self) -> Result<Exit> {
        let mut recipe = args::recipe(self.board, &self.tour, Style::DEFAULT)?;
        let mut bytes = Vec::new();
        output::input(&self.file)?
            .read_to_end(&mut bytes)
            .with_context(|| name(&self.file))?;
        let text = String::from_utf8_lossy(&bytes);
        let claim = render::read(&recipe.board, &text)
            .map_err(|error| anyhow::anyhow!("{}:{error}", name(&self.file)))?;
        // A text that calls itself closed is held to it.
        if claim.kind == Some(Kind::Closed) {
            recipe.kind = Kind::Closed;
        }
        let kind = recipe.kind;
        let (board, described) = (&recipe.board, recipe.board.describe());
        match Tour::verify(&recipe.problem()?, claim.steps) {
            Ok(tour) => {
                println!(
                    "valid: {kind} {}'s tour of {described}, {} steps",
                    board.piece(),
                    tour.steps().len()
                );
                Ok(Exit::Good)
            }
            Err(error) => {
                let error = error.with_names(|v| board.square(v).to_string());
                eprintln!(
                    "knightsat: {}: no {kind} {}'s tour of {described}: {error}",
                    name(&self.file),
                    board.piece()
                );
                Ok(Exit::No)
            }
        }
    }
}

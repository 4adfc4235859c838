//! Where the tour goes: a board or a graph, as arguments of a command.

use crate::cli::shared::choices::{self, BoardChoice};
use crate::cli::shared::{output, path};
use anyhow::{Context, Result, bail};
use knightsat::base::input;
use knightsat::stop::Stop;
use knightsat::tour::graph::read;
use knightsat::tour::place::Place;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Bytes of a graph: some ten million edges.
const LARGEST: u64 = 1 << 28;

/// A board or a graph, one of them required.
#[derive(Debug, clap::Args)]
pub struct PlaceArgs {
    #[arg(value_parser = choices::board_parser(), help = choices::BOARD, long_help = choices::BOARD_IN_FULL, required_unless_present = "graph")]
    board: Option<BoardChoice>,
    #[arg(long, value_name = "FILE", conflicts_with = "board", help = choices::GRAPH, long_help = choices::GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
}

impl PlaceArgs {
    /// Returns the place; reads the file of the board or graph, until `stop` is over.
    pub fn read(&self, stop: &Stop) -> Result<Place> {
        either(self.board.as_ref(), self.graph.as_deref(), stop)
            .map(|place| place.expect("clap requires one"))
    }
}

/// The place and the file that the arguments of a command name: a board, unless there is a graph,
/// then at most one file.
pub fn and_file(names: &[OsString], graph: Option<&Path>) -> Result<(Place, Option<PathBuf>)> {
    let (place, files) = and_files(names, graph, 1)?;
    Ok((place, files.into_iter().next()))
}

/// The same with at most `most` files.
pub fn and_files(
    names: &[OsString],
    graph: Option<&Path>,
    most: usize,
) -> Result<(Place, Vec<PathBuf>)> {
    let mut names = names.iter();
    let board = match graph {
        None => Some(
            names
                .next()
                .context("name a BOARD, or a graph with --graph")?,
        ),
        Some(_) => None,
    };
    let board = board.map(|text| choices::board(text).map_err(anyhow::Error::msg));
    let place = either(board.transpose()?.as_ref(), graph, &Stop::default())?;
    let place = place.context("name a BOARD, or a graph with --graph")?;
    let files = names.by_ref().take(most).map(PathBuf::from).collect();
    if let Some(more) = names.next() {
        bail!("'{}' is one file too many", more.display());
    }
    Ok((place, files))
}

/// The board, or the graph in the file, if either is given.
pub fn either(
    board: Option<&BoardChoice>,
    graph: Option<&Path>,
    stop: &Stop,
) -> Result<Option<Place>> {
    match (board, graph) {
        (Some(board), _) => Ok(Some(board.read(stop)?.into())),
        (None, Some(path)) => graph_in(path, stop).map(Some),
        (None, None) => Ok(None),
    }
}

/// Returns the boards and the graph.
pub fn all(boards: &[BoardChoice], graph: Option<&Path>, stop: &Stop) -> Result<Vec<Place>> {
    let boards = boards.iter().map(|board| Ok(board.read(stop)?.into()));
    boards
        .chain(graph.map(|path| graph_in(path, stop)))
        .collect()
}

fn graph_in(path: &Path, stop: &Stop) -> Result<Place> {
    let name = path::name(path);
    let file = output::decompressed(path, stop)?;
    let text = input::text(file, LARGEST, "any graph that is read here");
    let text = text.with_context(|| name.clone())?;
    let graph = read::parse(&text).map_err(|error| anyhow::anyhow!("{name}:{error}"))?;
    Ok(Place::Graph(graph))
}

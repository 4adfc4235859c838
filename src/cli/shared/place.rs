//! Where the tour goes: a board or a graph, as arguments of a command.

use crate::cli::shared::{choices, output, path};
use anyhow::{Context, Result, bail};
use knightsat::base::input;
use knightsat::cnf::dimacs::compress::decompress;
use knightsat::tour::board::Board;
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
    board: Option<Board>,
    #[arg(long, value_name = "FILE", conflicts_with = "board", help = choices::GRAPH, long_help = choices::GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
}

impl PlaceArgs {
    /// The place; reads the file of the graph.
    pub fn read(&self) -> Result<Place> {
        either(self.board.clone(), self.graph.as_deref())
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
    let place = either(board.transpose()?, graph)?;
    let place = place.context("name a BOARD, or a graph with --graph")?;
    let files = names.by_ref().take(most).map(PathBuf::from).collect();
    if let Some(more) = names.next() {
        bail!("'{}' is one file too many", more.display());
    }
    Ok((place, files))
}

/// The board, or the graph in the file, if either is given.
pub fn either(board: Option<Board>, graph: Option<&Path>) -> Result<Option<Place>> {
    match (board, graph) {
        (Some(board), _) => Ok(Some(board.into())),
        (None, Some(path)) => graph_in(path).map(Some),
        (None, None) => Ok(None),
    }
}

fn graph_in(path: &Path) -> Result<Place> {
    let name = path::name(path);
    let file = decompress(output::input(path)?);
    let text = file.and_then(|file| input::text(file, LARGEST, "any graph that is read here"));
    let text = text.with_context(|| name.clone())?;
    let graph = read::parse(&text).map_err(|error| anyhow::anyhow!("{name}:{error}"))?;
    Ok(Place::Graph(graph))
}

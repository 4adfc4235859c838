//! The graphs of a file as options of a command.

use super::{BoardChoice, board_choice};
use crate::cli::shared::output;
use crate::cli::shared::report::note;
use anyhow::{Context, Result, anyhow, bail};
use knightsat::prelude::{Place, Stop};
use knightsat::tour::graph::read::{self, GraphFormat};
use knightsat_base::input;
use knightsat_tour::graph::{Graph, Names};
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Bytes of a graph: some ten million edges.
const LARGEST: u64 = 1 << 28;

/// The file of a graph, or of several.
#[derive(Debug, clap::Args)]
pub struct GraphArgs {
    /// Use the graph in this file instead of a board
    ///
    /// A tour is then a Hamiltonian path or cycle. The first line determines the format: DIMACS
    /// (p edge V E, e U V; p sp V A, a U V for arcs), TSPLIB's .hcp or .atsp, graph6, sparse6,
    /// digraph6, JSON, pairs (U V, U,V, U -- V, U -> V), lists (U: V W), or n rows of n zeros and
    /// ones. See docs/usage.md
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// The format of the graph file, if it is not that of its first line
    #[arg(long, value_name = "NAME", requires = "graph", hide_short_help = true)]
    graph_format: Option<GraphFormat>,
}

impl GraphArgs {
    /// The file.
    pub fn path(&self) -> Option<&Path> {
        self.graph.as_deref()
    }

    /// Returns the graph of the file, if one is named.
    pub fn one(&self, stop: &Stop) -> Result<Option<Place>> {
        let Some((name, text)) = self.text(stop)? else {
            return Ok(None);
        };
        let graph = read::one(&text, self.graph_format);
        let graph = graph.map_err(|error| anyhow!("{name}:{error}"))?;
        Ok(Some(counted_place(&name, graph)))
    }

    /// Does something with the graphs of the file one after the other, each read when its turn
    /// comes; returns false if no file is named.
    pub fn for_each(
        &self,
        stop: &Stop,
        mut use_one: impl FnMut(Place) -> Result<ControlFlow<()>>,
    ) -> Result<bool> {
        let Some((name, text)) = self.text(stop)? else {
            return Ok(false);
        };
        let at = |error| anyhow!("{name}:{error}");
        for graph in read::graphs(&text, self.graph_format).map_err(at)? {
            if use_one(counted_place(&name, graph.map_err(at)?))?.is_break() {
                break;
            }
        }
        Ok(true)
    }

    /// Returns the place and the files of a command: a board, unless there is a graph, then at most
    /// `most` files.
    pub fn and_files(&self, names: &[OsString], most: usize) -> Result<(Place, Vec<PathBuf>)> {
        let (mut names, stop) = (names.iter(), Stop::default());
        let place = match self.one(&stop)? {
            Some(graph) => graph,
            None => {
                let text = names.next();
                let text = text.context("name a BOARD, or a graph with --graph")?;
                let choice = board_choice(text).map_err(anyhow::Error::msg)?;
                choice.read(&stop)?
            }
        };
        let files = names.by_ref().take(most).map(PathBuf::from).collect();
        if let Some(more) = names.next() {
            bail!("'{}' is one file too many", more.display());
        }
        Ok((place, files))
    }

    /// Returns the board, or the graph in the file, if either is given.
    pub fn or(&self, board: Option<&BoardChoice>, stop: &Stop) -> Result<Option<Place>> {
        match board {
            Some(board) => Ok(Some(board.read(stop)?)),
            None => self.one(stop),
        }
    }

    /// The name of the file, and its text.
    fn text(&self, stop: &Stop) -> Result<Option<(String, String)>> {
        let Some(path) = self.path() else {
            return Ok(None);
        };
        let name = output::name(path);
        let file = output::decompressed(path, stop)?;
        let text = input::text(file, LARGEST, "any graph that is read here");
        let text = text.with_context(|| name.clone())?;
        Ok(Some((name, text)))
    }
}

/// Returns the graph of a file as a place, with a note if its vertices are numbered from 0.
fn counted_place(name: &str, graph: Graph) -> Place {
    if matches!(graph.names(), Names::FromZero) {
        note!("{name}: vertices are numbered from 0");
    }
    Place::Graph(graph)
}

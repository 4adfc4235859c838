//! The place of the tour, a board or a graph, as arguments of a command.

use crate::cli::shared::*;
use clap::builder::{OsStringValueParser, TypedValueParser};
use knightsat::encoding::UnknownName;
use knightsat::tour::board::BoardError;
use knightsat::tour::graph::read::{self, GraphFormat};
use knightsat::tour::mask::{self, MaskError};
use knightsat_base::input;
use std::ops::ControlFlow;
use std::str::FromStr;

/// Bytes of a graph: some ten million edges.
const LARGEST: u64 = 1 << 28;

/// A board or a graph, one of them required.
#[derive(Debug, clap::Args)]
pub struct PlaceArgs {
    #[arg(value_parser = board_parser(), help = BOARD, long_help = BOARD_IN_FULL, required_unless_present = "graph", conflicts_with_all = ["graph", "graph_format"])]
    board: Option<BoardChoice>,
    #[command(flatten)]
    graph: GraphArgs,
}

/// The file of a graph, or of several.
#[derive(Debug, clap::Args)]
pub struct GraphArgs {
    #[arg(long, value_name = "FILE", help = GRAPH, long_help = GRAPH_IN_FULL)]
    graph: Option<PathBuf>,
    /// The format of the graph file, if its content is ambiguous
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
        Ok(Some(Place::Graph(graph)))
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
            if use_one(Place::Graph(graph.map_err(at)?))?.is_break() {
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
                choice.read(&stop)?.into()
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
            Some(board) => Ok(Some(board.read(stop)?.into())),
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

impl PlaceArgs {
    /// Returns the place; reads the file of the board or graph, until `stop` is over.
    pub fn read(&self, stop: &Stop) -> Result<Place> {
        let place = self.graph.or(self.board.as_ref(), stop)?;
        Ok(place.expect("clap requires one"))
    }
}

/// Returns the boards and the graphs.
pub fn all(boards: &[BoardChoice], graphs: &GraphArgs, stop: &Stop) -> Result<Vec<Place>> {
    let boards = boards.iter().map(|board| Ok(board.read(stop)?.into()));
    let mut all: Vec<Place> = boards.collect::<Result<_>>()?;
    graphs.for_each(stop, |graph| {
        all.push(graph);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

/// The choice of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingChoice {
    /// The best for the other options: lazy if possible, else position.
    Auto,
    /// This one.
    One(Name),
    /// Each in turn, for commands that compare several.
    All,
}

impl FromStr for EncodingChoice {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<EncodingChoice, UnknownName> {
        match text {
            "auto" => Ok(EncodingChoice::Auto),
            "all" => Ok(EncodingChoice::All),
            name => name.parse().map(EncodingChoice::One),
        }
    }
}

/// The help of BOARD in every command.
pub const BOARD: &str = "RANKSxFILES such as 8x8, or a file that draws it; - is stdin";
/// The long help of BOARD.
pub const BOARD_IN_FULL: &str = "RANKSxFILES such as 8x8, a file that draws the board, or - for standard input. A file has one line per rank, the top rank first: . is a square, # a hole, a number the step of its square";
/// The help of --graph in every command.
pub const GRAPH: &str = "Use the graph in this file instead of a board";
/// The long help of --graph.
pub const GRAPH_IN_FULL: &str = "Use the graph in this file instead of a board. A tour is then a Hamiltonian path or cycle. The file is in DIMACS (p edge V E, e U V; p sp V A, a U V for arcs), TSPLIB's .hcp or .atsp, a list of edges (U V on each line), graph6, sparse6 or digraph6; vertices are numbered from 1";

/// Parses the argument BOARD, which may be a path of any bytes.
pub fn board_parser() -> impl TypedValueParser<Value = BoardChoice> {
    OsStringValueParser::new().try_map(|text| board_choice(&text))
}

/// A board as an argument.
#[derive(Clone, Debug)]
pub enum BoardChoice {
    /// RANKSxFILES.
    Size(Board),
    /// A file that draws the board; - for standard input.
    File(PathBuf),
}

impl BoardChoice {
    /// Returns the text of the argument.
    pub fn name(&self) -> String {
        match self {
            BoardChoice::Size(board) => board.to_string(),
            BoardChoice::File(path) => path.display().to_string(),
        }
    }

    /// Returns the board; reads its file, until `stop` is over.
    pub fn read(&self, stop: &Stop) -> Result<Board> {
        // A board of 8192x8192, twice as wide as any with a tour.
        const LARGEST: u64 = 1 << 26;
        let path = match self {
            BoardChoice::Size(board) => return Ok(board.clone()),
            BoardChoice::File(path) => path,
        };
        let text = output::text(path, LARGEST, "any board that is drawn in a file", stop)?;
        let name = output::name(path);
        mask::parse_within(&text, stop).map_err(|error| match error {
            MaskError::Stopped(stopped) => anyhow::Error::new(stopped).context(name),
            error => anyhow!("{name}:{error}"),
        })
    }
}

/// Parses RANKSxFILES, or the name of an existing file.
pub fn board_choice(text: &OsStr) -> Result<BoardChoice, String> {
    let path = Path::new(text);
    match text.to_string_lossy().parse::<Board>() {
        Ok(board) => Ok(BoardChoice::Size(board)),
        Err(_) if is_stream(path) || path.exists() => Ok(BoardChoice::File(path.to_path_buf())),
        Err(error @ BoardError::Syntax(_)) => {
            Err(format!("{error}, or name a file that draws the board"))
        }
        Err(error) => Err(error.to_string()),
    }
}

//! What options may be set to, and how it is read.

use crate::cli::shared::{output, path};
use anyhow::{Result, anyhow};
use clap::builder::{OsStringValueParser, TypedValueParser};
use knightsat::encoding::{Name, UnknownName};
use knightsat::stop::Stop;
use knightsat::tour::board::{Board, BoardError};
use knightsat::tour::mask::{self, MaskError};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Which encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingChoice {
    /// What suits the rest: lazy where it can be, else position.
    Auto,
    /// This one.
    One(Name),
    /// Each in turn, where several are compared.
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

/// What BOARD means in every command.
pub const BOARD: &str = "RANKSxFILES such as 8x8, or a file that draws it; - is stdin";
/// The same in full.
pub const BOARD_IN_FULL: &str = "RANKSxFILES such as 8x8, or a file that draws the board: . is a square, # a hole, a number the step of its square, one rank a line, the top rank first; - is standard input";
/// What --graph means in every command.
pub const GRAPH: &str = "A Hamiltonian path or cycle of this graph instead";
/// The same in full.
pub const GRAPH_IN_FULL: &str = "A Hamiltonian path or cycle of the graph in this file, instead of a tour of a board. The file is in DIMACS edge format (p edge V E, e U V) or TSPLIB's .hcp; vertices are numbered from 1";

/// Parses the argument BOARD, which may be a path of any bytes.
pub fn board_parser() -> impl TypedValueParser<Value = BoardChoice> {
    OsStringValueParser::new().try_map(|text| board(&text))
}

/// Parses the same argument, and keeps it as a name.
pub fn named_board_parser() -> impl TypedValueParser<Value = (String, BoardChoice)> {
    OsStringValueParser::new().try_map(|text| {
        let board = board(&text)?;
        Ok::<_, String>((text.to_string_lossy().into_owned(), board))
    })
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
    /// Returns the board; reads its file, until `stop` is over.
    pub fn read(&self, stop: &Stop) -> Result<Board> {
        // A board of 8192x8192, twice as wide as any that is toured.
        const LARGEST: u64 = 1 << 26;
        let path = match self {
            BoardChoice::Size(board) => return Ok(board.clone()),
            BoardChoice::File(path) => path,
        };
        let text = output::text(path, LARGEST, "any board that is drawn in a file", stop)?;
        let name = path::name(path);
        mask::parse_within(&text, stop).map_err(|error| match error {
            MaskError::Stopped(stopped) => anyhow::Error::new(stopped).context(name),
            error => anyhow!("{name}:{error}"),
        })
    }
}

/// Parses RANKSxFILES, or the name of a file that is there.
pub fn board(text: &OsStr) -> Result<BoardChoice, String> {
    let path = Path::new(text);
    let is_stream = path == Path::new("-");
    let error = match text.to_string_lossy().parse::<Board>() {
        Ok(board) => return Ok(BoardChoice::Size(board)),
        Err(error) => error,
    };
    if !is_stream && !path.exists() {
        let is_size = !matches!(error, BoardError::Syntax(_));
        let hint = if is_size {
            ""
        } else {
            ", or name a file that draws the board"
        };
        return Err(format!("{error}{hint}"));
    }
    Ok(BoardChoice::File(path.to_path_buf()))
}

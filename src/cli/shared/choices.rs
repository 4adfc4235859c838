//! What options may be set to, and how it is read.

use crate::cli::shared::{output, path};
use clap::builder::{OsStringValueParser, TypedValueParser};
use knightsat::encoding::{Name, UnknownName};
use knightsat::tour::board::{Board, BoardError};
use knightsat::tour::mask;
use std::ffi::OsStr;
use std::path::Path;
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

/// Reads a board from an argument, which may be a path of any bytes.
pub fn board_parser() -> impl TypedValueParser<Value = Board> {
    OsStringValueParser::new().try_map(|text| board(&text))
}

/// Reads a board, which keeps the name that was given.
pub fn named_board_parser() -> impl TypedValueParser<Value = (String, Board)> {
    OsStringValueParser::new().try_map(|text| {
        let board = board(&text)?;
        Ok::<_, String>((text.to_string_lossy().into_owned(), board))
    })
}

/// Reads RANKSxFILES, or the mask in the file of that name, - for standard input.
pub fn board(text: &OsStr) -> Result<Board, String> {
    let path = Path::new(text);
    let is_stream = path == Path::new("-");
    let error = match text.to_string_lossy().parse::<Board>() {
        Ok(board) => return Ok(board),
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
    // A board of 8192x8192, twice as wide as any that is toured.
    const LARGEST: u64 = 1 << 26;
    let text = output::text(path, LARGEST, "any board that is drawn in a file")
        .map_err(|error| format!("{error:#}"))?;
    mask::parse(&text).map_err(|error| format!("{}:{error}", path::name(path)))
}

//! What options may be set to, and how it is read.

use clap::ValueEnum;
use knightsat::board::{Board, BoardError};
use knightsat::encoding::Name;
use knightsat::gadget::amo::{Amo, UnknownAmo};
use knightsat::mask;
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
    type Err = String;

    fn from_str(text: &str) -> Result<EncodingChoice, String> {
        match text {
            "auto" => Ok(EncodingChoice::Auto),
            "all" => Ok(EncodingChoice::All),
            name => match Name::from_str(name, false) {
                Ok(name) => Ok(EncodingChoice::One(name)),
                Err(_) => {
                    let names: Vec<String> = Name::ALL.iter().map(Name::to_string).collect();
                    let names = names.join(", ");
                    Err(format!("'{name}' is no encoding: write one of {names}"))
                }
            },
        }
    }
}

/// How many of a tour and its reverse are models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Directions {
    /// One of them for open tours with both ends free, otherwise both
    Auto,
    /// Only one of them
    One,
    /// Both of them
    Both,
}

/// The at-most-one encodings asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmoChoice {
    /// Of steps and of squares; `None` is auto.
    Pair(Option<Amo>, Option<Amo>),
    /// Each in turn, where sizes or results are compared.
    All,
}

impl AmoChoice {
    /// Each in turn.
    pub fn each() -> Vec<Option<AmoChoice>> {
        let pair = |&amo| Some(AmoChoice::Pair(Some(amo), Some(amo)));
        Amo::ALL.iter().map(pair).collect()
    }
}

impl FromStr for AmoChoice {
    type Err = UnknownAmo;

    fn from_str(text: &str) -> Result<AmoChoice, UnknownAmo> {
        if text == "all" {
            return Ok(AmoChoice::All);
        }
        let one = |name: &str| match name {
            "auto" => Ok(None),
            name => name.parse().map(Some),
        };
        let (step, square) = text.split_once(',').unwrap_or((text, text));
        Ok(AmoChoice::Pair(one(step)?, one(square)?))
    }
}

/// What BOARD means in every command.
pub const BOARD: &str = "RANKSxFILES such as 8x8, or a file that draws the board";
/// The same in full.
pub const BOARD_IN_FULL: &str = "RANKSxFILES such as 8x8, or a file that draws the board: . is a square, # a hole, one rank a line, the top rank first";
/// What --graph means in every command.
pub const GRAPH: &str = "Find a Hamiltonian path or cycle of this graph instead of a tour";
/// The same in full.
pub const GRAPH_IN_FULL: &str = "A Hamiltonian path or cycle of the graph in this file, instead of a tour of a board. The file is in DIMACS edge format (p edge V E, e U V) or TSPLIB's .hcp; vertices are numbered from 1";

/// Reads RANKSxFILES, or the mask in the file of that name.
pub fn board(text: &str) -> Result<Board, String> {
    let error = match text.parse::<Board>() {
        Ok(board) => return Ok(board),
        Err(error) => error,
    };
    let path = Path::new(text);
    if !path.exists() {
        let is_size = !matches!(error, BoardError::Syntax(_));
        let hint = if is_size {
            ""
        } else {
            ", or name a file that draws the board"
        };
        return Err(format!("{error}{hint}"));
    }
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    mask::parse(&text).map_err(|error| format!("{}:{error}", path.display()))
}

/// Reads the two parts of a leap.
pub fn leaper(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(',');
    let leap = parts.and_then(|(a, b)| a.parse().ok().zip(b.parse().ok()));
    leap.ok_or_else(|| "write the two distances of the leap, such as 1,2".into())
}

/// Reads yes or no.
pub fn yes_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".into()),
    }
}

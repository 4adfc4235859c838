//! What every JSON document begins with. docs/json.md names all that follows, and tests/json.rs
//! holds the documents to it.

use anyhow::Result;
use clap::ValueEnum;
use knightsat::render::GraphSize;
use knightsat::spec::board::Board;
use knightsat::spec::place::Place;
use serde::Serialize;

/// The version of the documents.
pub const VERSION: u32 = 1;

/// How a result without a table or a board is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, and for tools that read lines
    #[default]
    Text,
    /// A JSON document on one line: docs/json.md
    Json,
}

/// A document: `kind` says which fields there are.
#[derive(Serialize)]
struct Document<'a, T> {
    version: u32,
    kind: &'a str,
    #[serde(flatten)]
    body: T,
}

/// A document on one line.
pub fn line(kind: &str, body: impl Serialize) -> Result<String> {
    let version = VERSION;
    let document = Document {
        version,
        kind,
        body,
    };
    Ok(serde_json::to_string(&document)? + "\n")
}

/// A document that people may want to read too.
pub fn lines(kind: &str, body: impl Serialize) -> Result<String> {
    let version = VERSION;
    let document = Document {
        version,
        kind,
        body,
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// A document of a list.
#[derive(Serialize)]
pub struct Rows<'a, T> {
    pub rows: &'a [T],
}

/// The board or graph that a document is about, in the words of the document of a tour.
#[derive(Serialize)]
pub struct About {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaper: Option<(u32, u32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<GraphSize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    holes: Vec<String>,
}

impl About {
    /// What says which place it is.
    pub fn new(place: &Place) -> About {
        let board = place.board();
        let holes = board.into_iter().flat_map(Board::holes);
        About {
            board: board.map(Board::to_string),
            leaper: board.map(Board::leaper),
            graph: GraphSize::of(place),
            holes: holes.map(|hole| hole.to_string()).collect(),
        }
    }
}

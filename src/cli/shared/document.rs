//! What every JSON document begins with. docs/json.md names all that follows, and tests/json.rs
//! holds the documents to it.

use anyhow::Result;
use clap::ValueEnum;
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

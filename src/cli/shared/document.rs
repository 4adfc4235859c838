//! The head of every JSON document. docs/json.md lists all fields, and tests/program/json.rs
//! compares the documents with it.

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;

/// The version of the documents.
pub const VERSION: u32 = 1;

/// Format of a result without a table or a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, and for tools that read lines
    #[default]
    Text,
    /// A JSON document on one line: docs/json.md
    Json,
}

/// Format of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Aligned columns
    #[default]
    Table,
    /// A JSON document: docs/json.md
    Json,
    /// Comma-separated values
    Csv,
}

/// A document: `kind` determines its fields.
#[derive(Serialize)]
struct Document<'a, T> {
    version: u32,
    kind: &'a str,
    #[serde(flatten)]
    body: T,
}

fn document<T>(kind: &str, body: T) -> Document<'_, T> {
    Document {
        version: VERSION,
        kind,
        body,
    }
}

/// A document on one line.
pub fn line(kind: &str, body: impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(&document(kind, body))? + "\n")
}

/// Returns a document over several lines, for people too.
pub fn lines(kind: &str, body: impl Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(&document(kind, body))? + "\n")
}

/// A list as a document.
#[derive(Serialize)]
pub struct Rows<'a, T> {
    pub rows: &'a [T],
}

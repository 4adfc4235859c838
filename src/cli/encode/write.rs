//! The files that are written.

use crate::cli::shared::output::Output;
use crate::cli::shared::path;
use anyhow::{Context, Result};
use knightsat::cnf::dimacs::compress::Compressor;
use knightsat::cnf::dimacs::write::Writer;
use knightsat::cnf::sink::{ClauseSink, Until};
use knightsat::encoding::Formula;
use knightsat::stop::{Stop, Stopped, Writing};
use std::io::{self, Write};
use std::path::Path;

/// Writes a text to a file, or to standard output.
pub fn write_text(path: Option<&Path>, text: &str) -> Result<()> {
    let mut output = Output::open(path)?;
    let written = output
        .write_all(text.as_bytes())
        .and_then(|()| output.finish());
    written.with_context(|| path::output_name(path.unwrap_or(Path::new("-"))))
}

/// Writes the file: comments and header here, clauses by `body`.
pub fn write(
    comments: &[String],
    formula: &Formula,
    path: Option<&Path>,
    stop: &Stop,
    body: impl FnOnce(&mut Writer<Writing<Compressor<Output>>>) -> Result<(), Stopped>,
) -> Result<()> {
    let header = formula.header();
    let output = Output::open(path)?;
    let write = || -> io::Result<()> {
        let output = Compressor::for_name(path.unwrap_or(Path::new("-")), output)?;
        let mut writer = Writer::new(Writing::new(output, stop), header, comments);
        body(&mut writer).map_err(io::Error::other)?;
        writer.finish()?.0.into_inner().finish()?.finish()
    };
    told(write(), &path::output_name(path.unwrap_or(Path::new("-"))))
}

/// Writes the clauses. Those that are shuffled are collected before the first one is written: until then no
/// output asks whether it is time to stop.
pub fn encode<S: ClauseSink>(formula: &Formula, sink: &mut S, stop: &Stop) -> Result<(), Stopped> {
    if formula.style().shuffle == 0 {
        formula.encode(sink);
        return Ok(());
    }
    let mut until = Until::new(sink, stop);
    formula.encode(&mut until);
    until.finish()
}

/// What has gone wrong, and where; [`Stopped`] as an error of its own.
pub fn told(written: io::Result<()>, name: &str) -> Result<()> {
    written.map_err(|error| match Stopped::of(&error) {
        Some(stopped) => stopped.into(),
        None => anyhow::Error::new(error).context(name.to_string()),
    })
}

//! Files in OPB: right or wrong, and where.

use anyhow::Result;
use knightsat::cnf::dimacs::ReadError;
use knightsat::cnf::dimacs::opb::{Constraint, OpbReader};
use std::io::Read;

/// Returns the line that names the first fault of a file in OPB, if the file has a fault.
pub fn fault(file: &str, input: impl Read) -> Result<Option<String>> {
    match read(file, input) {
        Ok(()) => Ok(None),
        Err(error @ (ReadError::Io { .. } | ReadError::Stopped { .. })) => Err(error.into()),
        Err(ReadError::Syntax {
            file,
            line,
            column,
            message,
        }) => Ok(Some(format!(
            "{file}:{line}:{column}: error: opb: {message}\n"
        ))),
    }
}

fn read(file: &str, input: impl Read) -> Result<(), ReadError> {
    let mut reader = OpbReader::new(input, file)?;
    let mut constraint = Constraint::default();
    while reader.next(&mut constraint)? {}
    Ok(())
}

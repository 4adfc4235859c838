//! Files in OPB: right or wrong, and where.

use anyhow::Result;
use knightsat::cnf::dimacs::ReadError;
use knightsat::cnf::dimacs::opb::{Constraint, OpbReader};
use std::io::{self, Read, Write};

/// Whether a file is OPB from end to end; says what is wrong if not.
pub fn is_clean(file: &str, input: impl Read) -> Result<bool> {
    match read(file, input) {
        Ok(()) => Ok(true),
        Err(error @ (ReadError::Io { .. } | ReadError::Stopped { .. })) => Err(error.into()),
        Err(ReadError::Syntax {
            file,
            line,
            column,
            message,
        }) => {
            writeln!(
                io::stdout(),
                "{file}:{line}:{column}: error: opb: {message}"
            )?;
            Ok(false)
        }
    }
}

fn read(file: &str, input: impl Read) -> Result<(), ReadError> {
    let mut reader = OpbReader::new(input, file)?;
    let mut constraint = Constraint::default();
    while reader.next(&mut constraint)? {}
    Ok(())
}

//! Rows on disk: each row is written at once, and an interrupted comparison can be resumed.
//!
//! ```
//! use knightsat_compare::field::RunLimits;
//! use knightsat_compare::journal::Journal;
//!
//! let folder = std::env::temp_dir().join(format!("knightsat-journal-{}", std::process::id()));
//! let limits = RunLimits { timeout: 10.0, memory_mb: None };
//! let (journal, found) = Journal::open(&folder, &limits)?;
//! assert!(found.rows.is_empty() && !found.was_torn);
//! // While it is open, a second one is refused.
//! assert!(Journal::open(&folder, &limits).is_err());
//! drop(journal);
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `rows.jsonl` is read on resumption; an incomplete last line is removed. A writer locks its
//! folder.

use super::CompareError;
use super::row::{Row, RunLimits, VERSION};
use crate::base::atomic::AtomicFile;
use crate::base::input::{self, Input};
use crate::base::json;
use crate::base::stop::Stop;
use crate::base::text::OptionName;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const JSON: &str = "rows.jsonl";
/// The most bytes of rows: some hundred thousand rows.
const LARGEST: u64 = 1 << 28;

/// A folder with rows, open for appending.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    /// Locked during the lifetime of this value.
    _lock: File,
    file: File,
}

/// The content of the folder.
#[derive(Debug, Default)]
pub struct KeptRows {
    /// Its rows, in the order of arrival.
    pub rows: Vec<Row>,
    /// True if an incomplete last line was removed.
    pub was_torn: bool,
}

impl Journal {
    /// Opens a folder, or makes it. Fails if it contains rows under other limits, which are not
    /// comparable with new ones.
    pub fn open(folder: &Path, limits: &RunLimits) -> Result<(Journal, KeptRows), CompareError> {
        fs::create_dir_all(folder).map_err(CompareError::io(folder))?;
        let lock = File::open(folder).map_err(CompareError::io(folder))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => CompareError(format!(
                "{}: another comparison is writing into this folder",
                folder.display()
            )),
            TryLockError::Error(error) => CompareError::io(folder)(error),
        })?;
        let found = read(&folder.join(JSON))?;
        if let Some(row) = found.rows.iter().find(|row| row.limits != *limits) {
            let [had, has] = [&row.limits, limits].map(options);
            return Err(CompareError(format!(
                "{}: its rows were made with {had}, not with {has}: give the same limits, or name another folder",
                folder.display()
            )));
        }
        let journal = Journal {
            folder: folder.to_path_buf(),
            _lock: lock,
            file: write(folder, &found.rows)?,
        };
        Ok((journal, found))
    }

    /// Appends a row by a single write.
    pub fn add(&mut self, row: &Row) -> Result<(), CompareError> {
        let written = self.file.write_all((row.json() + "\n").as_bytes());
        written.map_err(CompareError::io(&self.folder.join(JSON)))
    }

    /// Replaces all rows.
    pub fn replace(&mut self, rows: &[Row]) -> Result<(), CompareError> {
        self.file = write(&self.folder, rows)?;
        Ok(())
    }
}

/// Writes a file atomically.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), CompareError> {
    let write = || {
        let mut file = AtomicFile::new(path, 0o666)?;
        file.write_all(bytes)?;
        file.finish()
    };
    write().map_err(CompareError::io(path))
}

/// Writes these rows unless the file has them, and opens it for appending.
fn write(folder: &Path, rows: &[Row]) -> Result<File, CompareError> {
    let text: String = rows.iter().map(|row| row.json() + "\n").collect();
    let path = folder.join(JSON);
    if !fs::read(&path).is_ok_and(|found| found == text.as_bytes()) {
        write_atomically(&path, text.as_bytes())?;
    }
    let file = File::options().append(true).open(&path);
    file.map_err(CompareError::io(&path))
}

fn read(path: &Path) -> Result<KeptRows, CompareError> {
    let open = Input::open(path, &Stop::default());
    let bytes = match open.and_then(|file| input::bytes(file, LARGEST, "rows of any comparison")) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(KeptRows::default()),
        Err(error) => return Err(CompareError::io(path)(error)),
    };
    parse(&bytes).map_err(|(line, column, message)| {
        let path = path.display();
        CompareError(format!("{path}:{line}:{column}: {message}"))
    })
}

/// Parses the rows of a file. Only the text after the last line end can be incomplete.
fn parse(bytes: &[u8]) -> Result<KeptRows, (usize, usize, String)> {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let (whole, rest) = bytes.split_at(end.map_or(0, |end| end + 1));
    let mut found = KeptRows {
        rows: Vec::new(),
        was_torn: !rest.is_empty(),
    };
    for (number, line) in (1..).zip(whole.split_inclusive(|&byte| byte == b'\n')) {
        let row: Row = json::read(line)
            .map_err(|fault| (number, fault.column, format!("no row: {}", fault.message)))?;
        if row.version != VERSION {
            let message = format!("a row of version {}, expected {VERSION}", row.version);
            return Err((number, 1, message));
        }
        found.rows.push(row);
    }
    Ok(found)
}

/// Returns the limits as options of the command.
fn options(limits: &RunLimits) -> String {
    let [timeout, memory] = ["timeout", "memory"].map(OptionName);
    let memory = match limits.memory_mb {
        Some(memory_mb) => format!("{memory} {memory_mb}"),
        None => format!("no {memory}"),
    };
    format!("{timeout} {} and {memory}", limits.timeout)
}

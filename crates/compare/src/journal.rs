//! Rows on disk: each is there as soon as it is known, and a comparison that was stopped goes on.
//!
//! ```
//! use knightsat_compare::field::RunLimits;
//! use knightsat_compare::journal::Journal;
//!
//! let folder = std::env::temp_dir().join(format!("knightsat-journal-{}", std::process::id()));
//! let limits = RunLimits { timeout: 10.0, memory_mb: None };
//! let (journal, found) = Journal::open(&folder, &limits)?;
//! assert!(found.rows.is_empty() && !found.was_torn);
//! // As long as it is open, nobody else writes there.
//! assert!(Journal::open(&folder, &limits).is_err());
//! drop(journal);
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `rows.jsonl` is what is read back; a last line that was cut off is taken away. `rows.csv` holds the
//! same for other programs. A folder is locked while somebody writes into it.

use super::CompareError;
use super::field::RunLimits;
use super::row::{self, Row, VERSION};
use knightsat_base::input::{self, Input};
use knightsat_base::json;
use knightsat_base::stop::Stop;
use knightsat_base::whole;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const JSON: &str = "rows.jsonl";
const CSV: &str = "rows.csv";
/// Bytes of rows: some hundred thousand of them.
const LARGEST: u64 = 1 << 28;

/// A folder with rows, open for more.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    /// Locked as long as this value lives.
    _lock: File,
    json: File,
    csv: File,
}

/// What was in the folder.
#[derive(Debug, Default)]
pub struct Found {
    /// Its rows, in the order in which they came.
    pub rows: Vec<Row>,
    /// Whether a last line was cut off, and is gone now.
    pub was_torn: bool,
}

impl Journal {
    /// Opens a folder, and makes it if it is not there. Rows under other limits cannot be compared with
    /// those to come, so they are refused.
    pub fn open(folder: &Path, limits: &RunLimits) -> Result<(Journal, Found), CompareError> {
        fs::create_dir_all(folder).map_err(CompareError::io(folder))?;
        let lock = File::open(folder).map_err(CompareError::io(folder))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = format!(
                    "{}: another comparison is writing into this folder",
                    folder.display()
                );
                return Err(CompareError::Grid(message));
            }
            Err(TryLockError::Error(error)) => return Err(CompareError::io(folder)(error)),
        }
        let found = read(&folder.join(JSON))?;
        if let Some(row) = found.rows.iter().find(|row| !is_under(row, limits)) {
            return Err(CompareError::Grid(other_rules(folder, row, limits)));
        }
        let (json, csv) = write(folder, &found.rows)?;
        let journal = Journal {
            folder: folder.to_path_buf(),
            _lock: lock,
            json,
            csv,
        };
        Ok((journal, found))
    }

    /// Adds a row: a single write to each file.
    pub fn add(&mut self, row: &Row) -> Result<(), CompareError> {
        for (file, name, line) in [
            (&mut self.json, JSON, row.json()),
            (&mut self.csv, CSV, row.csv()),
        ] {
            let written = file.write_all((line + "\n").as_bytes());
            written.map_err(CompareError::io(&self.folder.join(name)))?;
        }
        Ok(())
    }

    /// Puts these rows in the place of all.
    pub fn replace(&mut self, rows: &[Row]) -> Result<(), CompareError> {
        (self.json, self.csv) = write(&self.folder, rows)?;
        Ok(())
    }
}

/// A file that appears whole or not at all.
pub fn write_whole(path: &Path, text: &str) -> Result<(), CompareError> {
    whole::write_whole(path, text.as_bytes()).map_err(CompareError::io(path))
}

/// Writes both files, and opens them for more.
fn write(folder: &Path, rows: &[Row]) -> Result<(File, File), CompareError> {
    let json: String = rows.iter().map(|row| row.json() + "\n").collect();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        let is_as_long = fs::metadata(&path).is_ok_and(|data| data.len() == text.len() as u64);
        let is_as_it_should =
            is_as_long && fs::read(&path).is_ok_and(|found| found == text.as_bytes());
        if !is_as_it_should {
            write_whole(&path, text)?;
        }
        let file = File::options().append(true).open(&path);
        file.map_err(CompareError::io(&path))
    };
    Ok((file(JSON, &json)?, file(CSV, &row::csv(rows))?))
}

fn read(path: &Path) -> Result<Found, CompareError> {
    let open = Input::open(path, &Stop::default());
    let bytes = match open.and_then(|file| input::bytes(file, LARGEST, "rows of any comparison")) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::default()),
        Err(error) => return Err(CompareError::io(path)(error)),
    };
    parse(&bytes).map_err(|(line, column, message)| CompareError::Row {
        path: path.to_path_buf(),
        line,
        column,
        message,
    })
}

/// The rows in a file. Only what comes after the last line end can have been cut off.
fn parse(bytes: &[u8]) -> Result<Found, (usize, usize, String)> {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let (whole, rest) = bytes.split_at(end.map_or(0, |end| end + 1));
    let mut found = Found {
        rows: Vec::new(),
        was_torn: !rest.is_empty(),
    };
    for (index, line) in whole.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let fault = |column, message| (index + 1, column, message);
        let row: Row = serde_json::from_slice(line).map_err(|error| {
            fault(
                json::place(&error).1,
                format!("no row: {}", json::message(&error)),
            )
        })?;
        if row.version != VERSION {
            let message = format!("a row of version {}, expected {VERSION}", row.version);
            return Err(fault(1, message));
        }
        found.rows.push(row);
    }
    Ok(found)
}

fn is_under(row: &Row, limits: &RunLimits) -> bool {
    row.timeout == limits.timeout && row.memory_mb == limits.memory_mb
}

fn other_rules(folder: &Path, row: &Row, limits: &RunLimits) -> String {
    let options = |timeout: f64, memory_mb: Option<u64>| {
        let memory = memory_mb.map_or("no --memory".into(), |mb| format!("--memory {mb}"));
        format!("--timeout {timeout} and {memory}")
    };
    format!(
        "{}: its rows were made with {}, not with {}: say the same, or name another folder",
        folder.display(),
        options(row.timeout, row.memory_mb),
        options(limits.timeout, limits.memory_mb)
    )
}

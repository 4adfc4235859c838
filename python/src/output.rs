//! Output to a path, written completely or not at all, or to a file object of Python.

use crate::errors::{stopped, wrong};
use crate::interrupt::Watch;
use knightsat::stop::Stopped;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A path, or an object with a method `write` that accepts bytes.
pub enum Target {
    Path(PathBuf),
    File(Py<PyAny>),
}

impl Target {
    pub fn new(file: &Bound<'_, PyAny>) -> PyResult<Target> {
        Ok(if file.hasattr("write")? && !file.hasattr("__fspath__")? {
            Target::File(file.clone().unbind())
        } else {
            Target::Path(file.extract()?)
        })
    }

    /// Opens the target, writes to it and closes it.
    pub fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> PyResult<()> {
        let written = match self {
            Target::File(file) => {
                let mut output = BufWriter::with_capacity(1 << 20, Writer(file));
                write(&mut output).and_then(|()| output.flush())
            }
            Target::Path(path) => {
                let draft = draft(path)?;
                let mut output = BufWriter::with_capacity(1 << 16, File::create(&draft)?);
                let written = write(&mut output).and_then(|()| output.flush());
                let written = written.and_then(|()| fs::rename(&draft, path));
                written.inspect_err(|_| drop(fs::remove_file(&draft)))
            }
        };
        written.map_err(|error| Stopped::of(&error).map_or_else(|| error.into(), stopped))
    }
}

/// Returns a name in the same folder for an unfinished file.
pub fn draft(path: &Path) -> PyResult<PathBuf> {
    let name = path
        .file_name()
        .ok_or_else(|| wrong(format!("{}: names no file", path.display())))?;
    let mut draft = OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(draft))
}

/// A file object of Python.
struct Writer<'f>(&'f Py<PyAny>);

impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let taken = self
                .0
                .bind(py)
                .call_method1("write", (PyBytes::new(py, bytes),))?;
            // Raw files return the number of bytes taken; others take all.
            Ok(taken.extract::<usize>().unwrap_or(bytes.len()))
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A writer that reports the number of bytes written.
pub struct Counting<'w> {
    inner: &'w mut dyn Write,
    watch: &'w Watch,
    bytes: u64,
}

impl<'w> Counting<'w> {
    pub fn new(inner: &'w mut dyn Write, watch: &'w Watch) -> Counting<'w> {
        Counting {
            inner,
            watch,
            bytes: 0,
        }
    }
}

impl Write for Counting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.inner.write(bytes)?;
        self.bytes += taken as u64;
        self.watch.report(vec![("bytes", self.bytes.into())]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

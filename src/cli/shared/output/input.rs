//! Inputs, and the names of files in messages.

use super::is_stream;
use anyhow::{Context, Result, anyhow, ensure};
use knightsat::cnf::dimacs::compress::decompress;
use knightsat::prelude::Stop;
use knightsat_base::input::{self, Input};
use knightsat_base::text::harmless;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Opens an input, to be read until `stop` fires; `-` is standard input, which has a single reader.
pub fn input(path: &Path, stop: &Stop) -> Result<Input> {
    let input = if is_stream(path) {
        static IS_TAKEN: AtomicBool = AtomicBool::new(false);
        ensure!(
            !IS_TAKEN.swap(true, Ordering::Relaxed),
            "- stands for standard input twice, and it can be read only once: name a file instead"
        );
        Input::stdin(stop)
    } else {
        Input::open(path, stop)
    };
    input.map_err(|error| path_error("file", path, error))
}

/// Opens an input that may be compressed.
pub fn decompressed(path: &Path, stop: &Stop) -> Result<Box<dyn io::Read>> {
    let input = decompress(input(path, stop)?, stop).with_context(|| name(path))?;
    Ok(Box::new(input))
}

/// Reads the text of an input of at most `limit` bytes, which may be compressed; `what` names the
/// kind of input.
pub fn text(path: &Path, limit: u64, what: &str, stop: &Stop) -> Result<String> {
    input::text(decompressed(path, stop)?, limit, what).with_context(|| name(path))
}

/// The most bytes of comments that contain a description, such as that of a graph.
pub const MOST_COMMENTS: u64 = 1 << 28;

/// Returns the comments at the beginning of a file, at most `most` bytes of them. Only a comment
/// that crosses this limit has no end of line here.
pub fn first_comments(file: &mut impl BufRead, mark: u8, most: u64) -> io::Result<Vec<u8>> {
    let mut file = file.take(most);
    let mut text = Vec::new();
    while file.fill_buf()?.first() == Some(&mark) {
        file.read_until(b'\n', &mut text)?;
    }
    Ok(text)
}

/// Returns the name of a file in messages, without control characters.
pub fn name(path: &Path) -> String {
    harmless(&document_name(path)).into_owned()
}

/// Returns the name of a file in documents, unchanged.
pub fn document_name(path: &Path) -> String {
    if is_stream(path) {
        "standard input".into()
    } else {
        path.display().to_string()
    }
}

/// Returns an error about a file or folder: the missing part of its path, or the system's error.
pub fn path_error(what: &str, path: &Path, error: io::Error) -> anyhow::Error {
    if error.kind() == io::ErrorKind::NotADirectory && path.is_file() {
        return anyhow!("{}: a file, not a folder", name(path));
    }
    if error.kind() != io::ErrorKind::NotFound {
        return anyhow::Error::new(error).context(name(path));
    }
    anyhow::Error::msg(match missing_folder(path) {
        Some(folder) => format!("{}: no such folder", folder.display()),
        None => format!("{}: no such {what}", name(path)),
    })
}

/// Returns the first missing folder on the way to `path`.
fn missing_folder(path: &Path) -> Option<PathBuf> {
    let is_named = |folder: &&Path| !folder.as_os_str().is_empty();
    let above = path.ancestors().skip(1).filter(is_named);
    let missing = above.take_while(|folder| !folder.exists());
    missing.last().map(Path::to_path_buf)
}

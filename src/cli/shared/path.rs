//! Files and folders in messages: what they are called, and what of them is not there.

use std::io;
use std::path::{Path, PathBuf};

/// The name of a file as error messages write it.
pub fn name(path: &Path) -> String {
    if is_stream(path) {
        return "standard input".into();
    }
    path.display().to_string()
}

/// The name of standard output in error messages.
pub const STDOUT: &str = "standard output";

/// Returns the name of an output in error messages.
pub fn output_name(path: &Path) -> String {
    if is_stream(path) {
        return STDOUT.into();
    }
    name(path)
}

/// Whether it is standard input or output.
pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// What is wrong with the file `path`: what is not there of it, or what the system says.
pub fn told(path: &Path, error: io::Error) -> anyhow::Error {
    told_of(path, "file", error)
}

/// The same for a folder.
pub fn told_of_folder(path: &Path, error: io::Error) -> anyhow::Error {
    told_of(path, "folder", error)
}

fn told_of(path: &Path, what: &str, error: io::Error) -> anyhow::Error {
    if error.kind() != io::ErrorKind::NotFound {
        return anyhow::Error::new(error).context(name(path));
    }
    anyhow::Error::msg(match missing_folder(path) {
        Some(folder) => format!("no such folder: {}", folder.display()),
        None => format!("no such {what}: {}", name(path)),
    })
}

/// The first folder on the way to `path` that is not there.
fn missing_folder(path: &Path) -> Option<PathBuf> {
    let is_named = |folder: &&Path| !folder.as_os_str().is_empty();
    let above = path.ancestors().skip(1).filter(is_named);
    let missing = above.take_while(|folder| !folder.exists());
    missing.last().map(Path::to_path_buf)
}

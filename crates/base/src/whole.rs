//! Files that appear whole or not at all.
//!
//! ```
//! use knightsat_base::whole::write_whole;
//!
//! let home = tempfile::tempdir()?;
//! let path = home.path().join("file");
//! write_whole(&path, b"all of it")?;
//! assert_eq!(std::fs::read(path)?, b"all of it");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a file under another name beside it, which it then takes in one step.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".knightsat-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    file.as_file_mut().write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

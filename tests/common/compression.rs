//! Compressed files.

use knightsat::cnf::dimacs::compress::{Compressor, decompress};
use knightsat::stop::Stop;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

/// The endings of their names.
pub const ENDINGS: [&str; 3] = ["gz", "zst", "xz"];

/// Writes a file, compressed by its name.
pub fn compress(path: &Path, bytes: &[u8]) {
    let mut file = Compressor::for_name(path, File::create(path).unwrap()).unwrap();
    file.write_all(bytes).unwrap();
    file.finish().unwrap();
}

/// Returns these bytes as a member of a gzip file, which may have several.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut file = Compressor::for_name(Path::new("t.gz"), Vec::new()).unwrap();
    file.write_all(bytes).unwrap();
    file.finish().unwrap()
}

/// Returns the plain content of a file.
pub fn plain(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = File::open(path).unwrap();
    let mut plain = decompress(file, &Stop::default()).unwrap();
    plain.read_to_end(&mut bytes).unwrap();
    bytes
}

//! Compressed files: detected by content when reading, chosen by name when writing.
//!
//! ```
//! use knightsat_cnf::base::stop::Stop;
//! use knightsat_cnf::dimacs::compress::{Compressor, decompress};
//! use std::io::{Read, Write};
//! use std::path::Path;
//!
//! let mut file = Compressor::for_name(Path::new("tour.cnf.gz"), Vec::new())?;
//! file.write_all(b"p cnf 0 0\n")?;
//! let bytes = file.finish()?;
//! let mut text = String::new();
//! decompress(&bytes[..], &Stop::default())?.read_to_string(&mut text)?;
//! assert_eq!(text, "p cnf 0 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! gzip is built in. The programs `zstd` and `xz` read and write the other formats, with the
//! feature `processes`, unless the caller [installs](install) libraries for them: those are in C.

#[cfg(feature = "processes")]
mod program;
#[cfg(test)]
mod tests;

use crate::base::stop::{Reading, Stop, Stopped};
use flate2::write::GzEncoder;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A format that is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Gzip,
    Zstd,
    Xz,
}

/// The formats, with their magic numbers, the endings of file names, and their names.
const FORMATS: [(Format, &[u8], &str, &str); 3] = [
    (Format::Gzip, &[0x1f, 0x8b], "gz", "gzip"),
    (Format::Zstd, &[0x28, 0xb5, 0x2f, 0xfd], "zst", "zstd"),
    (Format::Xz, b"\xfd7zXZ\0", "xz", "xz"),
];
/// The most bytes of a magic number.
const LONGEST: u64 = 6;

impl Format {
    /// Returns the format of a name with this ending.
    fn of_ending(ending: &str) -> Option<Format> {
        let found = FORMATS.iter().find(|format| format.2 == ending);
        found.map(|&(format, ..)| format)
    }

    fn of_name(name: &Path) -> Option<Format> {
        Format::of_ending(name.extension()?.to_str()?)
    }

    /// Returns its name, which is that of the program.
    fn name(self) -> &'static str {
        let found = FORMATS.iter().find(|format| format.0 == self);
        found.expect("every format has a row").3
    }
}

/// The plain content of an input.
type Plain<'r> = Box<dyn Read + 'r>;

/// A library for one format.
#[derive(Clone, Copy, Debug)]
pub struct Codec {
    /// The ending of file names, `zst` or `xz`.
    pub ending: &'static str,
    /// Returns the plain content of one or several members.
    pub unpack: for<'r> fn(Box<dyn BufRead + 'r>) -> io::Result<Plain<'r>>,
    /// Returns a packer at the fastest level, with a checksum.
    pub pack: fn() -> io::Result<Box<dyn Packer>>,
}

/// Compresses a stream of bytes.
pub trait Packer {
    /// Compresses these bytes. Writes as much of the result as there is.
    fn pack(&mut self, bytes: &[u8], output: &mut dyn Write) -> io::Result<()>;

    /// Writes the end of the compressed data.
    fn end(&mut self, output: &mut dyn Write) -> io::Result<()>;
}

static CODECS: OnceLock<Vec<Codec>> = OnceLock::new();

/// Reads and writes with these libraries from here on. The first call counts.
pub fn install(codecs: Vec<Codec>) {
    let _ = CODECS.set(codecs);
}

/// Returns the installed library for a format.
fn installed(format: Format) -> Option<&'static Codec> {
    let mut codecs = CODECS.get()?.iter();
    codecs.find(|codec| Format::of_ending(codec.ending) == Some(format))
}

/// Magic numbers of unsupported formats, with the programs that decompress them.
const OTHERS: [(&[u8], &str, &str); 5] = [
    (b"BZh", "bzip2", "bunzip2 -c"),
    (b"PK\x03\x04", "zip", "unzip -p"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip", "7z x -so"),
    (b"\x04\x22\x4d\x18", "lz4", "lz4 -dc"),
    (b"\x1f\x9d", "compress", "uncompress -c"),
];

/// Returns the name without the ending of its compression, if it has one, in any case.
pub fn name_unpacked(name: &Path) -> PathBuf {
    let ending = name.extension().and_then(|ending| ending.to_str());
    match ending.and_then(|ending| Format::of_ending(&ending.to_ascii_lowercase())) {
        Some(_) => name.with_extension(""),
        None => name.to_path_buf(),
    }
}

/// Returns true if the name has the ending of a format that [`Compressor::for_name`] does not
/// write.
pub fn is_misleading(name: &Path) -> bool {
    let Some(ending) = name.extension().and_then(|ending| ending.to_str()) else {
        return false;
    };
    let lower = ending.to_ascii_lowercase();
    let is_other = ["bz2", "z", "zip", "7z", "lz4"].contains(&lower.as_str());
    is_other || (ending != lower && Format::of_ending(&lower).is_some())
}

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;

/// Returns the plain content of `input`, which may be compressed with gzip, zstd or xz. Files of
/// several concatenated members are read to their end. Once `stop` fires, every read fails with
/// [`Stopped`].
pub fn decompress<'r>(mut input: impl Read + 'r, stop: &Stop) -> io::Result<Reading<Plain<'r>>> {
    // Read, not peeked at: a pipe may deliver the first bytes one by one.
    let mut magic = Vec::new();
    input.by_ref().take(LONGEST).read_to_end(&mut magic)?;
    if let Some((_, format, unpack)) = OTHERS.iter().find(|(begin, ..)| magic.starts_with(begin)) {
        return Err(io::Error::other(format!(
            "compressed with {format}, which cannot be read here: unpack it first, for example with {unpack}"
        )));
    }
    let format = FORMATS.iter().find(|format| magic.starts_with(format.1));
    let input = BufReader::with_capacity(BLOCK, io::Cursor::new(magic).chain(input));
    let plain: Plain<'r> = match format {
        None => Box::new(input),
        Some(&(Format::Gzip, ..)) => {
            Damage::named("gzip", flate2::bufread::MultiGzDecoder::new(input))
        }
        Some(&(format, ..)) => match installed(format) {
            Some(codec) => Damage::named(format.name(), (codec.unpack)(Box::new(input))?),
            None => unpack_by_program(format, input, stop)?,
        },
    };
    Ok(Reading::new(plain, stop))
}

#[cfg(feature = "processes")]
fn unpack_by_program<'r>(
    format: Format,
    input: impl BufRead + 'r,
    stop: &Stop,
) -> io::Result<Plain<'r>> {
    match program::Unpacking::start(format.name(), input, stop) {
        Ok(plain) => Ok(Box::new(plain)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let name = format.name();
            Err(io::Error::other(format!(
                "compressed with {name}, and the program {name} is not installed: install it, or unpack the file first"
            )))
        }
        Err(error) => Err(error),
    }
}

#[cfg(not(feature = "processes"))]
fn unpack_by_program<'r>(
    format: Format,
    _input: impl BufRead + 'r,
    _stop: &Stop,
) -> io::Result<Plain<'r>> {
    let name = format.name();
    Err(io::Error::other(format!(
        "compressed with {name}: unpack it first with {name} -dc, or build knightsat with --features processes"
    )))
}

/// Returns a packer of a format.
fn packer(format: Format) -> io::Result<Box<dyn Packer>> {
    if format == Format::Gzip {
        let encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        return Ok(Codec::buffered(
            encoder,
            GzEncoder::get_mut,
            GzEncoder::try_finish,
        ));
    }
    match installed(format) {
        Some(codec) => (codec.pack)(),
        None => packing_program(format),
    }
}

#[cfg(feature = "processes")]
fn packing_program(format: Format) -> io::Result<Box<dyn Packer>> {
    match program::Packing::start(format.name()) {
        Ok(packer) => Ok(Box::new(packer)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let name = format.name();
            Err(io::Error::other(format!(
                "the program {name} is not installed: install it, or end the name in .gz"
            )))
        }
        Err(error) => Err(error),
    }
}

#[cfg(not(feature = "processes"))]
fn packing_program(format: Format) -> io::Result<Box<dyn Packer>> {
    let name = format.name();
    Err(io::Error::other(format!(
        "{name} is not built in: end the name in .gz, or build knightsat with --features processes"
    )))
}

/// A decompressor whose errors are in our words.
struct Damage<R> {
    format: &'static str,
    decoder: R,
}

impl<'r, R: Read + 'r> Damage<R> {
    fn named(format: &'static str, decoder: R) -> Plain<'r> {
        Box::new(Damage { format, decoder })
    }
}

impl<R: Read> Read for Damage<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(out).map_err(|error| {
            let is_of_input = error.raw_os_error().is_some() || Stopped::of(&error).is_some();
            if is_of_input || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            damaged(self.format, None, error.kind())
        })
    }
}

/// Returns the error for damaged data, with the message of the program that read it. A changed bit
/// may make the rest meaningless up to the end.
fn damaged(format: &str, message: Option<&str>, kind: io::ErrorKind) -> io::Error {
    let message = message.unwrap_or("get the file again, or pack it again");
    let fault = format!("the {format} data ends early, or is damaged: {message}");
    io::Error::new(kind, fault)
}

/// Compresses its input, or passes it on unchanged.
pub struct Compressor<W> {
    output: W,
    /// None if the output stays plain.
    packer: Option<Box<dyn Packer>>,
}

impl<W: Write> Compressor<W> {
    /// Compresses in the format of the ending of `name`: `.gz`, `.zst` or `.xz`. With any other
    /// ending the output stays plain.
    ///
    /// Formulas are so regular that the fastest level compresses well. Slower levels would delay
    /// the encoder.
    pub fn for_name(name: &Path, output: W) -> io::Result<Self> {
        let packer = Format::of_name(name).map(packer).transpose()?;
        Ok(Compressor { output, packer })
    }

    /// Writes the end of the compressed data and returns the output.
    pub fn finish(mut self) -> io::Result<W> {
        if let Some(packer) = &mut self.packer {
            packer.end(&mut self.output)?;
        }
        Ok(self.output)
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.packer {
            None => self.output.write(bytes),
            Some(packer) => packer.pack(bytes, &mut self.output).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// A library's encoder into a buffer, as a packer.
struct Buffered<E> {
    encoder: E,
    buffer: fn(&mut E) -> &mut Vec<u8>,
    end: fn(&mut E) -> io::Result<()>,
}

impl Codec {
    /// Returns a packer from a library's encoder, the access to the buffer that it writes to, and
    /// the function that ends its stream.
    pub fn buffered<E: Write + 'static>(
        encoder: E,
        buffer: fn(&mut E) -> &mut Vec<u8>,
        end: fn(&mut E) -> io::Result<()>,
    ) -> Box<dyn Packer> {
        Box::new(Buffered {
            encoder,
            buffer,
            end,
        })
    }
}

impl<E> Buffered<E> {
    /// Empties the buffer into the output.
    fn pass_on(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let buffer = (self.buffer)(&mut self.encoder);
        output.write_all(buffer)?;
        buffer.clear();
        Ok(())
    }
}

impl<E: Write> Packer for Buffered<E> {
    fn pack(&mut self, bytes: &[u8], output: &mut dyn Write) -> io::Result<()> {
        self.encoder.write_all(bytes)?;
        self.pass_on(output)
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        (self.end)(&mut self.encoder)?;
        self.pass_on(output)
    }
}

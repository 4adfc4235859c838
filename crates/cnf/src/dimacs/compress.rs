//! Compressed files: detected by content when reading, chosen by name when writing.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_cnf as cnf;
//! #     pub use knightsat_cnf::base::stop;
//! # }
//! use knightsat::cnf::dimacs::compress::{Compressor, decompress};
//! use knightsat::stop::Stop;
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
//! All formats are read and written by crates in Rust.

#[cfg(test)]
mod tests;

use crate::base::stop::{Reading, Stop, Stopped};
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzReader, XzWriter};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::error::Error;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// A format that is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    Gzip,
    Zstd,
    Xz,
}

/// The formats, with their magic numbers, the endings of file names, and the names of their
/// programs.
const FORMATS: [(Compression, &[u8], &str, &str); 3] = [
    (Compression::Gzip, &[0x1f, 0x8b], "gz", "gzip"),
    (Compression::Zstd, &[0x28, 0xb5, 0x2f, 0xfd], "zst", "zstd"),
    (Compression::Xz, b"\xfd7zXZ\0", "xz", "xz"),
];
/// The most bytes of a magic number.
const LONGEST: u64 = 6;

impl Compression {
    /// Returns the format of a name with this ending.
    fn of_ending(ending: &str) -> Option<Compression> {
        let found = FORMATS.iter().find(|format| format.2 == ending);
        found.map(|&(format, ..)| format)
    }

    fn of_name(name: &Path) -> Option<Compression> {
        Compression::of_ending(name.extension()?.to_str()?)
    }
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
#[doc(hidden)]
pub fn name_unpacked(name: &Path) -> PathBuf {
    let ending = name.extension().and_then(|ending| ending.to_str());
    match ending.and_then(|ending| Compression::of_ending(&ending.to_ascii_lowercase())) {
        Some(_) => name.with_extension(""),
        None => name.to_path_buf(),
    }
}

/// Returns true if the name has the ending of a format that [`Compressor::for_name`] does not
/// write.
#[doc(hidden)]
pub fn is_misleading(name: &Path) -> bool {
    let Some(ending) = name.extension().and_then(|ending| ending.to_str()) else {
        return false;
    };
    let lower = ending.to_ascii_lowercase();
    let is_other = ["bz2", "z", "zip", "7z", "lz4"].contains(&lower.as_str());
    is_other || (ending != lower && Compression::of_ending(&lower).is_some())
}

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;
/// The longest distance of a repetition, which is the memory that a reader takes: as the program
/// `zstd` limits it.
const WINDOW: u64 = 1 << 27;
/// Bytes in a frame of zstd, which this module writes one by one.
const FRAME: usize = 1 << 20;

/// Returns the plain content of `input`, which may be compressed with gzip, zstd or xz. Files of
/// several concatenated members are read to their end. Once `stop` fires, every read fails with
/// [`Stopped`].
pub fn decompress<'r, R: Read + 'r>(
    mut input: R,
    stop: &Stop,
) -> io::Result<impl Read + use<'r, R>> {
    // Read, not peeked at: a pipe may deliver the first bytes one by one.
    let mut magic = Vec::new();
    input.by_ref().take(LONGEST).read_to_end(&mut magic)?;
    if let Some((_, format, unpack)) = OTHERS.iter().find(|(begin, ..)| magic.starts_with(begin)) {
        return Err(io::Error::other(format!(
            "compressed with {format}, which cannot be read here: unpack it first, for example with {unpack}"
        )));
    }
    let format = FORMATS.iter().find(|format| magic.starts_with(format.1));
    // Boxed, so that the decoders are compiled once.
    let input = Box::new(io::Cursor::new(magic).chain(input)) as Box<dyn Read + 'r>;
    let input = BufReader::with_capacity(BLOCK, input);
    let Some(&(format, .., name)) = format else {
        return Ok(Reading::new(Box::new(input) as Box<dyn Read + 'r>, stop));
    };
    let decoder: Box<dyn Read + 'r> = match format {
        Compression::Gzip => Box::new(MultiGzDecoder::new(input)),
        Compression::Zstd => Box::new(ZstdReader::new(input)),
        // Its limit is in KiB, and includes buffers beside the window.
        Compression::Xz => Box::new(XzReader::new_mem_limit(input, true, WINDOW as u32 / 1000)),
    };
    let format = name;
    Ok(Reading::new(Box::new(Damage { format, decoder }), stop))
}

/// The frames of zstd, one after the other.
struct ZstdReader<R> {
    input: R,
    frame: FrameDecoder,
}

impl<R: BufRead> ZstdReader<R> {
    fn new(input: R) -> ZstdReader<R> {
        let mut frame = FrameDecoder::new();
        frame.set_max_window_size(WINDOW);
        ZstdReader { input, frame }
    }

    /// Begins the next frame, or skips it if it contains other data.
    fn begin_frame(&mut self) -> io::Result<()> {
        match self.frame.init(&mut self.input) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                let mut other = (&mut self.input).take(length);
                match io::copy(&mut other, &mut io::sink())? {
                    count if count < length => Err(ErrorKind::UnexpectedEof.into()),
                    _ => Ok(()),
                }
            }
            begun => begun.map_err(cause),
        }
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.frame.read(out)?;
            if count > 0 || out.is_empty() {
                return Ok(count);
            }
            if !self.frame.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.frame.decode_blocks(&mut self.input, one);
                decoded.map_err(cause)?;
                continue;
            }
            let sum = self.frame.get_checksum_from_data();
            if sum.is_some() && sum != self.frame.get_calculated_checksum() {
                return Err(ErrorKind::InvalidData.into());
            }
            if self.input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.begin_frame()?;
        }
    }
}

/// Returns the error of the input behind an error of zstd, or an error for damaged data.
fn cause(error: FrameDecoderError) -> io::Error {
    if matches!(error, FrameDecoderError::WindowSizeTooBig { .. }) {
        return ErrorKind::OutOfMemory.into();
    }
    let mut inner: &dyn Error = &error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    let input = inner.downcast_ref::<io::Error>();
    match input.map(|input| (Stopped::of(input), input.raw_os_error())) {
        Some((Some(stopped), _)) => io::Error::other(stopped),
        Some((_, Some(number))) => io::Error::from_raw_os_error(number),
        _ => ErrorKind::InvalidData.into(),
    }
}

/// A decompressor whose errors are in our words.
struct Damage<'r> {
    format: &'static str,
    decoder: Box<dyn Read + 'r>,
}

impl Read for Damage<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(out).map_err(|error| {
            let format = self.format;
            let is_of_input = error.raw_os_error().is_some() || Stopped::of(&error).is_some();
            match error.kind() {
                _ if is_of_input => error,
                ErrorKind::Interrupted => error,
                ErrorKind::OutOfMemory => io::Error::other(format!(
                    "the {format} data needs a window of more than {} MB: unpack it first with {format} -dc",
                    WINDOW >> 20
                )),
                // A changed bit may make the rest meaningless up to the end.
                kind => io::Error::new(kind, format!(
                    "the {format} data ends early, or is damaged: get the file again, or pack it again"
                )),
            }
        })
    }
}

/// Compresses its input, or passes it on unchanged.
pub struct Compressor<W> {
    output: W,
    encoder: Encoder,
}

/// The encoders, which write to a buffer: they are compiled once for all outputs.
enum Encoder {
    Plain,
    Gzip(Box<GzEncoder<Vec<u8>>>),
    /// The beginning of a frame.
    Zstd(Vec<u8>),
    Xz(Box<XzWriter<Vec<u8>>>),
}

impl<W: Write> Compressor<W> {
    /// Compresses in the format of the ending of `name`: `.gz`, `.zst` or `.xz`. With any other
    /// ending the output stays plain.
    ///
    /// Formulas are so regular that the fastest level compresses well. Slower levels would delay
    /// the encoder.
    pub fn for_name(name: &Path, output: W) -> io::Result<Self> {
        let buffer = Vec::new();
        let encoder = match Compression::of_name(name) {
            None => Encoder::Plain,
            Some(Compression::Gzip) => Encoder::Gzip(Box::new(GzEncoder::new(
                buffer,
                flate2::Compression::fast(),
            ))),
            Some(Compression::Zstd) => Encoder::Zstd(buffer),
            Some(Compression::Xz) => {
                Encoder::Xz(Box::new(XzWriter::new(buffer, XzOptions::with_preset(0))?))
            }
        };
        Ok(Compressor { output, encoder })
    }

    /// Writes the end of the compressed data and returns the output.
    pub fn finish(mut self) -> io::Result<W> {
        let last = match self.encoder {
            Encoder::Plain => Vec::new(),
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Zstd(frame) => compress_to_vec(&*frame, CompressionLevel::Fastest),
            Encoder::Xz(encoder) => encoder.finish()?,
        };
        self.output.write_all(&last)?;
        Ok(self.output)
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let buffer = match &mut self.encoder {
            Encoder::Plain => return self.output.write(bytes),
            Encoder::Gzip(encoder) => {
                encoder.write_all(bytes)?;
                encoder.get_mut()
            }
            Encoder::Zstd(frame) => {
                frame.extend_from_slice(bytes);
                if frame.len() < FRAME {
                    return Ok(bytes.len());
                }
                *frame = compress_to_vec(&**frame, CompressionLevel::Fastest);
                frame
            }
            Encoder::Xz(encoder) => {
                encoder.write_all(bytes)?;
                encoder.inner_mut()
            }
        };
        self.output.write_all(buffer)?;
        buffer.clear();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

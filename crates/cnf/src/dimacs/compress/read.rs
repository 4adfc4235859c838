//! Compressed files, read.

use super::{Compression, FORMATS};
use crate::base::stop::{Reading, Stop, Stopped};
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::error::Error;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// Magic numbers of unsupported formats, with the programs that decompress them.
const OTHERS: [(&[u8], &str, &str); 5] = [
    (b"BZh", "bzip2", "bunzip2 -c"),
    (b"PK\x03\x04", "zip", "unzip -p"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip", "7z x -so"),
    (b"\x04\x22\x4d\x18", "lz4", "lz4 -dc"),
    (b"\x1f\x9d", "compress", "uncompress -c"),
];
/// The most bytes of a magic number.
const LONGEST: u64 = 6;
/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;
/// The longest distance of a repetition, which is the memory that a reader takes: as the program
/// `zstd` limits it.
const WINDOW: u64 = 1 << 27;

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

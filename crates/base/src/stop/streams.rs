//! Streams of bytes that end with a stop condition.

use super::Stop;
use std::io::{self, Read, Write};

/// Reads bytes until the stop fires; then every read fails with [`Stopped`](super::Stopped). Around
/// a decompressor it also ends a small file with a huge content.
#[derive(Debug)]
pub struct Reading<R> {
    inner: R,
    stop: Stop,
}

impl<R: Read> Reading<R> {
    /// Reads from `inner` until `stop` fires.
    pub fn new(inner: R, stop: &Stop) -> Reading<R> {
        let stop = stop.clone();
        Reading { inner, stop }
    }
}

impl<R: Read> Read for Reading<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.stop.check().map_err(io::Error::other)?;
        self.inner.read(out)
    }
}

/// Passes bytes on until the stop fires; then every write fails with [`Stopped`](super::Stopped),
/// which ends the writer.
#[derive(Debug)]
pub struct Writing<'s, W> {
    inner: W,
    stop: &'s Stop,
}

impl<'s, W: Write> Writing<'s, W> {
    /// Passes bytes to `inner` until `stop` fires.
    pub fn new(inner: W, stop: &'s Stop) -> Writing<'s, W> {
        Writing { inner, stop }
    }

    /// Returns the inner writer.
    pub fn into_inner(self) -> W {
        self.inner
    }
}

impl<W: Write> Write for Writing<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stop.check().map_err(io::Error::other)?;
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

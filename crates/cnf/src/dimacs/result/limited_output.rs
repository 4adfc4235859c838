//! A safe reader of a solver's output. Comments are truncated, and the rest is limited to the size
//! of a model, so that neither a line nor the whole output can exhaust the memory.

use knightsat_base::text::counted;
use std::io::{self, Read};

/// Bytes kept of a comment line.
const COMMENT_KEPT: usize = 80;
/// Bytes for everything that is not a value.
const OTHERS: u64 = 1 << 16;
/// Bytes for a value: sign, ten digits, a line of its own, and some blanks.
const VALUE: u64 = 24;
const BUFFER: usize = 1 << 16;

/// Passes its input on, line by line.
pub struct LimitedOutput<R> {
    input: R,
    buffer: Box<[u8]>,
    /// The unread part of the buffer.
    position: usize,
    filled: usize,
    line: Line,
    variables: u32,
    /// Bytes outside of comments that may still follow.
    left: u64,
}

/// The position of the next byte in its line.
#[derive(Clone, Copy)]
enum Line {
    Start,
    /// After a `c` that may begin a comment.
    AfterC,
    /// In a comment; this number of its bytes may still pass.
    Comment(usize),
    Other,
}

impl<R: Read> LimitedOutput<R> {
    /// Reads the output of a solver for a formula of `variables` variables.
    pub fn new(input: R, variables: u32) -> Self {
        LimitedOutput {
            input,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            position: 0,
            filled: 0,
            line: Line::Start,
            variables,
            left: OTHERS + VALUE * u64::from(variables),
        }
    }

    /// Returns true if this byte passes.
    fn passes(&mut self, byte: u8) -> io::Result<bool> {
        let (line, cost) = match (self.line, byte) {
            (Line::AfterC | Line::Comment(_), b'\n') => (Line::Start, 0),
            (_, b'\n') => (Line::Start, 1),
            (Line::Start, b'c') => (Line::AfterC, 0),
            (Line::AfterC, b' ' | b'\t' | b'\r') => (Line::Comment(COMMENT_KEPT), 0),
            (Line::Comment(left), _) => {
                self.line = Line::Comment(left.saturating_sub(1));
                return Ok(left > 0);
            }
            // The c did not begin a comment.
            (Line::AfterC, _) => (Line::Other, 2),
            _ => (Line::Other, 1),
        };
        self.line = line;
        let left = self.left.checked_sub(cost);
        self.left = left.ok_or_else(|| {
            let variables = self.variables;
            io::Error::other(format!(
                "more than a model of {} takes",
                counted(variables, "variable")
            ))
        })?;
        Ok(true)
    }
}

impl<R: Read> Read for LimitedOutput<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        while written == 0 && !out.is_empty() {
            if self.position == self.filled {
                self.position = 0;
                self.filled = self.input.read(&mut self.buffer)?;
                if self.filled == 0 {
                    return Ok(0);
                }
            }
            while self.position < self.filled && written < out.len() {
                let byte = self.buffer[self.position];
                self.position += 1;
                if self.passes(byte)? {
                    out[written] = byte;
                    written += 1;
                }
            }
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited_output(text: &[u8], variables: u32) -> io::Result<String> {
        let mut out = String::new();
        LimitedOutput::new(text, variables).read_to_string(&mut out)?;
        Ok(out)
    }

    #[test]
    fn an_answer_passes_as_it_is() {
        for text in [
            "c hello\nc\nc\tx\ns SATISFIABLE\nv 1 -2\nv 0\nc bye",
            "SAT\n1 2 0\n",
            "",
            "cc\nd",
        ] {
            assert_eq!(limited_output(text.as_bytes(), 2).unwrap(), text);
        }
    }

    #[test]
    fn a_long_comment_is_cut_short_and_any_number_of_them_pass() {
        let long = format!("c {}\nv 0\n", "x".repeat(1 << 20));
        let short = format!("c {}\nv 0\n", "x".repeat(COMMENT_KEPT));
        assert_eq!(limited_output(long.as_bytes(), 1).unwrap(), short);
        let many = "c 1\n".repeat(1 << 18);
        assert_eq!(limited_output(many.as_bytes(), 1).unwrap(), many);
    }

    #[test]
    fn more_than_a_model_is_refused_without_being_kept() {
        for line in ["v 1 1 1 1", "v 1\n", "chat\n", "cc", "\n"] {
            let endless = line.bytes().cycle().take(1 << 30);
            struct Bytes<I>(I);
            impl<I: Iterator<Item = u8>> Read for Bytes<I> {
                fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
                    let bytes = out.iter_mut().zip(&mut self.0);
                    Ok(bytes.map(|(slot, byte)| *slot = byte).count())
                }
            }
            let mut count = 0;
            let mut block = [0; 4096];
            let mut limited_output = LimitedOutput::new(Bytes(endless), 1000);
            let error = loop {
                match limited_output.read(&mut block) {
                    Ok(0) => panic!("{line} passes"),
                    Ok(more) => count += more as u64,
                    Err(error) => break error,
                }
            };
            assert_eq!(
                error.to_string(),
                "more than a model of 1000 variables takes"
            );
            assert!(count <= OTHERS + 1000 * VALUE);
        }
    }

    #[test]
    fn one_value_a_line_is_not_too_much() {
        let lines: String = (1..=99_999)
            .map(|n| format!("v {}\n", -n - 2_000_000_000))
            .collect();
        assert_eq!(limited_output(lines.as_bytes(), 99_999).unwrap(), lines);
    }
}

//! The values in an answer: lists of literals in the forms of several solvers.

use super::{ReadError, ResultReader};
use crate::{Answer, Lit};
use knightsat_base::text::{counted, quote};

/// The state of the list of values.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Values {
    #[default]
    None,
    /// In `v` lines, before the 0.
    Competition,
    /// In plain lines, before the 0.
    Bare,
    /// In brackets, before the closing one.
    List,
    Ended,
}

/// A model that counts variables from 0 begins with 0.
pub(super) const FROM_ZERO: &str =
    "variables are counted from 1, these begin with 0: is this a model in another numbering?";

impl ResultReader<'_> {
    /// Reads the values in a line, from this index on.
    pub(super) fn read_values(
        &mut self,
        line: &[u8],
        start: usize,
        kind: Values,
    ) -> Result<(), ReadError> {
        if self.values == Values::None {
            self.values = kind;
        }
        self.value_lines += 1;
        let is_gap =
            |byte: &u8| byte.is_ascii_whitespace() || *byte == b',' && kind == Values::List;
        let mut column = start;
        for word in line[start..].split(is_gap) {
            if !word.is_empty() {
                self.value(word, column, kind)?;
            }
            column += word.len() + 1;
        }
        Ok(())
    }

    /// Reads a line of a list in brackets, with or without commas.
    pub(super) fn read_list(&mut self, line: &[u8], first: usize) -> Result<(), ReadError> {
        let mut start = first;
        if self.values != Values::List {
            if self.values != Values::None {
                return Err(self.error(first, "a list in brackets after other values"));
            }
            start += 1;
        }
        let inside = line[start..].iter().position(|&byte| byte == b']');
        let end = inside.map_or(line.len(), |inside| start + inside);
        self.read_values(&line[..end], start, Values::List)?;
        if inside.is_none() {
            return Ok(());
        }
        self.values = Values::Ended;
        let more = (end + 1..line.len()).find(|&at| !line[at].is_ascii_whitespace());
        match more {
            Some(more) => Err(self.error(more, "expected nothing after the closing ]")),
            None => Ok(()),
        }
    }

    fn value(&mut self, word: &[u8], column: usize, kind: Values) -> Result<(), ReadError> {
        let text = &*String::from_utf8_lossy(word);
        if self.values == Values::Ended {
            let message = if self.lits.is_empty() {
                FROM_ZERO
            } else {
                "values continue after the closing 0: if these are two answers, keep one of them"
            };
            return Err(self.error(column, message));
        }
        if self.values != kind {
            return Err(self.error(column, "values with and without 'v' are mixed"));
        }
        if kind == Values::Competition && self.is_bits(word) {
            let bits = (1..).zip(word);
            self.lits.extend(bits.filter_map(|(number, &bit)| {
                Lit::from_dimacs(if bit == b'1' { number } else { -number })
            }));
            self.values = Values::Ended;
            return Ok(());
        }
        let Ok(number) = text.parse() else {
            let message = format!("'{}' is not a literal", quote(text));
            return Err(self.error(column, &message));
        };
        match Lit::from_dimacs(number) {
            None if number == 0 && kind == Values::List => {
                return Err(self.error(column, FROM_ZERO));
            }
            None if number == 0 => self.values = Values::Ended,
            Some(lit) if lit.var().number() <= self.variables => self.lits.push(lit),
            _ => {
                let message = format!(
                    "literal {text} is beyond the formula's {}: \
                     is this the result of another formula?",
                    counted(self.variables, "variable")
                );
                return Err(self.error(column, &message));
            }
        }
        Ok(())
    }

    /// Returns true for the values of a MaxSAT solver: a digit 0 or 1 for each variable.
    fn is_bits(&self, word: &[u8]) -> bool {
        let is_bit = |byte: &u8| matches!(byte, b'0' | b'1');
        self.lits.is_empty()
            && word.len() > 1
            && word.len() as u64 == u64::from(self.variables)
            && word.iter().all(is_bit)
    }

    /// Returns true if the values are complete without a closing 0: one line of them, in order, up
    /// to the last variable.
    fn is_complete(&self) -> bool {
        let number = |lit: &Lit| lit.var().number();
        !self.is_closed
            && self.status == Some(Answer::Satisfiable(()))
            && self.value_lines == 1
            && self.lits.last().map_or(0, number) == self.variables
            && self.lits.is_sorted_by(|a, b| number(a) < number(b))
    }

    /// Returns the fault if the end is missing.
    pub(super) fn cut_off(&self) -> Option<&'static str> {
        match self.values {
            Values::Competition if !self.is_complete() => {
                Some("the values end without their closing 0: the output is cut off")
            }
            Values::Bare if self.status.is_some() => {
                Some("the values end without their closing 0: the file is cut off")
            }
            Values::List => Some("the list ends without its closing ]: it is cut off"),
            _ => None,
        }
    }
}

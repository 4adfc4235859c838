//! The words of a list, with the brackets and arrows around them.

use super::{TourTextError, error};

/// The place of a text: its line and its column in characters, from 1.
pub(super) type At = (u64, usize);

/// A word of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'t> {
    /// The word, without quotation marks.
    pub text: &'t str,
    pub at: At,
    /// The number of the innermost bracket around it, from 1; 0 for none.
    pub bracket: usize,
    /// True if a comma without blanks joins it to the word before.
    pub is_joined: bool,
    /// The number of semicolons before it.
    pub piece: usize,
    has_arrow: bool,
}

/// Reads words between blanks, commas, bars or arrows. Brackets may surround a list and the
/// lists in it, and quotation marks a word.
pub(super) fn words(text: &str) -> Result<Vec<Word<'_>>, TourTextError> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line)?;
    }
    let Reader {
        words, open, arrow, ..
    } = reader;
    if let Some(&(_, _, at)) = open.last() {
        return Err(error(at, "this bracket has no partner"));
    }
    if let Some(at) = arrow {
        return Err(error(at, "nothing follows this arrow"));
    }
    let arrows = words.iter().filter(|word| word.has_arrow).count();
    if let Some(word) = words.iter().skip(1).find(|word| !word.has_arrow)
        && arrows > 0
    {
        return Err(error(word.at, "no arrow leads here, as in a list of moves"));
    }
    Ok(words)
}

#[derive(Default)]
struct Reader<'t> {
    words: Vec<Word<'t>>,
    /// The open brackets, their numbers and places.
    open: Vec<(char, usize, At)>,
    brackets: usize,
    /// The semicolons so far.
    pieces: usize,
    /// The depth of all words.
    depth: Option<usize>,
    /// The arrow after the last word.
    arrow: Option<At>,
}

impl<'t> Reader<'t> {
    fn line(&mut self, number: u64, line: &'t str) -> Result<(), TourTextError> {
        let mut marks = (1..).zip(line.char_indices()).peekable();
        let is_blank = |mark: char| mark.is_whitespace() || "|│┃║".contains(mark);
        let is_end = |at: usize, mark: char| {
            is_blank(mark) || ",;[](){}→".contains(mark) || line[at..].starts_with("->")
        };
        // The end of the last word, and that of the comma behind it.
        let (mut end, mut comma) = (None, None);
        while let Some((column, (start, mark))) = marks.next() {
            let at = (number, column);
            match mark {
                ',' if end == Some(start) => comma = Some(start + 1),
                ',' => {}
                '[' | '(' if end == Some(start) => {
                    return Err(error(at, "a bracket behind a word"));
                }
                '[' | '(' => {
                    self.brackets += 1;
                    self.open.push((mark, self.brackets, at));
                }
                ']' | ')' => {
                    let open = self.open.pop().map(|open| open.0);
                    if open != Some(if mark == ']' { '[' } else { '(' }) {
                        return Err(error(at, format!("'{mark}' closes no bracket")));
                    }
                }
                '{' | '}' => return Err(error(at, "a brace, as in JSON or C")),
                ';' => self.pieces += 1,
                '→' | '-' if is_end(start, mark) => {
                    if mark == '-' {
                        marks.next();
                    }
                    if self.arrow.replace(at).is_some() || self.words.is_empty() {
                        return Err(error(at, "nothing precedes this arrow"));
                    }
                }
                _ if is_blank(mark) => {}
                '"' | '\'' if line[start + 1..].contains(mark) => {
                    let quoted = marks.by_ref().take_while(|(_, (_, other))| *other != mark);
                    let length = quoted
                        .map(|(_, (_, other))| other.len_utf8())
                        .sum::<usize>();
                    let text = &line[start + 1..start + 1 + length];
                    end = Some(start + length + 2);
                    self.word(text, at, comma == Some(start))?;
                }
                _ => {
                    let mut last = start + mark.len_utf8();
                    while let Some((_, (next, mark))) =
                        marks.next_if(|&(_, (next, mark))| !is_end(next, mark))
                    {
                        last = next + mark.len_utf8();
                    }
                    end = Some(last);
                    self.word(&line[start..last], at, comma == Some(start))?;
                }
            }
        }
        Ok(())
    }

    fn word(&mut self, text: &'t str, at: At, is_joined: bool) -> Result<(), TourTextError> {
        let depth = self.open.len();
        if *self.depth.get_or_insert(depth) != depth || depth > 2 {
            return Err(error(
                at,
                "this word is in other brackets than the words before",
            ));
        }
        self.words.push(Word {
            text,
            at,
            bracket: self.open.last().map_or(0, |open| open.1),
            is_joined,
            piece: self.pieces,
            has_arrow: self.arrow.take().is_some(),
        });
        Ok(())
    }
}

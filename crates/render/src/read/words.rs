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
    /// The number of blanks and lines before it, equal for words with nothing but commas between.
    pub group: usize,
    /// The number of semicolons before it.
    pub piece: usize,
    /// The number of arrows before it.
    arrows: usize,
}

/// Reads words between blanks, commas, bars or arrows. Brackets may surround a list and the
/// lists in it, and quotation marks a word.
pub(super) fn words(text: &str) -> Result<Vec<Word<'_>>, TourTextError> {
    let is_mark = |mark: char| mark.is_whitespace() || "|│┃║,;[](){}→".contains(mark);
    let mut words = Vec::<Word>::new();
    let mut open = Vec::<(&str, usize, At)>::new();
    let (mut brackets, mut group, mut piece, mut arrows, mut depth) = (0, 0, 0, 0, None);
    for (number, line) in (1..).zip(text.lines()) {
        let (mut rest, mut column) = (line, 1);
        group += 1;
        while let Some(mark) = rest.chars().next() {
            let at = (number, column);
            let mut inner = rest.strip_prefix(['"', '\'']).into_iter();
            let quoted = inner.find_map(|inner| inner.find(mark));
            let end = rest.find(is_mark).unwrap_or(rest.len());
            let len = match quoted {
                Some(len) => len + 2,
                None if end == 0 => mark.len_utf8(),
                None if rest.starts_with("->") => 2,
                None => rest[..end].find("->").unwrap_or(end),
            };
            let (part, after) = rest.split_at(len);
            match part {
                "," => {}
                ";" => piece += 1,
                "->" | "→" => arrows += 1,
                "[" | "(" => {
                    brackets += 1;
                    open.push((if part == "[" { "]" } else { ")" }, brackets, at));
                }
                "]" | ")" => {
                    if open.pop().map(|open| open.0) != Some(part) {
                        return Err(error(at, format!("'{part}' closes no bracket")));
                    }
                }
                "{" | "}" => return Err(error(at, "a brace, as in JSON or C")),
                _ if quoted.is_none() && is_mark(mark) => group += 1,
                _ => {
                    if after.starts_with(['[', '(']) {
                        return Err(error(at, "a bracket behind this word"));
                    }
                    if *depth.get_or_insert(open.len()) != open.len() || open.len() > 2 {
                        let message = "this word is in other brackets than the words before";
                        return Err(error(at, message));
                    }
                    words.push(Word {
                        text: quoted.map_or(part, |len| &part[1..=len]),
                        at,
                        bracket: open.last().map_or(0, |open| open.1),
                        group,
                        piece,
                        arrows,
                    });
                }
            }
            column += part.chars().count();
            rest = after;
        }
    }
    if let Some(&(_, _, at)) = open.last() {
        return Err(error(at, "this bracket has no partner"));
    }
    let mut numbered = words.iter().zip(0..);
    let last = words.last().filter(|_| arrows >= words.len());
    let odd = numbered.find(|(word, index)| word.arrows != *index);
    let odd = odd.map(|(word, _)| word);
    match odd.or(last).filter(|_| arrows > 0) {
        Some(word) => {
            let message = "no arrow leads here or from here, as in a list of moves";
            Err(error(word.at, message))
        }
        None => Ok(words),
    }
}

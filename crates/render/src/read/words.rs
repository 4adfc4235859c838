//! The words of a list, with the brackets and arrows around them.

use super::{Parsed, error};
use knightsat_tour::scan::{offset, tokens};

/// A word of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'t> {
    /// The word, without quotation marks.
    pub text: &'t str,
    /// The number of lines before it.
    pub line: usize,
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
/// lists in it, and quotation marks a word. The list is a part of the text.
pub(super) fn words<'t>(text: &str, list: &'t str) -> Parsed<Vec<Word<'t>>> {
    let (mut words, mut open) = (Vec::<Word>::new(), Vec::<(&str, usize)>::new());
    let (mut brackets, mut group, mut piece, mut arrows, mut depth) = (0, 0, 0, 0, None);
    for (line, row) in list.lines().enumerate() {
        group += 1;
        for token in tokens(row) {
            let before = row[..offset(row, token)].chars().next_back();
            group += usize::from(before.is_some_and(char::is_whitespace));
            let fault = match token {
                "," | "|" | "│" | "┃" | "║" => continue,
                ";" => {
                    piece += 1;
                    continue;
                }
                "->" | "→" => {
                    arrows += 1;
                    continue;
                }
                "[" | "(" if !before.is_some_and(char::is_alphanumeric) => {
                    brackets += 1;
                    open.push((token, brackets));
                    continue;
                }
                "[" | "(" => "a bracket behind a word",
                "]" if open.pop().is_some_and(|open| open.0 == "[") => continue,
                ")" if open.pop().is_some_and(|open| open.0 == "(") => continue,
                "]" | ")" => "this closes no bracket",
                "{" | "}" | ":" | "--" => "a mark that no tour has",
                _ if *depth.get_or_insert(open.len()) != open.len() || open.len() > 2 => {
                    "this word is in other brackets than the words before"
                }
                _ => {
                    words.push(Word {
                        text: token.trim_matches(['"', '\'']),
                        line,
                        bracket: open.last().map_or(0, |open| open.1),
                        group,
                        piece,
                        arrows,
                    });
                    continue;
                }
            };
            return Err(error(text, token, fault));
        }
    }
    if let Some((bracket, _)) = open.last() {
        return Err(error(text, bracket, "this bracket has no partner"));
    }
    let mut numbered = words.iter().zip(0..);
    let odd = numbered
        .find(|(word, index)| word.arrows != *index)
        .map(|(word, _)| word);
    let last = words.last().filter(|_| arrows >= words.len());
    match odd.or(last).filter(|_| arrows > 0) {
        Some(word) => {
            let message = "no arrow leads here or from here, as in a list of moves";
            Err(error(text, word.text, message))
        }
        None => Ok(words),
    }
}

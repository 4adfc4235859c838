//! The words of a tour, in records: lines, the insides of brackets, or texts between semicolons.

use crate::prelude::*;
use knightsat_tour::graph::Names;

/// A word, its place and the marks around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'t> {
    /// The word, without quotes.
    pub text: &'t str,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// True if a colon or an equals sign follows, or a full stop follows a number.
    pub is_key: bool,
    /// True if a line or an arrow joins it to the word before.
    pub is_joined: bool,
}

/// The words of a line, or of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record<'t> {
    /// The word before the bracket, as in `hc(1,2)`.
    pub call: Option<&'t str>,
    pub words: Vec<Word<'t>>,
}

/// Marks between words, besides blanks.
const MARKS: &str = ",;:=|\"()[]{}<>→↔–—…";
/// Arrows and lines between words, longer ones first.
const JOINTS: [&str; 12] = [
    "<-->", "<->", "-->", "->", "=>", "→", "---", "--", "↔", "–", "—", "-",
];
/// Types around a number, as in `np.int64(3)`.
const NUMBER_TYPES: [&str; 7] = ["np", "numpy", "int", "float", "sage", "ZZ", "Integer"];

/// Returns the records of a text about a place. Words that are names of vertices may contain marks
/// and blanks.
pub(super) fn records<'t>(place: &Place, text: &'t str) -> Vec<Record<'t>> {
    let mut reader = Reader {
        names: Vocabulary::new(place),
        records: Vec::new(),
        brackets: Vec::new(),
        call: None,
        is_fresh: true,
        is_joined: false,
    };
    for (number, line) in (1..).zip(text.lines()) {
        reader.is_fresh |= reader.brackets.is_empty();
        reader.line(number, line);
    }
    reader.records.retain(|record| !record.words.is_empty());
    reader.records
}

/// The names of a graph's vertices that are no plain words.
struct Vocabulary<'p> {
    place: &'p Place,
    /// Lengths in bytes, longest first.
    lengths: Vec<usize>,
}

impl<'p> Vocabulary<'p> {
    fn new(place: &'p Place) -> Vocabulary<'p> {
        let is_odd = |name: &&String| {
            name.contains(|c: char| c.is_whitespace() || c == '-' || c == '.' || MARKS.contains(c))
        };
        let lengths = match place {
            Place::Graph(graph) => match graph.names() {
                Names::Words(words) => {
                    let lengths = words.words().iter().filter(is_odd).map(String::len);
                    lengths
                        .sorted_unstable_by(|a, b| b.cmp(a))
                        .dedup()
                        .collect()
                }
                _ => Vec::new(),
            },
            Place::Board(_) => Vec::new(),
        };
        Vocabulary { place, lengths }
    }

    /// Returns the length of the longest name at the beginning of a text, if it is no plain word.
    fn find(&self, rest: &str) -> Option<usize> {
        let mut lengths = self.lengths.iter().copied();
        lengths.find(|&length| {
            let ends = |after: &str| {
                let next = after.chars().next();
                next.is_none_or(|c| !c.is_alphanumeric() && c != '_')
            };
            let split = rest.split_at_checked(length);
            split.is_some_and(|(name, after)| ends(after) && self.place.vertex(name).is_ok())
        })
    }
}

struct Reader<'p, 't> {
    names: Vocabulary<'p>,
    records: Vec<Record<'t>>,
    /// The open brackets; false for the type of a number, as in `np.int64(3)`.
    brackets: Vec<bool>,
    /// The word before the bracket that was opened last.
    call: Option<&'t str>,
    /// True if the next word begins a record.
    is_fresh: bool,
    is_joined: bool,
}

impl<'t> Reader<'_, 't> {
    fn line(&mut self, number: usize, line: &'t str) {
        let mut at = 0;
        // The end of the last word, and the last mark if nothing but blanks followed.
        let (mut last_end, mut column, mut counted) = (None, 1, 0);
        while let Some(mark) = line[at..].chars().next() {
            let rest = &line[at..];
            let before = line[..at].chars().next_back();
            let is_apart = before.is_none_or(char::is_whitespace);
            let touches = last_end == Some(at);
            column += line[counted..at].chars().count();
            counted = at;
            if let Some(length) = self.names.find(rest).filter(|_| !touches) {
                self.word(number, column, &rest[..length]);
                at += length;
                last_end = Some(at);
                continue;
            }
            if is_apart && (rest.starts_with(['#', '%']) || rest.starts_with("//")) {
                return;
            }
            if let Some(joint) = joint(rest, before) {
                self.is_joined = true;
                at += joint.len();
                continue;
            }
            let mut next = at + mark.len_utf8();
            match mark {
                '"' | '\'' if rest[1..].contains(mark) && !touches => {
                    let end = at + 1 + rest[1..].find(mark).expect("checked");
                    self.word(number, column + 1, &line[at + 1..end]);
                    next = end + 1;
                    last_end = Some(next);
                }
                ';' => self.is_fresh = true,
                ':' | '=' => {
                    if let Some(word) = self.last().filter(|_| touches) {
                        word.is_key = true;
                    }
                }
                '(' | '[' | '{' | '<' => {
                    let mut counts = true;
                    if touches && mark == '(' {
                        let call = self.drop_word();
                        counts = !NUMBER_TYPES.iter().any(|kind| call.starts_with(kind));
                        self.call = Some(call).filter(|_| counts);
                    }
                    self.is_fresh |= counts;
                    self.brackets.push(counts);
                }
                '>' if self.brackets.is_empty() => self.is_joined = true,
                ')' | ']' | '}' | '>' => {
                    let counts = self.brackets.pop().unwrap_or(true);
                    self.is_fresh |= counts;
                }
                '.' if before == Some(')') => {}
                '\'' => {}
                _ if mark.is_whitespace() || MARKS.contains(mark) => {}
                _ => {
                    next = at + end(rest);
                    self.plain_word(number, column, &line[at..next]);
                    last_end = Some(next);
                }
            }
            at = next;
        }
    }

    /// Adds a word, which may begin with the number of a step as in `1.b3`, or be a number such as
    /// `3.0`.
    fn plain_word(&mut self, line: usize, column: usize, text: &'t str) {
        let Some((number, rest)) = text.split_once('.').filter(|(number, _)| is_number(number))
        else {
            // The end of a sentence.
            let name = text.trim_end_matches('.');
            return self.word(line, column, if name.is_empty() { text } else { name });
        };
        let name = rest.trim_start_matches('.');
        self.word(line, column, number);
        if name.is_empty() || !name.bytes().all(|byte| byte == b'0') {
            self.last().expect("just added").is_key = true;
        }
        if !name.is_empty() && !name.bytes().all(|byte| byte == b'0') {
            let before = text.len() - name.len();
            self.word(line, column + before, name);
        }
    }

    fn word(&mut self, line: usize, column: usize, text: &'t str) {
        if std::mem::take(&mut self.is_fresh) || self.records.is_empty() {
            self.records.push(Record {
                call: self.call.take(),
                words: Vec::new(),
            });
            self.is_joined = false;
        }
        let record = self.records.last_mut().expect("one at least");
        let is_joined = std::mem::take(&mut self.is_joined);
        record.words.push(Word {
            text,
            line,
            column,
            is_key: false,
            is_joined,
        });
    }

    fn last(&mut self) -> Option<&mut Word<'t>> {
        self.records.last_mut()?.words.last_mut()
    }

    /// Takes the last word back, and returns it.
    fn drop_word(&mut self) -> &'t str {
        let words = &mut self.records.last_mut().expect("a word ends here").words;
        let word = words.pop().expect("a word ends here");
        self.is_fresh |= words.is_empty();
        word.text
    }
}

/// Returns true for a number in digits.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the arrow or line at the beginning of `rest`. A hyphen may be the sign of a number.
fn joint(rest: &str, before: Option<char>) -> Option<&'static str> {
    let joint = *JOINTS.iter().find(|joint| rest.starts_with(*joint))?;
    let behind = rest[joint.len()..].chars().next();
    let is_sign = joint == "-"
        && behind.is_some_and(|c| c.is_ascii_digit())
        && before.is_none_or(|c| c.is_whitespace() || "([{,;:=".contains(c));
    (!is_sign).then_some(joint)
}

/// Returns the end of the word at the beginning of `rest`.
fn end(rest: &str) -> usize {
    let mut before = None;
    for (index, mark) in rest.char_indices() {
        let is_joint = index > 0 && joint(&rest[index..], before).is_some();
        if mark.is_whitespace() || MARKS.contains(mark) || is_joint {
            return index;
        }
        before = Some(mark);
    }
    rest.len()
}

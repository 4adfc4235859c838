//! One grammar for lists: the words of a text as programs and people write them, in lines, in
//! brackets, with commas, quotes, arrows, colons or comments. Readers of graphs and of tours use
//! it.
//!
//! ```
//! use knightsat_tour::list::{self, Word};
//!
//! for text in ["1 2\n2 3", "[(1, 2), (2, 3)]", "1--2 # first\n2--3", "\"1\";\"2\"\n\"2\";\"3\""] {
//!     let all = list::words(text);
//!     let records: Vec<Vec<&str>> = list::records(&all)
//!         .map(|record| record.iter().map(|word| word.text).collect())
//!         .collect();
//!     assert_eq!(records, [["1", "2"], ["2", "3"]], "{text}");
//! }
//! ```

/// A word of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    /// The word, without quotes.
    pub text: &'t str,
    /// Its line, from 1.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: u32,
    /// The arrow or line before it.
    pub joint: Joint,
    /// True if a colon follows.
    pub is_key: bool,
    /// True at the beginning of a record: a line, or the inside of a bracket.
    pub is_first: bool,
}

/// The join of a word with the word before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joint {
    /// A blank, a comma, or nothing.
    #[default]
    Loose,
    /// A line, such as `-` or `--`.
    Line,
    /// An arrow, such as `->`.
    Arrow,
}

/// Returns the records: the words of each line, or of each bracket.
pub fn records<'w, 't>(words: &'w [Word<'t>]) -> impl Iterator<Item = &'w [Word<'t>]> {
    words.chunk_by(|_, next| !next.is_first)
}

/// Marks between words, besides blanks.
const MARKS: &str = ",;:=|\"()[]{}<>→–—…";
/// Arrows and lines, longer ones first.
const JOINTS: [(&str, Joint); 12] = [
    ("<-->", Joint::Line),
    ("<->", Joint::Line),
    ("-->", Joint::Arrow),
    ("->", Joint::Arrow),
    ("=>", Joint::Arrow),
    ("→", Joint::Arrow),
    ("---", Joint::Line),
    ("--", Joint::Line),
    ("↔", Joint::Line),
    ("–", Joint::Line),
    ("—", Joint::Line),
    ("-", Joint::Line),
];

/// Returns the words of a text.
pub fn words(text: &str) -> Vec<Word<'_>> {
    // A semicolon ends a record, unless every one stands between single words, as in a table.
    let segments = || text.lines().flat_map(|line| line.trim().split(';'));
    let has_words = |part: &str| part.trim().contains([' ', ',', '\t', '-']);
    let mut reader = WordReader {
        words: Vec::new(),
        brackets: Vec::new(),
        fresh: true,
        joint: Joint::Loose,
        ends_records: text.contains(';') && segments().any(has_words),
        place: (0, 1),
    };
    for (number, line) in (1..).zip(text.lines()) {
        reader.fresh |= reader.brackets.is_empty();
        reader.line(number, line);
    }
    reader.words
}

struct WordReader<'t> {
    words: Vec<Word<'t>>,
    /// The open brackets; false for the call of a number, as in `np.int64(3)`.
    brackets: Vec<bool>,
    /// True if the next word begins a record.
    fresh: bool,
    joint: Joint,
    ends_records: bool,
    /// The index of the last word in its line, and its column.
    place: (usize, u32),
}

impl<'t> WordReader<'t> {
    fn line(&mut self, number: u32, line: &'t str) {
        self.place = (0, 1);
        let mut at = 0;
        let mut last_end = None;
        while let Some(mark) = line[at..].chars().next() {
            let rest = &line[at..];
            let before = line[..at].chars().next_back();
            let is_apart = before.is_none_or(char::is_whitespace);
            let (start, mut next) = (at, at + mark.len_utf8());
            let touches = last_end == Some(at);
            if is_apart && (rest.starts_with(['#', '%']) || rest.starts_with("//")) {
                return;
            } else if let Some((arrow, joint)) = self.joint_at(rest, before) {
                self.joint = joint;
                next = at + arrow.len();
            } else {
                match mark {
                    '"' | '\'' if rest[1..].contains(mark) && !touches => {
                        let end = at + 1 + rest[1..].find(mark).expect("checked");
                        self.word(number, line, start + 1, &line[start + 1..end]);
                        next = end + 1;
                        last_end = Some(next);
                    }
                    ';' => self.fresh |= self.ends_records || !self.brackets.is_empty(),
                    ':' => {
                        if let Some(word) = self.words.last_mut() {
                            word.is_key = true;
                        }
                    }
                    '=' if touches => {
                        // The name of an argument, as in x=1.
                        let is_name =
                            |word: &Word| !word.text.contains(|c: char| c.is_ascii_digit());
                        if self.words.last().is_some_and(is_name) {
                            self.fresh |= self.words.pop().is_some_and(|word| word.is_first);
                        }
                    }
                    '{' if self.record() >= 2 => next = after(line, at, ['{', '}']),
                    '[' if is_attribute(rest) => {
                        next = after(line, at, ['[', ']']);
                    }
                    '(' | '[' | '{' | '<' => {
                        let mut counts = true;
                        if touches && mark == '(' {
                            let call = self.words.pop().expect("it ends here");
                            self.fresh |= call.is_first;
                            counts = !["np", "numpy", "int", "float", "sage", "ZZ", "Integer"]
                                .iter()
                                .any(|start| call.text.starts_with(start));
                        }
                        let has_key = self.words.last().is_some_and(|word| word.is_key);
                        self.fresh |= counts && !has_key;
                        self.brackets.push(counts);
                    }
                    ')' | ']' | '}' | '>' => {
                        self.fresh |= self.brackets.pop().unwrap_or(true);
                    }
                    '\'' => {}
                    _ if mark.is_whitespace() || MARKS.contains(mark) => {}
                    _ => {
                        let end = self.end(line, at);
                        self.word(number, line, start, &line[start..end]);
                        next = end;
                        last_end = Some(end);
                    }
                }
            }
            at = next;
        }
    }

    /// Returns the number of words of the current record.
    fn record(&self) -> usize {
        if self.fresh {
            0
        } else {
            1 + self
                .words
                .iter()
                .rev()
                .take(9)
                .take_while(|word| !word.is_first)
                .count()
        }
    }

    /// Returns the arrow or line at the beginning of `rest`. A hyphen may belong to a name or be
    /// the sign of a number.
    fn joint_at(&self, rest: &str, before: Option<char>) -> Option<(&'static str, Joint)> {
        let (arrow, joint) = *JOINTS.iter().find(|(arrow, _)| rest.starts_with(arrow))?;
        let behind = rest[arrow.len()..].chars().next();
        let is_sign = arrow == "-"
            && behind.is_some_and(|c| c.is_ascii_digit())
            && before.is_none_or(|c| c.is_whitespace() || "([{,;".contains(c));
        (!is_sign).then_some((arrow, joint))
    }

    /// Returns the end of the word that starts at an index.
    fn end(&self, line: &str, at: usize) -> usize {
        let mut before = None;
        for (index, mark) in line[at..].char_indices() {
            let rest = &line[at + index..];
            let is_inner = |c: char| c.is_alphabetic() || c == '_';
            let in_name = rest.starts_with('-')
                && before.is_some_and(is_inner)
                && rest[1..].chars().next().is_some_and(is_inner);
            let is_joint = index > 0 && !in_name && self.joint_at(rest, before).is_some();
            if mark.is_whitespace() || MARKS.contains(mark) || is_joint {
                return at + index;
            }
            before = Some(mark);
        }
        line.len()
    }

    fn word(&mut self, number: u32, line: &str, start: usize, text: &'t str) {
        let is_first = self.fresh;
        let (from, column) = self.place;
        self.place = (start, column + line[from..start].chars().count() as u32);
        self.words.push(Word {
            text,
            line: number,
            column: self.place.1,
            joint: if is_first { Joint::Loose } else { self.joint },
            is_key: false,
            is_first,
        });
        self.fresh = false;
        self.joint = Joint::Loose;
    }
}

/// Returns true if a bracket contains attributes, as in `[label=x]`.
fn is_attribute(rest: &str) -> bool {
    let mut inside = rest.bytes().take(256).take_while(|&byte| byte != b']');
    inside.any(|byte| byte == b'=')
}

/// Returns the index after the bracket that closes the one at an index; the end of the line if
/// none does.
fn after(line: &str, at: usize, [open, close]: [char; 2]) -> usize {
    let mut depth = 0;
    for (index, mark) in line[at..].char_indices() {
        depth += i32::from(mark == open) - i32::from(mark == close);
        if depth == 0 {
            return at + index + mark.len_utf8();
        }
    }
    line.len()
}

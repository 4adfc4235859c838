//! The words of a list of edges, in brackets and lines, with the marks between them.
//!
//! [`parse`] returns the parts of a text in preorder. `rows` makes rows of cells of them: a cell
//! is a vertex, a value or nothing, and a [`Style`] decides where the text has two meanings.

use super::{GraphError, error};
use knightsat_base::text::{is_digits, quote};
use std::borrow::Cow;
use std::collections::HashSet;

/// The mark before a part: the strongest one since the part before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Blank,
    Tab,
    /// A comma or a bar.
    Comma,
    Semicolon,
    Joint(Joint),
}

/// The join of a cell with the cell before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Joint {
    #[default]
    None,
    /// A line, such as `-` or `--`.
    Line,
    /// An arrow, such as `->`.
    Arrow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Quoted,
    /// A bracket, with its first character.
    Group(u8),
}

/// A word, or a bracket with the parts in it, which are those up to the index `end`.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: u32,
    stop: u32,
    line: u32,
    end: u32,
    kind: Kind,
    mark: Mark,
    /// True if a colon follows.
    is_key: bool,
    /// True for the first part of a line outside of brackets.
    is_first: bool,
}

impl Part {
    /// Returns the index after the part, and its quotation mark.
    fn after(&self) -> usize {
        self.stop as usize + usize::from(self.kind == Kind::Quoted)
    }

    fn is_group(&self) -> bool {
        matches!(self.kind, Kind::Group(_))
    }

    /// Returns true for attributes or values of an edge in brackets.
    fn is_attribute(&self) -> bool {
        matches!(self.kind, Kind::Group(b'{' | b'['))
    }
}

/// The parts of a text in preorder.
pub(super) struct Parts<'t> {
    text: &'t str,
    parts: Vec<Part>,
    /// The lines that are blank, and those of a single `#`.
    blanks: Vec<u32>,
    hashes: Vec<u32>,
}

/// Deeper brackets than any list has.
const DEEPEST: usize = 8;
/// Lines and arrows that need no blanks, longer ones first.
const JOINTS: [(&str, Joint); 9] = [
    ("<-->", Joint::Line),
    ("<->", Joint::Line),
    ("-->", Joint::Arrow),
    ("->", Joint::Arrow),
    ("=>", Joint::Arrow),
    ("→", Joint::Arrow),
    ("---", Joint::Line),
    ("--", Joint::Line),
    ("↔", Joint::Line),
];
/// Lines and arrows that may also belong to a name.
const WEAK: &str = "-=/>–—";
/// Calls that mean what is in their bracket.
const CALLS: [&str; 16] = [
    "np", "numpy", "int", "float", "str", "ZZ", "Integer", "array", "matrix", "list", "tuple",
    "set", "Graph", "EdgeView", "Edge", "edge",
];

/// Titles of the column of the first vertex, and of the second.
pub(super) const SOURCES: [&str; 12] = [
    "source",
    "from",
    "src",
    "u",
    "i",
    "node1",
    "node_1",
    "vertex1",
    "tail",
    "start",
    "fromnodeid",
    "from_node",
];
pub(super) const TARGETS: [&str; 13] = [
    "target", "to", "dst", "dest", "v", "j", "node2", "node_2", "vertex2", "head", "end",
    "tonodeid", "to_node",
];

struct Lexer<'t> {
    all: Parts<'t>,
    /// The open brackets, by index, and true for a call.
    open: Vec<(usize, bool)>,
    /// The mark before the next part, and true if that is the first of its line.
    mark: Mark,
    is_first: bool,
    /// The last part in the innermost open bracket.
    last: Option<usize>,
}

/// Reads the parts of a text, without comments.
pub(super) fn parse(
    text: &str,
    is_comment: impl Fn(&str) -> bool,
) -> Result<Parts<'_>, GraphError> {
    let mut lexer = Lexer {
        all: Parts {
            text,
            parts: Vec::new(),
            blanks: Vec::new(),
            hashes: Vec::new(),
        },
        open: Vec::new(),
        mark: Mark::Blank,
        is_first: true,
        last: None,
    };
    let mut start = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            lexer.all.blanks.push(number);
        } else if trimmed == "#" {
            lexer.all.hashes.push(number);
        } else if !is_comment(trimmed) {
            lexer.line(number, start, start + line.len())?;
        }
        start += line.len();
    }
    if let Some(&(at, _)) = lexer.open.last() {
        let part = lexer.all.parts[at];
        let open = &text[part.start as usize..][..1];
        let message = format!("the bracket '{open}' is not closed: is the file complete?");
        return error(part.line as usize, message);
    }
    Ok(lexer.all)
}

impl Lexer<'_> {
    fn line(&mut self, line: u32, start: usize, stop: usize) -> Result<(), GraphError> {
        let text = &self.all.text[..stop];
        let mut at = start;
        if self.open.is_empty() {
            (self.is_first, self.mark, self.last) = (true, Mark::Blank, None);
        }
        let mut before = ' ';
        while let Some(mark) = text[at..].chars().next() {
            let rest = &text[at..];
            let is_apart = before.is_whitespace();
            if is_apart && (rest.starts_with(['#', '%']) || rest.starts_with("//")) {
                break;
            }
            before = mark;
            if let Some((joint, meaning)) = joint(rest) {
                self.mark = Mark::Joint(meaning);
                at += joint.len();
                continue;
            }
            let last = self.last.map(|last| self.all.parts[last]);
            let touches = last.is_some_and(|last| last.after() == at);
            let mut next = at + mark.len_utf8();
            match mark {
                '"' | '\'' if rest[1..].contains(mark) => {
                    let end = next + rest[1..].find(mark).expect("it is there");
                    self.push(line, next, end, Kind::Quoted);
                    next = end + 1;
                }
                '"' => {
                    return error(
                        line as usize,
                        "the quotation mark has no partner on its line",
                    );
                }
                // A joint that touches a quotation mark is in no name.
                _ if touches
                    && last.is_some_and(|last| last.kind == Kind::Quoted)
                    && WEAK.contains(mark) =>
                {
                    self.mark = Mark::Joint(weak(mark));
                }
                '(' | '[' | '{' | '<' => {
                    let word =
                        last.filter(|last| touches && mark == '(' && last.kind == Kind::Word);
                    if let Some(word) = word.filter(|word| !is_call(&text[word.start as usize..at]))
                    {
                        // A name such as f(x).
                        let Some(end) = rest.find(')') else {
                            return error(line as usize, "the bracket '(' is not closed");
                        };
                        next = at + end + 1;
                        let part = self.last.expect("it touches");
                        self.all.parts[part] = Part {
                            stop: next as u32,
                            ..word
                        };
                    } else {
                        if self.open.len() == DEEPEST {
                            return error(
                                line as usize,
                                "more brackets in brackets than any list has",
                            );
                        }
                        if let Some(word) = word {
                            self.all.parts.pop();
                            (self.mark, self.is_first) = (word.mark, word.is_first);
                        }
                        self.push(line, at, at, Kind::Group(mark as u8));
                        self.open.push((self.all.parts.len() - 1, word.is_some()));
                        self.last = None;
                    }
                }
                ')' | ']' | '}' | '>' if mark != '>' || self.is_in_angle() => {
                    let Some((group, is_call)) = self.open.pop() else {
                        return error(line as usize, format!("'{mark}' closes no bracket"));
                    };
                    let end = self.all.parts.len();
                    let part = self.all.parts[group];
                    self.all.parts[group] = Part {
                        stop: next as u32,
                        end: end as u32,
                        ..part
                    };
                    // A call of one word is this word, as np.int64(3).
                    if is_call && end == group + 2 {
                        let word = self.all.parts.pop().expect("it is there");
                        let end = end as u32 - 1;
                        self.all.parts[group] = Part {
                            start: word.start,
                            stop: word.stop,
                            kind: word.kind,
                            end,
                            ..part
                        };
                    }
                    (self.mark, self.is_first, self.last) = (Mark::Blank, false, Some(group));
                }
                ':' => match self.last {
                    Some(last) => self.all.parts[last].is_key = true,
                    None => return error(line as usize, "a colon before any vertex"),
                },
                ',' | '|' => {
                    if mark == ',' && (self.mark == Mark::Comma || self.is_first) {
                        // An empty cell.
                        self.push(line, at, at, Kind::Word);
                    }
                    self.mark = self.mark.max(Mark::Comma);
                }
                '\t' if !self.is_first => self.mark = self.mark.max(Mark::Tab),
                ';' => self.mark = self.mark.max(Mark::Semicolon),
                _ if mark.is_whitespace() => {}
                _ => {
                    next = at + self.word_len(rest);
                    let word = &text[at..next];
                    let is_sign = word.len() == mark.len_utf8() && WEAK.contains(mark);
                    if is_sign && self.last.is_some() {
                        self.mark = Mark::Joint(weak(mark));
                    } else if !word.starts_with("dtype=") || self.open.is_empty() {
                        self.push(line, at, next, Kind::Word);
                    }
                    before = 'x';
                }
            }
            at = next;
        }
        Ok(())
    }

    fn push(&mut self, line: u32, start: usize, stop: usize, kind: Kind) {
        let at = self.all.parts.len();
        self.all.parts.push(Part {
            start: start as u32,
            stop: stop as u32,
            line,
            end: at as u32 + 1,
            kind,
            mark: self.mark,
            is_key: false,
            is_first: self.is_first && self.open.is_empty(),
        });
        (self.mark, self.is_first, self.last) = (Mark::Blank, false, Some(at));
    }

    fn is_in_angle(&self) -> bool {
        let last = self.open.last();
        last.is_some_and(|&(at, _)| self.all.parts[at].kind == Kind::Group(b'<'))
    }

    /// Returns the number of bytes of the word at the beginning of `rest`.
    fn word_len(&self, rest: &str) -> usize {
        let is_end = |&(at, mark): &(usize, char)| {
            is_separator(mark)
                || at > 0 && WEAK.contains(mark) && joint(&rest[at..]).is_some()
                || mark == '>' && self.is_in_angle()
        };
        let end = rest.char_indices().find(is_end);
        end.map_or(rest.len(), |(at, _)| at)
    }
}

fn is_separator(mark: char) -> bool {
    mark.is_whitespace() || ",;:|\"()[]{}<↔→".contains(mark)
}

/// Returns true for the name of a call that means what is in its bracket.
fn is_call(name: &str) -> bool {
    let module = name.split('.').next().unwrap_or(name);
    CALLS.contains(&module) || name.starts_with("int") && is_digits(&name[3..])
}

/// Returns the text and the meaning of a joint at the beginning of `rest`.
fn joint(rest: &str) -> Option<(&'static str, Joint)> {
    if !rest.starts_with(['-', '=', '<', '→', '↔']) {
        return None;
    }
    JOINTS.into_iter().find(|(text, _)| rest.starts_with(text))
}

/// Returns the meaning of a weak joint.
fn weak(mark: char) -> Joint {
    if mark == '>' {
        Joint::Arrow
    } else {
        Joint::Line
    }
}

/// Returns the first weak joint in a word, which is no number.
pub(super) fn weak_at(word: &str) -> Option<(usize, char)> {
    let mut before = true;
    let found = word.char_indices().find(|&(at, mark)| {
        let is_weak = WEAK.contains(mark);
        let is_joint = is_weak && !before && at + mark.len_utf8() < word.len();
        before = is_weak;
        is_joint
    });
    found.filter(|_| word.parse::<f64>().is_err())
}

/// A meaning of a text that has two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    /// A hyphen in a word joins two vertices, and is in no name.
    joins: bool,
    /// Brackets side by side in a line are vertices, and not edges.
    has_tuples: bool,
    /// A semicolon ends an edge of two words, and not a name of two words.
    ends: bool,
    /// Words at a line or an arrow are one name.
    has_blanks: bool,
}

/// A vertex, or a value of an edge.
#[derive(Clone, Debug)]
pub(super) struct Cell<'t> {
    pub text: Cow<'t, str>,
    pub joint: Joint,
    pub is_quoted: bool,
}

/// The cells of a line, or of a bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub line: usize,
    start: u32,
    stop: u32,
    /// True if a colon follows the first cell.
    pub is_keyed: bool,
    /// True if the row is a bracket, or in one.
    pub is_bracket: bool,
}

/// The rows of a text.
#[derive(Default)]
pub(super) struct Rows<'t> {
    cells: Vec<Cell<'t>>,
    /// Names of several words at a joint.
    merged: Vec<String>,
    /// True if a word with a hyphen stands at a joint, and is a name.
    has_both: bool,
    pub rows: Vec<Row>,
    /// The lines that are blank, and those of a single `#`.
    pub blanks: Vec<u32>,
    pub hashes: Vec<u32>,
}

impl<'t> Rows<'t> {
    pub fn cells(&self, row: Row) -> &[Cell<'t>] {
        &self.cells[row.start as usize..row.stop as usize]
    }

    /// Returns an error if the words of a name are vertices themselves.
    fn checked(self) -> Result<Rows<'t>, GraphError> {
        if self.merged.is_empty() {
            return error(1, "no name has a blank");
        }
        let all: HashSet<&str> = self.cells.iter().map(|cell| &*cell.text).collect();
        let is_known = |name: &&String| name.split(' ').all(|word| all.contains(word));
        match self.merged.iter().find(is_known) {
            Some(name) => error(1, format!("'{}' is several names", quote(name))),
            None => Ok(self),
        }
    }
}

impl<'t> Parts<'t> {
    /// Returns the styles in which the text has different rows.
    pub fn styles(&self) -> Vec<Style> {
        let is_weak =
            |part: &Part| part.kind == Kind::Word && weak_at(self.text_of(part)).is_some();
        let joins = self.parts.iter().any(is_weak);
        let mut top = self
            .children(0, self.parts.len())
            .map(|at| self.parts[at])
            .peekable();
        let (mut has_tuples, mut ends, mut has_joints) = (false, false, joins);
        while let Some(part) = top.next() {
            let is_beside = |next: &Part| next.is_group() && !next.is_first && !part.is_key;
            has_tuples |= part.is_group() && top.peek().is_some_and(is_beside);
            ends |= !part.is_first && part.mark == Mark::Semicolon;
            has_joints |= matches!(part.mark, Mark::Joint(_));
        }
        let both = |has: bool| if has { &[false, true][..] } else { &[false] };
        itertools::iproduct!(both(joins), both(has_tuples), both(ends), both(has_joints))
            .map(|(&joins, &has_tuples, &ends, &has_blanks)| Style {
                joins,
                has_tuples,
                ends,
                has_blanks,
            })
            .collect()
    }

    fn text_of(&self, part: &Part) -> &'t str {
        &self.text[part.start as usize..part.stop as usize]
    }

    /// Returns the parts from an index to another that are in no bracket there.
    fn children(&self, start: usize, stop: usize) -> impl Iterator<Item = usize> {
        let next = move |&at: &usize| Some(self.parts[at].end as usize).filter(|&at| at < stop);
        std::iter::successors(Some(start).filter(|&at| at < stop), next)
    }

    fn inside(&self, group: usize) -> impl Iterator<Item = usize> {
        self.children(group + 1, self.parts[group].end as usize)
    }

    /// Returns the rows of the text in a style.
    pub fn rows(&self, style: Style) -> Result<Rows<'t>, GraphError> {
        let mut rows = Rows {
            blanks: self.blanks.clone(),
            hashes: self.hashes.clone(),
            ..Rows::default()
        };
        let (mut start, mut stop, mut is_bracket) = (0, self.parts.len(), false);
        // A bracket around all rows.
        while let Some(&whole) = self.parts.get(start)
            && whole.is_group()
            && whole.end as usize == stop
            && self.has_rows(start, style)
        {
            (start, is_bracket) = (start + 1, true);
            stop = whole.end as usize;
        }
        let mut row: Vec<usize> = Vec::new();
        for at in self.children(start, stop) {
            let part = self.parts[at];
            let begins = if is_bracket {
                let follows_key = row.last().is_some_and(|&last| self.parts[last].is_key);
                matches!(part.mark, Mark::Comma | Mark::Semicolon)
                    || part.is_group() && part.mark == Mark::Blank && !follows_key
            } else {
                part.is_first
            };
            if begins && !row.is_empty() {
                self.row(&row, style, is_bracket, &mut rows)?;
                row.clear();
            }
            row.push(at);
        }
        if !row.is_empty() {
            self.row(&row, style, is_bracket, &mut rows)?;
        }
        if rows.has_both {
            error(1, "a word with a hyphen at a line or an arrow is a name")
        } else if style.has_blanks {
            rows.checked()
        } else {
            Ok(rows)
        }
    }

    /// Returns true if a bracket contains rows, rather than the cells of one.
    fn has_rows(&self, group: usize, style: Style) -> bool {
        let is_row =
            |part: Part| part.is_group() || part.is_key || matches!(part.mark, Mark::Joint(_));
        let is_join = |part: Part| style.joins && weak_at(self.text_of(&part)).is_some();
        let parts = || self.inside(group).map(|at| self.parts[at]);
        parts().any(is_row) || parts().next().is_some() && parts().all(is_join)
    }

    /// Adds the rows of parts side by side.
    fn row(
        &self,
        parts: &[usize],
        style: Style,
        is_bracket: bool,
        rows: &mut Rows<'t>,
    ) -> Result<(), GraphError> {
        let first = self.parts[parts[0]];
        let line = first.line as usize;
        if first.is_group() && !first.is_key {
            let all = || parts.iter().map(|&at| self.parts[at]);
            let is_alone = |part: Part| {
                part.is_group() && !part.is_key && !matches!(part.mark, Mark::Joint(_))
            };
            if parts.len() == 1 && is_bracket || !style.has_tuples && all().all(is_alone) {
                for &at in parts {
                    let inside: Vec<usize> = self.inside(at).collect();
                    if inside.first().is_some_and(|&at| self.parts[at].is_key) {
                        self.object(&inside, line, rows)?;
                    } else {
                        self.cells(&inside, style, true, self.parts[at].line, rows);
                    }
                }
                return Ok(());
            }
        }
        if !first.is_key {
            self.cells(parts, style, is_bracket, first.line, rows);
            return Ok(());
        }
        let start = rows.cells.len();
        rows.cells.push(self.cell(parts[0], Joint::None));
        if let [_, group] = parts[..]
            && self.parts[group].is_group()
            && (is_bracket || self.parts[group].is_attribute())
        {
            let has_keys = self.inside(group).any(|at| self.parts[at].is_key);
            let ends = self
                .inside(group)
                .filter(|&at| !has_keys || self.parts[at].is_key);
            rows.cells.extend(ends.map(|at| self.cell(at, Joint::None)));
        } else {
            if let Some(&key) = parts[1..].iter().find(|&&at| self.parts[at].is_key) {
                let key = quote(self.text_of(&self.parts[key]));
                return error(line, format!("a second colon in the line, after '{key}'"));
            }
            self.fields(&parts[1..], rows);
        }
        rows.rows.push(Row {
            line,
            start: start as u32,
            stop: rows.cells.len() as u32,
            is_keyed: true,
            is_bracket,
        });
        Ok(())
    }

    /// Adds the row of an object with a source and a target.
    fn object(&self, parts: &[usize], line: usize, rows: &mut Rows<'t>) -> Result<(), GraphError> {
        let start = rows.cells.len();
        for titles in [&SOURCES[..], &TARGETS[..]] {
            let is_end = |pair: &&[usize]| {
                let key = self.parts[pair[0]];
                key.is_key && titles.contains(&self.text_of(&key).to_lowercase().as_str())
            };
            match parts.windows(2).find(is_end) {
                Some(pair) => rows.cells.push(self.cell(pair[1], Joint::None)),
                None => return error(line, format!("an object without {}", titles[0])),
            }
        }
        rows.rows.push(Row {
            line,
            start: start as u32,
            stop: rows.cells.len() as u32,
            is_keyed: false,
            is_bracket: true,
        });
        Ok(())
    }

    /// Adds the cells of parts side by side as a row, or as several.
    fn cells(
        &self,
        parts: &[usize],
        style: Style,
        is_bracket: bool,
        line: u32,
        rows: &mut Rows<'t>,
    ) {
        let push = |rows: &mut Rows<'t>, start: usize| {
            rows.rows.push(Row {
                line: line as usize,
                start: start as u32,
                stop: rows.cells.len() as u32,
                is_keyed: false,
                is_bracket,
            });
        };
        let is_field = |at: usize| matches!(self.parts[at].mark, Mark::Comma | Mark::Semicolon);
        let runs = parts.chunk_by(|_, &next| !is_field(next));
        let is_number = |&at: &usize| {
            self.parts[at].kind == Kind::Word && is_digits(self.text_of(&self.parts[at]))
        };
        let ends = |&at: &usize| self.parts[at].mark == Mark::Semicolon;
        let are_rows = parts.len() > 2
            && parts.iter().all(|&at| {
                self.parts[at].kind == Kind::Word
                    && !matches!(self.parts[at].mark, Mark::Joint(_) | Mark::Tab)
            })
            && runs.clone().count() > 1
            && runs.clone().all(|run| run.len() > 1)
            && (parts.iter().all(is_number)
                || style.ends && runs.clone().skip(1).all(|run| ends(&run[0])));
        if are_rows {
            for run in runs {
                let start = rows.cells.len();
                rows.cells
                    .extend(run.iter().map(|&at| self.cell(at, Joint::None)));
                push(rows, start);
            }
            return;
        }
        let mut start = rows.cells.len();
        self.fields(parts, rows);
        if style.joins {
            let whole = rows.cells.split_off(start);
            let is_hyphened = |cell: &Cell| !cell.is_quoted && weak_at(&cell.text).is_some();
            let is_joint =
                |pair: &[Cell]| pair[1].joint != Joint::None && pair.iter().any(is_hyphened);
            rows.has_both |= whole.windows(2).any(is_joint);
            for cell in whole {
                split(cell, &mut rows.cells);
            }
        }
        if style.has_blanks && !parts.iter().any(|&at| is_field(at)) {
            merge(start, rows);
        }
        // A vertex before a joint begins another edge.
        let mut at = start + 1;
        let mut is_joined = false;
        while at < rows.cells.len() {
            let begins = rows
                .cells
                .get(at + 1)
                .is_some_and(|next| next.joint != Joint::None);
            let is_loose = rows.cells[at].joint == Joint::None;
            is_joined |= !is_loose;
            if is_loose && is_joined && begins {
                let rest = rows.cells.split_off(at);
                push(rows, start);
                rows.cells.extend(rest);
                (start, is_joined) = (at, false);
            }
            at += 1;
        }
        push(rows, start);
    }

    /// Adds cells. Between commas, blanks belong to names.
    fn fields(&self, parts: &[usize], rows: &mut Rows<'t>) {
        let start = rows.cells.len();
        let mark = |at: usize| self.parts[at].mark;
        let has_fields = parts
            .iter()
            .skip(1)
            .any(|&at| matches!(mark(at), Mark::Tab | Mark::Comma | Mark::Semicolon));
        for run in parts.chunk_by(|_, &next| has_fields && mark(next) == Mark::Blank) {
            let joint = match mark(run[0]) {
                Mark::Joint(joint) => joint,
                _ => Joint::None,
            };
            let is_number = |&at: &usize| is_digits(self.text_of(&self.parts[at]));
            let [first, last] = [run[0], run[run.len() - 1]].map(|at| self.parts[at]);
            let has_two = rows.cells.len() >= start + 2;
            if first.is_attribute() && has_two {
                continue;
            }
            if first.kind == Kind::Group(b'{') && joint != Joint::None {
                // An edge to each vertex in the bracket.
                for (nth, at) in self.inside(run[0]).enumerate() {
                    let joint = if nth == 0 { joint } else { Joint::None };
                    let cell = self.cell(at, joint);
                    rows.cells.push(Cell {
                        is_quoted: true,
                        ..cell
                    });
                }
            } else if run.len() == 1 {
                rows.cells.push(self.cell(run[0], joint));
            } else if run.iter().all(is_number) || first.is_group() || last.is_group() {
                for &at in run {
                    if self.parts[at].is_attribute() && rows.cells.len() >= start + 2 {
                        continue;
                    }
                    let cell = self.cell(at, if at == run[0] { joint } else { Joint::None });
                    rows.cells.push(cell);
                }
            } else {
                let text = &self.text[first.start as usize..last.stop as usize];
                rows.cells.push(Cell {
                    text: text.into(),
                    joint,
                    is_quoted: true,
                });
            }
        }
    }

    /// Returns the cell of a word, or of a bracket that is a name.
    fn cell(&self, at: usize, joint: Joint) -> Cell<'t> {
        let part = self.parts[at];
        let text = self.text_of(&part);
        // Only round brackets are a name.
        let text = if part.is_attribute() { "" } else { text };
        let is_left_out = |c: char| c.is_whitespace() || c == '"' || c == '\'';
        let text = if part.is_group() && text.contains(is_left_out) {
            text.replace(is_left_out, "").into()
        } else {
            Cow::Borrowed(text)
        };
        Cell {
            text,
            joint,
            is_quoted: part.kind == Kind::Quoted,
        }
    }
}

/// Joins the words of names in a row with a joint.
fn merge(start: usize, rows: &mut Rows) {
    let whole = rows.cells.split_off(start);
    let has_joint = whole.iter().any(|cell| cell.joint != Joint::None);
    for cell in whole {
        let is_name = |cell: &Cell| {
            !cell.is_quoted && !cell.text.starts_with('(') && cell.text.parse::<f64>().is_err()
        };
        match rows.cells[start..].last_mut() {
            Some(last)
                if has_joint && cell.joint == Joint::None && is_name(&cell) && is_name(last) =>
            {
                if last.text.contains(' ') {
                    rows.merged.pop();
                }
                let name = format!("{} {}", last.text, cell.text);
                rows.merged.push(name.clone());
                last.text = name.into();
            }
            _ => rows.cells.push(cell),
        }
    }
}

/// Adds the vertices that hyphens in a word join.
fn split<'t>(cell: Cell<'t>, cells: &mut Vec<Cell<'t>>) {
    let Cow::Borrowed(mut text) = cell.text else {
        return cells.push(cell);
    };
    let mut joint = cell.joint;
    while !cell.is_quoted
        && let Some((at, mark)) = weak_at(text)
    {
        cells.push(Cell {
            text: text[..at].into(),
            joint,
            ..cell
        });
        text = &text[at + mark.len_utf8()..];
        joint = weak(mark);
    }
    cells.push(Cell {
        text: text.into(),
        joint,
        ..cell
    });
}

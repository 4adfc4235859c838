//! Reads the lines of a file, and records the state that later lines are checked against.

use crate::Finding;
use crate::base::input::MARK;
use crate::clause::{Literal, Seen};
use crate::fix::Fixer;
use crate::lines::{HeaderLine, classify};
use crate::names::Name;
use crate::pieces::{Piece, Place};
use crate::variables::Variables;
use std::collections::BTreeMap;

/// The kind of the rest of the current line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Nothing but blanks so far.
    Blank,
    Comment,
    Header,
    Clauses,
}

pub struct Linter<'f> {
    pub(super) findings: Findings,
    pub(super) fixer: Option<&'f mut Fixer>,
    pub(super) header: Option<HeaderLine>,
    pub(super) variables: Variables,
    pub(super) clauses: u64,
    pub(super) literals: u64,
    pub(super) clause: Vec<Literal>,
    pub(super) order: Vec<u32>,
    pub(super) seen: Option<Seen>,
    pub(super) line: Line,
    /// True if a part of the clause could not be read.
    pub(super) damaged: bool,
    /// Number of clauses that ended on the current line, and whether it has a tab.
    pub(super) ended_on_line: u64,
    pub(super) tab_on_line: bool,
    /// Line ends inside clauses: their number, and the first line.
    pub(super) breaks: u64,
    pub(super) first_break: u64,
    /// Number of words after `%`.
    pub(super) trailer: Option<u64>,
    pub(super) begun: bool,
    /// True if the last line has no end, as in a truncated file.
    pub(super) abrupt: bool,
}

impl<'f> Linter<'f> {
    pub fn new(repeats: bool, fixer: Option<&'f mut Fixer>) -> Self {
        Linter {
            findings: Findings::default(),
            fixer,
            header: None,
            variables: Variables::default(),
            clauses: 0,
            literals: 0,
            clause: Vec::new(),
            order: Vec::new(),
            seen: repeats.then(Seen::default),
            line: Line::Blank,
            damaged: false,
            ended_on_line: 0,
            tab_on_line: false,
            breaks: 0,
            first_break: 0,
            trailer: None,
            begun: false,
            abrupt: false,
        }
    }

    /// Adds a finding with this message.
    pub(super) fn tell(&mut self, name: Name, place: Place, message: &str) {
        self.findings.add(name, place, || message.into());
    }

    /// Reads the next line or part of a line.
    pub fn piece(&mut self, piece: Piece<'_>) {
        let (mut text, mut place) = (piece.text, piece.place);
        let first = !std::mem::replace(&mut self.begun, true);
        self.abrupt = piece.last;
        if let Some(rest) = text.strip_prefix(&MARK).filter(|_| first) {
            let message = "a byte order mark, which solvers take for a word";
            self.tell(Name::ByteOrderMark, place, message);
            (text, place) = (rest, place.right(3));
        }
        let whole_line = piece.ended || piece.last;
        if let Some(rest) = text.strip_suffix(b"\r").filter(|_| whole_line) {
            let end = place.right(rest.len());
            self.tell(Name::Crlf, end, "lines end in CR LF, as on Windows");
            text = rest;
        }
        match self.line {
            Line::Blank => self.begin_line(text, place),
            Line::Comment => self.comment(text),
            Line::Header => {}
            Line::Clauses => self.clause_words(text, place),
        }
        if piece.last && matches!(self.line, Line::Comment | Line::Header) {
            let end = place.right(text.len());
            let message = "the last line does not end in a newline, and is not a clause";
            self.tell(Name::FinalNewline, end, message);
        }
        if whole_line {
            self.end_line(place);
        }
    }

    fn begin_line(&mut self, text: &[u8], place: Place) {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let Some(start) = text.iter().position(|byte| !blank(byte)) else {
            return;
        };
        let (rest, place_of) = (&text[start..], place.right(start));
        match rest[0] {
            b'c' => {
                if start > 0 {
                    let message = "a comment line that does not begin with its c";
                    self.tell(Name::CommentIndented, place_of, message);
                }
                if !self.clause.is_empty() {
                    let message = "a comment inside a clause";
                    self.tell(Name::CommentInsideClause, place_of, message);
                }
                self.begin_comment(rest, place_of);
            }
            b'p' => self.header(text, place),
            b'%' if self.trailer.is_none() => {
                self.line = Line::Clauses;
                self.trailer(place_of);
                self.clause_words(&rest[1..], place_of.right(1));
            }
            _ => {
                self.line = Line::Clauses;
                self.clause_words(text, place);
            }
        }
    }

    fn trailer(&mut self, place: Place) {
        self.trailer = Some(0);
        let message = "'%' ends files of the SATLIB collection and is not part of the format";
        if self.clause.is_empty() {
            self.tell(Name::PercentTrailer, place, message)
        } else {
            self.findings.unclear(Name::PercentTrailer, place, || {
                format!("{message}, and it stands inside a clause")
            })
        }
    }

    fn header(&mut self, text: &[u8], place: Place) {
        self.line = Line::Header;
        let line = HeaderLine::new(text, place);
        let inside = !self.clause.is_empty();
        if let Some((name, message)) = &line.fault {
            match name {
                Name::HeaderSpacing => self.findings.add(*name, place, || message.clone()),
                Name::HeaderMalformed if line.is_cnf && !inside => {
                    self.findings.add(*name, place, || message.clone());
                }
                _ => self.findings.unclear(*name, place, || message.clone()),
            }
        }
        let Some(header) = &self.header else {
            if self.clauses > 0 || inside {
                let message = "the header comes after the first clause";
                self.tell(Name::HeaderNotFirst, place, message);
            }
            self.header = Some(line);
            return;
        };
        let earlier = header.place.line;
        if header.agrees(&line) && !inside {
            let message = || format!("a second header, the same as on line {earlier}");
            self.findings.add(Name::HeaderRepeated, place, message);
        } else {
            self.findings.unclear(Name::HeaderRepeated, place, || {
                format!("a second header, not the one of line {earlier}: are these two files?")
            });
        }
    }

    pub(super) fn begin_comment(&mut self, text: &[u8], place: Place) {
        self.line = Line::Comment;
        let in_body = self.header.is_some();
        if in_body && self.clause.is_empty() && self.ended_on_line == 0 {
            self.tell(Name::CommentInBody, place, "a comment after the header");
        }
        if let Some((name, message)) = classify(text, in_body) {
            self.findings.add(name, place, || message);
        }
        if !text.is_ascii() {
            self.tell(Name::NonAscii, place, "a comment that is not ASCII");
        }
        if let Some(at) = text.iter().position(|&byte| byte == b'\r') {
            self.findings
                .unclear(Name::CarriageReturn, place.right(at), || {
                    "a carriage return that ends no line: what follows is part of the comment"
                        .into()
                });
        }
        self.comment(text);
    }

    fn comment(&mut self, text: &[u8]) {
        if let Some(fixer) = &mut self.fixer {
            fixer.comment(text);
        }
    }

    fn end_line(&mut self, place: Place) {
        if self.line == Line::Clauses && !self.clause.is_empty() {
            self.breaks += 1;
            if self.breaks == 1 {
                self.first_break = place.line;
            }
        }
        if let Some(fixer) = &mut self.fixer {
            fixer.end_line();
        }
        self.line = Line::Blank;
        self.ended_on_line = 0;
        self.tab_on_line = false;
    }
}

#[derive(Default)]
pub struct Findings {
    list: Vec<Finding>,
    counts: BTreeMap<Name, u64>,
    unclear: Option<(u64, u64, String)>,
}

impl Findings {
    /// Adds a finding; its message is made only if the list has room for it.
    pub fn add(&mut self, name: Name, place: Place, message: impl FnOnce() -> String) {
        let count = self.counts.entry(name).or_default();
        *count += 1;
        if *count <= name.shown() {
            self.list.push(Finding {
                line: place.line,
                column: place.column,
                severity: name.severity(),
                name,
                message: message(),
            });
        }
    }

    /// Adds a finding that no fix can mend, because its intended meaning is unclear.
    pub fn unclear(&mut self, name: Name, place: Place, message: impl FnOnce() -> String) {
        let message = message();
        self.doubt(place, || message.clone());
        self.add(name, place, || message);
    }

    /// Records a place that no fix can mend, if a finding already describes it.
    pub fn doubt(&mut self, place: Place, why: impl FnOnce() -> String) {
        self.unclear
            .get_or_insert_with(|| (place.line, place.column, why()));
    }

    /// Returns the findings in the order of the file, the counts, and the first unclear place.
    #[expect(
        clippy::type_complexity,
        reason = "taken apart at once by the only caller"
    )]
    pub fn finish(
        mut self,
    ) -> (
        Vec<Finding>,
        BTreeMap<Name, u64>,
        Option<(u64, u64, String)>,
    ) {
        self.list
            .sort_by_key(|found| (found.line, found.column, found.name));
        (self.list, self.counts, self.unclear)
    }
}

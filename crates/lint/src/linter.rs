//! Reads the lines of a file, records the state that later lines are checked against, and checks
//! the file as a whole.

use crate::base::input::MARK;
use crate::base::text::{counted, is_or_are};
use crate::clause::{Literal, Seen};
use crate::fix::Fixer;
use crate::line_pieces::{Piece, TextPlace};
use crate::lines::{HeaderLine, classify};
use crate::names::{FindingForm, FindingKind, FindingName};
use crate::variables::{Use, Variables};
use crate::{Finding, LintReport};
use knightsat_cnf::dimacs::formats::other_format;

/// The kind of the rest of the current line.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum LineKind {
    /// Nothing but blanks so far.
    #[default]
    Blank,
    Comment,
    Header,
    Clauses,
}

#[derive(Default)]
pub struct Linter<'f> {
    pub(super) report: LintReport,
    pub(super) fixer: Option<&'f mut Fixer>,
    header: Option<HeaderLine>,
    pub(super) variables: Variables,
    pub(super) clause: Vec<Literal>,
    pub(super) order: Vec<u32>,
    pub(super) seen: Option<Seen>,
    line: LineKind,
    /// True if a part of the clause could not be read.
    pub(super) damaged: bool,
    /// Number of clauses that ended on the current line, and whether it has a tab.
    pub(super) ended_on_line: u64,
    pub(super) tab_on_line: bool,
    /// Line ends inside clauses: their number, and the first line.
    breaks: u64,
    first_break: u64,
    /// Number of words after `%`.
    pub(super) trailer: Option<u64>,
    begun: bool,
    /// True after a line of another format, which has other lines than clauses.
    is_foreign: bool,
    /// True if the last line has no end, as in a truncated file.
    abrupt: bool,
}

impl<'f> Linter<'f> {
    pub fn new(repeats: bool, fixer: Option<&'f mut Fixer>) -> Self {
        Linter {
            fixer,
            seen: repeats.then(Seen::default),
            ..Linter::default()
        }
    }

    /// Adds a finding with this message.
    pub(super) fn tell(&mut self, kind: impl Into<FindingKind>, place: TextPlace, message: &str) {
        self.report.add(kind, place, || message.into());
    }

    /// Adds a finding that no fix can mend, because its intended meaning is unclear.
    pub(super) fn unclear(
        &mut self,
        kind: impl Into<FindingKind>,
        place: TextPlace,
        message: impl Into<String>,
    ) {
        let message = message.into();
        self.report.doubt(place, &message);
        self.report.add(kind, place, || message);
    }

    /// Reads the next line or part of a line.
    pub fn piece(&mut self, piece: Piece<'_>) {
        if self.is_foreign {
            return;
        }
        let (mut text, mut place) = (piece.text, piece.place);
        let first = !std::mem::replace(&mut self.begun, true);
        self.abrupt = piece.last;
        if let Some(rest) = text.strip_prefix(&MARK).filter(|_| first) {
            let message = "a byte order mark of UTF-8 or UTF-16, which solvers read as a word";
            self.tell(FindingName::ByteOrderMark, place, message);
            (text, place) = (rest, place.right(3));
        }
        let whole_line = piece.ended || piece.last;
        if let Some(rest) = text.strip_suffix(b"\r").filter(|_| whole_line) {
            let end = place.right(rest.len());
            self.tell(FindingName::Crlf, end, "lines end in CR LF, as on Windows");
            text = rest;
        }
        match self.line {
            LineKind::Blank => self.begin_line(text, place),
            LineKind::Comment => self.comment(text),
            LineKind::Header => {}
            LineKind::Clauses => self.clause_words(text, place),
        }
        if piece.last && matches!(self.line, LineKind::Comment | LineKind::Header) {
            let end = place.right(text.len());
            let message = "the last line does not end in a newline, and is not a clause";
            self.tell(FindingName::FinalNewline, end, message);
        }
        if whole_line {
            self.end_line(place);
        }
    }

    fn begin_line(&mut self, text: &[u8], place: TextPlace) {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let Some(start) = text.iter().position(|byte| !blank(byte)) else {
            return;
        };
        let (rest, place_of) = (&text[start..], place.right(start));
        let is_begin = self.report.clauses == 0 && self.clause.is_empty();
        let other = Some(rest).filter(|_| is_begin || rest[0] == b'x' || rest[0] == b'k');
        let other = other.and_then(|rest| other_format(&String::from_utf8_lossy(rest)));
        if let Some(message) = other {
            // Findings about its other lines would be about what they are not.
            self.report = LintReport::default();
            self.is_foreign = true;
            self.unclear(FindingForm::OtherFormat, place_of, message);
            self.report.kinds.clear();
            return;
        }
        match rest[0] {
            b'c' => {
                if start > 0 {
                    let message = "a comment line that does not begin with its c";
                    let kind = match self.header {
                        Some(_) => FindingKind::from(FindingForm::InBody),
                        None => FindingName::CommentIndented.into(),
                    };
                    self.tell(kind, place_of, message);
                }
                if !self.clause.is_empty() {
                    let message = "a comment inside a clause";
                    self.tell(FindingName::CommentInsideClause, place_of, message);
                }
                self.begin_comment(rest, place_of);
            }
            b'p' => self.header(text, place),
            b'%' if self.trailer.is_none() => {
                self.line = LineKind::Clauses;
                self.trailer(place_of);
                self.clause_words(&rest[1..], place_of.right(1));
            }
            _ => {
                self.line = LineKind::Clauses;
                self.clause_words(text, place);
            }
        }
    }

    fn trailer(&mut self, place: TextPlace) {
        self.trailer = Some(0);
        let message = "'%' ends files of the SATLIB collection and is not part of the format";
        if self.clause.is_empty() {
            self.tell(FindingName::PercentTrailer, place, message)
        } else {
            let message = format!("{message}, and it is inside a clause");
            self.unclear(FindingName::PercentTrailer, place, message)
        }
    }

    fn header(&mut self, text: &[u8], place: TextPlace) {
        self.line = LineKind::Header;
        let line = HeaderLine::new(text, place);
        let inside = !self.clause.is_empty();
        if let Some((kind, message)) = line.fault.clone() {
            match kind.name {
                FindingName::HeaderSpacing => self.tell(kind, place, &message),
                FindingName::HeaderMalformed if line.is_cnf && !inside => {
                    self.tell(kind, place, &message)
                }
                _ => self.unclear(kind, place, message),
            }
        }
        self.report.kinds.extend(&line.spacing);
        let Some(header) = &self.header else {
            if self.report.clauses > 0 || inside {
                let message = "the header comes after the first clause";
                self.tell(FindingName::HeaderNotFirst, place, message);
            }
            self.header = Some(line);
            return;
        };
        let earlier = header.place.line;
        if (header.variables, header.clauses) == (line.variables, line.clauses) && !inside {
            let message = || format!("a second header, the same as on line {earlier}");
            self.report.add(FindingName::HeaderRepeated, place, message);
        } else {
            let message =
                format!("a second header, not the one of line {earlier}: are these two files?");
            self.unclear(FindingName::HeaderRepeated, place, message);
        }
    }

    pub(super) fn begin_comment(&mut self, text: &[u8], place: TextPlace) {
        self.line = LineKind::Comment;
        let in_body = self.header.is_some();
        if in_body && self.clause.is_empty() && self.ended_on_line == 0 {
            self.tell(
                FindingName::CommentInBody,
                place,
                "a comment after the header",
            );
        }
        if let Some((name, message)) = classify(text, in_body) {
            self.tell(name, place, &message);
        }
        if !text.is_ascii() {
            self.tell(FindingName::NonAscii, place, "a comment that is not ASCII");
        }
        if let Some(at) = text.iter().position(|&byte| byte == b'\r') {
            let message =
                "a carriage return that ends no line: what follows is part of the comment";
            self.unclear(FindingName::CarriageReturn, place.right(at), message);
        }
        self.comment(text);
    }

    fn comment(&mut self, text: &[u8]) {
        if let Some(fixer) = &mut self.fixer {
            fixer.comment(text);
        }
    }

    fn end_line(&mut self, place: TextPlace) {
        if self.line == LineKind::Clauses && !self.clause.is_empty() {
            self.breaks += 1;
            if self.breaks == 1 {
                self.first_break = place.line;
            }
        }
        if let Some(fixer) = &mut self.fixer {
            fixer.end_line();
        }
        self.line = LineKind::Blank;
        self.ended_on_line = 0;
        self.tab_on_line = false;
    }

    /// Checks the file as a whole; `end` is the place of its end.
    pub fn finish(mut self, end: TextPlace) -> LintReport {
        if self.is_foreign {
            return self.report;
        }
        self.unfinished_clause(end);
        self.count(end);
        self.cut_off(end);
        self.report.variables = self.declared().unwrap_or(0).max(self.variables.largest);
        self.unused();
        let order = |found: &Finding| (found.line, found.column, found.name);
        self.report.findings.sort_by_key(order);
        self.report
    }

    /// Returns the number of variables in the header.
    pub(super) fn declared(&self) -> Option<u32> {
        self.header.as_ref()?.variables
    }

    fn unfinished_clause(&mut self, end: TextPlace) {
        if self.clause.is_empty() {
            return;
        }
        let promised = self.header.as_ref().and_then(|header| header.clauses);
        // Whether literals are missing too cannot be determined.
        let cut = if promised.is_some_and(|promised| promised > self.report.clauses + 1) {
            "and so are more clauses: the file is cut off"
        } else {
            "or the file is cut off"
        };
        let message = format!("the file ends inside a clause: its closing 0 is missing, {cut}");
        self.unclear(FindingName::ClauseUnterminated, end, message);
        self.report.clauses += 1;
        self.judge(end);
    }

    /// A fix changes nothing in a file that is incomplete and whose last line has no end.
    fn cut_off(&mut self, end: TextPlace) {
        let promised = self.header.as_ref().map(|header| header.clauses);
        let is_short = match promised {
            Some(Some(promised)) => promised > self.report.clauses,
            Some(None) | None => self.report.clauses == 0,
        };
        if self.abrupt && is_short {
            let why = "the file is cut off: its last line has no end, and clauses are missing";
            self.report.doubt(end, why);
        }
    }

    fn count(&mut self, end: TextPlace) {
        let Some(header) = &self.header else {
            let place = TextPlace { line: 1, column: 1 };
            let message = "there is no header 'p cnf VARIABLES CLAUSES'";
            self.tell(FindingName::HeaderMissing, place, message);
            return;
        };
        let found = self.report.clauses;
        let Some(promised) = header.clauses.filter(|&promised| promised != found) else {
            return;
        };
        let by = promised.abs_diff(found);
        let what = if found < promised { "few" } else { "many" };
        let mut message = format!(
            "the header promises {}, and the file has {found}: {by} too {what}",
            counted(promised, "clause")
        );
        if found < promised && self.breaks > 0 {
            let (breaks, first) = (self.breaks, self.first_break);
            message += &format!(
                "; {} {} inside clauses, the first that of line {first}: is a 0 missing there?",
                counted(breaks, "line end"),
                is_or_are(breaks)
            );
        }
        let place = header.place;
        debug_assert!(place <= end);
        self.tell(FindingName::ClauseCount, place, &message);
    }

    fn unused(&mut self) {
        const SHOWN: usize = 8;
        let header = self.header.as_ref().map(|header| header.place);
        let place = header.unwrap_or(TextPlace { line: 1, column: 1 });
        for (usage, name) in [
            (Use::None, FindingName::UnusedVariables),
            (Use::OneSign, FindingName::PureVariables),
        ] {
            let found = self.variables.select(usage, self.report.variables, SHOWN);
            let what = match (usage, found.count) {
                (_, 0) => continue,
                (Use::None, 1) => "is in no clause",
                (Use::None, _) => "are in no clause",
                (_, 1) => "occurs with one sign only",
                _ => "occur with one sign only",
            };
            let variables = counted(self.report.variables, "variable");
            let message = format!("{} of {variables} {what}: {found}", found.count);
            self.tell(name, place, &message);
        }
    }
}

//! Reads the lines of a file, records the state that later lines are checked against, and checks
//! the file as a whole.

use crate::base::input::MARK;
use crate::base::text::{counted, is_digits, is_or_are, quote, quote_bytes};
use crate::fix::Fixer;
use crate::names::FindingName;
use crate::{Finding, LintReport};
use knightsat_cnf::Var;
use knightsat_cnf::dimacs::formats::other_format;

/// A line and a column in bytes, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// The first place.
impl Default for TextPlace {
    fn default() -> TextPlace {
        TextPlace { line: 1, column: 1 }
    }
}

impl TextPlace {
    /// Returns the place `bytes` further on the same line.
    fn right(self, bytes: usize) -> TextPlace {
        TextPlace {
            column: self.column + bytes as u64,
            ..self
        }
    }
}

/// A literal and its place.
#[derive(Clone, Copy)]
struct Literal {
    number: i32,
    place: TextPlace,
}

/// The place of a header and its counts, as far as they are readable.
struct HeaderLine {
    place: TextPlace,
    counts: Option<(u32, u64)>,
}

#[derive(Default)]
pub struct Linter<'f> {
    pub report: LintReport,
    fixer: Option<&'f mut Fixer>,
    /// The name of the file, if it has numbers but no clauses.
    other: Option<&'static str>,
    header: Option<HeaderLine>,
    /// A bit for each variable of the header that occurs, and their number.
    used: Vec<u64>,
    used_count: u32,
    clause: Vec<Literal>,
    sorted: Vec<Literal>,
    /// The place behind the last line.
    end: TextPlace,
    /// True if a part of the clause could not be read.
    is_damaged: bool,
    /// Number of clauses that ended on the current line.
    ended_on_line: u64,
    /// Line ends inside clauses: their number, and the first line.
    breaks: u64,
    first_break: u64,
    /// True after `%`.
    has_trailer: bool,
    /// True if the last line has no end, as in a truncated file.
    is_abrupt: bool,
}

impl<'f> Linter<'f> {
    pub fn new(fixer: Option<&'f mut Fixer>, other: Option<&'static str>) -> Self {
        Linter {
            fixer,
            other,
            ..Linter::default()
        }
    }

    /// Adds a finding with this message.
    fn tell(&mut self, name: FindingName, place: TextPlace, message: &str) {
        self.report.add(name, place, || message.into());
    }

    /// Adds a finding that no fix can mend, because its intended meaning is unclear.
    fn unclear(&mut self, name: FindingName, place: TextPlace, message: String) {
        self.report.doubt(place, &message);
        self.report.add(name, place, || message);
    }

    /// Reads the next line, with its line feed.
    pub fn line(&mut self, line: &[u8]) {
        let mut place = self.end;
        let ended = line.strip_suffix(b"\n");
        self.is_abrupt = ended.is_none();
        self.end = match ended {
            Some(_) => TextPlace {
                line: place.line + 1,
                column: 1,
            },
            None => place.right(line.len()),
        };
        self.ended_on_line = 0;
        let mut text = ended.unwrap_or(line);
        text = text.strip_suffix(b"\r").unwrap_or(text);
        if let Some(rest) = text.strip_prefix(&MARK).filter(|_| place.line == 1) {
            let message = "a byte order mark of UTF-8, which solvers read as a word";
            self.tell(FindingName::ByteOrderMark, place, message);
            (text, place) = (rest, place.right(MARK.len()));
        }
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let Some(start) = text.iter().position(|byte| !is_blank(byte)) else {
            return;
        };
        let (rest, place_of) = (&text[start..], place.right(start));
        let is_begin = self.report.clauses == 0 && self.clause.is_empty();
        let other = match rest[0] {
            b'c' => None,
            _ if self.other.is_some() => self.other.map(String::from),
            b'x' | b'k' => other_format(&String::from_utf8_lossy(rest)),
            _ if is_begin => other_format(&String::from_utf8_lossy(rest)),
            _ => None,
        };
        if let Some(message) = other {
            // Findings about its other lines would be about what they are not.
            self.report = LintReport::default();
            self.report.is_foreign = true;
            return self.unclear(FindingName::HeaderMalformed, place_of, message);
        }
        match rest[0] {
            _ if self.has_trailer => self.after_trailer(rest, place_of),
            b'c' => {
                if start > 0 {
                    let message = "a comment line that does not begin with its c";
                    self.tell(FindingName::CommentIndented, place_of, message);
                }
                self.comment(rest, place_of);
            }
            b'p' => self.header(text, place),
            b'%' => {
                self.has_trailer = true;
                let message =
                    "'%' ends files of the SATLIB collection and is not part of the format";
                if self.clause.is_empty() {
                    self.tell(FindingName::PercentTrailer, place_of, message);
                } else {
                    let message = format!("{message}, and it is inside a clause");
                    self.unclear(FindingName::PercentTrailer, place_of, message);
                }
                self.after_trailer(&rest[1..], place_of.right(1));
            }
            _ => self.clauses(text, place),
        }
    }

    fn after_trailer(&mut self, text: &[u8], place: TextPlace) {
        if !matches!(text.trim_ascii(), b"" | b"0") {
            let message = "text after the '%' trailer and its 0".to_string();
            self.unclear(FindingName::PercentTrailer, place, message);
        }
    }

    fn comment(&mut self, text: &[u8], place: TextPlace) {
        if !self.clause.is_empty() {
            let message = "a comment inside a clause";
            self.tell(FindingName::CommentInsideClause, place, message);
        }
        if let Some(fixer) = &mut self.fixer {
            fixer.comment(text);
        }
    }

    fn header(&mut self, text: &[u8], place: TextPlace) {
        let text = String::from_utf8_lossy(text);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let is_inside = !self.clause.is_empty();
        let counts = match words[..] {
            ["p", "cnf", variables, clauses] if is_digits(variables) && is_digits(clauses) => {
                let most = variables.parse().ok().filter(|&number| number <= Var::MAX);
                let counts = most.zip(clauses.parse().ok());
                if counts.is_none() {
                    let message =
                        "a number beyond what solvers take, 2147483647 for variables".to_string();
                    self.unclear(FindingName::NumberTooLarge, place, message);
                } else if words.join(" ") != text.trim_ascii_end() {
                    let message = "the header is not 'p cnf VARIABLES CLAUSES' with single blanks";
                    self.tell(FindingName::HeaderSpacing, place, message);
                }
                counts
            }
            _ => {
                let shown = quote(text.trim());
                let message =
                    format!("expected the header 'p cnf VARIABLES CLAUSES', found '{shown}'");
                if words.starts_with(&["p", "cnf"]) && !is_inside {
                    self.tell(FindingName::HeaderMalformed, place, &message);
                } else {
                    self.unclear(FindingName::HeaderMalformed, place, message);
                }
                None
            }
        };
        let Some(earlier) = &self.header else {
            if self.report.clauses > 0 || is_inside {
                let message = "the header comes after the first clause";
                self.tell(FindingName::HeaderNotFirst, place, message);
            } else if let Some((variables, _)) = counts {
                // The system allocates the pages in which a bit is set.
                self.used = vec![0; variables as usize / 64 + 1];
            }
            self.header = Some(HeaderLine { place, counts });
            return;
        };
        let line = earlier.place.line;
        if earlier.counts == counts && !is_inside {
            let message = format!("a second header, the same as on line {line}");
            self.tell(FindingName::HeaderRepeated, place, &message);
        } else {
            let message =
                format!("a second header, not the one of line {line}: are these two files?");
            self.unclear(FindingName::HeaderRepeated, place, message);
        }
    }

    /// Reads the words of a line with clauses.
    fn clauses(&mut self, text: &[u8], place: TextPlace) {
        if let Some(at) = text.iter().position(|&byte| byte == b'\t') {
            let message = "a tab where a blank should be";
            self.tell(FindingName::Tab, place.right(at), message);
        }
        let mut at = 0;
        for word in text.split(|&byte| matches!(byte, b' ' | b'\t')) {
            let here = place.right(at);
            match word {
                [] => {}
                [b'c', ..] => {
                    if self.clause.is_empty() {
                        let message = "a comment behind a clause on its line";
                        self.tell(FindingName::CommentBehindClause, here, message);
                    }
                    self.comment(&text[at..], here);
                    break;
                }
                _ => self.word(word, here),
            }
            at += word.len() + 1;
        }
        if !self.clause.is_empty() {
            self.breaks += 1;
            if self.breaks == 1 {
                self.first_break = place.line;
            }
        }
    }

    fn word(&mut self, word: &[u8], place: TextPlace) {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            self.is_damaged = true;
            // Quoted in part, however long it is.
            let shown = quote_bytes(&word[..word.len().min(24)]);
            let message = format!("expected a literal, found '{shown}'");
            return self.unclear(FindingName::NotANumber, place, message);
        }
        let add = |value: u64, digit: &u8| {
            let tenfold = value.saturating_mul(10);
            tenfold.saturating_add(u64::from(digit - b'0'))
        };
        let value = digits.iter().fold(0, add);
        let is_negative = digits.len() < word.len();
        if value > u64::from(Var::MAX) {
            self.is_damaged = true;
            let message = "a number beyond 2147483647, the largest that solvers take".to_string();
            return self.unclear(FindingName::NumberTooLarge, place, message);
        }
        match self.clause.last().map(|literal| literal.place) {
            Some(last) if last.line != place.line => {
                let message = "a clause that extends over the end of this line";
                self.tell(FindingName::ClauseOverLines, last, message);
            }
            None if self.ended_on_line > 0 => {
                let message = "a clause on the same line as the one before";
                self.tell(FindingName::ClausesOnOneLine, place, message);
            }
            _ => {}
        }
        if value > 0 {
            let number = value as i32;
            return self.literal(if is_negative { -number } else { number }, place);
        }
        if is_negative {
            let message = "'-0' for the 0 that ends a clause";
            self.tell(FindingName::MinusZero, place, message);
        }
        self.end_clause(place);
    }

    fn literal(&mut self, number: i32, place: TextPlace) {
        self.report.literals += 1;
        let variable = number.unsigned_abs();
        self.report.variables = self.report.variables.max(variable);
        let counts = self.header.as_ref().and_then(|header| header.counts);
        if let Some((promised, _)) = counts.filter(|&(promised, _)| variable > promised) {
            self.report
                .add(FindingName::VariableBeyondHeader, place, || {
                    let promised = counted(promised, "variable");
                    format!("literal {number} is beyond the header's {promised}")
                });
        } else if let Some(word) = self.used.get_mut(variable as usize / 64) {
            let bit = 1 << (variable % 64);
            self.used_count += u32::from(*word & bit == 0);
            *word |= bit;
        }
        self.clause.push(Literal { number, place });
    }

    /// Checks the complete clause, and passes it to the fixer if the fixed file keeps it.
    fn end_clause(&mut self, end: TextPlace) {
        self.report.clauses += 1;
        self.ended_on_line += 1;
        if std::mem::take(&mut self.is_damaged) {
            self.clause.clear();
            return;
        }
        if self.clause.is_empty() {
            let message = "an empty clause: the formula has no model";
            self.tell(FindingName::EmptyClause, end, message);
        }
        self.sorted.clear();
        self.sorted.extend(&self.clause);
        self.sorted.sort_unstable_by_key(|literal| {
            let number = literal.number;
            (number.unsigned_abs(), number, literal.place)
        });
        let mut tautology: Option<Literal> = None;
        let mut repeated = Vec::new();
        for pair in self.sorted.windows(2) {
            let &[first, second] = pair else { continue };
            if first.number == second.number {
                repeated.push(second.place);
                self.report
                    .add(FindingName::RepeatedLiteral, second.place, || {
                        format!("literal {} occurs earlier in this clause", second.number)
                    });
            } else if first.number == -second.number {
                let is_first = first.place > second.place;
                tautology.get_or_insert(if is_first { first } else { second });
            }
        }
        if let Some(Literal { number, place }) = tautology {
            self.report.add(FindingName::Tautology, place, || {
                format!("the clause is always true: {} and {number}", -number)
            });
        } else if let Some(fixer) = &mut self.fixer {
            repeated.sort_unstable();
            let is_kept = |literal: &&Literal| repeated.binary_search(&literal.place).is_err();
            let kept = self.clause.iter().filter(is_kept);
            fixer.clause(kept.map(|literal| literal.number));
        }
        self.clause.clear();
    }

    /// Checks the file as a whole.
    pub fn finish(mut self) -> LintReport {
        let end = self.end;
        let counts = self.header.as_ref().and_then(|header| header.counts);
        let promised = counts.map(|(_, clauses)| clauses);
        if !self.clause.is_empty() {
            // Whether literals are missing too cannot be determined.
            let cut = if promised.is_some_and(|promised| promised > self.report.clauses + 1) {
                "and so are more clauses: the file is cut off"
            } else {
                "or the file is cut off"
            };
            let message = format!("the file ends inside a clause: its closing 0 is missing, {cut}");
            self.unclear(FindingName::ClauseUnterminated, end, message);
            self.end_clause(end);
        }
        // A fix changes nothing in a file that is incomplete and whose last line has no end.
        if self.is_abrupt && self.report.clauses < promised.unwrap_or(1) {
            let why = "the file is cut off: its last line has no end, and clauses are missing";
            self.report.doubt(end, why);
        }
        match &self.header {
            None => {
                let message = "there is no header 'p cnf VARIABLES CLAUSES'";
                self.tell(FindingName::HeaderMissing, TextPlace::default(), message);
            }
            Some(header) => self.compare(counts, header.place),
        }
        let order = |found: &Finding| (found.line, found.column, found.name);
        self.report.findings.sort_by_key(order);
        self.report
    }

    /// Compares the file with the counts of its header.
    fn compare(&mut self, counts: Option<(u32, u64)>, place: TextPlace) {
        let Some((variables, promised)) = counts else {
            return;
        };
        self.report.variables = self.report.variables.max(variables);
        let found = self.report.clauses;
        if found != promised {
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
            self.tell(FindingName::ClauseCount, place, &message);
        }
        let is_unused = |variable: &u32| {
            let word = self.used.get(*variable as usize / 64);
            word.is_some_and(|word| word >> (variable % 64) & 1 == 0)
        };
        if let Some(first) = (1..=variables).find(is_unused) {
            let unused = variables - self.used_count;
            let message = format!(
                "{unused} of {} {} in no clause, the first {first}",
                counted(variables, "variable"),
                is_or_are(unused)
            );
            self.tell(FindingName::UnusedVariables, place, &message);
        }
    }
}

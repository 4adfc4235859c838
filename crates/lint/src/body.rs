//! The words of clauses: numbers, and other words in their places.

use crate::base::text::{counted, quote_bytes};
use crate::clause::{Check, Literal, check};
use crate::line_pieces::TextPlace;
use crate::linter::Linter;
use crate::names::{FindingForm, FindingKind, FindingName};
use knightsat_cnf::Var;

impl Linter<'_> {
    /// Reads the words of clauses.
    pub(super) fn clause_words(&mut self, text: &[u8], place: TextPlace) {
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            match byte {
                b' ' => at += 1,
                b'0'..=b'9' | b'-' => at = self.number(text, at, place),
                b'\t' => {
                    self.tab(place.right(at));
                    at += 1;
                }
                b'\r' => {
                    let place = place.right(at);
                    let message = "a carriage return that ends no line";
                    self.tell(FindingName::CarriageReturn, place, message);
                    at += 1;
                }
                b'c' => return self.late_comment(&text[at..], place.right(at)),
                b'+' if text.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                    let message = "a number with a plus sign";
                    self.tell(FindingName::PlusSign, place.right(at), message);
                    at = self.number(text, at + 1, place);
                }
                _ => at = self.word(text, at, place),
            }
        }
    }

    /// Reports the first tab of a line, and records the forms of the others.
    fn tab(&mut self, place: TextPlace) {
        let is_first = !std::mem::replace(&mut self.tab_on_line, true);
        let kind = if self.clause.is_empty() {
            FindingKind::from(FindingForm::TabOutside)
        } else {
            FindingName::Tab.into()
        };
        if is_first {
            self.tell(kind, place, "a tab where a blank should be");
        } else if !self.report.kinds.contains(&kind) {
            self.report.kinds.insert(kind);
        }
    }

    fn late_comment(&mut self, text: &[u8], place: TextPlace) {
        let (name, message) = if self.clause.is_empty() {
            (
                FindingName::CommentBehindClause,
                "a comment behind a clause on its line",
            )
        } else {
            (
                FindingName::CommentInsideClause,
                "a comment inside a clause",
            )
        };
        self.tell(name, place, message);
        self.begin_comment(text, place);
    }

    /// Reads the number that begins at `at`, and returns the place after it.
    #[inline]
    fn number(&mut self, text: &[u8], at: usize, place: TextPlace) -> usize {
        let negative = text[at] == b'-';
        let start = at + usize::from(negative);
        let mut value = 0_u64;
        let mut end = start;
        while let Some(digit) = text.get(end).map(|byte| byte.wrapping_sub(b'0')) {
            if digit > 9 {
                break;
            }
            value = value.saturating_mul(10).saturating_add(u64::from(digit));
            end += 1;
        }
        let after = text.get(end);
        if end == start || after.is_some_and(|byte| !byte.is_ascii_whitespace()) {
            return self.word(text, at, place);
        }
        let place = place.right(at);
        if self.trailer.is_some() {
            self.after_trailer(value == 0, place);
        } else if value == 0 {
            if negative {
                self.tell(
                    FindingName::MinusZero,
                    place,
                    "'-0' for the 0 that ends a clause",
                );
            }
            self.end_clause(place);
        } else if value > u64::from(Var::MAX) {
            self.damaged = true;
            let message = "a number beyond 2147483647, the largest that solvers take";
            self.unclear(FindingName::NumberTooLarge, place, message);
        } else {
            let number = value as i32;
            self.literal(if negative { -number } else { number }, place);
        }
        end
    }

    /// Reads a word that is no number, and returns the place after it.
    fn word(&mut self, text: &[u8], at: usize, place: TextPlace) -> usize {
        // A limit below any buffer size, so that the message does not depend on buffers.
        const SHOWN: usize = 24;
        let rest = &text[at..];
        let end = rest.iter().position(u8::is_ascii_whitespace);
        // A blank character that other readers do not accept counts as a word.
        let length = end.unwrap_or(rest.len()).max(1);
        let shown = quote_bytes(&rest[..length.min(SHOWN)]);
        self.damaged = true;
        let message = format!("expected a literal, found '{shown}'");
        let kind = match rest[0] {
            b'\x0c' => FindingKind::from(FindingForm::FormFeed),
            _ if self.clause.is_empty() => FindingForm::BetweenClauses.into(),
            _ => FindingName::NotANumber.into(),
        };
        self.unclear(kind, place.right(at), message);
        at + length
    }

    fn after_trailer(&mut self, zero: bool, place: TextPlace) {
        let words = self.trailer.get_or_insert(0);
        *words += 1;
        if *words > 1 || !zero {
            let message = "numbers after the '%' trailer and its 0";
            self.unclear(FindingName::PercentTrailer, place, message);
        }
    }

    fn literal(&mut self, number: i32, place: TextPlace) {
        self.continue_clause(place);
        self.report.literals += 1;
        let variable = number.unsigned_abs();
        self.variables.insert(number);
        let declared = self.declared();
        if let Some(promised) = declared.filter(|&promised| variable > promised) {
            self.report
                .add(FindingName::VariableBeyondHeader, place, || {
                    let promised = counted(promised, "variable");
                    format!("literal {number} is beyond the header's {promised}")
                });
        }
        self.clause.push(Literal { number, place });
    }

    /// Compares the lines of a word of a clause and the word before.
    fn continue_clause(&mut self, place: TextPlace) {
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
    }

    fn end_clause(&mut self, place: TextPlace) {
        self.continue_clause(place);
        self.report.clauses += 1;
        self.ended_on_line += 1;
        if !std::mem::take(&mut self.damaged) {
            self.judge(place);
        }
        self.clause.clear();
    }

    /// Checks the complete clause, and passes it to the fixer if the fixed file keeps it.
    pub(super) fn judge(&mut self, end: TextPlace) {
        if self.clause.is_empty() {
            let message = "an empty clause: the formula has no model";
            self.tell(FindingName::EmptyClause, end, message);
        }
        let check = check(&self.clause, &mut self.order);
        self.tell_of_literals(&check);
        if check.tautology.is_some() {
            return;
        }
        let start = self.clause.first().map_or(end, |literal| literal.place);
        let is_kept = |literal: &&Literal| {
            let mut repeated = check.repeated.iter();
            !repeated.any(|repeated| repeated.place == literal.place)
        };
        if let Some(seen) = &mut self.seen {
            let numbers = self.clause.iter().filter(is_kept);
            let mut numbers: Vec<i32> = numbers.map(|literal| literal.number).collect();
            if let Some(earlier) = seen.insert(&mut numbers, start.line) {
                self.report.add(FindingName::RepeatedClause, start, || {
                    format!("the same clause as on line {earlier}")
                });
                return;
            }
        }
        if let Some(fixer) = &mut self.fixer {
            let kept = self.clause.iter().filter(is_kept);
            fixer.clause(kept.map(|literal| literal.number));
        }
    }

    fn tell_of_literals(&mut self, check: &Check) {
        for repeated in &check.repeated {
            let what = || format!("literal {} occurs earlier in this clause", repeated.number);
            self.report
                .add(FindingName::RepeatedLiteral, repeated.place, what);
        }
        if let Some(literal) = check.tautology {
            self.report.add(FindingName::Tautology, literal.place, || {
                let number = literal.number;
                format!("the clause is always true: {} and {number}", -number)
            });
        }
    }
}

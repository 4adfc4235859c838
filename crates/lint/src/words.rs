//! The words of clauses: numbers, and what stands where a number should.

use super::linter::Linter;
use super::names::Name;
use super::pieces::Place;
use knightsat_base::quote::quote_bytes;
use knightsat_cnf::Var;

impl Linter<'_> {
    /// Takes the words of clauses.
    pub(super) fn words(&mut self, text: &[u8], place: Place) {
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            match byte {
                b' ' => at += 1,
                b'0'..=b'9' | b'-' => at = self.number(text, at, place),
                b'\t' => {
                    if !std::mem::replace(&mut self.tab_on_line, true) {
                        let message = "a tab where a blank should be";
                        self.findings
                            .add(Name::Tab, place.right(at), || message.into());
                    }
                    at += 1;
                }
                b'\r' => {
                    let message = "a carriage return that ends no line";
                    let place = place.right(at);
                    self.findings
                        .add(Name::CarriageReturn, place, || message.into());
                    at += 1;
                }
                b'c' => return self.late_comment(&text[at..], place.right(at)),
                b'+' if text.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                    let message = "a number with a plus sign";
                    self.findings
                        .add(Name::PlusSign, place.right(at), || message.into());
                    at = self.number(text, at + 1, place);
                }
                _ => at = self.word(text, at, place),
            }
        }
    }

    fn late_comment(&mut self, text: &[u8], place: Place) {
        let (name, message) = if self.clause.is_empty() {
            (
                Name::CommentBehindClause,
                "a comment behind a clause on its line",
            )
        } else {
            (Name::CommentInsideClause, "a comment inside a clause")
        };
        self.findings.add(name, place, || message.into());
        self.begin_comment(text, place);
    }

    /// Takes the number that begins `at`, and gives the place after it.
    #[inline]
    fn number(&mut self, text: &[u8], at: usize, place: Place) -> usize {
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
        if end == start
            || text
                .get(end)
                .is_some_and(|byte| !byte.is_ascii_whitespace())
        {
            return self.word(text, at, place);
        }
        let place = place.right(at);
        if self.trailer.is_some() {
            self.after_trailer(value == 0, place);
        } else if value == 0 {
            if negative {
                let message = "'-0' for the 0 that ends a clause";
                self.findings.add(Name::MinusZero, place, || message.into());
            }
            self.end_clause(place);
        } else if value > u64::from(Var::MAX) {
            self.damaged = true;
            self.findings.unclear(Name::NumberTooLarge, place, || {
                "a number beyond 2147483647, the largest that solvers take".into()
            });
        } else {
            let number = value as i32;
            self.literal(if negative { -number } else { number }, place);
        }
        end
    }

    /// Takes something that is no number, and gives the place after it.
    fn word(&mut self, text: &[u8], at: usize, place: Place) -> usize {
        // No more than is there wherever a buffer ends.
        const SHOWN: usize = 24;
        let rest = &text[at..];
        let end = rest.iter().position(u8::is_ascii_whitespace);
        // A blank that is none to other readers counts as a word.
        let length = end.unwrap_or(rest.len()).max(1);
        let shown = quote_bytes(&rest[..length.min(SHOWN)]);
        self.damaged = true;
        self.findings
            .unclear(Name::NotANumber, place.right(at), || {
                format!("expected a literal, found '{shown}'")
            });
        at + length
    }

    fn after_trailer(&mut self, zero: bool, place: Place) {
        let words = self.trailer.get_or_insert(0);
        *words += 1;
        if *words > 1 || !zero {
            self.findings.unclear(Name::PercentTrailer, place, || {
                "numbers after the '%' trailer and its 0".into()
            });
        }
    }
}

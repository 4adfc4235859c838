//! The literals of a clause, and the clause when it has ended.

use super::clause::{Check, Literal, check};
use super::linter::Linter;
use super::names::Name;
use super::pieces::Place;
use knightsat_base::plural::counted;

impl Linter<'_> {
    pub(super) fn literal(&mut self, number: i32, place: Place) {
        if self.clause.is_empty() {
            if self.ended_on_line > 0 {
                let message = "a clause on the same line as the one before";
                self.findings
                    .add(Name::ClausesOnOneLine, place, || message.into());
            }
        } else if self.clause[self.clause.len() - 1].place.line != place.line {
            let last = self.clause[self.clause.len() - 1].place;
            self.over_lines(last);
        }
        self.literals += 1;
        let variable = number.unsigned_abs();
        self.variables.insert(number);
        let header = self.header.as_ref().and_then(|header| header.variables);
        if let Some(promised) = header.filter(|&promised| variable > promised) {
            self.findings.add(Name::VariableBeyondHeader, place, || {
                let promised = counted(promised, "variable");
                format!("literal {number} is beyond the header's {promised}")
            });
        }
        self.clause.push(Literal { number, place });
    }

    fn over_lines(&mut self, place: Place) {
        let message = "a clause that goes on over the end of this line";
        self.findings
            .add(Name::ClauseOverLines, place, || message.into());
    }

    pub(super) fn end_clause(&mut self, place: Place) {
        if let Some(last) = self.clause.last().map(|literal| literal.place) {
            if last.line != place.line {
                self.over_lines(last);
            }
        } else if self.ended_on_line > 0 {
            let message = "a clause on the same line as the one before";
            self.findings
                .add(Name::ClausesOnOneLine, place, || message.into());
        }
        self.clauses += 1;
        self.ended_on_line += 1;
        if !std::mem::take(&mut self.damaged) {
            self.judge(place);
        }
        self.clause.clear();
    }

    /// Looks at the clause as a whole, and passes it on if it is worth keeping.
    pub(super) fn judge(&mut self, end: Place) {
        if self.clause.is_empty() {
            let message = "an empty clause: the formula has no model";
            self.findings.add(Name::EmptyClause, end, || message.into());
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
                self.findings.add(Name::RepeatedClause, start, || {
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
            let what = || format!("literal {} stands in this clause already", repeated.number);
            self.findings
                .add(Name::RepeatedLiteral, repeated.place, what);
        }
        if let Some(literal) = check.tautology {
            self.findings.add(Name::Tautology, literal.place, || {
                let number = literal.number;
                format!("the clause is always true: {} and {number}", -number)
            });
        }
    }
}

//! The header line, good or bad.

use super::names::Name;
use super::pieces::Place;
use knightsat_base::quote::quote;
use knightsat_cnf::Var;

/// What a line that begins with `p` says, as far as it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderLine {
    pub place: Place,
    pub variables: Option<u32>,
    pub clauses: Option<u64>,
    /// What is wrong with it.
    pub fault: Option<(Name, String)>,
    /// Whether the clauses after it are those of a CNF.
    pub is_cnf: bool,
}

impl HeaderLine {
    /// Takes the line apart; `text` is all of it.
    pub fn new(text: &[u8], place: Place) -> HeaderLine {
        let text = String::from_utf8_lossy(text);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let mut header = HeaderLine {
            place,
            variables: None,
            clauses: None,
            fault: None,
            is_cnf: matches!(words[..], ["p", "cnf", ..]),
        };
        let &["p", "cnf", variables, clauses] = &words[..] else {
            header.fault = Some((Name::HeaderMalformed, malformed(&text, &words)));
            return header;
        };
        if !is_number(variables) || !is_number(clauses) {
            header.fault = Some((Name::HeaderMalformed, malformed(&text, &words)));
            return header;
        }
        header.variables = variables.parse().ok().filter(|&number| number <= Var::MAX);
        header.clauses = clauses.parse().ok();
        if header.variables.is_none() || header.clauses.is_none() {
            let message = "a number beyond what solvers take, 2147483647 for variables";
            header.fault = Some((Name::NumberTooLarge, message.into()));
        } else if text.trim_end() != words.join(" ") {
            let message = "the header is not 'p cnf VARIABLES CLAUSES' with single blanks";
            header.fault = Some((Name::HeaderSpacing, message.into()));
        }
        header
    }

    /// Whether another header promises the same.
    pub fn agrees(&self, other: &HeaderLine) -> bool {
        (self.variables, self.clauses) == (other.variables, other.clauses)
    }
}

fn malformed(text: &str, words: &[&str]) -> String {
    match words {
        [
            "p",
            other @ ("wcnf" | "dnf" | "sat" | "edge" | "col" | "qcnf" | "pcnf" | "inccnf"),
            ..,
        ] => {
            format!("'p {other}' is the header of another format: only 'p cnf' is looked at here")
        }
        _ => {
            let shown = quote(text.trim());
            format!("expected the header 'p cnf VARIABLES CLAUSES', found '{shown}'")
        }
    }
}

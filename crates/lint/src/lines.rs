//! Header lines, and comments that some reader interprets.
//!
//! - CaDiCaL (`parse.cpp`) passes a comment before the header, from its first `-` on, to its option
//!   parser. kissat (`parse.c`) reads `c --NAME=INTEGER`.
//! - CryptoMiniSat (`dimacsparser.h`) interprets the first word of every comment. `ind` and `p
//!   show` are sampling sets, `p weight` is a weight, and `t` is the kind of counting. `red` adds a
//!   clause, and `MUST MULTIPLY BY` sets a factor. After `c p` any other word is an error.
//! - The model counting competitions define `c t`, `c p show` and `c p weight` on purpose.

use crate::base::text::{counted, is_digits, quote};
use crate::line_pieces::TextPlace;
use crate::names::{FindingForm, FindingKind, FindingName};
use knightsat_cnf::Var;

/// Returns the way in which some reader interprets a comment; `text` begins with its `c`.
pub fn classify(text: &[u8], in_body: bool) -> Option<(FindingName, String)> {
    let text = String::from_utf8_lossy(text);
    let comment = &text[1..];
    if comment.contains("p cnf") {
        let message = "a reader that searches for 'p cnf' mistakes this comment for the header";
        return Some((FindingName::CommentHeader, message.into()));
    }
    if let Some(option) = option(comment).filter(|_| !in_body) {
        let option = quote(option);
        let message = format!("solvers read the option '{option}' out of this comment");
        return Some((FindingName::CommentOption, message));
    }
    if !comment.starts_with([' ', '\t']) {
        return None;
    }
    instruction(&comment.split_ascii_whitespace().collect::<Vec<_>>())
}

/// Returns the text that CaDiCaL and kissat would read as an option.
fn option(comment: &str) -> Option<&str> {
    let option = &comment[comment.find('-')?..];
    let end = option.find(char::is_whitespace).unwrap_or(option.len());
    let option = &option[..end];
    let letter = option.strip_prefix("--")?.chars().next()?;
    letter.is_ascii_lowercase().then_some(option)
}

fn instruction(words: &[&str]) -> Option<(FindingName, String)> {
    let projection = |what: &str| {
        Some((
            FindingName::CommentProjection,
            format!("{what} to counters"),
        ))
    };
    let bad = |what: String| Some((FindingName::CommentInstruction, what));
    let list = |numbers: &[&str]| {
        let number = |word: &&str| word.parse::<u32>().is_ok_and(|number| number > 0);
        matches!(numbers, [all @ .., "0"] if all.iter().all(number))
    };
    match words {
        ["p", "show", numbers @ ..] | ["ind", numbers @ ..] if list(numbers) => {
            let count = numbers.len() - 1;
            projection(&format!(
                "'c {}' with {} is a projection set",
                words[0],
                counted(count, "variable")
            ))
        }
        ["p", "weight", literal, weight, "0"]
            if literal.parse::<i32>().is_ok() && weight.parse::<f64>().is_ok() =>
        {
            projection("'c p weight' is a weight")
        }
        ["t", "mc" | "wmc" | "pmc" | "pwmc" | "wpmc"] => {
            projection("'c t' is the kind of counting")
        }
        ["p", "show" | "weight" | "optshow", ..] | ["ind", ..] => bad(format!(
            "counters and cryptominisat5 read 'c {}' as a projection set or weight, and its form is wrong",
            words[0]
        )),
        ["p", other, ..] => bad(format!(
            "cryptominisat5 reads 'c p {}' as an unknown instruction",
            quote(other)
        )),
        ["red", ..] => bad("cryptominisat5 adds the literals after 'c red' as a clause".into()),
        ["MUST", ..] => bad("counters take 'c MUST MULTIPLY BY' for a factor".into()),
        _ => None,
    }
}

/// Returns the comment, which begins with `c`, in a form that readers take for a comment or a
/// projection only.
pub fn harmless(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    // One cause may hide another.
    while let Some((name, _)) = classify(&text, false) {
        text = match name {
            FindingName::CommentHeader => replace(&text, "p cnf", "p-cnf"),
            FindingName::CommentOption => replace(&text, "--", "- -"),
            FindingName::CommentInstruction => [b"c : ", text[1..].trim_ascii_start()].concat(),
            _ => break,
        };
    }
    text
}

/// Replaces text among any bytes, which pass as the characters of the same numbers.
fn replace(text: &[u8], from: &str, to: &str) -> Vec<u8> {
    let text: String = text.iter().copied().map(char::from).collect();
    let replaced = text.replace(from, to);
    replaced.chars().map(|character| character as u8).collect()
}

/// The readable part of a line that begins with `p`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderLine {
    pub place: TextPlace,
    pub variables: Option<u32>,
    pub clauses: Option<u64>,
    /// Its fault, if any.
    pub fault: Option<(FindingKind, String)>,
    /// Its faults between the words.
    pub spacing: Vec<FindingKind>,
    /// True if the clauses after it are those of a CNF.
    pub is_cnf: bool,
}

impl HeaderLine {
    /// Parses the line, which is `text`.
    pub fn new(text: &[u8], place: TextPlace) -> HeaderLine {
        let text = String::from_utf8_lossy(text);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let mut header = HeaderLine {
            place,
            variables: None,
            clauses: None,
            fault: None,
            spacing: spacing(&text),
            is_cnf: matches!(words[..], ["p", "cnf", ..]),
        };
        let (variables, clauses) = match words[..] {
            ["p", "cnf", variables, clauses] if is_digits(variables) && is_digits(clauses) => {
                (variables, clauses)
            }
            _ => {
                header.fault = Some(malformed(&text, &words));
                return header;
            }
        };
        header.variables = variables.parse().ok().filter(|&number| number <= Var::MAX);
        header.clauses = clauses.parse().ok();
        if header.variables.is_none() || header.clauses.is_none() {
            let message = "a number beyond what solvers take, 2147483647 for variables";
            header.fault = Some((FindingName::NumberTooLarge.into(), message.into()));
        } else if let Some(&kind) = header.spacing.first() {
            let message = "the header is not 'p cnf VARIABLES CLAUSES' with single blanks";
            header.fault = Some((kind, message.into()));
        }
        header
    }
}

/// Returns the faults between the words of a header, before and after them. Readers accept blanks
/// at its end.
fn spacing(text: &str) -> Vec<FindingKind> {
    let gaps = text.split(|character: char| !character.is_ascii_whitespace());
    // Each letter of a word separates two gaps, empty ones inside the word.
    let last = text.len() - text.trim_ascii_end().len();
    let gaps: Vec<&str> = gaps.filter(|gap| !gap.is_empty()).collect();
    let is_indented = text.starts_with(|first: char| first.is_ascii_whitespace());
    let (first, gaps) = gaps.split_at(usize::from(is_indented));
    let gaps = &gaps[..gaps.len() - usize::from(last > 0)];
    let indented = first.iter().map(|_| FindingForm::Indented.into());
    let end = text[text.len() - last..].contains('\t');
    let inner = gaps.iter().enumerate().filter_map(|(index, gap)| {
        // Some readers stop at a blank, which a tab may follow.
        Some(match (index, gap.starts_with('\t')) {
            (0, true) => FindingForm::TabAfterP.into(),
            (1, true) => FindingForm::TabAfterCnf.into(),
            (_, true) => FindingForm::TabBetweenNumbers.into(),
            (0, false) if gap.len() > 1 => FindingName::HeaderSpacing.into(),
            (_, false) if gap.len() > 1 => FindingForm::LaterBlanks.into(),
            _ => return None,
        })
    });
    let end = end.then_some(FindingForm::TabAtEnd.into());
    indented.chain(inner).chain(end).collect()
}

fn malformed(text: &str, words: &[&str]) -> (FindingKind, String) {
    let is_number = |word: &&str| is_digits(word);
    let kind = match words {
        ["p", "cnf", numbers @ ..] if numbers.len() > 1 => {
            match numbers.iter().position(|word| !is_number(word)) {
                Some(0 | 1) if numbers[..2].iter().any(|word| word.starts_with('-')) => {
                    FindingForm::MinusSign.into()
                }
                Some(0 | 1) if numbers[..2].iter().any(|word| word.starts_with('+')) => {
                    FindingForm::PlusSign.into()
                }
                Some(0 | 1) => FindingForm::NoNumber.into(),
                Some(2) if numbers[2].starts_with('c') => FindingForm::ExtraComment.into(),
                Some(2) => FindingForm::ExtraWord.into(),
                _ => FindingForm::ExtraNumber.into(),
            }
        }
        ["p", cnf, ..] if cnf.eq_ignore_ascii_case("cnf") && *cnf != "cnf" => {
            FindingForm::Capitals.into()
        }
        ["p", "cnf", ..] => FindingName::HeaderMalformed.into(),
        _ => FindingForm::OtherFormat.into(),
    };
    let shown = quote(text.trim());
    let message = format!("expected the header 'p cnf VARIABLES CLAUSES', found '{shown}'");
    (kind, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_readers_take_for_more_is_told_and_made_harmless() {
        use FindingName::CommentProjection as P;
        use FindingName::{CommentHeader as H, CommentInstruction as I, CommentOption as O};
        for (comment, expected) in [
            ("c hello", None),
            ("c", None),
            ("c a-b --c", None),
            ("c rank - file", None),
            ("c knights -- tours", None),
            ("c see p cnf", Some(H)),
            ("c --quiet=1", Some(O)),
            ("cadical --sat", Some(O)),
            ("c ran with --no-elim", Some(O)),
            ("c p show 1 2 0", Some(P)),
            ("c p show 0", Some(P)),
            ("c ind 1 2 0", Some(P)),
            ("c t pmc", Some(P)),
            ("c t of a", None),
            ("c p weight -1 0.25 0", Some(P)),
            ("c p weight a lot", Some(I)),
            ("c ind 1 2", Some(I)),
            ("c ind is first", Some(I)),
            ("c p is a square", Some(I)),
            ("c red 1 0", Some(I)),
            ("credits", None),
        ] {
            let found = classify(comment.as_bytes(), false);
            assert_eq!(found.as_ref().map(|found| found.0), expected, "{comment}");
            let name = found.map(|found| found.0);
            let clean = harmless(comment.as_bytes());
            let left = classify(&clean, false).map(|found| found.0);
            assert_eq!(left, name.filter(|&name| name == P), "{comment}");
        }
    }
}

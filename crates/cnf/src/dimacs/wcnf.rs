//! WCNF, the format of MaxSAT solvers: hard clauses begin with `h`, and soft ones with a weight.
//!
//! ```
//! use knightsat_cnf::dimacs::wcnf;
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//!
//! let mut hard = Cnf::default();
//! let vars = hard.new_vars(2);
//! hard.clause(&[vars.get(0).pos(), vars.get(1).pos()]);
//! let mut file = Vec::new();
//! wcnf::write(&mut file, &hard, &[(3, vars.get(0).neg())], &["one of two".into()])?;
//! assert_eq!(file, b"c one of two\nh 1 2 0\n3 -1 0\n");
//! assert_eq!(wcnf::hard("h 1 2 0\n3 -1 0\n", "file")?, "p cnf 2 1\n1 2 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This is the format of the MaxSAT evaluations since 2022. It has no header, so a reader finds the
//! number of variables in the clauses.

use super::ReadError;
use crate::Lit;
use crate::sink::Cnf;
use std::io::{self, Write};

/// Writes comments, hard clauses, and a soft clause for each literal with its weight.
pub fn write(
    mut output: impl Write,
    hard: &Cnf,
    soft: &[(u64, Lit)],
    comments: &[String],
) -> io::Result<()> {
    for comment in comments {
        writeln!(output, "c {comment}")?;
    }
    for clause in hard.clauses() {
        output.write_all(b"h ")?;
        for lit in clause {
            write!(output, "{} ", lit.to_dimacs())?;
        }
        output.write_all(b"0\n")?;
    }
    for (weight, lit) in soft {
        writeln!(output, "{weight} {} 0", lit.to_dimacs())?;
    }
    output.flush()
}

/// Returns the comments and hard clauses of a file in DIMACS, with a header. The number of
/// variables includes those of soft clauses.
pub fn hard(text: &str, file: &str) -> Result<String, ReadError> {
    let (mut comments, mut clauses) = (String::new(), String::new());
    let (mut variables, mut number) = (0, 0_u64);
    // The first word of an open clause.
    let mut open: Option<&str> = None;
    for (line, words) in (1..).zip(text.lines()) {
        if matches!(words.as_bytes(), [b'c'] | [b'c', b' ' | b'\t', ..]) {
            comments.push_str(words);
            comments.push('\n');
            continue;
        }
        for word in words.split_ascii_whitespace() {
            let fault = |message: &str| ReadError::Syntax {
                file: file.to_string(),
                line,
                column: (word.as_ptr() as usize - words.as_ptr() as usize) as u64 + 1,
                message: message.to_string(),
            };
            let Some(first) = open else {
                let is_weight = word.parse::<u64>().is_ok_and(|weight| weight > 0);
                if word != "h" && !is_weight {
                    return Err(fault("a clause begins with h or its weight"));
                }
                open = Some(word);
                continue;
            };
            let lit = match word.parse::<i32>() {
                Ok(lit) if lit != i32::MIN => lit,
                _ => return Err(fault("expected a literal, or 0 at the end of a clause")),
            };
            variables = variables.max(lit.unsigned_abs());
            if first == "h" {
                clauses.push_str(word);
                clauses.push(if lit == 0 { '\n' } else { ' ' });
                number += u64::from(lit == 0);
            }
            if lit == 0 {
                open = None;
            }
        }
    }
    if open.is_some() {
        return Err(ReadError::Syntax {
            file: file.to_string(),
            line: text.lines().count() as u64,
            column: 1,
            message: "the last clause has no closing 0: the file is cut off".into(),
        });
    }
    Ok(format!("{comments}p cnf {variables} {number}\n{clauses}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_may_span_lines_and_faults_have_their_place() {
        let text = "c a\nh 1\n-3 0 h 0\n7 4 0\n\nh 2 0\n";
        let expected = "c a\np cnf 4 3\n1 -3 0\n0\n2 0\n";
        assert_eq!(hard(text, "f").unwrap(), expected);
        for (text, place) in [
            ("h 1 0\n1 2", "f:2:1: the last clause"),
            ("p wcnf 1 1", "f:1:1: a clause begins"),
            ("h 1 x 0", "f:1:5: expected a literal"),
            ("0 1 0", "f:1:1: a clause begins"),
        ] {
            let error = hard(text, "f").unwrap_err().to_string();
            assert!(error.starts_with(place), "{text}: {error}");
        }
    }
}

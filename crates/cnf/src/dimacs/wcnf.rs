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
//! assert_eq!(wcnf::hard(&b"h 1 2 0\n3 -1 0\n"[..], "file")?, "p cnf 2 1\n1 2 0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This is the format of the MaxSAT evaluations since 2022. It has no header, so a reader finds the
//! number of variables in the clauses.

use super::ReadError;
use super::read::Comments;
use super::tokens::{Token, Tokens};
use crate::Lit;
use crate::sink::Cnf;
use knightsat_base::text::quote_bytes;
use std::io::{self, Read, Write};

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

/// The most bytes of hard clauses, and the most literals of a clause.
const LONGEST: u64 = 1 << 32;
const LITERALS: u64 = 1 << 26;

/// Returns the comments and hard clauses of a file, called `file` in errors, in DIMACS with a
/// header. The number of variables includes those of soft clauses.
pub fn hard(input: impl Read, file: &str) -> Result<String, ReadError> {
    let mut tokens = Tokens::new(input, file.to_string());
    let mut comments = Comments::default();
    let mut clauses = String::new();
    let (mut variables, mut number) = (0, 0_u64);
    while let Some(first) = tokens.peek()? {
        if first == b'c' {
            comments.read(&mut tokens, |_| true)?;
            continue;
        }
        let is_hard = begin(&mut tokens)?;
        let mut length = 0;
        loop {
            let lit = match tokens.next()? {
                Token::Number(lit) => lit,
                Token::End => {
                    return Err(tokens.error("the file ends in a clause: its closing 0 is missing"));
                }
                Token::Other(_) => {
                    let word = quote_bytes(tokens.word());
                    let message = format!("expected a literal or a closing 0, found '{word}'");
                    return Err(tokens.error(message));
                }
            };
            variables = variables.max(lit.unsigned_abs());
            length += 1;
            if is_hard {
                clauses.push_str(&lit.to_string());
                clauses.push(if lit == 0 { '\n' } else { ' ' });
                number += u64::from(lit == 0);
            }
            if lit == 0 {
                break;
            }
            if length > LITERALS || clauses.len() as u64 > LONGEST {
                return Err(tokens.error("a clause or a file of more literals than there are"));
            }
        }
    }
    let kept = comments.all.iter();
    let lines = kept.map(|comment| format!("c{}\n", comment.text));
    let before: String = lines.collect();
    Ok(format!("{before}p cnf {variables} {number}\n{clauses}"))
}

/// Reads the first word of a clause. Returns true if the clause is hard.
fn begin<R: Read>(tokens: &mut Tokens<R>) -> Result<bool, ReadError> {
    let word = tokens.word();
    let is_weight = |text: &str| text.parse::<u64>().is_ok_and(|weight| weight > 0);
    let is_hard = word == b"h";
    if !is_hard && !str::from_utf8(word).is_ok_and(is_weight) {
        let message = if word == b"p" {
            "an old WCNF: files since 2022 have no header, and hard clauses begin with h".into()
        } else {
            let word = quote_bytes(word);
            format!("expected h or the weight of a clause, above 0, found '{word}'")
        };
        return Err(tokens.error(message));
    }
    tokens.skip_word()?;
    Ok(is_hard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{assert_message, cases};

    #[test]
    fn clauses_may_span_lines_and_a_line_may_have_several() {
        let text = "c a\nh 1\n-3 0 h 0\nc\n18446744073709551615 4 0\n\r\nh 2 0";
        let expected = "c a\nc\np cnf 4 3\n1 -3 0\n0\n2 0\n";
        assert_eq!(hard(text.as_bytes(), "f").unwrap(), expected);
        assert_eq!(hard(&b""[..], "f").unwrap(), "p cnf 0 0\n");
    }

    #[test]
    fn faults_have_their_place() {
        for (text, expected) in cases(
            r"
            h 1 0\n1 2 => f:2:4: the file ends in a clause…
            h => f:1:2: the file ends in a clause…
            p wcnf 1 1 9\n9 1 0\n => f:1:1: an old WCNF…
            h 1 x 0 => f:1:5: expected a literal or a closing 0, found 'x'
            h 1 h 2 0 => f:1:5: expected a literal…
            h 1 0\n0 1 0 => f:2:1: expected h or the weight of a clause…
            -3 1 0 => f:1:1: expected h or the weight…
            18446744073709551616 1 0 => f:1:1: expected h or the weight…
            h1 0 => f:1:1: expected h or the weight…
            h 1 2147483648 0 => f:1:5: number beyond 2147483647…
            h 1 -2x 0 => f:1:5: '-2x' is not a number
            h \u{ff} 0 => f:1:3: expected a literal…
            ",
        ) {
            let error = hard(text.as_bytes(), "f").unwrap_err().to_string();
            assert_message(&error, &expected, &text);
        }
        let stop = io::Error::new(io::ErrorKind::TimedOut, "time is up");
        let input = b"h 1 0\n".chain(Stopped(Some(stop)));
        let error = hard(input, "f").unwrap_err().to_string();
        assert!(error.contains("time is up"), "{error}");
    }

    /// An input that fails.
    struct Stopped(Option<io::Error>);

    impl Read for Stopped {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(self.0.take().expect("nothing is read after an error"))
        }
    }
}

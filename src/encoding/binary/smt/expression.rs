//! Expressions in parentheses, with their places in the text.

use crate::dimacs::ReadError;

/// Where something is; both count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub line: u64,
    pub column: u64,
}

/// A word, or expressions in parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    Word(Spot, String),
    List(Spot, Vec<Expression>),
}

/// No answer nests deeper than a list of pairs of a name and a `(_ bv3 4)`.
const DEEPEST: usize = 8;

impl Expression {
    pub fn spot(&self) -> Spot {
        match self {
            Expression::Word(spot, _) | Expression::List(spot, _) => *spot,
        }
    }

    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Expression::Word(_, word) => Some(word),
            Expression::List(..) => None,
        }
    }

    /// The expressions in the parentheses, if it is a list.
    pub fn list(&self) -> Option<&[Expression]> {
        match self {
            Expression::Word(..) => None,
            Expression::List(_, list) => Some(list),
        }
    }
}

/// An error at a place of `file`.
pub fn error(file: &str, spot: Spot, message: impl Into<String>) -> ReadError {
    ReadError::Syntax {
        file: file.to_string(),
        line: spot.line,
        column: spot.column,
        message: message.into(),
    }
}

/// All expressions of a text, and where it ends.
pub fn parse(text: &str, file: &str) -> Result<(Vec<Expression>, Spot), ReadError> {
    let mut spot = Spot { line: 1, column: 1 };
    // The lists not closed yet, the outermost being the text.
    let mut open = vec![(spot, Vec::new())];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let here = spot;
        let length = match first {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '|' => {
                let inside = rest[1..].find(first);
                2 + inside.ok_or_else(|| cut_off(file, here, "this quotation"))?
            }
            _ if is_separator(first) => first.len_utf8(),
            _ => rest.find(is_separator).unwrap_or(rest.len()),
        };
        match first {
            '(' if open.len() > DEEPEST => {
                return Err(error(
                    file,
                    here,
                    "these parentheses nest too deeply for an answer",
                ));
            }
            '(' => open.push((here, Vec::new())),
            ')' => match (open.pop(), open.last_mut()) {
                (Some((start, list)), Some((_, outer))) => {
                    outer.push(Expression::List(start, list));
                }
                _ => return Err(error(file, here, "this parenthesis closes nothing")),
            },
            ';' => {}
            _ if first.is_whitespace() => {}
            _ => {
                if let Some((_, list)) = open.last_mut() {
                    let word = rest[..length].to_string();
                    list.push(Expression::Word(here, word));
                }
            }
        }
        for char in rest[..length].chars() {
            match char {
                '\n' => (spot.line, spot.column) = (spot.line + 1, 1),
                _ => spot.column += char.len_utf8() as u64,
            }
        }
        rest = &rest[length..];
    }
    match open.pop() {
        Some((_, list)) if open.is_empty() => Ok((list, spot)),
        Some((start, _)) => Err(cut_off(file, start, "this parenthesis")),
        None => Ok((Vec::new(), spot)),
    }
}

fn is_separator(char: char) -> bool {
    char.is_whitespace() || "();\"|".contains(char)
}

fn cut_off(file: &str, spot: Spot, what: &str) -> ReadError {
    error(
        file,
        spot,
        format!("{what} is not closed: the answer is cut off"),
    )
}

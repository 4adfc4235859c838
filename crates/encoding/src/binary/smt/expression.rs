//! Expressions in parentheses, with their places in the text.

use knightsat_cnf::dimacs::ReadError;

/// Where something is; both count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub line: u64,
    pub column: u64,
}

impl Spot {
    /// Moves on to where this text ends.
    fn pass(&mut self, text: &str) {
        for char in text.chars() {
            match char {
                '\n' => (self.line, self.column) = (self.line + 1, 1),
                _ => self.column += char.len_utf8() as u64,
            }
        }
    }
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
        let length = length(rest, first).ok_or_else(|| cut_off(file, spot, "this quotation"))?;
        let (token, after) = rest.split_at(length);
        match first {
            '(' if open.len() > DEEPEST => {
                let message = "these parentheses nest too deeply for an answer";
                return Err(error(file, spot, message));
            }
            '(' => open.push((spot, Vec::new())),
            ')' if open.len() == 1 => {
                return Err(error(file, spot, "this parenthesis closes nothing"));
            }
            ')' => close(&mut open),
            ';' => {}
            _ if first.is_whitespace() => {}
            _ => add(&mut open, Expression::Word(spot, token.to_string())),
        }
        spot.pass(token);
        rest = after;
    }
    match open.pop() {
        Some((_, list)) if open.is_empty() => Ok((list, spot)),
        Some((start, _)) => Err(cut_off(file, start, "this parenthesis")),
        None => Ok((Vec::new(), spot)),
    }
}

/// The length of the comment, quotation, separator or word that a text begins with; `None` if a
/// quotation does not end.
fn length(text: &str, first: char) -> Option<usize> {
    Some(match first {
        ';' => text.find('\n').unwrap_or(text.len()),
        '"' | '|' => 2 + text[1..].find(first)?,
        _ if is_separator(first) => first.len_utf8(),
        _ => text.find(is_separator).unwrap_or(text.len()),
    })
}

/// Lists that are not closed yet, each with where it begins.
type Open = Vec<(Spot, Vec<Expression>)>;

fn add(open: &mut Open, expression: Expression) {
    if let Some((_, list)) = open.last_mut() {
        list.push(expression);
    }
}

/// Closes the innermost list.
fn close(open: &mut Open) {
    if let Some((start, list)) = open.pop() {
        add(open, Expression::List(start, list));
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

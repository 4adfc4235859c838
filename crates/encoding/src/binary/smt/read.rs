//! Reader of answers of SMT solvers: `sat` and the values of the constants, or a verdict only.
//!
//! After any other verdict solvers report that there is no model, `(error "…")`: that is expected.
//! Z3 prints `timeout` if its time runs out.

use super::Constants;
use crate::base::text::quote;
use knightsat_cnf::Answer;
use knightsat_cnf::dimacs::ReadError;
use knightsat_tour::Problem;

/// Reads the answer of an SMT solver to the script of [`write()`](super::write()) for the problem.
/// `file` is the name of the text in errors.
///
/// The sequence of vertices is not verified: the solver may be wrong.
pub fn read(text: &str, file: &str, problem: &Problem) -> Result<Answer<Vec<u32>>, ReadError> {
    let constants = Constants::new(problem);
    let (expressions, end) = parse(text, file)?;
    let mut reader = Reader {
        file,
        constants: &constants,
        values: vec![vec![None; constants.letters.len()]; problem.graph().len() as usize],
        verdict: None,
        first_value: None,
        refused: None,
    };
    for expression in &expressions {
        reader.expression(expression)?;
    }
    reader.finish(end)
}

struct Reader<'a, 'p> {
    file: &'a str,
    constants: &'a Constants<'p>,
    /// The values by step and place among its constants.
    values: Vec<Vec<Option<u32>>>,
    verdict: Option<Answer<()>>,
    first_value: Option<Spot>,
    /// The solver's error message and its place.
    refused: Option<(Spot, String)>,
}

impl Reader<'_, '_> {
    fn error<T>(&self, spot: Spot, message: impl Into<String>) -> Result<T, ReadError> {
        Err(error(self.file, spot, message))
    }

    fn expression(&mut self, expression: &Expression) -> Result<(), ReadError> {
        let spot = expression.spot();
        let list = match expression {
            Expression::Word(_, word) => return self.verdict(spot, word),
            Expression::List(_, list) => &list[..],
        };
        if let [head, rest @ ..] = list
            && head.word() == Some("error")
        {
            let words = rest.iter().filter_map(Expression::word);
            let complaint = words.collect::<Vec<_>>().join(" ");
            self.refused.get_or_insert((spot, quote(&complaint)));
            return Ok(());
        }
        list.iter().try_for_each(|pair| self.pair(pair))
    }

    fn verdict(&mut self, spot: Spot, word: &str) -> Result<(), ReadError> {
        let verdict = match word {
            "sat" => Answer::Satisfiable(()),
            "unsat" => Answer::Unsatisfiable,
            "unknown" | "timeout" => Answer::Unknown,
            "success" => return Ok(()),
            _ => {
                let shown = quote(word);
                return self.error(
                    spot,
                    format!("expected sat, unsat, unknown or values, found '{shown}'"),
                );
            }
        };
        match self.verdict.replace(verdict) {
            Some(earlier) if earlier != verdict => {
                self.error(spot, "contradicts an earlier verdict")
            }
            _ => Ok(()),
        }
    }

    /// Reads a name and its value.
    fn pair(&mut self, pair: &Expression) -> Result<(), ReadError> {
        let spot = pair.spot();
        self.first_value.get_or_insert(spot);
        let Some([name, value]) = pair.list() else {
            return self.error(spot, "expected a name and its value: (r1 #b000)");
        };
        let known = name.word().and_then(|name| self.constants.step_of(name));
        let known = known.filter(|(step, _)| *step as usize <= self.values.len());
        let Some((step, place)) = known else {
            let name = quote(name.word().unwrap_or("(...)"));
            let message =
                format!("the formula has no '{name}': is this the answer to another one?");
            return self.error(spot, message);
        };
        let Some((number, width)) = bit_vector(value) else {
            return self.error(
                value.spot(),
                "expected a bit-vector: #b011, #x3 or (_ bv3 4)",
            );
        };
        let expected = self.constants.widths[place];
        if width != expected {
            let message = format!(
                "a value of {width} bits, and the formula has {expected} here: is this the answer \
                 to another one?"
            );
            return self.error(value.spot(), message);
        }
        match self.values[step as usize - 1][place].replace(number) {
            Some(other) if other != number => self.error(spot, "contradicts an earlier value"),
            _ => Ok(()),
        }
    }

    fn finish(self, end: Spot) -> Result<Answer<Vec<u32>>, ReadError> {
        match (self.verdict, self.first_value, &self.refused) {
            (None, _, Some((spot, complaint))) => {
                self.error(*spot, format!("the solver complains: {complaint}"))
            }
            (None, ..) => self.error(end, "no verdict: is this an SMT solver's answer?"),
            (Some(Answer::Satisfiable(())), None, None) => {
                self.error(end, "satisfiable, but the values are missing")
            }
            (Some(Answer::Satisfiable(())), _, Some((spot, complaint))) => {
                let message = format!("satisfiable, but the solver complains: {complaint}");
                self.error(*spot, message)
            }
            (Some(Answer::Satisfiable(())), ..) => self.tour(end),
            (_, Some(spot), _) => self.error(spot, "values, though the verdict is not sat"),
            (Some(Answer::Unsatisfiable), ..) => Ok(Answer::Unsatisfiable),
            (Some(Answer::Unknown), ..) => Ok(Answer::Unknown),
        }
    }

    fn tour(&self, end: Spot) -> Result<Answer<Vec<u32>>, ReadError> {
        let vertices = self.constants.layout.vertices();
        let mut tour = Vec::with_capacity(self.values.len());
        for (step, values) in (1..).zip(&self.values) {
            let mut numbers = [0; 2];
            for (place, value) in values.iter().enumerate() {
                let Some(value) = value else {
                    let letter = self.constants.letters[place];
                    return self
                        .error(end, format!("satisfiable, but {letter}{step} has no value"));
                };
                numbers[place] = *value;
            }
            match vertices.get(&numbers) {
                Some(&vertex) => tour.push(vertex),
                None => {
                    let names: Vec<String> = self.constants.names(step).collect();
                    let names = names.join(" and ");
                    let message = format!("the values of {names} are those of no square");
                    return self.error(end, message);
                }
            }
        }
        Ok(Answer::Satisfiable(tour))
    }
}

/// Returns value and width of a bit-vector; `None` for values beyond 32 bits, which no constant
/// has.
fn bit_vector(value: &Expression) -> Option<(u32, u32)> {
    if let Some([underscore, number, width]) = value.list() {
        let number = number.word()?.strip_prefix("bv")?;
        let [number, width] = [number, width.word()?].map(decimal);
        let (number, width) = (number?, width?);
        let fits = width >= u32::BITS || number >> width == 0;
        return (underscore.word()? == "_" && fits).then_some((number, width));
    }
    let word = value.word()?;
    let (digits, bits, radix) = match (word.strip_prefix("#b"), word.strip_prefix("#x")) {
        (Some(digits), _) => (digits, 1, 2),
        (_, Some(digits)) => (digits, 4, 16),
        _ => return None,
    };
    let is_plain = digits.chars().all(|digit| digit.is_digit(radix));
    let number = u32::from_str_radix(digits, radix).ok()?;
    is_plain.then_some((number, digits.len() as u32 * bits))
}

/// Returns a number written in digits only.
fn decimal(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

/// A place in a text; line and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub line: u64,
    pub column: u64,
}

impl Spot {
    /// Advances to the end of this text.
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

/// The greatest depth: a list of pairs of a name and a `(_ bv3 4)`.
const DEEPEST: usize = 8;

impl Expression {
    pub fn spot(&self) -> Spot {
        match self {
            Expression::Word(spot, _) | Expression::List(spot, _) => *spot,
        }
    }

    /// Returns the word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Expression::Word(_, word) => Some(word),
            Expression::List(..) => None,
        }
    }

    /// Returns the expressions in the parentheses, if it is a list.
    pub fn list(&self) -> Option<&[Expression]> {
        match self {
            Expression::Word(..) => None,
            Expression::List(_, list) => Some(list),
        }
    }
}

/// Returns an error at a place of `file`.
pub fn error(file: &str, spot: Spot, message: impl Into<String>) -> ReadError {
    ReadError::Syntax {
        file: file.to_string(),
        line: spot.line,
        column: spot.column,
        message: message.into(),
    }
}

/// Returns all expressions of a text, and its end.
pub fn parse(text: &str, file: &str) -> Result<(Vec<Expression>, Spot), ReadError> {
    let mut spot = Spot { line: 1, column: 1 };
    // The open lists, the outermost being the text.
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

/// Returns the length of the first comment, quotation, separator or word of a text. Returns `None`
/// if a quotation does not end.
fn length(text: &str, first: char) -> Option<usize> {
    Some(match first {
        ';' => text.find('\n').unwrap_or(text.len()),
        '"' | '|' => 2 + text[1..].find(first)?,
        _ if is_separator(first) => first.len_utf8(),
        _ => text.find(is_separator).unwrap_or(text.len()),
    })
}

/// The open lists, each with its first place.
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

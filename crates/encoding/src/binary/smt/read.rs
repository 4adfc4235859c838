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
    let mut reader = ScriptReader {
        constants: &constants,
        values: vec![vec![None; constants.letters.len()]; problem.graph().len() as usize],
        verdict: None,
        first_value: None,
        refused: None,
    };
    let expressions = parse(text);
    let read = expressions.and_then(|all| all.iter().try_for_each(|one| reader.expression(one)));
    let answer = read.and_then(|()| reader.finish(text.len()));
    answer.map_err(|(spot, message)| {
        let before = &text[..spot];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        ReadError::Syntax {
            file: file.to_string(),
            line: before.matches('\n').count() as u64 + 1,
            column: (spot - line) as u64 + 1,
            message,
        }
    })
}

/// A place in the text: the bytes before it.
type Spot = usize;

/// A fault of an answer, and its place.
type ScriptFault = (Spot, String);

fn fault<T>(spot: Spot, message: impl Into<String>) -> Result<T, ScriptFault> {
    Err((spot, message.into()))
}

struct ScriptReader<'a> {
    constants: &'a Constants,
    /// The values by step and place among its constants.
    values: Vec<Vec<Option<u32>>>,
    verdict: Option<Answer<()>>,
    first_value: Option<Spot>,
    /// The solver's error message and its place.
    refused: Option<ScriptFault>,
}

impl ScriptReader<'_> {
    fn expression(&mut self, expression: &Expression) -> Result<(), ScriptFault> {
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

    fn verdict(&mut self, spot: Spot, word: &str) -> Result<(), ScriptFault> {
        let verdict = match word {
            "sat" => Answer::Satisfiable(()),
            "unsat" => Answer::Unsatisfiable,
            "unknown" | "timeout" => Answer::Unknown,
            "success" => return Ok(()),
            _ => {
                let shown = quote(word);
                let expected = "expected sat, unsat, unknown or values, found";
                return fault(spot, format!("{expected} '{shown}'"));
            }
        };
        match self.verdict.replace(verdict) {
            Some(earlier) if earlier != verdict => fault(spot, "contradicts an earlier verdict"),
            _ => Ok(()),
        }
    }

    /// Reads a name and its value.
    fn pair(&mut self, pair: &Expression) -> Result<(), ScriptFault> {
        let spot = pair.spot();
        self.first_value.get_or_insert(spot);
        let Some([name, value]) = pair.list() else {
            return fault(spot, "expected a name and its value: (r1 #b000)");
        };
        let known = name
            .word()
            .and_then(|name| self.constants.step_of(name))
            .filter(|(step, _)| *step as usize <= self.values.len());
        let Some((step, place)) = known else {
            let name = quote(name.word().unwrap_or("(...)"));
            let message =
                format!("the formula has no '{name}': is this the answer to another one?");
            return fault(spot, message);
        };
        let Some((number, width)) = bit_vector(value) else {
            let expected = "expected a bit-vector: #b011, #x3 or (_ bv3 4)";
            return fault(value.spot(), expected);
        };
        let expected = self.constants.widths[place];
        if width != expected {
            let message = format!(
                "a value of {width} bits, and the formula has {expected} here: is this the answer \
                 to another one?"
            );
            return fault(value.spot(), message);
        }
        match self.values[step as usize - 1][place].replace(number) {
            Some(other) if other != number => fault(spot, "contradicts an earlier value"),
            _ => Ok(()),
        }
    }

    fn finish(self, end: Spot) -> Result<Answer<Vec<u32>>, ScriptFault> {
        match (self.verdict, self.first_value, &self.refused) {
            (None, _, Some((spot, complaint))) => {
                fault(*spot, format!("the solver complains: {complaint}"))
            }
            (None, ..) => fault(end, "no verdict: is this an SMT solver's answer?"),
            (Some(Answer::Satisfiable(())), None, None) => {
                fault(end, "satisfiable, but the values are missing")
            }
            (Some(Answer::Satisfiable(())), _, Some((spot, complaint))) => {
                let message = format!("satisfiable, but the solver complains: {complaint}");
                fault(*spot, message)
            }
            (Some(Answer::Satisfiable(())), ..) => self.tour(end),
            (_, Some(spot), _) => fault(spot, "values, though the verdict is not sat"),
            (Some(Answer::Unsatisfiable), ..) => Ok(Answer::Unsatisfiable),
            (Some(Answer::Unknown), ..) => Ok(Answer::Unknown),
        }
    }

    fn tour(&self, end: Spot) -> Result<Answer<Vec<u32>>, ScriptFault> {
        let vertices = self.constants.layout.vertices();
        let mut tour = Vec::with_capacity(self.values.len());
        for (step, values) in (1..).zip(&self.values) {
            let mut numbers = [0; 2];
            for (place, value) in values.iter().enumerate() {
                let Some(value) = value else {
                    let letter = self.constants.letters[place];
                    return fault(end, format!("satisfiable, but {letter}{step} has no value"));
                };
                numbers[place] = *value;
            }
            match vertices.get(&numbers) {
                Some(&vertex) => tour.push(vertex),
                None => {
                    let names: Vec<String> = self.constants.names(step).collect();
                    let names = names.join(" and ");
                    let message = format!("the values of {names} are those of no square");
                    return fault(end, message);
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

/// A word, or expressions in parentheses.
enum Expression<'t> {
    Word(Spot, &'t str),
    List(Spot, Vec<Expression<'t>>),
}

/// The greatest depth: a list of pairs of a name and a `(_ bv3 4)`.
const DEEPEST: usize = 8;

impl Expression<'_> {
    fn spot(&self) -> Spot {
        match self {
            Expression::Word(spot, _) | Expression::List(spot, _) => *spot,
        }
    }

    /// Returns the word, if it is one.
    fn word(&self) -> Option<&str> {
        match self {
            Expression::Word(_, word) => Some(word),
            Expression::List(..) => None,
        }
    }

    /// Returns the expressions in the parentheses, if it is a list.
    fn list(&self) -> Option<&[Expression<'_>]> {
        match self {
            Expression::Word(..) => None,
            Expression::List(_, list) => Some(list),
        }
    }
}

/// Returns all expressions of a text.
fn parse(text: &str) -> Result<Vec<Expression<'_>>, ScriptFault> {
    let cut_off = |spot, what| fault(spot, format!("{what} is not closed: the answer is cut off"));
    // The open lists, each with its place; the outermost is the text.
    let mut open = vec![(0, Vec::new())];
    let mut spot = 0;
    while let Some(first) = text[spot..].chars().next() {
        let Some(length) = length(&text[spot..], first) else {
            return cut_off(spot, "this quotation");
        };
        let whole = match first {
            '(' if open.len() > DEEPEST => {
                return fault(spot, "these parentheses nest too deeply for an answer");
            }
            '(' => {
                open.push((spot, Vec::new()));
                None
            }
            ')' if open.len() == 1 => return fault(spot, "this parenthesis closes nothing"),
            ')' => open
                .pop()
                .map(|(start, list)| Expression::List(start, list)),
            ';' => None,
            _ if first.is_whitespace() => None,
            _ => Some(Expression::Word(spot, &text[spot..spot + length])),
        };
        if let Some((_, list)) = open.last_mut() {
            list.extend(whole);
        }
        spot += length;
    }
    match open.pop() {
        Some((start, _)) if !open.is_empty() => cut_off(start, "this parenthesis"),
        whole => Ok(whole.map_or(Vec::new(), |(_, list)| list)),
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

fn is_separator(char: char) -> bool {
    char.is_whitespace() || "();\"|".contains(char)
}

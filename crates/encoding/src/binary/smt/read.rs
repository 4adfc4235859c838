//! Reading what an SMT solver answers: `sat` and the values of the constants, or a verdict only.
//!
//! After any other verdict solvers complain that there is no model, `(error "…")`: that is
//! expected. Z3 says `timeout` where it ran out of time.

use super::Constants;
use super::expression::{Expression, Spot, error, parse};
use knightsat_base::quote::quote;
use knightsat_cnf::Answer;
use knightsat_cnf::dimacs::ReadError;
use knightsat_tour::Problem;

/// The answer of an SMT solver to what [`write()`](super::write()) has written for the problem;
/// `file` is what the text is called in errors.
///
/// The sequence of vertices is read, not verified: the solver may be wrong.
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
    /// By step and place among its constants.
    values: Vec<Vec<Option<u32>>>,
    verdict: Option<Answer<()>>,
    first_value: Option<Spot>,
    /// What the solver complains of, and where.
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

    /// A name and its value.
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

/// Value and width of a bit-vector; `None` too for values beyond 32 bits, which no constant has.
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

/// A number written in digits only.
fn decimal(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

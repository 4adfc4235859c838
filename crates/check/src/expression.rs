//! A formula for the number of a variable, such as `100*i+10*j+k`.

use crate::base::text::quote;

/// An integer expression, which is read anew for each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression(Vec<char>);

/// The letters of an expression: i, j, k, v for step, rank, file and vertex number, all from 1; m,
/// n, N for ranks and files of the board and the number of its squares.
const LETTERS: &str = "ijkvmnN";
/// The most characters of an expression, which limit its depth.
const LONGEST: usize = 512;

impl Expression {
    /// Reads an expression of up to 512 characters. The error has a column, from 1, and the fault
    /// there.
    pub fn parse(text: &str) -> Result<Expression, (usize, String)> {
        let chars: Vec<char> = text.chars().take(LONGEST + 1).collect();
        if chars.len() > LONGEST {
            let message = format!("an expression of more than {LONGEST} characters");
            return Err((LONGEST + 1, message));
        }
        let expression = Expression(chars);
        expression.read(&|_| 0).map(|_| expression)
    }

    /// Evaluates the expression, within the range of integers.
    pub fn value(&self, of: &dyn Fn(char) -> i64) -> i64 {
        self.read(of).expect("it was read before")
    }

    /// Returns true if it contains the letter.
    pub fn uses(&self, letter: char) -> bool {
        self.0.contains(&letter)
    }

    fn read(&self, of: &dyn Fn(char) -> i64) -> Result<i64, (usize, String)> {
        let (chars, place) = (&self.0[..], 0);
        let mut reader = Reader { chars, place, of };
        let value = reader.sum().and_then(|value| match reader.peek() {
            None => Ok(value),
            Some(found) => Err(format!("'{}' is unexpected here", found.escape_debug())),
        });
        value.map_err(|message| (reader.place + 1, message))
    }
}

/// A reader of sums, of products in them, and of their operands.
struct Reader<'c> {
    chars: &'c [char],
    place: usize,
    of: &'c dyn Fn(char) -> i64,
}

impl Reader<'_> {
    /// Returns the next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.place)?.is_whitespace() {
            self.place += 1;
        }
        Some(self.chars[self.place])
    }

    /// Reads one of these characters, if it is the next one.
    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let found = self.peek().filter(|found| wanted.contains(found))?;
        self.place += 1;
        Some(found)
    }

    fn sum(&mut self) -> Result<i64, String> {
        let mut sum = self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            let right = self.product()?;
            sum = match operator {
                '+' => sum.saturating_add(right),
                _ => sum.saturating_sub(right),
            };
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<i64, String> {
        let mut product = self.operand()?;
        while self.take(&['*']).is_some() {
            product = product.saturating_mul(self.operand()?);
        }
        Ok(product)
    }

    /// Reads a number, a letter, a sum in parentheses, or the negation of one of these.
    fn operand(&mut self) -> Result<i64, String> {
        if self.take(&['-']).is_some() {
            return Ok(self.operand()?.saturating_neg());
        } else if self.take(&['(']).is_some() {
            let sum = self.sum()?;
            self.take(&[')']).ok_or("expected ')'")?;
            return Ok(sum);
        }
        let found = self.peek();
        let rest = self.chars[self.place..].iter();
        let digits: String = rest.take_while(|c| c.is_ascii_digit()).collect();
        let value = match found {
            Some(letter) if LETTERS.contains(letter) => (self.of)(letter),
            _ if digits.is_empty() => return Err(expected(found)),
            _ => {
                let number = digits.parse();
                number.map_err(|_| format!("{} is too large", quote(&digits)))?
            }
        };
        self.place += digits.len().max(1);
        Ok(value)
    }
}

/// Returns the error for a character, or the end, in place of an operand.
fn expected(found: Option<char>) -> String {
    let word = found.map_or("the end".into(), |c| format!("'{}'", c.escape_debug()));
    format!(
        "found {word} and expected a number, '(' or one of i (step), j (rank), \
         k (file), v (square by number), m (ranks), n (files), N (squares)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{assert_message, cases};

    fn value(text: &str) -> i64 {
        let of = |letter| match letter {
            'i' => 7,
            'j' => 3,
            'k' => 2,
            'v' => 14,
            'm' => 5,
            'n' => 6,
            _ => 30,
        };
        Expression::parse(text).unwrap().value(&of)
    }

    #[test]
    fn expressions_mean_what_they_say() {
        for (text, expected) in [
            ("100*i+10*j+k", 732),
            ("((i-1)*m + (j-1))*n + k", (6 * 5 + 2) * 6 + 2),
            ("1 - 2 - 3", -4),
            ("1 - 2*3 - -4*-5 + 6", 1 - 6 - 20 + 6),
            ("-(i+j)*2", -20),
            ("2*-(i-(j-k))", -12),
            ("(i-1)*N+v", 194),
            (" -- 5 ", 5),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
        assert_eq!(value("9223372036854775807*i"), i64::MAX);
    }

    #[test]
    fn depth_is_limited() {
        let deep = LONGEST / 2 - 1;
        let text = format!("{}i{}", "(".repeat(deep), ")".repeat(deep));
        assert_eq!(value(&text), 7);
        assert_eq!(value(&format!("{}i", "-".repeat(2 * deep))), 7);
        for part in ["(", "-", "i+"] {
            let long = part.repeat(2_000_000) + "i";
            let (column, message) = Expression::parse(&long).unwrap_err();
            assert_eq!(column, LONGEST + 1, "{message}");
        }
    }

    #[test]
    fn each_fault_is_named_with_its_column() {
        for (text, expected) in cases(
            r"
            => 1: …found the end…
            100*i+ => 7: …found the end…
            100 i => 5: 'i' is unexpected…
            i) => 2: ')' is unexpected…
            (i => 3: expected ')'…
            (i 1) => 4: expected ')'…
            () => 2: …found ')'…
            i+x => 3: …found 'x'…
            99999999999999999999 => 1: 99999999999999999999 is too large…
            ",
        ) {
            let (column, message) = Expression::parse(&text).unwrap_err();
            assert_message(&format!("{column}: {message}"), &expected, &text);
        }
    }
}

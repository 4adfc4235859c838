//! A formula for the number of a variable, such as `100*i+10*j+k`.

use crate::base::text::quote;

/// An integer expression, as a program of a stack machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression(Vec<Item>);

/// Pushes a value on the stack, or replaces the top values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Number(i64),
    /// A variable: i, j, k, v for step, rank, file and vertex number, all from 1; m, n, N for ranks
    /// and files of the board and the number of its squares.
    Letter(char),
    /// `+`, `-`, `*`, or [`MINUS`].
    Operator(char),
}

/// The letters of an expression.
const LETTERS: &str = "ijkvmnN";
/// The sign of a value, distinct from the binary `-`.
const MINUS: char = '~';
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
        let mut reader = Reader {
            chars: &chars,
            place: 0,
            items: Vec::new(),
        };
        let read = reader.sum().and_then(|()| match reader.peek() {
            None => Ok(()),
            Some(found) => Err(format!("'{}' is unexpected here", found.escape_debug())),
        });
        read.map_err(|message| (reader.place + 1, message))?;
        Ok(Expression(reader.items))
    }

    /// Evaluates the expression; `None` beyond the range of integers.
    pub fn value(&self, of: &impl Fn(char) -> i64) -> Option<i64> {
        let mut stack: Vec<i64> = Vec::new();
        for item in &self.0 {
            let value = match *item {
                Item::Number(number) => number,
                Item::Letter(letter) => of(letter),
                Item::Operator(operator) => {
                    let right = stack.pop()?;
                    match operator {
                        MINUS => right.checked_neg()?,
                        '+' => stack.pop()?.checked_add(right)?,
                        '-' => stack.pop()?.checked_sub(right)?,
                        _ => stack.pop()?.checked_mul(right)?,
                    }
                }
            };
            stack.push(value);
        }
        stack.pop()
    }

    /// Returns true if it contains the letter.
    pub fn uses(&self, letter: char) -> bool {
        self.0.contains(&Item::Letter(letter))
    }
}

/// A reader of sums, of products in them, and of their operands.
struct Reader<'c> {
    chars: &'c [char],
    place: usize,
    items: Vec<Item>,
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

    fn sum(&mut self) -> Result<(), String> {
        self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            self.product()?;
            self.items.push(Item::Operator(operator));
        }
        Ok(())
    }

    fn product(&mut self) -> Result<(), String> {
        self.operand()?;
        while self.take(&['*']).is_some() {
            self.operand()?;
            self.items.push(Item::Operator('*'));
        }
        Ok(())
    }

    /// Reads a number, a letter, a sum in parentheses, or the negation of one of these.
    fn operand(&mut self) -> Result<(), String> {
        if self.take(&['-']).is_some() {
            self.operand()?;
            self.items.push(Item::Operator(MINUS));
        } else if self.take(&['(']).is_some() {
            self.sum()?;
            self.take(&[')']).ok_or("expected ')'")?;
        } else {
            let found = self.peek();
            let digits = self.chars[self.place..].iter();
            let digits: String = digits.take_while(|c| c.is_ascii_digit()).collect();
            let item = match found {
                Some(letter) if LETTERS.contains(letter) => Item::Letter(letter),
                _ if digits.is_empty() => return Err(expected(found)),
                _ => {
                    let number = digits.parse();
                    Item::Number(number.map_err(|_| format!("{} is too large", quote(&digits)))?)
                }
            };
            self.items.push(item);
            self.place += digits.len().max(1);
        }
        Ok(())
    }
}

/// Returns the error for a character, or the end, in place of an operand.
fn expected(found: Option<char>) -> String {
    let found = found.map_or("the end".into(), |c| format!("'{}'", c.escape_debug()));
    format!(
        "found {found} and expected a number, '(' or one of i (step), j (rank), \
         k (file), v (square by number), m (ranks), n (files), N (squares)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{assert_message, cases};

    fn value(text: &str) -> Option<i64> {
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
            assert_eq!(value(text), Some(expected), "{text}");
        }
        assert_eq!(value("9223372036854775807*i"), None);
    }

    #[test]
    fn depth_is_limited() {
        let deep = LONGEST / 2 - 1;
        let text = format!("{}i{}", "(".repeat(deep), ")".repeat(deep));
        assert_eq!(value(&text), Some(7));
        assert_eq!(value(&format!("{}i", "-".repeat(2 * deep))), Some(7));
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

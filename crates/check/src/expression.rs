//! A formula for the number of a variable, such as `100*i+10*j+k`.

use crate::base::text::quote;

/// An integer expression in the form of a stack machine. Reading and evaluation take time and
/// memory by its length only, without recursion on its depth.
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
/// The most characters of an expression, which is evaluated for every step and square.
const LONGEST: usize = 4096;

impl Expression {
    /// Reads an expression of up to 4096 characters. The error has a column, from 1, and the fault
    /// there.
    pub fn parse(text: &str) -> Result<Expression, (usize, String)> {
        let chars: Vec<char> = text.chars().take(LONGEST + 1).collect();
        if chars.len() > LONGEST {
            let message = format!("a formula of more than {LONGEST} characters");
            return Err((LONGEST + 1, message));
        }
        let parser = Parser {
            chars,
            place: 0,
            waiting: Vec::new(),
            items: Vec::new(),
        };
        parser.parse()
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

/// Returns the precedence of an operator or a parenthesis.
fn binds(operator: char) -> u8 {
    match operator {
        '(' => 0,
        '+' | '-' => 1,
        '*' => 2,
        _ => 3,
    }
}

/// Dijkstra's shunting yard: operators wait for their complete operands.
struct Parser {
    chars: Vec<char>,
    place: usize,
    /// Operators and opening parentheses.
    waiting: Vec<char>,
    items: Vec<Item>,
}

type Fault = (usize, String);

impl Parser {
    fn parse(mut self) -> Result<Expression, Fault> {
        loop {
            self.operand()?;
            while self.peek() == Some(')') && self.waiting.contains(&'(') {
                self.place += 1;
                self.settle(1);
                self.waiting.pop();
            }
            match self.peek() {
                None => break,
                Some(operator) if "+-*".contains(operator) => {
                    self.place += 1;
                    self.settle(binds(operator));
                    self.waiting.push(operator);
                }
                Some(_) if self.waiting.contains(&'(') => return Err(self.error("expected ')'")),
                Some(other) => {
                    let message = format!("'{}' is unexpected here", other.escape_debug());
                    return Err(self.error(message));
                }
            }
        }
        self.settle(1);
        match self.waiting.is_empty() {
            true => Ok(Expression(self.items)),
            false => Err(self.error("expected ')'")),
        }
    }

    /// Applies the waiting operators of this precedence or higher, up to a parenthesis.
    fn settle(&mut self, tightly: u8) {
        while let Some(operator) = self.waiting.pop_if(|last| binds(*last) >= tightly) {
            self.items.push(Item::Operator(operator));
        }
    }

    /// Returns the next character that is not blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.chars[self.place..];
        self.place += rest.iter().take_while(|c| c.is_whitespace()).count();
        self.chars.get(self.place).copied()
    }

    fn error(&self, message: impl Into<String>) -> Fault {
        (self.place + 1, message.into())
    }

    /// Reads signs, opening parentheses, and the number or letter after them.
    fn operand(&mut self) -> Result<(), Fault> {
        loop {
            let found = self.peek();
            match found {
                Some('(') => self.waiting.push('('),
                Some('-') => self.waiting.push(MINUS),
                Some(digit) if digit.is_ascii_digit() => return self.number(),
                Some(letter) if LETTERS.contains(letter) => {
                    self.items.push(Item::Letter(letter));
                    self.place += 1;
                    return Ok(());
                }
                _ => {
                    let found = found.map(|c| format!("'{}'", c.escape_debug()));
                    let found = found.unwrap_or("the end".into());
                    return Err(self.error(format!(
                        "found {found} and expected a number, '(' or one of i (step), j (rank), \
                         k (file), v (square by number), m (ranks), n (files), N (squares)"
                    )));
                }
            }
            self.place += 1;
        }
    }

    fn number(&mut self) -> Result<(), Fault> {
        let digits = self.chars[self.place..].iter();
        let digits: String = digits.take_while(|c| c.is_ascii_digit()).collect();
        let number = digits.parse();
        let number = number.map_err(|_| self.error(format!("{} is too large", quote(&digits))))?;
        self.place += digits.len();
        self.items.push(Item::Number(number));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn depth_takes_no_stack() {
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
        for (text, column, expected) in [
            ("", 1, "found the end"),
            ("100*i+", 7, "found the end"),
            ("100 i", 5, "'i' is unexpected"),
            ("i)", 2, "')' is unexpected"),
            ("(i", 3, "expected ')'"),
            ("(i 1)", 4, "expected ')'"),
            ("()", 2, "found ')'"),
            ("i+x", 3, "found 'x'"),
            (
                "99999999999999999999",
                1,
                "99999999999999999999 is too large",
            ),
        ] {
            let (found, message) = Expression::parse(text).unwrap_err();
            assert_eq!(found, column, "{text}: {message}");
            assert!(message.starts_with(expected), "{text}: {message}");
        }
    }
}

//! A formula for the number of a variable, such as `100*i+10*j+k`.

/// An expression over integers, as a stack machine computes it: what it takes to read and to compute
/// one grows with its length only, not with its depth on any stack of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression(Vec<Item>);

/// Puts a value on the stack, or replaces those on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Number(i64),
    /// A letter that stands for one: i, j, k, v for step, rank, file and vertex number, all from 1; m,
    /// n, N for ranks and files of the board and the number of its squares.
    Letter(char),
    Minus,
    Operator(Operator),
}

/// What joins two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
}

/// What may be used.
const LETTERS: &str = "ijkvmnN";
/// Characters of an expression: it is computed for every step and square, so a long one takes long.
const LONGEST: usize = 4096;

impl Expression {
    /// Reads an expression of up to 4096 characters. The error is a column, from 1, and what is wrong
    /// there.
    pub fn parse(text: &str) -> Result<Expression, (usize, String)> {
        let chars: Vec<char> = text.chars().take(LONGEST + 1).collect();
        if chars.len() > LONGEST {
            let message = format!("a formula of more than {LONGEST} characters");
            return Err((LONGEST + 1, message));
        }
        Parser {
            chars,
            place: 0,
            waiting: Vec::new(),
            items: Vec::new(),
        }
        .parse()
    }

    /// Its value; `None` beyond the range of integers.
    pub fn value(&self, of: &impl Fn(char) -> i64) -> Option<i64> {
        let mut stack: Vec<i64> = Vec::new();
        for item in &self.0 {
            let value = match *item {
                Item::Number(number) => number,
                Item::Letter(letter) => of(letter),
                Item::Minus => stack.pop()?.checked_neg()?,
                Item::Operator(operator) => {
                    let right = stack.pop()?;
                    operator.apply(stack.pop()?, right)?
                }
            };
            stack.push(value);
        }
        stack.pop()
    }

    /// Whether a letter is in it.
    pub fn uses(&self, letter: char) -> bool {
        self.0.contains(&Item::Letter(letter))
    }
}

impl Operator {
    fn of(char: char) -> Option<Operator> {
        match char {
            '+' => Some(Operator::Add),
            '-' => Some(Operator::Subtract),
            '*' => Some(Operator::Multiply),
            _ => None,
        }
    }

    fn apply(self, left: i64, right: i64) -> Option<i64> {
        match self {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            Operator::Multiply => left.checked_mul(right),
        }
    }
}

/// What is read and not computed yet, by how tightly it binds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    Parenthesis,
    Operator(Operator),
    Minus,
}

impl Waiting {
    fn binds(self) -> u8 {
        match self {
            Waiting::Parenthesis => 0,
            Waiting::Operator(Operator::Add | Operator::Subtract) => 1,
            Waiting::Operator(Operator::Multiply) => 2,
            Waiting::Minus => 3,
        }
    }
}

/// Dijkstra's shunting yard: operators wait until what they join is complete.
struct Parser {
    chars: Vec<char>,
    place: usize,
    waiting: Vec<Waiting>,
    items: Vec<Item>,
}

type Fault = (usize, String);

impl Parser {
    fn parse(mut self) -> Result<Expression, Fault> {
        loop {
            self.operand()?;
            while self.peek() == Some(')') && self.waiting.contains(&Waiting::Parenthesis) {
                self.place += 1;
                self.settle(1);
                self.waiting.pop();
            }
            match self.peek() {
                None => break,
                Some(char) => {
                    let operator = Operator::of(char).ok_or_else(|| self.unexpected(char))?;
                    self.place += 1;
                    let waiting = Waiting::Operator(operator);
                    self.settle(waiting.binds());
                    self.waiting.push(waiting);
                }
            }
        }
        self.settle(1);
        if self.waiting.is_empty() {
            Ok(Expression(self.items))
        } else {
            Err(self.error("expected ')'".into()))
        }
    }

    /// Computes what waits and binds as tightly or more, up to a parenthesis.
    fn settle(&mut self, binds: u8) {
        while let Some(&last) = self.waiting.last().filter(|last| last.binds() >= binds) {
            match last {
                Waiting::Parenthesis => break,
                Waiting::Operator(operator) => self.items.push(Item::Operator(operator)),
                Waiting::Minus => self.items.push(Item::Minus),
            }
            self.waiting.pop();
        }
    }

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.chars[self.place..];
        self.place += rest.iter().take_while(|c| c.is_whitespace()).count();
        self.chars.get(self.place).copied()
    }

    fn error(&self, message: String) -> Fault {
        (self.place + 1, message)
    }

    fn unexpected(&self, found: char) -> Fault {
        if self.waiting.contains(&Waiting::Parenthesis) {
            self.error("expected ')'".into())
        } else {
            self.error(format!("'{}' is unexpected here", found.escape_debug()))
        }
    }

    /// Signs, opening parentheses, and the number or letter after them.
    fn operand(&mut self) -> Result<(), Fault> {
        loop {
            match self.peek() {
                Some('(') => self.waiting.push(Waiting::Parenthesis),
                Some('-') => self.waiting.push(Waiting::Minus),
                Some(digit) if digit.is_ascii_digit() => return self.number(),
                Some(letter) if LETTERS.contains(letter) => {
                    self.items.push(Item::Letter(letter));
                    self.place += 1;
                    return Ok(());
                }
                found => {
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
        match digits.parse() {
            Ok(number) => {
                self.place += digits.len();
                self.items.push(Item::Number(number));
                Ok(())
            }
            Err(_) => Err(self.error(format!(
                "{} is too large",
                knightsat_base::quote::quote(&digits)
            ))),
        }
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

//! Formulas in DIMACS: clauses, and faults with their places.

use super::*;
use crate::cases::cases;

/// Reads in small pieces, so that the end of a buffer splits every token at some point.
struct Dribble<'b>(&'b [u8]);

impl Read for Dribble<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(out.len()).min(3);
        out[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

fn read(input: impl Read) -> Result<Vec<Vec<i32>>, String> {
    let all = || -> Result<Vec<Vec<i32>>, ReadError> {
        let mut reader = CnfReader::new(input, "f", "")?;
        let (mut clauses, mut clause) = (Vec::new(), Vec::new());
        while reader.next_clause(&mut clause)? {
            clauses.push(clause.iter().map(|lit| lit.to_dimacs()).collect());
        }
        assert_eq!(reader.clauses(), clauses.len() as u64);
        Ok(clauses)
    };
    all().map_err(|error| error.to_string())
}

#[test]
fn clauses_are_read_by_tokens_not_by_lines() {
    let text = "c hi\np cnf 3 4\n1 -2 0 3 0\nc in between\n\n-1\n\t2\r\n 3 0 0";
    let clauses = vec![vec![1, -2], vec![3], vec![-1, 2, 3], vec![]];
    assert_eq!(read(Dribble(text.as_bytes())), Ok(clauses));
    assert_eq!(read(Dribble(b"p  cnf  0  0")), Ok(vec![]));
}

#[test]
fn each_fault_is_named_with_its_place() {
    for (text, error) in cases(include_str!("../../../tests/formula-faults.txt")) {
        assert_eq!(read(Dribble(text.as_bytes())), Err(error), "{text:?}");
    }
}

#[test]
fn places_are_right_beyond_the_first_buffer() {
    // Lines for the slow path (blanks, comments and long numbers) alternate with lines for the fast
    // path.
    let six = "1234567 -12 0\n 3\t-4 \r\n\nc 5 6\n00000012345678 0\n0\n";
    let body = six.repeat(50_000);
    let header = format!("p cnf 12345678 {}\n", 3 * 50_000);
    for (end, column) in [("-7 0", 4), ("  2 x", 5), ("c\r\n 1 x", 4)] {
        let text = format!("{header}{body}{end}");
        let message = read(Dribble(text.as_bytes())).unwrap_err();
        let place = format!("f:{}:{column}: ", text.lines().count());
        assert!(message.starts_with(&place), "{message} {place}");
        assert_eq!(read(text.as_bytes()), Err(message));
    }
    let clauses = read(format!("{header}{body}").as_bytes()).unwrap();
    assert_eq!(clauses.len(), 3 * 50_000);
}

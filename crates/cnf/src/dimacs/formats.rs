//! The formats of other programs, each recognised by the beginning of a line: the first one that is
//! no comment, or the first one after the header. The strict reader and `lint` name them.
//!
//! ```
//! use knightsat_cnf::dimacs::formats::other_format;
//!
//! let aiger = other_format("aag 3 2 0 1 1").unwrap();
//! assert!(aiger.starts_with("a file in AIGER: "));
//! assert_eq!(other_format("p cnf 3 2"), None);
//! ```

/// Beginnings of lines, the name of their format, and the remedy.
const FORMATS: &str = include_str!("formats.txt");

/// Returns the name of the other format that has such a line, and a remedy.
pub fn other_format(line: &str) -> Option<String> {
    let line = line.trim();
    let is_number = |next: char| next.is_ascii_digit() || next == '-';
    let begins = |begin: &str| {
        let next = line.strip_prefix(begin)?.chars().next();
        let is_begin = next.map_or(begin != "x", |next| match begin {
            "x" => next == ' ' || is_number(next),
            _ if begin.ends_with(" x") => is_number(next),
            _ => next.is_whitespace() || !begin.ends_with(|end: char| end.is_alphanumeric()),
        });
        is_begin.then_some(())
    };
    FORMATS.lines().find_map(|row| {
        let (begin, name) = row.split_once(" = ").expect("a row has a name");
        begin.split(" | ").find_map(begins)?;
        Some(format!("a file in {name}"))
    })
}

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
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let begins = |begin: &str| {
        let rest = line.strip_prefix(begin);
        let is_begin = match begin {
            "1 x" => line.split_once(' ').is_some_and(|(number, term)| {
                let term = term.trim_start_matches([' ', '+', '-', '~']);
                is_number(number) && term.starts_with('x')
            }),
            // A letter before numbers.
            _ if begin.len() == 1
                && begin.starts_with(|letter: char| "acdehkrwx".contains(letter)) =>
            {
                let rest =
                    rest.filter(|rest| begin == "x" || rest.starts_with(char::is_whitespace));
                rest.is_some_and(|rest| !rest.is_empty() && rest.split_whitespace().all(is_number))
            }
            _ => rest.is_some_and(|rest| {
                let is_word = begin.ends_with(|end: char| end.is_alphanumeric());
                !is_word || rest.chars().next().is_none_or(char::is_whitespace)
            }),
        };
        is_begin.then_some(())
    };
    FORMATS.lines().find_map(|row| {
        let (begin, name) = row.split_once(" = ").expect("a row has a name");
        begin.split(" | ").find_map(begins)?;
        Some(format!("a file in {name}"))
    })
}

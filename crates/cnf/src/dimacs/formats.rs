//! The formats of other programs, each recognised by the beginning of a line: the first one that is
//! no comment, or the first one after the header. The strict reader and `lint` name them. Files
//! without a header, such as proofs, are recognised by all their lines.
//!
//! ```
//! use knightsat_cnf::dimacs::formats::{other_file, other_format};
//!
//! let aiger = other_format("aag 3 2 0 1 1").unwrap();
//! assert!(aiger.starts_with("a file in AIGER: "));
//! assert_eq!(other_format("p cnf 3 2"), None);
//! let proof = other_file(b"7 1 -2 0 3 5 0\n8 1 0 7 4 0\n").unwrap();
//! assert!(proof.starts_with("a proof in LRAT"));
//! assert_eq!(other_file(b"1 2 0\n-1 0\n"), None);
//! ```

/// Beginnings of lines, the name of their format, and the remedy.
const FORMATS: &str = include_str!("formats.txt");

/// Returns the name of the other format that has such a line, and a remedy.
pub fn other_format(text: &str) -> Option<String> {
    let line = text.trim();
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let begins = |begin: &str| {
        let rest = line.strip_prefix(begin);
        let is_begin = match begin {
            "1 x" => line.split_once(' ').is_some_and(|(number, term)| {
                let name = term.trim_start_matches([' ', '+', '-', '~']);
                is_number(number) && name.starts_with('x')
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

/// The bytes at the beginning of a file by which [`other_file`] recognises it.
pub const BEGIN: u64 = 1 << 16;

/// Returns the name of a file of numbers that is no formula, and a remedy. `begin` is the file, or
/// its first [`BEGIN`] bytes.
pub fn other_file(begin: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(begin);
    let whole = if begin.len() as u64 >= BEGIN {
        text.rsplit_once('\n').map_or(&*text, |(whole, _)| whole)
    } else {
        &text
    };
    let mut rows: Vec<Vec<i64>> = Vec::new();
    // Lines that begin with a d, and those with a d behind their number.
    let mut deletions = [false; 2];
    for line in whole.lines().filter(|line| !line.starts_with('c')) {
        let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
        let place = words.iter().take(2).position(|&word| word == "d");
        if let Some(place) = place {
            deletions[place] = true;
            words.remove(place);
        }
        let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
        rows.push(numbers?);
    }
    rows.retain(|row| !row.is_empty());
    // A number, literals, 0, hints, 0.
    let is_step = |row: &Vec<i64>| {
        let zeros = row.iter().filter(|&&number| number == 0).count();
        row[0] > 0 && row.ends_with(&[0]) && zeros == 2
    };
    let values = rows.concat();
    if deletions[0] {
        return Some("a proof in DRAT: give it to a checker, with its formula");
    }
    if deletions[1] || !rows.is_empty() && rows.iter().all(is_step) {
        return Some(
            "a proof in LRAT: give it to a checker, with its formula; \
             if these are clauses, write 'p cnf VARIABLES CLAUSES' above them",
        );
    }
    let is_list = values.len() > 1 && values[0] != 0;
    (is_list && values.is_sorted_by(|a, b| a.abs() < b.abs())).then_some(
        "a list of true variables, or a model: name the formula; \
         if these are clauses, end each with 0, and write 'p cnf VARIABLES CLAUSES' above them",
    )
}

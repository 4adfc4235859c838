//! What is held of every input, however wild. The fuzz targets call these functions, and so does
//! `tests/project/fuzz.rs` on the kept corpus, so that the two cannot drift apart.

use knightsat_check::Expression;
use knightsat_cnf::dimacs::read::CnfReader;
use knightsat_cnf::dimacs::{ReadError, result};
use knightsat_cnf::{Answer, Lit};
use knightsat_lint::Report;
use knightsat_lint::fix::Fixer;
use knightsat_render as render;
use knightsat_tour::board::Board;
use knightsat_tour::graph;
use knightsat_tour::mask;
use std::io::Read;

/// What is held of an input; panics if it does not hold.
pub type Target = fn(&[u8]);

/// Every target by name.
pub const TARGETS: [(&str, Target); 8] = [
    ("board", board),
    ("dimacs", dimacs),
    ("expression", expression),
    ("graph", graph),
    ("lint", lint),
    ("mask", mask),
    ("result", result),
    ("tour", tour),
];

/// Hands out a few bytes at a time, so that every token meets a buffer's end somewhere.
struct Dribble<'b>(&'b [u8]);

impl Read for Dribble<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(out.len()).min(3);
        out[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// The clauses of a formula, or what is wrong with it.
fn clauses(input: impl Read) -> Result<Vec<Vec<Lit>>, String> {
    let read = || -> Result<Vec<Vec<Lit>>, ReadError> {
        let mut reader = CnfReader::new(input, "f", "")?;
        let (mut clauses, mut clause) = (Vec::new(), Vec::new());
        while reader.next_clause(&mut clause)? {
            clauses.push(clause.clone());
        }
        let header = reader.header();
        assert_eq!(header.clauses, clauses.len() as u64);
        let within = |lit: &Lit| lit.var().number() <= header.variables;
        assert!(clauses.iter().flatten().all(within));
        Ok(clauses)
    };
    read().map_err(|error| error.to_string())
}

/// One line, with a place in it.
fn assert_placed(message: &str) {
    let mut parts = message.split(':');
    let number = parts
        .find(|part| part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty())
        .map(str::parse::<u64>);
    assert!(matches!(number, Some(Ok(1..))), "no place: {message:?}");
    assert_eq!(message.lines().count(), 1, "{message:?}");
    assert!(!message.contains(|c: char| c.is_control()), "{message:?}");
}

/// The formula reader finds the same in one piece as in many, and says where a fault is.
pub fn dimacs(data: &[u8]) {
    let whole = clauses(data);
    assert_eq!(whole, clauses(Dribble(data)));
    if let Err(message) = whole {
        assert_placed(&message);
    }
}

fn linted(input: impl Read, fixer: Option<&mut Fixer>) -> Report {
    knightsat_lint::lint(input, "f", true, fixer).expect("a slice can be read")
}

/// Lint finds the same in one piece as in many. What it calls clean the strict reader takes, unless
/// it is free of errors only by the reader's greater patience; what it fixes is clean.
pub fn lint(data: &[u8]) {
    let mut fixer = Fixer::new(&std::env::temp_dir()).expect("room for a temporary file");
    let report = linted(data, Some(&mut fixer));
    assert_eq!(report, linted(Dribble(data), None));
    for found in &report.findings {
        let message = &found.message;
        assert!(found.line >= 1 && found.column >= 1);
        assert!(!message.contains(|c: char| c.is_control()), "{message:?}");
    }
    if report.is_clean() {
        assert!(clauses(data).is_ok());
    }
    if report.unclear.is_some() {
        return;
    }
    let mut fixed = Vec::new();
    let header = fixer.finish(report.variables, &mut fixed).expect("memory");
    let again = linted(&fixed[..], None);
    assert!(again.is_clean(), "{:?}", again.findings);
    let read = clauses(&fixed[..]).expect("clean");
    assert_eq!(header.clauses, read.len() as u64);
    // Nothing is left out but what is counted.
    let left_out = [
        knightsat_lint::names::Name::Tautology,
        knightsat_lint::names::Name::RepeatedClause,
    ];
    let left_out = left_out.map(|name| report.counts.get(&name).copied().unwrap_or(0));
    assert_eq!(
        report.clauses,
        header.clauses + left_out.iter().sum::<u64>()
    );
}

/// The result reader gives a model within the formula's variables or says where a fault is.
pub fn result(data: &[u8]) {
    const VARIABLES: u32 = 99;
    match result::read(data, "f", VARIABLES) {
        Ok(Answer::Satisfiable(model)) => {
            // Every value that it has stands in the text.
            let text = String::from_utf8_lossy(data);
            for number in 1..=VARIABLES {
                let var = knightsat_cnf::Var::new(number).expect("a small number");
                let found = model.value(var).is_some();
                assert!(!found || text.contains(&number.to_string()));
            }
        }
        Ok(_) => {}
        Err(error) => assert_placed(&error.to_string()),
    }
}

/// A mask is a board of its lines, or the fault has its place.
pub fn mask(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match mask::parse(&text) {
        Ok(board) => {
            let squares = text.chars().filter(|&c| c == '.').count();
            assert_eq!(board.squares() as usize, squares);
        }
        Err(error) => assert_placed(&error.to_string()),
    }
}

/// A graph has the edges of its file from both ends, or the fault has its line.
pub fn graph(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    // A graph takes memory by its vertices, as it should, and a fuzzer has only so much.
    let long = |word: &str| word.len() > 5 && word.bytes().all(|byte| byte.is_ascii_digit());
    if text.split(|c: char| !c.is_ascii_digit()).any(long) {
        return;
    }
    match graph::read::parse(&text) {
        Ok(graph) => {
            for v in 0..graph.len() {
                for &w in graph.neighbours(v) {
                    assert!(w != v && graph.neighbours(w).contains(&v));
                }
            }
        }
        Err(error) => assert_placed(&error.to_string()),
    }
}

/// An expression has the same value in parentheses and after two signs, or a fault within the text.
pub fn expression(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let of = |letter: char| i64::from(u32::from(letter)) - 100;
    match Expression::parse(&text) {
        Ok(found) => {
            let value = found.value(&of);
            let again = |text: String| Expression::parse(&text).ok();
            if let Some(inner) = again(format!("({text})")) {
                assert_eq!(inner.value(&of), value);
            }
            // Negating the smallest number is beyond the range.
            if let (Some(twice), Some(_)) = (again(format!("--({text})")), value) {
                assert!([value, None].contains(&twice.value(&of)));
            }
            for letter in "ijkvmnN".chars() {
                assert_eq!(found.uses(letter), text.contains(letter));
            }
        }
        Err((column, message)) => {
            assert!((1..=text.chars().count() + 1).contains(&column));
            assert!(!message.contains(|c: char| c.is_control()), "{message:?}");
        }
    }
}

/// A board is written as it was read.
pub fn board(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(&board));
        assert!(board.squares() >= 1);
    }
}

/// What is read as a tour names squares of the board; it may be as wrong as it likes.
pub fn tour(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let board = Board::new(3, 4).expect("a small board");
    if let Err(error) = render::read(&board.into(), &text) {
        assert_placed(&error.to_string());
    }
}

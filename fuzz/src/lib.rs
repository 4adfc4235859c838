//! The properties of every input, however wild. The fuzz targets call these functions, and so does
//! `tests/project/fuzz.rs` on the kept corpus, so that the two cannot differ.

use knightsat_check::Expression;
use knightsat_cnf::dimacs::read::CnfReader;
use knightsat_cnf::dimacs::{ReadError, result};
use knightsat_cnf::{Answer, Lit};
use knightsat_lint::LintReport;
use knightsat_lint::fix::Fixer;
use knightsat_render as render;
use knightsat_tour::board::Board;
use knightsat_tour::graph;
use knightsat_tour::mask;
use std::io::Read;

/// A property of an input; panics if it does not hold.
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

/// Returns the clauses of a formula, or the fault.
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

/// Checks that a message is one line with a place.
fn assert_placed(message: &str) {
    let mut parts = message.split(':');
    let number = parts
        .find(|part| part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty())
        .map(str::parse::<u64>);
    assert!(matches!(number, Some(Ok(1..))), "no place: {message:?}");
    assert_eq!(message.lines().count(), 1, "{message:?}");
    assert!(!message.contains(|c: char| c.is_control()), "{message:?}");
}

/// The formula reader gives one result for one piece and for many, and places every fault.
pub fn dimacs(data: &[u8]) {
    let whole = clauses(data);
    assert_eq!(whole, clauses(Dribble(data)));
    if let Err(message) = whole {
        assert_placed(&message);
    }
}

fn linted(input: impl Read, fixer: Option<&mut Fixer>) -> LintReport {
    knightsat_lint::lint(input, "f", fixer).expect("a slice can be read")
}

/// Lint gives one result for one piece and for many. The strict reader accepts clean files, apart
/// from differences in leniency; fixed files are clean.
pub fn lint(data: &[u8]) {
    let mut fixer = Fixer::default();
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
    // The fix drops nothing but the counted parts.
    let tautology = knightsat_lint::names::FindingName::Tautology;
    let left_out = report.counts.get(&tautology).copied().unwrap_or(0);
    assert_eq!(report.clauses, header.clauses + left_out);
}

/// The result reader returns a model within the formula's variables, or places the fault.
pub fn result(data: &[u8]) {
    const VARIABLES: u32 = 99;
    match result::read(data, "f", VARIABLES) {
        Ok(Answer::Satisfiable(model)) => {
            // Every value of the model occurs in the text.
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
    match mask::parse(&text, &Default::default()) {
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
    if text.split(|c: char| !c.is_ascii_digit()).any(long) || text.contains("~~") {
        return;
    }
    let graphs = graph::read::graphs(&text, None);
    let graphs = graphs.map_or_else(|error| vec![Err(error)], Iterator::collect);
    for graph in graphs {
        match graph {
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
            if let Some(twice) = again(format!("--({text})")) {
                assert!(twice.value(&of) == value || value == i64::MIN);
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

/// The vertices of a parsed tour are squares of the board; the tour may otherwise be invalid.
pub fn tour(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let board = Board::new(3, 4).expect("a small board");
    if let Err(error) = render::read(&board.into(), &text) {
        assert_placed(&error.to_string());
    }
}

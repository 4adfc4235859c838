//! A formula in words and symbols, to be held against a textbook.

use super::{Collected, Fact, Meaning, Style, Subject, Symbols};
use crate::cnf::Lit;
use crate::place::Place;
use crate::sink::Size;
use itertools::Itertools;

/// The clauses of each group that are written out.
const SHOWN: usize = 4;

/// What a group says, and that as a formula, by its name.
type Words = (&'static str, &'static str, &'static str);

/// Groups of all encodings.
const COMMON: &[Words] = &[
    ("contradiction", "a cheap reason rules every tour out", "⊥"),
    (
        "a cycle has three squares",
        "to and fro over one move is no closed tour",
        "⊥",
    ),
    ("start", "the tour starts here", "x[1] = v"),
    ("end", "the tour ends here", "x[N] = v"),
];

/// Of the position encoding.
const POSITION: &[Words] = &[
    (
        "one square per step",
        "at every step i the tour is on at most one square",
        "Σ_v x[i][v] ≤ 1 for every i",
    ),
    (
        "moves",
        "from the square of every step a move leads to that of the next",
        "x[i][v] → ⋁ {x[i+1][w] : w a move from v} for every i and v; closed, step 1 follows the last",
    ),
    (
        "each square once",
        "every square is visited at most once",
        "Σ_i x[i][v] ≤ 1 for every v",
    ),
    (
        "at least one square per step",
        "at every step the tour is somewhere",
        "⋁_v x[i][v] for every i",
    ),
    (
        "predecessors",
        "to the square of every step a move leads from that of the step before",
        "x[i+1][v] → ⋁ {x[i][w] : w a move from v} for every i and v",
    ),
    (
        "at least one step per square",
        "every square is visited",
        "⋁_i x[i][v] for every v",
    ),
    (
        "one arc out",
        "exactly one move leaves every square, but the last of an open tour",
        "Σ_w a[v,w] = 1 for every v; open, with x[N][v] in the sum",
    ),
    (
        "one arc in",
        "exactly one move comes to every square, but the first of an open tour",
        "Σ_w a[w,v] = 1 for every v; open, with x[1][v] in the sum",
    ),
    (
        "no way back",
        "no move is taken both ways",
        "¬a[v,w] ∨ ¬a[w,v] for all moves v–w",
    ),
    (
        "arcs and steps",
        "the moves taken are those between the squares of successive steps",
        "x[i][v] ∧ x[i+1][w] → a[v,w]; x[i][v] ∧ a[v,w] → x[i+1][w]; x[i+1][w] ∧ a[v,w] → x[i][v]",
    ),
    (
        "one direction",
        "of a tour and its reverse one is a model",
        "x[1][v] → ⋁ {x[N][w] : w > v}; closed, x[2] instead of x[1], for the moves from the start",
    ),
    ("start", "the tour starts here", "x[1][v]"),
    ("end", "the tour ends here", "x[N][v]"),
];

/// Of the binary encoding.
const BINARY: &[Words] = &[
    (
        "bounds",
        "rank and file of every step are on the board",
        "rank of x[i] < ranks and file of x[i] < files for every i",
    ),
    (
        "holes",
        "no step is on a hole",
        "x[i] ≠ h for every i and every hole h",
    ),
    (
        "colours",
        "steps change the colour of the square",
        "rank + file of x[i] is odd, or even, by their lowest bits",
    ),
    (
        "windows",
        "no step is on a square that is too far from the ends",
        "x[i] ≠ v where no tour is on v at step i",
    ),
    (
        "sums",
        "rank and file plus what a leap adds, bit by bit with a carry",
        "s[i,a] = x[i] + a for every i and every part a of a leap",
    ),
    (
        "moves",
        "a leap leads from every step to the next, and not off the board",
        "⋁_k m[i,k]; m[i,k] → x[i+1] = x[i] + leap k, or neighbour k",
    ),
    (
        "all different",
        "no square is visited twice",
        "x[i] ≠ x[j] in some bit for all i < j, or x[i] = v for some i for every v",
    ),
    (
        "symmetry",
        "after a part of the tour its image follows",
        "x[i] = v → x[i+L] = image of v",
    ),
];

/// Of the successor encodings; ◦ is a further vertex before the first square of an open tour and
/// after its last one.
const SUCCESSOR: &[Words] = &[
    (
        "one arc out",
        "exactly one arc leaves every square, and ◦ of an open tour",
        "Σ_w a[v,w] = 1 for every v",
    ),
    (
        "one arc in",
        "exactly one arc comes to every square, and to ◦ of an open tour",
        "Σ_w a[w,v] = 1 for every v",
    ),
    (
        "no way back",
        "no move is taken both ways",
        "¬a[v,w] ∨ ¬a[w,v] for all moves v–w",
    ),
    (
        "forced edges",
        "moves that every tour takes, one way or the other",
        "a[v,w] ∨ a[w,v]",
    ),
    (
        "one direction",
        "of a tour and its reverse one is a model",
        "a[w,f] → ⋁ {a[f,u] : u < w}, f the first vertex",
    ),
    (
        "two edges",
        "the tour takes two edges at every square, and at ◦ if it is open",
        "Σ_w e[v,w] = 2 for every v",
    ),
    (
        "order",
        "what is before one of two neighbours on the tour is before the other",
        "a[v,w] → b[v,w]; a[v,w] ∧ b[u,v] → b[u,w]; on edges e[v,w] → (b[u,v] ↔ b[u,w])",
    ),
    (
        "one position",
        "every square has one position on the tour",
        "Σ_p u[v,p] = 1 for every v",
    ),
    (
        "next position",
        "an arc leads from one position to the next",
        "a[v,w] ∧ u[v,p] → u[w,p+1]; a[v,w] ∧ u[w,p+1] → u[v,p]",
    ),
    (
        "states",
        "what the register of a square never says",
        "s[v] ≠ c for every v, c no state",
    ),
    (
        "counting",
        "an arc leads from one state of the register to the next",
        "a[v,w] → s[w] = s[v] + 1, modulo the number of states",
    ),
    (
        "last state",
        "the tour ends at the last position",
        "a[w,f] → s[w] = the last state, f the first vertex",
    ),
    (
        "elimination",
        "no cycle misses the first vertex: one square after the other is eliminated",
        "o[u,v] ∧ o[v,w] → o[u,w]; ¬o[u,v] ∨ ¬o[v,u], for all neighbours u ≠ w of v when it is eliminated",
    ),
];

/// The encoding that a meaning is of: what its groups say, and its variables.
fn family(meaning: &Meaning) -> (&'static [Words], &'static str) {
    let bits = |(_, lits): &(Fact, Vec<Lit>)| lits.len() > 1;
    match meaning.style() {
        Style::Positions if meaning.facts().iter().any(bits) => (
            BINARY,
            "x[i,b]: bit b of the square of step i, of the rank, then of the file, from the lowest. m[i,k]:\n\
             the move after it is leap k.",
        ),
        Style::Positions => (
            POSITION,
            "x[i][v]: at step i the tour is on square v. a[v,w]: it goes from v to w.",
        ),
        Style::Arcs => (
            SUCCESSOR,
            "a[v,w]: the tour goes from v to w; what every tour does has no variable. ◦: before the\n\
             first square of an open tour and after its last.",
        ),
        Style::Edges => (
            SUCCESSOR,
            "e[v,w]: the tour goes from v to w or back; what every tour does has no variable. ◦: before\n\
             the first square of an open tour and after its last.",
        ),
    }
}

fn size(size: Size) -> String {
    let Size {
        variables,
        clauses,
        literals,
    } = size;
    let plural = |count: u64, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let mut parts = vec![plural(clauses, "clause"), plural(literals, "literal")];
    if variables > 0 {
        parts.insert(0, plural(variables, "new variable"));
    }
    parts.join(", ")
}

/// Each group of the formula: what it says, as a formula, its size and its first clauses.
pub fn describe(subject: &dyn Subject, place: &Place, title: &str) -> String {
    let mut formula = Collected::default();
    let meaning = subject.encode(&mut formula);
    let symbols = Symbols::new(&meaning, place);
    let (own, variables) = family(&meaning);
    let mut text = format!(
        "{title}\n{}\n\n\
         {variables}\n\
         z…: a variable of no meaning outside its group.\n\
         A clause is a line, ¬ is not, ∨ is or.\n",
        size(formula.size()).replace("new variable", "variable")
    );
    for ((name, clauses), (_, group)) in formula.clauses_by_group().into_iter().zip(
        formula
            .groups()
            .iter()
            .filter(|(name, _)| *name != "variables"),
    ) {
        text += &format!("\n{name}: {}\n", size(*group));
        if let Some((_, words, symbols)) =
            own.iter().chain(COMMON).find(|(known, ..)| *known == name)
        {
            text += &format!("  {words}:\n  {symbols}\n");
        }
        let lines = clauses.iter().take(SHOWN);
        text += &lines
            .map(|clause| format!("    {}\n", symbols.clause(clause)))
            .join("");
        if clauses.len() > SHOWN {
            text += &format!("    … and {} more\n", clauses.len() - SHOWN);
        }
    }
    text
}

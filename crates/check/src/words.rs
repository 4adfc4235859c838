//! A formula in words and symbols, to be held against a textbook.
//!
//! ```
//! use knightsat_check::words;
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let formula = Formula::new(&problem, Name::Textbook.style())?;
//! let text = words::describe(&formula, &place, "A tour of 3x4");
//! assert!(text.contains("each square once"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Collected, Fact, Meaning, Style, Subject, Symbols};
use itertools::Itertools;
use knightsat_base::plural::counted;
use knightsat_cnf::Lit;
use knightsat_cnf::sink::{Group, Size};
use knightsat_tour::place::Place;

/// The clauses of each group that are written out.
const SHOWN: usize = 4;

/// What the variables of an encoding are, by what its meaning speaks of.
fn variables(meaning: &Meaning) -> &'static str {
    let bits = |(_, lits): &(Fact, Vec<Lit>)| lits.len() > 1;
    match meaning.style() {
        Style::Positions if meaning.facts().iter().any(bits) => {
            "x[i,b]: bit b of the square of step i, of the rank, then of the file, from the lowest. m[i,k]:\n\
             the move after it is leap k."
        }
        Style::Positions => {
            "x[i][v]: at step i the tour is on square v. a[v,w]: it goes from v to w."
        }
        Style::Arcs => {
            "a[v,w]: the tour goes from v to w; what every tour does has no variable. ◦: before the\n\
             first square of an open tour and after its last."
        }
        Style::Edges => {
            "e[v,w]: the tour goes from v to w or back; what every tour does has no variable. ◦: before\n\
             the first square of an open tour and after its last."
        }
    }
}

fn size(size: Size) -> String {
    let Size {
        variables,
        clauses,
        literals,
    } = size;
    let mut parts = vec![counted(clauses, "clause"), counted(literals, "literal")];
    if variables > 0 {
        parts.insert(0, counted(variables, "new variable"));
    }
    parts.join(", ")
}

/// Each group of the formula: what it says, as a formula, its size and its first clauses.
pub fn describe(subject: &dyn Subject, place: &Place, title: &str) -> String {
    let mut formula = Collected::default();
    let meaning = subject.encode(&mut formula);
    let symbols = Symbols::new(&meaning, place);
    let variables = variables(&meaning);
    let mut text = format!(
        "{title}\n{}\n\n\
         {variables}\n\
         z…: a variable of no meaning outside its group.\n\
         A clause is a line, ¬ is not, ∨ is or.\n",
        size(formula.size()).replace("new variable", "variable")
    );
    let sizes = formula.groups().iter();
    let sizes = sizes.filter(|(name, _)| *name != Group::VARIABLES.name);
    for ((group, clauses), (_, total)) in formula.clauses_by_group().into_iter().zip(sizes) {
        text += &format!("\n{}: {}\n", group.name, size(*total));
        if !group.says.is_empty() {
            text += &format!("  {}:\n  {}\n", group.says, group.formula);
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

//! A formula in words and symbols, for comparison with a textbook.
//!
//! ```
//! use knightsat_check::description;
//! use knightsat_check::encoding::{Formula, Name};
//! use knightsat_check::tour::{Kind, Problem};
//! use knightsat_check::tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let formula = Formula::new(&problem, Name::Textbook.style())?;
//! let text = description::describe(&formula, &place, "A tour of 3x4");
//! assert!(text.contains("each square once"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Collected, Subject};
use crate::cnf::sink::SizeTally;
use crate::prelude::*;
use std::collections::HashMap;

/// The number of clauses of each group that are written out.
const SHOWN: usize = 4;

/// The symbols of all literals.
#[derive(Clone, Debug)]
pub struct Symbols {
    /// By variable: the symbol, and whether it denotes the variable or its negation.
    of: HashMap<u32, (String, bool)>,
}

impl Symbols {
    /// Collects the names of variables, and the symbols of facts with a single literal.
    pub fn new(meaning: &Meaning, place: &Place) -> Symbols {
        let named = meaning.names.iter();
        let names = named.map(|(&number, name)| (number, (name.clone(), true)));
        let single = meaning.facts().iter().filter(|(_, lits)| lits.len() == 1);
        let said = single.map(|(fact, lits)| (*fact, lits[0]));
        let symbol = |(fact, lit): (Fact, Lit)| {
            let symbol = (fact.symbol(place), lit.is_positive());
            (lit.var().number(), symbol)
        };
        let symbols = said.chain(meaning.also.iter().copied()).map(symbol);
        Symbols {
            of: names.chain(symbols).collect(),
        }
    }

    /// Returns a literal in symbols; a variable without a name is `z` with its number.
    pub fn of(&self, lit: Lit) -> String {
        let number = lit.var().number();
        let plain = || (format!("z{number}"), true);
        let (symbol, is_positive) = self.of.get(&number).cloned().unwrap_or_else(plain);
        if lit.is_positive() == is_positive {
            symbol
        } else {
            format!("¬{symbol}")
        }
    }

    /// Returns a clause in symbols, shortened if it is long.
    pub fn clause(&self, lits: &[Lit]) -> String {
        const SHOWN: usize = 10;
        let words = lits.iter().take(SHOWN).map(|&lit| self.of(lit)).join(" ∨ ");
        match lits.len() {
            0 => "⊥ (the empty clause)".into(),
            1..=SHOWN => words,
            all => format!("{words} ∨ … ({} more)", all - SHOWN),
        }
    }
}

/// Describes the variables of an encoding, by the style of its facts.
fn variables(meaning: &Meaning) -> &'static str {
    let bits = |(_, lits): &(Fact, Vec<Lit>)| lits.len() > 1;
    match meaning.style() {
        FactStyle::Positions if meaning.facts().iter().any(bits) => {
            "x[i,b]: bit b of the square of step i, of the rank, then of the file, from the lowest. m[i,k]:\n\
             the move after it is leap k."
        }
        FactStyle::Positions => {
            "x[i][v]: at step i the tour is on square v. a[v,w]: it goes from v to w."
        }
        FactStyle::Arcs => {
            "a[v,w]: the tour goes from v to w; what every tour does has no variable. ◦: before the\n\
             first square of an open tour and after its last."
        }
        FactStyle::Edges => {
            "e[v,w]: the tour goes from v to w or back; what every tour does has no variable. ◦: before\n\
             the first square of an open tour and after its last."
        }
    }
}

fn size(size: Size, variable: &str) -> String {
    let (clauses, literals) = (size.clauses, size.literals);
    let variables = (size.variables > 0).then(|| counted(size.variables, variable));
    let rest = [counted(clauses, "clause"), counted(literals, "literal")];
    variables.into_iter().chain(rest).join(", ")
}

/// Describes each group of the formula: its meaning in words and in symbols, its size and its first
/// clauses.
pub fn describe(subject: &dyn Subject, place: &Place, title: &str) -> String {
    let mut formula = Collected::default();
    let meaning = subject.encode(&mut formula);
    let symbols = Symbols::new(&meaning, place);
    let mut text = format!(
        "{title}\n{}\n\n\
         {}\n\
         z…: a variable of no meaning outside its group.\n\
         A clause is a line, ¬ is not, ∨ is or.\n",
        size(formula.cnf.size(), "variable"),
        variables(&meaning)
    );
    let mut tally = SizeTally::default();
    subject.encode(&mut tally);
    let groups = tally.groups().iter();
    let sizes = groups.filter(|(name, _)| *name != ClauseGroup::VARIABLES.name);
    for ((group, clauses), (_, total)) in formula.clauses_by_group().into_iter().zip(sizes) {
        text += &format!("\n{}: {}\n", group.name, size(*total, "new variable"));
        if !group.says.is_empty() {
            text += &format!("  {}:\n  {}\n", group.says, group.formula);
        }
        for clause in clauses.iter().take(SHOWN) {
            text += &format!("    {}\n", symbols.clause(clause));
        }
        if clauses.len() > SHOWN {
            text += &format!("    … and {} more\n", clauses.len() - SHOWN);
        }
    }
    text
}

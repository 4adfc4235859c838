//! A formula in words and symbols, for comparison with a textbook.
//!
//! ```
//! use knightsat_check::description;
//! use knightsat_check::encoding::{Formula, Name};
//! use knightsat_check::tour::Kind;
//! use knightsat_check::tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let formula = Formula::new(&problem, Name::Textbook.style())?;
//! let text = description::describe(&formula, &place, "A tour of 3x4");
//! assert!(text.contains("each square once"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::decode::position;
use super::{Collected, Subject};
use crate::prelude::*;
use std::collections::{BTreeMap, HashMap};

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
        let names = meaning.names.iter();
        let names = names.map(|(&number, name)| (number, (name.clone(), true)));
        let single = meaning.facts().iter().filter(|(_, lits)| lits.len() == 1);
        let said = single.map(|(fact, lits)| (*fact, lits[0]));
        let said = said.chain(meaning.also.iter().copied());
        let symbol = |fact: Fact, lit: Lit| (fact.symbol(place), lit.is_positive());
        let said = said.map(|(fact, lit)| (lit.var().number(), symbol(fact, lit)));
        Symbols {
            of: names.chain(said).collect(),
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
    let rest = format!(
        "{}, {}",
        counted(clauses, "clause"),
        counted(literals, "literal")
    );
    match size.variables {
        0 => rest,
        variables => format!("{}, {rest}", counted(variables, variable)),
    }
}

/// Returns the first clauses of a group, a line each, and the number of the others.
fn first(clauses: &[&[Lit]], symbols: &Symbols) -> String {
    let shown = clauses.iter().take(SHOWN);
    let shown = shown.map(|clause| format!("    {}\n", symbols.clause(clause)));
    let text: String = shown.collect();
    match clauses.len().saturating_sub(SHOWN) {
        0 => text,
        more => format!("{text}    … and {more} more\n"),
    }
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
    let sizes = formula.groups().iter();
    let sizes = sizes.filter(|(name, _)| *name != ClauseGroup::VARIABLES.name);
    for ((group, clauses), (_, total)) in formula.clauses_by_group().into_iter().zip(sizes) {
        text += &format!("\n{}: {}\n", group.name, size(*total, "new variable"));
        if !group.says.is_empty() {
            text += &format!("  {}:\n  {}\n", group.says, group.formula);
        }
        text += &first(&clauses, &symbols);
    }
    text
}

/// Describes a foreign formula: its clauses by kind, in words, with their number and the first ones
/// in symbols.
pub fn describe_by_kind(subject: &dyn Subject, place: &Place, title: &str) -> String {
    let mut formula = Collected::default();
    let meaning = subject.encode(&mut formula);
    let symbols = Symbols::new(&meaning, place);
    let facts: HashMap<Lit, Fact> = meaning
        .facts()
        .iter()
        .filter_map(|(fact, lits)| Some((*lits.iter().exactly_one().ok()?, *fact)))
        .collect();
    let mut kinds: BTreeMap<usize, Vec<&[Lit]>> = BTreeMap::new();
    for clause in formula.cnf.clauses() {
        kinds.entry(kind(clause, &facts)).or_default().push(clause);
    }
    let size = size(formula.cnf.size(), "variable");
    let mut text = format!("{title}\n{size}\n");
    for (kind, clauses) in kinds {
        text += &format!("\n{}: {}\n", KINDS[kind], counted(clauses.len(), "clause"));
        text += &first(&clauses, &symbols);
    }
    text + "\n"
}

/// The kinds of clauses of foreign formulas, in the order of their description.
const KINDS: [&str; 13] = [
    "at least one square at a step",
    "at most one square at a step",
    "at least one step at a square",
    "at most one step at a square",
    "moves to the next step",
    "moves from the step before",
    "squares of successive steps that exclude each other",
    "at least one move out of a square",
    "at most one move out of a square",
    "at least one move into a square",
    "at most one move into a square",
    "other clauses about the tour",
    "clauses with further variables",
];

/// Returns the kind of a clause, as its index.
fn kind(clause: &[Lit], facts: &HashMap<Lit, Fact>) -> usize {
    const OTHER: usize = 11;
    let said = clause
        .iter()
        .map(|lit| match (facts.get(lit), facts.get(&!*lit)) {
            (Some(&fact), _) => Some((fact, true)),
            (None, Some(&fact)) => Some((fact, false)),
            (None, None) => None,
        });
    let Some(said) = said.collect::<Option<Vec<(Fact, bool)>>>() else {
        return 12;
    };
    let positives = said.iter().filter(|(_, is_positive)| *is_positive).count();
    let is_pair = said.len() == 2 && positives == 0;
    let is_some = positives == said.len() && !said.is_empty();
    let steps = said
        .iter()
        .filter_map(|(fact, _)| position(fact))
        .collect_vec();
    if steps.len() == said.len() {
        let same_step = steps.iter().map(|at| at.0).all_equal();
        let same_square = steps.iter().map(|at| at.1).all_equal();
        let there = said.iter().filter(|(_, is_positive)| *is_positive);
        let there = there.filter_map(|(fact, _)| position(fact)).map(|at| at.0);
        let here = said.iter().find(|(_, is_positive)| !is_positive);
        let here = here.and_then(|(fact, _)| position(fact)).map(|at| at.0);
        let to = there.clone().all_equal_value().ok();
        return match (is_some, is_pair) {
            (true, _) if same_step => 0,
            (_, true) if same_step => 1,
            (true, _) if same_square => 2,
            (_, true) if same_square => 3,
            (_, true) if steps[0].0.abs_diff(steps[1].0) == 1 => 6,
            _ if positives + 1 == said.len() => match (here, to) {
                (Some(here), Some(to)) if to == here + 1 => 4,
                (Some(here), Some(to)) if to + 1 == here => 5,
                _ => OTHER,
            },
            _ => OTHER,
        };
    }
    let arcs = said.iter().map(|(fact, _)| match *fact {
        Fact::Arc { from, to } => Some([from, to]),
        _ => None,
    });
    let Some(arcs) = arcs.collect::<Option<Vec<[u32; 2]>>>() else {
        return OTHER;
    };
    let [out, into] = [0, 1].map(|side| arcs.iter().map(|ends| ends[side]).all_equal());
    match (is_some, is_pair) {
        (true, _) if out => 7,
        (_, true) if out => 8,
        (true, _) if into => 9,
        (_, true) if into => 10,
        _ => OTHER,
    }
}

//! The meaning of the variables of a formula, and conversions between models and tours.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_encoding as encoding;
//! #     pub use knightsat_tour as tour;
//! # }
//! use knightsat::encoding::{Formula, Name};
//! use knightsat::encoding::meaning::Fact;
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let formula = Formula::new(&problem, Name::Textbook.style())?;
//! let meaning = formula.meaning();
//! let (fact, lits) = &meaning.facts()[0];
//! assert_eq!(*fact, Fact::At { step: 1, vertex: 0 });
//! assert_eq!((fact.symbol(&place), lits[0].to_dimacs()), ("x[1][a1]".to_string(), 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use itertools::Itertools;
use knightsat_cnf::{Lit, Model, Term, Var};
use knightsat_tour::Problem;
use knightsat_tour::definition::Definition;
use knightsat_tour::place::Place;
use knightsat_tour::rule::Atom;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::slice::from_ref;

pub use knightsat_tour::fact::{Fact, FactStyle};

/// A map between literals of a formula and facts of a tour, with the tours that it promises as
/// models.
///
/// All facts are of one style. The images of a move under a symmetry have the same literals. A fact
/// without literals is false: a formula may omit facts that no tour has. It may also omit the step
/// of a prescribed start or end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    style: Option<FactStyle>,
    facts: Vec<(Fact, Vec<Lit>)>,
    /// The names of variables without a meaning for the tour, for messages.
    pub names: BTreeMap<u32, String>,
    /// Further facts, one literal each, which decoding does not need.
    pub also: Vec<(Fact, Lit)>,
    /// The promised start of closed tours, if there is one.
    pub first: Option<u32>,
    /// True if only one of a tour and its reverse is promised.
    pub is_one_direction: bool,
}

impl Meaning {
    /// Returns an empty meaning.
    pub fn new() -> Meaning {
        Meaning::default()
    }

    /// Returns an empty meaning of this style, for formulas that may have no facts.
    pub fn of(style: FactStyle) -> Meaning {
        Meaning {
            style: Some(style),
            ..Meaning::default()
        }
    }

    /// Adds: at `step`, from 1, the tour is on `vertex` if and only if `lit` is true.
    pub fn at(&mut self, step: u32, vertex: u32, lit: Lit) {
        self.add(Fact::At { step, vertex }, &[lit]);
    }

    /// Adds: a fact holds if and only if all of `lits` are true, as the bits of a number may be.
    pub fn add(&mut self, fact: Fact, lits: &[Lit]) {
        self.facts.push((fact, lits.to_vec()));
    }

    /// Promises only one of a tour and its reverse as a model.
    pub fn in_one_direction(mut self) -> Meaning {
        self.is_one_direction = true;
        self
    }

    /// Promises closed tours only with this start.
    pub fn from_vertex(mut self, first: u32) -> Meaning {
        self.first = Some(first);
        self
    }

    /// Returns this meaning with its literals renamed.
    pub fn renamed(mut self, rename: impl Fn(Lit) -> Lit) -> Meaning {
        let said = self.facts.iter_mut().flat_map(|(_, lits)| lits);
        let also = self.also.iter_mut().map(|(_, lit)| lit);
        said.chain(also).for_each(|lit| *lit = rename(*lit));
        let number = |old| Var::new(old).map_or(old, |var| rename(var.pos()).var().number());
        let names = self.names.into_iter();
        self.names = names.map(|(old, name)| (number(old), name)).collect();
        self
    }

    /// Returns symbols of SMT-LIB for variables 1 to `variables`, in order: the meaning, as in
    /// `|x[3][b2]|`, otherwise the number, `v17`. Facts of vertices with unusual names, and facts
    /// that are not a single positive literal, have no symbol.
    pub fn symbols(&self, place: &Place, variables: u32) -> Vec<String> {
        let numbers = (1..=variables).map(|number| format!("v{number}"));
        let mut symbols = numbers.collect_vec();
        for (number, name) in &self.names {
            symbols[*number as usize - 1] = format!("|{name}|");
        }
        let facts = self.facts.iter().map(|(fact, lits)| (fact, &lits[..]));
        let also = self.also.iter().map(|(fact, lit)| (fact, from_ref(lit)));
        // The images of a fact have its literal: the first of them is last here.
        for (fact, lits) in facts.chain(also).rev() {
            let name = fact.symbol(place);
            let marks = name.matches(['[', ']', ',']).count();
            // More brackets or commas, in the name of a vertex, would permit a second reading.
            let is_clear = marks == if fact.ends().is_some() { 3 } else { 4 };
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "+-._[],".contains(c);
            if let [lit] = lits
                && lit.is_positive()
                && is_clear
                && name.chars().all(is_plain)
            {
                symbols[lit.var().number() as usize - 1] = format!("|{name}|");
            }
        }
        symbols
    }

    /// Returns the facts with their literals.
    pub fn facts(&self) -> &[(Fact, Vec<Lit>)] {
        &self.facts
    }

    /// Returns the style of the facts; positions if there are none.
    pub fn style(&self) -> FactStyle {
        let first = self.facts.first().map(|(fact, _)| fact.style());
        self.style.or(first).unwrap_or(FactStyle::Positions)
    }

    /// Returns the reason why this is no meaning of a formula of the problem, if there is one.
    pub fn fault(&self, problem: &Problem, place: &Place) -> Option<String> {
        let mut seen = HashMap::new();
        for (fact, lits) in &self.facts {
            let len = problem.graph().len();
            let (step, vertices) = match *fact {
                Fact::At { step, vertex } => (step, [vertex; 2]),
                Fact::Arc { from, to } => (1, [from, to]),
                Fact::Edge(ends) => (1, *ends),
            };
            if !(1..=len).contains(&step) {
                return Some(format!("there is no step {step}, the tour has {len}"));
            }
            if vertices.iter().any(|&vertex| vertex >= len) {
                let last = len - 1;
                return Some(format!(
                    "{fact:?} is about a vertex beyond the last, {last}"
                ));
            }
            let symbol = || fact.symbol(place);
            if fact.style() != self.style() {
                return Some(format!("{} is of another style than the rest", symbol()));
            }
            // A fact without literals holds for every tour.
            let said = (!lits.is_empty()).then(|| seen.insert(lits.clone(), *fact));
            let is_image = |other: &Fact| {
                // The images of a move are on a symmetric tour together.
                step == 1 && other.images(problem).contains(fact)
            };
            if let Some(Some(other)) = said
                && !is_image(&other)
            {
                let numbers = lits.iter().map(|lit| lit.to_dimacs()).join(" ");
                let facts = format!("{} and {}", other.symbol(place), symbol());
                return Some(format!("{facts} are both literal {numbers}"));
            }
        }
        let twice = self.facts.iter().map(|(fact, _)| *fact).duplicates().next();
        twice.map(|fact| format!("{} has two variables", fact.symbol(place)))
    }

    /// Returns the variables with facts of the tour, in order. Models that agree on them are the
    /// same tour.
    pub fn projection(&self) -> Vec<Lit> {
        let lits = self.facts.iter().flat_map(|(_, lits)| lits);
        let vars: BTreeSet<Var> = lits.map(|lit| lit.var()).collect();
        vars.into_iter().map(|var| var.pos()).collect()
    }

    /// Returns the facts that hold in a model.
    pub fn held(&self, model: &Model) -> Vec<Fact> {
        let holds = |lits: &[Lit]| lits.iter().all(|&lit| model.satisfies(lit));
        let held = self.facts.iter().filter(|(_, lits)| holds(lits));
        held.map(|(fact, _)| *fact).sorted().collect()
    }

    /// Returns the facts of a tour, given by its vertices.
    pub fn facts_of(&self, problem: &Problem, steps: &[u32]) -> Vec<Fact> {
        let definition = Definition::new(problem, self.style(), self.first);
        let mut facts = definition.facts_of(steps);
        facts.retain(|fact| match *fact {
            Fact::At { step, vertex } => self.implied(problem, step) != Some(vertex),
            Fact::Arc { .. } | Fact::Edge(..) => true,
        });
        facts.sort_unstable();
        facts
    }

    /// Returns, for each of these atoms, the terms whose conjunction it is in a formula of the
    /// problem. Returns `None` if the formula has no variables for it.
    pub fn terms(&self, problem: &Problem, atoms: &[Atom]) -> Vec<Option<Vec<Term>>> {
        let named = atoms.iter().filter_map(fact);
        let wanted: HashSet<Fact> = named.flat_map(|fact| fact.images(problem)).collect();
        let also = self.also.iter().map(|(fact, lit)| (*fact, from_ref(lit)));
        let facts = self.facts.iter().map(|(fact, lits)| (*fact, &lits[..]));
        let known = facts.chain(also).filter(|(fact, _)| wanted.contains(fact));
        let said: HashMap<Fact, &[Lit]> = known.collect();
        let is_spoken_of = |style| {
            let mut also = self.also.iter();
            self.style() == style || also.any(|(fact, _)| fact.style() == style)
        };
        let terms = |atom: &Atom| {
            let fact = fact(atom)?;
            let images = fact.images(problem);
            if let Some(lits) = images.iter().find_map(|image| said.get(image)) {
                return Some(lits.iter().map(|&lit| lit.into()).collect());
            }
            let is_implied = match fact {
                Fact::At { step, vertex } => self.implied(problem, step) == Some(vertex),
                Fact::Arc { .. } | Fact::Edge(..) => false,
            };
            is_spoken_of(fact.style()).then(|| vec![Term::Known(is_implied)])
        };
        atoms.iter().map(terms).collect()
    }

    /// Returns the literals that are true in the models of a tour. The error is a fact without
    /// literals.
    pub fn literals_of(&self, problem: &Problem, steps: &[u32]) -> Result<Vec<Lit>, Fact> {
        let said: HashMap<Fact, &[Lit]> = self.facts.iter().map(|(f, l)| (*f, &l[..])).collect();
        let mut lits = Vec::new();
        for fact in self.facts_of(problem, steps) {
            lits.extend_from_slice(said.get(&fact).ok_or(fact)?);
        }
        Ok(lits)
    }

    /// Returns the prescribed vertex of a step that has no variables of its own.
    pub fn implied(&self, problem: &Problem, step: u32) -> Option<u32> {
        let vertex = match step {
            1 => problem.start(),
            _ if step == problem.graph().len() => problem.end(),
            _ => None,
        };
        let is_said =
            |(fact, _): &(Fact, Vec<Lit>)| matches!(fact, Fact::At { step: s, .. } if *s == step);
        vertex.filter(|_| !self.facts.iter().any(is_said))
    }

    /// Returns the reverse of a tour; a closed one begins at the same vertex, or with the first
    /// block.
    pub fn reversed(&self, problem: &Problem, steps: &[u32]) -> Vec<u32> {
        Definition::new(problem, self.style(), self.first).reversed(steps)
    }

    /// Returns every sequence of vertices that a model should have for a tour, in one of its
    /// directions. Closed tours may have to begin anywhere.
    pub fn rotations(&self, problem: &Problem, steps: &[u32]) -> Vec<Vec<u32>> {
        Definition::new(problem, self.style(), self.first).rotations(steps)
    }
}

fn fact(atom: &Atom) -> Option<Fact> {
    match *atom {
        Atom::Fact(fact) => Some(fact),
        _ => None,
    }
}

//! The formula of a symmetric tour in an encoding on arcs or edges: that of its
//! [quotient graph](knightsat_tour::quotient), and a choice of moves.
//!
//! A move of the quotient graph may be one of several moves of the graph, up to turns. Each of
//! those has a voltage, the number of turns by which it leads away from the first vertices of the
//! orbits.
//!
//! Variables: s\[vw\], the tour takes the move from v to w and its images, if there are several
//! between the orbits of v and w; then those of the quotient graph. The former come first.
//!
//! Group *voltages*:
//! - the tour takes one of several moves if it goes from orbit to orbit there: a ↔ ⋁ s, and at most
//!   one of s, by all pairs;
//! - the sum of all voltages is odd: a chain y\[i\] = y\[i−1\] ⊕ x\[i\] over the moves x with
//!   an odd voltage.
//!
//! A tour determines all of these variables. Size: one variable for each of several moves, and one
//! variable and four clauses for each move with an odd voltage.

use crate::meaning::{Fact, Meaning};
use crate::{Encoder, FormulaError, Known, ModelProperties, Name, Options, Task};
use itertools::Itertools;
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, clause};
use knightsat_cnf::{Lit, Model, Term, Var, Vars, xor};
use knightsat_tour::Problem;
use knightsat_tour::lower::Lowered;
use knightsat_tour::reduction::Reduction;
use knightsat_tour::rule::Atom;
use knightsat_tour::symmetry::Symmetry;
use std::collections::HashMap;
use std::sync::Arc;

const VOLTAGES: ClauseGroup = ClauseGroup::new(
    "voltages",
    "one of several moves between two orbits is taken, and the tour ends on an image of its start",
    "a → ⋁ s[v,w], at most one of s; s[v,w] → a; the sum of the voltages is odd",
);

/// Writes the choice of one of several moves, and that the sum of the voltages is odd. Each move of
/// the quotient graph has its own term, and those that it stands for, with their voltages.
pub fn write_voltages(
    moves: impl IntoIterator<Item = (Term, Vec<(u32, Term)>)>,
    sink: &mut dyn ClauseSink,
) {
    sink.group(&VOLTAGES);
    let mut is_odd = false;
    let mut sum: Option<Term> = None;
    for (taken, choices) in moves {
        if choices.len() > 1 {
            let all = choices.iter().map(|&(_, term)| term);
            clause(all.clone().chain([!taken]), sink);
            all.clone().for_each(|term| clause([!term, taken], sink));
            for [one, other] in all.array_combinations() {
                clause([!one, !other], sink);
            }
        }
        for (_, term) in choices.into_iter().filter(|(voltage, _)| voltage % 2 == 1) {
            match (term, sum) {
                (Term::Known(value), _) => is_odd ^= value,
                (term, None) => sum = Some(term),
                (term, Some(before)) => {
                    let next = Term::Open(sink.new_var().pos());
                    for lits in xor(next, before, term) {
                        clause(lits, sink);
                    }
                    sum = Some(next);
                }
            }
        }
        if sink.is_done() {
            return;
        }
    }
    match sum {
        Some(sum) => clause([if is_odd { !sum } else { sum }], sink),
        None if is_odd => {}
        None => sink.clause(&[]),
    }
}

/// The formula of the quotient graph, and the choice of moves.
#[derive(Debug)]
struct Orbits {
    lowered: Arc<Lowered>,
    path: Box<dyn Encoder>,
    /// The moves of the quotient graph, in the order of its variables, and those that it lifts to.
    moves: Vec<(Fact, Vec<Choice>)>,
    /// The number of variables that choose a move; they come before those of the quotient graph.
    choices: u32,
}

/// A move of the graph, one of those that a move of the quotient graph lifts to.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// The first of its images.
    fact: Fact,
    voltage: u32,
    /// The place of its variable; none if it is the only one.
    place: Option<u32>,
}

/// Lays out the encoding for the quotient graph of a problem.
pub(crate) fn lay_out(
    name: Name,
    options: Options,
    task: Task,
) -> Result<Box<dyn Encoder>, FormulaError> {
    let lowered = task.lowered.clone();
    let quotient = Task {
        lowered: lowered.parts()[0].clone(),
        atoms: &[],
        ..task
    };
    let path = name.lay_out(options, quotient)?;
    let mut orbits = Orbits {
        lowered,
        path,
        moves: Vec::new(),
        choices: 0,
    };
    let own = Vars::new(1, orbits.path.variables());
    let mut all = Vec::new();
    for (fact, _) in orbits.path.meaning(own).facts() {
        let choices = orbits.choices_of(*fact);
        all.push((*fact, choices));
    }
    orbits.moves = all;
    let found = u64::from(orbits.choices) + u64::from(own.len());
    if found > u64::from(Var::MAX) {
        return Err(FormulaError::TooManyVariables(found));
    }
    Ok(Box::new(orbits))
}

/// Returns the least image of a move.
fn first_image(problem: &Problem, fact: Fact) -> Fact {
    let images = fact.images(problem).into_iter();
    images.min().expect("its own image")
}

/// Returns the orbits between which a fact of the quotient graph is.
fn ends_of(fact: Fact) -> [u32; 2] {
    let ends = fact.ends().expect("an arc or an edge");
    ends.map(|&orbit| orbit)
}

impl Orbits {
    fn quotient(&self) -> &dyn Reduction {
        self.lowered.by().expect("a quotient graph")
    }

    /// Returns the moves that a move of the quotient graph lifts to, and numbers them.
    fn choices_of(&mut self, fact: Fact) -> Vec<Choice> {
        let moves = self.quotient().choices(ends_of(fact));
        let is_only = moves.len() == 1;
        let choice = |(voltage, ends)| {
            let whole = Fact::of_move(fact.style(), ends);
            let place = (!is_only).then_some(self.choices);
            self.choices += u32::from(!is_only);
            Choice {
                fact: first_image(self.lowered.problem(), whole),
                voltage,
                place,
            }
        };
        moves.into_iter().map(choice).collect()
    }

    /// Returns the variables of the quotient graph.
    fn own(&self, tour: Vars) -> Vars {
        tour.part(self.choices, self.path.variables())
    }

    /// Returns the term of each move of the quotient graph, and the moves that it lifts to with
    /// theirs.
    fn moves(&self, tour: Vars) -> Vec<(Term, Vec<(&Choice, Term)>)> {
        let meaning = self.path.meaning(self.own(tour));
        let terms = meaning.facts().iter().map(|(_, lits)| match lits[..] {
            [lit] => lit.into(),
            // Every tour takes it.
            _ => Term::TRUE,
        });
        let moves = terms.zip(&self.moves).map(|(taken, (_, choices))| {
            let own = choices.iter().map(|choice| {
                let var = choice.place.map(|place| tour.get(place).pos().into());
                (choice, var.unwrap_or(taken))
            });
            (taken, own.collect())
        });
        moves.collect()
    }
}

impl Encoder for Orbits {
    fn variables(&self) -> u32 {
        self.choices + self.path.variables()
    }

    fn encode(&self, tour: Vars, sink: &mut dyn ClauseSink) -> Known<'_> {
        self.path.encode(self.own(tour), sink);
        let moves = self.moves(tour);
        let voltages = moves.iter().map(|(taken, own)| {
            let own = own.iter().map(|(choice, term)| (choice.voltage, *term));
            (*taken, own.collect())
        });
        write_voltages(voltages, sink);
        let stated = self.lowered.problem();
        let own = moves.into_iter().flat_map(|(_, own)| own);
        let terms: HashMap<Fact, Term> = own.map(|(choice, term)| (choice.fact, term)).collect();
        // Also without a tour, and so without moves.
        let style = self.path.meaning(self.own(tour)).style();
        Known::new(move |atom| match *atom {
            Atom::Fact(fact) if fact.style() == style => {
                let term = terms.get(&first_image(stated, fact)).copied();
                Some(vec![term.unwrap_or(Term::FALSE)])
            }
            _ => None,
        })
    }

    fn decode(&self, tour: Vars, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let cycle = self.path.decode(self.own(tour), model)?;
        let voltage = |(ends, choices): &(Fact, Vec<Choice>), [a, b]: [u32; 2]| {
            let is_taken = |choice: &&Choice| {
                let var = choice.place.map(|place| tour.get(place));
                var.is_none_or(|var| model.satisfies(var.pos()))
            };
            let choice = choices.iter().find(is_taken)?;
            let order = self.lowered.problem().get().map_or(1, Symmetry::order);
            match ends_of(*ends) {
                own if own == [a, b] => Some(choice.voltage),
                // An edge, taken the other way.
                _ => Some((order - choice.voltage) % order),
            }
        };
        let by_ends = self.moves.iter().map(|own| (ends_of(own.0), own));
        let moves: HashMap<[u32; 2], &(Fact, Vec<Choice>)> = by_ends.collect();
        let next = cycle.iter().cycle().skip(1);
        let of_moves = cycle.iter().zip(next).map(|(&a, &b)| {
            let choices = moves.get(&[a, b]).or_else(|| moves.get(&[b, a]));
            let found = choices.and_then(|choices| voltage(choices, [a, b]));
            // The first vertex of the orbit.
            let first = || self.quotient().lift_along(&[a], &[0])[0];
            found.ok_or_else(|| FormulaError::NoMove(first()))
        });
        let voltages = of_moves.collect::<Result<Vec<u32>, FormulaError>>()?;
        let vertices = self.quotient().lift_along(&cycle, &voltages);
        Ok(self.lowered.circuit().tour(vertices))
    }

    fn meaning(&self, tour: Vars) -> Meaning {
        let inner = self.path.meaning(self.own(tour));
        let mut meaning = Meaning::of(inner.style());
        for (choice, term) in self.moves(tour).into_iter().flat_map(|(_, own)| own) {
            let images = choice.fact.images(self.lowered.problem());
            for fact in images.into_iter().unique() {
                meaning.add(fact, term.lit().as_slice());
            }
        }
        meaning.is_one_direction = inner.is_one_direction;
        meaning
    }

    fn properties(&self) -> ModelProperties {
        ModelProperties {
            first: Some(0),
            ..self.path.properties()
        }
    }

    fn cuts(&self, tour: Vars, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        self.path.cuts(self.own(tour), model)
    }
}

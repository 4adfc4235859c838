//! The usual orders of step, rank and file in the numbers of variables.

use super::map::parse_for;
use super::names::MAP;
use super::theory::{Theory, negated};
use crate::cnf::Term;
use crate::prelude::*;
use crate::solver::Limits;
use crate::tour::definition::{Definition, Law};
use crate::tour::rule::Atom;
use std::collections::HashMap;

/// The usual orders of step, rank and file in the numbers of variables.
const ORDERS: [&str; 6] = [
    "((i-1)*m+(j-1))*n+k",
    "((i-1)*n+(k-1))*m+j",
    "((j-1)*N+(i-1))*n+k",
    "((j-1)*n+(k-1))*N+i",
    "((k-1)*N+(i-1))*m+j",
    "((k-1)*m+(j-1))*N+i",
];
/// A suspected order derives more than this part of the clauses by propagation.
const ENOUGH: f64 = 0.7;
/// The most clauses of a law that are tried.
const MOST: u32 = 1 << 11;

/// A usual order of indices: an expression, the meaning by it, and the part of the clauses of a
/// tour that the formula then has.
pub struct IndexOrder {
    pub text: String,
    pub meaning: Meaning,
    pub score: f64,
}

/// Returns the usual orders by which a formula with so many variables has enough of the clauses of
/// a tour, and more than by its own meaning. None fits clauses that contradict each other.
pub fn fitting(
    place: &Place,
    problem: &Problem,
    (clauses, variables): (Cnf, u32),
    own: &Meaning,
    limits: &Limits,
) -> Vec<IndexOrder> {
    let mut found: Vec<IndexOrder> = Vec::new();
    let numbers = clauses.clauses().flatten().map(|lit| lit.var().number());
    let least = numbers.min().unwrap_or(1);
    let theory = Theory::new(clauses, HashMap::new(), &Default::default(), limits);
    let Ok(mut theory) = theory else {
        return found;
    };
    if theory.propagates(&[]) {
        return found;
    }
    let enough = score(problem, own, &mut theory).max(ENOUGH);
    for text in orders(place, least) {
        let Ok(mut meaning) = parse_for(&text, place, problem, variables) else {
            continue;
        };
        meaning.first = own.first;
        meaning.is_one_direction = own.is_one_direction;
        let is_new = found.iter().all(|order| order.meaning != meaning);
        if is_new && fault(variables, &meaning, place, problem).is_none() {
            let score = score(problem, &meaning, &mut theory);
            found.extend((score > enough).then_some(IndexOrder {
                text,
                meaning,
                score,
            }));
        }
    }
    found
}

/// Returns the only usual order that fits a formula without a map, and the meaning by it. The error
/// says what to do if none fits, or several do.
pub fn usual_order(
    place: &Place,
    problem: &Problem,
    formula: (Cnf, u32),
) -> Result<IndexOrder, String> {
    let mut orders = fitting(place, problem, formula, &Meaning::new(), &Limits::default());
    match &orders[..] {
        [] => Err(format!(
            "its comments name no variables, and no usual order of step, rank and file fits: give \
             their meaning with {MAP} FILE, or an expression such as {MAP} '100*i+10*j+k'"
        )),
        [_] => Ok(orders.remove(0)),
        [one, other, ..] => Err(format!(
            "its comments name no variables, and two usual orders fit: choose {MAP} '{}' or {MAP} \
             '{}'",
            one.text, other.text
        )),
    }
}

/// Returns the part of the clauses about steps and moves that the formula entails by propagation.
fn score(problem: &Problem, meaning: &Meaning, theory: &mut Theory) -> f64 {
    let facts = meaning.facts().iter().filter_map(|(fact, lits)| {
        let lit = *lits.iter().exactly_one().ok()?;
        Some((Atom::Fact(*fact), Term::Open(lit)))
    });
    theory.terms = facts.collect();
    let definition = Definition::new(problem, FactStyle::Positions, meaning.first);
    let (mut all, mut entailed) = (0, 0);
    for (law, most) in [(Law::SomeOut, MOST), (Law::Moves, 2 * MOST)] {
        definition.clauses(law, &mut |literals| {
            if all == most {
                return;
            }
            all += 1;
            let mut atoms = literals.iter().map(|literal| &literal.atom);
            if atoms.all(|atom| theory.terms.contains_key(atom))
                && let Some(lits) = theory.literals(literals)
                && !theory.is_over()
                && theory.propagates(&negated(&lits))
            {
                entailed += 1;
            }
        });
    }
    f64::from(entailed) / f64::from(all.max(1))
}

/// Returns the usual orders of indices as expressions, counted from the least variable.
fn orders(place: &Place, least: u32) -> Vec<String> {
    let shifted = |text: String, first: i64| match i64::from(least) - first {
        0 => text,
        shift => format!("{text}{shift:+}"),
    };
    if place.board().is_none() {
        let orders = ["(i-1)*N+v", "(v-1)*N+i"];
        return orders.map(|text| shifted(text.into(), 1)).into();
    }
    let symbols = ["i", "j", "k"].into_iter().permutations(3);
    let bases = [10, 100].into_iter().cartesian_product(symbols);
    let sums = bases.map(|(base, of)| {
        let text = format!("{}*{}+{base}*{}+{}", base * base, of[0], of[1], of[2]);
        shifted(text, base * base + base + 1)
    });
    let orders = ORDERS.into_iter().map(|text| shifted(text.into(), 1));
    orders.chain(sums).collect()
}

/// Returns the reason why this is not a meaning of a formula with so many variables.
pub fn fault(
    variables: u32,
    meaning: &Meaning,
    place: &Place,
    problem: &Problem,
) -> Option<String> {
    if let Some(fault) = meaning.fault(problem, place) {
        return Some(fault);
    }
    let beyond = |lits: &[Lit]| lits.iter().any(|lit| lit.var().number() > variables);
    let (fact, lits) = meaning.facts().iter().find(|(_, lits)| beyond(lits))?;
    Some(format!(
        "{} would be variable {}, and the formula has {variables}",
        fact.symbol(place),
        lits[0].var().number()
    ))
}

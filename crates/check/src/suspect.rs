//! Suspicion of a map: of the usual orders of indices, the one by which a formula is right.
//!
//! ```
//! use knightsat_check::foreign::{self, Map};
//! use knightsat_check::tour::spec::Request;
//! use knightsat_check::{Options, suspect};
//!
//! let (map, request) = (Map::Expression("i".into()), "1x1".parse::<Request>()?);
//! let (file, problem) = ("p cnf 1 1\n1 0\n", request.problem(&Default::default())?);
//! let (request, file) = foreign::read(file.as_bytes(), "a.cnf", Some(&map), Some(request), false)?;
//! let report = suspect::inspect(&request.place, &problem, &file, &Options::default())?;
//! assert!(report.is_good() && report.faults.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::Options;
use super::error::InspectError;
use super::fault::{Fault, FaultKind};
use super::foreign::{File, fault};
use super::map::Map;
use super::names::MAP;
use super::shared::{self, Reused};
use super::table::{RIGHT, Report, Status};
use super::theory::{Theory, negated};
use crate::cnf::Term;
use crate::prelude::*;
use crate::tour::definition::{Definition, Law};
use crate::tour::rule::{Atom, Literal};
use std::collections::{HashMap, HashSet};

/// The usual orders of step, rank and file in the numbers of variables.
pub const ORDERS: [&str; 6] = [
    "((i-1)*m+(j-1))*n+k",
    "((i-1)*n+(k-1))*m+j",
    "((j-1)*N+(i-1))*n+k",
    "((j-1)*n+(k-1))*N+i",
    "((k-1)*N+(i-1))*m+j",
    "((k-1)*m+(j-1))*N+i",
];
/// The part of the clauses that a suspected order must derive by propagation.
const ENOUGH: f64 = 0.75;
/// The part by which another order must be better than the map.
const BETTER: f64 = 0.2;

/// Compares a foreign formula with the tours, as [`inspect`](super::inspect()) does, and gives its
/// faults in words. A suspected cause comes first: another order of the map, or [numbers with two
/// meanings](FaultKind::Shared).
pub fn inspect(
    place: &Place,
    problem: &Problem,
    file: &File,
    options: &Options,
) -> Result<Report, InspectError> {
    let options = Options {
        words: true,
        ..options.clone()
    };
    let mut report = super::inspect(place, problem, file, &options)?;
    let is_wrong = |report: &Report, check| report.status(check) == Some(Status::Wrong);
    let both = is_wrong(&report, "sound") && is_wrong(&report, "complete");
    let is_unused = !report.is_good() && is_unused(file);
    if (both || is_unused)
        && let Some((text, other)) = other_order(place, problem, file, &options)
    {
        let other = super::inspect(place, problem, &other, &options)?;
        let text = format!(
            "the map has another order than the formula: with {MAP} '{text}' {}",
            outlook(&other)
        );
        blame(&mut report, FaultKind::Map, text, other.faults);
    } else if is_unused {
        let text = "no variable of the map occurs in a clause: its numbers are not of this formula";
        blame(&mut report, FaultKind::Map, text.into(), Vec::new());
    } else if is_wrong(&report, "complete") && !file.is_opb() {
        if let Some(text) = shared::as_counter(place, file) {
            blame(&mut report, FaultKind::Shared, text, Vec::new());
        } else if let Some(Reused { text, renamed }) = shared::as_new(place, file) {
            let other = super::inspect(place, problem, &renamed, &options)?;
            let is_worse = is_wrong(&other, "sound") && !is_wrong(&report, "sound");
            if !is_wrong(&other, "complete") && !is_worse {
                let text = format!("{text}; with numbers of their own {}", outlook(&other));
                blame(&mut report, FaultKind::Shared, text, other.faults);
            }
        }
    }
    Ok(report)
}

/// Returns true if no clause contains a variable of the map.
fn is_unused(file: &File) -> bool {
    let meant = file.meaning.projection().into_iter();
    let meant: HashSet<Var> = meant.map(|lit| lit.var()).collect();
    let clauses = file.clauses();
    let mut used = clauses.clauses().flatten().map(|lit| lit.var()).peekable();
    used.peek().is_some() && used.all(|var| !meant.contains(&var))
}

/// Describes the verdict on a formula that a suspicion has corrected.
fn outlook(other: &Report) -> String {
    match (other.verdict(), other.faults.len()) {
        (RIGHT, _) => "the formula is right".to_string(),
        ("wrong", faults) => format!("{} left", counted(faults, "fault") + " would be"),
        _ => "no fault is found".to_string(),
    }
}

/// Names a cause before the remaining faults.
fn blame(report: &mut Report, kind: FaultKind, text: String, rest: Vec<Fault>) {
    let cause = Fault::new(kind, 1.0, text);
    report.faults = [cause].into_iter().chain(rest).collect();
}

/// Returns the order of indices by which the formula has most of the clauses of a tour, with the
/// formula, if the map is worse.
fn other_order(
    place: &Place,
    problem: &Problem,
    file: &File,
    options: &Options,
) -> Option<(String, File)> {
    let clauses = file.clauses();
    let (solver, limits) = (&options.solver, &options.limits);
    let mut theory = Theory::new(clauses, HashMap::new(), solver, limits).ok()?;
    if theory.propagates(&[]) {
        return None;
    }
    let own = score(problem, &file.meaning, &mut theory);
    let mut best: Option<(f64, String, File)> = None;
    for text in orders(place, file) {
        let map = Map::Expression(text.clone());
        let Ok(Some(meaning)) = map.meaning(place, problem, file.variables()) else {
            continue;
        };
        let mut meaning = meaning.settled(problem);
        meaning.first = file.meaning.first;
        meaning.is_one_direction = file.meaning.is_one_direction;
        if fault(file, &meaning, place, problem).is_some() || limits.is_over() {
            continue;
        }
        let score = score(problem, &meaning, &mut theory);
        if best.as_ref().is_none_or(|(most, ..)| score > *most) {
            let mut other = file.clone();
            other.meaning = meaning;
            best = Some((score, text, other));
        }
    }
    let (score, text, file) = best?;
    (score >= ENOUGH && score >= own + BETTER).then_some((text, file))
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
    for law in [Law::SomeOut, Law::Moves] {
        definition.clauses(law, &mut |literals| {
            all += 1;
            let has_term = |literal: &Literal| theory.terms.contains_key(&literal.atom);
            if literals.iter().all(has_term)
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
fn orders(place: &Place, file: &File) -> Vec<String> {
    let clauses = file.clauses();
    let numbers = clauses.clauses().flatten().map(|lit| lit.var().number());
    let least = i64::from(numbers.min().unwrap_or(1));
    let shifted = |text: String, first: i64| match least - first {
        0 => text,
        shift if shift > 0 => format!("{text}+{shift}"),
        shift => format!("{text}{shift}"),
    };
    if place.board().is_none() {
        let orders = ["(i-1)*N+v", "(v-1)*N+i"];
        return orders.map(|text| shifted(text.into(), 1)).into();
    }
    let mut orders = ORDERS.map(|text| shifted(text.into(), 1)).to_vec();
    for base in [10, 100] {
        for letters in ["i", "j", "k"].into_iter().permutations(3) {
            let [a, b, c] = letters[..] else { continue };
            let text = format!("{}*{a}+{base}*{b}+{c}", base * base);
            orders.push(shifted(text, base * base + base + 1));
        }
    }
    orders
}

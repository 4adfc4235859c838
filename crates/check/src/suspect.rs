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
use super::decode::position;
use super::error::InspectError;
use super::fault::{Fault, FaultKind};
use super::foreign::{File, fault};
use super::map::Map;
use super::names::MAP;
use super::table::{RIGHT, Report, Status};
use super::theory::{Theory, negated};
use crate::cnf::Term;
use crate::prelude::*;
use crate::tour::definition::{Definition, Law};
use crate::tour::rule::Atom;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The usual orders of step, rank and file in the numbers of variables.
pub const ORDERS: [&str; 6] = [
    "((i-1)*m+(j-1))*n+k",
    "((i-1)*n+(k-1))*m+j",
    "((j-1)*N+(i-1))*n+k",
    "((j-1)*n+(k-1))*N+i",
    "((k-1)*N+(i-1))*m+j",
    "((k-1)*m+(j-1))*N+i",
];
/// A suspected order derives more than this part of the clauses by propagation.
const ENOUGH: f64 = 0.7;
/// The most literals of a clause that was shortened by new variables.
const SHORT: usize = 3;

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
    if report.is_good() {
        return Ok(report);
    }
    let open = |report: &Report| {
        let is_open = |check: &&str| report.status(check) != Some(Status::Good);
        ["sound", "complete"].into_iter().filter(is_open).count()
    };
    let is_unused = is_unused(file);
    let is_cause = |fault: &Fault| fault.kind == FaultKind::Contradiction;
    let (kind, text, rest) = if (open(&report) == 2 || is_unused)
        && let Some((text, other)) = other_order(place, problem, file, &options)
        && let other = super::inspect(place, problem, &other, &options)?
        && open(&other) < open(&report)
    {
        let outlook = match other.faults.len() {
            0 if other.verdict() == RIGHT => "the formula is right".to_string(),
            0 => "no fault is found".to_string(),
            faults => format!("{} would be left", counted(faults, "fault")),
        };
        let words = "the map has another order than the formula";
        let text = format!("{words}: with {MAP} '{text}' {outlook}");
        (FaultKind::Map, text, other.faults)
    } else if is_unused {
        let text = "no variable of the map occurs in a clause: its numbers are not of this formula";
        (FaultKind::Map, text.into(), Vec::new())
    } else if report.status("complete") == Some(Status::Wrong)
        && !report.faults.iter().any(is_cause)
        && let Some(text) = shared(place, file)
    {
        (FaultKind::Shared, text, Vec::new())
    } else {
        return Ok(report);
    };
    report.faults = [Fault::new(kind, 1.0, text)]
        .into_iter()
        .chain(rest)
        .collect();
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
    let mut best = (own.max(ENOUGH), None);
    for text in orders(place, file) {
        let map = Map::Expression(text.clone());
        let Ok(Some(meaning)) = map.meaning(place, problem, file.variables()) else {
            continue;
        };
        let mut meaning = meaning.settled(problem);
        meaning.first = file.meaning.first;
        meaning.is_one_direction = file.meaning.is_one_direction;
        let is_over = fault(file, &meaning, place, problem).is_some() || limits.is_over();
        if !is_over
            && let score = score(problem, &meaning, &mut theory)
            && score > best.0
        {
            let mut other = file.clone();
            other.meaning = meaning;
            best = (score, Some((text, other)));
        }
    }
    best.1
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
fn orders(place: &Place, file: &File) -> Vec<String> {
    let clauses = file.clauses();
    let numbers = clauses.clauses().flatten().map(|lit| lit.var().number());
    let least = i64::from(numbers.min().unwrap_or(1));
    let shifted = |text: String, first: i64| match least - first {
        0 => text,
        shift => format!("{text}{shift:+}"),
    };
    if place.board().is_none() {
        let orders = ["(i-1)*N+v", "(v-1)*N+i"];
        return orders.map(|text| shifted(text.into(), 1)).into();
    }
    let sums = ["i", "j", "k"].into_iter().permutations(3);
    let sums = [10, 100].into_iter().cartesian_product(sums);
    let sums = sums.map(|(base, of)| {
        let text = format!("{}*{}+{base}*{}+{}", base * base, of[0], of[1], of[2]);
        shifted(text, base * base + base + 1)
    });
    let orders = ORDERS.into_iter().map(|text| shifted(text.into(), 1));
    orders.chain(sums).collect()
}

/// Returns the variables of facts that clauses use as new ones, in words, if there are any. In a
/// short clause one fact demands another that it excludes: so do counters, and parts of long
/// clauses. A sign that is wrong everywhere is no new variable.
fn shared(place: &Place, file: &File) -> Option<String> {
    let facts = file.meaning.facts().iter();
    let facts =
        facts.filter_map(|(fact, lits)| Some((*lits.iter().exactly_one().ok()?, position(fact)?)));
    let facts: HashMap<Lit, (u32, u32)> = facts.collect();
    let (clauses, mut first, mut used) = (file.clauses(), None, BTreeSet::new());
    let mut before: &[Lit] = &[];
    for (number, clause) in (1..).zip(clauses.clauses()) {
        let lits = clause.iter().filter(|_| clause.len() <= SHORT);
        let demanded = lits.clone().filter_map(|lit| facts.get(lit)).collect_vec();
        for &lit in lits {
            let Some(&(step, vertex)) = facts.get(&!lit) else {
                continue;
            };
            let excludes = |(at, on): (u32, u32)| (at == step) != (on == vertex);
            // A counter, or a part of a long clause that ends the part before.
            let is_of_step = demanded.iter().all(|(at, _)| *at == step);
            let is_part = !is_of_step && before.len() <= SHORT && before.contains(&!lit);
            if demanded.iter().any(|fact| excludes(**fact)) && (clause.len() == 2 || is_part) {
                used.insert(lit.var());
                first.get_or_insert((lit.var(), step, vertex, number));
            }
        }
        before = clause;
    }
    let (var, step, vertex, clause) = first.filter(|_| (3..facts.len()).contains(&used.len()))?;
    let (number, square, used) = (var.number(), place.name(vertex), used.len());
    Some(format!(
        "variable {number} stands for {square} at step {step}, and clause {clause} uses it as a new \
         variable: at least {used} numbers have two meanings"
    ))
}

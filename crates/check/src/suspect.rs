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
use super::fault::{Fault, FaultKind};
use super::foreign::File;
use super::names::MAP;
use super::order::fitting;
use super::table::{RIGHT, Report, Status};
use crate::prelude::*;
use crate::solver::SolverError;
use std::collections::{BTreeSet, HashMap, HashSet};

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
) -> Result<Report, SolverError> {
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
        && let formula = (file.clauses(), file.variables())
        && let orders = fitting(place, problem, formula, &file.meaning, &options.limits)
            .into_iter()
            .rev()
        && let Some(order) = orders.max_by(|one, other| one.score.total_cmp(&other.score))
        && let ordered = file.clone().with(order.meaning, None)
        && let other = super::inspect(place, problem, &ordered, &options)?
        && open(&other) < open(&report)
    {
        let outlook = match other.faults.len() {
            0 if other.verdict() == RIGHT => "the formula is right".to_string(),
            0 => "no fault is found".to_string(),
            faults => format!("{} would be left", counted(faults, "fault")),
        };
        let words = "the map has another order than the formula";
        let text = format!("{words}: with {MAP} '{}' {outlook}", order.text);
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
    report.faults = [Fault { kind, text }].into_iter().chain(rest).collect();
    Ok(report)
}

/// Returns true if no clause contains a variable of the map.
fn is_unused(file: &File) -> bool {
    let projection = file.meaning.projection();
    let meant: HashSet<Var> = projection.iter().map(|lit| lit.var()).collect();
    let clauses = file.clauses();
    let mut used = clauses.clauses().flatten().map(|lit| lit.var()).peekable();
    used.peek().is_some() && used.all(|var| !meant.contains(&var))
}

/// Returns the variables of facts that clauses use as new ones, in words, if there are any. In a
/// short clause one fact demands another that it excludes: so do counters, and parts of long
/// clauses. A sign that is wrong everywhere is no new variable.
fn shared(place: &Place, file: &File) -> Option<String> {
    let positions = file.meaning.facts().iter().filter_map(|(fact, lits)| {
        let lit = lits.iter().exactly_one().ok()?;
        Some((*lit, position(fact)?))
    });
    let facts: HashMap<Lit, (u32, u32)> = positions.collect();
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

//! Numbers with two meanings: of a fact and of a new variable. Maps refuse those of two facts.
//!
//! Programs that shorten clauses by new variables write the parts of a clause one after the other:
//! the new variable ends one part, and its negation begins the next. If the new variables begin too
//! low, they are variables of facts. So a literal of a fact that joins a clause to the next in this
//! way is suspicious. [`suspect`](super::suspect) tries whether numbers of their own help.
//!
//! Counters have clauses by which a new variable implies the next. If both are facts that exclude
//! each other, no such clause is about facts.

use super::decode::position;
use super::foreign::File;
use crate::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The most literals of a clause that was shortened.
const SHORT: usize = 3;

fn in_words(place: &Place, fact: &Fact) -> String {
    match *fact {
        Fact::At { step, vertex } => format!("{} at step {step}", place.name(vertex)),
        ref fact => fact.symbol(place),
    }
}

fn counted_shared(count: usize) -> String {
    let has = ["have", "has"][usize::from(count == 1)];
    format!("{} {has} two meanings", counted(count, "number"))
}

/// Variables of facts that join parts of clauses, and the formula with new numbers in their place.
pub(super) struct Reused {
    /// The fact of the first one and the clauses that it joins, in words.
    pub text: String,
    /// The formula with a new variable for each joint.
    pub renamed: File,
}

/// Returns the variables of facts that clauses use as new ones, if there are any.
pub(super) fn as_new(place: &Place, file: &File) -> Option<Reused> {
    let clauses = file.clauses();
    let mut parts: Vec<Vec<Lit>> = clauses.clauses().map(<[Lit]>::to_vec).collect();
    let facts = file.meaning.facts().iter();
    let meant: HashSet<Var> = facts
        .clone()
        .flat_map(|(_, lits)| lits)
        .map(|lit| lit.var())
        .collect();
    let mut renamed = Cnf::default();
    let _: Vars = renamed.new_vars(file.variables());
    let (mut first, mut reused) = (None, BTreeSet::new());
    for next in 1..parts.len() {
        let [before, after] = [&parts[next - 1], &parts[next]];
        if ![before, after]
            .iter()
            .all(|part| (2..=SHORT).contains(&part.len()))
        {
            continue;
        }
        let joints = before.iter().filter(|&&lit| after.contains(&!lit)).unique();
        let joint = joints.exactly_one().ok().copied();
        let Some(joint) = joint.filter(|lit| meant.contains(&lit.var())) else {
            continue;
        };
        // The part may contain the fact, too: the joint ends it, and begins the next.
        let end = before.iter().rposition(|&lit| lit == joint);
        let begin = after.iter().position(|&lit| lit == !joint);
        let (Some(end), Some(begin)) = (end, begin) else {
            continue;
        };
        let new = renamed.new_var();
        parts[next - 1][end] = new.pos();
        parts[next][begin] = new.neg();
        reused.insert(joint.var());
        first.get_or_insert((joint.var(), next));
    }
    let (var, next) = first?;
    let fact = facts
        .clone()
        .find(|(_, lits)| lits.iter().any(|lit| lit.var() == var));
    let (fact, _) = fact?;
    parts.iter().for_each(|part| renamed.clause(part));
    let text = format!(
        "variable {} stands for {}, and it joins clauses {next} and {} as a new variable: {}",
        var.number(),
        in_words(place, fact),
        next + 1,
        counted_shared(reused.len())
    );
    Some(Reused {
        text,
        renamed: file.with_clauses(renamed),
    })
}

/// Returns the variables of facts with which clauses count, in words, if there are any.
pub(super) fn as_counter(place: &Place, file: &File) -> Option<String> {
    let facts = file.meaning.facts().iter();
    let facts = facts.filter_map(|(fact, lits)| Some((*lits.iter().exactly_one().ok()?, *fact)));
    let facts: HashMap<Lit, Fact> = facts.collect();
    let (clauses, mut first, mut counted) = (file.clauses(), None, BTreeSet::new());
    for (index, clause) in clauses.clauses().enumerate() {
        let [a, b] = clause else { continue };
        for [from, to] in [[!*a, *b], [!*b, *a]] {
            if let (Some(&one), Some(&other)) = (facts.get(&from), facts.get(&to))
                && let (Some((step, vertex)), Some(next)) = (position(&one), position(&other))
                && from.var() != to.var()
                && (step == next.0 || vertex == next.1)
            {
                counted.extend([from.var(), to.var()]);
                first.get_or_insert((from.var(), one, index + 1));
            }
        }
    }
    let (var, fact, clause) = first.filter(|_| counted.len() > 2)?;
    Some(format!(
        "variable {} stands for {}, and clause {clause} counts with it as a new variable: {}",
        var.number(),
        in_words(place, &fact),
        counted_shared(counted.len())
    ))
}

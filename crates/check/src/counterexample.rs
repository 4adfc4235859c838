//! What shows that a formula is wrong.

use super::Subject;
use super::meaning::{Fact, Meaning, Style};
use super::symbols::Symbols;
use super::{collect::Collected, decode};
use itertools::Itertools;
use knightsat_cnf::{Lit, Model};
use knightsat_tour::place::Place;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// In which way a formula is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrong {
    /// A model that is no tour.
    NoTour,
    /// A tour that is no model.
    NoModel,
    /// A tour that two models mean, although the formula promises one.
    Twice,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Wrong::NoTour => "a model that is not a tour",
            Wrong::NoModel => "a tour that is not a model",
            Wrong::Twice => "a tour counted twice",
        })
    }
}

/// A model or a tour that shows that a formula is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counterexample {
    /// In which way.
    pub wrong: Wrong,
    /// Why, in words.
    pub why: String,
    /// The squares in order, of a tour.
    pub moves: Option<String>,
    /// The board, or for a graph a list, in lines.
    pub drawing: String,
    /// Clauses that rule the tour out together; or for a model with no square at a step, those that
    /// might have put one there, and what satisfies them instead.
    pub clauses: Vec<Violated>,
}

/// A clause that a tour violates, alone or with others, or that a model satisfies in an odd way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violated {
    /// Its number, from 1.
    pub number: usize,
    /// Whether it is a pseudo-Boolean constraint.
    pub is_constraint: bool,
    /// Its group, if there are any.
    pub group: Option<&'static str>,
    /// The clause in symbols.
    pub text: String,
    /// The literals that satisfy it, where it is satisfied.
    pub satisfied_by: Option<String>,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.wrong, self.why)?;
        const SHOWN: usize = 8;
        for Violated {
            number,
            is_constraint,
            group,
            text,
            satisfied_by,
        } in self.clauses.iter().take(SHOWN)
        {
            let group = group.map(|group| format!(" ({group})"));
            let by = satisfied_by.as_ref();
            let by = by
                .map(|by| format!(" is satisfied by {by}"))
                .unwrap_or_default();
            let kind = if *is_constraint {
                "constraint"
            } else {
                "clause"
            };
            let group = group.unwrap_or_default();
            writeln!(f, "  {kind} {number}{group}: {text}{by}")?;
        }
        if self.clauses.len() > SHOWN {
            let kind = if self.clauses[0].is_constraint {
                "constraints"
            } else {
                "clauses"
            };
            writeln!(f, "  and {} more {kind}", self.clauses.len() - SHOWN)?;
        }
        f.write_str(&self.drawing)
    }
}

/// Clauses of a formula, by their indices from 0, in symbols.
pub(super) fn violated(formula: &Collected, indices: &[usize], symbols: &Symbols) -> Vec<Violated> {
    let clauses: Vec<&[Lit]> = formula.clauses().collect();
    let violated = indices.iter().map(|&index| Violated {
        number: index + 1,
        is_constraint: false,
        group: formula.group_of(index),
        text: symbols.clause(clauses[index]),
        satisfied_by: None,
    });
    violated.collect()
}

/// The constraints that these clauses, by their indices from 0, come from; none if they are clauses
/// in the first place.
pub(super) fn constraints(subject: &dyn Subject, indices: &[usize]) -> Vec<Violated> {
    let found = indices
        .iter()
        .filter_map(|&index| subject.constraint(index));
    let violated = found.dedup_by(|(a, _), (b, _)| a == b);
    let violated = violated.map(|(number, text)| Violated {
        number,
        is_constraint: true,
        group: None,
        text,
        satisfied_by: None,
    });
    violated.collect()
}

/// Where a model has no square at some step: the first clauses that could have put one there, and
/// what satisfies them.
pub(super) fn excuses(
    formula: &Collected,
    meaning: &Meaning,
    symbols: &Symbols,
    model: &Model,
) -> Vec<Violated> {
    const SHOWN: usize = 3;
    let at = |fact: &Fact| match *fact {
        Fact::At { step, .. } => Some(step),
        _ => None,
    };
    let held: BTreeSet<u32> = meaning.held(model).iter().filter_map(at).collect();
    let facts = meaning.facts().iter();
    let steps: BTreeSet<u32> = facts.clone().filter_map(|(fact, _)| at(fact)).collect();
    let Some(&empty) = steps.difference(&held).next() else {
        return Vec::new();
    };
    let there = facts.filter(|(fact, _)| at(fact) == Some(empty));
    let there: BTreeSet<Lit> = there.flat_map(|(_, lits)| lits).copied().collect();
    let could = |clause: &[Lit]| clause.iter().any(|lit| there.contains(lit));
    let clauses = formula
        .clauses()
        .enumerate()
        .filter(|(_, clause)| could(clause));
    let excuses = clauses.take(SHOWN).map(|(index, clause)| {
        let trues = clause.iter().filter(|&&lit| model.satisfies(lit));
        Violated {
            number: index + 1,
            is_constraint: false,
            group: formula.group_of(index),
            text: symbols.clause(clause),
            satisfied_by: Some(trues.map(|&lit| symbols.of(lit)).join(" and ")),
        }
    });
    excuses.collect()
}

/// A tour, drawn.
pub(super) fn draw_tour(place: &Place, steps: &[u32]) -> String {
    let mut cells = vec![String::new(); place.len() as usize];
    for (step, &vertex) in (1..).zip(steps) {
        cells[vertex as usize] = step.to_string();
    }
    draw(place, &cells)
}

/// What holds in a model, drawn: the steps at which it is on each square, or where the moves lead.
pub(super) fn draw_facts(place: &Place, meaning: &Meaning, held: &[Fact]) -> String {
    let mut cells: Vec<Vec<String>> = vec![Vec::new(); place.len() as usize];
    match meaning.style() {
        Style::Positions => {
            for fact in held {
                if let Fact::At { step, vertex } = *fact {
                    cells[vertex as usize].push(step.to_string());
                }
            }
        }
        Style::Arcs => {
            for (from, targets) in decode::successors(held) {
                let to = targets.iter().map(|&to| format!("→{}", place.name(to)));
                cells[from as usize].extend(to);
            }
        }
        Style::Edges => {
            for fact in held {
                if let Fact::Edge(a, b) = *fact {
                    cells[a as usize].push(place.name(b));
                    cells[b as usize].push(place.name(a));
                }
            }
        }
    }
    let text = |cell: &Vec<String>| match cell.len() {
        0 => "·".to_string(),
        1..=3 => cell.join(","),
        more => format!("{},…({more})", cell[..2].join(",")),
    };
    draw(place, &cells.iter().map(text).collect_vec())
}

fn draw(place: &Place, cells: &[String]) -> String {
    match place {
        Place::Board(board) => knightsat_render::grid(board, cells),
        Place::Graph(_) => {
            let lines = (0..).zip(cells);
            lines
                .map(|(v, cell)| format!("{}: {cell}\n", place.name(v)))
                .collect()
        }
    }
}

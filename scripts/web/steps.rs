//! The task `steps`: a formula with its meaning, and the steps of a small solver on it.

use anyhow::{Result, ensure};
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::cnf::{Lit, Model, Var};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::meaning::{Fact, Meaning};
use knightsat::encoding::{Formula, FormulaError};
use knightsat::stop::Stop;
use knightsat::tour::Problem;
use knightsat::tour::place::Place;
use knightsat_check::base::text::counted;
use knightsat_check::description::Symbols;
use knightsat_check::{Collected, Subject};
use knightsat_steps::{Event, EventLine, Stepper, Strategy};
use serde_json::{Value, json};

/// The most squares: on more of them the steps of a square are too small to read.
const MOST_SQUARES: u32 = 30;
/// The most variables, and the most literals, of a formula.
const MOST_LITERALS: u64 = 1_000_000;
/// The most events of an answer.
const MOST_EVENTS: usize = 50_000;

/// Refuses a board with too many squares.
pub fn check_squares(place: &Place) -> Result<()> {
    let squares = place.len();
    ensure!(
        squares <= MOST_SQUARES,
        "{place} has {squares} squares, and at most {MOST_SQUARES} are shown step by step"
    );
    Ok(())
}

/// Returns the formula, and the steps of the solver of this level without the groups of clauses
/// that are `off`. `fault` returns the reason why a model is no tour.
pub fn steps(
    place: &Place,
    problem: &Problem,
    formula: &dyn Subject,
    fault: &dyn Fn(&Model) -> Option<String>,
    level: &str,
    off: &[String],
) -> Result<Value> {
    let squares = place.len();
    let strategy = Strategy::ALL.into_iter().find(|one| one.name() == level);
    let strategy = strategy.unwrap_or_default();
    let mut whole = Collected::default();
    let meaning = formula.encode(&mut whole);
    let size = whole.cnf.size();
    let largest = size.variables.max(size.literals);
    ensure!(
        largest <= MOST_LITERALS,
        "the formula has {} and {}, and at most {MOST_LITERALS} are shown step by step",
        counted(size.variables, "variable"),
        counted(size.literals, "literal")
    );
    let mut groups: Vec<Value> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for (group, clauses) in whole.clauses_by_group() {
        if !clauses.is_empty() && !names.contains(&group.name) {
            names.push(group.name);
            groups
                .push(json!({ "name": group.name, "says": group.says, "formula": group.formula }));
        }
    }
    let mut reduced = Cnf::default();
    reduced.new_vars(whole.cnf.variables());
    let mut clauses = Vec::new();
    for (index, clause) in whole.cnf.clauses().enumerate() {
        let name = whole.group_of(index);
        let group = names.iter().position(|&known| Some(known) == name);
        if name.is_none_or(|name| !off.iter().any(|one| one == name)) {
            reduced.clause(clause);
        }
        let constraint = formula.constraint(index);
        let constraint = constraint.map(|(number, text)| format!("constraint {number}: {text}"));
        clauses.push(json!([group, numbers(clause), constraint]));
    }
    let (events, model) = events(&reduced, strategy)?;
    let symbols = Symbols::new(&meaning, place);
    let variables = (1..=reduced.variables()).filter_map(Var::new);
    let symbols: Vec<String> = variables.map(|var| symbols.of(var.pos())).collect();
    let names: Vec<String> = (0..squares).map(|vertex| place.name(vertex)).collect();
    let arcs = (0..squares).flat_map(|from| {
        let to = problem.graph().neighbours(from).iter();
        to.map(move |&to| [from, to])
    });
    Ok(json!({
        "squares": names,
        "arcs": arcs.collect::<Vec<_>>(),
        "facts": facts(&meaning, squares),
        "symbols": symbols,
        "groups": groups,
        "clauses": clauses,
        "events": events,
        "fault": model.and_then(|model| fault(&model)),
    }))
}

fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

/// Returns the events, and the model if they end with one.
fn events(formula: &Cnf, strategy: Strategy) -> Result<(Vec<EventLine>, Option<Model>)> {
    let mut stepper = Stepper::new(formula, strategy, &Stop::default())?;
    let mut events = Vec::new();
    while let Some(event) = stepper.next() {
        let mut line = EventLine::new(&event, &stepper);
        // The page has the other clauses.
        line.literals = line
            .literals
            .filter(|_| matches!(event, Event::Learn { .. }));
        events.push(line);
        if event == Event::Satisfiable {
            return Ok((events, Some(stepper.model())));
        }
        if events.len() == MOST_EVENTS {
            break;
        }
    }
    Ok((events, None))
}

/// Returns the facts about squares and their moves. A fact holds if all of its literals are true.
fn facts(meaning: &Meaning, squares: u32) -> Vec<Value> {
    let also = meaning.also.iter().map(|(fact, lit)| (fact, vec![*lit]));
    let facts = meaning
        .facts()
        .iter()
        .map(|(fact, lits)| (fact, lits.clone()));
    let shown = facts.chain(also).filter_map(|(fact, lits)| {
        let lits = numbers(&lits);
        match *fact {
            Fact::At { step, vertex } => {
                (vertex < squares).then(|| json!({ "step": step, "at": vertex, "lits": lits }))
            }
            Fact::Arc { from, to } => (from < squares && to < squares)
                .then(|| json!({ "from": from, "to": to, "lits": lits })),
            Fact::Edge(ends) => ends
                .iter()
                .all(|&end| end < squares)
                .then(|| json!({ "from": ends[0], "to": ends[1], "either": true, "lits": lits })),
        }
    });
    shown.collect()
}

/// Returns the reason why a model of a formula of ours is no tour.
pub fn fault(spec: &FormulaSpec, formula: &Formula, model: &Model) -> Option<String> {
    let error = match formula.decode(model).err()? {
        FormulaError::NoTour(why) => FormulaError::NoTour(why.with_names(|v| spec.place.name(v))),
        error => error,
    };
    Some(error.to_string())
}

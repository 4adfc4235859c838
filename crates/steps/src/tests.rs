//! A checker of traces that shares no code with the solver, and traces of many formulas.

use crate::stepper::luby;
use crate::{Event, Stepper, Strategy};
use depth::depth;
use knightsat_base::random::Rng;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_cnf::Lit;
use knightsat_cnf::sink::{ClauseSink, Cnf};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use varisat::ExtendFormula;

#[path = "../../../tests/common/depth.rs"]
mod depth;

type Clause = BTreeSet<i32>;

/// A formula, as a number of variables and clauses in DIMACS.
type Formula = (i32, Vec<Vec<i32>>);

/// The literals of an event, with the learnt clause in place of its number.
#[derive(Clone, Debug)]
struct Seen {
    event: Event,
    learnt: Vec<i32>,
}

fn cnf((variables, clauses): &Formula) -> Cnf {
    let mut formula = Cnf::default();
    formula.new_vars(*variables as u32);
    for clause in clauses {
        let lits = clause.iter().map(|&number| Lit::from_dimacs(number));
        formula.clause(&lits.collect::<Option<Vec<Lit>>>().unwrap());
    }
    formula
}

fn run(formula: &Formula, strategy: Strategy) -> Vec<Seen> {
    let mut stepper = Stepper::new(&cnf(formula), strategy, &Stop::default()).unwrap();
    let mut trace = Vec::new();
    while let Some(event) = stepper.next() {
        let learnt = match event {
            Event::Learn { clause, .. } => stepper.clause(clause),
            _ => &[],
        };
        let learnt = learnt.iter().map(|lit| lit.to_dimacs()).collect();
        trace.push(Seen { event, learnt });
    }
    assert_eq!(stepper.next(), None);
    trace
}

/// The state of a search, replayed from its events.
struct Replay {
    variables: i32,
    formula: Vec<Clause>,
    /// The clauses of the formula, and the learnt ones.
    clauses: Vec<Clause>,
    /// The true literals of each level; each level but the first begins with its decision.
    levels: Vec<Vec<i32>>,
    /// Clauses that follow because both values of a decision were tried.
    lemmas: Vec<Clause>,
    /// The event that must follow.
    due: Option<Event>,
    /// The last event was this conflict.
    conflict: Option<usize>,
    conflicts: u64,
    /// The conflicts at the last restart.
    restarted: Vec<u64>,
    is_over: bool,
}

macro_rules! demand {
    ($condition:expr, $what:literal) => {
        if !$condition {
            return Err($what.to_string());
        }
    };
}

impl Replay {
    fn new((variables, clauses): &Formula) -> Replay {
        let clauses = clauses
            .iter()
            .map(|clause| clause.iter().copied().collect());
        let clauses: Vec<Clause> = clauses.collect();
        Replay {
            variables: *variables,
            formula: clauses.clone(),
            clauses,
            levels: vec![Vec::new()],
            lemmas: Vec::new(),
            due: None,
            conflict: None,
            conflicts: 0,
            restarted: vec![0],
            is_over: false,
        }
    }

    fn is_true(&self, lit: i32) -> bool {
        self.levels.iter().flatten().any(|&other| other == lit)
    }

    fn is_open(&self, lit: i32) -> bool {
        !self.is_true(lit) && !self.is_true(-lit)
    }

    fn is_false(&self, clause: &Clause) -> bool {
        clause.iter().all(|&lit| self.is_true(-lit))
    }

    /// Returns the literal that a clause forces.
    fn forced(&self, clause: &Clause) -> Option<i32> {
        let mut rest = clause.iter().filter(|&&lit| !self.is_true(-lit));
        let lit = *rest.next()?;
        (rest.next().is_none() && !self.is_true(lit)).then_some(lit)
    }

    /// Returns true if no clause is false or forces a literal.
    fn is_propagated(&self) -> bool {
        let acts = |clause: &Clause| self.is_false(clause) || self.forced(clause).is_some();
        !self.clauses.iter().any(acts)
    }

    /// Returns true if the negation of the clause leads to a conflict by unit propagation.
    fn follows(&self, clause: &Clause) -> bool {
        let mut is_true: BTreeSet<i32> = clause.iter().map(|&lit| -lit).collect();
        loop {
            let before = is_true.len();
            for clause in self.clauses.iter().chain(&self.lemmas) {
                if clause.iter().any(|lit| is_true.contains(lit)) {
                    continue;
                }
                let mut rest = clause.iter().filter(|&&lit| !is_true.contains(&-lit));
                match (rest.next(), rest.next()) {
                    (None, _) => return true,
                    (Some(&unit), None) => {
                        is_true.insert(unit);
                    }
                    _ => {}
                }
            }
            if is_true.len() == before {
                return false;
            }
        }
    }

    /// Resolves the clauses in this order, until one literal of the current level remains.
    fn resolvent(&self, resolved: &[usize]) -> Result<Clause, String> {
        let get = |number: usize| self.clauses.get(number.wrapping_sub(1)).cloned();
        let mut clauses = resolved.iter().map(|&number| get(number));
        let first = clauses.next().flatten();
        let mut conclusion = first.ok_or("there is no first clause")?;
        let of_this_level = |clause: &Clause| {
            let level = self.levels.last().unwrap();
            clause.iter().filter(|&&lit| level.contains(&-lit)).count()
        };
        for clause in clauses {
            let clause = clause.ok_or("no clause has this number")?;
            demand!(of_this_level(&conclusion) > 1, "resolved too often");
            let mut clashes = clause.iter().filter(|&&lit| conclusion.contains(&-lit));
            let lit = *clashes.next().ok_or("the clauses do not resolve")?;
            demand!(clashes.next().is_none(), "the resolvent is a tautology");
            conclusion.remove(&-lit);
            conclusion.extend(clause.iter().filter(|&&other| other != lit));
        }
        demand!(of_this_level(&conclusion) == 1, "resolved not often enough");
        conclusion.retain(|lit| !self.levels[0].contains(&-lit));
        Ok(conclusion)
    }

    fn step(&mut self, seen: &Seen, strategy: Strategy) -> Result<(), String> {
        demand!(!self.is_over, "an event after the end");
        if let Some(due) = self.due.take() {
            demand!(due == seen.event, "another event is due");
        }
        let conflict = self.conflict.take();
        let concludes = matches!(
            seen.event,
            Event::Learn { .. } | Event::Backjump { .. } | Event::Unsatisfiable
        );
        let level = self.levels.len() - 1;
        match seen.event {
            Event::Backjump { .. } => {}
            _ => demand!(
                concludes == conflict.is_some(),
                "a conclusion from no conflict"
            ),
        }
        match &seen.event {
            Event::Decide(lit) => {
                demand!(strategy != Strategy::Propagation, "a decision");
                demand!(self.is_open(lit.to_dimacs()), "the literal has a value");
                demand!(
                    self.is_propagated(),
                    "decided before the end of propagation"
                );
                self.levels.push(vec![lit.to_dimacs()]);
            }
            Event::Propagate { lit, clause } => {
                let clause = self.clauses.get(clause.wrapping_sub(1));
                let clause = clause.ok_or("no clause has this number")?;
                let lit = lit.to_dimacs();
                demand!(
                    self.forced(clause) == Some(lit),
                    "the clause forces another"
                );
                self.levels[level].push(lit);
            }
            Event::Conflict { clause } => {
                let number = *clause;
                let clause = self.clauses.get(number.wrapping_sub(1));
                let clause = clause.ok_or("no clause has this number")?;
                demand!(self.is_false(clause), "the clause is not false");
                self.conflict = Some(number);
                self.conflicts += 1;
            }
            Event::Learn { clause, resolved } => {
                demand!(strategy == Strategy::Cdcl && level > 0, "a learnt clause");
                demand!(
                    resolved.first().copied() == conflict,
                    "not from the conflict"
                );
                demand!(
                    *clause == self.clauses.len() + 1,
                    "the number of the clause"
                );
                let lits: Clause = seen.learnt.iter().copied().collect();
                demand!(lits.len() == seen.learnt.len(), "a literal twice");
                demand!(self.resolvent(resolved)? == lits, "another resolvent");
                demand!(
                    self.is_false(&lits) && self.follows(&lits),
                    "does not follow"
                );
                // The lowest level below which the clause forces a literal.
                let forces = |height: &usize| {
                    let below = self.levels[..=*height].iter().flatten();
                    let below: BTreeSet<i32> = below.copied().collect();
                    lits.iter().filter(|&&lit| !below.contains(&-lit)).count() == 1
                };
                let target = (0..level).find(forces).ok_or("forces nothing")?;
                self.due = Some(Event::Backjump { level: target });
                self.clauses.push(lits);
            }
            Event::Backjump { level: target } => {
                demand!(*target < level, "a jump forwards");
                let decision = self.levels[level][0];
                let undone = self.levels.drain(target + 1..);
                drop(undone);
                if strategy == Strategy::Cdcl {
                    let lit = self.forced(self.clauses.last().unwrap());
                    let lit = Lit::from_dimacs(lit.ok_or("not asserting")?).unwrap();
                    let clause = self.clauses.len();
                    demand!(conflict.is_none(), "nothing learnt");
                    self.due = Some(Event::Propagate { lit, clause });
                } else {
                    demand!(conflict.is_some(), "a jump without a conflict");
                    demand!(*target == level - 1, "a level is left out");
                    self.due = Some(Event::Flip(Lit::from_dimacs(-decision).unwrap()));
                }
            }
            Event::Flip(lit) => {
                demand!(strategy == Strategy::Dpll, "a flip");
                let decisions = self.levels[1..].iter().map(|level| -level[0]);
                let lemma: Clause = decisions.chain([lit.to_dimacs()]).collect();
                demand!(self.follows(&lemma), "the other value is not refuted");
                self.lemmas.push(lemma);
                self.levels[level].push(lit.to_dimacs());
            }
            Event::Restart => {
                demand!(strategy == Strategy::Cdcl && level > 0, "a restart");
                demand!(self.is_propagated(), "a restart within propagation");
                self.restarted.push(self.conflicts);
                self.levels.truncate(1);
            }
            Event::Satisfiable => {
                let all = (1..=self.variables).all(|variable| !self.is_open(variable));
                let is_true = |clause: &Clause| clause.iter().any(|&lit| self.is_true(lit));
                demand!(all && self.formula.iter().all(is_true), "no model");
                self.is_over = true;
            }
            Event::Unsatisfiable => {
                demand!(level == 0, "unsatisfiable under decisions");
                self.is_over = true;
            }
            Event::Stuck => {
                demand!(strategy == Strategy::Propagation, "stuck");
                let is_some_open = (1..=self.variables).any(|variable| self.is_open(variable));
                demand!(is_some_open && self.is_propagated(), "not stuck");
                self.is_over = true;
            }
        }
        Ok(())
    }

    /// Checks all events of a search.
    fn check(formula: &Formula, strategy: Strategy, trace: &[Seen]) -> Result<Replay, String> {
        let mut replay = Replay::new(formula);
        for (number, seen) in trace.iter().enumerate() {
            let step = replay.step(seen, strategy);
            step.map_err(|fault| format!("event {}, {seen:?}: {fault}", number + 1))?;
        }
        demand!(replay.is_over, "no end");
        Ok(replay)
    }
}

fn varisat_has_model((_, clauses): &Formula) -> bool {
    let mut solver = varisat::Solver::new();
    for clause in clauses {
        let lits = clause
            .iter()
            .map(|&lit| varisat::Lit::from_dimacs(lit as isize));
        solver.add_clause(&lits.collect::<Vec<_>>());
    }
    solver.solve().unwrap()
}

/// Runs and checks a search, and returns its replay.
#[track_caller]
fn checked(formula: &Formula, strategy: Strategy) -> (Vec<Seen>, Replay) {
    let trace = run(formula, strategy);
    let replay = Replay::check(formula, strategy, &trace);
    let replay = replay.unwrap_or_else(|fault| panic!("{formula:?} {strategy:?}: {fault}"));
    (trace, replay)
}

/// Returns clauses of these lengths with random literals, repeated and opposite ones included.
fn random(rng: &mut Rng, variables: usize, count: usize, lengths: &[usize]) -> Formula {
    let lit = |rng: &mut Rng| {
        let variable = rng.below(variables) as i32 + 1;
        if rng.below(2) == 0 {
            variable
        } else {
            -variable
        }
    };
    let clauses = (0..count).map(|_| {
        let length = lengths[rng.below(lengths.len())];
        (0..length).map(|_| lit(rng)).collect()
    });
    let clauses = clauses.collect();
    (variables as i32, clauses)
}

/// One pigeon more than holes.
fn pigeons(holes: i32) -> Formula {
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| var(pigeon, hole)).collect());
        for other in 0..pigeon {
            let both = |hole| vec![-var(pigeon, hole), -var(other, hole)];
            clauses.extend((0..holes).map(both));
        }
    }
    ((holes + 1) * holes, clauses)
}

#[test]
fn every_step_is_right_and_the_verdict_is_that_of_varisat() {
    let mut rng = Rng::new(1, 0);
    let (mut with_model, mut stuck) = (0, 0);
    let all = depth(20_000, 3_000);
    for _ in 0..all {
        let variables = 1 + rng.below(12);
        let count = rng.below(6 * variables);
        let lengths = [&[3][..], &[2, 3], &[1, 2, 3, 4], &[0, 2, 3, 4, 5, 5, 5]];
        let lengths = lengths[rng.below(4)];
        let formula = random(&mut rng, variables, count, lengths);
        let expected = varisat_has_model(&formula);
        with_model += usize::from(expected);
        for strategy in Strategy::ALL {
            let (trace, _) = checked(&formula, strategy);
            match trace.last().unwrap().event {
                Event::Satisfiable => assert!(expected, "{formula:?}"),
                Event::Unsatisfiable => assert!(!expected, "{formula:?}"),
                _ => stuck += 1,
            }
        }
    }
    for number in [with_model, all - with_model, stuck] {
        assert!(number > all / 5, "{with_model} {stuck}");
    }
}

#[test]
fn long_searches_restart_by_luby_and_end() {
    let mut rng = Rng::new(2, 0);
    let mut restarts = 0;
    for _ in 0..depth(100, 12) {
        let formula = random(&mut rng, 50, 205, &[3]);
        let (_, replay) = checked(&formula, Strategy::Cdcl);
        let is_refuted = !replay
            .formula
            .iter()
            .all(|clause| clause.iter().any(|&lit| replay.is_true(lit)));
        assert_eq!(!is_refuted, varisat_has_model(&formula));
        for (number, pair) in (1..).zip(replay.restarted.windows(2)) {
            assert!(
                pair[1] - pair[0] >= 16 * luby(number),
                "{:?}",
                replay.restarted
            );
        }
        restarts += replay.restarted.len() - 1;
    }
    assert!(restarts > 8, "{restarts}");
    let first: Vec<u64> = (1..16).map(luby).collect();
    assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}

#[test]
fn pigeons_have_too_few_holes_at_each_level() {
    for holes in 1..=5 {
        let formula = pigeons(holes);
        for strategy in [Strategy::Dpll, Strategy::Cdcl] {
            let (trace, _) = checked(&formula, strategy);
            assert_eq!(trace.last().unwrap().event, Event::Unsatisfiable);
        }
        let last = checked(&formula, Strategy::Propagation).0.pop();
        let expected = if holes == 1 {
            Event::Unsatisfiable
        } else {
            Event::Stuck
        };
        assert_eq!(last.unwrap().event, expected);
    }
}

#[test]
fn the_checker_rejects_changed_traces() {
    let mut rng = Rng::new(3, 0);
    let mut kinds = [0; 6];
    for _ in 0..200 {
        let formula = random(&mut rng, 10, 42, &[3]);
        for strategy in [Strategy::Dpll, Strategy::Cdcl] {
            let (trace, _) = checked(&formula, strategy);
            for (at, seen) in trace.iter().enumerate() {
                let mut changed = trace.clone();
                let kind = match &mut changed[at].event {
                    Event::Propagate { lit, .. } => {
                        *lit = !*lit;
                        0
                    }
                    Event::Conflict { clause } => {
                        // The last literal that became true is true now.
                        let assigned = |seen: &Seen| match seen.event {
                            Event::Decide(lit) | Event::Flip(lit) => Some(lit.to_dimacs()),
                            Event::Propagate { lit, .. } => Some(lit.to_dimacs()),
                            _ => None,
                        };
                        let lit = trace[..at].iter().rev().find_map(assigned).unwrap();
                        let has_it = |clause: &Vec<i32>| clause.contains(&lit);
                        let Some(place) = formula.1.iter().position(has_it) else {
                            continue;
                        };
                        *clause = place + 1;
                        1
                    }
                    Event::Learn { resolved, .. } => {
                        resolved.pop();
                        2
                    }
                    Event::Backjump { level } => {
                        *level += 1;
                        3
                    }
                    Event::Flip(lit) => {
                        *lit = !*lit;
                        4
                    }
                    Event::Satisfiable | Event::Unsatisfiable => {
                        changed.pop();
                        5
                    }
                    _ => continue,
                };
                kinds[kind] += 1;
                let result = Replay::check(&formula, strategy, &changed);
                assert!(result.is_err(), "{seen:?} of {formula:?}");
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 50), "{kinds:?}");
}

#[test]
fn a_stop_ends_the_reading() {
    let stop = Stop::default().with_flag(Arc::new(AtomicBool::new(true)));
    let result = Stepper::new(&cnf(&pigeons(3)), Strategy::Cdcl, &stop);
    assert_eq!(result.err(), Some(Stopped::Interrupted));
}

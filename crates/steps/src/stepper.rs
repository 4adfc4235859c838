//! The solver. Read [`Stepper::search`] first, then [`Stepper::propagate`] and
//! [`Stepper::resolve`].

use crate::{Event, Strategy};
use knightsat_base::stop::{Stop, Stopped};
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Lit, Model};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::mem;

/// The conflicts between two restarts are this number times the next one of Luby's sequence.
const RESTART_INTERVAL: u64 = 16;

/// The cause of the value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// The solver chose it.
    Decision,
    /// The other value was tried.
    Flip,
    /// All other literals of this clause are false.
    Clause(usize),
}

/// A clause. Its literals keep the order of the formula, so that readers recognise it.
#[derive(Debug)]
struct Clause {
    lits: Vec<Lit>,
    /// The places of two literals, if there are two. While neither is false, the clause is neither
    /// false nor forces a literal, and need not be read.
    watched: [usize; 2],
}

/// The next step to take.
#[derive(Debug)]
enum Next {
    /// Propagate; if nothing is left to propagate, restart, decide, or end.
    Search,
    /// Draw a conclusion from this false clause.
    Resolve(usize),
    /// Undo the decisions above a level; then the literal holds by its cause.
    Backjump(usize, Lit, Cause),
    /// The literal holds by its cause.
    Assign(Lit, Cause),
    /// Nothing follows.
    End,
}

/// A solver that is an iterator over its steps.
///
/// The state of the search is the *trail*: the list of true literals in the order in which they
/// became true. A decision begins a new *level* of the trail. To undo decisions is to shorten the
/// trail. Everything is deterministic.
#[derive(Debug)]
pub struct Stepper {
    strategy: Strategy,
    /// The clauses of the formula, then the learnt ones. Clause n is at place n − 1.
    clauses: Vec<Clause>,
    /// The next clause to search for units: the formula may contain clauses without two literals.
    next_unit: usize,
    /// The clauses that watch a literal, by [`place`].
    watches: Vec<Vec<usize>>,
    /// The value of each variable, by its number.
    values: Vec<Option<bool>>,
    /// The decision level of each value.
    levels: Vec<usize>,
    /// The cause of each value.
    causes: Vec<Cause>,
    trail: Vec<Lit>,
    /// The length of the trail before each decision.
    decisions: Vec<usize>,
    /// The number of literals on the trail that are propagated.
    propagated: usize,
    /// The number of visited clauses that watch the negation of the next literal.
    visited: usize,
    /// The variables without a value. The first one is decided next.
    open: BTreeSet<(Reverse<u64>, u32)>,
    /// The last conflict that involved each variable. Recent ones are decided first (Ryan,
    /// Efficient algorithms for clause-learning SAT solvers, 2004).
    stamps: Vec<u64>,
    /// The last value of each variable, which the next decision repeats. The first one is true.
    phases: Vec<bool>,
    conflicts: u64,
    restarts: u64,
    /// The number of conflicts at which the next restart is due.
    restart_at: u64,
    next: Next,
}

/// Returns the place of a literal in lists by literal.
fn place(lit: Lit) -> usize {
    2 * index(lit) + usize::from(lit.is_positive())
}

/// Returns the place of a literal's variable in lists by variable.
fn index(lit: Lit) -> usize {
    lit.var().number() as usize
}

/// Returns a number of Luby's sequence 1, 1, 2, 1, 1, 2, 4, 1, …, for `n` from 1 (Luby, Sinclair
/// and Zuckerman, Optimal speedup of Las Vegas algorithms, 1993).
pub(crate) fn luby(n: u64) -> u64 {
    let above = (n + 1).next_power_of_two();
    if n + 1 == above {
        above / 2
    } else {
        luby(n + 1 - above / 2)
    }
}

impl Iterator for Stepper {
    type Item = Event;

    /// Takes the next step. Ends after [`Event::Satisfiable`], [`Event::Unsatisfiable`] or
    /// [`Event::Stuck`].
    fn next(&mut self) -> Option<Event> {
        match mem::replace(&mut self.next, Next::Search) {
            Next::Search => Some(self.search()),
            Next::Resolve(conflict) => Some(self.resolve(conflict)),
            Next::Backjump(level, lit, cause) => {
                self.undo(level);
                self.next = Next::Assign(lit, cause);
                Some(Event::Backjump { level })
            }
            Next::Assign(lit, cause) => Some(self.assign(lit, cause)),
            Next::End => {
                self.next = Next::End;
                None
            }
        }
    }
}

impl Stepper {
    /// Takes the clauses of a formula, without the repetitions of a literal in a clause.
    pub fn new(formula: &Cnf, strategy: Strategy, stop: &Stop) -> Result<Stepper, Stopped> {
        let variables = formula.variables() as usize;
        let mut stepper = Stepper {
            strategy,
            clauses: Vec::new(),
            next_unit: 0,
            watches: vec![Vec::new(); 2 * variables + 2],
            values: vec![None; variables + 1],
            levels: vec![0; variables + 1],
            causes: vec![Cause::Decision; variables + 1],
            trail: Vec::new(),
            decisions: Vec::new(),
            propagated: 0,
            visited: 0,
            open: (1..=formula.variables())
                .map(|variable| (Reverse(0), variable))
                .collect(),
            stamps: vec![0; variables + 1],
            phases: vec![true; variables + 1],
            conflicts: 0,
            restarts: 0,
            restart_at: RESTART_INTERVAL,
            next: Next::Search,
        };
        let mut watch = stop.watch(1 << 12);
        for clause in formula.clauses() {
            watch.check()?;
            let mut known = BTreeSet::new();
            let lits = clause.iter().copied();
            stepper.add(lits.filter(|&lit| known.insert(lit)).collect());
        }
        Ok(stepper)
    }

    /// Adds a clause, and returns its number. It watches its first two literals.
    fn add(&mut self, lits: Vec<Lit>) -> usize {
        let number = self.clauses.len() + 1;
        if let [first, second, ..] = lits[..] {
            self.watches[place(first)].push(number);
            self.watches[place(second)].push(number);
        }
        let watched = [0, 1];
        self.clauses.push(Clause { lits, watched });
        number
    }

    /// Returns the literals of a clause.
    ///
    /// # Panics
    /// If there is no clause of this number.
    pub fn clause(&self, number: usize) -> &[Lit] {
        &self.clauses[number - 1].lits
    }

    /// Returns the current value of a literal; `None` if it is open.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.values[index(lit)].map(|value| value == lit.is_positive())
    }

    /// Returns the number of decisions that are not undone.
    pub fn level(&self) -> usize {
        self.decisions.len()
    }

    /// Returns the true literals as a model, which is complete after [`Event::Satisfiable`].
    pub fn model(&self) -> Model {
        Model::from_lits(&self.trail).expect("a literal becomes true if its variable is open")
    }

    /// The loop of the solver. Everything follows from these rules, the first that applies:
    ///
    /// - If a clause is false, draw a conclusion from it.
    /// - If a clause has one open literal and all others are false, the open one becomes true.
    /// - If no variable is open, the values are a model.
    /// - Now and then, begin again. The search was perhaps unlucky, and the learnt clauses stay.
    /// - Assume a value.
    fn search(&mut self) -> Event {
        if let Some(event) = self.unit().or_else(|| self.propagate()) {
            return event;
        }
        let Some(&(_, variable)) = self.open.first() else {
            self.next = Next::End;
            return Event::Satisfiable;
        };
        match self.strategy {
            Strategy::Propagation => {
                self.next = Next::End;
                Event::Stuck
            }
            Strategy::Cdcl if self.conflicts >= self.restart_at && self.level() > 0 => {
                self.restarts += 1;
                self.restart_at = self.conflicts + RESTART_INTERVAL * luby(self.restarts + 1);
                self.undo(0);
                Event::Restart
            }
            Strategy::Dpll | Strategy::Cdcl => {
                let number = variable as i32;
                let is_true = self.phases[variable as usize];
                let decision = Lit::from_dimacs(if is_true { number } else { -number });
                let lit = decision.expect("variables are numbered from 1");
                self.decisions.push(self.trail.len());
                self.assign(lit, Cause::Decision)
            }
        }
    }

    /// Searches the formula for clauses without two literals, which nothing watches.
    fn unit(&mut self) -> Option<Event> {
        while let Some(clause) = self.clauses.get(self.next_unit) {
            self.next_unit += 1;
            let number = self.next_unit;
            match clause.lits[..] {
                [] => return Some(self.conflict(number)),
                [lit] => match self.value(lit) {
                    Some(true) => {}
                    Some(false) => return Some(self.conflict(number)),
                    None => return Some(self.assign(lit, Cause::Clause(number))),
                },
                _ => {}
            }
        }
        None
    }

    /// Finds the next clause that is false or forces a literal (Moskewicz and others, Chaff:
    /// engineering an efficient SAT solver, DAC 2001).
    ///
    /// Only the clauses that watch a literal can become false or forcing when it becomes false.
    /// Such a clause watches another literal in its place that is not false. If there is none, all
    /// literals but the other watched one are false. A shorter trail leaves all of this right.
    fn propagate(&mut self) -> Option<Event> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            let falsified = !lit;
            while let Some(&number) = self.watches[place(falsified)].get(self.visited) {
                if self.watch_another(number, falsified) {
                    // The last one takes its place in the list, and is visited next.
                    self.watches[place(falsified)].swap_remove(self.visited);
                    continue;
                }
                self.visited += 1;
                let Clause { lits, watched } = &self.clauses[number - 1];
                let [first, second] = watched.map(|place| lits[place]);
                let other = if first == falsified { second } else { first };
                match self.value(other) {
                    Some(true) => {}
                    Some(false) => return Some(self.conflict(number)),
                    None => return Some(self.assign(other, Cause::Clause(number))),
                }
            }
            self.propagated += 1;
            self.visited = 0;
        }
        None
    }

    /// Lets a clause watch a literal that is not false in place of a false one. Returns false if
    /// every other literal is false or watched already.
    fn watch_another(&mut self, number: usize, falsified: Lit) -> bool {
        let values = &self.values;
        let is_false =
            |lit: Lit| values[index(lit)].is_some_and(|value| value != lit.is_positive());
        let Clause { lits, watched } = &mut self.clauses[number - 1];
        let side = usize::from(lits[watched[0]] != falsified);
        let mut places = 0..lits.len();
        let another = places.find(|place| !watched.contains(place) && !is_false(lits[*place]));
        if let Some(another) = another {
            watched[side] = another;
            self.watches[place(lits[another])].push(number);
        }
        another.is_some()
    }

    /// Makes an open literal true.
    fn assign(&mut self, lit: Lit, cause: Cause) -> Event {
        let variable = index(lit);
        debug_assert!(self.values[variable].is_none());
        self.values[variable] = Some(lit.is_positive());
        self.levels[variable] = self.level();
        self.causes[variable] = cause;
        self.trail.push(lit);
        self.open
            .remove(&(Reverse(self.stamps[variable]), variable as u32));
        match cause {
            Cause::Decision => Event::Decide(lit),
            Cause::Flip => Event::Flip(lit),
            Cause::Clause(clause) => Event::Propagate { lit, clause },
        }
    }

    /// Undoes the decisions above a level.
    fn undo(&mut self, level: usize) {
        let Some(&length) = self.decisions.get(level) else {
            return;
        };
        for lit in self.trail.drain(length..) {
            let variable = index(lit);
            self.values[variable] = None;
            self.phases[variable] = lit.is_positive();
            self.open
                .insert((Reverse(self.stamps[variable]), variable as u32));
        }
        self.decisions.truncate(level);
        // All of it was propagated before the next decision.
        self.propagated = length;
        self.visited = 0;
    }

    fn conflict(&mut self, clause: usize) -> Event {
        self.conflicts += 1;
        self.next = Next::Resolve(clause);
        Event::Conflict { clause }
    }

    /// Draws a conclusion from a false clause.
    fn resolve(&mut self, conflict: usize) -> Event {
        let Some(&last) = self.decisions.last() else {
            // It is false without any decision.
            self.next = Next::End;
            return Event::Unsatisfiable;
        };
        match self.strategy {
            Strategy::Propagation | Strategy::Dpll => {
                let level = self.level() - 1;
                let decision = self.trail[last];
                self.undo(level);
                self.next = Next::Assign(!decision, Cause::Flip);
                Event::Backjump { level }
            }
            Strategy::Cdcl => self.learn(conflict),
        }
    }

    /// Learns a clause that prevents the conflict (first unique implication point; Zhang and
    /// others, Efficient conflict driven learning in a Boolean satisfiability solver, ICCAD 2001).
    ///
    /// The conclusion begins as the false clause. Take the literal of it that became false last,
    /// and its reason, the clause that forced its negation. The *resolvent* of the two contains all
    /// their literals but these two. It follows from them, and is false, too. It is the next
    /// conclusion, until only one literal of the current level is in it.
    ///
    /// The search jumps back to the lowest level at which the other literals are false already.
    /// There the conclusion forces this literal.
    fn learn(&mut self, conflict: usize) -> Event {
        let level = self.level();
        let mut conclusion = BTreeSet::new();
        let mut of_this_level = 0;
        let mut resolved = vec![conflict];
        let mut trail = self.trail.iter().rev();
        let mut reason = conflict;
        loop {
            for &lit in &self.clauses[reason - 1].lits {
                // A literal that is false without any decision is false forever. The literal that
                // the reason has forced is true.
                let is_needed = self.value(lit) == Some(false) && self.levels[index(lit)] > 0;
                if is_needed && conclusion.insert(lit) {
                    of_this_level += usize::from(self.levels[index(lit)] == level);
                    self.stamps[index(lit)] = self.conflicts;
                }
            }
            let latest = trail.find(|&&lit| conclusion.contains(&!lit));
            let latest = *latest.expect("each literal is false, so its negation is on the trail");
            if of_this_level == 1 {
                break;
            }
            let Cause::Clause(clause) = self.causes[index(latest)] else {
                unreachable!("the decision of a level is its first literal");
            };
            conclusion.remove(&!latest);
            of_this_level -= 1;
            reason = clause;
            resolved.push(reason);
        }
        let mut lits: Vec<Lit> = conclusion.into_iter().collect();
        // The clause watches its first two literals, those that become open first.
        lits.sort_by_key(|&lit| Reverse(self.levels[index(lit)]));
        let asserted = lits[0];
        let target = lits.get(1).map_or(0, |&lit| self.levels[index(lit)]);
        let clause = self.add(lits);
        self.next = Next::Backjump(target, asserted, Cause::Clause(clause));
        Event::Learn { clause, resolved }
    }
}

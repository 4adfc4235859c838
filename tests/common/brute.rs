//! All models of a small formula, by exhaustive search: values are guessed in order, and unit
//! clauses decide further ones. There is no learning and no watching.

use knightsat::cnf::Lit;
use knightsat::cnf::sink::Cnf;
use std::collections::BTreeSet;

/// Returns all that unit propagation makes true; `None` at a conflict.
pub fn propagate(cnf: &Cnf, assumptions: &[Lit]) -> Option<BTreeSet<Lit>> {
    let mut brute = Brute::new(cnf, &[]);
    for lit in assumptions.iter().map(|lit| lit.to_dimacs()) {
        match brute.holds(lit) {
            0 => brute.set(lit),
            -1 => return None,
            _ => {}
        }
    }
    let is_possible = (0..brute.clauses.len()).all(|index| brute.look_at(index));
    let is_possible = is_possible && brute.propagate(0);
    let lit = |&lit: &i32| Lit::from_dimacs(lit).unwrap();
    is_possible.then(|| brute.trail.iter().map(lit).collect())
}

pub struct Brute {
    clauses: Vec<Vec<i32>>,
    /// Clauses that a literal is false in, by variable and sign.
    hurt: Vec<[Vec<usize>; 2]>,
    /// By variable: 0 open, else the sign.
    value: Vec<i32>,
    trail: Vec<i32>,
    projection: Vec<usize>,
}

impl Brute {
    pub fn new(cnf: &Cnf, projection: &[Lit]) -> Brute {
        let count = cnf.variables() as usize + 1;
        let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
        let clauses: Vec<Vec<i32>> = cnf.clauses().map(numbers).collect();
        let mut hurt = vec![[Vec::new(), Vec::new()]; count];
        for (index, clause) in clauses.iter().enumerate() {
            for &lit in clause {
                hurt[lit.unsigned_abs() as usize][usize::from(lit < 0)].push(index);
            }
        }
        let place = |lit: &Lit| lit.var().number() as usize;
        Brute {
            clauses,
            hurt,
            value: vec![0; count],
            trail: Vec::new(),
            projection: projection.iter().map(place).collect(),
        }
    }

    /// Calls `take` with the values of the projection in every model, each once, until it returns
    /// `false`.
    pub fn each_model(&mut self, take: &mut dyn FnMut(&[Lit]) -> bool) {
        let is_possible = (0..self.clauses.len()).all(|index| self.look_at(index));
        if is_possible && self.propagate(0) {
            self.guess(0, take);
        }
    }

    /// Returns the number of models on the projection.
    pub fn count(&mut self) -> u64 {
        let mut found = 0;
        self.each_model(&mut |_| {
            found += 1;
            true
        });
        found
    }

    fn holds(&self, lit: i32) -> i32 {
        self.value[lit.unsigned_abs() as usize] * lit.signum()
    }

    fn set(&mut self, lit: i32) {
        self.value[lit.unsigned_abs() as usize] = lit.signum();
        self.trail.push(lit);
    }

    /// Sets the last unassigned literal of an unsatisfied clause; returns `false` if there is no
    /// such literal.
    fn look_at(&mut self, index: usize) -> bool {
        let mut open = None;
        for &lit in &self.clauses[index] {
            match self.holds(lit) {
                1 => return true,
                0 if open.is_some_and(|other| other != lit) => return true,
                0 => open = Some(lit),
                _ => {}
            }
        }
        open.map(|lit| self.set(lit)).is_some()
    }

    fn propagate(&mut self, from: usize) -> bool {
        let mut next = from;
        while let Some(&lit) = self.trail.get(next) {
            next += 1;
            let hurt = self.hurt[lit.unsigned_abs() as usize][usize::from(lit > 0)].clone();
            if !hurt.into_iter().all(|index| self.look_at(index)) {
                return false;
            }
        }
        true
    }

    fn undo(&mut self, to: usize) {
        for lit in self.trail.split_off(to) {
            self.value[lit.unsigned_abs() as usize] = 0;
        }
    }

    fn guess(&mut self, at: usize, take: &mut dyn FnMut(&[Lit]) -> bool) -> bool {
        let open = |&place: &usize| self.value[self.projection[place]] == 0;
        let Some(at) = (at..self.projection.len()).find(open) else {
            let mark = self.trail.len();
            let extends = self.extends(1);
            self.undo(mark);
            let lit = |&var: &usize| Lit::from_dimacs(var as i32 * self.value[var]).unwrap();
            return !extends || take(&self.projection.iter().map(lit).collect::<Vec<_>>());
        };
        let var = self.projection[at] as i32;
        for lit in [var, -var] {
            let mark = self.trail.len();
            self.set(lit);
            let goes_on = !self.propagate(mark) || self.guess(at + 1, take);
            self.undo(mark);
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Returns true if the other variables have values that extend these to a model.
    fn extends(&mut self, from: usize) -> bool {
        let Some(var) = (from..self.value.len()).find(|&var| self.value[var] == 0) else {
            return true;
        };
        for lit in [-(var as i32), var as i32] {
            let mark = self.trail.len();
            self.set(lit);
            if self.propagate(mark) && self.extends(var + 1) {
                return true;
            }
            self.undo(mark);
        }
        false
    }
}

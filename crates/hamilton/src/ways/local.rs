//! Local search for a model: values are flipped as long as that satisfies more weight of clauses.
//! Where no flip does, false clauses take weight from true ones that share a literal. It refutes
//! nothing. The method is that of Ishtaiwi, Thornton, Sattar and Pham (Neighbourhood clause weight
//! redistribution in local search for SAT, CP 2005).

use crate::base::random::Rng;
use crate::base::stop::{Stop, Stopped};
use itertools::Itertools;
use knightsat_cnf::propagate::Propagator;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Lit, Model, Var};

/// The first weight of a clause, and what one takes from a heavier clause and from another.
const WEIGHT: i64 = 8;
const FROM_HEAVY: i64 = 2;
const FROM_LIGHT: i64 = 1;
/// One of so many flips that change no weight is made, and one of so many clauses takes its weight
/// from a random one.
const SIDEWAYS: usize = 7;
const ANY: usize = 100;
/// Random clauses that are tried for one that can give.
const TRIES: usize = 100;

/// A place that no clause has.
const NOWHERE: usize = usize::MAX;

#[derive(Default)]
struct Clause {
    lits: Vec<Lit>,
    weight: i64,
    /// The number of true literals, and the sum of their places among all literals: the place of
    /// the true one if there is one.
    count: usize,
    sum: usize,
    /// The place among the false clauses.
    place: usize,
}

/// Clauses, and values of their variables.
pub(super) struct LocalSearch {
    clauses: Vec<Clause>,
    /// The clauses of each literal.
    at: Vec<Vec<usize>>,
    values: Vec<bool>,
    /// The weight that a flip of each variable satisfies, less the weight that it makes false.
    gains: Vec<i64>,
    unsatisfied: Vec<usize>,
    /// Consequences of unit clauses, which keep their values.
    fixed: Propagator,
}

fn variable(lit: Lit) -> usize {
    lit.var().number() as usize
}

fn place(lit: Lit) -> usize {
    2 * variable(lit) + usize::from(lit.is_positive())
}

impl LocalSearch {
    /// Begins at random values. Most are false: few ways through a region are taken.
    pub fn new(formula: &Cnf, rng: &mut Rng, stop: &Stop) -> Result<LocalSearch, Stopped> {
        let len = formula.variables() as usize + 1;
        let fixed = Propagator::new(formula, stop)?;
        let mut values = (0..len).map(|_| rng.below(4) == 0).collect_vec();
        for &lit in fixed.trail() {
            values[variable(lit)] = lit.is_positive();
        }
        let mut search = LocalSearch {
            clauses: Vec::new(),
            at: vec![Vec::new(); 2 * len],
            values,
            gains: vec![0; len],
            unsatisfied: Vec::new(),
            fixed,
        };
        formula.clauses().for_each(|clause| search.clause(clause));
        Ok(search)
    }

    /// Adds a clause without its literals that are fixed, unless it is always true.
    fn clause(&mut self, lits: &[Lit]) {
        let values = lits.iter().map(|&lit| self.fixed.value(lit));
        if values.clone().contains(&Some(true)) {
            return;
        }
        let open = lits.iter().zip(values).filter(|(_, value)| value.is_none());
        // Flips count each literal once.
        let lits = open.map(|(&lit, _)| lit).unique().collect_vec();
        if lits.iter().any(|&lit| lits.contains(&!lit)) {
            return;
        }
        let nth = self.clauses.len();
        lits.iter().for_each(|&lit| self.at[place(lit)].push(nth));
        let held = lits.iter().filter(|&&lit| self.is_true(lit));
        let (count, sum) = held.fold((0, 0), |(count, sum), &lit| (count + 1, sum + place(lit)));
        self.clauses.push(Clause {
            lits,
            weight: WEIGHT,
            count,
            sum,
            place: NOWHERE,
        });
        match count {
            0 => self.falsify(nth),
            1 => self.gains[sum / 2] -= WEIGHT,
            _ => {}
        }
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.values[variable(lit)] == lit.is_positive()
    }

    /// Lists a clause that is false now.
    fn falsify(&mut self, nth: usize) {
        let clause = &mut self.clauses[nth];
        clause.place = self.unsatisfied.len();
        self.unsatisfied.push(nth);
        for &lit in &clause.lits {
            self.gains[variable(lit)] += clause.weight;
        }
    }

    /// Removes a clause that is true now from the false ones.
    fn satisfy(&mut self, nth: usize) {
        let clause = &mut self.clauses[nth];
        let place = std::mem::replace(&mut clause.place, NOWHERE);
        for &lit in &clause.lits {
            self.gains[variable(lit)] -= clause.weight;
        }
        self.unsatisfied.swap_remove(place);
        if let Some(&moved) = self.unsatisfied.get(place) {
            self.clauses[moved].place = place;
        }
    }

    fn flip(&mut self, variable: usize) {
        let value = &mut self.values[variable];
        *value = !*value;
        let [held, lost] = if *value { [1, 0] } else { [0, 1] }.map(|sign| 2 * variable + sign);
        for at in 0..self.at[held].len() {
            let nth = self.at[held][at];
            let clause = &mut self.clauses[nth];
            let only = clause.sum / 2;
            (clause.count, clause.sum) = (clause.count + 1, clause.sum + held);
            let (count, weight) = (clause.count, clause.weight);
            if count == 1 {
                self.satisfy(nth);
                self.gains[variable] -= weight;
            } else if count == 2 {
                self.gains[only] += weight;
            }
        }
        for at in 0..self.at[lost].len() {
            let nth = self.at[lost][at];
            let clause = &mut self.clauses[nth];
            (clause.count, clause.sum) = (clause.count - 1, clause.sum - lost);
            let (count, only, weight) = (clause.count, clause.sum / 2, clause.weight);
            if count == 0 {
                self.gains[variable] += weight;
                self.falsify(nth);
            } else if count == 1 {
                self.gains[only] -= weight;
            }
        }
    }

    /// Takes the values of a model, where they are not fixed.
    pub fn visit(&mut self, model: &Model) {
        for number in 1..self.values.len() {
            let var = Var::new(number as u32).expect("a variable of the formula");
            let is_open = self.fixed.value(var.pos()).is_none();
            if is_open && model.value(var) == Some(!self.values[number]) {
                self.flip(number);
            }
        }
    }

    /// Looks for a model by at most so many flips and redistributions.
    pub fn model(&mut self, flips: u64, rng: &mut Rng, stop: &Stop) -> Option<Model> {
        let mut left = flips;
        while !self.unsatisfied.is_empty() {
            left = left.checked_sub(1)?;
            if left.is_multiple_of(1 << 10) && stop.is_over() {
                return None;
            }
            let (variable, gain) = self.best(rng)?;
            if gain > 0 || gain == 0 && rng.below(SIDEWAYS) == 0 {
                self.flip(variable);
            } else {
                self.redistribute(rng);
            }
        }
        let lits = (1..).zip(&self.values[1..]).map(|(number, &value)| {
            let var = Var::new(number).expect("a variable of the formula");
            if value { var.pos() } else { var.neg() }
        });
        Some(Model::from_lits(&lits.collect_vec()).expect("one value for each variable"))
    }

    /// Returns a variable of a false clause whose flip gains most. There is none if a clause is
    /// empty.
    fn best(&self, rng: &mut Rng) -> Option<(usize, i64)> {
        let mut best: Option<(usize, i64)> = None;
        let mut equal = 0;
        for lit in self
            .unsatisfied
            .iter()
            .flat_map(|&nth| &self.clauses[nth].lits)
        {
            let gain = self.gains[variable(*lit)];
            let most = best.map_or(i64::MIN, |(_, most)| most);
            equal = if gain > most {
                1
            } else {
                equal + usize::from(gain == most)
            };
            if gain > most || gain == most && rng.below(equal) == 0 {
                best = Some((variable(*lit), gain));
            }
        }
        best
    }

    /// Gives each false clause weight of a true one.
    fn redistribute(&mut self, rng: &mut Rng) {
        for place_of in 0..self.unsatisfied.len() {
            let nth = self.unsatisfied[place_of];
            let near = self.clauses[nth]
                .lits
                .iter()
                .flat_map(|&lit| &self.at[place(lit)]);
            let held = near.copied().filter(|&other| self.clauses[other].count > 0);
            let heaviest = held.max_by_key(|&other| self.clauses[other].weight);
            let giver = heaviest
                .filter(|&other| self.clauses[other].weight >= WEIGHT && rng.below(ANY) > 0)
                .or_else(|| self.any(rng));
            if let Some(giver) = giver {
                self.give(giver, nth);
            }
        }
    }

    /// Returns a random true clause of enough weight.
    fn any(&self, rng: &mut Rng) -> Option<usize> {
        let can_give = |&nth: &usize| {
            let Clause { count, weight, .. } = self.clauses[nth];
            count > 0 && weight >= WEIGHT
        };
        (0..TRIES)
            .map(|_| rng.below(self.clauses.len()))
            .find(can_give)
    }

    /// Moves weight from a true clause to a false one.
    fn give(&mut self, from: usize, to: usize) {
        let giver = &mut self.clauses[from];
        let is_heavy = giver.weight > WEIGHT;
        let weight = if is_heavy { FROM_HEAVY } else { FROM_LIGHT };
        giver.weight -= weight;
        if giver.count == 1 {
            self.gains[giver.sum / 2] += weight;
        }
        let taker = &mut self.clauses[to];
        taker.weight += weight;
        for &lit in &taker.lits {
            self.gains[variable(lit)] += weight;
        }
    }
}

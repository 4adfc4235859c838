//! Random permutations of a formula: its variables are renumbered, its clauses and literals
//! reordered.
//!
//! ```
//! use knightsat_cnf::shuffle::{Renaming, shuffle};
//! use knightsat_cnf::sink::{ClauseSink, Cnf};
//!
//! let mut formula = Cnf::default();
//! let vars = formula.new_vars(3);
//! formula.clause(&[vars.get(0).pos(), vars.get(2).neg()]);
//! let shuffled = shuffle(&formula, 7);
//! assert_eq!(shuffled.size(), formula.size());
//! assert!(Renaming::new(7, 3).lit(vars.get(0).neg()).to_dimacs() < 0);
//! ```
//!
//! A single run of a solver is a poor measurement of an encoding, since any change of order changes
//! the search. So solvers are timed on several shuffles of a formula. A seed gives one shuffle on
//! every machine and in every version. The random words are those of ChaCha with 8 rounds, its key
//! the seed, and their use is defined here. The numbering is drawn first, so that the seed and the
//! number of variables suffice to undo it.

use crate::sink::{ClauseSink, Cnf, each};
use crate::{Lit, Model, Var};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use knightsat_base::random;

/// A new number for every variable of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// New variables by old number less one.
    new: Vec<Var>,
}

impl Renaming {
    /// Returns the numbering of [`shuffle`] for a formula of this many variables.
    pub fn new(seed: u64, variables: u32) -> Renaming {
        Renaming::draw(&mut generator(seed), variables)
    }

    fn draw(random: &mut ChaCha8Rng, variables: u32) -> Renaming {
        let mut new: Vec<Var> = (1..=variables).filter_map(Var::new).collect();
        random::shuffle(&mut new, || random.next_u64());
        Renaming { new }
    }

    /// Returns the new variable of an old one. Variables beyond the number given to
    /// [`Renaming::new`] keep their numbers.
    pub fn var(&self, var: Var) -> Var {
        let new = self.new.get(var.number() as usize - 1);
        new.copied().unwrap_or(var)
    }

    /// Returns the new literal of an old one.
    pub fn lit(&self, lit: Lit) -> Lit {
        let new = self.var(lit.var());
        if lit.is_positive() {
            new.pos()
        } else {
            new.neg()
        }
    }

    /// Returns the model of the old formula for a model of the new one.
    pub fn undo(&self, model: &Model) -> Model {
        let value = |old| match model.value(self.lit(Var::pos(old)).var()) {
            Some(true) => Some(old.pos()),
            Some(false) => Some(old.neg()),
            None => None,
        };
        let old = (1..=self.new.len() as u32).filter_map(Var::new);
        let lits: Vec<Lit> = old.filter_map(value).collect();
        Model::from_lits(&lits).expect("every variable is listed once")
    }
}

/// Returns the formula with its variables renamed, and its clauses and their literals in random
/// order.
pub fn shuffle(cnf: &Cnf, seed: u64) -> Cnf {
    let mut shuffled = Cnf::default();
    shuffle_to(cnf, seed, &mut shuffled);
    shuffled
}

/// Writes the shuffled formula clause by clause. Besides the formula, only its new order is in
/// memory.
pub fn shuffle_to<S: ClauseSink>(cnf: &Cnf, seed: u64, sink: &mut S) {
    let mut random = generator(seed);
    let renaming = Renaming::draw(&mut random, cnf.variables());
    let mut clauses: Vec<&[Lit]> = cnf.clauses().collect();
    random::shuffle(&mut clauses, || random.next_u64());
    sink.new_vars(cnf.variables());
    let mut renamed = Vec::new();
    each(clauses, sink, |clause, sink| {
        renamed.clear();
        renamed.extend(clause.iter().map(|&lit| renaming.lit(lit)));
        random::shuffle(&mut renamed, || random.next_u64());
        sink.clause(&renamed);
    });
}

/// The key is the seed, least byte first, and zeros.
fn generator(seed: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Cnf {
        let mut cnf = Cnf::default();
        cnf.new_vars(5);
        let clauses: [&[i32]; 5] = [&[1, -2], &[2, 3, -4], &[-1, -3], &[4, 5, 1, -2], &[-5]];
        for clause in clauses {
            let lits = clause.iter().filter_map(|&number| Lit::from_dimacs(number));
            cnf.clause(&lits.collect::<Vec<Lit>>());
        }
        cnf
    }

    fn numbers(cnf: &Cnf) -> Vec<Vec<i32>> {
        let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
        cnf.clauses().map(numbers).collect()
    }

    #[test]
    fn a_renaming_is_a_permutation_that_is_undone() {
        for seed in 0..20 {
            let renaming = Renaming::new(seed, 1000);
            let mut numbers: Vec<u32> = renaming.new.iter().map(|var| var.number()).collect();
            assert!(!numbers.is_sorted());
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(1..=1000));
            // Variable 8 is open.
            let lits = [7, -1000].map(|number| Lit::from_dimacs(number).unwrap());
            let renamed = Model::from_lits(&lits.map(|lit| renaming.lit(lit))).unwrap();
            assert_eq!(renaming.undo(&renamed), Model::from_lits(&lits).unwrap());
        }
    }

    #[test]
    fn a_seed_means_the_same_shuffle_for_ever() {
        let found = numbers(&shuffle(&small(), 1));
        assert_eq!(found, numbers(&shuffle(&small(), 1)));
        assert_ne!(found, numbers(&shuffle(&small(), 2)));
        let known: [&[i32]; 5] = [&[5, 1, -4, 2], &[3, -5, 4], &[-1, -3], &[-4, 1], &[-2]];
        assert_eq!(found, known, "a change here makes old measurements void");
    }
}

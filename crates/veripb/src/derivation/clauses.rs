//! The clauses that a SAT solver refutes, each with the constraint from which it follows by
//! propagation.

use knightsat_cnf::sink::{ClauseSink, Cnf};
use knightsat_cnf::{Lit, Var};

/// Clauses, and how they are said in the proof.
#[derive(Default)]
pub(super) struct Clauses {
    pub cnf: Cnf,
    /// The constraint that implies each clause, and propagates all that it does.
    pub hints: Vec<u64>,
    /// What every variable is in the proof.
    names: Vec<Lit>,
}

impl Clauses {
    /// A variable that is this one in the proof.
    pub fn variable(&mut self, name: Lit) -> Lit {
        self.names.push(name);
        self.cnf.new_var().pos()
    }

    /// What a literal is in the proof.
    pub fn name(&self, lit: Lit) -> Lit {
        let name = self.names[lit.var().number() as usize - 1];
        if lit.is_positive() { name } else { !name }
    }

    /// The same of a number in a solver's proof, if there is such a literal.
    pub fn name_of(&self, number: i32) -> Option<Lit> {
        let lit = Lit::from_dimacs(number)?;
        let is_there = lit.var() <= Var::new(self.names.len() as u32)?;
        is_there.then(|| self.name(lit))
    }

    /// A clause that this constraint implies.
    pub fn clause(&mut self, lits: &[Lit], id: u64) {
        self.cnf.clause(lits);
        self.hints.push(id);
    }

    /// That at least so many of a few literals are true, as `id` says.
    pub fn at_least(&mut self, count: usize, lits: &[Lit], id: u64) {
        match count {
            0 => {}
            1 => self.clause(lits, id),
            _ if lits.len() < count => self.clause(&[], id),
            _ => {
                for left_out in 0..lits.len() {
                    let others = lits.iter().enumerate();
                    let others = others.filter(|&(place, _)| place != left_out);
                    let others: Vec<Lit> = others.map(|(_, &lit)| lit).collect();
                    self.clause(&others, id);
                }
            }
        }
    }

    /// That at most so many, up to two, of a few literals are true, as `id` says.
    pub fn at_most(&mut self, count: usize, lits: &[Lit], id: u64) {
        for (a, &first) in lits.iter().enumerate() {
            if count == 0 {
                self.clause(&[!first], id);
                continue;
            }
            for (b, &second) in lits.iter().enumerate().skip(a + 1) {
                if count == 1 {
                    self.clause(&[!first, !second], id);
                    continue;
                }
                for &third in &lits[b + 1..] {
                    self.clause(&[!first, !second, !third], id);
                }
            }
        }
    }
}

//! Clauses of an encoding with given literals instead of its arcs.

use knightsat_cnf::gadget::term::Term;
use knightsat_cnf::sink::{ClauseSink, Group};
use knightsat_cnf::{Lit, Var, Vars};

/// Writes a clause of terms, which may include equal or opposite literals.
pub fn clause_of<S: ClauseSink + ?Sized>(terms: &[Term], sink: &mut S) {
    if terms.contains(&Term::TRUE) {
        return;
    }
    let lits: Vec<Lit> = terms.iter().filter_map(|term| term.lit()).collect();
    let mut sorted = lits.clone();
    // Sorting puts both literals of a variable next to each other.
    sorted.sort_unstable_by_key(|lit| (lit.var(), lit.is_positive()));
    sorted.dedup();
    if sorted.windows(2).any(|pair| pair[0] == !pair[1]) {
        return;
    }
    // The order matters to solvers.
    let is_kept = sorted.len() == lits.len();
    sink.clause(if is_kept { &lits } else { &sorted });
}

/// A receiver of an encoding. Its arcs become given terms, and its other variables follow those of
/// `sink`.
pub struct Linked<'s, S> {
    terms: Vec<Term>,
    /// The number of variables that the encoding has allocated.
    taken: u32,
    /// The first fresh variable of the encoding, and of `sink`.
    before: Option<[u32; 2]>,
    sink: &'s mut S,
}

impl<'s, S> Linked<'s, S> {
    /// Returns a receiver that passes on to `sink`; the first variables of the encoding are these
    /// terms.
    pub fn new(terms: Vec<Term>, sink: &'s mut S) -> Linked<'s, S> {
        Linked {
            terms,
            taken: 0,
            before: None,
            sink,
        }
    }

    fn term(&self, lit: Lit) -> Term {
        let number = lit.var().number();
        let term = match (self.terms.get(number as usize - 1), self.before) {
            (Some(&term), _) => term,
            (None, Some([theirs, ours])) => {
                let var = Var::new(number - theirs + ours);
                Term::Open(var.expect("taken from the sink").pos())
            }
            (None, None) => unreachable!("variable {number} was not taken"),
        };
        if lit.is_positive() { term } else { !term }
    }
}

impl<S: ClauseSink> ClauseSink for Linked<'_, S> {
    fn group(&mut self, group: &'static Group) {
        self.sink.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        let vars = Vars::take(&mut self.taken, count);
        // The arcs come first, in one block.
        if self.taken as usize > self.terms.len() && count > 0 {
            let first = vars.get(0).number();
            let [theirs, ours] = [first, self.sink.new_vars(count).get(0).number()];
            let [before, after] = *self.before.get_or_insert([theirs, ours]);
            assert_eq!(
                theirs - before,
                ours - after,
                "the variables of the sink follow each other"
            );
        }
        vars
    }

    fn clause(&mut self, lits: &[Lit]) {
        let terms: Vec<Term> = lits.iter().map(|&lit| self.term(lit)).collect();
        clause_of(&terms, self.sink);
    }

    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

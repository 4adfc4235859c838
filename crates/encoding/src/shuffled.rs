//! Shuffled formulas: their clauses, the meaning of their variables, and decoding of their models.

use super::Formula;
use knightsat_cnf::dimacs::read::Header;
use knightsat_cnf::shuffle::{Renaming, shuffle_to};
use knightsat_cnf::sink::{ClauseSink, Cnf, Size};
use knightsat_cnf::{Clauses, Lit, Model, Var, Vars};
use std::borrow::Cow;

impl Formula<'_> {
    /// Collects the clauses and writes them to `sink` in the order of the shuffle.
    pub(super) fn encode_shuffled(&self, sink: &mut dyn ClauseSink) {
        let mut collected = Collected {
            cnf: Cnf::default(),
            sink,
        };
        self.encode_plain(&mut collected);
        let Collected { cnf, mut sink } = collected;
        if !sink.is_done() {
            shuffle_to(&cnf, self.style().shuffle, &mut sink);
        }
    }

    /// Returns the new numbers of the variables, if the formula is shuffled.
    fn renaming(&self) -> Option<Renaming> {
        let seed = self.style().shuffle;
        (seed != 0).then(|| Renaming::new(seed, self.header().variables))
    }

    /// Returns the map from literals of the encoder to written literals.
    pub(super) fn rename(&self) -> impl Fn(Lit) -> Lit + use<> {
        let renaming = self.renaming();
        move |lit| renaming.as_ref().map_or(lit, |renaming| renaming.lit(lit))
    }

    /// Returns a model of the written formula as a model of the encoder's formula.
    pub(super) fn plain<'m>(&self, model: &'m Model) -> Cow<'m, Model> {
        match self.renaming() {
            Some(renaming) => Cow::Owned(renaming.undo(model)),
            None => Cow::Borrowed(model),
        }
    }

    /// Returns the variables that represent the tour, in order.
    pub fn tour_vars(&self) -> Vec<Var> {
        let rename = self.rename();
        let vars = (1..=self.tour_variables()).filter_map(Var::new);
        let mut vars: Vec<Var> = vars.map(|var| rename(var.pos()).var()).collect();
        vars.sort_unstable();
        vars
    }
}

/// A sink that collects clauses until another sink is done.
struct Collected<'s> {
    cnf: Cnf,
    sink: &'s mut dyn ClauseSink,
}

impl ClauseSink for Collected<'_> {
    fn new_vars(&mut self, count: u32) -> Vars {
        self.cnf.new_vars(count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.cnf.clause(lits);
    }

    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

impl Clauses for Formula<'_> {
    fn header(&self) -> Header {
        Formula::header(self)
    }

    fn total(&self) -> Size {
        Formula::total(self)
    }

    fn write<S: ClauseSink>(&self, sink: &mut S) {
        self.encode(sink);
    }
}

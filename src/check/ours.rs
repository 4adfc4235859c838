//! Our own encodings under test.

use super::{Fact, Meaning, Style, Subject};
use crate::cnf::{Lit, Model};
use crate::encoding::Formula;
use crate::encoding::lazy::Whole;
use crate::sink::{ClauseSink, Size};

impl Subject for Formula<'_> {
    fn encode(&self, mut sink: &mut dyn ClauseSink) -> Meaning {
        Formula::encode(self, &mut sink);
        self.meaning()
    }

    fn sizes(&self) -> Option<Vec<(&'static str, Size)>> {
        Some(self.size())
    }

    fn cut(&self, model: &Model) -> Vec<Vec<Lit>> {
        // A model that is no permutation of the vertices has no cuts, and is shown as it is.
        self.cuts(model).unwrap_or_default()
    }
}

impl Subject for Whole<'_> {
    fn encode(&self, mut sink: &mut dyn ClauseSink) -> Meaning {
        Whole::encode(self, &mut sink);
        let mut meaning = Meaning::of(Style::Edges);
        for ([a, b], lit) in self.edges() {
            meaning.add(Fact::edge(a, b), &[lit]);
        }
        meaning
    }

    fn cut(&self, model: &Model) -> Vec<Vec<Lit>> {
        let held = self.edges().filter(|&(_, lit)| model.satisfies(lit));
        self.cuts(&held.map(|(ends, _)| ends).collect::<Vec<_>>())
    }
}

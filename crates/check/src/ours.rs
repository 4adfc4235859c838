//! Our own encodings under test.

use super::{Fact, Meaning, Style, Subject};
use knightsat_cnf::sink::{ClauseSink, Size};
use knightsat_cnf::{Lit, Model};
use knightsat_encoding::{Encoder, Formula};
use knightsat_search::lazy::Whole;

impl Subject for Formula<'_> {
    fn encode(&self, mut sink: &mut dyn ClauseSink) -> Meaning {
        Formula::encode(self, &mut sink);
        self.meaning()
    }

    fn sizes(&self) -> Option<Vec<(&'static str, Size)>> {
        Some(self.size())
    }

    fn cut(&self, model: &Model) -> Vec<Vec<Lit>> {
        match self.is_exact() {
            // Whatever is no tour is shown.
            true => Vec::new(),
            // So is what is no permutation of the vertices.
            false => self.cuts(model).unwrap_or_default(),
        }
    }
}

/// An encoding that is in no table, such as one that is about to be.
impl Subject for Box<dyn Encoder + '_> {
    fn encode(&self, sink: &mut dyn ClauseSink) -> Meaning {
        (**self).encode(sink);
        self.meaning(false)
    }

    fn sizes(&self) -> Option<Vec<(&'static str, Size)>> {
        (**self).size(false)
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

//! Atoms of rules in terms of arcs or edges, and of the connectivity.

use super::{Arcs, Choice, Successor, degree};
use crate::Encoder;
use crate::meaning::Fact;
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::gadget::term::Term;
use knightsat_cnf::sink::{ClauseSink, Counter, ThreeCnf};
use knightsat_tour::rule::{Atom, Rule};
use knightsat_tour::{Kind, Problem};

impl Successor<'_> {
    /// Returns true if rules contain steps or an order, which the connectivity defines.
    pub(super) fn needs_positions(&self) -> bool {
        let mut atoms = self.problem.rules().iter().flat_map(Rule::atoms);
        !self.circuit.is_contradictory && atoms.any(|atom| atom.ends().is_none())
    }

    /// Returns, for each of these atoms, the terms whose conjunction it is, if it has variables.
    pub(super) fn terms_of(
        &self,
        problem: &Problem,
        atoms: &[Atom],
        three_cnf: bool,
    ) -> Vec<Option<Vec<Term>>> {
        if self.circuit.is_contradictory {
            return vec![Some(vec![Term::FALSE]); atoms.len()];
        }
        let mut terms = self.meaning(three_cnf).terms(problem, atoms);
        let Choice::Arcs(arcs, amo) = &self.choice else {
            return terms;
        };
        let numbered = atoms.iter().enumerate();
        let numbered =
            numbered.filter_map(|(index, &atom)| Some((index, by_position(problem, atom)?)));
        let (indices, asked): (Vec<usize>, Vec<Atom>) = numbered.unzip();
        if asked.is_empty() {
            return terms;
        }
        let mut counter = Counter::default();
        let said = match three_cnf {
            true => self.connected(arcs, *amo, &asked, &mut ThreeCnf::new(&mut counter)),
            false => self.connected(arcs, *amo, &asked, &mut counter),
        };
        for (index, term) in indices.into_iter().zip(said) {
            terms[index] = term.map(|term| vec![term]);
        }
        terms
    }

    /// Returns the terms of the connectivity, whose variables follow those of the degrees.
    fn connected<S: ClauseSink>(
        &self,
        arcs: &Arcs,
        amo: Option<Amo>,
        atoms: &[Atom],
        sink: &mut S,
    ) -> Vec<Option<Term>> {
        sink.new_vars(self.variables());
        degree::arcs(&self.circuit, arcs, amo, sink);
        self.connectivity.terms(&self.circuit, atoms, sink)
    }
}

/// Returns the atom with the position of its step, counted from the first vertex of the circuit.
/// Returns `None` for moves, and for an order that does not begin at that vertex.
fn by_position(problem: &Problem, atom: Atom) -> Option<Atom> {
    let len = problem.graph().len();
    let first = match problem.kind() {
        Kind::Open => 0,
        Kind::Closed => problem.at().first()?.0,
    };
    match atom {
        Atom::Fact(Fact::At { step, vertex }) => {
            let position = match problem.kind() {
                Kind::Open => step,
                Kind::Closed => (step + len - first) % len,
            };
            let step = position;
            Some(Atom::Fact(Fact::At { step, vertex }))
        }
        Atom::After(..) => (first < 2).then_some(atom),
        Atom::Fact(_) => None,
    }
}

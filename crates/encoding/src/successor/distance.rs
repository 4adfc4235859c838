//! Connectivity by distance. Every vertex other than the first has one position on the cycle, with
//! a variable for each possible position.
//!
//! ```
//! use knightsat_encoding::{Formula, Name};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let formula = Formula::new(&problem, Name::Distance.style())?;
//! assert!(formula.is_exact() && formula.total().clauses > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variables: u\[v\]\[p\], vertex v is p arcs after the first one. The windows of the shared
//! preprocessing contain the possible p: they use distances by breadth-first search, and the
//! colour.
//!
//! Clauses, by group:
//! - *one position*: ⋁ u\[v\]\[·\] and at most one of u\[v\]\[·\] for every v;
//! - *next position*: ¬a\[vw\] ∨ ¬u\[v\]\[p\] ∨ u\[w\]\[p+1\], and ¬a\[vw\] ∨ ¬u\[w\]\[p+1\] ∨
//!   u\[v\]\[p\]. An arc out of the first vertex leads to position 1, and one into it comes from
//!   position len − 1.
//!
//! Size with n vertices besides the first, nothing pruned: n² variables and those of the
//! at-most-one constraints. There are 2·A·n clauses for A arcs among them, n for an arc out of the
//! first vertex and one for an arc into it. Pruning leaves about a half of each on boards.
//!
//! Distance encoding: Zhou, In pursuit of an efficient SAT encoding for the Hamiltonian cycle
//! problem, CP 2020. The variables are those of the direct encoding of integers.

use super::{ArcTerms, Connectivity, Prepared, lits, on_arcs};
use crate::{Encoder, FormulaError, Known, Options, Task};
use knightsat_cnf::gadget::amo::Amo;
use knightsat_cnf::sink::{ClauseSink, clause, each};
use knightsat_cnf::{Term, Vars};
use knightsat_tour::fact::Fact;
use knightsat_tour::line::Window;
use knightsat_tour::rule::Atom;

knightsat_cnf::clause_groups! {
    ONE_POSITION: "one position",
        "every square has one position on the tour",
        "Σ_p u[v,p] = 1 for every v";
    NEXT_POSITION: "next position",
        "an arc leads from one position to the next",
        "a[v,w] ∧ u[v,p] → u[w,p+1]; a[v,w] ∧ u[w,p+1] → u[v,p]";
}

/// Lays the encoding out. The default at-most-one encoding of positions is product.
pub fn lay_out(options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    let amo = options.amo.and_then(|amo| amo.steps);
    on_arcs(task, options, |_, _| Ok(Box::new(Distance(amo))))
}

/// Connectivity by positions, with this at-most-one encoding of those of a vertex.
#[derive(Debug, Default)]
pub(super) struct Distance(Option<Amo>);

impl Connectivity for Distance {
    fn has_terms(&self, _circuit: &Prepared, atom: &Atom) -> bool {
        matches!(atom, Atom::Fact(Fact::At { .. }))
    }

    fn on_arcs(
        &self,
        circuit: &Prepared,
        arcs: ArcTerms,
        sink: &mut dyn ClauseSink,
    ) -> Known<'static> {
        sink.group(&ONE_POSITION);
        let lines = lines(circuit, sink);
        each(
            lines.iter().filter(|line| line.window.len() > 1),
            sink,
            |line, sink| {
                let lits = lits(line.positions().map(|position| line.term(position)));
                sink.clause(&lits);
                let amo = self.0.unwrap_or(Amo::Product);
                amo.at_most_one(&lits, sink);
            },
        );
        sink.group(&NEXT_POSITION);
        let last = circuit.len() - 1;
        each(
            (0..).zip(circuit.arcs()),
            sink,
            |(number, &[from, to]), sink| {
                let taken = arcs.term(number);
                let [here, there] = [from, to].map(|vertex| &lines[vertex as usize]);
                if to == circuit.root {
                    clause([!taken, here.term(last)], sink);
                } else {
                    next_position(taken, here, there, sink);
                }
            },
        );
        Known::new(move |atom| match *atom {
            Atom::Fact(Fact::At { step, vertex }) => Some(vec![lines[vertex as usize].term(step)]),
            _ => None,
        })
    }
}

/// The positions of a vertex with their variables.
struct Positions {
    window: Window,
    vars: Vars,
}

impl Positions {
    fn term(&self, position: u32) -> Term {
        if !self.window.contains(position) {
            return Term::FALSE;
        }
        let place = (position - self.window.from) / self.window.stride;
        match self.window.len() {
            1 => Term::TRUE,
            _ => Term::Open(self.vars.get(place).pos()),
        }
    }

    fn positions(&self) -> impl Iterator<Item = u32> + use<> {
        (self.window.from..=self.window.to).step_by(self.window.stride as usize)
    }
}

/// Returns the positions of all vertices: that of the first one is 0. A vertex with only one
/// possible position has no variables.
fn lines(circuit: &Prepared, sink: &mut dyn ClauseSink) -> Vec<Positions> {
    let line = |vertex| {
        let of_first = (vertex == circuit.root).then(|| Window::new(0, 0));
        let window = of_first.unwrap_or_else(|| circuit.positions(vertex));
        let vars = sink.new_vars(if window.len() == 1 { 0 } else { window.len() });
        Positions { window, vars }
    };
    (0..circuit.len()).map(line).collect()
}

/// Writes that an arc of the tour leads from one position to the next.
fn next_position(taken: Term, here: &Positions, there: &Positions, sink: &mut dyn ClauseSink) {
    for position in here.positions() {
        let next = there.term(position + 1);
        clause([!taken, !here.term(position), next], sink);
    }
    for position in there.positions() {
        let earlier = position.checked_sub(1);
        let before = earlier.map_or(Term::FALSE, |earlier| here.term(earlier));
        clause([!taken, !there.term(position), before], sink);
    }
}

//! Connectivity by distance: every vertex other than the first has one position on the cycle, a
//! variable for each that is possible.
//!
//! Variables: u\[v\]\[p\], vertex v is p arcs after the first one. The windows of the shared preprocessing
//! say for which p there is a variable: distances by breadth-first search, and the colour.
//!
//! Clauses, by group:
//! - *one position*: ⋁ u\[v\]\[·\] and at most one of u\[v\]\[·\] for every v;
//! - *next position*: ¬a\[vw\] ∨ ¬u\[v\]\[p\] ∨ u\[w\]\[p+1\], and ¬a\[vw\] ∨ ¬u\[w\]\[p+1\] ∨ u\[v\]\[p\]; an arc out of the
//!   first vertex leads to position 1, one into it comes from position len − 1.
//!
//! Size, n vertices besides the first, nothing pruned: n² variables and those of the at-most-one
//! constraints, 2·A·n clauses for A arcs among them. Pruned, about a half of each on boards.
//! Distance encoding: Zhou, In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem,
//! CP 2020; the variables are those of the direct encoding of integers.

use super::arcs::{Arcs, lits};
use super::circuit::Circuit;
use crate::cnf::Vars;
use crate::encoding::tally::Tally;
use crate::gadget::amo::Amo;
use crate::gadget::term::{Term, clause};
use crate::problem::prepare::Window;
use crate::sink::ClauseSink;
use itertools::Itertools;

/// The positions of a vertex with their variables.
struct Line {
    window: Window,
    vars: Vars,
}

impl Line {
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

/// The positions of a vertex, the first one's is 0.
fn window(circuit: &Circuit, vertex: u32) -> Window {
    match vertex == circuit.first() {
        true => Window {
            from: 0,
            to: 0,
            stride: 1,
        },
        false => circuit.positions(vertex),
    }
}

/// Number of variables of a vertex: none where there is only one position.
fn variables(window: Window) -> u32 {
    match window.len() {
        1 => 0,
        more => more,
    }
}

/// Writes the clauses, at most one position by this encoding, product unless one is given.
pub fn encode<S: ClauseSink>(circuit: &Circuit, arcs: &Arcs, amo: Option<Amo>, sink: &mut S) {
    let first = circuit.first();
    sink.group("one position");
    let mut lines: Vec<Line> = Vec::new();
    for vertex in 0..circuit.len() {
        let window = window(circuit, vertex);
        lines.push(Line {
            window,
            vars: sink.new_vars(variables(window)),
        });
    }
    for line in &lines {
        let lits = lits(line.positions().map(|position| line.term(position)));
        if line.window.len() > 1 {
            sink.clause(&lits);
            amo.unwrap_or(Amo::Product).at_most_one(&lits, sink);
        }
    }
    sink.group("next position");
    let last = circuit.len() - 1;
    for (number, &[from, to]) in (0..).zip(circuit.arcs()) {
        let taken = arcs.term(number);
        let [here, there] = [from, to].map(|vertex| &lines[vertex as usize]);
        if to == first {
            clause([!taken, here.term(last)], sink);
            continue;
        }
        for position in here.positions() {
            clause(
                [!taken, !here.term(position), there.term(position + 1)],
                sink,
            );
        }
        for position in there.positions() {
            let before = match position.checked_sub(1) {
                Some(before) => here.term(before),
                None => Term::FALSE,
            };
            clause([!taken, !there.term(position), before], sink);
        }
        if sink.is_done() {
            return;
        }
    }
}

/// Adds up what [`encode`] writes.
pub fn size(circuit: &Circuit, arcs: &Arcs, amo: Option<Amo>, tally: &mut Tally) {
    tally.group("one position");
    let windows: Vec<Window> = (0..circuit.len()).map(|v| window(circuit, v)).collect();
    for &window in &windows {
        tally.add_variables(u64::from(variables(window)));
    }
    let lengths = windows.iter().map(|window| u64::from(window.len()));
    let lengths = lengths.filter(|&length| length > 1).counts();
    tally.add_each(&lengths);
    tally.add_amo(amo.unwrap_or(Amo::Product), &lengths);
    tally.group("next position");
    for (number, &[from, to]) in (0..).zip(circuit.arcs()) {
        let taken = u64::from(arcs.term(number) != Term::TRUE);
        let [here, there] = [from, to].map(|vertex| windows[vertex as usize]);
        if to == circuit.first() {
            match (here.contains(circuit.len() - 1), here.len()) {
                (false, _) => tally.add(taken, 1),
                (true, 1) => {}
                (true, _) => tally.add(taken + 1, 1),
            }
            continue;
        }
        let both = u64::from(successive(here, there));
        for (one, other) in [(here, there), (there, here)] {
            let length = taken + u64::from(one.len() > 1);
            tally.add(length, u64::from(one.len()) - both);
            // A position that is known makes the clause true.
            if other.len() > 1 {
                tally.add(length + 1, both);
            }
        }
    }
}

/// Number of positions in the one window that are followed by a position in the other.
fn successive(here: Window, there: Window) -> u32 {
    match (here.len(), there.len()) {
        (1, _) => u32::from(there.contains(here.from + 1)),
        (_, 1) => u32::from(there.from > 0 && here.contains(there.from - 1)),
        _ => {
            let met = there.meet(here.from + 1, here.to + 1);
            met.map_or(0, |(from, to)| (to - from) / here.stride + 1)
        }
    }
}

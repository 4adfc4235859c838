//! All steps on different vertices, in one of two ways.

use super::Binary;
use super::layout::StepBits;
use knightsat_cnf::Lit;
use knightsat_cnf::gadget::xor::implies_xor;
use knightsat_cnf::sink::ClauseSink;

impl Binary<'_> {
    /// The bits in which the squares of two steps can differ: where ranks and files of both sum up
    /// to odd numbers, or both to even ones, the lowest bit of one number follows from that of the
    /// other.
    pub(super) fn telling(&self, place: &StepBits) -> Vec<Lit> {
        let mut bits: Vec<Lit> = place.bits().collect();
        if self.domain.is_odd(1).is_some() {
            let spared = place.lowest().pop();
            bits.retain(|&bit| Some(bit) != spared);
        }
        bits
    }

    /// The pairs of steps that clauses must keep apart: those that are not fixed, and with known
    /// colours of one parity only.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let last = self.domain.len();
        let stride = if self.domain.has_colours() { 2 } else { 1 };
        let open = |step: &u32| !self.domain.is_fixed(*step);
        let later = move |first: u32| (first..=last).step_by(stride).skip(1);
        (1..=last).filter(open).flat_map(move |first| {
            let later = later(first).filter(move |step| !self.domain.is_fixed(*step));
            later.map(move |second| (first, second))
        })
    }

    /// Any two steps differ in a bit: d\[i,j,b\] → x\[i,b\] ⊕ x\[j,b\], and one of d\[i,j,·\].
    pub(super) fn pairwise<S: ClauseSink>(&self, places: &[StepBits], sink: &mut S) {
        let bits: Vec<Vec<Lit>> = places.iter().map(|place| self.telling(place)).collect();
        let mut clause = Vec::new();
        for (first, second) in self.pairs() {
            if sink.is_done() {
                return;
            }
            let [a, b] = [first, second].map(|step| &bits[step as usize - 1]);
            let differ = sink.new_vars(a.len() as u32);
            clause.clear();
            for ((&a, &b), differ) in a.iter().zip(b).zip(differ.iter()) {
                for clause in implies_xor(differ.pos(), a, b) {
                    sink.clause(&clause);
                }
                clause.push(differ.pos());
            }
            sink.clause(&clause);
        }
    }

    /// The vertices that clauses must see visited: all but those of fixed steps.
    fn sought(&self) -> impl Iterator<Item = u32> {
        let [first, last] = self
            .domain
            .ends()
            .map(|end| end.filter(|_| self.domain.is_pruned()));
        (0..self.domain.len()).filter(move |&v| Some(v) != first && Some(v) != last)
    }

    /// Every vertex selects a step: s\[i\]\[v\] → the bits of step i are v, and one of s\[·\]\[v\].
    pub(super) fn select<S: ClauseSink>(&self, places: &[StepBits], sink: &mut S) {
        for vertex in self.sought() {
            if sink.is_done() {
                return;
            }
            let steps = (1..=self.domain.len()).filter(|&i| self.domain.allows(i, vertex));
            let steps: Vec<u32> = steps.collect();
            let selects = sink.new_vars(steps.len() as u32);
            for (select, &step) in selects.iter().zip(&steps) {
                let place = &places[step as usize - 1];
                let telling = self.telling(place);
                let bits = self.layout.is(place, vertex);
                // A bit that is told by the others is implied.
                for lit in bits.iter().filter(|lit| telling.contains(&lit.var().pos())) {
                    sink.clause(&[select.neg(), *lit]);
                }
            }
            let clause: Vec<Lit> = selects.iter().map(|var| var.pos()).collect();
            sink.clause(&clause);
        }
    }
}

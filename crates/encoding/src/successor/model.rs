//! The models of successor encodings: their cycles, and atoms of rules in terms of arcs.

use super::edges::holds;
use super::{Arc, Prepared, Successor, TourVars};
use crate::FormulaError;
use crate::meaning::Fact;
use knightsat_cnf::{Model, Vars};
use knightsat_tour::graph::Incidence;
use knightsat_tour::rule::Atom;
use knightsat_tour::sets;

impl Successor {
    /// Returns the cycles of a model, that of the first vertex first, from that vertex on.
    pub(super) fn cycles(&self, tour: Vars, model: &Model) -> Result<Vec<Vec<u32>>, FormulaError> {
        let len = self.circuit.len();
        let moves = self.moves(tour).into_iter();
        let held = moves.filter(|&(_, term)| holds(term, model));
        let taken: Vec<Arc> = held.map(|(ends, _)| ends).collect();
        let links = match self.choice {
            TourVars::Arcs { .. } => along_arcs(len, &taken)?,
            TourVars::Edges(_) => along_edges(len, taken)?,
        };
        let mut is_seen = vec![false; links.len()];
        let mut cycles: Vec<Vec<u32>> = Vec::new();
        for start in 0..len {
            if !is_seen[start as usize] {
                let cycle = sets::walk(&links, start);
                cycle.iter().for_each(|&v| is_seen[v as usize] = true);
                cycles.push(cycle);
            }
        }
        let first = |cycle: &Vec<u32>| cycle.iter().position(|&v| v == self.circuit.root);
        let mut numbered = cycles.iter().enumerate();
        if let Some((number, place)) = numbered.find_map(|(nth, cycle)| Some((nth, first(cycle)?)))
        {
            cycles[..=number].rotate_right(1);
            cycles[0].rotate_left(place);
        }
        Ok(cycles)
    }

    /// Returns true if the connectivity has terms for an atom, or for the steps that define it; and
    /// for one that is no step and no order.
    pub(super) fn has_terms(&self, atom: &Atom) -> bool {
        let has = |atom: &Atom| self.connectivity.has_terms(&self.circuit, atom);
        match atom {
            Atom::Fact(Fact::At { .. }) => {
                self.arc(atom).is_some() || self.has_positions_of_steps()
            }
            Atom::After(..) => {
                let is_known = by_position(&self.circuit, atom).is_some_and(|atom| has(&atom));
                is_known || self.has_positions_of_steps()
            }
            _ => true,
        }
    }

    /// Returns true if the connectivity has terms for positions.
    pub(super) fn has_positions_of_steps(&self) -> bool {
        let (step, vertex) = (1, 0);
        let atom = Atom::Fact(Fact::At { step, vertex });
        self.connectivity.has_terms(&self.circuit, &atom)
    }

    /// Returns the arc that an atom is: over a local or a long edge.
    pub(super) fn arc(&self, atom: &Atom) -> Option<Arc> {
        match *atom {
            Atom::Fact(Fact::Arc { from, to }) => Some([from, to]),
            Atom::Fact(Fact::At { step, vertex }) => self.circuit.arc_at(step, vertex),
            _ => None,
        }
    }
}

/// Returns the vertices after and before every vertex, if it has one of each.
fn along_arcs(len: u32, taken: &[Arc]) -> Result<Vec<[u32; 2]>, FormulaError> {
    let mut links = vec![[None; 2]; len as usize];
    for &[from, to] in taken {
        for (side, [vertex, other]) in [[from, to], [to, from]].into_iter().enumerate() {
            if links[vertex as usize][side].replace(other).is_some() {
                return Err(FormulaError::TwoMoves(vertex));
            }
        }
    }
    // If every vertex has one after it, each is after another.
    let link = |(vertex, [after, before]): (u32, [Option<u32>; 2])| {
        let next = after.ok_or(FormulaError::NoMove(vertex))?;
        Ok([next, before.unwrap_or(next)])
    };
    (0..).zip(links).map(link).collect()
}

/// Returns the two neighbours of every vertex, if it has two.
fn along_edges(len: u32, taken: Vec<Arc>) -> Result<Vec<[u32; 2]>, FormulaError> {
    if len == 2 && !taken.is_empty() {
        // Over a long edge, there and back.
        return Ok(vec![[1; 2], [0; 2]]);
    }
    let beside = Incidence::new(len, taken);
    let link = |vertex| match beside.numbers(vertex) {
        &[one, two] => Ok([one, two].map(|edge| beside.other_end(edge, vertex))),
        [] | [_] => Err(FormulaError::NoMove(vertex)),
        _ => Err(FormulaError::TwoMoves(vertex)),
    };
    (0..len).map(link).collect()
}

/// Returns the atom with the position of its step, counted from the first vertex of the circuit.
/// Returns `None` for moves, and for an order that does not begin at that vertex.
pub(super) fn by_position(circuit: &Prepared, atom: &Atom) -> Option<Atom> {
    match *atom {
        Atom::Fact(Fact::At { step, vertex }) => {
            let step = circuit.position(step)?;
            Some(Atom::Fact(Fact::At { step, vertex }))
        }
        Atom::After(..) => (circuit.first_step()? < 2).then(|| atom.clone()),
        _ => None,
    }
}

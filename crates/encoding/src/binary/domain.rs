//! The vertices that are possible at each step, by pruning or without it.

use super::bits::equals;
use crate::Task;
use knightsat_cnf::gadget::width;
use knightsat_cnf::{Lit, Model, Vars};
use knightsat_tour::graph::Coordinates;
use knightsat_tour::prepare::Options;
use knightsat_tour::timeline::Timeline;
use knightsat_tour::{Prepared, Problem};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The possible vertices of the steps.
#[derive(Clone, Debug)]
pub struct Domain {
    pub line: Timeline,
    /// True if rank + file is odd at odd steps, on a grid whose squares change colour at every
    /// step.
    odd_at_odd: Option<bool>,
}

impl Domain {
    pub fn new(task: Task, layout: &Layout, prune: bool) -> Domain {
        let prepared = prune
            .then(|| Prepared::new(task.problem, Options::default(), &task.stop))
            .filter(|known| task.shortcuts || !known.is_contradictory);
        let is_odd = |vertex| layout.numbers(vertex).sum::<u32>() % 2 == 1;
        let mut domain = Domain {
            line: match prepared {
                Some(prepared) => prepared.timeline(),
                None => Timeline::new(task.problem),
            },
            odd_at_odd: None,
        };
        if layout.coordinates.is_some() && domain.has_colours() {
            let agrees = |odd: &bool| {
                let is_at_odd = |v| domain.line.parity(v) == Some(1);
                (0..domain.len()).all(|v| is_odd(v) == (is_at_odd(v) == *odd))
            };
            domain.odd_at_odd = [false, true].into_iter().find(agrees);
        }
        domain
    }

    /// Returns the number of vertices, which is that of the steps.
    pub fn len(&self) -> u32 {
        self.line.len()
    }

    /// Returns true if the vertex of the step is known. The step then needs no other clauses.
    pub fn is_fixed(&self, step: u32) -> bool {
        let [first, last] = self.line.ends();
        self.line.is_pruned()
            && (first.is_some() && step == 1 || last.is_some() && step == self.len())
    }

    /// Returns true if the colour of each vertex determines the parity of its steps.
    pub fn has_colours(&self) -> bool {
        self.line.parity(0).is_some()
    }

    /// Returns true if rank + file of the squares of this step is odd; `None` if that is unknown.
    pub fn is_odd(&self, step: u32) -> Option<bool> {
        self.odd_at_odd.map(|odd| odd == (step % 2 == 1))
    }

    /// Returns true if the clauses about colours exclude `vertex` at `step`.
    pub fn is_other_colour(&self, step: u32, vertex: u32) -> bool {
        self.odd_at_odd.is_some() && self.line.parity(vertex) != Some(step % 2)
    }
}

/// A representation of vertices by one or two numbers.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The places of the vertices, if the numbers are ranks and files.
    pub coordinates: Option<Arc<Coordinates>>,
    vertices: u32,
    /// The exclusive upper bounds of the numbers.
    pub sides: Vec<u32>,
}

impl Layout {
    pub fn new(problem: &Problem) -> Layout {
        let vertices = problem.graph().len();
        let coordinates = problem.shared_coordinates();
        let places = coordinates.as_ref();
        let sides = places.map_or(vec![vertices], |places| places.sides().to_vec());
        Layout {
            coordinates,
            vertices,
            sides,
        }
    }

    /// Returns the number of bits of a step.
    pub fn bits(&self) -> u32 {
        self.sides.iter().map(|&side| width(side.into())).sum()
    }

    /// Returns the numbers of a vertex.
    pub fn numbers(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let places = self.coordinates.as_ref();
        let place = places.map(|places| places.of(vertex));
        (0..self.sides.len()).map(move |axis| place.map_or(vertex, |place| place[axis]))
    }

    /// Returns the bits of a step, from the variables of all steps: one list for each number.
    pub fn at(&self, vars: Vars, step: u32) -> StepBits {
        let mut next = (step - 1) * self.bits();
        let number = |&side: &u32| {
            let places = next..next + width(side.into());
            next = places.end;
            places.map(|place| vars.get(place).pos()).collect()
        };
        StepBits(self.sides.iter().map(number).collect())
    }

    /// Returns the literals that are all true if the place is that of a vertex.
    pub fn is(&self, place: &StepBits, vertex: u32) -> Vec<Lit> {
        place.equals(self.numbers(vertex))
    }

    /// Returns the clause that the place is not that of a vertex.
    pub fn is_not(&self, place: &StepBits, vertex: u32) -> Vec<Lit> {
        not(self.is(place, vertex))
    }

    /// Returns the vertex at every pair of numbers that has one.
    pub fn vertices(&self) -> FxHashMap<[u32; 2], u32> {
        let key = |vertex| {
            let mut numbers = self.numbers(vertex);
            let first = numbers.next().expect("a vertex has a number");
            // Off a grid there is no other.
            [first, numbers.next().unwrap_or_default()]
        };
        (0..self.vertices).map(|v| (key(v), v)).collect()
    }

    /// Returns the places on the grid that no vertex has, rank by rank. Returns no place on graphs
    /// without a grid.
    pub fn holes(&self) -> Vec<[u32; 2]> {
        let Some(places) = &self.coordinates else {
            return Vec::new();
        };
        let [ranks, files] = places.sides();
        if u64::from(ranks) * u64::from(files) == u64::from(self.vertices) {
            return Vec::new();
        }
        let taken = self.vertices();
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| [rank, file]));
        all.filter(|place| !taken.contains_key(place)).collect()
    }
}

/// Returns the literals negated.
pub fn not(mut lits: Vec<Lit>) -> Vec<Lit> {
    lits.iter_mut().for_each(|lit| *lit = !*lit);
    lits
}

/// The bits of a step: one list for each number, lowest first.
#[derive(Clone, Debug)]
pub struct StepBits(pub Vec<Vec<Lit>>);

impl StepBits {
    /// Returns all bits.
    pub fn bits(&self) -> impl Iterator<Item = Lit> {
        self.0.iter().flatten().copied()
    }

    /// Returns the lowest bit of every number that has bits.
    pub fn lowest(&self) -> Vec<Lit> {
        let lowest = self.0.iter().filter_map(|bits| bits.first());
        lowest.copied().collect()
    }

    /// Returns the literals that are all true at these numbers.
    pub fn equals(&self, numbers: impl IntoIterator<Item = u32>) -> Vec<Lit> {
        let numbers = self.0.iter().zip(numbers);
        let lits = numbers.flat_map(|(bits, value)| equals(bits, value));
        lits.collect()
    }

    /// Returns the numbers that a model gives the bits; unassigned bits are 0.
    pub fn read(&self, model: &Model) -> [u32; 2] {
        let mut numbers = [0; 2];
        for (number, bits) in numbers.iter_mut().zip(&self.0) {
            for (place, &bit) in bits.iter().enumerate() {
                *number |= u32::from(model.satisfies(bit)) << place;
            }
        }
        numbers
    }
}

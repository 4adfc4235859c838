//! Which vertex may be visited at which step: what pruning knows, or nothing.

use super::bits::equals;
use crate::Task;
use knightsat_cnf::gadget::width;
use knightsat_cnf::{Lit, Model, Vars};
use knightsat_tour::graph::{Coordinates, Graph};
use knightsat_tour::prepare::Options;
use knightsat_tour::{Prepared, Problem};
use rustc_hash::FxHashMap;

/// What is known of the steps.
#[derive(Clone, Debug)]
pub struct Domain<'p> {
    problem: &'p Problem,
    /// With pruning only.
    prepared: Option<Prepared>,
    /// On a grid whose squares change colour at every step: whether rank + file is odd at odd
    /// steps.
    odd_at_odd: Option<bool>,
}

impl<'p> Domain<'p> {
    pub fn new(task: Task<'p>, layout: &Layout, prune: bool) -> Domain<'p> {
        let problem = task.problem;
        let prepared = prune.then(|| Prepared::new(problem, Options::default()));
        let prepared = prepared.filter(|known| task.shortcuts || !known.is_contradictory());
        let is_odd = |vertex| layout.numbers(vertex).sum::<u32>() % 2 == 1;
        let mut domain = Domain {
            problem,
            prepared,
            odd_at_odd: None,
        };
        if layout.coordinates().is_some() && domain.has_colours() {
            let agrees = |odd: &bool| {
                let is_at_odd = |v| domain.parity(v) == Some(1);
                (0..domain.len()).all(|v| is_odd(v) == (is_at_odd(v) == *odd))
            };
            domain.odd_at_odd = [false, true].into_iter().find(agrees);
        }
        domain
    }

    /// Number of vertices, and of steps.
    pub fn len(&self) -> u32 {
        self.problem.graph().len()
    }

    /// The moves that a tour may take.
    pub fn graph(&self) -> &Graph {
        let prepared = self.prepared.as_ref();
        prepared.map_or(self.problem.graph(), Prepared::graph)
    }

    /// Whether anything is known of the steps.
    pub fn is_pruned(&self) -> bool {
        self.prepared.is_some()
    }

    /// Whether no tour can exist.
    pub fn is_contradiction(&self) -> bool {
        self.prepared
            .as_ref()
            .is_some_and(Prepared::is_contradictory)
    }

    /// The vertices of the first and of the last step, where they are given or known.
    pub fn ends(&self) -> [Option<u32>; 2] {
        match &self.prepared {
            Some(prepared) => [prepared.first(), prepared.last()],
            None => [self.problem.start(), self.problem.end()],
        }
    }

    /// Whether the vertex of the step is known, so that nothing else need be said of it.
    pub fn is_fixed(&self, step: u32) -> bool {
        let [first, last] = self.ends();
        self.prepared.is_some()
            && (first.is_some() && step == 1 || last.is_some() && step == self.len())
    }

    /// Whether the tour may be on `vertex` at `step`.
    pub fn allows(&self, step: u32, vertex: u32) -> bool {
        let Some(prepared) = &self.prepared else {
            return true;
        };
        // The windows are those of the first period, and of vertices turned back to it.
        let period = self.problem.period();
        let mut vertex = vertex;
        for _ in 0..(step - 1) / period {
            vertex = self.problem.symmetry().preimage(vertex);
        }
        prepared.windows()[vertex as usize].contains((step - 1) % period + 1)
    }

    /// At how many steps the tour may be on `vertex`.
    pub fn steps_of(&self, vertex: u32) -> u64 {
        let Some(prepared) = &self.prepared else {
            return u64::from(self.len());
        };
        let orbit = self.problem.symmetry().orbit(vertex);
        orbit
            .map(|v| u64::from(prepared.windows()[v as usize].len()))
            .sum()
    }

    /// Whether each vertex has one parity of steps, by its colour.
    pub fn has_colours(&self) -> bool {
        self.parity(0).is_some()
    }

    /// The parity of the steps of a vertex, if its colour is known to decide it.
    fn parity(&self, vertex: u32) -> Option<u32> {
        self.prepared.as_ref()?.parity(vertex)
    }

    /// Whether rank + file of the squares of this step is odd, if that is known.
    pub fn is_odd(&self, step: u32) -> Option<bool> {
        self.odd_at_odd.map(|odd| odd == (step % 2 == 1))
    }

    /// Whether clauses about the colours of all steps rule out that the tour is on `vertex` at
    /// `step`.
    pub fn is_other_colour(&self, step: u32, vertex: u32) -> bool {
        self.odd_at_odd.is_some() && self.parity(vertex) != Some(step % 2)
    }

    /// The steps that are not fixed: how many even and how many odd ones.
    pub fn open_steps(&self) -> [u64; 2] {
        let all = u64::from(self.len());
        let mut steps = [all / 2, all.div_ceil(2)];
        for step in [1, self.len()].iter().take(self.len().min(2) as usize) {
            steps[(step % 2) as usize] -= u64::from(self.is_fixed(*step));
        }
        steps
    }

    /// At how many steps clauses must forbid the vertex: not fixed, of its colour where clauses
    /// see to the colours, and not among its steps.
    pub fn forbidden_steps(&self, vertex: u32) -> u64 {
        let open = self.open_steps();
        let considered = match (self.odd_at_odd, self.parity(vertex)) {
            (Some(_), Some(parity)) => open[parity as usize],
            _ => open.iter().sum(),
        };
        // At a fixed step is its vertex, which is nowhere else.
        let [first, last] = self.ends();
        let is_end = self.prepared.is_some() && [first, last].contains(&Some(vertex));
        considered - if is_end { 0 } else { self.steps_of(vertex) }
    }
}

/// One or two numbers that say where a vertex is.
#[derive(Clone, Debug)]
pub struct Layout<'p> {
    coordinates: Option<&'p Coordinates>,
    vertices: u32,
    /// Every number is below its side.
    sides: Vec<u32>,
}

impl<'p> Layout<'p> {
    pub fn new(problem: &'p Problem) -> Layout<'p> {
        let vertices = problem.graph().len();
        let coordinates = problem.coordinates();
        let sides = coordinates.map_or(vec![vertices], |places| places.sides().to_vec());
        Layout {
            coordinates,
            vertices,
            sides,
        }
    }

    /// The bound of every number.
    pub fn sides(&self) -> &[u32] {
        &self.sides
    }

    /// The places of the vertices, where the numbers are ranks and files.
    pub fn coordinates(&self) -> Option<&'p Coordinates> {
        self.coordinates
    }

    /// Bits of a step.
    pub fn bits(&self) -> u32 {
        self.sides.iter().map(|&side| width(side.into())).sum()
    }

    /// The numbers of a vertex.
    pub fn numbers(&self, vertex: u32) -> impl Iterator<Item = u32> {
        let place = self.coordinates.map(|places| places.of(vertex));
        (0..self.sides.len()).map(move |axis| place.map_or(vertex, |place| place[axis]))
    }

    /// The bits of a step, from the variables of all steps: one list for each number.
    pub fn at(&self, vars: Vars, step: u32) -> StepBits {
        let mut next = (step - 1) * self.bits();
        let number = |&side: &u32| {
            let places = next..next + width(side.into());
            next = places.end;
            places.map(|place| vars.get(place).pos()).collect()
        };
        StepBits(self.sides.iter().map(number).collect())
    }

    /// The literals that are all true if the place is that of a vertex.
    pub fn is(&self, place: &StepBits, vertex: u32) -> Vec<Lit> {
        let numbers = place.0.iter().zip(self.numbers(vertex));
        numbers
            .flat_map(|(bits, value)| equals(bits, value).collect::<Vec<_>>())
            .collect()
    }

    /// The vertex at every pair of numbers that has one.
    pub fn vertices(&self) -> FxHashMap<[u32; 2], u32> {
        let key = |vertex| {
            let mut numbers = self.numbers(vertex);
            [numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)]
        };
        (0..self.vertices).map(|v| (key(v), v)).collect()
    }

    /// The places on the grid that no vertex has, as the literals that are all true there; rank by
    /// rank. Of no place on graphs without a grid.
    pub fn holes(&self) -> Vec<[u32; 2]> {
        let Some(places) = self.coordinates else {
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

/// The bits of a step: one list for each number, lowest first.
#[derive(Clone, Debug)]
pub struct StepBits(pub Vec<Vec<Lit>>);

impl StepBits {
    /// All bits.
    pub fn bits(&self) -> impl Iterator<Item = Lit> {
        self.0.iter().flatten().copied()
    }

    /// The lowest bit of every number that has bits.
    pub fn lowest(&self) -> Vec<Lit> {
        self.0
            .iter()
            .filter_map(|bits| bits.first())
            .copied()
            .collect()
    }

    /// The literals that are all true at these numbers.
    pub fn equals(&self, numbers: [u32; 2]) -> Vec<Lit> {
        let pairs = self.0.iter().zip(numbers);
        pairs
            .flat_map(|(bits, value)| equals(bits, value).collect::<Vec<_>>())
            .collect()
    }

    /// The numbers that a model gives the bits; bits that it leaves open are 0.
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

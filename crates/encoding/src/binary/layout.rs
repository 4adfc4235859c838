//! Vertices as bits: rank and file on boards, on other graphs the number of the vertex.

use super::bits::equals;
use knightsat_cnf::gadget::width;
use knightsat_cnf::{Lit, Model, Vars};
use knightsat_tour::Problem;
use knightsat_tour::graph::Coordinates;
use rustc_hash::FxHashMap;

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

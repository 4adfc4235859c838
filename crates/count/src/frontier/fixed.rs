//! The number of cycles that a map of the graph takes to themselves, in a quotient graph.
//!
//! A map turns such a cycle along itself, or it reverses the cycle.
//!
//! - A turned cycle is a cycle of the [quotient](knightsat_tour::quotient) with an odd sum of
//!   voltages. An edge of the quotient stands for a moves of even and b of odd voltage. So a cycle
//!   of the quotient stands for (∏(a + b) − ∏(a − b)) / 2 cycles of odd sum.
//! - A reversed cycle is a cycle of the [folded graph](knightsat_tour::folding), which stands for
//!   the product of the number of its moves.
//!
//! Two sweeps, or one, add up these products over all cycles, modulo primes.

use super::job::Job;
use super::number::{self, Ring};
use super::{BigUint, FrontierError, Options, Progress, reduced};
use knightsat_tour::Problem;
use knightsat_tour::given::{Clue, Given};
use knightsat_tour::lower::Leaf;
use knightsat_tour::reversal::Reversal;
use knightsat_tour::symmetry::Symmetry;
use knightsat_tour::table::Backend;
use std::collections::HashMap;
use std::ops::ControlFlow::{Break, Continue};

/// The number of moves that an edge of a quotient stands for; a difference may be negative.
type Multiples = HashMap<[u32; 2], i32>;

/// Returns the number of cycles of a circuit that a map of order two or four takes to themselves.
/// There are at most so many, and the graph has more than eight vertices.
pub(super) fn fixed(
    circuit: &Problem,
    image: &[u32],
    most: &BigUint,
    options: &Options,
    report: &mut dyn FnMut(Progress),
) -> Result<BigUint, FrontierError> {
    let sweeps = &mut Sweeps {
        primes: number::primes(most.bits() as u32),
        options: &Options {
            scratch: None,
            ..options.clone()
        },
        report,
    };
    let of = |vertex: u32| image[vertex as usize];
    let vertices = 0..circuit.graph().len();
    let at_home = vertices
        .clone()
        .filter(|&vertex| of(vertex) == vertex)
        .count();
    let is_turn = vertices.clone().any(|vertex| of(of(vertex)) != vertex);
    if is_turn {
        // It turns the cycle, so it leaves no vertex where it is, nor does the map twice.
        let is_free = vertices.into_iter().all(|vertex| of(of(vertex)) != vertex);
        return if is_free {
            sweeps.turned(circuit, image, 4)
        } else {
            Ok(BigUint::ZERO)
        };
    }
    let turned = match at_home {
        0 => sweeps.turned(circuit, image, 2)?,
        _ => BigUint::ZERO,
    };
    let reversed = match at_home {
        0..=2 => sweeps.reversed(circuit, image)?,
        _ => BigUint::ZERO,
    };
    Ok(turned + reversed)
}

/// Sweeps over quotient graphs.
struct Sweeps<'s> {
    primes: Vec<u64>,
    options: &'s Options,
    report: &'s mut dyn FnMut(Progress),
}

impl Sweeps<'_> {
    /// Returns the number of cycles that the map turns along themselves.
    fn turned(
        &mut self,
        circuit: &Problem,
        image: &[u32],
        order: u32,
    ) -> Result<BigUint, FrontierError> {
        let (graph, required) = (circuit.graph(), circuit.required());
        let symmetry = Symmetry::new(graph, image.to_vec(), order);
        let is_inner = |&[a, b]: &[u32; 2]| symmetry.orbit(a).any(|image| image == b);
        // Beside a required move, the tours take no other between its orbits.
        let images = required.iter().flat_map(|&[a, b]| {
            let others = symmetry.orbit(b).filter(move |&other| other != b);
            others.map(move |other| [a.min(other), a.max(other)])
        });
        let rivals: Vec<[u32; 2]> = images.filter(|&[a, b]| graph.has_edge(a, b)).collect();
        if required.iter().any(is_inner) || rivals.iter().any(|rival| required.contains(rival)) {
            return Ok(BigUint::ZERO);
        }
        let given = Given::new(required.iter().map(|&ends| Clue::Move(ends)));
        let demanding = Problem::cycle(graph.without_edges(&rivals)).with(given);
        let symmetric = demanding.and_then(|problem| problem.with(symmetry));
        let stated = symmetric.expect("a circuit is closed");
        let lowered = reduced(&stated, Backend::Fixed, self.options)?;
        let leaf = lowered.leaves()[0];
        let (mut sums, mut differences) = (Multiples::new(), Multiples::new());
        for ends in leaf.circuit.local().edges() {
            let choices = leaf.by.map(|by| by.choices(ends)).unwrap_or_default();
            let odd = choices
                .iter()
                .filter(|(voltage, _)| voltage % 2 == 1)
                .count() as i32;
            let all = choices.len() as i32;
            sums.insert(ends, all);
            differences.insert(ends, all - 2 * odd);
        }
        let [sums, differences] = [sums, differences].map(|of| self.products(leaf, &of));
        let residues = sums?.into_iter().zip(differences?);
        let halves = residues.map(|((prime, sum), (_, difference))| {
            let twice = u128::from(sum) + u128::from(prime - difference);
            // The prime is odd.
            let half = twice * u128::from(prime.div_ceil(2)) % u128::from(prime);
            (prime, half as u64)
        });
        Ok(number::combine(&halves.collect::<Vec<_>>()))
    }

    /// Returns the number of cycles that the map reverses.
    fn reversed(&mut self, circuit: &Problem, image: &[u32]) -> Result<BigUint, FrontierError> {
        let graph = circuit.graph();
        let of = |vertex: u32| image[vertex as usize];
        let first: Vec<u32> = (0..graph.len())
            .filter(|&vertex| vertex <= of(vertex))
            .collect();
        let reversal = Reversal::new(graph, image.to_vec());
        let reversed = circuit.clone().with(reversal);
        let stated = reversed.expect("a circuit is closed");
        let lowered = reduced(&stated, Backend::Fixed, self.options)?;
        let leaf = lowered.leaves()[0];
        let multiple = |[a, b]: [u32; 2]| {
            // The last vertex joins the ends of the path.
            let (&a, &b) = (first.get(a as usize)?, first.get(b as usize)?);
            let is_pair =
                of(a) != a && of(b) != b && graph.has_edge(a, b) && graph.has_edge(a, of(b));
            let is_required = |a: u32, b: u32| circuit.required().contains(&[a.min(b), a.max(b)]);
            let forces = |to: u32| is_required(a, to) || is_required(of(a), of(to));
            Some(1 + i32::from(is_pair && !forces(b) && !forces(of(b))))
        };
        let edges = leaf.circuit.local().edges();
        let multiple_of = |ends| (ends, multiple(ends).unwrap_or(1));
        let multiples = edges.map(multiple_of).collect();
        Ok(number::combine(&self.products(leaf, &multiples)?))
    }

    /// Returns the sum over all cycles of the product of the multiples of their edges, modulo each
    /// prime.
    fn products(
        &mut self,
        leaf: Leaf,
        multiples: &Multiples,
    ) -> Result<Vec<(u64, u64)>, FrontierError> {
        let edges = multiples.iter();
        let weights = edges.map(|(&ends, &multiple)| (ends, weight(multiple)));
        let job = match Job::new(leaf, weights.collect(), self.options)? {
            Continue(job) => job,
            Break(tours) => {
                let residues = self.primes.iter().map(|&prime| (prime, tours.into()));
                return Ok(residues.collect());
            }
        };
        let mut residues = Vec::new();
        for &modulus in &self.primes {
            let point = [2, 3, modulus - 1, 0];
            let sum = job.evaluate(Ring { modulus, point }, self.report);
            residues.push((modulus, sum.map_err(|halt| halt.explained(self.options))?));
        }
        Ok(residues)
    }
}

/// Returns the weight of a multiple: the exponents of 2, of 3, of −1 and of 0 that make it.
///
/// # Panics
/// If it is not from −4 to 4.
fn weight(multiple: i32) -> u32 {
    let sign = u8::from(multiple < 0);
    let exponents = match multiple.abs() {
        0 => [0, 0, 0, 1],
        1 => [0, 0, sign, 0],
        2 => [1, 0, sign, 0],
        3 => [0, 1, sign, 0],
        4 => [2, 0, sign, 0],
        _ => unreachable!("a map of order four has orbits of four vertices"),
    };
    u32::from_le_bytes(exponents)
}

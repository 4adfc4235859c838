//! Automorphisms of a formula, found by colour refinement.
//!
//! Variables and clauses start with equal colours, except a few chosen variables: the base. In each
//! round a colour is hashed with those of the neighbours. A base is chosen that makes all variables
//! differ in the end. A symmetry is then known by the images of the base. It is the simplest case
//! of McKay and Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 60, 2014.

use crate::base::random::mix;
use crate::base::stop::Stop;
use itertools::Itertools;
use knightsat_cnf::sink::Cnf;
use knightsat_cnf::{Lit, Var};
use std::collections::{BTreeMap, HashSet};

/// The most rounds of refinement.
const ROUNDS: usize = 64;
/// The most variables of a base, and the most choices of their images that are tried.
const BASE: usize = 4;
const IMAGES: usize = 2048;

/// The clauses of each variable, then the variables of each clause, with signs.
struct Incidences {
    variables: usize,
    at: Vec<Vec<(usize, bool)>>,
}

/// Returns symmetries of order two: pairs of variables that they exchange.
pub(super) fn involutions(formula: &Cnf, stop: &Stop) -> Vec<Vec<[Lit; 2]>> {
    let incidences = Incidences::new(formula);
    let clauses: HashSet<Vec<Lit>> = formula.clauses().map(sorted).collect();
    let is_involution = |images: &Vec<usize>| {
        let image = |lit: &Lit| {
            let image = literal(images[lit.var().number() as usize - 1]);
            if lit.is_positive() { image } else { !image }
        };
        let is_kept = |clause: &Vec<Lit>| {
            let images = clause.iter().map(image).collect_vec();
            clauses.contains(&sorted(&images))
        };
        let mut variables = 0..images.len();
        variables.all(|variable| images[images[variable]] == variable)
            && clauses.iter().all(is_kept)
    };
    let candidates = incidences.candidates(stop).into_iter();
    let pairs = candidates.filter(is_involution).map(|images| {
        let moved = images
            .into_iter()
            .enumerate()
            .filter(|(from, to)| from < to);
        moved
            .map(|(from, to)| [from, to].map(literal))
            .collect_vec()
    });
    pairs.filter(|pairs| !pairs.is_empty()).collect()
}

/// Returns true if a symmetry maps no region to itself. It would map a tour through such a region
/// to its reversal, with at most two such regions.
pub(super) fn is_free(pairs: &[[Lit; 2]], ways: &[Vec<Lit>]) -> bool {
    let images: BTreeMap<Lit, Lit> = pairs.iter().flat_map(|&[a, b]| [(a, b), (b, a)]).collect();
    let is_moved = |lits: &Vec<Lit>| {
        images
            .get(&lits[0])
            .is_some_and(|image| !lits.contains(image))
    };
    ways.iter().all(is_moved)
}

impl Incidences {
    fn new(formula: &Cnf) -> Incidences {
        let variables = formula.variables() as usize;
        let mut at = vec![Vec::new(); variables];
        for (clause, lits) in (variables..).zip(formula.clauses()) {
            let signed = lits
                .iter()
                .map(|lit| (lit.var().number() as usize - 1, lit.is_positive()))
                .collect_vec();
            signed
                .iter()
                .for_each(|&(variable, sign)| at[variable].push((clause, sign)));
            at.push(signed);
        }
        Incidences { variables, at }
    }

    /// Returns permutations of the variables that may be symmetries.
    fn candidates(&self, stop: &Stop) -> Vec<Vec<usize>> {
        let mut base: Vec<usize> = Vec::new();
        let mut images: Vec<Vec<usize>> = vec![Vec::new()];
        loop {
            let rounds = self.refined(&base);
            let totals = rounds.iter().map(|colours| total(colours)).collect_vec();
            let own = rounds
                .last()
                .map_or(&[][..], |last| &last[..self.variables]);
            let live = images.into_iter().filter(|_| !stop.is_over());
            let alike = live.filter_map(|images| Some((self.like(&images, &totals)?, images)));
            let classes = own.iter().copied().zip(0..).into_group_map();
            let several = classes.into_values().filter(|class| class.len() > 1);
            let largest = several.min_by_key(|class| (usize::MAX - class.len(), class[0]));
            let Some(class) = largest else {
                let own = by_colour(own);
                return alike
                    .map(|(colours, _)| matched(&own, &by_colour(&colours)))
                    .collect();
            };
            if base.len() == BASE {
                return Vec::new();
            }
            let next = class[0];
            let extended = alike.flat_map(|(colours, images)| {
                let same = (0..self.variables).filter(move |&other| colours[other] == own[next]);
                same.map(move |image| [&images[..], &[image]].concat())
            });
            images = extended.take(IMAGES).collect();
            base.push(next);
        }
    }

    /// Returns the colours after each round.
    fn rounds(&self, base: &[usize]) -> impl Iterator<Item = Vec<u64>> {
        let mut start: Vec<u64> = (0..self.at.len())
            .map(|node| u64::from(node < self.variables))
            .collect();
        for (colour, &variable) in (2..).zip(base) {
            start[variable] = colour;
        }
        std::iter::successors(Some(start), |colours| Some(self.next(colours))).take(ROUNDS)
    }

    /// Returns the colours after each round, as long as their number grows.
    fn refined(&self, base: &[usize]) -> Vec<Vec<u64>> {
        let mut count = 0;
        let does_grow = |colours: &Vec<u64>| {
            let before = std::mem::replace(&mut count, colours.iter().unique().count());
            count > before
        };
        self.rounds(base).take_while(does_grow).collect()
    }

    /// Returns the last colours of variables if the sum of each round is like this.
    fn like(&self, base: &[usize], totals: &[u64]) -> Option<Vec<u64>> {
        let mut rounds = self.rounds(base).zip(totals);
        let mut last = Vec::new();
        let is_like = rounds.all(|(colours, &wanted)| {
            last = colours;
            total(&last) == wanted
        });
        last.truncate(self.variables);
        is_like.then_some(last)
    }

    fn next(&self, colours: &[u64]) -> Vec<u64> {
        let hash = |(near, &own): (&Vec<(usize, bool)>, &u64)| {
            let near = near
                .iter()
                .map(|&(node, sign)| mix(colours[node] ^ u64::from(sign)));
            mix(own.rotate_left(7) ^ near.fold(0, u64::wrapping_add))
        };
        self.at.iter().zip(colours).map(hash).collect()
    }
}

/// Returns the variables in the order of their colours.
fn by_colour(colours: &[u64]) -> Vec<usize> {
    let variables = 0..colours.len();
    variables
        .sorted_by_key(|&variable| colours[variable])
        .collect()
}

/// Returns the image of each variable: the one at the same place in another order.
fn matched(own: &[usize], other: &[usize]) -> Vec<usize> {
    let mut images = vec![0; own.len()];
    own.iter()
        .zip(other)
        .for_each(|(&from, &to)| images[from] = to);
    images
}

fn total(colours: &[u64]) -> u64 {
    colours.iter().copied().fold(0, u64::wrapping_add)
}

fn sorted(lits: &[Lit]) -> Vec<Lit> {
    lits.iter().copied().sorted_unstable().collect()
}

fn literal(variable: usize) -> Lit {
    Var::new(variable as u32 + 1)
        .expect("a variable of the formula")
        .pos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use knightsat_cnf::sink::ClauseSink;

    #[test]
    fn a_base_of_several_variables_finds_all_reflections() {
        // A ring of clauses has the symmetries of a polygon, and one variable does not fix them.
        for sides in [5, 6, 9] {
            let mut ring = Cnf::default();
            let lits: Vec<Lit> = ring.new_vars(sides).iter().map(|var| var.pos()).collect();
            for nth in 0..lits.len() {
                ring.clause(&[lits[nth], lits[(nth + 1) % lits.len()]]);
            }
            let found = involutions(&ring, &Stop::default());
            // As many reflections as sides, and half a turn if their number is even.
            let expected = sides + u32::from(sides.is_multiple_of(2));
            assert_eq!(found.len(), expected as usize, "{sides} sides");
            let ways: Vec<Vec<Lit>> = lits.iter().map(|&lit| vec![lit]).collect();
            let free = found.iter().filter(|pairs| is_free(pairs, &ways)).count();
            // Reflections across two sides, and half a turn.
            let expected = if sides % 2 == 0 { sides / 2 + 1 } else { 0 };
            assert_eq!(free, expected as usize, "{sides} sides");
        }
    }
}

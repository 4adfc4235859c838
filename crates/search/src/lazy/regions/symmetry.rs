//! Symmetries of a formula, found by colour refinement.
//!
//! Variables and clauses start with equal colours, except one variable. In each round a colour is
//! hashed with those of the neighbours. If all variables differ in the end, a symmetry is known by
//! the image of that one variable. Other symmetries are not found. It is the simplest case of McKay
//! and Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 60, 2014.

use crate::base::random::mix;
use crate::base::stop::Stop;
use crate::cnf::sink::Cnf;
use crate::cnf::{Lit, Var};
use itertools::Itertools;
use std::collections::HashSet;

/// The most rounds of refinement.
const ROUNDS: usize = 64;

/// The clauses of each variable, then the variables of each clause, with signs.
struct Incidences {
    variables: usize,
    at: Vec<Vec<(usize, bool)>>,
}

/// Returns symmetries of order two: pairs of variables that they exchange.
pub(super) fn involutions(formula: &Cnf, stop: &Stop) -> Vec<Vec<[Lit; 2]>> {
    let incidences = Incidences::new(formula);
    let Some(single) = incidences.single() else {
        return Vec::new();
    };
    let rounds = incidences.refined(Some(single));
    let Some(own) = rounds.last().and_then(|last| incidences.sorted(last)) else {
        return Vec::new();
    };
    let totals = rounds.iter().map(|colours| total(colours)).collect_vec();
    let clauses: HashSet<Vec<Lit>> = formula.clauses().map(sorted).collect();
    let others = (0..incidences.variables).filter(|&other| other != single && !stop.is_over());
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
    let images = others.filter_map(|other| incidences.images(other, &own, &totals));
    let pairs = images.filter(is_involution).map(|images| {
        let pairs = images
            .into_iter()
            .enumerate()
            .filter(|(from, to)| from < to);
        pairs.map(|(from, to)| [from, to].map(literal)).collect()
    });
    pairs.collect()
}

impl Incidences {
    fn new(formula: &Cnf) -> Incidences {
        let variables = formula.variables() as usize;
        let mut at = vec![Vec::new(); variables];
        for (clause, lits) in (variables..).zip(formula.clauses()) {
            let signed = lits
                .iter()
                .map(|lit| (lit.var().number() as usize - 1, lit.is_positive()));
            let signed = signed.collect_vec();
            signed
                .iter()
                .for_each(|&(variable, sign)| at[variable].push((clause, sign)));
            at.push(signed);
        }
        Incidences { variables, at }
    }

    /// Returns the colours after each round.
    fn rounds(&self, single: Option<usize>) -> impl Iterator<Item = Vec<u64>> {
        let start = move |node| match single == Some(node) {
            true => 2,
            false => u64::from(node < self.variables),
        };
        let start: Vec<u64> = (0..self.at.len()).map(start).collect();
        std::iter::successors(Some(start), move |colours| Some(self.next(colours))).take(ROUNDS)
    }

    /// Returns the colours after each round, as long as their number grows.
    fn refined(&self, single: Option<usize>) -> Vec<Vec<u64>> {
        let mut count = 0;
        let does_grow = |colours: &Vec<u64>| {
            let before = std::mem::replace(&mut count, colours.iter().unique().count());
            count > before
        };
        self.rounds(single).take_while(does_grow).collect()
    }

    /// Returns the images of all variables if the refinement from `single` is like another, given
    /// by its last colours and by the sum of each round.
    fn images(&self, single: usize, last: &[(u64, usize)], totals: &[u64]) -> Option<Vec<usize>> {
        let mut colours = Vec::new();
        let mut rounds = self.rounds(Some(single)).zip(totals);
        let is_like = rounds.all(|(round, &wanted)| {
            colours = round;
            total(&colours) == wanted
        });
        let own = self.sorted(&colours).filter(|_| is_like)?;
        let mut images = vec![0; self.variables];
        for (&(_, variable), (_, image)) in last.iter().zip(own) {
            images[variable] = image;
        }
        Some(images)
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

    /// Returns the variables in the order of their colours, if all differ.
    fn sorted(&self, colours: &[u64]) -> Option<Vec<(u64, usize)>> {
        let colours = colours[..self.variables].iter().copied().zip(0..);
        let sorted = colours.sorted_unstable().collect_vec();
        sorted
            .iter()
            .map(|(colour, _)| colour)
            .all_unique()
            .then_some(sorted)
    }

    /// Returns a variable of the smallest class of several that look alike.
    fn single(&self) -> Option<usize> {
        let colours = self.refined(None).pop()?;
        let classes = colours[..self.variables]
            .iter()
            .copied()
            .zip(0..)
            .into_group_map();
        let several = classes.into_values().filter(|class| class.len() > 1);
        several
            .min_by_key(|class| (class.len(), class[0]))
            .map(|class| class[0])
    }
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

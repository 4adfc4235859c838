//! The definition of a tour, extended by its order, for [proofs](crate).

use crate::cycle_moves::CycleMoves;
use crate::prelude::*;
use crate::witness::{Sample, Witness};
use knightsat_check::tour::definition::{Definition, Law};
use knightsat_check::tour::rule::{Atom, Literal};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The definition of a tour, and its order.
pub struct Extension<'m> {
    pub theory: Theory,
    /// By vertex and position: the vertex is there.
    pub at: Vec<Vec<Lit>>,
    /// By vertex and position: the vertex is there or earlier.
    until: Vec<Vec<Lit>>,
    /// By pair of vertices, the smaller one first: it is before the other.
    before: HashMap<[u32; 2], Lit>,
    moves: &'m CycleMoves,
    /// The vertex at position 0.
    pub root: u32,
}

impl<'m> Extension<'m> {
    /// Adds the order of a cycle with these moves, which has `len` vertices and begins at `root`.
    pub fn new(mut theory: Theory, len: u32, moves: &'m CycleMoves, root: u32) -> Extension<'m> {
        let mut row = |_| theory.new_vars(len).iter().map(Var::pos).collect_vec();
        let at = (0..len).map(&mut row).collect_vec();
        let until = (0..len).map(row).collect_vec();
        let last = len as usize - 1;
        for vertex in 0..len {
            let (at, until) = (&at[vertex as usize], &until[vertex as usize]);
            theory.clause(&[until[last]]);
            theory.clause(&[!at[0], until[0]]);
            theory.clause(&[at[0], !until[0]]);
            for place in 1..=last {
                let [early, late] = [until[place - 1], until[place]];
                theory.clause(&[!early, late]);
                theory.clause(&[!at[place], late]);
                theory.clause(&[!at[place], !early]);
                theory.clause(&[at[place], early, !late]);
            }
        }
        for (&[from, to], &arc) in &moves.arcs {
            let [here, there] = [from, to].map(|vertex| &at[vertex as usize]);
            if to == root {
                theory.clause(&[!arc, here[last]]);
                continue;
            }
            theory.clause(&[!arc, !here[last]]);
            theory.clause(&[!arc, !there[0]]);
            for place in 0..last {
                theory.clause(&[!arc, !here[place], there[place + 1]]);
                theory.clause(&[!arc, here[place], !there[place + 1]]);
            }
        }
        for vertex in 0..len {
            let here = &at[vertex as usize];
            let [to, from] = [0, 1].map(|side| (vertex, side));
            theory.clause(&moves.lits(from));
            theory.clause(&moves.lits(to));
            let [to, from] = [to, from].map(|side| &moves.sides[&side]);
            for place in 1..=last {
                let before = from.iter().map(|&[from, _]| at[from as usize][place - 1]);
                theory.clause(&before.chain([!here[place]]).collect_vec());
                let after = to.iter().map(|&[_, to]| at[to as usize][place]);
                theory.clause(&after.chain([!here[place - 1]]).collect_vec());
            }
            theory.clause(&[if vertex == root { here[0] } else { !here[0] }]);
        }
        for place in 0..=last {
            let here = at.iter().map(|places| places[place]).collect_vec();
            theory.clause(&here);
            for [one, other] in here.into_iter().array_combinations() {
                theory.clause(&[!one, !other]);
            }
        }
        Extension {
            theory,
            at,
            until,
            before: HashMap::new(),
            moves,
            root,
        }
    }

    /// Excludes the positions of an open tour that the colours of the vertices exclude. Propagation
    /// cannot count.
    pub fn colour(&mut self, problem: &Problem) {
        let definition = Definition::new(problem, FactStyle::Positions, None);
        definition.clauses(Law::Implied, &mut |literals| {
            if let [Literal { atom, .. }] = literals
                && let Atom::Fact(Fact::At { step, vertex }) = *atom
            {
                let here = self.at[vertex as usize][step as usize];
                self.theory.clause(&[!here]);
            }
        });
    }

    /// Excludes one order of each two neighbours of the root: the lower number comes first, unless
    /// only the other order is `possible`. A cycle that cannot run in the other direction stays.
    /// The arcs at the root may permit one order only, such as those at an apex with a given end.
    pub fn prefer(&mut self, mut is_possible: impl FnMut([u32; 2]) -> bool) {
        let next = &self.moves.sides[&(self.root, 0)];
        for [low, high] in next.iter().map(|&[_, to]| to).array_combinations() {
            let orders = [[low, high], [high, low]];
            if !orders
                .iter()
                .all(|&ends| self.moves.may_begin(self.root, ends))
            {
                continue;
            }
            let is_upward = is_possible([low, high]) || !is_possible([high, low]);
            let [first, last] = orders[usize::from(is_upward)];
            let arcs = [[self.root, first], [last, self.root]].map(|arc| self.moves.arcs[&arc]);
            self.theory.clause(&arcs.map(|arc| !arc));
        }
    }

    /// Returns true if propagation refutes no known tour, nor the theory by itself. Of a tour and
    /// its reverse, one suffices if the extension `is_directed`.
    pub fn admits(&mut self, samples: &[Sample], is_directed: bool) -> bool {
        let ways = if is_directed { 2 } else { 1 };
        let mut admits = |sample: &Sample| {
            let back = sample.steps.iter().rev().copied().collect_vec();
            let mut cycles = [&sample.steps, &back].into_iter().take(ways);
            cycles.any(|cycle| {
                let lits = self.moves.lits_of(cycle);
                lits.is_some_and(|lits| !self.theory.propagates(&lits))
            })
        };
        !samples.is_empty() && samples.iter().all(&mut admits)
    }

    /// Excludes the positions of vertices that propagation refutes.
    pub fn prune(&mut self, stop: &Stop) -> Result<(), Stopped> {
        for lit in self.at.iter().flatten().copied().collect_vec() {
            stop.check()?;
            if self.theory.propagates(&[lit]) {
                self.theory.clause(&[!lit]);
            }
        }
        self.theory.propagates(&[]);
        Ok(())
    }

    /// Returns false if a vertex is excluded from a position.
    pub fn is_possible(&self, vertex: u32, place: usize) -> bool {
        self.theory.value(self.at[vertex as usize][place]) != Some(false)
    }

    /// Returns the literal that one vertex is before another.
    pub fn before(&mut self, [u, v]: [u32; 2]) -> Lit {
        if u > v {
            return !self.before([v, u]);
        }
        if let Some(&before) = self.before.get(&[u, v]) {
            return before;
        }
        let before = self.theory.new_var().pos();
        self.before.insert([u, v], before);
        for (is_first, [early, late]) in [(before, [u, v]), (!before, [v, u])] {
            let [early, late] = [early, late].map(|vertex| self.until[vertex as usize].clone());
            for (place, &late) in late.iter().enumerate() {
                let earlier = place.checked_sub(1).map(|place| early[place]);
                let lits = [!is_first, !late].into_iter().chain(earlier);
                self.theory.clause(&lits.collect_vec());
            }
        }
        before
    }

    /// Adds the definition of an auxiliary variable.
    pub fn define(&mut self, lit: Lit, witness: &Witness) {
        match witness {
            Witness::At(vertex, values) => {
                for (place, value) in values.iter().enumerate() {
                    let value = if value.unwrap_or(false) { lit } else { !lit };
                    self.theory
                        .clause(&[!self.at[*vertex as usize][place], value]);
                }
            }
            &Witness::Before(pair) => {
                let before = self.before(pair);
                self.theory.clause(&[!before, lit]);
                self.theory.clause(&[before, !lit]);
            }
            Witness::Moves(sides, found) => {
                let choices = self.moves.choices(sides);
                let (positive, negative): (Vec<_>, Vec<_>) =
                    choices.partition(|choice| found.contains(choice));
                self.define_by_moves(lit, &positive, &negative);
                self.define_by_moves(!lit, &negative, &positive);
            }
        }
    }

    /// Adds that a literal is true with these choices of moves at a vertex, not with the others.
    /// A single move decides if no other choice contains it.
    fn define_by_moves(&mut self, lit: Lit, choices: &[Vec<[u32; 2]>], others: &[Vec<[u32; 2]>]) {
        let others: HashSet<[u32; 2]> = others.iter().flatten().copied().collect();
        let moves = choices
            .iter()
            .flatten()
            .filter(|arc| !others.contains(*arc));
        let deciding: BTreeSet<Lit> = moves.map(|arc| self.moves.arcs[arc]).collect();
        for &arc in &deciding {
            self.theory.clause(&[!arc, lit]);
        }
        let undecided = choices
            .iter()
            .filter(|choice| choice.iter().all(|arc| others.contains(arc)));
        for choice in undecided.clone() {
            let taken = choice.iter().map(|arc| !self.moves.arcs[arc]);
            self.theory.clause(&taken.chain([lit]).collect_vec());
        }
        if undecided.count() == 0 {
            self.theory
                .clause(&deciding.into_iter().chain([!lit]).collect_vec());
        }
    }

    /// Returns true if propagation refutes these literals, to which it adds the bounds that the
    /// orders give the positions of vertices.
    pub fn propagates(&mut self, lits: &mut Vec<Lit>, orders: &[(Lit, [u32; 2])]) -> bool {
        loop {
            if self.theory.propagates(lits) {
                return true;
            }
            let Some(bounds) = self.bounds(orders) else {
                return true;
            };
            if bounds.is_empty() {
                return false;
            }
            lits.extend(bounds);
        }
    }

    /// Returns the unknown literals of the bounds that follow from the orders and the known bounds.
    /// Returns nothing if some vertex has no position left.
    fn bounds(&self, orders: &[(Lit, [u32; 2])]) -> Option<Vec<Lit>> {
        let value = |lit: Lit| self.theory.value(lit);
        let known = |&vertex: &u32| {
            let until = &self.until[vertex as usize];
            let earliest = until.partition_point(|&lit| value(lit) == Some(false));
            let latest = until.partition_point(|&lit| value(lit) != Some(true));
            (vertex, [earliest, latest])
        };
        let vertices = orders.iter().flat_map(|(_, order)| order);
        let mut bounds: BTreeMap<u32, [usize; 2]> = vertices.map(known).collect();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (_, [early, late]) in orders {
                let ([earliest, _], [_, latest]) = (bounds[early], bounds[late]);
                let narrower = [
                    (early, [0, latest.checked_sub(1)?]),
                    (late, [earliest + 1, usize::MAX]),
                ];
                for (vertex, [from, to]) in narrower {
                    let [earliest, latest] = bounds[vertex];
                    let now = [earliest.max(from), latest.min(to)];
                    has_changed |= now != bounds[vertex];
                    bounds.insert(*vertex, now);
                    if now[0] > now[1] {
                        return None;
                    }
                }
            }
        }
        let lits = bounds.iter().flat_map(|(&vertex, &[earliest, latest])| {
            let until = &self.until[vertex as usize];
            let not_before = earliest.checked_sub(1).map(|place| !until[place]);
            not_before.into_iter().chain([until[latest]])
        });
        Some(lits.filter(|&lit| value(lit) != Some(true)).collect())
    }
}

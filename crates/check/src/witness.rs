//! Witnesses of auxiliary variables, guessed from tours for [`positions`](super::positions).
//!
//! For each tour, propagation finds values of auxiliary variables in the formula. A variable whose
//! value depends on the position of one vertex only has this vertex as witness. Otherwise it may
//! depend on the order of two vertices. Clauses from moves to variables determine these two.

use super::theory::Theory;
use crate::cnf::Term;
use crate::prelude::*;
use crate::tour::rule::Atom;
use std::collections::HashMap;

/// The most variables that choose the root.
const PROBES: usize = 48;

/// The definition of an auxiliary variable.
#[derive(Clone, Debug)]
pub enum Witness {
    /// The values at the positions of a vertex, as far as they are known.
    At(u32, Vec<Option<bool>>),
    /// True if the first vertex is before the second.
    Before([u32; 2]),
}

/// A tour, and the values of auxiliary variables.
pub struct Sample {
    pub steps: Vec<u32>,
    /// By vertex: its position.
    pub places: Vec<usize>,
    /// By number of the auxiliary variable.
    pub values: Vec<Option<bool>>,
}

/// Guesses witnesses of auxiliary variables.
pub struct Guesses<'c> {
    pub problem: &'c Problem,
    pub style: FactStyle,
    pub auxiliary: Vec<Var>,
    pub samples: Vec<Sample>,
    /// The vertex at position 0.
    pub root: u32,
}

impl Guesses<'_> {
    fn vertices(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        let root = self.root;
        (0..self.problem.graph().len()).filter(move |&vertex| vertex != root)
    }

    /// Begins all tours at a vertex. Those over edges get the direction of the extension.
    fn begin(&mut self, root: u32) {
        self.root = root;
        for sample in &mut self.samples {
            let mut steps = sample.steps.clone();
            if let Some(first) = steps.iter().position(|&vertex| vertex == root) {
                steps.rotate_left(first);
            }
            if self.style == FactStyle::Edges && steps[1] > steps[steps.len() - 1] {
                steps[1..].reverse();
            }
            for (place, &vertex) in steps.iter().enumerate() {
                sample.places[vertex as usize] = place;
            }
        }
    }

    /// Returns the values of a variable at the positions of a vertex, if these determine them.
    fn at(&self, variable: usize, vertex: u32) -> Option<Vec<Option<bool>>> {
        let mut values = vec![None; self.problem.graph().len() as usize];
        for sample in &self.samples {
            let Some(value) = sample.values[variable] else {
                continue;
            };
            let known = &mut values[sample.places[vertex as usize]];
            if *known.get_or_insert(value) != value {
                return None;
            }
        }
        Some(values)
    }

    /// Returns true if a literal may mean that one vertex is before another.
    fn is_before(&self, variable: usize, is_positive: bool, [u, v]: [u32; 2]) -> bool {
        self.samples.iter().all(|sample| {
            let is_before = sample.places[u as usize] < sample.places[v as usize];
            sample.values[variable].is_none_or(|value| (value == is_positive) == is_before)
        })
    }

    /// Returns the pairs whose order a variable may mean.
    fn orders(&self, variable: usize) -> impl Iterator<Item = [u32; 2]> {
        let pairs = self.vertices().cartesian_product(self.vertices());
        let pairs = pairs.map(<[u32; 2]>::from);
        pairs.filter(move |&[u, v]| u != v && self.is_before(variable, true, [u, v]))
    }

    /// Returns the number of samples in which a variable has a value, if it has both.
    fn known(&self, variable: usize) -> usize {
        let values = self.samples.iter().map(|sample| sample.values[variable]);
        let counts = values.counts();
        let of = |value| counts.get(&Some(value)).copied().unwrap_or(0);
        if of(true).min(of(false)) == 0 {
            0
        } else {
            of(true) + of(false)
        }
    }

    /// Begins the tours at the vertex from which most variables have witnesses.
    pub fn choose_root(&mut self, stop: &Stop) -> Result<(), Stopped> {
        let variables = 0..self.auxiliary.len();
        let known = variables.map(|variable| (self.known(variable), variable));
        let known = known.filter(|&(known, _)| known > 0);
        let probes = known.sorted_by_key(|&(known, variable)| (usize::MAX - known, variable));
        let probes = probes
            .take(PROBES)
            .map(|(_, variable)| variable)
            .collect_vec();
        let mut best = (0, 0);
        for root in 0..self.problem.graph().len() {
            stop.check()?;
            self.begin(root);
            let has_witness = |&&variable: &&usize| {
                let mut vertices = self.vertices();
                vertices.any(|vertex| self.at(variable, vertex).is_some())
                    || self.orders(variable).next().is_some()
            };
            let count = probes.iter().filter(has_witness).count();
            best = best.max((count, u32::MAX - root));
        }
        self.begin(u32::MAX - best.1);
        Ok(())
    }

    /// Returns witnesses of auxiliary variables. `ends` are those of arcs or edges.
    pub fn witnesses(
        &self,
        clauses: &[Vec<Lit>],
        ends: &HashMap<Lit, [u32; 2]>,
        stop: &Stop,
    ) -> Result<Vec<Option<Witness>>, Stopped> {
        let numbers: HashMap<Var, usize> = self.auxiliary.iter().copied().zip(0..).collect();
        let pairs = self.ordered(clauses, ends, &numbers, stop)?;
        // By variable: the vertices of the moves beside it.
        let mut beside: Vec<HashMap<u32, usize>> = vec![HashMap::new(); self.auxiliary.len()];
        for clause in clauses {
            let at = clause
                .iter()
                .filter_map(|lit| ends.get(lit).or(ends.get(&!*lit)));
            let at = at.flatten();
            let at = at.copied().collect_vec();
            for variable in clause.iter().filter_map(|lit| numbers.get(&lit.var())) {
                at.iter()
                    .for_each(|&end| *beside[*variable].entry(end).or_default() += 1);
            }
        }
        let mut last = None;
        let mut watch = stop.watch(1 << 4);
        let mut witnesses = Vec::new();
        for (variable, beside) in beside.iter().enumerate() {
            watch.check()?;
            let values = self
                .samples
                .iter()
                .filter_map(|sample| sample.values[variable]);
            let is_known = 4 * values.count() > 3 * self.samples.len();
            let rank = |vertex: &u32| (beside.get(vertex).copied(), last == Some(*vertex));
            let possible = self.vertices().filter(|&v| self.at(variable, v).is_some());
            let vertex = possible.max_by_key(rank).filter(|_| is_known);
            last = vertex.or(last);
            let at = |vertex| Some(Witness::At(vertex, self.at(variable, vertex)?));
            let by_clauses = || pairs.get(&self.auxiliary[variable].pos()).copied();
            let ranked = || {
                let count = |vertex: &u32| beside.get(vertex).copied().unwrap_or(0);
                let pairs = self.orders(variable);
                pairs.max_by_key(|pair| pair.iter().map(count).sum::<usize>())
            };
            let before = || by_clauses().or_else(|| ranked().filter(|_| is_known));
            let at = vertex.and_then(at);
            witnesses.push(at.or_else(|| before().map(Witness::Before)));
        }
        Ok(witnesses)
    }

    /// Returns literals that may mean an order of two vertices: they follow from moves between
    /// these, perhaps over others.
    fn ordered(
        &self,
        clauses: &[Vec<Lit>],
        ends: &HashMap<Lit, [u32; 2]>,
        numbers: &HashMap<Var, usize>,
        stop: &Stop,
    ) -> Result<HashMap<Lit, [u32; 2]>, Stopped> {
        // An edge tells no order, and a move at the root a wrong one.
        let is_known =
            |pair: &[u32; 2]| self.style == FactStyle::Arcs && !pair.contains(&self.root);
        let arcs = ends.iter().filter(|(_, pair)| is_known(pair));
        let mut pairs: HashMap<Lit, [u32; 2]> = arcs.map(|(&lit, &pair)| (lit, pair)).collect();
        let mut open = clauses.iter().collect_vec();
        loop {
            stop.check()?;
            let before = pairs.len();
            open.retain(|clause| {
                let unknown = clause.iter().filter(|lit| !pairs.contains_key(&!**lit));
                let (head, number) = match unknown.exactly_one() {
                    Ok(head) => match numbers.get(&head.var()) {
                        Some(&number) => (*head, number),
                        None => return false,
                    },
                    Err(unknown) => return unknown.count() > 0,
                };
                let needs = clause.iter().filter(|&&lit| lit != head);
                let needs = needs.map(|lit| pairs[&!*lit]).collect_vec();
                let from = needs.iter().map(|pair| pair[0]);
                let to = needs.iter().map(|pair| pair[1]);
                let starts = from
                    .clone()
                    .filter(|&u| !to.clone().contains(&u))
                    .exactly_one();
                let ends = to
                    .clone()
                    .filter(|&v| !from.clone().contains(&v))
                    .exactly_one();
                if let (Ok(u), Ok(v)) = (starts, ends)
                    && self.is_before(number, head.is_positive(), [u, v])
                {
                    pairs.insert(head, [u, v]);
                    pairs.insert(!head, [v, u]);
                }
                false
            });
            if pairs.len() == before {
                return Ok(pairs);
            }
        }
    }

    /// Completes values at positions that no sample has, by those at the position before.
    pub fn complete(
        &self,
        witnesses: &mut [Option<Witness>],
        formula: &mut Theory,
        is_possible: impl Fn(u32, usize) -> bool,
        stop: &Stop,
    ) -> Result<(), Stopped> {
        let graph = self.problem.graph();
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); graph.len() as usize];
        for (variable, witness) in witnesses.iter().enumerate() {
            if let Some(Witness::At(vertex, _)) = witness {
                of[*vertex as usize].push(variable);
            }
        }
        let move_from = |formula: &Theory, from: u32, to: u32| {
            let fact = match self.style {
                FactStyle::Edges => Fact::edge(from, to),
                _ => Fact::Arc { from, to },
            };
            formula.term(Atom::Fact(fact))
        };
        let mut watch = stop.watch(1 << 4);
        for (place, vertex) in (1..graph.len() as usize).cartesian_product(self.vertices()) {
            watch.check()?;
            let is_missing = |witnesses: &[Option<Witness>]| {
                let value = |&variable: &usize| match &witnesses[variable] {
                    Some(Witness::At(_, values)) => values[place],
                    _ => None,
                };
                of[vertex as usize]
                    .iter()
                    .any(|variable| value(variable).is_none())
            };
            if !is_missing(witnesses) || !is_possible(vertex, place) {
                continue;
            }
            let mut attempts: Vec<Vec<Term>> = Vec::new();
            let before = graph.predecessors(vertex).iter();
            for &from in before.filter(|&&from| is_possible(from, place - 1)) {
                let state = of[from as usize].iter().map(|&variable| {
                    let Some(Witness::At(_, values)) = &witnesses[variable] else {
                        return None;
                    };
                    let lit = self.auxiliary[variable].pos();
                    values[place - 1].map(|value| if value { lit } else { !lit })
                });
                let Some(state) = state.collect::<Option<Vec<Lit>>>() else {
                    continue;
                };
                let taken = move_from(formula, from, vertex);
                let state = state.into_iter().map(Term::Open);
                attempts.push(state.chain([taken]).collect());
            }
            for terms in attempts {
                let lits = terms.iter().filter_map(|term| term.lit()).collect_vec();
                if terms.contains(&Term::FALSE) || formula.propagates(&lits) {
                    continue;
                }
                for &variable in &of[vertex as usize] {
                    if let Some(Witness::At(_, values)) = &mut witnesses[variable]
                        && values[place].is_none()
                    {
                        values[place] = formula.value(self.auxiliary[variable].pos());
                    }
                }
                if !is_missing(witnesses) {
                    break;
                }
            }
        }
        Ok(())
    }
}

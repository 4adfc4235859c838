//! Better tours by simulated annealing (Kirkpatrick, Gelatt, Vecchi, Optimization by simulated
//! annealing, Science 220, 1983).
//!
//! A step exchanges two or three edges of the cycle, as in 2-opt and sequential 3-opt (Lin,
//! Computer solutions of the traveling salesman problem, Bell System Technical Journal 44, 1965).
//! It is taken if the cost falls, and with probability e^(-d/t) if it grows by d at the temperature
//! t, which falls during a round. Each round has twice the steps of the one before.

use super::ObjectiveSearch;
use super::formula::is_of_edges;
use crate::SolveError;
use crate::base::random::Rng;
use crate::tour::Circuit;
use crate::tour::graph::Incidence;
use crate::tour::lower::lower;
use crate::tour::statistic::Sum;
use crate::tour::table::Backend;
use crate::tour::tour::Tour;
use itertools::Itertools;

/// The steps of the first round, for each vertex.
const STEPS: u64 = 1000;
/// The rounds without a better tour after which no more are made.
const IN_VAIN: u32 = 4;
/// The first temperature, as a part of the mean change of a step.
const HOT: f64 = 0.5;
/// The last temperature, as a part of the first.
const COLD: f64 = 0.02;
/// The steps between two looks at the clock and the temperature.
const BLOCK: u64 = 1 << 10;
/// The purpose of the random numbers.
const PURPOSE: u64 = 53;

impl ObjectiveSearch<'_> {
    /// Improves the best tour until several rounds of annealing find no better one.
    pub(super) fn anneal(&self) -> Result<(), SolveError> {
        let problem = self.problem;
        // A step ignores rules and earlier objectives.
        let [(objective, sum)] = self.goals else {
            return Ok(());
        };
        if !problem.rules().is_empty() || !is_of_edges(problem) {
            return Ok(());
        }
        let Ok(lowered) = lower(problem, Backend::Optimum, &self.stop) else {
            return Ok(());
        };
        let mut best = self.state().tour.clone();
        let circuit = lowered.circuit();
        let mut cycle = Cycle::new(circuit, sum, objective.sense.sign());
        let mut rng = Rng::new(self.options.seed, PURPOSE);
        let mut steps = STEPS * u64::from(circuit.len());
        let mut in_vain = 0;
        while in_vain < IN_VAIN {
            in_vain += 1;
            cycle.start(best.steps());
            let blocks = steps.div_ceil(BLOCK);
            let hot = HOT * cycle.mean_change(&mut rng);
            for block in 0..blocks {
                if self.stop.is_over() {
                    return Ok(());
                }
                let cooled = block as f64 / blocks as f64;
                let temperature = hot * COLD.powf(cooled);
                if let Some(order) = cycle.walk(temperature, &mut rng)
                    && let Ok(tour) = Tour::verify(problem, lowered.lift(vec![order]))
                {
                    self.found(tour.clone())?;
                    best = tour;
                    in_vain = 0;
                }
            }
            steps *= 2;
        }
        Ok(())
    }
}

/// A Hamiltonian cycle whose cost is known after each step.
struct Cycle<'c> {
    circuit: &'c Circuit,
    /// The edges, in order, so that the edges of each vertex are in the order of their other ends.
    edges: Incidence,
    is_forced: Vec<bool>,
    is_taken: Vec<bool>,
    /// For each edge the weights of its alternatives, and the other edge, which may be the same. A
    /// cycle takes at most one alternative of a term.
    uses: Vec<Vec<(i64, u32)>>,
    /// The sum of the weights.
    cost: i64,
    least: i64,
    order: Vec<u32>,
    place: Vec<u32>,
}

/// An exchange: edges to remove and to add, and the vertices at which the cycle is turned.
struct Exchange {
    edges: [Option<u32>; 6],
    /// Vertices b, c, with all between: they are turned round.
    first: [u32; 2],
    /// The edges b–d and e–f are replaced by b–e and d–f.
    second: Option<[u32; 3]>,
}

impl<'c> Cycle<'c> {
    fn new(circuit: &'c Circuit, sum: &Sum, sign: i64) -> Cycle<'c> {
        let edges = circuit.sorted_edges();
        let is_forced = edges.iter().map(|&[a, b]| circuit.is_forced(a, b));
        let mut cycle = Cycle {
            circuit,
            is_forced: is_forced.collect(),
            is_taken: vec![false; edges.len()],
            uses: vec![Vec::new(); edges.len()],
            edges: Incidence::new(circuit.len(), edges),
            cost: 0,
            least: i64::MAX,
            order: Vec::new(),
            place: vec![0; circuit.len() as usize],
        };
        for term in &sum.terms {
            for alternative in &term.any {
                let ends = alternative.edges().iter();
                // One with an edge outside the graph never holds.
                let edges: Option<Vec<u32>> = ends.map(|&[a, b]| cycle.edge(a, b)).collect();
                let Some(edges) = edges else { continue };
                for (nth, &edge) in edges.iter().enumerate() {
                    let other = edges[edges.len() - 1 - nth];
                    cycle.uses[edge as usize].push((sign * term.weight, other));
                }
            }
        }
        cycle
    }

    /// Takes this tour.
    fn start(&mut self, steps: &[u32]) {
        self.order = self.circuit.trace(steps);
        for (place, &vertex) in (0..).zip(&self.order) {
            self.place[vertex as usize] = place;
        }
        let pairs = self.order.iter().copied().circular_tuple_windows();
        let mut is_taken = vec![false; self.is_taken.len()];
        for (a, b) in pairs.collect_vec() {
            let edge = self.edge(a, b).expect("a tour takes edges of the graph");
            is_taken[edge as usize] = true;
        }
        for (edge, is_taken) in is_taken.into_iter().enumerate() {
            if self.is_taken[edge] != is_taken {
                self.flip(edge as u32);
            }
        }
        self.least = self.least.min(self.cost);
    }

    fn edge(&self, a: u32, b: u32) -> Option<u32> {
        let edges = self.edges.numbers(a);
        let found = edges.binary_search_by_key(&b, |&edge| self.edges.other_end(edge, a));
        found.ok().map(|place| edges[place])
    }

    fn next(&self, vertex: u32) -> u32 {
        let place = self.place[vertex as usize] as usize + 1;
        self.order[if place == self.order.len() { 0 } else { place }]
    }

    fn previous(&self, vertex: u32) -> u32 {
        let place = self.place[vertex as usize] as usize;
        self.order[place.checked_sub(1).unwrap_or(self.order.len() - 1)]
    }

    /// Adds an edge to those taken, or removes it.
    fn flip(&mut self, edge: u32) {
        let is_taken = &mut self.is_taken[edge as usize];
        *is_taken = !*is_taken;
        let sign = if *is_taken { 1 } else { -1 };
        for &(weight, other) in &self.uses[edge as usize] {
            if other == edge || self.is_taken[other as usize] {
                self.cost += sign * weight;
            }
        }
    }

    /// Turns the vertices from one to another round, or all others.
    fn turn(&mut self, from: u32, to: u32) {
        let len = self.order.len();
        let [mut from, mut to] = [from, to].map(|vertex| self.place[vertex as usize] as usize);
        let mut count = (to + len - from) % len + 1;
        if 2 * count > len {
            (from, to) = ((to + 1) % len, (from + len - 1) % len);
            count = len - count;
        }
        for _ in 0..count / 2 {
            self.order.swap(from, to);
            self.place[self.order[from] as usize] = from as u32;
            self.place[self.order[to] as usize] = to as u32;
            from = if from + 1 == len { 0 } else { from + 1 };
            to = to.checked_sub(1).unwrap_or(len - 1);
        }
    }

    /// Returns an exchange chosen at random, unless it is impossible.
    fn propose(&self, rng: &mut Rng) -> Option<Exchange> {
        let some = |vertex: u32, rng: &mut Rng| {
            let edges = self.edges.numbers(vertex);
            let edge = edges[rng.below(edges.len())];
            (self.edges.other_end(edge, vertex), edge)
        };
        let a = self.order[rng.below(self.order.len())];
        let b = self.next(a);
        let (c, ac) = some(a, rng);
        let d = self.next(c);
        let [ab, cd] = [self.edge(a, b)?, self.edge(c, d)?];
        if self.is_taken[ac as usize] || self.is_forced[ab as usize] || self.is_forced[cd as usize]
        {
            return None;
        }
        let first = [b, c];
        if let Some(bd) = self.edge(b, d) {
            return Some(Exchange {
                edges: [Some(ab), Some(cd), Some(ac), Some(bd), None, None],
                first,
                second: None,
            });
        }
        // Now the cycle has a–c and b–d, which is no edge.
        let (e, be) = some(b, rng);
        let after = |vertex: u32| {
            let len = self.order.len() as u32;
            let from = self.place[b as usize];
            (self.place[vertex as usize] + len - from) % len
        };
        let f = if after(e) <= after(c) {
            self.previous(e)
        } else {
            self.next(e)
        };
        let [ef, df] = [self.edge(e, f)?, self.edge(d, f)?];
        let is_kept = self.is_forced[ef as usize] || self.is_taken[be as usize];
        (e != a && f != b && !is_kept).then_some(Exchange {
            edges: [ab, cd, ef, ac, be, df].map(Some),
            first,
            second: Some([b, d, e]),
        })
    }

    fn flip_all(&mut self, exchange: &Exchange) {
        for edge in exchange.edges.into_iter().flatten() {
            self.flip(edge);
        }
    }

    /// Returns the mean change of the cost by an exchange, or 1 if all change nothing.
    fn mean_change(&mut self, rng: &mut Rng) -> f64 {
        let (mut sum, mut count) = (0, 0_u32);
        for _ in 0..BLOCK {
            if let Some(exchange) = self.propose(rng) {
                let before = self.cost;
                self.flip_all(&exchange);
                let change = self.cost.abs_diff(before);
                self.flip_all(&exchange);
                sum += change;
                count += u32::from(change > 0);
            }
        }
        if count == 0 {
            1.0
        } else {
            sum as f64 / f64::from(count)
        }
    }

    /// Tries a block of exchanges. Returns the cycle if its cost is the least so far.
    fn walk(&mut self, temperature: f64, rng: &mut Rng) -> Option<Vec<u32>> {
        let mut best = None;
        for _ in 0..BLOCK {
            let Some(exchange) = self.propose(rng) else {
                continue;
            };
            let before = self.cost;
            self.flip_all(&exchange);
            let growth = self.cost - before;
            let chance = (rng.word() >> 11) as f64 / (1_u64 << 53) as f64;
            if growth > 0 && chance >= (-(growth as f64) / temperature).exp() {
                self.flip_all(&exchange);
                continue;
            }
            let [b, c] = exchange.first;
            self.turn(b, c);
            if let Some([b, d, e]) = exchange.second {
                if self.next(b) == d {
                    self.turn(d, e);
                } else {
                    self.turn(e, d);
                }
            }
            if self.cost < self.least {
                self.least = self.cost;
                best = Some(self.order.clone());
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::stop::Stop;
    use crate::lazy;
    use crate::optimum::Sense;
    use crate::tour::spec::{Request, Requesting};
    use crate::tour::statistic::Statistic;

    /// After each block the cycle is a tour, and its cost is that of the definition.
    #[test]
    fn the_cost_of_the_cycle_is_known_after_each_block() {
        let closed = |board: &str| board.parse::<Request>().unwrap().closed();
        let requests = [
            closed("6x6").require("a1-b3,d4-f5").unwrap(),
            "5x6".parse::<Request>().unwrap().require("a1-b3").unwrap(),
            "8x8".parse::<Request>().unwrap().start("c3").unwrap(),
            closed("8x8"),
        ];
        for request in requests {
            let (place, stop) = (&request.place, Stop::default());
            let problem = request.problem(&stop).unwrap();
            let verdict = lazy::solve(&problem, stop.clone().into()).unwrap();
            let tour = verdict.tour().unwrap();
            let lowered = lower(&problem, Backend::Optimum, &stop).unwrap();
            let senses = [Sense::Minimize, Sense::Maximize];
            for (name, sense) in ["turns", "crossings", "slope+2"]
                .into_iter()
                .zip(senses.into_iter().cycle())
            {
                let statistic = Statistic::parse(name, place).unwrap();
                let sum = statistic.sum(&problem, &stop).unwrap();
                let mut cycle = Cycle::new(lowered.circuit(), &sum, sense.sign());
                cycle.start(tour.steps());
                let mut rng = Rng::new(0, PURPOSE);
                let mut changes = 0;
                for block in 0..40 {
                    let before = cycle.order.clone();
                    cycle.walk([9.0, 1.0, 0.1][block % 3], &mut rng);
                    changes += u32::from(before != cycle.order);
                    let steps = lowered.lift(vec![cycle.order.clone()]);
                    let tour = Tour::verify(&problem, steps).unwrap();
                    let value = statistic.value(&problem, tour.steps()).unwrap();
                    assert_eq!(
                        cycle.cost,
                        sense.sign() * (value - sum.constant),
                        "{place} {name}"
                    );
                }
                assert!(changes > 10, "{place} {name}: {changes}");
            }
        }
    }
}

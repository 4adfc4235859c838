//! The tours for which a formula must have a model: all of them, or some.

use super::Options;
use crate::base::random::Rng;
use crate::prelude::*;
use crate::tour::definition::Definition;
use crate::tour::succession::Succession;
use crate::tour::table::Backend;
use knightsat_count::search::{Directions, Search};
use knightsat_search::lazy;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// The most vertices that the depth-first search visits.
const NODES: u64 = 1 << 24;
/// The time for each tour of a sample, unless the work is limited instead.
const PATIENCE: Duration = Duration::from_secs(5);
/// The searches from random seeds, and the variations of their tours.
const SEEDS: u64 = 12;
const VARIED: usize = 192;

/// The reversals of stretches that are tried for a further tour, by vertices.
const REVERSALS: usize = 64;

/// The tours for which the formula must have a model. Each has a list of sequences of vertices;
/// exactly one sequence is a model.
#[derive(Default)]
pub struct Tours {
    pub tours: Vec<Vec<Vec<u32>>>,
    /// The tours by the facts of each sequence.
    pub of: HashMap<Vec<Fact>, usize>,
    /// True if these are all tours.
    pub is_whole: bool,
    /// True if the deadline ended the search.
    pub is_late: bool,
}

impl Tours {
    /// Returns all tours, if there are at most as many as the options allow and a search with
    /// limited work finds them. Otherwise returns the first one, if there is one.
    pub fn new(problem: &Problem, meaning: &Meaning, options: &Options) -> Tours {
        let mut tours = Tours::default();
        let stop = &options.limits.stop;
        let both = Search::new(problem, Directions::Both);
        let mut search = both.with_stop(stop.clone()).with_nodes(NODES);
        // The search takes a direction that steps determine, and arcs may not know it.
        let [by_steps, by_arcs] = [FactStyle::Positions, FactStyle::Arcs]
            .map(|style| Definition::new(problem, style, None).has_direction());
        let is_either = meaning.style() == FactStyle::Arcs && by_steps && !by_arcs;
        for steps in search.by_ref() {
            let reversed = is_either.then(|| reverse(problem, meaning, &steps));
            let back = reversed.filter(|back| is_promised(problem, meaning, back));
            for steps in [steps].into_iter().chain(back) {
                for sequence in meaning.rotations(problem, &steps) {
                    tours.add(problem, meaning, sequence);
                }
            }
            if tours.tours.len() > options.most {
                let first = tours.tours.swap_remove(0).swap_remove(0);
                tours = Tours::default();
                tours.add_both(problem, meaning, &first);
                return tours;
            }
        }
        tours.is_late = stop.is_over();
        tours.is_whole = !search.is_late()
            || tours.tours.is_empty() && tours.search(problem, 0, options).is_err();
        tours
    }

    /// Looks for a tour; fails if there is none.
    fn search(
        &self,
        problem: &Problem,
        seed: u64,
        options: &Options,
    ) -> Result<Option<Vec<u32>>, ()> {
        if !Backend::Engine.supports(problem.demands()) {
            return Ok(None);
        }
        let stop = &options.limits.stop;
        let stop = match options.work {
            Some(_) => stop.clone(),
            None => stop.within(PATIENCE),
        };
        let options = lazy::Options {
            seed,
            ..stop.into()
        };
        match lazy::solve(problem, options) {
            Ok(crate::tour::Verdict::Tour(tour)) => Ok(Some(tour.steps().to_vec())),
            Ok(crate::tour::Verdict::None(_)) => Err(()),
            _ => Ok(None),
        }
    }

    fn add(&mut self, problem: &Problem, meaning: &Meaning, steps: Vec<u32>) {
        let key = meaning.facts_of(problem, &steps);
        if self.of.contains_key(&key) {
            return;
        }
        let mut tour = self.tours.len();
        if meaning.is_one_direction {
            let other = self
                .of
                .get(&meaning.facts_of(problem, &reverse(problem, meaning, &steps)));
            tour = *other.unwrap_or(&tour);
        }
        self.of.insert(key, tour);
        match self.tours.get_mut(tour) {
            Some(sequences) => sequences.push(steps),
            None => self.tours.push(vec![steps]),
        }
    }

    /// Adds a tour, and its reverse if that is promised too.
    pub fn add_both(&mut self, problem: &Problem, meaning: &Meaning, steps: &[u32]) {
        self.add(problem, meaning, steps.to_vec());
        let back = reverse(problem, meaning, steps);
        if is_promised(problem, meaning, &back) {
            self.add(problem, meaning, back);
        }
    }

    /// Adds tours from random seeds, and of their variations those with new facts.
    pub fn cover(&mut self, problem: &Problem, meaning: &Meaning, options: &Options) {
        for seed in 0..SEEDS {
            if !options.limits.is_over()
                && let Ok(Some(steps)) = self.search(problem, seed, options)
            {
                self.add_both(problem, meaning, &steps);
            }
        }
        let known = self.tours.iter().flatten();
        let facts = known.flat_map(|steps| meaning.facts_of(problem, steps));
        let mut covered: HashSet<Fact> = facts.collect();
        for steps in self.varied(problem, meaning, VARIED) {
            let facts = meaning.facts_of(problem, &steps);
            if facts.iter().any(|fact| !covered.contains(fact)) {
                covered.extend(facts);
                self.add_both(problem, meaning, &steps);
            }
        }
    }

    /// Returns variations of the known tours, so many in turn, each by random reversals of
    /// stretches (2-opt moves), and from each start that is promised.
    pub fn varied(&self, problem: &Problem, meaning: &Meaning, len: usize) -> Vec<Vec<u32>> {
        let mut rng = Rng::new(0, 1);
        let mut tours = self.tours.iter().flatten().cloned().collect_vec();
        let mut varied = Vec::new();
        for turn in (0..tours.len()).cycle().take(len).collect_vec() {
            vary(&mut tours[turn], problem, &mut rng);
            if is_promised(problem, meaning, &tours[turn]) {
                varied.extend(meaning.rotations(problem, &tours[turn]));
            }
        }
        varied
    }
}

/// Reverses random stretches of a tour where the graph has the new edges. A closed tour keeps its
/// first vertex, an open one its ends if they are given.
fn vary(steps: &mut [u32], problem: &Problem, rng: &mut Rng) {
    let (graph, is_open) = (problem.graph(), !Succession::of(problem).is_cyclic());
    let keeps = [
        !is_open || problem.start().is_some(),
        problem.end().is_some(),
    ];
    for _ in 0..REVERSALS * steps.len() {
        let ends = [0, 1].map(|_| rng.below(steps.len()));
        let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        if keeps[0] && from == 0 || keeps[1] && to == steps.len() - 1 {
            continue;
        }
        let before = from.checked_sub(1).map(|place| steps[place]);
        let next = steps
            .get(to + 1)
            .or(steps.first().filter(|_| !is_open))
            .copied();
        let joins = |vertex: Option<u32>, end: usize| {
            vertex.is_none_or(|vertex| graph.has_edge(vertex, steps[end]))
        };
        if joins(before, to) && joins(next, from) {
            steps[from..=to].reverse();
        }
    }
}

/// Returns the reverse of a tour. A closed one begins where the problem lets it, if it does.
fn reverse(problem: &Problem, meaning: &Meaning, steps: &[u32]) -> Vec<u32> {
    let back = meaning.reversed(problem, steps);
    let is_cyclic = Succession::of(problem).is_cyclic();
    let turns = 1..if is_cyclic { back.len() } else { 1 };
    let mut turned = turns.map(|turn| [&back[turn..], &back[..turn]].concat());
    let may_begin = |steps: &Vec<u32>| is_promised(problem, meaning, steps);
    let found = (!may_begin(&back)).then(|| turned.find(may_begin));
    found.flatten().unwrap_or(back)
}

/// Returns true if this is a tour, in the direction that the facts of the meaning determine.
fn is_promised(problem: &Problem, meaning: &Meaning, steps: &[u32]) -> bool {
    let definition = Definition::new(problem, meaning.style(), meaning.first);
    Tour::verify(problem, steps.to_vec()).is_ok() && definition.is_forward(steps)
}

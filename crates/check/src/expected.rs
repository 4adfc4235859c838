//! The tours that a formula must have a model for, found by a search that knows no formula.

use super::meaning::{Fact, Meaning};
use super::options::Options;
use super::report::Report;
use knightsat_cnf::sink::Size;
use knightsat_count::search::{Directions, Search};
use knightsat_tour::{Kind, Problem};
use std::collections::HashMap;

/// The tours that the formula must have a model for: each has a list of sequences of vertices, of
/// which exactly one is a model.
#[derive(Default)]
pub(super) struct Expected {
    pub tours: Vec<Vec<Vec<u32>>>,
    /// By the facts of each sequence.
    pub of: HashMap<Vec<Fact>, usize>,
    /// Directed tours that the search has found; `None` if it was ended before the last.
    pub found: Option<usize>,
    pub is_late: bool,
}

impl Expected {
    /// Returns the report of a formula of this size before anything is checked.
    pub fn report(&self, size: Size) -> Report {
        Report {
            size,
            expected: self.found.map(|_| self.tours.len() as u64),
            models: 0,
            findings: Vec::new(),
            counterexample: None,
            is_late: self.is_late,
            is_too_large: false,
        }
    }

    /// Searches for all, or for more than the options ask for.
    pub fn new(problem: &Problem, meaning: &Meaning, options: &Options) -> Expected {
        let mut expected = Expected {
            tours: Vec::new(),
            of: HashMap::new(),
            found: None,
            is_late: false,
        };
        let stop = options.limits.stop.within(options.patience);
        let mut search = Search::new(problem, Directions::Both).with_stop(stop);
        let mut found = 0;
        for steps in search.by_ref() {
            found += 1;
            for sequence in meaning.rotations(problem, &steps) {
                expected.add(problem, meaning, sequence);
            }
            if expected.tours.len() > options.most {
                expected.tours.truncate(options.sample);
                return expected;
            }
        }
        expected.is_late = search.is_late();
        expected.found = (!search.is_late()).then_some(found);
        expected
    }

    fn add(&mut self, problem: &Problem, meaning: &Meaning, steps: Vec<u32>) {
        let key = meaning.facts_of(problem, &steps);
        if self.of.contains_key(&key) {
            return;
        }
        if meaning.is_one_direction() {
            let mut reverse = steps.clone();
            match problem.kind() {
                Kind::Open => reverse.reverse(),
                Kind::Closed => reverse[1..].reverse(),
            }
            let other = meaning.facts_of(problem, &reverse);
            if let Some(&tour) = self.of.get(&other) {
                self.tours[tour].push(steps);
                self.of.insert(key, tour);
                return;
            }
        }
        self.of.insert(key, self.tours.len());
        self.tours.push(vec![steps]);
    }
}

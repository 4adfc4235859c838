//! The tours for which a formula must have a model: all of them, or some that cover every fact.

use super::Options;
use super::guide::Guide;
use super::theory::{Answer, LITTLE};
use crate::base::random::Rng;
use crate::prelude::*;
use crate::solver::SolverError;
use crate::tour::definition::Definition;
use crate::tour::rule::Atom;
use crate::tour::succession::Succession;
use crate::tour::table::Backend;
use knightsat_count::search::{Directions, Search};
use knightsat_search::lazy;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

/// The most vertices that the depth-first search visits.
const NODES: u64 = 1 << 24;
/// The time for each tour of a sample, unless the work is limited instead.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most searches from random seeds.
const SEEDS: usize = 12;

/// The reversals of stretches that are tried for a further tour, by vertices.
const REVERSALS: usize = 64;

/// The tours for which the formula must have a model. Each has a list of sequences of vertices;
/// exactly one sequence is a model.
#[derive(Default)]
pub struct Tours {
    pub tours: Vec<Vec<Vec<u32>>>,
    /// The tours by the facts of each sequence.
    pub of: HashMap<Vec<Fact>, usize>,
    /// Number of directed tours, if these are all.
    pub found: Option<usize>,
    /// True if the deadline ended the search.
    pub is_late: bool,
    /// The facts of these tours.
    covered: HashSet<Fact>,
    /// Number of facts that no tour has.
    impossible: usize,
}

impl Tours {
    /// Returns all tours, if there are at most as many as the options allow and a search with
    /// limited work finds them. Otherwise returns the first one, if there is one.
    pub fn new(problem: &Problem, meaning: &Meaning, options: &Options) -> Tours {
        let mut tours = Tours::default();
        let stop = &options.limits.stop;
        let search = Search::new(problem, Directions::Both).with_stop(stop.clone());
        let mut search = search.with_nodes(NODES);
        let mut found = 0;
        // The search takes a direction that steps determine, and arcs may not know it.
        let [by_steps, by_arcs] = [FactStyle::Positions, FactStyle::Arcs]
            .map(|style| Definition::new(problem, style, None).has_direction());
        let is_either = meaning.style() == FactStyle::Arcs && by_steps && !by_arcs;
        for steps in search.by_ref() {
            // An end may let it begin elsewhere.
            let back = is_either.then(|| meaning.reversed(problem, &steps));
            let turned = |steps: Vec<u32>| {
                (0..steps.len()).map(move |n| [&steps[n..], &steps[..n]].concat())
            };
            let mut back = back.into_iter().flat_map(turned);
            let back = back.find(|steps| is_promised(problem, meaning, steps));
            for steps in [steps].into_iter().chain(back) {
                found += 1;
                for sequence in meaning.rotations(problem, &steps) {
                    tours.add(problem, meaning, sequence);
                }
            }
            if tours.tours.len() > options.most {
                tours.tours.truncate(1);
                return tours;
            }
        }
        tours.is_late = stop.is_over();
        if !search.is_late() {
            tours.found = Some(found);
        } else if found == 0 && tours.search(problem, 0, options).is_err() {
            tours.found = Some(0);
        }
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

    /// Returns true if these are all tours.
    pub fn is_whole(&self) -> bool {
        self.found.is_some()
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

    /// Adds a tour, and its reverse if that is promised too; returns the reverse.
    pub fn add_both(
        &mut self,
        problem: &Problem,
        meaning: &Meaning,
        steps: &[u32],
    ) -> Option<Vec<u32>> {
        self.add(problem, meaning, steps.to_vec());
        let back = reverse(problem, meaning, steps);
        let back = Some(back).filter(|back| is_promised(problem, meaning, back))?;
        self.add(problem, meaning, back.clone());
        Some(back)
    }

    /// Adds tours until they cover every fact that some tour has, as far as they are found: tours
    /// from random seeds, then tours with a missing fact, which `guide` finds.
    pub fn cover(
        &mut self,
        guide: &mut Guide,
        place: &Place,
        meaning: &Meaning,
        options: &Options,
    ) -> Result<(), SolverError> {
        let (problem, stop) = (guide.problem, &options.limits.stop);
        self.of.clear();
        for tour in std::mem::take(&mut self.tours).into_iter().flatten() {
            self.add_images(problem, place, meaning, &tour);
        }
        // A rotation of a closed tour is an open one.
        let closed = Problem::cycle(problem.graph().clone());
        for (number, problem) in [&closed, problem]
            .into_iter()
            .chain([problem; SEEDS])
            .enumerate()
        {
            if self.covered.len() == guide.facts.len() || stop.is_over() {
                break;
            }
            if let Ok(Some(steps)) = self.search(problem, number as u64, options) {
                self.add_images(guide.problem, place, meaning, &steps);
            }
        }
        for fact in guide.facts.clone() {
            let Some(lit) = guide.theory.term(Atom::Fact(fact)).lit() else {
                continue;
            };
            if self.covered.contains(&fact) || stop.is_over() {
                continue;
            }
            match guide.ask(&[lit], LITTLE)? {
                Answer::Found(steps) => self.add_images(problem, place, meaning, &steps),
                Answer::Refuted => self.impossible += 1,
                Answer::Open => {}
            }
        }
        Ok(())
    }

    /// Adds those images of a tour that have new facts.
    fn add_images(&mut self, problem: &Problem, place: &Place, meaning: &Meaning, steps: &[u32]) {
        for sequence in images(problem, place, meaning, steps) {
            let facts = meaning.facts_of(problem, &sequence);
            let is_new = facts.iter().any(|fact| !self.covered.contains(fact));
            if is_new || self.tours.is_empty() {
                self.covered.extend(facts);
                if let Some(back) = self.add_both(problem, meaning, &sequence) {
                    self.covered.extend(meaning.facts_of(problem, &back));
                }
            }
        }
    }

    /// Returns so many images of these tours, chosen at random, if there are more.
    pub fn sample(
        &self,
        problem: &Problem,
        place: &Place,
        meaning: &Meaning,
        len: usize,
    ) -> Vec<Vec<u32>> {
        let tours = self.tours.iter().flatten();
        let images = tours.flat_map(|steps| images(problem, place, meaning, steps));
        let mut sample = images.unique().collect_vec();
        Rng::new(0, 0).shuffle(&mut sample);
        sample.truncate(len);
        sample
    }

    /// Returns at most so many further tours, each from a known one by random reversals of
    /// stretches (2-opt moves).
    pub fn further(&self, problem: &Problem, meaning: &Meaning, len: usize) -> Vec<Vec<u32>> {
        let mut rng = Rng::new(0, 1);
        let mut tours = self.tours.iter().flatten().cloned().collect_vec();
        let mut further = BTreeSet::new();
        let turns = (0..tours.len()).cycle().take(len).collect_vec();
        for turn in turns {
            vary(&mut tours[turn], problem, &mut rng);
            if is_promised(problem, meaning, &tours[turn]) {
                further.insert(tours[turn].clone());
            }
        }
        further.into_iter().collect()
    }

    /// Describes the coverage in words.
    pub fn coverage(&self, facts: usize) -> String {
        let tours = counted(self.tours.len(), "tour");
        let (covered, possible) = (self.covered.len(), facts - self.impossible);
        if covered == possible {
            format!("{tours} that cover all {possible} facts")
        } else {
            format!("{tours} that cover {covered} of {possible} facts")
        }
    }
}

/// Reverses random stretches of a tour where the graph has the new edges. A closed tour keeps its
/// first vertex.
fn vary(steps: &mut [u32], problem: &Problem, rng: &mut Rng) {
    let (graph, is_open) = (problem.graph(), !Succession::of(problem).is_cyclic());
    for _ in 0..REVERSALS * steps.len() {
        let ends = [0, 1].map(|_| rng.below(steps.len()));
        let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        if from == 0 && !is_open {
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

/// Returns the images of a tour, as far as the facts of the meaning permit: reversed, reflected,
/// begun elsewhere.
fn images(
    problem: &Problem,
    place: &Place,
    meaning: &Meaning,
    steps: &[u32],
) -> impl Iterator<Item = Vec<u32>> {
    let mut images = reflections(place, steps);
    let backwards = images.clone().into_iter().map(|mut steps| {
        steps.reverse();
        steps
    });
    images.extend(backwards);
    let is_open = !Succession::of(problem).is_cyclic();
    let turned = images.into_iter().flat_map(move |image| {
        let is_round = problem.graph().has_arc(image[image.len() - 1], image[0]);
        let turns = if is_open && is_round { image.len() } else { 1 };
        (0..turns).map(move |turn| [&image[turn..], &image[..turn]].concat())
    });
    let promised = turned.filter(|steps| is_promised(problem, meaning, steps));
    promised.flat_map(|steps| meaning.rotations(problem, &steps))
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

/// Returns the images of a tour under the reflections and turns of a board, itself first.
fn reflections(place: &Place, steps: &[u32]) -> Vec<Vec<u32>> {
    let Some(board) = place.board() else {
        return vec![steps.to_vec()];
    };
    let (ranks, files) = (board.ranks(), board.files());
    let image = |way: u32| -> Option<Vec<u32>> {
        let image = |&vertex: &u32| {
            let Square { mut rank, mut file } = board.square(vertex);
            if way & 1 == 1 {
                rank = ranks + 1 - rank;
            }
            if way & 2 == 2 {
                file = files + 1 - file;
            }
            if way & 4 == 4 {
                (rank, file) = (file, rank);
            }
            board.vertex(Square { rank, file }).ok()
        };
        steps.iter().map(image).collect()
    };
    (0..8).filter_map(image).collect()
}

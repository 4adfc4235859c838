//! What is given beside the ends, as a search over paths meets it.

use knightsat_tour::given::Clue;
use knightsat_tour::{Kind, Problem};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is given, by step and by vertex.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// The step at which the search begins, going on or, from the last step, back.
    begin: u32,
    at: FxHashMap<u32, u32>,
    step_of: FxHashMap<u32, u32>,
    not_at: FxHashSet<(u32, u32)>,
    /// The other ends of required moves.
    required: FxHashMap<u32, Vec<u32>>,
    /// Two vertices at a step, or two steps at a vertex.
    is_contradictory: bool,
}

impl Given {
    /// What is given of a problem; `None` if nothing is but ends.
    pub fn new(problem: &Problem) -> Option<Given> {
        if problem.given().is_empty() {
            return None;
        }
        let mut given = Given {
            begin: 1,
            at: FxHashMap::default(),
            step_of: FxHashMap::default(),
            not_at: FxHashSet::default(),
            required: FxHashMap::default(),
            is_contradictory: false,
        };
        let ends = [(1, problem.start()), (problem.graph().len(), problem.end())];
        for (step, vertex) in ends {
            if let Some(vertex) = vertex {
                given.put(step, vertex);
            }
        }
        for &clue in problem.given().clues() {
            match clue {
                Clue::At { step, vertex } => given.put(step, vertex),
                Clue::NotAt { step, vertex } => {
                    given.not_at.insert((step, vertex));
                }
                Clue::Move([a, b]) => {
                    given.required.entry(a).or_default().push(b);
                    given.required.entry(b).or_default().push(a);
                }
                // The graph is without it.
                Clue::NoMove(_) => {}
            }
        }
        Some(given)
    }

    fn put(&mut self, step: u32, vertex: u32) {
        let other = self.at.insert(step, vertex);
        let before = self.step_of.insert(vertex, step);
        self.is_contradictory |= other.is_some_and(|other| other != vertex);
        self.is_contradictory |= before.is_some_and(|before| before != step);
    }

    /// Whether no tour fits.
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// The vertex at which to begin a closed tour whose steps are given, and from now on its step is
    /// that of the first vertex.
    pub fn begin(&mut self) -> Option<u32> {
        let (&step, &vertex) = self.at.iter().min()?;
        self.begin = step;
        Some(vertex)
    }

    /// The step of the first vertex.
    pub fn first_step(&self) -> u32 {
        self.begin
    }

    /// Whether the tour may be on a vertex at a step.
    pub fn allows(&self, step: u32, vertex: u32) -> bool {
        let is_there = self.at.get(&step).is_none_or(|&at| at == vertex);
        let is_then = self.step_of.get(&vertex).is_none_or(|&at| at == step);
        is_there && is_then && !self.not_at.contains(&(step, vertex))
    }

    /// Whether the moves before and after a vertex take those that are required there.
    pub fn allows_between(&self, before: Option<u32>, vertex: u32, after: Option<u32>) -> bool {
        let others = self.required.get(&vertex).into_iter().flatten();
        others
            .copied()
            .all(|other| [before, after].contains(&Some(other)))
    }

    /// Whether a whole tour fits: also where the path began and ended.
    pub fn fits(&self, problem: &Problem, steps: &[u32]) -> bool {
        let len = steps.len();
        let is_closed = problem.kind() == Kind::Closed;
        (0..len).all(|place| {
            let before = (place > 0 || is_closed).then(|| steps[(place + len - 1) % len]);
            let after = (place + 1 < len || is_closed).then(|| steps[(place + 1) % len]);
            self.allows(place as u32 + 1, steps[place])
                && self.allows_between(before, steps[place], after)
        })
    }
}

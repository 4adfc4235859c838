//! Sets of states at the border, and the steps between them.

use crate::base::stop::Stop;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Maximum number of border vertices.
pub(crate) const WIDTH: usize = 24;
/// Slots for the vertices at the border: two enter before one leaves.
pub(crate) const SLOTS: usize = WIDTH + 2;
/// Maximum number of states: in a set, and in all sets.
const AT_ONCE: usize = 20_000;
const IN_ALL: usize = 2_000_000;
/// The mate of a vertex with two edges, and of an empty slot.
const DONE: u8 = u8::MAX;
const EMPTY: u8 = u8::MAX - 1;
/// Marks the absence of an edge.
const NONE: u8 = u8::MAX;

/// The mates of the slots; a vertex without chosen edges is its own mate.
type State = [u8; SLOTS];

/// All inputs of a step: equal situations have equal steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Situation {
    /// The set of states before the step.
    pub states: u32,
    /// The slot of the vertex that gets its last edges.
    pub slot: u8,
    /// The other ends of its undecided edges, each with true if the edge is marked.
    pub later: Vec<(u8, bool)>,
    /// A bit for every slot that has just received a vertex.
    pub entering: u32,
    /// True if all vertices are done or at the border, and no other edge is marked.
    pub may_close: bool,
}

/// The edges chosen for a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Choice {
    /// The place of the previous state in its set.
    pub from: u32,
    /// The places of the edges in [`Situation::later`], at most two.
    pub places: [u8; 2],
}

/// The result of a situation.
struct Step {
    /// The origin of each state of the next set.
    made: Vec<Choice>,
    next: u32,
}

/// The sets and the steps made so far.
pub(crate) struct Sets {
    sets: Vec<Rc<[State]>>,
    numbers: FxHashMap<Rc<[State]>, u32>,
    steps: Vec<Step>,
    known: FxHashMap<Situation, u32>,
    current: u32,
    closed: Option<Choice>,
    total: usize,
}

impl Default for Sets {
    /// Returns the set of the state without chosen edges.
    fn default() -> Sets {
        Sets {
            sets: vec![Rc::new([[EMPTY; SLOTS]])],
            numbers: FxHashMap::default(),
            steps: Vec::new(),
            known: FxHashMap::default(),
            current: 0,
            closed: None,
            total: 0,
        }
    }
}

impl Sets {
    /// Returns the set after the last step.
    pub fn current(&self) -> u32 {
        self.current
    }

    /// Returns the choice that has closed a cycle of all vertices.
    pub fn closed(&self) -> Option<Choice> {
        self.closed
    }

    /// Returns the choice that made a state of a step.
    pub fn choice(&self, step: u32, state: u32) -> Choice {
        self.steps[step as usize].made[state as usize]
    }

    /// Makes the step, or looks it up among those made before. Returns `None` if there are too many
    /// states, or if time is up.
    pub fn step(&mut self, situation: Situation, stop: &Stop) -> Option<u32> {
        let step = match self.known.get(&situation) {
            Some(&step) => step,
            None => self.make(situation, stop)?,
        };
        self.current = self.steps[step as usize].next;
        Some(step)
    }

    fn make(&mut self, situation: Situation, stop: &Stop) -> Option<u32> {
        let states = self.sets[situation.states as usize].clone();
        let mut found: Vec<(State, Choice)> = Vec::new();
        for (from, state) in (0..).zip(states.iter()) {
            self.closed = situation.follow(state, from, &mut found);
            if self.closed.is_some() {
                break;
            }
        }
        // Sorted, so that equal sets are equal lists.
        found.sort_unstable();
        found.dedup_by(|one, kept| one.0 == kept.0);
        self.total += found.len();
        let is_too_much = found.len() > AT_ONCE || self.total > IN_ALL || stop.is_over();
        if is_too_much && self.closed.is_none() {
            return None;
        }
        let (states, made): (Vec<State>, Vec<Choice>) = found.into_iter().unzip();
        let next = self.number(states.into());
        let step = self.steps.len() as u32;
        self.steps.push(Step { made, next });
        self.known.insert(situation, step);
        Some(step)
    }

    /// Returns the number of a set.
    fn number(&mut self, states: Rc<[State]>) -> u32 {
        let new = self.sets.len() as u32;
        let number = *self.numbers.entry(states.clone()).or_insert(new);
        if number == new {
            self.sets.push(states);
        }
        number
    }
}

impl Situation {
    /// Adds the states that follow from one, or returns the choice that closes a cycle of all
    /// vertices.
    fn follow(
        &self,
        before: &State,
        from: u32,
        found: &mut Vec<(State, Choice)>,
    ) -> Option<Choice> {
        let mut state = *before;
        for slot in (0..SLOTS as u8).filter(|slot| self.entering >> slot & 1 == 1) {
            state[usize::from(slot)] = slot;
        }
        let missing = match state[usize::from(self.slot)] {
            DONE => 0,
            mate if mate == self.slot => 2,
            _ => 1,
        };
        let marked = self
            .later
            .iter()
            .filter(|(_, is_marked)| *is_marked)
            .count();
        for places in choices(self.later.len() as u8, missing) {
            let is_marked = |&&place: &&u8| place != NONE && self.later[usize::from(place)].1;
            if places.iter().filter(is_marked).count() < marked {
                continue;
            }
            match self.joined(&state, places) {
                Joined::Closed => return Some(Choice { from, places }),
                Joined::State(state) => found.push((state, Choice { from, places })),
                Joined::Nothing => {}
            }
        }
        None
    }

    /// Returns the state once the vertex has these edges and is done.
    fn joined(&self, state: &State, places: [u8; 2]) -> Joined {
        let mut state = *state;
        let a = usize::from(self.slot);
        for place in places.into_iter().filter(|&place| place != NONE) {
            let b = usize::from(self.later[usize::from(place)].0);
            let [mate_a, mate_b] = [a, b].map(|slot| usize::from(state[slot]));
            if mate_b == usize::from(DONE) {
                return Joined::Nothing;
            }
            if mate_a != a {
                state[a] = DONE;
            }
            if mate_b != b {
                state[b] = DONE;
            }
            if mate_a == b {
                let is_all = self.may_close && state.iter().all(|&mate| mate >= EMPTY);
                return if is_all {
                    Joined::Closed
                } else {
                    Joined::Nothing
                };
            }
            state[mate_a] = mate_b as u8;
            state[mate_b] = mate_a as u8;
        }
        state[a] = EMPTY;
        Joined::State(state)
    }
}

/// Returns the ways to take `missing` of so many edges.
fn choices(count: u8, missing: u8) -> impl Iterator<Item = [u8; 2]> {
    let none = (missing == 0).then_some([NONE; 2]);
    let ones = (0..count).filter(move |_| missing == 1);
    let seconds = (0..count).filter(move |_| missing == 2);
    let pairs = seconds.flat_map(|second| (0..second).map(move |first| [first, second]));
    none.into_iter()
        .chain(ones.map(|one| [one, NONE]))
        .chain(pairs)
}

enum Joined {
    /// A cycle of all vertices.
    Closed,
    State(State),
    /// No valid state.
    Nothing,
}

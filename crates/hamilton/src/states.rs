//! Sets of states at the border, and the steps between them.

use crate::base::stop::Stop;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Border vertices at most.
pub(crate) const WIDTH: usize = 24;
/// Slots for the vertices at the border: two enter before one leaves.
pub(crate) const SLOTS: usize = WIDTH + 2;
/// States at most: in a set, and in all sets.
const AT_ONCE: usize = 20_000;
const IN_ALL: usize = 2_000_000;
/// The mate of a vertex with two edges, and of a slot that nothing is on.
const DONE: u8 = u8::MAX;
const EMPTY: u8 = u8::MAX - 1;
/// No edge.
const NONE: u8 = u8::MAX;

/// The mates of the slots; a vertex without chosen edges is its own.
type State = [u8; SLOTS];

/// All that a step depends on: where it is the same, so is the step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Situation {
    /// The set of states before.
    pub states: u32,
    /// The slot of the vertex that gets its last edges.
    pub slot: u8,
    /// The other ends of its edges that are not decided, and whether those are marked.
    pub later: Vec<(u8, bool)>,
    /// A bit for every slot that a vertex has just been put on.
    pub entering: u32,
    /// Whether all vertices are done or at the border, and no other edge is marked.
    pub may_close: bool,
}

/// The edges chosen for a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Choice {
    /// The place, in its set, of the state before.
    pub from: u32,
    /// The places of the edges in [`Situation::later`], of which there are up to two.
    pub places: [u8; 2],
}

/// What comes of a situation.
struct Step {
    /// How each state of the next set has been made.
    made: Vec<Choice>,
    next: u32,
}

/// The sets and the steps that there have been.
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
    /// The set of the state in which nothing is chosen.
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
    /// The set after the last step.
    pub fn current(&self) -> u32 {
        self.current
    }

    /// The choice that has closed a cycle of all vertices.
    pub fn closed(&self) -> Option<Choice> {
        self.closed
    }

    /// How a state that a step has led to was made.
    pub fn choice(&self, step: u32, state: u32) -> Choice {
        self.steps[step as usize].made[state as usize]
    }

    /// Makes the step, or takes it from those made before; nothing if there are too many states, or
    /// if it is late.
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
        // In order, so that the same set is the same list.
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

    /// The number of a set.
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
    /// Adds the states that one leads to; or gives the choice that closes a cycle of all vertices.
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

    /// The state once the vertex has these edges and is done.
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

/// The ways to take `missing` of so many edges.
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
    /// Impossible.
    Nothing,
}

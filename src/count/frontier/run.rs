//! The sweep itself: from the states before a vertex to those after it.

use super::host::Host;
use super::plan::{Plan, Step};
use super::state::{MOST_SLOTS, Mates, PASSED, Word, pack, unpack};
use super::{Forecaster, Limits, Progress};
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;

/// How many ways lead to each state.
type States<W, N> = HashMap<W, N, FxBuildHasher>;

/// Why a run ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A count does not fit into its type.
    Overflow,
    /// The deadline has come.
    Late,
    /// There are too many states.
    TooMany,
}

/// A count.
pub(super) trait Number: Copy + Into<u128> {
    /// None.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The sum, unless it is too large.
    fn plus(self, other: Self) -> Result<Self, Halt>;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn plus(self, other: Self) -> Result<Self, Halt> {
                self.checked_add(other).ok_or(Halt::Overflow)
            }
        }
    };
}

number!(u64);
number!(u128);

/// States between two looks at the clock.
const STATES_A_LOOK: usize = 1 << 12;

/// The number of Hamiltonian cycles of the host.
pub(super) fn run<W: Word, N: Number>(
    host: &Host,
    plan: &Plan,
    limits: &Limits,
    report: &mut dyn FnMut(Progress),
) -> Result<u128, Halt> {
    let mut mates: Mates = [PASSED; MOST_SLOTS + 1];
    let mut states: States<W, N> = States::default();
    let first = match host.given {
        None => pack(&mates, &[]),
        Some(_) => {
            (mates[0], mates[1]) = (1, 0);
            pack(&mates, &[0, 1])
        }
    };
    states.insert(first, N::ONE);
    let mut total = N::ZERO;
    let mut forecaster = Forecaster::new(plan);
    for (place, step) in plan.steps.iter().enumerate() {
        let mut next = Next {
            step,
            states: States::with_capacity_and_hasher(states.len(), FxBuildHasher),
            total,
        };
        for (number, (&word, &count)) in states.iter().enumerate() {
            next.expand(word, count)?;
            if number % STATES_A_LOOK == 0 {
                check(limits, next.states.len())?;
                if forecaster.is_due() {
                    report(forecaster.progress(place, next.states.len()));
                }
            }
        }
        total = next.total;
        forecaster.done(place, states.len(), next.states.len());
        states = next.states;
    }
    Ok(total.into())
}

fn check(limits: &Limits, states: usize) -> Result<(), Halt> {
    if limits.stop.is_over() {
        return Err(Halt::Late);
    }
    if states > limits.states {
        return Err(Halt::TooMany);
    }
    Ok(())
}

/// The states after a step, as they are collected.
struct Next<'s, W, N> {
    step: &'s Step,
    states: States<W, N>,
    /// Cycles that have closed.
    total: N,
}

impl<W: Word, N: Number> Next<'_, W, N> {
    /// Chooses as many edges from the step's vertex onwards as it needs, in every way.
    fn expand(&mut self, word: W, count: N) -> Result<(), Halt> {
        let step = self.step;
        let mut mates: Mates = [PASSED; MOST_SLOTS + 1];
        unpack(word, step.before as usize, &mut mates);
        for slot in step.before..step.during {
            mates[slot as usize] = slot;
        }
        let vertex = step.vertex;
        if mates[vertex as usize] == PASSED {
            return match step.requires_none_but(&[]) {
                true => self.keep(&mates, count),
                false => Ok(()),
            };
        }
        let needs_two = mates[vertex as usize] == vertex;
        for (place, &first) in step.ahead.iter().enumerate() {
            if mates[first as usize] == PASSED {
                continue;
            }
            if !needs_two {
                if step.requires_none_but(&[first]) {
                    self.last_edge(mates, first, count)?;
                }
                continue;
            }
            let mut with_first = mates;
            join(&mut with_first, vertex, first);
            for &second in &step.ahead[place + 1..] {
                if mates[second as usize] != PASSED && step.requires_none_but(&[first, second]) {
                    self.last_edge(with_first, second, count)?;
                }
            }
        }
        Ok(())
    }

    /// Takes the last edge from the step's vertex. One to its own mate closes a cycle.
    fn last_edge(&mut self, mut mates: Mates, to: u8, count: N) -> Result<(), Halt> {
        let vertex = self.step.vertex;
        if mates[vertex as usize] == to {
            let mut others = self.step.stay.iter().filter(|&&slot| slot != to);
            if self.step.may_close && others.all(|&slot| mates[slot as usize] == PASSED) {
                self.total = self.total.plus(count)?;
            }
            return Ok(());
        }
        join(&mut mates, vertex, to);
        self.keep(&mates, count)
    }

    /// Adds a state, unless a vertex has too few neighbours left in it.
    fn keep(&mut self, mates: &Mates, count: N) -> Result<(), Halt> {
        let is_stranded = self.step.tight.iter().any(|tight| {
            let mate = mates[tight.slot as usize];
            let needed = match mate {
                PASSED => 0,
                _ if mate == tight.slot => 2,
                _ => 1,
            };
            let open = |&&slot: &&u8| mates[slot as usize] != PASSED;
            usize::from(tight.outside) + tight.inside.iter().filter(open).count() < needed
        });
        if is_stranded {
            return Ok(());
        }
        let entry = self.states.entry(pack(mates, &self.step.stay));
        let slot = entry.or_insert(N::ZERO);
        *slot = slot.plus(count)?;
        Ok(())
    }
}

/// Joins two slots by an edge: their other ends become each other's mates.
#[inline]
fn join(mates: &mut Mates, a: u8, b: u8) {
    let (end, other_end) = (mates[a as usize], mates[b as usize]);
    mates[a as usize] = PASSED;
    mates[b as usize] = PASSED;
    mates[end as usize] = other_end;
    mates[other_end as usize] = end;
}

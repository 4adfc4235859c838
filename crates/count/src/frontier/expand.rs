//! What a state becomes in one step.

use super::halt::Halt;
use super::number::Number;
use super::state::{MOST_SLOTS, Mates, PASSED, Word, pack, unpack};
use super::sweep::{Choice, Step, VertexChoice};

/// Takes states through a step.
pub(super) struct Expansion<'s, N, F> {
    step: &'s Step,
    /// Where a state goes.
    keep: F,
    /// Cycles that have closed.
    pub closed: N,
}

impl<'s, N: Number, F> Expansion<'s, N, F> {
    /// Of this step.
    pub fn new(step: &'s Step, keep: F) -> Self {
        Expansion {
            step,
            keep,
            closed: N::ZERO,
        }
    }

    /// Chooses in every way.
    pub fn expand<W: Word>(&mut self, word: W, count: N) -> Result<(), Halt>
    where
        F: FnMut(W, N) -> Result<(), Halt>,
    {
        let step = self.step;
        let mut mates: Mates = [PASSED; MOST_SLOTS + 1];
        unpack(word, step.before as usize, &mut mates);
        for slot in step.before..step.during {
            mates[slot as usize] = slot;
        }
        match &step.choice {
            Choice::Vertex(choice) => self.process(choice, &mates, count),
            &Choice::Edge { ends, is_required } => {
                let [a, b] = ends;
                if !is_required {
                    self.keep(&mates, count)?;
                }
                let is_free = |slot: u8| mates[slot as usize] != PASSED;
                if is_free(a) && is_free(b) && mates[a as usize] != b {
                    join(&mut mates, a, b);
                    self.keep(&mates, count)?;
                }
                Ok(())
            }
        }
    }

    /// Chooses as many edges from the step's vertex onwards as it needs, in every way.
    fn process<W: Word>(
        &mut self,
        choice: &VertexChoice,
        mates: &Mates,
        count: N,
    ) -> Result<(), Halt>
    where
        F: FnMut(W, N) -> Result<(), Halt>,
    {
        let vertex = choice.vertex;
        if mates[vertex as usize] == PASSED {
            return match choice.requires_none_but(&[]) {
                true => self.keep(mates, count),
                false => Ok(()),
            };
        }
        let needs_two = mates[vertex as usize] == vertex;
        for (place, &first) in choice.ahead.iter().enumerate() {
            if mates[first as usize] == PASSED {
                continue;
            }
            if !needs_two {
                if choice.requires_none_but(&[first]) {
                    self.last_edge(choice, *mates, first, count)?;
                }
                continue;
            }
            let mut with_first = *mates;
            join(&mut with_first, vertex, first);
            for &second in &choice.ahead[place + 1..] {
                if mates[second as usize] != PASSED && choice.requires_none_but(&[first, second]) {
                    self.last_edge(choice, with_first, second, count)?;
                }
            }
        }
        Ok(())
    }

    /// Takes the last edge from the step's vertex. One to its own mate closes a cycle.
    fn last_edge<W: Word>(
        &mut self,
        choice: &VertexChoice,
        mut mates: Mates,
        to: u8,
        count: N,
    ) -> Result<(), Halt>
    where
        F: FnMut(W, N) -> Result<(), Halt>,
    {
        let vertex = choice.vertex;
        if mates[vertex as usize] == to {
            let mut others = self.step.stay.iter().filter(|&&slot| slot != to);
            if choice.may_close && others.all(|&slot| mates[slot as usize] == PASSED) {
                self.closed = self.closed.plus(count)?;
            }
            return Ok(());
        }
        join(&mut mates, vertex, to);
        self.keep(&mates, count)
    }

    /// Keeps a state, unless a vertex has too few neighbours left in it or more edges than it may have.
    fn keep<W: Word>(&mut self, mates: &Mates, count: N) -> Result<(), Halt>
    where
        F: FnMut(W, N) -> Result<(), Halt>,
    {
        let is_open = |&&slot: &&u8| mates[slot as usize] != PASSED;
        let is_stranded = self.step.tight.iter().any(|tight| {
            let mate = mates[tight.slot as usize];
            let taken = match mate {
                PASSED => 2,
                _ if mate == tight.slot => 0,
                _ => 1,
            };
            let left = usize::from(tight.outside) + tight.inside.iter().filter(is_open).count();
            taken + left < usize::from(tight.edges)
        });
        if is_stranded || !self.step.once.iter().all(|slot| is_open(&slot)) {
            return Ok(());
        }
        (self.keep)(pack(mates, &self.step.stay), count)
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

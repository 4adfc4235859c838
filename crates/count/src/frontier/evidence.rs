//! What a run leaves behind of each step.

/// What a step came to, so that another run can confirm it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepEvidence {
    /// How many states there are after it.
    pub states: u64,
    /// In how many classes: those with the same degrees are one.
    pub classes: u64,
    /// Bytes that they take.
    pub bytes: u64,
    /// The sum of the counts of all states, each times a hash of its degrees, modulo 2⁶⁴.
    pub checksum: u64,
}

impl StepEvidence {
    /// Adds a part of the same step.
    pub(super) fn add(&mut self, part: &StepEvidence) {
        self.states += part.states;
        self.classes += part.classes;
        self.bytes += part.bytes;
        self.checksum = self.checksum.wrapping_add(part.checksum);
    }
}

//! The evidence of a run: sizes and a checksum for each step.

/// The sizes and the checksum of a step, by which another run can confirm it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepEvidence {
    /// The number of states after it.
    pub states: u64,
    /// The number of classes: states with the same degrees are one.
    pub classes: u64,
    /// The number of bytes of these states.
    pub bytes: u64,
    /// The sum of the counts of all states, each times a hash of its degrees, modulo 2⁶⁴.
    pub checksum: u64,
}

impl StepEvidence {
    /// Adds the evidence of a part of the same step.
    pub(super) fn add(&mut self, part: &StepEvidence) {
        self.states += part.states;
        self.classes += part.classes;
        self.bytes += part.bytes;
        self.checksum = self.checksum.wrapping_add(part.checksum);
    }
}

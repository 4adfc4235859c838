//! Weights of pairs of edges at a vertex, and labels of the vertices with one of the two.
//!
//! Once a vertex has its first edge, every second one completes a pair. Its weight depends on the
//! first, so the state contains a label of the first edge. Two first edges have the same label if
//! all second edges left weigh the same with either, up to a constant. The constant is paid when
//! the label is given. So a vertex has few labels, and fewer the more of its neighbours are
//! processed.

use super::class::{DEGREE_BITS, Degrees, MOST_SLOTS, without};
use std::collections::HashMap;

/// The weights of the pairs of edges at a vertex.
#[derive(Clone, Debug, Default)]
pub(super) struct Corner {
    /// The weight of all other pairs, those with an edge to a vertex of no square included.
    pub otherwise: u32,
    /// Weights by the other ends of the edges, the smaller first.
    pub pairs: HashMap<[u32; 2], u32>,
}

impl Corner {
    /// Returns the weight of the pair of edges to these vertices.
    pub fn weight(&self, [a, b]: [u32; 2]) -> u32 {
        let weight = self.pairs.get(&[a.min(b), a.max(b)]);
        weight.copied().unwrap_or(self.otherwise)
    }
}

/// The bits of the labels in the degrees of a class.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Labels {
    bits: u32,
}

impl Labels {
    /// Returns bits for so many labels.
    pub fn of(labels: usize) -> Labels {
        let bits = usize::BITS - labels.saturating_sub(1).leading_zeros();
        Labels { bits }
    }

    /// Returns true if there are bits for the labels of so many slots.
    pub fn suffice(self, slots: usize) -> bool {
        let left = (Degrees::BITS - DEGREE_BITS) as usize;
        self.bits == 0 || slots <= MOST_SLOTS && slots * self.bits as usize <= left
    }

    /// Returns the bits of the label of a slot.
    pub fn mask(self, slot: u8) -> Degrees {
        ((1 << self.bits) - 1) << self.shift(slot)
    }

    /// Returns the label of a slot.
    pub fn get(self, degrees: Degrees, slot: u8) -> usize {
        ((degrees & self.mask(slot)) >> self.shift(slot)) as usize
    }

    /// Returns the degrees with another label of a slot.
    pub fn with(self, degrees: Degrees, slot: u8, label: u32) -> Degrees {
        degrees & !self.mask(slot) | Degrees::from(label) << self.shift(slot)
    }

    /// Returns the degrees without a slot and its label. Those above move down.
    pub fn without(self, degrees: Degrees, slot: u8) -> Degrees {
        if self.bits == 0 {
            return without(degrees, slot);
        }
        let labels = degrees >> DEGREE_BITS;
        let below = (1 << (self.bits * u32::from(slot))) - 1;
        let labels = labels & below | labels >> self.bits & !below;
        let degrees = degrees & ((1 << DEGREE_BITS) - 1);
        without(degrees, slot) | labels << DEGREE_BITS
    }

    fn shift(self, slot: u8) -> u32 {
        DEGREE_BITS + self.bits * u32::from(slot)
    }
}

/// A label, and the weight that is paid for it.
pub(super) type Paid = (u32, u32);

/// The effect of the step of a neighbour on a vertex with these labels.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// The label if the edge is the first.
    pub first: Paid,
    /// The weight if the edge is the second, by the label.
    pub second: Vec<u32>,
    /// The label if the edge is not taken, by the label.
    pub later: Vec<Paid>,
}

/// The labels of a vertex: for each, the weights of all second edges left.
#[derive(Clone, Debug, Default)]
pub(super) struct CornerRows(Vec<Vec<u32>>);

impl CornerRows {
    /// Returns the number of labels.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the label of a row, a new one if needed, and the part of the weights that is paid.
    pub fn label(&mut self, row: &[u32]) -> Paid {
        let least = row.iter().copied().min().unwrap_or(0);
        let row: Vec<u32> = row.iter().map(|weight| weight - least).collect();
        let label = self.0.iter().position(|other| *other == row);
        let label = label.unwrap_or_else(|| {
            self.0.push(row);
            self.0.len() - 1
        });
        (label as u32, least)
    }

    /// Returns the weights of the second edge at `place` among those left, by the label.
    pub fn at(&self, place: usize) -> Vec<u32> {
        self.0.iter().map(|row| row[place]).collect()
    }

    /// Removes the edge at `place` from those left, and gives the label of `first`, a row without
    /// it, to those who take it first.
    pub fn change(&mut self, place: usize, first: &[u32]) -> Change {
        let before = std::mem::take(self);
        let rest = before.0.iter().map(|row| {
            let mut row = row.clone();
            row.remove(place);
            self.label(&row)
        });
        let later = rest.collect();
        Change {
            first: self.label(first),
            second: before.at(place),
            later,
        }
    }
}

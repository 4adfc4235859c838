//! The sum over pairs of matchings that make one cycle, if most matchings have a weight.
//!
//! Weights are arrays by number. The matchings of A in which point 0 has the same mate are
//! consecutive. The other array is contracted along that edge: the entry of each matching of the
//! remaining points is a sum of 2j − 2 entries. A table contains their places. So the inner loop
//! has no branches.

use super::matching::{contract, matchings, rank, unrank};
use super::number::{Halt, Ring, Total};
use std::sync::OnceLock;

/// The most points for a table of contractions. Tables for more would be too large.
pub(super) const MOST_POINTS: usize = 14;

/// For every even number of points, every mate of point 0 and every matching of the others, the
/// matchings whose contraction it is.
static SOURCES: [OnceLock<Vec<u32>>; MOST_POINTS / 2 + 1] =
    [const { OnceLock::new() }; MOST_POINTS / 2 + 1];

fn sources(points: usize) -> &'static [u32] {
    SOURCES[points / 2].get_or_init(|| {
        let rests = matchings(points - 2) as usize;
        let mut table = Vec::with_capacity((points - 1) * rests * (points - 2));
        for mate in 1..points as u8 {
            let mut of_rest = vec![Vec::with_capacity(points - 2); rests];
            for number in 0..matchings(points) {
                if let Some(rest) = contract(points, &unrank(points, number), 0, mate) {
                    of_rest[rank(points - 2, &rest) as usize].push(number as u32);
                }
            }
            table.extend(of_rest.into_iter().flatten());
        }
        table
    })
}

/// Buffers to be used for many products: a contracted array for every number of points.
pub(super) struct Product {
    ring: Ring,
    contracted: Vec<Vec<u64>>,
}

impl Product {
    /// Creates empty buffers.
    pub fn new(ring: Ring) -> Product {
        Product {
            ring,
            contracted: vec![Vec::new(); MOST_POINTS / 2 + 1],
        }
    }

    /// Adds the sum for two arrays of weights. Recurses on two points less.
    pub fn add(
        &mut self,
        points: usize,
        [a, b]: [&[u64]; 2],
        total: &mut Total,
    ) -> Result<(), Halt> {
        if points == 2 {
            return total.add(a[0], b[0]);
        }
        let rests = matchings(points - 2) as usize;
        let each = (points - 2) * rests;
        for (group, sources) in a
            .chunks_exact(rests)
            .zip(sources(points).chunks_exact(each))
        {
            if group.iter().all(|&weight| weight == 0) {
                continue;
            }
            let mut contracted = std::mem::take(&mut self.contracted[points / 2 - 1]);
            contracted.clear();
            let mut overflows = false;
            contracted.extend(sources.chunks_exact(points - 2).map(|sources| {
                let mut sum = 0;
                for &source in sources {
                    self.ring.add(&mut sum, b[source as usize], &mut overflows);
                }
                sum
            }));
            if overflows {
                return Err(Halt::Overflow);
            }
            self.add(points - 2, [group, &contracted], total)?;
            self.contracted[points / 2 - 1] = contracted;
        }
        Ok(())
    }
}

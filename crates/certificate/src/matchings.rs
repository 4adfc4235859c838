//! The clauses of two matchings: derived anew, as the documentation of [`proof`](super) lays down.

use super::degrees::{Augmented, one_of, two_of};

impl Augmented {
    /// Gives the clauses to `clause`, which may stop it with an error; `variables` are taken before,
    /// and counted on.
    pub fn matchings<E>(
        &self,
        variables: &mut i64,
        clause: &mut dyn FnMut(&[i32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let edges = self.edges.len() as i64;
        let base = *variables;
        *variables += 2 * edges;
        // A formula beyond 32 bits is none that can be read, and so equals none.
        let numbered = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
        let first = |x: &i32| numbered(base + i64::from(*x));
        let second = |x: &i32| numbered(base + edges + i64::from(*x));
        for x in 1..=edges as i32 {
            let (a, b) = (first(&x), second(&x));
            clause(&[-a, -b])?;
            clause(&[-a, x])?;
            clause(&[-b, x])?;
            clause(&[-x, a, b])?;
        }
        let is_odd = self.len() % 2 == 1;
        for (vertex, at) in self.at.iter().enumerate() {
            let [at_first, at_second]: [Vec<i32>; 2] = [
                at.iter().map(first).collect(),
                at.iter().map(second).collect(),
            ];
            if is_odd && vertex + 1 == self.len() {
                two_of(&at_first, variables, clause)?;
                at_second.iter().try_for_each(|&b| clause(&[-b]))?;
            } else {
                one_of(&at_first, variables, clause)?;
                one_of(&at_second, variables, clause)?;
            }
        }
        if let ([one, two, ..], false) = (&self.at[0][..], is_odd) {
            clause(&[-second(one)])?;
            clause(&[first(one), -second(two)])?;
        }
        Ok(())
    }
}

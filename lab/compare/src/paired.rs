//! Contenders on the same formulas: an encoding with a solver against another one, run by run, and
//! the sign test of the pairs.
//!
//! ```
//! use knightsat_compare::paired::sign_test;
//!
//! // Nine of ten pairs: 2 · (1 + 10) / 2^10.
//! assert!((sign_test(9, 1) - 22.0 / 1024.0).abs() < 1e-12);
//! ```

use super::CompareError;
use super::method::NO_AMO;
use super::row::{Row, Run, SHORTEST};
use crate::base::text::OptionName;
use crate::tour::spec::TourSpec;
use itertools::Itertools;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::f64::consts::LN_2;
use std::fmt;

/// An encoding with its at-most-one encoding and a solver.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Contender {
    /// Name of the encoding.
    pub encoding: String,
    /// Its at-most-one encoding.
    pub amo: String,
    /// Name of the solver.
    pub solver: String,
}

impl Contender {
    /// Returns the contender of a run.
    pub fn of(run: &Run) -> Contender {
        let [encoding, amo, solver] = [&run.encoding, &run.amo, &run.solver].map(String::clone);
        Contender {
            encoding,
            amo,
            solver,
        }
    }

    /// Returns the names of encoding, at-most-one encoding and solver.
    pub(super) fn names(&self) -> [&str; 3] {
        [&self.encoding, &self.amo, &self.solver]
    }

    /// Returns true if `name` is its whole name, or all words of `name` are among its names.
    fn is_named(&self, name: &str) -> bool {
        let names = self.names();
        let is_name = |word: &str| names.contains(&word);
        name == self.to_string() || is_name(name) || name.split_whitespace().all(is_name)
    }

    /// Returns the one of these with this name.
    pub fn choose(all: &[Contender], name: &str) -> Result<Contender, CompareError> {
        let option = OptionName("baseline");
        let named = all.iter().filter(|contender| contender.is_named(name));
        let (fault, names) = match named.collect_vec() {
            one if one.len() == 1 => return Ok(one[0].clone()),
            none if none.is_empty() => ("not in this comparison", all.iter().collect_vec()),
            several => ("several have this name", several),
        };
        let names = names.iter().format(", ");
        let message = format!("{option} {name}: {fault}: name one of {names}");
        Err(CompareError(message))
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = self.names().into_iter().filter(|&name| name != NO_AMO);
        write!(f, "{}", names.join(" "))
    }
}

/// A contender against the baseline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairs {
    /// The contender.
    #[serde(flatten)]
    pub contender: Contender,
    /// The baseline.
    pub baseline: Contender,
    /// Number of shuffled formulas, over all boards, that both have run on.
    pub pairs: usize,
    /// Pairs in which the contender was faster than the baseline.
    pub faster: usize,
    /// Pairs in which it was slower.
    pub slower: usize,
    /// Significance of the difference, by the [`sign_test`].
    pub p: f64,
}

/// The formulas of a run, whatever the encoding: the board, the tour and the shuffle.
type Key<'r> = (&'r str, &'r TourSpec, u64);

/// Returns the key of a run.
fn key(row: &Row) -> Key<'_> {
    (&row.run.place, &row.run.asked, row.run.shuffle)
}

/// Returns the rows of the baseline.
fn partners<'r>(rows: &'r [Row], baseline: &Contender) -> HashMap<Key<'r>, &'r Row> {
    let rows = rows
        .iter()
        .filter(|row| Contender::of(&row.run) == *baseline);
    rows.map(|row| (key(row), row)).collect()
}

/// Compares contenders with the baseline, in their order. A run that is not solved is slower than
/// any solved one. Two that are not solved are equal, and so are times below [`SHORTEST`].
pub fn pairs(rows: &[Row], contenders: &[Contender], baseline: &Contender) -> Vec<Pairs> {
    let partners = partners(rows, baseline);
    let time = |row: &Row| row.time().map_or(f64::INFINITY, |time| time.max(SHORTEST));
    let others = contenders.iter().filter(|&other| other != baseline);
    let against = |other: &Contender| {
        let rows = rows.iter().filter(|row| Contender::of(&row.run) == *other);
        let orders = rows.filter_map(|row| {
            let partner = partners.get(&key(row))?;
            Some(time(row).total_cmp(&time(partner)))
        });
        let orders = orders.counts();
        let count = |order| orders.get(&order).copied().unwrap_or(0);
        let (faster, slower) = (count(Ordering::Less), count(Ordering::Greater));
        Pairs {
            contender: other.clone(),
            baseline: baseline.clone(),
            pairs: orders.values().sum(),
            faster,
            slower,
            p: sign_test(faster, slower),
        }
    };
    others.map(against).collect()
}

/// Returns the significance of such a difference, in either direction: the exact sign test of Dixon
/// and Mood, The statistical sign test, Journal of the American Statistical Association 41, 1946.
/// Equal pairs do not count.
pub fn sign_test(faster: usize, slower: usize) -> f64 {
    let pairs = faster + slower;
    // Logarithms, since the binomial coefficients overflow.
    let mut term = -(pairs as f64) * LN_2;
    let mut tail = 0.0;
    for fewer in 0..=faster.min(slower) {
        tail += term.exp();
        term += ((pairs - fewer) as f64).ln() - ((fewer + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_test_is_exact() {
        // 2 · Σ C(n, i) / 2^n.
        for (faster, slower, p) in [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (0, 5, 0.0625),
            (5, 0, 0.0625),
            (2, 8, 2.0 * (1.0 + 10.0 + 45.0) / 1024.0),
            (3, 3, 1.0),
        ] {
            assert!((sign_test(faster, slower) - p).abs() < 1e-12, "{faster}");
        }
        // About 2 · Φ(-1.99), as (5000 - 4900 - 0.5) / √(10000 / 4) is 1.99.
        let p = sign_test(4900, 5100);
        assert!((p - 0.0466).abs() < 1e-4, "{p}");
    }

    #[test]
    fn a_baseline_is_named_by_its_words() {
        let contender = |encoding: &str, amo: &str, solver: &str| Contender {
            encoding: encoding.into(),
            amo: amo.into(),
            solver: solver.into(),
        };
        let all = [
            contender("crt", "-", "minisat"),
            contender("position", "product", "minisat"),
            contender("position", "product", "my/solver {cnf}"),
        ];
        let whole = all[2].to_string();
        let choose = |name| Contender::choose(&all, name).map_err(|error| error.to_string());
        assert_eq!(choose("crt").as_ref(), Ok(&all[0]));
        assert_eq!(choose("minisat position").as_ref(), Ok(&all[1]));
        assert_eq!(choose("my/solver {cnf}").as_ref(), Ok(&all[2]));
        assert_eq!(choose(&whole).as_ref(), Ok(&all[2]));
        let several = choose("position").unwrap_err();
        assert!(several.ends_with("position product minisat, position product my/solver {cnf}"));
        assert!(
            choose("order")
                .unwrap_err()
                .contains("not in this comparison")
        );
    }
}

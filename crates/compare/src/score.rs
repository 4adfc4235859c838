//! Figures of the runs that differ in the shuffle only.
//!
//! ```
//! use knightsat_compare::score::{median, par2};
//!
//! // Seconds; what was not solved within the limit has none.
//! let times = [Some(0.5), Some(1.5), None];
//! assert_eq!((median(&times), par2(&times, 10.0)), (Some(1.5), 22.0 / 3.0));
//! ```

use super::row::{Row, RunVerdict};
use itertools::Itertools;
use knightsat_tour::spec::TourSpec;
use serde::Serialize;

/// A method and a solver on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The board.
    pub board: String,
    /// Number of squares.
    pub vertices: u32,
    /// Which tour is asked for.
    #[serde(flatten)]
    pub asked: TourSpec,
    /// Name of the encoding.
    pub encoding: String,
    /// Its at-most-one encoding.
    pub amo: String,
    /// Name of the solver.
    pub solver: String,
    /// Variables of the formula.
    pub variables: Option<u64>,
    /// Clauses of the formula.
    pub clauses: Option<u64>,
    /// Runs, one a shuffle.
    pub runs: usize,
    /// Runs with an answer that is not known to be wrong.
    pub solved: usize,
    /// Runs with a wrong answer.
    pub wrong: usize,
    /// Median of CPU seconds; `None` beyond the limit.
    pub median: Option<f64>,
    /// Mean of CPU seconds, where a run without an answer counts as twice the limit.
    pub par2: f64,
    /// The limit in seconds.
    pub timeout: f64,
    /// Median of the largest resident memory in units of 1024 bytes, of the runs that tell.
    pub peak_kb: Option<u64>,
}

/// A score for each board, method and solver: small boards first, on each the best first.
pub fn scores(rows: &[Row]) -> Vec<Score> {
    let key = |row: &&Row| {
        let run = &row.run;
        let place = (run.vertices, run.board.clone(), run.place.clone());
        let method = (run.encoding.clone(), run.amo.clone(), run.solver.clone());
        (place, run.asked.clone(), method)
    };
    let sorted = rows.iter().sorted_by_key(key);
    let groups = sorted.chunk_by(key);
    let scores = groups
        .into_iter()
        .map(|(_, group)| score(&group.collect_vec()));
    let mut scores = scores.collect_vec();
    scores.sort_by(|a, b| {
        let place = |score: &Score| (score.vertices, score.board.clone(), score.asked.clone());
        place(a).cmp(&place(b)).then(a.par2.total_cmp(&b.par2))
    });
    scores
}

/// The score of rows that differ in the shuffle only, of which there is at least one.
fn score(rows: &[&Row]) -> Score {
    let run = &rows[0].run;
    let times = rows.iter().map(|row| row.time()).collect_vec();
    let timeout = rows[0].timeout;
    let count = |is: &dyn Fn(RunVerdict) -> bool| rows.iter().filter(|row| is(row.verdict)).count();
    let size = |part: &dyn Fn(&Row) -> Option<u64>| rows.iter().find_map(|row| part(row));
    let peaks = rows.iter().filter_map(|row| row.measured.peak_kb).sorted();
    let peaks = peaks.collect_vec();
    Score {
        board: run.board.clone(),
        vertices: run.vertices,
        asked: run.asked.clone(),
        encoding: run.encoding.clone(),
        amo: run.amo.clone(),
        solver: run.solver.clone(),
        variables: size(&|row| row.measured.variables),
        clauses: size(&|row| row.measured.clauses),
        runs: rows.len(),
        solved: count(&RunVerdict::is_solved),
        wrong: count(&|verdict| verdict == RunVerdict::Wrong),
        median: median(&times),
        par2: par2(&times, timeout),
        timeout,
        peak_kb: peaks.get(peaks.len() / 2).copied(),
    }
}

/// The median of times, where what is not solved takes longer than anything: `None` if that is it. Of an
/// even number the mean of the two in the middle.
pub fn median(times: &[Option<f64>]) -> Option<f64> {
    let last = |time: &Option<f64>| time.unwrap_or(f64::INFINITY);
    let sorted = times
        .iter()
        .map(last)
        .sorted_by(f64::total_cmp)
        .collect_vec();
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    let median = match sorted.len() % 2 {
        0 => (sorted[middle - 1] + upper) / 2.0,
        _ => upper,
    };
    median.is_finite().then_some(median)
}

/// The penalised average (PAR-2): the mean of times, where what is not solved counts as twice the limit.
pub fn par2(times: &[Option<f64>], limit: f64) -> f64 {
    let penalised = times.iter().map(|time| time.unwrap_or(2.0 * limit));
    penalised.sum::<f64>() / times.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_beyond_the_limit_is_none() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[Some(3.0)]), Some(3.0));
        assert_eq!(median(&[Some(3.0), None, Some(1.0)]), Some(3.0));
        assert_eq!(median(&[None, Some(1.0), None]), None);
        assert_eq!(median(&[Some(4.0), Some(1.0), Some(2.0), None]), Some(3.0));
        assert_eq!(median(&[Some(1.0), None]), None);
    }

    #[test]
    fn what_is_unsolved_counts_twice_the_limit() {
        assert_eq!(par2(&[Some(1.0), None, Some(3.0)], 10.0), 8.0);
        assert_eq!(par2(&[None], 5.0), 10.0);
    }
}

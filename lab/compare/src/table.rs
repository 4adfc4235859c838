//! Scores of the runs that differ only in the shuffle, and tables of them for people.
//!
//! ```
//! use knightsat_compare::table::{self, median, par2};
//!
//! // Seconds; what was not solved within the limit has none.
//! let times = [Some(0.5), Some(1.5), None];
//! assert_eq!((median(&times), par2(&times, 10.0)), (Some(1.5), 22.0 / 3.0));
//! assert!(table::complaints(&[]).is_empty());
//! ```

use super::row::{Row, RunVerdict};
use crate::base::text;
use crate::tour::spec::TourSpec;
use itertools::Itertools;
use serde::Serialize;
use std::collections::BTreeMap;

/// The score of a method and a solver on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The board.
    pub board: String,
    /// Number of squares.
    pub vertices: u32,
    /// The required tour.
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
    /// Number of runs, one a shuffle.
    pub runs: usize,
    /// Runs with an answer not known to be wrong.
    pub solved: usize,
    /// Runs with a wrong answer.
    pub wrong: usize,
    /// Median of CPU seconds; `None` beyond the limit.
    pub median: Option<f64>,
    /// Mean of CPU seconds; a run without an answer counts as twice the limit.
    pub par2: f64,
    /// The limit in seconds.
    pub timeout: f64,
    /// Median of the largest resident memory in units of 1024 bytes, of the runs that report it.
    pub peak_kb: Option<u64>,
}

/// Returns a score for each board, method and solver: small boards first, on each the best first.
pub fn scores(rows: &[Row]) -> Vec<Score> {
    let mut groups: BTreeMap<_, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        let run = &row.run;
        let place = (run.vertices, &run.board, &run.place);
        let method = (&run.encoding, &run.amo, &run.solver);
        let group = groups.entry((place, &run.asked, method));
        group.or_default().push(row);
    }
    let place = |score: &Score| (score.vertices, score.board.clone(), score.asked.clone());
    let scores = groups.values().map(|rows| score(rows)).sorted_by(|a, b| {
        let places = place(a).cmp(&place(b));
        places.then(a.par2.total_cmp(&b.par2))
    });
    scores.collect()
}

/// Computes the score of one or more rows that differ only in the shuffle.
fn score(rows: &[&Row]) -> Score {
    let run = &rows[0].run;
    let times = rows.iter().map(|row| row.time()).collect_vec();
    let timeout = rows[0].limits.timeout;
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

/// Returns the median of times, with unsolved runs after all others; `None` if the median is
/// unsolved. For an even number it is the mean of the two in the middle.
pub fn median(times: &[Option<f64>]) -> Option<f64> {
    let times = times.iter().map(|time| time.unwrap_or(f64::INFINITY));
    let sorted = times.sorted_by(f64::total_cmp).collect_vec();
    let (last, middle) = (sorted.len().checked_sub(1)?, sorted.len() / 2);
    let median = (sorted[last / 2] + sorted[middle]) / 2.0;
    median.is_finite().then_some(median)
}

/// Returns the penalised average (PAR-2): the mean of times, with unsolved runs at twice the limit.
pub fn par2(times: &[Option<f64>], limit: f64) -> f64 {
    let penalised = times.iter().map(|time| time.unwrap_or(2.0 * limit));
    penalised.sum::<f64>() / times.len().max(1) as f64
}

/// Returns a table with a line for each board, method and solver, best first. Several boards add a
/// line for each method and solver on all of them.
pub fn table(rows: &[Row]) -> String {
    let scores = scores(rows);
    let mut text = by_board(&scores);
    let boards = scores.iter().map(|score| (&score.board, &score.asked));
    if boards.unique().count() > 1 {
        text += "\n";
        text += &overall(&scores);
    }
    text + "\n" + &origin(rows)
}

/// Names the solvers with their versions, and the machines.
fn origin(rows: &[Row]) -> String {
    let solver = |row: &Row| {
        let version = row.solver_version.as_deref().unwrap_or("(version unknown)");
        format!("{} {version}", row.run.solver)
    };
    let solvers = rows.iter().map(solver).sorted().dedup().join(", ");
    let machines = rows.iter().map(|row| row.machine.to_string());
    let machines = machines.sorted().dedup().join(", ");
    format!("solvers: {solvers}\nmachine: {machines}\n")
}

fn by_board(scores: &[Score]) -> String {
    let heads =
        "board,tour,encoding,amo,solver,variables,clauses,solved,median s,PAR-2 s,memory MB";
    let mut lines = vec![heads.split(',').map(String::from).collect_vec()];
    for score in scores {
        let known = |count: Option<u64>| count.map_or("-".to_string(), |count| count.to_string());
        lines.push(vec![
            score.board.clone(),
            score.asked.to_string(),
            score.encoding.clone(),
            score.amo.clone(),
            score.solver.clone(),
            known(score.variables),
            known(score.clauses),
            solved(score.solved, score.runs, score.wrong),
            score.median.map_or(format!("> {}", score.timeout), seconds),
            seconds(score.par2),
            known(score.peak_kb.map(|kb| kb.div_ceil(1024))),
        ]);
    }
    text::align(&lines, 5..11)
}

fn overall(scores: &[Score]) -> String {
    let heads = "all boards,encoding,amo,solver,solved,PAR-2 s";
    let mut lines = vec![heads.split(',').map(String::from).collect_vec()];
    let method = |score: &&Score| [&score.encoding, &score.amo, &score.solver].map(String::clone);
    let groups = scores.iter().into_group_map_by(method);
    let groups = groups.into_iter().map(|(method, scores)| {
        let sum = |part: fn(&Score) -> usize| scores.iter().map(|score| part(score)).sum();
        let runs: usize = sum(|score| score.runs);
        let total = scores.iter().map(|score| score.par2 * score.runs as f64);
        let mean = total.sum::<f64>() / runs as f64;
        let solved = solved(sum(|score| score.solved), runs, sum(|score| score.wrong));
        (mean, method, scores.len(), solved)
    });
    let groups = groups.sorted_by(|(mean, method, ..), (other_mean, other, ..)| {
        mean.total_cmp(other_mean).then_with(|| method.cmp(other))
    });
    for (mean, method, boards, solved) in groups {
        let mut line = vec![boards.to_string()];
        line.extend(method);
        line.extend([solved, seconds(mean)]);
        lines.push(line);
    }
    text::align(&lines, 4..6)
}

fn solved(solved: usize, runs: usize, wrong: usize) -> String {
    let wrong = match wrong {
        0 => String::new(),
        count => format!("{count} WRONG, "),
    };
    format!("{wrong}{solved}/{runs}")
}

/// Formats seconds with the significant digits.
fn seconds(time: f64) -> String {
    match time {
        ..1.0 => format!("{time:.3}"),
        ..10.0 => format!("{time:.2}"),
        ..100.0 => format!("{time:.1}"),
        _ => format!("{time:.0}"),
    }
}

/// Returns a line for each row without an answer, those with a wrong answer last.
pub fn complaints(rows: &[Row]) -> Vec<String> {
    let of = |verdict| rows.iter().filter(move |row| row.verdict == verdict);
    let line = |verdict, row: &Row| format!("{verdict}: {}: {}", row.run, row.word);
    let failed = of(RunVerdict::Failed).map(|row| line("failed", row));
    let wrong = of(RunVerdict::Wrong).map(|row| line("WRONG", row));
    failed.chain(wrong).collect()
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

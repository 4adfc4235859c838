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

use super::machine::CHECKSUM;
use super::paired::{Contender, Pairs, pairs};
use super::row::{Measured, Row, RunVerdict};
use crate::base::text;
use crate::tour::spec::TourSpec;
use itertools::Itertools;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

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
    /// The encoding and the solver.
    #[serde(flatten)]
    pub contender: Contender,
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
    /// First quartile of CPU seconds; `None` beyond the limit.
    pub lower_quartile: Option<f64>,
    /// Their median.
    pub median: Option<f64>,
    /// Their third quartile.
    pub upper_quartile: Option<f64>,
    /// Mean of CPU seconds; a run without an answer counts as twice the limit.
    pub par2: f64,
    /// The limit in seconds.
    pub timeout: f64,
    /// Median of the largest resident memory in units of 1024 bytes, of the runs that report it.
    pub peak_kb: Option<u64>,
    /// Median of the conflicts, of the runs that report them.
    pub conflicts: Option<u64>,
    /// Median of the propagations, of the runs that report them.
    pub propagations: Option<u64>,
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
    let middle = |part: fn(&Measured) -> Option<u64>| {
        let parts = rows.iter().filter_map(|row| part(&row.measured)).sorted();
        let parts = parts.collect_vec();
        parts.get(parts.len() / 2).copied()
    };
    Score {
        board: run.board.clone(),
        vertices: run.vertices,
        asked: run.asked.clone(),
        contender: Contender::of(run),
        variables: size(&|row| row.measured.variables),
        clauses: size(&|row| row.measured.clauses),
        runs: rows.len(),
        solved: count(&RunVerdict::is_solved),
        wrong: count(&|verdict| verdict == RunVerdict::Wrong),
        lower_quartile: quantile(&times, 0.25),
        median: median(&times),
        upper_quartile: quantile(&times, 0.75),
        par2: par2(&times, timeout),
        timeout,
        peak_kb: middle(|measured| measured.peak_kb),
        conflicts: middle(|measured| measured.conflicts),
        propagations: middle(|measured| measured.propagations),
    }
}

/// Returns the median of times: the mean of the two in the middle of an even number; `None` if the
/// median is unsolved.
pub fn median(times: &[Option<f64>]) -> Option<f64> {
    quantile(times, 0.5)
}

/// Returns a quantile of times, with unsolved runs after all others; `None` if it is unsolved.
/// Between two times it is interpolated: definition 7 of Hyndman and Fan, Sample quantiles in
/// statistical packages, 1996.
pub fn quantile(times: &[Option<f64>], part: f64) -> Option<f64> {
    let times = times.iter().map(|time| time.unwrap_or(f64::INFINITY));
    let sorted = times.sorted_by(f64::total_cmp).collect_vec();
    let place = sorted.len().checked_sub(1)? as f64 * part;
    let (below, above) = (place.floor(), place.ceil());
    let (lower, upper) = (sorted[below as usize], sorted[above as usize]);
    // An infinite distance times zero is not a number.
    let beyond = if below == above {
        0.0
    } else {
        (upper - lower) * (place - below)
    };
    Some(lower + beyond).filter(|time| time.is_finite())
}

/// Returns the penalised average (PAR-2): the mean of times, with unsolved runs at twice the limit.
pub fn par2(times: &[Option<f64>], limit: f64) -> f64 {
    let penalised = times.iter().map(|time| time.unwrap_or(2.0 * limit));
    penalised.sum::<f64>() / times.len().max(1) as f64
}

/// Returns tables with a line for each board, method and solver, best first. Several boards add a
/// line for each method and solver on all of them; several runs of two contenders add those against
/// the baseline, or else against the best.
pub fn table(rows: &[Row], baseline: Option<&Contender>) -> String {
    let scores = scores(rows);
    let totals = totals(&scores);
    let pairs = paired(rows, &totals, baseline);
    let mut tables = vec![by_board(&scores)];
    let boards = scores.iter().map(|score| (&score.board, &score.asked));
    let boards = boards.unique().count();
    if boards > 1 {
        tables.push(overall(&totals, boards));
    }
    if pairs.iter().any(|pairs| pairs.pairs > 1) {
        tables.push(against(&pairs));
    }
    let tables = tables.into_iter().chain(origin(rows));
    tables.map(|text| text + "\n").collect()
}

/// Returns a table with these heads, separated by commas.
fn aligned(
    heads: &str,
    right: Range<usize>,
    lines: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let heads = heads.split(',').map(String::from).collect_vec();
    let lines = [heads].into_iter().chain(lines).collect_vec();
    text::align(&lines, right)
}

/// Names the solvers with their versions, and the machines.
fn origin(rows: &[Row]) -> [String; 2] {
    let solver = |row: &Row| {
        let version = row.solver_version.as_deref().unwrap_or("(version unknown)");
        // Enough of a checksum to tell programs apart.
        let shown = version
            .starts_with(CHECKSUM)
            .then(|| version.get(..CHECKSUM.len() + 12));
        format!("{} {}", row.run.solver, shown.flatten().unwrap_or(version))
    };
    let solvers = rows.iter().map(solver).sorted().dedup().join(", ");
    let machines = rows.iter().map(|row| row.machine.to_string());
    let machines = machines.sorted().dedup().join(", ");
    [
        format!("solvers: {solvers}"),
        format!("machine: {machines}"),
    ]
}

/// A column of the table by board: its head, and its cell.
type Column = (&'static str, fn(&Score) -> String);

/// The columns. Numbers begin at `variables`.
const COLUMNS: [Column; 14] = [
    ("board", |score| score.board.clone()),
    ("tour", |score| score.asked.to_string()),
    ("encoding", |score| score.contender.encoding.clone()),
    ("amo", |score| score.contender.amo.clone()),
    ("solver", |score| score.contender.solver.clone()),
    ("variables", |score| known(score.variables)),
    ("clauses", |score| known(score.clauses)),
    ("solved", |score| {
        solved(score.solved, score.runs, score.wrong)
    }),
    ("Q1 s", |score| score.limited(score.lower_quartile)),
    ("median s", |score| score.limited(score.median)),
    ("Q3 s", |score| score.limited(score.upper_quartile)),
    ("PAR-2 s", |score| seconds(score.par2)),
    ("memory MB", |score| {
        known(score.peak_kb.map(|kb| kb.div_ceil(1024)))
    }),
    ("conflicts", |score| known(score.conflicts)),
];

impl Score {
    /// Formats a time that may be beyond the limit.
    fn limited(&self, time: Option<f64>) -> String {
        time.map_or(format!("> {}", self.timeout), seconds)
    }
}

fn known(count: Option<u64>) -> String {
    count.map_or("-".to_string(), |count| count.to_string())
}

/// Returns the table by board. Quartiles of single runs are their times, so they are omitted.
fn by_board(scores: &[Score]) -> String {
    let has_several = scores.iter().any(|score| score.runs > 1);
    let has_conflicts = scores.iter().any(|score| score.conflicts.is_some());
    let columns = COLUMNS.iter().filter(|(head, _)| match *head {
        "Q1 s" | "Q3 s" => has_several,
        "conflicts" => has_conflicts,
        _ => true,
    });
    let heads = columns.clone().map(|(head, _)| head).join(",");
    let line = |score| columns.clone().map(|(_, cell)| cell(score)).collect_vec();
    aligned(&heads, 5..columns.clone().count(), scores.iter().map(line))
}

/// The score of a contender on all boards.
#[derive(Clone, Debug, PartialEq)]
pub struct Total {
    /// The contender.
    pub contender: Contender,
    /// Number of boards and tours.
    pub boards: usize,
    /// Number of runs.
    pub runs: usize,
    /// Runs with an answer not known to be wrong.
    pub solved: usize,
    /// Runs with a wrong answer.
    pub wrong: usize,
    /// PAR-2 over all runs.
    pub par2: f64,
}

/// Returns the contenders: first those that ran on the most boards, and among them the best.
pub fn totals(scores: &[Score]) -> Vec<Total> {
    let contender = |score: &&Score| score.contender.clone();
    let groups = scores.iter().into_group_map_by(contender).into_iter();
    let totals = groups.map(|(contender, scores)| {
        let sum = |part: fn(&Score) -> usize| scores.iter().map(|score| part(score)).sum();
        let runs: usize = sum(|score| score.runs);
        let total = scores.iter().map(|score| score.par2 * score.runs as f64);
        Total {
            contender,
            boards: scores.len(),
            runs,
            solved: sum(|score| score.solved),
            wrong: sum(|score| score.wrong),
            par2: total.sum::<f64>() / runs as f64,
        }
    });
    let totals = totals.sorted_by(|a, b| {
        let boards = b.boards.cmp(&a.boards);
        let means = boards.then(a.par2.total_cmp(&b.par2));
        means.then_with(|| a.contender.cmp(&b.contender))
    });
    totals.collect()
}

/// Compares all contenders with the baseline, or else with the best one, run by run.
pub fn paired(rows: &[Row], totals: &[Total], baseline: Option<&Contender>) -> Vec<Pairs> {
    let contenders = totals.iter().map(|total| total.contender.clone());
    let contenders = contenders.collect_vec();
    let baseline = baseline.or(contenders.first());
    baseline.map_or(Vec::new(), |baseline| pairs(rows, &contenders, baseline))
}

/// Returns the table of contenders on all boards, so many. It names those that did not run on each.
fn overall(totals: &[Total], all: usize) -> String {
    let lines = totals.iter().map(|total| {
        let [encoding, amo, solver] = total.contender.names().map(String::from);
        let boards = match total.boards {
            boards if boards < all => format!("{boards} of {all}"),
            boards => boards.to_string(),
        };
        let solved = solved(total.solved, total.runs, total.wrong);
        vec![boards, encoding, amo, solver, solved, seconds(total.par2)]
    });
    aligned("all boards,encoding,amo,solver,solved,PAR-2 s", 4..6, lines)
}

fn against(pairs: &[Pairs]) -> String {
    let lines = pairs.iter().map(|pairs| {
        let [encoding, amo, solver] = pairs.contender.names().map(String::from);
        let counts = [pairs.pairs, pairs.faster, pairs.slower];
        let [all, faster, slower] = counts.map(|count| count.to_string());
        let p = match pairs.p {
            ..0.001 => "< 0.001".to_string(),
            p => format!("{p:.3}"),
        };
        let baseline = pairs.baseline.to_string();
        vec![encoding, amo, solver, baseline, all, faster, slower, p]
    });
    aligned(
        "encoding,amo,solver,baseline,pairs,faster,slower,p",
        4..8,
        lines,
    )
}

fn solved(solved: usize, runs: usize, wrong: usize) -> String {
    match wrong {
        0 => format!("{solved}/{runs}"),
        wrong => format!("{wrong} WRONG, {solved}/{runs}"),
    }
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
    fn quartiles_lie_between_times_and_beyond_the_limit() {
        let times = [4.0, 1.0, 2.0, 3.0].map(Some);
        let quartiles = |times: &[_]| [0.25, 0.75].map(|part| quantile(times, part));
        // As in R's quantile(c(4, 1, 2, 3), c(0.25, 0.75)), which has this type by default.
        assert_eq!(quartiles(&times), [Some(1.75), Some(3.25)]);
        assert_eq!(quartiles(&[Some(5.0)]), [Some(5.0); 2]);
        let times = [Some(1.0), Some(2.0), None, None, None];
        assert_eq!(quartiles(&times), [Some(2.0), None]);
        assert_eq!(quartiles(&[Some(1.0), None]), [None; 2]);
        assert_eq!(quartiles(&[]), [None; 2]);
    }

    #[test]
    fn what_is_unsolved_counts_twice_the_limit() {
        assert_eq!(par2(&[Some(1.0), None, Some(3.0)], 10.0), 8.0);
        assert_eq!(par2(&[None], 5.0), 10.0);
    }
}

//! The figures as a table for people.
//!
//! ```
//! use knightsat_compare::table;
//!
//! assert!(table::complaints(&[]).is_empty());
//! ```

use super::row::{Row, RunVerdict};
use super::score::{Score, scores};
use itertools::Itertools;
use knightsat_base::columns;

/// A line for each board, method and solver, best first, and where there are several boards one for each
/// method and solver on all of them.
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

/// Who has made the rows: the solvers with their versions, and the machines.
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
    let heads = [
        "board",
        "tour",
        "encoding",
        "amo",
        "solver",
        "variables",
        "clauses",
        "solved",
        "median s",
        "PAR-2 s",
        "memory MB",
    ];
    let mut lines = vec![heads.map(str::to_string)];
    for score in scores {
        let known = |count: Option<u64>| count.map_or("-".to_string(), |count| count.to_string());
        lines.push([
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
    columns::align(&lines, 5..heads.len())
}

fn overall(scores: &[Score]) -> String {
    let heads = [
        "all boards",
        "encoding",
        "amo",
        "solver",
        "solved",
        "PAR-2 s",
    ];
    let mut lines = vec![heads.map(str::to_string)];
    let key = |score: &&Score| {
        (
            score.encoding.clone(),
            score.amo.clone(),
            score.solver.clone(),
        )
    };
    let groups = scores.iter().into_group_map_by(key);
    let sum = |part: fn(&Score) -> usize, group: &[&Score]| -> usize {
        group.iter().map(|score| part(score)).sum()
    };
    let mean = |group: &[&Score]| {
        let total: f64 = group
            .iter()
            .map(|score| score.par2 * score.runs as f64)
            .sum();
        total / sum(|score| score.runs, group) as f64
    };
    let groups = groups.into_iter().sorted_by(|(a, one), (b, other)| {
        let figures = mean(one).total_cmp(&mean(other));
        figures.then_with(|| a.cmp(b))
    });
    for ((encoding, amo, solver), group) in groups {
        let [runs, done, wrong] = [
            sum(|score| score.runs, &group),
            sum(|score| score.solved, &group),
            sum(|score| score.wrong, &group),
        ];
        let boards = group.len().to_string();
        let solved = solved(done, runs, wrong);
        lines.push([boards, encoding, amo, solver, solved, seconds(mean(&group))]);
    }
    columns::align(&lines, 4..heads.len())
}

fn solved(solved: usize, runs: usize, wrong: usize) -> String {
    let wrong = match wrong {
        0 => String::new(),
        count => format!("{count} WRONG, "),
    };
    format!("{wrong}{solved}/{runs}")
}

/// With so many digits as are worth something.
fn seconds(time: f64) -> String {
    match time {
        ..1.0 => format!("{time:.3}"),
        ..10.0 => format!("{time:.2}"),
        ..100.0 => format!("{time:.1}"),
        _ => format!("{time:.0}"),
    }
}

/// The rows that are no answers, a line for each, those with a wrong answer last.
pub fn complaints(rows: &[Row]) -> Vec<String> {
    let of = |verdict| rows.iter().filter(move |row| row.verdict == verdict);
    let kinds = [RunVerdict::Failed, RunVerdict::Wrong];
    let bad = kinds.into_iter().flat_map(of);
    let line = |row: &Row| {
        let verdict = match row.verdict {
            RunVerdict::Wrong => "WRONG".to_string(),
            other => other.to_string(),
        };
        format!("{verdict}: {}: {}", row.run, row.word)
    };
    bad.map(line).collect()
}

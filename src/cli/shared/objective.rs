//! Objectives in documents, and in the comments of files.

use crate::cli::shared::problem;
use knightsat_render::DocumentObjective;
use knightsat_search::optimum::Standing;
use knightsat_tour::statistic::Statistic;

/// Returns the bounds of an objective for a document.
pub fn document(standing: &Standing) -> DocumentObjective {
    DocumentObjective {
        objective: problem::objective_name(standing.objective.sense),
        statistic: standing.objective.statistic.to_string(),
        best: standing.best,
        bound: standing.bound,
        optimal: standing.is_optimal(),
        unverified: standing.word.clone(),
    }
}

/// The beginning of the comment with a relation.
const RELATION: &str = "c The value of ";

/// Returns true if a file with these comments has an objective.
pub fn is_related(comments: &[u8]) -> bool {
    let mut lines = comments.split(|&byte| byte == b'\n');
    lines.any(|line| line.starts_with(RELATION.as_bytes()))
}

/// Returns the comment of a file that relates the value of a statistic to its cost.
pub fn relation(statistic: &Statistic, value: &str) -> String {
    let statistic = statistic.to_string().chars().take(30).collect::<String>();
    format!("{}{statistic} is {value}.", &RELATION[2..])
}

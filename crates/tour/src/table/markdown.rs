//! The table of backends in Markdown, as the documentation contains it.

use super::{Backend, Demand};
use itertools::Itertools;

/// Returns the table in Markdown: a line for the backends with the same answers, a column for each
/// demand.
pub fn markdown() -> String {
    let columns = Demand::ALL.into_iter().map(Demand::words);
    let mut text = format!("| | {} |\n", columns.format(" | "));
    text += &format!("| --- |{}\n", " --- |".repeat(Demand::ALL.len()));
    let cells = |backend: &Backend| {
        Demand::ALL.map(
            |demand| match backend.plan([demand].into_iter().collect()) {
                Err(_) => "–",
                Ok(steps) => steps.first().map_or("yes", |step| step.words()),
            },
        )
    };
    // Others are parts of these, or places.
    let backends = || {
        Backend::ALL
            .iter()
            .filter(|&&row| row <= Backend::Warnsdorff)
    };
    for row in backends().map(cells).unique() {
        let equal = backends().filter(|backend| cells(backend) == row);
        let names = equal.map(
            |backend| match backend.words().strip_prefix("the encoding ") {
                Some(encoding) => format!("`{encoding}`"),
                None => backend.words().to_string(),
            },
        );
        text += &format!(
            "| {} | {} |\n",
            names.format(", "),
            row.iter().format(" | ")
        );
    }
    text
}

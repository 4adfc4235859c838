//! The list of solvers that may be asked for.

use crate::cli::shared::document::{self, Rows};
use anyhow::Result;
use knightsat::solver::installed::installed;
use serde::Serialize;

/// A solver that may be asked for.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    version: Option<String>,
    available: bool,
    in_process: bool,
    path: Option<String>,
}

/// Every known solver.
fn list() -> Vec<Row> {
    let in_process = |name, version, available| Row {
        name,
        version,
        available,
        in_process: true,
        path: None,
    };
    let cadical = cadical_lib();
    let has_cadical = cadical.is_some();
    let mut rows = vec![
        in_process("varisat", None, true),
        in_process("cadical-lib", cadical, has_cadical),
    ];
    rows.extend(installed().into_iter().map(|solver| Row {
        name: solver.name,
        version: solver.version,
        available: solver.path.is_some(),
        in_process: false,
        path: solver.path.map(|path| path.display().to_string()),
    }));
    rows
}

/// A line for each: its name, version, and where it is.
pub fn text() -> String {
    let line = |row: &Row| {
        let place = match (row.in_process, row.available, &row.path) {
            (true, true, _) => "in process",
            (true, false, _) => "not built in: cargo build --features cadical",
            (false, _, Some(path)) => path,
            (false, _, None) => "not found",
        };
        let version = row.version.as_deref().unwrap_or_default();
        format!("{:13} {version:9} {place}\n", row.name)
    };
    list().iter().map(line).collect()
}

pub fn json() -> Result<String> {
    document::lines("solvers", Rows { rows: &list() })
}

/// The version of CaDiCaL in process, if it is built in.
#[cfg(feature = "cadical")]
fn cadical_lib() -> Option<String> {
    Some(knightsat::solver::cadical::Cadical::version())
}

#[cfg(not(feature = "cadical"))]
fn cadical_lib() -> Option<String> {
    None
}

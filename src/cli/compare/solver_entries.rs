//! The solvers of a comparison.

use anyhow::{Result, anyhow};
use knightsat::compare::grid::SolverEntry;
use knightsat::solver::external::find;
use knightsat::solver::installed::installed;
use knightsat::solver::portfolio::Solver;
use knightsat::solver::table::TABLE;
use knightsat::solver::varisat::Varisat;

/// The solvers, each of which is there: names with commas in between, or commands with `{cnf}`.
pub fn named(options: &[String]) -> Result<Vec<SolverEntry>> {
    let names = options.iter().flat_map(|names| {
        if names.contains("{cnf}") {
            vec![names.as_str()]
        } else {
            names.split(',').collect()
        }
    });
    let mut solver_entries = Vec::new();
    let mut known = None;
    for name in names {
        if TABLE
            .iter()
            .any(|known| known.name == name && find(known.program).is_none())
        {
            return Err(anyhow!(
                "{name} is not on PATH: say where it is as a command, --solver 'FOLDER/{name} {{cnf}}'"
            ));
        }
        let solver = Solver::new(name, None)?;
        let version = match &solver {
            Solver::External(_) => {
                let known = known.get_or_insert_with(installed);
                let found = known.iter().find(|installed| installed.name == name);
                found.and_then(|installed| installed.version.clone())
            }
            #[cfg(feature = "cadical")]
            Solver::Cadical => Some(knightsat::solver::cadical::Cadical::version()),
            Solver::Varisat => Some(Varisat::VERSION.to_string()),
        };
        solver_entries.push(SolverEntry {
            name: name.to_string(),
            version,
            is_in_process: solver.in_process().is_some(),
        });
    }
    Ok(solver_entries)
}

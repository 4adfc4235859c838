//! Installed solvers and their versions.
//!
//! ```
//! # mod knightsat { pub use knightsat_solver as solver; }
//! use knightsat::solver::installed::installed;
//!
//! for solver in installed() {
//!     match solver.path {
//!         Some(path) => println!("{}: {}", solver.name, path.display()),
//!         None => println!("{}: not installed", solver.name),
//!     }
//! }
//! ```

use super::external::find;
use super::process;
use super::table::{KnownSolver, TABLE};
use crate::base::stop::Stop;
use crate::base::text::quote;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The time for a solver to print its version.
const PATIENCE: Duration = Duration::from_secs(5);
/// The bytes read of its output.
const READ: u64 = 1 << 12;

/// A known solver, installed or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its path, if it is on PATH.
    pub path: Option<PathBuf>,
    /// Its version, if it prints one.
    pub version: Option<String>,
}

/// Returns all solvers of the table, in its order.
pub fn installed() -> Vec<Installed> {
    let look = |known: &'static KnownSolver| {
        let path = find(known.program);
        let version = path.as_deref().zip(known.version);
        Installed {
            name: known.name,
            version: version.and_then(|(path, option)| version_of(path, option)),
            path,
        }
    };
    TABLE.iter().map(look).collect()
}

/// Returns the output of the program when it is called with the version `option`.
fn version_of(program: &Path, option: &str) -> Option<String> {
    let mut command = Command::new(program);
    command.arg(option);
    let limits = Stop::after(PATIENCE).into();
    let ended = process::run_for_text(command, &limits, READ).ok()?;
    version_in(&ended.output?)
}

/// Returns the version in this output: the word after `version`, or else the first word.
fn version_in(text: &str) -> Option<String> {
    let line = text
        .lines()
        .find(|line| line.contains(|c: char| c.is_ascii_digit()))?;
    let mut words = line.split_whitespace();
    let after = words.clone().skip_while(|&word| word != "version").nth(1);
    let version = after.or_else(|| words.next())?;
    Some(quote(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_solvers_say() {
        for (text, version) in [
            ("4.0.4\n", Some("4.0.4")),
            ("c CryptoMiniSat version 5.11.4\nc x 9\n", Some("5.11.4")),
            ("Z3 version 4.8.12 - 64 bit", Some("4.8.12")),
            ("\nsc2021\n", Some("sc2021")),
            ("", None),
            ("no idea", None),
        ] {
            assert_eq!(version_in(text).as_deref(), version, "{text:?}");
        }
    }
}

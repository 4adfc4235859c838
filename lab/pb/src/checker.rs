//! VeriPB, the checker of pseudo-Boolean proofs, if it is installed.
//!
//! ```
//! use knightsat_veripb::checker::{Checked, Claim, check};
//! use knightsat_veripb::solver::Limits;
//! use knightsat_veripb::solver::external::find;
//!
//! let claim = Claim::Unsatisfiable;
//! let told = check("no.opb".as_ref(), "such.pbp".as_ref(), claim, &Limits::default())?;
//! assert_eq!(told == Checked::NotInstalled, find("veripb").is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::solver::external::find;
use crate::solver::{Limits, process};
use std::io;
use std::path::Path;
use std::process::Command;

/// The verdict of VeriPB on a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The proof is valid.
    Accepted,
    /// The proof is invalid; contains the last line of the output.
    Rejected(String),
    /// There is no `veripb` on PATH.
    NotInstalled,
    /// It was stopped before the end.
    Late,
}

/// The most bytes read of its output.
const MOST: u64 = 1 << 16;

/// A claim that VeriPB checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The formula has no solution.
    Unsatisfiable,
    /// The best solution has this objective.
    Optimum(u64),
}

/// Checks with VeriPB that the proof shows a claim about the formula, which is in OPB or DIMACS by
/// the suffix of its name.
pub fn check(formula: &Path, proof: &Path, claim: Claim, limits: &Limits) -> io::Result<Checked> {
    let Some(program) = find("veripb") else {
        return Ok(Checked::NotInstalled);
    };
    let mut command = Command::new(program);
    command.args([formula, proof]);
    let ended = process::run_for_text(command, limits, MOST)?;
    let Some(status) = ended.status else {
        return Ok(Checked::Late);
    };
    let said = ended.output.unwrap_or_default();
    let verified = match claim {
        Claim::Unsatisfiable => "s VERIFIED UNSATISFIABLE".to_string(),
        Claim::Optimum(best) => format!("s VERIFIED BOUNDS {best} <= obj <= {best}"),
    };
    if status.success() && said.lines().any(|line| line == verified) {
        return Ok(Checked::Accepted);
    }
    let mut lines = said.lines().chain(ended.errors.lines()).map(str::trim);
    let last = lines.rfind(|line| !line.is_empty());
    Ok(Checked::Rejected(last.unwrap_or_default().to_string()))
}

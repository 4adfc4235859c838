//! Refutations of a formula of ours that says in its comments what it is, as join and prove --textbook write them.

use crate::cli::shared::path;
use anyhow::{Context, Result, ensure};
use knightsat::certificate::{CERTIFICATE, FORMULA, ProofError, Verified, verify_formula};
use knightsat::cluster::cubes::{self, clauses};
use knightsat::cnf::dimacs::read::CnfReader;
use knightsat::encoding::Formula;
use knightsat::encoding::formula_spec::{FormulaSpec, PREFIX};
use knightsat::stop::Stop;
use std::fs::File;
use std::path::Path;

/// Checks the formula and its refutation, if there is no certificate in the folder: `None` if there is one.
pub fn of_formula(
    folder: &Path,
    spec: &FormulaSpec,
) -> Result<Option<Result<Verified, ProofError>>> {
    let file = folder.join(FORMULA);
    if folder.join(CERTIFICATE).exists() || !file.exists() {
        return Ok(None);
    }
    let name = path::name(&file);
    let input = File::open(&file).with_context(|| name.clone())?;
    let reader = CnfReader::new(input, &name, PREFIX)?;
    let described = FormulaSpec::from_comments(reader.comments()).with_context(|| name.clone())?;
    let described = described.with_context(|| {
        format!("{name} does not say what it encodes, and there is no {CERTIFICATE}")
    })?;
    // As it would say it itself: a graph has its edges in order then.
    let asked = cubes::described(&spec.comments())?;
    let asked = asked.as_ref().unwrap_or(spec);
    ensure!(
        described.place == asked.place && described.tour == asked.tour,
        "{name} is the formula of another problem: {}",
        described.describe()
    );
    let problem = described.problem()?;
    let formula = Formula::new(&problem, described.style)?;
    ensure!(
        formula.is_exact(),
        "{name} is a relaxation: that it has no model would say less than that there is no tour"
    );
    let clauses = clauses(&formula, &Stop::default())?;
    let clauses = clauses.clauses();
    let clauses = clauses.map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect());
    let verified = verify_formula(folder, clauses, "of its encoding", &Stop::default());
    Ok(Some(verified))
}

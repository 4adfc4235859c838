//! A refutation with its proof.

use super::{Args, proof};
use crate::cli::shared::output::Output;
use anyhow::{Context, Result, bail, ensure};
use knightsat::cnf::Answer;
use knightsat::cnf::dimacs::compress::Compressor;
use knightsat::cnf::sink::Cnf;
use knightsat::solver::varisat::Limits;
use std::fs;
use std::path::Path;

impl Args {
    /// Solves, and writes the proof if there is no model.
    pub fn prove(&self, formula: &Cnf, path: &Path, limits: Limits) -> Result<Answer> {
        ensure!(
            path != Path::new("-"),
            "--proof -: the answer goes to standard output, so name a file for the proof"
        );
        let real = |path: &Path| fs::canonicalize(path).ok();
        if real(path).is_some_and(|path| real(&self.file) == Some(path)) {
            bail!(
                "{}: the proof would overwrite the formula: name another file",
                path.display()
            );
        }
        let file = Compressor::for_name(path, Output::open(Some(path))?);
        let file = file.with_context(|| path.display().to_string())?;
        let written = proof::solve(formula, file, self.proof_format, limits);
        let (answer, file) = written.with_context(|| path.display().to_string())?;
        if answer == Answer::Unsatisfiable {
            let finish = || file.finish()?.finish();
            finish().with_context(|| path.display().to_string())?;
        }
        Ok(answer)
    }
}

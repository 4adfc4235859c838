//! The problem for SMT solvers.

use super::Args;
use super::write::told;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::output::Output;
use crate::cli::shared::{path, problem};
use anyhow::{Result, bail, ensure};
use knightsat::cnf::dimacs::compress::Compressor;
use knightsat::encoding::binary::smt;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::encoding::{Encoding, Name};
use knightsat::stop::{Stop, Writing};
use std::io::{self, BufWriter};
use std::path::Path;

impl Args {
    /// Writes the problem for SMT solvers.
    pub fn smt(&self, stop: &Stop) -> Result<Exit> {
        let style = self.formula.style(Name::Binary)?;
        let Encoding::Binary(options) = style.encoding else {
            bail!(
                "--format smt2 is for --encoding binary, not for {}",
                style.name()
            );
        };
        ensure!(
            !style.three_cnf,
            "--three-cnf is for DIMACS, not for --format smt2"
        );
        let unused = [
            (self.map.is_some(), "--map"),
            (self.count_projected, "--count-projected"),
            (self.shuffle.any(), "--shuffle"),
        ];
        if let Some((_, option)) = unused.into_iter().find(|&(is_given, _)| is_given) {
            bail!("{option} is for DIMACS, not for --format smt2");
        }
        let spec = FormulaSpec::new(self.place.read(stop)?, self.tour.clone(), style)?;
        let problem = problem::problem_within(&spec, stop)?;
        let path = self.output.as_deref();
        let name = path.unwrap_or(Path::new("-"));
        let output = Output::open(path)?;
        let write = || -> io::Result<()> {
            let output = Compressor::for_name(name, output)?;
            let mut output = BufWriter::with_capacity(1 << 16, Writing::new(output, stop));
            smt::write(&problem, options, &spec.comments(), &mut output)?;
            output.into_inner()?.into_inner().finish()?.finish()
        };
        told(write(), &path::name(name))?;
        Ok(Exit::Good)
    }
}

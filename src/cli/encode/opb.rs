//! The problem for pseudo-Boolean solvers.

use super::Args;
use super::write::told;
use crate::cli::shared::exit::Exit;
use crate::cli::shared::output::Output;
use crate::cli::shared::{path, problem};
use anyhow::{Result, bail, ensure};
use knightsat::cnf::dimacs::compress::Compressor;
use knightsat::cnf::dimacs::opb::Writer;
use knightsat::encoding::Style;
use knightsat::encoding::flow::{Flow, FlowError};
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::stop::{Stop, Writing};
use std::io;
use std::path::Path;

impl Args {
    /// Writes the problem for pseudo-Boolean solvers.
    pub fn opb(&self, stop: &Stop) -> Result<Exit> {
        ensure!(
            !self.formula.any(),
            "--format opb is one formula, a flow: leave --encoding and its options out"
        );
        let unused = [
            (self.map.is_some(), "--map"),
            (self.count_projected, "--count-projected"),
            (self.shuffle.any(), "--shuffle"),
        ];
        if let Some((_, option)) = unused.into_iter().find(|&(is_given, _)| is_given) {
            bail!("{option} is for DIMACS, not for --format opb");
        }
        let spec = FormulaSpec::new(self.place.read(stop)?, self.tour.clone(), Style::DEFAULT)?;
        let problem = problem::problem_within(&spec, stop)?;
        let flow = match Flow::new(&problem, stop) {
            Err(FlowError::Stopped(stopped)) => return Err(stopped.into()),
            flow => flow?,
        };
        let path = self.output.as_deref();
        let name = path.unwrap_or(Path::new("-"));
        let output = Output::open(path)?;
        let write = || -> io::Result<()> {
            let output = Compressor::for_name(name, output)?;
            let output = Writing::new(output, stop);
            let mut writer = Writer::new(output, flow.size(), &spec.problem_comments());
            flow.constraints(|constraint| {
                writer.constraint(constraint);
                !writer.is_done()
            });
            writer.finish()?.into_inner().finish()?.finish()
        };
        told(write(), &path::name(name))?;
        Ok(Exit::Good)
    }
}

//! The texts of a formula: in DIMACS, for MaxSAT and SMT solvers, and in words.

use super::{Args, EncodeFormat};
use crate::cli::shared::{objective, output};
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use knightsat::prelude::{Formula, FormulaSpec, Stop};
use knightsat::stop::Writing;
use knightsat_base::text::counted;
use knightsat_check::description;
use knightsat_cnf::dimacs::{compress, smt, wcnf};
use knightsat_cnf::sink::Size;
use knightsat_search::optimum::Cost;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a formula.
pub type Text<'p> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'p>;

impl Args {
    /// Returns the text of a formula.
    pub(super) fn text<'p>(
        &self,
        spec: &'p FormulaSpec,
        formula: &'p Formula<'p>,
        stop: &'p Stop,
    ) -> Result<Text<'p>> {
        ensure!(
            formula.is_exact() || !(self.count_projected || self.format == EncodeFormat::Wcnf),
            "this formula is a relaxation, so not all of its models are tours: use an exact --encoding"
        );
        Ok(match self.format {
            EncodeFormat::Words => {
                let text = description::describe(formula, &spec.place, &spec.title());
                Box::new(move |output| output.write_all(text.as_bytes()))
            }
            EncodeFormat::Smt2 => {
                let clauses = formula.clauses(stop)?;
                let symbols = formula.meaning().symbols(&spec.place, clauses.variables());
                let comments = spec.formula_comments(formula);
                Box::new(move |out| smt::write(&clauses, &symbols, &comments, buffered(out, stop)))
            }
            EncodeFormat::Wcnf => {
                let objectives = self.objectives.objectives(&spec.place)?;
                let objective = objectives.first().context("name an objective")?;
                let sums = [objective.statistic.sum(formula.problem(), stop)?];
                let (hard, sums) = formula.weighed(&sums, stop)?;
                let cost = Cost::new(objective.sense, sums.into_iter().next().expect("one sum"));
                // A soft clause costs its weight if it is false.
                let counted = cost.literals().iter();
                let soft = counted.map(|&(weight, lit)| (weight, !lit)).collect_vec();
                let mut comments = spec.comments();
                comments.push(objective::relation(&objective.statistic, &cost.relation()));
                Box::new(move |output| wcnf::write(buffered(output, stop), &hard, &soft, &comments))
            }
            EncodeFormat::Dimacs => {
                self.check_room(formula)?;
                let is_counted = self.count_projected;
                let projected = is_counted.then(|| spec.projection_comments(formula));
                let projection = projected.unwrap_or_default();
                Box::new(move |output| spec.write_formula(formula, &projection, output, stop))
            }
        })
    }

    /// Refuses a file that cannot fit into the space left on its disk, unless it is compressed.
    fn check_room(&self, formula: &Formula) -> Result<()> {
        let path = self.target();
        let is_plain = !output::takes_stdout(path) && compress::name_unpacked(path) == path;
        if let Some(free) = is_plain.then(|| room(path)).flatten() {
            let Size {
                clauses, literals, ..
            } = formula.total();
            ensure!(
                // A literal has a digit and a blank at least, and a clause ends with 0.
                2 * (clauses + literals) <= free,
                "{}: the disk has {free} bytes free, too few for {}: compress the file (.gz), write \
                 to a pipe (-o -), or choose a smaller --encoding, such as crt",
                output::name(path),
                counted(clauses, "clause")
            );
        }
        Ok(())
    }
}

/// Returns the bytes free for a file of this name, if it is new or a regular one.
fn room(path: &Path) -> Option<u64> {
    if fs::symlink_metadata(path).is_ok_and(|data| !data.is_file()) {
        return None;
    }
    let disk = rustix::fs::statvfs(Path::new(".").join(path).parent()?).ok()?;
    // Some file systems do not count.
    (disk.f_blocks > 0).then(|| disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Returns an output of large blocks, until `stop` is over.
fn buffered<'p>(output: &'p mut dyn Write, stop: &'p Stop) -> impl Write {
    BufWriter::with_capacity(1 << 16, Writing::new(output, stop))
}

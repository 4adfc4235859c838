//! Which proof is written, and who looks at it.

use super::{Args, why};
use anyhow::{Context, Result, bail};
use knightsat::encoding::recipe::Recipe;
use knightsat::lazy;
use knightsat::problem::Verdict;
use knightsat::proof::FORMULA;
use knightsat::solve::prove::{ProveError, Task, prove};
use knightsat::solve::textbook;
use knightsat::solve::veripb::{self, PROBLEM, PROOF, Rests};
use knightsat::solver::veripb::{Checked, check};
use knightsat::stop::Stop;
use std::path::Path;

/// Which proof to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ProofFormat {
    /// A reason in words, or a formula with an LRAT and a DRAT proof
    #[default]
    Lrat,
    /// The problem in pseudo-Boolean constraints and a proof for VeriPB
    Pbp,
}

impl Args {
    /// Writes what is asked for to the folder; what it rests on, in words.
    pub fn write(
        &self,
        task: &Task,
        recipe: &Recipe,
        folder: &Path,
        report: &mut dyn FnMut(lazy::Progress),
    ) -> Result<Verdict<String>> {
        if self.textbook {
            return self.write_textbook(task, recipe, folder, report);
        }
        if self.proof_format == ProofFormat::Lrat {
            let proved = self.told_where(prove(task, folder, report))?;
            return Ok(match proved {
                Verdict::None(verified) => Verdict::None(why(&verified)),
                Verdict::Tour(tour) => Verdict::Tour(tour),
                Verdict::Unknown(stopped) => Verdict::Unknown(stopped),
            });
        }
        let comments = recipe.problem_comments();
        match self.told_where(veripb::prove(task, &comments, folder, report))? {
            Verdict::None(rests) => {
                let word = veripb_says(folder, PROBLEM, &task.options.stop)?;
                let words = match rests {
                    Rests::Reason(reason) => reason.explain(|v| recipe.place.name(v)),
                    Rests::Refutation { clauses, cuts } => {
                        format!("{clauses} clauses and {cuts} cuts derived and refuted")
                    }
                };
                Ok(Verdict::None(format!("{words}, {word}")))
            }
            Verdict::Tour(tour) => Ok(Verdict::Tour(tour)),
            Verdict::Unknown(stopped) => Ok(Verdict::Unknown(stopped)),
        }
    }

    fn write_textbook(
        &self,
        task: &Task,
        recipe: &Recipe,
        folder: &Path,
        report: &mut dyn FnMut(lazy::Progress),
    ) -> Result<Verdict<String>> {
        match self.told_where(textbook::prove(task, recipe, folder, report))? {
            Verdict::None(textbook::Refutation::Resolution(verified)) => Ok(Verdict::None(
                format!("the textbook formula, {}", why(&verified)),
            )),
            Verdict::None(textbook::Refutation::Counting) => {
                let word = veripb_says(folder, FORMULA, &task.options.stop)?;
                let words = format!("the textbook formula, refuted by counting squares, {word}");
                Ok(Verdict::None(words))
            }
            Verdict::Tour(tour) => Ok(Verdict::Tour(tour)),
            Verdict::Unknown(stopped) => Ok(Verdict::Unknown(stopped)),
        }
    }

    fn told_where<E>(&self, proved: Result<Verdict<E>, ProveError>) -> Result<Verdict<E>> {
        proved.map_err(|error| self.explain(error))
    }
}

/// What VeriPB makes of the proof from this formula.
fn veripb_says(folder: &Path, formula: &str, stop: &Stop) -> Result<&'static str> {
    let limits = stop.clone().into();
    let checked = check(&folder.join(formula), &folder.join(PROOF), &limits);
    match checked.context("veripb cannot be run")? {
        Checked::Accepted => Ok("as VeriPB has checked"),
        Checked::NotInstalled => Ok("not checked, as veripb is not installed"),
        Checked::Late => Ok("not checked, as VeriPB had no time left"),
        Checked::Rejected(why) => {
            bail!("VeriPB rejects the proof that was just written, please report this: {why}")
        }
    }
}

//! Which proof is written, and who looks at it.

use super::{Args, why};
use anyhow::{Context, Result, bail};
use knightsat::base::plural::counted;
use knightsat::certificate::FORMULA;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::search::lazy;
use knightsat::search::prove::{Ground, ProveError, Task, certify, look};
use knightsat::solver::veripb::{Checked, check};
use knightsat::stop::Stop;
use knightsat::tour::Verdict;
use knightsat::veripb::textbook::{self, Refutation};
use knightsat::veripb::{PROBLEM, PROOF, Rests};
use std::path::Path;

/// Which proof to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ProofFormat {
    /// A reason in words, or a formula with an LRAT and a DRAT proof
    Lrat,
    /// The problem in pseudo-Boolean constraints and a proof for VeriPB
    Pbp,
}

impl Args {
    /// Writes what is asked for to the folder; what it rests on, in words.
    pub fn write(
        &self,
        task: &Task,
        spec: &FormulaSpec,
        folder: &Path,
        report: &mut dyn FnMut(lazy::Progress),
    ) -> Result<Verdict<String>> {
        let stop = &task.options.stop;
        if self.textbook {
            let proved = textbook::prove(task, spec, folder, report);
            return self.in_words(proved, |refutation| of_textbook(&refutation, folder, stop));
        }
        let ground = look(task, report).map_err(|error| self.explain(error))?;
        ground.and_then(|ground| self.both(task, spec, &ground, folder))
    }

    /// Writes the proofs that are asked for, on this ground.
    fn both(
        &self,
        task: &Task,
        spec: &FormulaSpec,
        ground: &Ground,
        folder: &Path,
    ) -> Result<Verdict<String>> {
        let lrat = match self.writes(ProofFormat::Lrat) {
            true => self.in_words(certify(task, ground, folder), |verified| Ok(why(&verified)))?,
            false => Verdict::None(String::new()),
        };
        let Verdict::None(lrat) = lrat else {
            return Ok(lrat);
        };
        if !self.writes(ProofFormat::Pbp) {
            return Ok(Verdict::None(lrat));
        }
        let proved = knightsat::veripb::derive(task, &spec.problem_comments(), ground, folder);
        self.in_words(proved, |rests| {
            let word = veripb_says(folder, PROBLEM, &task.options.stop)?;
            Ok(match lrat.is_empty() {
                true => format!("{}, {word}", rests_on(&rests, spec)),
                false => format!("{lrat}; {PROOF} too, {word}"),
            })
        })
    }

    /// Whether such a proof is wanted.
    pub fn writes(&self, format: ProofFormat) -> bool {
        self.proof_format.contains(&format)
    }

    /// The evidence in words, and where it is that nothing could be written.
    fn in_words<E>(
        &self,
        proved: Result<Verdict<E>, ProveError>,
        words: impl FnOnce(E) -> Result<String>,
    ) -> Result<Verdict<String>> {
        let proved = proved.map_err(|error| self.explain(error))?;
        proved.and_then(|evidence| Ok(Verdict::None(words(evidence)?)))
    }
}

fn of_textbook(refutation: &Refutation, folder: &Path, stop: &Stop) -> Result<String> {
    match refutation {
        Refutation::Resolution(verified) => Ok(format!("the textbook formula, {}", why(verified))),
        Refutation::Counting(verified) => {
            let word = veripb_says(folder, FORMULA, stop)?;
            Ok(match verified {
                Some(verified) => {
                    let why = why(verified);
                    format!("the textbook formula, {why}; {PROOF} too, {word}")
                }
                None => format!("the textbook formula, refuted by counting squares, {word}"),
            })
        }
    }
}

fn rests_on(rests: &Rests, spec: &FormulaSpec) -> String {
    match rests {
        Rests::Reason(reason) => reason.explain(|v| spec.place.name(v)),
        Rests::Refutation { clauses, cuts } => {
            let (clauses, cuts) = (counted(*clauses, "clause"), counted(*cuts, "cut"));
            format!("{clauses} and {cuts} derived and refuted")
        }
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

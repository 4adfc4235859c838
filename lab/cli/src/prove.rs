//! The command `prove` of the lab: that of the core, with proofs for VeriPB and of the textbook
//! formula.

use anyhow::{Context, Result, bail};
use knightsat::cli::prove::{Args, Proofs};
use knightsat::cli::shared::objective;
use knightsat::cli::shared::report::{Exit, Line};
use knightsat::encoding::Name;
use knightsat::prelude::{FormulaSpec, Stop};
use knightsat::search::FoundBest;
use knightsat::search::prove::{Ground, Task, certify, look};
use knightsat::tour::Request;
use knightsat::tour::Verdict;
use knightsat_base::text::counted;
use knightsat_certificate::FORMULA;
use knightsat_search::optimum::BetterTours;
use knightsat_tour::table::Backend;
use knightsat_veripb::checker::{Checked, Claim, check};
use knightsat_veripb::textbook::{self, TextbookProof};
use knightsat_veripb::{PROBLEM, PROOF};
use knightsat_veripb::{ProofContent, derive, optimum};
use std::path::Path;

// Help begins with that of the command of the core.
#[derive(Debug, clap::Args)]
pub struct ProveArgs {
    #[command(flatten)]
    prove: Args,
    #[command(flatten)]
    formats: Formats,
}

impl ProveArgs {
    pub fn run(self) -> Result<Exit> {
        self.prove.run_for(&self.formats)
    }
}

// What is proved, and in which formats.
#[derive(Debug, clap::Args)]
struct Formats {
    /// Proofs to write, after one search: lrat, pbp or lrat,pbp
    ///
    /// With pbp the folder contains problem.opb, the problem in pseudo-Boolean constraints, and
    /// proof.pbp, VeriPB's proof that they cannot be satisfied. With --minimize or --maximize,
    /// problem.opb has the objective, and VeriPB derives both bounds. See lab/docs/proofs.md.
    #[arg(
        long,
        value_name = "FORMAT",
        value_delimiter = ',',
        default_value = "lrat",
        help_heading = "Output"
    )]
    proof_format: Vec<ProofFormat>,
    /// The textbook formula as published, corrected
    ///
    /// It has no pruning and no redundant clauses. At-most-one constraints are pairwise, and
    /// clauses have at most three literals. It is refuted unchanged, by LRAT and DRAT; counting
    /// squares needs VeriPB.
    #[arg(long, conflicts_with_all = ["no_shortcuts", "seed", "proof_format", "minimize", "maximize"], help_heading = "Output")]
    textbook: bool,
}

/// Format of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ProofFormat {
    /// A reason in words, or a formula with an LRAT and a DRAT proof
    Lrat,
    /// The problem in pseudo-Boolean constraints and a proof for VeriPB
    Pbp,
}

impl Formats {
    /// Returns true if this format is selected.
    fn writes(&self, format: ProofFormat) -> bool {
        self.proof_format.contains(&format)
    }

    /// Writes the selected proofs for these grounds.
    fn on_ground(&self, task: &Task, ground: &Ground) -> Result<Verdict<String>> {
        let lrat = if self.writes(ProofFormat::Lrat) {
            certify(task, ground)?.map(|verified| verified.to_string())
        } else {
            Verdict::None(String::new())
        };
        lrat.and_then(|lrat| {
            if !self.writes(ProofFormat::Pbp) {
                return Ok(Verdict::None(lrat));
            }
            let proved = derive(task, &FormulaSpec::problem_comments(task.request), ground)?;
            proved.and_then(|content| {
                let word = run_veripb(
                    task.folder,
                    PROBLEM,
                    Claim::Unsatisfiable,
                    &task.options.stop,
                )?;
                Ok(Verdict::None(if lrat.is_empty() {
                    format!("{}, {word}", explain_content(&content, task.request))
                } else {
                    format!("{lrat}; {PROOF} too, {word}")
                }))
            })
        })
    }
}

impl Proofs for Formats {
    fn described(&self, request: Request) -> Result<Request> {
        if self.writes(ProofFormat::Pbp) {
            request.tour.reductions(&request.place, Backend::PbProof)?;
        }
        if !self.textbook {
            return Ok(request);
        }
        // As the comments of the formula describe it: they have the edges of a graph in order.
        let comments = FormulaSpec::problem_comments(&request);
        let spec = FormulaSpec::from_texts(&comments)?;
        Ok(spec.map_or(request, |spec| spec.request))
    }

    fn runs_programs(&self) -> bool {
        self.textbook || self.writes(ProofFormat::Pbp)
    }

    fn prove(&self, task: &Task, line: &Line) -> Result<Verdict<String>> {
        let report = &mut |progress| line.show(progress);
        if self.textbook {
            let spec = FormulaSpec {
                request: task.request.clone(),
                style: Name::Textbook.style(),
            };
            let proved = textbook::prove(task, &spec, report)?;
            return proved.and_then(|refutation| {
                let why = explain_textbook(&refutation, task)?;
                Ok(Verdict::None(format!("the textbook formula, {why}")))
            });
        }
        look(task, report)?.and_then(|ground| self.on_ground(task, &ground))
    }

    fn prove_best(&self, best: &FoundBest, folder: &Path, stop: &Stop) -> Result<Verdict<String>> {
        let lrat = if self.writes(ProofFormat::Lrat) {
            best.prove(folder, stop)?
        } else {
            Verdict::None(String::new())
        };
        lrat.and_then(|lrat| {
            if !self.writes(ProofFormat::Pbp) {
                return Ok(Verdict::None(lrat));
            }
            let problem = best.request.problem(stop)?;
            let mut better = match BetterTours::new(&problem, best, stop) {
                Err(error) if error.is_stopped() => return Ok(Verdict::Unknown(stop.stopped())),
                better => better?,
            };
            let mut comments = FormulaSpec::problem_comments(&best.request);
            let statistic = &best.standings[0].objective.statistic;
            comments.push(objective::relation(statistic, &better.relation()));
            let tour = best.verdict.tour().expect("the best tour");
            let proved = optimum::derive(&mut better, tour, folder, &comments, stop)?;
            proved.and_then(|content| {
                let word = run_veripb(folder, PROBLEM, Claim::Optimum(better.optimum()), stop)?;
                let separator = if lrat.is_empty() { "" } else { "; " };
                let content = explain_content(&content, &best.request);
                let pbp = format!("{PROOF}: {content}, {word}");
                Ok(Verdict::None(lrat + separator + &pbp))
            })
        })
    }
}

fn explain_textbook(refutation: &TextbookProof, task: &Task) -> Result<String> {
    let counting = match refutation {
        TextbookProof::Resolution(verified) => return Ok(verified.to_string()),
        TextbookProof::Counting(Some(verified)) => format!("{verified}; {PROOF} too"),
        TextbookProof::Counting(None) => "refuted by counting squares".into(),
    };
    let word = run_veripb(
        task.folder,
        FORMULA,
        Claim::Unsatisfiable,
        &task.options.stop,
    )?;
    Ok(format!("{counting}, {word}"))
}

fn explain_content(content: &ProofContent, request: &Request) -> String {
    match content {
        ProofContent::Reason(reason) => reason.explain(|v| request.place.name(v)),
        ProofContent::Refutation { clauses, cuts } => {
            let (clauses, cuts) = (counted(*clauses, "clause"), counted(*cuts, "cut"));
            format!("{clauses} and {cuts} derived and refuted")
        }
    }
}

/// Runs VeriPB on the proof and this formula.
fn run_veripb(folder: &Path, formula: &str, claim: Claim, stop: &Stop) -> Result<&'static str> {
    let limits = stop.clone().into();
    let checked = check(&folder.join(formula), &folder.join(PROOF), claim, &limits);
    match checked.context("veripb cannot be run")? {
        Checked::Accepted => Ok("as VeriPB has checked"),
        Checked::NotInstalled => Ok("not checked, as veripb is not installed"),
        Checked::Late => Ok("not checked, as VeriPB had no time left"),
        Checked::Rejected(why) => {
            bail!("VeriPB rejects the proof that was just written, please report this: {why}")
        }
    }
}

use crate::cli::shared::objective;
use crate::cli::shared::*;
use clap::Arg;
use knightsat::render;
use knightsat::search::lazy;
use knightsat::search::prove::{Ground, ProveError, Task, certify, look, with_names};
use knightsat::solver::external::External;
use knightsat::tour::Verdict;
use knightsat_base::text::harmless;
use knightsat_certificate::FORMULA;
use knightsat_search::optimum::{self, BetterTours, Certified, Objective, Standing};
use knightsat_solver::certify::{can_certify, certifiers};
use knightsat_solver::refute::RefuteError;
use knightsat_solver::veripb::{Checked, Claim, check};
use knightsat_veripb::textbook::{self, TextbookProof};
use knightsat_veripb::{PROBLEM, PROOF, ProofContent, derive};
use std::slice;

/// Prove that there is no tour, so that others can check it
///
/// Writes a folder for verify --certificate and other checkers. It contains certificate.txt with a
/// short reason, or with the vertex sets of the cuts in formula.cnf (DIMACS), whose refutation is
/// in proof.lrat and proof.drat. varisat searches for the cuts; --solver refutes the formula, and
/// its DRAT proof is derived again, step by step.
///
/// With --minimize or --maximize the folder contains the best tour in tour.txt, and formula.cnf is
/// the formula of better tours, refuted by varisat. With --proof-format pbp, problem.opb has the
/// objective, and VeriPB derives both bounds.
///
/// With --proof-format pbp it contains problem.opb, the problem in pseudo-Boolean constraints, and
/// proof.pbp, VeriPB's proof that they cannot be satisfied. With --textbook the textbook formula is
/// refuted unchanged, by LRAT and DRAT. Counting squares needs VeriPB: lab/docs/proofs.md.
///
/// $ knightsat prove 4x4 -o no-tour && knightsat verify 4x4 --certificate no-tour
/// # prove it, then check the proof
///
/// $ knightsat prove 6x6 --closed --minimize turns -o best # no tour has fewer turns
///
/// 0: proved: there is no tour, or no better one, and the folder is written
///
/// 1: there is a tour, so nothing is written
///
/// 2: usage, input or output, or a solver at fault
///
/// 3: unknown: out of time
#[derive(Debug, clap::Args)]
#[command(mut_arg("solver", certifying))]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    tour: TourSpec,
    #[command(flatten)]
    objectives: ObjectiveArgs,
    /// The folder to write; it must be empty or not exist yet
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    output: PathBuf,
    /// Run the solver even if preprocessing shows that there is no tour
    ///
    /// This may take forever on boards with unequal colours.
    #[arg(long, help_heading = "Solver")]
    no_shortcuts: bool,
    /// Seed of the search's random choices [default: 0]
    #[arg(long, value_name = "N", help_heading = "Solver")]
    seed: Option<u64>,
    /// Proofs to write, after one search: lrat, pbp or lrat,pbp
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
    /// clauses have at most three literals.
    #[arg(long, conflicts_with_all = ["no_shortcuts", "seed", "proof_format"], help_heading = "Output")]
    textbook: bool,
    /// Format of the result
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    solvers: SolverArgs,
}

/// Names the solvers whose refutations come with proofs.
fn certifying(solver: Arg) -> Arg {
    let help = "Solver that refutes the formula; list shows all [default: varisat]";
    let names = certifiers().format(", ");
    solver
        .help(help)
        .long_help(format!("{help}\n\nOne that writes proofs: {names}."))
}

/// Name of the best tour in the folder.
const TOUR: &str = "tour.txt";

/// Format of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ProofFormat {
    /// A reason in words, or a formula with an LRAT and a DRAT proof
    Lrat,
    /// The problem in pseudo-Boolean constraints and a proof for VeriPB
    Pbp,
}

/// The outcome, with the evidence in words.
type Proved = Verdict<String>;

impl Args {
    pub fn run(self) -> Result<Exit> {
        let style = if self.textbook {
            Name::Textbook.style()
        } else {
            Style::DEFAULT
        };
        let stop = self.solvers.time.stop()?;
        let mut spec = FormulaSpec::new(self.place.read(&stop)?, self.tour.clone(), style)?;
        if self.textbook {
            // As the comments of the formula describe it: they have the edges of a graph in order.
            spec = FormulaSpec::from_texts(&spec.comments())?.unwrap_or(spec);
        }
        if !self.objectives.is_empty() {
            return self.prove_best(&spec, &stop);
        }
        let knows_steps = spec.tour.symmetric.is_some() || spec.tour.knows_steps(spec.place.len());
        ensure!(
            self.seed.is_none() || !knows_steps,
            "--seed is for the lazy search: with steps, symmetry or sums nothing is chosen at random"
        );
        let unknown = |stopped| self.report(&spec, &Verdict::Unknown(stopped));
        let backstop = printing_backstop(&stop, false, unknown)?;
        let words = "laying out the moves";
        let proved = time::bounded(&stop, backstop, words, Verdict::Unknown, |line| {
            self.prove(&spec, &stop, line)
        })?;
        let (text, exit) = self.report(&spec, &proved)?;
        print(&text)?;
        Ok(exit)
    }

    /// Proves that no tour is better than the best one. Without any tour, proves that.
    fn prove_best(&self, spec: &FormulaSpec, stop: &Stop) -> Result<Exit> {
        ensure!(
            !self.textbook,
            "the textbook formula has no objectives: leave --textbook out"
        );
        ensure!(
            self.solvers.solver.is_none(),
            "a proof of optimality is by varisat: leave --solver out"
        );
        let objectives = self.objectives.objectives(&spec.place)?;
        let [objective] = &objectives[..] else {
            bail!("a proof of optimality is for one objective: name one");
        };
        self.solvers.keep_memory()?;
        let unknown = |stopped| self.report(spec, &Verdict::Unknown(stopped));
        let backstop = printing_backstop(stop, false, unknown)?;
        let words = "looking for the best tour";
        let printed = time::bounded(stop, backstop, words, unknown, |line| {
            self.certify_best(spec, objective, stop, line).map(Ok)
        })?;
        let (text, exit) = printed?;
        print(&text)?;
        Ok(exit)
    }

    fn certify_best(
        &self,
        spec: &FormulaSpec,
        objective: &Objective,
        stop: &Stop,
        line: &Line,
    ) -> Result<Printed> {
        let folder = output::folder(&self.output)?;
        let problem = solvers::lazy_problem(spec, stop)?;
        let options = optimum::Options {
            seed: self.seed.unwrap_or_default(),
            stop: stop.clone(),
            shortcuts: !self.no_shortcuts,
            ..optimum::Options::default()
        };
        let report = &mut |standing: &Standing| line.note(standing.to_string());
        let optimum = optimum::optimize(problem, slice::from_ref(objective), &options, report)?;
        let tour = match &optimum.verdict {
            knightsat::search::Verdict::Tour(tour) if optimum.is_optimal() => tour,
            knightsat::search::Verdict::None(_) => {
                drop(folder);
                return self.report(spec, &self.prove(spec, stop, line)?);
            }
            _ => return self.report(spec, &Verdict::Unknown(stop.stopped())),
        };
        line.set("refuting better tours");
        let late = || self.report(spec, &Verdict::Unknown(stop.stopped()));
        let Some(mut better) = BetterTours::new(problem, &optimum, stop)? else {
            return late();
        };
        let standing = &optimum.standings[0];
        let subject = spec.describe();
        let mut reasons = Vec::new();
        if self.writes(ProofFormat::Lrat) {
            let comments = [
                format!("A better {subject} as a formula:"),
                "every tour that is better than the best one would be a model.".into(),
                "It has no model: see proof.lrat and proof.drat.".into(),
            ];
            let comments = comments.map(|line| line.chars().take(76).collect::<String>());
            reasons.push(match better.certify(folder.path(), &comments, stop)? {
                Certified::Refuted(verified) => format!("better tours: {verified}"),
                Certified::Trivial => "no terms permit a better value".into(),
                Certified::Late => return late(),
            });
        }
        if self.writes(ProofFormat::Pbp) {
            let mut comments = spec.problem_comments();
            comments.push(objective::relation(
                &objective.statistic,
                &better.relation(),
            ));
            let best = better.optimum();
            let derived =
                knightsat_veripb::optimum::derive(better, tour, folder.path(), &comments, stop)?;
            let Some(content) = derived else {
                return late();
            };
            let word = run_veripb(folder.path(), PROBLEM, Claim::Optimum(best), stop)?;
            let content = explain_content(&content, spec);
            reasons.push(format!("{PROOF}: {content}, {word}"));
        }
        let name = || self.output.display().to_string();
        let moves = render::moves(&spec.place, tour) + "\n";
        fs::write(folder.path().join(TOUR), moves).with_context(name)?;
        folder.finish().with_context(name)?;
        let why = reasons.join("; ");
        if self.format == Format::Text {
            let text = format!("{standing} ({subject}): {why}; see {}\n", harmless(&name()));
            return Ok((text, Exit::Good));
        }
        let mut document = render::document(
            &spec.place,
            &spec.tour,
            (&optimum.verdict).into(),
            Some(tour),
        );
        document.reason = Some(why);
        document.objectives = vec![objective::document(standing)];
        document.certificate = Some(name());
        Ok((serde_json::to_string(&document)? + "\n", Exit::Good))
    }

    /// The folder appears if no tour exists.
    fn prove(&self, spec: &FormulaSpec, stop: &Stop, line: &Line) -> Result<Proved> {
        let solver = self.refuter()?;
        self.solvers.keep_memory()?;
        let problem = solvers::lazy_problem(spec, stop)?;
        line.set("looking for a reason why there is none");
        // A signal must leave time to stop a program.
        let is_program = solver.is_some() || self.textbook || self.writes(ProofFormat::Pbp);
        let _hold = is_program.then(interrupt::hold).transpose()?;
        let folder = output::folder(&self.output)?;
        let options = lazy::Options {
            seed: self.seed.unwrap_or_default(),
            stop: stop.clone(),
            ..lazy::Options::default()
        };
        let proved = with_names(&spec.place, |names| {
            let task = Task {
                problem,
                folder: folder.path(),
                claim: &format!("no {}", spec.describe()),
                names,
                solver: solver.as_ref().map(|solver| solver as _),
                shortcuts: !self.no_shortcuts,
                options,
            };
            self.write(&task, spec, line)
        });
        let name = || self.output.display().to_string();
        let proved = proved.map_err(|error| match error.downcast_ref() {
            Some(ProveError::Io(..) | ProveError::Refute(RefuteError::Io(_))) => {
                error.context(name())
            }
            _ => error,
        })?;
        if matches!(proved, Verdict::None(_)) {
            folder.finish().with_context(name)?;
        }
        Ok(proved)
    }

    /// Returns the external refuter, if any.
    fn refuter(&self) -> Result<Option<External>> {
        if let Some(name) = &self.solvers.solver {
            can_certify(name)?;
        }
        Ok(match self.solvers.choose()? {
            Solver::External(external) => Some(external),
            _ => None,
        })
    }

    /// Returns true if this format is selected.
    fn writes(&self, format: ProofFormat) -> bool {
        self.proof_format.contains(&format)
    }

    /// Writes the selected proofs; returns their content in words.
    fn write(&self, task: &Task, spec: &FormulaSpec, line: &Line) -> Result<Proved> {
        let report = &mut |progress| line.show(progress);
        if self.textbook {
            let proved = textbook::prove(task, spec, report)?;
            return proved.and_then(|refutation| {
                let why = explain_textbook(&refutation, task)?;
                Ok(Verdict::None(format!("the textbook formula, {why}")))
            });
        }
        look(task, report)?.and_then(|ground| self.on_ground(task, spec, &ground))
    }

    /// Writes the selected proofs for these grounds.
    fn on_ground(&self, task: &Task, spec: &FormulaSpec, ground: &Ground) -> Result<Proved> {
        let lrat = if self.writes(ProofFormat::Lrat) {
            certify(task, ground)?.map(|verified| verified.to_string())
        } else {
            Verdict::None(String::new())
        };
        lrat.and_then(|lrat| {
            if !self.writes(ProofFormat::Pbp) {
                return Ok(Verdict::None(lrat));
            }
            let proved = derive(task, &spec.problem_comments(), ground)?;
            proved.and_then(|content| {
                let word = run_veripb(
                    task.folder,
                    PROBLEM,
                    Claim::Unsatisfiable,
                    &task.options.stop,
                )?;
                Ok(Verdict::None(if lrat.is_empty() {
                    format!("{}, {word}", explain_content(&content, spec))
                } else {
                    format!("{lrat}; {PROOF} too, {word}")
                }))
            })
        })
    }

    /// Returns the result in the selected format: the document of a tour, as in solve, with the
    /// path of the certificate.
    fn report(&self, spec: &FormulaSpec, proved: &Proved) -> Result<Printed> {
        let subject = spec.describe();
        let folder = self.output.display().to_string();
        let (exit, reason) = match proved {
            Verdict::Tour(_) => (Exit::No, None),
            Verdict::Unknown(stopped) => (Exit::Unknown, Some(stopped.to_string())),
            Verdict::None(why) => (Exit::Good, Some(why.clone())),
        };
        let why = reason.as_deref().unwrap_or_default();
        if self.format == Format::Text {
            let text = match proved {
                Verdict::Tour(_) => format!("nothing to prove: there is a tour ({subject})\n"),
                Verdict::Unknown(_) => {
                    format!("unknown: neither a tour nor a proof found: {why} ({subject})\n")
                }
                Verdict::None(_) => format!("no {subject}: {why}; see {}\n", harmless(&folder)),
            };
            return Ok((text, exit));
        }
        let mut document = render::document(&spec.place, &spec.tour, proved.into(), proved.tour());
        document.reason = reason;
        document.certificate = matches!(proved, Verdict::None(_)).then_some(folder);
        Ok((serde_json::to_string(&document)? + "\n", exit))
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

fn explain_content(content: &ProofContent, spec: &FormulaSpec) -> String {
    match content {
        ProofContent::Reason(reason) => reason.explain(|v| spec.place.name(v)),
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

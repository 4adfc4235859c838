//! Refutations of the textbook formula: short ones if the colours exclude a tour, otherwise by a
//! solver.
//!
//! For VeriPB, the lemmas for the steps on one colour are summed: the colour has this number of
//! visits, unless the tour starts elsewhere. Every square is visited at most once. This is derived
//! from pairs, by induction. For m + 1 literals, add the m clauses of the last literal with the
//! others, and m − 1 times the bound for the others, and divide by m.
//!
//! ```
//! use knightsat_veripb::encoding::Name;
//! use knightsat_veripb::encoding::formula_spec::FormulaSpec;
//! use knightsat_veripb::tour::Verdict;
//! use knightsat_search::prove::Task;
//! use knightsat_veripb::textbook::prove;
//!
//! let spec = "3x3".parse::<FormulaSpec>()?;
//! let problem = spec.problem(&Default::default())?;
//! let folder = std::env::temp_dir().join(format!("knightsat-textbook-{}", std::process::id()));
//! std::fs::create_dir(&folder)?;
//! let task = Task {
//!     problem: &problem,
//!     folder: &folder,
//!     request: &spec,
//!     solver: None,
//!     options: Default::default(),
//! };
//! let spec = FormulaSpec { style: Name::Textbook.style(), ..spec.clone() };
//! let verdict = prove(&task, &spec, &mut |_| ())?;
//! assert!(matches!(verdict, Verdict::None(_)));
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::colours::{Colours, ProofStep, Why};
use super::derivation::{Proof, Sum};
use super::{PROOF, failed};
use crate::base::stop::Stop;
use crate::cnf::dimacs::opb::Constraint;
use crate::cnf::dimacs::write;
use crate::cnf::sink::Cnf;
use crate::cnf::{Answer, Lit, Var};
use crate::encoding::formula_spec::FormulaSpec;
use crate::encoding::{Formula, FormulaError, Name};
use crate::solver::elaborate::Elaborator;
use crate::tour::Verdict;
use crate::tour::table::Backend;
use knightsat_certificate::{FORMULA, LRAT, Verified, verify_formula};
use knightsat_search::prove::{Proved, Task, proof_files, unless_late};
use knightsat_search::{SolveError, lazy};
use std::collections::HashMap;
use std::io::{self, Write};

/// The form of the refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextbookProof {
    /// An LRAT and a DRAT proof, which have been verified.
    Resolution(Verified),
    /// A proof for VeriPB, which is unverified; on a small board also an LRAT and a DRAT proof.
    Counting(Option<Verified>),
}

/// Receives the progress of the lazy search.
pub type Report<'r> = &'r mut dyn FnMut(lazy::Progress);

/// Writes the textbook formula of the spec's problem and a proof that it has no model.
pub fn prove(task: &Task, spec: &FormulaSpec, report: Report) -> Proved<TextbookProof> {
    unless_late(decide(task, spec, report), &task.options.stop)
}

fn decide(task: &Task, spec: &FormulaSpec, report: Report) -> Proved<TextbookProof> {
    let (problem, stop) = (task.problem, &task.options.stop);
    let Ok(colours) = Colours::of(problem, stop) else {
        return Ok(Verdict::Unknown(stop.stopped()));
    };
    // The engine is faster than the formula, if it supports the problem.
    let is_searched = Backend::Engine.supports(problem.demands());
    if is_searched && colours.is_none() && problem.obstruction(stop).is_none() {
        match lazy::solve_with(problem, task.options.clone(), report)? {
            Verdict::Tour(tour) => return Ok(Verdict::Tour(tour)),
            Verdict::Unknown(_) => return Ok(Verdict::Unknown(stop.stopped())),
            Verdict::None(_) => {}
        }
    }
    let (formula, cnf) = write_formula(task, spec)?;
    let resolve = |colours| resolve(task, colours, &formula, &cnf);
    match colours {
        Some(colours) if !colours.is_parity() => {
            let out = task.create(PROOF)?;
            write_count(&colours, &cnf, out).map_err(failed)?;
            if colours.is_small() {
                Ok(resolve(Some(colours))?.map(|v| TextbookProof::Counting(Some(v))))
            } else {
                Ok(Verdict::None(TextbookProof::Counting(None)))
            }
        }
        colours => Ok(resolve(colours)?.map(TextbookProof::Resolution)),
    }
}

/// Writes the formula, and returns it with its clauses.
fn write_formula<'t>(
    task: &Task<'t>,
    spec: &FormulaSpec,
) -> Result<(Formula<'t>, Cnf), SolveError> {
    let failed = |error| SolveError::Io(FORMULA, error);
    let formula = Formula::within(task.problem, Name::Textbook.style(), &task.options.stop);
    let formula = formula.map_err(|error| failed(io::Error::other(error)))?;
    let comments = spec.formula_comments(&formula);
    let mut cnf = Cnf::default();
    formula.encode(&mut cnf);
    write::write_formula(task.create(FORMULA)?, &cnf, &comments).map_err(failed)?;
    Ok((formula, cnf))
}

/// Writes a refutation in resolution, and checks it, unless the formula has a model.
fn resolve(
    task: &Task,
    colours: Option<Colours>,
    formula: &Formula,
    cnf: &Cnf,
) -> Proved<Verified> {
    let (folder, stop) = (task.folder, &task.options.stop);
    let [lrat, drat] = proof_files(folder)?;
    let refuted = match colours {
        Some(colours) => {
            let derived = derive(cnf, colours.proof(cnf.variables()), stop, lrat, drat);
            if derived.map_err(|error| SolveError::Io(LRAT, error))? {
                Answer::Unsatisfiable
            } else {
                return Err(SolveError::Unconfirmed);
            }
        }
        None => task.refute(cnf, &folder.join(FORMULA), lrat, drat)?,
    };
    match refuted {
        Answer::Unknown => Ok(Verdict::Unknown(stop.stopped())),
        Answer::Satisfiable(model) => match formula.tour(&model) {
            Ok(tour) => Ok(Verdict::Tour(tour)),
            Err(FormulaError::NoTour(error)) => Err(error.into()),
            Err(error) => Err(SolveError::Io(FORMULA, io::Error::other(error))),
        },
        Answer::Unsatisfiable => {
            let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect();
            let clauses = cnf.clauses().map(numbers);
            let verified = verify_formula(folder, clauses, stop);
            Ok(Verdict::None(verified.map_err(SolveError::Rejected)?))
        }
    }
}

/// Derives the steps in order and writes them as LRAT and DRAT up to the empty clause. Returns
/// `false` if they do not lead to the empty clause.
fn derive(
    formula: &Cnf,
    steps: impl IntoIterator<Item = ProofStep>,
    stop: &Stop,
    lrat: impl Write,
    drat: impl Write,
) -> io::Result<bool> {
    let mut elaborator = Elaborator::new(formula, lrat, drat)?;
    for step in steps {
        stop.check().map_err(io::Error::other)?;
        match step {
            ProofStep::Lemma(lits) if !elaborator.lemma(&lits)? => return Ok(false),
            ProofStep::Lemma(_) => {}
            ProofStep::Definition(clauses) => elaborator.define(&clauses)?,
        }
    }
    elaborator.flush()?;
    Ok(elaborator.is_refuted())
}

/// Writes a proof from the clauses of the textbook formula of these colours.
fn write_count(colours: &Colours, formula: &Cnf, out: impl Write) -> io::Result<()> {
    let mut proof = Proof::new(out, formula.len());
    let pairs = pairs(formula);
    for start in [false, true] {
        let steps = 1..=colours.steps();
        let lemmas = steps
            .clone()
            .map(|step| lemma(&mut proof, &colours.due(start, step)));
        let lemmas: Vec<u64> = lemmas.collect();
        match colours.why[usize::from(start)] {
            Why::Parity => drop(lemma(&mut proof, &colours.starts_elsewhere(start))),
            Why::Count { odd } => {
                let counted: Vec<u32> = steps.filter(|step| (step % 2 == 1) == odd).collect();
                let mut sum = Sum::of(counted.iter().map(|&step| lemmas[step as usize - 1]));
                for square in colours.squares(start == odd) {
                    let visits: Vec<Lit> = counted
                        .iter()
                        .map(|&step| colours.at(step, square))
                        .collect();
                    let once = at_most_once(&visits, &pairs);
                    let once = once.ok_or_else(|| io::Error::other("not the textbook formula"))?;
                    sum.append(&once);
                }
                sum.divide(counted.len() as u64);
                proof.pol(&sum);
            }
        }
    }
    let mut contradiction = 0;
    for last in colours.last_lemmas() {
        contradiction = lemma(&mut proof, &last);
    }
    proof.conclude(contradiction);
    proof.finish()
}

/// Derives a clause that follows by unit propagation from the whole database.
fn lemma(proof: &mut Proof, lits: &[Lit]) -> u64 {
    proof.rup(&Constraint::clause(lits.iter().copied()), &[])
}

/// Returns the clauses that exclude two variables together.
fn pairs(formula: &Cnf) -> HashMap<[Var; 2], u64> {
    let pair = |(id, clause): (u64, &[Lit])| match *clause {
        [a, b] if !a.is_positive() && !b.is_positive() => {
            Some(([a.var().min(b.var()), a.var().max(b.var())], id))
        }
        _ => None,
    };
    (1..).zip(formula.clauses()).filter_map(pair).collect()
}

/// Derives that at most one of these variables, which increase, is true; `None` if a pair has no
/// clause.
fn at_most_once(variables: &[Lit], pairs: &HashMap<[Var; 2], u64>) -> Option<Sum> {
    let mut sum = Sum::default();
    if let [only] = *variables {
        sum.add_literal(!only, 1);
    }
    for (count, &last) in variables.iter().enumerate().skip(1) {
        sum.times(count as u64 - 1);
        for &other in &variables[..count] {
            sum.add(*pairs.get(&[other.var(), last.var()])?, 1);
        }
        if count > 1 {
            sum.divide(count as u64);
        }
    }
    Some(sum)
}

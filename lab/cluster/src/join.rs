//! Joins the results of all parts: a tour as soon as one part has it, or no tour once all are
//! refuted.
//!
//! No result is trusted. The cubes show that the parts cover the problem. Each result must belong
//! to this folder, this part and this cube. Refutations with proofs are composed to one
//! certificate, of a formula derived anew from the problem, which is checked like any other.
//!
//! ```
//! use knightsat_cluster::encoding::formula_spec::FormulaSpec;
//! use knightsat_cluster::folder::Folder;
//! use knightsat_cluster::join::{Joined, join};
//! use knightsat_cluster::split::{Plan, split};
//! use knightsat_cluster::work::Worker;
//! use knightsat_cluster::base::stop::Stop;
//!
//! let spec = "5x5".parse::<FormulaSpec>()?;
//! let (home, stop) = (tempfile::tempdir()?, Stop::default());
//! let plan = Plan { spec: &spec, is_lazy: true, solver: "varisat", proof: false, parts: 3 };
//! split(home.path(), &plan, &stop)?;
//! let folder = Folder::open(home.path())?;
//! let worker = Worker::new(&folder, Default::default(), &stop)?;
//! assert_eq!(join(&worker)?, Joined::Unfinished(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::compose::{PartProof, compose};
use super::cubes::{Node, derived, numbers, part_of, tree};
use super::outcome::{PartAnswer, Premises};
use super::work::{Outcomes, PROOF, Worker};
use super::{PartsError, Result, write_file};
use crate::base::atomic::AtomicFolder;
use crate::cnf::dimacs::write::write_formula;
use crate::prelude::*;
use knightsat_certificate::certificate::document;
use knightsat_certificate::{CERTIFICATE, FORMULA, LRAT};
use knightsat_certificate::{ProofError, Verified, verify, verify_formula};
use knightsat_search::prove::{Ground, Refutation};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;

/// The folder of the one proof.
const JOINED: &str = "joined";

/// The joint result of the parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Joined {
    /// A tour, and the part that has it.
    Tour(u32, Tour),
    /// No tour exists.
    None(Refuted),
    /// Undecided so far, with this number of unfinished parts.
    Unfinished(usize),
}

/// Evidence of unsatisfiability.
#[derive(Clone, Debug, PartialEq)]
pub struct Refuted {
    /// The number of parts.
    pub parts: u32,
    /// The solvers that refuted parts without a proof; empty if preprocessing found a reason for
    /// every part.
    pub by: BTreeSet<String>,
    /// The content of the one certificate, and its path.
    pub certificate: Option<(Verified, PathBuf)>,
}

/// Joins the results of all parts.
pub fn join(worker: &Worker) -> Result<Joined> {
    let folder = worker.folder;
    let tree = tree(&folder.cubes);
    let tree = tree.map_err(|message| PartsError::wrong(&folder.path, message))?;
    let results = worker.results()?;
    for (&part, outcome) in &results {
        if let PartAnswer::Tour { tour } = &outcome.found {
            return Ok(Joined::Tour(part, tour_of(worker, part, tour)?));
        }
    }
    match folder.manifest.parts as usize - results.len() {
        0 => {}
        left => return Ok(Joined::Unfinished(left)),
    }
    let (by, rests) = check(worker, &results)?;
    let certify = || certify(worker, &tree, &rests);
    let certificate = worker.wants_proof.then(certify);
    Ok(Joined::None(Refuted {
        parts: folder.manifest.parts,
        by,
        certificate: certificate.transpose()?,
    }))
}

/// Returns the tour of a part that has one, from the names of its vertices.
fn tour_of(worker: &Worker, part: u32, tour: &[String]) -> Result<Tour> {
    let vertex = |square: &String| worker.spec.place.vertex(square).ok();
    let steps: Option<Vec<u32>> = tour.iter().map(vertex).collect();
    let path = worker.folder.part(part)?.path();
    Tour::verify(&worker.problem, steps.unwrap_or_default()).map_err(|error| {
        PartsError::wrong(
            &path,
            format!("the tour of part {part} is invalid: {error}"),
        )
    })
}

/// The additional premises of the proof of each part.
type AllPremises<'r> = BTreeMap<u32, &'r Premises>;

/// Checks refuted parts: every part has a proof if proofs are required, and reasons hold otherwise.
/// Returns the solvers of parts without a reason, and the premises.
fn check<'r>(
    worker: &Worker,
    results: &'r Outcomes,
) -> Result<(BTreeSet<String>, AllPremises<'r>)> {
    let (mut by, mut all) = (BTreeSet::new(), BTreeMap::new());
    for (&number, outcome) in results {
        let PartAnswer::None {
            reason,
            proof,
            rests,
        } = &outcome.found
        else {
            continue;
        };
        let part = worker.folder.part(number)?;
        part.ensure(*proof || !worker.wants_proof, "has no proof")?;
        if reason.is_none() {
            by.insert(outcome.by.clone());
        } else if !worker.wants_proof {
            let problem = part_of(&worker.spec, &worker.problem, part.cube(), &worker.stop)?;
            let is_seen = problem.obstruction(&worker.stop).is_some();
            worker.stop.check()?;
            part.ensure(is_seen, "has a reason that does not hold")?;
        }
        all.insert(number, rests);
    }
    Ok((by, all))
}

/// Composes the proofs, and checks the result before its folder gets its name.
fn certify(worker: &Worker, tree: &[Node], rests: &AllPremises) -> Result<(Verified, PathBuf)> {
    let target = worker.folder.path.join(JOINED);
    let draft = AtomicFolder::new(&target).map_err(PartsError::io(&worker.folder.path))?;
    let verified = match worker.clauses {
        Some(_) => of_formula(worker, tree, draft.path())?,
        None => of_cuts(worker, tree, rests, draft.path())?,
    };
    if target.exists() {
        fs::remove_dir_all(&target).map_err(PartsError::io(&target))?;
    }
    draft.finish().map_err(PartsError::io(&target))?;
    Ok((verified, target))
}

/// Returns the path of the proof of a part.
fn proof_of(worker: &Worker, part: u32) -> PathBuf {
    let part = worker.folder.parts().nth(part as usize - 1);
    part.expect("the tree has the parts").path().join(PROOF)
}

/// Composes the proof of a formula.
fn of_formula(worker: &Worker, tree: &[Node], draft: &Path) -> Result<Verified> {
    let formula = worker.formula()?;
    let comments = worker.spec.comments();
    write_file(&draft.join(FORMULA), |out| {
        write_formula(out, &formula, &comments)
    })?;
    let proof = |part: u32| PartProof {
        path: proof_of(worker, part),
        number: Box::new(|clause| clause),
        clauses: formula.len(),
    };
    let sources = compose(draft, formula.len(), tree, &proof, &worker.stop)?;
    let clauses = formula.clauses().map(numbers);
    let verified = verify_formula(draft, clauses, &worker.stop);
    verified.map_err(|error| located(error, &sources))
}

/// Composes the proof of the degrees and the cuts of all parts.
fn of_cuts(worker: &Worker, tree: &[Node], rests: &AllPremises, draft: &Path) -> Result<Verified> {
    let (problem, spec, stop) = (&worker.problem, &worker.spec, &worker.stop);
    let cuts = rests.values().flat_map(|rests| rests.cuts.iter().cloned());
    let matchings = rests.values().any(|rests| rests.matchings);
    let refutation = Refutation::new(cuts, matchings);
    let whole = derived(problem, refutation.clone(), stop)?;
    write_file(&draft.join(FORMULA), |out| write_formula(out, &whole, &[]))?;
    let number: HashMap<&[Lit], u64> = whole.clauses().zip(1..).collect();
    let proof = |part: u32| {
        let on = rests[&part];
        let cuts = Refutation::new(on.cuts.iter().cloned(), on.matchings);
        let own = derived(problem, cuts, &Stop::default());
        let own = own.expect("the default `Stop` never fires");
        // The whole formula has all its clauses.
        let numbers: Vec<u64> = own.clauses().map(|clause| number[clause]).collect();
        PartProof {
            path: proof_of(worker, part),
            clauses: own.len(),
            number: Box::new(move |clause| match clause {
                1.. => numbers[clause as usize - 1],
                0 => 0,
            }),
        }
    };
    let sources = compose(draft, whole.len(), tree, &proof, stop)?;
    let claim = format!("no {}", spec.describe());
    let ground = Ground::Cuts(refutation);
    write_file(&draft.join(CERTIFICATE), |out| {
        out.write_all(document(problem, &spec.place, &claim, &ground).as_bytes())
    })?;
    let verified = verify(draft, problem, &spec.place, &claim, stop);
    verified.map_err(|error| located(error, &sources))
}

/// Attributes an error in the one proof to the part whose proof contains it.
fn located(error: ProofError, sources: &[(u64, PathBuf)]) -> PartsError {
    match error {
        ProofError::Stopped(stopped) => stopped.into(),
        ProofError::Wrong {
            file,
            line,
            message,
        } if file.ends_with(LRAT) => {
            let at = sources.partition_point(|(first, _)| *first <= line);
            let source = sources[..at].last();
            let (first, path) =
                source.map_or((1, Path::new(&file)), |(first, path)| (*first, path));
            PartsError::wrong(path, format!("line {}: {message}", line - first + 1))
        }
        other => PartsError::work(other),
    }
}

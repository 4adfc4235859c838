//! The one proof of all parts, put together and checked.

use super::compose::Composer;
use super::cubes::{Cube, Cubes, Tree};
use super::error::{PartsError, WorkError};
use super::folder::{Folder, PARTS, Task};
use super::name::PartName;
use super::outcome::{Found, Outcome, Rests};
use super::renumber::PartProof;
use super::whole::part_of;
use super::work::{PROOF, Worker};
use knightsat_base::stop::Stop;
use knightsat_certificate::certificate::{self, Body};
use knightsat_certificate::{Names, ProofError, Verified, verify_formula, verify_within};
use knightsat_cnf::dimacs::write::write_formula;
use knightsat_cnf::sink::Cnf;
use knightsat_search::lazy::{Refutation, RefutedFormula};
use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The folder of the one proof.
pub const JOINED: &str = "joined";

/// The results of all parts that have one.
pub type Results = BTreeMap<PartName, Outcome>;

/// A folder of which every part is refuted, and what is said of it.
pub struct Joiner<'w> {
    pub folder: &'w Folder,
    pub worker: &'w Worker<'w>,
    pub cubes: &'w Cubes,
    pub results: &'w Results,
    pub claim: &'w str,
    pub names: Names<'w>,
    pub stop: &'w Stop,
}

impl Joiner<'_> {
    /// Sees that the reasons hold, and puts the proofs together.
    pub fn check(&self, tree: &Tree) -> Result<Option<(Verified, PathBuf)>, WorkError> {
        let wants_proof = match self.folder.manifest().task {
            Task::Formula { proof, .. } | Task::Lazy { proof, .. } => proof,
            Task::Count { .. } | Task::Compare { .. } => false,
        };
        let rests = self.rests(wants_proof)?;
        if !wants_proof {
            return Ok(None);
        }
        let draft = tempfile::Builder::new()
            .prefix(".joined-")
            .permissions(Permissions::from_mode(0o777))
            .tempdir_in(self.folder.path())
            .map_err(PartsError::io(self.folder.path()))?;
        let verified = match self.folder.manifest().task {
            Task::Formula { .. } => self.of_formula(tree, draft.path())?,
            _ => self.of_cuts(tree, &rests, draft.path())?,
        };
        let target = self.folder.path().join(JOINED);
        let io = || PartsError::io(&target);
        if target.exists() {
            fs::remove_dir_all(&target).map_err(io())?;
        }
        fs::rename(draft.path(), &target).map_err(io())?;
        // What has been renamed is not to be removed.
        let _ = draft.keep();
        Ok(Some((verified, target)))
    }

    /// What each proof rests on; a part without one must have a reason.
    fn rests(&self, wants_proof: bool) -> Result<BTreeMap<&PartName, &Rests>, WorkError> {
        let mut rests = BTreeMap::new();
        for (name, cube) in self.cubes.leaves() {
            let part = self.folder.part(name.clone())?;
            let wrong = |message: String| PartsError::wrong(&part.path(), message);
            match &self.results[name].found {
                Found::None {
                    proof: true,
                    rests: on,
                    ..
                } => {
                    rests.insert(name, on);
                }
                _ if wants_proof => {
                    return Err(wrong(format!("part {name} has no proof")).into());
                }
                Found::None {
                    reason: Some(_), ..
                } => self.see(name, cube)?,
                _ => {}
            }
        }
        Ok(rests)
    }

    /// Finds again that a part needs no solver.
    fn see(&self, name: &PartName, cube: &Cube) -> Result<(), WorkError> {
        let worker = self.worker;
        let part = part_of(worker.spec(), worker.problem(), cube);
        let problem = part
            .map(|part| part.problem_within(self.stop))
            .transpose()?;
        let reason = problem.and_then(|problem| problem.obstruction_within(self.stop));
        self.stop.check().map_err(PartsError::from)?;
        match reason {
            Some(_) => Ok(()),
            None => {
                let path = self.folder.part(name.clone())?.path();
                let message = format!("the reason of part {name} is not seen again");
                Err(PartsError::wrong(&path, message).into())
            }
        }
    }

    /// The one proof of a formula.
    fn of_formula(&self, tree: &Tree, draft: &Path) -> Result<Verified, WorkError> {
        let formula = self.worker.formula(self.stop)?;
        self.write_formula(draft, &formula, &self.worker.spec().comments())?;
        let proof = |name: &PartName| PartProof {
            path: self.proof_of(name),
            number: Box::new(|clause| clause),
            clauses: formula.len(),
        };
        let sources = self.compose(tree, draft, formula.len(), &proof)?;
        let clauses = formula.clauses();
        let clauses = clauses.map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect());
        let verified = verify_formula(draft, clauses, "of the formula that was split", self.stop);
        Ok(verified.map_err(|error| located(error, &sources))?)
    }

    /// The one proof of the degrees and the cuts of all parts.
    fn of_cuts(
        &self,
        tree: &Tree,
        rests: &BTreeMap<&PartName, &Rests>,
        draft: &Path,
    ) -> Result<Verified, WorkError> {
        let problem = self.worker.problem();
        let cuts = rests.values().flat_map(|rests| rests.cuts.iter().cloned());
        let matchings = rests.values().any(|rests| rests.matchings);
        let whole = Refutation::joined(cuts, matchings).formula(problem);
        self.write_formula(draft, &whole.formula, &[])?;
        let first: BTreeMap<&Vec<u32>, u64> = whole
            .cuts
            .iter()
            .map(|(first, cut)| (cut, *first))
            .collect();
        let proof = |name: &PartName| {
            let on = rests[name];
            let part = Refutation::joined(on.cuts.iter().cloned(), on.matchings).formula(problem);
            PartProof {
                path: self.proof_of(name),
                clauses: part.formula.len(),
                number: Box::new(renumbering(&part, &first)),
            }
        };
        let sources = self.compose(tree, draft, whole.formula.len(), &proof)?;
        let body = Body::Formula {
            degrees: whole.degrees,
            matchings: whole.matchings,
            cuts: whole.cuts.clone(),
        };
        let path = draft.join(knightsat_certificate::CERTIFICATE);
        let written = File::create(&path).and_then(|file| {
            let mut out = BufWriter::new(file);
            certificate::write(&mut out, self.claim, &body, self.names)?;
            out.flush()
        });
        written.map_err(PartsError::io(&path))?;
        let verified = verify_within(draft, problem, self.claim, self.names, self.stop);
        Ok(verified.map_err(|error| located(error, &sources))?)
    }

    fn proof_of(&self, name: &PartName) -> PathBuf {
        let parts = self.folder.path().join(PARTS);
        parts.join(name.to_string()).join(PROOF)
    }

    /// Writes the proofs; where in the one proof those of the parts begin.
    fn compose(
        &self,
        tree: &Tree,
        draft: &Path,
        clauses: u64,
        proof: &dyn Fn(&PartName) -> PartProof,
    ) -> Result<Vec<(u64, PathBuf)>, PartsError> {
        let mut composer = Composer::new(draft, clauses, self.cubes.leaves(), self.stop)?;
        composer.compose(tree, proof)?;
        Ok(composer.sources)
    }

    fn write_formula(
        &self,
        draft: &Path,
        formula: &Cnf,
        comments: &[String],
    ) -> Result<(), PartsError> {
        let path = draft.join(knightsat_certificate::FORMULA);
        let written = File::create(&path).and_then(|file| write_formula(file, formula, comments));
        written.map_err(PartsError::io(&path))
    }
}

/// For each clause of a part's formula its number in the whole, where these cuts begin there. Only part of
/// the formula is cuts.
fn renumbering(
    part: &RefutedFormula,
    first: &BTreeMap<&Vec<u32>, u64>,
) -> impl Fn(u64) -> u64 + use<> {
    let before = part.degrees + part.matchings;
    let cuts = part.cuts.iter();
    let moved: Vec<(u64, u64)> = cuts.map(|(here, cut)| (*here, first[cut])).collect();
    move |clause| {
        if clause <= before {
            return clause;
        }
        let at = moved.partition_point(|(here, _)| *here <= clause);
        match at.checked_sub(1).and_then(|at| moved.get(at)) {
            Some((here, there)) => there + (clause - here),
            None => clause,
        }
    }
}

/// An error in the one proof, told of the part in whose proof it is.
fn located(error: ProofError, sources: &[(u64, PathBuf)]) -> PartsError {
    match error {
        ProofError::Stopped(stopped) => stopped.into(),
        ProofError::Wrong {
            file,
            line,
            message,
        } if file.ends_with(knightsat_certificate::LRAT) => {
            let at = sources.partition_point(|(first, _)| *first <= line);
            match at.checked_sub(1).and_then(|at| sources.get(at)) {
                Some((first, path)) => {
                    let line = line - first + 1;
                    PartsError::wrong(path, format!("line {line}: {message}"))
                }
                None => PartsError::wrong(Path::new(&file), format!("line {line}: {message}")),
            }
        }
        other => PartsError::Proof(other),
    }
}

//! Certificates that there is no tour: written and checked.

use crate::arguments::{self, Asked};
use crate::errors::{NotACertificate, TourExists, stopped, stopped_at, wrong};
use crate::interrupt::{self, Pace};
use crate::output::draft;
use crate::tour::{fields, objectives};
use knightsat::certificate::ProofError;
use knightsat::search::optimum::{self, Objective};
use knightsat::search::{FoundBest, SolveError, lazy, prove_with, verify};
use knightsat::stop::Stop;
use knightsat::tour::{Tour, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, PathBuf};
use std::{fs, slice};

/// Proves that there is no tour. Raises TourExists if there is one.
///
/// Writes a certificate to a new or empty folder, checks it, and returns the reason. The folder
/// contains a short reason, or a formula with its refutation as LRAT and DRAT. `shortcuts=False`
/// skips the reasons that need no solver.
///
/// With `minimize` or `maximize`, the name of a statistic, it proves that no tour is better than
/// the best one. The folder then contains that tour in tour.txt, and the refuted formula of better
/// tours. A Timeout has the attributes of `solve`.
///
/// >>> import tempfile
/// >>> folder = tempfile.mkdtemp()
/// >>> reason = knightsat.prove("4x4", folder, shortcuts=False)
/// >>> reason
/// '... clauses, ... cuts, refuted in ... steps'
/// >>> knightsat.verify_certificate("4x4", folder) == reason
/// True
/// >>> knightsat.prove("5x6", tempfile.mkdtemp(), closed=True, minimize="turns")
/// 'turns: ..., optimal: better tours: ...'
#[pyfunction]
#[pyo3(signature = (board, folder, *, minimize=None, maximize=None, shortcuts=true, seed=0, timeout=None, progress=None, **tour))]
#[expect(clippy::too_many_arguments, reason = "most of them are keywords")]
pub fn prove(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    folder: PathBuf,
    minimize: Option<&str>,
    maximize: Option<&str>,
    shortcuts: bool,
    seed: u64,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    tour: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let asked = arguments::spec(board, tour, false)?;
    let mut objectives = objectives(minimize, maximize, &asked.spec)?;
    if objectives.len() > 1 {
        return Err(wrong(
            "a proof is for one of minimize and maximize: leave one out",
        ));
    }
    let is_there = |error: std::io::Error| wrong(format!("{}: {error}", folder.display()));
    if folder.exists() && fs::read_dir(&folder).map_err(is_there)?.next().is_some() {
        return Err(wrong(format!(
            "{}: the folder is not empty",
            folder.display()
        )));
    }
    let draft = draft(&folder)?;
    fs::create_dir(&draft).map_err(is_there)?;
    let task = Proof {
        asked: &asked,
        folder: &folder,
        draft: &draft,
        shortcuts,
        seed,
    };
    let pace = Pace { timeout, progress };
    let proved = match objectives.pop() {
        None => task.no_tour(py, pace),
        Some(objective) => task.no_better_tour(&objective, py, pace),
    };
    let proved = proved.and_then(|reason| {
        let renamed = fs::rename(&draft, &folder);
        renamed.map_err(is_there).map(|()| reason)
    });
    proved.inspect_err(|_| drop(fs::remove_dir_all(&draft)))
}

/// A proof to be written.
struct Proof<'p> {
    asked: &'p Asked,
    /// The folder in messages.
    folder: &'p Path,
    /// The folder to write.
    draft: &'p Path,
    shortcuts: bool,
    seed: u64,
}

impl Proof<'_> {
    /// Proves that there is no tour; returns the reason.
    fn no_tour(&self, py: Python<'_>, pace: Pace<'_, '_>) -> PyResult<String> {
        let Asked { spec, names } = self.asked;
        let proved = interrupt::work(py, pace, |watch| {
            let options = self.options(&watch.stop);
            let report = &mut |progress| watch.report(fields(progress));
            let proved = prove_with(spec, self.draft, options, report);
            proved.map_err(|error| self.failed(error))
        });
        match proved?? {
            Verdict::None(verified) => Ok(verified.to_string()),
            Verdict::Unknown(why) => Err(stopped(why)),
            Verdict::Tour(tour) => {
                let error = TourExists::new_err(format!(
                    "nothing to prove: there is a tour ({})",
                    spec.describe()
                ));
                let tour = names.tour(py, tour.steps(), tour.kind())?;
                error.value(py).setattr("tour", tour)?;
                Err(error)
            }
        }
    }

    /// Proves that no tour is better than the best one; returns its value and the reason.
    fn no_better_tour(
        &self,
        objective: &Objective,
        py: Python<'_>,
        pace: Pace<'_, '_>,
    ) -> PyResult<String> {
        let Asked { spec, names } = self.asked;
        let found = interrupt::work(py, pace, |watch| -> Result<_, SolveError> {
            let problem = spec.problem(&watch.stop)?;
            let options = self.options(&watch.stop);
            let objectives = slice::from_ref(objective);
            let best = FoundBest {
                request: spec.request.clone(),
                optimum: optimum::optimize(&problem, objectives, &options, &mut |_| {})?,
            };
            let proved = match best.verdict.tour() {
                Some(tour) if best.is_optimal() => self.certify(&best, tour, &watch.stop)?,
                _ => Verdict::Unknown(watch.stop.stopped()),
            };
            Ok((best.optimum, proved, watch.stop.stopped()))
        });
        let (optimum, proved, why) = found?.map_err(|error| self.failed(error))?;
        let standing = optimum.standings.first();
        match (proved, optimum.verdict, standing) {
            (Verdict::None(reason), _, Some(standing)) => Ok(format!("{standing}: {reason}")),
            (_, knightsat::search::Verdict::None(_), _) => self.no_tour(py, pace),
            (_, verdict, standing) => {
                let tour = verdict.tour();
                let tour = tour.map(|tour| names.tour(py, tour.steps(), tour.kind()));
                Err(stopped_at(py, why, tour.transpose()?, standing)?)
            }
        }
    }

    /// Writes the refuted formula of better tours, and the best tour.
    fn certify(
        &self,
        best: &FoundBest,
        tour: &Tour,
        stop: &Stop,
    ) -> Result<Verdict<String>, SolveError> {
        const TOUR: &str = "tour.txt";
        let proved = best.prove(self.draft, stop)?;
        let moves = best.request.place.path(tour.steps()) + "\n";
        let written = fs::write(self.draft.join(TOUR), moves);
        written.map_err(|error| SolveError::Io(TOUR, error))?;
        Ok(proved)
    }

    fn options(&self, stop: &Stop) -> lazy::Options {
        lazy::Options {
            seed: self.seed,
            shortcuts: self.shortcuts,
            ..stop.into()
        }
    }

    /// Converts an error; files are in the folder.
    fn failed(&self, error: SolveError) -> PyErr {
        match error {
            SolveError::Io(file, why) => wrong(format!("{}: {file}: {why}", self.folder.display())),
            error => wrong(error),
        }
    }
}

/// Checks a certificate that there is no tour, and returns the reason. The checker shares no code
/// with the search. Raises NotACertificate if the certificate proves nothing.
#[pyfunction]
#[pyo3(signature = (board, folder, *, timeout=None, **tour))]
pub fn verify_certificate(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    folder: PathBuf,
    timeout: Option<f64>,
    tour: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let spec = arguments::spec(board, tour, false)?.spec;
    let pace = Pace {
        timeout,
        progress: None,
    };
    let verified = interrupt::work(py, pace, |watch| verify(&spec, &folder, &watch.stop))?;
    let verified = verified.map_err(|error| match error {
        SolveError::Proof(ProofError::Stopped(why)) => stopped(why),
        SolveError::Proof(wrong @ ProofError::Wrong { .. }) => {
            NotACertificate::new_err(wrong.to_string())
        }
        error => wrong(error),
    })?;
    Ok(verified.to_string())
}

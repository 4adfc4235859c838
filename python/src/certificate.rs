//! Certificates that there is no tour: written and checked.

use crate::arguments::{self, Asked};
use crate::errors::{NotACertificate, TourExists, stopped, wrong};
use crate::interrupt::{self, Pace};
use crate::output::draft;
use crate::tour::fields;
use knightsat_certificate::ProofError;
use knightsat_search::prove::{ProveError, Task, prove as write, with_names};
use knightsat_search::{SolveError, lazy, verify};
use knightsat_tour::Verdict;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs;
use std::path::PathBuf;

/// Proves that there is no tour. Raises TourExists if there is one.
///
/// Writes a certificate to a new or empty folder, checks it, and returns the reason. The folder
/// contains a short reason, or a formula with its refutation as LRAT and DRAT. `shortcuts=False`
/// skips the reasons that need no solver.
///
/// >>> import tempfile
/// >>> folder = tempfile.mkdtemp()
/// >>> reason = knightsat.prove("4x4", folder, shortcuts=False)
/// >>> reason
/// '... clauses, ... cuts, refuted in ... steps'
/// >>> knightsat.verify_certificate("4x4", folder) == reason
/// True
#[pyfunction]
#[pyo3(signature = (board, folder, *, shortcuts=true, seed=0, timeout=None, progress=None, **options))]
#[expect(clippy::too_many_arguments, reason = "most of them are keywords")]
pub fn prove(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    folder: PathBuf,
    shortcuts: bool,
    seed: u64,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let Asked { spec, names } = arguments::spec(board, options, false)?;
    let is_there = |error: std::io::Error| wrong(format!("{}: {error}", folder.display()));
    if folder.exists() && fs::read_dir(&folder).map_err(is_there)?.next().is_some() {
        return Err(wrong(format!(
            "{}: the folder is not empty",
            folder.display()
        )));
    }
    let draft = draft(&folder)?;
    fs::create_dir(&draft).map_err(is_there)?;
    let proved = interrupt::work(py, Pace { timeout, progress }, |watch| {
        let problem = spec.problem(&watch.stop).map_err(wrong)?;
        with_names(&spec.place, |names| {
            let task = Task {
                problem: &problem,
                folder: &draft,
                claim: &spec.claim(),
                names,
                shortcuts,
                solver: None,
                options: lazy::Options {
                    seed,
                    ..(&watch.stop).into()
                },
            };
            let proved = write(&task, &mut |progress| watch.report(fields(progress)));
            proved.map_err(|error| match error {
                ProveError::Io(file, why) => wrong(format!("{}: {file}: {why}", folder.display())),
                error => wrong(error),
            })
        })
    });
    let proved = match proved.and_then(|proved| proved) {
        Ok(Verdict::None(verified)) => fs::rename(&draft, &folder)
            .map_err(is_there)
            .map(|()| verified.to_string()),
        Ok(Verdict::Unknown(why)) => Err(stopped(why)),
        Ok(Verdict::Tour(tour)) => {
            let error = TourExists::new_err(format!(
                "nothing to prove: there is a tour ({})",
                spec.describe()
            ));
            error
                .value(py)
                .setattr("tour", names.tour(py, tour.steps(), tour.kind())?)?;
            Err(error)
        }
        Err(error) => Err(error),
    };
    proved.inspect_err(|_| drop(fs::remove_dir_all(&draft)))
}

/// Checks a certificate that there is no tour, and returns the reason. The checker shares no code
/// with the search. Raises NotACertificate if the certificate proves nothing.
#[pyfunction]
#[pyo3(signature = (board, folder, *, timeout=None, **options))]
pub fn verify_certificate(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    folder: PathBuf,
    timeout: Option<f64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let spec = arguments::spec(board, options, false)?.spec;
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

//! Tours one by one.

use crate::arguments;
use crate::errors::{stopped, wrong};
use crate::interrupt::{self, PATIENCE};
use crate::place::Names;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::search::Tours;
use knightsat::stop::Stop;
use knightsat::tour::Kind;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The most tours that wait for the caller.
const WAITING: usize = 64;

/// An iterator over the tours of a board or graph. It searches for the next tours in advance.
#[pyclass(frozen, module = "knightsat")]
pub struct TourIterator {
    names: Names,
    kind: Kind,
    found: Mutex<Receiver<PyResult<Vec<u32>>>>,
    flag: Arc<AtomicBool>,
}

/// Iterates over all tours, by depth-first search. Raises Timeout after `timeout` seconds.
///
/// Open tours are found in both directions, closed tours in one direction and from one start.
///
/// >>> len(list(knightsat.tours("3x4")))
/// 16
/// >>> next(knightsat.tours("5x5", start="c3"))[0]
/// 'c3'
#[pyfunction]
#[pyo3(signature = (board, *, timeout=None, **tour))]
pub fn tours(
    board: &Bound<'_, PyAny>,
    timeout: Option<f64>,
    tour: Option<&Bound<'_, PyDict>>,
) -> PyResult<TourIterator> {
    let asked = arguments::spec(board, tour, false)?;
    let kind = asked.spec.tour.kind;
    let flag = Arc::new(AtomicBool::new(false));
    let stop = interrupt::stop(timeout, &flag)?;
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || send(&asked.spec, &stop, &sender));
    Ok(TourIterator {
        kind,
        names: asked.names,
        found: Mutex::new(receiver),
        flag,
    })
}

/// Sends all tours until the caller needs no more.
fn send(spec: &FormulaSpec, stop: &Stop, sender: &SyncSender<PyResult<Vec<u32>>>) {
    let problem = match spec.problem(stop) {
        Ok(problem) => problem,
        Err(error) => return drop(sender.send(Err(wrong(error)))),
    };
    let mut tours = Tours::by_search(&problem, stop);
    for tour in tours.by_ref() {
        let tour = tour.map(|tour| tour.steps().to_vec()).map_err(wrong);
        if sender.send(tour).is_err() {
            return;
        }
    }
    if tours.is_late() {
        let _ = sender.send(Err(stopped(stop.stopped())));
    }
}

#[pymethods]
impl TourIterator {
    /// Supports type checkers: `TourIterator[str]`.
    #[classmethod]
    #[pyo3(signature = (_node, /))]
    fn __class_getitem__(class: &Bound<'_, PyType>, _node: &Bound<'_, PyAny>) -> Py<PyType> {
        class.clone().unbind()
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            let found = py.detach(|| {
                let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
                found.recv_timeout(PATIENCE)
            });
            match found {
                Ok(tour) => return self.names.tour(py, &tour?, self.kind).map(Some),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
}

impl Drop for TourIterator {
    fn drop(&mut self) {
        self.flag.store(true, Ordering::Relaxed);
    }
}

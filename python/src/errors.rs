//! Errors for Python, of one line.

use knightsat::search::optimum::Standing;
use knightsat::stop::Stopped;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use std::fs::File;
use std::io;
use std::path::Path;

create_exception!(
    knightsat,
    NoTour,
    PyValueError,
    "There is no such tour; the message contains the reason."
);
create_exception!(
    knightsat,
    NotATour,
    PyValueError,
    "A model or a list of squares that is not a tour; the message contains the reason."
);
create_exception!(
    knightsat,
    NotACertificate,
    PyValueError,
    "A folder that does not prove that there is no tour; the message contains the reason."
);
create_exception!(
    knightsat,
    TourExists,
    PyValueError,
    "Nothing to prove: there is a tour, which is the attribute `tour`."
);

create_exception!(
    knightsat,
    Timeout,
    PyTimeoutError,
    "The time was over. `tour` and `best` are the best tour so far and its value; `bound` is a bound \
     that no tour exceeds, or the number of tours counted so far. Each is None if it is unknown."
);

/// Returns the error for a wrong argument. The library writes keywords in backquotes.
pub fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string().replace('`', ""))
}

/// Returns the error for work that a deadline or signal ended.
pub fn stopped(why: Stopped) -> PyErr {
    match why {
        Stopped::Interrupted => PyKeyboardInterrupt::new_err(why.to_string()),
        why => Timeout::new_err(why.to_string()),
    }
}

/// Returns the error for a search of a best tour that a deadline or signal ended.
pub fn stopped_at(
    py: Python<'_>,
    why: Stopped,
    tour: Option<Py<PyAny>>,
    standing: Option<&Standing>,
) -> PyResult<PyErr> {
    let (Some(standing), false) = (standing, why == Stopped::Interrupted) else {
        return Ok(stopped(why));
    };
    let error = Timeout::new_err(format!("{why}: {standing}"));
    let value = error.value(py);
    value.setattr("tour", tour)?;
    value.setattr("best", standing.best)?;
    value.setattr("bound", standing.bound)?;
    Ok(error)
}

/// Returns the error with this keyword before its message.
pub fn about(key: &str, error: PyErr, py: Python<'_>) -> PyErr {
    PyErr::from_type(error.get_type(py), format!("{key}: {}", error.value(py)))
}

/// Opens a file to read. The error has the name of the file, as those of Python do.
pub fn open(path: &Path) -> PyResult<File> {
    File::open(path).map_err(|error| of_file(path, error))
}

/// Returns the error of the system about a file.
pub fn of_file(path: &Path, error: io::Error) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return wrong(format!("{}: {error}", path.display()));
    };
    let text = error.to_string();
    let text = text
        .split(" (os error")
        .next()
        .unwrap_or_default()
        .to_string();
    PyOSError::new_err((code, text, path.as_os_str().to_os_string()))
}

//! Errors for Python: one line, with keywords in place of options.

use knightsat_tour::base::stop::Stopped;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

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

/// Returns the error for a wrong argument.
pub fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(plain(&error.to_string()))
}

/// Returns the error for work that a deadline or signal ended.
pub fn stopped(why: Stopped) -> PyErr {
    match why {
        Stopped::Interrupted => PyKeyboardInterrupt::new_err(why.to_string()),
        why => PyTimeoutError::new_err(why.to_string()),
    }
}

/// Returns the error with this keyword before its message.
pub fn about(key: &str, error: PyErr, py: Python<'_>) -> PyErr {
    PyErr::from_type(error.get_type(py), format!("{key}: {}", error.value(py)))
}

/// Replaces options of the command line by keywords: `--not-at` by `not_at`.
fn plain(message: &str) -> String {
    let mut parts = message.split("--");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-');
        let (option, rest) = part.split_at(end.unwrap_or(part.len()));
        text += &option.replace('-', "_");
        text += rest;
    }
    text
}

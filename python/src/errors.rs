//! Errors as Python has them: one line, in which options are keywords.

use knightsat_tour::base::stop::Stopped;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    knightsat,
    NoTour,
    PyValueError,
    "There is no such tour; the message says why."
);
create_exception!(
    knightsat,
    NotATour,
    PyValueError,
    "A model or a list of squares that is not a tour; the message says why."
);
create_exception!(
    knightsat,
    NotACertificate,
    PyValueError,
    "A folder that does not prove that there is no tour; the message says why."
);
create_exception!(
    knightsat,
    TourExists,
    PyValueError,
    "Nothing to prove: there is a tour, which is the attribute `tour`."
);

/// Something that the caller has written is wrong.
pub fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(plain(&error.to_string()))
}

/// The work was given up.
pub fn stopped(why: Stopped) -> PyErr {
    match why {
        Stopped::Interrupted => PyKeyboardInterrupt::new_err(why.to_string()),
        why => PyTimeoutError::new_err(why.to_string()),
    }
}

/// The same error, about this keyword.
pub fn about(key: &str, error: PyErr, py: Python<'_>) -> PyErr {
    PyErr::from_type(error.get_type(py), format!("{key}: {}", error.value(py)))
}

/// Options of the command line as keywords: `--not-at` is `not_at`.
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

//! The Python module: formulas and maps as lists, made here and not by way of a file. `python/README.md` shows
//! what it is for; types are in `_knightsat.pyi`.

mod asked;
mod check;
mod formula;
mod interrupt;
mod tour;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
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

/// Something that the caller has written is wrong.
fn wrong(error: impl std::fmt::Display) -> PyErr {
    let message = error.to_string();
    // Messages call an option as the command line does.
    PyValueError::new_err(message.trim_start_matches("--").to_string())
}

#[pymodule]
fn _knightsat(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NoTour", module.py().get_type::<NoTour>())?;
    module.add("NotATour", module.py().get_type::<NotATour>())?;
    module.add_class::<formula::Formula>()?;
    module.add_class::<check::Report>()?;
    module.add_function(wrap_pyfunction!(formula::encode, module)?)?;
    module.add_function(wrap_pyfunction!(tour::solve, module)?)?;
    module.add_function(wrap_pyfunction!(tour::verify, module)?)?;
    module.add_function(wrap_pyfunction!(check::check, module)?)?;
    Ok(())
}

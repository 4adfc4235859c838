//! The Python module: formulas and maps as lists, computed here without a file, and the command.
//! `python/README.md` shows how to use it; types are in `_knightsat.pyi`.

mod arguments;
mod certificate;
mod check;
mod circuit;
mod errors;
mod formula;
mod ids;
mod interrupt;
mod output;
mod picture;
mod place;
mod puzzle;
mod sizes;
mod tour;
mod tours;

use pyo3::prelude::*;
use std::ffi::OsString;
use std::panic::catch_unwind;
use std::process::exit;

// The older versions of these functions, so that the wheel needs glibc 2.34 and not 2.35.
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]
std::arch::global_asm!(
    ".symver hypot, hypot@GLIBC_2.2.5",
    ".symver hypotf, hypotf@GLIBC_2.2.5"
);

/// Runs the command, see `knightsat_lab::run`, and ends the process without a return to Python.
#[pyfunction]
fn run_command(py: Python<'_>, start: Vec<OsString>, arguments: Vec<OsString>) {
    /// The exit code of a Rust program after a panic, which has printed its message.
    const PANIC: i32 = 101;
    let run = || catch_unwind(|| knightsat_lab::run(start, arguments));
    exit(py.detach(run).map_or(PANIC, i32::from))
}

#[pymodule]
fn _knightsat(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("KEYWORDS", arguments::tables(py)?)?;
    let timeout = py.get_type::<errors::Timeout>();
    for name in ["tour", "best", "bound"] {
        timeout.setattr(name, py.None())?;
    }
    module.add("Timeout", timeout)?;
    module.add("NoTour", py.get_type::<errors::NoTour>())?;
    module.add("NotATour", py.get_type::<errors::NotATour>())?;
    module.add("NotACertificate", py.get_type::<errors::NotACertificate>())?;
    module.add("TourExists", py.get_type::<errors::TourExists>())?;
    module.add_class::<formula::Formula>()?;
    module.add_class::<check::Report>()?;
    module.add_class::<picture::Place>()?;
    module.add_class::<puzzle::Puzzle>()?;
    module.add_class::<tours::TourIterator>()?;
    module.add_function(wrap_pyfunction!(formula::encode, module)?)?;
    module.add_function(wrap_pyfunction!(formula::decode, module)?)?;
    module.add_function(wrap_pyfunction!(circuit::circuit, module)?)?;
    module.add_function(wrap_pyfunction!(tour::solve, module)?)?;
    module.add_function(wrap_pyfunction!(tour::verify, module)?)?;
    module.add_function(wrap_pyfunction!(tour::count, module)?)?;
    module.add_function(wrap_pyfunction!(tour::stats, module)?)?;
    module.add_function(wrap_pyfunction!(sizes::sizes, module)?)?;
    module.add_function(wrap_pyfunction!(tours::tours, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::prove, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::verify_certificate, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle::puzzle, module)?)?;
    module.add_function(wrap_pyfunction!(place::dimacs, module)?)?;
    module.add_function(wrap_pyfunction!(check::check, module)?)?;
    module.add_function(wrap_pyfunction!(run_command, module)?)?;
    Ok(())
}

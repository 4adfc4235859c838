//! Fresh variables after those of the caller.

use crate::errors::wrong;
use knightsat::cnf::{Lit, Var};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// A number for a literal. `True`, which Python takes for 1, is none.
pub struct Number(pub i32);

impl<'a, 'py> FromPyObject<'a, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Number> {
        if object.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(format!(
                "{} is not a literal: literals are numbers, such as 3 and -3",
                object.str()?
            )));
        }
        object.extract().map(Number)
    }
}

/// Returns the numbers themselves.
pub fn numbers(literals: Vec<Number>) -> Vec<i32> {
    literals.into_iter().map(|Number(number)| number).collect()
}

/// The start of fresh variables.
pub struct Ids<'a, 'py> {
    before: u32,
    vpool: Option<&'a Bound<'py, PyAny>>,
}

impl<'a, 'py> Ids<'a, 'py> {
    /// Begins after `top`, after all ids of the pool, and after the largest variable in use.
    pub fn new(
        top: Option<u32>,
        vpool: Option<&'a Bound<'py, PyAny>>,
        used: u32,
    ) -> PyResult<Self> {
        let before = match (top, vpool) {
            (Some(_), Some(_)) => return Err(wrong("top and vpool: give one of them")),
            (Some(top), None) if top < used => {
                return Err(wrong(format!(
                    "top: {top} is below variable {used}, which is in use"
                )));
            }
            (Some(top), None) => top,
            (None, None) => used,
            (None, Some(pool)) => {
                let occupied: Vec<(u32, u32)> = match pool.getattr_opt("_occupied")? {
                    Some(intervals) => intervals
                        .try_iter()?
                        .map(|pair| {
                            let pair = pair?;
                            Ok((pair.get_item(0)?.extract()?, pair.get_item(1)?.extract()?))
                        })
                        .collect::<PyResult<_>>()?,
                    None => Vec::new(),
                };
                let ends = occupied.into_iter().map(|(_, end)| end);
                ends.fold(pool.getattr("top")?.extract::<u32>()?.max(used), u32::max)
            }
        };
        Ok(Ids { before, vpool })
    }

    /// Returns the largest variable in use.
    pub fn before(&self) -> u32 {
        self.before
    }

    /// Reserves so many variables. Returns the number before the first.
    pub fn take(self, variables: u64) -> PyResult<u32> {
        let top = u64::from(self.before) + variables;
        if top > u64::from(Var::MAX) {
            return Err(wrong(format!(
                "variable {top} is too large: at most {}",
                Var::MAX
            )));
        }
        if let Some(pool) = self.vpool {
            pool.setattr("top", top)?;
        }
        Ok(self.before)
    }
}

/// Returns clauses as numbers whose variables are larger by `before`.
pub fn shifted<'c>(clauses: impl IntoIterator<Item = &'c [Lit]>, before: u32) -> Vec<Vec<i32>> {
    let number = |lit: &Lit| lit.to_dimacs() + lit.to_dimacs().signum() * before as i32;
    let clauses = clauses.into_iter();
    clauses
        .map(|clause| clause.iter().map(number).collect())
        .collect()
}

/// Returns numbers as literals whose variables are smaller by `before`. Drops those that are too
/// small. None if there is a 0.
pub fn unshifted(numbers: &[i32], before: u32) -> Option<Vec<Lit>> {
    let lits: Option<Vec<Lit>> = numbers
        .iter()
        .map(|&number| Lit::from_dimacs(number))
        .collect();
    let larger = lits?.into_iter().filter(|lit| lit.var().number() > before);
    larger
        .map(|lit| Lit::from_dimacs(lit.to_dimacs() - lit.to_dimacs().signum() * before as i32))
        .collect()
}

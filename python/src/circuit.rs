//! The constraint `circuit` over the caller's literals.

use crate::arguments;
use crate::errors::{about, stopped, wrong};
use crate::ids::{Ids, Number, shifted};
use crate::interrupt::{self, Pace};
use crate::place::Nodes;
use knightsat::cnf::Lit;
use knightsat::cnf::sink::{ClauseSink, Cnf};
use knightsat::encoding::Name;
use knightsat::encoding::circuit::{self as constraint, ArcLit};
use knightsat::stop::Stopped;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns clauses for one circuit of arcs, and the new largest variable.
///
/// The clauses state that the arcs (tail, head, literal) with true literals form one circuit, as
/// `AddCircuit` of OR-tools does. The circuit visits all nodes of the arcs, except those whose loop
/// (v, v, literal) is true. Literals are DIMACS numbers. Fresh variables follow `top` (by default
/// the largest variable of the arcs), or the ids of `vpool`. The encodings are "order", "distance",
/// "adder", "lfsr", "crt" and "elimination", with their options.
///
/// >>> knightsat.circuit([("a", "b", 1), ("b", "a", 2)])
/// ([[1], [2]], 2)
#[pyfunction]
#[pyo3(signature = (arcs, encoding="crt", top=None, *, vpool=None, timeout=None, progress=None, **style))]
#[expect(clippy::too_many_arguments, reason = "most of them are keywords")]
pub fn circuit(
    py: Python<'_>,
    arcs: &Bound<'_, PyAny>,
    encoding: &str,
    top: Option<u32>,
    vpool: Option<&Bound<'_, PyAny>>,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    style: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Vec<Vec<i32>>, u32)> {
    let name: Name = encoding
        .parse()
        .map_err(|error| wrong(format!("encoding: {error}")))?;
    let given = arguments::given(style)?;
    let mut style = name.style();
    arguments::style(&mut style, &given)?;
    let arcs = read(arcs)?;
    let used = arcs.iter().map(|arc| arc.lit.var().number()).max();
    let ids = Ids::new(top, vpool, used.unwrap_or(0))?;
    let before = ids.before();
    let stated = interrupt::work(py, Pace { timeout, progress }, |watch| {
        let mut clauses = Cnf::default();
        clauses.new_vars(before);
        constraint::circuit(&arcs, style, &mut clauses, &watch.stop).map(|()| clauses)
    })?;
    let clauses = stated.map_err(|error| {
        if error.is_stopped() {
            stopped(Stopped::Late)
        } else {
            wrong(error)
        }
    })?;
    let fresh = clauses.variables() - before;
    ids.take(fresh.into())?;
    Ok((shifted(clauses.clauses(), 0), clauses.variables()))
}

/// Returns the arcs, with nodes numbered in order of appearance.
fn read(arcs: &Bound<'_, PyAny>) -> PyResult<Vec<ArcLit>> {
    let mut nodes = Nodes::new(arcs.py());
    let arc = |(number, arc): (usize, PyResult<Bound<'_, PyAny>>)| {
        let arc = arc?;
        let at = format!("arc {number}");
        let parts = arc.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>)>();
        let (tail, head, lit) = parts
            .map_err(|_| PyTypeError::new_err(format!("{at}: expected (tail, head, literal)")))?;
        let Number(lit) = lit.extract().map_err(|error| about(&at, error, arc.py()))?;
        let lit =
            Lit::from_dimacs(lit).ok_or_else(|| wrong(format!("{at}: {lit} is not a literal")))?;
        let vertex = |node, nodes: &mut Nodes| {
            nodes
                .vertex(node)
                .map_err(|error| about(&at, error, arc.py()))
        };
        let [tail, head] = [vertex(&tail, &mut nodes)?, vertex(&head, &mut nodes)?];
        Ok(ArcLit { tail, head, lit })
    };
    (1..).zip(arcs.try_iter()?).map(arc).collect()
}

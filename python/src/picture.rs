//! Pictures: tours, puzzles and reports as SVG and HTML for notebooks.

use crate::errors::wrong;
use crate::place::Names;
use knightsat::json;
use knightsat::render::scene::Scene;
use knightsat::render::{Look, escape, svg};
use knightsat::tour::Statistic;
use knightsat::tour::symmetry::TourSymmetry;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

/// The place of a tour, which draws it and computes its statistics.
#[pyclass(frozen, module = "knightsat._knightsat")]
pub struct Place(pub Names);

/// The description of a place in JSON, and the caller's names of its vertices.
type Described = (String, Option<Vec<Py<PyAny>>>);

#[pymethods]
impl Place {
    /// description is the board or graph in JSON; nodes are the caller's names of its vertices.
    #[new]
    #[pyo3(signature = (description, nodes=None))]
    fn new(
        py: Python<'_>,
        description: &str,
        nodes: Option<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<Place> {
        let place = json::read(description.as_bytes()).map_err(wrong)?;
        Ok(Place(match nodes {
            Some(nodes) => Names::with_nodes(place, &nodes, py)?,
            None => Names::own(place),
        }))
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Described)> {
        let (names, py) = (&this.get().0, this.py());
        let description = serde_json::to_string(&names.place).map_err(wrong)?;
        let nodes = names.nodes().map(|nodes| {
            let nodes = nodes.iter();
            nodes.map(|node| node.clone_ref(py)).collect()
        });
        Ok((this.get_type(), (description, nodes)))
    }

    /// Returns the picture of a tour.
    #[pyo3(signature = (tour, closed, pos=None))]
    fn svg(
        &self,
        tour: Vec<Bound<'_, PyAny>>,
        closed: bool,
        pos: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let (tour, _) = self.0.verified(&tour, closed)?;
        let scene = Scene::of_tour(&self.0.drawn(pos)?, &tour);
        Ok(picture(&scene))
    }

    /// Returns the statistics of a tour by their names.
    fn statistics<'py>(
        &self,
        py: Python<'py>,
        tour: Vec<Bound<'py, PyAny>>,
        closed: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (tour, problem) = self.0.verified(&tour, closed)?;
        let values = PyDict::new(py);
        for statistic in Statistic::all(problem) {
            let value = statistic.value(problem, tour.steps()).map_err(wrong)?;
            values.set_item(statistic.to_string(), value)?;
        }
        Ok(values)
    }

    /// Returns the maps of the board that take a tour to itself or to its reverse.
    fn symmetries(&self, tour: Vec<Bound<'_, PyAny>>, closed: bool) -> PyResult<Vec<String>> {
        let (tour, problem) = self.0.verified(&tour, closed)?;
        let found = TourSymmetry::all(problem, tour.steps()).into_iter();
        let name = |found: TourSymmetry| {
            let reversed = if found.reversed { "-reversed" } else { "" };
            found.map.to_string() + reversed
        };
        Ok(found.map(name).collect())
    }
}

/// Returns the picture of a scene as SVG.
pub fn picture(scene: &Scene) -> String {
    svg(scene, &Look::default())
}

/// Returns a table in HTML; cells are texts.
pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |tag: &str, cells: &[String]| {
        let cells = cells.iter();
        let cells: String = cells
            .map(|cell| format!("<{tag}>{}</{tag}>", escape(cell)))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    let head = head.iter().map(ToString::to_string).collect::<Vec<_>>();
    let rows = rows.into_iter().map(|row| line("td", &row));
    let rows: String = rows.collect();
    format!("<table>\n{}{rows}</table>\n", line("th", &head))
}

/// Returns a text in HTML as it is.
pub fn preformatted(text: &str) -> String {
    format!("<pre>{}</pre>\n", escape(text))
}

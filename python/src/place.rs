//! Boards and graphs from the caller, and the caller's own names of their vertices.

use crate::errors::{self, wrong};
use knightsat_tour::Kind;
use knightsat_tour::base::input;
use knightsat_tour::base::text::quote;
use knightsat_tour::graph::{Graph, read};
use knightsat_tour::mask;
use knightsat_tour::place::Place;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The most bytes of a file: some ten million edges.
const LARGEST: u64 = 1 << 28;

/// The nodes of the caller's graph, in the order of its vertices.
pub struct Nodes {
    objects: Vec<Py<PyAny>>,
    vertices: Py<PyDict>,
}

/// A place and the names of its vertices.
pub struct Names {
    pub place: Place,
    nodes: Option<Nodes>,
}

impl Nodes {
    pub fn new(py: Python<'_>) -> Nodes {
        Nodes {
            objects: Vec::new(),
            vertices: PyDict::new(py).unbind(),
        }
    }

    /// Returns the vertex of a node; adds a new vertex for a new node.
    pub fn vertex(&mut self, node: &Bound<'_, PyAny>) -> PyResult<u32> {
        let vertices = self.vertices.bind(node.py());
        if let Some(vertex) = vertices.get_item(node)? {
            return vertex.extract();
        }
        let vertex = self.objects.len() as u32;
        vertices.set_item(node, vertex)?;
        self.objects.push(node.clone().unbind());
        Ok(vertex)
    }

    pub fn len(&self) -> u32 {
        self.objects.len() as u32
    }
}

impl Names {
    /// Reads a board as text, a file, a graph of networkx, or the edges of a graph.
    pub fn read(place: &Bound<'_, PyAny>) -> PyResult<Names> {
        if place.is_instance_of::<PyString>() {
            let text = place.extract::<String>()?;
            let place = text.parse().map_err(wrong);
            // A board, or else the path of a file.
            let place = match place {
                Err(_) if Path::new(&text).is_file() => file(Path::new(&text)),
                // A drawn board has no letters.
                Err(_) if text.contains(|c: char| c.is_alphabetic() && c != 'x') => {
                    Err(wrong(format!(
                        "'{}' is neither a board, such as 8x8, nor the path of a file",
                        quote(&text)
                    )))
                }
                place => place,
            };
            return place.map(Names::own);
        }
        if place.hasattr("__fspath__")? {
            return file(&place.extract::<PathBuf>()?).map(Names::own);
        }
        let mut nodes = Nodes::new(place.py());
        let is_network = place.hasattr("is_directed")?;
        let is_directed = is_network && place.call_method0("is_directed")?.extract()?;
        if is_network {
            for node in place.getattr("nodes")?.try_iter()? {
                nodes.vertex(&node?)?;
            }
        }
        let edges = if is_network {
            pairs(&place.call_method0("edges")?, is_directed, &mut nodes)?
        } else {
            pairs(place, false, &mut nodes)?
        };
        let len = nodes.len();
        if len == 0 {
            return Err(wrong("the graph has no vertices"));
        }
        let graph = if is_directed {
            Graph::try_from_arcs(len, &edges)
        } else {
            Graph::try_from_edges(len, &edges)
        };
        let graph = graph.map_err(wrong)?;
        Ok(Names {
            place: Place::Graph(graph),
            nodes: Some(nodes),
        })
    }

    /// Returns the place's own names.
    pub fn own(place: Place) -> Names {
        Names { place, nodes: None }
    }

    /// Returns these names for the place with its options applied.
    pub fn of(self, place: Place) -> Names {
        Names { place, ..self }
    }

    /// Returns true if the vertices are the caller's own.
    pub fn are_nodes(&self) -> bool {
        self.nodes.is_some()
    }

    /// Returns the name of a vertex in messages.
    pub fn name(&self, vertex: u32) -> String {
        match self
            .nodes
            .as_ref()
            .map(|nodes| &nodes.objects[vertex as usize])
        {
            None => self.place.name(vertex),
            Some(node) => Python::attach(|py| shown(node.bind(py))),
        }
    }

    /// Returns the caller's object of a vertex.
    pub fn object(&self, py: Python<'_>, vertex: u32) -> PyResult<Py<PyAny>> {
        match &self.nodes {
            None => self.place.name(vertex).into_py_any(py),
            Some(nodes) => Ok(nodes.objects[vertex as usize].clone_ref(py)),
        }
    }

    /// Returns a tour as a `Tour` of Python.
    pub fn tour(&self, py: Python<'_>, steps: &[u32], kind: Kind) -> PyResult<Py<PyAny>> {
        let board = match &self.place {
            board @ Place::Board(_) => Some(serde_json::to_string(board).map_err(wrong)?),
            Place::Graph(_) => None,
        };
        let class = py.import("knightsat")?.getattr("Tour")?;
        let tour = class.call1((self.objects(py, steps)?, board, kind == Kind::Closed))?;
        Ok(tour.unbind())
    }

    /// Returns the caller's objects of vertices.
    pub fn objects(&self, py: Python<'_>, steps: &[u32]) -> PyResult<Vec<Py<PyAny>>> {
        steps
            .iter()
            .map(|&vertex| self.object(py, vertex))
            .collect()
    }

    /// Returns the vertex with the caller's name.
    pub fn vertex(&self, name: &Bound<'_, PyAny>) -> PyResult<u32> {
        let Some(nodes) = &self.nodes else {
            return self.place.vertex(&name.str()?.to_string()).map_err(wrong);
        };
        match nodes.vertices.bind(name.py()).get_item(name)? {
            Some(vertex) => vertex.extract(),
            None => Err(wrong(format!("{} is not a node of the graph", shown(name)))),
        }
    }

    /// Fails if the nodes are the caller's own and no edge joins the two.
    pub fn check_edge(&self, from: &Bound<'_, PyAny>, to: &Bound<'_, PyAny>) -> PyResult<()> {
        match &self.place {
            Place::Graph(graph) if self.are_nodes() => {
                let is_edge = graph.has_edge(self.vertex(from)?, self.vertex(to)?);
                let ends = [from, to].map(shown).join(" to ");
                is_edge
                    .then_some(())
                    .ok_or_else(|| wrong(format!("{ends} is not an edge of the graph")))
            }
            _ => Ok(()),
        }
    }
}

/// Returns a node in messages, as Python prints it.
fn shown(node: &Bound<'_, PyAny>) -> String {
    node.repr()
        .map_or_else(|_| "a node".into(), |text| text.to_string())
}

/// Returns the edges or arcs, with ends numbered in order of appearance.
fn pairs(edges: &Bound<'_, PyAny>, are_arcs: bool, nodes: &mut Nodes) -> PyResult<Vec<[u32; 2]>> {
    let mut seen = HashSet::new();
    let mut pairs = Vec::new();
    for edge in edges.try_iter().map_err(|_| not_a_place(edges))? {
        let edge = edge?;
        let [from, to] = ends(&edge).ok_or_else(|| {
            PyTypeError::new_err(format!(
                "{} is not an edge: expected a pair of nodes",
                shown(&edge)
            ))
        })?;
        let [a, b] = [nodes.vertex(&from)?, nodes.vertex(&to)?];
        if a == b {
            return Err(wrong(format!(
                "edge {} is a loop: leave it out",
                shown(&edge)
            )));
        }
        let key = if are_arcs {
            [a, b]
        } else {
            [a.min(b), a.max(b)]
        };
        if !seen.insert(key) {
            return Err(wrong(format!("edge {} is listed twice", shown(&edge))));
        }
        pairs.push([a, b]);
    }
    Ok(pairs)
}

/// Returns the ends of an edge: a tuple or list of two nodes, perhaps with a dict of attributes as
/// networkx lists them.
fn ends<'py>(edge: &Bound<'py, PyAny>) -> Option<[Bound<'py, PyAny>; 2]> {
    let is_list = edge.is_instance_of::<PyTuple>() || edge.is_instance_of::<PyList>();
    let items: Vec<Bound<'py, PyAny>> = is_list.then(|| edge.extract().ok())??;
    match &items[..] {
        [from, to] => Some([from.clone(), to.clone()]),
        [from, to, data] if data.is_instance_of::<PyDict>() => Some([from.clone(), to.clone()]),
        _ => None,
    }
}

fn not_a_place(place: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "expected a board such as \"8x8\", a path, edges or a graph of networkx, not {}",
        shown(place)
    ))
}

/// Reads the graph or the drawn board in a file.
fn file(path: &Path) -> PyResult<Place> {
    let name = path.display();
    let text = input::text(errors::open(path)?, LARGEST, "any graph that is read here")
        .map_err(|error| errors::of_file(path, error))?;
    match (read::parse(&text), mask::parse(&text, &Default::default())) {
        // Numbers that are all different draw a board; as a list of edges they would not be a path.
        (_, Ok(board)) => Ok(board.into()),
        (Ok(graph), _) => Ok(Place::Graph(graph)),
        // A drawn board begins with neither letters nor blank lines.
        (Err(error), _) if text.trim_start().starts_with(char::is_alphabetic) => {
            Err(wrong(format!("{name}:{error}")))
        }
        (_, Err(error)) => Err(wrong(format!("{name}:{error}"))),
    }
}

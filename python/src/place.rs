//! Boards and graphs from the caller, and the caller's own names of their vertices.

use crate::errors::{self, NotATour, wrong};
use crate::picture::Place as Handle;
use knightsat::tour::Tour;
use knightsat::tour::graph::{self, Graph, Layout, Words, read};
use knightsat::tour::mask;
use knightsat::tour::place::Place;
use knightsat::tour::{Kind, Problem};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::collections::HashSet;
use std::io::Read;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The most bytes of a file: some ten million edges.
const LARGEST: u64 = 1 << 28;

/// The nodes of the caller's graph, in the order of its vertices.
pub struct Nodes {
    objects: Vec<Py<PyAny>>,
    vertices: Py<PyDict>,
}

/// A place and the names of its vertices, shared by its tours.
#[derive(Clone)]
pub struct Names(Arc<Named>);

/// The content of [`Names`].
pub struct Named {
    pub place: Place,
    nodes: Option<Arc<Nodes>>,
    /// The problems of any open and of any closed tour, computed at first use.
    problems: [OnceLock<Problem>; 2],
}

impl Deref for Names {
    type Target = Named;

    fn deref(&self) -> &Named {
        &self.0
    }
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

    /// Returns the nodes as words for pictures and rules; `None` if two of them print alike.
    fn words(&self, py: Python<'_>) -> PyResult<Option<Words>> {
        let words = self.objects.iter();
        // Lists of vertices are divided by spaces.
        let words = words.map(|node| Ok(node.bind(py).str()?.to_string().replace(' ', "\u{a0}")));
        let words: Words = words.collect::<PyResult<_>>()?;
        let is_clear = words.words().len() == self.objects.len();
        Ok(Some(words)
            .filter(|words| is_clear && words.words().iter().all(|word| !word.is_empty())))
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
                        text.escape_debug()
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
        let mut graph = graph.map_err(wrong)?;
        if let Some(words) = nodes.words(place.py())? {
            graph = graph.with_names(graph::Names::Words(words.into()));
        }
        if is_network && let Some(points) = points(&place.getattr("nodes")?, &nodes)? {
            graph = graph.with_layout(Layout::Points(points.into()));
        }
        Ok(Names::new(Place::Graph(graph), Some(nodes.into())))
    }

    fn new(place: Place, nodes: Option<Arc<Nodes>>) -> Names {
        let problems = Default::default();
        Names(Arc::new(Named {
            place,
            nodes,
            problems,
        }))
    }

    /// Returns the place's own names.
    pub fn own(place: Place) -> Names {
        Names::new(place, None)
    }

    /// Returns the place with these nodes in the order of its vertices.
    pub fn with_nodes(
        place: Place,
        objects: &[Bound<'_, PyAny>],
        py: Python<'_>,
    ) -> PyResult<Names> {
        let mut nodes = Nodes::new(py);
        for node in objects {
            nodes.vertex(node)?;
        }
        if nodes.len() != place.len() {
            return Err(wrong("a node for each vertex is needed"));
        }
        Ok(Names::new(place, Some(nodes.into())))
    }

    /// Returns these names for the place with its options applied.
    pub fn of(&self, place: Place) -> Names {
        Names::new(place, self.nodes.clone())
    }

    /// Returns the caller's nodes in the order of the vertices, if there are any.
    pub fn nodes(&self) -> Option<&[Py<PyAny>]> {
        self.nodes.as_ref().map(|nodes| &nodes.objects[..])
    }

    /// Returns the place, with the vertices at points that a dict of nodes has, if it is given.
    pub fn drawn(&self, points: Option<&Bound<'_, PyDict>>) -> PyResult<Place> {
        let (Place::Graph(graph), Some(points)) = (&self.place, points) else {
            return Ok(self.place.clone());
        };
        let mut all = vec![[f64::NAN; 2]; graph.len() as usize];
        for (node, at) in points {
            let at =
                point(&at).ok_or_else(|| wrong(format!("pos: {} has no point", shown(&node))))?;
            all[self.vertex(&node)? as usize] = at;
        }
        match (0..).zip(&all).find(|(_, [x, _])| x.is_nan()) {
            Some((vertex, _)) => Err(wrong(format!("pos: {} has no point", self.name(vertex)))),
            None => Ok(Place::Graph(
                graph.clone().with_layout(Layout::Points(all.into())),
            )),
        }
    }

    /// Returns the tour that the caller's names describe, and the problem of any such tour.
    pub fn verified(&self, names: &[Bound<'_, PyAny>], closed: bool) -> PyResult<(Tour, &Problem)> {
        let kind = if closed { Kind::Closed } else { Kind::Open };
        let known = &self.problems[usize::from(closed)];
        let problem = match known.get() {
            Some(problem) => problem,
            None => {
                let problem = Problem::of(&self.place, kind, None, None).map_err(wrong)?;
                known.get_or_init(|| problem)
            }
        };
        let steps = names.iter().map(|name| self.vertex(name));
        let tour = Tour::verify(problem, steps.collect::<PyResult<_>>()?);
        let tour = tour.map_err(|error| self.not_a_tour(error))?;
        Ok((tour, problem))
    }

    /// Returns the error for vertices that are no tour.
    pub fn not_a_tour(&self, error: knightsat::tour::TourError) -> PyErr {
        NotATour::new_err(error.with_names(|vertex| self.name(vertex)).to_string())
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
        let class = py.import("knightsat")?.getattr("Tour")?;
        let handle = Handle(self.clone());
        let tour = class.call1((self.objects(py, steps)?, handle, kind == Kind::Closed))?;
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

/// Returns a graph as a file in DIMACS; None if the place is a board.
#[pyfunction]
pub fn dimacs(place: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let names = Names::read(place)?;
    let Place::Graph(graph) = &names.place else {
        return Ok(None);
    };
    let (kind, letter, pairs) = if graph.is_directed() {
        ("sp", 'a', graph.arcs().collect::<Vec<_>>())
    } else {
        ("edge", 'e', graph.edges().collect())
    };
    let lines = pairs
        .iter()
        .map(|[a, b]| format!("{letter} {} {}\n", a + 1, b + 1));
    let head = format!("p {kind} {} {}\n", graph.len(), pairs.len());
    Ok(Some(head + &lines.collect::<String>()))
}

/// Returns a node in messages, as Python prints it.
fn shown(node: &Bound<'_, PyAny>) -> String {
    node.repr()
        .map_or_else(|_| "a node".into(), |text| text.to_string())
}

/// Returns the attributes `pos` of the nodes of a graph of networkx, if all of them have one.
fn points(view: &Bound<'_, PyAny>, nodes: &Nodes) -> PyResult<Option<Vec<[f64; 2]>>> {
    let at = |node: &Py<PyAny>| {
        let data = view.get_item(node.bind(view.py()))?;
        let data = data.cast::<PyDict>().ok().map(|data| data.get_item("pos"));
        Ok(data.transpose()?.flatten().and_then(|pos| point(&pos)))
    };
    nodes.objects.iter().map(at).collect()
}

/// Returns a point: two finite numbers.
fn point(value: &Bound<'_, PyAny>) -> Option<[f64; 2]> {
    let at = |axis: usize| value.get_item(axis).ok()?.extract::<f64>().ok();
    Some([at(0)?, at(1)?]).filter(|point| point.iter().all(|number| number.is_finite()))
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
    let mut text = String::new();
    let read = errors::open(path)?.take(LARGEST).read_to_string(&mut text);
    let size = read.map_err(|error| errors::of_file(path, error))?;
    if size as u64 == LARGEST {
        return Err(wrong(format!("{name}: the file is too large")));
    }
    match (read::parse(&text), mask::parse(&text, &Default::default())) {
        // Numbers that are all different draw a board; as a list of edges they would not be a path.
        (_, Ok(board)) => Ok(board.into()),
        (Ok(graph), _) => Ok(Place::Graph(graph)),
        // A drawn board has digits, dots and #.
        (Err(error), _)
            if text.contains(|c: char| !c.is_ascii_digit() && !" .#\r\n".contains(c)) =>
        {
            Err(wrong(format!("{name}:{error}")))
        }
        (_, Err(error)) => Err(wrong(format!("{name}:{error}"))),
    }
}

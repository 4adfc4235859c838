//! The edges or arcs of a graph, collected by a reader.

use super::{GraphError, error};
use crate::graph::{EdgeError, Graph};
use knightsat_base::text::quote;
use std::collections::HashMap;

/// The edges or arcs read so far, with their lines.
#[derive(Default)]
pub(super) struct Edges {
    vertices: u32,
    is_directed: bool,
    lines: HashMap<[u32; 2], usize>,
    edges: Vec<[u32; 2]>,
}

impl Edges {
    /// Returns an empty list; `vertices` is the number of vertices as text.
    pub fn new(line: usize, vertices: &str) -> Result<Edges, GraphError> {
        match vertices.parse() {
            Ok(vertices @ 1..) => Edges::between(line, vertices),
            _ => {
                let vertices = quote(vertices);
                error(line, format!("'{vertices}' is not a number of vertices"))
            }
        }
    }

    /// Returns an empty list between so many vertices.
    pub fn between(line: usize, vertices: u32) -> Result<Edges, GraphError> {
        match vertices {
            0 => error(line, "a graph has at least one vertex"),
            1..=Graph::MAX_VERTICES => Ok(Edges {
                vertices,
                ..Edges::default()
            }),
            _ => error(line, EdgeError::TooManyVertices(vertices).to_string()),
        }
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// Returns the list as one of arcs, each from its first vertex to its second.
    pub fn directed(mut self) -> Edges {
        self.is_directed = true;
        self
    }

    /// Returns an edge or an arc in the form of the list.
    fn key(&self, a: u32, b: u32) -> [u32; 2] {
        match self.is_directed {
            true => [a, b],
            false => [a.min(b), a.max(b)],
        }
    }

    /// Returns the noun: edge or arc.
    pub fn noun(&self) -> &'static str {
        if self.is_directed { "arc" } else { "edge" }
    }

    /// Returns the number of edges.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Reads a vertex, numbered from 1 in the file and from 0 in the result.
    pub fn vertex(&self, line: usize, word: &str) -> Result<u32, GraphError> {
        let vertices = self.vertices;
        match word.parse::<u32>() {
            Ok(number) if (1..=vertices).contains(&number) => Ok(number - 1),
            Ok(number) => error(
                line,
                format!("vertex {number} is not among 1 to {vertices}"),
            ),
            Err(_) => error(line, format!("'{}' is not a vertex number", quote(word))),
        }
    }

    /// Adds an edge. It must be new and no loop.
    pub fn add(&mut self, line: usize, a: u32, b: u32) -> Result<(), GraphError> {
        if a == b {
            return error(line, EdgeError::Loop(a + 1).to_string());
        }
        if let Some(earlier) = self.lines.insert(self.key(a, b), line) {
            let noun = self.noun();
            let message = format!(
                "{noun} {} {} stands on line {earlier} already",
                a + 1,
                b + 1
            );
            return error(line, message);
        }
        self.edges.push([a, b]);
        Ok(())
    }

    /// Returns true if the edge has been added.
    pub fn has(&self, a: u32, b: u32) -> bool {
        self.lines.contains_key(&self.key(a, b))
    }

    /// Returns the graph of these edges.
    pub fn graph(self) -> Graph {
        match self.is_directed {
            true => Graph::from_arc_pairs(self.vertices, &self.edges),
            false => Graph::from_pairs(self.vertices, &self.edges),
        }
    }
}

//! The edges of a graph as a reader meets them.

use super::{GraphError, error};
use crate::graph::{EdgeError, Graph};
use knightsat_base::text::quote;
use std::collections::HashMap;

/// The edges read so far, with the lines that they stand on.
#[derive(Default)]
pub(super) struct Edges {
    vertices: u32,
    lines: HashMap<[u32; 2], usize>,
    edges: Vec<[u32; 2]>,
}

impl Edges {
    /// No edges yet between the vertices of which a word gives the number.
    pub fn new(line: usize, vertices: &str) -> Result<Edges, GraphError> {
        match vertices.parse() {
            Ok(vertices @ 1..) => Edges::between(line, vertices),
            _ => {
                let vertices = quote(vertices);
                error(line, format!("'{vertices}' is not a number of vertices"))
            }
        }
    }

    /// No edges yet between so many vertices.
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

    /// Number of edges.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Reads a vertex, numbered from 1 there and from 0 here.
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

    /// Adds an edge, which must be new and no loop.
    pub fn add(&mut self, line: usize, a: u32, b: u32) -> Result<(), GraphError> {
        if a == b {
            return error(line, EdgeError::Loop(a + 1).to_string());
        }
        if let Some(earlier) = self.lines.insert([a.min(b), a.max(b)], line) {
            let message = format!("edge {} {} stands on line {earlier} already", a + 1, b + 1);
            return error(line, message);
        }
        self.edges.push([a, b]);
        Ok(())
    }

    /// Returns true if the edge has been added.
    pub fn has(&self, a: u32, b: u32) -> bool {
        self.lines.contains_key(&[a.min(b), a.max(b)])
    }

    /// The graph of these edges.
    pub fn graph(self) -> Graph {
        Graph::from_pairs(self.vertices, &self.edges)
    }
}

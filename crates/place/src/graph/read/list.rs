//! The rows of a graph in plain text or JSON: pairs, lists of neighbours, or a matrix.

use super::{Edges, Graph, GraphFormat, Names, Parsed, checked, ensure, fault, misfit};
use crate::graph::Words;
use knightsat_base::text::{is_digits, quote};
use std::borrow::Cow;
use std::collections::HashSet;

/// A vertex or a weight.
pub(super) struct Cell<'t> {
    pub part: &'t str,
    pub name: Cow<'t, str>,
    pub is_quoted: bool,
}

impl<'t> Cell<'t> {
    pub fn new(part: &'t str, name: Cow<'t, str>, is_quoted: bool) -> Cell<'t> {
        Cell {
            part,
            name,
            is_quoted,
        }
    }
}

/// The rows of a matrix, of lists and of pairs.
pub(super) const ROWS: [&str; 3] = [
    "expected a row of zeros and ones, as the first row",
    "expected a list 'U: V W' with blanks between the neighbours",
    "expected one pair in a line, with the marks of the first line: remove sizes and titles, and \
     write 'U -- V' for 'U-V'",
];

/// The rows of a graph: pairs, lists or a matrix.
#[derive(Default)]
pub(super) struct List<'t> {
    pub form: GraphFormat,
    /// The form that the caller names.
    pub given: Option<GraphFormat>,
    pub edges: Edges<'t>,
    pub has_quotes: bool,
    /// True below titles and with `--` or `->`, where no size stands.
    pub is_plain: bool,
    /// The number of columns of a matrix.
    pub columns: u32,
    /// Third columns.
    pub weights: Vec<f64>,
    /// The vertices with a row.
    pub keys: HashSet<u32>,
    /// True if the first vertex is a number, false for a name.
    are_numbers: Option<bool>,
    words: Words,
    pub comments: Vec<&'t str>,
}

impl<'t> List<'t> {
    pub fn new(text: &'t str, form: GraphFormat, given: Option<GraphFormat>) -> List<'t> {
        let form = given.unwrap_or(form);
        let are_arcs = matches!(form, GraphFormat::Arcs | GraphFormat::Successors);
        List {
            form,
            given,
            edges: Edges::new(text, 0, are_arcs),
            ..List::default()
        }
    }

    /// Returns true for lists of neighbours.
    pub fn has_lists(&self) -> bool {
        matches!(self.form, GraphFormat::Neighbours | GraphFormat::Successors)
    }

    /// Reads a row of at least one word.
    pub fn row(&mut self, cells: &[Cell<'t>]) -> Parsed<'t, ()> {
        let part = cells[0].part;
        match self.form {
            GraphFormat::Matrix => {
                let row = self.keys.len() as u32 + 1;
                self.keys.insert(row);
                self.columns = cells.len() as u32;
                for (column, cell) in (1..).zip(cells) {
                    let is_bit = matches!(&*cell.name, "0" | "1");
                    ensure(is_bit, cell.part, "write 1 for an edge, else 0")?;
                    if cell.name == "1" {
                        self.edges.add(cell.part, [row, column]);
                    }
                }
            }
            GraphFormat::Neighbours | GraphFormat::Successors => {
                let from = self.vertex(&cells[0])?;
                let is_name = !cells[0].is_quoted && self.are_numbers == Some(false);
                let is_title = is_name && cells.len() == 1 && self.keys.is_empty();
                let message = "a first list without neighbours may be a title: remove it, or put \
                               the name in double quotes";
                ensure(!is_title, part, message)?;
                let message = "a second list of this vertex: write one";
                ensure(self.keys.insert(from), part, message)?;
                for cell in &cells[1..] {
                    let to = self.vertex(cell)?;
                    self.edges.add(cell.part, [from, to]);
                }
            }
            _ => {
                let (from, to, weight) = match cells {
                    [from, to] => (from, to, None),
                    [from, to, weight] => (from, to, Some(weight)),
                    _ => return misfit(part, ROWS[2]),
                };
                let edge = [self.vertex(from)?, self.vertex(to)?];
                self.edges.add(part, edge);
                if let Some(weight) = weight {
                    let value = weight.name.parse().unwrap_or(f64::NAN);
                    let message = "no number in the third column, which has weights: write \
                                   neighbours as 'U: V W', and no titles but 'source,target'";
                    let is_value = !weight.is_quoted && f64::is_finite(value);
                    ensure(is_value, weight.part, message)?;
                    self.weights.push(value);
                }
            }
        }
        Ok(())
    }

    /// Returns the number of a vertex: that of the file, or the index of a name.
    pub fn vertex(&mut self, cell: &Cell<'t>) -> Parsed<'t, u32> {
        let name = &*cell.name;
        let is_number = !cell.is_quoted && is_digits(name);
        let is_inner = |mark: char| mark.is_alphanumeric() || mark == '_';
        let is_name = if is_number {
            name == "0" || !name.starts_with('0')
        } else if cell.is_quoted {
            !name.is_empty() && !name.contains(char::is_control)
        } else {
            let is_value = name.contains('+') || name.parse::<f64>().is_ok();
            name.starts_with(is_inner) && name.ends_with(is_inner) && !is_value
        };
        if !is_name {
            let way = "number vertices from 0 or 1, or put the name in double quotes";
            return misfit(cell.part, &format!("'{}' is no vertex: {way}", quote(name)));
        }
        let is_even = *self.are_numbers.get_or_insert(is_number) == is_number;
        let message = "numbers and names are mixed: put all names in double quotes, remove titles";
        ensure(is_even, cell.part, message)?;
        self.has_quotes |= cell.is_quoted;
        match name.parse() {
            _ if !is_number => Ok(self.words.vertex(name)),
            Ok(0) => Ok(0),
            number => checked(cell.part, number.unwrap_or(u32::MAX)),
        }
    }

    /// Returns the graph of the edges, with its vertices counted from the least number, 0 or 1.
    pub fn numbered(mut self, all: &[u32]) -> Parsed<'t, Graph> {
        if self.are_numbers == Some(false) {
            self.edges.vertices = self.words.words().len() as u32;
            return self.edges.named(0, Names::Words(self.words.into()));
        }
        let Some((&least, &most)) = all.first().zip(all.last()) else {
            return fault(self.edges.text, "the graph has no vertex");
        };
        let base = least.min(1);
        self.edges.vertices = checked(self.edges.text, most + 1 - base)?;
        if let Some((gap, _)) = (base..).zip(all).find(|(number, vertex)| number != *vertex) {
            let mut edges = self.edges.edges.iter();
            let at = edges.position(|edge| edge.contains(&most));
            let part = at.map_or(self.edges.text, |at| self.edges.part(at));
            let message = format!(
                "vertex {most}, and none of the number {gap}: put numbers that are names in double \
                 quotes; for {} vertices, write DIMACS: 'p edge V E' or 'p sp V A'",
                self.edges.vertices
            );
            return fault(part, message);
        }
        self.edges.graph()
    }

    /// Returns the names of the vertices, none for numbers.
    pub fn names(&self) -> &[String] {
        self.words.words()
    }
}

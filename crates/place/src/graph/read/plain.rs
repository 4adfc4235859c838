//! Plain text: pairs, lists of neighbours, and matrices of zeros and ones.
//!
//! All lines of a file have one form, with the same marks between the words; `#` begins a comment.
//! A name has letters, digits, `_`, `.` and `-`, or is in double quotes. [`split`] separates
//! the words of a line, [`List`] reads lines of words, also those of JSON, and asks where a list
//! may mean two graphs.

use super::doubts::{self, Pairs, distinct};
use super::{Edges, Fault, GRAPH_FORMAT, Graph, GraphFormat, Names, Note, Parsed};
use super::{checked, ensure, fault, lines, misfit};
use crate::graph::Words;
use itertools::Itertools;
use knightsat_base::text::{counted, is_digits, quote};
use std::borrow::Cow;
use std::collections::HashSet;

/// A vertex or a weight.
pub(super) struct Cell<'t> {
    pub part: &'t str,
    pub name: Cow<'t, str>,
    pub is_quoted: bool,
}

const BLANKS: [char; 2] = [' ', '\t'];
/// The marks between words, each with its letter in the marks of a line.
const JOINTS: [(&str, char); 4] = [(",", ','), ("--", '-'), ("->", '>'), (":", ':')];
/// The marks of a pair, perhaps with a weight.
const PAIRS: &str = " |\t|,|-|>|  |\t\t|,,|- |> |-\t|>\t";

/// The rows of a matrix, of lists and of pairs.
const ROWS: [&str; 3] = [
    "expected a row of zeros and ones, as the first row",
    "expected a list 'U: V W' with blanks between the neighbours",
    "expected one pair in a line, with the marks of the first line: remove sizes and titles, and \
     write 'U -- V' for 'U-V'",
];
/// Returns the form of a text: lists, a matrix or pairs.
pub(super) fn form(text: &str) -> GraphFormat {
    let is_bit = |word: &str| matches!(word, "0" | "1" | "");
    let are_bits = |line: &str| line.split([' ', '\t', ',']).all(is_bit);
    let body = || lines(text).filter(|line| !line.starts_with('#'));
    let first = body().next().unwrap_or_default();
    let mut unquoted = first.split('"').step_by(2);
    if unquoted.any(|part| part.contains(':')) {
        GraphFormat::Neighbours
    } else if body().nth(1).is_some()
        && are_bits(first)
        && (first.matches(['0', '1']).count() > 3 || body().all(are_bits))
    {
        GraphFormat::Matrix
    } else {
        GraphFormat::Edges
    }
}

/// Reads a text of this form, which the caller may have named.
pub(super) fn parse<'t>(
    text: &'t str,
    form: GraphFormat,
    given: Option<GraphFormat>,
    note: Note,
) -> Parsed<'t, Graph> {
    let mut list = List::new(text, form, given);
    let (mut cells, mut marks, mut gap) = (Vec::new(), String::new(), None);
    for line in text.lines().map(|line| line.trim_matches(BLANKS)) {
        if line.is_empty() || line == "#" {
            gap = gap.or((list.rows > 0).then_some(line));
        } else if line.starts_with('#') {
            list.comments.push(line);
        } else if let Some(gap) = gap {
            let message = "an empty line within the graph: remove it, and other graphs";
            return fault(gap, message);
        } else {
            split(line, &mut cells, &mut marks)?;
            list.row(&cells, &marks)?;
        }
    }
    list.graph(note)
}

/// Separates the words of a line.
fn split<'t>(line: &'t str, cells: &mut Vec<Cell<'t>>, marks: &mut String) -> Parsed<'t, ()> {
    cells.clear();
    marks.clear();
    let mut rest = line;
    loop {
        let is_inner = |mark: char| mark.is_alphanumeric() || "_.-+".contains(mark);
        let is_end = |&(at, mark): &(usize, char)| {
            !is_inner(mark) || rest[at..].starts_with("--") || rest[at..].starts_with("->")
        };
        let len = match rest.strip_prefix('"') {
            Some(inner) => inner.find('"').map_or(0, |len| len + 2),
            None => rest
                .char_indices()
                .find(is_end)
                .map_or(rest.len(), |end| end.0),
        };
        let (part, after) = rest.split_at(len);
        let next = after.trim_start_matches(BLANKS);
        let joint = JOINTS.iter().find(|(joint, _)| next.starts_with(joint));
        let is_mark = after.is_empty() || joint.is_some() || after.starts_with(BLANKS);
        if part.is_empty() || !is_mark {
            let rest = if part.is_empty() { rest } else { after };
            let mark = quote(&rest.chars().take(1).collect::<String>());
            let remedy = "remove it, or put names in double quotes";
            let message = format!("'{mark}' is in no pair, list or matrix: {remedy}");
            return misfit(rest, &message);
        }
        let (name, is_quoted) = (part.trim_matches('"').into(), part.starts_with('"'));
        cells.push(Cell {
            part,
            name,
            is_quoted,
        });
        let Some(blank) = after.chars().next() else {
            return Ok(());
        };
        marks.push(joint.map_or(blank, |joint| joint.1));
        rest = next[joint.map_or(0, |joint| joint.0.len())..].trim_start_matches(BLANKS);
        if rest.is_empty() && marks == ":" {
            return Ok(());
        }
    }
}

/// The rows of a graph: pairs, lists or a matrix.
#[derive(Default)]
pub(super) struct List<'t> {
    pub form: GraphFormat,
    /// The form that the caller names.
    pub given: Option<GraphFormat>,
    pub edges: Edges<'t>,
    /// True if numbers are names.
    pub are_names: bool,
    /// The number of rows, with titles.
    rows: u32,
    /// The marks of the first row.
    marks: String,
    has_titles: bool,
    has_quotes: bool,
    /// Third columns.
    weights: Vec<f64>,
    /// The vertices with a list.
    keys: HashSet<u32>,
    /// True if the first vertex is a number, false for a name.
    are_numbers: Option<bool>,
    words: Words,
    comments: Vec<&'t str>,
}

impl<'t> List<'t> {
    pub fn new(text: &'t str, form: GraphFormat, given: Option<GraphFormat>) -> List<'t> {
        let form = given.unwrap_or(form);
        let are_arcs = matches!(form, GraphFormat::Arcs | GraphFormat::Successors);
        let edges = Edges::new(text, 0, are_arcs);
        List {
            form,
            given,
            edges,
            ..List::default()
        }
    }

    /// Reads a row.
    pub fn row(&mut self, cells: &[Cell<'t>], marks: &str) -> Parsed<'t, ()> {
        if self.rows == 0 {
            self.marks = marks.to_string();
        }
        self.rows += 1;
        let is_same = marks == self.marks;
        let list = marks
            .strip_prefix(':')
            .map(|rest| rest.trim_matches(BLANKS));
        let (is_right, expected) = match self.form {
            GraphFormat::Matrix => (is_same && marks.chars().all_equal(), ROWS[0]),
            GraphFormat::Neighbours | GraphFormat::Successors => (list == Some(""), ROWS[1]),
            _ => (
                is_same && (self.rows > 1 || PAIRS.split('|').contains(&marks)),
                ROWS[2],
            ),
        };
        if !is_right {
            let mut both = marks.chars().zip(self.marks.chars());
            let at = both.position(|(a, b)| a != b).unwrap_or(self.marks.len());
            return misfit(cells.get(at + 1).unwrap_or(&cells[0]).part, expected);
        }
        let part = cells[0].part;
        if self.form == GraphFormat::Matrix {
            for (column, cell) in (0..).zip(cells) {
                let is_bit = matches!(&*cell.name, "0" | "1");
                ensure(is_bit, cell.part, "write 1 for an edge, else 0")?;
                if cell.name == "1" {
                    self.edges.add(cell.part, [self.rows - 1, column]);
                }
            }
            return Ok(());
        }
        let mut titles = cells.iter().zip(["source", "target", "weight"]);
        let are_titles = self.rows == 1 && marks.starts_with(',');
        if are_titles && titles.all(|(cell, title)| cell.name.eq_ignore_ascii_case(title)) {
            self.has_titles = true;
            return Ok(());
        }
        let from = self.vertex(&cells[0])?;
        let is_title = cells.len() == 1 && self.rows == 1 && !self.are_names;
        let message = "a first list without neighbours may be a title: remove it, or put the name in \
                       double quotes";
        let is_number = self.are_numbers == Some(true) || cells[0].is_quoted;
        ensure(!is_title || is_number, part, message)?;
        if marks.starts_with(':') {
            let message = "a second list of this vertex: write one";
            ensure(self.keys.insert(from), part, message)?;
            let is_once = cells[1..].iter().map(|cell| &cell.name).all_unique();
            let message = "a neighbour is twice in this list: remove it, or a degree";
            ensure(is_once, part, message)?;
            for cell in &cells[1..] {
                let to = self.vertex(cell)?;
                self.edges.add(cell.part, [from, to]);
            }
            return Ok(());
        }
        let to = self.vertex(&cells[1])?;
        self.edges.add(part, [from, to]);
        if let Some(weight) = cells.get(2) {
            let value = weight.name.parse::<f64>().unwrap_or(f64::NAN);
            if weight.is_quoted || !value.is_finite() {
                let message = "no number in the third column, which has weights: write neighbours as \
                               'U: V W', and no titles but 'source,target'";
                return misfit(weight.part, message);
            }
            self.weights.push(value);
        }
        Ok(())
    }

    /// Returns the number of a vertex: that of the file, or the index of a name.
    pub fn vertex(&mut self, cell: &Cell<'t>) -> Parsed<'t, u32> {
        let name = &*cell.name;
        let is_number = !cell.is_quoted && !self.are_names && is_digits(name);
        let is_inner = |mark: char| mark.is_alphanumeric() || mark == '_';
        let is_name = if is_number {
            name == "0" || !name.starts_with('0')
        } else if cell.is_quoted || self.are_names {
            !name.is_empty() && !name.contains(char::is_control)
        } else {
            let is_value = name.contains('+') || name.parse::<f64>().is_ok();
            name.starts_with(is_inner) && name.ends_with(is_inner) && !is_value
        };
        let is_title = self.has_titles && ["source", "target"].contains(&&*name.to_lowercase());
        if !is_name || is_title {
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

    /// Returns the graph.
    pub fn graph(mut self, note: Note) -> Parsed<'t, Graph> {
        if self.form == GraphFormat::Matrix {
            self.square()?;
        }
        let edges = &self.edges.edges;
        if let Some(at) = edges.iter().position(|[a, b]| a == b) {
            let message =
                "an edge from a vertex to itself: remove it, also at the end or on a diagonal";
            return fault(self.edges.part(at), message);
        }
        if edges.is_empty()
            && self.form == GraphFormat::Matrix
            && self.given.is_none()
            && self.rows > 1
        {
            let message = format!("no edge: write 1 for an edge, or use {GRAPH_FORMAT} matrix");
            return fault(self.edges.text.trim_start(), message);
        }
        let all = distinct(edges.iter().flatten().chain(&self.keys));
        let [two_way, one_way] = turned(edges).map(|at| at.is_some());
        let is_asked = self.given.is_none() && self.form != GraphFormat::Json;
        if is_asked {
            self.edges.are_arcs = self.marks.starts_with('>');
        }
        let base = match self.are_numbers {
            Some(false) => Ok(None),
            _ => self.number(&all).map(Some),
        };
        if is_asked && self.form != GraphFormat::Matrix {
            self.doubts(base.is_ok())?;
        }
        let base = base?;
        match self.form {
            GraphFormat::Matrix if self.given.is_some() => self.edges.are_arcs = one_way,
            _ if !is_asked => {}
            GraphFormat::Edges if self.edges.are_arcs || !two_way => self.comments(&all)?,
            _ if one_way => self.ask(None)?,
            _ => self.comments(&all)?,
        }
        let Some(base) = base else {
            self.edges.vertices = self.words.words().len() as u32;
            return Ok(self.edges.named(0, Names::Words(self.words.into()), note));
        };
        if base == 0 {
            let part = self.edges.text.trim_start();
            note(Fault(part, "vertices are numbered from 0".into()).place(self.edges.text));
        }
        Ok(self.edges.graph(base, note))
    }

    /// Counts the vertices, and returns the least number: 0 or 1.
    fn number(&mut self, all: &[u32]) -> Parsed<'t, u32> {
        let Some((&least, &most)) = all.first().zip(all.last()) else {
            return fault(self.edges.text, "the graph has no vertex");
        };
        let base = least.min(1);
        self.edges.vertices = checked(self.edges.text, most + 1 - base)?;
        let mut numbered = (base..).zip(all);
        if let Some((gap, _)) = numbered.find(|(number, vertex)| number != *vertex) {
            let mut edges = self.edges.edges.iter();
            let at = edges.position(|edge| edge.contains(&most));
            let part = at.map_or(self.edges.text, |at| self.edges.part(at));
            let (vertices, edges) = (self.edges.vertices, self.edges.edges.len());
            let forms = [["edge", "e"], ["sp", "a"]];
            let [kind, letter] = forms[usize::from(self.edges.are_arcs)];
            let message = format!(
                "vertex {most}, and none of the number {gap}: put numbers that are names in \
                 double quotes; for {vertices} vertices, write DIMACS: 'p {kind} {vertices} {edges}', \
                 then '{letter} U V'"
            );
            return fault(part, message);
        }
        Ok(base)
    }

    /// Checks the size of a matrix, whose vertices are counted from 1.
    fn square(&mut self) -> Parsed<'t, ()> {
        let (rows, columns) = (self.rows, self.marks.len() as u32 + 1);
        self.edges
            .edges
            .iter_mut()
            .flatten()
            .for_each(|end| *end += 1);
        self.keys.extend(1..=rows);
        let [counts, size] = [counted(rows, "row"), counted(columns, "column")];
        let message = format!("a matrix of {counts} and {size} is no graph: write n rows of n");
        ensure(rows == columns, self.edges.text.trim_start(), &message)
    }

    /// Asks for the direction of the edges, at a comment about it or an edge without its reverse.
    fn ask(&self, comment: Option<&'t str>) -> Parsed<'t, ()> {
        let (edges, arcs) = match self.form {
            GraphFormat::Matrix => ("write it symmetric".to_string(), "matrix"),
            GraphFormat::Neighbours => (format!("use {GRAPH_FORMAT} neighbours"), "successors"),
            _ => (format!("use {GRAPH_FORMAT} edges"), "arcs"),
        };
        let ways = format!("for edges, {edges}; for arcs, use {GRAPH_FORMAT} {arcs}");
        let at = turned(&self.edges.edges)[1].unwrap_or(0);
        let [a, b] = self.names(at);
        match comment {
            Some(comment) => fault(
                comment,
                format!("this comment may have a direction: {ways}"),
            ),
            None => {
                let message = format!("{a} has an edge to {b}, but not {b} to {a}: {ways}");
                fault(self.edges.part(at), message)
            }
        }
    }

    /// Returns the names of the ends of an edge.
    fn names(&self, at: usize) -> [String; 2] {
        let word = |end: u32| Some(quote(self.words.words().get(end as usize)?));
        self.edges.edges[at].map(|end| word(end).unwrap_or(end.to_string()))
    }

    /// Asks about the first doubt. A readable text has the option to go on.
    fn doubts(&self, is_readable: bool) -> Parsed<'t, ()> {
        let (edges, words) = (&self.edges.edges, self.words.words());
        let pairs = Pairs::new(edges, &self.weights, words, self.has_quotes);
        let are_lists = self.form == GraphFormat::Neighbours;
        let Some((at, doubt)) = doubts::doubt(&pairs, are_lists) else {
            return Ok(());
        };
        let format = match self.form {
            GraphFormat::Neighbours => "neighbours",
            _ if self.edges.are_arcs => "arcs",
            _ => "edges",
        };
        let way = format!("; otherwise use {GRAPH_FORMAT} {format}");
        let way = if is_readable { &way } else { "" };
        fault(self.edges.part(at), format!("{doubt}{way}"))
    }

    /// Asks about comments with a direction or another number of vertices.
    fn comments(&self, all: &[u32]) -> Parsed<'t, ()> {
        let direction = self
            .comments
            .iter()
            .find(|line| doubts::has_direction(line));
        if let Some(line) = direction.filter(|_| !self.edges.are_arcs) {
            return self.ask(Some(line));
        }
        let vertices = all.len() as u32;
        let mut comments = self.comments.iter();
        let Some(line) = comments.find(|line| doubts::counts_others(line, vertices)) else {
            return Ok(());
        };
        let vertices = counted(vertices, "vertex");
        let forms = "for others write DIMACS: 'p edge V E' or 'p sp V A'";
        let message = format!("this comment may count other vertices than the {vertices} below");
        fault(line, format!("{message}: for these remove it, {forms}"))
    }
}

/// Returns the first pair whose reverse is also there, and the first whose reverse is not.
fn turned(pairs: &[[u32; 2]]) -> [Option<usize>; 2] {
    let mut sorted = pairs.to_vec();
    sorted.sort_unstable();
    let is_turned = |[a, b]: &[u32; 2]| sorted.binary_search(&[*b, *a]).is_ok();
    [true, false].map(|wanted| pairs.iter().position(|pair| is_turned(pair) == wanted))
}

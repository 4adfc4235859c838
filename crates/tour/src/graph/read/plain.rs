//! Plain text: pairs, lists of neighbours, and matrices of zeros and ones.
//!
//! All lines of a file have one form, with the same marks between the words; `#` begins a comment.
//! A name has letters, digits, `_`, `.` and `-`, or is in double quotes. [`split`] separates
//! the words of a line, [`List`] reads lines of words, also those of JSON, and asks where a list
//! may mean two graphs.

use super::{
    Edges, Fault, GRAPH_FORMAT, Graph, GraphFormat, Names, Note, Parsed, checked, fault, misfit,
};
use crate::graph::Words;
use itertools::Itertools;
use knightsat_base::text::{counted, is_digits, quote};
use std::borrow::Cow;
use std::collections::HashSet;
use std::iter::{once, repeat_n};

/// A vertex or a weight.
pub(super) struct Cell<'t> {
    pub part: &'t str,
    pub name: Cow<'t, str>,
    pub is_quoted: bool,
}

/// The mark between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Blank,
    Tab,
    Comma,
    /// `--`
    Line,
    /// `->`
    Arrow,
    Colon,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Pairs,
    Lists,
    Matrix,
}

const BLANKS: [char; 2] = [' ', '\t'];

pub(super) fn parse<'t>(
    text: &'t str,
    format: Option<GraphFormat>,
    note: Note,
) -> Parsed<'t, Graph> {
    let mut list = List::new(text, format);
    let (mut cells, mut marks, mut blank) = (Vec::new(), Vec::new(), None);
    for line in text.lines().map(|line| line.trim_matches(BLANKS)) {
        let has_rows = list.form.is_some();
        if let Some(comment) = line.strip_prefix('#') {
            if comment.is_empty() && has_rows {
                return fault(line, "a line '#' between lines of the graph: remove it");
            }
            list.comment(line);
        } else if line.is_empty() {
            blank = has_rows.then_some(line).or(blank);
        } else if let Some(blank) = blank {
            let message = "a blank line within the graph: keep the lines of one graph, without it";
            return fault(blank, message);
        } else {
            split(line, &mut cells, &mut marks)?;
            list.row(&cells, &marks)?;
        }
    }
    list.graph(note)
}

/// Separates the words of a line.
fn split<'t>(line: &'t str, cells: &mut Vec<Cell<'t>>, marks: &mut Vec<Mark>) -> Parsed<'t, ()> {
    cells.clear();
    marks.clear();
    let mut rest = line;
    loop {
        let (name, len) = match rest.strip_prefix('"').map(|inner| inner.split_once('"')) {
            Some(Some((name, _))) => (name, name.len() + 2),
            Some(None) => return fault(rest, "the quotation mark has no partner on its line"),
            None => {
                let is_end = |(at, mark): &(usize, char)| {
                    let is_joint = ["--", "->"]
                        .iter()
                        .any(|joint| rest[*at..].starts_with(joint));
                    is_joint || !(mark.is_alphanumeric() || "_.-+".contains(*mark))
                };
                let len = rest
                    .char_indices()
                    .find(is_end)
                    .map_or(rest.len(), |(at, _)| at);
                (&rest[..len], len)
            }
        };
        if len == 0 {
            return unexpected(rest);
        }
        cells.push(Cell {
            part: &rest[..len],
            name: name.into(),
            is_quoted: name.len() < len,
        });
        let blanks = &rest[len..];
        rest = blanks.trim_start_matches(BLANKS);
        let blanks = &blanks[..blanks.len() - rest.len()];
        let joints = [
            (",", Mark::Comma),
            ("--", Mark::Line),
            ("->", Mark::Arrow),
            (":", Mark::Colon),
        ];
        let joint = joints.iter().find(|(joint, _)| rest.starts_with(joint));
        let mark = match joint {
            _ if rest.is_empty() => return Ok(()),
            Some(&(joint, mark)) => {
                rest = rest[joint.len()..].trim_start_matches(BLANKS);
                mark
            }
            None if blanks.is_empty() => return unexpected(rest),
            None if blanks.contains('\t') => Mark::Tab,
            None => Mark::Blank,
        };
        marks.push(mark);
        if rest.is_empty() && mark == Mark::Colon {
            return Ok(());
        }
        if rest.is_empty() {
            return misfit(line, "the line ends with a mark: remove it");
        }
    }
}

fn unexpected<T>(rest: &str) -> Parsed<'_, T> {
    let mark = quote(&rest.chars().take(1).collect::<String>());
    let forms = "is in no pair 'U V', list 'U: V W' or matrix";
    misfit(
        rest,
        &format!("'{mark}' {forms}: remove it, or put names in double quotes"),
    )
}

/// The rows of a graph: pairs, lists or a matrix.
#[derive(Default)]
pub(super) struct List<'t> {
    pub format: Option<GraphFormat>,
    pub edges: Edges<'t>,
    form: Option<Form>,
    /// The marks of the first row, or of the titles.
    marks: Vec<Mark>,
    titles: Option<&'t str>,
    /// Third columns: a whole number, or `None`.
    weights: Vec<Option<u32>>,
    /// The vertices with a row of their own.
    pub keys: HashSet<u32>,
    /// True if `keys` has all vertices.
    pub is_complete: bool,
    /// The number of rows of a matrix.
    rows: u32,
    /// The first vertex, and true if it is a number.
    first: Option<(&'t str, bool)>,
    words: Words,
    /// True for each word in quotes.
    are_quoted: Vec<bool>,
    /// A comment with the direction of pairs.
    direction: Option<&'t str>,
}

impl<'t> List<'t> {
    pub fn new(text: &'t str, format: Option<GraphFormat>) -> List<'t> {
        List {
            format,
            edges: Edges::new(text, 0, format == Some(GraphFormat::Arcs)),
            ..List::default()
        }
    }

    fn comment(&mut self, line: &'t str) {
        let lower = line.to_lowercase();
        let mut words = lower.split(|mark: char| !mark.is_alphanumeric());
        if words.any(|word| ["directed", "digraph", "asym", "asymmetric", "arcs"].contains(&word)) {
            self.direction = self.direction.or(Some(line));
        }
    }

    /// Returns true if the caller names the form of pairs and their direction.
    fn is_named(&self) -> bool {
        matches!(self.format, Some(GraphFormat::Edges | GraphFormat::Arcs))
    }

    fn has_numbers(&self) -> bool {
        self.first.is_some_and(|(_, is_number)| is_number)
    }

    /// Reads a row.
    pub fn row(&mut self, cells: &[Cell<'t>], marks: &[Mark]) -> Parsed<'t, ()> {
        let form = match self.form {
            Some(form) => form,
            None => {
                let form = self.recognise(cells, marks)?;
                self.form = Some(form);
                self.marks = marks.to_vec();
                let titles = ["source", "target", "weight"].iter().zip(cells);
                let mut are_titles =
                    titles.map(|(title, cell)| cell.name.eq_ignore_ascii_case(title));
                if form == Form::Pairs && marks[0] == Mark::Comma && are_titles.all(|is| is) {
                    self.titles = Some(cells[0].part);
                    return Ok(());
                }
                form
            }
        };
        let part = cells[0].part;
        let (wanted, len, expected) = match form {
            Form::Lists => {
                let blank = if marks.contains(&Mark::Tab) {
                    Mark::Tab
                } else {
                    Mark::Blank
                };
                let wanted = once(Mark::Colon)
                    .chain(repeat_n(blank, marks.len()))
                    .collect();
                (
                    wanted,
                    marks.len().max(1),
                    "a list 'U: V W' with blanks between the neighbours",
                )
            }
            Form::Pairs | Form::Matrix => {
                let expected = "the columns and marks of the lines above: if these are a size or titles, \
                                remove them";
                (
                    self.marks.clone(),
                    marks.len().max(self.marks.len()),
                    expected,
                )
            }
        };
        if let Some(at) = (0..len).find(|&at| marks.get(at) != wanted.get(at)) {
            let cell = cells.get(at + 1).unwrap_or(&cells[0]);
            return misfit(cell.part, &format!("expected {expected}"));
        }
        if form == Form::Matrix {
            for (column, cell) in (0..).zip(cells) {
                match &*cell.name {
                    "0" => {}
                    "1" => self.edges.add(cell.part, [self.rows, column]),
                    _ => {
                        return fault(
                            cell.part,
                            "a matrix has zeros and ones: write 1 for an edge",
                        );
                    }
                }
            }
            self.rows += 1;
            return Ok(());
        }
        let vertex = self.vertex(&cells[0])?;
        if form == Form::Lists {
            if !self.keys.insert(vertex) {
                return fault(part, "a second list of this vertex: write one");
            }
            for cell in &cells[1..] {
                let other = self.vertex(cell)?;
                self.edges.add(cell.part, [vertex, other]);
            }
            return Ok(());
        }
        let other = self.vertex(&cells[1])?;
        self.edges.add(part, [vertex, other]);
        if let Some(weight) = cells.get(2) {
            let is_number =
                !weight.is_quoted && weight.name.parse::<f64>().is_ok_and(f64::is_finite);
            if !is_number {
                let message = "no number in the third column, which has weights: write neighbours as \
                               'U: V W', and no titles but 'source,target'";
                return misfit(weight.part, message);
            }
            let is_zero = weight.name.parse() == Ok(0.);
            self.weights.push(if is_zero {
                Some(0)
            } else {
                weight.name.parse().ok()
            });
        }
        Ok(())
    }

    /// Returns the form of the first row.
    fn recognise(&self, cells: &[Cell<'t>], marks: &[Mark]) -> Parsed<'t, Form> {
        use Mark::{Arrow, Blank, Colon, Comma, Line, Tab};
        let are_bits = cells
            .iter()
            .all(|cell| matches!(&*cell.name, "0" | "1") && !cell.is_quoted);
        let is_matrix = self.format == Some(GraphFormat::Matrix) || marks.len() > 2;
        let form = match *marks {
            [Colon, ..] => Form::Lists,
            [Blank | Tab | Comma, ..] if are_bits && is_matrix && marks.iter().all_equal() => {
                Form::Matrix
            }
            [_] | [Blank, Blank] | [Tab, Tab] | [Comma, Comma] => Form::Pairs,
            [Line | Arrow, Blank | Tab] => Form::Pairs,
            [] => {
                let message = "one word is no pair: remove a size, write 'U -- V' for 'U-V', and '0 1' for '01'";
                return misfit(cells[0].part, message);
            }
            _ => {
                let message = "no pair, and no row of zeros and ones: write one edge in each line, names with \
                               blanks in double quotes, and 1 for an edge in a matrix";
                return misfit(cells[0].part, message);
            }
        };
        let wanted = match self.format {
            Some(GraphFormat::Edges | GraphFormat::Arcs) => (Form::Pairs, "pairs 'U V'"),
            Some(GraphFormat::Neighbours | GraphFormat::Successors) => {
                (Form::Lists, "lists 'U: V W'")
            }
            Some(GraphFormat::Matrix) => (Form::Matrix, "rows of zeros and ones"),
            _ => return Ok(form),
        };
        if form == wanted.0 {
            return Ok(form);
        }
        fault(cells[0].part, format!("expected {}", wanted.1))
    }

    /// Returns the number of a vertex: that of the file, or the index of a word.
    pub fn vertex(&mut self, cell: &Cell<'t>) -> Parsed<'t, u32> {
        let name = &*cell.name;
        let is_number = !cell.is_quoted && is_digits(name);
        let is_inner = |mark: char| mark.is_alphanumeric() || mark == '_';
        let is_name = if cell.is_quoted {
            !name.is_empty() && !name.contains(char::is_control)
        } else {
            let is_value =
                name.starts_with(|mark: char| mark.is_ascii_digit()) && name.parse::<f64>().is_ok();
            name.starts_with(is_inner)
                && name.ends_with(is_inner)
                && !name.contains('+')
                && (is_number || !is_value)
        };
        if !is_name || is_number && name.len() > 1 && name.starts_with('0') {
            let shown = quote(name);
            let way = "number vertices from 0 or 1, or put the name in double quotes";
            return misfit(cell.part, &format!("'{shown}' is no vertex: {way}"));
        }
        match self.first {
            Some((first, are_numbers)) if are_numbers != is_number => {
                let message = format!(
                    "'{}' is a {}, but '{}' is not: number all vertices, or put all names in double quotes; remove titles",
                    quote(name),
                    if is_number { "number" } else { "name" },
                    quote(first.lines().next().unwrap_or_default())
                );
                return fault(cell.part, message);
            }
            Some(_) => {}
            None => self.first = Some((cell.part, is_number)),
        }
        if is_number {
            let number = name.parse().unwrap_or(u32::MAX);
            return if number == 0 {
                Ok(0)
            } else {
                checked(cell.part, number)
            };
        }
        let vertex = self.words.vertex(name);
        if vertex as usize == self.are_quoted.len() {
            self.are_quoted.push(cell.is_quoted);
        }
        Ok(vertex)
    }

    /// Returns the graph.
    pub fn graph(mut self, note: Note) -> Parsed<'t, Graph> {
        let rows = &self.edges.edges;
        let are_bits = |edge: &[u32; 2]| edge.iter().all(|&end| end < 2);
        if self.weights.len() == rows.len()
            && self.has_numbers()
            && !self.is_named()
            && rows.iter().all(are_bits)
            && self
                .weights
                .iter()
                .all(|weight| matches!(weight, Some(0 | 1)))
        {
            self.as_matrix();
        }
        if self.form == Some(Form::Matrix) {
            return self.matrix(note);
        }
        if let Some(at) = self.edges.edges.iter().position(|[a, b]| a == b) {
            let message =
                "an edge from a vertex to itself: remove it, also if it ends the list or is a size";
            return fault(self.edges.part(at), message);
        }
        match self.form {
            Some(Form::Pairs) => self.pairs()?,
            Some(Form::Lists) => self.lists()?,
            _ => {}
        }
        let all = distinct(self.edges.edges.iter().flatten().chain(&self.keys));
        let [Some(&least), Some(&most)] = [all.first(), all.last()] else {
            return fault(self.edges.text, "the graph has no vertex");
        };
        if !self.has_numbers() {
            self.edges.vertices = all.len() as u32;
            return Ok(self.edges.named(0, Names::Words(self.words.into()), note));
        }
        let base = least.min(1);
        let size = counted(most + 1 - base, "vertex");
        if let Some(gap) = gap(&all) {
            if self.is_complete {
                for end in self.edges.edges.iter_mut().flatten() {
                    *end = all.partition_point(|vertex| *vertex < *end) as u32;
                }
                let words: Words = all.iter().map(u32::to_string).collect();
                self.edges.vertices = all.len() as u32;
                return Ok(self.edges.named(0, Names::Words(words.into()), note));
            }
            let is_last = |edge: &[u32; 2]| edge.contains(&most);
            let at = self
                .edges
                .edges
                .iter()
                .position(is_last)
                .map_or(self.edges.text, |at| self.edges.part(at));
            let (vertices, edges) = (most + 1 - base, self.edges.edges.len());
            let way = match (self.form, self.edges.are_arcs) {
                (Some(Form::Lists), _) => {
                    format!("write '{gap}:' for it, and for others without edges")
                }
                (_, true) => format!("write DIMACS: 'p sp {vertices} {edges}', then 'a U V'"),
                (_, false) => format!("write DIMACS: 'p edge {vertices} {edges}', then 'e U V'"),
            };
            let message = format!(
                "vertex {most}, and none of the number {gap}: if the numbers are names, put them in \
                 double quotes; if there are {size}, {way}"
            );
            return fault(at, message);
        }
        self.edges.vertices = checked(self.edges.text, most + 1 - base)?;
        if base == 0 {
            let part = self.edges.text.trim_start();
            let message = "vertices are numbered from 0".to_string();
            note(Fault { part, message }.place(self.edges.text));
        }
        Ok(self.edges.graph(base, note))
    }

    /// Makes a matrix of pairs with weights.
    fn as_matrix(&mut self) {
        let rows = std::mem::take(&mut self.edges.edges);
        let places = std::mem::take(&mut self.edges.places);
        for ((row, [a, b]), (place, weight)) in
            (0..).zip(rows).zip(places.into_iter().zip(&self.weights))
        {
            for (column, bit) in (0..).zip([Some(a), Some(b), *weight]) {
                if bit == Some(1) {
                    self.edges.edges.push([row, column]);
                    self.edges.places.push(place);
                }
            }
            self.rows += 1;
        }
        self.form = Some(Form::Matrix);
    }

    /// Returns the graph of a matrix.
    fn matrix(mut self, note: Note) -> Parsed<'t, Graph> {
        let columns = self.marks.len() as u32 + 1;
        if self.rows != columns {
            let [rows, columns] =
                [(self.rows, "row"), (columns, "column")].map(|(count, noun)| counted(count, noun));
            let message = format!(
                "a matrix of {rows} and {columns} is no graph: write n rows of n zeros and ones; for \
                 edges with weights, use {GRAPH_FORMAT} edges"
            );
            return fault(self.edges.text.trim_start(), message);
        }
        if let Some(at) = self
            .edges
            .edges
            .iter()
            .position(|[row, column]| row == column)
        {
            return fault(
                self.edges.part(at),
                "1 on the diagonal is an edge to itself: write 0 there",
            );
        }
        if let [_, Some(at)] = turned(&self.edges.edges) {
            if self.format != Some(GraphFormat::Matrix) {
                let [row, column] = self.edges.edges[at].map(|vertex| vertex + 1);
                let message = format!(
                    "row {row} has column {column}, but not the other way: for edges, write the matrix \
                     symmetric; for arcs from the row to the column, use {GRAPH_FORMAT} matrix"
                );
                return fault(self.edges.part(at), message);
            }
            self.edges.are_arcs = true;
        }
        self.edges.vertices = columns;
        self.edges
            .edges
            .iter_mut()
            .flatten()
            .for_each(|end| *end += 1);
        Ok(self.edges.graph(1, note))
    }

    /// Sets the direction of lists, and checks that they are mutual.
    fn lists(&mut self) -> Parsed<'t, ()> {
        self.edges.are_arcs = self.format == Some(GraphFormat::Successors);
        let [_, Some(at)] = turned(&self.edges.edges) else {
            return Ok(());
        };
        if matches!(
            self.format,
            Some(GraphFormat::Neighbours | GraphFormat::Successors)
        ) {
            return Ok(());
        }
        let [key, _] = self.edges.edges[at];
        let is_heading = !self.edges.edges.iter().any(|edge| edge[1] == key);
        let heading = if is_heading {
            "; if the first word is a heading, write pairs"
        } else {
            ""
        };
        let [a, b] = self.edges.edges[at].map(|end| self.name(end));
        let message = format!(
            "{b} is in the list of {a}, but {a} not in that of {b}: for edges, use {GRAPH_FORMAT} \
             neighbours; for arcs, use {GRAPH_FORMAT} successors{heading}"
        );
        fault(self.edges.part(at), message)
    }

    fn name(&self, vertex: u32) -> String {
        if self.has_numbers() {
            vertex.to_string()
        } else {
            quote(&self.words.words()[vertex as usize])
        }
    }

    /// Sets the direction of pairs, and asks where they may mean another graph.
    fn pairs(&mut self) -> Parsed<'t, ()> {
        if self.is_named() {
            return Ok(());
        }
        let are_arrows = self.marks.first() == Some(&Mark::Arrow);
        let named = if are_arrows { "arcs" } else { "edges" };
        let ask = |part: &'t str, other: &str| {
            fault(
                part,
                format!("{other}; if it is a pair, use {GRAPH_FORMAT} {named}"),
            )
        };
        let edges = &self.edges.edges;
        let first = edges
            .first()
            .map_or(self.edges.text, |_| self.edges.part(0));
        if let Some(titles) = self.titles {
            let mut words = self.words.words().iter().map(|word| word.to_lowercase());
            if words.any(|word| word == "source" || word == "target") {
                return ask(
                    titles,
                    "a vertex has the name of a title: put both in double quotes",
                );
            }
        }
        let is_joined = matches!(self.marks[..], [Mark::Line | Mark::Arrow, ..]);
        if !is_joined && edges.len() > 1 && distinct(edges.iter().flatten()).len() < 3 {
            return ask(
                first,
                &format!("these may be rows of a matrix: then use {GRAPH_FORMAT} matrix"),
            );
        }
        if self.has_numbers() {
            self.numbered(&ask)?;
        } else {
            self.worded(&ask)?;
        }
        if are_arrows {
            self.edges.are_arcs = true;
            return Ok(());
        }
        let ways =
            format!("for edges, use {GRAPH_FORMAT} edges; for arcs, use {GRAPH_FORMAT} arcs");
        if let Some(comment) = self.direction {
            let message = format!("this comment has a direction, and the pairs have none: {ways}");
            return fault(comment, message);
        }
        match turned(edges) {
            [Some(both), Some(one)] => {
                let [[a, b], [c, d]] = [both, one].map(|at| edges[at].map(|end| self.name(end)));
                let message =
                    format!("{a} {b} is listed in both directions, and {c} {d} in one: {ways}");
                fault(self.edges.part(both), message)
            }
            _ => Ok(()),
        }
    }

    /// Asks where numbers may be a size, neighbours, or the numbers of edges.
    fn numbered(&self, ask: &dyn Fn(&'t str, &str) -> Parsed<'t, ()>) -> Parsed<'t, ()> {
        let edges = &self.edges.edges;
        let Some((&[size, count], rest)) = edges.split_first() else {
            return Ok(());
        };
        let (first, others) = (self.edges.part(0), distinct(rest.iter().flatten()));
        if let [Some(&least), Some(&most)] = [others.first(), others.last()] {
            let (vertices, count) = (most + 1 - least.min(1), count as usize);
            let is_size = size >= vertices && [rest.len(), 2 * rest.len()].contains(&count);
            if is_size || least == 0 && size == vertices {
                return ask(
                    first,
                    "the first line may be the size of the graph: then remove it",
                );
            }
        }
        if let Some(at) = self.weights.iter().position(|weight| *weight == Some(0)) {
            let other =
                "a weight of 0 may mean no edge: then remove the line, or write a matrix with ones";
            return ask(self.edges.part(at), other);
        }
        let all = distinct(edges.iter().flatten().chain(self.weights.iter().flatten()));
        if edges.len() > all.len() {
            return Ok(());
        }
        let weight = |at: usize| self.weights.get(at).copied().flatten();
        let row = |at: usize| edges[at].into_iter().chain(weight(at)).collect();
        let rows: Vec<Vec<u32>> = (0..edges.len()).map(row).collect();
        let columns = self.marks.len() + 1;
        let are_lists = gap(&all).is_none()
            && rows
                .iter()
                .all(|row| row.len() == columns && row.iter().all_unique());
        if columns == 3 && are_lists && rows.iter().map(|row| row[0]).all_unique() {
            return ask(
                first,
                "the third column may be a neighbour: then write 'U: V W'",
            );
        }
        let is_turned = |at: usize| (0..3).all(|to: usize| rows[at].get(to) == rows[to].get(at));
        if columns == 3 && rows.len() == 3 && (0..3).all(is_turned) {
            return ask(
                first,
                "these may be rows of a matrix: then write zeros and ones",
            );
        }

        let is_next = |(one, next): (&Vec<u32>, &Vec<u32>)| one[0] + 1 == next[0];
        if columns == 3
            && rows.len() > 1
            && rows[0][0] < 2
            && rows.iter().tuple_windows().all(is_next)
            && rows.iter().all(|row| row.len() == 3 && row[1] != row[2])
            && gap(&distinct(rows.iter().flat_map(|row| &row[1..]))).is_none()
        {
            return ask(
                first,
                "the first column may number the edges: then remove it",
            );
        }
        let base = all[0].min(1);
        let near = |(vertex, row): (u32, &Vec<u32>)| {
            row.iter()
                .map(move |&other| [vertex, other])
                .collect::<Vec<_>>()
        };
        let arcs: Vec<[u32; 2]> = (base..).zip(&rows).flat_map(near).collect();
        let ordered = |pairs: &[[u32; 2]]| -> Vec<[u32; 2]> {
            pairs
                .iter()
                .map(|&[a, b]| [a.min(b), a.max(b)])
                .sorted_unstable()
                .dedup()
                .collect()
        };
        if are_lists
            && all.len() == rows.len()
            && arcs.iter().all(|[a, b]| a != b)
            && turned(&arcs)[1].is_none()
            && ordered(&arcs) != ordered(edges)
        {
            return ask(
                first,
                &format!(
                    "line i may have the neighbours of vertex i: then write '{base}: V W', or in JSON {{\"{base}\": [V, W]}}"
                ),
            );
        }
        Ok(())
    }

    /// Asks where words may be headings, or edges with a hyphen.
    fn worded(&self, ask: &dyn Fn(&'t str, &str) -> Parsed<'t, ()>) -> Parsed<'t, ()> {
        let (edges, words) = (&self.edges.edges, self.words.words());
        let is_bare = |&end: &u32| !self.are_quoted[end as usize];
        let known: HashSet<&str> = words.iter().map(|word| &word[..]).collect();
        let is_joined = |end: &u32| {
            let word = &words[*end as usize];
            is_bare(end) && word.contains('-') && word.split('-').all(|part| known.contains(part))
        };
        let mut named = (0..).zip(words);
        let are_all = named.all(|(end, word)| is_bare(&end) && word.contains('-'));
        let has_joint = |edge: &[u32; 2]| are_all || edge.iter().any(is_joined);
        if let Some(at) = edges.iter().position(has_joint) {
            let other = "a name with '-' may be an edge: write 'U -- V', or names in double quotes";
            return ask(self.edges.part(at), other);
        }
        let mut uses = vec![0; words.len()];
        for &end in edges.iter().flatten() {
            uses[end as usize] += 1;
        }
        let is_apart = |end: &u32| is_bare(end) && uses[*end as usize] == 1;
        if let Some(at) = edges.iter().position(|edge| edge.iter().all(is_apart)) {
            let other = "this line shares no vertex with another line: remove it if it is a title";
            return ask(self.edges.part(at), other);
        }
        Ok(())
    }
}

/// Returns the distinct numbers, in order.
fn distinct<'n>(numbers: impl Iterator<Item = &'n u32>) -> Vec<u32> {
    numbers.copied().sorted_unstable().dedup().collect()
}

/// Returns the first number that is missing from 0 or 1 on, if one is.
fn gap(all: &[u32]) -> Option<u32> {
    let from = (*all.first()?).min(1);
    let mut numbered = (from..).zip(all);
    numbered.find_map(|(number, vertex)| (number != *vertex).then_some(number))
}

/// Returns the first pair whose reverse is also there, and the first whose reverse is not.
fn turned(pairs: &[[u32; 2]]) -> [Option<usize>; 2] {
    let mut sorted = pairs.to_vec();
    sorted.sort_unstable();
    let is_turned = |[a, b]: &[u32; 2]| sorted.binary_search(&[*b, *a]).is_ok();
    [true, false].map(|wanted| pairs.iter().position(|pair| is_turned(pair) == wanted))
}

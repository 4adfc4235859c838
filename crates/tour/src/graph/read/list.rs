//! Plain lists: edges, neighbours, matrices and tables, in the forms of a table.
//!
//! The grammar has three steps. [`words`] separates the words and makes rows of them. A [`Form`]
//! then recognises the shape of all rows, and leaves nothing over. At last the vertices get their
//! meaning. If two forms fit, and the graphs differ, the list is refused.

use super::words::{self, Cell, Joint, Row, Rows};
use super::{
    Edges, GRAPH_FORMAT, Graph, GraphError, GraphFormat, Names, Note, checked, error, lines,
};
use crate::graph::Words;
use itertools::Itertools;
use knightsat_base::text::{counted, is_digits, quote};
use std::collections::HashSet;
use std::fmt::Display;
use std::sync::Arc;

/// A form of lists.
pub(super) struct Form {
    /// Its name in [`GraphFormat`], and in the option.
    pub format: GraphFormat,
    pub name: &'static str,
    /// The reading, for messages.
    words: &'static str,
    /// Returns the graph, or the first fault.
    read: fn(&List) -> Result<Reading, GraphError>,
    /// True if the form must be named.
    is_asked: bool,
    /// Forms that also fit, and are left with a note.
    outranks: &'static [GraphFormat],
}

macro_rules! forms {
    ($($format:ident $name:literal $words:literal $read:expr, $is_asked:literal, [$($outranked:ident),*];)*) => {
        /// The forms. The first one that fits names the graph.
        pub(super) const FORMS: &[Form] = &[$(Form {
            format: GraphFormat::$format,
            name: $name,
            words: $words,
            read: $read,
            is_asked: $is_asked,
            outranks: &[$(GraphFormat::$outranked),*],
        }),*];
    };
}

forms! {
    Edges "edges" "an edge in each line" |list| edges(list, &list.rows.rows), false, [];
    Arcs "arcs" "an arc in each line" |list| Ok(edges(list, &list.rows.rows)?.directed()), true, [];
    Sized "sized" "the size of the graph, then edges" sized, false, [];
    Table "table" "the titles of columns, then edges" table, false, [Edges];
    Flat "flat" "edges one after the other in a line" flat, false, [];
    Neighbours "neighbours" "a vertex and its neighbours in each line" |list| neighbours(list, false), false, [];
    Successors "successors" "a vertex and its successors in each line" |list| neighbours(list, true), true, [];
    Positions "positions" "the neighbours of vertex i in line i" |list| positions(list, &numbers(list.all_rows(0))?), false, [];
    Metis "metis" "the size of the graph, then the neighbours of vertex i in line i" metis, false, [Edges, Sized];
    Counted "counted" "the number of vertices, then the number of neighbours of vertex i and these in line i" counted_lists, false, [Sized];
    Half "half" "half of a matrix" |list| matrix(list, true), false, [Matrix];
    Matrix "matrix" "a matrix" |list| matrix(list, false), false, [];
    Tgf "tgf" "vertices, then edges after a line '#'" tgf, false, [];
}

/// A list in rows, and true if its form is named.
pub(super) struct List<'t> {
    rows: Rows<'t>,
    is_named: bool,
}

impl<'t> List<'t> {
    fn cells(&self, row: &Row) -> &[Cell<'t>] {
        self.rows.cells(*row)
    }

    /// Returns the numbers in a row of numbers.
    fn numbers(&self, row: &Row) -> Option<Vec<u32>> {
        let is_plain = |cell: &Cell| cell.joint == Joint::None && !cell.text.starts_with('+');
        let number = |cell: &Cell| cell.text.parse().ok().filter(|_| is_plain(cell));
        let all = self.cells(row).iter().map(number);
        all.collect::<Option<_>>().filter(|_| !row.is_keyed)
    }

    /// Returns the rows from one on, with an empty row for each blank line.
    fn all_rows(&self, from: usize) -> Vec<(usize, &[Cell<'t>])> {
        let rows = self.rows.rows.get(from..).unwrap_or_default();
        let mut all: Vec<_> = rows.iter().map(|row| (row.line, self.cells(row))).collect();
        if let Some(&(first, _)) = all.first().filter(|_| from > 0) {
            let head = self.rows.rows[from - 1].line;
            let blanks = self.rows.blanks.iter().map(|&line| line as usize);
            all.extend(
                blanks
                    .filter(|&line| line > head.min(first))
                    .map(|line| (line, &[][..])),
            );
            all.sort_by_key(|&(line, _)| line);
        }
        all
    }
}

/// The graph of a list in a form.
struct Reading {
    edges: Edges,
    base: u32,
    names: Names,
    notes: Vec<GraphError>,
    /// The reason not to read the list so unless its form is named.
    fault: Option<GraphError>,
    /// 1 if a value may be an edge, or an edge the titles of columns.
    doubt: u8,
}

impl Reading {
    fn directed(mut self) -> Reading {
        self.edges.are_arcs = true;
        self
    }

    fn note(&mut self, line: usize, message: String) {
        self.notes.push(GraphError { line, message });
    }

    /// Returns the edges by the names of their ends, in order.
    fn canonical(&self) -> (u32, bool, Vec<[String; 2]>) {
        let name = |end: u32| match &self.names {
            Names::Words(words) => words.words()[(end - self.base) as usize].clone(),
            _ => end.to_string(),
        };
        let pair = |edge: &[u32; 2]| {
            let ends = edge.map(name);
            if self.edges.are_arcs || ends[0] <= ends[1] {
                ends
            } else {
                [ends[1].clone(), ends[0].clone()]
            }
        };
        let all = self
            .edges
            .edges
            .iter()
            .filter(|edge| edge[0] != edge[1])
            .map(pair);
        (
            self.edges.vertices,
            self.edges.are_arcs,
            all.sorted().dedup().collect(),
        )
    }

    /// Returns the doubts in this reading: 0 without loops and repeated edges, 1 with some, 2 if
    /// they are most of the edges.
    fn doubts(&self) -> u8 {
        let edges = &self.edges.edges;
        let are_arcs = self.edges.are_arcs;
        let key = |&[a, b]: &[u32; 2]| {
            if are_arcs {
                [a, b]
            } else {
                [a.min(b), a.max(b)]
            }
        };
        let distinct: HashSet<[u32; 2]> = edges
            .iter()
            .filter(|edge| edge[0] != edge[1])
            .map(key)
            .collect();
        let exact: HashSet<&[u32; 2]> = edges.iter().collect();
        let are_twice = exact.len() == edges.len() && 2 * distinct.len() == edges.len();
        match edges.len() - distinct.len() {
            0 => self.doubt,
            _ if are_twice => self.doubt,
            extra if 2 * extra <= edges.len() => 1,
            _ => 2,
        }
    }

    /// Returns the size of the graph in words, and the first edge that another reading is without.
    fn size(&self, other: &Reading) -> String {
        let ((vertices, are_arcs, edges), (_, _, others)) = (self.canonical(), other.canonical());
        let others: HashSet<_> = others.into_iter().collect();
        let sample = edges
            .iter()
            .find(|edge| !others.contains(*edge))
            .map(|[a, b]| format!(", such as '{}' to '{}'", quote(a), quote(b)));
        let noun = if are_arcs { "arc" } else { "edge" };
        let [vertices, edges] = [
            counted(vertices as usize, "vertex"),
            counted(edges.len(), noun),
        ];
        format!("{vertices}, {edges}{}", sample.unwrap_or_default())
    }
}

/// Stands for the name of the form in the message of a fault.
const FORM: &str = "<FORM>";

/// Returns true for a comment of DIMACS, which may stand above a list.
pub(super) fn is_c_comment(line: &str) -> bool {
    line.split_whitespace().next() == Some("c")
}

pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with(['#', '%']) || line.starts_with("//")
}

/// Reads a list in the form of a format, or in the form that fits.
pub(super) fn parse(
    text: &str,
    format: Option<GraphFormat>,
    note: Note,
) -> Result<Graph, GraphError> {
    let text = knightsat_base::input::without_mark(text);
    if let Some(edges) = plain(text, format) {
        let reading = whole(numbered(edges, &[], format.is_some())?)?;
        return choose(vec![(&FORMS[0], reading)], Vec::new()).map(|reading| finish(reading, note));
    }
    let parts = words::parse(text, has_c_comments(text))?;
    let (mut fits, mut misses) = (Vec::new(), Vec::new());
    for style in parts.styles() {
        let rows = match parts.rows(style) {
            Ok(rows) => rows,
            Err(fault) => {
                misses.push(fault);
                continue;
            }
        };
        let mut list = List {
            rows,
            is_named: format.is_some(),
        };
        let notes = ended(&mut list)?;
        if let Some(row) = comment(&list).filter(|_| format.is_none()) {
            let message = format!(
                "'{}' may be a comment or an edge: begin comments with '#', or put 'c' in quotes",
                texts(list.cells(row))
            );
            return error(row.line, message);
        }
        let head = list.rows.rows[0];
        if format.is_none() && titles(&list, &list.rows.rows).is_some_and(|all| all.is_doubtful) {
            let message = format!(
                "'{}' may be the titles of columns or an edge: choose with {GRAPH_FORMAT} table or {GRAPH_FORMAT} edges",
                texts(list.cells(&head))
            );
            return error(head.line, message);
        }
        for form in FORMS {
            if format.map_or(form.is_asked, |format| format != form.format) {
                continue;
            }
            match (form.read)(&list).and_then(whole) {
                Ok(mut reading) => {
                    reading.notes.extend(notes.iter().cloned());
                    fits.push((form, reading));
                }
                Err(miss) => misses.push(miss),
            }
        }
    }
    choose(fits, misses).map(|reading| finish(reading, note))
}

/// Returns the comments of DIMACS among the lines of a list of numbers.
fn has_c_comments(text: &str) -> impl Fn(&str) -> bool {
    let mut body = lines(text).filter(|(_, line)| !is_comment(line) && !is_c_comment(line));
    let is_numeric =
        |line: &str| line.starts_with(|c: char| c.is_ascii_digit() || "([{\"'".contains(c));
    let has = body.next().is_some_and(|(_, line)| is_numeric(line));
    move |line| has && is_c_comment(line)
}

/// Returns a row that begins with 'c' and shares no vertex with other rows, as a comment of DIMACS.
fn comment<'l>(list: &'l List) -> Option<&'l Row> {
    let is_c = |row: &&Row| {
        let first = list.cells(row).first();
        first.is_some_and(|cell| cell.text == "c" && !cell.is_quoted) && !row.is_keyed
    };
    let row = list.rows.rows.iter().find(is_c)?;
    let (all, others): (Vec<&Row>, Vec<&Row>) = list.rows.rows.iter().partition(is_c);
    let known: HashSet<&str> = others
        .iter()
        .flat_map(|row| list.cells(row))
        .map(|cell| &*cell.text)
        .collect();
    let is_apart = |row: &&Row| {
        list.cells(row)
            .iter()
            .take(2)
            .all(|cell| !known.contains(&*cell.text))
    };
    (!others.is_empty() && all.iter().all(is_apart)).then_some(row)
}

/// Returns the one reading of those that fit.
fn choose(mut fits: Vec<(&Form, Reading)>, misses: Vec<GraphError>) -> Result<Reading, GraphError> {
    if fits.len() > 1 && fits.iter().any(|(_, reading)| reading.fault.is_none()) {
        fits.retain(|(_, reading)| reading.fault.is_none());
    }
    let mut left = None;
    if fits.len() > 1 {
        let outranked = |fits: &[(&Form, Reading)], format: GraphFormat| {
            fits.iter().any(|(form, _)| form.outranks.contains(&format))
        };
        let graphs: Vec<_> = fits
            .iter()
            .map(|(_, reading)| reading.canonical())
            .collect();
        if graphs.iter().all_equal() {
            fits.sort_by_key(|(_, reading)| reading.doubts());
        } else {
            let least = fits.iter().map(|(_, reading)| reading.doubts()).min();
            let (best, other): (Vec<_>, Vec<_>) = fits
                .into_iter()
                .partition(|(_, reading)| Some(reading.doubts()) == least);
            left = other.into_iter().find(|(_, reading)| reading.doubts() < 2);
            fits = best;
            if let Some(at) = fits
                .iter()
                .position(|(form, _)| outranked(&fits, form.format))
            {
                left = Some(fits.remove(at));
                while let Some(at) = fits
                    .iter()
                    .position(|(form, _)| outranked(&fits, form.format))
                {
                    fits.remove(at);
                }
            }
        }
    }
    let mut fits = fits.into_iter();
    let Some((form, mut reading)) = fits.next() else {
        // The form that got furthest into the text is the likely one.
        let last = misses.iter().map(|miss| miss.line).max();
        let miss = misses.into_iter().find(|miss| Some(miss.line) == last);
        return Err(miss.expect("a form misses if none fits"));
    };
    if let Some(mut fault) = reading.fault.take() {
        fault.message = fault.message.replace(FORM, form.name);
        return Err(fault);
    }
    if fits.len() == 0 && left.is_none() {
        return Ok(reading);
    }
    let graph = reading.canonical();
    let line = reading
        .edges
        .lines
        .iter()
        .min()
        .map_or(1, |&line| line as usize);
    if let Some((other, second)) = fits.find(|(_, reading)| reading.canonical() != graph) {
        let [one, two] = [reading.size(&second), second.size(&reading)];
        let message = if form.format == other.format {
            format!(
                "the names are in doubt: the list may have {one}, or {two}: put names in quotes, and write one edge 'U -- V' in each line"
            )
        } else {
            format!(
                "the list may be {} ({one}), or {} ({two}): choose with {GRAPH_FORMAT} {} or {GRAPH_FORMAT} {}",
                form.words, other.words, form.name, other.name
            )
        };
        return error(line, message);
    }
    if let Some((other, second)) =
        left.filter(|(other, second)| other.format != form.format && second.canonical() != graph)
    {
        let (one, two) = (
            form.words,
            format!("{} ({})", other.words, second.size(&reading)),
        );
        reading.note(
            line,
            format!("read as {one}; {GRAPH_FORMAT} {} reads {two}", other.name),
        );
    }
    Ok(reading)
}

/// Returns the graph, with the notes.
fn finish(reading: Reading, note: Note) -> Graph {
    reading.notes.into_iter().unique().for_each(&mut *note);
    reading.edges.named(reading.base, reading.names, note)
}

/// Returns a reading unless it has no edge, or most edges are loops.
fn whole(reading: Reading) -> Result<Reading, GraphError> {
    let edges = &reading.edges;
    let line = edges.lines.first().map_or(1, |&line| line as usize);
    let loops = edges.edges.iter().filter(|edge| edge[0] == edge[1]).count();
    if edges.edges.is_empty() {
        return error(
            line,
            "the graph has no edge: write an edge 'U V' in each line",
        );
    }
    if 2 * loops > edges.edges.len() {
        return error(
            line,
            "most edges are loops, which no tour takes: write an edge 'U V' in each line",
        );
    }
    Ok(reading)
}

/// Reads the edges of a text whose lines have two numbers, if it has no other form.
fn plain(text: &str, format: Option<GraphFormat>) -> Option<Edges> {
    if !matches!(format, None | Some(GraphFormat::Edges | GraphFormat::Arcs)) {
        return None;
    }
    let mut edges = Edges::new(0, format == Some(GraphFormat::Arcs));
    for (number, line) in lines(text) {
        if line == "#" && !edges.edges.is_empty() {
            return None;
        }
        if is_comment(line) {
            continue;
        }
        let mut fields = line
            .split([' ', '\t', ','])
            .filter(|field| !field.is_empty());
        let mut end = || fields.next().filter(|field| is_number(field))?.parse().ok();
        let edge = [end()?, end()?];
        if fields.next().is_some() {
            return None;
        }
        edges.add(number, edge);
    }
    let [first, .., last] = edges.edges[..] else {
        return None;
    };
    let others = edges.edges.len() as u32 - 1;
    let is_size = first
        .iter()
        .any(|&number| number == others || number.checked_mul(2) == Some(others));
    // Line i of a matrix or of neighbours has those of vertex i.
    let may_be_list = [0, 1].into_iter().any(|base| {
        let line = |at: u32| edges.edges.get(at.checked_sub(base)? as usize);
        first
            .iter()
            .all(|&end| line(end).is_some_and(|row| row.contains(&base)))
    });
    (last != [0, 0] && (format.is_some() || !is_size && !may_be_list)).then_some(edges)
}

/// Returns true for a number that names a vertex: digits without a zero before them.
fn is_number(text: &str) -> bool {
    !text.is_empty() && is_digits(text) && (text == "0" || !text.starts_with('0'))
}

/// Leaves out the mark at the end of the list, unless it is a vertex.
fn ended(list: &mut List) -> Result<Vec<GraphError>, GraphError> {
    let Some((last, rest)) = list.rows.rows.split_last() else {
        return error(1, "no graph here: the file has comments only");
    };
    let cells = list.cells(last);
    let is_one = |mark: &str| {
        cells
            .iter()
            .all(|cell| cell.text == mark && !cell.is_quoted)
    };
    let is_word = cells.len() == 1 && ["eof", "end", "."].contains(&&*cells[0].text.to_lowercase());
    let is_mark = is_one("-1") || is_one("0") || is_word;
    let is_vertex = || {
        rest.iter().any(|row| {
            list.cells(row)
                .iter()
                .take(2)
                .any(|cell| cell.text == cells[0].text)
        })
    };
    if cells.is_empty()
        || rest.is_empty()
        || last.is_bracket
        || last.is_keyed
        || !is_mark
        || is_vertex()
    {
        return Ok(Vec::new());
    }
    let (line, message) = (
        last.line,
        format!("'{}' is read as the end of the list", texts(cells)),
    );
    let is_silent = is_one("-1");
    list.rows.rows.pop();
    // A closing -1 may stand above EOF.
    let mut notes = ended(list)?;
    if !is_silent {
        notes.push(GraphError { line, message });
    }
    Ok(notes)
}

/// Returns the texts of cells.
fn texts(cells: &[Cell]) -> String {
    let all = cells.iter().map(|cell| match cell.joint {
        Joint::None => cell.text.to_string(),
        Joint::Line => format!("-- {}", cell.text),
        Joint::Arrow => format!("-> {}", cell.text),
    });
    quote(&all.format(" ").to_string())
}

fn expected<T>(line: usize, form: impl Display, cells: &[Cell]) -> Result<T, GraphError> {
    error(line, format!("expected {form}, found '{}'", texts(cells)))
}

/// Edges between words, and vertices without one.
#[derive(Default)]
struct Pairs<'w> {
    edges: Vec<(usize, [&'w str; 2])>,
    alone: Vec<(usize, &'w str)>,
    are_arcs: bool,
    are_quoted: bool,
    /// True if each vertex has a line of its own.
    is_closed: bool,
    doubt: u8,
}

/// Returns the graph of edges. Vertices are numbers, or all of them are names.
fn meaning(list: &List, pairs: Pairs, size: Option<(usize, u32)>) -> Result<Reading, GraphError> {
    let all = || {
        let ends = pairs
            .edges
            .iter()
            .flat_map(|&(line, ends)| ends.map(|end| (line, end)));
        ends.chain(pairs.alone.iter().copied())
    };
    let mut edges = Edges::new(size.map_or(0, |(_, size)| size), pairs.are_arcs);
    if let Some((line, _)) = all().find(|(_, word)| word.is_empty()) {
        return error(line, "a vertex without a name");
    }
    let number = |word: &str| {
        if is_number(word) {
            word.parse().ok()
        } else {
            None
        }
    };
    let (mut alone, mut are_numbers) = (Vec::new(), true);
    for &(line, ends) in &pairs.edges {
        match ends.map(number) {
            [Some(a), Some(b)] => edges.add(line, [a, b]),
            _ => are_numbers = false,
        }
    }
    for &(_, word) in &pairs.alone {
        match number(word) {
            Some(vertex) => alone.push(vertex),
            None => are_numbers = false,
        }
    }
    if are_numbers {
        // Names that are numbers have gaps.
        let named = list.is_named || pairs.are_quoted || pairs.is_closed;
        match numbered(edges, &alone, named) {
            // Numbers in quotes may be names.
            Err(_) if pairs.are_quoted && size.is_some() => {}
            reading => {
                return reading.map(|reading| Reading {
                    doubt: pairs.doubt,
                    ..reading
                });
            }
        }
    }
    let is_digital = |&(_, word): &(usize, &str)| is_digits(word);
    if !pairs.are_quoted
        && all().all(|word| is_digital(&word))
        && !all().map(|(_, word)| word.len()).all_equal()
        && let Some((line, name)) = all().find(|(_, word)| !is_number(word))
    {
        let message = format!(
            "'{}' may be a number or a name: leave out zeros before numbers, or put names in quotes",
            quote(name)
        );
        return error(line, message);
    }
    if !pairs.are_quoted
        && all().any(|word| is_digital(&word))
        && let Some((line, name)) = all().find(|word| !is_digital(word))
    {
        let message = format!(
            "'{}' is not a vertex number: number all vertices, or give all of them names with a letter",
            quote(name)
        );
        return error(line, message);
    }
    let mut words = Words::default();
    let declared = size.map_or(0, |(_, size)| size);
    let mut edges = Edges::new(0, pairs.are_arcs);
    for &(line, ends) in &pairs.edges {
        edges.add(line, ends.map(|end| words.vertex(end) + 1));
    }
    for &(_, word) in &pairs.alone {
        words.vertex(word);
    }
    edges.vertices = checked(1, words.words().len() as u32)?;
    if let Some((line, _)) = size.filter(|_| declared != edges.vertices) {
        let names = counted(edges.vertices as usize, "name");
        return error(
            line,
            format!(
                "the size is {}, and the list has {names}",
                counted(declared as usize, "vertex")
            ),
        );
    }
    let names = Names::Words(words.into());
    Ok(Reading {
        edges,
        base: 1,
        names,
        notes: Vec::new(),
        fault: None,
        doubt: pairs.doubt,
    })
}

/// Returns the graph of edges between numbers, from 0 or 1. If some numbers are on no edge, only
/// the others are vertices if `named`.
fn numbered(mut edges: Edges, alone: &[u32], named: bool) -> Result<Reading, GraphError> {
    let ends = || edges.edges.iter().flatten().chain(alone);
    let [least, most] = [ends().min(), ends().max()].map(|end| end.copied().unwrap_or(1));
    let reading = |edges, base, names, fault| Reading {
        edges,
        base,
        names,
        notes: Vec::new(),
        fault,
        doubt: 0,
    };
    let names = |base| {
        if base == 0 {
            Names::FromZero
        } else {
            Names::FromOne
        }
    };
    if edges.vertices > 0 {
        let base = edges.base()?;
        return Ok(reading(edges, base, names(base), None));
    }
    let base = least.min(1);
    let used: Vec<u32> = if (most - base) as usize / 64 > 2 * edges.edges.len() + alone.len() {
        ends().copied().sorted_unstable().dedup().collect()
    } else {
        let mut is_used = vec![false; (most - base) as usize + 1];
        ends().for_each(|&end| is_used[(end - base) as usize] = true);
        (base..)
            .zip(is_used)
            .filter(|&(_, is_used)| is_used)
            .map(|(end, _)| end)
            .collect()
    };
    let line = edges.lines.first().map_or(1, |&line| line as usize);
    let gaps = u64::from(most - base) + 1 - used.len() as u64;
    if gaps == 0 {
        edges.vertices = checked(line, most + 1 - base)?;
        return Ok(reading(edges, base, names(base), None));
    }
    let vertex = |end: u32| used.binary_search(&end).expect("it is used") as u32;
    let missing = (base..)
        .zip(&used)
        .find(|&(number, &end)| number != end)
        .map_or(most, |(number, _)| number);
    let fault = (!named).then(|| {
        let (others, count) = (if gaps > 1 { format!(", and {} more", gaps - 1) } else { String::new() }, edges.edges.len());
        GraphError {
            line,
            message: format!(
                "the numbers from {base} to {most} without {missing}{others}: if these are vertices without edges, write the size \
                 '{} {count}' as first line and use {GRAPH_FORMAT} sized; if not, use {GRAPH_FORMAT} {FORM}",
                u64::from(most - base) + 1
            ),
        }
    });
    edges
        .edges
        .iter_mut()
        .flatten()
        .for_each(|end| *end = vertex(*end) + 1);
    edges.vertices = checked(line, used.len() as u32)?;
    let words: Words = used.iter().map(u32::to_string).collect();
    Ok(reading(edges, 1, Names::Words(Arc::new(words)), fault))
}

/// Reads an edge, a path of edges or an edge with values in each row. All have as many values.
fn edges(list: &List, rows: &[Row]) -> Result<Reading, GraphError> {
    let pairs = edge_pairs(list, rows)?;
    meaning(list, pairs, None)
}

fn edge_pairs<'l>(list: &'l List, rows: &[Row]) -> Result<Pairs<'l>, GraphError> {
    let (mut pairs, mut shape, mut joint) = (Pairs::default(), None, None);
    for row in rows {
        let cells = list.cells(row);
        let joined = cells
            .iter()
            .skip(1)
            .take_while(|cell| cell.joint != Joint::None)
            .count();
        let ends = if joined > 0 { joined + 1 } else { 2 };
        let values = cells.get(ends..).unwrap_or_default();
        if row.is_keyed || cells.len() < 2 || values.iter().any(|cell| cell.joint != Joint::None) {
            return expected(row.line, "an edge 'U V'", cells);
        }
        if *shape.get_or_insert((joined > 0, values.len())) != (joined > 0, values.len()) {
            let message = format!(
                "'{}' has another form than the lines before: give all lines one form",
                texts(cells)
            );
            return error(row.line, message);
        }
        for pair in cells[..ends].windows(2) {
            if *joint.get_or_insert(pair[1].joint) != pair[1].joint {
                let message =
                    "lines and arrows in one graph: for edges write --, for arcs ->, on all lines";
                return error(row.line, message);
            }
            pairs.edges.push((row.line, [&pair[0].text, &pair[1].text]));
            pairs.are_quoted |= pair[0].is_quoted || pair[1].is_quoted;
        }
        let is_edge =
            |cell: &Cell| cell.text.starts_with('(') || words::weak_at(&cell.text).is_some();
        if values.iter().any(is_edge) {
            pairs.doubt = 1;
        }
    }
    pairs.are_arcs = joint == Some(Joint::Arrow);
    if let Some(titles) = titles(list, rows)
        && titles.is_known
    {
        pairs.doubt = 1;
    }
    Ok(pairs)
}

/// Reads the size of a graph, and its edges or lists of neighbours.
fn sized(list: &List) -> Result<Reading, GraphError> {
    let (head, rest) = list.rows.rows.split_first().expect("a list has rows");
    let (cells, line) = (list.cells(head), head.line);
    let numbers = list
        .numbers(head)
        .filter(|numbers| !head.is_bracket && !rest.is_empty() && numbers.len() <= 2);
    let Some(numbers) = numbers else {
        return expected(line, "the size 'VERTICES EDGES' or 'VERTICES'", cells);
    };
    let distinct = |pairs: &Pairs<'_>| -> HashSet<[String; 2]> {
        let ends = pairs.edges.iter().map(|&(_, [a, b])| [a.min(b), a.max(b)]);
        ends.map(|ends| ends.map(str::to_string)).collect()
    };
    let mut fault = None;
    let pairs = match (edge_pairs(list, rest), neighbour_pairs(list, rest, false)) {
        (Ok(one), Ok(other)) if distinct(&one) != distinct(&other) => {
            let has_size = |pairs: &Pairs| {
                numbers
                    .get(1)
                    .map(|&edges| distinct(pairs).len() == edges as usize)
            };
            match (has_size(&one), has_size(&other)) {
                (Some(true), Some(false)) => one,
                (Some(false), Some(true)) => other,
                _ => {
                    let message = format!(
                        "'{}' may be an edge with values, or a vertex and its neighbours: leave out values, or write 'U: V W' for neighbours",
                        texts(list.cells(&rest[0]))
                    );
                    let line = rest[0].line;
                    fault = Some(GraphError { line, message });
                    one
                }
            }
        }
        (Ok(pairs), _) | (Err(_), Ok(pairs)) => pairs,
        (Err(miss), Err(_)) => return Err(miss),
    };
    let ends = pairs.edges.iter().flat_map(|&(_, ends)| ends);
    let numbers_of_ends: Result<Vec<u32>, _> = ends.map(str::parse).collect();
    let most = numbers_of_ends.ok().and_then(|ends| ends.into_iter().max());
    let counts = [rest.len(), pairs.edges.len(), distinct(&pairs).len()].map(|count| count as u32);
    let vertices = match numbers[..] {
        [vertices] => vertices,
        [vertices, edges] if list.is_named || counts.contains(&edges) => vertices,
        [edges, vertices]
            if counts.contains(&edges) && most.is_none_or(|most| most <= vertices) =>
        {
            vertices
        }
        _ => return expected(line, "the number of vertices and that of the edges", cells),
    };
    let may_be_edges = numbers.len() == 1
        && counts.contains(&vertices)
        && most.is_some_and(|most| most + 1 < vertices);
    let mut reading = meaning(list, pairs, Some((line, checked(line, vertices)?)))?;
    let text = texts(cells);
    if !list.is_named {
        reading.note(line, format!("'{text}' is read as the size of the graph"));
    }
    if may_be_edges && !list.is_named {
        let message = format!(
            "'{text}' may be the number of vertices or that of the edges: write 'VERTICES EDGES' there and use {GRAPH_FORMAT} sized"
        );
        fault = fault.or(Some(GraphError { line, message }));
    }
    reading.fault = fault.or(reading.fault);
    Ok(reading)
}

/// The titles of a table.
struct Titles {
    /// The columns of the vertices.
    columns: [usize; 2],
    is_known: bool,
    /// True if some of them, but not all, are also vertices.
    is_doubtful: bool,
    has_index: bool,
}

/// Returns the titles in the first row, if it can be no edge there.
fn titles(list: &List, rows: &[Row]) -> Option<Titles> {
    let (head, rest) = rows.split_first()?;
    let (titles, width) = (list.cells(head), list.cells(rest.first()?).len());
    let is_word = |cell: &Cell| !is_digits(&cell.text) && cell.joint == Joint::None;
    let has_index =
        titles[..1].iter().any(|first| first.text.is_empty()) || titles.len() + 1 == width;
    let titles = if titles.len() == width && has_index {
        &titles[1..]
    } else {
        titles
    };
    let skip = usize::from(has_index);
    if head.is_keyed
        || head.is_bracket
        || titles.len() + skip != width
        || !titles.iter().all(is_word)
    {
        return None;
    }
    let column = |words: &[&str]| {
        titles
            .iter()
            .position(|title| words.contains(&&*title.text.to_lowercase()))
    };
    let (columns, is_known) = match (column(&words::SOURCES), column(&words::TARGETS)) {
        (Some(source), Some(target)) => ([source + skip, target + skip], true),
        _ if titles.len() == 2 => ([skip, skip + 1], false),
        _ => return None,
    };
    let is_used = |title: &Cell| {
        rest.iter().any(|row| {
            let ends = columns.map(|column| list.cells(row).get(column));
            ends.iter().flatten().any(|end| title.text == end.text)
        })
    };
    let used = titles.iter().filter(|title| is_used(title)).count();
    let is_doubtful = used > 0;
    let may_be_titles = !is_doubtful || is_known && used < titles.len();
    (rest.len() > 1 && may_be_titles).then_some(Titles {
        columns,
        is_known,
        is_doubtful,
        has_index,
    })
}

/// Reads the titles of columns, and an edge in each other row, perhaps behind its number.
fn table(list: &List) -> Result<Reading, GraphError> {
    let (head, rest) = list.rows.rows.split_first().expect("a list has rows");
    let (cells, line) = (list.cells(head), head.line);
    let Some(titles) = titles(list, &list.rows.rows) else {
        return expected(line, "titles such as 'source target'", cells);
    };
    let (mut pairs, width) = (Pairs::default(), list.cells(&rest[0]).len());
    for (number, row) in rest.iter().enumerate() {
        let cells = list.cells(row);
        let is_indexed = !titles.has_index
            || [number, number + 1]
                .iter()
                .any(|number| cells[0].text == number.to_string());
        let is_plain =
            !row.is_keyed && !row.is_bracket && cells.iter().all(|cell| cell.joint == Joint::None);
        if cells.len() != width || !is_plain || !is_indexed {
            return expected(row.line, format!("{width} columns"), cells);
        }
        let ends = titles.columns.map(|column| &cells[column]);
        pairs.edges.push((row.line, ends.map(|end| &*end.text)));
        pairs.are_quoted |= ends.iter().any(|end| end.is_quoted);
        pairs.are_arcs |= cells
            .iter()
            .any(|cell| cell.text.eq_ignore_ascii_case("directed"));
    }
    let mut reading = meaning(list, pairs, None)?;
    reading.note(
        line,
        format!("'{}' is read as the titles of columns", texts(cells)),
    );
    Ok(reading)
}

/// Reads edges in one row, one after the other.
fn flat(list: &List) -> Result<Reading, GraphError> {
    let row = list.rows.rows[0];
    let cells = list.cells(&row);
    let is_plain = |cell: &Cell| {
        cell.joint == Joint::None
            && !cell.text.starts_with('(')
            && words::weak_at(&cell.text).is_none()
    };
    if list.rows.rows.len() > 1
        || row.is_keyed
        || cells.len() < 4
        || !cells.len().is_multiple_of(2)
        || !cells.iter().all(is_plain)
    {
        return expected(row.line, "edges 'U V' in one line", cells);
    }
    let edges = cells
        .chunks(2)
        .map(|pair| (row.line, [&*pair[0].text, &*pair[1].text]))
        .collect();
    meaning(
        list,
        Pairs {
            edges,
            ..Pairs::default()
        },
        None,
    )
}

/// Reads a vertex and its neighbours in each row.
fn neighbours(list: &List, are_arcs: bool) -> Result<Reading, GraphError> {
    let pairs = neighbour_pairs(list, &list.rows.rows, are_arcs)?;
    // A vertex without an edge, or a title.
    let named: HashSet<&str> = pairs.edges.iter().flat_map(|(_, ends)| *ends).collect();
    let alone = pairs
        .alone
        .iter()
        .find(|(_, word)| !named.contains(word))
        .copied();
    let fault = alone.filter(|_| !list.rows.rows[0].is_keyed && !list.is_named).map(|(line, word)| {
        let word = quote(word);
        let message = format!("'{word}' is on no edge: remove it if it is no vertex; if it is one, use {GRAPH_FORMAT} neighbours");
        GraphError { line, message }
    });
    let mut reading = meaning(list, pairs, None)?;
    reading.fault = fault.or(reading.fault);
    Ok(reading)
}

fn neighbour_pairs<'l>(
    list: &'l List,
    rows: &[Row],
    are_arcs: bool,
) -> Result<Pairs<'l>, GraphError> {
    let mut pairs = Pairs {
        is_closed: true,
        ..Pairs::default()
    };
    let is_keyed = rows[0].is_keyed;
    let joint = rows
        .iter()
        .find_map(|row| Some(list.cells(row).get(1)?.joint))
        .unwrap_or_default();
    let (mut firsts, mut known) = (HashSet::new(), HashSet::new());
    for row in rows {
        let cells = list.cells(row);
        let is_joined = |cell: &Cell| cell.joint != Joint::None;
        if row.is_keyed != is_keyed
            || cells.is_empty()
            || cells.get(1).is_some_and(|cell| cell.joint != joint)
            || cells.iter().skip(2).any(is_joined)
        {
            return expected(row.line, "a vertex and its neighbours 'U: V W'", cells);
        }
        if !firsts.insert(&*cells[0].text) {
            return error(
                row.line,
                format!("a second line begins with '{}'", quote(&cells[0].text)),
            );
        }
        known.extend(cells.iter().take(2).map(|cell| &*cell.text));
    }
    // Behind lines and arrows, values have one number and lists have several.
    let are_uneven =
        joint != Joint::None && !rows.iter().map(|row| list.cells(row).len()).all_equal();
    // A list may end with a mark.
    let is_end = |mark: &str| {
        let ends = |row: &Row| {
            list.cells(row).len() > 1
                && list.cells(row).last().is_some_and(|cell| cell.text == mark)
        };
        !firsts.contains(mark) && rows.iter().all(ends)
    };
    let end = usize::from(is_end("0") || is_end("-1"));
    let mut seen = HashSet::new();
    for row in rows {
        let cells = list.cells(row);
        let others = &cells[1..cells.len() - end];
        let is_simple = others
            .iter()
            .map(|cell| &*cell.text)
            .chain([&*cells[0].text])
            .all_unique();
        let is_name = |cell: &Cell| {
            let is_value = cell.text.parse::<f64>().is_ok() && !is_digits(&cell.text);
            !cell.text.starts_with('(') && words::weak_at(&cell.text).is_none() && !is_value
        };
        // Behind a joint, a value of an edge may be a neighbour without a line.
        let may_have_more = joint != Joint::None || rows.len() == 1;
        let is_known = |cell: &Cell| {
            known.contains(&*cell.text) || are_uneven || may_have_more && is_name(cell)
        };
        let are_known = is_simple && others.iter().skip(1).all(is_known);
        if !(is_keyed || list.is_named || are_known) {
            return expected(
                row.line,
                "a vertex and its neighbours, each with a line",
                cells,
            );
        }
        if others.is_empty() {
            pairs.alone.push((row.line, &cells[0].text));
        }
        pairs.are_quoted |= cells.iter().any(|cell| cell.is_quoted);
        pairs.is_closed &= others.iter().all(|cell| firsts.contains(&*cell.text));
        for other in others {
            // Most lists have each edge from both ends.
            let edge = [&*cells[0].text, &*other.text];
            if are_arcs || joint == Joint::Arrow || !seen.contains(&[edge[1], edge[0]]) {
                pairs.edges.push((row.line, edge));
            }
            seen.insert(edge);
        }
    }
    pairs.are_arcs = are_arcs || joint == Joint::Arrow;
    Ok(pairs)
}

/// Reads the neighbours of each vertex in its order. Each edge is there from both ends, unless the
/// form is named.
fn positions(list: &List, rows: &[(usize, Vec<u32>)]) -> Result<Reading, GraphError> {
    let len = rows.len() as u32;
    let fault = |base: u32| {
        let mut all = HashSet::new();
        for (number, (line, row)) in (base..).zip(rows) {
            for &other in row {
                let is_vertex = other >= base && other < len + base && other != number;
                if !is_vertex || !all.insert([number, other]) {
                    return Err((*line, number, other));
                }
            }
        }
        let place = |number: u32| rows[(number - base) as usize].0;
        match all
            .iter()
            .filter(|_| !list.is_named)
            .find(|[a, b]| !all.contains(&[*b, *a]))
        {
            Some(&[a, b]) => Err((place(a), a, b)),
            None => Ok(all),
        }
    };
    let has_zero = rows.iter().any(|(_, row)| row.contains(&0));
    let (base, all) = match (fault(0), fault(1)) {
        (Ok(all), _) if has_zero => (0, all),
        (_, Ok(all)) => (1, all),
        (Ok(all), _) => (0, all),
        (_, Err((line, vertex, other))) => {
            return error(
                line,
                format!("line {vertex} has the neighbour {other}, whose line is without {vertex}"),
            );
        }
    };
    let mut edges = Edges::new(checked(1, len)?, false);
    for [a, b] in all
        .iter()
        .filter(|[a, b]| a < b || !all.contains(&[*b, *a]))
        .sorted()
    {
        edges.add(rows[(a - base) as usize].0, [*a, *b]);
    }
    let names = if base == 0 {
        Names::FromZero
    } else {
        Names::FromOne
    };
    Ok(Reading {
        edges,
        base,
        names,
        notes: Vec::new(),
        fault: None,
        doubt: 0,
    })
}

/// Returns the numbers of rows, unless a cell is none.
fn numbers(rows: Vec<(usize, &[Cell])>) -> Result<Vec<(usize, Vec<u32>)>, GraphError> {
    let number = |line: usize, cell: &Cell| match cell.text.parse() {
        Ok(number) if cell.joint == Joint::None => Ok(number),
        _ => error(
            line,
            format!("'{}' is not a vertex number", quote(&cell.text)),
        ),
    };
    rows.into_iter()
        .map(|(line, row)| {
            Ok((
                line,
                row.iter()
                    .map(|cell| number(line, cell))
                    .collect::<Result<_, _>>()?,
            ))
        })
        .collect()
}

/// Reads `VERTICES EDGES`, perhaps with the kinds of weights, and the neighbours of each vertex
/// (Karypis and Kumar, METIS).
fn metis(list: &List) -> Result<Reading, GraphError> {
    let head = list.rows.rows[0];
    let cells = list.cells(&head);
    let words: Vec<&str> = cells.iter().map(|cell| &*cell.text).collect();
    let is_head = !head.is_bracket && list.numbers(&head).is_some();
    let (size, kinds, weights) = match words[..] {
        [vertices, edges] if is_head => ([vertices, edges], "0", "1"),
        [vertices, edges, kinds] if is_head => ([vertices, edges], kinds, "1"),
        [vertices, edges, kinds, weights] if is_head => ([vertices, edges], kinds, weights),
        _ => return expected(head.line, "the size 'VERTICES EDGES'", cells),
    };
    let [vertices, edges, kinds, weights] =
        [size[0], size[1], kinds, weights].map(|word| word.parse().unwrap_or(0));
    let is_kind = |place: usize| usize::from(kinds / place % 10 == 1);
    let (skip, step) = (is_kind(100) + weights * is_kind(10), 1 + is_kind(1));
    let mut rows = numbers(list.all_rows(1))?;
    while rows.len() > vertices && rows.last().is_some_and(|(_, row)| row.is_empty()) {
        rows.pop();
    }
    for (_, row) in &mut rows {
        *row = row.iter().skip(skip).step_by(step).copied().collect();
    }
    let ends: usize = rows.iter().map(|(_, row)| row.len()).sum();
    if rows.len() != vertices || ends != 2 * edges {
        return expected(
            head.line,
            format!("the size '{} {}'", rows.len(), ends / 2),
            cells,
        );
    }
    positions(list, &rows)
}

/// Reads `VERTICES`, and for each vertex the number of its neighbours and these.
fn counted_lists(list: &List) -> Result<Reading, GraphError> {
    let head = list.rows.rows[0];
    let mut rows = numbers(list.all_rows(0))?;
    let (_, vertices) = rows.remove(0);
    if let Some((line, _)) = rows.iter().find(|(_, row)| {
        row.first()
            .is_none_or(|&count| count as usize + 1 != row.len())
    }) {
        return error(
            *line,
            "expected 'COUNT U V', the number of neighbours and these",
        );
    }
    if vertices != [rows.len() as u32] || list.rows.rows[0].is_bracket {
        return expected(
            head.line,
            format!("the number of vertices '{}'", rows.len()),
            list.cells(&head),
        );
    }
    rows.iter_mut().for_each(|(_, row)| {
        row.remove(0);
    });
    positions(list, &rows)
}

/// Reads rows of a matrix, in which 0 is no edge, perhaps with the names of rows and columns. A
/// matrix that is not symmetric has arcs; in half of one, the other half is missing, or is 0.
fn matrix(list: &List, is_half: bool) -> Result<Reading, GraphError> {
    let mut rows: Vec<(usize, &[Cell])> = list
        .rows
        .rows
        .iter()
        .map(|row| (row.line, list.cells(row)))
        .collect();
    let line = rows[0].0;
    let miss = |(line, cells): (usize, &[Cell])| expected(line, "a row of a matrix", cells);
    if let Some(row) = list.rows.rows.iter().find(|row| row.is_keyed) {
        return miss((row.line, list.cells(row)));
    }
    // The number of rows.
    let side = (rows.len() - 1).to_string();
    if rows.len() > 3 && rows[0].1.len() <= 2 && rows[0].1.iter().all(|cell| cell.text == side) {
        rows.remove(0);
    }
    let mut names = Names::FromOne;
    let titles = rows[0].1;
    let titles = if titles.first().is_some_and(|cell| cell.text.is_empty()) {
        &titles[1..]
    } else {
        titles
    };
    let has_names = rows.len() > 3
        && titles.len() + 1 == rows.len()
        && rows[1..]
            .iter()
            .zip(titles)
            .all(|((_, row), title)| row.len() > 1 && row[0].text == title.text);
    if has_names {
        rows.remove(0);
        if !(1..)
            .zip(titles)
            .all(|(number, title)| title.text == number.to_string())
        {
            let words: Words = titles.iter().map(|title| title.text.to_string()).collect();
            if words.words().len() < titles.len() {
                return error(line, "two columns have one name");
            }
            names = Names::Words(words.into());
        }
        rows.iter_mut().for_each(|(_, row)| *row = &row[1..]);
    }
    let side = rows.len();
    let value = |cell: &Cell| {
        cell.text
            .parse::<f64>()
            .ok()
            .filter(|value| value.is_finite() && cell.joint == Joint::None)
    };
    let mut values = Vec::new();
    for &(line, row) in &rows {
        let cells: Option<Vec<f64>> = match row {
            [word]
                if word.text.len() == side
                    && word.text.bytes().all(|byte| matches!(byte, b'0' | b'1')) =>
            {
                Some(
                    word.text
                        .bytes()
                        .map(|byte| f64::from(byte - b'0'))
                        .collect(),
                )
            }
            _ => row.iter().map(value).collect(),
        };
        match cells {
            Some(cells) if side > 2 && cells.len() <= side => values.push(cells),
            _ => return miss((line, row)),
        }
    }
    // The rows of half a matrix are as long as their number, from above or from below.
    let are_growing = (1..).zip(&values).all(|(number, row)| row.len() == number);
    let are_shrinking = (0..)
        .zip(&values)
        .all(|(number, row)| row.len() + number == side);
    if are_shrinking {
        (0..)
            .zip(&mut values)
            .for_each(|(number, row)| drop(row.splice(..0, vec![0.; number])));
    } else if are_growing {
        values.iter_mut().for_each(|row| row.resize(side, 0.));
    }
    if let Some(at) = values.iter().position(|row| row.len() != side) {
        return miss(rows[at]);
    }
    let has = |a: usize, b: usize| values[a][b] != 0.;
    let ends = || {
        (0..side)
            .cartesian_product(0..side)
            .filter(|&(a, b)| has(a, b))
    };
    let are_bits = values
        .iter()
        .flatten()
        .all(|&value| value == 0. || value == 1.);
    if let Some(at) =
        (0..side).find(|&at| !are_bits && has(at, at) || values[at].iter().any(|&value| value < 0.))
    {
        let message = "the diagonal and missing edges of a matrix with weights are 0, and all weights are above 0".to_string();
        return error(rows[at].0, message);
    }
    let is_symmetric = ends().all(|(a, b)| has(b, a));
    let has_half = !is_symmetric && (ends().all(|(a, b)| a <= b) || ends().all(|(a, b)| a >= b));
    if is_half != has_half && (is_half || are_growing || are_shrinking) {
        return error(line, "the matrix is whole");
    }
    let mut edges = Edges::new(checked(line, side as u32)?, !is_symmetric && !is_half);
    for (a, b) in ends().filter(|&(a, b)| !is_symmetric || a <= b) {
        edges.add(rows[a].0, [a as u32 + 1, b as u32 + 1]);
    }
    let mut reading = Reading {
        edges,
        base: 1,
        names,
        notes: Vec::new(),
        fault: None,
        doubt: 0,
    };
    if !is_symmetric && !is_half {
        let message = "the matrix is not symmetric: read as arcs, from the row to the column";
        reading.note(line, message.to_string());
    } else if !are_bits && reading.edges.edges.len() == side * (side - 1) / 2 {
        reading.note(
            line,
            "all pairs of vertices have an edge: write 0 where there is none".to_string(),
        );
    }
    Ok(reading)
}

/// Reads vertices, perhaps with labels, and edges after a line `#` (Trivial Graph Format).
fn tgf(list: &List) -> Result<Reading, GraphError> {
    let rows = &list.rows.rows;
    let begins = |&line: &usize| line > rows[0].line;
    let Some(hash) = list
        .rows
        .hashes
        .iter()
        .map(|&line| line as usize)
        .find(begins)
    else {
        return error(
            rows[0].line,
            "expected a line '#' between the vertices and the edges",
        );
    };
    let (vertices, rest) = rows.split_at(rows.partition_point(|row| row.line < hash));
    let mut pairs = Pairs {
        is_closed: true,
        ..Pairs::default()
    };
    let mut all = HashSet::new();
    for row in vertices {
        let word = list.cells(row)[0]
            .text
            .split_whitespace()
            .next()
            .unwrap_or_default();
        if !all.insert(word) || row.is_bracket {
            return expected(row.line, "a vertex of its own", list.cells(row));
        }
        pairs.alone.push((row.line, word));
    }
    for row in rest {
        match list.cells(row) {
            [a, b, label @ ..]
                if all.contains(&*a.text)
                    && all.contains(&*b.text)
                    && (label.len() < 2 || label.iter().all(|cell| !all.contains(&*cell.text))) =>
            {
                pairs.edges.push((row.line, [&a.text, &b.text]))
            }
            cells => {
                return expected(
                    row.line,
                    "an edge 'U V' between the vertices above '#'",
                    cells,
                );
            }
        }
    }
    meaning(list, pairs, None)
}

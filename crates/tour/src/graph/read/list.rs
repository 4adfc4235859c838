//! Plain lists: edges, arcs, neighbours of each vertex, or rows of a matrix.
//!
//! An edge is `U V`, in any form of [list][mod@crate::list], perhaps with a weight or attributes.
//! `U: V W` lists neighbours. So does line i of vertex i after a first line with the size (METIS),
//! and `COUNT V W` after the number of vertices. A first line may declare the numbers of vertices
//! and edges. Vertices are words, or numbers from 0 or 1; the largest number determines the number
//! of vertices.
//! `#` and `%` begin comments.

use super::{Edges, Graph, GraphError, Names, Note, checked, error, lines, vertex};
use crate::graph::Words;
use crate::list::{self, Joint, Word};
use knightsat_base::text::{is_digits, quote};
use std::collections::HashSet;

/// Returns true for a comment of DIMACS, which may stand above a list.
pub(super) fn is_c_comment(line: &str) -> bool {
    line.split_whitespace().next() == Some("c")
}

pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with(['#', '%']) || line.starts_with("//")
}

type Record<'w, 't> = &'w [Word<'t>];

pub(super) fn parse(text: &str, are_arcs: bool, note: Note) -> Result<Graph, GraphError> {
    let mut edges = Edges::new(0, are_arcs);
    if plain(text, &mut edges).is_some() {
        return numbered(edges, None, note);
    }
    let text = uncommented(text);
    let words = list::words(&text);
    let mut records: Vec<Record> = list::records(&words).collect();
    // As TSPLIB ends its lists.
    if records
        .last()
        .is_some_and(|last| matches!(last[..], [word] if word.text == "-1"))
    {
        records.pop();
    }
    if records.first().is_some_and(|record| is_title(record)) {
        records.remove(0);
    }
    let Some(first) = records.first() else {
        return error(1, "no graph here: the file has comments only");
    };
    if let Some(found) = matrix(&records, are_arcs, note)? {
        return Ok(found);
    }
    if let Some(lists) = rows_of_neighbours(&records) {
        let mut edges = Edges::new(checked(1, lists.len() as u32)?, false);
        for (row, list) in lists.iter().enumerate() {
            let line = records[row + 1][0].line as usize;
            let later = list.iter().filter(|&&other| other > row as u32);
            later.for_each(|&other| edges.add(line, [row as u32, other]));
        }
        let names = if lists.is_from_zero {
            Names::FromZero
        } else {
            Names::FromOne
        };
        return Ok(edges.graph(0, note).with_names(names));
    }
    let head = Some(*first).filter(|head| is_head(head, &records));
    if head.is_some() {
        records.remove(0);
    }
    let pairs = pairs(&records)?;
    edges.are_arcs |= pairs.are_arcs;
    let is_number = |word: &Word| is_digits(word.text);
    let all = || pairs.edges.iter().flatten().chain(&pairs.alone).copied();
    let mut named = all().filter(|word| !is_number(word));
    match named.next() {
        None => {}
        Some(name) if all().any(|word| is_number(&word)) => {
            let quoted = quote(name.text);
            let message = format!(
                "'{quoted}' is not a vertex number: number all vertices, or give all of them names with a letter"
            );
            return error(name.line as usize, message);
        }
        Some(_) => {
            let mut words = Words::default();
            for [a, b] in &pairs.edges {
                let ends = [a, b].map(|word| words.vertex(word.text) + 1);
                edges.add(a.line as usize, ends);
            }
            for word in &pairs.alone {
                words.vertex(word.text);
            }
            edges.vertices = checked(1, words.words().len() as u32)?;
            return Ok(edges.graph(1, note).with_names(Names::Words(words.into())));
        }
    }
    for [a, b] in &pairs.edges {
        let line = a.line as usize;
        edges.add(line, [vertex(line, a.text)?, vertex(line, b.text)?]);
    }
    let alone: Vec<u32> = pairs
        .alone
        .iter()
        .map(|word| vertex(word.line as usize, word.text))
        .collect::<Result<_, _>>()?;
    match head {
        Some(head) => {
            edges.vertices = checked(1, vertex(head[0].line as usize, head[0].text)?)?;
            numbered(edges, Some(head), note)
        }
        None => {
            edges.vertices = alone.iter().max().map_or(0, |&most| most.saturating_add(1));
            numbered(edges, None, note)
        }
    }
}

/// Reads the text if each line has two numbers, which is the fast way for long files.
fn plain(text: &str, edges: &mut Edges) -> Option<()> {
    for (number, line) in lines(text) {
        if is_comment(line) {
            continue;
        }
        let mut fields = line
            .split([' ', '\t', ','])
            .filter(|field| !field.is_empty());
        let mut end = || fields.next().filter(|field| is_digits(field))?.parse().ok();
        let edge = [end()?, end()?];
        if fields.next().is_some() {
            return None;
        }
        edges.add(number, edge);
    }
    (!edges.edges.is_empty()).then_some(())
}

/// Returns the text without comments of DIMACS, which a list of numbers may have.
fn uncommented(text: &str) -> String {
    let text = knightsat_base::input::without_mark(text);
    let is_c = |line: &str| is_c_comment(line);
    let mut body = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !is_c(line) && !is_comment(line.trim()));
    let is_numeric = body
        .next()
        .is_some_and(|line| !line.contains(char::is_alphabetic));
    if !is_numeric {
        return text.to_string();
    }
    let lines = text.lines().map(|line| if is_c(line) { "" } else { line });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns true for the titles of columns, as in `source,target`.
fn is_title(record: &[Word]) -> bool {
    const TITLES: [&str; 20] = [
        "source",
        "target",
        "from",
        "to",
        "src",
        "dst",
        "dest",
        "u",
        "v",
        "node1",
        "node2",
        "node_1",
        "node_2",
        "vertex1",
        "vertex2",
        "tail",
        "head",
        "start",
        "end",
        "fromnodeid",
    ];
    let is_one = |word: &Word| TITLES.contains(&word.text.to_ascii_lowercase().as_str());
    record.len() >= 2
        && record[0].text != record[1].text
        && record[..2].iter().all(is_one)
        && !(record[0].text.len() == 1 && record[1].joint != Joint::Loose)
}

/// The neighbours of each vertex, from 0.
struct Lists {
    lists: Vec<Vec<u32>>,
    /// True if the file numbers vertices from 0.
    is_from_zero: bool,
}

impl std::ops::Deref for Lists {
    type Target = Vec<Vec<u32>>;

    fn deref(&self) -> &Vec<Vec<u32>> {
        &self.lists
    }
}

/// Reads a line of neighbours for each vertex in order: after `N M` or `N M 0` (METIS), or, after
/// `N`, each behind the number of them. Returns `None` unless each edge is there from both ends.
fn rows_of_neighbours(records: &[Record]) -> Option<Lists> {
    let (head, rows) = records.split_first()?;
    let all = || records.iter().copied().flatten();
    if all().any(|word| word.is_key || word.joint != Joint::Loose || !is_digits(word.text)) {
        return None;
    }
    let numbers = |record: Record| -> Option<Vec<u32>> {
        record.iter().map(|word| word.text.parse().ok()).collect()
    };
    let rows: Vec<Vec<u32>> = rows.iter().map(|row| numbers(row)).collect::<Option<_>>()?;
    let of = |rows: &[Vec<u32>]| rows.iter().map(Vec::len).sum::<usize>();
    let counts = |row: &Vec<u32>| row[0] as usize + 1 == row.len();
    let lists: Vec<Vec<u32>> = match numbers(head)?[..] {
        [n, m] | [n, m, 0] if rows.len() == n as usize && of(&rows) == 2 * m as usize => rows,
        [n] if rows.len() == n as usize && rows.iter().all(counts) => {
            rows.into_iter().map(|row| row[1..].to_vec()).collect()
        }
        _ => return None,
    };
    let is_from_zero = lists.iter().flatten().any(|&other| other == 0);
    let base = u32::from(!is_from_zero);
    let lists: Vec<Vec<u32>> = lists
        .into_iter()
        .map(|list| list.into_iter().map(|other| other - base).collect())
        .collect();
    let mut arcs = HashSet::new();
    for (row, list) in (0..).zip(&lists) {
        for &other in list {
            if other as usize >= lists.len() || other == row || !arcs.insert([row, other]) {
                return None;
            }
        }
    }
    let is_mutual = arcs.iter().all(|&[a, b]| arcs.contains(&[b, a]));
    (is_mutual && !arcs.is_empty()).then_some(Lists {
        lists,
        is_from_zero,
    })
}

/// Returns true if the first record can be the number of vertices before edges or lists, or that
/// and the number of edges before edges with weights.
fn is_head(head: Record, records: &[Record]) -> bool {
    let Some(rest) = records.get(1..).filter(|rest| !rest.is_empty()) else {
        return false;
    };
    let numbers: Vec<usize> = head
        .iter()
        .map_while(|word| word.text.parse().ok())
        .collect();
    if numbers.len() != head.len()
        || head
            .iter()
            .any(|word| word.is_key || word.joint != Joint::Loose)
    {
        return false;
    }
    let most = rest
        .iter()
        .flat_map(|record| *record)
        .filter_map(|word| word.text.parse().ok())
        .max();
    match numbers[..] {
        [_] if rest[0][0].is_key => true,
        [vertices] => {
            rest.len() == vertices
                || most <= Some(vertices) && rest.iter().all(|record| record.len() == 2)
        }
        [_, edges] => edges == rest.len() && rest.iter().all(|record| record.len() > 2),
        _ => false,
    }
}

/// The edges of a list, and vertices without one.
#[derive(Default)]
struct Pairs<'t> {
    edges: Vec<[Word<'t>; 2]>,
    alone: Vec<Word<'t>>,
    are_arcs: bool,
}

/// Reads records as edges or as lists of neighbours.
fn pairs<'t>(records: &[Record<'_, 't>]) -> Result<Pairs<'t>, GraphError> {
    let mut pairs = Pairs::default();
    let all = || records.iter().flat_map(|record| record.iter());
    if all().any(|word| word.is_key) {
        pairs_of_lists(records, true, &mut pairs)?;
        return Ok(pairs);
    }
    if all().any(|word| word.joint != Joint::Loose) {
        chains(records, &mut pairs)?;
        return Ok(pairs);
    }
    let length = records[0].len();
    let are_even = records.iter().all(|record| record.len() == length);
    let firsts: HashSet<&str> = records.iter().map(|record| record[0].text).collect();
    let are_distinct = firsts.len() == records.len();
    // One record with an even number of words: edges one after the other.
    if let ([record], true) = (records, length > 2 && length.is_multiple_of(2)) {
        pairs.edges = record.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
        return Ok(pairs);
    }
    if are_even && length == 2 {
        pairs.edges = records
            .iter()
            .map(|record| [record[0], record[1]])
            .collect();
        return Ok(pairs);
    }
    if are_even && length > 2 {
        let links: HashSet<[&str; 2]> = records
            .iter()
            .flat_map(|record| record[1..].iter().map(|word| [record[0].text, word.text]))
            .collect();
        let is_mutual = |&[a, b]: &[&str; 2]| a != b && links.contains(&[b, a]);
        let is_simple =
            links.len() == records.len() * (length - 1) && links.iter().all(|[a, b]| a != b);
        if is_simple && are_distinct && links.iter().all(is_mutual) {
            pairs_of_lists(records, false, &mut pairs)?;
            return Ok(pairs);
        }
        let known: HashSet<&str> = records
            .iter()
            .flat_map(|record| record[..2].iter().map(|word| word.text))
            .collect();
        let may_be_lists =
            is_simple && are_distinct && links.iter().all(|[_, b]| known.contains(b));
        if may_be_lists {
            let [a, b, c] = [0, 1, 2].map(|at| quote(records[0][at].text));
            let message = format!(
                "'{a} {b} {c}' may be an edge with a weight, or neighbours of {a}: write '{a} {b} {{{c}}}' or '{a}: {b} {c}', on all lines"
            );
            return error(records[0][0].line as usize, message);
        }
        pairs.edges = records
            .iter()
            .map(|record| [record[0], record[1]])
            .collect();
        return Ok(pairs);
    }
    if are_distinct {
        pairs_of_lists(records, false, &mut pairs)?;
        return Ok(pairs);
    }
    let are_edges = records.iter().all(|record| record.len() <= 2);
    let odd = records
        .iter()
        .find(|record| record.len() != 2)
        .expect("lengths differ");
    if are_edges && odd.len() == 1 && records.last().is_some_and(|last| last.len() == 1) {
        pairs_of_lists(records, false, &mut pairs)?;
        return Ok(pairs);
    }
    let found: Vec<&str> = odd.iter().map(|word| word.text).collect();
    let message = format!(
        "expected an edge 'U V', found '{}'",
        quote(&found.join(" "))
    );
    error(odd[0].line as usize, message)
}

/// Reads a vertex and its neighbours in each record, or after each key. A list may end with 0 or
/// -1 if that is no vertex.
fn pairs_of_lists<'t>(
    records: &[Record<'_, 't>],
    has_keys: bool,
    pairs: &mut Pairs<'t>,
) -> Result<(), GraphError> {
    let all: Vec<Word> = records
        .iter()
        .flat_map(|record| record.iter().copied())
        .collect();
    let begins = |word: &Word| if has_keys { word.is_key } else { word.is_first };
    if let Some(word) = all.first().filter(|word| !begins(word)) {
        let message = format!(
            "expected a vertex and its neighbours 'U: V W', found '{}'",
            quote(word.text)
        );
        return error(word.line as usize, message);
    }
    let lists: Vec<&[Word]> = all.chunk_by(|_, next| !begins(next)).collect();
    let is_end = |word: &Word| word.text == "0" || word.text == "-1";
    let has_zero = lists.iter().any(|list| list[0].text == "0");
    let ends = !has_zero
        && lists
            .iter()
            .all(|list| list.len() > 1 && is_end(&list[list.len() - 1]));
    for list in lists {
        let others = &list[1..list.len() - usize::from(ends)];
        if others.is_empty() {
            pairs.alone.push(list[0]);
        }
        pairs
            .edges
            .extend(others.iter().map(|&other| [list[0], other]));
    }
    // Most lists have each edge from both ends.
    let mut seen = HashSet::new();
    pairs.edges.retain(|[a, b]| {
        let is_new = !seen.contains(&[b.text, a.text]);
        seen.insert([a.text, b.text]);
        is_new
    });
    Ok(())
}

/// Returns true if records are lists of targets, as in `a -> b, c`, rather than edges with weights.
fn heads_have_lists(records: &[Record]) -> Result<bool, GraphError> {
    fn tail<'w, 't>(record: Record<'w, 't>) -> &'w [Word<'t>] {
        record.get(2..).unwrap_or_default()
    }
    let are_lists = records.iter().all(|record| {
        let is_headed = record.get(1).is_none_or(|word| word.joint != Joint::Loose);
        is_headed && tail(record).iter().all(|word| word.joint == Joint::Loose)
    });
    let tails: Vec<Word> = records
        .iter()
        .flat_map(|record| tail(record))
        .copied()
        .collect();
    if !are_lists || tails.is_empty() {
        return Ok(false);
    }
    if records.iter().any(|record| record.len() > 3) {
        return Ok(true);
    }
    let known: HashSet<&str> = records
        .iter()
        .flat_map(|record| record.iter().take(2).map(|word| word.text))
        .collect();
    let is_known = |word: &Word| known.contains(word.text);
    if tails.iter().any(|word| !is_digits(word.text)) {
        return Ok(tails.iter().any(is_known));
    }
    let firsts: HashSet<&str> = records.iter().map(|record| record[0].text).collect();
    if firsts.len() == records.len() && tails.iter().all(is_known) {
        let line = tails[0].line;
        let record = records.iter().find(|record| record[0].line == line);
        let [a, b, c] = [0, 1, 2].map(|at| record.map_or("", |record| record[at].text));
        let message = format!(
            "'{a}', '{b}' and '{c}' may be an edge with a weight, or {a} with two neighbours: write them as '{a}: {b} {c}', or leave the weights out"
        );
        return error(line as usize, message);
    }
    Ok(false)
}

/// Reads paths of words that lines or arrows join.
fn chains<'t>(records: &[Record<'_, 't>], pairs: &mut Pairs<'t>) -> Result<(), GraphError> {
    let mut joint = Joint::Loose;
    if heads_have_lists(records)? {
        for record in records {
            let targets = record[1..].iter();
            pairs
                .edges
                .extend(targets.map(|&target| [record[0], target]));
            if record.len() == 1 {
                pairs.alone.push(record[0]);
            }
        }
        pairs.are_arcs = records
            .iter()
            .any(|record| record.len() > 1 && record[1].joint == Joint::Arrow);
        return Ok(());
    }
    for record in records {
        for pair in record
            .windows(2)
            .filter(|pair| pair[1].joint != Joint::Loose)
        {
            if joint != Joint::Loose && joint != pair[1].joint {
                let message =
                    "lines and arrows in one graph: for edges write --, for arcs ->, on all lines";
                return error(pair[1].line as usize, message);
            }
            joint = pair[1].joint;
            pairs.edges.push([pair[0], pair[1]]);
        }
        let is_joined = |at: usize| {
            record
                .get(at)
                .is_some_and(|word| word.joint != Joint::Loose)
        };
        if let Some(at) = (0..record.len()).find(|&at| !is_joined(at) && !is_joined(at + 1)) {
            match (at, record.len()) {
                // A vertex alone, or the weight of an edge.
                (0, 1) => pairs.alone.push(record[0]),
                (2, 3) => {}
                _ => {
                    let word = quote(record[at].text);
                    let message = format!(
                        "'{word}' is at no edge: write a line or an arrow before or after it"
                    );
                    return error(record[at].line as usize, message);
                }
            }
        }
    }
    pairs.are_arcs = joint == Joint::Arrow;
    Ok(())
}

/// Reads rows of a matrix, in which 1 is an edge and 0 is none, perhaps with the names of rows and
/// columns. It is a directed graph unless it is symmetric, or one half is empty.
fn matrix(records: &[Record], are_arcs: bool, note: Note) -> Result<Option<Graph>, GraphError> {
    let mut rows = records;
    let mut names = Names::FromOne;
    if let ([[head], rest @ ..], true) = (rows, rows.len() > 3)
        && head.text == rest.len().to_string()
    {
        rows = rest;
    }
    let side = rows.len();
    let label = |row: &Record| row[0].text.to_string();
    let has_labels = side > 3
        && rows[0].len() + 1 == side
        && rows[1..]
            .iter()
            .zip(rows[0])
            .all(|(row, name)| row.len() == side && row[0].text == name.text);
    if has_labels {
        rows = &rows[1..];
        if rows.iter().any(|row| !is_digits(row[0].text)) {
            names = Names::Words(std::sync::Arc::new(rows.iter().map(label).collect()));
        }
    }
    let skip = usize::from(has_labels);
    let side = rows.len();
    let is_bit = |text: &str| {
        text == "0" || text == "1" || text == "0." || text == "1." || text == "0.0" || text == "1.0"
    };
    let cells: Option<Vec<Vec<bool>>> = rows
        .iter()
        .map(|row| match row {
            [word]
                if side > 2
                    && word.text.len() == side
                    && word.text.bytes().all(|byte| matches!(byte, b'0' | b'1')) =>
            {
                Some(word.text.bytes().map(|byte| byte == b'1').collect())
            }
            _ if row.len() == side + skip
                && side > 2
                && row[skip..].iter().all(|word| is_bit(word.text)) =>
            {
                Some(
                    row[skip..]
                        .iter()
                        .map(|word| word.text.starts_with('1'))
                        .collect(),
                )
            }
            _ => None,
        })
        .collect();
    let Some(cells) = cells else {
        return Ok(None);
    };
    let ends = || {
        (0..side)
            .flat_map(|a| (0..side).map(move |b| (a, b)))
            .filter(|&(a, b)| cells[a][b])
    };
    let is_symmetric = ends().all(|(a, b)| cells[b][a]);
    let is_half = ends().all(|(a, b)| a <= b) || ends().all(|(a, b)| a >= b);
    let mut edges = Edges::new(
        checked(1, side as u32)?,
        are_arcs || !is_symmetric && !is_half,
    );
    for (a, b) in ends() {
        edges.add(rows[a][0].line as usize, [a as u32 + 1, b as u32 + 1]);
    }
    if edges.are_arcs && !are_arcs {
        let message =
            "the matrix is not symmetric: read as arcs, from the row to the column".to_string();
        note(GraphError {
            line: rows[0][0].line as usize,
            message,
        });
    }
    Ok(Some(edges.graph(1, note).with_names(names)))
}

/// Returns the graph of edges between numbers. The first one may be the size of the graph.
fn numbered(mut edges: Edges, head: Option<Record>, note: Note) -> Result<Graph, GraphError> {
    if head.is_none() {
        let [a, b] = edges.edges.first().copied().unwrap_or_default();
        let rest = edges.edges.get(1..).unwrap_or_default();
        let ends = || rest.iter().flatten();
        let base = ends().min().map_or(1, |&least| least.min(1));
        let is_within = !rest.is_empty() && ends().all(|&end| end < a + base);
        if is_within && (rest.len() == b as usize || half(rest) == Some(b)) {
            let line = edges.lines[0] as usize;
            let message = format!(
                "'{a} {b}' is read as the size of the graph: if it is an edge, move it down"
            );
            note(GraphError { line, message });
            edges.edges.remove(0);
            edges.lines.remove(0);
            edges.vertices = checked(line, a)?;
            return Ok(edges.graph(base, note));
        }
        let ends = || edges.edges.iter().flatten();
        let base = ends().min().map_or(1, |&least| least.min(1));
        let most = ends().max().map_or(0, |&most| most.saturating_add(1));
        let line = edges
            .edges
            .iter()
            .position(|edge| edge.contains(&(most.wrapping_sub(1))))
            .map_or(1, |at| edges.lines[at] as usize);
        edges.vertices = checked(line, edges.vertices.max(most) - base)?;
    }
    let base = edges.base()?;
    if head.is_none() && edges.vertices > 1 {
        let mut is_used = vec![false; edges.vertices as usize];
        edges
            .edges
            .iter()
            .flatten()
            .for_each(|&end| is_used[(end - base) as usize] = true);
        let unused = is_used.iter().filter(|is_used| !**is_used).count();
        if let Some(first) = is_used.iter().position(|is_used| !is_used) {
            let (first, last) = (first as u32 + base, edges.vertices + base - 1);
            let message = format!(
                "the vertices are {base} to {last}, and {unused} of them, such as {first}, are on no edge: \
                 if they do not exist, write names such as v{last} instead of numbers"
            );
            note(GraphError { line: 1, message });
        }
    }
    Ok(edges.graph(base, note))
}

/// Returns the number of edges of a list that has each edge from both ends.
fn half(edges: &[[u32; 2]]) -> Option<u32> {
    let all: HashSet<[u32; 2]> = edges.iter().copied().collect();
    let are_twice = all.len() == edges.len() && edges.iter().all(|&[a, b]| all.contains(&[b, a]));
    are_twice.then_some(edges.len() as u32 / 2)
}

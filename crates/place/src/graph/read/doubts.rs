//! Graphs of rows, and doubts about pairs and comments that may mean another graph.

use super::list::List;
use super::{Fault, GRAPH_FORMAT, Graph, GraphFormat, Parsed, ensure, fault};
use itertools::Itertools;
use knightsat_base::text::quote;

/// Returns the pair that may be none.
type Find = fn(&List) -> Option<usize>;

/// The doubts in order.
const FINDS: [Find; 8] = [third, lists, bases, zero, hyphens, title, size, apart];
/// The doubts in words, with remedies.
const DOUBTS: [&str; 8] = [
    "the third column may have vertices: then write 'U: V W' or pairs",
    "line i may have the neighbours of i: then write 'U: V W'",
    "one column may count from 0 and the other from 1: then count both from 0",
    "this weight may mean no edge: then remove such lines",
    "a name with '-' may be an edge: then write 'U -- V'",
    "this line may be a title, or have a word that is no vertex: then remove it",
    "this line may be the size of the graph, a vertex to begin at, or both ends: then remove it",
    "this line shares no vertex with another line: remove it if it is a title",
];

/// Parts of comments about a direction, in small letters, divided by `/`. A blank is a beginning or
/// an end of a word.
const DIRECTIONS: &str = include_str!("directions.txt");

/// Returns the graph, or asks where the rows may mean another one.
pub(super) fn graph(mut list: List) -> Parsed<Graph> {
    let text = list.edges.text.trim_start();
    let is_asked = list.given.is_none() && list.form != GraphFormat::Json;
    let is_matrix = list.form == GraphFormat::Matrix;
    if is_matrix {
        let (rows, columns) = (list.keys.len() as u32, list.columns);
        let message = format!("{rows} rows of {columns} are no matrix of a graph: write n of n");
        ensure(rows == columns, text, &message)?;
        let message = format!("no edge: write 1 for an edge, or use {GRAPH_FORMAT} matrix");
        let is_empty = list.edges.edges.is_empty() && rows > 1;
        ensure(!is_asked || !is_empty, text, &message)?;
    }
    let all = distinct(list.edges.edges.iter().flatten().chain(&list.keys));
    let [two_way, one_way] = turned(&list.edges.edges);
    list.edges.are_arcs |= is_matrix && !is_asked && one_way.is_some();
    let is_half = list.form != GraphFormat::Edges || two_way.is_some();
    let half = one_way.filter(|_| is_half && !list.edges.are_arcs);
    let doubt = doubt(&list).map(|(at, doubt)| Fault(list.edges.part(at), doubt.into()));
    let question = question(&list, half, &all);
    let are_arcs = list.edges.are_arcs;
    let graph = list.numbered(&all);
    if !is_asked {
        return graph;
    }
    if let Some(Fault(part, doubt)) = doubt {
        let format = if are_arcs { "arcs" } else { "edges" };
        let way = format!("; otherwise use {GRAPH_FORMAT} {format}");
        return fault(part, doubt + if graph.is_ok() { &way } else { "" });
    }
    let graph = graph?;
    question.map_or(Ok(graph), Err)
}

/// Asks about an edge without its reverse, and about comments with a direction or numbers.
fn question<'t>(list: &List<'t>, half: Option<usize>, all: &[u32]) -> Option<Fault<'t>> {
    let (edges, arcs) = match list.form {
        GraphFormat::Matrix => ("write it symmetric".to_string(), "matrix"),
        GraphFormat::Neighbours => (format!("use {GRAPH_FORMAT} neighbours"), "successors"),
        _ => (format!("use {GRAPH_FORMAT} edges"), "arcs"),
    };
    let ways = format!("for edges, {edges}; for arcs, use {GRAPH_FORMAT} {arcs}");
    if let Some(at) = half {
        let word = |end: u32| Some(quote(list.names().get(end as usize)?));
        let [a, b] = list.edges.edges[at].map(|end| word(end).unwrap_or(end.to_string()));
        let message = format!("{a} has an edge to {b}, but not {b} to {a}: {ways}");
        return Some(Fault(list.edges.part(at), message));
    }
    let counts = [all.len(), list.edges.edges.len()];
    let is_odd = |line: &&&str| {
        let is_direction = !list.edges.are_arcs && has_direction(line);
        is_direction || counts_others(line, counts)
    };
    let line = list.comments.iter().find(is_odd)?;
    let message = format!(
        "this comment may have a direction or other numbers of vertices and edges: {ways}; for \
             other vertices, write DIMACS: 'p edge V E' or 'p sp V A'"
    );
    Some(Fault(line, message))
}

/// Returns the first pair whose reverse is also there, and the first whose reverse is not.
fn turned(pairs: &[[u32; 2]]) -> [Option<usize>; 2] {
    let mut sorted = pairs.to_vec();
    sorted.sort_unstable();
    let is_turned = |[a, b]: &[u32; 2]| sorted.binary_search(&[*b, *a]).is_ok();
    [true, false].map(|wanted| pairs.iter().position(|pair| is_turned(pair) == wanted))
}

/// Returns the first doubt about pairs, and the pair that raises it.
pub(super) fn doubt(list: &List) -> Option<(usize, &'static str)> {
    let mut doubts = FINDS
        .iter()
        .zip(DOUBTS)
        .filter(|_| list.form == GraphFormat::Edges);
    doubts.find_map(|(find, doubt)| Some((find(list)?, doubt)))
}

/// Returns the first pair if the numbers of the third column may be vertices.
fn third(list: &List) -> Option<usize> {
    let (edges, weights) = (&list.edges.edges, &list.weights);
    let most = edges.iter().flatten().max()?.max(&(edges.len() as u32)) + 1;
    let is_vertex = |(edge, &weight): (&[u32; 2], &f64)| {
        let is_other = weight != f64::from(edge[1]) || edges.len() == 2;
        weight.fract() == 0. && is_other && (0. ..=f64::from(most)).contains(&weight)
    };
    let are_vertices = list.names().is_empty() && edges.iter().zip(weights).all(is_vertex);
    (are_vertices && !weights.iter().all_equal()).then_some(0)
}

/// Returns the first pair if line i may have two neighbours of vertex i.
fn lists(list: &List) -> Option<usize> {
    let all = distinct(list.edges.edges.iter().flatten());
    let rows = || (*all.first().unwrap_or(&0).min(&1)..).zip(&list.edges.edges);
    let are_lists = rows().all(|(vertex, edge)| !edge.contains(&vertex));
    let is_whole = rows().map(|row| row.0).eq(all.iter().copied());
    let is_bare = list.names().is_empty() && list.weights.is_empty();
    (is_bare && is_whole && are_lists && !all.is_empty()).then_some(0)
}

/// Returns the first pair if one column may count from 0, and the other from 1.
fn bases(list: &List) -> Option<usize> {
    let edges = &list.edges.edges;
    let columns = [0, 1].map(|column| distinct(edges.iter().map(|edge| &edge[column])));
    let low = usize::from(columns[0].first() != Some(&0));
    let [(least, most), (first, last)] =
        [low, 1 - low].map(|column| (columns[column].first(), columns[column].last()));
    let is_shifted = least == Some(&0) && first > Some(&0) && last > most;
    let is_step = |edge: &[u32; 2]| edge[low] + 1 == edge[1 - low];
    (list.names().is_empty() && is_shifted && !edges.iter().any(is_step)).then_some(0)
}

/// Returns the first pair with a weight of zero, or the first one if all pairs are there, with
/// several weights.
fn zero(list: &List) -> Option<usize> {
    let len = distinct(list.edges.edges.iter().flatten()).len();
    let is_many = len > 3
        || list
            .weights
            .iter()
            .any(|weight| !(0. ..99.).contains(weight));
    let are_all = is_many && list.edges.edges.len() == len * (len - 1) / 2;
    let zero = list.weights.iter().position(|weight| *weight == 0.);
    zero.or((are_all && !list.weights.iter().all_equal()).then_some(0))
}

/// Returns the first pair if each pair has a name with a hyphen.
fn hyphens(list: &List) -> Option<usize> {
    let has_hyphen = |end: &u32| {
        let word = list.names().get(*end as usize);
        word.is_some_and(|word| word.contains('-'))
    };
    let edges = &list.edges.edges;
    let have_all = edges.iter().all(|edge| edge.iter().any(has_hyphen));
    (have_all && !list.has_quotes && !edges.is_empty()).then_some(0)
}

/// Returns the first pair of names if all lines have a word in the same column. Also if the names
/// below have one length, and a name of the pair has another.
fn title(list: &List) -> Option<usize> {
    let (edges, words) = (&list.edges.edges, list.names());
    let [first, others @ ..] = &edges[..] else {
        return None;
    };
    let are_equal = |column: usize| edges.iter().map(|edge| edge[column]).all_equal();
    let is_column = edges.len() > 2 && (are_equal(0) || are_equal(1));
    let len = |end: &u32| words.get(*end as usize).map(|word| word.len());
    let common = others.iter().flatten().map(len).all_equal_value().ok();
    let is_odd = |end: &u32| common.is_some_and(|common| len(end) != common);
    (!words.is_empty() && (is_column || first.iter().any(is_odd))).then_some(0)
}

/// Returns the first or last pair if it may be the numbers of vertices and edges, or if the others
/// are whole without it. The first is then neither the least nor the begin of a walk, and the last
/// breaks their order and does not close a walk.
fn size(list: &List) -> Option<usize> {
    let (edges, are_numbers) = (&list.edges.edges, list.names().is_empty());
    if list.is_plain {
        return None;
    }
    let is_walk = |edges: &[[u32; 2]]| edges.iter().tuple_windows().all(|(a, b)| a[1] == b[0]);
    let key = |edge: &[u32; 2]| edge.map(|end| (list.names().get(end as usize), end));
    [0, edges.len().checked_sub(1)?].into_iter().find(|&at| {
        let others = [&edges[..at], &edges[at + 1..]].concat();
        let all = distinct(others.iter().flatten());
        let Some((&least, &most)) = all.first().zip(all.last()) else {
            return false;
        };
        let ([a, b], count) = (edges[at], others.len() as u32);
        let vertices = most + 1 - least.min(1);
        let is_size = |size, edges| {
            let is_count = edges == count || at == 0 && edges == 2 * count;
            are_numbers && size >= vertices && is_count
        };
        let ends = [others[0][0], others[others.len() - 1][1]];
        let is_sorted = others.is_sorted_by_key(key);
        let is_odd = if at == 0 {
            let is_least = others.iter().all(|edge| key(&[a, b]) < key(edge));
            let is_begin = is_walk(edges) && a.max(b) < most;
            !is_least && !is_begin && (are_numbers || is_sorted && count > 1)
        } else {
            let is_close = is_walk(&others) && [[a, b], [b, a]].contains(&ends);
            count > 2 && is_sorted && !edges.is_sorted_by_key(key) && !is_close
        };
        let is_whole = !are_numbers || all.len() == vertices as usize;
        is_size(a, b) || at == 0 && is_size(b, a) || is_odd && is_whole
    })
}

/// Returns the first pair whose vertices are in no other pair.
fn apart(list: &List) -> Option<usize> {
    let mut edges = list.edges.edges.iter();
    let uses = edges.clone().flatten().counts();
    edges.position(|edge| edge.iter().all(|end| uses[end] == 1))
}

/// Returns true if a comment may be about a direction.
pub(super) fn has_direction(line: &str) -> bool {
    let lower = line.to_lowercase();
    let words = format!(" {lower} ").replace(|mark: char| !mark.is_alphanumeric(), " ");
    let mut parts = DIRECTIONS.lines().flat_map(|line| line.split('/'));
    parts.any(|part| lower.contains(part) || words.contains(part))
}

/// Returns true if a comment may count more vertices than these.
pub(super) fn counts_others(line: &str, [vertices, edges]: [usize; 2]) -> bool {
    let words = line.split(|mark: char| !mark.is_alphanumeric());
    let numbers: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
    // The number of edges may follow that of the vertices.
    let is_edges = |number: usize| number == edges && numbers.contains(&vertices);
    let is_other = |number: usize| number > vertices && !is_edges(number);
    numbers.iter().any(|number| is_other(*number))
}

/// Returns the distinct numbers, in order.
pub(super) fn distinct<'n>(numbers: impl Iterator<Item = &'n u32>) -> Vec<u32> {
    numbers.copied().sorted_unstable().dedup().collect()
}

//! Doubts about pairs and comments that may mean another graph than they seem to.

use itertools::Itertools;
use std::collections::HashSet;

/// Pairs as they are read.
pub(super) struct Pairs<'p> {
    /// The ends: numbers, or places of words.
    edges: Vec<[u32; 2]>,
    /// The numbers of the third column, if there is one.
    weights: &'p [f64],
    /// The names of the vertices in order, none for numbers.
    words: Vec<&'p String>,
    has_quotes: bool,
}

impl<'p> Pairs<'p> {
    /// Returns the pairs of numbers, or those of words by their indices.
    pub fn new(
        edges: &[[u32; 2]],
        weights: &'p [f64],
        names: &'p [String],
        has_quotes: bool,
    ) -> Pairs<'p> {
        let words = names.iter().sorted().collect_vec();
        let place = |end: u32| {
            let name = names.get(end as usize);
            name.map_or(end, |name| {
                words.partition_point(|word| *word < name) as u32
            })
        };
        let edges = edges.iter().map(|edge| edge.map(place)).collect();
        Pairs {
            edges,
            weights,
            words,
            has_quotes,
        }
    }
}

/// Returns the pair that may be none.
type Find = fn(&Pairs) -> Option<usize>;

/// The doubts in order. Lists raise the first only, and names raise all but the first two.
const FINDS: [Find; 9] = [
    bases, third, places, zero, hyphens, title, size, apart, again,
];
/// The doubts in words, with remedies.
const DOUBTS: [&str; 9] = [
    "one column may count from 0 and the other from 1: then count both from 0",
    "the third column may have vertices: then write 'U: V W' or pairs",
    "line i may have neighbours or a value of i: then write 'U: V W' or remove values",
    "this weight may mean no edge: then remove such lines",
    "a name with '-' may be an edge: then write 'U -- V'",
    "this line may be a title, or have a word that is no vertex: then remove it",
    "this line may be the size of the graph, a vertex to begin at, or both ends: then remove it",
    "this line shares no vertex with another line: remove it if it is a title",
    "this pair stands above already, as lists and sizes do: remove it",
];

/// Parts of comments about a direction, in small letters, divided by `/`. A blank is a beginning or
/// an end of a word.
const DIRECTIONS: &str = include_str!("directions.txt");
/// The beginnings of words for vertices in comments.
const VERTICES: [&str; 9] = [
    "node", "vert", "knot", "somm", "nod", "punt", "верш", "order", "ordnung",
];

/// Returns the first doubt, and the pair that raises it.
pub(super) fn doubt(pairs: &Pairs, are_lists: bool) -> Option<(usize, &'static str)> {
    let first = if pairs.words.is_empty() { 0 } else { 2 };
    let finds = FINDS.iter().zip(DOUBTS);
    let mut finds = finds
        .take(if are_lists { 1 } else { FINDS.len() })
        .skip(first);
    finds.find_map(|(find, doubt)| Some((find(pairs)?, doubt)))
}

/// Returns the first or last pair if it may be the numbers of vertices and edges. The first also if
/// the graph is whole without it, and it is neither the least pair nor the begin of a walk.
fn size(pairs: &Pairs) -> Option<usize> {
    let edges = &pairs.edges;
    let last = edges.len().checked_sub(1)?;
    let are_names = !pairs.words.is_empty();
    let is_walk = edges.iter().tuple_windows().all(|(a, b)| a[1] == b[0]);
    [0, last].into_iter().find(|&at| {
        let others = distinct([&edges[..at], &edges[at + 1..]].concat().iter().flatten());
        let Some((least, most)) = others.first().zip(others.last()) else {
            return false;
        };
        let (vertices, [a, b]) = (most + 1 - least.min(&1), edges[at]);
        let is_size = |size: u32, count: u32| {
            !are_names
                && size >= vertices
                && [last, last << usize::from(at == 0)].contains(&(count as usize))
        };
        let are_sorted = !are_names || last > 1 && edges[1..].is_sorted();
        let is_whole = at == 0 && are_sorted && others.len() == vertices as usize;
        let is_begin = edges.iter().min() == Some(&edges[at]) || is_walk && a.max(b) < *most;
        is_size(a, b) || at == 0 && is_size(b, a) || is_whole && !is_begin
    })
}

/// Returns the first pair if one column may count from 0, and the other from 1.
fn bases(pairs: &Pairs) -> Option<usize> {
    let columns = [0, 1].map(|column| distinct(pairs.edges.iter().map(|edge| &edge[column])));
    let low = usize::from(columns[0].first() != Some(&0));
    let [(least, most), (first, last)] =
        [low, 1 - low].map(|column| (columns[column].first(), columns[column].last()));
    let is_shifted = least == Some(&0) && first > Some(&0) && last > most;
    let mut edges = pairs.edges.iter();
    let is_step = |edge: &[u32; 2]| edge[low] + 1 == edge[1 - low];
    (is_shifted && !edges.any(is_step) && places(pairs).is_none()).then_some(0)
}

/// Returns a pair with a weight of zero, or with the largest of several weights if all pairs
/// are there.
fn zero(pairs: &Pairs) -> Option<usize> {
    let edges = &pairs.edges;
    let weights = || pairs.weights.iter();
    let len = distinct(edges.iter().flatten()).len();
    let pairs = edges.iter().map(|&[a, b]| [a.min(b), a.max(b)]);
    let is_many = || len > 3 || weights().any(|weight| !(0. ..99.).contains(weight));
    let are_all = || len > 2 && is_many() && pairs.unique().count() == len * (len - 1) / 2;
    let most = || weights().position_max_by(|a, b| a.total_cmp(b));
    let zero = weights().position(|weight| *weight == 0.);
    zero.or_else(|| most().filter(|_| !weights().all_equal() && are_all()))
}

/// Returns the first pair whose vertices are in no other pair.
fn apart(pairs: &Pairs) -> Option<usize> {
    let mut edges = pairs.edges.iter();
    let uses = edges.clone().flatten().counts();
    edges.position(|edge| edge.iter().all(|end| uses[end] == 1))
}

/// Returns the first pair with the vertices of an earlier one, in order.
fn again(pairs: &Pairs) -> Option<usize> {
    let (edges, mut seen) = (pairs.edges.iter(), HashSet::new());
    let mut sorted = edges.clone().sorted_unstable().tuple_windows();
    let has_twice = sorted.any(|(a, b)| a == b);
    edges
        .take(if has_twice { usize::MAX } else { 0 })
        .position(|edge| !seen.insert(edge))
}

/// Returns the first pair of names if all lines have a word in the same column. Also if the names
/// below have one length, and a name of the pair has another.
fn title(pairs: &Pairs) -> Option<usize> {
    let (edges, words) = (&pairs.edges, &pairs.words);
    let [first, others @ ..] = &edges[..] else {
        return None;
    };
    let are_equal = |column: usize| edges.iter().map(|edge| edge[column]).all_equal();
    let is_column = edges.len() > 2 && (are_equal(0) || are_equal(1)) && !words.is_empty();
    let len = |end: &u32| words.get(*end as usize).map(|word| word.len());
    let common = others.iter().flatten().map(len).all_equal_value().ok();
    let is_odd = |end: &u32| common.is_some_and(|common| len(end) != common);
    (is_column || first.iter().any(is_odd)).then_some(0)
}

/// Returns the first pair if the numbers of the third column may be vertices.
fn third(pairs: &Pairs) -> Option<usize> {
    let (edges, rows) = (&pairs.edges, pairs.edges.len());
    let most = edges.iter().flatten().max()?.max(&(rows as u32)) + 1;
    let is_vertex = |(edge, &weight): (&[u32; 2], &f64)| {
        let is_other = weight != f64::from(edge[1]) || rows == 2;
        weight.fract() == 0. && is_other && (0. ..=f64::from(most)).contains(&weight)
    };
    let are_vertices = edges.iter().zip(pairs.weights).all(is_vertex);
    (are_vertices && !pairs.weights.iter().all_equal()).then_some(0)
}

/// Returns the first pair if line i may have two neighbours of vertex i, or i and a value.
fn places(pairs: &Pairs) -> Option<usize> {
    let edges = &pairs.edges;
    let all = distinct(edges.iter().flatten());
    let rows = || (*all.first().unwrap_or(&0).min(&1)..).zip(edges);
    let are_lists = rows().all(|(vertex, edge)| !edge.contains(&vertex));
    let is_once = edges.iter().map(|edge| edge[1]).all_unique();
    let are_values = pairs.words.is_empty() && rows().all(|(vertex, edge)| edge[0] == vertex);
    let is_whole = rows().map(|row| row.0).eq(all.iter().copied());
    (is_whole
        && !edges.is_empty()
        && pairs.weights.is_empty()
        && (are_lists || are_values && !is_once))
        .then_some(0)
}

/// Returns the first pair if all names of a column may be pairs with a hyphen.
fn hyphens(pairs: &Pairs) -> Option<usize> {
    let words = &pairs.words;
    let is_joined = |end: u32| words[end as usize].contains('-');
    let mut columns = (0..2).filter(|_| !words.is_empty() && !pairs.has_quotes);
    let is_joined = |column: usize| pairs.edges.iter().all(|edge| is_joined(edge[column]));
    columns.any(is_joined).then_some(0)
}

/// Returns true if a comment may be about a direction.
pub(super) fn has_direction(line: &str) -> bool {
    let lower = line.to_lowercase();
    let words = format!(" {lower} ").replace(|mark: char| !mark.is_alphanumeric(), " ");
    let mut parts = DIRECTIONS.lines().flat_map(|line| line.split('/'));
    parts.any(|part| lower.contains(part) || words.contains(part))
}

/// Returns true if a comment may say that there are other than so many vertices.
pub(super) fn counts_others(line: &str, vertices: u32) -> bool {
    let lower = line.to_lowercase();
    let words = lower.split(|mark: char| !mark.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).collect_vec();
    let is_name = |word: &str| {
        ["n", "v"].contains(&word) || VERTICES.iter().any(|begin| word.starts_with(begin))
    };
    let number = |word: &str| word.parse::<u32>().ok();
    let mut pairs = words.iter().tuple_windows();
    let is_count = pairs.any(|(a, b)| {
        let count = number(a)
            .filter(|_| is_name(b))
            .or_else(|| number(b).filter(|_| is_name(a)));
        count.is_some_and(|count| count != vertices)
    });
    let is_number = |word: &&str| number(word).is_some();
    let is_large = || words.first().and_then(|word| number(word)) > Some(vertices);
    is_count || words.iter().all(is_number) && is_large()
}

/// Returns the distinct numbers, in order.
pub(super) fn distinct<'n>(numbers: impl Iterator<Item = &'n u32>) -> Vec<u32> {
    numbers.copied().sorted_unstable().dedup().collect()
}

//! The clauses of a formula, in the order in which they are written.

use super::formula::Edges;
use knightsat_cnf::Lit;
use knightsat_cnf::gadget::exactly::exactly;
use knightsat_cnf::sink::ClauseSink;
use knightsat_tour::AugmentedGraph;

/// Degrees, the forced edge, and a cut for each of these sets.
pub(super) fn encode<S: ClauseSink>(
    augmented: &AugmentedGraph,
    sets: &[Vec<u32>],
    edges: &Edges,
    sink: &mut S,
) {
    degrees(augmented, edges, sink);
    cuts(sets.iter().map(Vec::as_slice), edges, sink);
}

/// Degrees and the forced edges.
pub(super) fn degrees<S: ClauseSink>(augmented: &AugmentedGraph, edges: &Edges, sink: &mut S) {
    match (augmented.apex(), augmented.balanced()) {
        (Some(apex), Some(colour)) => {
            edges.encode(|vertex| (vertex != apex).then_some(2), sink);
            for wanted in [false, true] {
                let ends = edges.at(apex);
                let ends = ends.filter(|&(_, end)| colour[end as usize] == wanted);
                let ends: Vec<Lit> = ends.map(|(edge, _)| edges.literal(edge)).collect();
                exactly(1, &ends, sink);
            }
        }
        _ => edges.encode(|_| Some(2), sink),
    }
    for &[a, b] in augmented.forced() {
        let edge: Option<Lit> = edges.between(a, b).map(|edge| edges.literal(edge));
        sink.clause(edge.as_slice());
    }
}

/// A cut for each of these sets.
pub(super) fn cuts<'s, S: ClauseSink>(
    sets: impl IntoIterator<Item = &'s [u32]>,
    edges: &Edges,
    sink: &mut S,
) {
    let mut is_inside = vec![false; edges.vertices() as usize];
    for set in sets {
        set.iter().for_each(|&v| is_inside[v as usize] = true);
        edges.cut(set, |v| is_inside[v as usize], sink);
        set.iter().for_each(|&v| is_inside[v as usize] = false);
    }
}

/// Cuts every class of vertices but the largest, and gives their sets: the rest of the cuts imply
/// that one, or it is the same as the only other.
pub(super) fn cut<S: ClauseSink>(edges: &Edges, class_of: &[u32], sink: &mut S) -> Vec<Vec<u32>> {
    let classes = class_of.iter().max().map_or(0, |&last| last as usize + 1);
    let mut members = vec![Vec::new(); classes];
    for (vertex, &class) in (0..).zip(class_of) {
        members[class as usize].push(vertex);
    }
    let largest = (0..classes).max_by_key(|&class| members[class].len());
    if let Some(largest) = largest {
        members[largest].clear();
    }
    members.retain(|members| !members.is_empty());
    for members in &members {
        let class = class_of[members[0] as usize];
        edges.cut(members, |v| class_of[v as usize] == class, sink);
    }
    members
}

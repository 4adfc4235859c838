//! Short reasons, checked independently of the search.

use super::clash;
use super::degrees::{colours_exclude, distances, spread, two_colours};
use knightsat_tour::magic::{EqualSums, Unmagic};
use knightsat_tour::symmetry::Symmetry;
use knightsat_tour::{Kind, Obstruction, Problem};
use std::cmp::Ordering;

/// Returns true if the reason holds, with all its numbers, and excludes every tour.
pub(super) fn holds(problem: &Problem, reason: &Obstruction) -> bool {
    let graph = problem.graph();
    let is_closed = problem.kind() == Kind::Closed;
    let is_clash = matches!(reason, Obstruction::Clash(_));
    if !is_closed && graph.len() == 1 && !is_clash {
        // A single square is an open tour.
        return false;
    }
    let fixed = [problem.start(), problem.end()];
    match reason {
        Obstruction::TooSmall => is_closed && graph.len() < 3,
        Obstruction::Degree {
            vertex,
            degree,
            needed,
        } => {
            let is_inner = !fixed.contains(&None) && !fixed.contains(&Some(*vertex));
            let least = if is_closed || is_inner { 2 } else { 1 };
            let found = graph.degree(*vertex);
            [*degree, *needed] == [found, least] && found < least
        }
        // Certificates state it of the split graph.
        Obstruction::Split { .. } => false,
        Obstruction::Clash(clash) => clash::holds(problem, clash),
        Obstruction::Magic(reason) => excludes_sums(problem, *reason),
        Obstruction::ThreeEnds(ends) => {
            let are_ends = ends.iter().all(|&end| graph.degree(end) == 1);
            marked(problem, ends).is_some() && are_ends
        }
        Obstruction::Disconnected(a, b) => distances(problem, *a)[*b as usize].is_none(),
        Obstruction::Pieces {
            removed,
            pieces,
            joined,
        } => count_pieces(problem, removed) == Some([*pieces, *joined]) && pieces > joined,
        Obstruction::TwoFactor {
            needing,
            giving,
            needed,
            given,
            spared,
        } => {
            let counted = count_moves(problem, needing, giving);
            let is_right = counted == Some([*needed, *given, *spared].map(u64::from));
            is_right && *needed > given + spared
        }
        Obstruction::Colours { even, odd } => {
            let is_right = count_colours(problem) == Some([*even, *odd]);
            is_right && even.abs_diff(*odd) > u32::from(!is_closed)
        }
        Obstruction::EndColours { even, odd } => {
            let colour = two_colours(problem).unwrap_or_default();
            let ends = fixed.map(|end| colour.get(end? as usize).copied());
            let are_wrong = if even == odd {
                // With an even number of steps, the first and the last vertex have different
                // colours.
                ends[0].is_some() && ends[0] == ends[1]
            } else {
                // The colours alternate, and the larger class has both ends.
                ends.contains(&Some(odd < even))
            };
            count_colours(problem) == Some([*even, *odd]) && are_wrong
        }
        Obstruction::Symmetry {
            vertex,
            image,
            steps,
        } => {
            let is_turn = |turn: &Symmetry| {
                turn.image(*vertex) == *image && graph.len() / turn.order() == *steps
            };
            problem.get().is_some_and(is_turn)
                && colours_exclude(problem, [*vertex, *image], *steps)
        }
    }
}

/// Returns the numbers of vertices coloured like the first, and of the others.
fn count_colours(problem: &Problem) -> Option<[u32; 2]> {
    let odd = two_colours(problem)?.iter().filter(|&&odd| odd).count() as u32;
    Some([problem.graph().len() - odd, odd])
}

/// Marks these vertices with 0; returns `None` if a vertex occurs twice.
fn marked(problem: &Problem, vertices: &[u32]) -> Option<Vec<Option<u32>>> {
    let mut marked = vec![None; problem.graph().len() as usize];
    for &vertex in vertices {
        if marked[vertex as usize].replace(0).is_some() {
            return None;
        }
    }
    Some(marked)
}

/// Returns the number of pieces without these vertices, and the most pieces that a tour joins.
/// Without k vertices a cycle is at most k paths. A path is at most k + 1 paths, less one for every
/// end among the k.
fn count_pieces(problem: &Problem, removed: &[u32]) -> Option<[u32; 2]> {
    let mut seen = marked(problem, removed).filter(|_| !removed.is_empty())?;
    let mut pieces = 0;
    for vertex in 0..problem.graph().len() {
        if seen[vertex as usize].is_none() {
            spread(problem, vertex, &mut seen);
            pieces += 1;
        }
    }
    let ends = [problem.start(), problem.end()];
    let gone = ends.iter().flatten().filter(|end| removed.contains(end));
    let joined = match problem.kind() {
        Kind::Closed => removed.len(),
        Kind::Open => removed.len() + 1 - gone.count(),
    };
    Some([pieces, joined as u32])
}

/// Returns the least number of moves between the two sets, for a tour without free ends, the most
/// moves at the second set, and the moves that free ends spare. The first set takes moves from the
/// second only if the other vertices do not suffice.
fn count_moves(problem: &Problem, needing: &[u32], giving: &[u32]) -> Option<[u64; 3]> {
    marked(problem, &[giving, needing].concat())?;
    let is_giving = marked(problem, giving)?;
    // A fixed end of a path has one move of the path. A closed tour with two fixed ends is such a
    // path.
    let fixed = [problem.start(), problem.end()];
    let is_path = problem.kind() == Kind::Open || fixed.iter().all(|end| end.is_some());
    let takes = |v: u32| 2 - u64::from(is_path && fixed.contains(&Some(v)));
    let elsewhere = |v: u32| {
        let others = problem.graph().neighbours(v).iter();
        others.filter(|&&w| is_giving[w as usize].is_none()).count() as u64
    };
    let needed = |&v: &u32| takes(v).saturating_sub(elsewhere(v));
    Some([
        needing.iter().map(needed).sum(),
        giving.iter().map(|&v| takes(v)).sum(),
        count_free_ends(problem, needing),
    ])
}

/// Returns the most free ends of the tour that can be in this set.
fn count_free_ends(problem: &Problem, set: &[u32]) -> u64 {
    let ends = [problem.start(), problem.end()];
    let fixed: Vec<u32> = ends.into_iter().flatten().collect();
    let free = 2 - fixed.len() as u64;
    if problem.kind() == Kind::Closed || free == 0 {
        return 0;
    }
    let Some(colour) = two_colours(problem) else {
        return free;
    };
    let has = |odd: bool| u64::from(set.iter().any(|&v| colour[v as usize] == odd));
    let odds = colour.iter().filter(|&&odd| odd).count();
    match (odds.cmp(&(colour.len() - odds)), &fixed[..]) {
        // The colours alternate: both ends are in the larger class, or each class has one end.
        (Ordering::Less, _) => free * has(false),
        (Ordering::Greater, _) => free * has(true),
        (Ordering::Equal, [end, ..]) => has(!colour[*end as usize]),
        (Ordering::Equal, []) => has(false) + has(true),
    }
}

/// Returns true if the problem requires a magic tour, and the reason excludes it.
fn excludes_sums(problem: &Problem, reason: Unmagic) -> bool {
    let (Some(_), Some(places)) = (problem.get::<EqualSums>(), problem.coordinates()) else {
        return false;
    };
    let [ranks, files] = places.sides();
    let squares = u64::from(problem.graph().len());
    let is_dark = |v: u32| (places.of(v)[0] + places.of(v)[1]) % 2 == 0;
    let changes = |[v, w]: [u32; 2]| is_dark(v) != is_dark(w);
    // Every place on the grid is a square, and every move changes the colour.
    let is_chequered = || {
        let is_full = u64::from(ranks) * u64::from(files) == squares && squares > 1;
        is_full && problem.graph().edges().all(changes)
    };
    match reason {
        Unmagic::Fraction { total, lines } => {
            let is_right = (1..=squares).sum::<u64>() == total && [ranks, files].contains(&lines);
            is_right && total % u64::from(lines) != 0
        }
        Unmagic::OddSides => is_chequered() && ranks % 2 == 1 && files % 2 == 1,
        Unmagic::TwiceOddSides => is_chequered() && ranks % 4 == 2 && files % 4 == 2,
    }
}

//! Short reasons, checked independently of the search.

use super::clash;
use super::degrees::{distances, spread, two_colours};
use super::text::{Checked, ensure};
use knightsat_tour::magic::{EqualSums, Unmagic};
use knightsat_tour::symmetry::Symmetry;
use knightsat_tour::{ForcedFault, ForcedMoves, Kind, Obstruction, Problem};
use std::cmp::Ordering;

/// Checks that the reason holds, with all its numbers, and excludes every tour.
pub(super) fn check(problem: &Problem, reason: &Obstruction) -> Checked {
    let graph = problem.graph();
    let is_closed = problem.kind() == Kind::Closed;
    let is_clash = matches!(reason, Obstruction::Clash(_));
    if !is_closed && graph.len() == 1 && !is_clash {
        return Err("a single square is an open tour".into());
    }
    match reason {
        Obstruction::TooSmall => ensure(
            is_closed && graph.len() < 3,
            "a closed tour of so many squares is possible",
        ),
        Obstruction::Degree {
            vertex,
            degree,
            needed,
        } => check_degree(problem, *vertex, *degree, *needed),
        // Certificates state it of the split graph.
        Obstruction::Split { .. } => Err("the graph is not split".into()),
        Obstruction::Clash(clash) => clash::check(problem, clash),
        Obstruction::Forced(forced) => check_forced(problem, forced),
        Obstruction::Magic(reason) => check_magic(problem, *reason),
        Obstruction::ThreeEnds(ends) => check_three_ends(problem, ends),
        Obstruction::Disconnected(a, b) => check_disconnected(problem, *a, *b),
        Obstruction::Pieces {
            removed,
            pieces,
            joined,
        } => check_pieces(problem, removed, *pieces, *joined),
        Obstruction::TwoFactor {
            needing,
            giving,
            needed,
            given,
            spared,
        } => check_two_factor(problem, needing, giving, [*needed, *given, *spared]),
        Obstruction::Colours { even, odd } => check_majority(problem, *even, *odd),
        Obstruction::EndColours { even, odd } => check_ends(problem, *even, *odd),
        Obstruction::Symmetry {
            vertex,
            image,
            steps,
        } => check_symmetry(problem, *vertex, *image, *steps),
    }
}

/// Checks vertices that need more moves than the others can supply, less the moves that ends save.
fn check_two_factor(
    problem: &Problem,
    needing: &[u32],
    giving: &[u32],
    [needed, given, spared]: [u32; 3],
) -> Checked {
    let [takes, has] = count_moves(problem, needing, giving)?;
    same("moves needed", takes, needed.into())?;
    same("moves given", has, given.into())?;
    let ends = count_free_ends(problem, needing);
    same("moves that ends spare", ends, spared.into())?;
    ensure(takes > has + ends, "these are moves enough")
}

/// Checks moves that vertices must take, in order, and the contradiction at the end. Both ends of
/// an open tour must be fixed, and a closed tour must have a free one.
fn check_forced(problem: &Problem, forced: &ForcedMoves) -> Checked {
    let (graph, ends) = (problem.graph(), [problem.start(), problem.end()]);
    let is_open = problem.kind() == Kind::Open;
    let is_fixed = ends.iter().all(|end| end.is_some());
    ensure(is_open == is_fixed, "the ends do not fit")?;
    ensure(!graph.is_directed(), "the moves have directions")?;
    let most = |v: u32| {
        if is_open && ends.contains(&Some(v)) {
            1
        } else {
            2
        }
    };
    let mut taken: Vec<[u32; 2]> = Vec::new();
    let count = |taken: &[[u32; 2]], v: u32| taken.iter().filter(|ends| ends.contains(&v)).count();
    // The vertices that a vertex is joined to by moves taken.
    let joined = |taken: &[[u32; 2]], from: u32| {
        let mut path = vec![from];
        let mut done = 0;
        while let Some(&vertex) = path.get(done) {
            done += 1;
            for &[a, b] in taken.iter().filter(|ends| ends.contains(&vertex)) {
                let other = if a == vertex { b } else { a };
                if !path.contains(&other) {
                    path.push(other);
                }
            }
        }
        path
    };
    let ends_with = |fault: ForcedFault, at: u32, vertices_left: usize| {
        let is_told = forced.fault == fault && forced.at == at && vertices_left == 0;
        ensure(is_told, "another contradiction comes first")
    };
    let all = graph.len() as usize;
    let mut rest = forced.vertices.iter();
    let mut due: Vec<[u32; 2]> = problem.required();
    due.retain(|&[a, b]| graph.has_edge(a, b));
    loop {
        for [a, b] in std::mem::take(&mut due) {
            if taken.contains(&[a, b]) || taken.contains(&[b, a]) {
                continue;
            }
            if let Some(&full) = [a, b].iter().find(|&&v| count(&taken, v) == most(v)) {
                return ends_with(ForcedFault::TooMany, full, rest.len());
            }
            let path = joined(&taken, a);
            if path.contains(&b) && path.len() < all {
                let ring = ForcedFault::Ring(path.len() as u32);
                return ends_with(ring, forced.at, rest.len());
            }
            taken.push([a, b]);
        }
        let &vertex = rest
            .next()
            .ok_or("the moves do not contradict each other")?;
        let needed = most(vertex) - count(&taken, vertex);
        let path = joined(&taken, vertex);
        let is_left = |&&to: &&u32| {
            let is_ring = path.contains(&to) && path.len() < all;
            needed > 0 && count(&taken, to) < most(to) && !is_ring
        };
        let left: Vec<u32> = graph
            .neighbours(vertex)
            .iter()
            .filter(is_left)
            .copied()
            .collect();
        if left.len() < needed {
            return ends_with(ForcedFault::TooFew, vertex, rest.len());
        }
        ensure(left.len() == needed, "a square has a choice")?;
        due = left.into_iter().map(|to| [vertex, to]).collect();
    }
}

/// Checks a vertex with fewer moves than any tour takes there.
fn check_degree(problem: &Problem, vertex: u32, degree: usize, needed: usize) -> Checked {
    let both = problem.start().is_some() && problem.end().is_some();
    let is_end = [problem.start(), problem.end()].contains(&Some(vertex));
    let is_inner = problem.kind() == Kind::Closed || both && !is_end;
    same("moves", problem.graph().degree(vertex), degree)?;
    same("moves needed", if is_inner { 2 } else { 1 }, needed)?;
    ensure(degree < needed, "these are moves enough")
}

/// Checks three vertices that must all be ends.
fn check_three_ends(problem: &Problem, ends: &[u32; 3]) -> Checked {
    let [a, b, c] = ends;
    ensure(a != b && a != c && b != c, "a square is named twice")?;
    ends.iter()
        .try_for_each(|&end| same("moves", problem.graph().degree(end), 1))
}

/// Checks two vertices with no path between them.
fn check_disconnected(problem: &Problem, a: u32, b: u32) -> Checked {
    let is_reached = distances(problem, a)[b as usize].is_some();
    ensure(!is_reached, "moves lead from the one to the other")
}

/// Checks that one colour has more vertices than an alternating tour can visit.
fn check_majority(problem: &Problem, even: u32, odd: u32) -> Checked {
    check_colours(problem, even, odd)?;
    let is_open = problem.kind() == Kind::Open;
    ensure(even.abs_diff(odd) > u32::from(is_open), "these numbers fit")
}

/// Checks the numbers of vertices of the two colours, and returns the colours.
fn check_colours(problem: &Problem, even: u32, odd: u32) -> Result<Vec<bool>, String> {
    let colour = colours(problem)?;
    let odds = colour.iter().filter(|&&odd| odd).count() as u32;
    let evens = problem.graph().len() - odds;
    same("squares coloured like the first", evens, even)?;
    same("squares of the other colour", odds, odd)?;
    Ok(colour)
}

fn colours(problem: &Problem) -> Result<Vec<bool>, String> {
    let colour = two_colours(problem);
    colour.ok_or("moves do not change colour, or do not lead everywhere".into())
}

/// Fails unless the number counted here equals the written one.
fn same<T: PartialEq + std::fmt::Display>(what: &str, counted: T, written: T) -> Checked {
    if counted == written {
        return Ok(());
    }
    Err(format!("{what}: there are {counted}, not {written}"))
}

/// Marks these vertices with 0; fails if a vertex occurs twice.
fn marked(problem: &Problem, vertices: &[u32]) -> Result<Vec<Option<u32>>, String> {
    let mut marked = vec![None; problem.graph().len() as usize];
    for &vertex in vertices {
        let before = marked[vertex as usize].replace(0);
        ensure(before.is_none(), "a square is named twice")?;
    }
    Ok(marked)
}

/// Checks the number of pieces. Without k vertices a cycle is at most k paths. A path is at most k
/// + 1 paths, less one for every end among the k.
fn check_pieces(problem: &Problem, removed: &[u32], pieces: u32, joined: u32) -> Checked {
    let mut seen = marked(problem, removed)?;
    ensure(!removed.is_empty(), "no square is named")?;
    let mut found = 0;
    for vertex in 0..problem.graph().len() {
        if seen[vertex as usize].is_none() {
            spread(problem, vertex, &mut seen);
            found += 1;
        }
    }
    same("pieces", found, pieces)?;
    let ends = [problem.start(), problem.end()];
    let ends = ends.iter().flatten().filter(|end| removed.contains(end));
    let paths = match problem.kind() {
        Kind::Closed => removed.len(),
        Kind::Open => removed.len() + 1 - ends.count(),
    };
    same("pieces that a tour joins", paths, joined as usize)?;
    ensure(pieces > joined, "a tour can join these pieces")
}

/// Returns the least number of moves between the two sets, for a tour without free ends, and the
/// most moves at the second set. The first set takes moves from the second only if the other
/// vertices do not suffice.
fn count_moves(problem: &Problem, needing: &[u32], giving: &[u32]) -> Result<[u64; 2], String> {
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
    Ok([
        needing.iter().map(needed).sum(),
        giving.iter().map(|&v| takes(v)).sum(),
    ])
}

/// Returns the most free ends of the tour that can be in this set.
fn count_free_ends(problem: &Problem, set: &[u32]) -> u64 {
    let fixed = [problem.start(), problem.end()].into_iter().flatten();
    let fixed: Vec<u32> = fixed.collect();
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

fn check_ends(problem: &Problem, even: u32, odd: u32) -> Checked {
    let colour = check_colours(problem, even, odd)?;
    let of = |end: Option<u32>| end.map(|v| colour[v as usize]);
    let ends = [of(problem.start()), of(problem.end())];
    let wrong = if even == odd {
        // With an even number of steps, the first and the last vertex have different colours.
        ends[0].is_some() && ends[0] == ends[1]
    } else {
        // The colours alternate, and the larger class has both ends.
        ends.contains(&Some(odd < even))
    };
    ensure(wrong, "the ends have the right colours")
}

fn check_symmetry(problem: &Problem, vertex: u32, image: u32, steps: u32) -> Checked {
    let turn: Option<&Symmetry> = problem.get();
    let turn = turn.ok_or("the problem has no symmetry")?;
    let is_image = turn.image(vertex) == image;
    ensure(is_image, "the turn maps it to another square")?;
    same("steps", problem.graph().len() / turn.order(), steps)?;
    let colour = colours(problem)?;
    let differ = colour[vertex as usize] != colour[image as usize];
    ensure(differ != (steps % 2 == 1), "the colours fit the steps")
}

/// Checks that the problem requires a magic tour, and that the reason excludes it.
fn check_magic(problem: &Problem, reason: Unmagic) -> Checked {
    ensure(
        problem.get::<EqualSums>().is_some(),
        "the problem does not require equal sums",
    )?;
    let places = problem.coordinates();
    let places = places.ok_or("there are no ranks and files")?;
    let [ranks, files] = places.sides();
    let squares = u64::from(problem.graph().len());
    if let Unmagic::Fraction { total, lines } = reason {
        let (sum, is_side) = ((1..=squares).sum::<u64>(), [ranks, files].contains(&lines));
        ensure(sum == total, "the steps have another sum")?;
        ensure(is_side, "the board has fewer ranks or files")?;
        let is_fraction = total % u64::from(lines) != 0;
        return ensure(is_fraction, "the sum divides by the lines");
    }
    let is_full = u64::from(ranks) * u64::from(files) == squares;
    let is_full = is_full && squares > 1;
    ensure(is_full, "not every place on the grid is a square")?;
    let is_dark = |v: u32| (places.of(v)[0] + places.of(v)[1]) % 2 == 0;
    let changes = |[v, w]: [u32; 2]| is_dark(v) != is_dark(w);
    let all_change = problem.graph().edges().all(changes);
    ensure(all_change, "a move keeps its colour")?;
    let fits = match reason {
        Unmagic::OddSides => ranks % 2 == 1 && files % 2 == 1,
        _ => ranks % 4 == 2 && files % 4 == 2,
    };
    ensure(fits, "ranks and files have other numbers")
}

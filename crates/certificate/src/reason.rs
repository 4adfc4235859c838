//! Cheap reasons, looked at once more: nothing is taken from the search for them.

use super::degrees::two_colours;
use super::text::ensure;
use super::{clash, magic};
use knightsat_tour::{Kind, Obstruction, Problem};
use std::cmp::Ordering;

/// Whether the reason holds, numbers and all, and rules every tour out.
pub(super) fn check(problem: &Problem, reason: &Obstruction) -> Result<(), String> {
    let graph = problem.graph();
    let is_closed = problem.kind() == Kind::Closed;
    if !is_closed && graph.len() == 1 {
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
        Obstruction::Clash(clash) => clash::check(problem, clash),
        Obstruction::Magic(reason) => magic::check(problem, *reason),
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

/// Vertices that need more moves than others can give and ends spare.
fn check_two_factor(
    problem: &Problem,
    needing: &[u32],
    giving: &[u32],
    [needed, given, spared]: [u32; 3],
) -> Result<(), String> {
    let [takes, has] = count_moves(problem, needing, giving)?;
    same("moves needed", takes, needed.into())?;
    same("moves given", has, given.into())?;
    let ends = count_free_ends(problem, needing);
    same("moves that ends spare", ends, spared.into())?;
    ensure(takes > has + ends, "these are moves enough")
}

/// A vertex with fewer moves than any tour takes there.
fn check_degree(
    problem: &Problem,
    vertex: u32,
    degree: usize,
    needed: usize,
) -> Result<(), String> {
    let both = problem.start().is_some() && problem.end().is_some();
    let is_end = [problem.start(), problem.end()].contains(&Some(vertex));
    let is_inner = problem.kind() == Kind::Closed || both && !is_end;
    same("moves", problem.graph().degree(vertex), degree)?;
    same("moves needed", if is_inner { 2 } else { 1 }, needed)?;
    ensure(degree < needed, "these are moves enough")
}

/// Three vertices, each of which must be an end.
fn check_three_ends(problem: &Problem, ends: &[u32; 3]) -> Result<(), String> {
    let [a, b, c] = ends;
    ensure(a != b && a != c && b != c, "a square is named twice")?;
    ends.iter()
        .try_for_each(|&end| same("moves", problem.graph().degree(end), 1))
}

/// Two vertices with no way from the one to the other.
fn check_disconnected(problem: &Problem, a: u32, b: u32) -> Result<(), String> {
    let mut seen = vec![false; problem.graph().len() as usize];
    let is_reached = reach(problem, a, &mut seen).contains(&b);
    ensure(!is_reached, "moves lead from the one to the other")
}

/// More vertices of one colour than a tour takes in turn.
fn check_majority(problem: &Problem, even: u32, odd: u32) -> Result<(), String> {
    check_colours(problem, even, odd)?;
    let is_open = problem.kind() == Kind::Open;
    ensure(even.abs_diff(odd) > u32::from(is_open), "these numbers fit")
}

/// So many vertices of the two colours.
fn check_colours(problem: &Problem, even: u32, odd: u32) -> Result<(), String> {
    let [evens, odds] = count_colours(problem)?;
    same("squares coloured like the first", evens, even)?;
    same("squares of the other colour", odds, odd)
}

/// The number counted here is the one written there.
fn same<T: PartialEq + std::fmt::Display>(
    what: &str,
    counted: T,
    written: T,
) -> Result<(), String> {
    if counted == written {
        return Ok(());
    }
    Err(format!("{what}: there are {counted}, not {written}"))
}

/// The vertices that can be reached without those already seen, which they then are.
fn reach(problem: &Problem, from: u32, seen: &mut [bool]) -> Vec<u32> {
    let mut found = vec![from];
    seen[from as usize] = true;
    let mut done = 0;
    while let Some(&vertex) = found.get(done) {
        done += 1;
        for &next in problem.graph().neighbours(vertex) {
            if !std::mem::replace(&mut seen[next as usize], true) {
                found.push(next);
            }
        }
    }
    found
}

/// Without k vertices a cycle is at most k paths, and a path at most k + 1, one less for every end
/// among the k.
fn check_pieces(
    problem: &Problem,
    removed: &[u32],
    pieces: u32,
    joined: u32,
) -> Result<(), String> {
    let len = problem.graph().len();
    let mut seen = vec![false; len as usize];
    for &vertex in removed {
        let again = std::mem::replace(&mut seen[vertex as usize], true);
        ensure(!again, "a square is named twice")?;
    }
    ensure(!removed.is_empty(), "no square is named")?;
    let mut found = 0;
    for vertex in 0..len {
        if !seen[vertex as usize] {
            reach(problem, vertex, &mut seen);
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

/// How many moves a tour without free ends has at least from the vertices of the one set to those of
/// the other, which takes them from them only as far as there are no others, and how many it takes
/// at the other set at most.
fn count_moves(problem: &Problem, needing: &[u32], giving: &[u32]) -> Result<[u64; 2], String> {
    let mut seen = vec![false; problem.graph().len() as usize];
    for &vertex in giving.iter().chain(needing) {
        let again = std::mem::replace(&mut seen[vertex as usize], true);
        ensure(!again, "a square is named twice")?;
    }
    needing.iter().for_each(|&v| seen[v as usize] = false);
    // The end of a path that is fixed has one move of it; a closed tour with both is such a path.
    let fixed = [problem.start(), problem.end()];
    let is_path = problem.kind() == Kind::Open || fixed.iter().all(|end| end.is_some());
    let takes = |v: u32| {
        if is_path && fixed.contains(&Some(v)) {
            1
        } else {
            2_u64
        }
    };
    let elsewhere = |v: u32| {
        let others = problem
            .graph()
            .neighbours(v)
            .iter()
            .filter(|&&w| !seen[w as usize]);
        others.count() as u64
    };
    let needed = |&v: &u32| takes(v).saturating_sub(elsewhere(v));
    Ok([
        needing.iter().map(needed).sum(),
        giving.iter().map(|&v| takes(v)).sum(),
    ])
}

/// How many ends of the tour that are not fixed may be in this set.
fn count_free_ends(problem: &Problem, set: &[u32]) -> u64 {
    let fixed: Vec<u32> = [problem.start(), problem.end()]
        .into_iter()
        .flatten()
        .collect();
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
        // The colours take turns: both ends are of the larger class, or one is of each.
        (Ordering::Less, _) => free * has(false),
        (Ordering::Greater, _) => free * has(true),
        (Ordering::Equal, [end, ..]) => has(!colour[*end as usize]),
        (Ordering::Equal, []) => has(false) + has(true),
    }
}

/// Squares coloured like vertex 0, and the others.
fn count_colours(problem: &Problem) -> Result<[u32; 2], String> {
    let colour =
        two_colours(problem).ok_or("moves do not change colour, or do not lead everywhere")?;
    let odd = colour.iter().filter(|&&odd| odd).count() as u32;
    Ok([problem.graph().len() - odd, odd])
}

fn check_ends(problem: &Problem, even: u32, odd: u32) -> Result<(), String> {
    check_colours(problem, even, odd)?;
    let colour = two_colours(problem).unwrap_or_default();
    let of = |end: Option<u32>| end.map(|v| colour[v as usize]);
    let ends = [of(problem.start()), of(problem.end())];
    let wrong = if even == odd {
        // An even number of steps: the first and the last are on different colours.
        ends[0].is_some() && ends[0] == ends[1]
    } else {
        // The colours take turns, and the larger class has both ends.
        ends.contains(&Some(odd < even))
    };
    ensure(wrong, "the ends have the right colours")
}

fn check_symmetry(problem: &Problem, vertex: u32, image: u32, steps: u32) -> Result<(), String> {
    let symmetry = problem.symmetry();
    ensure(symmetry.order() > 1, "no symmetry is asked for")?;
    ensure(
        symmetry.image(vertex) == image,
        "the turn takes it elsewhere",
    )?;
    same("steps", problem.graph().len() / symmetry.order(), steps)?;
    count_colours(problem)?;
    let colour = two_colours(problem).unwrap_or_default();
    let differ = colour[vertex as usize] != colour[image as usize];
    ensure(differ != (steps % 2 == 1), "the colours fit the steps")
}

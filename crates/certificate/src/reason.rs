//! Cheap reasons, looked at once more: nothing is taken from the search for them.

use super::clash;
use super::degrees::{distances, spread, two_colours};
use super::text::{Checked, ensure};
use knightsat_tour::magic::Unmagic;
use knightsat_tour::{Kind, Obstruction, Problem};
use std::cmp::Ordering;

/// Whether the reason holds, numbers and all, and rules every tour out.
pub(super) fn check(problem: &Problem, reason: &Obstruction) -> Checked {
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

/// Vertices that need more moves than others can give and ends spare.
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

/// A vertex with fewer moves than any tour takes there.
fn check_degree(problem: &Problem, vertex: u32, degree: usize, needed: usize) -> Checked {
    let both = problem.start().is_some() && problem.end().is_some();
    let is_end = [problem.start(), problem.end()].contains(&Some(vertex));
    let is_inner = problem.kind() == Kind::Closed || both && !is_end;
    same("moves", problem.graph().degree(vertex), degree)?;
    same("moves needed", if is_inner { 2 } else { 1 }, needed)?;
    ensure(degree < needed, "these are moves enough")
}

/// Three vertices, each of which must be an end.
fn check_three_ends(problem: &Problem, ends: &[u32; 3]) -> Checked {
    let [a, b, c] = ends;
    ensure(a != b && a != c && b != c, "a square is named twice")?;
    ends.iter()
        .try_for_each(|&end| same("moves", problem.graph().degree(end), 1))
}

/// Two vertices with no way from the one to the other.
fn check_disconnected(problem: &Problem, a: u32, b: u32) -> Checked {
    let is_reached = distances(problem, a)[b as usize].is_some();
    ensure(!is_reached, "moves lead from the one to the other")
}

/// More vertices of one colour than a tour takes in turn.
fn check_majority(problem: &Problem, even: u32, odd: u32) -> Checked {
    check_colours(problem, even, odd)?;
    let is_open = problem.kind() == Kind::Open;
    ensure(even.abs_diff(odd) > u32::from(is_open), "these numbers fit")
}

/// So many vertices of the two colours, which it gives.
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

/// The number counted here is the one written there.
fn same<T: PartialEq + std::fmt::Display>(what: &str, counted: T, written: T) -> Checked {
    if counted == written {
        return Ok(());
    }
    Err(format!("{what}: there are {counted}, not {written}"))
}

/// Marks these vertices with 0, none of which is named twice.
fn marked(problem: &Problem, vertices: &[u32]) -> Result<Vec<Option<u32>>, String> {
    let mut marked = vec![None; problem.graph().len() as usize];
    for &vertex in vertices {
        let before = marked[vertex as usize].replace(0);
        ensure(before.is_none(), "a square is named twice")?;
    }
    Ok(marked)
}

/// Without k vertices a cycle is at most k paths, and a path at most k + 1, one less for every end
/// among the k.
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

/// How many moves a tour without free ends has at least from the vertices of the one set to those of
/// the other, which takes them from them only as far as there are no others, and how many it takes
/// at the other set at most.
fn count_moves(problem: &Problem, needing: &[u32], giving: &[u32]) -> Result<[u64; 2], String> {
    marked(problem, &[giving, needing].concat())?;
    let is_giving = marked(problem, giving)?;
    // The end of a path that is fixed has one move of it; a closed tour with both is such a path.
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

/// How many ends of the tour that are not fixed may be in this set.
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
        // The colours take turns: both ends are of the larger class, or one is of each.
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
        // An even number of steps: the first and the last are on different colours.
        ends[0].is_some() && ends[0] == ends[1]
    } else {
        // The colours take turns, and the larger class has both ends.
        ends.contains(&Some(odd < even))
    };
    ensure(wrong, "the ends have the right colours")
}

fn check_symmetry(problem: &Problem, vertex: u32, image: u32, steps: u32) -> Checked {
    let symmetry = problem.symmetry();
    ensure(symmetry.order() > 1, "no symmetry is asked for")?;
    let is_image = symmetry.image(vertex) == image;
    ensure(is_image, "the turn takes it elsewhere")?;
    same("steps", problem.graph().len() / symmetry.order(), steps)?;
    let colour = colours(problem)?;
    let differ = colour[vertex as usize] != colour[image as usize];
    ensure(differ != (steps % 2 == 1), "the colours fit the steps")
}

/// Whether magic tours are asked for, and the reason rules them out.
fn check_magic(problem: &Problem, reason: Unmagic) -> Checked {
    ensure(problem.is_magic(), "no equal sums are asked for")?;
    let places = problem.coordinates();
    let places = places.ok_or("there are no ranks and files")?;
    let [ranks, files] = places.sides();
    let squares = u64::from(problem.graph().len());
    if let Unmagic::Fraction { total, lines } = reason {
        let (sum, is_side) = ((1..=squares).sum::<u64>(), [ranks, files].contains(&lines));
        ensure(sum == total, "the steps have another sum")?;
        ensure(is_side, "so many ranks or files are not there")?;
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

//! Classes of tours up to the symmetries of the board.
//!
//! The number of classes is the average number of tours that a symmetry maps to themselves (the
//! lemma of Cauchy, Frobenius and Burnside). [`fixed`](super::fixed) counts these tours in a
//! quotient graph.

use super::fixed::fixed;
use super::{BigUint, FrontierError, Options, Progress, count_with, reduced};
use crate::search::{Directions, Search};
use itertools::Itertools;
use knightsat_tour::convention::Convention;
use knightsat_tour::symmetry::BoardMap;
use knightsat_tour::table::Backend;
use knightsat_tour::{Circuit, Problem};
use std::collections::HashSet;

/// The largest graph whose tours are listed: some of its quotients are too small for cycles.
const LISTED: u32 = 8;

/// Classes of tours up to the symmetries of the board. A symmetry keeps the moves of the problem,
/// the given ends and the required moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The number of tours, as [`count_with`] counts them: open tours are directed.
    pub tours: BigUint,
    /// The number of symmetries, with the identity. Of an open tour, they keep the direction.
    pub symmetries: usize,
    /// The number of their classes.
    pub classes: BigUint,
    /// The classes of open tours if a tour and its reverse are one.
    pub undirected: Option<(usize, BigUint)>,
    /// The symmetries of undirected tours by name, and the number of tours that each maps to
    /// themselves. The identity is the first.
    pub fixed: Vec<(&'static str, BigUint)>,
}

/// Counts the classes of tours up to the symmetries of the board.
///
/// The primes of the options are not used. Their folder contains the states of the count of all
/// tours; those of symmetric ones are in memory.
///
/// ```
/// # mod knightsat {
/// #     pub use knightsat_count::frontier as count;
/// #     pub use knightsat_tour as tour;
/// # }
/// use knightsat::count::{BigUint, Options, classes};
/// use knightsat::tour::{Kind, Problem};
/// use knightsat::tour::place::Place;
///
/// let place: Place = "6x6".parse()?;
/// let problem = Problem::of(&place, Kind::Closed, None, None)?;
/// let classes = classes(&problem, &Options::default(), &mut |_| {})?;
/// assert_eq!([classes.tours, classes.classes], [9862_u32, 1245].map(BigUint::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn classes(
    problem: &Problem,
    options: &Options,
    report: &mut dyn FnMut(Progress),
) -> Result<Classes, FrontierError> {
    let lowered = reduced(problem, Backend::Classes, options)?;
    let options = &Options {
        primes: Vec::new(),
        ..options.clone()
    };
    let circuit = lowered.circuit();
    let cycles = circuit.problem();
    let mut maps = BoardMap::all(problem);
    maps.retain(|map| keeps_forced(circuit, map));
    let ends = [problem.start(), problem.end()];
    let keeps_ends = |map: &&BoardMap| {
        let mut fixed = ends.into_iter().flatten();
        fixed.all(|end| map.image[end as usize] == end)
    };
    let directed = 1 + maps.iter().filter(keeps_ends).count();
    let count = count_with(problem, options, report)?.tours;
    let tours = count.expect("a count without primes is exact");
    // A tour with a given end is counted in one direction.
    let undirected = &tours / circuit.tours();
    let mut fixed_by = vec![("identity", undirected.clone())];
    if problem.graph().len() <= LISTED {
        let search = Search::new(problem, Directions::One);
        let cycles = search.map(|steps| canonical(circuit.trace(&steps)));
        let listed: HashSet<Vec<u32>> = cycles.collect();
        let counts = maps.iter().map(|map| {
            let image = circuit.trace(&map.image);
            let is_fixed = |cycle: &&Vec<u32>| {
                let mapped = cycle.iter().map(|&vertex| image[vertex as usize]);
                canonical(mapped.collect()) == **cycle
            };
            let count = listed.iter().filter(is_fixed).count();
            (map.name, count.into())
        });
        fixed_by.extend(counts);
    } else {
        for (number, map) in maps.iter().enumerate() {
            let like = maps[..number]
                .iter()
                .position(|other| are_alike(&maps, other, map));
            let tours = match like {
                Some(like) => fixed_by[1 + like].1.clone(),
                None => {
                    let image = circuit.trace(&map.image);
                    fixed(&cycles, &image, &undirected, options, report)?
                }
            };
            fixed_by.push((map.name, tours));
        }
    }
    let sum: BigUint = fixed_by.iter().map(|(_, tours)| tours).sum();
    let classes = sum / fixed_by.len();
    // Open tours are counted with their direction.
    Ok(if Convention::of(problem) == Convention::OpenDirected {
        Classes {
            // Only the identity keeps a tour and its direction, from its first vertex on.
            classes: &tours / directed,
            tours,
            symmetries: directed,
            undirected: Some((fixed_by.len(), classes)),
            fixed: fixed_by,
        }
    } else {
        Classes {
            tours,
            symmetries: fixed_by.len(),
            classes,
            undirected: None,
            fixed: fixed_by,
        }
    })
}

/// Returns true if a map takes the edges that every cycle takes to such edges. A vertex without an
/// image is its own.
fn keeps_forced(circuit: &Circuit, map: &BoardMap) -> bool {
    let image = |vertex: u32| map.image.get(vertex as usize).copied().unwrap_or(vertex);
    let mut forced = circuit.forced().iter();
    let arcs = circuit.fixed_arcs();
    let is_fixed = |[a, b]: [u32; 2]| arcs.contains(&[a, b]) || arcs.contains(&[b, a]);
    forced.all(|&[a, b]| circuit.is_forced(image(a), image(b)))
        && arcs.iter().all(|arc| is_fixed(arc.map(image)))
}

/// Returns true if two maps fix equally many tours: one is the inverse of the other, or a third map
/// takes the one to the other.
fn are_alike(maps: &[BoardMap], one: &BoardMap, other: &BoardMap) -> bool {
    let then = |first: &BoardMap, second: &BoardMap| {
        let image = |vertex: &u32| second.image[*vertex as usize];
        first.image.iter().map(image).collect_vec()
    };
    let is_identity = (0..).eq(then(one, other));
    is_identity || maps.iter().any(|map| then(one, map) == then(map, other))
}

/// Returns a cycle from its least vertex on, in the direction that comes first.
fn canonical(mut cycle: Vec<u32>) -> Vec<u32> {
    let least = |cycle: &mut Vec<u32>| {
        let place = cycle.iter().position_min();
        cycle.rotate_left(place.unwrap_or_default());
    };
    least(&mut cycle);
    let mut reverse = cycle.iter().rev().copied().collect_vec();
    least(&mut reverse);
    cycle.min(reverse)
}

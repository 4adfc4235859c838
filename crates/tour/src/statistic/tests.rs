//! Statistics against a geometric brute force, on random tours of boards with holes.

#[path = "../../../../tests/common/points.rs"]
#[expect(dead_code, reason = "this crate uses statistics only")]
mod points;

use super::*;
use crate::Kind;
use crate::board::Board;
use crate::cases::{assert_message, cases};
use crate::geometry::{NoDirection, Wrap};
use crate::symmetry::TourSymmetry;
use crate::tour::Tour;
use knightsat_base::random::Rng;
use points::Points;

/// Returns a random problem with a tour: the squares off a random walk are holes. Sides may be
/// joined, if moves have directions.
fn random(rng: &mut Rng, wrap: Option<Wrap>) -> Option<(Place, Problem, Vec<u32>)> {
    let leapers = "1,2 0,1 0,2 1,1 1,3 2,3 1,4 2,2".split(' ').collect_vec();
    let leap: crate::board::Leap = leapers[rng.below(leapers.len())].parse().unwrap();
    let board = Board::new(4 + rng.below(4) as u32, 4 + rng.below(5) as u32).unwrap();
    let board = board.with_leaper(leap.0, leap.1).unwrap();
    let joined = |board: &Board| Place::from(board.clone()).with_moves(wrap, None);
    let place = joined(&board).unwrap();
    place.directions().ok()?;
    let graph = place.graph();
    let mut walk = vec![rng.below(graph.len() as usize) as u32];
    for _ in 0..rng.below(40) {
        let beside = graph.neighbours(walk[walk.len() - 1]).iter().copied();
        let free = beside.filter(|vertex| !walk.contains(vertex)).collect_vec();
        if !free.is_empty() {
            walk.push(free[rng.below(free.len())]);
        }
    }
    let is_closed = walk.len() > 2 && graph.has_edge(walk[walk.len() - 1], walk[0]);
    let kind = if is_closed { Kind::Closed } else { Kind::Open };
    let squares = walk.iter().map(|&v| board.square(v)).collect_vec();
    let all = (0..board.squares()).map(|vertex| board.square(vertex));
    let holes = all.filter(|square| !squares.contains(square)).collect_vec();
    let board = board.with_holes(&holes).unwrap();
    let steps = squares.iter().map(|&square| board.vertex(square).unwrap());
    let steps = steps.collect_vec();
    let place = joined(&board).unwrap();
    let problem = Problem::of(&place, kind, None, None).unwrap();
    Tour::verify(&problem, steps.clone()).ok()?;
    Some((place, problem, steps))
}

#[test]
fn values_and_sums_are_those_of_the_definitions() {
    let mut rng = Rng::new(52, 0);
    let [mut tours, mut closed, mut crossed, mut joined] = [0; 4];
    let wraps = [
        None,
        None,
        Some(Wrap::Files),
        Some(Wrap::Ranks),
        Some(Wrap::Both),
    ];
    let random = || {
        let wrap = wraps[rng.below(5)];
        random(&mut rng, wrap)
    };
    for (place, problem, steps) in std::iter::repeat_with(random).flatten() {
        tours += 1;
        joined += usize::from(place.coordinates().is_none());
        closed += usize::from(problem.kind() == Kind::Closed);
        let points = Points::new(&place, &steps, problem.kind());
        let taken = BTreeSet::from_iter(points.moves().into_iter().map(|[a, b]| edge(a, b)));
        let mut slopes = 0;
        for statistic in Statistic::all(&problem) {
            let (name, expected) = (statistic.to_string(), points.value(&statistic));
            let about = format!("{name} of {steps:?}: {problem:?}");
            assert_eq!(Statistic::named(&name).as_ref(), Some(&statistic));
            let value = statistic.value(&problem, &steps).unwrap();
            assert_eq!(value, expected, "{about}");
            let sum = statistic.sum(&problem, &Stop::default()).unwrap();
            assert_eq!(sum.value(|edge| taken.contains(&edge)), expected, "{about}");
            for term in &sum.terms {
                let holds =
                    |any: &&Alternative| any.edges().iter().all(|edge| taken.contains(edge));
                assert!(term.any.iter().filter(holds).count() <= 1, "{about}");
            }
            slopes += if name.starts_with("slope") {
                expected
            } else {
                0
            };
            crossed += usize::from(name == "crossings" && expected > 0);
        }
        // Every move has a slope.
        assert_eq!(slopes, taken.len() as i64, "{steps:?}: {problem:?}");
        if tours == 1000 {
            break;
        }
    }
    let are_many = closed > 50 && crossed > 100 && joined > 100;
    assert!(
        are_many,
        "{closed} closed, {crossed} crossed, {joined} joined"
    );
}

/// Moves have directions if and only if no two leaps lead to the same square.
#[test]
fn moves_across_joined_sides_have_directions_if_leaps_are_certain() {
    let [mut certain, mut uncertain] = [0; 2];
    let sides = itertools::iproduct!(1..8, 1..8, [Wrap::Files, Wrap::Ranks, Wrap::Both]);
    for ((ranks, files, wrap), leaper) in sides.cartesian_product(["1,2", "0,1", "1,3", "king"]) {
        let board = Place::from(Board::new(ranks, files).unwrap());
        let piece = leaper.parse().unwrap();
        let place = board.with_moves(Some(wrap), Some(piece)).unwrap();
        let board = place.any_board().unwrap();
        let (vectors, graph) = (board.vectors(), place.graph());
        let joined = board.sides().map(i64::from);
        let is_joined = [false, wrap != Wrap::Files, wrap != Wrap::Ranks];
        // All leaps from a vertex to another.
        let leaps = |from: u32, to: u32| {
            let [from, to] = [from, to].map(|vertex| board.outline().place(vertex).map(i64::from));
            let leads = |vector: &&[i64; 3]| {
                (0..3).all(|axis| {
                    let off = from[axis] + vector[axis] - to[axis];
                    off == 0 || is_joined[axis] && off % joined[axis] == 0
                })
            };
            vectors.iter().filter(leads).collect_vec()
        };
        let about = format!("{place} {leaper}");
        match place.directions() {
            Ok(places) => {
                certain += 1;
                for [a, b] in graph.edges().flat_map(|[a, b]| [[a, b], [b, a]]) {
                    let [layers, rank, file] = *leaps(a, b)[..].iter().exactly_one().unwrap();
                    assert_eq!(
                        (*layers, places.vector(a, b)),
                        (0, [*rank, *file]),
                        "{about}"
                    );
                }
            }
            Err(NoDirection::Short { least, .. }) => {
                uncertain += 1;
                let mut edges = graph.edges();
                assert!(edges.any(|[a, b]| leaps(a, b).len() > 1), "{about}");
                let mut sides = is_joined.into_iter().zip(joined);
                assert!(sides.any(|(is, side)| is && side < least as i64), "{about}");
            }
            Err(other) => panic!("{about}: {other}"),
        }
    }
    assert!(certain > 200 && uncertain > 200, "{certain} {uncertain}");
}

#[test]
fn a_statistic_that_tours_have_not_is_refused_with_the_reason() {
    for (request, expected) in cases(
        "
        4x4 both turns => turns: on the 4x4 torus, leaps in different directions lead to the same \
            square: use joined sides of at least 5 squares, or weights(FILE)
        4x5 ranks slope+2 => …: on the 4x5 cylinder of joined ranks, leaps in different directions…
        4x5 files turns =>
        5x5 both turns =>
        3x4 ranks obtuse =>
        5x5 both crossings => crossings: crossings are between moves that cross no joined side: use \
            a board without joined sides, or weights(FILE)
        4x4x4 - turns => turns: angles, crossings and slopes are in one layer, and 4x4x4 has \
            several: use a board, or weights(FILE)
        ",
    ) {
        let [board, wrap, name] = request.split(' ').collect_array().unwrap();
        let place = board.parse::<Place>().unwrap();
        let place = place.with_moves(wrap.parse().ok(), None).unwrap();
        let problem = Problem::of(&place, Kind::Closed, None, None).unwrap();
        let statistic = Statistic::named(name).unwrap();
        let sum = statistic.sum(&problem, &Stop::default()).map(|_| ());
        let steps: Vec<u32> = (0..place.len()).collect();
        let value = statistic.value(&problem, &steps).map(|_| ());
        for found in [statistic.check(&problem), sum, value] {
            let found = found.map_or_else(|error| error.to_string(), |()| String::new());
            assert_message(&found, &expected, &request);
        }
        assert_eq!(Statistic::all(&problem).contains(&statistic), expected.is_empty());
    }
}

#[test]
fn weights_are_read_and_added_up() {
    let place: Place = "3x4".parse().unwrap();
    let problem = Problem::of(&place, Kind::Open, None, None).unwrap();
    let steps = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
    let text = "# cents\nc2 a1 5\n\na3 c2 -7 # back\nb1 d2 100\na1 b3 9\n";
    let weights = Statistic::Weights(Weights::read("w", text, &place).unwrap());
    assert_eq!(weights.to_string(), "weights(w)");
    assert_eq!(weights.value(&problem, &steps).unwrap(), 98);
    let sum = weights.sum(&problem, &Stop::default()).unwrap();
    assert_eq!((sum.constant, sum.terms.len()), (0, 4));
    for (text, expected) in cases(
        r"
        a1 c2 => 1:1: write two vertices and a weight: a1 c2 5
        \na1 c3 5 => 2:1: a1-c3 is not a move of the knight on 3x4
        a1 c2 5\nc2 a1 6 => 2:1: a1-c2 has two weights
        a1 c2 2147483649 => …'2147483649' is not a weight…
        a1 c2 -9999999999999999999 => …is not a weight…
        a1 z9 1 => …z9 is not on the 3x4 board…
        ",
    ) {
        let error = Weights::read("w", &text, &place).unwrap_err().to_string();
        assert_message(&error, &expected, &text);
    }
}

#[test]
fn names_are_read_and_graphs_have_weights_only() {
    assert_eq!(Statistic::named("slope4/2"), Statistic::named("slope+2"));
    for name in "slope slope+0/0 slope1/-2 slope+2/ turn straights  weights".split(' ') {
        assert_eq!(Statistic::named(name), None, "{name}");
    }
    let place = Place::Graph(Graph::from_edges(3, &[[0, 1], [1, 2], [2, 0]]));
    let problem = Problem::of(&place, Kind::Closed, None, None).unwrap();
    assert!(Statistic::all(&problem).is_empty());
    for name in ["turns", "crossings", "slope+2"] {
        let statistic = Statistic::named(name).unwrap();
        let remedy = "a graph has no angles, crossings or slopes: use a board, or weights(FILE)";
        let value = statistic.value(&problem, &[0, 1, 2]).unwrap_err();
        let sum = statistic.sum(&problem, &Stop::default()).unwrap_err();
        for error in [value, sum] {
            assert_eq!(error.to_string(), format!("{name}: {remedy}"));
        }
    }
    let weights = Weights::read("w", "1 2 4\n3 1 -1\n", &place).unwrap();
    let value = Statistic::Weights(weights).value(&problem, &[0, 1, 2]);
    assert_eq!(value.unwrap(), 3);
}

#[test]
fn time_may_be_up() {
    let place: Place = "300x300".parse().unwrap();
    let problem = Problem::of(&place, Kind::Closed, None, None).unwrap();
    let stop = Stop::after(std::time::Duration::ZERO);
    for name in ["turns", "crossings", "slope+2"] {
        let sum = Statistic::named(name).unwrap().sum(&problem, &stop);
        assert!(matches!(sum, Err(StatisticError::Stopped(_))));
    }
}

/// Returns the image of a square of a board whose last rank and file are `m` and `n`.
fn image(map: &str, [m, n]: [i64; 2], [rank, file]: [i64; 2]) -> [i64; 2] {
    match map {
        "rot90" => [n - file, rank],
        "rot180" => [m - rank, n - file],
        "rot270" => [file, n - rank],
        "flip-ranks" => [m - rank, file],
        "flip-files" => [rank, n - file],
        "diagonal" => [file, rank],
        _ => [n - file, n - rank],
    }
}

#[test]
fn symmetries_of_tours_are_found() {
    let mut rng = Rng::new(52, 1);
    let mut found = BTreeSet::new();
    for (place, problem, steps) in (0..4000).filter_map(|_| random(&mut rng, None)) {
        let points = Points::new(&place, &steps, problem.kind());
        let places = problem.coordinates().unwrap();
        let sides = places.sides().map(|side| i64::from(side) - 1);
        let square = |vertex| places.of(vertex).map(i64::from);
        let squares: BTreeSet<[i64; 2]> = (0..problem.graph().len()).map(square).collect();
        let edges = |map: &dyn Fn([i64; 2]) -> [i64; 2]| {
            let ends = points.moves().into_iter();
            let mut ends = ends
                .map(|ends| ends.map(|end| map(square(end))))
                .collect_vec();
            ends.iter_mut().for_each(|ends| ends.sort_unstable());
            BTreeSet::from_iter(ends)
        };
        let all = TourSymmetry::all(&problem, &steps);
        for name in "rot90 rot180 rot270 flip-ranks flip-files diagonal antidiagonal".split(' ') {
            let map = |square| image(name, sides, square);
            let keeps_sides = sides[0] == sides[1] || "rot180 flip-ranks flip-files".contains(name);
            let is_board = keeps_sides && squares.iter().all(|&at| squares.contains(&map(at)));
            let is_symmetric = is_board && edges(&map) == edges(&|square| square);
            // Of maps that are the same here, only the first is named.
            let is_same =
                |other: &str| squares.iter().all(|&at| map(at) == image(other, sides, at));
            let symmetry = all
                .iter()
                .find(|symmetry| is_board && is_same(symmetry.map));
            // A map that moves no square is none.
            let is_still = squares.iter().all(|&at| map(at) == at);
            let is_found = symmetry.is_some() == is_symmetric || is_still;
            assert!(is_found, "{name} {steps:?} {problem:?}");
            if let Some(symmetry) = symmetry.filter(|_| steps.len() > 2) {
                found.insert((name, problem.kind() == Kind::Closed, symmetry.reversed));
            }
        }
    }
    assert!(found.len() > 12, "{found:?}");
}

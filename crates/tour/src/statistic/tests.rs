//! Statistics against a geometric brute force, on random tours of boards with holes.

use super::*;
use crate::Kind;
use crate::board::Board;
use crate::cases::{assert_message, cases};
use crate::symmetry::TourSymmetry;
use crate::tour::Tour;
use itertools::iproduct;
use knightsat_base::random::Rng;

/// Returns the edges of a tour in order.
fn moves(problem: &Problem, steps: &[u32]) -> Vec<Edge> {
    let moves = Succession::of(problem).moves(steps);
    moves.map(|[a, b]| edge(a, b)).collect()
}

/// Returns a random problem with a tour: the squares off a random walk are holes.
fn random(rng: &mut Rng) -> Option<(Problem, Vec<u32>)> {
    let leapers = "1,2 0,1 0,2 1,1 1,3 2,3 1,4 2,2".split(' ').collect_vec();
    let leap: crate::board::Leap = leapers[rng.below(leapers.len())].parse().unwrap();
    let board = Board::new(4 + rng.below(4) as u32, 4 + rng.below(5) as u32).unwrap();
    let board = board.with_leaper(leap.0, leap.1).unwrap();
    let graph = board.graph();
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
    let problem = Place::from(board).problem(kind, None, None).unwrap();
    Tour::verify(&problem, steps.clone()).ok()?;
    Some((problem, steps))
}

/// Returns the points of a tour in order, the first one again at the end of a closed one.
fn points(problem: &Problem, steps: &[u32]) -> Vec<[f64; 2]> {
    let again = (problem.kind() == Kind::Closed).then(|| steps[0]);
    let places = problem.coordinates().unwrap();
    let point = |vertex| places.of(vertex).map(f64::from);
    steps.iter().copied().chain(again).map(point).collect()
}

/// Returns the statistics that the definitions give: names and values.
fn by_definition(problem: &Problem, steps: &[u32]) -> BTreeMap<String, i64> {
    let points = points(problem, steps);
    let names = "turns straight acute right obtuse bent crossings".split(' ');
    let mut values: BTreeMap<String, i64> = names.map(|name| (name.to_string(), 0)).collect();
    let mut add = |name: &str| *values.entry(name.to_string()).or_insert(0) += 1;
    let is_closed = problem.kind() == Kind::Closed;
    let around = points.get(1).filter(|_| is_closed);
    let corners = points.iter().chain(around).collect_vec();
    for three in corners.windows(3) {
        let direction = |from: &[f64; 2], to: &[f64; 2]| (to[0] - from[0]).atan2(to[1] - from[1]);
        let change = direction(three[1], three[2]) - direction(three[0], three[1]);
        let change = change.to_degrees().rem_euclid(360.0);
        let angle = 180.0 - change.min(360.0 - change);
        let is = |other: f64| (angle - other).abs() < 1e-6;
        match angle {
            _ if is(90.0) => add("right"),
            ..90.0 => add("acute"),
            _ => add("obtuse"),
        }
        add(if is(180.0) { "straight" } else { "turns" });
        if angle > 90.0 && !is(90.0) && !is(180.0) {
            add("bent");
        }
    }
    let moves = points.windows(2).collect_vec();
    for move_ in &moves {
        let [up, right] = [0, 1].map(|axis| move_[1][axis] - move_[0][axis]);
        let is = |(rise, run): &(u8, u8)| up * f64::from(*run) == right * f64::from(*rise);
        let fractions = || iproduct!(0..8, 0..8).filter(|&fraction| fraction != (0, 0));
        let rising = fractions().find(is).map(|fraction| ("+", fraction));
        let falling =
            || fractions().find(|&(rise, run)| up * f64::from(run) == -right * f64::from(rise));
        let (sign, (rise, run)) = rising.unwrap_or_else(|| ("-", falling().unwrap()));
        match (rise, run) {
            (0, _) => add("slope+0"),
            (_, 0) => add("slope+1/0"),
            (rise, 1) => add(&format!("slope{sign}{rise}")),
            (rise, run) => add(&format!("slope{sign}{rise}/{run}")),
        }
    }
    for [one, other] in moves.iter().array_combinations() {
        // p + t r = q + u s
        let [p, q] = [one[0], other[0]];
        let [r, s] = [one, other].map(|ends| [ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]]);
        let area = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
        let between = [q[0] - p[0], q[1] - p[1]];
        let (t, u) = (area(between, s) / area(r, s), area(between, r) / area(r, s));
        let is_inside = |part: f64| part > 1e-9 && part < 1.0 - 1e-9;
        if area(r, s) != 0.0 && is_inside(t) && is_inside(u) {
            add("crossings");
        }
    }
    values
}

#[test]
fn values_and_sums_are_those_of_the_definitions() {
    let mut rng = Rng::new(52, 0);
    let [mut tours, mut closed, mut crossed] = [0; 3];
    while tours < 1000 {
        let Some((problem, steps)) = random(&mut rng) else {
            continue;
        };
        tours += 1;
        closed += usize::from(problem.kind() == Kind::Closed);
        let expected = by_definition(&problem, &steps);
        crossed += usize::from(expected["crossings"] > 0);
        let taken = BTreeSet::from_iter(moves(&problem, &steps));
        let all = Statistic::all(&problem);
        let names = all.iter().map(Statistic::to_string).collect_vec();
        assert!(expected.keys().all(|name| names.contains(name)));
        for (statistic, name) in all.iter().zip(&names) {
            let expected = expected.get(name).copied().unwrap_or(0);
            let about = format!("{name} of {steps:?}: {problem:?}");
            assert_eq!(Statistic::named(name).as_ref(), Some(statistic));
            assert_eq!(
                statistic.value(&problem, &steps).unwrap(),
                expected,
                "{about}"
            );
            let sum = statistic.sum(&problem, &Stop::default()).unwrap();
            assert_eq!(sum.value(|edge| taken.contains(&edge)), expected, "{about}");
            for term in &sum.terms {
                let holds =
                    |any: &&Alternative| any.edges().iter().all(|edge| taken.contains(edge));
                assert!(term.any.iter().filter(holds).count() <= 1, "{about}");
            }
        }
    }
    assert!(
        closed > 50 && crossed > 100,
        "{closed} closed, {crossed} crossed"
    );
}

#[test]
fn weights_are_read_and_added_up() {
    let place: Place = "3x4".parse().unwrap();
    let problem = place.problem(Kind::Open, None, None).unwrap();
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
    let problem = place.problem(Kind::Closed, None, None).unwrap();
    assert!(Statistic::all(&problem).is_empty());
    for name in ["turns", "crossings", "slope+2"] {
        let statistic = Statistic::named(name).unwrap();
        let remedy = "a graph has no angles, crossings or slopes: use a board, or weights(FILE)";
        let value = statistic.value(&problem, &[0, 1, 2]).unwrap_err();
        let sum = statistic.sum(&problem, &Stop::default()).unwrap_err();
        assert_eq!(
            [value.to_string(), sum.to_string()],
            [0; 2].map(|_| format!("{name}: {remedy}"))
        );
    }
    let weights = Weights::read("w", "1 2 4\n3 1 -1\n", &place).unwrap();
    let value = Statistic::Weights(weights).value(&problem, &[0, 1, 2]);
    assert_eq!(value.unwrap(), 3);
}

#[test]
fn time_may_be_up() {
    let place: Place = "300x300".parse().unwrap();
    let problem = place.problem(Kind::Closed, None, None).unwrap();
    let stop = Stop::after(std::time::Duration::ZERO);
    for name in ["turns", "crossings", "slope+2"] {
        let sum = Statistic::named(name).unwrap().sum(&problem, &stop);
        assert!(matches!(sum, Err(StatisticError::Stopped(_))));
    }
}

#[test]
fn symmetries_of_tours_are_found() {
    let mut rng = Rng::new(52, 1);
    let mut found = BTreeSet::new();
    for (problem, steps) in (0..4000).filter_map(|_| random(&mut rng)) {
        let places = problem.coordinates().unwrap();
        let [m, n] = places.sides().map(|side| i64::from(side) - 1);
        let square = |vertex| places.of(vertex).map(i64::from);
        let squares: BTreeSet<[i64; 2]> = (0..problem.graph().len()).map(square).collect();
        type Map = fn([i64; 2], [i64; 2]) -> [i64; 2];
        let maps: [(&str, Map); 7] = [
            ("rot90", |[_, n], [rank, file]| [n - file, rank]),
            ("rot180", |[m, n], [rank, file]| [m - rank, n - file]),
            ("rot270", |[_, n], [rank, file]| [file, n - rank]),
            ("flip-ranks", |[m, _], [rank, file]| [m - rank, file]),
            ("flip-files", |[_, n], [rank, file]| [rank, n - file]),
            ("diagonal", |_, [rank, file]| [file, rank]),
            ("antidiagonal", |[_, n], [rank, file]| [n - file, n - rank]),
        ];
        let all = TourSymmetry::all(&problem, &steps);
        for (name, map) in maps {
            let map = |square| map([m, n], square);
            let image = |ends: Edge| {
                let mut ends = ends.map(|end| map(square(end)));
                ends.sort_unstable();
                ends
            };
            let own = moves(&problem, &steps).into_iter().map(|ends| {
                let mut ends = ends.map(square);
                ends.sort_unstable();
                ends
            });
            let images = moves(&problem, &steps).into_iter().map(image);
            let keeps_sides = m == n || ["rot180", "flip-ranks", "flip-files"].contains(&name);
            let is_board =
                keeps_sides && squares.iter().all(|&square| squares.contains(&map(square)));
            let is_symmetric = is_board && BTreeSet::from_iter(images) == BTreeSet::from_iter(own);
            let symmetry = all.iter().find(|symmetry| symmetry.map == name);
            if steps.len() > 1 {
                assert_eq!(
                    symmetry.is_some(),
                    is_symmetric,
                    "{name} {steps:?} {problem:?}"
                );
            }
            if let Some(symmetry) = symmetry.filter(|_| steps.len() > 2) {
                found.insert((name, problem.kind() == Kind::Closed, symmetry.reversed));
            }
        }
    }
    assert!(found.len() > 12, "{found:?}");
}

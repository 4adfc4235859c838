//! Statistics against a geometric brute force, on random tours of boards with holes.

use super::*;
use crate::Kind;
use crate::board::Board;
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
    let leapers = [
        (1, 2),
        (0, 1),
        (0, 2),
        (1, 1),
        (1, 3),
        (2, 3),
        (1, 4),
        (2, 2),
    ];
    let (a, b) = leapers[rng.below(leapers.len())];
    let board = Board::new(4 + rng.below(4) as u32, 4 + rng.below(5) as u32).unwrap();
    let board = board.with_leaper(a, b).unwrap();
    let graph = board.graph();
    let mut walk = vec![rng.below(graph.len() as usize) as u32];
    let length = 1 + rng.below(40);
    while walk.len() < length {
        let beside = graph.neighbours(walk[walk.len() - 1]).iter().copied();
        let free = beside.filter(|vertex| !walk.contains(vertex)).collect_vec();
        if free.is_empty() {
            break;
        }
        walk.push(free[rng.below(free.len())]);
    }
    let last = walk[walk.len() - 1];
    let is_closed = walk.len() > 2 && graph.has_edge(last, walk[0]);
    let kind = if is_closed { Kind::Closed } else { Kind::Open };
    let squares = walk
        .iter()
        .map(|&vertex| board.square(vertex))
        .collect_vec();
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
    let mut values = BTreeMap::new();
    for name in [
        "turns",
        "straight",
        "acute",
        "right",
        "obtuse",
        "bent",
        "crossings",
    ] {
        values.insert(name.to_string(), 0);
    }
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
        let slopes = [
            ("+1/0", f64::INFINITY),
            ("+0", 0.0),
            ("+1", 1.0),
            ("-1", -1.0),
        ];
        let named = slopes.iter().find(|(_, slope)| {
            if slope.is_infinite() {
                right == 0.0
            } else {
                right != 0.0 && up / right == *slope
            }
        });
        let oblique = iproduct!(1..8, 1..8, ["+", "-"]).find_map(|(rise, run, sign)| {
            let slope = f64::from(rise) / f64::from(run) * if sign == "+" { 1.0 } else { -1.0 };
            if right == 0.0 || (up / right - slope).abs() > 1e-9 {
                return None;
            }
            Some(match run {
                1 => format!("{sign}{rise}"),
                _ => format!("{sign}{rise}/{run}"),
            })
        });
        let name = named.map(|(name, _)| name.to_string()).or(oblique);
        add(&format!("slope{}", name.unwrap()));
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
    let weights = Weights::read("w", text, &place).unwrap();
    let weights = Statistic::Weights(weights);
    assert_eq!(weights.to_string(), "weights(w)");
    assert_eq!(weights.value(&problem, &steps).unwrap(), 98);
    let sum = weights.sum(&problem, &Stop::default()).unwrap();
    assert_eq!((sum.constant, sum.terms.len()), (0, 4));
    let fault = |text: &str| Weights::read("w", text, &place).unwrap_err().to_string();
    assert_eq!(
        fault("a1 c2"),
        "1:1: write two vertices and a weight: a1 c2 5"
    );
    assert_eq!(
        fault("\na1 c3 5"),
        "2:1: a1-c3 is not a move of the knight on 3x4"
    );
    assert_eq!(fault("a1 c2 5\nc2 a1 6"), "2:1: a1-c2 has two weights");
    assert!(fault("a1 c2 2147483649").contains("'2147483649' is not a weight"));
    assert!(fault("a1 c2 -9999999999999999999").contains("is not a weight"));
    assert!(fault("a1 z9 1").contains("z9 is not on the 3x4 board"));
}

#[test]
fn names_are_read_and_graphs_have_weights_only() {
    for name in [
        "slope+2",
        "slope-1/2",
        "slope+1/0",
        "slope+0",
        "turns",
        "bent",
    ] {
        assert_eq!(Statistic::named(name).unwrap().to_string(), name);
    }
    assert_eq!(Statistic::named("slope4/2"), Statistic::named("slope+2"));
    for name in [
        "slope",
        "slope+0/0",
        "slope1/-2",
        "slope+2/",
        "turn",
        "straights",
        "",
        "weights",
    ] {
        assert_eq!(Statistic::named(name), None, "{name}");
    }
    let place = Place::Graph(Graph::from_edges(3, &[[0, 1], [1, 2], [2, 0]]));
    let problem = place.problem(Kind::Closed, None, None).unwrap();
    assert!(Statistic::all(&problem).is_empty());
    for name in ["turns", "crossings", "slope+2"] {
        let statistic = Statistic::named(name).unwrap();
        let expected = format!(
            "{name}: a graph has no angles, crossings or slopes: use a board, or weights(FILE)"
        );
        let value = statistic.value(&problem, &[0, 1, 2]).unwrap_err();
        let sum = statistic.sum(&problem, &Stop::default()).unwrap_err();
        assert_eq!([value.to_string(), sum.to_string()], [&expected[..]; 2]);
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
    for _ in 0..4000 {
        let Some((problem, steps)) = random(&mut rng) else {
            continue;
        };
        let is_closed = problem.kind() == Kind::Closed;
        let all = TourSymmetry::all(&problem, &steps);
        let point = |vertex| problem.coordinates().unwrap().of(vertex).map(f64::from);
        let sides = problem.coordinates().unwrap().sides().map(f64::from);
        let centre = sides.map(|side| (side - 1.0) / 2.0);
        let edges = |map: &dyn Fn([f64; 2]) -> [f64; 2]| {
            let edges = moves(&problem, &steps).into_iter().map(|edge| {
                let mut edge = edge.map(|vertex| map(point(vertex)).map(|side| side as i64));
                edge.sort_unstable();
                edge
            });
            edges.collect::<BTreeSet<_>>()
        };
        let own = edges(&|point| point);
        // Turns and reflections about the centre, as matrices.
        for (name, [[a, b], [c, d]]) in [
            ("rot90", [[0.0, -1.0], [1.0, 0.0]]),
            ("rot180", [[-1.0, 0.0], [0.0, -1.0]]),
            ("rot270", [[0.0, 1.0], [-1.0, 0.0]]),
            ("flip-ranks", [[-1.0, 0.0], [0.0, 1.0]]),
            ("flip-files", [[1.0, 0.0], [0.0, -1.0]]),
            ("diagonal", [[0.0, 1.0], [1.0, 0.0]]),
            ("antidiagonal", [[0.0, -1.0], [-1.0, 0.0]]),
        ] {
            let map = |[rank, file]: [f64; 2]| {
                let [rank, file] = [rank - centre[0], file - centre[1]];
                [
                    a * rank + b * file + centre[0],
                    c * rank + d * file + centre[1],
                ]
            };
            let is_board = (b == 0.0 || sides[0] == sides[1])
                && (0..problem.graph().len()).all(|vertex| {
                    let image = map(point(vertex));
                    (0..problem.graph().len()).any(|vertex| point(vertex) == image)
                });
            let expected = steps.len() > 1 && is_board && edges(&map) == own;
            let symmetry = all.iter().find(|symmetry| symmetry.map == name);
            if steps.len() > 1 {
                assert_eq!(symmetry.is_some(), expected, "{name} {steps:?} {problem:?}");
            }
            if let Some(symmetry) = symmetry.filter(|_| steps.len() > 2) {
                found.insert((name, is_closed, symmetry.reversed));
            }
        }
    }
    assert!(found.len() > 12, "{found:?}");
}

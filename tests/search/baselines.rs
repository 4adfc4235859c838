//! Tours without a solver: Warnsdorff's rule against a slow stranger, and depth-first search. The
//! law of backends compares their verdicts with all tours.

use itertools::Itertools;
use knightsat::search::{Unknown, Verdict};
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::outline::Square;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_search::heuristic::backtrack;
use knightsat_search::heuristic::leaps::Leaps;
use knightsat_search::heuristic::warnsdorff::{self, Stuck, Tie};
use std::thread;
use std::time::Duration;

/// The rule again, on a drawing of the board: squares are (rank, file) from 0, leaps (up, right).
struct Slow {
    side: i32,
    leaps: Vec<(i32, i32)>,
    visited: Vec<(i32, i32)>,
}

impl Slow {
    fn new(side: u32, order: &str) -> Slow {
        let hours = [
            (2, 1),
            (1, 2),
            (-1, 2),
            (-2, 1),
            (-2, -1),
            (-1, -2),
            (1, -2),
            (2, -1),
        ];
        let leap = |digit: char| hours[digit.to_digit(10).unwrap() as usize - 1];
        Slow {
            side: side as i32,
            leaps: order.chars().map(leap).collect(),
            visited: Vec::new(),
        }
    }

    fn moves(&self, (rank, file): (i32, i32), also: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let inside = 0..self.side;
        let targets = self
            .leaps
            .iter()
            .map(|(up, right)| (rank + up, file + right));
        let is_free = |to: &(i32, i32)| {
            inside.contains(&to.0)
                && inside.contains(&to.1)
                && !self.visited.contains(to)
                && !also.contains(to)
        };
        targets.filter(is_free).collect()
    }

    /// Returns true if a walk covers the whole board, and the walk.
    fn walk(&mut self, start: (i32, i32), looks_ahead: bool) -> Vec<(i32, i32)> {
        self.visited = vec![start];
        loop {
            let moves = self.moves(*self.visited.last().unwrap(), &[]);
            let cost = |to: (i32, i32)| {
                let onward = self.moves(to, &[to]);
                let ahead = onward
                    .iter()
                    .map(|&next| self.moves(next, &[to, next]).len());
                let ahead = ahead.min().filter(|_| looks_ahead);
                (onward.len(), ahead)
            };
            // The first of several with the least cost.
            let Some(best) = moves.iter().copied().min_by_key(|&to| cost(to)) else {
                return std::mem::take(&mut self.visited);
            };
            self.visited.push(best);
        }
    }
}

fn square_board(side: u32) -> Board {
    Board::new(side, side).unwrap()
}

fn open_from(graph: &Graph, start: u32) -> Problem {
    Problem::new(graph.clone(), Kind::Open, Some(start), None).unwrap()
}

fn walk(problem: &Problem, tie: Tie) -> Result<Tour, Stuck> {
    let (verdict, steps) = warnsdorff::walk(problem, tie, &Stop::default()).unwrap();
    match verdict {
        Verdict::Tour(tour) => Ok(tour),
        Verdict::Unknown(Unknown::Stuck(stuck)) => {
            assert_eq!(stuck.step, steps);
            Err(stuck)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_rule_walks_as_on_paper() {
    for (side, order) in [
        (5, "54637281"),
        (6, "12345678"),
        (7, "87654321"),
        (8, "12378546"),
        (12, "54637281"),
    ] {
        let board = square_board(side);
        let graph = order.parse::<Leaps>().unwrap().graph(&board);
        let mut slow = Slow::new(side, order);
        // Every start of the small ones, every fifth of 12x12.
        for start in (0..board.squares()).step_by(if side > 8 { 5 } else { 1 }) {
            for (tie, looks_ahead) in [(Tie::First, false), (Tie::LookAhead, true)] {
                let Square { rank, file } = board.square(start);
                let expected = slow.walk((rank as i32 - 1, file as i32 - 1), looks_ahead);
                let vertex = |&(rank, file): &(i32, i32)| (rank * side as i32 + file) as u32;
                let expected: Vec<u32> = expected.iter().map(vertex).collect();
                match walk(&open_from(&graph, start), tie) {
                    Ok(tour) => assert_eq!(tour.steps(), expected),
                    Err(stuck) => {
                        let last = expected.len() as u32;
                        assert_eq!((stuck.start, stuck.step), (start, last));
                        assert_eq!(stuck.vertex, expected[expected.len() - 1]);
                        assert_eq!(stuck.left, board.squares() - last);
                    }
                }
            }
        }
    }
}

/// For boards of side 5 to 20, the number of starts from which the rule finds a tour: without
/// look-ahead and with it, ties as listed. The program counted them; its walks are checked above.
const SUCCESSES: [(u32, usize, usize); 16] = [
    (5, 10, 9),
    (6, 36, 34),
    (7, 20, 14),
    (8, 61, 64),
    (9, 41, 41),
    (10, 98, 100),
    (11, 57, 61),
    (12, 138, 144),
    (13, 84, 85),
    (14, 195, 195),
    (15, 112, 109),
    (16, 253, 256),
    (17, 143, 145),
    (18, 317, 324),
    (19, 179, 181),
    (20, 394, 400),
];

#[test]
fn as_many_starts_succeed_as_were_counted() {
    let successes = (5..=20).map(|side| {
        let graph = square_board(side).graph();
        let count = |tie| {
            let starts = 0..graph.len();
            starts
                .filter(|&start| walk(&open_from(&graph, start), tie).is_ok())
                .count()
        };
        (side, count(Tie::First), count(Tie::LookAhead))
    });
    assert_eq!(successes.collect_vec(), SUCCESSES);
}

/// The starts of 8x8 from which the rule fails.
fn failures(leaps: Leaps, tie: Tie) -> Vec<String> {
    let board = square_board(8);
    let graph = leaps.graph(&board);
    let fails = |&start: &u32| walk(&open_from(&graph, start), tie).is_err();
    let starts = (0..board.squares()).filter(fails);
    starts
        .map(|start| board.square(start).to_string())
        .collect()
}

/// An order of the leaps with which all starts succeed but f8, and f8 too with look-ahead.
#[test]
fn f8_alone_fails_and_look_ahead_mends_it() {
    let order: Leaps = "12785634".parse().unwrap();
    assert_eq!(failures(order, Tie::First), ["f8"]);
    assert_eq!(failures(order, Tie::LookAhead).len(), 0);
    // The mirror images fail from the mirror images of f8.
    let images = order.images().map(|image| failures(image, Tie::First));
    let images = images.iter().map(|squares| squares.iter().join(" "));
    assert_eq!(images.sorted().join(" "), "a3 a6 c1 c8 f1 f8 h3 h6");
}

#[test]
fn from_f8_some_orders_of_the_leaps_fail_and_none_with_look_ahead() {
    let board = square_board(8);
    let f8 = board.vertex("f8".parse().unwrap()).unwrap();
    let failures = |tie| {
        let fails = |leaps: &Leaps| walk(&open_from(&leaps.graph(&board), f8), tie).is_err();
        Leaps::all().filter(fails).count()
    };
    assert_eq!(failures(Tie::First), 609);
    assert_eq!(failures(Tie::LookAhead), 0);
}

#[test]
fn a_quarter_turn_of_start_and_order_turns_the_walk() {
    let board = square_board(8);
    let turned = |vertex: u32| {
        let Square { rank, file } = board.square(vertex);
        let square = Square {
            rank: 9 - file,
            file: rank,
        };
        board.vertex(square).unwrap()
    };
    let order: Leaps = "12378546".parse().unwrap();
    let [here, there] = [order, order.images()[1]].map(|leaps| leaps.graph(&board));
    for start in 0..64 {
        let problem = open_from(&here, start);
        let image = open_from(&there, turned(start));
        match (walk(&problem, Tie::First), walk(&image, Tie::First)) {
            (Ok(tour), Ok(image)) => {
                let steps = tour.steps().iter().map(|&vertex| turned(vertex));
                assert!(steps.eq(image.steps().iter().copied()));
            }
            (Err(stuck), Err(image)) => assert_eq!(turned(stuck.vertex), image.vertex),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_seed_means_the_same_walk_and_another_seed_another() {
    let graph = square_board(8).graph();
    let problem = open_from(&graph, 0);
    let walks = (0..20)
        .map(|seed| walk(&problem, Tie::Random(seed)))
        .collect_vec();
    assert_eq!(walks[7], walk(&problem, Tie::Random(7)));
    assert!(walks.iter().filter(|walk| walk.is_ok()).count() > 10);
    assert!(
        walks
            .iter()
            .map(|walk| format!("{walk:?}"))
            .unique()
            .count()
            > 10
    );
}

/// The first descent of the search is the walk of the rule.
#[test]
fn the_search_turns_back_where_the_rule_fails_and_only_there() {
    for side in 5..=8 {
        let graph = square_board(side).graph();
        // The colours of a1 are in the majority.
        for start in (0..graph.len()).filter(|v| side % 2 == 0 || v % 2 == 0) {
            let problem = open_from(&graph, start);
            let options = backtrack::Options {
                dead_ends: false,
                stop: Stop::after(Duration::from_secs(2)),
            };
            let (outcome, effort) = backtrack::search(&problem, &options).unwrap();
            match walk(&problem, Tie::First) {
                Ok(tour) => {
                    assert_eq!(outcome, Verdict::Tour(tour));
                    assert_eq!(
                        (effort.nodes, effort.backtracks),
                        (u64::from(graph.len()), 0)
                    );
                }
                Err(_) => assert!(effort.backtracks > 0),
            }
        }
    }
}

#[test]
fn a_million_steps_need_no_deep_stack() {
    let small = thread::Builder::new().stack_size(256 << 10);
    let search = || {
        let edges: Vec<[u32; 2]> = (1..1_000_000).map(|v| [v - 1, v]).collect();
        let problem = open_from(&Graph::from_edges(1_000_000, &edges), 0);
        let (outcome, effort) = backtrack::search(&problem, &Default::default()).unwrap();
        assert!(matches!(outcome, Verdict::Tour(_)) && effort.nodes == 1_000_000);
        assert!(walk(&problem, Tie::LookAhead).is_ok());
    };
    small.spawn(search).unwrap().join().unwrap();
}

//! Verdicts and counts of the formulas, compared with independent results.

use crate::common;

use common::{count_tours, is_satisfiable, problem};
use knightsat::cnf::gadget::amo::{Amo, Amos};
use knightsat::encoding::Style;
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::outline::Square;
use knightsat::tour::symmetry::Turn;
use knightsat::tour::tour::Tour;
use knightsat::tour::{Kind, Problem};
use knightsat_encoding::position::{self, Directions};
use knightsat_tour::known::{records, rectangle_has_tour};

const KINDS: [Kind; 2] = [Kind::Open, Kind::Closed];

fn rectangles(most: u32) -> impl Iterator<Item = Board> {
    let sides =
        (1..=most).flat_map(move |ranks| (1..=most / ranks).map(move |files| (ranks, files)));
    sides.map(|(ranks, files)| Board::new(ranks, files).unwrap())
}

#[test]
fn the_default_formula_decides_every_rectangle_up_to_36_squares() {
    for board in rectangles(36) {
        for kind in KINDS {
            let expected = rectangle_has_tour(kind, board.ranks(), board.files());
            let found = is_satisfiable(&problem(&board, kind, None, None), Style::DEFAULT);
            assert_eq!(found, expected, "{kind} {board}");
        }
    }
}

/// Without pruning, boards whose colours do not fit are exponentially hard, as resolution cannot
/// count: so these stop at sizes that are decided in seconds.
#[test]
fn the_textbook_formula_decides_small_rectangles() {
    for board in rectangles(12) {
        for kind in KINDS {
            if board.ranks() * board.files() > 9 && board.ranks().min(board.files()) < 3 {
                continue;
            }
            let expected = rectangle_has_tour(kind, board.ranks(), board.files());
            let found = is_satisfiable(&problem(&board, kind, None, None), Style::TEXTBOOK);
            assert_eq!(found, expected, "{kind} {board}");
        }
    }
    for (side, kind) in [(5, Kind::Open), (6, Kind::Open), (6, Kind::Closed)] {
        let board = Board::new(side, side).unwrap();
        assert!(
            is_satisfiable(&problem(&board, kind, None, None), Style::TEXTBOOK),
            "{kind} {board}"
        );
    }
}

/// Small boards with up to three holes: no short reason may say more than the search does.
#[test]
fn cheap_reasons_agree_with_the_unpruned_formula() {
    let mut reasons = std::collections::BTreeMap::new();
    for (ranks, files) in [(1, 1), (1, 3), (2, 3), (3, 3), (2, 5), (3, 4)] {
        let cells: Vec<Square> = (1..=ranks)
            .flat_map(|rank| (1..=files).map(move |file| Square { rank, file }))
            .collect();
        let hole_sets = (0..1_u32 << cells.len()).filter(|set| set.count_ones() <= 3);
        for holes in hole_sets {
            let holes: Vec<Square> = (0..cells.len())
                .filter(|&at| holes >> at & 1 == 1)
                .map(|at| cells[at])
                .collect();
            for leaper in [(0, 1), (1, 2)] {
                let board = Board::new(ranks, files)
                    .unwrap()
                    .with_leaper(leaper.0, leaper.1)
                    .unwrap();
                let Ok(board) = board.with_holes(&holes) else {
                    continue;
                };
                for (kind, start) in [
                    (Kind::Open, None),
                    (Kind::Open, Some(0)),
                    (Kind::Closed, None),
                ] {
                    let problem = Problem::new(board.graph(), kind, start, None).unwrap();
                    let Some(reason) = problem.obstruction(&Default::default()) else {
                        continue;
                    };
                    let name = format!("{reason:?}");
                    let name = name.split([' ', '(']).next().unwrap().to_string();
                    let seen = reasons.entry(name).or_insert(0);
                    *seen += 1;
                    if *seen <= 40 {
                        assert!(
                            !is_satisfiable(&problem, Style::TEXTBOOK),
                            "{board:?} {kind} {reason:?}"
                        );
                    }
                }
            }
        }
    }
    let names: Vec<&str> = reasons.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "Colours",
            "Degree",
            "Disconnected",
            "EndColours",
            "Pieces",
            "ThreeEnds",
            "TooSmall",
            "TwoFactor"
        ],
        "{reasons:?}"
    );
}

#[test]
fn two_squares_have_no_closed_tour_in_any_formula() {
    let wazir = |ranks, files| Board::new(ranks, files).unwrap().with_leaper(0, 1).unwrap();
    for style in [Style::TEXTBOOK, Style::DEFAULT] {
        assert!(!is_satisfiable(
            &problem(&wazir(1, 1), Kind::Closed, None, None),
            style
        ));
        assert!(!is_satisfiable(
            &problem(&wazir(1, 2), Kind::Closed, None, None),
            style
        ));
        assert!(is_satisfiable(
            &problem(&wazir(1, 2), Kind::Open, None, None),
            style
        ));
        assert!(is_satisfiable(
            &problem(&wazir(2, 2), Kind::Closed, None, None),
            style
        ));
    }
}

/// Every combination of options, the at-most-one encodings in turn, on every record small enough to
/// be enumerated. A closed formula with a fixed start has two models for each tour, one a
/// direction; without one, one for each start as well.
#[test]
fn every_style_has_exactly_the_known_number_of_tours() {
    for (nth, record) in records().iter().enumerate() {
        let board = record.board().unwrap();
        if record.saturated() > 60 || board.squares() > 25 {
            continue;
        }
        let start = record.start.map(|square| square.to_string());
        let problem = problem(&board, record.kind, start.as_deref(), None);
        for bits in 0..64_usize {
            let on = |bit: u32| bits >> bit & 1 == 1;
            // Counting to the end is a refutation, and those of unpruned formulas are hard; on the
            // larger boards the styles take turns.
            let prune = on(0);
            let too_hard = !prune && board.squares() > 9;
            let not_its_turn = board.squares() > 12 && bits % 8 != nth % 8;
            if too_hard || not_its_turn {
                continue;
            }
            let position = position::Options {
                prune,
                amo: Amos {
                    steps: Amo::ALL[(bits + nth) % 7],
                    squares: Amo::ALL[(bits / 7 + nth) % 7],
                },
                predecessors: on(1),
                square_at_least_one: on(2),
                arcs: on(3),
                directions: if on(4) {
                    Directions::One
                } else {
                    Directions::Both
                },
                negate: bits % 3 == 0,
            };
            let halved = prune && on(4) && start.is_none() && board.squares() > 1;
            let halved = halved || prune && on(4) && record.kind == Kind::Closed;
            let models = match (record.kind, prune) {
                (Kind::Open, _) => record.saturated(),
                (Kind::Closed, true) => 2 * record.saturated(),
                (Kind::Closed, false) => 2 * record.saturated() * u64::from(board.squares()),
            };
            let models = if halved { models / 2 } else { models };
            let style = Style {
                three_cnf: on(5),
                ..Style::position(position)
            };
            assert_eq!(count_tours(&problem, style), models, "{record:?} {style:?}");
        }
    }
}

/// All closed tours by brute force, against the symmetric formulas.
#[test]
fn symmetric_tours_are_those_among_all_tours() {
    let mut found = Vec::new();
    for (name, turn) in [
        ("6x6", Turn::Rot90),
        ("6x6", Turn::Rot180),
        ("5x6", Turn::Rot180),
        ("3x10", Turn::Rot180),
    ] {
        let board: Board = name.parse().unwrap();
        let plain = problem(&board, Kind::Closed, None, None);
        let symmetric = plain
            .clone()
            .with_symmetry(board.symmetry(turn).unwrap())
            .unwrap();
        let mut expected = 0;
        for_each_cycle(plain.graph(), |cycle| {
            expected += u64::from(Tour::verify(&symmetric, cycle.to_vec()).is_ok());
        });
        if turn == Turn::Rot90 {
            // The formula has one of a tour and its reverse.
            expected /= 2;
        }
        for bits in 0..4 {
            let style = Style::position(position::Options {
                arcs: bits % 2 == 1,
                predecessors: bits / 2 == 1,
                ..position::Options::DEFAULT
            });
            assert_eq!(
                count_tours(&symmetric, style),
                expected,
                "{name} {turn} {style:?}"
            );
        }
        found.push(expected);
    }
    // On 5x6 and 3x10 the half turn reverses every tour that it maps to itself.
    assert_eq!(found, [10, 156, 0, 0]);
}

/// Calls `visit` with every Hamiltonian cycle, in both directions, from the first vertex of least
/// degree; a plain depth-first search that shares nothing with the encodings.
fn for_each_cycle(graph: &Graph, mut visit: impl FnMut(&[u32])) {
    let start = (0..graph.len()).min_by_key(|&v| graph.degree(v)).unwrap();
    let mut visited = vec![false; graph.len() as usize];
    visited[start as usize] = true;
    extend(graph, &mut vec![start], &mut visited, &mut visit);
}

fn extend(
    graph: &Graph,
    path: &mut Vec<u32>,
    visited: &mut [bool],
    visit: &mut impl FnMut(&[u32]),
) {
    let (first, last) = (path[0], path[path.len() - 1]);
    if path.len() == visited.len() && graph.has_edge(last, first) {
        visit(path);
    }
    // A square with no free neighbour left but the ends of the path can only be last.
    let free = |v: u32, visited: &[bool]| {
        graph
            .neighbours(v)
            .iter()
            .filter(|&&w| !visited[w as usize] || w == first || w == last)
            .count()
    };
    if (0..graph.len()).any(|v| !visited[v as usize] && free(v, visited) < 2) {
        return;
    }
    for &next in graph.neighbours(last) {
        if !std::mem::replace(&mut visited[next as usize], true) {
            path.push(next);
            extend(graph, path, visited, visit);
            path.pop();
            visited[next as usize] = false;
        }
    }
}

#[test]
fn turns_that_no_tour_survives_are_refused_with_the_reason() {
    for (name, turn, reason) in [
        (
            "8x8",
            Turn::Rot90,
            "every move changes colour; the turn takes 0 to 56, and 16 moves between them do not fit their colours",
        ),
        (
            "5x8",
            Turn::Rot180,
            "every move changes colour; the turn takes 0 to 39, and 20 moves between them do not fit their colours",
        ),
    ] {
        let board: Board = name.parse().unwrap();
        let problem = problem(&board, Kind::Closed, None, None);
        let problem = problem
            .with_symmetry(board.symmetry(turn).unwrap())
            .unwrap();
        let obstruction = problem.obstruction(&Default::default()).unwrap();
        assert_eq!(obstruction.explain(|v| v.to_string()), reason);
        assert!(!is_satisfiable(&problem, Style::DEFAULT));
    }
    let refused = |name: &str, turn| {
        name.parse::<Board>()
            .unwrap()
            .symmetry(turn)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused("6x8", Turn::Rot90),
        "rot90: a quarter turn of a 6x8 board is another board"
    );
    assert_eq!(
        refused("5x5", Turn::Rot180),
        "rot180: it leaves c3 where it is, a tour does not"
    );
}

/// Ends fixed one by one add up to the total: no tour is lost or doubled by pruning.
#[test]
fn tours_by_end_add_up_to_all_tours() {
    let board = Board::new(3, 4).unwrap();
    let names: Vec<String> = (0..12).map(|v| board.square(v).to_string()).collect();
    let mut total = 0;
    for start in &names {
        for end in names.iter().filter(|&end| end != start) {
            let problem = problem(&board, Kind::Open, Some(start), Some(end));
            total += count_tours(&problem, Style::DEFAULT);
        }
    }
    assert_eq!(total, 16);
}

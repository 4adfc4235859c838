//! Counts by the frontier method, compared with depth-first search and with published numbers.

use crate::common::depth::depth;
use crate::common::graphs::{graph, problems, words};
use crate::common::{self, problem};

use itertools::Itertools;
use knightsat::count::search::{Directions, Search};
use knightsat::encoding::{Formula, Name};
use knightsat::stop::Stop;
use knightsat::tour::board::Board;
use knightsat::tour::fact::Fact;
use knightsat::tour::graph::Graph;
use knightsat::tour::rule::{self, Atom, Count, Counted, Literal, Relation, Rule, Summand};
use knightsat::tour::symmetry::{Symmetry, Turn};
use knightsat::tour::{Kind, Problem};
use knightsat_count::frontier::{self, BigUint, FrontierError, Limits, Scratch, Stage};
use knightsat_tour::known::{Record, records};
use knightsat_tour::place::Place;
use knightsat_tour::spec::TourSpec;
use knightsat_tour::statistic::{Alternative, Site, Statistic, Sum, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Returns the numbers of tours by the value of a sum.
fn histogram(problem: &Problem, sum: &Sum) -> BTreeMap<i64, BigUint> {
    let mut found: BTreeMap<i64, BigUint> = BTreeMap::new();
    for tour in Search::new(problem, Directions::One) {
        let moves = tour.iter().circular_tuple_windows();
        let moves = moves.map(|(&a, &b)| [a.min(b), a.max(b)]);
        let number = tour.len() - usize::from(problem.kind() == Kind::Open);
        let moves: BTreeSet<[u32; 2]> = moves.take(number).collect();
        *found
            .entry(sum.value(|edge| moves.contains(&edge)))
            .or_default() += 1_u8;
    }
    found
}

#[test]
fn statistics_of_boards_are_those_of_the_search() {
    for (board, kind) in [
        ("5x6", Kind::Closed),
        ("3x4", Kind::Open),
        ("6x5", Kind::Closed),
    ] {
        let place: Place = board.parse().unwrap();
        let problem = place.problem(kind, None, None).unwrap();
        for name in ["slope+2", "slope-1/2", "turns", "obtuse", "right", "acute"] {
            let statistic = Statistic::named(name).unwrap();
            let sum = statistic.sum(&problem, &Stop::default()).unwrap();
            let found = frontier::histogram(&problem, &sum, &Limits::default(), &mut |_| {});
            assert_eq!(found, Ok(histogram(&problem, &sum)), "{board} {name}");
        }
    }
}

/// Random weights: of edges, of angles, or of both.
fn weights(graph: &Graph, kinds: [bool; 2], weight: &mut impl FnMut() -> i64) -> Sum {
    let mut sum = Sum {
        constant: 3,
        terms: Vec::new(),
    };
    for edge in graph.edges().filter(|_| kinds[0]) {
        let (any, site) = (vec![Alternative::Edge(edge)], Site::Edge(edge));
        let weight = weight();
        sum.terms.push(Term { weight, any, site });
    }
    for vertex in (0..graph.len()).filter(|_| kinds[1]) {
        for pair in graph.neighbours(vertex).iter().array_combinations() {
            let pair = pair.map(|&next: &u32| [vertex.min(next), vertex.max(next)]);
            let (any, site) = (vec![Alternative::Pair(pair)], Site::Vertex(vertex));
            let weight = weight();
            sum.terms.push(Term { weight, any, site });
        }
    }
    sum
}

/// A few random rules about moves: clauses, and comparisons of sums.
fn rules_about_moves(graph: &Graph, words: &mut impl Iterator<Item = u64>) -> Vec<Rule> {
    let edges = graph.edges().collect_vec();
    let mut draw = |most: usize| (words.next().unwrap() >> 20) as usize % most;
    let mut rules = Vec::new();
    for _ in 0..1 + draw(4) {
        let mut literals = Vec::new();
        for _ in 0..1 + draw(3) {
            // A pair without an edge is never one of a tour.
            let edge = |pick: usize| {
                let [a, b] = edges.get(pick).copied().unwrap_or([0, 1]);
                Atom::Fact(Fact::edge(a, b))
            };
            let atom = if draw(3) > 0 {
                edge(draw(edges.len() + 1))
            } else {
                let mut summands = Vec::new();
                for _ in 0..2 + draw(12) {
                    summands.push(Summand {
                        is_added: draw(4) > 0,
                        of: Counted::Atom(edge(draw(edges.len() + 1))),
                    });
                }
                let all = [Relation::AtMost, Relation::AtLeast, Relation::Equal];
                Atom::Count(Count {
                    summands,
                    relation: all[draw(3)],
                    bound: draw(5) as i64 - 1,
                })
            };
            literals.push(Literal {
                atom,
                is_positive: draw(2) == 0,
            });
        }
        rules.push(Rule(literals));
    }
    rules
}

/// Every problem on small graphs, one of five of them under rules: the number, its residues in
/// memory and on disk, and the numbers by a sum.
#[test]
fn the_frontier_agrees_with_the_search_on_every_problem_of_small_graphs() {
    let mut words = words(71);
    let [mut some, mut none] = [0; 2];
    for round in 0..depth(48, 14) as u32 {
        let len = 1 + round % 7;
        let graph = graph(len, words.next().unwrap() | words.next().unwrap());
        for (nth, mut problem) in problems(&graph).into_iter().enumerate() {
            let is_under_rules = len > 1 && nth % 5 == round as usize % 5;
            if is_under_rules {
                let rules = rules_about_moves(&graph, &mut words);
                problem = problem.with_rules(rules).unwrap();
            }
            let what = format!("{problem:?}");
            let found = Search::new(&problem, Directions::One).count();
            *if found > 0 { &mut some } else { &mut none } += 1;
            let count = frontier::count(&problem, &Limits::default());
            assert_eq!(count, Ok(found.into()), "{what}");
            let folder = tempfile::tempdir().unwrap();
            let scratch = Scratch {
                folder: folder.path().to_path_buf(),
                limit: 1 << 20,
            };
            let limits = Limits {
                threads: 1,
                primes: vec![4_294_967_291, 998_244_353],
                scratch: (found % 16 == 1).then_some(scratch),
                ..Limits::default()
            };
            let count = frontier::count_with(&problem, &limits, &mut |_| {}).unwrap();
            assert_eq!(count.tours, Some(found.into()), "{what}");
            let is_residue = |&(prime, residue): &(u64, u64)| found as u64 % prime == residue;
            assert!(count.residues.iter().all(is_residue), "{what}");
            let kinds = [round % 2 == 0 || round % 3 == 0, round % 3 > 0];
            let mut weight = || (words.next().unwrap() % 3) as i64 - i64::from(round) % 3;
            let sum = weights(&graph, kinds, &mut weight);
            let found = frontier::histogram(&problem, &sum, &Limits::default(), &mut |_| {});
            assert_eq!(found, Ok(histogram(&problem, &sum)), "{what} {sum:?}");
        }
    }
    assert!(some > 80 && none > 80, "{some} {none}");
}

/// Rules on a board: its problem, and the number of tours that keep them, by the search.
fn under(board: &str, kind: Kind, rules: &str) -> (Problem, usize) {
    let place: Place = board.parse().unwrap();
    let rules = rule::read(rules, &place).unwrap();
    let vertex = |name: &String| place.vertex(name).unwrap();
    let rules = rules.iter().map(|rule| rule.map(vertex)).collect();
    let problem = place.problem(kind, None, None).unwrap();
    let problem = problem.with_rules(rules).unwrap();
    let found = Search::new(&problem, Directions::One).count();
    (problem, found)
}

#[test]
fn rules_about_angles_crossings_and_statistics_are_counted() {
    for (board, kind, rules) in [
        ("5x6", Kind::Closed, "turn(b3)\nnot acute(c2) or a1-c2"),
        ("5x6", Kind::Closed, "turns <= 22"),
        (
            "5x6",
            Kind::Closed,
            "turns >= 21\nturns <= 22\nnot straight(c3)",
        ),
        ("5x6", Kind::Closed, "not obtuse = 8 or b1-d2"),
        ("3x4", Kind::Open, "cross(a1-c2, b1-a3) or turns = 8"),
        ("3x4", Kind::Open, "crossings <= 9"),
        (
            "3x4",
            Kind::Open,
            "slope+2 - slope-2 >= 1\na1-c2 + b3-d2 - turn(b1) <= 0",
        ),
    ] {
        let (problem, found) = under(board, kind, rules);
        let count = frontier::count(&problem, &Limits::default());
        assert_eq!(count, Ok(found.into()), "{rules}");
        if kind == Kind::Open {
            continue;
        }
        let turns = Statistic::named("turns").unwrap();
        let sum = turns.sum(&problem, &Stop::default()).unwrap();
        let by = frontier::histogram(&problem, &sum, &Limits::default(), &mut |_| {}).unwrap();
        let total: BigUint = by.values().sum();
        assert_eq!(total, found.into(), "{rules}");
        let is_kept = |value: &i64| !rules.starts_with("turns <= 22") || *value <= 22;
        assert!(by.keys().all(is_kept), "{by:?}");
    }
}

#[test]
fn rules_of_too_many_cases_end_with_the_remedy() {
    let place: Place = "6x6".parse().unwrap();
    let rules = rule::read("turns <= 30 or crossings <= 60", &place).unwrap();
    let rules = rules
        .iter()
        .map(|rule| rule.map(|name| place.vertex(name).unwrap()));
    let problem = place.problem(Kind::Closed, None, None).unwrap();
    let problem = problem.with_rules(rules.collect()).unwrap();
    let error = frontier::count(&problem, &Limits::default()).unwrap_err();
    assert_eq!(error, FrontierError::TooManyCases);
    assert_eq!(
        error.to_string(),
        "the rules split the tours into more than 4096 cases, and the frontier method counts each: \
         use `method` search or enumerate"
    );
    let late = Limits {
        stop: Stop::after(Duration::ZERO),
        ..Limits::default()
    };
    assert_eq!(frontier::count(&problem, &late), Err(FrontierError::Late));
    // Parts have no cases.
    let parts = frontier::parts(&problem, &Limits::default());
    assert!(matches!(parts, Err(FrontierError::Refused(_))), "{parts:?}");
}

#[test]
fn the_frontier_agrees_with_the_search_on_larger_sparse_graphs() {
    let mut words = words(5);
    let mut total = 0;
    for round in 0..40 {
        let len = 10 + round % 5;
        let sparse = words.next().unwrap() & words.next().unwrap();
        let edge = |v: u32, w: u32| {
            let near = v.abs_diff(w) == 1 || v.abs_diff(w) == len - 1;
            near || sparse >> ((v + w) * v.abs_diff(w) % 61) & 1 == 1
        };
        let graph = Graph::from_lists(len, &Default::default(), |v, out| {
            out.extend((0..len).filter(|&w| w != v && edge(v, w)));
        })
        .unwrap();
        for (kind, start, end) in [
            (Kind::Open, None, None),
            (Kind::Open, Some(3), None),
            (Kind::Open, None, Some(4)),
            (Kind::Open, Some(0), Some(5)),
            (Kind::Closed, None, None),
            (Kind::Closed, Some(1), Some(2)),
        ] {
            let problem = Problem::new(graph.clone(), kind, start, end).unwrap();
            let found = Search::new(&problem, Directions::One).count();
            let count = frontier::count(&problem, &Limits::default());
            assert_eq!(count, Ok(found.into()), "{problem:?}");
            total += found;
        }
    }
    assert!(total > 10_000, "{total}");
}

#[test]
fn the_frontier_agrees_with_what_is_known() {
    // The larger numbers take minutes and gigabytes.
    let quick = |record: &Record| record.saturated() < 1_000_000_000;
    for record in records().into_iter().filter(quick) {
        let board = record.board().unwrap();
        let start = record.start.map(|square| square.to_string());
        let problem = problem(&board, record.kind, start.as_deref(), None);
        let count = frontier::count(&problem, &Limits::default());
        assert_eq!(count, Ok(record.count.clone()), "{record:?}");
    }
}

#[test]
fn the_frontier_says_why_it_gives_up() {
    let board: Board = "6x6".parse().unwrap();
    let open = problem(&board, Kind::Open, None, None);
    let memory = |memory| Limits {
        memory,
        ..Limits::default()
    };
    let little = frontier::count(&open, &memory(1000));
    assert_eq!(little, Err(FrontierError::Memory(1000)));
    let late = Limits {
        stop: Stop::after(Duration::ZERO),
        ..Limits::default()
    };
    assert_eq!(frontier::count(&open, &late), Err(FrontierError::Late));
    let large: Board = "40x40".parse().unwrap();
    let large = problem(&large, Kind::Open, None, None);
    let wide = frontier::count(&large, &Limits::default());
    assert_eq!(wide, Err(FrontierError::TooWide));
    let symmetry = board.symmetry(Turn::Rot180).unwrap();
    let closed = problem(&board, Kind::Closed, None, None);
    let symmetric = closed.with_symmetry(symmetry).unwrap();
    let symmetric = frontier::count(&symmetric, &Limits::default());
    assert!(matches!(symmetric, Err(FrontierError::Refused(_))));
    // An odd order with fixed ends leaves `Problem::symmetry` trivial, but not the required one.
    let complete = (0..9u32).array_combinations().collect_vec();
    let graph = Graph::from_edges(9, &complete);
    let image = vec![1, 2, 0, 4, 5, 3, 7, 8, 6];
    let symmetry = Symmetry::new(&graph, image, 3);
    let closed = Problem::new(graph, Kind::Closed, Some(0), Some(4)).unwrap();
    let closed = closed.with_symmetry(symmetry).unwrap();
    let counted = frontier::count(&closed, &Limits::default());
    assert!(
        matches!(counted, Err(FrontierError::Refused(_))),
        "{counted:?}"
    );
    for name in Name::ALL {
        let formula = Formula::new(&closed, name.style());
        let takes = [Name::Position, Name::Textbook, Name::Binary].contains(&name);
        assert_eq!(formula.is_ok(), takes, "{name}");
    }
}

#[test]
fn a_count_needs_the_memory_of_its_largest_step_and_little_more() {
    for (board, kind) in [
        ("5x6", Kind::Open),
        ("6x6", Kind::Closed),
        ("6x7", Kind::Closed),
    ] {
        let problem = problem(&board.parse().unwrap(), kind, None, None);
        let whole = frontier::count_with(&problem, &Limits::default(), &mut |_| {}).unwrap();
        let largest = whole.steps[0].iter().map(|step| step.bytes).max().unwrap();
        for threads in [1, 3] {
            let by = |memory| Limits {
                threads,
                memory,
                ..Limits::default()
            };
            // The states of the first side are kept during the second.
            let enough = largest * whole.orders.len() as u64 * 3 / 2;
            let count = frontier::count(&problem, &by(enough));
            assert_eq!(count.map(Some), Ok(whole.tours.clone()), "{board}");
            let error = frontier::count(&problem, &by(largest - 1));
            assert_eq!(error, Err(FrontierError::Memory(largest - 1)), "{board}");
        }
    }
}

#[test]
fn a_count_is_told_of_and_ends_when_it_is_told_to() {
    let board: Board = "8x8".parse().unwrap();
    let problem = problem(&board, Kind::Closed, None, None);
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        stop: Stop {
            deadline: None,
            flag: Some(flag.clone()),
        },
        ..Limits::default()
    };
    let mut forecasts = Vec::new();
    let count = frontier::count_with(&problem, &limits, &mut |progress| {
        let Stage::Sweep { step, steps, .. } = progress.stage else {
            panic!("nothing is paired before the sweep is done");
        };
        assert!(0 < step && step <= steps);
        forecasts.extend(progress.forecast);
        if forecasts.len() > 2 {
            flag.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(count, Err(FrontierError::Late));
    // In the end there are 81 million.
    let states = forecasts.last().unwrap().states;
    assert!((4e7..17e7).contains(&states), "{states}");
}

/// Cliques of five in a row, the last vertex of each joined to the first of the next: six ways
/// through each from its first to its last.
fn cliques(count: u32) -> Problem {
    let len = 5 * count;
    let graph = Graph::from_lists(len, &Default::default(), |v, out| {
        let is_joined = |w: u32| v / 5 == w / 5 || (v.min(w) % 5 == 4 && v.abs_diff(w) == 1);
        out.extend((0..len).filter(|&w| w != v && is_joined(w)));
    })
    .unwrap();
    Problem::new(graph, Kind::Open, Some(0), Some(len - 1)).unwrap()
}

#[test]
fn numbers_of_any_size_are_exact() {
    for count in [1, 24, 25, 49, 50, 200] {
        let counted = frontier::count(&cliques(count), &Limits::default());
        assert_eq!(counted, Ok(BigUint::from(6_u8).pow(count)));
    }
}

#[test]
fn a_count_in_residues_is_the_number_if_they_cover_it_and_its_residues_anyway() {
    let board: Board = "6x8".parse().unwrap();
    let problem = problem(&board, Kind::Closed, None, None);
    let modulo = |primes: &[u64]| {
        let limits = Limits {
            primes: primes.to_vec(),
            threads: 5,
            ..Limits::default()
        };
        frontier::count_with(&problem, &limits, &mut |_| {}).unwrap()
    };
    let whole = modulo(&[]);
    assert_eq!(whole.tours, Some(55_488_142_u32.into()));
    let large = (1 << 61) - 1;
    let few = modulo(&[101, 1_000_003]);
    assert_eq!(
        (few.tours, few.residues),
        (
            None,
            vec![(101, 55_488_142 % 101), (1_000_003, 55_488_142 % 1_000_003)]
        )
    );
    let enough = modulo(&[large, 4_294_967_291]);
    assert_eq!(enough.tours, whole.tours);
    // Counts are small here, so each step came to the same modulo a large prime.
    assert_eq!(enough.steps[0], whole.steps[0]);
    assert_ne!(few.steps[0], whole.steps[0]);
}

#[test]
fn a_count_on_disk_is_that_in_memory_and_goes_on_where_it_was_killed() {
    let board: Board = "5x7".parse().unwrap();
    let problem = problem(&board, Kind::Open, None, None);
    let expected = frontier::count_with(&problem, &Limits::default(), &mut |_| {}).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let scratch = |limit| Scratch {
        folder: folder.path().to_path_buf(),
        limit,
    };
    let limits = |limit| Limits {
        scratch: Some(scratch(limit)),
        ..Limits::default()
    };
    let full = frontier::count(&problem, &limits(3000));
    assert_eq!(full, Err(FrontierError::Disk(scratch(3000))));
    // Stopped again and again, a step or two further each time.
    let mut rounds = 0;
    let found = loop {
        rounds += 1;
        let stop = Stop::after(Duration::from_millis(rounds));
        let limits = Limits {
            stop,
            threads: 1 + rounds as usize % 2,
            ..limits(1 << 30)
        };
        match frontier::count_with(&problem, &limits, &mut |_| {}) {
            Err(FrontierError::Late) => {}
            found => break found.unwrap(),
        }
    };
    assert!(rounds > 1);
    assert_eq!(
        (&found.tours, &found.steps),
        (&expected.tours, &expected.steps)
    );
    // Only the journal of each side is left, and the lock; the journals have the answer.
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, found.orders.len() + 1);
    let again = frontier::count_with(&problem, &limits(0), &mut |_| {}).unwrap();
    assert_eq!(again, found);
    // Neither another problem nor a damaged journal is gone on with.
    let other = common::problem(&board, Kind::Open, Some("a1"), None);
    let other = frontier::count(&other, &limits(1 << 30));
    assert_eq!(other, Err(FrontierError::Other(scratch(1 << 30))));
    std::fs::write(folder.path().join("run-0-0"), "problem\n").unwrap();
    let damaged = frontier::count(&problem, &limits(1 << 30));
    assert_eq!(damaged, Err(FrontierError::Damaged(scratch(1 << 30))));
}

#[test]
fn a_changed_bit_in_any_file_of_states_is_noticed() {
    let problem = problem(&"5x6".parse().unwrap(), Kind::Closed, None, None);
    let folder = tempfile::tempdir().unwrap();
    let scratch = Scratch {
        folder: folder.path().to_path_buf(),
        limit: 1 << 30,
    };
    let limits = Limits {
        scratch: Some(scratch.clone()),
        ..Limits::default()
    };
    for part in 0..frontier::parts(&problem, &limits).unwrap() {
        frontier::sweep_part(&problem, &limits, part, &mut |_| {}).unwrap();
    }
    let files = std::fs::read_dir(folder.path()).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let is_states = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("states-")
    };
    let mut changed = 0;
    for path in files.filter(is_states) {
        let bytes = std::fs::read(&path).unwrap();
        for place in (0..bytes.len()).step_by(11) {
            let mut wrong = bytes.clone();
            wrong[place] ^= 1 << (place % 8);
            std::fs::write(&path, wrong).unwrap();
            let count = frontier::count(&problem, &limits);
            assert_eq!(count, Err(FrontierError::Damaged(scratch.clone())));
            changed += 1;
        }
        std::fs::write(&path, bytes).unwrap();
    }
    assert!(changed > 20, "{changed}");
    assert_eq!(frontier::count(&problem, &limits), Ok(8_u8.into()));
}

#[test]
fn a_count_that_would_need_ten_times_its_room_ends_at_once() {
    let problem = problem(&"8x8".parse().unwrap(), Kind::Closed, None, None);
    let limits = Limits {
        memory: 16 << 20,
        ..Limits::default()
    };
    let Err(FrontierError::TooLarge(bytes, room)) = frontier::count(&problem, &limits) else {
        panic!("it does not fit");
    };
    assert!(bytes > 10 * room && room == 16 << 20, "{bytes}");
    // With force it continues until the memory is full.
    let limits = Limits {
        force: true,
        ..limits
    };
    let full = frontier::count(&problem, &limits);
    assert_eq!(full, Err(FrontierError::Memory(16 << 20)));
}

#[test]
fn tours_through_blocks_are_the_product_of_their_paths() {
    for (board, blocks, kind) in [
        ("5x10", "5x5", Kind::Closed),
        ("3x14", "3x7", Kind::Closed),
        ("10x10", "5x5", Kind::Closed),
    ] {
        for joints in ["0", "1"] {
            let tour = TourSpec {
                blocks: Some(blocks.parse().unwrap()),
                joints: Some(joints.parse().unwrap()),
                ..kind.into()
            };
            let (place, tour) = tour.settled(board.parse().unwrap()).unwrap();
            let problem = tour.problem(&place, &Stop::default()).unwrap();
            let limits = Limits {
                primes: vec![101],
                ..Limits::default()
            };
            let count = frontier::count_with(&problem, &limits, &mut |_| {}).unwrap();
            let tours = frontier::count(&problem, &Limits::default()).unwrap();
            assert_eq!(
                count.residues,
                [(101, u64::try_from(&tours % 101_u32).unwrap())]
            );
            if board == "10x10" {
                // Too many for a search.
                assert!(tours > 1000_u32.into(), "{tours}");
                continue;
            }
            let found = Search::new(&problem, Directions::One).count();
            assert_eq!(tours, found.into(), "{board} {joints}");
        }
    }
}

//! Sets of vertices that cannot have two moves each. They are found exactly if they exist, never if
//! there is a tour, and the checker of certificates accepts only valid ones.

use crate::common::certificates::{CLAIM, NAMES, checked};
use crate::common::depth::depth;
use crate::common::graphs::{graph, problems, words};
use knightsat_family as family;

use knightsat::count::search::{Directions, Search};
use knightsat::search::lazy::{Options, solve};
use knightsat::search::{Evidence, Unknown};
use knightsat::stop::{Stop, Stopped};
use knightsat::tour::board::Board;
use knightsat::tour::graph::Graph;
use knightsat::tour::mask;
use knightsat::tour::{Kind, Obstruction, Problem, Verdict};
use knightsat_certificate::CERTIFICATE;
use knightsat_certificate::certificate::{Body, write};
use std::cmp::Ordering;
use std::fs::File;
use std::time::Instant;

fn has_tour(problem: &Problem) -> bool {
    Search::new(problem, Directions::One).next().is_some()
}

/// Returns true if sets violate the module's inequality, by exhaustive search for S. With S given,
/// the best T of a colour consists of all vertices with a need, if ends are spared by colour.
fn has_sets(problem: &Problem) -> bool {
    let graph = problem.graph();
    let fixed = [problem.start(), problem.end()];
    let is_path = problem.kind() == Kind::Open || !fixed.contains(&None);
    let moves = |v: u32| 2 - i64::from(is_path && fixed.contains(&Some(v)));
    let free = match problem.kind() {
        Kind::Closed => 0,
        Kind::Open => 2 - fixed.iter().flatten().count() as i64,
    };
    let colour = graph
        .two_colouring(&Default::default())
        .unwrap()
        .filter(|_| free > 0);
    // Of each colour: how many free ends it may have.
    let spared = match &colour {
        None => [free, free],
        Some(colour) => {
            let odd = colour.iter().filter(|&&odd| odd).count();
            let fixed = fixed.iter().flatten().next();
            match (odd.cmp(&(colour.len() - odd)), fixed) {
                (Ordering::Less, _) => [free, 0],
                (Ordering::Greater, _) => [0, free],
                (Ordering::Equal, None) => [1, 1],
                (Ordering::Equal, Some(&end)) if colour[end as usize] => [1, 0],
                (Ordering::Equal, Some(_)) => [0, 1],
            }
        }
    };
    (0_u32..1 << graph.len()).any(|set| {
        let is_in = |v: u32| set >> v & 1 == 1;
        let given: i64 = (0..graph.len()).filter(|&v| is_in(v)).map(moves).sum();
        [false, true].into_iter().any(|class| {
            let needed = |v: u32| {
                let others = graph.neighbours(v).iter().filter(|&&w| !is_in(w)).count();
                (moves(v) - others as i64).max(0)
            };
            let is_class = |v: u32| colour.as_ref().is_none_or(|c| c[v as usize] == class);
            let others = (0..graph.len()).filter(|&v| !is_in(v) && is_class(v));
            others.map(needed).sum::<i64>() > given + spared[usize::from(class)]
        })
    })
}

/// Returns true if the checker of certificates accepts this reason.
fn is_accepted(problem: &Problem, reason: &Obstruction) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let file = File::create(folder.path().join(CERTIFICATE)).unwrap();
    write(file, CLAIM, &Body::Reason(reason.clone()), NAMES).unwrap();
    checked(problem, folder.path()).is_some()
}

#[test]
fn on_all_problems_of_small_graphs_they_are_found_where_there_are_some() {
    let (mut found, mut tours, mut checked) = (0, 0, 0);
    for (nth, word) in words(5).take(600).enumerate() {
        let len = 2 + nth as u32 % 6;
        // Sparse ones, dense ones, and such as have two colours.
        let mut bits = [word & word >> 21, word, word & word >> 21 | word >> 42][nth / 6 % 3];
        if nth % 4 == 0 {
            let mut pairs = 0..;
            for a in 0..len {
                for b in a + 1..len {
                    let pair = pairs.next().unwrap();
                    bits &= !(u64::from((a + b) % 2 == 0) << pair);
                }
            }
        }
        let graph = graph(len, bits);
        for problem in problems(&graph) {
            if problem.kind() == Kind::Closed && len < 3 {
                continue;
            }
            let reason = problem.lacking_factor(&Stop::default()).unwrap();
            assert_eq!(reason.is_some(), has_sets(&problem), "{problem:?}");
            let has_tour = has_tour(&problem);
            assert!(reason.is_none() || !has_tour, "{problem:?} {reason:?}");
            tours += u32::from(has_tour);
            found += u32::from(reason.is_some());
            checked += 1;
            if let Some(reason) = reason.filter(|_| checked % 7 == 0) {
                assert!(is_accepted(&problem, &reason), "{problem:?} {reason:?}");
            }
        }
    }
    assert!(
        checked > 20_000 && found > 5000 && tours > 5000,
        "{checked} {found} {tours}"
    );
}

/// Returns true if a two-factor exists, by trying all edges in order.
fn has_two_factor(graph: &Graph) -> bool {
    fn extends(edges: &[[u32; 2]], left: &mut [u8]) -> bool {
        let Some((&[a, b], rest)) = edges.split_first() else {
            return left.iter().all(|&left| left == 0);
        };
        let (a, b) = (a as usize, b as usize);
        if left[a] > 0 && left[b] > 0 {
            left[a] -= 1;
            left[b] -= 1;
            if extends(rest, left) {
                return true;
            }
            left[a] += 1;
            left[b] += 1;
        }
        // Edges come by their smaller ends: what is before a is done.
        (left[..a].iter().all(|&left| left == 0)) && extends(rest, left)
    }
    let edges: Vec<[u32; 2]> = graph.edges().collect();
    extends(&edges, &mut vec![2; graph.len() as usize])
}

#[test]
fn where_edges_join_two_colours_they_tell_whether_there_is_a_two_factor() {
    let mut counts = [0; 2];
    for (nth, word) in words(9).take(600).enumerate() {
        let half = 3 + nth as u32 % 3;
        // Edges between 0..half and half..2 half: a bit each.
        let dense = if nth % 2 == 0 {
            word
        } else {
            word | word >> 32
        };
        let edges: Vec<[u32; 2]> = (0..half * half)
            .filter(|&pair| dense >> pair & 1 == 1)
            .map(|pair| [pair / half, half + pair % half])
            .collect();
        let graph = Graph::from_edges(2 * half, &edges);
        let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
        let has_factor = has_two_factor(problem.graph());
        assert_eq!(
            problem.lacking_factor(&Stop::default()).unwrap().is_none(),
            has_factor,
            "{problem:?}"
        );
        counts[usize::from(has_factor)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// A board with every cell a hole with this probability in 100.
fn holed(ranks: u32, files: u32, percent: u64, words: &mut impl Iterator<Item = u64>) -> Graph {
    let text: String = (0..ranks)
        .flat_map(|_| {
            let cells = (0..files).map(|_| {
                if words.next().unwrap() >> 20 & 127 < percent {
                    '#'
                } else {
                    '.'
                }
            });
            cells.chain(['\n']).collect::<Vec<_>>()
        })
        .collect();
    mask::parse(&text, &Default::default()).unwrap().graph()
}

#[test]
fn masks_with_tours_are_never_obstructed() {
    let mut random = words(3);
    let (mut tours, mut found) = (0, 0);
    for nth in 0..depth(2000, 600) as u32 {
        let graph = holed(3 + nth % 4, 4 + nth % 3, 10, &mut random);
        if graph.len() < 3 || graph.len() > 22 {
            continue;
        }
        let end =
            |word: u64| Some((word >> 20) as u32 % (4 * graph.len())).filter(|&v| v < graph.len());
        let (start, last) = (end(random.next().unwrap()), end(random.next().unwrap()));
        let kind = [Kind::Open, Kind::Closed][nth as usize % 2];
        let Ok(problem) = Problem::new(graph.clone(), kind, start, last) else {
            continue;
        };
        let Some(reason) = problem.lacking_factor(&Stop::default()).unwrap() else {
            tours += u32::from(has_tour(&problem));
            continue;
        };
        found += 1;
        assert!(!has_tour(&problem), "{problem:?} {reason:?}");
        assert!(is_accepted(&problem, &reason), "{problem:?} {reason:?}");
    }
    assert!(tours > 30 && found > 150, "{tours} {found}");
}

/// With this many vertices preprocessing does not search for sets; the search does if its guess
/// fails.
#[test]
fn large_graphs_are_counted_out_by_the_search() {
    let holed = holed(80, 80, 10, &mut words(1));
    for graph in [family::holed_grid(80, 80, 200, 1), holed] {
        for (shortcuts, kind) in [
            (true, Kind::Closed),
            (true, Kind::Open),
            (false, Kind::Open),
        ] {
            let problem = Problem::new(graph.clone(), kind, None, None).unwrap();
            let options = Options {
                shortcuts,
                stop: (!shortcuts).then(Instant::now).into(),
                ..Options::default()
            };
            match solve(&problem, options).unwrap() {
                Verdict::None(Evidence::Obstruction(reason)) => {
                    assert!(shortcuts && is_accepted(&problem, &reason), "{reason:?}");
                }
                other => assert!(
                    !shortcuts && other == Verdict::Unknown(Unknown::Stopped(Stopped::Late)),
                    "{other:?}"
                ),
            }
        }
    }
}

/// Nor of pieces, of so many vertices: 4×n without one colour of the inner ranks falls apart.
#[test]
fn long_boards_of_four_ranks_are_left_in_pieces_by_the_search() {
    let graph = Board::new(4, 4200).unwrap().graph();
    let problem = Problem::new(graph, Kind::Closed, None, None).unwrap();
    assert_eq!(problem.obstruction(&Default::default()), None);
    let options = Options {
        shortcuts: true,
        ..Options::default()
    };
    let outcome = solve(&problem, options).unwrap();
    let Verdict::None(Evidence::Obstruction(reason)) = outcome else {
        panic!("{outcome:?}");
    };
    assert!(is_accepted(&problem, &reason));
}

/// The sets of a grid with holes, changed a little: too few, too many, numbers that do not fit.
#[test]
fn what_is_changed_is_not_accepted() {
    let problem = Problem::new(family::holed_grid(9, 100, 10, 1), Kind::Closed, None, None);
    let problem = problem.unwrap();
    let Some(Obstruction::TwoFactor {
        needing,
        giving,
        needed,
        given,
        spared,
    }) = problem.lacking_factor(&Stop::default()).unwrap()
    else {
        panic!("there is no two-factor");
    };
    let with = |needing: &[u32], giving: &[u32], needed, given, spared| {
        let [needing, giving] = [needing.to_vec(), giving.to_vec()];
        let reason = Obstruction::TwoFactor {
            needing,
            giving,
            needed,
            given,
            spared,
        };
        is_accepted(&problem, &reason)
    };
    assert!(with(&needing, &giving, needed, given, spared));
    assert_eq!(spared, 0);
    let twice = &[&needing[..], &needing[..1]].concat();
    let more = &[&giving[..], &needing[..1]].concat();
    for (needing, giving, needed, given, spared) in [
        (&needing[..], &giving[..], needed + 1, given, 0),
        (&needing, &giving, needed, given - 1, 0),
        (&needing, &giving, needed, given, 1),
        (&needing[1..], &giving, needed, given, 0),
        (&needing, &giving[1..], needed, given - 2, 0),
        (twice, &giving, needed, given, 0),
        (twice, &giving, needed + 1, given, 0),
        (&needing, more, needed, given + 2, 0),
        (&giving, &needing, needed, given, 0),
        (&[], &[], 0, 0, 0),
        (&[], &[], 1, 0, 0),
    ] {
        let what = format!("{needing:?} {giving:?} {needed} {given} {spared}");
        assert!(!with(needing, giving, needed, given, spared), "{what}");
    }
}

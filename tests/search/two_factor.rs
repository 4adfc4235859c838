//! Sets of vertices that cannot have two moves each. They are found exactly if they exist, never if
//! there is a tour, and the checker of certificates accepts only valid ones.

use crate::common::certificates::{NUMBERED, checked};
use crate::common::graphs::{graph, problems, words};
use crate::common::prelude::*;
use knightsat::search::lazy::{Options, solve};
use knightsat::tour::Obstruction;
use knightsat_certificate::CERTIFICATE;
use knightsat_certificate::certificate::{Ground, document};
use knightsat_family as family;
use knightsat_tour::lacking_factor;
use knightsat_tour::lower::Lowered;
use std::cmp::Ordering;
use std::time::Instant;

/// Returns the sets that are found.
fn sets(problem: &Problem) -> Option<Obstruction> {
    let lowered = Lowered::as_it_is(problem);
    lacking_factor(lowered.circuit(), &Stop::default()).unwrap()
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
    let colour = graph.two_colouring(&Default::default()).unwrap();
    let colour = colour.filter(|_| free > 0);
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
    let text = document(
        problem,
        &NUMBERED.place,
        &NUMBERED.claim(),
        &Ground::Reason(reason.clone()),
    );
    fs::write(folder.path().join(CERTIFICATE), text).unwrap();
    checked(problem, folder.path()).is_some()
}

#[test]
fn on_all_problems_of_small_graphs_they_are_found_where_there_are_some() {
    let (mut found, mut tours, mut checked) = (0, 0, 0);
    for (nth, word) in words(5).take(600).enumerate() {
        let len = 2 + nth as u32 % 6;
        // Sparse ones, dense ones, and such as have two colours.
        let bits = [word & word >> 21, word, word & word >> 21 | word >> 42][nth / 6 % 3];
        let mut edges = graph(len, bits).edges().collect_vec();
        edges.retain(|[a, b]| nth % 4 > 0 || (a + b) % 2 > 0);
        let graph = Graph::from_edges(len, &edges);
        for problem in problems(&graph) {
            if problem.kind() == Kind::Closed && len < 3 {
                continue;
            }
            let reason = sets(&problem);
            assert_eq!(reason.is_some(), has_sets(&problem), "{problem:?}");
            let has_tour = Search::new(&problem, Directions::One).next().is_some();
            assert!(reason.is_none() || !has_tour, "{problem:?} {reason:?}");
            tours += u32::from(has_tour);
            found += u32::from(reason.is_some());
            checked += 1;
            if let Some(reason) = reason.filter(|_| checked % 7 == 0) {
                assert!(is_accepted(&problem, &reason), "{problem:?} {reason:?}");
            }
        }
    }
    let counts = [checked > 20_000, found > 5000, tours > 5000];
    assert_eq!(counts, [true; 3], "{checked} {found} {tours}");
}

/// With so many vertices preprocessing searches neither for sets nor for pieces; the search does if
/// its guess fails. 4×n without one colour of the inner ranks falls apart.
#[test]
fn large_graphs_are_counted_out_by_the_search() {
    let holed = family::holed_grid(80, 80, 200, 1);
    let long = asked("4x4200").1.graph().clone();
    for (graph, kind, shortcuts) in [
        (&holed, Kind::Closed, true),
        (&holed, Kind::Open, true),
        (&holed, Kind::Open, false),
        (&long, Kind::Closed, true),
    ] {
        let problem = Problem::new(graph.clone(), kind, None, None).unwrap();
        let reason = problem.obstruction(&Stop::default());
        assert!(*graph != *long || reason.is_none(), "{reason:?}");
        let options = default_with(|options: &mut Options| {
            options.shortcuts = shortcuts;
            options.stop = (!shortcuts).then(Instant::now).into();
        });
        match solve(&problem, options).unwrap() {
            Verdict::None(Evidence::Obstruction(reason)) if shortcuts => {
                assert!(is_accepted(&problem, &reason), "{reason:?}");
            }
            other => {
                let late = Verdict::Unknown(Unknown::Stopped(Stopped::Late));
                assert!(!shortcuts && other == late, "{other:?}");
            }
        }
    }
}

/// The sets of a grid with holes, changed a little: too few, too many, numbers that do not fit.
#[test]
fn what_is_changed_is_not_accepted() {
    let problem = Problem::new(family::holed_grid(9, 100, 10, 1), Kind::Closed, None, None);
    let problem = problem.unwrap();
    let reason = |needing: &[u32], giving: &[u32], needed, given, spared| Obstruction::TwoFactor {
        needing: needing.to_vec(),
        giving: giving.to_vec(),
        needed,
        given,
        spared,
    };
    let own = sets(&problem).unwrap();
    let Obstruction::TwoFactor {
        needing,
        giving,
        needed,
        given,
        ..
    } = &own
    else {
        panic!("{own:?}");
    };
    let (needed, given) = (*needed, *given);
    assert_eq!(own, reason(needing, giving, needed, given, 0));
    assert!(is_accepted(&problem, &own));
    let twice = &[&needing[..], &needing[..1]].concat();
    let more = &[&giving[..], &needing[..1]].concat();
    for (needing, giving, needed, given, spared) in [
        (&needing[..], &giving[..], needed + 1, given, 0),
        (needing, giving, needed, given - 1, 0),
        (needing, giving, needed, given, 1),
        (&needing[1..], giving, needed, given, 0),
        (needing, &giving[1..], needed, given - 2, 0),
        (twice, giving, needed, given, 0),
        (twice, giving, needed + 1, given, 0),
        (needing, more, needed, given + 2, 0),
        (giving, needing, needed, given, 0),
        (&[], &[], 0, 0, 0),
        (&[], &[], 1, 0, 0),
    ] {
        let reason = reason(needing, giving, needed, given, spared);
        assert!(!is_accepted(&problem, &reason), "{reason:?}");
    }
}

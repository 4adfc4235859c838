//! Counts in parts, by the library: whatever the split, the numbers add up.

use crate::common::graphs::{graph, words};

use itertools::{Itertools, iproduct};
use knightsat::count::frontier::{self, BigUint, Limits};
use knightsat::encoding::Style;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::stop::Stop;
use knightsat::tour::Kind;
use knightsat::tour::place::Place;
use knightsat::tour::spec::TourSpec;
use knightsat_cluster::counts::PartCounter;
use knightsat_cluster::cubes::Cube;
use knightsat_cluster::paths::Paths;

/// The counts of the parts of a problem; each is the sum of its own parts.
fn counts(spec: &FormulaSpec, parts: usize) -> Vec<u64> {
    let (problem, stop) = (spec.problem(&Default::default()).unwrap(), Stop::default());
    let mut paths = Paths::new(&problem, &stop).unwrap();
    let cubes = paths.split(&Cube::new(), parts, &stop).unwrap();
    let mut counter = PartCounter::new(spec, &problem, &stop).unwrap();
    let mut count = |cube: &Cube| counter.count(cube, &stop).unwrap().unwrap();
    let counts = cubes.iter().map(|cube| {
        let again = paths.split(cube, 3, &stop).unwrap();
        assert!(again.iter().all(|part| part.starts_with(cube)));
        let whole = count(cube);
        assert_eq!(again.iter().map(&mut count).sum::<u64>(), whole, "{spec:?}");
        whole
    });
    counts.collect()
}

#[test]
fn parts_of_small_graphs_add_up() {
    let mut splits = 0;
    let ends = |len: u32| [None, Some(1), Some(len)];
    for (len, bits) in iproduct!(4..=7_u32, words(7).take(5).collect_vec()) {
        let place = Place::Graph(graph(len, bits | bits >> 17));
        for (kind, start, end) in iproduct!([Kind::Open, Kind::Closed], ends(len), ends(len)) {
            let tour = TourSpec {
                start: start.map(|vertex| vertex.to_string()),
                end: end.map(|vertex| vertex.to_string()),
                ..kind.into()
            };
            let Ok(spec) = FormulaSpec::new(place.clone(), tour, Style::DEFAULT) else {
                continue;
            };
            let Ok(problem) = spec.problem(&Default::default()) else {
                continue;
            };
            let whole = frontier::count(&problem, &Limits::default()).unwrap();
            for parts in [1, 3, 100] {
                let counts = counts(&spec, parts);
                assert!(counts.len() <= parts);
                splits += usize::from(counts.len() > 1);
                let words = format!("{place:?} {:?} {parts}", spec.tour);
                assert_eq!(BigUint::from(counts.iter().sum::<u64>()), whole, "{words}");
            }
        }
    }
    assert!(splits > 250, "{splits}");
}

#[test]
fn parts_add_up_beside_what_is_given() {
    let moves = TourSpec {
        require: vec!["a3-c4".parse().unwrap()],
        forbid: vec!["c1-d3".parse().unwrap(), "b5-d6".parse().unwrap()],
        ..Kind::Closed.into()
    };
    let steps = TourSpec {
        at: vec!["9=c3".parse().unwrap()],
        not_at: vec!["12=a1".parse().unwrap()],
        ..Kind::Open.into()
    };
    let turned = TourSpec {
        symmetric: Some("rot90".parse().unwrap()),
        ..Kind::Closed.into()
    };
    for (board, tour) in [("6x6", moves), ("5x5", steps), ("6x6", turned)] {
        let board: knightsat::tour::board::Board = board.parse().unwrap();
        let spec = FormulaSpec::new(board.into(), tour, Style::DEFAULT).unwrap();
        let [whole, parts] = [1, 9].map(|parts| counts(&spec, parts));
        assert_eq!(parts.len(), 9);
        assert_eq!(parts.iter().sum::<u64>(), whole[0], "{spec:?}");
        assert!(whole[0] > 0 && parts.iter().filter(|&&count| count > 0).count() > 1);
    }
}

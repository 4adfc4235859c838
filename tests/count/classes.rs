//! Classes of tours up to the symmetries of the board, compared with the orbits of all tours.

use crate::common::cases::lines;
use crate::common::halves::halves;
use crate::common::prelude::*;
use knightsat_count::frontier::{BigUint, Options, classes};

/// A tour as its moves, with its first vertex if its direction matters.
type Shape = (Vec<[u32; 2]>, Option<u32>);

fn shape(problem: &Problem, steps: &[u32], is_directed: bool) -> Shape {
    let pairs = steps.iter().circular_tuple_windows();
    let moves = steps.len() - usize::from(problem.kind() == Kind::Open);
    let moves = pairs.map(|(&a, &b)| [a.min(b), a.max(b)]).take(moves);
    let moves = moves.sorted_unstable().collect_vec();
    (moves, is_directed.then(|| steps[0]))
}

/// Returns the maps of the square around the board that keep the problem, as images of vertices.
fn maps(problem: &Problem, is_directed: bool) -> BTreeSet<Vec<u32>> {
    let (graph, coordinates) = (problem.graph(), problem.coordinates().unwrap());
    let [ranks, files] = coordinates.sides();
    let ends = [problem.start(), problem.end()];
    let as_set = |ends: [Option<u32>; 2]| BTreeSet::from(ends);
    let required: BTreeSet<[u32; 2]> = problem.required().into_iter().collect();
    let all = iproduct!([false, true], [false, true], [false, true]);
    let images = all.filter_map(|(turns, up, right)| {
        let image = |vertex: u32| {
            let [rank, file] = coordinates.of(vertex);
            let rank = if up { ranks - 1 - rank } else { rank };
            let file = if right { files - 1 - file } else { file };
            let place = if turns { [file, rank] } else { [rank, file] };
            (0..graph.len()).find(|&other| coordinates.of(other) == place)
        };
        (0..graph.len()).map(image).collect::<Option<Vec<u32>>>()
    });
    let keeps = |image: &Vec<u32>| {
        let of = |vertex: u32| image[vertex as usize];
        let edge = |[a, b]: [u32; 2]| [of(a).min(of(b)), of(a).max(of(b))];
        let mapped = ends.map(|end| end.map(of));
        // Of a closed tour, the ends are a required move.
        let keeps_ends = match is_directed {
            true => mapped == ends,
            false => as_set(mapped) == as_set(ends),
        };
        let is_free = problem.kind() == Kind::Closed && ends.contains(&None);
        let mut edges = graph.edges();
        edges.all(|[a, b]| graph.has_edge(of(a), of(b)))
            && (keeps_ends || is_free)
            && required.iter().all(|&ends| required.contains(&edge(ends)))
    };
    images.filter(keeps).collect()
}

/// Returns the number of orbits.
fn orbits(problem: &Problem, tours: &[Vec<u32>], is_directed: bool) -> (usize, usize) {
    let maps = maps(problem, is_directed);
    let least = |steps: &Vec<u32>| {
        let images = maps.iter().map(|image| {
            let mapped = steps.iter().map(|&vertex| image[vertex as usize]);
            shape(problem, &mapped.collect_vec(), is_directed)
        });
        images.min()
    };
    let all: BTreeSet<_> = tours.iter().map(least).collect();
    (maps.len(), all.len())
}

#[test]
fn classes_are_the_orbits_of_all_tours() {
    let rows = lines(include_str!("classes.txt"));
    let rows = &rows[..depth(rows.len(), 52)];
    let [even, odd] = halves(|half| compared(rows, half));
    let [symmetric, merged] = [0, 1].map(|place| even[place] + odd[place]);
    assert!(symmetric > 30 && merged > 20, "{symmetric} {merged}");
}

/// Compares every second row, and returns the numbers of maps that keep a tour, and of rows with
/// fewer classes than tours.
fn compared(rows: &[String], half: usize) -> [usize; 2] {
    let [mut symmetric, mut merged] = [0; 2];
    for row in rows.iter().skip(half).step_by(2) {
        let (_, problem) = asked(row);
        let tours = Search::new(&problem, Directions::One).collect_vec();
        let found = classes(&problem, &Options::default(), &mut |_| {}).unwrap();
        let is_open = problem.kind() == Kind::Open;
        let (symmetries, number) = orbits(&problem, &tours, is_open);
        assert_eq!(found.tours, tours.len().into(), "{row}");
        assert_eq!(
            (found.symmetries, &found.classes),
            (symmetries, &number.into()),
            "{row}"
        );
        let undirected = is_open.then(|| orbits(&problem, &tours, false));
        let undirected = undirected.map(|(maps, number)| (maps, BigUint::from(number)));
        assert_eq!(found.undirected, undirected, "{row}");
        // Each map on its own.
        let shapes = tours
            .iter()
            .map(|steps| (shape(&problem, steps, false), steps));
        let shapes: BTreeMap<Shape, &Vec<u32>> = shapes.collect();
        let keeps = |image: &Vec<u32>| {
            let kept = shapes.iter().filter(|(moves, steps)| {
                let mapped = steps
                    .iter()
                    .map(|&vertex| image[vertex as usize])
                    .collect_vec();
                shape(&problem, &mapped, false) == **moves
            });
            BigUint::from(kept.count())
        };
        let expected = maps(&problem, false)
            .iter()
            .map(keeps)
            .sorted()
            .collect_vec();
        let kept = found.fixed.iter().map(|(_, tours)| tours.clone()).sorted();
        assert_eq!(kept.collect_vec(), expected, "{row}: {:?}", found.fixed);
        symmetric += found.fixed[1..]
            .iter()
            .filter(|(_, tours)| *tours > BigUint::ZERO)
            .count();
        merged += usize::from(found.classes < found.tours);
    }
    [symmetric, merged]
}

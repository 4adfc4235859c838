//! Classes of tours up to the symmetries of the board, compared with the orbits of all tours.

use crate::common::prelude::*;
use knightsat::tour::mask;
use knightsat::tour::spec::{Request, Requesting, SpecError};
use knightsat_count::frontier::{BigUint, Options, classes};

/// Requests of small boards: those of the quick run first.
const QUICK: &str = "
    1x1 | 1x2 leaper 0,1 | 1x5 leaper 0,1 | 2x2 leaper 0,1 closed | 2x3 leaper 0,1 | 3x3 leaper 0,1
    2x4 leaper king closed | 2x5 leaper king closed | 3x4 leaper king closed | 3x3 leaper king
    4x4 leaper king closed | 4x4 leaper 0,1 | 4x4 leaper 0,1 closed | 4x6 leaper 0,1 closed
    3x4 | 3x7 | 3x8 | 4x5 | 5x5 | 5x6 closed | 3x10 closed | 6x6 closed
    ..#/.../#.. leaper king closed | .../.#./... closed | .../.#./... | ..../.##./.##./.... leaper king
    #..#/..../..../#..# leaper king closed | #.../...#/..../#... leaper king closed
    #.../.#../..#./...# leaper king | #..../.#.../..#../...#./....# leaper king closed
    #.#/.../#.# leaper king | ...../.###./.###./..... leaper 0,1 closed
    3x4 start a1 | 3x7 start a1 end g1 | 4x5 start b1 | 5x5 start c3 | 5x5 start a1 end e5
    5x5 start a1 | 4x4 leaper 0,1 start a1 end d1 | 4x4 leaper 0,1 start a1 end d3
    4x4 leaper 0,1 closed require a1-a2,d3-d4 | 4x4 leaper king closed require b2-c3
    4x4 leaper king closed require b2-c3,a4-b4,c1-d1 | 4x4 leaper king closed require b2-c2,b3-c3
    4x4 leaper king closed require a1-b2,c3-d4 | 4x4 leaper king closed start b2 end c3
    4x4 leaper king closed require a1-a2,a4-b4,d3-d4,c1-d1
    5x6 closed forbid c3-d5 | 3x4 leaper king closed forbid b2-c2 | 3x3 leaper king require a1-b2,b2-c3
    4x4 leaper king closed require b2-c3,b2-c2 | 3x4 leaper 0,1 require b2-c2";

const FULL: &str = "
    6x6 closed require a1-b3,f6-e4 | 4x6 | 3x9 | 3x12 closed | 5x5 leaper 0,1 | 4x5 leaper king closed | 6x6 leaper 0,1 closed
    4x4 leaper king | 5x6 start a1 | 4x7 | 5x5 leaper squirrel closed require a1-b3,b3-d4,d4-e2,e2-c1";

fn request(text: &str) -> Result<Request, SpecError> {
    let mut words = text.split(' ');
    let board = words.next().unwrap();
    let mut request = match board.contains('/') {
        true => {
            let board = mask::parse(&board.replace('/', "\n"), &Default::default());
            Request::new(Place::Board(board.unwrap()), Kind::Open.into())?
        }
        false => board.parse()?,
    };
    while let Some(word) = words.next() {
        let mut next = || words.next().unwrap();
        request = match word {
            "closed" => request.closed(),
            "leaper" => request.leaper(next())?,
            "start" => request.start(next())?,
            "end" => request.end(next())?,
            "require" => request.require(next())?,
            "forbid" => request.forbid(next())?,
            _ => unreachable!("{text}"),
        };
    }
    Ok(request)
}

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
    let full = if depth(1, 0) == 1 { FULL } else { "" };
    let rows = [QUICK, full]
        .into_iter()
        .flat_map(|rows| rows.split(['|', '\n']));
    let rows = rows
        .map(str::trim)
        .filter(|row| !row.is_empty())
        .collect_vec();
    let [mut symmetric, mut merged] = [0; 2];
    for row in rows {
        let request = request(row).unwrap_or_else(|error| panic!("{row}: {error}"));
        let problem = request.problem(&Default::default()).unwrap();
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
    assert!(symmetric > 30 && merged > 20, "{symmetric} {merged}");
}

/// Closed tours of 6x6 and 8x8, and open tours of 5x5.
#[test]
fn published_numbers_of_classes_are_found() {
    let count = |text: &str| {
        let problem = request(text).unwrap().problem(&Default::default()).unwrap();
        classes(&problem, &Options::default(), &mut |_| {}).unwrap()
    };
    assert_eq!(count("6x6 closed").classes, 1245_u32.into());
    let open = count("5x5");
    assert_eq!(
        (open.classes, open.undirected),
        (216_u32.into(), Some((8, 112_u32.into())))
    );
    if depth(1, 0) == 1 {
        assert_eq!(count("8x8 closed").classes, 1_658_420_855_433_u64.into());
    }
}

#[test]
fn classes_of_other_problems_are_refused() {
    let refused = |request: &Request| {
        let problem = request.problem(&Default::default()).unwrap();
        classes(&problem, &Options::default(), &mut |_| {}).unwrap_err()
    };
    let torus = request("4x4").unwrap().wrap("both").unwrap();
    let symmetric = request("6x6 closed").unwrap().symmetric("rot180").unwrap();
    let demands = ["vertices without squares of a flat board", "a symmetry"];
    for (request, demand) in [torus, symmetric].iter().zip(demands) {
        let message = refused(request).to_string();
        assert_eq!(
            message,
            format!("the count of classes does not support {demand}")
        );
    }
}

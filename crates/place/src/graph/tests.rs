use super::read;
use super::*;

#[test]
fn faulty_edges_are_refused() {
    let many = Graph::MAX_VERTICES + 1;
    let too_many = format!("{many} vertices are too many: at most {}", many - 1);
    let no_vertex = "vertex 3 does not exist: the vertices of the graph are 0 to 2";
    for (len, edges, fault) in [
        (3, &[[0, 1], [2, 2]][..], "a loop at vertex 2"),
        (3, &[[0, 1], [1, 2], [0, 1]], "edge 0 1 is listed twice"),
        (3, &[[0, 1], [1, 2], [1, 0]], "edge 0 1 is listed twice"),
        (3, &[[3, 0]], no_vertex),
        (many, &[], &too_many),
    ] {
        let error = Graph::try_from_edges(len, edges).unwrap_err();
        assert_eq!(error.to_string(), fault);
    }
    let panic = std::panic::catch_unwind(|| Graph::from_edges(2, &[[0, 1], [1, 0]]));
    assert!(panic.is_err());
    let triangle = Graph::try_from_edges(3, &[[0, 1], [2, 1], [0, 2]]).unwrap();
    assert!(triangle.edges().eq([[0, 1], [0, 2], [1, 2]]));
}

/// Returns the number of components without some vertices, by searching from every other.
fn pieces_without(graph: &Graph, gone: &[u32]) -> u32 {
    let mut seen: Vec<bool> = (0..graph.len()).map(|v| gone.contains(&v)).collect();
    let mut pieces = 0;
    for vertex in 0..graph.len() {
        let mut stack = vec![vertex];
        pieces += u32::from(!seen[vertex as usize]);
        while let Some(v) = stack.pop() {
            if !std::mem::replace(&mut seen[v as usize], true) {
                stack.extend(graph.neighbours(v));
            }
        }
    }
    pieces
}

#[test]
fn pieces_are_those_that_a_search_finds() {
    let mut most = 0;
    for seed in 0..200 {
        let len = 3 + seed as u32 % 9;
        let graph = knightsat_family::random_sparse(len, len as usize + 1, seed);
        let graph = Graph::from_edges(len, &graph.edges().collect::<Vec<_>>());
        if pieces_without(&graph, &[]) > 1 {
            continue;
        }
        let pieces = graph.pieces_without_each(&Stop::default()).unwrap();
        for vertex in 0..len {
            let expected = pieces_without(&graph, &[vertex]);
            assert_eq!(pieces[vertex as usize], expected, "{vertex} {graph:?}");
            most = most.max(expected);
        }
    }
    assert!(most > 2, "{most}");
}

/// Packs the bits of a number, six a byte from 63 on.
fn packed(bits: &[bool]) -> String {
    let bit = |bits: &[bool], at| u8::from(bits.get(at) == Some(&true));
    let six = |bits: &[bool]| (0..6).fold(0, |sum, at| sum << 1 | bit(bits, at));
    let bytes = bits.chunks(6).map(|bits| char::from(63 + six(bits)));
    bytes.collect()
}

#[test]
fn graph6_and_sparse6_of_random_graphs_agree() {
    let mut random = knightsat_base::random::Rng::new(34, 0);
    for _ in 0..200 {
        let len = 1 + random.below(70) as u32;
        let pairs = (1..len).flat_map(|b| (0..b).map(move |a| [a, b]));
        let pairs: Vec<([u32; 2], bool)> = pairs.map(|pair| (pair, random.below(3) == 0)).collect();
        let listed = pairs.iter().filter(|pair| pair.1).map(|pair| pair.0);
        let listed: Vec<[u32; 2]> = listed.collect();
        let expected = Graph::from_edges(len, &listed);
        let size = match len {
            63 => "~??~".into(),
            64.. => format!("~?@{}", char::from(len as u8 - 1)),
            _ => char::from(63 + len as u8).to_string(),
        };
        let dense: Vec<bool> = pairs.iter().map(|pair| pair.1).collect();
        let mut files = vec![size.clone() + &packed(&dense)];
        let width = u32::BITS - (len - 1).leading_zeros();
        let (mut sparse, mut at) = (Vec::new(), 0);
        let mut put = |moves_on: bool, number: u32| {
            sparse.push(moves_on);
            sparse.extend((0..width).rev().map(|bit| number >> bit & 1 == 1));
        };
        for &[a, b] in &listed {
            if b > at + 1 {
                put(true, b);
            }
            put(b == at + 1, a);
            at = b;
        }
        // Ones move beyond the last vertex, or to it, if a zero comes first.
        let is_short = len == 1 << width && at + 2 == len;
        let zeros = usize::from(is_short && sparse.len() % 6 > 0);
        sparse.resize(sparse.len() + zeros, false);
        sparse.resize(sparse.len().next_multiple_of(6), true);
        files.push(format!(":{size}{}", packed(&sparse)));
        for file in files {
            let read = read::parse(&file).unwrap_or_else(|error| panic!("{error}: {file}"));
            let is_read = read.edges().eq(expected.edges()) && read.len() == len;
            assert!(is_read, "{file}");
        }
    }
}

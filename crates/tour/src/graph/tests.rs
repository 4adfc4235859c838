use super::read::{self, GraphFormat};
use super::*;

#[test]
fn faulty_edges_are_refused() {
    let fault = |len, edges: &[[u32; 2]]| {
        let error = Graph::try_from_edges(len, edges).unwrap_err();
        error.to_string()
    };
    assert_eq!(fault(3, &[[0, 1], [2, 2]]), "a loop at vertex 2");
    for twice in [[0, 1], [1, 0]] {
        assert_eq!(
            fault(3, &[[0, 1], [1, 2], twice]),
            "edge 0 1 is listed twice"
        );
    }
    let no_vertex = "vertex 3 does not exist: the vertices of the graph are 0 to 2";
    assert_eq!(fault(3, &[[3, 0]]), no_vertex);
    let many = Graph::MAX_VERTICES + 1;
    let too_many = format!("{many} vertices are too many: at most {}", many - 1);
    assert_eq!(fault(many, &[]), too_many);
    let panic = std::panic::catch_unwind(|| Graph::from_edges(2, &[[0, 1], [1, 0]]));
    assert!(panic.is_err());
    let triangle = Graph::try_from_edges(3, &[[0, 1], [2, 1], [0, 2]]).unwrap();
    assert_eq!(
        triangle.edges().collect::<Vec<_>>(),
        [[0, 1], [0, 2], [1, 2]]
    );
}

/// Returns the number of components without one vertex, by searching from every other.
fn pieces_without(graph: &Graph, gone: u32) -> u32 {
    let mut seen = vec![false; graph.len() as usize];
    seen[gone as usize] = true;
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
    let edges: [&[(u32, u32)]; 5] = [
        &[(0, 1), (1, 2)],
        &[(0, 1), (0, 2), (0, 3)],
        &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)],
        &[
            (0, 1),
            (1, 2),
            (2, 3),
            (3, 0),
            (3, 4),
            (4, 5),
            (5, 6),
            (6, 4),
        ],
        &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)],
    ];
    for edges in edges {
        let len = edges.iter().map(|&(a, b)| a.max(b)).max().unwrap() + 1;
        let graph = Graph::from_lists(len, &Default::default(), |v, out| {
            out.extend(edges.iter().filter(|e| e.0 == v).map(|e| e.1));
            out.extend(edges.iter().filter(|e| e.1 == v).map(|e| e.0));
        })
        .unwrap();
        let expected: Vec<u32> = (0..len).map(|v| pieces_without(&graph, v)).collect();
        let pieces = graph.pieces_without_each(None, &Stop::default());
        assert_eq!(pieces, Ok(expected), "{edges:?}");
    }
}

/// Packs the bits of a number, six a byte from 63 on.
fn packed(bits: &[bool]) -> String {
    let six = |bits: &[bool]| {
        (0..6).fold(0, |sum, at| {
            sum << 1 | u8::from(bits.get(at) == Some(&true))
        })
    };
    bits.chunks(6)
        .map(|bits| char::from(63 + six(bits)))
        .collect()
}

#[test]
fn all_formats_of_random_graphs_agree() {
    let mut random = knightsat_base::random::Rng::new(34, 0);
    for _ in 0..200 {
        let len = 1 + random.below(70) as u32;
        let pairs = (1..len).flat_map(|b| (0..b).map(move |a| [a, b]));
        let pairs: Vec<([u32; 2], bool)> = pairs.map(|pair| (pair, random.below(3) == 0)).collect();
        let listed: Vec<[u32; 2]> = pairs
            .iter()
            .filter(|pair| pair.1)
            .map(|pair| pair.0)
            .collect();
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
        sparse.resize(
            sparse.len() + usize::from(is_short && sparse.len() % 6 > 0),
            false,
        );
        sparse.resize(sparse.len().next_multiple_of(6), true);
        files.push(format!(":{size}{}", packed(&sparse)));
        let lines = |word: &str| {
            let line = |[a, b]: &[u32; 2]| format!("{word}{} {}\n", b + 1, a + 1);
            listed.iter().map(line).collect::<String>()
        };
        files.push(format!("p edge {len} {}\n{}", listed.len(), lines("e ")));
        let has_all = (0..len).all(|vertex| listed.iter().any(|edge| edge.contains(&vertex)));
        if has_all && (listed.len() == 1 || listed[0][1] + 1 < len) {
            files.push(lines(""));
        }
        for file in files {
            let read = read::parse(&file).unwrap_or_else(|error| panic!("{error}: {file}"));
            assert!(
                read.edges().eq(expected.edges()) && read.len() == len,
                "{file}"
            );
        }
    }
}

#[test]
fn all_formats_of_a_directed_graph_agree() {
    let arcs = [[0, 1], [1, 0], [1, 2], [2, 0]];
    let expected = Graph::try_from_arcs(3, &arcs).unwrap();
    let matrix = |none: &str, arc: &str| {
        let row = |cells: [u8; 3]| cells.map(|cell| [none, arc][usize::from(cell)]).join(" ");
        let rows = [[0, 1, 0], [1, 0, 1], [1, 0, 0]].map(row).join("\n");
        let head = "NAME: x\nTYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT";
        format!("{head}\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n{rows}\nEOF\n")
    };
    let list = "1 2\n2 1\n2 3\n3 1\n";
    let read = [
        read::one("p sp 3 4\na 1 2\nc\na 2 1 9\na 2 3 -1.5\na 3 1 0\n", None),
        read::one(&matrix("0", "1"), None),
        read::one(&matrix("9999", "0"), None),
        read::one(list, Some(GraphFormat::Arcs)),
        read::one(">>digraph6<<&BT_\n", None),
        read::one("&BT_", None),
    ];
    for (nth, graph) in read.into_iter().enumerate() {
        assert_eq!(graph.as_ref(), Ok(&expected), "{nth}");
    }
    assert_eq!(read::parse(list).unwrap().edges().count(), 3);
    // Without an arc there is no direction.
    assert!(!read::parse("p sp 3 0\n").unwrap().is_directed());
}

use super::list::FORMS;
use super::*;
use knightsat_base::random::Rng;

fn edges(text: &str) -> Result<Vec<(u32, u32)>, String> {
    let graph = parse(text).map_err(|error| error.to_string())?;
    let all = (0..graph.len()).flat_map(|v| {
        let pairs = graph.neighbours(v).iter().map(move |&w| (v + 1, w + 1));
        pairs.filter(|(v, w)| v < w).collect::<Vec<_>>()
    });
    Ok(all.collect())
}

#[test]
fn both_formats_are_read() {
    let square = Ok(vec![(1, 2), (1, 4), (2, 3), (3, 4)]);
    let body = "e 1 2\ne 2 3\nc in between\ne 4 3\ne 1 4\n";
    for header in [
        "p edge 4 4",
        "p col 4 4",
        "c hi\n\np 4 4",
        "c\thi\np\tedge 4 4",
    ] {
        assert_eq!(edges(&format!("{header}\n{body}")), square, "{header}");
    }
    let head = "NAME : x\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT";
    let pairs = format!("{head}: EDGE_LIST\nEDGE_DATA_SECTION\n1 2 2 3\n 4 3\n1 4\n-1\nEOF\n");
    assert_eq!(edges(&pairs), square);
    let lists = format!("{head}: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 4 -1\n2 1 3 -1\n3 2 4 -1 -1\n");
    assert_eq!(edges(&lists), square);
}

#[test]
fn each_fault_is_named_with_its_line() {
    let head = "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n";
    for (text, expected) in [
        ("", "1: no graph here: the file is empty"),
        ("p edge 3", "1: expected 'p edge VERTICES EDGES'"),
        ("p edge 3 x", "1: 'x' is not a number of edges"),
        (
            "p edge 300000000 1",
            "1: 300000000 vertices are too many: at most 268435456",
        ),
        ("p edge 0 0", "1: '0' is not a number of vertices"),
        ("p edge 3 \u{1}", "1: '\\u{1}' is not a number of edges"),
        (
            "TYPE : \u{7}x\n",
            "1: TYPE \\u{7}x: only HCP and ATSP are read here",
        ),
        (
            "DIMENSION : \u{1b}[2J\n",
            "1: '\\u{1b}[2J' is not a number of vertices",
        ),
        ("p edge 3 1\np edge 3 1", "2: a second 'p' line"),
        (
            "p edge 3 1\ne 1 4",
            "2: vertex 4 is not among 1 to 3: correct it, or declare 4 vertices",
        ),
        (
            "p edge 3 1\ne 0 3",
            "2: vertex 3 is not among 0 to 2: correct it, or declare 4 vertices",
        ),
        ("p edge 3 1\ne 1 x", "2: 'x' is not a vertex number"),
        ("hello\n1 2", "1: expected an edge 'U V', found 'hello'"),
        ("# nothing\n", "1: no graph here: the file is empty"),
        (
            "1 2\n1 3 4\n",
            "2: '1 3 4' has another form than the lines before: give all lines one form",
        ),
        (
            "1 2\n2 x\n",
            "2: 'x' is not a vertex number: number all vertices, or give all of them names with a letter",
        ),
        (
            "1 -- 2\n2 -> 3\n",
            "2: lines and arrows in one graph: for edges write --, for arcs ->, on all lines",
        ),
        (
            "1 2 3\n2 3 1\n3 1 4\n4 2 3\n",
            "1: the list may be an edge in each line (4 vertices, 4 edges), or a vertex and its neighbours in each line (4 vertices, 5 edges, such as '3' to '4'): choose with --graph-format edges or --graph-format neighbours",
        ),
        (
            "1 300000000\n",
            "1: the numbers from 1 to 300000000 without 2, and 299999997 more: if these are vertices without edges, write the size '300000000 1' as first line and use --graph-format sized; if not, use --graph-format edges",
        ),
        (">>graph6<<", "1: no graph here: the file has a header only"),
        (">>graph6<<?", "1: a graph has at least one vertex"),
        (
            ">>graph6<<DQ",
            "1: 5 vertices take 2 bytes, and the line has 1",
        ),
        (
            ">>graph6<<DQc?",
            "1: 5 vertices take 2 bytes, and the line has 3",
        ),
        (
            ">>graph6<<~?",
            "1: the line ends within the number of vertices",
        ),
        (
            ">>graph6<<D\u{7f}c",
            "1: '\\x7f' is not a byte of graph6, ? to ~",
        ),
        (
            ">>graph6<<~~~~~~~~",
            "1: 4294967295 vertices are too many: at most 268435456",
        ),
        (
            ";Fa@x^",
            "1: incremental sparse6 is not read: convert it with nauty's copyg",
        ),
        (
            "p sp 3 1\ne 1 2\n",
            "2: expected 'a U V', found 'e 1 2'; for edges, write 'edge' in the line 'p'",
        ),
        (
            "p edge 3 1\na 1 2\n",
            "2: expected 'e U V', found 'a 1 2'; for arcs, write 'sp' in the line 'p'",
        ),
        ("&B", "1: 3 vertices take 2 bytes, and the line has 0"),
        (
            "TYPE : ATSP\nEDGE_WEIGHT_TYPE : GEO\n",
            "2: EDGE_WEIGHT_TYPE GEO: only an EXPLICIT FULL_MATRIX is read here",
        ),
        (
            "TYPE : ATSP\nEDGE_WEIGHT_SECTION\n",
            "2: EDGE_WEIGHT_SECTION before DIMENSION",
        ),
        (
            "DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 1\n1\nEOF\n",
            "4: the matrix ends after 3 of 4 values",
        ),
        (
            "DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 1\n1 0 1\n",
            "4: '1' after the matrix",
        ),
        (
            "DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 x\n",
            "3: 'x' is not a number",
        ),
        (
            "DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 1\n1 9\n",
            "4: the diagonal has 0 and 9: write the value there that means no arc",
        ),
        ("Bw\nBg\n", "1: the file has 2 graphs, where one is wanted"),
        (
            "SECTION : 1\n",
            "1: 'SECTION' is not part of a TSPLIB HCP file that is read here",
        ),
        (
            "DIMENSION : 4\nCOMMENT : 1\nCOMMENT : 2\nDIMENSION : 3\n",
            "4: a second DIMENSION line",
        ),
        (
            "TYPE : TSP\n",
            "1: TYPE TSP: only HCP and ATSP are read here",
        ),
        (
            "TYPE : HCP\nDIMENSION : 4\n",
            "2: EDGE_DATA_SECTION is missing",
        ),
        (
            "TYPE : HCP\nEDGE_DATA_SECTION\n",
            "2: EDGE_DATA_SECTION before DIMENSION",
        ),
        (
            &format!("{head}1 2 3\n"),
            "5: half an edge at the end: is the file complete?",
        ),
        (
            &format!("{head}1 2 3\n-1\n"),
            "6: half an edge before the closing -1",
        ),
        (&format!("{head}1 2\n-1\n3 4\n"), "7: '3 4' after the edges"),
        (
            &format!("{head}1 5\n-1\n"),
            "5: vertex 5 is not among 1 to 4: correct it, or declare 5 vertices",
        ),
        (
            "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_SECTION\n1 2\n-1\n",
            "3: EDGE_DATA_SECTION before EDGE_DATA_FORMAT",
        ),
    ] {
        assert_eq!(edges(text), Err(expected.to_string()), "{text:?}");
    }
}

#[test]
fn edge_lists_are_read() {
    let path = Ok(vec![(1, 2), (2, 3)]);
    for text in [
        "1 2\n2 3\n",
        "# from R\n2\t1\n% and\n\n3, 2",
        "1,2\r\n2,3\r\n",
    ] {
        assert_eq!(edges(text), path, "{text:?}");
    }
    // Not the number of vertices and edges.
    let four = edges("3 2\n1 2\n1 3\n1 4\n").map(|edges| edges.len());
    assert_eq!(four, Ok(4));
}

/// Checks graphs in graph6 and in sparse6, as nauty's documentation and its programs write them.
#[test]
fn graph6_and_its_kin_are_read() {
    let documented = Ok(vec![(1, 3), (1, 5), (2, 4), (4, 5)]);
    for text in [
        "DQc",
        ">>graph6<<DQc\n",
        ">>graph6<<\nDQc",
        "\u{feff}DQc\r\n",
    ] {
        assert_eq!(edges(text), documented, "{text:?}");
    }
    let sparse = Ok(vec![(1, 2), (1, 3), (2, 3), (6, 7)]);
    assert_eq!(edges(":Fa@x^"), sparse);
    assert_eq!(edges(">>sparse6<<:Fa@x^\n"), sparse);
    assert_eq!(edges("@"), Ok(vec![]));
    // A complete graph on 64 vertices, whose number takes four bytes.
    let large = format!("~?@?{}", "~".repeat(336));
    assert_eq!(edges(&large).map(|edges| edges.len()), Ok(64 * 63 / 2));
    let many: Vec<_> = graphs("Bw\n\nBg\nDQ\nBw\n", None).unwrap().collect();
    let sizes = many.iter().map(|graph| graph.as_ref().map(Graph::len));
    let fault = many[2].as_ref().unwrap_err();
    assert_eq!(sizes.collect::<Vec<_>>(), [Ok(3), Ok(3), Err(fault)]);
    assert_eq!(
        fault.to_string(),
        "4: 5 vertices take 2 bytes, and the line has 1"
    );
}

/// Returns the edges by the names of their ends, and the notes.
fn noted(text: &str) -> (Vec<String>, Vec<String>) {
    let mut notes = Vec::new();
    let graph = one_with(text, None, &mut |note| notes.push(note.to_string()));
    let graph = graph.unwrap_or_else(|error| panic!("{error}: {text:?}"));
    let place = crate::place::Place::Graph(graph.clone());
    let ends = |[a, b]: [u32; 2]| format!("{}-{}", place.name(a), place.name(b));
    let edges: Vec<String> = if graph.is_directed() {
        graph
            .arcs()
            .map(|arc| ends(arc).replace('-', ">"))
            .collect()
    } else {
        graph.edges().map(ends).collect()
    };
    (edges, notes)
}

#[test]
fn lists_are_read_in_the_forms_of_libraries_and_people() {
    // A triangle, and a fourth vertex at its first.
    let from_one = "1-2 1-3 1-4 2-3";
    let from_zero = "0-1 0-2 0-3 1-2";
    let named = "A-B A-C A-D B-C";
    for (expected, texts) in [
        (
            from_one,
            &[
                "1 2 {}\n1 3 {}\n1 4 {}\n2 3 {}",
                "1 2 {'weight': 3}\n1 3 {}\n1 4 {'a': [1, 2]}\n2 3 {}",
                "1 2 # note\n1 3\n1 4\n2 3",
                "1 2 0.5\n1 3 2\n1 4 1e3\n2 3 -1",
                "1;2\n1;3\n1;4\n2;3",
                "\"1\",\"2\"\n\"1\",\"3\"\n\"1\",\"4\"\n\"2\",\"3\"",
                "source,target,weight\n1,2,9\n1,3,9\n1,4,9\n2,3,9",
                "c a comment\n1 2\n1 3\n1 4\n2 3",
                "1: 2 3 4\n2: 1 3\n3: 1 2\n4: 1",
                "1: 2, 3, 4\n2: 3\n3:\n4:",
                "1 2 3 4\n2 1 3\n3 1 2\n4 1",
                "4\n1 : 2 3 4 0\n2 : 1 3 0\n3 : 1 2 0\n4 : 1 0",
                "{1: [2, 3, 4], 2: [1, 3], 3: [1, 2], 4: [1]}",
                "[(1, 2, None), (1, 3, None), (1, 4, None), (2, 3, None)]",
                "1 -- 2\n1 -- 3;\n1 -- 4 [label=\"x\"];\n2 -- 3",
                "1-2, 1-3, 1-4, 2-3",
                "{1 <-> 2, 1 <-> 3, 1 <-> 4, 2 <-> 3}",
                "1 2; 1 3; 1 4; 2 3",
                "4 4\n1 2\n1 3\n1 4\n2 3",
                "4 4\n1 2 5\n1 3 5\n1 4 5\n2 3 5",
                "4\n1 2\n1 3\n1 4\n2 3",
                "0111\n1010\n1100\n1000",
                "0 1 1 1\n1 0 1 0\n1 1 0 0\n1 0 0 0",
                "[[0, 1, 1, 1], [1, 0, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0]]",
                "[[0 1 1 1]\n [1 0 1 0]\n [1 1 0 0]\n [1 0 0 0]]",
                "4\n0 1 1 1\n0 0 1 0\n0 0 0 0\n0 0 0 0",
                "p edge 4 4\nn 1 2\ne 1 2\ne 1 3 7\n1 4\ne 2 3",
                "p col 4 8\ne 1 2\ne 2 1\ne 1 3\ne 3 1\ne 1 4\ne 4 1\ne 2 3\ne 3 2",
                "p col 4 4\ne 1 2\ne 2 1\ne 1 3\ne 3 1\ne 1 4\ne 4 1\ne 2 3\ne 3 2",
                "e 1 2\ne 1 3\ne 1 4\ne 2 3",
                "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n1 3\n1 4\n2 3\nEOF",
                "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n1 2 3 4 -1\n2 3 -1\n",
            ][..],
        ),
        (
            from_zero,
            &[
                "0 1\n0 2\n0 3\n1 2",
                "4 4\n0 1\n0 2\n0 3\n1 2",
                "4 4\n0 1\n1 0\n0 2\n2 0\n0 3\n3 0\n1 2\n2 1",
                "#/usr/bin/x.py\n# GMT\n#\n0 1 2 3\n1 2\n2\n3",
                "[[0, 1], [0, 2],\n [0, 3], [1, 2]]",
                "[(np.int64(0), np.int64(1)), (np.int64(0), np.int64(2)), (np.int64(0), np.int64(3)), (np.int64(1), np.int64(2))]",
                "{\"0\": [1, 2, 3], \"1\": [0, 2], \"2\": [0, 1], \"3\": [0]}",
                "{0: {1, 2, 3}, 1: {2}}",
                "p edge 4 4\ne 0 1\ne 0 2\ne 0 3\ne 1 2",
                "0--1--2--0--3",
            ],
        ),
        (
            named,
            &[
                "A B\nA C\nA D\nB C",
                "A,B\nA,C\nA,D\nB,C",
                "A -- B\nA -- C\nA -- D\nB -- C",
                "A: B C D\nB: C",
                "A B 1\nA C 1\nA D 1\nB C 1",
                "('A', 'B'), ('A', 'C'), ('A', 'D'), ('B', 'C')",
                "A B C D\nB A C\nC A B\nD A",
                ",A,B,C,D\nA,0,1,1,1\nB,1,0,1,0\nC,1,1,0,0\nD,1,0,0,0",
                "Source;Target\nA;B\nA;C\nA;D\nB;C",
                "{'A': ['B', 'C', 'D'], 'B': ['C']}",
            ],
        ),
        ("a-b b-c e-f", &["a b\nb c\ne f"]),
        ("c-a a-b", &["c a\na b"]),
        ("New York-New Delhi", &["\"New York\" \"New Delhi\""]),
        ("new-york-boston", &["new-york -- boston"]),
        (
            "1>2 2>3 3>1",
            &["1 -> 2\n2 -> 3\n3 -> 1", "0 1 0\n0 0 1\n1 0 0"],
        ),
        ("A>B B>C", &["A -> B -> C"]),
    ] {
        for text in texts {
            let (mut found, _) = noted(text);
            let mut expected: Vec<&str> = if expected.contains("New") {
                vec![expected]
            } else {
                expected.split(' ').collect()
            };
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{text}");
        }
    }
}

#[test]
fn what_is_left_out_or_doubtful_is_noted() {
    for (text, expected) in [
        (
            "p edge 3 2\ne 1 2\n",
            "1: the file declares 2 edges and has 1: is it complete?",
        ),
        (
            "p edge 3 2\ne 1 2\ne 2 2\n",
            "3: a loop at vertex 2: no tour takes it, it is left out",
        ),
        (
            "1 2\n2 3\n1 2\n1 2",
            "3: edge 1 2 stands on line 1 already, and 1 more: it counts once",
        ),
        (
            "4 3\n1 2\n2 3\n3 4\n",
            "1: '4 3' is read as the size of the graph",
        ),
        (
            "0 1 0\n0 0 1\n1 0 0",
            "1: the matrix is not symmetric: read as arcs, from the row to the column",
        ),
    ] {
        assert_eq!(noted(text).1, [expected], "{text}");
    }
    for text in [
        "p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2",
        "1 2\n2 1",
        "1: 2 3\n2: 1 3\n3: 1 2",
    ] {
        assert_eq!(noted(text).1, [""; 0], "{text}");
    }
}

#[test]
fn formats_that_are_not_read_are_named() {
    for (text, name) in [
        ("graph G {\n a -- b;\n}", "DOT"),
        ("digraph {\n a -> b\n}", "DOT"),
        (
            "{\"directed\": false, \"nodes\": [], \"links\": []}",
            "JSON of a graph",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1",
            "Matrix Market",
        ),
        ("1\0 2\0\n", "UTF-16"),
        ("*Vertices 3\n*Edges\n1 2", "Pajek"),
        ("edge(1,2).\nedge(2,3).", "a list of facts"),
        ("node(1..3). edge(1,2). edge(2,3).", "a list of facts"),
        ("graph [\n node [ id 0 ]\n]", "GML"),
        ("<?xml version=\"1.0\"?><graphml></graphml>", "XML"),
        ("LEDA.GRAPH\nstring", "LEDA"),
        ("p cnf 3 1\n1 2 0", "formula"),
        (
            "NAME : t\nTYPE : TOUR\nTOUR_SECTION\n1\n-1",
            "a tour in TSPLIB",
        ),
    ] {
        let error = edges(text).unwrap_err();
        assert!(
            error.starts_with("1: this is ") && error.contains(name),
            "{error}"
        );
    }
}

/// Follows the remedies of formats that are not read, to the letter.
#[test]
fn remedies_for_other_formats_give_the_graph() {
    for (text, format) in [
        ("a -- b;\nb -- c;\nc -- a;", None),
        ("\"a\" -- \"b\";\n\"b\" -- \"c\";\n\"c\" -- \"a\";", None),
        ("a b\nb c\nc a", None),
        ("[[0, 1], [1, 2], [2, 0]]", None),
        (
            "[{\"source\": 0, \"target\": 1}, {\"source\": 1, \"target\": 2}, {\"source\": 2, \"target\": 0}]",
            None,
        ),
        ("3 3\n2 1\n3 1\n3 2", Some(GraphFormat::Sized)),
        ("1 2\n2 3\n3 1", None),
    ] {
        let graph = super::one(text, format).unwrap_or_else(|error| panic!("{error}: {text}"));
        let found = (graph.len(), graph.edges().count(), graph.is_directed());
        assert_eq!(found, (3, 3, false), "{text}");
    }
    let arcs = super::one("1 2\n2 3\n3 1", Some(GraphFormat::Arcs)).unwrap();
    assert_eq!((arcs.is_directed(), arcs.arcs().count()), (true, 3));
}

/// Checks lists that were read as another graph, or have two meanings.
#[test]
fn lists_with_two_meanings_are_read_rightly_or_refused() {
    let square = "1 2\n2 3\n3 4\n4 1\n";
    for (text, expected) in [
        ("4 3\n1 2 1\n2 3 1.0\n1 4 2.5\n", "1-2 1-4 2-3"),
        (
            "4 5\n1 2 1\n1 3 1.0\n1 4 10\n2 3 2\n3 4 -1\n",
            "1-2 1-3 1-4 2-3 3-4",
        ),
        (
            "[[1,2,3],[0,2,3],[0,1,3],[0,1,2]]",
            "0-1 0-2 0-3 1-2 1-3 2-3",
        ),
        (
            "6 6\n2 6\n1 3\n2 4\n3 5\n4 6\n1 5\n",
            "1-2 1-6 2-3 3-4 4-5 5-6",
        ),
        ("1 10\n2 20\n3 30\n#\n1 2\n2 3\n3 1\n", "1-2 1-3 2-3"),
        ("A-B\nB-C\nC-A\n", "A-B A-C B-C"),
        ("1-2\n2--3\n3-1\n", "1-2 1-3 2-3"),
        (&format!("{square}0 0\n"), "1-2 1-4 2-3 3-4"),
        (&format!("{square}-1\nEOF\n"), "1-2 1-4 2-3 3-4"),
        ("A B\nB C\nC A\nEOF\n", "A-B A-C B-C"),
        (
            "node1 node2\nnode2 node3\nnode3 node1\n",
            "node1-node2 node1-node3 node2-node3",
        ),
        ("u v\nv w\nw u\n", "u-v u-w v-w"),
        (
            "\"00\" -- \"01\";\n\"01\" -- \"11\";\n\"11\" -- \"00\";\n",
            "00-01 00-11 01-11",
        ),
        ("0 7 0 2\n7 0 3 0\n0 3 0 4\n2 0 4 0\n", "1-2 1-4 2-3 3-4"),
        ("0 1 1\n0 0 1\n0 0 0\n", "1-2 1-3 2-3"),
        (
            "(0, 0) (1, 2) {}\n(1, 2) (2, 0) {}\n",
            "(0,0)-(1,2) (1,2)-(2,0)",
        ),
        (
            "3\n(1, 2) (0, 1) (1, 0)\n(1, 0) (0, 1)\n(0, 1)\n",
            "(0,1)-(1,0) (0,1)-(1,2) (1,0)-(1,2)",
        ),
        ("D|A\nA|B\nB|D\n", "A-B A-D B-D"),
        (
            "3 3\n\"20\" \"10\" {}\n\"10\" \"30\" {}\n\"30\" \"20\" {}\n",
            "10-20 10-30 20-30",
        ),
    ] {
        let (found, _) = noted(text);
        let sorted = |edge: &String| {
            let (a, b) = edge.split_once('-').unwrap();
            let mut ends = [a, b].map(|end| end.replace(' ', ""));
            ends.sort();
            ends.join("-")
        };
        let mut found: Vec<String> = found.iter().map(sorted).collect();
        found.sort();
        assert_eq!(found.join(" "), expected, "{text}");
    }
    for (text, expected) in [
        (
            "10 20\n20 30\n30 10\n",
            "use --graph-format sized; if not, use --graph-format edges",
        ),
        (
            "* GraphBase graph (util_types ZZZ,3V,6A)\n\"k3\",3,6\n",
            "GraphBase",
        ),
        (
            "1 -> 2 4\n2 -> 3 5\n",
            "--graph-format edges or --graph-format neighbours",
        ),
        (
            "new-york boston\n",
            "such as 'boston' to 'new-york', or 2 vertices, 1 edge, such as 'new' to 'york'",
        ),
        (
            "3\n1 3 2\n2 1 3\n3 1 2\n",
            "'1 3 2' may be an edge with values, or a vertex and its neighbours",
        ),
        (
            "c a comment\nx y 1\ny z 1\nz x 1\n",
            "1: 'c a comment' may be a comment or an edge",
        ),
        ("01 2\n2 3\n3 01\n", "'01' may be a number or a name"),
        (
            "from to\nx to\ny x\nto y\n",
            "--graph-format table or --graph-format edges",
        ),
    ] {
        let error = edges(text).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn fixed_edges_are_required() {
    let text = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nFIXED_EDGES_SECTION\n1 2\n-1\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\nEOF";
    let behind = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\nFIXED_EDGES_SECTION\n1 2\n-1\nEOF";
    for text in [text, behind] {
        let (graph, fixed) = parse(text).unwrap().split_fixed();
        assert_eq!((graph.len(), fixed), (3, vec![[0, 1]]), "{text}");
        let place = crate::place::Place::Graph(parse(text).unwrap());
        let (_, spec) = crate::spec::TourSpec::default().settled(place).unwrap();
        assert_eq!(spec.require[0].to_string(), "1-2");
    }
}

#[test]
fn a_line_for_each_vertex_has_its_neighbours() {
    let square = "0 1, 0 3, 1 2, 2 3, 1 3";
    for text in [
        "4 5\n2 4\n1 3 4\n2 4\n1 2 3",
        "4 5 0\n2 4\n1 3 4\n2 4\n1 2 3",
        "% by a partitioner\n4 5 000\n2 4\n1 3 4\n2 4\n1 2 3\n",
        "4 5\n1 3\n0 2 3\n1 3\n0 1 2",
        "4\n2 2 4\n3 1 3 4\n2 2 4\n3 1 2 3",
        "4\n2 1 3\n3 0 2 3\n2 1 3\n3 0 1 2",
        "a -> b, d\nb -> a, c, d\nc -> b, d\nd -> a, b, c",
    ] {
        let mut found: Vec<[u32; 2]> = parse(text).unwrap().edges().collect();
        found.sort_unstable();
        let text_of = |[a, b]: &[u32; 2]| format!("{a} {b}");
        let found: Vec<String> = found.iter().map(text_of).collect();
        let mut expected: Vec<&str> = square.split(", ").collect();
        expected.sort_unstable();
        if !text.starts_with('a') {
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(found.len(), 5, "{text}");
    }
    let arcs = parse("a -> b c\nb -> c\nc -> a").unwrap();
    assert_eq!((arcs.is_directed(), arcs.arcs().count()), (true, 4));
    let weighted = parse("a -> b 5\nb -> c 6\nc -> a 5").unwrap();
    assert_eq!(weighted.arcs().count(), 3);
    let error = edges("1 -> 2 3\n2 -> 3 1\n3 -> 1 2").unwrap_err();
    assert!(
        error.contains("--graph-format edges or --graph-format neighbours"),
        "{error}"
    );
    // A count of other neighbours is a weight.
    assert_eq!(parse("3\n1 2 7\n2 3 7\n3 1 7").unwrap().len(), 3);
    // The end of a list as TSPLIB has it.
    assert_eq!(parse("0 1\n1 2\n2 0\n-1\n").unwrap().len(), 3);
}

/// Writes a list of so many vertices, of edges in order, each from its smaller end.
pub(super) type Writer = fn(u32, &[[u32; 2]], &mut Rng) -> String;

/// Returns lines of pairs of numbers from 1, with a text before, between and after them.
fn pairs(edges: &[[u32; 2]], [before, between, after]: [&str; 3]) -> String {
    let line = |[a, b]: &[u32; 2]| format!("{before}{}{between}{}{after}\n", a + 1, b + 1);
    edges.iter().map(line).collect()
}

fn one<'a>(all: &[&'a str], random: &mut Rng) -> &'a str {
    all[random.below(all.len())]
}

/// Returns the neighbours of each vertex, from 1.
fn adjacent(len: u32, edges: &[[u32; 2]]) -> Vec<Vec<String>> {
    let graph = Graph::from_edges(len, edges);
    let list = |vertex| {
        graph
            .neighbours(vertex)
            .iter()
            .map(|other| (other + 1).to_string())
    };
    (0..len).map(|vertex| list(vertex).collect()).collect()
}

pub(super) fn write_edges(_: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    let between = one(
        &[
            " ", "\t", ",", ", ", ";", "--", " -- ", " - ", "-", "/", "=", " <-> ",
        ],
        random,
    );
    let text = pairs(edges, ["", between, ""]);
    match random.below(6) {
        0 => format!("# comment\n{}", pairs(edges, ["", " ", " {'w': 1}"])),
        1 => format!("[{}]", pairs(edges, ["(", ", ", "),"])),
        2 => pairs(edges, ["\"v", "\",\"v", "\""]),
        3 => pairs(edges, ["", " ", " 0.5"]),
        _ => text,
    }
}

pub(super) fn write_arcs(_: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    pairs(edges, ["", one(&[" ", "->", " -> ", ">"], random), ""])
}

pub(super) fn write_sized(len: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    format!(
        "{len} {}\n{}",
        edges.len(),
        pairs(edges, ["", " ", one(&["", " 2", " red"], random)])
    )
}

pub(super) fn write_table(_: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    match random.below(3) {
        0 => format!("source,target\n{}", pairs(edges, ["v", ",v", ""])),
        1 => format!("From\tTo\tweight\n{}", pairs(edges, ["", "\t", "\t1"])),
        _ => {
            let line =
                |(number, [a, b]): (usize, &[u32; 2])| format!("{number} {} {}\n", a + 1, b + 1);
            let lines: String = edges.iter().enumerate().map(line).collect();
            format!("   u v\n{lines}")
        }
    }
}

pub(super) fn write_flat(_: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    pairs(edges, ["", " ", one(&[" ", "  "], random)]).replace('\n', "")
}

pub(super) fn write_neighbours(len: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    let [key, between, after] = [
        [" ", " ", ""],
        [": ", " ", ""],
        [" : ", ",", ""],
        [": [", ", ", "],"],
        [": {", ": {}, ", ": {}},"],
    ][random.below(5)];
    let line = |(vertex, others): (u32, Vec<String>)| {
        format!("{vertex}{key}{}{after}\n", others.join(between))
    };
    let lines: String = (1..).zip(adjacent(len, edges)).map(line).collect();
    if after.is_empty() {
        lines
    } else {
        format!("{{{lines}}}")
    }
}

pub(super) fn write_successors(len: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    let key = one(&[": ", " -> "], random);
    let heads = |tail| {
        edges
            .iter()
            .filter(move |edge| edge[0] == tail)
            .map(|edge| (edge[1] + 1).to_string())
    };
    let line = |tail: u32| {
        format!(
            "{}{key}{}\n",
            tail + 1,
            heads(tail).collect::<Vec<_>>().join(" ")
        )
    };
    (0..len)
        .filter(|&tail| heads(tail).next().is_some())
        .map(line)
        .collect()
}

pub(super) fn write_positions(len: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    let lists = adjacent(len, edges).into_iter().map(|list| list.join(", "));
    let lists: Vec<String> = lists.map(|list| format!("[{list}]")).collect();
    format!("[{}]", lists.join(one(&[", ", ",\n"], random)))
}

pub(super) fn write_metis(len: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    let weights = random.below(2) == 0;
    let between = if weights { " 7 " } else { " " };
    let after = if weights { " 7" } else { "" };
    let lists = adjacent(len, edges)
        .into_iter()
        .map(|list| list.join(between) + after + "\n");
    format!(
        "% by METIS\n{len} {}{}\n{}",
        edges.len(),
        if weights { " 001" } else { "" },
        lists.collect::<String>()
    )
}

pub(super) fn write_counted(len: u32, edges: &[[u32; 2]], _: &mut Rng) -> String {
    let lists = adjacent(len, edges)
        .into_iter()
        .map(|list| format!("{} {}\n", list.len(), list.join(" ")));
    format!("{len}\n{}", lists.collect::<String>())
}

/// Returns the rows of a matrix with these values at edges.
fn cells(
    len: u32,
    edges: &[[u32; 2]],
    value: &str,
    [before, between, after]: [&str; 3],
    is_half: bool,
) -> String {
    let has = |a, b| edges.contains(&[a, b]) || !is_half && edges.contains(&[b, a]);
    let cell = |a, b| if has(a, b) { value } else { "0" };
    let row = |a| {
        (0..len)
            .map(|b| cell(a, b))
            .collect::<Vec<_>>()
            .join(between)
    };
    (0..len)
        .map(|a| format!("{before}{}{after}\n", row(a)))
        .collect()
}

pub(super) fn write_half(len: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    cells(len, edges, one(&["1", "7"], random), ["", " ", ""], true)
}

pub(super) fn write_matrix(len: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    match random.below(4) {
        0 => cells(len, edges, "1", ["", "", ""], false),
        1 => format!("[{}]", cells(len, edges, "1", ["[", " ", "]"], false)),
        2 => format!("{len}\n{}", cells(len, edges, "1", ["", " ", ""], false)),
        _ => cells(len, edges, "2.5", ["", ",", ""], false),
    }
}

pub(super) fn write_tgf(len: u32, edges: &[[u32; 2]], random: &mut Rng) -> String {
    let label = one(&["", " label", " a town"], random);
    let vertices: String = (1..=len)
        .map(|vertex| format!("{vertex}{label}\n"))
        .collect();
    format!("{vertices}#\n{}", pairs(edges, ["", " ", ""]))
}

/// Returns a connected graph with edges in order, each from its smaller end, and more edges than
/// vertices.
fn random_edges(random: &mut Rng) -> (u32, Vec<[u32; 2]>) {
    let len = 5 + random.below(5) as u32;
    let mut edges: Vec<[u32; 2]> = (1..len)
        .map(|b| [random.below(b as usize) as u32, b])
        .collect();
    for b in 1..len {
        for a in 0..b {
            if random.below(2) == 0 && !edges.contains(&[a, b]) {
                edges.push([a, b]);
            }
        }
    }
    edges.sort_unstable();
    (len, edges)
}

#[test]
fn each_form_is_read_back() {
    let mut random = Rng::new(61, 0);
    for form in FORMS {
        let mut refused = 0;
        for _ in 0..200 {
            let (len, edges) = random_edges(&mut random);
            let text = (form.write)(len, &edges, &mut random);
            let expected = match form.format {
                GraphFormat::Arcs | GraphFormat::Successors => {
                    Graph::try_from_arcs(len, &edges).unwrap()
                }
                _ => Graph::from_edges(len, &edges),
            };
            let named = super::one(&text, Some(form.format))
                .unwrap_or_else(|error| panic!("{}: {error}\n{text}", form.name));
            assert_eq!(
                labelled(&named),
                labelled(&expected),
                "{}:\n{text}",
                form.name
            );
            // Without the name of the form: the same graph, or a question.
            match parse(&text) {
                Ok(graph) if graph.is_directed() == expected.is_directed() => {
                    assert_eq!(
                        labelled(&graph),
                        labelled(&expected),
                        "{}:\n{text}",
                        form.name
                    )
                }
                Ok(_) => assert!(
                    matches!(form.format, GraphFormat::Arcs | GraphFormat::Successors),
                    "{text}"
                ),
                Err(error) => {
                    let is_asked =
                        matches!(form.format, GraphFormat::Arcs | GraphFormat::Successors);
                    assert!(
                        is_asked || error.message.contains("--graph-format"),
                        "{}: {error}\n{text}",
                        form.name
                    );
                    refused += 1;
                }
            }
        }
        assert!(
            refused < 100 || form.format == GraphFormat::Flat,
            "{}: {refused} refused",
            form.name
        );
    }
}

/// Returns the edges of a graph between the numbers of its names, in order.
fn labelled(graph: &Graph) -> Vec<[u32; 2]> {
    let place = crate::place::Place::Graph(graph.clone());
    let number = |vertex| {
        place
            .name(vertex)
            .to_string()
            .trim_start_matches('v')
            .parse::<u32>()
            .unwrap()
    };
    let is_directed = graph.is_directed();
    let ends = |[a, b]: [u32; 2]| {
        let [a, b] = [number(a), number(b)];
        if is_directed || a < b { [a, b] } else { [b, a] }
    };
    let mut all: Vec<[u32; 2]> = if is_directed {
        graph.arcs().map(ends).collect()
    } else {
        graph.edges().map(ends).collect()
    };
    all.sort_unstable();
    all
}

/// Lists of two forms one after the other are refused, unless all lines have one of the forms.
#[test]
fn forms_do_not_mix() {
    // Lines of pairs.
    let pairs = |form: &list::Form| {
        matches!(
            form.name,
            "edges" | "arcs" | "sized" | "table" | "flat" | "successors" | "tgf"
        )
    };
    let mut random = Rng::new(61, 1);
    for one in FORMS {
        for other in FORMS {
            let mut read = 0;
            for _ in 0..20 {
                let texts = [one, other].map(|form| {
                    let (len, edges) = random_edges(&mut random);
                    (form.write)(len, &edges, &mut random)
                });
                read += u32::from(parse(&texts.join("\n")).is_ok());
            }
            assert!(
                read < 4 || pairs(one) && pairs(other),
                "{} {}: {read}",
                one.name,
                other.name
            );
        }
    }
}

use super::*;

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
        (
            "e 1 2",
            "1: an edge before the line 'p edge VERTICES EDGES'",
        ),
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
        ("p edge 3 1\ne 1 1", "2: a loop at vertex 1"),
        ("p edge 3 1\ne 1 4", "2: vertex 4 is not among 1 to 3"),
        ("p edge 3 1\ne 1 x", "2: 'x' is not a vertex number"),
        (
            "p edge 3 2\ne 1 2\ne 2 1",
            "3: edge 2 1 stands on line 2 already",
        ),
        (
            "p edge 3 2\ne 1 2\n",
            "2: the file ends after 1 of the 2 edges that it promises",
        ),
        ("p edge 3 1\n1 2", "2: expected 'e U V', found '1 2'"),
        (
            "hello",
            "1: 'hello' is in none of the formats: DIMACS ('p edge VERTICES EDGES', or 'p sp VERTICES ARCS'), TSPLIB ('TYPE : HCP', or 'TYPE : ATSP'), an edge list ('U V' on each line), graph6, sparse6 and digraph6",
        ),
        ("# nothing\n", "1: no graph here: the file is empty"),
        ("1 2\n2\n", "2: expected an edge 'U V', found '2'"),
        ("1 2\n2 3 4\n", "2: expected an edge 'U V', found '2 3 4'"),
        ("1 2\n2 x\n", "2: 'x' is not a vertex number"),
        (
            "1 2\n0 1\n",
            "2: vertices count from 1: add 1 to every number",
        ),
        ("1 2\n\n2,1\n", "3: edge 2 1 stands on line 1 already"),
        ("1 2\n3 3\n", "2: a loop at vertex 3"),
        (
            "1 300000000\n",
            "1: 300000000 vertices are too many: at most 268435456",
        ),
        (
            "4 3\n1 2\n2 3\n3 4\n",
            "1: '4 3' may be the size of the graph or an edge: remove the line, or move it down",
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
        ("a 1 2\n", "1: an arc before the line 'p sp VERTICES ARCS'"),
        ("p sp 3 1\ne 1 2\n", "2: expected 'a U V', found 'e 1 2'"),
        ("p edge 3 1\na 1 2\n", "2: expected 'e U V', found 'a 1 2'"),
        ("p sp 3 1\na 2 2\n", "2: a loop at vertex 2"),
        (
            "p sp 3 2\na 1 2 7\na 1 2 8\n",
            "3: arc 1 2 stands on line 2 already",
        ),
        (
            "p sp 3 2\na 1 2\n",
            "2: the file ends after 1 of the 2 arcs that it promises",
        ),
        ("&A_", "1: a loop at vertex 1"),
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
        (":Ad", "1: a loop at vertex 2"),
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
            &format!("{head}1 2\n"),
            "5: the edges end without their closing -1",
        ),
        (
            &format!("{head}1 2 3\n-1\n"),
            "6: half an edge before the closing -1",
        ),
        (&format!("{head}1 2\n-1\n3 4\n"), "7: '3 4' after the edges"),
        (&format!("{head}3 3\n-1\n"), "5: a loop at vertex 3"),
        (
            &format!("{head}1 5\n-1\n"),
            "5: vertex 5 is not among 1 to 4",
        ),
        (
            &format!("{head}0 1\n-1\n"),
            "5: vertex 0 is not among 1 to 4",
        ),
        (
            &format!("{head}1 2\n2 1\n-1\n"),
            "6: edge 2 1 stands on line 5 already",
        ),
        (
            "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_SECTION\n1 2\n-1\n",
            "3: EDGE_DATA_SECTION before EDGE_DATA_FORMAT",
        ),
        (
            "p edge 3 1\ne 1 2\ne 2 3\n",
            "3: the file has 2 edges, more than the 1 that it promises",
        ),
    ] {
        assert_eq!(edges(text), Err(expected.to_string()), "{text:?}");
    }
}

#[test]
fn a_header_that_claims_many_edges_costs_nothing() {
    let fault = edges("p edge 9 18446744073709551615\ne 1 2\n").unwrap_err();
    assert!(fault.starts_with("2: the file ends after 1 of"), "{fault}");
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
    assert_eq!(
        edges("3 2\n1 2\n1 3\n1 4\n").map(|edges| edges.len()),
        Ok(4)
    );
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

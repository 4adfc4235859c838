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
        ("TYPE : \u{7}x\n", "1: TYPE \\u{7}x: only HCP is read here"),
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
            "1: 'hello' is no graph format: begin with 'p edge VERTICES EDGES' (DIMACS) or 'TYPE : HCP' (TSPLIB)",
        ),
        (
            "1 2\n2 3\n",
            "1: '1 2' is no graph format: begin with 'p edge VERTICES EDGES' (DIMACS) or 'TYPE : HCP' (TSPLIB)",
        ),
        (
            "SECTION : 1\n",
            "1: 'SECTION' is not part of a TSPLIB HCP file that is read here",
        ),
        (
            "DIMENSION : 4\nCOMMENT : 1\nCOMMENT : 2\nDIMENSION : 3\n",
            "4: a second DIMENSION line",
        ),
        ("TYPE : TSP\n", "1: TYPE TSP: only HCP is read here"),
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

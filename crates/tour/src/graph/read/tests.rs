//! Every form of a table is written and read back; files of people and programs are read as they
//! are meant, refused with a reason, or read with a note.

use super::list::{FORMS, Form};
use super::*;
use crate::cases::{assert_message, cases, groups, unescaped};
use crate::graph::Layout;
use crate::place::Place;
use itertools::Itertools;
use knightsat_base::random::Rng;

/// Returns the edges or arcs by the names of their ends, and the vertices without any, in order.
fn shown(graph: &Graph) -> String {
    let place = Place::Graph(graph.clone());
    let arc = |ends: [u32; 2]| ends.map(|end| place.name(end).to_string());
    let edge = |ends| {
        let mut names = arc(ends);
        names.sort();
        names.join("-")
    };
    let mut all: Vec<String> = if graph.is_directed() {
        graph.arcs().map(|ends| arc(ends).join(">")).collect()
    } else {
        graph.edges().map(edge).collect()
    };
    let is_alone = |&vertex: &u32| !graph.arcs().any(|ends| ends.contains(&vertex));
    let alone = (0..graph.len()).filter(is_alone);
    all.extend(alone.map(|vertex| place.name(vertex).to_string()));
    all.sort();
    all.join(" ")
}

fn noted(text: &str) -> (String, Vec<String>) {
    let mut notes = Vec::new();
    let graph = one_with(text, None, &mut |note| notes.push(note.to_string()));
    let graph = graph.unwrap_or_else(|error| panic!("{error}: {text:?}"));
    (shown(&graph), notes)
}

#[test]
fn points_of_vertices_are_read() {
    let files = [
        "*Vertices 3\n1 a 0.5 1 0.5\n2 b 0 0\n3 c 1 -2.5\n*Edges\n1 2\n2 3\n",
        "TYPE : HCP\nDIMENSION : 3\nNODE_COORD_SECTION\n1 0.5 -1\n3 1 2.5\n2 0 0\n\
         EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2 2 3 -1\nEOF\n",
    ];
    for file in files {
        let graph = parse(file).unwrap();
        assert_eq!(shown(&graph).len(), 7);
        let text = serde_json::to_string(&Place::Graph(graph.clone())).unwrap();
        for graph in [graph, serde_json::from_str::<Place>(&text).unwrap().graph()] {
            let Layout::Points(points) = graph.layout() else {
                panic!("{file}");
            };
            assert_eq!(points[..], [[0.5, -1.0], [0.0, 0.0], [1.0, 2.5]]);
        }
    }
}

#[test]
fn files_of_programs_and_people_are_read() {
    for (text, expected) in groups(
        r##"
        1-2 1-4 2-3 3-4
        - p edge 4 4\ne 1 2\ne 2 3\nc in between\ne 4 3\ne 1 4\n
        - p col 4 4\ne 1 2\ne 2 3\ne 4 3\ne 1 4\n ¦ c hi\n\np 4 4\ne 1 2\ne 2 3\ne 4 3\ne 1 4\n
        - c\thi\np\tedge 4 4\ne 1 2\ne 2 3\ne 4 3\ne 1 4\n
        - NAME : x\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2 2 3\n 4 3\n1 4\n-1\nEOF\n
        - NAME : x\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 4 -1\n2 1 3 -1\n3 2 4 -1 -1\n
        - 1 2\n2 3\n3 4\n4 1\n0 0\n ¦ 1 2\n2 3\n3 4\n4 1\n-1\nEOF\n
        - 0 7 0 2\n7 0 3 0\n0 3 0 4\n2 0 4 0\n
        - *Vertices 4\n1 "one"\n*Edges\n1 2\n2 3 1\n3 4\n1 4\n ¦ *Network x\n*vertices 4\n% c\n*edges\n1 2\n2 3\n3 4\n4 1
        New York-Rome Paris-Rome
        - *Vertices 3\n1 "New York" 0.1 0.2 0.5 ic Red\n2 Rome .5 .5\n3 "Paris"\n*Arcs\n*Edges\n1 2 1\n2 3 1\n
        Paris>Rome Rome>Paris
        - *Vertices 2\n1 "Paris"\n2 "Rome"\n*Arcs\n1 2\n2 1\n
        1-2 1-4 2-3
        - 4 3\n1 2 1\n2 3 1.0\n1 4 2.5\n
        1-2 2-3
        - # from R\n2\t1\n% and\n\n3, 2 ¦ 1,2\r\n2,3\r\n
        1-2 1-3 1-4 2-3
        - 3 2\n1 2\n1 3\n1 4 ¦ 1 2 {'weight': 3}\n1 3 {}\n1 4 {'a': [1, 2]}\n2 3 {}
        - 1 2 # note\n1 3\n1 4\n2 3 ¦ 1 2 0.5\n1 3 2\n1 4 1e3\n2 3 -1 ¦ e 1 2\ne 1 3\ne 1 4\ne 2 3
        - c a comment\n1 2\n1 3\n1 4\n2 3 ¦ 1: 2, 3, 4\n2: 3\n3:\n4:
        - 4\n1 : 2 3 4 0\n2 : 1 3 0\n3 : 1 2 0\n4 : 1 0
        - 1 -- 2\n1 -- 3;\n1 -- 4 [label="x"];\n2 -- 3
        - p edge 4 4\nn 1 2\ne 1 2\ne 1 3 7\n1 4\ne 2 3
        - p col 4 8\ne 1 2\ne 2 1\ne 1 3\ne 3 1\ne 1 4\ne 4 1\ne 2 3\ne 3 2
        - p col 4 4\ne 1 2\ne 2 1\ne 1 3\ne 3 1\ne 1 4\ne 4 1\ne 2 3\ne 3 2
        - TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n1 3\n1 4\n2 3\nEOF
        - TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n1 2 3 4 -1\n2 3 -1\n
        0-1 0-2 0-3 1-2
        - 4 4\n0 1\n1 0\n0 2\n2 0\n0 3\n3 0\n1 2\n2 1 ¦ #/usr/bin/x.py\n# GMT\n#\n0 1 2 3\n1 2\n2\n3
        - {0: {1, 2, 3}, 1: {2}} ¦ p edge 4 4\ne 0 1\ne 0 2\ne 0 3\ne 1 2 ¦ 0--1--2--0--3
        A-B A-C A-D B-C
        - A: B C D\nB: C ¦ ,A,B,C,D\nA,0,1,1,1\nB,1,0,1,0\nC,1,1,0,0\nD,1,0,0,0
        - {'A': ['B', 'C', 'D'], 'B': ['C']}
        a-b b-c e-f
        - a b\nb c\ne f
        a-b a-c
        - c a\na b
        New Delhi-New York
        - "New York" "New Delhi"
        boston-new-york
        - new-york -- boston
        1>2 2>3 3>1
        - 1 -> 2\n2 -> 3\n3 -> 1 ¦ 0 1 0\n0 0 1\n1 0 0
        1>2 2>1 2>3 3>1
        - p sp 3 4\na 1 2\nc\na 2 1 9\na 2 3 -1.5\na 3 1 0\n
        - NAME: x\nTYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 0\n1 0 1\n1 0 0\nEOF\n
        - TYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n9999 0 9999\n0 9999 0\n0 9999 9999\nEOF\n
        - >>digraph6<<&BT_\n ¦ &BT_
        1 2 3
        - p sp 3 0\n
        A>B B>C
        - A -> B -> C
        a>b a>c b>c c>a
        - a -> b c\nb -> c\nc -> a
        a>b b>c c>a
        - a -> b 5\nb -> c 6\nc -> a 5
        1-2 1-3 1-4 2-3 3-4
        - 4 5\n1 2 1\n1 3 1.0\n1 4 10\n2 3 2\n3 4 -1\n
        1-2 1-6 2-3 3-4 4-5 5-6
        - 6 6\n2 6\n1 3\n2 4\n3 5\n4 6\n1 5\n
        1-2 1-3 2-3
        - 1 10\n2 20\n3 30\n#\n1 2\n2 3\n3 1\n ¦ 1-2\n2--3\n3-1\n
        0-1 0-2 1-2
        - 0 1\n1 2\n2 0\n-1\n
        A-B A-C B-C
        - A B\nB C\nC A\nEOF\n
        u-v u-w v-w
        - u v\nv w\nw u\n
        00-01 00-11 01-11
        - "00" -- "01";\n"01" -- "11";\n"11" -- "00";\n
        (0,0)-(1,2) (1,2)-(2,0)
        - (0, 0) (1, 2) {}\n(1, 2) (2, 0) {}\n
        (0,1)-(1,0) (0,1)-(1,2) (1,0)-(1,2)
        - 3\n(1, 2) (0, 1) (1, 0)\n(1, 0) (0, 1)\n(0, 1)\n
        A-B A-D B-D
        - D|A\nA|B\nB|D\n
        10-20 10-30 20-30
        - 3 3\n"20" "10" {}\n"10" "30" {}\n"30" "20" {}\n
        1-2 1-4 2-3 2-4 3-4
        - 4 5 0\n2 4\n1 3 4\n2 4\n1 2 3 ¦ % by a partitioner\n4 5 000\n2 4\n1 3 4\n2 4\n1 2 3\n
        a>b a>d b>a b>c b>d c>b c>d d>a d>b d>c
        - a -> b, d\nb -> a, c, d\nc -> b, d\nd -> a, b, c
        1-3 1-5 2-4 4-5
        - DQc ¦ >>graph6<<DQc\n ¦ >>graph6<<\nDQc ¦ \u{feff}DQc\r\n
        1-2 1-3 2-3 4 5 6-7
        - :Fa@x^ ¦ >>sparse6<<:Fa@x^\n
        1
        - @
        "##,
    ) {
        assert_eq!(noted(&text).0, expected, "{text}");
    }
}

/// A message may be that of another reader, with the same words: each stands here once.
#[test]
fn each_fault_is_named_with_its_line() {
    for (text, expected) in cases(
        r##"
         => 1: no graph here: the file is empty
        # nothing\n => 1: no graph here: the file is empty
        p edge 3 => 1: expected 'p edge VERTICES EDGES'
        p edge 3 x => 1: 'x' is not a number of edges
        p edge 300000000 1 => 1: 300000000 vertices are too many: at most 268435456
        p edge 0 0 => 1: '0' is not a number of vertices
        TYPE : \u{7}x\n => 1: TYPE \u{7}x: only HCP and ATSP are read here
        DIMENSION : \u{1b}[2J\n => 1: '\u{1b}[2J' is not a number of vertices
        p edge 3 1\np edge 3 1 => 2: a second 'p' line
        p edge 3 1\ne 1 4 => 2: vertex 4 is not among 1 to 3: correct it, or declare 4 vertices
        p edge 3 1\ne 0 3 => 2: vertex 3 is not among 0 to 2: correct it, or declare 4 vertices
        p edge 3 1\ne 1 x => 2: 'x' is not a vertex number
        hello\n1 2 => 1: expected an edge 'U V', found 'hello'
        1 2\n1 3 4\n => 2: '1 3 4' has another form than the lines before: give all lines one form
        1 2\n2 x\n => 2: 'x' is not a vertex number: number all vertices, or give all of them names with a letter
        1 -- 2\n2 -> 3\n => 2: lines and arrows in one graph: for edges write --, for arcs ->, on all lines
        1 2 3\n2 3 1\n3 1 4\n4 2 3\n => 1: the list may be an edge in each line (4 vertices, 4 edges), or a vertex and its neighbours in each line (4 vertices, 5 edges, such as '3' to '4'): choose with `graph_format` edges or `graph_format` neighbours
        1 300000000\n => 1: the numbers from 1 to 300000000 without 2, and 299999997 more: if these are vertices without edges, write the size '300000000 1' as first line and use `graph_format` sized; if not, use `graph_format` edges
        >>graph6<< => 1: no graph here: the file has a header only
        >>graph6<<? => 1: a graph has at least one vertex
        >>graph6<<DQ => 1: 5 vertices take 2 bytes, and the line has 1
        >>graph6<<DQc? => 1: 5 vertices take 2 bytes, and the line has 3
        >>graph6<<~? => 1: the line ends within the number of vertices
        >>graph6<<D\u{7f}c => 1: '\x7f' is not a byte of graph6, ? to ~
        >>graph6<<~~~~~~~~ => 1: 4294967295 vertices are too many: at most 268435456
        ;Fa@x^ => 1: incremental sparse6 is not read: convert it with nauty's copyg
        p sp 3 1\ne 1 2\n => 2: expected 'a U V', found 'e 1 2'; for edges, write 'edge' in the line 'p'
        p edge 3 1\na 1 2\n => 2: expected 'e U V', found 'a 1 2'; for arcs, write 'sp' in the line 'p'
        &B => 1: 3 vertices take 2 bytes, and the line has 0
        Bw\nBg\n => 1: the file has 2 graphs, where one is wanted
        TYPE : ATSP\nEDGE_WEIGHT_TYPE : GEO\n => 2: EDGE_WEIGHT_TYPE GEO: only an EXPLICIT FULL_MATRIX is read here
        TYPE : ATSP\nEDGE_WEIGHT_SECTION\n => 2: EDGE_WEIGHT_SECTION before DIMENSION
        DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 1\n1\nEOF\n => 4: the matrix ends after 3 of 4 values
        DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 1\n1 0 1\n => 4: '1' after the matrix
        DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 x\n => 3: 'x' is not a number
        DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 1\n1 9\n => 4: the diagonal has 0 and 9: write the value there that means no arc
        SECTION : 1\n => 1: 'SECTION' is not part of a TSPLIB HCP file that is read here
        DIMENSION : 4\nCOMMENT : 1\nCOMMENT : 2\nDIMENSION : 3\n => 4: a second DIMENSION line
        TYPE : HCP\nDIMENSION : 4\n => 2: EDGE_DATA_SECTION is missing
        TYPE : HCP\nEDGE_DATA_SECTION\n => 2: EDGE_DATA_SECTION before DIMENSION
        TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_SECTION\n1 2\n-1\n => 3: EDGE_DATA_SECTION before EDGE_DATA_FORMAT
        HEAD1 2 3\n => 5: half an edge at the end: is the file complete?
        HEAD1 2 3\n-1\n => 6: half an edge before the closing -1
        HEAD1 2\n-1\n3 4\n => 7: '3 4' after the edges
        HEAD1 5\n-1\n => 5: vertex 5 is not among 1 to 4: correct it, or declare 5 vertices
        1 2\n"a ¦ 1 2\na "\n => 2: the quotation mark has no partner on its line
        10 20\n20 30\n30 10\n => …use `graph_format` sized; if not, use `graph_format` edges
        1 -> 2 4\n2 -> 3 5\n => …`graph_format` edges or `graph_format` neighbours…
        1 -> 2 3\n2 -> 3 1\n3 -> 1 2 => …`graph_format` edges or `graph_format` neighbours…
        new-york boston\n => …such as 'boston' to 'new-york', or 2 vertices, 1 edge, such as 'new' to 'york'…
        3\n1 3 2\n2 1 3\n3 1 2\n => …'1 3 2' may be an edge with values, or a vertex and its neighbours…
        c a comment\nx y 1\ny z 1\nz x 1\n => 1: 'c a comment' may be a comment or an edge…
        01 2\n2 3\n3 01\n => …'01' may be a number or a name…
        from to\nx to\ny x\nto y\n => …`graph_format` table or `graph_format` edges…
        graph G {\n a -- b;\n} ¦ digraph {\n a -> b\n} => 1: this is DOT: …
        {"directed": false, "nodes": [], "links": []} => 1: this is JSON of a graph: …
        %%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1 => 1: this is Matrix Market: …
        1\0 2\0\n => 1: this is a text in UTF-16, or no text: …
        *Edges\n1 2 ¦ *Vertices 3\n*Matrix\n0 1 => …
        *Network x\n1 "a" => 2: *Vertices with their number is missing
        *Vertices 2\n*Edges\n1 3 => 3: vertex 3 is not among 1 to 2: correct it, or declare 3 vertices
        *Vertices 2\n3 "c"\n*Edges\n1 2 => 2: vertex 3 is not among 1 to 2
        *Vertices 2\n*Edges\n0 1 => …vertices are numbered from 1 in Pajek
        *Vertices 3\n*Edges\n1 2\n*Arcs\n2 3 => 5: *Edges and *Arcs in one file: keep one of them
        *Vertices 3\n*Edgeslist\n1 2 3 => 2: '*Edgeslist' is not read: *Vertices, then *Edges or *Arcs are read here
        TYPE : HCP\nDIMENSION : 2\nNODE_COORD_SECTION\n1 0 0\n2 x 1\nEDGE_DATA_FORMAT : EDGE_LIST => 5: expected a point 'V X Y', found '2 x 1'
        TYPE : HCP\nDIMENSION : 2\nNODE_COORD_SECTION\n1 0 0\n1 1 1\nEDGE_DATA_FORMAT : EDGE_LIST => 5: expected a point for each of 2 vertices
        edge(1,2).\nedge(2,3). ¦ node(1..3). edge(1,2). edge(2,3). => 1: this is a list of facts: …
        graph [\n node [ id 0 ]\n] => 1: this is GML: …
        <?xml version="1.0"?><graphml></graphml> => 1: this is XML, such as GraphML: …
        LEDA.GRAPH\nstring => 1: this is LEDA: …
        p cnf 3 1\n1 2 0 => 1: this is a formula in DIMACS: …
        NAME : t\nTYPE : TOUR\nTOUR_SECTION\n1\n-1 => 1: this is a tour in TSPLIB: …; these formats are read: DIMACS …
        * GraphBase graph (util_types ZZZ,3V,6A)\n"k3",3,6\n => 1: this is a graph of the Stanford GraphBase: …
        "##,
    ) {
        let head = "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n";
        let text = text.replace("HEAD", head);
        let error = parse(&text).unwrap_err().to_string();
        assert_message(&error, &expected, &text);
    }
}

#[test]
fn what_is_left_out_or_doubtful_is_noted() {
    for (text, expected) in cases(
        r"
        p edge 3 2\ne 1 2\n => 1: the file declares 2 edges and has 1: is it complete?
        p edge 3 2\ne 1 2\ne 2 2\n => 3: a loop at vertex 2: no tour takes it, it is left out
        1 2\n2 3\n1 2\n1 2 => 3: edge 1 2 stands on line 1 already, and 1 more: it counts once
        4 3\n1 2\n2 3\n3 4\n => 1: '4 3' is read as the size of the graph
        0 1 0\n0 0 1\n1 0 0 => 1: the matrix is not symmetric: read as arcs, from the row to the column
        p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2 ¦ 1 2\n2 1 ¦ 1: 2 3\n2: 1 3\n3: 1 2 =>
        ",
    ) {
        assert_eq!(noted(&text).1.join("\n"), expected, "{text}");
    }
}

#[test]
fn a_file_of_graph6_has_many_graphs() {
    // A complete graph on 64 vertices, whose number takes four bytes.
    let large = parse(&format!("~?@?{}", "~".repeat(336))).unwrap();
    assert_eq!(large.edges().count(), 64 * 63 / 2);
    let many = graphs("Bw\n\nBg\nDQ\nBw\n", None).unwrap();
    let many = many.map(|graph| graph.map(|graph| shown(&graph)));
    let many = many.map(|graph| graph.unwrap_or_else(|error| error.to_string()));
    let fault = "4: 5 vertices take 2 bytes, and the line has 1";
    assert_eq!(many.collect::<Vec<_>>(), ["1-2 1-3 2-3", "1-2 2-3", fault]);
}

#[test]
fn fixed_edges_are_required() {
    let fixed = "FIXED_EDGES_SECTION\n1 2\n-1\n";
    let edges = "EDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\n";
    for sections in [[fixed, edges], [edges, fixed]].map(|two| two.concat()) {
        let head = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\n";
        let graph = parse(&format!("{head}{sections}EOF")).unwrap();
        let place = Place::Graph(graph.clone());
        let (_, spec) = crate::spec::TourSpec::default().settled(place).unwrap();
        assert_eq!(spec.require[0].to_string(), "1-2");
        let (graph, fixed) = graph.split_fixed();
        assert_eq!((graph.len(), fixed), (3, vec![[0, 1]]), "{sections}");
    }
}

/// The forms of lists, in the order of the table. Each has the numberings, from 1, from 0 or by
/// letters, in which a small graph needs no name of the form; arcs are read as edges then. A form,
/// between `¦`, is the text around all lines, that between two, a line, and the text between two
/// words of it. There is a line for each edge `{a} {b}` with its number `{i}`, or for each vertex
/// `{v}`. A vertex has `{d}` neighbours `{to}`, successors `{out}`, and a row `{row}` of a matrix,
/// or `{half}` of half of one. `{n}` and `{m}` are the numbers of vertices and edges, and `{all}`
/// the vertices with a label.
const LISTS: &str = r##"
    edges 10A *|\n|{a} {b} ¦ *|\n|{a}\t{b} ¦ *|\n|{a},{b} ¦ *|\n|{a}, {b} ¦ *|\n|{a};{b}
    edges 10A *|\n|{a}--{b} ¦ *;|;\n|{a} -- {b} ¦ *|\n|{a} - {b} ¦ *|\n|{a}-{b} ¦ *|\n|{a}/{b}
    edges 10A *|\n|{a}={b} ¦ {*}|, |{a} <-> {b}
    edges 10 *|; |{a} {b}
    edges 10A *|, |{a}-{b} ¦ *|, |('{a}', '{b}') ¦ [*]|, |({a}, {b}, None) ¦ [*]|, |[{a}, {b}]
    edges 10A [*]|, |(np.int64({a}), np.int64({b})) ¦ [*]|, |{"source": {a}, "target": {b}}
    edges 10A *|\n|"v{a}","v{b}" ¦ # comment\n*|\n|{a} {b} {'w': 1} ¦ *|\n|{a} {b} {}
    edges 10A *|\n|{a} {b} 0.5
    arcs 10A *|\n|{a} {b}
    arcs - *|\n|{a}->{b} ¦ *|\n|{a} > {b}
    sized 10A {n} {m}\n*|\n|{a} {b} ¦ {n} {m}\n*|\n|{a} {b} 5 ¦ {n} {m}\n*|\n|{a} {b} red
    sized 10A {n}\n*|\n|{a} {b} ¦ {n}\n*|\n|{a} {b} 7
    table 10A source,target\n*|\n|v{a},v{b} ¦ Source;Target\n*|\n|{a};{b}
    table 10A From\tTo\tweight\n*|\n|{a}\t{b}\t9 ¦ \u{20}  u v\n*|\n|{i} {a} {b}
    flat - *| |{a} {b} ¦ *|  |{a} {b}
    neighbours 10A *|\n|{v} {to}| | ¦ *|\n|{v}: {to}| | ¦ *|\n|{v} : {to}|,
    neighbours 10A {*}|, |"{v}": [{to}]|, | ¦ {*}|,\n|{v}: {{to}: {}}|: {}, |
    successors 10A *|\n|{v}: {out}| |
    successors - *|\n|{v} -> {out}| |
    positions 10 [*]|,\n|[{to}]|, |
    metis 10 {n} {m}\n*\n|\n|{to}| | ¦ % by METIS\n{n} {m} 001\n*\n|\n|{to} 7| 7 |
    counted 10 {n}\n*|\n|{d} {to}| |
    half 1 *|\n|{half}| | ¦ {n}\n*|\n|{half}| |
    matrix 1 *|\n|{row} ¦ *|\n|{row}| | ¦ [*]|\n |[{row}]| | ¦ [*]|, |[{row}]|, |
    matrix 1 {n}\n*|\n|{row}| |
    tgf 10A {all}#\n*|\n|{a} {b}|
    tgf 10 {all}#\n*|\n|{a} {b}| label
    tgf 10A {all}#\n*|\n|{a} {b}| a town
    "##;

/// A form of lists, the numberings that need no name, and how it is written.
type Written = (&'static Form, &'static str, [&'static str; 4]);

fn written_forms() -> Vec<Written> {
    let of = |line: &'static str| {
        let words = line.trim_start().splitn(3, ' ').collect_array();
        let [name, numberings, texts] = words.expect("three words");
        let form = FORMS.iter().find(|form| form.name == name);
        texts.split(" ¦ ").map(move |text| {
            let mut parts = text.split('|');
            let parts = [(); 4].map(|()| parts.next().unwrap_or_default());
            (form.expect("a form"), numberings, parts)
        })
    };
    let lines = LISTS.lines().filter(|line| line.contains('*'));
    lines.flat_map(of).collect()
}

/// Writes a graph in a form, with a name for each vertex.
fn written(
    [around, between, line, inner]: [&str; 4],
    (len, edges): (u32, &[[u32; 2]]),
    name: impl Fn(u32) -> String,
) -> String {
    let inner = &unescaped(inner);
    let fill = |text: &str, values: &[(&str, String)]| {
        let fill = |text: String, (key, value): &(&str, String)| text.replace(key, value);
        values.iter().fold(text.to_string(), fill)
    };
    let join = |words: &mut dyn Iterator<Item = String>| words.collect::<Vec<_>>().join(inner);
    let list = |ends: &[u32]| join(&mut ends.iter().map(|&end| name(end)));
    let cell = |is_end| u8::from(is_end).to_string();
    let cells = |ends: &[u32]| join(&mut (0..len).map(|end| cell(ends.contains(&end))));
    let of_edge = |(i, &[a, b]): (usize, &[u32; 2])| {
        let values = [("{i}", i.to_string()), ("{a}", name(a)), ("{b}", name(b))];
        fill(line, &values)
    };
    let of_vertex = |v: u32| {
        let after = edges.iter().filter(|edge| edge[0] == v).map(|edge| edge[1]);
        let after: Vec<u32> = after.collect();
        let before = edges.iter().filter(|edge| edge[1] == v).map(|edge| edge[0]);
        let near: Vec<u32> = before.chain(after.iter().copied()).collect();
        let values = [
            ("{v}", name(v)),
            ("{d}", near.len().to_string()),
            ("{to}", list(&near)),
            ("{out}", list(&after)),
            ("{row}", cells(&near)),
            ("{half}", cells(&after)),
        ];
        (!line.contains("{out}") || !after.is_empty()).then(|| fill(line, &values))
    };
    let lines: Vec<String> = if line.contains("{a}") {
        edges.iter().enumerate().map(of_edge).collect()
    } else {
        (0..len).filter_map(of_vertex).collect()
    };
    let all: String = (0..len).map(|v| format!("{}{inner}\n", name(v))).collect();
    let [n, m] = [len as usize, edges.len()].map(|number| number.to_string());
    let sizes = [("{n}", n), ("{m}", m), ("{all}", all)];
    unescaped(&fill(around, &sizes).replace('*', &lines.join(between)))
}

/// Returns a connected graph with edges in order, each from its smaller end, and more edges than
/// vertices.
fn random_edges(random: &mut Rng) -> (u32, Vec<[u32; 2]>) {
    let len = 5 + random.below(5) as u32;
    let tree = (1..len).map(|b| [random.below(b as usize) as u32, b]);
    let mut edges: Vec<[u32; 2]> = tree.collect();
    for [a, b] in (1..len).flat_map(|b| (0..b).map(move |a| [a, b])) {
        if random.below(2) == 0 && !edges.contains(&[a, b]) {
            edges.push([a, b]);
        }
    }
    edges.sort_unstable();
    (len, edges)
}

#[test]
fn a_small_graph_needs_no_name_of_its_form() {
    let edges = [[0, 1], [0, 2], [0, 3], [1, 2]];
    let mut wrong = Vec::new();
    for (form, numberings, parts) in written_forms() {
        let is_read = |&numbering: &char| {
            let name = |vertex: u32| match numbering {
                'A' => ["A", "B", "C", "D"][vertex as usize].to_string(),
                from => (vertex + from.to_digit(10).unwrap()).to_string(),
            };
            let expected = edges.map(|ends| ends.map(name).join("-")).join(" ");
            let graph = parse(&written(parts, (4, &edges), name));
            graph.is_ok_and(|graph| shown(&graph).replace('v', "") == expected)
        };
        let read: String = "10A".chars().filter(is_read).collect();
        if read != numberings.replace('-', "") {
            wrong.push(format!("{} {parts:?}: {read}", form.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_form_is_read_back() {
    let mut random = Rng::new(61, 0);
    for forms in written_forms().chunk_by(|one, other| one.0.name == other.0.name) {
        let form = forms[0].0;
        let are_arcs = matches!(form.format, GraphFormat::Arcs | GraphFormat::Successors);
        let mut refused = 0;
        for parts in (0..200).map(|nth| forms[nth % forms.len()].2) {
            let (len, edges) = random_edges(&mut random);
            let text = written(parts, (len, &edges), |vertex| (vertex + 1).to_string());
            let about = format!("{}:\n{text}", form.name);
            let expected = if are_arcs {
                Graph::try_from_arcs(len, &edges).unwrap()
            } else {
                Graph::from_edges(len, &edges)
            };
            let is_expected = |graph: &Graph| shown(graph).replace('v', "") == shown(&expected);
            let named = one(&text, Some(form.format));
            assert!(named.is_ok_and(|graph| is_expected(&graph)), "{about}");
            // Without the name of the form: the same graph, or a question.
            match parse(&text) {
                Ok(graph) => {
                    let is_undirected = are_arcs && !graph.is_directed();
                    assert!(is_undirected || is_expected(&graph), "{about}");
                }
                Err(error) => {
                    let is_question = error.message.contains("`graph_format`");
                    assert!(are_arcs || is_question, "{error}: {about}");
                    refused += 1;
                }
            }
        }
        let is_clear = refused < 100 || form.format == GraphFormat::Flat;
        assert!(is_clear, "{}: {refused} refused", form.name);
    }
}

/// Lists of two forms one after the other are refused, unless all lines have one of the forms.
#[test]
fn forms_do_not_mix() {
    let mixed = "edges arcs sized table flat successors tgf"
        .split(' ')
        .collect_vec();
    let mut random = Rng::new(61, 1);
    let all = written_forms();
    for (one, other) in FORMS.iter().cartesian_product(FORMS) {
        let is_read = |_: &u32| {
            let text = [one, other].map(|form| {
                let mut forms: Vec<&Written> = all.iter().collect();
                forms.retain(|written| written.0.name == form.name);
                let (len, edges) = random_edges(&mut random);
                let parts = forms[random.below(forms.len())].2;
                written(parts, (len, &edges), |vertex| (vertex + 1).to_string())
            });
            parse(&text.join("\n")).is_ok()
        };
        let read = (0..20).filter(is_read).count();
        let are_pairs = [one, other].iter().all(|form| mixed.contains(&form.name));
        assert!(read < 4 || are_pairs, "{} {}: {read}", one.name, other.name);
    }
}

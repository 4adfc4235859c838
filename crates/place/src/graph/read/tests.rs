//! Files of people and programs are read as they are meant, or refused with a place and a way.

use super::*;
use crate::cases::{assert_message, cases, groups};
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

/// Reads a text; a text `NAME| TEXT` has the format of this name.
fn noted(text: &str) -> (Result<String, String>, Vec<String>) {
    const NAMES: [(&str, GraphFormat); 6] = [
        ("json", GraphFormat::Json),
        ("edges", GraphFormat::Edges),
        ("arcs", GraphFormat::Arcs),
        ("neighbours", GraphFormat::Neighbours),
        ("successors", GraphFormat::Successors),
        ("matrix", GraphFormat::Matrix),
    ];
    let named = text.split_once("| ").and_then(|(name, text)| {
        let format = NAMES.iter().find(|row| row.0 == name)?.1;
        Some((Some(format), text))
    });
    let (format, text) = named.unwrap_or((None, text));
    let mut notes = Vec::new();
    let graph = one(text, format, &mut |note| notes.push(note.to_string()));
    let graph = graph.map(|graph| shown(&graph));
    (graph.map_err(|error| error.to_string()), notes)
}

#[test]
fn files_are_read() {
    for (text, expected) in groups(
        r##"
        1-2 1-4 2-3 3-4
        - p edge 4 4\ne 1 2\ne 2 3\nc in between\ne 4 3\ne 1 4\n ¦ # hi\nc\np edge 4 4\n1 2\n2 3\n3 4\n1 4
        - p col 4 4\ne 1 2\ne 2 3 7\ne 4 3\ne 1 4\n ¦ c hi\n\np 4 4\ne 1 2\ne 2 3\ne 4 3\ne 1 4\n
        - c\thi\np\tedge 4 4\nn 1 2\ne 1 2\ne 2 3\ne 4 3\ne 1 4\n
        - p col 4 8\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 3 4\ne 4 3\ne 4 1\ne 1 4\n
        - NAME : x\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2 2 3\n 4 3\n1 4\n-1\nEOF\n
        - NAME : x\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 4 -1\n2 1 3 -1\n3 2 4 -1 -1\n
        - 1 2\n2 3\n3 4\n4 1 ¦ 1,2\n2, 3\n3 ,4\n4,1\n ¦ \u{feff}1--2\r\n2 -- 3\r\n3 -- 4\r\n4 --1\r\n
        - \n# a comment\n1\t2\n2\t3\n#3\t1\n3\t4\n4\t1\n\n ¦ 1 2 0.5\n2 3 -1\n3 4 1e3\n4 1 7 ¦ 1 -- 2 9\n2 -- 3 9\n3 -- 4 9\n4 -- 1 9
        - 1: 2 4\n2: 1 3\n3: 2 4\n4: 3 1 ¦ 1 :\t2\t4\n2:1\t3\n3:2\t4\n4: 3\t1 ¦ # Undirected graph: arcless\n1 2\n2 3\n3 4\n4 1
        - 0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n ¦ 0,1,0,1\n1,0,1,0\n0,1,0,1\n1,0,1,0\n ¦ [[0,1,0,1],[1,0,1,0],[0,1,0,1],[1,0,1,0]]
        - [[1, 2], [2, 3],\n [3, 4], [4, 1]] ¦ json| {"1": [2, 4], "2": [1, 3], "3": [2, 4], "4": [1, 3]}
        - {"directed": false, "multigraph": true, "graph": {}, "nodes": [{"id": 2}, {"id": 4}, {"id": 1}, {"id": 3}], "edges": [{"source": 1, "target": 2, "key": 0}, {"source": 3, "target": 2, "weight": 1}, {"source": 3, "target": 4}, {"source": 4, "target": 1}]}
        - edges| # directed\n1 2\n2 3\n3 4\n4 1 ¦ edges| 1 2\n2 1\n2 3\n3 4\n4 1 ¦ edges| 1 2 3\n2 3 4\n3 4 1\n4 1 2 ¦ edges| 1 2 0\n2 3 0\n3 4 0\n4 1 0
        - neighbours| 1: 2 4\n2: 3\n3: 4 ¦ edges| 1 -> 2\n2 -> 3\n3 -> 4\n4 -> 1 ¦ 1 2\n2 1\n2 3\n3 2\n3 4\n4 3\n4 1\n1 4
        0-1 0-2 1-2
        - 0 1 1\n1 2 1\n2 0 1 ¦ edges| 0 1\n1 2\n2 0 ¦ {"0": [1, 2], "1": [0, 2], "2": [0, 1]} ¦ p edge 3 3\ne 0 1\ne 1 2\ne 0 2
        1-2 1-3 2-3
        - 0 1 1\n1 0 1\n1 1 0 ¦ [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
        1-2 2-3 3-4
        - 1 2\n2 3\n3 4 ¦ 1,2 \n2,3 \n3,4
        1-2 2-3
        - 0 1 0\n1 0 1\n0 1 0 ¦ matrix| 0 1 0\n1 0 1\n0 1 0
        1>2 2>3 3>1
        - 1 -> 2\n2 -> 3\n3 -> 1 ¦ 1->2\n2->3\n3->1 ¦ arcs| 1 2\n2 3\n3 1 ¦ arcs| source,target\n1,2\n2,3\n3,1
        - matrix| 0 1 0\n0 0 1\n1 0 0 ¦ successors| 1: 2\n2: 3\n3: 1 ¦ successors| {"1": [2], "2": [3], "3": [1]} ¦ arcs| [[1,2],[2,3],[3,1]]
        - p sp 3 3\na 1 2\nc\na 2 3 9\na 3 1 -1.5 2\n
        1>2 2>1 2>3 3>1
        - NAME: x\nTYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n9 1 9\n1 9 1\n1 9 9\nEOF\n
        A-B A-C B-C
        - A B\nB C\nC A\n ¦ A,B,1\nB,C,2.5\nC,A,1 ¦ Source,Target\nA,B\nB,C\nC,A ¦ "source","target","weight"\n"A","B",1\n"B","C",1\n"C","A",1
        - A: B C\nB: A C\nC: A B ¦ {"A": ["B", "C"], "B": ["A", "C"], "C": ["A", "B"]} ¦ [["A", "B"], ["B", "C"], ["C", "A"]]
        - edges| {"nodes": [{"id": "C"}, {"id": "A"}, {"id": "B"}], "links": [{"source": "A", "target": "B"}, {"source": "B", "target": "C"}, {"source": "C", "target": "A"}]}
        A>B B>C
        - A -> B 5\nB -> C 6 ¦ {"directed": true, "nodes": [{"id": "A"}, {"id": "B"}, {"id": "C"}], "links": [{"source": "A", "target": "B"}, {"source": "B", "target": "C"}]}
        10-20 10-30 20-30
        - "10" "20"\n"20" "30"\n"30" "10" ¦ [["10","20"],["20","30"],["30","10"]]
        - {"directed": false, "nodes": [{"id": 30}, {"id": 20}, {"id": 10}], "links": [{"source": 10, "target": 20}, {"source": 20, "target": 30}, {"source": 30, "target": 10}]}
        node1-node2 node1-node3 node2-node3
        - node1 node2\nnode2 node3\nnode3 node1
        New York-São_Paulo New York-x-y.z São_Paulo-x-y.z
        - "New York" São_Paulo\nx-y.z "New York"\nSão_Paulo "x-y.z"
        from-to x-y y-z
        - edges| from to\nx y\ny z
        1 2-3
        - 1:\n2: 3\n3: 2 ¦ {"1": [], "2": [3], "3": [2]} ¦ p edge 3 1\ne 2 3
        1-3 1-5 2-4 4-5
        - DQc ¦ >>graph6<<DQc\n ¦ >>graph6<<\nDQc ¦ \u{feff}DQc\r\n
        1-2 1-3 2-3 4 5 6-7
        - :Fa@x^ ¦ >>sparse6<<:Fa@x^\n
        1>2 2>1 2>3 3>1
        - >>digraph6<<&BT_\n ¦ &BT_
        1
        - @
        "##,
    ) {
        assert_eq!(noted(&text).0, Ok(expected), "{text}");
    }
}

/// A message may be that of another reader, with the same words: each stands here once.
#[test]
fn each_fault_is_named_with_its_place() {
    for (text, expected) in cases(
        r##"
        \n ¦ # nothing\n => 1:1: no graph here: the file is empty
        p edge 3 => 1:1: expected 'p edge VERTICES EDGES', or 'p sp VERTICES ARCS' for arcs
        p edge 3 x => 1:10: expected a number of edges
        p edge 300000000 1 => 1:8: 300000000 vertices are too many: at most 268435456
        p edge 0 0 => 1:8: '0' is not a number of vertices
        p cnf 3 2\n1 2 0 => 1:1: expected 'p edge VERTICES EDGES', or 'p sp VERTICES ARCS' for arcs
        p edge 3 1\np edge 3 1 => 2:1: expected 'e U V': lines 'e' are below 'p edge', and lines 'a' below 'p sp'
        p edge 3 1\ne 1 4 => 2:1: vertex 4 is not among 1 to 3: correct it, or declare more vertices
        p edge 3 1\ne 0 3 => 2:1: vertex 3 is not among 0 to 2: correct it, or declare more vertices
        p edge 3 1\ne 1 x => 2:5: 'x' is not a vertex number
        p edge 3 1\ne 1 2 red => 2:1: expected 'e U V': lines 'e' are below 'p edge', and lines 'a' below 'p sp'
        e 1 2\ne 2 3 => 1:1: the line 'p edge VERTICES EDGES', or 'p sp VERTICES ARCS' for arcs, is missing
        p sp 3 1\ne 1 2\n => 2:1: expected 'a U V': lines 'e' are below 'p edge', and lines 'a' below 'p sp'
        p edge 3 1\na 1 2\n => 2:1: expected 'e U V': lines 'e' are below 'p edge', and lines 'a' below 'p sp'
        TYPE : \u{7}x\n => 1:1: only TYPE HCP or ATSP is read, with EDGE_DATA_FORMAT EDGE_LIST or ADJ_LIST, or with EDGE_WEIGHT_TYPE…
        DIMENSION : \u{1b}[2J\n => 1:13: '\u{1b}[2J' is not a number of vertices
        TYPE : ATSP\nEDGE_WEIGHT_TYPE : GEO\n => 2:1: only TYPE HCP or ATSP is read, with EDGE_DATA_FORMAT EDGE_LIST or ADJ_LIST, or with EDGE_WEIGHT_TYPE…
        TYPE : ATSP\nEDGE_WEIGHT_SECTION\n => 1:1: the line 'DIMENSION : VERTICES' is missing
        DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 1\n1\nEOF\n => 2:1: the matrix has 3 of 4 values
        DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 1\n1 0 1\n => 2:1: the matrix has 5 of 4 values
        DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 x\n => 3:3: expected a number
        DIMENSION : 2\nEDGE_WEIGHT_SECTION\n9 1\n2 9\n => 2:1: no value is that of the diagonal, so all arcs exist: for this, use `graph_format` tsplib; otherwise…
        DIMENSION : 2\nEDGE_WEIGHT_SECTION\n0 1\n1 9\n => 4:3: the diagonal has several values: write the value there that means no arc
        SECTION : 1\n => 1:11: read as lists: numbers and names are mixed: put all names in double quotes, remove titles
        DIMENSION : 4\nCOMMENT : 1\nCOMMENT : 2\nDIMENSION : 3\n => 4:1: the second line of this keyword
        TYPE : HCP\nDIMENSION : 4\n => 2:1: EDGE_DATA_SECTION is missing
        TYPE : HCP\nEDGE_DATA_SECTION\n => 1:1: the line 'DIMENSION : VERTICES' is missing
        TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_SECTION\n1 2\n-1\n => 3:1: EDGE_DATA_FORMAT is missing
        HEAD1 2 3\n => 5:5: half an edge at the end: is the file complete?
        HEAD1 2 3\n-1\n => 5:5: half an edge at the end: is the file complete?
        HEAD1 2\n-1\n3 4\n => 6:1: '-1' is not a vertex number
        HEAD1 5\n-1\n => 5:1: vertex 5 is not among 1 to 4: correct it, or declare more vertices
        TYPE : HCP\nDIMENSION : 2\nNODE_COORD_SECTION\n1 0 0\n2 x 1\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2 => 5:1: expected a point 'V X Y'
        TYPE : HCP\nDIMENSION : 2\nNODE_COORD_SECTION\n1 0 0\n1 1 1\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2 => 3:1: expected a point for each vertex
        NAME : t\nTYPE : TOUR\nTOUR_SECTION\n1\n-1 => 2:1: only TYPE HCP or ATSP is read, with EDGE_DATA_FORMAT EDGE_LIST or ADJ_LIST, or with EDGE_WEIGHT_TYPE…
        >>graph6<< => 1:1: no graph here: the file is empty or has a header only
        >>graph6<<? => 1:11: a graph has at least one vertex
        >>graph6<<DQ => 1:11: 5 vertices take 2 bytes, and the line has 1
        >>graph6<<DQc? => 1:11: 5 vertices take 2 bytes, and the line has 3
        >>graph6<<~? => 1:11: the line ends within the number of vertices
        >>graph6<<D\u{7f}c => 1:12: expected the bytes of graph6, ? to ~
        >>graph6<<~~~~~~~~ => 1:11: 4294967295 vertices are too many: at most 268435456
        ;Fa@x^ => 1:1: read as pairs: ';' is in no pair, list or matrix: remove it, or put names in double quotes…
        Bw\nBg\n ¦ CF\nCV\nC^\n => 1:1: the file has … graphs, where one is wanted
        Bw\nB C\n => 2:1: no graph in graph6, as the lines above are; …
        CA\nCB\n => 1:1: these may be graphs in graph6, or edges such as 'A B': …
        1\0 2\0\n ¦ 1\u{fffd} 2 => 1:2: this is no text in UTF-8: save it as UTF-8
        "##,
    ) {
        let head = "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n";
        let text = text.replace("HEAD", head);
        let error = noted(&text).0.unwrap_err();
        assert_message(&error, &expected, &text);
    }
}

/// Texts that may mean another graph, or that have parts of no form, by kind.
#[test]
fn nothing_is_guessed() {
    for (text, expected) in cases(
        r##"
        1 2\n"a ¦ 1 2\na " ¦ 1 & 2 ¦ a b;\nb c; ¦ 1;2\n2;3 ¦ A,B;\nB,C ¦ 1 2 # x\n2 3 ¦ 'a' 'b' ¦ a | b ¦ 1 <-> 2 ¦ % asym\n1 2 ¦ // x\n1 2 ¦ 1->2,\n2->3 ¦ 1 2\n2,\n ¦ |0|-> 1 -> 2 ¦ A&B ¦ ;A;B\nA;0;1 ¦ ,A,B\nA,0,1 => …is in no pair, list or matrix: remove it, or put names in double quotes…
        hello\n1 2 ¦ 4\n1 2\n2 3 ¦ A-B\nB-C ¦ 1-2\n2-3 ¦ 011\n101\n110 ¦ 1 2\n2 3 4 ¦ 4 3\n1 2 1\n2 3 1 ¦ 1 2\n2,3 ¦ 1 -- 2\n2 -> 3 ¦ 1 2\n3\t4 ¦ 1 2\nA: B ¦ 1 2 3 4 ¦ 1 2 2 3 3 1 ¦ A -> B -> C ¦ 0 1 0 2\n1 0 1 0 ¦ 0 7 0 2\n7 0 3 0 ¦ F T T F ¦ edges| 1: 2 => …read as pairs: expected one pair in a line, with the marks of the first line: remove sizes and title…
        arcs| {"1": [2]} => 1:7: read as arcs: expected one pair in a line, with the marks of the first line: remove sizes and titles…
        node 1: 2 => 1:1: read as lists: expected a list 'U: V W' with blanks between the neighbours…
        [[1, 2, 3], [0], [0]] => 1:14: read as JSON: expected one pair in a line, with the marks of the first line: remove sizes and titles…
        A B C\nB C A ¦ A B red => 1:5: read as pairs: no number in the third column, which has weights: write neighbours as 'U: V W', and n…
        1 2\n2 x ¦ x y\ny 2 ¦ "1" x\nx 2 ¦ from to\n1 2 => 2:…: read as pairs: numbers and names are mixed: put all names in double quotes, remove titles
        01 2\n2 3 ¦ A - B ¦ source,target\nsource,a\na,target => …is no vertex: number vertices from 0 or 1, or put the name in double quotes…
        1 2\n2 -1 ¦ -1 2 ¦ 1.5 2 ¦ 1 2\n- 2 ¦ 1e3 2 ¦ a -b ¦ "" b => …is no vertex: …
        1 2\n2 2 ¦ 1 2\n2 3\n0 0 ¦ 4 4\n0 1\n1 2\n2 3\n3 0 ¦ [[1, 2], [3, 3]] ¦ 1: 1 2 => …an edge from a vertex to itself: …
        10 20\n20 30\n30 10 ¦ 1 2\n2 4 ¦ 0 1\n1 3 ¦ 1: 3\n3: 1 ¦ 0 7\n7 0 => …and none of the number …: put numbers that are names in double quotes; for…
        [[1, 2], [3, 4]] ¦ 1 2\n3 4 ¦ a b\nb c\nthe end ¦ 1 2 3 => …shares no vertex with another line: remove it if it is a title; otherwise use…
        1 300000000 => 1:3: read as pairs: 300000000 vertices are too many: at most 268435456
        1 2\n\n2 3 => 2:1: read as pairs: an empty line within the graph: remove it, and other graphs
        a one\nb two\n#\na b ¦ 1\n2\n#\n1 2 => 1:1: this is TGF, …
        # directed\n1 2\n2 3\n1 3 ¦ # Directed graph: x.txt\n1 -- 2\n2 -- 3 ¦ # asym\na,b\nb,c ¦ # gerichteter Graph\na,b\nb,c ¦ # graphe orienté\na b\nb c ¦ # 3 arcs\na b\nb c => 1:1: read as pairs: this comment may have a direction: for edges, use `graph_format` edges; for arcs, use…
        # u -> v\na b\nb c ¦ # 有向图\na b\nb c ¦ # one-way\na b\nb c ¦ # sens unique\na b\nb c ¦ # MultiDiGraph\na b\nb c ¦ # Einbahnstraßen\na b\nb c ¦ # graf skierowany\na b\nb c => 1:1: read as pairs: this comment may have a direction: …
        # directed\n1: 2\n2: 1 ¦ # directed\n0 1\n1 0 => 1:1: read as …: this comment may have a direction: …
        c directed\np edge 2 1\ne 1 2 => 1:1: this comment may have a direction: for edges, use `graph_format` dimacs; for arcs, write 'p sp V A' and 'a U V'
        # 5 vertices\n1 2\n2 3\n3 1 ¦ # Knoten: 4\na b\nb c ¦ # n = 4\na b\nb c ¦ # 4 3\n1 2\n2 3\n3 1 => 1:1: read as pairs: this comment may count other vertices than the 3 vertices below: for these remove it, for others write DIMACS: 'p edge V E' or 'p sp V A'
        from to\na b\nb c ¦ from,to\na,b\nb,c ¦ id\tlabel\na\tb\nb\tc ¦ Graph G\nG H\nH I ¦ c graph\na b\nb c ¦ A has 2\nB has 2\nC has 1 ¦ node A\nnode B\nnode C => 1:1: read as pairs: this line may be a title, or have a word that is no vertex: then remove it; otherwise use…
        edges:\nA: B\nB: A => 1:1: read as lists: a first list without neighbours may be a title: remove it, or put the name in double…
        1 2\n2 3\n1 2 ¦ a b\nb c\na b => 3:1: read as pairs: this pair stands above already, as lists and sizes do: remove it; otherwise use…
        1 2\n2 1\n2 3\n3 1 => 3:1: read as pairs: 2 has an edge to 3, but not 3 to 2: for edges, use `graph_format` edges; for arc…
        A: B C\nB: C D\nC: B D\nD: => 1:4: read as lists: A has an edge to B, but not B to A: for edges, use `graph_format` neighbours; fo…
        {"A": ["B", "C"], "B": ["C", "D"], "C": ["B", "D"], "D": []} => 1:8: read as JSON: A has an edge to B, but not B to A: for edges, use `graph_format` neighbours; for…
        4 5\n1 2\n1 3\n1 4\n2 3\n3 4 ¦ 5 1\n0 1\n1 2\n2 3\n3 4 ¦ 3 2\n0 1\n1 2 ¦ 3 4\n1 2\n2 1 ¦ 4 1\n1 2\n2 3\n3 4 ¦ 3 0\n1 2\n2 3\n3 1 ¦ 4 2\n1 2\n2 3\n3 4\n4 1 ¦ 1 4\n1 2\n2 3\n3 4 ¦ 2 0\n0 1\n1 3\n2 3 => …this line may be the size of the graph, a vertex to begin at, or both ends: then…
        1 2 3\n2 1 3\n3 1 2 ¦ 1 -> 2 3\n2 -> 3 1\n3 -> 1 2 ¦ 2 3 4\n1 3 4\n1 2 4\n1 2 3 ¦ 1 3 1\n2 1 2\n3 2 3 ¦ [[1, 2, 1], [2, 3, 3]] => 1:…: read as …: the third column may have vertices: then write 'U: V W' or pairs; otherwise use…
        0 1 5\n1 2 0 ¦ 1 2 0.0 ¦ A B 1\nB C 0 ¦ 1 2 9\n1 3 999\n2 3 8 ¦ a b 1\na c 1\nb c -1 => …this weight may mean no edge: then remove such lines; otherwise use…
        9 1 2\n1 9 3\n2 3 9 ¦ 0 5 2\n5 0 3\n2 3 0 => 1:1: read as pairs: the third column may have vertices: then write 'U: V W' or pairs
        0 2\n1 3\n2 1 ¦ 0 3\n0 4\n1 3\n2 4 ¦ [[2, 0], [3, 1], [1, 2]] ¦ 0: 2\n1: 3\n2: 1 => …one column may count from 0 and the other from 1: then count both from 0; otherwise use…
        1 3\n0 1\n1 2\n2 3\n0 3 ¦ 1 3\n3 2\n0 1\n2 0\n3 0 ¦ A D\nA B\nB C\nC D => 1:1: read as pairs: this line may be the size of the graph, a vertex to begin at, or both ends: then remove it; otherwise use `graph_format` edges
        3 6\n1 2\n2 3\n1 3 => 1:1: read as pairs: this line may be the size of the graph, a vertex to begin at, or both ends: then remove it
        2 4\n1 3\n2 4\n1 3 ¦ B D\nA C\nB D\nA C ¦ [[1,3],[0,2],[1,3],[0,2]] ¦ [[1,3],[0,2],[0,3],[0,1]] ¦ 1 3\n2 4\n3 4\n4 2 => …line i may have neighbours or a value of i: then write 'U: V W' or remove values; otherwise use…
        A-B B-C ¦ A-B,B-C\nC-D,D-A ¦ 1-2 2-3\n3-4 4-1 => 1:1: read as pairs: a name with '-' may be an edge: then write 'U -- V'; otherwise use…
        source,target,label\na,b,c => 1:15: …
        0 0\n0 0 => 1:1: read as a matrix of n rows of n zeros and ones: no edge: …
        0 1 1\n1 0 1 ¦ 0 1 0 1\n1 0 1 0 => …zeros and ones: a matrix of 2 rows and … columns is no graph: write…
        1 1 0\n1 0 1\n0 1 0 => 1:1: read as a matrix of n rows of n zeros and ones: an edge from a vertex to itself: remove it, also at…
        0 1 1\n0 0 1\n0 0 0 => 1:3: read as a matrix of n rows of n zeros and ones: 1 has an edge to 2, but not 2 to 1: for edges,…
        0 1 0 1\n1 0 2 0 ¦ matrix| 1 2\n2 3 ¦ matrix| 1: 2 => …write 1 for an edge, else 0
        neighbours| 1 2 => 1:1: read as lists: expected a list 'U: V W' with blanks between the neighbours…
        1: 2\n2: 1\n1: 2 => 3:1: read as lists: a second list of this vertex: write one
        0: 1, 2\n1: 0, 2 ¦ Vertices: A, B\nEdges: A-B => 1:…: expected a list 'U: V W' with blanks …
        Vertices: A B C\nEdges: A-B B-C => 1:11: read as lists: Vertices has an edge to A, but not A to Vertices: for edges, use `graph_format`…
        [[1, 2], [2, 3]]\nx ¦ [[0 1]\n [1 0]] ¦ graph = [[0, 1], [1, 0]] ¦ const g = { A: ['B'] }; ¦ defaultdict(list, {0: [1]}) ¦ A = [0 1; 1 0]; => 1:1: this is an array or object of a program, which is not read: print the graph as JSON, by json.dumps o…
        {0: [1]} ¦ {'A': []} => 1:1: this is YAML or a dictionary of Python, which is not read: convert it by python3 -c 'import json, ya…
        [1, 2 => 1:5: read as JSON: no JSON of a graph: EOF while parsing a list; print the graph as JSON, by json.dumps o…
        {"A": ["B"], "A": ["B"]} => 1:19: read as JSON: a second list of this vertex: write one
        [[true, false]] ¦ [["a", null]] ¦ [[[0, 0], [0, 1]]] => 1:…: read as JSON: expected a vertex: a number, or a name in double quotes; in a matrix, 0 or 1
        [{"source": 1, "target": 2}] ¦ {"A": {"B": 1}} ¦ {"A": "B"} => 1:…: expected a list of vertices, …
        [[]] => 1:1: read as JSON: an empty list: expected a pair of vertices
        [] => 1:1: read as JSON: the graph has no vertex
        {} => 1:1: read as JSON: the graph has no vertex
        {"nodes": [{"id": 1}], "links": []} => 1:1: read as JSON: "directed" is missing: write true or false, or use `graph_format` arcs or `graph_format` edges
        {"directed": false, "nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2, "directed": true}]} => 1:75: read as JSON: "directed" of one link: write it once, beside "nodes"
        {"directed": false, "nodes": [{"id": 1}, {"id": 1}], "links": []} => 1:49: read as JSON: a second node with this id
        {"directed": false, "nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]} => 1:77: read as JSON: no node has this id
        {"directed": false, "nodes": [{"name": 1}], "links": []} ¦ {"directed": 1, "nodes": [], "links": []} => 1:…no JSON of a graph: …
        graph G {\n a -- b;\n} ¦ digraph {\n a -> b\n} ¦ strict graph {\n a -- b\n} => 1:1: this is DOT, …
        graph [\n node [ id 0 ]\n] ¦ Creator "x"\ngraph\n[ => 1:1: this is GML, …read_gml…
        <?xml version="1.0"?>\n<graphml></graphml> => 1:1: this is GraphML, …
        %%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1 => 1:1: this is Matrix Market, which is not read: convert it by python3 -c 'import json, networkx as nx; pri…
        *Vertices 3\n*Edges\n1 2 => 1:1: this is Pajek, …
        * GraphBase graph (util_types ZZZ,3V,6A)\n"k3",3,6 ¦ @nodes\nlabel\n0 ¦ dl n=3 => 1:1: this is …, which is not read: write its edges as pairs 'U V'
        LEDA.GRAPH\nstring => 1:1: this is LEDA, …
        edge(1,2).\nedge(2,3). ¦ % facts\nnode(1..3).\nedge(1,2). edge(2,3). ¦ edge(a, b) edge(b, c) ¦ [(0, 1)] => …a list of tuples, facts or calls, as in Python and ASP, which is not read: convert it by pyt…
        int g[3][3] = {{0, 1, 1},\n{1, 0, 1}}; ¦ #define V 2\nbool g[V][V] = {\n{0,1},{1,0}}; ¦ {1, 2},\n{2, 3} => …:1: this is a list in braces, as in C, …
        0 1 {'weight': 2}\n1 2 {} ¦ a b {} ¦ (0, 0) (0, 1) {} => 1:1: this is an edge list of networkx with data, which is not read: write json.dumps(networkx.node_link_d…
        6 6\n2 6\n1 3\n2 4\n3 5\n4 6\n1 5 ¦ 4 5\n2 4\n1 3 4\n2 4\n1 2 3 => 1:1: this is METIS, …
        4\n2 1 3\n2 0 2\n2 1 3\n2 0 2 => 1:1: this is LAD, …
        "##,
    ) {
        let error = noted(&text).0.expect_err(&text);
        assert_message(&error, &expected, &text);
    }
}

#[test]
fn notes_are_about_parts_without_effect() {
    for (text, expected) in cases(
        r"
        p edge 3 2\ne 1 2\n => 1:1: the file declares 2 edges and has 1: is it complete?
        p edge 3 2\ne 1 2\ne 2 2\n => 3:1: a loop or a second edge, which no tour takes: 1 left out
        0 1\n1 2 => 1:1: vertices are numbered from 0
        p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2 ¦ 1 2\n2 1\n2 3\n3 2 ¦ 1: 2 3\n2: 1 3\n3: 1 2 =>
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
    let many = graphs(">>graph6<<\nBw\n\nBg\nDQ\nBw\n", None, &mut |_| {}).unwrap();
    let many = many.map(|graph| graph.map(|graph| shown(&graph)));
    let many = many.map(|graph| graph.unwrap_or_else(|error| error.to_string()));
    let fault = "5:1: 5 vertices take 2 bytes, and the line has 1";
    assert_eq!(many.collect::<Vec<_>>(), ["1-2 1-3 2-3", "1-2 2-3", fault]);
}

#[test]
fn fixed_edges_are_required() {
    let fixed = "FIXED_EDGES_SECTION\n1 2\n-1\n";
    let edges = "EDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\n";
    for sections in [[fixed, edges], [edges, fixed]].map(|two| two.concat()) {
        let head = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\n";
        let graph = parse(&format!("{head}{sections}EOF")).unwrap();
        let (graph, fixed) = graph.split_fixed();
        assert_eq!((graph.len(), fixed), (3, vec![[0, 1]]), "{sections}");
    }
}

#[test]
fn points_of_vertices_are_read() {
    let file = "TYPE : HCP\nDIMENSION : 3\nNODE_COORD_SECTION\n1 0.5 -1\n3 1 2.5\n2 0 0\n\
                EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2 2 3 -1\nEOF\n";
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

/// Random graphs in each form: the graph, or a question whose answer reads it.
#[test]
fn each_form_is_read_back() {
    const FORMS: [(&str, GraphFormat); 12] = [
        ("{a} {b}\n", GraphFormat::Edges),
        ("{a} {b} 0.5\n", GraphFormat::Edges),
        ("{a} {b} {i}\n", GraphFormat::Edges),
        ("{a},{b}\n", GraphFormat::Edges),
        ("{a} -- {b}\n", GraphFormat::Edges),
        ("[{a}, {b}],", GraphFormat::Edges),
        ("{a} -> {b}\n", GraphFormat::Arcs),
        ("{b} {a}\n", GraphFormat::Arcs),
        ("{v}: {to}\n", GraphFormat::Neighbours),
        ("\"{v}\": [{to}],", GraphFormat::Neighbours),
        ("{v}: {out}\n", GraphFormat::Successors),
        ("{row}\n", GraphFormat::Matrix),
    ];
    let mut random = Rng::new(61, 0);
    let mut asked = 0;
    for (nth, (line, format)) in (0..1200).zip(FORMS.iter().cycle()) {
        let (len, from) = (3 + random.below(6) as u32, nth / 12 % 2);
        let mut edges: Vec<[u32; 2]> = (1..len)
            .map(|b| [random.below(b as usize) as u32, b])
            .collect();
        for edge in (0..len).array_combinations() {
            if random.below(3) == 0 && !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        let name = |vertex: u32| (vertex + from).to_string();
        let is_edge = |a, b| edges.contains(&[a, b]) || edges.contains(&[b, a]);
        let of_edge = |(i, &[a, b]): (usize, &[u32; 2])| {
            line.replace("{a}", &name(a))
                .replace("{b}", &name(b))
                .replace("{i}", &i.to_string())
        };
        let of_vertex = |v: u32| {
            let joint = if line.contains('[') { ", " } else { " " };
            let near = (0..len)
                .filter(|&other| is_edge(v, other))
                .map(name)
                .join(joint);
            let out = (0..len)
                .filter(|&other| edges.contains(&[v, other]))
                .map(name)
                .join(joint);
            let row = (0..len)
                .map(|other| u8::from(is_edge(v, other)))
                .join(joint);
            line.replace("{v}", &name(v))
                .replace("{to}", &near)
                .replace("{out}", &out)
                .replace("{row}", &row)
        };
        let text = if line.contains("{a}") {
            edges.iter().enumerate().map(of_edge).join("")
        } else {
            (0..len).map(of_vertex).join("")
        };
        let text = match line.chars().next() {
            Some('[') => format!("[{}]", text.trim_end_matches(',')),
            Some('"') => format!("{{{}}}", text.trim_end_matches(',')),
            _ => text,
        };
        if line.starts_with("{b}") {
            edges.iter_mut().for_each(|edge| edge.reverse());
        }
        let are_arcs = matches!(format, GraphFormat::Arcs | GraphFormat::Successors);
        let expected = if are_arcs {
            Graph::try_from_arcs(len, &edges).unwrap()
        } else {
            Graph::from_edges(len, &edges)
        };
        let named = one(&text, Some(*format), &mut |_| {});
        assert_eq!(named.as_ref(), Ok(&expected), "{text}");
        match parse(&text) {
            Ok(graph) if *line == "{b} {a}\n" => assert!(!graph.is_directed(), "{text}"),
            Ok(graph) => assert_eq!(graph, expected, "{text}"),
            Err(error) => {
                assert!(error.message.contains("`graph_format`"), "{error}: {text}");
                asked += 1;
            }
        }
    }
    assert!(asked < 450, "{asked}");
}

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
fn read_back(text: &str) -> Result<String, String> {
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
    let graph = one(text, format).map(|graph| shown(&graph));
    graph.map_err(|error| error.to_string())
}

#[test]
fn files_are_read() {
    for (text, expected) in groups(include_str!("../../../tests/graphs.txt")) {
        assert_eq!(read_back(&text), Ok(expected), "{text}");
    }
}

/// A message may be that of another reader, with the same words: each stands here once.
#[test]
fn each_fault_is_named_with_its_place() {
    for (text, expected) in cases(include_str!("../../../tests/graph-faults.txt")) {
        let head = "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n";
        let text = text.replace("HEAD", head);
        let error = read_back(&text).unwrap_err();
        assert_message(&error, &expected, &text);
    }
}

/// Texts that may mean another graph, or that have parts of no form, by kind.
#[test]
fn nothing_is_guessed() {
    for (text, expected) in cases(include_str!("../../../tests/graph-doubts.txt")) {
        let error = read_back(&text).expect_err(&text);
        assert_message(&error, &expected, &text);
    }
}

#[test]
fn a_file_of_graph6_has_many_graphs() {
    // A complete graph on 64 vertices, whose number takes four bytes.
    let large = parse(&format!("~?@?{}", "~".repeat(336))).unwrap();
    assert_eq!(large.edges().count(), 64 * 63 / 2);
    let many = graphs(">>graph6<<\nBw\n\nBg\nDQ\nBw\n", None).unwrap();
    let many = many.map(|graph| graph.map(|graph| shown(&graph)));
    let many = many.map(|graph| graph.unwrap_or_else(|error| error.to_string()));
    let fault = "5:1: 5 vertices take 2 bytes, and the line has 1";
    assert_eq!(many.collect::<Vec<_>>(), ["1-2 1-3 2-3", "1-2 2-3", fault]);
}

#[test]
fn points_of_vertices_are_read() {
    let file = "TYPE : HCP\nDIMENSION : 3\nNODE_COORD_SECTION\n1 0.5 -1\n2 0 0\n3 1 2.5\n\
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
        let named = one(&text, Some(*format));
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

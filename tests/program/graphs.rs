//! Hamiltonian paths and cycles of graphs from files, end to end.

use crate::common::program;

use program::{error, run, run_with, solved, write};
use tempfile::TempDir;

/// Two pentagons and five spokes: a path, no cycle (Petersen 1898).
fn petersen() -> String {
    let mut text = "c Petersen\np edge 10 15\n".to_string();
    for i in 0..5 {
        let edges = [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)];
        for (a, b) in edges {
            text += &format!("e {} {}\n", a + 1, b + 1);
        }
    }
    text
}

/// A cube, whose cycles are many.
const CUBE: &str = "NAME : cube\nTYPE : HCP\nDIMENSION : 8\nEDGE_DATA_FORMAT : ADJ_LIST\n\
    EDGE_DATA_SECTION\n1 2 4 5 -1\n2 3 6 -1\n3 4 7 -1\n4 8 -1\n5 6 8 -1\n6 7 -1\n7 8 -1\n-1\nEOF\n";

#[test]
fn a_graph_is_solved_encoded_decoded_and_verified_as_a_board_is() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let petersen = write(dir, "petersen.col", &petersen());
    let cube = write(dir, "cube.hcp", CUBE);
    for (graph, options) in [
        (&petersen, ""),
        (&petersen, "--start 3"),
        (&cube, "--closed"),
        (&cube, "--start 1 --end 7"),
        (&cube, "--closed --start 2 --end 6"),
    ] {
        for style in ["", "--encoding position", "--textbook"] {
            for format in ["board", "moves", "json"] {
                let args = format!("--graph {graph} {options}");
                let (code, tour, err) = run(&format!("solve {args} {style} --format {format}"));
                assert_eq!((code, err.as_str()), (0, ""), "{args} {style}");
                let (code, out, err) = run_with(&format!("verify {args} -"), &tour);
                assert_eq!((code, err.as_str()), (0, ""), "{args}: {tour}");
                assert!(out.starts_with("valid: Hamiltonian "), "{out}");
            }
        }
        let cnf = run(&format!("encode --graph {graph} {options}")).1;
        let cnf = write(dir, "graph.cnf", &cnf);
        let result = write(dir, "result", &solved(&cnf));
        let (code, tour, err) = run(&format!("decode {cnf} {result}"));
        assert_eq!((code, err.as_str()), (0, ""), "{options}");
        let verified = run_with(&format!("verify --graph {graph} {options} -"), &tour);
        assert_eq!(verified.0, 0, "{tour}");
    }
    let (code, sizes, _) = run(&format!("sizes --graph {cube} --closed"));
    assert_eq!(code, 0);
    assert!(
        sizes.contains("the graph with 8 vertices and 12 edges"),
        "{sizes}"
    );
}

#[test]
fn a_formula_without_comments_is_decoded_with_the_graph() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let cube = write(dir, "cube.hcp", CUBE);
    let cnf = run(&format!("encode --graph {cube} --textbook")).1;
    let bare: String = cnf
        .lines()
        .filter(|line| !line.starts_with('c'))
        .map(|line| line.to_string() + "\n")
        .collect();
    let bare = write(dir, "bare.cnf", &bare);
    let result = write(dir, "result", &solved(&bare));
    let (code, _, err) = run(&format!("decode {bare} {result} --graph {cube} --textbook"));
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn a_graph_without_a_cycle_is_said_to_have_none() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let petersen = write(dir, "petersen.col", &petersen());
    for style in ["", "--encoding position"] {
        let (code, out, err) = run(&format!("solve --graph {petersen} --closed {style}"));
        assert_eq!((code, err.as_str()), (1, ""));
        let expected = "no Hamiltonian cycle of the graph with 10 vertices and 15 edges: ";
        assert!(out.starts_with(expected), "{out}");
    }
    let star = write(dir, "star", "p 4 3\ne 1 2\ne 1 3\ne 1 4\n");
    let (code, out, _) = run(&format!("solve --graph {star}"));
    assert_eq!(code, 1);
    assert!(
        out.ends_with("2, 3 and 4 have one move each, but a tour has only two ends\n"),
        "{out}"
    );
}

#[test]
fn a_certificate_of_a_graph_is_checked_with_the_graph() {
    let dir = TempDir::new().unwrap();
    let path = dir.path();
    let petersen = write(path, "petersen.col", &petersen());
    let cube = write(path, "cube.hcp", CUBE);
    let folder = path.join("proof").display().to_string();
    let (code, out, err) = run(&format!("prove --graph {petersen} --closed -o {folder}"));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(
        out.starts_with("no Hamiltonian cycle of the graph with 10 "),
        "{out}"
    );
    let verify = |rest: &str| run(&format!("verify --certificate {folder} {rest}"));
    assert_eq!(verify(&format!("--graph {petersen} --closed")).0, 0);
    for other in [
        format!("--graph {petersen}"),
        format!("--graph {cube} --closed"),
    ] {
        let (code, _, err) = verify(&other);
        assert_eq!(code, 1, "{other}");
        assert!(err.contains("certificate.txt:"), "{err}");
    }
}

#[test]
fn faults_are_named_with_their_places() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let cube = write(dir, "cube.hcp", CUBE);
    let bad = write(dir, "bad.col", "p edge 3 1\ne 1 4\n");
    assert_eq!(
        error(&format!("solve --graph {bad}")),
        format!("{bad}:2: vertex 4 is not among 1 to 3")
    );
    assert_eq!(
        error(&format!("solve --graph {cube} --start 9")),
        "--start: '9' is not a vertex: the graph has the vertices 1 to 8"
    );
    assert!(error("solve --graph nowhere.col").starts_with("no such file: nowhere.col"));
    assert!(error("solve").contains("BOARD"));
    for both in [
        format!("8x8 --graph {cube}"),
        format!("--graph {cube} --leaper 1,2"),
        format!("--graph {cube} --closed --symmetric rot90"),
    ] {
        assert!(
            error(&format!("solve {both}")).contains("cannot be used with"),
            "{both}"
        );
    }
    let (code, tour, _) = run("solve 2x4 --leaper 0,1 --format json");
    assert_eq!(code, 0);
    let (code, _, err) = run_with(&format!("verify --graph {cube} -"), &tour);
    assert_eq!(code, 2);
    let expected = "standard input:1:1: this document is about the (0,1)-leaper on 2x4, not about a graph with 8 vertices and 12 edges\n";
    assert!(err.ends_with(expected), "{err}");
    let (code, _, err) = run_with(&format!("verify --graph {cube} -"), "1 2 3 4 5 6 7 8");
    assert_eq!(code, 1);
    assert!(
        err.ends_with("from step 4 to 5, 4 to 5 is not a move\n"),
        "{err}"
    );
}

#[test]
fn a_file_of_several_graphs_is_counted_line_by_line() {
    // All connected graphs on four vertices, as geng -c 4 lists them.
    let geng = "CF\nCU\nCV\nC]\nC^\nC~\n";
    let (code, out, err) = run_with("count --graph - --closed", geng);
    assert_eq!((code, err.as_str()), (0, ""));
    let counts: Vec<&str> = out
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(counts, ["0", "0", "0", "1", "1", "3"], "{out}");
    assert!(out.starts_with("0 closed tours, undirected (the graph with 4 vertices and 3 edges, "));
    let (_, json, _) = run_with("count --graph - --closed --format json", geng);
    assert_eq!(json.lines().count(), 6, "{json}");
    let (_, sizes, _) = run_with("sizes --graph -", geng);
    assert_eq!(
        sizes.matches("the graph with 4 vertices").count(),
        6,
        "{sizes}"
    );
    let (code, _, err) = run_with("solve --graph -", geng);
    assert_eq!(code, 2);
    assert!(
        err.contains("stdin:1: the file has 6 graphs, where one is wanted"),
        "{err}"
    );
    let (code, out, err) = run_with("count --graph -", "CF\nC\n");
    assert_eq!((code, out.lines().count()), (2, 1), "{out}");
    assert!(
        err.contains("stdin:2: 4 vertices take 1 bytes, and the line has 0"),
        "{err}"
    );
}

#[test]
fn the_format_can_be_named() {
    let (code, out, _) = run_with(
        "count --graph - --graph-format edges --closed",
        "3 2\n1 2\n3 1\n",
    );
    assert_eq!(code, 2, "{out}");
    let (_, out, _) = run_with("count --graph - --graph-format graph6 --closed", "C~\n");
    assert!(out.starts_with("3 closed tours"), "{out}");
    let err = error("count 6x6 --graph-format graph6");
    assert!(err.contains("--graph"), "{err}");
}

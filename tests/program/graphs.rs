//! Hamiltonian paths and cycles of graphs from files, end to end.

use crate::common::program;

use program::{error, has, run, run_with, solved, write};
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
        format!("{bad}:2: vertex 4 is not among 1 to 3: correct it, or declare 4 vertices")
    );
    assert_eq!(
        error(&format!("solve --graph {cube} --start 9")),
        "--start: '9' is not a vertex: the graph has the vertices 1 to 8"
    );
    assert!(error("solve --graph nowhere.col").starts_with("nowhere.col: no such file"));
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
    assert!(out.starts_with("0 closed tours, undirected"), "{out}");
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
        err.contains("standard input:1: the file has 6 graphs, where one is wanted"),
        "{err}"
    );
    let (code, out, err) = run_with("count --graph -", "CF\nC\n");
    assert_eq!((code, out.lines().count()), (2, 1), "{out}");
    assert!(
        err.contains("standard input:2: 4 vertices take 1 bytes, and the line has 0"),
        "{err}"
    );
}

#[test]
fn the_format_can_be_named() {
    let (code, out, err) = run_with(
        "count --graph - --graph-format sized --closed",
        "3 2\n1 2\n3 1\n",
    );
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("3 vertices and 2 edges"), "{out}");
    let (_, out, _) = run_with("count --graph - --graph-format graph6 --closed", "C~\n");
    assert!(out.starts_with("3 closed tours"), "{out}");
    let err = error("count 6x6 --graph-format graph6");
    assert!(err.contains("--graph"), "{err}");
}

/// Six vertices in a circle, one arc from each to the next but one, and one arc back.
const ONE_WAY: &str = "p sp 6 13\na 1 2\na 2 3\na 3 4\na 4 5\na 5 6\na 6 1\n\
    a 1 3\na 2 4\na 3 5\na 4 6\na 5 1\na 6 2\na 2 1 100\n";

#[test]
fn a_directed_graph_goes_through_all_commands() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    let graph = write(dir, "one-way.gr", ONE_WAY);
    let counted = |options: &str| {
        let (code, out, err) = run(&format!("count --graph {graph} {options}"));
        assert_eq!((code, err.as_str()), (0, ""), "{options}");
        assert!(
            out.contains("the directed graph with 6 vertices and 13 arcs"),
            "{out}"
        );
        out.split(" (").next().unwrap().to_string()
    };
    for options in [
        "--closed",
        "",
        "--closed --end 4",
        "--start 3 --end 1",
        "--require 1-2",
    ] {
        let frontier = counted(options);
        assert!(
            frontier.ends_with("directed") && !frontier.ends_with("undirected"),
            "{frontier}"
        );
        for method in ["search", "enumerate"] {
            assert_eq!(
                counted(&format!("{options} --method {method}")),
                frontier,
                "{options}"
            );
        }
        for style in ["", "--encoding order", "--encoding position", "--textbook"] {
            let args = format!("--graph {graph} {options}");
            let (code, tour, err) = run(&format!("solve {args} {style} --format moves"));
            assert_eq!((code, err.as_str()), (0, ""), "{args} {style}");
            assert_eq!(run_with(&format!("verify {args} -"), &tour).0, 0, "{tour}");
        }
    }
    let cnf = run(&format!("encode --graph {graph} --closed")).1;
    assert!(cnf.contains("c knightsat directed = [[1, 2], "), "{cnf}");
    let cnf = write(dir, "graph.cnf", &cnf);
    let result = write(dir, "result", &solved(&cnf));
    assert_eq!(run(&format!("decode {cnf} {result}")).0, 0);
    let backwards = "6 5 4 3 2 1";
    let (code, out, err) = run_with(&format!("verify --graph {graph} --closed -"), backwards);
    assert_eq!(code, 1);
    assert!((out + &err).contains("6 to 5 is not a move"), "{err}");
    let (code, checked, _) = run(&format!("check --graph {graph} --closed --encoding all"));
    assert_eq!(code, 0, "{checked}");
    let svg = dir.join("t.svg").display().to_string();
    assert_eq!(
        run_with(
            &format!("render --graph {graph} - --svg {svg}"),
            "1 2 3 4 5 6"
        )
        .0,
        0
    );
}

#[test]
fn a_directed_graph_without_a_tour_has_a_certificate() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    // Nothing leads to vertex 1.
    let graph = write(
        dir,
        "source.gr",
        "p sp 4 5\na 1 2\na 2 3\na 3 4\na 4 2\na 1 3\n",
    );
    let (code, out, _) = run(&format!("solve --graph {graph} --closed"));
    assert_eq!(code, 1);
    let expected =
        "no Hamiltonian cycle of the directed graph with 4 vertices and 5 arcs: no arc enters 1\n";
    assert_eq!(out, expected);
    assert_eq!(run(&format!("solve --graph {graph}")).0, 0);
    for options in ["", "--no-shortcuts"] {
        let folder = dir.join(format!("proof{options}")).display().to_string();
        let (code, out, err) = run(&format!(
            "prove --graph {graph} --closed {options} -o {folder}"
        ));
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        let verified = format!("verify --certificate {folder} --graph {graph} --closed");
        assert_eq!(run(&verified).0, 0);
        let reverse = "p sp 4 5\na 2 1\na 3 2\na 4 3\na 2 4\na 3 1\n";
        let verified = format!("verify --certificate {folder} --graph - --closed");
        assert_eq!(run_with(&verified, reverse).0, 1);
    }
}

#[test]
fn what_takes_no_arcs_says_so() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("out").display().to_string();
    let source = "p sp 4 5\na 1 2\na 2 3\na 3 4\na 4 2\na 1 3\n";
    for (args, message) in [
        (
            "count --closed --split 3 --method search",
            "a directed graph cannot be divided into parts",
        ),
        (
            "split --parts 3",
            "a directed graph cannot be divided into parts",
        ),
        (
            "prove --closed --proof-format pbp",
            "a proof for VeriPB does not support directed graphs: use --proof-format lrat",
        ),
    ] {
        if !has(args) {
            continue;
        }
        let (code, _, err) = run_with(&format!("{args} --graph - -o {folder}"), source);
        assert_eq!(code, 2, "{args}: {err}");
        assert!(err.contains(message), "{args}: {err}");
    }
    // The engine enumerates no arcs, so the formula counts.
    let (code, out, err) = run_with("count --graph - --encoding lazy", source);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("2 open tours, directed"), "{out}");
}

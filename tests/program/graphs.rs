//! Hamiltonian paths and cycles of graphs from files, end to end.

use crate::common::program;

use program::{bare, has, output, output_with, run_with, solved, transcript, transcript_in, write};
use tempfile::TempDir;

/// Two pentagons and five spokes: a path, no cycle (Petersen 1898).
fn petersen() -> String {
    let edges = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]);
    let edges = edges.map(|(a, b)| format!("e {} {}\n", a + 1, b + 1));
    "c Petersen\np edge 10 15\n".to_string() + &edges.collect::<String>()
}

/// A cube, whose cycles are many.
const CUBE: &str = "NAME : cube\nTYPE : HCP\nDIMENSION : 8\nEDGE_DATA_FORMAT : ADJ_LIST\n\
    EDGE_DATA_SECTION\n1 2 4 5 -1\n2 3 6 -1\n3 4 7 -1\n4 8 -1\n5 6 8 -1\n6 7 -1\n7 8 -1\n-1\nEOF\n";

/// Six vertices in a circle, one arc from each to the next but one, and one arc back.
const ONE_WAY: &str = "p sp 6 13\na 1 2\na 2 3\na 3 4\na 4 5\na 5 6\na 6 1\n\
    a 1 3\na 2 4\na 3 5\na 4 6\na 5 1\na 6 2\na 2 1 100\n";

/// Nothing leads to vertex 1.
const SOURCE: &str = "p sp 4 5\na 1 2\na 2 3\na 3 4\na 4 2\na 1 3\n";

#[test]
fn a_graph_is_solved_encoded_decoded_and_verified_as_a_board_is() {
    let dir = TempDir::new().unwrap();
    let petersen = write(dir.path(), "petersen.col", &petersen());
    let cube = write(dir.path(), "cube.hcp", CUBE);
    let arcs = write(dir.path(), "one-way.gr", ONE_WAY);
    for (graph, options) in [
        (&petersen, ""),
        (&petersen, "--start 3"),
        (&cube, "--closed"),
        (&cube, "--start 1 --end 7"),
        (&cube, "--closed --start 2 --end 6"),
        (&arcs, ""),
        (&arcs, "--closed"),
        (&arcs, "--closed --end 4"),
        (&arcs, "--start 3 --end 1"),
        (&arcs, "--require 1-2"),
    ] {
        let args = format!("--graph {graph} {options}");
        for style in ["", "--encoding order", "--encoding position", "--textbook"] {
            for format in ["board", "moves", "json"] {
                let tour = output(&format!("solve {args} {style} --format {format}"));
                let out = output_with(&format!("verify {args} -"), &tour);
                assert!(out.starts_with("valid: Hamiltonian "), "{out}");
            }
        }
        let cnf = output(&format!("encode {args}"));
        let is_directed = cnf.contains("c knightsat directed = [[1, 2], ");
        assert_eq!(is_directed, *graph == arcs);
        let cnf = write(dir.path(), "graph.cnf", &cnf);
        let tour = output_with(&format!("decode {cnf} -"), &solved(&cnf));
        output_with(&format!("verify {args} -"), &tour);
    }
    let bare = bare(&output(&format!("encode --graph {cube} --textbook")));
    let bare = write(dir.path(), "bare.cnf", &bare);
    output_with(
        &format!("decode {bare} - --graph {cube} --textbook"),
        &solved(&bare),
    );
    let svg = dir.path().join("t.svg").display().to_string();
    transcript(&format!(
        "0 sizes --graph {cube} --closed => the graph with 8 vertices and 12 edges
         1 verify --graph {arcs} --closed - <<< 6 5 4 3 2 1 => 6 to 5 is not a move
         0 check --graph {arcs} --closed --encoding all
         0 render --graph {arcs} - --svg {svg} <<< 1 2 3 4 5 6"
    ));
}

#[test]
fn a_graph_without_a_tour_has_a_reason_or_a_certificate() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "petersen", &petersen());
    write(dir.path(), "cube", CUBE);
    write(dir.path(), "source", SOURCE);
    transcript_in(
        dir.path(),
        "1 solve --graph petersen --closed
           => no Hamiltonian cycle of the graph with 10 vertices and 15 edges:
         1 solve --graph petersen --closed --encoding position
           => no Hamiltonian cycle of the graph with 10 vertices and 15 edges:
         1 solve --graph - <<< p 4 3\\ne 1 2\\ne 1 3\\ne 1 4\\n
           => 2, 3 and 4 have one move each, but a tour has only two ends\\n
         0 prove --graph petersen --closed -o proof => no Hamiltonian cycle of the graph with 10
         0 verify --certificate proof --graph petersen --closed
         1 verify --certificate proof --graph petersen => certificate.txt:
         1 verify --certificate proof --graph cube --closed => certificate.txt:
         1 solve --graph source --closed
           => no Hamiltonian cycle of the directed graph with 4 vertices and 5 arcs: no arc enters 1\\n
         0 solve --graph source
         0 prove --graph source --closed -o short
         0 prove --graph source --closed --no-shortcuts -o long
         0 verify --certificate short --graph source --closed
         0 verify --certificate long --graph source --closed
         write reverse <<< p sp 4 5\\na 2 1\\na 3 2\\na 4 3\\na 2 4\\na 3 1\\n
         1 verify --certificate short --graph reverse --closed
         1 verify --certificate long --graph reverse --closed",
    );
}

#[test]
fn faults_are_named_with_their_places() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "cube", CUBE);
    transcript_in(
        dir.path(),
        "write bad.col <<< p edge 3 1\\ne 1 4\\n
         2 solve --graph bad.col
           => bad.col:2: vertex 4 is not among 1 to 3: correct it, or declare 4 vertices\\n
         2 solve --graph cube --start 9
           => knightsat: --start: '9' is not a vertex: the graph has the vertices 1 to 8\\n
         2 solve --graph nowhere.col => nowhere.col: no such file
         2 solve => BOARD
         2 solve 8x8 --graph cube => cannot be used with
         2 solve --graph cube --leaper 1,2 => cannot be used with
         2 solve --graph cube --closed --symmetric rot90 => cannot be used with
         2 count 6x6 --graph-format graph6 => --graph
         1 verify --graph cube - <<< 1 2 3 4 5 6 7 8
           => from step 4 to 5, 4 to 5 is not a move\\n
         0 solve 2x4 --leaper 0,1 --format json > tour
         2 verify --graph cube tour
           => tour:1:1: this document is about the (0,1)-leaper on 2x4, not about a graph with 8 \
              vertices and 12 edges\\n",
    );
}

#[test]
fn a_file_of_several_graphs_is_counted_line_by_line() {
    // All connected graphs on four vertices, as geng -c 4 lists them.
    let geng = "CF\nCU\nCV\nC]\nC^\nC~\n";
    let out = output_with("count --graph - --closed", geng);
    let counts = ["0", "0", "0", "1", "1", "3"];
    assert!(
        out.lines()
            .map(|line| line.split(' ').next().unwrap())
            .eq(counts),
        "{out}"
    );
    assert!(out.starts_with("0 closed tours, undirected"), "{out}");
    let json = output_with("count --graph - --closed --format json", geng);
    assert_eq!(json.lines().count(), 6, "{json}");
    let sizes = output_with("sizes --graph -", geng);
    assert_eq!(
        sizes.matches("the graph with 4 vertices").count(),
        6,
        "{sizes}"
    );
    let (code, out, err) = run_with("count --graph -", "CF\nC\n");
    assert_eq!((code, out.lines().count()), (2, 1), "{out}");
    let fault = "standard input:2: 4 vertices take 1 bytes, and the line has 0";
    assert!(err.contains(fault), "{err}");
    transcript(
        "2 solve --graph - <<< CF\\nCU\\n
           => standard input:1: the file has 2 graphs, where one is wanted
         0 count --graph - --graph-format sized --closed <<< 3 2\\n1 2\\n3 1\\n
           => 3 vertices and 2 edges
         0 count --graph - --graph-format graph6 --closed <<< C~\\n => 3 closed tours",
    );
}

#[test]
fn tours_of_a_directed_graph_are_counted_by_every_method() {
    let dir = TempDir::new().unwrap();
    let graph = write(dir.path(), "one-way.gr", ONE_WAY);
    for options in [
        "--closed",
        "",
        "--closed --end 4",
        "--start 3 --end 1",
        "--require 1-2",
    ] {
        let counts = ["", "--method search", "--method enumerate"].map(|method| {
            let out = output(&format!("count --graph {graph} {options} {method}"));
            assert!(
                out.contains("the directed graph with 6 vertices and 13 arcs"),
                "{out}"
            );
            let (count, _) = out.split_once(" (").unwrap();
            assert!(count.ends_with(" directed"), "{count}");
            count.to_string()
        });
        assert!(
            counts.iter().all(|count| *count == counts[0]),
            "{options}: {counts:?}"
        );
    }
    // The engine enumerates no arcs, so the formula counts.
    let out = output_with("count --graph - --encoding lazy", SOURCE);
    assert!(out.starts_with("2 open tours, directed"), "{out}");
}

#[test]
fn what_takes_no_arcs_says_so() {
    let dir = TempDir::new().unwrap();
    let graph = write(dir.path(), "source.gr", SOURCE);
    let folder = dir.path().join("out").display().to_string();
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
        if has(args) {
            transcript(&format!(
                "2 {args} --graph {graph} -o {folder} => {message}"
            ));
        }
    }
}

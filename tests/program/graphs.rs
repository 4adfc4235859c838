//! Hamiltonian paths and cycles of graphs from files, end to end.

use crate::common::transcript;

use tempfile::TempDir;
use transcript::{transcript, transcript_in};

/// Two pentagons and five spokes: a path, no cycle (Petersen 1898). A cube, whose cycles are many.
/// Six vertices in a circle, one arc from each to the next but one, and one arc back. A graph in
/// which nothing leads to vertex 1.
fn graphs() -> TempDir {
    transcript(
        r"petersen = c Petersen\np edge 10 15\ne 1 2\ne 1 6\ne 6 8\ne 2 3\ne 2 7\ne 7 9\ne 3 4\n\
            e 3 8\ne 8 10\ne 4 5\ne 4 9\ne 9 6\ne 5 1\ne 5 10\ne 10 7\n
        cube = NAME : cube\nTYPE : HCP\nDIMENSION : 8\nEDGE_DATA_FORMAT : ADJ_LIST\n\
            EDGE_DATA_SECTION\n1 2 4 5 -1\n2 3 6 -1\n3 4 7 -1\n4 8 -1\n5 6 8 -1\n6 7 -1\n7 8 -1\n\
            -1\nEOF\n
        arcs = p sp 6 13\na 1 2\na 2 3\na 3 4\na 4 5\na 5 6\na 6 1\na 1 3\na 2 4\na 3 5\na 4 6\n\
            a 5 1\na 6 2\na 2 1 100\n
        source = p sp 4 5\na 1 2\na 2 3\na 3 4\na 4 2\na 1 3\n
        reverse = p sp 4 5\na 2 1\na 3 2\na 4 3\na 2 4\na 3 1\n",
    )
}

#[test]
fn a_graph_is_solved_encoded_decoded_and_verified_as_a_board_is() {
    let dir = graphs();
    for args in [
        "petersen",
        "petersen --start 3",
        "cube --closed",
        "cube --start 1 --end 7",
        "cube --closed --start 2 --end 6",
        "arcs",
        "arcs --closed",
        "arcs --closed --end 4",
        "arcs --start 3 --end 1",
        "arcs --require 1-2",
    ] {
        let key = ["edges", "directed"][usize::from(args.starts_with("arcs"))];
        let table = "solve --graph ARGS {|--encoding order|--encoding position|--textbook} \
                --format {board|moves|json} || 0 verify --graph ARGS - => valid: Hamiltonian …
            0 encode --graph ARGS > t.cnf => …| c knightsat KEY = [[1,2],…
            10 sat t.cnf || decode t.cnf - || 0 verify --graph ARGS - => valid: …";
        let table = table.replace("ARGS", args).replace("KEY", key);
        transcript_in(dir.path(), &table);
    }
    let table = "0 sizes --graph cube --closed => …the graph with 8 vertices and 12 edges…
        1 verify --graph arcs --closed - < 6 5 4 3 2 1 => ! …6 to 5 is not a move…
        0 check --graph arcs --closed --encoding all
        0 render --graph arcs - --svg t.svg < 1 2 3 4 5 6 => ! …: its ends are a move apart: --closed?";
    transcript_in(dir.path(), table);
}

#[test]
fn a_graph_without_a_tour_has_a_reason_or_a_certificate() {
    transcript_in(
        graphs().path(),
        r"1 solve --graph petersen --closed {|--encoding position} => no Hamiltonian cycle of the \
            graph with 10 vertices and 15 edges:…
        1 solve --graph - < p 4 3\ne 1 2\ne 1 3\ne 1 4\n => …: 2, 3 and 4 have one move each, but \
            a tour has only two ends
        0 prove --graph petersen --closed -o proof => …no Hamiltonian cycle of the graph with 10…
        0 verify --certificate proof --graph petersen --closed
        1 verify --certificate proof --graph petersen => ! …certificate.txt:…
        1 verify --certificate proof --graph cube --closed => ! …certificate.txt:…
        1 solve --graph source --closed => no Hamiltonian cycle of the directed graph with 4 \
            vertices and 5 arcs: no arc enters 1
        0 solve --graph source
        0 prove --graph source --closed -o short
        0 prove --graph source --closed --no-shortcuts -o long
        0 verify --certificate {short|long} --graph source --closed
        1 verify --certificate {short|long} --graph reverse --closed",
    );
}

#[test]
fn faults_are_named_with_their_places() {
    let dir = graphs();
    let table = r"bad.col = p edge 3 1\ne 1 4\n
        solve --graph bad.col => bad.col:2:1: vertex 4 is not among 1 to 3: correct it, or declare more \
            vertices
        solve --graph cube --start 9 => --start: '9' is not a vertex: the graph has the vertices 1 \
            to 8
        solve --graph nowhere.col => nowhere.col: no such file…
        solve => …BOARD…
        solve 8x8 --graph cube => …cannot be used with…
        solve --graph cube {--leaper 1,2|--closed --symmetric rot90} => …cannot be used with…
        count 6x6 --graph-format graph6 => …--graph…
        1 verify --graph cube - < 1 2 3 4 5 6 7 8 => ! …from step 4 to 5, 4 to 5 is not a move…
        0 solve 2x4 --leaper 0,1 --format json > tour
        verify --graph cube tour => tour:1:1: this document is about the (0,1)-leaper on 2x4, not \
            about a graph with 8 vertices and 12 edges
        count --graph source --closed --split 3 --method search -o out => …a directed graph \
            cannot be divided into parts…
        split --graph source --parts 3 -o out => …a directed graph cannot be divided into parts…
        prove --graph source --closed --proof-format pbp -o out => …a proof for VeriPB does not \
            support directed graphs: use --proof-format lrat…";
    transcript_in(dir.path(), table);
    assert!(!dir.path().join("out").exists());
}

/// The file has all connected graphs on four vertices, as geng -c 4 lists them.
#[test]
fn a_file_of_several_graphs_is_counted_line_by_line() {
    let table = r#"geng = CF\nCU\nCV\nC]\nC^\nC~\n
        0 count --graph geng --closed => 0 closed tours, undirected … | 0 … | 0 … | 1 … | 1 … | 3 \
            closed tours, undirected (the graph with 4 vertices and 6 edges, by frontier)
        0 count --graph geng --closed --format json => {…"count":"0",…} | {…"count":"0",…} \
            | {…} | {…} | {…"count":"1",…} | {…"count":"3",…}
        0 sizes --graph geng => board …| the graph with 4 vertices and 3 edges …| the graph …\
            | the graph …| the graph …| the graph …| the graph with 4 vertices and 6 edges …
        2 count --graph - < >>graph6<<CF\nC\n => 0 open … ! standard input:2:1: 4 vertices take 1 \
            bytes, and the line has 0
        solve --graph - < CF\nC^\n => standard input:1:1: the file has 2 graphs, where one is wanted…
        0 count --graph - --graph-format arcs --closed < 1 2\n2 3\n3 1\n => 1 closed tour, directed…
        0 count --graph - --graph-format graph6 --closed < C~\n => 3 closed tours…"#;
    transcript(table);
}

/// The engine enumerates no arcs, so the formula counts.
#[test]
fn tours_of_a_directed_graph_are_counted_by_every_method() {
    let dir = graphs();
    for (options, count) in [
        ("--closed", "2 closed tours, directed"),
        ("", "24 open tours, directed"),
        ("--closed --end 4", "2 closed tours to 4, directed"),
        ("--start 3 --end 1", "1 open tour from 3 to 1, directed"),
        ("--require 1-2", "15 open tours with 1-2, directed"),
    ] {
        let table = format!(
            "0 count --graph arcs {options} {{|--method search|--method enumerate}} => {count} \
                (the directed graph with 6 vertices and 13 arcs, by …)"
        );
        transcript_in(dir.path(), &table);
    }
    let table = "0 count --graph source --encoding lazy => 2 open tours, directed …";
    transcript_in(dir.path(), table);
}

//! Runs the programs on small inputs. With this file `cargo test` builds them, and the test
//! of the scripts in lab/cli/tests/solvers finds them.

use std::collections::BTreeSet;
use std::process::Command;

fn run(program: &str, args: &str) -> String {
    let output = Command::new(program).args(args.split(' ')).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{args}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn graphs_writes_the_petersen_graph() {
    let program = env!("CARGO_BIN_EXE_graphs");
    let graph = run(program, "petersen 5 2");
    assert!(graph.contains("p edge 10 15\n"), "{graph}");
    let edges: Vec<&str> = graph
        .lines()
        .filter(|line| line.starts_with("e "))
        .collect();
    for vertex in 1..=10 {
        let name = vertex.to_string();
        let ends = edges.iter().flat_map(|edge| edge.split(' ').skip(1));
        assert_eq!(ends.filter(|&end| end == name).count(), 3, "{graph}");
    }
}

#[test]
fn two_factor_covers_every_square_once() {
    let text = run(env!("CARGO_BIN_EXE_two_factor"), "6x6");
    let mut squares = Vec::new();
    for cycle in text.trim_end().split("; ") {
        let (first, rest) = cycle.split_once(' ').unwrap();
        squares.extend(rest.split(' '));
        assert_eq!(squares.last(), Some(&first), "{text}");
    }
    let different: BTreeSet<_> = squares.iter().collect();
    assert_eq!((squares.len(), different.len()), (36, 36), "{text}");
}

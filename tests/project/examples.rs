//! The examples, which users copy: short, and run here.

use std::fs;
use std::path::Path;

#[path = "../../examples/best_tour.rs"]
mod best_tour;
#[path = "../../examples/compare_encodings.rs"]
mod compare_encodings;
#[path = "../../examples/count.rs"]
mod count;
#[path = "../../examples/find_tour.rs"]
mod find_tour;
#[path = "../../examples/own_encoding.rs"]
mod own_encoding;
#[path = "../../examples/own_graph.rs"]
mod own_graph;
#[path = "../../examples/own_solver.rs"]
mod own_solver;

#[path = "../../examples/petgraph.rs"]
mod petgraph;

#[test]
fn they_run() {
    find_tour::main().unwrap();
    own_graph::main().unwrap();
    own_encoding::main();
    own_solver::main();
    count::main().unwrap();
    compare_encodings::main().unwrap();
    best_tour::main().unwrap();
    petgraph::main().unwrap();
}

#[test]
fn they_are_short_and_begin_with_the_prelude() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = fs::read_dir(folder).unwrap();
    let files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 9, "those above, and wasm");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        let code = text.lines().filter(is_code).count();
        assert!(code < 40, "{}: {code} lines of code", file.display());
        let uses = text
            .lines()
            .filter(|line| line.starts_with("use knightsat"));
        assert!(uses.clone().any(|line| line.ends_with("::prelude::*;")));
        assert!(uses.count() <= 2, "{}", file.display());
    }
}

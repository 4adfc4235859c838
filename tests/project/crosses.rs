//! docs/crosses.md is printed from the table of backends. To write it anew, run with BLESS=1.

use knightsat_tour::table;
use std::env;
use std::fs;

const HEAD: &str = "# What works with what

A tour may have demands besides its ends and its required or forbidden moves. The table lists the
demands that each backend supports, for example the encoding `textbook`:

    knightsat solve 6x6 --closed --symmetric rot180 --encoding textbook

*Yes* means directly. A *split graph* replaces a directed graph by an undirected one. A *quotient
graph* has a vertex for each orbit of a symmetry. A *folded graph* also has an apex that joins the
ends of half a tour. *Paths* are those through each block. A dash is a refusal. Its message names
the demand, the rule that makes it, and the alternatives.

A split graph carries rules about moves, directions and ends. The quotient graph of an encoding
carries rules about moves and directions, and a symmetry that reverses the tour. The graphs of the
lazy engine carry no other demand: a symmetry, or rules about moves, but not both. Without
`--encoding`, `solve` uses the lazy engine if it supports the tour, and otherwise a formula.

";

#[test]
fn the_page_of_crosses_is_the_table() {
    let path = "docs/crosses.md";
    let page = format!("{HEAD}{}", table::markdown());
    if env::var_os("BLESS").is_some() {
        fs::write(path, &page).unwrap();
    }
    assert_eq!(
        fs::read_to_string(path).unwrap(),
        page,
        "BLESS=1 if this is meant"
    );
}

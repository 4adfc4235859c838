//! Runs of the program in the files of `rows`, as [`sections`] reads them.

use crate::common::transcript::sections;

#[test]
fn best() {
    sections(include_str!("rows/best.txt"));
}

#[test]
fn blocks() {
    sections(include_str!("rows/blocks.txt"));
}

#[test]
fn boards() {
    sections(include_str!("rows/boards.txt"));
}

#[test]
fn certificates() {
    sections(include_str!("rows/certificates.txt"));
}

#[test]
fn check() {
    sections(include_str!("rows/check.txt"));
}

#[test]
fn cli() {
    sections(include_str!("rows/cli.txt"));
}

#[test]
fn constraints() {
    sections(include_str!("rows/constraints.txt"));
}

#[test]
fn count() {
    sections(include_str!("rows/count.txt"));
}

#[test]
fn deadlines() {
    sections(include_str!("rows/deadlines.txt"));
}

#[test]
fn decode() {
    sections(include_str!("rows/decode.txt"));
}

#[test]
fn destinations() {
    sections(include_str!("rows/destinations.txt"));
}

#[test]
fn encode() {
    sections(include_str!("rows/encode.txt"));
}

#[test]
fn graphs() {
    sections(include_str!("rows/graphs.txt"));
}

#[test]
fn inputs() {
    sections(include_str!("rows/inputs.txt"));
}

#[test]
fn lint() {
    sections(include_str!("rows/lint.txt"));
}

#[test]
fn magic() {
    sections(include_str!("rows/magic.txt"));
}

#[test]
fn marking() {
    sections(include_str!("rows/marking.txt"));
}

#[test]
fn messages() {
    sections(include_str!("rows/messages.txt"));
}

#[test]
fn opb() {
    sections(include_str!("rows/opb.txt"));
}

#[test]
fn pictures() {
    sections(include_str!("rows/pictures.txt"));
}

#[test]
fn puzzle() {
    sections(include_str!("rows/puzzle.txt"));
}

#[test]
fn sat() {
    sections(include_str!("rows/sat.txt"));
}

#[test]
fn solvers() {
    sections(include_str!("rows/solvers.txt"));
}

//! Runs of the program, those of the core's that name commands or options of the lab included.

use crate::common::transcript::sections;

#[test]
fn lab() {
    sections(include_str!("rows.txt"));
}

#[test]
fn cli() {
    sections(include_str!("../../../../tests/program/rows/cli.txt"));
}

#[test]
fn deadlines() {
    sections(include_str!("../../../../tests/program/rows/deadlines.txt"));
}

#[test]
fn graphs() {
    sections(include_str!("../../../../tests/program/rows/graphs.txt"));
}

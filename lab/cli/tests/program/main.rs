//! The program with all commands as users run it: its help, and the tests of the core's program
//! that name commands or features of the lab.

#[path = "../../../../tests/common/mod.rs"]
mod common;

#[path = "../../../../tests/program/cli.rs"]
mod cli;
#[path = "../../../../tests/program/deadlines.rs"]
mod deadlines;
#[path = "../../../../tests/program/destinations.rs"]
mod destinations;
mod help;
#[path = "../../../../tests/program/inputs.rs"]
mod inputs;
mod marks;
#[path = "../../../../tests/program/pictures.rs"]
mod pictures;
mod rows;

//! CaDiCaL in process.

#[path = "../common/mod.rs"]
mod common;

mod cadical;

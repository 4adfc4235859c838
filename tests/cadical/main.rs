//! CaDiCaL and the solvers of rustsat in process.

#[path = "../common/mod.rs"]
mod common;

mod cadical;

#[path = "../../examples/batsat.rs"]
mod batsat;

#[test]
fn a_solver_of_rustsat_goes_wherever_varisat_goes() {
    batsat::main().unwrap();
}

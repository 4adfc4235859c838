//! A solver of rustsat, BatSat, in place of varisat. It needs `--features rustsat`.

use batsat::Callbacks;
use knightsat::prelude::*;
use knightsat::solver::rustsat::RustSat;

/// The limits, which BatSat polls while it searches.
#[derive(Default)]
struct Polled(Limits);

impl Callbacks for Polled {
    fn stop(&self) -> bool {
        self.0.is_over()
    }
}

fn start(limits: Limits) -> RustSat<rustsat_batsat::Solver<Polled>> {
    let mut solver = rustsat_batsat::Solver::<Polled>::default();
    solver.batsat_mut().cb_mut().0 = limits.clone();
    RustSat::new(solver, limits)
}

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let batsat = InProcess::new("batsat", start);
    assert_solver_right(&batsat);

    // The lazy engine, with BatSat.
    let spec = "10x10".parse::<FormulaSpec>()?.closed();
    let verdict = find(&spec, batsat)?;
    println!("{}", verdict.tour().ok_or("10x10 has closed tours")?);

    // A formula.
    let stop = Stop::default();
    let spec = spec.encoding("crt")?;
    let mut solver = start(stop.clone().into());
    spec.encode(&mut solver, &stop)?;
    let Assuming::Satisfiable(model) = solver.solve_assuming(&[])? else {
        return Err("10x10 has closed tours".into());
    };
    println!("{}", spec.decode(&model, &stop)?);
    Ok(())
}

//! A closed tour of the chess board: a formula in DIMACS for any solver, a model, and a verified
//! tour.

use knightsat::prelude::*;

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stop = Stop::default();
    let spec = "8x8".parse::<FormulaSpec>()?.closed().encoding("crt")?;

    // For any solver that reads DIMACS.
    let file = spec.write(Vec::new(), &stop)?;
    println!("{} bytes of DIMACS", file.len());

    // For a solver in process.
    let mut solver = Varisat::new(None);
    spec.encode(&mut solver, &stop)?;
    let Answer::Satisfiable(model) = solver.solve()? else {
        return Err("8x8 has closed tours".into());
    };

    // Decoding verifies the tour.
    let tour = spec.decode(&model, &stop)?;
    println!("{tour}");

    // Without a formula of one's own.
    let verdict = find(&spec, &stop)?;
    assert!(verdict.tour().is_some());
    Ok(())
}

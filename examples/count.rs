//! Tours counted in two ways that share no code: by a dynamic programme, and one by one from a
//! solver.

use knightsat::prelude::*;

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    for board in ["3x4", "4x5", "5x5"] {
        let spec = board.parse::<FormulaSpec>()?.encoding("lazy")?;
        let problem = spec.problem(&Default::default())?;
        let counted = count(&problem, Stop::default())?;
        println!("{board}: {counted} open tours, directed");
        if counted < 1000_u32.into() {
            let formula = Formula::new(&problem, spec.style)?;
            let tours = Tours::by_models(&problem, &formula, &Stop::default());
            let tours: Result<Vec<Tour>, _> = tours.collect();
            assert_eq!(counted, tours?.len().into());
        }
    }
    let closed = "6x6"
        .parse::<FormulaSpec>()?
        .closed()
        .problem(&Default::default())?;
    println!("6x6: {} closed tours", count(&closed, Stop::default())?);
    Ok(())
}

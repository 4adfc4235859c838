//! Every encoding on one board: the size of the formula, and the time that varisat takes for it.

use knightsat::encoding::Name;
use knightsat::prelude::*;
use std::time::{Duration, Instant};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = "6x6"
        .parse::<FormulaSpec>()?
        .closed()
        .problem(&Default::default())?;
    println!(
        "{:12} {:>9} {:>9} {:>8}",
        "encoding", "variables", "clauses", "seconds"
    );
    for name in Name::ALL {
        let formula = Formula::new(&problem, name.style())?;
        let size = formula.total();
        print!("{:12} {:>9} {:>9}", name, size.variables, size.clauses);
        // A relaxation has models that are no tours.
        if !formula.is_exact() {
            println!(" {:>8}", "-");
            continue;
        }
        let begin = Instant::now();
        let mut solver = Varisat::new(Stop::after(Duration::from_secs(5)));
        formula.encode(&mut solver);
        match solver.solve()? {
            Answer::Satisfiable(model) => {
                formula.tour(&model)?;
                println!(" {:>8.2}", begin.elapsed().as_secs_f64());
            }
            Answer::Unsatisfiable => return Err("6x6 has closed tours".into()),
            Answer::Unknown => println!(" {:>8}", "late"),
        }
    }
    Ok(())
}

//! The best tours: the fewest turns and, among these tours, the most crossings. A rule confirms
//! that no tour has fewer turns.

use knightsat::prelude::*;

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stop = Stop::default();
    let request = "6x6".parse::<Request>()?.closed();

    // Bounds are reported when they improve.
    let best = request.minimize("turns")?.maximize("crossings")?;
    let best = best.solve_with(&stop, &mut |standing| println!("{standing}"))?;
    assert!(best.is_optimal());
    println!("{best}");

    // The same as a rule.
    let fewest = best.standings[0].best.expect("there is a tour");
    let fewer = request.rule(&format!("turns <= {}", fewest - 1))?;
    let found = fewer.solve(&stop)?;
    println!("{found}");
    assert!(matches!(*found, Verdict::None(_)));
    Ok(())
}

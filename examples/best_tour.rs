//! The best tours: the fewest turns and, among these tours, the most crossings. A rule confirms
//! that no tour has fewer turns.

use knightsat::prelude::*;
use knightsat::{
    search::lazy,
    search::optimum::{Objective, Options, Sense, optimize},
    tour::rule,
    tour::statistic::Statistic,
};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let place: Place = "6x6".parse()?;
    let problem = place.problem(Kind::Closed, None, None)?;
    let named = [(Sense::Minimize, "turns"), (Sense::Maximize, "crossings")];
    let mut objectives = Vec::new();
    for (sense, name) in named {
        let statistic = Statistic::parse(name, &place)?;
        objectives.push(Objective { sense, statistic });
    }

    // Bounds are reported when they improve.
    let report = &mut |standing: &_| println!("{standing}");
    let optimum = optimize(&problem, &objectives, &Options::default(), report)?;
    assert!(optimum.is_optimal());
    println!("{}", optimum.verdict.tour().expect("6x6 has closed tours"));

    // The same as a rule.
    let fewest = optimum.standings[0].best.expect("there is a tour");
    let fewer = TourSpec {
        with: rule::read(&format!("turns <= {}", fewest - 1), &place)?,
        ..TourSpec::from(Kind::Closed)
    };
    let fewer = fewer.problem(&place, &Stop::default())?;
    let verdict = lazy::solve(&fewer, lazy::Options::default())?;
    assert!(matches!(verdict, Verdict::None(_)));
    Ok(())
}

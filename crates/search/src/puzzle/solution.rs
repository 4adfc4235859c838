//! A random tour, the same for the same seed.

use crate::SolveError;
use crate::lazy;
use knightsat_base::random::Rng;
use knightsat_base::stop::Stop;
use knightsat_tour::tour::Tour;
use knightsat_tour::{Kind, Problem, Verdict};

/// Starts that are tried before any start will do.
const STARTS: u32 = 8;

/// A tour of a problem without clues: an open one from a random vertex, if one of a few has one, a closed
/// one numbered from a random vertex, in a random direction.
pub fn solution(problem: &Problem, seed: u64, stop: &Stop) -> Result<crate::Verdict, SolveError> {
    let mut rng = Rng::new(seed, 1);
    let options = lazy::Options {
        seed,
        stop: stop.clone(),
        shortcuts: true,
        ..lazy::Options::default()
    };
    let vertices = problem.graph().len() as usize;
    if problem.kind() == Kind::Open && vertices > 1 {
        for _ in 0..STARTS {
            let start = Some(rng.below(vertices) as u32);
            let graph = problem.graph().clone();
            let Ok(from) = Problem::new(graph, Kind::Open, start, None) else {
                continue;
            };
            let from = from.with_stop(stop.clone());
            let found = lazy::solve(&from, options.clone())?;
            if let Verdict::Tour(tour) = found {
                return Ok(Verdict::Tour(turned(problem, tour, &mut rng)?));
            }
        }
    }
    Ok(match lazy::solve(problem, options)? {
        Verdict::Tour(tour) => Verdict::Tour(turned(problem, tour, &mut rng)?),
        other => other,
    })
}

/// The tour in a random direction, a closed one also from a random vertex.
fn turned(problem: &Problem, tour: Tour, rng: &mut Rng) -> Result<Tour, SolveError> {
    let mut steps = tour.steps().to_vec();
    if rng.below(2) == 1 {
        steps.reverse();
    }
    if problem.kind() == Kind::Closed {
        let first = rng.below(steps.len());
        steps.rotate_left(first);
    }
    let turned = Tour::verify(problem, steps);
    Ok(turned.map_err(knightsat_encoding::FormulaError::NoTour)?)
}

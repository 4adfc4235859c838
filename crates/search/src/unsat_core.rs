//! Why no tour fits what is given: a set of clues that cannot stand together, of which each is needed.
//!
//! ```
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_search::unsat_core::{Fault, fault};
//! use knightsat_base::stop::Stop;
//!
//! let mut spec: FormulaSpec = "5x5".parse()?;
//! // The corner next to it is of the other colour than an odd step needs.
//! spec.tour.at = vec!["1=a2".parse()?, "17=d4".parse()?];
//! let found = fault(&spec.problem()?, &Stop::default())?;
//! assert!(matches!(found, Some(Fault::Clues { clues, .. }) if clues.len() == 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The clues are assumptions of a solver, which names those at fault; then it is asked again without each
//! of them, and what turns out not to be needed is dropped.

use super::SolveError;
use super::assume::{Answer, Assumable, without_given};
use knightsat_base::stop::Stop;
use knightsat_tour::Problem;
use knightsat_tour::given::Clue;

/// The largest problem whose formula is made for this: x\[i\]\[v\] grows with the square.
pub const LARGEST: u32 = 400;

/// Why there is no tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is none even if nothing is given.
    Place,
    /// No tour fits these clues.
    Clues {
        /// The clues; a fixed start or end is a square at the first or the last step.
        clues: Vec<Clue>,
        /// Whether all of them but any one have a tour. If not, there was no time to drop more.
        is_irreducible: bool,
    },
}

/// The fault of a problem without a tour. `None` if nothing is given, if it is not found in time or the
/// problem is too large or magic, and if there is a tour.
pub fn fault(problem: &Problem, stop: &Stop) -> Result<Option<Fault>, SolveError> {
    let all = problem.clues();
    let all = all.clues();
    let is_known = !problem.is_magic() && problem.graph().len() <= LARGEST;
    if all.is_empty() || !is_known {
        return Ok(None);
    }
    let base = without_given(problem)?;
    if base.obstruction_within(stop).is_some() {
        return Ok(Some(Fault::Place));
    }
    let is_step = |clue: &Clue| matches!(clue, Clue::At { .. } | Clue::NotAt { .. });
    let has_steps = all.iter().any(is_step);
    let mut formula = match Assumable::new(base, has_steps, stop) {
        Err(error) if error.is_stopped() => return Ok(None),
        formula => formula?,
    };
    let mut core = match formula.solve(all)? {
        Answer::Failed(core) => core,
        Answer::Tour(_) | Answer::Unknown => return Ok(None),
    };
    // Those before it are needed.
    let mut next = 0;
    while next < core.len() {
        let mut others = core.clone();
        others.remove(next);
        match formula.solve(&others)? {
            Answer::Tour(_) => next += 1,
            Answer::Failed(fewer) => core = fewer,
            Answer::Unknown => break,
        }
    }
    if core.is_empty() {
        return Ok(Some(Fault::Place));
    }
    Ok(Some(Fault::Clues {
        is_irreducible: next == core.len(),
        clues: core,
    }))
}

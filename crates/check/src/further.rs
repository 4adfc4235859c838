//! The hook for further proofs, such as those of the lab: see
//! [`Options::further`](crate::Options::further).
//!
//! ```
//! use knightsat_check::Options;
//! use knightsat_check::further::FurtherProofs;
//!
//! let further = FurtherProofs {
//!     complete: |question| Ok(question.clauses.is_empty()),
//!     one_cycle: |question| Ok(question.moves.is_empty()),
//! };
//! let options = Options { further: Some(further), ..Options::default() };
//! assert!(options.further.is_some());
//! ```

pub use super::least::Rules;
pub use super::theory::{Answer, LITTLE, Theory, Unproved, negated};

use super::case::Case;
use crate::cnf::Term;
use crate::prelude::*;
use crate::tour::succession::Succession;
use std::collections::HashSet;

/// The most known tours, and the most literals of formulas for them.
const SAMPLES: usize = 1024;
const SAMPLED: usize = 1 << 26;

/// Further proofs about formulas over arcs and edges. Each returns false if it does not apply or
/// finds none.
#[derive(Clone, Copy, Debug)]
pub struct FurtherProofs {
    /// A proof that every tour has values of auxiliary variables that satisfy clauses. It must not
    /// assume what a tour may lack.
    pub complete: fn(Question) -> Result<bool, Unproved>,
    /// A proof that the moves of no model form a cycle besides the tour.
    pub one_cycle: fn(CycleQuestion) -> Result<bool, Unproved>,
}

/// A known tour: its vertices in order, and the literals of the formula.
pub type KnownTour = (Vec<u32>, Vec<Lit>);

/// The question of a proof that every tour is a model.
pub struct Question<'q> {
    /// The problem of the tours.
    pub problem: &'q Problem,
    /// The style of the facts.
    pub style: FactStyle,
    /// The definition of a tour, with terms for its facts.
    pub definition: &'q mut Theory,
    /// The formula.
    pub formula: &'q mut Theory,
    /// The clauses that every tour must satisfy.
    pub clauses: &'q [Vec<Lit>],
    /// The auxiliary variables of these clauses.
    pub auxiliary: &'q HashSet<Var>,
    /// True if one of every tour and its reverse must satisfy the clauses.
    pub is_either: bool,
    /// Known tours.
    pub tours: Vec<KnownTour>,
    /// The deadline.
    pub stop: &'q Stop,
}

/// The question of a proof that there is one cycle.
pub struct CycleQuestion<'q> {
    /// The formula.
    pub formula: &'q mut Theory,
    /// The moves, and the terms by which they are taken.
    pub moves: Vec<([u32; 2], Term)>,
    /// A vertex of the tour, unless the tour is open.
    pub first: Option<u32>,
    /// The most vertices of a cycle besides the tour.
    pub longest: usize,
    /// True if moves have a direction.
    pub is_directed: bool,
}

impl Case<'_> {
    /// Names the command with further proofs if there are none, and they might apply.
    pub fn further(&self) -> &'static str {
        let is_positional = self.meaning.style() == FactStyle::Positions;
        let may_apply = !is_positional && self.definition().lacks().is_none();
        if self.options.further.is_none() && may_apply {
            " (knightsat-lab check proves more)"
        } else {
            ""
        }
    }

    /// Asks the further proof that the moves of no model form a second cycle, if there is one.
    pub fn prove_one_cycle(&self, formula: &mut Theory) -> Result<bool, Unproved> {
        let Some(FurtherProofs { one_cycle, .. }) = self.options.further else {
            return Ok(false);
        };
        let facts = self.definition().facts().into_iter();
        let moves =
            facts.filter_map(|fact| Some((fact.ends()?.map(|&end| end), formula.term(fact))));
        let is_cyclic = Succession::of(self.problem).is_cyclic();
        one_cycle(CycleQuestion {
            moves: moves.collect(),
            formula,
            first: is_cyclic.then_some(0),
            longest: self.problem.graph().len() as usize - 2 * usize::from(is_cyclic),
            is_directed: self.meaning.style() == FactStyle::Arcs,
        })
    }

    /// Asks the further proof that every tour is a model, if there is one.
    pub fn prove_further(
        &self,
        definition: &mut Theory,
        formula: &mut Theory,
        clauses: &[Vec<Lit>],
        auxiliary: &HashSet<Var>,
        is_either: bool,
    ) -> Result<bool, Unproved> {
        let Some(FurtherProofs { complete, .. }) = self.options.further else {
            return Ok(false);
        };
        complete(Question {
            problem: self.problem,
            style: self.meaning.style(),
            tours: self.samples(formula)?,
            definition,
            formula,
            clauses,
            auxiliary,
            is_either,
            stop: &self.options.limits.stop,
        })
    }

    /// Returns tours, with their literals. Fails with one that the formula excludes.
    fn samples(&self, formula: &mut Theory) -> Result<Vec<KnownTour>, Unproved> {
        let (problem, meaning, expected) = (self.problem, &self.meaning, &self.expected);
        let most = SAMPLED / formula.cnf.size().literals.max(1) as usize;
        let mut samples = Vec::new();
        for steps in expected.varied(problem, meaning, most.min(SAMPLES)) {
            self.options.limits.stop.check()?;
            match self.assumptions(&steps) {
                Ok(assumed) if !formula.propagates(&assumed) => samples.push((steps, assumed)),
                // Its reverse may be a model instead.
                _ if meaning.is_one_direction => {}
                _ => return Err(Unproved::Tour(steps)),
            }
        }
        Ok(samples)
    }
}

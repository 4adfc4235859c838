//! What an encoding is: the one trait behind the table.

use super::FormulaError;
use super::meaning::Meaning;
use knightsat_cnf::sink::{ClauseSink, Size};
use knightsat_cnf::{Lit, Model};
use knightsat_tour::Problem;
use std::fmt::Debug;

/// What is to be encoded.
#[derive(Clone, Copy, Debug)]
pub struct Task<'p> {
    /// The problem.
    pub problem: &'p Problem,
    /// Whether a single empty clause will do where preparation tells that there is no tour.
    pub shortcuts: bool,
}

/// The variables of a problem laid out: the one place that knows their numbers.
pub trait Encoder: Debug + Send + Sync {
    /// Number of variables that say where the tour is; they come first.
    fn variables(&self) -> u32;

    /// Writes all clauses, always the same ones.
    fn encode(&self, sink: &mut dyn ClauseSink);

    /// The vertex of every step in a model. The tour is verified elsewhere.
    fn decode(&self, model: &Model) -> Result<Vec<u32>, FormulaError>;

    /// What the variables say of the tour, where clauses are split to three literals or not.
    fn meaning(&self, three_cnf: bool) -> Meaning;

    /// The size of every group by formula, split to three literals a clause or not, where that pays:
    /// where it saves the pass that counts.
    fn size(&self, _three_cnf: bool) -> Option<Vec<(&'static str, Size)>> {
        None
    }

    /// Clauses that are counted at most, if few.
    fn most_clauses(&self) -> Option<u64> {
        None
    }

    /// The literals that say where the tour is, not where it is not; of bits all of them.
    fn projection(&self) -> Vec<Lit> {
        let meaning = self.meaning(false);
        let lits = meaning.facts().iter().flat_map(|(_, lits)| lits);
        let mut lits: Vec<Lit> = lits.copied().collect();
        lits.sort_unstable();
        lits.dedup();
        lits
    }

    /// Whether several literals together say where the tour is, and not each by itself.
    fn are_bits(&self) -> bool {
        false
    }

    /// The vertex of the first step, if it is given or chosen; also if the models do not say where a
    /// closed tour begins.
    fn first(&self) -> Option<u32>;

    /// Whether every model is a tour.
    fn is_exact(&self) -> bool {
        true
    }

    /// Clauses that every tour satisfies and a model that is no tour does not; none if it is one.
    fn cuts(&self, _model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        Ok(Vec::new())
    }

    /// Whether of a tour and its reverse only one is a model, though both are tours.
    fn is_one_direction(&self) -> bool {
        false
    }

    /// Whether a tour determines every variable.
    fn is_parsimonious(&self) -> bool {
        true
    }
}

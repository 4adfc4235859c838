//! The models of a formula: the variables of the tour with their meaning, decoding, and the number
//! of models. The variables of a shuffled formula have new numbers.

use super::Formula;
use crate::FormulaError;
use crate::meaning::Meaning;
use knightsat_cnf::shuffle::Renaming;
use knightsat_cnf::sink::ModelCheck;
use knightsat_cnf::{Lit, Model, Var, Vars};
use knightsat_tour::convention::Convention;
use knightsat_tour::tour::Tour;
use std::borrow::Cow;
use std::collections::BTreeSet;

impl Formula<'_> {
    /// Returns the variables that represent the tour, before a shuffle.
    fn own_vars(&self) -> Vars {
        Vars::new(1, self.encoder.variables())
    }

    /// Returns the new numbers of the variables, if the formula is shuffled.
    fn renaming(&self) -> Option<Renaming> {
        let seed = self.style().shuffle;
        (seed != 0).then(|| Renaming::new(seed, self.header().variables))
    }

    /// Returns the map from literals of the encoder to written literals.
    fn rename(&self) -> impl Fn(Lit) -> Lit + use<> {
        let renaming = self.renaming();
        move |lit| renaming.as_ref().map_or(lit, |renaming| renaming.lit(lit))
    }

    /// Returns a model of the written formula as a model of the encoder's formula.
    fn plain<'m>(&self, model: &'m Model) -> Cow<'m, Model> {
        match self.renaming() {
            Some(renaming) => Cow::Owned(renaming.undo(model)),
            None => Cow::Borrowed(model),
        }
    }

    /// Returns the number of variables that represent the tour. They are the first ones, or
    /// [`Formula::tour_vars`] if they are shuffled.
    pub fn tour_variables(&self) -> u32 {
        self.encoder.variables()
    }

    /// Returns the variables that represent the tour, in order.
    pub fn tour_vars(&self) -> Vec<Var> {
        let rename = self.rename();
        let own = (1..=self.tour_variables()).filter_map(Var::new);
        let mut vars: Vec<Var> = own.map(|var| rename(var.pos()).var()).collect();
        vars.sort_unstable();
        vars
    }

    /// Returns the literals that are true where the tour is; for bits all literals of those
    /// variables.
    pub fn projection(&self) -> Vec<Lit> {
        let own = self.own_vars();
        let lits = if self.are_bits() {
            own.iter().map(Var::pos).collect()
        } else {
            let meaning = self.encoder.meaning(own);
            let all = meaning.facts().iter().flat_map(|(_, lits)| lits);
            all.copied().collect::<BTreeSet<Lit>>()
        };
        lits.into_iter().map(self.rename()).collect()
    }

    /// Returns the meaning of the variables.
    pub fn meaning(&self) -> Meaning {
        let mut meaning = self.encoder.meaning(self.own_vars());
        meaning.also.extend_from_slice(&self.also);
        meaning.renamed(self.rename())
    }

    /// Returns true if several literals together represent a place of the tour, and not each by
    /// itself.
    pub fn are_bits(&self) -> bool {
        self.encoder.properties().are_bits
    }

    /// Returns clauses that every tour satisfies and that exclude this model; none if it is a tour.
    pub fn cuts(&self, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let mut cuts = self.encoder.cuts(self.own_vars(), &self.plain(model))?;
        let rename = self.rename();
        let lits = cuts.iter_mut().flatten();
        lits.for_each(|lit| *lit = rename(*lit));
        Ok(cuts)
    }

    /// Returns true if only one of a tour and its reverse is a model, though both are tours.
    pub fn is_one_direction(&self) -> bool {
        self.encoder.properties().is_one_direction
    }

    /// Returns numbers m and t: m models, projected on [`Formula::projection`], represent t tours.
    /// Open tours are directed here, closed ones undirected or numbered, and in directed graphs
    /// directed.
    pub fn models_of_tours(&self) -> [u32; 2] {
        let one_way = self.is_one_direction();
        let has_direction = match Convention::of(self.problem()) {
            Convention::OpenDirected => return if one_way { [1, 2] } else { [1, 1] },
            Convention::ClosedNumbered => return [1, 1],
            Convention::ClosedDirected => true,
            Convention::ClosedUndirected => false,
        };
        let ends = [self.problem().start(), self.problem().end()];
        let is_decided = ends.iter().all(Option::is_some)
            || self.encoder.properties().is_turned
            || has_direction;
        let directions = if one_way || is_decided { 1 } else { 2 };
        let first = self.encoder.properties().first;
        let starts = match first.or(self.problem().end()) {
            Some(_) => 1,
            None => self.problem().graph().len(),
        };
        [starts * directions, 1]
    }

    /// Returns true if a tour determines every variable. Plain model counting then gives the number
    /// of models projected on [`Formula::projection`].
    ///
    /// Every model has exactly one square a step and one step a square, or one arc out and in. That
    /// determines the fresh variables of all at-most-one encodings, even if at most one would not.
    /// The links between the parts of a split clause are free if two of its literals are true.
    pub fn is_parsimonious(&self) -> bool {
        !self.encoder.properties().is_free && self.is_exact() && !self.style().three_cnf
    }

    /// Checks a model against every clause, decodes it and verifies the tour.
    pub fn tour(&self, model: &Model) -> Result<Tour, FormulaError> {
        let mut check = ModelCheck::new(model);
        self.encode(&mut check);
        if let Some((number, lits)) = check.violated() {
            let clause = lits.iter().map(|lit| lit.to_dimacs()).collect();
            return Err(FormulaError::Violated { number, clause });
        }
        self.decode(model)
    }

    /// Decodes a model and verifies the tour, without checking the clauses.
    pub fn decode(&self, model: &Model) -> Result<Tour, FormulaError> {
        let steps = self.encoder.decode(self.own_vars(), &self.plain(model))?;
        Tour::verify(self.problem(), steps).map_err(FormulaError::NoTour)
    }
}

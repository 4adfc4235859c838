//! The encoding as all others are: what its variables mean, and a model as steps.

use super::Position;
use super::groups::ARC_OUT;
use crate::meaning::{Fact, Meaning, Style};
use crate::{Encoder, FormulaError};
use knightsat_cnf::sink::{ClauseSink, Size};
use knightsat_cnf::{Lit, Model, Var, Vars};
use knightsat_tour::{Kind, Prepared};

impl Position<'_> {
    /// The variables of arcs follow from those of positions; they are the first ones of their group.
    fn name_arcs(&self, meaning: &mut Meaning, three_cnf: bool) {
        let sizes = self.size(three_cnf);
        let Some(group) = sizes.iter().position(|(name, _)| *name == ARC_OUT.name) else {
            return;
        };
        let before: u64 = sizes[..group].iter().map(|(_, size)| size.variables).sum();
        for ((from, to), number) in self.arcs_in_order().zip(before as u32 + 1..) {
            if let Some(var) = Var::new(number) {
                meaning.also(Fact::Arc { from, to }, var.pos());
            }
        }
    }
}

impl Encoder for Position<'_> {
    fn variables(&self) -> u32 {
        Position::variables(self)
    }

    fn encode(&self, mut sink: &mut dyn ClauseSink) {
        Position::encode(self, &mut sink);
    }

    /// Exactly one variable of every step must be true.
    fn decode(&self, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let x = self.literals(Vars::new(1, self.variables()));
        let n = self.problem.graph().len();
        let mut steps = Vec::with_capacity(n as usize);
        for step in 1..=self.domain.steps() {
            let holds = |&vertex: &u32| x.get(step, vertex).is_some_and(|lit| model.satisfies(lit));
            let mut here = (0..n).filter(holds);
            let vertex = here.next().ok_or(FormulaError::NoVertex { step })?;
            if here.next().is_some() {
                return Err(FormulaError::TwoVertices { step });
            }
            steps.push(vertex);
        }
        let period = steps.len();
        for step in period..n as usize {
            steps.push(self.problem.symmetry().image(steps[step - period]));
        }
        Ok(steps)
    }

    fn meaning(&self, three_cnf: bool) -> Meaning {
        let mut meaning = Meaning::of(Style::Positions);
        for step in 1..=self.domain.steps() {
            for vertex in 0..self.problem.graph().len() {
                if let Some(lit) = self.literal(step, vertex) {
                    meaning.at(step, vertex, lit);
                }
            }
        }
        self.name_arcs(&mut meaning, three_cnf);
        if let (Kind::Closed, Some(first)) = (self.problem.kind(), self.first()) {
            meaning = meaning.from_vertex(first);
        }
        if self.is_one_direction() {
            return meaning.in_one_direction();
        }
        meaning
    }

    fn size(&self, three_cnf: bool) -> Option<Vec<(&'static str, Size)>> {
        Some(Position::size(self, three_cnf))
    }

    fn projection(&self) -> Vec<Lit> {
        let x = self.literals(Vars::new(1, self.variables()));
        (0..self.variables()).map(|index| x.of(index)).collect()
    }

    fn first(&self) -> Option<u32> {
        match &self.prepared {
            Some(prepared) => prepared.first(),
            None => self.problem.start(),
        }
    }

    fn is_one_direction(&self) -> bool {
        let prepared = self.prepared.as_ref();
        prepared.is_some_and(Prepared::is_one_direction)
    }
}

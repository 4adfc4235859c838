//! The formula of a tour through [blocks](knightsat_tour::blocks): the formulas of the paths through
//! the blocks, one after the other, in any encoding on arcs or edges. The joints fix the ends of
//! the paths, so any paths make a tour, and the size is linear in the board.

use crate::formula::once;
use crate::meaning::{Fact, FactStyle, Meaning};
use crate::{Encoder, FormulaError, Known, ModelProperties, Name, Options, Task};
use itertools::Itertools;
use knightsat_cnf::sink::ClauseSink;
use knightsat_cnf::{Lit, Model, Term, Var, Vars};
use knightsat_tour::blocks::{Blocks, Part};
use knightsat_tour::lower::Lowered;
use knightsat_tour::rule::Atom;
use std::sync::Arc;

/// The formulas of the blocks.
#[derive(Debug)]
struct Chain {
    lowered: Arc<Lowered>,
    blocks: Arc<Blocks>,
    /// The encoder of each block, with the number of variables before its own.
    paths: Vec<(Box<dyn Encoder>, u32)>,
    variables: u32,
}

/// Lays out the encoding for each block of the problem.
pub fn lay_out(name: Name, options: Options, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    let lowered = &task.lowered;
    let stated: Option<&Arc<Blocks>> = lowered.problem().get();
    let blocks = stated.expect("a problem with blocks").clone();
    let mut variables: u64 = 0;
    let mut paths = Vec::new();
    for (part, own) in blocks.parts().iter().zip(lowered.parts()) {
        let all = task.atoms.iter().cloned();
        let atoms = all.filter_map(|atom| part.atom(atom)).collect_vec();
        let of_block = Task {
            lowered: own.clone(),
            atoms: &atoms,
            ..task.clone()
        };
        let path = name.lay_out(options, of_block)?;
        let before = variables as u32;
        variables += u64::from(path.variables());
        if variables > u64::from(Var::MAX) {
            return Err(FormulaError::TooManyVariables(variables));
        }
        paths.push((path, before));
    }
    Ok(Box::new(Chain {
        lowered: task.lowered,
        blocks,
        paths,
        variables: variables as u32,
    }))
}

impl Chain {
    /// Returns each path with its block, and the variables that represent it.
    fn paths(&self, tour: Vars) -> impl Iterator<Item = (&Part, &dyn Encoder, Vars)> + Clone {
        let paths = self.blocks.parts().iter().zip(&self.paths);
        paths.map(move |(part, (path, before))| {
            (part, &**path, tour.part(*before, path.variables()))
        })
    }

    /// Returns the term of an atom about several blocks, if its truth is known.
    fn between(&self, atom: &Atom) -> Option<Vec<Term>> {
        let blocks = &self.blocks;
        let is_joint = |arc: [u32; 2]| blocks.joints().get(blocks.of(arc[0])) == Some(&arc);
        let is_true = match *atom {
            Atom::After(later, earlier) => blocks.of(later) > blocks.of(earlier),
            Atom::Fact(Fact::At { .. }) => false,
            Atom::Fact(Fact::Arc { from, to }) => is_joint([from, to]),
            Atom::Fact(Fact::Edge(ends)) => {
                let [a, b] = *ends;
                is_joint([a, b]) || is_joint([b, a])
            }
            Atom::Angle(..) | Atom::Cross(..) | Atom::Count(_) => return None,
        };
        Some(vec![Term::Known(is_true)])
    }
}

impl Encoder for Chain {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn encode(&self, tour: Vars, mut sink: &mut dyn ClauseSink) -> Known<'_> {
        let mut known = Vec::new();
        for (lowered, (_, path, own)) in self.lowered.parts().iter().zip(self.paths(tour)) {
            known.push(path.encode(own, &mut once(lowered.problem(), &mut sink)));
            if sink.is_done() {
                return Known::default();
            }
        }
        let parts = self.blocks.parts().iter().zip(&mut known);
        let facts = parts.flat_map(|(part, known)| {
            let also = std::mem::take(&mut known.also).into_iter();
            also.filter_map(|(fact, lit)| Some((part.whole(&fact)?, lit)))
        });
        let also = facts.collect();
        let known = Known::new(move |atom| {
            let mut parts = self.blocks.parts().iter().zip(&known);
            let own = parts.find_map(|(part, known)| Some((part.atom(atom.clone())?, known)));
            match own {
                Some((atom, known)) => known.terms(&atom),
                None => self.between(atom),
            }
        });
        known.with(also)
    }

    fn decode(&self, tour: Vars, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let paths = self.paths(tour);
        let decoded = paths.map(|(_, path, own)| path.decode(own, model));
        let steps = decoded.collect::<Result<_, FormulaError>>()?;
        Ok(self.lowered.lift(steps))
    }

    fn meaning(&self, tour: Vars) -> Meaning {
        let mut meaning = Meaning::default();
        for (number, (part, path, own)) in self.paths(tour).enumerate() {
            let of_path = path.meaning(own);
            if number == 0 {
                meaning = Meaning::of(of_path.style());
            }
            for (fact, said) in of_path.facts() {
                if let Some(fact) = part.whole(fact) {
                    meaning.add(fact, said);
                }
            }
            let others = of_path.also.iter();
            let also = others.filter_map(|(fact, lit)| Some((part.whole(fact)?, *lit)));
            meaning.also.extend(also);
            let block = number + 1;
            let own = of_path.names.into_iter();
            let names = own.map(|(var, name)| (var, format!("block {block}: {name}")));
            meaning.names.extend(names);
        }
        for &[from, to] in self.blocks.joints() {
            if meaning.style() == FactStyle::Arcs {
                meaning.add(Fact::Arc { from, to }, &[]);
            }
        }
        meaning.is_one_direction = self.blocks.is_one_direction();
        meaning
    }

    fn properties(&self) -> ModelProperties {
        let first = self.blocks.parts()[0].vertices[0];
        let paths = self.paths.iter().map(|(path, _)| path.properties());
        ModelProperties {
            first: Some(self.lowered.problem().start().unwrap_or(first)),
            is_relaxed: paths.clone().any(|path| path.is_relaxed),
            is_one_direction: self.blocks.is_one_direction(),
            is_free: paths.clone().any(|path| path.is_free),
            are_bits: paths.clone().any(|path| path.are_bits),
            ..ModelProperties::default()
        }
    }

    fn cuts(&self, tour: Vars, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let of_paths = self.paths(tour).map(|(_, path, own)| path.cuts(own, model));
        let cuts = of_paths.collect::<Result<Vec<_>, FormulaError>>()?;
        Ok(cuts.concat())
    }
}

//! The formula of a tour through [blocks](knightsat_tour::blocks): the formula of the path through
//! each block, in any encoding of the table, and a choice of joints.
//!
//! Variables: j\[uv\] for each possible joint from u in a block to v in the next, unless it is the
//! only one there; then those of each block.
//!
//! Clauses: those of each block. Group *joints*, with "ends" and "starts" as literals of the
//! encoding for the last and the first step of a path:
//! - one joint: ⋁ j\[uv\] over the joints from a block to the next;
//! - j\[uv\] → the path of u's block ends at u, and that of v's block starts at v;
//! - a path ends at u → ⋁ j\[u·\], and starts at v → ⋁ j\[·v\].
//!
//! A path has one end and one start, so two joints of the same blocks cannot both be true. A cycle
//! cannot close inside a block, since the paths are open tours. So the size is linear in the board.

use crate::formula::once;
use crate::meaning::{Fact, FactStyle, Meaning};
use crate::{Encoder, Encoding, FormulaError, Known, ModelProperties, Task};
use itertools::Itertools;
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, clause};
use knightsat_cnf::{Lit, Model, Term, Var, Vars};
use knightsat_tour::Problem;
use knightsat_tour::blocks::{BlockPaths, Part};
use knightsat_tour::reduction::Reduction;
use knightsat_tour::rule::Atom;

const JOINTS: ClauseGroup = ClauseGroup::new(
    "joints",
    "one joint leads from each block to the next; the path of the one ends there, and that of the \
     other starts there",
    "⋁ j[u,v]; j[u,v] → ends at u ∧ starts at v; ends at u → ⋁ j[u,·]; starts at v → ⋁ j[·,v]",
);

/// The formulas of the blocks, and the joints.
#[derive(Debug)]
struct Chain {
    by: BlockPaths,
    /// The encoder of each block, with the number of variables before its own.
    paths: Vec<(Box<dyn Encoder>, u32)>,
    /// The place of the variable of each joint; none if it is the only one there.
    joints: Vec<Vec<Option<u32>>>,
    variables: u32,
}

/// Lays out the encoding for each block of the problem.
pub fn lay_out(encoding: &Encoding, task: Task) -> Result<Box<dyn Encoder>, FormulaError> {
    let by = task.problem.block_paths().expect("a problem with blocks");
    let mut variables: u64 = 0;
    let mut number = |lits: u64| {
        let before = variables;
        variables += lits;
        if variables <= u64::from(Var::MAX) {
            Ok(before as u32)
        } else {
            Err(FormulaError::TooManyVariables(variables))
        }
    };
    let mut joints = Vec::new();
    for choices in by.blocks().joints() {
        joints.push(match choices.len() {
            1 => vec![None],
            many => {
                let before = number(many as u64)?;
                (before..).take(many).map(Some).collect()
            }
        });
    }
    let mut paths = Vec::new();
    for part in by.blocks().parts() {
        let atoms = task.atoms.iter().cloned();
        let atoms = atoms.filter_map(|atom| part.atom(atom)).collect_vec();
        let path = encoding.lay_out(Task {
            problem: &part.problem,
            atoms: &atoms,
            ..task.clone()
        })?;
        let before = number(path.variables().into())?;
        paths.push((path, before));
    }
    let variables = number(0)?;
    Ok(Box::new(Chain {
        by,
        paths,
        joints,
        variables,
    }))
}

fn at(step: u32, vertex: u32) -> Atom {
    Atom::Fact(Fact::At { step, vertex })
}

impl Chain {
    /// Returns each path with its block, and the variables that represent it.
    fn paths(&self, tour: Vars) -> impl Iterator<Item = (&Part, &dyn Encoder, Vars)> + Clone {
        let paths = self.by.blocks().parts().iter().zip(&self.paths);
        paths.map(move |(part, (path, before))| {
            (part, &**path, tour.part(*before, path.variables()))
        })
    }

    /// Returns the terms of the joints from each block to the next.
    fn joint_terms(&self, tour: Vars) -> impl Iterator<Item = (&[[u32; 2]], Vec<Term>)> {
        let term = move |place: &Option<u32>| match *place {
            Some(place) => tour.get(place).pos().into(),
            None => Term::TRUE,
        };
        let joints = self.by.blocks().joints().iter().zip(&self.joints);
        joints.map(move |(arcs, places)| (&arcs[..], places.iter().map(term).collect()))
    }

    /// Returns, for a vertex of a block at the first or the last step of its path, the terms that
    /// put it there.
    fn end(&self, block: usize, is_first: bool, vertex: u32, known: &Known) -> Vec<Term> {
        let part = &self.by.blocks().parts()[block];
        let own = part.vertex(vertex).expect("in the block of its joint");
        let step = if is_first {
            1
        } else {
            part.vertices.len() as u32
        };
        let terms = known.terms(&at(step, own));
        terms.expect("every encoding has literals for the ends of a path")
    }

    /// Writes the joints of consecutive blocks.
    fn joints(&self, tour: Vars, known: &[Known], sink: &mut dyn ClauseSink) {
        sink.group(&JOINTS);
        for (block, (arcs, terms)) in self.joint_terms(tour).enumerate() {
            clause(terms.iter().copied(), sink);
            let next = (block + 1) % self.by.blocks().len();
            for (side, here) in [block, next].into_iter().enumerate() {
                let ends = arcs.iter().map(|arc| arc[side]).sorted_unstable().dedup();
                for vertex in ends {
                    let there = self.end(here, side == 1, vertex, &known[here]);
                    let own = arcs
                        .iter()
                        .zip(&terms)
                        .filter(|(arc, _)| arc[side] == vertex)
                        .map(|(_, &term)| term)
                        .collect_vec();
                    for (&joint, &there) in own.iter().cartesian_product(&there) {
                        clause([!joint, there], sink);
                    }
                    clause(there.iter().map(|&term| !term).chain(own), sink);
                }
            }
            if sink.is_done() {
                return;
            }
        }
    }

    /// Returns the term of the joint from one vertex to another.
    fn joint(&self, tour: Vars, arc: [u32; 2]) -> Term {
        let block = self.by.blocks().of(arc[0]);
        let joints = self.by.blocks().joints().get(block);
        let index = joints.and_then(|joints| joints.iter().position(|&joint| joint == arc));
        match index.map(|index| self.joints[block][index]) {
            Some(Some(place)) => tour.get(place).pos().into(),
            Some(None) => Term::TRUE,
            None => Term::FALSE,
        }
    }

    /// Returns the terms of an atom between blocks, or `None` if two opposite joints are possible.
    fn between(&self, tour: Vars, atom: &Atom) -> Option<Vec<Term>> {
        let term = match *atom {
            Atom::After(later, earlier) => {
                Term::Known(self.by.blocks().of(later) > self.by.blocks().of(earlier))
            }
            Atom::Fact(Fact::At { .. }) => Term::FALSE,
            Atom::Fact(Fact::Arc { from, to }) => self.joint(tour, [from, to]),
            Atom::Fact(Fact::Edge(ends)) => {
                let [a, b] = *ends;
                match [[a, b], [b, a]].map(|arc| self.joint(tour, arc)) {
                    [term, Term::Known(false)] | [Term::Known(false), term] => term,
                    _ => return None,
                }
            }
            Atom::Angle(..) | Atom::Cross(..) | Atom::Count(_) => return None,
        };
        Some(vec![term])
    }
}

impl Encoder for Chain {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn encode(&self, tour: Vars, mut sink: &mut dyn ClauseSink) -> Known<'_> {
        let mut known = Vec::new();
        for (part, path, own) in self.paths(tour) {
            known.push(path.encode(own, &mut once(&part.problem, &mut sink)));
            if sink.is_done() {
                return Known::default();
            }
        }
        self.joints(tour, &known, sink);
        let parts = self.by.blocks().parts().iter().zip(&mut known);
        let also = parts.flat_map(|(part, known)| {
            let also = std::mem::take(&mut known.also).into_iter();
            also.filter_map(|(fact, lit)| Some((part.whole(&fact)?, lit)))
        });
        let also = also.collect();
        let known = Known::new(move |atom| {
            let mut parts = self.by.blocks().parts().iter().zip(&known);
            let own = parts.find_map(|(part, known)| Some((part.atom(atom.clone())?, known)));
            match own {
                Some((atom, known)) => known.terms(&atom),
                None => self.between(tour, atom),
            }
        });
        known.with(also)
    }

    fn decode(&self, tour: Vars, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let paths = self
            .paths(tour)
            .map(|(_, path, own)| path.decode(own, model))
            .collect::<Result<_, FormulaError>>()?;
        Ok(self.by.lift(paths))
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
            let first_step = |(step, vertex)| {
                let is_said = of_path.implied(&part.problem, step) != Some(vertex);
                let step = step + part.before;
                (!is_said).then(|| Fact::At {
                    step,
                    vertex: part.vertices[vertex as usize],
                })
            };
            if of_path.style() == FactStyle::Positions {
                // The ends of inner paths are no ends of the tour, and need a fact.
                let facts = part
                    .problem
                    .at()
                    .into_iter()
                    .filter_map(first_step)
                    .filter(|fact| !is_implied(self.by.stated(), fact));
                facts.for_each(|fact| meaning.add(fact, &[]));
            }
            let also = of_path.also.iter();
            let also = also.filter_map(|(fact, lit)| Some((part.whole(fact)?, *lit)));
            meaning.also.extend(also);
            let block = number + 1;
            let names = of_path.names.into_iter();
            let names = names.map(|(var, name)| (var, format!("block {block}: {name}")));
            meaning.names.extend(names);
        }
        let is_on_arcs = meaning.style() == FactStyle::Arcs;
        for (arcs, terms) in self.joint_terms(tour) {
            for (&[from, to], term) in arcs.iter().zip(terms) {
                let fact = Fact::Arc { from, to };
                if is_on_arcs {
                    meaning.add(fact, term.lit().as_slice())
                } else {
                    meaning.also.extend(term.lit().map(|lit| (fact, lit)))
                }
            }
        }
        meaning.is_one_direction = self.by.blocks().is_one_direction(self.by.stated());
        meaning
    }

    fn projection(&self, tour: Vars) -> Vec<Lit> {
        let joints = self.joint_terms(tour).flat_map(|(_, terms)| terms);
        let joints = joints.filter_map(Term::lit);
        let paths = self.paths(tour);
        let paths = paths.flat_map(|(_, path, own)| path.projection(own));
        joints.chain(paths).collect()
    }

    fn properties(&self) -> ModelProperties {
        let first = self.by.blocks().parts()[0].vertices[0];
        let paths = self.paths.iter().map(|(path, _)| path.properties());
        ModelProperties {
            first: Some(self.by.stated().start().unwrap_or(first)),
            is_exact: paths.clone().all(|path| path.is_exact),
            is_one_direction: self.by.blocks().is_one_direction(self.by.stated()),
            is_parsimonious: paths.clone().all(|path| path.is_parsimonious),
            are_bits: paths.clone().any(|path| path.are_bits),
            ..ModelProperties::default()
        }
    }

    fn cuts(&self, tour: Vars, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let cuts = self.paths(tour).map(|(_, path, own)| path.cuts(own, model));
        let cuts = cuts.collect::<Result<Vec<_>, FormulaError>>()?;
        Ok(cuts.concat())
    }
}

/// Returns true for a fact about a fixed end of the tour.
fn is_implied(problem: &Problem, fact: &Fact) -> bool {
    match *fact {
        Fact::At { step: 1, vertex } => problem.start() == Some(vertex),
        Fact::At { step, vertex } => step == problem.graph().len() && problem.end() == Some(vertex),
        _ => false,
    }
}

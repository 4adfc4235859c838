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

use crate::meaning::{Fact, FactStyle, Meaning};
use crate::{Encoder, Encoding, FormulaError, ModelProperties, Task};
use itertools::Itertools;
use knightsat_cnf::gadget::term::{Term, clause};
use knightsat_cnf::sink::{ClauseGroup, ClauseSink, SizeTally, ThreeCnf};
use knightsat_cnf::{Lit, Model, Var, Vars};
use knightsat_tour::Problem;
use knightsat_tour::blocks::{Blocks, Part};
use knightsat_tour::rule::Atom;
use std::sync::Arc;

const JOINTS: ClauseGroup = ClauseGroup::new(
    "joints",
    "one joint leads from each block to the next; the path of the one ends there, and that of the \
     other starts there",
    "⋁ j[u,v]; j[u,v] → ends at u ∧ starts at v; ends at u → ⋁ j[u,·]; starts at v → ⋁ j[·,v]",
);

/// The formulas of the blocks, and the joints.
#[derive(Debug)]
struct Chain {
    problem: Problem,
    blocks: Arc<Blocks>,
    /// The encoder of each block, with the number of variables before its own.
    paths: Vec<(Box<dyn Encoder>, u32)>,
    /// The term of each joint.
    joints: Vec<Vec<Term>>,
    variables: u32,
}

/// Lays out the encoding for each block of the problem.
pub fn lay_out(
    encoding: &Encoding,
    task: Task,
    blocks: Arc<Blocks>,
) -> Result<Box<dyn Encoder>, FormulaError> {
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
    for choices in blocks.joints() {
        joints.push(match choices.len() {
            1 => vec![Term::TRUE],
            many => Vars::new(number(many as u64)? + 1, many as u32)
                .iter()
                .map(|var| var.pos().into())
                .collect(),
        });
    }
    let mut paths = Vec::new();
    for part in blocks.parts() {
        let path = encoding.lay_out(Task {
            problem: &part.problem,
            ..task.clone()
        })?;
        let before = number(path.variables().into())?;
        paths.push((path, before));
    }
    let variables = number(0)?;
    Ok(Box::new(Chain {
        problem: task.problem.clone(),
        blocks,
        paths,
        joints,
        variables,
    }))
}

fn at(step: u32, vertex: u32) -> Atom {
    Atom::Fact(Fact::At { step, vertex })
}

impl Chain {
    /// Returns each path with its block, and the number of variables before its own.
    fn paths(&self) -> impl Iterator<Item = (&Part, &dyn Encoder, u32)> + Clone {
        let paths = self.blocks.parts().iter().zip(&self.paths);
        paths.map(|(part, (path, before))| (part, &**path, *before))
    }

    /// Returns, for a vertex of a block at the first or the last step of its path, the literals
    /// that put it there.
    fn end(&self, block: usize, is_first: bool, vertices: &[u32]) -> Vec<Vec<Term>> {
        let part = &self.blocks.parts()[block];
        let (path, before) = &self.paths[block];
        let own = |&whole: &u32| part.vertex(whole).expect("in the block of its joint");
        let step = if is_first {
            1
        } else {
            part.vertices.len() as u32
        };
        let atoms = vertices
            .iter()
            .map(own)
            .map(|vertex| at(step, vertex))
            .collect_vec();
        let terms = path.terms(&part.problem, &atoms, false).into_iter();
        let terms =
            terms.map(|terms| terms.expect("every encoding has literals for the ends of a path"));
        let moved = |term: Term| moved(term, path.variables(), *before, 0);
        terms
            .map(|terms| terms.into_iter().map(moved).collect())
            .collect()
    }

    /// Writes the joints of consecutive blocks.
    fn joints(&self, sink: &mut dyn ClauseSink) {
        sink.group(&JOINTS);
        for (block, (arcs, terms)) in self.blocks.joints().iter().zip(&self.joints).enumerate() {
            clause(terms.iter().copied(), sink);
            let next = (block + 1) % self.blocks.len();
            for (side, here) in [block, next].into_iter().enumerate() {
                let ends = arcs
                    .iter()
                    .map(|arc| arc[side])
                    .sorted_unstable()
                    .dedup()
                    .collect_vec();
                for (&vertex, there) in ends.iter().zip(self.end(here, side == 1, &ends)) {
                    let own = arcs
                        .iter()
                        .zip(terms)
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
    fn joint(&self, arc: [u32; 2]) -> Term {
        let block = self.blocks.of(arc[0]);
        let joints = self.blocks.joints().get(block);
        let place = joints.and_then(|joints| joints.iter().position(|&joint| joint == arc));
        place.map_or(Term::FALSE, |place| self.joints[block][place])
    }

    /// Returns the number of variables before the further ones of each path.
    fn further(&self, three_cnf: bool) -> Vec<u32> {
        let mut before = self.variables;
        let starts = self.paths().map(|(_, path, _)| {
            let start = before;
            let mut tally = SizeTally::default();
            if three_cnf {
                path.encode(&mut ThreeCnf::new(&mut tally))
            } else {
                path.encode(&mut tally)
            }
            before += tally.total().variables as u32 - path.variables();
            start
        });
        starts.collect()
    }

    /// Returns the terms of an atom between blocks, or `None` if two opposite joints are possible.
    fn between(&self, atom: &Atom) -> Option<Vec<Term>> {
        let term = match *atom {
            Atom::After(later, earlier) => {
                Term::Known(self.blocks.of(later) > self.blocks.of(earlier))
            }
            Atom::Fact(Fact::At { .. }) => Term::FALSE,
            Atom::Fact(Fact::Arc { from, to }) => self.joint([from, to]),
            Atom::Fact(Fact::Edge(ends)) => {
                let [a, b] = *ends;
                match [[a, b], [b, a]].map(|arc| self.joint(arc)) {
                    [term, Term::Known(false)] | [Term::Known(false), term] => term,
                    _ => return None,
                }
            }
            Atom::Angle(..) | Atom::Cross(..) | Atom::Count(_) => return None,
        };
        Some(vec![term])
    }

    /// Returns the part of a model that represents one path.
    fn model_of(&self, model: &Model, path: &dyn Encoder, before: u32) -> Model {
        let values = (1..=path.variables()).filter_map(|number| {
            let value = model.value(Var::new(before + number)?)?;
            let var = Var::new(number)?;
            Some(if value { var.pos() } else { var.neg() })
        });
        Model::from_lits(&values.collect_vec()).expect("one literal of each variable")
    }
}

/// Returns a term of a path, whose first variables follow `before` others, and whose further ones
/// follow `further` others.
fn moved(term: Term, own: u32, before: u32, further: u32) -> Term {
    match term {
        Term::Known(_) => term,
        Term::Open(lit) => moved_lit(lit, own, before, further).into(),
    }
}

fn moved_lit(lit: Lit, own: u32, before: u32, further: u32) -> Lit {
    let number = lit.var().number();
    let moved = if number <= own {
        before + number
    } else {
        (number - own).saturating_add(further).min(Var::MAX)
    };
    let var = Var::new(moved).expect("a positive number in range");
    if lit.is_positive() {
        var.pos()
    } else {
        var.neg()
    }
}

impl Encoder for Chain {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn encode(&self, sink: &mut dyn ClauseSink) {
        sink.new_vars(self.variables);
        for (_, path, before) in self.paths() {
            let further = sink.new_vars(0).first() - 1;
            path.encode(&mut Moved {
                own: path.variables(),
                before,
                further,
                taken: 0,
                lits: Vec::new(),
                sink: &mut *sink,
            });
            if sink.is_done() {
                return;
            }
        }
        self.joints(sink);
    }

    fn decode(&self, model: &Model) -> Result<Vec<u32>, FormulaError> {
        let paths = self
            .paths()
            .map(|(part, path, before)| {
                let steps = path.decode(&self.model_of(model, path, before))?;
                Ok(part.path(&steps))
            })
            .collect::<Result<_, FormulaError>>()?;
        Ok(self.blocks.lift(&self.problem, paths))
    }

    fn meaning(&self, three_cnf: bool) -> Meaning {
        let mut meaning = Meaning::default();
        for (number, (part, path, before)) in self.paths().enumerate() {
            let own = path.meaning(three_cnf);
            let lits = path.variables();
            if number == 0 {
                meaning = Meaning::of(own.style());
            }
            let is_real = |vertex: u32| (vertex as usize) < part.vertices.len();
            let whole = |fact: &Fact| {
                let named = fact.try_map(|&vertex| {
                    if is_real(vertex) {
                        Ok(part.vertices[vertex as usize])
                    } else {
                        Err(())
                    }
                });
                match named.ok()? {
                    Fact::At { step, vertex } => Some(Fact::At {
                        step: step + part.before,
                        vertex,
                    }),
                    fact => Some(fact),
                }
            };
            // Numbers beyond the variables of the tour have no names and no facts.
            let moved = |lit: &Lit| moved_lit(*lit, lits, before, self.variables);
            for (fact, said) in own.facts() {
                if let Some(fact) = whole(fact) {
                    meaning.add(fact, &said.iter().map(moved).collect_vec());
                }
            }
            let first_step = |(step, vertex)| {
                let is_said = own.implied(&part.problem, step) != Some(vertex);
                let step = step + part.before;
                (!is_said).then(|| Fact::At {
                    step,
                    vertex: part.vertices[vertex as usize],
                })
            };
            if own.style() == FactStyle::Positions {
                // The ends of inner paths are no ends of the tour, and need a fact.
                let facts = part
                    .problem
                    .at()
                    .into_iter()
                    .filter_map(first_step)
                    .filter(|fact| !is_implied(&self.problem, fact));
                facts.for_each(|fact| meaning.add(fact, &[]));
            }
            let also = own
                .also
                .iter()
                .filter_map(|(fact, lit)| Some((whole(fact)?, moved(lit))));
            meaning.also.extend(also);
            let names = own.names.into_iter().filter(|&(var, _)| var <= lits);
            let block = number + 1;
            meaning
                .names
                .extend(names.map(|(var, name)| (before + var, format!("block {block}: {name}"))));
        }
        let is_on_arcs = meaning.style() == FactStyle::Arcs;
        for (arcs, terms) in self.blocks.joints().iter().zip(&self.joints) {
            for (&[from, to], term) in arcs.iter().zip(terms) {
                let fact = Fact::Arc { from, to };
                if is_on_arcs {
                    meaning.add(fact, term.lit().as_slice())
                } else {
                    meaning.also.extend(term.lit().map(|lit| (fact, lit)))
                }
            }
        }
        meaning.is_one_direction = self.blocks.is_one_direction(&self.problem);
        meaning
    }

    fn terms(&self, _problem: &Problem, atoms: &[Atom], three_cnf: bool) -> Vec<Option<Vec<Term>>> {
        let further = self.further(three_cnf);
        let mut terms = atoms.iter().map(|atom| self.between(atom)).collect_vec();
        for ((part, path, before), further) in self.paths().zip(further) {
            let vertices = |atom: &Atom| {
                let mut is_here = true;
                let _ = atom.try_map(|&vertex| {
                    is_here &= part.vertex(vertex).is_some();
                    Ok::<u32, ()>(vertex)
                });
                is_here
            };
            let here = (0..).zip(atoms).filter(|(_, atom)| vertices(atom));
            let own = here.filter_map(|(index, atom)| Some((index, part.atom(atom.clone())?)));
            let (indices, own): (Vec<usize>, Vec<Atom>) = own.unzip();
            if own.is_empty() {
                continue;
            }
            let found = path.terms(&part.problem, &own, three_cnf);
            for (index, found) in indices.into_iter().zip(found) {
                let moved = |term| moved(term, path.variables(), before, further);
                terms[index] = found.map(|found| found.into_iter().map(moved).collect());
            }
        }
        terms
    }

    fn projection(&self) -> Vec<Lit> {
        let joints = self.joints.iter().flatten().filter_map(|term| term.lit());
        let paths = self.paths().flat_map(|(_, path, before)| {
            let lits = path.projection().into_iter();
            lits.map(move |lit| moved_lit(lit, path.variables(), before, 0))
        });
        joints.chain(paths).collect()
    }

    fn properties(&self) -> ModelProperties {
        let first = self.blocks.parts()[0].vertices[0];
        let paths = self.paths().map(|(_, path, _)| path.properties());
        ModelProperties {
            first: Some(self.problem.start().unwrap_or(first)),
            is_exact: paths.clone().all(|path| path.is_exact),
            is_one_direction: self.blocks.is_one_direction(&self.problem),
            is_parsimonious: paths.clone().all(|path| path.is_parsimonious),
            are_bits: paths.clone().any(|path| path.are_bits),
        }
    }

    fn cuts(&self, model: &Model) -> Result<Vec<Vec<Lit>>, FormulaError> {
        let mut cuts = Vec::new();
        for (_, path, before) in self.paths() {
            let own = path.cuts(&self.model_of(model, path, before))?;
            let moved = |lit: Lit| moved_lit(lit, path.variables(), before, 0);
            cuts.extend(
                own.into_iter()
                    .map(|cut| cut.into_iter().map(moved).collect()),
            );
        }
        Ok(cuts)
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

/// A sink that gives the variables of a path other numbers.
struct Moved<'s> {
    /// The number of its variables that represent the path; they are taken already.
    own: u32,
    /// The number of variables before those.
    before: u32,
    /// The number of variables before its further ones.
    further: u32,
    /// The number of its variables that it has taken.
    taken: u32,
    lits: Vec<Lit>,
    sink: &'s mut dyn ClauseSink,
}

impl Moved<'_> {
    fn lits(&mut self, lits: &[Lit]) {
        let (own, before, further) = (self.own, self.before, self.further);
        self.lits.clear();
        self.lits
            .extend(lits.iter().map(|&lit| moved_lit(lit, own, before, further)));
    }
}

impl ClauseSink for Moved<'_> {
    fn group(&mut self, group: &'static ClauseGroup) {
        self.sink.group(group);
    }

    fn new_vars(&mut self, count: u32) -> Vars {
        if self.taken + count <= self.own {
            return Vars::take(&mut self.taken, count);
        }
        debug_assert!(
            self.taken >= self.own,
            "the variables of the path come first"
        );
        // Other sinks may have taken variables in between, to split clauses.
        let theirs = self.sink.new_vars(count).first();
        let first = theirs - self.further.min(theirs - 1) + self.own;
        self.taken = first - 1 + count;
        Vars::new(first, count)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.lits(lits);
        self.sink.clause(&self.lits);
    }

    fn pairwise(&mut self, lits: &[Lit]) {
        self.lits(lits);
        self.sink.pairwise(&self.lits);
    }

    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

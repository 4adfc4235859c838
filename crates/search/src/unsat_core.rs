//! Contradictory clues: a set of clues that no tour satisfies, each of them needed.
//!
//! ```
//! use knightsat_encoding::formula_spec::FormulaSpec;
//! use knightsat_search::unsat_core::unsat_core;
//! use knightsat_search::base::stop::Stop;
//!
//! let mut spec: FormulaSpec = "5x5".parse()?;
//! // The corner next to it is of the other colour than an odd step needs.
//! spec.tour.at = vec!["1=a2".parse()?, "17=d4".parse()?];
//! let found = unsat_core(&spec.problem(&Default::default())?, &Stop::default())?;
//! assert_eq!(found.unwrap().clues.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The clues are assumptions of a solver, which names those at fault. The solver then tries to do
//! without each of them, and unneeded clues are dropped.
//!
//! The formula is that of `position`. A square at a step is one of its literals; a move has a
//! literal s of its own. A required move has, for every step i and both ways, the clauses ¬s ∨
//! ¬x\[i\]\[v\] ∨ x\[i+1\]\[w\] ∨ x\[i−1\]\[w\]. A forbidden move has the clauses ¬s ∨ ¬x\[i\]\[v\]
//! ∨ ¬x\[i+1\]\[w\].

use super::SolveError;
use crate::base::stop::Stop;
use crate::cnf::sink::{ClauseSink, Until};
use crate::cnf::{Lit, Model};
use crate::tour::constraint::OneWay;
use crate::tour::given::{Clue, Given};
use crate::tour::graph::Graph;
use crate::tour::line::Line;
use crate::tour::lower::Lowered;
use crate::tour::symmetry::Symmetry;
use crate::tour::table::Backend;
use crate::tour::tour::Tour;
use crate::tour::{Kind, Problem};
use knightsat_encoding::meaning::Fact;
use knightsat_encoding::{Directions, Formula, FormulaError, Style};
use knightsat_solver::varisat::Varisat;
use knightsat_solver::{Assuming, Incremental, Limits};
use std::collections::HashMap;

/// The largest problem whose formula is made: x\[i\]\[v\] grows with the square.
pub const LARGEST: u32 = 400;

/// Clues that no tour satisfies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsatCore {
    /// The clues; a fixed start or end is a square at the first or the last step. They are empty if
    /// no tour exists even without clues.
    pub clues: Vec<Clue>,
    /// True if each proper subset of them has a tour. If false, there was no time to drop more.
    pub is_irreducible: bool,
}

/// Returns the contradictory clues of a problem without a tour. Returns `None` if there are no
/// clues, if they are not found in time or the problem is too large or
/// [unsupported](Backend::ClueFault), and if there is a tour.
pub fn unsat_core(problem: &Problem, stop: &Stop) -> Result<Option<UnsatCore>, SolveError> {
    let given = Given::of(problem);
    let all = given.clues();
    let is_supported = Backend::ClueFault.supports(problem.demands());
    if all.is_empty() || !is_supported || problem.graph().len() > LARGEST {
        return Ok(None);
    }
    let is_step = |clue: &Clue| matches!(clue, Clue::At { .. } | Clue::NotAt { .. });
    let has_steps = all.iter().any(is_step);
    let base = without_given(problem, has_steps);
    if base.obstruction(stop).is_some() {
        return Ok(Some(UnsatCore {
            clues: Vec::new(),
            is_irreducible: true,
        }));
    }
    let mut formula = match Assumable::new(base, has_steps, stop) {
        Err(error) if error.is_stopped() => return Ok(None),
        formula => formula?,
    };
    let mut core = match formula.solve(all)? {
        ClueAnswer::Failed(core) => core,
        ClueAnswer::Tour(_) | ClueAnswer::Unknown => return Ok(None),
    };
    // The clues before it are needed.
    let mut next = 0;
    while next < core.len() {
        let mut others = core.clone();
        others.remove(next);
        match formula.solve(&others)? {
            ClueAnswer::Tour(_) => next += 1,
            ClueAnswer::Failed(fewer) => core = fewer,
            ClueAnswer::Unknown => break,
        }
    }
    Ok(Some(UnsatCore {
        is_irreducible: next == core.len(),
        clues: core,
    }))
}

/// The answer for a set of clues.
pub(crate) enum ClueAnswer {
    /// This tour satisfies them.
    Tour(Tour),
    /// No tour satisfies these of them.
    Failed(Vec<Clue>),
    /// Not decided.
    Unknown,
}

/// The problem, and its formula in a solver.
pub(crate) struct Assumable {
    base: Problem,
    line: Line,
    solver: Varisat,
    at: HashMap<(u32, u32), Lit>,
    of_clue: HashMap<Clue, Lit>,
    /// True in every model.
    yes: Lit,
}

impl Assumable {
    /// Returns a problem without its clues and ends. With `has_steps`, clues may concern steps. The
    /// first step of a closed tour is then free.
    ///
    /// Fails with [`FormulaError::Stopped`] once `stop` is over.
    pub fn new(base: Problem, has_steps: bool, stop: &Stop) -> Result<Assumable, SolveError> {
        let mut style = Style::default();
        style.options.directions = Some(Directions::Both);
        style.options.position.prune = Some(!has_steps || base.kind() == Kind::Open);
        let mut solver = Varisat::unchecked(Limits::from(stop.clone()));
        let formula = Formula::within(&base, style, stop)?;
        let mut until = Until::new(&mut solver, stop);
        formula.encode(&mut until);
        until.finish().map_err(FormulaError::from)?;
        let meaning = formula.meaning();
        let at = meaning
            .facts()
            .iter()
            .filter_map(|(fact, lits)| match (*fact, &lits[..]) {
                (Fact::At { step, vertex }, &[lit]) => Some(((step, vertex), lit)),
                _ => None,
            })
            .collect();
        drop(formula);
        let yes = solver.new_var().pos();
        solver.clause(&[yes]);
        Ok(Assumable {
            line: Lowered::as_it_is(&base).line(),
            base,
            solver,
            at,
            of_clue: HashMap::new(),
            yes,
        })
    }

    /// Looks for a tour that satisfies these clues.
    pub fn solve(&mut self, clues: &[Clue]) -> Result<ClueAnswer, SolveError> {
        let lits: Vec<Lit> = clues.iter().map(|&clue| self.literal(clue)).collect();
        Ok(match self.solver.solve_assuming(&lits)? {
            Assuming::Satisfiable(model) => ClueAnswer::Tour(self.decode(&model)?),
            Assuming::Unknown => ClueAnswer::Unknown,
            Assuming::Failed(failed) => {
                let pairs = clues.iter().zip(&lits);
                let failed = pairs.filter(|(_, lit)| failed.contains(lit));
                ClueAnswer::Failed(failed.map(|(&clue, _)| clue).collect())
            }
        })
    }

    /// Rules a tour out, by its steps.
    pub fn block(&mut self, tour: &Tour) {
        let steps = (1..).zip(tour.steps()).take(self.line.period() as usize);
        let lits: Vec<Lit> = steps
            .map(|(step, &vertex)| !self.place(step, vertex))
            .collect();
        self.solver.clause(&lits);
    }

    /// Returns the literal of a clue.
    fn literal(&mut self, clue: Clue) -> Lit {
        if let Some(&lit) = self.of_clue.get(&clue) {
            return lit;
        }
        let lit = match clue {
            Clue::At { step, vertex } => self.place(step, vertex),
            Clue::NotAt { step, vertex } => !self.place(step, vertex),
            Clue::Move(edge) => self.of_move(edge, true),
            Clue::NoMove(edge) => self.of_move(edge, false),
        };
        self.of_clue.insert(clue, lit);
        lit
    }

    /// Returns x\[step\]\[vertex\], or false if no tour can be there. With a symmetry that is a
    /// step of the first period.
    fn place(&self, step: u32, vertex: u32) -> Lit {
        let lit = self.at.get(&self.line.in_period(step, vertex));
        lit.copied().unwrap_or(!self.yes)
    }

    fn of_move(&mut self, [a, b]: [u32; 2], is_required: bool) -> Lit {
        let selector = self.solver.new_var().pos();
        let succession = self.line.succession;
        for (from, to) in [(a, b), (b, a)] {
            for step in succession.all() {
                let here = self.place(step, from);
                let there = |step: Option<u32>| step.map(|step| self.place(step, to));
                let on = there(succession.after(step));
                let back = there(succession.before(step));
                let mut clause = vec![!selector, !here];
                if is_required {
                    clause.extend(on.into_iter().chain(back));
                    self.solver.clause(&clause);
                } else if let Some(on) = on {
                    clause.push(!on);
                    self.solver.clause(&clause);
                }
            }
        }
        selector
    }

    fn decode(&self, model: &Model) -> Result<Tour, SolveError> {
        let len = self.base.graph().len();
        let at = |step: u32| {
            let mut vertices = 0..len;
            vertices.find(|&vertex| model.satisfies(self.place(step, vertex)))
        };
        let steps = (1..=len).filter_map(at).collect();
        let tour = Tour::verify(&self.base, steps).map_err(FormulaError::NoTour)?;
        Ok(tour)
    }
}

/// Returns a problem without ends and clues, with the moves that were forbidden. With `has_steps`,
/// its clues will concern steps, and fix the direction.
fn without_given(problem: &Problem, has_steps: bool) -> Problem {
    let graph = problem.graph();
    let turn = problem.get().unwrap_or(&Symmetry::TRIVIAL);
    let forbidden = problem
        .get()
        .into_iter()
        .flat_map(Given::clues)
        .filter_map(|clue| match *clue {
            Clue::NoMove(edge) => Some(edge),
            _ => None,
        })
        .flat_map(|[a, b]| turn.orbit(a).zip(turn.orbit(b)))
        .map(|(a, b)| [a.min(b), a.max(b)]);
    let mut edges: Vec<[u32; 2]> = graph.edges().chain(forbidden).collect();
    edges.sort_unstable();
    edges.dedup();
    let graph = Graph::from_edges(graph.len(), &edges);
    let bare = Problem::new(graph, problem.kind(), None, None);
    let symmetric = bare.and_then(|bare| match problem.get::<Symmetry>() {
        Some(turn) if has_steps => bare.with(turn.clone())?.with(OneWay),
        Some(turn) => bare.with(turn.clone()),
        None => Ok(bare),
    });
    symmetric.expect("a problem with fewer conditions is one")
}

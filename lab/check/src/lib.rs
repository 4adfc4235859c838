//! Proofs that every tour is a model of a formula over arcs or edges. Its auxiliary variables get
//! the values that the order of the tour determines. [`PROOFS`] are an option of
//! [`inspect`](knightsat_check::inspect()); the file of [`one_cycle`] explains its walks.
//!
//! *Complete* asks for values of the auxiliary variables, for each tour. The order of a tour
//! extends its definition: P\[v\]\[k\], vertex v is at position k;
//! L\[v\]\[k\], it is there or earlier; b\[u\]\[v\], vertex u is before v. A closed tour begins
//! at some vertex, the root. An open one is a cycle of its [circuit], and the hub is the
//! root. Each tour has such values, and so the extension is conservative: it entails no new clause
//! over the facts.
//!
//! Where only one of a tour and its reverse must be a model, the extension *prefers* one. For each
//! two ends with two possible orders it excludes one order, so of every tour and its reverse one
//! remains. Tours over edges get a direction in the same way.
//!
//! Each auxiliary variable then gets a *witness*, its definition. It is true with some moves at a
//! vertex, at some positions of a vertex, or if one vertex is before another. Definitions of new
//! variables over old ones are conservative, too (Suppes, Introduction to logic, 1957, chapter 8).
//! Variables without a witness have the least model of their [`Rules`]. If all this entails each
//! clause of the formula, every tour extends to a model.
//!
//! Witnesses are guesses. A wrong guess proves nothing, as every clause is proved: by
//! propagation for each move at one vertex, or for each position of one. Nothing is proved if the
//! extension excludes a known tour.
//!
//! [circuit]: knightsat_check::tour::Circuit

mod cycle_moves;
mod cycles;
mod extension;
mod witness;

use crate::cycle_moves::CycleMoves;
use crate::extension::Extension;
use crate::prelude::*;
use crate::witness::{Guesses, Sample, Witness};
use knightsat_check::further::{Answer, FurtherProofs, LITTLE, Question, Rules, Unproved, negated};
use knightsat_check::tour::definition::Definition;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

/// The types that most files use.
mod prelude {
    pub use itertools::Itertools;
    pub use knightsat_check::base::stop::{Stop, Stopped};
    pub use knightsat_check::cnf::sink::ClauseSink;
    pub use knightsat_check::cnf::{Lit, Term, Var};
    pub use knightsat_check::further::Theory;
    pub use knightsat_check::tour::lower::Lowered;
    pub use knightsat_check::tour::{Circuit, Problem};
    pub use knightsat_check::{Fact, FactStyle};
}

pub use cycles::one_cycle;

/// The further proofs.
pub const PROOFS: FurtherProofs = FurtherProofs {
    complete: prove,
    one_cycle,
};

/// The most clauses of the extension.
const MOST: u64 = 1 << 22;
/// The most vertices of a clause whose positions are tried.
const PLACES: usize = 4;
/// The most edges of a clause whose directions are tried.
const EDGES: usize = 2;
/// The most directions of forced edges that are tried, too.
const FORCED: usize = 4;
/// The most choices of demands for a clause.
const CHOICES: u32 = 1 << 10;
/// The most variables that may be the direction.
const DECISIONS: usize = 256;
/// The most clauses that the solver decides.
const LEFT: usize = 64;

impl Extension<'_> {
    /// Leaves one of every tour and its reverse, and all tours whose reverse is none.
    fn direct(&mut self, guesses: &Guesses, formula: &mut Theory) {
        let root = self.root;
        if !guesses.moves.are_reversible(Some(root)) {
            return;
        }
        match guesses.order {
            Some(order) if guesses.moves.are_reversible(None) => {
                let before = self.before(order);
                self.theory.clause(&[before]);
            }
            _ if guesses.style == FactStyle::Edges => self.prefer(|_| true),
            _ => self.prefer(|[first, last]| {
                let taken = [[root, first], [last, root]].map(|arc| guesses.taken(formula, arc));
                let taken = taken.into_iter().collect::<Option<Vec<_>>>();
                taken.is_some_and(|taken| !formula.propagates(&taken.concat()))
            }),
        }
    }

    /// Returns both directions of the edges at each vertex that every tour takes.
    fn forced(&self, moves: &CycleMoves) -> HashMap<u32, Vec<[Lit; 2]>> {
        let edges = moves.ways.iter().sorted_unstable();
        let forced = edges.filter(|(edge, _)| self.theory.value(**edge) == Some(true));
        let at = forced.flat_map(|(edge, &ways)| moves.ends[edge].map(|vertex| (vertex, ways)));
        at.into_group_map()
    }

    /// Returns true if propagation refutes these literals and the orders of the goal, with each
    /// of these choices and each choice of demands.
    fn refutes(
        &mut self,
        rules: &Rules,
        mut lits: Vec<Lit>,
        goal: &Goal,
        choices: &[Vec<Lit>],
    ) -> bool {
        if self.propagates(&mut lits, &goal.orders) {
            return true;
        }
        match choices {
            [ways, choices @ ..] => ways.iter().all(|&way| {
                let lits = [&lits[..], &[way]].concat();
                self.refutes(rules, lits, goal, choices)
            }),
            [] => !rules.is_empty() && rules.refute(&mut self.theory, &lits, CHOICES),
        }
    }

    /// Returns the goals, negated clauses, that some position of the vertex does not refute.
    fn split(&mut self, rules: &Rules, vertex: u32, goals: Vec<Goal>) -> Vec<Goal> {
        // What the propagator has derived for one goal stands for the next one.
        let (mut open, mut left) = (goals, Vec::new());
        open.sort_by(|one, other| one.edges.cmp(&other.edges));
        for here in self.at[vertex as usize].clone() {
            if self.theory.is_over() || self.theory.propagates(&[here]) {
                continue;
            }
            let goals = std::mem::take(&mut open);
            for (edges, goals) in &goals.into_iter().chunk_by(|goal| goal.edges.clone()) {
                let mut goals = goals.collect_vec();
                for ways in edges.into_iter().multi_cartesian_product() {
                    let before = [&[here], &ways[..]].concat();
                    let refuted = |goal: &Goal| {
                        let lits = [&before, &goal.lits[..]].concat();
                        self.refutes(rules, lits, goal, &goal.forced)
                    };
                    let failed;
                    (goals, failed) = goals.into_iter().partition(refuted);
                    left.extend(failed);
                }
                open.extend(goals);
            }
        }
        if self.theory.is_over() {
            left.extend(open);
        }
        left
    }

    /// Returns true if each of these goals is refuted.
    fn prove(&mut self, rules: &Rules, mut goals: Vec<Goal>) -> Result<bool, Unproved> {
        goals.retain(|goal| !self.refutes(rules, goal.lits.clone(), goal, &goal.ways));
        for round in 0..PLACES {
            let mut left = Vec::new();
            let mut groups: BTreeMap<u32, Vec<Goal>> = BTreeMap::new();
            for goal in goals {
                match goal.vertices.get(round) {
                    Some(&vertex) => groups.entry(vertex).or_default().push(goal),
                    None => left.push(goal),
                }
            }
            for (vertex, goals) in groups {
                left.extend(self.split(rules, vertex, goals));
            }
            goals = left;
        }
        if goals.len() > LEFT {
            return Ok(false);
        }
        for goal in goals {
            for (lit, order) in goal.orders {
                let before = self.before(order);
                self.theory.clause(&[!lit, before]);
            }
            if !matches!(self.theory.ask(&goal.lits, Some(LITTLE))?, Answer::Refuted) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A negated clause.
struct Goal {
    lits: Vec<Lit>,
    /// Its orders: with the literal, the first vertex is before the second.
    orders: Vec<(Lit, [u32; 2])>,
    /// The vertices whose positions are tried, in turn.
    vertices: Vec<u32>,
    /// The arcs on each side that a witness names: a tour takes one of them.
    ways: Vec<Vec<Lit>>,
    /// Both directions of its edges.
    edges: Vec<Vec<Lit>>,
    /// Both directions of forced edges at its vertices.
    forced: Vec<Vec<Lit>>,
}

/// Returns these values, those that occur most often first.
fn by_count<T: Copy + Ord + Hash>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let counts = values.into_iter().counts().into_iter();
    let counts = counts.sorted_by_key(|&(value, count)| (Reverse(count), value));
    counts.map(|(value, _)| value).collect()
}

/// The clauses of the formula as goals.
struct Goals<'m> {
    defined: HashMap<Var, Witness>,
    moves: &'m CycleMoves,
    /// Both directions of the edges at a vertex that every tour takes.
    forced: HashMap<u32, Vec<[Lit; 2]>>,
}

impl Goals<'_> {
    fn goal(&self, clause: &[Lit]) -> Goal {
        let lits = negated(clause);
        let (mut near, mut sides) = (Vec::new(), Vec::new());
        let (mut orders, mut edges) = (Vec::new(), Vec::new());
        for lit in &lits {
            match self.defined.get(&lit.var()) {
                Some(Witness::At(vertex, _)) => near.push(*vertex),
                Some(&Witness::Before([u, v])) => {
                    near.extend([u, v]);
                    let order = if lit.is_positive() { [u, v] } else { [v, u] };
                    orders.push((*lit, order));
                }
                Some(Witness::Moves(at, _)) => {
                    near.push(at[0].0);
                    sides.extend(at);
                }
                None => {
                    near.extend(self.moves.ends.get(lit).into_iter().flatten());
                    edges.extend(self.moves.ways.get(lit));
                }
            }
        }
        let vertices = by_count(near);
        // An edge that every tour takes is in no clause.
        let forced = vertices.iter().filter_map(|vertex| self.forced.get(vertex));
        let forced = forced.flatten().unique().take(FORCED);
        let edges = edges.into_iter().unique().take(EDGES);
        let ways = by_count(sides).into_iter().take(EDGES);
        Goal {
            ways: ways.map(|side| self.moves.lits(side)).collect(),
            edges: edges.map(|ways: &[Lit; 2]| ways.to_vec()).collect(),
            forced: forced.map(|ways| ways.to_vec()).collect(),
            orders,
            vertices,
            lits,
        }
    }
}

/// Returns true if every tour has values of the auxiliary variables that satisfy the clauses.
///
/// Fails once the time is over, or if the solver fails.
pub fn prove(question: Question) -> Result<bool, Unproved> {
    let Question {
        problem,
        style,
        stop,
        clauses,
        definition,
        formula,
        is_either,
        ..
    } = question;
    let lowered = Lowered::reasoned(problem);
    let cycle = lowered.circuit();
    let len = u64::from(cycle.len());
    let size = len * (4 * cycle.possible_arcs().len() as u64 + 6 * len + len * len / 2);
    let is_defined =
        style != FactStyle::Positions && Definition::new(problem, style, None).lacks().is_none();
    if !is_defined || len < 3 || size > MOST {
        return Ok(false);
    }
    let auxiliary = question
        .auxiliary
        .iter()
        .copied()
        .sorted_unstable()
        .collect_vec();
    let (samples, decision) = samples(cycle, style, formula, question.tours, &auxiliary);
    if samples.is_empty() {
        return Ok(false);
    }
    let mut theory = definition.part(|_| true)?;
    let moves = CycleMoves::new(cycle, style, definition, &mut theory);
    let mut guesses = Guesses {
        cycle,
        moves: &moves,
        style,
        auxiliary,
        samples,
        by_moves: HashMap::new(),
        long: HashMap::new(),
        root: 0,
        order: None,
    };
    guesses.find_by_moves(formula, stop)?;
    let with = clauses.iter().filter(|clause| {
        let mut vars = clause.iter().map(|lit| lit.var());
        vars.any(|var| Some(var) == decision)
    });
    let near = with.flatten().filter_map(|lit| moves.ends_of(*lit));
    let near = by_count(near.flatten().copied());
    guesses.choose_root(&near, stop)?;
    let mut extension = Extension::new(theory, cycle.len(), &moves, guesses.root);
    // Places are steps if they count from the vertex of long edges.
    if !cycle.is_local(guesses.root) {
        extension.colour(problem);
    }
    let is_directed = is_either || style == FactStyle::Edges;
    if is_directed {
        extension.direct(&guesses, formula);
    }
    extension.prune(stop)?;
    let mut witnesses = guesses.witnesses(clauses, stop)?;
    let is_possible = |vertex, place| extension.is_possible(vertex, place);
    guesses.complete(&mut witnesses, formula, is_possible, stop)?;
    let Guesses {
        auxiliary, samples, ..
    } = guesses;
    let variables = auxiliary.into_iter().zip(witnesses);
    let defined = variables
        .clone()
        .filter_map(|(var, found)| Some((var, found?)));
    let defined: HashMap<Var, Witness> = defined.collect();
    let rest = variables.filter(|(var, _)| !defined.contains_key(var));
    let rest: HashSet<Var> = rest.map(|(var, _)| var).collect();
    let has_rest = |clause: &&Vec<Lit>| clause.iter().any(|lit| rest.contains(&lit.var()));
    let (ruled, mut open): (Vec<_>, Vec<_>) = clauses
        .iter()
        .cloned()
        .partition(|clause| has_rest(&clause));
    let ruling: HashSet<Var> = ruled.iter().flatten().map(|lit| lit.var()).collect();
    for (var, witness) in defined.iter().sorted_unstable_by_key(|(var, _)| **var) {
        // Goals have bounds instead.
        if ruling.contains(var) || !matches!(witness, Witness::Before(_)) {
            extension.define(var.pos(), witness);
        }
    }
    let (rules, others) = Rules::new(&mut extension.theory, ruled, rest);
    open.extend(others);
    let goals = Goals {
        defined,
        forced: extension.forced(&moves),
        moves: &moves,
    };
    let goals = open.iter().map(|clause| goals.goal(clause)).collect();
    // Whatever the extension assumes, it must not exclude a tour.
    Ok(extension.admits(&samples, is_directed) && extension.prove(&rules, goals)?)
}

/// Returns the samples of these tours, with the values of variables that propagation finds, and the
/// variable that is their direction.
fn samples(
    cycle: &Circuit,
    style: FactStyle,
    formula: &mut Theory,
    tours: Vec<(Vec<u32>, Vec<Lit>)>,
    auxiliary: &[Var],
) -> (Vec<Sample>, Option<Var>) {
    let (mut samples, mut decision) = (Vec::new(), None);
    for (steps, mut assumed) in tours {
        if samples.is_empty() && style == FactStyle::Edges {
            decision = direction(cycle, formula, &assumed, auxiliary);
        }
        assumed.extend(decision.map(|decision| !decision));
        formula.propagates(&assumed);
        let values = auxiliary.iter().map(|var| formula.value(var.pos()));
        samples.push(Sample {
            values: values.collect(),
            places: vec![0; cycle.len() as usize],
            steps: cycle.trace(&steps),
        });
    }
    (samples, decision.map(|decision| decision.var()))
}

/// Returns the literal of an auxiliary variable that most others depend on after these assumptions,
/// if more of them do than there are vertices.
fn direction(
    cycle: &Circuit,
    formula: &mut Theory,
    assumed: &[Lit],
    auxiliary: &[Var],
) -> Option<Lit> {
    let mut known = |lits: &[Lit]| {
        let is_refuted = formula.propagates(lits);
        let known = auxiliary
            .iter()
            .filter(|var| formula.value(var.pos()).is_some());
        if is_refuted { 0 } else { known.count() }
    };
    let before = known(assumed);
    let open = auxiliary.iter().map(|var| var.pos());
    let step = auxiliary.len() / DECISIONS + 1;
    let best = open.step_by(step).map(|lit| {
        let [one, other] = [lit, !lit].map(|lit| known(&[assumed, &[lit]].concat()));
        (one.min(other), lit)
    });
    let (most, lit) = best.max()?;
    (most > before + cycle.len() as usize).then_some(lit)
}

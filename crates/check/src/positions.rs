//! Auxiliary variables with the values that the order of a tour determines.
//!
//! *Complete* asks for values of the auxiliary variables, for each tour. The order of a tour
//! [extends](super::extension) its definition: P\[v\]\[k\], vertex v is at position k;
//! L\[v\]\[k\], it is there or earlier; b\[u\]\[v\], vertex u is before v. A closed tour begins
//! at some vertex, the root. An open one is a cycle of the [augmented graph], and the apex is the
//! root. Each tour has such values, and so the extension is conservative: it entails no new clause
//! over the facts.
//!
//! Where only one of a tour and its reverse must be a model, the extension *prefers* one. For each
//! two ends it excludes one order of them, so of every tour and its reverse one remains. Tours over
//! edges get a direction in the same way.
//!
//! Each auxiliary variable then gets a *witness*, its definition. It is true with some moves at a
//! vertex, at some positions of a vertex, or if one vertex is before another. Definitions of new
//! variables over old ones are conservative, too (Suppes, Introduction to logic, 1957, chapter 8).
//! Variables without a witness have the least model of their [`Rules`]. If all this entails each
//! clause of the formula, every tour extends to a model.
//!
//! Witnesses are [guesses](super::witness). A wrong guess proves nothing, as every clause is proved:
//! by propagation for each move at one vertex, or for each position of one.
//!
//! [augmented graph]: crate::tour::AugmentedGraph

use super::case::Case;
use super::cycle_moves::CycleMoves;
use super::extension::Extension;
use super::guide::Guide;
use super::least::Rules;
use super::theory::{Answer, LITTLE, Theory, Unproved, negated};
use super::witness::{Guesses, Sample, Witness};
use crate::prelude::*;
use crate::tour::AugmentedGraph;
use crate::tour::reduction::Reduction;
use crate::tour::succession::Succession;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

/// The most clauses of the extension.
const MOST: u64 = 1 << 22;
/// The most tours from which witnesses are guessed, and the most literals of formulas for them.
const SAMPLES: usize = 512;
const SAMPLED: usize = 1 << 26;
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

impl<'i> Case<'i> {
    /// Returns true if every tour has values of the auxiliary variables that satisfy the clauses.
    /// If it `is_either`, so has one of every tour and its reverse. `formula` has the values for a
    /// tour.
    pub fn prove_by_positions(
        &self,
        guide: &mut Guide<'i>,
        formula: &mut Theory,
        clauses: &[Vec<Lit>],
        auxiliary: &HashSet<Var>,
        is_either: bool,
    ) -> Result<bool, Unproved> {
        let (problem, style) = (self.problem, self.meaning.style());
        let stop = &self.options.limits.stop;
        let cycle = AugmentedGraph::new(problem);
        let len = u64::from(cycle.len());
        let size = len * (4 * cycle.arcs().len() as u64 + 6 * len + len * len / 2);
        let is_defined = style != FactStyle::Positions && guide.definition.lacks().is_none();
        if !is_defined || len < 3 || size > MOST {
            return Ok(false);
        }
        let auxiliary = auxiliary.iter().copied().sorted_unstable().collect_vec();
        let (samples, decision) = self.samples(&cycle, formula, &auxiliary)?;
        if samples.is_empty() {
            return Ok(false);
        }
        let mut theory = guide.theory.part(|_| true)?;
        let moves = CycleMoves::new(&cycle, style, &guide.theory, &mut theory);
        let mut guesses = Guesses {
            cycle: &cycle,
            moves: &moves,
            style,
            auxiliary,
            samples,
            by_moves: HashMap::new(),
            to_apex: HashMap::new(),
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
        if !Succession::of(problem).is_cyclic() {
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

    /// Returns tours, with the values of these variables that propagation finds. Fails with one
    /// that propagation refutes.
    fn samples(
        &self,
        cycle: &AugmentedGraph,
        formula: &mut Theory,
        auxiliary: &[Var],
    ) -> Result<(Vec<Sample>, Option<Var>), Unproved> {
        let (problem, place, meaning) = (self.problem, self.place, &self.meaning);
        let tries = SAMPLED / formula.cnf.size().literals.max(1) as usize;
        let tries = tries.min(SAMPLES);
        let expected = &self.expected;
        let mut tours = expected.sample(problem, place, meaning, tries / 2);
        let missing = tries - tours.len();
        tours.extend(expected.further(problem, meaning, missing));
        let (mut samples, mut decision) = (Vec::new(), None);
        for steps in tours {
            self.options.limits.stop.check()?;
            let assumed = self.assumptions(&steps);
            let Some(mut assumed) = assumed.ok().filter(|lits| !formula.propagates(lits)) else {
                if meaning.is_one_direction {
                    continue;
                }
                return Err(Unproved::Tour(steps));
            };
            if samples.is_empty() && meaning.style() == FactStyle::Edges {
                decision = direction(cycle, formula, &assumed, auxiliary);
            }
            if let Some(decision) = decision {
                assumed.push(!decision);
                formula.propagates(&assumed);
            }
            let values = auxiliary.iter().map(|var| formula.value(var.pos()));
            samples.push(Sample {
                values: values.collect(),
                places: vec![0; cycle.len() as usize],
                steps: cycle.trace(&steps).concat(),
            });
        }
        Ok((samples, decision.map(|decision| decision.var())))
    }
}

/// Returns the literal of an auxiliary variable that most others depend on after these assumptions,
/// if more of them do than there are vertices.
fn direction(
    cycle: &AugmentedGraph,
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

#[cfg(test)]
mod tests {
    use super::super::collect::Collected;
    use super::super::depth::depth;
    use super::super::description::Symbols;
    use super::super::tours::Tours;
    use super::super::{Options, Subject};
    use super::*;
    use crate::encoding::{Formula, Name};

    const NAMES: [Name; 6] = [
        Name::Crt,
        Name::Adder,
        Name::Order,
        Name::Lfsr,
        Name::Distance,
        Name::Elimination,
    ];

    /// Calls `examine` with an encoding as a case, of whose tours only a sample is known.
    fn inspected(board: &str, kind: Kind, name: Name, examine: impl FnOnce(&mut Case)) {
        let place = super::super::place(board);
        let problem = place.problem(kind, None, None).unwrap();
        let subject = Formula::new(&problem, name.style()).unwrap();
        let mut formula = Collected::default();
        let options = Options {
            most: 1,
            ..Options::default()
        };
        let meaning = Subject::encode(&subject, &mut formula).settled(&problem);
        let mut case = Case {
            place: &place,
            problem: &problem,
            subject: &subject,
            options: &options,
            symbols: Symbols::new(&meaning, &place),
            expected: Tours::new(&problem, &meaning, &options),
            formula,
            meaning,
        };
        let (mut guide, _) = case.guide().unwrap();
        case.expected
            .cover(&mut guide, &place, &case.meaning, &options)
            .unwrap();
        assert!(!case.expected.is_whole());
        examine(&mut case);
    }

    /// Returns the clauses with auxiliary variables, and these variables.
    fn auxiliary(case: &Case) -> (Vec<Vec<Lit>>, HashSet<Var>) {
        let meant = case.meaning.projection();
        let meant: HashSet<Var> = meant.into_iter().map(|lit| lit.var()).collect();
        let is_auxiliary = |lit: &&Lit| !meant.contains(&lit.var());
        let clauses = case.formula.cnf.clauses();
        let clauses = clauses.filter(|clause| clause.iter().any(|lit| is_auxiliary(&lit)));
        let clauses = clauses.map(<[Lit]>::to_vec).collect_vec();
        let vars = clauses.iter().flatten().filter(is_auxiliary);
        let vars = vars.map(|lit| lit.var()).collect();
        (clauses, vars)
    }

    /// Returns true if positions prove the clauses with auxiliary variables.
    fn is_proved(case: &Case) -> bool {
        let (mut clauses, vars) = auxiliary(case);
        let (mut guide, due) = case.guide().unwrap();
        let (mut formula, _) = case.theory().unwrap();
        let is_either = case.meaning.is_one_direction;
        if is_either {
            assert!(case.is_reversible(&mut guide));
            clauses = case.formula.cnf.clauses().map(<[Lit]>::to_vec).collect();
            clauses.extend(due);
        }
        let proved = case.prove_by_positions(&mut guide, &mut formula, &clauses, &vars, is_either);
        proved.unwrap()
    }

    /// In a mutant, a literal has another sign, or a clause excludes two moves together with a
    /// value that one tour has. Mutants that exclude a tour are not proved.
    #[test]
    fn no_faulty_encoding_is_proved() {
        let kinds = [Kind::Closed, Kind::Open];
        let cases = NAMES.into_iter().cartesian_product(kinds);
        for (name, kind) in cases.take(depth(12, 6)) {
            inspected("6x6", kind, name, |case| {
                assert!(is_proved(case), "{name} {kind:?}");
                let clauses = case.formula.cnf.clauses();
                let clauses = clauses.map(<[Lit]>::to_vec).collect_vec();
                let (ruled, vars) = auxiliary(case);
                let tours = case
                    .expected
                    .sample(case.problem, case.place, &case.meaning, 100);
                let (mut theory, _) = case.theory().unwrap();
                let mut assumed = tours.iter().map(|steps| case.assumptions(steps).unwrap());
                let tour = assumed.find(|tour| !theory.propagates(tour)).unwrap();
                let forced = ruled.iter().flatten();
                let mut forced = forced.filter(|lit| vars.contains(&lit.var()));
                let forced = forced
                    .find(|&&lit| theory.value(lit) == Some(true))
                    .unwrap();
                let taken = tour.iter().filter(|lit| lit.is_positive());
                let excluded = taken.take(2).chain([forced]).map(|&lit| !lit);
                let mut mutants = vec![[&clauses[..], &[excluded.collect_vec()]].concat()];
                for at in (0..ruled.len()).step_by(ruled.len() / depth(10, 3) + 1) {
                    let mut mutant = clauses.clone();
                    let lits = mutant.iter_mut().find(|lits| **lits == ruled[at]).unwrap();
                    let last = lits.len() - 1;
                    lits[last] = !lits[last];
                    mutants.push(mutant);
                }
                let mut excluding = 0;
                for mutant in mutants {
                    let mut cnf = Cnf::default();
                    let _: Vars = cnf.new_vars(case.formula.cnf.variables());
                    mutant.iter().for_each(|lits| cnf.clause(lits));
                    case.formula.cnf = cnf;
                    let (mut theory, _) = case.theory().unwrap();
                    let mut is_excluded = |steps: &Vec<u32>| {
                        let back = case.meaning.reversed(case.problem, steps);
                        let back = case.meaning.is_one_direction.then_some(back);
                        [steps].into_iter().chain(&back).all(|steps| {
                            let assumed = case.assumptions(steps).unwrap();
                            matches!(theory.extend(&assumed, LITTLE), Ok(Answer::Refuted))
                        })
                    };
                    if tours.iter().any(&mut is_excluded) {
                        excluding += 1;
                        assert!(!is_proved(case), "{name} {kind:?}");
                    }
                }
                assert!(excluding > 0, "{name} {kind:?}");
            });
        }
    }
}

//! Auxiliary variables with the values that the order of a closed tour determines.
//!
//! *Complete* asks for values of the auxiliary variables, for each tour. This module *extends* the
//! definition of a tour by its order: P\[v\]\[k\], vertex v is at position k; L\[v\]\[k\], it is
//! there or earlier; b\[u\]\[v\], vertex u is before v. The tour begins at some vertex, the root,
//! and tours over edges get a direction. Each tour has such values, and so the extension is
//! conservative: it entails no new clause over the facts.
//!
//! Each auxiliary variable then gets a *witness*, its definition. It is true at some positions of a
//! vertex, or if one vertex is before another. Definitions of new variables over old ones are
//! conservative, too (Suppes, Introduction to logic, 1957, chapter 8). Variables without a witness
//! have the least model of their [`Rules`]. If all this entails each clause of the formula, every
//! tour extends to a model.
//!
//! Witnesses are [guesses](super::witness) from tours. A wrong guess proves nothing, as every clause
//! is proved: by propagation for each position of one vertex.

use super::case::Case;
use super::guide::Guide;
use super::least::Rules;
use super::theory::{Answer, LITTLE, Theory, Unproved, negated};
use super::witness::{Guesses, Sample, Witness};
use crate::prelude::*;
use crate::tour::rule::Atom;
use crate::tour::succession::Succession;
use std::collections::{BTreeMap, HashMap, HashSet};

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
/// The most clauses that the solver decides.
const LEFT: usize = 64;

/// The definition of a tour, and its order.
struct Extension {
    theory: Theory,
    /// By vertex and position: the vertex is there, and it is there or earlier.
    at: Vec<Vec<Lit>>,
    until: Vec<Vec<Lit>>,
    arcs: HashMap<[u32; 2], Lit>,
    before: HashMap<[u32; 2], Lit>,
    root: u32,
}

impl Extension {
    fn new(
        mut theory: Theory,
        problem: &Problem,
        arcs: HashMap<[u32; 2], Lit>,
        root: u32,
    ) -> Extension {
        let (graph, len) = (problem.graph(), problem.graph().len());
        let mut row = |_| theory.new_vars(len).iter().map(Var::pos).collect_vec();
        let at = (0..len).map(&mut row).collect_vec();
        let until = (0..len).map(row).collect_vec();
        let last = len as usize - 1;
        for vertex in 0..len {
            let (at, until) = (&at[vertex as usize], &until[vertex as usize]);
            theory.clause(&[until[last]]);
            theory.clause(&[!at[0], until[0]]);
            theory.clause(&[at[0], !until[0]]);
            for place in 1..=last {
                let [early, late] = [until[place - 1], until[place]];
                theory.clause(&[!early, late]);
                theory.clause(&[!at[place], late]);
                theory.clause(&[!at[place], !early]);
                theory.clause(&[at[place], early, !late]);
            }
        }
        for (&[from, to], &arc) in arcs.iter().sorted_unstable() {
            let [here, there] = [from, to].map(|vertex| &at[vertex as usize]);
            if to == root {
                theory.clause(&[!arc, here[last]]);
                continue;
            }
            theory.clause(&[!arc, !here[last]]);
            theory.clause(&[!arc, !there[0]]);
            for place in 0..last {
                theory.clause(&[!arc, !here[place], there[place + 1]]);
                theory.clause(&[!arc, here[place], !there[place + 1]]);
            }
        }
        for vertex in 0..len {
            let here = &at[vertex as usize];
            let from = graph
                .predecessors(vertex)
                .iter()
                .map(|&from| [from, vertex]);
            let to = graph.successors(vertex).iter().map(|&to| [vertex, to]);
            let from = from.filter(|arc| arcs.contains_key(arc)).collect_vec();
            let to = to.filter(|arc| arcs.contains_key(arc)).collect_vec();
            for ways in [&from, &to] {
                theory.clause(&ways.iter().map(|arc| arcs[arc]).collect_vec());
            }
            for place in 1..=last {
                let before = from.iter().map(|&[from, _]| at[from as usize][place - 1]);
                theory.clause(&before.chain([!here[place]]).collect_vec());
                let after = to.iter().map(|&[_, to]| at[to as usize][place]);
                theory.clause(&after.chain([!here[place - 1]]).collect_vec());
            }
            theory.clause(&[if vertex == root { here[0] } else { !here[0] }]);
        }
        for place in 0..=last {
            let here = at.iter().map(|places| places[place]).collect_vec();
            theory.clause(&here);
            for [one, other] in here.into_iter().array_combinations() {
                theory.clause(&[!one, !other]);
            }
        }
        let before = HashMap::new();
        Extension {
            theory,
            at,
            until,
            arcs,
            before,
            root,
        }
    }

    /// Gives a tour over edges a direction: of the neighbours of the root, the one with the smaller
    /// number comes first.
    fn orient(&mut self) {
        for [low, high] in (0..self.at.len() as u32).array_combinations() {
            let arcs = [[self.root, high], [low, self.root]];
            if let [Some(&first), Some(&last)] = arcs.map(|arc| self.arcs.get(&arc)) {
                self.theory.clause(&[!first, !last]);
            }
        }
    }

    /// Excludes the positions of vertices that propagation refutes.
    fn prune(&mut self, stop: &Stop) -> Result<(), Stopped> {
        for lit in self.at.iter().flatten().copied().collect_vec() {
            stop.check()?;
            if self.theory.propagates(&[lit]) {
                self.theory.clause(&[!lit]);
            }
        }
        self.theory.propagates(&[]);
        Ok(())
    }

    /// Returns false if a vertex is excluded from a position.
    fn is_possible(&self, vertex: u32, place: usize) -> bool {
        self.theory.value(self.at[vertex as usize][place]) != Some(false)
    }

    /// Returns the literal that one vertex is before another.
    fn before(&mut self, [u, v]: [u32; 2]) -> Lit {
        if u > v {
            return !self.before([v, u]);
        }
        if let Some(&before) = self.before.get(&[u, v]) {
            return before;
        }
        let before = self.theory.new_var().pos();
        self.before.insert([u, v], before);
        for (is_first, [early, late]) in [(before, [u, v]), (!before, [v, u])] {
            let [early, late] = [early, late].map(|vertex| self.until[vertex as usize].clone());
            for (place, &late) in late.iter().enumerate() {
                let earlier = place.checked_sub(1).map(|place| early[place]);
                let lits = [!is_first, !late].into_iter().chain(earlier);
                self.theory.clause(&lits.collect_vec());
            }
        }
        before
    }

    /// Adds the definition of an auxiliary variable.
    fn define(&mut self, lit: Lit, witness: &Witness) {
        match witness {
            Witness::At(vertex, values) => {
                for (place, value) in values.iter().enumerate() {
                    let value = if value.unwrap_or(false) { lit } else { !lit };
                    self.theory
                        .clause(&[!self.at[*vertex as usize][place], value]);
                }
            }
            &Witness::Before(pair) => {
                let before = self.before(pair);
                self.theory.clause(&[!before, lit]);
                self.theory.clause(&[before, !lit]);
            }
        }
    }

    /// Returns true if propagation refutes these literals, with each choice of demands and each
    /// direction of these edges.
    fn refutes(&mut self, rules: &Rules, lits: &[Lit], edges: &[[Lit; 2]]) -> bool {
        if self.theory.propagates(lits) {
            return true;
        }
        match edges {
            [ways, edges @ ..] => ways
                .iter()
                .all(|&way| self.refutes(rules, &[lits, &[way]].concat(), edges)),
            [] => !rules.is_empty() && rules.refute(&mut self.theory, lits, CHOICES),
        }
    }

    /// Returns the goals, negated clauses, that some position of the vertex does not refute.
    fn split(&mut self, rules: &Rules, vertex: u32, goals: Vec<Goal>) -> Vec<Goal> {
        let (mut open, mut left) = (goals, Vec::new());
        for here in self.at[vertex as usize].clone() {
            if self.theory.is_over() || self.theory.propagates(&[here]) {
                continue;
            }
            for goal in std::mem::take(&mut open) {
                let lits = [&[here], &goal.lits[..]].concat();
                if self.refutes(rules, &lits, &goal.edges) {
                    open.push(goal);
                } else {
                    left.push(goal);
                }
            }
        }
        if self.theory.is_over() {
            left.extend(open);
        }
        left
    }

    /// Returns true if each of these goals is refuted.
    fn prove(&mut self, rules: &Rules, mut goals: Vec<Goal>) -> Result<bool, Unproved> {
        goals.retain(|goal| !self.refutes(rules, &goal.lits, &[]));
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
    /// The vertices whose positions are tried, in turn.
    vertices: Vec<u32>,
    /// Both directions of the edges.
    edges: Vec<[Lit; 2]>,
}

/// The literals of moves.
struct Moves {
    /// By arc. An arc over edges is a new variable.
    arcs: HashMap<[u32; 2], Lit>,
    /// The ends by fact: an arc or an edge.
    ends: HashMap<Lit, [u32; 2]>,
    /// Both directions of edges.
    ways: HashMap<Lit, [Lit; 2]>,
}

impl Moves {
    /// Adds arcs to a theory over edges.
    fn new(case: &Case, facts: &Theory, theory: &mut Theory) -> Moves {
        let graph = case.problem.graph();
        let lit = |fact| facts.term(Atom::Fact(fact)).lit();
        if case.meaning.style() == FactStyle::Arcs {
            let arcs = graph.arcs();
            let arcs = arcs.map(|[from, to]| ([from, to], lit(Fact::Arc { from, to })));
            let arcs: HashMap<[u32; 2], Lit> =
                arcs.filter_map(|(arc, lit)| Some((arc, lit?))).collect();
            return Moves {
                ends: arcs.iter().map(|(&arc, &lit)| (lit, arc)).collect(),
                arcs,
                ways: HashMap::new(),
            };
        }
        let (mut arcs, mut ends, mut ways) = (HashMap::new(), HashMap::new(), HashMap::new());
        for [a, b] in graph.edges() {
            let Some(edge) = lit(Fact::edge(a, b)) else {
                continue;
            };
            let [way, back] = [[a, b], [b, a]].map(|arc| {
                let lit = theory.new_var().pos();
                arcs.insert(arc, lit);
                lit
            });
            theory.clause(&[!edge, way, back]);
            theory.clause(&[!way, edge]);
            theory.clause(&[!back, edge]);
            theory.clause(&[!way, !back]);
            ends.insert(edge, [a, b]);
            ways.insert(edge, [way, back]);
        }
        for (side, vertex) in [0, 1].into_iter().cartesian_product(0..graph.len()) {
            let here = arcs.iter().filter(|(arc, _)| arc[side] == vertex);
            for [one, other] in here
                .map(|(_, &lit)| lit)
                .sorted_unstable()
                .array_combinations()
            {
                theory.clause(&[!one, !other]);
            }
        }
        Moves { arcs, ends, ways }
    }
}

/// The clauses of the formula as goals.
struct Goals<'m> {
    defined: HashMap<Var, Witness>,
    ends: &'m HashMap<Lit, [u32; 2]>,
    ways: &'m HashMap<Lit, [Lit; 2]>,
    /// Both directions of the edges at a vertex that every tour takes.
    forced: HashMap<u32, Vec<[Lit; 2]>>,
}

impl Goals<'_> {
    fn goal(&self, clause: &[Lit]) -> Goal {
        let lits = negated(clause);
        let near = lits
            .iter()
            .flat_map(|lit| match self.defined.get(&lit.var()) {
                Some(Witness::At(vertex, _)) => vec![*vertex],
                Some(Witness::Before(pair)) => pair.to_vec(),
                None => self.ends.get(lit).map_or(Vec::new(), |pair| pair.to_vec()),
            });
        let counts = near.counts().into_iter();
        let counts = counts.sorted_by_key(|&(vertex, count)| (usize::MAX - count, vertex));
        let vertices = counts.map(|(vertex, _)| vertex).collect_vec();
        // An edge that every tour takes is in no clause.
        let forced = vertices.iter().filter_map(|vertex| self.forced.get(vertex));
        let edges = lits.iter().filter_map(|lit| self.ways.get(lit)).take(EDGES);
        let edges = edges.chain(forced.flatten().take(FORCED));
        Goal {
            edges: edges.copied().unique().collect(),
            lits,
            vertices,
        }
    }
}

impl<'i> Case<'i> {
    /// Returns true if every closed tour has values of the auxiliary variables that satisfy the
    /// clauses. `formula` has the values for a tour.
    pub fn prove_by_positions(
        &self,
        guide: &mut Guide<'i>,
        formula: &mut Theory,
        clauses: &[Vec<Lit>],
        auxiliary: &HashSet<Var>,
    ) -> Result<bool, Unproved> {
        let (problem, style) = (self.problem, self.meaning.style());
        let stop = &self.options.limits.stop;
        let (graph, len) = (problem.graph(), u64::from(problem.graph().len()));
        let size = len * (4 * graph.arcs().count() as u64 + 6 * len + len * len / 2);
        let is_open = !Succession::of(problem).is_cyclic();
        if is_open || style == FactStyle::Positions || len < 3 || size > MOST {
            return Ok(false);
        }
        let auxiliary = auxiliary.iter().copied().sorted_unstable().collect_vec();
        let samples = self.samples(formula, &auxiliary)?;
        if samples.is_empty() {
            return Ok(false);
        }
        let mut guesses = Guesses {
            problem,
            style,
            auxiliary,
            samples,
            root: 0,
        };
        guesses.choose_root(stop)?;
        let mut theory = guide.theory.part(|_| true)?;
        let Moves { arcs, ends, ways } = Moves::new(self, &guide.theory, &mut theory);
        let mut extension = Extension::new(theory, problem, arcs, guesses.root);
        if style == FactStyle::Edges {
            extension.orient();
        }
        extension.prune(stop)?;
        let mut witnesses = guesses.witnesses(clauses, &ends, stop)?;
        let is_possible = |vertex, place| extension.is_possible(vertex, place);
        guesses.complete(&mut witnesses, formula, is_possible, stop)?;
        let variables = guesses.auxiliary.into_iter().zip(witnesses);
        let defined = variables
            .clone()
            .filter_map(|(var, found)| Some((var, found?)));
        let defined: HashMap<Var, Witness> = defined.collect();
        let rest = variables.filter(|(var, _)| !defined.contains_key(var));
        let rest: HashSet<Var> = rest.map(|(var, _)| var).collect();
        for (var, witness) in defined.iter().sorted_unstable_by_key(|(var, _)| **var) {
            extension.define(var.pos(), witness);
        }
        let has_rest = |clause: &&Vec<Lit>| clause.iter().any(|lit| rest.contains(&lit.var()));
        let (ruled, mut open): (Vec<_>, Vec<_>) = clauses
            .iter()
            .cloned()
            .partition(|clause| has_rest(&clause));
        let (rules, others) = Rules::new(&mut extension.theory, ruled, rest);
        open.extend(others);
        let mut forced: HashMap<u32, Vec<[Lit; 2]>> = HashMap::new();
        for (edge, ends) in ends.iter().sorted_unstable() {
            if extension.theory.value(*edge) == Some(true)
                && let Some(&ways) = ways.get(edge)
            {
                let mut add = |&vertex: &u32| forced.entry(vertex).or_default().push(ways);
                ends.iter().for_each(&mut add);
            }
        }
        let goals = Goals {
            defined,
            ends: &ends,
            ways: &ways,
            forced,
        };
        let goals = open.iter().map(|clause| goals.goal(clause)).collect();
        extension.prove(&rules, goals)
    }

    /// Returns tours, with the values of these variables that propagation finds.
    fn samples(&self, formula: &mut Theory, auxiliary: &[Var]) -> Result<Vec<Sample>, Stopped> {
        let (problem, place, meaning) = (self.problem, self.place, &self.meaning);
        let tries = SAMPLED / formula.cnf.size().literals.max(1) as usize;
        let tries = tries.min(SAMPLES);
        let expected = &self.expected;
        let mut tours = expected.sample(problem, place, meaning, tries);
        let missing = tries - tours.len();
        tours.extend(expected.further(problem, place, meaning, self.options, missing));
        let mut samples = Vec::new();
        for steps in tours {
            self.options.limits.stop.check()?;
            if let Ok(assumed) = self.assumptions(&steps)
                && !formula.propagates(&assumed)
            {
                let values = auxiliary.iter().map(|var| formula.value(var.pos()));
                samples.push(Sample {
                    values: values.collect(),
                    places: vec![0; steps.len()],
                    steps,
                });
            }
        }
        Ok(samples)
    }
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
        let (clauses, vars) = auxiliary(case);
        let (mut guide, _) = case.guide().unwrap();
        let (mut formula, _) = case.theory().unwrap();
        let proved = case.prove_by_positions(&mut guide, &mut formula, &clauses, &vars);
        proved.unwrap()
    }

    #[test]
    fn positions_prove_encodings_on_moves() {
        let mut open = Vec::new();
        for name in NAMES {
            inspected("6x6", Kind::Closed, name, |case| {
                if !is_proved(case) {
                    open.push(name);
                }
            });
        }
        assert_eq!(open, []);
    }

    /// In a mutant, a literal has another sign, or a clause excludes two moves together with a
    /// value that one tour has. Mutants that exclude a tour are not proved.
    #[test]
    fn no_faulty_encoding_is_proved() {
        for name in NAMES.into_iter().take(depth(6, 3)) {
            inspected("6x6", Kind::Closed, name, |case| {
                let clauses = case
                    .formula
                    .cnf
                    .clauses()
                    .map(<[Lit]>::to_vec)
                    .collect_vec();
                let (ruled, vars) = auxiliary(case);
                let tours = case
                    .expected
                    .sample(case.problem, case.place, &case.meaning, 100);
                let (mut theory, _) = case.theory().unwrap();
                let tour = case.assumptions(&tours[0]).unwrap();
                assert!(!theory.propagates(&tour));
                let forced = ruled.iter().flatten();
                let mut forced = forced.filter(|lit| vars.contains(&lit.var()));
                let forced = forced
                    .find(|&&lit| theory.value(lit) == Some(true))
                    .unwrap();
                let taken = tour.iter().filter(|lit| lit.is_positive());
                let excluded = taken.take(2).chain([forced]).map(|&lit| !lit);
                let mut mutants = vec![[&clauses[..], &[excluded.collect_vec()]].concat()];
                for at in (0..ruled.len()).step_by(ruled.len() / depth(20, 4) + 1) {
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
                        let assumed = case.assumptions(steps).unwrap();
                        matches!(theory.extend(&assumed, LITTLE), Ok(Answer::Refuted))
                    };
                    if tours.iter().any(&mut is_excluded) {
                        excluding += 1;
                        assert!(!is_proved(case), "{name}");
                    }
                }
                assert!(excluding > 0, "{name}");
            });
        }
    }
}

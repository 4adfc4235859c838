//! Auxiliary variables with the values that the order of a tour determines.
//!
//! *Complete* asks for values of the auxiliary variables, for each tour. This module *extends* the
//! definition of a tour by its order: P\[v\]\[k\], vertex v is at position k; L\[v\]\[k\], it is
//! there or earlier; b\[u\]\[v\], vertex u is before v. A closed tour begins at some vertex, the
//! root, and tours over edges get a direction. Each tour has such values, and so the extension is
//! conservative: it entails no new clause over the facts.
//!
//! Each auxiliary variable then gets a *witness*, its definition. It is true at some positions of a
//! vertex, if one of some vertices is at an end of an open tour, or if one vertex is before
//! another. Definitions of new variables over old ones are conservative, too (Suppes,
//! Introduction to logic, 1957, chapter 8). Variables without a witness have the least model of
//! their [`Rules`]. If all this entails each clause of the formula, every tour extends to a model.
//!
//! Witnesses are [guesses](super::witness) from tours. A wrong guess proves nothing, as every clause
//! is proved: by propagation for each position of one vertex.

use super::case::Case;
use super::guide::Guide;
use super::least::Rules;
use super::theory::{Answer, LITTLE, Theory, Unproved, negated};
use super::witness::{End, Guesses, Sample, Witness};
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
/// The cube of the number of vertices up to which all have different positions from the start.
const SMALL: u64 = 1 << 20;
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
    root: Option<u32>,
}

impl Extension {
    fn new(
        mut theory: Theory,
        problem: &Problem,
        arcs: HashMap<[u32; 2], Lit>,
        root: Option<u32>,
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
            if Some(to) == root {
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
            // The first vertex of an open tour has no move into it, and the last none out of it.
            let [first, end] = match root {
                None => [Some(here[0]), Some(here[last])],
                Some(_) => [None, None],
            };
            for (ways, end) in [(&from, first), (&to, end)] {
                theory.clause(&ways.iter().map(|arc| arcs[arc]).chain(end).collect_vec());
            }
            for place in 1..=last {
                let before = from.iter().map(|&[from, _]| at[from as usize][place - 1]);
                theory.clause(&before.chain([!here[place]]).collect_vec());
                let after = to.iter().map(|&[_, to]| at[to as usize][place]);
                theory.clause(&after.chain([!here[place - 1]]).collect_vec());
            }
            if let Some(root) = root {
                theory.clause(&[if vertex == root { here[0] } else { !here[0] }]);
            }
        }
        for place in 0..=last {
            theory.clause(&at.iter().map(|places| places[place]).collect_vec());
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

    /// Gives the tour a direction. The numbers of its ends ascend or descend; in a closed tour,
    /// those of the neighbours of the root.
    fn orient(&mut self, is_ascending: bool) {
        let len = self.at.len() as u32;
        for [low, high] in (0..len).array_combinations() {
            let [first, last] = if is_ascending {
                [high, low]
            } else {
                [low, high]
            };
            let excluded = match self.root {
                None => {
                    let [first, last] = [first, last].map(|vertex| &self.at[vertex as usize]);
                    Some([first[0], last[last.len() - 1]])
                }
                Some(root) => {
                    let arcs = [[root, first], [last, root]];
                    let [Some(&first), Some(&last)] = arcs.map(|arc| self.arcs.get(&arc)) else {
                        continue;
                    };
                    Some([first, last])
                }
            };
            excluded
                .iter()
                .for_each(|lits| self.theory.clause(&negated(lits)));
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

    /// Adds that two vertices have different positions.
    fn separate(&mut self, [u, v]: [u32; 2]) {
        for place in 0..self.at.len() {
            let [u, v] = [u, v].map(|vertex| self.at[vertex as usize][place]);
            self.theory.clause(&[!u, !v]);
        }
    }

    /// Adds that two vertices are not at the same end.
    fn separate_ends(&mut self) {
        let len = self.at.len();
        for place in End::BOTH.map(|end| end.place(len)) {
            for [u, v] in (0..len).array_combinations() {
                let [u, v] = [u, v].map(|vertex| self.at[vertex][place]);
                self.theory.clause(&[!u, !v]);
            }
        }
    }

    /// Returns the literals of the cases. Each tour has exactly one.
    fn cases(&self, split: Split) -> Vec<Lit> {
        match split {
            Split::Vertex(vertex) => self.at[vertex as usize].clone(),
            Split::End(end) => {
                let place = end.place(self.at.len());
                self.at.iter().map(|places| places[place]).collect()
            }
        }
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
            Witness::End(end, values) => {
                let place = end.place(self.at.len());
                for (places, value) in self.at.iter().zip(values) {
                    let value = if value.unwrap_or(false) { lit } else { !lit };
                    self.theory.clause(&[!places[place], value]);
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

    /// Returns the goals, negated clauses, that some of the cases does not refute.
    fn split(&mut self, rules: &Rules, split: Split, goals: Vec<Goal>) -> Vec<Goal> {
        let (mut open, mut left) = (goals, Vec::new());
        for here in self.cases(split) {
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
            let mut groups: BTreeMap<Split, Vec<Goal>> = BTreeMap::new();
            for goal in goals {
                match goal.splits.get(round) {
                    Some(&split) => groups.entry(split).or_default().push(goal),
                    None => left.push(goal),
                }
            }
            for (split, goals) in groups {
                left.extend(self.split(rules, split, goals));
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

/// Cases: each tour has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Split {
    /// The positions of a vertex.
    Vertex(u32),
    /// The vertices at an end.
    End(End),
}

/// A negated clause.
struct Goal {
    lits: Vec<Lit>,
    /// The cases that are tried, in turn.
    splits: Vec<Split>,
    /// Both directions of the edges.
    edges: Vec<[Lit; 2]>,
}

impl<'i> Case<'i> {
    /// Returns true if every tour has values of the auxiliary variables that satisfy the clauses.
    /// If `is_either` is true, a tour or its reverse must have them. `formula` has the values for a
    /// tour.
    pub fn prove_by_positions(
        &self,
        guide: &mut Guide<'i>,
        formula: &mut Theory,
        clauses: &[Vec<Lit>],
        auxiliary: &HashSet<Var>,
        is_either: bool,
    ) -> Result<bool, Unproved> {
        let (problem, stop) = (self.problem, &self.options.limits.stop);
        let (graph, style) = (problem.graph(), self.meaning.style());
        let is_closed = Succession::of(problem).is_cyclic();
        let len = u64::from(graph.len());
        let size = len * (4 * graph.arcs().count() as u64 + 6 * len);
        if style == FactStyle::Positions || len < 3 || size > MOST {
            return Ok(false);
        }
        let tries = SAMPLED / formula.cnf.size().literals.max(1) as usize;
        let tries = tries.min(SAMPLES);
        let (place, meaning) = (self.place, &self.meaning);
        let mut tours = self.expected.sample(problem, place, meaning, tries);
        let missing = tries - tours.len();
        tours.extend(
            self.expected
                .further(problem, place, meaning, self.options, missing),
        );
        let auxiliary = auxiliary.iter().copied().sorted_unstable().collect_vec();
        let mut samples = Vec::new();
        for steps in tours {
            stop.check()?;
            let Ok(assumed) = self.assumptions(&steps) else {
                continue;
            };
            if !formula.propagates(&assumed) {
                let values = auxiliary.iter().map(|var| formula.value(var.pos()));
                let places = vec![0; graph.len() as usize];
                let values = values.collect();
                samples.push(Sample {
                    steps,
                    places,
                    values,
                });
            }
        }
        if samples.is_empty() {
            return Ok(false);
        }
        let mut guesses = Guesses {
            problem,
            style,
            auxiliary,
            samples,
            root: None,
        };
        guesses.choose_root(stop)?;
        let mut theory = guide.theory.part(|_| true)?;
        let lit = |fact| guide.theory.term(Atom::Fact(fact)).lit();
        let mut arcs = HashMap::new();
        let mut ways: HashMap<Lit, [Lit; 2]> = HashMap::new();
        if style == FactStyle::Arcs {
            let taken = graph
                .arcs()
                .map(|[from, to]| ([from, to], lit(Fact::Arc { from, to })));
            arcs.extend(taken.filter_map(|(arc, lit)| Some((arc, lit?))));
        } else {
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
                ways.insert(edge, [way, back]);
            }
            for (side, vertex) in [0, 1].into_iter().cartesian_product(0..graph.len()) {
                let at = arcs.iter().filter(|(arc, _)| arc[side] == vertex);
                let at = at.map(|(_, &lit)| lit).sorted_unstable();
                for [one, other] in at.array_combinations() {
                    theory.clause(&[!one, !other]);
                }
            }
        }
        let moves: HashMap<Lit, [u32; 2]> = match style {
            FactStyle::Arcs => arcs.iter().map(|(&arc, &lit)| (lit, arc)).collect(),
            _ => HashMap::new(),
        };
        let ends: HashMap<Lit, [u32; 2]> = match style {
            FactStyle::Arcs => moves.clone(),
            _ => {
                let edges = graph
                    .edges()
                    .filter_map(|[a, b]| Some((lit(Fact::edge(a, b))?, [a, b])));
                edges.collect()
            }
        };
        let mut extension = Extension::new(theory, problem, arcs, guesses.root);
        if style == FactStyle::Edges {
            extension.orient(true);
        } else if is_either && !is_closed {
            let is_ascending =
                |sample: &Sample| sample.steps[0] < sample.steps[sample.steps.len() - 1];
            let is_symmetric = !graph.is_directed()
                && problem.start().or(problem.end()).is_none()
                && problem.rules().is_empty()
                && problem.constraints().next().is_none();
            match guesses.samples.iter().map(is_ascending).all_equal_value() {
                Ok(is_ascending) if is_symmetric => extension.orient(is_ascending),
                _ => return Ok(false),
            }
        }
        if let Some(colours) = graph.two_colouring(stop)?.filter(|_| !is_closed) {
            // Of two unequal classes the larger has the first vertex.
            let odd = colours.iter().filter(|&&is_odd| is_odd).count();
            let is_larger = |is_odd: bool| is_odd == (2 * odd > colours.len());
            for (vertex, &is_odd) in colours
                .iter()
                .enumerate()
                .filter(|_| 2 * odd != colours.len())
            {
                for place in 0..colours.len() {
                    if is_larger(is_odd) != (place % 2 == 0) {
                        extension.theory.clause(&[!extension.at[vertex][place]]);
                    }
                }
            }
        }
        if !is_closed {
            extension.separate_ends();
        }
        extension.prune(stop)?;
        let mut witnesses = guesses.witnesses(clauses, &moves, &ends, stop)?;
        let is_possible = |vertex, place| extension.is_possible(vertex, place);
        guesses.complete(&mut witnesses, formula, is_possible, stop)?;
        let mut defined: HashMap<Var, Witness> = HashMap::new();
        for (var, witness) in guesses.auxiliary.iter().zip(witnesses) {
            if let Some(witness) = witness {
                extension.define(var.pos(), &witness);
                defined.insert(*var, witness);
            }
        }
        let rest: HashSet<Var> = guesses
            .auxiliary
            .iter()
            .copied()
            .filter(|var| !defined.contains_key(var))
            .collect();
        let has_rest = |clause: &&Vec<Lit>| clause.iter().any(|lit| rest.contains(&lit.var()));
        let (ruled, mut goals): (Vec<_>, Vec<_>) = clauses
            .iter()
            .cloned()
            .partition(|clause| has_rest(&clause));
        let (rules, others) = Rules::new(&mut extension.theory, ruled, rest);
        goals.extend(others);
        let mut forced: HashMap<u32, Vec<[Lit; 2]>> = HashMap::new();
        for (edge, pair) in ends.iter().sorted_unstable() {
            if extension.theory.value(*edge) == Some(true)
                && let Some(&ways) = ways.get(edge)
            {
                pair.iter()
                    .for_each(|&vertex| forced.entry(vertex).or_default().push(ways));
            }
        }
        let mut apart: HashSet<[u32; 2]> = HashSet::new();
        if len * len * len <= SMALL {
            apart.extend((0..graph.len()).array_combinations::<2>());
        }
        let goal = |clause: Vec<Lit>| {
            let lits = negated(&clause);
            let of = |vertices: &[u32]| vertices.iter().map(|&v| Split::Vertex(v)).collect_vec();
            let splits = lits.iter().flat_map(|lit| match defined.get(&lit.var()) {
                Some(Witness::At(vertex, _)) => of(&[*vertex]),
                Some(Witness::Before(pair)) => of(pair),
                Some(&Witness::End(end, _)) => vec![Split::End(end)],
                None => ends.get(lit).map_or(Vec::new(), |pair| of(pair)),
            });
            let counts = splits.counts();
            let splits = counts
                .into_iter()
                .sorted_by_key(|&(split, count)| (usize::MAX - count, split));
            let splits = splits.map(|(split, _)| split).collect_vec();
            if !lits.iter().any(|lit| ends.contains_key(lit)) {
                let at = lits.iter().filter_map(|lit| match defined.get(&lit.var()) {
                    Some(Witness::At(vertex, _)) => Some(*vertex),
                    _ => None,
                });
                let at = at.sorted_unstable().dedup().collect_vec();
                if at.len() <= PLACES {
                    apart.extend(at.into_iter().array_combinations::<2>());
                }
            }
            // An edge that every tour takes is in no clause.
            let near = splits.iter().flat_map(|split| match split {
                Split::Vertex(vertex) => forced.get(vertex).map_or(&[][..], Vec::as_slice),
                Split::End(_) => &[],
            });
            let edges = lits.iter().filter_map(|lit| ways.get(lit)).take(EDGES);
            let edges = edges.chain(near.take(FORCED)).copied();
            let edges = edges.unique().collect();
            Goal {
                lits,
                splits,
                edges,
            }
        };
        let goals = goals.into_iter().map(goal).collect_vec();
        for pair in apart.into_iter().sorted_unstable() {
            stop.check()?;
            extension.separate(pair);
        }
        extension.prove(&rules, goals)
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
        let is_either = case.meaning.is_one_direction;
        let proved = case.prove_by_positions(&mut guide, &mut formula, &clauses, &vars, is_either);
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

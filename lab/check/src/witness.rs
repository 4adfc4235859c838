//! Witnesses of auxiliary variables, guessed from tours for [proofs](crate).
//!
//! If propagation in the formula gives a variable a value for all moves at some vertex, these are
//! its witness: so it is with at-most-one encodings. For each tour, propagation finds values of the
//! others. A variable may depend on the position of one vertex, or on the order of two. Where both
//! are possible, the vertices of moves beside it in clauses decide.
//!
//! A formula over edges may leave the direction of the tour to its auxiliary variables. Then one of
//! them is false by choice, and each tour runs so that two vertices have the order that it means.

use crate::cycle_moves::{CycleMoves, Side};
use crate::prelude::*;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// The most variables that choose the root.
const PROBES: usize = 48;
/// The most vertices whose order may be the direction of tours over edges.
const NEAR: usize = 4;

/// The definition of an auxiliary variable.
#[derive(Clone, Debug)]
pub enum Witness {
    /// The values at the positions of a vertex, as far as they are known.
    At(u32, Vec<Option<bool>>),
    /// True if the first vertex is before the second.
    Before([u32; 2]),
    /// The sides of a vertex, and the choices of an arc on each with which the variable is true.
    Moves(Vec<Side>, HashSet<Vec<[u32; 2]>>),
}

/// A choice of an arc on each of some sides, and the values of the auxiliary variables.
type State = (Vec<[u32; 2]>, Vec<Option<bool>>);

/// A tour, and the values of auxiliary variables.
pub struct Sample {
    /// The cycle of the tour.
    pub steps: Vec<u32>,
    /// By vertex: its position.
    pub places: Vec<usize>,
    /// By number of the auxiliary variable.
    pub values: Vec<Option<bool>>,
}

/// Guesses witnesses of auxiliary variables.
pub struct Guesses<'c> {
    pub cycle: &'c Circuit,
    pub moves: &'c CycleMoves,
    pub style: FactStyle,
    pub auxiliary: Vec<Var>,
    pub samples: Vec<Sample>,
    /// Witnesses of variables that moves determine, by number of the variable.
    pub by_moves: HashMap<usize, Witness>,
    /// The literals of the formula for long edges, by their first end.
    pub long: HashMap<u32, Lit>,
    /// The vertex at position 0.
    pub root: u32,
    /// Two vertices whose order is the direction of tours over edges. Otherwise the neighbours of
    /// the root are.
    pub order: Option<[u32; 2]>,
}

impl Guesses<'_> {
    fn vertices(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        let root = self.root;
        (0..self.cycle.len()).filter(move |&vertex| vertex != root)
    }

    /// Begins all tours at a vertex. Those over edges get the direction of the extension.
    fn begin(&mut self, root: u32, order: Option<[u32; 2]>) {
        (self.root, self.order) = (root, order);
        for sample in &mut self.samples {
            let mut steps = sample.steps.clone();
            if let Some(first) = steps.iter().position(|&vertex| vertex == root) {
                steps.rotate_left(first);
            }
            let place = |vertex: u32| steps.iter().position(|&other| other == vertex);
            let ends = [steps[1], steps[steps.len() - 1]];
            let may_begin = |ends| self.moves.may_begin(root, ends);
            let is_reversed = match order {
                _ if !may_begin([ends[1], ends[0]]) => false,
                _ if !may_begin(ends) => true,
                Some([early, late]) => place(early) > place(late),
                None => ends[0] > ends[1],
            };
            if self.style == FactStyle::Edges && is_reversed {
                steps[1..].reverse();
            }
            for (place, &vertex) in steps.iter().enumerate() {
                sample.places[vertex as usize] = place;
            }
        }
    }

    /// Returns the values of a variable at the positions of a vertex, if these determine them.
    fn at(&self, variable: usize, vertex: u32) -> Option<Vec<Option<bool>>> {
        let mut values = vec![None; self.cycle.len() as usize];
        for sample in &self.samples {
            let Some(value) = sample.values[variable] else {
                continue;
            };
            let known = &mut values[sample.places[vertex as usize]];
            if *known.get_or_insert(value) != value {
                return None;
            }
        }
        Some(values)
    }

    /// Returns true if a literal may mean that one vertex is before another.
    fn is_before(&self, variable: usize, is_positive: bool, [u, v]: [u32; 2]) -> bool {
        self.samples.iter().all(|sample| {
            let is_before = sample.places[u as usize] < sample.places[v as usize];
            sample.values[variable].is_none_or(|value| (value == is_positive) == is_before)
        })
    }

    /// Returns the pairs whose order a variable may mean.
    fn orders(&self, variable: usize) -> impl Iterator<Item = [u32; 2]> {
        let pairs = self.vertices().cartesian_product(self.vertices());
        let pairs = pairs.map(<[u32; 2]>::from);
        pairs.filter(move |&[u, v]| u != v && self.is_before(variable, true, [u, v]))
    }

    /// Returns the number of samples in which a variable has a value, if it has both.
    fn known(&self, variable: usize) -> usize {
        let values = self.samples.iter().map(|sample| sample.values[variable]);
        let counts = values.counts();
        let of = |value| counts.get(&Some(value)).copied().unwrap_or(0);
        if of(true).min(of(false)) == 0 {
            0
        } else {
            of(true) + of(false)
        }
    }

    /// Begins the tours at the vertex of long edges, or else where most variables have witnesses.
    /// The order of two of these vertices may be the direction.
    pub fn choose_root(&mut self, near: &[u32], stop: &Stop) -> Result<(), Stopped> {
        let orders = near.iter().take(NEAR).copied().array_combinations();
        let orders = orders.map(Some).pad_using(1, |_| None).collect_vec();
        let variables = 0..self.auxiliary.len();
        let variables = variables.filter(|variable| !self.by_moves.contains_key(variable));
        let known = variables.map(|variable| (self.known(variable), variable));
        let most = known.clone().map(|(known, _)| known).max();
        let probes = known.filter(|&(known, _)| known > 0 && Some(known) == most);
        let probes = probes.map(|(_, variable)| variable).collect_vec();
        let probes = probes
            .iter()
            .step_by(probes.len() / PROBES + 1)
            .collect_vec();
        let far = self.cycle.long().first().map(|&[_, far]| far);
        let roots = far.map_or(0..self.cycle.len(), |far| far..far + 1);
        let mut best = (0, Reverse((0, None)));
        for (root, order) in roots.cartesian_product(orders) {
            stop.check()?;
            if order.is_some_and(|pair| pair.contains(&root)) {
                continue;
            }
            self.begin(root, order);
            let has_witness = |&&&variable: &&&usize| {
                let mut vertices = self.vertices();
                vertices.any(|vertex| self.at(variable, vertex).is_some())
                    || self.orders(variable).next().is_some()
            };
            let count = probes.iter().filter(has_witness).count();
            best = best.max((count, Reverse((root, order))));
        }
        let (_, Reverse((root, order))) = best;
        self.begin(root, order);
        Ok(())
    }

    /// Returns the literals of a formula that mean an arc of the cycle, and nothing if they are
    /// false.
    pub fn taken(&self, formula: &Theory, [from, to]: [u32; 2]) -> Option<Vec<Lit>> {
        let term = |arc| formula.term(Fact::of_move(self.style, arc));
        let local = self.cycle.local();
        let is_long = self.cycle.is_long([from, to]);
        if self.style == FactStyle::Edges && is_long {
            let known = self.long.get(&from.min(to));
            return Some(Vec::from_iter(known.copied()));
        }
        let terms = if !is_long {
            vec![term([from, to])]
        } else if from > to {
            let before = local.predecessors(to).iter();
            before.map(|&from| !term([from, to])).collect_vec()
        } else {
            let after = local.successors(from).iter();
            after.map(|&to| !term([from, to])).collect_vec()
        };
        let lits = terms.iter().filter_map(|term| term.lit());
        (!terms.contains(&Term::FALSE)).then(|| lits.collect())
    }

    /// Finds the variables whose values the moves at some vertex determine in the formula: the arc
    /// on one side, or both edges.
    pub fn find_by_moves(&mut self, formula: &mut Theory, stop: &Stop) -> Result<(), Stopped> {
        let vertices = 0..self.cycle.len();
        let places: Vec<Vec<Side>> = match self.style {
            // Long edges are at the last vertex, and known by then.
            FactStyle::Edges => vertices.map(|v| vec![(v, 1), (v, 0)]).collect(),
            _ => self.moves.sides.keys().map(|&side| vec![side]).collect(),
        };
        for sides in places {
            let states = self.states(&sides, formula, stop)?;
            for (variable, var) in self.auxiliary.iter().enumerate() {
                let mut values = states.iter().map(|(_, values)| values[variable]);
                if values.clone().contains(&None) || values.all_equal() {
                    continue;
                }
                let positive = states.iter().filter(|(_, of)| of[variable] == Some(true));
                let choices: HashSet<_> = positive.map(|(choice, _)| choice.clone()).collect();
                let means_long = |(choice, _): &State| {
                    let is_long = choice.iter().any(|&arc| self.cycle.is_long(arc));
                    choices.contains(choice) == is_long
                };
                if states.iter().all(means_long) {
                    self.long.entry(sides[0].0).or_insert(var.pos());
                }
                let witness = || Witness::Moves(sides.clone(), choices);
                self.by_moves.entry(variable).or_insert_with(witness);
            }
        }
        Ok(())
    }

    /// Returns the choices of an arc on each side that propagation does not refute, with the values
    /// of the variables.
    fn states(
        &self,
        sides: &[Side],
        formula: &mut Theory,
        stop: &Stop,
    ) -> Result<Vec<State>, Stopped> {
        let arcs = sides.iter().flat_map(|side| &self.moves.sides[side]);
        let mut states = Vec::new();
        for choice in self.moves.choices(sides) {
            stop.check()?;
            let taken = choice.iter().map(|&arc| self.taken(formula, arc));
            let Some(taken) = taken.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let is_other = |arc: &&[u32; 2]| {
                let fact = |arc| Fact::of_move(self.style, arc);
                choice.iter().all(|&chosen| fact(chosen) != fact(**arc))
            };
            let others = arcs.clone().filter(is_other);
            let others = others.filter_map(|&arc| match self.taken(formula, arc)?[..] {
                [lit] => Some(!lit),
                _ => None,
            });
            let lits = taken.into_iter().flatten().chain(others.unique());
            if !formula.propagates(&lits.collect_vec()) {
                let values = self.auxiliary.iter().map(|var| formula.value(var.pos()));
                states.push((choice, values.collect()));
            }
        }
        Ok(states)
    }

    /// Returns witnesses of auxiliary variables.
    pub fn witnesses(
        &self,
        clauses: &[Vec<Lit>],
        stop: &Stop,
    ) -> Result<Vec<Option<Witness>>, Stopped> {
        let numbers: HashMap<Var, usize> = self.auxiliary.iter().copied().zip(0..).collect();
        let pairs = self.ordered(clauses, &numbers, stop)?;
        // By variable: the clauses with it.
        let mut with: Vec<Vec<usize>> = vec![Vec::new(); self.auxiliary.len()];
        for (number, clause) in clauses.iter().enumerate() {
            let variables = clause.iter().filter_map(|lit| numbers.get(&lit.var()));
            variables.for_each(|&variable| with[variable].push(number));
        }
        let mut last = None;
        let mut watch = stop.watch(1 << 4);
        let mut witnesses: Vec<Option<Witness>> = Vec::new();
        for (variable, with) in with.iter().enumerate() {
            watch.check()?;
            if let Some(witness) = self.by_moves.get(&variable) {
                witnesses.push(Some(witness.clone()));
                continue;
            }
            // The vertices of moves in these clauses, and of other variables with a witness.
            let near = with.iter().flat_map(|&number| &clauses[number]);
            let ends = near.clone().filter_map(|lit| self.moves.ends_of(*lit));
            let ends = ends.flatten().copied().counts();
            let others = near.filter_map(|lit| witnesses.get(*numbers.get(&lit.var())?));
            let others = others.filter_map(|witness| match witness {
                Some(Witness::At(vertex, _)) => Some(*vertex),
                _ => None,
            });
            let others = others.counts();
            let count = |vertex: u32| ends.get(&vertex).copied().unwrap_or(0);
            let rank = |&vertex: &u32| (count(vertex), others.get(&vertex), last == Some(vertex));
            let sum = |pair: &[u32; 2]| pair.iter().map(|&vertex| count(vertex)).sum::<usize>();
            let values = self
                .samples
                .iter()
                .filter_map(|sample| sample.values[variable]);
            let is_known = 4 * values.count() > 3 * self.samples.len();
            let vertices = self.vertices().filter(|_| is_known);
            let vertices = vertices.filter_map(|vertex| Some((vertex, self.at(variable, vertex)?)));
            let at = vertices.max_by_key(|(vertex, _)| rank(vertex));
            let by_clauses = pairs.get(&self.auxiliary[variable].pos()).copied();
            let may_be_order = is_known && self.known(variable) > 0;
            let by_values = || {
                self.orders(variable)
                    .filter(|_| may_be_order)
                    .max_by_key(sum)
            };
            let pair = by_clauses.or_else(by_values);
            // The value that few samples have may seem to depend on any vertex.
            let is_likely = |pair: &[u32; 2]| at.as_ref().is_none_or(|at| sum(pair) > count(at.0));
            let order = pair.filter(is_likely).map(Witness::Before);
            last = at.as_ref().map(|(vertex, _)| *vertex).or(last);
            witnesses.push(order.or(at.map(|(vertex, values)| Witness::At(vertex, values))));
        }
        Ok(witnesses)
    }

    /// Returns literals that may mean an order of two vertices: they follow from moves between
    /// these, perhaps over others.
    fn ordered(
        &self,
        clauses: &[Vec<Lit>],
        numbers: &HashMap<Var, usize>,
        stop: &Stop,
    ) -> Result<HashMap<Lit, [u32; 2]>, Stopped> {
        // An edge tells no order, and a move at the root a wrong one.
        let is_known =
            |pair: &[u32; 2]| self.style == FactStyle::Arcs && !pair.contains(&self.root);
        let arcs = self.moves.ends.iter().filter(|(_, pair)| is_known(pair));
        let mut pairs: HashMap<Lit, [u32; 2]> = arcs.map(|(&lit, &pair)| (lit, pair)).collect();
        let mut open = clauses.iter().collect_vec();
        loop {
            stop.check()?;
            let before = pairs.len();
            open.retain(|clause| {
                let unknown = clause.iter().filter(|lit| !pairs.contains_key(&!**lit));
                let (head, number) = match unknown.exactly_one() {
                    Ok(head) => match numbers.get(&head.var()) {
                        Some(&number) => (*head, number),
                        None => return false,
                    },
                    Err(unknown) => return unknown.count() > 0,
                };
                let needs = clause.iter().filter(|&&lit| lit != head);
                let needs = needs.map(|lit| pairs[&!*lit]).collect_vec();
                let from = needs.iter().map(|pair| pair[0]);
                let to = needs.iter().map(|pair| pair[1]);
                let starts = from
                    .clone()
                    .filter(|&u| !to.clone().contains(&u))
                    .exactly_one();
                let ends = to
                    .clone()
                    .filter(|&v| !from.clone().contains(&v))
                    .exactly_one();
                if let (Ok(u), Ok(v)) = (starts, ends)
                    && self.is_before(number, head.is_positive(), [u, v])
                {
                    pairs.insert(head, [u, v]);
                    pairs.insert(!head, [v, u]);
                }
                false
            });
            if pairs.len() == before {
                return Ok(pairs);
            }
        }
    }

    /// Completes values at positions that no sample has, by those at the position before.
    pub fn complete(
        &self,
        witnesses: &mut [Option<Witness>],
        formula: &mut Theory,
        is_possible: impl Fn(u32, usize) -> bool,
        stop: &Stop,
    ) -> Result<(), Stopped> {
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); self.cycle.len() as usize];
        for (variable, witness) in witnesses.iter().enumerate() {
            if let Some(Witness::At(vertex, _)) = witness {
                of[*vertex as usize].push(variable);
            }
        }
        let mut watch = stop.watch(1 << 4);
        for (place, vertex) in (1..self.cycle.len() as usize).cartesian_product(self.vertices()) {
            watch.check()?;
            let is_missing = |witnesses: &[Option<Witness>]| {
                let value = |&variable: &usize| match &witnesses[variable] {
                    Some(Witness::At(_, values)) => values[place],
                    _ => None,
                };
                of[vertex as usize]
                    .iter()
                    .any(|variable| value(variable).is_none())
            };
            if !is_missing(witnesses) || !is_possible(vertex, place) {
                continue;
            }
            let mut attempts: Vec<Vec<Lit>> = Vec::new();
            let arcs = self.moves.sides[&(vertex, 1)].iter();
            for &arc @ [from, _] in arcs.filter(|arc| is_possible(arc[0], place - 1)) {
                let state = of[from as usize].iter().map(|&variable| {
                    let Some(Witness::At(_, values)) = &witnesses[variable] else {
                        return None;
                    };
                    let lit = self.auxiliary[variable].pos();
                    values[place - 1].map(|value| if value { lit } else { !lit })
                });
                let Some(state) = state.collect::<Option<Vec<Lit>>>() else {
                    continue;
                };
                let taken = self.taken(formula, arc);
                attempts.extend(taken.map(|taken| [state, taken].concat()));
            }
            for lits in attempts {
                if formula.propagates(&lits) {
                    continue;
                }
                for &variable in &of[vertex as usize] {
                    if let Some(Witness::At(_, values)) = &mut witnesses[variable]
                        && values[place].is_none()
                    {
                        values[place] = formula.value(self.auxiliary[variable].pos());
                    }
                }
                if !is_missing(witnesses) {
                    break;
                }
            }
        }
        Ok(())
    }
}

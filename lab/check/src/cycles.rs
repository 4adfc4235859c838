//! Proofs that the moves of no model form a cycle besides the tour. [`one_cycle`] walks along the
//! moves and propagates; it needs no solver.
//!
//! A walk knows a few literals that hold wherever it passes. Two kinds of walks suffice for
//! positions, in any numbers, and for orders. The removal of vertices suffices for relations that
//! say where the moves lead, such as those of vertex elimination.

use crate::prelude::*;
use knightsat_check::further::{CycleQuestion, Unproved};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

/// The most labels of a vertex.
const LABELS: usize = 1 << 10;
/// The most work of a kind of walks: literals that are assumed, or arcs.
const WORK: u64 = 1 << 28;

/// The literals that hold at a vertex.
type Known = BTreeSet<Lit>;

/// Proves that the moves of no model form a cycle besides the tour.
///
/// Fails once the time is over.
pub fn one_cycle(question: CycleQuestion) -> Result<bool, Unproved> {
    let mut moves = Moves::new(question)?;
    Ok(moves.by_labels() || moves.by_removal() || moves.by_starts())
}

/// The possible moves among the vertices that a cycle may visit.
struct Moves {
    theory: Theory,
    is_directed: bool,
    /// The most vertices of a cycle.
    longest: usize,
    /// The moves from a vertex: where they lead, and the literal by which they are taken, unless
    /// they always are.
    from: BTreeMap<u32, Vec<(u32, Option<Lit>)>>,
    /// The neighbours of each vertex by moves that are not always taken.
    near: HashMap<u32, BTreeSet<u32>>,
    /// For each vertex, the variables that constrain several of its moves, in and out, and those
    /// that constrain all moves into it.
    labels: [HashMap<u32, Vec<Var>>; 2],
    /// For each vertex and variable, the other ends of the moves that it constrains there.
    ends: HashMap<u32, BTreeMap<Var, BTreeSet<u32>>>,
    work: u64,
}

impl Moves {
    /// Returns the moves that are possible, without those of the first vertex, and of the vertices
    /// that are always on the same cycle. Clauses that require one of several moves are left out:
    /// they hold with or without a cycle.
    fn new(question: CycleQuestion) -> Result<Moves, Stopped> {
        let CycleQuestion {
            formula: theory,
            moves,
            first,
            longest,
            is_directed,
        } = question;
        let mut from: BTreeMap<u32, Vec<(u32, Option<Lit>)>> = BTreeMap::new();
        let mut taken = Vec::new();
        for ([a, b], term) in moves {
            let lit = term.lit();
            match term {
                Term::Known(false) => continue,
                Term::Open(lit) if theory.propagates(&[lit]) => continue,
                Term::Open(lit) if !theory.propagates(&[!lit]) => {}
                _ => taken.push([a, b]),
            }
            from.entry(a).or_default().push((b, lit));
            if !is_directed {
                from.entry(b).or_default().push((a, lit));
            }
        }
        let open: HashSet<Lit> = from
            .values()
            .flatten()
            .filter_map(|&(_, lit)| lit)
            .collect();
        let is_move = |lit: &Lit| open.contains(lit) || open.contains(&!*lit);
        let is_count =
            |lits: &[Lit]| lits.iter().all(is_move) && lits.iter().any(|lit| open.contains(lit));
        let theory = theory.part(|lits| !is_count(lits))?;
        let mut moves = Moves {
            theory,
            is_directed,
            longest,
            from,
            labels: Default::default(),
            ends: HashMap::new(),
            near: HashMap::new(),
            work: 0,
        };
        let mut gone: BTreeSet<u32> = first.into_iter().collect();
        let mut before = usize::MAX;
        while before != gone.len() {
            before = gone.len();
            for ends in &taken {
                if ends.iter().any(|end| gone.contains(end)) {
                    gone.extend(ends);
                }
            }
        }
        moves.from.retain(|vertex, _| !gone.contains(vertex));
        moves.prune();
        moves.find_labels();
        Ok(moves)
    }

    /// Removes the vertices that no cycle can visit.
    fn prune(&mut self) {
        let fewest = if self.is_directed { 1 } else { 2 };
        loop {
            let here: BTreeSet<u32> = self.from.keys().copied().collect();
            let mut entered = BTreeSet::new();
            for ways in self.from.values_mut() {
                ways.retain(|(to, _)| here.contains(to));
                entered.extend(ways.iter().map(|&(to, _)| to));
            }
            self.from
                .retain(|vertex, ways| ways.len() >= fewest && entered.contains(vertex));
            if self.from.len() == here.len() {
                return;
            }
        }
    }

    fn find_labels(&mut self) {
        let mut ends: HashMap<Lit, Vec<[u32; 2]>> = HashMap::new();
        for (&from, ways) in &self.from {
            for &(to, lit) in ways {
                if let Some(lit) = lit {
                    ends.entry(!lit).or_default().push([from, to]);
                    self.near.entry(from).or_default().insert(to);
                    self.near.entry(to).or_default().insert(from);
                }
            }
        }
        let moving: BTreeSet<Var> = ends.keys().map(|lit| lit.var()).collect();
        let mut others: BTreeMap<(u32, Var), [BTreeSet<u32>; 2]> = BTreeMap::new();
        self.theory.propagates(&[]);
        for lits in self.theory.cnf.clauses() {
            let ends = lits.iter().filter_map(|lit| ends.get(lit)).flatten();
            for (&[a, b], lit) in ends.cartesian_product(lits) {
                let var = lit.var();
                if !moving.contains(&var) && self.theory.value(*lit).is_none() {
                    others.entry((a, var)).or_default()[0].insert(b);
                    others.entry((b, var)).or_default()[1].insert(a);
                }
            }
        }
        let into = self.from.values().flatten().counts_by(|&(to, _)| to);
        for ((vertex, var), [next, before]) in others {
            let both: BTreeSet<u32> = next.union(&before).copied().collect();
            let has_both = !next.is_empty() && !before.is_empty() && both.len() > 1;
            let has_all = before.len() == into[&vertex];
            for (labels, is_label) in self.labels.iter_mut().zip([has_both, has_all]) {
                if is_label {
                    labels.entry(vertex).or_default().push(var);
                }
            }
            self.ends.entry(vertex).or_default().insert(var, both);
        }
    }

    /// Returns the variables that constrain all moves of both vertices, besides those between them.
    fn shared(&self, ends: [u32; 2]) -> Vec<Var> {
        let [one, other] = [ends, [ends[1], ends[0]]].map(|[here, there]| {
            let near = self.near.get(&here).into_iter().flatten();
            let near = near.filter(|&&end| end != there).collect_vec();
            let vars = self.ends.get(&here).into_iter().flatten();
            let all = vars.filter(|(_, ends)| near.iter().all(|end| ends.contains(end)));
            all.map(|(&var, _)| var).collect::<BTreeSet<Var>>()
        });
        one.intersection(&other).copied().collect()
    }

    /// Returns true if unit propagation refutes these literals.
    fn propagates(&mut self, lits: &[Lit]) -> bool {
        self.work += lits.len() as u64;
        self.theory.propagates(lits)
    }

    fn is_over(&self) -> bool {
        self.work > WORK || self.theory.is_over()
    }

    /// Returns the values that these variables may have together, unless there are too many.
    fn values(&mut self, assumed: &[Lit], vars: &[Var]) -> Option<Vec<Vec<Lit>>> {
        let mut found = Vec::new();
        let mut open = vec![assumed.to_vec()];
        while let Some(lits) = open.pop() {
            if self.propagates(&lits) {
                continue;
            }
            let value = |&var: &Var| match self.theory.value(var.pos()) {
                Some(true) => Ok(var.pos()),
                Some(false) => Ok(var.neg()),
                None => Err(var),
            };
            match vars.iter().map(value).collect() {
                Ok(label) => found.push(label),
                Err(var) => {
                    let longer = |lit| lits.iter().copied().chain([lit]).collect();
                    open.extend([longer(var.neg()), longer(var.pos())]);
                }
            }
            if found.len() + open.len() > LABELS || self.is_over() {
                return None;
            }
        }
        Some(found)
    }

    /// The vertices have labels, such as positions in unary or in bits, and a move leads from some
    /// label to the next. A cycle is a closed walk through vertices and labels. The shortest closed
    /// walk must be longer than the number of vertices.
    fn by_labels(&mut self) -> bool {
        let mut labels = std::mem::take(&mut self.labels).into_iter();
        labels.any(|labels| self.closed_walk(&labels) == Some(None))
    }

    /// Returns the length of a closed walk through labels, if one is short enough for a cycle;
    /// nothing if there are too many labels.
    fn closed_walk(&mut self, labels: &HashMap<u32, Vec<Var>>) -> Option<Option<usize>> {
        let vars = |vertex: u32| labels.get(&vertex).map_or(&[][..], Vec::as_slice);
        self.work = 0;
        let mut numbers: HashMap<(u32, Vec<Lit>), usize> = HashMap::new();
        let mut nodes: Vec<(u32, Vec<Lit>)> = Vec::new();
        for vertex in self.from.keys().copied().collect_vec() {
            for label in self.values(&[], vars(vertex))? {
                numbers.insert((vertex, label.clone()), nodes.len());
                nodes.push((vertex, label));
            }
        }
        let mut next: Vec<Vec<usize>> = Vec::new();
        for (vertex, label) in &nodes {
            let mut row = Vec::new();
            for (to, lit) in self.from[vertex].clone() {
                let assumed = label.iter().copied().chain(lit).collect_vec();
                let there = self.values(&assumed, vars(to))?.into_iter();
                row.extend(there.filter_map(|label| numbers.get(&(to, label))));
            }
            next.push(row);
        }
        let longest = self.longest.min(self.from.len());
        for start in 0..nodes.len() {
            let mut distance = vec![usize::MAX; nodes.len()];
            let mut queue = VecDeque::from([(start, 0)]);
            while let Some((node, steps)) = queue.pop_front() {
                for &to in next[node].iter().filter(|_| steps < longest) {
                    if to == start {
                        return Some(Some(steps + 1));
                    }
                    if distance[to] == usize::MAX {
                        distance[to] = steps + 1;
                        queue.push_back((to, steps + 1));
                    }
                }
                self.work += next[node].len() as u64;
            }
            if self.is_over() {
                return None;
            }
        }
        Some(None)
    }

    /// Vertices are removed one by one, those with fewest neighbours first. Ways over a removed
    /// vertex join its neighbours, and only the literals that hold on all ways from one vertex to
    /// another are kept. They must exclude every way back.
    fn by_removal(&mut self) -> bool {
        self.work = 0;
        let mut ways: HashMap<[u32; 2], Known> = HashMap::new();
        let mut near: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        let mut new = Vec::new();
        for (&from, ends) in &self.from {
            new.extend(
                ends.iter()
                    .map(|&(to, lit)| ([from, to], lit.into_iter().collect_vec())),
            );
        }
        loop {
            for (ends, assumed) in new.drain(..) {
                if self.propagates(&assumed) {
                    continue;
                }
                let known: Known = self.theory.derived().collect();
                if let Some(other) = ways.get_mut(&ends) {
                    // Two ways between the ends of edges are a cycle.
                    let both = other.union(&known).copied().collect_vec();
                    if !self.is_directed && !self.propagates(&both) {
                        return false;
                    }
                    other.retain(|lit| known.contains(lit));
                } else {
                    ways.insert(ends, known);
                }
                let [from, to] = ends;
                near.entry(from).or_default().insert(to);
                near.entry(to).or_default().insert(from);
            }
            if self.is_over() {
                return false;
            }
            let Some((&vertex, _)) = near.iter().min_by_key(|(_, beside)| beside.len()) else {
                return true;
            };
            let beside = near.remove(&vertex).expect("it has the fewest neighbours");
            for (&from, &to) in beside.iter().cartesian_product(&beside) {
                let (one, other) = (ways.get(&[from, vertex]), ways.get(&[vertex, to]));
                let (Some(one), Some(other)) = (one, other) else {
                    continue;
                };
                let both = one.union(other).copied().collect_vec();
                if from != to {
                    new.push(([from, to], both));
                } else if self.is_directed && !self.propagates(&both) {
                    return false;
                }
            }
            for other in beside {
                near.entry(other)
                    .and_modify(|ends| _ = ends.remove(&vertex));
                ways.remove(&[other, vertex]);
                ways.remove(&[vertex, other]);
            }
        }
    }

    /// A cycle begins with some move. Along the cycle, some literals hold at each vertex, whatever
    /// the way to it. They must exclude the move back to the beginning.
    fn by_starts(&mut self) -> bool {
        self.work = 0;
        while let Some((&first, ways)) = self.from.iter().max_by_key(|(_, ways)| ways.len()) {
            let mut ways = ways.clone();
            ways.sort_by_key(|(_, lit)| lit.is_some());
            // A cycle of edges begins with either of two edges.
            let spared = usize::from(!self.is_directed);
            for (second, lit) in ways.into_iter().skip(spared) {
                let both = self.shared([first, second]);
                let start: Vec<Lit> = lit.into_iter().collect();
                let Some(cases) = self.values(&start, &both) else {
                    return false;
                };
                for case in cases {
                    let start = start.iter().copied().chain(case).collect_vec();
                    if !self.ends_elsewhere([first, second], &start) {
                        return false;
                    }
                }
            }
            self.from.remove(&first);
            self.prune();
        }
        true
    }

    /// Returns true if no walk that begins with this move and these literals returns.
    fn ends_elsewhere(&mut self, [first, second]: [u32; 2], start: &[Lit]) -> bool {
        let mut known: HashMap<u32, Known> = HashMap::new();
        known.insert(second, start.iter().copied().collect());
        let mut queue = VecDeque::from([second]);
        while let Some(here) = queue.pop_front() {
            let mut assumed = known[&here].iter().copied().collect_vec();
            let length = assumed.len();
            for (there, lit) in self.from[&here].clone() {
                let is_back = there == first && here == second && !self.is_directed;
                assumed.truncate(length);
                assumed.extend(lit);
                if there == second || is_back || self.propagates(&assumed) {
                    continue;
                }
                if there == first || self.is_over() {
                    return false;
                }
                let value = |lit: &Lit| self.theory.value(*lit) == Some(true);
                let is_new = match known.get_mut(&there) {
                    Some(known) => {
                        let before = known.len();
                        known.retain(value);
                        known.len() < before
                    }
                    None => {
                        known.insert(there, self.theory.derived().collect());
                        true
                    }
                };
                if is_new && !queue.contains(&there) {
                    queue.push_back(there);
                }
            }
        }
        true
    }
}

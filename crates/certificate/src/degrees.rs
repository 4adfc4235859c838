//! The clauses that hold for every tour before any cut, with those of two matchings. They are
//! derived anew from the graph, by the rules in the documentation of [the crate](super).

use knightsat_tour::given::{Clue, Given};
use knightsat_tour::{Kind, Problem};
use std::collections::VecDeque;

/// Receives a clause, and may end the derivation with an error.
pub(super) type Take<'t, E> = &'t mut dyn FnMut(&[i32]) -> Result<(), E>;

/// The augmented graph of a problem: its graph and, for an open tour, an apex. Each edge is a
/// variable.
pub(super) struct Augmented {
    /// Edges in the order of their variables, which count from 1; the smaller end first.
    edges: Vec<[u32; 2]>,
    /// Variables of the edges at each vertex, increasing.
    at: Vec<Vec<i32>>,
    /// Two lists of edges at the apex, if a tour takes one edge of each list. `None` if it takes
    /// any two.
    ends: Option<[Vec<i32>; 2]>,
    /// Variables of the edges that every tour takes, increasing; 0 for a missing edge.
    forced: Vec<i32>,
}

impl Augmented {
    /// Returns `None` if there are too many edges.
    pub fn new(problem: &Problem) -> Option<Augmented> {
        let graph = problem.graph();
        let mut edges: Vec<[u32; 2]> = graph.edges().collect();
        edges.sort_unstable();
        let mut augmented = Augmented {
            edges,
            at: Vec::new(),
            ends: None,
            forced: Vec::new(),
        };
        let mut forced = Vec::from_iter(augmented.join_apex(problem));
        i32::try_from(augmented.edges.len()).ok()?;
        let vertices = graph.len() + u32::from(problem.kind() == Kind::Open);
        augmented.at = vec![Vec::new(); vertices as usize];
        for (variable, ends) in (1..).zip(&augmented.edges) {
            ends.iter()
                .for_each(|&v| augmented.at[v as usize].push(variable));
        }
        for clue in problem.get().into_iter().flat_map(Given::clues) {
            if let Clue::Move(ends) = clue {
                forced.push(*ends);
            }
        }
        forced.iter_mut().for_each(|ends| ends.sort_unstable());
        forced.sort_unstable();
        forced.dedup();
        let variable = |&ends: &[u32; 2]| augmented.variable(ends).unwrap_or_default();
        augmented.forced = forced.iter().map(variable).collect();
        Some(augmented)
    }

    /// Joins the apex to each possible end of an open tour. Returns the edge that every tour takes.
    fn join_apex(&mut self, problem: &Problem) -> Option<[u32; 2]> {
        let (apex, fixed) = (problem.graph().len(), [problem.start(), problem.end()]);
        if problem.kind() == Kind::Closed {
            return fixed[0].zip(fixed[1]).map(|(start, end)| [start, end]);
        }
        let one = problem.start().or(problem.end());
        let is_pair = !fixed.contains(&None);
        let colour = two_colours(problem).filter(|_| !is_pair);
        let odd = colour.iter().flatten().filter(|&&odd| odd).count();
        let even = colour.iter().flatten().count() - odd;
        let may_end = |&v: &u32| match (&colour, one) {
            _ if fixed.contains(&Some(v)) => true,
            _ if is_pair => false,
            (Some(colour), _) if even != odd => colour[v as usize] == (odd > even),
            (Some(colour), Some(end)) => colour[v as usize] != colour[end as usize],
            _ => true,
        };
        let first = self.edges.len();
        let ends = (0..apex).filter(may_end).map(|v| [v, apex]);
        self.edges.extend(ends);
        if let Some(colour) = &colour
            && even == odd
            && one.is_none()
        {
            let of = |wanted: bool| {
                let at_apex = (1..).zip(&self.edges).skip(first);
                let edges = at_apex.filter(|(_, [end, _])| colour[*end as usize] == wanted);
                edges.map(|(variable, _)| variable).collect()
            };
            self.ends = Some([false, true].map(of));
        }
        one.filter(|_| fixed.contains(&None)).map(|end| [end, apex])
    }

    /// Returns the variable of an edge, its smaller end first; `None` if there is no such edge.
    pub fn variable(&self, ends: [u32; 2]) -> Option<i32> {
        let mut at = self.at[ends[0] as usize].iter().copied();
        at.find(|&variable| self.edges[variable as usize - 1] == ends)
    }

    /// Number of vertices, the apex included.
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Returns the variables of the edges between `inside` and the other vertices, increasing.
    pub fn leaving(&self, inside: &[u32]) -> Vec<i32> {
        let mut variables: Vec<i32> = Vec::new();
        for &vertex in inside {
            let leaves = |edge: &&i32| {
                let [a, b] = self.edges[**edge as usize - 1];
                let other = if a == vertex { b } else { a };
                inside.binary_search(&other).is_err()
            };
            variables.extend(self.at[vertex as usize].iter().filter(leaves));
        }
        variables.sort_unstable();
        variables
    }

    /// Passes all clauses in order to `clause`, and returns the number of variables.
    pub fn clauses<E>(&self, clause: Take<E>) -> Result<i64, E> {
        let mut variables = self.edges.len() as i64;
        let degrees = self.len() - usize::from(self.ends.is_some());
        for edges in &self.at[..degrees] {
            two_of(edges, &mut variables, clause)?;
        }
        for edges in self.ends.iter().flatten() {
            one_of(edges, &mut variables, clause)?;
        }
        for &variable in &self.forced {
            match variable {
                0 => clause(&[])?,
                _ => clause(&[variable])?,
            }
        }
        Ok(variables)
    }

    /// Passes the clauses of two matchings to `clause`. Fresh variables begin after `base`. Returns
    /// their last number.
    pub fn matchings<E>(&self, base: i64, clause: Take<E>) -> Result<i64, E> {
        let edges = self.edges.len() as i64;
        let variables = &mut (base + 2 * edges);
        let first = |x: &i32| numbered(base + i64::from(*x));
        let second = |x: &i32| numbered(base + edges + i64::from(*x));
        for x in 1..=edges as i32 {
            let (a, b) = (first(&x), second(&x));
            clause(&[-a, -b])?;
            clause(&[-a, x])?;
            clause(&[-b, x])?;
            clause(&[-x, a, b])?;
        }
        let is_odd = self.len() % 2 == 1;
        for (vertex, at) in self.at.iter().enumerate() {
            let at_first: Vec<i32> = at.iter().map(first).collect();
            let at_second: Vec<i32> = at.iter().map(second).collect();
            if is_odd && vertex + 1 == self.len() {
                two_of(&at_first, variables, clause)?;
                at_second.iter().try_for_each(|&b| clause(&[-b]))?;
            } else {
                one_of(&at_first, variables, clause)?;
                one_of(&at_second, variables, clause)?;
            }
        }
        if let ([one, two, ..], false) = (&self.at[0][..], is_odd) {
            clause(&[-second(one)])?;
            clause(&[first(one), -second(two)])?;
        }
        Ok(*variables)
    }
}

/// Fills in the distances from a vertex to all vertices that it reaches without passing through
/// filled ones.
pub(super) fn spread(problem: &Problem, from: u32, moves: &mut [Option<u32>]) {
    moves[from as usize] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(vertex) = queue.pop_front() {
        let next = moves[vertex as usize].map(|count| count + 1);
        for &other in problem.graph().neighbours(vertex) {
            if moves[other as usize].is_none() {
                moves[other as usize] = next;
                queue.push_back(other);
            }
        }
    }
}

/// Returns the distance from a vertex to each vertex; `None` if no path exists.
pub(super) fn distances(problem: &Problem, from: u32) -> Vec<Option<u32>> {
    let mut moves = vec![None; problem.graph().len() as usize];
    spread(problem, from, &mut moves);
    moves
}

/// Returns the colours of a connected bipartite graph; vertex 0 has `false`.
pub(super) fn two_colours(problem: &Problem) -> Option<Vec<bool>> {
    let is_odd = |moves: Option<u32>| Some(moves? % 2 == 1);
    let parities = distances(problem, 0).into_iter().map(is_odd);
    let colour: Vec<bool> = parities.collect::<Option<_>>()?;
    let differ = |[a, b]: [u32; 2]| colour[a as usize] != colour[b as usize];
    problem.graph().edges().all(differ).then_some(colour)
}

/// Returns true if every move changes colour, and the colours of two vertices do not fit so many
/// moves between them.
pub(super) fn colours_exclude(problem: &Problem, [a, b]: [u32; 2], moves: u32) -> bool {
    let differ = |colour: Vec<bool>| colour[a as usize] != colour[b as usize];
    two_colours(problem).map(differ) == Some(moves.is_multiple_of(2))
}

/// Converts the number of a variable. A formula with more than 32 bits cannot be read, so no clause
/// equals it.
pub(super) fn numbered(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Requires two of the variables.
pub(super) fn two_of<E>(edges: &[i32], variables: &mut i64, clause: Take<E>) -> Result<(), E> {
    match edges {
        [] | [_] => clause(&[]),
        [a, b] => clause(&[*a]).and_then(|()| clause(&[*b])),
        _ if edges.len() > 8 => counted(2, edges, variables, clause),
        _ => {
            for left_out in edges {
                let others: Vec<i32> = edges.iter().copied().filter(|e| e != left_out).collect();
                clause(&others)?;
            }
            let triples = (2..edges.len())
                .flat_map(|c| (1..c).flat_map(move |b| (0..b).map(move |a| [a, b, c])));
            triples
                .map(|triple| triple.map(|place| -edges[place]))
                .try_for_each(|lits| clause(&lits))
        }
    }
}

/// Requires one of the variables.
pub(super) fn one_of<E>(edges: &[i32], variables: &mut i64, clause: Take<E>) -> Result<(), E> {
    if edges.len() > 8 {
        return counted(1, edges, variables, clause);
    }
    clause(edges)?;
    for (place, &a) in edges.iter().enumerate() {
        for &b in &edges[place + 1..] {
            clause(&[-a, -b])?;
        }
    }
    Ok(())
}

/// Requires exactly `count` of the variables, with fresh ones. `s[i][k]` is true if and only if at
/// least k of the first i are true. It exists for k up to `count` and to i.
fn counted<E>(count: usize, edges: &[i32], variables: &mut i64, clause: Take<E>) -> Result<(), E> {
    // The variables s[i − 1][k − 1].
    let mut before: Vec<i32> = Vec::new();
    for (i, &x) in (1..).zip(edges) {
        let mut here: Vec<i32> = Vec::new();
        for k in 1..=count.min(i) {
            *variables += 1;
            let s = numbered(*variables);
            here.push(s);
            let same = before.get(k - 1);
            let lower = if k == 1 { None } else { before.get(k - 2) };
            let mut up = vec![-x, s];
            up.extend(lower.map(|lower| -lower));
            clause(&up)?;
            let mut down = vec![-s, x];
            down.extend(same);
            clause(&down)?;
            if let Some(&same) = same {
                clause(&[-same, s])?;
            }
            if let Some(&lower) = lower {
                let mut down = vec![-s, lower];
                down.extend(same);
                clause(&down)?;
            }
        }
        if let Some(&full) = before.get(count - 1) {
            clause(&[-full, -x])?;
        }
        before = here;
    }
    clause(&before[count - 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With the intended values of the fresh variables, each choice of exactly `count` satisfies
    /// the clauses. No other choice does with any values.
    #[test]
    fn counters_hold_for_exactly_the_right_choices() {
        for (count, n) in [(1, 9_usize), (1, 10), (2, 9), (2, 10), (2, 11)] {
            let edges: Vec<i32> = (1..=n as i32).collect();
            let mut clauses: Vec<Vec<i32>> = Vec::new();
            let mut variables = n as i64;
            let mut keep = |clause: &[i32]| -> Result<(), ()> {
                clauses.push(clause.to_vec());
                Ok(())
            };
            let state = match count {
                1 => one_of(&edges, &mut variables, &mut keep),
                _ => two_of(&edges, &mut variables, &mut keep),
            };
            state.unwrap();
            for bits in 0_u32..1 << n {
                let mut value: Vec<bool> = (0..n).map(|i| bits >> i & 1 == 1).collect();
                for i in 1..=n {
                    let seen = value[..i].iter().filter(|&&v| v).count();
                    (1..=count.min(i)).for_each(|k| value.push(seen >= k));
                }
                assert_eq!(value.len() as i64, variables);
                let holds = |lit: &i32| value[lit.unsigned_abs() as usize - 1] == (*lit > 0);
                let all = clauses.iter().all(|clause| clause.iter().any(holds));
                assert_eq!(all, bits.count_ones() as usize == count, "{bits:b}");
            }
        }
    }
}

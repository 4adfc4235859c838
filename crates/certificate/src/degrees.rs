//! The clauses that hold for every tour before any cut: derived anew from the graph, as the
//! documentation of [`proof`](super) lays down.

use knightsat_tour::given::Clue;
use knightsat_tour::{Kind, Problem};
use std::collections::{HashMap, VecDeque};

/// The augmented graph of a problem: its graph, with an apex if the tour is open, and a variable an edge.
pub(super) struct Augmented {
    /// Edges in the order of their variables, which count from 1; the smaller end first.
    pub(super) edges: Vec<[u32; 2]>,
    /// Variables of the edges at every vertex, increasing.
    pub(super) at: Vec<Vec<i32>>,
    /// What the apex needs, if there is one.
    apex: Need,
    /// Variables of the edges that every tour takes, increasing; 0 of one that is not there.
    forced: Vec<i32>,
}

/// What is known of the edges at the apex.
enum Need {
    /// There is no apex, or two of them are taken and that is all.
    Two,
    /// Of each list one is taken.
    OneOfEach([Vec<i32>; 2]),
}

impl Augmented {
    /// `None` where there are too many edges.
    pub fn new(problem: &Problem) -> Option<Augmented> {
        let graph = problem.graph();
        let mut edges = Vec::new();
        for a in 0..graph.len() {
            let mut larger: Vec<u32> = graph.neighbours(a).to_vec();
            larger.retain(|&b| b > a);
            larger.sort_unstable();
            edges.extend(larger.into_iter().map(|b| [a, b]));
        }
        let mut augmented = Augmented {
            edges,
            at: Vec::new(),
            apex: Need::Two,
            forced: Vec::new(),
        };
        let forced = augmented.join_apex(problem);
        i32::try_from(augmented.edges.len()).ok()?;
        let vertices = graph.len() + u32::from(problem.kind() == Kind::Open);
        augmented.at = vec![Vec::new(); vertices as usize];
        for (variable, ends) in (1..).zip(&augmented.edges) {
            ends.iter()
                .for_each(|&v| augmented.at[v as usize].push(variable));
        }
        let given = problem
            .given()
            .clues()
            .iter()
            .filter_map(|clue| match *clue {
                Clue::Move(ends) => Some(ends),
                _ => None,
            });
        let mut forced: Vec<[u32; 2]> = given.chain(forced).collect();
        forced.iter_mut().for_each(|ends| ends.sort_unstable());
        forced.sort_unstable();
        forced.dedup();
        let variable: HashMap<[u32; 2], i32> = augmented.edges.iter().copied().zip(1..).collect();
        let forced = forced.iter().map(|ends| variable.get(ends).copied());
        augmented.forced = forced.map(Option::unwrap_or_default).collect();
        Some(augmented)
    }

    /// Joins the apex to where an open tour may end; gives the edge that every tour takes.
    fn join_apex(&mut self, problem: &Problem) -> Option<[u32; 2]> {
        let (apex, fixed) = (problem.graph().len(), [problem.start(), problem.end()]);
        if problem.kind() == Kind::Closed {
            return fixed[0].zip(fixed[1]).map(|(start, end)| [start, end]);
        }
        let one = problem.start().or(problem.end());
        let mut may_end = vec![true; apex as usize];
        let mut need_each = None;
        if fixed[0].is_some() && fixed[1].is_some() {
            may_end.fill(false);
        } else if let Some(colour) = two_colours(problem) {
            let odd = colour.iter().filter(|&&odd| odd).count();
            let even = colour.len() - odd;
            match one {
                _ if even != odd => may_end = colour.iter().map(|&c| c == (odd > even)).collect(),
                Some(end) => {
                    let other = !colour[end as usize];
                    may_end = colour.iter().map(|&c| c == other).collect();
                }
                None => need_each = Some(colour),
            }
        }
        fixed
            .into_iter()
            .flatten()
            .for_each(|v| may_end[v as usize] = true);
        let ends = (0..apex).filter(|&v| may_end[v as usize]);
        let first = self.edges.len();
        self.edges.extend(ends.map(|v| [v, apex]));
        if let Some(colour) = need_each {
            let of = |wanted: bool| {
                let ends = (first..self.edges.len())
                    .filter(|&edge| colour[self.edges[edge][0] as usize] == wanted);
                ends.map(|edge| edge as i32 + 1).collect()
            };
            self.apex = Need::OneOfEach([of(false), of(true)]);
        }
        one.filter(|_| fixed.contains(&None)).map(|end| [end, apex])
    }

    /// Number of vertices, the apex included.
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// The variables of the edges between the vertices `inside` and the others, increasing.
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

    /// Gives all clauses in order to `clause`, which may stop it with an error, and then the number
    /// of variables.
    pub fn clauses<E>(&self, clause: &mut dyn FnMut(&[i32]) -> Result<(), E>) -> Result<i64, E> {
        let mut variables = self.edges.len() as i64;
        let degrees = match self.apex {
            Need::Two => self.len(),
            Need::OneOfEach(_) => self.len() - 1,
        };
        for edges in &self.at[..degrees] {
            two_of(edges, &mut variables, clause)?;
        }
        if let Need::OneOfEach(lists) = &self.apex {
            for edges in lists {
                one_of(edges, &mut variables, clause)?;
            }
        }
        for &variable in &self.forced {
            if variable == 0 {
                clause(&[])?;
            } else {
                clause(&[variable])?;
            }
        }
        Ok(variables)
    }
}

/// The colours of a connected graph whose edges all join different ones; vertex 0 has `false`.
pub(super) fn two_colours(problem: &Problem) -> Option<Vec<bool>> {
    let graph = problem.graph();
    let mut colour = vec![None; graph.len() as usize];
    let mut queue = VecDeque::from([0_u32]);
    colour[0] = Some(false);
    while let Some(vertex) = queue.pop_front() {
        let mine = colour[vertex as usize]?;
        for &next in graph.neighbours(vertex) {
            match colour[next as usize] {
                None => {
                    colour[next as usize] = Some(!mine);
                    queue.push_back(next);
                }
                Some(theirs) if theirs == mine => return None,
                Some(_) => {}
            }
        }
    }
    colour.into_iter().collect()
}

/// Two of the variables are true.
pub(super) fn two_of<E>(
    edges: &[i32],
    variables: &mut i64,
    clause: &mut dyn FnMut(&[i32]) -> Result<(), E>,
) -> Result<(), E> {
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

/// One of the variables is true.
pub(super) fn one_of<E>(
    edges: &[i32],
    variables: &mut i64,
    clause: &mut dyn FnMut(&[i32]) -> Result<(), E>,
) -> Result<(), E> {
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

/// `count` of the variables are true, said with fresh ones: `s[i][k]` is true if and only if at
/// least k of the first i are, for k up to `count` and to i.
fn counted<E>(
    count: usize,
    edges: &[i32],
    variables: &mut i64,
    clause: &mut dyn FnMut(&[i32]) -> Result<(), E>,
) -> Result<(), E> {
    // s[i − 1][k − 1], as far as there is such a variable.
    let mut before: Vec<i32> = Vec::new();
    for (i, &x) in (1..).zip(edges) {
        let mut here: Vec<i32> = Vec::new();
        for k in 1..=count.min(i) {
            *variables += 1;
            // A formula beyond 32 bits is none that can be read, and so equals none.
            let s = i32::try_from(*variables).unwrap_or(i32::MAX);
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

    /// Every choice of exactly `count` satisfies the clauses once the fresh variables mean what
    /// they are said to mean, and no other choice does whatever they mean.
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

//! Choices of the moves along a path, to split a count.
//!
//! A depth-first search begins at the start of the path, so the parts share little of the search. A
//! choice far away would occur in every branch of the search of both parts, and double the work. So
//! the choice is always about an edge at the end of the path that the true literals form.

use super::choose::Branch;
use crate::prelude::*;

/// The edges of a problem, as literals that mean that the tour takes them.
pub struct Paths {
    root: u32,
    edges: Vec<[u32; 2]>,
    /// The edges of each vertex.
    incident: Vec<Vec<Lit>>,
}

impl Paths {
    /// Collects the edges of a problem.
    pub fn new(problem: &Problem) -> Paths {
        let mut edges: Vec<[u32; 2]> = problem.graph().edges().collect();
        edges.sort_unstable();
        let mut incident = vec![Vec::new(); problem.graph().len() as usize];
        for (edge, number) in edges.iter().zip(1..) {
            let lit = Var::new(number).map(Var::pos);
            for vertex in edge {
                incident[*vertex as usize].extend(lit);
            }
        }
        Paths {
            root: problem.start().or(problem.end()).unwrap_or(0),
            edges,
            incident,
        }
    }

    /// Returns an edge that can be taken and excluded: at the end of the path if there is one, or
    /// elsewhere.
    pub fn choice(&self, branch: &mut Branch) -> Option<Lit> {
        let (mut end, mut last) = (self.root, None);
        loop {
            let is_next = |lit: &&Lit| Some(**lit) != last && branch.value(**lit) == Some(true);
            let Some(&next) = self.incident[end as usize].iter().find(is_next) else {
                break;
            };
            let [a, b] = self.edges[next.var().number() as usize - 1];
            (end, last) = (if a == end { b } else { a }, Some(next));
            if end == self.root {
                break;
            }
        }
        let at_end = self.incident[end as usize].iter().copied();
        let free: Vec<Lit> = at_end.chain(branch.free()).collect();
        free.into_iter()
            .find(|&lit| branch.lookahead(lit).is_some())
    }
}

//! The graph in which the tours of a problem are Hamiltonian cycles.
//!
//! An open tour is closed by vertices of no square: between its last and its first vertex the cycle
//! goes over them. Where moves change colour, the colours of the ends follow from the number of
//! squares of each colour; telling the search so keeps many states from coming up.

use crate::problem::{Kind, Problem};

/// What the cycles to be counted are cycles of.
#[derive(Clone, Debug)]
pub(super) struct Host {
    /// Later vertices are of no square.
    pub squares: u32,
    /// Neighbours of every vertex. Vertices of no square are not joined to each other.
    pub neighbours: Vec<Vec<u32>>,
    /// A path that is part of every cycle, by its ends; its inside does not matter.
    pub given: Option<[u32; 2]>,
    /// Tours for each cycle.
    pub tours: u32,
}

impl Host {
    /// The host of a problem on at least two vertices; `None` if there is surely no tour.
    pub fn new(problem: &Problem) -> Option<Host> {
        let graph = problem.graph();
        let squares = graph.len();
        let mut host = Host {
            squares,
            neighbours: (0..squares).map(|v| graph.neighbours(v).to_vec()).collect(),
            given: None,
            tours: 1,
        };
        match (problem.kind(), problem.start(), problem.end()) {
            (Kind::Closed, Some(start), Some(end)) => {
                host.given = Some([start, end]);
                (squares > 2 && graph.has_edge(start, end)).then_some(host)
            }
            (Kind::Closed, ..) => (squares > 2).then_some(host),
            (Kind::Open, Some(start), Some(end)) => {
                host.given = Some([start, end]);
                Some(host)
            }
            (Kind::Open, Some(one), None) | (Kind::Open, None, Some(one)) => {
                let ends = ends(problem, Some(one))?;
                let apex = host.join(ends.into_iter().filter(|&end| end != one).collect());
                host.given = Some([one, apex]);
                Some(host)
            }
            (Kind::Open, None, None) => {
                host.tours = 2;
                let ends = ends(problem, None)?;
                match graph.two_colouring() {
                    Some(colour) if ends.len() == colour.len() => {
                        let (odd, even) = ends.iter().partition(|&&end| colour[end as usize]);
                        let [even, odd] = [even, odd].map(|ends: Vec<u32>| host.join(ends));
                        host.given = Some([even, odd]);
                    }
                    _ => {
                        host.join(ends);
                    }
                }
                Some(host)
            }
        }
    }

    /// Whether two vertices are joined, by a look at the shorter list of neighbours.
    pub fn are_joined(&self, a: u32, b: u32) -> bool {
        let [at_a, at_b] = [a, b].map(|v| &self.neighbours[v as usize]);
        match at_a.len() < at_b.len() {
            true => at_a.contains(&b),
            false => at_b.contains(&a),
        }
    }

    /// A new vertex joined to these.
    fn join(&mut self, ends: Vec<u32>) -> u32 {
        let apex = self.neighbours.len() as u32;
        for &end in &ends {
            self.neighbours[end as usize].push(apex);
        }
        self.neighbours.push(ends);
        apex
    }
}

/// Where the open end of a path may be, when the other is fixed or free; `None` if nowhere.
fn ends(problem: &Problem, fixed: Option<u32>) -> Option<Vec<u32>> {
    let all = 0..problem.graph().len();
    let Some(colour) = problem.graph().two_colouring() else {
        return Some(all.collect());
    };
    let odd = colour.iter().filter(|&&odd| odd).count();
    let even = colour.len() - odd;
    let larger = odd > even;
    let wanted = match (even.abs_diff(odd), fixed) {
        (0, None) => return Some(all.collect()),
        (0, Some(one)) => !colour[one as usize],
        (1, Some(one)) if colour[one as usize] != larger => return None,
        (1, _) => larger,
        _ => return None,
    };
    Some(all.filter(|&end| colour[end as usize] == wanted).collect())
}

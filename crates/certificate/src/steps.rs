//! The formula of a problem by its steps, by the documentation of [the crate](super).
//!
//! ```
//! use knightsat_certificate::steps::Timetable;
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let table = Timetable::new(&problem).expect("a small board");
//! // Vertex 5 at the first step, and 11 at the second: 12 variables for each step.
//! assert_eq!(table.steps(|variable| [6, 24].contains(&variable)), [5, 11]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::degrees::{Take, one_of};
use knightsat_tour::blocks::Blocks;
use knightsat_tour::given::{Clue, Given};
use knightsat_tour::symmetry::Symmetry;
use knightsat_tour::{Kind, Problem};
use std::sync::Arc;

/// The most vertices; the formula then has twelve million clauses.
pub const MOST: u32 = 1 << 10;

/// The formula of a problem with the variables x\[i\]\[v\], which mean that the tour is on v at
/// step i, both from 0 here.
#[derive(Clone, Copy)]
pub struct Timetable<'p> {
    problem: &'p Problem,
    /// The number of steps, and of vertices.
    pub(super) len: u32,
}

impl<'p> Timetable<'p> {
    /// Returns `None` for more than [`MOST`] vertices.
    pub fn new(problem: &'p Problem) -> Option<Timetable<'p>> {
        let len = problem.graph().len();
        (len <= MOST).then_some(Timetable { problem, len })
    }

    /// Returns the vertices in order, from the values of the variables.
    pub fn steps(&self, is_true: impl Fn(i32) -> bool) -> Vec<u32> {
        let at = |step| (0..self.len).find(|&vertex| is_true(self.is_at(step, vertex)));
        (0..self.len).filter_map(at).collect()
    }

    /// Returns the variable of a vertex at a step.
    pub(super) fn is_at(self, step: u32, vertex: u32) -> i32 {
        (step * self.len + vertex) as i32 + 1
    }

    /// Returns the preceding step and the following one.
    pub(super) fn adjacent_steps(self, step: u32) -> [Option<u32>; 2] {
        let (last, is_closed) = (self.len - 1, self.problem.kind() == Kind::Closed);
        let before = step.checked_sub(1).or(is_closed.then_some(last));
        let after = (step < last).then_some(step + 1);
        [before, after.or(is_closed.then_some(0))]
    }

    /// Passes all clauses but those of sums and rules to `clause`, and returns the number of
    /// variables.
    pub(super) fn clauses<E>(&self, clause: Take<E>) -> Result<i64, E> {
        let mut variables = i64::from(self.len).pow(2);
        if self.problem.kind() == Kind::Closed && self.len < 3 {
            clause(&[])?;
            return Ok(variables);
        }
        for step in 0..self.len {
            let row: Vec<i32> = (0..self.len).map(|v| self.is_at(step, v)).collect();
            one_of(&row, &mut variables, clause)?;
        }
        for vertex in 0..self.len {
            let column: Vec<i32> = (0..self.len).map(|i| self.is_at(i, vertex)).collect();
            one_of(&column, &mut variables, clause)?;
        }
        self.moves(clause)?;
        self.symmetry(&mut variables, clause)?;
        self.blocks(clause)?;
        let outer = [(1, self.problem.start()), (self.len, self.problem.end())].into_iter();
        let ends = outer.filter_map(|(step, end)| end.map(|vertex| Clue::At { step, vertex }));
        // Steps that count from the first block have no ends.
        let blocks = self.problem.get::<Arc<Blocks>>();
        let is_rotated = blocks.is_some_and(|blocks| !blocks.is_begun());
        let given = self.problem.get().into_iter().flat_map(Given::clues);
        let clues = ends.chain(given.copied());
        for clue in clues.filter(|clue| !is_rotated || matches!(clue, Clue::Move(_))) {
            self.given(clue, clause)?;
        }
        Ok(variables)
    }

    /// Requires a neighbour at the preceding step and at the following one.
    fn moves<E>(&self, clause: Take<E>) -> Result<(), E> {
        let mut lits = Vec::new();
        for vertex in 0..self.len {
            let graph = self.problem.graph();
            let mut neighbours =
                [graph.predecessors(vertex), graph.successors(vertex)].map(<[u32]>::to_vec);
            neighbours.iter_mut().for_each(|list| list.sort_unstable());
            for step in 0..self.len {
                for (other, neighbours) in self.adjacent_steps(step).into_iter().zip(&neighbours) {
                    let Some(other) = other else {
                        continue;
                    };
                    lits.clear();
                    lits.push(-self.is_at(step, vertex));
                    lits.extend(neighbours.iter().map(|&next| self.is_at(other, next)));
                    clause(&lits)?;
                }
            }
        }
        Ok(())
    }

    /// Requires the image one period later. If the direction of the tour matters, that is a part
    /// of the steps later the image, or always the preimage, and a variable decides between these.
    fn symmetry<E>(&self, variables: &mut i64, clause: Take<E>) -> Result<(), E> {
        let Some(turn) = self.problem.get::<Symmetry>() else {
            return Ok(());
        };
        let part = self.len / turn.order();
        let mut lead = |turn: &Symmetry, unless: Option<i32>| {
            for step in 0..self.len {
                for vertex in 0..self.len {
                    let later = self.is_at((step + part) % self.len, turn.image(vertex));
                    let here = [-self.is_at(step, vertex), later].into_iter();
                    clause(&here.chain(unless).collect::<Vec<i32>>())?;
                }
            }
            Ok(())
        };
        if self.problem.period() == part {
            return lead(turn, None);
        }
        *variables += 1;
        let back = *variables as i32;
        lead(turn, Some(back))?;
        lead(&turn.inverse(), Some(-back))
    }

    /// Excludes every vertex from the steps of other blocks, and requires a joint from each block
    /// to the next.
    fn blocks<E>(&self, clause: Take<E>) -> Result<(), E> {
        let Some(blocks) = self.problem.get::<Arc<Blocks>>() else {
            return Ok(());
        };
        let mut before = 0;
        let mut windows = Vec::new();
        for part in blocks.parts() {
            windows.push(before..before + part.vertices.len() as u32);
            before += part.vertices.len() as u32;
        }
        for step in 0..self.len {
            let away = (0..self.len).filter(|&v| !windows[blocks.of(v)].contains(&step));
            for vertex in away {
                clause(&[-self.is_at(step, vertex)])?;
            }
        }
        for (block, joint) in blocks.joints().iter().enumerate() {
            let next = (block + 1) % blocks.len();
            let steps = [windows[block].end - 1, windows[next].start];
            for (side, of) in [(0, block), (1, next)] {
                for &vertex in &blocks.parts()[of].vertices {
                    let here = -self.is_at(steps[side], vertex);
                    let there = self.is_at(steps[1 - side], joint[1 - side]);
                    let is_joint = joint[side] == vertex;
                    clause(&[here, there][..1 + usize::from(is_joint)])?;
                }
            }
        }
        Ok(())
    }

    fn given<E>(&self, clue: Clue, clause: Take<E>) -> Result<(), E> {
        match clue {
            Clue::At { step, vertex } => clause(&[self.is_at(step - 1, vertex)]),
            Clue::NotAt { step, vertex } => clause(&[-self.is_at(step - 1, vertex)]),
            Clue::Move([a, b]) => {
                for (here, there) in [(a, b), (b, a)] {
                    for step in 0..self.len {
                        let steps = self.adjacent_steps(step).into_iter().flatten();
                        let beside = steps.map(|other| self.is_at(other, there));
                        let lits = [-self.is_at(step, here)].into_iter().chain(beside);
                        clause(&lits.collect::<Vec<i32>>())?;
                    }
                }
                Ok(())
            }
            // The graph lacks this edge.
            Clue::NoMove(_) => Ok(()),
        }
    }
}

//! Tours and their verifier, which trusts no other code and is independent of CNF.
//!
//! ```
//! # mod knightsat { pub mod tour { pub use knightsat_tour::{*, tour::*}; } }
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::place::Place;
//! use knightsat::tour::Tour;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let steps = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11].to_vec();
//! let tour = Tour::verify(&problem, steps)?;
//! assert_eq!(tour.to_string(), "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3");
//! // The board with the number of the step on every square.
//! assert!(format!("{tour:#}").contains("1 │  1 │  4 │  7 │ 10 │"));
//!
//! let error = Tour::verify(&problem, vec![0, 6]).unwrap_err();
//! assert_eq!(error.to_string(), "2 steps, and a tour has 12");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;

use crate::board::Cells;
use crate::graph::{Graph, Names};
use crate::{Kind, Problem};
use itertools::Itertools;
use std::fmt;

pub use error::TourError;
pub(crate) use error::VertexMark;

/// A sequence of vertices that a verifier has accepted for a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tour {
    steps: Vec<u32>,
    kind: Kind,
    /// The names of the vertices.
    names: Names,
}

/// The names of the vertices in order. With `{:#}` the board with the number of the step on every
/// square, if the graph is that of a board.
impl fmt::Display for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match &self.names {
            Names::Squares(outline) if f.alternate() => {
                let mut bytes = Vec::new();
                let cells = Cells::numbers(outline, &self.steps);
                let written = cells.write(&|_, text| text, &mut bytes);
                written.map_err(|_| fmt::Error)?;
                String::from_utf8(bytes).map_err(|_| fmt::Error)?
            }
            names => names.path(&self.steps),
        };
        f.write_str(text.trim_end_matches('\n'))
    }
}

impl Tour {
    /// Accepts `steps` as a tour of `problem`, or returns the fault.
    pub fn verify(problem: &Problem, steps: Vec<u32>) -> Result<Tour, TourError> {
        let graph = problem.graph();
        visits_each_vertex_once(graph, &steps)?;
        moves_along_edges(problem, &steps)?;
        for constraint in problem.constraints() {
            constraint.verify(problem, &steps)?;
        }
        Ok(Tour {
            steps,
            kind: problem.kind(),
            names: graph.names().clone(),
        })
    }

    /// Returns the vertices in order. For a closed tour the first is not repeated.
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// Returns the names of the vertices.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Returns the kind: open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

fn visits_each_vertex_once(graph: &Graph, steps: &[u32]) -> Result<(), TourError> {
    let mut visited = vec![0_u32; graph.len() as usize];
    for (step, &vertex) in (1..).zip(steps) {
        let Some(first) = visited.get_mut(vertex as usize) else {
            let message = format!("step {step} is on no vertex of the graph");
            return Err(TourError::new(message));
        };
        if *first != 0 {
            let vertex = VertexMark(vertex);
            let message = format!("steps {first} and {step} are both on {vertex}");
            return Err(TourError::new(message));
        }
        *first = step;
    }
    if steps.len() != graph.len() as usize {
        return Err(TourError::length(steps.len(), graph.len()));
    }
    Ok(())
}

/// Checks the moves from each step to the next, and those of a closed tour from the last to the
/// first.
fn moves_along_edges(problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
    let is_closed = problem.kind() == Kind::Closed;
    if is_closed && steps.len() < 3 {
        return Err(TourError::new("a closed tour has at least three steps"));
    }
    let moves = (1..).zip(steps.iter().circular_tuple_windows());
    for (step, (&from, &to)) in moves.take(steps.len() - usize::from(!is_closed)) {
        if !problem.stated_graph.has_arc(from, to) {
            let next = step % steps.len() + 1;
            let [from, to] = [from, to].map(VertexMark);
            let message = format!("from step {step} to {next}, {from} to {to} is not a move");
            return Err(TourError::new(message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;
    use crate::place::Place;
    use crate::spec::TourSpec;

    #[test]
    fn tours_are_accepted_and_each_fault_is_named() {
        for (tour, expected) in cases(
            "
            3x4 {} a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 =>
            3x4 {'start': 'a1', 'end': 'd3'} a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 =>
            1x1 {} a1 =>
            3x4 {} a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 => 11 steps, and a tour has 12
            3x4 {} a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 a1 => steps 1 and 12 are both on a1
            3x4 {} a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 d3 b2 => from step 10 to 11, d1 to d3 is not a move
            3x4 {'start': 'b1'} a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 => step 1 is on a1 and should be on b1
            3x4 {'end': 'b1'} a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 => step 12 is on d3 and should be on b1
            3x4 {'tour': 'closed'} a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3 => from step 12 to 1, d3 to a1 is not a move
            1x1 {'tour': 'closed'} a1 => a closed tour has at least three steps
            ",
        ) {
            let (request, steps) = tour.split_once("} ").unwrap();
            let (board, spec) = request.split_once(' ').unwrap();
            let place: Place = board.parse().unwrap();
            let spec = format!("{spec}}}").replace('\'', "\"");
            let spec: TourSpec = serde_json::from_str(&spec).unwrap();
            let problem = spec.problem(&place, &Default::default()).unwrap();
            let steps = steps.split(' ').map(|name| place.vertex(name).unwrap());
            let error = Tour::verify(&problem, steps.collect()).err();
            let error = error.map(|error| error.with_names(|v| place.name(v)).to_string());
            assert_eq!(error.unwrap_or_default(), expected, "{tour}");
        }
    }
}

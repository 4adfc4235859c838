//! Tours and their verifier, which trusts no other code and is independent of CNF.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::tour::Tour;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
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

pub use error::{Name, TourError};

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
        let mut text = String::new();
        match &self.names {
            Names::Squares(outline) if f.alternate() => {
                let mut bytes = Vec::new();
                let cells = Cells::numbers(outline, &self.steps);
                let written = cells.write(&|_, text| text, &mut bytes);
                written.map_err(|_| fmt::Error)?;
                text = String::from_utf8(bytes).map_err(|_| fmt::Error)?;
            }
            names => {
                for (nth, &vertex) in self.steps.iter().enumerate() {
                    text.push_str(if nth > 0 { " " } else { "" });
                    names.push(vertex, &mut text);
                }
            }
        }
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
        let slot = visited
            .get_mut(vertex as usize)
            .ok_or(TourError::NoVertex { step })?;
        if *slot != 0 {
            return Err(TourError::Twice {
                first: *slot as usize,
                second: step,
                vertex: vertex.into(),
            });
        }
        *slot = step as u32;
    }
    if steps.len() != graph.len() as usize {
        return Err(TourError::Length {
            found: steps.len(),
            expected: graph.len(),
        });
    }
    Ok(())
}

/// Checks the moves from each step to the next, and those of a closed tour from the last to the
/// first.
fn moves_along_edges(problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
    let is_closed = problem.kind() == Kind::Closed;
    if is_closed && steps.len() < 3 {
        return Err(TourError::TooSmall);
    }
    let moves = (1..).zip(steps.iter().circular_tuple_windows());
    for (step, (&from, &to)) in moves.take(steps.len() - usize::from(!is_closed)) {
        if !problem.stated_graph().has_arc(from, to) {
            return Err(TourError::NoMove {
                step,
                next: step % steps.len() + 1,
                from: from.into(),
                to: to.into(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn verify(
        board: &str,
        kind: Kind,
        ends: [Option<&str>; 2],
        moves: &str,
    ) -> Result<Tour, String> {
        let board: Board = board.parse().unwrap();
        let vertex = |name: &str| board.vertex(name.parse().unwrap()).unwrap();
        let [start, end] = ends.map(|name| name.map(vertex));
        let problem = Problem::new(board.graph(), kind, start, end).unwrap();
        let steps = moves.split(' ').map(vertex).collect();
        Tour::verify(&problem, steps).map_err(|error| {
            error
                .with_names(|v| board.square(v).to_string())
                .to_string()
        })
    }

    const OPEN_3X4: &str = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3";

    #[test]
    fn a_tour_is_accepted() {
        assert!(verify("3x4", Kind::Open, [None, None], OPEN_3X4).is_ok());
        assert!(verify("3x4", Kind::Open, [Some("a1"), Some("d3")], OPEN_3X4).is_ok());
        assert!(verify("1x1", Kind::Open, [None, None], "a1").is_ok());
    }

    #[test]
    fn each_fault_is_named() {
        let open = |ends, moves: &str| verify("3x4", Kind::Open, ends, moves).unwrap_err();
        let any = [None, None];
        let short = OPEN_3X4.strip_suffix(" d3").unwrap();
        assert_eq!(open(any, short), "11 steps, and a tour has 12");
        let twice = OPEN_3X4.replace("d3", "a1");
        assert_eq!(open(any, &twice), "steps 1 and 12 are both on a1");
        let swapped = OPEN_3X4.replace("b2 d3", "d3 b2");
        assert_eq!(
            open(any, &swapped),
            "from step 10 to 11, d1 to d3 is not a move"
        );
        assert_eq!(
            open([Some("b1"), None], OPEN_3X4),
            "step 1 is on a1 and should be on b1"
        );
        assert_eq!(
            open([None, Some("b1")], OPEN_3X4),
            "step 12 is on d3 and should be on b1"
        );
        assert_eq!(
            verify("3x4", Kind::Closed, any, OPEN_3X4).unwrap_err(),
            "from step 12 to 1, d3 to a1 is not a move"
        );
        assert_eq!(
            verify("1x1", Kind::Closed, any, "a1").unwrap_err(),
            "a closed tour has at least three steps"
        );
    }
}

//! Tours and their verifier, which trusts nothing and knows no CNF.

use crate::problem::given::Clue;
use crate::problem::graph::Graph;
use crate::problem::{Kind, Problem};
use thiserror::Error;

/// A sequence of vertices that a verifier has accepted for a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tour {
    steps: Vec<u32>,
    kind: Kind,
}

/// Why a sequence of vertices is no tour. Steps count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TourError {
    /// Wrong number of steps.
    #[error("{found} steps, and a tour has {expected}")]
    Length {
        /// Steps given.
        found: usize,
        /// Vertices of the graph.
        expected: u32,
    },
    /// A vertex that the graph does not have.
    #[error("step {step} is on no vertex of the graph")]
    NoVertex {
        /// The step.
        step: usize,
    },
    /// A vertex that was visited before.
    #[error("steps {first} and {second} are both on {}", .vertex)]
    Twice {
        /// The earlier step.
        first: usize,
        /// The later step.
        second: usize,
        /// The vertex, as written by [`TourError::with_names`].
        vertex: Name,
    },
    /// Two successive vertices that are not joined.
    #[error("from step {step} to {next}, {from} to {to} is not a move")]
    NoMove {
        /// The step before the move.
        step: usize,
        /// The step after it: 1 for the return of a closed tour.
        next: usize,
        /// Where the move starts.
        from: Name,
        /// Where it would end.
        to: Name,
    },
    /// Fewer than three vertices on a closed tour.
    #[error("a closed tour has at least three steps")]
    TooSmall,
    /// Not on the prescribed vertex at an end or a given step.
    #[error("step {step} is on {found} and should be on {expected}")]
    WrongEnd {
        /// The step.
        step: usize,
        /// The vertex there.
        found: Name,
        /// The vertex prescribed.
        expected: Name,
    },
    /// A move that is forbidden.
    #[error("from step {step} to {next}, the move {from}-{to} is forbidden")]
    Forbidden {
        /// The step before the move.
        step: usize,
        /// The step after it: 1 for the return of a closed tour.
        next: usize,
        /// Where the move starts.
        from: Name,
        /// Where it ends.
        to: Name,
    },
    /// A move that is required, and not there.
    #[error("the move {from}-{to} is required, and the tour does not take it")]
    Missing {
        /// One end of the move.
        from: Name,
        /// The other.
        to: Name,
    },
    /// On a vertex that the tour must not be on at this step.
    #[error("step {step} is on {found} and should not be")]
    NotHere {
        /// The step.
        step: usize,
        /// The vertex there.
        found: Name,
    },
    /// A rank or a file of a magic tour that does not add up.
    #[error("the steps on {} {of} add up to {found}, and should to {}", line(.is_rank), whole(.expected))]
    Sum {
        /// A rank, or else a file.
        is_rank: bool,
        /// A vertex on it.
        of: Name,
        /// What they add up to.
        found: u64,
        /// What they should; `None` if no whole number will do.
        expected: Option<u64>,
    },
    /// The symmetry asked for puts another vertex on this step.
    #[error("the tour is not symmetric: step {step} is on {found}, and should be on {expected}")]
    NotSymmetric {
        /// The step.
        step: usize,
        /// The vertex there.
        found: Name,
        /// The image of the vertex one period earlier.
        expected: Name,
    },
}

/// A vertex in an error message: a number until [`TourError::with_names`] knows better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(u32, Option<String>);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.1 {
            Some(name) => f.write_str(name),
            None => write!(f, "vertex {}", self.0),
        }
    }
}

fn line(is_rank: &bool) -> &'static str {
    if *is_rank {
        "the rank of"
    } else {
        "the file of"
    }
}

fn whole(sum: &Option<u64>) -> String {
    sum.map_or("a fraction".into(), |sum| sum.to_string())
}

impl From<u32> for Name {
    fn from(vertex: u32) -> Name {
        Name(vertex, None)
    }
}

impl TourError {
    /// The same error with vertices written by `name`.
    pub fn with_names(mut self, name: impl Fn(u32) -> String) -> TourError {
        let set = |Name(vertex, text): &mut Name| *text = Some(name(*vertex));
        match &mut self {
            TourError::Twice { vertex, .. } => set(vertex),
            TourError::NotHere { found, .. } => set(found),
            TourError::Sum { of, .. } => set(of),
            TourError::NoMove { from, to, .. }
            | TourError::Forbidden { from, to, .. }
            | TourError::Missing { from, to } => [from, to].into_iter().for_each(set),
            TourError::WrongEnd {
                found, expected, ..
            }
            | TourError::NotSymmetric {
                found, expected, ..
            } => [found, expected].into_iter().for_each(set),
            TourError::Length { .. } | TourError::NoVertex { .. } | TourError::TooSmall => {}
        }
        self
    }
}

impl Tour {
    /// Accepts `steps` as a tour of `problem`, or says what is wrong with it.
    pub fn verify(problem: &Problem, steps: Vec<u32>) -> Result<Tour, TourError> {
        let graph = problem.graph();
        visits_each_vertex_once(graph, &steps)?;
        keeps_to_given_moves(problem, &steps)?;
        moves_along_edges(graph, &steps)?;
        if problem.kind() == Kind::Closed {
            closes(graph, &steps)?;
        }
        let last = steps.len();
        for (step, prescribed) in [(1, problem.start()), (last, problem.end())] {
            match prescribed {
                Some(expected) if steps[step - 1] != expected => {
                    return Err(TourError::WrongEnd {
                        step,
                        found: steps[step - 1].into(),
                        expected: expected.into(),
                    });
                }
                _ => {}
            }
        }
        keeps_to_given_steps(problem, &steps)?;
        problem.adds_up(&steps)?;
        is_symmetric(problem, &steps)?;
        Ok(Tour {
            steps,
            kind: problem.kind(),
        })
    }

    /// The vertices in order; of a closed tour the first is not repeated.
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// Open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

fn visits_each_vertex_once(graph: &Graph, steps: &[u32]) -> Result<(), TourError> {
    let mut visited = vec![0_usize; graph.len() as usize];
    for (step, &vertex) in (1..).zip(steps) {
        let slot = visited
            .get_mut(vertex as usize)
            .ok_or(TourError::NoVertex { step })?;
        if *slot != 0 {
            return Err(TourError::Twice {
                first: *slot,
                second: step,
                vertex: vertex.into(),
            });
        }
        *slot = step;
    }
    if steps.len() != graph.len() as usize {
        return Err(TourError::Length {
            found: steps.len(),
            expected: graph.len(),
        });
    }
    Ok(())
}

fn moves_along_edges(graph: &Graph, steps: &[u32]) -> Result<(), TourError> {
    for (step, pair) in (1..).zip(steps.windows(2)) {
        if !graph.has_edge(pair[0], pair[1]) {
            return Err(TourError::NoMove {
                step,
                next: step + 1,
                from: pair[0].into(),
                to: pair[1].into(),
            });
        }
    }
    Ok(())
}

/// Looks at the moves as they were given, trusting neither the graph nor what has become of them.
fn keeps_to_given_moves(problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
    let clues = problem.given().clues();
    if !clues
        .iter()
        .any(|clue| matches!(clue, Clue::Move(_) | Clue::NoMove(_)))
    {
        return Ok(());
    }
    let mut place = vec![0; steps.len()];
    for (step, &vertex) in steps.iter().enumerate() {
        place[vertex as usize] = step;
    }
    let last = steps.len() - 1;
    for clue in clues {
        let (Clue::Move([a, b]) | Clue::NoMove([a, b])) = *clue else {
            continue;
        };
        let [first, second] = {
            let mut both = [a, b].map(|vertex| place[vertex as usize]);
            both.sort_unstable();
            both
        };
        let returns = problem.kind() == Kind::Closed && first == 0 && second == last;
        let is_taken = second - first == 1 || returns;
        match clue {
            Clue::Move(_) if !is_taken => {
                return Err(TourError::Missing {
                    from: a.into(),
                    to: b.into(),
                });
            }
            Clue::NoMove(_) if is_taken => {
                let [from, to] = if second - first == 1 {
                    [first, second]
                } else {
                    [second, first]
                };
                return Err(TourError::Forbidden {
                    step: from + 1,
                    next: to + 1,
                    from: steps[from].into(),
                    to: steps[to].into(),
                });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Looks at the steps as they were given.
fn keeps_to_given_steps(problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
    for clue in problem.given().clues() {
        match *clue {
            Clue::At { step, vertex } if steps[step as usize - 1] != vertex => {
                return Err(TourError::WrongEnd {
                    step: step as usize,
                    found: steps[step as usize - 1].into(),
                    expected: vertex.into(),
                });
            }
            Clue::NotAt { step, vertex } if steps[step as usize - 1] == vertex => {
                return Err(TourError::NotHere {
                    step: step as usize,
                    found: vertex.into(),
                });
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_symmetric(problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
    let period = problem.period() as usize;
    for (step, pair) in (period + 1..).zip(steps.iter().zip(&steps[period..])) {
        let expected = problem.symmetry().image(*pair.0);
        if *pair.1 != expected {
            return Err(TourError::NotSymmetric {
                step,
                found: (*pair.1).into(),
                expected: expected.into(),
            });
        }
    }
    Ok(())
}

fn closes(graph: &Graph, steps: &[u32]) -> Result<(), TourError> {
    let (first, last) = (steps[0], steps[steps.len() - 1]);
    if steps.len() < 3 {
        return Err(TourError::TooSmall);
    }
    if !graph.has_edge(last, first) {
        return Err(TourError::NoMove {
            step: steps.len(),
            next: 1,
            from: last.into(),
            to: first.into(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::board::Board;

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

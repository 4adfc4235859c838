//! A tour problem: a graph, open or closed, with ends that may be fixed. Knows the cheap reasons
//! why no tour exists.

use crate::graph::Graph;
use crate::symmetry::Symmetry;
use thiserror::Error;

/// Whether the tour must return to where it started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A directed Hamiltonian path.
    Open,
    /// A Hamiltonian cycle of at least three vertices.
    Closed,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Kind::Open => "open",
            Kind::Closed => "closed",
        })
    }
}

/// What can be wrong with a problem.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ProblemError {
    /// A path of several vertices cannot end where it starts.
    #[error("start and end are the same square, and the tour has {0} squares to visit")]
    StartIsEnd(u32),
    /// Only a cycle can be shifted along itself.
    #[error("a symmetric tour is closed: an open one cannot map to itself and keep its direction")]
    SymmetricOpen,
}

/// Find a Hamiltonian path or cycle of a graph.
#[derive(Clone, Debug)]
pub struct Problem {
    graph: Graph,
    kind: Kind,
    start: Option<u32>,
    end: Option<u32>,
    symmetry: Symmetry,
}

/// A cheap reason why no tour exists; checked by looking, no search needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstruction {
    /// A cycle has at least three vertices.
    TooSmall,
    /// A vertex has fewer neighbours than the tour needs there.
    Degree {
        /// The vertex.
        vertex: u32,
        /// Its number of neighbours.
        degree: usize,
        /// How many a tour uses at least.
        needed: usize,
    },
    /// More than two vertices have a single neighbour: all would have to be ends.
    ThreeEnds([u32; 3]),
    /// No path joins these two vertices.
    Disconnected(u32, u32),
    /// Moves alternate between two colour classes, and their sizes do not fit.
    Colours {
        /// Vertices coloured like vertex 0.
        even: u32,
        /// The others.
        odd: u32,
    },
    /// The colour sizes fit, but not with the fixed start and end.
    EndColours {
        /// Vertices coloured like vertex 0.
        even: u32,
        /// The others.
        odd: u32,
    },
    /// The colours of a vertex and of its image do not fit the number of steps between them.
    Symmetry {
        /// A vertex.
        vertex: u32,
        /// Its image.
        image: u32,
        /// Steps between them.
        steps: u32,
    },
}

impl Problem {
    /// A problem on `graph`. For a closed tour `start` and `end` are steps 1 and N of the cycle,
    /// so the end is joined to the start.
    ///
    /// # Panics
    /// If the graph is empty or `start` or `end` is no vertex of it.
    pub fn new(
        graph: Graph,
        kind: Kind,
        start: Option<u32>,
        end: Option<u32>,
    ) -> Result<Problem, ProblemError> {
        assert!(!graph.is_empty(), "a tour needs a vertex");
        assert!(start.into_iter().chain(end).all(|v| v < graph.len()));
        if start.is_some() && start == end && graph.len() > 1 {
            return Err(ProblemError::StartIsEnd(graph.len()));
        }
        Ok(Problem {
            symmetry: Symmetry::trivial(&graph),
            graph,
            kind,
            start,
            end,
        })
    }

    /// The same problem, for tours with this symmetry only.
    pub fn with_symmetry(self, symmetry: Symmetry) -> Result<Problem, ProblemError> {
        if self.kind == Kind::Open && symmetry.order() > 1 {
            return Err(ProblemError::SymmetricOpen);
        }
        Ok(Problem { symmetry, ..self })
    }

    /// The symmetry that the tour must have, the trivial one if nothing is asked for.
    pub fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }

    /// Number of steps after which the tour repeats itself turned: all of them where no symmetry
    /// is asked for.
    pub fn period(&self) -> u32 {
        self.graph.len() / self.symmetry.order()
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The vertex of the first step, if fixed.
    pub fn start(&self) -> Option<u32> {
        self.start
    }

    /// The vertex of the last step, if fixed.
    pub fn end(&self) -> Option<u32> {
        self.end
    }

    /// A cheap reason why no tour exists, if one is found. `None` says nothing.
    pub fn obstruction(&self) -> Option<Obstruction> {
        if self.kind == Kind::Closed && self.graph.len() < 3 {
            return Some(Obstruction::TooSmall);
        }
        if self.graph.len() == 1 {
            return None;
        }
        self.lacking_degree()
            .or_else(|| self.disconnected())
            .or_else(|| self.unbalanced())
            .or_else(|| self.out_of_step())
    }

    fn out_of_step(&self) -> Option<Obstruction> {
        let colour = self.graph.two_colouring()?;
        let steps = self.period();
        let (vertex, image) = (0, self.symmetry.image(0));
        let differ = colour[vertex as usize] != colour[image as usize];
        (self.symmetry.order() > 1 && differ != (steps % 2 == 1)).then_some(Obstruction::Symmetry {
            vertex,
            image,
            steps,
        })
    }

    fn lacking_degree(&self) -> Option<Obstruction> {
        let mut leaves = Vec::new();
        for vertex in 0..self.graph.len() {
            let degree = self.graph.degree(vertex);
            let is_end = [self.start, self.end].contains(&Some(vertex));
            // An end that is not fixed could be anywhere.
            let surely_inner = !is_end && self.start.is_some() && self.end.is_some();
            let needed = if self.kind == Kind::Closed || surely_inner {
                2
            } else {
                1
            };
            if degree < needed {
                return Some(Obstruction::Degree {
                    vertex,
                    degree,
                    needed,
                });
            }
            if degree == 1 {
                leaves.push(vertex);
            }
        }
        match leaves[..] {
            [a, b, c, ..] => Some(Obstruction::ThreeEnds([a, b, c])),
            _ => None,
        }
    }

    fn disconnected(&self) -> Option<Obstruction> {
        let distance = self.graph.distances(0);
        let apart = distance.iter().position(|&steps| steps == u32::MAX)?;
        Some(Obstruction::Disconnected(0, apart as u32))
    }

    fn unbalanced(&self) -> Option<Obstruction> {
        let colour = self.graph.two_colouring()?;
        let odd = colour.iter().filter(|&&odd| odd).count() as u32;
        let even = self.graph.len() - odd;
        let fits = match self.kind {
            Kind::Closed => even == odd,
            Kind::Open => even.abs_diff(odd) <= 1,
        };
        if !fits {
            return Some(Obstruction::Colours { even, odd });
        }
        // Of an odd number of steps the first and the last are on the larger class; of an even
        // number they are on different ones.
        let of = |vertex: Option<u32>| vertex.map(|v| colour[v as usize]);
        let ends_fit = match even.cmp(&odd) {
            std::cmp::Ordering::Equal => of(self.start).is_none() || of(self.start) != of(self.end),
            larger => {
                let larger_is_odd = larger == std::cmp::Ordering::Less;
                let ends = [of(self.start), of(self.end)];
                ends.into_iter().flatten().all(|odd| odd == larger_is_odd)
            }
        };
        (!ends_fit).then_some(Obstruction::EndColours { even, odd })
    }
}

impl Obstruction {
    /// The reason in words; `name` writes a vertex.
    pub fn explain(&self, name: impl Fn(u32) -> String) -> String {
        match *self {
            Obstruction::TooSmall => "a closed tour has at least three squares".into(),
            Obstruction::Degree {
                vertex,
                degree,
                needed,
            } => format!(
                "{} has {degree} of the {needed} moves that a tour needs there",
                name(vertex)
            ),
            Obstruction::ThreeEnds([a, b, c]) => format!(
                "{}, {} and {} have one move each, and a tour has only two ends",
                name(a),
                name(b),
                name(c)
            ),
            Obstruction::Disconnected(a, b) => {
                format!("no sequence of moves leads from {} to {}", name(a), name(b))
            }
            Obstruction::Colours { even, odd } => {
                format!("moves change colour, and the colours have {even} and {odd} squares")
            }
            Obstruction::EndColours { even, odd } => format!(
                "moves change colour, the colours have {even} and {odd} squares, \
                 and the fixed start and end have the wrong colours for that"
            ),
            Obstruction::Symmetry {
                vertex,
                image,
                steps,
            } => format!(
                "moves change colour, the turn takes {} to {}, and {steps} moves between them \
                 do not fit their colours",
                name(vertex),
                name(image)
            ),
        }
    }
}

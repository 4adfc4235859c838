//! Cheap reasons why no tour exists. Anyone can check each of them by inspection.

mod explain;

use super::given::{Clash, clash};
use super::magic::{Unmagic, unmagic};
use super::scatter::soon_scattered;
use super::{Kind, Problem};
use crate::graph::NONE;
use knightsat_base::stop::{Stop, Stopped};

/// A cheap reason why no tour exists, checked by inspection without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstruction {
    /// A cycle has at least three vertices.
    TooSmall,
    /// Two of the clues contradict each other.
    Clash(Clash),
    /// A vertex has fewer neighbours than the tour needs there.
    Degree {
        /// The vertex.
        vertex: u32,
        /// Its number of neighbours.
        degree: usize,
        /// Minimum number of neighbours that a tour uses.
        needed: usize,
    },
    /// More than two vertices have a single neighbour: all would have to be ends.
    ThreeEnds([u32; 3]),
    /// No path joins these two vertices.
    Disconnected(u32, u32),
    /// Without these vertices the graph falls into more pieces than a tour can join through them.
    Pieces {
        /// The vertices.
        removed: Vec<u32>,
        /// Number of pieces without them.
        pieces: u32,
        /// Maximum number of pieces that a tour can join. It is the number of vertices, plus one if
        /// the tour is open, minus one for each fixed end among them.
        joined: u32,
    },
    /// Vertices need more moves to others than those can give, see `two_factor.rs`. So there is no
    /// two-factor, or, for an open tour, no set of cycles and one path through all vertices.
    TwoFactor {
        /// Vertices that have too few moves elsewhere.
        needing: Vec<u32>,
        /// The others.
        giving: Vec<u32>,
        /// Minimum number of moves of a tour from the first vertices to the others: the moves that
        /// it takes at the first ones, less those available elsewhere.
        needed: u32,
        /// Maximum number of moves of a tour at the others: two each, one at a fixed end of a path.
        given: u32,
        /// Number of moves that the ends of an open tour save, since each needs one only.
        spared: u32,
    },
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
    /// A reason in the [split graph](super::split) of a directed graph.
    Split {
        /// The reason.
        reason: Box<Obstruction>,
        /// Number of vertices of the directed graph.
        vertices: u32,
    },
    /// Ranks and files cannot have the same sums of steps.
    Magic(Unmagic),
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
    /// Returns a cheap reason why no tour exists, if one is found in time. `None` implies
    /// nothing.
    pub fn obstruction(&self, stop: &Stop) -> Option<Obstruction> {
        type Look = fn(&Problem, &Stop) -> Result<Option<Obstruction>, Stopped>;
        const LOOKS: [Look; 8] = [
            |problem, _| Ok(problem.lacking_degree()),
            Problem::disconnected,
            Problem::unbalanced,
            Problem::unequal,
            Problem::falls_apart,
            Problem::out_of_step,
            soon_scattered,
            Problem::soon_lacking_factor,
        ];
        if self.kind == Kind::Closed && self.graph.len() < 3 {
            return Some(Obstruction::TooSmall);
        }
        if !self.given().is_empty()
            && let Ok(Some(clash)) = clash(self, stop)
        {
            return Some(Obstruction::Clash(clash));
        }
        if self.graph.len() == 1 {
            return None;
        }
        if self.graph.is_directed()
            && let Some(split) = self.split()
        {
            let reason = split.problem().obstruction(stop);
            return reason.map(|reason| split.obstruction(reason));
        }
        LOOKS.into_iter().find_map(|look| look(self, stop).ok()?)
    }

    fn unequal(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        if !self.is_magic() {
            return Ok(None);
        }
        Ok(unmagic(self, stop)?.map(Obstruction::Magic))
    }

    fn out_of_step(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let turn = self.turn();
        if turn.order() == 1 {
            return Ok(None);
        }
        let steps = self.graph.len() / turn.order();
        let (vertex, image) = (0, turn.image(0));
        let colour = self.graph.two_colouring(stop)?;
        // Vertex 0 is of the first colour.
        let is_wrong = |colour: Vec<bool>| colour[image as usize] != (steps % 2 == 1);
        Ok(colour
            .is_some_and(is_wrong)
            .then_some(Obstruction::Symmetry {
                vertex,
                image,
                steps,
            }))
    }

    fn lacking_degree(&self) -> Option<Obstruction> {
        let mut leaves = Vec::new();
        for vertex in 0..self.graph.len() {
            let degree = self.graph.degree(vertex);
            let is_end = [self.start, self.end].contains(&Some(vertex));
            // An end that is not fixed could be anywhere.
            let surely_inner = !is_end && self.start.is_some() && self.end.is_some();
            let needed = 1 + usize::from(self.kind == Kind::Closed || surely_inner);
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

    fn disconnected(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let distance = self.graph.distances(0, stop)?;
        let apart = distance.iter().position(|&steps| steps == NONE);
        Ok(apart.map(|apart| Obstruction::Disconnected(0, apart as u32)))
    }

    fn falls_apart(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let pieces = self.graph.pieces_without_each(None, stop)?;
        Ok((0..).zip(pieces).find_map(|(vertex, pieces)| {
            let is_end = [self.start, self.end].contains(&Some(vertex));
            let joined = match self.kind {
                Kind::Open if !is_end => 2,
                _ => 1,
            };
            (pieces > joined).then_some(Obstruction::Pieces {
                removed: vec![vertex],
                pieces,
                joined,
            })
        }))
    }

    fn unbalanced(&self, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let colour = self.graph.two_colouring(stop)?;
        Ok(colour.and_then(|colour| self.unbalanced_by(&colour)))
    }

    /// Returns true if the colours alone exclude every tour.
    pub fn is_unbalanced(&self, stop: &Stop) -> Result<bool, Stopped> {
        Ok(self.unbalanced(stop)?.is_some())
    }

    fn unbalanced_by(&self, colour: &[bool]) -> Option<Obstruction> {
        let odd = colour.iter().filter(|&&odd| odd).count() as u32;
        let even = self.graph.len() - odd;
        let fits = match self.kind {
            Kind::Closed => even == odd,
            Kind::Open => even.abs_diff(odd) <= 1,
        };
        if !fits {
            return Some(Obstruction::Colours { even, odd });
        }
        // With an odd number of steps, the first and the last are on the larger class. With an even
        // number, they are on different classes.
        let ends = [self.start, self.end].map(|end| Some(colour[end? as usize]));
        let ends_fit = if even == odd {
            ends[0].is_none() || ends[0] != ends[1]
        } else {
            ends.into_iter().flatten().all(|end| end == (odd > even))
        };
        (!ends_fit).then_some(Obstruction::EndColours { even, odd })
    }
}

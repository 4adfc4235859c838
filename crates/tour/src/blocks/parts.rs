//! The parts of a problem: the open path through each block.

use super::Blocks;
use crate::fact::Fact;
use crate::given::{Clue, Given};
use crate::graph::{Coordinates, Graph};
use crate::reduction::Reduction;
use crate::rule::Atom;
use crate::{Kind, Problem};
use itertools::Itertools;
use std::sync::Arc;

/// The path through one block, as a problem of its own.
#[derive(Clone, Debug)]
pub struct Part {
    /// An open tour of the subgraph of the block, with the squares on which it may begin and end.
    pub problem: Problem,
    /// The vertices of the block in the whole problem, by their numbers here.
    pub vertices: Vec<u32>,
    /// The number of steps before it, if the steps of the tour are those of its blocks.
    pub before: u32,
}

impl Part {
    /// Returns the vertex here of one of the whole problem.
    pub fn vertex(&self, whole: u32) -> Option<u32> {
        let found = self.vertices.binary_search(&whole);
        found.ok().map(|vertex| vertex as u32)
    }

    /// Returns the path here as vertices of the whole problem.
    pub fn path(&self, steps: &[u32]) -> Vec<u32> {
        steps
            .iter()
            .map(|&vertex| self.vertices[vertex as usize])
            .collect()
    }

    /// Returns a fact about this path as one of the whole tour, `None` if it is about an apex.
    /// Steps are those of a tour that [begins](Blocks::is_begun) with the first block.
    pub fn whole(&self, fact: &Fact) -> Option<Fact> {
        let whole = |&vertex: &u32| self.vertices.get(vertex as usize).copied().ok_or(());
        match fact.try_map(whole).ok()? {
            Fact::At { step, vertex } => Some(Fact::At {
                step: step + self.before,
                vertex,
            }),
            fact => Some(fact),
        }
    }

    /// Returns the atom about this path, `None` if it is about other vertices or steps.
    pub fn atom(&self, atom: Atom) -> Option<Atom> {
        let own = atom.try_map(|&vertex| self.vertex(vertex).ok_or(())).ok()?;
        match own {
            Atom::Fact(Fact::At { step, vertex }) => {
                let step = step.checked_sub(self.before)?;
                let is_here = (1..=self.vertices.len() as u32).contains(&step);
                is_here.then_some(Atom::Fact(Fact::At { step, vertex }))
            }
            own => Some(own),
        }
    }
}

/// The reduction of a problem to the paths through its blocks.
#[derive(Debug)]
pub struct BlockPaths {
    stated: Problem,
    blocks: Arc<Blocks>,
    problems: Vec<Problem>,
}

impl BlockPaths {
    /// Returns the paths through the blocks of a problem.
    pub(crate) fn new(stated: &Problem, blocks: Arc<Blocks>) -> BlockPaths {
        let parts = blocks.parts().iter();
        BlockPaths {
            problems: parts.map(|part| part.problem.clone()).collect(),
            stated: stated.clone(),
            blocks,
        }
    }

    /// Returns the problem of tours through the blocks.
    pub fn stated(&self) -> &Problem {
        &self.stated
    }

    /// Returns the blocks.
    pub fn blocks(&self) -> &Blocks {
        &self.blocks
    }
}

impl Reduction for BlockPaths {
    fn problems(&self) -> &[Problem] {
        &self.problems
    }

    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        let paths = self.blocks.parts().iter().zip(&tours);
        let paths = paths.map(|(part, steps)| part.path(steps)).collect();
        self.blocks.lift(&self.stated, paths)
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let mut steps = steps.to_vec();
        if !self.blocks.is_forward(&steps) {
            steps.reverse();
        }
        let steps = self.blocks.rotated(&steps);
        let own = |part: &Part| {
            let own = steps.iter().filter_map(|&vertex| part.vertex(vertex));
            own.collect()
        };
        self.blocks.parts().iter().map(own).collect()
    }

    fn accepts(&self, tours: &[Vec<u32>]) -> bool {
        let paths = self.blocks.parts().iter().zip(tours);
        let paths = paths.map(|(part, steps)| part.path(steps)).collect_vec();
        let next = paths.iter().cycle().skip(1);
        let joints = self.blocks.joints().iter().zip(paths.iter().zip(next));
        let mut ends = joints.map(|(joints, (path, next))| {
            let ends = path.last().zip(next.first());
            ends.is_some_and(|(&last, &first)| joints.contains(&[last, first]))
        });
        ends.all(|is_joint| is_joint)
    }
}

impl Blocks {
    /// Returns the paths through the blocks, in the order of the tour.
    ///
    /// All of them are directed problems, so that encodings choose the same variables for all.
    pub(super) fn parts_of(&self, problem: &Problem) -> Vec<Part> {
        let mut before = 0;
        let parts = (0..self.len()).map(|block| {
            let part = self.part(problem, block, before);
            before += part.vertices.len() as u32;
            part
        });
        parts.collect()
    }

    /// Returns the vertices on which a block may begin and end.
    fn ends_of(&self, block: usize) -> [Vec<u32>; 2] {
        let is_open = self.kind == Kind::Open;
        let last = self.len() - 1;
        let before = (block + last) % self.len();
        let ends = |joints: &[[u32; 2]], side: usize| {
            let ends = joints.iter().map(|arc| arc[side]);
            ends.sorted_unstable().dedup().collect_vec()
        };
        [
            if is_open && block == 0 {
                self.ends[0].clone()
            } else {
                ends(&self.joints[before], 1)
            },
            if is_open && block == last {
                self.ends[1].clone()
            } else {
                ends(&self.joints[block], 0)
            },
        ]
    }

    fn part(&self, problem: &Problem, block: usize, before: u32) -> Part {
        let vertices = self.vertices[block].clone();
        let len = vertices.len() as u32;
        let own = |whole: u32| {
            vertices
                .binary_search(&whole)
                .ok()
                .map(|vertex| vertex as u32)
        };
        let graph = problem.graph();
        let row = |vertex: u32| graph.successors(vertices[vertex as usize]).iter();
        let arcs =
            (0..len).flat_map(|from| row(from).filter_map(move |&to| Some([from, own(to)?])));
        let arcs = arcs.collect_vec();
        let graph = if graph.is_directed() {
            Graph::try_from_arcs(len, &arcs).expect("arcs of a graph")
        } else {
            let edges = arcs.iter().copied().filter(|[a, b]| a < b);
            Graph::from_edges(len, &edges.collect_vec())
        };
        let ends = self
            .ends_of(block)
            .map(|ends| ends.into_iter().filter_map(own).collect_vec());
        let mut clues = Vec::new();
        for (step, ends) in [(1, &ends[0]), (len, &ends[1])] {
            match ends[..] {
                [vertex] => clues.push(Clue::At { step, vertex }),
                _ => clues.extend(
                    (0..len)
                        .filter(|v| !ends.contains(v))
                        .map(|vertex| Clue::NotAt { step, vertex }),
                ),
            }
        }
        let moves = problem
            .required()
            .iter()
            .filter_map(|&[a, b]| Some([own(a)?, own(b)?]))
            .filter(|&[a, b]| graph.has_edge(a, b))
            .collect_vec();
        clues.extend(moves.into_iter().map(Clue::Move));
        if self.is_begun() {
            let here = |step: u32| {
                step.checked_sub(before)
                    .filter(|step| (1..=len).contains(step))
            };
            let at = problem.at().into_iter().filter_map(|(step, v)| {
                Some(Clue::At {
                    step: here(step)?,
                    vertex: own(v)?,
                })
            });
            let not_at = problem.not_at().iter().filter_map(|&(step, v)| {
                Some(Clue::NotAt {
                    step: here(step)?,
                    vertex: own(v)?,
                })
            });
            clues.extend(at.chain(not_at));
        }
        let part =
            Problem::new(graph, Kind::Open, None, None).expect("no ends that could be wrong");
        let part = match problem.coordinates() {
            Some(whole) => part.with_coordinates(coordinates(whole, &vertices)),
            None => part,
        };
        let part = part
            .with_given(Given::new(clues))
            .expect("clues about its own moves and steps");
        Part {
            problem: part.with_direction(),
            vertices,
            before,
        }
    }
}

/// Returns the places of these vertices on the smallest grid that has them all.
fn coordinates(whole: &Coordinates, vertices: &[u32]) -> Coordinates {
    let places = vertices
        .iter()
        .map(|&vertex| whole.of(vertex))
        .collect_vec();
    let bounds = [0, 1].map(|side| {
        let places = places.iter().map(|place| place[side]);
        places.minmax().into_option().expect("a block has a vertex")
    });
    let sides = bounds.map(|(least, most)| most - least + 1);
    let place = |place: &[u32; 2]| [place[0] - bounds[0].0, place[1] - bounds[1].0];
    Coordinates::new(sides, places.iter().map(place).collect())
}

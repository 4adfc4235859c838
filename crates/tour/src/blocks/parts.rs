//! The parts of a problem: the open path through each block.

use super::Blocks;
use crate::fact::Fact;
use crate::given::{Clue, Given};
use crate::graph::{Coordinates, Graph};
use crate::reduction::Reduction;
use crate::rule::Atom;
use crate::{Kind, OneWay, Problem};
use itertools::Itertools;
use std::sync::Arc;

/// The path through one block: an open tour of its subgraph, between its joints.
#[derive(Clone, Debug)]
pub struct Part {
    /// The vertices of the block in the whole problem, by their numbers here.
    pub vertices: Vec<u32>,
    /// The number of steps before it, if the steps of the tour are those of its blocks.
    pub before: u32,
}

impl Part {
    /// Returns the vertex here of one of the whole problem.
    pub fn vertex(&self, whole: u32) -> Option<u32> {
        place_of(&self.vertices, whole)
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
impl Reduction for Arc<Blocks> {
    fn lift(&self, tours: Vec<Vec<u32>>) -> Vec<u32> {
        let paths = self.parts().iter().zip(&tours);
        paths.flat_map(|(part, steps)| part.path(steps)).collect()
    }

    fn trace(&self, steps: &[u32]) -> Vec<Vec<u32>> {
        let mut steps = steps.to_vec();
        if !Blocks::is_forward(self, &steps) {
            steps.reverse();
        }
        let steps = self.rotated(&steps);
        let own = |part: &Part| {
            let own = steps.iter().filter_map(|&vertex| part.vertex(vertex));
            own.collect()
        };
        self.parts().iter().map(own).collect()
    }
}

impl Part {
    /// Returns the path through these vertices of a problem, between two of them, and its problem.
    /// `before` is the number of steps before it. If `has_steps`, it has the given steps of the
    /// problem.
    ///
    /// All paths are directed problems, so that encodings choose the same variables for all.
    pub(super) fn new(
        problem: &Problem,
        vertices: Vec<u32>,
        ends: [u32; 2],
        before: u32,
        has_steps: bool,
    ) -> (Part, Problem) {
        let len = vertices.len() as u32;
        let own = |whole: u32| place_of(&vertices, whole);
        let graph = problem.graph();
        let arcs = (0..len).flat_map(|from| {
            let row = graph.successors(vertices[from as usize]).iter();
            row.filter_map(move |&to| Some([from, own(to)?]))
        });
        let graph = if graph.is_directed() {
            Graph::try_from_arcs(len, &arcs.collect_vec()).expect("arcs of a graph")
        } else {
            Graph::from_edges(len, &arcs.filter(|[a, b]| a < b).collect_vec())
        };
        let ends = [1, len].into_iter().zip(ends).map(|(step, end)| {
            let vertex = own(end).expect("in its block");
            Clue::At { step, vertex }
        });
        let required = problem.required().into_iter();
        let required = required.filter_map(|[a, b]| Some([own(a)?, own(b)?]));
        let required = required.filter(|&[a, b]| graph.has_edge(a, b));
        let here = |(step, vertex): (u32, u32)| {
            let step = step.checked_sub(before)?;
            let is_here = has_steps && (1..=len).contains(&step);
            is_here.then_some((step, own(vertex)?))
        };
        let at = problem.at().into_iter().filter_map(here);
        let not_at = problem.not_at().into_iter().filter_map(here);
        let clues = ends
            .chain(required.map(Clue::Move))
            .chain(at.map(|(step, vertex)| Clue::At { step, vertex }))
            .chain(not_at.map(|(step, vertex)| Clue::NotAt { step, vertex }));
        let given = Given::new(clues);
        let part = Problem::new(graph, Kind::Open, None, None).expect("no ends");
        let part = match problem.coordinates() {
            Some(whole) => part.with_coordinates(coordinates(whole, &vertices)),
            None => part,
        };
        let part = part.with(given).expect("its own moves and steps");
        (Part { vertices, before }, part.and(OneWay))
    }
}

/// Returns the place of a vertex among others, which are in order.
fn place_of(vertices: &[u32], vertex: u32) -> Option<u32> {
    let found = vertices.binary_search(&vertex);
    found.ok().map(|place| place as u32)
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

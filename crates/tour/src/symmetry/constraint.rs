//! The constraint that a closed tour has a symmetry and keeps its direction.

use super::{Symmetry, SymmetryName};
use crate::{
    Asked, Constrain, Definition, Demand, Demands, Each, FactStyle, Kind, Literal, Obstruction,
    PhrasePart, Place, Problem, ProblemError, RequestWords, Requested, SpecError, TourError,
    TourSpec, VertexMark,
};
use itertools::Itertools;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::OptionName;
use std::convert::Infallible;

pub(crate) const SYMMETRIC: OptionName = OptionName("symmetric");

/// Returns the words about a request for a symmetry.
pub(crate) fn words(name: SymmetryName) -> RequestWords {
    PhrasePart::Kind.words(name.to_string(), format!("with the symmetry {name}"))
}

impl Constrain for Symmetry {
    fn is_void(&self) -> bool {
        self.order == 1
    }

    fn check(&self, problem: &Problem) -> Result<(), ProblemError> {
        match problem.kind() {
            Kind::Open if self.order > 1 => Err(ProblemError::SymmetricOpen),
            _ => Ok(()),
        }
    }

    /// The symmetry may lead along the tour or back, but one way for all steps.
    fn verify(&self, _problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        let part = steps.len() / self.order as usize;
        let is_back = self.order > 2 && steps[part] == self.preimage(steps[0]);
        for (step, (&vertex, &found)) in (part + 1..).zip(steps.iter().zip(&steps[part..])) {
            let expected = [self.image(vertex), self.preimage(vertex)][usize::from(is_back)];
            if found != expected {
                return Err(if led(steps, |vertex| self.image(vertex), true).is_ok() {
                    TourError::new(format!(
                        "the symmetry maps the tour to its reverse: this {SYMMETRIC} demands that \
                         the tour keeps its direction"
                    ))
                } else {
                    fault(steps, step - 1, expected)
                });
            }
        }
        Ok(())
    }

    fn obstruction(&self, problem: &Problem, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let steps = problem.graph().len() / self.order;
        let (vertex, image) = (0, self.image(0));
        let colour = problem.graph().two_colouring(stop)?;
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

    fn demands(&self, problem: &Problem) -> Demands {
        let demand = if self.has_quotient(problem) {
            Demand::Symmetry
        } else {
            Demand::NoQuotient
        };
        [demand].into_iter().collect()
    }

    /// Steps have their images by the period of the problem, except those of a quarter turn that
    /// may lead back. Moves have all their images.
    fn define(&self, definition: &Definition, each: Each) {
        let problem = definition.problem();
        if definition.style() != FactStyle::Positions {
            self.define_images(definition, each);
        } else if problem.symmetry().order != self.order {
            self.define_quarters(definition, each);
        }
    }

    /// Either a tour or its reverse is on the image of each vertex a period later.
    fn directs(&self, definition: &Definition) -> bool {
        let is_positions = definition.style() == FactStyle::Positions;
        is_positions && definition.problem().symmetry().order() > 2
    }

    fn is_forward(&self, problem: &Problem, steps: &[u32]) -> bool {
        steps[problem.period() as usize] == self.image(steps[0])
    }
}

impl Symmetry {
    /// Returns true if a [quotient graph](crate::quotient) can express a problem with this
    /// symmetry. Forced edges between two orbits must be the only ones there.
    pub fn has_quotient(&self, problem: &Problem) -> bool {
        let graph = problem.graph();
        let is_known = [2, 4].contains(&self.order);
        let is_only = |&[a, b]: &[u32; 2]| {
            let is_inner = self.orbit(a).any(|image| image == b);
            let edges = self.orbit(b).filter(|&image| graph.has_edge(a, image));
            !is_inner && edges.eq([b])
        };
        let ends = problem.start().zip(problem.end()).map(<[u32; 2]>::from);
        let is_possible = || problem.required().iter().chain(&ends).all(is_only);
        is_known && graph.len() / self.order > 2 && is_possible()
    }

    /// A part of the tour later, one by the order, it is on the images of all vertices, or on all
    /// preimages.
    fn define_quarters(&self, definition: &Definition, each: Each) {
        let (is, not) = (Literal::is, Literal::not);
        let problem = definition.problem();
        let graph = problem.graph();
        let later = graph.len() / self.order;
        let at = |step, vertex| definition.at(step, vertex);
        for (step, v) in (1..=problem.period()).cartesian_product(0..graph.len()) {
            let [forwards, back] = [self.image(v), self.preimage(v)].map(|v| at(step + later, v));
            each(&[not(at(step, v)), is(forwards), is(back)]);
            for &w in graph.successors(v) {
                let next = is(at(step + 1 + later, self.image(w)));
                let here = [at(step, v), at(step + 1, w), forwards].map(not);
                each(&here.into_iter().chain([next]).collect_vec());
            }
        }
    }

    /// Moves have all images under the symmetry, and none leads within an orbit.
    fn define_images(&self, definition: &Definition, each: Each) {
        for fact in definition.facts() {
            let Some([&a, &b]) = fact.ends() else {
                continue;
            };
            let Ok(image) = fact.try_map(|&vertex| Ok::<_, Infallible>(self.image(vertex)));
            each(&[Literal::not(fact), Literal::is(image)]);
            // A tour that the symmetry reverses has two moves between a vertex and its image.
            let is_long = definition.problem().graph().len() > self.order;
            if is_long && self.orbit(a).contains(&b) {
                each(&[Literal::not(fact)]);
            }
        }
    }
}

impl Requested for Symmetry {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        Vec::from_iter(tour.symmetric.map(words))
    }

    /// Returns the demand of a symmetry; the problem may turn out to have no quotient graph.
    fn may_demand(_tour: &TourSpec, _place: &Place) -> Demands {
        [Demand::Symmetry].into_iter().collect()
    }

    fn constraint(asked: &Asked) -> Result<Option<Symmetry>, SpecError> {
        match (asked.tour.symmetric, asked.place.board()) {
            (Some(SymmetryName::Keeping(turn)), Some(board)) => {
                Ok(Some(Symmetry::of(board, turn)?))
            }
            _ => Ok(None),
        }
    }
}

/// Returns the error of a tour whose step at this place, from 0, is not on the expected vertex.
pub(crate) fn fault(steps: &[u32], place: usize, expected: u32) -> TourError {
    let [found, expected] = [steps[place], expected].map(VertexMark);
    TourError::new(format!(
        "the tour is not symmetric: step {} is on {found}, and should be on {expected}",
        place + 1
    ))
}

/// Returns the place, from 0, to which a map of the vertices leads the first step of a closed tour.
/// The other steps must follow there, backwards if `is_reversed`. Otherwise returns the first place
/// that is not as expected, with the vertex that should be there.
pub(crate) fn led(
    steps: &[u32],
    image: impl Fn(u32) -> u32,
    is_reversed: bool,
) -> Result<usize, (usize, u32)> {
    let (len, first) = (steps.len(), image(steps[0]));
    let place = steps.iter().position(|&vertex| vertex == first);
    let place = place.expect("a tour visits every vertex");
    for (after, &vertex) in steps.iter().enumerate() {
        let after = if is_reversed { len - after } else { after };
        let (there, expected) = ((place + after) % len, image(vertex));
        if steps[there] != expected {
            return Err((there, expected));
        }
    }
    Ok(place)
}

//! The constraint that a tour follows clues.

use super::{Clue, Given};
use crate::sets::places;
use crate::succession::Succession;
use crate::{
    Asked, Constrain, Definition, Demand, Demands, Each, Fact, FactStyle, Literal, PhrasePart,
    Place, Problem, ProblemError, RequestWords, Requested, SpecError, TourError, TourSpec,
    VertexMark,
};
use itertools::Itertools;

impl Constrain for Given {
    fn is_void(&self) -> bool {
        self.is_empty()
    }

    /// Every move must be an edge of the graph, and every step one of the tour.
    fn check(&self, problem: &Problem) -> Result<(), ProblemError> {
        assert!(problem.get::<Given>().is_none(), "given twice");
        let (graph, steps) = (problem.graph(), problem.graph().len());
        for &clue in &self.0 {
            match clue {
                Clue::Move([a, b]) | Clue::NoMove([a, b]) if !graph.has_edge(a, b) => {
                    return Err(ProblemError::NoMove(a, b));
                }
                Clue::At { step, .. } | Clue::NotAt { step, .. } if step == 0 || step > steps => {
                    return Err(ProblemError::NoStep { step, steps });
                }
                Clue::At { vertex, .. } => assert!(vertex < steps, "no vertex {vertex}"),
                _ => {}
            }
        }
        Ok(())
    }

    fn verify(&self, problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        let (places, succession) = (places(steps), Succession::of(problem));
        // The steps between which the tour takes a move.
        let taken = |ends: [u32; 2]| {
            let [a, b] = ends.map(|vertex| places[vertex as usize] + 1);
            let mut ways = [[a, b], [b, a]].into_iter();
            ways.find(|&[step, next]| succession.after(step) == Some(next))
        };
        for &clue in &self.0 {
            match clue {
                Clue::Move(ends) if taken(ends).is_none() => {
                    let [from, to] = ends.map(VertexMark);
                    return Err(TourError::new(format!(
                        "the move {from}-{to} is required, and the tour does not take it"
                    )));
                }
                Clue::NoMove(ends) => {
                    if let Some([step, next]) = taken(ends) {
                        let [from, to] =
                            [step, next].map(|step| VertexMark(steps[step as usize - 1]));
                        return Err(TourError::new(format!(
                            "from step {step} to {next}, the move {from}-{to} is forbidden"
                        )));
                    }
                }
                Clue::At { step, vertex } => is_at(steps, step, vertex)?,
                Clue::NotAt { step, vertex } if steps[step as usize - 1] == vertex => {
                    let found = VertexMark(vertex);
                    let message = format!("step {step} is on {found} and should not be");
                    return Err(TourError::new(message));
                }
                Clue::Move(_) | Clue::NotAt { .. } => {}
            }
        }
        Ok(())
    }

    fn demands(&self, problem: &Problem) -> Demands {
        let mut demands = Demands::default();
        demands.add_if(problem.has_given_steps(), Demand::Steps);
        demands.add_if(self.required().next().is_some(), Demand::Required);
        demands
    }

    fn is_numbering(&self, problem: &Problem) -> bool {
        problem.has_given_steps()
    }

    /// Beside a vertex of a required move is the other one. The moves between the vertices of
    /// successive steps are required too.
    fn define(&self, definition: &Definition, each: Each) {
        let problem = definition.problem();
        let required = problem.required().into_iter();
        match definition.style() {
            FactStyle::Positions => {
                for (step, vertex) in self.at_besides(problem) {
                    each(&[Literal::is(definition.at(step, vertex))]);
                }
                for (step, vertex) in self.not_at() {
                    each(&[Literal::not(definition.at(step, vertex))]);
                }
                let succession = Succession::of(problem);
                let ways = required.flat_map(|[a, b]| [[a, b], [b, a]]);
                for ([here, there], step) in ways.cartesian_product(1..=problem.period()) {
                    let beside = [succession.after(step), succession.before(step)];
                    let beside_it = beside
                        .into_iter()
                        .flatten()
                        .map(|step| Literal::is(definition.at(step, there)));
                    let not_here = Literal::not(definition.at(step, here));
                    each(&[not_here].into_iter().chain(beside_it).collect_vec());
                }
            }
            FactStyle::Arcs => {
                for [a, b] in required {
                    let ways = [[a, b], [b, a]].map(|[from, to]| Fact::Arc { from, to });
                    each(&ways.map(Literal::is));
                }
            }
            FactStyle::Edges => {
                required.for_each(|[a, b]| each(&[Literal::is(Fact::edge(a, b))]));
            }
        }
    }
}

impl Requested for Given {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        fn names<T: ToString>(list: &[T]) -> Vec<String> {
            list.iter().map(T::to_string).collect()
        }
        let lists = [
            ("with", "require", names(&tour.require)),
            ("without", "forbid", names(&tour.forbid)),
            ("at", "at", names(&tour.at)),
            ("not at", "not at", names(&tour.not_at)),
        ];
        let lists = lists.iter().filter(|(_, _, names)| !names.is_empty());
        let words = lists.map(|(short, long, names)| {
            let [commas, blanks] = [",", " "].map(|between| names.join(between));
            PhrasePart::Clue.words(format!("{short} {commas}"), format!("{long} {blanks}"))
        });
        words.collect()
    }

    fn may_demand(tour: &TourSpec, place: &Place) -> Demands {
        let mut demands = Demands::default();
        demands.add_if(has_given_steps(tour, place.len()), Demand::Steps);
        demands.add_if(!tour.require.is_empty(), Demand::Required);
        demands
    }

    fn constraint(asked: &Asked) -> Result<Option<Given>, SpecError> {
        asked.tour.given(asked.place).map(Some)
    }
}

/// Returns true if a specification has clues about steps other than the first and the `last` one.
fn has_given_steps(tour: &TourSpec, last: u32) -> bool {
    let ends = [(1, &tour.start), (last, &tour.end)];
    let is_alone = |&(step, end): &(u32, &Option<String>)| {
        let there = tour.at.iter().filter(|at| at.0 == step).map(|at| &at.1);
        there.chain(end).all_equal()
    };
    let are_ends = tour.at.iter().all(|at| at.0 == 1 || at.0 == last) && ends.iter().all(is_alone);
    !are_ends || !tour.not_at.is_empty()
}

/// Checks that the tour is on a vertex at a step.
pub(crate) fn is_at(steps: &[u32], step: u32, expected: u32) -> Result<(), TourError> {
    let found = steps[step as usize - 1];
    if found == expected {
        return Ok(());
    }
    let [found, expected] = [found, expected].map(VertexMark);
    Err(TourError::new(format!(
        "step {step} is on {found} and should be on {expected}"
    )))
}

//! Clues: moves that a tour takes or does not take, and vertices at which it is or is not at a
//! step. Its ends are no clues.
//!
//! Forbidden moves are no edges of the problem's graph. Users of a problem must honour the other
//! clues: [`Problem::required`], [`Problem::at`] and [`Problem::not_at`] return them.
//!
//! A closed tour has no first step unless a clue fixes one. With a vertex at a step it is a
//! numbering, whose steps are its numbers. A tour and its reverse are then two numberings. Usually
//! only one of them has the vertex of another given step there. So they are counted as numberings.
//!
//! ```
//! # mod knightsat { pub mod tour { pub use knightsat_tour::{*, board::*}; } }
//! use knightsat::tour::{Kind, Problem};
//! use knightsat::tour::Board;
//! use knightsat::tour::given::{Clue, Given};
//!
//! let board: Board = "5x5".parse()?;
//! let centre = board.vertex("c3".parse()?)?;
//! let given = Given::new([Clue::At { step: 25, vertex: centre }]);
//! let problem = Problem::new(board.graph(), Kind::Open, None, None)?.with(given)?;
//! assert_eq!(problem.end(), Some(centre));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clash;

use crate::sets::places;
use crate::succession::Succession;
use crate::{
    Asked, Constrain, Definition, Demand, Demands, Each, Fact, FactStyle, Literal, PhrasePart,
    Place, Problem, ProblemError, RequestWords, Requested, SpecError, TourError, TourSpec,
    VertexMark,
};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

pub(crate) use clash::clash;
pub use clash::{Clash, Why};

/// One clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clue {
    /// The tour moves from one of these vertices to the other, in either direction.
    Move([u32; 2]),
    /// The tour does not move between these vertices.
    NoMove([u32; 2]),
    /// The tour is on a vertex at a step, from 1.
    At {
        /// The step.
        step: u32,
        /// The vertex.
        #[serde(with = "crate::obstruction::single")]
        vertex: u32,
    },
    /// The tour is not on a vertex at a step.
    NotAt {
        /// The step.
        step: u32,
        /// The vertex.
        #[serde(with = "crate::obstruction::single")]
        vertex: u32,
    },
}

impl Clue {
    /// Returns the vertices that the clue names.
    pub(crate) fn vertices(self) -> Vec<u32> {
        match self {
            Clue::Move(ends) | Clue::NoMove(ends) => ends.to_vec(),
            Clue::At { vertex, .. } | Clue::NotAt { vertex, .. } => vec![vertex],
        }
    }

    /// Returns the clue in the written form: the smaller vertex of a move first.
    fn sorted(self) -> Clue {
        match self {
            Clue::Move([a, b]) => Clue::Move([a.min(b), a.max(b)]),
            Clue::NoMove([a, b]) => Clue::NoMove([a.min(b), a.max(b)]),
            at => at,
        }
    }

    /// Returns the clue in words; `name` writes a vertex.
    pub fn explain(self, name: impl Fn(u32) -> String) -> String {
        match self {
            Clue::Move([a, b]) => format!("the move {}-{}", name(a), name(b)),
            Clue::NoMove([a, b]) => format!("no move {}-{}", name(a), name(b)),
            Clue::At { step, vertex } => format!("{} at step {step}", name(vertex)),
            Clue::NotAt { step, vertex } => format!("not {} at step {step}", name(vertex)),
        }
    }
}

/// A set of clues: each clue once, moves before steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Given(Vec<Clue>);

impl Given {
    /// Returns these clues, which may come in any order.
    pub fn new(clues: impl IntoIterator<Item = Clue>) -> Given {
        let clues = clues.into_iter().map(Clue::sorted);
        Given(clues.sorted_unstable().dedup().collect())
    }

    /// Returns all clues of a problem, with a fixed start and end as vertices at the first and the
    /// last step.
    pub fn of(problem: &Problem) -> Given {
        let ends = problem.fixed_ends();
        let ends = ends.map(|(step, vertex)| Clue::At { step, vertex });
        Given::new(ends.chain(problem.get().into_iter().flat_map(Given::clues).copied()))
    }

    /// Returns the clues.
    pub fn clues(&self) -> &[Clue] {
        &self.0
    }

    /// Returns true if there are no clues.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the required moves.
    pub(crate) fn required(&self) -> impl Iterator<Item = [u32; 2]> {
        self.0.iter().filter_map(|&clue| match clue {
            Clue::Move(ends) => Some(ends),
            _ => None,
        })
    }

    /// Returns the forbidden moves.
    pub(crate) fn forbidden(&self) -> impl Iterator<Item = [u32; 2]> {
        self.0.iter().filter_map(|&clue| match clue {
            Clue::NoMove(ends) => Some(ends),
            _ => None,
        })
    }

    /// Returns the steps with their vertices, in order.
    pub fn steps(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().filter_map(|&clue| match clue {
            Clue::At { step, vertex } => Some((step, vertex)),
            _ => None,
        })
    }

    /// Returns the vertex at a step, the first if clues contradict each other.
    pub(crate) fn at(&self, step: u32) -> Option<u32> {
        let mut there = self.steps().filter(|at| at.0 == step);
        there.next().map(|at| at.1)
    }

    /// Returns the steps with their vertices, except those that repeat an end of the problem.
    pub(crate) fn at_besides(&self, problem: &Problem) -> impl Iterator<Item = (u32, u32)> {
        let ends = problem.fixed_ends();
        self.steps().filter(move |at| !ends.clone().contains(at))
    }

    /// Returns the steps with the vertices at which the tour is not then.
    pub(crate) fn not_at(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().filter_map(|&clue| match clue {
            Clue::NotAt { step, vertex } => Some((step, vertex)),
            _ => None,
        })
    }
}

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
        let words = lists.map(|(short, long, names)| RequestWords {
            part: PhrasePart::Clue,
            short: format!("{short} {}", names.join(",")),
            long: format!("{long} {}", names.join(" ")),
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

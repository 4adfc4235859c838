//! The constraint that a tour has some properties.

use super::Property;
use crate::rule::{self, Rule};
use crate::{
    Asked, Constrain, Demands, PhrasePart, Place, Problem, ProblemError, RequestWords, Requested,
    SpecError, TourError, TourSpec,
};
use itertools::Itertools;

impl Constrain for Vec<Property> {
    fn is_void(&self) -> bool {
        self.is_empty()
    }

    fn check(&self, problem: &Problem) -> Result<(), ProblemError> {
        rule::check(&self.rules(problem), problem)
    }

    fn verify(&self, problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        let lacking = self.iter().find(|property| !property.holds(problem, steps));
        lacking.map_or(Ok(()), |property| {
            Err(TourError::new(format!("the tour is not {property}")))
        })
    }

    fn demands(&self, problem: &Problem) -> Demands {
        let demands = self.iter().map(|property| property.demands(problem.kind()));
        demands.flat_map(Demands::iter).collect()
    }

    fn is_numbering(&self, problem: &Problem) -> bool {
        self.iter()
            .any(|property| property.is_one_way(problem.kind()))
    }

    fn rules(&self, problem: &Problem) -> Vec<Rule> {
        self.iter()
            .flat_map(|property| property.rules(problem))
            .collect()
    }
}

impl Requested for Vec<Property> {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        let words = |between| format!("only {}", tour.only.iter().format(between));
        vec![PhrasePart::Clue.words(words(","), words(" "))]
    }

    fn may_demand(tour: &TourSpec, _place: &Place) -> Demands {
        let demands = tour.only.iter().map(|property| property.demands(tour.kind));
        demands.flat_map(Demands::iter).collect()
    }

    fn constraint(asked: &Asked) -> Result<Option<Vec<Property>>, SpecError> {
        Ok(Some(asked.tour.only.clone()))
    }
}

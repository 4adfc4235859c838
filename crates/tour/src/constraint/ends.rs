//! The fixed ends of a tour.

use super::{Constrain, PhrasePart, RequestWords, Requested};
use crate::given::is_at;
use crate::{Demands, Problem, TourError, TourSpec};

/// The vertices of the first and of the last step, as far as they are fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixedEnds {
    /// The vertex of the first step.
    pub start: Option<u32>,
    /// The vertex of the last step.
    pub end: Option<u32>,
}

impl Constrain for FixedEnds {
    fn is_void(&self) -> bool {
        self.start.or(self.end).is_none()
    }

    fn verify(&self, _problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        for (step, end) in [(1, self.start), (steps.len() as u32, self.end)] {
            end.map_or(Ok(()), |end| is_at(steps, step, end))?;
        }
        Ok(())
    }

    /// Every backend takes fixed ends.
    fn demands(&self, _problem: &Problem) -> Demands {
        Demands::default()
    }
}

/// The problem of a specification has the ends from the beginning, and every backend takes them.
impl Requested for FixedEnds {
    fn words(tour: &TourSpec) -> Vec<RequestWords> {
        let ends = [("from", "start", &tour.start), ("to", "end", &tour.end)];
        let words = ends.into_iter().filter_map(|(short, long, end)| {
            let vertex = end.as_ref()?;
            Some(RequestWords {
                part: PhrasePart::End,
                short: format!("{short} {vertex}"),
                long: format!("{long} {vertex}"),
            })
        });
        words.collect()
    }
}

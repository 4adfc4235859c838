//! Magic tours: the steps have the same sum on every rank, and the same sum on every file. If the
//! diagonals do not, many authors call them semimagic.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::magic::EqualSums;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "12x12".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let sums = EqualSums::new(&problem)?;
//! assert_eq!(sums.lines()[0].sum, Some(870));
//! let problem = problem.with(sums)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! A closed tour has no first step, and its start decides the sums. So a closed magic tour is a
//! numbering, like a tour with [given](super::given) steps. An open magic tour stays magic when it
//! is reversed. On a line of L vertices its sum s becomes L·(N + 1) − s, and s is half of L·(N +
//! 1).
//!
//! On full boards where every move changes colour, three arguments exclude all magic tours:
//! - *a fraction*: 1 + … + N does not divide by the number of lines. This happens if one side is
//!   odd and the other even.
//! - *odd sides*: of two neighbouring lines one has one more square of the colour with the odd
//!   steps. So one sum is odd and the other even.
//! - *sides twice an odd number*, N = 4q with q odd. The sums of every other rank together are half
//!   of the sum of all steps, and so are those of every other file. Together they equal the sum of
//!   all steps. These lines contain every square of one colour once. Of the other colour they
//!   contain q squares twice: those on such a rank and on such a file. So the sum of these q steps
//!   is half of the sum of their colour. That is q·2q if these are the odd steps, and q·(2q + 1) if
//!   they are the even ones. But q odd steps have an odd sum, and q even ones an even sum.
//!
//! G. P. Jelliss showed in 2003 that boards with such sides have no magic tour (Knight's Tour
//! Notes, Magic Knight's Tours, General Theory).

use crate::sets::places;
use crate::{
    Asked, Constrain, Demand, Demands, Kind, Obstruction, PhrasePart, Place, Problem, ProblemError,
    RequestWords, Requested, SpecError, TourError, TourSpec, VertexMark,
};
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::counted;
use serde::{Deserialize, Serialize};

/// A line of vertices whose steps have a given sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepSum {
    /// True for a rank, false for a file.
    pub is_rank: bool,
    /// Its vertices, at least one.
    pub vertices: Vec<u32>,
    /// The sum; `None` if it would be no whole number, so that no tour has it.
    pub sum: Option<u64>,
}

/// The reason why a board has no magic tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unmagic {
    /// The sum of all steps does not divide by the number of lines.
    Fraction {
        /// The sum.
        total: u64,
        /// Number of ranks, or of files.
        lines: u32,
    },
    /// Ranks and files are odd in number, and moves change colour.
    OddSides,
    /// Ranks and files are twice an odd number each, and moves change colour.
    TwiceOddSides,
}

impl Unmagic {
    /// Returns the reason in words.
    pub fn explain(self) -> String {
        match self {
            Unmagic::Fraction { total, lines } => {
                let lines = counted(lines, "line");
                format!("the steps add up to {total}, which {lines} cannot share evenly")
            }
            Unmagic::OddSides => "both sides are odd and every move changes colour, so that of two neighbouring \
                 lines one has one odd step more, and their sums differ"
                .into(),
            Unmagic::TwiceOddSides => "both sides are twice an odd number and every move changes colour; \
                 then the steps on a quarter of the squares cannot have the sum that equal lines require"
                .into(),
        }
    }
}

/// The lines of a grid, ranks before files: the steps on each rank have the same sum, and those on
/// each file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EqualSums {
    lines: Vec<StepSum>,
}

impl EqualSums {
    /// Returns the lines of the grid of a problem.
    ///
    /// Fails if the vertices have no [places](Problem::with_coordinates) on a grid, or if the ranks
    /// or the files differ in length.
    pub fn new(problem: &Problem) -> Result<EqualSums, ProblemError> {
        let places = problem.coordinates().ok_or(ProblemError::NoLines)?;
        let steps = problem.graph().len();
        let mut all = Vec::new();
        for (axis, side) in places.sides().into_iter().enumerate() {
            let mut lines = vec![Vec::new(); side as usize];
            for vertex in 0..steps {
                lines[places.of(vertex)[axis] as usize].push(vertex);
            }
            if lines.iter().any(|line| line.len() != lines[0].len()) {
                return Err(ProblemError::UnevenLines);
            }
            let double = lines[0].len() as u64 * (u64::from(steps) + 1);
            all.extend(lines.into_iter().map(|vertices| StepSum {
                is_rank: axis == 0,
                vertices,
                sum: double.is_multiple_of(2).then_some(double / 2),
            }));
        }
        Ok(EqualSums { lines: all })
    }

    /// Returns the lines, ranks before files.
    pub fn lines(&self) -> &[StepSum] {
        &self.lines
    }
}

impl Constrain for EqualSums {
    fn obstruction(&self, problem: &Problem, stop: &Stop) -> Result<Option<Obstruction>, Stopped> {
        let reason = unmagic(problem, &self.lines, stop)?;
        Ok(reason.map(Obstruction::Magic))
    }

    fn verify(&self, _problem: &Problem, steps: &[u32]) -> Result<(), TourError> {
        let places = places(steps);
        let step = |&vertex: &u32| u64::from(places[vertex as usize]) + 1;
        for line in &self.lines {
            let found = line.vertices.iter().map(step).sum();
            if line.sum != Some(found) {
                let line_of = if line.is_rank { "rank" } else { "file" };
                let of = VertexMark(line.vertices[0]);
                let expected = line.sum.map_or("a fraction".into(), |sum| sum.to_string());
                return Err(TourError::new(format!(
                    "the steps on the {line_of} of {of} add up to {found}, and should to {expected}"
                )));
            }
        }
        Ok(())
    }

    fn demands(&self, _problem: &Problem) -> Demands {
        [Demand::Sums].into_iter().collect()
    }

    /// Only a closed tour and its rotations differ in their sums alone.
    fn is_numbering(&self, problem: &Problem) -> bool {
        problem.kind() == Kind::Closed
    }
}

impl Requested for EqualSums {
    fn words(_tour: &TourSpec) -> Vec<RequestWords> {
        vec![PhrasePart::Clue.words("magic", "magic")]
    }

    fn may_demand(_tour: &TourSpec, _place: &Place) -> Demands {
        [Demand::Sums].into_iter().collect()
    }

    fn constraint(asked: &Asked) -> Result<Option<EqualSums>, SpecError> {
        Ok(Some(EqualSums::new(asked.problem)?))
    }
}

/// Returns a reason why no tour of a problem with equal sums exists, if a known one holds.
fn unmagic(problem: &Problem, lines: &[StepSum], stop: &Stop) -> Result<Option<Unmagic>, Stopped> {
    let graph = problem.graph();
    let Some(places) = problem.coordinates() else {
        return Ok(None);
    };
    let mut lines = lines.iter();
    if let Some(line) = lines.find(|line| line.sum.is_none()) {
        let len = u64::from(graph.len());
        let total = len * (len + 1) / 2;
        let lines = graph.len() / line.vertices.len() as u32;
        return Ok(Some(Unmagic::Fraction { total, lines }));
    }
    let [ranks, files] = places.sides();
    let reason = match (ranks % 4, files % 4) {
        (1 | 3, 1 | 3) => Unmagic::OddSides,
        (2, 2) => Unmagic::TwiceOddSides,
        _ => return Ok(None),
    };
    let is_full = u64::from(ranks) * u64::from(files) == u64::from(graph.len());
    let colour = |vertex: u32| places.of(vertex).iter().sum::<u32>() % 2;
    let mut watch = stop.watch(1 << 14);
    for [v, w] in graph.edges() {
        watch.check()?;
        if colour(v) == colour(w) {
            return Ok(None);
        }
    }
    Ok(is_full.then_some(reason))
}

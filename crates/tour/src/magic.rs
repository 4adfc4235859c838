//! Magic tours: the steps have the same sum on every rank, and the same sum on every file. If the
//! diagonals do not, many authors call them semimagic.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "12x12".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let problem = problem.with_magic()?;
//! let line = &problem.magic_lines()[0];
//! assert_eq!(problem.magic_sum(line), Some(870));
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

use super::{Problem, ProblemError};
use crate::sets::places;
use crate::tour::TourError;
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::text::counted;

/// A line of vertices whose steps are added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// True for a rank, false for a file.
    pub is_rank: bool,
    /// Its vertices, at least one.
    pub vertices: Vec<u32>,
}

/// The reason why a board has no magic tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Problem {
    /// Returns the problem of tours that have the same sum of steps on every rank, and on every
    /// file. Call this before [`Problem::with_given`].
    ///
    /// Fails if the vertices have no [places](Problem::with_coordinates) on a grid, or if the ranks
    /// or the files differ in length.
    ///
    /// # Panics
    /// If the problem has clues already.
    pub fn with_magic(mut self) -> Result<Problem, ProblemError> {
        assert!(self.given().is_empty(), "magic comes before clues");
        let places = self.coordinates().ok_or(ProblemError::NoLines)?;
        let mut magic = Vec::new();
        for (axis, side) in places.sides().into_iter().enumerate() {
            let mut lines = vec![Vec::new(); side as usize];
            for vertex in 0..self.graph.len() {
                lines[places.of(vertex)[axis] as usize].push(vertex);
            }
            if lines.iter().any(|line| line.len() != lines[0].len()) {
                return Err(ProblemError::UnevenLines);
            }
            let is_rank = axis == 0;
            magic.extend(lines.into_iter().map(|vertices| Line { is_rank, vertices }));
        }
        self.magic = magic;
        Ok(self.in_its_directions())
    }

    /// Returns the sum of the steps on one of these lines; `None` if it would be no whole number.
    pub fn magic_sum(&self, line: &Line) -> Option<u64> {
        let double = line.vertices.len() as u64 * (u64::from(self.graph.len()) + 1);
        double.is_multiple_of(2).then_some(double / 2)
    }

    /// Compares the sums of all lines with the required ones; the steps are those of all vertices.
    pub(super) fn adds_up(&self, steps: &[u32]) -> Result<(), TourError> {
        if !self.is_magic() {
            return Ok(());
        }
        let places = places(steps);
        let step = |&vertex: &u32| u64::from(places[vertex as usize]) + 1;
        for line in &self.magic {
            let found = line.vertices.iter().map(step).sum();
            let expected = self.magic_sum(line);
            if expected != Some(found) {
                return Err(TourError::Sum {
                    is_rank: line.is_rank,
                    of: line.vertices[0].into(),
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }

    /// Returns true if a tour, given by its vertices, has the required sums, if any.
    pub fn has_sums(&self, steps: &[u32]) -> bool {
        self.adds_up(steps).is_ok()
    }

    /// Returns a reason why no tour is magic, if a known one holds.
    pub(super) fn unmagic(&self, stop: &Stop) -> Result<Option<Unmagic>, Stopped> {
        let Some(places) = self.coordinates() else {
            return Ok(None);
        };
        let mut lines = self.magic.iter();
        if let Some(line) = lines.find(|line| self.magic_sum(line).is_none()) {
            let len = u64::from(self.graph.len());
            let total = len * (len + 1) / 2;
            let lines = self.graph.len() / line.vertices.len() as u32;
            return Ok(Some(Unmagic::Fraction { total, lines }));
        }
        let [ranks, files] = places.sides();
        let reason = match (ranks % 4, files % 4) {
            (1 | 3, 1 | 3) => Unmagic::OddSides,
            (2, 2) => Unmagic::TwiceOddSides,
            _ => return Ok(None),
        };
        let is_full = u64::from(ranks) * u64::from(files) == u64::from(self.graph.len());
        let colour = |vertex: u32| places.of(vertex).iter().sum::<u32>() % 2;
        let mut watch = stop.watch(1 << 14);
        for [v, w] in self.graph.edges() {
            watch.check()?;
            if colour(v) == colour(w) {
                return Ok(None);
            }
        }
        Ok(is_full.then_some(reason))
    }
}

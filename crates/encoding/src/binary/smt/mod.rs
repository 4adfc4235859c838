//! The binary encoding in SMT-LIB 2, for solvers that support bit-vectors (logic QF_BV).
//!
//! ```
//! use knightsat_encoding::binary::{Options, smt};
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = place.problem(Kind::Open, None, None)?;
//! let mut script = Vec::new();
//! smt::write(&problem, Options::default(), &[], &mut script, &Default::default())?;
//! assert!(String::from_utf8(script)?.contains("(check-sat)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Constants: on boards r1, f1, r2, f2, … are the rank and file of every step, from 0. On other
//! graphs v1, v2, … are the numbers of the vertices, from 0. Constants have an additional bit if
//! adding a leap would wrap around. The assertions are the groups of the formula, with arithmetic
//! and `distinct` instead of carries and differences. Rules come last: p1, p2, … are the squares at
//! steps that they need, and the fresh variables of [`rules`](crate::rules).
//!
//! See Barrett, Fontaine and Tinelli, The SMT-LIB standard, version 2.6, 2017, for the language.

mod read;
mod write;

pub use read::read;
pub use write::write;

use super::domain::Layout;
use knightsat_cnf::gadget::width;
use knightsat_tour::Problem;

/// The constants of a problem: names and widths.
struct Constants {
    layout: Layout,
    letters: &'static [char],
    /// The bits of each constant of a step.
    widths: Vec<u32>,
}

impl Constants {
    /// Returns the same constants with and without pruning. An answer can thus be read without the
    /// options.
    fn new(problem: &Problem) -> Constants {
        let layout = Layout::new(problem);
        let (graph, places) = (problem.graph(), layout.coordinates.as_ref());
        let longest = |axis: usize| {
            let length = |[a, b]: [u32; 2]| {
                let ends = places.map(|places| [a, b].map(|v| places.of(v)[axis]));
                ends.map_or(0, |[a, b]| a.abs_diff(b))
            };
            graph.edges().map(length).max().unwrap_or(0)
        };
        let sides = layout.sides.iter().enumerate();
        let widths = sides.map(|(axis, &side)| width(u64::from(side + longest(axis))).max(1));
        Constants {
            widths: widths.collect(),
            letters: match places {
                Some(_) => &['r', 'f'],
                None => &['v'],
            },
            layout,
        }
    }

    /// Returns the names of the constants of a step.
    fn names(&self, step: u32) -> impl Iterator<Item = String> {
        self.letters
            .iter()
            .map(move |letter| format!("{letter}{step}"))
    }

    /// Returns the step of a name, from 1, and its place among the constants of the step.
    fn step_of(&self, name: &str) -> Option<(u32, usize)> {
        let letter = name.chars().next()?;
        let place = self.letters.iter().position(|&own| own == letter)?;
        let digits = &name[letter.len_utf8()..];
        let step: u32 = digits.parse().ok()?;
        (step.to_string() == digits && step > 0).then_some((step, place))
    }
}

/// Returns a number as a bit-vector.
fn literal(value: u64, width: u32) -> String {
    format!("(_ bv{value} {width})")
}

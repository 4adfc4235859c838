//! A tour requested part by part, as options of the command do.

use super::{Request, SpecError, TourSpec};
use crate::Kind;
use crate::rule;
use knightsat_base::text::OptionName;
use std::fmt::Display;
use std::str::FromStr;

/// Methods that request more of a tour, by names in the place: for a [`Request`], and for what
/// contains one. Each takes the text of the option of the same name.
///
/// ```
/// # mod knightsat { pub mod tour { pub use knightsat_tour::{*, spec::*}; } }
/// use knightsat::tour::{Request, Requesting};
///
/// let request = "6x6".parse::<Request>()?.closed().require("a1-c2,c2-e1")?.rule("turns <= 20")?;
/// assert_eq!(request.tour.require.len(), 2);
/// let error = request.at("7=j9").unwrap_err();
/// assert_eq!(error.to_string(), "`at`: j9 is not on the 6x6 board");
/// # Ok::<(), knightsat::tour::SpecError>(())
/// ```
pub trait Requesting: AsMut<Request> + Sized {
    /// Requests a closed tour.
    fn closed(mut self) -> Self {
        self.as_mut().tour.kind = Kind::Closed;
        self
    }

    /// Requests another piece, as in `1,4`, `1,2/0,1` or `king`.
    fn leaper(self, leap: &str) -> Result<Self, SpecError> {
        set(self, "leaper", leap, |tour| &mut tour.leaper)
    }

    /// Requests joined sides: `files`, `ranks` or `both`.
    fn wrap(self, sides: &str) -> Result<Self, SpecError> {
        set(self, "wrap", sides, |tour| &mut tour.wrap)
    }

    /// Requests the first vertex.
    fn start(self, vertex: &str) -> Result<Self, SpecError> {
        set(self, "start", vertex, |tour| &mut tour.start)
    }

    /// Requests the last vertex.
    fn end(self, vertex: &str) -> Result<Self, SpecError> {
        set(self, "end", vertex, |tour| &mut tour.end)
    }

    /// Requires moves, either way, as in `a1-c2,c2-e1`.
    fn require(self, moves: &str) -> Result<Self, SpecError> {
        add(self, "require", moves, |tour| &mut tour.require)
    }

    /// Forbids moves in either direction.
    fn forbid(self, moves: &str) -> Result<Self, SpecError> {
        add(self, "forbid", moves, |tour| &mut tour.forbid)
    }

    /// Requests vertices at steps, as in `17=d5,40=e7`.
    fn at(self, steps: &str) -> Result<Self, SpecError> {
        add(self, "at", steps, |tour| &mut tour.at)
    }

    /// Requests vertices in this order, at any steps, as in `a1,c3,d2`.
    fn visit(self, vertices: &str) -> Result<Self, SpecError> {
        add(self, "visit", vertices, |tour| &mut tour.visit)
    }

    /// Excludes vertices at steps.
    fn not_at(self, steps: &str) -> Result<Self, SpecError> {
        add(self, "not-at", steps, |tour| &mut tour.not_at)
    }

    /// Requests a [symmetry](crate::symmetry::SymmetryName), as in `rot180`.
    fn symmetric(self, name: &str) -> Result<Self, SpecError> {
        set(self, "symmetric", name, |tour| &mut tour.symmetric)
    }

    /// Requests equal sums of steps on every rank, and on every file.
    fn magic(self) -> Result<Self, SpecError> {
        change(self, |tour| {
            tour.magic = true;
            Ok(())
        })
    }

    /// Requests [properties](crate::constraint::Property), as in `reentrant`.
    fn only(self, properties: &str) -> Result<Self, SpecError> {
        add(self, "only", properties, |tour| &mut tour.only)
    }

    /// Requests blocks of this size, visited in turn, as in `6x6`.
    fn blocks(self, size: &str) -> Result<Self, SpecError> {
        set(self, "blocks", size, |tour| &mut tour.blocks)
    }

    /// Requests [rules](crate::rule), one on each line, as in `turns <= 20`.
    fn rule(mut self, rules: &str) -> Result<Self, SpecError> {
        let rules = rule::read(rules, &self.as_mut().place);
        let rules = rules.map_err(|error| fault("rule", error))?;
        change(self, |tour| {
            tour.with.extend(rules);
            Ok(())
        })
    }
}

impl<T: AsMut<Request>> Requesting for T {}

impl AsMut<Request> for Request {
    fn as_mut(&mut self) -> &mut Request {
        self
    }
}

fn fault(key: &'static str, error: impl Display) -> SpecError {
    let key = OptionName(key);
    let fault = error.to_string();
    SpecError::Text { key, fault }
}

fn read<T: FromStr<Err: Display>>(key: &'static str, text: &str) -> Result<T, SpecError> {
    text.trim().parse().map_err(|error| fault(key, error))
}

/// Changes the tour; its names are then those of the place.
fn change<R: AsMut<Request>>(
    mut asked: R,
    change: impl FnOnce(&mut TourSpec) -> Result<(), SpecError>,
) -> Result<R, SpecError> {
    let request = asked.as_mut();
    let mut tour = request.tour.clone();
    change(&mut tour)?;
    *request = Request::new(request.place.clone(), tour)?;
    Ok(asked)
}

/// Sets a field.
fn set<R: AsMut<Request>, T: FromStr<Err: Display>>(
    asked: R,
    key: &'static str,
    text: &str,
    field: impl FnOnce(&mut TourSpec) -> &mut Option<T>,
) -> Result<R, SpecError> {
    let value = read(key, text)?;
    change(asked, |tour| {
        *field(tour) = Some(value);
        Ok(())
    })
}

/// Adds the items of a list with commas to a field.
fn add<R: AsMut<Request>, T: FromStr<Err: Display>>(
    asked: R,
    key: &'static str,
    text: &str,
    field: impl FnOnce(&mut TourSpec) -> &mut Vec<T>,
) -> Result<R, SpecError> {
    change(asked, |tour| {
        let list = field(tour);
        for item in text.split(',') {
            list.push(read(key, item)?);
        }
        Ok(())
    })
}

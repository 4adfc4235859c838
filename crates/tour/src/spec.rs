//! Specification of a tour: a struct with a field for each part of the request. Each field defines
//! the option of the command line (clap), the comment in files, the column of rows and JSON
//! (serde), and its words in tables.
//!
//! ```
//! use knightsat_tour::Kind;
//! use knightsat_tour::place::Place;
//! use knightsat_tour::spec::TourSpec;
//!
//! let tour = TourSpec {
//!     kind: Kind::Closed,
//!     require: vec!["a1-c2".parse()?],
//!     at: vec!["17=d5".parse()?],
//!     ..TourSpec::default()
//! };
//! let (place, tour) = tour.settled("8x8".parse::<Place>()?)?;
//! let problem = tour.problem(&place, &Default::default())?;
//! assert_eq!(problem.at(), [(17, place.vertex("d5")?)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Request`] is a place, and the tour to look for there, by names.
//!
//! ```
//! use knightsat_tour::spec::{Request, Requesting, TourSpec};
//!
//! let tour = TourSpec { start: Some("1,1".into()), ..TourSpec::default() };
//! let request = Request::new("3x4".parse()?, tour)?;
//! assert_eq!(request.describe(), "open knight's tour of 3x4, start a1");
//! assert_eq!(request.problem(&Default::default())?.start(), Some(0));
//! let closed = "6x6".parse::<Request>()?.closed();
//! assert_eq!(closed.describe(), "closed knight's tour of 6x6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::blocks::{BlockSize, Joints};
use crate::board::{Board, DrawnDemands};
use crate::geometry::{Piece, Wrap};
use crate::given::{Clue, Given};
use crate::graph::Graph;
use crate::outline::Square;
use crate::place::Place;
use crate::rule::{Atom, Literal, Rule};
use crate::symmetry::SymmetryName;
use crate::{Asked, Backend, Demand, Kind, Problem, ProblemError, Property, requested};
use itertools::Itertools;
use knightsat_base::stop::Stop;
use knightsat_base::text::OptionName;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::mem;
use std::str::FromStr;
use std::sync::Arc;

mod error;
mod names;
mod requesting;
mod words;

pub use error::SpecError;
pub use names::{MoveName, StepName};
pub use requesting::Requesting;

/// A tour of some board or graph. Its vertices have names, which have a meaning only in a place.
///
/// To add a field, write it here, list it in `names` if it names vertices, and read it in the file
/// of its [constraint](crate::constraint).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Problem"))]
#[serde(rename_all = "kebab-case", default)]
pub struct TourSpec {
    /// A closed tour: one that returns to its first square
    #[cfg_attr(feature = "clap", arg(id = "closed", long, action = clap::ArgAction::SetTrue, value_parser = closed()))]
    #[serde(rename = "tour")]
    pub kind: Kind,
    /// A piece that leaps A squares one way and B the other
    ///
    /// Several leaps are divided by slashes, as in 1,2/0,1. Some pieces have a name: king is
    /// 0,1/1,1, camel 1,3, zebra 2,3 and giraffe 1,4.
    #[cfg_attr(feature = "clap", arg(long, value_name = "A,B"))]
    pub leaper: Option<Piece>,
    /// Join opposite sides of the board: files, ranks or both
    ///
    /// With files, a move across the last file comes to the first: a cylinder. Both make a torus.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIDES"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrap: Option<Wrap>,
    /// Start on this square, or this vertex of a graph
    ///
    /// A square is written a1, or as rank,file counted from 1, such as 1,1.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SQUARE"))]
    pub start: Option<String>,
    /// End on this square, or this vertex of a graph
    #[cfg_attr(feature = "clap", arg(long, value_name = "SQUARE"))]
    pub end: Option<String>,
    /// Only tours that this turn or reflection maps to themselves
    ///
    /// rot180, rot90, flip-files or flip-ranks, for closed tours. It must also keep the direction
    /// of the tour. rot180-reversed, flip-files-reversed or flip-ranks-reversed must map the tour
    /// to its reverse instead. Two have names in the literature: eulerian is rot180, and
    /// bergholtian is rot180-reversed.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    #[cfg_attr(feature = "clap", arg(requires = "closed", hide_short_help = true))]
    pub symmetric: Option<SymmetryName>,
    /// Require these moves, either way, as in a1-c2,c2-e1
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES"))]
    #[cfg_attr(feature = "clap", arg(value_delimiter = ','))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub require: Vec<MoveName>,
    /// Forbid these moves, in either direction
    #[cfg_attr(feature = "clap", arg(long, value_name = "MOVES"))]
    #[cfg_attr(feature = "clap", arg(value_delimiter = ',', hide_short_help = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<MoveName>,
    /// Visit these squares at these steps, as in 17=d5,40=e7
    ///
    /// A square at the first or the last step is the start or the end. With any other step a closed
    /// tour has a first step, and each of its numberings counts separately.
    #[cfg_attr(feature = "clap", arg(long, value_name = "STEP=SQUARE"))]
    #[cfg_attr(feature = "clap", arg(value_delimiter = ','))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<StepName>,
    /// Visit these squares in this order, at any steps, as in a1,c3,d2
    ///
    /// A closed tour without a start begins on the first of them.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SQUARES"))]
    #[cfg_attr(feature = "clap", arg(value_delimiter = ',', hide_short_help = true))]
    #[serde(skip)]
    pub visit: Vec<String>,
    /// Do not visit these squares at these steps
    #[cfg_attr(feature = "clap", arg(long, value_name = "STEP=SQUARE"))]
    #[cfg_attr(feature = "clap", arg(value_delimiter = ',', hide_short_help = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_at: Vec<StepName>,
    /// Only tours whose step numbers have the same sum on every rank, and on every file
    ///
    /// Each numbering of a closed tour then counts separately.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub magic: bool,
    /// Only tours that visit blocks of this size in turn
    ///
    /// The formula then grows linearly with the board. Most tours visit no such blocks, so "no" is
    /// about tours of this kind. `auto` chooses a size.
    #[cfg_attr(feature = "clap", arg(long, value_name = "RxF|auto"))]
    pub blocks: Option<BlockSize>,
    /// The seed of the moves between blocks, one from each to the next [default: 0]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SEED", requires = "blocks"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub joints: Option<Joints>,
    /// Only tours with these properties
    #[cfg_attr(feature = "clap", arg(long, value_name = "PROPERTIES"))]
    #[cfg_attr(feature = "clap", arg(value_delimiter = ',', value_parser = property()))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Property>,
    /// Keep these rules: clauses over facts, see [`rule`](crate::rule)
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Rule<String>>,
}

impl From<Kind> for TourSpec {
    /// Returns the specification of any tour of this kind.
    fn from(kind: Kind) -> TourSpec {
        TourSpec {
            kind,
            ..TourSpec::default()
        }
    }
}

impl TourSpec {
    /// Returns the place with the requested piece, and the specification without it. Vertices have
    /// the names that the place gives them. The numbers on a board become given steps, and its
    /// demand for a closed tour the kind. Squares to visit in order become rules.
    pub fn settled(mut self, place: Place) -> Result<(Place, TourSpec), SpecError> {
        if self.leaper.is_some() || self.wrap.is_some() {
            Backend::of_place(&place).reductions([Demand::Leaps].into_iter().collect())?;
        }
        // Clues first: other moves make another place.
        let place = match place {
            Place::Graph(_) => place,
            Place::Board(board) => {
                let DrawnDemands {
                    mut numbers,
                    is_closed,
                    has_waypoints,
                } = board.demands().clone();
                if is_closed {
                    self.kind = Kind::Closed;
                }
                if has_waypoints {
                    if !self.visit.is_empty() {
                        let fault = "the board file has waypoints: leave one of them out".into();
                        return Err(SpecError::Text { key: VISIT, fault });
                    }
                    numbers.sort_unstable();
                    self.visit = numbers
                        .iter()
                        .map(|(_, square)| square.to_string())
                        .collect();
                    if let (Kind::Open, [first, .., last]) = (self.kind, &self.visit[..]) {
                        self.start = self.start.or(Some(first.clone()));
                        self.end = self.end.or(Some(last.clone()));
                    }
                } else {
                    let at = |(step, square): (u32, Square)| StepName(step, square.to_string());
                    self.at.extend(numbers.into_iter().map(at));
                }
                board.with_demands(DrawnDemands::default()).into()
            }
        };
        let place = place.with_moves(self.wrap.take(), self.leaper.take())?;
        // Every clue names a vertex.
        let has_clues = !self.names().is_empty() || !self.with.is_empty();
        self.blocks = match (self.blocks, place.board()) {
            (Some(size), Some(board)) => size.settled(board, self.kind, has_clues),
            (blocks, _) => blocks,
        };
        self.joints = self.blocks.map(|_| self.joints.unwrap_or_default());
        for (key, name) in self.names() {
            *name = place.name(TourSpec::vertex(&place, key, name)?);
        }
        self.order_visits()?;
        for rule in &mut self.with {
            let vertices = rule.try_map(|name| TourSpec::vertex(&place, "with", name))?;
            *rule = vertices.map(|&vertex| place.name(vertex));
        }
        let mut seen = HashSet::new();
        self.at.retain(|step| seen.insert(step.clone()));
        Ok((place, self))
    }

    /// Turns the squares to visit in order into rules, and a start of a closed tour.
    fn order_visits(&mut self) -> Result<(), SpecError> {
        let visits = mem::take(&mut self.visit);
        if let Some(twice) = visits.iter().duplicates().next() {
            let fault = format!("{twice} is there twice");
            return Err(SpecError::Text { key: VISIT, fault });
        }
        let is_begun = self.start.is_some() || self.end.is_some() || !self.at.is_empty();
        if self.kind == Kind::Closed && !is_begun {
            self.start = visits.first().cloned();
        }
        for (earlier, later) in visits.into_iter().tuple_windows() {
            self.with.push(Rule(vec![Literal {
                atom: Atom::After(later, earlier),
                is_positive: true,
            }]));
        }
        Ok(())
    }

    /// Returns the specification, settled in the place, in a complete form: it contains the piece
    /// that leaps, if it is no knight.
    pub fn with_piece_of(mut self, place: &Place) -> TourSpec {
        let is_usual = |board: &&Board| board.is_plain() && board.leaper() == Board::KNIGHT;
        let board = place.any_board().filter(|board| !is_usual(board));
        self.leaper = board.map(|board| board.leaps().clone());
        self.wrap = board.and_then(Board::wrap);
        self
    }

    /// Returns all names of vertices, each with the key of its field.
    fn names(&mut self) -> Vec<(&'static str, &mut String)> {
        let mut names = Vec::new();
        names.extend(self.visit.iter_mut().map(|name| ("visit", name)));
        for (key, end) in [("start", &mut self.start), ("end", &mut self.end)] {
            names.extend(end.iter_mut().map(|name| (key, name)));
        }
        for (key, moves) in [("require", &mut self.require), ("forbid", &mut self.forbid)] {
            let ends = moves.iter_mut().flat_map(|MoveName(ends)| ends);
            names.extend(ends.map(|name| (key, name)));
        }
        for (key, steps) in [("at", &mut self.at), ("not-at", &mut self.not_at)] {
            names.extend(steps.iter_mut().map(|StepName(_, name)| (key, name)));
        }
        names
    }

    /// Returns the clues besides the ends, including moves that the place may lack.
    pub fn given(&self, place: &Place) -> Result<Given, SpecError> {
        let mut clues = Vec::new();
        for name in &self.require {
            clues.push(Clue::Move(ends(place, "require", name)?));
        }
        for name in &self.forbid {
            clues.push(Clue::NoMove(ends(place, "forbid", name)?));
        }
        for StepName(step, name) in &self.at {
            let (step, vertex) = (*step, TourSpec::vertex(place, "at", name)?);
            clues.push(Clue::At { step, vertex });
        }
        for StepName(step, name) in &self.not_at {
            let (step, vertex) = (*step, TourSpec::vertex(place, "not-at", name)?);
            clues.push(Clue::NotAt { step, vertex });
        }
        Ok(Given::new(clues))
    }

    /// Returns the vertex of a name in a field.
    pub(crate) fn vertex(place: &Place, key: &'static str, name: &str) -> Result<u32, SpecError> {
        let vertex = place.vertex(name);
        let key = OptionName(key);
        vertex.map_err(|error| SpecError::Vertex { key, error })
    }

    /// Returns an error for the first move that is no edge in the graph of the place.
    fn check_moves(&self, place: &Place, graph: &Graph) -> Result<(), SpecError> {
        let required = self.require.iter().map(|name| ("require", name.clone()));
        let forbidden = self.forbid.iter().map(|name| ("forbid", name.clone()));
        let ruled = self.with.iter().flat_map(Rule::atoms);
        let ruled = ruled.flat_map(Atom::moves);
        let ruled = ruled.map(|ends| ("with", MoveName(ends.map(String::clone))));
        for (key, name) in required.chain(forbidden).chain(ruled) {
            let [a, b] = ends(place, key, &name)?;
            if !graph.has_edge(a, b) {
                let fault = format!("{name} is not a move {}", place.moves());
                let key = OptionName(key);
                return Err(SpecError::Text { key, fault });
            }
        }
        Ok(())
    }

    /// Returns the problem in a place for which the specification is [settled](TourSpec::settled),
    /// or an error if time is up before the graph is laid out.
    pub fn problem(&self, place: &Place, stop: &Stop) -> Result<Problem, SpecError> {
        let end = |key, name: &Option<String>| {
            let vertex = name.as_ref().map(|name| TourSpec::vertex(place, key, name));
            vertex.transpose()
        };
        let (start, end) = (end("start", &self.start)?, end("end", &self.end)?);
        self.reductions(place, Backend::of_place(place))?;
        let mut problem = bare_problem(place, self.kind, start, end, stop)?;
        self.check_moves(place, problem.graph())?;
        for row in requested(self) {
            let asked = Asked {
                tour: self,
                place,
                problem: &problem,
                stop,
            };
            if let Some(constraint) = (row.constraint)(&asked)? {
                constraint.check(&problem)?;
                problem = problem.and(constraint);
            }
        }
        Ok(problem.with_first_step()?)
    }
}

impl Problem {
    /// Returns the problem of a tour in a place, with the coordinates of squares. For a deadline,
    /// use [`TourSpec::problem`].
    pub fn of(
        place: &Place,
        kind: Kind,
        start: Option<u32>,
        end: Option<u32>,
    ) -> Result<Problem, ProblemError> {
        bare_problem(place, kind, start, end, &Stop::default())
    }
}

/// Returns the problem of a tour without clues.
fn bare_problem(
    place: &Place,
    kind: Kind,
    start: Option<u32>,
    end: Option<u32>,
    stop: &Stop,
) -> Result<Problem, ProblemError> {
    let graph = match place {
        Place::Graph(graph) => graph.clone(),
        Place::Board(board) => board.lay_out(stop)?,
    };
    let mut problem = Problem::new(graph, kind, start, end)?;
    stop.check()?;
    problem.coordinates = place.directions().map(Arc::new);
    stop.check()?;
    Ok(problem)
}

/// Returns the ends of a move in a field.
fn ends(place: &Place, key: &'static str, name: &MoveName) -> Result<[u32; 2], SpecError> {
    let MoveName([a, b]) = name;
    Ok([
        TourSpec::vertex(place, key, a)?,
        TourSpec::vertex(place, key, b)?,
    ])
}

/// Reads a flag.
#[cfg(feature = "clap")]
fn closed() -> impl clap::builder::TypedValueParser<Value = Kind> {
    use clap::builder::TypedValueParser;
    let flag = clap::builder::BoolValueParser::new();
    flag.map(|is_closed| if is_closed { Kind::Closed } else { Kind::Open })
}

/// Reads a property; the help describes all of them.
#[cfg(feature = "clap")]
fn property() -> impl clap::builder::TypedValueParser<Value = Property> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let name = |property: Property| PossibleValue::new(property.name()).help(property.help());
    let names = PossibleValuesParser::new(Property::all().map(name));
    names.try_map(|name| name.parse::<Property>())
}

const VISIT: OptionName = OptionName("visit");

impl TourSpec {
    /// Returns true if the specification is not merely an open tour of any kind.
    pub fn is_given(&self) -> bool {
        *self != TourSpec::default()
    }

    /// Returns true if moves are required or forbidden, or squares given at steps or excluded.
    pub(crate) fn has_clues(&self) -> bool {
        let moves = [&self.require, &self.forbid];
        let steps = [&self.at, &self.not_at];
        moves.iter().any(|list| !list.is_empty()) || steps.iter().any(|list| !list.is_empty())
    }
}

/// A board or graph, and a tour of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// The board or graph, and the piece.
    #[serde(flatten)]
    pub place: Place,
    /// The kind of tour and its clues; vertices are named as in the place.
    #[serde(flatten)]
    pub tour: TourSpec,
}

/// Reads an open tour of a board, which is read as a [`Place`]. The fields change anything else.
impl FromStr for Request {
    type Err = SpecError;

    fn from_str(board: &str) -> Result<Request, SpecError> {
        let place = board.parse().map_err(SpecError::Place)?;
        Request::new(place, TourSpec::default())
    }
}

impl Request {
    /// Returns the request of this tour, [settled](TourSpec::settled) in the place.
    pub fn new(place: Place, tour: TourSpec) -> Result<Request, SpecError> {
        let (place, tour) = tour.settled(place)?;
        Ok(Request { place, tour })
    }

    /// Returns the problem, see [`TourSpec::problem`].
    pub fn problem(&self, stop: &Stop) -> Result<Problem, SpecError> {
        self.tour.problem(&self.place, stop)
    }
}

#[cfg(test)]
mod tests;

//! Statistics of tours: angles, crossings, slopes and weights, as numbers and as sums over edges.
//!
//! ```
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//! use knightsat_tour::statistic::Statistic;
//!
//! let place: Place = "3x4".parse()?;
//! let problem = Problem::of(&place, Kind::Open, None, None)?;
//! let steps = [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11];
//! let turns = Statistic::parse("turns", &place)?;
//! assert_eq!(turns.value(&problem, &steps)?, 10);
//! assert_eq!(turns.sum(&problem, &Default::default())?.constant, 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Definitions. The *angle* of a tour at a vertex v is the angle, from 0° to 180°, between the two
//! moves at v, both seen from v. The ends of an open tour have no angle. The *change of direction*
//! at v is 180° minus the angle. So a tour is straight at v if its angle is 180°, and turns
//! otherwise. Angles of knights are 36.87°, 53.13°, 90°, 126.87°, 143.13° and 180°.
//!
//! Two moves *cross* if they have exactly one point in common, and this point is an end of neither.
//! The *slope* of a move is the change of the rank divided by the change of the file, the same in
//! both directions. A move across a joined side has the direction of its leap.
//!
//! Every statistic is a [`Sum`]: a constant, and weights of edges or of pairs of edges. `search`
//! optimizes sums, rules limit them, and encodings translate them into clauses.

use crate::Problem;
use crate::geometry::NoDirection;
use crate::graph::{Coordinates, Graph};
use crate::place::Place;
use crate::succession::Succession;
use itertools::Itertools;
use knightsat_base::input::{self, Input};
use knightsat_base::stop::{Stop, Stopped};
use knightsat_base::system;
use knightsat_base::text::{TextError, quote};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::Path;
use thiserror::Error;

/// Number of vertices or edges between two checks of the clock.
const LOOK: u32 = 1 << 12;
/// Maximum length of a file of weights, in bytes.
const LONGEST: u64 = 1 << 30;
/// Largest absolute value of a weight.
const HEAVIEST: i64 = 1 << 31;

/// An edge of the graph, its smaller vertex first.
pub type Edge = [u32; 2];

all! {
    /// A property of the angle between the two moves at a vertex. Its name is that of the fact, as
    /// in `turn(e5)`.
    Angle.name {
        /// Not 180°: the direction changes.
        Turn "turn",
        /// 180°: both moves are on a line, and the direction stays.
        Straight "straight",
        /// Less than 90°. The change of direction is then obtuse.
        Acute "acute",
        /// 90°.
        Right "right",
        /// More than 90°, 180° included. The change of direction is then acute, or none.
        Obtuse "obtuse",
        /// More than 90° and less than 180°: obtuse, but not straight.
        Bent "bent",
    }
}

impl Angle {
    /// Returns true if the angle between two vectors has the property. Neither may be zero.
    pub fn holds(self, [a, b]: [[i64; 2]; 2]) -> bool {
        let dot = a[0] * b[0] + a[1] * b[1];
        let is_straight = dot < 0 && a[0] * b[1] == a[1] * b[0];
        match self {
            Angle::Turn => !is_straight,
            Angle::Straight => is_straight,
            Angle::Acute => dot > 0,
            Angle::Right => dot == 0,
            Angle::Obtuse => dot < 0,
            Angle::Bent => dot < 0 && !is_straight,
        }
    }

    /// Returns true if the angle at a vertex between the moves to two others has the property.
    pub fn is_at(self, places: &Coordinates, vertex: u32, others: [u32; 2]) -> bool {
        self.holds(others.map(|other| places.vector(vertex, other)))
    }

    /// Returns the pairs of edges at a vertex whose angle has the property.
    pub fn pairs(
        self,
        places: &Coordinates,
        graph: &Graph,
        vertex: u32,
    ) -> impl Iterator<Item = [Edge; 2]> {
        let pairs = graph.neighbours(vertex).iter().array_combinations();
        let pairs = pairs.map(|pair: [&u32; 2]| pair.map(|&other| other));
        let pairs = pairs.filter(move |&pair| self.is_at(places, vertex, pair));
        pairs.map(move |pair| pair.map(|other| edge(vertex, other)))
    }
}

/// The slope of a move: ranks up for files to the right, in lowest terms.
///
/// A move along a file has the slope 1/0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slope {
    rise: i64,
    run: i64,
}

impl Slope {
    /// Returns the slope of a vector, ranks and files; `None` of the zero vector.
    pub fn of([rise, run]: [i64; 2]) -> Option<Slope> {
        let (mut a, mut b) = (rise.unsigned_abs(), run.unsigned_abs());
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a as i64;
        let is_back = run < 0 || run == 0 && rise < 0;
        let divisor = if is_back { -divisor } else { divisor };
        (divisor != 0).then(|| Slope {
            rise: rise / divisor,
            run: run / divisor,
        })
    }
}

impl fmt::Display for Slope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.rise)?;
        match self.run {
            1 => Ok(()),
            run => write!(f, "/{run}"),
        }
    }
}

/// Weights of edges, read from a file; other edges weigh 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weights {
    file: String,
    of: BTreeMap<Edge, i64>,
}

impl Weights {
    /// Returns weights of edges, smaller vertex first, with the name of their file.
    ///
    /// # Panics
    /// If a weight exceeds 2³¹ or falls below −2³¹.
    pub fn new(file: impl Into<String>, of: BTreeMap<Edge, i64>) -> Weights {
        let is_light = |weight: &i64| (-HEAVIEST..=HEAVIEST).contains(weight);
        assert!(of.values().all(is_light), "a weight is too large");
        let file = file.into();
        Weights { file, of }
    }

    /// Reads weights: on each line the ends of an edge and a whole number, such as `a1 c2 5`. `#`
    /// begins a comment.
    pub fn read(file: &str, text: &str, place: &Place) -> Result<Weights, TextError> {
        let graph = place.graph();
        let mut of = BTreeMap::new();
        for (line, text) in (1..).zip(input::without_mark(text).lines()) {
            let words = text.split('#').next().unwrap_or_default();
            let words = words.split_whitespace().collect_vec();
            let fault = |message: String| TextError::at(line)((1, message));
            let [a, b, weight] = match words[..] {
                [] => continue,
                [a, b, weight] => [a, b, weight],
                _ => return Err(fault("write two vertices and a weight: a1 c2 5".into())),
            };
            let vertex = |name| {
                let vertex = place.vertex(name);
                vertex.map_err(|error| fault(error.to_string()))
            };
            let [a, b] = edge(vertex(a)?, vertex(b)?);
            if a == b || !graph.has_edge(a, b) {
                let [a, b] = [a, b].map(|vertex| place.name(vertex));
                return Err(fault(format!("{a}-{b} is not a move {}", place.moves())));
            }
            let number = weight.parse().ok();
            let number = number.filter(|number| (-HEAVIEST..=HEAVIEST).contains(number));
            let Some(number) = number else {
                let weight = quote(weight);
                let range = "a whole number of at most 2147483648 either way";
                return Err(fault(format!("'{weight}' is not a weight: write {range}")));
            };
            if of.insert([a, b], number).is_some() {
                let [a, b] = [a, b].map(|vertex| place.name(vertex));
                return Err(fault(format!("{a}-{b} has two weights")));
            }
        }
        Ok(Weights::new(file, of))
    }
}

/// A number that every tour has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statistic {
    /// The number of vertices whose angle has this property.
    Angles(Angle),
    /// The number of pairs of moves that cross.
    Crossings,
    /// The number of moves with this slope.
    Slope(Slope),
    /// The sum of the weights of the moves.
    Weights(Weights),
}

/// A statistic that does not exist, or not in this place.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StatisticError {
    /// A text that names no statistic, one without directions of moves, or a fault in a file.
    #[error("{0}")]
    Invalid(String),
    /// Time was up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A statistic as a sum: a constant, and the weights of the terms that hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The value of a tour without a term that holds.
    pub constant: i64,
    /// The terms. Most statistics have one for each vertex, edge or crossing.
    #[doc(hidden)]
    pub terms: Vec<Term>,
}

/// A term of a sum. It holds if a tour takes all edges of an alternative. No tour takes those of
/// two alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The weight, not 0.
    pub weight: i64,
    /// The alternatives, at least one.
    pub any: Vec<Alternative>,
    /// The subject of the term.
    pub site: Site,
}

/// An edge, or two edges, which a tour takes or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Alternative {
    /// An edge.
    Edge(Edge),
    /// Two edges.
    Pair([Edge; 2]),
}

impl Alternative {
    /// Returns its edges.
    pub fn edges(&self) -> &[Edge] {
        match self {
            Alternative::Edge(edge) => std::slice::from_ref(edge),
            Alternative::Pair(pair) => pair,
        }
    }
}

/// The graph, the directions and the steps by which statistics and rules of tours are read. A
/// problem, a circuit and a line have one.
#[derive(Clone, Debug)]
pub struct Setting<'t> {
    /// The graph.
    pub graph: &'t Graph,
    /// The places of its vertices, if they determine the direction of each move.
    pub directions: Result<&'t Coordinates, NoDirection>,
    /// The order of the steps.
    pub succession: Succession,
}

impl<'p> From<&'p Problem> for Setting<'p> {
    fn from(problem: &'p Problem) -> Setting<'p> {
        Setting {
            graph: problem.graph(),
            directions: problem.directions(),
            succession: Succession::of(problem),
        }
    }
}

/// The subject of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    /// The angle at a vertex.
    Vertex(u32),
    /// An edge.
    Edge(Edge),
    /// Two edges that cross.
    Crossing([Edge; 2]),
}

impl Sum {
    /// Returns the value for the edges of a tour.
    pub fn value(&self, mut is_taken: impl FnMut(Edge) -> bool) -> i64 {
        let mut holds = |term: &&Term| {
            let mut any = term.any.iter();
            any.any(|edges| edges.edges().iter().all(|&edge| is_taken(edge)))
        };
        let terms = self.terms.iter().filter(|term| holds(term));
        self.constant + terms.map(|term| term.weight).sum::<i64>()
    }
}

impl Statistic {
    /// Reads the name of a statistic of tours in a place: `turns`, `straight`, `acute`, `right`,
    /// `obtuse`, `bent`, `crossings`, `slope+2`, `slope-1/2`, or `weights(FILE)`, whose file it
    /// reads.
    pub fn parse(text: &str, place: &Place) -> Result<Statistic, StatisticError> {
        if let Some(statistic) = Statistic::named(text) {
            return Ok(statistic);
        }
        let file = text.strip_prefix("weights(");
        let Some(file) = file.and_then(|rest| rest.strip_suffix(')')) else {
            return Err(StatisticError::Invalid(format!(
                "'{}' is not a statistic: write turns, straight, acute, right, obtuse, bent, \
                 crossings, slope+2 or weights(FILE)",
                quote(text)
            )));
        };
        let fault = |message| StatisticError::Invalid(format!("{}:{message}", quote(file)));
        let text = Input::open(Path::new(file), &Stop::default())
            .and_then(|input| input::text(input, LONGEST, "a file of weights"))
            .map_err(|error| fault(format!(" {}", system::message(&error))))?;
        let weights = Weights::read(file, &text, place);
        Ok(Statistic::Weights(
            weights.map_err(|error| fault(error.to_string()))?,
        ))
    }

    /// Returns the statistic of a name that needs no file.
    pub fn named(text: &str) -> Option<Statistic> {
        let is_named = |angle: &Angle| Statistic::Angles(*angle).to_string() == text;
        if let Some(angle) = Angle::ALL.into_iter().find(is_named) {
            return Some(Statistic::Angles(angle));
        }
        if text == "crossings" {
            return Some(Statistic::Crossings);
        }
        let slope = text.strip_prefix("slope")?;
        let (rise, run) = slope.split_once('/').unwrap_or((slope, "1"));
        let number = |text: &str| text.parse::<i32>().ok().map(i64::from);
        let slope = Slope::of([number(rise)?, number(run).filter(|&run| run >= 0)?])?;
        Some(Statistic::Slope(slope))
    }

    /// Returns the statistics of tours of a problem, without weights: none if its moves have no
    /// directions.
    pub fn all(problem: &Problem) -> Vec<Statistic> {
        let Ok(places) = problem.directions() else {
            return Vec::new();
        };
        let edges = problem.graph().edges();
        let slopes = edges.filter_map(|[a, b]| Slope::of(places.vector(a, b)));
        let slopes: BTreeSet<Slope> = slopes.collect();
        let angles = Angle::ALL.into_iter().map(Statistic::Angles);
        let slopes = slopes.into_iter().map(Statistic::Slope);
        let all = angles.chain([Statistic::Crossings]).chain(slopes);
        all.filter(|statistic| statistic.places(Ok(places)).is_ok())
            .collect()
    }

    /// Returns an error if tours of the problem have no such statistic.
    pub fn check(&self, problem: &Problem) -> Result<(), StatisticError> {
        self.needed(problem.directions()).map(|_| ())
    }

    /// Returns the sum of a statistic in a rule.
    pub fn sum_in<'t>(&self, of: impl Into<Setting<'t>>) -> Sum {
        let sum = self.sum(of, &Stop::default());
        sum.expect("rules about angles have coordinates, and no deadline is set")
    }

    /// Returns the statistic as a sum over the edges of a problem, the same for all of its tours.
    pub fn sum<'t>(&self, of: impl Into<Setting<'t>>, stop: &Stop) -> Result<Sum, StatisticError> {
        let Setting {
            graph,
            directions,
            succession,
        } = of.into();
        let mut watch = stop.watch(LOOK);
        let mut sum = Sum::default();
        let mut add = |weight, any, site| sum.terms.push(Term { weight, any, site });
        let places = self.needed(directions)?;
        match (self, places) {
            (Statistic::Angles(angle), Some(places)) => {
                // Few pairs of moves are straight, and many are not.
                let (counted, weight) = match angle {
                    Angle::Turn => (Angle::Straight, -1),
                    angle => (*angle, 1),
                };
                if weight < 0 {
                    sum.constant = succession.angles() as i64;
                }
                for vertex in 0..graph.len() {
                    watch.check()?;
                    let pairs = counted.pairs(places, graph, vertex);
                    let any = pairs.map(Alternative::Pair).collect_vec();
                    let site = Site::Vertex(vertex);
                    if !any.is_empty() {
                        add(weight, any, site);
                    }
                }
            }
            (Statistic::Crossings, Some(places)) => {
                let edges = graph.edges().collect_vec();
                crossings(places, &edges, stop, |pair| {
                    add(1, vec![Alternative::Pair(pair)], Site::Crossing(pair));
                })?;
            }
            _ => {
                for edge in graph.edges() {
                    watch.check()?;
                    let weight = self.weight(places, edge);
                    if weight != 0 {
                        add(weight, vec![Alternative::Edge(edge)], Site::Edge(edge));
                    }
                }
            }
        }
        Ok(sum)
    }

    /// Returns the value of a tour, given by its vertices.
    pub fn value<'t>(
        &self,
        of: impl Into<Setting<'t>>,
        steps: &[u32],
    ) -> Result<i64, StatisticError> {
        let setting: Setting = of.into();
        let places = setting.directions.as_ref().ok().copied();
        let sites = self.sites(setting.directions, steps, setting.succession)?;
        let value = |site: &Site| match site {
            Site::Edge(edge) => self.weight(places, *edge),
            Site::Vertex(_) | Site::Crossing(_) => 1,
        };
        Ok(sites.iter().map(value).sum())
    }

    /// Returns the vertices, moves or crossings of a path or cycle that count, in order. The steps
    /// of its vertices have this succession.
    #[doc(hidden)]
    pub fn sites(
        &self,
        directions: Result<&Coordinates, NoDirection>,
        steps: &[u32],
        succession: Succession,
    ) -> Result<Vec<Site>, StatisticError> {
        let places = self.needed(directions)?;
        let mut sites = Vec::new();
        match (self, places) {
            (Statistic::Angles(angle), Some(places)) => {
                let angles = steps.iter().circular_tuple_windows();
                let counted = angles
                    .take(succession.angles())
                    .filter(|&(&a, &vertex, &b)| angle.is_at(places, vertex, [a, b]));
                sites.extend(counted.map(|(_, &vertex, _)| Site::Vertex(vertex)));
            }
            (Statistic::Crossings, Some(places)) => {
                let moves = succession
                    .moves(steps)
                    .map(|[a, b]| edge(a, b))
                    .collect_vec();
                let add = |pair| sites.push(Site::Crossing(pair));
                crossings(places, &moves, &Stop::default(), add)?;
            }
            _ => {
                let moves = succession.moves(steps).map(|[a, b]| edge(a, b));
                let counted = moves.filter(|&edge| self.weight(places, edge) != 0);
                sites.extend(counted.map(Site::Edge));
            }
        }
        Ok(sites)
    }

    /// Returns the weight of an edge in a sum over edges.
    fn weight(&self, places: Option<&Coordinates>, [a, b]: Edge) -> i64 {
        match (self, places) {
            (Statistic::Slope(slope), Some(places)) => {
                (Slope::of(places.vector(a, b)) == Some(*slope)).into()
            }
            (Statistic::Weights(weights), _) => weights.of.get(&[a, b]).copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// Returns the coordinates that define the statistic: none if it needs none.
    pub(crate) fn places<'p>(
        &self,
        directions: Result<&'p Coordinates, NoDirection>,
    ) -> Result<Option<&'p Coordinates>, NoDirection> {
        match (self, directions) {
            (Statistic::Weights(_), _) => Ok(None),
            (Statistic::Crossings, Ok(places)) if !places.is_plane() => Err(NoDirection::Joined),
            (_, directions) => directions.map(Some),
        }
    }

    fn needed<'p>(
        &self,
        directions: Result<&'p Coordinates, NoDirection>,
    ) -> Result<Option<&'p Coordinates>, StatisticError> {
        let places = self.places(directions);
        let message = |reason| format!("{self}: {reason}, or weights(FILE)");
        places.map_err(|reason| StatisticError::Invalid(message(reason)))
    }
}

impl fmt::Display for Statistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statistic::Angles(Angle::Turn) => f.write_str("turns"),
            Statistic::Angles(angle) => f.write_str(angle.name()),
            Statistic::Crossings => f.write_str("crossings"),
            Statistic::Slope(slope) => write!(f, "slope{slope}"),
            Statistic::Weights(weights) => write!(f, "weights({})", weights.file),
        }
    }
}

/// Returns the edge between two vertices.
fn edge(a: u32, b: u32) -> Edge {
    [a.min(b), a.max(b)]
}

/// Returns true if two moves cross, which cross no joined side: they have exactly one point in
/// common, inside both.
pub fn cross(places: &Coordinates, [a, b]: Edge, [c, d]: Edge) -> bool {
    // The side of the line through a move on which a vertex is.
    let side = |[from, to]: Edge, vertex| {
        let [[a, b], [c, d]] = [to, vertex].map(|vertex| places.vector(from, vertex));
        (a * d - b * c).signum()
    };
    let is_between = |line: Edge, ends: Edge| side(line, ends[0]) * side(line, ends[1]) < 0;
    is_between([a, b], [c, d]) && is_between([c, d], [a, b])
}

/// Passes on all pairs of edges that cross, in the order of the edges.
///
/// Cells as large as the longest edges in either direction contain the edges by their lowest ranks
/// and files. Edges that cross are in one cell or in neighbouring ones.
fn crossings(
    places: &Coordinates,
    edges: &[Edge],
    stop: &Stop,
    mut each: impl FnMut([Edge; 2]),
) -> Result<(), Stopped> {
    let least = |[a, b]: Edge, axis: usize| places.of(a)[axis].min(places.of(b)[axis]);
    let length = |[a, b]: Edge, axis: usize| places.of(a)[axis].abs_diff(places.of(b)[axis]);
    let size = [0, 1].map(|axis| {
        let lengths = edges.iter().map(|&edge| length(edge, axis));
        lengths.max().unwrap_or(0).max(1)
    });
    let cell = |edge: Edge| [0, 1].map(|axis| i64::from(least(edge, axis) / size[axis]));
    let mut cells: HashMap<[i64; 2], Vec<u32>> = HashMap::new();
    for (index, &edge) in (0..).zip(edges) {
        cells.entry(cell(edge)).or_default().push(index);
    }
    let mut watch = stop.watch(LOOK);
    let mut others = Vec::new();
    for (index, &edge) in (0..).zip(edges) {
        watch.check()?;
        let [rank, file] = cell(edge);
        others.clear();
        for near in itertools::iproduct!(rank - 1..=rank + 1, file - 1..=file + 1) {
            let near = cells.get(&<[i64; 2]>::from(near)).into_iter().flatten();
            others.extend(
                near.copied()
                    .filter(|&other| other > index && cross(places, edge, edges[other as usize])),
            );
        }
        others.sort_unstable();
        for &other in &others {
            each([edge, edges[other as usize]]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

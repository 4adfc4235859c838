//! Enumeration of tours by depth-first search: slow, simple, and independent of all encodings.
//!
//! ```
//! use knightsat_count::search::{Directions, Search};
//! use knightsat_tour::{Kind, Problem};
//! use knightsat_tour::place::Place;
//!
//! let place: Place = "5x6".parse()?;
//! let problem = Problem::of(&place, Kind::Closed, None, None)?;
//! let search = Search::new(&problem, Directions::One);
//! assert_eq!(search.count(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The search extends a path vertex by vertex. It turns back early for one reason only: a vertex
//! next to the one just left has too few ways in and out. Ways are unvisited neighbours, the head
//! of the path, and on a closed tour its start. Only the neighbours of the vertex just left lose a
//! way. An inner vertex of the tour needs two ways, the last vertex of an open tour one. If the end
//! of an open tour is free, at most one vertex may have a single way: it is the end.
//!
//! A tour with a symmetry of order q is searched by its first N/q steps. Each step visits a whole
//! orbit, and nothing is pruned. If the direction of the tour matters, the tours that a quarter
//! turn leads back follow those that it leads on.
//!
//! The search is also a baseline for measurements, in the order of Warnsdorff's rule.

mod candidates;

use crate::base::stop::Stop;
use candidates::GivenSteps;
use knightsat_tour::Problem;
use knightsat_tour::convention::Convention;
use knightsat_tour::line::Line;
use knightsat_tour::lower::lower;
use knightsat_tour::table::Backend;

/// The number of directions of a closed tour to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// One: the tour whose second vertex is smaller than its last, if both are tours of the
    /// problem.
    One,
    /// Both: the tour and its reverse.
    Both,
}

/// The order in which the neighbours of the head are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The order in which the graph lists them.
    Listed,
    /// The fewest unvisited neighbours first (Warnsdorff's rule), ties as listed.
    FewestOnward,
}

/// The work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The number of times that a vertex was added to the path.
    pub nodes: u64,
    /// The number of times that a vertex was removed from it.
    pub backtracks: u64,
}

/// The number of nodes of the search between two polls of the deadline.
const NODES_A_LOOK: u64 = 1 << 12;

/// An iterator over the tours of a problem, each a sequence of vertices.
///
/// Open tours are directed: a tour and its reverse are two. Closed tours begin at the fixed start,
/// end at the fixed end, or otherwise begin at vertex 0. So the iterator returns one rotation of
/// each cycle; of a magic cycle it returns those whose sums are right.
#[derive(Clone, Debug)]
pub struct Search<'p> {
    problem: &'p Problem,
    directions: Directions,
    /// Vertices from which paths have not been searched yet.
    roots: std::ops::Range<u32>,
    /// The steps; a path is one period of them. The others are searched afterwards.
    line: Line,
    next: Option<(Line, std::ops::Range<u32>)>,
    /// The vertex on which the path must end.
    last: Option<u32>,
    /// True if the search begins at the fixed end.
    is_backwards: bool,
    given: Option<GivenSteps>,
    path: Vec<Frame>,
    visited: Vec<bool>,
    order: Order,
    stop: Stop,
    /// The most vertices that it adds to the path.
    most_nodes: u64,
    effort: Effort,
    is_late: bool,
}

/// A vertex of the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    vertex: u32,
    /// The place in the order of the neighbour tried last.
    tried: Option<Attempt>,
    /// The only unvisited vertex with a single way, which must therefore be the end.
    lone: Option<u32>,
}

/// The place of a neighbour in the order: its unvisited neighbours, if they matter, and its place
/// in the list.
type Attempt = (usize, usize);

impl<'p> Search<'p> {
    /// Creates the search for all tours of `problem`; `directions` applies to closed ones.
    pub fn new(problem: &'p Problem, directions: Directions) -> Search<'p> {
        let lowered = lower(problem, Backend::Search, &Stop::default());
        let lowered = lowered.expect("the table refuses this search nothing");
        let mut lines = lowered.line().ways().into_iter();
        let line = lines.next().expect("one way or two");
        let is_numbered = Convention::of(problem) == Convention::ClosedNumbered;
        let mut given = GivenSteps::new(&line);
        let is_impossible = given.as_ref().is_some_and(|given| given.is_contradictory);
        let begin = given
            .as_mut()
            .filter(|_| is_numbered)
            .and_then(GivenSteps::begin);
        let [start, end] = line.ends;
        let is_backwards = start.is_none() && end.is_some() && begin.is_none();
        // The numbers of a magic tour may begin on any vertex.
        let anywhere = line.begins_anywhere.then_some(0);
        let root = begin.or(start).or(end).or(anywhere);
        let roots = match root {
            _ if line.is_to_and_fro() || is_impossible => 0..0,
            Some(root) => root..root + 1,
            None => 0..line.len(),
        };
        Search {
            problem,
            directions,
            next: lines.next().map(|line| (line, roots.clone())),
            roots,
            last: end.filter(|_| !is_backwards && begin.is_none()),
            is_backwards,
            given,
            path: Vec::new(),
            visited: vec![false; line.len() as usize],
            order: Order::Listed,
            line,
            stop: Stop::default(),
            most_nodes: u64::MAX,
            effort: Effort::default(),
            is_late: false,
        }
    }

    /// Sets the deadline or flag that ends the search.
    pub fn with_stop(self, stop: Stop) -> Search<'p> {
        Search { stop, ..self }
    }

    /// Limits the number of times that the search adds a vertex to the path. It then ends as at a
    /// deadline.
    pub fn with_nodes(self, most_nodes: u64) -> Search<'p> {
        Search { most_nodes, ..self }
    }

    /// Sets the order of the neighbours.
    pub fn with_order(self, order: Order) -> Search<'p> {
        Search { order, ..self }
    }

    /// Returns true if the deadline or the flag has ended the search.
    pub fn is_late(&self) -> bool {
        self.is_late
    }

    /// Returns the work done so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Follows the first choice at every step, and never turns back. Returns the tour, or else the
    /// path up to its end.
    pub fn descend(&mut self) -> Result<Vec<u32>, Vec<u32>> {
        let mut next = self.roots.next();
        while let Some(vertex) = next
            && !self.is_time_up()
        {
            self.effort.nodes += 1;
            self.set_visited(vertex, true);
            let mut head = Frame {
                vertex,
                tried: None,
                lone: None,
            };
            self.path.push(head);
            let mut choices = std::iter::from_fn(|| {
                let (turn, next) = self.following(head)?;
                head.tried = Some(turn);
                Some(next)
            });
            next = choices.find(|&next| self.may_enter(next));
        }
        let tour = self.is_full().then(|| self.tour()).flatten();
        tour.ok_or_else(|| self.path.iter().map(|frame| frame.vertex).collect())
    }

    /// Continues to the next full path.
    fn advance(&mut self) -> bool {
        if self.is_late {
            return false;
        }
        // A full path has been returned already.
        if self.is_full() {
            self.leave();
        }
        loop {
            let next = if let Some(&frame) = self.path.last() {
                let Some((turn, next)) = self.following(frame) else {
                    self.leave();
                    continue;
                };
                if let Some(head) = self.path.last_mut() {
                    head.tried = Some(turn);
                }
                if !self.may_enter(next) {
                    continue;
                }
                if self.is_time_up() {
                    return false;
                }
                next
            } else if let Some(root) = self.roots.next() {
                root
            } else if let Some((line, roots)) = self.next.take() {
                (self.line, self.roots) = (line, roots);
                continue;
            } else {
                return false;
            };
            self.enter(next);
            if self.is_full() {
                return true;
            }
        }
    }

    fn is_full(&self) -> bool {
        self.path.len() == self.period()
    }

    /// Returns the number of steps that determine a tour.
    fn period(&self) -> usize {
        self.line.period() as usize
    }

    fn is_time_up(&mut self) -> bool {
        if self.effort.nodes.is_multiple_of(NODES_A_LOOK) {
            self.is_late = self.effort.nodes >= self.most_nodes || self.stop.is_over();
        }
        self.is_late
    }

    /// Extends the path by a vertex, unless that strands another one.
    fn enter(&mut self, next: u32) {
        let mut frame = Frame {
            vertex: next,
            tried: None,
            lone: None,
        };
        self.effort.nodes += 1;
        self.set_visited(next, true);
        if let Some(&head) = self.path.last() {
            frame.lone = head.lone;
            if !self.line.is_periodic() && self.strands(head.vertex, &mut frame) {
                self.effort.backtracks += 1;
                self.set_visited(next, false);
                return;
            }
        }
        self.path.push(frame);
    }

    fn leave(&mut self) {
        if let Some(frame) = self.path.pop() {
            self.effort.backtracks += 1;
            self.set_visited(frame.vertex, false);
        }
    }

    fn set_visited(&mut self, vertex: u32, value: bool) {
        for member in self.line.orbit(vertex) {
            self.visited[member as usize] = value;
        }
    }

    /// Returns the tour of a full path, if it closes where it must and has the right direction.
    fn tour(&self) -> Option<Vec<u32>> {
        let path: Vec<u32> = self.path.iter().map(|frame| frame.vertex).collect();
        let (first, last) = (path[0], path[path.len() - 1]);
        let mut steps = self.line.whole(path);
        if !self.line.is_cyclic() {
            if self.is_backwards {
                steps.reverse();
            }
            return self.fits_all(&steps).then_some(steps);
        }
        if !self.line.graph.has_arc(last, self.line.image(first)) {
            return None;
        }
        let is_wanted = match self.directions {
            Directions::Both => true,
            Directions::One => !self.line.has_reverse() || steps[1] < steps[steps.len() - 1],
        };
        if self.is_backwards {
            steps.rotate_left(1);
        }
        let begun = self.given.as_ref().map_or(1, |given| given.begin);
        steps.rotate_right(begun as usize - 1);
        (is_wanted && self.fits_all(&steps)).then_some(steps)
    }

    fn fits_all(&self, steps: &[u32]) -> bool {
        let mut constraints = self.problem.constraints();
        constraints.all(|constraint| constraint.verify(self.problem, steps).is_ok())
    }
}

impl Iterator for Search<'_> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        while self.advance() {
            if let Some(steps) = self.tour() {
                return Some(steps);
            }
        }
        None
    }
}

//! The content of a picture: a board or a graph with paths, clues and marks.
//!
//! ```
//! # mod knightsat {
//! #     pub use knightsat_render as render;
//! #     pub use knightsat_search as search;
//! #     pub use knightsat_render::base::stop;
//! #     pub use knightsat_tour as tour;
//! # }
//! use knightsat::render::scene::Scene;
//! use knightsat::stop::Stop;
//! use knightsat::tour::place::Place;
//!
//! let verdict = knightsat::search::find(&"6x6".parse()?, &Stop::default())?;
//! let place: Place = "6x6".parse()?;
//! let scene = Scene::of_tour(&place, verdict.tour().unwrap());
//! assert_eq!(scene.strokes().next().unwrap().steps.len(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::base::stop::Stop;
use crate::prelude::*;
use knightsat_tour::spec::SpecError;
use knightsat_tour::statistic::{Site, Statistic, StatisticError};
use knightsat_tour::succession::Succession;
use knightsat_tour::tour::TourError;

/// A board or a graph with paths and cycles on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The title, in words.
    pub title: String,
    /// Words below the drawing of a single path or of marks; empty for none.
    pub caption: String,
    /// The board or graph.
    pub place: Place,
    /// Closed if every path is a cycle.
    pub kind: Kind,
    /// Vertices in order. A path that ends where it begins is a cycle too.
    pub paths: Vec<Vec<u32>>,
    /// The clues.
    pub given: Given,
    /// Further texts on vertices.
    pub marks: Vec<Mark>,
    /// Marked vertices, moves and crossings.
    #[doc(hidden)]
    pub sites: Vec<Site>,
}

/// A mark on a vertex, drawn last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its vertex.
    pub vertex: u32,
    /// Its text, such as a number.
    pub text: String,
    /// True for a conspicuous mark.
    pub is_loud: bool,
}

/// A path or a cycle of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke<'a> {
    /// Vertices in order; those of a cycle do not repeat the first.
    pub steps: &'a [u32],
    /// True if the last vertex is joined to the first.
    pub closed: bool,
}

impl Stroke<'_> {
    /// Returns the moves.
    pub fn moves(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let ends = self.steps.last().zip(self.steps.first());
        let closing = ends.filter(|_| self.closed);
        let back = closing.map(|(&last, &first)| [last, first]);
        let pairs = self.steps.windows(2).map(|pair| [pair[0], pair[1]]);
        pairs.chain(back)
    }
}

impl Scene {
    fn new(title: String, place: &Place, kind: Kind, paths: Vec<Vec<u32>>) -> Scene {
        Scene {
            title,
            caption: String::new(),
            place: place.clone(),
            kind,
            paths,
            given: Given::default(),
            marks: Vec::new(),
            sites: Vec::new(),
        }
    }

    /// Returns the scene of a verified tour.
    pub fn of_tour(place: &Place, tour: &Tour) -> Scene {
        let paths = vec![tour.steps().to_vec()];
        Scene::new(place.tour(tour.kind()), place, tour.kind(), paths)
    }

    /// Returns the scene of a place without a path, with numbers on some of its vertices.
    pub fn of_marks(title: String, place: &Place, marks: Vec<Mark>) -> Scene {
        let scene = Scene::new(title, place, Kind::Open, Vec::new());
        Scene { marks, ..scene }
    }

    /// Adds clues.
    pub fn with_given(self, given: Given) -> Scene {
        Scene { given, ..self }
    }

    /// Adds words below the drawing.
    pub fn with_caption(self, caption: String) -> Scene {
        Scene { caption, ..self }
    }

    /// Marks the angles, moves or crossings of the paths that a statistic counts.
    pub fn with_statistic(mut self, statistic: &Statistic) -> Result<Scene, StatisticError> {
        let directions = self.place.directions();
        let sites = self.strokes().map(|Stroke { steps, closed }| {
            let kind = if closed { Kind::Closed } else { Kind::Open };
            let succession = Succession::new(kind, steps.len() as u32);
            let directions = directions.as_ref().map_err(Clone::clone);
            statistic.sites(directions, steps, succession)
        });
        self.sites = sites.collect::<Result<Vec<_>, _>>()?.concat();
        self.title += &match statistic {
            Statistic::Weights(_) => format!(", {statistic}"),
            _ => format!(", {statistic}: {}", self.sites.len()),
        };
        Ok(self)
    }

    /// Returns the scene of any paths, longest first. The title contains "tour" only if they form a
    /// tour of the required kind; otherwise the second value is the reason.
    pub fn of_paths(
        place: &Place,
        asked: &TourSpec,
        mut paths: Vec<Vec<u32>>,
    ) -> Result<(Scene, Option<TourError>), SpecError> {
        paths.sort_by_key(|path| std::cmp::Reverse(path.len()));
        let scene = Scene::new(asked.tour(place), place, asked.kind, paths);
        let mut scene = scene.with_given(asked.given(place)?);
        let fault = scene.fault(asked)?;
        if fault.is_some() {
            scene.title = scene.describe();
        }
        Ok((scene, fault))
    }

    /// Returns the paths and cycles.
    pub fn strokes(&self) -> impl Iterator<Item = Stroke<'_>> {
        self.paths.iter().map(|path| match path.as_slice() {
            [first, inner @ .., last] if first == last && inner.len() > 1 => Stroke {
                steps: &path[..path.len() - 1],
                closed: true,
            },
            steps => Stroke {
                steps,
                closed: self.kind == Kind::Closed && steps.len() > 2,
            },
        })
    }

    /// Describes the picture for people who cannot see it: the title, and the ends of the paths.
    pub fn description(&self) -> String {
        let name = |vertex: u32| self.place.name(vertex);
        let thing = self.place.vertex_word();
        let parts = self.strokes().take(20).map(|Stroke { steps, closed }| {
            let what = if closed { "cycle" } else { "path" };
            let count = counted(steps.len(), thing);
            let last = steps.last().filter(|_| !closed && steps.len() > 1);
            let to = last.map_or(String::new(), |&last| format!(" to {}", name(last)));
            match steps.first() {
                None => "An empty path.".into(),
                Some(&first) => format!("A {what} of {count} from {}{to}.", name(first)),
            }
        });
        let marked = self.marks.iter().take(100);
        let marks = marked.map(|mark| format!("{} on {}.", mark.text, name(mark.vertex)));
        let mut text = parts.chain(marks).join(" ");
        if let Some(more) = self.paths.len().checked_sub(20).filter(|&more| more > 0) {
            text += &format!(" And {more} more.");
        }
        text
    }

    /// Returns the reason why this is no tour.
    fn fault(&self, asked: &TourSpec) -> Result<Option<TourError>, SpecError> {
        let expected = self.place.len();
        let length = |found| Ok(Some(TourError::length(found, expected)));
        let strokes: Vec<Stroke> = self.strokes().collect();
        let (steps, kind) = match strokes[..] {
            [Stroke { steps, closed }] if closed => (steps, Kind::Closed),
            [Stroke { steps, .. }] => (steps, self.kind),
            _ => return length(strokes.iter().map(|s| s.steps.len()).max().unwrap_or(0)),
        };
        // Constructing the graph of a large board takes long for a few steps.
        if steps.len() != self.place.len() as usize {
            return length(steps.len());
        }
        let asked = TourSpec {
            kind,
            ..asked.clone()
        };
        let problem = asked.problem(&self.place, &Stop::default())?;
        Ok(Tour::verify(&problem, steps.to_vec()).err())
    }

    /// Returns the numbers of paths and cycles, in words.
    pub(crate) fn pieces(&self) -> String {
        let closed = self.strokes().filter(|stroke| stroke.closed).count();
        let open = self.paths.len() - closed;
        let count = |number: usize, what: &str| match number {
            0 => None,
            1 => Some(format!("a {what}")),
            _ => Some(format!("{number} {what}s")),
        };
        let what = [count(open, "path"), count(closed, "cycle")];
        match what.iter().flatten().join(" and ") {
            nothing if nothing.is_empty() => "nothing".into(),
            what => what,
        }
    }

    /// Describes the paths without claiming a tour.
    fn describe(&self) -> String {
        let what = self.pieces();
        let covered: usize = self.strokes().map(|stroke| stroke.steps.len()).sum();
        match self.place.board() {
            Some(board) => {
                let (squares, board) = (counted(board.squares(), "square"), board.describe());
                format!("{what} on {board}: {covered} of {squares}")
            }
            None => format!("{what} in {}: {covered} of them", self.place),
        }
    }
}

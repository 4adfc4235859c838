//! What was encoded and how: enough to write a formula again, or to decode its models.
//!
//! A recipe travels in the comments of the files we write, a line each, as
//! `c knightsat KEY VALUE`.

use crate::dimacs::read::Comment;
use crate::encoding::options::SetError;
use crate::encoding::{Formula, Style};
use crate::problem::symmetry::Turn;
use crate::problem::{Kind, Problem, ProblemError};
use crate::spec::board::BoardError;
use crate::spec::place::Place;
use crate::stop::Stop;
use itertools::Itertools;
use thiserror::Error;

/// A board or graph, a kind of tour on it and the style of the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Where the tour goes.
    pub place: Place,
    /// Open or closed.
    pub kind: Kind,
    /// Vertex of the first step, if fixed.
    pub start: Option<u32>,
    /// Vertex of the last step, if fixed.
    pub end: Option<u32>,
    /// Turn under which the tour must map to itself.
    pub symmetric: Option<Turn>,
    /// How to encode.
    pub style: Style,
}

/// What can be wrong with a recipe.
#[derive(Debug, Error)]
pub enum RecipeError {
    /// A turn that the place does not have.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A turn of a graph.
    #[error("a graph has no turns: --symmetric is for boards")]
    NoTurn,
    /// Contradictory ends.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A comment of ours that makes no sense.
    #[error("{line}:1: {message}")]
    Comment {
        /// Its line.
        line: u64,
        /// What is wrong.
        message: String,
    },
}

/// Variables on a comment line: numbers of at most ten digits.
const NUMBERS_A_LINE: usize = 6;

/// What all our comments begin with.
pub const PREFIX: &str = "knightsat ";

impl Recipe {
    /// The problem to be encoded.
    pub fn problem(&self) -> Result<Problem, RecipeError> {
        self.problem_within(&Stop::default())
    }

    /// The same, see [`Place::problem_within`].
    pub fn problem_within(&self, stop: &Stop) -> Result<Problem, RecipeError> {
        let place = &self.place;
        let problem = place.problem_within(self.kind, self.start, self.end, stop)?;
        match (self.symmetric, &self.place) {
            (None, _) => Ok(problem),
            (Some(turn), Place::Board(board)) => Ok(problem.with_symmetry(board.symmetry(turn)?)?),
            (Some(_), Place::Graph(_)) => Err(RecipeError::NoTurn),
        }
    }

    /// The comments that describe a file, for [`Writer::new`](crate::dimacs::write::Writer::new).
    pub fn comments(&self) -> Vec<String> {
        let mut lines = self.place.entries();
        lines.push(("tour", self.kind.to_string()));
        for (key, vertex) in [("start", self.start), ("end", self.end)] {
            lines.extend(vertex.map(|vertex| (key, self.place.name(vertex))));
        }
        lines.extend(self.symmetric.map(|turn| ("symmetric", turn.to_string())));
        let header = [
            "A tour as a formula. To decode a solver's result:",
            "knightsat decode FORMULA RESULT",
        ];
        let header = header.map(String::from);
        let lines = lines.iter().map(|(key, value)| (*key, value.as_str()));
        let style = self.style.entries();
        let style = style.iter().map(|(key, value)| (&key[..], &value[..]));
        let entries = lines.chain(style);
        let entries = entries.map(|(key, value)| format!("{PREFIX}{key} {value}"));
        header.into_iter().chain(entries).collect()
    }

    /// The comments of a file with this formula: what describes it, and whether its models need not
    /// be tours.
    pub fn formula_comments(&self, formula: &Formula) -> Vec<String> {
        let mut comments = self.comments();
        if !formula.is_exact() {
            comments.push("A relaxation: a model may be several cycles.".into());
        }
        comments
    }

    /// The comments that a model counter needs: what its number will mean, the kind of the problem,
    /// projected model counting, and the variables to project on, in the format of the Model
    /// Counting Competition.
    pub fn projection_comments(&self, formula: &Formula) -> Vec<String> {
        let plural = |count, what| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let [models, tours] = formula.models_of_tours();
        let (models, tours) = (plural(models, "model"), plural(tours, "tour"));
        let kind = match self.kind {
            Kind::Open => "open, directed",
            Kind::Closed => "closed, undirected",
        };
        let mut comments = vec![format!("Projected: {models} for {tours} ({kind}).")];
        if formula.determined() {
            comments.push("Not projected, the number of models is the same.".into());
        }
        comments.push("t pmc".into());
        let shown: Vec<u32> = (1..=formula.tour_variables()).collect();
        for some in shown.chunks(NUMBERS_A_LINE) {
            comments.push(format!("p show {} 0", some.iter().join(" ")));
        }
        if shown.is_empty() {
            comments.push("p show 0".into());
        }
        comments
    }

    /// The comments at the top of a script for SMT solvers, as those of a formula.
    pub fn comments_of_smt(script: &str) -> Vec<Comment> {
        let lines = (1..).zip(script.lines());
        let comments = lines.map_while(|(line, text)| Some((line, text.strip_prefix(';')?)));
        let comments = comments.map(|(line, text)| Comment {
            line,
            text: text.to_string(),
        });
        comments.collect()
    }

    /// The recipe in the comments of a file, `None` if there is none.
    pub fn from_comments(comments: &[Comment]) -> Result<Option<Recipe>, RecipeError> {
        let lines = comments
            .iter()
            .filter_map(|comment| Some((comment.line, entry(&comment.text)?)));
        // What comes before a place is prose that happens to begin with our name.
        let ours = lines.skip_while(|(_, (key, _))| !Place::KEYS.contains(key));
        let (lines, entries): (Vec<u64>, Vec<(&str, &str)>) = ours.unzip();
        let fault = |index: usize, message| RecipeError::Comment {
            line: lines[index],
            message,
        };
        let place = Place::from_entries(&entries)
            .map_err(|(index, error)| fault(index, error.to_string()))?;
        let Some(place) = place else {
            return Ok(None);
        };
        let mut recipe = Recipe::plain(place);
        for (index, (key, value)) in entries.into_iter().enumerate() {
            recipe
                .set(key, value)
                .map_err(|message| fault(index, message))?;
        }
        recipe.style = recipe.style.named();
        Ok(Some(recipe))
    }

    fn plain(place: Place) -> Recipe {
        Recipe {
            place,
            kind: Kind::Open,
            start: None,
            end: None,
            symmetric: None,
            style: Style::TEXTBOOK,
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let bad = || format!("'{value}' is not a value of '{key}'");
        let vertex = || {
            let vertex = self.place.vertex(value);
            vertex.map_err(|error| error.to_string())
        };
        match key {
            // The place has been made of these.
            "board" | "leaper" | "holes" | "graph" | "edges" => {}
            "tour" if value == "open" => self.kind = Kind::Open,
            "tour" if value == "closed" => self.kind = Kind::Closed,
            "start" => self.start = Some(vertex()?),
            "end" => self.end = Some(vertex()?),
            "symmetric" => self.symmetric = Some(value.parse().map_err(|_| bad())?),
            "tour" => return Err(bad()),
            _ => match self.style.set(key, value) {
                Ok(()) => {}
                Err(SetError::Value(_)) => return Err(bad()),
                Err(SetError::Unknown(_)) => {
                    return Err(format!(
                        "'{key}' is unknown here: was the file written by a newer knightsat?"
                    ));
                }
            },
        }
        Ok(())
    }
}

/// Key and value of a comment of ours.
fn entry(text: &str) -> Option<(&str, &str)> {
    text.trim().strip_prefix(PREFIX)?.split_once(' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::gadget::amo::{Amo, Amos, OneAmo};
    use crate::encoding::counter;
    use crate::encoding::options::Directions;
    use crate::encoding::successor::OnArcs;
    use crate::encoding::{Encoding, Name, position};
    use crate::problem::graph::Graph;
    use crate::spec::board::Board;

    fn round_trip(recipe: &Recipe) -> Result<Option<Recipe>, RecipeError> {
        let comments: Vec<Comment> = (1..)
            .zip(recipe.comments())
            .map(|(line, text)| Comment { line, text })
            .collect();
        Recipe::from_comments(&comments)
    }

    #[test]
    fn comments_carry_the_whole_recipe() {
        let board: Board = "12x30".parse().unwrap();
        let mut recipe = Recipe::plain(board.clone().into());
        assert_eq!(round_trip(&recipe).unwrap(), Some(recipe.clone()));
        let holes = ["a1", "c3", "d4", "ab9", "z1", "y1", "x1", "aa10", "ac12"];
        let holes = holes.map(|hole| hole.parse().unwrap());
        recipe.place = board
            .with_leaper(4, 1)
            .unwrap()
            .with_holes(&holes)
            .unwrap()
            .into();
        recipe.kind = Kind::Closed;
        recipe.start = recipe.place.vertex("ab7").ok();
        recipe.end = recipe.place.vertex("a12").ok();
        recipe.style = Style::DEFAULT;
        assert_eq!(round_trip(&recipe).unwrap(), Some(recipe.clone()));
        recipe.symmetric = Some(Turn::Rot90);
        recipe.style = Style::position(position::Options {
            amo: Amos {
                steps: Amo::Bitwise,
                ..Amos::default()
            },
            directions: Directions::One,
            negate: true,
            predecessors: false,
            ..position::Options::DEFAULT
        });
        assert_eq!(round_trip(&recipe).unwrap(), Some(recipe.clone()));
        for name in Name::ALL {
            recipe.style = name.style();
            assert_eq!(round_trip(&recipe).unwrap(), Some(recipe.clone()));
        }
        recipe.style = Style::of(Encoding::Crt(counter::Options {
            arcs: OnArcs {
                amo: OneAmo(Some(Amo::Ladder)),
                directions: Directions::One,
            },
            cycle: Some(420),
        }));
        recipe.style.shortcuts = false;
        assert_eq!(round_trip(&recipe).unwrap(), Some(recipe));
        let triangle = Graph::from_edges(3, &[[0, 1], [0, 2], [1, 2]]);
        let mut recipe = Recipe::plain(Place::Graph(triangle));
        recipe.start = Some(2);
        assert_eq!(round_trip(&recipe).unwrap(), Some(recipe));
    }

    #[test]
    fn comments_of_others_are_no_recipe() {
        let comment = |text: &str| Comment {
            line: 3,
            text: text.into(),
        };
        let prose = [comment(" board 8x8"), comment(" knightsat is a program")];
        assert_eq!(Recipe::from_comments(&prose).unwrap(), None);
        let newer = [
            comment(" knightsat board 8x8"),
            comment("knightsat hue blue"),
        ];
        let error = Recipe::from_comments(&newer).unwrap_err().to_string();
        assert!(error.starts_with("3:1: 'hue' is unknown"), "{error}");
    }
}

//! Somebody's formula, with what somebody says of its variables.
//!
//! ```
//! use knightsat_check::foreign::{self, Map};
//!
//! let file = "c the only square, at the only step\np cnf 1 1\n1 0\n";
//! let map = Map::Expression("i".into());
//! let spec = Some("1x1".parse()?);
//! let (_, formula) = foreign::read(file.as_bytes(), "one.cnf", Some(&map), spec, false)?;
//! assert_eq!(formula.meaning().facts().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Expression, File, Meaning, from_comments, map};
use knightsat_base::plural::counted;
use knightsat_base::quote::quote;
use knightsat_base::stop::Stop;
use knightsat_cnf::dimacs::ReadError;
use knightsat_cnf::dimacs::read::Comment;
use knightsat_cnf::{Lit, Model};
use knightsat_encoding::Formula;
use knightsat_encoding::flow::Flow;
use knightsat_encoding::formula_spec::{self, FormulaSpec};
use knightsat_tour::Problem;
use knightsat_tour::place::Place;
use knightsat_tour::tour::Tour;
use serde::{Deserialize, Serialize};
use std::io::Read;
use thiserror::Error;

/// What says what the variables mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Map {
    /// Comments of the formula, those of this name if there is one.
    Comments(Option<String>),
    /// The text of a map.
    Text {
        /// Its file, for messages.
        name: String,
        /// What is written there.
        text: String,
    },
    /// A formula such as `100*i+10*j+k`.
    Expression(String),
}

/// The formula cannot be read, or not with this map.
#[derive(Debug, Error)]
pub enum ForeignError {
    /// The file of the formula.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// What its variables mean.
    #[error("{0}")]
    Meaning(String),
}

/// Reads a formula, called `name` in errors, about the tour of `spec`. A formula of ours describes
/// itself: then neither spec nor map is needed.
pub fn read(
    input: impl Read,
    name: &str,
    map: Option<&Map>,
    spec: Option<FormulaSpec>,
    is_one_direction: bool,
) -> Result<(FormulaSpec, File), ForeignError> {
    let file = File::read(input, name)?;
    let Some(spec) = spec else {
        return described(file, name, map);
    };
    if map.is_none() && is_described(&file, &spec.place) {
        let (found, file) = described(file, name, None)?;
        return match (&found.place, &found.tour) == (&spec.place, &spec.tour) {
            true => Ok((found, file)),
            false => Err(other_tour(name, &found, &spec)),
        };
    }
    let problem = spec
        .problem()
        .map_err(|error| ForeignError::Meaning(error.to_string()))?;
    let mut meaning =
        meaning(&file, name, map, &spec.place, &problem).map_err(ForeignError::Meaning)?;
    if is_one_direction {
        meaning = meaning.in_one_direction();
    }
    match fault(&file, &meaning, &spec.place, &problem) {
        Some(fault) => Err(ForeignError::Meaning(format!("the map of {name}: {fault}"))),
        None => Ok((spec, file.with_meaning(meaning))),
    }
}

/// The comments in which a formula of ours describes itself.
fn ours(file: &File) -> impl Iterator<Item = &Comment> {
    let comments = file.comments().iter();
    comments.filter(|comment| comment.text.contains(formula_spec::PREFIX))
}

/// Returns true if comments of ours describe the formula, and no others name its variables.
fn is_described(file: &File, place: &Place) -> bool {
    ours(file).next().is_some() && matches!(from_comments(file.comments(), None, place), Ok(None))
}

fn other_tour(name: &str, found: &FormulaSpec, asked: &FormulaSpec) -> ForeignError {
    let [found, asked] = [found, asked].map(|spec| spec.place.tour(spec.tour.kind));
    let but = match found == asked {
        true => "other options of the tour".to_string(),
        false => format!("the {asked}"),
    };
    ForeignError::Meaning(format!(
        "{name}: it describes itself as the {found}, and the command line names {but}: leave the \
         BOARD and the options of the tour out"
    ))
}

/// A formula that says itself what it is about.
fn described(
    file: File,
    name: &str,
    map: Option<&Map>,
) -> Result<(FormulaSpec, File), ForeignError> {
    let at = |error: &dyn std::fmt::Display| ForeignError::Meaning(format!("{name}: {error}"));
    let ours: Vec<Comment> = ours(&file).cloned().collect();
    let spec = FormulaSpec::from_comments(&ours).map_err(|error| at(&error))?;
    let spec = spec.ok_or_else(|| at(&"say which BOARD, or --graph FILE, the formula is about"))?;
    if map.is_some() {
        let message = "it describes itself: leave --map out, or name the BOARD too";
        return Err(at(&message));
    }
    let problem = spec.problem().map_err(|error| at(&error))?;
    if file.is_opb() {
        let flow = Flow::new(&problem, &Stop::default()).map_err(|error| at(&error))?;
        let (found, needed) = (file.variables(), flow.size().variables);
        if found != needed {
            let message = format!("{}, and this tour has {needed}", counted(found, "variable"));
            return Err(at(&message));
        }
        return Ok((spec, file.with_meaning(flow.meaning())));
    }
    let formula = Formula::new(&problem, spec.style).map_err(|error| at(&error))?;
    Ok((spec, file.with_meaning(formula.meaning())))
}

fn meaning(
    file: &File,
    name: &str,
    map: Option<&Map>,
    place: &Place,
    problem: &Problem,
) -> Result<Meaning, String> {
    let comments = |wanted: Option<&str>| {
        let found = from_comments(file.comments(), wanted, place);
        found.map_err(|error| format!("{name}:{error}"))
    };
    match map {
        None => comments(None)?.ok_or_else(|| {
            format!(
                "{name}: its comments name no variables: say what they mean with --map FILE, or a \
                 formula such as --map '100*i+10*j+k'"
            )
        }),
        Some(Map::Comments(wanted)) => {
            comments(wanted.as_deref())?.ok_or_else(|| format!("{name}: no such comments in it"))
        }
        Some(Map::Text { name, text }) => {
            map::parse(text, place, problem).map_err(|error| format!("{name}:{error}"))
        }
        Some(Map::Expression(text)) => {
            let expression = Expression::parse(text).map_err(|(column, message)| {
                format!(
                    "--map {}: there is no such file, and as a formula, column {column}: {message}",
                    quote(text)
                )
            })?;
            let found = map::formula(&expression, place, problem);
            found.map_err(|message| format!("--map {}: {message}", quote(text)))
        }
    }
}

/// What makes this no meaning of the formula.
fn fault(file: &File, meaning: &Meaning, place: &Place, problem: &Problem) -> Option<String> {
    if let Some(fault) = meaning.fault(problem, place) {
        return Some(fault);
    }
    let last = file.variables();
    let beyond = |lits: &[Lit]| lits.iter().any(|lit| lit.var().number() > last);
    let (fact, lits) = meaning.facts().iter().find(|(_, lits)| beyond(lits))?;
    Some(format!(
        "{} would be variable {}, and the formula has {last}",
        fact.symbol(place),
        lits[0].var().number()
    ))
}

impl File {
    /// The tour that a model means. The error says in words why it means none.
    pub fn tour(&self, place: &Place, problem: &Problem, model: &Model) -> Result<Tour, String> {
        let meaning = self.meaning();
        let steps = super::decode::decode(problem, place, meaning, &meaning.held(model))?;
        Tour::verify(problem, steps)
            .map_err(|error| error.with_names(|v| place.name(v)).to_string())
    }
}

//! A foreign formula from a file, with the meaning of its variables.
//!
//! ```
//! use knightsat_check::foreign::{self, Map};
//!
//! let file = "c the only square, at the only step\np cnf 1 1\n1 0\n";
//! let map = Map::Expression("i".into());
//! let request = Some("1x1".parse()?);
//! let (_, formula) = foreign::read(file.as_bytes(), "one.cnf", Some(&map), request, false)?;
//! assert_eq!(formula.meaning.facts().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use super::map::Map;
use super::names::MAP;
use super::order::{fault, usual_order};
use super::{Expression, Subject, decode, from_comments, map};
use crate::base::input::Unmarked;
use crate::base::text::{OptionName, quote};
use crate::cnf::dimacs::ReadError;
use crate::cnf::dimacs::opb::{self, Constraint, OpbReader};
use crate::cnf::dimacs::read::{CnfReader, Comment, Header};
use crate::encoding::Formula;
use crate::encoding::formula_spec::FormulaSpec;
use crate::prelude::*;
use crate::tour::spec::Request;
use std::error::Error;
use std::io::{BufRead, BufReader, Read};

/// The most clauses of pseudo-Boolean constraints: some 50 bytes each.
const MOST_CLAUSES: u64 = 1 << 23;

/// A formula in its original form, whatever its header states. It consists of clauses, or of
/// pseudo-Boolean constraints, which are stored as clauses with fresh variables after theirs.
#[derive(Clone, Debug)]
pub struct File {
    header: Header,
    /// The constraint of every clause, from 0, and the text of all constraints, if any.
    constraints: Option<(Vec<usize>, Vec<String>)>,
    /// The clauses, over the variables up to the largest number in a clause.
    clauses: Cnf,
    comments: Vec<Comment>,
    /// The meaning of its variables.
    pub meaning: Meaning,
    /// The usual order of indices that gives this meaning, if neither a map nor comments do.
    pub order: Option<String>,
}

impl File {
    /// Reads a formula in DIMACS or OPB, called `name` in errors. Its meaning is not yet known.
    fn read(input: impl Read, name: &str) -> Result<File, ReadError> {
        let mut input = BufReader::new(Unmarked::new(input));
        let read = input.fill_buf();
        let begin = read.map_err(|error| ReadError::io(name, error))?;
        match begin.first() {
            Some(b'*') => File::read_opb(input, name),
            _ => File::read_dimacs(input, name),
        }
    }

    fn read_dimacs(input: impl Read, name: &str) -> Result<File, ReadError> {
        let mut reader = CnfReader::new(input, name, "")?.lenient();
        let (mut clauses, mut clause) = (Cnf::default(), Vec::new());
        while reader.next_clause(&mut clause)? {
            let variables = clause.iter().map(|lit| lit.var().number());
            let largest = variables.fold(clauses.variables(), u32::max);
            let _: Vars = clauses.new_vars(largest - clauses.variables());
            clauses.clause(&clause);
        }
        Ok(File {
            header: reader.header(),
            constraints: None,
            clauses,
            comments: reader.comments().to_vec(),
            meaning: Meaning::new(),
            order: None,
        })
    }

    fn read_opb(input: impl Read, name: &str) -> Result<File, ReadError> {
        let mut reader = OpbReader::new(input, name)?;
        let header = Header {
            variables: reader.size().variables,
            clauses: reader.size().constraints,
        };
        let mut clauses = Cnf::default();
        let _: Vars = clauses.new_vars(header.variables);
        let (mut of, mut texts) = (Vec::new(), Vec::new());
        let mut constraint = Constraint::default();
        while reader.next(&mut constraint)? {
            let left = MOST_CLAUSES.saturating_sub(clauses.len());
            if !opb::clauses(&constraint, left, &mut clauses) {
                return Err(reader.wrong("too large to be checked with a SAT solver"));
            }
            of.resize(clauses.len() as usize, texts.len());
            texts.push(text(&constraint));
        }
        Ok(File {
            header,
            constraints: Some((of, texts)),
            clauses,
            comments: reader.comments().to_vec(),
            meaning: Meaning::new(),
            order: None,
        })
    }

    /// Returns true if it consists of pseudo-Boolean constraints.
    pub(super) fn is_opb(&self) -> bool {
        self.constraints.is_some()
    }

    /// Returns the largest number of a variable in a clause, or in the header.
    pub fn variables(&self) -> u32 {
        if self.is_opb() {
            self.header.variables
        } else {
            self.header.variables.max(self.clauses.variables())
        }
    }

    /// Returns its size, without variables that occur in no clause.
    pub fn size(&self) -> Size {
        self.clauses.size()
    }

    /// Returns its clauses, over all its variables.
    pub fn clauses(&self) -> Cnf {
        let mut cnf = self.clauses.clone();
        let _: Vars = cnf.new_vars(self.variables().saturating_sub(cnf.variables()));
        cnf
    }

    /// Returns the tour of a model. The error is the reason in words why the model is no tour.
    pub fn tour(&self, place: &Place, problem: &Problem, model: &Model) -> Result<Tour, String> {
        decode::decode(problem, place, &self.meaning, &self.meaning.held(model))
    }

    /// Returns the formula with this meaning.
    pub(super) fn with(mut self, meaning: Meaning, order: Option<String>) -> File {
        (self.meaning, self.order) = (meaning, order);
        self
    }

    /// Returns the comments by which a formula of ours describes itself.
    fn ours(&self) -> Vec<Comment> {
        let comments = self.comments.iter();
        let ours = comments.filter(|comment| comment.text.contains(FormulaSpec::PREFIX));
        ours.cloned().collect()
    }
}

impl Subject for File {
    fn encode(&self, sink: &mut dyn ClauseSink) -> Meaning {
        let projection = self.meaning.projection();
        let meant = projection.iter().map(|lit| lit.var().number());
        // A header may declare any number of unused variables.
        let _: Vars = sink.new_vars(meant.fold(self.clauses.variables(), u32::max));
        let clauses = self.clauses.clauses();
        clauses.for_each(|clause| sink.clause(clause));
        self.meaning.clone()
    }

    fn header(&self) -> Option<Header> {
        // The reader of constraints checks them against the header itself.
        Some(self.header).filter(|_| !self.is_opb())
    }

    fn constraint(&self, clause: usize) -> Option<(usize, String)> {
        let (of, texts) = self.constraints.as_ref()?;
        let number = *of.get(clause)?;
        Some((number + 1, texts[number].clone()))
    }
}

/// Writes a constraint as in its file; of a long one, the begin and the end.
fn text(constraint: &Constraint) -> String {
    const ENDS: [usize; 2] = [80, 20];
    let mut text = Vec::new();
    opb::append(&mut text, constraint);
    let text = String::from_utf8_lossy(&text);
    match text.len().checked_sub(ENDS[1]) {
        Some(last) if last > ENDS[0] => format!("{} … {}", &text[..ENDS[0]], &text[last..]),
        _ => text.into_owned(),
    }
}

/// The formula cannot be read, or does not fit this map.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ForeignError {
    /// The file of the formula.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The meaning of its variables.
    #[error("{0}")]
    Meaning(String),
}

/// Reads a formula, called `name` in errors, about the tour of `request`. A formula of ours
/// describes itself: then it needs neither request nor map.
pub fn read(
    input: impl Read,
    name: &str,
    map: Option<&Map>,
    request: Option<Request>,
    is_one_direction: bool,
) -> Result<(Request, File), ForeignError> {
    let file = File::read(input, name)?;
    let at = |error: Box<dyn Error>| ForeignError::Meaning(format!("{name}: {error}"));
    let Some(request) = request else {
        return described(file, map).map_err(at);
    };
    // Comments name variables, rightly or not, or a formula of ours describes itself.
    let is_named = || {
        !matches!(
            from_comments(&file.comments, None, &request.place),
            Ok(None)
        )
    };
    if map.is_none() && !file.ours().is_empty() && !is_named() {
        let (found, file) = described(file, None).map_err(at)?;
        if found == request {
            return Ok((found, file));
        }
        let tour = found.place.tour(found.tour.kind);
        let way = "leave the BOARD and the options of the tour out";
        return Err(at(
            format!("it describes itself as the {tour}: {way}").into()
        ));
    }
    let stated = request.problem(&Default::default());
    let problem = stated.map_err(|error| ForeignError::Meaning(error.to_string()))?;
    let found = meaning(&file, name, map, &request.place, &problem);
    let (order, mut meaning) = found.map_err(ForeignError::Meaning)?;
    meaning.is_one_direction |= is_one_direction;
    if let Some(fault) = fault(file.variables(), &meaning, &request.place, &problem) {
        return Err(ForeignError::Meaning(format!("the map of {name}: {fault}")));
    }
    Ok((request, file.with(meaning, order)))
}

/// Reads a formula that describes itself.
fn described(file: File, map: Option<&Map>) -> Result<(Request, File), Box<dyn Error>> {
    if file.is_opb() {
        return Err(
            format!("name the BOARD of the constraints, and their map with {MAP} FILE").into(),
        );
    }
    let found = FormulaSpec::from_comments(&file.ours())?;
    let spec = found.ok_or_else(|| {
        format!(
            "name the BOARD, or {} FILE, of the formula",
            OptionName("graph")
        )
    })?;
    if map.is_some() {
        return Err(format!("it describes itself: leave {MAP} out, or name the BOARD too").into());
    }
    let problem = spec.problem(&Default::default())?;
    let meaning = Formula::new(&problem, spec.style)?.meaning();
    Ok((spec.request, file.with(meaning, None)))
}

/// Returns the meaning by the map, by comments, or by the usual order that fits, which is returned
/// too.
fn meaning(
    file: &File,
    name: &str,
    map: Option<&Map>,
    place: &Place,
    problem: &Problem,
) -> Result<(Option<String>, Meaning), String> {
    let variables = file.variables();
    let comments = |wanted| {
        let found = from_comments(&file.comments, wanted, place);
        found.map_err(|error| format!("{name}:{error}"))
    };
    let meaning = match map {
        Some(Map::Comments(wanted)) => {
            let found = comments(wanted.as_deref())?;
            found.ok_or_else(|| format!("{name}: no such comments in it"))
        }
        Some(Map::Text { name, text }) => {
            let found = map::parse_for(text, place, problem, variables);
            found.map_err(|error| format!("{name}:{error}"))
        }
        Some(Map::Expression(text)) => {
            let at = |message| format!("{MAP} {}: {message}", quote(text));
            let expression = Expression::parse(text).map_err(|(column, message)| {
                at(format!(
                    "no such file, and no valid expression: column {column}: {message}"
                ))
            })?;
            map::formula(&expression, place, problem, variables).map_err(at)
        }
        None => match comments(None)? {
            Some(found) => Ok(found),
            None => {
                let found = usual_order(place, problem, (file.clauses(), variables));
                let order = found.map_err(|error| format!("{name}: {error}"))?;
                return Ok((Some(order.text), order.meaning));
            }
        },
    };
    Ok((None, meaning?))
}

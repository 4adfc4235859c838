//! The formula of a spec in DIMACS, with comments that describe it.

use super::{FIRST, FormulaSpec, FormulaSpecError};
use crate::base::stop::{Stop, Writing};
use crate::base::text::counted;
use crate::{Formula, set_fields};
use itertools::Itertools;
use knightsat_cnf::dimacs::write::{SHOW, Writer};
use knightsat_cnf::sink::Until;
use knightsat_tour::convention::Convention;
use knightsat_tour::spec::Request;
use serde_json::{Map, Value};
use std::io::{self, Write};

impl FormulaSpec {
    /// Writes the formula in DIMACS, with [comments](FormulaSpec::formula_comments) that describe
    /// it, and returns the output.
    pub fn write<W: Write>(&self, mut output: W, stop: &Stop) -> Result<W, FormulaSpecError> {
        let problem = self.problem(stop)?;
        let formula = Formula::within(&problem, self.style, stop)?;
        self.write_formula(&formula, &[], &mut output, stop)?;
        Ok(output)
    }

    /// Writes this formula with more comments. At the deadline it gives up with
    /// [`Stopped`](crate::base::stop::Stopped) in the error.
    pub fn write_formula(
        &self,
        formula: &Formula,
        more: &[String],
        output: &mut dyn Write,
        stop: &Stop,
    ) -> io::Result<()> {
        let comments = [&self.formula_comments(formula)[..], more].concat();
        let output = Writing::new(output, stop);
        let mut writer = Writer::new(output, formula.header(), &comments);
        if formula.style().shuffle == 0 {
            formula.encode(&mut writer);
        } else {
            // All clauses are collected before the first one is written.
            let mut until = Until::new(&mut writer, stop);
            formula.encode(&mut until);
            until.finish().map_err(io::Error::other)?;
        }
        writer.finish().map(drop)
    }

    /// Returns the comments that describe a file, for
    /// [`Writer::new`](knightsat_cnf::dimacs::write::Writer::new).
    pub fn comments(&self) -> Vec<String> {
        let title = [
            "A tour as a formula. To decode a solver's result:",
            "knightsat decode FORMULA RESULT",
        ];
        let header = title.map(String::from).to_vec();
        [
            header,
            FormulaSpec::problem_comments(self),
            lines(set_fields(&self.style)),
        ]
        .concat()
    }

    /// Returns the comments that describe a request, without a style.
    pub fn problem_comments(request: &Request) -> Vec<String> {
        let (place, tour) = (set_fields(&request.place), set_fields(&request.tour));
        [lines(place), lines(tour)].concat()
    }

    /// Returns the comments of a file with this formula: its description, and notes if its models
    /// need not be tours, or tours may exist without a model.
    pub fn formula_comments(&self, formula: &Formula) -> Vec<String> {
        let mut comments = self.comments();
        if !formula.is_exact() {
            comments.push("A relaxation: a model may be several cycles.".into());
        }
        if self.tour.blocks.is_some() {
            comments.push("Without a model, no tour visits these blocks; others may exist.".into());
        }
        comments
    }

    /// Returns the comments for a model counter, in the format of the Model Counting Competition.
    /// They contain the meaning of the number, the kind of the problem (projected model counting),
    /// and the variables to project on. These are in one line: ganak and approxmc refuse a second
    /// one, and their earlier versions ignore all but the last.
    pub fn projection_comments(&self, formula: &Formula) -> Vec<String> {
        let [models, tours] = formula.models_of_tours();
        let (models, tours) = (counted(models, "model"), counted(tours, "tour"));
        let convention = Convention::of(formula.problem());
        let mut comments = vec![format!("Projected: {models} for {tours} ({convention}).")];
        if formula.is_parsimonious() {
            comments.push("Not projected, the number of models is the same.".into());
        }
        comments.push("t pmc".into());
        let shown = formula.tour_vars();
        let numbers = shown.iter().map(|var| format!("{} ", var.number()));
        comments.push(format!("{SHOW}{}0", numbers.format("")));
        comments
    }
}

/// The characters of a line, which keep a comment under 80.
const LINE: usize = 66;

/// Returns fields as comments.
fn lines(fields: Map<String, Value>) -> Vec<String> {
    let is_first = |(key, _): &(String, Value)| FIRST.contains(&&**key);
    let (first, others): (Vec<_>, Vec<_>) = fields.into_iter().partition(is_first);
    let all = first.into_iter().chain(others);
    let lines = all.map(|(key, value)| format!("{key} = {}", ascii(&value.to_string())));
    // No comment may contain the first words of a header.
    let plain = lines.map(|line| line.replace("p cnf", "p\\u0020cnf"));
    plain.flat_map(|line| broken(&line)).collect()
}

/// Escapes the characters of JSON that are not ASCII.
fn ascii(json: &str) -> String {
    let mut text = String::new();
    for mark in json.chars() {
        match mark {
            ' '..='~' => text.push(mark),
            _ => {
                for unit in mark.encode_utf16(&mut [0; 2]) {
                    text += &format!("\\u{unit:04x}");
                }
            }
        }
    }
    text
}

/// Returns a line as comments, each but the last with a backslash at its end.
fn broken(line: &str) -> Vec<String> {
    const PREFIX: &str = FormulaSpec::PREFIX;
    let mut comments = Vec::new();
    let mut rest = line;
    while rest.len() > LINE {
        let at = rest[..LINE - 1].rfind(',').map_or(LINE - 1, |at| at + 1);
        let (part, later) = rest.split_at(at);
        comments.push(format!("{PREFIX}{part}\\"));
        rest = later;
    }
    comments.push(format!("{PREFIX}{rest}"));
    comments
}

//! The answer, as the SAT competitions want it, or as JSON.

use crate::cli::shared::path::name;
use knightsat::cnf::dimacs::read::Header;
use knightsat::cnf::{Answer, Lit, Model, Var};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// The body of the JSON document.
#[derive(Serialize)]
pub struct Document {
    file: String,
    variables: Option<u32>,
    clauses: Option<u64>,
    result: &'static str,
    model: Option<Vec<i32>>,
    failed_assumptions: Option<Vec<i32>>,
    proof: Option<String>,
}

impl Document {
    /// What is known of the formula in this file.
    pub fn new(
        file: String,
        header: Option<Header>,
        answer: &Answer,
        failed: Option<Vec<i32>>,
        proof: Option<&Path>,
    ) -> Document {
        let (result, model) = match answer {
            Answer::Satisfiable(model) => ("satisfiable", Some(model)),
            Answer::Unsatisfiable => ("unsatisfiable", None),
            Answer::Unknown => ("unknown", None),
        };
        let variables = header.map(|header| header.variables);
        let model = model.zip(variables);
        Document {
            file,
            variables,
            clauses: header.map(|header| header.clauses),
            result,
            model: model.map(|(model, variables)| literals(variables, model).collect()),
            failed_assumptions: failed,
            proof: proof.filter(|_| result == "unsatisfiable").map(name),
        }
    }
}

pub fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

/// A literal a variable; what a model leaves open is false.
fn literals(variables: u32, model: &Model) -> impl Iterator<Item = i32> {
    (1..=variables).filter_map(Var::new).map(|var| {
        let is_true = model.value(var) == Some(true);
        if is_true { var.pos() } else { var.neg() }.to_dimacs()
    })
}

/// Prints the answer as the SAT competitions want it.
pub fn print(variables: u32, answer: &Answer, comment: Option<&str>) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if let Some(comment) = comment {
        writeln!(out, "c {comment}")?;
    }
    match answer {
        Answer::Satisfiable(model) => {
            writeln!(out, "s SATISFIABLE")?;
            values(&mut out, variables, model)?;
        }
        Answer::Unsatisfiable => writeln!(out, "s UNSATISFIABLE")?,
        Answer::Unknown => writeln!(out, "s UNKNOWN")?,
    }
    out.flush()
}

/// Lines of less than 80 characters.
fn values(out: &mut impl Write, variables: u32, model: &Model) -> io::Result<()> {
    const WIDTH: usize = 78;
    let mut line = "v".to_string();
    for number in literals(variables, model).chain([0]) {
        let number = number.to_string();
        if line.len() + 1 + number.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line += " ";
        line += &number;
    }
    writeln!(out, "{line}")
}

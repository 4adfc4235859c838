//! Traces of `sat`: the steps of the small solver of `knightsat_steps`, as lines.

use crate::cli::sat::Args;
use crate::cli::shared::output::document_name;
use crate::cli::shared::report::json_line;
use knightsat::cnf::Clauses;
use knightsat::cnf::dimacs::read::Comment;
use knightsat::prelude::{Answer, Cnf, Formula, FormulaSpec, Stop, Stopped};
use knightsat_base::text::counted;
use knightsat_steps::{Event, EventLine, Stepper};
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, Write};

/// The first line in JSON.
#[derive(Serialize)]
struct Head {
    file: String,
    variables: u32,
    clauses: u64,
    level: &'static str,
}

impl Args {
    /// Writes the steps as comments or in JSON, and a last line if they end early. Returns their
    /// answer.
    pub(super) fn steps(
        &self,
        (formula, comments): (&Cnf, &[Comment]),
        stop: &Stop,
        is_text: bool,
        out: &mut impl Write,
    ) -> io::Result<Answer> {
        let (header, level) = (formula.header(), self.level.name());
        if is_text {
            let variables = counted(header.variables, "variable");
            let clauses = counted(header.clauses, "clause");
            writeln!(out, "c {variables}, {clauses}, level {level}")?;
            writeln!(out, "c each step begins with the number of decisions")?;
        } else {
            let head = Head {
                file: document_name(&self.file),
                variables: header.variables,
                clauses: header.clauses,
                level,
            };
            let head = json_line("trace", head).map_err(io::Error::other)?;
            out.write_all(head.as_bytes())?;
        }
        let names = names(comments, header.variables, stop);
        let name = |literal: i32| {
            let number = literal.unsigned_abs();
            let name = names.get(&number).map_or(number.to_string(), String::clone);
            if literal < 0 {
                format!("-{name}")
            } else {
                name
            }
        };
        let mut write = |line: &EventLine| {
            if is_text {
                return writeln!(out, "c {}", line.text(&name));
            }
            serde_json::to_writer(&mut *out, line)?;
            writeln!(out)
        };
        let mut stepper = Stepper::new(formula, self.level, stop);
        let mut steps = 0..self.steps;
        while let Ok(stepper) = &mut stepper
            && steps.next().is_some()
            && !stop.is_over()
            && let Some(event) = stepper.next()
        {
            write(&EventLine::new(&event, stepper))?;
            match event {
                Event::Satisfiable => return Ok(Answer::Satisfiable(stepper.model())),
                Event::Unsatisfiable => return Ok(Answer::Unsatisfiable),
                Event::Stuck => return Ok(Answer::Unknown),
                _ => {}
            }
        }
        let end = EventLine {
            event: match stop.check() {
                Ok(()) => "limit",
                Err(Stopped::Interrupted) => "interrupted",
                Err(_) => "timeout",
            },
            decision_level: stepper.map_or(0, |stepper| stepper.level()),
            ..EventLine::default()
        };
        write(&end)?;
        Ok(Answer::Unknown)
    }
}

/// Returns the names that comments give to variables: those of a formula of ours, else those of
/// lines such as `x[3][2][2] = 17`.
fn names(comments: &[Comment], variables: u32, stop: &Stop) -> HashMap<u32, String> {
    let ours = || {
        let spec = FormulaSpec::from_comments(comments).ok()??;
        let problem = spec.problem(stop).ok()?;
        let formula = Formula::within(&problem, spec.style, stop).ok()?;
        if formula.total().variables != u64::from(variables) {
            return None;
        }
        let symbols = formula.meaning().symbols(&spec.place, variables);
        let names = symbols.iter().map(|name| name.trim_matches('|'));
        let named = (1..).zip(names).filter(|(_, name)| !name.starts_with('v'));
        Some(named.map(|(number, name)| (number, name.into())).collect())
    };
    ours().unwrap_or_else(|| {
        let theirs = comments.iter().filter_map(|comment| {
            let (name, number) = comment.text.rsplit_once('=')?;
            Some((number.trim().parse().ok()?, name.trim().to_string()))
        });
        theirs.collect()
    })
}

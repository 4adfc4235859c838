//! Traces of `sat`: the steps of the small solver of `knightsat_steps`, as lines.

use crate::cli::sat::Args;
use crate::cli::shared::output::document_name;
use crate::cli::shared::report::json_line;
use knightsat::cnf::Clauses;
use knightsat::prelude::{Answer, Cnf, Stop, Stopped};
use knightsat_base::text::counted;
use knightsat_steps::{Event, EventLine, Stepper};
use serde::Serialize;
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
        formula: &Cnf,
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
        let mut write = |line: &EventLine| {
            if is_text {
                return writeln!(out, "c {line}");
            }
            serde_json::to_writer(&mut *out, line)?;
            writeln!(out)
        };
        let mut stepper = Stepper::new(formula, self.level, stop);
        for _ in 0..self.steps {
            let Ok(stepper) = &mut stepper else {
                break;
            };
            if stop.is_over() {
                break;
            }
            let Some(event) = stepper.next() else {
                break;
            };
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
            literal: None,
            clause: None,
            literals: None,
            resolved: None,
            decision_level: stepper.map_or(0, |stepper| stepper.level()),
        };
        write(&end)?;
        Ok(Answer::Unknown)
    }
}

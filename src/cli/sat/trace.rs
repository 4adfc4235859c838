//! Traces of `sat`: the steps of the small solver of `knightsat_steps`, as lines.

use clap::ValueEnum;
use knightsat::cnf::Clauses;
use knightsat::prelude::{Answer, Cnf, Stop, Stopped};
use knightsat_base::text::counted;
use knightsat_steps::{Event, EventLine, Stepper, Strategy};
use serde::Serialize;
use std::io::{self, Write};

/// The level of the small solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Unit propagation alone
    Propagation,
    /// Unit propagation, decisions, and the other value after a conflict
    Dpll,
    /// Unit propagation, decisions, learnt clauses, backjumps and restarts
    #[default]
    Cdcl,
}

impl From<Level> for Strategy {
    fn from(level: Level) -> Strategy {
        match level {
            Level::Propagation => Strategy::Propagation,
            Level::Dpll => Strategy::Dpll,
            Level::Cdcl => Strategy::Cdcl,
        }
    }
}

/// The form of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines of JSON.
    Json,
    /// Comments, as in the answers of solvers.
    Text,
}

/// The first line in JSON.
#[derive(Serialize)]
struct Head<'a> {
    version: u32,
    kind: &'static str,
    file: &'a str,
    variables: u32,
    clauses: u64,
    level: &'static str,
}

/// A trace to write.
pub struct Trace<'a> {
    /// The name of the formula.
    pub file: &'a str,
    pub form: Form,
    pub level: Level,
    /// The most steps.
    pub steps: u64,
}

impl Trace<'_> {
    /// Writes the steps, and a last line if they end early. Returns their answer.
    pub fn write(&self, formula: &Cnf, stop: &Stop, out: &mut impl Write) -> io::Result<Answer> {
        self.head(formula, out)?;
        let mut stepper = match Stepper::new(formula, self.level.into(), stop) {
            Ok(stepper) => stepper,
            Err(stopped) => {
                self.line(&end(stopped_name(stopped), 0), out)?;
                return Ok(Answer::Unknown);
            }
        };
        for _ in 0..self.steps {
            if let Err(stopped) = stop.check() {
                self.line(&end(stopped_name(stopped), stepper.level()), out)?;
                return Ok(Answer::Unknown);
            }
            let Some(event) = stepper.next() else {
                break;
            };
            self.line(&EventLine::new(&event, &stepper), out)?;
            match event {
                Event::Satisfiable => return Ok(Answer::Satisfiable(stepper.model())),
                Event::Unsatisfiable => return Ok(Answer::Unsatisfiable),
                Event::Stuck => return Ok(Answer::Unknown),
                _ => {}
            }
        }
        self.line(&end("limit", stepper.level()), out)?;
        Ok(Answer::Unknown)
    }

    fn head(&self, formula: &Cnf, out: &mut impl Write) -> io::Result<()> {
        let header = formula.header();
        let level = Strategy::from(self.level).name();
        match self.form {
            Form::Json => {
                let head = Head {
                    version: 1,
                    kind: "trace",
                    file: self.file,
                    variables: header.variables,
                    clauses: header.clauses,
                    level,
                };
                serde_json::to_writer(&mut *out, &head)?;
                writeln!(out)
            }
            Form::Text => {
                let variables = counted(header.variables, "variable");
                let clauses = counted(header.clauses, "clause");
                writeln!(out, "c {variables}, {clauses}, level {level}")?;
                writeln!(out, "c each step begins with the number of decisions")
            }
        }
    }

    fn line(&self, line: &EventLine, out: &mut impl Write) -> io::Result<()> {
        match self.form {
            Form::Json => {
                serde_json::to_writer(&mut *out, line)?;
                writeln!(out)
            }
            Form::Text => writeln!(out, "c {line}"),
        }
    }
}

/// Returns the last line of a trace that ends early.
fn end(event: &'static str, decision_level: usize) -> EventLine {
    EventLine {
        event,
        literal: None,
        clause: None,
        literals: None,
        resolved: None,
        decision_level,
    }
}

fn stopped_name(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Interrupted => "interrupted",
        Stopped::Late | Stopped::Unanswered => "timeout",
    }
}

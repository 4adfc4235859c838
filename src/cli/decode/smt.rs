//! Scripts that encode --format smt2 has written.

use super::{Args, open};
use crate::cli::shared::exit::Exit;
use crate::cli::shared::path::name;
use crate::cli::shared::problem;
use anyhow::{Context, Result, bail};
use knightsat::base::input;
use knightsat::cnf::Answer;
use knightsat::encoding::binary::smt;
use knightsat::encoding::formula_spec::FormulaSpec;
use knightsat::search::{Evidence, Verdict};
use knightsat::stop::Stopped;
use knightsat::tour::tour::Tour;
use std::io::{self, BufRead, Read};

impl Args {
    /// The same for a script that encode --format smt2 has written, and an SMT solver's answer.
    pub fn smt(&self, mut script: impl BufRead) -> Result<Exit> {
        let comments = first_comments(&mut script).with_context(|| name(&self.file))?;
        let spec = self.spec(&FormulaSpec::comments_of_smt(&comments))?;
        let pictures = self.open_pictures(&spec.place)?;
        let problem = problem::problem(&spec)?;
        let result = name(&self.result);
        let longest = (1 << 20) + 256 * u64::from(spec.place.len());
        let text = input::text(open(&self.result)?, longest, "the values of this tour");
        let text = text.with_context(|| result.clone())?;
        let verdict = match smt::read(&text, &result, &problem)? {
            Answer::Unsatisfiable => Verdict::None(Evidence::Refutation(self.word())),
            Answer::Unknown => Verdict::Unknown(Stopped::Unanswered.into()),
            Answer::Satisfiable(steps) => match Tour::verify(&problem, steps) {
                Ok(tour) => Verdict::Tour(tour),
                Err(error) => {
                    let error = error.with_names(|v| spec.place.name(v));
                    bail!("{result}: the values are not a tour: {error}")
                }
            },
        };
        pictures.verdict(&spec, &verdict, self.format)
    }
}

/// The lines that a script begins with and that are comments, at most as much as describes a graph.
fn first_comments(script: &mut impl BufRead) -> io::Result<String> {
    let mut script = script.take(1 << 28);
    let mut text = String::new();
    loop {
        let line = text.len();
        if script.read_line(&mut text)? == 0 || !text[line..].starts_with(';') {
            return Ok(text);
        }
    }
}
